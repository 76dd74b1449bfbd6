from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from houseway.equipment.tiles import TILES, code_of, kind_of
from houseway.games.pai_gow.house_way import (
    SPLITS,
    Four,
    HouseWay,
    house_way,
    split_of,
    splits,
)
from houseway.games.pai_gow.outcome import compare
from houseway.games.pai_gow.ranking import hand_rank, rank_of
from houseway.games.pai_gow.submission import PaiGowSubmission
from houseway.lab.cache import plain
from houseway.lab.compiling import compiled
from houseway.lab.figures import Figure, listed
from houseway.lab.pai_gow import (
    DEALERS,
    HANDS,
    best_choices,
    best_play,
    best_tally,
    choices,
    classes,
    count_deals,
    figures,
    high_and_low,
    house_way_tally,
    price,
)
from houseway.lab.tally import Tally
from houseway.table.events import Result

WAYS = tuple(HouseWay)
# Found by a second program, written from the text of the chapter alone.
EDGES = {
    "player=house-way,house_way=r1": Fraction(49_360_097, 1_840_702_500),
    "player=best,house_way=r1": Fraction(-848_209, 87_652_500),
    "player=house-way,house_way=r2": Fraction(33_389_351, 1_227_135_000),
    "player=best,house_way=r2": Fraction(-800_249, 131_478_750),
    "player=house-way,house_way=r3": Fraction(11_004_633, 409_045_000),
    "player=best,house_way=r3": Fraction(-8_948_363, 1_227_135_000),
}


def edge(tally: Tally) -> Fraction:
    return -sum((outcome.net * count for outcome, count in tally.items()), Fraction(0)) / tally.total()


def under(way: str) -> PaiGowSubmission:
    return PaiGowSubmission(house_way=HouseWay(way))


def test_every_hand_is_in_one_class_and_every_deal_is_counted() -> None:
    hands, sizes = classes()
    assert len(hands) == 8_130
    assert sizes.sum() == HANDS == 35_960
    kinds = {tuple(map(kind_of, hand)) for hand in combinations(TILES, 4)}
    assert {tuple(map(kind_of, hand)) for hand in hands.tolist()} == kinds
    _, counts = plain(count_deals)()
    assert (counts.sum(axis=3) == DEALERS).all()
    assert DEALERS == 20_475


@pytest.mark.parametrize("option", EDGES)
def test_the_edges_are_exact(option: str) -> None:
    figure = Figure("pai-gow", option)
    priced = price(figure, under(figure.options["house_way"]))
    assert edge(priced.tally) == EDGES[option]
    assert priced.tally.total() == HANDS * DEALERS
    assert not priced.estimated


def test_a_method_says_plainly_when_the_player_has_the_edge() -> None:
    for option, expected in EDGES.items():
        figure = Figure("pai-gow", option)
        method = price(figure, under(figure.options["house_way"])).method
        assert method.startswith("exact: 35,960 hands")
        assert ("the edge is the player's" in method) == (expected < 0)
    best = price(Figure("pai-gow", "player=best,house_way=r1"), under("r1"))
    assert "the house loses 0.9677% of what is wagered" in best.method


def test_the_figures_are_those_of_the_list_of_wagers() -> None:
    assert [figure.option for figure in listed("pai-gow")] == [*EDGES]
    assert [figure for way in WAYS for figure in figures(under(way))] == [*listed("pai-gow")]
    assert [choices(figure)["house_way"] for figure in listed("pai-gow")] == [
        "r1",
        "r1",
        "r2",
        "r2",
        "r3",
        "r3",
    ]


def test_results_carry_the_vigorish() -> None:
    nets = {outcome.result: outcome.net for outcome in best_tally(HouseWay.R1)}
    assert nets == {Result.WIN: Fraction(19, 20), Result.PUSH: 0, Result.LOSE: -1}


# The classes against a plain loop over all dealers' hands, and that against the table.


def test_compiled_rules_set_hands_as_the_plain_ones_do() -> None:
    take = compiled(split_of)
    for a, b, c, d in Random(621).sample(list(combinations(TILES, 4)), 400):
        for way in WAYS:
            assert take((a, b, c, d), way.number) == split_of((a, b, c, d), way.number)
    rank = compiled(hand_rank)
    assert all(rank(a, b) == hand_rank(a, b) for a, b in combinations(TILES, 2))


