import sqlite3
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.journal import Journal, JournalUnavailable, canonical, entry_hash
from tests.journal.houses import NOON, Raw

COLUMNS = ("position", "stream", "version", "kind", "recorded_at", "body", "previous", "hash")
ALL = ", ".join(COLUMNS)


def flips(value: int | str | bytes) -> Iterator[int | str | bytes]:
    """The value with one bit the other way round: each byte of text or bytes in turn, or some bits of a number."""
    if isinstance(value, int):
        yield from (value ^ (1 << bit) for bit in range(0, 40, 3))
        return
    data = value if isinstance(value, bytes) else value.encode()
    for index in range(len(data)):
        changed = data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :]
        yield changed if isinstance(value, bytes) else changed.decode()


def rewritten(
    row: tuple[int, str, int, str, str, bytes, bytes, bytes], **changes: object
) -> tuple[object, ...]:
    """An entry changed with care: its hash fits what it says now."""
    members = dict(zip(COLUMNS, row, strict=True)) | changes
    said = [members[name] for name in COLUMNS[:6]]
    return (*said, members["previous"], entry_hash(members["previous"], *said))  # type: ignore[arg-type]


def replace(raw: Raw, row: tuple[object, ...]) -> None:
    raw.run(
        "UPDATE entries SET stream = ?, version = ?, kind = ?, recorded_at = ?, body = ?, previous = ?, hash = ? "
        "WHERE position = ?",
        *row[1:],
        row[0],
    )


def shift(raw: Raw, first: int, by: int) -> None:
    """Renumber the entries from one on, without touching anything else."""
    raw.run("UPDATE entries SET position = position + 1000 WHERE position >= ?", first)
    raw.run("UPDATE entries SET position = position - 1000 + ? WHERE position > 1000", by)
    raw.run("UPDATE head SET position = position + ?", by)


def test_an_untouched_journal_passes(played: Journal) -> None:
    report = played.verify()
    assert (report.ok, report.entries, report.first_bad, report.problem) == (True, 9, None, "")


@pytest.mark.parametrize("column", COLUMNS)
def test_a_flip_of_any_byte_of_any_column_is_found(played: Journal, raw: Raw, column: str) -> None:
    for position in (1, 5, 9):
        ((value,),) = raw.rows(f"SELECT {column} FROM entries WHERE position = ?", position)
        for changed in flips(value):
            where = changed if column == "position" else position
            try:
                raw.run(f"UPDATE entries SET {column} = ? WHERE position = ?", changed, position)
            except Exception as refused:
                # The new number may be taken: then the database itself keeps the entries apart.
                assert "unique" in str(refused).lower()
                continue
            report = played.verify()
            raw.run(f"UPDATE entries SET {column} = ? WHERE position = ?", value, where)
            assert not report.ok, changed
            assert report.first_bad == position
            assert report.entries == position - 1
            assert report.problem.startswith(f"entry {position} ")
    # Of the hand in the database nothing is left but that it took the triggers away.
    assert "no longer refuses changes" in played.verify().problem


@pytest.mark.parametrize("position", [1, 5, 9])
def test_a_removed_entry_is_found(played: Journal, raw: Raw, position: int) -> None:
    raw.run("DELETE FROM entries WHERE position = ?", position)
    report = played.verify()
    assert (report.ok, report.first_bad, report.entries) == (False, position, position - 1)
    assert "missing" in report.problem


@pytest.mark.parametrize("position", [1, 5, 8])
def test_a_removed_entry_is_found_even_if_the_others_close_ranks(
    played: Journal, raw: Raw, position: int
) -> None:
    raw.run("DELETE FROM entries WHERE position = ?", position)
    shift(raw, position + 1, -1)
    report = played.verify()
    assert (report.ok, report.first_bad) == (False, position)


def test_a_removed_tail_is_found(played: Journal, raw: Raw) -> None:
    raw.run("DELETE FROM entries WHERE position > 4")
    report = played.verify()
    assert (report.ok, report.first_bad) == (False, 5)
    assert report.problem == "entries 5 to 9 are missing at the end"


def test_removing_everything_is_found(played: Journal, raw: Raw) -> None:
    raw.run("DELETE FROM entries")
    assert played.verify().first_bad == 1


