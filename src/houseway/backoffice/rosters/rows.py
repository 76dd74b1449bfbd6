"""Rows: the ways to group tables that stand side by side under floorpersons of their own (465a.35(c), Pai Gow)."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from houseway.backoffice.rosters.spans import Span, fits, most_tables
from houseway.backoffice.rosters.tables import OpenTable, neighbours

# By the ordinary and the electronic tables that are left single: how many groups were made, and which, last one first.
Groups: TypeAlias = "tuple[tuple[OpenTable, ...], Groups] | tuple[()]"
Grouping: TypeAlias = dict[tuple[int, int], tuple[int, Groups]]


def groupings(tables: Sequence[OpenTable], span: Span | None) -> Grouping:
    """The fewest groups that leave single so many tables for ordinary spans, and so many electronic ones for enlarged.

    An electronic table that is left single may go either way.
    """
    found: Grouping = {(0, 0): (0, ())}
    for row in _rows(tables):
        found = _together(found, _of_ring(row, span) if _is_ring(row) else _of_row(row, span))
    either: Grouping = {}
    for (ordinary, electronic), (number, made) in found.items():
        for enlarged in range(electronic + 1):
            _keep(either, (ordinary + electronic - enlarged, enlarged), number, made)
    return either


def _rows(tables: Sequence[OpenTable]) -> Iterator[tuple[OpenTable, ...]]:
    """The tables row by row, each from one end to the other."""
    beside = neighbours(tables)
    by_name = {table.name: table for table in tables}
    ends_first = sorted(by_name, key=lambda name: len(beside[name]) > 1)
    seen: set[str] = set()
    for name in ends_first:
        row: list[str] = []
        here: str | None = name
        while here is not None and here not in seen:
            seen.add(here)
            row.append(here)
            here = next((other for other in sorted(beside[here]) if other not in seen), None)
        if row:
            yield tuple(by_name[each] for each in row)


def _is_ring(row: tuple[OpenTable, ...]) -> bool:
    return len(row) > 2 and row[-1].name in neighbours(row)[row[0].name]


def _of_row(row: tuple[OpenTable, ...], span: Span | None) -> Grouping:
    upto: list[Grouping] = [{(0, 0): (0, ())}, *({} for _ in row)]
    for start, table in enumerate(row):
        groups = tuple(_groups_from(row, start, span))
        for (ordinary, electronic), (number, made) in upto[start].items():
            single = (ordinary + (not table.electronic), electronic + table.electronic)
            _keep(upto[start + 1], single, number, made)
            for group in groups:
                _keep(upto[start + len(group)], (ordinary, electronic), number + 1, (group, made))
    return upto[-1]


def _groups_from(
    row: tuple[OpenTable, ...], start: int, span: Span | None
) -> Iterator[tuple[OpenTable, ...]]:
    """The groups that may begin with a table of the row."""
    if span is not None:
        for end in range(start + 2, min(start + most_tables(span, enlarged=True), len(row)) + 1):
            if fits(span, row[start:end]):
                yield row[start:end]


def _of_ring(row: tuple[OpenTable, ...], span: Span | None) -> Grouping:
    """A ring is cut somewhere between two groups; one of the first few gaps is such a place whatever the grouping."""
    found: Grouping = {}
    for cut in range(min(len(row), most_tables(span, enlarged=True) if span else 1)):
        for single, (number, made) in _of_row((*row[cut:], *row[:cut]), span).items():
            _keep(found, single, number, made)
    return found


def _together(one: Grouping, other: Grouping) -> Grouping:
    found: Grouping = {}
    for (ordinary, electronic), (number, made) in one.items():
        for (more_ordinary, more_electronic), (more, more_made) in other.items():
            both = (ordinary + more_ordinary, electronic + more_electronic)
            _keep(found, both, number + more, _joined(made, more_made))
    return found


def _joined(one: Groups, other: Groups) -> Groups:
    while other:
        group, other = other
        one = (group, one)
    return one


def _keep(found: Grouping, single: tuple[int, int], number: int, made: Groups) -> None:
    if single not in found or number < found[single][0]:
        found[single] = (number, made)
