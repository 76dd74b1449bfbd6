"""What comes back from the Board: reviews, approvals, denials, and what each approval ends."""

from datetime import date, timedelta
from random import Random

import pytest

from houseway.backoffice.approvals.filings import State
from houseway.backoffice.approvals.gates import approvals_for, approved_submission, controls_in_force
from houseway.backoffice.approvals.kinds import Authority, FilingKind
from houseway.backoffice.approvals.orders import (
    EndApproval,
    FileControls,
    FileDevice,
    FileEquipment,
    FilePlace,
    FileSubmission,
    RecordApproval,
    RecordDenial,
    RecordReview,
)
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Position
from houseway.law import RuleViolation
from tests.backoffice.approvals.board import DIRECTOR, House, as_values, chosen, made_anew, rows

FOOTBALL = FileSubmission(game="three-dice-football", options=chosen({}))
EIGHT_SEATS = FileSubmission(game="three-dice-football", options=chosen({"seats": 8}))
TEN_SEATS = FileSubmission(game="three-dice-football", options=chosen({"seats": 10}))


def letter(house: House, number: int, **other: object) -> RecordApproval:
    said = {
        "filing": number,
        "reference": f"letter {number}",
        "dated": house.today,
        "approver": DIRECTOR,
        "in_force_from": house.today,
    }
    return RecordApproval(**(said | other))  # type: ignore[arg-type]


def review(house: House, number: int, **other: object) -> RecordReview:
    said = {"filing": number, "reference": f"report {number}", "dated": house.today}
    return RecordReview(**(said | other))  # type: ignore[arg-type]


def refused(house: House, order: Order) -> RuleViolation:
    with pytest.raises(RuleViolation) as refusal:
        house.give(order)
    return refusal.value


def in_force(house: House, day: date) -> list[int]:
    with house.office.desk() as desk:
        return [
            filing.number
            for filing in approvals_for(desk.connection, FilingKind.SUBMISSION, "three-dice-football", day)
        ]


@pytest.mark.clause("125-149:Preamble/General#2", "125-149:Preamble/General#4")
def test_gaming_operations_reviews_before_the_executive_director_approves(house: House) -> None:
    house.file(FOOTBALL)

    early = refused(house, letter(house, 1))
    assert early.clause.id == "125-149:Preamble/General#2"
    assert early.fix == "record the review of the Bureau of Gaming Operations first"

    assert house.give(review(house, 1))[0]["clause"] == "125-149:Preamble/General#2"
    assert house.filing(1).state is State.REVIEWED
    (approved,) = house.give(letter(house, 1))
    assert approved["clause"] == "125-149:Preamble/General#4"
    filing = house.filing(1)
    assert (filing.state, filing.reference, filing.dated) == (State.APPROVED, "letter 1", house.today)
    assert "approved already" in refused(house, letter(house, 1)).message


@pytest.mark.clause("125-149:Preamble/General#2")
def test_nobody_else_approves_in_the_executive_directors_place(house: House) -> None:
    house.file(FOOTBALL)
    house.give(review(house, 1))

    refusal = refused(house, letter(house, 1, approver=Authority.CASINO_COMPLIANCE))

    assert "approved by the Executive Director, not by the Bureau of Casino Compliance" in refusal.message


@pytest.mark.clause("125-149:Preamble/General#2")
def test_objections_end_a_filing(house: House) -> None:
    house.file(FOOTBALL)

    house.give(review(house, 1, objections="the odds are unreadable"))

    assert (house.filing(1).state, house.filing(1).words) == (State.OBJECTED, "the odds are unreadable")
    assert "returned with objections already" in refused(house, letter(house, 1)).message
    assert "returned with objections already" in refused(house, review(house, 1)).message


@pytest.mark.clause("125-149:Preamble/General#6")
def test_a_device_is_tested_and_approved_by_the_laboratory(house: House) -> None:
    house.file(FileDevice(subject="lighting", description="lights winners", clauses=("625a.1(b)#2",)))
    laboratory = Authority.GAMING_LABORATORY

    with pytest.raises(RuleViolation, match="not reviewed yet"):
        house.give(letter(house, 1, approver=laboratory))
    house.give(review(house, 1))
    with pytest.raises(RuleViolation, match="approved by the Bureau of Gaming Laboratory Operations"):
        house.give(letter(house, 1))
    house.give(letter(house, 1, approver=laboratory))

    assert house.filing(1).state is State.APPROVED


