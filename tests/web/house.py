"""What the tests of the front door share."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from houseway.floor import Floor
from houseway.web.server import HouseServer

DESKTOP, TABLET, PORTRAIT, TELEPHONE = (1440, 900), (1024, 768), (820, 1180), (375, 760)

Open = Callable[..., Page]


@dataclass(frozen=True)
class House:
    """The demo property, served."""

    floor: Floor
    address: str
    database: Path


@contextmanager
def served(floor: Floor, port: int = 0) -> Iterator[str]:
    """The address at which a floor is served meanwhile."""
    server = HouseServer(floor, host="127.0.0.1", port=port)
    thread = threading.Thread(target=server.keep_open)
    thread.start()
    try:
        until(lambda: server.started)
        yield server.address
    finally:
        server.should_exit = True
        thread.join()


def until(holds: Callable[[], bool], seconds: float = 10) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def go_to_table(page: Page, table: str) -> None:
    """From the floor to a table by its link; nothing is clicked there before the page is whole."""
    page.get_by_role("link", name=re.compile(table)).click()
    page.wait_for_url(f"**/tables/{table}")
