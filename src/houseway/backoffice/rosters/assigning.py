"""Assigning: tables come to the floor, crews to the tables, and tables to the floorpersons (465a.35)."""

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from houseway.backoffice.book import Desk
from houseway.backoffice.rosters.assignments import (
    assignments,
    crew_of,
    crews,
    in_operation,
    tables_on_floor,
)
from houseway.backoffice.rosters.crew import WHILE_IN_OPERATION, Crew, Part, crew_findings, crew_needed
from houseway.backoffice.rosters.now import out_of_position, standards, table_on_floor
from houseway.backoffice.rosters.orders import (
    AssignCrew,
    AssignFloorperson,
    CrewAssigned,
    FloorpersonAssigned,
    PlanTable,
    RelieveCrewMember,
    RelieveFloorperson,
    RemoveTable,
    TablePlanned,
    TableRemoved,
)
from houseway.backoffice.rosters.supervision import EVERY_TABLE, Assignment, span_findings
from houseway.backoffice.rosters.tables import BadTable, check_tables
from houseway.law import NoEdition, RuleViolation, clause, implements
from houseway.submission import Finding


def refuse(findings: Iterable[Finding], fix: str) -> None:
    """Refuse what has findings: the first one's clause, and all of them in words."""
    found = tuple(findings)
    if found:
        said = "; ".join(f"{one.where}: {one.problem} [{one.clause}]" for one in found[1:])
        first = f"{found[0].where}: {found[0].problem}"
        raise RuleViolation(clause(found[0].clause), f"{first}; {said}" if said else first, fix=fix)


def plan_table(order: PlanTable, desk: Desk) -> tuple[TablePlanned, ...]:
    """A table on the floor, unless it is open, unknown to the law, or squeezed between too many others."""
    _check_closed(order.table.name, desk)
    others = [table for name, table in tables_on_floor(desk.connection).items() if name != order.table.name]
    try:
        check_tables([*others, order.table], desk.day)
    except (BadTable, NoEdition) as bad:
        raise RuleViolation(EVERY_TABLE, str(bad), fix="describe the table as it stands") from None
    return (TablePlanned(table=order.table, clause=EVERY_TABLE.id),)


def remove_table(order: RemoveTable, desk: Desk) -> tuple[TableRemoved, ...]:
    """A table off the floor, unless it is open or somebody has it."""
    table_on_floor(desk, order.table)
    _check_closed(order.table, desk)
    if any(order.table in one.tables for one in assignments(desk.connection)):
        raise RuleViolation(
            EVERY_TABLE, f"a floorperson still has {order.table}", fix="assign the floorperson other tables"
        )
    if crew_of(desk.connection, order.table).members:
        raise RuleViolation(
            WHILE_IN_OPERATION, f"{order.table} still has a crew", fix="assign the table no crew first"
        )
    return (TableRemoved(table=order.table, clause=EVERY_TABLE.id),)


def _check_closed(table: str, desk: Desk) -> None:
    if table in in_operation(desk.connection):
        raise RuleViolation(WHILE_IN_OPERATION, f"{table} is in operation", fix="close the table first")


@implements("465a.35(b)")
def assign_crew(order: AssignCrew, desk: Desk) -> tuple[CrewAssigned, ...]:
    """A whole crew of people who work here and are needed nowhere else; nobody, at a table that is closed."""
    table = table_on_floor(desk, order.table)
    assigned = CrewAssigned(table=table.name, crew=order.crew, clause=WHILE_IN_OPERATION.id)
    if not order.crew.members and table.name not in in_operation(desk.connection):
        return (assigned,)
    held = standards(desk)
    for (part, member), times in Counter(order.crew.duties).items():
        if times > 1:
            raise RuleViolation(WHILE_IN_OPERATION, f"{member} is named {times} times as {part}")
    refuse(out_of_position(desk, order.crew.duties), fix="name somebody else")
    for member in order.crew.members:
        elsewhere = [place for place in _places(member, desk) if place != table.name]
        if elsewhere:
            raise RuleViolation(
                WHILE_IN_OPERATION,
                f"{member} is at {', '.join(elsewhere)} and cannot be at {table.name} as well",
                fix="relieve the person there first",
            )
    refuse(
        crew_findings(table, order.crew, crew_needed(table, held.gaming_day, held.choices)),
        fix="name the whole crew",
    )
    return (assigned,)


