"""Card tables in a real browser: whole rounds by mouse alone and by keyboard alone, hands set, cards told, nothing given away."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from houseway.table.card_game import CardGame
from houseway.web.setting import read_hands
from tests.web.house import DESKTOP, PORTRAIT, TABLET, House, Look, Open, catch_up, go_to_table
from tests.web.measured import beyond_their_place, small_on_the_felt
from tests.web.rounds import CARD_TABLES, bet_all, play_out, play_to, step
from tests.web.test_pages import (
    area,
    attest_everything,
    bet,
    expect_accessible,
    press_on,
    press_on_with_others,
    settled_in_round,
    stack,
    version,
)

AREAS = {
    "3CP-1": ("ante-1", "pair-plus-1", "six-card-bonus-1", "ante-2"),
    "HL-1": ("ante-1", "tie-1", "poker-bonus-1", "ante-2"),
    "AP-1": ("asia-poker-1", "bonus-1", "asia-poker-2"),
}
MOST_STEPS = 30


def label(page: Page) -> str:
    return page.locator("form.main .go").first.inner_text()


def next_step(page: Page) -> None:
    """Press the first button by mouse; a throw of the dice is two moves on a training table."""
    press_on(page)
    expect(page.locator("form[data-chance]:not([data-move=deal])")).to_have_count(0)


def bet_by_mouse(page: Page, table: str, chip: int = 25) -> None:
    page.locator(f"[data-chip='{chip * 100}']").click()
    for name in AREAS[table]:
        area(page, name).click()
        expect(stack(page, name, int(name[-1]))).to_contain_text(f"${chip}")


def bets(house: House, table: str) -> Any:
    return house.floor.table(table).state.play.bets


def movable(page: Page, whose: str) -> Locator:
    return page.locator(f".movable[data-hand='{whose}']")


def codes(cards: Locator) -> list[str]:
    return [card.get_attribute("data-card") or "" for card in cards.all()]


def part(page: Page, place: str) -> list[str]:
    """The cards that lie in a place that is being arranged."""
    return codes(page.locator(f".movable[data-place='{place}']"))


# Whole rounds.


# A round of every game, step by step and in one go, at every size: test_every_round, test_brisk. Here the first button takes
# each step by itself, and the Tab key comes everywhere.


@pytest.mark.long
def test_a_round_is_played_by_mouse_alone(house: House, open_page: Open, look: Look) -> None:
    table = "AP-1"
    page = open_page("/")
    go_to_table(page, table)
    bet_by_mouse(page, table)
    for number in range(MOST_STEPS):
        next_step(page)
        look(page, f"{table}-round-{number:02d}")
        if not bets(house, table):
            break
    assert bets(house, table) == ()
    lines = settled_in_round(house, table)
    assert len(lines) >= len(AREAS[table])
    expect(page.locator("#settlement li.line")).to_have_count(len(lines))
    expect(page.locator(".stack:not(.settled .stack)")).to_have_count(0)
    expect(page.locator("#result .meaning")).to_contain_text(re.compile("^Dealer"))
    expect(page.locator("#words")).to_contain_text("Place your bets")
    expect(page.get_by_role("img", name=re.compile("^Dealer"))).not_to_have_count(0)


def tab_to(page: Page, wanted: Locator) -> None:
    """Go on with the Tab key until an element has the focus."""
    for _ in range(150):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the Tab key never came there")


@pytest.mark.long
def test_a_round_is_played_by_keyboard_alone(house: House, open_page: Open) -> None:
    table = "HL-1"
    page = open_page(f"/tables/{table}")
    for name in AREAS[table]:
        tab_to(page, area(page, name))
        page.keyboard.press("Enter")
        expect(stack(page, name, int(name[-1]))).to_be_visible()
    for _ in range(MOST_STEPS):
        before = version(page)
        tab_to(page, page.locator("form.main .go").first)
        page.keyboard.press("Enter")
        expect(page.locator("#page")).not_to_have_attribute("data-version", str(before))
        expect(page.locator("form[data-chance]:not([data-move=deal])")).to_have_count(0)
        if not bets(house, table):
            break
    assert bets(house, table) == ()
    expect(page.locator("#settlement li.line")).not_to_have_count(0)


# Betting where each position has areas of its own.


def test_an_area_bets_for_its_own_position_whoever_is_selected(house: House, open_page: Open) -> None:
    page = open_page("/tables/3CP-1")
    page.locator("[data-seat='1']").click()
    area(page, "ante-2").click()
    expect(stack(page, "ante-2", 2)).to_be_visible()
    expect(page.locator("#seat-2")).to_have_attribute("aria-pressed", "true")
    expect(area(page, "ante-2")).to_have_attribute("aria-label", re.compile("wager .* for position 2$"))
    expect(area(page, "ante-5")).to_have_count(0)
    area(page, "ante-2").click(modifiers=["Shift"])
    expect(stack(page, "ante-2", 2)).to_have_count(0)


def test_a_play_wager_goes_down_on_the_felt_in_the_size_of_the_ante(house: House, open_page: Open) -> None:
    page = open_page("/tables/3CP-1")
    bet(page, 1, 100, "ante-1")
    page.locator("[data-chip='500']").click()
    while "wagers" not in label(page):
        next_step(page)
    area(page, "play-1").click()
    expect(stack(page, "play-1", 1)).to_contain_text("$100")
    expect(page.locator("#notice")).to_be_empty()


def test_a_player_who_folds_gives_up_the_cards(house: House, open_page: Open) -> None:
    page = open_page("/tables/HL-1")
    bet(page, 1, 25, "ante-1")
    bet(page, 2, 25, "ante-2")
    while "wagers" not in label(page):
        next_step(page)
    page.get_by_role("button", name=re.compile("^Position 1 folds")).click()
    expect(page.locator("#record")).to_contain_text("Position 1 folds")
    expect(page.locator("form.main .go").first).to_have_text("Position 2 wagers $25 on Play")


def test_areas_that_cannot_be_bet_are_no_tab_stops(house: House, open_page: Open) -> None:
    page = open_page("/tables/3CP-1")
    expect(area(page, "ante-1")).to_have_attribute("tabindex", "0")
    expect(area(page, "play-1")).to_have_attribute("tabindex", "-1")
    for nobodys in ("pair-plus-5", "ante-5"):
        expect(area(page, nobodys)).to_have_count(0)
    bet(page, 1, 25, "ante-1")
    for _ in range(3):
        next_step(page)
    expect(area(page, "ante-1")).to_have_attribute("tabindex", "-1")
    expect(area(page, "play-1")).to_have_attribute("tabindex", "0")


def test_a_chip_chosen_meanwhile_is_not_the_one_that_went_down(house: House, open_page: Open) -> None:
    page = open_page("/tables/3CP-1")
    page.locator("[data-chip='2500']").click()
    # Both happen before the house has answered the first.
    page.evaluate(
        """() => {
            document.querySelector("#area-ante-1").dispatchEvent(new MouseEvent("click", { bubbles: true }));
            document.querySelector("#area-ante-2").dispatchEvent(new MouseEvent("click", { bubbles: true }));
            document.querySelector("[data-chip='500']").click();
        }"""
    )
    for seat in (1, 2):
        expect(stack(page, f"ante-{seat}", seat)).to_contain_text("$25")
    expect(page.locator("#notice")).to_be_empty()


def test_a_seat_is_taken_once_however_often_it_is_clicked(house: House, open_page: Open) -> None:
    page = open_page("/tables/3CP-1")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    page.evaluate(
        """() => { const seat = document.querySelector("[data-take='4']"); seat.click(); seat.click(); }"""
    )
    expect(page.locator("[data-seat='4']")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-chip='500']").click()
    expect(page.locator("#refusal")).to_be_empty()
    assert len(asked) == 1


# Setting the hands.


def to_setting(house: House, page: Page, table: str, move: str) -> None:
    """The round up to the setting of the hands, with the page brought up to date."""
    bet_all(house.floor, table, 1, 2)
    play_to(house.floor, table, move)
    catch_up(page, house.floor, table)
    expect(page.locator("form[data-setting]").first).to_be_visible()


def confirm(page: Page, name: str) -> None:
    before = version(page)
    page.get_by_role("button", name=name).click()
    expect(page.locator("#page")).not_to_have_attribute("data-version", str(before))


def card_of(page: Page, code: str) -> Locator:
    return page.locator(f".movable[data-card='{code}']")


def test_cards_change_places_by_two_clicks_and_by_drag(house: House, open_page: Open, look: Look) -> None:
    page = open_page("/tables/HL-1")
    to_setting(house, page, "HL-1", "set-hand")
    high, low = part(page, "high-1"), part(page, "low-1")
    card_of(page, high[0]).click()
    expect(card_of(page, high[0])).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#notice")).to_contain_text("is selected")
    look(page, "HL-1-selected")
    assert (part(page, "high-1"), part(page, "low-1")) == (high, low), "nothing moves before the second click"
    card_of(page, low[1]).click()
    assert part(page, "low-1") == [low[0], high[0]]
    assert part(page, "high-1") == [low[1], *high[1:]]
    expect(page.locator(".movable[aria-pressed=true]")).to_have_count(0)
    card_of(page, high[1]).drag_to(card_of(page, low[0]))
    assert part(page, "low-1") == [high[1], high[0]]
    drag(page, card_of(page, high[0]), *beside_the_cards(page, "high-1"))
    assert high[0] in part(page, "high-1")
    assert len(part(page, "low-1")) == 2
    look(page, "HL-1-arranged")
    assert house.floor.table("HL-1").version == version(page), "nothing is recorded before it is confirmed"


def beside_the_cards(page: Page, place: str) -> tuple[float, float]:
    """A point on the ground of a place, beside the cards that lie there."""
    ground = page.locator(f"#area-{place} .ground").bounding_box()
    assert ground is not None
    return ground["x"] + 4, ground["y"] + 4


def test_a_selected_card_is_let_go_by_a_second_click_and_put_down_beside_the_others(
    house: House, open_page: Open
) -> None:
    page = open_page("/tables/HL-1")
    to_setting(house, page, "HL-1", "set-hand")
    high, low = part(page, "high-1"), part(page, "low-1")
    card_of(page, low[0]).click()
    card_of(page, low[0]).click()
    expect(card_of(page, low[0])).to_have_attribute("aria-pressed", "false")
    # A card of another position is selected in its place, and changes places with none of these.
    card_of(page, low[0]).click()
    other = part(page, "high-2")[0]
    card_of(page, other).click()
    expect(page.locator(".movable[aria-pressed=true]")).to_have_attribute("data-card", other)
    assert (part(page, "high-1"), part(page, "low-1")) == (high, low)
    card_of(page, low[0]).click()
    page.mouse.click(*beside_the_cards(page, "high-1"))
    assert low[0] in part(page, "high-1")
    assert len(part(page, "low-1")) == 2


def drag(page: Page, card: Locator, x: float, y: float) -> None:
    """Drag a card to a point, with the mouse."""
    box = card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(x, y, steps=4)
    page.mouse.up()


def test_a_hand_is_set_as_it_was_arranged(house: House, open_page: Open) -> None:
    page = open_page("/tables/HL-1")
    bet_all(house.floor, "HL-1", 1)
    play_to(house.floor, "HL-1", "set-hand", {1: "As Kd Qc 9h 4d"})
    catch_up(page, house.floor, "HL-1")
    expect(movable(page, "1")).to_have_count(5)
    arrange(page, "1", low={"9h", "4d"})
    expect(page.locator("[data-arranged]")).to_have_text("High: 31 points · Low: 13 points")
    confirm(page, "Position 1 sets the hands")
    laid = house.floor.table("HL-1").record[-1].act.move
    assert set(laid.low) == {"9h", "4d"}
    expect(movable(page, "1")).to_have_count(0)


def arrange(page: Page, whose: str, **wanted: set[str]) -> None:
    """Change places by two clicks each until these cards lie in these parts of a hand."""
    for name, cards in wanted.items():
        place = f"{name}-{whose}"
        missing = sorted(cards - set(part(page, place)))
        for card, other in zip(missing, sorted(set(part(page, place)) - cards), strict=True):
            card_of(page, card).click()
            card_of(page, other).click()
    assert all(set(part(page, f"{name}-{whose}")) == cards for name, cards in wanted.items())


def test_a_setting_that_the_rules_do_not_allow_says_why_and_cannot_be_confirmed(
    house: House, open_page: Open
) -> None:
    page = open_page("/tables/HL-1")
    bet_all(house.floor, "HL-1", 1)
    play_to(house.floor, "HL-1", "set-hand", {1: "As Ad Kc 9h 4d"})
    catch_up(page, house.floor, "HL-1")
    expect(movable(page, "1")).to_have_count(5)
    said, button = (
        page.locator("[data-arranged]"),
        page.get_by_role("button", name="Position 1 sets the hands"),
    )
    arrange(page, "1", low={"As", "Ad"})
    expect(said).to_have_text("High: 23 points · Low: 2 points. Foul: only one ace may lie low")
    expect(button).to_be_disabled()
    expect(button).to_have_accessible_description(re.compile("only one ace may lie low"))
    arrange(page, "1", low={"9h", "Kc"})
    expect(said).to_contain_text("Foul: low K♣ is worth more than high 4♦")
    arrange(page, "1", low={"As", "4d"})
    expect(said).to_have_text("High: 30 points · Low: 5 points")
    expect(button).to_be_enabled()
    assert house.floor.table("HL-1").version == version(page)
    # Once somebody else has had the hand set, nothing is said of how it lay here.
    expect(page.locator("#notice")).to_contain_text("lies low")
    step(house.floor, "HL-1")
    catch_up(page, house.floor, "HL-1")
    expect(page.locator("#notice")).to_be_empty()


FOUL = {1: "Kd Qh 9c 8s 5d 4h 2c"}


def test_a_foul_says_which_hand_outranks_which(house: House, open_page: Open, look: Look) -> None:
    page = open_page("/tables/AP-1")
    bet_all(house.floor, "AP-1", 1)
    play_to(house.floor, "AP-1", "place-hands", FOUL)
    catch_up(page, house.floor, "AP-1")
    expect(movable(page, "1")).to_have_count(7)
    said, button = (
        page.locator("[data-arranged]"),
        page.get_by_role("button", name="Position 1: set the hands"),
    )
    arrange(page, "1", low={"2c"}, medium={"Kd", "5d"})
    expect(said).to_have_text(
        "High: queen high · Medium: king high · Low: two. Foul: medium king high is above high queen high"
    )
    expect(button).to_be_disabled()
    look(page, "AP-1-foul")
    expect_accessible(page)
    arrange(page, "1", medium={"Qh", "5d"})
    expect(said).to_have_text("High: king high · Medium: queen high · Low: two")
    for width, height in (DESKTOP, TABLET):
        page.set_viewport_size({"width": width, "height": height})
        assert beyond_their_place(page) == []
        assert small_on_the_felt(page) == []
    confirm(page, "Position 1: set the hands")
    laid = house.floor.table("AP-1").record[-1].act.move
    assert [set(hand) for hand in read_hands(laid.setting)] == [
        {"Kd", "9c", "8s", "4h"},
        {"Qh", "5d"},
        {"2c"},
    ]


def test_a_hand_is_set_by_keyboard_alone(house: House, open_page: Open) -> None:
    page = open_page("/tables/AP-1")
    bet_all(house.floor, "AP-1", 1)
    play_to(house.floor, "AP-1", "place-hands", FOUL)
    catch_up(page, house.floor, "AP-1")
    expect(movable(page, "1")).to_have_count(7)
    high, medium, low = (part(page, f"{name}-1") for name in ("high", "medium", "low"))
    tab_to(page, card_of(page, high[0]))
    page.keyboard.press("Enter")
    expect(card_of(page, high[0])).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(card_of(page, high[0])).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Space")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(card_of(page, medium[0])).to_be_focused()
    page.keyboard.press("Enter")
    moved = card_of(page, high[0])
    expect(moved).to_be_focused()
    expect(moved).to_have_attribute("aria-label", re.compile("medium hand, position 1$"))
    expect(page.locator("#notice")).to_contain_text("lies medium. Foul: medium king high is above high queen")
    expect(page.locator("#hand-medium-1")).to_have_attribute("aria-label", re.compile("king high$"))
    assert part(page, "high-1") == [medium[0], *high[1:]]
    button = page.locator("form[data-setting] .go")
    expect(page.locator("[data-arranged]")).to_contain_text("Foul: medium king high is above high queen high")
    expect(button).to_be_disabled()
    # From the first card the arrow to the left goes round to the last.
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    expect(card_of(page, low[0])).to_be_focused()
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert part(page, "high-1") == [medium[0], high[0], *high[2:]]
    assert part(page, "medium-1") == [high[1], medium[1]]
    expect(button).to_be_enabled()
    before = version(page)
    tab_to(page, button)
    page.keyboard.press("Enter")
    expect(page.locator("#page")).not_to_have_attribute("data-version", str(before))
    assert house.floor.table("AP-1").record[-1].act.move.setting


def test_an_arrangement_survives_what_others_do_meanwhile(house: House, open_page: Open) -> None:
    page = open_page("/tables/AP-1")
    to_setting(house, page, "AP-1", "place-hands")
    card_of(page, part(page, "high-1")[0]).click()
    card_of(page, part(page, "medium-1")[0]).click()
    card_of(page, part(page, "low-1")[0]).click()
    arranged = part(page, "high-1"), part(page, "medium-1"), part(page, "low-1")
    house.floor.submit("AP-1", {"move": "buy-in", "seat": 2, "amount": 10_000}, who="PA-1001")
    catch_up(page, house.floor, "AP-1")
    assert (part(page, "high-1"), part(page, "medium-1"), part(page, "low-1")) == arranged
    expect(page.locator(".movable[aria-pressed=true]")).to_have_attribute("data-card", arranged[2][0])


def test_the_house_way_is_laid_out_for_a_player_who_asks(house: House, open_page: Open) -> None:
    page = open_page("/tables/AP-1")
    to_setting(house, page, "AP-1", "place-hands")
    page.get_by_role("button", name="Position 1: ask for the house way").click()
    expect(page.locator("#record")).to_contain_text("Position 1 hears the house way")
    told = house.floor.table("AP-1").record[-1].events[0].hands
    expect(page.locator("[data-arranged]").first).to_contain_text("High: ")
    lies = ("".join(part(page, f"{name}-1")) for name in ("high", "medium", "low"))
    assert " ".join(lies) == told
    confirm(page, "Position 1: set the hands")


# Cards as they lie.


def test_the_dealers_cards_lie_face_down_in_the_colour_of_the_deck(house: House, open_page: Open) -> None:
    page = open_page("/tables/3CP-1")
    bet_all(house.floor, "3CP-1", 1)
    play_to(house.floor, "3CP-1", "place-wager")
    dealer = page.get_by_role("img", name=re.compile("^Dealer"))
    expect(dealer).to_have_attribute("aria-label", "Dealer: 3 cards face down")
    expect(dealer.locator(".back-red .back")).to_have_count(3)
    expect(dealer.locator(".suit")).to_have_count(0)
    expect(page.get_by_role("img", name=re.compile("^Position 1")).locator(".rank")).to_have_count(3)
    play_out(house.floor, "3CP-1")
    expect(dealer.locator(".rank")).to_have_count(3)


def test_replay_shows_the_cards_as_they_lay(house: House, open_page: Open) -> None:
    bet_all(house.floor, "HL-1", 1)
    play_to(house.floor, "HL-1", "set-hand")
    at = house.floor.table("HL-1").version
    play_out(house.floor, "HL-1")
    page = open_page(f"/tables/HL-1?at={at}")
    expect(page.get_by_role("img", name="Dealer: 5 cards face down")).to_be_visible()
    expect(page.locator(".movable")).to_have_count(0)
    expect(page.get_by_role("img", name=re.compile("^Position 1: .* of "))).to_be_visible()


# The deck.


def test_a_deck_is_prepared_in_one_go_each_step_recorded(house: House, open_page: Open) -> None:
    page = open_page("/tables/HL-1")
    expect(page.locator(".kit")).to_contain_text("Deck HL-1-A, red backs, ready to be dealt")
    page.get_by_text("Other steps").click()
    confirm(page, "Remove the deck")
    expect(page.locator(".hint").first).to_contain_text("No deck stands ready")
    expect(page.locator(".kit")).to_contain_text("No deck at the table")
    start = version(page)
    page.get_by_role("button", name="Prepare the deck in one go").click()
    expect(page.locator(".kit")).to_contain_text("ready to be dealt")
    expect(page.locator("[data-prepare]")).to_have_count(0)
    moves = [recorded.act.move.__struct_config__.tag for recorded in house.floor.table("HL-1").record]
    assert moves[start - 1 :] == [
        "bring-deck",
        "inspect-deck",
        "verify-deck",
        "spread-deck",
        "show-spread",
        "wash-deck",
        "shuffle-deck",
        "cut-deck",
        "load-deck",
    ]


# A live table is told its cards.


def open_live(house: House, page: Page, seat: int = 1) -> None:
    """A live card table opened from its check-list, with a player, chips, and a deck ready."""
    table = page.locator("#page").get_attribute("data-table") or ""
    attest_everything(page)
    press_on(page)
    page.get_by_role("button", name=f"Position {seat}: take this seat").click()
    page.get_by_role("button", name=re.compile(r"\+\$500")).click()
    expect(page.locator(f"#seat-{seat}")).to_contain_text("$500")
    while page.locator("form.main[data-prepares]").count():
        press_on_with_others(page, house, table)


def write_cards(page: Page, cards: str, name: str = "cards") -> None:
    page.locator(f"form.main input[name={name}]").first.fill(cards)


def test_a_live_round_is_told_card_by_card(house: House, open_page: Open) -> None:
    page = open_page("/tables/3CP-2")
    open_live(house, page)
    expect(page.locator("[data-prepare]")).to_have_count(0)
    bet(page, 1, 25, "ante-1", "pair-plus-1")
    press_on(page)
    expect(page.locator("form.main .note").first).to_contain_text(
        "6 cards are due, one at a time: position 1, the dealer"
    )
    refusal = page.get_by_role("alert")
    for wrong, said in (
        ("Ks 11h", "No card is called 11h"),
        ("Ks ks", "Ks is written twice"),
        ("2c 3c 4c 5c 6c 7c 8c", "7 cards are written and 6 are due"),
    ):
        write_cards(page, wrong)
        page.get_by_role("button", name="Deal", exact=True).click()
        expect(refusal).to_contain_text(said)
    write_cards(page, "ks, 2h 10d; 5s Kh qc")
    confirm_deal(page)
    hands = {hand.seat: hand.cards for hand in house.floor.table("3CP-2").state.play.hands}
    assert hands == {1: ("Ks", "Td", "Kh"), 0: ("2h", "5s", "Qc")}
    expect(page.get_by_role("img", name="Dealer: 3 cards face down")).to_be_visible()


def confirm_deal(page: Page) -> None:
    before = version(page)
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#page")).not_to_have_attribute("data-version", str(before))


def test_cards_that_nobody_saw_are_told_when_they_are_turned_over(house: House, open_page: Open) -> None:
    page = open_page("/tables/3CP-2")
    open_live(house, page)
    bet(page, 1, 25, "ante-1")
    press_on(page)
    confirm(page, "Deal all face down, unseen")
    expect(page.get_by_role("img", name=re.compile("face down$"))).to_have_count(2)
    press_on(page)
    press_on(page)
    write_cards(page, "2h 5s Qc")
    press_on(page)
    expect(page.get_by_role("img", name="Dealer: 2 of hearts, 5 of spades, queen of clubs")).to_be_visible()
    write_cards(page, "Kd Kc 7s")
    press_on(page)
    assert {line.result for line in settled_in_round(house, "3CP-2")} == {"win"}


def test_hands_that_nobody_saw_are_told_place_by_place(house: House, open_page: Open) -> None:
    page = open_page("/tables/AP-2")
    open_live(house, page)
    bet(page, 1, 25, "asia-poker-1")
    press_on(page)
    confirm(page, "Deal all face down, unseen")
    while page.locator("form.main input[name=cards]").count() == 0:
        press_on(page)
    write_cards(page, "2c 3d 4h 7s 8c Td Jh")
    press_on(page)
    press_on(page)
    for name, cards in (("high", "As Ah Kc Kd"), ("medium", "Qs Qh"), ("low", "9c")):
        page.locator(f"form.main input[data-part={name}]").fill(cards)
    press_on(page)
    line = settled_in_round(house, "AP-2")[0]
    assert (line.wager, line.result) == ("asia-poker", "win")


def test_a_folded_hand_kept_for_its_bonus_is_told_without_a_setting(
    house: House, open_page: Open, look: Look
) -> None:
    page = open_page("/tables/HL-2")
    open_live(house, page, 2)
    bet(page, 2, 25, "ante-2", "poker-bonus-2")
    press_on(page)
    confirm(page, "Deal all face down, unseen")
    while page.get_by_role("button", name="Position 2 folds").count() == 0:
        press_on(page)
    confirm(page, "Position 2 folds")
    while page.locator("form.main input[name=cards]").count() == 0:
        press_on(page)
    expect(page.locator("form.main input[name=low]")).not_to_have_attribute("required", "")
    write_cards(page, "Qh Qd 8c 6d 4s")
    press_on(page)
    expect(page.locator("form.main .go").first).to_have_text("Reveal the hands at position 2")
    expect(page.locator("form.main input[name=low]")).to_have_count(0)
    look(page, "HL-2-folded-reveal")
    write_cards(page, "Kh Kc Kd 5c 3h")
    press_on(page)
    line = settled_in_round(house, "HL-2")[-1]
    assert (line.wager, line.result) == ("poker-bonus", "win")


def test_a_hand_set_untold_is_asked_for_its_setting(house: House, open_page: Open) -> None:
    page = open_page("/tables/HL-2")
    open_live(house, page)
    bet(page, 1, 25, "ante-1")
    press_on(page)
    confirm(page, "Deal all face down, unseen")
    while page.locator("form.main input[name=cards]").count() == 0:
        press_on(page)
    write_cards(page, "Qh Qd 8c 6d 4s")
    press_on(page)
    for name in ("cards", "low"):
        expect(page.locator(f"form.main input[name={name}]")).to_have_attribute("required", "")


# When a device has failed.


def test_a_table_whose_shuffler_failed_is_led_on_by_its_first_button(
    house: House, open_page: Open, look: Look
) -> None:
    page = open_page("/tables/3CP-2")
    open_live(house, page)
    page.get_by_text("Irregularities").click()
    failed = page.locator("form.report", has_text="Shuffler cannot be used")
    expect(failed.locator(".about")).to_contain_text("by the dealer or above: cover it or sign it")
    failed.locator("button.call").click()
    expect(page.locator("form.main .go")).to_have_text(["Mark the shuffler out of order"])
    expect(page.locator(".hint").first).to_contain_text("The shuffler has failed")
    look(page, "3CP-2-shuffler-failed")
    press_on(page)
    look(page, "3CP-2-shuffler-marked")
    for said in ("Deal from a manual shoe from now on", "Remove the deck 3CP-2-D1"):
        expect(page.locator("form.main .go").first).to_have_text(said)
        press_on(page)
    while page.locator("form.main[data-prepares]").count():
        press_on(page)
    look(page, "3CP-2-goes-on")
    expect(page.locator(".hint").first).to_contain_text("The next round waits: one line of the check-list")
    page.locator("form.attest .tick").click()
    expect(page.locator("form.attest")).to_have_count(0)
    bet(page, 1, 25, "ante-1")
    expect(page.locator("form.main .go").first).to_have_text("No more bets")


# How they look.


def test_the_chips_of_a_player_are_never_cut_off(house: House, open_page: Open, look: Look) -> None:
    for seat in (3, 4, 5, 6):
        house.floor.submit("HL-1", {"move": "take-seat", "seat": seat}, who=f"patron-{seat}")
    house.floor.submit("HL-1", {"move": "buy-in", "seat": 1, "amount": 2_012_300}, who="PA-1001")
    for seat in range(1, 7):
        house.floor.submit("HL-1", {"move": "buy-in", "seat": seat, "amount": 312_300}, who="PA-1001")
        bet_one = {"move": "place-wager", "seat": seat, "wager": "ante", "amount": 2500}
        house.floor.submit("HL-1", bet_one, who=f"patron-{seat}")
    page = open_page("/tables/HL-1", TABLET)
    look(page, "HL-1-full-tablet")
    for seat in range(1, 7):
        for text in (page.locator(f"#seat-{seat} .rack"), page.locator(f"#seat-{seat} .wagered")):
            inner, outer = text.bounding_box(), page.locator(f"#seat-{seat}").bounding_box()
            assert inner is not None
            assert outer is not None
            assert inner["x"] + inner["width"] <= outer["x"] + outer["width"], seat


@pytest.mark.parametrize("table", CARD_TABLES)
def test_card_tables_fit_a_tablet_that_stands(house: House, open_page: Open, table: str, look: Look) -> None:
    size = PORTRAIT
    bet_all(house.floor, table, 1, 2)
    play_to(house.floor, table, {"3CP-1": "place-wager", "HL-1": "set-hand", "AP-1": "place-hands"}[table])
    page = open_page(f"/tables/{table}", size)
    page.locator(".hand").first.wait_for()
    look(page, f"{table}-{size[0]}x{size[1]}")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    expect(page.locator(".layout")).to_be_in_viewport(ratio=1)
    expect(page.locator("form.main .go").first).to_be_in_viewport(ratio=1)


@pytest.mark.long
@pytest.mark.parametrize("table", CARD_TABLES)
def test_card_tables_are_accessible(house: House, open_page: Open, table: str) -> None:
    page = open_page(f"/tables/{table}")
    expect_accessible(page)
    bet_all(house.floor, table, 1, 2)
    for move in {
        "3CP-1": ("deal", "place-wager", "reveal-hand"),
        "HL-1": ("deal", "set-hand", "reveal-hand"),
        "AP-1": ("deal", "place-hands", "set-dealer-hands", "reveal-hands"),
    }[table]:
        play_to(house.floor, table, move)
        catch_up(page, house.floor, table)
        expect_accessible(page)
    play_out(house.floor, table)
    expect(page.locator("#settlement")).to_be_visible()
    expect_accessible(page)


def test_a_card_game_is_drawn_without_code_of_its_own(house: House) -> None:
    """The page knows no game by name: whatever it shows comes from layout, display and lawful moves."""
    web = Path(__file__).parents[2] / "src" / "houseway" / "web"
    games = [place.game for place in house.floor.tables().values() if isinstance(place.game, CardGame)]
    for source in (*web.glob("*.py"), *web.glob("templates/*.html"), *web.glob("static/*.js")):
        text = source.read_text()
        assert not [game.name for game in games if game.name in text], source


@pytest.mark.parametrize("table", ["3CP-1", "PK-1", "CR-1"])
def test_a_small_laptop_shows_the_felt_whole_and_its_printing_large(open_page: Open, table: str) -> None:
    page = open_page(f"/tables/{table}", size=(1366, 768))
    expect(page.locator(".layout")).to_be_in_viewport(ratio=1)
    assert small_on_the_felt(page, least=10) == []
    expect(page.locator(".replay")).to_be_in_viewport(ratio=1)
    # What lies between the felt and the replay has one row.
    bank = page.locator(".bank").bounding_box()
    assert bank
    assert bank["height"] < 60
