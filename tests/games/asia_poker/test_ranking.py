"""How hands rank (659a.6): the joker, the two options for A-2-3-4, hands of different sizes, and the bonus hands."""

from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random

import pytest

from houseway.equipment.cards import cards
from houseway.games.asia_poker import ranking
from houseway.games.asia_poker.ranking import (
    A234_LOWEST_STRAIGHT,
    A234_LOWEST_STRAIGHT_FLUSH,
    bonus_hand,
    category,
    high_hand,
    is_foul,
    low_hand,
    medium_hand,
)

SUITED, OFFSUIT = "ssss", "shdc"


def value(written: str, options: int = 0) -> int:
    """The value of a hand of one, two or four cards, for instance "As Kd" or "Jo"."""
    hand = cards(written.split())
    if len(hand) == 1:
        return low_hand(hand[0])
    if len(hand) == 2:
        return medium_hand(hand[0], hand[1])
    return high_hand(hand[0], hand[1], hand[2], hand[3], options)


def hand(ranks: str, suits: str = OFFSUIT) -> str:
    """Cards of these ranks and suits."""
    return " ".join(rank + suit for rank, suit in zip(ranks, suits, strict=False))


def falls(*hands: str, options: int = 0) -> None:
    """Each hand ranks above the next."""
    values = [value(written, options) for written in hands]
    assert values == sorted(set(values), reverse=True)


def bonus(written: str) -> int:
    """The bonus hand of seven cards."""
    first, second, third, fourth, fifth, sixth, seventh = cards(written.split())
    return bonus_hand((first, second, third, fourth, fifth, sixth, seventh))


@pytest.mark.clause("659a.6(a)#1")
def test_cards_rank_from_ace_down_to_two() -> None:
    falls(*(f"{rank}c" for rank in "AKQJT98765432"))
    assert value("2c") == value("2s")


@pytest.mark.clause(
    "659a.6(b)",
    "659a.6(b)(1)",
    "659a.6(b)(2)",
    "659a.6(b)(3)#1",
    "659a.6(b)(4)",
    "659a.6(b)(5)",
    "659a.6(b)(6)#1",
    "659a.6(b)(7)",
    "659a.6(b)(8)",
    "659a.6(b)(9)",
)
def test_hands_rank_in_the_order_of_the_chapter() -> None:
    falls(
        hand("AAAA"),
        hand("AKQJ", SUITED),
        hand("A432", SUITED),
        hand("KQJT", SUITED),
        hand("5432", SUITED),
        hand("KKKK"),
        hand("2222"),
        hand("AKQ9", SUITED),
        hand("6432", SUITED),
        hand("AKQJ"),
        hand("A432"),
        hand("KQJT"),
        hand("5432"),
        hand("AAAK"),
        hand("2223"),
        hand("AAKK"),
        hand("3322"),
        hand("AAKQ"),
        hand("2234"),
        hand("AKQ9"),
        hand("6432"),
    )


@pytest.mark.clause("659a.6(b)(1)", "659a.6(b)(4)")
def test_four_aces_may_hold_the_joker_and_four_of_another_rank_may_not() -> None:
    assert value("As Ah Ad Jo") == value("As Ah Ad Ac")
    assert category(value("As Ah Ad Ac")) == ranking.FOUR_ACES
    assert category(value("As Ks Qs Js")) == ranking.ROYAL_FLUSH
    assert category(value("Ks Kh Kd Jo")) == ranking.THREE_OF_A_KIND
    assert value("Ks Kh Kd Jo") == value("Ks Kh Kd Ac")
    assert value("Ks Kh Ad Jo") == value("Ks Kh Ad Ac")
    assert value("Ks Kh Qd Jo") == value("Ks Kh Qd Ac")
    assert value("As Ah Qd Jo") == value("As Ah Ad Qc")


@pytest.mark.clause("659a.6(a)#2", "659a.6(b)(6)#1")
def test_an_ace_ends_a_run_at_either_end_and_none_goes_around() -> None:
    assert category(value(hand("AKQJ"))) == category(value(hand("A432"))) == ranking.STRAIGHT
    for around in ("A2KQ", "A23K", "AKQ2"):
        assert category(value(hand(around))) == ranking.HIGH_CARD
    assert category(value(hand("A2KQ", SUITED))) == ranking.FLUSH


@pytest.mark.clause("659a.6(b)(6)#2", "659a.6(b)(3)#2")
def test_each_option_for_a234_moves_its_own_run_to_the_bottom() -> None:
    straights = (hand("AKQJ"), hand("KQJT"), hand("5432"), hand("A432"))
    flushes = (
        hand("AKQJ", SUITED),
        hand("KQJT", SUITED),
        hand("5432", SUITED),
        hand("A432", SUITED),
        hand("KKKK"),
    )
    falls(*straights, hand("AAAK"), options=A234_LOWEST_STRAIGHT)
    falls(*flushes, options=A234_LOWEST_STRAIGHT_FLUSH)
    falls(hand("A432", SUITED), hand("KQJT", SUITED), options=A234_LOWEST_STRAIGHT)
    falls(hand("AKQJ"), hand("A432"), hand("KQJT"), options=A234_LOWEST_STRAIGHT_FLUSH)


