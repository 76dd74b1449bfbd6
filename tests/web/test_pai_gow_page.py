"""A Pai Gow table in a real browser: whole rounds by mouse alone and by keyboard alone, hands set, deliveries stepped through."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from houseway.floor import Floor, Mode
from tests.web.house import (
    DESKTOP,
    PORTRAIT,
    House,
    Look,
    Open,
    catch_up,
    go_to_table,
    show_cookie,
    signed_in,
)
from tests.web.rounds import play_out
from tests.web.test_pages import (
    area,
    attest_everything,
    bet,
    expect_accessible,
    press_on,
    press_on_with_others,
    settled_in_round,
    version,
)
from tests.web.tile_rounds import (
    HANDS,
    KNOWN,
    bet_tiles,
    deal_from_the_dealer,
    deliver_from_the_dealer,
    open_tiles,
    prepare,
    tile_table,
)

TABLE = "PGT-1"
BANKED = "PGT-2"
LIVE = "PGT-3"
STYLES = ["jung-quat", "pin-say-from-left", "dragon-head-from-right"]
MOST_STEPS = 40


@pytest.fixture
def stamps() -> None:
    """Nobody approved or staffed the live table that these tests bring along: no gate asks for it."""


@pytest.fixture
def floor(floor: Floor) -> Floor:
    """The demo property with three tile tables: two for training, one of which players may bank, and one live."""
    tile_table(floor, TABLE, delivery_styles=STYLES)
    open_tiles(floor, TABLE, 1, 2, tiles=KNOWN)
    tile_table(floor, BANKED, player_bank=True, co_bank=True, delivery_styles=STYLES)
    open_tiles(floor, BANKED, 1, 2, 3)
    tile_table(floor, LIVE, Mode.LIVE)
    return floor


def in_play(house: House, table: str) -> bool:
    return bool(house.floor.table(table).state.play.bets)


def movable(page: Page, whose: str) -> Locator:
    return page.locator(f".movable[data-hand='{whose}']")


def part(page: Page, place: str) -> list[str]:
    """The tiles that lie in a place that is being arranged."""
    found = page.locator(f".movable[data-place='{place}']").all()
    return [tile.get_attribute("data-card") or "" for tile in found]


def confirm(page: Page, name: str | re.Pattern[str]) -> None:
    before = version(page)
    page.get_by_role("button", name=name).first.click()
    expect(page.locator("#page")).not_to_have_attribute("data-version", str(before))


def next_step(page: Page) -> None:
    """Press the first button by mouse; a shake of the dice is two moves on a training table."""
    press_on(page)
    expect(page.locator("form[data-chance]:not([data-move=stack-tiles])")).to_have_count(0)


# Whole rounds.


@pytest.mark.long
def test_a_house_banked_round_is_played_by_mouse_alone(house: House, open_page: Open, look: Look) -> None:
    page = open_page("/")
    go_to_table(page, TABLE)
    bet(page, 1, 25, "pai-gow-1")
    bet(page, 2, 100, "pai-gow-2")
    for number in range(MOST_STEPS):
        next_step(page)
        look(page, f"{TABLE}-round-{number:02d}")
        if not in_play(house, TABLE):
            break
    assert not in_play(house, TABLE)
    lines = settled_in_round(house, TABLE)
    assert [line.seat for line in lines] == [1, 2]
    expect(page.locator("#settlement li.line:not(.vigorish)")).to_have_count(2)
    expect(page.locator("#delivery-steps")).to_have_count(0)
    expect(page.get_by_role("img", name=re.compile("^The dealer, high: "))).to_be_visible()
    expect(page.locator(".stack:not(.settled .stack)")).to_have_count(0)
    expect(page.locator("#result .meaning")).to_contain_text(re.compile("^Dealer"))
    expect(page.locator("form.main .go").first).to_have_text(re.compile("^Mix the tiles"))
    page.get_by_role("button", name="Prepare the tiles in one go").click()
    expect(page.locator("#words")).to_have_text(re.compile("Place your bets"))
    expect(page.locator(".kit")).to_contain_text("stacked")
    expect(page.get_by_role("img", name="Stack 8: 4 tiles face down")).to_be_visible()


def tab_to(page: Page, wanted: Locator) -> None:
    """Go on with the Tab key until an element has the focus."""
    for _ in range(150):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the Tab key never came there")


def after_a_first_round(floor: Floor, table: str = BANKED) -> None:
    """The first round of a game is the house's; then the bank may be offered."""
    bet_tiles(floor, table, seat_1=2500, seat_2=2500, seat_3=2500)
    play_out(floor, table)
    prepare(floor, table)


