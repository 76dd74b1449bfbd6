"""`houseway office figures`, `hold`, `fairness` and `roster`: what tables say of their day and dice, and who could staff them."""

from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter

from houseway.cli.books import Database, open_journal
from houseway.cli.office import print_standing, signed_in
from houseway.cli.output import (
    BAD_INPUT,
    CHECK_FAILED,
    Failure,
    Json,
    print_json,
    told_plainly,
)
from houseway.cli.passwords import As
from houseway.cli.tables import print_prose, print_table

if TYPE_CHECKING:
    from houseway.floor import TableInService
    from houseway.journal import Journal
    from houseway.lab.dice_fairness import Fairness

TableNumber = Annotated[str, Parameter(help="The table's number, for instance TDF-1.")]
Credentials = Annotated[list[str] | None, Parameter(negative=())]


def figures(
    table: TableNumber,
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
    from houseway.backoffice.office import Office
    from houseway.floor.figures import NoFigures, figures_of
    from houseway.money import dollars
    from houseway.table.procedure import OpenTable

    with open_journal(db) as journal:
        place, clock = _on_floor(journal, table), Office(journal).days
    days = [entry.act.move.gaming_day for entry in place.record if isinstance(entry.act.move, OpenTable)]
    if day is None and not days:
        raise Failure(BAD_INPUT, f"table {table} has not been open yet")
    try:
        found = figures_of(place, day or days[-1], clock)
    except NoFigures as none:
        raise Failure(BAD_INPUT, str(none)) from None
    if json:
        print_json({**msgspec.to_builtins(found), "win": found.win})
        return
    rows = [
        ("opener", dollars(found.opener)),
        ("closer" if not found.still_open else "tray now", dollars(found.closer)),
        ("drop", dollars(found.drop)),
        ("paid by the cage", dollars(found.payouts)),
        ("win", dollars(found.win)),
        ("vigorish in it", dollars(found.vigorish)),
        ("coupons dropped", f"{found.coupons}, {dollars(found.coupon_face)} on their face"),
        ("progressive liability", str(found.progressive) if found.progressive else "no meter"),
    ]
    print_table(f"Table {table} on {found.day} by its record", ("figure", "amount"), rows)


def hold(table: TableNumber, day: date, *, by: As, db: Database = None, json: Json = False) -> None:
    """Hold the count of a table to its own record: enter what the record expects of a gaming day into the revenue book.

    Parameters
    ----------
    day
        The gaming day, for instance 2014-05-01.
    """
    from houseway.floor.figures import NoFigures, hold_against_record

    with signed_in(db, by) as office, told_plainly():
        try:
            standing = hold_against_record(office, _on_floor(office.journal, table), day, who=by)
        except NoFigures as none:
            raise Failure(BAD_INPUT, str(none)) from None
    print_standing(standing, office, as_json=json)


def fairness(table: TableNumber, *, db: Database = None, json: Json = False) -> int:
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
            print_prose(f"Set {serial}: {'SUSPICIOUS' if one.suspicious else 'nothing suspicious'}")
            print_prose(f"together: {one.together}", indent="  ")
            for number, die in enumerate(one.dice, start=1):
                print_prose(f"die {number} ({', '.join(map(str, die.counts))}): {die}", indent="  ")
    return CHECK_FAILED if any(one.suspicious for one in tested.values()) else 0


def roster(
    *tables: str,
    person: Credentials = None,
    seating: Credentials = None,
    db: Database = None,
    json: Json = False,
) -> int:
    """Propose who staffs tables with the fewest floorpersons; exit code 1 if no lawful roster is possible, with the clauses.

    Parameters
    ----------
    tables
        The tables to be open (default: every table of the floor plan).
    person
        The credential of somebody at hand, as often as needed (default: everyone of table games at no other table).
    seating
        The credential of a floorperson who seats Poker players.
    """
    from houseway.backoffice.office import Office
    from houseway.backoffice.rosters.assignments import tables_on_floor
    from houseway.backoffice.rosters.now import at_hand, propose
    from houseway.backoffice.rosters.papers import proposed

    with open_journal(db) as journal, Office(journal).desk() as desk, told_plainly():
        names = tables or tuple(tables_on_floor(desk.connection))
        people = person or at_hand(desk, names)
        found = propose(desk, names, people, seating=frozenset(seating or ()))
        grids = proposed(desk, found)
    if json:
        print_json({"lawful": found.lawful, **msgspec.to_builtins(found)})
    else:
        for grid in grids:
            print_table(grid.title, grid.headings, grid.rows)
    return 0 if found.lawful else CHECK_FAILED


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


def _table(table: str, database: str | None) -> "TableInService":
    with open_journal(database) as journal:
        return _on_floor(journal, table)


def _on_floor(journal: "Journal", table: str) -> "TableInService":
    from houseway.floor import UnknownTable, replay_table

    try:
        return replay_table(journal, table)
    except UnknownTable as unknown:
        raise Failure(BAD_INPUT, str(unknown), fix="houseway table list shows the tables") from None
