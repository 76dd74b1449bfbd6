"""Tables of a real house: set up, ruled anew, renamed, moved and retired by order, with what a live table checks."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from houseway.backoffice.approvals.kinds import Authority
from houseway.backoffice.approvals.orders import FileSubmission, RecordApproval, RecordReview
from houseway.backoffice.revenue.chips import Pieces
from houseway.backoffice.revenue.orders import CloseTray, FillTable, OpenTray
from houseway.backoffice.rosters.assignments import assignments, coverage, tables_on_floor
from houseway.backoffice.rosters.crew import Crew
from houseway.backoffice.rosters.orders import AssignCrew, AssignFloorperson, PlanTable
from houseway.backoffice.rosters.tables import OpenTable
from houseway.backoffice.tables.orders import (
    MoveTable,
    RenameTable,
    RetireTable,
    RuleTable,
    SetUpTable,
    SetUpTrainingTable,
)
from houseway.floor import Floor, Mode, UnknownTable, replay_table
from houseway.floor.demo_people import (
    AUDITOR,
    CLERK,
    DEALER,
    DIRECTOR,
    FLOORPERSON,
    PIT_MANAGER,
    SECURITY,
    SHIFT_MANAGER,
    SURVEILLANCE,
)
from houseway.floor.demo_tables import chosen_options
from houseway.floor.figures import figures_of
from houseway.games import submission_for
from houseway.journal import Journal
from houseway.law import RuleViolation
from houseway.table.table_state import Status
from tests.floor.live import STAMP, attest_all, give, letter_for, move, open_table, play_at, prepare

TABLE, GAME = "TDF-2", "three-dice-football"
RULERS = (SHIFT_MANAGER, AUDITOR)


@pytest.fixture
def floor(demo_house: Path) -> Iterator[Floor]:
    with Journal.open(demo_house, create=False) as journal:
        yield Floor(journal, stamps=[STAMP])


def refused(floor: Floor, order: Any, *who: str) -> RuleViolation:
    with pytest.raises(RuleViolation) as refusal:
        give(floor.office, order, *who)
    return refusal.value


def another_submission(floor: Floor, *, approved: bool = True) -> str:
    """A submission with a higher minimum for the game of the table, filed and approved from tomorrow on."""
    options = chosen_options({"limits": {"minimum": 2500}})
    filed = FileSubmission(game=GAME, options=options)
    (fact,) = give(floor.office, filed, SHIFT_MANAGER, AUDITOR, DIRECTOR)
    today = floor.office.days.day_of(floor.clock())
    if approved:
        review = RecordReview(filing=fact["number"], reference="report", dated=today)
        give(floor.office, review, *RULERS)
        letter = RecordApproval(
            filing=fact["number"],
            reference="letter of the director",
            dated=today,
            approver=Authority.EXECUTIVE_DIRECTOR,
            in_force_from=today + timedelta(days=1),
        )
        give(floor.office, letter, *RULERS)
    return submission_for(GAME, options).digest()


# Setting up.


@pytest.mark.clause("125-149:RAF(24)#4", "465a.35(b)")
def test_a_planned_table_is_set_up_under_a_submission_in_force_and_another_process_sees_it(
    floor: Floor,
) -> None:
    elsewhere = Floor(floor.journal, stamps=[STAMP])
    digest = floor.table(TABLE).submission.digest()
    order = SetUpTable(table="TDF-7", title="Football, pit 2", submission=digest)
    assert "no table 'TDF-7'" in refused(floor, order, *RULERS).message
    give(floor.office, PlanTable(table=OpenTable(name="TDF-7", game="sic-bo")), PIT_MANAGER, SURVEILLANCE)
    assert "set up for another game" in refused(floor, order, *RULERS).message
    give(floor.office, PlanTable(table=OpenTable(name="TDF-7", game=GAME)), PIT_MANAGER, SURVEILLANCE)
    give(floor.office, order, *RULERS)
    for one in (floor, elsewhere):
        place = one.table("TDF-7")
        assert (place.set_up.title, place.training, place.state.status) == (
            "Football, pit 2",
            False,
            Status.CLOSED,
        )
    assert "TDF-7" in elsewhere.tables()
    assert "goes by that number" in refused(floor, order, *RULERS).message
    assert replay_table(floor.journal, "TDF-7").submission.digest() == digest


@pytest.mark.clause("125-149:RAF(24)#4")
def test_no_live_table_is_set_up_under_a_submission_that_is_not_in_force(floor: Floor) -> None:
    give(floor.office, PlanTable(table=OpenTable(name="TDF-7", game=GAME)), PIT_MANAGER, SURVEILLANCE)
    for digest in ("0" * 64, another_submission(floor)):
        order = SetUpTable(table="TDF-7", title="Football", submission=digest)
        refusal = refused(floor, order, *RULERS)
        assert refusal.clause.id == "125-149:RAF(24)#4"
        assert "approved submission that is in force" in refusal.message
    assert "TDF-7" not in floor.tables()


def test_a_training_table_is_set_up_by_a_floorperson_alone_and_opens_on_any_word(floor: Floor) -> None:
    give(floor.office, SetUpTrainingTable(table="SB-7", title="Sic Bo", game="sic-bo"), FLOORPERSON)
    assert floor.table("SB-7").training
    assert floor.table("SB-7").state.chips["tray"] == 5_000_000
    assert (
        "no game 'gin'"
        in refused(floor, SetUpTrainingTable(table="G-1", title="Gin", game="gin"), FLOORPERSON).message
    )
    attest_all(floor, "SB-7")


# Ruling anew.


@pytest.mark.clause("125-166:Preamble/Paperwork#2")
def test_a_table_goes_over_to_its_new_rules_on_their_day_once_it_is_closed(floor: Floor) -> None:
    before = floor.table(TABLE).submission.digest()
    after = another_submission(floor)
    today = floor.office.days.day_of(floor.clock())
    tomorrow = today + timedelta(days=1)
    assert refused(floor, RuleTable(table=TABLE, submission=after, since=today), *RULERS).clause.id == (
        "125-149:RAF(24)#4"
    )
    give(floor.office, RuleTable(table=TABLE, submission=after, since=tomorrow), *RULERS)
    play_at(floor, TABLE, 1)
    move(floor, TABLE, "place-wager", "player", seat=1, wager="touchdown", amount=1000)
    assert floor.table(TABLE).set_up.submission_hash == before

    now = floor.clock() + timedelta(days=1)
    later = Floor(floor.journal, lambda: now, stamps=[STAMP])
    assert later.table(TABLE).set_up.submission_hash == before, "it is open, and a round is under way"
    move(later, TABLE, "take-down-wager", "player", seat=1, wager="touchdown")
    move(later, TABLE, "leave-seat", "player", seat=1)
    move(later, TABLE, "close-table", "floorperson")
    place = later.table(TABLE)
    assert place.set_up.submission_hash == after
    assert place.state.attested == (), "everything is attested anew"
    assert place.state.used_dice, "what was used here is not forgotten"
    step = place.game.checklist[0]
    attest = {"move": "attest", "step": step.id, "by": step.by[0], "reference": "letter 1"}
    with pytest.raises(RuleViolation, match=r"TDF-2|approvals"):
        later.submit(TABLE, {**attest, "reference": "nonsense"}, who=DEALER)
    again = replay_table(floor.journal, TABLE)
    assert again.set_up.submission_hash == before, "the record stands where its last act left it"
    assert [one.events for one in again.record] == [one.events for one in place.record]


def test_a_table_is_not_ruled_back_nor_for_another_game(floor: Floor) -> None:
    today = floor.office.days.day_of(floor.clock())
    own, other = (floor.table(name).submission.digest() for name in (TABLE, "SB-2"))
    past = RuleTable(table=TABLE, submission=other, since=today - timedelta(days=1))
    assert "were played under other rules" in refused(floor, past, *RULERS).message
    assert (
        "not for it" in refused(floor, RuleTable(table=TABLE, submission=other, since=today), *RULERS).message
    )
    same = RuleTable(table=TABLE, submission=own, since=today)
    assert "runs under these rules" in refused(floor, same, *RULERS).message


# Renaming, moving, retiring.


@pytest.mark.clause("465a.9(c)(2)")
def test_a_table_that_is_moved_needs_its_cameras_signed_off_anew(floor: Floor) -> None:
    give(floor.office, RenameTable(table=TABLE, title="Football by the bar"), PIT_MANAGER)
    assert floor.table(TABLE).set_up.title == "Football by the bar"
    prepare(floor, TABLE)
    give(floor.office, MoveTable(table=TABLE, place="pit 2"), PIT_MANAGER, SURVEILLANCE)
    with floor.office.desk() as desk:
        assert TABLE not in coverage(desk.connection)
    with pytest.raises(RuleViolation, match="cameras"):
        open_table(floor, TABLE)


def test_an_open_table_is_neither_moved_nor_retired_and_a_retired_one_takes_no_move(floor: Floor) -> None:
    prepare(floor, TABLE)
    open_table(floor, TABLE)
    for order in (MoveTable(table=TABLE, place="pit 2"), RetireTable(table=TABLE, reason="sold")):
        first = PIT_MANAGER if isinstance(order, MoveTable) else SHIFT_MANAGER
        assert "is open for play" in refused(floor, order, first, SURVEILLANCE).message
    move(floor, TABLE, "close-table", "floorperson")
    retired = RetireTable(table=TABLE, reason="sold")
    assert "tray" in refused(floor, retired, SHIFT_MANAGER, SURVEILLANCE).message
    today = floor.office.days.day_of(floor.clock())
    chips = (Pieces(value=10_000, count=500),)
    give(floor.office, CloseTray(day=today, table=TABLE, chips=chips), DEALER, FLOORPERSON)
    assert "floorperson still has" in refused(floor, retired, SHIFT_MANAGER, SURVEILLANCE).message
    with floor.office.desk() as desk:
        held = next(one for one in assignments(desk.connection) if TABLE in one.tables)
    left = tuple(name for name in held.tables if name != TABLE)
    give(floor.office, AssignFloorperson(floorperson=held.floorperson, tables=left), PIT_MANAGER)
    give(floor.office, retired, SHIFT_MANAGER, SURVEILLANCE)
    with floor.office.desk() as desk:
        assert TABLE not in tables_on_floor(desk.connection)
    assert floor.legal(floor.table(TABLE), floor.clock()) == ()
    with pytest.raises(UnknownTable, match="was retired"):
        move(floor, TABLE, "take-seat", "player", seat=1)


def test_a_table_from_before_there_were_orders_is_renamed_as_well(floor: Floor) -> None:
    floor.set_up_table("TDF-9", "Before", floor.table(TABLE).submission, mode=Mode.LIVE, tray=5_000_000)
    give(floor.office, RenameTable(table="TDF-9", title="After"), PIT_MANAGER)
    assert floor.table("TDF-9").set_up.title == "After"
    assert "no table NONE" in refused(floor, RenameTable(table="NONE", title="x"), PIT_MANAGER).message


# What a live table takes on trust, it checks.


@pytest.mark.clause("125-149:Preamble/General#1", "125-149:Preamble/General#6")
@pytest.mark.parametrize(("table", "step_id"), [(TABLE, "layout-approved"), ("SB-2", "shaker-approved")])
def test_an_approval_is_one_of_those_in_force(floor: Floor, table: str, step_id: str) -> None:
    place = floor.table(table)
    step = next(step for step in place.game.checklist if step.id == step_id)
    attest = {"move": "attest", "step": step.id, "by": step.by[0], "witness": step.witness}
    with pytest.raises(RuleViolation, match="has no 'nonsense ref' in force") as refusal:
        floor.submit(table, {**attest, "reference": "nonsense ref"}, who=FLOORPERSON)
    assert refusal.value.clause == step.clause
    offered = next(
        act
        for act in floor.legal(place, floor.clock())
        if act.move == "attest" and act.fields["step"] == (step.id,)
    )
    assert letter_for(floor, table, step) in offered.fields["reference"]
    assert offered.text == ()
    floor.submit(table, {**attest, "reference": offered.fields["reference"][0]}, who=FLOORPERSON)


@pytest.mark.clause("465a.35(b)")
def test_a_dealer_of_another_table_deals_nothing_here(floor: Floor) -> None:
    play_at(floor, TABLE, 1)
    elsewhere = floor.assigned(floor.table("3CP-2"))["dealer"]
    here = floor.assigned(floor.table(TABLE))["dealer"]
    sale = {"move": "buy-in", "by": "dealer", "seat": 1, "amount": 1000}
    with pytest.raises(RuleViolation, match=f"{elsewhere} is not assigned to table {TABLE}") as refusal:
        floor.submit(TABLE, sale, who=elsewhere)
    assert refusal.value.clause.id == "465a.35(b)"
    assert here in refusal.value.message
    with pytest.raises(RuleViolation, match=f"{elsewhere} is not assigned"):
        floor.submit(TABLE, sale, who=here, entered_by=elsewhere)
    floor.submit(TABLE, sale, who=here, entered_by=here)


@pytest.mark.clause("465a.35(b)")
def test_a_table_without_a_crew_may_still_be_made_ready(floor: Floor) -> None:
    give(floor.office, AssignCrew(table=TABLE, crew=Crew()), FLOORPERSON)
    prepare(floor, TABLE)


@pytest.mark.clause("125-149:RAF(16)#1")
def test_floor_and_book_have_one_float(floor: Floor) -> None:
    today = floor.office.days.day_of(floor.clock())
    full = (Pieces(value=10_000, count=500),)
    less = (Pieces(value=10_000, count=160),)
    prepare(floor, TABLE)
    give(floor.office, CloseTray(day=today, table=TABLE, chips=full), DEALER, FLOORPERSON)
    with pytest.raises(RuleViolation, match=r"opener of table TDF-2 .* is not counted") as refusal:
        open_table(floor, TABLE)
    assert refusal.value.clause.id == "125-149:RAF(16)#1"
    opener = OpenTray(day=today, table=TABLE, game=GAME, chips=less, explanation="$34,000 went to the cage")
    give(floor.office, opener, DEALER, FLOORPERSON)
    assert floor.table(TABLE).state.chips["tray"] == 1_600_000
    open_table(floor, TABLE)
    fill = FillTable(day=today, table=TABLE, chips=(Pieces(value=2_500, count=40),))
    give(floor.office, fill, FLOORPERSON, CLERK, SECURITY, DEALER, FLOORPERSON)
    move(floor, TABLE, "take-seat", "player", seat=1)
    move(floor, TABLE, "buy-in", seat=1, amount=50_000)
    assert floor.table(TABLE).state.chips["tray"] == 1_600_000 + 100_000 - 50_000
    found = figures_of(floor.table(TABLE), today, floor.office.days)
    assert (found.opener, found.slips, found.change) == (1_600_000, 100_000, -50_000)
    assert replay_table(floor.journal, TABLE).state == floor.table(TABLE).state
