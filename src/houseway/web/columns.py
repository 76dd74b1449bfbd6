"""Columns of a sheet for programs: what kind of thing stands in each, and the cells as values instead of words."""

import re
from enum import StrEnum

from houseway.backoffice.paper import Grid

_AMOUNT = re.compile(r"[-−]?\$([0-9]{1,3}(,[0-9]{3})*|[0-9]+)(\.[0-9]{2})?")
_NUMBER = re.compile(r"[-−]?(0|[1-9][0-9]{0,2}(,[0-9]{3})*|[1-9][0-9]*)")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

Value = str | int | None


class ColumnKind(StrEnum):
    """What stands in a column: whole cents, a whole number, a day, or words; a column without entries holds words."""

    CENTS = "cents"
    NUMBER = "number"
    DAY = "day"
    WORDS = "words"


_PATTERNS = ((ColumnKind.CENTS, _AMOUNT), (ColumnKind.NUMBER, _NUMBER), (ColumnKind.DAY, _DAY))


def kinds_of(grid: Grid) -> tuple[ColumnKind, ...]:
    """The kind of each column, told by all of its entries."""
    return tuple(
        _kind([row[number] for row in grid.rows if row[number]]) for number in range(len(grid.headings))
    )


def _kind(cells: list[str]) -> ColumnKind:
    # A serial number that begins with zeros is no figure: it is read, never summed.
    found = (kind for kind, pattern in _PATTERNS if cells and all(map(pattern.fullmatch, cells)))
    return next(found, ColumnKind.WORDS)


def value_of(cell: str, kind: ColumnKind) -> Value:
    """A cell as a value of its column's kind; nothing where it is empty, but for words."""
    if kind in (ColumnKind.WORDS, ColumnKind.DAY):
        return cell or (None if kind is ColumnKind.DAY else "")
    if not cell:
        return None
    digits = re.sub(r"[$,.]", "", cell.replace("−", "-"))
    return int(digits) * (100 if kind is ColumnKind.CENTS and "." not in cell else 1)
