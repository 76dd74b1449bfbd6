"""Who has a counter check book: finance, or table games once it is signed out as the internal controls provide."""

from datetime import timedelta

import pytest

from houseway.backoffice.approvals.orders import EndApproval, FileControls
from houseway.backoffice.counter_checks.orders import (
    CountBook,
    PrepareCheck,
    ReceiveBook,
    SignInBook,
    SignOutBook,
    VoidCheck,
)
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Department, Position
from houseway.law import RuleViolation
from tests.backoffice.approvals.board import grid, made_anew
from tests.backoffice.counter_checks.cage import CLERK, FLOOR, SUPERVISOR, Cage
from tests.backoffice.house import WHO, who


def refused(cage: Cage, order: Order, *positions: Position) -> RuleViolation:
    with pytest.raises(RuleViolation) as refusal:
        cage.give(order, *positions)
    return refusal.value


def out(cage: Cage) -> SignOutBook:
    return SignOutBook(book="A", return_by=cage.today)


# The unused stock is finance's.


@pytest.mark.clause("609a.13(c)(3)#1")
def test_only_finance_takes_books_into_stock(cage: Cage) -> None:
    order = ReceiveBook(book="A", first=101, last=110)
    for pair in ((FLOOR, SUPERVISOR), (CLERK, CLERK), (CLERK, Position.DIRECTOR_OF_TABLE_GAMES)):
        assert refused(cage, order, *pair).clause.id == "609a.13(c)(3)#1"

    cage.give(order)

    assert (cage.book().department, cage.book().next) == (Department.FINANCE, 101)


@pytest.mark.clause("609a.13(c)(3)#1")
@pytest.mark.parametrize(
    ("book", "first", "last", "said"),
    [
        ("A", 201, 210, "was received on 2014-05-01 already"),
        ("B", 110, 120, "checks 101 to 110 are in the book A already"),
        ("B", 90, 101, "checks 101 to 110 are in the book A already"),
        ("B", 103, 105, "checks 101 to 110 are in the book A already"),
        ("B", 210, 209, "210 to 209 is none"),
        ("B", 1001, 2001, "a book has 1 to 1000 checks"),
    ],
)
def test_no_number_is_in_two_books(cage: Cage, book: str, first: int, last: int, said: str) -> None:
    cage.stock()

    refusal = refused(cage, ReceiveBook(book=book, first=first, last=last))

    assert refusal.clause.id == "609a.13(c)(3)#1"
    assert said in refusal.message


@pytest.mark.clause("609a.13(c)(3)#1")
def test_books_that_only_touch_are_two_books(cage: Cage) -> None:
    cage.stock()
    cage.stock("B", 111, 111)
    cage.stock("C", 1001, 2000)
    cage.stock("D", 91, 100)

    assert [cage.book(name).first for name in "ABCD"] == [101, 111, 1001, 91]


@pytest.mark.clause("609a.13(c)(3)#1")
def test_table_games_has_no_access_to_a_book_in_the_stock(cage: Cage) -> None:
    cage.stock()
    cage.have_controls("counter_check_preparation", str(FLOOR), str(CLERK))
    check = PrepareCheck(book="A", number=101, amount=50_000, credit_file="CF-7")

    refusal = refused(cage, check, FLOOR)
    assert refusal.clause.id == "609a.13(c)(3)#1"
    assert "of table games has no access to the book A: it is with finance" in refusal.message
    void = VoidCheck(book="A", number=101, reason="torn")
    assert "has no access" in refused(cage, void, FLOOR, Position.PIT_MANAGER).message
    assert cage.states() == {}

    cage.give(check, CLERK)
    cage.give(VoidCheck(book="A", number=102, reason="torn"), CLERK, SUPERVISOR)
    assert cage.states() == {101: "prepared", 102: "void"}


@pytest.mark.clause("609a.13(c)(3)#1")
def test_finance_counts_only_what_it_has(cage: Cage) -> None:
    cage.ready()

    refusal = refused(cage, CountBook(book="A", next_number=101))

    assert (refusal.clause.id, refusal.fix) == ("609a.13(c)(3)#1", "sign it in first")
    assert "there is no counter check book 'Z'" in refused(cage, CountBook(book="Z", next_number=1)).message


