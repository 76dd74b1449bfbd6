"""The stock of counter check books as the book keeps it: every book, check, hand-over and gap."""

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.counter_checks.orders import (
    BookCounted,
    BookLost,
    BookReceived,
    BookSignedIn,
    BookSignedOut,
    CheckPrepared,
    CheckVoided,
    Facts,
    GapExplained,
    GapFound,
)
from houseway.backoffice.people import Department
from houseway.backoffice.schema import NUMBER
from houseway.journal import timestamp
from houseway.law import RuleViolation, pa
from houseway.money import Cents

ACCESS = pa("609a.13(c)(3)#1")

metadata = sa.MetaData()

books = sa.Table(
    "counter_checks_books",
    metadata,
    sa.Column("book", sa.Text, primary_key=True),
    sa.Column("first", NUMBER, nullable=False),
    sa.Column("last", NUMBER, nullable=False),
    sa.Column("next", NUMBER, nullable=False),
    sa.Column("department", sa.Text, nullable=False),
    sa.Column("holder", sa.Text, nullable=False),
    sa.Column("return_by", sa.Date),
    sa.Column("lost_on", sa.Date),
    sa.Column("received_on", sa.Date, nullable=False),
)

checks = sa.Table(
    "counter_checks_checks",
    metadata,
    sa.Column("book", sa.Text, primary_key=True),
    sa.Column("number", NUMBER, primary_key=True),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("amount", NUMBER),
    sa.Column("credit_file", sa.Text, nullable=False),
    # For whose chips it was written, and on which gaming day; neither of a check that nobody has written on.
    sa.Column("gaming_table", sa.Text, nullable=False),
    sa.Column("day", sa.Date, index=True),
    sa.Column("words", sa.Text, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    # Whether a voided check was handed to finance.
    sa.Column("handed_in", sa.Boolean, nullable=False),
)

moves = sa.Table(
    "counter_checks_moves",
    metadata,
    sa.Column("book", sa.Text, primary_key=True),
    sa.Column("turn", NUMBER, primary_key=True),
    sa.Column("move", sa.Text, nullable=False),
    sa.Column("giver", sa.Text, nullable=False),
    sa.Column("taker", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
)

gaps = sa.Table(
    "counter_checks_gaps",
    metadata,
    sa.Column("book", sa.Text, primary_key=True),
    sa.Column("first", NUMBER, primary_key=True),
    sa.Column("problem", sa.Text, primary_key=True),
    sa.Column("last", NUMBER, nullable=False),
    sa.Column("found_on", sa.Date, nullable=False),
    sa.Column("finding", sa.Text, nullable=False),
)


class State(StrEnum):
    """What became of a check."""

    PREPARED = "prepared"
    VOID = "void"
    MISSING = "missing"


class CheckBook(msgspec.Struct, frozen=True, kw_only=True):
    """A book: its numbers, the one that comes next, and who has it."""

    book: str
    first: int
    last: int
    next: int
    department: Department
    holder: str
    return_by: date | None
    lost_on: date | None
    received_on: date

    @property
    def with_finance(self) -> bool:
        """Whether finance has the book itself."""
        return self.department is Department.FINANCE

    @property
    def is_used_up(self) -> bool:
        """Whether no check is left in the book."""
        return self.next > self.last


def every_book(connection: sa.Connection) -> tuple[CheckBook, ...]:
    """Every book, by name."""
    return tuple(_read(row) for row in connection.execute(sa.select(books).order_by(books.c.book)))


def find_book(connection: sa.Connection, name: str) -> CheckBook:
    """The book of that name."""
    row = connection.execute(sa.select(books).where(books.c.book == name)).first()
    if row is None:
        raise RuleViolation(ACCESS, f"there is no counter check book {name!r}")
    return _read(row)


def _read(row: Any) -> CheckBook:
    return msgspec.convert({name: getattr(row, name) for name in CheckBook.__struct_fields__}, CheckBook)


def states_of(connection: sa.Connection, book: str) -> dict[int, State]:
    """What became of each check of a book that is no longer blank."""
    query = sa.select(checks.c.number, checks.c.state).where(checks.c.book == book)
    return {int(number): State(state) for number, state in connection.execute(query)}


def voids_still_out(connection: sa.Connection, book: str) -> set[int]:
    """The voided checks of a book that nobody has handed to finance."""
    query = sa.select(checks.c.number).where(
        checks.c.book == book, checks.c.state == State.VOID, checks.c.handed_in.is_(sa.false())
    )
    return {int(number) for number in connection.execute(query).scalars()}


def written_for(connection: sa.Connection, day: date) -> dict[str, dict[int, Cents]] | None:
    """The checks that were written for tables on a gaming day and are not void; None where the house has no check book."""
    if not sa.inspect(connection).has_table(books.name) or not every_book(connection):
        return None
    query = (
        sa.select(checks.c.gaming_table, checks.c.number, checks.c.amount)
        .where(checks.c.day == day, checks.c.state == State.PREPARED, checks.c.gaming_table != "")
        .order_by(checks.c.gaming_table, checks.c.number)
    )
    written: dict[str, dict[int, Cents]] = {}
    for table, number, amount in connection.execute(query):
        written.setdefault(table, {})[int(number)] = int(amount)
    return written


def told_of(connection: sa.Connection, number: int) -> str:
    """What is on record of a check, in a few words."""
    row = connection.execute(sa.select(checks).where(checks.c.number == number)).first()
    if row is None:
        known = any(book.first <= number <= book.last for book in every_book(connection))
        return "not written" if known else "of no book"
    if row.state != State.PREPARED:
        return str(row.state)
    return f"written {f'at {row.gaming_table}' if row.gaming_table else 'for no table'} on {row.day}"


def known_gaps(connection: sa.Connection, book: str | None = None) -> list[Any]:
    """The gaps of a book, or of all, as they were found."""
    query = sa.select(gaps).order_by(gaps.c.book, gaps.c.first, gaps.c.problem)
    return list(connection.execute(query if book is None else query.where(gaps.c.book == book)))


# Keeping facts.

# A check that nobody has written on.
_BLANK: dict[str, Any] = {
    "amount": None,
    "credit_file": "",
    "gaming_table": "",
    "day": None,
    "handed_in": False,
}


def keep(connection: sa.Connection, fact: Facts) -> None:
    """Keep a fact in the tables."""
    match fact:
        case BookReceived():
            row = {"book": fact.book, "first": fact.first, "last": fact.last, "next": fact.first}
            place = {"department": Department.FINANCE, "holder": "", "received_on": fact.received_on}
            connection.execute(books.insert(), row | place)
        case BookSignedOut():
            custody = {"department": Department.TABLE_GAMES, "holder": fact.taker.person}
            _change(connection, fact.book, **custody, return_by=fact.return_by)
            _log(connection, fact, "transfer")
        case BookSignedIn():
            _log(connection, fact, "return")
        case BookCounted():
            custody = {"department": Department.FINANCE, "holder": ""}
            _change(connection, fact.book, **custody, return_by=None, lost_on=None)
            connection.execute(
                checks.update()
                .where(checks.c.book == fact.book, checks.c.number.in_(fact.voided))
                .values(handed_in=True)
            )
        case CheckPrepared():
            written = {name: getattr(fact, name) for name in ("amount", "credit_file", "day")}
            _use(connection, fact, State.PREPARED, written={**written, "gaming_table": fact.table})
        case CheckVoided():
            _use(connection, fact, State.VOID, words=fact.reason)
        case GapFound():
            _keep_gap(connection, fact)
        case BookLost():
            # Nobody is asked to bring back what cannot be found: its checks are gaps to be explained.
            _change(connection, fact.book, return_by=None, lost_on=fact.lost_on)
        case GapExplained():
            connection.execute(
                gaps.update()
                .where(gaps.c.book == fact.book, gaps.c.first == fact.first, gaps.c.problem == fact.problem)
                .values(finding=fact.finding)
            )


def _change(connection: sa.Connection, book: str, **values: Any) -> None:
    connection.execute(books.update().where(books.c.book == book).values(**values))


def _log(connection: sa.Connection, fact: BookSignedOut | BookSignedIn, move: str) -> None:
    turn = connection.execute(
        sa.select(sa.func.count()).select_from(moves).where(moves.c.book == fact.book)
    ).scalar_one()
    hands = {"giver": str(fact.giver), "taker": str(fact.taker), "at": timestamp(fact.at)}
    connection.execute(moves.insert(), {"book": fact.book, "turn": turn + 1, "move": move} | hands)


def _use(
    connection: sa.Connection,
    fact: CheckPrepared | CheckVoided,
    state: State,
    *,
    words: str = "",
    written: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Note what became of a check; one that is made void after it was written still says who wrote it, and for what."""
    this = (checks.c.book == fact.book, checks.c.number == fact.number)
    by, at = str(fact.by), timestamp(fact.at)
    late = {"state": state, "words": f"{words}, by {by} at {at}"}
    if connection.execute(checks.update().where(*this).values(**late)).rowcount:
        return
    row = {"book": fact.book, "number": fact.number, "state": state, "words": words, "by": by, "at": at}
    connection.execute(checks.insert(), _BLANK | {**written} | row)
    _go_on(connection, fact.book)


def _keep_gap(connection: sa.Connection, fact: GapFound) -> None:
    row = {name: getattr(fact, name) for name in ("book", "first", "problem", "last", "found_on")}
    connection.execute(gaps.insert(), row | {"finding": ""})
    recorded = states_of(connection, fact.book)
    lost = [number for number in range(fact.first, fact.last + 1) if number not in recorded]
    if lost:
        said = {"book": fact.book, "state": State.MISSING, "words": fact.problem, "by": "", "at": ""}
        connection.execute(checks.insert(), [_BLANK | said | {"number": number} for number in lost])
        _go_on(connection, fact.book)


def _go_on(connection: sa.Connection, name: str) -> None:
    """The next check of a book is its first that is neither used nor missing."""
    book, recorded = find_book(connection, name), states_of(connection, name)
    left = (number for number in range(book.next, book.last + 1) if number not in recorded)
    _change(connection, name, next=next(left, book.last + 1))
