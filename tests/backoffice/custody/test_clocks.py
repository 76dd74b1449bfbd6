"""How long pieces may be used: the games' own times, warnings before they run out, refusal after."""

from datetime import date, timedelta

import pytest

from houseway.backoffice.custody.book import BOOK
from houseway.backoffice.custody.clocks import check_time, clock_warnings
from houseway.backoffice.custody.orders import (
    BringToPit,
    BringToTable,
    DrawDecks,
    DrawDice,
    Lack,
    NewPiece,
    Reason,
    RemoveDice,
    ReplaceDie,
    ReportSeal,
    SealFault,
    Suspicion,
    TakeOutOfUse,
)
from houseway.backoffice.custody.piece import Closure, PieceKind, Whereabouts
from houseway.equipment.dice import DiceGame
from houseway.law import RuleViolation
from tests.backoffice.custody.crew import (
    BOX,
    DEALER,
    DEALER_2,
    FLOOR,
    FLOOR_2,
    GUARD_2,
    KEYS,
    ONE,
    PIT,
    SHIFT,
    TABLE,
    THREE,
    TWO,
    Crew,
    an_hour_later,
    fastening,
    inspection_1,
    inspection_2,
    placing,
    utc,
)

CRAPS, AUTOMATED = DiceGame.CRAPS, DiceGame.SIC_BO_AUTOMATED
SEPARATE = "603a.20(r)(2)#2"


@pytest.fixture
def crew() -> Crew:
    return Crew(ONE)


def deck(
    crew: Crew, game: str, kind: PieceKind = PieceKind.CARDS, count: int = 52, *, by_hand: bool = False
) -> str:
    crew.receive_piece(NewPiece(serial="C1", kind=kind, game=game, colours=("red",), count=count))
    crew.do(DrawDecks(serials=("C1",)), *KEYS)
    crew.do(BringToPit(serials=("C1",), pit="Pit 1"), *KEYS, PIT)
    crew.do(BringToTable(serial="C1", table="C-1", by_hand=by_hand), FLOOR, DEALER)
    return "C1"


@pytest.mark.parametrize(
    ("game", "hours", "clause"),
    [
        (DiceGame.CRAPS, 24, "623a.7(d)#1"),
        (DiceGame.MINI_CRAPS, 24, "623a.7(d)#1"),
        (DiceGame.THREE_DICE_FOOTBALL, 24, "661a.4(d)#1"),
        (DiceGame.SIC_BO, 24, "625a.2(b)#1"),
        (DiceGame.SIC_BO_AUTOMATED, 24, "625a.2(b)#1"),
        (DiceGame.PAI_GOW, 24, "621a.2(d)(1)#3"),
        (DiceGame.ASIA_POKER, 24, "659a.2(c)(1)(i)#2"),
    ],
)
def test_each_games_dice_have_its_own_time(crew: Crew, game: DiceGame, hours: int, clause: str) -> None:
    crew.in_use_1("K1", game)
    clock = crew.piece("K1").clock
    assert clock is not None
    assert (clock.ends - clock.since, clock.clause) == (timedelta(hours=hours), clause)


@pytest.mark.parametrize(
    ("game", "by_hand", "hours", "clause"),
    [
        ("three-card-poker", True, 4, "36.05.14.03C(1)"),
        ("three-card-poker", False, 8, "36.05.14.03C(2)"),
        ("asia-poker", True, 4, "659a.3(c)(1)"),
        ("five-card-hi-lo", False, 8, "663a.3(c)(2)"),
    ],
)
def test_decks_have_the_time_of_their_game_and_way_of_dealing(
    crew: Crew, game: str, by_hand: bool, hours: int, clause: str
) -> None:
    deck(crew, game, count=53 if game == "asia-poker" else 52, by_hand=by_hand)
    clock = crew.piece("C1").clock
    assert clock is not None
    assert clock.ends - clock.since == timedelta(hours=hours)
    assert clock.clause == clause
    assert crew.plays("c1", "C-1")


def test_tiles_are_changed_after_twelve_hours(crew: Crew) -> None:
    deck(crew, "pai-gow", PieceKind.TILES, 32)
    clock = crew.piece("C1").clock
    assert clock is not None
    assert (clock.ends - clock.since, clock.clause) == (timedelta(hours=12), "621a.3(b)")


