"""What a mailing prints and owes: manifest, report of the screening, finance's copy, the day's coupons, deadlines (603a.20(q))."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial

import pytest
from msgspec.structs import replace

from houseway.backoffice.book import Due
from houseway.backoffice.coupons.programme import AdoptCouponControls
from houseway.backoffice.mailing.book import BOOK
from houseway.backoffice.mailing.delivery import CancelMailing, provider_file
from houseway.backoffice.mailing.exclusion import ExclusionList
from houseway.backoffice.mailing.policy import require_sender
from houseway.backoffice.paper import Paper
from houseway.backoffice.people import Department, Position, department_of, or_above
from houseway.backoffice.policy import NotPermitted
from houseway.backoffice.read_access import may_read, read_form
from tests.backoffice.coupons.crew import count_of, next_day, redeem
from tests.backoffice.mailing.post_room import (
    BY_MAIL,
    IDA,
    JOHN,
    MAIL_DAY,
    PATRONS,
    RACHEL,
    PostRoom,
    entering,
    listing,
    mail,
    prepare,
    reserve,
    screen,
    sending,
)


def paper(room: PostRoom, name: str, subject: str = "M-1") -> Paper:
    form = next(form for form in BOOK.forms if form.name == name)
    assert subject in form.subjects(room.desk())
    return form.make(room.desk(), subject)


def said(page: Paper) -> dict[str, str]:
    return {line.label: line.value for line in page.fields}


@pytest.mark.clause("603a.20(q)(2)")
def test_the_manifest_proves_which_file_the_provider_has(listed: PostRoom) -> None:
    draft = said(paper(listed, "manifest"))
    assert (draft["Sent on"], draft["SHA-256 of the file"]) == ("not yet", "not sent as it stands")
    listed.give(sending(listed))
    page = paper(listed, "manifest")
    lines = said(page)
    assert lines["SHA-256 of the file"] == provider_file(listed.connection, "M-1").sha256
    assert (lines["Sent on"], lines["Entries"], lines["Denominations"]) == ("2014-05-01", "3", "3 of $10")
    assert (lines["Last days"], lines["Serials"]) == ("2014-08-31", "000000001 to 000000003")
    assert [(one.part, one.name) for one in page.signatures] == [
        ("Prepared by", "Marketing Supervisor 1"),
        ("Received by finance", "Finance Clerk 1"),
        ("Sent to the provider by", "Marketing Supervisor 1"),
        ("Screened before the print by", ""),
        ("Printed by", ""),
    ]
    assert not any(one.name in str(page) for one in PATRONS)


@pytest.mark.clause("603a.20(q)(7)")
def test_the_report_of_the_screening_names_nobody(room: PostRoom) -> None:
    room.give(listing(room, ExclusionList.EXCLUSION, JOHN))
    prepare(room, *PATRONS)
    room.at(MAIL_DAY)
    room.give(listing(room, ExclusionList.SELF_EXCLUSION, RACHEL))
    screen(room)
    page = paper(room, "screening")
    stripped, turns = page.grids
    same = ("the same person", "name, birth date, address")
    assert stripped.rows == (
        ("000000002", "patron/4712", "at the list", "2014-05-01", "exclusion list", *same),
        ("000000003", "patron/4713", "before the print", "2014-05-05", "self-exclusion list", *same),
    )
    may, mail_day = (
        "Board's letter of 2014-05-01, as of 2014-05-01",
        "Board's letter of 2014-05-05, as of 2014-05-05",
    )
    assert turns.rows == (
        ("at the list", "2014-05-01", may, may, "1", "2"),
        ("before the print", "2014-05-05", mail_day, may, "1", "1"),
    )
    assert said(page)["Stripped"] == "2"
    text = str(page)
    assert not any(word in text for one in PATRONS for word in one.name.split())
    assert page.signatures[1].name == "Surveillance Operator 1"


@pytest.mark.clause(
    "603a.20(q)(2)(i)",
    "603a.20(q)(2)(ii)",
    "603a.20(q)(2)(iii)",
    "603a.20(q)(2)(iv)",
    "603a.20(q)(2)(v)",
    "603a.20(q)(4)",
)
def test_finances_copy_has_every_field_and_what_became_of_the_coupon(mailed: PostRoom) -> None:
    redeem(mailed, 2)
    page = paper(mailed, "finance-copy")
    rows = page.grids[0].rows
    assert rows[0] == ("000000001", "Ida Tarbell", IDA.address, "$10", "2014-08-31", "distributed")
    assert rows[1] == ("000000002", "John Brashear", JOHN.address, "$10", "2014-08-31", "redeemed")
    lines = said(page)
    assert lines["Mailed, as the provider confirms"] == "2014-05-05, confirmation 77"
    assert lines["What became of the coupons"] == "2 distributed, 1 redeemed"
    assert [one.name for one in page.signatures] == ["Marketing Supervisor 1", "Finance Clerk 1"]


@pytest.mark.clause("603a.20(q)(4)")
def test_the_mailed_coupons_of_a_day_are_a_paper_for_its_reconciliation(mailed: PostRoom) -> None:
    redeem(mailed, 2)
    next_day(mailed)
    mailed.give(count_of(mailed, MAIL_DAY))
    page = paper(mailed, "daily", MAIL_DAY.isoformat())
    assert page.grids[0].rows == (
        ("000000002", "M-1", "patron/4712", "$10", "2014-08-31", "1", "as listed", ""),
    )


def test_a_cancelled_mailing_says_so_on_its_papers(listed: PostRoom) -> None:
    listed.give(CancelMailing(mailing="M-1", reason="the promotion is off"))
    assert said(paper(listed, "manifest"))["Cancelled"] == "2014-05-01: the promotion is off"
    assert said(paper(listed, "finance-copy"))["What became of the coupons"] == "none entered yet"
    form = BOOK.forms[0]
    with pytest.raises(LookupError, match="no mailing 'M-9'"):
        form.make(listed.desk(), "M-9")


# Deadlines.


def owed(room: PostRoom) -> list[tuple[str, str, bool]]:
    return [(one.what, one.clause.id, one.late) for one in BOOK.due(room.desk())]


@pytest.mark.clause("603a.20(q)(2)", "603a.20(q)(4)", "603a.20(q)(7)")
def test_every_step_of_a_mailing_is_due_on_its_day(listed: PostRoom) -> None:
    assert owed(listed) == [
        ("enter the mailed coupons of mailing M-1", "603a.20(q)(4)", False),
        ("screen mailing M-1 before the print", "603a.20(q)(7)", False),
        ("send the list of mailing M-1 to Valley Ticket", "603a.20(q)(2)", False),
    ]
    listed.at(MAIL_DAY)
    assert not any(late for _, _, late in owed(listed))
    assert all(isinstance(one, Due) and one.by == MAIL_DAY for one in BOOK.due(listed.desk()))
    listed.give(sending(listed))
    screen(listed)
    listed.at(MAIL_DAY + timedelta(days=1))
    assert owed(listed) == [("enter the mailed coupons of mailing M-1", "603a.20(q)(4)", True)]
    listed.give(entering(listed, mailed_on=MAIL_DAY))
    assert owed(listed) == []


@pytest.mark.clause("603a.20(q)(7)")
def test_a_new_list_is_due_while_a_mailing_waits_for_it(listed: PostRoom) -> None:
    listed.give(sending(listed))
    screen(listed)
    listed.give(listing(listed, ExclusionList.EXCLUSION, good_through=MAIL_DAY))
    assert "enter a new exclusion list" not in [what for what, _, _ in owed(listed)]
    listed.give(listing(listed, ExclusionList.EXCLUSION, good_through=MAIL_DAY - timedelta(days=1)))
    assert ("enter a new exclusion list", "603a.20(q)(7)", False) in owed(listed)
    listed.at(MAIL_DAY)
    assert ("enter a new exclusion list", "603a.20(q)(7)", True) in owed(listed)
    listed.give(listing(listed, ExclusionList.EXCLUSION))
    # What was screened before the new list came is to be screened once more.
    assert [what for what, _, _ in owed(listed)] == [
        "enter the mailed coupons of mailing M-1",
        "screen mailing M-1 before the print",
    ]
    screen(listed)
    assert [what for what, _, _ in owed(listed)] == ["enter the mailed coupons of mailing M-1"]


@pytest.mark.clause("603a.20(q)(4)")
def test_the_coupons_of_a_cancelled_mailing_are_to_be_entered_as_void(room: PostRoom) -> None:
    prepare(room, IDA)
    room.give(CancelMailing(mailing="M-1", reason="off"))
    what = "enter the coupons of the cancelled mailing M-1 as void"
    assert owed(room) == [(what, "603a.20(q)(4)", False)]
    next_day(room)
    assert owed(room) == [(what, "603a.20(q)(4)", True)]
    room.give(entering(room, serials=(), quantities=()))
    assert owed(room) == []


def test_nothing_is_due_of_what_is_over(room: PostRoom) -> None:
    mail(room, *PATRONS)
    # Numbers that never got a list are no coupons.
    reserve(room, 2, "M-2")
    room.give(CancelMailing(mailing="M-2", reason="off"))
    room.at(MAIL_DAY + timedelta(days=400))
    assert owed(room) == []


# Whom they are for.


def readers(name: str) -> set[Department]:
    """The departments of which everybody may see a form."""
    form = next(form for form in BOOK.forms if form.name == name)
    may = {position for position in Position if may_read(form, position)}
    assert {
        position for position in Position if department_of(position) in set(map(department_of, may))
    } == may
    assert not may_read(form, None) or not form.readers
    return set(map(department_of, may))


@pytest.mark.clause("603a.20(q)(4)")
def test_what_says_who_patrons_are_is_for_finance_and_those_who_check(mailed: PostRoom) -> None:
    checking = {Department.FINANCE, Department.INTERNAL_AUDIT, Department.CASINO_COMPLIANCE}
    assert readers("finance-copy") == readers("daily") == checking
    assert readers("screening") == checking | {Department.SURVEILLANCE}
    assert readers("manifest") == set(Department)
    form = next(form for form in BOOK.forms if form.name == "finance-copy")
    shown = read_form(mailed.desk(), form, "M-1", Position.FINANCE_CLERK)
    assert IDA.address in str(shown)
    for stranger in (Position.DEALER, Position.MARKETING_SUPERVISOR, None):
        with pytest.raises(NotPermitted, match="is not for") as refusal:
            read_form(mailed.desk(), form, "M-1", stranger)
        assert refusal.value.clause.id == "603a.20(q)(4)"


def admitted(check: Callable[[Position], None]) -> set[Position]:
    """The positions that a check lets pass."""
    may = set()
    for position in Position:
        with suppress(NotPermitted):
            check(position)
            may.add(position)
    return may


@pytest.mark.clause("603a.20(q)(2)")
def test_the_providers_file_is_for_whoever_sends_it(listed: PostRoom) -> None:
    assert admitted(partial(require_sender, listed.desk())) == set(or_above(Position.MARKETING_SUPERVISOR))
    # Where security runs the programme in marketing's place, it sends the lists too.
    next_day(listed)
    listed.give(AdoptCouponControls(controls=replace(BY_MAIL, department=Department.SECURITY)))
    assert admitted(partial(require_sender, listed.desk())) == {Position.SECURITY_SUPERVISOR}


def test_every_form_that_names_patrons_says_whom_it_is_for(mailed: PostRoom) -> None:
    redeem(mailed, 2)
    next_day(mailed)
    mailed.give(count_of(mailed, MAIL_DAY))
    words = ("patron/", *(word for one in PATRONS for word in (one.name, one.address)))
    for form in BOOK.forms:
        page = str(form.make(mailed.desk(), form.subjects(mailed.desk())[0]))
        if any(word in page for word in words):
            assert form.readers, form.name
