import pytest

from houseway.games.three_dice_football import FootballSubmission
from houseway.games.three_dice_football.moves import CallNumbers
from houseway.money import Breakage
from houseway.table.dice_play import ThrowDice
from houseway.table.moves import Instrument, LeaveSeat, PlaceWager, Report, TakeDownWager, TakeSeat
from houseway.table.roles import Role
from houseway.table.wagers import Limits
from tests.crew import Crew, lines
from tests.games.three_dice_football.drive import GAIN_4, NO_GAIN, TRIPS, Drive


def wager(name: str, amount: int = 1000, seat: int = 1, **more: object) -> PlaceWager:
    return PlaceWager(seat=seat, wager=name, amount=amount, **more)  # type: ignore[arg-type]


@pytest.mark.clause("661a.2(a)#2")
def test_a_seventeenth_player_finds_no_place() -> None:
    drive = Drive(dict.fromkeys(range(1, 17), ()))
    assert drive.refused(TakeSeat(seat=17)).clause.id == "661a.2(a)#2"
    assert drive.refused(TakeSeat(seat=16)).clause.id == "661a.2(a)#2"


@pytest.mark.clause("661a.3(a)#1")
def test_chips_plaques_and_other_approved_instruments_are_accepted_and_nobody_else_bets() -> None:
    drive = Drive({1: ()})
    for name, instrument in zip(
        ("touchdown", "defense", "penalty"),
        (Instrument.VALUE_CHIPS, Instrument.PLAQUES, Instrument.OTHER_APPROVED),
        strict=True,
    ):
        drive.do(wager(name, instrument=instrument))
    assert len(drive.state.bets) == 3
    assert drive.refused(wager("turnover", by=Role.STICKPERSON)).clause.id == "661a.3(a)#1"


@pytest.mark.clause("661a.3(a)#2")
def test_a_spoken_wager_with_cash_is_refused() -> None:
    drive = Drive({1: ()})
    refusal = drive.refused(wager("touchdown", instrument=Instrument.VERBAL_WITH_CASH))
    assert refusal.clause.id == "661a.3(a)#2"
    assert refusal.fix == "buy chips first"


@pytest.mark.clause("603a.10(a)#2")
def test_noncashable_voucher_credit_is_refused_at_the_table() -> None:
    drive = Drive({1: ()})
    refusal = drive.refused(wager("touchdown", instrument=Instrument.NONCASHABLE_CREDIT))
    assert refusal.clause.id == "603a.10(a)#2"


def test_an_unknown_wager_is_named_with_the_ones_there_are() -> None:
    refusal = Drive({1: ()}).refused(wager("field-goal"))
    assert refusal.message == "there is no wager 'field-goal'"
    assert "touchdown" in refusal.fix


def test_a_wager_the_table_does_not_offer_is_refused() -> None:
    drive = Drive({1: ()}, FootballSubmission(not_offered=("turnover",)))
    refusal = drive.refused(wager("turnover"))
    assert (refusal.message, refusal.clause.id) == (
        "this table does not offer the Turnover Wager",
        "661a.3(d)(3)",
    )


def test_breakage_never_takes_a_win_away_whole() -> None:
    limits = Limits(minimum=100)
    drive = Drive({1: ()}, FootballSubmission(breakage=Breakage.DOWN, limits=limits))
    assert "cannot be paid" in drive.refused(wager("defense", 100)).message
    drive.do(wager("defense", 200))


def test_only_players_take_and_leave_seats() -> None:
    drive = Drive({1: ()})
    assert drive.refused(TakeSeat(seat=2, by=Role.DEVICE)).clause.id == "661a.2(a)#2"
    assert (
        drive.refused(LeaveSeat(seat=1, by=Role.DEALER)).message
        == "a dealer may not do this: Leave the table"
    )


def test_a_wager_from_an_empty_seat_is_refused() -> None:
    assert Drive({1: ()}).refused(wager("touchdown", seat=2)).message == "nobody is at position 2"


@pytest.mark.clause("125-149:RAF(10)#2")
@pytest.mark.parametrize(
    ("amount", "said"),
    [
        (400, "$4 on Touchdown is below the posted minimum of $5"),
        (50_100, "$501 on Touchdown is above the posted maximum of $500"),
        (550, "$5.50 on Touchdown is not a multiple of $1"),
        (0, "a wager of $0 is no wager"),
        (-500, "a wager of -$5 is no wager"),
    ],
)
def test_amounts_outside_the_posted_limits_are_refused(amount: int, said: str) -> None:
    refusal = Drive({1: ()}).refused(wager("touchdown", amount))
    assert (refusal.message, refusal.clause.id) == (said, "125-149:RAF(10)#2")


def test_limits_hold_for_the_whole_wager_and_may_differ_by_wager() -> None:
    drive = Drive({1: ()}, FootballSubmission(wager_limits={"turnover": Limits(minimum=100, maximum=2500)}))
    drive.do(wager("turnover", 100), wager("turnover", 2400))
    assert "above the posted maximum of $25" in drive.refused(wager("turnover", 100)).message


