"""Mailed coupons in the ledger: numbers are reserved for them, and once mailed they are on the books as patrons' (603a.20(q)).

The house never has a mailed coupon in its hands, so there is no delivery to open and no stock. Their serials still go on
without a gap, and what was received is still all that is somewhere: a mailed coupon enters the books as distributed,
one that was reserved and stripped enters them as void. From there on it is redeemed, cancelled, counted and reported by
the same orders as every other. The orders that lead here are given in the book of mailings, which stands on this one.
"""

from datetime import date

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.documents import Document, PaperKind
from houseway.backoffice.coupons.quantities import Quantities
from houseway.backoffice.coupons.receipt import ReceivedLot, take_up
from houseway.backoffice.coupons.runs import Run, Runs
from houseway.backoffice.coupons.schema import deliveries, voids
from houseway.backoffice.coupons.serials import State, receive
from houseway.backoffice.coupons.voids import Custody
from houseway.backoffice.orders import Fact


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


# Reserved numbers.


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


def post_reserved(fact: MailingSerialsReserved, desk: Desk) -> None:
    """The numbers are taken."""
    take_up(desk.connection, _reservation(fact.mailing), Run(fact.first, fact.last))


# What was mailed.


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
    documents.keep(desk, PaperKind.MAILING, fact.mailing, day, fact)


def _receive(connection: sa.Connection, lot: ReceivedLot, day: date, state: State, **changes: object) -> None:
    run = Run(lot.first, lot.last)
    receive(connection, run, lot.design, lot.denomination, lot.expires, day, state, **changes)


def mailed(connection: sa.Connection, mailing: str) -> Document[CouponsMailed] | None:
    """The ledger's entry of a mailing, once it went out."""
    return documents.find(connection, PaperKind.MAILING, mailing, CouponsMailed)
