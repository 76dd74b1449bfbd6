import msgspec
import pytest

from houseway.law import Origin, chapters, register
from houseway.law.citing import Held
from houseway.law.coverage import MUST_BE_TESTED, UnknownChapter, coverage, ride_along, summarise

COMPLETE = (
    "661a",
    "625a",
    "md-36.05.14",
    "649a",
    "663a",
    "659a",
    "665a",
    "637a",
    "623a",
    "621a",
    "465a",
    "577",
    "603a",
    "609a",
    "paperwork",
)
# Of 649a only amended rules are registered, and none of those is attested or documented.
ATTESTED = tuple(chapter for chapter in COMPLETE if chapter != "649a")


@pytest.mark.parametrize("chapter", COMPLETE)
def test_every_rule_of_a_complete_chapter_is_implemented_and_tested(chapter: str) -> None:
    rows = [row for row in coverage(chapter) if row.duty in MUST_BE_TESTED]
    assert rows
    assert [row.id for row in rows if not row.symbols or not row.tests] == []


@pytest.mark.parametrize("chapter", ATTESTED)
def test_attested_and_documented_clauses_of_a_complete_chapter_are_accounted_for(chapter: str) -> None:
    rows = [row for row in coverage(chapter) if row.duty in ("attest", "document")]
    assert rows
    assert [row.id for row in rows if not row.symbols or not row.tests] == []


def test_coverage_lists_every_clause_of_the_register() -> None:
    assert [row.id for row in coverage()] == list(register())


def test_what_is_not_implemented_is_named() -> None:
    known, *others = (row for row in coverage("661a") if row.duty == "compute")
    missing = msgspec.structs.replace(known, id="661a.99", symbols=(), held=Held.NOWHERE, tests=())
    (count,) = summarise([missing, *others])
    assert count.not_implemented == ("661a.99",)
    assert count.clauses == count.implemented + 1


def test_an_unknown_chapter_is_refused() -> None:
    with pytest.raises(UnknownChapter):
        coverage("999a")


def test_every_clause_is_implemented_by_a_rule_or_only_cited_or_nowhere() -> None:
    for row in coverage():
        assert (row.held is Held.NOWHERE) == (not row.symbols)
        assert not (row.rides_along and row.held is Held.DATA)
    for count in summarise(coverage()):
        assert count.by_rule + len(count.only_cited) + len(count.not_implemented) == count.clauses
        assert count.by_rule + len(count.only_cited) == count.implemented


def test_a_clause_that_rides_along_is_not_attested_of_its_own() -> None:
    rows = {row.id: row for row in coverage()}
    # Dice are inspected in a step that is recorded under this clause.
    own = rows["603a.13(f)(1)(ii)#4"]
    assert own.duty == "attest"
    assert own.held.is_rule
    assert not own.rides_along
    # What only a game made for the tests cites is nobody's yet.
    held = [clause_id for clause_id in ride_along() if rows[clause_id].symbols]
    assert held
    for clause_id in held:
        assert rows[clause_id].rides_along
        assert clause_id in next(
            count.ride_along
            for count in summarise(coverage(rows[clause_id].chapter))
            if count.duty is rows[clause_id].duty
        )


def test_what_no_source_prints_is_counted_apart() -> None:
    counts = summarise(coverage())
    for chapter in chapters():
        printed = [c for c in register().values() if c.chapter == chapter and c.origin is Origin.PRINTED]
        counted = [count for count in counts if count.chapter == chapter and count.origin is Origin.PRINTED]
        assert sum(count.clauses for count in counted) == len(printed)
    beside = [count for count in counts if count.origin is not Origin.PRINTED]
    assert {count.origin for count in beside} == {Origin.PUBLIC_COPY, Origin.COMMON_PRACTICE}
    assert counts == (*(count for count in counts if count not in beside), *beside)
    assert sum(count.clauses for count in beside) == sum(
        c.origin is not Origin.PRINTED for c in register().values()
    )
