"""Houses of earlier versions: their journals verify, their tables replay and their books are made, in every later one.

tests/data/recorded/houses has the export of a demo property for each of them, at whose training tables was played by chance.
"""

import json
import lzma
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from houseway.floor import Floor
from houseway.floor.demo_tables import TRAY
from houseway.floor.replay import check_tables
from houseway.games import games as all_games
from houseway.journal import Draft, Journal, second_verifier, verify_export
from houseway.journal.schema import checkpoints
from tests.floor.live import STAMP
from tools.reliability import note

# The house of this version, at whose tables every game was played.
THIS = "0.2.0-november-18"
HOUSES = sorted((Path(__file__).parents[1] / "data" / "recorded" / "houses").glob("*.jsonl.xz"))


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
        if kept := json.loads(exported[0])["checkpoints"]:
            with journal.transaction() as transaction:
                transaction.connection.execute(checkpoints.insert(), kept)
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
    exported: list[bytes], journal: Journal, request: pytest.FixtureRequest
) -> None:
    assert verify_export(exported).ok
    assert second_verifier.verify(exported) == len(exported) - 1
    assert journal.verify().ok
    last = json.loads(exported[-1])["recorded_at"]
    floor = Floor(journal, lambda: datetime.fromisoformat(last) + timedelta(days=1), stamps=[STAMP])
    assert floor.set_aside() == ()
    assert list(check_tables(journal)) == []
    games = {table.game.name for table in floor.tables().values()}
    assert len(games) == (len(all_games()) if request.node.callspec.id.startswith(THIS) else 7)
    assert sum(table.version for table in floor.tables().values()) > 100 * len(games)
    for table in floor.tables().values():
        assert sum(table.state.chips.values()) == TRAY, "no chip was lost"
    assert floor.office.house == "Keystone Meadows"
    with floor.office.desk() as desk:
        assert all(sheet.show(desk) for book in floor.office.books.values() for sheet in book.sheets)
    assert journal.head().position == len(exported) - 1, "opening a house records nothing"
    found = f"{len(exported) - 1:,} entries verified twice, every act replayed to the same events"
    note("earlier", request.node.callspec.id, found)


def test_there_is_a_house_of_this_version_and_of_those_before() -> None:
    assert [house.name.removesuffix(".jsonl.xz") for house in HOUSES] == [
        "0.1.0-first",
        "0.1.0-last",
        "0.2.0-november-17",
        THIS,
        "0.2.0",
    ]
