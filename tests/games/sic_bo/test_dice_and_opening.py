"""Dice, check-lists and opening of a Sic Bo table (625a.1, 625a.2, 625a.5(a))."""

from datetime import UTC, date, datetime

import pytest

from houseway.games.sic_bo.moves import (
    ActivateShaker,
    BringManualShaker,
    ClearLights,
    EnterDice,
    Mark,
    MarkOutOfOrder,
    RemoveDice,
    RestoreAutomatedShaker,
    RevealDice,
)
from houseway.law import Duty, RuleViolation, edition_in_force, implementations, register
from houseway.law.editions import NoEdition
from houseway.table.checklist import Stage
from houseway.table.chip_steps import BuyIn
from houseway.table.dice_steps import InspectDice, IssueDice
from houseway.table.moves import CallNoMoreBets, LeaveSeat, Report, TakeSeat
from houseway.table.procedure import Attested, CloseTable, OpenTable, TableOpened
from houseway.table.roles import Role
from houseway.table.start import ShakeDice
from houseway.table.table_state import Act, Status
from tests.games.sic_bo.dealing import ALL_INSTRUMENTS, FRIDAY, Pit, attestation, only

SHAKE = ShakeDice(times=3)
REST_OF_THE_ROUND = (
    CallNoMoreBets(),
    RevealDice(die_1=1, die_2=2, die_3=3),
    EnterDice(die_1=1, die_2=2, die_3=3),
    ClearLights(),
)
WHITE = ("white",) * 3


@pytest.fixture
def pit() -> Pit:
    """A manual table, its dice sealed in, open."""
    opened = Pit()
    opened.load("A")
    opened.opens()
    return opened


@pytest.fixture
def automated() -> Pit:
    """An automated table with dice made for it locked in, open."""
    opened = Pit(shaker="automated")
    opened.load("A", locked=True, made_for_it=True)
    opened.opens()
    return opened


# Three dice, and how long they last.


@pytest.mark.clause("625a.2(a)#1")
@pytest.mark.parametrize("number", [0, 2, 4])
def test_sic_bo_is_played_with_three_dice(number: int) -> None:
    refusal = Pit().refused(IssueDice(serial="A", colours=("white",) * number))
    assert refusal.clause.id == "625a.2(a)#1"
    assert "3 dice" in refusal.message


def test_three_dice_of_any_colour_will_do() -> None:
    for colour in ("white", "red"):
        pit = Pit()
        pit.act(IssueDice(serial="A", colours=(colour,) * 3))
        assert pit.state.dice is not None


@pytest.mark.clause("625a.2(a)#1")
def test_no_table_opens_without_dice() -> None:
    pit = Pit()
    pit.attest(Stage.APPROVAL, Stage.OPENING, Stage.DICE)
    assert pit.refused(OpenTable(gaming_day=FRIDAY.date())).clause.id == "625a.2(a)#1"


@pytest.mark.clause("625a.2(b)#1")
def test_dice_in_a_manual_shaker_are_changed_after_24_hours(pit: Pit) -> None:
    pit.wait(hours=23, minutes=59)
    pit.act(SHAKE, *REST_OF_THE_ROUND)
    pit.wait(minutes=1)
    assert pit.refused(SHAKE).clause.id == "625a.2(b)#1"
    assert "shake-dice" not in {lawful.move for lawful in pit.table.legal(pit.state, pit.at)}
    pit.load("B")
    pit.act(SHAKE)


@pytest.mark.clause("625a.2(b)#1")
def test_dice_locked_in_a_manual_shaker_last_no_longer() -> None:
    pit = Pit()
    pit.load("A", locked=True, made_for_it=True)
    pit.opens()
    pit.wait(hours=24)
    assert pit.refused(SHAKE).clause.id == "625a.2(b)#1"


@pytest.mark.clause("625a.2(b)#2")
def test_dice_locked_in_an_automated_shaker_are_changed_after_a_calendar_month(automated: Pit) -> None:
    automated.at = datetime(2024, 2, 29, 17, 59, tzinfo=UTC)
    automated.act(ActivateShaker(), *REST_OF_THE_ROUND)
    automated.wait(minutes=1)
    assert automated.refused(ActivateShaker()).clause.id == "625a.2(b)#2"
    automated.load("B", locked=True, made_for_it=True)
    automated.at = datetime(2024, 3, 29, 17, 59, tzinfo=UTC)
    automated.act(ActivateShaker())


