"""The demo property, made once: tests copy it, since its six weeks of paperwork take a while."""

import shutil
from pathlib import Path

import pytest

from houseway.floor import Floor
from houseway.floor.demo import keep_books, make_demo_property
from houseway.journal import Journal


@pytest.fixture(scope="session")
def kept_books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo property with its books kept, and no table yet; to be copied."""
    database = tmp_path_factory.mktemp("books") / "house.db"
    with Journal.open(database) as journal:
        keep_books(Floor(journal))
    return database


@pytest.fixture(scope="session")
def whole_demo(kept_books: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo property as it is first made; to be copied."""
    database = tmp_path_factory.mktemp("demo") / "house.db"
    shutil.copy(kept_books, database)
    with Journal.open(database) as journal:
        make_demo_property(Floor(journal))
    return database


@pytest.fixture
def demo_house(whole_demo: Path, tmp_path: Path) -> Path:
    """A demo property of the test's own."""
    shutil.copy(whole_demo, tmp_path / "house.db")
    return tmp_path / "house.db"
