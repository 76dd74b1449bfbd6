"""What a throw came to, as the stickperson sums it up, and the headline of a game that is over."""

import pytest

from houseway.games.three_dice_football.events import DiceThrown
from houseway.games.three_dice_football.moves import ReadCockedDie
from houseway.table.dice_play import PassDice
from houseway.table.moves import Report
from houseway.table.roles import Role
from houseway.table.words import told
from tests.games.three_dice_football.drive import (
    GAIN_4,
    GAIN_10,
    GAIN_11,
    NO_GAIN,
    PENALTY,
    TRIPS,
    TURNOVER,
    Dice,
    Drive,
)


def kicked_off(*wagers: str) -> Drive:
    return Drive({1: wagers or ("defense",)}).kick_off()


def summed_up(drive: Drive) -> str:
    """The words of the last throw."""
    last = max(number for number, event in enumerate(drive.events) if isinstance(event, DiceThrown))
    return drive.game.result_in_words(drive.events[last:])


def headline(drive: Drive) -> str:
    return drive.game.display(drive.state).words


@pytest.mark.parametrize(
    ("throws", "words"),
    [
        ((GAIN_4,), "Gain of 4: 2nd down, 16 yards to go"),
        ((PENALTY,), "Penalty, loss of 1: 2nd down, 21 yards to go"),
        ((NO_GAIN,), "No gain: 2nd down, 20 yards to go"),
        ((GAIN_11,), "Gain of 11: 1st and goal, 9 yards to go"),
        ((GAIN_10, (6, 4, 1)), "Gain of 9: 2nd and goal, 1 yard to go"),
    ],
)
def test_a_down_is_told_with_where_it_leaves_the_ball(throws: tuple[Dice, ...], words: str) -> None:
    drive = kicked_off()
    drive.throw(*throws)
    assert summed_up(drive) == words
    assert headline(drive).split(" · ")[0].lower().replace("&", "and") == words.split(": ")[1].lower()


@pytest.mark.parametrize(
    ("throws", "words", "over"),
    [
        (
            (GAIN_10, GAIN_10),
            "Touchdown! Game over, the offense scores in 2 plays",
            "Game over: touchdown, the offense scores · the dice go back to position 1",
        ),
        (
            (TRIPS,),
            "Trips touchdown! Game over, the offense scores in 1 play",
            "Game over: touchdown, the offense scores · the dice go back to position 1",
        ),
        (
            (TURNOVER,),
            "Turnover! Game over, the defense wins after 1 play",
            "Game over: turnover, the defense wins · the dice are in the cup",
        ),
        (
            (GAIN_4, NO_GAIN, PENALTY),
            "Penalty, loss of 1, out of downs. Game over, the defense wins after 3 plays",
            "Game over: out of downs, the defense wins · the dice are in the cup",
        ),
    ],
)
def test_the_end_of_a_game_is_told_with_its_reason(throws: tuple[Dice, ...], words: str, over: str) -> None:
    drive = kicked_off()
    drive.throw(*throws)
    assert (summed_up(drive), headline(drive)) == (words, over)


@pytest.mark.parametrize(
    ("throw", "words"),
    [
        ((5, 5, 5), "Extra point good: game over with a touchdown"),
        ((2, 3, 1), "Extra point good: game over with a touchdown"),
        ((2, 3, 4), "Extra point no good: game over with a touchdown"),
    ],
)
def test_the_extra_point_is_good_or_not(throw: Dice, words: str) -> None:
    drive = kicked_off("extra-point")
    drive.throw(GAIN_10, GAIN_10)
    assert summed_up(drive) == "Touchdown! The offense scores in 2 plays; the extra point is next"
    assert headline(drive) == "Extra point roll after a touchdown · the dice go back to position 1"
    drive.throw(throw)
    assert summed_up(drive) == words
    assert headline(drive).startswith("Game over: touchdown")


def test_a_new_game_is_no_longer_over() -> None:
    drive = kicked_off()
    drive.throw(TRIPS)
    drive.do(PassDice())
    assert headline(drive) == "1st down, 20 yards to go · position 1 throws"


def test_nothing_is_said_until_the_numbers_are_called() -> None:
    drive = kicked_off()
    assert drive.game.result_in_words(()) == ""
    drive.let_fly()
    assert summed_up(drive) == ""
    assert headline(drive) == "1st down, 20 yards to go · the dice are out"


@pytest.mark.parametrize(
    ("irregularity", "words"),
    [
        ("die-stacked", "The roll is invalid: one die lies on another"),
        ("short-throw", "No roll: a die missed the far end"),
        ("disputed-face", "Void: a top face is disputed and ordered thrown again"),
    ],
)
def test_a_throw_that_does_not_count_is_told_with_its_reason(irregularity: str, words: str) -> None:
    drive = kicked_off()
    drive.let_fly()
    drive.do(Report(irregularity=irregularity, by=Role.STICKPERSON))
    assert summed_up(drive) == words


def test_dice_found_unfit_after_a_throw_do_not_undo_it() -> None:
    drive = kicked_off()
    drive.throw(GAIN_4)
    drive.do(Report(irregularity="dice-unfit", by=Role.STICKPERSON))
    assert summed_up(drive) == "Gain of 4: 2nd down, 16 yards to go"


def test_a_cocked_die_is_told() -> None:
    drive = kicked_off()
    drive.let_fly()
    (read,) = drive.do(ReadCockedDie(die="green-1", resting=2))
    assert told(drive.game, read) == "The green 1 die leans on its 2: it shows 5"


def test_the_words_of_a_throw_never_mention_another() -> None:
    drive = kicked_off()
    for throw, words in ((GAIN_4, "Gain of 4:"), (PENALTY, "Penalty, loss of 1:"), (GAIN_10, "Gain of 10:")):
        drive.throw(throw)
        assert summed_up(drive).startswith(words)
