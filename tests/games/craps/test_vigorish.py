"""Vigorish: how much, on which wagers, when, and what goes back (623a.5(g)(3), 623a.5(i))."""

from fractions import Fraction

import pytest

from houseway.games.craps.vigorish import (
    MAXIMUM_RATE,
    TAKEN_BY,
    VIGORISH_WAGERS,
    Vigorish,
    When,
    due_on_placing,
    due_on_win,
    refund_on_reducing,
    vigorish,
)
from houseway.games.craps.wagers import CATALOGUE

FIVE_PERCENT = Fraction(5, 100)
PLACED = Vigorish(FIVE_PERCENT, When.PLACED)
WON = Vigorish(FIVE_PERCENT, When.WON)


@pytest.mark.clause("623a.5(g)(3)#1", "623a.5(g)(3)#2")
@pytest.mark.parametrize(
    ("amount", "chip", "charge"),
    [
        (4_000, 100, 200),  # Lay 40 against the 4, which wins 20: the cap is 2.00
        (2_500, 25, 125),  # Buy 25: 1.25
        (2_500, 100, 100),  # and 1.00 with dollar chips
        (1_999, 1, 99),
        (1_900, 100, 0),
        (10_000, 500, 500),
    ],
)
def test_the_charge_is_a_share_of_the_amount_wagered_never_above_the_cap(
    amount: int, chip: int, charge: int
) -> None:
    assert vigorish(amount, FIVE_PERCENT, chip) == charge
    assert due_on_placing(PLACED, "lay-4", 0, amount, chip) == charge
    assert due_on_win(WON, "buy-4", amount, chip) == charge
    assert charge <= FIVE_PERCENT * amount


def test_the_law_allows_five_percent_either_way() -> None:
    assert Fraction(5, 100) == MAXIMUM_RATE
    assert {when: clause.parameters["vigorish_max"] for when, clause in TAKEN_BY.items()} == {
        When.PLACED: "5%",
        When.WON: "5%",
    }


@pytest.mark.clause("623a.5(g)(3)#1", "623a.5(g)(3)#2")
def test_it_is_taken_once_when_the_submission_says() -> None:
    assert due_on_placing(PLACED, "buy-6", 0, 2_000, 100) == 100
    assert due_on_win(PLACED, "buy-6", 2_000, 100) == 0
    assert due_on_placing(WON, "buy-6", 0, 2_000, 100) == 0
    assert due_on_win(WON, "buy-6", 2_000, 100) == 100
    assert due_on_placing(None, "buy-6", 0, 2_000, 100) == 0
    assert due_on_win(None, "buy-6", 2_000, 100) == 0


@pytest.mark.clause("623a.5(i)")
def test_no_other_wager_bears_a_charge() -> None:
    charged = {
        name
        for name in CATALOGUE
        if due_on_placing(PLACED, name, 0, 10_000, 100) or due_on_win(WON, name, 10_000, 100)
    }
    assert charged == {f"{kind}-{number}" for kind in ("buy", "lay") for number in (4, 5, 6, 8, 9, 10)}
    assert charged == VIGORISH_WAGERS


@pytest.mark.clause("623a.5(g)(3)#1")
def test_a_raise_is_charged_on_what_the_wager_comes_to() -> None:
    # 15 alone bears nothing in dollar chips; raised to 35 it bears what a wager of 35 does.
    assert due_on_placing(PLACED, "buy-4", 0, 1_500, 100) == 0
    assert due_on_placing(PLACED, "buy-4", 1_500, 3_500, 100) == 100
    steps = [(0, 2_000), (2_000, 5_000), (5_000, 5_500)]
    taken = sum(due_on_placing(PLACED, "lay-9", before, after, 100) for before, after in steps)
    assert taken == vigorish(5_500, FIVE_PERCENT, 100)


@pytest.mark.clause("623a.5(g)(3)#1")
@pytest.mark.parametrize(
    ("before", "after", "back"),
    [(4_000, 0, 200), (4_000, 2_000, 100), (4_000, 3_000, 100), (2_500, 2_000, 0)],
)
def test_a_wager_taken_down_or_reduced_gets_back_what_it_no_longer_bears(
    before: int, after: int, back: int
) -> None:
    assert refund_on_reducing(PLACED, "lay-4", before, after, 100) == back
    kept = due_on_placing(PLACED, "lay-4", 0, before, 100) - back
    assert kept == vigorish(after, FIVE_PERCENT, 100)
    assert refund_on_reducing(WON, "lay-4", before, after, 100) == 0
    assert refund_on_reducing(PLACED, "place-to-lose-4", before, after, 100) == 0
