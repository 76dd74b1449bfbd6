"""Lists typed in a spreadsheet and saved as comma-separated values; whatever is wrong is told line by line."""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from houseway.cli.files import unusable
from houseway.cli.output import BAD_INPUT, Failure

_TOLD = 20

# Reads one cell, or says by a ValueError what is wrong with it.
Cell = Callable[[str], Any]


def text(cell: str) -> str:
    """A cell that must be filled in."""
    if not cell:
        raise ValueError("is empty")
    return cell


def maybe(read: Cell) -> Cell:
    """A cell that may be empty."""
    return lambda cell: read(cell) if cell else None


def day(cell: str) -> str:
    """A day as 2014-12-31 is written."""
    try:
        return date.fromisoformat(cell).isoformat()
    except ValueError:
        raise ValueError(f"{cell!r} is no day such as 2014-12-31") from None


def number(cell: str) -> int:
    """A whole number."""
    if not (cell.isascii() and cell.isdigit()):
        raise ValueError(f"{cell!r} is no number")
    return int(cell)


def amount(cell: str) -> int:
    """Dollars, with or without cents, as whole cents."""
    whole, point, cents = cell.removeprefix("$").partition(".")
    digits = whole + cents
    if not (whole and digits.isascii() and digits.isdigit()) or (point and len(cents) != len("00")):
        raise ValueError(f"{cell!r} is no amount such as 10 or 10.00")
    return int(whole) * 100 + int(cents or 0)


def read_list(file: Path, columns: Mapping[str, Cell]) -> list[dict[str, Any]]:
    """The lines of a file whose first line names its columns, in any order; empty cells that may be are left out."""
    try:
        with file.open(encoding="utf-8-sig", newline="") as lines:
            found = list(_numbered(lines))
    except OSError as error:
        raise unusable(error, file) from None
    except (UnicodeError, csv.Error):
        raise Failure(BAD_INPUT, f"{file} holds no list", fix="save it as CSV, UTF-8") from None
    if not found:
        raise Failure(BAD_INPUT, f"{file} is empty")
    (_, head), *rows = found
    names = [name.strip().lower() for name in head]
    if sorted(names) != sorted(columns):
        said = f"{file} has the columns {', '.join(names)}"
        raise Failure(BAD_INPUT, said, fix=f"name them {', '.join(columns)}")
    wrong: list[str] = []
    entries = [dict(_entry(line, names, row, columns, wrong)) for line, row in rows]
    if wrong:
        more = f"; and {len(wrong) - _TOLD} more" if len(wrong) > _TOLD else ""
        raise Failure(BAD_INPUT, f"{file}: {'; '.join(wrong[:_TOLD])}{more}", fix="mend these lines")
    return entries


def _numbered(lines: Iterator[str]) -> Iterator[tuple[int, list[str]]]:
    """Every line that is not blank, with the number at which it begins: a cell may hold line breaks."""
    reader = csv.reader(lines, strict=True)
    begins = 1
    for row in reader:
        if any(cell.strip() for cell in row):
            yield begins, row
        begins = reader.line_num + 1


def _entry(
    line: int, names: Sequence[str], row: Sequence[str], columns: Mapping[str, Cell], wrong: list[str]
) -> Iterator[tuple[str, Any]]:
    if len(row) != len(names):
        wrong.append(f"line {line}: {len(row)} cells instead of {len(names)}")
        return
    for name, cell in zip(names, row, strict=True):
        try:
            value = columns[name](cell.strip())
        except ValueError as error:
            wrong.append(f"line {line}: {name} {error}")
        else:
            if value is not None:
                yield name, value