def test_the_clock_runs_from_when_the_set_came_to_the_table(crew: Crew) -> None:
    crew.at_table_1("K1", CRAPS)
    came = crew.at
    crew.forward(hours=2)
    crew.do(inspection_1("K1", CRAPS), BOX, DEALER)
    crew.do(placing("K1", CRAPS, ONE), BOX, DEALER)
    clock = crew.piece("K1").clock
    assert clock is not None
    assert clock.ends == came + timedelta(hours=24)


def test_a_set_that_lay_too_long_at_its_table_is_not_put_to_use(crew: Crew) -> None:
    crew.inspected_1("K1", CRAPS)
    crew.forward(hours=24)
    assert crew.refused(placing("K1", CRAPS, ONE), BOX, DEALER) == "623a.7(d)#1"
    crew.forward(seconds=-1)
    crew.do(placing("K1", CRAPS, ONE), BOX, DEALER)


@pytest.mark.clause("125-149:Preamble/625a#2")
@pytest.mark.parametrize(
    ("chosen", "made_for_it", "closed_by", "a_month"),
    [
        (True, True, Closure.LOCK, True),
        (False, True, Closure.LOCK, False),
        (True, False, Closure.LOCK, False),
        (True, True, Closure.SEAL, False),
    ],
)
def test_dice_made_for_a_locked_automated_shaker_last_a_month_if_the_operator_chose_so(
    chosen: bool, made_for_it: bool, closed_by: Closure, a_month: bool
) -> None:
    crew = Crew(ONE, sic_bo_monthly=chosen)
    crew.receive("K1", AUTOMATED, for_locked_shaker=made_for_it)
    crew.draw("K1", ONE)
    crew.to_pit("K1", ONE)
    crew.issue("K1", ONE)
    crew.do(inspection_1("K1", AUTOMATED), FLOOR, DEALER)
    crew.do(placing("K1", AUTOMATED, ONE, closed_by=closed_by), FLOOR, DEALER)
    crew.do(fastening("K1", AUTOMATED, ONE), FLOOR, DEALER)
    clock = crew.piece("K1").clock
    assert clock is not None
    assert clock.ends == (utc(2014, 6, 1, 16) if a_month else utc(2014, 5, 2, 16))


def test_warnings_come_before_the_time_runs_out_and_stay_after(crew: Crew) -> None:
    crew.in_use_1("K1", CRAPS, "CR-1")
    crew.forward(hours=3)
    crew.in_use_1("K2", CRAPS, "CR-2")
    ahead = timedelta(hours=2)
    assert clock_warnings(crew.desk(), ahead) == ()
    crew.forward(hours=19)
    (first,) = clock_warnings(crew.desk(), ahead)
    assert (first.serial, first.table, first.left) == ("K1", "CR-1", timedelta(hours=2))
    assert not first.has_run_out
    crew.forward(hours=3)
    warnings = clock_warnings(crew.desk(), ahead)
    assert [(one.serial, one.has_run_out) for one in warnings] == [("K1", True), ("K2", False)]
    crew.do(TakeOutOfUse(serial="K1", reason=Reason.TIME_UP), BOX)
    assert [one.serial for one in clock_warnings(crew.desk(), ahead)] == ["K2"]


@pytest.mark.parametrize("loaded", [False, True])
def test_the_clock_of_dice_that_lie_at_a_table_unused_is_watched_as_well(crew: Crew, loaded: bool) -> None:
    crew.inspected_1("K1", AUTOMATED)
    if loaded:
        crew.do(placing("K1", AUTOMATED, ONE), FLOOR, DEALER)
    crew.forward(hours=23, minutes=59)
    (warning,) = clock_warnings(crew.desk())
    assert (warning.serial, str(warning)) == ("K1", "1 minutes left")
    assert [(due.what, due.late) for due in BOOK.due(crew.desk())] == [
        (f"change dice K1 at table {TABLE} before 16:00 UTC", False)
    ]
    crew.forward(minutes=1)
    assert [str(one) for one in clock_warnings(crew.desk())] == ["time is over: take it out of use"]
    assert [due.late for due in BOOK.due(crew.desk())] == [True]


def test_dice_that_go_back_from_the_table_to_the_pit_have_no_clock() -> None:
    crew = Crew(TWO)
    crew.sealed_2("K1", CRAPS)
    crew.issue("K1", TWO)
    crew.do(ReportSeal(serial="K1", fault=SealFault.DAMAGED, finding="torn"), BOX)
    assert crew.piece("K1").clock is not None
    crew.do(inspection_2("K1", CRAPS, again=True), FLOOR, FLOOR_2)
    assert crew.piece("K1").clock is None
    assert BOOK.due(crew.desk()) == ()


