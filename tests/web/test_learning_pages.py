"""Learning on pages: how a game is played, from its own rules, and a drill answered to the end."""

import html
import re
from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from playwright.sync_api import Page, expect

from houseway.floor import Floor
from houseway.floor.drills import KINDS, drill, kinds_of
from houseway.floor.example_round import example_round
from houseway.games import game_under, games, submission_for
from houseway.journal import Journal
from houseway.law import clause
from houseway.web import make_app
from houseway.web.learning_pages import chosen, pays
from tests.web.house import TELEPHONE, House, Open, signed_in_client
from tests.web.test_pages import expect_accessible

DEALER, OTHER_DEALER = "PA-1001", "PA-1002"


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    """Somebody who has not signed in, in a house that nobody has opened yet."""
    with Journal.open(tmp_path_factory.mktemp("learning") / "house.db") as journal:
        yield TestClient(make_app(Floor(journal)), base_url="http://127.0.0.1")


@pytest.mark.parametrize("name", games())
def test_how_a_game_is_played_tells_every_wager_and_every_remedy(
    reader: TestClient[Litestar], name: str
) -> None:
    game = game_under(submission_for(name))
    text = html.unescape(reader.get(f"/help/{name}").text).casefold()
    for wager in game.catalogue.values():
        assert (wager.title.casefold() in text) or wager.name not in game.betting.offered
    for remedy in game.irregularities.values():
        assert remedy.title.casefold() in text
        assert remedy.orders.casefold() in text


@pytest.mark.parametrize("name", games())
def test_help_tells_what_an_operator_chose(reader: TestClient[Litestar], name: str) -> None:
    told = chosen(submission_for(name))
    assert told[0][0] not in ("Posted limits", "Smallest chip")
    text = html.unescape(reader.get(f"/help/{name}").text)
    assert [one for one in told if f"<dt>{one[0]}</dt><dd>{one[1]}</dd>" not in text] == []


def test_of_a_game_with_variants_help_says_which_is_played(reader: TestClient[Litestar]) -> None:
    text = reader.get("/help/poker").text
    assert '<details class="panel" open>' in text
    assert "<dt>Game</dt><dd>Triple Draw 2-7</dd>" in text


def test_what_every_line_of_a_paytable_begins_with_is_said_once() -> None:
    blackjack, craps = (game_under(submission_for(name)).catalogue for name in ("blackjack", "craps"))
    assert [label for label, _ in pays(blackjack["blackjack"])] == ["Blackjack Wager", "Blackjack"]
    assert [label for label, _ in pays(craps["pass-odds"])] == [
        "point of 4 or 10",
        "point of 5 or 9",
        "point of 6 or 8",
    ]
    assert [label for label, _ in pays(craps["field"])] == [line.label for line in craps["field"].paytable]
    assert pays(craps["any-seven"]) == [("", craps["any-seven"].paytable[0].odds)]


def test_wagers_and_paragraphs_are_read_on_a_telephone(open_page: Open) -> None:
    page = open_page("/help/blackjack", size=TELEPHONE, who="")
    offered = page.get_by_role("group", name="Wagers")
    assert offered.evaluate("it => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight")
    page.goto(page.url.removesuffix("/help/blackjack") + "/law")
    # A line with a link stands no further from the next than any other.
    about = page.locator(".about", has=page.get_by_role("link"))
    lines, apart = about.evaluate("it => [it.clientHeight, parseFloat(getComputedStyle(it).lineHeight)]")
    assert lines % apart == pytest.approx(0, abs=1)


@pytest.mark.parametrize("name", games())
def test_help_tells_a_round_from_its_first_step_to_its_end(reader: TestClient[Litestar], name: str) -> None:
    steps = example_round(game_under(submission_for(name)))
    assert len(steps) > 3
    text = html.unescape(reader.get(f"/help/{name}").text)
    for step in steps:
        assert step.done in text
        assert all(words in text and f'data-clause="{by}"' in text for words, by in step.came)


@pytest.mark.parametrize("name", games())
def test_what_no_source_prints_is_cited_as_such(reader: TestClient[Litestar], name: str) -> None:
    text = html.unescape(reader.get(f"/help/{name}").text)
    for id_, cited in re.findall(r'data-clause="([^"]+)"[^>]*>([^<]*)<', text):
        origin = clause(id_).origin
        assert (origin in cited) == bool(origin.caution), id_


@pytest.mark.parametrize("name", games())
def test_drills_are_offered_where_a_game_has_something_to_ask(
    reader: TestClient[Litestar], name: str
) -> None:
    game = game_under(submission_for(name))
    asked = {kind for kind in KINDS if drill(game, kind, 0) is not None}
    assert set(kinds_of(game)) == asked
    for address in ("/train", f"/train/{name}"):
        found = set(re.findall(rf'href="/train/{name}/([\w-]+)"', reader.get(address).text))
        assert found == asked


