"""Sheets of a house that has been busy for years: nothing is cut off, and everything is found."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from playwright.sync_api import Page, expect

from houseway.backoffice.book import Desk, IndexedBook, Sheet
from houseway.backoffice.orders import Fact, Order
from houseway.backoffice.paper import Grid
from houseway.backoffice.people import Position
from houseway.backoffice.policy import SEPARATE_DUTIES, Part, Rule, at_least
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.floor import Floor
from tests.backoffice.house import Clock, who
from tests.web.back_office import staffed_floor
from tests.web.house import House, Look, Open, signed_in_client

ROWS = 36_500  # ten rows a day for ten years
HEADINGS = (
    "Number",
    "Day",
    "Table",
    "Game",
    "Kind",
    "Expected",
    "Counted",
    "Difference",
    "Serials",
    "Remark",
)
LONG = "the second box of the graveyard shift was counted again by the count room manager, who found the same"


def _row(number: int) -> tuple[str, ...]:
    return (
        f"RECONCILIATION-{number:07}",
        f"20{14 + number // 3650}-{number // 300 % 12 + 1:02}-{number % 28 + 1:02}",
        f"PAI-GOW-{number % 40:02}",
        ("Three Dice Football", "Five Card Hi-Lo")[number % 2],
        ("overage", "shortage", "unexplained discrepancy")[number % 3],
        f"${number:,}.50",
        f"${number * 997:,}.25",
        f"-${number * 3:,}.75",
        f"{number:09}-{number + 999:09}",
        LONG if number % 7 else f"=HYPERLINK({'f' * 64})",
    )


def _busy(desk: Desk) -> tuple[Grid, ...]:
    rows = tuple(map(_row, range(ROWS)))
    return (Grid(title="Variances", headings=HEADINGS, rows=rows, clause=SEPARATE_DUTIES),)


class FindNothing(Order, frozen=True, kw_only=True):
    """Somebody looks and finds nothing."""


class NothingFound(Fact, frozen=True, kw_only=True):
    """There was nothing."""


class BusyBook(IndexedBook):
    """A book with ten years of rows."""

    name, title = "busy", "Ten busy years"
    rules = (Rule(FindNothing, (Part("looked", at_least(Position.FINANCE_CLERK), SEPARATE_DUTIES),)),)
    facts, tables = NothingFound, sa.MetaData()
    sheets = (Sheet("variances", "Variances", _busy),)
    decided, posted = {}, {}


@pytest.fixture
def floor(memory_path: Path) -> Iterator[Floor]:
    with staffed_floor(memory_path / "house.db", Clock(), books=(STAFF, BusyBook())) as floor:
        yield floor


CLERK = who(Position.FINANCE_CLERK)


def is_cut_off(page: Page) -> list[str]:
    """What does not fit in its place on a page: grids, or the page itself."""
    found: list[str] = page.evaluate(
        """() => [document.scrollingElement, ...document.querySelectorAll(".scroll, .panel, .paper, .seek")]
            .filter((one) => one.scrollWidth > one.clientWidth + 1)
            .map((one) => `${one.className || one.tagName}: ${one.scrollWidth} in ${one.clientWidth}`)"""
    )
    return found


@pytest.mark.parametrize("width", [1280, 1440])
def test_no_column_of_a_long_sheet_is_cut_off(house: House, open_page: Open, look: Look, width: int) -> None:
    page = open_page("/office/busy", size=(width, 900), who=CLERK)
    expect(page.locator(".grid tbody tr")).to_have_count(50)
    look(page, f"office-busy-{width}", full_page=True)
    assert is_cut_off(page) == []


def test_somebody_finds_sorts_and_turns_pages(house: House, open_page: Open) -> None:
    page = open_page("/office/busy", size=(1280, 900), who=CLERK)
    expect(page.get_by_text("1 to 50 of 36,500")).to_be_visible()
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_text("51 to 100 of 36,500")).to_be_visible()
    page.get_by_role("link", name="Expected").click()
    page.get_by_role("link", name="Expected").click()
    expect(page.locator("tbody tr").first).to_contain_text("RECONCILIATION-0036499")
    page.get_by_label("Kind").select_option("4:shortage")
    expect(page.get_by_text("1 to 50 of 12,167 found among 36,500")).to_be_visible()
    page.get_by_role("searchbox").fill("pai-gow-07 000000007-")
    page.get_by_role("searchbox").press("Enter")
    expect(page.get_by_text("1 found among 36,500")).to_be_visible()
    page.get_by_role("link", name="Show all").click()
    expect(page.get_by_text("1 to 50 of 36,500")).to_be_visible()


def test_what_was_looked_for_leaves_as_csv_without_formulas(floor: Floor) -> None:
    with signed_in_client(floor, credential=CLERK) as client:
        answer = client.get(
            "/office/busy/sheets/variances.csv",
            params={"find": "pai-gow-07", "sort": -1, "only": "4:overage"},
        )
        assert answer.headers["content-disposition"] == 'attachment; filename="busy-variances.csv"'
        assert answer.headers["content-type"].startswith("text/csv")
        told = list(csv.reader(io.StringIO(answer.text)))
        assert told[0] == list(HEADINGS)
        assert {row[4] for row in told[1:]} == {"overage"}
        assert told[1][0] > told[-1][0]
        assert {row[-1][:2] for row in told[1:]} == {"th", "'="}
        assert client.get("/office/busy/sheets/variances.csv?grid=4").status_code == 404
        assert client.get("/office/busy?sort=soup&skip=-5&only=x&only=9999:y").status_code == 200
        assert client.get("/office/people.csv").text.startswith("Credential,Name")


def test_a_book_that_is_not_ones_own_gives_no_csv(floor: Floor) -> None:
    with signed_in_client(floor, credential=who(Position.DEALER)) as client:
        assert (
            client.get("/office/staff/sheets/postings.csv").status_code
            == client.get("/office/staff").status_code
        )
