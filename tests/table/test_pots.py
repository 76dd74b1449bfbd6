"""Pots in layers and equal shares, against a second count made chip by chip."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.table.pots import MOST_ODD, Pot, Stake, pots, shares, uncalled


def stakes(*told: tuple[int, int, bool]) -> tuple[Stake, ...]:
    return tuple(Stake(seat, cents, live) for seat, cents, live in told)


def pot(cents: int, *contenders: int) -> Pot:
    return Pot(cents, frozenset(contenders))


@pytest.mark.clause("637a.19(k)#1")
def test_all_stakes_alike_make_one_pot() -> None:
    held = stakes((1, 500, True), (2, 500, True), (3, 500, True))
    assert uncalled(held) is None
    assert pots(held) == (pot(1_500, 1, 2, 3),)


def test_an_all_in_makes_a_side_pot_for_the_others() -> None:
    assert pots(stakes((1, 200, True), (2, 500, True), (3, 500, True))) == (
        pot(600, 1, 2, 3),
        pot(600, 2, 3),
    )


def test_three_all_ins_make_three_pots_and_what_nobody_called_goes_back() -> None:
    held = stakes((1, 100, True), (2, 300, True), (3, 700, True), (4, 900, True))
    assert uncalled(held) == Stake(4, 200, True)
    assert pots(held) == (pot(400, 1, 2, 3, 4), pot(600, 2, 3, 4), pot(800, 3, 4))


def test_what_dead_hands_put_in_is_won_by_those_who_had_put_in_nothing_yet() -> None:
    assert pots(stakes((1, 200, False), (2, 400, False), (3, 0, True), (4, 0, True))) == (pot(600, 3, 4),)
    assert pots(stakes((1, 0, True), (2, 0, True))) == ()


def test_what_a_folded_hand_put_in_is_won_by_the_others() -> None:
    assert pots(stakes((1, 400, True), (2, 300, False), (3, 400, True))) == (pot(1_100, 1, 3),)


def test_a_folded_blind_larger_than_every_all_in_lies_in_the_last_pot() -> None:
    held = stakes((1, 50, True), (2, 100, False), (3, 80, True))
    assert uncalled(held) is None
    assert pots(held) == (pot(150, 1, 3), pot(80, 3))


def test_the_last_one_left_takes_what_was_called_and_his_own_rest_back() -> None:
    held = stakes((1, 600, True), (2, 200, False))
    assert uncalled(held) == Stake(1, 400, True)
    assert pots(held) == (pot(400, 1),)


def test_nobody_in_is_no_pot() -> None:
    assert uncalled(()) is None
    assert pots(()) == ()


def by_the_chip(held: Iterable[Stake]) -> tuple[int, list[tuple[int, frozenset[int]]]]:
    """What goes back, and the pots, counted one cent of each stake at a time from the bottom up."""
    left = {stake.seat: [stake.cents, stake.live] for stake in held}
    back = 0
    found: list[tuple[int, frozenset[int]]] = []
    while any(cents for cents, _ in left.values()):
        putting = [seat for seat, (cents, _) in left.items() if cents]
        contenders = frozenset(seat for seat in putting if left[seat][1])
        if len(putting) == 1 and contenders:
            back += 1
        elif found and (not contenders or found[-1][1] == contenders):
            found[-1] = (found[-1][0] + len(putting), found[-1][1])
        else:
            found.append((len(putting), contenders))
        for seat in putting:
            left[seat][0] -= 1
    return back, found


hands = st.lists(st.tuples(st.integers(0, 12), st.booleans()), min_size=1, max_size=9).map(
    lambda told: tuple(Stake(seat, cents, live) for seat, (cents, live) in enumerate(told, start=1))
)


@given(hands.filter(lambda held: any(stake.live and stake.cents for stake in held)))
def test_pots_are_what_a_count_by_the_chip_gives(held: tuple[Stake, ...]) -> None:
    back, found = by_the_chip(held)
    returned = uncalled(held)
    assert (returned.cents if returned else 0) == back
    assert [(pot.cents, pot.contenders) for pot in pots(held)] == found
    assert sum(pot.cents for pot in pots(held)) + back == sum(stake.cents for stake in held)


# Shares.


@pytest.mark.clause("637a.19(k)(2)(ii)#1", "637a.19(k)(2)(ii)#2")
def test_tied_hands_share_equally_and_the_odd_chip_goes_to_the_one_named() -> None:
    assert shares(1_000, (2, 5), 100, odd_to=2) == {2: 500, 5: 500}
    assert shares(1_100, (2, 5), 100, odd_to=5) == {2: 500, 5: 600}


@pytest.mark.clause("637a.21(k)(5)#2")
def test_chips_are_broken_until_a_dollar_at_most_is_odd() -> None:
    """Three tied players and dollar chips: two dollars over are broken once, into halves (C-91)."""
    assert shares(1_100, (1, 2, 3), 100, odd_to=1) == {1: 400, 2: 350, 3: 350}
    assert MOST_ODD == 100


@pytest.mark.clause("637a.19(k)(2)(i)#2", "637a.20(l)(1)(ii)")
def test_of_two_halves_the_odd_dollar_goes_to_the_side_that_is_named() -> None:
    high, low = 0, 1
    assert shares(2_500, (high, low), 100, odd_to=high) == {high: 1_300, low: 1_200}


@given(
    cents=st.integers(0, 100_000),
    winners=st.integers(1, 9),
    unit=st.sampled_from([1, 25, 50, 100, 500, 2_500]),
    data=st.data(),
)
def test_shares_come_to_the_pot_and_differ_by_a_dollar_at_most(
    cents: int, winners: int, unit: int, data: st.DataObject
) -> None:
    seats = tuple(range(1, winners + 1))
    odd_to = data.draw(st.sampled_from(seats))
    given_out = shares(cents, seats, unit, odd_to)
    assert sum(given_out.values()) == cents
    others = {given_out[seat] for seat in seats if seat != odd_to}
    assert len(others) <= 1, "all but one take the same"
    for share in others:
        assert 0 <= given_out[odd_to] - share <= 100


def test_the_odd_chip_goes_to_a_winner_and_each_is_named_once() -> None:
    with pytest.raises(ValueError, match="not among the winners"):
        shares(100, (1, 2), 100, odd_to=3)
    with pytest.raises(ValueError, match="named twice"):
        shares(100, (1, 1), 100, odd_to=1)
