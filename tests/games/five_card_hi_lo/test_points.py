from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest

from houseway.equipment.cards import FIFTY_TWO, RANKS, card, cards
from houseway.games.five_card_hi_lo.points import (
    FOUR_ACES,
    FOUR_ACES_AND_A_TWO,
    NO_SETTING,
    SPLITS,
    THREE_ACES,
    ace_low_setting,
    aces,
    aces_high_setting,
    aces_low,
    bonus_aces,
    corrected_setting,
    dealers_setting,
    high_points,
    high_total,
    is_lawful,
    low_points,
    low_total,
)

TEN, ACE = RANKS.index("T"), RANKS.index("A")
Five = tuple[int, int, int, int, int]
EXAMPLE = "As Jd Tc 9h 2c"


def five(hand: str) -> Five:
    a, b, c, d, e = cards(hand.split())
    return a, b, c, d, e


def totals(hand: str, setting: int) -> tuple[int, int]:
    return high_total(*five(hand), setting), low_total(*five(hand), setting)


def low(hand: str, setting: int) -> str:
    return " ".join(code for place, code in enumerate(hand.split()) if setting >> place & 1)


def every_kind_of_hand() -> list[Five]:
    """One hand for every five points that a deck can deal: two to nine, ten as often as wanted, and aces."""
    hands = []
    for ranks in combinations_with_replacement([*range(TEN + 1), ACE], 5):
        held = Counter(ranks)
        if all(many <= 4 for rank, many in held.items() if rank != TEN):
            # The fifth "ten" is a jack, which counts the same.
            a, b, c, d, e = (4 * rank + place for rank, many in held.items() for place in range(many))
            hands.append((a, b, c, d, e))
    return hands


@pytest.mark.clause("663a.6(a)#1", "663a.6(a)#2", "663a.6(a)#3")
def test_cards_count_their_number_pictures_ten_and_aces_eleven_or_one() -> None:
    in_high = [high_points(card(rank + "s")) for rank in RANKS]
    in_low = [low_points(card(rank + "s")) for rank in RANKS]
    assert in_high == [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11]
    assert in_low == [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1]


@pytest.mark.clause("663a.11(d)#2")
def test_the_example_of_the_chapter_makes_twenty_nine_over_three() -> None:
    assert totals(EXAMPLE, ace_low_setting(*five(EXAMPLE))) == (29, 3)
    assert low(EXAMPLE, ace_low_setting(*five(EXAMPLE))) == "As 2c"
    assert totals(EXAMPLE, aces_high_setting(*five(EXAMPLE))) == (31, 11)


@pytest.mark.clause("663a.11(d)#2")
@pytest.mark.parametrize(
    ("hand", "lows"),
    [
        ("Kd 9c 7d 6d 3s", ["6d 3s"]),
        (EXAMPLE, ["9h 2c", "As 2c"]),
        ("As Ah 9c 8d 2c", ["8d 2c", "As 2c", "Ah 2c"]),
        ("As Ah Ad 8d 2c", ["8d 2c", "As 2c", "Ah 2c", "Ad 2c"]),
        ("As Ah Ad Ac 2c", ["As 2c", "Ah 2c", "Ad 2c", "Ac 2c"]),
        # Tens and pictures stand for one another.
        ("Ts Jd Qc Kh 2c", ["Ts 2c", "Jd 2c", "Qc 2c", "Kh 2c"]),
    ],
)
def test_the_lawful_low_hands_are_the_two_least_or_one_ace_with_the_least(hand: str, lows: list[str]) -> None:
    found = [low(hand, setting) for setting in SPLITS if is_lawful(*five(hand), setting)]
    assert sorted(found) == sorted(lows)


@pytest.mark.clause("663a.11(d)#2")
@pytest.mark.parametrize("setting", [0b00000, 0b00001, 0b00111, 0b11111])
def test_a_setting_of_other_than_two_low_cards_is_none(setting: int) -> None:
    assert not is_lawful(*five("9d 8c 7d 6d 3s"), setting)


@pytest.mark.clause("663a.11(d)#2")
def test_no_hand_has_more_than_two_lawful_settings_that_differ_in_points() -> None:
    for hand in every_kind_of_hand():
        lawful = [setting for setting in SPLITS if is_lawful(*hand, setting)]
        points = {(high_total(*hand, setting), low_total(*hand, setting)) for setting in lawful}
        expected = {aces_high_setting(*hand), ace_low_setting(*hand)} - {NO_SETTING}
        assert points == {(high_total(*hand, setting), low_total(*hand, setting)) for setting in expected}
        assert len(points) == (2 if 1 <= aces(*hand) <= 3 else 1)


