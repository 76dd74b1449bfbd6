"""What the lab's modules of games of twenty-one share: the main wager priced, simulated, and its best play told.

The play and its worth are worked out once and kept, under a hash of everything that the game answered.
"""

import hashlib
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

import numpy as np

from houseway.lab.cache import Arrays, kept_under, methods_of
from houseway.lab.figures import Priced
from houseway.lab.tally import Tally, outcome_together
from houseway.lab.twenty_one_hands import Asking, Bits, Hands, hands_of
from houseway.lab.twenty_one_simulation import MOST_PARTS, Tables, nets
from houseway.lab.twenty_one_solver import Play, Solved, Solver, roughly_expected
from houseway.lab.twenty_one_solving import play_hands
from houseway.law import Reading
from houseway.table.twenty_one_felt import TwentyOneRules

# How often a round is played for what goes with an edge: how often it wins, and its variance.
_ROUNDS, _SEED = 1_000_000, 0
METHOD = (
    "exact: best play by all cards of a hand and the up card, from a full shoe; a split hand is played by its own cards with "
    "the pair out of the shoe, and split again whenever it may be"
)


class Way(NamedTuple):
    """A way to play the hands of a game."""

    hands: Hands
    rules: TwentyOneRules
    play: Play

    @property
    def shoe(self) -> Bits:
        """All cards of the shoe, by their kinds."""
        return np.repeat(np.arange(len(self.hands.kind_value)), self.hands.kind_count).astype(np.int8)

    @property
    def tables(self) -> Tables:
        """What rounds played in this way are simulated with."""
        hands, rules, play = self
        return Tables(
            hands.after,
            hands.kind_value,
            hands.reached,
            hands.soft,
            play.wagered,
            hands.worth,
            hands.past_21,
            hands.most_hands,
            play.hands,
            play.doubled,
            rules.stands_from,
            rules.draws_to_soft,
        )


@dataclass(frozen=True)
class Best:
    """The hands of a game and their best play; what it is worth is worked out exactly once somebody asks."""

    hands: Hands
    rules: TwentyOneRules
    play: Play
    # A hash of all that the game answered.
    answered: str

    @property
    def way(self) -> Way:
        """The best way to play."""
        return Way(self.hands, self.rules, self.play)

    @property
    def worth(self) -> dict[tuple[int, int], Fraction]:
        """What hands of two cards are worth by up card and hand, where the dealer has no Blackjack, times the chance of that."""
        return self._solved.worth

    @property
    def expected(self) -> Fraction:
        """What the player expects."""
        return self._solved.expected

    @cached_property
    def _solved(self) -> Solved:
        return exactly(self)


# What was worked out in this process, by what the operator chose.
_KNOWN: dict[str, Best] = {}


def best_of(asked: Asking) -> Best:
    """The best play of a game under its submission."""
    if asked.submission not in _KNOWN:
        _KNOWN[asked.submission] = worked_out(asked)
    return _KNOWN[asked.submission]


def worked_out(asked: Asking) -> Best:
    """The best play of a game, worked out, or found as it was by an earlier run."""
    hands, rules = hands_of(asked), asked.game.play
    answered = hashlib.sha256(repr((rules.stands_from, rules.draws_to_soft, hands.parts)).encode())
    for array in hands:
        answered.update(np.ascontiguousarray(array).tobytes())
    solver = Solver(hands, rules.stands_from, rules.draws_to_soft)
    play = kept_under(answered.hexdigest(), solver.best_play, worked_out, play_hands, *methods_of(Solver))
    return Best(hands, rules, Play(*play), answered.hexdigest())


def exactly(best: Best) -> Solved:
    """What the best play is worth, worked out, or found as it was by an earlier run."""
    rules = best.rules

    def work() -> Arrays:
        worth, expected = Solver(best.hands, rules.stands_from, rules.draws_to_soft).worth_of(best.play)
        places = np.array(list(worth), np.int16)
        whole = lcm(*(one.denominator for one in (*worth.values(), expected)))
        told = [str(int(one * whole)) for one in (*worth.values(), expected, Fraction(1))]
        return places, np.array(told)

    places, told = kept_under(best.answered, work, exactly, play_hands, *methods_of(Solver))
    *worth, expected, whole = map(int, told.tolist())
    known = {(up, row): Fraction(one, whole) for (up, row), one in zip(places.tolist(), worth, strict=True)}
    return Solved(known, Fraction(expected, whole))


def main_wager(best: Best, readings: tuple[Reading, ...]) -> Priced:
    """The main wager as best played: its edge exactly, and what goes with it from rounds that were played."""
    tally = played(best.way, rounds=_ROUNDS, seed=_SEED)
    method = (
        f"{METHOD}; how often it wins, and its variance, from {_ROUNDS:,} rounds simulated with seed {_SEED}"
    )
    return Priced(tally, method, readings, expected=best.expected)


def played(way: Way, *, rounds: int, seed: int) -> Tally:
    """Rounds at random by what they brought."""
    counts = nets(way.tables, way.shoe, rounds=rounds, seed=seed)
    tally: Tally = Counter()
    for place, count in enumerate(counts.tolist()):
        if count:
            tally[outcome_together(Fraction(place - MOST_PARTS, way.hands.parts))] += count
    return tally


def roughly(best: Best) -> float:
    """What the main wager costs as best played, in floating point: in seconds, where the fraction takes a minute."""
    solver = Solver(best.hands, best.rules.stands_from, best.rules.draws_to_soft)
    return -roughly_expected(solver, best.play)


def simulated_wager(way: Way, readings: tuple[Reading, ...], *, rounds: int, seed: int) -> Priced:
    """The main wager over rounds played at random, each from a full shoe."""
    tally = played(way, rounds=rounds, seed=seed)
    method = f"simulated: {rounds:,} rounds with seed {seed}, each from a full shoe"
    return Priced(tally, method, readings, estimated=True)
