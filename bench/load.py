"""The house under load: how it starts with a long record, how its pages and moves go, alone and beside many viewers.

HOUSEWAY_BENCH_ENTRIES and HOUSEWAY_BENCH_TABLES say how large the house is that is made for it (`bench.grown`),
HOUSEWAY_BENCH_HOUSE names one that was made before, HOUSEWAY_BENCH_WRITTEN at how many tables of either database is written. With
HOUSEWAY_BENCH_BEFORE, the `src` folder of an earlier version, every measure is taken of that one too, in turn with this one, so
that whatever else the machine does strikes both. Whoever asks runs on the same cores as the house; the work of the house alone is told
beside it, since that does not depend on what else a machine does.
"""

import asyncio
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import httpx
import psycopg

import houseway
from bench import Measure, grown
from houseway.floor.demo import PASSWORD
from houseway.journal import Journal
from tests.servers import postgresql_for_all

HERE = str(Path(houseway.__file__).parents[1])
_BEFORE = os.environ.get("HOUSEWAY_BENCH_BEFORE", "")
ENTRIES = int(os.environ.get("HOUSEWAY_BENCH_ENTRIES", "20000"))
TABLES = int(os.environ.get("HOUSEWAY_BENCH_TABLES", "10"))
_VIEWERS = int(os.environ.get("HOUSEWAY_BENCH_VIEWERS", "200"))
_WRITTEN = {
    kind: int(tables)
    for kind, tables in zip(
        ("SQLite", "PostgreSQL"), os.environ.get("HOUSEWAY_BENCH_WRITTEN", "50 500").split(), strict=True
    )
}
_MOVES, _PAGES, _SECONDS, _WRITERS = 60, 20, 8.0, 16
_WARM_UP = 2.0
# Acts at each table that is written at, before anybody writes there.
_ACTS_BEFORE = 40
# Acknowledged moves in a second, and how long 99 of 100 take at most, in milliseconds.
_REQUIRED = {"SQLite": (800, 0), "PostgreSQL": (1_500, 50)}
# How many processes serve a house: SQLite is one process's.
_PROCESSES = {"SQLite": 1, "PostgreSQL": 2}
_MILLION, _LONG = 1_000_000, 100_000
_DAY_MOVES = int(os.environ.get("HOUSEWAY_BENCH_DAY_MOVES", "5000"))
_WHO = "PA-1004"
_BUY_IN = b'{"move": {"move": "buy-in", "by": "dealer", "seat": 1, "amount": 500}, "who": "bench"}'


class Served(NamedTuple):
    """A house that is served by a process of its own."""

    address: str
    headers: dict[str, str]
    seconds: float
    process: int

    def work(self) -> float:
        """The seconds that processors have worked for it."""
        told = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self, which: str = "VmRSS") -> float:
        """The memory that it has now, or the most that it ever had."""
        status = Path(f"/proc/{self.process}/status").read_text().split(f"{which}:")[1]
        return int(status.split()[0]) / 1024

    def request(self, method: str, path: str, body: bytes = b"") -> bytes:
        """A request as it goes over the wire."""
        told = {"Host": self.address, **self.headers}
        if body:
            told |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items())]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@contextmanager
def served_by(source: str, place: str, *options: str, keys: Path | None = None) -> Iterator[Served]:
    """The demo property at a place, served by a version of Houseway; its keys lie beside a file, or in a folder."""
    serve = ("serve", "--demo", "--port", "0", "--log-level", "error", *options)
    command = [sys.executable, "-m", "houseway", *serve]
    environment = {**os.environ, "HOUSEWAY_DB": place, "PYTHONPATH": source}
    if keys is not None:
        environment |= {f"HOUSEWAY_{one}_KEY": str(keys / one) for one in ("SIGNING", "COUPON")}
    began = time.perf_counter()
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = next(line for line in server.stdout if "http://" in line).split()[-1]
            seconds = time.perf_counter() - began
            host = address.removeprefix("http://")
            with httpx.Client(base_url=address, timeout=60) as client:
                signed = client.post("/api/session", json={"credential": _WHO, "password": PASSWORD})
                csrf = signed.raise_for_status().json()["csrf"]
                cookie = "; ".join(f"{one.name}={one.value}" for one in client.cookies.jar)
            headers = {"Cookie": cookie, "X-CSRF-Token": csrf}
            yield Served(host, headers, seconds, server.pid)
        finally:
            server.terminate()


