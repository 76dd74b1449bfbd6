"""The policy: read as a page, and tried at every part of every order of every book.

Whoever may sign is tried, and some who may not; `make proofs` tries every position.
"""

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from houseway.backoffice.books import all_books
from houseway.backoffice.grants import Grant
from houseway.backoffice.office import Office
from houseway.backoffice.people import Position
from houseway.backoffice.policy import NotPermitted, Part, Rule
from houseway.backoffice.policy_table import policy_rows, separation_rows
from houseway.backoffice.records import OrderRecord
from houseway.journal import Journal
from houseway.law import RuleViolation
from tests.backoffice.agreeing import Agreeing
from tests.backoffice.examples import example_for, is_plain
from tests.backoffice.house import HOUSE, Clock, staff, who
from tests.backoffice.reviewed import GOLDEN
from tests.backoffice.reviewed import reviewed as policy_as_reviewed
from tests.backoffice.tried import EVERYBODY, tried
from tests.databases import in_memory

Step = Callable[..., OrderRecord]
RULES = tuple(rule for book in all_books() for rule in book.rules)


def policy_lines() -> Iterator[str]:
    """The whole policy as text, one line for each signature."""
    for book in all_books():
        yield f"# {book.title}"
        yield from (" | ".join(row) for row in policy_rows(book))
        for one, other, clause in separation_rows(book):
            yield f"nobody in one matter: {one}, {other} ({clause})"
        yield ""


def test_the_policy_is_the_one_that_was_reviewed(pytestconfig: pytest.Config) -> None:
    page = "\n".join(policy_lines()) + "\n"
    if pytestconfig.getoption("write_transcripts"):
        GOLDEN.write_text(page, encoding="utf-8")
    assert page == GOLDEN.read_text("utf-8"), "review the diff after make transcripts"


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    with in_memory(tmp_path_factory) as folder, Journal.open(folder / "journal.db") as journal:
        office = Office(journal, Clock(), books=map(Agreeing, all_books()))
        office.open_house(HOUSE, staff())
        yield office


def _may(office: Office, rule: Rule, part: Part, position: Position) -> bool:
    """Whether somebody in a position gets past the policy at one part, once the parts before it are rightly signed."""
    order = example_for(rule, RULES)
    key = f"{rule.name}/{rule.case}/{part.name}/{position}"
    try:
        if len(rule.parts) == 1:
            standing = office.carry_out(order, who=who(position), key=key, at_table=rule.at_table)
        elif part is rule.parts[0]:
            standing = office.propose(order, who=who(position), key=key, at_table=rule.at_table)
        else:
            standing = _signed_before(office, rule, part, position, key)
            step = office.execute if part is rule.parts[-1] else office.approve
            standing = step(standing.digest, who=who(position))
    except NotPermitted:
        return False
    # Somebody whom this part does not admit may have signed a later one that does.
    return part.name in {one.part for one in standing.signatures}


def _signed_before(office: Office, rule: Rule, part: Part, trying: Position, key: str) -> OrderRecord:
    before = rule.parts[: rule.parts.index(part)]
    signers = [_other(before[0], set(), trying)]
    order = example_for(rule, RULES)
    standing = office.propose(order, who=signers[0], key=key, at_table=rule.at_table)
    for one in before[1:]:
        signers.append(_other(one, set(signers), trying))
        standing = office.approve(standing.digest, who=signers[-1])
    assert [one.part for one in standing.signatures] == [one.name for one in before]
    return standing


def _other(part: Part, taken: set[str], trying: Position) -> str:
    """Somebody who may sign a part, other than the one who is being tried and those who signed."""
    admitted = [position for position in Position if any(permit.admits(position) for permit in part.permits)]
    people = (who(position, number) for position in admitted for number in (2, 1))
    return next(one for one in people if one not in taken and one != who(trying))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.name} {rule.case}".strip())
def test_exactly_the_positions_on_the_reviewed_page_may_sign_each_part(office: Office, rule: Rule) -> None:
    reviewed = policy_as_reviewed()
    for part in rule.parts:
        should = reviewed[rule.name, rule.case, part.name + (" at the table" if rule.at_table else "")]
        positions = tried(should, f"{rule.name} {rule.case} {part.name}")
        assert {position for position in positions if _may(office, rule, part, position)} == should, part.name


PERSONAL = Grant(token="personal")


def _step_at(
    office: Office, rule: Rule, part: Part, position: Position, key: str, untouched: OrderRecord | None
) -> tuple[Step, OrderRecord | None]:
    """The step with which somebody in a position tries a part, and what it is tried on: `untouched`, if that will do."""
    order = example_for(rule, RULES)
    if len(rule.parts) == 1:
        return partial(office.carry_out, order, key=key, at_table=rule.at_table), None
    if part is rule.parts[0]:
        return partial(office.propose, order, key=key, at_table=rule.at_table), None
    if untouched is None or who(position) in {one.credential for one in untouched.signatures}:
        untouched = _signed_before(office, rule, part, position, key)
    step = office.execute if part is rule.parts[-1] else office.approve
    return partial(step, untouched.digest), untouched


@pytest.mark.clause("603a.20(r)(2)#2")
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.name} {rule.case}".strip())
def test_a_token_signs_exactly_what_its_owner_may_and_a_service_only_its_duties(
    office: Office, rule: Rule
) -> None:
    """Every position at every part: through a token of one's own, a service with the duty, and one without it."""
    reviewed = policy_as_reviewed()
    service = Grant(token="service", service="drop counter", orders=(rule.name,))
    without = Grant(token="without", service="drop counter", orders=("another-order",), tables=("T-1",))
    for part in rule.parts:
        may = reviewed[rule.name, rule.case, part.name + (" at the table" if rule.at_table else "")]
        ought = set() if rule.in_person else may
        untouched = None
        for number, position in enumerate(tried(may, f"{rule.name} {rule.case} {part.name} by token")):
            key = f"token/{rule.name}/{rule.case}/{part.name}/{position}"
            step, untouched = _step_at(office, rule, part, position, key, untouched)
            with pytest.raises(NotPermitted, match="no duty" if not rule.in_person else "in person"):
                step(who=who(position), grant=without)
            try:
                standing = step(who=who(position), grant=(PERSONAL, service)[number % 2])
            except NotPermitted:
                assert position not in ought, part.name
                continue
            untouched = None
            signed = next((one for one in standing.signatures if one.part == part.name), None)
            assert (signed is not None) == (position in ought), part.name
            assert standing.signatures[-1].through == (PERSONAL, service)[number % 2].token


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.name} {rule.case}".strip())
def test_every_order_survives_the_wire(rule: Rule) -> None:
    assert is_plain(example_for(rule, RULES))


def test_an_order_signed_by_several_cannot_be_carried_out_by_one(office: Office) -> None:
    several = [rule for rule in RULES if len(rule.parts) > 1]
    assert several
    for number, rule in enumerate(several):
        # That it takes several does not hang on who they are; everybody comes to be tried at some order.
        turn = list(Position)[number % len(Position)]
        for position in Position if EVERYBODY else (turn,):
            with pytest.raises(RuleViolation, match="several people"):
                office.carry_out(
                    example_for(rule, RULES),
                    who=who(position),
                    key=f"alone/{rule.name}/{position}",
                    at_table=rule.at_table,
                )
