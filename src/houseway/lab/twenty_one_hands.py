"""Hands of twenty-one as a graph: every hand that has not passed 21, where a further card leads, and what the game says of it.

What a hand may do and what it is worth is asked of the game itself, at a table that holds nothing else; so the lab has no
rule of its own. A hand is how many cards it has of each value. Hands of up to three cards are asked each for itself, and of
larger ones one of each total and number of cards. Suits are told apart only where the game pays hands of one suit otherwise.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import lcm
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from houseway.equipment.cards import RANKS, SUITS, Hand, card
from houseway.lab.tally import UNIT, net_of
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.shoe_felt import PlacedHand
from houseway.table.twenty_one import (
    DOUBLE_DOWN,
    DRAW,
    SPLIT,
    STAND,
    TWENTY_ONE,
    TwentyOne,
    best,
    counts,
    goes_on,
    total,
)
from houseway.table.twenty_one_felt import PLAYING
from houseway.table.wagers import Bet

VALUES = 10
ACE, TEN = 0, 9
# What a hand may do, as bits; whatever else ends a hand at once gives it up.
STANDS, DRAWS, DOUBLES, SPLITS, GIVES_UP = 1, 2, 4, 8, 16
_BITS = {STAND: STANDS, DRAW: DRAWS, DOUBLE_DOWN: DOUBLES, SPLIT: SPLITS}
# How a hand is played for: as it is, doubled down on, given up, given up once doubled down on.
PLAIN, DOUBLED, GIVEN_UP, RESCUED = range(4)
WAYS = 4
# Where a hand comes from: dealt so, or split from a pair of each value.
DEALT = 0
# A card that passes 21.
BUST = -1
# Hands of so many cards are told apart by what they hold, and may be paid for being of one suit.
_SMALL = 3

_SEAT = Place(1)
_RANK_OF = ("A", *RANKS[:8], "K")

Ints = NDArray[np.int64]
Bits = NDArray[np.int8]


class Asking(NamedTuple):
    """How a game is asked: what its first wagers are, and what decides the wagers of a hand that is settled."""

    # What the operator chose, as a hash.
    submission: str
    game: TwentyOne[Any]
    deck: Sequence[str]
    decks: int
    # The wagers of one unit each that may lie before a hand is played; the first way is with nothing but what everybody wagers.
    wagerings: tuple[tuple[str, ...], ...]
    # The facts of a hand, given the state, its place, and the decision that ended it, if one did.
    facts: Callable[[Any, Place, str], object]


class Hands(NamedTuple):
    """Every hand that has not passed 21, fewer cards first, and what the game says of each; rows are hands.

    `worth` is what a hand brings by what was wagered, whether it was dealt so or split, the way it is played for, and the
    dealer's result, in parts of the first wager of which `parts` make the whole; the last result is a dealer's Blackjack,
    the one before it a bust. In `may` hands of every origin follow each other: dealt, and split from a pair of each value.
    """

    composition: Bits
    cards: Bits
    reached: Bits
    soft: Bits
    suit: Bits
    # By kind of card, where a hand goes, and that kind's part among all cards of its value still to come.
    after: NDArray[np.int16]
    share_of: NDArray[np.int16]
    share_in: NDArray[np.int16]
    may: Bits
    may_doubled: Bits
    worth: Ints
    past_21: Ints
    parts: int
    # For each value, how many hands a pair may become; one where it may not be split.
    most_hands: Ints
    # The kinds of cards: their values, how many a shoe holds, and which kind each card is.
    kind_value: Bits
    kind_count: Ints
    kind_of: Bits
    results: tuple[int, ...]

    @property
    def shoe(self) -> Ints:
        """How many cards of each value a shoe holds."""
        return np.bincount(self.kind_value, self.kind_count, VALUES).astype(np.int64)


def hands_of(asked: Asking) -> Hands:
    """All hands of a game, asked of the game."""
    return _Inquiry(asked).hands()


def open_to(asked: Asking, hand: Hand) -> int:
    """What one hand as it was dealt and drawn to may do."""
    return _bits(_Inquiry(asked)._open(hand))


Key = tuple[tuple[int, ...], str]


class _Inquiry:
    """One game, asked hand by hand."""

    def __init__(self, asked: Asking) -> None:
        self.asked, self.game = asked, asked.game
        rules = self.game.play
        self.results = tuple(range(rules.stands_from, TWENTY_ONE + 1))
        # A dealer's hand of every result, past 21, and a Blackjack; none of them begins with a seven, which some games pay for.
        self.dealers = (*map(_dealers_hand, self.results), ("Kc", "6c", "Qc"), ("Kc", "Ac"))
        self.empty = msgspec.structs.replace(self.game.open(), phase=PLAYING)
        # Every card of a deck by what it counts.
        self.counted = [(code, counts(code)) for code in asked.deck]

    def hands(self) -> Hands:
        compositions = sorted(_compositions(), key=lambda one: (sum(one), one))
        suited = self._suited(compositions)
        keys: list[Key] = []
        for composition in compositions:
            keys += [(composition, suit) for suit in SUITS if composition in suited]
            # A single card is always of one suit.
            keys += [(composition, "")] if composition not in suited or sum(composition) > 1 else []
        number = {key: row for row, key in enumerate(keys)}
        kinds = [
            (value, suit)
            for value in range(VALUES)
            for suit in (SUITS if _single(value) in suited else ("",))
        ]
        after = [[_after(key, kind, number, suited) for kind in kinds] for key in keys]
        held = [_codes(key) for key in keys]
        alike = [_alike(hand) for hand in held]
        worth, past, parts = self._in_parts(held, alike)
        shares = np.array([[self._share(key, kind) for kind in kinds] for key in keys], np.int16)
        totals = [total(hand) for hand in held]
        return Hands(
            composition=np.array([composition for composition, _ in keys], np.int8),
            cards=np.array([sum(composition) for composition, _ in keys], np.int8),
            reached=np.array([reached.points for reached in totals], np.int8),
            soft=np.array([reached.soft for reached in totals], np.int8),
            suit=np.array([SUITS.index(suit) if suit else -1 for _, suit in keys], np.int8),
            after=np.array(after, np.int16),
            share_of=shares[:, :, 0],
            share_in=shares[:, :, 1],
            may=self._may(held, alike, doubled=False),
            may_doubled=self._may(held, alike, doubled=True),
            worth=worth,
            past_21=past,
            parts=parts,
            most_hands=np.array([self._most_hands(value) for value in range(VALUES)], np.int64),
            kind_value=np.array([value for value, _ in kinds], np.int8),
            kind_count=np.array([len(self._cards_of(kind)) for kind in kinds], np.int64) * self.asked.decks,
            kind_of=self._kind_of(kinds),
            results=self.results,
        )

    # The table that is asked.

    def _state(
        self,
        hand: Hand,
        *,
        wagering: int = 0,
        splits: int = 0,
        doubled: bool = False,
        dealer: Hand = ("Kc", "7c"),
    ) -> Any:
        """A table with this hand at its first position, as far on as is told."""
        wagers = self.asked.wagerings[wagering]
        bets = tuple(Bet(_SEAT.seat, wager, "", UNIT) for wager in wagers)
        if doubled:
            bets = (*bets, Bet(_SEAT.seat, self.game.double_wager, str(_SEAT.hand), UNIT * len(wagers)))
        return msgspec.structs.replace(
            self.empty,
            hands=(PlacedHand(seat=_SEAT.seat, cards=hand), PlacedHand(seat=DEALER_PLACE.seat, cards=dealer)),
            bets=bets,
            splits=(_SEAT.seat,) * splits,
            doubled=(_SEAT,) if doubled else (),
        )

    def _open(self, hand: Hand, *, splits: int = 0, doubled: bool = False) -> tuple[str, ...]:
        return tuple(self.game.open_to(self._state(hand, splits=splits, doubled=doubled), _SEAT))

    def _may(self, held: Sequence[Hand], alike: Sequence[object], *, doubled: bool) -> Bits:
        """What hands of every origin may do; one from a split pair holds that pair's card first.

        Whether such a hand may be split again is asked of the pair alone.
        """
        least = 3 if doubled else 2
        points = [[counts(code) for code in hand] for hand in held]
        found = np.zeros((VALUES + 1, len(held)), np.int8)
        for origin in range(VALUES + 1):
            known: dict[object, int] = {}
            for row, (hand, kind) in enumerate(zip(held, alike, strict=True)):
                if len(hand) < least or (origin and origin not in points[row]):
                    continue
                if kind not in known:
                    first = points[row].index(origin) if origin else 0
                    asked = (hand[first], *hand[:first], *hand[first + 1 :])
                    bits = _bits(self._open(asked, splits=int(origin > 0), doubled=doubled))
                    known[kind] = bits & ~SPLITS if origin else bits
                found[origin, row] = known[kind]
        return found

    def _most_hands(self, value: int) -> int:
        """How many hands a pair may become, by asking after each split whether another is open."""
        pair = _codes((_pair(value), ""))
        splits = 0
        while SPLIT in self._open(pair, splits=splits):
            splits += 1
        return splits + 1

    # What hands are worth.

    def _in_parts(self, held: Sequence[Hand], alike: Sequence[object]) -> tuple[Ints, Ints, int]:
        """What hands bring by wagering, origin, way and result, what those past 21 do, and how many parts make the whole."""
        classes = dict(zip(alike, held, strict=True))
        place = {kind: number for number, kind in enumerate(classes)}
        bust = ("Kc", "9d", "8h")
        asked = [(wagering, splits) for wagering in range(len(self.asked.wagerings)) for splits in (0, 1)]
        worth = [
            [[self._nets(hand, way, *table) for hand in classes.values()] for way in range(WAYS)]
            for table in asked
        ]
        past = [[self._net(bust, way, *table, self.dealers[0]) for way in range(WAYS)] for table in asked]
        parts = lcm(*{net.denominator for table in worth for way in table for nets in way for net in nets})
        shape = len(self.asked.wagerings), 2, WAYS
        whole = np.vectorize(lambda net: int(net * parts), otypes=[np.int64])
        each = whole(worth).reshape(*shape, len(classes), -1)
        return each[:, :, :, [place[kind] for kind in alike]], whole(past).reshape(shape), parts

    def _nets(self, hand: Hand, way: int, wagering: int = 0, splits: int = 0) -> list[Fraction]:
        # What gives a hand up does so before the dealer's is known.
        against = self.dealers[:1] if way in (GIVEN_UP, RESCUED) else self.dealers
        nets = [self._net(hand, way, wagering, splits, dealer) for dealer in against]
        return nets * (len(self.dealers) // len(nets))

    def _net(self, hand: Hand, way: int, wagering: int, splits: int, dealer: Hand) -> Fraction:
        """What a hand brings that is played for in a way, per unit of the first wager."""
        doubled = way in (DOUBLED, RESCUED)
        if len(hand) < (3 if doubled else 2):
            return Fraction(0)
        ended = ""
        if way in (GIVEN_UP, RESCUED):
            others = [name for name in self._open(hand, splits=splits, doubled=doubled) if name not in _BITS]
            if not others:
                return Fraction(0)
            (ended,) = others
        state = self._state(hand, wagering=wagering, splits=splits, doubled=doubled, dealer=dealer)
        facts = self.asked.facts(state, _SEAT, ended)
        return sum(
            (
                net_of(self.game.catalogue[bet.wager].decide(facts, bet.pick)) * bet.amount / UNIT
                for bet in self.game.bets_of(state, _SEAT)
            ),
            Fraction(0),
        )

    # Suits.

    def _suited(self, compositions: Sequence[tuple[int, ...]]) -> frozenset[tuple[int, ...]]:
        """The hands of three cards whose worth hangs on their being of one suit, and those that may become one."""
        found = {
            one
            for one in compositions
            if sum(one) == _SMALL
            and any(
                self._nets(_codes((one, suit)), PLAIN) != self._nets(_codes((one, "")), PLAIN)
                for suit in SUITS
            )
        }
        for _ in range(_SMALL - 1):
            found |= {
                _less(one, value) for one in found for value in range(VALUES) if one[value] and sum(one) > 1
            }
        return frozenset(found)

    def _cards_of(self, kind: tuple[int, str]) -> list[str]:
        value, suit = kind
        return [code for code, count in self.counted if count == value + 1 and suit in ("", code[1])]

    def _kind_of(self, kinds: Sequence[tuple[int, str]]) -> Bits:
        """Which kind a card is; none where the deck has no such card."""
        found = np.full(len(RANKS) * len(SUITS), -1, np.int8)
        for number, kind in enumerate(kinds):
            found[[card(code) for code in self._cards_of(kind)]] = number
        return found

    def _share(self, key: Key, kind: tuple[int, str]) -> tuple[int, int]:
        """Which part of the cards of a value that are still to come is of this kind, as far as the hand itself tells."""
        composition, suit = key
        value, of_suit = kind
        if not of_suit:
            return 1, 1
        held = composition[value]
        if held and not suit:
            # Whichever suits it holds, it will not be of one suit again.
            return 1, len(SUITS)
        of_kind = self.asked.decks * len(self._cards_of(kind))
        return of_kind - (held if of_suit == suit else 0), of_kind * len(SUITS) - held


def _alike(hand: Hand) -> object:
    """What a hand is asked by: its cards, or where it has many its total and their number."""
    return hand if len(hand) <= _SMALL else (total(hand), len(hand))


def _bits(decisions: Sequence[str]) -> int:
    return sum({_BITS.get(decision, GIVES_UP) for decision in decisions})


def _compositions() -> Iterator[tuple[int, ...]]:
    """How many cards of each value a hand that has not passed 21 may hold, an ace counting one."""

    def fill(value: int, room: int) -> Iterator[tuple[int, ...]]:
        if value == VALUES:
            yield ()
            return
        for held in range(room // (value + 1) + 1):
            for rest in fill(value + 1, room - held * (value + 1)):
                yield held, *rest

    yield from fill(0, TWENTY_ONE)


def _single(value: int) -> tuple[int, ...]:
    return tuple(int(other == value) for other in range(VALUES))


def _pair(value: int) -> tuple[int, ...]:
    return tuple(2 * held for held in _single(value))


def _less(composition: tuple[int, ...], value: int) -> tuple[int, ...]:
    return tuple(held - (other == value) for other, held in enumerate(composition))


def _codes(key: Key) -> Hand:
    """Cards of a hand: of its suit, or of several suits."""
    composition, suit = key
    ranks = [_RANK_OF[value] for value, held in enumerate(composition) for _ in range(held)]
    return tuple(rank + (suit or SUITS[place % 2]) for place, rank in enumerate(ranks))


def _after(
    key: Key, kind: tuple[int, str], number: Mapping[Key, int], suited: frozenset[tuple[int, ...]]
) -> int:
    composition, suit = key
    value, of_suit = kind
    grown = tuple(held + (other == value) for other, held in enumerate(composition))
    if grown not in suited:
        return number.get((grown, ""), BUST)
    # The first card, or one more of the suit of all before it.
    same = of_suit if not sum(composition) or of_suit == suit else ""
    return number[grown, same]


def _dealers_hand(reached: int) -> Hand:
    """Cards of a dealer who came to a total without a Blackjack."""
    for size in (2, 3):
        for ranks in combinations_with_replacement("9865432", size):
            codes = tuple(rank + suit for rank, suit in zip(ranks, SUITS, strict=False))
            if total(codes).points == reached:
                return codes
    raise AssertionError(f"no dealer's hand of {reached}")


# The dealer's hands.


class DealersHands(NamedTuple):
    """What may come to an up card of some value: a tree of cards in rising order of value, a branch after its parent.

    Each branch adds one card of `value`, the `had`th of it; `ways` is in how many orders the dealer may draw the cards up
    to it and stand with `result`, which is left out for hands past 21: those are all that is left.
    """

    parent: NDArray[np.int16]
    value: Bits
    had: Bits
    length: Bits
    ways: Ints
    result: Bits
    # The value in the hole with which the up card is a Blackjack; -1 where there is none.
    blackjack: int
    longest: int


def dealers_hands(up: int, stands_from: int, draws_to_soft: bool) -> DealersHands:
    """Every hand with which a dealer stands on at most 21, for an up card of a value; a Blackjack is none of them."""
    standing: dict[tuple[int, ...], tuple[int, int]] = {}
    blackjack = -1

    def reached(held: tuple[int, ...]) -> tuple[int, bool]:
        count = up + 1 + sum((value + 1) * many for value, many in enumerate(held))
        found = best(count, held[ACE] + (up == ACE))
        return found, found > count

    def draw(held: tuple[int, ...]) -> None:
        nonlocal blackjack
        for value in range(VALUES):
            more = tuple(many + (other == value) for other, many in enumerate(held))
            points, soft = reached(more)
            if sum(more) == 1 and points == TWENTY_ONE:
                blackjack = value
            elif points <= TWENTY_ONE and goes_on(points, soft, stands_from, draws_to_soft):
                draw(more)
            elif points <= TWENTY_ONE:
                ways, _ = standing.get(more, (0, points))
                standing[more] = ways + 1, points

    draw((0,) * VALUES)
    rows: dict[tuple[int, ...], int] = {}
    columns: list[tuple[int, int, int, int]] = []

    def branch(path: tuple[int, ...]) -> int:
        if not path:
            return -1
        if path not in rows:
            parent = branch(path[:-1])
            rows[path] = len(columns)
            columns.append((parent, path[-1], path.count(path[-1]), len(path)))
        return rows[path]

    ends = {
        branch(tuple(value for value, many in enumerate(held) for _ in range(many))): ended
        for held, ended in standing.items()
    }
    parent, value, had, length = zip(*columns, strict=True)
    return DealersHands(
        np.array(parent, np.int16),
        np.array(value, np.int8),
        np.array(had, np.int8),
        np.array(length, np.int8),
        np.array([ends.get(row, (0, 0))[0] for row in range(len(columns))], np.int64),
        np.array([ends.get(row, (0, stands_from))[1] - stands_from for row in range(len(columns))], np.int8),
        blackjack,
        max(length),
    )
