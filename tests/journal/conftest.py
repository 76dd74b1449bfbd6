from collections.abc import Iterator

import pytest

from houseway.journal import Journal
from tests.journal.houses import NOON, Raw


@pytest.fixture
def journal(place: str) -> Iterator[Journal]:
    with Journal.open(place, busy_timeout=2) as opened:
        yield opened


@pytest.fixture
def played(journal: Journal) -> Journal:
    """A journal with nine entries in two streams."""
    for round_number in range(1, 10):
        stream = "table/2" if round_number % 3 == 0 else "table/1"
        journal.append(
            stream, journal.version(stream), "move", {"round": round_number, "dice": [1, 2, 6]}, NOON
        )
    return journal


@pytest.fixture
def raw(place: str, journal: Journal) -> Iterator[Raw]:
    """A hand in the database of the journal that no trigger stops."""
    with Raw(place) as connection:
        connection.drop_triggers()
        yield connection
