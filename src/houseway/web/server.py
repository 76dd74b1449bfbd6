"""The server: opens the door, says so in one line, and closes it without slamming."""

import logging
import signal
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from houseway.floor import Floor
from houseway.web.app import make_app
from houseway.web.live import Live

_GRACE_SECONDS = 5


class CannotListen(Exception):
    """The address cannot be listened at: why, and what to do about it."""

    def __init__(self, cause: str, fix: str) -> None:
        super().__init__(f"{cause}; {fix}")
        self.cause = cause
        self.fix = fix


def say_open(address: str) -> None:
    """Tell a person at the terminal where the door is."""
    print(f"Houseway is open at {address}", flush=True)


class HouseServer(uvicorn.Server):
    """Serves a floor at an address; port 0 takes a free one."""

    def __init__(
        self, floor: Floor, *, host: str, port: int, announce: Callable[[str], None] = say_open
    ) -> None:
        self._announce = announce
        self._listener = _listen(host, port)
        app = make_app(floor, hosts=(host,))
        self._live: Live = app.state.live
        shown = f"[{host}]" if ":" in host else host
        self.address = f"http://{shown}:{self._listener.getsockname()[1]}"
        super().__init__(
            uvicorn.Config(
                app,
                access_log=False,
                log_level=logging.WARNING,
                timeout_graceful_shutdown=_GRACE_SECONDS,
                server_header=False,
                # Nobody stands before this door: whoever sent such headers would choose the address they come from.
                proxy_headers=False,
            )
        )

    def keep_open(self) -> None:
        """Serve until told to stop."""
        self.run(sockets=[self._listener])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the door and say so."""
        await super().startup(sockets)
        self._announce(self.address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams first: they never end by themselves, and the server waits for them."""
        self._live.close()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; unlike uvicorn's own, this does not raise the signal again once all is closed."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


def serve(
    floor: Floor,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    announce: Callable[[str], None] = say_open,
) -> None:
    """Serve the pages and the API until interrupted; port 0 takes a free one."""
    HouseServer(floor, host=host, port=port, announce=announce).keep_open()


def _listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise CannotListen(f"there is no port {port}", "choose one from 0 to 65535")
    try:
        family, *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise CannotListen(
            f"cannot listen at {host} port {port}: {error}",
            "stop what listens there, or choose another host or port",
        ) from error
