"""A table opens, and stays open, only with its crew, its cameras and its floorperson (465a.9, 465a.35)."""

from datetime import date

import pytest

from houseway.backoffice.rosters.cameras import Camera, End
from houseway.backoffice.rosters.choices import CameraChoice, StaffingChoices
from houseway.backoffice.rosters.crew import Crew
from houseway.backoffice.rosters.opening import (
    Supervision,
    assumptions,
    floor_findings,
    may_open,
    standards_on,
)
from houseway.backoffice.rosters.supervision import Assignment
from houseway.backoffice.rosters.tables import OpenTable
from houseway.law import NoEdition
from tests.backoffice.rosters.floor_plan import AUTOMATED, full_coverage, table, tables

DAY = date(2014, 5, 1)
TEMPORARY = date(2013, 5, 1)
CRAPS = table("craps", "CR-1")
FOOTBALL = table("three-dice-football", "TDF-1")
WHOLE = Crew(dealers=("Dana", "Iris", "Ben"), stickperson="Iris", boxpersons=("Rosa",))
CAMERAS = (Camera(number="1", end=End.LEFT), Camera(number="2", end=End.RIGHT))
TOM = Supervision("Tom", ())


def objections(
    at: OpenTable,
    crew: Crew = WHOLE,
    cameras: tuple[Camera, ...] = CAMERAS,
    supervised_by: Supervision | None = TOM,
    day: date = DAY,
) -> list[str]:
    """The clauses against opening a table."""
    found = may_open(at, crew=crew, cameras=cameras, supervised_by=supervised_by, standards=standards_on(day))
    return [one.clause for one in found]


@pytest.mark.clause("465a.35(b)", "465a.35(c)#1")
def test_a_table_opens_with_everything_it_needs_and_with_nothing_less() -> None:
    assert objections(CRAPS) == []
    assert objections(CRAPS, crew=Crew()) == ["465a.35(b)(3)#1", "465a.35(b)(3)#2", "465a.35(b)(4)"]
    assert objections(CRAPS, cameras=CAMERAS[:1]) == ["465a.9(c)(2)(ii)#1", "465a.9(c)(2)(ii)#3"]
    assert objections(CRAPS, supervised_by=None) == ["465a.35(c)#1"]


@pytest.mark.clause("465a.35(c)#2")
def test_a_table_opens_only_where_it_still_fits_the_floorpersons_span() -> None:
    two = Supervision("Tom", tables("blackjack", "blackjack"))
    three = Supervision("Tom", tables("blackjack", "blackjack", "blackjack"))
    assert objections(CRAPS, supervised_by=two) == []
    assert objections(CRAPS, supervised_by=three) == ["465a.35(c)#2", "465a.35(c)(1)(iii)"]
    with_itself = Supervision("Tom", (CRAPS, *tables("blackjack", "blackjack")))
    assert objections(CRAPS, supervised_by=with_itself) == []


@pytest.mark.clause("577.9(a)", "577.9(b)", "577.9(c)")
def test_three_dice_football_opens_under_the_text_of_its_day() -> None:
    crowd = Supervision("Tom", tables("blackjack", "blackjack"))
    nothing = {"crew": Crew(), "cameras": (), "supervised_by": crowd}
    assert objections(FOOTBALL, **nothing, day=TEMPORARY) == [  # type: ignore[arg-type]
        "577.9(b)",
        "577.9(b)",
        "577.9(a)",
        "577.9(a)",
        "577.9(a)",
        "465a.35(c)#2",
        "577.9(c)",
    ]
    assert objections(FOOTBALL, **nothing) == [  # type: ignore[arg-type]
        "465a.35(b)(3)#1",
        "465a.35(b)(3)#2",
        "465a.9(c)(2)(ii)#2",
        "465a.9(c)(2)(ii)#3",
        "465a.9(c)(2)(ii)#3",
        "465a.35(c)#2",
        "465a.35(c)(1)(vi)",
    ]
    assert objections(FOOTBALL, crew=Crew(dealers=WHOLE.dealers, stickperson="Iris"), day=TEMPORARY) == []
    with pytest.raises(NoEdition):
        objections(FOOTBALL, day=date(2012, 7, 27))


def test_a_fully_automated_table_needs_only_its_floorperson() -> None:
    at = table("blackjack", automation=AUTOMATED)
    assert objections(at, crew=Crew(), cameras=()) == []
    assert objections(at, crew=Crew(), cameras=(), supervised_by=None) == ["465a.35(c)#1"]


@pytest.mark.clause("465a.35(b)", "465a.35(c)#1", "465a.9(c)")
def test_the_whole_floor_is_looked_over_at_once() -> None:
    floor = tables("blackjack", "sic-bo")
    crews = {"T1": Crew(dealers=("Dana",)), "T2": Crew(dealers=("Iris",))}
    tom = Assignment(floorperson="Tom", tables=("T1", "T2"))

    def found(**changed: object) -> list[tuple[str, str]]:
        given = {"crews": crews, "plan": full_coverage(floor), "assignments": (tom,), **changed}
        seen = floor_findings(floor, **given, standards=standards_on(DAY))  # type: ignore[arg-type]
        return [(one.clause, one.where) for one in seen]

    assert found() == []
    assert found(crews={"T1": Crew(dealers=("Dana",))}) == [("465a.35(b)(1)", "T2")]
    assert found(crews=crews | {"T2": crews["T1"]}) == [("465a.35(b)", "Dana")]
    assert found(crews=crews | {"T2": Crew(dealers=("Tom",))}) == [("465a.35(b)", "Tom")]
    assert found(plan={"T1": (Camera(number="1"),)}) == [
        ("465a.9(c)", "T2"),
        ("465a.9(c)(2)(i)", "T2"),
    ]
    assert found(assignments=()) == [("465a.35(c)#1", "T1"), ("465a.35(c)#1", "T2")]


def test_what_the_property_settled_stands_among_the_assumptions() -> None:
    choices = StaffingChoices(
        cameras=(CameraChoice(game="roulette", cameras=2, reason="plan of 3 March"),),
        crew_at_fully_automated="as the pit has always done",
    )
    *_, cameras, crew, _ = assumptions(standards_on(DAY, choices))
    assert (cameras.where, cameras.clause) == ("roulette", "465a.9(c)(2)(i)")
    assert cameras.assumed == "2 dedicated cameras, chosen by the property: plan of 3 March"
    assert crew.assumed.endswith("chosen by the property: as the pit has always done")