@pytest.mark.parametrize(("one", "other"), [(1, 2), (4, 5), (2, 8), (8, 9)])
@pytest.mark.parametrize(
    "columns", ["position", "body", "kind, body, recorded_at, stream, version, previous, hash"]
)
def test_swapped_entries_are_found(played: Journal, raw: Raw, one: int, other: int, columns: str) -> None:
    if columns == "position":
        for old, new in ((one, 99), (other, one), (99, other)):
            raw.run("UPDATE entries SET position = ? WHERE position = ?", new, old)
    else:
        (first,) = raw.rows(f"SELECT {ALL} FROM entries WHERE position = ?", one)
        (second,) = raw.rows(f"SELECT {ALL} FROM entries WHERE position = ?", other)
        raw.run("DELETE FROM entries WHERE position IN (?, ?)", one, other)
        marks = "?, ?, ?, ?, ?, ?, ?, ?"
        taken = COLUMNS[1:] if columns != "body" else ("body",)
        for mine, theirs in ((first, second), (second, first)):
            row = [b if name in taken else a for name, a, b in zip(COLUMNS, mine, theirs, strict=True)]
            raw.run(f"INSERT INTO entries ({ALL}) VALUES ({marks})", *row)
    report = played.verify()
    assert (report.ok, report.first_bad) == (False, one)


