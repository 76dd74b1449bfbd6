"""Live: whoever watches is told of a new version, whether this process or another one recorded it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

import msgspec
from litestar import Litestar
from litestar.response import ServerSentEventMessage

from houseway.journal import Journal, JournalUnavailable
from houseway.web.changes import Drawing, Drawings

POLL_SECONDS = 1.0
# Marks a route whose answer never ends: what compresses answers would hold it back.
STREAMED = {"streamed": True}
HEARTBEAT_SECONDS = 15.0
_LOG = logging.getLogger(__name__)

Versions = Callable[[], Mapping[str, int]]


class Live:
    """Wakes the streams of one server; `close` ends them, so that the server can stop."""

    def __init__(self, journal: Journal, on_move: Callable[[], None] = lambda: None) -> None:
        """`on_move` is called whenever a move was recorded here."""
        self._journal = journal
        self._on_move = on_move
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken = asyncio.Event()
        self._closed = False

    def notify(self) -> None:
        """Tell the watchers that a move was recorded here; may be called from any thread."""
        self._on_move()
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake)

    def close(self) -> None:
        """End every stream; called in the thread of the server."""
        self._closed = True
        self._wake()

    def _wake(self) -> None:
        self._woken.set()
        self._woken = asyncio.Event()

    @asynccontextmanager
    async def running(self, _: Litestar) -> AsyncIterator[None]:
        """Watch the journal as long as the server runs."""
        self._loop, self._closed = asyncio.get_running_loop(), False
        watching = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            self.close()
            watching.cancel()

    async def _watch(self) -> None:
        """Look about once a second whether another process has written."""
        seen = b""
        while True:
            try:
                head = (await asyncio.to_thread(self._journal.head)).hash
            except JournalUnavailable as error:
                _LOG.warning("%s", error)
            else:
                if head != seen:
                    self._wake()
                seen = head
            await asyncio.sleep(POLL_SECONDS)

    async def stream(
        self, versions: Versions, is_signed_in: Callable[[], bool]
    ) -> AsyncIterator[ServerSentEventMessage]:
        """A `version` event for every table that changed, beginning with all of them; comments keep it open.

        It ends with a `locked` event once whoever watches is signed in no more.
        """
        seen: dict[str, int] = {}
        while not self._closed:
            woken = self._woken
            now = await _asked(versions, is_signed_in)
            if now is None:
                yield ServerSentEventMessage(event="locked", data=b"{}")
                return
            for table, version in now.items():
                if seen.get(table) != version:
                    seen[table] = version
                    yield ServerSentEventMessage(event="version", data=_said(table, version), id=version)
            try:
                await asyncio.wait_for(woken.wait(), HEARTBEAT_SECONDS)
            except TimeoutError:
                yield ServerSentEventMessage(data=None, comment="still here")

    async def changes(
        self, table: str, versions: Versions, is_signed_in: Callable[[], bool], viewed: "Viewed"
    ) -> AsyncIterator[ServerSentEventMessage]:
        """A `change` event whenever what a viewer of a table is shown changes; `version` and `locked` as any stream.

        Who shows a page that is forgotten here is told the version only, and asks for the page whole.
        """
        shown = viewed.shown
        told = 0
        while not self._closed:
            woken = self._woken
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
            try:
                await asyncio.wait_for(woken.wait(), HEARTBEAT_SECONDS)
            except TimeoutError:
                yield ServerSentEventMessage(data=None, comment="still here")


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
