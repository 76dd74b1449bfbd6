"""Mailings through the office: who signs, what the journal shows of patrons, and what is left when one is erased (603a.20(q), (r)(2))."""

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.backoffice.book import Book
from houseway.backoffice.coupons.book import BOOK as COUPONS
from houseway.backoffice.mailing.book import BOOK as MAILING
from houseway.backoffice.mailing.delivery import CancelMailing, file_to_send
from houseway.backoffice.mailing.entries import entries_of
from houseway.backoffice.mailing.exclusion import ExclusionList
from houseway.backoffice.mailing.ledger import ReserveMailingSerials
from houseway.backoffice.mailing.mailings import MailingStep, signed
from houseway.backoffice.mailing.policy import RULES
from houseway.backoffice.mailing.printing import PrintMailing
from houseway.backoffice.mailing.reconciliation import reconcile_day
from houseway.backoffice.mailing.screening import ScreenMailing
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Department, Position, department_of
from houseway.backoffice.policy import NotPermitted
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.postings.book import PostPerson
from houseway.backoffice.records import STREAM, signing_of
from houseway.backoffice.schema import projections
from houseway.backoffice.vault import erase
from houseway.journal import Journal
from houseway.law import RuleViolation
from houseway.papers.form import form_pdf
from houseway.papers.mailing import mailing_pdfs
from tests.backoffice.coupons.crew import count_of, next_day, redeem, states
from tests.backoffice.house import who
from tests.backoffice.mailing.post_room import (
    IDA,
    MAIL_DAY,
    PATRONS,
    STAMP,
    PostOffice,
    entering,
    launch,
    listing,
    mail,
    open_post_office,
    prepare,
    reserve,
    screen,
    sending,
    the_list,
)
from tests.papers.printing import text_of

SUPERVISORS = {Position.MARKETING_SUPERVISOR, Position.DIRECTOR_OF_MARKETING}
WATCHERS = {
    position
    for position in Position
    if department_of(position) in (Department.SURVEILLANCE, Department.INTERNAL_AUDIT)
}
CONFIRMING = {
    position
    for position in Position
    if department_of(position) in (Department.INTERNAL_AUDIT, Department.CASINO_COMPLIANCE)
}


def first_signers(office: PostOffice, order: Order) -> set[Position]:
    """The positions that get past the policy with an order, at its first part."""
    several = len(next(rule for rule in RULES if rule.order is type(order)).parts) > 1
    may = set()
    for position in Position:
        office.keys += 1
        act = office.office.propose if several else office.office.carry_out
        try:
            act(order, who=who(position, 2), key=f"try {office.keys}")
            may.add(position)
        except NotPermitted:
            pass
        except Exception:
            may.add(position)
    return may


@pytest.mark.clause("603a.20(q)(2)", "603a.20(q)(4)")
def test_marketing_prepares_the_list_and_finance_receives_it(office: PostOffice) -> None:
    reserve(office, 3)
    order = the_list(office, *PATRONS)
    office.close()
    assert first_signers(office, order) == SUPERVISORS
    proposed = office.office.propose(order, who=who(Position.MARKETING_SUPERVISOR), key="the list")
    with office.office.desk() as desk:
        assert signed(desk.connection, "M-1", MailingStep.LISTED) == ()
    for position in Position:
        if department_of(position) is not Department.FINANCE:
            with pytest.raises(NotPermitted) as refusal:
                office.office.execute(proposed.digest, who=who(position, 2))
            assert refusal.value.clause.id == "603a.20(q)(4)"
    office.office.execute(proposed.digest, who=who(Position.FINANCE_CLERK))
    with office.office.desk() as desk:
        prepared, received = signed(desk.connection, "M-1", MailingStep.LISTED)
    assert (prepared.part, prepared.position) == ("prepared", Position.MARKETING_SUPERVISOR)
    assert (received.part, received.position) == ("received", Position.FINANCE_CLERK)


