"""The count: what a drop box held, money and coupons apart; figures put right; and what the table's record says."""

from datetime import date

import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.orders import Fact
from houseway.backoffice.revenue.chips import amount_of, check_counted_once, denominations, worth
from houseway.backoffice.revenue.orders import (
    CorrectFigure,
    CountDrop,
    DropCounted,
    ExpectedRecorded,
    FigureCorrected,
    RecordExpected,
)
from houseway.backoffice.revenue.tables import counts, trays
from houseway.backoffice.revenue.trays import check_not_certified
from houseway.law import RuleViolation, implements, pa

REVENUE = pa("125-149:RAF(16)#1")
COUPONS = pa("125-166:Preamble/Fiscal")


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
    check_counted_once(denominations(order.coupons), COUPONS, "the coupon count")
    return (
        DropCounted(
            day=order.day,
            table=order.table,
            contents=order.contents,
            drop=amount_of(order.contents),
            coupons=order.coupons,
            coupon_face=worth(order.coupons),
            remark=order.remark,
            clause=COUPONS.id if order.coupons else REVENUE.id,
        ),
    )


def correct_figure(order: CorrectFigure, desk: Desk) -> tuple[Fact, ...]:
    """Put a figure right by a difference, before its day is certified."""
    _check_played(desk, order.table, order.day)
    check_not_certified(desk, order.day)
    if not order.cents:
        raise RuleViolation(REVENUE, "a correction of nothing corrects nothing", fix="name the difference")
    content = {name: getattr(order, name) for name in order.__struct_fields__}
    return (FigureCorrected(**content, clause=REVENUE.id),)


def record_expected(order: RecordExpected, desk: Desk) -> tuple[Fact, ...]:
    """Keep what the table's own record says, before its day is certified."""
    _check_played(desk, order.table, order.day)
    check_not_certified(desk, order.day)
    content = {name: getattr(order, name) for name in order.__struct_fields__}
    return (ExpectedRecorded(**content, clause=REVENUE.id),)


def _check_played(desk: Desk, table: str, day: date) -> None:
    query = sa.select(trays.c.day).where(trays.c.day == day, trays.c.gaming_table == table)
    if desk.connection.execute(query).first() is None:
        raise RuleViolation(REVENUE, f"table {table} was not open on {day}")
