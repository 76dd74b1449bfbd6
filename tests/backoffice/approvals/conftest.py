from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.backoffice.approvals.board import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house that has filed nothing yet."""
    with House(tmp_path / "journal.db") as opened:
        yield opened
