"""Tax: two years at the first rate, split by the day, exact, rounded once; the local share as it was stated."""

from datetime import date, timedelta
from fractions import Fraction

import pytest

from houseway.backoffice.revenue.options import LAWFUL_TREATMENT, TaxPeriod, fraction_of
from houseway.backoffice.revenue.tax import (
    DayRevenue,
    exact_dollars,
    lower_rate_from,
    percent,
    rate_on,
    tax_return,
    taxable,
    whole_cents,
)
from houseway.backoffice.revenue.terms import Terms, last_day_of_period, terms_on
from houseway.law import RuleViolation

FIRST = date(2012, 5, 17)
ANNIVERSARY = date(2014, 5, 17)


def terms(**other: object) -> Terms:
    usual = {
        "since": FIRST,
        "commenced": FIRST,
        "local_share": Fraction(2, 100),
        "period": TaxPeriod.MONTH,
        "return_due_days": 10,
        "report_due_days": 1,
        "authority": "letter",
        "coupons": LAWFUL_TREATMENT,
    }
    return Terms(**usual | other)  # type: ignore[arg-type]


def days(first: date, *figures: int) -> list[DayRevenue]:
    return [
        DayRevenue(day=first + timedelta(days=number), gross=cents, taxable=max(cents, 0))
        for number, cents in enumerate(figures)
    ]


@pytest.mark.clause("125-149:RAF(16)#1")
@pytest.mark.parametrize("day", [FIRST, date(2013, 1, 1), ANNIVERSARY - timedelta(days=1)])
def test_the_first_two_years_are_taxed_at_14_percent(day: date) -> None:
    assert rate_on(day, FIRST).share == Fraction(14, 100)


@pytest.mark.clause("125-149:RAF(16)#2")
@pytest.mark.parametrize("day", [ANNIVERSARY, ANNIVERSARY + timedelta(days=1), date(2040, 1, 1)])
def test_from_the_second_anniversary_on_the_rate_is_12_percent(day: date) -> None:
    assert rate_on(day, FIRST).share == Fraction(12, 100)


@pytest.mark.clause("125-149:RAF(16)#2")
@pytest.mark.parametrize(
    ("commenced", "lower"),
    [
        (date(2012, 2, 29), date(2014, 3, 1)),
        (date(2010, 2, 28), date(2012, 2, 28)),
        (date(2012, 2, 28), date(2014, 2, 28)),
        (date(2010, 3, 1), date(2012, 3, 1)),
        (date(2011, 12, 31), date(2013, 12, 31)),
    ],
)
def test_two_years_end_with_the_day_before_the_anniversary_in_leap_years_too(
    commenced: date, lower: date
) -> None:
    assert lower_rate_from(commenced) == lower
    assert str(rate_on(lower - timedelta(days=1), commenced)) == "14%"
    assert str(rate_on(lower, commenced)) == "12%"


@pytest.mark.clause("125-149:RAF(16)#1")
def test_there_is_no_rate_before_tables_opened() -> None:
    with pytest.raises(RuleViolation, match="no table was in operation"):
        rate_on(FIRST - timedelta(days=1), FIRST)


@pytest.mark.clause("125-149:RAF(16)#1", "125-149:RAF(16)#2")
def test_a_period_across_the_anniversary_is_split_by_the_day() -> None:
    figures = days(date(2014, 5, 1), *[100_000] * 31)
    made = tax_return(date(2014, 5, 1), date(2014, 5, 31), figures, (terms(),))
    early, late = made.lines
    assert (early.days, early.last, str(early.rate)) == (16, date(2014, 5, 16), "14%")
    assert (late.days, late.first, str(late.rate)) == (15, ANNIVERSARY, "12%")
    assert made.tax == 16 * 14_000 + 15 * 12_000


@pytest.mark.clause("125-149:RAF(16)#1")
def test_fractions_of_a_cent_are_added_up_and_rounded_once() -> None:
    # 14% of 25 cents are 3.5 cents: thirty such days owe 105 cents, not thirty times 4.
    made = tax_return(FIRST, FIRST + timedelta(days=29), days(FIRST, *[25] * 30), (terms(),))
    assert made.lines[0].tax == 105
    assert made.tax == 105 != 30 * whole_cents(Fraction(7, 2))


