"""Live streams: who watches one table is not woken for another, and processes on one PostgreSQL tell each other."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest

from houseway.journal import Head, Journal
from houseway.web import live as streams
from houseway.web.live import Live
from tests.journal.houses import NOON

_LITESTAR = cast(Any, None)
Done = TypeVar("Done")


def run(watch: Coroutine[Any, Any, Done]) -> Done:
    """Watch in a thread apart: in this one the browser of other tests may have a loop running."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, watch).result()


class Asked:
    """The versions of some tables, and how often they were asked for."""

    def __init__(self, journal: Journal, *tables: str) -> None:
        self.times = 0
        self._journal, self.tables = journal, tables

    def __call__(self) -> Mapping[str, int]:
        self.times += 1
        return {table: self._journal.version(f"table/{table}") for table in self.tables}


@asynccontextmanager
async def watched(live: Live, asked: Callable[[], Mapping[str, int]], *tables: str) -> AsyncIterator[Any]:
    stream = live.stream(tables, asked, lambda: True)

    async def told() -> Any:
        return (await asyncio.wait_for(anext(stream), 60)).data

    try:
        yield told
    finally:
        await cast(Any, stream).aclose()


def test_who_watches_one_table_is_not_asked_about_another(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "POLL_SECONDS", 0.01)

    async def watch() -> tuple[int, int]:
        with Journal.open(place) as journal:
            for table in "ab":
                journal.append(f"table/{table}", 0, "act", {}, NOON)
            live, a, b = Live(journal), Asked(journal, "a"), Asked(journal, "b")
            async with (
                live.running(_LITESTAR),
                watched(live, a, "a") as told_a,
                watched(live, b, "b") as told_b,
            ):
                assert [await told_a(), await told_b()] == [
                    b'{"table":"a","version":1}',
                    b'{"table":"b","version":1}',
                ]
                waits = asyncio.create_task(told_b())
                # Once they wait, the first look of the watch itself has woken everybody once.
                for version in range(1, 6):
                    await asyncio.to_thread(journal.append, "table/a", version, "act", {}, NOON)
                    if version % 2:
                        live.notify("a", version + 1)
                    assert await told_a() == b'{"table":"a","version":%d}' % (version + 1)
                before = b.times
                assert not waits.done()
                # Anything else than a table may be about who is signed in.
                await asyncio.to_thread(journal.append, "access", 0, "signed-out", {}, NOON)
                while b.times == before:
                    await asyncio.sleep(0)
                await asyncio.to_thread(journal.append, "table/b", 1, "act", {}, NOON)
                assert await waits == b'{"table":"b","version":2}'
                return a.times, before

    asked_a, asked_b = run(watch())
    assert asked_a >= 6
    assert asked_b <= 2


def test_nothing_is_asked_of_the_journal_for_nobody_and_whoever_comes_misses_nothing(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "POLL_SECONDS", 0.01)

    async def watch() -> None:
        with Journal.open(place) as journal, Journal.open(place) as elsewhere:
            journal.append("table/a", 0, "act", {}, NOON)
            looks, look = list[Head](), journal.head

            def head() -> Head:
                looks.append(look())
                return looks[-1]

            monkeypatch.setattr(journal, "head", head)
            live, asked = Live(journal), Asked(journal, "a")
            turns, look_after = list[int | None](), live._look_after

            async def turn(seen: int | None) -> int | None:
                turns.append(seen)
                return await look_after(seen)

            async def have_passed(several: int) -> None:
                due = len(turns) + several
                while len(turns) < due:
                    await asyncio.sleep(0.01)

            monkeypatch.setattr(live, "_look_after", turn)
            async with live.running(_LITESTAR):
                for version in (1, 2, 3):
                    async with watched(live, asked, "a") as told:
                        assert await told() == b'{"table":"a","version":%d}' % version
                        await asyncio.to_thread(elsewhere.append, "table/a", version, "act", {}, NOON)
                        assert await told() == b'{"table":"a","version":%d}' % (version + 1)
                    # By then the turn that was on when the last watcher went is over, however long it took.
                    await have_passed(2)
                    looks.clear()
                    await have_passed(5)
                    assert looks == []

    run(watch())


def test_the_server_is_left_alone_where_nobody_watches_the_table_that_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def watch() -> list[str]:
        with Journal.open(tmp_path / "house.db") as journal:
            for table in "ab":
                journal.append(f"table/{table}", 0, "act", {}, NOON)
            live, woken = Live(journal), list[str]()
            moved = live._moved

            def told(table: str, version: int) -> None:
                woken.append(table)
                moved(table, version)

            monkeypatch.setattr(live, "_moved", told)
            asked = Asked(journal, "a")
            async with live.running(_LITESTAR):
                async with watched(live, asked, "a") as told_a:
                    await told_a()
                    await asyncio.to_thread(journal.append, "table/a", 1, "act", {}, NOON)
                    live.notify("b", 2)
                    live.notify("a", 2)
                    assert await told_a() == b'{"table":"a","version":2}'
                live.notify("a", 3)
                await asyncio.sleep(0)
            return woken

    assert run(watch()) == ["a"]


def test_processes_on_one_postgresql_tell_each_other(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody looks by themselves.
    monkeypatch.setattr(streams, "POLL_SECONDS", 3600)

    async def watch() -> None:
        with Journal.open(postgresql) as here, Journal.open(postgresql) as elsewhere:
            here.append("table/a", 0, "act", {}, NOON)
            live, other = Live(here), Live(elsewhere)
            asked = Asked(elsewhere, "a")
            async with (
                live.running(_LITESTAR),
                other.running(_LITESTAR),
                watched(other, asked, "a") as told,
            ):
                assert await told() == b'{"table":"a","version":1}'
                await asyncio.to_thread(here.append, "table/a", 1, "act", {}, NOON)
                waits = asyncio.create_task(told())
                # Until the other listens, nobody hears; a house says so again with every move.
                while not waits.done():
                    live.notify("a", 2)
                    await asyncio.sleep(0.01)
                assert waits.result() == b'{"table":"a","version":2}'

    run(watch())
