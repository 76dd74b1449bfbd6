"""The back office for programs: the same orders, sheets and forms as on the pages.

Who signs is always whoever the session belongs to; no request can name somebody else.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import Body, JSONBody, PathParameter

from houseway.backoffice.listing import page_of
from houseway.backoffice.office import Office
from houseway.backoffice.order_intake import read_at_the_door
from houseway.backoffice.people import Posting
from houseway.backoffice.records import OrderRecord
from houseway.web.door import OFFICE_READING, Me, TheFloor, TheVisit, Visit
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
from houseway.web.paging import LINKED, MOST, Limit, Skip, answer_page
from houseway.web.presence import Signing, TheSigning
from houseway.web.problems import LATER, documented

TheOffice = NamedDependency[Office]
Asking = Request[Any, Any, Any]

_SIGNED_IN = {401: documented("Nobody is signed in.")}
_UNREADABLE = {400: documented("The request cannot be read.")}
_NOT_MINE = {422: documented("The book is not for one's department; the refusal is recorded.")}
_UNKNOWN = {404: documented("There is no such thing here.")}
_UNAVAILABLE = {503: documented("The journal cannot be used just now; nothing was done.")}
_LOOKING = _SIGNED_IN | _UNREADABLE | _NOT_MINE | LATER | _UNAVAILABLE
_GIVING = _LOOKING | {
    403: documented(
        "The request comes from another site, lacks the session's X-CSRF-Token, or takes a proof of presence first."
    ),
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


def _stepped(
    office: Office, signing: Signing, me: Posting, visit: Visit, digest: str, step: Callable[..., OrderRecord]
) -> OrderView:
    """An order after one more step, under the signature of whoever is signed in."""
    signing.check(moves_value=office.moves_value(office.recorded_order(known_standing(office, digest))))
    done = signing.sign(lambda shown: step(digest, who=me.credential, grant=visit.grant, assertion=shown))
    return order_view(office, done)


class OfficeApi(Controller):
    """The back office."""

    path = "/office"
    tags = ("back office",)
    opt = OFFICE_READING

    @get("/books", sync_to_thread=True, responses=_LOOKING, response_headers=LINKED, summary="The books")
    def books(
        self, request: Asking, office: TheOffice, skip: Skip = 0, limit: Limit = 100
    ) -> Response[tuple[BookView, ...]]:
        """Every book with its orders, sheets and forms."""
        page = page_of(tuple(office.books.values()), skip, limit)
        return answer_page(request, tuple(map(book_view, page.items)), page.after)

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
    def carry_out(
        self, office: TheOffice, signing: TheSigning, me: Me, visit: TheVisit, data: Given
    ) -> OrderView:
        """Carry out an order that one person may give alone; it is durable when this answers."""
        given = read_at_the_door(office, data.order)
        signing.check(moves_value=office.moves_value(given))
        done = signing.sign(
            lambda shown: office.carry_out(
                given, who=me.credential, key=data.key, grant=visit.grant, assertion=shown
            )
        )
        return order_view(office, done)

    @get(
        "/proposals",
        sync_to_thread=True,
        responses=_LOOKING,
        response_headers=LINKED,
        summary="What awaits a signature",
    )
    def proposals(
        self, request: Asking, office: TheOffice, me: Me, skip: Skip = 0, limit: Limit = 100
    ) -> Response[tuple[OrderView, ...]]:
        """The orders that await a signature in the books one may read, the oldest first."""
        page = page_of(open_proposals(office, me), skip, limit)
        return answer_page(
            request, tuple(order_view(office, standing) for standing in page.items), page.after
        )

    @post("/proposals", sync_to_thread=True, responses=_GIVING, summary="Propose an order")
    def propose(
        self, office: TheOffice, signing: TheSigning, me: Me, visit: TheVisit, data: Given
    ) -> OrderView:
        """Sign the first part of an order that takes several people, and put it to the others."""
        given = read_at_the_door(office, data.order)
        signing.check(moves_value=office.moves_value(given))
        proposed = signing.sign(
            lambda shown: office.propose(
                given, who=me.credential, key=data.key, grant=visit.grant, assertion=shown
            )
        )
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
        signing: TheSigning,
        me: Me,
        visit: TheVisit,
        digest: Digest,
        data: JSONBody[OwnSignature],
    ) -> OrderView:
        """Sign a part of a proposed order that is not its last."""
        return _stepped(office, signing, me, visit, digest, office.approve)

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
        signing: TheSigning,
        me: Me,
        visit: TheVisit,
        digest: Digest,
        data: JSONBody[OwnSignature],
    ) -> OrderView:
        """Sign the last part of an order: it happens, and is durable when this answers."""
        return _stepped(office, signing, me, visit, digest, office.execute)

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
        signing: TheSigning,
        me: Me,
        visit: TheVisit,
        digest: Digest,
        data: JSONBody[OwnSignature],
    ) -> OrderView:
        """Take back an order that was not executed."""
        return _stepped(office, signing, me, visit, digest, office.withdraw)

    @get("/due", sync_to_thread=True, responses=_LOOKING, response_headers=LINKED, summary="What is due")
    def due(
        self, request: Asking, floor: TheFloor, me: Me, skip: Skip = 0, limit: Limit = 100
    ) -> Response[tuple[DueView, ...]]:
        """What is still to be done, the longest overdue first; what the tables leave to be done comes before it."""
        books = floor.office.books_for(me)
        with floor.office.desk() as desk:
            found = (*floor_due_views(floor, books), *due_views(desk, books.values()))
        page = page_of(found, skip, limit)
        return answer_page(request, page.items, page.after)

    @get("/policy", sync_to_thread=True, responses=_LOOKING, summary="Who may sign what")
    def policy(self, office: TheOffice) -> tuple[PolicyView, ...]:
        """Every signature under every order with its clause, and the duties nobody may have together."""
        return tuple(map(policy_view, office.books.values()))

    @get(
        "/people", sync_to_thread=True, responses=_LOOKING, response_headers=LINKED, summary="Who works here"
    )
    def people(
        self, request: Asking, office: TheOffice, skip: Skip = 0, limit: Limit = 100
    ) -> Response[tuple[PostingView, ...]]:
        """Every posting, those of today first."""
        with office.desk() as desk:
            page = page_of(posting_views(desk), skip, limit)
        return answer_page(request, page.items, page.after)

    @get(
        "/refusals",
        sync_to_thread=True,
        responses=_LOOKING,
        response_headers=LINKED,
        summary="What was refused",
    )
    def refusals(
        self, request: Asking, office: TheOffice, me: Me, skip: Skip = 0, limit: Limit = 100
    ) -> Response[tuple[RefusalView, ...]]:
        """The refusals of the back office that one may read, the latest first."""
        page = page_of(office.refusals_for(me)[::-1], skip, limit)
        return answer_page(request, refusal_views(page.items), page.after)

    @get(
        "/{book:str}/sheets/{name:str}",
        sync_to_thread=True,
        responses=_LOOKING | _UNKNOWN | _NOT_MINE,
        response_headers=LINKED,
        summary="A sheet of a book",
    )
    def sheet(
        self,
        request: Asking,
        office: TheOffice,
        me: Me,
        book: BookName,
        name: Annotated[str, PathParameter(description="A sheet of the book, such as ledger.")],
        skip: Skip = 0,
        limit: Limit = MOST,
    ) -> Response[tuple[GridView, ...]]:
        """A sheet as it stands now: of each of its grids the rows after the first so many."""
        found = known_sheet(open_book(office, book, me), name)
        with office.desk() as desk:
            grids = found.show(desk)
        more = any(page_of(grid.rows, skip, limit).after for grid in grids)
        shown = tuple(grid_view(grid, skip, limit) for grid in grids)
        return answer_page(request, shown, skip + limit if more else None)

    @get(
        "/{book:str}/forms/{name:str}",
        sync_to_thread=True,
        responses=_LOOKING | _UNKNOWN | _NOT_MINE,
        response_headers=LINKED,
        summary="What a form can be made for",
    )
    def subjects(
        self,
        request: Asking,
        office: TheOffice,
        me: Me,
        book: BookName,
        name: Annotated[str, PathParameter(description="A form of the book, such as receipt.")],
        skip: Skip = 0,
        limit: Limit = MOST,
    ) -> Response[tuple[str, ...]]:
        """The subjects of a form."""
        found = known_form(open_book(office, book, me), name)
        with office.desk() as desk:
            page = page_of(found.subjects(desk), skip, limit)
        return answer_page(request, page.items, page.after)

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
