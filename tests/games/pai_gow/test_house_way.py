"""The house way (621a.8(d)): its four paragraphs in order, and three ways to take what they leave open."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from houseway.equipment.tiles import TILES, code_of, kind_of, tiles_of
from houseway.games.pai_gow.house_way import (
    BEST_WITH_WORST,
    EIGHT,
    NINE,
    NINE_EIGHT_OR_SEVEN,
    NOTHING,
    PAIR,
    PAIR_WONG_OR_GONG,
    SEVEN,
    SPLITS,
    SUPREME,
    SUPREME_PAIR,
    Four,
    HouseWay,
    Setting,
    follows_house_way,
    house_way,
    is_misset,
    is_open,
    is_setting_of,
    joins_best_and_worst,
    listed,
    most_wanted,
    reason,
    relabelled,
    splits,
)
from houseway.games.pai_gow.ranking import hand_rank, rank_of
from houseway.law import Clause

R1, R2, _ = HouseWay


def setting(written: str) -> Setting:
    """Two hands, the high hand first, for instance "6-6 6-6 / 1-2 4-4"."""
    (a, b), (c, d) = (hand.split() for hand in written.split(" / "))
    return Setting(high=(a, b), low=(c, d))


def sets(hand: str, way: HouseWay, expected: str) -> None:
    """The house way sets these tiles so, in whatever order they were picked up."""
    for tiles in permutations(hand.split()):
        assert house_way(tiles, way).same_as(setting(expected))
    assert follows_house_way(setting(expected), way)


# Paragraph by paragraph.


@pytest.mark.clause("621a.8(d)", "621a.8(d)(1)")
@pytest.mark.parametrize("way", HouseWay)
def test_a_supreme_pair_is_kept_together_whatever_that_leaves(way: HouseWay) -> None:
    # Apart they would make six and six.
    sets("2-4 5-5 1-2 4-6", way, "2-4 1-2 / 5-5 4-6")
    # Apart they would make eight and eight.
    sets("1-1 1-4 1-2 2-4", way, "2-4 1-2 / 1-1 1-4")
    assert reason(("2-4", "5-5", "1-2", "4-6")) == SUPREME_PAIR


@pytest.mark.clause("621a.8(d)", "621a.8(d)(2)")
@pytest.mark.parametrize("way", HouseWay)
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        # A matched pair before four and four, and before eight with seven.
        ("2-2 2-2 5-5 4-6", "2-2 2-2 / 5-5 4-6"),
        ("4-4 4-4 5-5 3-6", "4-4 4-4 / 5-5 3-6"),
        # Mixed nines before seven and five.
        ("4-4 3-6 4-5 1-2", "3-6 4-5 / 4-4 1-2"),
        # A Gong with one before eight with three.
        ("1-1 3-3 2-6 2-3", "1-1 2-6 / 3-3 2-3"),
        # A Wong with one before nine with three and six with six.
        ("6-6 4-5 1-6 2-2", "6-6 4-5 / 1-6 2-2"),
        # The tens add to zero, and are a pair for all that.
        ("4-6 4-6 1-3 3-3", "4-6 4-6 / 1-3 3-3"),
    ],
)
def test_a_pair_wong_or_gong_is_always_played(hand: str, expected: str, way: HouseWay) -> None:
    sets(hand, way, expected)
    assert reason(tuple(hand.split())) == PAIR_WONG_OR_GONG


@pytest.mark.clause("621a.8(d)", "621a.8(d)(3)")
@pytest.mark.parametrize("way", HouseWay)
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        # Nine with seven before eight with eight.
        ("4-4 5-6 4-6 3-4", "4-4 5-6 / 4-6 3-4"),
        ("6-6 1-5 1-4 1-2", "1-5 1-2 / 6-6 1-4"),
        # Eight with six before seven with seven.
        ("5-5 5-6 3-4 1-2", "5-6 3-4 / 5-5 1-2"),
        ("3-3 5-6 4-6 1-6", "5-6 1-6 / 3-3 4-6"),
        # Seven with zero before five with two and four with three.
        ("4-4 1-3 3-3 4-5", "4-4 4-5 / 1-3 3-3"),
        # Seven with one before five with three.
        ("1-3 4-5 3-5 2-5", "4-5 3-5 / 1-3 2-5"),
    ],
)
def test_nine_comes_before_eight_before_seven(hand: str, expected: str, way: HouseWay) -> None:
    sets(hand, way, expected)
    assert reason(tuple(hand.split())) == NINE_EIGHT_OR_SEVEN


@pytest.mark.clause("621a.8(d)", "621a.8(d)(4)")
@pytest.mark.parametrize("way", HouseWay)
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        # Eleventh with sixteenth; four with two and three with three would be more even.
        ("1-5 2-6 3-4 2-3", "2-6 3-4 / 1-5 2-3"),
        # Sixth with sixteenth.
        ("3-3 1-6 2-6 1-4", "1-6 2-6 / 3-3 1-4"),
        # Tenth with fourteenth.
        ("1-6 1-5 3-6 3-4", "1-5 3-6 / 1-6 3-4"),
        # The 2-4 is fifteenth and the 1-2 seventeenth, the lowest here either way.
        ("4-4 1-6 2-5 2-4", "4-4 2-4 / 1-6 2-5"),
        ("1-6 3-6 3-4 1-2", "3-6 3-4 / 1-6 1-2"),
    ],
)
def test_else_the_highest_tile_goes_with_the_lowest(hand: str, expected: str, way: HouseWay) -> None:
    sets(hand, way, expected)
    assert reason(tuple(hand.split())) == BEST_WITH_WORST


@pytest.mark.clause("621a.8(d)(4)")
def test_the_highest_and_the_lowest_tile_are_joined_in_either_hand_and_order() -> None:
    best, second, third, worst = tiles_of(("1-5", "2-6", "3-4", "2-3"))
    for first, last in ((best, worst), (worst, best)):
        assert joins_best_and_worst(first, last, second, third)
        assert joins_best_and_worst(second, third, first, last)
        assert not joins_best_and_worst(first, second, last, third)
        assert not joins_best_and_worst(third, first, second, last)


# What the paragraphs leave open, and how each way takes it.


@pytest.mark.clause("621a.8(d)(2)", "621a.8(d)(3)")
@pytest.mark.parametrize(
    ("hand", "by_r1", "by_r2", "by_r3"),
    [
        # Twelves with seven, or a Wong with a Gong; in both, both hands are listed.
        ("6-6 6-6 4-5 4-4", "6-6 6-6 / 4-5 4-4", "6-6 4-5 / 6-6 4-4", "6-6 6-6 / 4-5 4-4"),
        # Twelves with six, or two Gongs.
        ("6-6 6-6 4-4 3-5", "6-6 6-6 / 4-4 3-5", "6-6 4-4 / 6-6 3-5", "6-6 4-4 / 6-6 3-5"),
        # Twelves with five, or a Wong with eight.
        ("6-6 6-6 3-3 4-5", "6-6 6-6 / 3-3 4-5", "6-6 4-5 / 6-6 3-3", "6-6 4-5 / 6-6 3-3"),
        # A Wong with six, or a Gong with one seven or another with a higher tile.
        ("1-1 4-4 4-5 3-5", "1-1 4-5 / 4-4 3-5", "1-1 3-5 / 4-4 4-5", "1-1 3-5 / 4-4 4-5"),
        # Wong or Gong, nothing listed left in either.
        ("1-1 3-3 4-5 3-5", "1-1 4-5 / 3-3 3-5", "1-1 3-5 / 3-3 4-5", "1-1 4-5 / 3-3 3-5"),
        # Two nines with seven.
        ("6-6 1-1 1-6 1-4", "6-6 1-6 / 1-1 1-4", "1-1 1-6 / 6-6 1-4", "6-6 1-6 / 1-1 1-4"),
        # Two nines with three.
        ("4-4 5-6 2-6 2-3", "4-4 5-6 / 2-6 2-3", "5-6 2-6 / 4-4 2-3", "4-4 5-6 / 2-6 2-3"),
        # Two eights with four.
        ("4-4 5-5 1-5 3-5", "4-4 5-5 / 1-5 3-5", "5-5 3-5 / 4-4 1-5", "4-4 5-5 / 1-5 3-5"),
        # Two sevens with five.
        ("5-5 4-6 1-6 1-4", "5-5 1-6 / 4-6 1-4", "4-6 1-6 / 5-5 1-4", "5-5 1-6 / 4-6 1-4"),
    ],
)
def test_three_ways_to_take_what_is_open(hand: str, by_r1: str, by_r2: str, by_r3: str) -> None:
    for way, expected in zip(HouseWay, (by_r1, by_r2, by_r3), strict=True):
        sets(hand, way, expected)
        for other in {by_r1, by_r2, by_r3} - {expected}:
            assert not follows_house_way(setting(other), way)


@pytest.mark.clause("621a.8(d)")
def test_splits_that_rank_alike_are_equally_right() -> None:
    # The sevens share neither kind nor rank, but the two is the highest tile of both nines, the ten of both sevens.
    for way in HouseWay:
        assert follows_house_way(setting("1-1 1-6 / 5-5 2-5"), way)
        assert follows_house_way(setting("1-1 2-5 / 5-5 1-6"), way)
        assert not follows_house_way(setting("1-6 2-5 / 1-1 5-5"), way)
    # The labels do not matter (reading B-PG-07), the tiles of each hand do; equal hands have either label.
    assert follows_house_way(setting("5-5 2-5 / 1-1 1-6"), R1)
    assert follows_house_way(setting("6-6 4-4 / 6-6 3-5"), R2)
    assert follows_house_way(setting("6-6 3-5 / 6-6 4-4"), R2)


@pytest.mark.clause("621a.8(d)")
def test_a_split_that_the_paragraph_rules_out_is_never_the_house_way() -> None:
    for way in HouseWay:
        assert not follows_house_way(setting("2-4 5-5 / 1-2 4-6"), way)
        assert not follows_house_way(setting("1-5 2-6 / 3-4 2-3"), way)
        assert not follows_house_way(setting("4-4 4-6 / 5-6 3-4"), way)


# All hands.


def all_hands() -> Iterator[tuple[Four, int]]:
    """One hand of each class, and how many hands are made of the same kinds."""
    sizes = Counter(tuple(map(kind_of, hand)) for hand in combinations(TILES, 4))
    first = [next(tile for tile in TILES if kind_of(tile) == kind) for kind in range(21)]
    for (a, b, c, d), size in sizes.items():
        yield (first[a], first[b] + (a == b), first[c] + (b == c), first[d] + (c == d)), size


# What any two tiles must make for a paragraph to let them be joined.
JOINED = {
    SUPREME_PAIR: (SUPREME,),
    PAIR_WONG_OR_GONG: (PAIR,),
    NINE_EIGHT_OR_SEVEN: (NINE, EIGHT, SEVEN),
    BEST_WITH_WORST: (NOTHING,),
}
PARAGRAPHS = {wanted: clause for clause, wants in JOINED.items() for wanted in wants}


@pytest.mark.clause("621a.8(d)", "621a.8(d)(1)", "621a.8(d)(2)", "621a.8(d)(3)", "621a.8(d)(4)")
def test_how_many_hands_each_paragraph_decides_and_leaves_open() -> None:
    made = {(a, b): listed(a, b) for a, b in combinations(TILES, 2)}
    rank = {(a, b): hand_rank(a, b) for a, b in combinations(TILES, 2)}
    decided, left_open, to_the_last = Counter[Clause](), Counter[Clause](), Counter[Clause]()
    for place, (tiles, size) in enumerate(all_hands()):
        a, b, c, d = tiles
        pairs = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
        found = [(made[one], made[other]) for one, other in pairs]
        ranks = [sorted((rank[one], rank[other]), reverse=True) for one, other in pairs]
        wanted = max(max(both) for both in found)
        clause = PARAGRAPHS[wanted]
        if place % 101 == 0:
            assert most_wanted(tiles) == wanted
            assert reason(tuple(map(code_of, tiles))) == clause
        decided[clause] += size
        if clause == BEST_WITH_WORST:
            assert sum(is_open(tiles, number, wanted) for number in range(SPLITS)) == 1
            continue
        lets = {tuple(of) for of, both in zip(ranks, found, strict=True) if {*both} & {*JOINED[clause]}}
        left_open[clause] += size * (len(lets) > 1)
        settled = {tuple(of) for of, both in zip(ranks, found, strict=True) if wanted in both}
        to_the_last[clause] += size * (sum(high == max(settled)[0] for high, _ in settled) > 1)
    assert decided == {
        SUPREME_PAIR: 435,
        PAIR_WONG_OR_GONG: 13_349,
        NINE_EIGHT_OR_SEVEN: 19_920,
        BEST_WITH_WORST: 2_256,
    }
    assert decided.total() == 35_960
    assert +left_open == {PAIR_WONG_OR_GONG: 2_290, NINE_EIGHT_OR_SEVEN: 12_528}
    # Even the highest high hand leaves these, so that the low hand must be looked at too.
    assert +to_the_last == {PAIR_WONG_OR_GONG: 352, NINE_EIGHT_OR_SEVEN: 480}


def test_counting_a_3_as_6_never_changes_which_tiles_are_highest_and_lowest() -> None:
    """A five would have to be between them, and makes eight with either (reading B-PG-06)."""
    for three_or_six in ("1-2", "2-4"):
        for five in ("1-4", "2-3"):
            assert listed(*_two(three_or_six, five)) == EIGHT


def _two(*codes: str) -> tuple[int, int]:
    a, b = tiles_of(codes)
    return a, b


# Settings.


def test_four_tiles_are_split_in_three_ways_the_better_hand_high() -> None:
    found = splits(("5-5", "1-2", "4-6", "2-4"))
    assert len(found) == SPLITS
    assert {frozenset(map(frozenset, (s.high, s.low))) for s in found} == {
        frozenset(map(frozenset, (("5-5", "1-2"), ("4-6", "2-4")))),
        frozenset(map(frozenset, (("5-5", "4-6"), ("1-2", "2-4")))),
        frozenset(map(frozenset, (("5-5", "2-4"), ("4-6", "1-2")))),
    }
    assert all(rank_of(s.high) >= rank_of(s.low) for s in found)


@pytest.mark.clause("621a.8(a)#1")
def test_the_better_hand_is_the_high_hand_whatever_the_player_called_it() -> None:
    wrong = setting("5-5 4-6 / 2-4 1-2")
    assert is_misset(wrong)
    assert relabelled(wrong) == setting("2-4 1-2 / 5-5 4-6")
    right = setting("2-4 1-2 / 5-5 4-6")
    assert not is_misset(right)
    assert relabelled(right) == right


@pytest.mark.clause("621a.8(a)#1")
def test_equal_hands_may_be_called_either_way() -> None:
    either = setting("3-6 1-4 / 4-5 2-3")
    assert not is_misset(either)
    assert relabelled(either) == either


def test_settings_of_the_same_tiles_are_the_same_in_any_order() -> None:
    one = setting("6-6 4-5 / 1-2 4-4")
    assert one.same_as(setting("4-5 6-6 / 4-4 1-2"))
    assert not one.same_as(setting("4-4 1-2 / 6-6 4-5"))
    assert not one.same_as(setting("6-6 4-5 / 1-2 1-1"))
    assert one.tiles == ("6-6", "4-5", "1-2", "4-4")
    assert is_setting_of(one, ("1-2", "4-4", "4-5", "6-6"))
    assert not is_setting_of(one, ("1-2", "4-4", "4-5", "1-1"))


@pytest.mark.clause("621a.8(b)#2")
def test_a_player_who_asks_is_told_how_the_house_would_set_the_tiles() -> None:
    assert house_way(("4-5", "6-6", "4-4", "6-6"), R1).same_as(setting("6-6 6-6 / 4-4 4-5"))
    assert house_way(("4-5", "6-6", "4-4", "6-6"), R2).same_as(setting("6-6 4-5 / 6-6 4-4"))


def test_each_way_says_what_it_prefers() -> None:
    assert [way.value for way in HouseWay] == ["r1", "r2", "r3"]
    assert len({way.description for way in HouseWay}) == len({way.number for way in HouseWay}) == 3
