"""Finance's use of the lists it keeps: mailed coupons that a day brought back, each held against its entry (603a.20(q)(4), (m))."""

from collections.abc import Iterator, Mapping
from datetime import date
from enum import StrEnum
from typing import Any, NamedTuple

import sqlalchemy as sa

from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.count import DayCounted
from houseway.backoffice.coupons.documents import PaperKind
from houseway.backoffice.coupons.runs import serials_in
from houseway.backoffice.coupons.serials import CouponRecord, find_all
from houseway.backoffice.coupons.variances import variances_of
from houseway.backoffice.mailing.schema import entries, stripped
from houseway.law import implements
from houseway.money import Cents

_AT_ONCE = 5000


class Agreement(StrEnum):
    """Whether a coupon that came back is as its mailing list has it."""

    AS_LISTED = "as listed"
    DIFFERENT = "not as listed"
    STRIPPED = "stripped from the list, and yet in use"
    NOT_MAILED = "on a list that was not entered as mailed"


class MailedBack(NamedTuple):
    """A mailed coupon in the drop boxes of a day: by its list, and with what the count found wrong with it."""

    serial: int
    mailing: str
    patron: str
    denomination: Cents
    expires: date
    table: str
    agreement: Agreement
    variance: str


@implements("603a.20(q)(4)")
def reconcile_day(connection: sa.Connection, day: date) -> tuple[MailedBack, ...]:
    """The mailed coupons of a counted day, held against the lists; nothing before the day is counted."""
    count = documents.find(connection, PaperKind.COUNT, day.isoformat(), DayCounted)
    if count is None:
        return ()
    wrong = {
        serial: found.kind.value
        for found in variances_of(connection, day, day)
        if found.first
        for serial in range(found.first, found.last + 1)
    }
    seen = {*serials_in(count.fact.cancelled), *(one.serial for one in count.fact.redeemed), *wrong}
    wanted = sorted(seen)
    books = find_all(connection, wanted)
    return tuple(
        MailedBack(
            row.serial,
            row.mailing,
            row.patron,
            row.denomination,
            row.expires,
            (books[row.serial].table if row.serial in books else None) or "",
            agreement(row, books, is_stripped=is_stripped),
            wrong.get(row.serial, ""),
        )
        for is_stripped, row in _listed(connection, wanted)
    )


@implements("603a.20(q)(4)")
def agreement(entry: Any, books: Mapping[int, CouponRecord], *, is_stripped: bool) -> Agreement:
    """Whether the coupon book has a coupon as its entry has it."""
    coupon = books.get(entry.serial)
    if is_stripped:
        return Agreement.STRIPPED
    if coupon is None:
        return Agreement.NOT_MAILED
    listed = (entry.design, entry.denomination, entry.expires)
    is_as_listed = (coupon.design, coupon.denomination, coupon.expires) == listed
    return Agreement.AS_LISTED if is_as_listed else Agreement.DIFFERENT


def _listed(connection: sa.Connection, wanted: list[int]) -> Iterator[tuple[bool, Any]]:
    """What the lists say of these serials, in their order, and whether they were stripped."""
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        rows = [
            (table is stripped, row)
            for table in (entries, stripped)
            for row in connection.execute(sa.select(table).where(table.c.serial.in_(some)))
        ]
        yield from sorted(rows, key=lambda found: int(found[1].serial))
