"""Twenty-one solved: the best play of every hand against every up card, and what it is worth, as an exact fraction.

All cards of a full shoe are equally likely; nobody else plays. What a player does depends on all cards of the hand itself
and on the up card, and on nothing seen elsewhere. After a split a hand is played as is best for one hand with both cards
of the pair out of the shoe, whatever the other hands drew; a pair is split again whenever that may be. Under this play the
worth of a split is exact: of the further hands only their second cards matter, and those by whether they pair again.

The best play is found in floating point. What it is worth is then worked out by the same code in whole numbers modulo
several primes, from which the fraction is put together.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from math import comb, isqrt, lcm, perm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.lab.compiling import at_once, compiled
from houseway.lab.progress import told
from houseway.lab.twenty_one_hands import (
    DEALT,
    DOUBLES,
    DRAWS,
    PLAIN,
    SPLITS,
    VALUES,
    Bits,
    Hands,
    dealers_hands,
)
from houseway.lab.twenty_one_solving import Graph, Numbers, Terms, play_hands, reduced


class Play(NamedTuple):
    """What is done with every hand, by origin and up card: dealt so, or split from a pair of each value.

    `doubled` is what is done with it once doubled down on: stand or give it up. `wagered` is which way of wagering is
    taken on each up card.
    """

    hands: Bits
    doubled: Bits
    wagered: Bits


class Solved(NamedTuple):
    """What every hand of two cards is worth by a play against each up card, and what the player expects in all.

    Worth is that of deals in which the dealer has no Blackjack, times their chance, per unit of the first wager.
    """

    worth: dict[tuple[int, int], Fraction]
    expected: Fraction


class Solver:
    """A game's hands, solved for one shoe."""

    def __init__(self, hands: Hands, stands_from: int, draws_to_soft: bool) -> None:
        self.hands = hands
        self.graph = Graph(hands.composition, hands.cards, hands.after, hands.kind_value)
        self.shoe = hands.shoe
        self.size = int(self.shoe.sum())
        self.dealers = tuple(dealers_hands(up, stands_from, draws_to_soft) for up in range(VALUES))
        self.twos = np.flatnonzero(hands.cards == 2)
        self.wagerings = range(len(hands.worth))

    # The best play.

    def best_play(self) -> Play:
        """The best play, found in floating point."""
        best = no_play(self.hands)
        for up, found in enumerate(at_once(self._best_against, range(VALUES))):
            _, play = max(found, key=lambda one: one[0])
            best.wagered[up] = play.wagered[up]
            best.hands[:, up], best.doubled[:, up] = play.hands[:, up], play.doubled[:, up]
        return best

    def _best_against(self, up: int) -> list[tuple[float, Play]]:
        """What is expected against one up card with each way of wagering, and the best play with it."""
        found = []
        for wagering in self.wagerings:
            play = no_play(self.hands)
            play.wagered[:] = wagering
            found.append((self._roughly(up, play, choosing=True), play))
        return found

    def _roughly(self, up: int, play: Play, *, choosing: bool = False) -> float:
        """What the player expects against one up card by a play or by the best, times its chance, in floating point."""
        worths = self._against(up, play, 0.0, choosing=choosing)
        worth = {(up, row): Fraction(float(worths[row])) / self.hands.parts for row in self.twos.tolist()}
        return float(self.expected_against(up, int(play.wagered[up]), worth))

    def _against(self, up: int, play: Play, modulus: Any, *, choosing: bool = False) -> Numbers:
        """What every hand is worth against one up card, by a play or by the best, which is then noted in it."""
        terms = self.terms(int(play.wagered[up]), modulus)
        split = np.zeros(VALUES, terms[DEALT].inverse.dtype)
        for value in range(VALUES):
            if choosing or self._splits(value, up, play):
                split[value] = self._split(value, up, play, terms[value + 1], choosing=choosing)
        return self._played(up, -1, 0, play, terms[DEALT], split, choosing=choosing)

    def _splits(self, value: int, up: int, play: Play) -> bool:
        pairs = self.twos[self.hands.composition[self.twos, value] == 2]
        return bool((play.hands[DEALT, up, pairs] == SPLITS).any())

    def _played(
        self, up: int, value: int, others: int, play: Play, terms: Terms, split: Numbers, *, choosing: bool
    ) -> Numbers:
        """What every hand is worth against an up card, so many further cards of a value being out of the shoe."""
        shoe = self.shoe.astype(terms.inverse.dtype)
        shoe[up] -= 1
        if value >= 0:
            shoe[value] -= others
        worths = np.zeros(len(self.hands.cards), terms.inverse.dtype)
        if (shoe >= 0).all():
            noted = play.hands[value + 1, up], play.doubled[value + 1, up]
            size = self.size - 1 - others
            compiled(play_hands)(
                self.graph, terms, self.dealers[up], shoe, size, value, split, choosing, *noted, worths
            )
        return worths

    # Pairs that are split.

    def _split(self, value: int, up: int, play: Play, terms: Terms, *, choosing: bool) -> Any:
        """What a pair is worth split into as many hands as it may become.

        The further cards of the pair that turn up as second cards make further hands. All hands being alike, each adds
        what one is worth; that the second cards of others are no such card is told by how likely it is that they are.
        """
        most = int(self.hands.most_hands[value])
        if most < 2:
            return terms.inverse[1] * 0
        if choosing:
            self._played(up, value, 1, play, terms, terms.inverse[:VALUES] * 0, choosing=True)
        # A hand's worth by how many others of its first card are out: its second card another one, and any one.
        known: dict[int, tuple[Any, Any]] = {}

        def worth(out: int) -> tuple[Any, Any]:
            if out not in known:
                known[out] = self._second_cards(value, up, out - 1, play, terms)
            return known[out]

        def chance(out: int, drawn: int) -> Any:
            """How likely so many cards are all of the pair's value, so many being out already."""
            found = terms.inverse[1]
            for more in range(drawn):
                left = self.size - 1 - out - more
                of_value = max(0, int(self.shoe[value]) - (up == value) - out - more)
                found = reduced(reduced(found * of_value, terms.modulus) * terms.inverse[left], terms.modulus)
            return found

        def beside(out: int, others: int, any_second: bool) -> Any:
            """One hand's worth where the second cards of so many others are none of the pair's value, times that chance."""
            found = terms.inverse[1] * 0
            for paired in range(others + 1):
                likely = chance(out, paired)
                if likely:
                    part = reduced(likely * worth(out + paired)[any_second], terms.modulus)
                    found += (-1) ** paired * comb(others, paired) * part
            return reduced(found, terms.modulus)

        found = terms.inverse[1] * 0
        for (made, unpaired), ways in _ways_to_split(most).items():
            if made < most:
                hands = made * beside(made, made - 1, False)
            else:
                hands = (most - unpaired) * beside(most, unpaired, True)
                hands += unpaired * beside(most, unpaired - 1, False) if unpaired else 0
            reached = reduced(ways * chance(2, made - 2), terms.modulus)
            found = reduced(
                found + reduced(reached * reduced(hands, terms.modulus), terms.modulus), terms.modulus
            )
        return found

    def _second_cards(self, value: int, up: int, others: int, play: Play, terms: Terms) -> tuple[Any, Any]:
        """A split hand's worth with a second card of another value, and with any, that chance included."""
        worths = self._played(up, value, others, play, terms, terms.inverse[:VALUES] * 0, choosing=False)
        hands, modulus = self.hands, terms.modulus
        firsts = np.flatnonzero((hands.cards == 1) & (hands.composition[:, value] == 1))
        left = self.shoe.copy()
        left[up] -= 1
        left[value] -= others + 1
        unpaired = paired = terms.inverse[1] * 0
        if (left < 0).any():
            return unpaired, paired
        for first in firsts:
            for kind, of_value in enumerate(hands.kind_value):
                chance = reduced(int(left[of_value]) * terms.inverse[self.size - 2 - others], modulus)
                part = reduced(chance * terms.share[first, kind], modulus)
                part = reduced(part * worths[hands.after[first, kind]], modulus)
                if of_value == value:
                    paired = reduced(paired + part, modulus)
                else:
                    unpaired = reduced(unpaired + part, modulus)
        # Each suit of the first card is as likely as any other.
        each = terms.inverse[len(firsts)]
        return reduced(unpaired * each, modulus), reduced((unpaired + paired) * each, modulus)

    # Numbers.

    def terms(self, wagering: int, modulus: Any) -> tuple[Terms, ...]:
        """What hands of every origin may do and are worth, in floating point or modulo a prime."""
        hands = self.hands
        inverse = _inverses(self.size, modulus)
        share = reduced(hands.share_of.astype(inverse.dtype) * inverse[hands.share_in], modulus)
        worth, past_21 = (
            _in_numbers(hands.worth[wagering], modulus),
            _in_numbers(hands.past_21[wagering], modulus),
        )
        return tuple(
            Terms(
                hands.may[origin],
                hands.may_doubled[origin],
                worth[min(origin, 1)],
                past_21[min(origin, 1)],
                share,
                inverse,
                modulus,
            )
            for origin in range(VALUES + 1)
        )

    # The worth of a play, exactly.

    def worth_of(self, play: Play) -> Solved:
        """What a play is worth: every fraction put together from what it is modulo enough primes."""
        whole = self._denominator(play)
        found: list[NDArray[np.int64]] = []
        primes: list[int] = []
        # One prime more than it takes shows that it was enough.
        needed = 2 + (2 * whole * _MOST).bit_length() // _BITS
        for done, prime in enumerate(islice(_primes(), needed)):
            told(done + 1, needed + 1)
            primes.append(prime)
            found.append(self._modulo(play, prime))
        told(1, 1)
        residues = np.array(found)
        worth = {}
        for up in range(VALUES):
            for place, row in enumerate(self.twos.tolist()):
                parts = _put_together(residues[:, up, place].tolist(), primes, whole)
                worth[up, row] = parts / self.hands.parts
        expected = sum(self.expected_against(up, int(play.wagered[up]), worth) for up in range(VALUES))
        return Solved(worth, Fraction(expected))

    def _modulo(self, play: Play, prime: int) -> NDArray[np.int64]:
        found = at_once(lambda up: self._against(up, play, prime), range(VALUES))
        return np.array(found)[:, self.twos]

    def _denominator(self, play: Play) -> int:
        """A number that every worth becomes whole by, in parts: all orders of as many cards as ever matter at once."""
        used = np.unique(self.hands.cards[np.isin(play.hands, (DRAWS, DOUBLES)).any((0, 1))])
        longest = max(dealer.longest for dealer in self.dealers)
        # A hand's own cards beyond its first two and one more, the dealer's, and second cards of the other hands.
        matter = int(used.max()) + longest + 2 * int(self.hands.most_hands.max())
        shares = lcm(*np.unique(self.hands.share_in).tolist()) ** 3
        return perm(self.size - 3, matter) * shares

    def expected_against(self, up: int, wagering: int, worth: Mapping[tuple[int, int], Fraction]) -> Fraction:
        """What the player expects from one unit of deals with this up card, times their chance."""
        found = Fraction(0)
        hole = self.dealers[up].blackjack
        for row, chance in self.first_hands(up).items():
            found += chance * worth[up, row]
            if hole >= 0:
                left = int(self.shoe[hole] - self.hands.composition[row, hole] - (hole == up))
                lost = Fraction(int(self.hands.worth[wagering, 0, PLAIN, row, -1]), self.hands.parts)
                found += chance * Fraction(left, self.size - 3) * lost
        return found

    def first_hands(self, up: int) -> dict[int, Fraction]:
        """How likely each hand of two cards is, and this up card with it."""
        hands = self.hands
        left = self.shoe.copy()
        left[up] -= 1
        found: dict[int, Fraction] = {}
        (nothing,) = np.flatnonzero(hands.cards == 0).tolist()
        seen = Fraction(int(self.shoe[up]), self.size * (self.size - 1) * (self.size - 2))
        for kind_1, value_1 in enumerate(hands.kind_value):
            first = int(hands.after[nothing, kind_1])
            one = seen * int(left[value_1]) * _share(hands, nothing, kind_1)
            left[value_1] -= 1
            for kind_2, value_2 in enumerate(hands.kind_value):
                chance = one * int(left[value_2]) * _share(hands, first, kind_2)
                row = int(hands.after[first, kind_2])
                found[row] = found.get(row, Fraction(0)) + chance
            left[value_1] += 1
        return {row: chance for row, chance in found.items() if chance}


