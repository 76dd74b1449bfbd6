"""The pit at a glance: what every table takes, who deals it, how fast it goes, what it won today and in which hour."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from fractions import Fraction

import msgspec

from houseway.backoffice.rosters.now import findings
from houseway.floor.clocks import PieceClock, clocks, devices_out_of_use
from houseway.floor.figures import DailyFigures, TableFigures
from houseway.floor.floor import Floor
from houseway.floor.table import TableInService
from houseway.floor.tallies import tallied
from houseway.money import Cents
from houseway.submission import Finding
from houseway.table.days import GamingDays
from houseway.table.events import FELT
from houseway.table.meter import Amount
from houseway.table.table_state import Status

_HOUR = timedelta(hours=1)
# Two weeks of gaming days.
DAYS_SHOWN = 14


class HourlyWin(msgspec.Struct, frozen=True, kw_only=True):
    """What a table kept in an hour that began then, or paid out where it is less than nothing."""

    begins: datetime
    win: Cents


class DailyWin(msgspec.Struct, frozen=True, kw_only=True):
    """What a table kept on a gaming day, or paid out where it is less than nothing, and what was dropped there."""

    day: date
    win: Cents
    drop: Cents


class PitLine(msgspec.Struct, frozen=True, kw_only=True):
    """A table at a glance, with its gaming day so far; no figures where it was not open today."""

    table: str
    title: str
    game: str
    training: bool
    status: Status
    minimum: Cents
    maximum: Cents
    crew: dict[str, str]
    players: int
    seats: int
    on_felt: Cents
    rounds: int
    pace: int
    figures: TableFigures | None
    by_hour: tuple[HourlyWin, ...]
    by_day: tuple[DailyWin, ...]
    irregularities: tuple[str, ...]
    # What stands on its progressive meter, which is owed to patrons also while it is closed; none where it has none.
    meter: Amount | None
    # The pieces with a time that runs out, and the devices that cannot be used.
    clocks: tuple[PieceClock, ...]
    out_of_use: tuple[str, ...]
    last_at: datetime | None

    @property
    def hold(self) -> Fraction | None:
        """What part of the drop the house has kept; nothing can be said before anything was dropped."""
        return Fraction(self.figures.win, self.figures.drop) if self.figures and self.figures.drop else None


class Pit:
    """The tables of a floor with their days so far, as they are counted along their records."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def lines(self, at: datetime) -> Iterator[PitLine]:
        """Every table that stands on the floor, as it is at a moment."""
        days, places = self._floor.office.days, self._floor.tables()
        crews = self._floor.assigned_to_each(places.values())

        def line(place: TableInService) -> PitLine | None:
            return pit_line(place, days, at, crews[place.name]) if place.retired_on is None else None

        yield from filter(None, (self._floor.look(name, line) for name in places))

    def gaps(self) -> tuple[Finding, ...]:
        """What the tables in operation lack of crews, floorpersons and cameras."""
        with self._floor.office.desk() as desk:
            return findings(desk)


def pit_line(place: TableInService, days: GamingDays, at: datetime, crew: Mapping[str, str]) -> PitLine:
    """One table as it is at a moment."""
    today = days.day_of(at)
    begun, figures, hours, irregularities, latest, meter = tallied(
        place,
        DailyFigures,
        days,
        lambda tally: (
            tuple(tally.begun.get(today, ())),
            tally.found.get(today),
            sorted(tally.by_hour.get(today, {}).items()),
            tuple(tally.called.get(today, ())),
            sorted(tally.found.items())[-DAYS_SHOWN:],
            tally.meter,
        ),
    )
    return PitLine(
        table=place.name,
        title=place.set_up.title,
        game=place.game.title,
        training=place.training,
        status=place.state.status,
        minimum=place.submission.limits.minimum,
        maximum=place.submission.limits.maximum,
        crew=dict(crew),
        players=len(place.state.play.seats),
        seats=place.game.seats,
        on_felt=place.state.chips.get(FELT, 0),
        rounds=len(begun),
        # Rounds of the last hour: how fast the table goes now.
        pace=sum(at - _HOUR < moment <= at for moment in begun),
        figures=figures,
        by_hour=tuple(HourlyWin(begins=hour, win=win) for hour, win in hours),
        by_day=tuple(DailyWin(day=day, win=one.win, drop=one.drop) for day, one in latest),
        irregularities=irregularities,
        meter=meter,
        clocks=clocks(place),
        out_of_use=devices_out_of_use(place),
        last_at=place.record[-1].act.at if place.record else None,
    )
