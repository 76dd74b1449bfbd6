"""A Poker table in a browser: somebody plays a seat by mouse and keyboard, sees its cards alone, and the others play theirs."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from houseway.floor import Floor
from houseway.floor.brisk import go_on, others_turn
from houseway.floor.crew import crew_of
from houseway.floor.demo import STAFF
from houseway.floor.floor import BadMove
from tests.web.house import House, Look, Open, settle_down

TABLE = "PK-1"
_CREW = crew_of(STAFF)
# More steps than a limit hand of five players takes.
_MOST_STEPS = 60


@pytest.fixture(autouse=True)
def chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards and simple play come the same way every time."""
    drawn = random.Random("page 3").randrange
    monkeypatch.setattr("houseway.floor.floor.below", drawn)
    monkeypatch.setattr("houseway.floor.brisk.below", drawn)


def version(page: Page) -> int:
    return int(page.locator("#page").get_attribute("data-version") or 0)


def is_over(page: Page) -> bool:
    return "wins" in page.locator("#result").inner_text()


def test_a_seat_is_played_by_mouse_and_keyboard_to_the_end_of_a_hand(
    house: House, open_page: Open, look: Look
) -> None:
    page = open_page(f"/tables/{TABLE}")
    page.locator("#eyes").get_by_role("link", name="position 2").click()
    expect(page.locator("#page")).to_have_attribute("data-playing", "2")
    expect(page.locator("#seat-2")).to_have_attribute("aria-pressed", "true")
    drew, looked = False, False
    for _ in range(_MOST_STEPS):
        if is_over(page):
            break
        before = version(page)
        cards = page.locator(".picked")
        if cards.count() and not drew:
            # By mouse: two cards are picked and thrown.
            cards.nth(0).click()
            cards.nth(1).click()
            look(page, "poker-draw")
            page.get_by_role("button", name="Position 2 draws").click()
            drew = True
        else:
            page.keyboard.press("Space")
        settle_down(page)
        expect(page.locator("#page")).not_to_have_attribute("data-version", str(before))
        if page.locator("#hand-cards-2").count() and page.locator("#hand-cards-1").count() and not looked:
            expect(page.locator("#hand-cards-2")).not_to_have_attribute("aria-label", re.compile("face down"))
            expect(page.locator("#hand-cards-1")).to_have_attribute(
                "aria-label", re.compile("5 cards face down")
            )
            look(page, "poker-bets")
            looked = True
    assert is_over(page)
    assert drew
    assert looked
    look(page, "poker-over")
    expect(page.locator("#settlement")).to_contain_text("into the pot")
    # What is dealt from one shuffle to the next is a hand here.
    expect(page.locator("#result .named")).to_have_text("Hand 1")
    expect(page.locator("#settlement-title")).to_have_text("Settlement of hand 1")
    expect(page.locator("#rounds-title")).to_have_text("Hands")
    play = house.floor.table(TABLE).state
    assert play.chips.get("pot", 0) == 0
    # What lay face down before others stays unknown in the record and in the replay, seen from the same seat.
    page.locator(".replay .arrow").nth(1).click()
    expect(page).to_have_url(re.compile(r"\?at=\d+&seat=2$"))
    page.get_by_role("link", name="Back to live").last.click()
    expect(page).to_have_url(re.compile(r"/tables/PK-1\?seat=2$"))
    page.locator("#eyes").get_by_role("link", name="nobody").click()
    expect(page.locator("#page")).not_to_have_attribute("data-playing", "2")


def submit(floor: Floor, **move: Any) -> None:
    by = str(move.get("by", ""))
    floor.submit(TABLE, move, who=_CREW.get(by, f"patron-{move.get('seat', 1)}"))


def test_the_others_play_until_the_seat_that_is_played_has_to_choose(floor: Floor) -> None:
    place = floor.table(TABLE)
    go_on(floor, TABLE, crew=_CREW, seat=2)
    asked = place.game.display(place.state.play).lit
    assert asked == ("cards-2",)
    assert not others_turn(place, 2)
    with pytest.raises(BadMove, match="somebody has to choose"):
        go_on(floor, TABLE, crew=_CREW, seat=2)
    # Who only looks on has nobody played for them.
    assert not others_turn(place, 6)
    with pytest.raises(BadMove, match="somebody has to choose"):
        go_on(floor, TABLE, crew=_CREW)
    submit(floor, move="fold-hand", by="player", seat=2)
    while not place.game.between_rounds(place.state.play):
        go_on(floor, TABLE, crew=_CREW, seat=2)
    assert place.game.between_rounds(place.state.play)
    patrons = {recorded.act.who for recorded in place.record if recorded.act.move.by == "player"}
    assert patrons >= {"patron-1", "patron-2", "patron-3"}
