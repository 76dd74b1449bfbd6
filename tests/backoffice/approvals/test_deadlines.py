"""What is awaited of the Board, and what the house owes after a change."""

from datetime import date, timedelta

import pytest

from houseway.backoffice.approvals.orders import (
    EndApproval,
    FileDevice,
    FilePlace,
    FileSubmission,
    PostSign,
    RecordReview,
    TakeDownSign,
)
from houseway.games import submission_for
from houseway.law import RuleViolation
from tests.backoffice.approvals.board import House, chosen

HIGH = {"minimum": 2500, "maximum": 100_000}
FOOTBALL = FileSubmission(game="three-dice-football", options=chosen({}))


def owed(house: House) -> list[tuple[str, date, bool]]:
    return [(row.clause.id, row.by, row.late) for row in house.due()]


@pytest.mark.clause("125-149:Preamble/General#2", "601a.10(c)")
def test_a_review_is_awaited_for_fifteen_calendar_days(house: House) -> None:
    house.file(FOOTBALL)
    house.file(FilePlace(subject="FB-1", description="left", clauses=("661a.2(c)",)))
    by = house.today + timedelta(days=15)

    house.clock.forward(days=15)
    assert owed(house) == [("125-149:Preamble/General#2", by, False)]
    house.clock.forward(days=1)
    assert owed(house) == [("125-149:Preamble/General#2", by, True)]

    house.give(RecordReview(filing=1, reference="report", dated=house.today))
    assert owed(house) == []


@pytest.mark.clause("125-149:Preamble/General#2")
def test_the_laboratory_takes_the_time_that_its_tests_take(house: House) -> None:
    house.file(FileDevice(subject="lighting", description="lights winners", clauses=("625a.1(b)#2",)))

    house.clock.forward(days=100)

    assert owed(house) == []


@pytest.mark.clause("125-166:Preamble/Paperwork#1")
def test_the_guide_is_updated_before_new_options_come_into_force(house: House) -> None:
    begins = house.today + timedelta(days=10)
    submission = house.have_submission("three-dice-football", begins)
    row = ("125-166:Preamble/Paperwork#1", begins - timedelta(days=1))

    assert owed(house) == [(*row, False)]
    house.clock.forward(days=9)
    assert owed(house) == [(*row, False)]
    house.clock.forward(days=1)
    assert owed(house) == [(*row, True)]

    house.have_papers(submission)
    assert owed(house) == []


@pytest.mark.clause("125-166:Preamble/Paperwork#1")
def test_a_guide_that_gives_way_still_tells_of_the_old_options_until_then(house: House) -> None:
    house.have_papers(house.have_submission("three-dice-football"))
    begins = house.today + timedelta(days=10)
    changed = house.have_submission("three-dice-football", begins, limits=HIGH)
    house.have_papers(changed, since=begins)

    for _ in range(12):
        assert [row.what for row in house.due() if "guide" in row.what] == []
        house.clock.forward(days=1)


@pytest.mark.clause("125-149:RAF(24)#1")
def test_the_sign_of_old_rules_is_taken_down_when_they_end(house: House) -> None:
    old = house.have_submission("three-dice-football")
    house.have_papers(old)
    house.give(PostSign(table="FB-1", submission=old.digest()))
    assert owed(house) == []
    begins = house.today + timedelta(days=2)
    house.have_submission("three-dice-football", begins, limits=HIGH)
    new = submission_for("three-dice-football", chosen({"limits": HIGH}))
    house.have_papers(new, since=begins)

    assert owed(house) == [("125-149:RAF(24)#1", begins, False)]
    house.clock.forward(days=2)
    assert owed(house) == [("125-149:RAF(24)#1", begins, False)]
    house.clock.forward(days=1)
    assert owed(house) == [("125-149:RAF(24)#1", begins, True)]
    house.give(PostSign(table="FB-1", submission=new.digest()))
    assert owed(house) == []


@pytest.mark.clause("125-149:RAF(24)#1")
def test_the_sign_of_a_game_that_is_given_up_is_taken_down(house: House) -> None:
    submission = house.have_submission("three-dice-football")
    house.give(PostSign(table="FB-1", submission=submission.digest()))
    house.give(EndApproval(filing=1, until=house.today, reason="table sold"))
    row = ("125-149:RAF(24)#1", house.today, False)
    assert owed(house) == [row]
    # That the same rules are filed again, or approved for another day, puts none of them in force today.
    again = house.file(FOOTBALL)
    assert row in owed(house)
    house.approve(again, house.today + timedelta(days=5))
    assert row in owed(house)
    house.give(EndApproval(filing=again, until=house.today, reason="not again"))

    house.give(TakeDownSign(table="FB-1"))

    assert owed(house) == []
    with pytest.raises(RuleViolation, match="no sign stands at table FB-1"):
        house.give(TakeDownSign(table="FB-1"))


@pytest.mark.clause("125-166:Preamble/Paperwork#1")
def test_a_guide_that_ended_tells_of_nothing(house: House) -> None:
    house.have_papers(house.have_submission("three-dice-football"))
    assert owed(house) == []

    house.give(EndApproval(filing=4, until=house.today, reason="misprint"))

    assert [(clause, late) for clause, _, late in owed(house)] == [("125-166:Preamble/Paperwork#1", True)]


@pytest.mark.clause("125-166:Preamble/Paperwork#1")
def test_a_maryland_game_owes_no_guide(house: House) -> None:
    house.clock.forward(days=30)
    house.have_submission("three-card-poker", seats=6)

    assert owed(house) == []
