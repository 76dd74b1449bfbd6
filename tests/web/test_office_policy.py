"""The policy at the doors: every position gives every order through the API, and some through the command line."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from houseway.backoffice.book import Book
from houseway.backoffice.books import all_books
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Position
from houseway.backoffice.policy import Rule
from houseway.cli.app import run
from houseway.cli.output import UNLAWFUL
from houseway.floor import Floor
from houseway.floor.demo import PASSWORD
from houseway.web import make_app
from houseway.web.door import CSRF_HEADER
from tests.backoffice.agreeing import Agreeing
from tests.backoffice.examples import example_for
from tests.backoffice.house import who
from tests.backoffice.reviewed import reviewed
from tests.backoffice.tried import tried
from tests.databases import in_memory
from tests.web.back_office import staffed_floor
from tests.web.house import session_cookie, signed_in

RULES = tuple(rule for book in all_books() for rule in book.rules)
# For each order the first of its cases; every case is tried at the office itself.
FIRST_RULES = tuple({rule.order: rule for rule in reversed(RULES)}.values())[::-1]


@dataclass(frozen=True)
class Doors:
    """The application over books that agree to everything, and somebody in every position who has signed in."""

    floor: Floor
    client: TestClient[Litestar]
    sessions: dict[Position, dict[str, Any]]

    def post(self, address: str, position: Position, order: Order, key: str) -> httpx.Response:
        """An order as somebody in a position gives it."""
        self.client.cookies.clear()
        given = {"order": msgspec.to_builtins(order), "key": key}
        return self.client.post(f"/api/office/{address}", json=given, **self.sessions[position])


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doors]:
    with (
        in_memory(tmp_path_factory) as folder,
        staffed_floor(folder / "house.db", books=map(Agreeing, all_books())) as floor,
        TestClient(make_app(floor), base_url="http://127.0.0.1") as client,
    ):
        sessions: dict[Position, dict[str, Any]] = {}
        for position in Position:
            opened = signed_in(floor, who(position))
            sessions[position] = {
                "headers": {
                    CSRF_HEADER: opened.session.csrf,
                    "Cookie": f"{session_cookie(floor)}={opened.token}",
                }
            }
        yield Doors(floor, client, sessions)


def _address(rule: Rule) -> str:
    return "orders" if len(rule.parts) == 1 else "proposals"


@pytest.mark.parametrize("rule", FIRST_RULES, ids=lambda rule: rule.name)
def test_the_api_lets_exactly_the_reviewed_positions_give_an_order(doors: Doors, rule: Rule) -> None:
    order, first = example_for(rule, RULES), rule.parts[0]
    page, may = reviewed(), set()
    named = page[rule.name, rule.case, first.name + (" at the table" if rule.at_table else "")]
    for position in tried(named, rule.name):
        answer = doors.post(_address(rule), position, order, f"{rule.name}/{position}")
        if answer.status_code == 201:
            signed = answer.json()["signatures"][0]
            # Nobody signs for anybody else; who is not admitted to the first part may have signed a later one.
            assert (signed["credential"], signed["position"]) == (who(position), position)
            if signed["part"] == first.name:
                may.add(str(position))
        else:
            assert answer.status_code == 422, answer.text
            assert rule.at_table or answer.json()["clause"] == first.clause.id
    if rule.at_table:
        assert named
        assert may == set(), "what only a table knows comes through no front door"
    else:
        assert may == named


def test_every_refusal_at_the_door_is_recorded_with_whoever_was_refused(doors: Doors) -> None:
    before = len(doors.floor.office.refusals())
    rule = next(rule for rule in FIRST_RULES if rule.name == "post-person")
    order = example_for(rule, RULES)
    for number, position in enumerate(Position):
        doors.post("orders", position, order, f"alone {number}")
    refused = [one for _, one in doors.floor.office.refusals()[before:]]
    assert [one.who for one in refused] == [who(position) for position in Position]
    assert {one.order for one in refused} == {"post-person"}


def test_nobody_carries_out_alone_what_takes_several(doors: Doors) -> None:
    several = [rule for rule in FIRST_RULES if len(rule.parts) > 1]
    assert several
    for rule in several:
        # Whoever may sign the last part, and so make it happen.
        last = next(position for position in Position if rule.parts[-1].permits[0].admits(position))
        answer = doors.post("orders", last, example_for(rule, RULES), f"alone/{rule.name}")
        assert answer.status_code == 422
        said = "given by the table" if rule.at_table else "several people"
        assert said in answer.json()["detail"]


# The command line.


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A staffed house to which commands are given one by one."""
    with in_memory(tmp_path_factory) as folder:
        with staffed_floor(folder / "house.db"):
            pass
        yield folder / "house.db"


@pytest.fixture
def houseway(journal: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """The command, over books that agree to everything."""
    agreeing = tuple(map(Agreeing, all_books()))
    monkeypatch.setattr("houseway.backoffice.office.all_books", lambda: agreeing)
    monkeypatch.setenv("HOUSEWAY_PASSWORD", PASSWORD)
    monkeypatch.setenv("HOUSEWAY_DB", str(journal))
    return lambda *arguments: run(arguments)


@pytest.mark.parametrize("book", all_books(), ids=lambda book: book.name)
def test_the_command_lets_exactly_the_reviewed_positions_give_an_order(
    houseway: Callable[..., int], book: Book, tmp_path: Path
) -> None:
    rule = next(rule for rule in FIRST_RULES if rule.order in book.orders and not rule.at_table)
    file = tmp_path / "order.json"
    file.write_bytes(msgspec.json.encode(example_for(rule, RULES)))
    propose = ("--propose",) if len(rule.parts) > 1 else ()
    openers = rule.parts[:-1] or rule.parts
    may = set().union(*(reviewed()[rule.name, rule.case, part.name] for part in openers))
    codes = {
        str(position): houseway("office", "order", str(file), "--as", who(position), *propose)
        for position in tried(may, book.name)
    }
    admitted = {position for position, code in codes.items() if code == 0}
    assert admitted == may
    assert {code for position, code in codes.items() if position not in admitted} <= {UNLAWFUL}
