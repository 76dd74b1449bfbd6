"""The card of a betting area: the whole name of its wager, what it pays, and the least and the most of the table."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from houseway.floor import Floor
from houseway.floor.luck import as_priced
from houseway.lab import edges
from houseway.money import dollars
from houseway.web.betting_areas import posted_wagers
from houseway.web.lab_asked import LabAsked, table_asked
from houseway.web.luck_page import choices_of
from houseway.web.pages import edge_in_words
from tests.web.house import TABLET, House, Open, until
from tests.web.test_pages import expect_accessible

TABLES = ("TDF-1", "SB-1", "CR-1", "3CP-1", "HL-1", "AP-1", "PG-1", "DAB-1", "S21-1")


@pytest.mark.parametrize("table", TABLES)
def test_every_area_says_what_its_wager_pays_and_the_limits_of_the_table(floor: Floor, table: str) -> None:
    place = floor.table(table)
    posted = posted_wagers(place)
    for area in place.game.layout.areas:
        if not area.wager:
            continue
        card, wager = posted[f"{area.wager} {area.pick}"], place.game.catalogue[area.wager]
        limits = place.submission.betting(place.game.catalogue).limits_of(area.wager)
        assert card.title.startswith(wager.title)
        told = tuple((label, pays.removesuffix(", less 5% vigorish")) for label, pays in card.pays)
        lines = [(line.label, str(line.odds)) for line in wager.lines(area.pick)]
        assert [odds for _, odds in told] == [odds for _, odds in lines]
        for (label, _), (whole, _) in zip(told, lines, strict=True):
            # What heads the card is not said again on every line of it.
            assert whole.lower().removeprefix(f"{wager.title} wager, ".lower()).endswith(label.lower())
            assert label[:1] == label[:1].upper()
            assert not label.startswith((f"{wager.title} Wager, ", f"{wager.title}, "))
        assert (told != card.pays) is (table == "PG-1"), (
            "where vigorish is taken, it is told with what is paid"
        )
        assert card.pays
        if area.wager in place.game.betting.offered:
            assert dollars(limits.minimum) in card.limits
            assert dollars(limits.maximum) in card.limits
        else:
            assert card.limits == "Not offered at this table"


def boxes(page: Page, area: str) -> tuple[dict[str, Any], dict[str, Any]]:
    card = page.locator("#posted").bounding_box()
    ground = page.locator(f"#area-{area} .ground").bounding_box()
    assert card
    assert ground
    return dict(card), dict(ground)


def test_what_a_long_line_pays_leaves_room_to_what_it_is_paid_on(house: House, open_page: Open) -> None:
    page = open_page("/tables/BJ-1")
    page.locator("#area-straight-jack-1").hover()
    expect(page.locator("#posted dd").first).to_have_text("100% of the meter and 200 to 1")
    for what in page.locator("#posted dt").all():
        box = what.bounding_box()
        assert box
        assert box["width"] >= 140


def test_a_card_stands_beside_an_area_for_mouse_and_keyboard_and_goes_when_told(
    house: House, open_page: Open
) -> None:
    page = open_page("/tables/CR-1")
    card = page.locator("#posted")
    expect(card).to_be_hidden()
    page.locator("[data-seat='1']").click()
    page.locator("#area-field").hover()
    expect(card).to_contain_text("Field")
    expect(card).to_contain_text("Least $5, most $500")
    expect(card).to_contain_text("Now for position 1: $5 to $500")
    shown, ground = boxes(page, "field")
    assert shown["y"] + shown["height"] <= ground["y"] or shown["y"] >= ground["y"] + ground["height"]
    expect_accessible(page)
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.locator("#area-any-seven").hover()
    expect(card).to_contain_text("Any Seven")
    # Whoever bets is not disturbed: the chip lies, the card is gone, and stays so until the pointer leaves.
    page.locator("#area-any-seven").click()
    expect(card).to_be_hidden()
    until(lambda: any(bet.wager == "any-seven" for bet in house.floor.table("CR-1").state.play.bets))
    expect(card).to_be_hidden()
    # By keyboard the card comes with the focus, is told with it, and goes with it.
    page.locator("#next").focus()
    page.keyboard.press("Shift+Tab")
    page.locator("#area-field").focus()
    expect(card).to_contain_text("Field")
    expect(page.locator("#area-field")).to_have_attribute("aria-describedby", "posted")
    page.keyboard.press("Enter")
    until(lambda: any(bet.wager == "field" for bet in house.floor.table("CR-1").state.play.bets))
    expect(card).to_contain_text("Now for position 1: $1 to $495")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    # The name of the wager stands once, above its lines.
    page.goto(f"{house.address}/tables/HL-1")
    page.locator("#area-poker-bonus-1").hover()
    expect(card.locator(".title")).to_have_text("Poker Bonus")
    expect(card.locator("dt").first).to_have_text("A royal flush")


def test_a_finger_bets_and_gets_no_card(house: House, open_page: Open) -> None:
    page = open_page("/tables/CR-1", TABLET)
    page.locator("[data-seat='1']").click()
    touches = """area => area.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "touch" }))"""
    page.locator("#area-field").evaluate(touches)
    page.locator("#area-field").evaluate(
        "area => area.dispatchEvent(new MouseEvent('click', { bubbles: true }))"
    )
    until(lambda: any(bet.wager == "field" for bet in house.floor.table("CR-1").state.play.bets))
    expect(page.locator("#posted")).to_be_hidden()


def test_a_finger_that_is_held_gets_the_card_and_bets_nothing(house: House, open_page: Open) -> None:
    page = open_page("/tables/CR-1", TABLET)
    page.locator("[data-seat='1']").click()
    field, card = page.locator("#area-field"), page.locator("#posted")
    told = "bubbles: true, cancelable: true, pointerType: 'touch', isPrimary: true"
    field.evaluate(f"area => area.dispatchEvent(new PointerEvent('pointerdown', {{ {told} }}))")
    expect(card).to_contain_text("Field")
    field.evaluate(f"area => area.dispatchEvent(new PointerEvent('pointerup', {{ {told} }}))")
    field.evaluate("area => area.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))")
    expect(card).to_be_visible()
    # The next touch puts the card away, and bets.
    page.locator("#area-any-seven").click()
    expect(card).to_be_hidden()
    until(lambda: any(bet.wager == "any-seven" for bet in house.floor.table("CR-1").state.play.bets))
    assert not any(bet.wager == "field" for bet in house.floor.table("CR-1").state.play.bets)


def test_the_card_tells_what_the_house_keeps_of_the_wager(
    house: House, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = LabAsked()
    question = table_asked("craps", choices_of(house.floor.table("CR-1")))
    monkeypatch.setattr("houseway.web.pages.LAB", lab)
    monkeypatch.setitem(lab._answers, question, None)
    monkeypatch.setitem(lab._done, question, 0.5)
    page = open_page("/tables/CR-1")
    card = page.locator("#posted")
    page.locator("#area-field").hover()
    expect(card).to_contain_text("House edge: being counted, 50% done")
    expect_accessible(page)
    # The card stays as it is and is asked again for, until the lab has counted.
    monkeypatch.setitem(lab._answers, question, tuple(edges("craps", "field")))
    expect(card).to_contain_text(f"House edge {next(edges('craps', 'field')).edge_decimal:.2%}")
    page.locator("#area-any-seven").hover()
    expect(card).to_contain_text("Any Seven")
    expect(card).not_to_contain_text("House edge")


def test_a_figure_is_told_in_words_of_the_wager_and_what_goes_with_it() -> None:
    for game, wager, figure, words in (
        ("sic-bo", "small", "small", "2.78%"),
        ("three-card-poker", "ante", "ante-play", "3.37%, with what goes behind it"),
    ):
        record = as_priced(wager, edges(game, figure))
        assert record is not None
        assert edge_in_words(record) == words
    assert as_priced("nothing", edges("sic-bo")) is None


def test_an_estimate_and_a_players_edge_are_told_as_such() -> None:
    record = next(edges("sic-bo", "small"))
    about = msgspec.structs.replace(record, interval=(0.02, 0.03))
    assert edge_in_words(about) == "about 2.78%"
    gaining = msgspec.structs.replace(record, edge="-1/36", edge_decimal=-1 / 36)
    assert edge_in_words(gaining) == "2.78% for the player"
