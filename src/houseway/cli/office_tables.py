"""`houseway office figures` and `fairness`: what a table's own record says of its day and of its dice."""

from datetime import date
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.cli.books import Database, open_journal
from houseway.cli.output import BAD_INPUT, CHECK_FAILED, Failure, Json, print_json, print_table

if TYPE_CHECKING:
    from houseway.floor import TableInService
    from houseway.lab.dice_fairness import Fairness


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
    from houseway.backoffice.days import GamingDays
    from houseway.floor.figures import NoFigures, figures_of
    from houseway.money import dollars
    from houseway.table.procedure import OpenTable

    place = _table(table, db)
    days = [entry.act.move.gaming_day for entry in place.record if isinstance(entry.act.move, OpenTable)]
    if day is None and not days:
        raise Failure(BAD_INPUT, f"table {table} has not been open yet")
    try:
        found = figures_of(place, day or days[-1], GamingDays())
    except NoFigures as none:
        raise Failure(BAD_INPUT, str(none)) from None
    if json:
        print_json({**msgspec.to_builtins(found), "win": found.win})
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


def _table(table: str, database: str | None) -> "TableInService":
    from houseway.floor import UnknownTable, replay_table

    with open_journal(database) as journal:
        try:
            return replay_table(journal, table)
        except UnknownTable as unknown:
            raise Failure(BAD_INPUT, str(unknown)) from None
