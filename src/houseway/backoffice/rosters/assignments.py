"""Assignments as they are kept: which tables stand on the floor, who has been at each from when to when, and its cameras."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.rosters.cameras import Camera, End
from houseway.backoffice.rosters.choices import AS_CODIFIED, StaffingChoices
from houseway.backoffice.rosters.crew import Crew, Part
from houseway.backoffice.rosters.supervision import Assignment
from houseway.backoffice.rosters.tables import OpenTable
from houseway.journal import timestamp

metadata = sa.MetaData()

tables = sa.Table(
    "staffing_tables",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("content", sa.LargeBinary, nullable=False),
)


def _from_to() -> tuple[sa.Column[Any], ...]:
    """Since when and until when something held, as moments and as gaming days; no end while it does."""
    return (
        sa.Column("since", sa.Text, nullable=False),
        sa.Column("first_day", sa.Date, nullable=False),
        sa.Column("until", sa.Text),
        sa.Column("last_day", sa.Date),
        sa.Column("signed_by", sa.Text, nullable=False),
    )


duties = sa.Table(
    "staffing_duties",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("table_name", sa.Text, nullable=False),
    sa.Column("part", sa.Text, nullable=False),
    sa.Column("credential", sa.Text, nullable=False, index=True),
    sa.Column("seats_players", sa.Boolean, nullable=False),
    *_from_to(),
)
sa.Index("staffing_duties_now", duties.c.until, duties.c.table_name)
sa.Index("staffing_duties_days", duties.c.last_day, duties.c.first_day)

operation = sa.Table(
    "staffing_operation",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("table_name", sa.Text, nullable=False),
    *_from_to(),
)
sa.Index("staffing_operation_now", operation.c.until, operation.c.table_name)

cameras = sa.Table(
    "staffing_cameras",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("table_name", sa.Text, nullable=False),
    sa.Column("camera", sa.Text, nullable=False),
    sa.Column("fixed", sa.Boolean, nullable=False),
    sa.Column("covers_end", sa.Text),
    sa.Column("clause", sa.Text, nullable=False),
    sa.Column("reason", sa.Text),
    *_from_to(),
)
sa.Index("staffing_cameras_now", cameras.c.until, cameras.c.table_name)

choices = sa.Table(
    "staffing_choices",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("first_day", sa.Date, nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
)


# Keeping.


def begin(desk: Desk, table: sa.Table, **values: Any) -> None:
    """Something holds from now on."""
    signed_by = desk.signatures[-1].credential
    now = {"since": timestamp(desk.at), "first_day": desk.day, "signed_by": signed_by}
    desk.connection.execute(table.insert(), {"number": _next(desk, table), **now, **values})


def end(desk: Desk, table: sa.Table, *which: sa.ColumnElement[bool], **values: Any) -> None:
    """Something that held until now holds no longer."""
    now = {"until": timestamp(desk.at), "last_day": desk.day, **values}
    desk.connection.execute(table.update().where(table.c.until.is_(None), *which).values(**now))


def _next(desk: Desk, table: sa.Table) -> int:
    return (desk.connection.execute(sa.select(sa.func.max(table.c.number))).scalar() or 0) + 1


def keep_table(desk: Desk, table: OpenTable) -> None:
    """Put a table on the floor, or describe it anew."""
    _forget_table(desk, table.name)
    desk.connection.execute(tables.insert(), {"name": table.name, "content": msgspec.json.encode(table)})


def remove_table(desk: Desk, name: str) -> None:
    """Take a table off the floor: what was confirmed of its cameras holds no longer, wherever it comes to stand."""
    _forget_table(desk, name)
    end(desk, cameras, cameras.c.table_name == name, reason="the table left the floor")


def _forget_table(desk: Desk, name: str) -> None:
    desk.connection.execute(tables.delete().where(tables.c.name == name))


def keep_crew(desk: Desk, table: str, crew: Crew) -> None:
    """End the duty of whoever leaves the table and begin that of whoever comes; the others' goes on."""
    present = crew_of(desk.connection, table).duties
    for part, credential in (duty for duty in present if duty not in crew.duties):
        end(
            desk,
            duties,
            duties.c.table_name == table,
            duties.c.part == part,
            duties.c.credential == credential,
        )
    for part, credential in (duty for duty in crew.duties if duty not in present):
        begin(desk, duties, table_name=table, part=part, credential=credential, seats_players=False)


def keep_assignment(desk: Desk, assignment: Assignment) -> None:
    """End a floorperson's duty at the tables that are not named, and begin it at those that are."""
    own = (duties.c.credential == assignment.floorperson, duties.c.part == Part.FLOORPERSON)
    query = sa.select(duties.c.table_name, duties.c.seats_players).where(duties.c.until.is_(None), *own)
    present = {row.table_name: bool(row.seats_players) for row in desk.connection.execute(query)}
    goes_on = {
        name
        for name, seats_players in present.items()
        if name in assignment.tables and seats_players is assignment.seats_players
    }
    for name in sorted(present.keys() - goes_on):
        end(desk, duties, duties.c.table_name == name, *own)
    for name in assignment.tables:
        if name not in goes_on:
            begin(
                desk,
                duties,
                table_name=name,
                part=Part.FLOORPERSON,
                credential=assignment.floorperson,
                seats_players=assignment.seats_players,
            )