def test_an_answer_is_told_right_or_wrong_with_its_clause(reader: TestClient[Litestar]) -> None:
    found = drill(game_under(submission_for("sic-bo")), "payout", 3)
    assert found is not None
    wrong = (found.right + 1) % len(found.choices)
    asked = html.unescape(reader.get("/train/sic-bo/payout?number=3").text)
    assert found.question in asked
    assert found.why not in asked
    right = html.unescape(reader.get(f"/train/sic-bo/payout?number=3&answer={found.right}").text)
    assert "Right." in right
    assert found.why in right
    assert f'data-clause="{found.clauses[0]}"' in right
    assert "No." in html.unescape(reader.get(f"/train/sic-bo/payout?number=3&answer={wrong}").text)


def test_what_is_not_there_is_not_found(reader: TestClient[Litestar]) -> None:
    for address in ("/help/roulette", "/train/roulette", "/train/roulette/payout", "/train/sic-bo/juggling"):
        assert reader.get(address).status_code == 404
    assert reader.get("/train/sic-bo/payout?number=-1").status_code == 400


def test_an_answer_is_kept_in_the_trainees_record_and_told_to_whoever_leads_them(floor: Floor) -> None:
    found = drill(game_under(submission_for("sic-bo")), "payout", 3)
    assert found is not None
    told = {"number": 3, "answer": found.right, "seconds": "2.5"}
    with signed_in_client(floor, credential=DEALER) as client:
        answer = client.post("/train/sic-bo/payout", data=told)
        assert answer.status_code == 200
        assert "Right." in answer.text
        assert "100% of 1" in client.get("/train").text
        assert "Your training record" in client.get("/train/results").text
        assert client.post("/train/sic-bo/payout", data={**told, "answer": 9}).status_code == 404
        assert client.post("/train/sic-bo/payout", data={**told, "seconds": "soon"}).status_code == 400
    with signed_in_client(floor, credential=OTHER_DEALER) as client:
        assert DEALER not in client.get("/train/results.csv").text
    with signed_in_client(floor) as client:
        rows = client.get("/train/results.csv").text.splitlines()
        assert [row.split(",")[:1] + row.split(",")[2:7] for row in rows[1:]] == [
            [DEALER, "sic-bo", "payout", "1", "1", "2.5"]
        ]


def go_on_by_key(page: Page) -> None:
    """To the next question; no key is pressed there before the page hears it."""
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_have_count(0)
    page.wait_for_load_state()


def test_a_trainee_answers_drills_and_is_told_the_score(house: House, open_page: Open) -> None:
    page = open_page("/sign-in", size=TELEPHONE, who="")
    page.get_by_role("link", name="Drills").last.click()
    expect_accessible(page)
    page.get_by_role("link", name="Sic Bo", exact=True).click()
    expect_accessible(page)
    page.get_by_role("link", name="Call the payout").click()
    page.locator(".choices button").first.click()
    expect(page.get_by_role("status").filter(has_text="paid")).to_be_visible()
    expect(page.locator("[data-score]")).to_contain_text("of 1 right")
    expect_accessible(page)
    page.reload()
    expect(page.locator("[data-score]")).to_contain_text("of 1 right")
    go_on_by_key(page)
    # A run of ten, by the keys alone.
    for number in range(2, 11):
        page.keyboard.press("1")
        expect(page.locator("[data-score]")).to_contain_text(f"of {number} right")
        if number < 10:
            go_on_by_key(page)
    expect(page.locator("[data-finished]")).to_contain_text("A run of 10:")


@pytest.mark.parametrize("place", ["asia-poker/whose-step", "baccarat/order", "three-card-poker/outcome"])
def test_clauses_that_stand_beside_each_other_never_read_alike(
    reader: TestClient[Litestar], place: str
) -> None:
    page = html.unescape(reader.get(f"/train/{place}?number=4&answer=0").text)
    verdict = page.split('class="verdict"')[1].split("</div>")[0]
    tags = re.findall(r'class="tag"[^>]*>([^<]+)<', verdict)
    assert len(tags) > 1
    assert len(set(tags)) == len(tags)


def test_a_clause_says_what_it_says_to_whoever_has_not_signed_in(open_page: Open) -> None:
    page = open_page("/help/sic-bo", who="")
    page.locator("[data-clause='625a.3(1)']").first.click()
    expect(page.locator("#clause .summary")).to_contain_text("Three of a Kind wins")
    assert page.url.endswith("/help/sic-bo")
