"""What the house spends processors on for one move, by part: `python -m bench.parts serve …` serves a house that keeps count.

Each part is the functions named for it, without what other parts do inside them, in the time of their own thread; what is
spent outside all of them is the framework's: HTTP, requests and answers, threads. Whoever sends the process SIGUSR1 has it
write what it spent so far to the file that HOUSEWAY_BENCH_PARTS names.
"""

import json
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from functools import wraps
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

FRAMEWORK = "HTTP and framework"
_FILE = "HOUSEWAY_BENCH_PARTS"
# As those who call them know them: a function under the name by which its caller has imported it.
PARTS = {
    "who is signed in": (
        "houseway.web.door:Door._visit",
        "houseway.web.door:Guard.check",
        "houseway.web.api:require_presence",
    ),
    "reading the move": ("houseway.floor.floor:Floor._read_move",),
    "rules of the game": ("houseway.table.procedure:Table.apply",),
    "journal: what is recorded, and its hash": (
        "houseway.floor.floor:act_body",
        "houseway.journal.journal:_checked_body",
        "houseway.journal.journal:_next_entry",
    ),
    "journal: the database": ("houseway.journal.journal:Journal.append",),
    "table as it stands": ("houseway.floor.floor:Floor.held", "houseway.journal.journal:Journal.version"),
    "projections": (
        "houseway.floor.snapshots:Snapshots.keep",
        "houseway.floor.table:TableInService._move_on",
    ),
    "answer": ("houseway.web.api:_acknowledge",),
    "event streams": (
        "houseway.web.live:Live.notify",
        "houseway.web.live:Live._moved",
        "houseway.journal.journal:Journal.announce",
        "houseway.journal.journal:Journal.changed",
        "houseway.journal.journal:Journal.head",
    ),
    "log and figures": ("houseway.web.watching:Watch._note", "houseway.web.watching:_tell"),
}


class _Spent(threading.local):
    """What a thread has spent, by part, and on the parts inside the one that it is in."""

    def __init__(self) -> None:
        self.inside = 0.0
        self.by_part: Counter[str] = Counter()
        _EVERY.append(self.by_part)


_EVERY: list[Counter[str]] = []
_SPENT = _Spent()


def _counted(part: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def counted(*given: Any, **named: Any) -> Any:
        began, before = time.thread_time(), _SPENT.inside
        _SPENT.inside = 0.0
        try:
            return function(*given, **named)
        finally:
            spent = time.thread_time() - began
            _SPENT.by_part[part] += spent - _SPENT.inside  # type: ignore[assignment]  # a counter adds up anything
            _SPENT.inside = before + spent

    return counted


def _count() -> None:
    for part, functions in PARTS.items():
        for name in functions:
            module, _, path = name.partition(":")
            holder: Any = import_module(module)
            *outer, last = path.split(".")
            for one in outer:
                holder = getattr(holder, one)
            setattr(holder, last, _counted(part, getattr(holder, last)))


def _tell(signal: int, frame: FrameType | None) -> None:
    """Write the seconds that were spent on each part, and on everything."""
    told: Counter[str] = Counter()
    for one in _EVERY:
        told.update(one.copy())
    told[FRAMEWORK] = time.process_time() - sum(told.values())  # type: ignore[assignment]
    file = Path(os.environ[_FILE])
    file.with_suffix(".new").write_text(json.dumps(told))
    file.with_suffix(".new").rename(file)


def environment(file: Path) -> Mapping[str, str]:
    """What a process that keeps count is to be started with."""
    return {_FILE: str(file)}


def asked(process: int, file: Path) -> dict[str, float]:
    """The seconds that a process has spent so far, by part."""
    file.unlink(missing_ok=True)
    os.kill(process, signal.SIGUSR1)
    while not file.exists():
        time.sleep(0.001)
    told: dict[str, float] = json.loads(file.read_text())
    return told


if __name__ == "__main__":
    from houseway.cli import main

    _count()
    signal.signal(signal.SIGUSR1, _tell)
    main()