@pytest.mark.long
def test_a_banked_round_is_played_by_mouse_alone(house: House, open_page: Open, look: Look) -> None:
    after_a_first_round(house.floor)
    page = open_page(f"/tables/{BANKED}")
    bet(page, 2, 25, "pai-gow-2")
    bet(page, 3, 100, "pai-gow-3")
    confirm(page, "Position 1: offer the bank")
    confirm(page, "Position 1: take the bank")
    expect(page.locator("#puck-bank-marker")).to_be_visible()
    expect(page.locator("form.main .go").first).to_have_text(
        "The dealer puts a wager against the bank before the container"
    )
    press_on(page)
    expect(page.get_by_role("img", name="Dealer's wager: $25")).to_be_visible()
    look(page, f"{BANKED}-staked")
    pots: set[str | None] = set()
    for number in range(MOST_STEPS):
        next_step(page)
        look(page, f"{BANKED}-round-{number:02d}")
        pots.update(pot.get_attribute("aria-label") for pot in page.locator(".pot").all())
        if not in_play(house, BANKED):
            break
    assert not in_play(house, BANKED)
    assert {line.seat for line in settled_in_round(house, BANKED)} == {2, 3}
    expect(page.locator(".pot")).to_have_count(0)
    assert [pot for pot in pots if pot and pot.startswith("Dealer's wager")]


def test_whatever_the_bank_does_is_recorded_as_the_banks(house: House, open_page: Open) -> None:
    after_a_first_round(house.floor)
    page = open_page(f"/tables/{BANKED}")
    bet(page, 2, 25, "pai-gow-2")
    confirm(page, "Position 1: offer the bank")
    confirm(page, "Position 1: take the bank")
    page.locator("[data-seat='2']").click()
    page.locator("form.other input[name=amount]").fill("5")
    confirm(page, "Direct the dealer's wager")
    assert house.floor.table(BANKED).record[-1].act.who == "patron-1"
    press_on(page)
    expect(page.get_by_role("img", name="Dealer's wager: $5")).to_be_visible()
    press_on(page)
    expect(page.locator("form.main .go").first).to_have_text("Shake the dice")
    press_on(page)
    shakes = [act for act in house.floor.table(BANKED).record if type(act.act.move).__name__ == "ShakeDice"]
    assert shakes[-1].act.who == "patron-1"


# Setting the hands.


def to_setting(house: House, page: Page) -> None:
    """The round up to the setting of the hands, with known hands."""
    bet_tiles(house.floor, TABLE, seat_1=2500, seat_2=2500)
    deal_from_the_dealer(house.floor, TABLE)
    catch_up(page, house.floor, TABLE)
    expect(movable(page, "1")).to_have_count(4)


def tile_in(page: Page, place: str, code: str) -> Locator:
    return page.locator(f".movable[data-place='{place}'][data-card='{code}']").first


