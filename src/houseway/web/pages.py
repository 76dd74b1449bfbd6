"""The pages: the floor, and a table that a dealer or trainee can run without reading anything."""

import asyncio
import logging
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import HttpMethod, MediaType, Request, Response, Router, get, route
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, ServerSentEvent

from houseway.backoffice.revenue.denominations import in_force
from houseway.floor import Floor, TableInService
from houseway.floor.luck import as_priced
from houseway.games import submission_for
from houseway.lab import EdgeRecord
from houseway.money import Cents
from houseway.web.api import TheLive, known, lasting, versions_of
from houseway.web.changes import DRAWING_HEADER, Drawing, Drawings, drawing_of
from houseway.web.door import Door, SignInFirst, TheFloor, TheVisit, Visit, sign_in_address, visit_of
from houseway.web.lab_asked import LAB, table_asked
from houseway.web.live import STREAMED, Viewed
from houseway.web.luck_page import choices_of
from houseway.web.problems import answer_problem, problem_of
from houseway.web.session import TheAccess
from houseway.web.table_page import CLOSED, TablePage, table_page
from houseway.web.templating import html
from houseway.web.unseen import viewer_at
from houseway.web.view import (
    floor_view,
    table_card,
)

CHIPS = (100, 500, 2500, 10_000)
# As many kinds of chips as there is room for beside the felt.
MOST_KINDS = 6
BUY_INS = (10_000, 50_000, 100_000)
_READ = (HttpMethod.GET, HttpMethod.HEAD)
_LOG = logging.getLogger(__name__)

TheDrawings = NamedDependency[Drawings]


@route("/", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML)
def show_floor(floor: TheFloor, visit: TheVisit) -> str:
    """The floor: every table as a card."""
    return html("floor.html", visit, floor=floor_view(floor, visit.reader), closed=CLOSED)


@route("/tables/{table:str}", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML)
def show_table(
    floor: TheFloor,
    visit: TheVisit,
    drawings: TheDrawings,
    table: FromPath[str],
    at: FromQuery[int | None] = None,
    seat: FromQuery[int | None] = None,
    watch: FromQuery[bool] = False,
) -> Response[str]:
    """A table, live, or as it stood at a version; at a training table as seen from a seat that is played.

    Surveillance, or whoever asks to `watch`, sees it and is offered nothing.
    """
    page = table_page(floor, table, at, visit.person, None if watch else seat, looking_on=watch)
    text = _drawn(floor, visit, page)
    drawing = drawings.keep(drawing_of(text, page.now))
    return Response(text, media_type=MediaType.HTML, headers={DRAWING_HEADER: drawing.tag})


@get("/tables/{table:str}/changes", media_type="text/event-stream", opt=STREAMED)
async def show_changes(
    request: Request[Any, Any, Any],
    floor: TheFloor,
    live: TheLive,
    access: TheAccess,
    visit: TheVisit,
    drawings: TheDrawings,
    table: FromPath[str],
    shown: FromQuery[str] = "",
    seat: FromQuery[int | None] = None,
    watch: FromQuery[bool] = False,
) -> ServerSentEvent:
    """What changes on the page of a table, for whoever shows the drawing of this tag, or showed it when the line broke."""
    place = await asyncio.to_thread(known, floor, table)

    def draw() -> Drawing:
        page = table_page(floor, table, None, visit.person, None if watch else seat, looking_on=watch)
        return drawing_of(_drawn(floor, visit, page), page.now)

    # At a training table everybody sees the same who plays the same seat.
    viewer = f"seat {viewer_at(place, seat)}" if place.training else visit.credential
    if watch:
        viewer = "looking on"
    viewed = Viewed(
        drawings=drawings,
        shown=drawings.known(request.headers.get("last-event-id", shown)),
        draw=lambda version: drawings.now(table, viewer, version, draw),
    )
    changes = live.changes(table, versions_of(floor, table), lasting(access, visit), viewed)
    return ServerSentEvent(changes)


