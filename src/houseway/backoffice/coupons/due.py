"""What is still to be done about coupons: forms, returns, counts, reports of deviations, inventories and quarters."""

from collections.abc import Iterator
from datetime import date, timedelta

import sqlalchemy as sa

from houseway.backoffice.book import Desk, Due
from houseway.backoffice.coupons.count import FORWARDED_DAILY, CountCoupons
from houseway.backoffice.coupons.days import (
    BACK_AT_DAYS_END,
    CARRIED_OVER,
    DAILY_FORM,
    days_to_count,
    days_to_reconcile,
)
from houseway.backoffice.coupons.distribution import (
    EXPIRED_GO_BACK,
    UNSPENT,
    DistributeCoupons,
    OpenCarriedCoupons,
    unspent_in_boxes,
)
from houseway.backoffice.coupons.inventory import MONTHLY, TakeCouponInventory, next_inventory
from houseway.backoffice.coupons.quarterly import REPORT, FileCouponReport, quarters_to_report
from houseway.backoffice.coupons.receipt import TOLD, Recipient, ReportCouponDeviation
from houseway.backoffice.coupons.reconciliation import ReconcileCoupons
from houseway.backoffice.coupons.returns import ReturnCoupons, coupons_to_return, voids_to_return
from houseway.backoffice.coupons.runs import common, spelled
from houseway.backoffice.coupons.schema import notices, serials
from houseway.backoffice.coupons.serials import State, find_all, runs_in
from houseway.backoffice.orders import Order
from houseway.law import Clause, implements
from houseway.money import dollars
from houseway.table.coupons import serial_number

_ONE_DAY = timedelta(days=1)


def due(desk: Desk) -> tuple[Due, ...]:
    """Everything that is owed on the desk's day, late or not."""
    owed = (
        *_deviations(desk),
        *_unspent(desk),
        *_day_ends(desk),
        *_carried_over(desk),
        *_counts(desk),
        *_calendar(desk),
    )
    return tuple(sorted(owed, key=lambda one: (one.by, one.what)))


def _owed(order: type[Order], what: str, by: date, clause: Clause, today: date) -> Due:
    return Due(what=what, by=by, clause=clause, late=by < today, order=order)


@implements("603a.20(e)#2", "603a.20(e)#3")
def _deviations(desk: Desk) -> Iterator[Due]:
    """Deviations to report: on the day they are found, where the text says at once, and else without a last day."""
    rows = desk.connection.execute(sa.select(notices).where(notices.c.sent_on.is_(None)))
    for row in rows:
        what = f"report the deviation of delivery {row.delivery} to the {row.recipient}"
        by = row.found_on if row.at_once else desk.day
        yield _owed(ReportCouponDeviation, what, by, TOLD[Recipient(row.recipient)], desk.day)


@implements("603a.21(e)#1", readings=("C-20",))
def _unspent(desk: Desk) -> Iterator[Due]:
    """Coupons in drop boxes whose wagers never stood: their patrons are given others, while they could play them."""
    owed = {paper.fact.voided[0].first: paper for paper in unspent_in_boxes(desk.connection)}
    for serial, coupon in find_all(desk.connection, sorted(owed)).items():
        if coupon.expires >= desk.day:
            what = (
                f"give the patron of coupon {serial_number(serial)}, which lies unspent in the drop box of table "
                f"{coupon.table}, another one for {dollars(coupon.denomination)} (void paper {owed[serial].subject})"
            )
            yield _owed(DistributeCoupons, what, owed[serial].day, UNSPENT, desk.day)


@implements("603a.20(j)", "603a.20(k)#1", "603a.20(k)#4")
def _day_ends(desk: Desk) -> Iterator[Due]:
    """The form of each day, and what goes back with it: by the end of that day."""
    connection = desk.connection
    for one in days_to_reconcile(connection):
        yield _owed(ReconcileCoupons, f"reconcile the coupons of {one.day}", one.day, DAILY_FORM, desk.day)
    for one in days_to_count(connection):
        if not one.reconciled:
            continue
        unused = coupons_to_return(connection, one.day)
        expired = common(unused, runs_in(connection, State.ISSUED, expired_by=one.day)) if unused else ()
        if expired:
            what = f"return the expired coupons {spelled(expired)} of {one.day}"
            yield _owed(ReturnCoupons, what, one.day, EXPIRED_GO_BACK, desk.day)
        if unused or voids_to_return(connection, one.day):
            what = f"return the unused and void coupons of {one.day} to finance"
            yield _owed(ReturnCoupons, what, one.day, BACK_AT_DAYS_END, desk.day)


@implements("603a.20(k)#3")
def _carried_over(desk: Desk) -> Iterator[Due]:
    """What was held overnight is opened on the next gaming day."""
    query = sa.select(sa.func.min(serials.c.changed_on)).where(serials.c.state == State.HELD)
    held_on = desk.connection.execute(query).scalar()
    if held_on is not None:
        what = f"open the coupons held since {held_on}"
        yield _owed(OpenCarriedCoupons, what, held_on + _ONE_DAY, CARRIED_OVER, desk.day)


@implements("603a.20(m)")
def _counts(desk: Desk) -> Iterator[Due]:
    """Every day is counted on the day after it."""
    for one in days_to_count(desk.connection):
        if one.day < desk.day:
            what = f"count the coupons of {one.day}"
            yield _owed(CountCoupons, what, one.day + _ONE_DAY, FORWARDED_DAILY, desk.day)


@implements("603a.20(n)#1", "603a.20(o)")
def _calendar(desk: Desk) -> Iterator[Due]:
    """The monthly inventory and the quarterly reports."""
    by = next_inventory(desk.connection)
    if by is not None:
        yield _owed(TakeCouponInventory, "take the monthly inventory of coupons", by, MONTHLY, desk.day)
    for quarter in quarters_to_report(desk.connection, desk.day):
        yield _owed(FileCouponReport, f"file the coupon report of {quarter}", quarter.due, REPORT, desk.day)
