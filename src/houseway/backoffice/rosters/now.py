"""The floor as it stands: by what it is measured, what is unlawful about it, and a roster that would be lawful."""

from collections.abc import Iterable, Iterator

from houseway.backoffice.book import Desk
from houseway.backoffice.people import Position, or_above
from houseway.backoffice.postings.postings import everyone, posting_of
from houseway.backoffice.rosters.assignments import (
    assignments,
    coverage,
    crew_of,
    crews,
    in_operation,
    settled,
    tables_on_floor,
)
from houseway.backoffice.rosters.crew import LEAST, WHILE_IN_OPERATION, Part
from houseway.backoffice.rosters.findings import finding
from houseway.backoffice.rosters.opening import (
    Standards,
    Supervision,
    floor_findings,
    may_open,
    standards_on,
)
from houseway.backoffice.rosters.roster import Person, Roster, propose_roster
from houseway.backoffice.rosters.supervision import EVERY_TABLE, Assignment
from houseway.backoffice.rosters.tables import OpenTable
from houseway.law import RuleViolation, implements
from houseway.submission import Finding


def standards(desk: Desk) -> Standards:
    """The standards of the desk's gaming day, with what the property has settled."""
    return standards_on(desk.day, settled(desk.connection, desk.day))


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
    supervising = ((Part.FLOORPERSON, supervision.floorperson),) if supervision else ()
    lacking = may_open(
        table,
        crew=crew,
        cameras=coverage(desk.connection).get(name, ()),
        supervised_by=_with_open_tables(desk, supervision) if supervision else None,
        standards=standards(desk),
    )
    return (*lacking, *out_of_position(desk, (*crew.duties, *supervising)))


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
    people = (
        *(duty for crew in working.values() for duty in crew.duties),
        *((Part.FLOORPERSON, one.floorperson) for one in supervising),
    )
    unlawful = floor_findings(
        tables,
        crews=working,
        plan=coverage(desk.connection),
        assignments=supervising,
        standards=standards(desk),
    )
    return (*unlawful, *out_of_position(desk, people))


@implements("465a.35(b)", "465a.35(c)#1")
def out_of_position(desk: Desk, duties: Iterable[tuple[Part, str]]) -> Iterator[Finding]:
    """People who do not work here today, or whose position does not let them have their part."""
    for part, credential in duties:
        posting = posting_of(desk.connection, credential, desk.day)
        if posting is None or part not in parts_of(posting.position):
            known = f"is a {posting.position}" if posting else "does not work here today"
            cited = EVERY_TABLE if part is Part.FLOORPERSON else WHILE_IN_OPERATION
            yield finding(cited, credential, f"{known}, and it takes a {LEAST[part]} or above as {part}")


def parts_of(position: Position) -> tuple[Part, ...]:
    """The parts that people of a position may have at a table; other departments have none."""
    return tuple(part for part, least in LEAST.items() if position in or_above(least))


def at_hand(desk: Desk, names: Iterable[str]) -> tuple[str, ...]:
    """Everyone of table games who works here today and is at no other table than these, supervisors last."""
    wanted = {*names}
    elsewhere = {
        member
        for name, crew in crews(desk.connection).items()
        if name not in wanted
        for member in crew.members
    }
    elsewhere |= {one.floorperson for one in assignments(desk.connection) if {*one.tables} - wanted}
    here = [
        posting
        for posting in everyone(desk.connection)
        if posting.covers(desk.day) and parts_of(posting.position) and posting.credential not in elsewhere
    ]
    ladder = or_above(Position.DEALER)
    return tuple(one.credential for one in sorted(here, key=lambda one: ladder.index(one.position)))


def propose(
    desk: Desk, names: Iterable[str], credentials: Iterable[str], *, seating: frozenset[str] = frozenset()
) -> Roster:
    """A lawful roster for some tables from the people who are at work, those named as seating Poker players among them."""
    people = []
    for credential in dict.fromkeys(credentials):
        posting = posting_of(desk.connection, credential, desk.day)
        parts = parts_of(posting.position) if posting else ()
        if not parts:
            raise RuleViolation(
                WHILE_IN_OPERATION,
                f"{credential} is nobody who may be rostered today",
                fix="name people of table games who work here today",
            )
        people.append(Person(credential=credential, parts=parts, seats_players=credential in seating))
    tables = [table_on_floor(desk, name) for name in dict.fromkeys(names)]
    return propose_roster(tables, people, standards(desk))
