"""What the tables' own records say of their days, and the count held to them, by page and by API."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Response, Router, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter

from houseway.backoffice.listing import Page, page_of
from houseway.backoffice.people import Posting
from houseway.backoffice.revenue.book import BOOK as REVENUE
from houseway.backoffice.revenue.orders import RecordExpected
from houseway.floor import Floor
from houseway.floor.figures import (
    NoFigures,
    TableFigures,
    figures_by_day,
    figures_of,
    held_records,
    hold_against_record,
    source_of,
)
from houseway.web.door import IN_PERSON, OFFICE_READING, Me, TheFloor, TheVisit
from houseway.web.office_finding import NotInTheOffice, open_book
from houseway.web.office_shell import office_page
from houseway.web.office_signing import has_a_part
from houseway.web.office_view import OrderView, order_view
from houseway.web.presence import require_presence
from houseway.web.problems import LATER, documented
from houseway.web.session import IN_SESSION, TheAccess

_LOOKING = LATER | {
    400: documented("The request cannot be read."),
    401: documented("Nobody is signed in."),
    404: documented("There is no such table, or it was not open on that day."),
    422: documented("The rules do not allow this; the clause is named, and the refusal is recorded."),
    503: documented("The journal cannot be used just now; nothing was done."),
}
_HOLDING = _LOOKING | {
    403: documented("The request comes from another site, or lacks the session's X-CSRF-Token."),
    415: documented("A request that changes something is sent as application/json."),
}
# So many days of tables at once.
_DAYS_SHOWN = 100


class DayOfTable(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A table, and the gaming day whose count is held to its record."""

    table: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    day: date


class FiguresView(msgspec.Struct, frozen=True, kw_only=True):
    """A table's gaming day by its own record; amounts in cents."""

    table: str
    day: date
    opener: int
    closer: int
    drop: int
    payouts: int
    win: int
    vigorish: int
    coupons: int
    coupon_face: int
    still_open: bool


def figures_view(found: TableFigures) -> FiguresView:
    """The figures of a day as programs get them."""
    return FiguresView(**{name: getattr(found, name) for name in FiguresView.__struct_fields__})


def _day_of(floor: Floor, table: str, day: date) -> TableFigures:
    place = floor.tables().get(table)
    if place is None or place.training:
        raise NotInTheOffice(f"there is no live table {table!r}")
    try:
        return figures_of(place, day, floor.office.days)
    except NoFigures as none:
        raise NotInTheOffice(str(none)) from None


class FiguresApi(Controller):
    """Tables by their own record."""

    path = "/office/figures"
    tags = ("back office",)

    @get(sync_to_thread=True, opt=OFFICE_READING, responses=_LOOKING, summary="A table's day by its record")
    def figures(
        self,
        floor: TheFloor,
        me: Me,
        table: Annotated[str, QueryParameter(description="A live table, such as TDF-2.")],
        day: Annotated[date, QueryParameter(description="A gaming day.")],
    ) -> FiguresView:
        """What the record of a live table says of a gaming day."""
        open_book(floor.office, REVENUE.name, me)
        return figures_view(_day_of(floor, table, day))

    @post(
        sync_to_thread=True,
        opt=IN_PERSON,
        security=IN_SESSION,
        responses=_HOLDING,
        summary="Hold a count to a table's record",
    )
    def hold(
        self, floor: TheFloor, access: TheAccess, visit: TheVisit, me: Me, data: JSONBody[DayOfTable]
    ) -> OrderView:
        """Enter what the record of a table expects of a gaming day into the revenue book."""
        require_presence(access, visit)
        _day_of(floor, data.table, data.day)
        place = floor.table(data.table)
        standing = hold_against_record(floor.office, place, data.day, who=me.credential)
        return order_view(floor.office, standing)


@dataclass(frozen=True, slots=True)
class DayShown:
    """A day of a table on the page, and whether its count was held to the record as it stands now."""

    figures: TableFigures
    held: bool


@get("/office/figures", sync_to_thread=True)
def show_figures(floor: TheFloor, visit: TheVisit, me: Me, skip: FromQuery[int] = 0) -> Response[Any]:
    """The days of every live table by its own record, the latest first."""
    office = floor.office
    open_book(office, REVENUE.name, me)
    page = office_page(
        "office_figures.html",
        visit,
        office,
        "figures",
        page=_days(floor, skip),
        holds=_holds(me),
    )
    return Response(page, media_type=MediaType.HTML)


def _days(floor: Floor, skip: int) -> Page[DayShown]:
    with floor.office.desk() as desk:
        held = held_records(desk)
    live = (place for place in floor.tables().values() if not place.training)
    found = [figures for place in live for figures in figures_by_day(place, floor.office.days).values()]
    found.sort(key=lambda one: (one.day, one.table), reverse=True)
    page = page_of(found, skip, _DAYS_SHOWN)
    shown = (DayShown(one, held.get((one.day, one.table)) == source_of(one)) for one in page.items)
    return Page(tuple(shown), page.total, page.skip, page.limit)


def _holds(me: Posting) -> bool:
    """Whether whoever looks may hold a count to a record."""
    return any(has_a_part(rule, me.position) for rule in REVENUE.rules if rule.order is RecordExpected)


FIGURES = Router(path="/", route_handlers=[show_figures], include_in_schema=False)
