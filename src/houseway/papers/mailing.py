"""Mailings on paper: the coupons of a mailing as the provider prints them (603a.20(q)(1))."""

from collections.abc import Mapping
from datetime import date

import sqlalchemy as sa

from houseway.backoffice.coupons.barcode import Stamp
from houseway.backoffice.coupons.design import Design, require_design
from houseway.backoffice.mailing.printing import coupons_to_print
from houseway.law import RuleViolation, implements, pa
from houseway.papers.coupon import coupon_sheets_pdf
from houseway.papers.coupon_drawing import Drawing, as_submitted

COMPLIES = pa("603a.20(q)(1)")


def mailing_pdfs(
    connection: sa.Connection, mailing: str, drawings: Mapping[str, Drawing], stamp: Stamp, day: date
) -> Mapping[str, bytes]:
    """The coupons of a mailing that may be printed today, one file for each design; who gets which is in the list."""
    found = coupons_to_print(connection, mailing, day)
    return {
        name: coupon_sheets_pdf(
            coupons, _require_approved(require_design(connection, name), drawings.get(name)), stamp
        )
        for name, coupons in found.items()
    }


@implements("603a.20(q)(1)")
def _require_approved(design: Design, drawing: Drawing | None) -> Drawing:
    """The drawing that goes with an approved design, showing all that was approved and under that name."""
    if drawing is None:
        raise RuleViolation(COMPLIES, f"there is no drawing of design {design.id}")
    drawn = as_submitted(drawing, design.value, design.terms)
    if (drawn.id, drawn.holder, set(drawn.elements)) != (design.id, design.holder, set(design.elements)):
        raise RuleViolation(
            COMPLIES,
            f"the drawing {drawing.design} is not the one that was approved as design {design.id}",
            fix="print from the approved drawing",
        )
    return drawing