def roughly_expected(solver: Solver, play: Play) -> float:
    """What the player expects in all by a play, in floating point."""
    return sum(solver._roughly(up, play) for up in range(VALUES))


def no_play(hands: Hands) -> Play:
    """Nothing said yet of any hand."""
    shape = VALUES + 1, VALUES, len(hands.cards)
    return Play(np.zeros(shape, np.int8), np.zeros(shape, np.int8), np.zeros(VALUES, np.int8))


# No hand is worth more first wagers than this: four hands doubled down on, each paid at most three to one.
_MOST = 64


def _share(hands: Hands, row: int, kind: int) -> Fraction:
    return Fraction(int(hands.share_of[row, kind]), int(hands.share_in[row, kind]))


def _ways_to_split(most: int) -> dict[tuple[int, int], int]:
    """In how many ways second cards come until all hands have one: by how many hands there are, fewer than the most, or by
    how many of them had another second card before the last hand was made."""
    found: dict[tuple[int, int], int] = {}

    def deal(made: int, waiting: int, unpaired: int) -> None:
        if made == most or not waiting:
            key = made, unpaired
            found[key] = found.get(key, 0) + 1
            return
        deal(made + 1, waiting + 1, unpaired)
        deal(made, waiting - 1, unpaired + 1)

    deal(2, 2, 0)
    return found


