"""Limits: how much a request may bring and how long it may take to say it, looked at before anything of it is read.

One request must not keep the others waiting: a body is at most a megabyte, a form at most some thousand fields, and
whoever begins a request and does not go on is shown out.
"""

import asyncio
import re
from typing import Any
from urllib.parse import unquote_plus

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from houseway.web.guard import CHANGES_NOTHING, HEADERS

MOST_BYTES = 1_000_000
# Where scanned letters are taken in, which are larger, and only from who is signed in.
_LETTERS, MOST_OF_A_LETTER = "/api/office/letters", 7_500_000
# A form with one line for each of a thousand pieces fits; nobody fills in more by hand.
MOST_FIELDS = 5_000
BODY_SECONDS = 20.0
HEADER_SECONDS = 10.0
_FORM = b"application/x-www-form-urlencoded"
_LARGE, _SLOW = (413, b"The request is too large"), (408, b"The request did not come to its end in time")


class _Over(Exception):
    """A limit was passed."""

    def __init__(self, answer: tuple[int, bytes]) -> None:
        super().__init__(answer)
        self.answer = answer


class Limits:
    """Stands around an application and lets no request in that brings too much, or takes too long to say it."""

    def __init__(self, app: ASGIApp, *, body_seconds: float = BODY_SECONDS) -> None:
        self._app = app
        self._body_seconds = body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body within its limits, then let the request through."""
        if scope["type"] != ScopeType.HTTP or scope.get("method") in CHANGES_NOTHING:
            await self._app(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self._body_seconds):
                body = await _body(scope, receive)
        except _Over as over:
            await _refuse(send, *over.answer)
            return
        except TimeoutError:
            await _refuse(send, *_SLOW)
            return
        if body is not None:
            await self._app(scope, _told_again(body, receive), send)


async def _body(scope: Scope, receive: Receive) -> bytes | None:
    """The whole body; None where whoever sent it has gone."""
    headers = dict(scope["headers"])
    stated = headers.get(b"content-length", b"0")
    most = MOST_OF_A_LETTER if scope["path"] == _LETTERS else MOST_BYTES
    if not stated.isdigit() or int(stated) > most:
        raise _Over(_LARGE)
    fields = headers.get(b"content-type", b"").split(b";")[0].strip().lower() == _FORM
    said = bytearray()
    while True:
        message: Any = await receive()
        if message["type"] == "http.disconnect":
            return None
        said += message.get("body", b"")
        if len(said) > most or (fields and said.count(b"&") >= MOST_FIELDS):
            raise _Over(_LARGE)
        if not message.get("more_body"):
            return bytes(said)


def _told_again(body: bytes, receive: Receive) -> Receive:
    """What was read, for the application; after it, whatever comes."""
    told = False

    async def again() -> Any:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _refuse(send: Send, status: int, said: bytes) -> None:
    told = {**HEADERS, "Content-Type": "text/plain; charset=utf-8", "Connection": "close"}
    headers = [(name.lower().encode(), value.encode()) for name, value in told.items()]
    start: Message = {"type": "http.response.start", "status": status, "headers": headers}
    end: Message = {"type": "http.response.body", "body": said + b"\n", "more_body": False}
    await send(start)
    await send(end)


def field_of(body: bytes, name: str) -> str:
    """One field of a form, found without reading the others."""
    found = re.search(rb"(?:^|&)" + re.escape(name.encode()) + rb"=([^&]*)", body)
    return unquote_plus(found[1].decode("ascii", "replace")) if found else ""


class PromptProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, but whoever begins a request has to say what it is before long."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Somebody has come."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Somebody said something: a whole head of a request ends the wait."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._end_wait()
        elif self._waiting is None and not self.transport.is_closing():
            self._wait()

    def on_response_complete(self) -> None:
        """An answer was given; what was said meanwhile may be the next request already."""
        super().on_response_complete()
        if self.cycle is not None and not self.cycle.response_complete:
            self._end_wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._end_wait()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(HEADER_SECONDS, self.transport.close)

    def _end_wait(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