# Signing out.


@pytest.mark.clause("609a.13(c)(3)#3")
def test_no_book_leaves_finance_without_an_approved_procedure(cage: Cage) -> None:
    cage.stock()
    assert refused(cage, out(cage)).clause.id == "609a.13(c)(3)#3"

    number = cage.file(FileControls(procedure="book_sign_in_out", words="sign the log"))
    assert refused(cage, out(cage)).clause.id == "609a.13(c)(3)#3"

    cage.approve(number, cage.today + timedelta(days=1))
    assert refused(cage, out(cage)).clause.id == "609a.13(c)(3)#3"

    cage.clock.forward(days=1)
    cage.send_out()
    assert cage.book().department is Department.TABLE_GAMES


@pytest.mark.clause("609a.13(c)(3)#3")
def test_the_end_of_the_procedure_is_the_end_of_signing_out(cage: Cage) -> None:
    cage.stock()
    number = cage.have_controls("book_sign_in_out")
    cage.give(EndApproval(filing=number, until=cage.today, reason="taken back"))

    assert refused(cage, out(cage)).clause.id == "609a.13(c)(3)#3"


@pytest.mark.clause("609a.13(c)(3)#2")
def test_finance_may_hand_a_book_to_table_games_and_to_nobody_else(cage: Cage) -> None:
    cage.stock()
    cage.have_controls("book_sign_in_out")
    for taker in (
        Position.DEALER,
        Position.BOXPERSON,
        Position.MARKETING_SUPERVISOR,
        Position.DIRECTOR_OF_FINANCE,
    ):
        assert refused(cage, out(cage), CLERK, taker).clause.id == "609a.13(c)(3)#2"
    assert refused(cage, out(cage), FLOOR, FLOOR).clause.id == "609a.13(c)(3)#1"
    assert cage.book().with_finance

    cage.give(out(cage), CLERK, Position.PIT_MANAGER)

    assert (cage.book().department, cage.book().holder) == (Department.TABLE_GAMES, "pit-manager-1")
    again = refused(cage, out(cage))
    assert again.clause.id == "609a.13(c)(3)#2"
    assert "is with table games already" in again.message


@pytest.mark.clause("609a.13(c)(3)#2")
def test_a_book_stays_with_finance_as_long_as_nobody_hands_it_over(cage: Cage) -> None:
    cage.stock()
    cage.have_controls("book_sign_in_out")
    proposed = cage.office.propose(out(cage), who=WHO[CLERK], key="out")

    assert cage.book().with_finance
    cage.office.execute(proposed.digest, who=WHO[FLOOR])
    assert not cage.book().with_finance


@pytest.mark.clause("609a.13(c)(3)#2")
def test_a_book_without_checks_is_not_handed_over(cage: Cage) -> None:
    cage.stock(last=101)
    cage.have_controls("book_sign_in_out")
    cage.give(VoidCheck(book="A", number=101, reason="specimen"), CLERK, SUPERVISOR)

    assert "no check is left" in refused(cage, out(cage)).message
    assert cage.book().is_used_up


@pytest.mark.clause("609a.13(c)(3)#3")
def test_the_procedure_may_name_who_takes_a_book(cage: Cage) -> None:
    cage.stock()
    cage.have_controls("book_sign_in_out", str(Position.PIT_MANAGER), who(FLOOR, 2))

    refusal = refused(cage, out(cage), CLERK, FLOOR)
    assert refusal.clause.id == "609a.13(c)(3)#3"
    assert "do not name Floorperson 1" in refusal.message
    cage.sign(out(cage), WHO[CLERK], who(FLOOR, 2))
    assert cage.book().holder == "floorperson-2"


@pytest.mark.clause("609a.13(c)(3)#3")
def test_a_book_cannot_be_due_back_yesterday(cage: Cage) -> None:
    cage.stock()
    cage.have_controls("book_sign_in_out")

    order = SignOutBook(book="A", return_by=cage.today - timedelta(days=1))
    assert "before today" in refused(cage, order).message


# Signing in.


