"""The pit on a page: for those who supervise, count, watch or audit, and nobody else."""

import re
from dataclasses import replace
from datetime import timedelta

from playwright.sync_api import expect

from houseway.backoffice.rosters.orders import ReportCameraOut
from houseway.floor import Floor
from houseway.floor.brisk import go_on
from houseway.floor.demo_people import SURVEILLANCE
from houseway.floor.pit import Pit
from houseway.money import dollars
from houseway.table.words import capital
from houseway.web.lab_asked import LAB
from houseway.web.luck_page import choices_of
from houseway.web.pit_page import PitPage
from tests.floor.live import give, play_at
from tests.web.house import DESKTOP, TELEPHONE, House, Look, Open, signed_in_client, until
from tests.web.test_brisk import CREW, wager
from tests.web.test_pages import expect_accessible

DEALER, FLOORPERSON, FINANCE = "PA-1001", "PA-1003", "PA-2002"


def test_every_table_is_told_with_its_money(floor: Floor) -> None:
    wager(floor, "SB-1", "small")
    go_on(floor, "SB-1", crew=CREW)
    lines = list(Pit(floor).lines(floor.clock()))
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


def test_luck_is_drawn_beside_what_is_expected(floor: Floor, lab_at_hand: None) -> None:
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
        # The line of nothing, and both ends, say what they are; the last round is drawn once.
        for label in (">$0</text>", ">kept ", ">expected "):
            assert label in text
        (kept,) = re.findall(r'class="kept" points="([^"]+)"', text)
        assert len(kept.split()) == 1 + 3
        assert "No round was dealt here" in client.get("/tables/SB-1/luck?day=1999-01-01").text
    with signed_in_client(floor, credential=DEALER) as client:
        assert client.get("/tables/SB-1/luck").status_code == 422


def test_a_shift_goes_by_the_pit(house: House, lab_at_hand: None, open_page: Open, look: Look) -> None:
    wager(house.floor, "SB-1", "small")
    go_on(house.floor, "SB-1", crew=CREW)
    for size in (DESKTOP, TELEPHONE):
        page = open_page("/sign-in", size=size, who="")
        page.get_by_role("button", name="Run the pit").click()
        page.wait_for_url("**/pit")
        expect(page.get_by_role("link", name="SB-1", exact=True)).to_be_visible()
        expect_accessible(page)
        look(page, f"pit-{size[0]}")
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


def test_meters_clocks_and_gaps_stand_in_the_pit(floor: Floor) -> None:
    play_at(floor, "SB-2", 1)
    for end in ("left", "right"):
        give(floor.office, ReportCameraOut(camera=f"SB-2-{end}", reason="dark"), SURVEILLANCE)
    with signed_in_client(floor, credential=FLOORPERSON) as client:
        text = client.get("/pit").text
        for line in Pit(floor).lines(floor.clock()):
            assert f'href="/tables/{line.table}?watch=true"' in text
            assert not line.meter or str(line.meter) in text
            assert [clock.piece for clock in line.clocks if capital(clock.piece) not in text] == []
        gaps = Pit(floor).gaps()
        assert gaps
        for gap in gaps:
            # In the list of all of them, and at its table.
            assert gap.problem in text
            assert capital(gap.problem) in text
            assert f'data-clause="{gap.clause}"' in text
    # Whose department signs nothing in the book of staffing is not shown it.
    with signed_in_client(floor, credential=FINANCE) as client:
        text = client.get("/pit").text
        assert "Staffing and cameras" not in text
        assert [gap for gap in gaps if gap.problem in text] == []


def test_a_clock_that_runs_out_is_told_before_and_after(floor: Floor) -> None:
    (line,) = (line for line in Pit(floor).lines(floor.clock()) if line.table == "SB-1")
    (clock,) = line.clocks
    page = PitPage(
        now=clock.ends, live=(), training=(line,), names={}, zone=floor.office.days.zone, gaps=None
    )
    minutes = ((0, "time is up"), (12, "12 min left"), (30, "30 min left"))
    assert [replace(page, now=clock.ends - timedelta(minutes=left)).left(clock) for left, _ in minutes] == [
        words for _, words in minutes
    ]
    early = replace(page, now=clock.ends - timedelta(minutes=31))
    assert early.left(clock).startswith("until ")
    assert (early.past, page.past) == ((), ((line, clock),))


def test_surveillance_looks_on_at_any_table_and_can_do_nothing_there(house: House, open_page: Open) -> None:
    page = open_page("/pit", who=FLOORPERSON)
    page.get_by_role("link", name="Watch SB-1").click()
    page.wait_for_url("**/tables/SB-1?watch=true")
    expect(page.locator(".banner")).to_contain_text("You look on")
    expect(page.locator("#connection[data-open]")).to_be_attached()
    expect(page.locator(".step")).to_have_count(0)
    seen = house.floor.table("SB-1").version
    page.locator("[data-seat='1']").click()
    page.locator("#area-small").click()
    page.keyboard.press(" ")
    wager(house.floor, "SB-1", "small")
    expect(page.locator("#stack-small-1")).to_be_attached()
    assert house.floor.table("SB-1").version == seen + 1
    expect(page.locator(".step")).to_have_count(0)
    expect_accessible(page)
    # Back from an earlier step one still looks on.
    page.get_by_role("link", name="One step back").click()
    page.get_by_role("link", name="Back to live").first.click()
    expect(page.locator(".banner")).to_contain_text("You look on")
    page.get_by_role("link", name="The table itself").click()
    expect(page.locator(".step").first).to_be_attached()
