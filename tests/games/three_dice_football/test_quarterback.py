import pytest

from houseway.games.three_dice_football.events import QuarterbackNamed, QuarterbackRetained
from houseway.games.three_dice_football.field import KICK_OFF
from houseway.games.three_dice_football.moves import AcceptDice, CallNumbers, SelectDice
from houseway.games.three_dice_football.round import Phase
from houseway.table.dice_play import DeclineDice, DiceOffered, OfferDice, PassDice, ThrowDice
from houseway.table.moves import LeaveSeat, Report, TakeSeat
from houseway.table.roles import Role
from tests.crew import lines
from tests.games.three_dice_football.drive import GAIN_4, NO_GAIN, TRIPS, TURNOVER, Drive


@pytest.mark.clause("661a.4(b)#1")
def test_the_dice_are_first_offered_to_the_stickpersons_left() -> None:
    drive = Drive({2: ("touchdown",), 5: ("touchdown",)})
    assert drive.refused(OfferDice(seat=5)).clause.id == "661a.4(b)#1"
    drive.do(OfferDice(seat=2))
    assert drive.happened(DiceOffered)[-1].clause == "661a.4(b)#1"


@pytest.mark.clause("661a.4(b)#1")
def test_at_an_empty_table_the_dice_are_offered_to_nobody() -> None:
    refusal = Drive({}).refused(OfferDice(seat=1))
    assert refusal.message == "the dice go to nobody, the table is empty, not to position 1"


@pytest.mark.clause("661a.4(b)#1")
def test_only_the_stickperson_offers_the_dice() -> None:
    drive = Drive({2: ("touchdown",)})
    assert drive.refused(OfferDice(seat=2, by=Role.DEALER)).clause.id == "661a.4(b)#1"


@pytest.mark.clause("661a.4(b)#2")
def test_a_declined_offer_goes_on_clockwise_until_someone_accepts() -> None:
    drive = Drive({2: (), 5: (), 9: ("touchdown",)})
    drive.do(OfferDice(seat=2), DeclineDice(seat=2), OfferDice(seat=5), DeclineDice(seat=5))
    assert drive.refused(OfferDice(seat=2)).clause.id == "661a.4(b)#2"
    drive.hand_over(9)
    assert drive.state.quarterback == 9


@pytest.mark.clause("661a.4(b)#2")
def test_when_nobody_accepts_there_is_no_game_and_the_offer_starts_over() -> None:
    drive = Drive({2: (), 5: ()})
    drive.do(OfferDice(seat=2), DeclineDice(seat=2), OfferDice(seat=5), DeclineDice(seat=5))
    assert drive.state.phase is Phase.CUP
    drive.do(OfferDice(seat=2))
    assert drive.state.offered == 2


@pytest.mark.clause("661a.4(c)#1", "661a.4(c)#2")
def test_whoever_accepts_is_quarterback_and_picks_two_green_dice_and_a_red_one() -> None:
    drive = Drive({1: ("touchdown",), 2: ()})
    drive.do(OfferDice(seat=1))
    for green, red in (((1, 1), 1), ((1, 5), 1), ((1, 2), 3), ((0, 2), 1)):
        assert drive.refused(AcceptDice(seat=1, green=green, red=red)).clause.id == "661a.4(c)#1"
    assert drive.refused(AcceptDice(seat=2)).clause.id == "661a.4(c)#1"
    drive.do(AcceptDice(seat=1, green=(2, 4), red=2))
    named = drive.happened(QuarterbackNamed)[-1]
    assert (named.seat, named.green, named.red, named.also) == (1, (2, 4), 2, ("661a.4(c)#2",))


@pytest.mark.clause("661a.7(a)#1")
def test_a_score_leaves_the_dice_with_the_quarterback() -> None:
    drive = Drive({1: ("touchdown",), 2: ("touchdown",)}).kick_off()
    drive.throw(TRIPS)
    retained = drive.happened(QuarterbackRetained)[-1]
    assert (retained.seat, retained.clause) == (1, "661a.7(a)#1")
    assert drive.refused(OfferDice(seat=2))
    drive.wager(1, "touchdown")
    drive.let_fly()
    assert drive.state.quarterback == 1


@pytest.mark.clause("661a.7(a)#2", "661a.7(b)#1", "661a.7(b)#2")
def test_after_a_stop_the_dice_go_to_the_quarterbacks_left() -> None:
    drive = Drive({1: ("touchdown",), 2: ("touchdown",), 3: ()}).kick_off()
    drive.throw(TURNOVER)
    assert drive.refused(OfferDice(seat=3)).clause.id == "661a.7(a)#2"
    drive.do(OfferDice(seat=2))
    assert drive.happened(DiceOffered)[-1].clause == "661a.7(a)#2"
    assert drive.refused(AcceptDice(seat=2, green=(3, 3))).clause.id == "661a.7(b)#1"
    drive.do(AcceptDice(seat=2))
    named = drive.happened(QuarterbackNamed)[-1]
    assert (named.seat, named.clause, named.also) == (2, "661a.7(b)#1", ("661a.7(b)#2",))


@pytest.mark.clause("661a.7(a)#2")
def test_once_everyone_has_declined_after_a_stop_the_offer_starts_over_at_the_old_quarterbacks_left() -> None:
    drive = Drive({1: ("touchdown",), 2: (), 3: ()}).kick_off()
    drive.throw(TURNOVER)
    for seat in (2, 3, 1):
        drive.do(OfferDice(seat=seat), DeclineDice(seat=seat))
    assert drive.refused(OfferDice(seat=3)).message == "the dice go to position 2, not to position 3"
    drive.hand_over(2)
    assert drive.state.quarterback == 2


