"""A whole round of every game, by mouse and then by keyboard, in the dark and in the light, measured at every size.

Every day each table is played at one size, and what the second round shows is measured at that size alone; with
HOUSEWAY_EVERY_SIZE each is played at all of them, and measured at all of them both times (`make proofs`).
"""

import os
import random
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from houseway.floor import Floor
from houseway.floor.demo_tables import TABLES as DEMO
from houseway.floor.property import Mode
from houseway.floor.settlement import last_result, last_settlement
from houseway.law import RuleViolation
from houseway.money import signed
from tests.web.house import DESKTOP, TABLET, House, Look, Open, catch_up, settle_down, until
from tests.web.measured import cut_off, small_on_the_felt, small_targets, small_writing
from tests.web.rounds import SET_UP, SetUp, forms, set_up, step, take
from tests.web.test_pages import expect_accessible, lay_on

PHONE = (390, 844)
SIZES = {"desktop": DESKTOP, "tablet": TABLET, "telephone": PHONE}
# What is wagered at each table, by the area where position 1 lays it; players who play each other bet when they are asked.
WAGERS = {
    "TDF-1": "penalty",
    "SB-1": "small",
    "CR-1": "field",
    "3CP-1": "ante-1",
    "HL-1": "ante-1",
    "AP-1": "asia-poker-1",
    "PG-1": "pai-gow-1",
    "DAB-1": "bet-1",
    "BJ-1": "blackjack-1",
    "S21-1": "spanish-21-1",
    "MB-1": "player-1",
    "MD-1": "banker-1",
    "BAC-1": "tie-1",
    "PK-1": "",
    "PK-3": "",
    "BJ-3": "blackjack-1",
}
# What the result of a round of each table begins with, or says: who won and with what, or what the dealer or the dice showed.
SAYS = {
    "TDF-1": r"(Gain|No gain|Penalty|Turnover|Touchdown|Trips touchdown|Extra point)",
    "SB-1": r"\d-\d-\d: .*total \d+",
    "CR-1": r"(Come-out )?\d+( out| easy| the hard way|, craps)?: .+",
    "3CP-1": r"Dealer .+, (qualifies|does not qualify)",
    "HL-1": r"Dealer \d+ points high, \d+ low",
    "AP-1": r"Dealer: high .+, medium .+, low .+",
    "PG-1": r"Dealer: high .+, low .+",
    "DAB-1": r"Dealer (\d+|soft \d+|bust, \d+|Blackjack)",
    "BJ-1": r"Dealer (\d+|soft \d+|bust, \d+|Blackjack)",
    "S21-1": r"Dealer (\d+|soft \d+|bust, \d+|Blackjack)",
    "MB-1": r"((Player|Banker) wins, \d over \d|Tie at \d)",
    "MD-1": r"((Player|Banker) wins, \d over \d|Tie at \d)",
    "BAC-1": r"((Player|Banker) wins, \d over \d|Tie at \d)",
    "PK-1": r"Positions? .* (wins|share)( with .+| uncalled)",
    "PK-3": r"Positions? .* (wins|share).*( with .+| uncalled)",
    "BJ-3": r"Dealer (\d+|soft \d+|bust, \d+|Blackjack)",
}
ALL = "HOUSEWAY_EVERY_SIZE" in os.environ
CASES = [
    pytest.param(table, SIZES[name], id=f"{table}-{name}")
    for number, table in enumerate(WAGERS)
    for place, name in enumerate(SIZES)
    if ALL or number % len(SIZES) == place
]
# Where the felt lies on the page, wherever that has been slid to; nowhere where it is one tap away.
FELT_LIES = """() => {
  const felt = document.querySelector(".layout");
  const { x, y, width, height } = felt.getBoundingClientRect();
  return felt.checkVisibility() ? [x, y + scrollY, width, height].map(Math.round) : null;
}"""
# So often somebody goes on or decides at most: a throw of Craps may leave the line open, but not its roll.
_MOST, _MOST_OF_PLAYERS = 14, 60
_SEATS_PLAYED = 2


def test_every_training_table_of_the_demo_property_is_played() -> None:
    training = {table.name for table in DEMO if table.mode is Mode.TRAINING}
    games = {table.name: (table.game, table.options.get("form")) for table in DEMO}
    played = {SET_UP[table].like if table in SET_UP else table for table in WAGERS}
    assert training <= played
    assert {games[table] for table in played} == set(games.values()) - {("craps", "mini-craps")}
    assert SAYS.keys() == WAGERS.keys()


def go_on(page: Page, floor: Floor, table: str, press: Callable[[], None]) -> int:
    """From the wager to the end of the round, or of a throw; returns how often the table had to be told to go on."""
    began, clicks = floor.table(table).rounds, 0
    for _ in range(_MOST if WAGERS[table] else _MOST_OF_PLAYERS):
        catch_up(page, floor, table)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        place = floor.table(table)
        # A hand may be paid before the round is over, and leave no wager that waits for it.
        on = bool(place.state.play.bets) or not place.game.between_rounds(place.state.play)
        if place.rounds > began and not (place.game.pieces and on):
            return clicks
        clicks += page.locator("#go-on").count()
        before = place.version
        press()
        page.wait_for_function("before => Number(page().dataset.version) > before", arg=before)
        settle_down(page)
    raise AssertionError("the round does not end")


