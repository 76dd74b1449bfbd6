"""Value moves on a fresh proof of presence: what a session signs long after its owner was last seen, and how it is proved anew."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from litestar import Litestar
from litestar.testing import TestClient
from playwright.sync_api import expect

from houseway.backoffice.access import Access
from houseway.backoffice.access.records import STREAM
from houseway.backoffice.access.schema import presence
from houseway.backoffice.access.tokens import hash_of
from houseway.backoffice.books import all_books
from houseway.backoffice.postings.book import SetPresence
from houseway.backoffice.programs.book import AskToken
from houseway.floor import Floor
from houseway.floor.demo import PASSWORD
from houseway.floor.demo_people import AUDITOR, PIT_MANAGER
from houseway.journal import Journal
from houseway.web import make_app
from tests.backoffice.examples import example_for
from tests.backoffice.house import Clock
from tests.floor.live import give
from tests.web.house import House, Look, Open, let_in, signed_in, signed_in_client
from tests.web.test_pages import expect_accessible
from tests.web.test_tokens import bearing, token_of

SYSTEMS = "PA-7001"
RULES = tuple(rule for book in all_books() for rule in book.rules)
VALUE = {rule.order for book in all_books() if book.moves_value for rule in book.rules}
PROVE = "urn:houseway:problem:prove-presence"
BY_SERIAL = {
    "seat": 1, "wager": "touchdown", "who": "PA-1001", "serial": 1, "value": 500, "expires": "2030-01-01",
    "witness": {"credential": "PA-1003", "password": PASSWORD},
}  # fmt: skip


@pytest.fixture
def clock() -> Clock:
    return Clock(datetime.now(UTC))


@pytest.fixture
def floor(demo_house: Path, clock: Clock) -> Iterator[Floor]:
    with Journal.open(demo_house, create=False) as journal:
        yield Floor(journal, clock)


def problem(answer: httpx.Response) -> str:
    return str(answer.json().get("type", "")) if answer.status_code >= 400 else ""


def there_for(client: TestClient[Litestar], clock: Clock, minutes: int) -> None:
    """Somebody goes on looking at pages, which keeps the session, and shows no password."""
    for _ in range(minutes // 10):
        clock.forward(minutes=10)
        assert client.get("/api/session").status_code == 200


def entries(floor: Floor) -> int:
    return floor.journal.head().position


def ask_token(floor: Floor, name: str) -> dict[str, Any]:
    order = AskToken(token=name, last_day=floor.office.days.day_of(floor.office.clock()))
    return {"order": msgspec.to_builtins(order), "key": name}


def test_every_order_that_moves_value_takes_a_recent_proof_and_no_other_does(
    floor: Floor, clock: Clock
) -> None:
    with signed_in_client(floor) as client:
        there_for(client, clock, 20)
        before = entries(floor)
        for rule in RULES:
            order = msgspec.to_builtins(example_for(rule, RULES))
            for door in ("orders", "proposals"):
                answer = client.post(f"/api/office/{door}", json={"order": order, "key": rule.name})
                assert (problem(answer) == PROVE) == (rule.order in VALUE), rule.name
                if rule.order in VALUE:
                    assert answer.status_code == 403
                    assert entries(floor) == before, "what is not asked for by anybody there leaves no trace"
                before = entries(floor)


def test_a_signature_under_a_proposed_order_and_its_withdrawal_take_one_as_well(
    floor: Floor, clock: Clock
) -> None:
    with signed_in_client(floor) as client:
        proposed = client.post("/api/office/proposals", json=ask_token(floor, "mine")).json()["digest"]
        there_for(client, clock, 20)
        for step in ("approve", "execute", "withdraw"):
            assert problem(client.post(f"/api/office/proposals/{proposed}/{step}", json={})) == PROVE
        assert client.post("/api/session/presence", json={"password": PASSWORD}).status_code == 204
        answer = client.post(f"/api/office/proposals/{proposed}/withdraw", json={})
        assert answer.json()["state"] == "withdrawn"


@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("/api/office/coupons/sheets", {"first": 1, "last": 1}),
        ("/api/office/figures", {"table": "TDF-2", "day": "2026-01-01"}),
        ("/api/tokens/mine/secret", {}),
        ("/api/tables/TDF-2/coupons/by-serial", BY_SERIAL),
        ("/api/tables/3CP-2/moves", {"move": {"move": "validate-award", "seat": 1}, "who": "PA-1004"}),
    ],
)  # fmt: skip
def test_what_moves_value_elsewhere_takes_a_recent_proof(
    floor: Floor, clock: Clock, address: str, body: dict[str, Any]
) -> None:
    with signed_in_client(floor) as client:
        assert problem(client.post(address, json=body)) != PROVE
        there_for(client, clock, 20)
        assert problem(client.post(address, json=body)) == PROVE


def test_play_at_a_table_and_training_take_none(floor: Floor, clock: Clock) -> None:
    with signed_in_client(floor) as client:
        there_for(client, clock, 20)
        for table, move in (("TDF-2", "buy-in"), ("3CP-1", "validate-award")):
            sent = {"move": {"move": move, "seat": 1}, "who": "PA-1004"}
            assert problem(client.post(f"/api/tables/{table}/moves", json=sent)) != PROVE


def test_a_program_with_a_token_is_asked_for_none(floor: Floor, clock: Clock) -> None:
    secret = token_of(floor, PIT_MANAGER)
    clock.forward(minutes=200)
    with TestClient(make_app(floor), base_url="http://127.0.0.1") as client:
        order = msgspec.to_builtins(example_for(next(rule for rule in RULES if rule.order in VALUE), RULES))
        answer = client.post(
            "/api/office/proposals", json={"order": order, "key": "k"}, headers=bearing(secret)
        )
        assert problem(answer) != PROVE


def test_a_proof_is_good_for_as_long_as_the_property_says_and_a_wrong_password_proves_nothing(
    floor: Floor, clock: Clock
) -> None:
    with signed_in_client(floor) as client:
        assert client.post("/api/session/presence", json={}).status_code == 204
        there_for(client, clock, 20)
        assert problem(client.post("/api/session/presence", json={})) == PROVE
        wrong = client.post("/api/session/presence", json={"password": "not this one at all"})
        assert wrong.status_code == 401
        assert client.get("/api/session").status_code == 200
        clock.forward(minutes=1)
        assert client.post("/api/session/presence", json={"password": PASSWORD}).status_code == 204
        assert client.post("/api/session/presence", json={}).status_code == 204
        assert [entry.kind for entry in floor.journal.read(STREAM)][-2:] == [
            "sign-in-failed",
            "presence-proved",
        ]
        give(floor.office, SetPresence(idle_minutes=40, presence_minutes=5), SYSTEMS, AUDITOR)
        clock.forward(minutes=4)
        assert client.post("/api/session/presence", json={}).status_code == 204
        clock.forward(minutes=2)
        assert problem(client.post("/api/session/presence", json={})) == PROVE
        # The screen locks by the same order, and not after the usual quarter of an hour.
        clock.forward(minutes=39)
        assert client.get("/api/session").status_code == 200
        clock.forward(minutes=40)
        assert client.get("/api/session").status_code == 401


def test_a_proof_that_somebody_wrote_into_the_database_proves_nothing(demo_house: Path, clock: Clock) -> None:
    from houseway.journal import Signer

    with Journal.open(demo_house, create=False, signer=Signer("houseway", bytes(32))) as journal:
        access = Access(Floor(journal, clock).office)
        token = signed_in(Floor(journal, clock)).token
        for _ in range(2):
            clock.forward(minutes=10)
            session = access.session(token)
        assert session is not None
        assert not access.is_proved(session)
        with journal.transaction() as transaction:
            row = {"token_hash": hash_of(token), "proved_at": 2**42, "mark": "0" * 64}
            transaction.connection.execute(presence.insert(), row)
        session = access.session(token)
        assert session is not None
        assert not access.is_proved(session)
        access.prove(token, PASSWORD)
        session = access.session(token)
        assert session is not None
        assert access.is_proved(session)
        with journal.transaction() as transaction:
            later = presence.c.proved_at + 1000
            transaction.connection.execute(sa.update(presence).values(proved_at=later))
        session = access.session(token)
        assert session is not None
        assert not access.is_proved(session)


# On pages.


def test_a_page_asks_for_the_password_and_loses_nothing_that_was_filled_in(
    house: House, open_page: Open, clock: Clock, look: Look
) -> None:
    page = open_page("/office/programs/orders/ask-token")
    page.get_by_label("Token", exact=True).fill("mine")
    page.get_by_label("Last day").fill(str(house.floor.office.days.day_of(clock())))
    for _ in range(2):
        clock.forward(minutes=10)
        page.evaluate("ask('/api/session').then((answer) => answer.status)")
    go = page.get_by_role("button", name="Sign and propose")
    go.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Is it still you?")
    expect(dialog).to_be_visible()
    expect_accessible(page)
    look(page, "presence")
    # Not now: nothing is done, and everything is still there.
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator("#refusal")).to_contain_text("the last proof that it is you is too long ago")
    expect(page.get_by_label("Token", exact=True)).to_have_value("mine")
    assert house.floor.office.proposals() == ()
    go.focus()
    page.keyboard.press("Enter")
    expect(dialog.get_by_label("Password")).to_be_focused()
    page.keyboard.type("not this one at all")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("password is wrong")
    clock.forward(minutes=1)
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/office/orders/*")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ask token Proposed")


def test_the_form_of_accounts_is_sent_once_the_password_was_shown(
    open_page: Open, clock: Clock, floor: Floor
) -> None:
    page = open_page("/accounts", who=SYSTEMS)
    for _ in range(2):
        clock.forward(minutes=10)
        page.evaluate("ask('/api/session').then((answer) => answer.status)")
    page.get_by_text("Close an account").click()
    form = page.locator("form", has=page.get_by_role("button", name="Close the account"))
    form.get_by_label("Whose").select_option(value="PA-1001")
    form.get_by_role("button", name="Close the account").click()
    dialog = page.get_by_role("dialog", name="Is it still you?")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Go on").click()
    expect(page.locator(".refusal, .notice")).to_contain_text(re.compile("demo account"))


def test_without_scripts_the_page_says_what_is_missing(floor: Floor, clock: Clock) -> None:
    with TestClient(make_app(floor), base_url="http://127.0.0.1") as client:
        let_in(client, floor, SYSTEMS)
        there_for(client, clock, 20)
        form = {"what": "close", "credential": "PA-1001"}
        answer = client.post("/accounts", data=form)
        assert answer.status_code == 403
        assert "The last proof" in answer.text or "the last proof" in answer.text
