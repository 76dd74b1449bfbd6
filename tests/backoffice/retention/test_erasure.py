"""A patron's data is erased once no record needs it; the journal proves on, and a rebuild brings nothing back."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.backoffice.office import Office
from houseway.backoffice.policy import NotPermitted
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.retention.book import BOOK
from houseway.backoffice.retention.classes import RecordKind
from houseway.backoffice.vault import unseal
from houseway.journal import Journal
from houseway.law import RuleViolation
from tests.backoffice.retention.archive import ACCOUNTS, CLERK, Archive

IDA = "patron/4711"
OLD = date(2009, 1, 1)


@pytest.fixture
def archive(place: str) -> Iterator[Archive]:
    made = Archive(place)
    with made.office.journal:
        yield made


def read(office: Office, token: str) -> str | None:
    with office.desk() as desk:
        return unseal(desk.connection, token)


@pytest.mark.clause("465a.6(c)", "465a.6(c)(2)")
def test_personal_data_stays_while_a_record_needs_it(archive: Archive) -> None:
    token = archive.seal(IDA, "Ida Tarbell")
    archive.keep("mailing list 1", RecordKind.OTHER, since=OLD, subjects=(IDA, IDA))
    archive.keep("coupons 1-5", RecordKind.COUPON, subjects=(IDA,))
    archive.keep("mailing list 2", RecordKind.OTHER, subjects=("patron/4712",))
    with pytest.raises(RuleViolation, match="coupons 1-5 is kept for 6 months") as refusal:
        archive.erase(IDA)
    assert refusal.value.clause.id == "465a.6(c)(2)"
    archive.go_to(date(2014, 11, 2))
    archive.hold("mailing list 1")
    with pytest.raises(RuleViolation, match="mailing list 1 is held"):
        archive.erase(IDA)
    assert read(archive.office, token) == "Ida Tarbell"
    archive.lift("mailing list 1")
    archive.destroy("coupons 1-5")
    archive.erase(IDA)
    assert read(archive.office, token) is None
    assert archive.office.journal.verify().ok
    with pytest.raises(RuleViolation, match=r"nothing is sealed for patron/4711"):
        archive.erase(IDA)


@pytest.mark.clause("465a.6(c)")
def test_data_that_no_record_names_is_not_erased_on_a_guess(archive: Archive) -> None:
    archive.seal(IDA, "Ida Tarbell")
    with pytest.raises(RuleViolation, match="no record is kept that names patron/4711") as refusal:
        archive.erase(IDA)
    assert refusal.value.fix == "register the records that need this data"


@pytest.mark.clause("465a.6(c)")
def test_erasure_takes_two_departments(archive: Archive) -> None:
    archive.seal(IDA, "Ida Tarbell")
    archive.keep("list", RecordKind.OTHER, since=OLD, subjects=(IDA,))
    for crew in ((CLERK, ACCOUNTS), (ACCOUNTS, CLERK)):
        with pytest.raises(NotPermitted, match="it takes the"):
            archive.erase(IDA, crew=crew)


@pytest.mark.clause("465a.6(c)")
def test_data_whose_records_are_all_gone_is_due_for_erasure(archive: Archive) -> None:
    archive.seal(IDA, "Ida Tarbell")
    for name in ("list 1", "list 2"):
        archive.keep(name, RecordKind.OTHER, since=OLD, subjects=(IDA,))
    archive.destroy("list 1")
    with archive.office.desk() as desk:
        assert not any("erase" in row.what for row in BOOK.due(desk))
    archive.destroy("list 2")
    with archive.office.desk() as desk:
        (row,) = BOOK.due(desk)
    assert (row.what, row.by, row.late) == (
        "erase the personal data of patron/4711",
        date(2014, 5, 31),
        False,
    )
    archive.erase(IDA)
    with archive.office.desk() as desk:
        assert BOOK.due(desk) == ()
        form = BOOK.forms[2]
        assert [signed.part for signed in form.make(desk, *form.subjects(desk)).signatures] == [
            "proposed",
            "approved",
        ]


def kept(office: Office) -> dict[str, list[Any]]:
    with office.desk() as desk:
        return {
            table.name: sorted(desk.connection.execute(sa.select(table)).all(), key=str)
            for table in BOOK.tables.sorted_tables
        }


def test_a_rebuild_keeps_the_register_and_spares_the_new_keys_of_a_patron_who_came_back(
    archive: Archive, place: str
) -> None:
    gone = archive.seal(IDA, "Ida Tarbell")
    archive.keep("list", RecordKind.OTHER, since=OLD, subjects=(IDA,))
    archive.keep("sheet", since=OLD)
    archive.hold("sheet")
    archive.destroy("list")
    archive.erase(IDA)
    back = archive.seal(IDA, "Ida M. Tarbell")
    before = kept(archive.office)
    assert all(before.values())
    archive.office.journal.close()
    with Journal.open(place) as journal:
        with journal.transaction() as transaction:
            BOOK.tables.drop_all(transaction.connection)
            transaction.connection.execute(sa.text("DELETE FROM office_projections WHERE name = 'retention'"))
        again = Office(journal, archive.clock, books=(STAFF, BOOK))
        assert kept(again) == before
        assert read(again, gone) is None
        assert read(again, back) == "Ida M. Tarbell"
        assert journal.verify().ok
