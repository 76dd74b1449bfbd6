"""The welcome page of the demo property: every game drawn from its own layout, and a door with somebody to be for every job."""

import re
from typing import Literal

import pytest
from litestar.testing import TestClient
from playwright.sync_api import expect

from houseway.floor import Floor
from houseway.games import games
from houseway.web import make_app
from houseway.web.sign_in import JOBS, lessons
from tests.web.house import DESKTOP, TABLET, TELEPHONE, House, Look, Open
from tests.web.test_pages import expect_accessible

_LEARNER = "Dana Whitlock"


def test_every_game_is_drawn_from_its_layout_and_leads_to_a_training_table(floor: Floor) -> None:
    shown = {lesson.table: lesson for lesson in lessons(floor.tables().values())}
    assert {floor.table(table).game.name for table in shown} == set(games())
    assert all(floor.table(table).training for table in shown)
    with TestClient(make_app(floor), base_url="http://127.0.0.1") as client:
        text = client.get("/sign-in").text
    buttons = re.findall(
        r'name="next" value="/tables/([^"]+)".*?<svg class="thumbnail(.*?)</svg>', text, re.S
    )
    assert [table for table, _ in buttons] == list(shown)
    for table, drawn in buttons:
        assert drawn.count('class="ground"') == len(floor.table(table).game.layout.areas)


def test_whoever_comes_from_another_page_is_led_back_there_and_not_to_a_game(floor: Floor) -> None:
    with TestClient(make_app(floor), base_url="http://127.0.0.1") as client:
        text = client.get("/sign-in?next=/rounds").text
    assert 'class="thumbnail' not in text
    assert set(re.findall(r'name="next" value="([^"]+)"', text)) == {"/rounds"}


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_newcomer_is_one_click_away_from_a_game(
    house: House, open_page: Open, look: Look, scheme: Literal["light", "dark"]
) -> None:
    for size in (DESKTOP, TABLET, TELEPHONE):
        page = open_page("/sign-in", size=size, who="")
        page.emulate_media(color_scheme=scheme)
        expect(page.locator(".everybody")).not_to_have_attribute("open", "")
        # One person for each door, and the learner for all the games.
        expect(page.locator(".jobs form")).to_have_count(len(JOBS))
        expect(page.locator(".lessons form")).to_have_count(len(games()))
        expect(page.locator(".departments").get_by_role("button").first).to_be_hidden()
        expect_accessible(page)
        look(page, f"welcome-{size[0]}-{scheme}")
    page.get_by_role("button", name="Craps").click()
    page.wait_for_url("**/tables/CR-1")
    expect(page.locator("#lock-title + p")).to_contain_text(_LEARNER)