def bet_the_line(floor: Floor, table: str) -> None:
    """Where a shooter needs a bet on the line before the dice are thrown, whoever may shoot has one."""
    if "pass" in floor.table(table).game.catalogue:
        for seat in floor.table(table).state.play.seats:
            with suppress(RuleViolation):
                line = {"move": "place-wager", "seat": seat, "wager": "pass", "amount": 500}
                floor.submit(table, line, who=f"patron-{seat}")


def lay(page: Page, floor: Floor, table: str, size: tuple[int, int]) -> None:
    """The wager by mouse: on the felt, or on a telephone in the list; or somebody plays one of the seats."""
    area = WAGERS[table]
    if not area:
        page.locator("#eyes").get_by_role("link", name=f"position {_SEATS_PLAYED}").click()
        expect(page.locator("#page")).to_have_attribute("data-playing", f"{_SEATS_PLAYED}")
        return
    page.locator("[data-seat='1']").click()
    if size == PHONE:
        page.locator(f"#phone [data-more='area-{area}']").click()
    else:
        lay_on(page, area)
    until(lambda: any(area.startswith(bet.wager) for bet in floor.table(table).state.play.bets))


def click_next(page: Page) -> None:
    """A click on the gold button, where it is."""
    button = page.evaluate_handle("nextButton()").as_element()
    assert button is not None
    button.click()


def measured(page: Page, size: tuple[int, int], others: Iterable[tuple[int, int]] = SIZES.values()) -> None:
    """Everything can be read and hit at every size, and is told to whoever cannot see it."""
    for other in (*(other for other in others if other != size), size):
        page.set_viewport_size({"width": other[0], "height": other[1]})
        assert small_targets(page, 44 if other == PHONE else 24) == [], other
        assert small_writing(page) == [], other
        assert small_on_the_felt(page) == [], other
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), other
    expect_accessible(page)


def settled(page: Page, floor: Floor, table: str) -> None:
    """The result says what was shown and what it means, in the words of the game, and what it brought is there line by line."""
    place = floor.table(table)
    shown, result = last_settlement(place), last_result(place)
    assert result
    banner = page.locator("#result")
    expect(banner.locator(".named")).to_have_text(result.name)
    expect(banner.locator(".meaning")).to_have_text(result.words)
    expect(banner.locator(".meaning")).to_have_text(re.compile(f"^{SAYS[table]}"))
    expect(banner.locator(".net")).to_have_count(len(result.net))
    for one in result.net:
        expect(banner.get_by_role("listitem").filter(has_text=f"Position {one.seat}")).to_contain_text(
            signed(one.net)
        )
    expect(page.locator("#settlement li.line")).to_have_count(len(shown.lines) if shown else 0)
    if place.game.pieces is not None:
        assert shown
        expect(page.locator(".stack:not(.settled .stack)")).to_have_count(0)
        expect(page.locator("#words")).to_contain_text(
            "Place your bets" if WAGERS[table] else "Between two hands"
        )
        expect(page.locator("#rounds li .net")).not_to_have_count(0)


def lies_whole_above_the_bar(page: Page) -> None:
    """On a tablet nobody has to slide the page to see the felt, nor to bet once more."""
    page.evaluate("scrollTo(0, 0)")
    felt, bar = page.locator(".layout").bounding_box(), page.locator(".tray").bounding_box()
    assert felt
    assert bar
    assert felt["y"] + felt["height"] <= bar["y"]
    for again in page.locator("#rebet").all():
        box = again.bounding_box()
        assert box
        assert box["y"] >= bar["y"]


@pytest.mark.parametrize(("table", "size"), CASES)
def test_a_round_is_played_by_mouse_and_by_keyboard_in_both_themes(
    house: House,
    open_page: Open,
    look: Look,
    monkeypatch: pytest.MonkeyPatch,
    table: str,
    size: tuple[int, int],
) -> None:
    # The same dice and cards every time, so that what fits once fits always.
    chance = random.Random(f"{table} {size}").randrange
    monkeypatch.setattr("houseway.floor.floor.below", chance)
    monkeypatch.setattr("houseway.floor.brisk.below", chance)
    floor = house.floor
    set_up(floor, table)
    bet_the_line(floor, table)
    page = open_page(f"/tables/{table}", size)
    page.emulate_media(color_scheme="dark")
    page.locator("#brisk").check()
    lay(page, floor, table, size)
    before = page.evaluate(FELT_LIES)
    assert go_on(page, floor, table, lambda: click_next(page)) <= 3
    settled(page, floor, table)
    # The banner has room for what it says: the felt lies where it lay.
    assert page.evaluate(FELT_LIES) == before
    measured(page, size)
    if size == TABLET:
        lies_whole_above_the_bar(page)
    elif size == DESKTOP:
        expect(page.locator(".layout")).to_be_in_viewport(ratio=1)
        # Where a shoe goes on, nothing is to be done before somebody wagers.
        assert page.evaluate("(nextButton()?.getBoundingClientRect().bottom ?? 0) <= innerHeight")
    look(page, f"{table}-{size[0]}-dark")
    page.emulate_media(color_scheme="light")
    bet_the_line(floor, table)
    catch_up(page, floor, table)
    by_keyboard(page, floor, table, size)
    settled(page, floor, table)
    measured(page, size, SIZES.values() if ALL else ())
    look(page, f"{table}-{size[0]}-light")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert cut_off(page) == []


