"""The back office for programs: the same orders, sheets and forms as on the pages.

Who signs is always whoever the session belongs to; no request can name somebody else.
"""

from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import Body, JSONBody, PathParameter, QueryParameter

from houseway.backoffice.office import Office
from houseway.backoffice.order_intake import read_at_the_door
from houseway.web.door import OFFICE_READING, Me, TheFloor, TheVisit
from houseway.web.office_finding import (
    known_book,
    known_form,
    known_order,
    known_sheet,
    known_standing,
    open_book,
    open_proposals,
    open_standing,
    paper_for,
)
from houseway.web.office_view import (
    BookView,
    DueView,
    GridView,
    OrderView,
    PaperView,
    PolicyView,
    PostingView,
    RefusalView,
    book_view,
    due_views,
    floor_due_views,
    grid_view,
    order_view,
    paper_view,
    policy_view,
    posting_views,
    refusal_views,
)
from houseway.web.problems import LATER, documented

TheOffice = NamedDependency[Office]

_MOST_REFUSALS = 500
_SIGNED_IN = {401: documented("Nobody is signed in.")}
_UNREADABLE = {400: documented("The request cannot be read.")}
_NOT_MINE = {422: documented("The book is not for one's department; the refusal is recorded.")}
_UNKNOWN = {404: documented("There is no such thing here.")}
_UNAVAILABLE = {503: documented("The journal cannot be used just now; nothing was done.")}
_LOOKING = _SIGNED_IN | _UNREADABLE | _NOT_MINE | LATER | _UNAVAILABLE
_GIVING = _LOOKING | {
    403: documented("The request comes from another site, or lacks the session's X-CSRF-Token."),
    415: documented("An order is sent as application/json."),
    422: documented("The rules do not allow this; the clause is named, and the refusal is recorded."),
}
_SIGNING = _GIVING | _UNKNOWN

BookName = Annotated[str, PathParameter(description="A book, such as coupons.")]
Digest = Annotated[str, PathParameter(description="The content hash of an order.")]
# A subject may hold a slash, so the rest of the path is the subject; it is no address.
Subject = Annotated[
    Path,
    PathParameter(
        description="What a form is made for: a day, a number, a quarter.",
        schema_extra={"format": "subject"},
    ),
]


