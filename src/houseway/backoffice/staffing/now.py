"""The floor as it stands: by what it is measured, what is unlawful about it, and a roster that would be lawful."""

from collections.abc import Iterable, Iterator, Mapping

from houseway.backoffice.book import Desk
from houseway.backoffice.people import Position
from houseway.backoffice.staff.postings import posting_of
from houseway.backoffice.staffing.assignments import (
    assignments,
    coverage,
    crew_of,
    crews,
    in_operation,
    settled,
    tables_on_floor,
)
from houseway.backoffice.staffing.crew import WHILE_IN_OPERATION, Part
from houseway.backoffice.staffing.findings import finding
from houseway.backoffice.staffing.opening import (
    Standards,
    Supervision,
    floor_findings,
    may_open,
    standards_on,
)
from houseway.backoffice.staffing.roster import Person, Roster, propose_roster
from houseway.backoffice.staffing.supervision import Assignment
from houseway.backoffice.staffing.tables import OpenTable
from houseway.law import RuleViolation
from houseway.submission import Finding

_DEALS = (Part.DEALER, Part.STICKPERSON)
# What people of a position are rostered for; every supervisor may take a floorperson's tables.
PARTS: Mapping[Position, tuple[Part, ...]] = {
    Position.DEALER: _DEALS,
    Position.BOXPERSON: (*_DEALS, Part.BOXPERSON),
    Position.FLOORPERSON: (Part.FLOORPERSON,),
    Position.PIT_MANAGER: (Part.FLOORPERSON,),
}


def standards(desk: Desk) -> Standards:
    """The standards of the desk's gaming day, with what the property has settled."""
    return standards_on(desk.day, settled(desk.connection))


def table_on_floor(desk: Desk, name: str) -> OpenTable:
    """A table of the floor by its name."""
    found = tables_on_floor(desk.connection).get(name)
    if found is None:
        raise RuleViolation(
            WHILE_IN_OPERATION, f"there is no table {name!r} on the floor", fix="plan the table first"
        )
    return found


def open_tables(desk: Desk) -> tuple[OpenTable, ...]:
    """The tables that are in operation."""
    floor = tables_on_floor(desk.connection)
    return tuple(floor[name] for name in in_operation(desk.connection))


def floorperson_of(desk: Desk, table: str) -> Assignment | None:
    """The floorperson of a table, with all tables of that floorperson."""
    return next((one for one in assignments(desk.connection) if table in one.tables), None)


def opening_findings(desk: Desk, name: str) -> tuple[Finding, ...]:
    """Everything that keeps a table from opening now, or that would have it close if it is open."""
    table = table_on_floor(desk, name)
    supervision = floorperson_of(desk, name)
    crew = crew_of(desk.connection, name)
    people = (*crew.members, *((supervision.floorperson,) if supervision else ()))
    lacking = may_open(
        table,
        crew=crew,
        cameras=coverage(desk.connection).get(name, ()),
        supervised_by=_with_open_tables(desk, supervision) if supervision else None,
        standards=standards(desk),
    )
    return (*lacking, *_gone(desk, people))


def _with_open_tables(desk: Desk, assignment: Assignment) -> Supervision:
    """A floorperson's assignment as far as it counts: the tables that are in operation."""
    tables = tuple(table for table in open_tables(desk) if table.name in assignment.tables)
    return Supervision(assignment.floorperson, tables, assignment.seats_players)


def findings(desk: Desk) -> tuple[Finding, ...]:
    """Everything unlawful now in the staffing and coverage of the tables in operation."""
    tables = open_tables(desk)
    names = {table.name for table in tables}
    working = {name: crew for name, crew in crews(desk.connection).items() if name in names}
    supervising = tuple(one for one in assignments(desk.connection) if names & {*one.tables})
    people = dict.fromkeys(member for crew in working.values() for member in crew.members)
    people |= dict.fromkeys(one.floorperson for one in supervising)
    unlawful = floor_findings(
        tables,
        crews=working,
        plan=coverage(desk.connection),
        assignments=supervising,
        standards=standards(desk),
    )
    return (*unlawful, *_gone(desk, people))


def _gone(desk: Desk, people: Iterable[str]) -> Iterator[Finding]:
    """People who are still assigned and no longer work here."""
    for credential in people:
        if posting_of(desk.connection, credential, desk.day) is None:
            yield finding(WHILE_IN_OPERATION, credential, "is assigned and does not work here today")


def propose(
    desk: Desk, names: Iterable[str], credentials: Iterable[str], *, seating: frozenset[str] = frozenset()
) -> Roster:
    """A lawful roster for some tables from the people who are at work, those named as seating Poker players among them."""
    people = []
    for credential in credentials:
        posting = posting_of(desk.connection, credential, desk.day)
        if posting is None or posting.position not in PARTS:
            raise RuleViolation(
                WHILE_IN_OPERATION,
                f"{credential} is nobody who may be rostered today",
                fix="name dealers, boxpersons, floorpersons and pit managers",
            )
        people.append(
            Person(
                credential=credential,
                parts=PARTS[posting.position],
                seats_players=credential in seating,
            )
        )
    return propose_roster([table_on_floor(desk, name) for name in names], people, standards(desk))
