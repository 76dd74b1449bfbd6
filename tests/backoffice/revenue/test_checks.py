"""Counter checks in a drop box, held against those that were written at its table that gaming day."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.backoffice.approvals.book import BOOK as APPROVALS
from houseway.backoffice.approvals.orders import FileControls, RecordApproval, RecordReview
from houseway.backoffice.counter_checks.book import BOOK as COUNTER_CHECKS
from houseway.backoffice.counter_checks.orders import PrepareCheck, ReceiveBook, VoidCheck
from houseway.backoffice.people import Position
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.revenue import orders as do
from houseway.backoffice.revenue.book import BOOK as REVENUE
from houseway.backoffice.revenue.chips import Contents, Instrument
from houseway.law import RuleViolation
from tests.backoffice.approvals.board import DIRECTOR
from tests.backoffice.house import who
from tests.backoffice.revenue.pit import (
    ACCOUNTS_2,
    AUDIT_2,
    CAGE,
    FIRST,
    FLOOR_2,
    TABLE,
    Pit,
    cash,
    chips,
)

CLAUSE = "609a.13(c)(3)#1"
TRAY = chips(black=1_000)
EACH = 50_000
MANAGER, DIRECTOR_OF_GAMES = who(Position.SHIFT_MANAGER), who(Position.DIRECTOR_OF_TABLE_GAMES)


@pytest.fixture
def cage(tmp_path: Path) -> Iterator[Pit]:
    """A pit with a book of checks, 101 to 110, from which finance clerks may write."""
    pit = Pit(str(tmp_path / "journal.db"), books=(STAFF, APPROVALS, COUNTER_CHECKS, REVENUE))
    with pit.office.journal:
        pit.set_terms()
        controls = FileControls(
            procedure="counter_check_preparation", words="as approved", named=("finance clerk",)
        )
        pit.sign(controls, (MANAGER, AUDIT_2, DIRECTOR_OF_GAMES))
        pit.sign(RecordReview(filing=1, reference="report", dated=pit.today), (MANAGER, AUDIT_2))
        letter = RecordApproval(
            filing=1, reference="letter", dated=pit.today, approver=DIRECTOR, in_force_from=pit.today
        )
        pit.sign(letter, (MANAGER, AUDIT_2))
        pit.sign(ReceiveBook(book="A", first=101, last=110), (CAGE, ACCOUNTS_2))
        yield pit


def write(pit: Pit, *numbers: int, table: str = TABLE) -> None:
    for number in numbers:
        check = PrepareCheck(book="A", number=number, amount=EACH, credit_file="CF-7", table=table)
        pit.sign(check, (CAGE,))


def count(pit: Pit, *numbers: int, table: str = TABLE, cents: int | None = None) -> None:
    """A table's day, with these checks in its box."""
    pit.open(TRAY, table)
    pit.close(TRAY, table)
    money = len(numbers) * EACH if cents is None else cents
    checks = Contents(instrument=Instrument.COUNTER_CHECK, cents=money)
    contents = (*cash(700), *((checks,) if money else ()))
    pit.sign(do.CountDrop(day=pit.today, table=table, contents=contents, checks=numbers))


def due(pit: Pit) -> list[str]:
    with pit.office.desk() as desk:
        return [one.what for one in REVENUE.due(desk) if one.clause.id == CLAUSE]


def found(pit: Pit) -> list[tuple[str, int, int, str]]:
    """Certify the day that is over; the variances of counter checks that were found."""
    facts = pit.certify(explanation="the box was searched").facts
    return [
        (row["table"], row["expected"], row["counted"], row["explanation"])
        for row in facts
        if row.get("kind") == do.VarianceKind.COUNTER_CHECKS and row["clause"] == CLAUSE
    ]


@pytest.mark.clause(CLAUSE)
def test_checks_that_were_written_at_the_table_and_are_in_its_box_agree(cage: Pit) -> None:
    write(cage, 101, 102)
    write(cage, 103, table="BJ-2")
    count(cage, 102, 101)
    count(cage, 103, table="BJ-2")
    cage.next_day()
    assert due(cage) == []
    assert cage.certify().facts[0]["gross"] == 3 * EACH + 1_400


@pytest.mark.clause(CLAUSE)
def test_a_check_that_is_not_in_the_box_is_missing_by_its_number(cage: Pit) -> None:
    write(cage, 101, 102)
    count(cage, 102)
    assert due(cage) == [], "the day is not over, and more may be written"
    cage.next_day()

    assert due(cage) == [f"explain the counter checks of table {TABLE} for {FIRST}: missing 101"]
    with pytest.raises(RuleViolation, match="counter checks against those written at the table differs"):
        cage.certify()
    assert found(cage) == [(TABLE, 2 * EACH, EACH, "missing 101; the box was searched")]
    assert due(cage) == []


