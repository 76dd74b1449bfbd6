import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import msgspec
import pytest

from houseway.journal import (
    NO_HASH,
    Conflict,
    Draft,
    Entry,
    Head,
    Journal,
    JournalUnavailable,
    NotCanonical,
    canonical,
    entry_hash,
    parse,
    timestamp,
)
from tests.journal.houses import NOON


class Throw(msgspec.Struct, frozen=True, tag=True):
    dice: tuple[int, ...]


def test_a_new_journal_is_empty(journal: Journal) -> None:
    assert journal.head() == Head(0, NO_HASH)
    assert journal.streams() == {}
    assert journal.version("table/1") == 0
    assert list(journal.read("table/1")) == list(journal.read_all()) == []
    assert journal.verify().ok


def test_an_entry_says_what_happened_and_continues_the_one_before(journal: Journal) -> None:
    first = journal.append("table/1", 0, "move", Throw((2, 5, 6)), NOON)
    second = journal.append("table/2", 0, "move", Throw((1, 1, 1)), NOON)
    third = journal.append("table/1", 1, "move", Throw((3, 3, 4)), NOON)
    assert (first.position, first.stream, first.version, first.kind) == (1, "table/1", 1, "move")
    assert parse(first.body) == {"dice": [2, 5, 6], "type": "Throw"}
    assert (first.previous, second.previous, third.previous) == (NO_HASH, first.hash, second.hash)
    assert first.hash == entry_hash(NO_HASH, 1, "table/1", 1, "move", NOON, first.body)
    assert journal.head() == Head(3, third.hash)
    assert journal.streams() == {"table/1": 2, "table/2": 1}
    assert list(journal.read_all()) == [first, second, third]
    assert list(journal.read("table/1")) == [first, third]
    assert list(journal.read("table/1", after=1)) == [third]
    assert list(journal.read_all(after=2)) == [third]


def test_everything_is_there_when_the_journal_is_opened_again(place: str) -> None:
    with Journal.open(place) as journal:
        entry = journal.append("table/1", 0, "move", {}, NOON)
    with Journal.open(place, create=False) as journal:
        assert list(journal.read_all()) == [entry]
        journal.append("table/1", 1, "move", {}, NOON)
    with Journal.open(place, read_only=True) as journal:
        assert journal.version("table/1") == 2
        assert journal.verify().ok
        with pytest.raises(JournalUnavailable, match="reading only"):
            journal.append("table/1", 2, "move", {}, NOON)


def test_long_streams_are_read_whole(journal: Journal) -> None:
    journal.append_all(Draft("table/1", version, "move", {"n": version}, NOON) for version in range(2345))
    assert [entry.version for entry in journal.read("table/1")] == list(range(1, 2346))
    assert [entry.position for entry in journal.read_all(after=300)] == list(range(301, 2346))


@pytest.mark.parametrize("expected", [0, 1, 3, 99, -1])
def test_a_version_that_is_not_the_expected_one_is_a_conflict(journal: Journal, expected: int) -> None:
    journal.append("table/1", 0, "move", {}, NOON)
    journal.append("table/1", 1, "move", {}, NOON)
    with pytest.raises(Conflict) as conflict:
        journal.append("table/1", expected, "move", {}, NOON)
    assert (conflict.value.stream, conflict.value.expected, conflict.value.actual) == ("table/1", expected, 2)
    assert "table/1 is at version 2" in str(conflict.value)
    assert journal.head().position == 2
    assert journal.append("table/1", 2, "move", {}, NOON).version == 3


def test_several_entries_are_recorded_together(journal: Journal) -> None:
    entries = journal.append_all(
        [
            Draft("table/1", 0, "move", {"n": 1}, NOON),
            Draft("ledger/coupons", 0, "redeemed", {"n": 2}, NOON),
            Draft("table/1", 1, "move", {"n": 3}, NOON),
        ]
    )
    assert [(entry.stream, entry.version) for entry in entries] == [
        ("table/1", 1),
        ("ledger/coupons", 1),
        ("table/1", 2),
    ]
    assert list(journal.read_all()) == list(entries)
    assert journal.verify().ok


