"""Dice that were inspected before they come to a table: the table inspects only what nobody has inspected before."""

import pytest
from _pytest.mark import ParameterSet

from houseway.games.three_dice_football import ThreeDiceFootball
from houseway.games.three_dice_football.moves import AcceptDice
from houseway.table.checklist import Stage
from houseway.table.dice_play import OfferDice, PassDice, ThrowDice
from houseway.table.dice_steps import DiceIssued, InspectDice, IssueDice
from houseway.table.moves import PlaceWager, Report
from houseway.table.procedure import OpenTable
from houseway.table.roles import Role
from tests.service import ALL_INSTRUMENTS, Service

SET = ("green",) * 4 + ("red",) * 2


def by(alternative: int, clause: str) -> ParameterSet:
    return pytest.param(
        alternative, clause, marks=pytest.mark.clause(clause), id=f"alternative {alternative}"
    )


@pytest.mark.parametrize(("alternative", "clause"), [by(2, "603a.13(f)(2)(iii)"), by(3, "603a.13(f)(3)(v)")])
def test_a_table_opens_with_dice_that_come_inspected(alternative: int, clause: str) -> None:
    service = Service(ThreeDiceFootball())
    (issued,) = service.do(IssueDice(serial="A-1", colours=SET, alternative=alternative))
    assert isinstance(issued, DiceIssued)
    assert issued.clause == clause
    assert service.refused(InspectDice(instruments=ALL_INSTRUMENTS)).message == "dice A-1 stand inspected"
    service.attest(Stage.DICE, Stage.APPROVAL, Stage.OPENING)
    service.do(OpenTable(gaming_day=service.now.date()))
    # A die that was off the table is inspected there, whichever way the set came.
    service.seated(seat_1=100_000)
    service.do(PlaceWager(seat=1, wager="touchdown", amount=1000), OfferDice(seat=1), AcceptDice(seat=1))
    service.do(ThrowDice(seat=1), Report(irregularity="die-off-table", by=Role.DEALER), PassDice())
    assert service.refused(ThrowDice(seat=1)).clause.id == "603a.13(f)(1)(iii)"
    service.do(InspectDice(instruments=ALL_INSTRUMENTS), ThrowDice(seat=1))


@pytest.mark.clause("603a.13(f)(1)(iii)")
def test_dice_of_the_first_alternative_are_inspected_on_receipt() -> None:
    service = Service(ThreeDiceFootball())
    (issued,) = service.do(IssueDice(serial="A-1", colours=SET))
    assert issued.clause == "603a.13(f)(1)(ii)#1"
    service.attest(Stage.DICE, Stage.APPROVAL, Stage.OPENING)
    opening = OpenTable(gaming_day=service.now.date())
    assert service.refused(opening).clause.id == "603a.13(f)(1)(iii)"
    service.do(InspectDice(instruments=ALL_INSTRUMENTS), opening)
