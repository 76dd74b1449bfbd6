"""Luck as a page: what a table kept on a gaming day beside what it could expect, drawn with the fan of luck, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated

import msgspec
from litestar import HttpMethod, MediaType, Router, route
from litestar.params import FromPath, QueryParameter

from houseway.backoffice.policy import SEPARATE_DUTIES
from houseway.backoffice.read_access import require_reader
from houseway.floor.luck import LuckPoint, luck_of
from houseway.floor.rounds import Sought
from houseway.floor.table import TableInService
from houseway.money import Cents
from houseway.web.api import known
from houseway.web.door import TheFloor, TheVisit
from houseway.web.lab_asked import LAB, table_asked
from houseway.web.pit_page import READERS
from houseway.web.rounds_pages import TheRounds
from houseway.web.templating import html

# More rounds than a table deals in a day.
MOST_ROUNDS = 5000
WIDTH, HEIGHT, MARGIN = 1000, 320, 12
_MOST_POINTS = 400


@dataclass(frozen=True, slots=True)
class Chart:
    """A session drawn: the house's line, what is expected, the fan of one and two deviations around it, and the line of nothing."""

    kept: str
    expected: str
    fans: tuple[str, ...]
    zero: float
    # How far down the sheet, of a hundred, are nothing, what was kept and what is expected at the end.
    zero_at: float
    kept_at: float
    expected_at: float
    highest: Cents
    lowest: Cents


@route(
    "/tables/{table:str}/luck",
    http_method=(HttpMethod.GET, HttpMethod.HEAD),
    sync_to_thread=True,
    media_type=MediaType.HTML,
)
def show_luck(
    floor: TheFloor,
    visit: TheVisit,
    rounds: TheRounds,
    table: FromPath[str],
    day: Annotated[str, QueryParameter(pattern=r"^(\d{4}-\d\d-\d\d)?$")] = "",
) -> str:
    """A table's gaming day: luck against expectation, wager by wager, and the lines that moved most."""
    if visit.person is not None:
        require_reader(READERS, visit.person.position, "pit's money", SEPARATE_DUTIES)
    place = known(floor, table)
    on = _day(day) or floor.office.days.day_of(floor.clock())
    found = rounds.found((table,), Sought(day=on), 0, MOST_ROUNDS)
    choices = choices_of(place)
    records = LAB.edges_under(place.game.name, choices) if place.game.betting.offered else ()
    luck = luck_of(found[::-1], records or ())
    return html(
        "luck.html",
        visit,
        place=place,
        day=on,
        luck=luck,
        pending=records is None,
        done=LAB.done(table_asked(place.game.name, choices)),
        chart=chart_of(luck.points) if luck.points else None,
        width=WIDTH,
        height=HEIGHT,
    )


def choices_of(place: TableInService) -> dict[str, object]:
    """What the operator chose for a table."""
    told: dict[str, object] = msgspec.to_builtins(place.submission)
    return {name: value for name, value in told.items() if name != "game"}


def chart_of(points: Sequence[LuckPoint]) -> Chart:
    """A session as lines on a sheet, from the first round to the last."""
    every = max(1, len(points) // _MOST_POINTS)
    # The session begins at nothing.
    start = msgspec.structs.replace(points[0], kept=0, expected=0.0, deviation=0.0)
    shown = [start, *points[:-1:every], points[-1]]
    values = [0.0]
    for point in shown:
        values += (point.kept, point.expected - 2 * point.deviation, point.expected + 2 * point.deviation)
    low, high = min(values), max(values)
    span = (high - low) or 1.0

    def y(value: float) -> float:
        return round(HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (value - low) / span, 1)

    def x(number: int) -> float:
        return round(WIDTH * number / (len(shown) - 1), 1)

    def line(heights: Sequence[float]) -> str:
        return " ".join(f"{x(number)},{y(height)}" for number, height in enumerate(heights))

    def fan(deviations: int) -> str:
        above = [point.expected + deviations * point.deviation for point in shown]
        below = [point.expected - deviations * point.deviation for point in shown]
        back = " ".join(f"{x(number)},{y(height)}" for number, height in reversed([*enumerate(below)]))
        return f"{line(above)} {back}"

    last = shown[-1]
    return Chart(
        kept=line([float(point.kept) for point in shown]),
        expected=line([point.expected for point in shown]),
        fans=(fan(2), fan(1)),
        zero=y(0),
        zero_at=_of_a_hundred(y(0)),
        kept_at=_of_a_hundred(y(last.kept)),
        expected_at=_of_a_hundred(y(last.expected)),
        highest=Cents(round(high)),
        lowest=Cents(round(low)),
    )


def _of_a_hundred(height: float) -> float:
    return round(100 * height / HEIGHT, 1)


def _day(told: str) -> date | None:
    try:
        return date.fromisoformat(told) if told else None
    except ValueError:
        return None


LUCK = Router(path="/", route_handlers=[show_luck], include_in_schema=False)