def keep_coverage(desk: Desk, table: str, dedicated: tuple[Camera, ...], clause: str) -> None:
    """Let the cameras just signed off take the place of those before."""
    end(desk, cameras, cameras.c.table_name == table)
    for camera in dedicated:
        begin(
            desk,
            cameras,
            table_name=table,
            camera=camera.number,
            fixed=camera.fixed,
            covers_end=camera.end,
            clause=clause,
        )


def keep_choices(desk: Desk, settled: StaffingChoices) -> None:
    """Keep what the property has settled."""
    content = msgspec.json.encode(settled)
    row = {"number": _next(desk, choices), "first_day": desk.day, "content": content}
    desk.connection.execute(choices.insert(), row)


# Looking up. What is asked before every move at a live table is put into a query once.
_OPERATED = sa.select(operation.c.number).where(operation.c.table_name == sa.bindparam("table")).limit(1)
_AT_TABLES = (
    sa.select(duties.c.table_name, duties.c.part, duties.c.credential)
    .where(duties.c.until.is_(None), duties.c.part != Part.FLOORPERSON)
    .order_by(duties.c.number)
)
_AT_TABLE = _AT_TABLES.where(duties.c.table_name == sa.bindparam("table"))


def tables_on_floor(connection: sa.Connection) -> dict[str, OpenTable]:
    """The tables of the floor by name."""
    rows = connection.execute(sa.select(tables).order_by(tables.c.name))
    return {row.name: msgspec.json.decode(row.content, type=OpenTable) for row in rows}


def in_operation(connection: sa.Connection) -> tuple[str, ...]:
    """The names of the tables that are open for play."""
    query = sa.select(operation.c.table_name).where(operation.c.until.is_(None))
    return tuple(sorted(connection.execute(query).scalars()))


def was_in_operation(connection: sa.Connection, table: str) -> bool:
    """Whether a table has ever been open for play, also one that left the floor since."""
    return connection.execute(_OPERATED, {"table": table}).first() is not None


def crew_of(connection: sa.Connection, table: str) -> Crew:
    """Who works at a table now."""
    return _crews(connection.execute(_AT_TABLE, {"table": table})).get(table, Crew())


def crews(connection: sa.Connection) -> dict[str, Crew]:
    """Who works at which table now."""
    return _crews(connection.execute(_AT_TABLES))


def _crews(rows: Iterable[sa.Row[Any]]) -> dict[str, Crew]:
    found: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        found.setdefault(row.table_name, {}).setdefault(row.part, []).append(row.credential)
    return {name: _crew(parts) for name, parts in found.items()}


def _crew(parts: Mapping[str, list[str]]) -> Crew:
    stick = parts.get(Part.STICKPERSON, [])
    return Crew(
        dealers=(*stick, *parts.get(Part.DEALER, [])),
        stickperson=stick[0] if stick else "",
        boxpersons=tuple(parts.get(Part.BOXPERSON, [])),
    )


def assignments(connection: sa.Connection) -> tuple[Assignment, ...]:
    """Which tables each floorperson has now."""
    query = (
        sa.select(duties)
        .where(duties.c.until.is_(None), duties.c.part == Part.FLOORPERSON)
        .order_by(duties.c.number)
    )
    found: dict[tuple[str, bool], list[str]] = {}
    for row in connection.execute(query):
        found.setdefault((row.credential, bool(row.seats_players)), []).append(row.table_name)
    return tuple(
        Assignment(floorperson=credential, tables=tuple(names), seats_players=seats_players)
        for (credential, seats_players), names in found.items()
    )


def coverage(connection: sa.Connection) -> dict[str, tuple[Camera, ...]]:
    """The cameras dedicated to each table now."""
    query = sa.select(cameras).where(cameras.c.until.is_(None)).order_by(cameras.c.number)
    found: dict[str, tuple[Camera, ...]] = {}
    for row in connection.execute(query):
        camera = Camera(
            number=row.camera, fixed=bool(row.fixed), end=End(row.covers_end) if row.covers_end else None
        )
        found[row.table_name] = (*found.get(row.table_name, ()), camera)
    return found


def settled(connection: sa.Connection, day: date) -> StaffingChoices:
    """What the property had settled last by the end of a gaming day."""
    query = sa.select(choices.c.content).where(choices.c.first_day <= day)
    content = connection.execute(query.order_by(choices.c.number.desc()).limit(1)).scalar()
    return msgspec.json.decode(content, type=StaffingChoices) if content else AS_CODIFIED


class OnDuty(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's time at a table in a part."""

    table: str
    part: Part
    credential: str
    since: datetime
    until: datetime | None
    assigned_by: str


def history(
    connection: sa.Connection, *, day: date | None = None, table: str = "", credential: str = ""
) -> tuple[OnDuty, ...]:
    """Who was at which table from when to when, oldest first: on a gaming day, at a table, or of a person."""
    query = sa.select(duties).order_by(duties.c.number)
    if day is not None:
        query = query.where(*held_on(duties, day))
    if table:
        query = query.where(duties.c.table_name == table)
    if credential:
        query = query.where(duties.c.credential == credential)
    return tuple(
        OnDuty(
            table=row.table_name,
            part=Part(row.part),
            credential=row.credential,
            since=datetime.fromisoformat(row.since),
            until=datetime.fromisoformat(row.until) if row.until else None,
            assigned_by=row.signed_by,
        )
        for row in connection.execute(query)
    )


def held_on(table: sa.Table, day: date) -> tuple[sa.ColumnElement[bool], ...]:
    """What held at some time of a gaming day."""
    return (
        table.c.first_day <= day,
        sa.or_(table.c.last_day.is_(None), table.c.last_day >= day),
    )
