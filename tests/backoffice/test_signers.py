"""Before the last person who may sign a part is used up for another one, somebody says so, and who could sign instead."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.backoffice.access import Access
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Position, Posting
from houseway.backoffice.policy import SEPARATE_DUTIES, Part, Rule, at_least
from houseway.backoffice.signers import signed_by, warn
from houseway.floor import Floor
from houseway.floor.demo import PASSWORD
from houseway.journal import Journal
from tests.backoffice.house import HOUSE, OPENED, SINCE, Clock, staff, who
from tests.web.house import signed_in_client

CLERK, SUPERVISOR = Position.FINANCE_CLERK, Position.FINANCE_SUPERVISOR
FIRST = Part("counted", at_least(CLERK), SEPARATE_DUTIES)
SECOND = Part("checked", at_least(CLERK), SEPARATE_DUTIES)
LAST = Part("confirmed", at_least(SUPERVISOR), SEPARATE_DUTIES)
RULE = Rule(Order, (FIRST, SECOND, LAST))


def person(name: str, position: Position = CLERK) -> Posting:
    return Posting(person=name, credential=name, name=name.title(), position=position, since=SINCE)


ADA, BEN, CLEO = person("ada"), person("ben"), person("cleo", SUPERVISOR)


def test_a_supervisor_who_counts_leaves_nobody_to_confirm() -> None:
    found = warn(RULE, FIRST, CLEO, (), (ADA, BEN, CLEO), OPENED)
    assert found is not None
    assert (found.lacking, found.instead) == (LAST, (ADA, BEN))
    assert warn(RULE, FIRST, ADA, (), (ADA, BEN, CLEO), OPENED) is None


def test_what_nobody_can_bring_to_an_end_is_said_without_a_way_out() -> None:
    found = warn(RULE, FIRST, ADA, (), (ADA, CLEO), OPENED)
    assert found is not None
    assert (found.lacking.name, found.instead) == ("confirmed", ())


def test_a_later_signature_is_warned_of_as_well_and_other_duties_count() -> None:
    before = (signed_by(ADA, FIRST, OPENED),)
    dan = person("dan", SUPERVISOR)
    assert warn(RULE, SECOND, CLEO, before, (ADA, BEN, CLEO, dan), OPENED) is None
    found = warn(RULE, SECOND, CLEO, before, (ADA, BEN, CLEO, dan), OPENED, out={"dan"})
    assert found is not None
    assert (found.lacking, found.instead) == (LAST, (BEN,))


def test_one_person_may_be_two_parts_where_the_policy_says_so() -> None:
    same = Part("recorded", at_least(SUPERVISOR), SEPARATE_DUTIES, may_be=("counted",))
    rule = Rule(Order, (FIRST, same))
    assert warn(rule, FIRST, CLEO, (), (ADA, CLEO), OPENED) is None


FEW = (Position.SYSTEMS_ADMINISTRATOR, Position.AUDITOR, CLERK, SUPERVISOR)


@pytest.fixture
def small_house(memory_path: Path) -> Iterator[Floor]:
    people = [one for one in staff() if one.position in FEW and one.credential.endswith("01")]
    with Journal.open(memory_path / "house.db") as journal:
        floor = Floor(journal, Clock())
        floor.office.open_house(HOUSE, people)
        Access(floor.office).open_demo_accounts((one.credential for one in people), PASSWORD)
        yield floor


def test_the_page_warns_whoever_would_use_up_the_last_signer(small_house: Floor) -> None:
    address = "/office/counter_checks/orders/receive-book"
    with signed_in_client(small_house, credential=who(SUPERVISOR)) as client:
        page = client.get(address).text
        assert "If you sign as counted, nobody is left who may sign as confirmed" in page
        assert "Have Finance Clerk 1 sign as counted instead" in page
    with signed_in_client(small_house, credential=who(CLERK)) as client:
        page = client.get(address).text
        assert "nobody is left" not in page
        assert "Today: Finance Supervisor 1" in page
        order = small_house.office.read_order(
            {"order": "receive-book", "book": "B-1", "first": 1, "last": 50}
        )
        digest = small_house.office.propose(order, who=who(CLERK), key="k").digest
        assert "Today: Finance Supervisor 1" in client.get(f"/office/orders/{digest}").text
