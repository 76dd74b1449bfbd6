"""Counting cards: what a player expects by the true count, in a shoe that is dealt down to its cover card.

One player plays every round by the best play of a full shoe, whatever the count. Twos to sixes count one up, tens, court
cards and aces one down; the true count is how far the cards dealt are above what is expected of them, per deck still to come,
rounded down. So an operator sees what may be gained by who sits out the bad counts and enters in mid-shoe, and how much of that
the cover card decides.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import Any, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from houseway import __version__
from houseway.games import UnknownGame, as_written, games, submission_for
from houseway.lab.compiling import at_once, compiled
from houseway.lab.figures import option_text
from houseway.lab.hands import Counts
from houseway.lab.strategy import NothingToCount, shoe_counted
from houseway.lab.streams import words
from houseway.lab.twenty_one import Best
from houseway.lab.twenty_one_hands import ACE, TEN, Bits, Ints
from houseway.lab.twenty_one_simulation import HALF_WORDS, MOST_DRAWN, MOST_HANDS, Tables, play_round
from houseway.submission import require_lawful

# True counts as far as this below and above nothing are told apart.
MOST_COUNT = 6
# A block of shoes has a stream of its own.
_BLOCK = 200
_LOW_CARDS, _HIGH_CARDS = range(1, 6), (TEN, ACE)
_DEVIATIONS = 1.96


class ByCount(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds that begin at a true count, the lowest and highest standing for all beyond: their part of all, and their worth."""

    true_count: int
    share: float
    expected: float
    interval: tuple[float, float]


class Entering(msgspec.Struct, frozen=True, kw_only=True):
    """A player who wagers one unit in no other rounds than those from a true count on: how many, and what that brings."""

    true_count: int
    share: float
    expected: float
    # Units won in a hundred rounds dealt, wagered on or not.
    per_hundred: float


class Counting(msgspec.Struct, frozen=True, kw_only=True):
    """What counting cards is worth at a table whose cover card has so many cards of a shoe behind it."""

    game: str
    option: str
    decks: int
    behind: int
    rounds: int
    expected: float
    by_count: tuple[ByCount, ...]
    entering: tuple[Entering, ...]
    method: str
    submission: str
    version: str


def counting(
    game: str,
    behind: Fraction,
    *,
    shoes: int,
    seed: int,
    options: Mapping[str, Any] | None = None,
) -> Counting:
    """What is expected by the true count over so many shoes, each shuffled once the cover card comes; `behind` is its place."""
    if game not in games():
        raise UnknownGame(game)
    best_of = shoe_counted(game)
    if best_of is None:
        raise NothingToCount(game)
    submission = submission_for(game, as_written(game, options or {}))
    require_lawful(submission)
    best: Best = best_of(submission)
    tables, shoe, whole = best.way.tables, best.way.shoe, best.hands.parts
    deck = len(cast(Any, submission).cards.deck)
    kept = int(len(shoe) * behind)
    tags = np.array([_tag(value) for value in best.hands.kind_value.tolist()], np.int64)
    play = partial(_block, compiled(play_shoes), tables, shoe, tags, len(shoe) - kept, deck, seed)
    sizes = [min(_BLOCK, shoes - done) for done in range(0, shoes, _BLOCK)]
    found = sum(at_once(play, range(len(sizes)), sizes), np.zeros((3, 2 * MOST_COUNT + 1), np.int64))
    rounds, parts, _ = found
    return Counting(
        game=game,
        option=option_text(options),
        decks=len(shoe) // deck,
        behind=kept,
        rounds=int(rounds.sum()),
        expected=float(parts.sum() / rounds.sum() / whole),
        by_count=tuple(_by_count(found, place, whole) for place in np.flatnonzero(rounds).tolist()),
        entering=tuple(_entering(found, least, whole) for least in range(1, MOST_COUNT)),
        method=f"simulated: {shoes:,} shoes with seed {seed}, one player, one card burned",
        submission=submission.digest(),
        version=__version__,
    )


def _tag(value: int) -> int:
    """What a card of a value adds to the count."""
    return 1 if value in _LOW_CARDS else -1 if value in _HIGH_CARDS else 0


def _by_count(found: Counts, place: int, whole: int) -> ByCount:
    rounds, parts, squares = (int(one) for one in found[:, place])
    mean = parts / rounds / whole
    error = _DEVIATIONS * sqrt(max(0.0, squares / rounds / whole**2 - mean**2) / rounds)
    return ByCount(
        true_count=place - MOST_COUNT,
        share=rounds / int(found[0].sum()),
        expected=mean,
        interval=(mean - error, mean + error),
    )


def _entering(found: Counts, least: int, whole: int) -> Entering:
    rounds, parts, _ = (int(one) for one in found[:, least + MOST_COUNT :].sum(1))
    dealt = int(found[0].sum())
    return Entering(
        true_count=least,
        share=rounds / dealt,
        expected=parts / rounds / whole if rounds else 0.0,
        per_hundred=100 * parts / dealt / whole,
    )


def _block(
    play: Callable[..., Any],
    tables: Tables,
    shoe: Bits,
    tags: Ints,
    cover: int,
    deck: int,
    seed: int,
    number: int,
    shoes: int,
) -> Counts:
    # No shoe draws more cards than it has.
    source = words(seed, number, shoes, -(-(len(shoe) + MOST_DRAWN) // 2)).view(HALF_WORDS)
    found = np.zeros((3, 2 * MOST_COUNT + 1), np.int64)
    play(source, shoes, shoe.copy(), tags, cover, deck, tables, found)
    return found


def play_shoes(
    source: NDArray[np.uint32],
    shoes: int,
    shoe: Bits,
    tags: Ints,
    cover: int,
    deck: int,
    tables: Tables,
    found: Counts,
) -> None:
    """Play shoes down to the cover card, and note what every round brought by the true count at which it began."""
    held = np.zeros((2, MOST_HANDS), np.int64)
    at, every = 0, 0
    for card in shoe:
        every += tags[card]
    for _ in range(shoes):
        # The burned card is seen by nobody.
        place, running = 1, 0
        while place < cover:
            # A deck whose cards do not add up to nothing counts from where it is expected to be.
            above = running * len(shoe) - every * (place - 1)
            true = above * deck // (len(shoe) * (len(shoe) - place))
            column = MOST_COUNT + min(max(true, -MOST_COUNT), MOST_COUNT)
            at, after, net = play_round(source, at, shoe, place, tables, held)
            found[0, column] += 1
            found[1, column] += net
            found[2, column] += net * net
            for card in range(place, after):
                running += tags[shoe[card]]
            place = after