@pytest.mark.clause("625a.2(b)#1")
@pytest.mark.parametrize(("locked", "made_for_it"), [(False, True), (True, False), (False, False)])
def test_other_dice_in_an_automated_shaker_last_24_hours(locked: bool, made_for_it: bool) -> None:
    pit = Pit(shaker="automated")
    pit.load("A", locked=locked, made_for_it=made_for_it)
    pit.opens()
    pit.wait(hours=24)
    assert pit.refused(ActivateShaker()).clause.id == "625a.2(b)#1"


@pytest.mark.clause("625a.2(b)#1", "625a.7(d)")
def test_the_dice_of_a_failed_shaker_do_not_go_into_the_manual_one_and_new_ones_last_a_day(
    automated: Pit,
) -> None:
    automated.act(
        ActivateShaker(),
        Report(irregularity="shaker-failed", by=Role.DEALER),
        RemoveDice(),
        MarkOutOfOrder(how=Mark.SIGN),
        BringManualShaker(),
    )
    assert automated.state.dice is None
    assert automated.refused(SHAKE).clause.id == "625a.2(a)#1"
    automated.load("B", locked=True, made_for_it=True)
    automated.act(SHAKE, *REST_OF_THE_ROUND)
    automated.wait(hours=24)
    assert automated.refused(SHAKE).clause.id == "625a.2(b)#1"
    automated.act(RestoreAutomatedShaker())
    assert automated.state.dice is None
    automated.load("C", locked=True, made_for_it=True)
    automated.wait(hours=24)
    automated.act(ActivateShaker())


def test_dice_are_not_changed_between_the_mixing_and_the_cleared_lights(pit: Pit) -> None:
    issue = IssueDice(serial="B", colours=WHITE)
    for move in (SHAKE, *REST_OF_THE_ROUND[:-1]):
        pit.act(move)
        assert pit.refused(issue).clause.id == "603a.13(f)(1)(ii)#1"
    pit.act(ClearLights(), issue)


@pytest.mark.clause("603a.13(f)(1)(iii)(C)#1", "603a.13(f)(1)(iii)(C)#2", "625a.2(a)#2")
def test_dice_are_sealed_into_the_shaker_before_the_dealer_and_the_shaker_is_fastened() -> None:
    pit = Pit()
    pit.act(IssueDice(serial="A", colours=WHITE), InspectDice(instruments=ALL_INSTRUMENTS))
    pit.attest(Stage.APPROVAL, Stage.OPENING)
    opening = OpenTable(gaming_day=FRIDAY.date())
    steps = pit.missing(Stage.DICE)
    assert [(step.clause.id, step.witness) for step in steps] == [
        ("603a.13(f)(1)(iii)(C)#1", Role.DEALER),
        ("603a.13(f)(1)(iii)(C)#2", Role.DEALER),
        ("625a.2(a)#2", None),
    ]
    for step in steps:
        assert pit.refused(opening).clause == step.clause
        pit.act(attestation(step))
    pit.act(opening)
    pit.act(IssueDice(serial="B", colours=WHITE), InspectDice(instruments=ALL_INSTRUMENTS))
    assert pit.missing(Stage.DICE) == steps


# Approvals and opening.


BOTH = [
    "625a.1(a)#1",
    "625a.1(a)#2",
    "625a.1(b)#2",
    "625a.1(c)",
    "625a.1(d)",
    "625a.5(a)(1)",
]
MANUAL = [
    "625a.1(d)(1)",
    "625a.1(d)(1)(i)#1",
    "625a.1(d)(1)(i)#2",
    "625a.1(d)(1)(ii)",
    "625a.1(d)(1)(iii)",
    "625a.1(e)#1",
    "625a.1(e)#2",
]
AUTOMATED = [
    "625a.1(d)(2)",
    "625a.1(d)(2)(i)",
    "625a.1(d)(2)(ii)",
    "625a.1(d)(2)(iii)",
    "625a.5(a)(2)",
]