class GivenOrder(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """An order, and the key that makes it safe to send again: what was done under a key is not done twice."""

    order: dict[str, Any]
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class OwnSignature(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Nothing: who signs is whoever is signed in, and what is signed stands in the address."""


_RECEIVE_A_BOOK = Example(
    summary="Take a book of counter checks into stock",
    value={
        "order": {"order": "receive-book", "book": "B-1", "first": 1, "last": 50},
        "key": "receipt of B-1",
    },
)
Given = Annotated[GivenOrder, Body(examples=[_RECEIVE_A_BOOK])]


class OfficeApi(Controller):
    """The back office."""

    path = "/office"
    tags = ("back office",)
    opt = OFFICE_READING

    @get("/books", sync_to_thread=True, responses=_LOOKING, summary="The books")
    def books(self, office: TheOffice) -> tuple[BookView, ...]:
        """Every book with its orders, sheets and forms."""
        return tuple(map(book_view, office.books.values()))

    @get(
        "/books/{book:str}/orders/{order:str}",
        sync_to_thread=True,
        responses=_LOOKING | _UNKNOWN,
        summary="What an order asks for",
    )
    def order_schema(
        self,
        office: TheOffice,
        book: BookName,
        order: Annotated[str, PathParameter(description="An order, such as receive-book.")],
    ) -> dict[str, Any]:
        """The JSON Schema of an order; amounts are whole cents."""
        return msgspec.json.schema(known_order(known_book(office, book), order))

    @post("/orders", sync_to_thread=True, responses=_GIVING, summary="Carry out an order")
    def carry_out(self, office: TheOffice, me: Me, visit: TheVisit, data: Given) -> OrderView:
        """Carry out an order that one person may give alone; it is durable when this answers."""
        given = read_at_the_door(office, data.order)
        done = office.carry_out(given, who=me.credential, key=data.key, grant=visit.grant)
        return order_view(office, done)

    @get("/proposals", sync_to_thread=True, responses=_LOOKING, summary="What awaits a signature")
    def proposals(self, office: TheOffice, me: Me) -> tuple[OrderView, ...]:
        """The orders that await a signature in the books one may read, the oldest first."""
        return tuple(order_view(office, standing) for standing in open_proposals(office, me))

    @post("/proposals", sync_to_thread=True, responses=_GIVING, summary="Propose an order")
    def propose(self, office: TheOffice, me: Me, visit: TheVisit, data: Given) -> OrderView:
        """Sign the first part of an order that takes several people, and put it to the others."""
        given = read_at_the_door(office, data.order)
        proposed = office.propose(given, who=me.credential, key=data.key, grant=visit.grant)
        return order_view(office, proposed)

    @get(
        "/proposals/{digest:str}",
        sync_to_thread=True,
        responses=_LOOKING | _UNKNOWN | _NOT_MINE,
        summary="One order",
    )
    def proposal(self, office: TheOffice, me: Me, digest: Digest) -> OrderView:
        """An order as it stands, proposed, executed or withdrawn."""
        return order_view(office, open_standing(office, digest, me))

    @post(
        "/proposals/{digest:str}/approve",
        sync_to_thread=True,
        status_code=200,
        responses=_SIGNING,
        summary="Sign a part of an order",
    )
    def approve(
        self,
        office: TheOffice,
        me: Me,
        visit: TheVisit,
        digest: Digest,
        data: JSONBody[OwnSignature],
    ) -> OrderView:
        """Sign a part of a proposed order that is not its last."""
        known_standing(office, digest)
        return order_view(office, office.approve(digest, who=me.credential, grant=visit.grant))

    @post(
        "/proposals/{digest:str}/execute",
        sync_to_thread=True,
        status_code=200,
        responses=_SIGNING,
        summary="Execute an order",
    )
    def execute(
        self,
        office: TheOffice,
        me: Me,
        visit: TheVisit,
        digest: Digest,
        data: JSONBody[OwnSignature],
    ) -> OrderView:
        """Sign the last part of an order: it happens, and is durable when this answers."""
        known_standing(office, digest)
        return order_view(office, office.execute(digest, who=me.credential, grant=visit.grant))

    @post(
        "/proposals/{digest:str}/withdraw",
        sync_to_thread=True,
        status_code=200,
        responses=_SIGNING,
        summary="Withdraw an order",
    )
    def withdraw(
        self,
        office: TheOffice,
        me: Me,
        visit: TheVisit,
        digest: Digest,
        data: JSONBody[OwnSignature],
    ) -> OrderView:
        """Take back an order that was not executed."""
        known_standing(office, digest)
        return order_view(office, office.withdraw(digest, who=me.credential, grant=visit.grant))

    @get("/due", sync_to_thread=True, responses=_LOOKING, summary="What is due")
    def due(self, floor: TheFloor, me: Me) -> tuple[DueView, ...]:
        """What is still to be done, the longest overdue first; what the tables leave to be done comes before it."""
        books = floor.office.books_for(me)
        with floor.office.desk() as desk:
            return (*floor_due_views(floor, books), *due_views(desk, books.values()))

    @get("/policy", sync_to_thread=True, responses=_LOOKING, summary="Who may sign what")
    def policy(self, office: TheOffice) -> tuple[PolicyView, ...]:
        """Every signature under every order with its clause, and the duties nobody may have together."""
        return tuple(map(policy_view, office.books.values()))

    @get("/people", sync_to_thread=True, responses=_LOOKING, summary="Who works here")
    def people(self, office: TheOffice) -> tuple[PostingView, ...]:
        """Every posting, those of today first."""
        with office.desk() as desk:
            return posting_views(desk)

    @get("/refusals", sync_to_thread=True, responses=_LOOKING, summary="What was refused")
    def refusals(
        self,
        office: TheOffice,
        me: Me,
        skip: Annotated[int, QueryParameter(ge=0, description="Leave out so many of the latest.")] = 0,
        limit: Annotated[int, QueryParameter(ge=1, le=_MOST_REFUSALS, description="At most so many.")] = 100,
    ) -> tuple[RefusalView, ...]:
        """The refusals of the back office that one may read, the latest first."""
        return refusal_views(office, me, skip, limit)

    @get(
        "/{book:str}/sheets/{name:str}",
        sync_to_thread=True,
        responses=_LOOKING | _UNKNOWN | _NOT_MINE,
        summary="A sheet of a book",
    )
    def sheet(
        self,
        office: TheOffice,
        me: Me,
        book: BookName,
        name: Annotated[str, PathParameter(description="A sheet of the book, such as ledger.")],
    ) -> tuple[GridView, ...]:
        """A sheet as it stands now."""
        found = known_sheet(open_book(office, book, me), name)
        with office.desk() as desk:
            return tuple(map(grid_view, found.show(desk)))

    @get(
        "/{book:str}/forms/{name:str}",
        sync_to_thread=True,
        responses=_LOOKING | _UNKNOWN | _NOT_MINE,
        summary="What a form can be made for",
    )
    def subjects(
        self,
        office: TheOffice,
        me: Me,
        book: BookName,
        name: Annotated[str, PathParameter(description="A form of the book, such as receipt.")],
    ) -> tuple[str, ...]:
        """The subjects of a form."""
        found = known_form(open_book(office, book, me), name)
        with office.desk() as desk:
            return found.subjects(desk)

    @get(
        "/{book:str}/forms/{name:str}/{subject:path}",
        sync_to_thread=True,
        responses=_LOOKING | _UNKNOWN | _NOT_MINE,
        summary="A form",
    )
    def form(
        self,
        office: TheOffice,
        me: Me,
        book: BookName,
        name: Annotated[str, PathParameter(description="A form of the book, such as receipt.")],
        subject: Subject,
    ) -> PaperView:
        """A form made for one subject."""
        found = known_form(open_book(office, book, me), name)
        with office.desk() as desk:
            _, paper = paper_for(office, desk, found, subject, me)
        return paper_view(paper)