def _inverses(size: int, modulus: Any) -> Numbers:
    """One over every number up to a shoe's cards; over nothing it is nothing."""
    if not modulus:
        return np.array([0.0, *(1 / number for number in range(1, size + 1))])
    return np.array([0, *(pow(number, -1, modulus) for number in range(1, size + 1))], np.int64)


def _in_numbers(whole: NDArray[np.int64], modulus: Any) -> Numbers:
    return whole % modulus if modulus else whole.astype(np.float64)


# Every prime that is taken has more bits than this.
_BITS = 30


def _primes() -> Iterator[int]:
    """Primes below 2**31, so that a product of two numbers below them is a whole number of 63 bits."""
    for number in range(2**31 - 1, 2**30, -2):
        if all(number % divisor for divisor in range(3, isqrt(number) + 1, 2)):
            yield number


def _put_together(residues: list[int], primes: list[int], whole: int) -> Fraction:
    """The fraction with this denominator that leaves these residues; the last of them is only a check."""
    numerator, modulus = 0, 1
    for residue, prime in zip(residues[:-1], primes[:-1], strict=True):
        step = (residue * whole - numerator) * pow(modulus, -1, prime) % prime
        numerator += modulus * step
        modulus *= prime
    if numerator > modulus // 2:
        numerator -= modulus
    check = numerator - residues[-1] * whole
    assert check % primes[-1] == 0, "more primes are needed"
    return Fraction(numerator, whole)
