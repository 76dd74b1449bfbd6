"""A small reverse proxy that speaks TLS, as it stands before a house: one request for each connection, streams as they come."""

import asyncio
import gc
import socket
import ssl
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from urllib.parse import urlsplit

from tests.web.certificates import Authority


def told_address(reached_at: str) -> str:
    """From where the proxy says that a request comes which reached it at one of its own addresses.

    All that is asked here comes from one machine; each of the proxy's addresses stands for another one.
    """
    return f"192.0.2.{reached_at.rpartition('.')[2]}"


class TlsProxy:
    """Passes what it is asked on to a house, and says for whom."""

    def __init__(self, upstream: str, authority: Authority) -> None:
        place = urlsplit(upstream)
        self._upstream = place.hostname or "", place.port or 80
        self._tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._tls.load_cert_chain(authority.certificate, authority.key)

    async def start(self, listener: socket.socket) -> asyncio.Server:
        return await asyncio.start_server(self._pass_on, sock=listener, ssl=self._tls)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # Whoever asks may hang up at any time, and is then nowhere to be found.
        reached_at = writer.get_extra_info("sockname", ("",))[0]
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            to_house, from_us = await asyncio.open_connection(*self._upstream)
            try:
                from_us.write(_rewritten(head, told_address(reached_at)))
                asking = asyncio.create_task(_pour(reader, from_us))
                try:
                    await _pour(to_house, writer)
                finally:
                    asking.cancel()
            finally:
                from_us.close()
        except (OSError, asyncio.IncompleteReadError):
            pass  # whoever asked has hung up
        finally:
            writer.close()


def _rewritten(head: bytes, client: str) -> bytes:
    """The head of a request as the house gets it: what whoever asks claims about themselves is not passed on as ours."""
    first, *lines = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    ours = (b"connection:", b"x-forwarded-proto:", b"x-forwarded-for:")
    claimed = [line.partition(b":")[2].strip() for line in lines if line.lower().startswith(ours[2])]
    kept = [line for line in lines if not line.lower().startswith(ours)]
    said = (
        b"Connection: close",
        b"X-Forwarded-Proto: https",
        b"X-Forwarded-For: " + b", ".join((*claimed, client.encode())),
    )
    return b"\r\n".join((first, *kept, *said)) + b"\r\n\r\n"


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()


@contextmanager
def proxied(upstream: str, authority: Authority) -> Iterator[int]:
    """The port at which a proxy stands before a house meanwhile, at every address of this machine's own."""
    listener = socket.create_server(("0.0.0.0", 0))
    port: int = listener.getsockname()[1]
    stop: Future[Callable[[], object]] = Future()

    async def stand() -> None:
        stopped = asyncio.Event()
        server = await TlsProxy(upstream, authority).start(listener)
        loop = asyncio.get_running_loop()
        stop.set_result(lambda: loop.call_soon_threadsafe(stopped.set))
        await stopped.wait()
        server.close()

    thread = threading.Thread(target=lambda: asyncio.run(stand()))
    thread.start()
    try:
        stop.result(timeout=60)
        yield port
    finally:
        stop.result()()
        thread.join()
        # Whoever asked again while the proxy went left a stream in a loop that is closed: it is this proxy's, and no other test's.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect()
