import hashlib
import io
import json
from pathlib import Path

import pytest

from houseway.journal import Journal, JournalUnavailable, Outside, Signer, verify_export
from tests.journal.houses import NOON, Raw


@pytest.fixture
def lines(played: Journal) -> list[bytes]:
    file = io.BytesIO()
    assert played.export(file) == 9
    return file.getvalue().splitlines(keepends=True)


def test_an_export_is_one_line_for_the_journal_and_one_for_each_entry(
    played: Journal, lines: list[bytes]
) -> None:
    first, *others = map(json.loads, lines)
    head = played.head()
    assert first == {"checkpoints": [], "entries": 9, "format": "houseway journal 1", "hash": head.hash.hex()}
    for line, entry in zip(others, played.read_all(), strict=True):
        assert line == {
            "body": json.loads(entry.body),
            "hash": entry.hash.hex(),
            "kind": entry.kind,
            "position": entry.position,
            "previous": entry.previous.hex(),
            "recorded_at": entry.recorded_at,
            "stream": entry.stream,
            "version": entry.version,
        }
    assert verify_export(lines).ok


def test_every_hash_can_be_recomputed_from_the_documentation_alone(lines: list[bytes]) -> None:
    """Written from docs/journal.md, with nothing of Houseway."""

    def number(value: int) -> bytes:
        return value.to_bytes(8, "big")

    def text(value: bytes) -> bytes:
        return number(len(value)) + value

    previous = bytes(32)
    for line in lines[1:]:
        entry = json.loads(line)
        body = json.dumps(entry["body"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        layout = b"houseway journal entry 1\n" + previous + number(entry["position"])
        layout += text(entry["stream"].encode()) + number(entry["version"]) + text(entry["kind"].encode())
        layout += text(entry["recorded_at"].encode()) + text(body.encode())
        assert entry["previous"] == previous.hex()
        previous = hashlib.sha256(layout).digest()
        assert entry["hash"] == previous.hex()
    assert json.loads(lines[0])["hash"] == previous.hex()


def test_a_flip_of_any_byte_of_an_export_is_found(lines: list[bytes]) -> None:
    for number, line in enumerate(lines):
        for index in range(len(line) - 1):
            changed = line[:index] + bytes([line[index] ^ 1]) + line[index + 1 :]
            report = verify_export([*lines[:number], changed, *lines[number + 1 :]])
            assert not report.ok, changed
            assert number == 0 or report.first_bad == number


def test_a_removed_swapped_doubled_or_added_line_is_found(lines: list[bytes]) -> None:
    for number in range(len(lines)):
        assert not verify_export(lines[:number] + lines[number + 1 :]).ok
        assert not verify_export(lines[:number]).ok
        assert not verify_export(lines[: number + 1] + lines[number:]).ok
        assert not verify_export([*lines[:number], b"{}\n", *lines[number:]]).ok
        for other in range(number + 1, len(lines)):
            swapped = lines.copy()
            swapped[number], swapped[other] = lines[other], lines[number]
            assert not verify_export(swapped).ok


def test_an_export_carries_its_checkpoints(tmp_path: Path) -> None:
    signer = Signer.create("houseway/riverside")
    with Journal.open(tmp_path / "journal.db", signer=signer) as journal:
        journal.append("table/1", 0, "move", {}, NOON)
        note = journal.checkpoint()
        with (tmp_path / "journal.jsonl").open("wb") as file:
            journal.export(file)
    with (tmp_path / "journal.jsonl").open("rb") as file:
        assert verify_export(file, Outside((signer.public,), (note,))).ok
    with (tmp_path / "journal.jsonl").open("rb") as file:
        stranger = Outside((Signer.create("houseway/riverside").public,))
        assert "signed with an unknown key" in verify_export(file, stranger).problem


@pytest.mark.parametrize("lines", [[], [b""], [b"[]"], [b'{"format":"other"}'], [b"not json"]])
def test_what_is_no_export_is_said_to_be_none(lines: list[bytes]) -> None:
    assert verify_export(lines).problem == "the first line does not describe an exported journal"


def test_a_changed_entry_that_cannot_be_exported_is_named(played: Journal, raw: Raw) -> None:
    raw.run("UPDATE entries SET body = ? WHERE position = 4", b"nonsense")
    with pytest.raises(JournalUnavailable, match="entry 4 was changed"):
        played.export(io.BytesIO())
