from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.backoffice.revenue.pit import Pit


@pytest.fixture
def new_pit(tmp_path: Path) -> Iterator[Pit]:
    """A pit whose revenue terms are not set yet."""
    pit = Pit(str(tmp_path / "journal.db"))
    with pit.office.journal:
        yield pit


@pytest.fixture
def pit(new_pit: Pit) -> Pit:
    """A pit on its first gaming day."""
    new_pit.set_terms()
    return new_pit
