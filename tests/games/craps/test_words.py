"""What a throw came to, as the stickperson sums it up."""

import pytest

from houseway.games.craps.moves import (
    CallThrow,
    DecideDispute,
    RollForComeBets,
    SettleBets,
    TakeDice,
    TakenFor,
    WindUpTable,
)
from houseway.table.dice_play import DeclineDice
from houseway.table.events import Event, Settled
from houseway.table.moves import Report
from tests.games.craps.dealing import Dealing, come_bets_left, on_the_line

Faces = tuple[int, int]


def summed_up(table: Dealing, events: tuple[Event, ...]) -> str:
    return table.game.result_in_words(events)


@pytest.mark.parametrize(
    ("faces", "words"),
    [
        ((3, 4), "Come-out 7: the line wins"),
        ((5, 6), "Come-out 11: the line wins"),
        ((1, 1), "2, craps: the line loses"),
        ((1, 2), "3, craps: the line loses"),
        ((6, 6), "12, craps: the line loses"),
        ((2, 4), "Come-out 6 easy: the point is 6"),
        ((4, 4), "Come-out 8 the hard way: the point is 8"),
        ((4, 5), "Come-out 9: the point is 9"),
    ],
)
def test_a_come_out_roll_wins_or_loses_the_line_or_sets_the_point(faces: Faces, words: str) -> None:
    table = on_the_line()
    assert summed_up(table, table.roll(*faces)) == words


@pytest.mark.parametrize(
    ("faces", "words"),
    [
        ((2, 4), "6 easy: point made, the line wins"),
        ((3, 3), "6 the hard way: point made, the line wins"),
        ((3, 4), "7 out: the line loses"),
        ((5, 6), "11: nothing decided"),
        ((1, 1), "2, craps: nothing decided"),
        ((2, 2), "4 the hard way: nothing decided"),
        ((4, 6), "10 easy: nothing decided"),
    ],
)
def test_a_roll_for_the_point_makes_it_misses_it_or_decides_nothing(faces: Faces, words: str) -> None:
    table = on_the_line()
    table.roll(5, 1)
    events = table.roll(*faces)
    assert summed_up(table, events) == words
    assert ("nothing decided" in words) is not any(isinstance(event, Settled) for event in events)


def test_a_roll_that_settles_something_beside_the_line_says_that_the_point_stands() -> None:
    table = on_the_line()
    table.roll(5, 1)
    table.bet("field")
    assert summed_up(table, table.roll(5, 6)) == "11: the point is still 6"


def test_nothing_is_said_until_the_throw_is_settled() -> None:
    table = on_the_line()
    events = table.throw()
    assert summed_up(table, events) == ""
    events += table.call(3, 4)
    assert summed_up(table, events) == ""
    assert summed_up(table, events + table.make(SettleBets())) == "Come-out 7: the line wins"
    assert summed_up(table, ()) == "", "before the first throw of the day"


def test_after_a_dispute_the_decision_is_told_and_not_the_call() -> None:
    table = on_the_line()
    events = table.throw() + table.call(3, 4)
    events += table.make(DecideDispute(die_1=3, die_2=3), SettleBets())
    assert summed_up(table, events) == "Come-out 6 the hard way: the point is 6"


@pytest.mark.parametrize(
    ("irregularity", "words"),
    [
        ("die-off-table", "The roll is invalid: a die left the table and was found"),
        ("short-throw", "No roll: a die missed the far end"),
        ("disputed-face", "Void: a disputed face is ordered thrown again"),
    ],
)
def test_a_roll_that_does_not_count_is_told_with_its_reason(irregularity: str, words: str) -> None:
    table = on_the_line()
    by = table.game.irregularities[irregularity].by[0]
    events = table.throw() + table.call(3, 4) + table.make(Report(irregularity=irregularity, by=by))
    assert summed_up(table, events) == words


def test_dice_found_unfit_after_a_roll_do_not_undo_it() -> None:
    table = on_the_line()
    events = table.roll(3, 4) + table.make(Report(irregularity="dice-unfit", by=table.stick))
    assert summed_up(table, events) == "Come-out 7: the line wins"


def test_a_throw_for_come_bets_has_no_line() -> None:
    table = come_bets_left()
    table.make(DeclineDice(seat=1))
    table.make(RollForComeBets(seat=1))
    assert summed_up(table, table.roll(5, 4)) == "9: nothing decided"
    assert summed_up(table, table.roll(5, 1)) == "6 easy: the Come Bets are settled"


def test_a_table_wound_up_after_a_roll_says_so() -> None:
    table = on_the_line()
    events = table.roll(5, 1) + table.make(DeclineDice(seat=1), WindUpTable())
    assert (
        summed_up(table, events)
        == "Come-out 6 easy: the point is 6; nobody wants the dice, and what stood is closed"
    )


def test_a_shooter_hears_why_the_dice_are_taken() -> None:
    table = on_the_line()
    by = table.game.crew.takes_dice[0]
    (taken,) = table.make(TakeDice(reason=TakenFor.DELAY, by=by))
    assert (
        table.game.event_in_words(taken) == f"The {by} takes the dice from position 1 for delaying the game"
    )


def test_the_words_of_a_roll_never_mention_another() -> None:
    table = on_the_line()
    for die_1, die_2 in ((2, 2), (5, 6), (6, 6), (5, 4), (3, 4)):
        words = summed_up(table, table.roll(die_1, die_2))
        assert words.removeprefix("Come-out ").split()[0].rstrip(":,") == str(die_1 + die_2)


def test_a_called_throw_is_summed_up_whoever_calls_it() -> None:
    table = Dealing(form="mini-craps", seats=9).bet("pass").shooter(1)
    events = table.throw() + table.make(CallThrow(die_1=4, die_2=4, by=table.stick), SettleBets())
    assert summed_up(table, events) == "Come-out 8 the hard way: the point is 8"
