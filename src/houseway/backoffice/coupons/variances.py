"""Variances: everything in which coupons, forms and figures do not agree, each of a named class (603a.20(j)(7), (m))."""

from datetime import date
from enum import StrEnum
from typing import NamedTuple

import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons.runs import Run, spelled
from houseway.backoffice.coupons.schema import variances
from houseway.backoffice.orders import Fact
from houseway.law import Clause


class VarianceKind(StrEnum):
    """What is wrong."""

    # On marketing's form of the day.
    DOES_NOT_ADD_UP = "the day's figures do not add up"
    LOST = "marketing's and nowhere to be found"
    UNRECORDED = "handed out and not recorded"
    STILL_IN_HAND = "recorded as handed out and still in hand"
    FOREIGN = "in marketing's hands and never issued to it"
    # In the drop boxes.
    COUNTED_TWICE = "counted twice"
    NEVER_DISTRIBUTED = "redeemed and never handed to a patron"
    ALTERED_VALUE = "shows another value than it was printed with"
    NEVER_RECEIVED = "with a serial that the house never received"
    VOID_IN_BOX = "void and in the drop box"
    EXPIRED_IN_BOX = "expired and in the drop box"
    MISSING_FROM_BOX = "redeemed at a table and not in its drop box"
    OTHER_TABLE = "redeemed at one table and in the drop box of another"
    LATER_DAY = "in a drop box of an earlier day than that of its redemption"
    NOT_SCANNED = "in the drop box of a table that did not redeem it"
    # Among what came back.
    VOID_NOT_FORWARDED = "void and not forwarded"
    NOT_VOID = "forwarded as void and not void"
    NOT_RETURNED = "entered as returned and not there"
    NOT_ENTERED = "there and not entered as returned"
    # In the papers.
    FORM_DIFFERS = "the form and the records do not agree"
    DOES_NOT_BALANCE = "given to marketing, and neither handed out, voided, returned nor held"
    IMPROPER_SIGNATURE = "with a signature that is not proper"
    # In the monthly inventory.
    SHORT = "on the books and not in the inventory"
    OVER = "in the inventory and not on the books"


class VarianceFound(Fact, frozen=True, kw_only=True):
    """Coupons of a day, or its figures where no serial is named, do not agree."""

    day: date
    kind: VarianceKind
    detail: str
    first: int = 0
    last: int = 0


class Variance(NamedTuple):
    """A variance on the books."""

    number: int
    day: date
    kind: VarianceKind
    first: int
    last: int
    detail: str
    clause: str

    @property
    def told(self) -> tuple[str, str, str]:
        """Its serials, its kind and what else is known of it, as a form lists them."""
        serials = spelled((Run(self.first, self.last),)) if self.first else ""
        return serials, self.kind.value, "" if self.detail == self.kind else self.detail


def of_run(kind: VarianceKind, day: date, run: Run, clause: Clause, detail: str = "") -> VarianceFound:
    """A variance of certain coupons."""
    return VarianceFound(
        day=day, kind=kind, first=run.first, last=run.last, detail=detail or kind, clause=clause.id
    )


def post_variance(fact: VarianceFound, desk: Desk) -> None:
    """Keep the variance."""
    last = desk.connection.execute(sa.select(sa.func.max(variances.c.number))).scalar() or 0
    row = {
        "number": last + 1,
        "day": fact.day,
        "kind": fact.kind,
        "first": fact.first,
        "last": fact.last,
        "detail": fact.detail,
        "clause": fact.clause,
    }
    desk.connection.execute(variances.insert(), row)


def variances_of(connection: sa.Connection, first: date, last: date) -> tuple[Variance, ...]:
    """The variances of the days from one to another, both included."""
    query = sa.select(variances).where(variances.c.day.between(first, last)).order_by(variances.c.number)
    return tuple(
        Variance(row.number, row.day, VarianceKind(row.kind), row.first, row.last, row.detail, row.clause)
        for row in connection.execute(query)
    )
