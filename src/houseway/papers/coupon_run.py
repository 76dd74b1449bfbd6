"""Runs of coupons made for people: sheets printed in the house, barcodes sealed for a printer outside; each is entered in its book.

Nothing is entered before the file is made, and nobody gets the file before it is entered.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Protocol
from uuid import uuid4

from houseway.backoffice.coupons.barcode import Stamp
from houseway.backoffice.coupons.design import require_design
from houseway.backoffice.coupons.outside import SealCouponBarcodes
from houseway.backoffice.coupons.printing import PrintCoupons, print_coupons
from houseway.backoffice.coupons.serials import coupon_of, find
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order
from houseway.backoffice.passkeys.assertion import Assertion
from houseway.backoffice.records import OrderRecord
from houseway.law import RuleViolation
from houseway.papers.barcode_list import Recipient, list_of_barcodes, sealed_for
from houseway.papers.coupon import coupon_sheets_pdf
from houseway.papers.coupon_drawing import Drawing

MOST_PRINTED = 5000
MOST_SEALED = 100_000


@dataclass(frozen=True, slots=True)
class Made:
    """A file, and the order under which it was made."""

    file: bytes
    standing: OrderRecord


class Signing(Protocol):
    """Whoever signs, perhaps with a passkey, which is asked what the order under this very key says."""

    def key(self, otherwise: str) -> str:
        """The key of the order: the one that the passkey was asked with, where it was."""

    def sign(self, give: Callable[[Assertion | None], OrderRecord]) -> OrderRecord:
        """Give the order with what the passkey answered."""


def _carried_out(office: Office, order: Order, who: str, key: str, signing: Signing | None) -> OrderRecord:
    if signing is None:
        return office.carry_out(order, who=who, key=key)
    named = signing.key(key)
    return signing.sign(lambda shown: office.carry_out(order, who=who, key=named, assertion=shown))


def print_run(
    office: Office, order: PrintCoupons, stamp: Stamp, *, who: str, signing: Signing | None = None
) -> Made:
    """The coupons of a run on sheets, printed this once (603a.20(p))."""
    sheets = _sheets(office, order, stamp)
    return Made(sheets, _carried_out(office, order, who, f"print/{uuid4()}", signing))


def _sheets(office: Office, order: PrintCoupons, stamp: Stamp) -> bytes:
    """The coupons of a run on paper; none where the order will be refused, which is then recorded."""
    serials = range(order.first, order.last + 1)
    with office.desk() as desk:
        try:
            print_coupons(order, desk)
        except RuleViolation:
            return b""
        known = find(desk.connection, order.first)
        assert known is not None, "what is printed lies in stock"
        design = require_design(desk.connection, known.design)
        found = [coupon_of(desk.connection, serial) for serial in serials]
    drawing = Drawing(design=design.id, holder=design.holder)
    return coupon_sheets_pdf([coupon for coupon in found if coupon], drawing, stamp)


def seal_run(
    office: Office,
    recipient: Recipient,
    stamp: Stamp,
    *,
    supplier: str,
    design: str,
    expires: date,
    first: int,
    last: int,
    reason: str,
    who: str,
    signing: Signing | None = None,
) -> Made:
    """The barcodes of the next serials in an envelope that only the provider's key opens (603a.20(c)(3))."""
    with office.desk() as desk:
        made = list_of_barcodes(desk.connection, design, expires, first, last, stamp)
    order = SealCouponBarcodes(
        supplier=supplier,
        design=design,
        expires=expires,
        first=first,
        last=last,
        digest=sha256(made).hexdigest(),
        recipient=recipient.fingerprint,
        reason=reason,
    )
    standing = _carried_out(office, order, who, f"barcodes/{uuid4()}", signing)
    return Made(sealed_for(recipient, made), standing)
