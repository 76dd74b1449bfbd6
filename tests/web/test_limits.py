"""One request does not keep the others waiting: limits before anything is read, and whoever does not go on is shown out."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn
from litestar import Litestar
from litestar.testing import TestClient

from houseway.floor import Floor
from houseway.web import limits, make_app
from houseway.web.limits import MOST_BYTES, MOST_FIELDS, Limits, PromptProtocol, field_of

FORM = {"content-type": "application/x-www-form-urlencoded"}


async def _hello(scope: Any, receive: Any, send: Any) -> None:
    """Says how much it was told."""
    told = len((await receive()).get("body", b"")) if scope["method"] == "POST" else 0
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
    await send({"type": "http.response.body", "body": b"%4d" % min(told, 9999)})


def answered(
    messages: list[Any], headers: dict[str, str], *, seconds: float = 5.0, path: str = "/"
) -> list[Any]:
    """What is sent back to a request whose body comes in these parts, and then nothing more."""
    sent: list[Any] = []
    parts = iter(messages)

    async def receive() -> Any:
        part = next(parts, None)
        return part if part is not None else await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    scope: Any = {
        "type": "http",
        "path": path,
        "method": "POST",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    # In a thread of its own: a browser of another test may have its loop in this one.
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, Limits(_hello, body_seconds=seconds)(scope, receive, send)).result()
    return sent


def part(body: bytes, *, more: bool = False) -> dict[str, object]:
    return {"type": "http.request", "body": body, "more_body": more}


def test_what_is_within_the_limits_is_told_in_one_piece() -> None:
    sent = answered([part(b"a=1&", more=True), part(b"b=2")], FORM)
    assert (sent[0]["status"], sent[1]["body"]) == (200, b"   7")


def test_a_letter_of_five_megabytes_is_taken_in() -> None:
    letter = [part(b"x" * 7_000_000)]
    assert answered(letter, {}, path="/api/office/letters")[0]["status"] == 200
    assert answered(letter, {}, path="/api/office/orders")[0]["status"] == 413


@pytest.mark.parametrize(
    ("messages", "headers"),
    [
        ([], {"content-length": str(MOST_BYTES + 1)}),
        ([], {"content-length": "many"}),
        ([part(b"x" * MOST_BYTES, more=True), part(b"x")], {}),
        ([part(b"a=1&" * MOST_FIELDS)], FORM),
    ],
)
def test_what_brings_too_much_is_refused_before_it_is_read(
    messages: list[Any], headers: dict[str, str]
) -> None:
    sent = answered(messages, headers)
    assert sent[0]["status"] == 413
    assert (b"x-content-type-options", b"nosniff") in sent[0]["headers"]


def test_a_body_that_does_not_come_to_its_end_is_refused_and_one_whose_sender_left_is_forgotten() -> None:
    assert answered([part(b"a", more=True)], {}, seconds=0.01)[0]["status"] == 408
    assert answered([part(b"a", more=True), {"type": "http.disconnect"}], {}) == []


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (b"csrf=abc%2Bd&x=1", "abc+d"),
        (b"x=csrf%3D1&csrf=a+b", "a b"),
        (b"xcsrf=1", ""),
        (b"", ""),
        (b"csrf=\xff", "\ufffd"),
    ],
)
def test_one_field_is_found_without_reading_the_others(body: bytes, found: str) -> None:
    assert field_of(body, "csrf") == found


def test_a_house_refuses_floods_at_its_door(floor: Floor) -> None:
    with TestClient[Litestar](make_app(floor, hosts=["testserver.local"])) as client:
        for body in (b"a=1&" * 100_000, b"x" * (MOST_BYTES + 1)):
            assert client.post("/sign-in", content=body, headers=FORM).status_code == 413


@contextmanager
def serving() -> Iterator[int]:
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(_hello, http=PromptProtocol, log_config=None, lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


@pytest.mark.parametrize(
    "begun", [b"", b"GET / HTTP/1.1\r\nHo", b"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HT"]
)
def test_whoever_begins_a_request_and_does_not_go_on_is_shown_out(
    begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "HEADER_SECONDS", 0.05)
    with serving() as port, socket.create_connection(("127.0.0.1", port), timeout=60) as caller:
        caller.sendall(begun)
        said = b"".join(iter(lambda: caller.recv(4096), b""))
    assert said.startswith(b"HTTP/1.1 200") is (begun.count(b"\r\n\r\n") == 1)


def test_several_requests_on_one_connection_are_answered() -> None:
    ask = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    with serving() as port, socket.create_connection(("127.0.0.1", port), timeout=60) as caller:
        for _ in range(3):
            caller.sendall(ask[:7])
            caller.sendall(ask[7:])
            said = b""
            while not said.endswith(b"   0"):
                said += caller.recv(4096)
            assert said.startswith(b"HTTP/1.1 200")
