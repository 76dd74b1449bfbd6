"""The pit on a page: for those who supervise, count, watch or audit, and nobody else."""

from pathlib import Path

from playwright.sync_api import expect

from houseway.floor import Floor
from houseway.floor.brisk import go_on
from houseway.floor.pit import pit_lines
from houseway.money import dollars
from houseway.web.lab_asked import LAB
from houseway.web.luck_page import choices_of
from tests.web.house import DESKTOP, TELEPHONE, House, Open, signed_in_client, until
from tests.web.test_brisk import CREW, wager
from tests.web.test_pages import expect_accessible

DEALER, FLOORPERSON, MARKETING = "PA-1001", "PA-1003", "PA-3001"


def test_every_table_is_told_with_its_money(floor: Floor) -> None:
    wager(floor, "SB-1", "small")
    go_on(floor, "SB-1", crew=CREW)
    lines = list(pit_lines(floor, floor.clock()))
    with signed_in_client(floor, credential=FLOORPERSON) as client:
        text = client.get("/pit").text
    for line in lines:
        assert f'href="/tables/{line.table}"' in text
        assert f"{dollars(line.minimum)} to {dollars(line.maximum)}" in text
        if line.figures:
            assert dollars(line.figures.drop) in text


def test_what_tables_win_is_not_for_a_dealer(floor: Floor) -> None:
    with signed_in_client(floor, credential=DEALER) as client:
        answer = client.get("/pit")
    assert answer.status_code == 422
    assert "is not for the dealer" in answer.text
    assert "floorperson or above" in answer.text


def test_luck_is_drawn_beside_what_is_expected(floor: Floor) -> None:
    for _ in range(3):
        wager(floor, "SB-1", "small")
        go_on(floor, "SB-1", crew=CREW)
        go_on(floor, "SB-1", crew=CREW)
    choices = choices_of(floor.table("SB-1"))
    until(lambda: LAB.edges_under("sic-bo", choices) is not None)
    with signed_in_client(floor, credential=FLOORPERSON) as client:
        text = client.get("/tables/SB-1/luck").text
        assert "standard deviations" in text
        assert text.count("<polygon") == 2
        assert "No round was dealt here" in client.get("/tables/SB-1/luck?day=1999-01-01").text
    with signed_in_client(floor, credential=DEALER) as client:
        assert client.get("/tables/SB-1/luck").status_code == 422


def test_a_shift_goes_by_the_pit(house: House, open_page: Open, pictures: Path) -> None:
    wager(house.floor, "SB-1", "small")
    go_on(house.floor, "SB-1", crew=CREW)
    for size in (DESKTOP, TELEPHONE):
        page = open_page("/sign-in", size=size, who="")
        page.get_by_role("button", name="Run the pit").click()
        page.wait_for_url("**/pit")
        expect(page.get_by_role("link", name="SB-1", exact=True)).to_be_visible()
        expect_accessible(page)
        page.screenshot(path=pictures / f"pit-{size[0]}.png")
    # Why a table wins or loses stands behind the figure.
    LAB.edges_under("sic-bo", choices_of(house.floor.table("SB-1")))
    page.get_by_role("row", name="SB-1").get_by_title("Luck against expectation").click()
    page.wait_for_url("**/tables/SB-1/luck")
    expect(page.locator(".telling")).to_contain_text("standard deviations")
    expect_accessible(page)
    page.get_by_role("group", name="Largest lines").get_by_role("link", name="1", exact=True).click()
    page.wait_for_url("**/tables/SB-1/rounds/1")


def test_the_pit_is_drawn_anew_while_somebody_looks(house: House, open_page: Open) -> None:
    page = open_page("/pit", who=FLOORPERSON)
    rounds = page.get_by_role("row", name="SB-1").locator('a[href*="/rounds"]')
    expect(rounds).to_have_text("0")
    page.clock.install()
    page.reload()
    wager(house.floor, "SB-1", "small")
    go_on(house.floor, "SB-1", crew=CREW)
    page.clock.fast_forward(6000)
    expect(rounds).to_have_text("1")
