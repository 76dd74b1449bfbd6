"""A dice table with a crowded felt in a real browser: Craps by mouse alone and by keyboard alone."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from houseway.floor import Floor, Mode
from houseway.games import submission_for
from houseway.table.table_state import Status
from houseway.web.steps import Place
from tests.web.house import DESKTOP, TABLET, House, Look, Open, catch_up
from tests.web.rounds import forms, take
from tests.web.test_pages import (
    area,
    bet,
    enter_dice,
    expect_accessible,
    expect_settlement,
    lay_on,
    press_on,
    settled,
    stack,
    stands_on,
    version,
)

TABLE = "CRAPS"
MOST_STEPS = 150


@pytest.fixture
def stamps() -> None:
    """Nobody approved or staffed the live table that these tests bring along: no gate asks for it."""


def open_craps(
    floor: Floor, players: int = 3, mode: Mode = Mode.LIVE, chips: int = 100_000, **options: Any
) -> None:
    """A table opened from its check-list, with players who have chips."""
    submission = submission_for("craps", {"certificate_holder": "Keystone Meadows", **options})
    floor.set_up_table(TABLE, "Craps", submission, mode=mode, tray=5_000_000)
    while floor.table(TABLE).state.status is Status.CLOSED:
        open_lines = forms(floor, TABLE, Place.CHECKLIST) or forms(floor, TABLE)
        take(floor, TABLE, open_lines[0])
    for seat in range(1, players + 1):
        floor.submit(TABLE, {"move": "take-seat", "seat": seat}, who=f"patron-{seat}")
        if chips:
            floor.submit(TABLE, {"move": "buy-in", "seat": seat, "amount": chips}, who="PA-1001")


def wager(floor: Floor, seat: int, name: str, amount: int, pick: str = "") -> None:
    move = {"move": "place-wager", "seat": seat, "wager": name, "pick": pick, "amount": amount}
    floor.submit(TABLE, move, who=f"patron-{seat}")


def steps_to(floor: Floor, move: str) -> None:
    """Take the first steps as they are offered until this one is the first."""
    for _ in range(12):
        first = forms(floor, TABLE)[0]
        if first.move == move:
            return
        take(floor, TABLE, first)
    raise AssertionError(f"{move} never came")


def roll(floor: Floor, die_1: int, die_2: int) -> None:
    """One roll, from the shooter's hand until the dice are back."""
    steps_to(floor, "call-throw")
    take(floor, TABLE, forms(floor, TABLE)[0], die_1=die_1, die_2=die_2)
    steps_to(floor, "settle-bets")
    take(floor, TABLE, forms(floor, TABLE)[0])
    if forms(floor, TABLE)[0].move == "pass-dice":
        take(floor, TABLE, forms(floor, TABLE)[0])


def roll_by_mouse(page: Page, die_1: int, die_2: int) -> None:
    press_on(page)
    enter_dice(page, "Call the throw", die_1=die_1, die_2=die_2)
    press_on(page)


def line(page: Page, seat: int, name: str) -> Locator:
    """The line of a standing wager in the panel."""
    return page.locator(f"#wager-{seat}-{name}")


def tab_to(page: Page, wanted: Locator) -> None:
    for _ in range(320):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the Tab key never came there")


# Whole hands.


