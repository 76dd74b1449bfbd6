"""The office itself, on both databases: what it signs, repeats, refuses, rebuilds, and does not do twice."""

import multiprocessing
from collections.abc import Iterator
from datetime import date, timedelta
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any, ClassVar

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from houseway.backoffice.book import Book, Desk
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Fact, Order
from houseway.backoffice.people import Position, Posting
from houseway.backoffice.policy import NotPermitted, Part, Rule, at_least
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.postings.book import EndPosting, PostPerson
from houseway.backoffice.records import BadOrder, State, standing_of
from houseway.backoffice.schema import metadata, orders, projections
from houseway.journal import Journal, JournalUnavailable
from houseway.law import RuleViolation
from tests.backoffice.duties_book import BOOK, CLAUSE, Audit, Count, Done, DutiesBook, Give, Receive, done
from tests.backoffice.house import HOUSE, SINCE, WHO, Clock, make_office, staff, who

BOOKS = (STAFF, BOOK)
MARKETING, FINANCE, SUPERVISOR, AUDITOR = (
    WHO[Position.MARKETING_REPRESENTATIVE],
    WHO[Position.FINANCE_CLERK],
    WHO[Position.FINANCE_SUPERVISOR],
    WHO[Position.AUDITOR],
)
IT = WHO[Position.SYSTEMS_ADMINISTRATOR]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def office(place: str, clock: Clock) -> Iterator[Office]:
    made = make_office(place, clock, books=BOOKS)
    yield made
    made.journal.close()


def _done(office: Office) -> list[str]:
    with office.desk() as desk:
        return list(desk.connection.execute(sa.select(done.c.what).order_by(done.c.number)).scalars())


@pytest.mark.clause("603a.20(r)(2)#1")
def test_an_order_repeated_under_its_key_happens_once(office: Office) -> None:
    first = office.carry_out(Give(matter="d"), who=MARKETING, key="k")
    assert office.carry_out(Give(matter="d"), who=MARKETING, key="k") == first
    assert _done(office) == ["Give d"]
    with pytest.raises(RuleViolation, match="given by Marketing Representative 1 already"):
        office.carry_out(Give(matter="d"), who=who(Position.MARKETING_REPRESENTATIVE, 2), key="k")
    with pytest.raises(RuleViolation, match="stands for another order"):
        office.carry_out(Give(matter="e"), who=MARKETING, key="k")
    assert _done(office) == ["Give d"]


@pytest.mark.clause("603a.20(r)(2)#2")
def test_an_order_of_three_signatures_happens_with_the_third(office: Office) -> None:
    proposed = office.propose(Receive(matter="d"), who=FINANCE, key="k")
    assert [part.name for part in office.awaiting(proposed)] == ["checked by marketing", "recorded"]
    with pytest.raises(RuleViolation, match="not signed by everyone yet: checked by marketing"):
        office.execute(proposed.digest, who=SUPERVISOR)
    with pytest.raises(NotPermitted):
        office.approve(proposed.digest, who=FINANCE)
    approved = office.approve(proposed.digest, who=MARKETING)
    assert office.approve(proposed.digest, who=MARKETING) == approved
    assert _done(office) == []
    executed = office.execute(proposed.digest, who=SUPERVISOR)
    assert (executed.state, _done(office)) == (State.EXECUTED, ["Receive d"])
    assert len({signed.person for signed in executed.signatures}) == 3
    assert office.execute(proposed.digest, who=SUPERVISOR) == executed
    with pytest.raises(RuleViolation, match="nothing is left to sign"):
        office.withdraw(proposed.digest, who=FINANCE)
    assert office.journal.verify().ok


@pytest.mark.clause("603a.20(r)(2)#2")
def test_who_gave_in_a_matter_cannot_count_it_even_after_a_change_of_department(
    office: Office, clock: Clock
) -> None:
    office.carry_out(Give(matter="d"), who=MARKETING, key="k")
    moved = PostPerson(
        person="marketing-representative-1",
        credential="PA-NEW",
        name="Marketing Representative 1",
        position=Position.FINANCE_CLERK,
        since=date(2014, 5, 2),
    )
    office.execute(office.propose(moved, who=IT, key="move").digest, who=AUDITOR)
    clock.forward(days=1)
    with pytest.raises(NotPermitted, match="did give for d and cannot do count"):
        office.carry_out(Count(matter="d"), who="PA-NEW", key="count")
    with pytest.raises(NotPermitted, match="nobody with the credential"):
        office.carry_out(Give(matter="e"), who=MARKETING, key="old credential")
    assert office.carry_out(Count(matter="e"), who="PA-NEW", key="other matter").state is State.EXECUTED