def test_tiles_change_places_by_two_clicks_and_by_drag(house: House, open_page: Open, look: Look) -> None:
    page = open_page(f"/tables/{TABLE}")
    to_setting(house, page)
    high, low = part(page, "high-2"), part(page, "low-2")
    assert sorted(high + low) == sorted(HANDS[2])
    tile_in(page, "high-2", high[0]).click()
    expect(tile_in(page, "high-2", high[0])).to_have_attribute("aria-pressed", "true")
    look(page, f"{TABLE}-selected")
    assert (part(page, "high-2"), part(page, "low-2")) == (high, low), "nothing moves before the second click"
    tile_in(page, "low-2", low[0]).click()
    assert part(page, "low-2") == [high[0], low[1]]
    assert part(page, "high-2") == [low[0], high[1]]
    tile_in(page, "high-2", low[0]).drag_to(tile_in(page, "low-2", low[1]))
    assert part(page, "high-2") == [low[1], high[1]]
    assert part(page, "low-2") == [high[0], low[0]]
    look(page, f"{TABLE}-arranged")
    assert house.floor.table(TABLE).version == version(page), "nothing is recorded before it is confirmed"


def test_two_tiles_of_a_kind_are_arranged_each_by_itself(house: House, open_page: Open) -> None:
    page = open_page(f"/tables/{TABLE}")
    to_setting(house, page)
    said = page.locator("form[data-setting]").first.locator("[data-arranged]")
    button = page.get_by_role("button", name="Position 1: set the hands")
    expect(movable(page, "1").and_(page.locator("[data-card='6-6']"))).to_have_count(2)
    gather(page, "6-6", "low-1")
    # The Supreme Pair is above every other.
    expect(said).to_have_text("High: supreme pair · Low: pair of teen")
    expect(button).to_be_enabled()
    gather(page, "6-6", "high-1")
    assert sorted(part(page, "low-1")) == ["1-2", "2-4"]
    expect(said).to_have_text(
        "High: pair of teen · Low: supreme pair. Foul: low supreme pair is above high pair of teen"
    )
    expect(button).to_be_disabled()
    expect(page.locator("#tiles-high-1 .tile .red")).to_have_count(12)
    gather(page, "6-6", "low-1")
    confirm(page, "Position 1: set the hands")
    assert sorted(house.floor.table(TABLE).record[-1].act.move.low) == ["6-6", "6-6"]
    expect(page.get_by_role("img", name="Position 1, high: 2 tiles face down")).to_be_visible()


def gather(page: Page, code: str, place: str) -> None:
    """Two tiles of a kind to one place of position 1, one after the other."""
    other = "low-1" if place == "high-1" else "high-1"
    while code in part(page, other):
        tile_in(page, other, code).click()
        away = next(each for each in part(page, place) if each != code)
        tile_in(page, place, away).click()
        assert sorted(part(page, place) + part(page, other)) == sorted(HANDS[1])
        for slot in movable(page, "1").all():
            expect(slot.locator(".face")).to_have_count(1)
    assert part(page, place) == [code, code]


def test_tiles_change_places_by_keyboard_and_the_focus_stays_with_them(house: House, open_page: Open) -> None:
    page = open_page(f"/tables/{TABLE}")
    to_setting(house, page)
    code = part(page, "high-2")[1]
    tile = movable(page, "2").and_(page.locator(f"[data-card='{code}']"))
    tab_to(page, tile)
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(tile).to_be_focused()
    expect(tile).to_have_attribute("aria-label", f"{code}, low hand, position 2")
    expect(page.locator("#notice")).to_contain_text(f"{code} lies low")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert code in part(page, "low-2")


def test_the_house_way_is_laid_out_for_a_player_who_asks(house: House, open_page: Open) -> None:
    page = open_page(f"/tables/{TABLE}")
    to_setting(house, page)
    confirm(page, "Position 1: ask for the house way")
    told = house.floor.table(TABLE).record[-1].events[0]
    assert part(page, "high-1") == list(told.high)
    assert part(page, "low-1") == list(told.low)
    # The Supreme Pair is never split.
    assert {"1-2", "2-4"} in ({*told.high}, {*told.low})


