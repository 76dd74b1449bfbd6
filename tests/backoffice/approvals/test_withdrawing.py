"""What the house filed and takes back before the Board has answered."""

import pytest

from houseway.backoffice.approvals.filings import State, filed_submission
from houseway.backoffice.approvals.kinds import Authority, FilingKind
from houseway.backoffice.approvals.orders import (
    FileControls,
    FileLayout,
    FilePlace,
    FileSubmission,
    RecordApproval,
    RecordDenial,
    RecordReview,
    WithdrawFiling,
)
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Position
from houseway.backoffice.policy import NotPermitted
from houseway.games import submission_for
from houseway.law import RuleViolation
from tests.backoffice.approvals.board import DIRECTOR, House, as_values, chosen, made_anew, plain

FOOTBALL = FileSubmission(game="three-dice-football", options=chosen({}))
EIGHT_SEATS = FileSubmission(game="three-dice-football", options=chosen({"seats": 8}))
PLACE = FilePlace(subject="CR-1", description="left", clauses=("623a.2(e)",))
CONTROLS = FileControls(procedure="fills", words="by two", named=())

WITHDRAWERS = (Position.SHIFT_MANAGER, Position.AUDITOR, Position.DIRECTOR_OF_TABLE_GAMES)
OF_FINANCE = (Position.FINANCE_SUPERVISOR, Position.AUDITOR, Position.DIRECTOR_OF_FINANCE)


def taking_back(number: int, kind: FilingKind = FilingKind.SUBMISSION) -> WithdrawFiling:
    return WithdrawFiling(filing=number, kind=kind, reason="the seats were miscounted")


def review(house: House, number: int) -> RecordReview:
    return RecordReview(filing=number, reference="report", dated=house.today)


def approval(house: House, number: int, approver: Authority = DIRECTOR) -> RecordApproval:
    return RecordApproval(
        filing=number,
        reference="letter",
        dated=house.today,
        approver=approver,
        in_force_from=house.today,
    )


def refused(house: House, order: Order, *positions: Position) -> RuleViolation:
    with pytest.raises(RuleViolation) as refusal:
        house.give(order, *positions)
    return refusal.value


@pytest.mark.clause("125-149:Preamble/General#2")
@pytest.mark.parametrize("reviewed", [False, True])
def test_a_filing_is_taken_back_until_it_is_answered_and_no_letter_makes_it_hold(
    house: House, *, reviewed: bool
) -> None:
    house.file(FOOTBALL)
    if reviewed:
        house.give(review(house, 1))

    (withdrawn,) = house.give(taking_back(1), *WITHDRAWERS)

    assert (withdrawn["fact"], withdrawn["clause"]) == ("withdrawn", "125-149:RAF(24)#4")
    filing = house.filing(1)
    assert filing.state is State.WITHDRAWN
    assert filing.words == f"withdrawn on {house.today}: the seats were miscounted"
    assert not filing.in_force(house.today)
    for order in (
        review(house, 1),
        approval(house, 1),
        RecordDenial(filing=1, reference="letter", dated=house.today, reason="no"),
    ):
        assert "is withdrawn already" in refused(house, order).message
    assert "is withdrawn already" in refused(house, taking_back(1), *WITHDRAWERS).message
    assert house.filing(1) == filing


@pytest.mark.clause("125-149:Preamble/General#2")
def test_nobody_reviews_what_was_taken_back(house: House) -> None:
    house.file(FOOTBALL)
    assert any("reviews" in due.what for due in house.due())
    house.give(taking_back(1), *WITHDRAWERS)
    assert not any("reviews" in due.what for due in house.due())


@pytest.mark.clause("125-149:Preamble/General#2")
def test_what_was_taken_back_leaves_its_name_free(house: House) -> None:
    house.file(FOOTBALL)
    named = FileSubmission(game="three-dice-football", variant="main floor", options=chosen({}))
    assert "nothing has changed" in refused(house, FOOTBALL).message
    assert "stand filed as" in refused(house, named).message

    house.give(taking_back(1), *WITHDRAWERS)

    assert house.file(named) == 2
    house.give(taking_back(2), *WITHDRAWERS)
    assert house.file(FOOTBALL) == 3
    assert house.filing(3).version == 2
    house.approve(3)
    assert house.filing(3).in_force(house.today)


@pytest.mark.clause("125-149:Preamble/General#2")
def test_nothing_is_filed_for_a_submission_that_was_taken_back_and_no_table_opens_under_it(
    house: House,
) -> None:
    house.file(FOOTBALL)
    submission = submission_for("three-dice-football", chosen({}))
    with house.office.desk() as desk:
        assert filed_submission(desk.connection, submission.digest()) is not None
    assert "submission three-dice-football" in house.subjects("table-sign")
    house.give(taking_back(1), *WITHDRAWERS)

    assert "submission three-dice-football" not in house.subjects("table-sign")
    assert "stands filed" in refused(house, FileLayout(submission=submission.digest())).message
    assert "125-149:RAF(24)#4" in plain(house.missing("TDF-1", submission))
    state = next(
        field.value for field in house.paper("rules-submission", "1").fields if field.label == "State"
    )
    assert state == "withdrawn"


@pytest.mark.clause("125-149:Preamble/General#2")
def test_what_is_in_force_stays_when_its_update_is_taken_back(house: House) -> None:
    house.have(FOOTBALL)
    house.file(EIGHT_SEATS)
    house.give(taking_back(2), *WITHDRAWERS)
    assert house.filing(1).in_force(house.today)
    assert house.filing(1).until is None
    answered = refused(house, taking_back(1), *WITHDRAWERS)
    assert (answered.message, answered.fix) == (
        f"{house.filing(1).title} is approved already",
        "end its approval",
    )


@pytest.mark.clause("125-149:Preamble/General#2")
def test_who_may_file_may_take_back_and_nobody_else(house: House) -> None:
    house.file(FOOTBALL)
    house.file(PLACE)
    house.file(CONTROLS)

    with pytest.raises(NotPermitted):
        house.give(taking_back(1), *OF_FINANCE)
    disguised = refused(house, taking_back(1, FilingKind.PLACE), *OF_FINANCE)
    assert disguised.message.endswith("no place")
    with pytest.raises(NotPermitted):
        house.give(taking_back(1), Position.SHIFT_MANAGER, Position.AUDITOR, Position.SHIFT_MANAGER)

    (place,) = house.give(taking_back(2, FilingKind.PLACE), *OF_FINANCE)
    assert place["clause"] == "125-149:Preamble/General#5"
    assert "is withdrawn already" in refused(house, approval(house, 2, Authority.CASINO_COMPLIANCE)).message
    house.give(taking_back(3, FilingKind.CONTROLS), *OF_FINANCE)
    house.give(taking_back(1), *WITHDRAWERS)


@pytest.mark.clause("125-149:Preamble/General#2")
def test_what_was_never_filed_cannot_be_taken_back(house: House) -> None:
    assert "nothing was filed" in refused(house, taking_back(7), *WITHDRAWERS).message


def test_a_withdrawal_is_on_the_register_and_is_the_same_when_made_anew(house: House) -> None:
    house.file(FOOTBALL)
    house.give(taking_back(1), *WITHDRAWERS)
    with house.office.desk() as desk:
        (grid,) = house.office.books["approvals"].sheets[0].show(desk)
    assert grid.rows[0][3] == "withdrawn"
    assert "the seats were miscounted" in grid.rows[0][-1]
    before = as_values(house)
    house.office = made_anew(house, "approvals")
    assert as_values(house) == before
