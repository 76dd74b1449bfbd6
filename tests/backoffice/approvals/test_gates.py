"""What keeps a table from opening, by clause."""

from datetime import date, timedelta
from typing import Any

import pytest

from houseway.backoffice.approvals.gates import require_approved
from houseway.backoffice.approvals.kinds import Authority, FilingKind
from houseway.backoffice.approvals.orders import (
    ApprovePlace,
    EndApproval,
    FileControls,
    FileDevice,
    FileEquipment,
    FileGuide,
    FileLayout,
    FileSign,
    FileSubmission,
    PostSign,
    RecordDenial,
    RecordReview,
)
from houseway.backoffice.people import Position
from houseway.games import submission_for
from houseway.law import RuleViolation
from houseway.submission import Submission
from tests.backoffice.approvals.board import House, chosen, plain

HIGH = {"minimum": 2500, "maximum": 100_000}
BOXES = ApprovePlace(subject="FB-1", description="one on either side", clauses=("661a.2(c)",))


def open_football(house: House, **options: Any) -> Submission:
    """A Three Dice Football table that lacks nothing."""
    submission = house.have_submission("three-dice-football", **options)
    house.have_papers(submission)
    house.give(BOXES)
    house.give(PostSign(table="FB-1", submission=submission.digest()))
    return submission


@pytest.mark.clause(
    "125-149:RAF(24)#4",
    "125-149:RAF(13)#1",
    "125-149:RAF(13)#2",
    "125-149:RAF(24)#1",
    "125-149:RAF(24)#3",
    "125-149:Preamble/General#1",
    "125-149:Preamble/General#5",
)
def test_a_table_opens_when_everything_is_approved_and_not_before(house: House) -> None:
    football = submission_for("three-dice-football", chosen({}))
    all_of_it = [
        "125-149:RAF(24)#4",
        "125-149:RAF(13)#1",
        "661a.2(c)",
        "125-149:Preamble/General#1",
        "125-149:RAF(24)#1",
        "125-149:RAF(24)#3",
    ]
    assert plain(house.missing("FB-1", football)) == all_of_it

    house.have(FileSubmission(game="three-dice-football", options=chosen({})))
    assert plain(house.missing("FB-1", football)) == all_of_it[1:]
    house.have(FileLayout(submission=football.digest()))
    assert plain(house.missing("FB-1", football)) == all_of_it[2:]
    house.give(BOXES)
    assert plain(house.missing("FB-1", football)) == all_of_it[3:]
    house.have(FileSign(submission=football.digest()))
    assert plain(house.missing("FB-1", football)) == all_of_it[4:]
    house.give(PostSign(table="FB-1", submission=football.digest()))
    assert plain(house.missing("FB-1", football)) == all_of_it[5:]
    house.have(FileGuide(submissions=(football.digest(),)))
    assert house.missing("FB-1", football) == ()

    # At another table the boxes hang elsewhere, and no sign stands.
    assert plain(house.missing("FB-2", football)) == ["661a.2(c)", "125-149:RAF(24)#1"]


@pytest.mark.clause("125-149:RAF(24)#4")
def test_a_submission_only_filed_opens_no_table(house: House) -> None:
    house.file(FileSubmission(game="three-dice-football", options=chosen({})))
    football = submission_for("three-dice-football", chosen({}))

    with (
        house.office.desk() as desk,
        pytest.raises(RuleViolation, match="table FB-1 may not open") as refusal,
    ):
        require_approved(desk.connection, "FB-1", football, desk.day)
    assert refusal.value.clause.id == "125-149:RAF(24)#4"
    assert "no approved gaming guide is in force [125-149:RAF(24)#3]" in refusal.value.message


def test_a_table_that_lacks_nothing_is_let_open(house: House) -> None:
    football = open_football(house)

    with house.office.desk() as desk:
        require_approved(desk.connection, "FB-1", football, desk.day)
    assert house.missing("FB-1", football) == ()


@pytest.mark.clause("125-166:Preamble/Paperwork#1", "125-166:Preamble/Paperwork#2")
def test_changed_options_need_an_updated_submission_and_an_updated_guide(house: House) -> None:
    open_football(house)
    changed = submission_for("three-dice-football", chosen({"limits": HIGH}))

    missing = plain(house.missing("FB-1", changed))
    assert "125-166:Preamble/Paperwork#2" in missing
    assert "125-166:Preamble/Paperwork#1" in missing

    tomorrow = house.today + timedelta(days=1)
    house.have(FileSubmission(game="three-dice-football", options=chosen({"limits": HIGH})), tomorrow)
    missing = plain(house.missing("FB-1", changed, tomorrow))
    assert "125-166:Preamble/Paperwork#2" not in missing
    assert "125-166:Preamble/Paperwork#1" in missing
    house.have_papers(changed, since=tomorrow)
    assert plain(house.missing("FB-1", changed, tomorrow)) == ["125-149:RAF(24)#1"]