def test_every_piece_in_use_is_due_and_late_once_its_time_is_over(crew: Crew) -> None:
    crew.in_use_1("K1", CRAPS)
    (due,) = BOOK.due(crew.desk())
    assert (due.by, due.clause.id, due.late) == (date(2014, 5, 2), "623a.7(d)#1", False)
    crew.forward(hours=23)
    assert [row.late for row in BOOK.due(crew.desk())] == [False]
    with an_hour_later(crew):
        assert [row.late for row in BOOK.due(crew.desk())] == [True]


def test_a_piece_whose_time_is_over_is_refused(crew: Crew) -> None:
    crew.in_use_1("K1", CRAPS)
    check_time(crew.piece("K1"), crew.at + timedelta(hours=24, seconds=-1))
    with pytest.raises(RuleViolation) as refusal:
        check_time(crew.piece("K1"), crew.at + timedelta(hours=24))
    assert refusal.value.clause.id == "623a.7(d)#1"
    assert refusal.value.fix


def test_nothing_is_mended_about_a_set_whose_time_is_over() -> None:
    crew = Crew(THREE)
    crew.in_use_3("K1", CRAPS)
    crew.forward(hours=24)
    order = ReplaceDie(
        serial="K1",
        game=CRAPS,
        table=TABLE,
        single="R1",
        lack=Lack.REJECTED,
        colour="red",
        seal_intact=True,
        free_of_tampering=True,
        finding="chipped",
    )
    assert crew.refused(order, BOX, DEALER) == "623a.7(d)#1"


# The way of decks and tiles.


def test_decks_come_by_those_who_drew_them_and_the_pits_manager(crew: Crew) -> None:
    new = NewPiece(serial="C1", kind=PieceKind.CARDS, game="three-card-poker", colours=("red",), count=52)
    crew.receive_piece(new)
    to_table = BringToTable(serial="C1", table="C-1")
    assert crew.refused(to_table, FLOOR, DEALER) == SEPARATE
    assert crew.refused(DrawDecks(serials=("C1",)), PIT, GUARD_2) == SEPARATE
    crew.do(DrawDecks(serials=("C1",)), *KEYS)
    to_pit = BringToPit(serials=("C1",), pit="Pit 1")
    assert crew.refused(to_pit, SHIFT, GUARD_2, PIT) == SEPARATE
    assert crew.refused(to_pit, *KEYS, FLOOR) == SEPARATE
    crew.do(to_pit, *KEYS, PIT)
    assert crew.refused(to_table, DEALER_2, DEALER) == SEPARATE
    assert crew.refused(to_table, FLOOR, PIT) == SEPARATE
    crew.do(to_table, FLOOR, DEALER)
    assert crew.piece("C1").standing is Whereabouts.IN_USE


def test_a_deck_out_of_use_stays_out(crew: Crew) -> None:
    deck(crew, "three-card-poker")
    crew.do(TakeOutOfUse(serial="C1", reason=Reason.TIME_UP), FLOOR)
    again = BringToTable(serial="C1", table="C-1")
    assert crew.refused(again, FLOOR, DEALER) == "36.05.14.03C(2)"


def test_a_deck_on_the_table_does_not_stand_in_the_way_of_its_dice(crew: Crew) -> None:
    deck(crew, "asia-poker", count=53)
    crew.in_use_1("K1", DiceGame.ASIA_POKER, "C-1")
    assert {crew.piece(serial).standing for serial in ("C1", "K1")} == {Whereabouts.IN_USE}


def test_dice_do_not_go_the_way_of_decks(crew: Crew) -> None:
    crew.receive("K1", CRAPS)
    assert crew.refused(DrawDecks(serials=("K1",)), *KEYS) == SEPARATE
    deck(crew, "three-card-poker")
    draw = DrawDice(serials=("C1",), alternative=ONE, game=CRAPS)
    assert crew.refused(draw, *KEYS) == "603a.13(f)(1)(i)#1"
    remove = RemoveDice(serial="C1", suspicion=Suspicion.FLAW, finding="a bent corner")
    assert crew.refused(remove, FLOOR) == "603a.13(g)#1"
