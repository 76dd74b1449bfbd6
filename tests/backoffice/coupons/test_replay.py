"""The books are the journal's: made anew they are the same, and the quarterly report is the sum of what is recorded."""

from collections import Counter
from collections.abc import Iterator
from datetime import date

import msgspec
import pytest
import sqlalchemy as sa

from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.distribution import DistributeCoupons, unspent_in_boxes
from houseway.backoffice.coupons.drop_boxes import Drop
from houseway.backoffice.coupons.printing import PrintCoupons
from houseway.backoffice.coupons.quantities import Quantity, counted
from houseway.backoffice.coupons.quarterly import FileCouponReport, Quarter, redeemed_in
from houseway.backoffice.coupons.receipt import Recipient, ReportCouponDeviation, Source
from houseway.backoffice.coupons.redemption import Release, ReleaseCoupon
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.voids import Custody, VoidCoupons, VoidLine
from houseway.backoffice.office import Office
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.records import Signing
from houseway.journal import Journal
from tests.backoffice.coupons.crew import (
    MAY_DAY,
    TWENTY_FIVE,
    OfficeHouse,
    close_day,
    count_of,
    delivery,
    drops_of,
    form,
    hand_out,
    issue_to_marketing,
    launch,
    lot,
    next_day,
    open_carried,
    open_office,
    receipt_of,
    receive,
    redeem,
    return_form,
)
from tests.backoffice.house import Clock

SECOND = Quarter(2014, 2)


@pytest.fixture
def house(place: str) -> Iterator[OfficeHouse]:
    """A house on 3 July, after two days in May with some of everything, and one across the end of the quarter."""
    clock = Clock()
    with open_office(place, clock).journal as journal:
        crew = OfficeHouse(Office(journal, clock, books=(STAFF, BOOK)), clock)
        launch(crew)
        receive(crew, 200, name="D-1")
        receive(crew, 100, TWENTY_FIVE, name="D-2")
        short = delivery(lot(301, 400), name="D-3", found=(lot(301, 399),))
        crew.give(short)
        for to in Recipient:
            crew.give(ReportCouponDeviation(delivery="D-3", to=to, reference="memo"))
        crew.give(receipt_of(short, crew.day))
        own = delivery(lot(401, 410), name="D-4", source=Source.IN_HOUSE)
        crew.give(own)
        crew.give(receipt_of(own, crew.day))
        crew.give(PrintCoupons(first=401, last=405))
        _first_day(crew)
        next_day(crew)
        _second_day(crew)
        _ends_of_the_quarter(crew)
        yield crew
        crew.close()


def _first_day(crew: OfficeHouse) -> None:
    issue_to_marketing(crew, "R-1", Run(1, 50), Run(201, 230))
    hand_out(crew, Run(1, 30), Run(201, 220))
    for serial in (1, 2, 3, 4, 5, 201, 202):
        redeem(crew, serial, "1", str(serial))
    for serial, reason in ((3, Release.PUSH), (202, Release.TAKEN_DOWN)):
        crew.give(ReleaseCoupon(serial=serial, table="1", round=str(serial), day=MAY_DAY, reason=reason))
    # The hand of the fifth proves void after it was dropped, and its patron is given another.
    order = ReleaseCoupon(serial=5, table="1", round="5", day=MAY_DAY, reason=Release.VOID, why="misdeal")
    crew.give(msgspec.structs.replace(order, in_drop_box=True))
    (paper,) = unspent_in_boxes(crew.connection)
    other = DistributeCoupons(day=MAY_DAY, serials=(Run(48, 48),), place="club", replaces=(paper.subject,))
    crew.give(other)
    void = VoidLine(first=50, last=50, reason="torn")
    crew.give(VoidCoupons(custody=Custody.MARKETING, day=MAY_DAY, voided=(void,)))
    close_day(crew, hold=True)


def _second_day(crew: OfficeHouse) -> None:
    # Two coupons were played at the table that cannot scan.
    drops = (*drops_of(crew.connection, MAY_DAY), Drop(table="7", serials=(10, 210)))
    crew.give(count_of(crew, MAY_DAY, *drops))
    open_carried(crew)
    hand_out(crew, Run(31, 35))
    redeem(crew, 3, "2", "9")
    crew.give(form(crew, remaining=(Run(36, 47), Run(221, 230)), explanation="one is lost"))
    crew.give(return_form(crew, crew.day))


