"""What the back office asks before a live table opens: approvals, people, cameras and the dice that it was given."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from houseway.backoffice.approvals.filings import every_filing, filings
from houseway.backoffice.approvals.kinds import Authority, FilingKind
from houseway.backoffice.approvals.orders import (
    ApprovePlace,
    EndApproval,
    FileGuide,
    FileSign,
    FileSubmission,
    PostSign,
    RecordApproval,
    RecordReview,
    TakeDownSign,
)
from houseway.backoffice.custody.book import BOOK as PIECES
from houseway.backoffice.custody.games import DICE
from houseway.backoffice.custody.orders import (
    BringToPit,
    BringToTable,
    ChooseAlternative,
    DrawDecks,
    DrawDice,
    HandToInspectors,
    HandToPit,
    HandToTable,
    InspectDice,
    Into,
    IssueSet,
    NewPiece,
    PutInUse,
    Reason,
    ReceivePieces,
    RemoveDice,
    RemoveForBoard,
    RetireDice,
    Suspicion,
    TakeOutOfUse,
)
from houseway.backoffice.custody.piece import Alternative, Container, Piece, PieceKind, Whereabouts
from houseway.backoffice.custody.schema import piece_of
from houseway.backoffice.people import Position
from houseway.backoffice.rosters.assignments import crew_of, in_operation
from houseway.backoffice.rosters.cameras import Camera, End
from houseway.backoffice.rosters.crew import Crew
from houseway.backoffice.rosters.now import floorperson_of
from houseway.backoffice.rosters.orders import (
    AssignCrew,
    AssignFloorperson,
    PlanTable,
    PutInOperation,
    ReportCameraOut,
    SignOffCameras,
    TakeOutOfOperation,
)
from houseway.backoffice.rosters.tables import OpenTable
from houseway.backoffice.tables.orders import SetUpTable
from houseway.equipment.dice import DiceGame, Instrument
from houseway.floor import Floor, Mode
from houseway.floor.demo_people import (
    ASSISTANT_SHIFT_MANAGER,
    AUDITOR,
    COMPLIANCE,
    COMPLIANCE_SUPERVISOR,
    DEALER,
    DIRECTOR,
    FLOORPERSON,
    PIT_MANAGER,
    SECURITY,
    SHIFT_MANAGER,
    STAFF,
    SURVEILLANCE,
)
from houseway.floor.demo_pieces import PIT, deck_of, set_of, tiles_of
from houseway.floor.demo_tables import LIVE_TABLES, chosen_options
from houseway.games import submission_for
from houseway.journal import Journal
from houseway.law import RuleViolation
from houseway.submission import Submission
from houseway.table.table_state import Status
from tests.floor.instants import power_cuts
from tests.floor.live import (
    STAMP,
    attest_all,
    bring_dice,
    give,
    issue_dice,
    move,
    open_table,
    play_at,
    prepare,
)

LIVE = [table.name for table in LIVE_TABLES]
TABLE, CRAPS = "TDF-2", "CR-2"
KEYS = (ASSISTANT_SHIFT_MANAGER, SECURITY)
FLOORPERSONS = [one.credential for one in STAFF if one.position is Position.FLOORPERSON]


@pytest.fixture
def journal(demo_house: Path) -> Iterator[Journal]:
    with Journal.open(demo_house, create=False) as journal:
        yield journal


@pytest.fixture
def floor(journal: Journal) -> Floor:
    return Floor(journal, stamps=[STAMP])


def is_staffed(floor: Floor, table: str) -> bool:
    with floor.office.desk() as desk:
        return table in in_operation(desk.connection)


def crew_at(floor: Floor, table: str) -> tuple[str, ...]:
    with floor.office.desk() as desk:
        return crew_of(desk.connection, table).members


def refused(floor: Floor, table: str = TABLE, opened: Callable[..., None] = open_table) -> RuleViolation:
    """The refusal that the opening of a table meets; nothing changes at the table."""
    version = floor.table(table).version
    with pytest.raises(RuleViolation) as refusal:
        opened(floor, table)
    assert floor.table(table).version == version
    assert floor.table(table).state.status is Status.CLOSED
    assert not is_staffed(floor, table)
    return refusal.value


# The lawful opening.


@pytest.mark.clause("465a.35(b)", "125-149:RAF(24)#4")
@pytest.mark.parametrize("table", LIVE)
def test_every_live_table_of_the_demo_property_opens_lawfully(floor: Floor, table: str) -> None:
    prepare(floor, table)
    open_table(floor, table)
    assert floor.table(table).state.status is Status.OPEN
    assert is_staffed(floor, table)
    assert crew_at(floor, table)
    move(floor, table, "close-table", "floorperson")
    assert not is_staffed(floor, table)
    assert crew_at(floor, table) == (), "its crew is free for others"


def test_all_live_tables_of_the_demo_property_are_open_at_once(floor: Floor) -> None:
    for table in LIVE:
        prepare(floor, table)
        open_table(floor, table)
    assert all(is_staffed(floor, table) for table in LIVE)


def test_a_live_table_opens_for_the_gaming_day_of_the_house_alone(floor: Floor) -> None:
    prepare(floor, TABLE)
    place, now = floor.table(TABLE), floor.clock()
    today = floor.office.days.day_of(now)
    (opening,) = (lawful for lawful in place.legal(now) if lawful.move == "open-table")
    assert opening.fields["gaming_day"] == (today,)
    # Of the two days that a clock without an address may mean, the one that the house is not at.
    other = today + timedelta(days=1 if now.date() > today else -1)

    def opened(floor: Floor, table: str) -> None:
        move(floor, table, "open-table", "floorperson", gaming_day=other.isoformat())

    refusal = refused(floor, opened=opened)
    assert refusal.clause == place.game.opening_clause
    assert refusal.message == f"the gaming day of the house is {today}, not {other}"


def test_a_training_table_asks_nobody(floor: Floor) -> None:
    submission = submission_for("three-dice-football", chosen_options({"limits": {"minimum": 700}}))
    floor.set_up_table("TDF-9", "Practice", submission, mode=Mode.TRAINING, tray=0)
    prepare(floor, "TDF-9")
    open_table(floor, "TDF-9")
    assert floor.table("TDF-9").state.status is Status.OPEN
    assert not is_staffed(floor, "TDF-9")


# Approvals.


def numbers_of(floor: Floor, kind: FilingKind, *subjects: str) -> list[int]:
    with floor.office.desk() as desk:
        found = every_filing(desk.connection)
    return [one.number for one in found if one.kind is kind and (not subjects or one.subject in subjects)]


def end(floor: Floor, kind: FilingKind, *subjects: str) -> None:
    """Give up the approvals of a kind, for some subjects or all."""
    today = floor.office.days.day_of(floor.clock())
    for number in numbers_of(floor, kind, *subjects):
        order = EndApproval(filing=number, until=today, reason="given up")
        # One that a later version has replaced is over already.
        with suppress(RuleViolation):
            give(floor.office, order, SHIFT_MANAGER, AUDITOR)


@pytest.mark.clause("125-149:RAF(24)#4")
def test_no_table_opens_for_a_game_without_an_approved_submission(floor: Floor) -> None:
    prepare(floor, TABLE)
    end(floor, FilingKind.SUBMISSION, "three-dice-football", "three-dice-football, training")
    assert refused(floor).clause.id == "125-149:RAF(24)#4"


@pytest.mark.clause("125-149:RAF(24)#4")
def test_an_open_table_takes_no_new_wager_once_its_approval_is_over(floor: Floor) -> None:
    play_at(floor, TABLE, 1)
    end(floor, FilingKind.SUBMISSION, "three-dice-football", "three-dice-football, training")
    version = floor.table(TABLE).version
    with pytest.raises(RuleViolation) as refusal:
        move(floor, TABLE, "place-wager", "player", seat=1, wager="touchdown", amount=1000)
    assert refusal.value.clause.id == "125-149:RAF(24)#4"
    assert floor.table(TABLE).version == version


@pytest.mark.clause("125-166:Preamble/Paperwork#2")
def test_a_table_does_not_open_under_a_superseded_submission(floor: Floor) -> None:
    prepare(floor, TABLE)
    today = floor.office.days.day_of(floor.clock())
    options = chosen_options({"limits": {"minimum": 1500}})
    filed = give(
        floor.office,
        FileSubmission(game="three-dice-football", options=options),
        SHIFT_MANAGER,
        AUDITOR,
        DIRECTOR,
    )
    number = filed[0]["number"]
    give(floor.office, RecordReview(filing=number, reference="r", dated=today), SHIFT_MANAGER, AUDITOR)
    letter = RecordApproval(
        filing=number,
        reference="l",
        dated=today,
        approver=Authority.EXECUTIVE_DIRECTOR,
        in_force_from=today,
    )
    give(floor.office, letter, SHIFT_MANAGER, AUDITOR)
    assert refused(floor).clause.id == "125-166:Preamble/Paperwork#2"


@pytest.mark.parametrize(
    ("kind", "clause"),
    [
        (FilingKind.LAYOUT, "125-149:RAF(13)#1"),
        (FilingKind.PLACE, "661a.2(c)"),
        (FilingKind.SIGN, "125-149:Preamble/General#1"),
        (FilingKind.GUIDE, "125-149:RAF(24)#3"),
    ],
)
@pytest.mark.clause("125-149:RAF(13)#1", "125-149:RAF(24)#3", "125-149:Preamble/General#1")
def test_a_table_does_not_open_with_anything_else_unapproved(
    floor: Floor, kind: FilingKind, clause: str
) -> None:
    prepare(floor, TABLE)
    end(floor, kind, *([TABLE] if kind is FilingKind.PLACE else []))
    refusal = refused(floor)
    assert refusal.clause.id == clause
    assert TABLE in refusal.message


@pytest.mark.clause("125-149:RAF(24)#1")
def test_a_table_does_not_open_without_its_sign(floor: Floor) -> None:
    prepare(floor, TABLE)
    give(floor.office, TakeDownSign(table=TABLE), FLOORPERSON)
    assert refused(floor).clause.id == "125-149:RAF(24)#1"


# People and cameras.


@pytest.mark.clause("465a.35(b)(3)#1", "465a.35(b)(3)#2")
def test_three_dice_football_does_not_open_short_of_dealers_and_a_stickperson(floor: Floor) -> None:
    prepare(floor, TABLE)
    give(floor.office, AssignCrew(table=TABLE, crew=Crew()), FLOORPERSON)
    refusal = refused(floor)
    assert refusal.clause.id == "465a.35(b)(3)#1"
    assert "0 of 3 dealers assigned" in refusal.message
    assert "[465a.35(b)(3)#2]" in refusal.message, "nor is anybody at the stick"


@pytest.mark.clause("465a.35(b)(1)")
@pytest.mark.parametrize("table", ["HL-2", "AP-2", "PG-2", "CR-2"])
def test_no_table_opens_without_a_dealer(floor: Floor, table: str) -> None:
    prepare(floor, table)
    give(floor.office, AssignCrew(table=table, crew=Crew()), FLOORPERSON)
    assert refused(floor, table).clause.id == "465a.35(b)(1)"


def have_told(floor: Floor, submission: Submission) -> None:
    """The sign of a submission is approved, and a guide that tells of it beside all others."""
    office, day = floor.office, floor.office.days.day_of(floor.clock())
    with office.desk() as desk:
        (guide,) = every_filing(desk.connection, filings.c.kind == FilingKind.GUIDE)
    told = (*guide.content["submissions"], submission.digest())
    for order in (FileSign(submission=submission.digest()), FileGuide(submissions=told)):
        (filed,) = give(office, order, SHIFT_MANAGER, AUDITOR, DIRECTOR)
        number, approver = filed["number"], Authority(filed["approver"])
        review = RecordReview(filing=number, reference=f"report {number}", dated=day)
        give(office, review, SHIFT_MANAGER, AUDITOR)
        letter = RecordApproval(
            filing=number, reference=f"letter {number}", dated=day, approver=approver, in_force_from=day
        )
        give(office, letter, SHIFT_MANAGER, AUDITOR)


def bring_craps(floor: Floor) -> str:
    """A live Craps table with everything approved, on camera and supervised, and no crew yet."""
    table, submission = "CR-3", floor.table("CR-1").submission
    have_told(floor, submission)
    place = ApprovePlace(subject=table, description="Drop and tip box", clauses=("623a.2(e)",))
    give(floor.office, place, PIT_MANAGER, COMPLIANCE_SUPERVISOR)
    give(floor.office, PostSign(table=table, submission=submission.digest()), FLOORPERSON)
    give(floor.office, PlanTable(table=OpenTable(name=table, game="craps")), PIT_MANAGER, SURVEILLANCE)
    set_up = SetUpTable(table=table, title="Craps", submission=submission.digest())
    give(floor.office, set_up, SHIFT_MANAGER, AUDITOR)
    cameras = tuple(Camera(number=f"{table}-{end}", end=end) for end in End)
    give(floor.office, SignOffCameras(table=table, cameras=cameras), SURVEILLANCE)
    give(floor.office, AssignFloorperson(floorperson=PIT_MANAGER, tables=(table,)), SHIFT_MANAGER)
    buy_dice(floor, table)
    prepare(floor, table)
    return table


def buy_dice(floor: Floor, table: str) -> None:
    """A set of Craps dice comes into storage, and from there to a table."""
    game, way, serial = DiceGame.CRAPS, Alternative.AT_THE_TABLE, f"{table}-A"
    colours = DICE[game].colours
    new = NewPiece(serial=serial, kind=PieceKind.DICE, game=game, colours=colours, count=len(colours))
    bought = ReceivePieces(delivery="dice 2", supplier="Dice & Co", pieces=(new,), seals_intact=True)
    give(floor.office, bought, *KEYS)
    give(floor.office, DrawDice(serials=(serial,), alternative=way, game=game), *KEYS)
    to_pit = HandToPit(serials=(serial,), alternative=way, game=game, pit=PIT, into=Into.PIT_MANAGER)
    give(floor.office, to_pit, *KEYS, PIT_MANAGER)
    give(floor.office, IssueSet(serial=serial, alternative=way, game=game, table=table), PIT_MANAGER)


@pytest.mark.clause("465a.35(b)(4)")
def test_craps_does_not_open_without_a_boxperson(floor: Floor) -> None:
    table = bring_craps(floor)
    refusal = refused(floor, table)
    assert "0 of 1 boxperson assigned: 1 missing [465a.35(b)(4)]" in refusal.message
    # Three dealers are not enough either: a crew is whole or it is none.
    dealers = ("PA-1101", "PA-1102", "PA-1103")
    for other in LIVE:
        give(floor.office, AssignCrew(table=other, crew=Crew()), FLOORPERSON)
    crew = Crew(dealers=dealers, stickperson=dealers[0])
    with pytest.raises(RuleViolation) as short:
        give(floor.office, AssignCrew(table=table, crew=crew), FLOORPERSON)
    assert short.value.clause.id == "465a.35(b)(4)"
    whole = Crew(dealers=dealers, stickperson=dealers[0], boxpersons=("PA-1005",))
    give(floor.office, AssignCrew(table=table, crew=whole), FLOORPERSON)
    open_table(floor, table)
    assert is_staffed(floor, table)


@pytest.mark.clause("465a.35(c)#1")
def test_no_table_opens_without_a_floorperson(floor: Floor) -> None:
    prepare(floor, TABLE)
    with floor.office.desk() as desk:
        supervised = floorperson_of(desk, TABLE)
    assert supervised is not None
    others = tuple(name for name in supervised.tables if name != TABLE)
    give(floor.office, AssignFloorperson(floorperson=supervised.floorperson, tables=others), PIT_MANAGER)
    assert refused(floor).clause.id == "465a.35(c)#1"


@pytest.mark.clause("465a.9(c)(2)(ii)#2")
def test_no_table_opens_off_camera(floor: Floor) -> None:
    prepare(floor, TABLE)
    give(floor.office, ReportCameraOut(camera=f"{TABLE}-left", reason="dark"), SURVEILLANCE)
    assert refused(floor).clause.id == "465a.9(c)(2)(ii)#2"


@pytest.mark.clause("465a.35(b)")
def test_a_dealer_does_not_open_a_table(floor: Floor) -> None:
    prepare(floor, TABLE)
    refusal = refused(floor, opened=lambda floor, table: open_table(floor, table, who=DEALER))
    assert refusal.clause.id == "465a.35(b)"


# Dice.


def reserve(floor: Floor, stand: str, game: DiceGame, table: str = "") -> None:
    """The pit manager issues the set in reserve for a table, to that table or to another."""
    issued = IssueSet(
        serial=set_of(stand, 2), alternative=Alternative.AT_THE_TABLE, game=game, table=table or stand
    )
    give(floor.office, issued, PIT_MANAGER)


@pytest.mark.parametrize(
    ("serial", "said"),
    [
        (set_of(TABLE, 2), "locked in the pit stand"),
        (set_of(TABLE, 3), "in storage"),
        (set_of("CR-2", 1), "was not given to table TDF-2"),
        ("pai-gow-1", "in the books as tiles"),
        ("TDF-2-20141115", "never received dice TDF-2-20141115"),
    ],
)
@pytest.mark.clause("603a.13(f)(1)(ii)#1")
def test_dice_that_the_table_was_not_given_are_refused(floor: Floor, serial: str, said: str) -> None:
    with pytest.raises(RuleViolation, match=said) as refusal:
        issue_dice(floor, TABLE, serial)
    assert refusal.value.clause.id == "603a.13(f)(1)(ii)#1"
    assert floor.table(TABLE).state.dice is None


def test_the_pit_manager_issues_a_set_of_the_reserve_and_the_table_takes_it(floor: Floor) -> None:
    reserve(floor, TABLE, DiceGame.THREE_DICE_FOOTBALL)
    issue_dice(floor, TABLE, set_of(TABLE, 2))
    assert floor.table(TABLE).state.dice is not None


@pytest.mark.clause("603a.13(g)#2")
def test_dice_that_the_board_took_away_are_not_played_with_even_in_the_middle_of_a_round(
    floor: Floor,
) -> None:
    play_at(floor, CRAPS, 1)
    move(floor, CRAPS, "place-wager", "player", seat=1, wager="pass", amount=1000)
    give(floor.office, RemoveForBoard(serial=set_of(CRAPS, 1), request="to be tested"), COMPLIANCE)
    with pytest.raises(RuleViolation) as refusal:
        move(floor, CRAPS, "offer-dice", seat=1)
    assert refusal.value.clause.id == "603a.13(g)#2"
    reserve(floor, CRAPS, DiceGame.MINI_CRAPS)
    bring_dice(floor, CRAPS, set_of(CRAPS, 2))
    attest_all(floor, CRAPS)
    move(floor, CRAPS, "offer-dice", seat=1)


@pytest.mark.clause("603a.13(g)#1")
def test_no_table_opens_with_dice_that_were_removed(floor: Floor) -> None:
    prepare(floor, TABLE)
    removal = RemoveDice(serial=set_of(TABLE, 1), suspicion=Suspicion.FLAW, finding="chipped")
    give(floor.office, removal, FLOORPERSON)
    assert refused(floor).clause.id == "603a.13(g)#1"


@pytest.mark.clause("661a.4(d)#1")
@pytest.mark.parametrize("issued", [False, True])
def test_the_time_of_dice_runs_from_when_storage_issued_them(floor: Floor, issued: bool) -> None:
    with floor.office.desk() as desk:
        came = piece_of(desk.connection, set_of(TABLE, 1))
    assert came is not None
    assert came.came_at is not None
    now = came.came_at + timedelta(hours=24, seconds=-1)
    later = Floor(floor.journal, lambda: now, stamps=[STAMP])
    if issued:
        prepare(later, TABLE)
    now = came.came_at + timedelta(hours=24)
    with pytest.raises(RuleViolation) as refusal:
        open_table(later, TABLE) if issued else issue_dice(later, TABLE, set_of(TABLE, 1))
    assert refusal.value.clause.id == "661a.4(d)#1"


@pytest.mark.clause("661a.4(a)#2")
def test_dice_are_what_storage_received(floor: Floor) -> None:
    reserve(floor, CRAPS, DiceGame.MINI_CRAPS, table=TABLE)
    with pytest.raises(RuleViolation, match="holds 5 red") as refusal:
        issue_dice(floor, TABLE, set_of(CRAPS, 2))
    assert refusal.value.clause.id == "661a.4(a)#2"
    with pytest.raises(RuleViolation, match="are not green, green, green but"):
        issue_dice(floor, "SB-2", set_of("SB-2", 1), colours=("green",) * 3)
    with pytest.raises(RuleViolation, match="not made for a locked shaker"):
        issue_dice(floor, "SB-2", set_of("SB-2", 1), for_locked_shaker=True, locked=True)
    assert floor.table("SB-2").state.dice is None


def set_in_the_book(floor: Floor, number: int = 1) -> Piece:
    with floor.office.desk() as desk:
        found = piece_of(desk.connection, set_of(TABLE, number))
    assert found is not None
    return found


def reports_due(floor: Floor) -> list[str]:
    with floor.office.desk() as desk:
        return [due.what for due in PIECES.due(desk) if due.clause.id == "603a.13(g)#3"]


@pytest.mark.clause("603a.13(g)#1", "603a.13(g)#3")
def test_dice_that_the_crew_calls_unfit_are_out_of_use_and_reported(floor: Floor) -> None:
    play_at(floor, TABLE, 1)
    move(floor, TABLE, "report", "floorperson", irregularity="dice-unfit")
    assert floor.table(TABLE).state.dice is None
    removed = set_in_the_book(floor)
    assert (removed.standing, removed.out_by) == (Whereabouts.OUT, "603a.13(g)#1")
    assert removed.discrepancy is not None
    assert removed.discrepancy.finding == "called at table TDF-2: dice unfit"
    assert reports_due(floor) == [f"file a Dice Discrepancy Report on dice {set_of(TABLE, 1)}"]


@pytest.mark.clause("661a.4(d)#2")
def test_dice_of_a_table_that_closed_are_out_of_use_in_the_book_as_well(floor: Floor) -> None:
    prepare(floor, TABLE)
    open_table(floor, TABLE)
    move(floor, TABLE, "close-table", "floorperson")
    closed = set_in_the_book(floor)
    assert (closed.standing, closed.why_out, closed.out_by) == (
        Whereabouts.OUT,
        "table closed",
        "661a.4(d)#2",
    )
    assert reports_due(floor) == []


def test_a_set_that_another_takes_the_place_of_is_out_of_use(floor: Floor, journal: Journal) -> None:
    issue_dice(floor, TABLE, set_of(TABLE, 1))
    reserve(floor, TABLE, DiceGame.THREE_DICE_FOOTBALL)
    version = floor.table(TABLE).version
    for _ in power_cuts(journal, lambda: issue_dice(floor, TABLE, set_of(TABLE, 2))):
        assert floor.table(TABLE).version == version
        assert set_in_the_book(floor).standing is Whereabouts.AT_TABLE
    assert floor.table(TABLE).version == version + 1
    assert set_in_the_book(floor).standing is Whereabouts.OUT
    assert set_in_the_book(floor, 2).standing is Whereabouts.AT_TABLE


@pytest.mark.clause("603a.20(r)(2)#2")
def test_what_a_table_gives_up_is_not_said_at_a_desk(floor: Floor) -> None:
    with pytest.raises(RuleViolation, match="given by the table where it happens"):
        give(floor.office, RetireDice(serial=set_of(TABLE, 1), table=TABLE), DEALER)
    elsewhere = RetireDice(serial=set_of(TABLE, 1), table=CRAPS)
    with pytest.raises(RuleViolation, match="was not given to table CR-2"):
        floor.office.carry_out(elsewhere, who=DEALER, key="elsewhere", at_table=True)


# Dice that were inspected before they came.


def inspected_at_the_pit(floor: Floor) -> str:
    """A set that goes by alternative 2 from today on, and is in the hands of the table's floorperson."""
    game, serial, way = DiceGame.THREE_DICE_FOOTBALL, set_of(TABLE, 3), Alternative.AT_THE_PIT
    today = floor.office.days.day_of(floor.clock())
    give(floor.office, ChooseAlternative(alternative=way, since=today), DIRECTOR, AUDITOR)
    give(floor.office, DrawDice(serials=(serial,), alternative=way, game=game), *KEYS)
    pair = FLOORPERSONS[:2]
    handed = HandToInspectors(
        serials=(serial,), game=game, pit=PIT, inspector_assigned_to=TABLE, witness_assigned_to="CR-2"
    )
    give(floor.office, handed, *KEYS, *pair)
    inspection = InspectDice(
        serial=serial,
        alternative=way,
        game=game,
        instruments=tuple(Instrument),
        flat_surface=True,
        seen_by_surveillance=True,
        seen_from_around=True,
    )
    give(floor.office, inspection, *pair)
    give(floor.office, HandToTable(serial=serial, game=game, table=TABLE), *pair, FLOORPERSONS[2])
    return serial