@pytest.mark.clause("661a.7(a)#3")
def test_after_a_stop_a_declined_offer_goes_on_clockwise_around_the_table() -> None:
    drive = Drive({1: ("touchdown",), 2: (), 3: ()}).kick_off()
    drive.throw(TURNOVER)
    drive.do(
        OfferDice(seat=2), DeclineDice(seat=2), OfferDice(seat=3), DeclineDice(seat=3), OfferDice(seat=1)
    )
    assert [(event.seat, event.clause) for event in drive.happened(DiceOffered)[-2:]] == [
        (3, "661a.7(a)#3"),
        (1, "661a.7(a)#3"),
    ]


@pytest.mark.clause("661a.7(a)#3")
def test_a_scorer_may_pass_the_dice_on() -> None:
    drive = Drive({1: ("touchdown",), 2: ()}).kick_off()
    drive.throw(TRIPS)
    drive.do(DeclineDice(seat=1), OfferDice(seat=2))
    assert drive.state.offered == 2


def test_a_quarterback_who_gives_up_the_dice_leaves_the_game_as_it_stands() -> None:
    drive = Drive({1: ("touchdown",), 2: ("defense",)}).kick_off()
    drive.throw(GAIN_4)
    drive.do(DeclineDice(seat=1))
    drive.hand_over(2)
    assert (drive.state.field.down, drive.state.field.yards, drive.state.under_way) == (2, 16, True)
    drive.throw(NO_GAIN)
    assert drive.state.field.down == 3


def test_a_quarterback_who_leaves_makes_way_for_the_next_player() -> None:
    drive = Drive({1: ("penalty",), 2: ("touchdown",)}).kick_off()
    drive.throw(GAIN_4)
    drive.do(LeaveSeat(seat=1))
    assert (drive.state.phase, drive.state.quarterback) == (Phase.CUP, 0)
    drive.hand_over(2)
    assert drive.state.field.yards == 16


def test_a_quarterback_who_leaves_while_the_dice_roll_is_gone_once_they_are_called() -> None:
    drive = Drive({1: ("penalty",), 2: ("touchdown",)}).kick_off()
    drive.throw(GAIN_4)
    drive.let_fly()
    drive.do(LeaveSeat(seat=1), CallNumbers(green_1=4, green_2=4, red=4))
    assert not drive.happened(QuarterbackRetained)
    assert (drive.state.phase, drive.state.quarterback) == (Phase.CUP, 0)
    drive.hand_over(2)
    assert drive.state.quarterback == 2


def test_an_extra_point_roll_is_thrown_by_the_next_player_when_the_scorer_has_left() -> None:
    drive = Drive({1: ("penalty",), 2: ("extra-point",)}).kick_off()
    drive.throw(GAIN_4)
    drive.let_fly()
    drive.do(LeaveSeat(seat=1), CallNumbers(green_1=4, green_2=4, red=4))
    drive.hand_over(2)
    assert (2, "extra-point", "win", 1000) in lines(drive.throw((1, 2, 3)))


def test_a_game_that_everybody_left_is_over() -> None:
    drive = Drive({1: ("penalty",)}).kick_off()
    drive.throw(GAIN_4)
    drive.do(LeaveSeat(seat=1))
    assert not drive.state.under_way
    assert drive.game.between_rounds(drive.state)
    drive.do(TakeSeat(seat=2))
    drive.wager(2, "touchdown")
    drive.hand_over(2)
    assert drive.state.field == KICK_OFF


@pytest.mark.clause("661a.7(a)#3")
def test_a_seat_that_changed_hands_is_asked_again() -> None:
    drive = Drive({1: ("touchdown",), 2: (), 3: ()}).kick_off()
    drive.throw(TURNOVER)
    drive.do(OfferDice(seat=2), DeclineDice(seat=2), LeaveSeat(seat=2), TakeSeat(seat=2), OfferDice(seat=2))
    assert drive.state.offered == 2


def test_a_player_who_leaves_while_asked_is_passed_over() -> None:
    drive = Drive({1: (), 2: ("touchdown",)})
    drive.do(OfferDice(seat=1), LeaveSeat(seat=1))
    drive.hand_over(2)
    assert drive.state.quarterback == 2


@pytest.mark.clause("661a.4(c)#1")
def test_from_a_new_set_the_quarterback_selects_again_before_throwing() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.let_fly()
    drive.do(Report(irregularity="die-lost", by=Role.STICKPERSON), PassDice())
    assert drive.refused(ThrowDice(seat=1)).clause.id == "661a.4(c)#1"
    assert drive.refused(SelectDice(seat=1, green=(4, 4))).clause.id == "661a.4(c)#1"
    drive.do(SelectDice(seat=1, green=(3, 4), red=2), ThrowDice(seat=1))
    assert drive.state.phase is Phase.THROWN


def test_nobody_else_throws_selects_or_declines_for_the_quarterback() -> None:
    drive = Drive({1: ("touchdown",), 2: ("touchdown",)}).kick_off()
    for move in (
        ThrowDice(seat=2),
        SelectDice(seat=2),
        DeclineDice(seat=2),
        ThrowDice(seat=1, by=Role.DEALER),
    ):
        drive.refused(move)
