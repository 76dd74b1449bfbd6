"""Letters as they came: kept under their hash, named by the order that enters them, and gone with their papers."""

from collections.abc import Iterator
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
import sqlalchemy as sa

from houseway.backoffice import attachments
from houseway.backoffice.approvals.attached import Missing, attach_letter, wrong_letters
from houseway.backoffice.approvals.book import BOOK
from houseway.backoffice.approvals.filings import letters_on
from houseway.backoffice.approvals.kinds import Authority
from houseway.backoffice.approvals.orders import FileStaffing, RecordApproval, RecordReview
from houseway.backoffice.attachments import LARGEST_BYTES, BadFile, FileAltered, files
from houseway.backoffice.orders import Order, name_of
from houseway.backoffice.people import Position
from houseway.backoffice.policy import NotPermitted
from houseway.backoffice.retention import orders as do
from houseway.backoffice.retention.destruction import destroyed_letters
from houseway.law import RuleViolation
from tests.backoffice.house import who
from tests.backoffice.retention.archive import TODAY, Archive

MANAGER, AUDITOR, DIRECTOR = (
    who(Position.SHIFT_MANAGER),
    who(Position.AUDITOR),
    who(Position.DIRECTOR_OF_TABLE_GAMES),
)
PDF = b"%PDF-1.7\nan approval letter"
PLAN = FileStaffing(subject="weekend plan", description="six dealers")
# Five years and a day after the papers were signed.
FREE = date(2019, 5, 2)


def opened(place: str) -> Iterator[Archive]:
    made = Archive(place, BOOK)
    with made.office.journal:
        yield made


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    yield from opened(str(tmp_path / "journal.db"))


@pytest.fixture
def either(place: str) -> Iterator[Archive]:
    """An archive on either database."""
    yield from opened(place)


def entered(archive: Archive, content: bytes = PDF) -> str:
    """The letter that approves a staffing plan, attached and entered."""
    office, day = archive.office, archive.office.days.day_of(archive.clock())
    sign(archive, PLAN, MANAGER, AUDITOR, DIRECTOR)
    sign(archive, RecordReview(filing=1, reference="report 1", dated=day), MANAGER, AUDITOR)
    digest = attach_letter(office, content, who=MANAGER)
    sign(archive, approval(day, digest), MANAGER, AUDITOR)
    return digest


def approval(day: date, letter: str) -> RecordApproval:
    return RecordApproval(
        filing=1,
        reference="letter 1",
        dated=day,
        approver=Authority.EXECUTIVE_DIRECTOR,
        in_force_from=day,
        letter=letter,
    )


def sign(archive: Archive, order: Order, *signers: str) -> None:
    first, *middle, last = signers
    digest = archive.office.propose(order, who=first, key=name_of(order)).digest
    for one in middle:
        archive.office.approve(digest, who=one)
    archive.office.execute(digest, who=last)


def kept(archive: Archive, digest: str) -> bytes | None:
    with archive.office.desk() as desk:
        found = attachments.read(desk.connection, digest)
    return found.content if found else None


@pytest.mark.clause("125-149:Preamble/General#4")
def test_a_letter_is_kept_under_its_hash_which_alone_is_recorded(archive: Archive) -> None:
    digest = entered(archive)
    assert digest == sha256(PDF).hexdigest()
    assert kept(archive, digest) == PDF
    recorded = b"".join(entry.body for entry in archive.office.journal.read("office/approvals"))
    assert digest.encode() in recorded
    assert b"an approval letter" not in recorded
    with archive.office.desk() as desk:
        assert letters_on(desk.connection, 1) == {"decision": digest}
        (grid,) = BOOK.sheets[0].show(desk)
        assert grid.rows[0][grid.headings.index("Letter")] == digest[:12]
        paper = next(form for form in BOOK.forms if form.name == "approval-letter").make(desk, "1")
    assert ("Letter of the decision", digest) in [(field.label, field.value) for field in paper.fields]


@pytest.mark.clause("125-149:Preamble/General#4")
def test_an_order_that_names_a_letter_nobody_attached_is_refused(archive: Archive) -> None:
    sign(archive, PLAN, MANAGER, AUDITOR, DIRECTOR)
    sign(archive, RecordReview(filing=1, reference="report 1", dated=TODAY), MANAGER, AUDITOR)
    with pytest.raises(RuleViolation, match="no letter with the hash eeeeeeeeeeee is attached"):
        archive.office.propose(approval(TODAY, "e" * 64), who=MANAGER, key="a letter")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b"<html><script>", "is no PDF, PNG or JPEG"),
        (b"%PDF-" + bytes(LARGEST_BYTES), "is larger than 5 MB"),
    ],
)
def test_what_is_too_large_or_could_be_run_is_not_attached(
    archive: Archive, content: bytes, said: str
) -> None:
    with pytest.raises(BadFile, match=said):
        attach_letter(archive.office, content, who=MANAGER)


def test_letters_are_attached_by_those_who_enter_them(archive: Archive) -> None:
    with pytest.raises(NotPermitted, match="not by the dealer"):
        attach_letter(archive.office, PDF, who=who(Position.DEALER))
    assert archive.office.refusals_for(archive.office.people()[AUDITOR])[-1][1].order == "attach a letter"


def test_a_letter_that_was_altered_or_taken_away_is_noticed(archive: Archive) -> None:
    digest = entered(archive)
    with archive.office.journal.transaction() as transaction:
        transaction.connection.execute(files.update().values(content=PDF + b" as somebody wishes"))
    with archive.office.desk() as desk:
        with pytest.raises(FileAltered, match="is not what was attached"):
            attachments.read(desk.connection, digest)
        assert wrong_letters(desk.connection, ()) == {digest: Missing.ALTERED}
    with archive.office.journal.transaction() as transaction:
        transaction.connection.execute(files.delete())
    with archive.office.desk() as desk:
        assert wrong_letters(desk.connection, ()) == {digest: Missing.GONE}


@pytest.mark.clause("465a.6(c)")
def test_a_letter_goes_with_the_papers_it_belongs_to_and_not_before(either: Archive) -> None:
    digest = entered(either)
    papers = do.DestroyRecords(references=(f"approvals/{TODAY}",), method="shredded")
    with pytest.raises(RuleViolation, match="may not go before 2019-05-02"):
        either.sign(papers)
    assert kept(either, digest) == PDF
    either.go_to(FREE)
    either.sign(papers)
    assert kept(either, digest) is None
    with either.office.desk() as desk:
        assert wrong_letters(desk.connection, destroyed_letters(desk.connection)) == {}
    assert either.office.journal.verify().ok


@pytest.mark.clause("465a.6(c)")
def test_a_letter_that_came_again_stays_when_the_books_are_made_anew(archive: Archive) -> None:
    digest = entered(archive)
    archive.go_to(FREE)
    archive.sign(do.DestroyRecords(references=(f"approvals/{TODAY}",), method="shredded"))
    archive.clock.now += timedelta(hours=1)
    attach_letter(archive.office, PDF, who=MANAGER)
    with archive.office.journal.transaction() as transaction:
        transaction.connection.execute(sa.text("DELETE FROM office_projections WHERE name = 'retention'"))
    assert kept(archive, digest) == PDF


def test_what_no_order_names_within_a_month_goes_again(archive: Archive) -> None:
    digest = entered(archive)
    stray = attach_letter(archive.office, PDF + b" that was never entered", who=MANAGER)
    archive.clock.now += timedelta(days=31)
    attach_letter(archive.office, PDF + b" another", who=MANAGER)
    assert (kept(archive, digest), kept(archive, stray)) == (PDF, None)
