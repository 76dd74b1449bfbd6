"""The calendar: everything the books still have to do, late or not."""

from collections.abc import Iterable
from dataclasses import dataclass

from houseway.backoffice.book import Book, Desk, Due
from houseway.backoffice.books import all_books


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something that a book still has to do."""

    book: str
    due: Due

    @property
    def late(self) -> bool:
        """Whether its day is over."""
        return self.due.late


def deadlines(desk: Desk, books: Iterable[Book] | None = None) -> tuple[Deadline, ...]:
    """Everything that is still to be done in all books on the desk's day, the longest overdue first."""
    found = (
        Deadline(book.name, due)
        for book in (all_books() if books is None else books)
        for due in book.due(desk)
    )
    return tuple(sorted(found, key=lambda row: (row.due.by, row.book, row.due.what)))
