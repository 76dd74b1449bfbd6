"""Equity: which share of the pot each of several hands can expect at the showdown, by counting every deal or by dealing at random.

Cards that a hand or the board lacks are dealt from what is left; in a game with draws that is one last draw. A pot is shared as at the
table, between sides and among equals, but to the last fraction: odd chips are not looked at.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import comb, sqrt
from statistics import NormalDist
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from houseway import __version__
from houseway.equipment.cards import CODES, UNSEEN, cards, cards_in_words
from houseway.games.poker.variants import VARIANTS, Variant
from houseway.lab.compiling import compiled
from houseway.lab.edge import CONFIDENCE
from houseway.lab.hands import Counts
from houseway.lab.poker_values import Evaluator, Hands, Values, evaluator
from houseway.lab.streams import BLOCK, Words, draw, in_blocks, words
from houseway.table.rankings import NO_HAND

# As many deals are counted without being asked; more take minutes.
MOST_COUNTED = 30_000_000
DEALT_AT_RANDOM = 1_000_000
# A pot in as many parts as two sides, shared by up to ten, come out even in.
WHOLE = 5040
_DEVIATIONS = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class NotDealable(ValueError):
    """Hands that cannot be dealt together in a variant, and why."""


class HandEquity(msgspec.Struct, frozen=True, kw_only=True):
    """What a hand can expect: its share of the pot, exact as "a/b" where every deal was counted, else null.

    `wins` is how often it takes everything, `splits` how often a part; `interval` holds the share with 95 % confidence.
    """

    hand: str
    share: str | None
    share_decimal: float
    wins: float
    splits: float
    interval: tuple[float, float] | None


class Equity(msgspec.Struct, frozen=True, kw_only=True):
    """The equity of hands against each other, with all that it was worked out from."""

    variant: str
    board: str
    dead: str
    deals: int
    method: str
    hands: tuple[HandEquity, ...]
    version: str


class _Cards(NamedTuple):
    """The cards that lie, hand by hand and then the board; how many each still lacks; and those left in the deck."""

    lying: tuple[tuple[int, ...], ...]
    lacking: tuple[int, ...]
    left: Hands

    @property
    def deals(self) -> int:
        """In how many ways what is lacking can be dealt."""
        ways, left = 1, len(self.left)
        for lacks in self.lacking:
            ways *= comb(left, lacks)
            left -= lacks
        return ways


def equity(
    variant: str,
    hands: Iterable[str],
    board: str = "",
    dead: str = "",
    *,
    rounds: int | None = None,
    seed: int = 0,
    told: Callable[[str], None] = lambda done: None,
) -> Equity:
    """The equity of hands, counted where there are not too many deals and `rounds` asks for none; `told` hears how far it is."""
    if variant not in VARIANTS:
        raise NotDealable(f"no variant is called {variant!r}; choose one of: {', '.join(VARIANTS)}")
    played = VARIANTS[variant]
    given = [_split(hand) for hand in hands]
    dealt = _dealt(played, given, _split(board), _split(dead))
    counted = rounds is None and dealt.deals <= MOST_COUNTED
    deals = dealt.deals if counted else rounds or DEALT_AT_RANDOM
    table = _Table(played, dealt, None if counted else seed)
    totals = np.zeros((len(given), 4), np.int64)
    done = 0
    for part in in_blocks(deals, table.shared):
        totals += part
        done += min(BLOCK, deals - done)
        told(f"{done:,} of {deals:,} deals")
    return Equity(
        variant=variant,
        board="".join(_split(board)),
        dead="".join(_split(dead)),
        deals=deals,
        method=f"exact: every one of {deals:,} deals"
        if counted
        else f"estimated from {deals:,} deals, seed {seed}",
        hands=tuple(
            _record("".join(hand), row, deals, counted=counted)
            for hand, row in zip(given, totals.tolist(), strict=True)
        ),
        version=__version__,
    )


def _record(hand: str, row: list[int], deals: int, *, counted: bool) -> HandEquity:
    total, square, wins, splits = row
    share = Fraction(total, WHOLE * deals)
    spread = max(square / (WHOLE * WHOLE * deals) - float(share) ** 2, 0.0)
    error = _DEVIATIONS * sqrt(spread / deals)
    return HandEquity(
        hand=hand,
        share=f"{share.numerator}/{share.denominator}" if counted else None,
        share_decimal=float(share),
        wins=wins / deals,
        splits=splits / deals,
        interval=None if counted else (max(float(share) - error, 0.0), min(float(share) + error, 1.0)),
    )


# What is given.


def _split(text: str) -> tuple[str, ...]:
    """Cards written one after the other, with or without spaces."""
    joined = "".join(text.split())
    return tuple(joined[at : at + 2] for at in range(0, len(joined), 2))


def _dealt(
    variant: Variant, hands: list[tuple[str, ...]], board: tuple[str, ...], dead: tuple[str, ...]
) -> _Cards:
    """The cards as they lie; refused where they cannot lie so."""
    most = variant.seats
    if not 2 <= len(hands) <= most:
        raise NotDealable(f"{variant.title} is played by 2 to {most} hands, not {len(hands)}")
    own, common = variant.hole_cards, sum(street.board for street in variant.streets)
    for hand in hands:
        if len(hand) > own:
            raise NotDealable(f"a hand of {variant.title} has {own} cards, not {len(hand)}: {''.join(hand)}")
    if len(board) > common:
        raise NotDealable(f"the board of {variant.title} has {common} cards, not {len(board)}")
    named = [code for part in (*hands, board, dead) for code in part if code != UNSEEN]
    for code in named:
        if code not in CODES:
            raise NotDealable(f"no card is called {code!r}: write rank and suit, such as As, Td or 2c")
        if code not in variant.deck:
            raise NotDealable(f"{cards_in_words((code,))} is not in the deck of {variant.title}")
        if named.count(code) > 1:
            raise NotDealable(f"{cards_in_words((code,))} lies twice")
    lying = tuple(cards(code for code in part if code != UNSEEN) for part in (*hands, board))
    lacking = (*(own - len(hand) for hand in lying[:-1]), common - len(lying[-1]))
    left = [code for code in variant.deck if code not in named]
    if sum(lacking) > len(left):
        raise NotDealable(f"{sum(lacking)} cards are to be dealt, and {len(left)} are left")
    return _Cards(lying, lacking, np.array(cards(left), np.uint8))


class _Table:
    """Deals of what is lacking, and how the pot is shared at their showdowns."""

    def __init__(self, variant: Variant, dealt: _Cards, seed: int | None) -> None:
        self.dealt = dealt
        self.seed = seed
        board = len(dealt.lying[-1]) + dealt.lacking[-1]
        self.sides: list[Evaluator] = [
            evaluator(side.ranking, variant.hole_cards, board) for side in variant.sides
        ]

    def shared(self, block: int, deals: int) -> Counts:
        """What each hand got in a block of deals: in all, its squares, how often everything, how often a part."""
        drawn = self._drawn(block, deals)
        parts = self._parts(drawn)
        values = np.empty((len(self.sides), len(parts) - 1, deals), np.int32)
        for place, own in enumerate(parts[:-1]):
            hands = np.hstack((own, parts[-1]))
            for side, ranked in enumerate(self.sides):
                ranked.fill(hands, values[side, place])
        totals = np.zeros((len(parts) - 1, 4), np.int64)
        compiled(_share)(values, totals)
        return totals

    def _drawn(self, block: int, deals: int) -> Hands:
        """What is lacking, for each deal of a block."""
        lacking, left = np.array(self.dealt.lacking, np.int64), self.dealt.left
        drawn = np.empty((deals, int(lacking.sum())), np.uint8)
        if self.seed is None:
            compiled(_every)(block * BLOCK, lacking, left, _BINOMIALS, drawn)
        else:
            compiled(_any)(words(self.seed, block, deals, drawn.shape[1]), left.view(np.int8), drawn)
        return drawn

    def _parts(self, drawn: Hands) -> list[Hands]:
        """Every hand and the board, whole, for each deal."""
        parts, begin = [], 0
        for lying, lacks in zip(self.dealt.lying, self.dealt.lacking, strict=True):
            fixed = np.tile(np.array(lying, np.uint8), (len(drawn), 1))
            parts.append(np.hstack((fixed, drawn[:, begin : begin + lacks])))
            begin += lacks
        return parts


_BINOMIALS = np.array([[comb(n, k) for k in range(8)] for n in range(53)], np.int64)


def _every(first: int, lacking: Counts, left: Hands, binomials: Counts, drawn: Hands) -> None:
    """The deals from the one numbered `first` on, each group of cards in one order only."""
    for row in range(len(drawn)):
        number = first + row
        deck = left.copy()
        size = len(deck)
        column = 0
        for lacks in lacking:
            ways = binomials[size, lacks]
            rest = number % ways
            number //= ways
            place = size - 1
            for wanted in range(lacks, 0, -1):
                while binomials[place, wanted] > rest:
                    place -= 1
                rest -= binomials[place, wanted]
                drawn[row, column] = deck[place]
                column += 1
                size -= 1
                for other in range(place, size):
                    deck[other] = deck[other + 1]


def _any(source: Words, left: NDArray[np.int8], drawn: Hands) -> None:
    """Deals at random, each from the whole of what is left."""
    at = 0
    deck = left.copy()
    for row in range(len(drawn)):
        at = draw(source, at, deck, drawn.shape[1])
        for column in range(drawn.shape[1]):
            drawn[row, column] = deck[column]


def _share(values: Values, totals: Counts) -> None:
    """Share the pot of every deal: between the sides for which a hand qualifies, and evenly among the best of each."""
    sides, hands, deals = values.shape
    got = np.empty(hands, np.int64)
    for deal in range(deals):
        contended = 0
        for side in range(sides):
            for hand in range(hands):
                if values[side, hand, deal] > NO_HAND:
                    contended += 1
                    break
        got[:] = 0
        for side in range(sides):
            best, equals = NO_HAND, 0
            for hand in range(hands):
                if values[side, hand, deal] > best:
                    best, equals = values[side, hand, deal], 1
                elif values[side, hand, deal] == best:
                    equals += 1
            if best == NO_HAND:
                continue
            for hand in range(hands):
                if values[side, hand, deal] == best:
                    got[hand] += WHOLE // contended // equals
        for hand in range(hands):
            totals[hand, 0] += got[hand]
            totals[hand, 1] += got[hand] * got[hand]
            if got[hand] == WHOLE:
                totals[hand, 2] += 1
            elif got[hand] > 0:
                totals[hand, 3] += 1
