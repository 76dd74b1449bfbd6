"""Mailings and the coupon ledger: serial numbers from it, and what the provider mailed entered in it (603a.20(q)(4)).

Finance gives these orders by the lists that it keeps here; what follows from them are facts of the coupon book.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import groupby
from typing import Annotated, NamedTuple

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import days
from houseway.backoffice.coupons.design import SERIAL
from houseway.backoffice.coupons.mailed import (
    CouponsMailed,
    MailingSerialsReserved,
    VoidLot,
    mailed,
    reserved,
)
from houseway.backoffice.coupons.quantities import Quantities, require_equal
from houseway.backoffice.coupons.receipt import ReceivedLot, next_serial, quantities_of
from houseway.backoffice.coupons.runs import Run, Runs, require_runs, spelled
from houseway.backoffice.mailing.entries import entries_of, stripped_from
from houseway.backoffice.mailing.mailings import FINANCE_KEEPS, find_mailing, matter, require_direct_mail
from houseway.backoffice.mailing.printing import require_clear
from houseway.backoffice.orders import Fact, Order, Words
from houseway.law import RuleViolation, implements
from houseway.money import Cents

_LAST_SERIAL = 999_999_999


class ReserveMailingSerials(Order, frozen=True, kw_only=True):
    """Finance reserves the next serial numbers for coupons that a provider will print and mail."""

    mailing: Words
    coupons: Annotated[int, msgspec.Meta(ge=1, le=100_000)]

    def matters(self) -> tuple[str, ...]:
        """The mailing."""
        return (matter(self.mailing),)


class EnterMailedCoupons(Order, frozen=True, kw_only=True):
    """The provider mailed the coupons of a list: finance enters them as patrons', and the stripped ones as void."""

    mailing: Words
    day: date
    mailed_on: date
    # The provider's confirmation.
    reference: Words
    serials: Runs
    quantities: Quantities

    def matters(self) -> tuple[str, ...]:
        """The mailing, and the day on which patrons get the coupons."""
        return (matter(self.mailing), days.matter(self.day))


# Reserving numbers.


@implements("603a.20(q)", "603a.20(c)(3)")
def reserve(order: ReserveMailingSerials, desk: Desk) -> tuple[Fact, ...]:
    """The serials of a mailing go on where the last ones ended, and the next ones after them."""
    connection = desk.connection
    require_direct_mail(connection, desk.day)
    if not order.mailing.strip():
        raise RuleViolation(SERIAL, "a mailing without a name gets no serial numbers")
    if reserved(connection, order.mailing) is not None:
        raise RuleViolation(SERIAL, f"mailing {order.mailing} has its serial numbers")
    first = next_serial(connection)
    last = first + order.coupons - 1
    if last > _LAST_SERIAL:
        raise RuleViolation(SERIAL, f"there are no {order.coupons:,} serial numbers left")
    return (MailingSerialsReserved(mailing=order.mailing, first=first, last=last, clause=SERIAL.id),)


# Entering what was mailed.


@implements("603a.20(q)(4)")
def enter(order: EnterMailedCoupons, desk: Desk) -> tuple[Fact, ...]:
    """Enter a mailing that went out by its list, screened before the print, once; of a cancelled one everything is void."""
    connection = desk.connection
    if order.day != desk.day:
        raise RuleViolation(
            FINANCE_KEEPS, f"mailed coupons are entered today, {desk.day}, not on {order.day}"
        )
    if mailed(connection, order.mailing) is not None:
        raise RuleViolation(FINANCE_KEEPS, f"the coupons of mailing {order.mailing} were entered before")
    listed = _went_out(connection, order.mailing, order.mailed_on)
    if order.mailed_on > order.day:
        raise RuleViolation(FINANCE_KEEPS, f"nothing was mailed on {order.mailed_on} yet")
    lots = tuple(one.lot for one in _lots(coupon for coupon in listed if not coupon.reason))
    _require_figures(order, lots)
    voided = tuple(_lots(coupon for coupon in listed if coupon.reason))
    if not listed:
        raise RuleViolation(FINANCE_KEEPS, f"mailing {order.mailing} has no coupons to enter")
    return (
        CouponsMailed(
            mailing=order.mailing,
            day=order.day,
            mailed_on=order.mailed_on,
            reference=order.reference,
            lots=lots,
            quantities=quantities_of(lots),
            serials=require_runs((Run(lot.first, lot.last) for lot in lots), SERIAL),
            voided=voided,
            clause=FINANCE_KEEPS.id,
        ),
    )


class _Listed(NamedTuple):
    """One coupon of a mailing as its list has it, and why it is void if it never went out."""

    serial: int
    design: str
    denomination: Cents
    expires: date
    reason: str


@implements("603a.20(q)(4)")
def _went_out(connection: sa.Connection, name: str, day: date) -> tuple[_Listed, ...]:
    """The coupons of a mailing for the ledger: who was stripped never got one, and of a cancelled mailing nobody did."""
    found = find_mailing(connection, name)
    off = found is not None and found.cancelled_on is not None
    if not off:
        require_clear(connection, name, day)
    if found is not None and not off and found.printed_on is not None and day < found.printed_on:
        raise RuleViolation(
            FINANCE_KEEPS,
            f"mailing {name} was not printed before {found.printed_on}, and not mailed on {day}",
        )
    reason = f"mailing {name} was cancelled" if off else ""
    return (
        *(
            _Listed(one.serial, one.design, one.denomination, one.expires, reason)
            for one in entries_of(connection, name)
        ),
        *(
            _Listed(
                one.serial,
                one.design,
                one.denomination,
                one.expires,
                f"stripped from mailing {name} {one.stage}",
            )
            for one in stripped_from(connection, name)
        ),
    )


@implements("603a.20(q)(4)")
def _require_figures(order: EnterMailedCoupons, lots: tuple[ReceivedLot, ...]) -> None:
    """The provider's confirmation names the very coupons of the list that finance keeps."""
    what = f"the confirmation of mailing {order.mailing}"
    on_the_list = require_runs((Run(lot.first, lot.last) for lot in lots), FINANCE_KEEPS)
    if require_runs(order.serials, FINANCE_KEEPS) != on_the_list:
        raise RuleViolation(
            FINANCE_KEEPS, f"{what} is for {spelled(order.serials)}; on the list are {spelled(on_the_list)}"
        )
    require_equal(order.quantities, quantities_of(lots), FINANCE_KEEPS, what)


def _lots(coupons: Iterable[_Listed]) -> Iterator[VoidLot]:
    """Coupons that are alike and follow each other, together."""
    for _, alike in groupby(enumerate(sorted(coupons)), key=lambda at: (at[1].serial - at[0], at[1][1:])):
        run = [coupon for _, coupon in alike]
        lot = ReceivedLot(
            design=run[0].design,
            denomination=run[0].denomination,
            expires=run[0].expires,
            first=run[0].serial,
            last=run[-1].serial,
        )
        yield VoidLot(lot=lot, reason=run[0].reason)