def test_more_entries_and_streams_than_one_statement_takes_are_recorded_together(journal: Journal) -> None:
    drafts = [Draft(f"table/{number % 120}", number // 120, "move", {}, NOON) for number in range(250)]
    recorded = journal.append_all(drafts)
    assert list(journal.read_all()) == list(recorded)
    with pytest.raises(Conflict):
        journal.append_all(
            [*(Draft(f"new/{number}", 0, "move", {}, NOON) for number in range(250)), drafts[0]]
        )
    assert journal.head().position == 250
    assert journal.verify().ok


def test_of_several_entries_with_one_conflict_none_is_recorded(journal: Journal) -> None:
    first = journal.append("table/1", 0, "move", {}, NOON)
    with pytest.raises(Conflict):
        journal.append_all([Draft("table/2", 0, "move", {}, NOON), Draft("table/1", 0, "move", {}, NOON)])
    assert list(journal.read_all()) == [first]
    journal.append("table/2", 0, "move", {}, NOON)
    assert journal.verify().ok


def test_nothing_to_record_records_nothing(journal: Journal) -> None:
    assert journal.append_all([]) == ()
    assert journal.head().position == 0


@pytest.mark.parametrize("name", ["", " table", "table ", "table\n1", "Tisch ä", "x" * 201])
def test_names_are_plain(journal: Journal, name: str) -> None:
    with pytest.raises(ValueError, match="printable ASCII"):
        journal.append(name, 0, "move", {}, NOON)
    with pytest.raises(ValueError, match="printable ASCII"):
        journal.append("table/1", 0, name, {}, NOON)


@pytest.mark.parametrize(
    "moment",
    [
        "",
        "2024-05-01",
        "2024-05-01T12:00:00Z",
        "2024-05-01T12:00:00.000000+00:00",
        "2024-02-30T12:00:00.000000Z",
    ],
)
def test_moments_are_written_in_one_way(journal: Journal, moment: str) -> None:
    with pytest.raises(ValueError, match="not a moment in UTC"):
        journal.append("table/1", 0, "move", {}, moment)


def test_a_moment_is_told_in_utc() -> None:
    eastern = timezone(timedelta(hours=-4))
    assert timestamp(datetime(2024, 5, 1, 8, 0, tzinfo=eastern)) == NOON
    assert timestamp(datetime(2024, 5, 1, 12, 0, tzinfo=UTC)) == NOON
    with pytest.raises(ValueError, match="no time zone"):
        timestamp(datetime(2024, 5, 1, 12, 0))  # noqa: DTZ001 - the zone is missing on purpose


def test_the_clock_on_the_wall_is_the_default(journal: Journal) -> None:
    before = timestamp(datetime.now(UTC))
    entry = journal.append("table/1", 0, "move", {})
    assert before <= entry.recorded_at <= timestamp(datetime.now(UTC))


def test_a_body_without_canonical_form_is_refused_and_nothing_recorded(journal: Journal) -> None:
    with pytest.raises(NotCanonical, match=r"\$\.edge"):
        journal.append("table/1", 0, "move", {"edge": 0.5}, NOON)
    assert journal.head().position == 0


def test_threads_take_turns(journal: Journal) -> None:
    def play(table: int) -> None:
        for version in range(40):
            journal.append(f"table/{table}", version, "move", {"n": version}, NOON)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(play, range(6)))
    assert journal.streams() == {f"table/{table}": 40 for table in range(6)}
    assert journal.verify().ok


def test_two_open_journals_see_each_others_entries(place: str) -> None:
    with Journal.open(place) as one, Journal.open(place) as other:
        for version in range(0, 20, 2):
            one.append("table/1", version, "move", {"by": "one"}, NOON)
            other.append("table/1", version + 1, "move", {"by": "other"}, NOON)
            one.append("table/2", version // 2, "move", {"by": "one"}, NOON)
        with pytest.raises(Conflict):
            one.append("table/1", 19, "move", {}, NOON)
        assert one.head() == other.head()
        assert one.verify().ok


RACER = """
import sys
from houseway.journal import Conflict, Journal
place, me = sys.argv[1:]
with Journal.open(place) as journal:
    print("ready", flush=True)
    sys.stdin.readline()
    for version in range(100):
        try:
            journal.append("table/1", version, "move", {"by": me})
            print("won", version, flush=True)
        except Conflict as conflict:
            assert conflict.actual > version
        journal.append("own/" + me, version, "move", {})
"""


def test_of_two_processes_that_race_exactly_one_wins(place: str) -> None:
    # Both also make the journal, at the same time.
    command = [sys.executable, "-c", RACER, place]
    racers = [
        subprocess.Popen([*command, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for name in ("one", "other")
    ]
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == "ready\n"
    won: dict[str, str] = {}
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()
    for name, racer in zip(("one", "other"), racers, strict=True):
        output, _ = racer.communicate(timeout=60)
        assert racer.returncode == 0
        for line in output.splitlines():
            assert won.setdefault(line, name) == name, "both were told that they won"
    assert len(won) == 100
    with Journal.open(place) as journal:
        entries = list(journal.read("table/1"))
        assert journal.verify().ok
        assert journal.version("own/one") == journal.version("own/other") == 100
    assert [entry.body for entry in entries] == [canonical({"by": won[f"won {n}"]}) for n in range(100)]


def test_a_closed_journal_says_so(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "journal.db")
    journal.append("table/1", 0, "move", {}, NOON)
    journal.close()
    with pytest.raises(JournalUnavailable, match="was closed"):
        journal.append("table/1", 1, "move", {}, NOON)


def test_entries_are_values() -> None:
    entry = Entry(1, "table/1", 1, "move", NOON, b"{}", NO_HASH, NO_HASH)
    assert entry == Entry(1, "table/1", 1, "move", NOON, b"{}", NO_HASH, NO_HASH)
    assert hash(entry) == hash(Entry(1, "table/1", 1, "move", NOON, b"{}", NO_HASH, NO_HASH))
    with pytest.raises(AttributeError):
        entry.kind = "other"  # type: ignore[misc]


def test_a_transaction_records_in_several_streams_or_in_none(journal: Journal) -> None:
    journal.append("table/1", 0, "move", {}, NOON)
    with journal.transaction() as transaction:
        transaction.append_draft(Draft("table/1", 1, "move", {}, NOON))
        transaction.append("ledger", "noted", {}, NOON)
    assert journal.streams() == {"ledger": 1, "table/1": 2}
    before = journal.head()

    def too_late() -> None:
        with journal.transaction() as transaction:
            transaction.append("ledger", "noted", {}, NOON)
            transaction.append_draft(Draft("table/1", 1, "move", {}, NOON))

    with pytest.raises(Conflict) as conflict:
        too_late()
    assert (conflict.value.expected, conflict.value.actual) == (1, 2)
    assert journal.head() == before
    assert journal.verify().ok


def test_a_part_of_a_transaction_fails_alone(journal: Journal) -> None:
    with journal.transaction() as transaction:
        kept = transaction.append("table/1", "move", {}, NOON)

        def refused() -> None:
            with transaction.part():
                transaction.append("ledger", "noted", {}, NOON)
                raise ValueError("refused")

        with pytest.raises(ValueError, match="refused"):
            refused()
        refusal = transaction.append("refusals", "refused", {}, NOON)
        with transaction.part():
            noted = transaction.append("ledger", "noted", {}, NOON)
    assert list(journal.read_all()) == [kept, refusal, noted]
    assert journal.verify().ok