@pytest.mark.long
def test_a_hand_from_come_out_to_seven_out_by_mouse_alone(house: House, open_page: Open, look: Look) -> None:
    open_craps(house.floor)
    page = open_page(f"/tables/{TABLE}")
    bet(page, 1, 25, "pass", "fire-bet-1")
    expect(page.locator("#notice")).to_contain_text("$5 went down")
    bet(page, 2, 25, "dont-pass")
    bet(page, 3, 25, "field", "place-to-win-8")
    expect(page.locator("#puck-puck-off")).to_be_visible()
    for label in ("Offer the dice to position 1", "Position 1 accepts the dice", "Bring in the Fire Bets"):
        expect(page.locator("form.main .go").first).to_contain_text(label)
        press_on(page)
    expect(page.locator("#seat-1 .before")).to_have_text("Shooter")
    expect(stack(page, "fire-bet-box-1", 1)).to_contain_text("$5")
    expect(stack(page, "fire-bet-1", 1)).to_have_count(0)
    roll_by_mouse(page, 4, 2)
    expect_settlement(page, settled(house, TABLE))
    expect(page.locator("#settlement li.line")).to_contain_text("Field")
    assert stands_on(page, "puck-on", "point-6")
    expect(page.locator("#puck-puck-off")).to_have_count(0)
    expect(area(page, "number-6")).to_have_class(re.compile("lit"))
    expect(page.locator("#words")).to_contain_text("The point is 6")
    press_on(page)
    look(page, "craps-point")
    bet(page, 1, 25, "pass-odds-6", "come")
    bet(page, 2, 25, "dont-pass-odds-6")
    roll_by_mouse(page, 2, 3)
    press_on(page)
    expect(stack(page, "come-5", 1)).to_be_visible()
    bet(page, 1, 25, "come-odds-5")
    roll_by_mouse(page, 3, 4)
    lines = settled(house, TABLE)
    assert {(one.wager, one.result) for one in lines if one.seat == 2} == {
        ("dont-pass", "win"),
        ("dont-pass-odds", "win"),
    }
    assert {(one.wager, one.result) for one in lines if one.seat == 1} == {
        ("pass", "lose"),
        ("pass-odds", "lose"),
        ("come", "lose"),
        ("come-odds", "lose"),
        ("fire-bet", "lose"),
    }
    expect_settlement(page, lines)
    expect(page.locator(".stack:not(.settled .stack)")).to_have_count(0)
    expect(page.locator("#puck-puck-on")).to_have_count(0)
    look(page, "craps-seven-out")


@pytest.mark.long
def test_a_line_bet_is_decided_by_keyboard_alone(house: House, open_page: Open) -> None:
    open_craps(house.floor, mode=Mode.TRAINING)
    page = open_page(f"/tables/{TABLE}")
    tab_to(page, area(page, "pass"))
    page.keyboard.press("Enter")
    expect(stack(page, "pass", 1)).to_be_visible()
    for _ in range(MOST_STEPS):
        before = version(page)
        tab_to(page, page.locator("form.main .go").first)
        page.keyboard.press("Enter")
        expect(page.locator("#page")).not_to_have_attribute("data-version", str(before))
        expect(page.locator("form[data-chance]")).to_have_count(0)
        if any(one.wager == "pass" for one in settled(house, TABLE)):
            break
    (decided,) = (one for one in settled(house, TABLE) if one.wager == "pass")
    expect(page.locator("#settlement li.line")).to_have_class(re.compile(rf"\b{decided.result}\b"))
    expect(page.locator("#rolls li")).not_to_have_count(0)


def test_arrow_keys_go_from_area_to_area(house: House, open_page: Open) -> None:
    open_craps(house.floor)
    page = open_page(f"/tables/{TABLE}")
    area(page, "place-to-win-5").focus()
    for key, there in (
        ("ArrowRight", "buy-5"),
        ("ArrowRight", "place-to-win-6"),
        ("ArrowLeft", "buy-5"),
        ("ArrowUp", "place-to-lose-5"),
    ):
        page.keyboard.press(key)
        expect(area(page, there)).to_be_focused()
    area(page, "field").focus()
    page.keyboard.press("ArrowDown")
    expect(area(page, "dont-pass")).to_be_focused()
    page.keyboard.press("Enter")
    expect(stack(page, "dont-pass", 1)).to_be_visible()


# Standing wagers.


