"""The OpenAPI document, and requests made up from it."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from schemathesis import checks

from houseway.backoffice.access import Access
from houseway.backoffice.people import Position
from houseway.backoffice.programs.book import AskServiceToken, AskToken
from houseway.floor import Floor
from houseway.journal import Journal
from houseway.web import make_app
from houseway.web.door import CSRF_HEADER
from tests.databases import in_memory
from tests.web.house import PIT_MANAGER, served, session_cookie, signed_in

# Seconds after which an answer does not come any more.
_PATIENCE = 300
# Made-up requests to each path; `make proofs` makes more.
REQUESTS = int(os.environ.get("HOUSEWAY_REQUESTS", "12"))
PATHS = (
    ("GET", "/api/games"),
    ("GET", "/api/journal/head"),
    ("GET", "/api/law/{clause_id}"),
    ("GET", "/api/office/books"),
    ("GET", "/api/office/books/{book}/orders/{order}"),
    ("GET", "/api/office/due"),
    ("GET", "/api/office/figures"),
    ("GET", "/api/office/letters/{digest}"),
    ("GET", "/api/office/people"),
    ("GET", "/api/office/policy"),
    ("GET", "/api/office/proposals"),
    ("GET", "/api/office/proposals/{digest}"),
    ("GET", "/api/office/refusals"),
    ("GET", "/api/office/submissions/{game}/edges"),
    ("POST", "/api/office/submissions/check"),
    ("GET", "/api/office/{book}/forms/{name}"),
    ("GET", "/api/office/{book}/forms/{name}/{subject}"),
    ("GET", "/api/office/{book}/sheets/{name}"),
    ("GET", "/api/session"),
    ("GET", "/api/tokens"),
    ("GET", "/api/tokens/this"),
    ("GET", "/api/tables"),
    ("GET", "/api/tables/{table}"),
    ("GET", "/api/tables/{table}/at/{version}"),
    ("GET", "/api/tables/{table}/record"),
    ("POST", "/api/office/coupons/barcodes"),
    ("POST", "/api/office/coupons/sheets"),
    ("POST", "/api/office/figures"),
    ("POST", "/api/office/letters"),
    ("POST", "/api/office/orders"),
    ("POST", "/api/office/proposals"),
    ("POST", "/api/office/proposals/{digest}/approve"),
    ("POST", "/api/office/proposals/{digest}/execute"),
    ("POST", "/api/office/proposals/{digest}/withdraw"),
    ("POST", "/api/tables/{table}/brisk"),
    ("POST", "/api/tables/{table}/coupons"),
    ("POST", "/api/tables/{table}/coupons/by-serial"),
    ("POST", "/api/tables/{table}/moves"),
    ("POST", "/api/tables/{table}/throw"),
    ("POST", "/api/tokens/{token}/secret"),
    ("POST", "/api/passkeys"),
    ("POST", "/api/passkeys/ask"),
    ("POST", "/api/session"),
    ("POST", "/api/session/passkey"),
    ("POST", "/api/session/passkey/ask"),
    ("POST", "/api/session/presence"),
    ("POST", "/api/session/password"),
    ("DELETE", "/api/session"),
)


# Whether made-up moves are lawful is not for the schema to say.
CHECKS = (
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
)
# What is there, to be asked for now and then instead of what is made up.
KNOWN = {
    "table": ("TDF-1", "SB-1", "TDF-2"),
    "book": ("retention", "staff", "programs", "counter_checks"),
    "name": ("schedule", "kept", "postings", "tokens", "stock"),
    "order": ("keep-on", "receive-book"),
    "token": ("reader", "uncollected"),
}
# Streams have no end: they are asked for at a running server, and left once they have begun.
STREAMS = (("GET", "/api/events"), ("GET", "/api/tables/{table}/events"))
# With which tokens requests come: of these positions' people, and of services with one duty each.
POSITIONS = (
    tuple(Position) if REQUESTS > 100 else (Position.DEALER, Position.AUDITOR, Position.DIRECTOR_OF_FINANCE)
)
SERVICES: tuple[dict[str, Any], ...] = (
    {"token": "idle"},
    {"token": "reader", "reads_as": Position.DEALER},
    {"token": "mover", "tables": ("TDF-1", "SB-1")},
    {"token": "orderer", "orders": ("register-records", "report-missing")},
)
schemathesis.openapi.format("subject", st.sampled_from(("schedule", "a/b", "?", "é", "%2F")))
schemathesis.openapi.format("clause", st.sampled_from(("661a.6(c)(2)", "661a.6(c)(2)#1", "a/b", "?", "é")))


@dataclass(frozen=True)
class Way:
    """In which name requests come: with a session, with a token, or in nobody's name."""

    name: str
    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)