def test_the_dealer_begins_with_the_house_way_and_the_low_hand_lies_across(
    house: House, open_page: Open, look: Look
) -> None:
    page = open_page(f"/tables/{TABLE}")
    to_setting(house, page)
    for _ in range(3):
        press_on(page)
    expect(movable(page, "dealer")).to_have_count(4)
    look(page, f"{TABLE}-dealer-sets")
    press_on(page)
    turned = page.locator("#tiles-low-dealer .tile").first
    expect(turned).to_have_attribute("transform", re.compile("rotate"))
    assert "DealerHandsReset" not in {
        type(event).__name__ for event in house.floor.table(TABLE).record[-1].events
    }


# Nothing is given away.


def test_no_tile_is_on_the_page_before_the_table_shows_it(house: House, open_page: Open) -> None:
    page = open_page(f"/tables/{TABLE}")
    bet_tiles(house.floor, TABLE, seat_1=2500)
    expect(page.locator(".tile circle")).to_have_count(0)
    expect(page.locator(".tile .frame")).to_have_count(32)
    deal_from_the_dealer(house.floor, TABLE)
    catch_up(page, house.floor, TABLE)
    spots = sum(int(end) for code in HANDS[1] for end in code.split("-"))
    expect(page.locator(".tiles .tile circle")).to_have_count(spots)
    expect(page.get_by_role("img", name="The dealer: 4 tiles face down")).to_be_visible()
    expect(page.get_by_role("img", name="Dead hand: 24 tiles face down")).to_be_visible()


def test_replay_shows_the_tiles_as_they_lay(house: House, open_page: Open) -> None:
    bet_tiles(house.floor, TABLE, seat_1=2500)
    deal_from_the_dealer(house.floor, TABLE)
    at = house.floor.table(TABLE).version
    play_out(house.floor, TABLE)
    page = open_page(f"/tables/{TABLE}?at={at}")
    expect(page.locator(".movable")).to_have_count(0)
    expect(page.get_by_role("img", name=f"Position 1: {', '.join(HANDS[1])}")).to_be_visible()
    expect(page.get_by_role("img", name="The dealer: 4 tiles face down")).to_be_visible()


# The delivery.


def served(page: Page) -> list[str]:
    """The tiles that the step shown takes from the stacks."""
    return sorted(tile.get_attribute("data-delivered") or "" for tile in page.locator(".served").all())


def test_a_delivery_is_stepped_through_on_the_felt(house: House, open_page: Open, look: Look) -> None:
    bet_tiles(house.floor, TABLE, seat_1=2500)
    deal_from_the_dealer(house.floor, TABLE)
    page = open_page(f"/tables/{TABLE}")
    panel = page.locator("#delivery-steps")
    panel.get_by_role("button", name="Show the delivery").click()
    expect(panel.locator("[data-service]")).to_have_text("1 of 8: The dealer gets the whole of stack 8.")
    assert served(page) == ["7:0", "7:1", "7:2", "7:3"]
    panel.get_by_role("button", name="Next hand").click()
    expect(panel.locator("[data-service]")).to_have_text("2 of 8: Position 1 gets the whole of stack 7.")
    assert lies_on(page, "#delivered-6-0", "low-1") or lies_on(page, "#delivered-6-0", "high-1")
    assert lies_on(page, "#delivered-0-0", "stack-1")
    look(page, f"{TABLE}-delivery")
    panel.get_by_role("button", name="One hand back").click()
    expect(panel.locator("[data-service]")).to_contain_text("1 of 8")
    assert lies_on(page, "#delivered-6-0", "stack-7")
    for _ in range(7):
        panel.get_by_role("button", name="Next hand").click()
    expect(panel.locator("[data-service]")).to_have_text("8 of 8: The Dead Hand gets the whole of stack 1.")
    expect(panel.get_by_role("button", name="Next hand")).to_be_disabled()
    panel.get_by_role("button", name="Hide").click()
    expect(page.locator("#delivery")).to_be_hidden()
    expect(page.locator("#tiles-dead-hand")).to_be_visible()


