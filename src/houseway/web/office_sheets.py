"""Sheets of a book for people who look for something: what was asked for in an address, and what of the rows it shows."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from urllib.parse import urlencode

import msgspec

from houseway.backoffice.listing import PAGE, Look, Page, as_csv, filters, page_of
from houseway.backoffice.paper import Grid

# Below this nobody needs to look for anything.
_FEW = 8
# What a list without rows says where it does not say more.
_NOTHING = "There is nothing here."
_ONLY = re.compile(r"(\d{1,3}):(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks of one of the grids on a page; of the others it asks nothing."""

    address: str
    sheet: str = ""
    grid: int = 0
    look: Look = field(default_factory=Look)
    skip: int = 0

    def of(self, number: int) -> "Asked":
        """What is asked of the grid of that number."""
        return self if number == self.grid else Asked(self.address, self.sheet, number)


def asked(
    address: str,
    *,
    sheet: str = "",
    grid: int = 0,
    find: str = "",
    only: Iterable[str] = (),
    sort: int = 0,
    skip: int = 0,
) -> Asked:
    """What an address asks for; a filter is written as the number of its column, a colon and the value."""
    chosen = {int(found[1]): found[2] for found in map(_ONLY.fullmatch, only) if found and found[2]}
    return Asked(address, sheet, grid, Look(find, chosen, sort), max(skip, 0))


@dataclass(frozen=True, slots=True)
class GridShown:
    """A grid as a page shows it: the rows of one page that were looked for, and how to come to the others."""

    number: int
    grid: Grid
    page: Page[tuple[str, ...]]
    asked: Asked
    in_all: int
    empty: str
    filters: dict[int, tuple[str, ...]]

    @property
    def is_searched(self) -> bool:
        """Whether there is enough to look for something in."""
        return self.in_all > _FEW

    @property
    def first(self) -> int:
        """The number of the first row shown."""
        return self.page.skip + 1

    @property
    def last(self) -> int:
        """The number of the last row shown."""
        return self.page.skip + len(self.page.items)

    def turned(self, skip: int | None) -> str:
        """The address of another page of the same rows."""
        return self._address(replace(self.asked, skip=skip or 0))

    def sorted_by(self, column: int) -> str:
        """The address of the rows sorted by a column, the other way round where they are already."""
        sort = column + 1
        if self.asked.look.sort == sort:
            sort = -sort
        return self._address(replace(self.asked, look=replace(self.asked.look, sort=sort), skip=0))

    def order_of(self, column: int) -> str:
        """How the rows are sorted by a column, as a reader of screens is told."""
        match self.asked.look.sort:
            case sort if sort == column + 1:
                return "ascending"
            case sort if sort == -(column + 1):
                return "descending"
        return ""

    @property
    def csv(self) -> str:
        """The address of all the rows that were looked for, as CSV."""
        address = f"{self.asked.address}/sheets/{self.asked.sheet}.csv" if self.asked.sheet else ""
        if not self.asked.sheet:
            address = f"{self.asked.address}.csv"
        return self._address(replace(self.asked, address=address, sheet="", skip=0))

    def _address(self, of: Asked) -> str:
        look = of.look
        told: list[tuple[str, str | int]] = [
            ("sheet", of.sheet),
            ("grid", of.grid),
            ("find", look.find),
            *(("only", f"{column}:{value}") for column, value in look.only.items()),
            ("sort", look.sort),
            ("skip", of.skip),
        ]
        query = urlencode([(name, value) for name, value in told if value])
        return f"{of.address}?{query}" if query else of.address


def shown(grids: Iterable[Grid], asked: Asked, empty: tuple[str, ...] = ()) -> tuple[GridShown, ...]:
    """The grids of a sheet as a page shows them; `empty` is what those say that have no rows."""
    told = chain(empty, repeat(_NOTHING))
    return tuple(
        _shown(number, grid, asked.of(number), said)
        for number, (grid, said) in enumerate(zip(grids, told, strict=False))
    )


def _shown(number: int, grid: Grid, asked: Asked, empty: str) -> GridShown:
    found = asked.look.at(grid)
    page = page_of(found.rows, asked.skip, PAGE)
    here = max(0, min(found.totals, page.skip + len(page.items) - (len(found.rows) - found.totals)))
    rows = msgspec.structs.replace(found, rows=page.items, totals=here)
    return GridShown(number, rows, page, asked, len(grid.rows), empty, filters(grid))


def csv_of(grids: tuple[Grid, ...], asked: Asked) -> str | None:
    """The rows that were looked for, as CSV, where there is such a grid."""
    return as_csv(asked.look.at(grids[asked.grid])) if asked.grid < len(grids) else None