@pytest.mark.clause("663a.1[high_hand]", "663a.1[low_hand]", "663a.1[setting_the_hands]")
def test_a_lawful_high_hand_is_always_worth_more_than_the_low_hand() -> None:
    for hand in every_kind_of_hand():
        for setting in SPLITS:
            if is_lawful(*hand, setting):
                assert high_total(*hand, setting) > low_total(*hand, setting)


@pytest.mark.clause("663a.11(e)#2")
@pytest.mark.parametrize(
    ("hand", "made"),
    [
        (EXAMPLE, (31, 11)),
        ("As Ah Ad 8d 2c", (33, 10)),
        ("As Ah Ad Ac Kc", (33, 11)),
        ("As Ah Ad Ac 2c", (33, 3)),
        ("8c 6c 4c 3c 2d", (18, 5)),
    ],
)
def test_the_dealer_puts_every_ace_high_unless_there_are_four(hand: str, made: tuple[int, int]) -> None:
    assert totals(hand, dealers_setting(*five(hand))) == made


@pytest.mark.clause("663a.11(e)#2")
def test_no_dealers_ace_lies_low_but_the_fourth() -> None:
    for hand in every_kind_of_hand():
        setting = dealers_setting(*hand)
        assert is_lawful(*hand, setting)
        assert aces_low(*hand, setting) == (1 if aces(*hand) == 4 else 0)


@pytest.mark.clause("663a.11(d)#2")
@pytest.mark.parametrize(
    ("hand", "set_low", "put_right"),
    [
        ("Kd 9c 7d 6d 3s", "Kd 3s", "6d 3s"),
        ("Kd 9c 7d 6d 3s", "Kd 9c", "6d 3s"),
        (EXAMPLE, "As 9h", "As 2c"),  # an ace that lay low stays low
        (EXAMPLE, "Jd Tc", "9h 2c"),  # one that lay high stays high
        ("As Ah 9c 8d 2c", "As Ah", "As 2c"),
        ("Ts Jd Qc Kh 2c", "Qc Kh", "Qc 2c"),  # the fewest cards are moved
        ("As Ah Ad Ac 2c", "As Ah", "As 2c"),
        ("As Ah Ad Ac 2c", "", "As 2c"),
    ],
)
def test_a_wrong_setting_is_corrected_to_the_nearest_with_the_ace_left_where_it_lay(
    hand: str, set_low: str, put_right: str
) -> None:
    places = hand.split()
    wrong = sum(1 << places.index(code) for code in set_low.split())
    assert low(hand, corrected_setting(*five(hand), wrong)) == put_right


@pytest.mark.clause("663a.11(d)#2")
def test_a_correction_is_always_lawful_and_leaves_a_lawful_setting_alone() -> None:
    for hand in every_kind_of_hand():
        for setting in SPLITS:
            put_right = corrected_setting(*hand, setting)
            assert is_lawful(*hand, put_right)
            assert (put_right == setting) == is_lawful(*hand, setting)


@pytest.mark.clause("663a.11(h)#1")
@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("As Ah 2d 2c 2s", 0),
        ("As Ah Ad 2c 2s", THREE_ACES),
        ("As Ah Ad Ac 3s", FOUR_ACES),
        ("2s As Ah Ad Ac", FOUR_ACES_AND_A_TWO),
    ],
)
def test_three_aces_or_more_earn_an_ante_bonus(hand: str, line: int) -> None:
    assert bonus_aces(*five(hand)) == line


def test_bonus_hands_come_as_often_as_they_can_be_counted() -> None:
    by_line: Counter[int] = Counter()
    four_aces = [code for code in FIFTY_TWO if code[0] == "A"]
    others = [code for code in FIFTY_TWO if code[0] != "A"]
    for fifth in others:
        by_line[bonus_aces(*five(" ".join([*four_aces, fifth])))] += 1
    for three in combinations(four_aces, 3):
        for two in combinations(others, 2):
            by_line[bonus_aces(*five(" ".join([*three, *two])))] += 1
    assert by_line == {FOUR_ACES_AND_A_TWO: 4, FOUR_ACES: 44, THREE_ACES: 4 * 1128}
