"""Mailed coupons in the ledger: numbers are reserved for them, and once mailed they are on the books as patrons' (603a.20(q)).

The house never has a mailed coupon in its hands, so there is no delivery to open and no stock. Their serials still go on
without a gap, and what was received is still all that is somewhere: a mailed coupon enters the books as distributed,
one that was reserved and stripped enters them as void. From there on it is redeemed, cancelled, counted and reported by
the same orders as every other.

These are orders of the coupon book, kept with its facts, since only there a serial's life can be made anew from the journal.
The lists themselves are kept by the mailing book, which stands on this one and tells it by `lists_are_kept_by` how to ask.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from itertools import groupby
from typing import Annotated, NamedTuple

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import days, documents
from houseway.backoffice.coupons.design import SERIAL
from houseway.backoffice.coupons.documents import Document, Kind
from houseway.backoffice.coupons.programme import Controls, controls_on
from houseway.backoffice.coupons.quantities import Quantities, require_equal
from houseway.backoffice.coupons.receipt import ReceivedLot, next_serial, quantities_of, take_up
from houseway.backoffice.coupons.runs import Run, Runs, require_runs, spelled
from houseway.backoffice.coupons.serials import State, receive
from houseway.backoffice.coupons.tables import deliveries, voids
from houseway.backoffice.coupons.voids import Custody
from houseway.backoffice.orders import Fact, Order, Words
from houseway.law import RuleViolation, implements, pa
from houseway.money import Cents

DIRECT_MAIL = pa("603a.20(q)")
FINANCE_KEEPS = pa("603a.20(q)(4)")
_LAST_SERIAL = 999_999_999


def matter(mailing: str) -> str:
    """What the duties of a mailing are about, for those that exclude each other."""
    return f"mailing/{mailing}"


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


class MailingSerialsReserved(Fact, frozen=True, kw_only=True):
    """Serial numbers are reserved for a mailing."""

    mailing: str
    first: int
    last: int


class VoidLot(msgspec.Struct, frozen=True, kw_only=True):
    """Reserved coupons that were never mailed, and why."""

    lot: ReceivedLot
    reason: str


class CouponsMailed(Fact, frozen=True, kw_only=True):
    """Patrons have the coupons of a mailing."""

    mailing: str
    day: date
    mailed_on: date
    reference: str
    lots: tuple[ReceivedLot, ...]
    quantities: Quantities
    serials: Runs
    voided: tuple[VoidLot, ...]


class ListedCoupon(NamedTuple):
    """One coupon of a mailing as its list has it, and why it is void if it never went out."""

    serial: int
    design: str
    denomination: Cents
    expires: date
    reason: str = ""


# The coupons of a mailing that went out on a day, or was cancelled; refuses what may not have gone out.
Lists = Callable[[sa.Connection, str, date], tuple[ListedCoupon, ...]]


def _no_lists(connection: sa.Connection, mailing: str, day: date) -> tuple[ListedCoupon, ...]:
    raise RuleViolation(FINANCE_KEEPS, f"no list of mailing {mailing} is kept here")


_lists: Lists = _no_lists


def lists_are_kept_by(lists: Lists) -> None:
    """Where the lists of mailings are asked for."""
    global _lists
    _lists = lists


@implements("603a.20(q)")
def require_direct_mail(connection: sa.Connection, day: date) -> Controls:
    """The internal controls of the day, once they let a provider print and mail coupons."""
    said = controls_on(connection, day)
    if not said.direct_mail.strip():
        raise RuleViolation(
            DIRECT_MAIL,
            f"the internal controls {said.reference} let no provider print and mail coupons",
            fix="adopt approved internal controls that say how it is done",
        )
    return said


# Reserving numbers.


def _reservation(mailing: str) -> str:
    """What a reservation is called among the deliveries."""
    return f"mailing {mailing}"


def reserved(connection: sa.Connection, mailing: str) -> Run | None:
    """The serial numbers that are reserved for a mailing."""
    query = sa.select(deliveries.c.first, deliveries.c.last).where(
        deliveries.c.delivery == _reservation(mailing)
    )
    row = connection.execute(query).first()
    return None if row is None else Run(row.first, row.last)


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


def post_reserved(fact: MailingSerialsReserved, desk: Desk) -> None:
    """The numbers are taken."""
    take_up(desk.connection, _reservation(fact.mailing), Run(fact.first, fact.last))


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
    listed = _lists(connection, order.mailing, order.mailed_on)
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


def _lots(coupons: Iterable[ListedCoupon]) -> Iterator[VoidLot]:
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


def post_mailed(fact: CouponsMailed, desk: Desk) -> None:
    """Patrons have the mailed coupons; the others are void and nowhere, so nobody has to hand them over."""
    connection, day = desk.connection, fact.day
    for lot in fact.lots:
        _receive(connection, lot, day, State.DISTRIBUTED, distributed_on=day)
    for void in fact.voided:
        _receive(connection, void.lot, day, State.VOIDED, cancelled_on=day)
        row = {
            "first": void.lot.first,
            "last": void.lot.last,
            "day": day,
            "reason": void.reason,
            "custody": Custody.FINANCE,
            "missing": True,
        }
        connection.execute(voids.insert(), row)
    documents.keep(desk, Kind.MAILING, fact.mailing, day, fact)


def _receive(connection: sa.Connection, lot: ReceivedLot, day: date, state: State, **changes: object) -> None:
    run = Run(lot.first, lot.last)
    receive(connection, run, lot.design, lot.denomination, lot.expires, day, state, **changes)


def mailed(connection: sa.Connection, mailing: str) -> Document[CouponsMailed] | None:
    """The ledger's entry of a mailing, once it went out."""
    return documents.find(connection, Kind.MAILING, mailing, CouponsMailed)
