"""Dice out of use when anything may be unfair or the Board asks, and the report about it (603a.13(g))."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from houseway.backoffice.custody.book import BOOK
from houseway.backoffice.custody.facts import ReportFiled
from houseway.backoffice.custody.orders import (
    Disposal,
    DisposeOf,
    FileDiscrepancyReport,
    InspectDice,
    Lack,
    Reason,
    RemoveDice,
    RemoveForBoard,
    ReplaceDie,
    ReportSeal,
    SealFault,
    StoreAgain,
    Suspicion,
    TakeOutOfUse,
    TellSurveillance,
)
from houseway.backoffice.custody.piece import Alternative, Whereabouts
from houseway.equipment.dice import DiceGame
from tests.backoffice.custody.crew import (
    BOARD,
    BOX,
    DEALER,
    EYE,
    FLOOR,
    FLOOR_2,
    GUARD,
    KEYS,
    ONE,
    PIT,
    SHIFT,
    TABLE,
    THREE,
    TWO,
    Crew,
    inspection_1,
    inspection_2,
    inspection_3,
    placing,
)

CRAPS = DiceGame.CRAPS


@pytest.fixture
def crew() -> Crew:
    return Crew(ONE)


def report(crew: Crew, **changes: Any) -> FileDiscrepancyReport:
    whole = {
        "serial": "K1",
        "discovered_at": crew.at,
        "dealer": "Dealer 1, PA-0101",
        "description": "The die rocks on the five",
    }
    return FileDiscrepancyReport(**{**whole, **changes})


@pytest.mark.clause("603a.13(g)#1")
@pytest.mark.parametrize("suspicion", Suspicion)
def test_any_sign_of_unfairness_takes_dice_out_of_use_at_once(crew: Crew, suspicion: Suspicion) -> None:
    crew.in_use_1("K1", CRAPS)
    order = RemoveDice(serial="K1", suspicion=suspicion, finding="the six is shaved")
    assert crew.refused(order, DEALER) == "603a.13(g)#1"
    crew.do(order, BOX)
    assert crew.piece("K1").standing is Whereabouts.OUT
    assert not crew.plays("K1")
    # Nothing brings them back.
    assert crew.refused(placing("K1", CRAPS, ONE), BOX, DEALER) == "603a.13(g)#1"
    assert crew.refused(inspection_1("K1", CRAPS), BOX, DEALER) == "603a.13(g)#1"
    assert crew.refused(StoreAgain(serials=("K1",)), *KEYS) == "603a.13(g)#1"
    assert crew.next_orders("K1") == set()


@pytest.mark.clause("603a.13(g)#1")
def test_wherever_they_are_and_at_any_hour(crew: Crew) -> None:
    crew.receive("K1", CRAPS)
    crew.forward(hours=11)
    crew.do(RemoveDice(serial="K1", suspicion=Suspicion.FLAW, finding="scratched in the box"), FLOOR)
    crew.drawn("K2", CRAPS, ONE)
    crew.do(RemoveDice(serial="K2", suspicion=Suspicion.DEFECT, finding="not square"), PIT)
    assert {crew.piece(serial).standing for serial in ("K1", "K2")} == {Whereabouts.OUT}


def before_inspection(alternative: Alternative) -> tuple[Crew, tuple[str, ...]]:
    """A crew with a set that only waits for its inspection, and those who inspect it."""
    crew = Crew(alternative)
    match alternative:
        case Alternative.AT_THE_TABLE:
            crew.at_table_1("K1", CRAPS)
            return crew, (BOX, DEALER)
        case Alternative.AT_THE_PIT:
            crew.with_inspectors("K1", CRAPS)
            return crew, (FLOOR, FLOOR_2)
        case Alternative.IN_STORAGE:
            crew.receive("K1", CRAPS)
            crew.do(TellSurveillance(serials=("K1",), game=CRAPS), FLOOR, EYE)
            return crew, (SHIFT, FLOOR, GUARD)


@pytest.mark.clause("603a.13(g)#1")
@pytest.mark.parametrize(
    ("alternative", "inspection"), [(ONE, inspection_1), (TWO, inspection_2), (THREE, inspection_3)]
)
def test_a_set_that_does_not_pass_its_inspection_is_out_of_use(
    alternative: Alternative, inspection: Callable[..., InspectDice]
) -> None:
    crew, who = before_inspection(alternative)
    assert crew.refused(inspection("K1", CRAPS, sound=False), *who) == "603a.13(g)#1"
    # Nor is anything that was found passed over.
    assert crew.refused(inspection("K1", CRAPS, finding="a chipped corner"), *who) == "603a.13(g)#1"
    crew.do(inspection("K1", CRAPS, sound=False, finding="the magnet holds one die"), *who)
    assert crew.piece("K1").standing is Whereabouts.OUT
    assert [due.clause.id for due in BOOK.due(crew.desk())] == ["603a.13(g)#3"]


@pytest.mark.clause("603a.13(g)#2")
def test_so_does_the_request_of_the_boards_people(crew: Crew) -> None:
    crew.in_use_1("K1", CRAPS)
    order = RemoveForBoard(serial="K1", request="to be tested in the laboratory")
    assert crew.refused(order, PIT) == "603a.13(g)#2"
    crew.do(order, BOARD)
    assert crew.piece("K1").standing is Whereabouts.OUT
    assert crew.refused(placing("K1", CRAPS, ONE), BOX, DEALER) == "603a.13(g)#2"


@pytest.mark.clause("603a.13(g)#3")
def test_each_removal_calls_for_a_dice_discrepancy_report(crew: Crew) -> None:
    crew.in_use_1("K1", CRAPS)
    found_at = crew.at
    crew.do(RemoveDice(serial="K1", suspicion=Suspicion.TAMPERING, finding="the five is shaved"), BOX)
    (due,) = BOOK.due(crew.desk())
    assert (due.clause.id, due.by, due.late) == ("603a.13(g)#3", crew.day, False)
    crew.forward(days=1)
    assert [row.late for row in BOOK.due(crew.desk())] == [True]
    order = report(crew, discovered_at=found_at)
    assert crew.refused(order, FLOOR, BOX, BOARD) == "603a.13(g)#3"
    assert crew.refused(order, BOX, FLOOR, EYE) == "603a.13(g)#3"
    assert crew.refused(order, BOX, BOX, BOARD) == "603a.13(g)#3"
    (filed,) = crew.do(order, BOX, FLOOR, BOARD)
    assert isinstance(filed, ReportFiled)
    assert filed.number == "DDR-000001"
    assert BOOK.due(crew.desk()) == ()
    assert crew.refused(order, BOX, FLOOR, BOARD) == "603a.13(g)#3"
    crew.do(DisposeOf(serials=("K1",), how=Disposal.GIVEN_TO_THE_BOARD), *KEYS, BOARD)


@pytest.mark.clause("603a.13(g)#3")
def test_the_report_names_moment_table_dice_finding_and_people(crew: Crew) -> None:
    crew.in_use_1("K1", CRAPS)
    crew.do(RemoveForBoard(serial="K1", request="routine test"), BOARD)
    crew.do(report(crew), DEALER, FLOOR, BOARD)
    paper = crew.paper("dice-discrepancy-report", "DDR-000001")
    said = {field.label: field.value for field in paper.fields}
    assert paper.title == "Dice Discrepancy Report"
    assert said["Date and time of discovery"] == "2014-05-01 16:00 UTC"
    assert said["Table"] == TABLE
    assert said["Game"] == "Craps"
    assert said["Serial number"] == "K1"
    assert said["Dice"] == "5 dice, red"
    assert "routine test" in said["What was found"]
    assert said["Dealer at the table"] == "Dealer 1, PA-0101"
    assert said["Description"] == "The die rocks on the five"
    assert said["Found by"].startswith(BOARD.title())
    assert [one.part for one in paper.signatures] == ["discovered by", "supervisor", "casino compliance"]
    assert all(one.signed_at == crew.at for one in paper.signatures)
    removed = next(field for field in paper.fields if field.label == "What was found")
    assert removed.clause is not None
    assert removed.clause.id == "603a.13(g)#2"


@pytest.mark.clause("603a.13(g)#3")
def test_a_report_tells_of_something_that_was_found(crew: Crew) -> None:
    crew.in_use_1("K1", CRAPS)
    assert crew.refused(report(crew), BOX, FLOOR, BOARD) == "603a.13(g)#3"
    crew.do(RemoveDice(serial="K1", suspicion=Suspicion.FLAW, finding="chipped"), BOX)
    ahead = report(crew, discovered_at=crew.at + timedelta(minutes=1))
    assert crew.refused(ahead, BOX, FLOOR, BOARD) == "603a.13(g)#3"
    somewhere = report(crew, discovered_at=crew.at.replace(tzinfo=None))
    assert crew.refused(somewhere, BOX, FLOOR, BOARD) == "603a.13(g)#3"
    crew.do(report(crew), BOX, FLOOR, BOARD)


@pytest.mark.clause("603a.13(g)#3")
def test_nothing_is_discovered_after_the_dice_were_removed_or_before_they_came(crew: Crew) -> None:
    crew.receive("K1", CRAPS)
    received = crew.at
    crew.forward(hours=2)
    crew.do(RemoveDice(serial="K1", suspicion=Suspicion.FLAW, finding="chipped"), BOX)
    removed = crew.at
    crew.forward(hours=2)
    for never in (received - timedelta(seconds=1), removed + timedelta(seconds=1)):
        assert crew.refused(report(crew, discovered_at=never), BOX, FLOOR, BOARD) == "603a.13(g)#3"
    crew.do(report(crew, discovered_at=removed - timedelta(hours=1)), BOX, FLOOR, BOARD)


@pytest.mark.clause("603a.13(g)#1", "603a.13(g)#3")
@pytest.mark.parametrize(("fault", "reported"), [(fault, fault is SealFault.TAMPERED) for fault in SealFault])
def test_a_seal_that_somebody_was_at_is_reported_though_the_dice_may_pass_again(
    fault: SealFault, reported: bool
) -> None:
    crew = Crew(THREE)
    crew.at_table_3("K1", CRAPS)
    crew.do(ReportSeal(serial="K1", fault=fault, finding="glued again"), BOX)
    crew.do(inspection_1("K1", CRAPS), BOX, DEALER)
    crew.do(placing("K1", CRAPS, ONE), BOX, DEALER)
    due = [row.clause.id for row in BOOK.due(crew.desk())]
    assert ("603a.13(g)#3" in due) is reported
    if reported:
        crew.do(report(crew), BOX, FLOOR, BOARD)
        said = {
            field.label: (field.value, field.clause)
            for field in crew.paper("dice-discrepancy-report", "DDR-000001").fields
        }
        finding, clause = said["What was found"]
        assert finding == "seal tampered: glued again"
        assert clause is not None
        assert clause.id == "603a.13(g)#1"


@pytest.mark.clause("603a.13(g)#1")
def test_a_set_with_an_unreported_die_can_still_be_removed_and_one_report_tells_both() -> None:
    crew = Crew(THREE)
    crew.in_use_3("K1", CRAPS)
    crew.sealed_3("R1", CRAPS, colours=("red",), imprint="K1")
    crew.draw("R1", THREE)
    crew.to_pit("R1", THREE)
    replace = ReplaceDie(
        serial="K1",
        game=CRAPS,
        table=TABLE,
        single="R1",
        lack=Lack.REJECTED,
        colour="red",
        seal_intact=True,
        free_of_tampering=True,
        finding="a chipped corner",
    )
    missing = msgspec.structs.replace(replace, lack=Lack.MISSING)
    assert crew.refused(missing, BOX, DEALER) == "603a.13(g)#1", "what was found is not passed over"
    crew.do(replace, BOX, DEALER)
    first_day = crew.day
    assert crew.piece("K1").standing is Whereabouts.IN_USE
    crew.forward(hours=20)
    crew.do(RemoveDice(serial="K1", suspicion=Suspicion.FLAW, finding="another chipped corner"), BOX)
    found = crew.piece("K1").discrepancy
    assert found is not None
    assert found.finding == "a chipped corner; another chipped corner"
    # The report about the first is not put off by the second.
    assert found.day == first_day < crew.day
    crew.do(report(crew), BOX, FLOOR, BOARD)
    assert BOOK.due(crew.desk()) == ()


def test_reports_are_numbered_one_after_the_other(crew: Crew) -> None:
    for number in (1, 2, 3):
        crew.receive(f"K{number}", CRAPS)
        crew.do(RemoveDice(serial=f"K{number}", suspicion=Suspicion.FLAW, finding="chipped"), FLOOR)
        (filed,) = crew.do(report(crew, serial=f"K{number}"), BOX, FLOOR, BOARD)
        assert isinstance(filed, ReportFiled)
        assert filed.number == f"DDR-{number:06}"


@pytest.mark.clause("603a.13(g)#1")
def test_what_is_found_after_play_is_reported_as_well(crew: Crew) -> None:
    crew.in_use_1("K1", CRAPS)
    crew.do(TakeOutOfUse(serial="K1", reason=Reason.TABLE_CLOSED), BOX)
    found = RemoveDice(serial="K1", suspicion=Suspicion.TAMPERING, finding="seen when they were collected")
    crew.do(found, FLOOR)
    assert crew.refused(found, FLOOR) == "603a.13(g)#1"
    assert crew.refused(RemoveForBoard(serial="K1", request="hold them"), BOARD) == "603a.13(g)#2"
    crew.do(report(crew), DEALER, FLOOR, BOARD)


@pytest.mark.parametrize(
    ("game", "reason", "clause"),
    [
        (CRAPS, Reason.TABLE_CLOSED, "623a.7(d)#2"),
        (CRAPS, Reason.DIE_LOST, "623a.7(d)#3"),
        (CRAPS, Reason.TIME_UP, "623a.7(d)#1"),
        (DiceGame.THREE_DICE_FOOTBALL, Reason.TABLE_CLOSED, "661a.4(d)#2"),
        (DiceGame.THREE_DICE_FOOTBALL, Reason.DIE_LOST, "661a.4(d)#3"),
        (DiceGame.SIC_BO, Reason.TABLE_CLOSED, "625a.2(b)#1"),
        (DiceGame.PAI_GOW, Reason.CHANGED, "621a.2(d)(1)#3"),
    ],
)
def test_an_ordinary_change_of_dice_names_its_clause_and_ends_their_use(
    crew: Crew, game: DiceGame, reason: Reason, clause: str
) -> None:
    crew.in_use_1("K1", game)
    order = TakeOutOfUse(serial="K1", reason=reason)
    assert crew.refused(order, DEALER) == "603a.20(r)(2)#2"
    (out,) = crew.do(order, FLOOR)
    assert out.clause == clause
    assert crew.refused(placing("K1", game, ONE), BOX if game is CRAPS else FLOOR, DEALER) == clause
    assert crew.refused(order, FLOOR) == "603a.20(r)(2)#2"
    assert BOOK.due(crew.desk()) == ()


def test_what_is_at_no_table_is_not_taken_off_one(crew: Crew) -> None:
    crew.receive("K1", CRAPS)
    assert crew.refused(TakeOutOfUse(serial="K1", reason=Reason.CHANGED), FLOOR) == "603a.20(r)(2)#2"
