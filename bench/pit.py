"""The pit page with 50 tables in play: how long it takes the first time after the house was opened, and while every table moves."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from litestar import Litestar
from litestar.testing import TestClient

from bench import Measure
from bench.grown import grow, names
from houseway.floor import Floor
from houseway.floor.demo import PASSWORD
from houseway.journal import Journal
from houseway.table.chip_steps import BuyIn
from houseway.web import make_app

_WHO = "PA-1003"
_TABLES = 50
_ENTRIES = 50_000
_LOADS = 20
_LIMIT_MS = 1_000


def run() -> Iterator[Measure]:
    """Everything in one process, through the application as it is served."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "house.db"
        with Journal.open(path) as journal:
            grow(journal, entries=_ENTRIES, tables=_TABLES)
            # As a house that was in use it keeps its tables as they stand.
            _move(Floor(journal, stamps=()))
        with Journal.open(path) as journal:
            floor = Floor(journal, stamps=())
            with TestClient(make_app(floor), base_url="http://127.0.0.1") as client:
                client.post(
                    "/api/session", json={"credential": _WHO, "password": PASSWORD}
                ).raise_for_status()
                first = _load(client)
                yield Measure("pit, first load after opening", first, "ms", "< 1,000", first < _LIMIT_MS)
                taken = [_load(client) for _ in _moving(floor)]
                median = statistics.median(taken)
                yield Measure("pit, 50 tables in play", median, "ms", "< 1,000", median < _LIMIT_MS)
                yield Measure("pit, slowest of 20", max(taken), "ms", "", ok=True)


def _moving(floor: Floor) -> Iterator[None]:
    """Something happens at every table before each load."""
    for _ in range(_LOADS):
        _move(floor)
        yield


def _move(floor: Floor) -> None:
    for name in names(_TABLES):
        floor.submit(name, BuyIn(seat=1, amount=10_000), who="patron-1")


def _load(client: TestClient[Litestar]) -> float:
    start = time.perf_counter()
    client.get("/pit").raise_for_status()
    return (time.perf_counter() - start) * 1000
