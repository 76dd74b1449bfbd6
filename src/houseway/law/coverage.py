"""Coverage of the law: for every clause, the symbols that implement it and the tests that witnessed it at work."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

import msgspec

from houseway.law.citing import implementations
from houseway.law.register import Clause, Duty, UnknownClause, chapters, register

# Written by a full test run with --record-coverage; a full run without it fails when the record is stale.
RECORD = "coverage.json"

MUST_BE_TESTED = (Duty.ENFORCE, Duty.COMPUTE, Duty.SEQUENCE, Duty.CONFIGURE)


class ClauseCoverage(msgspec.Struct, frozen=True):
    """What stands behind one clause."""

    id: str
    chapter: str
    duty: Duty
    symbols: tuple[str, ...]
    tests: tuple[str, ...]


class DutyCoverage(msgspec.Struct, frozen=True):
    """One chapter and duty in numbers, and the clauses still missing."""

    chapter: str
    duty: Duty
    clauses: int
    implemented: int
    tested: int
    not_implemented: tuple[str, ...]
    not_tested: tuple[str, ...]


@cache
def tests_by_clause() -> Mapping[str, tuple[str, ...]]:
    """The shipped record of which tests witnessed which clause."""
    text = files("houseway.law").joinpath(RECORD).read_text("utf-8")
    return {clause_id: tuple(tests) for clause_id, tests in json.loads(text).items()}


def coverage(chapter: str | None = None) -> tuple[ClauseCoverage, ...]:
    """Every clause of the register, or of one chapter, with its symbols and tests."""
    if chapter is not None and f"md-{chapter}" in chapters():
        chapter = f"md-{chapter}"
    if chapter is not None and chapter not in chapters():
        raise UnknownClause(chapter)
    found = implementations()
    return tuple(
        ClauseCoverage(
            id=clause.id,
            chapter=clause.chapter,
            duty=clause.duty,
            symbols=tuple(row.symbol for row in found.get(clause.id, ())),
            tests=tests_by_clause().get(clause.id, ()) if clause.id in found else (),
        )
        for clause in _clauses(chapter)
    )


def summarise(rows: Iterable[ClauseCoverage]) -> tuple[DutyCoverage, ...]:
    """The rows counted per chapter and duty."""
    groups: dict[tuple[str, Duty], list[ClauseCoverage]] = {}
    for row in rows:
        groups.setdefault((row.chapter, row.duty), []).append(row)
    order = list(Duty)
    return tuple(
        DutyCoverage(
            chapter=chapter,
            duty=duty,
            clauses=len(group),
            implemented=sum(bool(row.symbols) for row in group),
            tested=sum(bool(row.tests) for row in group),
            not_implemented=tuple(row.id for row in group if not row.symbols),
            not_tested=tuple(row.id for row in group if row.symbols and not row.tests),
        )
        for (chapter, duty), group in sorted(
            groups.items(), key=lambda item: (item[0][0], order.index(item[0][1]))
        )
    )


def _clauses(chapter: str | None) -> Iterable[Clause]:
    return (clause for clause in register().values() if chapter in (None, clause.chapter))
