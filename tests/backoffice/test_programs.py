"""Programs as users: whose tokens they show, what these open, and when they open nothing any more."""

from collections.abc import Iterator
from datetime import timedelta

import msgspec
import pytest
import sqlalchemy as sa

from houseway.backoffice.access import (
    Access,
    NoToken,
    Opened,
    TryLater,
    WrongPassword,
    WrongToken,
)
from houseway.backoffice.access.records import STREAM
from houseway.backoffice.access.schema import secrets
from houseway.backoffice.access.tokens import SECRET_MARK
from houseway.backoffice.counter_checks.book import BOOK as CHECKS
from houseway.backoffice.grants import Grant, require_order, require_reading, require_table
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Position
from houseway.backoffice.policy import NotPermitted
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.postings.book import EndPosting, PostPerson
from houseway.backoffice.programs.book import BOOK, LONGEST, AskServiceToken, AskToken, RevokeToken
from houseway.backoffice.records import OrderRecord, State
from houseway.law import RuleViolation
from tests.backoffice.house import WHO, Clock, make_office, who

CLERK, ADMINISTRATOR, AUDITOR = (
    WHO[Position.FINANCE_SUPERVISOR],
    WHO[Position.SYSTEMS_ADMINISTRATOR],
    WHO[Position.AUDITOR],
)
PASSWORD = "seven tables in the pit"
PIT = "192.0.2.7"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def office(place: str, clock: Clock) -> Iterator[Office]:
    office = make_office(place, clock, books=(STAFF, BOOK, CHECKS))
    yield office
    office.journal.close()


@pytest.fixture
def access(office: Office) -> Access:
    access = Access(office)
    access.open_account(ADMINISTRATOR, PASSWORD)
    access.open_account(AUDITOR, PASSWORD)
    access.open_account(CLERK, PASSWORD, by=ADMINISTRATOR, witness=AUDITOR)
    return access


def in_a_year(office: Office) -> AskToken:
    return AskToken(token="mine", last_day=office.days.day_of(office.clock()) + LONGEST)


def give(office: Office, order: Order, owner: str = CLERK) -> OrderRecord:
    """A token asked for by its owner, given by information technology, witnessed by internal audit."""
    key = str(msgspec.to_builtins(order)["token"])
    asked = office.propose(order, who=owner, key=key)
    office.approve(asked.digest, who=ADMINISTRATOR)
    return office.execute(asked.digest, who=AUDITOR)


def sign_in(access: Access, credential: str = CLERK) -> Opened:
    return access.sign_in(credential, PASSWORD, host=PIT)


def secret_of(access: Access, order: Order | None = None, owner: str = CLERK) -> str:
    """The secret of a token that was given and collected."""
    given = order or in_a_year(access.office)
    give(access.office, given, owner)
    return access.collect(sign_in(access, owner).token, str(msgspec.to_builtins(given)["token"]))


def service(office: Office, **duties: object) -> AskServiceToken:
    return msgspec.convert(
        {
            "order": "ask-service-token",
            "token": "counter",
            "service": "drop counter",
            "last_day": str(office.days.day_of(office.clock())),
            **duties,
        },
        AskServiceToken,
    )


# How a token comes into being.


@pytest.mark.clause("603a.20(r)(2)#2")
def test_a_token_is_asked_for_by_its_owner_given_and_witnessed_by_two_departments(access: Access) -> None:
    office = access.office
    asked = office.propose(in_a_year(office), who=CLERK, key="t")
    session = sign_in(access)
    with pytest.raises(NoToken, match="was given no token"):
        access.collect(session.token, "mine")
    with pytest.raises(RuleViolation, match="given is missing"):
        office.execute(asked.digest, who=AUDITOR)
    with pytest.raises(NotPermitted):
        office.approve(asked.digest, who=CLERK)
    office.approve(asked.digest, who=ADMINISTRATOR)
    with pytest.raises(NotPermitted):
        office.execute(asked.digest, who=ADMINISTRATOR)
    assert office.execute(asked.digest, who=AUDITOR).state is State.EXECUTED
    secret = access.collect(session.token, "mine")
    come = access.bearer(secret, host=PIT)
    assert come.posting.credential == CLERK
    assert come.grant == Grant(token="mine")