def lies_on(page: Page, tile: str, name: str) -> bool:
    """Whether the middle of a tile lies within an area, across."""
    box, ground = page.locator(tile).bounding_box(), area(page, name).bounding_box()
    assert box is not None
    assert ground is not None
    middle = box["x"] + box["width"] / 2
    return ground["x"] - 8 <= middle <= ground["x"] + ground["width"] + 8


def test_a_style_is_shown_before_it_is_chosen(house: House, open_page: Open, look: Look) -> None:
    bet_tiles(house.floor, TABLE, seat_1=2500)
    house.floor.submit(TABLE, {"move": "call-no-more-bets"}, who="PA-1001")
    page = open_page(f"/tables/{TABLE}")
    panel = page.locator("#delivery-steps")
    panel.locator("select").select_option("jung-quat")
    panel.get_by_role("button", name="Show the delivery").click()
    expect(panel.locator("[data-service]")).to_have_text(
        "1 of 8: The first position served gets the two top tiles of stacks 4 and 5."
    )
    assert served(page) == ["3:0", "3:1", "4:0", "4:1"]
    panel.get_by_role("button", name="Next hand").click()
    assert served(page) == ["3:2", "3:3", "4:2", "4:3"]
    expect(page.locator(".delivery .gone")).to_have_count(4)
    look(page, f"{TABLE}-style")
    page.locator("form[data-move=choose-delivery] select").select_option('"jung-quat"')
    confirm(page, "Choose the delivery")
    assert house.floor.table(TABLE).state.play.style == "jung-quat"


def test_a_delivery_is_stepped_through_by_keyboard_alone(house: House, open_page: Open) -> None:
    bet_tiles(house.floor, TABLE, seat_1=2500)
    deal_from_the_dealer(house.floor, TABLE)
    page = open_page(f"/tables/{TABLE}")
    tab_to(page, page.locator("[data-delivery=play]"))
    page.keyboard.press("Enter")
    tab_to(page, page.locator("[data-delivery=on]"))
    for _ in range(2):
        page.keyboard.press("Space")
    expect(page.locator("[data-service]")).to_contain_text("3 of 8: Position 2 gets")
    house.floor.submit(TABLE, {"move": "buy-in", "seat": 2, "amount": 10_000}, who="PA-1001")
    catch_up(page, house.floor, TABLE)
    expect(page.locator("[data-service]")).to_contain_text("3 of 8: Position 2 gets")


def test_a_delivery_plays_by_itself_where_motion_is_welcome(house: House, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]})
    show_cookie(context, signed_in(house.floor), house.floor, house.address)
    page = context.new_page()
    page.goto(f"{house.address}/tables/{TABLE}")
    bet_tiles(house.floor, TABLE, seat_1=2500)
    # What comes next would end it.
    deliver_from_the_dealer(house.floor, TABLE)
    expect(page.locator(".felt")).to_have_class(re.compile("stepping"))
    expect(page.locator("[data-service]")).to_contain_text(re.compile("[2-8] of 8"))
    page.locator("[data-delivery=close]").click()
    expect(page.locator("#tiles-dead-hand")).to_be_visible()
    context.close()


# A live table is told its tiles when they are turned over.


