"""The tables of the journal, for queries; the migrations make them."""

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

checkpoints = sa.Table(
    "checkpoints",
    metadata,
    sa.Column("position", _NUMBER, primary_key=True, autoincrement=False),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("note", sa.Text, nullable=False),
)