def _ends_of_the_quarter(crew: OfficeHouse) -> None:
    second = crew.day
    next_day(crew)
    crew.give(count_of(crew, second))
    for day in (date(2014, 6, 30), date(2014, 7, 1)):
        crew.at(day)
        redeem(crew, 20 + day.day % 30, "3", "1")
        next_day(crew)
        crew.give(count_of(crew, day))
    crew.at(date(2014, 7, 3))


@pytest.mark.clause("603a.20(o)")
def test_the_quarterly_report_is_the_sum_of_the_serials_and_of_the_journal(house: OfficeHouse) -> None:
    reported = redeemed_in(house.connection, SECOND)
    # 1, 2, 4, but not 5, whose wager was void, then 10 by the count, 3 at its second try, and 20 on the last day; 201, and 210 by the count.
    assert reported == (Quantity(1000, 6), Quantity(2500, 2))
    rows = house.connection.execute(
        sa.text(
            "SELECT denomination, count(*) FROM coupons_serials WHERE state = 'redeemed' "
            "AND redeemed_on BETWEEN :first AND :last GROUP BY denomination ORDER BY denomination"
        ).bindparams(
            sa.bindparam("first", date(2014, 4, 1), sa.Date), sa.bindparam("last", date(2014, 6, 30), sa.Date)
        )
    )
    assert tuple(Quantity(int(value), int(count)) for value, count in rows) == reported
    assert replayed(house) == counted(reported)
    facts = house.give(FileCouponReport(year=2014, quarter=2, redeemed=reported, reference="mail"))
    assert facts[0].value == 11_000  # type: ignore[attr-defined]


def replayed(house: OfficeHouse) -> Counter[int]:
    """What the journal itself says was redeemed in the second quarter, with no help from the book."""
    house.close()
    found: Counter[int] = Counter()
    for entry in house.office.journal.read("office/coupons"):
        for fact in msgspec.json.decode(entry.body, type=Signing).facts:
            if not "2014-04-01" <= fact.get("day", "") <= "2014-06-30":
                continue
            if fact["fact"] == "coupon-redeemed":
                found[fact["denomination"]] += 1
            elif fact["fact"] == "coupon-released":
                found[fact["denomination"]] -= 1
            elif fact["fact"] == "day-counted":
                found.update(one["denomination"] for one in fact["redeemed"])
    return found


@pytest.mark.clause("603a.20(r)(2)#1")
def test_the_books_made_anew_from_the_journal_are_the_same(house: OfficeHouse, place: str) -> None:
    def contents(connection: sa.Connection) -> dict[str, list[tuple[object, ...]]]:
        return {
            table.name: [
                tuple(row) for row in connection.execute(sa.select(table).order_by(*table.primary_key))
            ]
            for table in BOOK.tables.sorted_tables
        }

    before = contents(house.connection)
    assert len(before["coupons_serials"]) == 409
    assert all(before.values())
    house.close()
    with house.office.journal.transaction() as transaction:
        BOOK.tables.drop_all(transaction.connection)
        transaction.connection.execute(sa.text("DELETE FROM office_projections WHERE name = 'coupons'"))
    with Journal.open(place) as journal:
        assert journal.verify().ok
        anew = Office(journal, house.clock, books=(STAFF, BOOK))
        with anew.desk() as desk:
            after = contents(desk.connection)
            papers = [(form.name, subject) for form in BOOK.forms for subject in form.subjects(desk)]
            assert all(
                form.make(desk, subject).holder for form in BOOK.forms for subject in form.subjects(desk)
            )
            ledger = next(form for form in BOOK.forms if form.name == "ledger")
            rows = [row for month in ledger.subjects(desk) for row in ledger.make(desk, month).grids[0].rows]
    assert after == before
    assert {name for name, _ in papers} == {form.name for form in BOOK.forms} - {"inventory"}
    # The trail is as good as a ledger on paper: every entry bears its signatures.
    assert {row[2].split()[0] for row in rows} == {"receipt", "issue", "return", "void", "count"}
    assert all("PA-" in row[-1] for row in rows)
