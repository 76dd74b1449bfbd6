"""How three cards rank (36.05.14.06, 649a.6(e))."""

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.equipment.cards import cards
from houseway.games.three_card_poker.ranking import (
    DIAMONDS,
    FLUSH,
    HIGH_CARD,
    NO_SUIT,
    PAIR,
    SPADES,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    category,
    is_mini_royal,
    qualifies,
    super_royal_suit,
    three_card,
)
from houseway.table.poker_hands import ROYAL_FLUSH, best_of_six
from houseway.table.poker_hands import category as five_card_category

HANDS = st.lists(st.integers(0, 51), min_size=3, max_size=3, unique=True)


def value(codes: str) -> int:
    first, second, third = cards(codes.split())
    return three_card(first, second, third)


def six(codes: str) -> tuple[int, int, int, int, int, int]:
    a, b, c, d, e, f = cards(codes.split())
    return a, b, c, d, e, f


@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        pytest.param("Qs As Ks", STRAIGHT_FLUSH, marks=pytest.mark.clause("36.05.14.06D(1)")),
        pytest.param("3h Ah 2h", STRAIGHT_FLUSH, marks=pytest.mark.clause("36.05.14.06D(1)", "36.05.14.06B")),
        pytest.param("7c 7d 7h", THREE_OF_A_KIND, marks=pytest.mark.clause("36.05.14.06D(2)")),
        pytest.param("9c 8d Th", STRAIGHT, marks=pytest.mark.clause("36.05.14.06D(3)")),
        pytest.param("2c Ad 3h", STRAIGHT, marks=pytest.mark.clause("36.05.14.06D(3)", "36.05.14.06B")),
        pytest.param("Kc Ad 2h", HIGH_CARD, marks=pytest.mark.clause("36.05.14.06B")),
        pytest.param("Kc Ac 2c", FLUSH, marks=pytest.mark.clause("36.05.14.06B", "36.05.14.06D(4)")),
        pytest.param("4c 4d Ah", PAIR, marks=pytest.mark.clause("36.05.14.06D(5)")),
    ],
)
def test_what_three_cards_make(hand: str, kind: int) -> None:
    assert {category(value(" ".join(order))) for order in permutations(hand.split())} == {kind}


@pytest.mark.clause("36.05.14.06D")
def test_the_kinds_stand_in_the_order_of_the_list_and_the_whole_deck_makes_each_so_often() -> None:
    made = Counter(category(three_card(a, b, c)) for a, b, c in combinations(range(52), 3))
    assert made == {
        STRAIGHT_FLUSH: 48,
        THREE_OF_A_KIND: 52,
        STRAIGHT: 720,
        FLUSH: 1_096,
        PAIR: 3_744,
        HIGH_CARD: 16_440,
    }
    weakest_first = ["As Kd Jc", "2c 2d 3h", "2c 3c 5c", "Ac 2d 3h", "2c 2d 2h", "As 2s 3s"]
    assert [value(hand) for hand in weakest_first] == sorted(value(hand) for hand in weakest_first)


@pytest.mark.clause("36.05.14.06A", "36.05.14.06E", "36.05.14.06E(1)")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("As 4d 2c", "Ks Qd Tc"),
        ("Ks Qd 3c", "Ks Qh 2d"),
        ("Ks 9d 2c", "Kh 8d 7c"),
        ("2c 2d Ah", "2h 2s Kd"),
        ("3c 3d Kh", "2h 2s Ad"),  # the rank of the pair before any other card (C-112)
        ("4c 3d 2h", "Ac 2d 3h"),  # A-2-3 is the lowest run (C-112)
        ("Ks Qs Js", "As 2s 3s"),
        ("Ac Kd Qh", "Kc Qd Jh"),
        ("Ac Ad Ah", "Kc Kd Kh"),
        ("Ac 9c 4c", "Ad 9d 3d"),
        ("2c 2d 2h", "Ac Kd Qh"),
    ],
)
def test_the_higher_of_two_hands(higher: str, lower: str) -> None:
    assert value(higher) > value(lower)


@pytest.mark.clause("36.05.14.06C", "36.05.14.06E(2)")
@pytest.mark.parametrize(
    ("one", "other"), [("As Ks Qs", "Ad Kd Qd"), ("9c 8c 2c", "9h 8h 2h"), ("9c 9d 2c", "9h 9s 2h")]
)
def test_suits_are_equal_and_hands_of_the_same_ranks_tie(one: str, other: str) -> None:
    assert value(one) == value(other)


@given(HANDS)
def test_neither_the_order_of_the_cards_nor_another_naming_of_the_suits_changes_a_hand(
    hand: list[int],
) -> None:
    a, b, c = hand
    ranked = three_card(a, b, c)
    assert {three_card(*order) for order in permutations(hand)} == {ranked}
    turned = [number // 4 * 4 + (number + 1) % 4 for number in hand]
    assert three_card(turned[0], turned[1], turned[2]) == ranked


@pytest.mark.clause("36.05.14.11D(3)(d)")
@pytest.mark.parametrize(
    ("hand", "plays"),
    [("Js Td 8c", False), ("Qs 3d 2c", True), ("2c 2d 3h", True), ("Js 9d 7c", False), ("Ac 2d 4h", True)],
)
def test_the_dealer_qualifies_with_queen_high_or_better(hand: str, plays: bool) -> None:
    assert qualifies(value(hand)) is plays


@pytest.mark.clause("649a.6(e)#1", "649a.6(e)#2")
def test_a_mini_royal_is_suited_and_stands_above_every_other_straight_flush() -> None:
    royals = [hand for hand in combinations(range(52), 3) if is_mini_royal(three_card(*hand))]
    assert sorted(sorted(hand) for hand in royals) == [[40 + s, 44 + s, 48 + s] for s in range(4)]
    assert not is_mini_royal(value("As Ks Qd"))
    assert value("As Ks Qs") == max(three_card(*hand) for hand in combinations(range(52), 3))


@pytest.mark.clause("36.05.14.06F(8)#1", "649a.6(d)(8)#1")
@pytest.mark.parametrize(
    ("hand", "suit"),
    [
        ("9d Ad Td Kd Jd Qd", DIAMONDS),
        ("As Ks Qs Js Ts 9s", SPADES),
        ("8d Ad Td Kd Jd Qd", NO_SUIT),
        ("9s Ad Td Kd Jd Qd", NO_SUIT),
        ("9d 8d Td Kd Jd Qd", NO_SUIT),
    ],
)
def test_a_super_royal_is_the_suited_run_from_nine_to_ace(hand: str, suit: int) -> None:
    assert super_royal_suit(*six(hand)) == suit
    if suit != NO_SUIT:
        assert five_card_category(best_of_six(*six(hand))) == ROYAL_FLUSH


def test_four_of_all_six_card_hands_are_super_royals() -> None:
    suited = (hand for suit in range(4) for hand in combinations(range(suit, 52, 4), 6))
    assert sum(super_royal_suit(*hand) != NO_SUIT for hand in suited) == 4