@pytest.mark.clause("603a.13(f)(2)(iii)")
def test_the_table_does_not_inspect_again_what_was_inspected_at_the_pit(floor: Floor) -> None:
    serial = inspected_at_the_pit(floor)
    with pytest.raises(RuleViolation, match="not in use yet") as early:
        issue_dice(floor, TABLE, serial, alternative=2)
    assert early.value.clause.id == "603a.13(f)(2)(iii)"
    cup = PutInUse(
        serial=serial,
        alternative=Alternative.AT_THE_PIT,
        game=DiceGame.THREE_DICE_FOOTBALL,
        table=TABLE,
        container=Container.CUP,
    )
    give(floor.office, cup, FLOORPERSONS[2], DEALER)
    for wrong in (1, 3):
        with pytest.raises(RuleViolation, match="comes by alternative 2") as other:
            issue_dice(floor, TABLE, serial, alternative=wrong)
        assert other.value.clause.id == "603a.13(f)(2)(iii)"
    issue_dice(floor, TABLE, serial, alternative=2)
    attest_all(floor, TABLE)
    open_table(floor, TABLE)
    assert floor.table(TABLE).state.status is Status.OPEN


@pytest.mark.clause("603a.13(f)(1)(ii)#1")
def test_nobody_says_that_dice_come_inspected_if_the_book_does_not(floor: Floor) -> None:
    with pytest.raises(RuleViolation, match="comes by alternative 1") as refusal:
        issue_dice(floor, TABLE, set_of(TABLE, 1), alternative=3)
    assert refusal.value.clause.id == "603a.13(f)(1)(ii)#1"


