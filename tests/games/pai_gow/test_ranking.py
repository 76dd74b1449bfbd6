"""How hands rank (621a.3(c)-(i)): permissible pairs, values, the 3 or 6 tiles, zeros and copies."""

from itertools import combinations, pairwise

import pytest

from houseway.equipment.tiles import TILES, code_of, tile_rank, tiles_of
from houseway.games.pai_gow.ranking import (
    PAIRS,
    ZERO,
    beats,
    counts_other,
    hand_rank,
    hand_words,
    is_copy,
    is_pair,
    other_count,
    pair_rank,
    rank_as_counted,
    rank_of,
    top_tile,
    value,
    value_of,
)


def tiles(written: str) -> tuple[int, int]:
    """Two tiles, for instance "6-6 4-5"."""
    a, b = tiles_of(written.split())
    return a, b


def rank(written: str) -> int:
    return hand_rank(*tiles(written))


def falls(*hands: str) -> None:
    """Each hand beats the next, and is not beaten by it."""
    for higher, lower in pairwise(hands):
        assert beats(rank(higher), rank(lower)), f"{higher} should beat {lower}"
        assert not beats(rank(lower), rank(higher))


# Line of the table, the rank and the two tiles, as the chapter prints them.
PERMISSIBLE = (
    ("01", 1, "2-4 1-2"),
    ("02", 2, "6-6 6-6"),
    ("03", 3, "1-1 1-1"),
    ("04", 4, "4-4 4-4"),
    ("05", 5, "1-3 1-3"),
    ("06", 6, "5-5 5-5"),
    ("07", 7, "3-3 3-3"),
    ("08", 8, "2-2 2-2"),
    ("09", 9, "5-6 5-6"),
    ("10", 10, "4-6 4-6"),
    ("11", 11, "1-6 1-6"),
    ("12", 12, "1-5 1-5"),
    ("13", 13, "3-6 4-5"),
    ("14", 14, "3-5 2-6"),
    ("15", 15, "3-4 2-5"),
    ("16", 16, "1-4 2-3"),
    ("17a", 17, "6-6 4-5"),
    ("17b", 17, "6-6 3-6"),
    ("18a", 18, "1-1 4-5"),
    ("18b", 18, "1-1 3-6"),
    ("19a", 19, "6-6 2-6"),
    ("19b", 19, "6-6 3-5"),
    ("19c", 19, "6-6 4-4"),
    ("20a", 20, "1-1 2-6"),
    ("20b", 20, "1-1 3-5"),
    ("20c", 20, "1-1 4-4"),
)


@pytest.mark.parametrize(
    ("expected", "hand"),
    [
        pytest.param(*line, marks=pytest.mark.clause(f"621a.3(c)[pair_{number}]"), id=str(line[1]))
        for number, *line in PERMISSIBLE
    ],
)
def test_each_line_of_the_table_of_pairs(expected: int, hand: str) -> None:
    a, b = tiles(hand)
    assert pair_rank(a, b) == pair_rank(b, a) == expected
    # Neither tile makes it with another: only the tiles that the table joins are a pair of this rank.
    listed = {frozenset(other.split()) for _, rank_, other in PERMISSIBLE if rank_ == expected}
    found = {
        frozenset((code_of(one), code_of(other)))
        for one, other in combinations(TILES, 2)
        if pair_rank(one, other) == expected
    }
    assert found == listed


def test_no_other_two_tiles_are_a_permissible_pair() -> None:
    """The Supreme Pair, 11 matched and 4 mixed pairs, 8 Wongs and 16 Gongs of the 496 pairs of tiles."""
    assert sum(pair_rank(a, b) > 0 for a, b in combinations(TILES, 2)) == 1 + 11 + 4 + 8 + 16


@pytest.mark.clause("621a.3(c)#1")
def test_pairs_are_compared_by_their_rank() -> None:
    highest_of_each = {expected: hand for _, expected, hand in PERMISSIBLE}
    falls(*highest_of_each.values())


@pytest.mark.clause("621a.3(c)#2")
def test_any_pair_beats_any_hand_without_one() -> None:
    # The lowest pair, a Gong of two and eight, against the best nine.
    falls("1-1 2-6", "6-6 1-6")
    lowest = min(rank(hand) for _, _, hand in PERMISSIBLE)
    others = [hand_rank(a, b) for a, b in combinations(TILES, 2) if not pair_rank(a, b)]
    assert max(others) < lowest
    assert is_pair(lowest)
    assert not is_pair(max(others))
    assert value_of(lowest) == PAIRS