@pytest.mark.clause("125-149:Preamble/General#2")
def test_a_place_is_approved_without_a_review(house: House) -> None:
    house.file(FilePlace(subject="CR-1", description="left", clauses=("623a.2(e)",)))

    assert "without a review" in refused(house, review(house, 1)).message
    house.give(letter(house, 1, approver=Authority.CASINO_COMPLIANCE))
    assert house.filing(1).state is State.APPROVED


@pytest.mark.clause("125-149:Preamble/General#4")
def test_a_letter_answers_a_filing_and_is_not_of_the_future(house: House) -> None:
    house.file(FOOTBALL)
    house.clock.forward(days=3)
    before, tomorrow = house.today - timedelta(days=4), house.today + timedelta(days=1)

    for day in (before, tomorrow):
        assert "is dated from" in refused(house, review(house, 1, dated=day)).message
    house.give(review(house, 1))
    for day in (house.today - timedelta(days=1), tomorrow):
        assert "is dated from" in refused(house, letter(house, 1, dated=day)).message
    assert "cannot hold from" in refused(house, letter(house, 1, in_force_from=before)).message
    assert "nothing was filed" in refused(house, letter(house, 7)).message


@pytest.mark.clause("125-149:Preamble/General#4")
def test_a_text_that_does_not_govern_the_day_cannot_be_put_in_force(house: House) -> None:
    house.file(FileSubmission(game="craps", options=chosen({"edition": "623a-2011"})))
    house.give(review(house, 1))

    assert "does not cover 2014-05-01" in refused(house, letter(house, 1)).message


@pytest.mark.clause("125-149:Preamble/General#2")
def test_in_maryland_the_commission_approves(house: House) -> None:
    house.clock.forward(days=30)
    house.file(FileSubmission(game="three-card-poker", options=chosen({"seats": 6})))

    assert (house.filing(1).reviewer, house.filing(1).approver) == (None, Authority.COMMISSION)
    house.give(letter(house, 1, approver=Authority.COMMISSION))
    assert house.filing(1).state is State.APPROVED


@pytest.mark.clause("125-149:Preamble/General#4")
def test_the_record_of_a_letter_tells_reference_date_approver_and_beginning(house: House) -> None:
    house.have(FOOTBALL)

    paper = house.paper("approval-letter", "1")

    assert paper.day == house.today
    house.clock.forward(days=20)
    assert house.paper("approval-letter", "1") == paper
    house.clock.forward(days=-20)
    said = {field.label: field.value for field in paper.fields}
    assert said["Reference of the letter"] == "letter 1"
    assert said["Approved by"] == "Executive Director"
    assert said["Dated"] == said["In force from"] == str(house.today)
    assert said["In force until"] == ""
    assert house.subjects("approval-letter") == ("1",)
    house.give(EndApproval(filing=1, until=house.today, reason="given up"))
    paper = house.paper("approval-letter", "1")
    assert (paper.fields[-1].value, paper.notes) == (str(house.today), ("given up",))
    house.file(EIGHT_SEATS)
    with pytest.raises(RuleViolation, match="there is no approval letter"):
        house.paper("approval-letter", "2")
    for subject in ("two", "9" * 30):
        with pytest.raises(RuleViolation, match="is no number of a filing"):
            house.paper("approval-letter", subject)


@pytest.mark.clause("125-149:Preamble/General#4")
def test_a_denial_leaves_the_earlier_approval_in_force(house: House) -> None:
    house.have(FOOTBALL)
    house.file(EIGHT_SEATS)
    denial = RecordDenial(filing=2, reference="letter", dated=house.today, reason="too few seats")
    with pytest.raises(RuleViolation, match="not reviewed yet"):
        house.give(denial)
    house.give(review(house, 2))

    assert house.give(denial)[0]["clause"] == "125-149:Preamble/General#4"

    assert (house.filing(2).state, house.filing(2).words) == (State.DENIED, "too few seats")
    assert in_force(house, house.today) == [1]


# From when to when.


