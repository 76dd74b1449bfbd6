"""A house that has grown: so many entries at its tables, played by the rules and recorded as any other, only without waiting for the disk.

`python -m bench.grown PLACE` makes one at a place; HOUSEWAY_BENCH_ENTRIES says how large (1,000,000), HOUSEWAY_BENCH_TABLES at how
many tables (10). It is the demo property with further tables for training, whose record lies some days back.
"""

import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import chain, cycle, islice
from typing import Any

from bench.moves import THROWS, next_move
from houseway.equipment.dice import Instrument, known_by
from houseway.floor import Floor
from houseway.floor.demo import make_demo_property
from houseway.floor.demo_tables import chosen_options
from houseway.floor.property import Mode
from houseway.floor.table import ACT, TABLE_STREAM, TableInService, act_body
from houseway.games import submission_for
from houseway.journal import Draft, Journal, timestamp
from houseway.table.checklist import Stage
from houseway.table.chip_steps import BuyIn
from houseway.table.dice_steps import InspectDice, IssueDice
from houseway.table.moves import Move, TakeSeat
from houseway.table.procedure import Attest, OpenTable
from houseway.table.roles import Role
from houseway.table.table_state import Act

ENTRIES = int(os.environ.get("HOUSEWAY_BENCH_ENTRIES", "1000000"))
TABLES = int(os.environ.get("HOUSEWAY_BENCH_TABLES", "10"))
_WAGERS = {
    "three-dice-football": (("touchdown", ""), ("defense", ""), ("penalty", "")),
    "sic-bo": (("small", ""), ("total-9", ""), ("one-of-a-kind", "4")),
}
_TRAY = _RACK = 1_000_000_000
_DAYS_AGO, _STEP = timedelta(days=9), timedelta(milliseconds=100)
_AT_ONCE = 2_000


def names(tables: int = TABLES) -> list[str]:
    """The numbers of the further tables."""
    return [f"G-{number:03}" for number in range(1, tables + 1)]


def grow(journal: Journal, *, entries: int = ENTRIES, tables: int = TABLES) -> None:
    """Make the house in a new journal."""
    make_demo_property(Floor(journal, stamps=()))
    began = datetime.now(UTC) - _DAYS_AGO
    floor = Floor(journal, lambda: began, stamps=())
    drafts: list[Draft] = []
    for number, name in enumerate(names(tables)):
        game = tuple(_WAGERS)[number % len(_WAGERS)]
        submission = submission_for(game, chosen_options({}))
        place = floor.set_up_table(name, f"Grown {number + 1}", submission, mode=Mode.TRAINING, tray=_TRAY)
        for act in islice(_acts(place, began), entries // tables):
            drafts.append(_draft(place, act))
            if len(drafts) == _AT_ONCE:
                journal.append_all(drafts)
                drafts.clear()
        journal.append_all(drafts)
        drafts.clear()


def _draft(place: TableInService, act: Act[Any]) -> Draft:
    kept: list[Draft] = []

    def keep(events: Any) -> None:
        body = act_body(act, events, place.set_up.submission_hash)
        kept.append(Draft(TABLE_STREAM + place.name, place.version, ACT, body, timestamp(act.at)))

    place.carry_out(act, keep)
    return kept[0]


def _acts(place: TableInService, began: datetime) -> Iterator[Act[Any]]:
    moves = chain(_opening(place, began), _play(place))
    for number, move in enumerate(moves):
        who = "patron-1" if move.by is Role.PLAYER else "bench"
        yield Act(move=move, who=who, at=began + number * _STEP)


def _opening(place: TableInService, began: datetime) -> Iterator[Move]:
    """The table opens, and two players sit down with more chips than they can lose."""
    if (dice := place.game.dice) is not None:
        yield IssueDice(by=Role.PIT_MANAGER, serial=known_by(f"{place.name}-A"), colours=dice.colours)
        yield InspectDice(
            by=place.game.dice_handling.inspectors[0],
            instruments=tuple(Instrument),
        )
    for step in (step for stage in Stage for step in place.rules.missing(place.state, stage)):
        reference = f"bench {step.id}" if step.stage is Stage.APPROVAL else ""
        yield Attest(by=step.by[0], step=step.id, witness=step.witness, reference=reference)
    days = place.set_up.clock.days if place.set_up.clock else None
    yield OpenTable(gaming_day=days.day_of(began) if days else began.date())
    for seat in (1, 2):
        yield TakeSeat(seat=seat)
        yield BuyIn(seat=seat, amount=_RACK, by=Role.DEALER)


def _play(place: TableInService) -> Iterator[Move]:
    throws = cycle(THROWS)
    while True:
        yield next_move(place.game, place.state.play, throws, _WAGERS[place.game.name])


if __name__ == "__main__":
    with Journal.open(sys.argv[1]) as opened:
        grow(opened)
