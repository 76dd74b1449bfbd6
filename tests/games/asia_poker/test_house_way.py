"""The house way (659a.11(c)): named ways, rules that an operator writes, and what makes a way lawful."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import Any

import msgspec
import pytest

from houseway.equipment.cards import Hand, cards, code
from houseway.games.asia_poker.house_way import (
    HOUSE_WAYS,
    MOST_RULES,
    HouseRule,
    HouseWay,
    described,
    problems_of,
    program_of,
    set_by,
)
from houseway.games.asia_poker.ranking import is_foul, low_hand, medium_hand
from houseway.games.asia_poker.setting import (
    SetHands,
    every_setting,
    foul_of,
    hands_set,
    read_hands,
    values_of,
)
from houseway.games.asia_poker.wagers import Foul
from houseway.law import pa

ALL_THREE = [{"hand": "high"}, {"hand": "medium"}, {"hand": "low"}]
FLUSH_OR_MEDIUM: list[dict[str, Any]] = [
    {
        "when": [{"holding": "best-high", "at_least": "flush"}],
        "prefer": [
            {"hand": "high", "at_least": "flush"},
            {"hand": "medium"},
            {"hand": "low"},
            {"hand": "high"},
        ],
    },
    {"prefer": [{"hand": "medium"}, {"hand": "low"}, {"hand": "high"}]},
]
# The stated sample on which a way is tried: the deals of this generator.
SAMPLE = 120


def written(rules: list[dict[str, Any]]) -> HouseWay:
    """A house way as a submission writes it."""
    return msgspec.convert(rules, tuple[HouseRule, ...])


def deals(number: int, seed: int = 659) -> Iterator[Hand]:
    """So many hands of seven cards."""
    chance = Random(seed)
    for _ in range(number):
        yield tuple(code(card) for card in chance.sample(range(53), 7))


def set_hands(seven: str | Hand, way: HouseWay, options: int = 0) -> SetHands:
    """The setting that a way chooses."""
    hand = tuple(seven.split()) if isinstance(seven, str) else seven
    first, second, third, fourth, fifth, sixth, seventh = cards(hand)
    chosen = set_by((first, second, third, fourth, fifth, sixth, seventh), program_of(way), options)
    return hands_set(hand, chosen)


def _laid(written_hands: str) -> SetHands:
    return read_hands(written_hands, pa("659a.11(b)#1"))


@pytest.mark.clause("659a.11(c)#2")
@pytest.mark.parametrize(
    ("way", "expected"),
    [
        ("highest-medium", "Kd9s4h2s Kh8d 7c"),
        ("highest-high", "KhKd9s8d 7c4h 2s"),
        ("highest-low", "Kd8d4h2s Kh7c 9s"),
    ],
)
def test_the_named_ways_set_a_pair_of_kings_each_in_its_own_manner(way: str, expected: str) -> None:
    set_so = set_hands("Kd Kh 9s 8d 7c 4h 2s", HOUSE_WAYS[way])
    assert values_of(set_so, 0) == values_of(_laid(expected), 0)


@pytest.mark.clause("659a.11(b)#1", "659a.11(b)#2", "659a.11(c)#1")
@pytest.mark.parametrize(
    ("way", "order"), [("highest-medium", (1, 2, 0)), ("highest-high", (0, 1, 2)), ("highest-low", (2, 1, 0))]
)
def test_a_named_way_takes_the_best_of_all_lawful_settings(way: str, order: tuple[int, int, int]) -> None:
    for hand in deals(60):
        lawful = [values_of(each, 0) for each in every_setting(hand) if not foul_of(each, 0)]
        best = max(lawful, key=lambda values: tuple(values[part] for part in order))
        assert values_of(set_hands(hand, HOUSE_WAYS[way]), 0) == best, hand


@pytest.mark.clause("659a.11(b)#1", "659a.11(b)#2", "659a.11(c)#2")
@pytest.mark.parametrize("way", [*HOUSE_WAYS.values(), written(FLUSH_OR_MEDIUM)])
def test_a_way_sets_every_deal_of_the_sample_lawfully_and_the_same_however_the_cards_lie(
    way: HouseWay,
) -> None:
    assert list(problems_of(way)) == []
    chance = Random(1)
    for hand in deals(SAMPLE):
        chosen = set_hands(hand, way)
        assert set(chosen.cards) == set(hand)
        assert foul_of(chosen, 0) is Foul.NONE
        shuffled = tuple(chance.sample(hand, 7))
        assert values_of(set_hands(shuffled, way), 0) == values_of(chosen, 0)


def test_every_hand_has_a_lawful_setting() -> None:
    """Suits and runs can only raise a high hand, so that the ranks alone decide: all 50,000 of them, joker as ace."""
    for ranks in combinations_with_replacement(range(13), 7):
        if any(ranks.count(rank) > 4 + (rank == 12) for rank in ranks):
            continue
        assert any(_lawful_by_rank(ranks)), ranks


def _lawful_by_rank(ranks: tuple[int, ...]) -> Iterator[bool]:
    """Whether settings without runs and flushes are in order, the likeliest first."""
    by_height = sorted(range(7), key=lambda place: ranks[place])
    for low in by_height:
        rest = [place for place in by_height if place != low]
        for one, two in combinations(rest, 2):
            high = _by_groups([ranks[place] for place in rest if place not in (one, two)])
            if not is_foul(high, medium_hand(4 * ranks[one], 4 * ranks[two]), low_hand(4 * ranks[low])):
                yield True


def _by_groups(ranks: list[int]) -> int:
    """The value of four cards by pairs and single cards alone, never more than `high_hand` gives."""
    highest = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    pairs = [rank for rank in set(ranks) if ranks.count(rank) > 1]
    if pairs:
        best = max(pairs)
        kickers = [*sorted((rank for rank in ranks if rank != best), reverse=True), -1, -1]
        return 1 << 16 | (best + 1) << 12 | (kickers[0] + 1) << 8 | (kickers[1] + 1) << 4
    return sum((rank + 1) << 4 * (3 - place) for place, rank in enumerate(highest))


@pytest.mark.clause("659a.11(c)#2")
def test_the_first_rule_whose_conditions_hold_decides() -> None:
    way = written(FLUSH_OR_MEDIUM)
    flush = "As 9s 6s 3s Kd Kh 2c"
    assert values_of(set_hands(flush, way), 0) == values_of(
        SetHands(("As", "9s", "6s", "3s"), ("Kd", "Kh"), ("2c",)), 0
    )
    pair = "Kd Kh 9s 8d 7c 4h 2s"
    assert set_hands(pair, way) == set_hands(pair, HOUSE_WAYS["highest-medium"])


@pytest.mark.clause("659a.11(c)#2")
@pytest.mark.parametrize(
    ("holding", "bounds", "holds_for", "not_for"),
    [
        ("jokers", {"at_least": 1}, "Jo Kd 9s 8d 7c 4h 2s", "As Kd 9s 8d 7c 4h 2s"),
        ("pairs", {"at_least": 2}, "As Ad 9s 9d 7c 4h 2s", "As Ad 9s 9d 9c 4h 2s"),
        ("pairs", {"at_least": 1}, "As Jo 9s 8d 7c 4h 2s", "As Kd 9s 8d 7c 4h 2s"),
        ("threes", {"at_least": 1}, "As Jo Ad 8d 7c 4h 2s", "As Jo 8s 8d 7c 4h 2s"),
        ("fours", {"at_least": 1}, "9s 9h 9d 9c 7c 4h 2s", "9s 9h 9d 8c 7c 4h 2s"),
        ("fours", {"at_least": 1}, "As Ah Ad Ac Jo 4h 2s", "As Ah Ad Kc Qd 4h 2s"),
        ("highest-card", {"at_most": "K"}, "Ks Qd 9s 8d 7c 4h 2s", "As Qd 9s 8d 7c 4h 2s"),
        ("highest-pair", {"at_least": "9"}, "Ks 9d 9s 4d 4c 3h 2s", "Ks 8d 8s 4d 4c 3h 2s"),
        ("highest-pair", {"at_least": "9", "at_most": "T"}, "Ts Td 4s 8d 7c 3h 2s", "Js Jd 4s 8d 7c 3h 2s"),
        ("highest-pair", {"at_most": "9"}, "2d 2s Ks Jd 7c 5h 4s", "Ks Jd 9s 7c 5h 4s 2d"),
        ("highest-pair", {"at_least": "2"}, "2d 2s Ks Jd 7c 5h 4s", "Ks Jd 9s 7c 5h 4s 2d"),
        ("highest-pair", {"at_most": "A"}, "2d 2s Ks Jd 7c 5h 4s", "Ks Jd 9s 7c 5h 4s 2d"),
        ("best-high", {"at_least": "straight"}, "6s 5d 4s 3d Kc 9h Js", "6s 5d 4s 2d Kc 9h Js"),
        ("best-high", {"at_most": "pair"}, "6s 6d 4s 2d Kc 9h Js", "6s 6d 4s 4d Kc 9h Js"),
    ],
)
def test_what_a_condition_looks_at(
    holding: str, bounds: dict[str, Any], holds_for: str, not_for: str
) -> None:
    high, low = ({"hand": "high"}, {"hand": "low"})
    rules = [
        {"when": [{"holding": holding, **bounds}], "prefer": [low, {"hand": "medium"}, high]},
        {"prefer": [high, {"hand": "medium"}, low]},
    ]
    way = written(rules)
    assert list(problems_of(way)) == []
    assert set_hands(holds_for, way) == set_hands(holds_for, HOUSE_WAYS["highest-low"])
    assert set_hands(not_for, way) == set_hands(not_for, HOUSE_WAYS["highest-high"])
    assert set_hands(holds_for, way) != set_hands(holds_for, HOUSE_WAYS["highest-high"])


KINGS, TWO_PAIRS = "Kd Kh 9s 8d 7c 4h 2s", "9s 9h 5d 5c Kd 7h 2s"
ACES_AND_KINGS, FIVE_ACES = "As Ah Kd Kh 9s 4d 2c", "As Ah Ad Ac Jo 4h 2s"
HIGH, MEDIUM, LOW = ALL_THREE


@pytest.mark.clause("659a.11(c)#2")
@pytest.mark.parametrize(
    ("seven", "prefer", "expected"),
    [
        (KINGS, [MEDIUM, LOW, HIGH], "Kd9s4h2s Kh8d 7c"),
        (KINGS, [{"hand": "high", "at_least": "pair"}, MEDIUM, LOW, HIGH], "KhKd4h2s 9s8d 7c"),
        (KINGS, [{"hand": "high", "at_least": "pair", "of": "K"}, MEDIUM, LOW, HIGH], "KhKd4h2s 9s8d 7c"),
        (KINGS, [{"hand": "high", "at_least": "pair", "of": "A"}, MEDIUM, LOW, HIGH], "Kd9s4h2s Kh8d 7c"),
        (KINGS, [{"hand": "low", "at_least": "8"}, MEDIUM, LOW, HIGH], "Kd8d4h2s Kh7c 9s"),
        (KINGS, [{"hand": "low", "at_least": "Q"}, MEDIUM, LOW, HIGH], "Kd9s4h2s Kh8d 7c"),
        (TWO_PAIRS, [HIGH, MEDIUM, LOW], "9s9h5d5c Kd7h 2s"),
        (TWO_PAIRS, [{"hand": "medium", "at_least": "pair"}, HIGH, MEDIUM, LOW], "9s9hKd7h 5d5c 2s"),
        (
            TWO_PAIRS,
            [{"hand": "medium", "at_least": "pair", "of": "6"}, HIGH, MEDIUM, LOW],
            "9s9h5d5c Kd7h 2s",
        ),
        # Exactly the level is enough, and a level that no setting reaches changes nothing.
        (KINGS, [{"hand": "low", "at_least": "9"}, MEDIUM, LOW, HIGH], "Kd8d4h2s Kh7c 9s"),
        (KINGS, [{"hand": "low", "at_least": "T"}, MEDIUM, LOW, HIGH], "Kd9s4h2s Kh8d 7c"),
        (
            ACES_AND_KINGS,
            [{"hand": "medium", "at_least": "pair", "of": "K"}, LOW, HIGH, MEDIUM],
            "AsAh4d2c KdKh 9s",
        ),
        (
            ACES_AND_KINGS,
            [{"hand": "medium", "at_least": "pair", "of": "A"}, LOW, HIGH, MEDIUM],
            "KdKh9s4d Ah2c As",
        ),
        (
            FIVE_ACES,
            [{"hand": "high", "at_least": "four-aces"}, LOW, MEDIUM, HIGH],
            "AsAhAdAc Jo2s 4h",
        ),
    ],
)
def test_a_preference_may_ask_for_a_level_and_leave_the_rest_to_the_next(
    seven: str, prefer: list[dict[str, Any]], expected: str
) -> None:
    way = written([{"prefer": prefer}])
    assert list(problems_of(way)) == []
    assert values_of(set_hands(seven, way), 0) == values_of(_laid(expected), 0)


@pytest.mark.clause("659a.11(c)#2")
def test_the_options_for_a234_change_what_the_way_sees() -> None:
    seven = "Ah 4s 3d 2c Ks Qd 5c"
    highest = HOUSE_WAYS["highest-high"]
    assert set_hands(seven, highest).high == ("Ah", "4s", "3d", "2c")
    assert set_hands(seven, highest, options=1).high == ("5c", "4s", "3d", "2c")


def only_with(holding: str, **bounds: Any) -> list[dict[str, Any]]:
    """A way whose first rule has one condition."""
    return [{"when": [{"holding": holding, **bounds}], "prefer": ALL_THREE}, {"prefer": ALL_THREE}]


@pytest.mark.parametrize(
    ("holding", "bounds"),
    [
        ("jokers", {"at_least": 1}),
        ("jokers", {"at_most": 0}),
        ("pairs", {"at_least": 3}),
        ("threes", {"at_least": 2}),
        ("fours", {"at_least": 1}),
        ("highest-card", {"at_most": "3"}),
        ("highest-card", {"at_least": "4"}),
        ("highest-card", {"at_least": "A", "at_most": "A"}),
        ("highest-pair", {"at_least": "2"}),
        ("highest-pair", {"at_most": "A"}),
        ("best-high", {"at_least": "pair"}),
        ("best-high", {"at_most": "royal-flush"}),
        ("best-high", {"at_least": "four-aces"}),
    ],
)
def test_a_condition_that_some_cards_meet_and_others_do_not_is_a_good_one(
    holding: str, bounds: dict[str, Any]
) -> None:
    assert list(problems_of(written(only_with(holding, **bounds)))) == []


@pytest.mark.clause("659a.11(c)#2")
@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ([], "has no rule"),
        ([{"prefer": ALL_THREE[:2]}], "by their low hands"),
        ([{"prefer": []}], "by their high and medium and low hands"),
        ([{"when": [{"holding": "pairs", "at_least": 1}], "prefer": ALL_THREE}], "left without a rule"),
        ([{"prefer": ALL_THREE}, {"prefer": ALL_THREE}], "never apply"),
        ([{"when": [{"holding": "pairs"}], "prefer": ALL_THREE}, {"prefer": ALL_THREE}], "neither"),
        (
            [{"when": [{"holding": "pairs", "at_least": "K"}], "prefer": ALL_THREE}, {"prefer": ALL_THREE}],
            "pairs cannot be K",
        ),
        (
            [
                {"when": [{"holding": "highest-card", "at_most": 3}], "prefer": ALL_THREE},
                {"prefer": ALL_THREE},
            ],
            "highest-card cannot be 3",
        ),
        (
            [
                {"when": [{"holding": "best-high", "at_least": "A"}], "prefer": ALL_THREE},
                {"prefer": ALL_THREE},
            ],
            "best-high cannot be A",
        ),
        (only_with("jokers", at_least=2), "jokers cannot be 2"),
        (only_with("pairs", at_least=4), "pairs cannot be 4"),
        (only_with("threes", at_most=3), "threes cannot be 3"),
        (only_with("fours", at_least=2), "fours cannot be 2"),
        (only_with("pairs", at_least=-1), "pairs cannot be -1"),
        (only_with("pairs", at_least=2, at_most=1), "pairs at least 2 and at most 1 never holds"),
        (
            only_with("highest-card", at_least="A", at_most="K"),
            "highest card at least A and at most K never holds",
        ),
        (only_with("highest-card", at_most="2"), "highest card at most 2 never holds"),
        (
            only_with("best-high", at_least="flush", at_most="pair"),
            "best high at least flush and at most pair never holds",
        ),
        (only_with("pairs", at_least=0), "pairs at least 0 always holds"),
        (only_with("pairs", at_most=3), "pairs at most 3 always holds"),
        (only_with("jokers", at_least=0, at_most=1), "jokers at least 0 and at most 1 always holds"),
        (only_with("highest-card", at_least="3"), "highest card at least 3 always holds"),
        (only_with("highest-card", at_most="A"), "highest card at most A always holds"),
        (only_with("best-high", at_most="four-aces"), "best high at most four aces always holds"),
        ([{"prefer": [{"hand": "medium", "at_least": "flush"}, *ALL_THREE]}], "never a flush"),
        ([{"prefer": [{"hand": "low", "at_least": "pair"}, *ALL_THREE]}], "never a pair"),
        ([{"prefer": [{"hand": "high", "at_least": "straight", "of": "9"}, *ALL_THREE]}], "straight of 9"),
        ([{"prefer": [{"hand": "high", "of": "9"}, *ALL_THREE]}], "None of 9"),
        ([{"prefer": ALL_THREE * 4}], "more than 10 preferences"),
        ([{"prefer": ALL_THREE}] * (MOST_RULES + 1), f"more than {MOST_RULES}"),
    ],
)
def test_a_way_that_leaves_cards_or_choices_open_is_told_why(
    rules: list[dict[str, Any]], problem: str
) -> None:
    assert any(problem in found for found in problems_of(written(rules)))


def test_a_way_may_have_as_many_rules_as_anybody_deals_by() -> None:
    special = {"when": [{"holding": "jokers", "at_least": 1}], "prefer": ALL_THREE}
    assert list(problems_of(written([special] * (MOST_RULES - 1) + [{"prefer": ALL_THREE}]))) == []


@pytest.mark.parametrize(
    "rules",
    [
        [{"prefer": [{"hand": "middle"}]}],
        [{"when": [{"holding": "aces", "at_least": 1}], "prefer": ALL_THREE}],
        [{"prefer": ALL_THREE, "otherwise": []}],
        [{"prefer": [{"hand": "high", "at_least": "full-house"}]}],
    ],
)
def test_words_that_the_rules_do_not_know_are_refused(rules: list[dict[str, Any]]) -> None:
    with pytest.raises(msgspec.ValidationError):
        written(rules)


def test_a_way_can_be_told_in_words() -> None:
    assert described(written(FLUSH_OR_MEDIUM)) == (
        "with best high at least flush: a high hand of at least flush, then the highest medium hand, "
        "then the highest low hand, then the highest high hand; "
        "the highest medium hand, then the highest low hand, then the highest high hand"
    )
