"""The content of an order or a fact, as people read it before they sign."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

import msgspec
from msgspec import inspect

from houseway.backoffice.doorway import is_sealed
from houseway.backoffice.paper import Grid
from houseway.money import CENTS, dollars
from houseway.table.words import sentence, spoken

# Said elsewhere on the page.
_UNSAID = frozenset({"clause"})


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that an order or a fact says: in words, as rows, or as lines of its own."""

    label: str
    words: str = ""
    grid: Grid | None = None
    lines: tuple["Line", ...] = ()


def lines_of(told: msgspec.Struct) -> tuple[Line, ...]:
    """Everything that an order or a fact says."""
    return tuple(_lines(inspect.type_info(type(told)), told))


def _lines(info: inspect.Type, told: msgspec.Struct) -> Iterator[Line]:
    assert isinstance(info, inspect.StructType)
    for one in info.fields:
        if one.name not in _UNSAID:
            yield _line(sentence(one.name), one.type, getattr(told, one.name))


def _line(label: str, info: inspect.Type, value: Any) -> Line:
    match value:
        case msgspec.Struct():
            return Line(label, lines=tuple(_lines(inspect.type_info(type(value)), value)))
        case (msgspec.Struct(), *_):
            return Line(label, grid=_grid(label, value))
        case _:
            return Line(label, _words(info, value))


def _grid(label: str, rows: tuple[msgspec.Struct, ...]) -> Grid:
    """Rows of the same kind under the names of what they hold."""
    infos = [inspect.type_info(type(row)) for row in rows]
    first = infos[0]
    assert isinstance(first, inspect.StructType)
    return Grid(
        title=label,
        headings=tuple(sentence(one.name) for one in first.fields),
        rows=tuple(tuple(_words(one.type, getattr(row, one.name)) for one in first.fields) for row in rows),
    )


def _words(info: inspect.Type, value: Any) -> str:
    if isinstance(value, str) and is_sealed(info):
        return "sealed"
    match value:
        case None | "" | ():
            return "–"
        case bool():
            return "yes" if value else "no"
        case Enum():
            return spoken(str(value.value))
        case int():
            return dollars(value) if _is_money(info) else str(value)
        case datetime():
            return f"{value:%Y-%m-%d %H:%M} {value.tzname() or ''}".rstrip()
        case tuple() | list():
            item = info.item_type if isinstance(info, inspect.VarTupleType) else info
            return ", ".join(_words(item, one) for one in value)
        case msgspec.Struct():
            said = _lines(inspect.type_info(type(value)), value)
            return "; ".join(f"{line.label.lower()} {line.words}" for line in said)
        case dict():
            return msgspec.json.format(msgspec.json.encode(value), indent=1).decode()
        case _:
            return str(value)


def _is_money(info: inspect.Type) -> bool:
    match info:
        case inspect.Metadata(extra=extra):
            return (extra or {}).get("unit") == CENTS
        case inspect.UnionType(types=kinds):
            return any(_is_money(kind) for kind in kinds)
        case _:
            return False
