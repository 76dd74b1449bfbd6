"""Gaps: numbers of which the book and the record do not tell the same; finance answers for them (reading C-39)."""

from collections.abc import Iterable, Iterator

from houseway.backoffice.book import Desk
from houseway.backoffice.counter_checks.orders import (
    BookCounted,
    ExplainGap,
    Facts,
    GapExplained,
    GapFound,
    ReportMissing,
)
from houseway.backoffice.counter_checks.stock import (
    ACCESS,
    CheckBook,
    find_book,
    known_gaps,
    states_of,
    voids_still_out,
)
from houseway.law import RuleViolation, implements

MISSING = "not in the book and never written"
STILL_BLANK = "recorded as used, yet still in the book"
VOID_NOT_HANDED_IN = "void, but not handed in with the book"


@implements("609a.13(c)(3)#1", readings=("C-39",))
def count(book: CheckBook, next_number: int, voided: tuple[int, ...], desk: Desk) -> tuple[Facts, ...]:
    """What is in the book against what is on record; every number that does not agree is a gap, found once."""
    if not book.first <= next_number <= book.last + 1:
        raise RuleViolation(
            ACCESS,
            f"check {next_number} is not of the book {book.book}",
            fix=f"give a number from {book.first} to {book.last}, or {book.last + 1} when none is left",
        )
    recorded = states_of(desk.connection, book.book)
    out = voids_still_out(desk.connection, book.book)
    for number in voided:
        if number not in out:
            raise RuleViolation(
                ACCESS, f"check {number} is no void of the book {book.book} that is still out"
            )
    unlike = {
        MISSING: [number for number in range(book.first, next_number) if number not in recorded],
        STILL_BLANK: [number for number in recorded if number >= next_number],
        VOID_NOT_HANDED_IN: [number for number in out if number not in voided],
    }
    counted = BookCounted(book=book.book, next_number=next_number, voided=voided, clause=ACCESS.id)
    return (counted, *_new_gaps(book, unlike, desk))


@implements("609a.13(c)(3)#1", readings=("C-39",))
def report_missing(order: ReportMissing, desk: Desk) -> tuple[Facts, ...]:
    """The next check is gone: it is a gap, and the one after it comes next."""
    book = find_book(desk.connection, order.book)
    if book.is_used_up or order.number != book.next:
        comes_next = "none" if book.is_used_up else f"number {book.next}"
        raise RuleViolation(
            ACCESS, f"check {order.number} is not the next of the book {book.book}: {comes_next} is"
        )
    return (_gap(book, order.number, order.number, f"{MISSING}: {order.words}", desk),)


@implements("609a.13(c)(3)#1", readings=("C-39",))
def explain_gap(order: ExplainGap, desk: Desk) -> tuple[Facts, ...]:
    """A gap stays open until it is known what became of its numbers."""
    found = known_gaps(desk.connection, order.book)
    if not any(gap.first == order.first and not gap.finding for gap in found):
        raise RuleViolation(
            ACCESS, f"the book {order.book} has no open gap that begins with check {order.first}"
        )
    return (
        GapExplained(
            book=order.book,
            first=order.first,
            finding=order.finding,
            explained_on=desk.day,
            clause=ACCESS.id,
        ),
    )


def _new_gaps(book: CheckBook, unlike: dict[str, list[int]], desk: Desk) -> Iterator[GapFound]:
    before = known_gaps(desk.connection, book.book)
    for problem, numbers in unlike.items():
        known = {
            number for gap in before if gap.problem == problem for number in range(gap.first, gap.last + 1)
        }
        for first, last in _runs(number for number in numbers if number not in known):
            yield _gap(book, first, last, problem, desk)


def _gap(book: CheckBook, first: int, last: int, problem: str, desk: Desk) -> GapFound:
    return GapFound(
        book=book.book, first=first, last=last, problem=problem, found_on=desk.day, clause=ACCESS.id
    )


def _runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Numbers that follow each other, as their first and last."""
    runs: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs
