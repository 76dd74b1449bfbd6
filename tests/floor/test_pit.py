"""The pit at a glance: a table's day so far is what its own figures say, hour by hour."""

from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.floor import Floor
from houseway.floor.brisk import go_on
from houseway.floor.figures import figures_of
from houseway.floor.pit import PitLine, pit_lines
from houseway.journal import Journal
from tests.backoffice.house import Clock
from tests.floor.live import STAMP
from tests.web.test_brisk import CREW, wager

TABLE = "SB-1"


@pytest.fixture
def clock() -> Clock:
    return Clock(datetime.now(UTC))


@pytest.fixture
def floor(demo_house: Path, clock: Clock) -> Iterator[Floor]:
    with Journal.open(demo_house, create=False) as journal:
        yield Floor(journal, clock, stamps=[STAMP])


def line_of(floor: Floor, table: str = TABLE) -> PitLine:
    return next(line for line in pit_lines(floor, floor.clock()) if line.table == table)


def play(floor: Floor, rounds: int) -> None:
    for _ in range(rounds):
        wager(floor, TABLE, "small")
        go_on(floor, TABLE, crew=CREW)
        go_on(floor, TABLE, crew=CREW)


def test_a_tables_day_is_what_its_figures_say_hour_by_hour(floor: Floor, clock: Clock) -> None:
    before = line_of(floor)
    play(floor, 2)
    clock.forward(hours=1)
    play(floor, 3)
    line = line_of(floor)
    day = floor.office.days.day_of(clock.now)
    told = figures_of(floor.table(TABLE), day, floor.office.days)
    assert line.figures is not None
    assert (line.figures.win, line.figures.drop) == (told.win, told.drop)
    assert sum(hour.win for hour in line.by_hour) == told.win
    assert len(line.by_hour) >= 2
    assert (before.rounds, line.rounds) == (0, 5)
    # The three of the last hour; the two at its very beginning are not in it any more.
    assert line.pace == 3
    assert (line.minimum, line.seats) == (500, floor.table(TABLE).game.seats)
    assert line.last_at == clock.now


def test_what_is_out_of_order_is_named_on_its_day_alone(floor: Floor, clock: Clock) -> None:
    wager(floor, TABLE, "small")
    place = floor.table(TABLE)
    offered = next(one for one in place.legal(clock.now) if one.move == "report")
    named = offered.fields["irregularity"][0]
    floor.submit(
        TABLE,
        {"move": offered.move, "irregularity": named, "by": offered.by[0]},
        who=CREW[str(offered.by[0])],
    )
    assert named in line_of(floor).irregularities
    clock.forward(days=1)
    line = line_of(floor)
    assert (line.irregularities, line.rounds, line.pace) == ((), 0, 0)


def test_a_table_without_a_drop_has_no_hold(floor: Floor) -> None:
    line = line_of(floor)
    assert line.figures is not None
    assert line.hold == (Fraction(line.figures.win, line.figures.drop) if line.figures.drop else None)
    live = [one for one in pit_lines(floor, floor.clock()) if not one.training]
    assert any(one.crew for one in live)
    assert all(one.hold is None for one in live if one.figures is None)
