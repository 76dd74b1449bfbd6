"""Entries, head and checkpoints.

An entry can be added only where the head record says the journal ends, and moves the head; neither entries nor
checkpoints can be changed or removed.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_PROTECTED = ("entries", "checkpoints")


def upgrade() -> None:
    """Make the tables, the single head row and the triggers."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "entries",
        sa.Column("position", number, primary_key=True, autoincrement=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("version", number, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("recorded_at", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("previous", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("stream", "version", name="entries_stream_version"),
    )
    head = op.create_table(
        "head",
        sa.Column(
            "id",
            number,
            sa.CheckConstraint("id = 1", name="head_one_row"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("position", number, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "checkpoints",
        sa.Column("position", number, primary_key=True, autoincrement=False),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.bulk_insert(head, [{"id": 1, "position": 0, "hash": bytes(32)}])
    if op.get_bind().dialect.name == "sqlite":
        _add_sqlite_triggers()
    else:
        _add_postgresql_triggers()


def _add_sqlite_triggers() -> None:
    op.execute("""
        CREATE TRIGGER entries_next AFTER INSERT ON entries BEGIN
            SELECT RAISE(ABORT, 'not the next entry') FROM head
                WHERE position <> NEW.position - 1 OR hash <> NEW.previous;
            UPDATE head SET position = NEW.position, hash = NEW.hash;
        END
    """)
    for table in _PROTECTED:
        for verb in ("UPDATE", "DELETE"):
            op.execute(f"""
                CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} BEGIN
                    SELECT RAISE(ABORT, 'the journal is append-only');
                END
            """)


def _add_postgresql_triggers() -> None:
    op.execute("""
        CREATE FUNCTION journal_next() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            UPDATE head SET position = NEW.position, hash = NEW.hash
                WHERE position = NEW.position - 1 AND hash = NEW.previous;
            IF NOT FOUND THEN
                RAISE EXCEPTION 'not the next entry' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN NEW;
        END $$
    """)
    op.execute("""
        CREATE FUNCTION journal_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            RAISE EXCEPTION 'the journal is append-only' USING ERRCODE = 'integrity_constraint_violation';
        END $$
    """)
    # Before the insert: two writers then meet at the head row, not at the index of positions.
    op.execute(
        "CREATE TRIGGER entries_next BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION journal_next()"
    )
    for table in _PROTECTED:
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse()"
        )
