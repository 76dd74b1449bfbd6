"""Books that agree to everything, so that only the policy refuses."""

from typing import Any

from houseway.backoffice.book import Book, Desk
from houseway.backoffice.orders import Fact


class Agreeing(Book):
    """A book with the policy of another that agrees to everything: what is refused then is refused by the policy."""

    facts = Fact

    def __init__(self, book: Book) -> None:
        self.name, self.title = book.name, book.title  # type: ignore[misc]
        self.rules, self.separations, self.tables = book.rules, (), book.tables  # type: ignore[misc]

    def decide(self, order: Any, desk: Desk) -> tuple[Fact, ...]:
        return ()

    def post(self, fact: Any, desk: Desk) -> None:
        raise AssertionError("nothing follows from an order here")
