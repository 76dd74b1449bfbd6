from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.backoffice.retention.archive import Archive


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    made = Archive(str(tmp_path / "journal.db"))
    with made.office.journal:
        yield made
