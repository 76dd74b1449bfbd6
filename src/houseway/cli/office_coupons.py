"""`houseway office coupons`: coupons printed in the house, with their barcodes (603a.20(p)), and barcodes for those printed outside."""

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import msgspec

from houseway.cli.books import Database, coupon_stamps
from houseway.cli.files import read
from houseway.cli.office import signed_in
from houseway.cli.output import BAD_INPUT, Failure, Json, print_json, told_plainly
from houseway.cli.passwords import As
from houseway.cli.private_files import kept_private

if TYPE_CHECKING:
    from houseway.backoffice.coupons.barcode import Stamp
    from houseway.backoffice.coupons.printing import PrintCoupons
    from houseway.backoffice.office import Office

_MOST_AT_ONCE = 5000
_MOST_SEALED = 100_000


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
        fix = "give the first serial of the run and then the last"
        raise Failure(BAD_INPUT, f"{first} to {last} is no run of at most {_MOST_AT_ONCE} serials", fix=fix)
    with told_plainly():
        order = msgspec.convert({"first": first, "last": last}, PrintCoupons)
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


def coupon_barcodes(
    first: int,
    last: int,
    *,
    design: str,
    expires: date,
    supplier: str,
    certificate: Path,
    out: Path,
    by: As,
    reason: str = "",
    db: Database = None,
    json: Json = False,
) -> None:
    """Seal the barcodes of the next serials for the gaming service provider that prints them; for a finance supervisor or above.

    The file is S/MIME that only the owner of the certificate opens (openssl smime -decrypt -in FILE -inkey KEY): a list
    of serial, value in cents, last day, design and the text of the barcode. The book keeps its hash.

    Parameters
    ----------
    first
        The first serial number: the one that comes next.
    last
        The last one.
    design
        The number of an approved design.
    expires
        The last day of the coupons.
    supplier
        The gaming service provider.
    certificate
        The provider's certificate, with an RSA key, as PEM.
    out
        The file to write.
    reason
        Why the same list goes out once more.
    """
    from hashlib import sha256

    from houseway.backoffice.coupons.outside import SealCouponBarcodes
    from houseway.papers.barcode_list import SealingFailed, certificate_of, list_of_barcodes, sealed_for

    if not 0 < first <= last or last - first >= _MOST_SEALED:
        raise Failure(BAD_INPUT, f"{first} to {last} is no run of at most {_MOST_SEALED} serials")
    try:
        recipient = certificate_of(read(certificate))
    except SealingFailed as error:
        raise Failure(BAD_INPUT, f"{certificate}: {error}", fix="have the provider send another") from None
    with kept_private(out) as file, signed_in(db, by) as office, told_plainly():
        stamp = coupon_stamps(db)[0]
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
        standing = office.carry_out(order, who=by, key=f"barcodes/{uuid4()}")
        file.write(sealed_for(recipient, made))
    told = {
        "file": str(out),
        "number": standing.facts[0]["number"],
        "first": first,
        "last": last,
        "digest": order.digest,
        "recipient": order.recipient,
    }
    if json:
        print_json(told)
    else:
        print(
            f"barcodes of {last - first + 1} coupons of design {design} sealed in {out}, list {told['number']}"
        )
        print(f"SHA-256 of the list {order.digest}")
