from collections.abc import Callable
from itertools import product

import pytest

from houseway.games.three_dice_football.field import Ending, Score, Throw, play_of
from houseway.games.three_dice_football.wagers import CATALOGUE
from houseway.law import clause
from houseway.table.events import Result, Settled
from tests.crew import lines
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
TOUCHDOWN_IN_TWO = (GAIN_10, GAIN_10)
STOPPED_IN_THREE = (NO_GAIN, NO_GAIN, NO_GAIN)


def play(wager: str, *throws: tuple[int, int, int]) -> Settled:
    """The settlement of one $10 wager over a game."""
    drive = Drive({1: (wager,)}).kick_off()
    drive.throw(*throws)
    (line,) = drive.happened(Settled)
    return line


def single(wager: str, throw: tuple[int, int, int]) -> Settled:
    """The settlement of one $10 single play wager on one throw."""
    drive = Drive({1: ("touchdown", wager)}).kick_off()
    drive.throw(throw)
    (line,) = [line for line in drive.happened(Settled) if line.wager == wager]
    return line


def paid(line: Settled) -> tuple[str, int, str]:
    return (line.result, line.paid, line.pays)


@pytest.mark.clause("661a.3(b)(1)", "661a.8(a)[touchdown]", "661a.8(a)", "661a.6(g)")
def test_touchdown_pays_even_money_on_a_touchdown_or_trips_td() -> None:
    assert paid(play("touchdown", *TOUCHDOWN_IN_TWO)) == ("win", 1000, "661a.8(a)[touchdown]")
    assert paid(play("touchdown", TRIPS)) == ("win", 1000, "661a.8(a)[touchdown]")
    assert paid(play("touchdown", TURNOVER)) == ("lose", 0, "")
    assert paid(play("touchdown", *STOPPED_IN_THREE)) == ("lose", 0, "")


@pytest.mark.clause("661a.3(b)(2)", "661a.8(a)[defense]")
def test_defense_pays_four_to_five_without_a_score() -> None:
    assert paid(play("defense", *STOPPED_IN_THREE)) == ("win", 800, "661a.8(a)[defense]")
    assert paid(play("defense", TURNOVER)) == ("win", 800, "661a.8(a)[defense]")
    assert paid(play("defense", TRIPS)) == ("lose", 0, "")
    assert paid(play("defense", *TOUCHDOWN_IN_TWO)) == ("lose", 0, "")


@pytest.mark.clause("661a.3(b)(3)", "661a.3(b)(3)(i)", "661a.8(a)[extra_point:one_1]")
def test_extra_point_pays_even_money_on_one_one() -> None:
    line = play("extra-point", TRIPS, (1, 3, 4))
    assert paid(line) == ("win", 1000, "661a.8(a)[extra_point:one_1]")
    assert line.clause == "661a.3(b)(3)(i)"


@pytest.mark.clause("661a.8(a)[extra_point:two_1s]")
def test_extra_point_pays_ten_to_one_on_two_ones() -> None:
    assert paid(play("extra-point", TRIPS, (1, 4, 1))) == ("win", 10_000, "661a.8(a)[extra_point:two_1s]")


@pytest.mark.clause("661a.8(a)[extra_point:triple_1s]")
def test_extra_point_pays_fifty_to_one_on_three_ones_and_nothing_else_besides() -> None:
    assert paid(play("extra-point", TRIPS, (1, 1, 1))) == ("win", 50_000, "661a.8(a)[extra_point:triple_1s]")


@pytest.mark.clause("661a.3(b)(3)(ii)", "661a.8(a)[extra_point:other_triple]")
def test_extra_point_pays_ten_to_one_on_any_other_triple() -> None:
    line = play("extra-point", TRIPS, (5, 5, 5))
    assert paid(line) == ("win", 10_000, "661a.8(a)[extra_point:other_triple]")
    assert line.clause == "661a.3(b)(3)(ii)"


@pytest.mark.clause("661a.3(b)(3)")
def test_extra_point_loses_without_a_score_and_on_any_other_roll() -> None:
    assert paid(play("extra-point", TURNOVER)) == ("lose", 0, "")
    assert paid(play("extra-point", TRIPS, (2, 3, 4))) == ("lose", 0, "")


@pytest.mark.clause("661a.3(b)(3)(i)", "661a.3(b)(3)(ii)")
def test_extra_point_lines_exclude_one_another() -> None:
    decide = CATALOGUE["extra-point"].decide
    won: dict[str, int] = {}
    for throw in ALL_THROWS:
        verdict = decide(Ending(Score.TOUCHDOWN, 2, throw), "")
        name = verdict.line.clause.id if verdict.line else "loses"
        won[name] = won.get(name, 0) + 1
    ways = {c: clause(c).integer("ways") for c in won if c != "loses"}
    assert won == {**ways, "loses": 120}


