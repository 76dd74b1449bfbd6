"""What the coupon book prints and shows."""

from datetime import date

import pytest

from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.inventory import AT_FINANCE, AT_MARKETING, TakeCouponInventory
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.serials import State, runs_in
from houseway.backoffice.coupons.voids import Custody, VoidCoupons, VoidLine
from houseway.backoffice.people import Position
from tests.backoffice.coupons.crew import (
    MAY_DAY,
    BareHouse,
    close_day,
    count_of,
    form,
    hand_out,
    issue_to_marketing,
    launch,
    next_day,
    receive,
    redeem,
)
from tests.backoffice.house import HOUSE, who


def live_a_day(house: BareHouse) -> None:
    """A day with a paper of every kind."""
    today = house.day
    issue_to_marketing(house, "R-9", Run(1, 20))
    hand_out(house, Run(1, 10))
    redeem(house, 1)
    torn = VoidLine(first=900, last=900, reason="torn")
    house.give(VoidCoupons(custody=Custody.FINANCE, day=today, voided=(torn,)))
    close_day(house)
    next_day(house)
    house.give(count_of(house, today))
    house.give(
        TakeCouponInventory(
            taken_on=house.day,
            at_finance=runs_in(house.connection, *AT_FINANCE),
            at_marketing=runs_in(house.connection, *AT_MARKETING),
        )
    )


def test_every_line_of_every_form_cites_its_clause_and_every_signature_is_there(stocked: BareHouse) -> None:
    live_a_day(stocked)
    for made in BOOK.forms:
        for subject in made.subjects(stocked.desk()):
            paper = made.make(stocked.desk(), subject)
            assert (paper.holder, paper.clause, paper.notes) == (HOUSE, made.clause, ())
            lines = [line for line in paper.fields if "for comparison" not in line.label]
            assert all(line.clause for line in lines), made.name
            assert all(grid.clause for grid in paper.grids), made.name
            assert all(line.value for line in paper.fields), made.name
            assert all(line.name and line.credential for line in paper.signatures), made.name
    kinds = {made.name for made in BOOK.forms if made.subjects(stocked.desk())}
    assert kinds == {made.name for made in BOOK.forms} - {"report", "print"}


@pytest.mark.clause("603a.20(h)(4)")
def test_a_void_paper_tells_serials_reasons_and_who_signed(stocked: BareHouse) -> None:
    live_a_day(stocked)
    paper = next(one for one in BOOK.forms if one.name == "void").make(stocked.desk(), "2014-05-01/1")
    assert paper.grids[0].rows == (("000000900", "torn"),)
    assert {field.label: field.value for field in paper.fields}["Where they are"] == (
        "to finance with the papers of the day"
    )
    assert [(one.part, one.position) for one in paper.signatures] == [("Voided", "finance supervisor")]


@pytest.mark.parametrize(
    ("name", "subject", "rows"),
    [
        ("receipt", "D-1", (("$10", "1,000", "$10,000"), ("Total", "1,000", "$10,000"))),
        ("issue", "R-9", (("$10", "20", "$200"), ("Total", "20", "$200"))),
        (
            "inventory",
            "2014-05-02",
            (("$10", "989", "$9,890"), ("$25", "500", "$12,500"), ("Total", "1,489", "$22,390")),
        ),
    ],
)
def test_quantities_by_denomination_are_summed(
    stocked: BareHouse, name: str, subject: str, rows: tuple[tuple[str, ...], ...]
) -> None:
    live_a_day(stocked)
    paper = next(one for one in BOOK.forms if one.name == name).make(stocked.desk(), subject)
    assert paper.grids[-1].headings == ("Denomination", "Quantity", "Total value")
    assert paper.grids[-1].rows == rows


@pytest.mark.clause("603a.20(r)(2)#2")
def test_a_form_with_variations_shows_who_of_finance_has_seen_it(busy: BareHouse) -> None:
    lost = form(busy, remaining=(Run(42, 100), Run(1021, 1050)), explanation="one is nowhere to be found")
    busy.give(lost)
    paper = next(one for one in BOOK.forms if one.name == "reconciliation").make(busy.desk(), "2014-05-01")
    assert [(one.part, one.position) for one in paper.signatures] == [
        ("Completed by", "marketing supervisor"),
        ("Acknowledged by finance", "finance supervisor"),
    ]


def test_papers_of_the_temporary_text_say_so() -> None:
    house = BareHouse(date(2013, 6, 1))
    launch(house)
    receive(house, 100)
    paper = next(one for one in BOOK.forms if one.name == "receipt").make(house.desk(), "D-1")
    assert paper.notes == ("This paper was made under 525.21; clauses are cited as 603a.20 numbers them.",)


def test_a_form_that_does_not_exist_is_not_printed(stocked: BareHouse) -> None:
    form = next(one for one in BOOK.forms if one.name == "receipt")
    with pytest.raises(LookupError, match="no receipt 'D-7'"):
        form.make(stocked.desk(), "D-7")


@pytest.mark.clause("603a.20(d)#3")
def test_the_ledger_of_a_month_has_its_entries_in_order(stocked: BareHouse) -> None:
    live_a_day(stocked)
    ledger = next(one for one in BOOK.forms if one.name == "ledger")
    assert ledger.subjects(stocked.desk()) == ("2014-05",)
    rows = ledger.make(stocked.desk(), "2014-05").grids[0].rows
    assert [row[2] for row in rows] == [
        "receipt D-1",
        "receipt D-2",
        "issue R-9",
        "void 2014-05-01/1",
        "return 2014-05-01/1",
        "count 2014-05-01",
        "inventory 2014-05-02",
    ]
    assert [int(row[0]) for row in rows] == sorted(int(row[0]) for row in rows)
    assert not ledger.make(stocked.desk(), "2014-06").grids[0].rows
    # A page of the month under way is of today, and of a month that is over of its last day.
    assert ledger.make(stocked.desk(), "2014-05").day == stocked.day
    assert ledger.make(stocked.desk(), "2014-04").day == date(2014, 4, 30)
    # Columns are narrow: what they list is on lines of its own, and each line whole.
    assert [row[6] for row in rows if row[2] == "return 2014-05-01/1"] == [
        f"returned: Marketing Supervisor 1, {who(Position.MARKETING_SUPERVISOR)};\n"
        f"received: Finance Supervisor 1, {who(Position.FINANCE_SUPERVISOR)}"
    ]
    sheet = next(sheet for sheet in BOOK.sheets if sheet.name == "ledger").show(stocked.desk())
    assert [row[2] for row in sheet[0].rows] == [row[2] for row in reversed(rows)]


def test_the_sheet_of_coupons_shows_where_they_are(busy: BareHouse) -> None:
    (grid,) = next(sheet for sheet in BOOK.sheets if sheet.name == "coupons").show(busy.desk())
    assert grid.headings == ("Denomination", "Received", *(state.capitalize() for state in State))
    assert grid.rows == (
        ("$10", "1,000", "900", "60", "0", "40", "0", "0", "0", "0"),
        ("$25", "500", "450", "30", "0", "20", "0", "0", "0", "0"),
    )


def test_the_sheet_of_the_need_estimates_the_next_week(busy: BareHouse) -> None:
    (grid,) = next(sheet for sheet in BOOK.sheets if sheet.name == "need").show(busy.desk())
    assert grid.rows == (("2014-05-08", "$10", "10"), ("2014-05-08", "$25", "5"))
    assert busy.day == MAY_DAY
