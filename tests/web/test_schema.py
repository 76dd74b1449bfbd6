"""The OpenAPI document, and requests made up from it."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import schemathesis
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from schemathesis import checks

from houseway.floor import Floor
from houseway.floor.demo import make_demo_property
from houseway.journal import Journal
from houseway.web import make_app
from houseway.web.door import CSRF_HEADER
from tests.web.house import session_cookie, signed_in

# Made-up requests to each path; `make proofs` makes more.
REQUESTS = int(os.environ.get("HOUSEWAY_REQUESTS", "50"))
PATHS = (
    ("GET", "/api/games"),
    ("GET", "/api/journal/head"),
    ("GET", "/api/law/{clause_id}"),
    ("GET", "/api/office/books"),
    ("GET", "/api/office/books/{book}/orders/{order}"),
    ("GET", "/api/office/due"),
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
    ("POST", "/api/office/orders"),
    ("POST", "/api/office/proposals"),
    ("POST", "/api/office/proposals/{digest}/approve"),
    ("POST", "/api/office/proposals/{digest}/execute"),
    ("POST", "/api/office/proposals/{digest}/withdraw"),
    ("POST", "/api/tables/{table}/brisk"),
    ("POST", "/api/tables/{table}/coupons"),
    ("POST", "/api/tables/{table}/moves"),
    ("POST", "/api/tables/{table}/throw"),
    ("POST", "/api/tokens/{token}/secret"),
    ("POST", "/api/session"),
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
    "book": ("retention",),
    "name": ("schedule", "kept"),
    "order": ("keep-on",),
}
schemathesis.openapi.format("subject", st.sampled_from(("schedule", "a/b", "?", "é", "%2F")))
schemathesis.openapi.format("clause", st.sampled_from(("661a.6(c)(2)", "661a.6(c)(2)#1", "a/b", "?", "é")))


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    with Journal.open(Path(tmp_path_factory.mktemp("api")) / "house.db") as journal:
        floor = Floor(journal)
        make_demo_property(floor)
        yield floor


@pytest.fixture(scope="module")
def schema(floor: Floor) -> Any:
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", make_app(floor, hosts=("testserver",)))
    # Sessions are not made up: everyone here has signed in.
    schema.config.generation.update(with_security_parameters=False)
    return schema


def test_the_document_is_valid_and_names_every_request(schema: Any) -> None:
    schema.validate()
    # Streams have no end: they are tried against the running server.
    streams = {("GET", "/api/events"), ("GET", "/api/tables/{table}/events")}
    operations = (found.ok() for found in schema.get_all_operations())
    assert {(found.method.upper(), found.path) for found in operations} == {*PATHS, *streams}


@pytest.mark.parametrize(("method", "path"), PATHS)
def test_made_up_requests_are_answered_as_documented(
    schema: Any, floor: Floor, method: str, path: str
) -> None:
    opened = signed_in(floor)
    who = {"cookies": {session_cookie(floor): opened.token}, "headers": {CSRF_HEADER: opened.session.csrf}}

    @settings(
        max_examples=REQUESTS,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    @given(
        case=schema[path][method].as_strategy(),
        known=st.fixed_dictionaries({name: st.sampled_from(("", *those)) for name, those in KNOWN.items()}),
    )
    def ask(case: Any, known: dict[str, str]) -> None:
        case.path_parameters |= {
            name: there for name, there in known.items() if there and name in case.path_parameters
        }
        # What is empty but for slashes leaves the address of something else, which answers as it should.
        assume(all(unquote(str(value)).strip("/") for value in case.path_parameters.values()))
        case.call_and_validate(checks=CHECKS, **who)

    ask()
