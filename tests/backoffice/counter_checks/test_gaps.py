"""Gaps in the numbers: whatever is torn out, hidden, put back or lost is found when a book is counted."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from houseway.backoffice.counter_checks.gaps import MISSING, REAPPEARED, STILL_BLANK, VOID_NOT_HANDED_IN
from houseway.backoffice.counter_checks.orders import (
    CountBook,
    ExplainGap,
    ReportBookLost,
    ReportMissing,
    SignInBook,
    SignOutBook,
    VoidCheck,
)
from houseway.backoffice.people import Position
from tests.backoffice.approvals.board import grid
from tests.backoffice.counter_checks.cage import CLERK, FLOOR, SUPERVISOR, Cage
from tests.backoffice.counter_checks.test_numbers import CLAUSE, check, refused


@pytest.mark.clause("609a.13(c)(3)#1")
def test_a_clean_book_comes_back_without_a_gap(cage: Cage) -> None:
    cage.ready()
    cage.write(101, 102, 103)
    cage.give(VoidCheck(book="A", number=102, reason="wrong amount"))
    cage.give(VoidCheck(book="A", number=104, reason="torn"))

    facts = cage.give(SignInBook(book="A", next_number=105, voided=(102, 104)))

    assert [fact["fact"] for fact in facts] == ["book-signed-in", "book-counted"]
    assert (cage.gaps(), cage.due()) == ([], ())
    assert [fact["fact"] for fact in cage.give(CountBook(book="A", next_number=105))] == ["book-counted"]


@pytest.mark.clause("609a.13(c)(3)#1")
def test_checks_torn_out_are_found_when_the_book_comes_back(cage: Cage) -> None:
    cage.ready()
    cage.write(101)

    *_, gap = cage.give(SignInBook(book="A", next_number=105))

    assert (gap["fact"], gap["first"], gap["last"], gap["clause"]) == ("gap-found", 102, 104, CLAUSE)
    assert cage.gaps() == [(102, 104, MISSING)]
    register = grid(cage.paper("check-register", "A"), "Checks used")
    assert [row[:2] + row[5:] for row in register.rows[1:]] == [
        (str(number), "missing", "", "", MISSING) for number in (102, 103, 104)
    ]
    assert cage.book().next == 105
    assert cage.states()[103] == "missing"
    cage.give(CountBook(book="A", next_number=105))
    assert len(cage.gaps()) == 1


@pytest.mark.clause("609a.13(c)(3)#1")
def test_a_whole_book_torn_out_is_found(cage: Cage) -> None:
    cage.stock()
    cage.give(CountBook(book="A", next_number=101))
    assert cage.gaps() == []

    cage.give(CountBook(book="A", next_number=111))

    assert cage.gaps() == [(101, 110, MISSING)]
    assert cage.book().is_used_up


@pytest.mark.clause("609a.13(c)(3)#1")
def test_a_check_on_record_that_is_still_blank_in_the_book_is_found(cage: Cage) -> None:
    cage.ready()
    cage.write(101, 102)

    cage.give(SignInBook(book="A", next_number=102))

    assert cage.gaps() == [(102, 102, "recorded as used, yet still in the book")]
    assert cage.book().next == 103


@pytest.mark.clause("609a.13(c)(3)#1")
def test_a_void_that_is_not_handed_in_is_found(cage: Cage) -> None:
    cage.ready()
    cage.write(101)
    cage.give(VoidCheck(book="A", number=101, reason="wrong amount"))
    cage.give(VoidCheck(book="A", number=102, reason="torn"))

    cage.give(SignInBook(book="A", next_number=103, voided=(102,)))

    assert cage.gaps() == [(101, 101, "void, but not handed in with the book")]
    cage.give(CountBook(book="A", next_number=103, voided=(101,)))
    assert len(cage.gaps()) == 1
    again = CountBook(book="A", next_number=103, voided=(101,))
    assert "101 is no void of the book A that is still out" in refused(cage, again).message


@pytest.mark.clause("609a.13(c)(3)#1")
@pytest.mark.parametrize("number", [1, 100, 112])
def test_a_number_of_another_book_is_no_count(cage: Cage, number: int) -> None:
    cage.stock()

    refusal = refused(cage, CountBook(book="A", next_number=number))

    assert (refusal.clause.id, f"check {number} is not of the book A" in refusal.message) == (CLAUSE, True)
    assert refusal.fix == "give a number from 101 to 110, or 111 when none is left"


@pytest.mark.clause("609a.13(c)(3)#1")
def test_a_missing_check_is_reported_so_that_the_next_can_be_used(cage: Cage) -> None:
    cage.ready()
    cage.write(101)
    for number in (100, 101, 111):
        wrong = ReportMissing(book="A", number=number, words="gone")
        assert f"check {number} is no blank check of the book A" in refused(cage, wrong).message

    cage.give(ReportMissing(book="A", number=102, words="pages stuck"))
    cage.write(103)

    assert cage.states() == {101: "prepared", 102: "missing", 103: "prepared"}
    cage.give(SignInBook(book="A", next_number=104))
    assert cage.gaps() == [(102, 102, f"{MISSING}: pages stuck")]


@pytest.mark.clause("609a.13(c)(3)#1")
def test_a_gap_stays_open_and_late_until_finance_and_audit_know_what_happened(cage: Cage) -> None:
    cage.stock()
    cage.give(CountBook(book="A", next_number=103))
    found = cage.today
    explain = ExplainGap(book="A", first=101, finding="printer's waste, found at the printer")

    assert [(row.clause.id, row.by, row.late) for row in cage.due()] == [(CLAUSE, found, False)]
    cage.clock.forward(days=1)
    assert [row.late for row in cage.due()] == [True]
    assert grid(cage.paper("gap-report", "today"), "Gaps in the numbers").rows == (
        ("A", "101 to 102", MISSING, str(found), "open"),
    )
    assert refused(cage, explain, CLERK, Position.AUDITOR).clause.id == CLAUSE
    wrong = ExplainGap(book="A", first=102, finding="x")
    assert "no open gap that begins with check 102" in refused(cage, wrong).message

    cage.give(explain)

    assert cage.due() == ()
    report = grid(cage.paper("gap-report", "today"), "Gaps in the numbers")
    assert report.rows[0][4] == "printer's waste, found at the printer"
    assert "no open gap" in refused(cage, explain).message


@pytest.mark.clause("609a.13(c)(3)#1")
def test_checks_torn_out_from_behind_are_found_when_the_book_comes_back(cage: Cage) -> None:
    cage.ready()
    cage.write(101)

    cage.give(SignInBook(book="A", next_number=102, missing=(103, 109, 110)))

    assert cage.gaps() == [(103, 103, MISSING), (109, 110, MISSING)]
    assert cage.book().next == 102
    cage.send_out()
    cage.write(102, 104)
    assert "number 105 is" in refused(cage, check(103)).message
    cage.write(105, 106, 107, 108)
    assert cage.book().is_used_up
    cage.give(SignInBook(book="A", next_number=111))
    assert len(cage.gaps()) == 2


@pytest.mark.clause("609a.13(c)(3)#1")
def test_a_check_further_behind_is_reported_missing_and_passed_over(cage: Cage) -> None:
    cage.ready()
    cage.give(ReportMissing(book="A", number=102, words="torn out"))
    assert cage.book().next == 101

    cage.write(101, 103)

    assert cage.states() == {101: "prepared", 102: "missing", 103: "prepared"}
    assert "no blank check" in refused(cage, ReportMissing(book="A", number=102, words="again")).message


@pytest.mark.clause("609a.13(c)(3)#1")
def test_a_missing_check_that_lies_in_the_book_again_is_found(cage: Cage) -> None:
    cage.stock()
    cage.give(CountBook(book="A", next_number=101, missing=(105,)))
    cage.give(CountBook(book="A", next_number=101, missing=(105,)))
    assert cage.gaps() == [(105, 105, MISSING)]

    cage.give(CountBook(book="A", next_number=101))

    assert cage.gaps() == [(105, 105, MISSING), (105, 105, REAPPEARED)]
    cage.have_controls("counter_check_preparation", str(CLERK))
    cage.write(101, 102, 103, 104, by=CLERK)
    assert "number 106 is" in refused(cage, check(105), CLERK).message


@pytest.mark.clause("609a.13(c)(3)#1")
@pytest.mark.parametrize(
    ("found", "said"),
    [
        (CountBook(book="A", next_number=102, missing=(102,)), "102 is not behind check 102"),
        (CountBook(book="A", next_number=102, missing=(101,)), "101 is not behind check 102"),
        (CountBook(book="A", next_number=102, missing=(111,)), "111 is not behind check 102"),
        (CountBook(book="A", next_number=102, missing=(104, 104)), "told twice"),
        (CountBook(book="A", next_number=102, voided=(101, 101)), "told twice"),
        (CountBook(book="A", next_number=102, voided=(103,)), "103 is no void"),
    ],
)
def test_a_count_that_cannot_be_is_refused(cage: Cage, found: CountBook, said: str) -> None:
    cage.stock()
    cage.give(VoidCheck(book="A", number=101, reason="specimen"), CLERK, SUPERVISOR)

    refusal = refused(cage, found)

    assert (refusal.clause.id, said in refusal.message) == (CLAUSE, True)
    assert cage.gaps() == []


@pytest.mark.clause("609a.13(c)(3)#1")
def test_two_gaps_of_one_number_are_explained_one_by_one(cage: Cage) -> None:
    cage.ready()
    cage.write(101)
    cage.give(VoidCheck(book="A", number=101, reason="wrong amount"))
    cage.give(SignInBook(book="A", next_number=101))
    assert [problem for *_, problem in cage.gaps()] == [STILL_BLANK, VOID_NOT_HANDED_IN]

    refusal = refused(cage, ExplainGap(book="A", first=101, finding="it is in the book"))
    assert refusal.fix == f"name the problem: {STILL_BLANK} or {VOID_NOT_HANDED_IN}"
    other = ExplainGap(book="A", first=101, finding="x", problem=MISSING)
    assert "no open gap" in refused(cage, other).message
    cage.give(ExplainGap(book="A", first=101, finding="never torn out", problem=STILL_BLANK))

    report = grid(cage.paper("gap-report", "today"), "Gaps in the numbers")
    assert [row[4] for row in report.rows] == ["never torn out", "open"]
    assert len(cage.due()) == 1
    cage.give(ExplainGap(book="A", first=101, finding="in the book, void"))
    assert cage.due() == ()


# A book that is lost.


@pytest.mark.clause("609a.13(c)(3)#1")
def test_a_lost_book_is_a_gap_of_all_that_was_in_it(cage: Cage) -> None:
    cage.ready()
    cage.write(101, 102)
    cage.give(VoidCheck(book="A", number=102, reason="wrong amount"))
    cage.give(ReportMissing(book="A", number=105, words="torn out"))
    lost = ReportBookLost(book="A", words="not in the pit stand")
    for pair in ((FLOOR, CLERK), (Position.DEALER, SUPERVISOR), (SUPERVISOR, FLOOR)):
        assert refused(cage, lost, *pair).clause.id == CLAUSE

    cage.give(lost)

    words = "lost with the book: not in the pit stand"
    assert sorted(cage.gaps()) == [
        (102, 102, VOID_NOT_HANDED_IN),
        (103, 104, words),
        (105, 105, f"{MISSING}: torn out"),
        (106, 110, words),
    ]
    assert cage.book().is_used_up
    # Its checks are owed an explanation; nobody is asked for the book itself any more.
    assert {row.clause.id for row in cage.due()} == {CLAUSE}
    assert len(cage.due()) == 4
    assert "no check is left" in refused(cage, check(103)).message
    assert "reported lost on 2014-05-01 already" in refused(cage, lost).message
    with cage.office.desk() as desk:
        stock, _ = cage.office.books["counter_checks"].sheets[0].show(desk)
    assert stock.rows[0][2:4] == ("none", "lost since 2014-05-01, from table games")


@pytest.mark.clause("609a.13(c)(3)#1", "609a.13(c)(3)#4")
def test_a_lost_book_that_comes_back_is_logged_and_of_no_more_use(cage: Cage) -> None:
    cage.ready()
    cage.give(ReportBookLost(book="A", words="gone"))

    cage.give(SignInBook(book="A", next_number=103))

    assert (101, 110, "lost with the book: gone") in cage.gaps()
    assert (103, 110, REAPPEARED) in cage.gaps()
    assert (cage.book().with_finance, cage.book().lost_on) == (True, None)
    assert cage.hand_overs() == ["transfer", "return"]
    out = SignOutBook(book="A", return_by=cage.today)
    assert "no check is left" in refused(cage, out).message


@pytest.mark.clause("609a.13(c)(3)#1")
def test_a_book_can_be_lost_from_the_stock(cage: Cage) -> None:
    cage.stock()

    cage.give(ReportBookLost(book="A", words="not in the safe"), CLERK, SUPERVISOR)

    assert cage.gaps() == [(101, 110, "lost with the book: not in the safe")]
    assert "there is no counter check book" in refused(cage, ReportBookLost(book="Z", words="x")).message


# What a thief does to the paper, and what the record says: every number that differs is found, and no other.


class Paper:
    """A book as it lies there: the blank checks in it, and the void ones beside it."""

    def __init__(self, cage: Cage, chance: Random) -> None:
        self.cage, self.chance = cage, chance
        self.blank = set(range(101, 111))
        self.beside: set[int] = set()
        self.handed_in: set[int] = set()
        # What each number must be found as.
        self.wrong: set[tuple[int, str]] = set()

    def acts(self) -> list[Callable[[], None]]:
        """What may be done: by the rules, and against them."""
        return [
            self.write,
            self.void,
            self.tear_out,
            self.write_on_paper_only,
            self.record_only,
            self.lose_void,
        ]

    def write(self) -> None:
        self.blank.discard(self._recorded())

    def record_only(self) -> None:
        self._recorded()

    def write_on_paper_only(self) -> None:
        self.blank.discard(min(self.blank, default=0))

    def tear_out(self) -> None:
        if self.blank:
            self.blank.discard(self.chance.choice(sorted(self.blank)))

    def void(self) -> None:
        written = [number for number, state in self.cage.states().items() if state == "prepared"]
        if written:
            number = self.chance.choice(sorted(written))
            self.cage.give(VoidCheck(book="A", number=number, reason="wrong amount"))
            self.blank.discard(number)
            self.beside.add(number)

    def lose_void(self) -> None:
        if self.beside:
            self.beside.discard(self.chance.choice(sorted(self.beside)))

    def come_back(self) -> None:
        """Count what lies there, as honest people do, and note what must be found."""
        states = self.cage.states()
        for number in range(101, 111):
            state = states.get(number)
            if number in self.blank and state is not None:
                self.wrong.add((number, REAPPEARED if state == "missing" else STILL_BLANK))
            if number not in self.blank and state is None:
                self.wrong.add((number, MISSING))
            if state == "void" and number not in self.beside | self.handed_in:
                self.wrong.add((number, VOID_NOT_HANDED_IN))
        first = min(self.blank, default=111)
        gone = tuple(number for number in range(first + 1, 111) if number not in self.blank)
        back = SignInBook(book="A", next_number=first, missing=gone, voided=tuple(sorted(self.beside)))
        self.cage.give(back)
        self.handed_in |= self.beside
        self.beside = set()

    def _recorded(self) -> int:
        book = self.cage.book()
        if book.is_used_up:
            return 0
        self.cage.write(book.next)
        return book.next


@pytest.mark.clause("609a.13(c)(3)#1")
@pytest.mark.parametrize("seed", range(6))
def test_every_number_that_differs_is_found_and_no_other(tmp_path: Path, seed: int) -> None:
    with Cage(tmp_path / "journal.db") as cage:
        cage.ready()
        paper = Paper(cage, chance := Random(seed))
        for _ in range(2):
            for _ in range(chance.randrange(1, 6)):
                chance.choice(paper.acts())()
            paper.come_back()
            found = {
                (number, problem) for first, last, problem in cage.gaps() for number in range(first, last + 1)
            }
            assert found == paper.wrong
            if cage.book().is_used_up:
                return
            cage.send_out()
