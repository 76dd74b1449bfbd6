"""The orders about counter check books, and the facts that follow from them."""

from datetime import date, datetime
from typing import Annotated, Any

import msgspec

from houseway.backoffice.orders import Fact, Order, Remark, Words
from houseway.money import Cents
from houseway.table.forms import with_defaults

Number = Annotated[int, msgspec.Meta(ge=1, le=10**12)]
# One more than the last number there can be, for a book in which no check is left.
NextNumber = Annotated[int, msgspec.Meta(ge=1, le=10**12 + 1)]
Numbers = Annotated[tuple[Number, ...], msgspec.Meta(max_length=1000)]
Amount = Annotated[Cents, msgspec.Meta(ge=1, le=10**12)]


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody whose hands a book passes through."""

    person: str = ""
    credential: str = ""
    name: str = ""

    def __str__(self) -> str:
        return f"{self.name} ({self.credential})"


class _OfBook(Order, frozen=True, kw_only=True):
    """An order about one book."""

    book: Words

    def matters(self) -> tuple[str, ...]:
        """The book."""
        return (f"counter-check-book/{self.book}",)


class ReceiveBook(_OfBook, frozen=True, kw_only=True):
    """Finance takes a new book into its unused stock, with the numbers printed on its checks."""

    first: Number
    last: Number


class SignOutBook(_OfBook, frozen=True, kw_only=True):
    """Finance hands a book to table games, to be back by the end of a gaming day."""

    return_by: date


class Counted(_OfBook, frozen=True, kw_only=True):
    """A book is looked through to its end: the first check still in it, those that are gone behind it, and its voids."""

    next_number: NextNumber
    missing: Numbers = ()
    voided: Numbers = ()


class SignInBook(Counted, frozen=True, kw_only=True):
    """Table games brings a book back, and the voided checks with it."""


class CountBook(Counted, frozen=True, kw_only=True):
    """Finance looks through a book in its own hands."""


class PrepareCheck(_OfBook, frozen=True, kw_only=True):
    """A check is written for a patron to sign; the patron is known by the number of the credit file alone.

    `table` is the one whose chips it is given for, and in whose drop box it will be; none where the cage gives them.
    """

    number: Number
    amount: Amount
    credit_file: Words
    table: Remark = ""


class VoidCheck(_OfBook, frozen=True, kw_only=True):
    """A check is made void, written on or not, and stays with its book."""

    number: Number
    reason: Words


class ReportMissing(_OfBook, frozen=True, kw_only=True):
    """A check is not in the book, and nobody wrote it."""

    number: Number
    words: Words


class ReportBookLost(_OfBook, frozen=True, kw_only=True):
    """A book cannot be found, with all the checks that are in it."""

    words: Words


class ExplainGap(_OfBook, frozen=True, kw_only=True):
    """What became of numbers that were found wrong; `problem` tells gaps apart that begin with the same number."""

    first: Number
    finding: Words
    problem: Remark = ""


# Facts.


class BookReceived(Fact, frozen=True, kw_only=True):
    """A book is in the unused stock."""

    book: str
    first: int
    last: int
    received_on: date


class BookSignedOut(Fact, frozen=True, kw_only=True):
    """A book is with table games."""

    book: str
    giver: Hand
    taker: Hand
    at: datetime
    return_by: date


class BookSignedIn(Fact, frozen=True, kw_only=True):
    """A book is back with finance."""

    book: str
    giver: Hand
    taker: Hand
    at: datetime


def _without_table(told: dict[str, Any], day: date) -> dict[str, Any]:
    """Checks were first recorded without their table; the day was that of the entry."""
    return {"table": "", "day": day.isoformat(), **told}


class BookCounted(Fact, frozen=True, kw_only=True):
    """Finance has a book and found what is still in it, and which voided checks lie with it."""

    renewals = (with_defaults(missing=()),)

    book: str
    next_number: int
    missing: tuple[int, ...]
    voided: tuple[int, ...]


class CheckPrepared(Fact, frozen=True, kw_only=True):
    """A check was written."""

    renewals = (_without_table,)

    book: str
    number: int
    amount: Cents
    credit_file: str
    table: str
    day: date
    by: Hand
    at: datetime


class CheckVoided(Fact, frozen=True, kw_only=True):
    """A check is void."""

    book: str
    number: int
    reason: str
    by: Hand
    at: datetime


class GapFound(Fact, frozen=True, kw_only=True):
    """Numbers of which the book and the record do not tell the same."""

    book: str
    first: int
    last: int
    problem: str
    found_on: date


class BookLost(Fact, frozen=True, kw_only=True):
    """A book cannot be found."""

    book: str
    words: str
    lost_on: date


class GapExplained(Fact, frozen=True, kw_only=True):
    """It is known what became of numbers that were found wrong."""

    book: str
    first: int
    problem: str
    finding: str
    explained_on: date


Facts = (
    BookReceived
    | BookSignedOut
    | BookSignedIn
    | BookCounted
    | CheckPrepared
    | CheckVoided
    | GapFound
    | BookLost
    | GapExplained
)
