"""What live tables leave to be done in the books: told alike on the pages, through the API and at the command line."""

from collections.abc import Container, Iterable, Iterator

from houseway.backoffice.coupons.book import BOOK as COUPONS
from houseway.backoffice.deadlines import Deadline
from houseway.backoffice.office import Office
from houseway.backoffice.revenue.book import BOOK as REVENUE
from houseway.floor.coupons import refused_releases
from houseway.floor.figures import unsettled
from houseway.floor.table import TableInService

_LEFT_IN = ((COUPONS, refused_releases), (REVENUE, unsettled))


def left_by_tables(
    office: Office, places: Iterable[TableInService], books: Container[str]
) -> Iterator[Deadline]:
    """What these tables leave to be done in these books; a training table leaves nothing."""
    live = [place for place in places if not place.training]
    for book, left in _LEFT_IN:
        if book.name in books:
            yield from (Deadline(book.name, due) for due in left(office, live))