@pytest.mark.parametrize(
    ("plays", "odds", "throws"),
    [
        (1, 8, (TRIPS,)),
        (2, 5, TOUCHDOWN_IN_TWO),
        (3, 3, (GAIN_10, GAIN_4, GAIN_10)),
        (4, 1, (GAIN_10, GAIN_4, NO_GAIN, GAIN_10)),
    ],
)
@pytest.mark.clause("661a.3(b)(4)")
def test_quick_strike_pays_the_more_the_sooner(
    plays: int, odds: int, throws: tuple[tuple[int, int, int], ...]
) -> None:
    line = play("quick-strike-td", *throws)
    assert paid(line) == ("win", odds * 1000, f"661a.8(a)[quick_strike:{plays}]")


@pytest.mark.clause(
    "661a.8(a)[quick_strike:1]",
    "661a.8(a)[quick_strike:2]",
    "661a.8(a)[quick_strike:3]",
    "661a.8(a)[quick_strike:4]",
)
def test_quick_strike_lines_pay_eight_five_three_and_one_to_one() -> None:
    games = [
        (TRIPS,),
        (NO_GAIN, TRIPS),
        (NO_GAIN, NO_GAIN, TRIPS),
        (GAIN_10, NO_GAIN, NO_GAIN, TRIPS),
    ]
    assert [play("quick-strike-td", *game).paid for game in games] == [8000, 5000, 3000, 1000]


@pytest.mark.clause("661a.3(b)(4)")
def test_quick_strike_loses_on_a_fifth_play_and_without_a_score() -> None:
    fifth = play("quick-strike-td", NO_GAIN, GAIN_10, NO_GAIN, NO_GAIN, GAIN_10)
    assert paid(fifth) == ("lose", 0, "")
    assert paid(play("quick-strike-td", TURNOVER)) == ("lose", 0, "")


@pytest.mark.clause("661a.3(b)(5)", "661a.8(a)[game_changer]")
def test_game_changer_pays_five_to_one_on_trips_td_or_turnover() -> None:
    assert paid(play("game-changer", TRIPS)) == ("win", 5000, "661a.8(a)[game_changer]")
    assert paid(play("game-changer", NO_GAIN, TURNOVER)) == ("win", 5000, "661a.8(a)[game_changer]")
    assert paid(play("game-changer", *TOUCHDOWN_IN_TWO)) == ("lose", 0, "")
    assert paid(play("game-changer", *STOPPED_IN_THREE)) == ("lose", 0, "")


ROMAN = ("i", "ii", "iii", "iv", "v", "vi")
GAMES_BY_LENGTH = {
    1: (TRIPS,),
    2: TOUCHDOWN_IN_TWO,
    3: STOPPED_IN_THREE,
    4: (GAIN_10, NO_GAIN, NO_GAIN, NO_GAIN),
    5: (NO_GAIN, GAIN_10, NO_GAIN, NO_GAIN, NO_GAIN),
    6: (NO_GAIN, NO_GAIN, GAIN_11, NO_GAIN, NO_GAIN, NO_GAIN),
}


@pytest.mark.clause(
    "661a.3(b)(6)",
    "661a.3(b)(6)(i)",
    "661a.3(b)(6)(ii)",
    "661a.3(b)(6)(iii)",
    "661a.3(b)(6)(iv)",
    "661a.3(b)(6)(v)",
    "661a.3(b)(6)(vi)",
    "661a.8(a)[game_length:1]",
    "661a.8(a)[game_length:2]",
    "661a.8(a)[game_length:3]",
    "661a.8(a)[game_length:4]",
    "661a.8(a)[game_length:5]",
    "661a.8(a)[game_length:6]",
)
def test_game_length_pays_only_the_exact_number_of_plays() -> None:
    pays = {1: 22_000, 2: 22_000, 3: 1200, 4: 5000, 5: 3000, 6: 6000}
    names = tuple(f"game-length-{plays}" for plays in pays)
    for lasted, throws in GAMES_BY_LENGTH.items():
        drive = Drive({1: names}).kick_off()
        settled = {line.wager: line for line in drive.throw(*throws) if isinstance(line, Settled)}
        for plays, amount in pays.items():
            line = settled[f"game-length-{plays}"]
            assert line.clause == f"661a.3(b)(6)({ROMAN[plays - 1]})"
            if plays == lasted:
                assert (line.result, line.paid) == ("win", amount)
                assert line.pays == f"661a.8(a)[game_length:{plays}]"
            else:
                assert (line.result, line.paid) == ("lose", 0)


@pytest.mark.clause("661a.3(d)(1)", "661a.8(b)[trips_td]", "661a.8(b)")
def test_trips_td_pays_thirty_to_one() -> None:
    assert paid(single("trips-td", TRIPS)) == ("win", 30_000, "661a.8(b)[trips_td]")
    assert paid(single("trips-td", GAIN_10)) == ("lose", 0, "")


