from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from houseway.equipment.cards import cards
from houseway.lab.compiling import compiled
from houseway.table.poker_hands import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    best_of_six,
    category,
    five_card,
    rank_at,
)


def value(hand: str) -> int:
    return five_card(*cards(hand.split()))


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        pytest.param("Ah Kh Qh Jh Th", ROYAL_FLUSH, marks=pytest.mark.clause("663a.6(b)(1)")),
        pytest.param("Td As Kd Qd Jd", STRAIGHT, marks=pytest.mark.clause("663a.6(b)(1)")),
        pytest.param("Kh Qh Jh Th 9h", STRAIGHT_FLUSH, marks=pytest.mark.clause("663a.6(b)(2)")),
        pytest.param("5c 2c Ac 4c 3c", STRAIGHT_FLUSH, marks=pytest.mark.clause("663a.6(b)(2)")),
        pytest.param("Ac Kc 2c 3c 4c", FLUSH, marks=pytest.mark.clause("663a.6(b)(2)")),
        pytest.param("9c 9d 2s 9h 9s", FOUR_OF_A_KIND, marks=pytest.mark.clause("663a.6(b)(3)")),
        pytest.param("2c 9d 2s 2h 9s", FULL_HOUSE, marks=pytest.mark.clause("663a.6(b)(4)")),
        pytest.param("9c 2d 9s 2h 9h", FULL_HOUSE, marks=pytest.mark.clause("663a.6(b)(4)")),
        pytest.param("2d 9d Td Kd 5d", FLUSH, marks=pytest.mark.clause("663a.6(b)(5)")),
        pytest.param("2d 9d Td Kd 5h", HIGH_CARD, marks=pytest.mark.clause("663a.6(b)(5)")),
        pytest.param("9c 8d 7s 6h 5h", STRAIGHT, marks=pytest.mark.clause("663a.6(b)(6)")),
        pytest.param("Ac Kd Qs Jh Th", STRAIGHT, marks=pytest.mark.clause("663a.6(b)(6)")),
        pytest.param("Ac 2d 3s 4h 5h", STRAIGHT, marks=pytest.mark.clause("663a.6(b)(6)")),
        pytest.param("Qc Kd As 2h 3h", HIGH_CARD, marks=pytest.mark.clause("663a.6(b)(6)")),
        pytest.param("Ac Kd 4s 3h 2h", HIGH_CARD, marks=pytest.mark.clause("663a.6(b)(6)")),
        pytest.param("2c 2d 2s 6h 5h", THREE_OF_A_KIND, marks=pytest.mark.clause("663a.6(b)(7)")),
        pytest.param("Kc 2d 2s 2h 5h", THREE_OF_A_KIND, marks=pytest.mark.clause("663a.6(b)(7)")),
        pytest.param("Kc 2d 2s Kh 5h", TWO_PAIR, marks=pytest.mark.clause("663a.6(b)(8)")),
        pytest.param("Kc Ad 2s 2h 5h", PAIR, marks=pytest.mark.clause("663a.6(b)(9)")),
    ],
)
def test_five_cards_are_what_the_list_of_hands_calls_them(hand: str, found: int) -> None:
    dealt = cards(hand.split())
    assert {category(five_card(*order)) for order in permutations(dealt)} == {found}


@pytest.mark.clause("663a.6(b)(1)", "663a.6(b)(2)", "663a.6(b)(3)", "663a.6(b)(4)", "663a.6(b)(5)")
@pytest.mark.clause("663a.6(b)(6)", "663a.6(b)(7)", "663a.6(b)(8)", "663a.6(b)(9)")
@pytest.mark.clause("common:poker/high-cards", "common:poker/high-hands", "637a.6(c)#3")
def test_hands_rank_in_the_order_of_the_list() -> None:
    best_to_worst = (
        "As Ks Qs Js Ts",
        "2c 3c 4c 5c 6c",
        "2c 2d 2h 2s 3c",
        "2c 2d 2h 3s 3c",
        "2c 3c 4c 5c 7c",
        "Ac 2d 3c 4c 5c",
        "2c 2d 2h 3s 4c",
        "2c 2d 3h 3s 4c",
        "2c 2d 3h 4s 5c",
        "Ac Kd Qh Js 9c",
    )
    values = [value(hand) for hand in best_to_worst]
    assert values == sorted(values, reverse=True)
    assert values[5] < value("2c 3d 4c 5c 6c")
    assert value("Ac Kd Qh Js 9c") == value("Ad Kh Qs Jc 9d")
    assert [category(v) for v in values] == list(range(ROYAL_FLUSH, HIGH_CARD - 1, -1))


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("6c 5d 4c 3c 2c", "5c 4d 3c 2c Ac"),
        ("6c 5c 4c 3c 2c", "5d 4d 3d 2d Ad"),
        ("Ac Kd Qc Jc Tc", "Kc Qd Jc Tc 9c"),
        ("3h 3s 2c 2d Ac", "3c 3d 2h 2s 4c"),
        ("3c 3d 4h 5s 6c", "2c 2d Ah Ks Qc"),
        ("3c 3d 3h 2s 2c", "2h 2d 2s Ac Ad"),
        ("9c 9d 9h 9s 2c", "8c 8d 8h 8s Ac"),
        ("Kc Jc 9c 7c 3c", "Kd Jd 9d 7d 2d"),
        ("9c 8d 6h 4s 2c", "9h 8s 6c 3d 2h"),
    ],
)
def test_equal_hands_are_told_apart_by_their_matching_cards_then_by_the_rest(higher: str, lower: str) -> None:
    assert value(higher) > value(lower)
    assert category(value(higher)) == category(value(lower))


