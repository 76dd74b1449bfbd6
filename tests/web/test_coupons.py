"""A coupon at a live table through the front door: scanned on the page, or sent by a program."""

import re
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from playwright.sync_api import expect

from houseway.backoffice.coupons.barcode import payload
from houseway.backoffice.coupons.serials import State, coupon_of, find
from houseway.backoffice.rosters.crew import Crew
from houseway.backoffice.rosters.orders import AssignCrew
from houseway.floor import Floor
from houseway.floor.demo_coupons import IN_PATRONS_HANDS_TODAY
from tests.floor.live import STAMP, give, move, play_at
from tests.web.house import House, Open, catch_up, signed_in_client
from tests.web.test_pages import sign

TABLE = "CR-2"
SERIAL = IN_PATRONS_HANDS_TODAY[0].first
BOXPERSON, FLOORPERSON, FINANCE = "PA-1005", "PA-1003", "PA-2001"


def barcode(floor: Floor, **changes: Any) -> str:
    with floor.office.desk() as desk:
        coupon, entry = coupon_of(desk.connection, SERIAL), find(desk.connection, SERIAL)
    assert coupon is not None
    assert entry is not None
    return payload(msgspec.structs.replace(coupon, **changes), entry.design, STAMP)


def dealer_at(floor: Floor) -> str:
    """Whom the demo's roster assigns to the table."""
    return floor.assigned(floor.table(TABLE))["dealer"]


def state(floor: Floor) -> State:
    with floor.office.desk() as desk:
        found = find(desk.connection, SERIAL)
    assert found is not None
    return found.state


def present(client: TestClient[Litestar], code: str, who: str, table: str = TABLE, **more: Any) -> Any:
    body = {"code": code, "seat": 1, "wager": "pass", "amount": 1000, "who": who} | more
    return client.post(f"/api/tables/{table}/coupons", json=body)


@pytest.mark.parametrize("by_boxperson", [False, True], ids=["dealer", "boxperson"])
def test_a_program_presents_a_coupon(floor: Floor, by_boxperson: bool) -> None:
    dealer = dealer_at(floor)
    who = BOXPERSON if by_boxperson else dealer
    play_at(floor, TABLE, 1)
    with_boxperson = Crew(dealers=(dealer,), boxpersons=(BOXPERSON,))
    give(floor.office, AssignCrew(table=TABLE, crew=with_boxperson), FLOORPERSON)
    with signed_in_client(floor, credential=who) as client:
        seen = floor.table(TABLE).version
        done = present(client, barcode(floor), who, seen=seen)
        assert done.status_code == 201, done.json()
        assert "plays coupon" in " ".join(event["words"] for event in done.json()["events"])
        assert state(floor) is State.REDEEMED
        stale = present(client, barcode(floor), who, seen=seen)
        assert stale.status_code == 409
        again = present(client, barcode(floor), who)
        assert (again.status_code, again.json()["clause"]) == (422, "603a.20(c)(3)")


def test_what_is_wrong_with_a_coupon_is_said_with_its_clause(floor: Floor) -> None:
    dealer = dealer_at(floor)
    play_at(floor, TABLE, 1)
    with signed_in_client(floor, credential=dealer) as client:
        for asked, clause in (
            ({"code": barcode(floor).replace(":1000:", ":9000:")}, "603a.20(q)(3)"),
            ({"code": barcode(floor, serial=123_456)}, "603a.20(c)(3)"),
            ({"code": barcode(floor), "wager": "field"}, "603a.21(c)(2)"),
            ({"code": barcode(floor), "amount": 500}, "603a.1[match_play_coupon]#2"),
        ):
            answer = present(client, who=dealer, **asked)
            assert (answer.status_code, answer.json()["clause"]) == (422, clause), answer.json()
        assert state(floor) is State.DISTRIBUTED
        practice = present(client, barcode(floor), dealer, "CR-1")
        assert practice.status_code == 400
        assert "is for training" in practice.json()["detail"]
        assert present(client, "", dealer, amount=-1).status_code == 400
        assert present(client, barcode(floor), dealer, "NO-1").status_code == 404
    # Nobody signs for the dealer, whoever is said to have taken it.
    with signed_in_client(floor, credential=FLOORPERSON) as client:
        answer = present(client, barcode(floor), dealer)
        assert f"{FLOORPERSON} is not assigned to table {TABLE} as dealer" in answer.json()["detail"]
        assert answer.json()["clause"] == "465a.35(b)"
    assert state(floor) is State.DISTRIBUTED
    with signed_in_client(floor, credential=FINANCE) as client:
        answer = present(client, barcode(floor), dealer)
        assert "may look at it, but not move there" in answer.json()["detail"]