def bring_deck(floor: Floor, table: str, serial: str, **told: Any) -> None:
    """The floorperson brings a deck to a table."""
    move(floor, table, "bring-deck", "floorperson", **{"serial": serial, "back": "red", "jokers": 0, **told})


def refused_deck(floor: Floor, table: str, serial: str, **told: Any) -> tuple[str, str]:
    """Why a deck is refused, and by which clause; the table is left as it was."""
    before = floor.table(table).version
    with pytest.raises(RuleViolation) as refusal:
        bring_deck(floor, table, serial, **told)
    assert floor.table(table).version == before
    return refusal.value.message, refusal.value.clause.id


def test_a_deck_in_storage_does_not_come_to_a_table_by_itself(floor: Floor) -> None:
    prepare(floor, "HL-2")
    open_table(floor, "HL-2")
    for serial in ("five-card-hi-lo-red-1", deck_of("AP-2", 1)):
        said, clause = refused_deck(floor, "HL-2", serial)
        assert "was not given to table HL-2" in said
        assert clause == "663a.4(a)#1"


def test_a_live_table_plays_with_the_deck_that_storage_gave_it_and_no_other(floor: Floor) -> None:
    prepare(floor, "HL-2")
    open_table(floor, "HL-2")
    given = deck_of("HL-2", 1)
    assert refused_deck(floor, "HL-2", "out of a pocket") == (
        "the storage area never received cards out of a pocket",
        "663a.4(a)#1",
    )
    assert refused_deck(floor, "HL-2", set_of(TABLE, 1)) == (
        f"{set_of(TABLE, 1)} is in the books as dice",
        "663a.4(a)#1",
    )
    bring_deck(floor, "HL-2", given)
    (deck,) = floor.table("HL-2").state.play.kit.decks
    assert deck.serial == given


