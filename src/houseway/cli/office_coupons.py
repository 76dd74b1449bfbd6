"""`houseway office coupons`: coupons printed in the house, with their barcodes (603a.20(p))."""

from pathlib import Path
from typing import TYPE_CHECKING

from houseway.cli.books import Database, coupon_stamps
from houseway.cli.office import As, signed_in
from houseway.cli.output import BAD_INPUT, Failure, Json, print_json, told_plainly

if TYPE_CHECKING:
    from houseway.backoffice.book import Desk
    from houseway.backoffice.coupons.design import Design
    from houseway.backoffice.people import Posting
    from houseway.table.coupons import Coupon

_MOST_AT_ONCE = 5000


def coupons(first: int, last: int, *, pdf: Path, by: As, db: Database = None, json: Json = False) -> None:
    """Print coupons of the ledger with their barcodes, as many to a sheet as it holds; for a finance supervisor or above.

    Only where the Board approved how the house prints, and only coupons of one design that were printed in the house.

    Parameters
    ----------
    first
        The first serial number.
    last
        The last one.
    pdf
        The file to print to.
    """
    from houseway.papers.coupon import coupon_sheets_pdf
    from houseway.papers.coupon_drawing import Drawing

    with signed_in(db, by) as office, office.desk() as desk, told_plainly():
        _check_may_print(desk, office.people()[by])
        design, found = _printable(desk, first, last)
        stamp = coupon_stamps(db)[0]
        sheets = coupon_sheets_pdf(found, Drawing(design=design.id, holder=design.holder), stamp)
    pdf.write_bytes(sheets)
    told = {"file": str(pdf), "design": design.id, "first": first, "last": last, "coupons": len(found)}
    if json:
        print_json(told)
    else:
        print(f"{len(found)} coupons of design {design.id} in {pdf}")


def _check_may_print(desk: "Desk", person: "Posting") -> None:
    """Refuse whoever is no finance supervisor, and a house that may not print (603a.20(p))."""
    from houseway.backoffice.coupons.programme import IN_HOUSE, controls_on, require_in_house_printing
    from houseway.backoffice.people import Position, or_above
    from houseway.backoffice.policy import NotPermitted

    if person.position not in or_above(Position.FINANCE_SUPERVISOR):
        raise NotPermitted(
            IN_HOUSE,
            f"coupons are not printed by a {person.position}",
            fix=f"have a {Position.FINANCE_SUPERVISOR} or above print them",
        )
    require_in_house_printing(desk.connection, controls_on(desk.connection, desk.day), desk.day)


def _printable(desk: "Desk", first: int, last: int) -> "tuple[Design, list[Coupon]]":
    """The coupons of a run, once all of them are good, of one design, and of the house's own printing."""
    from houseway.backoffice.coupons.design import SERIAL, require_design
    from houseway.backoffice.coupons.programme import IN_HOUSE, require_approved_designs
    from houseway.backoffice.coupons.serials import State, coupon_of, find_all
    from houseway.law import RuleViolation
    from houseway.table.coupons import serial_number

    if not 0 < first <= last or last - first >= _MOST_AT_ONCE:
        raise Failure(BAD_INPUT, f"{first} to {last} is no run of at most {_MOST_AT_ONCE} serials")
    wanted = range(first, last + 1)
    standing, printed_here = find_all(desk.connection, wanted), _printed_here(desk)
    for serial in wanted:
        known = standing.get(serial)
        if known is None:
            raise RuleViolation(SERIAL, f"the house never received a coupon {serial_number(serial)}")
        if known.state in (State.REDEEMED, State.VOIDED, State.EXPIRED):
            raise RuleViolation(SERIAL, f"coupon {serial_number(serial)} is {known.state}")
        if serial not in printed_here:
            raise RuleViolation(IN_HOUSE, f"coupon {serial_number(serial)} was not printed in the house")
    designs = {known.design for known in standing.values()}
    if len(designs) > 1:
        raise Failure(BAD_INPUT, f"the run is of several designs: {', '.join(sorted(designs))}")
    require_approved_designs(desk.connection, designs, desk.day)
    found = [coupon_of(desk.connection, serial) for serial in wanted]
    return require_design(desk.connection, designs.pop()), [coupon for coupon in found if coupon]


def _printed_here(desk: "Desk") -> frozenset[int]:
    from houseway.backoffice.coupons import documents
    from houseway.backoffice.coupons.documents import Kind
    from houseway.backoffice.coupons.receipt import DeliveryChecked, Source

    names = documents.subjects_of(desk.connection, Kind.DELIVERY)
    checks = (documents.find(desk.connection, Kind.DELIVERY, name, DeliveryChecked) for name in names)
    return frozenset(
        serial
        for check in checks
        if check and check.fact.source is Source.IN_HOUSE
        for lot in check.fact.found
        for serial in range(lot.first, lot.last + 1)
    )
