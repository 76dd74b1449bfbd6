"""The house under load: how it starts with a long record, how its pages and moves go, alone and beside many viewers.

HOUSEWAY_BENCH_ENTRIES and HOUSEWAY_BENCH_TABLES say how large the house is that is made for it (`bench.grown`),
HOUSEWAY_BENCH_HOUSE names one that was made before, HOUSEWAY_BENCH_WRITTEN at how many tables of either database is written. With
HOUSEWAY_BENCH_BEFORE, the `src` folder of an earlier version, every measure is taken of that one too, in turn with this one, so
that whatever else the machine does strikes both. Whoever asks runs on the same cores as the house. The work for a move is told
beside the rate, for it depends less on what else a machine does: that of the house, in all and by part (`bench.parts`), of the database
and of whoever asks; how many moves the cores allow by it; and what would be left without a house at all (`bench.bare`).
"""

import asyncio
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar
from uuid import uuid4

import httpx
import psycopg

import houseway
from bench import Measure, bare, grown, parts
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
# So many cores there are for all: the house, the database and whoever asks.
_CORES = os.cpu_count() or 1
# So many entries of a group of writers share a commit, as a rule.
_SHARING = 8
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
        return bare.worked(self.process)

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
def served_by(
    source: str, place: str, *options: str, keys: Path | None = None, counts: Path | None = None
) -> Iterator[Served]:
    """The demo property at a place, served by a version of Houseway; its keys lie beside a file, or in a folder.

    With a file of its own for that, `counts`, it keeps count of what it works on.
    """
    serve = ("serve", "--demo", "--port", "0", "--log-level", "error", *options)
    command = [sys.executable, "-m", "bench.parts" if counts else "houseway", *serve]
    environment = {**os.environ, "HOUSEWAY_DB": place, "PYTHONPATH": source}
    if counts is not None:
        environment |= parts.environment(counts)
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
        framework, asking = asyncio.run(_framework())
        yield Measure("without a house, a framework's answer", framework * 1000, "ms", "", True)
        yield Measure("without a house, who asks", asking * 1000, "ms", "", True)
        yield from _written(
            "SQLite", sources, {name: str(Path(folder) / f"{name}-written.db") for name in sources}
        )
    with tempfile.TemporaryDirectory() as folder, postgresql_for_all(Path(folder)) as server:
        places = {name: _schema(server) for name in sources}
        postmaster = int(next(Path(folder).rglob("postmaster.pid")).read_text().split()[0])
        committing = 0.0
        for rows in (1, _SHARING):
            database, told = bare.commits(places["now"], postmaster, rows=rows, seconds=_WARM_UP)
            committing = database + told
            shared = f"one of {rows} entries" if rows > 1 else "one entry"
            what = f"without a house, PostgreSQL commits {shared}"
            yield Measure(what, committing * 1000, "ms", "", True)
        least = framework + asking + committing
        yield Measure(
            f"without a house, {_CORES} cores allow on PostgreSQL", _CORES / least, "moves/s", "", True
        )
        yield from _written("PostgreSQL", sources, places, keys=Path(folder), postmaster=postmaster)


async def _framework() -> tuple[float, float]:
    """The work of a bare framework, and of who asks it, for one request of a move."""
    with bare.served() as (address, process):
        served = Served(address, {"Cookie": "x" * 90, "X-CSRF-Token": "x" * 64}, 0.0, process)
        request, asked, until = served.request("POST", bare.PATH, _BUY_IN), 0, time.perf_counter() + _WARM_UP
        before, mine = served.work(), time.process_time()

        async def writer() -> None:
            nonlocal asked
            line = await Line.open(served)
            while time.perf_counter() < until:
                status, _ = await line.ask(request)
                assert status == 201
                asked += 1

        await asyncio.gather(*(writer() for _ in range(_WRITERS)))
        return (served.work() - before) / asked, (time.process_time() - mine) / asked


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
            page, drawing, alone, watched = asyncio.run(_look(served))
        acts = ENTRIES // TABLES
        long = name == "now" and acts >= _LONG
        limit, ok = ("<= 30", page <= 0.03) if long else ("", True)
        yield Measure(f"page of a table with {acts:,} acts, {name}", page * 1000, "ms", limit, ok)
        yield Measure(f"work of the house for that page, {name}", drawing * 1000, "ms", "", True)
        yield Measure(f"a move there, {name}", alone * 1000, "ms", "", True)
        ratio = watched / alone
        limit = "<= 1.2" if name == "now" else ""
        yield Measure(
            f"with {_VIEWERS} viewers elsewhere, {name}", ratio, "times", limit, not limit or ratio <= 1.2
        )


