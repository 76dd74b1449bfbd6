"""The pages in a real browser: whole games by mouse alone, and everything a dealer needs on the way."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Locator, Page, expect

from houseway.floor import Floor
from houseway.floor.demo import PASSWORD
from houseway.journal import Journal
from houseway.table.events import BonusPaid, NoMoreBetsCalled, Settled
from tests.web.house import (
    DESKTOP,
    PORTRAIT,
    TABLET,
    TELEPHONE,
    House,
    Look,
    Open,
    catch_up,
    go_to_table,
    served,
    show_cookie,
    signed_in,
)
from tests.web.rounds import step

MOST_STEPS = 40


def version(page: Page) -> int:
    return int(page.locator("#page").get_attribute("data-version") or 0)


def area(page: Page, name: str) -> Locator:
    return page.locator(f"#area-{name}")


def lay_on(page: Page, name: str, **options: Any) -> None:
    """A click on an area where it is printed: one that goes round a corner has other areas in its middle."""
    box, printed = area(page, name).bounding_box(), area(page, name).locator("text").first.bounding_box()
    assert box is not None
    assert printed is not None
    across = printed["x"] + printed["width"] / 2 - box["x"]
    down = printed["y"] + printed["height"] / 2 - box["y"]
    area(page, name).click(position={"x": across, "y": down}, **options)


def stack(page: Page, name: str, seat: int) -> Locator:
    return page.locator(f"#stack-{name}-{seat}")


def bet(page: Page, seat: int, chip: int, *areas: str) -> None:
    """Place a chip of so many dollars on each area, for the player at a position, by mouse."""
    page.locator(f"[data-seat='{seat}']").click()
    page.locator(f"[data-chip='{chip * 100}']").click()
    for name in areas:
        lay_on(page, name)
        expect(stack(page, name, seat)).to_be_visible()


def press_on(page: Page) -> None:
    """Take the most likely next step, as the large button says, and wait until it is done."""
    before = version(page)
    page.locator("form.main .go").first.click()
    expect(page.locator("#page")).not_to_have_attribute("data-version", str(before))


def attest_everything(page: Page, dealer: str = "PA-1001") -> None:
    """Attest every line of the check-list, group by group; a dealer signs where one has to see it."""
    for group in range(page.locator("[data-group]").count(), 0, -1):
        first = page.locator("[data-group]").first
        signs = first.locator("form[data-witness]").count()
        first.locator("[data-attest-all], .tick").first.click()
        if signs:
            sign(page, dealer)
        expect(page.locator("[data-group]")).to_have_count(group - 1)


def sign(page: Page, credential: str) -> None:
    """Somebody signs for what they see, at the same screen."""
    dialog = page.locator("#witness")
    dialog.get_by_label("Credential number").fill(credential)
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Sign").click()


def press_on_with_others(page: Page, house: House, table: str) -> None:
    """Take the next step by mouse; one that checks what this person did is taken by whom it falls to, elsewhere."""
    if page.locator("form.main .go").first.is_enabled():
        press_on(page)
        return
    expect(page.locator("form.main .waits").first).to_contain_text("For another person to enter")
    step(house.floor, table)
    catch_up(page, house.floor, table)


def settled(house: House, table: str) -> list[Settled]:
    """The lines that the latest settlement holds."""
    for recorded in reversed(house.floor.table(table).record):
        lines = [event for event in recorded.events if isinstance(event, Settled)]
        if lines:
            return lines
    return []


def settled_in_round(house: House, table: str) -> list[Any]:
    """Everything that a round of cards has settled, in its order."""
    lines: list[Any] = []
    for recorded in house.floor.table(table).record:
        if any(isinstance(event, NoMoreBetsCalled) for event in recorded.events):
            lines = []
        lines += [event for event in recorded.events if isinstance(event, Settled | BonusPaid)]
    return lines


def expect_settlement(page: Page, lines: list[Settled]) -> None:
    """The panel shows exactly these lines, in their order, each with its clauses."""
    shown = page.locator("#settlement li.line")
    expect(shown).to_have_count(len(lines))
    for number, line in enumerate(lines):
        expect(shown.nth(number).locator(".disc")).to_have_text(str(line.seat))
        expect(shown.nth(number)).to_have_class(re.compile(rf"\b{line.result}\b"))
        clauses = [clause for clause in (line.clause, line.pays, line.order) if clause]
        tags = shown.nth(number).locator(".tag")
        assert [tag.get_attribute("data-clause") for tag in tags.all()] == clauses


# Whole games.


@pytest.mark.long
def test_a_football_game_is_played_by_mouse_alone(house: House, open_page: Open) -> None:
    page = open_page("/")
    go_to_table(page, "TDF-1")
    bet(page, 1, 5, "touchdown", "extra-point", "game-length-4", "penalty")
    bet(page, 2, 25, "defense", "under-four-yards")
    expect(page.locator("#seat-1")).to_contain_text("$980")
    expect(page.locator("#seat-2 .wagered")).to_contain_text("$50")
    expect(page.locator("form.main .go").first).to_have_text("Offer the dice to position 1")
    press_on(page)
    expect(page.locator("form.main .go").first).to_contain_text("Position 1 accepts the dice")
    press_on(page)
    for _ in range(MOST_STEPS):
        if not house.floor.table("TDF-1").state.play.bets:
            break
        press_on(page)
        # A throw is two moves on a training table: the dice leave the hand, then the generator says what they show.
        expect(page.locator("form[data-chance]")).to_have_count(0)
    assert house.floor.table("TDF-1").state.play.bets == ()
    expect(page.get_by_text(re.compile("^Game over")).first).to_be_visible()
    expect_settlement(page, settled(house, "TDF-1"))
    expect(page.locator(".layout > .stack")).to_have_count(0)
    expect(page.locator(".dice .die")).to_have_count(3)


def test_a_sic_bo_round_is_played_by_mouse_alone(house: House, open_page: Open) -> None:
    page = open_page("/")
    go_to_table(page, "SB-1")
    bet(page, 1, 5, "small", "big", "one-of-a-kind-3", "two-dice-combination-1-2")
    bet(page, 2, 25, "any-three-of-a-kind", "total-10")
    for label in (
        "Cover and shake the dice",
        "Call no more bets",
        "Reveal the dice",
        "Enter the dice",
    ):
        expect(page.locator("form.main .go").first).to_have_text(label)
        press_on(page)
    lines = settled(house, "SB-1")
    assert len(lines) == 6
    expect_settlement(page, lines)
    lit = house.floor.table("SB-1").game.display(house.floor.table("SB-1").state.play).lit
    assert lit
    expect(page.locator(".area.lit")).to_have_count(len(lit))
    expect(page.locator("form.main .go").first).to_have_text("Clear the lights")
    press_on(page)
    expect(page.locator(".area.lit")).to_have_count(0)


def test_a_live_table_is_opened_from_its_checklist_and_told_what_the_dice_show(
    house: House, open_page: Open
) -> None:
    page = open_page("/tables/TDF-2")
    expect(page.locator(".hint").first).to_contain_text("The table is closed")
    press_on(page)
    expect(page.locator("form.main .go").first).to_have_text("Inspect the dice")
    press_on_with_others(page, house, "TDF-2")
    attest_everything(page)
    expect(page.locator("form.main .go").first).to_have_text("Open the table")
    press_on(page)
    page.get_by_role("button", name="Position 3: take this seat").click()
    page.get_by_role("button", name=re.compile(r"\+\$500")).click()
    expect(page.locator("#seat-3")).to_contain_text("$500")
    crew = house.floor.assigned(house.floor.table("TDF-2"))
    dealer = house.floor.office.people()[crew["dealer"]].name
    expect(page.locator("#record")).to_contain_text(f"{dealer}, entered by Grace Lindqvist")
    bet(page, 3, 25, "touchdown", "big-play")
    for _ in range(3):
        press_on(page)
    enter_dice(page, "Call the numbers", green_1=6, green_2=5, red=1)
    expect_settlement(page, settled(house, "TDF-2"))
    line = page.locator("#settlement li.line")
    expect(line).to_contain_text("Big Play")
    expect(line.locator(".paid")).to_contain_text("+$100")
    expect(page.locator("#words")).to_contain_text("1st and goal")
    assert stands_on(page, "yard-marker", "yard-10")
    assert stands_on(page, "down-puck", "down-1st-and-goal")
    assert stands_on(page, "length-puck", "play-2")


def stands_on(page: Page, puck: str, name: str) -> bool:
    """Whether a puck lies within an area."""
    disc, ground = page.locator(f"#puck-{puck}").bounding_box(), area(page, name).bounding_box()
    assert disc is not None
    assert ground is not None
    x, y = disc["x"] + disc["width"] / 2, disc["y"] + disc["height"] / 2
    return (
        ground["x"] < x < ground["x"] + ground["width"] and ground["y"] < y < ground["y"] + ground["height"]
    )


def enter_dice(page: Page, label: str, **faces: int) -> None:
    """Click the face of each die and the button."""
    before = version(page)
    for name, face in faces.items():
        page.locator(f"form.main input[name={name}][value='{face}']").check()
    page.get_by_role("button", name=label).click()
    expect(page.locator("#page")).not_to_have_attribute("data-version", str(before))


def test_an_automated_sic_bo_table_is_opened_by_mouse(house: House, open_page: Open) -> None:
    page = open_page("/tables/SB-2")
    press_on(page)
    press_on_with_others(page, house, "SB-2")
    attest_everything(page)
    press_on(page)
    expect(page.locator(".badge.open")).to_be_visible()


# Wagers.


def test_a_wager_is_placed_and_taken_down_by_keyboard_alone(house: House, open_page: Open) -> None:
    page = open_page("/tables/TDF-1")
    penalty = area(page, "penalty")
    for _ in range(60):
        page.keyboard.press("Tab")
        if penalty.evaluate("area => area === document.activeElement"):
            break
    expect(penalty).to_be_focused()
    expect(penalty).to_have_attribute("aria-label", "Penalty, pays 9 to 1, wager $5 for position 1")
    page.keyboard.press("Enter")
    expect(stack(page, "penalty", 1)).to_be_visible()
    expect(penalty).to_be_focused()
    page.keyboard.press("Space")
    expect(stack(page, "penalty", 1)).to_contain_text("$10")
    page.keyboard.press("Delete")
    expect(stack(page, "penalty", 1)).to_have_count(0)
    assert house.floor.table("TDF-1").state.play.bets == ()
    offer = page.get_by_role("button", name="Offer the dice to position 1")
    offer.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#next")).to_be_focused()


def test_a_chip_below_the_minimum_is_made_lawful_and_said(open_page: Open) -> None:
    page = open_page("/tables/TDF-1")
    bet(page, 1, 1, "turnover")
    expect(stack(page, "turnover", 1)).to_contain_text("$5")
    expect(page.locator("#notice")).to_contain_text("$1 is not a lawful wager on Turnover here: $5 went down")


def test_wagers_are_taken_down_by_shift_click_or_toggle(house: House, open_page: Open) -> None:
    page = open_page("/tables/TDF-1")
    bet(page, 2, 5, "turnover", "penalty")
    area(page, "turnover").click(modifiers=["Shift"])
    expect(stack(page, "turnover", 2)).to_have_count(0)
    page.locator("[data-take-down]").click()
    expect(area(page, "turnover")).to_have_class(re.compile("shut"))
    area(page, "penalty").click()
    expect(stack(page, "penalty", 2)).to_have_count(0)


def test_quick_clicks_all_count(house: House, open_page: Open) -> None:
    page = open_page("/tables/TDF-1")
    page.locator("[data-chip='500']").click()
    area(page, "touchdown").click(click_count=2)
    area(page, "touchdown").click()
    area(page, "defense").click()
    expect(stack(page, "defense", 1)).to_be_visible()
    expect(stack(page, "touchdown", 1)).to_contain_text("$15")


def test_a_double_click_takes_one_step_only(house: House, open_page: Open) -> None:
    page = open_page("/tables/TDF-1")
    before = version(page)
    page.get_by_role("button", name="Offer the dice to position 1").dblclick()
    expect(page.locator("form.main .go").first).to_contain_text("Position 1 accepts the dice")
    assert house.floor.table("TDF-1").version == before + 1


def test_a_refused_wager_shows_clause_and_fix_and_changes_nothing(house: House, open_page: Open) -> None:
    page = open_page("/tables/TDF-1")
    bet(page, 1, 100, *("touchdown",) * 5)
    expect(stack(page, "touchdown", 1)).to_contain_text("$500")
    area(page, "touchdown").click()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("$600 on Touchdown is above the posted maximum of $500")
    expect(refusal).to_contain_text("Wager at most $500")
    expect(refusal.locator(".tag")).to_have_text("125-149:RAF(10)")
    assert house.floor.table("TDF-1").version == version(page)
    area(page, "defense").click()
    expect(refusal).to_be_empty()


def test_areas_that_are_closed_look_closed_and_say_why(open_page: Open) -> None:
    page = open_page("/tables/TDF-1")
    bet(page, 1, 5, "touchdown")
    press_on(page)
    press_on(page)
    page.get_by_role("button", name="Throw and wait").click()
    expect(area(page, "defense")).to_have_class(re.compile("shut"))
    area(page, "defense").click()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("The game has started; Defense had to be down before")
    refusal.locator(".tag").click()
    expect(page.locator("#clause-title")).to_have_text("661a.3(c)")
    expect(page.locator("#clause .summary")).not_to_be_empty()


def test_seats_are_taken_chips_bought_and_seats_left(house: House, open_page: Open) -> None:
    page = open_page("/tables/SB-1")
    page.get_by_role("button", name="Position 4: take this seat").click()
    expect(page.locator("#seat-4")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name=re.compile(r"\+\$100")).first.click()
    expect(page.locator("#seat-4")).to_contain_text("$100")
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("button", name="Position 4: take this seat")).to_be_visible()
    assert 4 not in house.floor.table("SB-1").state.play.seats


# What goes wrong, what the law says, who acts.


def test_an_irregularity_is_called_from_the_menu(house: House, open_page: Open) -> None:
    page = open_page("/tables/TDF-1")
    bet(page, 1, 5, "touchdown")
    press_on(page)
    press_on(page)
    page.get_by_role("button", name="Throw and wait").click()
    expect(page.get_by_role("button", name="Call the numbers", exact=True)).to_be_visible()
    page.get_by_text("Irregularities").click()
    page.get_by_role("button", name="One die lies on another").click()
    expect(page.locator("#record")).to_contain_text(
        "One die lies on another, called by the stickperson: the roll is invalid; throw again"
    )
    expect(page.locator("form.main .go").first).to_contain_text("Pass the dice to the Quarterback")
    called = house.floor.table("TDF-1").record[-1]
    assert (called.act.who, called.act.move.irregularity) == ("PA-1002", "die-stacked")


def test_whoever_is_chosen_acts_where_the_role_fits(house: House, open_page: Open) -> None:
    page = open_page("/tables/TDF-1")
    page.locator("#acting").select_option(label="Grace Lindqvist, pit manager")
    page.get_by_text("Irregularities").click()
    page.get_by_role("button", name="Dice look tampered with").click()
    expect(page.locator("#record")).to_contain_text("called by the pit manager")
    expect(page.locator("form.main .go").first).to_have_text("Issue a set of dice")
    press_on(page)
    expect(page.locator("form.main .go").first).to_have_text("Inspect the dice")
    acts = house.floor.table("TDF-1").record[-2:]
    assert [(act.act.who, act.act.move.by) for act in acts] == [("PA-1004", "pit-manager")] * 2


def test_whoever_is_chosen_is_refused_where_the_role_does_not_fit(house: House, open_page: Open) -> None:
    page = open_page("/tables/TDF-1")
    before = version(page)
    page.locator("#acting").select_option(label="Grace Lindqvist, pit manager")
    refusal = page.get_by_role("alert")
    page.locator("form.main .go").first.click()
    expect(refusal).to_contain_text("A pit manager may not do this; it falls to the stickperson.")
    assert house.floor.table("TDF-1").version == before
    area(page, "touchdown").click()
    expect(stack(page, "touchdown", 1)).to_be_visible()
    assert house.floor.table("TDF-1").record[-1].act.who == "patron-1"
    page.locator("#acting").select_option(label="whoever it falls to")
    page.locator("form.main .go").first.click()
    expect(page.locator("form.main .go").first).to_contain_text("Position 1 accepts the dice")
    expect(refusal).to_be_empty()


def test_a_clause_opens_with_its_readings_marked_unconfirmed(open_page: Open) -> None:
    page = open_page("/tables/SB-1")
    page.locator("#next .tag").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".summary")).not_to_be_empty()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    page.goto(page.url.replace("SB-1", "TDF-1"))
    page.locator("#next .tag", has_text="661a.4(b)").first.click()
    expect(page.locator("#clause .caution").first).to_contain_text("no regulator has confirmed it")


# Replay and other eyes.


def test_replay_shows_the_felt_as_it_stood_and_lets_nothing_be_done(house: House, open_page: Open) -> None:
    page = open_page("/tables/TDF-1")
    start = version(page)
    bet(page, 1, 5, "touchdown", "penalty")
    felt = page.locator(".layout").bounding_box()
    slider = page.get_by_role("slider")
    slider.fill(str(start + 1))
    expect(page.locator(".banner")).to_contain_text(f"step {start + 1} of {start + 2}")
    assert page.locator(".layout").bounding_box() == felt
    expect(stack(page, "touchdown", 1)).to_be_visible()
    expect(stack(page, "penalty", 1)).to_have_count(0)
    expect(page.locator("form.step")).to_have_count(0)
    page.get_by_label("One step back").click()
    expect(page.locator(".stack:not(.settled .stack)")).to_have_count(0)
    assert page.url.endswith(f"?at={start}")
    page.get_by_role("link", name="Back to live").first.click()
    expect(stack(page, "penalty", 1)).to_be_visible()
    expect(page.locator("form.main .go").first).to_be_visible()


def test_back_returns_from_a_link_of_the_record_but_not_through_the_slider(open_page: Open) -> None:
    page = open_page("/tables/TDF-1")
    now = version(page)
    page.get_by_role("slider").fill(str(now - 1))
    expect(page.locator(".banner")).to_contain_text(f"step {now - 1} of")
    page.get_by_role("slider").fill(str(now - 2))
    expect(page.locator(".banner")).to_contain_text(f"step {now - 2} of")
    page.locator("#act-3 a").click()
    expect(page.locator(".banner")).to_contain_text("step 3 of")
    page.go_back()
    expect(page.locator(".banner")).to_contain_text(f"step {now - 2} of")
    page.go_forward()
    expect(page.locator(".banner")).to_contain_text("step 3 of")


def test_a_page_says_that_the_house_is_gone_and_catches_up(floor: Floor, browser: Browser) -> None:
    # Not by `open_page`: a browser rightly complains about a server that is gone.
    with browser.new_context() as context:
        page = context.new_page()
        with served(floor) as address:
            show_cookie(context, signed_in(floor), floor, address)
            page.goto(f"{address}/tables/TDF-1")
            expect(page.locator(".replay .live")).to_be_visible()
        expect(page.get_by_text("Not connected")).to_be_visible()
        expect(page.locator(".replay .live")).to_be_hidden()
        floor.submit(
            "TDF-1",
            {"move": "place-wager", "seat": 2, "wager": "defense", "amount": 2500},
            who="patron-2",
        )
        with served(floor, urlsplit(address).port or 0):
            expect(page.locator("#connection")).to_be_empty()
            expect(page.locator(".replay .live")).to_be_visible()
            expect(stack(page, "defense", 2)).to_contain_text("$25")


def test_a_stream_that_was_refused_is_asked_for_again(house: House, browser: Browser) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.route("**/events", lambda route: route.fulfill(status=503))
        show_cookie(context, signed_in(house.floor), house.floor, house.address)
        page.goto(f"{house.address}/")
        expect(page.get_by_role("status")).to_have_text("Not connected")
        page.unroute("**/events")
        expect(page.get_by_role("status")).to_be_empty()


def test_every_open_page_sees_a_change_at_once(house: House, open_page: Open) -> None:
    dealer, floorperson, floor_page = (
        open_page("/tables/TDF-1"),
        open_page("/tables/TDF-1", TABLET),
        open_page("/"),
    )
    bet(dealer, 1, 100, "touchdown")
    expect(stack(floorperson, "touchdown", 1)).to_contain_text("$100")
    expect(floor_page.locator("#card-TDF-1")).to_contain_text("$100 on the felt")
    with Journal.open(house.database) as journal:
        wager = {"move": "place-wager", "seat": 2, "wager": "defense", "amount": 2500}
        Floor(journal).submit("TDF-1", wager, who="patron-2")
    expect(stack(dealer, "defense", 2)).to_contain_text("$25")
    expect(floor_page.locator("#card-TDF-1")).to_contain_text("$125 on the felt")


# How they look.


@pytest.mark.parametrize("size", [DESKTOP, TABLET, PORTRAIT], ids=["desktop", "tablet", "portrait"])
def test_pages_fit_their_window(open_page: Open, size: tuple[int, int], look: Look) -> None:
    page = open_page("/", size)
    for name in ("floor", "TDF-1", "TDF-2", "SB-1"):
        if name != "floor":
            page.goto(page.url.split("/tables")[0].rstrip("/") + f"/tables/{name}")
            page.locator(".layout").wait_for()
        look(page, f"{name}-{size[0]}x{size[1]}")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        if name != "floor" and size != PORTRAIT:
            for part in (".layout", "form.main .go"):
                box = page.locator(part).first.bounding_box()
                assert box is not None
                assert box["y"] + min(box["height"], 200) <= size[1]
    if size == DESKTOP:
        expect(page.locator("form.main .go").first).to_be_in_viewport(ratio=1)
        expect(page.locator(".layout")).to_be_in_viewport(ratio=1)


def test_a_telephone_shows_every_rack_and_a_slider_to_slide(open_page: Open, look: Look) -> None:
    page = open_page("/tables/TDF-1", TELEPHONE)
    look(page, "TDF-1-telephone", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= TELEPHONE[0]
    for seat in page.locator("[data-seat]").all():
        assert seat.evaluate("seat => seat.scrollWidth <= seat.clientWidth")
    slider = page.get_by_role("slider").bounding_box()
    assert slider is not None
    assert slider["width"] > 200


@pytest.mark.long
def test_pages_are_accessible(open_page: Open) -> None:
    page = open_page("/")
    expect_accessible(page)
    page.goto(page.url + "tables/TDF-1")
    page.get_by_text("Irregularities").click()
    expect_accessible(page)
    page.locator("#next .tag").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect_accessible(page)
    page.goto(page.url.replace("TDF-1", "TDF-2"))
    expect_accessible(page)
    page.goto(page.url.replace("TDF-2", "SB-1"))
    bet(page, 1, 5, "small", "big")
    expect_accessible(page)
    for _ in range(4):
        press_on(page)
    expect_accessible(page)
    page.get_by_label("One step back").click()
    expect(page.locator(".banner")).to_be_visible()
    expect_accessible(page)


def expect_accessible(page: Page) -> None:
    assert inaccessible(page) == []


def inaccessible(page: Page) -> list[tuple[str, list[str]]]:
    """What keeps some people from a page, by the rule that says so."""
    found = Axe().run(page).response["violations"]
    return [
        (rule["id"], [node["html"][:160] for node in rule["nodes"][:3]])
        for rule in found
        if rule["impact"] in ("serious", "critical")
    ]
