"""Counting cards: what a shoe that runs down is worth by the true count."""

from fractions import Fraction

import numpy as np
import pytest

from houseway.games.double_attack_blackjack.submission import DoubleAttackSubmission
from houseway.lab import NothingToCount
from houseway.lab.compiling import compiled
from houseway.lab.counting import MOST_COUNT, Counting, _tag, counting, play_shoes
from houseway.lab.double_attack_blackjack import best
from houseway.lab.streams import words

GAME = "double-attack-blackjack"


@pytest.fixture(scope="module")
def quarter() -> Counting:
    return counting(GAME, Fraction(1, 4), shoes=4_000, seed=3)


def test_a_high_count_is_good_for_the_player_and_a_low_one_bad(quarter: Counting) -> None:
    assert (quarter.decks, quarter.behind) == (8, 96)
    worth = {row.true_count: row.expected * row.share for row in quarter.by_count}
    low = sum(worth[count] for count in worth if count < -1)
    high = sum(worth[count] for count in worth if count > 1)
    assert low < 0 < high
    assert sum(row.share for row in quarter.by_count) == pytest.approx(1)
    assert sum(worth.values()) == pytest.approx(quarter.expected)


def test_every_row_lies_in_its_interval_and_the_count_begins_at_nothing(quarter: Counting) -> None:
    assert all(row.interval[0] <= row.expected <= row.interval[1] for row in quarter.by_count)
    shares = {row.true_count: row.share for row in quarter.by_count}
    assert max(shares, key=lambda count: shares[count]) in (-1, 0)
    assert abs(sum(share for count, share in shares.items() if count < 0) - 0.5) < 0.03


def test_a_deeper_cover_card_is_worth_more_to_who_enters_in_mid_shoe(quarter: Counting) -> None:
    """The further a shoe is dealt, the more rounds come at a high count, and the more they bring together."""
    shallow = counting(GAME, Fraction(3, 4), shoes=12_000, seed=3)
    assert shallow.behind == 288
    for deep, less in zip(quarter.entering, shallow.entering, strict=True):
        assert deep.share > less.share
    assert quarter.entering[1].per_hundred > shallow.entering[1].per_hundred


def test_who_enters_from_a_count_on_plays_the_rounds_from_there(quarter: Counting) -> None:
    above = [row for row in quarter.by_count if row.true_count >= 2]
    entering = quarter.entering[1]
    assert entering.true_count == 2
    assert entering.share == pytest.approx(sum(row.share for row in above))
    assert entering.per_hundred == pytest.approx(100 * sum(row.share * row.expected for row in above))


def test_shoes_are_played_alike_by_the_plain_and_the_compiled_function() -> None:
    way = best(DoubleAttackSubmission()).way
    tags = np.array([_tag(value) for value in way.hands.kind_value.tolist()], np.int64)
    found = []
    for play in (play_shoes, compiled(play_shoes)):
        counts = np.zeros((3, 2 * MOST_COUNT + 1), np.int64)
        source = words(1, 0, 1, 1_000).view(np.uint32)
        play(source, 2, way.shoe, tags, 288, 48, way.tables, counts)
        found.append(counts.tolist())
    assert found[0] == found[1]
    assert sum(found[0][0]) > 60


def test_a_game_without_a_shoe_to_count_says_which_have_one() -> None:
    with pytest.raises(NothingToCount) as refused:
        counting("craps", Fraction(1, 4), shoes=1, seed=0)
    assert GAME in str(refused.value)