@pytest.mark.clause("603a.20(r)(2)#2")
def test_a_duty_taken_on_after_signing_stops_the_order_that_was_signed(office: Office, clock: Clock) -> None:
    proposed = office.propose(Audit(matter="d"), who=FINANCE, key="audit")
    moved = PostPerson(
        person="finance-clerk-1",
        credential=FINANCE,
        name="Finance Clerk 1",
        position=Position.MARKETING_REPRESENTATIVE,
        since=date(2014, 5, 2),
    )
    office.execute(office.propose(moved, who=IT, key="move").digest, who=AUDITOR)
    clock.forward(days=1)
    office.carry_out(Give(matter="d"), who=FINANCE, key="give")
    with pytest.raises(NotPermitted, match="did give for d"):
        office.execute(proposed.digest, who=AUDITOR)
    assert office.withdraw(proposed.digest, who=AUDITOR).state is State.WITHDRAWN


def test_a_page_that_is_refused_again_and_again_fills_no_journal(office: Office, clock: Clock) -> None:
    dealer = office.people()[WHO[Position.DEALER]]

    def refused(what: str) -> int:
        with pytest.raises(NotPermitted), office.recording_refusals(dealer, what):
            raise NotPermitted(CLAUSE, "not for dealers")
        return len(office.refusals())

    assert [refused("read staff") for _ in range(20)] == [1] * 20
    assert [refused("read counter_checks"), refused("move at TDF-1"), refused("move at TDF-1")] == [2, 3, 4]
    clock.now += timedelta(minutes=11)
    assert refused("read staff") == 5


@pytest.mark.clause("603a.20(r)(2)#1")
def test_an_order_changed_in_the_books_after_it_was_signed_is_not_executed(office: Office) -> None:
    proposed = office.propose(Audit(matter="d"), who=FINANCE, key="k")
    with office.journal.transaction() as transaction:
        transaction.connection.execute(orders.update().values(content=b'{"order":"audit","matter":"e"}'))
    with pytest.raises(RuleViolation, match="changed in the books after it was signed"):
        office.execute(proposed.digest, who=AUDITOR)
    assert _done(office) == []
    assert [(refused.who, refused.digest) for _, refused in office.refusals()] == [(AUDITOR, proposed.digest)]


@pytest.mark.clause("603a.20(r)(2)#1")
def test_nothing_is_recorded_with_a_clock_that_was_set_back(office: Office, clock: Clock) -> None:
    leaving = EndPosting(person="finance-clerk-1", until=date(2014, 5, 3), reason="left")
    clock.forward(days=2)
    office.execute(office.propose(leaving, who=IT, key="end").digest, who=AUDITOR)
    clock.forward(days=-1)
    for signer in (FINANCE, SUPERVISOR):
        with pytest.raises(RuleViolation, match="the clock shows 2014-05-02") as refusal:
            office.carry_out(Count(matter="d"), who=signer, key=signer)
        assert refusal.value.fix == "set the clock of the house right"
    clock.forward(days=1, hours=-1)
    assert office.carry_out(Count(matter="d"), who=SUPERVISOR, key="k").state is State.EXECUTED


@pytest.mark.clause("603a.20(r)(2)#2")
def test_a_case_that_no_rule_foresees_is_nobodys_to_sign(office: Office) -> None:
    class Narrow(DutiesBook):
        rules = (Rule(Count, BOOK.rules[1].parts, applies=lambda order: order.matter == "foreseen"),)  # type: ignore[assignment]
        separations = ()  # type: ignore[assignment]

    narrow = Office(office.journal, office.clock, books=(STAFF, Narrow()))
    assert narrow.carry_out(Count(matter="foreseen"), who=FINANCE, key="1").state is State.EXECUTED
    with pytest.raises(NotPermitted, match="no rule says who may count in this case"):
        narrow.carry_out(Count(matter="d"), who=FINANCE, key="2")
    assert narrow.refusals()[-1][1].order == "count"


