"""`houseway office coupons`: coupons printed in the house, with their barcodes (603a.20(p))."""

from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from houseway.cli.books import Database, coupon_stamps
from houseway.cli.office import signed_in
from houseway.cli.output import BAD_INPUT, Failure, Json, print_json, told_plainly
from houseway.cli.passwords import As
from houseway.cli.private_files import kept_private

if TYPE_CHECKING:
    from houseway.backoffice.coupons.barcode import Stamp
    from houseway.backoffice.coupons.printing import PrintCoupons
    from houseway.backoffice.office import Office

_MOST_AT_ONCE = 5000


def coupons(first: int, last: int, *, pdf: Path, by: As, db: Database = None, json: Json = False) -> None:
    """Print coupons of the stock with their barcodes, as many to a sheet as it holds; for a finance supervisor or above.

    Only where the Board approved how the house prints, only coupons of its own production, and each of them once.

    Parameters
    ----------
    first
        The first serial number.
    last
        The last one.
    pdf
        The file to print to.
    """
    from houseway.backoffice.coupons.printing import PrintCoupons

    if not 0 < first <= last or last - first >= _MOST_AT_ONCE:
        raise Failure(BAD_INPUT, f"{first} to {last} is no run of at most {_MOST_AT_ONCE} serials")
    order = PrintCoupons(first=first, last=last)
    # Nothing is entered as printed before there is a file to hold it, and sheets to put into it.
    with kept_private(pdf) as file, signed_in(db, by) as office, told_plainly():
        sheets = _sheets(office, order, coupon_stamps(db)[0])
        standing = office.carry_out(order, who=by, key=f"print/{uuid4()}")
        file.write(sheets)
    printed = standing.facts[0]
    told = {
        "file": str(pdf),
        "number": printed["number"],
        "design": printed["design"],
        "first": first,
        "last": last,
        "coupons": last - first + 1,
    }
    if json:
        print_json(told)
    else:
        print(f"{told['coupons']} coupons of design {told['design']} in {pdf}, print {told['number']}")


def _sheets(office: "Office", order: "PrintCoupons", stamp: "Stamp") -> bytes:
    """The coupons of a run on paper; none where the order will be refused, which is then recorded."""
    from houseway.backoffice.coupons.design import require_design
    from houseway.backoffice.coupons.printing import print_coupons
    from houseway.backoffice.coupons.serials import coupon_of, find
    from houseway.law import RuleViolation
    from houseway.papers.coupon import coupon_sheets_pdf
    from houseway.papers.coupon_drawing import Drawing

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
