"""What a mailing prints and owes: manifest, report of the screening, finance's copy, the day's coupons, deadlines (603a.20(q))."""

from datetime import timedelta

import pytest

from houseway.backoffice.book import Due
from houseway.backoffice.mailing.book import BOOK
from houseway.backoffice.mailing.delivery import CancelMailing, provider_file
from houseway.backoffice.mailing.exclusion import ExclusionList
from houseway.backoffice.paper import Paper
from tests.backoffice.coupons.crew import count_of, next_day, redeem
from tests.backoffice.mailing.post_room import (
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
        ("Prepared by marketing", "Marketing Supervisor 1"),
        ("Received by finance", "Finance Clerk 1"),
        ("Sent to the provider by", "Marketing Supervisor 1"),
        ("Screened before the print by", ""),
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
    assert [what for what, _, _ in owed(listed)] == ["enter the mailed coupons of mailing M-1"]


def test_nothing_is_due_of_what_is_over(room: PostRoom) -> None:
    mail(room, *PATRONS)
    prepare(room, IDA, mailing="M-2")
    room.give(CancelMailing(mailing="M-2", reason="off"))
    room.at(MAIL_DAY + timedelta(days=400))
    assert owed(room) == []
