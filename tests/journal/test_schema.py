import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

import houseway.journal
from houseway.journal import Journal
from houseway.journal.schema import STEPS, VERSION_TABLE, metadata
from tests.journal.houses import Raw


def test_the_public_surface_is_exact() -> None:
    public = {
        name
        for name, value in vars(houseway.journal).items()
        if not name.startswith("_") and not isinstance(value, type(houseway.journal))
    }
    assert set(houseway.journal.__all__) == public
    assert houseway.journal.__all__ == sorted(
        houseway.journal.__all__, key=lambda name: (not name.isupper(), name)
    )


def test_the_migrations_make_the_tables_that_queries_speak_of(journal: Journal, place: str) -> None:
    url = sa.make_url(place if "://" in place else f"sqlite:///{place}")
    engine = sa.create_engine(url.set(drivername=url.drivername.replace("postgresql", "postgresql+psycopg")))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_the_newest_step_is_the_one_the_migrations_end_with() -> None:
    config = Config()
    config.set_main_option("script_location", "houseway.journal:migrations")
    scripts = ScriptDirectory.from_config(config)
    assert tuple(reversed([step.revision for step in scripts.walk_revisions()])) == STEPS


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET kind = 'other' WHERE position = 3",
        "DELETE FROM entries WHERE position = 9",
        "DELETE FROM entries",
        "INSERT INTO entries SELECT 10, stream, 99, kind, recorded_at, body, previous, hash FROM entries "
        "WHERE position = 9",
        "INSERT INTO entries SELECT 11, stream, 99, kind, recorded_at, body, hash, hash FROM entries "
        "WHERE position = 9",
    ],
)
def test_the_database_itself_refuses_changes(played: Journal, place: str, statement: str) -> None:
    with Raw(place) as raw, pytest.raises(Exception, match=r"append-only|not the next entry"):
        raw.run(statement)
    assert played.verify().ok


def test_postgresql_refuses_to_empty_the_journal(postgresql: str) -> None:
    with Journal.open(postgresql), Raw(postgresql) as raw, pytest.raises(Exception, match="append-only"):
        raw.run("TRUNCATE entries")
