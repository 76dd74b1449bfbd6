"""A table of the house by pages alone: set up and signed for in the office, made ready, opened and bet on at its own page."""

import re

from playwright.sync_api import expect

from houseway.backoffice.rosters.orders import PlanTable
from houseway.backoffice.rosters.tables import OpenTable
from houseway.floor.demo_people import (
    AUDITOR,
    FLOORPERSON,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SURVEILLANCE,
)
from houseway.table.checklist import Stage
from houseway.table.table_state import Status
from tests.floor.live import a_set_for, bring_dice, give, move
from tests.web.house import House, Look, Open, catch_up

TABLE = "TDF-2"


def test_a_planned_table_is_set_up_and_signed_for_on_pages(house: House, open_page: Open, look: Look) -> None:
    planned = PlanTable(table=OpenTable(name="TDF-7", game="three-dice-football"))
    give(house.floor.office, planned, PIT_MANAGER, SURVEILLANCE)
    page = open_page("/office/tables/orders/set-up-table", who=SHIFT_MANAGER)
    page.get_by_label("Table", exact=True).fill("TDF-7")
    page.get_by_label("Title", exact=True).fill("Football by the bar")
    digest = house.floor.table(TABLE).submission.digest()
    page.locator("select").select_option(value=f'"{digest}"')
    look(page, "office-set-up-table")
    page.get_by_role("button", name="Sign and propose").click()
    page.wait_for_url("**/office/orders/*")
    (standing,) = house.floor.office.proposals()
    audit = open_page(f"/office/orders/{standing.digest}", who=AUDITOR)
    audit.get_by_role("button", name="Sign and execute: compared with the approval").click()
    expect(audit.get_by_role("heading", level=1)).to_have_text("Set up table Executed")
    floor = open_page("/", who=FLOORPERSON)
    expect(floor.get_by_role("link", name=re.compile("TDF-7"))).to_contain_text("Football by the bar")


def test_a_live_table_is_made_ready_with_approvals_in_force_and_opened_on_its_page(
    house: House, open_page: Open
) -> None:
    floor = house.floor
    bring_dice(floor, TABLE, a_set_for(floor, TABLE))
    page = open_page(f"/tables/{TABLE}", who=PIT_MANAGER)
    expect(page.get_by_label("Reference")).to_have_count(0)
    page.get_by_role("button", name=re.compile("Attest all .* as pit manager")).click()
    place = floor.table(TABLE)
    expect(page.locator("#record")).to_contain_text("reference on site, number")
    for stage in (Stage.DICE, Stage.OPENING):
        for step in place.rules.missing(place.state, stage):
            move(floor, TABLE, "attest", step.by[0], step=step.id, witness=step.witness)
    supervisor = open_page(f"/tables/{TABLE}", who=FLOORPERSON)
    catch_up(supervisor, floor, TABLE)
    supervisor.get_by_role("button", name=re.compile("Open the table")).click()
    expect(supervisor.locator("#record")).to_contain_text("The table opens for")
    assert floor.table(TABLE).state.status is Status.OPEN
    assert floor.table(TABLE).state.chips["tray"] == 5_000_000


def test_books_name_games_as_people_do(house: House, open_page: Open) -> None:
    page = open_page("/office/tables", who=SHIFT_MANAGER)
    expect(page.get_by_role("row").filter(has_text=TABLE)).to_contain_text("Three Dice Football")
    page.goto(house.address + "/office/staffing")
    expect(page.get_by_role("row").filter(has_text="CR-2").first).to_contain_text("Mini Craps")
