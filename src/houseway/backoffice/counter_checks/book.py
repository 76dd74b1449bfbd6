"""The book of counter checks: manual books in finance's stock and out with table games (609a.13(c)(3))."""

from typing import Any

from houseway.backoffice.book import Book, Desk, Due
from houseway.backoffice.counter_checks import custody, gaps, writing
from houseway.backoffice.counter_checks.orders import (
    CountBook,
    ExplainGap,
    Facts,
    PrepareCheck,
    ReceiveBook,
    ReportBookLost,
    ReportMissing,
    SignInBook,
    SignOutBook,
    VoidCheck,
)
from houseway.backoffice.counter_checks.papers import FORMS, SHEETS
from houseway.backoffice.counter_checks.policy import RULES
from houseway.backoffice.counter_checks.stock import ACCESS, every_book, keep, known_gaps, metadata
from houseway.backoffice.orders import Fact


class CounterChecksBook(Book):
    """Where every manual counter check is, and what became of it."""

    name = "counter_checks"
    title = "Counter checks"
    moves_value = True
    rules = RULES
    facts = Facts
    tables = metadata
    form = 2
    forms = FORMS
    sheets = SHEETS

    def decide(self, order: Any, desk: Desk) -> tuple[Fact, ...]:
        """Let books come, go out and come back, checks be written and made void, and gaps be explained."""
        match order:
            case ReceiveBook():
                return custody.receive_book(order, desk)
            case SignOutBook():
                return custody.sign_out(order, desk)
            case SignInBook():
                return custody.sign_in(order, desk)
            case CountBook():
                return custody.count_book(order, desk)
            case PrepareCheck():
                return writing.prepare_check(order, desk)
            case VoidCheck():
                return writing.void_check(order, desk)
            case ReportMissing():
                return gaps.report_missing(order, desk)
            case ReportBookLost():
                return gaps.report_lost(order, desk)
            case ExplainGap():
                return gaps.explain_gap(order, desk)
        raise TypeError(f"{order!r} is no order of the book of counter checks")

    def post(self, fact: Any, desk: Desk) -> None:
        """Keep who has which book, and what became of its checks."""
        keep(desk.connection, fact)

    def due(self, desk: Desk) -> tuple[Due, ...]:
        """Books that have to come back, and gaps that nobody has explained."""
        out = (
            Due(
                f"The counter check book {book.book} comes back from {book.department}",
                book.return_by,
                custody.PROCEDURE,
                desk.day > book.return_by,
                SignInBook,
            )
            for book in every_book(desk.connection)
            if book.return_by is not None
        )
        open_gaps = (
            Due(
                f"The gap in the book {gap.book} that begins with check {gap.first} is explained",
                gap.found_on,
                ACCESS,
                desk.day > gap.found_on,
                ExplainGap,
            )
            for gap in known_gaps(desk.connection)
            if not gap.finding
        )
        return (*out, *open_gaps)


BOOK = CounterChecksBook()
