"""The content of an order or a fact, as people read it before they sign."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from msgspec import inspect

from houseway.backoffice.coupons.runs import Run, spelled
from houseway.backoffice.order_intake import is_sealed
from houseway.backoffice.paper import Grid
from houseway.games import games
from houseway.money import CENTS, METER_PARTS, dollars
from houseway.table.meter import Amount
from houseway.table.words import spoken
from houseway.web.office_labels import label_of, said

# Said elsewhere on the page.
_UNSAID = frozenset({"clause"})
_NOTHING = "–"
_SEALED = "sealed"
# What a list tells of an order: the first few of its values that are short.
_BRIEFLY = 3
_SHORT = 32
_UNTOLD = frozenset({"", _NOTHING, _SEALED, "yes", "no", "none"})
_THE_SAME = frozenset({"Department"})


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that an order or a fact says: in words, as rows, or as lines of its own."""

    label: str
    words: str = ""
    grid: Grid | None = None
    lines: tuple["Line", ...] = ()
    known: str = field(default="", compare=False)  # the type and name of what it tells


def lines_of(told: msgspec.Struct, zone: ZoneInfo) -> tuple[Line, ...]:
    """Everything that an order or a fact says; moments by a clock of that zone."""
    return tuple(_lines(told, zone))


def what_followed(fact: msgspec.Struct, zone: ZoneInfo) -> tuple[Line, ...]:
    """What a fact says; what it leaves open goes without saying."""
    return tuple(line for line in _lines(fact, zone) if line.words != _NOTHING)


def briefly(told: msgspec.Struct, zone: ZoneInfo) -> str:
    """What tells an order from others of its kind in a list: its first few short values."""
    return ", ".join(islice(_brief(lines_of(told, zone)), _BRIEFLY))


def _brief(lines: tuple[Line, ...]) -> Iterator[str]:
    for line in lines:
        if line.lines:
            yield from _brief(line.lines)
        elif line.label not in _THE_SAME and line.words not in _UNTOLD and len(line.words) <= _SHORT:
            yield line.words


def _lines(told: msgspec.Struct, zone: ZoneInfo) -> Iterator[Line]:
    info = inspect.type_info(type(told))
    assert isinstance(info, inspect.StructType)
    for one in info.fields:
        if one.name not in _UNSAID:
            line = _line(label_of(info.cls, one.name), one, getattr(told, one.name), zone)
            yield replace(line, known=f"{info.cls.__name__}.{one.name}")


def _line(label: str, of: inspect.Field, value: Any, zone: ZoneInfo) -> Line:
    match value:
        case msgspec.Struct():
            return Line(label, lines=tuple(_lines(value, zone)))
        case (Run(), *_):
            return Line(label, spelled(value))
        case (msgspec.Struct(), *_):
            return Line(label, grid=_grid(label, value, zone))
        case _:
            return Line(label, _said_of(of, value, zone))


def _grid(label: str, rows: tuple[msgspec.Struct, ...], zone: ZoneInfo) -> Grid:
    """Rows of the same kind under the names of what they hold."""
    first = inspect.type_info(type(rows[0]))
    assert isinstance(first, inspect.StructType)
    return Grid(
        title=label,
        headings=tuple(label_of(first.cls, one.name) for one in first.fields),
        rows=tuple(
            tuple(_said_of(one, getattr(row, one.name), zone) for one in first.fields) for row in rows
        ),
    )


def _said_of(of: inspect.Field, value: Any, zone: ZoneInfo) -> str:
    """What a field holds, in words; a game by its title."""
    if of.name == "game" and isinstance(value, str) and value in games():
        return str(games()[value].title)
    return _words(of.type, value, zone)


def _words(info: inspect.Type, value: Any, zone: ZoneInfo) -> str:
    if isinstance(value, str) and is_sealed(info):
        return _SEALED
    match value:
        case None | "" | ():
            return _NOTHING
        case bool():
            return "yes" if value else "no"
        case Enum():
            return said(value)
        case int():
            return _figure(_unit_of(info), value)
        case datetime():
            local = value.astimezone(zone)
            return f"{local:%Y-%m-%d %H:%M %Z}"
        case (Run(), *_):
            return spelled(value)
        case tuple() | list():
            item = info.item_type if isinstance(info, inspect.VarTupleType) else info
            return ", ".join(_words(item, one, zone) for one in value)
        case msgspec.Struct():
            return "; ".join(f"{line.label.lower()} {line.words}" for line in _lines(value, zone))
        case dict():
            return "\n".join(f"{spoken(name)}: {_words(info, one, zone)}" for name, one in value.items())
        case _:
            return str(value)


def _figure(unit: str, value: int) -> str:
    if unit == METER_PARTS:
        return str(Amount(value))
    return dollars(value) if unit == CENTS else str(value)


def _unit_of(info: inspect.Type) -> str:
    """The unit that a number is told in, if its type says so."""
    match info:
        case inspect.Metadata(extra=extra):
            return str((extra or {}).get("unit", ""))
        case inspect.UnionType(types=kinds):
            return "".join(map(_unit_of, kinds))
        case _:
            return ""
