from collections import Counter
from itertools import product

import pytest

from houseway.games.three_dice_football.events import FieldSet, GameEnded, MarkersMoved, PlayMade
from houseway.games.three_dice_football.field import (
    KICK_OFF,
    Field,
    Kind,
    Play,
    Score,
    Throw,
    advance,
    is_triple,
    play_of,
)
from tests.games.three_dice_football.drive import (
    GAIN_4,
    GAIN_10,
    GAIN_11,
    NO_GAIN,
    PENALTY,
    TRIPS,
    TURNOVER,
    Drive,
)

ALL_THROWS = [Throw(*faces) for faces in product(range(1, 7), repeat=3)]


@pytest.mark.clause("661a.1[trips_td]", "661a.1[turnover]", "661a.1[penalty]", "661a.6(c)")
def test_every_throw_is_one_of_five_plays() -> None:
    kinds = Counter(play_of(throw).kind for throw in ALL_THROWS)
    assert kinds == {
        Kind.TRIPS_TD: 6,
        Kind.TURNOVER: 3,
        Kind.GAIN: 175,
        Kind.PENALTY: 17,
        Kind.NO_GAIN: 15,
    }


@pytest.mark.clause("661a.1[turnover]")
def test_a_red_six_over_two_or_three_is_a_turnover_and_not_a_penalty() -> None:
    turnovers = {throw for throw in ALL_THROWS if play_of(throw).kind is Kind.TURNOVER}
    assert turnovers == {Throw(1, 1, 6), Throw(1, 2, 6), Throw(2, 1, 6)}


@pytest.mark.clause("661a.1[penalty]")
def test_a_green_total_under_the_red_die_is_a_penalty_of_one_yard() -> None:
    assert play_of(Throw(1, 1, 5)) == Play(Kind.PENALTY, -1)
    assert play_of(Throw(1, 3, 6)) == Play(Kind.PENALTY, -1)