def test_a_wager_is_called_on_in_the_panel_and_its_button_goes_with_a_click(
    house: House, open_page: Open
) -> None:
    open_craps(house.floor)
    wager(house.floor, 1, "place-to-win-6", 1200)
    wager(house.floor, 2, "lay-4", 4000)
    page = open_page(f"/tables/{TABLE}")
    chips = stack(page, "place-to-win-6", 1)
    expect(chips.locator(".lies")).to_have_count(0)
    tab_to(page, line(page, 1, "place-to-win-6").get_by_role("button", name="Call on"))
    page.keyboard.press("Enter")
    expect(chips.locator(".lies text")).to_have_text("ON")
    expect(line(page, 1, "place-to-win-6").locator(".says")).to_have_text("on")
    chips.locator(".lies").click()
    expect(line(page, 1, "place-to-win-6").locator(".says")).to_have_count(0)
    page.locator("#seat-2").click()
    line(page, 2, "lay-4").get_by_role("button", name="Call off").click()
    expect(stack(page, "lay-4", 2).locator(".lies text")).to_have_text("OFF")
    button = house.floor.table(TABLE).record[-1]
    assert (button.act.who, button.act.move.seat) == ("patron-2", 2)


def test_the_panel_shows_the_wagers_of_whoever_is_selected(house: House, open_page: Open) -> None:
    open_craps(house.floor)
    wager(house.floor, 1, "field", 1000)
    wager(house.floor, 2, "any-seven", 1000)
    page = open_page(f"/tables/{TABLE}")
    expect(page.locator("#wagers-title")).to_have_text("Wagers of position 1")
    expect(line(page, 1, "field")).to_be_visible()
    expect(line(page, 2, "any-seven")).to_be_hidden()
    page.locator("#seat-2").click()
    expect(page.locator("#wagers-title")).to_have_text("Wagers of position 2")
    expect(line(page, 2, "any-seven")).to_be_visible()
    expect(line(page, 1, "field")).to_be_hidden()


def test_a_wager_is_reduced_by_the_chosen_chip_and_taken_down(house: House, open_page: Open) -> None:
    open_craps(house.floor)
    wager(house.floor, 1, "field", 10_000)
    page = open_page(f"/tables/{TABLE}")
    page.locator("[data-chip='2500']").click()
    reduce = line(page, 1, "field").locator("[data-room]")
    expect(reduce).to_have_text("Reduce by $25")
    reduce.click()
    expect(stack(page, "field", 1)).to_contain_text("$75")
    line(page, 1, "field").get_by_role("button", name="Take down").click()
    expect(stack(page, "field", 1)).to_have_count(0)
    assert house.floor.table(TABLE).state.play.bets == ()


def test_line_odds_have_one_place_which_shows_the_point(house: House, open_page: Open) -> None:
    open_craps(house.floor)
    page = open_page(f"/tables/{TABLE}")
    expect(area(page, "pass-odds")).to_be_visible()
    wager(house.floor, 1, "pass", 1000)
    roll(house.floor, 5, 4)
    expect(area(page, "pass-odds-9")).to_be_visible()
    expect(area(page, "pass-odds")).to_have_count(0)
    expect(area(page, "pass-odds-9")).to_contain_text("PASS LINE ODDS ON NINE")
    expect(area(page, "pass-odds-9")).to_have_attribute("aria-label", re.compile("^Pass Odds 9, pays 3 to 2"))
    bet(page, 1, 5, "pass-odds-9")
    roll(house.floor, 3, 4)
    expect(area(page, "pass-odds")).to_be_visible()
    expect(area(page, "pass-odds-9")).to_have_count(0)


def test_a_locked_line_bet_is_refused_with_its_clause(house: House, open_page: Open) -> None:
    open_craps(house.floor)
    wager(house.floor, 1, "pass", 1000)
    roll(house.floor, 5, 4)
    page = open_page(f"/tables/{TABLE}")
    expect(line(page, 1, "pass").locator("button")).to_have_count(0)
    lay_on(page, "pass", modifiers=["Shift"])
    expect(page.get_by_role("alert").locator(".tag")).to_have_text("623a.4(c)(1)")


def test_a_spoken_wager_is_taken_with_cash(house: House, open_page: Open) -> None:
    open_craps(house.floor, players=1, chips=0)
    page = open_page(f"/tables/{TABLE}")
    expect(area(page, "any-seven")).to_have_class(re.compile("shut"))
    page.get_by_role("button", name="Spoken wager with Cash").click()
    expect(area(page, "any-seven")).not_to_have_class(re.compile("shut"))
    area(page, "any-seven").click()
    expect(stack(page, "any-seven", 1)).to_contain_text("$5")
    recorded = house.floor.table(TABLE).record[-1]
    assert (recorded.act.move.by, recorded.act.move.instrument) == ("dealer", "verbal-with-cash")
    expect(page.locator("#record")).to_contain_text("buys chips for $5")


