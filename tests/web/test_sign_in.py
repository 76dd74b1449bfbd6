"""Signing in: at the door of the API and in a real browser, locked out, locked, switched and signed out."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from playwright.sync_api import Locator, Page, expect

from houseway.backoffice.access import Access
from houseway.backoffice.access.records import STREAM
from houseway.floor import Floor, Mode
from houseway.floor.demo import PASSWORD, STAFF
from houseway.games import submission_for
from houseway.journal import Journal
from houseway.web import make_app
from houseway.web.app import cookie_names
from houseway.web.door import CSRF_HEADER, UNATTENDED_HEADER, is_local
from tests.backoffice.house import Clock
from tests.web.house import (
    PIT_MANAGER,
    PORTRAIT,
    TELEPHONE,
    House,
    Look,
    Open,
    let_in,
    program,
    session_cookie,
    signed_in,
    signed_in_client,
)
from tests.web.test_pages import area, bet, expect_accessible, press_on, stack, version

FINANCE, DEALER, FLOORPERSON = "PA-2002", "PA-1001", "PA-1003"
TAKE_SEAT = {"move": {"move": "take-seat", "seat": 5}, "who": "patron-5"}
LIVE = {"move": {"move": "issue-dice", "serial": "Z", "colours": []}, "who": DEALER}


@pytest.fixture
def clock() -> Clock:
    return Clock(datetime.now(UTC))


@pytest.fixture
def floor(demo_house: Path, clock: Clock) -> Iterator[Floor]:
    with Journal.open(demo_house, create=False) as journal:
        yield Floor(journal, clock)


@pytest.fixture
def visitor(floor: Floor) -> Iterator[TestClient[Litestar]]:
    """Somebody who has not signed in."""
    with TestClient(make_app(floor), base_url="http://127.0.0.1") as client:
        client.follow_redirects = False
        yield client


def sign_in(client: TestClient[Litestar], password: str = PASSWORD, who: str = DEALER) -> httpx.Response:
    return client.post("/api/session", json={"credential": who, "password": password})


def problem(answer: httpx.Response, status: int) -> str:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    return str(answer.json()["detail"])


def somebody(page: Page, name: str) -> Locator:
    """The button with which to be one of the demo's people, unfolded where all but a few are folded away."""
    folded = page.locator(".everybody:not([open]) > summary")
    if folded.count():
        folded.click()
    return page.locator(".departments").get_by_role("button", name=name)


def recorded(floor: Floor) -> list[str]:
    return [entry.kind for entry in floor.journal.read(STREAM) if entry.kind != "account-opened"]


# What stands open, and what does not.

OPEN = {
    # Watched by whoever keeps the machine; metrics ask where one sits instead.
    ("GET", "/health"),
    ("GET", "/metrics"),
    ("GET", "/sign-in"),
    ("POST", "/sign-in"),
    ("POST", "/api/session"),
    ("POST", "/api/session/passkey"),
    ("POST", "/api/session/passkey/ask"),
}
# What shows nothing of the house.
STANDS_OPEN = (
    "/static",
    "/api/openapi",
    "/api/docs",
    "/api/law",
    "/law",
    "/odds",
    "/help",
    "/docs",
    "/dispute",
)
SAMPLES = {"table": "TDF-1", "version": "1", "clause_id": "661a.6(c)(2)", "file_path": "houseway.css"}


def requests_of(app: Litestar) -> Iterator[tuple[str, str]]:
    """Every request that the application knows, on something that is there."""
    for route in app.routes:
        path = re.sub(r"\{(\w+):\w+\}", lambda found: SAMPLES.get(found[1], "1"), route.path_format)
        path = re.sub(r"\{(\w+)\}", lambda found: SAMPLES.get(found[1], "1"), path)
        yield from ((method, path) for method in sorted(route.methods))


