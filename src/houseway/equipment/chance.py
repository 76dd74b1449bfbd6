"""Chance: unbiased draws from the operating system, for training tables and approved electronic use.

The only place where Houseway makes its own luck. Outcomes are journalled; a seed never exists.
"""

from collections.abc import Callable, Sequence
from secrets import token_bytes
from typing import TypeVar

Bytes = Callable[[int], bytes]
Card = TypeVar("Card")


def below(limit: int, entropy: Bytes = token_bytes) -> int:
    """A number from 0 to limit - 1, every one equally likely: draws past the last whole multiple are thrown away."""
    if limit < 1:
        raise ValueError(f"cannot draw from {limit} cases")
    size = max(1, ((limit - 1).bit_length() + 7) // 8)
    words = 1 << 8 * size
    fair = words - words % limit
    while True:
        drawn = int.from_bytes(entropy(size), "big")
        if drawn < fair:
            return drawn % limit


def die(entropy: Bytes = token_bytes) -> int:
    """One throw of a fair die."""
    return below(6, entropy) + 1


def throw(dice: int, entropy: Bytes = token_bytes) -> tuple[int, ...]:
    """One throw of several fair dice."""
    return tuple(die(entropy) for _ in range(dice))


def shuffle(cards: Sequence[Card], draw: Callable[[int], int] = below) -> tuple[Card, ...]:
    """The cards in an order of which every one is equally likely (Fisher-Yates)."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = draw(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
