"""Gaps: check numbers on which the book and the record disagree; finance answers for them (reading C-39)."""

from collections.abc import Iterable, Iterator

from houseway.backoffice.book import Desk
from houseway.backoffice.counter_checks.orders import (
    BookCounted,
    BookLost,
    Counted,
    ExplainGap,
    Facts,
    GapExplained,
    GapFound,
    ReportBookLost,
    ReportMissing,
)
from houseway.backoffice.counter_checks.stock import (
    ACCESS,
    CheckBook,
    State,
    find_book,
    known_gaps,
    states_of,
    voids_still_out,
)
from houseway.law import RuleViolation, implements

MISSING = "not in the book and never written"
STILL_BLANK = "recorded as used, yet still in the book"
REAPPEARED = "reported missing, yet in the book"
VOID_NOT_HANDED_IN = "void, but not handed in with the book"
LOST = "lost with the book"


@implements("609a.13(c)(3)#1", readings=("C-39",))
def count(book: CheckBook, found: Counted, desk: Desk) -> tuple[Facts, ...]:
    """What is in the book against what is on record; every number that does not agree is a gap, found once."""
    recorded = states_of(desk.connection, book.book)
    out = voids_still_out(desk.connection, book.book)
    _check_count(book, found, out)
    inside = set(range(found.next_number, book.last + 1)).difference(found.missing)
    outside = set(range(book.first, book.last + 1)).difference(inside)
    gone = {number for number, state in recorded.items() if state is State.MISSING}
    unlike = {
        MISSING: outside.difference(recorded),
        STILL_BLANK: inside.intersection(recorded).difference(gone),
        REAPPEARED: inside.intersection(gone),
        VOID_NOT_HANDED_IN: out.difference(found.voided),
    }
    counted = BookCounted(
        book=book.book,
        next_number=found.next_number,
        missing=found.missing,
        voided=found.voided,
        clause=ACCESS.id,
    )
    return (counted, *_new_gaps(book, unlike, desk))


def _check_count(book: CheckBook, found: Counted, out: set[int]) -> None:
    """Refuse a count of numbers that the book has not, or that are told twice."""
    if not book.first <= found.next_number <= book.last + 1:
        raise RuleViolation(
            ACCESS,
            f"check {found.next_number} is not of the book {book.book}",
            fix=f"give a number from {book.first} to {book.last}, or {book.last + 1} when none is left",
        )
    for told in (found.missing, found.voided):
        if len(set(told)) < len(told):
            raise RuleViolation(ACCESS, f"a check of the book {book.book} is told twice", fix="tell it once")
    for number in found.missing:
        if not found.next_number < number <= book.last:
            raise RuleViolation(
                ACCESS,
                f"check {number} is not behind check {found.next_number} in the book {book.book}",
                fix="name the checks that are gone behind the first one still in the book",
            )
    for number in found.voided:
        if number not in out:
            raise RuleViolation(
                ACCESS, f"check {number} is no void of the book {book.book} that is still out"
            )


@implements("609a.13(c)(3)#1", readings=("C-39",))
def report_missing(order: ReportMissing, desk: Desk) -> tuple[Facts, ...]:
    """A blank check is gone: it is a gap, and is passed over when its turn comes."""
    book = find_book(desk.connection, order.book)
    if order.number not in _blank(book, desk):
        raise RuleViolation(ACCESS, f"check {order.number} is no blank check of the book {book.book}")
    return (_gap(book, order.number, order.number, f"{MISSING}: {order.words}", desk),)


@implements("609a.13(c)(3)#1", readings=("C-39",))
def report_lost(order: ReportBookLost, desk: Desk) -> tuple[Facts, ...]:
    """A book is gone: every check that was still in it, and every void that nobody has handed in, is a gap."""
    book = find_book(desk.connection, order.book)
    if book.lost_on is not None:
        raise RuleViolation(ACCESS, f"the book {book.book} was reported lost on {book.lost_on} already")
    unlike = {
        f"{LOST}: {order.words}": _blank(book, desk),
        VOID_NOT_HANDED_IN: voids_still_out(desk.connection, book.book),
    }
    lost = BookLost(book=book.book, words=order.words, lost_on=desk.day, clause=ACCESS.id)
    return (lost, *_new_gaps(book, unlike, desk))


@implements("609a.13(c)(3)#1", readings=("C-39",))
def explain_gap(order: ExplainGap, desk: Desk) -> tuple[Facts, ...]:
    """A gap stays open until it is known what became of its numbers."""
    problems = [
        gap.problem
        for gap in known_gaps(desk.connection, order.book)
        if gap.first == order.first and not gap.finding and order.problem in ("", gap.problem)
    ]
    if not problems:
        raise RuleViolation(
            ACCESS, f"the book {order.book} has no open gap that begins with check {order.first}"
        )
    if len(problems) > 1:
        raise RuleViolation(
            ACCESS,
            f"{len(problems)} gaps of the book {order.book} begin with check {order.first}",
            fix=f"name the problem: {' or '.join(problems)}",
        )
    return (
        GapExplained(
            book=order.book,
            first=order.first,
            problem=problems[0],
            finding=order.finding,
            explained_on=desk.day,
            clause=ACCESS.id,
        ),
    )


def _blank(book: CheckBook, desk: Desk) -> set[int]:
    """The checks that have not been used and are not known to be missing."""
    return set(range(book.first, book.last + 1)).difference(states_of(desk.connection, book.book))


def _new_gaps(book: CheckBook, unlike: dict[str, set[int]], desk: Desk) -> Iterator[GapFound]:
    before = known_gaps(desk.connection, book.book)
    for problem, numbers in unlike.items():
        known = {
            number for gap in before if gap.problem == problem for number in range(gap.first, gap.last + 1)
        }
        for first, last in _runs(numbers - known):
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