def test_every_page_and_request_needs_a_session(visitor: TestClient[Litestar], floor: Floor) -> None:
    asked = 0
    before = floor.journal.head()
    for method, path in requests_of(visitor.app):
        if (
            method == "OPTIONS"
            or (method, path) in OPEN
            or path.startswith(STANDS_OPEN)
            # Drills are for anybody; what is kept of them is not.
            or (path.startswith("/train") and method != "POST" and "results" not in path)
        ):
            continue
        asked += 1
        answer = visitor.request(method, path, json={} if method in ("POST", "PUT", "PATCH") else None)
        if path.startswith("/api"):
            assert problem(answer, 401).startswith("nobody is signed in"), (method, path)
            assert answer.headers["www-authenticate"]
        else:
            assert answer.status_code == 303, (method, path)
            assert answer.headers["location"].startswith("/sign-in"), (method, path)
            assert "TDF-1" not in answer.text
    assert asked > 10
    assert floor.journal.head() == before


@pytest.mark.parametrize(
    "path",
    [
        "/sign-in",
        "/static/houseway.css",
        "/api/openapi.json",
        "/api/docs",
        "/law",
        "/law/661a",
        "/api/law/661a.6(c)(2)",
        "/odds",
        "/help",
    ],
)
def test_the_door_itself_stands_open(visitor: TestClient[Litestar], path: str) -> None:
    assert visitor.get(path).status_code == 200


def test_the_text_in_force_at_a_table_is_for_those_who_are_signed_in(
    visitor: TestClient[Litestar],
) -> None:
    problem(visitor.get("/api/law/661a.6(c)(2)", params={"table": "TDF-1"}), 401)


def main_of(page: str) -> str:
    """What a page itself says, without the dialogs that every page has."""
    return page.partition("<main")[2].partition("</main>")[0]


def test_a_house_without_accounts_asks_nobody(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "new.db") as journal:
        floor = Floor(journal)
        with TestClient(make_app(floor), base_url="http://127.0.0.1") as client:
            assert client.get("/").status_code == 200
            assert client.get("/sign-in", follow_redirects=False).headers["location"] == "/"
            assert problem(client.get("/api/session"), 401)
            floor.office.open_house("Keystone Meadows", STAFF)
            assert client.get("/api/tables").status_code == 200
            for table, mode in (("SB-1", Mode.TRAINING), ("SB-2", Mode.LIVE)):
                floor.set_up_table(table, "Sic Bo", submission_for("sic-bo"), mode=mode, tray=0)
            closed = client.post("/api/tables/SB-1/moves", json=TAKE_SEAT)
            assert problem(closed, 422) == "the table is closed"
            # Who moves at a live table could not be told.
            assert "nobody is signed in" in problem(
                client.post("/api/tables/SB-2/moves", json=TAKE_SEAT), 422
            )
            coupon = {"code": "any", "seat": 1, "wager": "big", "who": DEALER}
            assert "nobody is signed in" in problem(client.post("/api/tables/SB-2/coupons", json=coupon), 422)
            # So the page offers nothing that would be refused.
            page, training = (main_of(client.get(f"/tables/{table}").text) for table in ("SB-2", "SB-1"))
            assert "Table SB-2 is live, and nobody is signed in" in page
            assert 'class="go' in training
            assert 'class="go' not in page
            assert 'class="tick"' not in page


# Programs.


def test_a_program_signs_in_moves_and_signs_out(visitor: TestClient[Litestar], floor: Floor) -> None:
    told = sign_in(visitor)
    assert told.status_code == 201
    session = told.json()
    assert (session["name"], session["position"], session["department"]) == (
        "Dana Whitlock",
        "dealer",
        "table games",
    )
    assert visitor.get("/api/session").json() == session
    visitor.headers[CSRF_HEADER] = session["csrf"]
    assert visitor.post("/api/tables/TDF-1/moves", json=TAKE_SEAT).status_code == 201
    out = visitor.delete("/api/session")
    assert out.status_code == 204
    assert "Max-Age=0" in out.headers["set-cookie"]
    problem(visitor.get("/api/session"), 401)
    assert recorded(floor) == ["signed-in", "signed-out"]


