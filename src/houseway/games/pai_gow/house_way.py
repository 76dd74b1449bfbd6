"""Setting the hands, and the house way in which the dealer does it (621a.8(a)-(d)).

Four tiles make two hands of two in three ways, the splits. The house way goes by the first paragraph of 621a.8(d) that
the tiles fulfil, within paragraph (3) by nine, then eight, then seven; where that leaves several splits open, the Rules
Submission says which to take (reading B-PG-02), in one of three ways.
"""

from enum import StrEnum

import msgspec

from houseway.equipment.tiles import Hand, TileCode, code_of, tile_rank, tiles_of
from houseway.games.pai_gow.ranking import hand_rank, is_pair, pair_rank, rank_of, value_of
from houseway.law import Clause, implements, pa

SPLITS = 3

SUPREME_PAIR = pa("621a.8(d)(1)")
PAIR_WONG_OR_GONG = pa("621a.8(d)(2)")
NINE_EIGHT_OR_SEVEN = pa("621a.8(d)(3)")
BEST_WITH_WORST = pa("621a.8(d)(4)")


class HouseWay(StrEnum):
    """Which split the dealer takes where the chapter leaves several open."""

    R1 = "r1"
    R2 = "r2"
    R3 = "r3"

    @property
    def description(self) -> str:
        """What the dealer prefers, in a sentence."""
        return _DESCRIPTIONS[self]

    @property
    def number(self) -> int:
        """The way as a number, for arithmetic."""
        return _NUMBERS[self]


_DESCRIPTIONS = {
    HouseWay.R1: "Take the highest high hand, then the highest low hand.",
    HouseWay.R2: "Take the highest low hand, then the highest high hand.",
    HouseWay.R3: (
        "Take a split with a pair, Wong, Gong, nine, eight or seven in both hands if there is one, "
        "then the highest high hand."
    ),
}
_HIGHEST_HIGH, _HIGHEST_LOW, _BOTH_LISTED = 1, 2, 3
_NUMBERS = {HouseWay.R1: _HIGHEST_HIGH, HouseWay.R2: _HIGHEST_LOW, HouseWay.R3: _BOTH_LISTED}


# The arithmetic: plain functions over tiles as integers, which compilers understand.

# What the house way looks for in two tiles, the more wanted the higher.
NOTHING, SEVEN, EIGHT, NINE, PAIR, SUPREME = range(6)
# More than the rank of any hand.
_BEYOND = 1000


@implements("621a.8(d)(1)", "621a.8(d)(2)", "621a.8(d)(3)", readings=("B-PG-02",))
def listed(a: int, b: int) -> int:
    """Which of the combinations that the dealer is to play two tiles make, if any."""
    rank = hand_rank(a, b)
    if is_pair(rank):
        return SUPREME if pair_rank(a, b) == 1 else PAIR
    if value_of(rank) == 9:
        return NINE
    if value_of(rank) == 8:
        return EIGHT
    if value_of(rank) == 7:
        return SEVEN
    return NOTHING


Four = tuple[int, int, int, int]


def split(tiles: Four, number: int) -> Four:
    """Four tiles, the two of each hand together: the first with the second, third or fourth, and the others."""
    a, b, c, d = tiles
    if number == 0:
        return a, b, c, d
    if number == 1:
        return a, c, b, d
    return a, d, b, c


@implements("621a.8(d)", readings=("B-PG-02",))
def most_wanted(tiles: Four) -> int:
    """The combination that decides how these tiles are set: the first in the chapter's order that any two of them make."""
    wanted = NOTHING
    for number in range(SPLITS):
        a, b, c, d = split(tiles, number)
        wanted = max(wanted, listed(a, b), listed(c, d))
    return wanted


@implements("621a.8(d)(4)")
def joins_best_and_worst(a: int, b: int, c: int, d: int) -> bool:
    """Whether one hand of a split holds both the highest and the lowest ranking of the four tiles."""
    highest = min(tile_rank(a), tile_rank(b), tile_rank(c), tile_rank(d))
    lowest = max(tile_rank(a), tile_rank(b), tile_rank(c), tile_rank(d))
    first = min(tile_rank(a), tile_rank(b)) == highest and max(tile_rank(a), tile_rank(b)) == lowest
    return first or (min(tile_rank(c), tile_rank(d)) == highest and max(tile_rank(c), tile_rank(d)) == lowest)


@implements("621a.8(d)", readings=("B-PG-02",))
def is_open(tiles: Four, number: int, wanted: int) -> bool:
    """Whether a split is one that the deciding paragraph allows."""
    a, b, c, d = split(tiles, number)
    if wanted == NOTHING:
        return joins_best_and_worst(a, b, c, d)
    return listed(a, b) == wanted or listed(c, d) == wanted


