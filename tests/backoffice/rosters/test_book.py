"""The staffing book: who is where from when to when, and what may not happen (465a.9(c)(2), 465a.35)."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path

import pytest

from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Position, Posting
from houseway.backoffice.postings.book import EndPosting, PostPerson
from houseway.backoffice.postings.postings import everyone
from houseway.backoffice.records import BadOrder, OrderRecord
from houseway.backoffice.rosters import now
from houseway.backoffice.rosters.assignments import (
    assignments,
    coverage,
    crew_of,
    history,
    in_operation,
    settled,
    tables_on_floor,
)
from houseway.backoffice.rosters.book import BOOK
from houseway.backoffice.rosters.cameras import Camera, End
from houseway.backoffice.rosters.choices import SpanChoice, StaffingChoices
from houseway.backoffice.rosters.crew import Crew, Part
from houseway.backoffice.rosters.orders import (
    AssignCrew,
    AssignFloorperson,
    PlanTable,
    PutInOperation,
    RelieveCrewMember,
    RelieveFloorperson,
    RemoveTable,
    ReportCameraOut,
    SettleStaffing,
    SignOffCameras,
    TakeOutOfOperation,
)
from houseway.backoffice.rosters.papers import coverage_paper, floor_now, roster_paper
from houseway.backoffice.rosters.tables import OpenTable
from houseway.journal import Journal
from houseway.law import RuleViolation
from tests.backoffice.house import HOUSE, SINCE, WHO, Clock, staff, who
from tests.backoffice.rosters.floor_plan import AUTOMATED, ELECTRONIC, table

DEALERS = tuple(f"PA-D{number}" for number in range(1, 7))
BOX = who(Position.BOXPERSON)
TOM, EVE = who(Position.FLOORPERSON), who(Position.FLOORPERSON, 2)
PIT = WHO[Position.PIT_MANAGER]
EYE = WHO[Position.SURVEILLANCE_OPERATOR]
CRAPS_CREW = Crew(dealers=DEALERS[:3], stickperson=DEALERS[0], boxpersons=(BOX,))
ENDS = (Camera(number="C1", end=End.LEFT), Camera(number="C2", end=End.RIGHT))
STAFF_OFFICE = (WHO[Position.SYSTEMS_ADMINISTRATOR], WHO[Position.AUDITOR])
SETTLING = (WHO[Position.DIRECTOR_OF_TABLE_GAMES], WHO[Position.AUDITOR])


@dataclass
class House:
    """An office with a clock, and keys that never repeat."""

    office: Office
    clock: Clock
    keys: Iterator[int]

    def do(self, order: Order, by: str) -> OrderRecord:
        """Have somebody give an order."""
        return self.office.carry_out(order, who=by, key=f"staffing-{next(self.keys)}")

    def plan(self, at: OpenTable) -> None:
        """Put a table on the floor and into the surveillance plan."""
        self.sign(PlanTable(table=at), PIT, EYE)

    def sign(self, order: Order, *by: str) -> None:
        """Have two people sign an order."""
        proposed = self.office.propose(order, who=by[0], key=f"staffing-{next(self.keys)}")
        self.office.execute(proposed.digest, who=by[1])

    def refused(self, order: Order, by: str) -> RuleViolation:
        """The refusal that an order meets; the book stays as it was."""
        before = self.books()
        with pytest.raises(RuleViolation) as refusal:
            self.do(order, by)
        assert self.books() == before
        return refusal.value

    def books(self) -> tuple[object, ...]:
        """Everything the book knows."""
        with self.office.desk() as desk:
            held = desk.connection
            return (
                tables_on_floor(held),
                in_operation(held),
                assignments(held),
                coverage(held),
                history(held),
                settled(held, desk.day),
            )

    def findings(self) -> list[tuple[str, str]]:
        """What is unlawful now: clause and place."""
        with self.office.desk() as desk:
            return [(found.clause, found.where) for found in now.findings(desk)]


@contextmanager
def open_house(place: str, at: datetime = datetime(2014, 5, 1, 16, tzinfo=UTC)) -> Iterator[House]:
    """A house with enough dealers for two dice tables."""
    dealers = (
        Posting(
            person=f"dealer-{one}",
            credential=one,
            name=f"Dealer {one[-2:]}",
            position=Position.DEALER,
            since=SINCE,
        )
        for one in DEALERS
    )
    clock = Clock(at)
    with Journal.open(place) as journal:
        office = Office(journal, clock)
        office.open_house(HOUSE, [*staff(), *dealers])
        yield House(office, clock, count(1))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(str(tmp_path / "journal.db")) as opened:
        yield opened


@pytest.fixture
def house_anywhere(place: str) -> Iterator[House]:
    """The house on either database."""
    with open_house(place) as opened:
        yield opened


def open_craps(house: House) -> None:
    """Craps table CR-1, planned, watched, supervised by Tom, crewed and open."""
    house.plan(table("craps", "CR-1"))
    house.do(SignOffCameras(table="CR-1", cameras=ENDS), EYE)
    house.do(AssignFloorperson(floorperson=TOM, tables=("CR-1",)), PIT)
    house.do(AssignCrew(table="CR-1", crew=CRAPS_CREW), TOM)
    house.do(PutInOperation(table="CR-1"), TOM)


def open_blackjack(house: House, name: str, dealer: str, floorperson: str, *also: str) -> None:
    """A Blackjack table under a floorperson who has these other tables as well."""
    house.plan(table("blackjack", name))
    house.do(SignOffCameras(table=name, cameras=(Camera(number=f"{name}-1"),)), EYE)
    house.do(AssignFloorperson(floorperson=floorperson, tables=(*also, name)), PIT)
    house.do(AssignCrew(table=name, crew=Crew(dealers=(dealer,))), floorperson)
    house.do(PutInOperation(table=name), floorperson)


@pytest.mark.clause("465a.35(b)", "465a.35(c)#1", "465a.9(c)(2)(ii)#3")
def test_a_craps_table_opens_when_people_and_cameras_are_there(house_anywhere: House) -> None:
    house = house_anywhere
    house.plan(table("craps", "CR-1"))
    assert house.refused(PutInOperation(table="CR-1"), TOM).clause.id == "465a.35(b)(3)#1"
    house.do(AssignCrew(table="CR-1", crew=CRAPS_CREW), TOM)
    assert house.refused(PutInOperation(table="CR-1"), TOM).clause.id == "465a.9(c)(2)(ii)#1"
    signed = house.do(SignOffCameras(table="CR-1", cameras=ENDS), EYE)
    assert [fact["clause"] for fact in signed.facts] == ["465a.9(c)(2)(ii)#3"]
    assert signed.signatures[0].position is Position.SURVEILLANCE_OPERATOR
    assert house.refused(PutInOperation(table="CR-1"), TOM).clause.id == "465a.35(c)#1"
    house.do(AssignFloorperson(floorperson=TOM, tables=("CR-1",)), PIT)
    house.do(PutInOperation(table="CR-1"), TOM)
    assert house.findings() == []
    with house.office.desk() as desk:
        assert in_operation(desk.connection) == ("CR-1",)
        assert crew_of(desk.connection, "CR-1") == CRAPS_CREW
        assert now.opening_findings(desk, "CR-1") == ()


def test_the_books_are_the_same_when_made_anew_from_the_journal(house_anywhere: House) -> None:
    house = house_anywhere
    open_craps(house)
    house.clock.forward(hours=1)
    house.do(RelieveCrewMember(table="CR-1", leaving=DEALERS[0], coming=DEALERS[4]), TOM)
    house.do(ReportCameraOut(camera="C2", reason="cable cut"), EYE)
    house.clock.forward(hours=1)
    house.do(TakeOutOfOperation(table="CR-1"), TOM)
    before = house.books()
    with house.office.journal.transaction() as transaction:
        BOOK.tables.drop_all(transaction.connection)
        transaction.connection.exec_driver_sql("DELETE FROM office_projections WHERE name = 'staffing'")
    again = House(Office(house.office.journal, house.clock), house.clock, house.keys)
    assert again.books() == before


def test_only_the_right_people_give_the_orders(house: House) -> None:
    plan = PlanTable(table=table("craps", "CR-1", AUTOMATED))
    assert "several people" in house.refused(plan, PIT).message
    with pytest.raises(RuleViolation, match="pit manager or above"):
        house.office.propose(plan, who=TOM, key="by a floorperson")
    proposed = house.office.propose(plan, who=PIT, key="by a pit manager")
    with pytest.raises(RuleViolation, match="surveillance operator or above") as alone:
        house.office.execute(proposed.digest, who=PIT)
    assert alone.value.clause.id == "465a.9(c)"
    house.plan(table("craps", "CR-1"))
    crew = AssignCrew(table="CR-1", crew=CRAPS_CREW)
    assert house.refused(crew, DEALERS[0]).clause.id == "465a.35(b)"
    assert house.refused(crew, EYE).clause.id == "465a.35(b)"
    assert (
        house.refused(AssignFloorperson(floorperson=TOM, tables=("CR-1",)), TOM).clause.id == "465a.35(c)#1"
    )
    assert house.refused(SignOffCameras(table="CR-1", cameras=ENDS), PIT).clause.id == "465a.9(c)(2)(ii)#3"


@pytest.mark.clause("465a.35(b)(3)#2", "465a.35(b)(4)")
def test_a_crew_is_named_whole(house: House) -> None:
    house.plan(table("craps", "CR-1"))
    short = house.refused(AssignCrew(table="CR-1", crew=Crew(dealers=DEALERS[:3])), TOM)
    assert short.clause.id == "465a.35(b)(3)#2"
    assert "0 of 1 boxperson assigned: 1 missing [465a.35(b)(4)]" in short.message


@pytest.mark.clause("465a.35(b)")
def test_nobody_works_at_two_tables_or_out_of_position(house: House) -> None:
    open_craps(house)
    house.plan(table("blackjack", "BJ-1"))
    elsewhere = house.refused(AssignCrew(table="BJ-1", crew=Crew(dealers=(DEALERS[0],))), TOM)
    assert elsewhere.message == f"{DEALERS[0]} is at CR-1 and cannot be at BJ-1 as well"
    supervising = house.refused(AssignCrew(table="BJ-1", crew=Crew(dealers=(TOM,))), TOM)
    assert "is at the floor" in supervising.message
    stranger = house.refused(AssignCrew(table="BJ-1", crew=Crew(dealers=("PA-9999",))), TOM)
    assert "does not work here today" in stranger.message
    clerk = house.refused(AssignCrew(table="BJ-1", crew=Crew(dealers=(EYE,))), TOM)
    assert "is a surveillance operator" in clerk.message
    dealing_box = Crew(dealers=DEALERS[3:6], stickperson=DEALERS[3], boxpersons=(DEALERS[0],))
    assert "takes a boxperson" in house.refused(AssignCrew(table="CR-1", crew=dealing_box), TOM).message
    twice = house.refused(AssignCrew(table="BJ-1", crew=Crew(dealers=DEALERS[3:4] * 2)), TOM)
    assert twice.message == f"{DEALERS[3]} is named 2 times as dealer"
    crew_member = house.refused(AssignFloorperson(floorperson=BOX, tables=("BJ-1",)), PIT)
    assert "takes a floorperson or above" in crew_member.message


@pytest.mark.clause("465a.35(b)")
def test_relief_takes_over_the_place_and_the_times_are_kept(house: House) -> None:
    open_craps(house)
    house.clock.forward(minutes=40)
    house.do(RelieveCrewMember(table="CR-1", leaving=DEALERS[0], coming=DEALERS[4]), TOM)
    with house.office.desk() as desk:
        crew = crew_of(desk.connection, "CR-1")
        assert crew.stickperson == DEALERS[4]
        assert {*crew.dealers} == {DEALERS[1], DEALERS[2], DEALERS[4]}
        (first,) = history(desk.connection, credential=DEALERS[0])
        (second,) = history(desk.connection, credential=DEALERS[4])
    assert (first.part, second.part) == (Part.STICKPERSON, Part.STICKPERSON)
    assert first.until == second.since
    assert first.until is not None
    assert (first.until - first.since).total_seconds() == 40 * 60
    assert second.until is None
    assert house.findings() == []
    nobody = house.refused(RelieveCrewMember(table="CR-1", leaving=DEALERS[0], coming=DEALERS[5]), TOM)
    assert nobody.message == f"{DEALERS[0]} is not at CR-1"
    twice = house.refused(RelieveCrewMember(table="CR-1", leaving=DEALERS[1], coming=DEALERS[2]), TOM)
    assert "already" in twice.message


def test_dealers_rotate_through_the_stick_without_leaving_the_table(house: House) -> None:
    open_craps(house)
    house.clock.forward(minutes=20)
    rotated = Crew(dealers=DEALERS[:3], stickperson=DEALERS[1], boxpersons=(BOX,))
    house.do(AssignCrew(table="CR-1", crew=rotated), TOM)
    with house.office.desk() as desk:
        parts = [(one.part, one.until is None) for one in history(desk.connection, credential=DEALERS[1])]
        assert parts == [(Part.DEALER, False), (Part.STICKPERSON, True)]
        assert len(history(desk.connection, credential=DEALERS[2])) == 1


@pytest.mark.clause("465a.35(b)")
def test_an_open_table_keeps_its_crew_and_a_closed_one_frees_it(house: House) -> None:
    open_craps(house)
    assert house.refused(AssignCrew(table="CR-1", crew=Crew()), TOM).clause.id == "465a.35(b)(3)#1"
    assert house.refused(PutInOperation(table="CR-1"), TOM).message == "CR-1 is in operation already"
    house.do(TakeOutOfOperation(table="CR-1"), TOM)
    with house.office.desk() as desk:
        assert crew_of(desk.connection, "CR-1") == Crew()
    open_blackjack(house, "BJ-1", DEALERS[0], EVE)
    assert house.refused(TakeOutOfOperation(table="CR-1"), TOM).message == "CR-1 is not in operation"


@pytest.mark.clause("465a.35(c)#2", "465a.35(c)(1)(iii)")
def test_a_floorperson_gets_no_more_than_one_span(house: House) -> None:
    open_craps(house)
    for number in (1, 2, 3):
        house.plan(table("blackjack", f"BJ-{number}"))
    house.do(AssignFloorperson(floorperson=TOM, tables=("CR-1", "BJ-1", "BJ-2")), PIT)
    too_many = AssignFloorperson(floorperson=TOM, tables=("CR-1", "BJ-1", "BJ-2", "BJ-3"))
    refusal = house.refused(too_many, PIT)
    assert refusal.clause.id == "465a.35(c)#2"
    assert "CR-1 (craps) cannot be among the mixed tables [465a.35(c)(1)(iii)]" in refusal.message
    assert (
        "no table 'BJ-9'" in house.refused(AssignFloorperson(floorperson=TOM, tables=("BJ-9",)), PIT).message
    )


@pytest.mark.clause("465a.35(c)#1")
def test_no_open_table_is_left_without_a_floorperson(house: House) -> None:
    open_craps(house)
    left = house.refused(AssignFloorperson(floorperson=TOM, tables=()), PIT)
    assert left.clause.id == "465a.35(c)#1"
    assert left.message == "CR-1 would be open without a floorperson"
    house.do(AssignFloorperson(floorperson=EVE, tables=("CR-1",)), PIT)
    with house.office.desk() as desk:
        assert [(one.floorperson, one.tables) for one in assignments(desk.connection)] == [(EVE, ("CR-1",))]
        (was,) = history(desk.connection, credential=TOM)
    assert was.until is not None
    house.do(TakeOutOfOperation(table="CR-1"), EVE)
    house.do(AssignFloorperson(floorperson=EVE, tables=()), PIT)


@pytest.mark.clause("465a.35(c)#1", "465a.35(c)#2")
def test_a_floorperson_is_relieved_of_all_tables_at_once(house: House) -> None:
    open_craps(house)
    open_blackjack(house, "BJ-1", DEALERS[4], EVE)
    house.do(RelieveFloorperson(leaving=TOM, coming=EVE), PIT)
    with house.office.desk() as desk:
        assert [(one.floorperson, one.tables) for one in assignments(desk.connection)] == [
            (EVE, ("BJ-1", "CR-1"))
        ]
    assert house.findings() == []
    assert (
        "no table to be relieved of"
        in house.refused(RelieveFloorperson(leaving=TOM, coming=EVE), PIT).message
    )
    assert "same person" in house.refused(RelieveFloorperson(leaving=EVE, coming=EVE), PIT).message


@pytest.mark.clause("465a.35(c)(12)")
def test_relief_at_poker_takes_over_the_seating_of_players_with_the_tables(house: House) -> None:
    names = tuple(f"P-{number}" for number in range(1, 10))
    for name in names:
        house.plan(table("poker", name))
    house.do(AssignFloorperson(floorperson=TOM, tables=names[:8], seats_players=True), PIT)
    house.do(AssignFloorperson(floorperson=EVE, tables=names[8:]), PIT)
    relief = RelieveFloorperson(leaving=TOM, coming=EVE)
    assert house.refused(relief, PIT).clause.id == "465a.35(c)(12)", (
        "nine are too many for whoever seats players"
    )
    house.do(AssignFloorperson(floorperson=EVE, tables=()), PIT)
    house.do(relief, PIT)
    with house.office.desk() as desk:
        (eve,) = assignments(desk.connection)
    assert (eve.floorperson, eve.seats_players) == (EVE, True)


@pytest.mark.clause("465a.35(c)#2")
def test_what_is_taken_from_a_floorperson_must_leave_a_span(house: House) -> None:
    for number in (1, 2, 3):
        beside = (f"PG-{number - 1}",) if number > 1 else ()
        house.plan(table("pai-gow", f"PG-{number}", ELECTRONIC, beside))
    house.do(AssignFloorperson(floorperson=TOM, tables=("PG-1", "PG-2", "PG-3")), PIT)
    middle = house.refused(AssignFloorperson(floorperson=EVE, tables=("PG-2",)), PIT)
    assert middle.clause.id == "465a.35(c)#2"
    assert "PG-1, PG-3" in middle.message
    house.do(AssignFloorperson(floorperson=EVE, tables=("PG-3",)), PIT)


@pytest.mark.clause("465a.9(c)(2)", "465a.9(c)(2)(ii)#3")
def test_surveillance_signs_off_cameras_that_are_the_tables_own(house: House) -> None:
    open_craps(house)
    house.plan(table("craps", "CR-2"))
    shared = house.refused(SignOffCameras(table="CR-2", cameras=ENDS), EYE)
    assert (shared.clause.id, shared.message) == ("465a.9(c)(2)", "C1, C2: dedicated to CR-1 already")
    one_end = (Camera(number="C3", end=End.LEFT), Camera(number="C4", end=End.LEFT))
    assert house.refused(SignOffCameras(table="CR-2", cameras=one_end), EYE).clause.id == "465a.9(c)(2)(ii)#3"
    twice = house.refused(SignOffCameras(table="CR-2", cameras=(one_end[0],) * 2), EYE)
    assert twice.message == "camera C3 is named 2 times"
    for number in ("", "C3 "):
        nearly_twice = (one_end[0], Camera(number=number, end=End.RIGHT))
        with pytest.raises(BadOrder, match="cameras"):
            house.do(SignOffCameras(table="CR-2", cameras=nearly_twice), EYE)


@pytest.mark.clause("577.9(a)")
def test_the_sign_off_cites_the_text_of_its_day(tmp_path: Path) -> None:
    with open_house(str(tmp_path / "journal.db"), datetime(2013, 5, 1, 16, tzinfo=UTC)) as house:
        house.plan(table("three-dice-football", "TDF-1"))
        signed = house.do(SignOffCameras(table="TDF-1", cameras=ENDS), EYE)
    assert [fact["clause"] for fact in signed.facts] == ["577.9(a)"]


@pytest.mark.clause("465a.9(c)", "465a.9(c)(2)(ii)#1")
def test_a_camera_that_fails_is_recorded_and_the_open_table_is_found_short(house: House) -> None:
    open_craps(house)
    house.do(ReportCameraOut(camera="C2", reason="cable cut"), EYE)
    assert house.findings() == [("465a.9(c)(2)(ii)#1", "CR-1"), ("465a.9(c)(2)(ii)#3", "CR-1")]
    assert house.refused(ReportCameraOut(camera="C2", reason="again"), EYE).clause.id == "465a.9(c)"
    house.do(SignOffCameras(table="CR-1", cameras=(ENDS[0], Camera(number="C9", end=End.RIGHT))), EYE)
    assert house.findings() == []


@pytest.mark.clause("465a.35(b)")
def test_whoever_no_longer_works_here_is_found_at_the_table(house: House) -> None:
    open_craps(house)
    order = EndPosting(person=f"dealer-{DEALERS[0]}", until=date(2014, 5, 1), reason="left")
    house.sign(order, *STAFF_OFFICE)
    assert house.findings() == [("465a.35(b)", DEALERS[0])]
    with house.office.desk() as desk:
        (due,) = BOOK.due(desk)
    assert (due.clause.id, due.by, due.late) == ("465a.35(b)", date(2014, 5, 1), True)
    assert due.what.startswith(f"{DEALERS[0]}: does not work here today")


def moves(house: House, credential: str, person: str, position: Position) -> None:
    """Somebody has another position from tomorrow on, and tomorrow has come."""
    since = date(2014, 5, 2)
    house.sign(
        PostPerson(person=person, credential=credential, name="Moved", position=position, since=since),
        *STAFF_OFFICE,
    )
    house.clock.forward(days=1)


@pytest.mark.clause("465a.35(b)")
def test_a_dealer_who_went_to_another_department_no_longer_counts(house: House) -> None:
    open_craps(house)
    house.do(TakeOutOfOperation(table="CR-1"), TOM)
    house.do(AssignCrew(table="CR-1", crew=CRAPS_CREW), TOM)
    moves(house, DEALERS[0], f"dealer-{DEALERS[0]}", Position.FINANCE_CLERK)
    short = house.refused(PutInOperation(table="CR-1"), TOM)
    assert short.clause.id == "465a.35(b)"
    assert short.message == (
        f"{DEALERS[0]}: is a finance clerk, and it takes a dealer or above as stickperson"
    )
    house.do(RelieveCrewMember(table="CR-1", leaving=DEALERS[0], coming=DEALERS[3]), TOM)
    house.do(PutInOperation(table="CR-1"), TOM)


@pytest.mark.clause("465a.35(c)#1")
def test_a_floorperson_who_became_a_dealer_no_longer_supervises(house: House) -> None:
    open_craps(house)
    with house.office.desk() as desk:
        person = next(one.person for one in everyone(desk.connection) if one.credential == TOM)
    moves(house, TOM, person, Position.DEALER)
    assert house.findings() == [("465a.35(c)#1", TOM)]


def test_a_table_stands_on_the_floor_as_planned_and_leaves_it_when_nobody_needs_it(house: House) -> None:
    with pytest.raises(RuleViolation, match="no game 'faro'"):
        house.plan(table("faro", "F-1"))
    open_craps(house)
    with pytest.raises(RuleViolation, match="CR-1 is in operation"):
        house.plan(table("sic-bo", "CR-1"))
    assert "is in operation" in house.refused(RemoveTable(table="CR-1"), PIT).message
    house.do(TakeOutOfOperation(table="CR-1"), TOM)
    assert "still has CR-1" in house.refused(RemoveTable(table="CR-1"), PIT).message
    house.do(AssignFloorperson(floorperson=TOM, tables=()), PIT)
    house.do(AssignCrew(table="CR-1", crew=CRAPS_CREW), TOM)
    assert "still has a crew" in house.refused(RemoveTable(table="CR-1"), PIT).message
    house.do(AssignCrew(table="CR-1", crew=Crew()), TOM)
    house.do(RemoveTable(table="CR-1"), PIT)
    assert "no table 'CR-1'" in house.refused(PutInOperation(table="CR-1"), TOM).message


@pytest.mark.clause("465a.9(c)(2)")
def test_the_cameras_of_a_table_that_left_the_floor_are_free_and_confirmed_anew(house: House) -> None:
    house.plan(table("craps", "CR-1"))
    house.do(SignOffCameras(table="CR-1", cameras=ENDS), EYE)
    house.do(RemoveTable(table="CR-1"), PIT)
    house.plan(table("craps", "CR-1"))
    with house.office.desk() as desk:
        assert coverage(desk.connection) == {}, "wherever it stands now, nobody has confirmed it"
        grid = coverage_paper(desk, "2014-05-01").grids[0]
    assert {row[6] for row in grid.rows} == {"the table left the floor"}
    house.plan(table("craps", "CR-2"))
    house.do(SignOffCameras(table="CR-2", cameras=ENDS), EYE)


def test_tables_have_names_that_every_order_can_give(house: House) -> None:
    house.plan(table("blackjack", "BJ-1"))
    for name in ("BJ-1 ", " BJ-1", "B" * 61):
        with pytest.raises(BadOrder, match="name"):
            house.plan(table("blackjack", name))


@pytest.mark.clause("465a.35(c)#2")
def test_what_the_sources_leave_open_is_settled_by_two_departments(house: House) -> None:
    house.plan(table("craps", "CR-1"))
    off = tuple(
        SpanChoice(paragraph=paragraph, tables=0, reason="not confirmed by the Board")
        for paragraph in ("465a.35(c)(5)", "465a.35(c)(6)")
    )
    order = SettleStaffing(choices=StaffingChoices(spans=off))
    proposed = house.office.propose(order, who=SETTLING[0], key="settle")
    house.do(AssignFloorperson(floorperson=TOM, tables=("CR-1",)), PIT)
    house.office.execute(proposed.digest, who=SETTLING[1])
    refusal = house.refused(AssignFloorperson(floorperson=EVE, tables=("CR-1",)), PIT)
    assert refusal.clause.id == "465a.35(c)#2"
    bad = SettleStaffing(
        choices=StaffingChoices(spans=(SpanChoice(paragraph="465a.35(c)(1)", tables=5, reason="-"),))
    )
    with pytest.raises(RuleViolation, match="not among the spans"):
        house.office.propose(bad, who=SETTLING[0], key="bad")


@pytest.mark.clause("465a.35(c)#1")
def test_the_book_proposes_a_roster_from_the_people_at_work(house: House) -> None:
    house.plan(table("craps", "CR-1"))
    house.plan(table("blackjack", "BJ-1"))
    with house.office.desk() as desk:
        found = now.propose(desk, ("CR-1", "BJ-1"), (*DEALERS, BOX, TOM, EVE))
        assert found.lawful
        assert found.floorpersons == 1
        assert found.crews["CR-1"].boxpersons == (BOX,)
        short = now.propose(desk, ("CR-1", "BJ-1"), (*DEALERS[:3], BOX, TOM))
        assert [one.missing for one in short.shortages] == [1]
        with pytest.raises(RuleViolation, match="nobody who may be rostered"):
            now.propose(desk, ("CR-1",), (EYE,))
        with_managers = now.propose(desk, ("CR-1", "CR-1"), (*DEALERS[:3], TOM, PIT, PIT))
        assert with_managers.lawful, "a floorperson may box as AssignCrew has it, a pit manager supervise"


@pytest.mark.clause("465a.35(b)")
def test_a_table_that_stays_open_has_a_roster_for_every_day_with_what_was_settled_then(house: House) -> None:
    open_craps(house)
    house.clock.forward(days=2)
    two = SpanChoice(paragraph="465a.35(c)(5)", tables=2, reason="settled later")
    house.sign(SettleStaffing(choices=StaffingChoices(spans=(two,))), *SETTLING)
    with house.office.desk() as desk:
        days = BOOK.forms[0].subjects(desk)
        papers = [roster_paper(desk, day) for day in days]
    assert days == ("2014-05-01", "2014-05-02", "2014-05-03")
    assert all(len(paper.grids[1].rows) == 4 for paper in papers)
    assert [any("settled later" in note for note in paper.notes) for paper in papers] == [False, False, True]


@pytest.mark.clause("465a.35(b)", "465a.35(c)#1")
def test_a_sheet_shows_how_the_whole_floor_could_be_staffed_or_why_not(house: House) -> None:
    house.plan(table("craps", "CR-1"))
    (sheet,) = (one for one in BOOK.sheets if one.name == "fewest")
    with house.office.desk() as desk:
        supervised, crew = sheet.show(desk)
    assert [row[2:] for row in supervised.rows] == [("CR-1", "3 of craps [465a.35(c)(5)]")]
    assert supervised.rows[0][1] in (TOM, EVE), "whoever is above has other things to do"
    assert sorted(row[1] for row in crew.rows) == ["boxperson", "dealer", "dealer", "stickperson"]
    for number in range(1, 7):
        house.plan(table("craps", f"CR-1{number}"))
    with house.office.desk() as desk:
        (why,) = sheet.show(desk)
    assert all("465a.35(b)(3)#1" in row[1] for row in why.rows)


@pytest.mark.clause("465a.35(b)", "465a.35(c)#1")
def test_whoever_is_at_another_table_is_not_at_hand(house: House) -> None:
    open_craps(house)
    house.plan(table("blackjack", "BJ-1"))
    with house.office.desk() as desk:
        free = now.at_hand(desk, ["BJ-1"])
        assert not {*CRAPS_CREW.members, TOM, EYE} & {*free}
        assert {DEALERS[3], EVE, PIT} <= {*free}
        assert {*CRAPS_CREW.members, TOM} <= {*now.at_hand(desk, ["BJ-1", "CR-1"])}


@pytest.mark.clause("465a.35(b)", "465a.35(c)#1")
def test_the_roster_of_a_gaming_day_prints_who_was_where(house: House) -> None:
    open_craps(house)
    house.clock.forward(minutes=40)
    house.do(RelieveCrewMember(table="CR-1", leaving=DEALERS[0], coming=DEALERS[4]), TOM)
    house.clock.forward(days=1)
    house.do(TakeOutOfOperation(table="CR-1"), TOM)
    (roster, _) = BOOK.forms
    with house.office.desk() as desk:
        assert roster.subjects(desk) == ("2014-05-01", "2014-05-02")
        first, second = (roster_paper(desk, day) for day in roster.subjects(desk))
    assert (first.holder, first.day, first.clause.id) == (HOUSE, date(2014, 5, 1), "465a.35(b)")
    _, crew, supervision = first.grids
    assert crew.rows[0] == (
        "CR-1",
        "stickperson",
        "Dealer D1",
        "PA-D1",
        "2014-05-01 12:00 EDT",
        "2014-05-01 12:40 EDT",
        "Floorperson 1",
    )
    assert {row[3] for row in crew.rows} == {*DEALERS[:3], DEALERS[4], BOX}
    assert [row[3] for row in supervision.rows] == [TOM]
    assert DEALERS[0] not in {row[3] for row in second.grids[1].rows}
    assert any("465a.35(c)(5)" in note for note in first.notes)
    assert [field.value for field in first.fields] == ["1", "1"]
    assert {(one.name, one.position) for one in first.signatures} == {
        ("Floorperson 1", "floorperson"),
        ("Pit Manager 1", "pit manager"),
    }


@pytest.mark.clause("465a.9(c)", "465a.9(c)(2)", "465a.9(c)(2)(ii)#3")
def test_the_coverage_of_a_gaming_day_prints_who_confirmed_it_and_what_is_missing(house: House) -> None:
    open_craps(house)
    house.plan(table("sic-bo", "SB-1"))
    house.do(ReportCameraOut(camera="C2", reason="cable cut"), EYE)
    with house.office.desk() as desk:
        paper = coverage_paper(desk, "2014-05-01")
    cameras, missing = paper.grids
    assert [row[:4] for row in cameras.rows] == [
        ("CR-1", "C1", "yes", "left"),
        ("CR-1", "C2", "yes", "right"),
    ]
    assert cameras.rows[1][6] == "cable cut"
    assert [(row[0], row[2]) for row in missing.rows] == [
        ("CR-1", "465a.9(c)(2)(ii)"),
        ("CR-1", "465a.9(c)(2)(ii)"),
        ("SB-1", "465a.9(c)"),
        ("SB-1", "465a.9(c)(2)(i)"),
    ]
    (signature,) = paper.signatures
    assert signature.clause is not None
    assert (signature.credential, signature.clause.id) == (EYE, "465a.9(c)(2)(ii)#3")


def test_the_floor_shows_spans_and_what_is_unlawful_now(house: House) -> None:
    open_craps(house)
    house.do(ReportCameraOut(camera="C1", reason="lens broken"), EYE)
    with house.office.desk() as desk:
        floor, supervised, unlawful = floor_now(desk)
        (assumed,) = BOOK.sheets[2].show(desk)
    assert floor.rows[0][:3] == ("CR-1", "Craps", "yes")
    assert supervised.rows == (("Floorperson 1", TOM, "CR-1", "3 of craps [465a.35(c)(5)]"),)
    assert [row[2] for row in unlawful.rows] == ["465a.9(c)(2)(ii)#1", "465a.9(c)(2)(ii)#3"]
    assert len(assumed.rows) == 11
