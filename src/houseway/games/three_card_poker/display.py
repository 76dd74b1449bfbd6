"""What a glance at the table tells: the moment in words, the meter, the places it concerns, and the cards."""

from collections.abc import Iterator, Mapping

from houseway.equipment.cards import UNSEEN, Hand, is_seen
from houseway.games.three_card_poker.layout import cards_area, wager_area
from houseway.games.three_card_poker.round import CHECKING, DECIDING, HAND_SIZE, REVEALING, Round
from houseway.games.three_card_poker.turns import asked, revealed_next
from houseway.games.three_card_poker.wagers import PLAY
from houseway.games.three_card_poker.words import dealers_hand_in_words, hand_in_words
from houseway.table.card_felt import BETTING, CLOSED, DEALER, DEALING, STUB
from houseway.table.layout import Display
from houseway.table.progressive import Check
from houseway.table.words import capital

_WORDS = {
    BETTING: "Place your bets",
    CLOSED: "No more bets",
    DEALING: "The cards are dealt",
    STUB: "The stub is to be put away",
    DECIDING: "All have answered: the dealer's cards are turned over",
}
_CHECKS = {
    Check.HAND_AND_LIGHT: "Position {0} wins the progressive: the dealer verifies hand and light",
    Check.VALIDATION: "Position {0} wins the progressive: a floorperson validates the payout",
    Check.DOCUMENTS: "Position {0} is not paid from the tray: the cards stay until the papers are complete",
}
# The players may look at their cards from now on.
_LOOKED_AT = (DECIDING, REVEALING, CHECKING)


def display(state: Round) -> Display:
    """The felt at a glance."""
    words = _words(state)
    if state.progressive is not None:
        words += f" · meter {state.progressive.meter.amount}"
    cards = dict(_cards(state))
    return Display(words=words, lit=_lit(state), cards=cards, names=dict(_names(cards)))


def _words(state: Round) -> str:
    if state.award is not None:
        return _CHECKS[state.award.waits_for].format(state.award.seat)
    if seat := asked(state):
        return f"Position {seat}: play or fold"
    if seat := revealed_next(state):
        return f"Position {seat} is settled next"
    return _WORDS[state.phase]


def _lit(state: Round) -> tuple[str, ...]:
    if seat := asked(state):
        return (wager_area(PLAY, seat),)
    if state.phase == DECIDING:
        return (cards_area(DEALER),)
    if seat := revealed_next(state):
        return (cards_area(seat),)
    return ()


def _cards(state: Round) -> Iterator[tuple[str, Hand]]:
    """The cards where they lie: face down until their player may look, the dealer's until they are turned over."""
    for hand in state.hands:
        if hand.seat not in state.discarded:
            held = hand.seat != DEALER and hand.seat not in state.folded
            seen = held and state.phase in _LOOKED_AT
            yield cards_area(hand.seat), hand.cards if seen else (UNSEEN,) * len(hand.cards)
    yield from state.shown


def _names(cards: Mapping[str, Hand]) -> Iterator[tuple[str, str]]:
    """What the hands are called that lie open, all their cards dealt."""
    for area, hand in cards.items():
        if is_seen(hand) and len(hand) == HAND_SIZE:
            name = dealers_hand_in_words if area == cards_area(DEALER) else hand_in_words
            yield area, capital(name(hand))
