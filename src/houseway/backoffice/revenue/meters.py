"""Progressive liability: what stands on the meters is owed to patrons, and is reported beside the revenue."""

from datetime import date, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.orders import Fact
from houseway.backoffice.revenue.orders import MeterRead, ReadMeter, VarianceFound, VarianceKind
from houseway.backoffice.revenue.schema import meters
from houseway.backoffice.revenue.terms import all_terms, terms_on
from houseway.backoffice.revenue.trays import check_not_certified
from houseway.law import RuleViolation, pa
from houseway.table.meter import Amount, Meter

REVENUE = pa("125-149:RAF(16)#1")


def read_meter(order: ReadMeter, desk: Desk) -> tuple[Fact, ...]:
    """Keep what a meter shows if its account comes to that and continues the account of the day before."""
    if order.day > desk.day:
        raise RuleViolation(REVENUE, f"{order.day} has not come yet")
    terms_on(all_terms(desk.connection), order.day)
    check_not_certified(desk, order.day)
    account = _account(order)
    last = _last_reading(desk.connection, order.meter)
    taken_back: tuple[Fact, ...] = ()
    if last is not None:
        before = msgspec.json.decode(last.account, type=Meter)
        _check_turn(order, last, before)
        _check_continues(order.meter, before, account)
        taken_back = _taken_back(order, before, account)
    read = MeterRead(day=order.day, meter=order.meter, game=order.game, account=account, clause=REVENUE.id)
    return (read, *taken_back)


def _check_turn(order: ReadMeter, last: Any, before: Meter) -> None:
    """Refuse a reading for another game or out of turn: a meter on which something stands is read for every day."""
    if order.game != last.game:
        raise RuleViolation(REVENUE, f"the meter {order.meter} is of {last.game}, not of {order.game}")
    if order.day <= last.day:
        raise RuleViolation(REVENUE, f"the meter {order.meter} was read for {last.day} already")
    due = last.day + timedelta(days=1)
    if before.amount.parts and order.day != due:
        raise RuleViolation(
            REVENUE, f"the meter {order.meter} was last read for {last.day}", fix=f"read it for {due} first"
        )


def _taken_back(order: ReadMeter, before: Meter, now: Meter) -> tuple[Fact, ...]:
    """The contributions of a void round leave the meter again, and somebody says so."""
    if now.contributed >= before.contributed:
        return ()
    if not order.explanation.strip():
        raise RuleViolation(
            REVENUE,
            f"the meter {order.meter} had {before.contributed} contributed before and has {now.contributed} now",
            fix="read it again, or explain which round was void",
        )
    return (
        VarianceFound(
            day=order.day,
            table=order.meter,
            kind=VarianceKind.METER,
            expected=before.contributed.cents,
            counted=now.contributed.cents,
            explanation=order.explanation,
            clause=REVENUE.id,
        ),
    )


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
    for name in ("paid", "resets"):
        was: Amount = getattr(before, name)
        is_: Amount = getattr(now, name)
        if is_ < was:
            raise RuleViolation(
                REVENUE, f"the meter {meter} had {was} {name} before and cannot have {is_} now"
            )


def liability(connection: sa.Connection, day: date) -> Amount:
    """What is owed on all meters at the end of a day: the last reading of each up to then."""
    return Amount(sum(row.parts for row in readings(connection, day)))


def unread(connection: sa.Connection, day: date) -> tuple[str, ...]:
    """The meters that were not read for a day although something stands on them."""
    return tuple(row.meter for row in readings(connection, day) if row.day < day and row.parts)


def readings(connection: sa.Connection, day: date) -> tuple[Any, ...]:
    """The last reading of every meter up to a day."""
    latest = (
        sa.select(meters.c.meter, sa.func.max(meters.c.day).label("day"))
        .where(meters.c.day <= day)
        .group_by(meters.c.meter)
        .subquery()
    )
    joined = meters.join(latest, sa.and_(meters.c.meter == latest.c.meter, meters.c.day == latest.c.day))
    return tuple(connection.execute(sa.select(meters).select_from(joined).order_by(meters.c.meter)))


def _last_reading(connection: sa.Connection, meter: str) -> Any:
    query = sa.select(meters).where(meters.c.meter == meter).order_by(meters.c.day.desc()).limit(1)
    return connection.execute(query).first()