@pytest.mark.clause("125-166:Preamble/Paperwork#2")
def test_the_old_options_may_not_be_played_once_they_are_superseded(house: House) -> None:
    old = open_football(house)
    tomorrow = house.today + timedelta(days=1)
    house.have_submission("three-dice-football", tomorrow, limits=HIGH)

    assert house.missing("FB-1", old) == ()
    assert "125-166:Preamble/Paperwork#2" in plain(house.missing("FB-1", old, tomorrow))


@pytest.mark.clause("125-166:Preamble/Paperwork#2")
def test_options_superseded_from_today_on_may_not_be_played_today(house: House) -> None:
    old = open_football(house)
    new = house.have_submission("three-dice-football", limits=HIGH)

    assert "125-166:Preamble/Paperwork#2" in plain(house.missing("FB-1", old))
    assert not {"125-149:RAF(24)#4", "125-166:Preamble/Paperwork#2"} & {*plain(house.missing("FB-1", new))}


@pytest.mark.clause("125-149:RAF(24)#4")
def test_a_table_does_not_open_under_what_was_objected_to_denied_or_taken_back(house: House) -> None:
    football = submission_for("three-dice-football", chosen({}))
    order = FileSubmission(game="three-dice-football", options=chosen({}))

    def opens(day: date) -> bool:
        return "125-149:RAF(24)#4" not in plain(house.missing("FB-1", football, day))

    today, tomorrow = house.today, house.today + timedelta(days=1)
    said: dict[str, Any] = {"reference": "letter", "dated": today}
    house.give(RecordReview(filing=house.file(order), objections="unreadable", **said))
    assert not opens(today)
    number = house.file(order)
    house.give(RecordReview(filing=number, **said))
    house.give(RecordDenial(filing=number, reason="no", **said))
    assert not opens(today)
    number = house.have(order, tomorrow)
    assert [opens(today), opens(tomorrow)] == [False, True]
    house.give(EndApproval(filing=number, until=tomorrow, reason="taken back by the Board"))
    assert not opens(tomorrow)


@pytest.mark.clause(
    "125-149:RAF(13)#1",
    "125-149:RAF(13)#2",
    "125-149:RAF(24)#4",
    "125-149:Preamble/General#1",
    "125-149:Preamble/General#5",
)
@pytest.mark.parametrize(
    ("kind", "clause"),
    [
        (FilingKind.SUBMISSION, "125-149:RAF(24)#4"),
        (FilingKind.LAYOUT, "125-149:RAF(13)#1"),
        (FilingKind.PLACE, "661a.2(c)"),
        (FilingKind.SIGN, "125-149:Preamble/General#1"),
        (FilingKind.GUIDE, "125-149:RAF(24)#3"),
    ],
)
def test_a_table_runs_until_the_day_before_anything_it_needs_ends(
    house: House, kind: FilingKind, clause: str
) -> None:
    football = open_football(house)
    last = house.today + timedelta(days=3)
    (filing,) = (filing for filing in house.filings() if filing.kind is kind)
    house.give(EndApproval(filing=filing.number, until=last + timedelta(days=1), reason="taken back"))

    assert house.missing("FB-1", football, last) == ()
    assert plain(house.missing("FB-1", football, last + timedelta(days=1))) == [clause]
    assert clause in plain(house.missing("FB-1", football, house.today - timedelta(days=1)))


@pytest.mark.clause("125-149:RAF(13)#1")
def test_a_layout_that_shows_something_else_is_another_layout(house: House) -> None:
    open_football(house)
    on_the_sign = house.have_submission("three-dice-football", odds_shown_on="sign")
    high = house.have_submission("three-dice-football", limits=HIGH)

    (layout,) = [lack for lack in house.missing("FB-1", on_the_sign) if lack.clause.id == "125-149:RAF(13)#1"]
    assert layout.what == "the layout of Three Dice Football is not approved (661a.2(b))"
    # Limits are on no layout, only on the sign.
    missing = plain(house.missing("FB-1", high))
    assert "125-149:RAF(13)#1" not in missing
    assert "125-149:Preamble/General#1" in missing


