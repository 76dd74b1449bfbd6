"""Durable appends to the journal, against bare SQLite commits of the same durability and size."""

import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench import Measure
from houseway.journal import Journal
from houseway.journal.database import make_sqlite_durable

_BLOCKS = 15
_COMMITS = 200
_REQUIRED = 0.6
# The clock belongs to the caller, here as on the floor.
_MOMENT = "2024-05-01T18:30:00.000000Z"
# A move and what followed from it, as a table records them.
_BODY = {
    "events": [
        {"amount": 1500, "clause": "661a.6(c)(2)", "seat": seat, "type": "Settled", "wager": "Touchdown"}
        for seat in (1, 2, 3)
    ],
    "move": {"dice": [2, 5, 6], "type": "Throw"},
}


def run() -> list[Measure]:
    """Alternate blocks of both in one run, so that a slow moment of the disk strikes both; compare block by block."""
    with tempfile.TemporaryDirectory(dir=".") as folder, Journal.open(Path(folder, "journal.db")) as journal:
        bare = sqlite3.connect(Path(folder, "bare.db"), isolation_level=None)
        make_sqlite_durable(bare)
        entry = journal.append("table/bench", 0, "move", _BODY, _MOMENT)
        row_size = (
            sum(len(text) for text in (entry.stream, entry.kind, entry.recorded_at))
            + len(entry.body)
            + 64
            + 16
        )
        bare.execute("CREATE TABLE rows (position INTEGER PRIMARY KEY, body BLOB NOT NULL)")
        row = bytes(row_size)
        version = entry.version

        def commit_bare() -> None:
            bare.execute("BEGIN IMMEDIATE")
            bare.execute("INSERT INTO rows (body) VALUES (?)", (row,))
            bare.execute("COMMIT")

        def append() -> None:
            nonlocal version
            version = journal.append("table/bench", version, "move", _BODY, _MOMENT).version

        # The first blocks of each only warm up.
        _per_second(commit_bare)
        _per_second(append)
        pairs = [(_per_second(commit_bare), _per_second(append)) for _ in range(_BLOCKS)]
        bare.close()
    ratio = statistics.median(appends / commits for commits, appends in pairs)
    return [
        Measure(
            "bare SQLite commits", statistics.median(commits for commits, _ in pairs), "per second", "", True
        ),
        Measure(
            "durable journal appends",
            statistics.median(appends for _, appends in pairs),
            "per second",
            "",
            True,
        ),
        Measure("journal appends / bare commits", ratio, "ratio", f">= {_REQUIRED}", ratio >= _REQUIRED),
    ]


def _per_second(act: Callable[[], None]) -> float:
    start = time.perf_counter()
    for _ in range(_COMMITS):
        act()
    return _COMMITS / (time.perf_counter() - start)
