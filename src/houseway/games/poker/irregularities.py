"""What can go wrong in a hand of Poker: dead hands and misdeals, as common practice has them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.games.poker.clauses import MISDEAL
from houseway.games.poker.course import go_on_without
from houseway.games.poker.events import HandDead, StakeReturned
from houseway.games.poker.moves import DeclareDead
from houseway.games.poker.round import UNDER_WAY, PokerHand
from houseway.games.poker.settlement import cleared
from houseway.law import RuleViolation, implements
from houseway.table.events import Event, IrregularityCalled
from houseway.table.felt import Step
from houseway.table.irregularities import Remedy
from houseway.table.roles import FLOORPERSONS
from houseway.table.rules import Offer

if TYPE_CHECKING:
    from houseway.games.poker.game import Poker


@implements("common:poker/misdeal")
def declare_dead(game: "Poker", state: PokerHand, move: DeclareDead) -> Step[PokerHand]:
    """A dead hand is out; what it put in stays in the pot."""
    holder = state.holder(move.seat)
    if holder is None or holder.folded:
        raise RuleViolation(MISDEAL, f"position {move.seat} holds no live hand")
    dead = HandDead(seat=move.seat, by=move.by, clause=MISDEAL.id)
    if state.betting is not None:
        state = replace(state, betting=state.betting.without(move.seat))
    return go_on_without(game, state, move.seat, (dead,))


def live_hands(game: "Poker", state: PokerHand) -> Iterator[Offer]:
    """Every hand that may be declared dead."""
    yield Offer({"seat": tuple(holder.seat for holder in state.live)})


@implements("common:poker/misdeal")
def _misdealt(game: "Poker", state: PokerHand, called: IrregularityCalled) -> Step[PokerHand]:
    """Everything that was put in goes back, and the hand is over."""
    back: list[Event] = []
    for holder in state.holders:
        paid = holder.put_in + holder.dead
        changed = replace(holder, stack=holder.stack + paid, put_in=0, dead=0)
        state = state.with_holder(changed, holder)
        if paid:
            back.append(StakeReturned(seat=holder.seat, amount=paid, clause=MISDEAL.id))
    return cleared(game, state, (called, *back), {}, kill=state.kill)


MISDEALT = "misdeal"
REMEDIES = {
    MISDEALT: Remedy(
        MISDEALT,
        "Misdeal",
        FLOORPERSONS,
        MISDEAL,
        "everything put in goes back",
        UNDER_WAY,
        do=_misdealt,
    )
}