def test_a_coupon_is_scanned_on_the_page(house: House, open_page: Open) -> None:
    page = open_page(f"/tables/{TABLE}", who=dealer_at(house.floor))
    expect(page.locator("#take-coupon")).to_have_count(0)
    play_at(house.floor, TABLE, 1)
    catch_up(page, house.floor, TABLE)
    form = page.locator("#take-coupon")
    expect(form).to_be_visible()
    expect(page.locator("#coupon-title")).to_have_text("Coupon of position 1")
    beside = open_page(f"/tables/{TABLE}", who=FLOORPERSON).locator("#take-coupon")
    expect(beside.locator(".waits")).to_have_text("For the dealer or the boxperson to enter")
    expect(beside.get_by_role("button", name="Take the coupon")).to_be_disabled()
    expect(form.get_by_role("button", name="Take the coupon")).to_be_enabled()
    form.get_by_label("Chips with it").fill("10")
    scanner = form.get_by_label("Barcode")
    scanner.fill(barcode(house.floor).replace(":1000:", ":9000:"))
    scanner.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("is forged or altered")
    expect(page.get_by_role("alert")).to_contain_text("603a.20(q)(3)")
    scanner.fill(barcode(house.floor))
    scanner.press("Enter")
    expect(page.locator("#record")).to_contain_text(f"Position 1 plays coupon {SERIAL:09} for $10 on Pass")
    expect(scanner).to_have_value("")
    expect(page.get_by_role("alert")).to_have_text("")
    assert state(house.floor) is State.REDEEMED
    move(house.floor, TABLE, "take-down-wager", "player", seat=1, wager="pass")
    expect(page.locator("#record")).to_contain_text(re.compile(f"Coupon {SERIAL:09} goes back to position 1"))


def test_a_coupon_is_typed_in_before_a_floorperson_who_signs(house: House, open_page: Open) -> None:
    play_at(house.floor, TABLE, 1)
    with house.floor.office.desk() as desk:
        known = find(desk.connection, SERIAL)
    assert known is not None
    page = open_page(f"/tables/{TABLE}", who=dealer_at(house.floor))
    page.get_by_text("A coupon without a barcode").click()
    form = page.locator("#take-coupon-by-serial")
    form.get_by_label("Serial number").fill(str(SERIAL))
    form.get_by_label("Value in dollars").fill("10")
    form.get_by_label("Last day").fill(known.expires.isoformat())
    form.get_by_label("Chips with it").fill("10")
    form.get_by_role("button", name="Take it before the floorperson").click()
    sign(page, FLOORPERSON)
    # The demo's coupons were printed in the house, with a barcode: it is to be scanned.
    expect(page.get_by_role("alert").first).to_contain_text(f"Coupon {SERIAL:09} bears a barcode")
    expect(form.get_by_label("Serial number")).to_have_value(str(SERIAL))
    assert state(house.floor) is State.DISTRIBUTED


def test_a_training_table_has_no_place_for_a_patrons_coupon(open_page: Open) -> None:
    page = open_page("/tables/CR-1")
    expect(page.locator("#next")).to_be_visible()
    expect(page.locator("#take-coupon")).to_have_count(0)
