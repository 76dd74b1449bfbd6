"""Coupon days: the gaming days on which coupons moved, and how far the papers of each are (603a.20(j), (k), (m))."""

from datetime import date
from typing import NamedTuple

import sqlalchemy as sa

from houseway.backoffice.coupons.runs import spelled
from houseway.backoffice.coupons.schema import days
from houseway.backoffice.coupons.serials import State, open_day, runs_in
from houseway.law import RuleViolation, implements, pa

DAILY_FORM = pa("603a.20(j)")
BACK_AT_DAYS_END = pa("603a.20(k)#1")
CARRIED_OVER = pa("603a.20(k)#3")


def matter(day: date) -> str:
    """What the duties of a coupon day are about, for those that exclude each other."""
    return f"coupon-day/{day.isoformat()}"


class CouponDay(NamedTuple):
    """A gaming day on which coupons moved."""

    day: date
    at_marketing: bool
    reconciled: bool
    counted: bool


_ONE = sa.select(days).where(days.c.day == sa.bindparam("on"))


def find_day(connection: sa.Connection, day: date) -> CouponDay | None:
    """A gaming day, if coupons moved on it."""
    row = connection.execute(_ONE, {"on": day}).first()
    return None if row is None else CouponDay(*row)


def last_day_at_marketing(connection: sa.Connection) -> date | None:
    """The last day on which marketing had coupons."""
    query = sa.select(sa.func.max(days.c.day)).where(days.c.at_marketing.is_(True))
    last: date | None = connection.execute(query).scalar()
    return last


def days_to_reconcile(connection: sa.Connection) -> tuple[CouponDay, ...]:
    """The days on which marketing had coupons and that have no reconciliation form yet."""
    return _days(connection, days.c.at_marketing.is_(True), days.c.reconciled.is_(False))


def days_to_count(connection: sa.Connection) -> tuple[CouponDay, ...]:
    """The days that finance has not counted yet."""
    return _days(connection, days.c.counted.is_(False))


def _days(connection: sa.Connection, *where: sa.ColumnElement[bool]) -> tuple[CouponDay, ...]:
    rows = connection.execute(sa.select(days).where(*where).order_by(days.c.day))
    return tuple(CouponDay(*row) for row in rows)


@implements("603a.20(j)", "603a.20(k)#1")
def require_ready_for(connection: sa.Connection, day: date) -> None:
    """Refuse to begin a day at marketing before the form and the unused coupons of the days before have gone back.

    A promotion of several days ends each of them like any other: what is left goes back, or is held in the approved area.
    """
    for open_one in days_to_reconcile(connection):
        if open_one.day < day:
            raise RuleViolation(
                DAILY_FORM,
                f"the coupons of {open_one.day} have not been reconciled",
                fix="complete that day's reconciliation form first",
            )
    today = find_day(connection, day)
    if today is not None and today.reconciled:
        raise RuleViolation(DAILY_FORM, f"the coupons of {day} were reconciled already")
    if today is None or not today.at_marketing:
        left = runs_in(connection, State.ISSUED)
        if left:
            raise RuleViolation(
                BACK_AT_DAYS_END,
                f"coupons of an earlier day were neither returned nor held: {spelled(left)}",
                fix="return them to finance first",
            )


def begin_at_marketing(connection: sa.Connection, day: date) -> None:
    """Marketing has coupons on this day."""
    open_day(connection, day)
    connection.execute(days.update().where(days.c.day == day).values(at_marketing=True))


@implements("603a.20(j)", "603a.20(k)#1")
def require_open_at_marketing(connection: sa.Connection, day: date, today: date) -> None:
    """Refuse what marketing does with coupons on another day, before it has any, and after the day's form."""
    if day != today:
        raise RuleViolation(DAILY_FORM, f"coupons are handed out today, {today}, not on {day}")
    found = find_day(connection, day)
    if found is None or not found.at_marketing:
        raise RuleViolation(BACK_AT_DAYS_END, f"no coupons were taken over or opened on {day}")
    if found.reconciled:
        raise RuleViolation(DAILY_FORM, f"the coupons of {day} were reconciled already")


def note_reconciled(connection: sa.Connection, day: date) -> None:
    """The day has its form."""
    connection.execute(days.update().where(days.c.day == day).values(reconciled=True))


def note_counted(connection: sa.Connection, day: date) -> None:
    """Finance has counted the day."""
    connection.execute(days.update().where(days.c.day == day).values(counted=True))
