"""Coverage of the law: for every clause, how code holds it, by which symbols, and the tests that witnessed it at work.

A clause that tests only ever saw among those that an event fulfils "as well" rides along: nothing is done, refused or
attested by it alone. Such a clause is a citation, however it is held, and not attested of its own.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

import msgspec

from houseway.law.citing import Held, Implementation, implementations
from houseway.law.register import Clause, Duty, Origin, as_registered, chapters, register

# Written by a full test run with --record-coverage; a full run without it fails when a record is stale.
RECORD = "coverage.json"
RIDE_ALONG_RECORD = "ride_along.json"

MUST_BE_TESTED = (Duty.ENFORCE, Duty.COMPUTE, Duty.SEQUENCE, Duty.CONFIGURE)


class UnknownChapter(LookupError):
    """A chapter of which the register has no clause."""

    def __init__(self, chapter: str) -> None:
        known = ", ".join(name.removeprefix("md-") for name in chapters())
        super().__init__(f"the register has no chapter {chapter!r}; choose one of: {known}")


class ClauseCoverage(msgspec.Struct, frozen=True):
    """What stands behind one clause."""

    id: str
    chapter: str
    origin: Origin
    duty: Duty
    held: Held
    rides_along: bool
    symbols: tuple[str, ...]
    tests: tuple[str, ...]


class DutyCoverage(msgspec.Struct, frozen=True):
    """One chapter, origin and duty in numbers, and the clauses still missing."""

    chapter: str
    origin: Origin
    duty: Duty
    clauses: int
    implemented: int
    by_rule: int
    tested: int
    not_implemented: tuple[str, ...]
    only_cited: tuple[str, ...]
    ride_along: tuple[str, ...]
    not_tested: tuple[str, ...]


@cache
def tests_by_clause() -> Mapping[str, tuple[str, ...]]:
    """The shipped record of which tests witnessed which clause."""
    text = files("houseway.law").joinpath(RECORD).read_text("utf-8")
    return {clause_id: tuple(tests) for clause_id, tests in json.loads(text).items()}


@cache
def ride_along() -> frozenset[str]:
    """The shipped record of clauses that no test saw but among those that an event fulfils as well."""
    return frozenset(json.loads(files("houseway.law").joinpath(RIDE_ALONG_RECORD).read_text("utf-8")))


def how_held(clause_id: str, found: tuple[Implementation, ...]) -> Held:
    """The strongest way in which code holds a clause."""
    ways = {row.held for row in found}
    if Held.DATA in ways and clause_id in ride_along():
        ways = (ways - {Held.DATA}) | {Held.CITATION}
    return next((way for way in Held if way in ways), Held.NOWHERE)


def coverage(chapter: str | None = None) -> tuple[ClauseCoverage, ...]:
    """Every clause of the register, or of one chapter, with its symbols and tests."""
    if chapter is not None:
        chapter = _named(chapter)
    found = implementations()
    return tuple(_covered(clause, found.get(clause.id, ())) for clause in _clauses(chapter))


def _named(chapter: str) -> str:
    """A chapter as the register calls it, however it was written."""
    text = as_registered(chapter).casefold()
    known = next((name for name in chapters() if name.removeprefix("md-") == text), None)
    if known is None:
        raise UnknownChapter(chapter)
    return known


def _covered(clause: Clause, found: tuple[Implementation, ...]) -> ClauseCoverage:
    return ClauseCoverage(
        id=clause.id,
        chapter=clause.chapter,
        origin=clause.origin,
        duty=clause.duty,
        held=how_held(clause.id, found),
        rides_along=bool(found) and clause.id in ride_along(),
        symbols=tuple(row.symbol for row in found),
        tests=tests_by_clause().get(clause.id, ()) if found else (),
    )


def summarise(rows: Iterable[ClauseCoverage]) -> tuple[DutyCoverage, ...]:
    """The rows counted per origin, chapter and duty: what the sources print stands apart, and first."""
    groups: dict[tuple[Origin, str, Duty], list[ClauseCoverage]] = {}
    for row in rows:
        groups.setdefault((row.origin, row.chapter, row.duty), []).append(row)
    origins, duties = list(Origin), list(Duty)
    return tuple(
        DutyCoverage(
            chapter=chapter,
            origin=origin,
            duty=duty,
            clauses=len(group),
            implemented=sum(bool(row.symbols) for row in group),
            by_rule=sum(row.held.is_rule for row in group),
            tested=sum(bool(row.tests) for row in group),
            not_implemented=tuple(row.id for row in group if not row.symbols),
            only_cited=tuple(row.id for row in group if row.held is Held.CITATION),
            ride_along=tuple(row.id for row in group if row.rides_along),
            not_tested=tuple(row.id for row in group if row.symbols and not row.tests),
        )
        for (origin, chapter, duty), group in sorted(
            groups.items(),
            key=lambda item: (origins.index(item[0][0]), item[0][1], duties.index(item[0][2])),
        )
    )


def _clauses(chapter: str | None) -> Iterable[Clause]:
    return (clause for clause in register().values() if chapter in (None, clause.chapter))