def test_the_cookie_is_for_this_house_only_and_for_no_script(floor: Floor) -> None:
    for scheme, secure in (("http", False), ("https", True)):
        with TestClient(make_app(floor), base_url=f"{scheme}://127.0.0.1") as client:
            name, *attributes = sign_in(client).headers["set-cookie"].split("; ")
            prefix = "__Host-" if secure else ""
            assert re.fullmatch(rf"{prefix}{session_cookie(floor)}=[0-9a-f]{{64}}", name)
            told = {attribute.lower() for attribute in attributes}
            assert {"httponly", "samesite=strict", "path=/"} <= told
            assert ("secure" in told) is secure
            assert not any(attribute.startswith(("max-age", "expires", "domain")) for attribute in told)


def test_a_session_that_was_ended_opens_nothing_any_more(visitor: TestClient[Litestar], floor: Floor) -> None:
    opened = signed_in(floor)
    visitor.cookies.set(session_cookie(floor), opened.token)
    assert visitor.get("/api/tables").status_code == 200
    visitor.headers[CSRF_HEADER] = opened.session.csrf
    visitor.delete("/api/session")
    visitor.cookies.set(session_cookie(floor), opened.token)
    problem(visitor.get("/api/tables"), 401)


@pytest.mark.parametrize("made_up", ["", "0" * 64, "é", "'; DROP TABLE access_sessions; --"])
def test_a_made_up_cookie_opens_nothing(visitor: TestClient[Litestar], floor: Floor, made_up: str) -> None:
    headers = {b"cookie": f"{session_cookie(floor)}={made_up}".encode()}
    problem(visitor.get("/api/tables", headers=headers), 401)


def test_wrong_sign_ins_are_refused_alike_and_soon_told_to_wait(
    visitor: TestClient[Litestar], clock: Clock
) -> None:
    wrong, nobody = sign_in(visitor, "not the password"), sign_in(visitor, who="PA-9999")
    assert problem(wrong, 401) == problem(nobody, 401) == "the credential number or the password is wrong"
    locked = sign_in(visitor)
    assert problem(locked, 429) == "too many failed attempts; try again in 1 second"
    assert locked.headers["retry-after"] == "1"
    clock.forward(seconds=1)
    assert sign_in(visitor).status_code == 201


@pytest.mark.parametrize(
    "body",
    [{}, {"credential": DEALER}, {"credential": "", "password": "x"}, {"credential": 1, "password": "x"}, []],
)
def test_what_is_no_sign_in_is_refused(visitor: TestClient[Litestar], body: Any) -> None:
    problem(visitor.post("/api/session", json=body), 400)


def test_a_demo_account_keeps_the_password_that_everyone_is_told(floor: Floor) -> None:
    with signed_in_client(floor) as client:
        told = client.post("/api/session/password", json={"old": PASSWORD, "new": "another password"})
    assert "keeps the password" in problem(told, 400)


@pytest.fixture
def own_password(tmp_path: Path, clock: Clock) -> Iterator[TestClient[Litestar]]:
    """A dealer of a house that is no demo property, signed in."""
    with Journal.open(tmp_path / "new.db") as journal:
        floor = Floor(journal, clock)
        floor.office.open_house("Keystone Meadows", STAFF)
        access = Access(floor.office)
        for first in (ADMINISTRATOR, AUDITOR):
            access.open_account(first, OLD)
        access.open_account(DEALER, OLD, by=ADMINISTRATOR, witness=AUDITOR)
        with TestClient(make_app(floor), base_url="http://127.0.0.1") as client:
            client.headers[CSRF_HEADER] = sign_in(client, OLD).json()["csrf"]
            yield client


