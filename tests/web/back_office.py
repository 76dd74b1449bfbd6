"""A back office behind the front door: a house of two people in every position, who all can sign in."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from houseway.backoffice.access import Access
from houseway.backoffice.book import Book
from houseway.backoffice.office import Office
from houseway.floor import Floor
from houseway.floor.demo import PASSWORD
from houseway.journal import Journal
from tests.backoffice.house import HOUSE, Clock, staff


@contextmanager
def staffed_floor(
    database: Path,
    clock: Clock | None = None,
    books: Iterable[Book] | None = None,
    *,
    busy_timeout: float = 30,
) -> Iterator[Floor]:
    """A house without tables over a new journal; `books` are kept instead of all there are."""
    now = clock or Clock()
    with Journal.open(database, busy_timeout=busy_timeout) as journal:
        floor = Floor(journal, now)
        if books is not None:
            floor.office = Office(journal, now, books=books)
        floor.office.open_house(HOUSE, staff())
        Access(floor.office).open_demo_accounts((posting.credential for posting in staff()), PASSWORD)
        yield floor