def test_only_the_owner_is_shown_the_secret_and_only_once(access: Access) -> None:
    give(access.office, in_a_year(access.office))
    with pytest.raises(NoToken, match="was given no token"):
        access.collect(sign_in(access, ADMINISTRATOR).token, "mine")
    with pytest.raises(WrongPassword):
        access.collect("", "mine")
    session = sign_in(access)
    assert access.collect(session.token, "mine").startswith(SECRET_MARK)
    with pytest.raises(NoToken, match="shown already"):
        access.collect(session.token, "mine")


def test_the_secret_stands_neither_in_the_journal_nor_in_the_tables(access: Access, office: Office) -> None:
    secret = secret_of(access)
    access.bearer(secret, host=PIT)
    bare = secret.removeprefix(SECRET_MARK).encode()
    for stream in office.journal.streams():
        assert not any(bare in entry.body for entry in office.journal.read(stream))
    with office.journal.reading() as connection:
        row = connection.execute(sa.select(secrets)).one()
    assert bare.decode() not in str(row)
    kinds = [entry.kind for entry in office.journal.read(STREAM)]
    assert kinds.count("token-collected") == kinds.count("token-used") == 1
    assert office.journal.verify().ok


def test_the_department_that_gives_tokens_still_needs_the_other_for_one_of_its_own(access: Access) -> None:
    asked = access.office.propose(in_a_year(access.office), who=ADMINISTRATOR, key="own")
    access.office.approve(asked.digest, who=ADMINISTRATOR)
    with pytest.raises(NotPermitted):
        access.office.execute(asked.digest, who=who(Position.SYSTEMS_ADMINISTRATOR, 2))
    assert access.office.execute(asked.digest, who=AUDITOR).state is State.EXECUTED


@pytest.mark.parametrize("days", [-1, LONGEST.days + 1])
def test_a_token_has_a_last_day_within_the_year(access: Access, days: int) -> None:
    office = access.office
    order = AskToken(token="mine", last_day=office.days.day_of(office.clock()) + timedelta(days=days))
    with pytest.raises(RuleViolation, match="366 days at most"):
        office.propose(order, who=CLERK, key="t")


def test_a_name_is_given_to_one_token_only(access: Access) -> None:
    office = access.office
    give(office, in_a_year(office))
    office.carry_out(RevokeToken(token="mine", reason="lost"), who=CLERK, key="r")
    with pytest.raises(RuleViolation, match="there is a token mine already"):
        office.propose(in_a_year(office), who=CLERK, key="again")


# A service has never more than whoever asked for it.


@pytest.mark.clause("603a.20(r)(2)#2")
@pytest.mark.parametrize(
    ("duties", "said"),
    [
        ({"reads_as": "director of finance"}, "cannot let drop counter read as the director of finance"),
        ({"reads_as": "internal auditor"}, "cannot let drop counter read as the internal auditor"),
        ({"metrics": True}, "cannot let drop counter read the figures"),
        ({"orders": ["post-person"]}, "has no part in post-person"),
        ({"orders": ["ask-token"]}, "signed in person"),
        ({"orders": ["win-the-lottery"]}, "there is no order win-the-lottery"),
    ],
)
def test_nobody_gives_a_program_what_they_may_not_do(
    access: Access, duties: dict[str, object], said: str
) -> None:
    with pytest.raises(RuleViolation, match=said):
        access.office.propose(service(access.office, **duties), who=CLERK, key="t")


def test_a_service_does_what_it_was_given_and_nothing_else(access: Access) -> None:
    order = service(access.office, reads_as="finance clerk", orders=["receive-book"], tables=["TDF-1"])
    grant = access.bearer(secret_of(access, order), host=PIT).grant
    rules = {rule.name: rule for rule in (*CHECKS.rules, *STAFF.rules, *BOOK.rules)}
    require_order(grant, rules["receive-book"])
    require_table(grant, "TDF-1")
    require_reading(grant)
    for name in rules.keys() - {"receive-book"}:
        with pytest.raises(NotPermitted):
            require_order(grant, rules[name])
    with pytest.raises(NotPermitted, match="no duty at table SB-1"):
        require_table(grant, "SB-1")
    with pytest.raises(NotPermitted, match="no duty to read"):
        require_reading(msgspec.structs.replace(grant, reads_as=None))