@pytest.fixture(scope="module")
def floor(whole_demo: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    with (
        in_memory(tmp_path_factory) as folder,
        Journal.open(shutil.copy(whole_demo, folder / "house.db")) as journal,
    ):
        yield Floor(journal)


@pytest.fixture(scope="module")
def tokens(floor: Floor) -> tuple[Way, ...]:
    """Programs with a token of each duty, one with a token that nobody was given, and one with none."""
    office = floor.office
    people = {posting.position: credential for credential, posting in office.people().items()}
    last_day = office.days.day_of(office.clock()) + timedelta(days=30)
    orders: list[tuple[str, AskToken | AskServiceToken]] = [
        (people[position], AskToken(token=f"token-{number}", last_day=last_day))
        for number, position in enumerate(POSITIONS)
    ]
    orders += [
        (PIT_MANAGER, AskServiceToken(service="watcher", last_day=last_day, **duties)) for duties in SERVICES
    ]
    orders.append((PIT_MANAGER, AskToken(token="uncollected", last_day=last_day)))
    ways = [Way("nobody"), Way("guesser", {"Authorization": "Bearer houseway_guess"})]
    for owner, order in orders:
        asked = office.propose(order, who=owner, key=order.token)
        office.approve(asked.digest, who=people[Position.SYSTEMS_ADMINISTRATOR])
        office.execute(asked.digest, who=people[Position.AUDITOR])
        if order.token != "uncollected":
            secret = Access(office).collect(signed_in(floor, owner).token, order.token)
            ways.append(Way(order.token, {"Authorization": f"Bearer {secret}"}))
    return tuple(ways)


def session_of(floor: Floor) -> Way:
    opened = signed_in(floor)
    headers = {CSRF_HEADER: opened.session.csrf}
    return Way("session", headers, {session_cookie(floor): opened.token})


@pytest.fixture(scope="module")
def schema(floor: Floor) -> Any:
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", make_app(floor, hosts=("testserver",)))
    # Neither sessions nor tokens are made up: everyone here has signed in, or was given one.
    schema.config.generation.update(with_security_parameters=False)
    # An answer that never comes is missed; one that a busy machine gives late is not.
    schema.config.update(request_timeout=_PATIENCE)
    return schema


def test_the_document_is_valid_and_names_every_request(schema: Any) -> None:
    schema.validate()
    operations = (found.ok() for found in schema.get_all_operations())
    assert {(found.method.upper(), found.path) for found in operations} == {*PATHS, *STREAMS}


def often(requests: int) -> settings:
    return settings(
        max_examples=requests,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        database=None,
        deadline=None,
    )


IN_PLACE = st.fixed_dictionaries({name: st.sampled_from(("", *those)) for name, those in KNOWN.items()})


def put_in_place(case: Any, known: dict[str, str]) -> None:
    case.path_parameters |= {
        name: there for name, there in known.items() if there and name in case.path_parameters
    }
    # What is empty but for slashes leaves the address of something else, which answers as it should.
    assume(all(unquote(str(value)).strip("/") for value in case.path_parameters.values()))


@pytest.mark.parametrize(("method", "path"), PATHS)
def test_made_up_requests_are_answered_as_documented(
    schema: Any, floor: Floor, tokens: tuple[Way, ...], method: str, path: str
) -> None:
    session = session_of(floor)
    # Every other request comes from a person; the others show every token there is.
    ways = st.sampled_from((session, *tokens)) | st.just(session)

    @often(REQUESTS)
    @given(case=schema[path][method].as_strategy(), known=IN_PLACE, way=ways)
    def ask(case: Any, known: dict[str, str], way: Way) -> None:
        put_in_place(case, known)
        case.call_and_validate(checks=CHECKS, headers=dict(way.headers), cookies=dict(way.cookies))

    ask()


@pytest.mark.parametrize(("method", "path"), STREAMS)
def test_streams_begin_as_documented(
    schema: Any, floor: Floor, tokens: tuple[Way, ...], method: str, path: str
) -> None:
    operation = schema[path][method]
    documented = set(operation.definition.raw["responses"])
    with served(floor) as address, httpx.Client(base_url=address, timeout=60) as client:

        @often(-(-REQUESTS // 4))
        @given(
            case=operation.as_strategy(), known=IN_PLACE, way=st.sampled_from((session_of(floor), *tokens))
        )
        def ask(case: Any, known: dict[str, str], way: Way) -> None:
            put_in_place(case, known)
            client.cookies.clear()
            shown = "; ".join(f"{name}={value}" for name, value in way.cookies.items())
            headers = way.headers | ({"Cookie": shown} if shown else {})
            with client.stream(method, case.formatted_path, headers=headers) as answer:
                assert str(answer.status_code) in documented
                kind = answer.headers["content-type"].split(";")[0]
                if answer.status_code == 200:
                    assert kind == "text/event-stream"
                    assert next(answer.iter_lines()).startswith(("id: ", "event: "))
                else:
                    assert kind == "application/problem+json"

        ask()
