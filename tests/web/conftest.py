"""A house with its doors open: a real server on a free port over a real journal, and a real browser."""

import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, expect, sync_playwright

from houseway.backoffice.access import Opened
from houseway.backoffice.coupons.barcode import Stamp
from houseway.floor import Floor
from houseway.journal import Journal
from houseway.lab import EdgeRecord
from houseway.lab.answering import answer
from houseway.web.lab_asked import LabAsked
from tests.backoffice.house import Clock
from tests.floor.live import STAMP
from tests.web.house import DESKTOP, PIT_MANAGER, House, Look, Open, served, show_cookie, signed_in

_CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# A busy machine is slow; what never comes is missed just the same.
_PATIENCE_MILLISECONDS = 60_000


@pytest.fixture
def stamps() -> Sequence[Stamp] | None:
    """The coupon keys of the house; None where a test brings a live table of its own that nobody approved or staffed."""
    return [STAMP]


@pytest.fixture
def busy_timeout() -> float:
    """For how many seconds a locked journal is waited for; a test that locks it itself says less."""
    return 30


@pytest.fixture
def floor(demo_house: Path, stamps: Sequence[Stamp] | None, busy_timeout: float) -> Iterator[Floor]:
    with Journal.open(demo_house, create=False, busy_timeout=busy_timeout) as journal:
        yield Floor(journal, stamps=stamps)


@pytest.fixture
def stopped_clock(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock by which people sign in stands still: a wait of a second is not over because the machine is busy."""
    clock = Clock(datetime.now(UTC))
    monkeypatch.setattr(floor.office, "clock", clock)
    return clock


class _UnaskedLab(LabAsked):
    """A lab that has no figures; the real one would count for minutes beside the tests, for the card of any betting area."""

    def edges_under(self, game: str, choices: Mapping[str, Any]) -> tuple[EdgeRecord, ...]:
        return ()


@pytest.fixture
def lab_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lab answers without a process of its own, as soon as it has counted: for dice, which it counts in no time."""
    monkeypatch.setattr(LabAsked, "_hear", lambda _, question: msgspec.to_builtins(answer(question)))


@pytest.fixture
def house(floor: Floor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr("houseway.web.pages.LAB", _UnaskedLab())
    with served(floor) as address:
        yield House(floor, address, tmp_path / "house.db")


@contextmanager
def launch(playwright: Playwright, *arguments: str) -> Iterator[Browser]:
    """A real browser of its own, for as long as it is needed."""
    system = next(filter(None, map(shutil.which, _CHROMIUM)), None)
    browser = playwright.chromium.launch(executable_path=system, args=[*_ARGUMENTS, *arguments])
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=_PATIENCE_MILLISECONDS)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with launch(playwright) as browser:
        yield browser


@pytest.fixture
def open_page(browser: Browser, house: House) -> Iterator[Open]:
    """Opens pages of the house, each in a browser of its own, for a pit manager who has signed in if not for `who`.

    None may show an error of its own making.
    """
    contexts = []
    sessions: dict[str, Opened] = {}
    complaints: list[str] = []

    def complain(message: ConsoleMessage) -> None:
        # The browser logs every refused request; the page shows the refusal itself.
        if message.type in ("error", "warning") and not re.search(r"status of 4\d\d", message.text):
            complaints.append(message.text)

    def open_page(
        path: str = "/", size: tuple[int, int] = DESKTOP, who: str = PIT_MANAGER, *, newcomer: bool = False
    ) -> Page:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
        if not newcomer:
            # Whoever was here before is offered no tour.
            context.add_init_script("localStorage.setItem('houseway-tour', 'seen')")
        contexts.append(context)
        if who:
            if who not in sessions:
                sessions[who] = signed_in(house.floor, who)
            show_cookie(context, sessions[who], house.floor, house.address)
        context.set_default_timeout(_PATIENCE_MILLISECONDS)
        page = context.new_page()
        page.on("console", complain)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(house.address + path)
        if page.locator("#page[data-changes]").count():
            # From here on the page is told of every change; what it asks for at first is not asked too late.
            expect(page.locator("#connection[data-open]")).to_be_attached()
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where screenshots go: a folder of the test's own, or the one that HOUSEWAY_PICTURES names."""
    folder = Path(os.environ.get("HOUSEWAY_PICTURES", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def look() -> Look:
    """Takes pictures of pages for people to look at, where HOUSEWAY_PICTURES names a folder for them: they cost time."""
    named = os.environ.get("HOUSEWAY_PICTURES")

    def look(page: Page, name: str, *, full_page: bool = False) -> None:
        if named:
            Path(named).mkdir(parents=True, exist_ok=True)
            page.evaluate("scrollTo(0, 0)")
            page.screenshot(path=Path(named) / f"{name}.png", full_page=full_page)

    return look