@pytest.mark.clause("603a.20(q)(7)")
def test_those_who_watch_enter_the_lists_and_screen(office: PostOffice) -> None:
    order = listing(office, ExclusionList.EXCLUSION, IDA)
    assert first_signers(office, order) == WATCHERS
    for position in Position:
        office.keys += 1
        key = f"list {office.keys}"
        digest = office.office.propose(order, who=who(Position.SURVEILLANCE_OPERATOR, 2), key=key).digest
        if position in CONFIRMING:
            office.office.execute(digest, who=who(position))
        else:
            with pytest.raises(NotPermitted):
                office.office.execute(digest, who=who(position))
    prepare(office, *PATRONS)
    office.close()
    assert first_signers(office, ScreenMailing(mailing="M-1")) == WATCHERS


@pytest.mark.clause("603a.20(q)(2)", "603a.20(q)(4)")
def test_marketing_sends_and_finance_cancels(office: PostOffice) -> None:
    prepare(office, *PATRONS)
    order = sending(office)
    office.close()
    assert first_signers(office, order) == SUPERVISORS
    assert first_signers(office, CancelMailing(mailing="M-1", reason="off")) == {
        Position.FINANCE_SUPERVISOR,
        Position.DIRECTOR_OF_FINANCE,
    }


@pytest.mark.clause("603a.20(r)(2)#2")
def test_whoever_prints_the_coupons_does_not_enter_them_as_mailed(office: PostOffice) -> None:
    prepare(office, *PATRONS)
    office.give(sending(office))
    screen(office)
    order = PrintMailing(mailing="M-1")
    assert first_signers(office, order) == {Position.FINANCE_SUPERVISOR, Position.DIRECTOR_OF_FINANCE}
    with office.office.desk() as desk:
        (printer,) = signed(desk.connection, "M-1", MailingStep.PRINTED)
    entry = entering(office)
    office.close()
    with pytest.raises(NotPermitted, match="print-mailing"):
        office.office.carry_out(entry, who=printer.credential, key="entered")
    office.office.carry_out(entry, who=who(Position.FINANCE_SUPERVISOR), key="entered")


@pytest.mark.clause("603a.20(d)#3")
def test_finance_supervisors_reserve_numbers_and_enter_what_was_mailed(office: PostOffice) -> None:
    order = ReserveMailingSerials(mailing="M-1", coupons=1)
    for position in Position:
        if position not in (Position.FINANCE_SUPERVISOR, Position.DIRECTOR_OF_FINANCE):
            with pytest.raises(NotPermitted):
                office.office.carry_out(order, who=who(position), key=f"numbers {position}")
    office.office.carry_out(order, who=who(Position.FINANCE_SUPERVISOR), key="numbers")


@pytest.mark.clause("603a.20(r)(2)#2")
def test_whoever_made_a_list_neither_screens_it_nor_enters_what_was_mailed(office: PostOffice) -> None:
    reserve(office, 3)
    order = the_list(office, *PATRONS)
    office.close()
    digest = office.office.propose(order, who=who(Position.MARKETING_SUPERVISOR), key="list").digest
    office.office.execute(digest, who=who(Position.FINANCE_SUPERVISOR))
    # Promoted into surveillance overnight.
    next_day(office)
    posting = PostPerson(
        person="marketing-supervisor-1",
        credential="PA-9999",
        name="Marketing Supervisor 1",
        position=Position.SURVEILLANCE_OPERATOR,
        since=office.day,
    )
    rule = next(rule for rule in STAFF.rules if rule.order is PostPerson)
    people = [who(part.permits[0].least) for part in rule.parts]
    hired = office.office.propose(posting, who=people[0], key="hired").digest
    office.office.execute(hired, who=people[-1])
    with pytest.raises(NotPermitted) as refusal:
        office.office.carry_out(ScreenMailing(mailing="M-1"), who="PA-9999", key="screened")
    assert refusal.value.clause.id == "603a.20(r)(2)#2"
    order_to_send = sending(office)
    office.close()
    office.office.carry_out(order_to_send, who=who(Position.MARKETING_SUPERVISOR, 2), key="sent")
    screen(office)
    entry = entering(office)
    office.close()
    with pytest.raises(NotPermitted, match="prepare-mailing-list"):
        office.office.carry_out(entry, who=who(Position.FINANCE_SUPERVISOR), key="entered")
    office.office.carry_out(entry, who=who(Position.FINANCE_SUPERVISOR, 2), key="entered")


# Personal data.


CLEAR = ("Tarbell", "Oil Street", "1957-11-05", "Brashear", "Perrysville", "Girty")


