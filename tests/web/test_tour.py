"""The tour of the table page: offered once to a browser, told from the parts that are there, by keyboard too, and never in the way."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.house import DESKTOP, TABLET, TELEPHONE, House, Look, Open
from tests.web.measured import cut_off, small_targets
from tests.web.test_pages import expect_accessible


def told(page: Page) -> list[str]:
    """The title of every part, as the tour goes through them."""
    titles = []
    card = page.locator("#tour")
    while card.is_visible():
        titles.append(page.locator("#tour-title").inner_text())
        expect(page.locator(".toured")).to_have_count(1)
        page.keyboard.press("ArrowRight")
    return titles


@pytest.mark.parametrize("size", [DESKTOP, TABLET, TELEPHONE])
def test_a_newcomer_is_shown_around_once(
    house: House, open_page: Open, look: Look, size: tuple[int, int]
) -> None:
    page = open_page("/tables/SB-1", size=size, newcomer=True)
    offer = page.locator("#tour-offer")
    expect(offer).to_be_visible()
    expect_accessible(page)
    offer.get_by_role("button", name="Show me around").click()
    card = page.locator("#tour")
    expect(card.get_by_role("button", name="Next")).to_be_focused()
    expect_accessible(page)
    assert [one for one in cut_off(page) if "tour" in one] == []
    box = card.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]
    assert box["y"] + box["height"] <= size[1]
    look(page, f"tour-{size[0]}")
    # Keys of the table are not pressed meanwhile.
    seen = house.floor.table("SB-1").version
    page.keyboard.press("x")
    titles = told(page)
    assert titles[0] == "Where the game stands"
    assert {"Result", "Next step", "Record"} <= set(titles)
    assert ("The felt" in titles) == (size != TELEPHONE)
    assert len(titles) == len(set(titles))
    assert house.floor.table("SB-1").version == seen
    expect(page.locator(".toured")).to_have_count(0)
    page.reload()
    expect(page.locator("#connection[data-open]")).to_be_attached()
    expect(offer).to_be_hidden()


def test_it_is_skipped_with_a_click_or_a_key_and_begun_again_from_the_keys(open_page: Open) -> None:
    page = open_page("/tables/SB-1", newcomer=True)
    page.get_by_role("button", name="No, thank you").click()
    expect(page.locator("#tour-offer")).to_be_hidden()
    page.keyboard.press("?")
    page.get_by_role("button", name="A tour of this page").click()
    card = page.locator("#tour")
    expect(card.get_by_role("button", name="Back")).to_be_disabled()
    page.keyboard.press("Enter")
    expect(page.locator("[data-tour-at]")).to_contain_text("2 of")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-tour-at]")).to_contain_text("1 of")
    assert [one for one in small_targets(page, 24) if "tour" in one] == []
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    # The page goes on by its keys.
    page.keyboard.press("2")
    expect(page.locator("[data-chip]").nth(1)).to_have_attribute("aria-pressed", "true")


def test_nobody_is_offered_it_at_a_live_table_or_looking_on(open_page: Open) -> None:
    for address in ("/tables/SB-2", "/tables/SB-1?watch=true", "/tables/SB-1?at=1"):
        page = open_page(address, newcomer=True)
        expect(page.locator("#connection[data-open]")).to_be_attached()
        expect(page.locator("#tour-offer")).to_be_hidden()
