"""The entries of mailing lists: which patron a mailed coupon went to, and what its barcode must say (603a.20(q)(3))."""

from datetime import date
from typing import Any, NamedTuple

import sqlalchemy as sa

from houseway.backoffice.coupons.barcode import BARCODE, Scanned, require_entry
from houseway.backoffice.coupons.design import require_design
from houseway.backoffice.mailing.schema import entries, stripped
from houseway.law import RuleViolation, implements, pa
from houseway.money import Cents
from houseway.table.coupons import Coupon, serial_number

# The fields of an entry.
NAME = pa("603a.20(q)(2)(i)")
ADDRESS = pa("603a.20(q)(2)(ii)")
DENOMINATION = pa("603a.20(q)(2)(iii)")
EXPIRY = pa("603a.20(q)(2)(iv)")
SERIAL = pa("603a.20(q)(2)(v)")


class Entry(NamedTuple):
    """One entry of the list of a mailing; name, address and birth date are sealed."""

    serial: int
    mailing: str
    patron: str
    name: str
    address: str
    born: str | None
    design: str
    denomination: Cents
    expires: date


def entry_for(connection: sa.Connection, serial: int) -> Entry | None:
    """The entry that a serial was mailed by, or None where no such coupon is on any mailing list."""
    row = connection.execute(sa.select(entries).where(entries.c.serial == serial)).first()
    return None if row is None else Entry(*row)


def entries_of(connection: sa.Connection, mailing: str) -> tuple[Entry, ...]:
    """The entries of a mailing, in the order of the serials."""
    query = sa.select(entries).where(entries.c.mailing == mailing).order_by(entries.c.serial)
    return tuple(Entry(*row) for row in connection.execute(query))


def stripped_from(connection: sa.Connection, mailing: str) -> tuple[Any, ...]:
    """Those who were stripped from a mailing, in the order of the serials."""
    query = sa.select(stripped).where(stripped.c.mailing == mailing).order_by(stripped.c.serial)
    return tuple(connection.execute(query))


def has_coupons(connection: sa.Connection, mailing: str) -> bool:
    """Whether a mailing ever had a list, be everybody on it stripped."""
    return any(
        connection.execute(sa.select(table.c.serial).where(table.c.mailing == mailing).limit(1)).first()
        for table in (entries, stripped)
    )


def coupon_for(connection: sa.Connection, entry: Entry) -> Coupon:
    """The coupon that an entry stands for."""
    terms = require_design(connection, entry.design).terms
    return Coupon(serial=entry.serial, value=entry.denomination, expires=entry.expires, terms=terms)


@implements("603a.20(q)(2)(iv)")
def require_unexpired(connection: sa.Connection, mailing: str, day: date) -> None:
    """Refuse to let a mailing out with coupons whose last day is over."""
    over = sa.select(entries.c.serial, entries.c.expires).where(
        entries.c.mailing == mailing, entries.c.expires < day
    )
    first = connection.execute(over.order_by(entries.c.serial)).first()
    if first is not None:
        raise RuleViolation(
            EXPIRY,
            f"coupon {serial_number(first.serial)} of mailing {mailing} expired after {first.expires}",
            fix="cancel the mailing, and list a new one",
        )


@implements("603a.20(q)(3)")
def resolve(connection: sa.Connection, scanned: Scanned) -> Entry | None:
    """The entry that a barcode leads to, which must say the same; None where the coupon was never one to be mailed."""
    entry = entry_for(connection, scanned.serial)
    if entry is not None:
        require_entry(scanned, coupon_for(connection, entry), entry.design)
        return entry
    struck = sa.select(stripped.c.mailing).where(stripped.c.serial == scanned.serial)
    mailing = connection.execute(struck).scalar()
    if mailing is not None:
        raise RuleViolation(
            BARCODE,
            f"coupon {serial_number(scanned.serial)} was taken off mailing {mailing} and never mailed to anybody",
            fix="keep the coupon, do not redeem it, and call the floorperson",
        )
    return None
