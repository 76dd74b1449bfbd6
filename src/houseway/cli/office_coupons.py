"""`houseway office` at the tables: coupons printed in the house, a table's own figures, and the fairness of its dice."""

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.cli.books import Database, coupon_stamps, open_journal
from houseway.cli.office import As, _signed_in
from houseway.cli.output import (
    BAD_INPUT,
    CHECK_FAILED,
    Failure,
    Json,
    print_json,
    print_table,
    told_plainly,
)

if TYPE_CHECKING:
    from houseway.backoffice.book import Desk
    from houseway.backoffice.coupons.design import Design
    from houseway.backoffice.people import Posting
    from houseway.floor import TableInService
    from houseway.lab.dice_fairness import Fairness
    from houseway.table.coupons import Coupon


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

    with _signed_in(db, by) as office, office.desk() as desk, told_plainly():
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
    standing = find_all(desk.connection, wanted)
    for serial in wanted:
        known = standing.get(serial)
        if known is None:
            raise RuleViolation(SERIAL, f"the house never received a coupon {serial_number(serial)}")
        if known.state in (State.REDEEMED, State.VOIDED, State.EXPIRED):
            raise RuleViolation(SERIAL, f"coupon {serial_number(serial)} is {known.state}")
        if serial not in _printed_here(desk):
            raise RuleViolation(IN_HOUSE, f"coupon {serial_number(serial)} was not printed in the house")
    designs = {known.design for known in standing.values()}
    if len(designs) > 1:
        raise Failure(BAD_INPUT, f"the run is of several designs: {', '.join(sorted(designs))}")
    require_approved_designs(desk.connection, designs, desk.day)
    found = [coupon_of(desk.connection, serial) for serial in wanted]
    return require_design(desk.connection, designs.pop()), [coupon for coupon in found if coupon]


_MOST_AT_ONCE = 5000


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


def figures(
    table: str,
    *,
    day: date | None = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Show what a live table's record says of a gaming day: what its tray and box should hold.

    Parameters
    ----------
    day
        The gaming day (default: the last one on which the table opened).
    """
    from houseway.floor.figures import NoFigures, figures_of
    from houseway.money import dollars
    from houseway.table.procedure import OpenTable

    place = _table(table, db)
    days = [entry.act.move.gaming_day for entry in place.record if isinstance(entry.act.move, OpenTable)]
    if day is None and not days:
        raise Failure(BAD_INPUT, f"table {table} has not been open yet")
    try:
        found = figures_of(place, day or days[-1])
    except NoFigures as none:
        raise Failure(BAD_INPUT, str(none)) from None
    if json:
        print_json({**_plain(found), "win": found.win})
        return
    rows = [
        ("opener", dollars(found.opener)),
        ("closer" if not found.still_open else "tray now", dollars(found.closer)),
        ("drop", dollars(found.drop)),
        ("win", dollars(found.win)),
        ("vigorish in it", dollars(found.vigorish)),
        ("coupons dropped", f"{found.coupons}, {dollars(found.coupon_face)} on their face"),
        ("progressive liability", str(found.progressive) if found.progressive else "no meter"),
    ]
    print_table(f"Table {table} on {found.day} by its record", ("figure", "amount"), rows)


def fairness(table: str, *, db: Database = None, json: Json = False) -> int:
    """Test the dice of a table by what they showed, set by set, with the bias that so many throws would find; exit code 1 if one is suspicious."""
    from houseway.floor.figures import throws_by_set
    from houseway.lab.dice_fairness import assess_set

    throws = throws_by_set(_table(table, db))
    if not throws:
        raise Failure(BAD_INPUT, f"no dice have been thrown at table {table}")
    tested = {serial: assess_set(rows) for serial, rows in throws.items()}
    if json:
        print_json(
            [
                {
                    "set": serial,
                    "suspicious": one.suspicious,
                    "together": _told(one.together),
                    "dice": [_told(die) for die in one.dice],
                }
                for serial, one in tested.items()
            ]
        )
    else:
        for serial, one in tested.items():
            print(f"Set {serial}: {'SUSPICIOUS' if one.suspicious else 'nothing suspicious'}")
            print(f"  together: {one.together}")
            for number, die in enumerate(one.dice, start=1):
                print(f"  die {number} ({', '.join(map(str, die.counts))}): {die}")
    return CHECK_FAILED if any(one.suspicious for one in tested.values()) else 0


def _told(fairness: "Fairness") -> dict[str, Any]:
    return {
        "throws": fairness.throws,
        "counts": fairness.counts,
        "statistic": str(fairness.statistic),
        "p_value": fairness.p_value,
        "exact": fairness.exact,
        "level": fairness.level,
        "power": fairness.power,
        "detectable_bias": fairness.detectable,
    }


def _plain(found: Any) -> dict[str, Any]:
    import msgspec

    told: dict[str, Any] = msgspec.to_builtins(found)
    return told


def _table(table: str, database: str | None) -> "TableInService":
    from houseway.floor import UnknownTable, replay_table

    with open_journal(database) as journal:
        try:
            return replay_table(journal, table)
        except UnknownTable as unknown:
            raise Failure(BAD_INPUT, str(unknown)) from None
