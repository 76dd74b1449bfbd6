"""Requisition: marketing estimates what a day or promotion needs, and finance authorises it (603a.20(g))."""

from datetime import date, timedelta

import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.days import matter
from houseway.backoffice.coupons.design import coupon_values
from houseway.backoffice.coupons.documents import PaperKind
from houseway.backoffice.coupons.programme import (
    Distributor,
    require_distributor,
)
from houseway.backoffice.coupons.quantities import (
    Quantities,
    counted,
    quantities,
    spelled,
)
from houseway.backoffice.coupons.serials import (
    State,
    moved_between,
    stayed,
)
from houseway.backoffice.orders import Fact, Order, Remark, Words
from houseway.law import RuleViolation, implements, pa
from houseway.money import Cents, dollars

ESTIMATE = pa("603a.20(g)#1")
REQUISITION = pa("603a.20(g)#2")
PREPARED_ON = pa("603a.20(g)(1)")
NEEDED_ON = pa("603a.20(g)(2)")
REQUESTED = pa("603a.20(g)(3)")

# Coupons are handed out by weekday habits: the same day of the last four weeks tells what a day needs.
_WEEKS = 4
# The longest promotion that one requisition serves.
_LONGEST = timedelta(days=92)


class RequisitionCoupons(Order, frozen=True, kw_only=True):
    """Marketing asks for the coupons of a gaming day, or of a promotion from a day to another."""

    department: Distributor = Distributor.MARKETING
    number: Words
    prepared_on: date
    needed_on: date
    until: date | None = None
    promotion: Remark = ""
    estimated: Quantities
    requested: Quantities

    def matters(self) -> tuple[str, ...]:
        """Every day for which the coupons are needed."""
        lasting = min((self.until or self.needed_on) - self.needed_on, _LONGEST)
        days = range(lasting.days + 1)
        return tuple(matter(self.needed_on + timedelta(days=number)) for number in days)


class RequisitionAuthorised(Fact, frozen=True, kw_only=True):
    """Marketing prepared a requisition, and finance authorised it."""

    number: str
    prepared_on: date
    needed_on: date
    until: date
    promotion: str
    estimated: Quantities
    requested: Quantities


@implements("603a.20(g)#1", readings=("C-34",))
def estimate(connection: sa.Connection, first: date, last: date) -> Quantities:
    """What a gaming day, or a promotion from a day to another, may need: the mean of the same weekdays before, rounded up.

    The supervisor's own estimate stands in the requisition; the law leaves open how it is made.
    """
    needed: dict[Cents, int] = {}
    for number in range((last - first).days + 1):
        day = first + timedelta(days=number)
        given: dict[Cents, int] = {}
        for weeks in range(1, _WEEKS + 1):
            before = day - timedelta(weeks=weeks)
            for one in stayed(moved_between(connection, before, before), State.ISSUED, State.DISTRIBUTED):
                given[one.denomination] = given.get(one.denomination, 0) + one.count
        for denomination, count in given.items():
            needed[denomination] = needed.get(denomination, 0) - (-count // _WEEKS)
    return quantities(needed)


def requisition(order: RequisitionCoupons, desk: Desk) -> tuple[Fact, ...]:
    """Refuse a requisition that lacks a field, or asks for more than was estimated."""
    require_distributor(desk.connection, order.department, desk.day)
    if (
        documents.find(desk.connection, PaperKind.REQUISITION, order.number, RequisitionAuthorised)
        is not None
    ):
        raise RuleViolation(REQUISITION, f"there is a requisition {order.number} already")
    until = order.until or order.needed_on
    _require_dates(order, until, desk)
    _require_request(order)
    _require_denominations(desk.connection, order)
    return (
        RequisitionAuthorised(
            number=order.number,
            prepared_on=order.prepared_on,
            needed_on=order.needed_on,
            until=until,
            promotion=order.promotion,
            estimated=quantities(counted(order.estimated)),
            requested=quantities(counted(order.requested)),
            clause=REQUISITION.id,
        ),
    )


@implements("603a.20(g)(1)", "603a.20(g)(2)")
def _require_dates(order: RequisitionCoupons, until: date, desk: Desk) -> None:
    """Prepared on the day it is signed, for that or a later day; a promotion has a name, and an end after its beginning."""
    # The preparer's signature is looked at as it is given; the authoriser may sign the same paper on a later day.
    if desk.signatures[0].at == desk.at and order.prepared_on != desk.day:
        raise RuleViolation(
            PREPARED_ON, f"the requisition is prepared today, {desk.day}, not on {order.prepared_on}"
        )
    if order.needed_on < desk.day:
        raise RuleViolation(NEEDED_ON, f"coupons cannot be needed on {order.needed_on}, which is over")
    if not timedelta() <= until - order.needed_on <= _LONGEST:
        raise RuleViolation(
            NEEDED_ON,
            f"a promotion from {order.needed_on} to {until} is none, or longer than {_LONGEST.days} days",
        )
    if until > order.needed_on and not order.promotion.strip():
        raise RuleViolation(NEEDED_ON, "a requisition for more than a gaming day names its promotion")


@implements("603a.20(g)#1", "603a.20(g)(3)")
def _require_request(order: RequisitionCoupons) -> None:
    """It asks for coupons, and of no denomination for more than the supervisor estimated."""
    requested, estimated = counted(order.requested), counted(order.estimated)
    if not requested:
        raise RuleViolation(REQUESTED, "the requisition states no denomination and quantity")
    for denomination, count in requested.items():
        if count > estimated[denomination]:
            raise RuleViolation(
                ESTIMATE,
                f"{spelled(quantities({denomination: count}))} are requested and {estimated[denomination]:,} estimated",
                fix="estimate the need of the day or promotion, and request no more",
            )


@implements("603a.20(g)(3)")
def _require_denominations(connection: sa.Connection, order: RequisitionCoupons) -> None:
    """It asks for coupons of values that designs of the house have."""
    known = coupon_values(connection)
    for denomination in counted((*order.requested, *order.estimated)):
        if denomination not in known:
            raise RuleViolation(
                REQUESTED,
                f"no design of the house has the value {dollars(denomination)}",
                fix=f"ask for {', '.join(map(dollars, known))}" if known else "submit a design first",
            )


def post_requisition(fact: RequisitionAuthorised, desk: Desk) -> None:
    """Keep the requisition; it is open until coupons are issued for it."""
    documents.keep(desk, PaperKind.REQUISITION, fact.number, fact.needed_on, fact, is_open=True)
