"""A whole house recorded before: its journal opens, its tables replay and its books are rebuilt, in every later version.

tests/data/recorded/house.jsonl.xz is the export of a demo property at whose training and live tables was played, with
coupons redeemed and one refused; house.json is what tables and books held when it was exported.
"""

import io
import json
import lzma
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.floor import Floor
from houseway.journal import Draft, Journal, canonical, parse, verify_export
from tests.floor.live import STAMP

FOLDER = Path(__file__).parents[1] / "data" / "recorded"
EXPORTED_AT = datetime(2026, 11, 16, 18, tzinfo=UTC)


@pytest.fixture(scope="module")
def exported() -> list[bytes]:
    return lzma.decompress((FOLDER / "house.jsonl.xz").read_bytes()).splitlines(keepends=True)


@pytest.fixture(scope="module")
def held() -> Any:
    return json.loads((FOLDER / "house.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def journal(exported: list[bytes], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journal]:
    """The journal written anew, entry by entry, from its export."""
    entries = [json.loads(line) for line in exported[1:]]
    with Journal.open(tmp_path_factory.mktemp("recorded") / "house.db") as journal:
        journal.append_all(
            Draft(entry["stream"], entry["version"] - 1, entry["kind"], entry["body"], entry["recorded_at"])
            for entry in entries
        )
        yield journal


@pytest.fixture(scope="module")
def floor(journal: Journal) -> Floor:
    """The house opened again: every table is replayed, and every book folded from its entries."""
    return Floor(journal, lambda: EXPORTED_AT, stamps=[STAMP])


def test_the_export_verifies_and_is_written_again_byte_for_byte(
    exported: list[bytes], journal: Journal
) -> None:
    assert verify_export(exported).ok
    assert journal.verify().ok
    again = io.BytesIO()
    journal.export(again)
    assert again.getvalue().splitlines(keepends=True) == exported


def test_every_table_replays_to_what_it_held(floor: Floor, held: Any) -> None:
    tables = {
        name: {"version": table.version, "chips": dict(sorted(table.state.chips.items()))}
        for name, table in floor.tables().items()
    }
    assert tables == held["tables"]


def test_every_recorded_act_has_the_events_that_it_had(floor: Floor, journal: Journal) -> None:
    for name, table in floor.tables().items():
        bodies: list[Any] = [parse(entry.body) for entry in journal.read(f"table/{name}", after=1)]
        assert [canonical(body["events"]) for body in bodies] == [
            canonical(one.events) for one in table.record
        ]
        assert [canonical(body["act"]) for body in bodies] == [canonical(one.act) for one in table.record]


def test_every_book_is_rebuilt_to_what_it_held(floor: Floor, held: Any) -> None:
    with floor.office.desk() as desk:
        rows = {
            table.name: desk.connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
            for book in floor.office.books.values()
            for table in book.tables.sorted_tables
        }
    assert {name: rows.get(name) for name in held["books"]} == held["books"]
    assert floor.office.house == held["house"]
    assert len(floor.office.refusals()) == held["refusals"]


def test_opening_a_recorded_house_records_nothing(floor: Floor, exported: list[bytes]) -> None:
    assert floor.journal.head().position == len(exported) - 1
