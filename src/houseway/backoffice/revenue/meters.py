"""Progressive liability: what stands on the meters is owed to patrons, and is reported beside the revenue."""

from datetime import date

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.orders import Fact
from houseway.backoffice.revenue.orders import MeterRead, ReadMeter
from houseway.backoffice.revenue.tables import meters
from houseway.law import RuleViolation, pa
from houseway.table.progressive import Amount, Meter

REVENUE = pa("125-149:RAF(16)#1")


def read_meter(order: ReadMeter, desk: Desk) -> tuple[Fact, ...]:
    """Keep what a meter shows if its account comes to that and continues the account of the last reading."""
    if order.day > desk.day:
        raise RuleViolation(REVENUE, f"{order.day} has not come yet")
    account = _account(order)
    last = _last_reading(desk.connection, order.meter)
    if last is not None:
        day, before = last
        if order.day <= day:
            raise RuleViolation(REVENUE, f"the meter {order.meter} was read for {day} already")
        _check_continues(order.meter, before, account)
    return (MeterRead(day=order.day, meter=order.meter, game=order.game, account=account, clause=REVENUE.id),)


def _account(order: ReadMeter) -> Meter:
    try:
        return Meter(
            amount=Amount(order.shown),
            seed=Amount(order.seed),
            contributed=Amount(order.contributed),
            paid=Amount(order.paid),
            resets=Amount(order.resets),
        )
    except ValueError as differs:
        raise RuleViolation(REVENUE, f"{order.meter}: {differs}", fix="read the meter again") from None


def _check_continues(meter: str, before: Meter, now: Meter) -> None:
    if now.seed != before.seed:
        raise RuleViolation(REVENUE, f"the meter {meter} began with {before.seed}, not with {now.seed}")
    for name in ("contributed", "paid", "resets"):
        was: Amount = getattr(before, name)
        is_: Amount = getattr(now, name)
        if is_ < was:
            raise RuleViolation(
                REVENUE, f"the meter {meter} had {was} {name} before and cannot have {is_} now"
            )


def liability(connection: sa.Connection, day: date) -> Amount:
    """What is owed on all meters at the end of a day: the last reading of each up to then."""
    latest = (
        sa.select(meters.c.meter, sa.func.max(meters.c.day).label("day"))
        .where(meters.c.day <= day)
        .group_by(meters.c.meter)
        .subquery()
    )
    joined = meters.join(latest, sa.and_(meters.c.meter == latest.c.meter, meters.c.day == latest.c.day))
    parts = connection.execute(sa.select(meters.c.parts).select_from(joined)).scalars()
    return Amount(sum(parts))


def _last_reading(connection: sa.Connection, meter: str) -> tuple[date, Meter] | None:
    query = sa.select(meters).where(meters.c.meter == meter).order_by(meters.c.day.desc()).limit(1)
    row = connection.execute(query).first()
    return None if row is None else (row.day, msgspec.json.decode(row.account, type=Meter))