ADMINISTRATOR, AUDITOR = "PA-7001", "PA-6001"
OLD, NEW = "seven tables in the pit", "eight tables in the pit"


def test_a_password_is_changed_with_the_old_one(own_password: TestClient[Litestar]) -> None:
    asked = {"old": OLD, "new": "password1234"}
    assert "anybody would guess" in problem(own_password.post("/api/session/password", json=asked), 400)
    asked["new"] = NEW
    assert own_password.post("/api/session/password", json=asked).status_code == 204
    assert "password is wrong" in problem(own_password.post("/api/session/password", json=asked), 401)


def test_a_password_is_changed_on_a_page(own_password: TestClient[Litestar], clock: Clock) -> None:
    page = own_password.get("/password").text
    assert 'href="/password"' in page
    fields = {"csrf": csrf_of(page), "old": OLD, "new": NEW, "again": NEW}
    for wrong, status, said in (
        ({"again": OLD}, 400, "not typed the same twice"),
        ({"new": "short", "again": "short"}, 400, "at least 12 characters"),
        ({"old": NEW}, 401, "The present password is wrong"),
        ({}, 429, "try again in 1 second"),
    ):
        answer = own_password.post("/password", data=fields | wrong)
        assert answer.status_code == status
        assert said in answer.text
    clock.forward(seconds=1)
    assert "Your password is changed" in own_password.post("/password", data=fields).text


def test_only_a_demo_property_shows_who_can_be_switched_to(own_password: TestClient[Litestar]) -> None:
    assert "one click" not in own_password.get("/sign-in").text
    assert "Switch person" not in own_password.get("/").text


# The token of the session's pages.


@pytest.mark.parametrize("token", [None, "", "0" * 64, "é"])
def test_a_change_without_the_token_of_the_session_is_refused(floor: Floor, token: str | None) -> None:
    before = floor.table("TDF-1").version
    with signed_in_client(floor) as client:
        del client.headers[CSRF_HEADER]
        headers = {} if token is None else {CSRF_HEADER.encode(): token.encode()}
        for answer in (
            client.post("/api/tables/TDF-1/moves", json=TAKE_SEAT, headers=headers),
            client.post("/api/tables/TDF-1/throw", json={"who": DEALER}, headers=headers),
            client.delete("/api/session", headers=headers),
        ):
            assert "page of the present session" in problem(answer, 403)
        form = client.post("/sign-out", data={"csrf": token or ""}, follow_redirects=False)
        assert form.status_code == 403
        assert client.get("/api/session").status_code == 200
    assert floor.table("TDF-1").version == before


def test_the_token_of_another_session_does_not_do(floor: Floor) -> None:
    with signed_in_client(floor) as client:
        client.headers[CSRF_HEADER] = signed_in(floor, DEALER).session.csrf
        problem(client.post("/api/tables/TDF-1/moves", json=TAKE_SEAT), 403)


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}])
def test_another_site_can_neither_sign_in_nor_out(floor: Floor, headers: dict[str, str]) -> None:
    with signed_in_client(floor) as client:
        token = client.headers[CSRF_HEADER]
        assert client.post("/sign-out", data={"csrf": token}, headers=headers).status_code == 403
        assert client.post("/sign-in", data={"credential": DEALER}, headers=headers).status_code == 403
        body = {"credential": DEALER, "password": PASSWORD}
        problem(client.post("/api/session", json=body, headers=headers), 403)
        assert client.get("/api/session").json()["credential"] == PIT_MANAGER


def csrf_of(page: str) -> str:
    found = re.search(r'name="csrf" value="([0-9a-f]{64})"', page)
    assert found is not None
    return found[1]


def enter(client: TestClient[Litestar], **fields: str) -> httpx.Response:
    """Fill in the form of the sign-in page and send it."""
    page = client.get("/sign-in").text
    return client.post("/sign-in", data={"csrf": csrf_of(page), "password": PASSWORD, **fields})


