"""`houseway office coupons`: coupons printed in the house, with their barcodes (603a.20(p)), and barcodes for those printed outside."""

from datetime import date
from pathlib import Path

import msgspec

from houseway.cli.books import Database, coupon_stamps
from houseway.cli.files import read
from houseway.cli.office import signed_in
from houseway.cli.output import BAD_INPUT, Failure, Json, print_json, told_plainly
from houseway.cli.passwords import As
from houseway.cli.private_files import kept_private


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
    from houseway.papers.coupon_run import MOST_PRINTED, print_run

    if not 0 < first <= last or last - first >= MOST_PRINTED:
        fix = "give the first serial of the run and then the last"
        raise Failure(BAD_INPUT, f"{first} to {last} is no run of at most {MOST_PRINTED} serials", fix=fix)
    with told_plainly():
        order = msgspec.convert({"first": first, "last": last}, PrintCoupons)
    # Nothing is entered as printed before there is a file to hold it, and sheets to put into it.
    with kept_private(pdf) as file, signed_in(db, by) as office, told_plainly():
        made = print_run(office, order, coupon_stamps(db, office.journal)[0], who=by)
        file.write(made.file)
    printed = made.standing.facts[0]
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
    from houseway.papers.barcode_list import SealingFailed, certificate_of
    from houseway.papers.coupon_run import MOST_SEALED, seal_run

    if not 0 < first <= last or last - first >= MOST_SEALED:
        raise Failure(BAD_INPUT, f"{first} to {last} is no run of at most {MOST_SEALED} serials")
    try:
        recipient = certificate_of(read(certificate))
    except SealingFailed as error:
        raise Failure(BAD_INPUT, f"{certificate}: {error}", fix="have the provider send another") from None
    with kept_private(out) as file, signed_in(db, by) as office, told_plainly():
        made = seal_run(
            office,
            recipient,
            coupon_stamps(db, office.journal)[0],
            supplier=supplier,
            design=design,
            expires=expires,
            first=first,
            last=last,
            reason=reason,
            who=by,
        )
        file.write(made.file)
    sealed = made.standing.facts[0]
    told = {
        "file": str(out),
        "number": sealed["number"],
        "first": first,
        "last": last,
        "digest": sealed["digest"],
        "recipient": sealed["recipient"],
    }
    if json:
        print_json(told)
    else:
        print(
            f"barcodes of {last - first + 1} coupons of design {design} sealed in {out}, list {told['number']}"
        )
        print(f"SHA-256 of the list {told['digest']}")
