"""The dispute desk: what happened is written down, and the rules of the game settle it with every clause."""

import html
import re
from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from playwright.sync_api import expect

from houseway.floor import Floor
from houseway.floor.dispute import settle_round
from houseway.floor.written_round import example_of, read_round
from houseway.games import games
from houseway.journal import Journal
from houseway.web import make_app
from houseway.web.dispute_page import Judgement, Objection, judge
from tests.web.house import DESKTOP, TABLET, TELEPHONE, Open
from tests.web.test_pages import expect_accessible


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    """Somebody who has not signed in, in a house that nobody has opened yet."""
    with Journal.open(tmp_path_factory.mktemp("desk") / "house.db") as journal:
        yield TestClient(make_app(Floor(journal)), base_url="http://127.0.0.1")


@pytest.mark.parametrize("name", games())
def test_every_game_brings_a_round_to_begin_with_that_its_rules_settle(name: str) -> None:
    found = judge(example_of(name))
    assert isinstance(found, Judgement), found
    assert found.settled == settle_round(read_round(example_of(name)))
    assert found.settled.results
    assert found.clauses


def test_the_desk_tells_the_settlement_with_clauses_and_readings(reader: TestClient[Litestar]) -> None:
    text = example_of("three-dice-football")
    assert text.splitlines()[3] in html.unescape(reader.get("/dispute?game=three-dice-football").text)
    answer = reader.post("/dispute", data={"round": text})
    assert answer.status_code == 200
    told = html.unescape(answer.text)
    found = judge(text)
    assert isinstance(found, Judgement)
    for line in found.lines:
        assert line.brought in told
        assert all(f'data-clause="{id}"' in told for id in line.cited)
    assert all(reading.reading in told for reading in found.readings)


def test_what_came_next_is_offered_where_a_round_is_not_over() -> None:
    text = example_of("three-card-poker").rsplit("[[decisions]]", 1)[0]
    found = judge(text)
    assert isinstance(found, Objection)
    (play,) = [block for _, block in found.next if 'wager = "play"' in block]
    settled = judge(f"{text}\n{play}")
    assert isinstance(settled, Judgement)
    assert any(line.wager == "play" for line in settled.lines)


@pytest.mark.parametrize(
    ("text", "said", "clause"),
    [
        ("game = ", "cannot be read (not TOML", ""),
        ('game = "roulette"', "there is no game", ""),
        (example_of("sic-bo").replace("amount = 5", "amount = 1"), "posted minimum", "125-149:RAF(10)#2"),
        ("gaming_day = 1999-01-01\n" + example_of("sic-bo"), "no stored text of sic-bo", ""),
    ],
)
def test_what_cannot_be_settled_says_why(
    reader: TestClient[Litestar], text: str, said: str, clause: str
) -> None:
    answer = reader.post("/dispute", data={"round": text})
    assert answer.status_code == 422
    assert said.casefold() in html.unescape(answer.text).casefold()
    assert re.search(rf'data-clause="{re.escape(clause)}', answer.text) or not clause


def test_a_round_that_cannot_be_settled_stays_one_of_its_game(reader: TestClient[Litestar]) -> None:
    answer = reader.post("/dispute", data={"round": example_of("sic-bo").replace("amount = 5", "amount = 1")})
    assert re.findall(r'<option value="([^"]+)" selected>', answer.text) == ["sic-bo"]


def test_surveillance_writes_what_came_next_with_a_click(open_page: Open) -> None:
    page = open_page("/dispute?game=three-card-poker", size=TABLET)
    written = page.get_by_label("What happened")
    written.fill(written.input_value().rsplit("[[decisions]]", 1)[0])
    page.get_by_role("button", name="Settle it").click()
    expect_accessible(page)
    page.get_by_role("button", name=re.compile("play", re.IGNORECASE)).first.click()
    page.get_by_role("button", name="Settle it").click()
    expect(page.get_by_text("Play", exact=True)).to_be_visible()
    expect_accessible(page)
    # Every line shows by which clauses it was settled, however little room there is.
    for size in (DESKTOP, TABLET, TELEPHONE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        lines = page.get_by_role("group", name="Settlement")
        assert lines.evaluate("it => it.scrollWidth <= it.clientWidth"), size
        expect_accessible(page)
