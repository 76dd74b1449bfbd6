"""Where each table stands, as the book keeps it."""

from datetime import date

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.tables.entries import Mode, first_entry
from houseway.backoffice.tables.orders import (
    TableBrought,
    TableMoved,
    TableRenamed,
    TableRetired,
    TableRuled,
)

metadata = sa.MetaData()

standings = sa.Table(
    "tables_standings",
    metadata,
    sa.Column("table_name", sa.Text, primary_key=True),
    sa.Column("content", sa.LargeBinary, nullable=False),
)


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """The submission of a table from a gaming day on; no day for the one that it came with."""

    submission_hash: str
    since: date | None = None


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the house as its orders left it; one that is over has the day on which it was retired."""

    table: str
    title: str
    game: str
    mode: Mode
    rulings: tuple[Ruling, ...]
    brought_on: date | None = None
    place: str = ""
    retired_on: date | None = None
    reason: str = ""

    def ruled_on(self, day: date) -> Ruling:
        """The submission for a gaming day: of all that hold by then, the one that begins last, or was ordered last."""
        by_then = [one for one in self.rulings if one.since is None or one.since <= day]
        return max(enumerate(by_then), key=lambda one: (one[1].since or date.min, one[0]))[1]


def standing_of(connection: sa.Connection, table: str) -> Standing | None:
    """A table as it stands, also one that came to the floor before there were orders for it."""
    query = sa.select(standings.c.content).where(standings.c.table_name == table)
    content = connection.execute(query).scalar()
    if content is not None:
        return msgspec.json.decode(content, type=Standing)
    came = first_entry(connection, table)
    if came is None:
        return None
    return Standing(
        table=table,
        title=came.title,
        game=came.game,
        mode=came.mode,
        rulings=(Ruling(submission_hash=came.submission_hash),),
    )


def every_standing(connection: sa.Connection) -> tuple[Standing, ...]:
    """Every table that was ever ordered, by its number."""
    rows = connection.execute(sa.select(standings.c.content).order_by(standings.c.table_name)).scalars()
    return tuple(msgspec.json.decode(content, type=Standing) for content in rows)


# Keeping.


def keep_brought(fact: TableBrought, desk: Desk) -> None:
    """A table stands on the floor."""
    _keep(
        desk,
        Standing(
            table=fact.table,
            title=fact.title,
            game=fact.game,
            mode=fact.mode,
            rulings=(Ruling(submission_hash=fact.submission_hash),),
            brought_on=desk.day,
        ),
    )


def keep_ruled(fact: TableRuled, desk: Desk) -> None:
    """Another submission stands beside those before it."""
    before = _known(desk, fact.table)
    ruling = Ruling(submission_hash=fact.submission_hash, since=fact.since)
    _keep(desk, msgspec.structs.replace(before, rulings=(*before.rulings, ruling)))


def keep_renamed(fact: TableRenamed, desk: Desk) -> None:
    """The table has another title."""
    _keep(desk, msgspec.structs.replace(_known(desk, fact.table), title=fact.title))


def keep_moved(fact: TableMoved, desk: Desk) -> None:
    """The table has another place."""
    _keep(desk, msgspec.structs.replace(_known(desk, fact.table), place=fact.place))


def keep_retired(fact: TableRetired, desk: Desk) -> None:
    """The table is over."""
    _keep(desk, msgspec.structs.replace(_known(desk, fact.table), retired_on=fact.on, reason=fact.reason))


def _known(desk: Desk, table: str) -> Standing:
    found = standing_of(desk.connection, table)
    assert found is not None, "decided before"
    return found


def _keep(desk: Desk, standing: Standing) -> None:
    desk.connection.execute(standings.delete().where(standings.c.table_name == standing.table))
    row = {"table_name": standing.table, "content": msgspec.json.encode(standing)}
    desk.connection.execute(standings.insert(), row)
