"""All that is known of a clause: what it says, how it is read, which code acts by it, which tests prove it."""

from collections.abc import Iterable

import msgspec

from houseway.law.citing import Held, Implementation, implementations
from houseway.law.coverage import how_held, ride_along, tests_by_clause
from houseway.law.readings import Reading, readings_for
from houseway.law.register import Clause, Duty, Origin


class Read(msgspec.Struct, frozen=True):
    """How an ambiguity is read."""

    id: str
    problem: str
    reading: str


class Particulars(msgspec.Struct, frozen=True, kw_only=True):
    """A clause with all that is known of it; `cited_by` are the symbols that name it and do nothing by it."""

    id: str
    chapter: str
    kind: str
    actor: str
    duty: Duty
    summary: str
    edition_note: str
    origin: Origin
    origin_caution: str
    parameters: dict[str, str]
    readings: tuple[Read, ...]
    held: Held
    rides_along: bool
    symbols: tuple[str, ...]
    cited_by: tuple[str, ...]
    tests: tuple[str, ...]


def particulars(clause: Clause) -> Particulars:
    """All that is known of a clause."""
    found = implementations().get(clause.id, ())
    held = how_held(clause.id, found)
    return Particulars(
        id=clause.id,
        chapter=clause.chapter,
        kind=clause.kind,
        actor=clause.actor,
        duty=clause.duty,
        summary=clause.summary,
        edition_note=clause.edition_note,
        origin=clause.origin,
        origin_caution=clause.origin.caution,
        parameters=dict(clause.parameters),
        readings=tuple(Read(r.id, r.problem, r.reading) for r in _readings(clause, found)),
        held=held,
        rides_along=bool(found) and clause.id in ride_along(),
        symbols=tuple(row.symbol for row in found),
        cited_by=tuple(row.symbol for row in found if not (held.is_rule and row.held.is_rule)),
        tests=tests_by_clause().get(clause.id, ()),
    )


def _readings(clause: Clause, found: tuple[Implementation, ...]) -> Iterable[Reading]:
    """The readings of the clause's place, and those that its code says it follows, each once."""
    followed = (reading for row in found for reading in row.readings)
    return {reading.id: reading for reading in (*readings_for(clause.id), *followed)}.values()
