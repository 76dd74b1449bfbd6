"""The shuffle, proved fair on small decks by trying every way the draws can fall."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations, product
from math import factorial

import pytest

from houseway.equipment.cards import FIFTY_TWO, WITH_JOKER
from houseway.equipment.chance import below, shuffle


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


def _first_draw(limit: int, byte: int) -> int | None:
    """What one byte draws, or None when it is thrown away and another is asked for."""
    given = iter((bytes([byte]),))

    def entropy(_: int) -> bytes:
        return next(given)

    try:
        return below(limit, entropy)
    except StopIteration:
        return None


@pytest.mark.parametrize("deck", [FIFTY_TWO, WITH_JOKER])
def test_a_shuffle_keeps_every_card_once(deck: tuple[str, ...]) -> None:
    assert sorted(shuffle(deck)) == sorted(deck)
