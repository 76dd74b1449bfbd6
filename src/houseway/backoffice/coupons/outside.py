"""Coupons printed outside: the barcodes that a gaming service provider prints on them go out sealed, and each time is entered.

A list is for serials that are ordered and not delivered yet. Whoever has it could print coupons that scan; but none is
good before it was received, issued and handed to a patron, and each once.
"""

from datetime import date
from typing import Annotated

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.design import CONTENT, SERIAL, require_design
from houseway.backoffice.coupons.documents import PaperKind
from houseway.backoffice.coupons.printing import provided
from houseway.backoffice.coupons.programme import controls_on, require_approved_designs
from houseway.backoffice.coupons.quantities import Quantity
from houseway.backoffice.coupons.receipt import next_serial
from houseway.backoffice.coupons.runs import Run, Serial, common, require_runs, spelled
from houseway.backoffice.coupons.schema import serials
from houseway.backoffice.coupons.sealed import BarcodesSealed, all_sealed, post_sealed
from houseway.backoffice.orders import Fact, Order, Remark, Words
from houseway.law import RuleViolation, implements
from houseway.table.coupons import serial_number

__all__ = ["BarcodesSealed", "SealCouponBarcodes", "bears_barcode", "post_sealed", "seal_barcodes"]

_Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$", max_length=64)]


class SealCouponBarcodes(Order, frozen=True, kw_only=True):
    """The barcodes of the next serials go to a gaming service provider that prints them, sealed for its certificate.

    The same list goes out once more only for a reason.
    """

    supplier: Words
    design: Words
    expires: date
    first: Serial
    last: Serial
    # SHA-256 of the list before it was sealed, and of the certificate that it was sealed for.
    digest: _Digest
    recipient: _Digest
    reason: Remark = ""

    def matters(self) -> tuple[str, ...]:
        """The run of serials."""
        return (f"coupon-print/{self.first}-{self.last}",)


@implements("603a.20(c)(3)", readings=("C-141",))
def seal_barcodes(order: SealCouponBarcodes, desk: Desk) -> tuple[Fact, ...]:
    """Enter a list of barcodes for serials that come next, of one approved design; a copy only of the very same list."""
    connection = desk.connection
    controls_on(connection, desk.day)
    value = require_design(connection, order.design).value
    require_approved_designs(connection, (order.design,), desk.day)
    if order.expires < desk.day:
        raise RuleViolation(
            CONTENT, f"coupons that are good through {order.expires} only are not ordered any more"
        )
    (run,) = require_runs((Run(order.first, order.last),), SERIAL)
    _require_next(connection, order, run)
    return (
        BarcodesSealed(
            number=f"{desk.day}/{documents.count_of(connection, PaperKind.BARCODES, desk.day) + 1}",
            sealed_on=desk.day,
            supplier=order.supplier,
            design=order.design,
            expires=order.expires,
            first=run.first,
            last=run.last,
            quantities=(Quantity(value, len(run)),),
            digest=order.digest,
            recipient=order.recipient,
            reason=order.reason,
            clause=SERIAL.id,
        ),
    )


def _require_next(connection: sa.Connection, order: SealCouponBarcodes, run: Run) -> None:
    """The list is for the serials that come next, or it is one that went out before and is not delivered yet."""
    before = all_sealed(connection)
    delivered = next_serial(connection)
    following = max((delivered, *(one.last + 1 for one in before)))
    again = [one for one in before if one.run == run and one.first >= delivered]
    if again:
        if order.digest != again[-1].digest:
            raise RuleViolation(
                SERIAL,
                f"the barcodes of {spelled((run,))} went out before and said something else",
                fix="seal the same list",
            )
        if not order.reason.strip():
            raise RuleViolation(
                SERIAL,
                f"the barcodes of {spelled((run,))} went out on {again[-1].sealed_on}",
                fix="say why they go out again",
            )
        return
    if run.first != following:
        raise RuleViolation(
            SERIAL,
            f"barcodes of {spelled((run,))} are asked for; the next serial is {serial_number(following)}",
            fix="order the serials that come next",
        )


def bears_barcode(connection: sa.Connection, serial: int) -> bool:
    """Whether the house knows a coupon's barcode: it printed it, or sealed it for whoever did."""
    here = (Run(serial, serial),)
    if common(here, [one.run for one in all_sealed(connection)]):
        return True
    printed = sa.select(serials.c.printed_on).where(serials.c.serial == serial)
    return connection.execute(printed).scalar() is not None or not common(here, provided(connection))
