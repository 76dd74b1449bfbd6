"""Hands in classes: those that differ only in their suits, or only in which of several like cards they hold.

A rule that treats suits alike decides every hand of a class alike, so one hand stands for all of them, with the number
of hands that it stands for.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, repeat
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.lab.compiling import at_once, compiled

SUITS = 4
RANKS = 13

Cards = NDArray[np.int8]
Counts = NDArray[np.int64]


class SuitClasses(NamedTuple):
    """One hand of each class, a row of cards each, and how many hands the class has."""

    hands: Cards
    sizes: NDArray[np.int8]


@cache
def suit_classes(cards: int) -> SuitClasses:
    """The classes of hands of so many cards of a 52-card deck that become one another by renaming the suits."""
    fill = compiled(_fill_suit_classes)
    sets, first_of_size = _sets_of_ranks()
    splits = list(_splits(cards))
    nothing = SuitClasses(np.empty((0, cards), np.int8), np.empty(0, np.int8))
    counts = [fill(split, sets, first_of_size, *nothing) for split in splits]
    ends = np.cumsum(counts).tolist()
    classes = SuitClasses(np.empty((ends[-1], cards), np.int8), np.empty(ends[-1], np.int8))
    hands = np.split(classes.hands, ends[:-1])
    sizes = np.split(classes.sizes, ends[:-1])
    at_once(fill, splits, repeat(sets), repeat(first_of_size), hands, sizes)
    return classes


def _splits(cards: int) -> Iterator[tuple[int, int, int, int]]:
    """How many cards the suits may hold, with no more in one suit than in the one before it."""
    for clubs in range(min(cards, RANKS) + 1):
        for diamonds in range(min(clubs, cards - clubs) + 1):
            for hearts in range(min(diamonds, cards - clubs - diamonds) + 1):
                spades = cards - clubs - diamonds - hearts
                if spades <= hearts:
                    yield clubs, diamonds, hearts, spades


@cache
def _sets_of_ranks() -> tuple[NDArray[np.int8], Counts]:
    """All sets of ranks, the smaller first, a row each; and where those of each size begin."""
    rows = [
        (*ranks, *(0 for _ in range(RANKS - size)))
        for size in range(RANKS + 1)
        for ranks in combinations(range(RANKS), size)
    ]
    begin = [sum(comb(RANKS, smaller) for smaller in range(size)) for size in range(RANKS + 2)]
    return np.array(rows, np.int8), np.array(begin, np.int64)


def _fill_suit_classes(
    split: tuple[int, int, int, int],
    sets: NDArray[np.int8],
    first_of_size: Counts,
    hands: Cards,
    sizes: NDArray[np.int8],
) -> int:
    """Write every class with so many cards in its suits, or where there is no room count them; return their number.

    A class is four sets of ranks, one for each suit, in falling order: any other order only renames the suits.
    """
    clubs, diamonds, hearts, spades = split
    found = 0
    for a in range(first_of_size[clubs], first_of_size[clubs + 1]):
        for b in range(first_of_size[diamonds], min(first_of_size[diamonds + 1], a + 1)):
            for c in range(first_of_size[hearts], min(first_of_size[hearts + 1], b + 1)):
                end = min(first_of_size[spades + 1], c + 1)
                if len(sizes) == 0:
                    found += max(end - first_of_size[spades], 0)
                    continue
                for d in range(first_of_size[spades], end):
                    sizes[found] = _ways_to_name_suits(a, b, c, d)
                    hand = hands[found]
                    _write(hand, 0, sets[a], clubs, 0)
                    _write(hand, clubs, sets[b], diamonds, 1)
                    _write(hand, clubs + diamonds, sets[c], hearts, 2)
                    _write(hand, clubs + diamonds + hearts, sets[d], spades, 3)
                    found += 1
    return found


def _ways_to_name_suits(a: int, b: int, c: int, d: int) -> int:
    """In how many orders four things can stand that are in falling order now, equals being interchangeable."""
    if a != b and b != c and c != d:
        return 24
    ways = 24
    alike = 1
    for same in (a == b, b == c, c == d):
        alike = alike + 1 if same else 1
        ways //= alike
    return ways


def _write(hand: Cards, place: int, ranks: NDArray[np.int8], count: int, suit: int) -> None:
    for number in range(count):
        hand[place + number] = SUITS * ranks[number] + suit


class Multisets(NamedTuple):
    """How many cards of each kind a hand holds, a row each, and how many hands do."""

    counts: NDArray[np.int8]
    ways: Counts


def multisets(kinds: tuple[int, ...], cards: int) -> Multisets:
    """Every way to take so many cards of a deck that holds this many of each kind."""
    rows: list[tuple[int, ...]] = [()]
    for kind in kinds:
        rows = [(*row, n) for row in rows for n in range(min(kind, cards - sum(row)) + 1)]
    full = [row for row in rows if sum(row) == cards]
    ways = []
    for row in full:
        product = 1
        for kind, n in zip(kinds, row, strict=True):
            product *= comb(kind, n)
        ways.append(product)
    return Multisets(np.array(full, np.int8), np.array(ways, np.int64))
