"""Craps played at random: the line rolled on by the game's own decisions, compiled, and nothing but counted.

How often each throw fell under each point is all that is kept; what that came to is settled afterwards, exactly.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from houseway.games.craps.decisions import NO_POINT, STANDS, dont_pass_line, next_point, pass_line
from houseway.lab.compiling import at_once, compiled
from houseway.lab.hands import Counts
from houseway.lab.streams import Words, words

# A cell is a throw under a point: the points by their own numbers up to ten, the throws one die before the other.
PAIRS = 36
_FACES = 6
_CELLS = 11 * PAIRS
# A word holds so many throws; of all words, as many are passed over as their number leaves over.
_THROWS = 10
_SURPLUS = 2**64 % PAIRS**_THROWS
# Rounds are short, so that a block, with a stream of its own, has more of them than one of cards.
_BLOCK = 250_000
# A round takes 3.4 throws on the average. A block that needs more words than these reads on in a stream further away.
_WORDS, _FOR_ROUNDS = 2, 5
_FURTHER = 2**40

Play = Callable[[Words, int, int, bool, Counts], tuple[int, int]]


def rolls_by_cell(*, laying: bool, rounds: int, seed: int) -> Counts:
    """How often each throw fell under each point while so many line wagers were made and decided, one after another."""
    sizes = [min(_BLOCK, rounds - done) for done in range(0, rounds, _BLOCK)]
    blocks = at_once(partial(_block, compiled(_play), laying, seed), range(len(sizes)), sizes)
    return sum(blocks, np.zeros(_CELLS, np.int64))


def cell_of(point: int, die_1: int, die_2: int) -> int:
    """The cell of a throw under a point."""
    return PAIRS * point + _FACES * (die_1 - 1) + die_2 - 1


def _block(play: Play, laying: bool, seed: int, number: int, rounds: int) -> Counts:
    rolls = np.zeros(_CELLS, np.int64)
    point, left = NO_POINT, rounds
    while left:
        source = words(seed, number, -(-left * _WORDS // _FOR_ROUNDS), 1)
        point, left = play(source, left, point, laying, rolls)
        number += _FURTHER
    return rolls


def _play(source: Words, rounds: int, point: int, laying: bool, rolls: Counts) -> tuple[int, int]:
    """Roll on until so many line wagers are decided or the words end; the point then standing, and the rounds left."""
    after, decided = _table(laying)
    # Unsigned throughout: compiled code then need not ask whether a cell is counted from the end.
    pairs = np.uint64(PAIRS)
    first = np.uint64(point) * pairs
    at = 0
    while rounds and at < len(source):
        word = source[at]
        at += 1
        if word < np.uint64(_SURPLUS):
            continue
        for _ in range(_THROWS):
            cell = first + word % pairs
            word //= pairs
            rolls[cell] += 1
            rounds -= decided[cell]
            first = after[cell]
            if rounds == 0:
                break
    return int(first // pairs), int(rounds)


def _table(laying: bool) -> tuple[Words, Counts]:
    """The first cell of the point after each throw, and whether the throw decides a wager on the line."""
    after = np.zeros(_CELLS, np.uint64)
    decided = np.zeros(_CELLS, np.int64)
    for cell in range(_CELLS):
        point, throw = cell // PAIRS, cell % PAIRS
        total = throw // _FACES + throw % _FACES + 2
        decision = dont_pass_line(point, total) if laying else pass_line(point, total)
        after[cell] = PAIRS * next_point(point, total)
        decided[cell] = decision != STANDS
    return after, decided
