"""Low hands: the orders of 637a.6, 637a.20 and 637a.21, and how many hands there are of each kind."""

from collections.abc import Callable
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from houseway.equipment.cards import cards
from houseway.lab.compiling import compiled
from houseway.table.low_hands import (
    NO_LOW,
    ace_to_five,
    ace_to_five_in_words,
    badugi,
    badugi_cards,
    badugi_deuce_low_in_words,
    badugi_in_words,
    badugi_of_five_ace_low,
    badugi_of_five_deuce_low,
    deuce_to_seven,
    deuce_to_seven_in_words,
    eight_or_better,
)
from houseway.table.poker_hands import five_card


def of(ranking: Callable[..., int], hand: str) -> int:
    """The value of a hand, which is the same however its cards lie and whichever suits are whose."""
    dealt = cards(hand.split())
    (value,) = {ranking(*order) for order in permutations(dealt)}
    renamed = [card - card % 4 + (card + 1) % 4 for card in dealt]
    assert ranking(*renamed) == value
    return value


def ordered(ranking: Callable[..., int], best_to_worst: tuple[str, ...]) -> bool:
    values = [of(ranking, hand) for hand in best_to_worst]
    return values == sorted(set(values), reverse=True)


@pytest.mark.clause("637a.6(c)#2", "637a.6(c)#3", "637a.6(d)#1", "637a.6(d)#2", "637a.20(k)(1)")
@pytest.mark.clause("637a.20(k)(3)(i)", "637a.20(k)(3)(ii)", "637a.20(k)(3)(iii)")
def test_deuce_to_seven_reads_the_list_of_high_hands_from_its_end_with_the_ace_high_alone() -> None:
    assert ordered(
        deuce_to_seven,
        (
            "7c 5d 4h 3s 2c",
            "7c 6d 4h 3s 2c",
            "7c 6d 5h 3s 2c",
            "7c 6d 5h 4s 2c",
            "8c 5d 4h 3s 2c",
            "Kc Qd Jh Ts 8c",
            # No straight: the ace is high (C-79), and worse than any king.
            "Ac 5d 4h 3s 2c",
            "Ac Kd Qh Js 9c",
            "2c 2d 5h 4s 3c",
            "Ac Ad Kh Qs Jc",
            "3c 3d 2h 2s 4c",
            "2c 2d 2h 4s 3c",
            "6c 5d 4h 3s 2c",
            "Ac Kd Qh Js Tc",
            "7c 5c 4c 3c 2c",
            "Ac 5c 4c 3c 2c",
            "2c 2d 2h 3s 3c",
            "2c 2d 2h 2s 3c",
            "6c 5c 4c 3c 2c",
            "Ac Kc Qc Jc Tc",
        ),
    )


@pytest.mark.clause("637a.6(c)#1", "637a.6(c)#3", "637a.6(d)#1", "637a.6(d)#2", "637a.20(k)(1)")
@pytest.mark.clause("637a.20(k)(4)(i)", "637a.20(k)(4)(ii)", "637a.20(k)(4)(iii)")
def test_ace_to_five_has_the_ace_low_and_knows_neither_straights_nor_flushes() -> None:
    assert of(ace_to_five, "5c 4c 3c 2c Ac") == of(ace_to_five, "5c 4d 3h 2s Ac")
    assert ordered(
        ace_to_five,
        (
            "5c 4c 3c 2c Ac",
            "6c 4d 3h 2s Ac",
            "6c 5d 3h 2s Ac",
            "6c 5c 4c 3c 2c",
            "7c 4d 3h 2s Ac",
            "Kc 4d 3h 2s Ac",
            "Kc Qd Jh Ts 9c",
            "Ac Ad 4h 3s 2c",
            "Ac Ad Kh Qs Jc",
            "2c 2d 4h 3s Ac",
            "2c 2d Ah As 3c",
            "Ac Ad Ah 3s 2c",
            "Ac Ad Ah 2s 2c",
            "Ac Ad Ah As 2c",
            "Kc Kd Kh Ks Qc",
        ),
    )


