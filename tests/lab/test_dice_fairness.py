"""The test of dice: against tables, against brute force, against Wolf's famous die, and against simulation."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from math import isclose

import pytest

from houseway.lab.dice_fairness import (
    EXACT_UP_TO,
    assess,
    assess_set,
    chi_square,
    chi_square_tail,
    count_faces,
    critical_value,
    detectable_bias,
    exact_p_value,
    needed_noncentrality,
    power_of,
)

# Rudolf Wolf's white die, thrown 20,000 times before 1890; Jaynes gives its statistic as 271.
WOLF = (3246, 3449, 2897, 2841, 3635, 3932)


@pytest.mark.parametrize(
    ("freedom", "level", "critical"),
    [
        (1, 0.05, 3.8415),
        (2, 0.01, 9.2103),
        (4, 0.05, 9.4877),
        (5, 0.05, 11.0705),
        (5, 0.01, 15.0863),
        (5, 0.001, 20.5150),
        (10, 0.05, 18.3070),
    ],
)
def test_critical_values_are_those_of_the_printed_tables(freedom: int, level: float, critical: float) -> None:
    assert isclose(critical_value(level, freedom), critical, abs_tol=5e-5)
    assert isclose(chi_square_tail(critical, freedom), level, rel_tol=2e-4)


@pytest.mark.parametrize(("level", "power", "needed"), [(0.05, 0.8, 12.83), (0.05, 0.9, 16.47)])
def test_needed_noncentrality_is_that_of_the_printed_tables(
    level: float, power: float, needed: float
) -> None:
    assert isclose(needed_noncentrality(level, power), needed, abs_tol=0.005)


def test_the_statistic_is_exact() -> None:
    assert chi_square((10, 10, 10, 10, 10, 10)) == 0
    assert chi_square((2, 0, 0, 0, 0, 0)) == 10
    assert chi_square((3, 2, 0, 0, 0, 2)) == Fraction(53, 7)


def test_the_exact_p_value_agrees_with_throwing_every_throw() -> None:
    throws = 5
    ways: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=throws):
        ways[sum(count * count for count in count_faces(faces))] += 1
    for faces in ((1, 1, 1, 1, 1), (1, 1, 2, 2, 3), (1, 2, 3, 4, 5), (6, 6, 6, 1, 1)):
        counts = count_faces(faces)
        observed = sum(count * count for count in counts)
        rarer = sum(number for evenness, number in ways.items() if evenness >= observed)
        assert exact_p_value(counts) == Fraction(rarer, 6**throws)


def test_the_approximation_takes_over_where_it_is_good() -> None:
    counts = (20, 8, 8, 8, 8, 8)
    assert sum(counts) == EXACT_UP_TO
    exact = assess(counts)
    assert exact.exact
    assert isclose(exact.p_value, chi_square_tail(float(chi_square(counts)), 5), abs_tol=0.001)
    assert not assess((21, 8, 8, 8, 8, 8)).exact


def test_wolfs_die_is_found_out() -> None:
    wolf = assess(WOLF)
    assert isclose(float(wolf.statistic), 270.96, abs_tol=0.01)
    assert wolf.suspicious
    assert wolf.p_value < 1e-50


def test_a_fair_die_is_left_in_peace_about_as_often_as_the_level_says() -> None:
    chance = random.Random(603)
    suspected = 0
    for _ in range(2000):
        counts = count_faces(chance.choices(range(1, 7), k=300))
        suspected += assess(counts).suspicious
    # Twenty are expected; more than 35 or fewer than 8 come in less than one run of a thousand.
    assert 8 <= suspected <= 35


def test_a_die_with_the_stated_bias_is_found_with_the_stated_power() -> None:
    throws = 1500
    bias = detectable_bias(throws)
    assert bias is not None
    chances = [1 / 6 + bias, *[(5 / 6 - bias) / 5] * 5]
    chance = random.Random(13)
    found = sum(
        assess(count_faces(chance.choices(range(1, 7), chances, k=throws))).suspicious for _ in range(1000)
    )
    assert 0.87 <= found / 1000 <= 0.93


def test_power_rises_with_the_number_of_throws_and_falls_with_the_level() -> None:
    small, large = detectable_bias(600), detectable_bias(60_000)
    assert small is not None
    assert large is not None
    assert isclose(small / large, 10)
    strict = detectable_bias(600, level=0.001)
    assert strict is not None
    assert strict > small
    assert power_of(0, critical_value(0.01)) == pytest.approx(0.01)


def test_too_few_throws_find_nothing_and_say_so() -> None:
    few = assess((4, 0, 0, 0, 0, 0))
    assert few.detectable is None
    assert few.p_value == pytest.approx(6 / 6**4)
    assert "no bias at all" in str(few)


def test_the_statement_names_throws_level_power_and_bias() -> None:
    said = str(assess((170, 165, 165, 160, 170, 170)))
    assert said.startswith("1000 throws: p = ")
    assert "at the 1% level" in said
    assert "22.2% of the time instead of 16.7%" in said
    assert "90%" in said


def test_a_set_is_looked_at_die_by_die_and_together() -> None:
    fair = [1, 2, 3, 4, 5, 6] * 50
    loaded = [6, 6, 6, 6, 5, 1] * 50
    assessed = assess_set(list(zip(fair, loaded, strict=True)))
    assert not assessed.dice[0].suspicious
    assert assessed.dice[1].suspicious
    assert assessed.together.counts == (100, 50, 50, 50, 100, 250)
    assert assessed.suspicious
    assert not assess_set(list(zip(fair, fair, strict=True))).suspicious


@pytest.mark.parametrize("counts", [(0, 0, 0, 0, 0, 0), (1, 2, 3), (1, 1, 1, 1, 1, -1)])
def test_counts_that_are_none_are_refused(counts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="faces of a die"):
        assess(counts)


def test_bad_questions_are_refused() -> None:
    with pytest.raises(ValueError, match="no die shows 7"):
        count_faces([1, 7])
    with pytest.raises(ValueError, match="same number of dice"):
        assess_set([(1, 2), (3,)])
    with pytest.raises(ValueError, match="level"):
        assess((1, 1, 1, 1, 1, 1), level=0.5, power=0.4)
