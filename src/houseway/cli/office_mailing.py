"""`houseway office`: lists for mailings read from files, and what the provider gets: the list, and the coupons (603a.20(q))."""

import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from houseway.cli.books import Database, coupon_stamps
from houseway.cli.comma_separated import amount, day, maybe, number, read_list, text
from houseway.cli.office import give, signed_in
from houseway.cli.output import Json, print_json, told_plainly
from houseway.cli.passwords import As
from houseway.cli.private_files import a_folder, kept_private

if TYPE_CHECKING:
    from houseway.backoffice.book import Desk
    from houseway.backoffice.coupons.barcode import Stamp

_EXCLUDED = {"person": text, "name": text, "address": maybe(text), "born": maybe(day)}
_RECIPIENT = {
    "patron": text,
    "name": text,
    "address": text,
    "born": maybe(day),
    "design": text,
    "denomination": amount,
    "expires": day,
    "serial": number,
}


def exclusion_list(
    file: Path,
    *,
    chapter: str,
    as_of: date,
    good_through: date,
    reference: str,
    stated: int,
    by: As,
    key: str | None = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Propose a list of excluded persons as the Board sent it; names are sealed before anything is recorded.

    Parameters
    ----------
    file
        Comma-separated values: person, name, address, born; `person` is the number under which the vault holds them.
    chapter
        503a for the self-exclusion list, 511a for the exclusion list.
    as_of
        The day whose state it shows.
    good_through
        The last day on which it may be relied on.
    reference
        The Board's letter.
    stated
        How many persons the letter says there are.
    key
        What makes it safe to give the same order again (default: its content).
    """
    people = [{"person": one.pop("person"), "identity": one} for one in read_list(file, _EXCLUDED)]
    content: dict[str, Any] = {
        "order": "enter-exclusion-list",
        "list": chapter,
        "as_of": as_of.isoformat(),
        "good_through": good_through.isoformat(),
        "reference": reference,
        "stated": stated,
        "people": people,
    }
    give(content, by=by, key=key, propose=True, db=db, json=json)


def mailing_list(
    file: Path,
    *,
    mailing: str,
    provider: str,
    mail_on: date,
    department: str = "marketing",
    by: As,
    key: str | None = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Propose the list of a mailing to finance; names and addresses are sealed before anything is recorded.

    Parameters
    ----------
    file
        Comma-separated values: patron, name, address, born, design, denomination, expires, serial; `patron` is the
        number under which the vault holds the patron, and `born` may be empty.
    mailing
        The mailing for which finance reserved the serial numbers.
    provider
        The gaming service provider.
    mail_on
        The day of the mailing.
    department
        The department that runs coupons by the internal controls.
    key
        What makes it safe to give the same order again (default: its content).
    """
    content: dict[str, Any] = {
        "order": "prepare-mailing-list",
        "department": department,
        "mailing": mailing,
        "provider": provider,
        "mail_on": mail_on.isoformat(),
        "entries": read_list(file, _RECIPIENT),
    }
    give(content, by=by, key=key, propose=True, db=db, json=json)


def mailing_file(mailing: str, file: Path, *, by: As, db: Database = None, json: Json = False) -> None:
    """Write the list of a mailing for its provider, with everybody's name and address; for those who send it.

    Parameters
    ----------
    mailing
        A mailing that has a list and has not gone out.
    file
        The file to write, for nobody else to read.
    """
    from houseway.backoffice.mailing.delivery import file_to_send
    from houseway.backoffice.mailing.policy import require_sender

    with signed_in(db, by) as office, office.desk() as desk, told_plainly():
        sender = office.people()[by]
        with office.recording_refusals(sender, "read mailing-file"):
            require_sender(desk, sender.position)
        made = file_to_send(desk.connection, mailing, desk.day)
    with kept_private(file) as opened:
        opened.write(made.content)
    if json:
        print_json({"file": str(file), "entries": made.entries, "sha256": made.sha256})
    else:
        print(f"{made.entries} entries in {file}, SHA-256 {made.sha256}")


def mailing_coupons(mailing: str, folder: Path, *, by: As, db: Database = None, json: Json = False) -> None:
    """Print the coupons of a mailing with their barcodes, a file for each design; for a finance supervisor or above.

    Only once the provider has the list, and it was screened against the newest exclusion lists; and only once.

    Parameters
    ----------
    mailing
        The mailing.
    folder
        Where the files are written; an empty one, or none yet.
    """
    from houseway.backoffice.mailing.printing import PrintMailing

    order = PrintMailing(mailing=mailing)
    # Nothing is entered as printed before there is a place to put it, and sheets to put there.
    with a_folder(folder), signed_in(db, by) as office, told_plainly():
        stamp = coupon_stamps(db, office.journal)[0]
        with office.desk() as desk:
            sheets = _sheets(desk, mailing, stamp)
        office.carry_out(order, who=by, key=f"print/{uuid4()}")
    written: dict[str, str] = {}
    for place, (design, pdf) in enumerate(sheets.items(), 1):
        # A design may be called anything; a file may not.
        file = folder / f"{place}-{re.sub('[^A-Za-z0-9.-]+', '-', design)}.pdf"
        with kept_private(file) as opened:
            opened.write(pdf)
        written[design] = str(file)
    if json:
        print_json({"mailing": mailing, "files": written})
    else:
        print("\n".join(f"design {design} in {file}" for design, file in written.items()))


def _sheets(desk: "Desk", mailing: str, stamp: "Stamp") -> "Mapping[str, bytes]":
    """The coupons on paper; none where the order will be refused, which is then recorded."""
    from houseway.backoffice.mailing.printing import coupons_to_print
    from houseway.law import RuleViolation
    from houseway.papers.mailing import mailing_pdfs

    try:
        coupons_to_print(desk.connection, mailing, desk.day)
    except RuleViolation:
        return {}
    return mailing_pdfs(desk.connection, mailing, stamp, desk.day)