@pytest.mark.clause("637a.19(l)(1)#1")
def test_a_low_qualifies_with_five_unpaired_cards_none_above_eight() -> None:
    for low in ("8c 7d 6h 5s 4c", "5c 4c 3c 2c Ac", "8c 4d 3h 2s Ac"):
        assert of(eight_or_better, low) == of(ace_to_five, low) > NO_LOW
    for none in ("9c 4d 3h 2s Ac", "Ac Ad 4h 3s 2c", "8c 8d 3h 2s Ac", "Kc 4d 3h 2s Ac"):
        assert of(eight_or_better, none) == NO_LOW


@pytest.mark.clause("637a.19(l)(2)#4")
def test_one_ace_is_high_in_the_high_hand_and_low_in_the_low_hand() -> None:
    assert of(five_card, "Ac 8d 4h 3s 2c") > of(five_card, "Kc 8d 4h 3s 2c")
    assert of(eight_or_better, "8d 4h 3s 2c Ac") > of(eight_or_better, "8d 5c 4h 3s 2c")


@pytest.mark.clause("637a.6(c)#3", "637a.21(k)(1)#2", "637a.21(k)(1)#3")
@pytest.mark.clause("637a.21(k)(2)", "637a.21(k)(3)", "637a.21(k)(4)")
def test_badugis_of_more_cards_come_first_and_then_the_lower_from_the_worst_card_down() -> None:
    best_to_worst = (
        "Ac 2d 3h 4s",
        "Ac 2d 3h 5s",
        "Ac 3d 4h 5s",
        "2c 3d 4h 5s",
        "Ac 2d 3h 6s",
        "Tc Jd Qh Ks",
        "Ac 2d 3h 4h",
        "Ac 2d 4h 5h",
        "Jc Qd Kh Kc",
        "Ac 2d 5d 6d",
        "2c Ad Kd Qd",
        "2c 3d Kd Qd",
        "Qc Kc Qd Kd",
        "Ac 9c Jc Kc",
        "2c 2d 2h 2s",
        "Kc Kd Kh Ks",
    )
    held = [badugi_cards(of(badugi, hand)) for hand in best_to_worst]
    assert held == [4] * 6 + [3] * 3 + [2] * 4 + [1] * 3
    # An ace and a two are the lowest two cards, whichever others lie beside them.
    values = [of(badugi, hand) for hand in best_to_worst]
    assert values[9] == values[10]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values) - 1


@pytest.mark.clause("637a.21(k)(1)#2", "637a.21(k)(2)")
def test_four_suits_with_a_pair_are_a_badugi_of_three_cards() -> None:
    assert of(badugi, "Ac Ad 2h 3s") == of(badugi, "Ac 2h 3s Ks") == of(badugi, "Ac 2h 3s Kc")


@pytest.mark.clause("637a.21(k)(2)", "637a.21(k)(3)")
def test_of_several_badugis_in_a_hand_the_best_counts() -> None:
    # Either of the clubs may stand; the lower is better.
    assert badugi_in_words(of(badugi, "2c 7c 5h 9s")) == "three-card badugi, nine-five-two"
    # Leaving out the lower heart would bring the two in, but the pair of fives costs a card.
    assert badugi_in_words(of(badugi, "5h 5c 2h 8s")) == "three-card badugi, eight-five-two"
    assert badugi_in_words(of(badugi, "5h 5c Kh 5s")) == "two-card badugi, king-five"


@pytest.mark.clause("637a.20(l)(1)(i)#2", "637a.20(l)(1)(i)#3")
def test_badeucey_takes_the_best_badugi_of_five_cards_with_the_ace_high() -> None:
    assert ordered(
        badugi_of_five_deuce_low,
        (
            "2c 3d 4h 5s 7c",
            "2c 3d 4h 6s 7c",
            "Kc 3d 4h 6s Ac",
            "Ac 2d 3h 4s Ks",
            "2c 3d 4h 7h 7c",
            "Ac 2d 3d Kd Kc",
            "2c 5c 4c 3c 7c",
            "Tc Kc Jc Qc Ac",
        ),
    )
    assert of(badugi_of_five_deuce_low, "2c 3d 4h 5s 7c") == of(badugi_of_five_deuce_low, "2c 3d 4h 5s 5c")
    assert badugi_deuce_low_in_words(of(badugi_of_five_deuce_low, "Ac 2d 3h 4s 4c")) == (
        "four-card badugi, ace-four-three-two"
    )


