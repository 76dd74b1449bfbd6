"""What a glance at a Poker table tells: the moment, whose turn it is, the chips in the middle, and the cards one may see."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from houseway.equipment.cards import UNSEEN, Hand, cards, is_seen
from houseway.games.poker import round as moment
from houseway.games.poker.layout import (
    BOARD_AREA,
    BURNED,
    BUTTON,
    bet_area,
    button_area,
    hand_area,
    pot_area,
)
from houseway.games.poker.round import Holder, PokerHand
from houseway.games.poker.variants import Variant
from houseway.money import Cents
from houseway.table.betting_round import Answer
from houseway.table.layout import Display
from houseway.table.pots import Stake, pots
from houseway.table.rankings import NO_HAND
from houseway.table.words import capital, listed

if TYPE_CHECKING:
    from houseway.games.poker.game import Poker

_BOARDS = {3: "Flop", 4: "Turn", 5: "River"}
_DRAWS = ("First draw", "Second draw", "Third draw")
_STUD = ("Third street", "Fourth street", "Fifth street", "Sixth street", "Seventh street")


def street_name(variant: Variant, street: int) -> str:
    """A street as people call it."""
    if variant.brings_in:
        return _STUD[street]
    if variant.draws:
        return _DRAWS[street - 1] if street else "Before the draw"
    if not street:
        return "Before the flop"
    return _BOARDS[sum(one.board for one in variant.streets[: street + 1])]


def display(game: "Poker", state: PokerHand, viewer: int = 0) -> Display:
    """The table at a glance, as anybody sees it or with the cards of one position."""
    seen = {hand_area(holder.seat): seen_of(holder, viewer) for holder in state.live if holder.cards}
    seen |= {hand_area(shown.seat): shown.cards for shown in state.last_shown if shown.seat in state.seats}
    board = state.board or state.last_board
    lying = {**seen, BOARD_AREA: board, BURNED: (UNSEEN,) * burned(game, state)}
    chips = dict(chips_lying(state))
    return Display(
        words=_words(game, state),
        markers={BUTTON: button_area(state.button)} if state.button else {},
        lit=tuple(hand_area(seat) for seat in asked(state)),
        cards={area: held for area, held in lying.items() if held},
        names={**dict(_names(game, state, seen, board)), **dict(_contended(state))},
        chips=chips,
    )


def seen_of(holder: Holder, viewer: int) -> Hand:
    """A hand as a viewer sees it: the cards face down only if they are the viewer's own, or shown."""
    down = holder.down if holder.shown or holder.seat == viewer else (UNSEEN,) * len(holder.down)
    return (*down, *holder.up)


def burned(game: "Poker", state: PokerHand) -> int:
    """How many cards lie burned."""
    if state.phase == moment.BETWEEN_HANDS:
        return 0
    begun = sum(street.burn for street in game.variant.streets[: state.street + 1])
    return max(begun - state.to_burn, 0)


def asked(state: PokerHand) -> tuple[int, ...]:
    """Whose turn it is."""
    match state.phase:
        case moment.BETTING_ROUND if state.betting is not None and state.betting.asked is not None:
            return (state.betting.asked.seat,)
        case moment.DRAWING:
            return state.drawing[:1]
        case moment.BRINGING_IN:
            return state.bringing
        case moment.POSTING:
            return tuple(seat for seat, _ in state.to_post[:1])
        case moment.SHOWDOWN:
            return tuple(holder.seat for holder in state.live if not holder.shown)
        case _:
            return ()


# Chips in the middle.


def bets_before(state: PokerHand) -> dict[int, Cents]:
    """What lies before each player on this street, not yet gathered."""
    if state.betting is not None:
        return {bettor.seat: bettor.bet for bettor in state.betting.bettors if bettor.bet}
    if state.phase in (moment.POSTING, moment.DEALING, moment.BRINGING_IN) and not state.street:
        return {holder.seat: holder.posted for holder in state.holders if holder.posted}
    return {}


def chips_lying(state: PokerHand) -> Iterator[tuple[str, Cents]]:
    """All chips of the pot by where they lie: bets before the players, and the pots of what was gathered."""
    bets = bets_before(state)
    yield from ((bet_area(seat), cents) for seat, cents in bets.items())
    gathered = _gathered(state, bets)
    rest = state.pot - sum(bets.values()) - sum(cents for cents, _ in gathered)
    for number, (cents, _) in enumerate(gathered or [(0, ())]):
        whole = cents + (0 if number else rest)
        if whole:
            yield pot_area(number), whole


def _gathered(state: PokerHand, bets: dict[int, Cents]) -> list[tuple[Cents, tuple[int, ...]]]:
    """The pots of what was gathered, with who can win each."""
    stakes = (
        Stake(holder.seat, holder.put_in - bets.get(holder.seat, 0), not holder.folded)
        for holder in state.holders
    )
    return [(pot.cents, tuple(sorted(pot.contenders))) for pot in pots(stakes)]


def _contended(state: PokerHand) -> Iterator[tuple[str, str]]:
    """What the pots are called where there are several: who can win each."""
    gathered = _gathered(state, bets_before(state))
    for number, (_, seats) in enumerate(gathered if len(gathered) > 1 else ()):
        title = f"Side pot {number}" if number else "Main pot"
        yield pot_area(number), f"{title}: {listed(seats)}"


# Words.


def _names(game: "Poker", state: PokerHand, seen: dict[str, Hand], board: Hand) -> Iterator[tuple[str, str]]:
    """What the hands are called that one sees whole."""
    for area, held in seen.items():
        if is_seen(held) and (name := hand_name(game.variant, held, board)):
            yield area, capital(name)
    # The next street has begun before its card lies on the board; at stud a last card for all may lie there alone.
    if state.board:
        yield BOARD_AREA, _BOARDS.get(len(state.board), street_name(game.variant, state.street))


def hand_name(variant: Variant, own: Hand, board: Hand) -> str:
    """What a hand is worth, side by side, as far as its cards make one."""
    found = []
    for side in variant.sides:
        numbers, open_ = cards(own), cards(board)
        if not side.ranking.choose(len(numbers), len(open_)):
            continue
        value = side.ranking.value(numbers, open_)
        if value > NO_HAND:
            found.append(side.ranking.in_words(value))
    return ", ".join(dict.fromkeys(found))


def _words(game: "Poker", state: PokerHand) -> str:
    if state.phase == moment.BETWEEN_HANDS:
        return "Between two hands"
    told = [street_name(game.variant, state.street), _moment(game, state)]
    if state.pot:
        told.append(f"{game.said(state.pot)} in the pot")
    return " \N{MIDDLE DOT} ".join(told)


def _moment(game: "Poker", state: PokerHand) -> str:
    turn = asked(state)
    match state.phase:
        case moment.POSTING if state.to_post:
            seat, amount = state.to_post[0]
            return f"position {seat} posts {game.said(amount)}"
        case moment.BETTING_ROUND if turn:
            called = game.rooms(state).get(Answer.CALL)
            return f"position {turn[0]} is asked{f', {game.said(called.low)} to call' if called else ''}"
        case moment.DRAWING if state.owed:
            return f"{state.owed} to be dealt to position {turn[0]}"
        case moment.DRAWING if state.to_burn:
            return "a card is burned"
        case moment.DRAWING:
            return f"position {turn[0]} draws"
        case moment.BRINGING_IN:
            return f"position {turn[0]} brings it in"
        case moment.SHOWDOWN:
            return "showdown"
        case _:
            return "a card is burned" if state.to_burn else "the cards are dealt"
