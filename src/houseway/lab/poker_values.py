"""Values of Poker hands by the million: the rank functions of the table turned into tables, and what looks them up.

Most rankings see of a hand only its ranks and whether five cards are of one suit. Each rank is counted in a digit of base five,
the lower and the higher ranks in a number each, so that the numbers of a hand are sums over its cards; every pair of them has its own
place in a table that holds nothing else. A badugi depends on every card: a table of all pairs of pairs holds it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.lab.cache import Arrays, kept
from houseway.lab.compiling import compiled, in_parts
from houseway.lab.hands import RANKS, SUITS, suit_classes
from houseway.table.low_hands import badugi, badugi_of_five_ace_low, badugi_of_five_deuce_low
from houseway.table.rankings import Ranking, any_five, two_and_three

DECK = SUITS * RANKS
FIVE = 5

# Hands, a row each: the own cards, then those of the board.
Hands = NDArray[np.uint8]
Values = NDArray[np.int32]
_Table = NDArray[np.uint16]

# What a card adds to the number of its hand: a digit of the lower ranks, one of the higher, and one of its suit.
_LOWER = 7
_HIGHER = RANKS - _LOWER
_LOWER_BITS, _HIGHER_BITS = 17, 14
_LOWER_MASK, _HIGHER_MASK = (1 << _LOWER_BITS) - 1, (1 << _HIGHER_BITS) - 1
_SUITS_AT = _LOWER_BITS + _HIGHER_BITS
# Each suit is counted in four bits from three up: five of a suit set the highest of them.
_NO_SUITS = 0x3333 << _SUITS_AT
_FIVE_OF_A_SUIT = 0x8888 << _SUITS_AT

_PAIRS = DECK * (DECK - 1) // 2


class Ranks(NamedTuple):
    """The tables of a ranking for hands of so many cards: by rank where no five are of one suit, and by the set of ranks of one."""

    first: _Table
    second: _Table
    unsuited: Values
    suited: Values


@dataclass(frozen=True, slots=True)
class Evaluator:
    """What hands of so many own cards and so many of the board are worth to a ranking."""

    ranking: Ranking
    own: int
    board: int
    # Writes the values of hands, as they stand in memory, on one processor.
    fill: Callable[[Hands, Values], object]

    def values(self, hands: Hands) -> Values:
        """The value of every hand, a row of cards each, as the ranking itself has it."""
        if hands.ndim != 2 or hands.shape[1] != self.own + self.board:
            raise ValueError(f"a hand is a row of {self.own + self.board} cards")
        found = np.empty(len(hands), np.int32)
        given = np.ascontiguousarray(hands, np.uint8)
        in_parts(len(hands), lambda begin, end: self.fill(given[begin:end], found[begin:end]))
        return found


@cache
def evaluator(ranking: Ranking, own: int, board: int = 0) -> Evaluator:
    """The batch evaluator of a ranking for so many own cards and cards of the board."""
    return Evaluator(ranking, own, board, _filler(ranking, own, board))


def _filler(ranking: Ranking, own: int, board: int) -> Callable[[Hands, Values], object]:
    if ranking.worth in _BADUGIS:
        (table,) = _BADUGIS[ranking.worth]()
        fill = compiled(_four if own == SUITS else _four_of_five)
        return lambda hands, found: fill(hands, _pairs(), table, found)
    if ranking.choose is two_and_three:
        fives = ranks(ranking.worth, FIVE)
        chosen = compiled(_two_and_three)
        return lambda hands, found: chosen(hands, own, _weights(), *fives, found)
    if ranking.choose is not any_five:
        raise ValueError(f"{ranking.name} is not known to the lab")
    tables = ranks(ranking.worth, own + board)
    any_of = compiled(_five if own + board == FIVE else _more_than_five)
    return lambda hands, found: any_of(hands, _weights(), *tables, found)


def classes(ranking: Ranking, own: int) -> dict[int, int]:
    """How many of all hands of so many own cards have each value, the best value first."""
    hands, sizes = suit_classes(own)
    values, which = np.unique(evaluator(ranking, own).values(hands.astype(np.uint8)), return_inverse=True)
    counts = np.bincount(which, weights=sizes).astype(np.int64)
    return dict(zip(values[::-1].tolist(), counts[::-1].tolist(), strict=True))


# By ranks and one suit.


@cache
def _weights() -> NDArray[np.uint64]:
    """What each card adds to the number of its hand."""
    weights = np.zeros(DECK, np.uint64)
    for rank in range(RANKS):
        digit = 5**rank if rank < _LOWER else 5 ** (rank - _LOWER) << _LOWER_BITS
        for suit in range(SUITS):
            weights[SUITS * rank + suit] = digit + (1 << (_SUITS_AT + 4 * suit))
    return weights


@cache
def ranks(worth: Callable[..., int], cards: int) -> Ranks:
    """The tables of a function of five cards for the best five of so many."""
    if cards == FIVE:
        first, second, places = _places(cards)
        unsuited = np.zeros(places, np.int32)
        for hand in combinations_with_replacement(range(RANKS), cards):
            if hand[0] != hand[-1]:
                unsuited[_place(hand, first, second)] = worth(*_in_several_suits(hand))
        suited = np.zeros(1 << RANKS, np.int32)
        for hand in combinations(range(RANKS), cards):
            suited[sum(1 << rank for rank in hand)] = worth(*(SUITS * rank for rank in hand))
        return Ranks(first, second, unsuited, suited)
    fives = ranks(worth, FIVE)
    first, second, places = _places(cards)
    unsuited, suited = np.zeros(places, np.int32), np.zeros(1 << RANKS, np.int32)
    compiled(_best_five)(cards, _digits(), *fives, first, second, unsuited, suited)
    return Ranks(first, second, unsuited, suited)


def _in_several_suits(hand: tuple[int, ...]) -> list[int]:
    """Cards of these ranks, those that are equal in different suits, and not all in one."""
    cards = [SUITS * rank + hand[:place].count(rank) for place, rank in enumerate(hand)]
    return cards if any(card % SUITS for card in cards) else [*cards[:-1], cards[-1] + 1]


def _place(hand: tuple[int, ...], first: _Table, second: _Table) -> int:
    lower = sum(5**rank for rank in hand if rank < _LOWER)
    higher = sum(5 ** (rank - _LOWER) for rank in hand if rank >= _LOWER)
    return int(first[lower]) + int(second[higher])


@cache
def _digits() -> NDArray[np.int64]:
    """What each rank adds to the number of the lower ranks, and to that of the higher, a column each."""
    lower = [5**rank if rank < _LOWER else 0 for rank in range(RANKS)]
    higher = [0 if rank < _LOWER else 5 ** (rank - _LOWER) for rank in range(RANKS)]
    return np.array([lower, higher], np.int64).T.copy()


@cache
def _places(cards: int) -> tuple[_Table, _Table, int]:
    """Where hands of so many cards stand in a table, by the numbers of their ranks, and how many places it has."""
    lower, higher = _sizes(_LOWER), _sizes(_HIGHER)
    counted = [np.cumsum(lower == size) - 1 for size in range(cards + 1)]
    many = [int(np.count_nonzero(higher == size)) for size in range(cards + 1)]
    first, second = np.zeros(len(lower), np.uint16), np.zeros(len(higher), np.uint16)
    places = 0
    for size in range(cards + 1):
        chosen, rest = lower == size, cards - size
        first[chosen] = places + counted[size][chosen] * many[rest]
        places += int(np.count_nonzero(chosen)) * many[rest]
        second[higher == size] = np.arange(many[size])
    return first, second, places


def _sizes(kinds: int) -> NDArray[np.int64]:
    """How many cards every number of so many digits stands for."""
    numbers = np.arange(5**kinds)
    return sum((numbers // 5**kind % 5 for kind in range(kinds)), np.zeros(len(numbers), np.int64))


def _best_five(
    cards: int,
    digits: NDArray[np.int64],
    first_of_five: _Table,
    second_of_five: _Table,
    unsuited_five: Values,
    suited_five: Values,
    first: _Table,
    second: _Table,
    unsuited: Values,
    suited: Values,
) -> None:
    """Fill the tables of more than five cards with the best value of any five of them."""
    hand = np.arange(cards) // SUITS
    done = False
    while not done:
        lower = higher = 0
        for rank in hand:
            lower += digits[rank, 0]
            higher += digits[rank, 1]
        best = 0
        for chosen in range(1 << cards):
            size = low = high = 0
            for place in range(cards):
                if chosen >> place & 1:
                    size += 1
                    low += digits[hand[place], 0]
                    high += digits[hand[place], 1]
            if size == FIVE:
                best = max(best, unsuited_five[first_of_five[low] + second_of_five[high]])
        unsuited[first[lower] + second[higher]] = best
        # The next hand in rising order, with no rank more than four times.
        place = cards - 1
        while place >= 0:
            higher_rank = hand[place] + 1
            # From a rank on, four cards of each are there to be had.
            if SUITS * (RANKS - higher_rank) >= cards - place:
                for other in range(place, cards):
                    hand[other] = higher_rank + (other - place) // SUITS
                break
            place -= 1
        done = place < 0
    for held in range(1 << RANKS):
        size = 0
        for bit in range(RANKS):
            size += held >> bit & 1
        if size == FIVE:
            suited[held] = suited_five[held]
        elif FIVE < size <= cards:
            # The best five of a set are the best of it without one card.
            for bit in range(RANKS):
                if held >> bit & 1:
                    suited[held] = max(suited[held], suited[held & ~(1 << bit)])


def _ranks_of_suit(hand: Hands, number: int) -> int:
    """The set of ranks of the suit that five cards are of."""
    suit = 0
    while not number >> (_SUITS_AT + 4 * suit + 3) & 1:
        suit += 1
    held = 0
    for card in hand:
        if card & 3 == suit:
            held |= 1 << (card >> 2)
    return held


def _five(
    hands: Hands,
    weights: NDArray[np.uint64],
    first: _Table,
    second: _Table,
    unsuited: Values,
    suited: Values,
    found: Values,
) -> None:
    """Hands of five cards."""
    for row in range(len(hands)):
        number = (
            weights[hands[row, 0]]
            + weights[hands[row, 1]]
            + weights[hands[row, 2]]
            + weights[hands[row, 3]]
            + weights[hands[row, 4]]
            + np.uint64(_NO_SUITS)
        )
        if number & np.uint64(_FIVE_OF_A_SUIT):
            found[row] = suited[_ranks_of_suit(hands[row], int(number))]
        else:
            lower = number & np.uint64(_LOWER_MASK)
            higher = number >> np.uint64(_LOWER_BITS) & np.uint64(_HIGHER_MASK)
            found[row] = unsuited[np.uint64(first[lower]) + np.uint64(second[higher])]


def _more_than_five(
    hands: Hands,
    weights: NDArray[np.uint64],
    first: _Table,
    second: _Table,
    unsuited: Values,
    suited: Values,
    found: Values,
) -> None:
    """The best five of more cards: those of one suit, where there are five, or any."""
    for row in range(len(hands)):
        number = np.uint64(_NO_SUITS)
        for card in hands[row]:
            number += weights[card]
        lower = number & np.uint64(_LOWER_MASK)
        higher = number >> np.uint64(_LOWER_BITS) & np.uint64(_HIGHER_MASK)
        best = unsuited[np.uint64(first[lower]) + np.uint64(second[higher])]
        if number & np.uint64(_FIVE_OF_A_SUIT):
            best = max(best, suited[_ranks_of_suit(hands[row], int(number))])
        found[row] = best


def _two_and_three(
    hands: Hands,
    own: int,
    weights: NDArray[np.uint64],
    first: _Table,
    second: _Table,
    unsuited: Values,
    suited: Values,
    found: Values,
) -> None:
    """The best of any two own cards with any three of the board."""
    cards = hands.shape[1]
    threes, held = np.empty(10, np.uint64), np.empty(10, np.int64)
    for row in range(len(hands)):
        hand = hands[row]
        many = 0
        for a in range(own, cards):
            for b in range(a + 1, cards):
                for c in range(b + 1, cards):
                    threes[many] = weights[hand[a]] + weights[hand[b]] + weights[hand[c]]
                    held[many] = 1 << (hand[a] >> 2) | 1 << (hand[b] >> 2) | 1 << (hand[c] >> 2)
                    many += 1
        best = np.int32(0)
        for a in range(own):
            for b in range(a + 1, own):
                two = weights[hand[a]] + weights[hand[b]] + np.uint64(_NO_SUITS)
                for three in range(many):
                    number = two + threes[three]
                    if number & np.uint64(_FIVE_OF_A_SUIT):
                        value = suited[held[three] | 1 << (hand[a] >> 2) | 1 << (hand[b] >> 2)]
                    else:
                        lower = number & np.uint64(_LOWER_MASK)
                        higher = number >> np.uint64(_LOWER_BITS) & np.uint64(_HIGHER_MASK)
                        value = unsuited[np.uint64(first[lower]) + np.uint64(second[higher])]
                    best = max(best, value)
        found[row] = best


# Badugis, by every card.


@cache
def _pairs() -> _Table:
    """The number of every pair of cards, in either order; a card with itself has none."""
    pairs = np.zeros((DECK, DECK), np.uint16)
    for number, (one, other) in enumerate(combinations(range(DECK), 2)):
        pairs[one, other] = pairs[other, one] = number
    return pairs


@kept
def _badugis() -> Arrays:
    """The badugi of any four cards, by both their pairs."""
    table = np.zeros(_PAIRS * _PAIRS, np.uint16)
    compiled(_fill_badugis)(_pairs(), table)
    return (table,)


@kept
def _badugis_ace_low() -> Arrays:
    """The same by the function of five cards with the ace low, the fifth being one of the four."""
    table = np.zeros(_PAIRS * _PAIRS, np.uint16)
    compiled(_fill_badugis_ace_low)(_pairs(), table)
    return (table,)


@kept
def _badugis_deuce_low() -> Arrays:
    """The same with the two lowest and the ace highest."""
    table = np.zeros(_PAIRS * _PAIRS, np.uint16)
    compiled(_fill_badugis_deuce_low)(_pairs(), table)
    return (table,)


def _fill_badugis(pairs: _Table, table: _Table) -> None:
    for a in range(DECK):
        for b in range(a):
            for c in range(DECK):
                for d in range(c):
                    table[np.int64(pairs[a, b]) * _PAIRS + pairs[c, d]] = badugi(a, b, c, d)


def _fill_badugis_ace_low(pairs: _Table, table: _Table) -> None:
    for a in range(DECK):
        for b in range(a):
            for c in range(DECK):
                for d in range(c):
                    value = badugi_of_five_ace_low(a, b, c, d, d)
                    table[np.int64(pairs[a, b]) * _PAIRS + pairs[c, d]] = value


def _fill_badugis_deuce_low(pairs: _Table, table: _Table) -> None:
    for a in range(DECK):
        for b in range(a):
            for c in range(DECK):
                for d in range(c):
                    value = badugi_of_five_deuce_low(a, b, c, d, d)
                    table[np.int64(pairs[a, b]) * _PAIRS + pairs[c, d]] = value


_BADUGIS: dict[Callable[..., int], Callable[[], Arrays]] = {
    badugi: _badugis,
    badugi_of_five_ace_low: _badugis_ace_low,
    badugi_of_five_deuce_low: _badugis_deuce_low,
}


def _four(hands: Hands, pairs: _Table, table: _Table, found: Values) -> None:
    """Hands of four cards."""
    for row in range(len(hands)):
        one, other = pairs[hands[row, 0], hands[row, 1]], pairs[hands[row, 2], hands[row, 3]]
        found[row] = table[np.uint64(one) * np.uint64(_PAIRS) + np.uint64(other)]


def _four_of_five(hands: Hands, pairs: _Table, table: _Table, found: Values) -> None:
    """The best of five cards, which is the best of any four of them."""
    for row in range(len(hands)):
        best = np.uint16(0)
        for out in range(FIVE):
            a, b = hands[row, (out + 1) % FIVE], hands[row, (out + 2) % FIVE]
            c, d = hands[row, (out + 3) % FIVE], hands[row, (out + 4) % FIVE]
            one, other = pairs[a, b], pairs[c, d]
            best = max(best, table[np.uint64(one) * np.uint64(_PAIRS) + np.uint64(other)])
        found[row] = best