@pytest.mark.parametrize(
    ("shaker", "clauses"),
    [
        pytest.param(shaker, clauses, marks=pytest.mark.clause("625a.5(a)", *clauses), id=shaker)
        for shaker, clauses in [("manual", BOTH + MANUAL), ("automated", BOTH + AUTOMATED)]
    ],
)
def test_no_table_opens_before_every_approval_and_inspection_is_attested(
    shaker: str, clauses: list[str]
) -> None:
    pit = Pit(shaker=shaker)
    pit.load("A")
    opening = OpenTable(gaming_day=FRIDAY.date())
    steps = (*pit.missing(Stage.APPROVAL), *pit.missing(Stage.OPENING))
    assert {step.clause.id for step in steps} == set(clauses)
    for step in steps:
        assert pit.refused(opening).clause == step.clause
        assert only(pit.act(attestation(step)), Attested).clause == step.clause.id
    opened = only(pit.act(opening), TableOpened)
    assert (opened.clause, opened.edition) == ("625a.5(a)", "625a-2011")
    assert pit.state.status is Status.OPEN


@pytest.mark.clause("625a.5(a)(1)", "625a.5(a)(2)")
def test_the_floorperson_tries_device_and_automated_shaker_anew_at_every_opening(automated: Pit) -> None:
    tests = [step for step in automated.table.game.checklist if step.stage is Stage.OPENING]
    assert [step.clause.id for step in tests] == ["625a.5(a)(1)", "625a.5(a)(2)"]
    automated.act(CloseTable())
    assert list(automated.missing(Stage.OPENING)) == tests
    for step in tests:
        assert automated.refused(attestation(step, by=Role.DEALER)).clause == step.clause
    assert automated.refused(OpenTable(gaming_day=FRIDAY.date())).clause.id == "625a.5(a)(1)"
    automated.opens()


@pytest.mark.clause("625a.5(a)(2)")
def test_an_automated_shaker_that_is_out_of_order_is_not_tried_at_opening(automated: Pit) -> None:
    automated.act(
        Report(irregularity="shaker-unusable", by=Role.DEALER),
        RemoveDice(),
        MarkOutOfOrder(how=Mark.COVERED),
        BringManualShaker(),
    )
    automated.load("B")
    automated.act(CloseTable())
    (trial,) = [step for step in automated.table.game.checklist if step.clause.id == "625a.5(a)(2)"]
    assert trial not in automated.missing(Stage.OPENING)
    assert automated.refused(attestation(trial)).clause.id == "625a.5(a)(2)"
    automated.opens()
    automated.act(SHAKE)


@pytest.mark.clause("625a.5(a)")
def test_a_closed_table_takes_neither_seats_nor_shakes(pit: Pit) -> None:
    pit.act(CloseTable())
    assert pit.refused(TakeSeat(seat=1)).clause.id == "625a.5(a)"
    assert pit.refused(SHAKE).clause.id == "625a.5(a)"


def test_a_table_keeps_its_dice_when_it_reopens_within_their_day(pit: Pit) -> None:
    pit.act(CloseTable())
    pit.wait(hours=8)
    pit.opens()
    pit.act(SHAKE)


@pytest.mark.clause("625a.4(c)")
def test_a_table_does_not_close_in_the_middle_of_a_round(pit: Pit) -> None:
    pit.act(SHAKE)
    assert pit.refused(CloseTable()).clause.id == "625a.4(c)"
    pit.act(*REST_OF_THE_ROUND, CloseTable())


@pytest.mark.clause("625a.4(c)")
def test_a_table_does_not_close_on_its_players(pit: Pit) -> None:
    pit.act(TakeSeat(seat=4), BuyIn(seat=4, amount=10_000))
    assert pit.refused(CloseTable()).clause.id == "625a.4(c)"
    pit.act(LeaveSeat(seat=4), CloseTable())


def test_no_text_is_extrapolated_to_a_day_before_the_first_edition() -> None:
    pit = Pit()
    pit.load("A")
    pit.attest(Stage.APPROVAL, Stage.OPENING)
    with pytest.raises(RuleViolation, match="not the gaming day"):
        pit.table.apply(pit.state, Act(move=OpenTable(gaming_day=date(2011, 11, 21)), who="test", at=FRIDAY))
    with pytest.raises(NoEdition, match="2011-11-21"):
        edition_in_force("sic-bo", date(2011, 11, 21))


def test_every_clause_of_the_chapter_that_software_owes_something_is_implemented() -> None:
    owed = {c.id for c in register().values() if c.chapter == "625a" and c.duty is not Duty.INFORM}
    assert owed - set(implementations()) == set()
