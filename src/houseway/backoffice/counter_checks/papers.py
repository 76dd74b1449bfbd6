"""The papers of counter checks: the log of every hand-over, the register of a book's numbers, the report of gaps."""

import re

import sqlalchemy as sa

from houseway.backoffice.book import Desk, Form, Sheet
from houseway.backoffice.counter_checks.custody import LOGGED
from houseway.backoffice.counter_checks.stock import (
    ACCESS,
    CheckBook,
    checks,
    every_book,
    find_book,
    known_gaps,
    moves,
)
from houseway.backoffice.paper import Field, Grid, Paper, by_clock
from houseway.backoffice.postings.postings import house_name
from houseway.law import Clause, implements
from houseway.money import dollars

# A moment as it is recorded, among other words.
_RECORDED = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z")
# What the log has to tell of each transfer and return.
_LOGGED_FIELDS = tuple(LOGGED.parameters["fields"].split("|"))


@implements("609a.13(c)(3)#4")
def transfer_log(desk: Desk, book: str) -> Paper:
    """Every transfer and return of a book: from whom, to whom, and when."""
    known = find_book(desk.connection, book)
    query = sa.select(moves).where(moves.c.book == book).order_by(moves.c.turn)
    rows = tuple(
        (
            row.move,
            *(
                {"book": book, "from": row.giver, "to": row.taker, "time": by_clock(row.at, desk.at)}[f]
                for f in _LOGGED_FIELDS
            ),
        )
        for row in desk.connection.execute(query)
    )
    grid = Grid(
        title="Transfers and returns",
        headings=("What", *(field.capitalize() for field in _LOGGED_FIELDS)),
        rows=rows,
        clause=LOGGED,
    )
    return _paper(desk, "Counter check book log", book, LOGGED, _of(desk, known.book), grid)


@implements("609a.13(c)(3)#1", readings=("C-39",))
def check_register(desk: Desk, book: str) -> Paper:
    """What became of every number of a book so far."""
    query = sa.select(checks).where(checks.c.book == book).order_by(checks.c.number)
    rows = tuple(
        (
            str(row.number),
            row.state,
            "" if row.amount is None else dollars(row.amount),
            row.credit_file,
            row.gaming_table,
            row.by,
            # Nobody knows when a check that is missing went.
            by_clock(row.at, desk.at) if row.at else "",
            _RECORDED.sub(lambda found: by_clock(found[0], desk.at), row.words),
        )
        for row in desk.connection.execute(query)
    )
    headings = ("Number", "State", "Amount", "Credit file", "Table", "By", "Time", "Remarks")
    grid = Grid(title="Checks used", headings=headings, rows=rows, clause=ACCESS)
    return _paper(desk, "Counter check register", book, ACCESS, _of(desk, book), grid)


@implements("609a.13(c)(3)#1", readings=("C-39",))
def gap_report(desk: Desk, subject: str) -> Paper:
    """Every gap in the numbers that was found, explained or not."""
    rows = tuple(
        (gap.book, _numbers(gap.first, gap.last), gap.problem, str(gap.found_on), gap.finding or "open")
        for gap in known_gaps(desk.connection)
    )
    headings = ("Book", "Numbers", "What is wrong", "Found on", "Finding")
    grid = Grid(title="Gaps in the numbers", headings=headings, rows=rows, clause=ACCESS)
    return _paper(desk, "Counter check gap report", desk.day.isoformat(), ACCESS, (), grid)


def _numbers(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"


def _place(book: CheckBook) -> str:
    return book.department if book.lost_on is None else f"lost since {book.lost_on}, from {book.department}"


def _of(desk: Desk, name: str) -> tuple[Field, ...]:
    book = find_book(desk.connection, name)
    left = "none" if book.is_used_up else _numbers(book.next, book.last)
    return (
        Field(label="Book", value=book.book, clause=ACCESS),
        Field(label="Checks", value=_numbers(book.first, book.last), clause=ACCESS),
        Field(label="Unused", value=left, clause=ACCESS),
        Field(label="Is with", value=_place(book), clause=ACCESS),
        Field(label="Due back", value=str(book.return_by or ""), clause=ACCESS),
    )


def _paper(
    desk: Desk, title: str, number: str, clause: Clause, fields: tuple[Field, ...], grid: Grid
) -> Paper:
    return Paper(
        title=title,
        number=number,
        holder=house_name(desk.connection),
        day=desk.day,
        clause=clause,
        fields=fields,
        grids=(grid,),
    )


def _books(desk: Desk) -> tuple[str, ...]:
    return tuple(book.book for book in every_book(desk.connection))


def _stock(desk: Desk) -> tuple[Grid, ...]:
    """The books, those with the latest numbers first, and what is missing in them."""
    rows = tuple(
        (
            book.book,
            _numbers(book.first, book.last),
            "none" if book.is_used_up else _numbers(book.next, book.last),
            _place(book),
            str(book.return_by or ""),
        )
        for book in sorted(every_book(desk.connection), key=lambda book: book.first, reverse=True)
    )
    headings = ("Book", "Checks", "Unused", "Is with", "Due back")
    return (
        Grid(title="Counter check books", headings=headings, rows=rows, clause=ACCESS),
        *gap_report(desk, "today").grids,
    )


FORMS = (
    Form("transfer-log", "Counter check book log", LOGGED, _books, transfer_log),
    Form("check-register", "Counter check register", ACCESS, _books, check_register),
    Form("gap-report", "Counter check gap report", ACCESS, lambda desk: ("today",), gap_report),
)
SHEETS = (
    Sheet(
        "stock",
        "Counter check books",
        _stock,
        (
            "The house has no book of counter checks yet: [receive-book].",
            "No number is missing.",
        ),
    ),
)
