"""What the tests of the front door share."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from litestar import Litestar
from litestar.testing import TestClient
from playwright.sync_api import BrowserContext, Page, expect

from houseway.backoffice.access import Access, Opened
from houseway.floor import Floor
from houseway.floor.demo import PASSWORD
from houseway.web import make_app
from houseway.web.app import cookie_names
from houseway.web.door import CSRF_HEADER
from houseway.web.network import Standing
from houseway.web.server import HouseServer

DESKTOP, TABLET, PORTRAIT, TELEPHONE = (1440, 900), (1024, 768), (820, 1180), (375, 760)

Open = Callable[..., Page]
Look = Callable[..., None]

PIT_MANAGER = "PA-1004"
SURVEILLANCE = "PA-5001"


def session_cookie(floor: Floor) -> str:
    """What the cookie of a session is called in this house, without TLS."""
    return cookie_names(floor).session(over_tls=False)


def signed_in(floor: Floor, credential: str = PIT_MANAGER) -> Opened:
    """A session of one of the demo property's people."""
    return Access(floor.office).sign_in(credential, PASSWORD, host="127.0.0.1")


def let_in(client: httpx.Client, floor: Floor, credential: str = PIT_MANAGER) -> None:
    """Sign a program in: its requests carry the session's cookie and token from here on."""
    opened = signed_in(floor, credential)
    client.cookies.set(session_cookie(floor), opened.token)
    client.headers[CSRF_HEADER] = opened.session.csrf


@contextmanager
def signed_in_client(
    floor: Floor, base_url: str = "http://127.0.0.1", credential: str = PIT_MANAGER, **options: Any
) -> Iterator[TestClient[Litestar]]:
    """The application over a floor, asked by somebody who has signed in."""
    with TestClient(make_app(floor, **options), base_url=base_url) as client:
        let_in(client, floor, credential)
        yield client


def told_of(client: TestClient[Litestar], table: str) -> dict[str, str]:
    """Everything that a page or a program is told of a table at this moment, by address."""
    version = client.get(f"/api/tables/{table}").json()["version"]
    addresses = (
        f"/tables/{table}",
        f"/tables/{table}?at={version}",
        f"/api/tables/{table}",
        f"/api/tables/{table}/record?limit=500",
        f"/api/tables/{table}/at/{version}",
        f"/tables/{table}/rounds",
        *_latest_round(client, table),
    )
    return {address: client.get(address).text for address in addresses}


def _latest_round(client: TestClient[Litestar], table: str) -> list[str]:
    """The latest round of a table, from which its page and its paper are made."""
    found = re.search(rf"/tables/{table}/rounds/\d+", client.get(f"/tables/{table}/rounds").text)
    return [f"{found[0]}/round.json"] if found else []


@contextmanager
def program(address: str, floor: Floor, credential: str = PIT_MANAGER) -> Iterator[httpx.Client]:
    """A program that has signed in to a running server."""
    with httpx.Client(base_url=address, timeout=60) as client:
        let_in(client, floor, credential)
        yield client


def show_cookie(context: BrowserContext, opened: Opened, floor: Floor, address: str) -> None:
    """Let a browser be somebody who has signed in."""
    context.add_cookies([{"name": session_cookie(floor), "value": opened.token, "url": address}])


@dataclass(frozen=True)
class House:
    """The demo property, served."""

    floor: Floor
    address: str
    database: Path


@contextmanager
def served(floor: Floor, port: int = 0, **standing: Any) -> Iterator[str]:
    """The address at which a floor is served meanwhile."""
    server = HouseServer(floor, Standing(port=port, **standing))
    thread = threading.Thread(target=server.keep_open)
    thread.start()
    try:
        until(lambda: server.started)
        yield server.address
    finally:
        server.should_exit = True
        thread.join()


def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def go_to_table(page: Page, table: str) -> None:
    """From the floor to a table by its link; nothing is clicked there before the page is whole."""
    page.get_by_role("link", name=re.compile(table)).click()
    page.wait_for_url(f"**/tables/{table}")


def settle_down(page: Page) -> None:
    """Wait until a page has done all that it was told to: a choice may be followed by what nobody has to choose."""
    page.evaluate("() => queue")


def catch_up(page: Page, floor: Floor, table: str) -> None:
    """Wait until a page shows the table as it stands: what is sent from an older page is refused."""
    expect(page.locator("#page")).to_have_attribute("data-version", str(floor.table(table).version))
