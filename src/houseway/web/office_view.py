"""What the pages and the API show of the back office: books, orders as they stand, deadlines, policy, papers."""

import re
from collections.abc import Container, Iterable, Iterator
from datetime import date, datetime
from typing import Any

import msgspec

from houseway.backoffice.book import Book, Desk
from houseway.backoffice.deadlines import Deadline, deadlines
from houseway.backoffice.listing import FIGURE, page_of
from houseway.backoffice.office import Office, Refused
from houseway.backoffice.orders import Order, Signed, name_of
from houseway.backoffice.paper import Grid, Paper
from houseway.backoffice.people import Department, Position
from houseway.backoffice.policy_table import policy_rows, separation_rows
from houseway.backoffice.postings.postings import everyone
from houseway.backoffice.records import OrderRecord, State
from houseway.floor import Floor
from houseway.floor.due import left_by_tables
from houseway.law import Clause
from houseway.web.columns import ColumnKind, Value, kinds_of, value_of
from houseway.web.office_fields import about, title_of

# A moment with its zone, such as 2026-03-01 18:51 EST, is not broken.
_BRIEF = 20
# What a page of 1280 pixels has room for beside the list of books, and what one letter and the space around a column take.
_ROOM, _LETTER, _AROUND = 960, 8, 18
# A word that is longer is broken where a line ends.
_LONG_WORD = 14
_WORDS = re.compile(r"[\s-]+")


class OrderKind(msgspec.Struct, frozen=True, kw_only=True):
    """An order that may be given in a book."""

    order: str
    title: str
    about: str


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet or a form of a book."""

    name: str
    title: str


class BookView(msgspec.Struct, frozen=True, kw_only=True):
    """A book: the orders that may be given in it, the sheets it shows, the forms it can print."""

    book: str
    title: str
    orders: tuple[OrderKind, ...]
    sheets: tuple[Named, ...]
    forms: tuple[Named, ...]


class Awaited(msgspec.Struct, frozen=True, kw_only=True):
    """A signature that an order still awaits, and whose it may be."""

    part: str
    signed_by: tuple[str, ...]
    clause: str


class OrderView(msgspec.Struct, frozen=True, kw_only=True):
    """An order as it stands: its content hash, its content, who has signed it, who must, what followed from it."""

    digest: str
    key: str
    book: str
    state: State
    order: dict[str, Any]
    signatures: tuple[Signed, ...]
    awaits: tuple[Awaited, ...]
    facts: tuple[dict[str, Any], ...]


class DueView(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is still to be done, and the order of the book that settles it where there is one."""

    book: str
    what: str
    by: date
    late: bool
    clause: str
    order: str | None


class PartView(msgspec.Struct, frozen=True, kw_only=True):
    """One signature of the policy: under which order, in which case, whose, and not by whom of those before."""

    order: str
    case: str
    part: str
    signed_by: str
    not_by: str
    clause: str


class SeparationView(msgspec.Struct, frozen=True, kw_only=True):
    """Two orders that nobody may sign in the same matter."""

    one: str
    other: str
    clause: str


class PolicyView(msgspec.Struct, frozen=True, kw_only=True):
    """The policy of one book."""

    book: str
    title: str
    parts: tuple[PartView, ...]
    separations: tuple[SeparationView, ...]


class RefusalView(msgspec.Struct, frozen=True, kw_only=True):
    """An order that was refused: when, whose, why, and through which token a program had asked."""

    at: datetime
    who: str
    order: str
    digest: str
    clause: str
    message: str
    through: str


class PostingView(msgspec.Struct, frozen=True, kw_only=True):
    """A position that somebody holds, held or will hold."""

    person: str
    credential: str
    name: str
    position: Position
    department: Department
    since: date
    until: date | None
    today: bool


class GridView(msgspec.Struct, frozen=True, kw_only=True):
    """Rows under headings: in the words of the paper, and as values of each column's kind, with amounts in whole cents."""

    title: str
    headings: tuple[str, ...]
    kinds: tuple[ColumnKind, ...]
    rows: tuple[tuple[str, ...], ...]
    values: tuple[tuple[Value, ...], ...]
    # How many rows there are in all, of which an answer may hold a page.
    total: int
    clause: str | None


