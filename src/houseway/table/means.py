"""Means: whose chips a position is played from, how far they go, and where they lie once they are bet."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from houseway.money import Cents
from houseway.table.events import FELT
from houseway.table.felt import Felt
from houseway.table.moves import Instrument, Move, PlaceWager
from houseway.table.roles import DEALERS
from houseway.table.rules import Lawful
from houseway.table.wagers import Bet, Range, bet_at

if TYPE_CHECKING:
    from houseway.table.game import Game

State = TypeVar("State", bound=Felt)
# The chips that the player at a position has to wager.
Chips = Callable[[int], Cents]

_PLACE = str(PlaceWager.__struct_config__.tag)


class Means(Generic[State]):
    """A player's chips, at a table where each position is played from its own."""

    def purse_of(self, state: State, seat: int) -> int:
        """The seat whose chips the wagers of a position are made from."""
        return seat

    def counted(self, state: State, chips: Chips) -> State:
        """The state once the chips before the players are counted, in games whose rules depend on them."""
        return state

    def on_felt(self, state: State) -> Mapping[str, Cents]:
        """The chips in each account as the game counts them; the table checks every event against it."""
        return {FELT: sum(bet.amount for bet in state.bets)}

    def staked(self, state: State, seat: int) -> Cents:
        """What a player has at stake."""
        return sum(bet.amount for bet in state.bets if bet.seat == seat)

    def check_buying(self, state: State, seat: int) -> None:
        """Refuse to sell chips to a player at this moment."""
        return

    def check(self, state: State, chips: Chips, move: Move) -> None:
        """Refuse the move that led to this state if a player's chips do not cover what it commits beyond the wagers."""
        return

    def within(self, game: "Game[State]", state: State, act: Lawful, chips: Chips) -> Iterator[Lawful]:
        """A lawful act within the chips that players have: a wager goes up to what is before its player."""
        if act.move != _PLACE:
            yield act
            return
        room = act.amount
        assert room is not None, "a wager always has a range of amounts"
        rooms: dict[Range, list[int]] = {}
        for seat in act.fields["seat"]:
            amounts = range(room.low, room.high + 1, room.step)
            cost, has = _cost(game, state, act, seat), chips(seat)
            # Most players have enough for the most that may lie there, and one look tells.
            enough = bool(amounts) and cost(amounts[-1]) <= has
            affordable = len(amounts) if enough else bisect_right(amounts, has, key=cost)
            if affordable:
                rooms.setdefault(Range(room.low, amounts[affordable - 1], room.step), []).append(seat)
        for narrowed, seats in rooms.items():
            yield msgspec.structs.replace(act, amount=narrowed, fields={**act.fields, "seat": tuple(seats)})
        if game.betting.takes_cash:
            cash = {"instrument": (Instrument.VERBAL_WITH_CASH,)}
            yield msgspec.structs.replace(act, by=DEALERS, fields={**act.fields, **cash})


def _cost(game: "Game[Any]", state: Any, act: Lawful, seat: int) -> Callable[[Cents], Cents]:
    """What it takes from a player to put an amount on a wager."""
    (wager,), (pick,) = act.fields["wager"], act.fields["pick"]
    before = bet_at(state.bets, seat, wager, pick)
    held = before.amount if before else 0
    return lambda added: added + game.wagering.fee(state, Bet(seat, wager, pick, held + added), added)
