"""What a valid roll does to the point, and every decision as plain numbers (623a.1, 623a.3(a), 623a.10(a))."""

from itertools import product

import pytest

from houseway.games.craps.decisions import (
    ALL_OR_NOTHING_AT_ALL,
    ALL_SMALL,
    ALL_TALL,
    LOSE,
    POINTS,
    PUSH,
    STANDS,
    WIN,
    bonus,
    dont_pass_line,
    fire,
    fire_points,
    hardway,
    hop,
    is_loser_seven,
    marked,
    next_point,
    one_roll,
    pass_line,
    place_to_lose,
    place_to_win,
    unique_points,
)
from houseway.lab.compiling import compiled

TOTALS = range(2, 13)
UNDER = (0, 4, 5, 6, 8, 9, 10)


@pytest.mark.clause("623a.1[come_out_roll]", "623a.1[come_out_point]")
def test_a_point_is_set_by_a_come_out_roll_and_stands_until_it_repeats_or_a_seven_comes() -> None:
    assert POINTS == (4, 5, 6, 8, 9, 10)
    for total in TOTALS:
        assert next_point(0, total) == (total if total in (4, 5, 6, 8, 9, 10) else 0)
        for point in POINTS:
            assert next_point(point, total) == (0 if total in (point, 7) else point)


@pytest.mark.clause("623a.10(a)(1)")
def test_a_loser_seven_is_a_seven_under_a_point_and_never_on_a_come_out_roll() -> None:
    assert {(point, total) for point, total in product(UNDER, TOTALS) if is_loser_seven(point, total)} == {
        (point, 7) for point in POINTS
    }


def _first_rolls(line: str) -> dict[int, int]:
    """A line of decisions on the totals 2 to 12."""
    letters = {"W": WIN, "L": LOSE, "P": PUSH, ".": STANDS}
    return {total: letters[letter] for total, letter in zip(TOTALS, line, strict=True)}


@pytest.mark.clause("623a.3(a)(1)(i)(A)", "623a.3(a)(1)(ii)(A)", "623a.3(a)(3)(i)(A)", "623a.3(a)(3)(ii)(A)")
def test_the_first_roll_of_a_pass_or_come_bet() -> None:
    assert {total: pass_line(0, total) for total in TOTALS} == _first_rolls("LL...W...WL")


@pytest.mark.clause("623a.3(a)(2)(i)(A)", "623a.3(a)(2)(ii)(A)", "623a.3(a)(2)(iii)")
@pytest.mark.clause("623a.3(a)(4)(i)(A)", "623a.3(a)(4)(ii)(A)", "623a.3(a)(4)(iii)")
def test_the_first_roll_of_a_dont_pass_or_dont_come_bet() -> None:
    assert {total: dont_pass_line(0, total) for total in TOTALS} == _first_rolls("WW...L...LP")


@pytest.mark.clause("623a.3(a)(1)(i)(B)", "623a.3(a)(2)(ii)(B)", "623a.3(a)(3)(ii)(B)", "623a.3(a)(4)(i)(B)")
def test_under_a_point_do_and_dont_are_mirror_images_that_no_craps_or_eleven_touches() -> None:
    mirrored = {WIN: LOSE, LOSE: WIN, STANDS: STANDS}
    for point, total in product(POINTS, TOTALS):
        assert dont_pass_line(point, total) == mirrored[pass_line(point, total)]
        assert (pass_line(point, total) == STANDS) is (total not in (point, 7))


def test_every_decision_is_the_same_when_compiled() -> None:
    fair, made = compiled(pass_line), compiled(fire)
    dont, buttons = compiled(dont_pass_line), compiled(bonus)
    for point, total in product(UNDER, TOTALS):
        assert fair(point, total) == pass_line(point, total)
        assert dont(point, total) == dont_pass_line(point, total)
        assert compiled(next_point)(point, total) == next_point(point, total)
        for points in (0, 0b1110000, 0b11101110000):
            assert made(points, point, total) == fire(points, point, total)
            assert compiled(fire_points)(points, point, total) == fire_points(points, point, total)
        for needed in (ALL_SMALL, ALL_TALL, ALL_OR_NOTHING_AT_ALL):
            assert buttons(needed, needed & ~(1 << 4), total) == bonus(needed, needed & ~(1 << 4), total)
    for dice in product(range(1, 7), repeat=2):
        assert compiled(hardway)(8, *dice) == hardway(8, *dice)
        assert compiled(hop)(2, 6, *dice) == hop(2, 6, *dice)
        assert compiled(one_roll)(ALL_TALL, sum(dice)) == one_roll(ALL_TALL, sum(dice))
        assert compiled(place_to_win)(6, sum(dice)) == place_to_win(6, sum(dice))
        assert compiled(place_to_lose)(6, sum(dice)) == place_to_lose(6, sum(dice))
        assert compiled(marked)(0, sum(dice)) == marked(0, sum(dice))
    assert compiled(unique_points)(0b11101110000) == 6
    assert compiled(is_loser_seven)(4, 7)