@pytest.mark.clause("125-149:Preamble/General#1", "125-149:Preamble/General#5", "125-149:Preamble/General#6")
def test_an_automated_sic_bo_table_needs_shaker_devices_places_and_a_procedure(house: House) -> None:
    submission = house.have_submission("sic-bo", shaker="automated")
    house.have_papers(submission)
    house.give(PostSign(table="SB-1", submission=submission.digest()))

    def pieces() -> set[str]:
        return set(plain(house.missing("SB-1", submission)))

    assert pieces() == {
        "625a.1(a)#2",
        "625a.1(b)#2",
        "625a.1(d)",
        "625a.1(d)(2)",
        "625a.1(d)(2)(ii)",
        "625a.1(d)(2)(iii)",
    }
    house.have(FileEquipment(subject="shaker", description="automated", clauses=("625a.1(d)",)))
    assert "625a.1(d)" not in pieces()
    devices = ("625a.1(b)#2", "625a.1(d)(2)")
    house.have(FileDevice(subject="shaker and lights", description="as tested", clauses=devices))
    assert pieces() == {"625a.1(a)#2", "625a.1(d)(2)(ii)", "625a.1(d)(2)(iii)"}
    house.have(FileControls(procedure="shaking", words="thrice", clauses=("625a.1(d)(2)(ii)",)))
    places = ("625a.1(a)#2", "625a.1(d)(2)(iii)")
    house.give(ApprovePlace(subject="SB-2", description="elsewhere", clauses=places))
    assert pieces() == {*places}
    house.give(ApprovePlace(subject="SB-1", description="as shown", clauses=places))
    assert pieces() == set()


def test_a_maryland_table_needs_no_pennsylvania_paper(house: House) -> None:
    house.clock.forward(days=30)
    submission = house.have_submission("three-card-poker", seats=6)
    house.have(FileLayout(submission=submission.digest()))

    assert {lack.clause.chapter for lack in house.missing("TC-1", submission)} == {"md-36.05.14"}


# On site.


@pytest.mark.clause("125-149:Preamble/General#5")
def test_a_place_is_not_approved_twice_as_it_is(house: House) -> None:
    house.give(BOXES)
    with pytest.raises(RuleViolation, match="nothing has changed since place FB-1, version 1"):
        house.give(BOXES)
    twice = ApprovePlace(subject="FB-1", description="both", clauses=("661a.2(c)", "661a.2(c)"))
    with pytest.raises(RuleViolation, match="a clause is named twice"):
        house.give(twice)
    assert len(house.filings()) == 1


@pytest.mark.clause("125-149:Preamble/General#5")
def test_a_casino_compliance_supervisor_approves_places_at_the_table(house: House) -> None:
    filed, approved = house.give(BOXES)

    assert {filed["clause"], approved["clause"]} == {"125-149:Preamble/General#5"}
    filing = house.filing(1)
    assert (filing.subject, filing.approver) == ("FB-1", "Bureau of Casino Compliance")
    assert filing.in_force(house.today)
    for position in (Position.COMPLIANCE_REPRESENTATIVE, Position.DIRECTOR_OF_TABLE_GAMES):
        with pytest.raises(RuleViolation) as refusal:
            house.give(BOXES, Position.PIT_MANAGER, position)
        assert refusal.value.clause.id == "125-149:Preamble/General#5"


@pytest.mark.clause("125-149:Preamble/General#5")
def test_a_supervisor_approves_places_and_nothing_else(house: House) -> None:
    for clauses in ((), ("661a.2(b)",), ("36.05.14.02D(1)",)):
        with pytest.raises(RuleViolation) as refusal:
            house.give(ApprovePlace(subject="FB-1", description="the layout", clauses=clauses))
        assert refusal.value.clause.id == "125-149:Preamble/General#5"
    assert house.filings() == ()


@pytest.mark.clause("125-149:Preamble/General#5")
def test_a_box_that_is_moved_is_approved_where_it_now_hangs(house: House) -> None:
    house.give(BOXES)
    house.clock.forward(days=1)
    house.give(ApprovePlace(subject="FB-1", description="both on the left", clauses=("661a.2(c)",)))

    assert [filing.until for filing in house.filings()] == [house.today, None]


@pytest.mark.clause("125-149:RAF(24)#1")
def test_only_the_sign_of_rules_in_force_is_put_up(house: House) -> None:
    football = submission_for("three-dice-football", chosen({}))

    with pytest.raises(RuleViolation) as refusal:
        house.give(PostSign(table="FB-1", submission=football.digest()))
    assert refusal.value.clause.id == "125-149:RAF(24)#1"

    house.have_submission("three-dice-football")
    assert house.give(PostSign(table="FB-1", submission=football.digest()))[0]["table"] == "FB-1"
    assert house.subjects("table-sign") == ("table FB-1", "submission three-dice-football")


@pytest.mark.clause("125-149:Preamble/General#7")
def test_the_supervisor_on_site_also_approves_where_a_bad_beat_box_stands(house: House) -> None:
    box = ApprovePlace(
        subject="P-1", description="left of the dealer", clauses=("125-149:Preamble/General#7",)
    )
    house.give(box)

    (filing,) = house.filings()
    assert (filing.kind, filing.subject, filing.clauses) == (FilingKind.PLACE, "P-1", box.clauses)
    assert filing.approver is Authority.CASINO_COMPLIANCE
    assert filing.in_force(house.today)
