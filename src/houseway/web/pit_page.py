"""The pit as a page: which tables are open, who deals them, how fast they go, what they hold, and what was out of order."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from litestar import HttpMethod, MediaType, Router, route
from litestar.di import NamedDependency

from houseway.backoffice.people import Department, Position
from houseway.backoffice.policy import SEPARATE_DUTIES, Permit, anyone_of
from houseway.backoffice.read_access import reads, require_reader
from houseway.backoffice.rosters.book import BOOK as STAFFING
from houseway.floor.clocks import SOON_MINUTES, PieceClock
from houseway.floor.pit import DAYS_SHOWN, DailyWin, HourlyWin, Pit, PitLine
from houseway.money import Cents
from houseway.submission import Finding
from houseway.table.table_state import Status
from houseway.web.door import TheFloor, TheVisit
from houseway.web.templating import html

# A rule of the house: what tables win is for whoever supervises, counts, watches or audits them.
READERS = (
    Permit(Position.FLOORPERSON),
    *anyone_of(Department.FINANCE),
    *anyone_of(Department.SURVEILLANCE),
    *anyone_of(Department.INTERNAL_AUDIT),
    *anyone_of(Department.CASINO_COMPLIANCE),
)
ThePit = NamedDependency[Pit]
# A bar is at most so high above the line that is nothing, and below it.
_HALF = 20


@dataclass(frozen=True, slots=True)
class Bar:
    """An hour or a day as a bar: above the line where the house won, below it where it lost."""

    x: int
    y: float
    height: float
    words: str
    win: Cents

    @property
    def lost(self) -> bool:
        """Whether the house paid out more than it took."""
        return self.win < 0


@dataclass(frozen=True, slots=True)
class PitPage:
    """All that the page of the pit shows."""

    now: datetime
    live: tuple[PitLine, ...]
    training: tuple[PitLine, ...]
    names: dict[str, str]
    zone: ZoneInfo
    # What the tables in operation lack of people and cameras; none for whom the book of staffing is not.
    gaps: tuple[Finding, ...] | None

    @property
    def drop(self) -> Cents:
        """What was dropped at live tables today."""
        return sum(line.figures.drop for line in self.live if line.figures)

    @property
    def win(self) -> Cents:
        """What live tables have won today."""
        return sum(line.figures.win for line in self.live if line.figures)

    @property
    def losing(self) -> tuple[PitLine, ...]:
        """The live tables that have paid out more than they took today, the dearest first."""
        lines = [line for line in self.live if line.figures and line.figures.win < 0]
        return tuple(sorted(lines, key=lambda line: line.figures.win if line.figures else 0))

    @property
    def past(self) -> tuple[tuple[PitLine, PieceClock], ...]:
        """The pieces at open tables whose time is up or nearly up, with their tables, the first to run out first."""
        found = [
            (line, clock)
            for line in self.live + self.training
            if line.status is Status.OPEN
            for clock in line.clocks
            if clock.is_soon(self.now)
        ]
        return tuple(sorted(found, key=lambda one: one[1].ends))

    def left(self, clock: PieceClock) -> str:
        """How long a piece may still be used, in words."""
        minutes = round((clock.ends - self.now).total_seconds() / 60)
        if minutes <= 0:
            return "time is up"
        if minutes <= SOON_MINUTES:
            return f"{minutes} min left"
        ends = self.by_clock(clock.ends)
        same_day = ends.date() == self.by_clock(self.now).date()
        return f"until {ends:%H:%M}" if same_day else f"until {ends:%b} {ends.day}, {ends:%H:%M}"

    def lacking(self, line: PitLine) -> tuple[Finding, ...]:
        """What one table lacks of people and cameras."""
        return tuple(gap for gap in self.gaps or () if gap.where == line.table)

    @property
    def hours(self) -> tuple[HourlyWin, ...]:
        """What live tables kept together, hour by hour."""
        return tuple(_together(one for line in self.live for one in line.by_hour))

    @property
    def days(self) -> tuple[DailyWin, ...]:
        """What live tables kept and what was dropped, gaming day by gaming day."""
        found: dict[date, DailyWin] = {}
        for one in (day for line in self.live for day in line.by_day):
            so_far = found.get(one.day, DailyWin(day=one.day, win=0, drop=0))
            found[one.day] = DailyWin(day=one.day, win=so_far.win + one.win, drop=so_far.drop + one.drop)
        return tuple(found[day] for day in sorted(found))[-DAYS_SHOWN:]

    def bars_by_hour(self) -> tuple[Bar, ...]:
        """The hours of all live tables as bars."""
        return tuple(_bars(self.hours, self.zone))

    def bars_by_day(self) -> tuple[Bar, ...]:
        """The gaming days of all live tables as bars."""
        return tuple(_drawn([(one.win, f"{one.day:%b} {one.day.day}") for one in self.days]))

    def bars(self, line: PitLine) -> tuple[Bar, ...]:
        """A table's hours as bars, by the clock of the house."""
        return tuple(_bars(line.by_hour, self.zone))

    def by_clock(self, at: datetime) -> datetime:
        """A moment by the clock of the house."""
        return at.astimezone(self.zone)


def _together(hours: Iterable[HourlyWin]) -> Iterator[HourlyWin]:
    found: dict[datetime, Cents] = {}
    for one in hours:
        found[one.begins] = found.get(one.begins, 0) + one.win
    yield from (HourlyWin(begins=begins, win=found[begins]) for begins in sorted(found))


def _bars(hours: Sequence[HourlyWin], zone: ZoneInfo) -> list[Bar]:
    return _drawn([(hour.win, f"{hour.begins.astimezone(zone):%H:%M}") for hour in hours])


def _drawn(told: Sequence[tuple[Cents, str]]) -> list[Bar]:
    most = max((abs(win) for win, _ in told), default=0) or 1
    return [
        Bar(
            x=number * 10,
            y=_HALF - (_HALF * win / most if win > 0 else 0),
            height=_HALF * abs(win) / most,
            words=words,
            win=win,
        )
        for number, (win, words) in enumerate(told)
    ]


@route("/pit", http_method=(HttpMethod.GET, HttpMethod.HEAD), sync_to_thread=True, media_type=MediaType.HTML)
def show_pit(floor: TheFloor, visit: TheVisit, pit: ThePit) -> str:
    """Every table with its gaming day so far; a house without accounts shows it to whoever looks."""
    position = visit.person.position if visit.person else None
    if position is not None:
        require_reader(READERS, position, "pit's money", SEPARATE_DUTIES)
    now = floor.clock()
    lines = tuple(pit.lines(now))
    page = PitPage(
        now=now,
        # Where something goes on comes first.
        live=tuple(
            sorted(
                (line for line in lines if not line.training), key=lambda line: line.status == Status.CLOSED
            )
        ),
        training=tuple(line for line in lines if line.training),
        names={credential: posting.name for credential, posting in floor.office.people().items()},
        zone=floor.office.days.zone,
        gaps=pit.gaps() if position is None or reads(STAFFING, position) else None,
    )
    return html("pit.html", visit, page=page, today=floor.office.days.day_of(now))


PIT = Router(path="/", route_handlers=[show_pit], include_in_schema=False)
