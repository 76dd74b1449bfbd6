"""A telephone: the wagers of a position one by one instead of the felt, with everything in reach of a thumb."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from houseway.equipment.cards import cards_in_words
from houseway.web.cards import card_name, within
from tests.web.house import DESKTOP, TABLET, House, Look, Open, catch_up, until
from tests.web.measured import cut_off, small_targets, small_writing
from tests.web.rounds import bet_all, play_to, step
from tests.web.test_pages import expect_accessible

PHONE = (390, 844)
BIG = "document.documentElement.style.fontSize = '200%'"


def press(page: Page, title: str, sign: str) -> None:
    page.locator("#phone .bets li").filter(has_text=title).first.get_by_text(sign, exact=True).click()


def test_a_wager_is_laid_raised_lowered_and_taken_down_by_steps(house: House, open_page: Open) -> None:
    page = open_page("/tables/TDF-1", PHONE)
    page.locator("[data-chip='500']").click()
    expect(page.get_by_text("Open to position 1")).to_be_visible()
    amount = page.locator("#phone .bets li").filter(has_text="Turnover").locator(".amount")
    for sign, shown in (("+", "$5"), ("+", "$10"), ("−", "$5")):
        press(page, "Turnover", sign)
        expect(amount).to_have_text(shown)
    (laid,) = house.floor.table("TDF-1").state.play.bets
    assert (laid.seat, laid.wager, laid.amount) == (1, "turnover", 500)
    expect(page.locator("#phone h2").first).to_have_text("Laid by position 1")
    press(page, "Turnover", "−")
    expect(amount).to_have_text("–")
    assert house.floor.table("TDF-1").state.play.bets == ()
    page.locator("[data-seat='2']").click()
    press(page, "Penalty", "+")
    expect(page.get_by_text("Laid by position 2")).to_be_visible()
    assert house.floor.table("TDF-1").state.play.bets[0].seat == 2


def test_many_wagers_can_be_looked_for(open_page: Open) -> None:
    page = open_page("/tables/SB-1", PHONE)
    expect(page.locator(".layout")).to_be_hidden()
    everything = page.locator("#phone .bets li:visible").count()
    page.get_by_role("searchbox", name="Find a wager").fill("three of a kind")
    found = page.locator("#phone .bets li:visible")
    assert 0 < found.count() < everything
    expect(found.first).to_contain_text(re.compile("three of a kind", re.IGNORECASE))


def test_a_telephone_says_why_nothing_can_be_done(open_page: Open) -> None:
    page = open_page("/tables/SB-1?at=3", PHONE)
    expect(page.get_by_text("Replay: step 3 of")).to_be_in_viewport(ratio=1)
    page.goto(page.url.replace("?at=3", "?watch=true"))
    expect(page.get_by_text("You look on: nothing can be done from here.")).to_be_in_viewport(ratio=1)


def test_a_wager_that_is_closed_says_why_when_it_is_touched(house: House, open_page: Open) -> None:
    place = house.floor.table("SB-1")
    bet = {"move": "place-wager", "seat": 1, "wager": "small", "amount": 500}
    house.floor.submit("SB-1", bet, who="patron-1")
    play_to(house.floor, "SB-1", "reveal-dice")
    page = open_page("/tables/SB-1", PHONE)
    press(page, "Small", "+")
    expect(page.get_by_role("alert")).to_contain_text("no more bets")
    expect(page.get_by_role("alert").locator(".tag")).to_be_in_viewport(ratio=1)
    assert [one.amount for one in place.state.play.bets] == [500]
    page.goto(f"{house.address}/tables/SB-1?at=3")
    expect(page.locator("#phone [data-more]:enabled")).to_have_count(0)


def test_places_of_which_the_same_is_told_are_one_line(house: House, open_page: Open) -> None:
    play_to(house.floor, "PG-1", "stack-tiles")
    step(house.floor, "PG-1")
    page = open_page("/tables/PG-1", PHONE)
    expect(page.locator("#phone .lying li")).to_have_text(["Stacks 1 to 8: 4 tiles face down each"])


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["telephone", "tablet"])
def test_whoever_has_to_choose_has_the_other_choice_in_reach(
    house: House, open_page: Open, size: tuple[int, int]
) -> None:
    bet_all(house.floor, "HL-1", 1)
    play_to(house.floor, "HL-1", "place-wager")
    page = open_page("/tables/HL-1", size)
    catch_up(page, house.floor, "HL-1")
    expect(page.locator("form.main .go").first).to_have_text(re.compile("Position 1 wagers"))
    fold = page.get_by_role("button", name="Position 1 folds").first
    expect(fold).to_be_in_viewport(ratio=1)
    fold.click()
    until(lambda: house.floor.table("HL-1").state.play.folded == (1,))
    expect(page.get_by_text("Or instead")).to_have_count(0)


def test_what_a_hand_is_called_stands_beside_it_and_an_amount_is_one_tap_away(
    house: House, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.floor.floor.below", random.Random("two cards to double down on").randrange)
    floor = house.floor
    floor.submit(
        "BJ-1", {"move": "place-wager", "seat": 1, "wager": "blackjack", "amount": 2500}, who="patron-1"
    )
    page = open_page("/tables/BJ-1", PHONE)
    page.locator("#brisk").check()
    page.locator("#go-on .go").click()
    double = page.get_by_role("button", name="Position 1: double down …")
    expect(double).to_be_visible()
    hand = page.locator("#phone .lying li").filter(has_text="Position 1:")
    place = floor.table("BJ-1").game.display(floor.table("BJ-1").state.play)
    expect(hand.locator("b")).to_have_text(place.names["hand-1"])
    held = place.cards["hand-1"]
    expect(hand.locator(".sign")).to_have_text([cards_in_words([card]) for card in held])
    expect(hand.get_by_role("img", name=within(card_name(held[0])), exact=True)).to_be_visible()
    expect(page.locator("#words")).to_contain_text(re.compile(r"Position 1 has (soft )?\d+ +dealer shows"))
    double.click()
    expect(page.locator("form.or-else input[type=number]:focus")).to_be_in_viewport()


def test_the_felt_is_one_tap_away_and_goes_again(open_page: Open) -> None:
    page = open_page("/tables/TDF-1", PHONE)
    page.get_by_role("button", name="Show the felt").click()
    felt = page.locator(".layout")
    expect(felt).to_be_visible()
    box = felt.bounding_box()
    assert box is not None
    assert box["width"] >= 960
    page.locator("#area-touchdown").click()
    expect(page.locator("#stack-touchdown-1")).to_be_visible()
    page.keyboard.press("Escape")
    expect(felt).to_be_hidden()
    expect(page.get_by_role("button", name="Show the felt")).to_be_focused()


@pytest.mark.parametrize(
    ("size", "least"), [(DESKTOP, 24), (TABLET, 24), (PHONE, 44)], ids=["desktop", "tablet", "telephone"]
)
def test_pages_can_be_read_and_hit(
    house: House, open_page: Open, size: tuple[int, int], least: int, look: Look
) -> None:
    bet = {"move": "place-wager", "seat": 1, "wager": "penalty", "amount": 500}
    house.floor.submit("TDF-1", bet, who="patron-1")
    page = open_page("/tables/TDF-1", size)
    for path in ("/tables/TDF-1", "/tables/TDF-2", "/tables/PG-1", "/", "/office"):
        page.goto(house.address + path)
        if "tables" in path:
            catch_up(page, house.floor, path.rpartition("/")[2])
            if page.locator("form.main .go").first.is_enabled():
                expect(page.locator("form.main .go").first).to_be_in_viewport(ratio=1)
        name = path.rpartition("/")[2] or "floor"
        look(page, f"{name}-{size[0]}-measured")
        assert small_targets(page, least) == [], path
        assert small_writing(page) == [], path
        page.evaluate(BIG)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
        assert cut_off(page) == [], path
    if size == PHONE:
        page.goto(house.address + "/tables/TDF-1")
        expect(page.locator("#phone .bets")).not_to_have_count(0)
        expect_accessible(page)


@pytest.mark.parametrize(("size", "least"), [(DESKTOP, 960), (TABLET, 940)], ids=["desktop", "tablet"])
def test_the_felt_has_most_of_the_window(open_page: Open, size: tuple[int, int], least: int) -> None:
    page = open_page("/tables/TDF-1", size)
    for table in ("TDF-1", "CR-1", "3CP-1", "PG-1"):
        page.goto(re.sub(r"[^/]+$", table, page.url))
        box = page.locator(".layout").bounding_box()
        assert box is not None
        assert box["width"] >= least
