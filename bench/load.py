"""The house under load: how it starts with a long record, how its pages and moves go, alone and beside many viewers.

HOUSEWAY_BENCH_ENTRIES and HOUSEWAY_BENCH_TABLES say how large the house is that is made for it (`bench.grown`),
HOUSEWAY_BENCH_HOUSE names one that was made before, HOUSEWAY_BENCH_POSTGRES a PostgreSQL database that may be filled. With
HOUSEWAY_BENCH_BEFORE, the `src` folder of an earlier version, every measure is taken of that one too, in turn with this one, so
that whatever else the machine does strikes both. `python -m bench.load FILE` writes what was measured into a page between its two marks.
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
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

import houseway
from bench import Measure, grown
from houseway.floor import Floor
from houseway.floor.demo import PASSWORD, make_demo_property
from houseway.floor.demo_tables import chosen_options
from houseway.floor.property import Mode
from houseway.games import submission_for
from houseway.journal import Journal

HERE = str(Path(houseway.__file__).parents[1])
_BEFORE = os.environ.get("HOUSEWAY_BENCH_BEFORE", "")
ENTRIES = int(os.environ.get("HOUSEWAY_BENCH_ENTRIES", "20000"))
TABLES = int(os.environ.get("HOUSEWAY_BENCH_TABLES", "10"))
_VIEWERS = int(os.environ.get("HOUSEWAY_BENCH_VIEWERS", "200"))
_MOVES, _PAGES, _SECONDS, _WRITERS = 60, 20, 8.0, 16
_MILLION = 1_000_000
_WHO = "PA-1004"
_BUY_IN = b'{"move": {"move": "buy-in", "by": "dealer", "seat": 1, "amount": 500}, "who": "bench"}'
_TAKE_SEAT = b'{"move": {"move": "take-seat", "seat": 1}, "who": "patron-1"}'


class Served(NamedTuple):
    """A house that is served by a process of its own."""

    address: str
    headers: dict[str, str]
    seconds: float
    work: float
    megabytes: float

    def request(self, method: str, path: str, body: bytes = b"") -> bytes:
        """A request as it goes over the wire."""
        told = {"Host": self.address, **self.headers}
        if body:
            told |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items())]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@contextmanager
def served_by(source: str, place: str, *options: str) -> Iterator[Served]:
    """The demo property at a place, served by a version of Houseway."""
    serve = ("serve", "--demo", "--port", "0", "--log-level", "error", *options)
    command = [sys.executable, "-m", "houseway", *serve]
    environment = {**os.environ, "HOUSEWAY_DB": place, "PYTHONPATH": source}
    began = time.perf_counter()
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = next(line for line in server.stdout if "http://" in line).split()[-1]
            seconds = time.perf_counter() - began
            told = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
            work = (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")
            status = Path(f"/proc/{server.pid}/status").read_text().split("VmHWM:")[1]
            host = address.removeprefix("http://")
            with httpx.Client(base_url=address, timeout=60) as client:
                signed = client.post("/api/session", json={"credential": _WHO, "password": PASSWORD})
                csrf = signed.raise_for_status().json()["csrf"]
                cookie = "; ".join(f"{one.name}={one.value}" for one in client.cookies.jar)
            headers = {"Cookie": cookie, "X-CSRF-Token": csrf}
            yield Served(host, headers, seconds, work, int(status.split()[0]) / 1024)
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
        yield from _written(sources, {name: str(Path(folder) / f"{name}-50.db") for name in sources}, 50)
        if base := os.environ.get("HOUSEWAY_BENCH_POSTGRES"):
            yield from _written(sources, dict.fromkeys(sources, base), 500)


def _start(sources: dict[str, str], places: dict[str, str]) -> Iterator[Measure]:
    """The second start of each: the first brings the house up to its version."""
    found = {}
    for _ in range(2):
        for name, source in sources.items():
            with served_by(source, str(places[name])) as served:
                found[name] = served
    whole = ENTRIES >= _MILLION
    for name, served in found.items():
        ok = name != "now" or not whole or served.seconds <= 5
        yield Measure(
            f"start, {ENTRIES:,} entries, {name}", served.seconds, "seconds", "<= 5" if whole else "", ok
        )
        yield Measure(f"work of it, {name}", served.work, "seconds", "", True)
        light = name != "now" or served.megabytes <= 300
        yield Measure(f"memory after it, {name}", served.megabytes, "MB", "<= 300", light)


def _looked_at(sources: dict[str, str], places: dict[str, str]) -> Iterator[Measure]:
    """A page of a table with a long record, and moves at one table with nobody and with many viewers at another."""
    for name, source in sources.items():
        with served_by(source, str(places[name])) as served:
            page, alone, watched = asyncio.run(_look(served))
        yield Measure(f"page of a long table, {name}", page * 1000, "ms", "", True)
        yield Measure(f"a move, {name}", alone * 1000, "ms", "", True)
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


def _written(sources: dict[str, str], places: dict[str, str], tables: int) -> Iterator[Measure]:
    """Acknowledged moves through the API at so many tables, by writers on the same cores."""
    for name, source in sources.items():
        with Journal.open(places[name]) as journal:
            floor = Floor(journal, stamps=())
            if not floor.demo_completed:
                make_demo_property(floor)
            for table in grown.names(tables):
                if table not in floor.tables():
                    under = submission_for("sic-bo", chosen_options({}))
                    floor.set_up_table(table, f"Table {table}", under, mode=Mode.TRAINING, tray=5_000_000)
        with served_by(source, places[name]) as served:
            taken = sorted(asyncio.run(_write(served, tables)))
        kind = "PostgreSQL" if "://" in places[name] else "SQLite"
        rate, worst = len(taken) / _SECONDS, taken[len(taken) * 99 // 100] * 1000
        yield Measure(f"{kind}, {tables} tables, {_WRITERS} writers, {name}", rate, "moves/s", "", True)
        yield Measure(f"99 of 100 within, {name}", worst, "ms", "", True)


async def _write(served: Served, tables: int) -> list[float]:
    names, taken = grown.names(tables), list[float]()
    for table in names:
        # Somebody may sit there from a run before.
        await (await Line.open(served)).ask(served.request("POST", f"/api/tables/{table}/moves", _TAKE_SEAT))
    until = time.perf_counter() + _SECONDS

    async def writer(number: int) -> None:
        line, mine = await Line.open(served), names[number::_WRITERS]
        while True:
            for table in mine:
                if time.perf_counter() > until:
                    return
                move = served.request("POST", f"/api/tables/{table}/moves", _BUY_IN)
                status, seconds = await line.ask(move)
                assert status == 201
                taken.append(seconds)

    await asyncio.gather(*map(writer, range(_WRITERS)))
    return taken


_MARKS = "<!-- load: written by python -m bench.load -->", "<!-- end of load -->"


def write(page: Path) -> None:
    """Measure, and write it into a page; what stood between the marks is gone."""
    before, _, rest = page.read_text("utf-8").partition(_MARKS[0])
    _, _, after = rest.partition(_MARKS[1])
    rows = ["| what | measured | required |", "|---|---:|---|"]
    for one in run():
        print(one, flush=True)
        rows.append(f"| {one.name} | {one.value:,.2f} {one.unit} | {one.limit} |")
    page.write_text("\n".join((before + _MARKS[0], "", *rows, "", _MARKS[1] + after)), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
