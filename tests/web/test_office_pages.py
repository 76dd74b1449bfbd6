"""The pages of the back office in a real browser: orders given and signed, books looked at, papers printed."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from litestar.testing import TestClient
from playwright.sync_api import Page, Route, expect

from houseway.backoffice.access import Access
from houseway.backoffice.books import all_books
from houseway.backoffice.orders import name_of
from houseway.backoffice.people import Position
from houseway.floor import Floor
from houseway.floor.demo import PASSWORD
from houseway.web import make_app
from houseway.web.office_pages import OFFICE
from houseway.web.templating import _TEMPLATES as TEXTS
from tests.backoffice.coupons.crew import OfficeHouse, launch, receive
from tests.backoffice.house import HOUSE, Clock, who
from tests.web.back_office import staffed_floor
from tests.web.house import DESKTOP, PORTRAIT, TELEPHONE, House, Look, Open, let_in, signed_in_client
from tests.web.test_pages import expect_accessible

CLERK, SUPERVISOR = who(Position.FINANCE_CLERK), who(Position.FINANCE_SUPERVISOR)
RECEIVE = "/office/counter_checks/orders/receive-book"
BOOK = {"order": "receive-book", "book": "B-1", "first": 1, "last": 50}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def floor(memory_path: Path, clock: Clock) -> Iterator[Floor]:
    with staffed_floor(memory_path / "house.db", clock) as floor:
        yield floor


def propose(floor: Floor, order: dict[str, Any] = BOOK, who: str = CLERK, key: str = "k") -> str:
    return floor.office.propose(floor.office.read_order(order), who=who, key=key).digest


def fill_in(page: Page, **values: Any) -> None:
    for label, value in values.items():
        page.get_by_label(label.replace("_", " "), exact=True).fill(str(value))


def receive_book(page: Page, name: str = "B-1") -> None:
    fill_in(page, Book_number=name, First_number=1, Last_number=50)
    page.get_by_role("button", name="Sign and propose").click()


def sent(page: Page, button: str = "Sign and propose") -> Any:
    """What the page sends when its button is pressed; it is answered with a refusal, so that the page stays."""
    orders: list[Any] = []

    def take(route: Route) -> None:
        told: Any = route.request.post_data_json
        orders.append(told["order"])
        route.fulfill(status=422, json={"title": "tried", "detail": f"tried {len(told)}"})

    page.route("**/api/office/*", take)
    page.get_by_role("button", name=button).click()
    expect(page.locator("#refusal")).to_have_text("Tried 2.")
    page.unroute("**/api/office/*")
    return orders[0]


# Giving and signing.


def test_one_person_proposes_another_executes_and_the_ledger_shows_it(
    house: House, open_page: Open, look: Look
) -> None:
    page = open_page("/office", who="")
    page.get_by_role("button", name=re.compile("^Finance Clerk 1")).click()
    page.get_by_role("link", name="Counter checks").first.click()
    page.get_by_label("Orders you may give").get_by_role("link", name="Receive book").click()
    receive_book(page)
    page.wait_for_url("**/office/orders/*")
    expect(page.get_by_role("heading", level=1)).to_have_text("Receive book Proposed")
    (standing,) = house.floor.office.proposals()
    expect(page.locator(".hash")).to_contain_text(standing.digest)
    expect(page.locator("[data-sign]")).to_have_count(1)
    page.get_by_role("link", name="Switch person").click()
    page.get_by_role("button", name=re.compile("^Finance Supervisor 1")).click()
    page.wait_for_url(f"**/office/orders/{standing.digest}")
    expect(page.locator(".content")).to_contain_text("B-1")
    look(page, "office-proposal")
    page.get_by_role("button", name="Sign and execute: confirmed").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Receive book Executed")
    expect(page.get_by_text("This order is executed now.")).to_be_visible()
    signed = page.locator(".signatures li")
    expect(signed).to_have_count(2)
    expect(signed.last).to_contain_text("Finance Supervisor 1")
    page.get_by_label("Back office", exact=True).get_by_role("link", name="Counter checks").click()
    row = page.get_by_role("row").filter(has_text="B-1")
    expect(row).to_contain_text("1 to 50")


def test_the_overview_tells_everyone_what_is_theirs(house: House, open_page: Open, clock: Clock) -> None:
    digest = propose(house.floor)
    crew = OfficeHouse(house.floor.office, clock)
    launch(crew)
    receive(crew, 100)
    crew.close()
    clock.forward(days=40)
    page = open_page("/office", who=SUPERVISOR)
    mine = page.get_by_label("Awaits your signature")
    expect(mine.get_by_role("link", name="Receive book")).to_have_attribute(
        "href", f"/office/orders/{digest}"
    )
    expect(mine).to_contain_text("awaits you: confirmed")
    expect(page.get_by_label("Due and late")).to_contain_text("Late")
    owed = page.get_by_label("Due and late")
    expect(owed.locator(".tag").first).to_have_text("603a.20(n)")
    owed.get_by_role("link", name="Take the monthly inventory of coupons").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Take coupon inventory")
    expect(page.locator(".titled .tag")).to_have_text(["603a.20(d)"])
    other = open_page("/office", who=who(Position.DEALER))
    expect(other.get_by_label("Awaits your signature")).to_contain_text("Nothing awaits the dealer")
    expect(other.get_by_text("awaits confirmed (finance supervisor or above)")).to_be_visible()


def test_a_proposal_is_withdrawn(house: House, open_page: Open) -> None:
    page = open_page(f"/office/orders/{propose(house.floor)}", who=SUPERVISOR)
    page.get_by_text("Withdraw", exact=True).click()
    page.get_by_role("button", name="Withdraw this order").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Receive book Withdrawn")
    assert house.floor.office.proposals() == ()


def test_a_refusal_is_shown_with_its_clause(house: House, open_page: Open) -> None:
    page = open_page(RECEIVE, who=CLERK)
    fill_in(page, Book_number="B-1", First_number=50, Last_number=1)
    page.get_by_role("button", name="Sign and propose").click()
    refusal = page.locator("#refusal")
    expect(refusal.locator(".tag")).to_have_text("609a.13(c)(3)")
    refusal.locator(".tag").click()
    expect(page.get_by_role("dialog")).to_contain_text("609a.13(c)(3)#1")
    # What was typed is still there, and right once it is put right.
    page.get_by_role("button", name="Close").click()
    fill_in(page, First_number=1, Last_number=50)
    page.get_by_role("button", name="Sign and propose").click()
    page.wait_for_url("**/office/orders/*")
    page.goto(f"{house.address}/office/refusals")
    expect(page.get_by_role("row").filter(has_text="Finance Clerk 1")).to_have_count(1)


def test_what_cannot_be_read_is_shown_at_its_field(open_page: Open) -> None:
    page = open_page("/office/revenue/orders/fill-table", who=who(Position.FLOORPERSON))
    fill_in(page, Table="no such table!", Quantity=3)
    page.get_by_label(re.compile("^Value")).fill("5")
    page.get_by_role("button", name="Sign and propose").click()
    table = page.get_by_label("Table", exact=True)
    expect(table).to_have_attribute("aria-invalid", "true")
    expect(table).to_be_focused()
    expect(table).to_have_accessible_description("This is not written as it has to be.")
    expect(page.locator("#refusal")).to_have_text("Table: this is not written as it has to be.")
    table.fill("C-1")
    expect(table).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator(".wrong")).to_have_count(0)


def test_a_double_click_gives_an_order_once(house: House, open_page: Open) -> None:
    page = open_page(RECEIVE, who=CLERK)
    fill_in(page, Book_number="B-1", First_number=1, Last_number=50)
    page.get_by_role("button", name="Sign and propose").dblclick()
    page.wait_for_url("**/office/orders/*")
    assert len(house.floor.office.proposals()) == 1


def test_an_order_is_sent_again_under_the_same_key_when_nobody_answered(
    house: House, open_page: Open
) -> None:
    page = open_page(RECEIVE, who=CLERK)
    keys: list[str] = []

    def lose_the_answer(route: Route) -> None:
        told: Any = route.request.post_data_json
        keys.append(told["key"])
        if len(keys) == 1:
            route.fetch()
            route.fulfill(body="a broken line")
        else:
            route.continue_()

    page.route("**/api/office/proposals", lose_the_answer)
    receive_book(page)
    expect(page.locator("#refusal")).to_contain_text("The house cannot be reached")
    page.get_by_role("button", name="Sign and propose").click()
    page.wait_for_url("**/office/orders/*")
    assert keys[0] == keys[1]
    assert len(house.floor.office.proposals()) == 1


def test_a_locked_page_keeps_what_was_typed(house: House, open_page: Open) -> None:
    page = open_page(RECEIVE, who=CLERK)
    fill_in(page, Book_number="B-1", First_number=1, Last_number=50)
    (cookie,) = page.context.cookies()
    Access(house.floor.office).sign_out(str(cookie["value"]))
    page.get_by_role("button", name="Sign and propose").click()
    lock = page.get_by_role("dialog")
    lock.get_by_label(re.compile("^Password of")).fill(PASSWORD)
    lock.get_by_role("button", name="Unlock").click()
    expect(lock).to_be_hidden()
    page.get_by_role("button", name="Sign and propose").click()
    page.wait_for_url("**/office/orders/*")


# The forms of orders.


def test_every_order_has_a_form_for_those_who_may_give_it_and_for_nobody_else(floor: Floor) -> None:
    with TestClient(make_app(floor), base_url="http://127.0.0.1") as client:
        for book in all_books():
            for kind in book.orders:
                desk = [rule for rule in book.rules if rule.order is kind and not rule.at_table]
                first = [rule.parts[:-1] or rule.parts for rule in desk]
                may = {
                    position
                    for position in Position
                    for parts in first
                    for part in parts
                    if any(permit.admits(position) for permit in part.permits)
                }
                one = next(iter(sorted(may)), None)
                nobody = next(iter(sorted(set(Position) - may)), None)
                for position, offered in ((one, True), (nobody, False)):
                    if position is None:
                        continue
                    let_in(client, floor, who(position))
                    answer = client.get(f"/office/{book.name}/orders/{name_of(kind)}")
                    assert answer.status_code == 200
                    # A submission is filled in on a page of its game's own.
                    form = "data-to=" in answer.text or 'href="/office/submissions/' in answer.text
                    assert form is offered, (name_of(kind), position)


def test_groups_choices_lines_and_days_are_told_as_the_order_wants_them(open_page: Open) -> None:
    page = open_page("/office/coupons/orders/adopt-coupon-controls", who=SUPERVISOR)
    page.get_by_label("Reference of the letter or paper", exact=True).first.fill("IC-7")
    fill_in(page, Storage="vault", Inventory_method="two count")
    page.get_by_label("Submitted on").fill("2014-03-01")
    page.get_by_label("Approved on").fill("2014-04-01")
    page.get_by_label("Approved by").select_option(label="Board")
    page.get_by_label(re.compile("^Subjects")).fill("inventory\n\n redemption ")
    page.get_by_role("checkbox", name="Run by a computer system").check()
    system = page.get_by_role("group", name="Run by a computer system")
    system.get_by_label("Production").fill("by order")
    system.get_by_label("Recording").fill("journal")
    controls = sent(page)["controls"]
    assert controls["subjects"] == ["inventory", "redemption"]
    assert controls["approved_on"] == "2014-04-01"
    assert controls["system"]["production"] == "by order"
    assert "in_house" not in controls
    page.get_by_role("checkbox", name="Run by a computer system").uncheck()
    assert sent(page)["controls"]["system"] is None


def test_dollars_are_told_in_cents(open_page: Open) -> None:
    page = open_page("/office/coupons/orders/submit-coupon-design", who=SUPERVISOR)
    fill_in(page, Design_number="MP-12", Certificate_holder_named_on_it=HOUSE)
    page.get_by_label("Value in dollars").fill("12.5")
    design = sent(page, "Sign and carry out")["design"]
    assert design["value"] == 1250


def test_rows_are_added_and_removed_also_inside_rows(open_page: Open) -> None:
    page = open_page("/office/coupons/orders/count-coupons", who=CLERK)
    drops = page.get_by_role("group", name="Drops")
    drops.get_by_label("Table").fill("T1")
    drops.get_by_label("Serial numbers", exact=True).fill("7\n9-11, 20")
    drops.get_by_role("button", name="Add a row of drops").click()
    second = drops.locator(":scope > .held > .row").last
    expect(second.get_by_label("Table")).to_be_focused()
    second.get_by_label("Table").fill("T2")
    second.get_by_role("button", name="Add a row of altered").click()
    altered = second.get_by_role("group", name="Altered")
    altered.get_by_label("Serial number", exact=True).fill("9")
    altered.get_by_label(re.compile("^Value that it shows")).fill("25")
    reviews = page.get_by_role("group", name="Reviews")
    reviews.get_by_role("button", name="Remove this row of reviews").click()
    expect(reviews.get_by_role("button", name="Add a row of reviews")).to_be_focused()
    fill_in(page, Stored_in_optional="vault")
    order = sent(page)
    assert [(drop["table"], drop["serials"]) for drop in order["drops"]] == [
        ("T1", [7, 9, 10, 11, 20]),
        ("T2", []),
    ]
    assert {"serial": 9, "shows": 2500}.items() <= order["drops"][1]["altered"][0].items()
    assert order["reviews"] == []
    assert order["day"] == "2014-05-01"


def test_serials_are_told_as_numbers_and_ranges(open_page: Open) -> None:
    page = open_page("/office/coupons/orders/distribute-coupons", who=who(Position.MARKETING_SUPERVISOR))
    serials = page.get_by_label("Serial numbers", exact=True)
    for typed, wrong in (("5, x", "such as 1-100, 205"), ("9-4", "ends with its larger number")):
        serials.fill(typed)
        assert wrong in serials.evaluate("box => box.validationMessage")
    serials.fill("1-100, 205; 300 to 310")
    fill_in(page, Place="the promotions desk")
    runs = [(run["first"], run["last"]) for run in sent(page, "Sign and carry out")["serials"]]
    assert runs == [(1, 100), (205, 205), (300, 310)]


def test_a_moment_is_told_by_the_clock_of_the_house_at_that_moment(open_page: Open) -> None:
    page = open_page("/office/pieces/orders/file-discrepancy-report", who=who(Position.BOXPERSON))
    discovered = page.get_by_label("Discovered at", exact=True)
    fill_in(page, Serial_number="D-1", Credential_of_the_dealer="PA-0101", Description="chipped")
    for moment, told in (
        ("2014-05-01T11:30", "2014-05-01T11:30:00-04:00"),
        ("2014-01-31T11:30", "2014-01-31T11:30:00-05:00"),
        ("2014-03-09T01:59", "2014-03-09T01:59:00-05:00"),
        ("2014-03-09T03:00", "2014-03-09T03:00:00-04:00"),
    ):
        discovered.fill(moment)
        assert sent(page)["discovered_at"] == told


def test_a_meter_is_read_in_dollars(open_page: Open) -> None:
    page = open_page("/office/revenue/orders/read-meter", who=who(Position.FLOORPERSON))
    fill_in(page, Progressive_meter="P-1", Game="three-card-poker")
    amounts = ("Amount shown", "Seed", "Contributed by wagers", "Paid to patrons", "Added when it was reset")
    for label, amount in zip(amounts, ("1250.5025", "1000", "250.5025", "0", "0"), strict=True):
        page.get_by_label(f"{label} in dollars", exact=True).fill(amount)
    read = sent(page)
    assert (read["shown"], read["seed"]) == (1_250_502_500, 1_000_000_000)


def test_what_is_known_is_added_line_by_line(open_page: Open) -> None:
    page = open_page("/office/staffing/orders/assign-crew", who=who(Position.FLOORPERSON))
    fill_in(page, Table="T-1")
    for credential in (who(Position.DEALER), who(Position.BOXPERSON)):
        page.get_by_label("Add to credentials of the dealers").select_option(value=credential)
    crew = sent(page, "Sign and carry out")["crew"]
    assert crew["dealers"] == [who(Position.DEALER), who(Position.BOXPERSON)]


def test_an_order_that_is_given_alone_or_together_offers_both(floor: Floor) -> None:
    with signed_in_client(floor, credential=who(Position.DEALER)) as client:
        page = client.get("/office/pieces/orders/put-in-use").text
    assert ("/api/office/orders" in page, "/api/office/proposals" in page) == (True, True)


def test_personal_data_is_not_shown_in_the_content_of_an_order() -> None:
    from houseway.backoffice.mailing.mailing_list import MailingEntry
    from houseway.web.office_content import lines_of

    token = f"sealed.{'0' * 32}.QQ=="
    entry = MailingEntry(patron="patron/1", name=token, design="MP-10", denomination=1000, serial=1)
    said = {line.label: line.words for line in lines_of(entry, ZoneInfo("America/New_York"))}
    assert (said["Name"], said["Denomination"], said["Patron"]) == ("sealed", "$10", "patron/1")


# By keyboard.


def test_an_order_is_given_and_signed_by_keyboard_alone(house: House, open_page: Open) -> None:
    page = open_page(RECEIVE, who=CLERK)
    page.get_by_label("Book number", exact=True).focus()
    for value in ("B-1", "1", "50"):
        page.keyboard.type(value)
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Sign and propose")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/office/orders/*")
    signer = open_page(page.url.removeprefix(house.address), who=SUPERVISOR)
    signer.keyboard.press("Tab")
    expect(signer.get_by_role("link", name="Skip to the page")).to_be_focused()
    signer.keyboard.press("Enter")
    sign = signer.get_by_role("button", name=re.compile("^Sign and execute"))
    for _ in range(20):
        signer.keyboard.press("Tab")
        if sign.evaluate("button => button === document.activeElement"):
            break
    signer.keyboard.press("Enter")
    expect(signer.get_by_role("heading", level=1)).to_have_text("Receive book Executed")


# Papers.


def test_a_form_looks_like_its_paper_and_prints_as_such(
    house: House, open_page: Open, clock: Clock, look: Look
) -> None:
    crew = OfficeHouse(house.floor.office, clock)
    launch(crew)
    receive(crew, 100)
    crew.close()
    page = open_page("/office/coupons", who=SUPERVISOR)
    page.get_by_label("Forms and reports").get_by_role("link", name="Receipt").last.click()
    page.locator(".subjects a").first.click()
    paper = page.get_by_role("article")
    expect(paper).to_contain_text(HOUSE)
    expect(paper.locator(".signing").first).to_contain_text("/s/ Finance")
    expect(paper.locator(".signing").first).to_contain_text("2014-05-01 12:00 EDT")
    look(page, "office-paper", full_page=True)
    page.emulate_media(media="print")
    for away in (".door", ".books", ".printing"):
        expect(page.locator(away)).to_be_hidden()
    expect(paper).to_be_visible()
    assert page.pdf().startswith(b"%PDF-")
    page.emulate_media(media="screen")
    link = page.get_by_role("link", name="PDF").get_attribute("href")
    printed = page.request.get(house.address + str(link))
    assert printed.headers["content-type"] == "application/pdf"
    assert printed.body().startswith(b"%PDF-")
    assert re.fullmatch(r'inline; filename="[\w.-]+\.pdf"', printed.headers["content-disposition"])


def test_subjects_of_a_form_are_found_by_a_part_of_their_name(
    house: House, open_page: Open, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    crew = OfficeHouse(house.floor.office, clock)
    launch(crew)
    for name in ("D-1", "D-2"):
        receive(crew, 10, name=name)
    crew.close()
    page = open_page("/office/coupons/forms/delivery", who=SUPERVISOR)
    expect(page.locator(".subjects li")).to_have_count(2)
    page.get_by_label("Made for").last.fill("D-2")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".subjects li")).to_have_count(1)
    # Where there are more than a page holds, one turns to the others.
    monkeypatch.setattr("houseway.web.office_pages._SUBJECTS_SHOWN", 1)
    page.goto(f"{house.address}/office/coupons/forms/delivery?find=D")
    expect(page.locator(".subjects")).to_contain_text("D-2")
    expect(page.locator(".turn")).to_contain_text("1 to 1 of 2")
    page.get_by_role("link", name="Next").click()
    expect(page.locator(".subjects")).to_contain_text("D-1")
    page.get_by_role("link", name="Previous").click()
    expect(page.locator(".subjects")).to_contain_text("D-2")


def test_filings_are_found_by_what_they_are_and_not_by_a_bare_number(floor: Floor) -> None:
    filing = {
        "order": "file-submission",
        "game": "sic-bo",
        "variant": "pit 2",
        "options": {"certificate_holder": HOUSE},
    }
    manager, director = who(Position.SHIFT_MANAGER), who(Position.DIRECTOR_OF_TABLE_GAMES)
    digest = propose(floor, filing, manager)
    floor.office.approve(digest, who=who(Position.AUDITOR))
    floor.office.execute(digest, who=director)
    forms = "/office/approvals/forms"
    with signed_in_client(floor, credential=director) as client:
        page = client.get(f"{forms}/rules-submission", params={"find": "bo pit"}).text
        assert f'<a href="{forms}/rules-submission/1">1: Sic Bo, pit 2, version 1</a>' in page
        assert "any table of Sic Bo, pit 2" in client.get(f"{forms}/table-sign").text
        assert ">Sic Bo, pit 2</a>" in client.get(f"{forms}/layout-check-list").text
        # An order in a list names the game as people do.
        assert '<span class="about">Sic Bo, pit 2' in client.get("/office/approvals").text


# Looking.


def test_what_was_signed_lately_is_not_crowded_out_by_what_awaits_a_signature(floor: Floor) -> None:
    floor.office.execute(propose(floor), who=SUPERVISOR)
    withdrawn = propose(floor, {**BOOK, "book": "B-2", "first": 51, "last": 60}, key="taken back")
    floor.office.withdraw(withdrawn, who=CLERK)
    for number in range(12):
        propose(floor, {**BOOK, "book": f"C-{number}", "first": 101, "last": 150}, key=f"open {number}")
    with signed_in_client(floor, credential=CLERK) as client:
        page = client.get("/office/counter_checks").text
    latest = page[page.index("Signed lately") :]
    assert latest.count('class="badge') == 2
    assert latest.index(withdrawn) < latest.index("executed")


def test_an_empty_sheet_says_what_will_be_there_and_how_it_begins(floor: Floor) -> None:
    link = re.compile(r"/office/([a-z_]+)/orders/([a-z-]+)")
    with signed_in_client(floor, credential=who(Position.DIRECTOR_OF_AUDIT)) as client:
        for name, book in floor.office.books.items():
            with floor.office.desk() as desk:
                grids = {sheet.name: len(sheet.show(desk)) for sheet in book.sheets}
            orders = {name_of(order) for order in book.orders}
            for sheet in book.sheets:
                assert len(sheet.empty) >= grids[sheet.name], sheet.name
                page = client.get(f"/office/{name}", params={"sheet": sheet.name}).text
                said = re.findall(r'<p class="none">(.*?)</p>', page[page.index("<figure") :])
                assert all(len(words) > 20 for words in said), said
                assert {found for words in said for found in link.findall(words)} <= {
                    (name, one) for one in orders
                }
        mailings = client.get("/office/mailing").text
    begins = '<a href="/office/mailing/orders/reserve-mailing-serials">Reserve mailing serials</a>.'
    assert f"A mailing begins with its serial numbers: {begins}" in mailings


def test_no_day_credential_or_serial_is_broken_at_its_hyphens() -> None:
    found = TEXTS.filters["whole"]("drafted by PA-0802, 2024-06-30 14:00; <of> well-known R-2024-06-29/1.")
    assert found == (
        'drafted by <span class="whole">PA-0802</span>, <span class="whole">2024-06-30 14:00</span>; '
        '&lt;of&gt; well-known <span class="whole">R-2024-06-29/1.</span>'
    )


def test_sheets_are_chosen_by_tabs(house: House, open_page: Open, clock: Clock) -> None:
    crew = OfficeHouse(house.floor.office, clock)
    launch(crew)
    receive(crew, 100)
    crew.close()
    page = open_page("/office/coupons", who=SUPERVISOR)
    page.get_by_label("Sheets").get_by_role("link", name="Ledger").click()
    expect(page.get_by_role("row").filter(has_text="receipt D-1")).to_contain_text("100 of $10")
    expect(page.get_by_label("Sheets").get_by_role("link", name="Ledger")).to_have_attribute(
        "aria-current", "page"
    )


def test_the_policy_shows_order_part_signers_clause_and_separations(open_page: Open) -> None:
    page = open_page("/office/policy", who=CLERK)
    row = page.get_by_role("row").filter(has_text="Requisition coupons").first
    expect(row).to_contain_text("Marketing supervisor or above")
    expect(row.locator(".tag")).to_have_text("603a.20(g)(4)")
    expect(page.locator("#coupons")).to_contain_text("Nobody does both in one matter")


def test_people_are_shown_with_what_they_were_and_will_be(
    house: House, open_page: Open, clock: Clock
) -> None:
    order = {
        "order": "post-person",
        "person": "dealer-1",
        "credential": who(Position.DEALER),
        "name": "Dealer 1",
        "position": "floorperson",
        "since": "2014-06-01",
    }
    digest = propose(house.floor, order, who(Position.SYSTEMS_ADMINISTRATOR))
    house.floor.office.execute(digest, who=who(Position.AUDITOR))
    page = open_page("/office/people", who=CLERK)
    expect(page.get_by_role("table").first.get_by_role("row")).to_have_count(2 * len(Position) + 1)
    to_come = page.get_by_role("table").last.get_by_role("row").filter(has_text="Dealer 1")
    expect(to_come).to_contain_text("Floorperson")
    expect(to_come).to_contain_text("2014-06-01")


def test_refusals_are_shown_in_pages(floor: Floor, clock: Clock) -> None:
    for number in range(101):
        with pytest.raises(Exception, match="several people"):
            floor.office.carry_out(floor.office.read_order(BOOK), who=CLERK, key=f"alone {number}")
    with signed_in_client(floor, credential=CLERK) as client:
        first = client.get("/office/refusals").text
        assert first.count("several people") == 50
        assert "1 to 50 of 101" in first
        assert "/office/refusals?skip=50" in first
        assert client.get("/office/refusals?skip=100").text.count("several people") == 1
        assert client.get("/office/refusals.csv").text.count("several people") == 101
        assert "Nothing like this" in client.get("/office/refusals?find=soup").text


@pytest.mark.parametrize(
    "path",
    [
        "/office/cook-book",
        "/office/coupons?sheet=soup",
        "/office/coupons/orders/bake-bread",
        "/office/coupons/forms/soup",
        "/office/retention/forms/schedule/soup",
        "/office/retention/forms/schedule/soup.pdf",
        f"/office/orders/{'0' * 64}",
        "/office/orders/x",
    ],
)
def test_what_is_not_there_is_said_plainly(floor: Floor, path: str) -> None:
    with signed_in_client(floor, credential=CLERK) as client:
        answer = client.get(path)
    assert answer.status_code == 404
    assert "There is no such thing here" in answer.text


def test_the_opening_of_the_house_can_be_looked_at(floor: Floor) -> None:
    with signed_in_client(floor, credential=who(Position.AUDITOR)) as client:
        address = re.search(r"/office/orders/[0-9a-f]{64}", client.get("/office/staff").text)
        assert address is not None
        page = client.get(address[0])
        staff = client.get("/office/staff").text
    assert page.status_code == 200
    assert "House opened" in page.text
    # Nobody signed it, and so nobody knows when.
    latest = staff[staff.index("Signed lately") :]
    assert re.search(r'<span class="small">signed by nobody</span>', latest)


def test_nobody_gets_in_without_a_session(floor: Floor) -> None:
    with TestClient(make_app(floor), base_url="http://127.0.0.1") as nobody:
        for path in ("/office", "/office/policy", "/office/coupons", RECEIVE):
            answer = nobody.get(path, follow_redirects=False)
            assert answer.status_code == 303
            assert answer.headers["location"].startswith("/sign-in?next=%2Foffice")


def test_no_book_hides_a_page() -> None:
    pages = {str(route.path).strip("/").split("/")[0] for route in OFFICE.routes}
    assert not {book.name for book in all_books()} & pages


# How they look.

_PAGES = (
    "/office",
    "/office/coupons?sheet=ledger",
    RECEIVE,
    "/office/coupons/orders/count-coupons",
    "/office/people",
    "/office/policy",
    "/office/refusals",
    "/office/retention/forms/schedule",
    "/office/retention/forms/schedule/schedule",
)


@pytest.fixture
def busy_floor(floor: Floor, clock: Clock) -> Floor:
    """A house in which something is due, late, proposed, refused and done."""
    crew = OfficeHouse(floor.office, clock)
    launch(crew)
    receive(crew, 100)
    crew.close()
    clock.forward(days=40)
    propose(floor)
    with pytest.raises(Exception, match="several people"):
        floor.office.carry_out(floor.office.read_order(BOOK), who=CLERK, key="alone")
    return floor


def test_pages_are_accessible(busy_floor: Floor, open_page: Open) -> None:
    page = open_page("/office", who=CLERK)
    address = page.url.removesuffix("/office")
    (standing,) = busy_floor.office.proposals()
    for path in (*_PAGES, f"/office/orders/{standing.digest}"):
        page.goto(address + path)
        expect_accessible(page)


@pytest.mark.parametrize("size", [DESKTOP, PORTRAIT, TELEPHONE], ids=["desktop", "portrait", "telephone"])
@pytest.mark.long
def test_pages_fit_their_window(
    busy_floor: Floor, open_page: Open, size: tuple[int, int], look: Look
) -> None:
    page = open_page("/office", size, who=CLERK)
    address = page.url.removesuffix("/office")
    for path in _PAGES:
        page.goto(address + path)
        name = re.sub(r"\W+", "-", path.strip("/"))
        look(page, f"{name}-{size[0]}x{size[1]}")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
