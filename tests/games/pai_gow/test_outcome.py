"""How wagers come out (621a.8(f)-(i)), copies and zeros among them."""

import pytest

from houseway.games.pai_gow.house_way import Setting
from houseway.games.pai_gow.outcome import EVEN_MONEY, Standing, compare, copies, decide, standing
from houseway.money import to
from houseway.table.events import Result


def setting(written: str) -> Setting:
    """Two hands, the high hand first, for instance "6-6 6-6 / 1-2 4-4"."""
    (a, b), (c, d) = (hand.split() for hand in written.split(" / "))
    return Setting(high=(a, b), low=(c, d))


# Twos over a six with the 4-6 high.
HOUSE = "1-1 1-1 / 4-6 1-5"


def comes_out(player: str, house: str, result: Result, clause: str) -> None:
    verdict = compare(setting(player), setting(house))
    assert (verdict.result, verdict.clause.id) == (result, clause)
    assert (verdict.line is EVEN_MONEY) == (result is Result.WIN)


@pytest.mark.clause("621a.8(f)#2", "621a.8(i)")
def test_both_hands_higher_win_even_money() -> None:
    comes_out("6-6 6-6 / 1-6 5-5", HOUSE, Result.WIN, "621a.8(i)")
    # The same value with a higher tile is enough.
    comes_out("6-6 6-6 / 3-3 5-5", HOUSE, Result.WIN, "621a.8(i)")


@pytest.mark.clause("621a.8(k)#1")
def test_a_win_is_paid_even_money() -> None:
    assert EVEN_MONEY.odds == to(1)
    assert decide(Standing(high=True, low=True)).line == EVEN_MONEY


@pytest.mark.clause("621a.8(f)#2", "621a.8(h)", "621a.8(h)(1)#1")
@pytest.mark.parametrize("low", ["2-2 5-6", "4-6 2-4", "4-6 1-5"])
def test_a_higher_high_hand_alone_ties(low: str) -> None:
    """With a lower low hand, with a copy of another six, and with the very same tiles."""
    comes_out(f"6-6 6-6 / {low}", HOUSE, Result.PUSH, "621a.8(h)(1)#1")


@pytest.mark.clause("621a.8(h)", "621a.8(h)(1)#2")
def test_a_higher_high_hand_over_zero_ties() -> None:
    comes_out("6-6 6-6 / 5-5 4-6", HOUSE, Result.PUSH, "621a.8(h)(1)#2")
    # Even against another zero.
    comes_out("6-6 6-6 / 5-5 4-6", "1-1 1-1 / 1-3 1-5", Result.PUSH, "621a.8(h)(1)#2")


@pytest.mark.clause("621a.8(f)#2", "621a.8(h)", "621a.8(h)(2)")
@pytest.mark.parametrize("high", ["4-4 4-4", "1-1 1-1"])
def test_a_higher_low_hand_alone_ties(high: str) -> None:
    """With a lower high hand and with a copy."""
    comes_out(f"{high} / 1-6 5-5", HOUSE, Result.PUSH, "621a.8(h)(2)")


@pytest.mark.clause("621a.8(g)#1")
@pytest.mark.parametrize(
    "player", ["4-4 4-4 / 2-2 5-6", "1-1 1-1 / 2-2 5-6", "4-4 4-4 / 4-6 2-4", "1-1 1-1 / 4-6 1-5"]
)
def test_neither_hand_higher_loses(player: str) -> None:
    """Both lower, either a copy, both copies."""
    comes_out(player, HOUSE, Result.LOSE, "621a.8(g)#1")


@pytest.mark.clause("621a.8(g)#2")
def test_a_low_hand_worth_zero_never_beats_anything() -> None:
    comes_out("4-4 4-4 / 5-5 4-6", HOUSE, Result.LOSE, "621a.8(g)#2")
    comes_out("4-4 4-4 / 5-5 4-6", "1-1 1-1 / 1-3 1-5", Result.LOSE, "621a.8(g)#2")


@pytest.mark.clause("621a.8(h)(1)#2", "621a.8(i)")
def test_a_gong_in_the_low_hand_is_no_zero() -> None:
    """Its spots end in zero, but a pair has no value (reading B-PG-03)."""
    comes_out("6-6 6-6 / 1-1 4-4", "4-4 4-5 / 5-5 1-6", Result.WIN, "621a.8(i)")
    comes_out("6-6 6-6 / 1-1 4-4", "3-3 3-3 / 1-1 2-6", Result.PUSH, "621a.8(h)(1)#1")


@pytest.mark.clause("621a.8(f)#2")
def test_high_is_compared_with_high_and_low_with_low() -> None:
    assert standing(setting("6-6 1-6 / 5-5 4-6"), setting("6-6 1-4 / 5-5 1-4")) == Standing(
        high=True, low=False, low_is_zero=True
    )
    assert standing(setting("6-6 1-4 / 5-5 1-5"), setting("6-6 1-6 / 5-5 1-4")) == Standing(
        high=False, low=True, low_is_zero=False
    )


@pytest.mark.clause("621a.3(d)", "621a.3(i)")
def test_copies_are_named() -> None:
    assert copies(setting("6-6 4-5 / 1-6 5-5"), setting("6-6 3-6 / 2-5 5-5")) == ("high", "low")
    assert copies(setting("6-6 4-5 / 1-6 5-5"), setting("1-1 3-6 / 2-5 5-5")) == ("low",)
    assert copies(setting("6-6 4-5 / 1-3 1-5"), setting("6-6 3-6 / 1-3 1-5")) == ("high",)
    assert copies(setting("6-6 4-5 / 1-6 5-5"), setting("1-1 3-6 / 2-5 4-6")) == ()
