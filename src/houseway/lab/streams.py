"""Streams: chance for simulations, numbered so that a result depends on the seed and the number of rounds alone.

Rounds come in blocks of one size, and every block has a counter-based stream of its own, so that it does not matter on
how many processors, or in which order, the blocks are played.
"""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

BLOCK = 10_000
# A word is passed over about once in 2**58, so that these are never used up.
_SPARE = 64
_LAST_WORD = 2**64 - 1

Words = NDArray[np.uint64]
_T = TypeVar("_T")


def words(seed: int, block: int, rounds: int, draws: int) -> Words:
    """The random words of one block: enough for so many draws in each of its rounds."""
    stream = np.random.Philox(key=seed, counter=[0, 0, 0, block])
    return stream.random_raw(rounds * draws + _SPARE)


def in_blocks(rounds: int, play: Callable[[int, int], _T]) -> Iterable[_T]:
    """Play a number of rounds, block by block: `play` is given the block and how many rounds it has."""
    whole, rest = divmod(rounds, BLOCK)
    sizes = [*repeat(BLOCK, whole), *([rest] if rest else [])]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(play, range(len(sizes)), sizes)


def draw(source: Words, at: int, deck: NDArray[np.int8], count: int) -> int:
    """Draw the first `count` cards of a deck fairly to its front, reading from `at`; return where to read on.

    Every card left is as likely as any other: of all words, as many are passed over as their number leaves over when
    it is shared out among the cards.
    """
    for place in range(count):
        left = np.uint64(len(deck) - place)
        surplus = (np.uint64(_LAST_WORD) % left + np.uint64(1)) % left
        while source[at] < surplus:
            at += 1
        other = place + int(source[at] % left)
        at += 1
        deck[place], deck[other] = deck[other], deck[place]
    return at
