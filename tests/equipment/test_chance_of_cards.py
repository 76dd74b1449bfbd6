"""The shuffle, proved fair on small decks by trying every way the draws can fall."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations, product
from math import factorial

import numpy as np
import pytest

from houseway.equipment.cards import FIFTY_TWO, FORTY_EIGHT, UNSEEN, WITH_JOKER, check_told
from houseway.equipment.chance import below, shuffle
from houseway.law import RuleViolation, pa


def _falling(draws: tuple[int, ...]) -> Callable[[int], int]:
    """Draws that fall as told, each within its limit."""
    left = list(draws)

    def draw(limit: int) -> int:
        drawn = left.pop(0)
        assert drawn < limit
        return drawn

    return draw


@pytest.mark.parametrize("size", range(1, 8))
def test_every_order_of_a_small_deck_comes_from_exactly_one_fall_of_the_draws(size: int) -> None:
    falls = product(*(range(limit) for limit in range(size, 1, -1)))
    orders = Counter(shuffle(range(size), _falling(fall)) for fall in falls)
    assert set(orders) == set(permutations(range(size)))
    assert set(orders.values()) == {1}
    assert sum(orders.values()) == factorial(size)


@pytest.mark.parametrize("limit", [2, 3, 5, 52, 53, 255, 256])
def test_each_draw_takes_every_number_from_equally_many_bytes(limit: int) -> None:
    kept = Counter(_first_draw(limit, byte) for byte in range(256))
    thrown_away = kept.pop(None, 0)
    assert set(kept) == set(range(limit))
    assert len(set(kept.values())) == 1
    assert thrown_away == 256 % limit


def _first_draw(limit: int, word: int, size: int = 1) -> int | None:
    """What one word of so many bytes draws, or None when it is thrown away and another is asked for."""
    given = iter((word.to_bytes(size, "big"),))

    def entropy(asked: int) -> bytes:
        assert asked == size
        return next(given)

    try:
        return below(limit, entropy)
    except StopIteration:
        return None


TWO_BYTES = 1 << 16
# One more than a byte holds, and the cards of six and eight decks with and without tens.
SHOES = (257, 288, 312, 384, 416)


@pytest.mark.parametrize("limit", SHOES)
def test_each_draw_from_a_shoe_takes_every_number_from_equally_many_words_of_two_bytes(limit: int) -> None:
    kept = Counter(_first_draw(limit, word, size=2) for word in range(TWO_BYTES))
    thrown_away = kept.pop(None, 0)
    assert set(kept) == set(range(limit))
    assert set(kept.values()) == {TWO_BYTES // limit}
    assert thrown_away == TWO_BYTES % limit


def test_of_all_words_every_range_up_to_eight_decks_keeps_whole_multiples_and_throws_the_rest_away() -> None:
    for limit in range(257, 417):
        fair = TWO_BYTES // limit * limit
        # What `below` does is known once its line is: here it stands, and below it words fall as their remainder.
        edges = (0, 1, limit - 1, limit, limit + 1, fair - limit, fair - 1)
        assert [_first_draw(limit, word, size=2) for word in edges] == [word % limit for word in edges]
        beyond = {_first_draw(limit, word, size=2) for word in range(fair, TWO_BYTES)}
        assert beyond <= {None}
        fallen = np.bincount(np.arange(fair) % limit)
        assert len(fallen) == limit
        assert (fallen == fair // limit).all()


@pytest.mark.parametrize(("limit", "size"), [(1, 1), (256, 1), (257, 2), (65_536, 2), (65_537, 3)])
def test_a_draw_asks_for_as_many_bytes_as_its_cases_need(limit: int, size: int) -> None:
    asked = []

    def zeros(number: int) -> bytes:
        asked.append(number)
        return bytes(number)

    assert below(limit, zeros) == 0
    assert asked == [size]


@pytest.mark.parametrize("deck", [FIFTY_TWO, WITH_JOKER, FORTY_EIGHT, 8 * FIFTY_TWO, 8 * FORTY_EIGHT])
def test_a_shuffle_keeps_every_card_once(deck: tuple[str, ...]) -> None:
    assert sorted(shuffle(deck)) == sorted(deck)


def test_a_deck_without_tens_has_forty_eight_cards() -> None:
    assert len(FORTY_EIGHT) == 48
    assert set(FIFTY_TWO) - set(FORTY_EIGHT) == {"Tc", "Td", "Th", "Ts"}


def test_every_copy_of_a_card_may_be_told_and_not_one_more() -> None:
    clause = pa("665a.3(a)#1")
    eight = 8 * FORTY_EIGHT
    check_told(8 * ("As",), eight, clause)
    check_told((UNSEEN, *8 * ("As",), UNSEEN), eight, clause)
    with pytest.raises(RuleViolation, match="A♠ is not among the cards left") as refused:
        check_told(9 * ("As",), eight, clause)
    assert refused.value.clause == clause
    with pytest.raises(RuleViolation, match="10♠ is not among the cards left"):
        check_told(("Ts",), eight, clause)
    with pytest.raises(RuleViolation, match="no card is called"):
        check_told(("1s",), eight, clause)