def mailed_week(place: str) -> PostOffice:
    """A mailing through the office, on which Rachel is stripped before the print; Ida plays her coupon on mailing day."""
    house = open_post_office(place)
    launch(house)
    prepare(house, *PATRONS)
    house.at(MAIL_DAY)
    house.give(listing(house, ExclusionList.SELF_EXCLUSION, PATRONS[2]))
    screen(house)
    house.give(sending(house))
    house.give(entering(house))
    redeem(house, 1)
    next_day(house)
    house.give(count_of(house, MAIL_DAY))
    house.close()
    return house


def kept(office: Office) -> dict[str, list[Any]]:
    """Everything that both books keep, and how far they have come."""
    tables = (*COUPONS.tables.sorted_tables, *MAILING.tables.sorted_tables, projections)
    with office.desk() as desk:
        return {
            table.name: sorted(desk.connection.execute(sa.select(table)).all(), key=str) for table in tables
        }


def papers(office: Office) -> dict[str, tuple[tuple[str, ...], ...]]:
    """The rows of the papers on mailing M-1 and its day."""
    with office.desk() as desk:
        made = {form.name: form.make(desk, form.subjects(desk)[0]) for form in MAILING.forms}
    return {name: tuple(row for grid in paper.grids for row in grid.rows) for name, paper in made.items()}


def test_the_journal_and_the_books_show_nobodys_name(place: str) -> None:
    house = mailed_week(place)
    with house.office.journal as journal:
        for entry in journal.read_all():
            for word in CLEAR:
                assert word.encode() not in entry.body
        assert not [
            row for rows in kept(house.office).values() for row in rows for word in CLEAR if word in str(row)
        ]


def recorded_in(journal: Journal, book: Book) -> set[str]:
    """The names of the facts in the stream of a book."""
    return {fact["fact"] for entry in journal.read(STREAM + book.name) for fact in signing_of(entry).facts}


@pytest.mark.clause("603a.20(r)(2)#1")
def test_both_books_are_the_same_when_they_are_made_anew_together_or_alone(place: str) -> None:
    house = mailed_week(place)
    before = kept(house.office)
    house.office.journal.close()
    with Journal.open(place) as journal:
        # What the coupon book keeps of the mailing stands in the other book's stream, between entries of its own.
        ledger = {"mailing-serials-reserved", "coupons-mailed"}
        assert ledger < recorded_in(journal, MAILING)
        assert not ledger & recorded_in(journal, COUPONS)
        assert {row.state for row in before["coupons_serials"]} == {"distributed", "redeemed", "voided"}
        for books in ((COUPONS,), (MAILING,), (COUPONS, MAILING), ()):
            assert kept(made_anew(journal, house, *books)) == before
        assert journal.verify().ok


def made_anew(journal: Journal, house: PostOffice, *books: Book) -> Office:
    """The office after these books were made anew from the journal."""
    with journal.transaction() as transaction:
        for book in books:
            book.tables.drop_all(transaction.connection)
            transaction.connection.execute(projections.delete().where(projections.c.name == book.name))
    return Office(journal, house.clock, books=(STAFF, COUPONS, MAILING))


@pytest.mark.clause("603a.20(q)(4)")
def test_a_patron_who_is_erased_leaves_journal_and_reconciliation_whole(place: str) -> None:
    house = mailed_week(place)
    office = house.office
    with office.journal as journal:
        before, head = papers(office), journal.head()
        with office.desk() as desk:
            counts, back = states(house), reconcile_day(desk.connection, MAIL_DAY)
        house.close()
        assert [row[1] for row in before["finance-copy"]] == ["Ida Tarbell", "John Brashear"]
        with journal.transaction() as transaction:
            erase(transaction.connection, "patron/4711")
        after = papers(office)
        assert [row[1:3] for row in after["finance-copy"]] == [
            ("erased", "erased"),
            ("John Brashear", PATRONS[1].address),
        ]
        # All else is as it was: serials, denominations, last days, what became of each.
        assert [(row[0], *row[3:]) for row in after["finance-copy"]] == [
            (row[0], *row[3:]) for row in before["finance-copy"]
        ]
        assert {name: rows for name, rows in after.items() if name != "finance-copy"} == {
            name: rows for name, rows in before.items() if name != "finance-copy"
        }
        with office.desk() as desk:
            assert reconcile_day(desk.connection, MAIL_DAY) == back != ()
        assert states(house) == counts
        house.close()
        assert (journal.head(), journal.verify().ok) == (head, True)


