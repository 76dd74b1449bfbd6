"""The law and the odds as pages: what they tell is what the command line tells, and anybody may read it."""

import html
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Literal

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from playwright.sync_api import expect

from houseway.floor import Floor
from houseway.games import games, submission_for
from houseway.journal import Journal
from houseway.lab import EdgeRecord, Strategy, edges
from houseway.lab.strategy import StrategyTable
from houseway.law import Clause, chapter_title, chapters, find, register
from houseway.law.coverage import MUST_BE_TESTED, coverage
from houseway.law.particulars import particulars
from houseway.law.readings import readings
from houseway.law.search import meant, search
from houseway.submission import options_of
from houseway.web import make_app
from houseway.web.addresses import law_address
from houseway.web.lab_asked import LAB, edges_asked
from houseway.web.law_pages import chapter_lines
from houseway.web.odds_pages import ChartCell, charts_of, chosen_in_words, odds_lines
from tests.web.house import TELEPHONE, House, Look, Open, until
from tests.web.test_pages import expect_accessible


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    """Somebody who has not signed in, in a house that nobody has opened yet."""
    path: Path = tmp_path_factory.mktemp("front") / "house.db"
    with Journal.open(path) as journal:
        client = TestClient(make_app(Floor(journal)), base_url="http://127.0.0.1")
        client.follow_redirects = False
        yield client


