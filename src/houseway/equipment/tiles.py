"""Tiles: each is a small integer for ranking and a code of its two ends for people; a set is 32 of them.

Tiles 0 to 31 lie in the order of their ranks (621a.3(h)). The code is the two ends as the chapter prints them, "2-4" or
"6-6"; the two tiles of a matched pair share it, so that a table knows a tile by its code and needs no more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple

import msgspec

# A tile that lies face down is unseen as a card is.
from houseway.equipment.cards import UNSEEN as UNSEEN
from houseway.equipment.cards import is_seen as is_seen
from houseway.equipment.life import Life
from houseway.law import Clause, RuleViolation, implements, register


class TileRules(NamedTuple):
    """A game's demands on its tiles: how many make a set, and how long a set may be used."""

    full_set: Clause
    life: Life


# The lines of the table of tiles, the highest rank first.
_LINES = tuple(row for row in register().values() if row.id.startswith("621a.3(h)[tile_"))

# Each kind of tile once, and the tiles of a set.
CODES = tuple(line.parameters["tile"] for line in _LINES)
FULL_SET = tuple(line.parameters["tile"] for line in _LINES for _ in range(line.integer("count")))
TILES = range(len(FULL_SET))

_SPOTS = tuple(line.integer("spots") for line in _LINES)
_RANKS = tuple(line.integer("rank") for line in _LINES)
# Kinds of which a set holds two tiles; they come first.
_TWICE = sum(line.integer("count") == 2 for line in _LINES)

# The code of a tile, or of one that nobody has seen.
TileCode = Annotated[str, msgspec.Meta(min_length=2, max_length=3)]
# Tiles as the table holds them.
Hand = tuple[str, ...]


@implements("621a.3(h)", *(line.id for line in _LINES))
def kind_of(tile: int) -> int:
    """The kind of a tile, from 0 for 6-6 to 20 for 1-2: the first eleven are there twice, the others once."""
    if tile < 2 * _TWICE:
        return tile // 2
    return tile - _TWICE


@implements("621a.3(e)#3")
def spots(tile: int) -> int:
    """How many spots a tile has."""
    return _SPOTS[kind_of(tile)]


def tile_rank(tile: int) -> int:
    """A tile's rank, 1 being the highest; the two nines, eights, sevens and fives that make mixed pairs share theirs."""
    return _RANKS[kind_of(tile)]


def code_of(tile: int) -> str:
    """The code of a tile's integer."""
    return FULL_SET[tile]


def tiles_of(codes: Iterable[str]) -> tuple[int, ...]:
    """The integers of several codes from one set: the second time that a code comes it is the other tile of that kind."""
    left = list(TILES)
    found = []
    for code in codes:
        tile = next((tile for tile in left if FULL_SET[tile] == code), None)
        if tile is None:
            raise ValueError(f"a set has no tile {code!r} left")
        left.remove(tile)
        found.append(tile)
    return tuple(found)


# The pairs that a set is sorted into: the listed pairs which share no tile, from the Supreme Pair down.
_PAIRED = ("supreme", "matched", "mixed")


def _pair(line: Clause) -> tuple[str, str]:
    first, second = line.parameters["tiles"].split(",")
    return first, second


SORTED_PAIRS = tuple(
    _pair(row)
    for row in register().values()
    if row.id.startswith("621a.3(c)[pair_") and row.parameters["class"] in _PAIRED
)


@implements("621a.4(a)(1)")
def problems_of_set(codes: Iterable[str]) -> Iterator[str]:
    """What sorting the tiles into pairs shows to be wrong with a set; a whole one has no problem."""
    held = Counter(codes)
    for first, second in SORTED_PAIRS:
        wanted = Counter((first, second))
        for code, number in wanted.items():
            if held[code] < number:
                yield f"the pair {first} and {second} lacks {number - held[code]} tile {code}"
            if held[code] > number:
                yield f"there are {held[code]} tiles {code} instead of {number}"
    for code in held:
        if code not in CODES:
            yield f"no tile is called {code!r}"


def check_told(told: Iterable[str], left: Iterable[str], clause: Clause) -> None:
    """Refuse tiles that a set does not hold, or that have been told already."""
    available = Counter(left)
    for code in told:
        if code == UNSEEN:
            continue
        if code not in CODES:
            raise RuleViolation(
                clause,
                f"no tile is called {code!r}",
                fix="write the ends with the lower first, such as 2-4 or 6-6",
            )
        if not available[code]:
            raise RuleViolation(clause, f"no tile {code} is left among those not yet told")
        available[code] -= 1
