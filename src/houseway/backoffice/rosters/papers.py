"""Papers: the roster of a gaming day, and the camera coverage of the floor on it."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.listing import in_order
from houseway.backoffice.paper import Field, Grid, Paper, Signature, by_clock
from houseway.backoffice.postings.postings import house_name, posting_of
from houseway.backoffice.rosters.assignments import (
    OnDuty,
    assignments,
    cameras,
    coverage,
    crews,
    duties,
    held_on,
    history,
    in_operation,
    operation,
    settled,
    tables_on_floor,
)
from houseway.backoffice.rosters.cameras import DEDICATED, PLAN, plan_findings
from houseway.backoffice.rosters.crew import WHILE_IN_OPERATION, Crew, Part
from houseway.backoffice.rosters.now import at_hand, findings, propose, standards
from houseway.backoffice.rosters.opening import assumptions, standards_on
from houseway.backoffice.rosters.roster import Roster
from houseway.backoffice.rosters.spans import ONE_SPAN
from houseway.backoffice.rosters.supervision import EVERY_TABLE, span_of
from houseway.games import title_of
from houseway.law import Clause, citation_of, clause

_DUTY = ("table", "part", "name", "credential", "from", "until", "assigned by")


def roster_days(desk: Desk) -> tuple[str, ...]:
    """The gaming days with a roster: those on which a table was open or somebody's duty began or ended, and today."""
    query = sa.select(operation.c.first_day, operation.c.last_day).distinct()
    open_days = {
        first + timedelta(days=number)
        for first, last in desk.connection.execute(query)
        for number in range(((last or desk.day) - first).days + 1)
    }
    return _named(_changes(desk, duties) | open_days, desk)


def coverage_days(desk: Desk) -> tuple[str, ...]:
    """The gaming days on which coverage was signed off or lost, and today."""
    return _named(_changes(desk, cameras), desk)


def _changes(desk: Desk, table: sa.Table) -> set[date]:
    """The gaming days on which something began or ended."""
    query = sa.union(
        sa.select(table.c.first_day), sa.select(table.c.last_day).where(table.c.last_day.is_not(None))
    )
    return {*desk.connection.execute(query).scalars()}


def _named(days: set[date], desk: Desk) -> tuple[str, ...]:
    return tuple(day.isoformat() for day in sorted(days | {desk.day}))


def roster_paper(desk: Desk, subject: str) -> Paper:
    """Who dealt, boxed and supervised at which table on a gaming day, from when to when."""
    day = date.fromisoformat(subject)
    on_duty = history(desk.connection, day=day)
    query = (
        sa.select(operation.c.table_name, operation.c.since, operation.c.until)
        .where(*held_on(operation, day))
        .order_by(operation.c.number)
    )
    open_times = [
        (row.table_name, _time(row.since, desk), _time(row.until, desk))
        for row in desk.connection.execute(query)
    ]
    crew = [row for row in on_duty if row.part is not Part.FLOORPERSON]
    supervising = [row for row in on_duty if row.part is Part.FLOORPERSON]
    return Paper(
        title="Table games staffing roster",
        number=f"ROSTER-{day:%Y%m%d}",
        holder=house_name(desk.connection),
        day=day,
        clause=WHILE_IN_OPERATION,
        fields=(
            Field(
                label="Tables in operation",
                value=str(len({row[0] for row in open_times})),
                clause=WHILE_IN_OPERATION,
            ),
            Field(
                label="Floorpersons",
                value=str(len({row.credential for row in supervising})),
                clause=EVERY_TABLE,
            ),
        ),
        grids=(
            Grid(
                title="In operation",
                headings=("table", "opened", "closed"),
                rows=tuple(open_times),
                clause=WHILE_IN_OPERATION,
            ),
            Grid(title="Crew", headings=_DUTY, rows=_rows(desk, day, crew), clause=WHILE_IN_OPERATION),
            Grid(title="Supervision", headings=_DUTY, rows=_rows(desk, day, supervising), clause=EVERY_TABLE),
        ),
        signatures=_assigners(desk, day, on_duty),
        notes=tuple(
            f"{one.assumed} [{citation_of(one.clause)}]"
            for one in assumptions(standards_on(day, settled(desk.connection, day)))
        ),
    )


def _rows(desk: Desk, day: date, on_duty: Sequence[OnDuty]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (
            row.table,
            str(row.part),
            _name(desk, row.credential, day),
            row.credential,
            _time(row.since, desk),
            _time(row.until, desk),
            _name(desk, row.assigned_by, day),
        )
        for row in on_duty
    )


def _assigners(desk: Desk, day: date, on_duty: Sequence[OnDuty]) -> tuple[Signature, ...]:
    """Whoever assigned somebody, with the moment of the first assignment that is still on the paper."""
    first = {row.assigned_by: row.since for row in reversed(on_duty)}
    return tuple(
        _signature(desk, day, "assigned", credential, since, WHILE_IN_OPERATION)
        for credential, since in first.items()
    )


def _signature(
    desk: Desk, day: date, part: str, credential: str, signed_at: datetime, cited: Clause
) -> Signature:
    posting = posting_of(desk.connection, credential, day)
    return Signature(
        part=part,
        name=posting.name if posting else "",
        credential=credential,
        position=posting.position if posting else "",
        signed_at=signed_at,
        clause=cited,
    )


def _name(desk: Desk, credential: str, day: date) -> str:
    posting = posting_of(desk.connection, credential, day)
    return posting.name if posting else ""


def _time(moment: datetime | str | None, desk: Desk) -> str:
    """A moment as the desk's own clock shows it."""
    return "" if moment is None else by_clock(moment, desk.at)