def read(client: TestClient[Litestar], address: str) -> str:
    """The text of a page, as people read it."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    main = answer.text.split("<main", 1)[1].split("</main>", 1)[0]
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main)))


def one_of_each_kind() -> Iterator[Clause]:
    """A clause of every chapter and duty."""
    games()
    ordered = sorted(register().values(), key=lambda clause: (clause.chapter, clause.duty))
    for _, group in groupby(ordered, key=lambda clause: (clause.chapter, clause.duty)):
        yield next(group)


def test_odds_tell_at_a_glance_what_the_cheapest_and_the_dearest_wager_cost(
    reader: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    records = tuple(edges("sic-bo"))
    monkeypatch.setattr(
        LAB, "_answers", {f"edges {name}": () for name in games()} | {"edges sic-bo": records}
    )
    text = read(reader, "/odds")
    cheapest, *_, dearest = odds_lines(records, {}, cheapest_first=True)
    for line in (cheapest, dearest):
        title = submission_for("sic-bo").catalogue[line.record.wager].title
        assert f"{line.record.edge_decimal:.2%} {title}" in text
    # Where nobody plays against the house, that is said instead.
    assert "Against each other Poker" in text
    assert "no wager has a house edge" in read(reader, "/odds/poker")


def test_an_address_that_leads_nowhere_says_where_to_go(reader: TestClient[Litestar]) -> None:
    for address, near in (
        ("/odds/roulette", "/odds"),
        ("/train/roulette", "/train"),
        ("/law/999a", "/law"),
        ("/docs/nothing", "/docs"),
        ("/office/nothing/at/all", "/office"),
    ):
        answer = reader.get(address)
        assert answer.status_code == 404
        assert f'<p><a href="{near}">' in answer.text, address
        assert "Not Found" not in answer.text
    assert reader.get("/tables").headers["location"] == "/"


def test_a_clause_tells_on_its_page_what_the_command_line_tells(reader: TestClient[Litestar]) -> None:
    for clause in one_of_each_kind():
        shown, text = particulars(clause), read(reader, law_address(clause.id))
        told = [
            shown.id,
            re.sub(r"\s+", " ", shown.summary),
            shown.origin_caution,
            *shown.symbols,
            *shown.tests,
            *shown.parameters.values(),
            *(word for reading in shown.readings for word in (reading.id, reading.reading)),
        ]
        assert [word for word in told if re.sub(r"\s+", " ", word) not in text] == [], clause.id
        assert ("By a rule" in text) == shown.held.is_rule
        assert ("No test names it" in text) == (not shown.tests)


@pytest.mark.parametrize(
    ("typed", "likely"),
    [("vigorsh", "vigorish"), ("Coked die", "cocked die"), ("xyzzy", ""), ("vigorish xyzzy", ""), ("", "")],
)
def test_a_word_that_is_misspelt_leads_to_the_one_that_was_meant(
    reader: TestClient[Litestar], typed: str, likely: str
) -> None:
    assert meant(typed) == likely
    found = re.findall(r'Was <a href="/law\?q=([^"]+)">([^<]+)</a> meant', reader.get(f"/law?q={typed}").text)
    assert found == ([(likely.replace(" ", "%20"), likely)] if likely else [])
    assert not likely or any(search(likely))


# What only those say who write programs.
_PROGRAMMERS = r"`|(?<!\[)\b[a-z]+_[a-z]+|\b(?:software|config\w*|hard-cod\w*|validate|default (?:on|off)[,.]|deterministic|invariant|mod \d|max\()"


def test_readings_are_told_in_the_words_of_the_trade(reader: TestClient[Litestar]) -> None:
    told = read(reader, "/law/readings")
    assert [told[found.start() - 40 : found.end()] for found in re.finditer(_PROGRAMMERS, told)] == []


def test_every_chapter_is_counted_as_coverage_counts_it() -> None:
    lines = {line.chapter: line for line in chapter_lines()}
    assert set(lines) == set(chapters())
    rows = [row for row in coverage("661a") if row.duty in MUST_BE_TESTED]
    line = lines["661a"]
    assert (line.title, line.owed, line.proved) == ("Three Dice Football", len(rows), len(rows))
    assert line.share == 100
    assert not line.apart
    assert lines["common:poker"].apart


def test_every_chapter_has_a_title() -> None:
    assert [chapter for chapter in chapters() if chapter_title(chapter) == chapter] == []


def test_every_chapter_leads_to_all_of_its_clauses(reader: TestClient[Litestar]) -> None:
    for chapter in chapters():
        assert set(find(chapter)) == {one for one in register().values() if one.chapter == chapter}
    led = set(re.findall(r'<td class="brief"><a href="([^"]+)"', reader.get("/law").text))
    led |= {law_address(game.editions[-1].register_chapter) for game in games().values()}
    assert len(led) >= len(chapters())
    assert {address: reader.get(address).status_code for address in led if reader.get(address).is_error} == {}


def test_a_chapter_and_a_paragraph_list_what_stands_below_them(reader: TestClient[Litestar]) -> None:
    of_chapter = [clause for clause in register().values() if clause.chapter == "625a"]
    text = read(reader, "/law/625a")
    assert [clause.id for clause in of_chapter if clause.id not in text] == []
    below = read(reader, "/law/661a.6(c)(2)")
    assert "661a.6(c)(2)#1" in below
    assert "661a.6(c)(2)#2" in below
    assert "661a.6(c)(3)" not in below


def test_a_citation_of_another_edition_leads_to_the_clause(reader: TestClient[Litestar]) -> None:
    answer = reader.get("/law/577.6(c)(2)")
    assert answer.status_code == 200
    assert "661a.6(c)(2)#1" in answer.text
    answer = reader.get("/law/525.22(d)")
    assert (answer.status_code, answer.headers["location"]) == (303, "/law/603a.21(d)")


def test_what_no_register_has_is_not_found_and_the_nearest_are_named(reader: TestClient[Litestar]) -> None:
    answer = reader.get("/law/661a.6(c)(9)")
    assert answer.status_code == 404
    assert "did you mean" in answer.text
    assert reader.get("/odds/roulette").status_code == 404


def test_words_find_clauses_and_readings_numbers_first(reader: TestClient[Litestar]) -> None:
    games()
    found = search("661a.6")
    assert found.clauses
    assert all(clause.id.startswith("661a.6") for clause in found.clauses[:10])
    for clause in search("dice cocked").clauses:
        text = f"{clause.id} {clause.summary} {clause.kind} {clause.actor} {clause.duty}".casefold()
        assert "dice" in text
        assert "cocked" in text
    assert search("VIGORISH") == search("vigorish")
    assert search("661-03").readings[0].id == "661-03"
    # What has the words one after the other comes before what has them anywhere.
    together = ["match play" in f"{one.id} {one.summary}".casefold() for one in search("match play").clauses]
    assert together == sorted(together, reverse=True)
    assert True in together
    assert False in together
    assert search("  ") == search("no clause has these words") == ((), ())
    assert "Nothing has all of these words" in read(reader, "/law?q=no+clause+has+these+words")
    text = read(reader, "/law?q=661a.6(c)(2)%231")
    assert "A green total below red" in text


def test_every_reading_is_told_with_its_places(reader: TestClient[Litestar]) -> None:
    text = read(reader, "/law/readings")
    assert [one.id for one in readings().values() if one.id not in text] == []
    # They are told in plain text: no mark of a markup stands around a word.
    assert "*" not in text


def test_the_figures_of_a_page_are_those_of_the_lab(reader: TestClient[Litestar]) -> None:
    until(lambda: LAB.edges("sic-bo") is not None)
    text = read(reader, "/odds/sic-bo")
    for record in edges("sic-bo"):
        assert f"{record.edge_decimal:.3%}" in text
        assert record.edge in text
    alone = read(reader, "/odds/sic-bo?wager=small")
    assert "1/36" in alone
    assert "65/216" not in alone
    assert "no figure of this wager" in read(reader, "/odds/sic-bo?wager=none")


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in games() if name not in ("sic-bo", "poker")])
def test_the_figures_of_every_game_are_those_of_the_lab(
    reader: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    records = tuple(edges(name))
    monkeypatch.setitem(LAB._answers, edges_asked(name), records)
    text = read(reader, f"/odds/{name}")
    assert records
    for record in records:
        assert f"{record.edge_decimal:.3%}".replace("-", "\N{MINUS SIGN}") in text
        assert f"{record.win_p:.2%}" in text
        assert f"{record.variance:.3f}" in text
        assert record.interval is not None or record.edge in text


@pytest.mark.parametrize("name", ["sic-bo", "asia-poker", "poker"])
def test_of_a_game_without_a_best_play_none_is_offered_or_waited_for(
    reader: TestClient[Litestar], name: str
) -> None:
    assert "No best play of this game has been worked out." in read(reader, f"/odds/{name}/play")
    assert f"/odds/{name}/play" not in reader.get("/odds").text
    assert f"/odds/{name}/play" not in reader.get(f"/odds/{name}").text


def test_what_a_figure_holds_for_is_told_in_the_words_of_the_submission_and_in_dollars() -> None:
    options = options_of(type(submission_for("three-card-poker")))
    told = chosen_in_words("edition", "md-2014", options["edition"])
    assert told == "edition: Maryland's, as amended in 2014"
    assert chosen_in_words("wager", "500") == "wager: $5"
    behind = options_of(type(submission_for("craps")))["odds"]
    assert [chosen_in_words("odds", one, behind) for one in ("1x", "3-4-5x")] == ["odds: 1x", "odds: 3-4-5x"]
    assert [chosen_in_words("decks", one) for one in ("1", "6")] == ["1 deck", "6 decks"]
    assert [chosen_in_words("strategy", one) for one in ("best", "basic", "best-for-ante-play")] == [
        "best play",
        "basic strategy",
        "played as is best for ante play",
    ]
    ez = options_of(type(submission_for("baccarat")))["ez"]
    assert chosen_in_words("ez", "true", ez) == "EZ Baccarat, without vigorish"


def test_the_rooms_and_whoever_is_there_stand_in_one_row_on_a_small_laptop(open_page: Open) -> None:
    page = open_page("/", size=(1280, 900), who="PA-1007")
    rows = page.evaluate(
        """() => new Set([...document.querySelectorAll("header.door > *")]
          .filter((one) => one.checkVisibility() && one.offsetWidth)
          .map((one) => Math.round((one.offsetTop + one.offsetHeight / 2) / 10))).size"""
    )
    assert rows == 1


CHARTED = Strategy(
    game="blackjack",
    option="",
    submission="",
    version="",
    rule=("Find the hand.",),
    tables=(
        StrategyTable(
            title="First two cards",
            columns=("hand", "2", "A"),
            rows=(("16", "S", "R*"), ("11", "D", "")),
            letters={
                "S": "stand",
                "H": "draw",
                "D": "double down",
                "R": "give up",
                "*": "not all such hands",
            },
            across="the dealer's up card",
        ),
        StrategyTable(title="Exceptions", columns=("cards", "best"), rows=(("8-8", "split"),)),
    ),
    method="exact",
)


def test_a_chart_of_letters_is_drawn_with_its_words_and_colours() -> None:
    (chart,) = charts_of(CHARTED)
    assert chart.rows == (
        ("16", (ChartCell("S", "", "stand", 1), ChartCell("R", "*", "give up, not all such hands", 4))),
        ("11", (ChartCell("D", "", "double down", 3), ChartCell("", "", "never asked", 0))),
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_best_play_is_drawn_in_a_light_room_and_a_dark_one(
    house: House, open_page: Open, monkeypatch: pytest.MonkeyPatch, scheme: Literal["light", "dark"]
) -> None:
    monkeypatch.setitem(LAB._answers, "strategy blackjack", (CHARTED,))
    page = open_page("/odds/blackjack/play", who="")
    page.emulate_media(color_scheme=scheme)
    chart = page.get_by_role("table").first
    expect(chart.get_by_role("row").last).to_have_accessible_name("11 double down never asked")
    expect(page.get_by_role("list", name="What the letters say").get_by_role("listitem")).to_have_text(
        ["S stand", "D double down", "R give up", "* not all such hands"]
    )
    grounds = chart.locator("td").evaluate_all(
        "cells => cells.map(cell => getComputedStyle(cell).backgroundColor)"
    )
    assert len(set(grounds)) == 4
    expect(page.get_by_role("table").last).to_contain_text("8-8")
    expect_accessible(page)


def test_the_cheapest_wager_comes_first_and_the_dearest_has_the_longest_bar() -> None:
    records = list(edges("sic-bo"))
    lines = odds_lines(records, {}, cheapest_first=True)
    assert [line.record.edge_decimal for line in lines] == sorted(one.edge_decimal for one in records)
    assert lines[-1].bar == 100
    assert all(line.bar < 100 for line in lines[:1])


def test_a_player_who_has_the_edge_is_told_apart(
    reader: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = next(iter(edges("sic-bo", "small")))
    fields = {name: getattr(record, name) for name in EdgeRecord.__struct_fields__}
    gaining = EdgeRecord(**{**fields, "edge": "-1/36", "edge_decimal": -1 / 36})
    monkeypatch.setattr(LAB, "_answers", {"edges sic-bo": (gaining,)})
    assert "\N{MINUS SIGN}2.778%" in read(reader, "/odds/sic-bo")
    (line,) = odds_lines([gaining], {"small": "Small"})
    assert line.is_players
    assert (line.title, line.per_hundred, line.bar) == ("Small", "$2.78", 100)


def test_a_newcomer_goes_from_the_welcome_page_to_a_wagers_cost(house: House, open_page: Open) -> None:
    LAB.edges("sic-bo")
    page = open_page("/sign-in", who="")
    expect_accessible(page)
    page.get_by_role("link", name="Odds What every wager costs").click()
    page.get_by_role("link", name="Sic Bo", exact=True).click()
    page.get_by_label("Wager").select_option("small")
    page.wait_for_url("**wager=small**")
    page.get_by_text("Fraction").click()
    expect(page.get_by_text("1/36")).to_be_visible()
    expect_accessible(page)


def test_an_inspector_follows_words_to_a_clause_its_code_and_its_tests(
    house: House, open_page: Open, look: Look
) -> None:
    page = open_page("/law", size=TELEPHONE, who="")
    expect_accessible(page)
    page.get_by_role("searchbox").fill("green total below red")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="661a.6(c)(2)#1", exact=True).click()
    expect(page.get_by_text("three_dice_football.field:play_of")).to_be_visible()
    expect(page.get_by_text("test_penalty_moves_the_marker_back_one_yard")).to_be_visible()
    expect_accessible(page)
    look(page, "clause")
    page.get_by_role("link", name="houseway.games.three_dice_football.field:play_of").click()
    expect(page.locator("pre.code")).to_contain_text("def play_of(")
    expect_accessible(page)
    page.go_back()
    # The payments themselves are for whoever works here.
    page.get_by_role("link", name="Rounds that were decided").click()
    page.wait_for_url("**/sign-in?next=%2Frounds%3Fclause%3D661a.6**")


def test_a_clause_at_a_table_leads_to_its_page(house: House, open_page: Open) -> None:
    page = open_page("/tables/TDF-1")
    page.locator("[data-clause]:visible").first.click()
    page.get_by_role("link", name="Code, tests and readings").click()
    page.wait_for_url("**/law/**")
    expect(page.locator("h1")).to_be_visible()
