"""A book of the back office: its orders, who may give them, what follows from them, and the tables they are kept in."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any, ClassVar, get_args

import msgspec
import sqlalchemy as sa

from houseway.backoffice.orders import Fact, Order, Signed
from houseway.backoffice.paper import Grid, Paper
from houseway.backoffice.policy import Permit, Rule, Separation
from houseway.backoffice.records import Signing, signing_of
from houseway.backoffice.tables.entries import Change, TableSetUp
from houseway.journal import Entry, JournalUnavailable
from houseway.law import Clause
from houseway.table.days import GamingDays
from houseway.table.forms import Reader, conversion


@dataclass(frozen=True, slots=True)
class Desk:
    """What a book sees when it decides: the books as they stand, the moment and its gaming day, and who has signed."""

    connection: sa.Connection
    at: datetime
    day: date
    signatures: tuple[Signed, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """A paper that a book can produce, for each of its subjects: a day, a number, a quarter."""

    name: str
    title: str
    clause: Clause
    subjects: Callable[[Desk], tuple[str, ...]]
    make: Callable[[Desk, str], Paper]
    # Whom it may be shown to; everybody who is signed in where nobody is named. Asked by `read_access.read_form`.
    readers: tuple[Permit, ...] = ()
    # What subjects are, in words, where their own names do not say so.
    told: Callable[[Desk], Mapping[str, str]] = lambda desk: {}


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a book shows of itself on a page: grids, as they stand now.

    `empty` is what each of them says while there is nothing in it: what will be there, and with which [order] it begins.
    """

    name: str
    title: str
    show: Callable[[Desk], tuple[Grid, ...]]
    empty: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Due:
    """Something that must have happened by the end of a day; `late` once that day is over.

    `order` is the one of the book that settles it, where there is one.
    """

    what: str
    by: date
    clause: Clause
    late: bool
    order: type[Order] | None = None


def _each(facts: Any) -> tuple[type[Fact], ...]:
    return get_args(facts) or (facts,)


class Book(ABC):
    """One ledger with its rules; it has no state of its own: all state is in its tables, rebuilt from the journal."""

    name: ClassVar[str]
    title: ClassVar[str]
    rules: ClassVar[tuple[Rule, ...]]
    separations: ClassVar[tuple[Separation, ...]] = ()
    # Whether its orders move value, or trust: whoever signs one in a session has proved presence a short while ago.
    moves_value: ClassVar[bool] = False
    # The union of the facts that the book records.
    facts: ClassVar[Any]
    # The names of books to whose facts its orders may lead: those are recorded here and kept there.
    stands_on: ClassVar[tuple[str, ...]] = ()
    # The book's projection; every table's name begins with the book's name and an underscore.
    tables: ClassVar[sa.MetaData]
    # Raised whenever the tables or what is kept in them change: the projection is then made anew from the journal.
    form: ClassVar[int] = 1
    forms: ClassVar[tuple[Form, ...]] = ()
    sheets: ClassVar[tuple[Sheet, ...]] = ()

    @property
    def orders(self) -> tuple[type[Order], ...]:
        """The orders that may be given in this book."""
        return tuple(dict.fromkeys(rule.order for rule in self.rules))

    def keepers(self, books: Mapping[str, "Book"]) -> Mapping[type[Fact], "Book"]:
        """The book that keeps each kind of fact from this book's orders: a book it stands on, or this one."""
        below = {fact: books[name] for name in self.stands_on for fact in _each(books[name].facts)}
        return {fact: below.get(fact, self) for fact in _each(self.facts)}

    @cached_property
    def _recorded(self) -> Reader:
        return Reader(self.facts)

    def signing(self, entry: Entry, day: date) -> Signing:
        """What an entry of this book says, with its facts brought to today's form; `day` is its gaming day."""
        said = signing_of(entry)
        facts = tuple(self._recorded.today(told, day) for told in said.facts)
        return msgspec.structs.replace(said, facts=facts)

    def facts_of(self, entry: Entry, day: date) -> tuple[Fact, ...]:
        """The facts of an entry; one that nobody can read any more is named."""
        try:
            return tuple(conversion(self.facts)(told) for told in self.signing(entry, day).facts)
        except (ValueError, TypeError, msgspec.MsgspecError) as error:
            raise JournalUnavailable(
                f"{entry.stream} version {entry.version} cannot be read by this version of Houseway ({error})",
                "use the version that recorded it, or a newer one; docs/upgrading.md tells more",
            ) from error

    def due(self, desk: Desk) -> tuple[Due, ...]:
        """What is still to be done, late or not, on the desk's day."""
        return ()

    def at_tables(self, fact: Fact, days: GamingDays) -> Iterable[tuple[str, TableSetUp | Change]]:
        """What a fact changes at tables of the floor, by table number; it is recorded there together with the order."""
        return ()

    @abstractmethod
    def decide(self, order: Any, desk: Desk) -> tuple[Fact, ...]:
        """What follows from an order, or a refusal; it only reads. Called when proposed, and again when executed."""

    @abstractmethod
    def post(self, fact: Any, desk: Desk) -> None:
        """Keep a fact in the tables: the same when it happens and when the projection is made anew."""


class IndexedBook(Book):
    """A book of many orders: each has a function of its own that decides it, and each fact one that keeps it."""

    decided: ClassVar[Mapping[type[Order], Callable[[Any, Desk], tuple[Fact, ...]]]]
    posted: ClassVar[Mapping[type[Fact], Callable[[Any, Desk], None]]]

    def decide(self, order: Any, desk: Desk) -> tuple[Fact, ...]:
        """What follows from an order, or a refusal."""
        return self.decided[type(order)](order, desk)

    def post(self, fact: Any, desk: Desk) -> None:
        """Keep a fact."""
        self.posted[type(fact)](fact, desk)