def test_a_deck_is_told_as_the_book_describes_it(floor: Floor) -> None:
    for table in ("HL-2", "AP-2"):
        prepare(floor, table)
        open_table(floor, table)
    said, clause = refused_deck(floor, "HL-2", deck_of("HL-2", 1), back="blue")
    assert (said, clause) == ("the backs of deck HL-2-D1 are not blue but red", "663a.3(a)")
    said, clause = refused_deck(floor, "AP-2", deck_of("AP-2", 1), jokers=2)
    assert (said, clause) == ("deck AP-2-D1 holds 53 cards, not 54", "659a.3(a)#1")
    bring_deck(floor, "AP-2", deck_of("AP-2", 1), jokers=1)


def test_a_deck_that_was_made_for_another_game_is_refused(floor: Floor) -> None:
    serial = "three-card-poker-red-1"
    give(floor.office, DrawDecks(serials=(serial,)), *KEYS)
    give(floor.office, BringToPit(serials=(serial,), pit=PIT), *KEYS, PIT_MANAGER)
    give(floor.office, BringToTable(serial=serial, table="HL-2"), FLOORPERSONS[0], DEALER)
    prepare(floor, "HL-2")
    open_table(floor, "HL-2")
    said, clause = refused_deck(floor, "HL-2", serial)
    assert (said, clause) == (f"deck {serial} is a deck for three-card-poker", "663a.3(a)")