# What is recorded of it, and that a person and their programs are one person.

RECEIVE = {"order": "receive-book", "book": "B-1", "first": 1, "last": 50}


@pytest.mark.clause("603a.20(r)(2)#2")
def test_a_person_and_their_program_are_one_person(access: Access) -> None:
    office = access.office
    grant = access.bearer(secret_of(access), host=PIT).grant
    order = office.read_order(RECEIVE)
    proposed = office.propose(order, who=CLERK, key="b", grant=grant)
    assert (proposed.signatures[0].credential, proposed.signatures[0].through) == (CLERK, "mine")
    with pytest.raises(NotPermitted, match="cannot be"):
        office.execute(proposed.digest, who=CLERK)
    again = office.propose(office.read_order(RECEIVE | {"book": "B-2"}), who=CLERK, key="c")
    with pytest.raises(NotPermitted, match="cannot be"):
        office.execute(again.digest, who=CLERK, grant=grant)
    refused = office.refusals()[-1][1]
    assert (refused.who, refused.through) == (CLERK, "mine")


def test_what_people_sign_in_person_no_token_signs(access: Access) -> None:
    office = access.office
    grant = access.bearer(secret_of(access, owner=ADMINISTRATOR), host=PIT).grant
    last_day = office.days.day_of(office.clock())
    with pytest.raises(NotPermitted, match="signed in person"):
        office.propose(AskToken(token="bred", last_day=last_day), who=ADMINISTRATOR, key="k", grant=grant)
    asked = office.propose(AskToken(token="another", last_day=last_day), who=CLERK, key="k")
    with pytest.raises(NotPermitted, match="signed in person"):
        office.approve(asked.digest, who=ADMINISTRATOR, grant=grant)


def test_signatures_recorded_before_there_were_tokens_look_as_they_did(access: Access) -> None:
    office = access.office
    office.propose(office.read_order(RECEIVE), who=CLERK, key="b")
    entry = list(office.journal.read("office/counter_checks"))[-1]
    assert b"through" not in entry.body


# When a token opens nothing any more.


def test_a_token_ends_after_its_last_day(access: Access, clock: Clock) -> None:
    secret = secret_of(access)
    clock.forward(days=LONGEST.days)
    access.bearer(secret, host=PIT)
    clock.forward(days=1)
    with pytest.raises(WrongToken, match="its time is over"):
        access.bearer(secret, host=PIT)


@pytest.mark.parametrize("by", [CLERK, ADMINISTRATOR, AUDITOR])
def test_a_token_is_revoked_at_once_by_its_owner_or_those_who_give_it(access: Access, by: str) -> None:
    secret = secret_of(access)
    access.office.carry_out(RevokeToken(token="mine", reason="the program is gone"), who=by, key="r")
    with pytest.raises(WrongToken, match="the program is gone"):
        access.bearer(secret, host=PIT)
    assert not access.opens(secret)
    with pytest.raises(RuleViolation, match="revoked already"):
        access.office.carry_out(RevokeToken(token="mine", reason="again"), who=by, key="s")


def test_nobody_else_revokes_a_token(access: Access) -> None:
    secret = secret_of(access)
    with pytest.raises(NotPermitted, match="not revoked by the dealer"):
        access.office.carry_out(RevokeToken(token="mine", reason="spite"), who=WHO[Position.DEALER], key="r")
    assert access.opens(secret)


def in_two(office: Office, order: Order) -> None:
    entered = office.propose(order, who=ADMINISTRATOR, key=str(order))
    office.execute(entered.digest, who=AUDITOR)


