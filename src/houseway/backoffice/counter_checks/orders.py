"""What people order of counter check books, and what is so afterwards."""

from datetime import date, datetime
from typing import Annotated

import msgspec

from houseway.backoffice.orders import Fact, Order, Words
from houseway.money import Cents

Number = Annotated[int, msgspec.Meta(ge=1, le=10**12)]
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


class SignInBook(_OfBook, frozen=True, kw_only=True):
    """Table games brings a book back: the first check still in it, and the voided checks handed in with it."""

    next_number: Number
    voided: Numbers = ()


class CountBook(_OfBook, frozen=True, kw_only=True):
    """Finance looks through a book in its own hands: the first check still in it, and the voided checks with it."""

    next_number: Number
    voided: Numbers = ()


class PrepareCheck(_OfBook, frozen=True, kw_only=True):
    """A check is written for a patron to sign; the patron is known by the number of the credit file alone."""

    number: Number
    amount: Amount
    credit_file: Words


class VoidCheck(_OfBook, frozen=True, kw_only=True):
    """A check is made void, written on or not, and stays with its book."""

    number: Number
    reason: Words


class ReportMissing(_OfBook, frozen=True, kw_only=True):
    """The next check is not in the book, and nobody wrote it."""

    number: Number
    words: Words


class ExplainGap(_OfBook, frozen=True, kw_only=True):
    """What became of numbers that were found missing."""

    first: Number
    finding: Words


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


class BookCounted(Fact, frozen=True, kw_only=True):
    """Finance found what is still in a book, and which voided checks lie with it."""

    book: str
    next_number: int
    voided: tuple[int, ...]


class CheckPrepared(Fact, frozen=True, kw_only=True):
    """A check was written."""

    book: str
    number: int
    amount: Cents
    credit_file: str
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


class GapExplained(Fact, frozen=True, kw_only=True):
    """It is known what became of numbers that were found missing."""

    book: str
    first: int
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
    | GapExplained
)
