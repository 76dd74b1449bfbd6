"""Snapshots: a house opens from them as it would from its record, and believes none that does not follow from it."""

import json
import lzma
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from houseway.floor import Floor, TableInService
from houseway.floor import record as records
from houseway.floor import replay as replaying
from houseway.floor import snapshots as snapshotting
from houseway.floor.figures import figures_by_day
from houseway.floor.pit import pit_line
from houseway.floor.replay import check_tables
from houseway.floor.snapshots import snapshots
from houseway.journal import Draft, Journal, Signer
from tests.floor.live import STAMP

FOLDER = Path(__file__).parents[1] / "data" / "recorded"
NOW = datetime(2026, 11, 16, 18, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little is at hand and every table is kept at once, so that few acts show what many would."""
    monkeypatch.setattr(records, "AT_HAND", 10)
    monkeypatch.setattr(records, "_PAGE", 7)
    monkeypatch.setattr(replaying, "AT_HAND", 10)
    monkeypatch.setattr(snapshotting, "EVERY", 1)


@pytest.fixture(scope="module")
def drafts() -> list[Draft]:
    """A house at whose tables was played, of every game."""
    lines = lzma.decompress((FOLDER / "house.jsonl.xz").read_bytes()).splitlines()[1:]
    entries = [json.loads(line) for line in lines]
    return [
        Draft(entry["stream"], entry["version"] - 1, entry["kind"], entry["body"], entry["recorded_at"])
        for entry in entries
    ]


@pytest.fixture
def journal(place: str, drafts: list[Draft]) -> Iterator[Journal]:
    with Journal.open(place, signer=Signer.create("house.example/journal")) as journal:
        journal.append_all(drafts)
        yield journal


def opened(journal: Journal) -> Floor:
    return Floor(journal, lambda: NOW, stamps=[STAMP])


def told(floor: Floor) -> dict[str, Any]:
    """Everything that is known of every table."""
    days = floor.office.days
    return {
        name: (
            table.version,
            msgspec.json.encode(table.state),
            list(table.record),
            list(reversed(table.record)),
            figures_by_day(table, days),
            pit_line(table, days, NOW, {}),
            table.set_up,
            table.rounds,
            table.tray_moves,
        )
        for name, table in floor.tables().items()
    }


def replays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables at which an act is replayed from now on."""
    found: list[str] = []
    was = TableInService.replay

    def replay(place: TableInService, body: bytes) -> None:
        found.append(place.name)
        was(place, body)

    monkeypatch.setattr(TableInService, "replay", replay)
    return found


def change(journal: Journal, **values: Any) -> None:
    with journal.transaction() as transaction:
        transaction.connection.execute(sa.update(snapshots).values(values))


def test_a_house_opens_from_snapshots_as_from_its_record(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = told(opened(journal))
    replayed = replays(monkeypatch)
    assert told(opened(journal)) == first
    assert replayed == []
    # And goes on from there.
    stream, version = "table/TDF-1", first["TDF-1"][0]
    body = next(iter(journal.read(stream, after=version - 1)))
    floor = opened(journal)
    floor.submit("TDF-1", {"move": "buy-in", "by": "dealer", "seat": 1, "amount": 500}, who="Dana")
    assert replayed == []
    assert floor.table("TDF-1").state == floor.replay("TDF-1").state
    assert list(floor.table("TDF-1").record) == list(floor.replay("TDF-1").record)
    assert body.version == version
    assert list(check_tables(journal)) == []


def test_what_a_house_replayed_as_it_opened_is_not_replayed_at_the_next_opening(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshotting, "EVERY", 10_000)
    first = told(opened(journal))
    replayed = replays(monkeypatch)
    assert told(opened(journal)) == first
    assert {name for name, known in first.items() if known[0] >= snapshotting.AT_OPENING}.isdisjoint(replayed)
    assert any(known[0] >= snapshotting.AT_OPENING for known in first.values())


@pytest.mark.long
@pytest.mark.parametrize(
    "wrong",
    [
        {"content": b"{}"},
        {"content": b"\xff"},
        {"program": "0.1.0 of before"},
        {"hash": bytes(32)},
        {"tag": ""},
        {"version": 1},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_snapshot_that_is_not_of_this_record_and_program_is_passed_over_and_taken_anew(
    journal: Journal, wrong: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = told(opened(journal))
    change(journal, **wrong)
    replayed = replays(monkeypatch)
    assert told(opened(journal)) == first
    assert set(replayed) == {name for name, known in first.items() if known[2]}
    replayed.clear()
    assert told(opened(journal)) == first
    assert replayed == []


def test_chips_that_somebody_put_into_a_snapshot_are_not_believed_and_named(journal: Journal) -> None:
    first = opened(journal).table("TDF-1")
    with journal.reading() as connection:
        content = connection.execute(
            sa.select(snapshots.c.content).where(snapshots.c.stream == "table/TDF-1")
        ).scalar_one()
    tray = first.state.chips["tray"]
    forged = content.replace(b'"tray":%d' % tray, b'"tray":%d' % (tray + 100))
    assert forged != content
    with journal.transaction() as transaction:
        transaction.connection.execute(
            sa.update(snapshots).where(snapshots.c.stream == "table/TDF-1").values(content=forged)
        )
    said = "the snapshot of the table is not what its record gives"
    assert list(check_tables(journal)) == [("TDF-1", first.version, said)]
    assert opened(journal).table("TDF-1").state == first.state


@pytest.mark.long
def test_the_record_is_read_act_by_act_wherever_its_acts_lie(journal: Journal) -> None:
    floor = opened(journal)
    floor = opened(journal)
    for name, table in floor.tables().items():
        acts = list(floor.replay(name).record)
        assert len(table.record) == len(acts)
        for at in (0, 5, len(acts) // 2, len(acts) - 1, -1, -3):
            if -len(acts) <= at < len(acts):
                assert table.record[at] == acts[at]
        assert table.record[-5:] == acts[-5:]
        assert list(table.record[3:30]) == acts[3:30]
        for version in (0, 1, 4, table.version // 2, table.version, table.version + 5):
            assert list(table.record.since(version)) == [one for one in acts if one.version > version]
            back = [one for one in reversed(acts) if one.version <= version]
            assert list(table.record.back_from(version)) == back
        with pytest.raises(IndexError):
            table.record[len(acts)]


def test_nobody_waits_for_whoever_looks_at_a_table_or_moves_at_another(journal: Journal) -> None:
    floor = opened(journal)
    buy_in = {"move": "buy-in", "by": "dealer", "seat": 1, "amount": 500}
    looking, moved = threading.Event(), threading.Event()

    def look(place: TableInService) -> tuple[int, int]:
        before = place.version
        looking.set()
        assert moved.wait(60)
        return before, place.version

    seen: list[tuple[int, int]] = []
    onlooker = threading.Thread(target=lambda: seen.append(floor.look("TDF-1", look)))
    onlooker.start()
    assert looking.wait(60)
    version = floor.submit("TDF-1", buy_in, who="Dana").version
    with floor.table("TDF-1").lock:
        other = threading.Thread(target=lambda: floor.submit("SB-1", buy_in, who="Dana"))
        other.start()
        other.join(60)
        assert not other.is_alive()
    moved.set()
    onlooker.join(60)
    # Who looks sees the table as it was, however long it takes.
    assert seen == [(version - 1, version - 1)]