async def _look(served: Served) -> tuple[float, float, float, float]:
    first, second = grown.names(TABLES)[:2]
    line = await Line.open(served)
    page = served.request("GET", f"/tables/{first}")
    before = served.work()
    pages = [(await line.ask(page))[1] for _ in range(_PAGES)]
    drawing = (served.work() - before) / _PAGES
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
        drawing,
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


class _Work(NamedTuple):
    """The seconds that processors have worked, by whose they were."""

    house: float
    database: float
    clients: float


Told = TypeVar("Told")


class _Taken(NamedTuple, Generic[Told]):
    """What writing came to: how long each acknowledged move took, and what was told before the first and after the last."""

    seconds: list[float]
    before: Told
    after: Told


def _written(
    kind: str, sources: dict[str, str], places: dict[str, str], keys: Path | None = None, postmaster: int = 0
) -> Iterator[Measure]:
    """Acknowledged moves through the API at so many tables, by writers on the same cores."""
    tables, (least, most) = _WRITTEN[kind], _REQUIRED[kind]
    for name, source in sources.items():
        now, own = name == "now", keys and keys / name
        with Journal.open(places[name]) as journal:
            grown.grow(journal, entries=_ACTS_BEFORE * tables, tables=tables)
        with ExitStack() as doors:
            processes = range(_PROCESSES[kind] if now else 1)
            served = [doors.enter_context(served_by(source, places[name], keys=own)) for _ in processes]

            def worked(served: Sequence[Served] = served) -> _Work:
                database = bare.worked(postmaster, with_children=True) if postmaster else 0.0
                return _Work(sum(house.work() for house in served), database, time.process_time())

            taken = asyncio.run(_write(served, tables, worked))
        moves = len(taken.seconds)
        rate, slow = moves / _SECONDS, sorted(taken.seconds)[moves * 99 // 100] * 1000
        yield Measure(
            f"{kind}, {tables} tables, {_WRITERS} writers, {name}", rate, "moves/s",
            f">= {least:,}" if now else "", not now or rate >= least,
        )  # fmt: skip
        limit = f"<= {most}" if now and most else ""
        yield Measure(f"{kind}, 99 of 100 within, {name}", slow, "ms", limit, not limit or slow <= most)
        work = _Work(
            *((after - before) / moves for before, after in zip(taken.before, taken.after, strict=True))
        )
        yield Measure(f"{kind}, work of the house for a move, {name}", work.house * 1000, "ms", "", True)
        if postmaster:
            yield Measure(
                f"{kind}, work of the database for a move, {name}", work.database * 1000, "ms", "", True
            )
        yield Measure(f"{kind}, work of who asks for a move, {name}", work.clients * 1000, "ms", "", True)
        yield Measure(
            f"{kind}, {_CORES} cores allow by that, {name}", _CORES / sum(work), "moves/s", "", True
        )
        if now:
            yield from _by_part(kind, places[name], own, tables)


def _by_part(kind: str, place: str, keys: Path | None, tables: int) -> Iterator[Measure]:
    """The work of the house for a move by its parts, in a run of its own, since to keep count is work as well."""
    with ExitStack() as doors:
        folder = Path(doors.enter_context(tempfile.TemporaryDirectory()))
        files = [folder / str(number) for number in range(_PROCESSES[kind])]
        served = [doors.enter_context(served_by(HERE, place, keys=keys, counts=file)) for file in files]

        def told() -> Counter[str]:
            every: Counter[str] = Counter()
            for house, file in zip(served, files, strict=True):
                every.update(parts.asked(house.process, file))
            return every

        taken = asyncio.run(_write(served, tables, told))
    for part in (parts.FRAMEWORK, *parts.PARTS):
        spent = (taken.after[part] - taken.before[part]) / len(taken.seconds)
        yield Measure(f"{kind}, of the work of the house: {part}", spent * 1000, "ms", "", True)


async def _write(served: list[Served], tables: int, tell: Callable[[], Told]) -> _Taken[Told]:
    """Writers move at their own tables one after the other; the first seconds do not count."""
    names, taken = grown.names(tables), list[float]()
    began = time.perf_counter() + _WARM_UP
    until = began + _SECONDS

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

    async def clock() -> Told:
        await asyncio.sleep(_WARM_UP)
        return tell()

    before = asyncio.create_task(clock())
    await asyncio.gather(*map(writer, range(_WRITERS)))
    return _Taken(taken, await before, tell())
