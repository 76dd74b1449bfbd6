"""The quarterly report (603a.20(o))."""

from datetime import date
from typing import Any

import msgspec
import pytest

from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.drop_boxes import Drop
from houseway.backoffice.coupons.quantities import Quantity
from houseway.backoffice.coupons.quarterly import (
    FileCouponReport,
    Quarter,
    ReportFiled,
    distributed_in,
    quarter_named,
    quarter_of,
    redeemed_in,
)
from tests.backoffice.coupons.crew import MAY_DAY, BareHouse, close_day, count_of, next_day, redeem, refused

SECOND = Quarter(2014, 2)


def report(**changes: Any) -> FileCouponReport:
    said: dict[str, Any] = {
        "year": 2014,
        "quarter": 2,
        "redeemed": (Quantity(1000, 4), Quantity(2500, 1)),
        "reference": "mail of 3 July",
    }
    return FileCouponReport(**(said | changes))


@pytest.fixture
def over(busy: BareHouse) -> BareHouse:
    """The quarter is over: three of $10 and one of $25 were redeemed at tables, and one of $10 was found by the count."""
    for serial in (1, 2, 3, 1001):
        redeem(busy, serial)
    close_day(busy)
    next_day(busy)
    busy.give(
        count_of(busy, MAY_DAY, Drop(table="1", serials=(1, 2, 3, 1001)), Drop(table="7", serials=(9,)))
    )
    busy.at(date(2014, 7, 3))
    return busy


@pytest.mark.clause("603a.20(o)")
def test_the_report_totals_the_redeemed_value_by_denomination(over: BareHouse) -> None:
    assert redeemed_in(over.connection, SECOND) == (Quantity(1000, 4), Quantity(2500, 1))
    assert (
        redeemed_in(over.connection, Quarter(2014, 1)) == redeemed_in(over.connection, Quarter(2014, 3)) == ()
    )
    # Some would report what was handed out; it is at hand.
    assert distributed_in(over.connection, SECOND) == (Quantity(1000, 40), Quantity(2500, 20))
    (filed,) = over.give(report())
    assert isinstance(filed, ReportFiled)
    assert filed.value == 6500


@pytest.mark.clause("603a.20(o)")
def test_the_printed_report_says_the_same_before_and_after_it_is_filed(over: BareHouse) -> None:
    form = next(one for one in BOOK.forms if one.name == "report")
    assert form.subjects(over.desk()) == ("2014-Q2",)
    draft = form.make(over.desk(), "2014-Q2")
    assert draft.grids[0].rows == (("$10", "4", "$40"), ("$25", "1", "$25"), ("Total", "5", "$65"))
    said = {line.label: line.value for line in draft.fields}
    assert said["Total value redeemed"] == "$65"
    assert said["Filed"] == "not yet; due by 2014-07-31"
    over.give(report())
    filed = form.make(over.desk(), "2014-Q2")
    assert filed.grids == draft.grids
    assert {line.label: line.value for line in filed.fields}["Filed"] == "2014-07-03, mail of 3 July"
    assert filed.signatures[0].name == "Finance Supervisor 1"
    assert form.subjects(over.desk()) == ("2014-Q2",)


@pytest.mark.clause("603a.20(o)")
@pytest.mark.parametrize(
    "changes",
    [
        {"redeemed": ()},
        {"redeemed": (Quantity(1000, 3), Quantity(2500, 1))},
        {"redeemed": (Quantity(1000, 5),)},
        {"quarter": 3, "redeemed": ()},
    ],
)
def test_a_report_has_the_figures_of_the_books_and_its_quarter_is_over(
    over: BareHouse, changes: dict[str, Any]
) -> None:
    refused(over, report(**changes), "603a.20(o)")
    over.give(report())
    assert "filed before" in refused(over, report(), "603a.20(o)")


@pytest.mark.clause("603a.20(o)")
def test_a_quarter_is_reported_once_all_its_days_are_counted(over: BareHouse) -> None:
    over.at(date(2014, 6, 30))
    redeem(over, 4)
    assert "not over" in refused(over, report(), "603a.20(o)")
    over.at(date(2014, 7, 1))
    redeem(over, 5)
    five = (Quantity(1000, 5), Quantity(2500, 1))
    assert "2014-06-30 have not been counted" in refused(over, report(redeemed=five), "603a.20(o)")
    over.give(count_of(over, date(2014, 6, 30)))
    over.give(report(redeemed=five))


@pytest.mark.clause("603a.20(o)")
def test_every_quarter_since_the_first_receipt_is_owed_until_it_is_filed(over: BareHouse) -> None:
    def owed() -> list[tuple[str, date, bool]]:
        return [
            (one.what, one.by, one.late) for one in BOOK.due(over.desk()) if one.clause.id == "603a.20(o)"
        ]

    assert owed() == [("file the coupon report of 2014-Q2", date(2014, 7, 31), False)]
    over.at(date(2014, 6, 30))
    assert owed() == []
    over.at(date(2015, 1, 1))
    assert owed() == [
        ("file the coupon report of 2014-Q2", date(2014, 7, 31), True),
        ("file the coupon report of 2014-Q3", date(2014, 10, 31), True),
        ("file the coupon report of 2014-Q4", date(2015, 1, 31), False),
    ]
    over.give(report(quarter=3, redeemed=()))
    assert [what for what, *_ in owed()] == [
        "file the coupon report of 2014-Q2",
        "file the coupon report of 2014-Q4",
    ]


@pytest.mark.parametrize("year", [2009, 3000, 9999])
def test_a_report_is_of_a_year_that_coupons_can_have(year: int) -> None:
    content = msgspec.to_builtins(report(year=2999, quarter=4))
    assert msgspec.convert(content, FileCouponReport).year == 2999
    with pytest.raises(msgspec.ValidationError, match="year"):
        msgspec.convert(content | {"year": year}, FileCouponReport)


@pytest.mark.clause("603a.20(o)")
def test_a_quarter_of_a_distant_year_is_not_over(over: BareHouse) -> None:
    refused(over, report(year=2999, quarter=4, redeemed=()), "603a.20(o)")


def test_quarters_of_the_year() -> None:
    assert [str(quarter_of(date(2014, month, 1))) for month in (1, 3, 4, 6, 7, 9, 10, 12)] == [
        "2014-Q1",
        "2014-Q1",
        "2014-Q2",
        "2014-Q2",
        "2014-Q3",
        "2014-Q3",
        "2014-Q4",
        "2014-Q4",
    ]
    assert (SECOND.first, SECOND.last) == (date(2014, 4, 1), date(2014, 6, 30))
    assert Quarter(2014, 4).due == date(2015, 1, 31)
    assert Quarter(2014, 1).due == date(2014, 4, 30)
    assert quarter_named("2014-Q2") == SECOND
    with pytest.raises(ValueError, match="names no quarter"):
        quarter_named("2014-Q5")