@pytest.mark.clause("621a.3(d)")
@pytest.mark.parametrize(
    ("player", "house"),
    [("6-6 4-5", "6-6 3-6"), ("1-1 2-6", "1-1 4-4"), ("6-6 3-5", "6-6 4-4"), ("1-1 4-5", "1-1 3-6")],
)
def test_pairs_of_one_rank_are_copies_and_the_houses(player: str, house: str) -> None:
    assert is_copy(rank(player), rank(house))
    assert not beats(rank(player), rank(house))
    assert not beats(rank(house), rank(player))


@pytest.mark.clause("621a.3(d)", "621a.3(i)")
def test_hands_of_different_rank_are_no_copies() -> None:
    assert not is_copy(rank("6-6 4-5"), rank("1-1 4-5"))
    assert not is_copy(rank("6-6 1-6"), rank("1-1 1-6"))


# Hands without a pair from nine to zero: of two with one value, first the one with the higher tile.
FALLING = (
    ("1-5 1-2", 9, 11),
    ("6-6 3-3", 8, 1),
    ("1-4 1-2", 8, 16),
    ("6-6 1-4", 7, 1),
    ("4-6 2-5", 7, 9),
    ("6-6 1-3", 6, 1),
    ("3-6 2-5", 6, 12),
    ("4-4 1-6", 5, 3),
    ("2-6 2-5", 5, 13),
    ("6-6 1-1", 4, 1),
    ("3-6 1-4", 4, 12),
    ("6-6 5-6", 3, 1),
    ("2-6 1-4", 3, 13),
    ("6-6 5-5", 2, 1),
    ("2-5 1-4", 2, 14),
    ("1-3 1-6", 1, 4),
    ("5-5 5-6", 1, 5),
    ("5-5 4-6", 0, 5),
)


@pytest.mark.clause("621a.3(e)#1", "621a.3(g)#1")
def test_without_pairs_the_higher_value_ranks_higher_then_the_higher_tile() -> None:
    falls(*(hand for hand, _, _ in FALLING))


@pytest.mark.clause("621a.3(e)#3", "621a.3(e)#4", "621a.3(g)#1")
@pytest.mark.parametrize(("hand", "worth", "top"), FALLING)
def test_value_and_highest_tile_of_a_hand(hand: str, worth: int, top: int) -> None:
    a, b = tiles(hand)
    assert value(a, b) == value(b, a) == worth
    assert top_tile(a, b) == top_tile(b, a) == top
    assert hand_rank(a, b) == hand_rank(b, a)
    assert value_of(hand_rank(a, b)) == worth


@pytest.mark.clause("621a.3(e)#2")
def test_values_go_from_zero_to_nine() -> None:
    assert {value(a, b) for a, b in combinations(TILES, 2) if not pair_rank(a, b)} == set(range(10))


@pytest.mark.clause("621a.3(e)(1)")
def test_first_example_of_the_chapter_a_two_and_a_six_are_worth_8() -> None:
    assert value(*tiles("1-1 3-3")) == value_of(rank("1-1 3-3")) == 8


@pytest.mark.clause("621a.3(e)(2)")
def test_second_example_of_the_chapter_an_eleven_and_a_seven_are_worth_8() -> None:
    assert value(*tiles("5-6 1-6")) == value_of(rank("5-6 1-6")) == 8


# What the 1-2 or the 2-4 makes with each other tile: 3 or 6, whichever is worth more.
WITH_THREE_OR_SIX = {
    "6-6": 8,
    "1-1": 8,
    "4-4": 4,
    "1-3": 7,
    "5-5": 6,
    "3-3": 9,
    "2-2": 7,
    "5-6": 7,
    "4-6": 6,
    "1-6": 3,
    "1-5": 9,
    "3-6": 5,
    "4-5": 5,
    "2-6": 4,
    "3-5": 4,
    "2-5": 3,
    "3-4": 3,
    "1-4": 8,
    "2-3": 8,
}


@pytest.mark.clause("621a.3(f)#1")
def test_the_1_2_counts_as_3_or_as_6_whichever_is_worth_more() -> None:
    assert {code: value(*tiles(f"1-2 {code}")) for code in WITH_THREE_OR_SIX} == WITH_THREE_OR_SIX
    assert counts_other(*tiles("1-2 6-6"))
    assert not counts_other(*tiles("1-2 1-5"))


