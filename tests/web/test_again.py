"""Wagers once more, twice as high or back in the rack; keys; and chips that stay until they are paid."""

import re
from collections.abc import Iterable
from itertools import pairwise
from math import dist

import pytest
from playwright.sync_api import Page, expect

from houseway.floor import Floor
from houseway.floor.brisk import go_on
from houseway.floor.crew import crew_of
from houseway.floor.demo import STAFF
from houseway.floor.settlement import LineResult, last_settlement
from houseway.web.settled import SettledStack
from houseway.web.table_page import table_page
from tests.web.house import House, Open, catch_up
from tests.web.measured import small_targets
from tests.web.rounds import bet_all, forms, play_out, take

TABLE = "SB-1"
CREW = crew_of(STAFF)


def stakes(floor: Floor) -> dict[str, int]:
    return {bet.wager: bet.amount for bet in floor.table(TABLE).state.play.bets}


def wager(floor: Floor, name: str, amount: int = 2500, seat: int = 1) -> None:
    move = {"move": "place-wager", "seat": seat, "wager": name, "amount": amount}
    floor.submit(TABLE, move, who=f"patron-{seat}")


def press(page: Page, house: House, key: str) -> None:
    """A key on the page, once it shows the table as it stands."""
    catch_up(page, house.floor, TABLE)
    page.keyboard.press(key)


def test_a_round_by_keys_alone(house: House, open_page: Open) -> None:
    floor = house.floor
    page = open_page(f"/tables/{TABLE}")
    press(page, house, "b")
    expect(page.get_by_label("Brisk")).to_be_checked()
    press(page, house, "3")
    expect(page.locator("#chip-2500")).to_have_attribute("aria-pressed", "true")
    page.locator("#area-small").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#stack-small-1")).to_contain_text("$25")
    page.locator("#area-big").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#stack-big-1")).to_contain_text("$25")
    press(page, house, "d")
    expect(page.locator("#stack-big-1")).to_contain_text("$50")
    press(page, house, "u")
    expect(page.locator("#stack-big-1")).to_contain_text("$25")
    assert stakes(floor) == {"small": 5000, "big": 2500}
    press(page, house, "x")
    expect(page.locator("#stack-small-1")).to_have_count(0)
    expect(page.locator("#stack-big-1")).to_have_count(0)
    expect(page.get_by_role("button", name="Clear")).to_be_disabled()
    wager(floor, "small")
    wager(floor, "big")
    page.locator("#next").focus()
    press(page, house, " ")
    expect(page.locator("#result")).to_contain_text("Roll 1")
    expect(page.locator("#settled-small-1 .mark")).to_be_visible()
    assert stakes(floor) == {}
    press(page, house, " ")
    expect(page.get_by_role("button", name="Rebet")).to_be_enabled()
    press(page, house, "r")
    expect(page.get_by_role("button", name="Rebet")).to_be_disabled()
    assert stakes(floor) == {"small": 2500, "big": 2500}
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    room = keys.evaluate("keys => keys.clientWidth - 2 * parseFloat(getComputedStyle(keys).paddingLeft)")
    assert keys.locator(".keys").evaluate("list => list.clientWidth") == pytest.approx(room, abs=1)
    tour, motion = (keys.locator(one).bounding_box() for one in ("[data-tour-begin]", "#motion"))
    assert tour
    assert motion
    assert motion["y"] >= tour["y"] + tour["height"] + 8
    assert small_targets(page, 44) == []
    # The list has the whole width, not what the button beside its heading leaves of it.
    listed, around = keys.locator("dl").bounding_box(), keys.bounding_box()
    assert listed
    assert around
    assert listed["width"] >= around["width"] - 60


def test_settled_chips_lie_marked_until_somebody_wagers(floor: Floor) -> None:
    wager(floor, "small")
    wager(floor, "big", seat=2)
    go_on(floor, TABLE, crew=crew_of(STAFF))
    page = table_page(floor, TABLE, None)
    assert page.settlement is not None
    net = {line.wager: line.net for line in page.settlement.lines}
    marks = {one.stack.area: (one.stack.seat, one.result, one.mark) for one in page.settled}
    assert set(marks) == {"small", "big"}
    for area, (seat, result, mark) in marks.items():
        assert seat == (1 if area == "small" else 2)
        assert (result, mark) == (
            (LineResult.WIN, "+$25") if net[area] > 0 else (LineResult.LOSE, "\N{MINUS SIGN}$25")
        )
    assert [one.order for one in page.settled] == sorted(one.order for one in page.settled)
    go_on(floor, TABLE, crew=crew_of(STAFF))
    assert table_page(floor, TABLE, None).settled
    wager(floor, "small")
    assert not table_page(floor, TABLE, None).settled