def test_a_live_round_is_told_hand_by_hand(house: House, open_page: Open, look: Look) -> None:
    page = open_page(f"/tables/{LIVE}")
    press_on(page)
    press_on_with_others(page, house, LIVE)
    for reference in page.locator("input[name=reference]").all():
        reference.fill("BGO 2024-17")
    attest_everything(page)
    press_on(page)
    page.get_by_role("button", name="Position 1: take this seat").click()
    page.get_by_role("button", name=re.compile(r"\+\$500")).click()
    expect(page.locator("#seat-1")).to_contain_text("$500")
    while page.locator("form.main[data-prepares]").count():
        press_on_with_others(page, house, LIVE)
    bet(page, 1, 25, "pai-gow-1")
    for label in ("No more bets", "Shake the dice"):
        expect(page.locator("form.main .go").first).to_have_text(label)
        press_on(page)
    for name in ("die_1", "die_2", "die_3"):
        page.locator(f"form.main input[name={name}][value='3']").check()
    for _ in range(4):
        press_on(page)
    turn = page.locator("form.main input[name=tiles]")
    for wrong, said in (
        ("66 77", "No tile is called 77"),
        ("66 6-6 42", "3 tiles are written and 4 are needed"),
    ):
        turn.fill(wrong)
        page.locator("form.main .go").first.click()
        expect(page.get_by_role("alert")).to_contain_text(said)
    turn.fill("44, 3-1 2-2; 5/5")
    press_on(page)
    expect(movable(page, "dealer")).to_have_count(4)
    press_on(page)
    page.locator("form.main input[name=high]").fill("6-6 66")
    page.locator("form.main input[name=low]").fill("2-4 1-2")
    look(page, f"{LIVE}-reveal")
    press_on(page)
    (line,) = settled_in_round(house, LIVE)
    assert (line.seat, line.result) == (1, "win")
    expect(page.locator("#settlement li.vigorish .paid")).to_have_text("−$1.25")


# How it looks.


def lay_everything(house: House, table: str) -> None:
    bet_tiles(house.floor, table, seat_1=2500, seat_2=10_000)
    deal_from_the_dealer(house.floor, table)


def test_tile_tables_fit_a_tablet_that_stands(house: House, open_page: Open, look: Look) -> None:
    size = PORTRAIT
    lay_everything(house, TABLE)
    page = open_page(f"/tables/{TABLE}", size)
    page.locator(".tiles").first.wait_for()
    look(page, f"{TABLE}-{size[0]}x{size[1]}")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    expect(page.locator(".layout")).to_be_in_viewport(ratio=1)
    expect(page.locator("form.main .go").first).to_be_in_viewport(ratio=1)


@pytest.mark.long
def test_tile_tables_are_accessible(house: House, open_page: Open) -> None:
    page = open_page(f"/tables/{TABLE}")
    expect_accessible(page)
    lay_everything(house, TABLE)
    catch_up(page, house.floor, TABLE)
    expect_accessible(page)
    page.locator("[data-delivery=play]").click()
    expect(page.locator("[data-service]")).to_contain_text("1 of 8")
    expect_accessible(page)
    page.locator("[data-delivery=close]").click()
    play_out(house.floor, TABLE)
    catch_up(page, house.floor, TABLE)
    expect(page.locator("#settlement")).to_be_visible()
    expect_accessible(page)


@pytest.mark.long
def test_a_banked_round_is_accessible(house: House, open_page: Open) -> None:
    after_a_first_round(house.floor)
    bet_tiles(house.floor, BANKED, seat_2=2500, seat_3=2500)
    for move in (
        {"move": "offer-bank", "seat": 1},
        {"move": "accept-bank", "seat": 1},
        {"move": "stake-dealer-wager"},
    ):
        house.floor.submit(BANKED, move, who="PA-1001")
    page = open_page(f"/tables/{BANKED}")
    expect(page.locator(".pot")).to_have_count(1)
    expect_accessible(page)


def test_a_tile_game_is_drawn_without_code_of_its_own() -> None:
    """The page knows no game by name: whatever it shows comes from layout, display, events and lawful moves."""
    web = Path(__file__).parents[2] / "src" / "houseway" / "web"
    for source in (*web.glob("*.py"), *web.glob("templates/*.html"), *web.glob("static/*.js")):
        text = source.read_text().casefold()
        assert not [name for name in ("pai-gow", "pai_gow", "pai gow") if name in text], source
