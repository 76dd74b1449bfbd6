"""The table page: what a move costs the wire and how soon its chip shows, beside drawing the page whole; and 200 viewers."""

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
from typing import Any

import httpx
from playwright.sync_api import CDPSession, sync_playwright

from bench import Measure
from houseway.floor.demo import PASSWORD
from houseway.web.changes import DRAWING_HEADER

_WHO = "PA-1004"
_CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_CLICKS = 25
_VIEWERS = 200
_MOVES = 10
# One area for each kind of felt: the busiest of all, a simple one, one with cards.
_AREAS = {"CR-1": "field", "TDF-1": "touchdown", "3CP-1": "ante-1"}
_CLICK = """async (area) => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const before = Number(page().dataset.version);
  const start = performance.now();
  find(`#area-${area}`).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  while (Number(page().dataset.version) <= before) await new Promise((done) => setTimeout(done, 1));
  await frame();
  return performance.now() - start;
}"""


def run() -> Iterator[Measure]:
    """Everything on one demo property, served by a process of its own."""
    with _served() as address, httpx.Client(base_url=address, timeout=60) as client:
        _sign_in(client)
        yield from _by_hand(address, client)
        yield from _watched(address, client)


@contextmanager
def _served() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        command = [
            str(Path(sys.executable).with_name("houseway")),
            "serve",
            "--demo",
            "--port",
            "0",
            "--log-level",
            "warning",
        ]
        environment = {**os.environ, "HOUSEWAY_DB": str(Path(folder) / "house.db")}
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                told = next(line for line in server.stdout if "http://" in line)
                yield told.split()[-1]
            finally:
                server.terminate()


def _sign_in(client: httpx.Client) -> None:
    told = client.post("/api/session", json={"credential": _WHO, "password": PASSWORD}).raise_for_status()
    client.headers["X-CSRF-Token"] = told.json()["csrf"]


class _Wire:
    """What comes over the wire to one page."""

    def __init__(self, session: CDPSession) -> None:
        self.bytes = self.requests = 0
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.dataReceived", self._came)

    def _asked(self, _: dict[str, Any]) -> None:
        self.requests += 1

    def _came(self, told: dict[str, Any]) -> None:
        # A stream is not encoded: of that, what was read is what came.
        self.bytes += told["encodedDataLength"] or told["dataLength"]


def _by_hand(address: str, client: httpx.Client) -> Iterator[Measure]:
    """Clicks in a browser, against the whole page that used to be asked for twice after each."""
    executable = next(filter(None, map(shutil.which, _CHROMIUM)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        context.add_cookies(
            [
                {"name": cookie.name, "value": cookie.value or "", "url": address}
                for cookie in client.cookies.jar
            ]
        )
        for table, area in _AREAS.items():
            page = context.new_page()
            start = time.perf_counter()
            page.goto(f"{address}/tables/{table}")
            loaded = time.perf_counter() - start
            page.wait_for_selector("#connection[data-open]", state="attached")
            wire = _Wire(context.new_cdp_session(page))
            taken = [page.evaluate(_CLICK, area) for _ in range(_CLICKS)]
            whole = client.get(f"/tables/{table}", headers={"Accept-Encoding": "identity"})
            per_move, before = wire.bytes / _CLICKS, 2 * len(whole.content)
            median = statistics.median(taken)
            yield Measure(
                f"{table} requests a move (was 3)",
                wire.requests / _CLICKS,
                "",
                "<= 1",
                wire.requests <= _CLICKS,
            )
            yield Measure(f"{table} bytes a move", per_move, "bytes", "< 10,000", per_move < 10_000)
            yield Measure(
                f"{table} bytes of two whole pages to one move's", before / per_move, "times", "", True
            )
            yield Measure(f"{table} click to chip, median", median, "ms", "<= 100", median <= 100)
            yield Measure(f"{table} page load", loaded * 1000, "ms", "", True)
            page.close()
        browser.close()


def _watched(address: str, client: httpx.Client) -> Iterator[Measure]:
    """Moves at a table that two hundred people watch: until the last of them was told."""
    told = asyncio.run(_tell_all(address, client))
    median = statistics.median(told)
    yield Measure(f"{_VIEWERS} viewers, until the last is told", median * 1000, "ms", "<= 1,000", median <= 1)


async def _tell_all(address: str, client: httpx.Client) -> list[float]:
    tag = client.get("/tables/SB-1").headers[DRAWING_HEADER]
    limits = httpx.Limits(max_connections=_VIEWERS + 10)
    async with httpx.AsyncClient(
        base_url=address, cookies=client.cookies, headers=client.headers, timeout=60, limits=limits
    ) as viewers:
        change = [asyncio.Queue[float]() for _ in range(_VIEWERS)]
        watching = [asyncio.create_task(_watch(viewers, tag, queue)) for queue in change]
        await asyncio.gather(*(queue.get() for queue in change))
        taken = []
        for _ in range(_MOVES):
            start = time.perf_counter()
            wager = {"move": "place-wager", "seat": 1, "wager": "small", "amount": 500}
            answer = await viewers.post("/api/tables/SB-1/moves", json={"move": wager, "who": "patron-1"})
            answer.raise_for_status()
            taken.append(max(await asyncio.gather(*(queue.get() for queue in change))) - start)
        for task in watching:
            task.cancel()
        return taken


async def _watch(viewers: httpx.AsyncClient, tag: str, told: "asyncio.Queue[float]") -> None:
    """When the stream was open, and when each change came."""
    async with viewers.stream("GET", f"/tables/SB-1/changes?shown={tag}") as stream:
        await told.put(time.perf_counter())
        async for line in stream.aiter_lines():
            if line.startswith("event: change"):
                await told.put(time.perf_counter())
