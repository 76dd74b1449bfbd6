from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, sqrt

import msgspec
import numpy as np
import pytest

from houseway.games.asia_poker.house_way import HOUSE_WAYS, program_of
from houseway.games.asia_poker.ranking import (
    BONUS_FIVE_ACES,
    BONUS_NATURAL_STRAIGHT_FLUSH,
    BONUS_NINE_HIGH,
    BONUS_ROYAL_FLUSH,
    BONUS_THREE_OF_A_KIND_AND_FOUR_EIGHTS,
)
from houseway.games.asia_poker.wagers import CATALOGUE
from houseway.lab import NothingToSimulate, UnknownWay, simulated, streams
from houseway.lab.asia_poker import _play_deals, _seven, _values, asia_poker, bonus_hands
from houseway.lab.cache import plain
from houseway.lab.compiling import compiled
from houseway.lab.streams import draw, words

MEDIUM, HIGH = HOUSE_WAYS["highest-medium"], HOUSE_WAYS["highest-high"]


def test_bonus_hands_agree_with_counting_by_hand() -> None:
    (counts,) = plain(bonus_hands)()
    assert counts.sum() == comb(53, 7) == 154_143_080
    # Four eights with three of another rank, or with two aces and the joker.
    assert counts[BONUS_THREE_OF_A_KIND_AND_FOUR_EIGHTS] == 12 * 4 + comb(4, 2)
    assert counts[BONUS_FIVE_ACES] == comb(48, 2)
    assert counts[BONUS_NINE_HIGH] == 2 * 4**7
    # Whole, or with the joker and at most one card missing.
    royal = 4 * comb(47, 2) + 4 * 47 + 4 * 5 * comb(47, 2)
    assert counts[BONUS_ROYAL_FLUSH] == royal
    # By their highest card, king to five, without the card above it. Beside the joker king to nine is a royal flush,
    # and so is queen to eight with the ace.
    natural = 4 * 9 * comb(46, 2) + 4 * 8 * 46 - 4
    assert counts[BONUS_NATURAL_STRAIGHT_FLUSH] == natural


def test_two_good_hands_beat_one_very_good_hand() -> None:
    rounds, pairs = asia_poker(CATALOGUE["asia-poker"], MEDIUM, HIGH, 0, deals=20_000, seed=5)
    assert (sum(rounds.values()), sum(pairs.values())) == (40_000, 20_000)
    assert Fraction(sum(n for o, n in rounds.items() if o.net > 0), 40_000) > Fraction(3, 4)


def test_luck_is_taken_out_by_playing_a_deal_from_both_sides() -> None:
    rounds, pairs = asia_poker(CATALOGUE["asia-poker"], MEDIUM, MEDIUM, 0, deals=4_000, seed=5)
    # Who sets alike has no more from one side than from the other: what is left of a deal is what copies cost, on either side.
    assert {o.net for o in rounds} == {1, -1}
    assert {o.net for o in pairs} == {0, -1}
    assert sum(o.net * n for o, n in rounds.items()) == 2 * sum(o.net * n for o, n in pairs.items())


def test_a_deal_is_one_round_from_either_side() -> None:
    """The second round of a deal is the first one with the cards of player and dealer changed over."""
    programs = program_of(MEDIUM), program_of(HIGH)
    source = words(11, 0, 1, 14)
    (first, second) = np.argwhere(_play_deals(source, 1, *programs, 0))[0].tolist()
    deck = np.arange(53).astype(np.int8)
    draw(source, 0, deck, 14)
    one, other = _seven(deck, 0), _seven(deck, 7)
    for mine, theirs, standing in ((one, other, first), (other, one, second)):
        mine_set, theirs_set = _values(mine, programs[0], 0), _values(theirs, programs[1], 0)
        signs = [(a > b) - (a < b) for a, b in zip(mine_set, theirs_set, strict=True)]
        assert standing == 9 * (signs[0] + 1) + 3 * (signs[1] + 1) + signs[2] + 1


def test_rounds_are_played_alike_by_the_plain_and_the_compiled_functions() -> None:
    source = words(11, 0, 40, 14)
    programs = program_of(MEDIUM), program_of(HIGH)
    fast = compiled(_play_deals)(source, 40, *programs, 0)
    assert fast.tolist() == _play_deals(source, 40, *programs, 0).tolist()
    assert fast.sum() == 40


@pytest.mark.parametrize("processors", [1, 3])
def test_a_result_depends_on_seed_and_rounds_alone(processors: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: processors)
    monkeypatch.setenv("HOUSEWAY_CACHE", "")
    record = simulated("asia-poker", "highest-medium", "highest-high", rounds=25_000, seed=9)
    assert record.edge == "-3397/6250"
    assert record.method == "simulated: 25,000 deals with seed 9, each played from both sides"


def test_another_seed_plays_other_deals_and_more_rounds_begin_with_the_same() -> None:
    def rounds(count: int, seed: int) -> list[list[int]]:
        def play(block: int, size: int) -> list[int]:
            return [int(word) for word in words(seed, block, size, 1)[:size]]

        return list(streams.in_blocks(count, play))

    assert rounds(25_000, 1)[0] == rounds(10_000, 1)[0]
    assert rounds(10_000, 1) != rounds(10_000, 2)
    first, second, third = rounds(25_000, 1)
    assert (len(first), len(second), len(third)) == (10_000, 10_000, 5_000)
    assert not set(first) & set(second)


def test_a_record_of_rounds_played_has_an_interval_and_nothing_exact() -> None:
    record = simulated("asia-poker", "house-way", "highest-low", rounds=10_000, seed=1)
    assert record.interval is not None
    low, high = record.interval
    # 20,000 rounds, of which the two of a deal make up for each other's luck.
    assert high - low < 2 * 1.959964 * sqrt(record.variance / 20_000)
    assert (low + high) / 2 == pytest.approx(record.edge_decimal)
    assert record.exact == {}
    assert record.option == "player=house-way,dealer=highest-low"
    same = simulated("asia-poker", "highest-low", "highest-low", rounds=10_000, seed=1)
    assert msgspec.structs.replace(same, option=record.option) == record


def test_what_cannot_be_simulated_is_told() -> None:
    with pytest.raises(NothingToSimulate, match="there is one of: asia-poker"):
        simulated("sic-bo", "a", "b", rounds=10, seed=1)
    with pytest.raises(UnknownWay, match="'lucky'"):
        simulated("asia-poker", "lucky", "highest-low", rounds=10, seed=1)


def test_every_order_of_a_small_deck_is_drawn_equally_often() -> None:
    found = Counter[tuple[int, ...]]()
    # 2**64 leaves a remainder of one when divided by three: the word 0 is passed over, so that three times as many
    # words of each remainder are left.
    for first, second in product(range(1, 7), range(2)):
        deck = np.arange(3, dtype=np.int8)
        draw(np.array([first, second], np.uint64), 0, deck, 2)
        found[tuple(deck.tolist())] += 1
    assert len(found) == 6
    assert set(found.values()) == {2}


def test_a_word_that_would_favour_a_card_is_passed_over() -> None:
    deck = np.arange(3, dtype=np.int8)
    assert draw(np.array([0, 4, 1], np.uint64), 0, deck, 1) == 2
    assert deck.tolist() == [1, 0, 2]
