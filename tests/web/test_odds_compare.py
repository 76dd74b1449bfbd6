"""Two tables compared: the figures are those of the lab under each submission, and unlawful choices are named."""

import html
import os
import re
from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from playwright.sync_api import expect

from houseway.floor import Floor
from houseway.games import submission_for
from houseway.journal import Journal
from houseway.lab import edges
from houseway.lab.answering import Effect
from houseway.web import make_app
from houseway.web.lab_asked import LAB
from houseway.web.odds_compare import choosable, pays
from tests.web.house import DESKTOP, Open, until
from tests.web.test_pages import expect_accessible

# By dice, which are counted in no time; by cards where somebody asks for it.
CASES = {
    "sic-bo": ("two_of_a_kind", "at-least-two", "exactly-two", "two-of-a-kind"),
    "three-card-poker": ("pair_plus", "A", "C", "pair-plus"),
}
ASKED = list(CASES) if os.environ.get("HOUSEWAY_PAYTABLES") else ["sic-bo"]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    """Somebody who has not signed in, in a house that nobody has opened yet."""
    with Journal.open(tmp_path_factory.mktemp("compare") / "house.db") as journal:
        yield TestClient(make_app(Floor(journal)), base_url="http://127.0.0.1")


def test_what_is_paid_differently_is_told_line_by_line() -> None:
    first, second = (submission_for("three-card-poker", {"pair_plus": letter}) for letter in "AC")
    rows = list(pays(first, second))
    assert rows
    assert {row.wager for row in rows} == {"Pair Plus"}
    assert all(row.a != row.b for row in rows)
    assert list(pays(first, first)) == []


def test_a_choice_says_of_which_table_it_is_where_no_heading_stands_above_it(
    reader: TestClient[Litestar],
) -> None:
    page = reader.get("/odds/sic-bo/compare").text
    assert re.findall(r'<td data-side="([AB])"><select name="([ab])\.', page) == [("A", "a"), ("B", "b")]


def effect(**chosen: object) -> Effect:
    return Effect(wager="any", chosen=chosen, played="", edge="0/1", percent="0", exact=True)


def test_whatever_moves_an_edge_can_be_chosen() -> None:
    found = {
        line.name: [(choice.value, choice.words) for choice in line.choices]
        for line in choosable(
            "baccarat", (effect(batch=6), effect(batch=8, ez=True), effect(vigorish_percent=5))
        )
    }
    # A yes and no, and a number; of what can be but as usual nothing is asked, nor of what moves no edge.
    assert found == {"batch": [(6, "6"), (8, "8")], "ez": [(False, "no"), (True, "yes")]}
    (pays_by,) = choosable("three-card-poker", (effect(pair_plus="A"),))
    assert [choice.value for choice in pays_by.choices] == list("ABCD")


def test_nothing_is_offered_that_this_page_could_never_make_lawful() -> None:
    # A progressive wager needs a meter that grows, which is not asked for here; dealing from the hand needs fewer decks, which is.
    asked = choosable(
        "blackjack", (effect(progressive="straight-jack"), effect(by_hand=True), effect(batch=1))
    )
    assert {line.name for line in asked} == {"batch", "by_hand"}


def test_what_is_not_lawful_is_not_said_to_be_not_offered(
    reader: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LAB, "effects", lambda _: (effect(by_hand=True), effect(batch=1)))
    monkeypatch.setattr(LAB, "edges_under", lambda *_: tuple(edges("sic-bo", "small")))
    text = html.unescape(reader.get("/odds/blackjack/compare?b.by_hand=true").text)
    assert "6 decks are dealt from a shoe, not from the hand" in text
    assert "not lawful</span>" in text
    assert "not offered" not in text


def test_a_game_whose_operator_has_nothing_to_choose_says_so(
    reader: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LAB, "effects", lambda _: ())
    monkeypatch.setattr(LAB, "edges_under", lambda *_: tuple(edges("sic-bo", "small")))
    text = reader.get("/odds/three-dice-football/compare").text
    assert "nothing to choose that moves an edge" in text
    assert "choose something for one of them" not in text


@pytest.mark.parametrize("game", ASKED)
def test_the_figures_are_those_of_the_lab_under_each_choice(reader: TestClient[Litestar], game: str) -> None:
    option, first, second, wager = CASES[game]
    address = f"/odds/{game}/compare?a.{option}=%22{first}%22&b.{option}=%22{second}%22&b.nothing=1"
    until(lambda: "data-pending" not in reader.get(address).text, seconds=120)
    text = html.unescape(reader.get(address).text)
    for chosen in (first, second):
        (record,) = edges(game, wager, {option: chosen})
        assert f"{record.edge_decimal:.3%}" in text
        assert record.edge in text


def test_a_game_without_a_house_is_not_compared(reader: TestClient[Litestar]) -> None:
    assert reader.get("/odds/poker/compare").status_code == 404
    assert reader.get("/odds/roulette/compare").status_code == 404


def test_a_manager_compares_two_tables(lab_at_hand: None, open_page: Open) -> None:
    option, _, second, wager = CASES["sic-bo"]
    (record,) = edges("sic-bo", wager, {option: second})
    LAB.edges("sic-bo")
    LAB.effects("sic-bo")
    page = open_page("/sign-in", size=DESKTOP, who="")
    page.get_by_role("link", name="Odds What every wager costs").click()
    page.get_by_role("link", name="Sic Bo", exact=True).click()
    page.get_by_role("link", name="Compare two tables").click()
    # What was chosen is shown where it was chosen: the page is not left, and the keyboard stays at the choice.
    page.evaluate("window.stayed = true")
    choice = page.get_by_label("Two of a Kind wins if its number shows on, table B")
    choice.focus()
    choice.select_option(f'"{second}"')
    page.wait_for_url("**b.two_of_a_kind=**")
    row = page.get_by_role("group", name="Edges").get_by_role("row", name="Two of a Kind")
    expect(row).to_contain_text(f"{record.edge_decimal:.3%}")
    expect(choice).to_be_focused()
    assert page.evaluate("window.stayed")
    expect_accessible(page)
