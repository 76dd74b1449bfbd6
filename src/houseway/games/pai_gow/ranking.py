"""The ranking of hands (621a.3): permissible pairs, values, and the rank of the highest tile.

Plain functions over small integers, which compilers understand. A hand's rank is its value, or `PAIRS` for a permissible
pair, above five bits for the pair's or the highest tile's place in its table: the higher number is the higher hand, and
equal numbers are copies. All hands worth zero are one rank, the lowest.
"""

from houseway.equipment.tiles import CODES, kind_of, spots, tile_rank, tiles_of
from houseway.law import implements, pa, register

# Two tiles by their codes.
TwoTiles = tuple[str, str]

# The permissible pairs: rank and the two kinds, the higher ranking first.
_LINES = tuple(row for row in register().values() if row.id.startswith("621a.3(c)[pair_"))


def _kinds(tiles: str) -> tuple[int, int]:
    first, second = sorted(CODES.index(code) for code in tiles.split(","))
    return first, second


PERMISSIBLE_PAIRS = tuple((line.integer("rank"), *_kinds(line.parameters["tiles"])) for line in _LINES)
# What kind of pair each rank is.
PAIR_CLASSES = {line.integer("rank"): line.parameters["class"] for line in _LINES}

# Beyond all values, which end at nine.
PAIRS = pa("621a.3(e)#2").integer("max") + 1
ZERO = 0
_PLACES = 32

# The two tiles of the Supreme Pair, which may count as each other when they are apart.
_SIX_AS_THREE, _THREE_AS_SIX = pa("621a.3(f)#4"), pa("621a.3(f)#3")
_SIX_KIND, _THREE_KIND = (CODES.index(row.parameters["tile"]) for row in (_SIX_AS_THREE, _THREE_AS_SIX))
_RANK_OF_SIX_AS_THREE = _SIX_AS_THREE.integer("tile_rank")
_RANK_OF_THREE_AS_SIX = _THREE_AS_SIX.integer("tile_rank")
_COUNT_OF_SIX_AS_THREE = _SIX_AS_THREE.integer("count")
_COUNT_OF_THREE_AS_SIX = _THREE_AS_SIX.integer("count")


@implements(*(line.id for line in _LINES))
def pair_rank(a: int, b: int) -> int:
    """The rank of two tiles among the permissible pairs, 1 for the Supreme Pair to 20; 0 if they are none."""
    higher, lower = min(kind_of(a), kind_of(b)), max(kind_of(a), kind_of(b))
    for rank, first, second in PERMISSIBLE_PAIRS:
        if first == higher and second == lower:
            return rank
    return 0


@implements("621a.3(f)#1", "621a.3(f)#2", readings=("B-PG-06",))
def other_count(tile: int) -> int:
    """What a tile may count as instead of its spots: 6 for the 1-2, 3 for the 2-4, and nothing else for the others."""
    if kind_of(tile) == _THREE_KIND:
        return _COUNT_OF_THREE_AS_SIX
    if kind_of(tile) == _SIX_KIND:
        return _COUNT_OF_SIX_AS_THREE
    return spots(tile)


@implements("621a.3(e)#2", "621a.3(e)#3", "621a.3(e)#4", "621a.3(e)(2)")
def _last_digit(count_a: int, count_b: int) -> int:
    return (count_a + count_b) % 10


@implements("621a.3(f)#1", "621a.3(f)#2", readings=("B-PG-06",))
def counts_other(a: int, b: int) -> bool:
    """Whether a 1-2 or 2-4 among two tiles counts as the other, which it does where that is worth more."""
    return _last_digit(other_count(a), other_count(b)) > _last_digit(spots(a), spots(b))


@implements("621a.3(e)#2", "621a.3(e)#3", "621a.3(e)#4", readings=("B-PG-03", "B-PG-06"))
def value(a: int, b: int) -> int:
    """The value of two tiles that are no permissible pair: the last digit of all their spots."""
    if counts_other(a, b):
        return _last_digit(other_count(a), other_count(b))
    return _last_digit(spots(a), spots(b))


@implements("621a.3(f)#3", "621a.3(f)#4", readings=("B-PG-06",))
def rank_as_counted(tile: int, other: bool) -> int:
    """A tile's rank, which for the 1-2 and the 2-4 follows what they count as."""
    if other and kind_of(tile) == _THREE_KIND:
        return _RANK_OF_THREE_AS_SIX
    if other and kind_of(tile) == _SIX_KIND:
        return _RANK_OF_SIX_AS_THREE
    return tile_rank(tile)


