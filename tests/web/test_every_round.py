"""A whole round of every game at every size, by mouse and then by keyboard, in the light and in the dark."""

import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from houseway.floor import Floor
from houseway.floor.settlement import last_settlement
from houseway.law import RuleViolation
from tests.web.house import DESKTOP, TABLET, House, Open, catch_up, until
from tests.web.measured import cut_off, small_on_the_felt, small_targets, small_writing
from tests.web.test_pages import expect_accessible, lay_on

PHONE = (390, 844)
# What is wagered in each game, by the area where position 1 lays it.
WAGERS = {
    "TDF-1": "penalty",
    "SB-1": "small",
    "CR-1": "field",
    "3CP-1": "ante-1",
    "HL-1": "ante-1",
    "AP-1": "asia-poker-1",
    "PG-1": "pai-gow-1",
}
# So often somebody goes on or decides at most: a throw of Craps may leave the line open, but not its roll.
_MOST = 14


def go_on(page: Page, floor: Floor, table: str, press: Callable[[], None]) -> int:
    """From the wager to the end of the round, or of a throw; returns how often the table went on by itself."""
    began, clicks = floor.table(table).rounds, 0
    for _ in range(_MOST):
        catch_up(page, floor, table)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        place = floor.table(table)
        over = place.rounds > began and not (place.game.pieces and place.state.play.bets)
        if over:
            return clicks
        clicks += page.locator("#go-on").count()
        before = place.version
        press()
        page.wait_for_function("before => Number(page().dataset.version) > before", arg=before)
    raise AssertionError("the round does not end")


def bet_the_line(floor: Floor, table: str) -> None:
    """Where a shooter needs a bet on the line before the dice are thrown, whoever may shoot has one."""
    if "pass" in floor.table(table).game.catalogue:
        for seat in floor.table(table).state.play.seats:
            with suppress(RuleViolation):
                line = {"move": "place-wager", "seat": seat, "wager": "pass", "amount": 500}
                floor.submit(table, line, who=f"patron-{seat}")


def lay(page: Page, area: str, size: tuple[int, int]) -> None:
    """The wager by mouse: on the felt, or on a telephone in the list."""
    if size == PHONE:
        page.locator(f"#phone [data-more='area-{area}']").click()
    else:
        lay_on(page, area)


def click_next(page: Page) -> None:
    """A click on the gold button, where it is."""
    button = page.evaluate_handle("nextButton()").as_element()
    assert button is not None
    button.click()


def measured(page: Page, size: tuple[int, int]) -> None:
    """Everything can be read and hit, and is told to whoever cannot see it; also with letters twice as large."""
    least = 44 if size == PHONE else 24
    assert small_targets(page, least) == []
    assert small_writing(page) == []
    assert small_on_the_felt(page) == []
    expect_accessible(page)


def settled(page: Page, floor: Floor, table: str) -> None:
    """What was settled is on the page, line by line, and a round of hands has left no wager and says what the dealer had."""
    place = floor.table(table)
    shown = last_settlement(place)
    expect(page.locator("#settlement li.line")).to_have_count(len(shown.lines) if shown else 0)
    if place.game.pieces is not None:
        assert shown
        expect(page.locator(".stack:not(.settled .stack)")).to_have_count(0)
        expect(page.locator("#result .meaning")).to_contain_text("Dealer")
        expect(page.locator("#words")).to_contain_text("Place your bets")
        expect(page.locator("#rounds li .net")).not_to_have_count(0)


def lies_whole_above_the_bar(page: Page) -> None:
    """On a tablet nobody has to slide the page to see the felt, nor to bet once more."""
    felt, bar, again = (page.locator(name).bounding_box() for name in (".layout", ".tray", "#rebet"))
    assert felt
    assert bar
    assert again
    assert felt["y"] + felt["height"] <= bar["y"]
    assert again["y"] >= bar["y"]


@pytest.mark.parametrize("size", [DESKTOP, TABLET, PHONE], ids=["desktop", "tablet", "telephone"])
@pytest.mark.parametrize("table", WAGERS)
def test_a_round_is_played_by_mouse_and_by_keyboard_in_both_themes(
    house: House,
    open_page: Open,
    pictures: Path,
    monkeypatch: pytest.MonkeyPatch,
    table: str,
    size: tuple[int, int],
) -> None:
    # The same dice and cards every time, so that what fits once fits always.
    monkeypatch.setattr("houseway.floor.floor.below", random.Random(f"{table} {size}").randrange)
    floor = house.floor
    bet_the_line(floor, table)
    page = open_page(f"/tables/{table}", size)
    page.emulate_media(color_scheme="dark")
    page.locator("#brisk").check()
    page.locator("[data-seat='1']").click()
    lay(page, WAGERS[table], size)
    until(lambda: any(WAGERS[table].startswith(bet.wager) for bet in floor.table(table).state.play.bets))
    clicks = go_on(page, floor, table, lambda: click_next(page))
    assert clicks <= 3
    expect(page.locator("#result .named")).to_contain_text(f"{floor.table(table).rounds}")
    settled(page, floor, table)
    measured(page, size)
    if size == TABLET:
        lies_whole_above_the_bar(page)
    elif size == DESKTOP:
        expect(page.locator(".layout")).to_be_in_viewport(ratio=1)
        assert page.evaluate("nextButton().getBoundingClientRect().bottom <= innerHeight")
    page.screenshot(path=pictures / f"{table}-{size[0]}-dark.png")
    page.emulate_media(color_scheme="light")
    bet_the_line(floor, table)
    catch_up(page, floor, table)
    by_keyboard(page, floor, table, WAGERS[table], size)
    expect(page.locator("#result .named")).to_contain_text(f"{floor.table(table).rounds}")
    measured(page, size)
    page.screenshot(path=pictures / f"{table}-{size[0]}-light.png")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert cut_off(page) == []


def by_keyboard(page: Page, floor: Floor, table: str, area: str, size: tuple[int, int]) -> None:
    """Another round, without a pointer: lights are cleared and decks made ready by the space bar as well."""
    page.locator("#next").focus()
    while not page.evaluate("area => Boolean(roomOf(find(`#area-${area}`), 1, false))", area):
        before = floor.table(table).version
        page.keyboard.press("Space")
        page.wait_for_function("before => Number(page().dataset.version) > before", arg=before)
    target = f"#phone [data-more='area-{area}']" if size == PHONE else f"#area-{area}"
    before = floor.table(table).version
    page.locator(target).focus()
    page.keyboard.press("Enter")
    page.wait_for_function("before => Number(page().dataset.version) > before", arg=before)
    page.locator("#next").focus()
    go_on(page, floor, table, lambda: page.keyboard.press("Space"))