@pytest.mark.clause("609a.13(c)(3)#3", "609a.13(c)(3)#4")
def test_a_book_comes_back_from_whoever_has_it(cage: Cage) -> None:
    cage.ready()
    back = SignInBook(book="A", next_number=101)

    with pytest.raises(RuleViolation, match="signed out to another than Floorperson 2"):
        cage.sign(back, who(FLOOR, 2), WHO[CLERK])
    facts = cage.give(back)

    assert [fact["fact"] for fact in facts] == ["book-signed-in", "book-counted"]
    assert cage.book().with_finance
    assert cage.book().return_by is None
    assert "nobody signed it out" in refused(cage, back).message
    assert len(grid(cage.paper("transfer-log", "A"), "Transfers and returns").rows) == 2


@pytest.mark.clause("609a.13(c)(3)#3")
def test_the_shift_manager_may_bring_back_what_another_took(cage: Cage) -> None:
    cage.ready()

    for manager in (Position.PIT_MANAGER, Position.ASSISTANT_SHIFT_MANAGER):
        refusal = refused(cage, SignInBook(book="A", next_number=101), manager, CLERK)
        assert refusal.clause.id == "609a.13(c)(3)#3"
    cage.give(SignInBook(book="A", next_number=101), Position.SHIFT_MANAGER, CLERK)

    assert cage.book().with_finance


@pytest.mark.clause("609a.13(c)(3)#3")
def test_a_book_that_is_not_back_is_due_and_then_late(cage: Cage) -> None:
    cage.stock()
    cage.have_controls("book_sign_in_out")
    assert cage.due() == ()
    cage.send_out(days=1)
    by = cage.today + timedelta(days=1)

    def owed() -> list[tuple[str, bool]]:
        assert {row.by for row in cage.due()} <= {by}
        return [(row.clause.id, row.late) for row in cage.due()]

    assert owed() == [("609a.13(c)(3)#3", False)]
    cage.clock.forward(days=1)
    assert owed() == [("609a.13(c)(3)#3", False)]
    cage.clock.forward(days=1)
    assert owed() == [("609a.13(c)(3)#3", True)]
    with pytest.raises(RuleViolation, match="signed out to another"):
        cage.sign(SignInBook(book="A", next_number=101), who(FLOOR, 2), WHO[CLERK])
    cage.give(SignInBook(book="A", next_number=101))
    assert owed() == []


@pytest.mark.clause("609a.13(c)(3)#4")
def test_every_transfer_and_return_is_logged_with_book_hands_and_time(cage: Cage) -> None:
    cage.ready()
    cage.clock.forward(hours=2)
    cage.give(SignInBook(book="A", next_number=101), FLOOR, SUPERVISOR)
    cage.give(SignOutBook(book="A", return_by=cage.today), CLERK, Position.PIT_MANAGER)

    paper = cage.paper("transfer-log", "A")

    log = grid(paper, "Transfers and returns")
    assert log.headings == ("What", "Book", "From", "To", "Time")
    clerk, floor = f"Finance Clerk 1 ({WHO[CLERK]})", f"Floorperson 1 ({WHO[FLOOR]})"
    supervisor = f"Finance Supervisor 1 ({WHO[SUPERVISOR]})"
    pit = f"Pit Manager 1 ({WHO[Position.PIT_MANAGER]})"
    assert [row[:4] for row in log.rows] == [
        ("transfer", "A", clerk, floor),
        ("return", "A", floor, supervisor),
        ("transfer", "A", clerk, pit),
    ]
    assert [row[4] for row in log.rows] == [
        "2014-05-01 12:00 EDT",
        "2014-05-01 14:00 EDT",
        "2014-05-01 14:00 EDT",
    ]
    assert paper.clause.id == "609a.13(c)(3)#4"
    assert cage.hand_overs() == ["transfer", "return", "transfer"]
    with pytest.raises(RuleViolation, match="no counter check book 'Z'"):
        cage.paper("transfer-log", "Z")


def test_books_are_the_same_when_they_are_made_anew_from_the_journal(place: str) -> None:
    with Cage(place) as cage:
        cage.ready()
        cage.write(101, 102)
        cage.give(VoidCheck(book="A", number=102, reason="wrong amount"))
        cage.give(SignInBook(book="A", next_number=105))
        before = cage.everything()
        assert [len(kept) for kept in before] == [1, 4, 2, 2]

        cage.office = made_anew(cage, "counter_checks")

        assert cage.everything() == before
