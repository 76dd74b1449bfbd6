"""What a glance at a Five Card Hi-Lo table tells: the moment in words, the places it concerns, and the cards."""

from collections.abc import Iterator, Mapping

from houseway.equipment.cards import UNSEEN, Hand, is_seen
from houseway.games.five_card_hi_lo.layout import DEALER_PLACE, HIGH, LOW, hand_area, wager_area
from houseway.games.five_card_hi_lo.points import HAND_SIZE, LOW_SIZE
from houseway.games.five_card_hi_lo.round import DEALER_SETS, DECIDING, REVEALING, SETTING, Round
from houseway.games.five_card_hi_lo.turns import asked, on_table, revealed_next, to_set
from houseway.games.five_card_hi_lo.wagers import PLAY
from houseway.games.five_card_hi_lo.words import high_in_words, low_in_words, poker_in_words, unset_in_words
from houseway.table.card_felt import BETTING, CLOSED, DEALER, DEALING, STUB
from houseway.table.layout import Display
from houseway.table.words import capital

# Where five cards lie before they are set.
UNSET = "hand"

_WORDS = {
    BETTING: "Place your bets",
    CLOSED: "No more bets",
    DEALING: "The cards are dealt",
    STUB: "The stub is to be put away",
    DECIDING: "All play: the hands are set next",
    SETTING: "Players set their hands",
    DEALER_SETS: "The dealer's cards are to be turned over",
}
# The moments at which players look at the cards that they have not laid down.
_EXAMINING = (DECIDING, SETTING)


def display(state: Round) -> Display:
    """The table at a glance."""
    cards = dict(_cards(state))
    return Display(words=_words(state), lit=tuple(_lit(state)), cards=cards, names=dict(_names(state, cards)))


def _words(state: Round) -> str:
    if state.stopped:
        return "Stopped: a floorperson decides about an exposed card"
    if state.to_correct is not None:
        return "A hand is set wrongly: a floorperson has it set right"
    if asked(state):
        return f"Position {asked(state)}: fold or play"
    if state.phase == DECIDING and state.folded:
        return "All have answered: forfeited wagers are collected"
    if state.phase == REVEALING:
        return f"Position {revealed_next(state)} is revealed next"
    return _WORDS[state.phase]


def _lit(state: Round) -> Iterator[str]:
    if asked(state):
        yield wager_area(PLAY, asked(state))
    for place in _places_lit(state):
        yield hand_area(HIGH, place)
        yield hand_area(LOW, place)


def _places_lit(state: Round) -> tuple[int | str, ...]:
    if state.phase == SETTING:
        return to_set(state)
    if state.phase == DEALER_SETS:
        return (DEALER_PLACE,)
    return (revealed_next(state),) if state.phase == REVEALING else ()


def _cards(state: Round) -> Iterator[tuple[str, Hand]]:
    """The cards by the area they lie on: face down, but for hands that are examined or have been turned over."""
    yield from state.shown
    turned = dict(state.shown)
    if state.hand(DEALER) and hand_area(HIGH, DEALER_PLACE) not in turned:
        yield hand_area(UNSET, DEALER_PLACE), (UNSEEN,) * len(state.hand(DEALER))
    for seat in sorted(on_table(state)):
        hand = state.hand(seat)
        if state.setting(seat) is not None:
            yield hand_area(HIGH, seat), (UNSEEN,) * (HAND_SIZE - LOW_SIZE)
            yield hand_area(LOW, seat), (UNSEEN,) * LOW_SIZE
        elif state.phase in _EXAMINING and seat not in state.folded:
            yield hand_area(UNSET, seat), hand
        else:
            yield hand_area(UNSET, seat), (UNSEEN,) * len(hand)


def _names(state: Round, cards: Mapping[str, Hand]) -> Iterator[tuple[str, str]]:
    """What the hands come to that lie open, set or not; one that is turned over unset folded, and shows its Poker hand."""
    turned = dict(state.shown)
    for area, hand in cards.items():
        if not is_seen(hand):
            continue
        if area.startswith(HIGH):
            yield area, high_in_words(hand)
        elif area.startswith(LOW):
            yield area, low_in_words(hand)
        elif len(hand) == HAND_SIZE:
            yield area, capital((poker_in_words if area in turned else unset_in_words)(hand))
