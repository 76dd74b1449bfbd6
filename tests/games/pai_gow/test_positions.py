"""Where the deal starts and how it goes round (621a.6(b)-(d), 621a.9(j))."""

from collections import Counter
from itertools import product

import pytest

from houseway.games.pai_gow.positions import DEAD_HAND, DEALER, PLACES, SEATS, in_turn, order, start, total_of


@pytest.mark.clause("621a.6(c)#1", "621a.6(c)#2")
def test_the_count_goes_from_the_dealer_over_six_positions_to_the_dead_hand() -> None:
    assert [start(number) for number in range(1, 9)] == [DEALER, 1, 2, 3, 4, 5, 6, DEAD_HAND]
    assert list(SEATS) == [1, 2, 3, 4, 5, 6]
    assert PLACES == 8


@pytest.mark.clause("621a.6(b)#2", "621a.6(c)(1)")
def test_first_example_of_the_chapter_nine_is_the_dealer() -> None:
    assert start(9) == DEALER


@pytest.mark.clause("621a.6(b)#2", "621a.6(c)(2)")
def test_second_example_of_the_chapter_fifteen_is_the_sixth_position() -> None:
    assert start(15) == 6


@pytest.mark.clause("621a.6(a)(2)#4", "621a.6(c)#2", "621a.9(i)#6")
def test_three_dice_do_not_start_everywhere_alike() -> None:
    starts = Counter(start(total_of(dice)) for dice in product(range(1, 7), repeat=3))
    assert [starts[place] for place in range(PLACES)] == [28, 28, 28, 28, 27, 25, 25, 27]
    assert total_of((1, 1, 1)) == 3
    assert total_of((6, 6, 6)) == 18


@pytest.mark.clause("621a.9(j)")
def test_a_bank_is_number_one_of_its_round() -> None:
    assert start(1, counted_from=4) == start(9, counted_from=4) == 4
    assert start(2, counted_from=4) == 5
    assert start(4, counted_from=4) == DEAD_HAND
    assert start(5, counted_from=4) == DEALER
    assert start(18, counted_from=6) == DEAD_HAND
    assert start(11, counted_from=6) == DEALER


@pytest.mark.clause("621a.6(d)#2", "621a.9(k)#2")
def test_all_eight_places_are_served_counterclockwise_from_the_start() -> None:
    assert order(DEALER) == (0, 1, 2, 3, 4, 5, 6, 7)
    assert order(6) == (6, 7, 0, 1, 2, 3, 4, 5)
    assert order(DEAD_HAND) == (7, 0, 1, 2, 3, 4, 5, 6)


@pytest.mark.clause("621a.8(f)#1", "621a.9(o)#1", "621a.9(r)#1")
def test_hands_are_revealed_from_the_dealers_far_right() -> None:
    assert in_turn({6, 1, 3}) == (1, 3, 6)
    assert in_turn(()) == ()


@pytest.mark.clause("621a.9(c)#2")
def test_an_offer_goes_on_past_a_position_and_round_to_it() -> None:
    assert in_turn({1, 3, 6}, after=3) == (6, 1, 3)
    assert in_turn({1, 3, 6}, after=6) == (1, 3, 6)
    assert in_turn({1, 3, 6}, after=2) == (3, 6, 1)