@pytest.mark.clause("125-149:Preamble/General#4")
def test_a_letter_that_is_entered_late_changes_nothing_of_the_days_that_are_over(house: House) -> None:
    house.have(FOOTBALL)
    house.clock.forward(days=5)
    house.file(EIGHT_SEATS)
    house.give(review(house, 2))
    dated, yesterday = house.today, house.today + timedelta(days=9)
    house.clock.forward(days=10)

    for begins in (dated, yesterday):
        late = refused(house, letter(house, 2, dated=dated, in_force_from=begins))
        assert "cannot hold from" in late.message
        assert late.fix == f"let it hold from {house.today} on, or later"

    house.give(letter(house, 2, dated=dated))
    assert (in_force(house, yesterday), in_force(house, house.today)) == ([1], [2])


@pytest.mark.clause("125-149:Preamble/General#4")
def test_a_letter_is_neither_from_before_its_filing_nor_in_force_before_it_is_entered(house: House) -> None:
    house.clock.forward(days=1)
    house.file(FilePlace(subject="CR-1", description="left", clauses=("623a.2(e)",)))
    yesterday = house.today - timedelta(days=1)
    compliance = {"approver": Authority.CASINO_COMPLIANCE}

    assert "is dated from" in refused(house, letter(house, 1, dated=yesterday, **compliance)).message
    early = letter(house, 1, in_force_from=yesterday, **compliance)
    assert "cannot hold from" in refused(house, early).message
    house.give(letter(house, 1, **compliance))
    assert [house.filing(1).in_force(day) for day in (yesterday, house.today)] == [False, True]


@pytest.mark.clause("125-149:Preamble/General#4")
def test_on_no_day_are_two_submissions_for_one_game_in_force(house: House) -> None:
    chance = Random(601)
    shift = [house.today + timedelta(days=day) for day in range(40)]
    settled: dict[date, list[int]] = {}
    for turn in range(14):
        seats = {"seats": 8 + turn % 3}
        number = house.file(FileSubmission(game="three-dice-football", options=chosen(seats)))
        house.give(review(house, number))
        begins = house.today + timedelta(days=chance.randrange(6))
        try:
            house.give(letter(house, number, in_force_from=begins))
        except RuleViolation as later:
            assert "comes into force on" in later.message
            house.give(RecordDenial(filing=number, reference="l", dated=house.today, reason="not now"))
        if chance.random() < 0.3 and (standing := in_force(house, house.today)):
            house.give(EndApproval(filing=standing[0], until=house.today, reason="given up"))
        assert all(len(in_force(house, day)) <= 1 for day in shift)
        assert all(in_force(house, day) == before for day, before in settled.items())
        days = chance.randrange(4)
        passing = [house.today + timedelta(days=day) for day in range(days)]
        settled |= {day: in_force(house, day) for day in passing}
        house.clock.forward(days=days)
    assert len({tuple(found) for found in settled.values()}) > 4


@pytest.mark.clause("125-149:Preamble/General#4")
def test_a_later_approval_takes_the_place_of_the_earlier_on_its_day(house: House) -> None:
    house.have(FOOTBALL)
    begins = house.today + timedelta(days=10)

    number = house.file(EIGHT_SEATS)
    house.give(review(house, number))
    superseded, approved = house.give(letter(house, number, in_force_from=begins))

    assert (superseded["fact"], superseded["number"], superseded["by"]) == ("superseded", 1, 2)
    assert (approved["fact"], approved["number"]) == ("approved", 2)
    assert in_force(house, begins - timedelta(days=1)) == [1]
    assert in_force(house, begins) == [2]
    assert house.filing(1).until == begins


@pytest.mark.clause("125-149:Preamble/General#4")
def test_an_approval_does_not_reach_behind_one_that_is_still_to_come(house: House) -> None:
    house.have(FOOTBALL)
    house.have(EIGHT_SEATS, house.today + timedelta(days=20))
    third = house.file(TEN_SEATS)
    house.give(review(house, third))
    sooner = letter(house, third, in_force_from=house.today + timedelta(days=5))

    refusal = refused(house, sooner)
    assert refusal.fix == "end the approval of number 2 first"

    house.give(EndApproval(filing=2, until=house.today, reason="given up"))
    house.give(sooner)
    days = (4, 5, 19, 20, 30)
    assert [in_force(house, house.today + timedelta(days=day)) for day in days] == [[1], [3], [3], [3], [3]]


