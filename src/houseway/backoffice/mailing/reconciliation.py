"""Finance's use of the lists it keeps: mailed coupons that a day brought back, each held against its entry (603a.20(q)(4), (m))."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from enum import StrEnum
from typing import NamedTuple

import sqlalchemy as sa

from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.count import DayCounted
from houseway.backoffice.coupons.documents import Kind
from houseway.backoffice.coupons.runs import serials_in
from houseway.backoffice.coupons.serials import Standing, State, find_all
from houseway.backoffice.mailing.entries import Entry, entries_of
from houseway.backoffice.mailing.tables import entries, stripped
from houseway.law import implements, pa
from houseway.money import Cents

FINANCE_KEEPS = pa("603a.20(q)(4)")
_AT_ONCE = 5000


class Agreement(StrEnum):
    """Whether a coupon that came back is as its mailing list has it."""

    AS_LISTED = "as listed"
    DIFFERENT = "not as listed"
    STRIPPED = "stripped from the list, and yet in use"
    NOT_MAILED = "on a list that was never entered as mailed"


class MailedBack(NamedTuple):
    """A mailed coupon that was cancelled by the count of a day."""

    serial: int
    mailing: str
    patron: str
    denomination: Cents
    expires: date
    table: str
    agreement: Agreement


@implements("603a.20(q)(4)")
def reconcile_day(connection: sa.Connection, day: date) -> tuple[MailedBack, ...]:
    """The mailed coupons in the drop boxes of a counted day, held against the lists; nothing before the day is counted."""
    counted = documents.find(connection, Kind.COUNT, day.isoformat(), DayCounted)
    if counted is None:
        return ()
    seen = [*serials_in(counted.fact.cancelled), *(one.serial for one in counted.fact.redeemed)]
    # A coupon that no patron should have is a variance of the count, and on no list of those it cancels.
    seen += _variances(connection, day)
    wanted = sorted(set(seen))
    books = find_all(connection, wanted)
    return tuple(_held_against(connection, wanted, books))


def _variances(connection: sa.Connection, day: date) -> Iterator[int]:
    from houseway.backoffice.coupons.tables import variances

    query = sa.select(variances.c.first, variances.c.last).where(variances.c.day == day, variances.c.first > 0)
    for first, last in connection.execute(query):
        yield from range(first, last + 1)


def _held_against(
    connection: sa.Connection, wanted: list[int], books: Mapping[int, Standing]
) -> Iterator[MailedBack]:
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        for row in connection.execute(
            sa.select(entries).where(entries.c.serial.in_(some)).order_by(entries.c.serial)
        ):
            entry = Entry(*row)
            yield _back(entry, books.get(entry.serial), _agreement(entry, books.get(entry.serial)))
        for row in connection.execute(
            sa.select(stripped).where(stripped.c.serial.in_(some)).order_by(stripped.c.serial)
        ):
            yield _back(row, books.get(row.serial), Agreement.STRIPPED)
