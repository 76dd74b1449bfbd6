"""The compiled functions are the plain ones: the same results, found again only while the code is the same."""

from collections.abc import Callable, Iterator
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from houseway.equipment.cards import JOKER
from houseway.games.asia_poker.house_way import HOUSE_WAYS, program_of, set_by
from houseway.games.asia_poker.ranking import bonus_hand, high_hand, medium_hand
from houseway.games.five_card_hi_lo.points import (
    SPLITS,
    ace_low_setting,
    bonus_aces,
    dealers_setting,
    high_total,
    is_lawful,
    low_total,
)
from houseway.games.three_card_poker.ranking import super_royal_suit, three_card
from houseway.lab import three_card_poker
from houseway.lab.cache import Arrays, digest_of, kept
from houseway.lab.compiling import compiled
from houseway.table.low_hands import (
    ace_to_five,
    badugi,
    badugi_of_five_ace_low,
    badugi_of_five_deuce_low,
    deuce_to_seven,
    eight_or_better,
)
from houseway.table.poker_hands import best_of_six, five_card

# A step that shares no factor with the number of hands leaps about among all of them.
FIVES = list(islice(combinations(range(52), 5), 0, None, 1009))
SIXES = list(islice(combinations(range(52), 6), 0, None, 10_007))
SEVENS = list(islice(combinations(range(JOKER + 1), 7), 0, None, 200_003))
FOURS = list(islice(combinations(range(JOKER + 1), 4), 0, None, 101))


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (three_card, list(combinations(range(52), 3))),
        (five_card, FIVES),
        (best_of_six, SIXES),
        (deuce_to_seven, FIVES),
        (ace_to_five, FIVES),
        (eight_or_better, FIVES),
        (badugi, [four for four in FOURS if JOKER not in four]),
        (badugi_of_five_ace_low, FIVES),
        (badugi_of_five_deuce_low, FIVES),
        (super_royal_suit, [*SIXES, tuple(range(28, 52, 4)), tuple(range(29, 52, 4))]),
        (high_hand, [(*four, options) for four in FOURS for options in range(4)]),
        (medium_hand, list(combinations(range(JOKER + 1), 2))),
        (bonus_hand, [(seven,) for seven in SEVENS]),
        (dealers_setting, FIVES),
        (ace_low_setting, FIVES),
        (bonus_aces, FIVES),
        (high_total, [(*five, split) for five in FIVES for split in SPLITS]),
        (low_total, [(*five, split) for five in FIVES for split in SPLITS]),
        (is_lawful, [(*five, split) for five in FIVES for split in SPLITS]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_compiled_rules_decide_as_the_plain_ones(
    function: Callable[..., int], arguments: list[tuple[Any, ...]]
) -> None:
    fast = compiled(function)
    assert [fast(*each) for each in arguments] == [function(*each) for each in arguments]


def test_a_compiled_house_way_sets_the_hands_as_the_plain_one() -> None:
    fast = compiled(set_by)
    for way in HOUSE_WAYS.values():
        program = program_of(way)
        for a, b, c, d, e, f, g in SEVENS[::16]:
            seven = a, b, c, d, e, f, g
            assert fast(seven, program, 0) == set_by(seven, program, 0)


_LIMIT = 10


def _rule(value: int) -> int:
    return value + 1


def _another_rule(value: int) -> int:
    return value + 2


def _follows_the_rule(value: int) -> int:
    return min(_rule(value), _LIMIT)


def test_the_digest_changes_with_the_code_of_what_is_called_and_with_constants(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = digest_of(_follows_the_rule)
    assert digest_of(_follows_the_rule) == before
    with monkeypatch.context() as patch:
        patch.setattr(_rule, "__code__", _another_rule.__code__)
        assert digest_of(_follows_the_rule) != before
    with monkeypatch.context() as patch:
        patch.setitem(_follows_the_rule.__globals__, "_LIMIT", 11)
        assert digest_of(_follows_the_rule) != before
    assert digest_of(_follows_the_rule) == before


def test_the_digest_of_a_count_covers_the_games_ranking(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest_of(three_card_poker.count_deals)
    monkeypatch.setattr(three_card, "__code__", (lambda a, b, c: a).__code__)
    assert digest_of(three_card_poker.count_deals) != before


_CALLS: list[int] = []


def _count_something() -> Arrays:
    _CALLS.append(1)
    return np.array([_follows_the_rule(1)]), np.arange(6).reshape(2, 3)


@pytest.fixture
def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of its own, and a count of how often was counted."""
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    _CALLS.clear()
    yield tmp_path
    _CALLS.clear()


def test_counts_are_kept_for_the_next_process_until_a_rule_changes(
    counted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = kept(_count_something)()
    again = kept(_count_something)()
    assert len(_CALLS) == 1
    assert (
        [array.tolist() for array in again]
        == [array.tolist() for array in first]
        == [[2], [[0, 1, 2], [3, 4, 5]]]
    )
    monkeypatch.setattr(_rule, "__code__", _another_rule.__code__)
    (changed, _) = kept(_count_something)()
    assert changed.tolist() == [3]
    assert len(list(counted.rglob("counts.npz"))) == 1, "what the old rule gave is gone"


def test_a_broken_file_is_counted_anew(counted: Path) -> None:
    kept(_count_something)()
    (file,) = counted.rglob("counts.npz")
    for broken in (b"", b"not counts", file.read_bytes()[:-30]):
        file.write_bytes(broken)
        assert kept(_count_something)()[0].tolist() == [2]
    assert len(_CALLS) == 4


@pytest.mark.parametrize("place", ["", "/dev/null/nowhere"])
def test_where_nothing_can_be_kept_everything_still_works(
    counted: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", place)

    def doubled(value: int) -> int:
        return 2 * value

    assert compiled(doubled)(21) == 42
    kept(_count_something)()
    kept(_count_something)()
    assert len(_CALLS) == 2
    assert not list(counted.rglob("*.npz"))
