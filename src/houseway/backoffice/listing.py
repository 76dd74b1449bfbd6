"""Looking through the rows of a sheet: searched, filtered, sorted, a page at a time, or all of them as CSV."""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import msgspec

from houseway.backoffice.paper import Grid

# So many rows stand on one page of a sheet.
PAGE = 50
# A column with no more different values than these can be filtered by one of them, once there are more rows than that.
MOST_VALUES = 12
_LONGEST_VALUE = 40

# A serial number begins with zeros and is no figure: it is read, never summed.
FIGURE = re.compile(r"[-+−(]?\$?(0|[1-9][0-9,]*)(\.[0-9]+)?%?\)?")
_DIGITS = re.compile(r"([0-9]+)")
_NOT_OF_A_NUMBER = str.maketrans("", "", "$,%+()")
# What a spreadsheet takes for a formula when a cell begins with it.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """Some of many: those after the first `skip`, at most `limit` of them, and how many there are in all."""

    items: tuple[Item, ...]
    total: int
    skip: int
    limit: int

    @property
    def before(self) -> int | None:
        """How many to skip for the page before this one, where there is one."""
        return max(0, min(self.skip, self.total) - self.limit) if self.skip else None

    @property
    def after(self) -> int | None:
        """How many to skip for the page after this one, where there is one."""
        return self.skip + self.limit if self.skip + self.limit < self.total else None


def page_of(items: Sequence[Item], skip: int = 0, limit: int = PAGE) -> Page[Item]:
    """The page of a list that begins after so many."""
    start = max(skip, 0)
    return Page(tuple(items[start : start + limit]), len(items), start, limit)


@dataclass(frozen=True, slots=True)
class Look:
    """What somebody looks for in a grid: words that a row must hold, values that columns must have, and in which order.

    `sort` is the number of a column, the first being 1, and negative for the largest first; 0 leaves the rows as they are.
    """

    find: str = ""
    only: Mapping[int, str] = field(default_factory=dict)
    sort: int = 0

    def at(self, grid: Grid) -> Grid:
        """The grid with the rows that were looked for; what sums up other rows is left out where some of those are."""
        words = self.find.casefold().split()
        body = grid.rows[: len(grid.rows) - grid.totals]
        rows = [row for row in body if self._wanted(row, words)]
        column = abs(self.sort) - 1
        if 0 <= column < len(grid.headings):
            # What is empty comes last, whichever way.
            empty = [row for row in rows if not row[column]]
            told = sorted((row for row in rows if row[column]), key=lambda row: in_order(row[column]))
            rows = [*(reversed(told) if self.sort < 0 else told), *empty]
        whole = len(rows) == len(body)
        foot = grid.rows[len(grid.rows) - grid.totals :] if whole else ()
        return msgspec.structs.replace(grid, rows=(*rows, *foot), totals=len(foot))

    def _wanted(self, row: tuple[str, ...], words: Iterable[str]) -> bool:
        told = "\n".join(row).casefold()
        return all(word in told for word in words) and all(
            column < len(row) and row[column] == value for column, value in self.only.items()
        )


def in_order(cell: str) -> tuple[tuple[int, int, str], ...]:
    """What a cell is sorted by: amounts by what they come to, days and numbers in their order however many digits they have."""
    if FIGURE.fullmatch(cell):
        negative = cell[0] in "-−("
        plain = cell.translate(_NOT_OF_A_NUMBER).lstrip("-−")
        whole, _, part = plain.partition(".")
        # Compared as whole numbers of the smallest part that any sheet prints.
        size = int(whole) * 10**12 + int(part.ljust(12, "0")[:12] or 0)
        return ((0, -size if negative else size, ""),)
    return tuple(
        (1, int(part), "") if part.isdecimal() else (2, 0, part.casefold())
        for part in _DIGITS.split(cell)
        if part
    )


def filters(grid: Grid) -> dict[int, tuple[str, ...]]:
    """The columns that hold a few values again and again, and these values; nobody looks for one of a few figures."""
    rows = grid.rows[: len(grid.rows) - grid.totals]
    found = {}
    for column in range(len(grid.headings)):
        values = {row[column] for row in rows if row[column]}
        if all(map(FIGURE.fullmatch, values)):
            continue
        brief = max(map(len, values), default=0) <= _LONGEST_VALUE
        if brief and 1 < len(values) <= MOST_VALUES and 2 * len(values) <= len(rows):
            found[column] = tuple(sorted(values, key=in_order))
    return found


def as_csv(grid: Grid) -> str:
    """A grid as a spreadsheet reads it; a cell that it would take for a formula is marked as text."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(map(harmless, grid.headings))
    writer.writerows(map(harmless, row) for row in grid.rows)
    return written.getvalue()


def harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    formula = cell.lstrip(" ").startswith(_FORMULA) and not FIGURE.fullmatch(cell)
    return f"'{cell}" if formula else cell
