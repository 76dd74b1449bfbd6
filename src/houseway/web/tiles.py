"""Tiles as a drawing: where each one lies on a felt, spread out or stacked, and the red and white spots on its face."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from houseway.equipment.tiles import UNSEEN
from houseway.table.layout import Area, Layout
from houseway.table.seats import position
from houseway.table.words import capital
from houseway.web.cards import DEALER, DrawnName, HandPlace, hand_places, named, whole, with_name
from houseway.web.printing import NAME_HEIGHT

# A tile as it is drawn, before it is scaled to its place.
TILE_WIDTH, TILE_HEIGHT = 60, 132
STACK = "stack"
ACROSS = "tiles-across"
_TONES = ("tiles", ACROSS, STACK)
_PILE = 4  # tiles that lie upon each other
_EDGE = 16  # what shows of a tile below another, before it is scaled
_LARGEST = 0.9
_PADDING = 5
_BETWEEN = 5
# In the narrow place of a stack a tile takes nearly all of it.
_NARROW = 40


@dataclass(frozen=True, slots=True)
class Spot:
    """Where one tile lies, how much smaller than drawn, and whether it is turned by a right angle."""

    x: float
    y: float
    scale: float
    turned: bool = False

    @property
    def transform(self) -> str:
        """How a drawn tile comes to lie there."""
        moved = f"translate({self.x} {self.y})"
        # Turned about its corner, a tile would lie left of it.
        return f"{moved} scale({self.scale})" + (
            f" translate({TILE_HEIGHT} 0) rotate(90)" if self.turned else ""
        )


@dataclass(frozen=True, slots=True)
class DrawnTile:
    """A tile on the felt; `code` is empty for one that lies face down."""

    key: str
    code: str
    spot: Spot


@dataclass(frozen=True, slots=True)
class DrawnTiles:
    """Tiles that lie together, and how they are told to whoever cannot see them."""

    key: str
    words: str
    tiles: tuple[DrawnTile, ...]
    name: DrawnName


@dataclass(frozen=True, slots=True)
class _Ground:
    """A place for tiles: its room, whose it is, and how tiles lie there."""

    place: HandPlace
    words: str
    name: str
    across: bool
    stacked: bool


def draw_tiles(
    layout: Layout, tiles: Mapping[str, tuple[str, ...]], names: Mapping[str, str] = MappingProxyType({})
) -> Iterator[DrawnTiles]:
    """The tiles of a display, place by place; what has no place on this felt is not drawn."""
    for ground in _grounds(layout):
        held = tiles.get(ground.place.area, ())
        if held:
            yield _drawn(ground, held, names.get(ground.place.area, ""))


def resting_places(layout: Layout, area: str, count: int) -> tuple[Spot, ...]:
    """Where so many tiles lie face down in a place, the top tile of a stack first."""
    ground = next(ground for ground in _grounds(layout) if ground.place.area == area)
    return _piled(ground, count) if ground.stacked else _spread(ground, count)


def _grounds(layout: Layout) -> Iterator[_Ground]:
    """Every place for tiles: stacks and heaps, the hands of each position, and a whole hand that is not set."""
    in_hands = {place.area for places in hand_places(layout).values() for place in places}
    for area in layout.areas:
        if area.tone in _TONES and area.id not in in_hands:
            yield _heap(area)
    tones = {area.id: area.tone for area in layout.areas}
    for places in hand_places(layout).values():
        for place in places:
            if tones[place.area] in _TONES:
                yield _hand(place, across=tones[place.area] == ACROSS)
        if tones[places[0].area] in _TONES:
            yield _hand(whole(places), across=False)


def _heap(area: Area) -> _Ground:
    name = area.label.lower()
    words = capital(area.id.replace("-", " ") if area.tone == STACK else name)
    place = HandPlace(area.id, name, "", area.x, area.y, area.width, area.height)
    return _Ground(place, words, name, across=False, stacked=True)


def _hand(place: HandPlace, *, across: bool) -> _Ground:
    whose = capital(position(0 if place.whose == DEALER else int(place.whose)))
    name = "" if place.part == "hand" else place.part
    return _Ground(
        place=place,
        words=f"{whose}, {name}" if name else whose,
        name=name,
        across=across,
        # Four tiles arrive upon each other and stay so until somebody looks at them.
        stacked=not name,
    )


def _drawn(ground: _Ground, held: tuple[str, ...], called: str) -> DrawnTiles:
    hidden = set(held) == {UNSEEN}
    spots = _piled(ground, len(held)) if ground.stacked and hidden else _spread(ground, len(held))
    return DrawnTiles(
        key=ground.place.area,
        words=f"{ground.words}: {with_name(in_words(held), called)}",
        tiles=tuple(_tiles(ground.place.area, held, spots)),
        name=named(ground.place, ground.name, called),
    )


def _tiles(area: str, held: tuple[str, ...], spots: tuple[Spot, ...]) -> Iterator[DrawnTile]:
    for number, (code, spot) in enumerate(zip(held, spots, strict=True)):
        yield DrawnTile(f"tile-{area}-{number}", "" if code == UNSEEN else code, spot)


def in_words(held: tuple[str, ...]) -> str:
    """Tiles as one would read them out."""
    down = held.count(UNSEEN)
    said = [code for code in held if code != UNSEEN]
    if down:
        said.append("one tile face down" if down == 1 else f"{down} tiles face down")
    return ", ".join(said)


# Where tiles lie.


def _spread(ground: _Ground, count: int) -> tuple[Spot, ...]:
    """Side by side, in as many rows as make them largest."""
    rows = max(range(1, count + 1), key=lambda rows: (_scale(ground, count, rows), -rows))
    scale = _scale(ground, count, rows)
    width, height = _size(scale, across=ground.across)
    across = -(-count // rows)
    spare = _room(ground)[1] - rows * height - (rows - 1) * _BETWEEN
    top = ground.place.y + spare / 2 + _padding(ground)
    return tuple(
        Spot(
            round(_left(ground, min(across, count - row * across), width) + column * (width + _BETWEEN), 1),
            round(top + row * (height + _BETWEEN), 1),
            scale,
            ground.across,
        )
        for row in range(rows)
        for column in range(min(across, count - row * across))
    )


def _left(ground: _Ground, count: int, width: float) -> float:
    return ground.place.x + (ground.place.width - count * width - (count - 1) * _BETWEEN) / 2


def _room(ground: _Ground) -> tuple[float, float]:
    padding = 2 * _padding(ground)
    name = NAME_HEIGHT if ground.name and not ground.place.pile else 0
    return ground.place.width - padding, ground.place.height - padding - name


def _padding(ground: _Ground) -> int:
    return 2 if ground.place.width < _NARROW else _PADDING


def _size(scale: float, *, across: bool) -> tuple[float, float]:
    wide, tall = TILE_WIDTH * scale, TILE_HEIGHT * scale
    return (tall, wide) if across else (wide, tall)


def _scale(ground: _Ground, count: int, rows: int) -> float:
    """How large tiles can be drawn in so many rows."""
    width, height = _room(ground)
    wide, tall = _size(1, across=ground.across)
    across = -(-count // rows)
    by_width = (width - (across - 1) * _BETWEEN) / across / wide
    by_height = (height - (rows - 1) * _BETWEEN) / rows / tall
    return int(min(by_width, by_height, _LARGEST) * 1000) / 1000


def _piled(ground: _Ground, count: int) -> tuple[Spot, ...]:
    """Upon each other in fours, so that the edge of every tile shows; the top tile of each pile comes first."""
    piles = -(-count // _PILE)
    tall = TILE_HEIGHT + (_PILE - 1) * _EDGE
    width, height = _room(ground)
    by_width = (width - (piles - 1) * _BETWEEN) / piles / TILE_WIDTH
    scale = int(min(by_width, height / tall, _LARGEST) * 1000) / 1000
    foot = ground.place.y + _padding(ground) + (height + tall * scale) / 2
    left = _left(ground, piles, TILE_WIDTH * scale)
    spots = []
    for number in range(count):
        pile, level = divmod(number, _PILE)
        below = min(_PILE, count - pile * _PILE) - level - 1
        top = foot - (TILE_HEIGHT + below * _EDGE) * scale
        spots.append(Spot(round(left + pile * (TILE_WIDTH * scale + _BETWEEN), 1), round(top, 1), scale))
    return tuple(spots)


# What is on the face of a tile.


@dataclass(frozen=True, slots=True)
class Pip:
    """A spot on the face of a tile."""

    x: int
    y: int
    radius: int
    red: bool


_LEFT, _MIDDLE, _RIGHT = 18, 30, 42
_UPPER, _HALFWAY, _LOWER = 15, 33, 51
# The upper half of a tile; the lower one is the same, turned upside down.
_HALF: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((_MIDDLE, _HALFWAY),),
    2: ((_LEFT, _UPPER + 6), (_RIGHT, _UPPER + 6)),
    3: ((_LEFT, _UPPER), (_MIDDLE, _HALFWAY), (_RIGHT, _LOWER)),
    4: ((_LEFT, _UPPER + 4), (_RIGHT, _UPPER + 4), (_LEFT, _LOWER - 4), (_RIGHT, _LOWER - 4)),
    5: ((_LEFT, _UPPER), (_RIGHT, _UPPER), (_MIDDLE, _HALFWAY), (_LEFT, _LOWER), (_RIGHT, _LOWER)),
    6: tuple((x, y) for y in (_UPPER, _HALFWAY, _LOWER) for x in (_LEFT, _RIGHT)),
}
# Ones and fours are red on every Chinese tile, and the ones are large.
_RED = frozenset({1, 4})
_TWELVE = "6-6"


def tile_pips(code: str) -> tuple[Pip, ...]:
    """The spots of a tile in the traditional colours; of a twelve, one row of each half is red."""
    upper, lower = (int(digit) for digit in code.split("-"))
    turned = (Pip(TILE_WIDTH - pip.x, TILE_HEIGHT - pip.y, pip.radius, pip.red) for pip in _half(lower, code))
    return (*_half(upper, code), *turned)


def _half(number: int, code: str) -> tuple[Pip, ...]:
    radius = 11 if number == 1 else 7
    return tuple(
        Pip(x, y, radius, number in _RED or (code == _TWELVE and x == _LEFT)) for x, y in _HALF[number]
    )
