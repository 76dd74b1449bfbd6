"""Twenty-one played at random: rounds of one player by a play that is given, out of a full shoe or out of one that runs down.

The hands, what they may do and what they bring are the game's own, as the solver asked for them; the dealer draws by the
table's own function.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.lab.compiling import at_once, compiled
from houseway.lab.hands import Counts
from houseway.lab.streams import words
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
    Bits,
    Ints,
)
from houseway.table.twenty_one import TWENTY_ONE, goes_on

_BLOCK = 50_000
# A card takes half a word, a round five or six cards. A block that needs more reads on in a stream further away.
_WORDS_FOR_ROUND = 3
_FURTHER = 2**40
# No round draws more cards than this; half words that are passed over are counted in.
MOST_DRAWN = 256
# No round brings or takes more parts of the first wager than this.
MOST_PARTS = 256

# Room for hands that wait for their second card, and for those that wait for the dealer.
MOST_HANDS = 8
HALF_WORDS = np.uint32
_HALF = 32
_LOW = 2**_HALF - 1


class Tables(NamedTuple):
    """What a round is played by: the graph of hands, their worth, and what is done with each.

    Worth and play are by the up card's way of wagering, `wagered`, where a wager is made on it.
    """

    after: NDArray[np.int16]
    kind_value: Bits
    reached: Bits
    soft: Bits
    wagered: Bits
    worth: Ints
    past_21: Ints
    most_hands: Ints
    hands: Bits
    doubled: Bits
    stands_from: int
    draws_to_soft: bool


def nets(tables: Tables, shoe: Bits, *, rounds: int, seed: int) -> Counts:
    """How often a round out of a full shoe brings each number of parts, from the most lost to the most won."""
    blocks = in_blocks(rounds, partial(_block, compiled(play_rounds), tables, shoe, seed))
    return sum(blocks, np.zeros(2 * MOST_PARTS + 1, np.int64))


def in_blocks(rounds: int, play: Callable[[int, int], Counts]) -> Iterable[Counts]:
    """Play so many rounds in blocks, as many at a time as there are processors."""
    sizes = [min(_BLOCK, rounds - done) for done in range(0, rounds, _BLOCK)]
    return at_once(play, range(len(sizes)), sizes)


def halves(seed: int, number: int, rounds: int) -> NDArray[np.uint32]:
    """Half words enough for about so many rounds."""
    return words(seed, number, rounds * _WORDS_FOR_ROUND + MOST_DRAWN, 1).view(HALF_WORDS)


def _block(
    play: Callable[..., int], tables: Tables, shoe: Bits, seed: int, number: int, rounds: int
) -> Counts:
    counts = np.zeros(2 * MOST_PARTS + 1, np.int64)
    mixed = shoe.copy()
    left = rounds
    while left:
        left = play(halves(seed, number, left), left, mixed, tables, counts)
        number += _FURTHER
    return counts


def play_rounds(source: NDArray[np.uint32], rounds: int, shoe: Bits, tables: Tables, counts: Counts) -> int:
    """Play rounds out of a full shoe until they or the half words end; the rounds left."""
    at = 0
    held = np.zeros((2, MOST_HANDS), np.int64)
    while rounds and at + MOST_DRAWN < len(source):
        at, _, net = play_round(source, at, shoe, 0, tables, held)
        counts[MOST_PARTS + net] += 1
        rounds -= 1
    return rounds


def draw(source: NDArray[np.uint32], at: int, shoe: Bits, place: int) -> int:
    """Draw a card fairly to a place of the shoe, from it and those after it; where to read on."""
    left = np.uint64(len(shoe) - place)
    drawn = np.uint64(source[at]) * left
    at += 1
    if drawn & np.uint64(_LOW) < left:
        # Of all half words, as many are passed over as their number leaves over when shared out among the cards.
        surplus = (np.uint64(_LOW) - left + np.uint64(1)) % left
        while drawn & np.uint64(_LOW) < surplus:
            drawn = np.uint64(source[at]) * left
            at += 1
    other = place + np.int64(drawn >> np.uint64(_HALF))
    shoe[place], shoe[other] = shoe[other], shoe[place]
    return at


def play_round(
    source: NDArray[np.uint32], at: int, shoe: Bits, place: int, tables: Tables, held: Ints
) -> tuple[int, int, int]:
    """Play one round from a place of the shoe on: where to read on, the place after it, and what it brought in parts."""
    for card in range(4):
        at = draw(source, at, shoe, place + card)
    after = tables.after
    up = tables.kind_value[shoe[place + 1]]
    way = tables.wagered[up]
    worth, past_21 = tables.worth[way], tables.past_21[way]
    hand = after[after[0, shoe[place]], shoe[place + 2]]
    dealer = after[after[0, shoe[place + 1]], shoe[place + 3]]
    next_place = place + 4
    if tables.reached[dealer] == TWENTY_ONE:
        return at, next_place, worth[0, PLAIN, hand, worth.shape[3] - 1]
    net, standing, origin = 0, 0, 0
    if tables.hands[0, up, hand] != SPLITS:
        at, next_place, hand, ended = play_hand(source, at, shoe, next_place, tables, hand, 0, up)
        if waits(hand, ended):
            held[0, 0], held[1, 0] = hand, ended
            standing = 1
        else:
            net = brought(worth[0], past_21[0], hand, ended)
    else:
        origin = 1
        value = tables.kind_value[shoe[place]]
        made, waiting = 2, 2
        # The first cards of hands that wait for their second lie at the end of the row of those that wait for the dealer.
        held[0, MOST_HANDS - 1], held[0, MOST_HANDS - 2] = shoe[place], shoe[place + 2]
        while waiting:
            at = draw(source, at, shoe, next_place)
            second = shoe[next_place]
            next_place += 1
            if tables.kind_value[second] == value and made < tables.most_hands[value]:
                made += 1
                waiting += 1
                held[0, MOST_HANDS - waiting] = second
                continue
            hand = after[after[0, held[0, MOST_HANDS - waiting]], second]
            waiting -= 1
            at, next_place, hand, ended = play_hand(source, at, shoe, next_place, tables, hand, value + 1, up)
            if waits(hand, ended):
                held[0, standing], held[1, standing] = hand, ended
                standing += 1
            else:
                net += brought(worth[1], past_21[1], hand, ended)
    if standing == 0:
        return at, next_place, net
    while dealer != BUST and goes_on(
        tables.reached[dealer], tables.soft[dealer] != 0, tables.stands_from, tables.draws_to_soft
    ):
        at = draw(source, at, shoe, next_place)
        dealer = after[dealer, shoe[next_place]]
        next_place += 1
    result = worth.shape[3] - 2 if dealer == BUST else tables.reached[dealer] - tables.stands_from
    for number in range(standing):
        net += worth[origin, held[1, number], held[0, number], result]
    return at, next_place, net


def waits(hand: int, ended: int) -> bool:
    """Whether what a hand brings hangs on the dealer's."""
    return hand != BUST and (ended in (PLAIN, DOUBLED))


def brought(worth: Ints, past_21: Ints, hand: int, ended: int) -> int:
    """What a hand brings that is over before the dealer's is known."""
    return int(past_21[ended]) if hand == BUST else int(worth[ended, hand, 0])


def play_hand(
    source: NDArray[np.uint32],
    at: int,
    shoe: Bits,
    place: int,
    tables: Tables,
    hand: int,
    origin: int,
    up: int,
) -> tuple[int, int, int, int]:
    """Play one hand to its end: where to read on, the place after it, the hand it became, and in which way it ended."""
    while True:
        action = tables.hands[origin, up, hand]
        if action == GIVES_UP:
            return at, place, hand, GIVEN_UP
        if action != DRAWS and action != DOUBLES:
            return at, place, hand, PLAIN
        at = draw(source, at, shoe, place)
        hand = tables.after[hand, shoe[place]]
        place += 1
        if action == DOUBLES:
            if hand != BUST and tables.doubled[origin, up, hand] == GIVES_UP:
                return at, place, hand, RESCUED
            return at, place, hand, DOUBLED
        if hand == BUST:
            return at, place, hand, PLAIN