def test_a_deck_that_the_back_office_took_away_is_played_with_no_more(floor: Floor) -> None:
    prepare(floor, "HL-2")
    open_table(floor, "HL-2")
    given = deck_of("HL-2", 1)
    give(floor.office, TakeOutOfUse(serial=given, reason=Reason.CHANGED), FLOORPERSONS[0])
    said, _ = refused_deck(floor, "HL-2", given)
    assert "is out of use" in said


def test_a_live_table_plays_with_the_tiles_that_storage_gave_it_and_no_others(floor: Floor) -> None:
    prepare(floor, "PG-2")
    open_table(floor, "PG-2")
    for serial, said in (
        ("out of a pocket", "never received tiles"),
        ("pai-gow-1", "was not given to table PG-2"),
        (deck_of("HL-2", 1), "in the books as cards"),
    ):
        with pytest.raises(RuleViolation, match=said) as refusal:
            move(floor, "PG-2", "bring-tiles", "floorperson", serial=serial)
        assert refusal.value.clause.id == "621a.4(a)#1"
    move(floor, "PG-2", "bring-tiles", "floorperson", serial=tiles_of("PG-2", 1))
    assert floor.table("PG-2").state.play.tiles.serial == tiles_of("PG-2", 1)


# Interruptions.


def test_a_table_is_opened_and_staffed_at_once_or_not_at_all(floor: Floor, journal: Journal) -> None:
    prepare(floor, TABLE)
    crew = crew_at(floor, TABLE)
    for _ in power_cuts(journal, lambda: open_table(floor, TABLE)):
        assert not is_staffed(floor, TABLE)
        assert floor.table(TABLE).state.status is Status.CLOSED
    assert is_staffed(floor, TABLE)
    assert floor.table(TABLE).state.status is Status.OPEN
    assert crew_at(floor, TABLE) == crew


