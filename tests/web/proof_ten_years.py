"""Office pages and papers of a house that has been busy: nothing is cut off at 1280 and 1440 pixels, and nothing is slow.

`make proofs` fills a month; HOUSEWAY_BENCH_YEARS=10 fills the ten years (half an hour).
"""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext
from pypdfium2 import PdfDocument  # type: ignore[import-untyped]

from bench.ten_years import READER, YEARS, Property, pages
from houseway.backoffice.access import Access
from houseway.floor import Floor
from houseway.floor.demo import PASSWORD
from houseway.journal import Journal
from tests.web.house import served, show_cookie
from tests.web.test_office_sheets import is_cut_off

# Seconds from the click to a page that is drawn, on a machine that does other things as well.
_SLOWEST = 10
# /office/BOOK/forms/FORM/SUBJECT
_OF_A_PAPER = 5


@pytest.fixture
def floor(memory_path: Path) -> Iterator[Floor]:
    with Journal.open(memory_path / "house.db") as journal:
        house = Property(journal, YEARS)
        house.fill()
        yield Floor(journal, house.clock)


def test_no_page_or_paper_of_a_busy_house_is_cut_off_or_slow(
    floor: Floor, browser: Browser, pictures: Path
) -> None:
    opened = Access(floor.office).sign_in(READER, PASSWORD, host="127.0.0.1")
    context = browser.new_context()
    wrong: list[str] = []
    with served(floor) as address:
        show_cookie(context, opened, floor, address)
        page = context.new_page()
        for number, path in enumerate(pages(floor.office)):
            began = time.monotonic()
            page.goto(address + path)
            if time.monotonic() - began > _SLOWEST:
                wrong.append(f"{path} took {time.monotonic() - began:.1f} seconds")
            for width in (1440, 1280):
                page.set_viewport_size({"width": width, "height": 900})
                wrong += [f"{path} at {width}: {found}" for found in is_cut_off(page)]
                page.screenshot(path=pictures / f"office-{number:03}-{width}.png")
            if path.count("/") == _OF_A_PAPER:
                wrong += [
                    f"{path}.pdf: {found}" for found in is_off_the_paper(context, f"{address}{path}.pdf")
                ]
        context.close()
    assert wrong == []


def is_off_the_paper(context: BrowserContext, address: str) -> Iterator[str]:
    """Words of a printed paper that stand beyond its edge."""
    answer = context.request.get(address)
    assert answer.ok, address
    for number, page in enumerate(PdfDocument(answer.body()), 1):
        width, height = page.get_size()
        words = page.get_textpage()
        for place in range(words.count_rects()):
            left, bottom, right, top = words.get_rect(place)
            if min(left, bottom) < 0 or right > width or top > height:
                yield f"page {number}: {words.get_text_bounded(left, bottom, right, top)!r}"
