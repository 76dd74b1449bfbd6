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
from enum import Enum, StrEnum
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

from houseway.law.readings import Reading, reading
from houseway.law.register import Clause, clause

# The rooms that hold rules; the others only run, show or record.
RULE_ROOMS = ("money", "equipment", "table", "submission", "games", "backoffice", "papers")

_F = TypeVar("_F", bound=Callable[..., Any])


class Held(StrEnum):
    """How code holds a clause: a function or the data of a rule acts by it, a citation only names it."""

    FUNCTION = "function"  # a function that says it implements the clause
    DATA = "data"  # a pay line, wager, remedy, check-list step, signature, or other object of the rules
    CITATION = "citation"  # a constant, a list or a map of clauses, and nothing else in it
    NOWHERE = "nowhere"

    @property
    def is_rule(self) -> bool:
        """Whether a rule acts by the clause."""
        return self in (Held.FUNCTION, Held.DATA)


@dataclass(frozen=True, slots=True)
class Implementation:
    """What implements a clause: a function with its code, or a value that carries the clause (no code)."""

    symbol: str
    clause: Clause
    held: Held
    code: CodeType | None = None
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
        _FUNCTIONS.extend(Implementation(symbol, c, Held.FUNCTION, plain.__code__, followed) for c in cited)
        return function

    return register


@cache
def implementations() -> Mapping[str, tuple[Implementation, ...]]:
    """Every implementation by clause id, gathered from all rooms that hold rules."""
    found: dict[str, dict[str, Implementation]] = {}
    data = (held for module in _rule_modules() for held in _held_by(module))
    for implementation in [*data, *_FUNCTIONS]:
        rows = found.setdefault(implementation.clause.id, {})
        known = rows.get(implementation.symbol)
        # A table may name a clause and hold it in a rule as well: the rule counts.
        if known is None or known.held is Held.CITATION:
            rows[implementation.symbol] = implementation
    return {clause_id: tuple(row for _, row in sorted(rows.items())) for clause_id, rows in found.items()}


def holdings(value: object, held: Held) -> Iterator[tuple[Clause, Held]]:
    """The clauses in a value, and whether an object of the rules lies around them."""
    if isinstance(value, Clause):
        yield value, held
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from holdings(key, held)
            yield from holdings(item, held)
    elif isinstance(value, tuple | list | frozenset | set):
        for item in value:
            yield from holdings(item, held)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from holdings(getattr(value, field.name), Held.DATA)
    elif isinstance(value, type) and issubclass(value, Enum):
        for member in value:
            yield from holdings(member.value, Held.DATA)


def _rule_modules() -> Iterator[ModuleType]:
    for room in RULE_ROOMS:
        module = importlib.import_module(f"houseway.{room}")
        yield module
        for info in pkgutil.walk_packages(getattr(module, "__path__", ()), f"houseway.{room}."):
            yield importlib.import_module(info.name)


def _held_by(module: ModuleType) -> Iterator[Implementation]:
    """The clauses held by what the module itself defines (what it imports belongs to another module)."""
    for name in _defined_names(module):
        for cited, held in holdings(getattr(module, name, None), Held.CITATION):
            yield Implementation(f"{module.__name__}:{name}", cited, held)


def _defined_names(module: ModuleType) -> Iterator[str]:
    for node in ast.parse(inspect.getsource(module)).body:
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=named)]) | ast.Assign(targets=named):
                yield from (target.id for target in named if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.ClassDef(name=name):
                yield name
