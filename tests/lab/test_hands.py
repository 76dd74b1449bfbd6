from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from houseway.games.asia_poker.ranking import bonus_hand
from houseway.lab.compiling import compiled
from houseway.lab.hands import multisets, suit_classes
from houseway.table.poker_hands import best_of_six


def number_of_classes(cards: int) -> Fraction:
    """By Burnside's lemma: the average number of hands that a renaming of the suits leaves as they are."""

    def kept(cycles: tuple[int, ...]) -> int:
        # A kept hand has the same ranks in all suits of a cycle.
        ways = [1] + [0] * cards
        for length in cycles:
            ways = [
                sum(ways[n - length * k] * comb(13, k) for k in range(n // length + 1))
                for n in range(cards + 1)
            ]
        return ways[cards]

    by_cycles = {(1, 1, 1, 1): 1, (2, 1, 1): 6, (2, 2): 3, (3, 1): 8, (4,): 6}
    return Fraction(sum(many * kept(cycles) for cycles, many in by_cycles.items()), 24)


@pytest.mark.parametrize("cards", [1, 2, 3, 4, 5, 6, 7])
def test_classes_by_suit_hold_every_hand_once(cards: int) -> None:
    classes = suit_classes(cards)
    assert len(classes.sizes) == number_of_classes(cards)
    assert classes.sizes.sum(dtype=np.int64) == comb(52, cards)


def test_renaming_the_suits_of_one_hand_gives_all_of_its_class_and_no_other() -> None:
    classes = suit_classes(3)
    every: set[tuple[int, ...]] = set()
    for hand, size in zip(classes.hands.tolist(), classes.sizes.tolist(), strict=True):
        renamed = {
            tuple(sorted(card - card % 4 + suits[card % 4] for card in hand))
            for suits in permutations(range(4))
        }
        assert len(renamed) == size
        assert not renamed & every
        every |= renamed
    assert every == set(combinations(range(52), 3))


def test_no_ranking_that_is_counted_by_classes_looks_at_the_names_of_suits() -> None:
    six, seven = compiled(best_of_six), compiled(bonus_hand)
    for hand in suit_classes(6).hands[::997].tolist():
        found = set()
        for suits in permutations(range(4)):
            renamed = [card - card % 4 + suits[card % 4] for card in hand]
            found.add((six(*renamed), seven((*renamed, 52))))
        assert len(found) == 1


def test_multisets_count_every_hand_by_kind() -> None:
    deck = "aaabbc"
    held, ways = multisets((3, 2, 1), 3)
    dealt = [tuple(hand.count(kind) for kind in "abc") for hand in combinations(deck, 3)]
    assert {tuple(row): n for row, n in zip(held.tolist(), ways.tolist(), strict=True)} == {
        row: dealt.count(row) for row in set(dealt)
    }
    assert multisets((4,) * 13, 5).ways.sum() == comb(52, 5)
