"""The tiles of a set (621a.3(h)), and what sorting them into pairs shows (621a.4(a)(1))."""

import pytest

from houseway.equipment.tiles import (
    CODES,
    FULL_SET,
    SORTED_PAIRS,
    TILES,
    UNSEEN,
    check_told,
    code_of,
    is_seen,
    kind_of,
    problems_of_set,
    spots,
    tile_rank,
    tiles_of,
)
from houseway.law import RuleViolation, pa

# Line of the table, tile, spots, rank, and how many a set holds, as the chapter prints them.
LINES = (
    ("01", "6-6", 12, 1, 2),
    ("02", "1-1", 2, 2, 2),
    ("03", "4-4", 8, 3, 2),
    ("04", "1-3", 4, 4, 2),
    ("05", "5-5", 10, 5, 2),
    ("06", "3-3", 6, 6, 2),
    ("07", "2-2", 4, 7, 2),
    ("08", "5-6", 11, 8, 2),
    ("09", "4-6", 10, 9, 2),
    ("10", "1-6", 7, 10, 2),
    ("11", "1-5", 6, 11, 2),
    ("12a", "3-6", 9, 12, 1),
    ("12b", "4-5", 9, 12, 1),
    ("13a", "2-6", 8, 13, 1),
    ("13b", "3-5", 8, 13, 1),
    ("14a", "2-5", 7, 14, 1),
    ("14b", "3-4", 7, 14, 1),
    ("15", "2-4", 6, 15, 1),
    ("16a", "1-4", 5, 16, 1),
    ("16b", "2-3", 5, 16, 1),
    ("17", "1-2", 3, 17, 1),
)


@pytest.mark.parametrize(
    ("code", "pips", "rank", "count"),
    [
        pytest.param(*line, marks=pytest.mark.clause(f"621a.3(h)[tile_{number}]"), id=str(line[0]))
        for number, *line in LINES
    ],
)
def test_each_line_of_the_table_of_tiles(code: str, pips: int, rank: int, count: int) -> None:
    found = [tile for tile in TILES if CODES[kind_of(tile)] == code]
    assert len(found) == count
    assert [(code_of(tile), spots(tile), tile_rank(tile)) for tile in found] == [(code, pips, rank)] * count


@pytest.mark.clause("621a.3(h)")
def test_a_set_has_32_tiles_in_17_ranks_from_the_highest_down() -> None:
    assert len(FULL_SET) == len(TILES) == 32
    ranks = [tile_rank(tile) for tile in TILES]
    assert ranks == sorted(ranks)
    assert set(ranks) == set(range(1, 18))
    assert [kind_of(tile) for tile in TILES] == [*sorted([*range(11)] * 2), *range(11, 21)]


def test_the_spots_of_a_tile_are_those_of_its_two_ends() -> None:
    assert all(spots(tile) == sum(map(int, code_of(tile).split("-"))) for tile in TILES)


def test_codes_become_tiles_and_the_second_of_a_kind_is_the_other_tile() -> None:
    assert tiles_of(("6-6", "1-2", "6-6")) == (0, 31, 1)
    assert tuple(map(code_of, tiles_of(FULL_SET))) == FULL_SET
    assert tiles_of(reversed(FULL_SET))[0] == 31
    with pytest.raises(ValueError, match="no tile '1-2' left"):
        tiles_of(("1-2", "1-2"))


@pytest.mark.clause("621a.4(a)(1)")
def test_a_set_sorts_into_the_supreme_pair_and_fifteen_others() -> None:
    assert SORTED_PAIRS[0] == ("2-4", "1-2")
    assert SORTED_PAIRS[1:12] == tuple((code, code) for _, code, _, _, count in LINES if count == 2)
    assert [set(pair) for pair in SORTED_PAIRS[12:]] == [
        {"3-6", "4-5"},
        {"3-5", "2-6"},
        {"3-4", "2-5"},
        {"1-4", "2-3"},
    ]
    assert sorted(tile for pair in SORTED_PAIRS for tile in pair) == sorted(FULL_SET)
    assert not list(problems_of_set(FULL_SET))
    assert not list(problems_of_set(reversed(FULL_SET)))


@pytest.mark.clause("621a.4(a)(1)")
def test_sorting_finds_what_is_missing_too_many_or_unknown() -> None:
    assert list(problems_of_set(FULL_SET[:-1])) == ["the pair 2-4 and 1-2 lacks 1 tile 1-2"]
    assert list(problems_of_set(FULL_SET[2:])) == ["the pair 6-6 and 6-6 lacks 2 tile 6-6"]
    assert list(problems_of_set((*FULL_SET, "3-6"))) == ["there are 2 tiles 3-6 instead of 1"]
    assert list(problems_of_set((*FULL_SET, "4-2"))) == ["no tile is called '4-2'"]
    swapped = ["1-1" if tile == "4-5" else tile for tile in FULL_SET]
    assert list(problems_of_set(swapped)) == [
        "there are 3 tiles 1-1 instead of 2",
        "the pair 3-6 and 4-5 lacks 1 tile 4-5",
    ]


def test_tiles_that_are_told_must_be_in_the_set_and_not_told_before() -> None:
    clause = pa("621a.3(h)")
    check_told(("6-6", "6-6", UNSEEN, UNSEEN, "2-4"), FULL_SET, clause)
    with pytest.raises(RuleViolation, match="no tile is called '4-2'"):
        check_told(("4-2",), FULL_SET, clause)
    with pytest.raises(RuleViolation, match="no tile 6-6 is left"):
        check_told(("6-6", "6-6", "6-6"), FULL_SET, clause)
    with pytest.raises(RuleViolation, match="no tile 1-1 is left"):
        check_told(("1-1",), ("6-6",), clause)


def test_a_hand_is_seen_when_every_tile_of_it_is() -> None:
    assert is_seen(("6-6", "1-2"))
    assert not is_seen(("6-6", UNSEEN))