def test_every_refusal_is_recorded_with_its_clause(office: Office) -> None:
    for number, signer in enumerate((FINANCE, "PA-NOBODY")):
        with pytest.raises(NotPermitted):
            office.carry_out(Give(matter="d"), who=signer, key=str(number))
    told = [(refused.who, refused.order, refused.clause) for _, refused in office.refusals()]
    assert told == [(FINANCE, "give", "603a.20(r)(2)#2"), ("PA-NOBODY", "give", "603a.20(r)(2)#2")]
    assert Office(office.journal, office.clock, books=BOOKS).refusals() == office.refusals()


def test_what_is_no_order_is_named_and_not_recorded(office: Office) -> None:
    with pytest.raises(BadOrder, match="Invalid value 'steal'"):
        office.read_order({"order": "steal"})
    with pytest.raises(BadOrder, match="printable"):
        office.carry_out(Give(matter="d"), who=MARKETING, key="\n")
    with pytest.raises(BadOrder, match="Expected `str`, got `int`"):
        office.carry_out(Give(matter=7), who=MARKETING, key="k")  # type: ignore[arg-type]
    with pytest.raises(BadOrder, match="no order with the content hash"):
        office.approve("0" * 64, who=FINANCE)
    assert office.refusals() == ()


def test_a_house_is_opened_once(office: Office) -> None:
    assert office.house == HOUSE
    with pytest.raises(RuleViolation, match="open already"):
        office.open_house("Another", staff())
    assert office.refusals()[-1][1].order == "open-house"


@pytest.mark.clause("603a.20(r)(2)#2")
@pytest.mark.parametrize(
    ("people", "said"),
    [
        (staff()[:2], "needs somebody who posts people: the systems administrator or above"),
        ((*staff(), staff()[0]), "cannot have the person 'dealer-1'"),
        ((*staff(), replace(staff()[0], person="twin")), "cannot have the credential 'PA-0101'"),
        ((*staff(), replace(staff()[0], person="x", credential=" ")), "cannot have the credential ' '"),
        ((*staff()[1:], replace(staff()[0], until=SINCE)), "ends before it begins"),
    ],
)
def test_a_house_in_which_two_could_be_one_is_not_opened(
    memory_path: Path, people: tuple[Posting, ...], said: str
) -> None:
    with Journal.open(memory_path / "journal.db") as journal:
        office = Office(journal, Clock(), books=BOOKS)
        with pytest.raises(RuleViolation, match=said):
            office.open_house(HOUSE, people)
        assert office.house == ""


# Rebuilding.


def _contents(office: Office) -> dict[str, list[Any]]:
    with office.desk() as desk:
        tables = (table for part in (metadata, STAFF.tables, BOOK.tables) for table in part.sorted_tables)
        return {table.name: sorted(map(repr, desk.connection.execute(sa.select(table)))) for table in tables}


def _work(office: Office) -> None:
    office.carry_out(Give(matter="d"), who=MARKETING, key="1")
    proposed = office.propose(Receive(matter="d"), who=FINANCE, key="2")
    office.approve(proposed.digest, who=MARKETING)
    office.propose(Audit(matter="e"), who=FINANCE, key="3")
    office.withdraw(office.propose(Audit(matter="e"), who=FINANCE, key="4").digest, who=AUDITOR)
    office.execute(proposed.digest, who=SUPERVISOR)


@pytest.mark.clause("603a.20(r)(2)#1")
def test_the_books_made_anew_from_the_journal_are_the_books(office: Office) -> None:
    _work(office)
    before = _contents(office)
    with office.journal.transaction() as transaction:
        for part in (metadata, STAFF.tables, BOOK.tables):
            part.drop_all(transaction.connection)
    for _ in range(2):
        # The second time there is nothing left to make.
        assert _contents(Office(office.journal, office.clock, books=BOOKS)) == before


def test_a_book_of_another_form_is_made_anew_and_no_other(office: Office) -> None:
    _work(office)
    with office.journal.transaction() as transaction:
        transaction.connection.execute(done.delete())

    class Renewed(DutiesBook):
        form = 2

    assert _done(Office(office.journal, office.clock, books=(STAFF, Renewed()))) == ["Give d", "Receive d"]


