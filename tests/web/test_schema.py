"""The OpenAPI document, and requests made up from it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from litestar.testing import TestClient

from houseway.floor import Floor
from houseway.floor.demo import make_demo_property
from houseway.journal import Journal
from houseway.web import make_app


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with Journal.open(Path(tmp_path_factory.mktemp("api")) / "house.db") as journal:
        floor = Floor(journal)
        make_demo_property(floor)
        app = make_app(floor)
        with TestClient(app):
            schema = schemathesis.openapi.from_asgi("/api/openapi.json", app, base_url="http://localhost")
            # Streams have no end.
            yield schema.exclude(path_regex="/events$")


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_made_up_requests_are_answered_as_documented(case: Any) -> None:
    case.call_and_validate()
