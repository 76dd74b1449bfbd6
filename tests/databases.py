"""The real databases that tests run on: a SQLite file, and a PostgreSQL server."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import psycopg
import pytest
import sqlalchemy as sa

from tests.servers import postgresql_for_all


@pytest.fixture(scope="session")
def postgresql_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The server named by HOUSEWAY_TEST_POSTGRES, or a real one started for this session."""
    named = os.environ.get("HOUSEWAY_TEST_POSTGRES")
    if named is not None:
        yield named
        return
    # In a folder of its own: a second run of tests closes the folder that both keep their files in to everybody but
    # its owner, and a server that runs as somebody else shuts down within the minute.
    with in_memory(tmp_path_factory) as folder, postgresql_for_all(folder) as url:
        yield url


@pytest.fixture
def postgresql(postgresql_server: str) -> Iterator[str]:
    """A new, empty place in PostgreSQL: a schema, which is made much faster than a database."""
    name = f"houseway_{uuid4().hex}"
    with psycopg.connect(postgresql_server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
        url = sa.make_url(postgresql_server).update_query_dict({"options": f"-csearch_path={name}"})
        yield url.render_as_string(hide_password=False)
        connection.execute(f"DROP SCHEMA {name} CASCADE".encode())


@pytest.fixture
def postgresql_database(postgresql_server: str) -> Iterator[str]:
    """A new, empty PostgreSQL database, for tests that change its settings."""
    name = f"houseway_{uuid4().hex}"
    with psycopg.connect(postgresql_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
        yield sa.make_url(postgresql_server).set(database=name).render_as_string(hide_password=False)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a journal may be made: each test runs once in either database."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgresql"))
    return str(tmp_path / "journal.db")


@contextmanager
def in_memory(folders: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in memory where the system has one, for long walks that are not about durability."""
    memory = "/dev/shm"
    if not os.access(memory, os.W_OK):
        yield folders.mktemp("walk")
        return
    with TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


@pytest.fixture
def memory_path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in memory, for one test."""
    with in_memory(tmp_path_factory) as folder:
        yield folder
