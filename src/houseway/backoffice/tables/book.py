"""The book of tables: each is set up, ruled, renamed, moved and retired by order, and the floor follows in the same transaction."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from houseway.backoffice.approvals.kinds import FILED_PER_GAME
from houseway.backoffice.approvals.orders import SignTakenDown
from houseway.backoffice.book import Desk, IndexedBook, Sheet
from houseway.backoffice.orders import Fact, Order
from houseway.backoffice.paper import Grid
from houseway.backoffice.people import Department, Position
from houseway.backoffice.policy import SEPARATE_DUTIES, Part, Rule, anyone_of, at_least
from houseway.backoffice.rosters.cameras import PLAN
from houseway.backoffice.rosters.orders import CoverageLost, TableRemoved
from houseway.backoffice.rosters.supervision import EVERY_TABLE
from houseway.backoffice.tables import deciding, orders, schema
from houseway.backoffice.tables.entries import (
    Change,
    HouseClock,
    Moved,
    Renamed,
    Retired,
    Ruled,
    TableSetUp,
)
from houseway.games import title_of
from houseway.table.days import GamingDays

_SHIFT, _PIT = at_least(Position.SHIFT_MANAGER), at_least(Position.PIT_MANAGER)
_WATCHED = Part("entered in the surveillance plan", anyone_of(Department.SURVEILLANCE), PLAN)
# Under which rules patrons play is nobody's to say alone: internal audit compares them with the approval.
_RULED = (
    Part("ruled", _SHIFT, FILED_PER_GAME),
    Part("compared with the approval", at_least(Position.AUDITOR), SEPARATE_DUTIES),
)


def _tables_now(desk: Desk) -> tuple[Grid, ...]:
    """Every table that was ordered, and what it runs under today."""
    headings = ("table", "title", "game", "mode", "place", "runs under", "from", "until", "reason")
    rows = tuple(
        (
            one.table,
            one.title,
            title_of(one.game),
            str(one.mode),
            one.place,
            one.ruled_on(desk.day).submission_hash[:12],
            str(one.brought_on or ""),
            str(one.retired_on or ""),
            one.reason,
        )
        for one in schema.every_standing(desk.connection)
    )
    return (Grid(title="Tables", headings=headings, rows=rows, clause=FILED_PER_GAME),)


_DECIDED: Mapping[type[Order], Callable[[Any, Desk], tuple[Fact, ...]]] = {
    orders.SetUpTable: deciding.set_up_table,
    orders.SetUpTrainingTable: deciding.set_up_training_table,
    orders.RuleTable: deciding.rule_table,
    orders.RenameTable: deciding.rename_table,
    orders.MoveTable: deciding.move_table,
    orders.RetireTable: deciding.retire_table,
}
_POSTED: Mapping[type[Fact], Callable[[Any, Desk], None]] = {
    orders.TableBrought: schema.keep_brought,
    orders.TableRuled: schema.keep_ruled,
    orders.TableRenamed: schema.keep_renamed,
    orders.TableMoved: schema.keep_moved,
    orders.TableRetired: schema.keep_retired,
}


class TablesBook(IndexedBook):
    """Which tables the house has, and by which rules each is played."""

    name, title = "tables", "Tables"
    moves_value = True
    rules = (
        Rule(orders.SetUpTable, _RULED),
        # Nobody's money is on a training table.
        Rule(
            orders.SetUpTrainingTable,
            (Part("set up", at_least(Position.FLOORPERSON), SEPARATE_DUTIES),),
        ),
        Rule(orders.RuleTable, _RULED),
        Rule(orders.RenameTable, (Part("renamed", _PIT, SEPARATE_DUTIES),)),
        Rule(orders.MoveTable, (Part("moved", _PIT, EVERY_TABLE), _WATCHED)),
        Rule(orders.RetireTable, (Part("retired", _SHIFT, EVERY_TABLE), _WATCHED)),
    )
    facts = (
        orders.TableBrought
        | orders.TableRuled
        | orders.TableRenamed
        | orders.TableMoved
        | orders.TableRetired
        | TableRemoved
        | CoverageLost
        | SignTakenDown
    )
    stands_on = ("staffing", "approvals")
    tables = schema.metadata
    sheets = (
        Sheet(
            "tables",
            "Tables of the house",
            _tables_now,
            ("The house has no table yet: [set-up-table], or one to train at: [set-up-training-table].",),
        ),
    )
    decided, posted = _DECIDED, _POSTED

    def at_tables(self, fact: Fact, days: GamingDays) -> Iterator[tuple[str, TableSetUp | Change]]:
        """What each fact changes at its table on the floor."""
        match fact:
            case orders.TableBrought():
                yield (
                    fact.table,
                    TableSetUp(
                        table=fact.table,
                        title=fact.title,
                        game=fact.game,
                        mode=fact.mode,
                        tray=fact.tray,
                        submission=fact.submission,
                        submission_hash=fact.submission_hash,
                        clock=HouseClock.of(days),
                    ),
                )
            case orders.TableRuled():
                yield (
                    fact.table,
                    Ruled(since=fact.since, submission=fact.submission, submission_hash=fact.submission_hash),
                )
            case orders.TableRenamed():
                yield fact.table, Renamed(title=fact.title)
            case orders.TableMoved():
                yield fact.table, Moved(place=fact.place)
            case orders.TableRetired():
                yield fact.table, Retired(on=fact.on)


BOOK = TablesBook()