class TableEdges(msgspec.Struct, frozen=True, kw_only=True):
    """What the house keeps of each wager at a table, in words; how far the lab has come, as long as it is counting."""

    edges: dict[str, str]
    counting: str = ""


@route("/tables/{table:str}/edges", http_method=_READ, sync_to_thread=True)
def show_edges(floor: TheFloor, table: FromPath[str]) -> TableEdges:
    """What each wager costs under the rules of this table, for the cards of its betting areas."""
    place = known(floor, table)
    choices = choices_of(place)
    records = LAB.edges_under(place.game.name, choices) if place.game.betting.offered else ()
    if records is None:
        done = LAB.done(table_asked(place.game.name, choices))
        return TableEdges(
            edges={}, counting="waits for the lab" if done is None else f"being counted, {done:.0%} done"
        )
    priced = {wager: as_priced(wager, records) for wager in place.game.betting.offered}
    return TableEdges(edges={wager: edge_in_words(record) for wager, record in priced.items() if record})


def edge_in_words(record: EdgeRecord) -> str:
    """A figure as a card says it."""
    about = "about " if record.interval else ""
    whose = " for the player" if record.edge_decimal < 0 else ""
    together = "" if record.wager in submission_for(record.game).catalogue else ", with what goes behind it"
    return f"{about}{abs(record.edge_decimal):.2%}{whose}{together}"


def _drawn(floor: Floor, visit: Visit, page: TablePage) -> str:
    return html(
        "table.html",
        visit,
        page=page,
        card=table_card(page.place),
        property_name=floor.office.house,
        chips=_chips_of(floor, page.place),
        buy_ins=BUY_INS,
    )


def _chips_of(floor: Floor, place: TableInService) -> tuple[Cents, ...]:
    """The chips that may be laid: at a live table those of the house that make its wagers, the smallest first."""
    if not floor.asks_office(place):
        return CHIPS
    with floor.office.desk() as desk:
        known = in_force(desk.connection, desk.day)
    step = place.game.betting.limits.increment
    laid = tuple(chip for chip in known.chips if chip % step == 0) if known else ()
    return laid[:MOST_KINDS] or CHIPS


def answer_fault(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """A page that says what is wrong, the way to the sign-in page, or a problem object under /api."""
    if request.url.path.startswith("/api"):
        return answer_problem(request, error)
    if isinstance(error, SignInFirst):
        return Redirect(sign_in_address(error.back), status_code=303)
    status, problem = problem_of(error)
    if status == 500:
        _LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    page = html("fault.html", _visit(request, status), problem=problem, near=_near(request.url.path))
    return Response(page, media_type=MediaType.HTML, status_code=status)


def _visit(request: Request[Any, Any, Any], status: int) -> Visit:
    """Who is told; where an address leads nowhere, nobody has been asked yet who comes."""
    if status == HTTPStatus.NOT_FOUND and "visit" not in request.state:
        door: Door = request.app.state.door
        return door.seen(request)
    return visit_of(request)


# What is said of the pages below an address.
_ROOMS = {
    "odds": "Odds of every game",
    "help": "How every game is played",
    "train": "All drills",
    "law": "The law",
    "docs": "The documentation",
    "rounds": "All rounds",
    "pit": "The pit",
    "office": "The back office",
    "dispute": "The dispute desk",
}


def _near(path: str) -> tuple[str, str] | None:
    """The nearest page above an address, and what it is."""
    room = path.split("/")[1]
    return (f"/{room}", _ROOMS[room]) if room in _ROOMS and path.strip("/") != room else None


@route("/tables", http_method=(HttpMethod.GET, HttpMethod.HEAD), sync_to_thread=False)
def show_tables(visit: TheVisit) -> Redirect:
    """The tables are those of the floor."""
    return Redirect("/", status_code=303)


PAGES = Router(
    path="/",
    route_handlers=[show_floor, show_tables, show_table, show_changes, show_edges],
    include_in_schema=False,
)
