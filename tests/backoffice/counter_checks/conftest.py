from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.backoffice.counter_checks.cage import Cage


@pytest.fixture
def cage(tmp_path: Path) -> Iterator[Cage]:
    """A house with no counter check book yet."""
    with Cage(tmp_path / "journal.db") as opened:
        yield opened