def test_what_each_split_is_worth_agrees_with_dealing_every_hand_to_the_dealer() -> None:
    take, ranks = compiled(split_of), compiled(high_and_low)
    random = Random(621)
    for way in WAYS:
        for choice in random.sample(best_choices(way), 5):
            left = [tile for tile in TILES if tile not in choice.tiles]
            houses = [
                ranks((a, b, c, d), take((a, b, c, d), way.number)) for a, b, c, d in combinations(left, 4)
            ]
            assert len(houses) == DEALERS
            for number, worth in enumerate(choice.worth):
                high, low = ranks(choice.tiles, number)
                won = sum(high > theirs[0] and low > theirs[1] for theirs in houses)
                lost = sum(high <= theirs[0] and low <= theirs[1] for theirs in houses)
                assert worth == Fraction(19 * won - 20 * lost, 20 * DEALERS)


def four(tiles: list[int]) -> Four:
    a, b, c, d = sorted(tiles)
    return a, b, c, d


def test_the_table_decides_as_the_ranks_do() -> None:
    random = Random(621)
    for _ in range(100):
        eight = random.sample(TILES, 8)
        mine, theirs = four(eight[:4]), four(eight[4:])
        for way in WAYS:
            house = house_way(tuple(map(code_of, theirs)), way)
            high, low = high_and_low(theirs, split_of(theirs, way.number))
            assert (rank_of(house.high), rank_of(house.low)) == (high, low)
            for number, setting in enumerate(splits(tuple(map(code_of, mine)))):
                my_high, my_low = high_and_low(mine, number)
                higher = (my_high > high) + (my_low > low)
                expected = (Result.LOSE, Result.PUSH, Result.WIN)[higher]
                assert compare(setting, house).result is expected


def test_hands_of_one_class_are_worth_the_same_whichever_of_two_like_tiles_they_hold() -> None:
    """Swapping every tile for its like changes nothing."""
    for a, b, c, d in Random(5).sample(list(combinations(TILES, 4)), 200):
        swapped = four([tile ^ 1 if tile < 22 else tile for tile in (a, b, c, d)])
        assert [code_of(tile) for tile in swapped] == [code_of(tile) for tile in (a, b, c, d)]
        for way in WAYS:
            assert split_of((a, b, c, d), way.number) == split_of(swapped, way.number)


# The best play.


@pytest.mark.parametrize("way", WAYS)
def test_the_best_split_is_worth_most_and_the_house_ways_own_where_no_other_is_better(way: HouseWay) -> None:
    for choice in best_choices(way):
        assert choice.worth[choice.best] == max(choice.worth)
        if choice.best != choice.by_house:
            assert choice.worth[choice.best] > choice.worth[choice.by_house]
    assert edge(best_tally(way)) < edge(house_way_tally(way))


def test_splits_that_are_worth_the_same_come_out_the_same() -> None:
    """So that a tie between splits leaves no doubt about wins and losses either."""
    _, counts = count_deals()
    for way in range(len(WAYS)):
        for row, choice in enumerate(best_choices(WAYS[way])):
            alike = [n for n in range(SPLITS) if choice.worth[n] == choice.worth[choice.best]]
            assert len({(counts[row, way, n, 0], counts[row, way, n, 3]) for n in alike}) == 1


def test_the_best_play_lists_the_hands_that_are_better_set_otherwise() -> None:
    found = best_play(under("r1"))
    assert found.rule == (
        "Set the hands by the house way r1, except the 10,776 of 35,960 hands that are listed as better set otherwise.",
        "That is worth +0.9677% of the wager to the player, always setting by the house way -2.6816%.",
    )
    by_combination, otherwise = found.tables
    assert [row[:3] for row in by_combination.rows] == [
        ("Supreme Pair", "435", "28"),
        ("pair, Wong or Gong", "13,349", "2,748"),
        ("nine", "11,152", "1,264"),
        ("eight", "6,000", "3,200"),
        ("seven", "2,768", "2,192"),
        ("none of these", "2,256", "1,344"),
    ]
    assert sum(int(row[3]) for row in otherwise.rows) == 10_776
    assert ("6-6 6-6 4-4 1-3", "6-6 6-6 / 4-4 1-3", "6-6 4-4 / 6-6 1-3", "4", "+0.2218") in otherwise.rows
