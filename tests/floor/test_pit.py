"""The pit at a glance: a table's day so far is what its own figures say, hour by hour."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from houseway.backoffice.rosters.now import findings
from houseway.backoffice.rosters.orders import ReportCameraOut
from houseway.equipment.decks import DeviceStatus
from houseway.floor import Floor
from houseway.floor.brisk import go_on
from houseway.floor.clocks import devices_out_of_use
from houseway.floor.demo_people import SURVEILLANCE
from houseway.floor.figures import DailyFigures, figures_of
from houseway.floor.pit import Pit, PitLine
from houseway.journal import Journal
from houseway.law import clause
from tests.backoffice.house import Clock
from tests.floor.instants import at_each_instant
from tests.floor.live import STAMP, give, play_at
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
    return next(line for line in Pit(floor).lines(floor.clock()) if line.table == table)


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


def test_a_meter_is_told_also_while_its_table_is_closed(floor: Floor) -> None:
    lines = {line.table: line for line in Pit(floor).lines(floor.clock())}
    assert str(lines["BJ-1"].meter) == "$5,000"
    assert lines["SB-1"].meter is None


def test_every_piece_is_told_with_the_time_at_which_it_runs_out(floor: Floor, clock: Clock) -> None:
    lines = {line.table: line for line in Pit(floor).lines(floor.clock())}
    dice = floor.table("SB-1").state.dice
    assert dice is not None
    (told,) = lines["SB-1"].clocks
    assert dice.set.serial in told.piece
    assert told.ends == floor.table("SB-1").game.dice.life_of(dice).ends(dice.since)  # type: ignore[union-attr]
    for table in ("3CP-1", "PG-1", "S21-1"):
        ends = [one.ends for one in lines[table].clocks]
        assert ends
        assert ends == sorted(ends)
        assert all(clause(one.clause).id == one.clause for one in lines[table].clocks)
    first = lines["3CP-1"].clocks[0]
    minute = timedelta(minutes=1)
    assert [first.is_soon(first.ends - minutes * minute) for minutes in (31, 30)] == [False, True]
    assert [first.is_past(first.ends - minutes * minute) for minutes in (1, 0)] == [False, True]


def test_a_device_that_failed_is_out_of_use(floor: Floor) -> None:
    place = floor.table("3CP-1")
    kit = replace(place.state.play.kit, shuffler=DeviceStatus.FAILED)
    place.state = replace(place.state, play=replace(place.state.play, kit=kit))
    assert devices_out_of_use(place) == ("shuffler failed",)
    assert devices_out_of_use(floor.table("SB-1")) == ()


def test_what_tables_lack_of_people_and_cameras_is_told_as_the_book_of_staffing_finds_it(
    floor: Floor,
) -> None:
    play_at(floor, "SB-2", 1)
    pit = Pit(floor)
    assert pit.gaps() == ()
    for end in ("left", "right"):
        give(floor.office, ReportCameraOut(camera=f"SB-2-{end}", reason="dark"), SURVEILLANCE)
    assert ("SB-2", "465a.9(c)(2)(i)") in {(gap.where, gap.clause) for gap in pit.gaps()}
    with floor.office.desk() as desk:
        assert pit.gaps() == findings(desk)


def test_the_pit_counts_every_act_once_and_asks_as_often_however_much_was_dealt(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Work is counted, not time: statements by the number of tables, and no act that was counted before."""
    asked: list[None] = []
    counted: list[DailyFigures] = []
    add = DailyFigures.add

    def count(tally: DailyFigures, *told: Any) -> None:
        counted.append(tally)
        add(tally, *told)

    monkeypatch.setattr(DailyFigures, "add", count)
    pit = Pit(floor)
    tables = len(list(pit.lines(floor.clock())))

    def work() -> tuple[int, int]:
        asked.clear()
        counted.clear()
        with at_each_instant(floor.journal, lambda: asked.append(None)):
            list(pit.lines(floor.clock()))
        return len(asked), len(counted)

    before, again = work()
    assert again == 0
    assert before <= 2 * tables + 10
    acts = len(floor.table(TABLE).record)
    play(floor, 2)
    played = len(floor.table(TABLE).record) - acts
    assert work() == (before, played)


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
    live = [one for one in Pit(floor).lines(floor.clock()) if not one.training]
    assert any(one.crew for one in live)
    assert all(one.hold is None for one in live if one.figures is None)
