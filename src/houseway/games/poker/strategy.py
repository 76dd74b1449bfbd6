"""Simple lawful play for the other seats of a training table: each looks at its own cards and the board, and at nothing else."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from houseway.equipment.cards import Hand, cards
from houseway.games.poker import round as moment
from houseway.games.poker.display import asked
from houseway.games.poker.moves import (
    BringIn,
    Call,
    Check,
    DrawCards,
    FoldHand,
    MakeBet,
    PostBlind,
    RaiseTo,
    ShowHand,
)
from houseway.games.poker.round import Holder, PokerHand
from houseway.games.poker.variants import Side
from houseway.table.betting_round import Answer
from houseway.table.low_hands import ace_low
from houseway.table.moves import Move
from houseway.table.rankings import BADUGI, DEUCE_TO_SEVEN

if TYPE_CHECKING:
    from houseway.games.poker.game import Poker

# In how many of ten cases a seat that likes its hand bets or raises, and one that does not calls.
_IN_TEN, _PRESSES, _PAYS = 10, 6, 4
_LOW_ENOUGH = 8  # the highest card that a low draw keeps
_HIGH_CARD = 9  # a jack, as ranks are counted from the two


def simple_move(game: "Poker", state: PokerHand, but_for: int, below: Callable[[int], int]) -> Move | None:
    """The move of the player whose turn it is; none if that is the one whose seat somebody plays."""
    turn = [seat for seat in asked(state) if seat != but_for]
    if not turn or (state.phase != moment.SHOWDOWN and but_for in asked(state)):
        return None
    holder = state.holder(turn[0])
    assert holder is not None, "whose turn it is has a hand"
    match state.phase:
        case moment.POSTING:
            return PostBlind(seat=holder.seat)
        case moment.BRINGING_IN:
            return BringIn(seat=holder.seat)
        case moment.DRAWING if not (state.to_burn or state.owed):
            return DrawCards(seat=holder.seat, discards=discards(game, holder))
        case moment.BETTING_ROUND:
            return _answer(game, state, holder, below)
        case moment.SHOWDOWN:
            return ShowHand(seat=holder.seat)
        case _:
            return None


def _answer(game: "Poker", state: PokerHand, holder: Holder, below: Callable[[int], int]) -> Move:
    rooms = game.rooms(state)
    likes, drawn = likes_its_hand(game, state, holder), below(_IN_TEN)
    if likes and drawn < _PRESSES:
        for answer, move in ((Answer.BET, MakeBet), (Answer.RAISE, RaiseTo)):
            if answer in rooms:
                return move(seat=holder.seat, amount=rooms[answer].low)
    if Answer.CHECK in rooms:
        return Check(seat=holder.seat)
    return Call(seat=holder.seat) if likes or drawn < _PAYS else FoldHand(seat=holder.seat)


def likes_its_hand(game: "Poker", state: PokerHand, holder: Holder) -> bool:
    """Whether a hand looks worth a bet: low cards where low wins, else a pair or two high ones."""
    own = holder.cards
    return any(_likes(side, own, state.board) for side in game.variant.sides)


def _likes(side: Side, own: Hand, board: Hand) -> bool:
    if side.low:
        return len(kept_low(side, own)) >= min(3, len(own))
    ranks = [number >> 2 for number in cards(own)]
    met = [number >> 2 for number in cards(board)]
    paired = len(set(ranks)) < len(ranks) or any(rank in met for rank in ranks)
    return paired or (not board and sum(rank >= _HIGH_CARD for rank in ranks) > 1)


def kept_low(side: Side, own: Hand) -> Hand:
    """The cards that a low hand is built on: low ones, each rank once, and in Badugi each suit once."""
    deuce_low, badugi = side.ranking is DEUCE_TO_SEVEN, side.ranking is BADUGI
    kept: list[str] = []
    for code in sorted(own, key=lambda code: _low_rank(code, deuce_low=deuce_low)):
        taken = {other[0] for other in kept} | ({other[1] for other in kept} if badugi else set())
        if _low_rank(code, deuce_low=deuce_low) <= _LOW_ENOUGH and taken.isdisjoint(
            code if badugi else code[:1]
        ):
            kept.append(code)
    return tuple(kept)


def _low_rank(code: str, *, deuce_low: bool) -> int:
    (number,) = cards((code,))
    return (number >> 2) + 2 if deuce_low else ace_low(number) + 1


def discards(game: "Poker", holder: Holder) -> Hand:
    """What a seat throws in a draw: everything that it does not build on."""
    kept = kept_low(game.variant.sides[0], holder.down)
    return tuple(code for code in holder.down if code not in kept)