def test_a_new_book_of_an_old_house_starts_from_its_own_records(place: str, clock: Clock) -> None:
    first = make_office(place, clock, books=(STAFF,))
    first.journal.close()
    with Journal.open(place) as journal:
        later = Office(journal, clock, books=BOOKS)
        later.carry_out(Give(matter="d"), who=MARKETING, key="k")
        assert _done(later) == ["Give d"]


# Books that stand on others.


class Lend(Order, frozen=True, kw_only=True):
    """Marketing lends something: one signature."""

    matter: str


class Lent(Fact, frozen=True, kw_only=True):
    """Something is out."""

    what: str


_out = sa.Table("loans_out", sa.MetaData(), sa.Column("what", sa.Text, primary_key=True))


class Loans(Book):
    """A book whose orders are done in the book of duties as well."""

    name = "loans"
    title = "Loans"
    rules = (Rule(Lend, (Part("lent", at_least(Position.MARKETING_REPRESENTATIVE), CLAUSE),)),)
    facts: ClassVar[Any] = Lent | Done
    stands_on = ("duties",)
    tables = _out.metadata

    def decide(self, order: Any, desk: Desk) -> tuple[Fact, ...]:
        return (
            Done(what=f"Lend {order.matter}", clause=CLAUSE.id),
            Lent(what=order.matter, clause=CLAUSE.id),
        )

    def post(self, fact: Any, desk: Desk) -> None:
        desk.connection.execute(_out.insert(), {"what": fact.what})


LOANS = Loans()
THREE = (*BOOKS, LOANS)


def _kept(office: Office) -> dict[str, list[Any]]:
    with office.desk() as desk:
        return _contents(office) | {"loans_out": sorted(map(repr, desk.connection.execute(sa.select(_out))))}


@pytest.mark.clause("603a.20(r)(2)#1")
def test_each_fact_is_kept_by_its_own_book_in_the_order_of_the_journal(office: Office, clock: Clock) -> None:
    house = Office(office.journal, clock, books=THREE)
    for number, order in enumerate((Give(matter="a"), Lend(matter="b"), Give(matter="c"), Lend(matter="d"))):
        house.carry_out(order, who=MARKETING, key=str(number))
    assert _done(house) == ["Give a", "Lend b", "Give c", "Lend d"]
    before = _kept(house)
    assert before["loans_out"] == ["('b',)", "('d',)"]
    for anew in ((), (BOOK,), (LOANS,), (BOOK, LOANS)):
        with office.journal.transaction() as transaction:
            for book in anew:
                book.tables.drop_all(transaction.connection)
                transaction.connection.execute(projections.delete().where(projections.c.name == book.name))
        assert _kept(Office(office.journal, clock, books=THREE)) == before
    # The order stands in the book in which it was given, and nowhere else.
    with house.desk() as desk:
        assert [one["order"] for one in _given_in(desk, LOANS)] == ["lend", "lend"]


def _given_in(desk: Desk, book: Book) -> list[dict[str, Any]]:
    rows = desk.connection.execute(sa.select(orders).where(orders.c.book == book.name))
    return [standing_of(row).order for row in rows]


@pytest.mark.clause("603a.20(r)(2)#1")
@pytest.mark.parametrize(("later", "earlier"), [(Lend, Give), (Give, Lend)])
def test_books_that_stand_on_each_other_go_by_one_calendar(
    office: Office, clock: Clock, later: type[Give], earlier: type[Give]
) -> None:
    house = Office(office.journal, clock, books=THREE)
    clock.forward(days=2)
    house.carry_out(later(matter="d"), who=MARKETING, key="later")
    clock.forward(days=-1)
    with pytest.raises(RuleViolation, match="the clock shows 2014-05-02"):
        house.carry_out(earlier(matter="d"), who=MARKETING, key="earlier")


def test_nothing_is_recorded_that_could_not_be_read_again(office: Office, clock: Clock) -> None:
    class Silent(Loans):
        facts = Lent

    house = Office(office.journal, clock, books=(*BOOKS, Silent()))
    head, before = office.journal.head(), _kept(house)
    with pytest.raises(KeyError):
        house.carry_out(Lend(matter="d"), who=MARKETING, key="k")
    assert (office.journal.head(), _kept(house)) == (head, before)