@pytest.mark.clause("663a.6(b)(9)")
def test_suits_never_count_and_a_pair_can_be_read_from_the_value() -> None:
    assert value("7c 7d Ah Ks Qc") == value("7h 7s Ac Kd Qh")
    assert rank_at(value("7c 7d Ah Ks Qc"), 0) == 5
    assert rank_at(value("7c 7d Ah Ks Qc"), 2) == 12


@pytest.mark.parametrize(
    ("six", "found"),
    [
        pytest.param("As Ks Qs Js Ts 9s", ROYAL_FLUSH, marks=pytest.mark.clause("36.05.14.06F(1)")),
        pytest.param("As 9s Ks Td Js Qs", FLUSH, marks=pytest.mark.clause("36.05.14.06F(1)")),
        pytest.param("Ad 5d 3d 4d 2d 6h", STRAIGHT_FLUSH, marks=pytest.mark.clause("36.05.14.06F(2)")),
        pytest.param("9d 9c 9h 3d 9s 3c", FOUR_OF_A_KIND, marks=pytest.mark.clause("36.05.14.06F(3)")),
        pytest.param("9d 9c 9h 3d 3s 3c", FULL_HOUSE, marks=pytest.mark.clause("36.05.14.06F(4)")),
        pytest.param("9d 2d Kd 3d 7d 9c", FLUSH, marks=pytest.mark.clause("36.05.14.06F(5)")),
        pytest.param("Ad 2c 4d 3d 5c 5d", STRAIGHT, marks=pytest.mark.clause("36.05.14.06F(6)")),
        pytest.param("Qd Kc Ad 2d 3c 4d", HIGH_CARD, marks=pytest.mark.clause("36.05.14.06F(6)")),
        pytest.param("9d 9c 9h Kd 7s 2c", THREE_OF_A_KIND, marks=pytest.mark.clause("36.05.14.06F(7)")),
    ],
)
def test_the_best_five_of_six_cards_decide(six: str, found: int) -> None:
    dealt = cards(six.split())
    assert category(best_of_six(*dealt)) == found
    assert best_of_six(*dealt) == max(five_card(*five) for five in combinations(dealt, 5))


def _straights(suited: bool) -> int:
    ten_runs = 10
    return ten_runs * 4 if suited else ten_runs * (4**5 - 4)


# How many of the 2,598,960 hands there are of each kind, by the usual arithmetic of combinations.
KNOWN: dict[int, int] = {
    ROYAL_FLUSH: 4,
    STRAIGHT_FLUSH: _straights(suited=True) - 4,
    FOUR_OF_A_KIND: 13 * 48,
    FULL_HOUSE: 13 * comb(4, 3) * 12 * comb(4, 2),
    FLUSH: 4 * comb(13, 5) - _straights(suited=True),
    STRAIGHT: _straights(suited=False),
    THREE_OF_A_KIND: 13 * comb(4, 3) * comb(12, 2) * 4**2,
    TWO_PAIR: comb(13, 2) * comb(4, 2) ** 2 * 44,
    PAIR: 13 * comb(4, 2) * comb(12, 3) * 4**3,
}


def _count_categories(counts: NDArray[np.int64]) -> None:
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        counts[category(five_card(a, b, c, d, e))] += 1


def test_all_five_card_hands_fall_into_the_known_numbers() -> None:
    counts = np.zeros(10, np.int64)
    compiled(_count_categories)(counts)
    found = counts.tolist()
    assert sum(found) == comb(52, 5) == 2_598_960
    assert {hand: found[hand] for hand in KNOWN} == KNOWN
    assert found[HIGH_CARD] == comb(52, 5) - sum(KNOWN.values())
