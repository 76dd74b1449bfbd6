"""Irregularities: what can go wrong at a table, who may call it, and what the law orders then."""

from dataclasses import dataclass

from houseway.law import Clause
from houseway.table.roles import Role


@dataclass(frozen=True, slots=True)
class Remedy:
    """The law's answer to an irregularity; `phases` are the moments at which it can happen."""

    irregularity: str
    title: str
    by: tuple[Role, ...]
    clause: Clause
    orders: str
    phases: frozenset[str]
    also: tuple[Clause, ...] = ()