@pytest.mark.clause("659a.6(a)#3")
@pytest.mark.parametrize(
    ("with_joker", "same_as"),
    [
        ("Ks Qs Js Jo", "As Ks Qs Js"),
        ("As Ks Js Jo", "As Ks Qs Js"),
        ("4s 3s 2s Jo", "As 4s 3s 2s"),
        ("5s 4s 2s Jo", "5s 4s 3s 2s"),
        ("Qs Js Ts Jo", "Ks Qs Js Ts"),
        ("9s 5s 2s Jo", "As 9s 5s 2s"),
        ("As 9s 5s Jo", "As Ks 9s 5s"),
        ("As Ks 5s Jo", "As Ks Qs 5s"),
        ("Kh Qs Js Jo", "Ah Ks Qs Js"),
        ("6h 5s 4s Jo", "7h 6s 5s 4s"),
        ("8h 7s 5s Jo", "8h 7s 6s 5s"),
        ("4h 3s 2s Jo", "Ah 4s 3s 2s"),
        ("Kh 9s 4s Jo", "Ah Ks 9s 4s"),
    ],
)
def test_the_joker_completes_the_best_run_or_flush_and_else_is_an_ace(with_joker: str, same_as: str) -> None:
    assert value(with_joker) == value(same_as)


@pytest.mark.clause("659a.6(a)#3", "659a.6(b)(3)#2")
def test_the_joker_avoids_an_a234_that_ranks_lowest() -> None:
    options = A234_LOWEST_STRAIGHT | A234_LOWEST_STRAIGHT_FLUSH
    assert value("4s 3s 2s Jo", options) == value("5s 4s 3s 2s", options)
    assert value("4h 3s 2s Jo", options) == value("5h 4s 3s 2s", options)