def coverage_paper(desk: Desk, subject: str) -> Paper:
    """The cameras dedicated to each table on a gaming day and who confirmed them; today's says what is missing."""
    day = date.fromisoformat(subject)
    query = sa.select(cameras).where(*held_on(cameras, day)).order_by(cameras.c.number)
    held = desk.connection.execute(query).all()
    rows = tuple(
        (
            row.table_name,
            row.camera,
            "yes" if row.fixed else "no",
            row.covers_end or "",
            _time(row.since, desk),
            _time(row.until, desk),
            row.reason or "",
            citation_of(row.clause),
        )
        for row in held
    )
    signed = dict.fromkeys((row.table_name, row.signed_by, row.since, row.clause) for row in held)
    return Paper(
        title="Surveillance coverage of table games",
        number=f"COVERAGE-{day:%Y%m%d}",
        holder=house_name(desk.connection),
        day=day,
        clause=PLAN,
        fields=(
            Field(label="Dedicated cameras", value=str(len({row.camera for row in held})), clause=DEDICATED),
        ),
        grids=(
            Grid(
                title="Dedicated cameras",
                headings=("table", "camera", "fixed", "end", "from", "until", "out because", "clause"),
                rows=rows,
                clause=DEDICATED,
            ),
            # What is missing is known of this moment only.
            *((_missing(desk),) if day == desk.day else ()),
        ),
        signatures=tuple(
            _signature(
                desk,
                day,
                f"confirmed the coverage of {table}",
                credential,
                datetime.fromisoformat(since),
                clause(cited),
            )
            for table, credential, since, cited in signed
        ),
    )


def _missing(desk: Desk) -> Grid:
    """The coverage that any table of the floor lacks, open or not."""
    found = plan_findings(
        tuple(tables_on_floor(desk.connection).values()),
        coverage(desk.connection),
        desk.day,
        settled(desk.connection, desk.day),
    )
    rows = tuple(
        (one.where, one.problem, citation_of(one.clause))
        for one in sorted(found, key=lambda one: in_order(one.where))
    )
    return Grid(title="Missing", headings=("table", "what", "clause"), rows=rows, clause=PLAN)


def floor_now(desk: Desk) -> tuple[Grid, ...]:
    """The floor at this moment: crews, floorpersons with their spans, and everything unlawful."""
    floor = tables_on_floor(desk.connection)
    working = crews(desk.connection)
    running = in_operation(desk.connection)
    held = standards(desk)
    supervised = []
    for one in assignments(desk.connection):
        span = span_of([floor[name] for name in one.tables], held.spans, seats_players=one.seats_players)
        name = _name(desk, one.floorperson, desk.day)
        supervised.append((name, one.floorperson, ", ".join(one.tables), str(span) if span else "no span"))
    return (
        Grid(
            title="Tables",
            headings=("table", "game", "in operation", "dealers", "stickperson", "boxpersons"),
            rows=tuple(
                (
                    name,
                    title_of(table.played),
                    "yes" if name in running else "no",
                    ", ".join(crew.dealers),
                    crew.stickperson,
                    ", ".join(crew.boxpersons),
                )
                for name, table in sorted(floor.items(), key=lambda one: in_order(one[0]))
                for crew in (working.get(name, Crew()),)
            ),
            clause=WHILE_IN_OPERATION,
        ),
        Grid(
            title="Floorpersons",
            headings=("name", "credential", "tables", "span"),
            rows=tuple(supervised),
            clause=ONE_SPAN,
        ),
        Grid(
            title="Unlawful now",
            headings=("where", "what", "clause"),
            rows=tuple((found.where, found.problem, found.clause) for found in findings(desk)),
            clause=EVERY_TABLE,
        ),
    )


def fewest_now(desk: Desk) -> tuple[Grid, ...]:
    """How all tables of the floor could be open with the fewest floorpersons, by everyone who works here today."""
    names = tuple(tables_on_floor(desk.connection))
    return proposed(desk, propose(desk, names, at_hand(desk, names)))


def proposed(desk: Desk, roster: Roster) -> tuple[Grid, ...]:
    """A proposed roster, or what makes a lawful one impossible."""
    if not roster.lawful:
        rows = (
            *((short.problem, ", ".join(short.clauses)) for short in roster.shortages),
            *((f"{one.where}: {one.problem}", one.clause) for one in roster.findings),
        )
        return (
            Grid(
                title="What makes it impossible", headings=("what", "clauses"), rows=rows, clause=EVERY_TABLE
            ),
        )
    supervised = tuple(
        (
            _name(desk, one.assignment.floorperson, desk.day),
            one.assignment.floorperson,
            ", ".join(one.assignment.tables),
            one.span,
        )
        for one in roster.supervised
    )
    crew = tuple(
        (name, str(part), _name(desk, credential, desk.day), credential)
        for name, working in sorted(roster.crews.items(), key=lambda one: in_order(one[0]))
        for part, credential in working.duties
    )
    return (
        Grid(
            title="Floorpersons",
            headings=("name", "credential", "tables", "span"),
            rows=supervised,
            clause=EVERY_TABLE,
        ),
        Grid(
            title="Crew",
            headings=("table", "part", "name", "credential"),
            rows=crew,
            clause=WHILE_IN_OPERATION,
        ),
    )


def assumed(desk: Desk) -> tuple[Grid, ...]:
    """What is taken for granted because the sources do not say it."""
    return (
        Grid(
            title="Assumptions",
            headings=("where", "assumed", "clause"),
            rows=tuple((one.where, one.assumed, one.clause) for one in assumptions(standards(desk))),
            clause=ONE_SPAN,
        ),
    )
