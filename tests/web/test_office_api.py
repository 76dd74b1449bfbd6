"""The back office for programs: what can be seen, what can be signed, and every way it says no."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from houseway.backoffice.books import all_books
from houseway.backoffice.orders import name_of
from houseway.backoffice.people import LADDERS, Department, Position, department_of
from houseway.backoffice.vault import unseal
from houseway.floor import Floor
from houseway.journal import Journal
from houseway.web import make_app
from tests.backoffice.coupons.crew import OfficeHouse, launch, receive
from tests.backoffice.house import HOUSE, Clock, who
from tests.backoffice.reviewed import reviewed
from tests.web.back_office import staffed_floor
from tests.web.house import signed_in_client
from tests.web.test_api import refused

CLERK, SUPERVISOR = who(Position.FINANCE_CLERK), who(Position.FINANCE_SUPERVISOR)
BOOK = {"order": "receive-book", "book": "B-1", "first": 1, "last": 50}
RECORD = {
    "order": "register-records",
    "records": [{"kind": "log", "reference": "LOG-1", "since": "2014-05-01", "where": "cage"}],
}
MAILING = {
    "order": "prepare-mailing-list",
    "mailing": "M-1",
    "provider": "Valley Mail",
    "mail_on": "2014-05-09",
    "entries": [
        {
            "patron": "patron/4711",
            "name": "Ida Tarbell",
            "address": "1 Oil Creek Road, Titusville",
            "design": "MP-10",
            "denomination": 1000,
            "expires": "2014-08-31",
            "serial": 1,
        }
    ],
}
Client = TestClient[Litestar]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def floor(memory_path: Path, clock: Clock, busy_timeout: float) -> Iterator[Floor]:
    with staffed_floor(memory_path / "house.db", clock, busy_timeout=busy_timeout) as floor:
        yield floor


@pytest.fixture
def clerk(floor: Floor) -> Iterator[Client]:
    with signed_in_client(floor, credential=CLERK) as client:
        yield client


@pytest.fixture
def supervisor(floor: Floor) -> Iterator[Client]:
    with signed_in_client(floor, credential=SUPERVISOR) as client:
        yield client


@pytest.fixture
def auditor(floor: Floor) -> Iterator[Client]:
    with signed_in_client(floor, credential=who(Position.AUDITOR)) as client:
        yield client


@contextmanager
def as_a(position: Position, floor: Floor) -> Iterator[Client]:
    with signed_in_client(floor, credential=who(position)) as client:
        yield client


def told(client: Client, path: str, **parameters: Any) -> Any:
    answer = client.get(f"/api/office/{path}", params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.json()


def proposed(client: Client, order: dict[str, Any] = BOOK, key: str = "k") -> dict[str, Any]:
    answer = client.post("/api/office/proposals", json={"order": order, "key": key})
    assert answer.status_code == 201, answer.text
    standing: dict[str, Any] = answer.json()
    return standing


def sign(client: Client, digest: str, step: str) -> Any:
    return client.post(f"/api/office/proposals/{digest}/{step}", json={})


# What can be seen.


def test_every_book_tells_what_it_offers(clerk: Client) -> None:
    books = {book["book"]: book for book in told(clerk, "books")}
    assert list(books) == [book.name for book in all_books()]
    checks = books["counter_checks"]
    assert {"order": "receive-book", "title": "Receive book"}.items() <= checks["orders"][0].items()
    assert {"name": "stock", "title": "Books and gaps"}.keys() == checks["sheets"][0].keys()


def test_an_order_tells_what_it_asks_for(clerk: Client) -> None:
    schema = told(clerk, "books/counter_checks/orders/receive-book")["$defs"]["ReceiveBook"]
    assert schema["required"] == ["order", "book", "first", "last"]


def test_every_sheet_of_a_new_house_can_be_seen(auditor: Client) -> None:
    for book in all_books():
        for sheet in book.sheets:
            for grid in told(auditor, f"{book.name}/sheets/{sheet.name}"):
                assert all(len(row) == len(grid["headings"]) for row in grid["rows"])


def test_every_form_that_can_be_made_for_something_is_made(
    auditor: Client, floor: Floor, clock: Clock
) -> None:
    launch(OfficeHouse(floor.office, clock))
    made = 0
    for book in all_books():
        for form in book.forms:
            for subject in told(auditor, f"{book.name}/forms/{form.name}"):
                paper = told(auditor, f"{book.name}/forms/{form.name}/{subject}")
                assert paper["holder"] == HOUSE
                assert paper["clause"]
                made += 1
    assert made > 3


def test_what_is_due_is_told_with_its_clause(clerk: Client, floor: Floor, clock: Clock) -> None:
    assert told(clerk, "due") == []
    crew = OfficeHouse(floor.office, clock)
    launch(crew)
    receive(crew, 100)
    crew.close()
    due = told(clerk, "due")
    assert [(one["book"], one["late"], one["clause"]) for one in due] == [("coupons", False, "603a.20(n)#1")]


def test_the_policy_is_told_with_its_clauses_and_separations(clerk: Client) -> None:
    policies = {policy["book"]: policy for policy in told(clerk, "policy")}
    assert {
        "order": "receive-book",
        "case": "",
        "part": "confirmed",
        "signed_by": "finance supervisor or above",
        "not_by": "counted",
        "clause": "609a.13(c)(3)#1",
    } in policies["counter_checks"]["parts"]
    assert policies["coupons"]["separations"]


def test_people_are_told_with_what_they_are(clerk: Client) -> None:
    people = {one["credential"]: one for one in told(clerk, "people")}
    assert (people[CLERK]["position"], people[CLERK]["department"]) == ("finance clerk", "finance")
    assert people[CLERK]["today"]


# What can be signed.


def test_two_people_receive_a_book_of_checks(clerk: Client, supervisor: Client) -> None:
    standing = proposed(clerk)
    assert [one["credential"] for one in standing["signatures"]] == [CLERK]
    assert [one["part"] for one in standing["awaits"]] == ["confirmed"]
    assert told(supervisor, "proposals") == [standing]
    done = sign(supervisor, standing["digest"], "execute").json()
    assert (done["state"], done["awaits"]) == ("executed", [])
    assert [one["credential"] for one in done["signatures"]] == [CLERK, SUPERVISOR]
    assert done["facts"][0]["clause"] == "609a.13(c)(3)#1"
    assert told(clerk, f"proposals/{standing['digest']}") == done
    assert told(clerk, "proposals") == []
    assert told(clerk, "counter_checks/sheets/stock")[0]["rows"][0][0] == "B-1"


def test_three_people_file_a_training_programme(floor: Floor) -> None:
    order = {"order": "file-training", "subject": "dealers", "description": "six weeks"}
    with (
        as_a(Position.SHIFT_MANAGER, floor) as manager,
        as_a(Position.AUDITOR, floor) as auditor,
        as_a(Position.DIRECTOR_OF_TABLE_GAMES, floor) as director,
    ):
        digest = proposed(manager, order)["digest"]
        early = refused(sign(director, digest, "execute"), 422)
        assert "checked is missing" in early["detail"]
        checked = sign(auditor, digest, "approve").json()
        assert [one["part"] for one in checked["awaits"]] == ["filed"]
        assert sign(director, digest, "execute").json()["state"] == "executed"


def test_one_person_registers_records(clerk: Client) -> None:
    answer = clerk.post("/api/office/orders", json={"order": RECORD, "key": "k"})
    assert answer.status_code == 201
    assert answer.json()["state"] == "executed"
    assert told(clerk, "retention/sheets/kept")[0]["rows"][0][1] == "LOG-1"


def test_an_order_sent_twice_is_given_once(clerk: Client) -> None:
    first = clerk.post("/api/office/orders", json={"order": RECORD, "key": "k"}).json()
    assert clerk.post("/api/office/orders", json={"order": RECORD, "key": "k"}).json() == first
    assert [row[1] for row in told(clerk, "retention/sheets/kept")[0]["rows"]].count("LOG-1") == 1


def test_a_proposal_is_withdrawn(clerk: Client, supervisor: Client) -> None:
    digest = proposed(clerk)["digest"]
    assert sign(supervisor, digest, "withdraw").json()["state"] == "withdrawn"
    assert "nothing is left to sign" in refused(sign(supervisor, digest, "execute"), 422)["detail"]


def test_personal_data_is_sealed_at_the_door(floor: Floor) -> None:
    with as_a(Position.MARKETING_SUPERVISOR, floor) as client:
        problem = refused(client.post("/api/office/proposals", json={"order": MAILING, "key": "k"}), 422)
        assert problem["clause"].startswith("603a.20")
        without = {**MAILING, "entries": [{**MAILING["entries"][0], "patron": " "}]}  # type: ignore[dict-item]
        answer = client.post("/api/office/proposals", json={"order": without, "key": "k"})
        assert "cannot be sealed" in refused(answer, 400)["detail"]
    recorded = b"".join(entry.body for entry in floor.journal.read_all())
    assert b"prepare-mailing-list" in recorded
    assert b"Tarbell" not in recorded
    assert b"Titusville" not in recorded


def test_what_was_sealed_can_be_read_in_the_vault_and_nowhere_else(floor: Floor) -> None:
    from houseway.backoffice.mailing.mailing_list import PrepareMailingList
    from houseway.backoffice.order_intake import read_at_the_door

    order = read_at_the_door(floor.office, MAILING)
    assert isinstance(order, PrepareMailingList)
    (entry,) = order.entries
    assert entry.name is not None
    with floor.office.desk() as desk:
        assert unseal(desk.connection, entry.name) == "Ida Tarbell"
    assert entry.born is None
    # Sealed already, it stays as it is: the same order again.
    assert read_at_the_door(floor.office, MAILING) == order
    listed = {
        "order": "enter-exclusion-list",
        "list": "503a",
        "as_of": "2014-05-01",
        "good_through": "2014-05-31",
        "reference": "letter 7",
        "stated": 1,
        "people": [{"person": "listed/1", "identity": {"name": "Ida Tarbell", "address": "Titusville"}}],
    }
    entered: Any = read_at_the_door(floor.office, listed)
    with floor.office.desk() as desk:
        text = unseal(desk.connection, entered.people[0].identity)
    assert text == '{"address":"Titusville","name":"Ida Tarbell"}'


# Every way it says no.


def test_a_refusal_names_its_clause_and_is_recorded(clerk: Client, clock: Clock) -> None:
    digest = proposed(clerk)["digest"]
    problem = refused(sign(clerk, digest, "execute"), 422)
    assert (problem["clause"], problem["fix"]) == (
        "609a.13(c)(3)#1",
        "have the finance supervisor or above sign",
    )
    clock.forward(minutes=1)
    refused(clerk.post("/api/office/orders", json={"order": BOOK, "key": "alone"}), 422)
    latest, first = told(clerk, "refusals")
    assert (first["who"], first["order"], first["digest"]) == (CLERK, "receive-book", digest)
    assert "several people" in latest["message"]
    assert told(clerk, "refusals", skip=1) == [first]
    assert told(clerk, "refusals", limit=1) == [latest]


@pytest.mark.clause("603a.20(r)(2)#2")
@pytest.mark.parametrize("position", Position)
def test_a_book_is_open_to_the_departments_that_sign_in_it_and_to_auditors(
    floor: Floor, position: Position
) -> None:
    """The departments as the reviewed page of the policy has them, at every address that shows what is in a book."""
    everything = position in {*LADDERS[Department.INTERNAL_AUDIT], *LADDERS[Department.CASINO_COMPLIANCE]}
    colleagues = set(map(str, LADDERS[department_of(position)]))
    digest = floor.office.propose(floor.office.read_order(BOOK), who=CLERK, key="k").digest
    with as_a(position, floor) as client:
        shown = set()
        for book in all_books():
            orders = {name_of(kind) for kind in book.orders}
            signers = set().union(*(may for (order, _, _), may in reviewed().items() if order in orders))
            paths = [f"api/office/{book.name}/sheets/{book.sheets[0].name}", f"office/{book.name}"]
            if book.forms:
                paths += [f"api/office/{book.name}/forms/{book.forms[0].name}"]
                paths += [f"office/{book.name}/forms/{book.forms[0].name}"]
            may = everything or bool(signers & colleagues)
            answers = [client.get(f"/{path}").status_code for path in paths]
            assert answers == [200 if may else 422] * len(paths), book.name
            shown |= {book.name} if may else set()
        mine = "counter_checks" in shown
        for path in (f"api/office/proposals/{digest}", f"office/orders/{digest}"):
            assert client.get(f"/{path}").status_code == (200 if mine else 422)
        assert len(client.get("/api/office/proposals").json()) == int(mine)
    refused = {one.order for _, one in floor.office.refusals() if one.who == who(position)}
    assert refused == {f"read {book.name}" for book in all_books() if book.name not in shown}


def test_nobody_can_sign_for_somebody_else(clerk: Client, supervisor: Client) -> None:
    given = {"order": BOOK, "key": "k"}
    for field in ("who", "as", "credential"):
        assert (
            field
            in refused(clerk.post("/api/office/proposals", json={**given, field: SUPERVISOR}), 400)["detail"]
        )
    digest = proposed(clerk)["digest"]
    answer = clerk.post(f"/api/office/proposals/{digest}/execute", json={"who": SUPERVISOR})
    assert "who" in refused(answer, 400)["detail"]
    named = {"order": {**BOOK, "who": SUPERVISOR}, "key": "named"}
    assert "who" in refused(clerk.post("/api/office/proposals", json=named), 400)["detail"]


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ({}, "missing required field `order`"),
        ({"order": "bake-bread"}, "Invalid value 'bake-bread'"),
        ({"order": "receive-book"}, "missing required field `book`"),
        ({**BOOK, "first": 0}, "Expected `int` >= 1 - at `$.first`"),
        ({**BOOK, "book": "B\x00"}, "control characters in the text - at `$.book`"),
        ({**BOOK, "more": [{"deep": "\x1b[2J"}]}, "at `$.more[0].deep`"),
        ({"order": "record-review", "filing": 10**30, "reference": "x", "dated": "2014-05-01"}, "64 bits"),
        ({"order": "file-submission", "game": "craps", "options": {"a": 1.5}}, "floating-point"),
    ],
    ids=str,
)
def test_what_is_no_order_is_refused_by_name(clerk: Client, order: dict[str, Any], said: str) -> None:
    for door in ("orders", "proposals"):
        answer = clerk.post(f"/api/office/{door}", json={"order": order, "key": "k"})
        assert said in refused(answer, 400)["detail"]


@pytest.mark.parametrize("key", ["", " ", "a\nb", "x" * 201])
def test_a_key_that_is_none_is_refused(clerk: Client, key: str) -> None:
    refused(clerk.post("/api/office/orders", json={"order": RECORD, "key": key}), 400)


@pytest.mark.parametrize(
    "path",
    [
        "books/cook-book/orders/receive-book",
        "books/counter_checks/orders/bake-bread",
        "cook-book/sheets/stock",
        "counter_checks/sheets/soup",
        "counter_checks/forms/soup",
        "retention/forms/schedule/soup",
        "retention/forms/schedule/a/b",
        f"proposals/{'0' * 64}",
        "proposals/0",
        "proposals/%00",
    ],
)
def test_what_is_not_there_is_not_found(clerk: Client, path: str) -> None:
    refused(clerk.get(f"/api/office/{path}"), 404)


@pytest.mark.parametrize("step", ["approve", "execute", "withdraw"])
def test_an_order_that_is_not_there_cannot_be_signed(clerk: Client, step: str) -> None:
    refused(sign(clerk, "0" * 64, step), 404)


def test_orders_need_a_session_and_its_token(floor: Floor, clerk: Client) -> None:
    with TestClient(make_app(floor), base_url="http://127.0.0.1") as nobody:
        for path in ("books", "due", "policy", "people", "refusals", "proposals"):
            refused(nobody.get(f"/api/office/{path}"), 401)
        refused(nobody.post("/api/office/orders", json={"order": RECORD, "key": "k"}), 401)
    del clerk.headers["x-csrf-token"]
    refused(clerk.post("/api/office/orders", json={"order": RECORD, "key": "k"}), 403)
    assert "LOG-1" not in [row[1] for row in told(clerk, "retention/sheets/kept")[0]["rows"]]


def test_a_form_of_another_site_gives_no_order(clerk: Client) -> None:
    refused(clerk.post("/api/office/orders", data={"order": "register-records", "key": "k"}), 415)


@pytest.mark.parametrize("busy_timeout", [0.1])
def test_a_journal_that_is_busy_is_told_plainly(clerk: Client, memory_path: Path) -> None:
    with Journal.open(memory_path / "house.db") as other, other.transaction():
        problem = refused(clerk.post("/api/office/orders", json={"order": RECORD, "key": "k"}), 503)
    assert problem["title"] == "The journal cannot be used just now"
    assert clerk.post("/api/office/orders", json={"order": RECORD, "key": "k"}).status_code == 201
