"""Vigorish that was marked: collected by the dealer between rounds, and paid before its player leaves."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from houseway.games.baccarat.events import VigorishWrittenOff
from houseway.games.baccarat.moves import CollectVigorish, WriteOffVigorish
from houseway.games.baccarat.round import Round
from houseway.games.baccarat.settlement import with_debt
from houseway.games.baccarat.vigorish import VIGORISH
from houseway.games.baccarat.wagers import BANKER
from houseway.law import RuleViolation, implements
from houseway.money import dollars
from houseway.table.card_table import AreaMeans
from houseway.table.events import VigorishCollected
from houseway.table.felt import Step
from houseway.table.means import Chips
from houseway.table.rules import Lawful, Offer

if TYPE_CHECKING:
    from houseway.games.baccarat.game import BaccaratGame
    from houseway.table.game import Game

_COLLECT = str(CollectVigorish.__struct_config__.tag)


class DebtMeans(AreaMeans[Round]):
    """A player's chips, out of which vigorish is collected that was marked."""

    def within(self, game: "Game[Round]", state: Round, act: Lawful, chips: Chips) -> Iterator[Lawful]:
        """As at every card table; vigorish is collected from whoever has chips to pay it."""
        if act.move != _COLLECT:
            yield from super().within(game, state, act, chips)
            return
        able = tuple(seat for seat in act.fields["seat"] if chips(seat) >= state.owes(seat))
        if able:
            yield msgspec.structs.replace(act, fields={"seat": able})


def _check_debt(state: Round, seat: int) -> None:
    if not state.owes(seat):
        raise RuleViolation(VIGORISH, f"position {seat} owes no vigorish")


@implements("common:baccarat/vigorish", readings=("BAC-05",))
def collect(game: "BaccaratGame", state: Round, move: CollectVigorish) -> Step[Round]:
    """The dealer collects all that a position owes."""
    _check_debt(state, move.seat)
    clauses = (VIGORISH.id, (game.form.vigorish_boxes.id,))
    paid = VigorishCollected(
        seat=move.seat,
        wager=BANKER,
        pick="",
        amount=state.owes(move.seat),
        clause=clauses[0],
        also=clauses[1],
    )
    return Step(with_debt(state, move.seat, 0), (paid,))


@implements("common:baccarat/vigorish", readings=("BAC-05",))
def write_off(game: "BaccaratGame", state: Round, move: WriteOffVigorish) -> Step[Round]:
    """A floorperson writes off what cannot be collected."""
    _check_debt(state, move.seat)
    lost = VigorishWrittenOff(seat=move.seat, amount=state.owes(move.seat), by=move.by, clause=VIGORISH.id)
    return Step(with_debt(state, move.seat, 0), (lost,))


def debtors(game: "BaccaratGame", state: Round) -> Iterator[Offer]:
    """The positions that owe vigorish."""
    if seats := tuple(debt.seat for debt in state.owed):
        yield Offer({"seat": seats})


@implements("common:baccarat/vigorish", readings=("BAC-05",))
def check_paid(state: Round, seat: int) -> None:
    """Refuse to let a player go who owes vigorish."""
    if owes := state.owes(seat):
        raise RuleViolation(
            VIGORISH,
            f"the player at position {seat} owes {dollars(owes)} vigorish",
            fix="collect it first",
        )