class FieldView(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a form."""

    label: str
    value: str
    clause: str | None


class SignatureView(msgspec.Struct, frozen=True, kw_only=True):
    """A signature under a form, or the line for one."""

    part: str
    name: str
    credential: str
    position: str
    signed_at: datetime | None
    clause: str | None


class PaperView(msgspec.Struct, frozen=True, kw_only=True):
    """A form as the law describes it."""

    title: str
    number: str
    holder: str
    day: date
    clause: str
    fields: tuple[FieldView, ...]
    grids: tuple[GridView, ...]
    signatures: tuple[SignatureView, ...]
    notes: tuple[str, ...]


def book_view(book: Book) -> BookView:
    """A book with what it offers."""
    return BookView(
        book=book.name,
        title=book.title,
        orders=tuple(order_kind(kind) for kind in book.orders),
        sheets=tuple(Named(name=sheet.name, title=sheet.title) for sheet in book.sheets),
        forms=tuple(Named(name=form.name, title=form.title) for form in book.forms),
    )


def order_kind(kind: type[Order]) -> OrderKind:
    """A kind of order with its heading and what it is."""
    return OrderKind(order=name_of(kind), title=title_of(kind), about=about(kind))


def order_view(office: Office, standing: OrderRecord) -> OrderView:
    """An order as it stands."""
    left = office.awaiting(standing) if standing.state is State.PROPOSED else ()
    return OrderView(
        digest=standing.digest,
        key=standing.key,
        book=standing.book,
        state=standing.state,
        order=standing.order,
        signatures=standing.signatures,
        awaits=tuple(
            Awaited(part=part.name, signed_by=tuple(map(str, part.permits)), clause=part.clause.id)
            for part in left
        ),
        facts=standing.facts,
    )


def due_views(desk: Desk, books: Iterable[Book]) -> Iterator[DueView]:
    """What is still to be done in some books, the longest overdue first."""
    return map(_due_view, deadlines(desk, books))


def floor_due_views(floor: Floor, books: Container[str]) -> Iterator[DueView]:
    """What the floor's tables leave to be done in these books."""
    places = (place for place in floor.tables().values() if floor.asks_office(place))
    return map(_due_view, left_by_tables(floor.office, places, books))


def _due_view(one: Deadline) -> DueView:
    return DueView(
        book=one.book,
        what=one.due.what,
        by=one.due.by,
        late=one.late,
        clause=one.due.clause.id,
        order=name_of(one.due.order) if one.due.order else None,
    )


def policy_view(book: Book) -> PolicyView:
    """The policy of a book."""
    fields = PartView.__struct_fields__
    return PolicyView(
        book=book.name,
        title=book.title,
        parts=tuple(PartView(**dict(zip(fields, row, strict=True))) for row in policy_rows(book)),
        separations=tuple(
            SeparationView(one=one, other=other, clause=clause)
            for one, other, clause in separation_rows(book)
        ),
    )


def refusal_views(refusals: Iterable[tuple[datetime, Refused]]) -> tuple[RefusalView, ...]:
    """Refusals as they are shown."""
    return tuple(RefusalView(at=at, **msgspec.structs.asdict(refused)) for at, refused in refusals)


def posting_views(desk: Desk) -> tuple[PostingView, ...]:
    """Every posting there is, by credential; those of today first."""
    found = (
        PostingView(
            department=posting.department, today=posting.covers(desk.day), **msgspec.structs.asdict(posting)
        )
        for posting in everyone(desk.connection)
    )
    return tuple(sorted(found, key=lambda one: (not one.today, one.credential, one.since)))


def columns(grid: Grid) -> tuple[str, ...]:
    """How each column of a grid is set: figures to the right unless they say what a row is about, what is brief in one line.

    Where not everything that is brief has room in one line, the longest of it is broken between its words; a word that is
    as long as a hash is broken anywhere.
    """
    cells = [[row[number] for row in grid.rows if row[number]] for number in range(len(grid.headings))]
    set_as = [_set(column, number > 0) for number, column in enumerate(cells)]
    taken = [
        _width(cells[number], heading, whole=bool(set_as[number]))
        for number, heading in enumerate(grid.headings)
    ]
    for number in sorted(range(len(cells)), key=lambda one: taken[one], reverse=True):
        broken = _width(cells[number], grid.headings[number], whole=False)
        if sum(taken) > _ROOM and set_as[number] == "brief" and broken < taken[number]:
            set_as[number], taken[number] = "", broken
    return tuple(
        kind or ("long" if _longest_word(column) > _LONG_WORD else "")
        for kind, column in zip(set_as, cells, strict=True)
    )


def _width(cells: list[str], heading: str, *, whole: bool) -> int:
    """About how many pixels a column takes at the least."""
    letters = max(map(len, cells), default=0) if whole else min(_longest_word(cells), _LONG_WORD)
    return max(letters, _longest_word([heading])) * _LETTER + _AROUND


def _longest_word(cells: list[str]) -> int:
    return max((len(word) for cell in cells for word in _WORDS.split(cell)), default=0)


def _set(cells: list[str], may_be_figures: bool) -> str:
    if cells and may_be_figures and all(FIGURE.fullmatch(cell) for cell in cells):
        return "figure"
    return "brief" if all(len(cell) <= _BRIEF for cell in cells) else ""


def grid_view(grid: Grid, skip: int = 0, limit: int | None = None) -> GridView:
    """A grid with its clause by its id: all of it, or a page."""
    kinds, page = kinds_of(grid), page_of(grid.rows, skip, len(grid.rows) if limit is None else limit)
    return GridView(
        title=grid.title,
        headings=grid.headings,
        kinds=kinds,
        rows=page.items,
        values=tuple(
            tuple(value_of(cell, kind) for cell, kind in zip(row, kinds, strict=True)) for row in page.items
        ),
        total=page.total,
        clause=_id(grid.clause),
    )


def paper_view(paper: Paper) -> PaperView:
    """A paper with its clauses by their ids."""
    return PaperView(
        title=paper.title,
        number=paper.number,
        holder=paper.holder,
        day=paper.day,
        clause=paper.clause.id,
        fields=tuple(
            FieldView(label=one.label, value=one.value, clause=_id(one.clause)) for one in paper.fields
        ),
        grids=tuple(map(grid_view, paper.grids)),
        signatures=tuple(
            SignatureView(**{**msgspec.structs.asdict(one), "clause": _id(one.clause)})
            for one in paper.signatures
        ),
        notes=paper.notes,
    )


def _id(clause: Clause | None) -> str | None:
    return clause.id if clause else None
