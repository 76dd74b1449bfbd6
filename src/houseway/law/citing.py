"""Citing: tying functions and data to the clauses they implement, at no cost when a rule runs.

A function says `@implements("661a.6(e)#2")`; a wager, paytable row, remedy, check-list step or refusal holds the
`Clause` itself. `implementations()` gathers both from the loaded rooms, so that coverage is computed, never kept.
"""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

from houseway.law.readings import Reading, reading
from houseway.law.register import Clause, clause

# The rooms that hold rules; the others only run, show or record.
RULE_ROOMS = ("money", "equipment", "table", "submission", "games", "backoffice", "papers")

_F = TypeVar("_F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Implementation:
    """What implements a clause: a function with its code, or a value that carries the clause (no code)."""

    symbol: str
    clause: Clause
    code: CodeType | None
    readings: tuple[Reading, ...] = ()


_FUNCTIONS: list[Implementation] = []


def implements(*clause_ids: str, readings: tuple[str, ...] = ()) -> Callable[[_F], _F]:
    """Register a function as the implementation of clauses and return it unchanged."""
    cited = tuple(clause(clause_id) for clause_id in clause_ids)
    followed = tuple(reading(reading_id) for reading_id in readings)

    def register(function: _F) -> _F:
        plain = inspect.unwrap(function)
        if not isinstance(plain, FunctionType):
            raise TypeError(f"{function!r} is not a plain function")
        symbol = f"{plain.__module__}:{plain.__qualname__}"
        _FUNCTIONS.extend(Implementation(symbol, c, plain.__code__, followed) for c in cited)
        return function

    return register


@cache
def implementations() -> Mapping[str, tuple[Implementation, ...]]:
    """Every implementation by clause id, gathered from all rooms that hold rules."""
    found: dict[str, list[Implementation]] = {}
    data = (held for module in _rule_modules() for held in _held_by(module))
    for implementation in [*data, *_FUNCTIONS]:
        rows = found.setdefault(implementation.clause.id, [])
        if all(row.symbol != implementation.symbol for row in rows):
            rows.append(implementation)
    return {clause_id: tuple(sorted(rows, key=lambda row: row.symbol)) for clause_id, rows in found.items()}


def clauses_in(value: object) -> Iterator[Clause]:
    """The clauses that a value holds, however deep."""
    if isinstance(value, Clause):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from clauses_in(key)
            yield from clauses_in(item)
    elif isinstance(value, tuple | list | frozenset | set):
        for item in value:
            yield from clauses_in(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from clauses_in(getattr(value, field.name))
    elif isinstance(value, type) and issubclass(value, Enum):
        for member in value:
            yield from clauses_in(member.value)


def _rule_modules() -> Iterator[ModuleType]:
    for room in RULE_ROOMS:
        module = importlib.import_module(f"houseway.{room}")
        yield module
        for info in pkgutil.walk_packages(getattr(module, "__path__", ()), f"houseway.{room}."):
            yield importlib.import_module(info.name)


def _held_by(module: ModuleType) -> Iterator[Implementation]:
    """The clauses held by what the module itself defines (what it imports belongs to another module)."""
    for name in _defined_names(module):
        for held in clauses_in(getattr(module, name, None)):
            yield Implementation(f"{module.__name__}:{name}", held, None)


def _defined_names(module: ModuleType) -> Iterator[str]:
    for node in ast.parse(inspect.getsource(module)).body:
        match node:
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.ClassDef(name=name):
                yield name
