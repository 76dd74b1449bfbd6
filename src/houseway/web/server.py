"""The server: opens the door, says so in one line, and closes it without slamming."""

import asyncio
import logging
import signal
import socket
import ssl
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType

import uvicorn
from litestar import Litestar

from houseway.backoffice.access.tokens import new_token
from houseway.backoffice.office import Office
from houseway.floor import Floor
from houseway.web.app import make_app
from houseway.web.limits import PromptProtocol
from houseway.web.live import Live
from houseway.web.network import Standing
from houseway.web.opening import make_opening_app

_GRACE_SECONDS = 5
# So many requests are worked on at once where the database is a server of its own: most wait for it, and those that wait
# together share a commit. With SQLite, which works in this process, more hands than Python's own few only get in each other's way.
_HANDS = 16


class CannotListen(Exception):
    """The address cannot be listened at: why, and what to do about it."""

    def __init__(self, cause: str, fix: str) -> None:
        super().__init__(f"{cause}; {fix}")
        self.cause = cause
        self.fix = fix


def say_open(address: str) -> None:
    """Tell a person at the terminal where the door is."""
    print(f"Houseway is open at {address}", flush=True)


def say_opening(address: str) -> None:
    """Tell a person at the terminal where a new house is opened."""
    print(f"Open your house at {address}", flush=True)


class _Server(uvicorn.Server):
    """Serves an application as it stands on the network; port 0 takes a free one, a `listener` is taken over."""

    def __init__(
        self,
        app: Litestar,
        standing: Standing,
        announce: Callable[[str], None],
        listener: socket.socket | None = None,
    ) -> None:
        self._announce = announce
        config = uvicorn.Config(
            app,
            http=PromptProtocol,
            access_log=False,
            log_config=None,
            log_level=logging.WARNING,
            timeout_graceful_shutdown=_GRACE_SECONDS,
            server_header=False,
            # Whoever else sent such headers would choose the address they come from.
            proxy_headers=bool(standing.proxies),
            forwarded_allow_ips=[str(network) for network in standing.proxies],
            ssl_certfile=standing.certificate,
            ssl_keyfile=standing.key,
        )
        if standing.certificate is not None and standing.key is not None:
            _check_pair(standing.certificate, standing.key)
        self.listener = listener or _listen(standing.host, standing.port)
        self.address = standing.address(self.listener.getsockname()[1])
        super().__init__(config)

    def keep_open(self) -> None:
        """Serve until told to stop."""
        self.run(sockets=[self.listener])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the door and say so."""
        await super().startup(sockets)
        self._announce(self.address)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; unlike uvicorn's own, this does not raise the signal again once all is closed."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


class HouseServer(_Server):
    """Serves a floor."""

    def __init__(
        self,
        floor: Floor,
        standing: Standing,
        *,
        announce: Callable[[str], None] = say_open,
        listener: socket.socket | None = None,
    ) -> None:
        app = make_app(floor, hosts=(standing.host, *standing.names), watchers=standing.watchers)
        self._live: Live = app.state.live
        self._many_hands = floor.journal.can_be_heard
        super().__init__(app, standing, announce, listener)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Have everybody at hand, then open the door."""
        if self._many_hands:
            asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(_HANDS, "hand"))
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams first: they never end by themselves, and the server waits for them."""
        self._live.close()
        await super().shutdown(sockets)


class OpeningServer(_Server):
    """Serves the page on which a new house is opened, until it is; whoever knows the code in its address may open it."""

    def __init__(
        self, office: Office, standing: Standing, *, announce: Callable[[str], None] = say_opening
    ) -> None:
        self.opened = False
        self._code = new_token()
        app = make_opening_app(office, self._code, self._done, hosts=(standing.host, *standing.names))
        super().__init__(app, standing, lambda address: announce(f"{address}/?code={self._code}"))

    def keep_open(self) -> None:
        """Serve until the house is open, or told to stop; the listener stays open for whoever serves the house next."""
        self.run(sockets=[self.listener.dup()])

    def _done(self) -> None:
        self.opened = self.should_exit = True


def serve(
    floor: Floor,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    announce: Callable[[str], None] = say_open,
) -> None:
    """Serve the pages and the API until interrupted; port 0 takes a free one."""
    HouseServer(floor, Standing(host=host, port=port), announce=announce).keep_open()


def _listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise CannotListen(f"there is no port {port}", "choose one from 0 to 65535")
    try:
        family, *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        raise CannotListen(
            f"cannot listen at {host} port {port}: {error}",
            "stop what listens there, or choose another host or port",
        ) from error
    # Every connection takes it over; without it the second of two small writes waits for the other side's word.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _check_pair(certificate: Path, key: Path) -> None:
    """Refuse a certificate that cannot be used, before anybody is told that the door is open."""
    try:
        if key.stat().st_mode & stat.S_IROTH:
            raise CannotListen(
                f"the key {key} can be read by everybody", f"chmod o= {key}, or replace the key"
            )
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, _no_password)
    except ssl.SSLError as error:
        raise CannotListen(
            f"{certificate} and {key} are no certificate with its key ({error.reason or error})",
            "give the chain of certificates and the key without a password, both as PEM",
        ) from None
    except OSError as error:
        raise CannotListen(
            f"{error.filename or f'{certificate} or {key}'} cannot be read: {error.strerror}",
            "check the name, and that this process may read it",
        ) from None


def _no_password() -> str:
    """A key that asks for a password is refused: nobody would be there to type it."""
    return ""