class Line:
    """A connection to the house, kept open."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, served: Served) -> "Line":
        """A new one."""
        host, _, port = served.address.partition(":")
        return cls(*await asyncio.open_connection(host, int(port)))

    async def ask(self, request: bytes) -> tuple[int, float]:
        """Ask, and wait for the whole answer: its status, and the seconds it took."""
        began = time.perf_counter()
        self._writer.write(request)
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]
        await self._reader.readexactly(int(length or 0))
        return int(head.split()[1]), time.perf_counter() - began

    async def watch(self, request: bytes) -> None:
        """Open a stream, and read whatever comes."""
        self._writer.write(request)
        await self._reader.readuntil(b"\r\n\r\n")

    async def drain(self) -> None:
        """Read whatever comes until nothing more does."""
        while await self._reader.read(65536):
            pass


def run() -> Iterator[Measure]:
    """Everything, of this version and of the one before if there is one."""
    sources = {"before": _BEFORE, "now": HERE} if _BEFORE else {"now": HERE}
    with tempfile.TemporaryDirectory(dir=".") as folder:
        house = Path(os.environ.get("HOUSEWAY_BENCH_HOUSE") or Path(folder) / "grown.db")
        if not house.exists():
            with Journal.open(house) as journal:
                grown.grow(journal, entries=ENTRIES, tables=TABLES)
        places = {name: str(shutil.copy(house, Path(folder) / f"{name}.db")) for name in sources}
        yield from _start(sources, places)
        yield from _looked_at(sources, places)
        yield from _day(places["now"])
        yield from _written(
            "SQLite", sources, {name: str(Path(folder) / f"{name}-written.db") for name in sources}
        )
    with tempfile.TemporaryDirectory() as folder, postgresql_for_all(Path(folder)) as server:
        places = {name: _schema(server) for name in sources}
        yield from _written("PostgreSQL", sources, places, keys=Path(folder))


def _schema(server: str) -> str:
    """A new place on a PostgreSQL server."""
    name = f"bench_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return f"{server}{'&' if '?' in server else '?'}options=-csearch_path%3D{name}"


class _Start(NamedTuple):
    seconds: float
    work: float
    megabytes: float


def _start(sources: dict[str, str], places: dict[str, str]) -> Iterator[Measure]:
    """The second start of each: the first brings the house up to its version."""
    starts: dict[str, _Start] = {}
    for _ in range(2):
        for name, source in sources.items():
            with served_by(source, str(places[name])) as served:
                starts[name] = _Start(served.seconds, served.work(), served.megabytes("VmHWM"))
    whole = ENTRIES >= _MILLION
    for name, start in starts.items():
        now = name == "now" and whole
        ok = not now or start.seconds <= 5
        yield Measure(
            f"start, {ENTRIES:,} entries, {name}", start.seconds, "seconds", "<= 5" if now else "", ok
        )
        yield Measure(f"work of the start, {name}", start.work, "seconds", "", True)
        light = not now or start.megabytes <= 300
        yield Measure(
            f"most memory at the start, {name}", start.megabytes, "MB", "<= 300" if now else "", light
        )


def _looked_at(sources: dict[str, str], places: dict[str, str]) -> Iterator[Measure]:
    """A page of a table with a long record, and moves at one table with nobody and with many viewers at another."""
    for name, source in sources.items():
        with served_by(source, str(places[name])) as served:
            page, alone, watched = asyncio.run(_look(served))
        acts = ENTRIES // TABLES
        long = name == "now" and acts >= _LONG
        limit, ok = ("<= 30", page <= 0.03) if long else ("", True)
        yield Measure(f"page of a table with {acts:,} acts, {name}", page * 1000, "ms", limit, ok)
        yield Measure(f"a move there, {name}", alone * 1000, "ms", "", True)
        ratio = watched / alone
        limit = "<= 1.2" if name == "now" else ""
        yield Measure(
            f"with {_VIEWERS} viewers elsewhere, {name}", ratio, "times", limit, not limit or ratio <= 1.2
        )


async def _look(served: Served) -> tuple[float, float, float]:
    first, second = grown.names(TABLES)[:2]
    line = await Line.open(served)
    page = served.request("GET", f"/tables/{first}")
    pages = [(await line.ask(page))[1] for _ in range(_PAGES)]
    move = served.request("POST", f"/api/tables/{first}/moves", _BUY_IN)
    viewers = [await Line.open(served) for _ in range(_VIEWERS)]
    alone = [await line.ask(move) for _ in range(_MOVES)]
    watch = served.request("GET", f"/tables/{second}/changes")
    await asyncio.gather(*(viewer.watch(watch) for viewer in viewers))
    reading = [asyncio.create_task(viewer.drain()) for viewer in viewers]
    watched = [await line.ask(move) for _ in range(_MOVES)]
    for task in reading:
        task.cancel()
    assert {status for status, _ in alone + watched} == {201}
    return (
        statistics.median(pages),
        statistics.median(seconds for _, seconds in alone),
        statistics.median(seconds for _, seconds in watched),
    )


def _day(place: str) -> Iterator[Measure]:
    """Memory over a day of moves: what it is once everything was asked for, and how much more it is at the end."""
    with served_by(HERE, place) as served:
        asyncio.run(_move(served, _DAY_MOVES // 4))
        before = served.megabytes()
        asyncio.run(_move(served, _DAY_MOVES))
        grown_by = served.megabytes() / before
    yield Measure(f"memory after {_DAY_MOVES:,} further moves", grown_by, "times", "<= 1.1", grown_by <= 1.1)


async def _move(served: Served, moves: int) -> None:
    """So many moves and looks, at one table after another."""
    names, line = grown.names(TABLES), await Line.open(served)
    for number in range(moves):
        table = names[number % len(names)]
        status, _ = await line.ask(served.request("POST", f"/api/tables/{table}/moves", _BUY_IN))
        assert status == 201
        if number % 10 == 0:
            await line.ask(served.request("GET", f"/tables/{table}"))


class _Taken(NamedTuple):
    """What writing came to: how long each acknowledged move took, the rate, and the work of the house for one."""

    seconds: list[float]
    rate: float
    work: float


def _written(
    kind: str, sources: dict[str, str], places: dict[str, str], keys: Path | None = None
) -> Iterator[Measure]:
    """Acknowledged moves through the API at so many tables, by writers on the same cores."""
    tables, (least, most) = _WRITTEN[kind], _REQUIRED[kind]
    for name, source in sources.items():
        with Journal.open(places[name]) as journal:
            grown.grow(journal, entries=_ACTS_BEFORE * tables, tables=tables)
        with ExitStack() as doors:
            processes = range(_PROCESSES[kind] if name == "now" else 1)
            own = keys and keys / name
            served = [doors.enter_context(served_by(source, places[name], keys=own)) for _ in processes]
            taken = asyncio.run(_write(served, tables))
        now = name == "now"
        rate, slow = taken.rate, sorted(taken.seconds)[len(taken.seconds) * 99 // 100] * 1000
        yield Measure(
            f"{kind}, {tables} tables, {_WRITERS} writers, {name}", rate, "moves/s",
            f">= {least:,}" if now else "", not now or rate >= least,
        )  # fmt: skip
        limit = f"<= {most}" if now and most else ""
        yield Measure(f"{kind}, 99 of 100 within, {name}", slow, "ms", limit, not limit or slow <= most)
        yield Measure(f"{kind}, work of the house for a move, {name}", taken.work * 1000, "ms", "", True)


async def _write(served: list[Served], tables: int) -> _Taken:
    """Writers move at their own tables one after the other; the first seconds do not count."""
    names, taken = grown.names(tables), list[float]()
    began = time.perf_counter() + _WARM_UP
    until, work = began + _SECONDS, 0.0

    async def writer(number: int) -> None:
        house = served[number % len(served)]
        line, mine = await Line.open(house), names[number::_WRITERS]
        while True:
            for table in mine:
                if time.perf_counter() > until:
                    return
                move = house.request("POST", f"/api/tables/{table}/moves", _BUY_IN)
                status, seconds = await line.ask(move)
                assert status == 201
                if time.perf_counter() > began:
                    taken.append(seconds)

    async def clock() -> None:
        nonlocal work
        await asyncio.sleep(_WARM_UP)
        work = sum(house.work() for house in served)

    await asyncio.gather(clock(), *map(writer, range(_WRITERS)))
    work = sum(house.work() for house in served) - work
    return _Taken(taken, len(taken) / _SECONDS, work / len(taken))
