"""Passkeys in a real browser, with the device that it imitates: registered, signed in with, orders signed and values moved."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from houseway.backoffice.access import Access, Passkeys
from houseway.backoffice.marks import untrue_marks
from houseway.backoffice.passkeys.verify import untrue_passkeys
from houseway.backoffice.records import State
from houseway.floor import Floor
from houseway.floor.demo import PASSWORD
from houseway.floor.demo_people import AUDITOR, PIT_MANAGER
from houseway.journal import Journal, Signer
from tests.backoffice.house import Clock
from tests.web.house import House, Look, Open, served
from tests.web.test_pages import expect_accessible

SYSTEMS = "PA-7001"
KEY = Signer("houseway", bytes(range(32)))
Wears = Callable[[Page], CDPSession]


@pytest.fixture
def clock() -> Clock:
    return Clock(datetime.now(UTC))


@pytest.fixture
def floor(demo_house: Path, clock: Clock) -> Iterator[Floor]:
    with Journal.open(demo_house, create=False, signer=KEY, busy_timeout=30) as journal:
        yield Floor(journal, clock)


@pytest.fixture
def house(floor: Floor, tmp_path: Path) -> Iterator[House]:
    """The demo property under a name: a passkey answers at no bare address."""
    with served(floor) as address:
        yield House(floor, address.replace("127.0.0.1", "localhost"), tmp_path / "house.db")


def with_device(page: Page) -> tuple[CDPSession, str]:
    """A page whose browser has a device that makes and keeps passkeys and whose owner always agrees."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made: dict[str, Any] = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, str(made["authenticatorId"])


def moved(source: tuple[CDPSession, str], target: tuple[CDPSession, str]) -> None:
    """The device is carried to another browser."""
    kept = source[0].send("WebAuthn.getCredentials", {"authenticatorId": source[1]})
    for credential in kept["credentials"]:
        target[0].send("WebAuthn.addCredential", {"authenticatorId": target[1], "credential": credential})


def registered(floor: Floor, open_page: Open) -> tuple[Page, tuple[CDPSession, str]]:
    """A pit manager who has registered a passkey, given and witnessed."""
    page = open_page("/passkeys")
    device = with_device(page)
    page.get_by_label("What you call it").fill("Key ring")
    page.get_by_role("button", name="Register").click()
    page.wait_for_url("**/office/orders/*")
    (standing,) = floor.office.proposals()
    floor.office.approve(standing.digest, who=SYSTEMS)
    floor.office.execute(standing.digest, who=AUDITOR)
    return page, device


def ask_token(page: Page, house: House, name: str) -> None:
    page.goto(f"{house.address}/office/programs/orders/ask-token")
    page.get_by_label("Token", exact=True).fill(name)
    page.get_by_label("Last day").fill(str(house.floor.office.days.day_of(house.floor.office.clock())))
    page.get_by_role("button", name="Sign and propose").click()
    page.wait_for_url("**/office/orders/*")


def test_a_passkey_is_registered_signs_in_signs_orders_and_proves_presence(
    house: House, open_page: Open, clock: Clock, look: Look
) -> None:
    floor = house.floor
    page, device = registered(floor, open_page)
    (key,) = Passkeys(Access(floor.office)).of(PIT_MANAGER)
    assert key.host == "localhost"
    page.goto(f"{house.address}/passkeys")
    expect(page.locator(".side-panels")).to_contain_text("Key ring at localhost")
    expect_accessible(page)
    look(page, "passkeys")

    # An order is signed by it, and by nothing else.
    ask_token(page, house, "mine")
    expect(page.locator(".signatures")).to_contain_text("with a passkey")
    (standing,) = floor.office.proposals()
    signed = standing.signatures[0]
    assert signed.passkey is not None
    assert signed.passkey.passkey == key.passkey
    assert signed.tag
    page.get_by_text("Withdraw", exact=True).click()
    page.get_by_role("button", name="Withdraw this order").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Withdrawn")
    assert floor.office.standing(standing.digest).state is State.WITHDRAWN

    # It opens a session without a password, in a browser that was shown none.
    other = open_page("/sign-in", who="")
    carried = with_device(other)
    moved(device, carried)
    other.get_by_role("button", name="Use a passkey").click()
    expect(other.locator(".me")).to_contain_text("Grace Lindqvist")

    # And it proves presence where value moves: here collecting a token's secret on a form.
    for _ in range(2):
        clock.forward(minutes=10)
        other.evaluate("ask('/api/session').then((answer) => answer.status)")
    assert other.evaluate("ask('/api/session').then((answer) => answer.status)") == 200
    other.evaluate(
        "void (window.asked = ask('/api/session/presence', { json: {} }).then((answer) => answer.status))"
    )
    dialog = other.get_by_role("dialog", name="Is it still you?")
    dialog.get_by_role("button", name="Use your passkey").click()
    expect(dialog).to_be_hidden()
    assert other.evaluate("window.asked") == 204

    assert list(untrue_passkeys(floor.journal)) == []
    assert list(untrue_marks(floor.journal, [KEY])) == []


def test_the_demo_signs_nobody_in_by_a_passkey_that_nobody_was_given(house: House, open_page: Open) -> None:
    page = open_page("/sign-in", who="")
    with_device(page)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator("form.enter .refused")).to_contain_text("No passkey has answered")
    assert PASSWORD
