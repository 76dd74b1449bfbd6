"""What the other books sign and what coupons come to rest is kept without anybody entering it."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from houseway.backoffice.books import all_books
from houseway.backoffice.coupons.book import BOOK as COUPONS
from houseway.backoffice.coupons.schema import movements
from houseway.backoffice.coupons.serials import State
from houseway.backoffice.coupons.voids import Custody, VoidCoupons, VoidLine
from houseway.backoffice.mailing.book import BOOK as MAILING
from houseway.backoffice.mailing.entries import entries_of
from houseway.backoffice.office import Office
from houseway.backoffice.retention import orders as do
from houseway.backoffice.retention.book import BOOK
from houseway.backoffice.retention.classes import CouponState, RecordKind
from houseway.backoffice.vault import unseal
from houseway.journal import Journal
from houseway.law import RuleViolation
from tests.backoffice.coupons.crew import receive
from tests.backoffice.mailing.post_room import MAIL_DAY, PATRONS, PostOffice, launch, mail
from tests.backoffice.retention.archive import TODAY, Archive

VOIDED = f"coupons/{TODAY}/voided"
IDA = "patron/4711"


class Busy:
    """A house that voids two coupons on May Day and mails others four days later."""

    def __init__(self, place: str) -> None:
        self.archive = Archive(place, COUPONS, MAILING)
        self.post = PostOffice(self.archive.office, self.archive.clock)
        launch(self.post)
        run = receive(self.post, 10)
        line = VoidLine(first=run.first, last=run.first + 1, reason="torn")
        self.post.give(VoidCoupons(custody=Custody.FINANCE, day=TODAY, voided=(line,)))
        mail(self.post, *PATRONS)
        (self.token, *_) = (one.name for one in entries_of(self.post.connection, "M-1"))
        self.post.close()


def opened(place: str) -> Iterator[Busy]:
    made = Busy(place)
    with made.archive.office.journal:
        yield made


@pytest.fixture
def busy(tmp_path: Path) -> Iterator[Busy]:
    yield from opened(str(tmp_path / "journal.db"))


@pytest.fixture
def busy_anywhere(place: str) -> Iterator[Busy]:
    """The same on either database."""
    yield from opened(place)


def shown(office: Office, name: str) -> list[str]:
    (sheet,) = (sheet for sheet in BOOK.sheets if sheet.name == name)
    with office.desk() as desk:
        return [row[1] for grid in sheet.show(desk) for row in grid.rows]


def signed_days(journal: Journal) -> set[tuple[str, date]]:
    """The books and the gaming days on which something was signed in them, by the journal alone."""
    found = set()
    for entry in journal.read_all():
        if entry.stream.startswith("office/"):
            there = datetime.fromisoformat(entry.recorded_at).astimezone(ZoneInfo("America/New_York"))
            found.add((entry.stream.removeprefix("office/"), (there - timedelta(hours=6)).date()))
    return found


@pytest.mark.clause("465a.6(c)", "465a.6(c)(2)")
def test_what_may_go_today_is_all_that_was_signed_and_has_come_to_rest_and_nothing_else(
    busy_anywhere: Busy,
) -> None:
    archive, journal = busy_anywhere.archive, busy_anywhere.archive.office.journal
    papers = {f"{book}/{day}" for book, day in signed_days(journal)}
    assert {f"coupons/{TODAY}", f"mailing/{TODAY}", f"mailing/{MAIL_DAY}"} <= papers
    assert set(shown(archive.office, "by-itself")) == papers | {VOIDED}
    assert shown(archive.office, "may-go") == []
    archive.go_to(date(2014, 11, 1))
    assert shown(archive.office, "may-go") == []
    archive.go_to(date(2014, 11, 2))
    assert shown(archive.office, "may-go") == [VOIDED]
    archive.destroy(VOIDED)
    archive.go_to(date(2019, 5, 1))
    assert shown(archive.office, "may-go") == []
    archive.go_to(date(2019, 5, 2))
    of_may_day = sorted(name for name in papers if name.endswith(str(TODAY)))
    assert shown(archive.office, "may-go") == of_may_day
    archive.go_to(date(2019, 5, 6))
    assert set(shown(archive.office, "may-go")) == papers
    archive.destroy(*sorted(papers))
    assert shown(archive.office, "may-go") == []
    assert set(shown(archive.office, "destroyed")) == papers | {VOIDED}
    assert shown(archive.office, "by-itself") == ["retention/2014-11-02", "retention/2019-05-06"]


@pytest.mark.clause("465a.6(c)")
def test_papers_signed_after_midnight_are_of_the_gaming_day_before(archive: Archive) -> None:
    """In summer a gaming day begins at ten by UTC, in winter at eleven."""
    for moment, day in (
        (datetime(2014, 6, 2, 9, 59, 59, 999_999, tzinfo=UTC), "2014-06-01"),
        (datetime(2014, 6, 2, 10, tzinfo=UTC), "2014-06-02"),
        (datetime(2014, 12, 31, 10, 59, 59, tzinfo=UTC), "2014-12-30"),
        (datetime(2014, 12, 31, 11, tzinfo=UTC), "2014-12-31"),
    ):
        archive.clock.now = moment
        archive.keep(f"slip of {moment}", RecordKind.SLIP, since=TODAY)
        assert f"retention/{day}" in shown(archive.office, "by-itself")
        archive.hold(f"retention/{day}")


@pytest.mark.clause("465a.6(c)", "465a.6(c)(2)")
def test_what_is_kept_by_itself_goes_neither_early_nor_while_it_is_held_or_kept_on(busy: Busy) -> None:
    archive = busy.archive
    for reference, free, clause in (
        (VOIDED, date(2014, 11, 2), "465a.6(c)(2)"),
        (f"coupons/{TODAY}", date(2019, 5, 2), "465a.6(c)"),
    ):
        archive.go_to(free - timedelta(days=1))
        with pytest.raises(RuleViolation, match=f"may not go before {free}") as refusal:
            archive.destroy(reference)
        assert refusal.value.clause.id == clause
        archive.go_to(free)
        archive.hold(reference)
        with pytest.raises(RuleViolation, match="is held: dispute 12"):
            archive.destroy(reference)
        archive.lift(reference)
        until = free + timedelta(days=40)
        archive.sign(do.KeepOn(references=(reference,), until=until, reason="audit"))
        with pytest.raises(RuleViolation, match=f"is kept on until {until} by decision"):
            archive.destroy(reference)
        assert reference not in shown(archive.office, "may-go")
        archive.go_to(until)
        assert reference in shown(archive.office, "may-go")
        archive.destroy(reference)
        with pytest.raises(RuleViolation, match=f"was destroyed on {until}"):
            archive.destroy(reference)


@pytest.mark.clause("465a.6(c)")
def test_papers_and_coupons_that_there_are_none_of_cannot_be_named(busy: Busy) -> None:
    busy.archive.go_to(date(2034, 1, 1))
    for reference in (
        f"revenue/{TODAY}",
        "coupons/2014-05-02",
        "coupons/2014-02-30",
        "coupons/9999-12-31",
        "coupons/0001-01-01",
        "coupons/9999-12-31/voided",
        f"coupons/{TODAY}/redeemed",
        f"coupons/{TODAY}/returned",
        f"mailing/{TODAY}/voided",
        f"office/coupons/{TODAY}",
    ):
        with pytest.raises(RuleViolation, match="is not in the register of what is kept"):
            busy.archive.destroy(reference)


@pytest.mark.clause("465a.6(c)")
@pytest.mark.parametrize("reference", [f"retention/{TODAY}", f"revenue/{TODAY}", VOIDED])
def test_nobody_gives_the_papers_or_coupons_of_a_day_another_date(archive: Archive, reference: str) -> None:
    with pytest.raises(RuleViolation, match="kept by themselves"):
        archive.keep(reference, since=date(2001, 1, 1))


@pytest.mark.clause("465a.6(c)(2)")
def test_coupons_are_kept_from_the_day_on_which_they_come_to_rest_in_the_house(tmp_path: Path) -> None:
    archive = Archive(str(tmp_path / "journal.db"), COUPONS)
    day, other = date(2014, 5, 3), date(2014, 5, 4)
    moves = [
        (day, State.DISTRIBUTED, State.REDEEMED),
        (day, State.STOCK, State.EXPIRED),
        (day, State.ISSUED, State.VOIDED),
        (other, State.ISSUED, State.RETURNED),
        (other, State.RETURNED, State.STOCK),
        # Nobody brings these back.
        (other, State.DISTRIBUTED, State.EXPIRED),
    ]
    with archive.office.journal as journal:
        archive.keep("a slip")
        with journal.transaction() as transaction:
            for on, source, target in moves:
                row = {"day": on, "denomination": 1000, "source": source, "target": target, "count": 1}
                transaction.connection.execute(movements.insert(), row)
        at_rest = [name for name in shown(archive.office, "by-itself") if name.startswith("coupons/")]
    assert at_rest == [f"coupons/{day}/{state}" for state in ("expired", "redeemed", "voided")]


@pytest.mark.clause("465a.6(c)(2)")
def test_the_coupon_book_alone_says_what_becomes_of_its_coupons(busy: Busy) -> None:
    change = do.ChangeCouponState(reference=VOIDED, state=CouponState.REDEEMED, on=MAIL_DAY)
    with pytest.raises(RuleViolation, match="the coupon book alone says"):
        busy.archive.sign(change)


@pytest.mark.clause("465a.6(c)")
def test_papers_that_may_go_are_due_for_a_decision(busy: Busy) -> None:
    archive = busy.archive
    archive.go_to(date(2019, 6, 2))
    with archive.office.desk() as desk:
        found = [(row.what, row.by, row.late) for row in BOOK.due(desk)]
    books = "destroy or keep on the books, records and documents that may go since"
    assert found == [
        ("destroy or keep on the coupons that may go since 2014-11-02", date(2014, 12, 2), True),
        (f"{books} 2019-05-02", date(2019, 6, 1), True),
        (f"{books} 2019-05-06", date(2019, 6, 5), False),
    ]


@pytest.mark.clause("465a.6(c)")
def test_data_is_not_erased_while_papers_that_were_signed_with_it_are_kept(busy: Busy) -> None:
    archive = busy.archive
    # Somebody enters an old list that names her, so that it looks as if her time were over.
    archive.keep("list of 2008", RecordKind.OTHER, since=date(2008, 1, 1), subjects=(IDA,))
    archive.destroy("list of 2008")
    with archive.office.desk() as desk:
        assert not any("erase" in row.what for row in BOOK.due(desk))
    for day in (MAIL_DAY, date(2019, 5, 1)):
        archive.go_to(day)
        with pytest.raises(RuleViolation, match="mailing/2014-05-01 is kept for 5 years") as refusal:
            archive.erase(IDA)
        assert refusal.value.clause.id == "465a.6(c)"
    archive.go_to(date(2019, 5, 2))
    archive.hold(f"mailing/{TODAY}")
    with pytest.raises(RuleViolation, match="is held: dispute 12"):
        archive.erase(IDA)
    archive.lift(f"mailing/{TODAY}")
    archive.erase(IDA)


@pytest.mark.clause("465a.6(c)")
def test_papers_whose_time_is_over_need_not_be_entered_for_data_to_be_erased(
    busy_anywhere: Busy, place: str
) -> None:
    archive = busy_anywhere.archive
    archive.go_to(date(2019, 5, 2))
    archive.destroy(VOIDED, f"mailing/{TODAY}")
    archive.erase(IDA)
    before = kept(archive.office)
    archive.office.journal.close()
    with Journal.open(place) as journal:
        with journal.transaction() as transaction:
            transaction.connection.execute(sa.text("UPDATE office_projections SET form = 0"))
        again = Office(journal, archive.clock, books=archive.office.books.values())
        assert kept(again) == before
        with again.desk() as desk:
            assert unseal(desk.connection, busy_anywhere.token) is None
        assert journal.verify().ok


def kept(office: Office) -> dict[str, list[Any]]:
    with office.desk() as desk:
        return {
            table.name: sorted(desk.connection.execute(sa.select(table)).all(), key=str)
            for table in BOOK.tables.sorted_tables
        }


@pytest.mark.clause("465a.6(c)")
def test_the_schedule_names_the_papers_of_every_book(archive: Archive) -> None:
    with archive.office.desk() as desk:
        papers = BOOK.forms[0].make(desk, "schedule").grids[1]
    assert [row[0] for row in papers.rows] == [book.title for book in all_books()]
    for book, row in zip(all_books(), papers.rows, strict=True):
        assert all(form.title in row[1] for form in book.forms)
        assert row[2:] == ("5 years", "465a.6(c)")


@pytest.mark.clause("465a.6(c)")
def test_the_list_of_what_may_go_is_never_cut_short(archive: Archive) -> None:
    for batch in range(3):
        archive.sign(
            do.RegisterRecords(
                records=tuple(
                    do.Record(
                        kind=RecordKind.SLIP,
                        reference=f"slip {batch}-{number}",
                        since=date(2009, 1, 1),
                        where="vault",
                    )
                    for number in range(100)
                )
            )
        )
    assert len(shown(archive.office, "may-go")) == 300
    with archive.office.desk() as desk:
        (grid,) = BOOK.sheets[0].show(desk)
    assert (grid.title, len(grid.rows)) == ("Kept, the first to be free first", 300)
