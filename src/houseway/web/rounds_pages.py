"""Rounds as pages: whatever was dealt or thrown at a table, found again, told line by line, and played back."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

import msgspec
from litestar import HttpMethod, MediaType, Router, route
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Redirect

from houseway.floor import Floor
from houseway.floor.round_index import RoundsOfFloor
from houseway.floor.rounds import PlayedRound, Sought
from houseway.web.api import known
from houseway.web.door import TheFloor, TheVisit, Visit
from houseway.web.templating import html

_READ = (HttpMethod.GET, HttpMethod.HEAD)
PAGE = 50


@dataclass(frozen=True, slots=True)
class RoundsPage:
    """A page of the rounds that were found at a table, or at all of them, and what they were looked for by."""

    table: str
    title: str
    tables: tuple[str, ...]
    wagers: dict[str, str]
    rounds: tuple[PlayedRound, ...]
    sought: Sought
    skip: int
    more: bool
    zone: ZoneInfo

    @property
    def seeks(self) -> bool:
        """Whether anything in particular is looked for."""
        return self.sought != Sought()

    def others(self, skip: int) -> str:
        """The address of the rounds before or after these."""
        return _address(self.table, self.sought, skip)

    def by_clock(self, at: datetime) -> datetime:
        """A moment by the clock of the house."""
        return at.astimezone(self.zone)


def _address(table: str, sought: Sought, skip: int = 0) -> str:
    """The address of the rounds that are looked for, at a table or at every one."""
    here = f"/tables/{table}/rounds" if table else "/rounds"
    asked = {
        "day": sought.day.isoformat() if sought.day else "",
        "seat": sought.seat,
        "wager": sought.wager,
        "least": sought.least // 100,
        "words": sought.words,
        "irregular": "true" if sought.irregular else "",
        "coupon": "true" if sought.coupon else "",
        "clause": sought.clause,
        "skip": skip,
    }
    chosen = urlencode({name: value for name, value in asked.items() if value})
    return f"{here}?{chosen}" if chosen else here


def sought_of(
    day: Annotated[str, QueryParameter(pattern=r"^(\d{4}-\d\d-\d\d)?$")] = "",
    seat: Annotated[str, QueryParameter(pattern=r"^\d{0,2}$")] = "",
    wager: Annotated[str, QueryParameter(max_length=100)] = "",
    least: Annotated[str, QueryParameter(pattern=r"^\d{0,8}$")] = "",
    words: Annotated[str, QueryParameter(max_length=200)] = "",
    irregular: FromQuery[bool] = False,
    coupon: FromQuery[bool] = False,
    clause: Annotated[str, QueryParameter(max_length=100)] = "",
) -> Sought:
    """What an address asks for; a day that is in no calendar is not looked for."""
    try:
        on = date.fromisoformat(day) if day else None
    except ValueError:
        on = None
    return Sought(
        day=on,
        # A form sends what was left empty as well.
        seat=int(seat or 0),
        wager=wager,
        least=int(least or 0) * 100,
        words=words,
        irregular=irregular,
        coupon=coupon,
        clause=clause.strip(),
    )


TheSought = NamedDependency[Sought]
TheRounds = NamedDependency[RoundsOfFloor]
Skip = Annotated[int, QueryParameter(ge=0, le=2**31)]


@route("/tables/{table:str}/rounds", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML)
def show_rounds_of_table(
    floor: TheFloor,
    visit: TheVisit,
    rounds: TheRounds,
    table: FromPath[str],
    sought: TheSought,
    skip: Skip = 0,
) -> str:
    """The rounds of a table, the latest first."""
    place = known(floor, table)
    wagers = {name: wager.title for name, wager in place.game.catalogue.items()}
    return _shown(floor, rounds, visit, (table,), sought, skip, title=place.set_up.title, wagers=wagers)


@route("/rounds", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML)
def show_rounds(
    floor: TheFloor,
    visit: TheVisit,
    rounds: TheRounds,
    sought: TheSought,
    table: Annotated[str, QueryParameter(max_length=100)] = "",
    skip: Skip = 0,
) -> str | Redirect:
    """The rounds of every table, the latest first; a table that is asked for has a page of its own."""
    if table:
        offered = known(floor, table).game.catalogue
        if sought.wager not in offered:
            sought = msgspec.structs.replace(sought, wager="")
        return Redirect(_address(table, sought), status_code=303)
    return _shown(floor, rounds, visit, tuple(floor.tables()), sought, skip)


def _shown(
    floor: Floor,
    rounds: RoundsOfFloor,
    visit: Visit,
    tables: tuple[str, ...],
    sought: Sought,
    skip: int,
    *,
    title: str = "",
    wagers: dict[str, str] | None = None,
) -> str:
    found = rounds.found(tables, sought, skip, PAGE + 1)
    page = RoundsPage(
        table=tables[0] if title else "",
        title=title,
        tables=tuple(floor.tables()),
        wagers=wagers or {},
        rounds=found[:PAGE],
        sought=sought,
        skip=skip,
        more=len(found) > PAGE,
        zone=floor.office.days.zone,
    )
    return html("rounds.html", visit, page=page, size=PAGE)


ROUNDS = Router(
    path="/",
    route_handlers=[show_rounds_of_table, show_rounds],
    dependencies={"sought": Provide(sought_of, sync_to_thread=False)},
    include_in_schema=False,
)
