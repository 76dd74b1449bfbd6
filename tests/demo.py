"""The demo property, made once for all workers: tests copy it, since its six weeks of paperwork take a while."""

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from houseway.floor import Floor
from houseway.floor.demo import keep_books, make_demo_property
from houseway.journal import Journal


def _made_once(folders: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A database that whichever worker comes first makes, and the others wait for."""
    base = folders.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    database = shared / f"{name}.db"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not database.exists():
            making = folders.mktemp(name) / "house.db"
            make(making)
            making.rename(database)
    return database


def _with_books(database: Path) -> None:
    with Journal.open(database) as journal:
        keep_books(Floor(journal))


@pytest.fixture(scope="session")
def kept_books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo property with its books kept, and no table yet; to be copied."""
    return _made_once(tmp_path_factory, "books", _with_books)


@pytest.fixture(scope="session")
def whole_demo(kept_books: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo property as it is first made; to be copied."""

    def with_tables(database: Path) -> None:
        shutil.copy(kept_books, database)
        with Journal.open(database) as journal:
            make_demo_property(Floor(journal))

    return _made_once(tmp_path_factory, "demo", with_tables)


@pytest.fixture
def demo_house(whole_demo: Path, tmp_path: Path) -> Path:
    """A demo property of the test's own."""
    shutil.copy(whole_demo, tmp_path / "house.db")
    return tmp_path / "house.db"
