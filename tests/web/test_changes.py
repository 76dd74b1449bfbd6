"""What is sent of a page that somebody shows already: the lines that differ, and nothing else."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Request, expect

from houseway.web.changes import Drawings, cuts, drawing_of
from tests.web.house import House, Open, signed_in_client
from tests.web.rounds import BETS, CARD_TABLES

_LINES = st.lists(st.sampled_from(["", "</g>", "a", "b", "c", "d", "e"]), max_size=12)


def cut_into(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """The old lines as a page changes them."""
    lines = list(old)
    for cut in reversed(list(cuts(old, new))):
        lines[cut.start : cut.end] = cut.lines
    return lines


@given(_LINES, _LINES)
def test_a_page_that_is_changed_is_the_page_as_it_is_now(old: list[str], new: list[str]) -> None:
    assert cut_into(old, new) == new


def test_only_what_differs_is_sent() -> None:
    old = [f"line {number}" for number in range(2000)]
    new = [*old[:100], "another", *old[100:1500], *old[1501:]]
    assert [tuple(cut) for cut in cuts(old, new)] == [(100, 100, ("another",)), (1500, 1501, ())]
    assert list(cuts(old, old)) == []


def test_random_pages_are_changed_right() -> None:
    chance = random.Random(3)
    page = [chance.choice(["", "</g>", f"<g id={n}>"]) for n in range(800)]
    for _ in range(50):
        fresh = list(page)
        for _ in range(chance.randrange(12)):
            at = chance.randrange(len(fresh))
            fresh[at : at + chance.randrange(4)] = [chance.choice(["</g>", str(chance.random())])]
        assert cut_into(page, fresh) == fresh
        page = fresh


def test_pages_that_nobody_can_show_any_more_are_forgotten() -> None:
    drawings = Drawings()
    first = drawings.keep(drawing_of("<body><main>first</main></body>", 1))
    assert drawings.known(first.tag) is first
    for number in range(1000):
        drawings.keep(drawing_of(f"<main>{number}</main>", 2))
    assert drawings.known(first.tag) is None
    assert drawings.known("") is None


@pytest.mark.parametrize("table", ["CR-1", *CARD_TABLES])
def test_a_page_told_of_changes_is_the_page_drawn_anew(house: House, table: str) -> None:
    floor = house.floor
    with signed_in_client(floor) as client:
        before = drawing_of(client.get(f"/tables/{table}").text, 1)
        wager = {"move": "place-wager", "seat": 1, "wager": BETS.get(table, ("field",))[0], "amount": 2500}
        floor.submit(table, wager, who="patron-1")
        after = drawing_of(client.get(f"/tables/{table}").text, 2)
    assert cut_into(before.lines, after.lines) == list(after.lines)
    sent = Drawings().change(table, before, after)
    assert len(sent) < 10_000


@pytest.mark.parametrize("table", ["CR-1", *CARD_TABLES])
def test_at_a_training_table_everybody_is_shown_the_same(house: House, table: str) -> None:
    drawings = []
    for credential in ("PA-1001", "PA-1004"):
        with signed_in_client(house.floor, credential=credential) as client:
            drawings.append(drawing_of(client.get(f"/tables/{table}").text, 1))
    assert drawings[0] == drawings[1]


def test_ten_quick_clicks_are_ten_chips_in_order_and_ten_requests(house: House, open_page: Open) -> None:
    page = open_page("/tables/CR-1")
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    start = house.floor.table("CR-1").version
    page.evaluate(
        """() => { for (const chip of [100, 500, 100, 500, 100, 500, 100, 500, 100, 2500]) {
        find(`[data-chip="${chip}"]`).click();
        find("#area-field").dispatchEvent(new MouseEvent("click", { bubbles: true }));
        } }"""
    )
    expect(page.locator("#page")).to_have_attribute("data-version", str(start + 10))
    placed = [recorded.act.move.amount for recorded in house.floor.table("CR-1").record[-10:]]
    assert placed == [500, 500, 100, 500, 100, 500, 100, 500, 100, 2500]
    assert [request.method for request in asked] == ["POST"] * 10
    expect(page.locator("#stack-field-1")).to_contain_text("$54")