@implements("621a.8(d)(2)", "621a.8(d)(3)", readings=("B-PG-02",))
def preference(tiles: Four, number: int, way: int) -> int:
    """How much a way of setting likes a split that is open to it: more is better, and equal are equally good hands."""
    a, b, c, d = split(tiles, number)
    first, second = hand_rank(a, b), hand_rank(c, d)
    high, low = max(first, second), min(first, second)
    if way == _HIGHEST_LOW:
        return low * _BEYOND + high
    both = listed(a, b) > NOTHING and listed(c, d) > NOTHING
    if way == _BOTH_LISTED and both:
        return (_BEYOND + high) * _BEYOND + low
    return high * _BEYOND + low


@implements("621a.8(d)", readings=("B-PG-02",))
def split_of(tiles: Four, way: int) -> int:
    """The split, 0 to 2, that the house way takes, by the number of the way."""
    wanted = most_wanted(tiles)
    chosen, liked = -1, -1
    for number in range(SPLITS):
        if is_open(tiles, number, wanted) and preference(tiles, number, way) > liked:
            chosen, liked = number, preference(tiles, number, way)
    return chosen


# The hands as they lie on the table.


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """Four tiles set as a high hand and a low hand."""

    high: tuple[TileCode, TileCode]
    low: tuple[TileCode, TileCode]

    @property
    def tiles(self) -> Hand:
        """The four tiles."""
        return (*self.high, *self.low)

    def same_as(self, other: "Setting") -> bool:
        """Whether the hands hold the same tiles, in whatever order."""
        return sorted(self.high) == sorted(other.high) and sorted(self.low) == sorted(other.low)


@implements("621a.8(a)#1", readings=("B-PG-07",))
def relabelled(setting: Setting) -> Setting:
    """The setting with the better hand as its high hand, whatever the player called it."""
    if is_misset(setting):
        return Setting(high=setting.low, low=setting.high)
    return setting


@implements("621a.8(a)#1", readings=("B-PG-07",))
def is_misset(setting: Setting) -> bool:
    """Whether the low hand outranks the high hand."""
    return rank_of(setting.low) > rank_of(setting.high)


def is_setting_of(setting: Setting, hand: Hand) -> bool:
    """Whether a setting is made of these very tiles."""
    return sorted(setting.tiles) == sorted(hand)


def splits(hand: Hand) -> tuple[Setting, ...]:
    """The three ways to set four tiles, each with the better hand as the high hand."""
    return tuple(_laid(_four(hand), number) for number in range(SPLITS))


@implements("621a.8(b)#2", "621a.8(d)", readings=("B-PG-02",))
def house_way(hand: Hand, way: HouseWay) -> Setting:
    """How the dealer sets these tiles, and tells a player who asks to set them."""
    tiles = _four(hand)
    return _laid(tiles, split_of(tiles, way.number))


@implements("621a.8(d)", readings=("B-PG-02",))
def follows_house_way(setting: Setting, way: HouseWay) -> bool:
    """Whether hands are set by the house way, or by a split that it likes exactly as well."""
    tiles = _four(setting.tiles)
    wanted = most_wanted(tiles)
    best = preference(tiles, split_of(tiles, way.number), way.number)
    return any(
        is_open(tiles, number, wanted)
        and preference(tiles, number, way.number) == best
        and _hands(_laid(tiles, number)) == _hands(setting)
        for number in range(SPLITS)
    )


def _hands(setting: Setting) -> list[list[str]]:
    """The two hands whatever they are called, since their ranks say which is high."""
    return sorted((sorted(setting.high), sorted(setting.low)))


_DECIDING = {
    SUPREME: SUPREME_PAIR,
    PAIR: PAIR_WONG_OR_GONG,
    NINE: NINE_EIGHT_OR_SEVEN,
    EIGHT: NINE_EIGHT_OR_SEVEN,
    SEVEN: NINE_EIGHT_OR_SEVEN,
    NOTHING: BEST_WITH_WORST,
}


def reason(hand: Hand) -> Clause:
    """The paragraph that decides how these tiles are set."""
    return _DECIDING[most_wanted(_four(hand))]


def _four(hand: Hand) -> Four:
    # In the order of the set, so that the same tiles are set alike however they were picked up.
    a, b, c, d = sorted(tiles_of(hand))
    return a, b, c, d


def _laid(tiles: Four, number: int) -> Setting:
    a, b, c, d = split(tiles, number)
    first, second = (code_of(a), code_of(b)), (code_of(c), code_of(d))
    return relabelled(Setting(high=first, low=second))