def _places(credential: str, desk: Desk) -> Iterator[str]:
    """The tables at which somebody deals or boxes, and the floor for whoever supervises."""
    yield from (name for name, crew in crews(desk.connection).items() if credential in crew.members)
    if any(one.floorperson == credential for one in assignments(desk.connection)):
        yield "the floor"


def relieve_crew_member(order: RelieveCrewMember, desk: Desk) -> tuple[CrewAssigned, ...]:
    """The same crew with one person in another's place."""
    crew = crew_of(desk.connection, order.table)
    if order.leaving not in crew.members:
        raise RuleViolation(WHILE_IN_OPERATION, f"{order.leaving} is not at {order.table}")
    if order.coming in crew.members:
        raise RuleViolation(WHILE_IN_OPERATION, f"{order.coming} is at {order.table} already")

    def relieved(member: str) -> str:
        return order.coming if member == order.leaving else member

    changed = Crew(
        dealers=tuple(map(relieved, crew.dealers)),
        stickperson=relieved(crew.stickperson),
        boxpersons=tuple(map(relieved, crew.boxpersons)),
    )
    return assign_crew(AssignCrew(table=order.table, crew=changed), desk)


@implements("465a.35(c)#1", "465a.35(c)#2")
def assign_floorperson(order: AssignFloorperson, desk: Desk) -> tuple[FloorpersonAssigned, ...]:
    """Tables within one span; those of other floorpersons come over, and nothing open is left unsupervised."""
    refuse(out_of_position(desk, ((Part.FLOORPERSON, order.floorperson),)), fix="name somebody else")
    if any(order.floorperson in crew.members for crew in crews(desk.connection).values()):
        raise RuleViolation(
            EVERY_TABLE, f"{order.floorperson} is in a crew", fix="relieve the person at the table first"
        )
    names = tuple(dict.fromkeys(order.tables))
    own = Assignment(floorperson=order.floorperson, tables=names, seats_players=order.seats_players)
    before = assignments(desk.connection)
    others = [
        msgspec.structs.replace(one, tables=tuple(name for name in one.tables if name not in names))
        for one in before
        if one.floorperson != order.floorperson and {*one.tables} & {*names}
    ]
    for one in (own, *others):
        _check_span(one, desk)
    dropped = {name for one in before if one.floorperson == order.floorperson for name in one.tables} - {
        *names
    }
    left_open = sorted(dropped & {*in_operation(desk.connection)})
    if left_open:
        raise RuleViolation(
            EVERY_TABLE,
            f"{', '.join(left_open)} would be open without a floorperson",
            fix="assign the tables to another floorperson, who takes them over",
        )
    return tuple(
        FloorpersonAssigned(
            floorperson=one.floorperson,
            tables=one.tables,
            seats_players=one.seats_players,
            clause=EVERY_TABLE.id,
        )
        for one in (*others, own)
    )


def _check_span(one: Assignment, desk: Desk) -> None:
    held = standards(desk)
    refuse(
        span_findings(
            one.floorperson,
            [table_on_floor(desk, name) for name in one.tables],
            held.spans,
            held.gaming_day,
            seats_players=one.seats_players,
        ),
        fix="divide the tables among more floorpersons",
    )


def relieve_floorperson(order: RelieveFloorperson, desk: Desk) -> tuple[FloorpersonAssigned, ...]:
    """All tables of one floorperson, beside those the other has already; a duty to seat players comes with them."""
    if order.leaving == order.coming:
        raise RuleViolation(EVERY_TABLE, f"{order.leaving} cannot be relieved by the same person")
    supervising = {one.floorperson: one for one in assignments(desk.connection)}
    if order.leaving not in supervising:
        raise RuleViolation(EVERY_TABLE, f"{order.leaving} has no table to be relieved of")
    both = [supervising[one] for one in (order.coming, order.leaving) if one in supervising]
    taking_over = AssignFloorperson(
        floorperson=order.coming,
        tables=tuple(name for one in both for name in one.tables),
        seats_players=any(one.seats_players for one in both),
    )
    return assign_floorperson(taking_over, desk)
