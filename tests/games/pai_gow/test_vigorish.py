"""Vigorish (621a.8(k)): five percent of what is won, to the cent or up to the next quarter."""

from fractions import Fraction

import pytest

from houseway.games.pai_gow.vigorish import RATE, VigorishRounding, collected, is_collectable, vigorish

EXACT, QUARTER_UP = VigorishRounding


@pytest.mark.clause("621a.8(k)#2")
@pytest.mark.parametrize(("won", "due"), [(500, 25), (700, 35), (10_000, 500), (100, 5), (0, 0)])
def test_five_percent_of_what_is_won(won: int, due: int) -> None:
    assert vigorish(won, EXACT) == due == won * RATE
    assert collected(won, EXACT, 1) == due
    assert is_collectable(won, EXACT, 1)


@pytest.mark.clause("621a.8(k)#2", "621a.8(k)#3")
@pytest.mark.parametrize(
    ("won", "due"),
    [(500, 25), (700, 50), (10_000, 500), (501, 50), (1_000, 50), (1_001, 75), (1, 25), (0, 0)],
)
def test_rounded_up_to_the_next_quarter_but_not_past_one(won: int, due: int) -> None:
    assert vigorish(won, QUARTER_UP) == due
    assert collected(won, QUARTER_UP, 25) == due
    assert is_collectable(won, QUARTER_UP, 25)


@pytest.mark.clause("621a.8(k)#2", "621a.8(k)#3")
def test_chips_must_be_able_to_make_it() -> None:
    assert is_collectable(1_000, EXACT, 25)
    assert not is_collectable(700, EXACT, 25)
    assert not is_collectable(10, EXACT, 1)
    assert is_collectable(10_000, QUARTER_UP, 100)
    assert not is_collectable(700, QUARTER_UP, 100)


@pytest.mark.clause("621a.8(k)#2", "621a.8(k)#3")
def test_what_is_less_than_a_chip_is_not_taken() -> None:
    assert vigorish(30, EXACT) == Fraction(3, 2)
    assert collected(30, EXACT, 1) == 1
    assert collected(700, EXACT, 25) == 25
    assert collected(700, QUARTER_UP, 100) == 0
    assert collected(3_000, QUARTER_UP, 100) == 100
