"""The JSON API: the same moves as the pages, for programs."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Controller, Request, Response, Router, get, post
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import Body, FromPath, JSONBody, PathParameter, QueryParameter
from litestar.response import ServerSentEvent

from houseway.backoffice.access import Access, WrongPassword
from houseway.backoffice.listing import page_of
from houseway.backoffice.people import Position
from houseway.backoffice.policy import SEPARATE_DUTIES, NotPermitted
from houseway.floor import Floor, Outcome, TableInService, UnknownTable
from houseway.floor.brisk import go_on
from houseway.floor.coupons import CouponSeen
from houseway.floor.crew import crew_of, nobody_signed_in
from houseway.floor.table import TABLE_STREAM
from houseway.table.moves import Seat, Words
from houseway.table.roles import Role
from houseway.web.door import (
    NOBODY,
    PROGRAMS,
    PUBLIC,
    SignInFirst,
    TheFloor,
    TheVisit,
    Visit,
    address_of,
)
from houseway.web.live import STREAMED, Live
from houseway.web.office_api import OfficeApi
from houseway.web.office_coupons import CouponFilesApi
from houseway.web.office_figures import FiguresApi
from houseway.web.office_letters import LetterApi
from houseway.web.office_submission import SubmissionApi
from houseway.web.paging import LINKED, MOST, Limit, Skip, answer_page
from houseway.web.passkeys import PasskeyApi
from houseway.web.presence import require_presence
from houseway.web.problems import answer_problem, documented
from houseway.web.session import Password, SessionApi, TheAccess
from houseway.web.tokens import TokenApi
from houseway.web.unseen import events_as_seen, hidden_at, viewer_at
from houseway.web.view import (
    ActView,
    CitedView,
    ClauseView,
    EventView,
    GameView,
    HeadView,
    TableCard,
    TableStanding,
    TableView,
    act_views,
    cited_view,
    events_view,
    game_views,
    head_view,
    standing_at,
    table_cards,
    table_view,
)

Look = TypeVar("Look")

TableName = Annotated[str, PathParameter(description="The table's number on the floor plan, such as TDF-1.")]
# Some ids hold a slash, so the rest of the path is the id; it is no address.
ClauseId = Annotated[
    Path,
    PathParameter(
        description="The clause's id in the register, such as 661a.6(c)(2).",
        schema_extra={"format": "clause"},
    ),
]
PlayedSeat = Annotated[
    int | None,
    QueryParameter(
        ge=1, le=99, description="The position that is played at a training table, whose own cards are told."
    ),
]
TheLive = NamedDependency[Live]
Who = Annotated[
    str, msgspec.Meta(min_length=1, max_length=100, description="Who moves: a credential number.")
]
Seen = Annotated[int, msgspec.Meta(ge=0, description="The version the mover looked at.")]


class WitnessSignature(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The signature of whoever saw a move at a live table, where one must: the own credential number and password."""

    credential: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    password: Password

    def __repr__(self) -> str:
        # A password has no business in a log.
        return f"WitnessSignature(credential={self.credential!r})"