@pytest.mark.clause("661a.3(d)(2)", "661a.8(b)[penalty]")
def test_penalty_pays_nine_to_one_on_a_penalty_or_a_turnover() -> None:
    assert paid(single("penalty", PENALTY)) == ("win", 9000, "661a.8(b)[penalty]")
    assert paid(single("penalty", TURNOVER)) == ("win", 9000, "661a.8(b)[penalty]")
    assert paid(single("penalty", NO_GAIN)) == ("lose", 0, "")


@pytest.mark.clause("661a.3(d)(3)", "661a.8(b)[turnover]")
def test_turnover_pays_sixty_to_one_by_the_dice_but_not_on_downs() -> None:
    assert paid(single("turnover", TURNOVER)) == ("win", 60_000, "661a.8(b)[turnover]")
    assert paid(single("turnover", PENALTY)) == ("lose", 0, "")
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.throw(NO_GAIN, NO_GAIN)
    drive.wager(1, "turnover")
    assert (1, "turnover", "lose", 0) in lines(drive.throw(NO_GAIN))


@pytest.mark.clause("661a.3(d)(4)", "661a.8(b)[cover_three]")
def test_cover_three_pays_seven_to_one_on_all_three() -> None:
    for throw in (TRIPS, PENALTY, TURNOVER):
        assert paid(single("cover-three", throw)) == ("win", 7000, "661a.8(b)[cover_three]")
    assert paid(single("cover-three", GAIN_10)) == ("lose", 0, "")


@pytest.mark.clause("661a.3(d)(5)", "661a.8(b)[no_gain]")
def test_no_gain_pays_five_to_one_and_loses_on_a_trips_td() -> None:
    for throw in (NO_GAIN, PENALTY, TURNOVER):
        assert paid(single("no-gain", throw)) == ("win", 5000, "661a.8(b)[no_gain]")
    assert paid(single("no-gain", GAIN_4)) == ("lose", 0, "")
    assert paid(single("no-gain", TRIPS)) == ("lose", 0, "")


@pytest.mark.clause("661a.3(d)(6)", "661a.8(b)[big_play]")
def test_big_play_pays_four_to_one_from_seven_yards_and_on_any_trips_td() -> None:
    assert paid(single("big-play", (6, 3, 2))) == ("win", 4000, "661a.8(b)[big_play]")
    assert paid(single("big-play", (1, 1, 1))) == ("win", 4000, "661a.8(b)[big_play]")
    assert paid(single("big-play", (6, 2, 2))) == ("lose", 0, "")


@pytest.mark.clause("661a.3(d)(7)", "661a.8(b)[over_four]", "661a.8(b)[over_four:trips_td]")
def test_over_four_pays_even_money_and_seven_to_one_on_any_trips_td() -> None:
    assert paid(single("over-four-yards", (4, 3, 2))) == ("win", 1000, "661a.8(b)[over_four]")
    assert paid(single("over-four-yards", (1, 1, 1))) == ("win", 7000, "661a.8(b)[over_four:trips_td]")
    assert paid(single("over-four-yards", GAIN_4)) == ("lose", 0, "")


@pytest.mark.clause("661a.3(d)(8)", "661a.8(b)[under_four]")
def test_under_four_pays_even_money_up_to_three_yards_but_never_on_a_trips_td() -> None:
    assert paid(single("under-four-yards", (3, 2, 2))) == ("win", 1000, "661a.8(b)[under_four]")
    assert paid(single("under-four-yards", TURNOVER)) == ("win", 1000, "661a.8(b)[under_four]")
    assert paid(single("under-four-yards", GAIN_4)) == ("lose", 0, "")
    assert paid(single("under-four-yards", (1, 1, 1))) == ("lose", 0, "")


@pytest.mark.parametrize(
    "wager", [w for w in CATALOGUE.values() if w.group == "single-play"], ids=lambda w: w.name
)
def test_single_play_wagers_win_as_often_as_the_register_counts(wager: object) -> None:
    decide: Callable[[object, str], object] = wager.decide  # type: ignore[attr-defined]
    won = sum(decide(play_of(throw), "").result is Result.WIN for throw in ALL_THROWS)  # type: ignore[attr-defined]
    assert won == wager.clause.integer("ways")  # type: ignore[attr-defined]


@pytest.mark.clause("661a.6(d)#2")
def test_single_play_results_follow_the_dice_not_the_distance_left() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    drive.throw(GAIN_11, (4, 2, 1))  # four yards to go
    drive.wager(1, "big-play")
    assert (1, "big-play", "win", 4000) in lines(drive.throw(GAIN_10))
