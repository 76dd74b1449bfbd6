"""The numbers of counter checks: used in sequence by people who are named, void with a reason, and never lost."""

import msgspec
import pytest

from houseway.backoffice.counter_checks.orders import (
    PrepareCheck,
    VoidCheck,
)
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Position
from houseway.law import RuleViolation
from tests.backoffice.approvals.board import grid
from tests.backoffice.counter_checks.cage import CLERK, FLOOR, SUPERVISOR, Cage
from tests.backoffice.house import WHO, who

CLAUSE = "609a.13(c)(3)#1"


def check(number: int) -> PrepareCheck:
    return PrepareCheck(book="A", number=number, amount=50_000, credit_file="CF-7", table="BJ-1")


def refused(cage: Cage, order: Order, *positions: Position) -> RuleViolation:
    with pytest.raises(RuleViolation) as refusal:
        cage.give(order, *positions)
    return refusal.value


# Writing.


@pytest.mark.clause("609a.13(c)(3)#1")
def test_a_check_from_a_book_that_is_out_names_its_table(cage: Cage) -> None:
    cage.ready()

    nowhere = msgspec.structs.replace(check(101), table=" ")
    refusal = refused(cage, nowhere, FLOOR)
    assert refusal.clause.id == CLAUSE
    assert "a check from it is given at a table" in refusal.message
    cage.give(check(101), FLOOR)


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
    assert written[7] == "wrong amount, by Floorperson 1 (PA-0301) at 2014-05-01 12:00 EDT"
    assert torn[1:4] == ("void", "", "")
    assert torn[7] == "torn"


def test_the_page_shows_every_book_and_gap(cage: Cage) -> None:
    cage.ready()
    cage.stock("B", 111, 112)
    with cage.office.desk() as desk:
        (sheet,) = cage.office.books["counter_checks"].sheets
        stock, gaps = sheet.show(desk)
    assert stock.rows == (
        ("B", "111 to 112", "111 to 112", "finance", ""),
        ("A", "101 to 110", "101 to 110", "table games", "2014-05-01"),
    )
    assert gaps.rows == ()
    assert cage.subjects("check-register") == ("A", "B")
