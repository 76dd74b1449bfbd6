"""The tables of the journal, for queries; the migrations make them."""

from typing import Any

import sqlalchemy as sa

# The migration steps; a journal that has the newest one is opened without loading the migration tools.
STEPS = ("0001",)
VERSION_TABLE = "journal_version"

metadata = sa.MetaData()

# SQLite keeps rows in the order of an INTEGER primary key: appending then touches the last page only.
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("position", _NUMBER, primary_key=True, autoincrement=False),
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("version", _NUMBER, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("recorded_at", sa.Text, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("previous", sa.LargeBinary, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
    sa.UniqueConstraint("stream", "version", name="entries_stream_version"),
)

# One row, changed with every append: without it, a removed tail would leave a shorter but perfect chain.
head = sa.Table(
    "head",
    metadata,
    sa.Column(
        "id",
        _NUMBER,
        sa.CheckConstraint("id = 1", name="head_one_row"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("position", _NUMBER, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
)


def latest_of_streams(column: sa.Column[int]) -> sa.Select[Any]:
    """Every stream with something of its latest entry, from stream to stream by the index: no entry between is looked at."""
    first = sa.select(sa.func.min(entries.c.stream).label("stream")).cte("streams", recursive=True)
    after = sa.select(sa.func.min(entries.c.stream)).where(entries.c.stream > first.c.stream)
    streams = first.union_all(sa.select(after.scalar_subquery()).where(first.c.stream.is_not(None)))
    latest = sa.select(column).where(entries.c.stream == streams.c.stream).order_by(entries.c.version.desc())
    found = sa.select(streams.c.stream, latest.limit(1).scalar_subquery())
    return found.where(streams.c.stream.is_not(None)).order_by(streams.c.stream)


# What makes the database refuse to change what was recorded, by the way each database names it.
_TRIGGERS = {
    "sqlite": (
        "entries_next",
        *(f"{table}_no_{verb}" for table in ("entries", "checkpoints") for verb in ("update", "delete")),
    ),
    "postgresql": ("entries_next", "entries_append_only", "checkpoints_append_only"),
}
_FOUND = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%RAISE(ABORT%'",
    "postgresql": """
        SELECT tgname FROM pg_trigger
        WHERE tgenabled <> 'D' AND tgrelid IN (to_regclass('entries'), to_regclass('checkpoints'))
    """,
}


def missing_triggers(connection: sa.Connection) -> list[str]:
    """The triggers that somebody has dropped or switched off."""
    database = connection.dialect.name
    found = set(connection.exec_driver_sql(_FOUND[database]).scalars())
    return [name for name in _TRIGGERS[database] if name not in found]


checkpoints = sa.Table(
    "checkpoints",
    metadata,
    sa.Column("position", _NUMBER, primary_key=True, autoincrement=False),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("note", sa.Text, nullable=False),
)
