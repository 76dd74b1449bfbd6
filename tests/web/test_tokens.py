"""Programs at the front door: what a token opens, what it does not, and that it opens nothing a person may not."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from houseway.backoffice.access import Access
from houseway.backoffice.books import all_books
from houseway.backoffice.orders import name_of
from houseway.backoffice.paper import Grid
from houseway.backoffice.people import Position
from houseway.backoffice.programs.book import AskServiceToken, AskToken, RevokeToken
from houseway.cli.tokens import app as cli
from houseway.floor import Floor
from houseway.floor.demo import PASSWORD
from houseway.games import games
from houseway.web import make_app
from houseway.web.columns import kinds_of, value_of
from houseway.web.door import CSRF_HEADER
from tests.web.house import PIT_MANAGER, House, Open, session_cookie, signed_in


def credentials(floor: Floor) -> dict[Position, str]:
    """Somebody of the demo property in every position that it has filled."""
    return {
        posting.position: credential for credential, posting in reversed(tuple(floor.office.people().items()))
    }


def token_of(floor: Floor, owner: str, name: str = "", **duties: Any) -> str:
    """The secret of a token that somebody was given."""
    office, people = floor.office, credentials(floor)
    token = name or f"token-of-{owner}"
    last_day = office.days.day_of(office.clock()) + timedelta(days=30)
    order = (
        AskServiceToken(token=token, last_day=last_day, service="drop counter", **duties)
        if "tables" in duties
        else AskToken(token=token, last_day=last_day)
    )
    asked = office.propose(order, who=owner, key=token)
    office.approve(asked.digest, who=people[Position.SYSTEMS_ADMINISTRATOR])
    office.execute(asked.digest, who=people[Position.AUDITOR])
    return Access(office).collect(signed_in(floor, owner).token, token)


@pytest.fixture
def client(floor: Floor) -> Iterator[TestClient[Litestar]]:
    with TestClient(make_app(floor), base_url="http://127.0.0.1") as client:
        yield client


def bearing(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def in_session(floor: Floor, credential: str) -> dict[str, str]:
    opened = signed_in(floor, credential)
    return {"Cookie": f"{session_cookie(floor)}={opened.token}", CSRF_HEADER: opened.session.csrf}


def problem(answer: httpx.Response, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_a_program_moves_at_a_table_with_a_token_alone(client: TestClient[Litestar], floor: Floor) -> None:
    headers = bearing(token_of(floor, PIT_MANAGER))
    version = client.get("/api/tables/TDF-1", headers=headers).json()["version"]
    gone = client.post("/api/tables/TDF-1/brisk", headers=headers, json={})
    assert gone.status_code == 201, gone.text
    assert "set-cookie" not in gone.headers
    record = client.get(f"/api/tables/TDF-1/record?after={version}", headers=headers).json()
    assert {(act["entered_by"], act["through"]) for act in record} == {
        (PIT_MANAGER, f"token-of-{PIT_MANAGER}")
    }
    assert floor.replay("TDF-1").version == gone.json()["version"]


def test_an_order_given_by_a_program_is_its_owners_and_says_through_which_token(
    client: TestClient[Litestar], floor: Floor
) -> None:
    clerk = credentials(floor)[Position.FINANCE_CLERK]
    order = {"order": "receive-book", "book": "B-9", "first": 1, "last": 50}
    given = client.post(
        "/api/office/proposals",
        headers=bearing(token_of(floor, clerk)),
        json={"order": order, "key": "receipt of B-9"},
    )
    assert given.status_code == 201, given.text
    (signed,) = given.json()["signatures"]
    assert (signed["credential"], signed["through"]) == (clerk, f"token-of-{clerk}")


def test_a_session_and_a_token_together_are_refused(client: TestClient[Litestar], floor: Floor) -> None:
    headers = bearing(token_of(floor, PIT_MANAGER)) | in_session(floor, PIT_MANAGER)
    assert problem(client.get("/api/tables", headers=headers), 400)["type"].endswith("two-identities")


@pytest.mark.parametrize("shown", ["Bearer houseway_nobodys", "Basic UEE6eA==", "Bearer", "Bearer \u00e9"])
def test_what_is_no_token_opens_nothing(client: TestClient[Litestar], shown: str) -> None:
    answer = client.get("/api/tables", headers=[(b"Authorization", shown.encode("latin-1"))])
    assert problem(answer, 401)["type"].endswith("wrong-token")
    assert answer.headers["www-authenticate"].startswith("Bearer")


@pytest.mark.usefixtures("stopped_clock")
def test_whoever_guesses_at_tokens_is_kept_waiting(client: TestClient[Litestar]) -> None:
    codes = [client.get("/api/tables", headers=bearing("houseway_guess")).status_code for _ in range(8)]
    assert codes == [401] * 6 + [429] * 2


def test_a_token_opens_no_page_and_nothing_that_people_do_themselves(
    client: TestClient[Litestar], floor: Floor
) -> None:
    headers = bearing(token_of(floor, PIT_MANAGER))
    for page in ("/", "/office", "/tables/TDF-1", "/tokens", "/password"):
        assert client.get(page, headers=headers).status_code == 403, page
    assert client.get("/api/session", headers=headers).status_code == 403
    assert client.delete("/api/session", headers=headers).status_code == 403
    words = {"old": PASSWORD, "new": "a password that is long"}
    assert client.post("/api/session/password", headers=headers, json=words).status_code == 403
    assert client.post("/api/tokens/another/secret", headers=headers, json={}).status_code == 403


def test_a_token_says_what_it_may_do_and_is_refused_once_revoked(
    client: TestClient[Litestar], floor: Floor
) -> None:
    headers = bearing(
        token_of(floor, PIT_MANAGER, "pit", reads_as=Position.DEALER, orders=(), tables=("TDF-1",))
    )
    told = client.get("/api/tokens/this", headers=headers).json()
    assert (told["service"], told["tables"], told["reads_as"]) == ("drop counter", ["TDF-1"], "dealer")
    assert problem(client.get("/api/tokens/this", headers=in_session(floor, PIT_MANAGER)), 404)
    floor.office.carry_out(RevokeToken(token="pit", reason="replaced"), who=PIT_MANAGER, key="r")
    assert "replaced" in problem(client.get("/api/tokens/this", headers=headers), 401)["detail"]


def test_a_service_without_duties_reads_the_floor_and_does_nothing(
    client: TestClient[Litestar], floor: Floor
) -> None:
    headers = bearing(token_of(floor, PIT_MANAGER, "idle", tables=()))
    assert client.get("/api/tables", headers=headers).status_code == 200
    for path in ("books", "proposals", "due", "policy", "people", "refusals", "staff/sheets/postings"):
        told = problem(client.get(f"/api/office/{path}", headers=headers), 422)
        assert "no duty to read" in told["detail"]
    assert problem(client.get("/api/tokens", headers=headers), 422)
    gone = client.post("/api/tables/TDF-1/brisk", headers=headers, json={})
    assert "no duty at table TDF-1" in problem(gone, 422)["detail"]
    order = {"order": {"order": "revoke-token", "token": "idle", "reason": "x"}, "key": "k"}
    assert (
        "no duty to revoke-token"
        in problem(client.post("/api/office/orders", headers=headers, json=order), 422)["detail"]
    )
    _, refused = floor.office.refusals()[-1]
    assert (refused.who, refused.through) == (PIT_MANAGER, "idle")


def test_a_service_reads_as_the_position_it_was_given(client: TestClient[Litestar], floor: Floor) -> None:
    auditor = credentials(floor)[Position.AUDITOR]
    clerk = credentials(floor)[Position.DIRECTOR_OF_FINANCE]
    reading = bearing(token_of(floor, clerk, "reader", reads_as=Position.FINANCE_CLERK, orders=(), tables=()))
    everything = bearing(token_of(floor, auditor))
    assert client.get("/api/office/staff/sheets/postings", headers=everything).status_code == 200
    assert problem(client.get("/api/office/staff/sheets/postings", headers=reading), 422)["clause"]
    assert client.get("/api/office/counter_checks/sheets/stock", headers=reading).status_code == 200


# Every route, every position, with a session, a token and neither: one decision.

SAMPLES = {
    "table": "TDF-1",
    "game": "nobodys-game",
    "version": "1",
    "clause_id": "661a.6(c)(2)",
    "book": "counter_checks",
    "order": "receive-book",
    "digest": "0" * 64,
    "token": "nobodys",
    "name": "stock",
    "subject": "B-1",
}
BODIES: dict[str, Any] = {
    "/api/office/orders": {"order": {"order": "keep-on", "record": "r", "reason": "x"}, "key": "k"},
    "/api/office/proposals": {
        "order": {"order": "receive-book", "book": "B-7", "first": 1, "last": 50},
        "key": "one and the same",
    },
    "/api/tables/{table}/moves": {"move": {"move": "no-such-move"}, "who": "x"},
    "/api/tables/{table}/coupons": {"code": "x", "seat": 1, "wager": "touchdown", "who": "x"},
    "/api/office/submissions/check": {"game": "nobodys-game", "options": {}},
    "/api/tables/{table}/throw": {"who": "PA-1001", "seen": 0},
    "/api/tables/{table}/brisk": {"seen": 0},
}
# Where only people come in themselves, and where nobody needs to.
IN_PERSON = {
    ("get", "/api/session"),
    ("delete", "/api/session"),
    ("post", "/api/session/password"),
    ("post", "/api/session/presence"),
    ("post", "/api/passkeys"),
    ("post", "/api/passkeys/ask"),
    ("post", "/api/tokens/{token}/secret"),
    ("post", "/api/office/coupons/barcodes"),
    ("post", "/api/office/coupons/sheets"),
    ("post", "/api/office/figures"),
    ("post", "/api/office/letters"),
}
# The law stands open to whoever asks, and so does the way in.
FREE = {
    ("get", "/api/law/{clause_id}"),
    ("post", "/api/session"),
    ("post", "/api/session/passkey"),
    ("post", "/api/session/passkey/ask"),
}
STREAMS = {("get", "/api/events"), ("get", "/api/tables/{table}/events")}
OF_TOKENS = {("get", "/api/tokens/this")}


@dataclass(frozen=True)
class Ask:
    """Asks for one route in some way."""

    client: TestClient[Litestar]
    method: str
    path: str

    def __call__(self, headers: dict[str, str]) -> httpx.Response:
        self.client.cookies.clear()
        address = re.sub(r"{(\w+)}", lambda found: SAMPLES[found[1]], self.path)
        body = {"json": BODIES.get(self.path, {})} if self.method == "post" else {}
        return self.client.request(self.method, address, headers=headers, **body)


def decision(answer: httpx.Response) -> tuple[int, str]:
    """What an answer permits or forbids, in words and by clause."""
    if answer.status_code < 400:
        return answer.status_code, ""
    told = answer.json()
    return answer.status_code, json.dumps([told["type"], told.get("clause"), told["detail"]])


@pytest.mark.long
def test_every_route_decides_alike_for_every_position_whether_by_session_or_by_token(
    client: TestClient[Litestar], floor: Floor
) -> None:
    document = client.get("/api/openapi.json").json()
    routes = {(method, path) for path, methods in document["paths"].items() for method in methods}
    assert routes > IN_PERSON | FREE | STREAMS | OF_TOKENS
    people = credentials(floor)
    assert set(people) == set(Position)
    ways: dict[str, tuple[dict[str, str], dict[str, str]]] = {
        credential: (in_session(floor, credential), bearing(token_of(floor, credential)))
        for credential in people.values()
    }
    different: list[Any] = []
    for method, path in sorted(routes - FREE - STREAMS - OF_TOKENS):
        ask = Ask(client, method, path)
        assert ask({}).status_code == 401, path
        for credential, (session, token) in ways.items():
            by_token = decision(ask(token))
            if (method, path) in IN_PERSON:
                assert by_token[0] == 403, path
                continue
            by_session = decision(ask(session))
            if by_token != by_session:
                different.append((method, path, credential, by_token, by_session))
    assert different == []
    for method, path in STREAMS:
        assert Ask(client, method, path)({}).status_code == 401


# Seen by the owner on the page.


def test_the_owner_collects_the_secret_on_the_page(floor: Floor, open_page: Open) -> None:
    office = floor.office
    order = AskToken(token="nightly", last_day=office.days.day_of(office.clock()))
    asked = office.propose(order, who=PIT_MANAGER, key="t")
    people = credentials(floor)
    office.approve(asked.digest, who=people[Position.SYSTEMS_ADMINISTRATOR])
    office.execute(asked.digest, who=people[Position.AUDITOR])
    page = open_page("/tokens")
    page.get_by_role("button", name="Show the secret").click()
    secret = page.locator("#secret").inner_text()
    assert Access(office).bearer(secret, host="127.0.0.1").posting.credential == PIT_MANAGER
    page.goto(page.url.replace("/nightly/secret", ""))
    assert secret not in page.content()
    assert "In force" in page.content()


# The guide for whoever writes a program, as it is written.


def test_the_program_of_the_guide_runs(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    clerk = credentials(house.floor)[Position.FINANCE_CLERK]
    monkeypatch.setenv("HOUSEWAY_URL", house.address)
    monkeypatch.setenv("HOUSEWAY_TOKEN", token_of(house.floor, clerk))
    guide = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    found: dict[str, Any] = {}
    exec(compile(program, "docs/api.md", "exec"), found)
    assert found["mine"]["credential"] == clerk
    assert len(found["people"]) == len(house.floor.office.people())
    assert set(found["columns"].values()) <= {"cents", "number", "day", "words"}
    assert found["proposed"]["digest"] == found["again"]["digest"]
    assert found["proposed"]["signatures"][0]["through"] == f"token-of-{clerk}"


def test_the_orders_and_commands_of_the_guide_are_there(floor: Floor) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
    shown = set(re.findall(r"--([a-z-]+)", " ".join(re.findall(r"```console\n(.*?)```", guide, re.DOTALL))))
    words = " ".join(str(one.name) for one in cli["ask"].assemble_argument_collection())
    words += " ".join(str(one.name) for one in cli["revoke"].assemble_argument_collection())
    assert {f"--{one}" for one in shown} <= set(re.findall(r"--[a-z-]+", words))


# Lists in pages, typed columns, the document as a page.


def test_a_list_comes_in_pages_until_there_is_no_next(client: TestClient[Litestar], floor: Floor) -> None:
    headers = bearing(token_of(floor, credentials(floor)[Position.AUDITOR]))
    for path in (
        "office/people",
        "office/books",
        "office/staff/sheets/postings",
        "tables/TDF-1/record",
        "tables",
    ):
        whole = client.get(f"/api/{path}?limit=500", headers=headers)
        assert "link" not in whole.headers
        expected = whole.json()
        following, found, pages = f"/api/{path}?limit=7", [], 0
        while following:
            answer = client.get(following, headers=headers)
            found += answer.json()
            link = answer.headers.get("link", "")
            assert not link or link.endswith('>; rel="next"')
            following, pages = link[1 : link.index(">")] if link else "", pages + 1
        assert pages > 1, path
        if "sheets" in path:
            assert {grid["total"] for grid in found} == {len(expected[0]["rows"])}
            found, expected = [row for grid in found for row in grid["rows"]], expected[0]["rows"]
        assert found == expected, path


@pytest.mark.parametrize(
    ("cells", "kind", "values"),
    [
        (("$1,234.50", "", "-$3"), "cents", (123450, None, -300)),
        (("1,000", "−7", "0"), "number", (1000, -7, 0)),
        (("2014-05-01", ""), "day", ("2014-05-01", None)),
        (("0007", "8"), "words", ("0007", "8")),
        (("$1", "none"), "words", ("$1", "none")),
        ((), "words", ()),
    ],
)
def test_a_column_has_a_kind_and_its_cells_are_values_of_it(
    cells: tuple[str, ...], kind: str, values: tuple[object, ...]
) -> None:
    grid = Grid(title="t", headings=("h",), rows=tuple((cell,) for cell in cells))
    (found,) = kinds_of(grid)
    assert found == kind
    assert tuple(value_of(cell, found) for cell in cells) == values


def test_the_document_types_every_order_move_and_event(client: TestClient[Litestar]) -> None:
    schemas = client.get("/api/openapi.json").json()["components"]["schemas"]
    assert schemas["GivenOrder"]["properties"]["order"] == {"$ref": "#/components/schemas/any-order"}
    for book in all_books():
        assert set(schemas[f"orders.{book.name}"]["discriminator"]["mapping"]) == set(
            map(name_of, book.orders)
        )
    for game in games():
        assert schemas[f"moves.{game}"]["anyOf"]
        assert schemas[f"events.{game}"]["anyOf"]
    fill = schemas["any-order"]["discriminator"]["mapping"]["post-person"]
    told = schemas[fill.rsplit("/", 1)[1]]
    assert told["additionalProperties"] is False
    assert set(told["required"]) == {"order", "person", "credential", "name", "position", "since"}


def test_the_document_is_a_page_and_every_schema_has_one(client: TestClient[Litestar]) -> None:
    page = client.get("/api/docs")
    assert page.headers["content-type"].startswith("text/html")
    document = client.get("/api/openapi.json").json()
    assert all(f"<code>{path}</code>" in page.text for path in document["paths"])
    named = set(re.findall(r'href="/api/docs/([^"]+)"', page.text))
    assert named == set(document["components"]["schemas"])
    for name in ("any-order", "OrderView", "record.PostPerson", "Position"):
        if name in named:
            assert client.get(f"/api/docs/{name}").status_code == 200, name
    assert client.get("/api/docs/nothing").status_code == 404
