"""Luck against expectation: the house's line is the money that moved, and the fan is that of the lab's figures."""

from collections.abc import Iterator
from math import sqrt
from pathlib import Path

import pytest

from houseway.floor import Floor
from houseway.floor.brisk import go_on
from houseway.floor.luck import luck_of
from houseway.floor.pit import Pit
from houseway.journal import Journal
from houseway.lab import edges
from tests.floor.live import STAMP
from tests.floor.played import played_rounds
from tests.web.test_brisk import CREW, wager

TABLE = "SB-1"


@pytest.fixture
def floor(demo_house: Path) -> Iterator[Floor]:
    with Journal.open(demo_house, create=False) as journal:
        yield Floor(journal, stamps=[STAMP])


def play(floor: Floor, *wagers: str) -> None:
    for name in wagers:
        wager(floor, TABLE, name)
        go_on(floor, TABLE, crew=CREW)
        go_on(floor, TABLE, crew=CREW)


def test_what_was_kept_is_the_tables_win_and_what_is_expected_is_the_edge(floor: Floor) -> None:
    play(floor, "small", "small", "total-9")
    rounds = [*played_rounds(floor.table(TABLE), floor.office.days)][::-1]
    records = list(edges("sic-bo"))
    luck = luck_of(rounds, records)
    figures = next(line.figures for line in Pit(floor).lines(floor.clock()) if line.table == TABLE)
    assert figures is not None
    assert luck.kept == figures.win
    small, nine = (next(one for one in records if one.wager == name) for name in ("small", "total-9"))
    stake = rounds[0].lines[0].stake
    assert luck.expected == pytest.approx(stake * (2 * small.edge_decimal + nine.edge_decimal))
    assert luck.points[-1].deviation == pytest.approx(stake * sqrt(2 * small.variance + nine.variance))
    assert [one.times for one in sorted(luck.wagers, key=lambda one: one.wager)] == [2, 1]
    assert {one.number for one in luck.largest} == {1, 2, 3}
    assert luck.deviations is not None
    assert luck.share_as_far is not None
    assert 0 <= luck.share_as_far <= 1


def test_a_wager_without_a_price_of_its_own_strays_but_expects_nothing(floor: Floor) -> None:
    play(floor, "small")
    rounds = [*played_rounds(floor.table(TABLE), floor.office.days)]
    luck = luck_of(rounds, ())
    assert (luck.expected, luck.deviations, luck.share_as_far) == (0, None, None)
    assert [one.expected for one in luck.wagers] == [None]
    assert luck_of((), ()).kept == 0


def test_the_pit_reads_on_where_it_stopped(floor: Floor) -> None:
    pit = Pit(floor)
    for name in ("small", "big", "small"):
        play(floor, name)
        kept, fresh = (
            {line.table: line for line in one.lines(floor.clock())}[TABLE] for one in (pit, Pit(floor))
        )
        assert (kept.figures, kept.by_hour, kept.by_day, kept.rounds) == (
            fresh.figures,
            fresh.by_hour,
            fresh.by_day,
            fresh.rounds,
        )
    assert kept.figures is not None
    assert [(one.win, one.drop) for one in kept.by_day] == [(kept.figures.win, kept.figures.drop)]
