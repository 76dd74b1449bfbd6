"""Tables and sentences for people: as wide as the terminal, no word broken, and rows as labelled blocks where it is narrow."""

import os
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TextIO

# What is piped or kept in a file is not broken to the width of a terminal that is not there.
_PIPED = 160
# Between two columns of a table, and at either side of it.
_GAP, _SIDES = 3, 2
# A column that folds keeps so much of a line, and one with sentences in it more.
_FOLDED, _FOLDED_SENTENCES, _SENTENCES = 12, 24, 48


class Column(NamedTuple):
    """How wide a column would be, and how narrow it can be and still be read."""

    natural: int
    least: int


def print_table(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], *, empty: str = "nothing yet"
) -> None:
    """Print rows as a table, or where it would not fit as labelled blocks; where there are no rows, say so."""
    cells = [tuple(str(cell) for cell in row) for row in rows]
    if not cells:
        print_prose(f"{title}: {empty}")
        return
    widths = fitting([_column(column, (row[place] for row in cells)) for place, column in enumerate(columns)])
    if widths is None:
        _print_blocks(title, columns, cells)
    else:
        _print_grid(title, columns, cells, widths)


def print_prose(text: str, *, indent: str = "", goes_on: str = "  ", to: TextIO | None = None) -> None:
    """Print sentences, broken between words where the terminal ends and indented where they go on."""
    stream = to or sys.stdout
    for line in text.splitlines() or [""]:
        print(_folded(line, indent, indent + goes_on, stream), file=stream)


def width(stream: TextIO, *, piped: int = _PIPED) -> int:
    """How many characters fit in a line of the terminal, which $COLUMNS may say; many where there is none."""
    if not stream.isatty():
        return piped
    named = os.environ.get("COLUMNS", "")
    return (
        int(named)
        if named.isdecimal() and int(named)
        else os.get_terminal_size(stream.fileno()).columns or piped
    )


def fitting(columns: Sequence[Column]) -> list[int] | None:
    """The width of each column, none narrower than can be read; None where a terminal has no room for them side by side."""
    room = width(sys.stdout) - _SIDES - _GAP * (len(columns) - 1)
    widths = [column.least for column in columns]
    if sum(widths) > room:
        return None if sys.stdout.isatty() else widths
    # The room that is left goes to the column that lacks least, so that as few as possible fold.
    left = room - sum(widths)
    waiting = sorted(range(len(columns)), key=lambda place: columns[place].natural - columns[place].least)
    for position, place in enumerate(waiting):
        more = min(columns[place].natural - columns[place].least, left // (len(waiting) - position))
        widths[place] += more
        left -= more
    return widths


def _column(heading: str, cells: Iterable[str]) -> Column:
    lines = [line for cell in cells for line in cell.splitlines()]
    longest = max(map(len, lines), default=0)
    word = max((len(word) for line in (heading, *lines) for word in line.split()), default=0)
    folded = _FOLDED_SENTENCES if longest > _SENTENCES else _FOLDED
    return Column(max(longest, len(heading)), max(word, min(longest, folded)))


def _print_grid(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int]
) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    for column, room in zip(columns, widths, strict=True):
        table.add_column(column, width=room)
    for row in rows:
        table.add_row(*row)
    if title:
        print_prose(f"{title}\n\n")
    wide = sum(widths) + _GAP * (len(widths) - 1) + _SIDES
    # Where a height is named beside the width, a dumb terminal is not taken for one of 80 columns.
    Console(markup=False, highlight=False, width=wide, height=len(rows)).print(table)
    print()


def _print_blocks(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A block for each row, a labelled line for each of its cells that says something."""
    label = max(len(column) for column in columns)
    if title:
        print_prose(title)
    print()
    for row in rows:
        for place, (column, cell) in enumerate(zip(columns, row, strict=True)):
            for number, line in enumerate(cell.splitlines()):
                # What has no heading of its own, being a number in front, heads the block.
                named = f"  {column if not number else '':<{label}}  " if column or place else "  "
                print(_folded(line, named, " " * len(named), sys.stdout))
        print()


def _folded(text: str, first: str, next_ones: str, stream: TextIO) -> str:
    """A line broken between words; a word that is longer than the line, for instance a hash, stays in one piece."""
    folded = textwrap.fill(
        text,
        max(width(stream, piped=sys.maxsize), len(first) + 1),
        initial_indent=first,
        subsequent_indent=next_ones,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return folded or first.rstrip()