@pytest.mark.clause("661a.6(g)")
def test_a_wager_whose_payment_chips_cannot_make_is_refused_when_placed() -> None:
    drive = Drive({1: ()})
    refusal = drive.refused(wager("defense", 600))
    assert refusal.message == "$6 on Defense at 4 to 5 cannot be paid in $1 chips"
    assert (refusal.fix, refusal.clause.id) == ("wager $5 or $10, in steps of $5", "661a.6(g)")


@pytest.mark.parametrize(
    ("breakage", "paid"), [(Breakage.UP, 500), (Breakage.DOWN, 400), (Breakage.NEAREST, 500)]
)
def test_a_breakage_rule_of_the_submission_rounds_to_whole_chips(breakage: Breakage, paid: int) -> None:
    drive = Drive({1: ()}, FootballSubmission(breakage=breakage))  # $6 at 4 to 5 is $4.80
    drive.do(wager("defense", 600))
    drive.kick_off()
    assert lines(drive.throw(NO_GAIN, NO_GAIN, NO_GAIN)) == [(1, "defense", "win", paid)]


@pytest.mark.clause("661a.3(c)#1")
def test_full_game_wagers_are_refused_once_the_first_throw_is_in_the_air() -> None:
    drive = Drive({1: ("touchdown",), 2: ()}).kick_off()
    drive.let_fly()
    assert drive.refused(wager("defense", seat=2)).clause.id == "661a.3(c)#1"


@pytest.mark.clause("661a.3(c)#2")
def test_full_game_wagers_are_neither_raised_nor_withdrawn_after_the_first_throw() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.throw(GAIN_4)
    assert drive.refused(wager("touchdown")).clause.id == "661a.3(c)#2"
    assert drive.refused(TakeDownWager(seat=1, wager="touchdown")).clause.id == "661a.3(c)#2"


@pytest.mark.clause("661a.3(c)#2")
def test_a_first_throw_called_no_roll_still_locks_full_game_wagers() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.let_fly()
    drive.do(Report(irregularity="short-throw", by=Role.STICKPERSON))
    assert drive.refused(TakeDownWager(seat=1, wager="touchdown")).clause.id == "661a.3(c)#2"


@pytest.mark.clause("661a.6(b)#2")
def test_between_later_throws_only_single_play_wagers_may_be_added() -> None:
    drive = Drive({1: ("touchdown",), 2: ()}).kick_off()
    drive.throw(GAIN_4)
    assert drive.refused(wager("defense", seat=2)).clause.id == "661a.6(b)#2"
    drive.wager(2, "penalty")
    assert [bet.wager for bet in drive.state.bets] == ["touchdown", "penalty"]


@pytest.mark.clause("661a.3(e)#1")
def test_single_play_wagers_are_taken_until_each_throw() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.wager(1, "penalty")
    drive.do(TakeDownWager(seat=1, wager="penalty"))
    drive.wager(1, "no-gain")
    drive.let_fly()
    assert drive.refused(wager("penalty")).clause.id == "661a.3(e)#1"
    assert drive.refused(TakeDownWager(seat=1, wager="no-gain")).clause.id == "661a.3(e)#1"


def test_single_play_wagers_are_free_again_after_a_no_roll() -> None:
    drive = Drive({1: ("touchdown", "penalty")}).kick_off()
    drive.let_fly()
    drive.do(Report(irregularity="on-the-bank", by=Role.STICKPERSON), TakeDownWager(seat=1, wager="penalty"))
    assert [bet.wager for bet in drive.state.bets] == ["touchdown"]


@pytest.mark.clause("661a.6(b)#1")
def test_the_quarterback_needs_a_wager_before_the_first_throw() -> None:
    drive = Drive({1: (), 2: ("touchdown",)}).kick_off()
    assert drive.refused(ThrowDice(seat=1)).clause.id == "661a.6(b)#1"
    drive.wager(1, "penalty")
    drive.let_fly()
    assert drive.state.under_way


@pytest.mark.clause("661a.6(f)(1)#3")
def test_nothing_may_be_wagered_while_the_extra_point_roll_is_due() -> None:
    drive = Drive({1: ("extra-point",)}).kick_off()
    drive.throw(TRIPS)
    assert drive.refused(wager("penalty")).clause.id == "661a.6(f)(1)#3"
    assert drive.refused(wager("touchdown")).clause.id == "661a.6(f)(1)#3"


def test_a_player_with_wagers_on_the_layout_cannot_leave() -> None:
    drive = Drive({1: ("touchdown",)})
    assert "has wagers on the layout" in drive.refused(LeaveSeat(seat=1)).message
    drive.do(TakeDownWager(seat=1, wager="touchdown"), LeaveSeat(seat=1))
    assert drive.state.seats == ()


def test_a_wager_that_is_not_there_cannot_be_taken_down() -> None:
    assert (
        "has no Touchdown Wager" in Drive({1: ()}).refused(TakeDownWager(seat=1, wager="touchdown")).message
    )


def test_the_crew_is_asked_for_nothing_it_may_not_do() -> None:
    crew: Crew = Drive({1: ("touchdown",)}).kick_off()
    assert crew.refused(CallNumbers(green_1=1, green_2=1, red=1)).clause.id == "661a.5(e)#1"