@implements("621a.3(g)#1", readings=("B-PG-06",))
def top_tile(a: int, b: int) -> int:
    """The rank of the higher of two tiles, 1 being the highest of all."""
    other = counts_other(a, b)
    return min(rank_as_counted(a, other), rank_as_counted(b, other))


@implements(
    "621a.3(c)#1",
    "621a.3(c)#2",
    "621a.3(e)#1",
    "621a.3(e)(1)",
    "621a.3(e)(2)",
    "621a.3(g)#1",
    "621a.3(g)#2",
    readings=("B-PG-03", "B-PG-05"),
)
def hand_rank(a: int, b: int) -> int:
    """The rank of two tiles among all hands: pairs above values, equal values by the highest tile, zeros all alike."""
    pair = pair_rank(a, b)
    if pair > 0:
        return PAIRS * _PLACES + _PLACES - pair
    worth = value(a, b)
    if worth == 0:
        return ZERO
    return worth * _PLACES + _PLACES - top_tile(a, b)


def value_of(rank: int) -> int:
    """The value of a hand by its rank, or `PAIRS`."""
    return rank // _PLACES


def is_pair(rank: int) -> bool:
    """Whether a hand of this rank is a permissible pair."""
    return value_of(rank) == PAIRS


@implements("621a.3(d)", "621a.3(g)#2", "621a.3(i)", readings=("B-PG-05",))
def beats(player: int, house: int) -> bool:
    """Whether a player's hand ranks above the dealer's or bank's, to whom copies and hands both worth zero go."""
    return player > house


@implements("621a.3(d)", "621a.3(i)", readings=("B-PG-05",))
def is_copy(player: int, house: int) -> bool:
    """Whether two hands are copies: the same rank of pair, or the same value and rank of the highest tile."""
    return player == house and player != ZERO


def rank_of(hand: TwoTiles) -> int:
    """The rank of two tiles by their codes."""
    a, b = tiles_of(hand)
    return hand_rank(a, b)


_NUMBERS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_PLURALS = {"six": "sixes"}
# What the trade calls the kinds of tiles of which a set has two: some of them have as many spots as others.
_TRADE_NAMES = {
    "6-6": "teen",
    "1-1": "day",
    "4-4": "yun",
    "1-3": "gor",
    "5-5": "mooy",
    "3-3": "chong",
    "2-2": "bon",
    "5-6": "foo",
    "4-6": "ping",
    "1-6": "tit",
    "1-5": "look",
}


def hand_name(hand: TwoTiles) -> str:
    """What a hand is called in short: its pair, or its value alone."""
    a, b = sorted(tiles_of(hand))
    rank = hand_rank(a, b)
    if not is_pair(rank):
        return str(value_of(rank))
    match PAIR_CLASSES[pair_rank(a, b)]:
        case "supreme":
            return "supreme pair"
        case "matched":
            return f"pair of {_TRADE_NAMES[CODES[kind_of(a)]]}"
        case "mixed":
            return f"mixed {_plural(spots(a))}"
        case kind:
            return kind


def hand_words(hand: TwoTiles) -> str:
    """A hand as a dealer calls it, with what ranks it among others of its name."""
    a, b = sorted(tiles_of(hand))
    rank = hand_rank(a, b)
    if not is_pair(rank):
        return _value_words(a, b)
    match PAIR_CLASSES[pair_rank(a, b)]:
        case "supreme" | "mixed":
            return hand_name(hand)
        case "matched":
            return f"{hand_name(hand)}, {_plural(spots(a))}"
        case _:
            return f"{hand_name(hand)} of {_NUMBERS[spots(a)]} and {_NUMBERS[spots(b)]}"


def _value_words(a: int, b: int) -> str:
    worth = value(a, b)
    if worth == 0:
        return _NUMBERS[0]
    other = counts_other(a, b)
    top = min((a, b), key=lambda tile: rank_as_counted(tile, other))
    counted = next((tile for tile in (a, b) if other and other_count(tile) != spots(tile)), None)
    as_other = (
        ""
        if counted is None
        else f", the {CODES[kind_of(counted)]} counted as {_NUMBERS[other_count(counted)]}"
    )
    return f"{_NUMBERS[worth]} with the {CODES[kind_of(top)]} high{as_other}"


def _plural(spots_: int) -> str:
    word = _NUMBERS[spots_]
    return _PLURALS.get(word, f"{word}s")