def test_books_that_were_never_made_cannot_be_read_only(place: str, clock: Clock) -> None:
    Journal.open(place).close()
    with (
        Journal.open(place, read_only=True) as journal,
        pytest.raises(JournalUnavailable, match="not made here yet"),
    ):
        Office(journal, clock, books=BOOKS).people()


def test_books_can_be_read_only(office: Office, place: str, clock: Clock) -> None:
    _work(office)
    with Journal.open(place, read_only=True) as journal:
        reader = Office(journal, clock, books=BOOKS)
        assert reader.people() == office.people()
        with pytest.raises(JournalUnavailable, match="reading only"):
            reader.carry_out(Give(matter="d"), who=MARKETING, key="k")


# Rivals.


def _rival(
    place: str, digest: str, signer: str, ready: Barrier, answers: "multiprocessing.Queue[str]"
) -> None:
    with Journal.open(place, busy_timeout=30) as journal:
        office = Office(journal, Clock(), books=BOOKS)
        ready.wait()
        try:
            answers.put(office.execute(digest, who=signer).state)
        except RuleViolation as refusal:
            answers.put(refusal.message)


def test_of_two_who_execute_one_order_at_once_one_does(office: Office, place: str) -> None:
    proposed = office.propose(Audit(matter="d"), who=FINANCE, key="k")
    spawn = multiprocessing.get_context("spawn")
    ready, answers = spawn.Barrier(2), spawn.Queue()
    signers = (AUDITOR, who(Position.AUDITOR, 2))
    rivals = [
        spawn.Process(target=_rival, args=(place, proposed.digest, signer, ready, answers))
        for signer in signers
    ]
    for rival in rivals:
        rival.start()
    said = sorted(answers.get(timeout=60) for _ in rivals)
    for rival in rivals:
        rival.join()
    assert said[1] == "executed" or said[0] == "executed"
    assert sum("already" in one for one in said) == 1
    assert _done(office) == ["Audit d"]


# Staff.


@pytest.mark.clause("603a.20(r)(2)#2")
def test_nobody_enters_a_person_alone(office: Office, clock: Clock) -> None:
    hired = PostPerson(
        person="newcomer", credential="PA-9", name="N", position=Position.DEALER, since=date(2014, 5, 2)
    )
    proposed = office.propose(hired, who=IT, key="hire")
    for signer in (IT, who(Position.SYSTEMS_ADMINISTRATOR, 2), SUPERVISOR):
        with pytest.raises(NotPermitted):
            office.execute(proposed.digest, who=signer)
    office.execute(proposed.digest, who=AUDITOR)
    assert "PA-9" not in office.people()
    clock.forward(days=1)
    assert office.people()["PA-9"].position is Position.DEALER


@pytest.mark.clause("603a.20(r)(2)#2")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"since": date(2014, 4, 30)}, "before today"),
        ({"credential": "PA-0202"}, "another person's"),
        ({"person": "dealer-1", "since": date(2014, 5, 1)}, None),
    ],
)
def test_a_posting_begins_today_or_later_with_a_credential_of_its_own(
    office: Office, change: dict[str, Any], said: str | None
) -> None:
    terms: dict[str, Any] = {
        "person": "newcomer",
        "credential": "PA-9",
        "name": "N",
        "position": Position.DEALER,
        "since": date(2014, 5, 1),
    }
    order = PostPerson(**(terms | change))
    if said is None:
        office.execute(office.propose(order, who=IT, key="k").digest, who=AUDITOR)
        with pytest.raises(RuleViolation, match="has a posting from 2014-05-01 on already"):
            office.propose(order, who=IT, key="again")
    else:
        with pytest.raises(RuleViolation, match=said):
            office.propose(order, who=IT, key="k")


def test_who_has_left_signs_nothing(office: Office, clock: Clock) -> None:
    leaving = EndPosting(person="finance-clerk-1", until=date(2014, 5, 2), reason="left")
    office.execute(office.propose(leaving, who=IT, key="end").digest, who=AUDITOR)
    assert office.carry_out(Count(matter="d"), who=FINANCE, key="last day").state is State.EXECUTED
    clock.forward(days=1)
    with pytest.raises(NotPermitted, match="nobody with the credential"):
        office.carry_out(Count(matter="e"), who=FINANCE, key="gone")
    with pytest.raises(RuleViolation, match="no posting to end"):
        office.propose(leaving, who=IT, key="again")
