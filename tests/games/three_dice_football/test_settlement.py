import pytest

from houseway.games.three_dice_football.events import (
    DownAnnounced,
    ExtraPointDue,
    GameEnded,
    QuarterbackRetained,
)
from houseway.games.three_dice_football.wagers import CATALOGUE
from houseway.table.events import Settled
from tests.crew import lines
from tests.games.three_dice_football.drive import GAIN_4, NO_GAIN, PENALTY, TRIPS, TURNOVER, Drive

EVERY_WAGER = tuple(CATALOGUE)


def orders(events: list[object]) -> list[str]:
    """The order clauses as they follow one another."""
    found = [event.order for event in events if isinstance(event, Settled)]
    return [order for place, order in enumerate(found) if place == 0 or order != found[place - 1]]


@pytest.mark.clause("661a.6(d)#1", "661a.3(e)#2", "661a.6(d)#3")
def test_after_every_down_single_play_wagers_are_settled_and_the_down_announced() -> None:
    drive = Drive({1: ("touchdown", "penalty"), 2: ("no-gain",)}).kick_off()
    events = drive.throw(PENALTY)
    assert lines(events) == [(1, "penalty", "win", 9000), (2, "no-gain", "win", 5000)]
    settled = next(event for event in events if isinstance(event, Settled))
    assert settled.order == "661a.6(d)#1"
    assert "661a.3(e)#2" in settled.also
    announced = events[-1]
    assert isinstance(announced, DownAnnounced)
    assert (announced.plays, announced.down, announced.yards) == (1, "2nd Down", 21)
    assert announced.clause == "661a.6(d)#3"
    assert [bet.wager for bet in drive.state.bets] == ["touchdown"]


@pytest.mark.clause("661a.6(f)", "661a.6(f)(1)#1", "661a.6(f)(1)#2", "661a.6(f)(1)#3", "661a.6(f)(1)#4")
def test_on_a_score_defense_goes_first_and_touchdown_and_extra_point_last() -> None:
    drive = Drive({1: EVERY_WAGER}).kick_off()
    events = drive.throw(TRIPS)
    assert orders(list(events)) == ["661a.6(f)(1)#1", "661a.6(f)(1)#2"]
    first = next(event for event in events if isinstance(event, Settled))
    assert (first.wager, first.result) == ("defense", "lose")
    assert isinstance(events[-1], ExtraPointDue)
    assert {bet.wager for bet in drive.state.bets} == {"touchdown", "extra-point"}
    last = drive.throw((1, 2, 3))
    assert lines(last) == [(1, "touchdown", "win", 1000), (1, "extra-point", "win", 1000)]
    assert orders(list(last)) == ["661a.6(f)(1)#4"]
    assert drive.state.bets == ()


@pytest.mark.clause("661a.6(f)(1)#3", "661a.6(f)(1)#4")
def test_without_an_extra_point_wager_there_is_no_extra_point_roll() -> None:
    drive = Drive({1: ("touchdown",), 2: ("defense",)}).kick_off()
    events = drive.throw(TRIPS)
    assert not drive.happened(ExtraPointDue)
    assert lines(events) == [(2, "defense", "lose", 0), (1, "touchdown", "win", 1000)]
    assert isinstance(events[-1], QuarterbackRetained)
    assert not drive.state.under_way


@pytest.mark.clause("661a.6(f)(1)#3")
def test_one_extra_point_wager_anywhere_at_the_table_calls_for_the_roll() -> None:
    drive = Drive({1: ("touchdown",), 9: ("extra-point",)}).kick_off()
    drive.throw(TRIPS)
    assert drive.happened(ExtraPointDue)[-1].wagers == 1
    assert lines(drive.throw((2, 3, 4))) == [(1, "touchdown", "win", 1000), (9, "extra-point", "lose", 0)]


@pytest.mark.clause("661a.6(f)(2)#1", "661a.6(f)(2)#2")
def test_on_a_stop_touchdown_and_extra_point_are_collected_then_defense_paid_then_the_rest() -> None:
    drive = Drive({1: EVERY_WAGER, 2: ("defense", "extra-point")}).kick_off()
    events = drive.throw(TURNOVER)
    settled = lines(events)
    assert settled[:3] == [
        (1, "touchdown", "lose", 0),
        (1, "extra-point", "lose", 0),
        (2, "extra-point", "lose", 0),
    ]
    assert settled[3:5] == [(1, "defense", "win", 800), (2, "defense", "win", 800)]
    assert orders(list(events)) == ["661a.6(f)(2)#1", "661a.6(f)(2)#2"]
    assert drive.state.bets == ()


@pytest.mark.clause("661a.6(f)(2)#2")
def test_on_the_third_down_single_play_wagers_wait_for_their_place_in_the_order() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.throw(NO_GAIN, NO_GAIN)
    drive.wager(1, "no-gain")
    assert lines(drive.throw(NO_GAIN)) == [(1, "touchdown", "lose", 0), (1, "no-gain", "win", 5000)]


@pytest.mark.clause("661a.6(f)(1)#4")
def test_the_extra_point_roll_is_no_play() -> None:
    drive = Drive({1: ("extra-point", "game-length-2")}).kick_off()
    drive.throw(GAIN_4, TRIPS, (1, 1, 6))
    assert drive.happened(GameEnded)[-1].plays == 2
    assert (1, "game-length-2", "win", 22_000) in lines(list(drive.events))


def test_wagers_for_the_next_game_may_go_down_as_soon_as_one_is_over() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.throw(TRIPS)
    drive.wager(1, "defense")
    assert [bet.wager for bet in drive.state.bets] == ["defense"]