class MoveOrder(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A move to be made, and by whom."""

    move: dict[str, Any]
    who: Who
    witness: WitnessSignature | None = None
    seen: Seen | None = None


class CouponLaid(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Where a Match Play Coupon lies that a dealer or boxperson takes, and the chips with it."""

    seat: Seat
    wager: Words
    pick: Words = ""
    amount: Annotated[int, msgspec.Meta(ge=0, description="Chips laid with it, in cents.")] = 0
    who: Who
    seen: Seen | None = None


class CouponOrder(CouponLaid, kw_only=True, forbid_unknown_fields=True):
    """A Match Play Coupon that a dealer or boxperson takes with chips; without an amount, under those already there."""

    code: Annotated[
        str, msgspec.Meta(min_length=1, max_length=200, description="The text of its barcode, as scanned.")
    ]


class CouponBySerialOrder(CouponLaid, kw_only=True, forbid_unknown_fields=True):
    """A Match Play Coupon without a barcode, taken by what is printed on it, before a supervisor who signs for it."""

    serial: Annotated[int, msgspec.Meta(ge=1, le=999_999_999)]
    value: Annotated[int, msgspec.Meta(ge=1, le=999_999_999, description="What it shows, in cents.")]
    expires: date
    witness: WitnessSignature


class ThrowOrder(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A throw or a deal of the training generator, and who asks for it."""

    who: Who
    seen: Seen | None = None


class GoOnOrder(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """That the table may go on by itself, from the version that whoever asks looked at.

    Where somebody plays a seat, the others are played by simple strategies.
    """

    seen: Seen | None = None
    seat: Seat | None = None


class Acknowledged(msgspec.Struct, kw_only=True):
    """A move that is done and durable."""

    table: str
    version: int
    events: tuple[EventView, ...]


_SIGNED_IN = {401: documented("Nobody is signed in.")}
_UNREADABLE = _SIGNED_IN | {400: documented("The request cannot be read.")}
_UNAVAILABLE = _SIGNED_IN | {503: documented("The journal cannot be used just now.")}
_UNKNOWN = _SIGNED_IN | {404: documented("There is no such thing here.")}
_MOVING = _SIGNED_IN | {
    400: documented("This is no move, or no JSON."),
    403: documented(
        "The request comes from another site, lacks the session's X-CSRF-Token, or takes a proof of presence first."
    ),
    404: documented("There is no such table."),
    409: documented("Somebody else moved first."),
    415: documented("A move is sent as application/json."),
    422: documented("The rules do not allow this; the clause is named."),
    429: documented("Too many wrong passwords of a witness; Retry-After says how long to wait."),
    503: documented("The journal cannot be used just now; nothing was done."),
}
_PLACE_A_WAGER = Example(
    summary="Place a wager",
    value={
        "move": {"move": "place-wager", "seat": 1, "wager": "touchdown", "amount": 500},
        "who": "patron-1",
    },
)


class TableApi(Controller):
    """Tables: see one, move at one, read its record."""

    path = "/tables"
    tags = ("tables",)

    @get(
        sync_to_thread=True,
        responses=_UNAVAILABLE,
        response_headers=LINKED,
        summary="Every table at a glance",
    )
    def all_tables(
        self, request: Request[Any, Any, Any], floor: TheFloor, skip: Skip = 0, limit: Limit = MOST
    ) -> Response[tuple[TableCard, ...]]:
        """Every table of the floor."""
        page = page_of(tuple(table_cards(floor)), skip, limit)
        return answer_page(request, page.items, page.after)

    @get("/{table:str}", sync_to_thread=True, responses=_UNKNOWN | _UNAVAILABLE, summary="One table")
    def one_table(self, floor: TheFloor, table: TableName, seat: PlayedSeat = None) -> TableView:
        """Everything about a table, with what may lawfully happen next."""
        return look(floor, table, lambda place: table_view(floor, place, viewer_at(place, seat)))

    @post("/{table:str}/moves", sync_to_thread=True, responses=_MOVING, summary="Make a move")
    def make_move(
        self,
        request: Request[Any, Any, Any],
        floor: TheFloor,
        live: TheLive,
        access: TheAccess,
        visit: TheVisit,
        table: TableName,
        data: Annotated[MoveOrder, Body(examples=[_PLACE_A_WAGER])],
    ) -> Acknowledged:
        """Carry out a move; it is durable when this answers."""

        def admit(place: TableInService) -> None:
            _check_signed_in(place, visit)
            require_presence(access, visit, moves_value=place.moves_value(data.move))

        witnessed_by = ""
        if data.witness is not None:
            # A password is looked at while nobody has to wait for the table.
            admit(place := known(floor, table))
            witnessed_by = _witness(request, access, place, data.witness)
        with floor.held(named(table)) as place:
            admit(place)
            made = floor.submit(
                table,
                data.move,
                who=data.who,
                entered_by=visit.credential,
                grant=visit.grant,
                witnessed_by=witnessed_by,
                seen=data.seen,
            )
        return _acknowledge(place, live, made)

    @post("/{table:str}/coupons", sync_to_thread=True, responses=_MOVING, summary="Take a coupon")
    def take_coupon(
        self,
        floor: TheFloor,
        live: TheLive,
        visit: TheVisit,
        table: TableName,
        data: JSONBody[CouponOrder],
    ) -> Acknowledged:
        """Take a coupon at a live table; it is cancelled in the ledger, and durable at the table, when this answers."""
        place = known(floor, table)
        _check_signed_in(place, visit)
        return _take_coupon(floor, live, visit, place, data, data.code)

    @post(
        "/{table:str}/coupons/by-serial",
        sync_to_thread=True,
        responses=_MOVING,
        summary="Take a coupon without a barcode",
    )
    def take_coupon_by_serial(
        self,
        request: Request[Any, Any, Any],
        floor: TheFloor,
        live: TheLive,
        access: TheAccess,
        visit: TheVisit,
        table: TableName,
        data: JSONBody[CouponBySerialOrder],
    ) -> Acknowledged:
        """Take a coupon that was printed outside without a barcode; it is cancelled in the ledger when this answers."""
        place = known(floor, table)
        _check_signed_in(place, visit)
        require_presence(access, visit, moves_value=not place.training)
        seen = CouponSeen(
            serial=data.serial,
            value=data.value,
            expires=data.expires,
            witnessed_by=_witness(request, access, place, data.witness),
        )
        return _take_coupon(floor, live, visit, place, data, seen)

    @post("/{table:str}/throw", sync_to_thread=True, responses=_MOVING, summary="Throw or deal for training")
    def throw(
        self, floor: TheFloor, live: TheLive, visit: TheVisit, table: TableName, data: JSONBody[ThrowOrder]
    ) -> Acknowledged:
        """Let the built-in generator decide what dice or cards show, at a training table."""
        place = known(floor, table)
        thrown = floor.throw(
            table, who=data.who, entered_by=visit.credential, grant=visit.grant, seen=data.seen
        )
        return _acknowledge(place, live, thrown)

    @post(
        "/{table:str}/brisk", sync_to_thread=True, responses=_MOVING, summary="Go on by itself, for training"
    )
    def brisk(
        self, floor: TheFloor, live: TheLive, visit: TheVisit, table: TableName, data: JSONBody[GoOnOrder]
    ) -> Acknowledged:
        """Take every step that nobody has to choose, each recorded, until somebody has, at a training table."""
        place = known(floor, table)
        crew = crew_of(floor.office.people().values())
        gone = go_on(
            floor,
            table,
            crew=crew,
            entered_by=visit.credential,
            grant=visit.grant,
            seen=data.seen,
            seat=data.seat or 0,
        )
        return _acknowledge(place, live, gone)

    @get(
        "/{table:str}/record",
        sync_to_thread=True,
        responses=_UNREADABLE | _UNKNOWN | _UNAVAILABLE,
        response_headers=LINKED,
        summary="What happened",
    )
    def record(
        self,
        request: Request[Any, Any, Any],
        floor: TheFloor,
        table: TableName,
        after: Annotated[int, QueryParameter(ge=0, description="Acts after this version.")] = 0,
        limit: Annotated[int, QueryParameter(ge=1, le=MOST, description="At most so many acts.")] = 100,
        seat: PlayedSeat = None,
    ) -> Response[tuple[ActView, ...]]:
        """The acts of a table with their events, oldest first."""

        def read(place: TableInService) -> tuple[tuple[ActView, ...], bool]:
            page = tuple(islice(place.record.since(after), limit + 1))
            return tuple(act_views(place, page[:limit], viewer=viewer_at(place, seat))), len(page) > limit

        acts, more = look(floor, table, read)
        return answer_page(request, acts, acts[-1].version if more else None, by="after")

    @get(
        "/{table:str}/at/{version:int}",
        sync_to_thread=True,
        responses=_UNREADABLE | _UNKNOWN | _UNAVAILABLE,
        summary="As it stood",
    )
    def at(
        self, floor: TheFloor, table: TableName, version: FromPath[int], seat: PlayedSeat = None
    ) -> TableStanding:
        """The table as it stood at a version, replayed from the journal."""
        known(floor, table)
        return standing_at(floor, table, version, seat)

    @get(
        "/{table:str}/events",
        media_type="text/event-stream",
        responses=_UNKNOWN | _UNAVAILABLE,
        summary="Live updates",
        opt=STREAMED,
    )
    async def events(
        self, floor: TheFloor, live: TheLive, access: TheAccess, visit: TheVisit, table: TableName
    ) -> ServerSentEvent:
        """A `version` event now and whenever the table changes, and `locked` when the session is over."""
        await asyncio.to_thread(known, floor, table)
        return ServerSentEvent(live.stream((table,), versions_of(floor, table), lasting(access, visit)))


@get("/games", sync_to_thread=True, responses=_SIGNED_IN, tags=["house"], summary="The games")
def all_games() -> tuple[GameView, ...]:
    """Every game that the house can run."""
    return game_views()


@get(
    "/events",
    media_type="text/event-stream",
    responses=_UNAVAILABLE,
    tags=["house"],
    summary="Live updates of the floor",
    opt=STREAMED,
)
async def floor_events(floor: TheFloor, live: TheLive, access: TheAccess, visit: TheVisit) -> ServerSentEvent:
    """A `version` event for every table now and for each one that changes, and `locked` when the session is over."""
    tables = await asyncio.to_thread(floor.tables)
    return ServerSentEvent(live.stream(tables, versions_of(floor, *tables), lasting(access, visit)))


@get(
    "/law/{clause_id:path}",
    sync_to_thread=True,
    responses=_UNREADABLE | _UNKNOWN | _UNAVAILABLE,
    tags=["house"],
    summary="A clause, or all that stand behind a citation",
    security=[{}, {"session": []}, {"token": []}],
    opt=PUBLIC,
)
def law(
    floor: TheFloor,
    access: TheAccess,
    visit: TheVisit,
    clause_id: ClauseId,
    table: Annotated[
        str | None, QueryParameter(description="Cite the clause as the edition in force there.")
    ] = None,
) -> ClauseView | CitedView:
    """A clause in our own words, with its readings, which nobody outside has confirmed; or all that stand behind a citation.

    The law stands open, as on its pages; which text is in force at a table is for those who are signed in.
    """
    if table and visit is NOBODY and access.is_in_use():
        raise SignInFirst
    edition = look(floor, table, lambda place: place.edition) if table else None
    return cited_view(clause_id.as_posix().strip("/"), edition)


@get(
    "/journal/head", sync_to_thread=True, responses=_UNAVAILABLE, tags=["house"], summary="The journal's end"
)
def journal_head(floor: TheFloor, visit: TheVisit) -> HeadView:
    """The number of entries, and the hash of the last one for those who read the record.

    A hash could be tried against a card that lies face down: only surveillance, internal audit and compliance see it.
    """
    return head_view(floor.journal.head(), visit.reader)


def known(floor: Floor, table: str) -> TableInService:
    """The table of that number."""
    return floor.table(named(table))


def named(table: str) -> str:
    """The number of a table, which may be on the floor or not; what cannot be a number is not looked for."""
    if not (table.isascii() and table.isprintable()):
        raise UnknownTable(f"there is no table {table!r} on this floor")
    return table


def look(floor: Floor, table: str, see: Callable[[TableInService], Look]) -> Look:
    """A look at a table of this floor."""
    return floor.look(known(floor, table).name, see)


def versions_of(floor: Floor, *tables: str) -> Callable[[], Mapping[str, int]]:
    """Asks for the versions of tables, as the journal has them."""
    if len(tables) == 1:
        return lambda: {tables[0]: floor.journal.version(TABLE_STREAM + tables[0])}

    def of_all() -> dict[str, int]:
        versions = floor.journal.streams()
        return {table: versions[TABLE_STREAM + table] for table in tables}

    return of_all


def _check_signed_in(place: TableInService, visit: Visit) -> None:
    """Refuse a move at a live table through a door that asks nobody who they are."""
    if visit.person is None and not place.training:
        raise nobody_signed_in(place)


def _take_coupon(
    floor: Floor, live: Live, visit: Visit, place: TableInService, laid: CouponLaid, shown: str | CouponSeen
) -> Acknowledged:
    outcome = floor.present_coupon(
        place.name,
        shown,
        seat=laid.seat,
        wager=laid.wager,
        pick=laid.pick,
        amount=laid.amount,
        by=_taking(visit),
        who=visit.credential or laid.who,
        entered_by=visit.credential,
        grant=visit.grant,
        seen=laid.seen,
    )
    return _acknowledge(place, live, outcome)


def _taking(visit: Visit) -> Role:
    """In which part a coupon is taken: by whoever is signed in, and by nobody in somebody else's name."""
    boxperson = visit.person is not None and visit.person.position is Position.BOXPERSON
    return Role.BOXPERSON if boxperson else Role.DEALER


def _witness(
    request: Request[Any, Any, Any], access: Access, place: TableInService, signature: WitnessSignature | None
) -> str:
    """The credential of whoever signs as the witness of a move at a live table; at a training table nobody has to."""
    if signature is None or place.training:
        return ""
    try:
        posting = access.confirm(signature.credential, signature.password, host=address_of(request))
    except WrongPassword:
        raise NotPermitted(
            SEPARATE_DUTIES,
            "the credential number or the password of the witness is wrong",
            fix="have the witness type them once more",
        ) from None
    return posting.credential


def lasting(access: Access, visit: Visit) -> Callable[[], bool]:
    """Whether whoever watches is still signed in, or the token still good; that a page watches keeps nobody signed in."""
    if visit.bearer is not None:
        return lambda: access.opens(visit.token)
    return lambda: not visit.token or access.session(visit.token, attended=False) is not None


def _acknowledge(place: TableInService, live: Live, outcome: Outcome) -> Acknowledged:
    """What is told of a move that is done; nothing here may fail any more."""
    live.notify(outcome.table, outcome.version)
    hidden = hidden_at(place, outcome.version)
    events = events_as_seen(place, outcome.events, hidden, outcome.version)
    return Acknowledged(table=outcome.table, version=outcome.version, events=events_view(place.game, events))


API = Router(
    path="/api",
    route_handlers=[
        SessionApi,
        TokenApi,
        PasskeyApi,
        TableApi,
        OfficeApi,
        CouponFilesApi,
        FiguresApi,
        LetterApi,
        SubmissionApi,
        all_games,
        floor_events,
        law,
        journal_head,
    ],
    opt=PROGRAMS,
    exception_handlers={Exception: answer_problem},
)