def mark_ends(one: SettledStack) -> tuple[float, float]:
    """Where a mark begins and ends across."""
    middle, _ = one.mark_at
    return middle - one.mark_width / 2, middle + one.mark_width / 2


def cover_each_other(settled: Iterable[SettledStack]) -> list[tuple[str, str]]:
    """The areas of marks in one row of which one lies over the other."""
    rows: dict[float, list[SettledStack]] = {}
    for one in sorted(settled, key=lambda one: one.mark_at):
        rows.setdefault(one.mark_at[1], []).append(one)
    return [
        (one.stack.area, other.stack.area)
        for row in rows.values()
        for one, other in pairwise(row)
        if mark_ends(one)[1] > mark_ends(other)[0] + 0.5
    ]


def test_marks_at_a_full_table_cover_neither_each_other_nor_whose_chips_they_are(floor: Floor) -> None:
    table, everybody = "CR-1", range(1, 17)
    for seat in everybody:
        if seat > 2:
            floor.submit(table, {"move": "take-seat", "seat": seat}, who=f"patron-{seat}")
            floor.submit(table, {"move": "buy-in", "seat": seat, "amount": 50_000}, who=CREW["dealer"])
        for name in ("pass" if seat % 3 else "dont-pass", "field"):
            bet = {"move": "place-wager", "seat": seat, "wager": name, "amount": 2500}
            floor.submit(table, bet, who=f"patron-{seat}")
    while last_settlement(floor.table(table)) is None:
        form = forms(floor, table)[0]
        take(floor, table, form, **({"die_1": 3, "die_2": 4} if form.move == "call-throw" else {}))
    settled = table_page(floor, table, None).settled
    assert {(one.stack.area, one.mark) for one in settled} == {
        ("pass", "+"),
        ("dont-pass", "\N{MINUS SIGN}"),
        ("field", "\N{MINUS SIGN}"),
    }
    assert cover_each_other(settled) == []
    for one in settled:
        for other in settled:
            if one.stack.bare and other.stack.bare:
                number = other.stack.x, other.stack.y - 2
                assert dist(one.mark_at, number) >= one.mark_width / 2 + 4


def test_pushes_side_by_side_are_told_in_a_word_that_has_room(floor: Floor) -> None:
    table, everybody = "3CP-1", range(1, 8)
    for seat in everybody:
        if seat > 2:
            floor.submit(table, {"move": "take-seat", "seat": seat}, who=f"patron-{seat}")
            floor.submit(table, {"move": "buy-in", "seat": seat, "amount": 50_000}, who=CREW["dealer"])
    bet_all(floor, table, *everybody)
    play_out(floor, table, {0: "Qh Jd 4s", 1: "Qd Js 4h"})
    settled = table_page(floor, table, None).settled
    assert {one.mark for one in settled if one.stack.area in ("ante-1", "play-1")} == {"push"}
    assert cover_each_other(settled) == []
    assert {one.lift for one in settled} == {0}


def test_settled_chips_are_told_one_by_one_and_skipped_by_a_key(house: House, open_page: Open) -> None:
    wager(house.floor, "small")
    wager(house.floor, "big")
    page = open_page(f"/tables/{TABLE}")
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("localStorage.setItem('houseway-motion', 'slow')")
    press(page, house, "b")
    press(page, house, " ")
    expect(page.locator("#settled .settled")).to_have_count(2)
    page.keyboard.press("s")
    expect(page.locator("#settled")).to_have_class("settled-chips cleared")
    expect(page.locator("#settled .untold")).to_have_count(0)


def test_an_amount_that_no_chip_has_is_told_in_figures_and_laid_at_once(
    house: House, open_page: Open
) -> None:
    page = open_page("/tables/BJ-1")
    page.locator("[data-seat='1']").click()
    page.keyboard.press("0")
    expect(page.locator("#own-chip")).to_be_focused()
    page.keyboard.type("15")
    expect(page.locator("#area-blackjack-1")).to_have_attribute("aria-label", re.compile("wager \\$15 for"))
    page.locator("#area-blackjack-1").click()
    expect(page.locator("#stack-blackjack-1-1 .amount")).to_contain_text(["", "$15"])
    # An amount that is taken out again leaves the smallest chip.
    page.locator("#own-chip").fill("")
    expect(page.locator("[data-chip]").first).to_have_attribute("aria-pressed", "true")
    page.locator("#own-chip").fill("15")
    page.keyboard.press("Enter")
    # The next step has its key again, and a chip takes the place of the amount.
    expect(page.locator("#own-chip")).not_to_be_focused()
    expect(page.locator("#own-chip")).to_have_class(re.compile("chosen"))
    page.keyboard.press("2")
    expect(page.locator("#own-chip")).not_to_have_class(re.compile("chosen"))
    assert [bet.amount for bet in house.floor.table("BJ-1").state.play.bets] == [1500]