@pytest.mark.clause("661a.1[triple]")
def test_three_alike_on_the_extra_point_roll_are_a_triple() -> None:
    assert [throw.red for throw in ALL_THROWS if is_triple(throw)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.clause("661a.6(a)#1", "661a.6(a)#2", "661a.6(a)#3")
def test_a_game_opens_on_first_down_at_the_twenty_on_play_one() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    (field_set,) = drive.happened(FieldSet)
    assert field_set.field == Field(down=1, goal=False, yards=20, play=1)
    assert (field_set.clause, field_set.also) == ("661a.6(a)#1", ("661a.6(a)#2", "661a.6(a)#3"))
    assert drive.state.field == KICK_OFF


@pytest.mark.clause("661a.6(a)#1", "661a.6(a)#2", "661a.6(a)#3")
def test_within_a_game_the_markers_stay_as_the_dice_are_passed_on() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.throw(GAIN_4)
    moved = drive.state.field
    assert moved != KICK_OFF
    drive.let_fly()
    assert drive.state.field == moved
    assert len(drive.happened(FieldSet)) == 1


@pytest.mark.clause("661a.6(a)#1")
def test_the_markers_are_set_anew_for_the_game_after_a_score() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.throw(TRIPS)
    drive.wager(1, "touchdown")
    drive.let_fly()
    assert len(drive.happened(FieldSet)) == 2
    assert drive.state.field == KICK_OFF


@pytest.mark.clause("661a.6(c)(1)#1", "661a.6(c)(1)#2")
def test_a_gain_moves_the_marker_by_the_difference_and_both_pucks_on() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.throw((6, 4, 2))
    assert drive.happened(PlayMade)[-1].yards == 8
    assert drive.happened(MarkersMoved)[-1].field == Field(down=2, goal=False, yards=12, play=2)


@pytest.mark.clause("661a.6(c)(2)#1", "661a.6(c)(2)#2")
def test_penalty_moves_the_marker_back_one_yard() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.throw(PENALTY)
    assert drive.happened(MarkersMoved)[-1].field == Field(down=2, goal=False, yards=21, play=2)


@pytest.mark.clause("661a.6(c)(3)")
def test_equal_totals_use_up_the_down_and_move_nothing() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.throw(NO_GAIN)
    assert drive.happened(MarkersMoved)[-1].field == Field(down=2, goal=False, yards=20, play=2)


@pytest.mark.clause("661a.6(c)(4)")
def test_a_turnover_ends_the_game_where_it_stands() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.throw(GAIN_4, TURNOVER)
    ended = drive.happened(GameEnded)[-1]
    assert (ended.how, ended.plays, ended.clause) == (Score.TURNOVER, 2, "661a.6(c)(4)")


@pytest.mark.clause("661a.6(c)(5)")
def test_a_trips_td_puts_the_marker_in_the_end_zone() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.throw(TRIPS)
    assert drive.happened(MarkersMoved)[-1].field.yards == 0
    assert drive.happened(GameEnded)[-1].how == Score.TRIPS_TD


@pytest.mark.clause("661a.6(e)#1", "661a.6(e)(1)")
def test_three_downs_short_of_the_ten_end_the_game() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.throw(NO_GAIN, NO_GAIN, GAIN_4)
    ended = drive.happened(GameEnded)[-1]
    assert (ended.how, ended.plays, ended.clause) == (Score.OUT_OF_DOWNS, 3, "661a.6(e)(1)")


@pytest.mark.clause("661a.6(e)#2", "661a.6(e)(2)")
def test_reaching_the_ten_earns_first_and_goal_at_once_with_three_fresh_downs() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.throw(GAIN_10)
    assert drive.state.field == Field(down=1, goal=True, yards=10, play=2)
    drive.throw(NO_GAIN, NO_GAIN, NO_GAIN)
    ended = drive.happened(GameEnded)[-1]
    assert (ended.how, ended.plays, ended.clause) == (Score.OUT_OF_DOWNS, 4, "661a.6(e)(2)")


@pytest.mark.clause("661a.6(e)#2")
def test_eleven_yards_to_go_is_not_first_and_goal() -> None:
    assert advance(KICK_OFF, Play(Kind.GAIN, 9)) == (Field(2, False, 11, 2), None)


@pytest.mark.clause("661a.6(e)(2)")
def test_first_and_goal_once_earned_stays_after_a_penalty() -> None:
    field, _ = advance(Field(1, True, 10, 2), Play(Kind.PENALTY, -1))
    assert field == Field(2, True, 11, 3)


@pytest.mark.clause("661a.6(e)#2", "661a.6(e)(2)")
def test_a_penalty_behind_the_ten_neither_takes_first_and_goal_away_nor_earns_it_again() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    earned = []
    for play, field in (
        (GAIN_10, Field(down=1, goal=True, yards=10, play=2)),
        (PENALTY, Field(down=2, goal=True, yards=11, play=3)),
        (GAIN_4, Field(down=3, goal=True, yards=7, play=4)),
    ):
        drive.throw(play)
        assert drive.state.field == field
        earned.append(drive.happened(MarkersMoved)[-1].also)
    assert earned == [("661a.6(e)#2",), (), ()]
    drive.throw(PENALTY)
    ended = drive.happened(GameEnded)[-1]
    assert (ended.how, ended.plays, ended.clause) == (Score.OUT_OF_DOWNS, 4, "661a.6(e)(2)")


@pytest.mark.clause("661a.6(e)#2")
def test_first_and_goal_is_earned_on_the_last_of_three_downs_after_penalties() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.throw(PENALTY, GAIN_10)
    assert drive.state.field == Field(down=3, goal=False, yards=11, play=3)
    drive.throw(GAIN_4)
    assert drive.state.field == Field(down=1, goal=True, yards=7, play=4)


@pytest.mark.clause("661a.1[touchdown]")
def test_reaching_the_goal_line_exactly_is_a_touchdown() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.throw(GAIN_10, GAIN_10)
    ended = drive.happened(GameEnded)[-1]
    assert (ended.how, ended.plays, ended.clause) == (Score.TOUCHDOWN, 2, "661a.1[touchdown]")


@pytest.mark.clause("661a.1[touchdown]")
def test_one_yard_short_is_no_touchdown() -> None:
    assert advance(Field(1, True, 5, 2), Play(Kind.GAIN, 4)) == (Field(2, True, 1, 3), None)


@pytest.mark.clause("661a.6(e)(2)")
def test_the_longest_game_takes_six_plays() -> None:
    drive = Drive({1: ("game-length-6",)}).kick_off()
    drive.throw(NO_GAIN, NO_GAIN, GAIN_11, NO_GAIN, NO_GAIN, NO_GAIN)
    assert drive.happened(GameEnded)[-1].plays == 6
