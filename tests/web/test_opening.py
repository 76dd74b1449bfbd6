"""A house is opened on its first page, by whoever knows the code, and its accounts on the page of accounts."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from houseway.backoffice.access import Access
from houseway.backoffice.office import Office
from houseway.backoffice.people import Position
from houseway.cli.app import run
from houseway.floor import Floor
from houseway.floor.demo import PASSWORD as PUBLISHED
from houseway.journal import Journal
from houseway.web import make_app
from houseway.web.opening import make_opening_app
from tests.backoffice.house import HOUSE, Clock, staff, who
from tests.web.back_office import staffed_floor
from tests.web.house import signed_in_client

CODE, PASSWORD = "a code", "a pass phrase of one's own"
PEOPLE = [
    {
        "person": "p-1",
        "credential": "SA-1",
        "name": "Ada Park",
        "position": "systems administrator",
        "since": "2014-05-01",
    },
    {
        "person": "p-2",
        "credential": "IA-1",
        "name": "Ben Ito",
        "position": "internal auditor",
        "since": "2014-05-01",
    },
]
IT, AUDIT, SECOND, DEALER = (
    who(Position.SYSTEMS_ADMINISTRATOR),
    who(Position.AUDITOR),
    who(Position.AUDITOR, 2),
    who(Position.DEALER),
)


def asked(**changes: Any) -> dict[str, Any]:
    first = {
        name: {"credential": credential, "password": PASSWORD, "again": PASSWORD}
        for name, credential in (("information_technology", "SA-1"), ("internal_audit", "IA-1"))
    }
    order = {"order": "open-house", "name": "Valley Casino", "people": PEOPLE, **first, **changes}
    return {"order": order, "key": "page"}


@pytest.fixture
def office(memory_path: Path) -> Iterator[Office]:
    with Journal.open(memory_path / "house.db") as journal:
        yield Office(journal, Clock())


@pytest.fixture
def done() -> list[bool]:
    """Whether the house was opened."""
    return []


@pytest.fixture
def client(office: Office, done: list[bool]) -> Iterator[TestClient[Litestar]]:
    app = make_opening_app(office, CODE, lambda: done.append(True))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client


def test_a_house_is_opened_with_the_two_accounts_that_open_all_others(
    client: TestClient[Litestar], office: Office, done: list[bool]
) -> None:
    page = client.get(f"/?code={CODE}")
    assert "Open your house" in page.text
    answer = client.post(f"/api/opening?code={CODE}", json=asked(zone="America/Denver"))
    assert (answer.status_code, answer.json()) == (200, {"next": "/sign-in?next=/accounts"})
    assert done == [True]
    assert office.house == "Valley Casino"
    assert office.days.zone.key == "America/Denver"
    assert Access(office).open_accounts() == {"SA-1", "IA-1"}
    again = client.post(f"/api/opening?code={CODE}", json=asked())
    assert (again.status_code, "is open already" in again.json()["detail"]) == (422, True)


@pytest.mark.parametrize("address", ["/", "/?code=guess", "/api/opening", "/api/opening?code=guess"])
def test_whoever_does_not_know_the_code_opens_nothing(
    client: TestClient[Litestar], office: Office, address: str
) -> None:
    answer = client.post(address, json=asked()) if "api" in address else client.get(address)
    assert answer.status_code == 403
    assert not office.house


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name": ""}, "`$.name`"),
        ({"people": PEOPLE[:1]}, "IA-1 is not among the people of internal audit"),
        (
            {"internal_audit": {"credential": "IA-1", "password": PASSWORD, "again": "x"}},
            "not typed the same twice",
        ),
        (
            {"internal_audit": {"credential": "IA-1", "password": "short", "again": "short"}},
            "at least 12 characters",
        ),
        (
            {"information_technology": {"credential": "IA-1", "password": PASSWORD, "again": PASSWORD}},
            "not among",
        ),
        ({"zone": "Mars/Base"}, "Mars/Base"),
        ({"soup": 1}, "soup"),
    ],
)
def test_what_is_amiss_is_said_and_nothing_is_opened(
    client: TestClient[Litestar], office: Office, changes: dict[str, Any], said: str
) -> None:
    answer = client.post(f"/api/opening?code={CODE}", json=asked(**changes))
    assert answer.status_code in (400, 422)
    assert said in answer.json()["detail"]
    assert not office.house


def test_a_house_that_is_open_is_not_opened_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with Journal.open(tmp_path / "house.db") as journal:
        Office(journal).open_house("Valley Casino", staff())
    assert run(["serve", "--new", "--db", "house.db"]) == 2
    assert "Valley Casino is open already" in capsys.readouterr().err


# Accounts.


def give(client: TestClient[Litestar], **told: str) -> Any:
    form = {
        "what": "open",
        "password": PASSWORD,
        "again": PASSWORD,
        "witness": AUDIT,
        "witness_password": PUBLISHED,
    }
    return client.post("/accounts", data=form | told)


@pytest.mark.clause("603a.20(r)(2)#2")
def test_accounts_are_opened_on_a_page_by_two_departments_and_their_owner(memory_path: Path) -> None:
    with Journal.open(memory_path / "house.db") as journal:
        floor = Floor(journal, Clock())
        floor.office.open_house(HOUSE, staff())
        access = Access(floor.office)
        access.open_demo_accounts((IT, AUDIT, SECOND), PUBLISHED)
        with signed_in_client(floor, credential=IT) as client:
            assert f"3 of {len(staff())} have one" in client.get("/accounts").text
            for told, status, said in (
                ({"again": "another"}, 400, "not typed the same twice"),
                ({"witness": IT}, 422, "witnessed by internal audit"),
                ({"password": "short", "again": "short"}, 400, "at least 12 characters"),
                ({"witness": SECOND, "witness_password": "guess"}, 401, "password of the witness is wrong"),
            ):
                answer = give(client, credential=DEALER, **told)
                assert (answer.status_code, said in answer.text) == (status, True), answer.text
            assert DEALER not in access.open_accounts()
            assert f"{DEALER} has an account now" in give(client, credential=DEALER).text
            assert f"{DEALER} has another password now" in give(client, what="renew", credential=DEALER).text
            closed = client.post("/accounts", data={"what": "close", "credential": DEALER})
            assert f"The account of {DEALER} is closed" in closed.text
        with signed_in_client(floor, credential=AUDIT) as client:
            assert "opened by information technology" in client.get("/accounts").text
            refused = give(client, credential=DEALER, witness=AUDIT)
            assert (refused.status_code, "accounts are opened by" in refused.text.lower()) == (422, True)


def test_nobody_comes_to_the_accounts_unknown(memory_path: Path) -> None:
    with (
        staffed_floor(memory_path / "house.db", Clock()) as floor,
        TestClient(make_app(floor), base_url="http://127.0.0.1") as client,
    ):
        answer = client.get("/accounts", follow_redirects=False)
        assert answer.headers["location"] == "/sign-in?next=%2Faccounts"