def by_keyboard(page: Page, floor: Floor, table: str, size: tuple[int, int]) -> None:
    """Another round, without a pointer: lights are cleared and decks made ready by the space bar as well."""
    area = WAGERS[table]
    page.locator("#next").focus()
    while area and not page.evaluate("area => Boolean(roomOf(find(`#area-${area}`), 1, false))", area):
        before = floor.table(table).version
        page.keyboard.press("Space")
        page.wait_for_function("before => Number(page().dataset.version) > before", arg=before)
        settle_down(page)
    if area:
        before = floor.table(table).version
        page.locator(f"#phone [data-more='area-{area}']" if size == PHONE else f"#area-{area}").focus()
        page.keyboard.press("Enter")
        page.wait_for_function("before => Number(page().dataset.version) > before", arg=before)
    page.locator("#next").focus()
    go_on(page, floor, table, lambda: page.keyboard.press("Space"))


@pytest.mark.parametrize(("table", "players"), [("HL-1", 6), ("TDF-1", 16)])
def test_the_result_of_a_full_table_moves_nothing(
    house: House, open_page: Open, monkeypatch: pytest.MonkeyPatch, table: str, players: int
) -> None:
    monkeypatch.setattr("houseway.floor.floor.below", random.Random(f"{table} with everybody").randrange)
    floor, everybody = house.floor, range(1, players + 1)
    # At football everybody wins at once, and the game ends out of downs with a penalty: of no other throw more is told.
    wagers, thrown = {
        "HL-1": (("ante",), {}),
        "TDF-1": (("touchdown", "penalty"), {"green_1": 1, "green_2": 2, "red": 5}),
    }[table]
    for seat in everybody:
        if seat > _SEATS_PLAYED:
            floor.submit(table, {"move": "take-seat", "seat": seat}, who=f"patron-{seat}")
            floor.submit(table, {"move": "buy-in", "seat": seat, "amount": 123_400}, who="PA-1001")
        for wager in wagers:
            bet = {"move": "place-wager", "seat": seat, "wager": wager, "amount": 2500}
            floor.submit(table, bet, who=f"patron-{seat}")
    page = open_page(f"/tables/{table}")
    before = {size: felt_at(page, size) for size in (DESKTOP, TABLET)}
    seen: set[str] = set()
    while floor.table(table).state.play.bets:
        form = forms(floor, table)[0]
        if form.chance and form.move != "deal":
            take(floor, table, form, **thrown)
        else:
            step(floor, table)
        result = last_result(floor.table(table))
        if result and len(result.net) == players and result.name not in seen:
            seen.add(result.name)
            catch_up(page, floor, table)
            assert {size: felt_at(page, size) for size in before} == before
            lies_whole_above_the_bar(page)
    assert len(seen) == len(wagers)


def felt_at(page: Page, size: tuple[int, int]) -> Any:
    """Where the felt lies at a size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return page.evaluate(FELT_LIES)


def test_what_everybody_owes_at_a_full_table_has_room_on_the_rail(
    house: House, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, everybody = "BAC-1", range(1, 15)
    monkeypatch.setitem(SET_UP, table, SetUp("BAC-2", len(everybody)))
    set_up(house.floor, table)
    page = open_page(f"/tables/{table}")
    felt = page.evaluate(FELT_LIES)
    for seat in everybody:
        bet = {"move": "place-wager", "seat": seat, "wager": "banker", "amount": 2500}
        house.floor.submit(table, bet, who=f"patron-{seat}")
    cards = ["2c", "9d", "2d", "Kh"]
    while house.floor.table(table).state.play.bets:
        form = forms(house.floor, table)[0]
        told = {"cards": (cards.pop(0),)} if form.move == "deal" and cards else {}
        take(house.floor, table, form, **told)
    catch_up(page, house.floor, table)
    expect(page.locator(".seat .beside")).to_have_text(["owes $1.25"] * len(everybody))
    assert page.evaluate(FELT_LIES) == felt
    for size in SIZES.values():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert [one for one in cut_off(page) if "owes" in one] == [], size
        assert len({round(seat.bounding_box()["y"]) for seat in page.locator(".seat").all()}) == 1, size  # type: ignore[index]
