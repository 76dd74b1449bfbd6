import pytest

from houseway.law import UnknownClause, register
from houseway.law.coverage import MUST_BE_TESTED, coverage, summarise

COMPLETE = (
    "661a",
    "625a",
    "md-36.05.14",
    "649a",
    "663a",
    "659a",
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
    blackjack = [count for count in summarise(coverage("633a")) if count.duty == "compute"]
    assert blackjack[0].clauses == len(blackjack[0].not_implemented) > 0


def test_an_unknown_chapter_is_refused() -> None:
    with pytest.raises(UnknownClause):
        coverage("999a")
