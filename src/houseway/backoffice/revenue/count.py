"""The count: what the cage paid, what a drop box held, figures put right, and what the table's record says."""

from datetime import date

import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.counter_checks.stock import ACCESS
from houseway.backoffice.orders import Fact
from houseway.backoffice.revenue.certificate import plus, table_days, unfinished
from houseway.backoffice.revenue.chips import amount_of, check_counted_once, denominations, worth
from houseway.backoffice.revenue.denominations import check_coupons_exist
from houseway.backoffice.revenue.orders import (
    CorrectFigure,
    CountDrop,
    DropCounted,
    ExpectedRecorded,
    FigureCorrected,
    PaidFromCage,
    PayFromCage,
    RecordExpected,
)
from houseway.backoffice.revenue.schema import counts, expectations, payouts, trays
from houseway.backoffice.revenue.terms import all_terms, terms_on
from houseway.backoffice.revenue.trays import check_not_certified, is_certified
from houseway.backoffice.revenue.win import variances
from houseway.law import RuleViolation, implements, pa

REVENUE = pa("125-149:RAF(16)#1")
COUPONS = pa("125-166:Preamble/Fiscal")
FOUND_LATE = "found after the day was certified"


@implements("125-149:RAF(16)#1", readings=("B-PW-02",))
def pay_from_cage(order: PayFromCage, desk: Desk) -> tuple[Fact, ...]:
    """Pay a win that the tray does not, once for its papers, before the day is certified."""
    _check_played(desk, order.table, order.day)
    check_not_certified(desk, order.day)
    paid = sa.select(payouts.c.number).where(payouts.c.reference == order.reference)
    if (before := desk.connection.execute(paid).scalar()) is not None:
        raise RuleViolation(REVENUE, f"{order.reference!r} is paid already, on slip {before}")
    last = sa.select(sa.func.coalesce(sa.func.max(payouts.c.number), 0))
    number = desk.connection.execute(last).scalar_one() + 1
    content = {name: getattr(order, name) for name in order.__struct_fields__}
    return (PaidFromCage(**content, number=number, clause=REVENUE.id),)


@implements("125-166:Preamble/Fiscal", readings=("C-37",))
def count_drop(order: CountDrop, desk: Desk) -> tuple[Fact, ...]:
    """Count a closed table's box once; coupons are counted by denomination and are never part of the drop."""
    _check_played(desk, order.table, order.day)
    still_open = sa.select(trays.c.session).where(
        trays.c.day == order.day, trays.c.gaming_table == order.table, trays.c.closer_cents.is_(None)
    )
    if desk.connection.execute(still_open).first() is not None:
        raise RuleViolation(REVENUE, f"table {order.table} is still open", fix="close its tray first")
    counted = sa.select(counts.c.day).where(counts.c.day == order.day, counts.c.gaming_table == order.table)
    if desk.connection.execute(counted).first() is not None:
        raise RuleViolation(
            REVENUE,
            f"the drop of table {order.table} for {order.day} is counted already",
            fix="correct the figure",
        )
    check_counted_once((line.instrument for line in order.contents), REVENUE, "the count sheet")
    check_counted_once(map(str, order.checks), ACCESS, "the list of counter checks")
    check_counted_once(denominations(order.coupons), COUPONS, "the coupon count")
    check_coupons_exist(desk, order.coupons)
    return (
        DropCounted(
            day=order.day,
            table=order.table,
            contents=order.contents,
            checks=order.checks,
            drop=amount_of(order.contents),
            coupons=order.coupons,
            coupon_face=worth(order.coupons),
            remark=order.remark,
            clause=COUPONS.id if order.coupons else REVENUE.id,
        ),
    )


def correct_figure(order: CorrectFigure, desk: Desk) -> tuple[Fact, ...]:
    """Put a figure right by a difference, once its table is closed and counted and before its day is certified."""
    _check_played(desk, order.table, order.day)
    check_not_certified(desk, order.day)
    if not order.cents:
        raise RuleViolation(REVENUE, "a correction of nothing corrects nothing", fix="name the difference")
    lacks = dict(unfinished(desk.connection, order.day)).get(order.table)
    if lacks is not None:
        raise RuleViolation(REVENUE, f"table {order.table} is {lacks}", fix="write the figures down first")
    (written,) = (one for one in table_days(desk.connection, order.day) if one.table == order.table)
    if plus(written, order.figure, order.cents).lowest < 0:
        raise RuleViolation(
            REVENUE,
            f"the {order.figure} of table {order.table} would come to less than nothing",
            fix="name the difference to what was written down",
        )
    content = {name: getattr(order, name) for name in order.__struct_fields__}
    return (FigureCorrected(**content, clause=REVENUE.id),)


def record_expected(order: RecordExpected, desk: Desk) -> tuple[Fact, ...]:
    """Keep what the table's own record says; what differs on a day that is certified already is found all the same."""
    _check_played(desk, order.table, order.day)
    content = {name: getattr(order, name) for name in order.__struct_fields__}
    recorded = ExpectedRecorded(**content, clause=REVENUE.id)
    if not is_certified(desk, order.day):
        return (recorded,)
    if _is_held(desk, order.table, order.day):
        raise RuleViolation(
            REVENUE,
            f"the revenue of {order.day} is certified, and table {order.table} was held against its record",
        )
    coupons = terms_on(all_terms(desk.connection), order.day).coupons
    (written,) = (one for one in table_days(desk.connection, order.day) if one.table == order.table)
    return (recorded, *variances(written, recorded, coupons, FOUND_LATE))


def _is_held(desk: Desk, table: str, day: date) -> bool:
    query = sa.select(expectations.c.day).where(
        expectations.c.day == day, expectations.c.gaming_table == table
    )
    return desk.connection.execute(query).first() is not None


def _check_played(desk: Desk, table: str, day: date) -> None:
    query = sa.select(trays.c.day).where(trays.c.day == day, trays.c.gaming_table == table)
    if desk.connection.execute(query).first() is None:
        raise RuleViolation(REVENUE, f"table {table} was not open on {day}")
