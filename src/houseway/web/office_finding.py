"""Finding things in the back office; whatever is not there is said to be unknown."""

from pathlib import PurePath, PurePosixPath

import sqlalchemy as sa

from houseway.backoffice.book import Book, Desk, Form, Sheet
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order, name_of
from houseway.backoffice.paper import Paper
from houseway.backoffice.people import Posting
from houseway.backoffice.records import OrderRecord, State, standing_of
from houseway.backoffice.schema import orders

_DIGEST_LENGTH = 64
_SETTLED = (State.EXECUTED, State.WITHDRAWN)


class NotInTheOffice(LookupError):
    """A book, sheet, form, subject or order that the back office does not have."""


def known_book(office: Office, name: str) -> Book:
    """The book of that name."""
    if name not in office.books:
        raise NotInTheOffice(f"there is no book {name!r}")
    return office.books[name]


def open_book(office: Office, name: str, reader: Posting) -> Book:
    """The book of that name, for somebody who may read it."""
    return office.open_book(known_book(office, name).name, reader)


def known_order(book: Book, name: str) -> type[Order]:
    """The order of that name in a book."""
    found = next((kind for kind in book.orders if name_of(kind) == name), None)
    if found is None:
        raise NotInTheOffice(f"there is no order {name!r} in the book {book.name!r}")
    return found


def known_sheet(book: Book, name: str) -> Sheet:
    """The sheet of that name in a book."""
    found = next((sheet for sheet in book.sheets if sheet.name == name), None)
    if found is None:
        raise NotInTheOffice(f"there is no sheet {name!r} in the book {book.name!r}")
    return found


def known_form(book: Book, name: str) -> Form:
    """The form of that name in a book."""
    found = next((form for form in book.forms if form.name == name), None)
    if found is None:
        raise NotInTheOffice(f"there is no form {name!r} in the book {book.name!r}")
    return found


def paper_for(
    office: Office, desk: Desk, form: Form, subject: PurePath, reader: Posting
) -> tuple[str, Paper]:
    """A form made for a subject, which an address may have shortened by what a path does not tell apart."""
    for known in form.subjects(desk):
        if PurePosixPath("/", known) == PurePosixPath("/", subject):
            return known, office.make_paper(desk, form, known, reader)
    raise NotInTheOffice(f"the form {form.name!r} cannot be made for {str(subject).lstrip('/')!r}")


def known_standing(office: Office, digest: str) -> OrderRecord:
    """The order with a content hash."""
    with office.desk() as desk:
        row = desk.connection.execute(sa.select(orders).where(orders.c.digest == _searchable(digest))).first()
    if row is None:
        raise NotInTheOffice("there is no order with this content hash")
    return standing_of(row)


def open_standing(office: Office, digest: str, reader: Posting) -> OrderRecord:
    """The order with a content hash, for somebody who may read its book."""
    standing = known_standing(office, digest)
    office.open_book(standing.book, reader)
    return standing


def open_proposals(office: Office, reader: Posting) -> tuple[OrderRecord, ...]:
    """The orders that await a signature in the books that somebody may read, oldest first."""
    books = office.books_for(reader)
    return tuple(standing for standing in office.proposals() if standing.book in books)


def _searchable(digest: str) -> str:
    """A content hash; what cannot be one is not looked for."""
    return digest if len(digest) == _DIGEST_LENGTH and digest.isascii() and digest.isalnum() else ""


def latest_orders(desk: Desk, book: str, most: int) -> tuple[OrderRecord, ...]:
    """The orders of a book that were settled last, the latest first."""
    of_book = sa.select(orders).where(orders.c.book == book).order_by(orders.c.position.desc()).limit(most)
    # State by state, which an index has in order: a busy book has hundreds of thousands.
    found = [
        row for state in _SETTLED for row in desk.connection.execute(of_book.where(orders.c.state == state))
    ]
    found.sort(key=lambda row: int(row.position), reverse=True)
    return tuple(map(standing_of, found[:most]))
