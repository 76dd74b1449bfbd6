"""Table stakes: what players bet with in a hand is what lay before them when it began; it goes into the pot."""

from collections.abc import Mapping

import msgspec

from houseway.games.poker.clauses import TABLE_STAKES
from houseway.games.poker.events import POT
from houseway.games.poker.round import BETWEEN_HANDS, PokerHand
from houseway.law import RuleViolation, implements
from houseway.money import Cents
from houseway.table.events import rack
from houseway.table.means import Chips, Means


class TableStakes(Means[PokerHand]):
    """The chips of players who play each other."""

    @implements("637a.7(c)")
    def on_felt(self, state: PokerHand) -> Mapping[str, Cents]:
        """Everything that was bet lies in the pot, and what players can still bet before them."""
        racks = {rack(holder.seat): holder.stack for holder in state.holders}
        return {POT: state.pot, **racks}

    def staked(self, state: PokerHand, seat: int) -> Cents:
        """What a player has put into the pot in this hand."""
        holder = state.holder(seat)
        return holder.put_in + holder.dead if holder is not None else 0

    @implements("common:poker/table-stakes")
    def check_buying(self, state: PokerHand, seat: int) -> None:
        """Refuse to let a player add chips during a hand."""
        if state.holder(seat) is not None:
            raise RuleViolation(
                TABLE_STAKES, f"the player at position {seat} is in the hand", fix="buy chips after it"
            )

    @implements("common:poker/table-stakes")
    def counted(self, state: PokerHand, chips: Chips) -> PokerHand:
        """What lies before the players when a hand begins is what they may bet in it."""
        if state.phase != BETWEEN_HANDS:
            return state
        return msgspec.structs.replace(state, racks=tuple((seat, chips(seat)) for seat in state.seats))