@pytest.mark.parametrize("position", [1, 5, 9])
def test_an_inserted_entry_is_found(played: Journal, raw: Raw, position: int) -> None:
    (row,) = raw.rows(f"SELECT {ALL} FROM entries WHERE position = ?", position)
    shift(raw, position, 1)
    false = rewritten(row, stream="table/3", version=1, body=b"{}")
    raw.run(f"INSERT INTO entries ({ALL}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *false)
    report = played.verify()
    assert (report.ok, report.first_bad) == (False, position)
    assert (
        report.problem
        == f"entry {position} (table/3, version 1): it was inserted; the entry after it does not know it"
    )


def test_an_entry_added_behind_the_journals_back_is_found(played: Journal, raw: Raw) -> None:
    (row,) = raw.rows(f"SELECT {ALL} FROM entries WHERE position = 9")
    false = rewritten(row, position=10, version=4, previous=row[-1])
    raw.run(f"INSERT INTO entries ({ALL}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *false)
    report = played.verify()
    assert (report.ok, report.first_bad) == (False, 10)
    assert "is not part of the journal" in report.problem


@pytest.mark.parametrize("position", [1, 5, 9])
def test_a_rewritten_entry_is_found_even_if_its_hash_fits(played: Journal, raw: Raw, position: int) -> None:
    (row,) = raw.rows(f"SELECT {ALL} FROM entries WHERE position = ?", position)
    replace(raw, rewritten(row, body=canonical({"round": position, "dice": [6, 6, 6]})))
    report = played.verify()
    assert (report.ok, report.first_bad) == (False, position)
    assert "it was replaced" in report.problem


def rewrite_from(raw: Raw, first: int, change: Callable[[int], dict[str, object]]) -> None:
    """Forge the whole rest of the chain and the head, as somebody with every right could."""
    rows = raw.rows(f"SELECT {ALL} FROM entries WHERE position >= ? ORDER BY position", first)
    forged = [rewritten(rows[0], **change(first))]
    for row in rows[1:]:
        forged.append(rewritten(row, previous=forged[-1][-1], **change(row[0])))
    for row in forged:
        replace(raw, row)
    raw.run("UPDATE head SET hash = ?", forged[-1][-1])


def test_a_perfect_chain_must_still_count_each_stream_without_gaps(played: Journal, raw: Raw) -> None:
    rewrite_from(raw, 4, lambda position: {"stream": "table/9"} if position == 4 else {})
    report = played.verify()
    assert (report.ok, report.first_bad) == (False, 4)
    assert report.problem == "entry 4 (table/9, version 3): version 1 of its stream was due"


@pytest.mark.parametrize("body", [b'{"b":1,"a":2}', b"1.5", b"not json"])
def test_a_perfect_chain_must_still_hold_canonical_bodies(played: Journal, raw: Raw, body: bytes) -> None:
    rewrite_from(raw, 4, lambda position: {"body": body} if position == 4 else {})
    report = played.verify()
    assert (report.ok, report.first_bad) == (False, 4)
    assert "its body is not canonical" in report.problem


def test_a_changed_head_record_is_found(played: Journal, raw: Raw) -> None:
    ((position, head_hash),) = raw.rows("SELECT position, hash FROM head")
    for changed in flips(head_hash):
        raw.run("UPDATE head SET hash = ?", changed)
        assert played.verify().first_bad == 9
    raw.run("UPDATE head SET hash = ?", head_hash)
    for changed in flips(position):
        raw.run("UPDATE head SET position = ?", changed)
        assert not played.verify().ok
    raw.run("DELETE FROM head")
    assert "head record is missing" in played.verify().problem
    with pytest.raises(JournalUnavailable, match="no head record"):
        played.head()
    with pytest.raises(JournalUnavailable, match="no head record"):
        played.append("table/9", 0, "move", {}, NOON)


def test_a_head_record_that_contradicts_the_entries_stops_appending(played: Journal, raw: Raw) -> None:
    raw.run("UPDATE head SET position = 3")
    with (
        Journal.open(raw.place) as again,
        pytest.raises(JournalUnavailable, match="contradicts its own head"),
    ):
        again.append("table/9", 0, "move", {}, NOON)


def sqlite_journal(folder: Path) -> tuple[Path, list[object]]:
    place = folder / "journal.db"
    with Journal.open(place) as journal:
        for version in range(30):
            journal.append("table/1", version, "move", {"n": version, "text": "x" * 150}, NOON)
        return place, list(journal.read_all())


@pytest.mark.long
@settings(max_examples=300)
@given(st.data())
def test_a_flip_anywhere_in_the_database_file_changes_nothing_unnoticed(
    tmp_path: Path, data: st.DataObject
) -> None:
    place = tmp_path / "journal.db"
    if not (tmp_path / "true.db").exists():
        sqlite_journal(tmp_path)[0].rename(tmp_path / "true.db")
    image = bytearray((tmp_path / "true.db").read_bytes())
    index = data.draw(st.integers(0, len(image) - 1))
    image[index] ^= 1 << data.draw(st.integers(0, 7))
    for leftover in tmp_path.glob("journal.db*"):
        leftover.unlink()
    place.write_bytes(image)
    try:
        with Journal.open(place, read_only=True) as journal:
            if not journal.verify().ok:
                return
            found = list(journal.read_all()), list(journal.read("table/1"))
    except JournalUnavailable:
        return
    with Journal.open(tmp_path / "true.db", read_only=True) as journal:
        assert found == (list(journal.read_all()), list(journal.read("table/1")))


def test_text_that_is_no_longer_text_is_named_not_stumbled_over(tmp_path: Path) -> None:
    place, _ = sqlite_journal(tmp_path)
    connection = sqlite3.connect(place, isolation_level=None)
    connection.execute("DROP TRIGGER entries_no_update")
    for column in ("stream", "kind", "recorded_at", "body", "hash", "version"):
        for value in (b"\xff\xfe", "\udcff", None, 2.5, "text", b"", -1):
            with Journal.open(place) as journal:
                ((kept, kind),) = connection.execute(
                    f"SELECT CAST({column} AS BLOB), typeof({column}) FROM entries WHERE position = 7"
                )
                try:
                    connection.execute(f"UPDATE entries SET {column} = ? WHERE position = 7", (value,))
                    connection.execute(
                        f"UPDATE entries SET {column} = CAST({column} AS TEXT) WHERE typeof({column}) = 'blob' "
                        f"AND position = 7 AND '{kind}' = 'text'"
                    )
                except (sqlite3.IntegrityError, UnicodeEncodeError):
                    continue
                report = journal.verify()
                assert (report.ok, report.first_bad) == (False, 7)
                connection.execute(
                    f"UPDATE entries SET {column} = CAST(? AS {kind}) WHERE position = 7", (kept,)
                )
                assert "refuses changes: entries_no_update missing" in journal.verify().problem
    connection.close()


def test_a_damaged_index_is_found(tmp_path: Path) -> None:
    place, _ = sqlite_journal(tmp_path)
    connection = sqlite3.connect(place)
    ((root, page_size),) = connection.execute(
        "SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_master "
        "WHERE name LIKE 'sqlite_autoindex_entries%'"
    )
    connection.close()
    image = bytearray(place.read_bytes())
    # The end of the page holds the first index record: its version and position come last.
    image[root * page_size - 1] ^= 1
    place.write_bytes(image)
    with Journal.open(place, read_only=True) as journal:
        report = journal.verify()
    assert not report.ok
    assert "the database file is damaged" in report.problem


def test_a_chain_depends_on_every_part_of_an_entry() -> None:
    parts = (bytes(32), 1, "table/1", 1, "move", NOON, b"{}")
    variants = [
        parts,
        (bytes(31) + b"\x01", *parts[1:]),
        (parts[0], 2, *parts[2:]),
        # Moving a character from one text to its neighbour must not go unnoticed.
        (*parts[:2], "table/", 1, "1move", *parts[5:]),
        (*parts[:2], "table/1", 2, *parts[4:]),
        (*parts[:4], "mov", "e" + NOON, b"{}"),
        (*parts[:5], NOON[:-1], b"Z{}"),
    ]
    hashes = [entry_hash(*variant) for variant in variants]
    assert all(one != other for one, other in pairwise(sorted(hashes)))
