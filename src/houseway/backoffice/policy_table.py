"""The policy as a page: who signs which part of which order, and who may not have done what before."""

from collections.abc import Iterator

from houseway.backoffice.book import Book
from houseway.backoffice.orders import name_of
from houseway.backoffice.policy import Part, Rule

HEADINGS = ("order", "case", "part", "signed by", "not by who signed", "clause")


def policy_rows(book: Book) -> Iterator[tuple[str, ...]]:
    """The rows of a book's policy, in the order of its rules and of signing."""
    for rule in book.rules:
        for part in rule.parts:
            signs = "; ".join(str(permit) for permit in part.permits)
            where = " at the table" if rule.at_table else ""
            yield (
                rule.name,
                rule.case,
                part.name + where,
                signs,
                "; ".join(_others(rule, part)),
                part.clause.id,
            )


def _others(rule: Rule, part: Part) -> Iterator[str]:
    for earlier in rule.parts[: rule.parts.index(part)]:
        if earlier.name not in part.may_be:
            yield earlier.name


def separation_rows(book: Book) -> Iterator[tuple[str, ...]]:
    """The duties of a book that nobody may have in the same matter, with their clauses."""
    for row in book.separations:
        yield name_of(row.one), name_of(row.other), row.clause.id
