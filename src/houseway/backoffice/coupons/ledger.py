"""The Match Play Coupon ledger, which finance alone keeps: receipts, issues, returns, voids, counts, inventories (603a.20(d)#3)."""

from datetime import date, timedelta
from typing import NamedTuple

import sqlalchemy as sa

from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.count import DayCounted
from houseway.backoffice.coupons.documents import LEDGER, Document
from houseway.backoffice.coupons.inventory import InventoryTaken
from houseway.backoffice.coupons.issue import IssueEntered
from houseway.backoffice.coupons.mailed import CouponsMailed
from houseway.backoffice.coupons.quantities import Quantity, quantities
from houseway.backoffice.coupons.quantities import spelled as spelled_quantities
from houseway.backoffice.coupons.receipt import CouponsReceived
from houseway.backoffice.coupons.returns import CouponsReturned
from houseway.backoffice.coupons.runs import Runs, joined, spelled
from houseway.backoffice.coupons.voids import CouponsVoided, VoidLine, VoidLines
from houseway.backoffice.orders import Signed
from houseway.law import implements

LedgerFact = (
    CouponsReceived
    | CouponsMailed
    | IssueEntered
    | CouponsReturned
    | CouponsVoided
    | DayCounted
    | InventoryTaken
)


class LedgerLine(NamedTuple):
    """One entry of the ledger, as a row shows it."""

    number: int
    day: date
    entry: str
    serials: str
    quantities: str
    voided: str
    signed: str


def entries(connection: sa.Connection, first: date, last: date) -> tuple[LedgerLine, ...]:
    """The entries of the ledger from a day to another, both included, in the order of their making."""
    return tuple(_line(document) for document in documents.in_ledger(connection, LedgerFact, first, last))


def _line(document: Document[LedgerFact]) -> LedgerLine:
    runs, some, voided = _said(document.fact)
    return LedgerLine(
        number=document.number,
        day=document.day,
        entry=f"{document.kind} {document.subject}",
        serials=runs,
        quantities=some,
        voided=voided,
        signed="; ".join(signed_by(one) for one in _signers(document.fact, document.signatures)),
    )


def months(connection: sa.Connection) -> tuple[str, ...]:
    """The months that have entries, the newest first."""
    days = documents.days_of(connection, LEDGER)
    return tuple(sorted({f"{day:%Y-%m}" for day in days}, reverse=True))


def days_in(month: str) -> tuple[date, date]:
    """The first and last day of a month such as 2014-05."""
    first = date.fromisoformat(f"{month}-01")
    return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def spelled_voids(voided: VoidLines) -> str:
    """Void coupons with the reason for each, as a form lists them."""
    return "; ".join(f"{spelled((line.run,))}: {line.reason}" for line in voided) or "none"


def signed_by(signed: Signed) -> str:
    """A signature as a ledger shows it."""
    return f"{signed.part}: {signed.name}, {signed.credential}"


@implements("603a.20(f)(4)")
def _signers(fact: LedgerFact, signatures: tuple[Signed, ...]) -> tuple[Signed, ...]:
    """Who signed an entry; a receipt names those who checked the coupons as well."""
    return (*fact.checkers, *signatures) if isinstance(fact, CouponsReceived) else signatures


def _said(fact: LedgerFact) -> tuple[str, str, str]:
    """The serials, quantities and voids of an entry."""
    match fact:
        case CouponsReceived():
            return spelled(fact.serials), spelled_quantities(fact.quantities), ""
        case CouponsMailed():
            voided = tuple(
                VoidLine(first=void.lot.first, last=void.lot.last, reason=void.reason) for void in fact.voided
            )
            return spelled(fact.serials), spelled_quantities(fact.quantities), spelled_voids(voided)
        case IssueEntered() | CouponsReturned():
            return spelled(fact.serials), spelled_quantities(fact.quantities), spelled_voids(fact.voided)
        case CouponsVoided():
            runs: Runs = joined(line.run for line in fact.voided)
            return spelled(runs), spelled_quantities(fact.quantities), spelled_voids(fact.voided)
        case DayCounted():
            redeemed = quantities({line.denomination: line.redeemed for line in fact.lines})
            return "", f"redeemed {spelled_quantities(redeemed)}", ""
        case InventoryTaken():
            some: tuple[Quantity, ...] = fact.counted
            runs = joined((*fact.at_finance, *fact.at_marketing))
            return spelled(runs), spelled_quantities(some), ""