@pytest.mark.clause("621a.3(f)#2")
def test_the_2_4_counts_as_6_or_as_3_whichever_is_worth_more() -> None:
    assert {code: value(*tiles(f"2-4 {code}")) for code in WITH_THREE_OR_SIX} == WITH_THREE_OR_SIX
    assert counts_other(*tiles("2-4 1-5"))
    assert not counts_other(*tiles("2-4 6-6"))


@pytest.mark.clause("621a.3(f)#1", "621a.3(f)#2")
def test_no_other_tile_counts_as_anything_but_its_spots() -> None:
    other = {code_of(tile): other_count(tile) for tile in TILES}
    assert other.pop("1-2") == 6
    assert other.pop("2-4") == 3
    assert all(count == sum(map(int, code.split("-"))) for code, count in other.items())


@pytest.mark.clause("621a.3(f)#3")
def test_the_1_2_ranks_fifteenth_when_it_counts_as_6() -> None:
    (tile,) = tiles_of(("1-2",))
    assert rank_as_counted(tile, other=True) == 15
    assert rank_as_counted(tile, other=False) == 17


@pytest.mark.clause("621a.3(f)#4")
def test_the_2_4_ranks_seventeenth_when_it_counts_as_3() -> None:
    (tile,) = tiles_of(("2-4",))
    assert rank_as_counted(tile, other=True) == 17
    assert rank_as_counted(tile, other=False) == 15
    # With a five the six counts as three, and the five, sixteenth, is the higher tile: a copy of three and five.
    assert top_tile(*tiles("2-4 1-4")) == 16
    assert is_copy(rank("2-4 1-4"), rank("1-2 2-3"))


@pytest.mark.clause("621a.3(f)#3", "621a.3(f)#4")
def test_other_tiles_keep_their_rank() -> None:
    others = [tile for tile in TILES if code_of(tile) not in ("1-2", "2-4")]
    assert all(rank_as_counted(tile, other=True) == tile_rank(tile) for tile in others)


@pytest.mark.clause("621a.3(g)#2")
def test_hands_worth_zero_are_equally_bad_whatever_their_tiles() -> None:
    zeros = ("5-5 4-6", "1-3 3-3", "2-2 1-5", "4-5 5-6", "3-6 5-6")
    assert {rank(hand) for hand in zeros} == {ZERO}
    assert not beats(rank("1-3 3-3"), rank("4-5 5-6"))
    assert not is_copy(rank("1-3 3-3"), rank("1-3 1-5"))
    assert min(hand_rank(a, b) for a, b in combinations(TILES, 2) if value(a, b)) > ZERO


@pytest.mark.clause("621a.3(c)#2", "621a.3(e)#1")
@pytest.mark.parametrize(
    "hand",
    ["5-5 5-5", "4-6 4-6", "1-4 2-3", "6-6 2-6", "6-6 3-5", "6-6 4-4", "1-1 2-6", "1-1 3-5", "1-1 4-4"],
)
def test_pairs_whose_spots_end_in_zero_are_worth_their_rank(hand: str) -> None:
    falls(hand, "6-6 1-6")


@pytest.mark.clause("621a.3(i)")
@pytest.mark.parametrize(
    ("player", "house"),
    [("6-6 1-6", "6-6 2-5"), ("2-6 2-5", "3-5 3-4"), ("3-6 1-4", "4-5 2-3"), ("1-4 1-2", "2-3 2-4")],
)
def test_equal_values_with_equal_highest_tiles_are_copies_and_the_houses(player: str, house: str) -> None:
    assert is_copy(rank(player), rank(house))
    assert not beats(rank(player), rank(house))


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("2-4 1-2", "supreme pair"),
        ("6-6 6-6", "pair of teen, twelves"),
        ("3-3 3-3", "pair of chong, sixes"),
        ("2-6 3-5", "mixed eights"),
        ("4-5 6-6", "wong of twelve and nine"),
        ("1-1 4-4", "gong of two and eight"),
        ("1-6 6-6", "nine with the 6-6 high"),
        ("5-5 4-6", "zero"),
        ("1-2 6-6", "eight with the 6-6 high, the 1-2 counted as six"),
        ("2-4 1-4", "eight with the 1-4 high, the 2-4 counted as three"),
        ("2-4 5-5", "six with the 5-5 high"),
    ],
)
def test_hands_are_called_as_a_dealer_does(hand: str, words: str) -> None:
    first, second = hand.split()
    assert hand_words((first, second)) == words


def test_codes_rank_as_their_tiles_do() -> None:
    assert rank_of(("6-6", "6-6")) == hand_rank(0, 1)
    assert rank_of(("1-2", "6-6")) == hand_rank(0, 31)