@pytest.mark.clause(CLAUSE)
def test_a_check_that_nobody_wrote_at_the_table_is_told_with_what_is_on_record_of_it(cage: Pit) -> None:
    write(cage, 101, 102)
    write(cage, 103, table="")
    write(cage, 104, table="BJ-2")
    void = VoidCheck(book="A", number=102, reason="misspelled")
    cage.sign(void, (CAGE, FLOOR_2))
    count(cage, 101, 102, 103, 104, 105, 999)
    count(cage, table="BJ-2")
    cage.next_day()

    told = (
        f"unexpected 102 (void), 103 (written for no table on {FIRST}), "
        f"104 (written at BJ-2 on {FIRST}), 105 (not written), 999 (of no book)"
    )
    assert found(cage) == [
        (TABLE, EACH, 6 * EACH, f"{told}; the box was searched"),
        ("BJ-2", EACH, 0, "missing 104; the box was searched"),
    ]


@pytest.mark.clause(CLAUSE)
def test_a_check_of_another_day_is_not_this_days(cage: Pit) -> None:
    write(cage, 101)
    count(cage)
    cage.next_day()
    assert found(cage) == [(TABLE, EACH, 0, "missing 101; the box was searched")]
    count(cage, 101)
    cage.next_day()
    words = f"unexpected 101 (written at {TABLE} on {FIRST}); the box was searched"
    assert found(cage) == [(TABLE, 0, EACH, words)]


@pytest.mark.clause(CLAUSE)
def test_money_without_numbers_may_be_any_other_checks(cage: Pit) -> None:
    write(cage, 101, 102)
    count(cage, cents=2 * EACH)
    count(cage, table="BJ-2", cents=EACH)
    cage.next_day()
    assert found(cage) == [
        (TABLE, 2 * EACH, 2 * EACH, "missing 101, 102; the box was searched"),
        ("BJ-2", 0, EACH, "none was written; the box was searched"),
    ]


@pytest.mark.clause(CLAUSE)
def test_the_right_number_for_another_amount_differs(cage: Pit) -> None:
    write(cage, 101)
    count(cage, 101, cents=EACH + 100)
    cage.next_day()
    assert found(cage) == [(TABLE, EACH, EACH + 100, "written were 101; the box was searched")]


@pytest.mark.clause(CLAUSE)
def test_a_check_for_a_table_that_never_opened_lies_in_no_box(cage: Pit) -> None:
    write(cage, 101, table="BJ-9")
    count(cage)
    cage.next_day()
    assert found(cage) == [("BJ-9", EACH, 0, "missing 101; the box was searched")]


@pytest.mark.clause(CLAUSE)
def test_a_check_that_is_made_void_after_its_box_was_counted_is_told(cage: Pit) -> None:
    write(cage, 101)
    count(cage, 101)
    cage.sign(VoidCheck(book="A", number=101, reason="never signed"), (CAGE, FLOOR_2))
    cage.next_day()
    assert found(cage) == [(TABLE, 0, EACH, "unexpected 101 (void); the box was searched")]


@pytest.mark.clause(CLAUSE)
def test_a_check_that_is_written_after_its_box_was_counted_is_missing(cage: Pit) -> None:
    count(cage)
    write(cage, 101)
    cage.next_day()
    assert found(cage) == [(TABLE, EACH, 0, "missing 101; the box was searched")]


@pytest.mark.clause(CLAUSE)
def test_a_number_is_told_once(cage: Pit) -> None:
    with pytest.raises(RuleViolation, match="lists 101 twice") as refusal:
        count(cage, 101, 101)
    assert refusal.value.clause.id == CLAUSE


def test_a_house_without_check_books_has_nothing_to_hold_a_count_against(pit: Pit) -> None:
    count(pit, cents=EACH)
    pit.next_day()
    assert due(pit) == []
    assert pit.certify().facts[0]["gross"] == EACH + 700


def test_a_house_that_never_received_a_check_book_has_none_either(tmp_path: Path) -> None:
    other = Pit(str(tmp_path / "journal.db"), books=(STAFF, APPROVALS, COUNTER_CHECKS, REVENUE))
    with other.office.journal:
        other.set_terms()
        count(other, cents=EACH)
        other.next_day()
        assert due(other) == []
        other.certify()


@pytest.mark.clause(CLAUSE)
def test_the_register_of_a_book_tells_for_which_table_a_check_was_written(cage: Pit) -> None:
    write(cage, 101)
    form = next(form for form in COUNTER_CHECKS.forms if form.name == "check-register")
    with cage.office.desk() as desk:
        (grid,) = form.make(desk, "A").grids
    assert dict(zip(grid.headings, grid.rows[0], strict=True))["Table"] == TABLE