@pytest.mark.parametrize(
    ("next_page", "lands"),
    [
        ("/tables/TDF-1?at=3", "/tables/TDF-1?at=3"),
        ("http://evil.example/", "/"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
    ],
)
def test_the_form_brings_one_back_to_a_page_of_this_house_only(
    visitor: TestClient[Litestar], next_page: str, lands: str
) -> None:
    answer = enter(visitor, credential=DEALER, next=next_page)
    assert (answer.status_code, answer.headers["location"]) == (303, lands)
    assert is_local(lands)
    assert visitor.get("/api/session").json()["credential"] == DEALER


def test_a_form_that_this_browser_was_not_shown_signs_nobody_in(
    visitor: TestClient[Litestar], floor: Floor
) -> None:
    page = visitor.get("/sign-in").text
    fields = {"credential": DEALER, "password": PASSWORD}
    assert visitor.post("/sign-in", data=fields).status_code == 403
    visitor.cookies.delete(cookie_names(floor).visitor(over_tls=False))
    assert visitor.post("/sign-in", data=fields | {"csrf": csrf_of(page)}).status_code == 403
    problem(visitor.get("/api/session"), 401)


def test_whoever_signs_in_at_the_same_browser_ends_the_session_before(
    visitor: TestClient[Litestar], floor: Floor
) -> None:
    enter(visitor, credential=DEALER)
    first = visitor.cookies[session_cookie(floor)]
    enter(visitor, credential=FINANCE)
    assert visitor.get("/api/session").json()["credential"] == FINANCE
    visitor.cookies.set(session_cookie(floor), first)
    problem(visitor.get("/api/session"), 401)
    assert recorded(floor) == ["signed-in", "signed-out", "signed-in"]


# Being there.


def test_an_idle_session_is_locked_and_looking_by_itself_does_not_keep_it(floor: Floor, clock: Clock) -> None:
    with signed_in_client(floor) as client:
        clock.forward(minutes=14)
        assert client.get("/api/tables").status_code == 200
        for _ in range(2):
            clock.forward(minutes=7)
            assert client.get("/api/tables", headers={UNATTENDED_HEADER: "true"}).status_code == 200
        clock.forward(minutes=1)
        problem(client.get("/api/tables", headers={UNATTENDED_HEADER: "true"}), 401)
        problem(client.post("/api/tables/TDF-1/moves", json=TAKE_SEAT), 401)
        assert client.get("/", follow_redirects=False).status_code == 303


def test_nobody_chooses_the_address_they_guess_from(house: House) -> None:
    def guess(number: int) -> int:
        asked = {"credential": f"PA-99{number:02}", "password": "wrong"}
        elsewhere = {"X-Forwarded-For": f"192.0.2.{number}"}
        return httpx.post(
            f"{house.address}/api/session", json=asked, headers=elsewhere, timeout=60
        ).status_code

    assert [guess(number) for number in range(8)] == [401] * 6 + [429] * 2


def test_a_stream_ends_when_its_watcher_is_signed_in_no_more(house: House) -> None:
    with program(house.address, house.floor) as watcher, program(house.address, house.floor) as other:
        token = watcher.headers[CSRF_HEADER]
        with watcher.stream("GET", "/api/tables/TDF-1/events") as stream:
            told = (line for line in stream.iter_lines() if line.startswith(("event:", "data:")))
            assert next(told) == "event: version"
            next(told)
            name = session_cookie(house.floor)
            cookies = {name: watcher.cookies[name]}
            out = httpx.delete(f"{house.address}/api/session", cookies=cookies, headers={CSRF_HEADER: token})
            assert out.status_code == 204
            assert other.post("/api/tables/TDF-1/moves", json=TAKE_SEAT).status_code == 201
            assert list(told) == ["event: locked", "data: {}"]


# Live tables.


def test_who_has_no_business_at_a_live_table_may_look_but_not_move(floor: Floor) -> None:
    before = floor.table("TDF-2").version
    with signed_in_client(floor, credential=FINANCE) as client:
        assert client.get("/api/tables/TDF-2").status_code == 200
        answer = client.post("/api/tables/TDF-2/moves", json=LIVE)
        assert "a finance clerk may look at it, but not move there" in problem(answer, 422)
        assert answer.json()["clause"] == "603a.20(r)(2)#2"
        refused = floor.office.refusals()[-1][1]
        assert (refused.who, refused.order) == (FINANCE, "move at TDF-2")
        assert client.post("/api/tables/TDF-1/moves", json=TAKE_SEAT).status_code == 201
        let_in(client, floor, DEALER)
        closed = client.post("/api/tables/TDF-2/moves", json=TAKE_SEAT).json()
        assert closed["clause"] != "603a.20(r)(2)#2"
    assert floor.table("TDF-2").version == before


@pytest.mark.parametrize("credential", [DEALER, FLOORPERSON])
def test_a_supervisors_move_is_entered_by_one_who_may_whoever_is_said_to_make_it(
    floor: Floor, credential: str
) -> None:
    before = floor.table("TDF-2").version
    with signed_in_client(floor, credential=credential) as client:
        for who in (credential, PIT_MANAGER):
            answer = client.post("/api/tables/TDF-2/moves", json=LIVE | {"who": who})
            assert "may not enter what falls to the pit manager" in problem(answer, 422)
            assert answer.json()["clause"] == "603a.20(r)(2)#2"
            assert "Somebody else" in answer.json()["fix"]
            refused = floor.office.refusals()[-1][1]
            assert (refused.who, refused.order) == (credential, "move at TDF-2")
        let_in(client, floor, PIT_MANAGER)
        answer = client.post("/api/tables/TDF-2/moves", json=LIVE | {"who": credential})
        assert f"not under {credential}" in problem(answer, 422)
        own = client.post("/api/tables/TDF-2/moves", json=LIVE | {"who": PIT_MANAGER}).json()
        assert own["clause"] != "603a.20(r)(2)#2", "the set is not whole, but who issues it is right"
    assert floor.table("TDF-2").version == before


def test_the_record_of_a_move_tells_who_was_signed_in(floor: Floor) -> None:
    before = floor.table("TDF-1").version
    with signed_in_client(floor, credential=FINANCE) as client:
        assert client.post("/api/tables/TDF-1/moves", json=TAKE_SEAT).status_code == 201
        (told,) = client.get(f"/api/tables/TDF-1/record?after={before}").json()
    assert (told["who"], told["entered_by"]) == (TAKE_SEAT["who"], FINANCE)
    act = floor.table("TDF-1").record[-1].act
    assert (act.who, act.entered_by, act.signer) == (TAKE_SEAT["who"], FINANCE, FINANCE)


# In a browser.


def door(page: Page) -> str:
    return page.locator(".me .who").inner_text().replace("\n", " ")


def test_a_person_signs_in_comes_back_to_the_page_asked_for_and_signs_out(
    house: House, open_page: Open
) -> None:
    page = open_page("/tables/TDF-1", who="")
    expect(page).to_have_title(re.compile("Sign in"))
    expect(page.get_by_label("Credential number")).to_be_focused()
    page.keyboard.type(DEALER)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/TDF-1")
    assert door(page) == "Dana Whitlock dealer PA-1001"
    area(page, "touchdown").click()
    expect(stack(page, "touchdown", 1)).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in")
    page.go_back()
    expect(page).to_have_title(re.compile("Sign in"))
    assert recorded(house.floor) == ["signed-in", "signed-out"]


def test_a_trainer_switches_person_with_one_click(house: House, open_page: Open, look: Look) -> None:
    page = open_page("/tables/TDF-2")
    expect(page.locator("form.main .go").first).to_have_text("Issue a set of dice")
    page.get_by_role("link", name="Switch person").click()
    expect(page.locator(".departments button")).to_have_count(len(STAFF))
    look(page, "sign-in")
    somebody(page, "Ken Adeyemi").click()
    page.wait_for_url("**/tables/TDF-2")
    assert door(page) == "Ken Adeyemi finance clerk PA-2002"
    expect(page.locator(".banner")).to_contain_text("a finance clerk may look at it, but not move there")
    expect(page.locator("form.step")).to_have_count(0)
    expect_accessible(page)
    look(page, "watching")
    assert recorded(house.floor) == ["signed-in", "signed-out", "signed-in"]


def test_a_step_that_falls_to_somebody_else_waits_until_they_enter_it(
    house: House, open_page: Open, look: Look
) -> None:
    page = open_page("/tables/TDF-2", who=DEALER)
    first, *others = page.locator("#acting option").all_inner_texts()
    assert first == "Dana Whitlock, or who it falls to"
    assert others
    assert all(one.endswith((", dealer", ", stickperson")) for one in others)
    issue = page.locator("form[data-move='issue-dice']")
    expect(issue.locator(".waits")).to_have_text("For the pit manager or above to enter")
    expect(issue.get_by_role("button", name="Issue a set of dice")).to_be_disabled()
    approvals = page.locator("[data-group]").filter(has_text="Approvals: pit manager")
    expect(approvals.locator("button.all")).to_be_disabled()
    expect(approvals.locator(".tick").first).to_be_disabled()
    expect_accessible(page)
    look(page, "waiting")
    # What falls to the crew is the dealer's to enter, in the own name where it can be.
    page.get_by_role("button", name="Attest all 2 as stickperson").click()
    expect(page.get_by_text("Attest all 2 as stickperson")).to_have_count(0)
    assert_last(house.floor, DEALER, "stickperson")
    hand_over(page, "Grace Lindqvist")
    press_on(page)
    assert_last(house.floor, PIT_MANAGER, "pit-manager")
    inspect = page.locator("form[data-move='inspect-dice']")
    expect(inspect.locator(".waits")).to_have_text(
        "For another person to enter: Grace Lindqvist did what it checks"
    )
    expect(inspect.get_by_role("button", name="Inspect the dice")).to_be_disabled()
    hand_over(page, "Tom Okafor")
    inspect.get_by_role("button", name="Inspect the dice").click()
    # The dealer, before whom it is done, signs for it at the same screen.
    signing = page.locator("#witness")
    signing.get_by_label("Credential number").fill(DEALER)
    signing.get_by_label("Password").fill(PASSWORD)
    signing.get_by_role("button", name="Sign").click()
    expect(page.locator("#record li").first).to_contain_text("signed for by Dana Whitlock")
    assert_last(house.floor, FLOORPERSON, "floorperson")


def hand_over(page: Page, name: str) -> None:
    """Somebody else signs in at this screen and finds the same table."""
    page.locator("#next").get_by_role("link", name="Somebody else").click()
    somebody(page, name).click()
    page.wait_for_url("**/tables/TDF-2")


def assert_last(floor: Floor, who: str, part: str) -> None:
    """Who made the last move at the table, in which part, signed in themselves."""
    act = floor.table("TDF-2").record[-1].act
    assert (act.who, act.entered_by, act.move.by) == (who, who, part)


def test_a_wrong_password_and_a_lock_out_are_told_plainly(clock: Clock, open_page: Open) -> None:
    page = open_page("/", who="")
    for failures in range(4):
        if failures:
            clock.forward(minutes=1)
        enter_password(page, "not the password")
        expect(page.get_by_role("alert")).to_have_text("The credential number or the password is wrong.")
        expect(page.get_by_label("Credential number")).to_have_value(DEALER)
    expect_accessible(page)
    enter_password(page, PASSWORD)
    expect(page.get_by_role("alert")).to_have_text(
        re.compile(r"^Too many failed attempts; try again in \d seconds?\.$")
    )
    clock.forward(seconds=8)
    enter_password(page, PASSWORD)
    expect(page.locator(".me")).to_contain_text("Dana Whitlock")


def enter_password(page: Page, password: str) -> None:
    page.get_by_label("Credential number").fill(DEALER)
    page.get_by_label("Password").fill(password)
    page.locator(".enter .go").click()


def test_an_idle_page_is_locked_and_goes_on_where_it_was(
    house: House, clock: Clock, open_page: Open, look: Look
) -> None:
    page = open_page("/tables/TDF-1")
    page.locator("[data-chip='2500']").click()
    page.locator("#acting").select_option(label="Dana Whitlock, dealer")
    before = version(page)
    clock.forward(minutes=15)
    area(page, "touchdown").click()
    lock = page.get_by_role("dialog", name="Locked")
    expect(lock).to_be_visible()
    expect(lock.get_by_label("Password of Grace Lindqvist")).to_be_focused()
    expect_accessible(page)
    look(page, "locked")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(lock).to_be_visible()
    assert house.floor.table("TDF-1").version == before
    page.keyboard.type("not the password")
    page.keyboard.press("Enter")
    expect(lock.get_by_role("alert")).to_have_text("The credential number or the password is wrong.")
    clock.forward(seconds=1)
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(lock).to_be_hidden()
    area(page, "touchdown").click()
    expect(stack(page, "touchdown", 1)).to_contain_text("$25")
    expect(page.locator("#acting")).to_have_value(DEALER)
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in")


def test_a_screen_that_nobody_touches_locks_itself(house: House, clock: Clock, open_page: Open) -> None:
    page = open_page("/tables/TDF-1")
    bet(page, 1, 5, "touchdown")
    clock.forward(minutes=14)
    wager = {"move": "place-wager", "seat": 2, "wager": "defense", "amount": 2500}
    house.floor.submit("TDF-1", wager, who="patron-2")
    expect(stack(page, "defense", 2)).to_be_visible()
    clock.forward(minutes=1)
    house.floor.submit("TDF-1", wager, who="patron-2")
    expect(page.get_by_role("dialog", name="Locked")).to_be_visible()
    page.get_by_role("link", name="Somebody else").click()
    somebody(page, "Tom Okafor").click()
    page.wait_for_url("**/tables/TDF-1")
    expect(stack(page, "defense", 2)).to_contain_text("$50")


def test_a_page_whose_session_another_person_took_over_is_locked(house: House, open_page: Open) -> None:
    page = open_page("/tables/TDF-1")
    other = page.context.new_page()
    other.goto(f"{house.address}/sign-in")
    somebody(other, "Ken Adeyemi").click()
    other.wait_for_url(f"{house.address}/")
    expect(page.get_by_role("dialog", name="Locked")).to_be_visible()


@pytest.mark.parametrize("size", [PORTRAIT, TELEPHONE], ids=["portrait", "telephone"])
def test_the_door_fits_small_windows(open_page: Open, size: tuple[int, int]) -> None:
    page = open_page("/sign-in", size, who="")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    somebody(page, "Dana Whitlock").click()
    page.wait_for_url(re.compile("/$"))
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    expect(page.get_by_role("button", name="Sign out")).to_be_in_viewport(ratio=1)


def test_no_secret_of_a_session_stands_in_a_page_or_its_address(house: House, open_page: Open) -> None:
    page = open_page("/", who="")
    somebody(page, "Dana Whitlock").click()
    page.wait_for_url(f"{house.address}/")
    (cookie,) = (found for found in page.context.cookies() if found["name"] == session_cookie(house.floor))
    assert cookie["httpOnly"]
    told = json.dumps([page.content(), page.url, page.evaluate("document.cookie")])
    assert cookie["value"] not in told