def test_a_wager_without_an_area_is_called_to_the_crew(house: House, open_page: Open) -> None:
    open_craps(house.floor, players=1, horn_high_area=False)
    page = open_page(f"/tables/{TABLE}")
    expect(area(page, "horn-high-12")).to_have_count(0)
    page.get_by_text("Other steps").click()
    called = page.locator("#step-call-horn-high-12-1")
    called.locator("select[name=amount]").select_option("1000")
    called.locator("button.go").click()
    expect(stack(page, "horn", 1)).to_contain_text("$8")
    expect(stack(page, "craps-twelve", 1)).to_contain_text("$2")


def test_markers_tell_the_points_made_and_the_numbers_thrown(house: House, open_page: Open) -> None:
    open_craps(house.floor, players=1)
    for name in ("pass", "all-small"):
        wager(house.floor, 1, name, 500)
    wager(house.floor, 1, "fire-bet", 500)
    page = open_page(f"/tables/{TABLE}")
    for dice in ((2, 2), (1, 3)):
        roll(house.floor, *dice)
    catch_up(page, house.floor, TABLE)
    assert stands_on(page, "fire-marker-1", "fire-point-4")
    assert stands_on(page, "bonus-button-4", "bonus-number-4")
    wager(house.floor, 1, "pass", 500)
    roll(house.floor, 5, 6)
    catch_up(page, house.floor, TABLE)
    assert stands_on(page, "bonus-button-11", "bonus-number-11")


# Many players.


def test_everyone_is_seen_on_a_crowded_layout(house: House, open_page: Open, look: Look) -> None:
    open_craps(house.floor, players=16)
    for seat in range(1, 17):
        for name, amount in (("pass", 2500), ("place-to-win-6", 1200), ("fire-bet", 500), ("field", 500)):
            wager(house.floor, seat, name, amount)
    for size in (DESKTOP, TABLET):
        page = open_page(f"/tables/{TABLE}", size)
        expect(page.locator("[id^='stack-pass-']")).to_have_count(16)
        expect(page.locator("[id^='stack-field-']")).to_have_count(16)
        expect(page.locator("[id^='stack-fire-bet-']")).to_have_count(16)
        crowd = page.locator("[id^='stack-place-to-win-6-']")
        assert 4 <= crowd.count() <= 16
        expect(stack(page, "place-to-win-6", 0)).to_have_text(re.compile(r"\+"))
        rail = page.locator(".rail").bounding_box()
        assert rail is not None
        assert rail["height"] < 70
        for seat in range(1, 17):
            for text in page.locator(f"#seat-{seat} :is(.rack, .wagered)").all():
                assert text.evaluate("text => text.scrollWidth <= text.clientWidth")
        look(page, f"craps-crowd-{size[0]}")


def test_each_position_bets_fire_on_its_own_spot(house: House, open_page: Open) -> None:
    open_craps(house.floor)
    page = open_page(f"/tables/{TABLE}")
    page.locator("#seat-1").click()
    area(page, "fire-bet-3").click()
    expect(stack(page, "fire-bet-3", 3)).to_be_visible()
    expect(area(page, "fire-bet-9")).to_have_attribute("tabindex", "-1")


# The rolls so far.


