"""The front of the house at every size, in both themes, and with text twice as large: nothing overflows, is too small, or is kept from anybody."""

from typing import Literal

import pytest
from playwright.sync_api import Page

from houseway.floor.brisk import go_on
from houseway.web.lab_asked import LAB
from tests.web.house import DESKTOP, TABLET, House, Look, Open, until
from tests.web.measured import cut_off, small_targets, small_writing
from tests.web.test_brisk import CREW, wager
from tests.web.test_pages import inaccessible

PHONE = (390, 844)
# What anybody may see, and what is for whoever is signed in.
PAGES = {
    "welcome": "/sign-in",
    "odds": "/odds",
    "odds-game": "/odds/sic-bo",
    "compare": "/odds/sic-bo/compare",
    "law": "/law",
    "chapter": "/law/625a",
    "clause": "/law/661a.6(c)(2)",
    "readings": "/law/readings",
    "train": "/train",
    "train-game": "/train/sic-bo",
    "drill": "/train/sic-bo/payout?number=3",
    "drill-answered": "/train/sic-bo/payout?number=3&answer=0",
    "help": "/help",
    "help-game": "/help/sic-bo",
    "docs": "/docs",
    "document": "/docs/first-ten-minutes",
    "dispute": "/dispute",
    "results": "/train/results",
    "rounds": "/rounds",
    "rounds-of-table": "/tables/SB-1/rounds",
    "round": "/tables/SB-1/rounds/1",
    "pit": "/pit",
    "luck": "/tables/SB-1/luck",
}
# What rounding to whole pixels may leave.
_WIDER_BY = 2


def walk(page: Page, house: House, look: Look, called: str, *, larger: bool) -> None:
    """Every page of the front, one after another, in a window of one size."""
    wrong: dict[str, object] = {}
    for name, address in PAGES.items():
        page.goto(house.address + address)
        if larger:
            page.evaluate("document.documentElement.style.fontSize = '200%'")
        look(page, f"{called}-{name}")
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        found = [*inaccessible(page), *cut_off(page), *small_writing(page), *small_targets(page, 24)]
        if wide > _WIDER_BY or found:
            wrong[name] = (wide, found[:5])
    assert wrong == {}


@pytest.fixture
def played(house: House, lab_at_hand: None) -> House:
    """A house in which a round was dealt, whose lab has the figures of its game."""
    wager(house.floor, "SB-1", "small")
    for _ in range(2):
        go_on(house.floor, "SB-1", crew=CREW)
    until(lambda: LAB.edges("sic-bo") is not None and LAB.effects("sic-bo") is not None)
    return house


@pytest.mark.long
def test_text_twice_as_large_has_room_on_a_telephone(played: House, open_page: Open, look: Look) -> None:
    page = open_page("/sign-in", size=PHONE)
    page.emulate_media(color_scheme="dark")
    walk(page, played, look, "front-390-200", larger=True)


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "scheme", "larger"),
    [
        *((size, scheme, False) for size in (DESKTOP, TABLET, PHONE) for scheme in ("light", "dark")),
        (DESKTOP, "light", True),
        (TABLET, "dark", True),
    ],
)
def test_every_page_of_the_front_fits_every_window(
    played: House,
    open_page: Open,
    look: Look,
    size: tuple[int, int],
    scheme: Literal["light", "dark"],
    *,
    larger: bool,
) -> None:
    page = open_page("/sign-in", size=size)
    page.emulate_media(color_scheme=scheme)
    walk(page, played, look, f"front-{size[0]}-{scheme}{'-200' if larger else ''}", larger=larger)
