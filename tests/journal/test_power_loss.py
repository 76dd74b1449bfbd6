"""The power goes out between two calls of the disk: whatever part of what was not yet safe has reached it, nothing acknowledged is lost.

A journal is written with copies taken of its files after every act. Between two copies only some sectors of what was written may have reached
the disk, in any order: of the write-ahead log as an entry is recorded, of the database itself as the log is carried over into it, which SQLite
begins only once the log is safe. Each state is opened as a house that starts again would open it. HOUSEWAY_POWER_STATES says how many are made
(in full 10,000); a failure names the number that makes the same state again.
"""

import os
import random
import sqlite3
from pathlib import Path
from typing import NamedTuple

import pytest

from houseway.journal import Head, Journal, Signer
from tests.journal.houses import NOON
from tools.reliability import note

STATES = int(os.environ.get("HOUSEWAY_POWER_STATES", "40"))
ACTS = 90
# What a disk writes whole or not at all.
_SECTOR = 512
SIGNER = Signer("houseway/riverside", bytes(range(32)))


class Copy(NamedTuple):
    """The files of a journal after an act, and where it ended for whoever was told that the act was done."""

    database: bytes
    log: bytes
    head: Head


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> list[Copy]:
    """A journal from its first entry on: entries alone and several at once, checkpoints, and the log carried over now and then."""
    place = tmp_path_factory.mktemp("power") / "journal.db"
    chance, found = random.Random("power"), list[Copy]()

    def copied(journal: Journal) -> None:
        found.append(Copy(place.read_bytes(), Path(f"{place}-wal").read_bytes(), journal.head()))

    with Journal.open(place, signer=SIGNER) as journal:
        journal.append("table/1", 0, "opened", {}, NOON)
        copied(journal)
        for number in range(ACTS):
            stream = f"table/{chance.randrange(3)}"
            if number % 13 == 12:
                journal.checkpoint()
            else:
                body = {"pays": number, "words": "x" * chance.choice((3, 300, 6_000))}
                journal.append(stream, journal.version(stream), "act", body, NOON)
            copied(journal)
            if number % 10 == 9:
                with sqlite3.connect(place) as beside:
                    beside.execute(
                        f"PRAGMA wal_checkpoint({chance.choice(('PASSIVE', 'RESTART'))})"
                    ).fetchall()
                beside.close()
                copied(journal)
    return found


def partly(before: bytes, after: bytes, chance: random.Random) -> bytes:
    """A file of which only some of the sectors that were written have reached the disk."""
    reached = bytearray(before)
    if chance.random() < 0.5:
        # Whether the file is known to be as long as it is now is one more thing that may not have reached the disk.
        reached.extend(bytes(max(0, len(after) - len(before))))
    share = chance.choice((0.0, 0.1, 0.5, 0.9, 1.0))
    for at in range(0, len(after), _SECTOR):
        sector = after[at : at + _SECTOR]
        if before[at : at + _SECTOR] != sector and chance.random() < share:
            reached.extend(bytes(max(0, at - len(reached))))
            reached[at : at + len(sector)] = sector
    return bytes(reached)


def test_no_state_of_the_disk_lacks_what_was_acknowledged(copies: list[Copy], memory_path: Path) -> None:
    place = memory_path / "journal.db"
    whole = 0
    for number in range(STATES):
        chance = random.Random(f"state {number}")
        at = chance.randrange(1, len(copies))
        before, after = copies[at - 1], copies[at]
        # The log is safe before anything of it is carried over.
        if before.database == after.database:
            database, log = before.database, partly(before.log, after.log, chance)
        else:
            database, log = partly(before.database, after.database, chance), after.log
        place.write_bytes(database)
        Path(f"{place}-wal").write_bytes(log)
        Path(f"{place}-shm").unlink(missing_ok=True)
        with Journal.open(place, create=False, signer=SIGNER) as journal:
            assert journal.head() in (before.head, after.head), f"state {number}"
            report = journal.verify()
            assert report.ok, f"state {number}: {report.problem}"
            whole += journal.head() == after.head
            # And it goes on.
            journal.append("table/later", 0, "act", {}, NOON)
    assert 0 < whole < STATES, "what was not acknowledged is sometimes there, and sometimes not"
    note(
        "power",
        "states of a disk that lost its power",
        f"{STATES:,} opened, nothing lost",
        "10,000, nothing lost",
    )


def test_what_is_not_safe_would_be_missed(copies: list[Copy], memory_path: Path) -> None:
    """A log that the disk had lost although it was told to be safe: the proof above would find it."""
    place = memory_path / "journal.db"
    # The last act before the log was last carried over.
    before, after = copies[-3:-1]
    place.write_bytes(after.database)
    Path(f"{place}-wal").write_bytes(before.log[:_SECTOR])
    with pytest.raises(AssertionError), Journal.open(place, create=False) as journal:
        assert journal.head() in (before.head, after.head)
