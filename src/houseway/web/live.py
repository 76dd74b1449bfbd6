"""Live: whoever watches is told of a new version, whether this process or another one recorded it."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass

import msgspec
from litestar import Litestar
from litestar.response import ServerSentEventMessage

from houseway.floor.table import TABLE_STREAM
from houseway.journal import Journal, JournalUnavailable
from houseway.web.changes import Drawing, Drawings

POLL_SECONDS = 1.0
# Marks a route whose answer never ends: what compresses answers would hold it back.
STREAMED = {"streamed": True}
HEARTBEAT_SECONDS = 15.0
# Other processes are told no oftener than that.
_TOLD_EVERY = 0.02
_LOG = logging.getLogger(__name__)

Versions = Callable[[], Mapping[str, int]]


class _Watcher:
    """Somebody who watches some tables, and is woken when something happened there."""

    def __init__(self) -> None:
        self.woken = asyncio.Event()


class Live:
    """Wakes the streams of one server; `close` ends them, so that the server can stop."""

    def __init__(self, journal: Journal, on_move: Callable[[], None] = lambda: None) -> None:
        """`on_move` is called whenever a move was recorded here."""
        self._journal = journal
        self._on_move = on_move
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: set[_Watcher] = set()
        # Those who watch each table.
        self._at: dict[str, set[_Watcher]] = {}
        # The versions of which watchers were told as soon as they were recorded here.
        self._told: dict[str, int] = {}
        self._heard = asyncio.Event()
        self._recorded_here = asyncio.Event()
        # Whether other processes will be told what was recorded here without being asked to; where none listens, nobody has to be.
        self._will_tell = not journal.can_be_heard
        self._closed = False

    def notify(self, table: str, version: int) -> None:
        """Tell the watchers of a table that a move was recorded here; may be called from any thread.

        Whoever comes to watch while this is asked looks at the table afterwards, and so sees the move.
        """
        self._on_move()
        if self._loop is not None and (table in self._at or not self._will_tell):
            self._loop.call_soon_threadsafe(self._moved, table, version)

    def _moved(self, table: str, version: int) -> None:
        if table in self._at:
            self._told[table] = max(version, self._told.get(table, 0))
            self._wake((table,))
        if not self._will_tell:
            self._will_tell = True
            self._recorded_here.set()

    def close(self) -> None:
        """End every stream; called in the thread of the server."""
        self._closed = True
        self._heard.set()
        self._recorded_here.set()
        self._wake_all()

    def _wake(self, tables: Iterable[str]) -> None:
        """Wake those who watch one of these tables."""
        for table in tables:
            for watcher in self._at.get(table, ()):
                watcher.woken.set()

    def _wake_all(self) -> None:
        for watcher in self._watchers:
            watcher.woken.set()

    @asynccontextmanager
    async def running(self, _: Litestar) -> AsyncIterator[None]:
        """Watch the journal as long as the server runs."""
        self._loop, self._closed = asyncio.get_running_loop(), False
        self._heard, self._recorded_here = asyncio.Event(), asyncio.Event()
        self._will_tell = not self._journal.can_be_heard
        tasks = [asyncio.create_task(self._watch())]
        ears = threading.Thread(target=self._listen, args=(self._loop,), name="listening", daemon=True)
        if self._journal.can_be_heard:
            tasks.append(asyncio.create_task(self._tell_others()))
            ears.start()
        try:
            yield
        finally:
            self.close()
            # What they have asked the database is answered first: no connection is left behind.
            await asyncio.gather(*tasks)
            if ears.ident is not None:
                # So that whoever listens hears that it is over.
                with suppress(JournalUnavailable):
                    await asyncio.to_thread(self._journal.announce)
                await asyncio.to_thread(ears.join)

    async def _watch(self) -> None:
        """Look whether another process has written: about once a second, or as soon as one says so."""
        seen: int | None = None
        while not self._closed:
            self._heard.clear()
            try:
                seen = await self._look_after(seen)
            except JournalUnavailable as error:
                _LOG.warning("%s", error)
            if not self._closed:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._heard.wait(), POLL_SECONDS)

    async def _look_after(self, seen: int | None) -> int | None:
        if not self._watchers:
            # Whoever comes begins with what is there; nothing is asked of the database for nobody.
            return None
        head = (await asyncio.to_thread(self._journal.head)).position
        if seen is None or head < seen:
            self._wake_all()
        elif head > seen:
            changed = await asyncio.to_thread(self._journal.changed, seen, head)
            tables = {stream.removeprefix(TABLE_STREAM): version for stream, version in changed.items()}
            if all(stream.startswith(TABLE_STREAM) for stream in changed):
                self._wake(table for table in tables if self._told.get(table, 0) < tables[table])
            else:
                # Who may watch at all may have changed.
                self._wake_all()
        return head

    async def _tell_others(self) -> None:
        """Tell other processes of the house that something was recorded here, and of much at once only once."""
        while not self._closed:
            await self._recorded_here.wait()
            self._recorded_here.clear()
            # Whatever is recorded from here on may come too late for this time.
            self._will_tell = False
            try:
                await asyncio.to_thread(self._journal.announce)
            except JournalUnavailable as error:
                _LOG.warning("%s", error)
            await asyncio.sleep(_TOLD_EVERY)

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hear of what other processes record; where that fails, the look once a second is left."""
        try:
            for _ in self._journal.announcements(lambda: self._closed):
                loop.call_soon_threadsafe(self._heard.set)
        except JournalUnavailable as error:
            _LOG.warning("%s", error)
        except RuntimeError:
            # The loop is closed, and so is the house.
            return

    @contextmanager
    def _watching(self, tables: Collection[str]) -> Iterator[_Watcher]:
        watcher, watched = _Watcher(), frozenset(tables)
        self._watchers.add(watcher)
        for table in watched:
            self._at.setdefault(table, set()).add(watcher)
        try:
            yield watcher
        finally:
            self._watchers.discard(watcher)
            for table in watched:
                self._at[table].discard(watcher)
                if not self._at[table]:
                    del self._at[table]

    async def stream(
        self, tables: Collection[str], versions: Versions, is_signed_in: Callable[[], bool]
    ) -> AsyncIterator[ServerSentEventMessage]:
        """A `version` event for every table that changed, beginning with all of them; comments keep it open.

        It ends with a `locked` event once whoever watches is signed in no more.
        """
        seen: dict[str, int] = {}
        with self._watching(tables) as watcher:
            while not self._closed:
                watcher.woken.clear()
                now = await _asked(versions, is_signed_in)
                if now is None:
                    yield ServerSentEventMessage(event="locked", data=b"{}")
                    return
                for table, version in now.items():
                    if seen.get(table) != version:
                        seen[table] = version
                        yield ServerSentEventMessage(event="version", data=_said(table, version), id=version)
                if not await self._is_woken(watcher):
                    yield ServerSentEventMessage(data=None, comment="still here")

    async def changes(
        self, table: str, versions: Versions, is_signed_in: Callable[[], bool], viewed: "Viewed"
    ) -> AsyncIterator[ServerSentEventMessage]:
        """A `change` event whenever what a viewer of a table is shown changes; `version` and `locked` as any stream.

        Who shows a page that is forgotten here is told the version only, and asks for the page whole.
        """
        shown = viewed.shown
        told = 0
        with self._watching((table,)) as watcher:
            while not self._closed:
                watcher.woken.clear()
                now = await _asked(versions, is_signed_in)
                if now is None:
                    yield ServerSentEventMessage(event="locked", data=b"{}")
                    return
                version = now.get(table, told)
                if shown is not None and shown.version < version:
                    drawing = await viewed.draw(version)
                    data = viewed.drawings.change(table, shown, drawing)
                    yield ServerSentEventMessage(event="change", data=data, id=drawing.tag)
                    shown, told = drawing, drawing.version
                elif version != told:
                    told = version
                    yield ServerSentEventMessage(event="version", data=_said(table, version))
                if not await self._is_woken(watcher):
                    yield ServerSentEventMessage(data=None, comment="still here")

    async def _is_woken(self, watcher: _Watcher) -> bool:
        """Whether something happened before the next sign of life is due."""
        if self._closed:
            return True
        try:
            await asyncio.wait_for(watcher.woken.wait(), HEARTBEAT_SECONDS)
        except TimeoutError:
            return False
        return True


@dataclass(frozen=True, slots=True)
class Viewed:
    """What a viewer of a table shows now, if that is known, and how the page as it is now is drawn for them."""

    drawings: Drawings
    shown: Drawing | None
    draw: Callable[[int], Awaitable[Drawing]]


async def _asked(versions: Versions, is_signed_in: Callable[[], bool]) -> Mapping[str, int] | None:
    """The versions now, or nothing for somebody who is signed in no more."""
    try:
        return await asyncio.to_thread(lambda: versions() if is_signed_in() else None)
    except JournalUnavailable:
        return {}


def _said(table: str, version: int) -> bytes:
    return msgspec.json.encode({"table": table, "version": version})
