"""Mailings on paper: the coupons of a mailing as the provider prints them (603a.20(q)(1))."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

import sqlalchemy as sa

from houseway.backoffice.coupons.barcode import Stamp
from houseway.backoffice.coupons.design import Design, require_design
from houseway.backoffice.mailing.printing import coupons_to_print
from houseway.law import RuleViolation, implements, pa
from houseway.papers.coupon import coupon_sheets_pdf
from houseway.papers.coupon_drawing import Drawing, as_submitted

COMPLIES = pa("603a.20(q)(1)")


def mailing_pdfs(
    connection: sa.Connection,
    mailing: str,
    stamp: Stamp,
    day: date,
    drawings: Mapping[str, Drawing] = MappingProxyType({}),
) -> Mapping[str, bytes]:
    """The coupons of a mailing that may be printed today, one file for each design; who gets which is in the list.

    A design whose measures are the usual ones needs no drawing of its own.
    """
    found = coupons_to_print(connection, mailing, day)
    designs = {name: require_design(connection, name) for name in found}
    drawn = {
        name: _require_approved(design, drawings.get(name) or Drawing(design=name, holder=design.holder))
        for name, design in designs.items()
    }
    return {name: coupon_sheets_pdf(coupons, drawn[name], stamp) for name, coupons in found.items()}


@implements("603a.20(q)(1)")
def _require_approved(design: Design, drawing: Drawing) -> Drawing:
    """The drawing that goes with an approved design, showing all that was approved and under that name."""
    drawn = as_submitted(drawing, design.value, design.terms)
    if (drawn.id, drawn.holder, set(drawn.elements)) != (design.id, design.holder, set(design.elements)):
        raise RuleViolation(
            COMPLIES,
            f"the drawing {drawing.design} is not the one that was approved as design {design.id}",
            fix="print from the approved drawing",
        )
    return drawing
