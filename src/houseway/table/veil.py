"""A veil over cards and tiles: what a viewer was not shown is face down, place by place, however many look alike.

A veil knows only what its viewer sees of each place, in the order in which the pieces came there. It never looks at a hidden
piece, so that two tables that differ in nothing else look the same through it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import zip_longest
from types import MappingProxyType
from typing import Any, TypeVar

from houseway.equipment import cards, tiles
from houseway.table.places import DEALER_PLACE, Place

# The same for cards and tiles.
UNSEEN = cards.UNSEEN
# Whoever looks without a seat of their own: a page on the wall, a program, the dealer.
PUBLIC = -1
# Where pieces lie that everybody saw and nobody has.
ASIDE = Place(-1)


@dataclass(frozen=True)
class Pieces:
    """The kinds of pieces a game is played with, in their order, and how often each is in play."""

    kinds: tuple[str, ...]
    copies: Mapping[str, int]
    # Whether a piece may come to another place in the same round, so that who saw it once does not know where it is.
    again: bool = False
    # Fields whose name tells the place of the pieces in them, such as those of cards that lie before everybody.
    fields: Mapping[str, Place] = field(default_factory=dict)

    @cached_property
    def one(self) -> re.Pattern[str]:
        """A single piece, known or face down."""
        return re.compile("|".join(map(re.escape, (*self.kinds, UNSEEN))))

    @cached_property
    def only(self) -> re.Pattern[str]:
        """Nothing but pieces, such as "As" or "6-6 4-5"; other words may hold the letters of one by chance."""
        return re.compile(rf"(?:{self.one.pattern}| )+")

    @cached_property
    def unique(self) -> bool:
        """Whether no two pieces look alike, and none is dealt twice in a round."""
        return not self.again and all(copies == 1 for copies in self.copies.values())

    def named(self, value: object) -> tuple[str, ...]:
        """The pieces that a value names, if it names nothing else."""
        match value:
            case str() if self.only.fullmatch(value):
                return tuple(self.one.findall(value))
            case list() | tuple() if value and all(isinstance(part, str) for part in value):
                found = tuple(self.named(part) for part in value)
                return tuple(code for part in found for code in part) if all(found) else ()
            case _:
                return ()

    def everywhere_in(self, value: Any) -> Iterator[str]:
        """The pieces that a plain value names, however deep they stand in it."""
        named = self.named(value)
        yield from named
        match value:
            case dict():
                for part in value.values():
                    yield from self.everywhere_in(part)
            case list() | tuple() if not named:
                for part in value:
                    yield from self.everywhere_in(part)


@cache
def cards_of(deck: tuple[str, ...], decks: int = 1) -> Pieces:
    """The cards of so many decks."""
    return Pieces(deck, dict.fromkeys(deck, decks), fields={"set_aside": ASIDE})


TILES = Pieces(tiles.CODES, Counter(tiles.FULL_SET))


@dataclass(slots=True)
class Lying:
    """A piece that came to a place, and who sees it by now: everybody, or only these positions."""

    place: Place
    code: str
    eyes: frozenset[int] | None = None

    def seen_by(self, viewer: int) -> str:
        """The piece as a viewer knows it."""
        return self.code if self.eyes is None or viewer in self.eyes else UNSEEN


@dataclass(frozen=True)
class Veil:
    """What one viewer sees of each place, in the order of arrival, and of what each act brought, by its version."""

    pieces: Pieces
    seen: Mapping[Place, tuple[str, ...]]
    brought: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        pieces: Pieces,
        lying: Iterable[Lying],
        viewer: int = PUBLIC,
        brought: Mapping[int, Iterable[Lying]] = MappingProxyType({}),
    ) -> "Veil":
        """The veil of a viewer over everything that lies on the table in a round, and over what each act `brought` there."""
        seen: dict[Place, tuple[str, ...]] = {}
        for piece in lying:
            seen[piece.place] = (*seen.get(piece.place, ()), piece.seen_by(viewer))
        told = {version: tuple(piece.seen_by(viewer) for piece in came) for version, came in brought.items()}
        return cls(pieces, seen, told)

    def __or__(self, other: "Veil") -> "Veil":
        """What either hides."""
        return Veil(self.pieces, _either(self.seen, other.seen), _either(self.brought, other.brought))

    # What is told.

    def over(self, value: Any, place: Place | None = None) -> Any:
        """A plain value without what is hidden; what names a position, or a hand of it, tells of that place.

        A whole hand is told as the viewer sees it; of part of one, each piece is told as often as it is seen there. What
        tells of no place tells nothing. Of pieces that are all different, whoever saw one knows it wherever it is told.
        """
        return self._over(value, place, self._budget(place))

    def over_brought(self, value: Any, told: tuple[str, ...]) -> Any:
        """A plain value that names what an act brought to the table, with each piece as it is told."""
        return _written(value, iter(told), self.pieces)

    def over_heap(self, value: Any) -> Any:
        """Pieces of all places together, such as those in the discard rack, without what is hidden."""
        return self._over(value, None, Counter(self._everywhere))

    def over_kinds(self, values: tuple[str, ...]) -> tuple[str, ...]:
        """A list of what may come next: every kind of which the viewer has not seen all copies, whatever is left in truth."""
        if not values:
            return values
        return tuple(kind for kind in self.pieces.kinds if self._everywhere[kind] < self.pieces.copies[kind])

    @cached_property
    def _everywhere(self) -> Counter[str]:
        return Counter(code for seen in self.seen.values() for code in seen if code != UNSEEN)

    def _budget(self, place: Place | None) -> Counter[str]:
        """How often each piece of a place may be told in one value."""
        return Counter(code for code in self.seen.get(place, ()) if code != UNSEEN) if place else Counter()

    def _over(self, value: Any, place: Place | None, budget: Counter[str]) -> Any:
        named = self.pieces.named(value)
        if named:
            return _spelled(value, self._told(named, place, budget), self.pieces)
        match value:
            case dict():
                at = place_of(value) or place
                # Each value tells by itself; within it no copy is told twice.
                budget = Counter(budget) if at == place else self._budget(at)
                return {name: self._field(name, part, at, budget) for name, part in value.items()}
            case list() | tuple():
                return type(value)(self._over(part, place, budget) for part in value)
            case _:
                return value

    def _field(self, name: str, value: Any, at: Place | None, budget: Counter[str]) -> Any:
        its_own = self.pieces.fields.get(name)
        return self.over(value, its_own) if its_own else self._over(value, at, budget)

    def _told(self, named: tuple[str, ...], place: Place | None, budget: Counter[str]) -> Iterator[str]:
        seen = self.seen.get(place, ()) if place else ()
        if self.pieces.unique:
            yield from (code if self._everywhere[code] else UNSEEN for code in named)
            return
        if UNSEEN in seen and len(named) == len(seen):
            yield from seen
            return
        for code in named:
            if budget[code] > 0:
                budget[code] -= 1
                yield code
            elif place and seen and UNSEEN not in seen and code in seen:
                yield code  # a hand shown whole has nothing left to hide, however often it is told
            else:
                yield UNSEEN


_Key = TypeVar("_Key")


def _either(
    mine: Mapping[_Key, tuple[str, ...]], its: Mapping[_Key, tuple[str, ...]]
) -> dict[_Key, tuple[str, ...]]:
    """What is the same in both, piece by piece, and face down what is not."""
    return {
        key: tuple(
            one if one == other else UNSEEN
            for one, other in zip_longest(mine.get(key, ()), its.get(key, ()), fillvalue=UNSEEN)
        )
        for key in dict.fromkeys((*mine, *its))
    }


def _written(value: Any, told: Iterator[str], pieces: Pieces) -> Any:
    """A value with the pieces it names put as told, however deep they stand in it."""
    if pieces.named(value):
        return _spelled(value, told, pieces)
    match value:
        case dict():
            return {name: _written(part, told, pieces) for name, part in value.items()}
        case list() | tuple():
            return type(value)(_written(part, told, pieces) for part in value)
        case _:
            return value


def _spelled(value: Any, told: Iterator[str], pieces: Pieces) -> Any:
    """A value with the pieces it names put as told."""
    if isinstance(value, str):
        return pieces.one.sub(lambda _: next(told), value)
    return type(value)(_spelled(part, told, pieces) for part in value)


def place_of(told: Mapping[str, Any]) -> Place | None:
    """The place that a move, an event or a hand as plain values tells of, if any."""
    seat, hand = told.get("seat"), told.get("hand", 1)
    if not isinstance(seat, int):
        return None
    return Place(seat, hand if isinstance(hand, int) else DEALER_PLACE.hand)