def test_past_rolls_tell_what_they_settled_and_by_which_clauses(house: House, open_page: Open) -> None:
    open_craps(house.floor)
    wager(house.floor, 1, "pass", 1000)
    wager(house.floor, 1, "any-craps", 1000)
    for dice in ((5, 4), (6, 3)):
        roll(house.floor, *dice)
    page = open_page(f"/tables/{TABLE}")
    rolls = page.locator("#rolls li")
    expect(rolls).to_have_count(2)
    expect(rolls.nth(0).locator("summary")).to_contain_text("9")
    expect(rolls.nth(0).locator("summary")).to_contain_text("6-3")
    rolls.nth(0).locator("summary").click()
    expect(rolls.nth(0)).to_contain_text("Position 1, Pass: wins, $10 paid $10 at 1 to 1")
    expect(rolls.nth(0).locator("[data-clause='623a.3(a)(1)(i)(B)']")).to_be_visible()
    expect(rolls.nth(0).locator("[data-clause='623a.5(a)[pass]']")).to_be_visible()
    rolls.nth(1).locator("summary").click()
    expect(rolls.nth(1)).to_contain_text("Any Craps: loses $10")


# How it looks.


@pytest.mark.parametrize("size", [DESKTOP, TABLET], ids=["desktop", "tablet"])
def test_nothing_moves_when_the_game_goes_on(house: House, open_page: Open, size: tuple[int, int]) -> None:
    open_craps(house.floor)
    page = open_page(f"/tables/{TABLE}", size)
    felt, chips = page.locator(".layout"), page.locator("#chip-500")
    places = felt.bounding_box(), chips.bounding_box()
    wager(house.floor, 1, "pass", 1000)
    wager(house.floor, 1, "place-to-win-8", 1200)
    roll(house.floor, 5, 4)
    catch_up(page, house.floor, TABLE)
    assert (felt.bounding_box(), chips.bounding_box()) == places
    roll(house.floor, 3, 4)
    for move in ("offer-dice", "accept-dice"):
        steps_to(house.floor, move)
        take(house.floor, TABLE, forms(house.floor, TABLE)[0])
    catch_up(page, house.floor, TABLE)
    expect(page.locator("#words")).to_contain_text("first a Pass or Don't Pass Bet")
    expect(page.locator(".area.lit")).to_have_count(2)
    assert (felt.bounding_box(), chips.bounding_box()) == places


@pytest.mark.long
@pytest.mark.parametrize("size", [DESKTOP, TABLET], ids=["desktop", "tablet"])
@pytest.mark.parametrize("form", ["craps", "mini-craps"])
def test_the_felt_fits_its_window(
    house: House, open_page: Open, size: tuple[int, int], form: str, look: Look
) -> None:
    positions: dict[str, Any] = {"seats": 9} if form == "mini-craps" else {}
    open_craps(house.floor, form=form, **positions)
    wager(house.floor, 1, "pass", 1000)
    roll(house.floor, 5, 4)
    page = open_page(f"/tables/{TABLE}", size)
    expect(page.locator(".layout")).to_be_in_viewport(ratio=1)
    expect(page.locator("form.main .go").first).to_be_in_viewport(ratio=1)
    expect(page.locator("#chip-500")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    look(page, f"{form}-{size[0]}")
    labels = page.locator(".area .label").all()
    assert min(label.evaluate("text => text.getBoundingClientRect().height") for label in labels) >= 7


@pytest.mark.long
def test_the_page_is_accessible(house: House, open_page: Open) -> None:
    open_craps(house.floor)
    page = open_page(f"/tables/{TABLE}")
    expect_accessible(page)
    wager(house.floor, 1, "pass", 1000)
    wager(house.floor, 1, "place-to-win-8", 1200)
    move = {"move": "call-on", "seat": 1, "wager": "place-to-win-8"}
    house.floor.submit(TABLE, move, who="patron-1")
    catch_up(page, house.floor, TABLE)
    expect_accessible(page)
    roll(house.floor, 5, 4)
    catch_up(page, house.floor, TABLE)
    page.locator("#rolls summary").click()
    page.get_by_text("Irregularities").click()
    expect_accessible(page)
    page.get_by_label("One step back").click()
    expect(page.locator(".banner")).to_be_visible()
    expect_accessible(page)


def test_the_pages_know_the_game_by_its_layout_and_moves_alone() -> None:
    web = Path(__file__).parents[2] / "src" / "houseway" / "web"
    for source in (*web.glob("*.py"), *web.glob("templates/*.html"), *web.glob("static/*")):
        assert "craps" not in source.read_text().casefold(), source
