"""Hands of twenty-one played out against an up card, in floating point or exactly: the compiled part of the solver.

Everything is counted either in floating point or in whole numbers modulo a prime, by the same code.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.lab.twenty_one_hands import (
    BUST,
    DOUBLED,
    DOUBLES,
    DRAWS,
    GIVEN_UP,
    GIVES_UP,
    PLAIN,
    RESCUED,
    SPLITS,
    STANDS,
    Bits,
    DealersHands,
)

Numbers = NDArray[Any]


class Graph(NamedTuple):
    """Hands by what they hold, and where a further card of a kind leads."""

    composition: Bits
    cards: Bits
    after: NDArray[np.int16]
    kind_value: Bits


class Terms(NamedTuple):
    """What hands of one origin may do and are worth, in the numbers that are counted in.

    `modulus` is 0 for floating point, `inverse` has one over every number of cards, `share` a kind's part of its value.
    """

    may: Bits
    may_doubled: Bits
    worth: Numbers
    past_21: Numbers
    share: Numbers
    inverse: Numbers
    modulus: Any


def reduced(number: Any, modulus: Any) -> Any:
    """A number in its arithmetic."""
    return number % modulus if modulus else number


def without_blackjack(left: Numbers, cards: int, hole: int, terms: Terms) -> Any:
    """How likely it is that the hole card is not of the value that makes a Blackjack."""
    if hole < 0:
        return terms.inverse[1]
    return reduced((terms.inverse[1] * cards - left[hole]) * terms.inverse[cards], terms.modulus)


def dealers_chances(
    left: Numbers, cards: int, dealer: DealersHands, terms: Terms, product: Numbers, chances: Numbers
) -> None:
    """How likely each result of the dealer is with these cards left; what is missing to one is a Blackjack."""
    modulus = terms.modulus
    # Ways to draw a hand, by result and number of cards; all ways to draw as many cards they are divided by at the end.
    drawn = np.zeros((len(chances), dealer.longest + 1), product.dtype)
    for row in range(len(dealer.parent)):
        parent, value = dealer.parent[row], dealer.value[row]
        before = product[parent] if parent >= 0 else terms.inverse[1]
        more = left[value] - (dealer.had[row] - 1)
        product[row] = reduced(before * more, modulus) if more > 0 else terms.inverse[1] * 0
        drawn[dealer.result[row], dealer.length[row]] += product[row] * dealer.ways[row]
    each = terms.inverse[1]
    chances[:] = 0
    for length in range(1, dealer.longest + 1):
        each = reduced(each * terms.inverse[cards + 1 - length], modulus)
        for result in range(len(chances) - 1):
            chances[result] += reduced(reduced(drawn[result, length], modulus) * each, modulus)
    # Past 21 is what is left.
    rest = without_blackjack(left, cards, dealer.blackjack, terms)
    for result in range(len(chances) - 1):
        chances[result] = reduced(chances[result], modulus)
        rest -= chances[result]
    chances[-1] = reduced(rest, modulus)


def is_there(shoe: Numbers, held: Bits) -> bool:
    """Whether a hand can come out of these cards."""
    return bool((held <= shoe).all())


def hands_met(graph: Graph, shoe: Numbers, holding: int, play: Bits, choosing: bool) -> NDArray[np.int8]:
    """Which hands a player comes to, 1 for each, and 2 more where it is doubled down on; to choose from, all of them."""
    met = np.zeros(len(graph.cards), np.int8)
    for row in range(len(met)):
        if graph.cards[row] < 2 or (holding >= 0 and graph.composition[row, holding] == 0):
            continue
        if choosing:
            met[row] = 3
        elif graph.cards[row] == 2:
            met[row] |= 1
        if met[row] and not is_there(shoe, graph.composition[row]):
            met[row] = 0
        if choosing or not met[row] & 1 or (play[row] != DRAWS and play[row] != DOUBLES):
            continue
        for kind in range(len(graph.kind_value)):
            child = graph.after[row, kind]
            if child != BUST:
                met[child] |= 1 if play[row] == DRAWS else 2
    return met


def play_hands(
    graph: Graph,
    terms: Terms,
    dealer: DealersHands,
    shoe: Numbers,
    size: int,
    holding: int,
    split: Numbers,
    choosing: bool,
    play: Bits,
    play_doubled: Bits,
    worths: Numbers,
) -> None:
    """What every hand is worth that comes out of these cards, holding a card of a value where one is named.

    Where nothing is chosen, `play` says what is done; else the best is, and is noted there. Worth is in parts of the first
    wager, times the chance that the dealer has no Blackjack. `split` is what each pair is worth once split.
    """
    modulus, inverse, worth = terms.modulus, terms.inverse, terms.worth
    zero = inverse[1] * 0
    left = np.zeros(len(shoe), inverse.dtype)
    product = np.zeros(len(dealer.parent), inverse.dtype)
    chances = np.zeros(worth.shape[2] - 1, inverse.dtype)
    doubled = np.zeros(len(worths), inverse.dtype)
    met = hands_met(graph, shoe, holding, play, choosing)
    for row in range(len(worths) - 1, -1, -1):
        worths[row] = 0
        if not met[row]:
            continue
        cards = size - graph.cards[row]
        for value in range(len(shoe)):
            left[value] = shoe[value] - graph.composition[row, value]
        none = without_blackjack(left, cards, dealer.blackjack, terms)
        stands, stands_doubled = zero, zero
        if (
            (met[row] & 1 and play[row] == STANDS)
            or (met[row] & 2 and play_doubled[row] == STANDS)
            or choosing
        ):
            dealers_chances(left, cards, dealer, terms, product, chances)
            for result in range(len(chances)):
                stands += reduced(chances[result] * worth[PLAIN, row, result], modulus)
                stands_doubled += reduced(chances[result] * worth[DOUBLED, row, result], modulus)
        rescued = reduced(worth[RESCUED, row, 0] * none, modulus)
        if choosing:
            better = terms.may_doubled[row] & GIVES_UP and rescued > stands_doubled
            play_doubled[row] = GIVES_UP if better else STANDS
        doubled[row] = rescued if play_doubled[row] == GIVES_UP else reduced(stands_doubled, modulus)
        if not met[row] & 1:
            continue
        draws, doubles = zero, zero
        if choosing or play[row] == DRAWS or play[row] == DOUBLES:
            for kind in range(len(graph.kind_value)):
                value = graph.kind_value[kind]
                if left[value] <= 0:
                    continue
                chance = reduced(left[value] * inverse[cards], modulus)
                chance = reduced(chance * terms.share[row, kind], modulus)
                child = graph.after[row, kind]
                if child != BUST:
                    draws += reduced(chance * worths[child], modulus)
                    doubles += reduced(chance * doubled[child], modulus)
                else:
                    left[value] -= 1
                    chance *= without_blackjack(left, cards - 1, dealer.blackjack, terms)
                    left[value] += 1
                    chance = reduced(chance, modulus)
                    draws += reduced(chance * terms.past_21[PLAIN], modulus)
                    doubles += reduced(chance * terms.past_21[DOUBLED], modulus)
        given_up = reduced(worth[GIVEN_UP, row, 0] * none, modulus)
        in_two = zero
        for value in range(len(shoe)):
            if graph.cards[row] == 2 and graph.composition[row, value] == 2:
                in_two = split[value]
        if choosing:
            play[row] = _best_of(terms.may[row], stands, draws, doubles, in_two, given_up)
        if play[row] == STANDS:
            worths[row] = reduced(stands, modulus)
        elif play[row] == DRAWS:
            worths[row] = reduced(draws, modulus)
        elif play[row] == DOUBLES:
            worths[row] = reduced(doubles, modulus)
        elif play[row] == SPLITS:
            worths[row] = in_two
        else:
            worths[row] = given_up


def _best_of(may: int, stands: Any, draws: Any, doubles: Any, in_two: Any, given_up: Any) -> int:
    """The best of what a hand may do; what leaves the hand simpler where two are worth the same."""
    best, found = STANDS, stands
    if may & DRAWS and draws > found:
        best, found = DRAWS, draws
    if may & DOUBLES and doubles > found:
        best, found = DOUBLES, doubles
    if may & SPLITS and in_two > found:
        best, found = SPLITS, in_two
    if may & GIVES_UP and given_up > found:
        best = GIVES_UP
    return best
