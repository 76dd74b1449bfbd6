"""What a glance at a Pai Gow table tells: the bank's marker, the dice, the tiles face up and face down."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from houseway.equipment.tiles import UNSEEN, Hand
from houseway.games.pai_gow.dealing import COLOUR, method
from houseway.games.pai_gow.delivery import LEVELS, steps
from houseway.games.pai_gow.hands import pending, set_by_dealer
from houseway.games.pai_gow.layout import (
    BANK_MARKER,
    CO_BANK_MARKER,
    COLLECTED_AREA,
    DEAD_HAND_AREA,
    DEALER_STACK_MARKER,
    HIGH,
    LOW,
    hand_area,
    position_area,
    stack_area,
)
from houseway.games.pai_gow.positions import DEAD_HAND, DEALER
from houseway.games.pai_gow.round import Condition, Phase, Round
from houseway.games.pai_gow.submission import StartMethod
from houseway.games.pai_gow.words import hands_in_words, named
from houseway.table.layout import Display
from houseway.table.words import capital

if TYPE_CHECKING:
    from houseway.games.pai_gow.game import PaiGow

_WORDS = {
    Phase.DELIVERING: "The tiles are being delivered",
    Phase.COVERING: "Cover the shaker",
    Phase.SETTING: "Players set their hands",
    Phase.TURNING: "All hands are set; turn the dealer's tiles",
    Phase.DEALER_SETS: "The dealer sets the house way",
    Phase.EXPOSING_BANK: "All hands are set; expose the bank's",
}
# What is to be done with the tiles before the next round, by their condition.
_TILES_WAIT = {
    Condition.BROUGHT: "the tiles are to be inspected",
    Condition.INSPECTED: "the inspection is to be verified",
    Condition.VERIFIED: "the tiles are to be laid out in pairs",
    Condition.SHOWN: "the tiles lie in pairs for the first player",
    Condition.VIEWED: "the tiles are to be mixed",
    Condition.MIXED: "the tiles are to be stacked",
    Condition.USED: "the tiles are to be mixed",
    Condition.EXPOSED: "the tiles are to be mixed again",
    Condition.IDLE: "the tiles are to be laid out in pairs",
    Condition.REJECTED: "the unsuitable set is to be sealed",
}


def display(game: "PaiGow", state: Round) -> Display:
    """The bank's marker, the dice, the tiles face up and face down, and the moment in words."""
    return Display(
        words=_words(game, state),
        markers=dict(_markers(state)),
        dice=tuple((COLOUR, face) for face in state.dice),
        tiles={area: tiles for area, tiles in _tiles_shown(state) if tiles},
        names=dict(_names(state)),
    )


def _words(game: "PaiGow", state: Round) -> str:
    if state.phase is Phase.SHOWDOWN:
        return f"Reveal the hands from the far right; position {pending(state)[0]} is next"
    if state.phase is Phase.CLOSED:
        return f"No more bets; {_before_the_deal(game, state)}"
    if state.phase is not Phase.BETTING:
        return _WORDS[state.phase]
    if state.condition is Condition.STACKED:
        return "Place your bets"
    waits = _TILES_WAIT[state.condition] if state.condition else "a set of tiles is to be brought"
    return f"Place your bets; {waits}"


def _before_the_deal(game: "PaiGow", state: Round) -> str:
    if state.start is not None:
        return f"deliver the tiles, first to {named(state.start)}"
    if method(game.submission, state) is StartMethod.RANDOM_NUMBER_GENERATOR:
        return "read the number"
    if state.shaken:
        return "uncover the dice"
    return "the bank shakes the dice" if state.bank else "shake the dice"


def _markers(state: Round) -> Iterator[tuple[str, str]]:
    if state.bank is not None:
        marker = CO_BANK_MARKER if state.bank.co else BANK_MARKER
        yield marker, position_area(state.bank.seat)
    unturned = state.phase in (Phase.DELIVERING, Phase.COVERING, Phase.SETTING, Phase.TURNING)
    if unturned and state.hand(DEALER) and not state.dealer_stake:
        yield DEALER_STACK_MARKER, position_area(DEALER)


def _tiles_shown(state: Round) -> Iterator[tuple[str, Hand]]:
    """Where tiles lie: stacks, hands not yet set, hands laid face down, what was turned over, and what was taken in unseen."""
    if state.stacks:
        taken = {place for served in steps(state.style)[: len(state.hands)] for place in served.tiles}
        for number, stack in enumerate(state.stacks):
            left = sum((number, level) not in taken for level in range(len(stack)))
            yield stack_area(number + 1), (UNSEEN,) * left
    turned = {laid.seat for laid in state.shown}
    for hand in state.hands:
        if hand.seat == DEAD_HAND:
            yield DEAD_HAND_AREA, (UNSEEN,) * len(hand.tiles)
        elif hand.seat in turned:
            continue
        elif state.is_laid(hand.seat):
            yield from ((hand_area(part, hand.seat), (UNSEEN,) * (LEVELS // 2)) for part in (HIGH, LOW))
        else:
            seen = _is_looked_at(state, hand.seat)
            yield (
                hand_area("hand", hand.seat),
                tuple(
                    tile if seen or (hand.seat, number) in state.exposed else UNSEEN
                    for number, tile in enumerate(hand.tiles, start=1)
                ),
            )
    for shown in state.shown:
        if shown.setting is not None:
            yield hand_area(HIGH, shown.seat), shown.setting.high
            yield hand_area(LOW, shown.seat), shown.setting.low
    # Of the tiles taken in, those that were turned over stay in sight where they lay.
    yield COLLECTED_AREA, tuple(tile for tile in state.collected if tile == UNSEEN)


def _names(state: Round) -> Iterator[tuple[str, str]]:
    """What the hands are called that were turned over."""
    for shown in state.shown:
        if shown.setting is not None:
            high, low = hands_in_words(shown.setting.high, shown.setting.low).names
            yield hand_area(HIGH, shown.seat), capital(high)
            yield hand_area(LOW, shown.seat), capital(low)


def _is_looked_at(state: Round, seat: int) -> bool:
    """Whether a hand not yet set is in sight: what the dealer sets once turned, a player's once the deal is complete."""
    if seat == set_by_dealer(state):
        return state.phase is Phase.DEALER_SETS
    return state.phase is Phase.SETTING and seat not in state.deciding
