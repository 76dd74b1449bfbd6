"""The numbers of counter checks: used in sequence by people who are named, void with a reason, and never lost."""

import pytest

from houseway.backoffice.counter_checks.orders import (
    CountBook,
    ExplainGap,
    PrepareCheck,
    ReportMissing,
    SignInBook,
    VoidCheck,
)
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Position
from houseway.law import RuleViolation
from tests.backoffice.approvals.board import grid
from tests.backoffice.counter_checks.cage import CLERK, FLOOR, SUPERVISOR, Cage
from tests.backoffice.house import WHO, who

CLAUSE = "609a.13(c)(3)#1"
MISSING = "not in the book and never written"


def check(number: int) -> PrepareCheck:
    return PrepareCheck(book="A", number=number, amount=50_000, credit_file="CF-7")


def refused(cage: Cage, order: Order, *positions: Position) -> RuleViolation:
    with pytest.raises(RuleViolation) as refusal:
        cage.give(order, *positions)
    return refusal.value


# Writing.


@pytest.mark.clause("609a.13(c)(3)#1")
def test_only_people_named_in_the_internal_controls_write_checks(cage: Cage) -> None:
    cage.ready()

    refusal = refused(cage, check(101), Position.PIT_MANAGER)
    assert refusal.clause.id == CLAUSE
    assert "do not name Pit Manager 1, a pit manager, to prepare a check" in refusal.message
    assert refused(cage, check(101), Position.SECURITY_OFFICER).clause.id == CLAUSE
    cage.write(101)

    # Another procedure takes its place, and names one person by the credential.
    cage.have_controls("counter_check_preparation", who(Position.PIT_MANAGER, 2))
    assert "do not name Floorperson 1" in refused(cage, check(102), FLOOR).message
    cage.sign(check(102), who(Position.PIT_MANAGER, 2))
    assert cage.states() == {101: "prepared", 102: "prepared"}


@pytest.mark.clause("609a.13(c)(3)#1")
def test_without_a_procedure_nobody_writes_checks(cage: Cage) -> None:
    cage.stock()

    assert "do not name Finance Clerk 1" in refused(cage, check(101), CLERK).message


@pytest.mark.clause("609a.13(c)(3)#1")
def test_finance_writes_no_check_of_a_book_that_is_out(cage: Cage) -> None:
    cage.ready()

    assert "it is with table games" in refused(cage, check(101), CLERK).message


@pytest.mark.clause("609a.13(c)(3)#1")
def test_checks_are_used_one_after_the_other(cage: Cage) -> None:
    cage.ready()
    cage.write(101)

    for number in (100, 101, 103, 111):
        refusal = refused(cage, check(number))
        assert refusal.clause.id == CLAUSE
        assert refusal.fix == "use number 102, make it void, or report it missing"
    cage.write(*range(102, 111))

    assert "no check is left" in refused(cage, check(111)).message
    assert cage.states() == dict.fromkeys(range(101, 111), "prepared")


# Voids.


@pytest.mark.clause("609a.13(c)(3)#1")
def test_a_check_is_made_void_before_a_witness_and_with_a_reason(cage: Cage) -> None:
    cage.ready()
    cage.write(101)

    void = VoidCheck(book="A", number=101, reason="wrong amount")
    with pytest.raises(RuleViolation):
        cage.sign(void, WHO[FLOOR], WHO[FLOOR])
    assert refused(cage, void, FLOOR, Position.DEALER).clause.id == "603a.20(r)(2)#2"
    cage.give(void)
    cage.give(VoidCheck(book="A", number=102, reason="torn"), FLOOR, SUPERVISOR)

    assert cage.states() == {101: "void", 102: "void"}
    assert "101 is void already" in refused(cage, void).message
    assert "number 103 is" in refused(cage, VoidCheck(book="A", number=105, reason="x")).message
    register = grid(cage.paper("check-register", "A"), "Checks used")
    written, torn = register.rows
    assert written[:4] == ("101", "void", "$500", "CF-7")
    assert written[6].startswith("wrong amount, by Floorperson 1")
    assert torn[1:4] == ("void", "", "")
    assert torn[6] == "torn"


# Gaps.


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
    for number in (101, 103):
        wrong = ReportMissing(book="A", number=number, words="gone")
        assert "number 102 is" in refused(cage, wrong).message

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


def test_the_page_shows_every_book_and_gap(cage: Cage) -> None:
    cage.ready()
    cage.stock("B", 111, 112)
    with cage.office.desk() as desk:
        (sheet,) = cage.office.books["counter_checks"].sheets
        stock, gaps = sheet.show(desk)
    assert stock.rows == (
        ("A", "101 to 110", "101 to 110", "table games", "2014-05-01"),
        ("B", "111 to 112", "111 to 112", "finance", ""),
    )
    assert gaps.rows == ()
    assert cage.subjects("check-register") == ("A", "B")