@pytest.mark.clause("603a.20(r)(2)#2")
def test_a_token_ends_with_the_posting_it_was_given_under(access: Access, office: Office) -> None:
    secret = secret_of(access)
    person = office.people()[CLERK].person
    in_two(office, EndPosting(person=person, until=office.days.day_of(office.clock()), reason="left"))
    with pytest.raises(WrongToken, match="posting it was given under has ended"):
        access.bearer(secret, host=PIT)


def test_another_position_takes_another_token(access: Access, office: Office, clock: Clock) -> None:
    secret = secret_of(access)
    before = office.people()[CLERK]
    clock.forward(days=1)
    promoted = PostPerson(
        person=before.person,
        credential=CLERK,
        name=before.name,
        position=Position.DIRECTOR_OF_FINANCE,
        since=office.days.day_of(clock()),
    )
    in_two(office, promoted)
    with pytest.raises(WrongToken, match="posting it was given under has ended"):
        access.bearer(secret, host=PIT)


def test_a_closed_account_ends_its_tokens_for_good(access: Access) -> None:
    secret = secret_of(access)
    access.close_account(CLERK, by=ADMINISTRATOR)
    with pytest.raises(WrongToken, match="the account was closed"):
        access.bearer(secret, host=PIT)
    access.open_account(CLERK, PASSWORD, by=ADMINISTRATOR, witness=AUDITOR)
    with pytest.raises(WrongToken, match="the account was closed"):
        access.bearer(secret, host=PIT)


def test_the_books_made_anew_leave_the_tokens_as_they_are(access: Access, office: Office) -> None:
    secret = secret_of(access)
    with office.journal.transaction() as transaction:
        transaction.connection.execute(sa.text("UPDATE office_projections SET form = 0"))
    again = Access(Office(office.journal, office.clock, books=office.books.values()))
    assert again.bearer(secret, host=PIT).posting.credential == CLERK


# Whoever guesses waits; whoever was given a token does not wait for them.


def test_whoever_guesses_at_tokens_waits_longer_and_longer(access: Access, clock: Clock) -> None:
    secret = secret_of(access)
    for _ in range(6):
        with pytest.raises(WrongToken, match="nobody was given this token"):
            access.bearer("houseway_guess", host=PIT)
    with pytest.raises(TryLater, match="1 second"):
        access.bearer("houseway_guess", host=PIT)
    assert access.bearer(secret, host=PIT).posting.credential == CLERK
    clock.forward(seconds=1)
    with pytest.raises(WrongToken):
        access.bearer("houseway_guess", host=PIT)
    with pytest.raises(TryLater, match="2 seconds"):
        access.bearer("houseway_guess", host=PIT)


def test_guesses_cannot_fill_the_journal(access: Access, office: Office, clock: Clock) -> None:
    before = office.journal.version(STREAM)
    for number in range(64):
        with pytest.raises(WrongToken):
            access.bearer("houseway_guess", host=f"192.0.2.{number}")
    assert office.journal.version(STREAM) - before == 7


def test_use_is_noted_once_a_minute_only(access: Access, office: Office, clock: Clock) -> None:
    secret = secret_of(access)
    access.bearer(secret, host=PIT)
    head = office.journal.head()
    clock.forward(seconds=59)
    access.bearer(secret, host=PIT)
    (mine,) = access.tokens_for(office.people()[CLERK])
    assert mine.used_at == clock() - timedelta(seconds=59)
    clock.forward(seconds=1)
    access.bearer(secret, host=PIT)
    (mine,) = access.tokens_for(office.people()[CLERK])
    assert mine.used_at == clock()
    assert office.journal.head() == head


def test_people_see_their_own_tokens_and_those_who_give_them_all(access: Access, office: Office) -> None:
    secret_of(access)
    people = office.people()
    seen = {name: len(access.tokens_for(people[name])) for name in (CLERK, ADMINISTRATOR, AUDITOR)}
    assert seen == {CLERK: 1, ADMINISTRATOR: 1, AUDITOR: 1}
    assert access.tokens_for(people[WHO[Position.DEALER]]) == ()
    with office.desk() as desk:
        (grid,) = BOOK.sheets[0].show(desk)
    assert grid.rows[0][0] == "mine"
    assert grid.rows[0][-1] == "in force"