@pytest.mark.clause("125-149:RAF(16)#1")
@pytest.mark.parametrize(
    ("cents", "tax"),
    [(0, 0), (3, 0), (4, 1), (25, 4), (32, 4), (100_025, 14_004)],
)
def test_the_sum_is_rounded_to_the_nearest_cent_and_half_a_cent_upwards(cents: int, tax: int) -> None:
    made = tax_return(FIRST, FIRST, days(FIRST, cents), (terms(),))
    assert made.tax == tax


@pytest.mark.clause("125-149:RAF(16)#1")
def test_a_losing_day_is_shown_and_offset_against_nothing() -> None:
    made = tax_return(FIRST, FIRST + timedelta(days=1), days(FIRST, 50_000, -80_000), (terms(),))
    assert made.gross == -30_000
    assert made.taxable == 50_000
    assert made.tax == 7_000


@pytest.mark.clause("125-149:RAF(16)#1")
def test_of_a_losing_game_nothing_is_taxed() -> None:
    assert [taxable(win) for win in (-1, 0, 1, 70_000)] == [0, 0, 1, 70_000]


@pytest.mark.clause("125-149:RAF(15)")
def test_the_local_share_has_no_rate_until_one_is_stated() -> None:
    with pytest.raises(RuleViolation, match="local share is not stated"):
        terms_on((), FIRST)
    with pytest.raises(RuleViolation, match="local share is not stated"):
        terms_on((terms(),), FIRST - timedelta(days=1))


@pytest.mark.clause("125-149:RAF(15)")
def test_a_new_rate_of_the_local_share_holds_from_its_day_on() -> None:
    known = (terms(), terms(since=date(2012, 5, 20), local_share=Fraction(9, 400)))
    made = tax_return(FIRST, FIRST + timedelta(days=4), days(FIRST, *[10_001] * 5), known)
    assert [(line.rate, line.taxable) for line in made.local] == [
        (Fraction(2, 100), 30_003),
        (Fraction(9, 400), 20_002),
    ]
    assert made.local_share == whole_cents(Fraction(30_003 * 2, 100) + Fraction(20_002 * 9, 400)) == 1_050


@pytest.mark.clause("125-149:RAF(15)")
def test_a_rate_of_the_local_share_that_comes_back_has_a_line_of_its_own() -> None:
    two, three = Fraction(2, 100), Fraction(3, 100)
    known = (
        terms(),
        terms(since=date(2012, 5, 19), local_share=three),
        terms(since=date(2012, 5, 20), local_share=two),
    )
    made = tax_return(FIRST, FIRST + timedelta(days=4), days(FIRST, *[100] * 5), known)
    assert [(line.rate, line.first.day, line.last.day, line.taxable) for line in made.local] == [
        (two, 17, 18, 200),
        (three, 19, 19, 100),
        (two, 20, 21, 200),
    ]


@pytest.mark.parametrize(
    ("day", "period", "last"),
    [
        (date(2014, 5, 1), TaxPeriod.WEEK, date(2014, 5, 4)),
        (date(2014, 5, 4), TaxPeriod.WEEK, date(2014, 5, 4)),
        (date(2014, 5, 5), TaxPeriod.WEEK, date(2014, 5, 11)),
        (date(2014, 5, 17), TaxPeriod.MONTH, date(2014, 5, 31)),
        (date(2016, 2, 1), TaxPeriod.MONTH, date(2016, 2, 29)),
        (date(2014, 12, 31), TaxPeriod.MONTH, date(2014, 12, 31)),
        (date(2014, 5, 17), TaxPeriod.QUARTER, date(2014, 6, 30)),
        (date(2014, 11, 1), TaxPeriod.QUARTER, date(2014, 12, 31)),
    ],
)
def test_periods_end_with_the_calendar(day: date, period: TaxPeriod, last: date) -> None:
    assert last_day_of_period(day, period) == last


def test_amounts_are_written_with_all_their_fractions() -> None:
    assert exact_dollars(Fraction(123_456_78)) == "$123,456.78"
    assert exact_dollars(Fraction(7, 2)) == "$0.035"
    assert exact_dollars(Fraction(-100_014, 50)) == "-$20.0028"
    assert [percent(fraction_of(rate)) for rate in ("2%", "10%", "0%", "2.25%")] == [
        "2%",
        "10%",
        "0%",
        "2.25%",
    ]
