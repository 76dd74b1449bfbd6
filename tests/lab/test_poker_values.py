"""Tables of Poker hands are the rank functions themselves, and count every class of hands."""

import os
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.games.poker.short_deck import SHORT_DECK
from houseway.games.poker.variants import VARIANTS
from houseway.lab.hands import suit_classes
from houseway.lab.poker_values import DECK, classes, evaluator
from houseway.table.low_hands import badugi_cards
from houseway.table.poker_hands import category
from houseway.table.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    BADUGI_ACE_LOW,
    BADUGI_DEUCE_LOW,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    Ranking,
)

# One hand of every class that renaming the suits leaves alike, with the suits renamed by chance; `make proofs` takes all of them.
STEP = int(os.environ.get("HOUSEWAY_HANDS_STEP", "11"))


@pytest.mark.parametrize(
    ("ranking", "cards"),
    [
        (HIGH, 5),
        (DEUCE_TO_SEVEN, 5),
        (ACE_TO_FIVE, 5),
        (EIGHT_OR_BETTER, 5),
        (BADUGI, 4),
        (BADUGI_ACE_LOW, 5),
        (BADUGI_DEUCE_LOW, 5),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_the_table_of_a_ranking_is_its_function_for_every_hand(ranking: Ranking, cards: int) -> None:
    chance = np.random.default_rng(STEP)
    hands = suit_classes(cards).hands[::STEP].astype(np.int64)
    suits = chance.permuted(np.tile(np.arange(4), (len(hands), 1)), axis=1)
    renamed = hands // 4 * 4 + np.take_along_axis(suits, hands % 4, axis=1)
    values = evaluator(ranking, cards).values(renamed.astype(np.uint8))
    assert values.tolist() == [ranking.worth(*hand) for hand in renamed.tolist()]


SIDES = sorted(
    {
        (side.ranking.name, variant.hole_cards, sum(street.board for street in variant.streets)): side.ranking
        for variant in VARIANTS.values()
        for side in variant.sides
    }.items(),
    key=lambda side: side[0],
)


@pytest.mark.parametrize(
    ("shape", "ranking"), SIDES, ids=lambda value: str(value[:2]) if isinstance(value, tuple) else ""
)
@given(data=st.data())
def test_every_side_of_every_variant_is_valued_as_at_the_table(
    shape: tuple[str, int, int], ranking: Ranking, data: st.DataObject
) -> None:
    _, own, board = shape
    lowest = 16 if ranking is SHORT_DECK else 0
    hand = data.draw(st.permutations(range(lowest, DECK)))[: own + board]
    (value,) = evaluator(ranking, own, board).values(np.array([hand], np.uint8))
    assert value == ranking.value(tuple(hand[:own]), tuple(hand[own:]))


def test_the_tiers_of_badugi_are_counted() -> None:
    tiers: Counter[int] = Counter()
    for value, many in classes(BADUGI, 4).items():
        tiers[badugi_cards(value)] += many
    assert [tiers[cards] for cards in (4, 3, 2, 1)] == [17_160, 154_440, 96_252, 2_873]


def test_seven_lows_of_2_7_are_counted() -> None:
    best = list(classes(DEUCE_TO_SEVEN, 5).items())
    sevens = [(many, DEUCE_TO_SEVEN.in_words(value)) for value, many in best[:5]]
    assert [words for _, words in sevens] == ["seven-five low", *["seven-six low"] * 3, "eight-five low"]
    assert sum(many for many, _ in sevens[:4]) == 4_080


def test_wheels_of_a_5_are_counted() -> None:
    value, many = next(iter(classes(ACE_TO_FIVE, 5).items()))
    assert (ACE_TO_FIVE.in_words(value), many) == ("five-four low", 1_024)


def test_classes_of_high_hands_are_counted() -> None:
    counts: Counter[int] = Counter()
    for value, many in classes(HIGH, 5).items():
        counts[category(value)] += many
    assert [counts[kind] for kind in range(10)] == [
        1_302_540,
        1_098_240,
        123_552,
        54_912,
        10_200,
        5_108,
        3_744,
        624,
        36,
        4,
    ]


def test_hands_are_rows_of_as_many_cards_as_the_variant_has() -> None:
    with pytest.raises(ValueError, match="a row of 5 cards"):
        evaluator(HIGH, 5).values(np.zeros((1, 4), np.uint8))
    with pytest.raises(ValueError, match="not known to the lab"):
        evaluator(Ranking("three", HIGH.worth, lambda own, board: (), HIGH.in_words), 3)