@pytest.mark.clause("637a.20(l)(2)(i)#2", "637a.20(l)(2)(i)#3")
def test_badacey_takes_the_best_badugi_of_five_cards_with_the_ace_low() -> None:
    assert ordered(
        badugi_of_five_ace_low,
        (
            "Ac 2d 3h 4s 7c",
            "2c 3d 4h 5s Kc",
            "Tc Jd Qh Ks Kc",
            "Ac 2d 3h 4h 5h",
            "Ac 2d 3d Kd Kc",
            "Ac 9c Tc Jc Qc",
            "9c Tc Jc Qc Kc",
        ),
    )
    for hand in ("Ac 2d 3h 4s 7c", "2c 7c 5h 9s 9d", "2c 7c 5c 9c 9d"):
        of_five = of(badugi_of_five_ace_low, hand)
        assert of_five == max(of(badugi, " ".join(four)) for four in combinations(hand.split(), 4))


@pytest.mark.parametrize(
    ("told", "hand"),
    [
        ("seven-five low", "7c 5d 4h 3s 2c"),
        ("ace-five low", "Ac 5d 4h 3s 2c"),
        ("pair of twos", "2c 2d 4h 3s 5c"),
        ("straight, six high", "2c 6d 4h 3s 5c"),
        ("straight flush, ace high", "Ac Kc Qc Jc Tc"),
        ("flush, seven high", "7c 5c 4c 3c 2c"),
        ("full house, aces over kings", "Ac Ad Ah Ks Kc"),
    ],
)
def test_deuce_to_seven_is_told_in_words(told: str, hand: str) -> None:
    assert deuce_to_seven_in_words(of(deuce_to_seven, hand)) == told


@pytest.mark.parametrize(
    ("told", "hand"),
    [
        ("five-four low", "Ac 5d 4h 3s 2c"),
        ("king-queen low", "Kc Qd Jh Ts 9c"),
        ("pair of aces", "Ac Ad 4h 3s 5c"),
        ("two pair, twos and aces", "Ac Ad 2h 2s 5c"),
        ("full house, aces over kings", "Ac Ad Ah Ks Kc"),
    ],
)
def test_ace_to_five_is_told_in_words(told: str, hand: str) -> None:
    assert ace_to_five_in_words(of(ace_to_five, hand)) == told


def test_a_low_that_does_not_qualify_is_none() -> None:
    assert ace_to_five_in_words(of(eight_or_better, "Kc Qd Jh Ts 9c")) == "no low"
    assert badugi_in_words(of(badugi, "Kc Ks Kh Kd")) == "one-card badugi, king"
    assert badugi_in_words(of(badugi, "Ac 2s 3h 4d")) == "four-card badugi, four-three-two-ace"


# How many hands there are.


def _count_badugis(counts: NDArray[np.int64]) -> None:
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    counts[badugi_cards(badugi(a, b, c, d))] += 1


def test_all_four_card_hands_fall_into_the_known_numbers_of_badugis() -> None:
    counts = np.zeros(5, np.int64)
    compiled(_count_badugis)(counts)
    none, one, two, three, four = counts.tolist()
    assert (four, three, two, one, none) == (17_160, 154_440, 96_252, 2_873, 0)
    # Four suits and four ranks; one suit, or one rank.
    assert four == 13 * 12 * 11 * 10
    assert one == 4 * comb(13, 4) + 13
    assert sum(counts.tolist()) == comb(52, 4)


def _count_lows(sevens: int, wheels: int, qualifying: NDArray[np.int64]) -> tuple[int, int]:
    found_sevens = found_wheels = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        found_sevens += deuce_to_seven(a, b, c, d, e) >= sevens
                        found_wheels += ace_to_five(a, b, c, d, e) == wheels
                        qualifying[0] += eight_or_better(a, b, c, d, e) != NO_LOW
    return found_sevens, found_wheels


def test_all_five_card_hands_hold_the_known_numbers_of_lows() -> None:
    qualifying = np.zeros(1, np.int64)
    worst_seven, wheel = of(deuce_to_seven, "7c 6d 5h 4s 2c"), of(ace_to_five, "5c 4c 3c 2c Ac")
    sevens, wheels = compiled(_count_lows)(worst_seven, wheel, qualifying)
    # Sets of ranks below a seven that are no straight, in suits that are no flush; and a wheel in any suits.
    assert sevens == 4 * (4**5 - 4) == 4_080
    assert wheels == 4**5 == 1_024
    assert qualifying[0] == comb(8, 5) * 4**5
