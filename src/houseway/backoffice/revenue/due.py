"""What the revenue book still has to do: trays to close, boxes to count, meters to read, days to certify, returns to file."""

from collections.abc import Iterator
from datetime import timedelta

from houseway.backoffice.book import Desk, Due
from houseway.backoffice.counter_checks.stock import ACCESS
from houseway.backoffice.revenue.certificate import Missing, unfinished
from houseway.backoffice.revenue.checks import differing_checks
from houseway.backoffice.revenue.meters import unread
from houseway.backoffice.revenue.orders import CertifyDay, CloseTray, CountDrop, FileReturn, ReadMeter
from houseway.backoffice.revenue.terms import (
    all_terms,
    first_uncertified,
    last_day_of_period,
    next_return,
    terms_on,
)
from houseway.law import pa

REVENUE = pa("125-149:RAF(16)#1")


def deadlines(desk: Desk) -> Iterator[Due]:
    """Everything outstanding; the days by which it must be done are those of the revenue terms."""
    yield from _days(desk)
    yield from _returns(desk)


def _days(desk: Desk) -> Iterator[Due]:
    known = all_terms(desk.connection)
    day = first_uncertified(desk.connection)
    while day is not None and day <= desk.day:
        by = day + timedelta(days=terms_on(known, day).report_due_days)
        for table, problem in unfinished(desk.connection, day):
            if problem is Missing.CLOSER:
                what = f"close the tray of table {table} for {day}"
                yield Due(what, day, REVENUE, desk.day > day, CloseTray)
            else:
                what = f"count the drop of table {table} for {day}"
                yield Due(what, by, REVENUE, desk.day > by, CountDrop)
        for meter in unread(desk.connection, day):
            yield Due(f"read the meter {meter} for {day}", day, REVENUE, desk.day > day, ReadMeter)
        if day < desk.day:
            for differing in differing_checks(desk.connection, day):
                what = f"explain the counter checks of table {differing.table} for {day}: {differing.words}"
                yield Due(what, by, ACCESS, desk.day > by)
            yield Due(f"certify the revenue of {day}", by, REVENUE, desk.day > by, CertifyDay)
        day += timedelta(days=1)


def _returns(desk: Desk) -> Iterator[Due]:
    known = all_terms(desk.connection)
    period = next_return(desk.connection, known)
    while period is not None and period[1] < desk.day:
        first, last = period
        by = last + timedelta(days=terms_on(known, last).return_due_days)
        yield Due(f"file the tax return of {first} to {last}", by, REVENUE, desk.day > by, FileReturn)
        first = last + timedelta(days=1)
        period = first, last_day_of_period(first, terms_on(known, first).period)