@pytest.mark.clause("125-149:Preamble/General#4")
def test_an_approval_given_up_holds_no_longer(house: House) -> None:
    house.have(FOOTBALL)
    tomorrow = house.today + timedelta(days=1)

    past = EndApproval(filing=1, until=house.today - timedelta(days=1), reason="closed")
    assert "before today" in refused(house, past).message
    house.give(EndApproval(filing=1, until=tomorrow, reason="game closed"))

    assert (in_force(house, house.today), in_force(house, tomorrow)) == ([1], [])
    again = EndApproval(filing=1, until=tomorrow, reason="game closed")
    assert "ends on" in refused(house, again).message
    house.file(EIGHT_SEATS)
    assert "no approval to end" in refused(house, EndApproval(filing=2, until=tomorrow, reason="x")).message


@pytest.mark.clause("125-149:Preamble/General#4", "125-149:Preamble/General#1")
def test_one_piece_of_equipment_does_not_end_the_approval_of_another(house: House) -> None:
    def piece(*clauses: str) -> FileEquipment:
        return FileEquipment(subject="shakers", description=f"for {clauses}", clauses=clauses)

    house.have(piece("625a.1(d)"))
    house.have(piece("621a.2(d)#1"))
    assert [filing.until for filing in house.filings()] == [None, None]

    house.have(piece("621a.2(d)#1", "625a.1(d)"))
    assert [filing.until for filing in house.filings()] == [house.today, house.today, None]


@pytest.mark.clause("125-149:RAF(24)#4", "125-149:Preamble/General#4")
def test_a_submission_is_found_by_its_content_hash_on_its_days(house: House) -> None:
    begins = house.today + timedelta(days=2)
    submission = house.have_submission("three-dice-football", begins)

    with house.office.desk() as desk:
        found = approved_submission(desk.connection, submission.digest(), begins)
        assert found is not None
        assert found.number == 1
        assert approved_submission(desk.connection, submission.digest(), house.today) is None
        assert approved_submission(desk.connection, "0" * 64, begins) is None
    assert house.missing("FB-1", submission, house.today)[0].clause.id == "125-149:RAF(24)#4"


@pytest.mark.clause("125-149:Preamble/General#2")
def test_a_procedure_is_of_the_controls_once_it_is_approved(house: House) -> None:
    named = (str(Position.FLOORPERSON),)
    number = house.file(FileControls(procedure="checks", words="write them", named=named))

    with house.office.desk() as desk:
        assert controls_in_force(desk.connection, "checks", desk.day) is None
    house.approve(number)
    with house.office.desk() as desk:
        found = controls_in_force(desk.connection, "checks", desk.day)
        assert found is not None
        assert (found.filing, found.words, found.named) == (1, "write them", named)
        assert controls_in_force(desk.connection, "other", desk.day) is None


# Who enters letters.


def test_letters_are_entered_by_management_and_confirmed_by_audit(house: House) -> None:
    house.file(FOOTBALL)
    for one, other in (
        (Position.SHIFT_MANAGER, Position.DIRECTOR_OF_TABLE_GAMES),
        (Position.AUDITOR, Position.DIRECTOR_OF_AUDIT),
        (Position.SHIFT_MANAGER, Position.COMPLIANCE_SUPERVISOR),
        (Position.SYSTEMS_ADMINISTRATOR, Position.AUDITOR),
    ):
        with pytest.raises(RuleViolation):
            house.give(review(house, 1), one, other)
    assert house.filing(1).state is State.FILED
    house.give(review(house, 1), Position.FINANCE_SUPERVISOR, Position.DIRECTOR_OF_AUDIT)
    assert house.filing(1).state is State.REVIEWED


# The journal is the truth.


def test_the_register_is_the_same_when_it_is_made_anew_from_the_journal(place: str) -> None:
    with House(place) as house:
        house.have(FOOTBALL)
        house.have(EIGHT_SEATS, house.today + timedelta(days=3))
        house.file(TEN_SEATS)
        house.give(review(house, 3, objections="no"))
        before = as_values(house)
        assert len(before) == 3

        house.office = made_anew(house, "approvals")

        assert as_values(house) == before
        with house.office.desk() as desk:
            (sheet,) = house.office.books["approvals"].sheets
            (shown,) = sheet.show(desk)
        assert [row[3] for row in shown.rows] == ["returned with objections", "approved", "approved"]
        paper = house.paper("rules-submission", "2")
        assert rows(paper, "What the certificate holder chooses")["Betting positions"] == "8"
