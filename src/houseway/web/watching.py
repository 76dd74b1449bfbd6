"""Watching over the requests: each has an id, is counted, and is told in the log; nothing of it is changed."""

import asyncio
import logging
import re
import time
from secrets import token_hex
from typing import Any

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from houseway.web.live import STREAMED
from houseway.web.log import FIELDS, REQUEST_ID
from houseway.web.metrics import Metrics

REQUEST_ID_HEADER = "X-Request-ID"
_ID_ON_THE_WIRE = REQUEST_ID_HEADER.lower().encode()
_WELL_FORMED = re.compile(rb"[A-Za-z0-9._-]{1,64}", re.ASCII)
_NOWHERE = "(no such route)"
_LOG = logging.getLogger("houseway.requests")
# What machines ask for all the time is told only to whoever looks closely.
_UNREMARKABLE = ("/static", "/health", "/metrics")


class Watch:
    """Stands around an application and notes what it was asked and how it answered."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through and note it."""
        request = _id_of(scope)
        kept = REQUEST_ID.set(request)
        began = time.perf_counter()
        # What is known once the answer begins.
        status, streaming = 500, False

        async def noting(message: Message) -> None:
            nonlocal status, streaming
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (_ID_ON_THE_WIRE, request.encode())]
                if _is_stream(scope) and status == 200:
                    streaming = True
                    self._metrics.note_stream(1)
            await send(message)
            if streaming:
                # Whether the other side is still there is known only once the loop has had a turn; without it a burst
                # of events is written to a connection that is gone.
                await asyncio.sleep(0)

        try:
            await self._app(scope, receive, noting)
        finally:
            seconds = time.perf_counter() - began
            if streaming:
                self._metrics.note_stream(-1)
            self._note(scope, status, None if streaming else seconds)
            _tell(scope, status, seconds)
            REQUEST_ID.reset(kept)

    def _note(self, scope: Scope, status: int, seconds: float | None) -> None:
        self._metrics.note_request(str(scope.get("method", "")), _route(scope), status, seconds)


def _tell(scope: Scope, status: int, seconds: float) -> None:
    """One line for the log; who asked is told by credential, and the name of their token, alone, and nothing that they sent."""
    route = _route(scope)
    fields: dict[str, Any] = {
        "method": scope.get("method", ""),
        "route": route,
        "status": status,
        "duration_ms": round(seconds * 1000, 1),
    }
    visit = scope.get("state", {}).get("visit")
    if credential := getattr(visit, "credential", ""):
        fields["credential"] = credential
    if token := getattr(visit, "through", ""):
        fields["token"] = token
    _LOG.log(_level(route, status), "request", extra={FIELDS: fields})


def _level(route: str, status: int) -> int:
    if status >= 500:
        return logging.WARNING
    return logging.DEBUG if status < 400 and route.startswith(_UNREMARKABLE) else logging.INFO


def _route(scope: Scope) -> str:
    """The route as it is written in the code: what stands in its places is nobody's business here."""
    return str(scope.get("path_template") or _NOWHERE)


def _is_stream(scope: Scope) -> bool:
    handler = scope.get("route_handler")
    return handler is not None and any(handler.opt.get(mark) for mark in STREAMED)


def _id_of(scope: Scope) -> str:
    """The id that a proxy gave a request, if it is one; a new one otherwise."""
    for name, value in scope.get("headers", ()):
        if name == _ID_ON_THE_WIRE and _WELL_FORMED.fullmatch(value):
            return value.decode()
    return token_hex(8)