def put_in_operation(floor: Floor) -> None:
    """The floorperson puts the table in operation at a desk, before it opens."""
    prepare(floor, TABLE)
    give(floor.office, PutInOperation(table=TABLE), FLOORPERSON)


def test_a_table_put_in_operation_at_a_desk_opens_with_the_same_crew(floor: Floor) -> None:
    put_in_operation(floor)
    crew = crew_at(floor, TABLE)
    open_table(floor, TABLE)
    assert is_staffed(floor, TABLE)
    assert crew_at(floor, TABLE) == crew


def test_a_table_put_in_operation_at_a_desk_is_asked_again_for_what_it_lost(floor: Floor) -> None:
    put_in_operation(floor)
    give(floor.office, ReportCameraOut(camera=f"{TABLE}-left", reason="dark"), SURVEILLANCE)
    with pytest.raises(RuleViolation) as refusal:
        open_table(floor, TABLE)
    assert refusal.value.clause.id == "465a.9(c)(2)(ii)#2"


def test_the_crew_of_a_table_that_was_taken_out_of_operation_by_hand_has_to_come_back(floor: Floor) -> None:
    put_in_operation(floor)
    give(floor.office, TakeOutOfOperation(table=TABLE), FLOORPERSON)
    assert refused(floor).clause.id == "465a.35(b)(3)#1"


def test_a_table_is_closed_and_its_crew_is_freed_at_once_or_not_at_all(
    floor: Floor, journal: Journal
) -> None:
    prepare(floor, "HL-2")
    open_table(floor, "HL-2")
    for _ in power_cuts(journal, lambda: move(floor, "HL-2", "close-table", "floorperson")):
        assert floor.table("HL-2").state.status is Status.OPEN
        assert is_staffed(floor, "HL-2")
    assert floor.table("HL-2").state.status is Status.CLOSED
    assert not is_staffed(floor, "HL-2")


def test_a_table_that_two_houses_open_at_once_is_opened_once(
    floor: Floor, journal: Journal, demo_house: Path
) -> None:
    prepare(floor, TABLE)
    with Journal.open(demo_house, create=False) as second:
        other = Floor(second, stamps=[STAMP])
        open_table(other, TABLE)
        with pytest.raises(RuleViolation, match="the table is open"):
            open_table(floor, TABLE)
    assert is_staffed(floor, TABLE)
    with pytest.raises(RuleViolation, match="in operation already"):
        give(floor.office, PutInOperation(table=TABLE), FLOORPERSON)