def everything_shown(house: PostOffice) -> str:
    """All that the papers and sheets of both books say, and the prints of those that say who patrons are."""
    with house.office.desk() as desk:
        made = [
            (form, form.make(desk, subject))
            for book in (COUPONS, MAILING)
            for form in book.forms
            for subject in form.subjects(desk)
        ]
        sheets = [grid for book in (COUPONS, MAILING) for sheet in book.sheets for grid in sheet.show(desk)]
    prints = [text_of(form_pdf(paper)) for form, paper in made if form.readers]
    return "".join(map(str, (made, sheets, prints)))


@pytest.mark.clause("603a.20(q)(2)", "603a.20(q)(4)")
def test_nobody_finds_who_was_erased_in_any_form_file_or_print(tmp_path: Path) -> None:
    house = mailed_week(str(tmp_path / "journal.db"))
    reserve(house, 2, "M-2")
    house.give(the_list(house, *PATRONS[:2], mailing="M-2", mail_on=house.day))
    order = sending(house, "M-2")
    house.give(order)
    house.give(ScreenMailing(mailing="M-2"))
    house.close()
    personal = [word for word in CLEAR if word != "1957-11-05"]
    before = everything_shown(house)
    assert [word for word in personal if word in before] == [
        "Tarbell",
        "Oil Street",
        "Brashear",
        "Perrysville",
    ]
    with house.office.journal as journal:
        with journal.transaction() as transaction:
            erase(transaction.connection, "patron/4711")
        after = everything_shown(house)
        assert [word for word in personal if word in after] == ["Brashear", "Perrysville"]
        # The provider gets no file in which somebody is missing, nor a new one of a mailing that has gone.
        for mailing in ("M-1", "M-2"):
            with house.office.desk() as desk, pytest.raises(RuleViolation) as refusal:
                file_to_send(desk.connection, mailing, desk.day)
            assert "Tarbell" not in refusal.value.message
        with house.office.desk() as desk:
            for pdf in mailing_pdfs(desk.connection, "M-2", STAMP, desk.day).values():
                assert not any(word in text_of(pdf) for word in CLEAR)
        # Made anew from the journal, the books show no more.
        house.office = made_anew(journal, house, COUPONS, MAILING)
        assert everything_shown(house) == after
        assert journal.verify().ok
        # Once she is stripped, the others get theirs.
        house.give(ScreenMailing(mailing="M-2"))
        assert [one.patron for one in entries_of(house.connection, "M-2")] == ["patron/4712"]
        house.give(sending(house, "M-2"))
        house.close()


def test_a_list_that_is_sealed_anew_and_repeated_is_the_same_order(office: PostOffice) -> None:
    reserve(office, 3)
    marketing, finance = who(Position.MARKETING_SUPERVISOR), who(Position.FINANCE_CLERK)
    orders = [the_list(office, *PATRONS) for _ in range(2)]
    office.close()
    digests = {office.office.propose(order, who=marketing, key="the list").digest for order in orders}
    assert len(digests) == 1
    done = [office.office.execute(digest, who=finance) for digest in [*digests, *digests]]
    assert done[0] == done[1]


def test_the_sheets_show_how_far_each_mailing_is(office: PostOffice) -> None:
    mail(office, *PATRONS)
    prepare(office, IDA, mailing="M-2")
    office.close()
    with office.office.desk() as desk:
        shown = {sheet.name: sheet.show(desk)[0].rows for sheet in MAILING.sheets}
    assert shown["mailings"] == (
        ("M-2", "Valley Ticket", "2014-05-05", "1", "0", "not as it stands", "not yet", "not yet"),
        ("M-1", "Valley Ticket", "2014-05-05", "3", "0", "2014-05-05", "2014-05-05", "2014-05-05"),
    )
    assert [(row[0], row[1], row[4]) for row in shown["lists"]] == [
        ("exclusion list", "511a", "1"),
        ("self-exclusion list", "503a", "1"),
    ]