def _substitutes(hand: tuple[int, ...]) -> Iterator[int]:
    """What the joker may stand for, tried card by card."""
    for card in range(52):
        if card not in hand:
            value = high_hand(*hand, card, 0)  # type: ignore[call-arg]
            completes = category(value) in (
                ranking.STRAIGHT,
                ranking.FLUSH,
                ranking.STRAIGHT_FLUSH,
                ranking.ROYAL_FLUSH,
            )
            if completes or card // 4 == 12:
                yield value
    if sum(card // 4 == 12 for card in hand) == 3:
        yield high_hand(48, 49, 50, 51, 0)


@pytest.mark.clause("659a.6(a)#3")
def test_the_joker_is_worth_the_best_card_that_it_may_stand_for() -> None:
    chance = Random(659)
    for three in chance.sample(list(combinations(range(52), 3)), 1_500):
        best = max(_substitutes(three), default=0)
        assert high_hand(three[0], 52, three[1], three[2], 0) == best, three


def test_the_order_of_the_cards_does_not_matter() -> None:
    for written in ("As Kd 9c 9h", "Jo 4s 3s 2d", "7h 7d 7s 2c", "Qs Jd Tc 9h", "5s 5d 4c 4h"):
        hands = permutations(cards(written.split()))
        assert len({high_hand(a, b, c, d, 0) for a, b, c, d in hands}) == 1


@pytest.mark.clause("659a.6(c)#1", "659a.6(b)(9)")
def test_groups_are_compared_before_single_cards() -> None:
    falls("3s 3h Qd Jc", "2s 2h Ad Kc")
    falls("9s 9h 4d 4c", "9d 9c 3s 3h")
    falls("9s 9h 9d 4c", "9s 9h 9d 3c")
    falls("Qs Qh Jd 4c", "Qs Qh Td 9c", "Qs Qh Td 8c")
    falls("9s 9h Ad 4c", "9s 9h Ad 3c", "9s 9h 8d 7c", "8s 8h Ad 4c", "8s 8h 7d 6c", "As Kh 9d 8c")
    falls("As Ks 9s 4s", "As Ks 9s 3s")
    falls("7s 7h", "6s 6h", "As Kh", "As Qh", "Ks Qh")


@pytest.mark.clause("659a.6(a)#3", "659a.6(b)(9)")
def test_in_a_medium_or_low_hand_the_joker_is_always_an_ace() -> None:
    assert value("Jo") == value("Ac")
    assert value("Jo Kd") == value("Ac Kd")
    assert value("Jo Ad") == value("Ac Ad")


@pytest.mark.clause("659a.11(b)#2", "659a.6(b)(9)")
def test_hands_of_different_sizes_compare_as_far_as_they_go_and_then_the_longer_is_higher() -> None:
    falls("7s 7h 3d 2c", "7d 7c")
    falls("Ad Qc", "As 9h 5d 3c")
    falls("As 5h", "Ac", "Ks Qh")
    falls("2s 2h", "Ac")
    assert not is_foul(value("7s 7h 3d 2c"), value("7d 7c"), value("Ac"))
    assert is_foul(value("As 9h 5d 3c"), value("Ad Qc"), value("2c"))
    assert is_foul(value("Ks Kh 5d 3c"), value("Kd Qc"), value("Ac"))
    assert is_foul(value("7s 7h 3d 2c"), value("8d 8c"), value("Ac"))


# The hands of the Bonus Wager (659a.6(d)).


BONUS_HANDS = (
    ("8s 8h 8d 8c 4s 4h 4d", ranking.BONUS_THREE_OF_A_KIND_AND_FOUR_EIGHTS),
    ("8s 8h 8d 8c As Ah Jo", ranking.BONUS_THREE_OF_A_KIND_AND_FOUR_EIGHTS),
    ("8s 8h 8d Jo 4s 4h 4d", ranking.BONUS_FULL_HOUSE),
    ("8s 8h 8d 8c 4s 4h Jo", ranking.BONUS_FOUR_OF_A_KIND),
    ("9s 9h 9d 9c 4s 4h 4d", ranking.BONUS_FOUR_OF_A_KIND),
    ("As Ah Ad Ac Jo 2s 3h", ranking.BONUS_FIVE_ACES),
    ("As Ah Ad Jo 2s 3h 9c", ranking.BONUS_FOUR_OF_A_KIND),
    ("As Ks Qs Js Ts 2h 3h", ranking.BONUS_ROYAL_FLUSH),
    ("As Ks Qs Jo Ts 2h 3h", ranking.BONUS_ROYAL_FLUSH),
    ("Ks Qs Js Ts 9s 2h 3h", ranking.BONUS_NATURAL_STRAIGHT_FLUSH),
    ("5s 4s 3s 2s As 9h Kh", ranking.BONUS_NATURAL_STRAIGHT_FLUSH),
    ("9s 8s 7s 6s 5s Jo 2h", ranking.BONUS_NATURAL_STRAIGHT_FLUSH),
    ("9s 8s 7s Jo 5s 2h 2d", ranking.BONUS_STRAIGHT_FLUSH_WITH_JOKER),
    ("4s 3s 2s As Jo 9h Kh", ranking.BONUS_STRAIGHT_FLUSH_WITH_JOKER),
    ("9s 8s 7s 6s 4s 3s 2s", ranking.BONUS_NINE_HIGH),
    ("9s 8h 7d 5c 4s 3h 2d", ranking.BONUS_NINE_HIGH),
    ("9s 8h 6d 5c 4s 3h 2d", ranking.BONUS_STRAIGHT),
    ("9s 8h 7d 6c 4s 3h Jo", ranking.BONUS_STRAIGHT),
    ("9s 9h 9d 4c 4s Kh 2d", ranking.BONUS_FULL_HOUSE),
    ("9s 9h 9d 4c 4s 4h 2d", ranking.BONUS_FULL_HOUSE),
    ("As Ah Jo 4c 4s Kh 2d", ranking.BONUS_FULL_HOUSE),
    ("9s 9h 9d Jo As Kh 2d", ranking.BONUS_FULL_HOUSE),
    ("Ks 9s 7s 4s 2s Kh 7d", ranking.BONUS_FLUSH),
    ("Ks 9s 7s 4s Jo Kh 7d", ranking.BONUS_FLUSH),
    ("9s 9h 9d 4c As Kh 2d", ranking.BONUS_THREE_OF_A_KIND),
    ("As Ah Jo 4c 6s Kh 2d", ranking.BONUS_THREE_OF_A_KIND),
    ("As Kh Qd Jc Ts 2h 2d", ranking.BONUS_STRAIGHT),
    ("5s 4h 3d 2c As 9h 9d", ranking.BONUS_STRAIGHT),
    ("9s 8h 7d Jo 5s 2h 2d", ranking.BONUS_STRAIGHT),
    ("Qs Kh Ad 2c 3s 9h 9d", 0),
    ("As Kh Qd Jc 9s 2h 2d", 0),
    ("Ks Kh Jo Qd Qc 2h 9d", 0),
    ("Ks 9s 7s 4s 2d Kh 7d", 0),
    ("Ks 9s 7s Jo 2d 4h Td", 0),
    ("2s 2h 2d 9c As Kh Jd", ranking.BONUS_THREE_OF_A_KIND),
)


@pytest.mark.clause(
    "659a.6(d)",
    "659a.6(d)(1)",
    "659a.6(d)(2)",
    "659a.6(d)(3)",
    "659a.6(d)(4)",
    "659a.6(d)(5)",
    "659a.6(d)(6)",
    "659a.6(d)(7)",
    "659a.6(d)(8)",
    "659a.6(d)(9)",
    "659a.6(d)(10)",
    "659a.6(d)(11)",
)
def test_seven_cards_are_the_highest_bonus_hand_they_match() -> None:
    chance = Random(7)
    for seven, matched in BONUS_HANDS:
        assert bonus(seven) == matched, seven
        codes = seven.split()
        chance.shuffle(codes)
        assert bonus(" ".join(codes)) == matched, codes
