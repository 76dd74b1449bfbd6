"""Floods: how long somebody else's page takes while others send forms without end, wrong passwords, and requests that never end."""

import asyncio
import statistics
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path

from bench import Measure
from bench.load import HERE, Line, Served, served_by

_MOST = 3.0
_PAGES, _FLOODERS, _HALF_OPEN = 40, 4, 800
_PAGE = "/tables/SB-1"
_FIELDS = b"&".join(b"f%d=1" % number for number in range(60_000))

Flood = Callable[[Served], AbstractAsyncContextManager[None]]


def run() -> Iterator[Measure]:
    """Each flood after the same page was asked for in peace."""
    with (
        tempfile.TemporaryDirectory() as folder,
        served_by(HERE, str(Path(folder) / "house.db"), "--trusted-proxy", "127.0.0.1") as served,
    ):
        for name, flood in (("forms", _forms), ("passwords", _passwords), ("half-open requests", _half_open)):
            alone, beside = asyncio.run(_beside(served, flood))
            ratio = beside / alone
            yield Measure(f"a page, beside {name}", ratio, "times", f"<= {_MOST:g}", ratio <= _MOST)


async def _beside(served: Served, flood: Flood) -> tuple[float, float]:
    line = await Line.open(served)
    page = served.request("GET", _PAGE)
    await line.ask(page)
    alone = [(await line.ask(page))[1] for _ in range(_PAGES)]
    async with flood(served):
        beside = [(await line.ask(page))[1] for _ in range(_PAGES)]
    return statistics.median(alone), statistics.median(beside)


@asynccontextmanager
async def _going_on(served: Served, requests: Callable[[int], bytes]) -> AsyncIterator[None]:
    """Flooders that send one request after another, each on a line of its own."""

    async def send(number: int) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                await (await Line.open(served)).ask(requests(number))
            number += _FLOODERS

    tasks = [asyncio.create_task(send(number)) for number in range(_FLOODERS)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()


def _forms(served: Served) -> AbstractAsyncContextManager[None]:
    """Anonymous forms of as many fields as fit."""
    head = f"POST /sign-in HTTP/1.1\r\nHost: {served.address}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    request = f"{head}Content-Length: {len(_FIELDS)}\r\n\r\n".encode() + _FIELDS
    return _going_on(served, lambda _: request)


def _passwords(served: Served) -> AbstractAsyncContextManager[None]:
    """Wrong passwords, each from an address of its own."""

    def guess(number: int) -> bytes:
        body = b'{"credential": "PA-%d", "password": "wrong"}' % (1000 + number % 40)
        head = f"POST /api/session HTTP/1.1\r\nHost: {served.address}\r\nContent-Type: application/json\r\n"
        address = f"X-Forwarded-For: 10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}\r\n"
        return f"{head}{address}Content-Length: {len(body)}\r\n\r\n".encode() + body

    return _going_on(served, guess)


@asynccontextmanager
async def _half_open(served: Served) -> AsyncIterator[None]:
    """Requests that begin, and never come to their end."""
    host, _, port = served.address.partition(":")
    lines = [await asyncio.open_connection(host, int(port)) for _ in range(_HALF_OPEN)]
    for _, writer in lines:
        writer.write(b"POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Le")
    try:
        yield
    finally:
        for _, writer in lines:
            writer.close()
