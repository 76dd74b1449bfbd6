"""Houses of earlier versions: their journals verify, their tables replay and their books are made, in every later one.

tests/data/recorded/houses has the export of a demo property for each of them, at whose training tables was played by chance.
"""

import json
import lzma
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from houseway.floor import Floor
from houseway.floor.replay import check_tables
from houseway.journal import Draft, Journal, verify_export
from tests.floor.live import STAMP

HOUSES = sorted((Path(__file__).parents[1] / "data" / "recorded" / "houses").glob("*.jsonl.xz"))
ON_THE_NEXT_DAY = datetime(2026, 11, 16, 18, tzinfo=UTC)


@pytest.fixture
def exported(request: pytest.FixtureRequest) -> list[bytes]:
    return lzma.decompress(request.param.read_bytes()).splitlines(keepends=True)


@pytest.fixture
def journal(exported: list[bytes], place: str) -> Iterator[Journal]:
    entries = [json.loads(line) for line in exported[1:]]
    with Journal.open(place) as journal:
        journal.append_all(
            Draft(entry["stream"], entry["version"] - 1, entry["kind"], entry["body"], entry["recorded_at"])
            for entry in entries
        )
        yield journal


@pytest.mark.parametrize(
    ("exported", "place"),
    [
        *(
            pytest.param(house, "sqlite", id=f"{house.name.removesuffix('.jsonl.xz')}-sqlite")
            for house in HOUSES
        ),
        # The oldest has everything that the later ones have: it also opens in the other database.
        pytest.param(HOUSES[0], "postgresql", id=f"{HOUSES[0].name.removesuffix('.jsonl.xz')}-postgresql"),
    ],
    indirect=True,
)
def test_a_house_of_an_earlier_version_verifies_opens_and_replays(
    exported: list[bytes], journal: Journal
) -> None:
    assert verify_export(exported).ok
    assert journal.verify().ok
    floor = Floor(journal, lambda: ON_THE_NEXT_DAY, stamps=[STAMP])
    assert floor.set_aside() == ()
    assert list(check_tables(journal)) == []
    assert len(floor.tables()) == 14
    assert sum(table.version for table in floor.tables().values()) > 900
    for table in floor.tables().values():
        assert sum(table.state.chips.values()) == 5_000_000, "no chip was lost"
    assert floor.office.house == "Keystone Meadows"
    with floor.office.desk() as desk:
        assert all(sheet.show(desk) for book in floor.office.books.values() for sheet in book.sheets)
    assert journal.head().position == len(exported) - 1, "opening a house records nothing"


def test_there_is_a_house_of_this_version_and_of_two_before() -> None:
    assert [house.name.removesuffix(".jsonl.xz") for house in HOUSES] == [
        "0.1.0-first",
        "0.1.0-last",
        "0.2.0",
    ]
