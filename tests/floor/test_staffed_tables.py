"""A live table that loses people or cameras takes no new wager, and is staffed for the game that is played at it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.backoffice.postings.book import EndPosting
from houseway.backoffice.rosters.assignments import crew_of
from houseway.backoffice.rosters.cameras import Camera, End
from houseway.backoffice.rosters.now import floorperson_of
from houseway.backoffice.rosters.orders import (
    AssignCrew,
    AssignFloorperson,
    PlanTable,
    PutInOperation,
    RelieveCrewMember,
    RemoveTable,
    ReportCameraOut,
    SignOffCameras,
    TakeOutOfOperation,
)
from houseway.backoffice.rosters.tables import OpenTable
from houseway.floor import Floor
from houseway.floor.demo_people import AUDITOR, DEALERS, FLOORPERSON, PIT_MANAGER, STAFF, SURVEILLANCE
from houseway.floor.demo_tables import LIVE_TABLES
from houseway.journal import Journal
from houseway.law import RuleViolation
from houseway.table.table_state import Status
from tests.floor.live import STAMP, give, move, open_table, play_at, prepare

TABLE = "SB-2"
ADMINISTRATOR = next(one.credential for one in STAFF if one.position == "systems administrator")


@pytest.fixture
def floor(demo_house: Path) -> Iterator[Floor]:
    with Journal.open(demo_house, create=False) as journal:
        yield Floor(journal, stamps=[STAMP])


def wager(floor: Floor, table: str = TABLE) -> None:
    """A player puts up a wager on big."""
    move(floor, table, "place-wager", "player", seat=1, wager="big", amount=1000)


def refused(floor: Floor) -> RuleViolation:
    """The refusal that a wager meets; nothing changes at the table."""
    version = floor.table(TABLE).version
    with pytest.raises(RuleViolation) as refusal:
        wager(floor)
    assert floor.table(TABLE).version == version
    return refusal.value


@pytest.mark.clause("465a.9(c)(2)", "465a.9(c)(2)(i)")
def test_a_table_without_its_cameras_takes_no_new_wager_and_plays_out_what_lies(floor: Floor) -> None:
    play_at(floor, TABLE, 1)
    wager(floor)
    give(floor.office, ReportCameraOut(camera=f"{TABLE}-left", reason="dark"), SURVEILLANCE)
    wager(floor)
    give(floor.office, ReportCameraOut(camera=f"{TABLE}-right", reason="dark too"), SURVEILLANCE)
    assert refused(floor).clause.id == "465a.9(c)(2)(i)"
    legal = {lawful.move: lawful for lawful in floor.table(TABLE).legal(floor.clock())}
    move(floor, TABLE, "activate-shaker", legal["activate-shaker"].by[0])
    anew = SignOffCameras(table=TABLE, cameras=(Camera(number="SB-new", end=End.LEFT),))
    give(floor.office, anew, SURVEILLANCE)
    wager(floor)


@pytest.mark.clause("465a.35(b)")
def test_a_table_whose_dealer_left_the_house_takes_no_new_wager_until_somebody_comes(floor: Floor) -> None:
    play_at(floor, TABLE, 1)
    with floor.office.desk() as desk:
        (dealer,) = crew_of(desk.connection, TABLE).members
        day = desk.day
    person = next(one.person for one in DEALERS if one.credential == dealer)
    give(floor.office, EndPosting(person=person, until=day, reason="left"), ADMINISTRATOR, AUDITOR)
    short = refused(floor)
    assert short.clause.id == "465a.35(b)"
    assert "does not work here today" in short.message
    relief = RelieveCrewMember(table=TABLE, leaving=dealer, coming=_free_dealer(floor))
    give(floor.office, relief, FLOORPERSON)
    wager(floor)


def _free_dealer(floor: Floor) -> str:
    with floor.office.desk() as desk:
        busy = {member for table in LIVE_TABLES for member in crew_of(desk.connection, table.name).members}
    return next(one.credential for one in DEALERS if one.credential not in busy)


@pytest.mark.clause("465a.35(b)")
def test_a_crew_sent_away_by_hand_stops_the_table_until_it_is_back(floor: Floor) -> None:
    play_at(floor, TABLE, 1)
    with floor.office.desk() as desk:
        crew = crew_of(desk.connection, TABLE)
    give(floor.office, TakeOutOfOperation(table=TABLE), FLOORPERSON)
    said = f"{TABLE} was taken out of operation, and its crew is free for others"
    assert refused(floor).message == said
    with floor.office.desk() as desk:
        supervising = floorperson_of(desk, TABLE)
    assert supervising is not None
    others = tuple(name for name in supervising.tables if name != TABLE)
    without = AssignFloorperson(floorperson=supervising.floorperson, tables=others)
    give(floor.office, without, PIT_MANAGER)
    give(floor.office, RemoveTable(table=TABLE), PIT_MANAGER)
    assert refused(floor).message == said, "nor does it play on as a table that nobody knows"
    give(floor.office, PlanTable(table=OpenTable(name=TABLE, game="sic-bo")), PIT_MANAGER, SURVEILLANCE)
    cameras = (Camera(number=f"{TABLE}-left"),)
    give(floor.office, SignOffCameras(table=TABLE, cameras=cameras), SURVEILLANCE)
    again = AssignFloorperson(floorperson=supervising.floorperson, tables=supervising.tables)
    give(floor.office, again, PIT_MANAGER)
    give(floor.office, AssignCrew(table=TABLE, crew=crew), FLOORPERSON)
    give(floor.office, PutInOperation(table=TABLE), FLOORPERSON)
    wager(floor)


@pytest.mark.clause("465a.35(b)")
def test_a_table_planned_for_another_game_does_not_open_with_its_crew(floor: Floor) -> None:
    prepare(floor, "TDF-2")
    for planned in (
        OpenTable(name="TDF-2", game="blackjack"),
        OpenTable(name="TDF-2", game="craps", form="mini-craps"),
    ):
        give(floor.office, PlanTable(table=planned), PIT_MANAGER, SURVEILLANCE)
        with pytest.raises(RuleViolation, match="set up for another game") as refusal:
            open_table(floor, "TDF-2")
        assert refusal.value.clause.id == "465a.35(b)"
    prepare(floor, "CR-2")
    with_stick = OpenTable(name="CR-2", game="craps", form="mini-craps", with_stickperson=True)
    give(floor.office, PlanTable(table=with_stick), PIT_MANAGER, SURVEILLANCE)
    with pytest.raises(RuleViolation, match="set up for another game"):
        open_table(floor, "CR-2")
    right = PlanTable(table=OpenTable(name="TDF-2", game="three-dice-football"))
    give(floor.office, right, PIT_MANAGER, SURVEILLANCE)
    open_table(floor, "TDF-2")
    assert floor.table("TDF-2").state.status is Status.OPEN
