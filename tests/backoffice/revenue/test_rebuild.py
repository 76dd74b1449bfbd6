"""The revenue book on both databases: what it keeps is the same when it is made anew from the journal."""

from typing import Any

import sqlalchemy as sa

from houseway.backoffice.office import Office
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.revenue import orders as do
from houseway.backoffice.revenue.book import BOOK
from houseway.journal import Journal
from tests.backoffice.revenue.pit import FIRST, TABLE, Pit, chips, meter, read
from tests.backoffice.revenue.test_days import expect


def kept(office: Office) -> dict[str, list[Any]]:
    with office.desk() as desk:
        return {
            table.name: sorted(desk.connection.execute(sa.select(table)).all(), key=str)
            for table in BOOK.tables.sorted_tables
        }


def test_a_week_of_revenue_is_the_same_after_a_rebuild(place: str) -> None:
    pit = Pit(place)
    pit.set_terms(period="week")
    pit.set_terms(period="week", local_share="2.5%")
    pit.play(500)
    pit.play(-200, "CR-1", game="craps")
    expect(pit, drop=1)
    pit.sign(do.CorrectFigure(day=FIRST, table=TABLE, figure=do.Figure.DROP, cents=100, reason="misread"))
    pit.pay(5)
    read(pit, meter(5_000, paid=105_000))
    pit.next_day()
    pit.certify(explanation="the record lags")
    pit.open(chips(black=999), explanation="a chip went to the cage by hand")
    pit.credit(chips(black=1))
    pit.close(chips(black=998))
    pit.count(700, coupons=chips(red=3))
    for _ in range(3):
        pit.next_day()
        pit.certify()
    pit.sign(do.FileReturn(first=FIRST))
    before = kept(pit.office)
    assert all(before.values()), [name for name, rows in before.items() if not rows]
    pit.office.journal.close()

    with Journal.open(place) as journal:
        with journal.transaction() as transaction:
            BOOK.tables.drop_all(transaction.connection)
            transaction.connection.execute(sa.text("DELETE FROM office_projections WHERE name = 'revenue'"))
        again = Office(journal, pit.clock, books=(STAFF, BOOK))
        assert kept(again) == before
        assert journal.verify().ok
