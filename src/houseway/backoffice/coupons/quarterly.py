"""The quarterly report: the value of the coupons that patrons redeemed, by denomination (603a.20(o))."""

import re
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Annotated, NamedTuple

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.days import days_to_count
from houseway.backoffice.coupons.documents import PaperKind
from houseway.backoffice.coupons.quantities import Quantities, counted, quantities, require_equal, value_of
from houseway.backoffice.coupons.serials import SUPPLIER, Movement, State, moved_between
from houseway.backoffice.orders import Fact, Order, Words
from houseway.law import RuleViolation, implements, pa
from houseway.money import Cents

REPORT = pa("603a.20(o)")

_MONTHS = 3
_HANDING_OUT = {SUPPLIER, State.ISSUED, State.DISTRIBUTED}


class Quarter(NamedTuple):
    """A quarter of the calendar year."""

    year: int
    number: int

    @property
    def first(self) -> date:
        """Its first day."""
        return date(self.year, _MONTHS * (self.number - 1) + 1, 1)

    @property
    def last(self) -> date:
        """Its last day."""
        return self.following.first - timedelta(days=1)

    @property
    def following(self) -> "Quarter":
        """The quarter after it."""
        return Quarter(self.year, self.number + 1) if self.number < 4 else Quarter(self.year + 1, 1)

    @property
    def due(self) -> date:
        """When its report is due.

        The law names no day; a quarterly report is taken to be due by the end of the month after its quarter.
        """
        month_after = self.following.first
        return (month_after + timedelta(days=31)).replace(day=1) - timedelta(days=1)

    def __str__(self) -> str:
        return f"{self.year}-Q{self.number}"


def quarter_of(day: date) -> Quarter:
    """The quarter of a day."""
    return Quarter(day.year, (day.month - 1) // _MONTHS + 1)


def quarter_named(name: str) -> Quarter:
    """The quarter of a name such as 2014-Q2."""
    spelled = re.fullmatch(r"(\d{4})-Q([1-4])", name)
    if spelled is None:
        raise ValueError(f"{name!r} names no quarter; 2014-Q2 does")
    return Quarter(int(spelled[1]), int(spelled[2]))


class FileCouponReport(Order, frozen=True, kw_only=True):
    """The report of a quarter goes to the Bureau of Casino Compliance, with these figures."""

    year: Annotated[int, msgspec.Meta(ge=2010, le=2999)]
    quarter: Annotated[int, msgspec.Meta(ge=1, le=4)]
    redeemed: Quantities
    reference: Words


class ReportFiled(Fact, frozen=True, kw_only=True):
    """The report of a quarter was filed."""

    year: int
    quarter: int
    redeemed: Quantities
    distributed: Quantities
    value: Cents
    reference: str
    filed_on: date


@implements("603a.20(o)", readings=("C-34",))
def redeemed_in(connection: sa.Connection, quarter: Quarter) -> Quantities:
    """How many coupons of each denomination patrons redeemed in a quarter; one that was given back was not redeemed."""
    return _net(moved_between(connection, quarter.first, quarter.last), State.REDEEMED)


def distributed_in(connection: sa.Connection, quarter: Quarter) -> Quantities:
    """How many coupons of each denomination were handed to patrons in a quarter, which some read the law to ask for."""
    found = moved_between(connection, quarter.first, quarter.last)
    return _net((one for one in found if {one.source, one.target} <= _HANDING_OUT), State.DISTRIBUTED)


def _net(found: Iterable[Movement], state: State) -> Quantities:
    counts: dict[Cents, int] = {}
    for one in found:
        change = (one.target == state) - (one.source == state)
        counts[one.denomination] = counts.get(one.denomination, 0) + change * one.coupons
    return quantities(counts)


def is_filed(connection: sa.Connection, quarter: Quarter) -> bool:
    """Whether the report of a quarter was filed."""
    return documents.find(connection, PaperKind.REPORT, str(quarter), ReportFiled) is not None


@implements("603a.20(o)")
def file(order: FileCouponReport, desk: Desk) -> tuple[Fact, ...]:
    """File a report once its quarter is over and every day of it is counted, with the figures of the books."""
    quarter = Quarter(order.year, order.quarter)
    if quarter.last >= desk.day:
        raise RuleViolation(REPORT, f"the quarter {quarter} is not over")
    if is_filed(desk.connection, quarter):
        raise RuleViolation(REPORT, f"the report of {quarter} was filed before")
    for one in days_to_count(desk.connection):
        if one.day <= quarter.last:
            raise RuleViolation(
                REPORT,
                f"the coupons of {one.day} have not been counted",
                fix="count every day of the quarter first",
            )
    redeemed = redeemed_in(desk.connection, quarter)
    require_equal(order.redeemed, redeemed, REPORT, f"the report of {quarter}")
    return (
        ReportFiled(
            year=order.year,
            quarter=order.quarter,
            redeemed=quantities(counted(redeemed)),
            distributed=distributed_in(desk.connection, quarter),
            value=value_of(redeemed),
            reference=order.reference,
            filed_on=desk.day,
            clause=REPORT.id,
        ),
    )


def post_filed(fact: ReportFiled, desk: Desk) -> None:
    """Keep the report."""
    quarter = Quarter(fact.year, fact.quarter)
    documents.keep(desk, PaperKind.REPORT, str(quarter), fact.filed_on, fact)


def quarters_to_report(connection: sa.Connection, today: date) -> tuple[Quarter, ...]:
    """The quarters that are over since the house had its first coupons, and not reported."""
    first = documents.first_day_of(connection, PaperKind.RECEIPT, PaperKind.MAILING)
    found = []
    quarter = quarter_of(first) if first else quarter_of(today)
    while quarter.last < today:
        if not is_filed(connection, quarter):
            found.append(quarter)
        quarter = quarter.following
    return tuple(found)
