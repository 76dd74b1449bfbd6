"""The felt as a drawing: every area, puck and chip of a game's layout with its place, for one template to draw."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from houseway.money import Cents
from houseway.table.layout import Area, Layout
from houseway.web.view import BetView

_PADDING = 6
_LEADING = 1.16
# The size of labels, or of pictured dice, and that of inscriptions.
_Sizes = tuple[int, int]


def _largest_first(large: tuple[int, ...], small: tuple[int, ...], apart: float) -> list[_Sizes]:
    """Pairs of sizes, those first whose smaller part reads best; `apart` is their usual proportion."""
    return sorted(
        product(large, small), key=lambda pair: (min(pair[0] * apart, pair[1]), *pair), reverse=True
    )


# On a felt of 1,200 units that is drawn 940 pixels wide or wider, nothing is printed smaller than 11 pixels.
LEAST_SIZE = 14
_WORDS = (16, 15, LEAST_SIZE)
_LABEL_AND_WORDS = _largest_first((22, 20, 18, 16, 15, LEAST_SIZE), _WORDS, 0.65)
_DICE_AND_WORDS = _largest_first((46, 38, 32, 28, 24, 20, 18), _WORDS, 0.45)

# A player's chips as they are drawn, before they are made smaller for a small or crowded area.
CHIP_WIDTH, CHIP_HEIGHT = 64, 26
_PUCK = 19
# A place for a marker, which covers the printing.
_SPOT = "spot"
# Where something else than chips comes to lie below the printing.
_AT_THE_TOP = ("cards", "tiles", "tiles-across", "stack", "pot")
# What a line of printing needs at least beside the chips.
_LEAST_PRINTING = 18
# An area so much longer than high is printed at its left end, a low one earlier; and the widest that this may be.
_LONG, _LOW, _LONG_WHEN_LOW = 3.5, 60, 2.5
_WIDEST_PRINTING = 250
# Narrower, it has no room for printing and chips beside each other.
_LEAST_WIDTH_FOR_BOTH = 160
# How much of the width of a round area its printing takes.
_ROUND_SHARE = 0.84
# Below this height pictured dice leave no room for chips of the usual size.
_LOW_WITH_DICE = 64


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of printing on the felt."""

    text: str
    x: float
    y: float
    size: int
    role: str


@dataclass(frozen=True, slots=True)
class PicturedDie:
    """A die pictured on the felt."""

    face: int
    x: float
    y: float
    size: int


@dataclass(frozen=True, slots=True)
class DrawnArea:
    """An area with what is printed on it, and where a puck stands; `title` is the whole of it, where that is shortened."""

    area: Area
    lines: tuple[TextLine, ...]
    title: str
    dice: tuple[PicturedDie, ...]
    puck_x: float
    puck_y: float
    puck_radius: float


@dataclass(frozen=True, slots=True)
class Stack:
    """A player's chips on an area; seat 0 is the rest that found no room of its own.

    `bare` chips show whose they are and no amount; `button` is what lies on them, such as "on" or "off".
    """

    area: str
    seat: int
    amount: Cents
    x: float
    y: float
    chips: int
    scale: float
    bare: bool
    button: str


@dataclass(frozen=True, slots=True)
class _PileSize:
    """How large each player's chips are drawn, and how much of the printing over them stays free."""

    scale: float
    width: int
    height: int
    printing: int
    bare: bool = False

    def room(self, area: Area) -> tuple[int, int]:
        """How many piles go beside each other on an area, and how many in all."""
        printed_beside = _printed_beside(area)
        across = max(1, (area.width - printed_beside - 2) // self.width)
        above = 4 if printed_beside else self.printing
        return across, across * max(1, (area.height - above) // self.height)


# The first line of the printing stays readable, however many bet.
_FULL = _PileSize(1, CHIP_WIDTH, CHIP_HEIGHT, CHIP_HEIGHT + 8)
_SMALL = _PileSize(0.75, 48, 20, 24)
_BARE = _PileSize(0.75, 17, 17, 16, bare=True)


def _printed_beside(area: Area) -> int:
    """How much of a long betting area is left to the printing, beside the chips and not above them."""
    long = _LONG_WHEN_LOW if area.height < _LOW else _LONG
    if not area.wager or area.width < max(long * area.height, _LEAST_WIDTH_FOR_BOTH):
        return 0
    return min(area.width // 2, _WIDEST_PRINTING)


def _pile_sizes(area: Area) -> tuple[_PileSize, ...]:
    """The sizes in which chips may lie on an area, the usual one first."""
    under_dice = area.dice and area.height < _LOW_WITH_DICE and not _printed_beside(area)
    narrow = area.width < CHIP_WIDTH + 6 or under_dice
    return (_SMALL, _BARE) if narrow else (_FULL, _SMALL, _BARE)


def draw(layout: Layout, holder: str) -> tuple[DrawnArea, ...]:
    """Every area of a layout, printed; the certificate holder's name goes to the logo."""
    grounds = [_ground(layout, area, holder) for area in layout.areas]
    kinds: dict[tuple[object, ...], list[_Ground]] = {}
    for ground in grounds:
        kinds.setdefault(ground.kind, []).append(ground)
    sizes = {kind: _fitting(alike) for kind, alike in kinds.items()}
    return tuple(_drawn(ground, sizes[ground.kind]) for ground in grounds)


@dataclass(frozen=True, slots=True)
class _Ground:
    """An area with the room its printing has, and where a puck stands."""

    area: Area
    label: str
    inscription: str
    x: float
    width: float
    height: float
    puck_x: float
    puck_radius: float

    @property
    def kind(self) -> tuple[object, ...]:
        """Areas of one kind are printed in one size; a paytable is of its own kind."""
        own = self.area.id if self.area.tone == "paytable" else ""
        return self.area.tone, own, self.area.width, self.area.height, len(self.area.dice)


def _ground(layout: Layout, area: Area, holder: str) -> _Ground:
    covers = area.tone == _SPOT
    bears_puck = not covers and any(area.id in marker.stands_on for marker in layout.markers)
    beside = bears_puck and area.width > area.height
    radius = min(_PUCK, area.height / 2 - 3, area.width / (5 if beside else 2) - 1)
    left = 2 * radius + _PADDING if beside else 0
    narrower = area.width * (1 - _ROUND_SHARE) if area.round else 0
    ground = _Ground(
        area=area,
        label=holder if area.tone == "logo" else area.label,
        inscription=area.inscription,
        x=area.x + left + narrower / 2,
        width=(_printed_beside(area) or area.width) - left - narrower,
        height=area.height - _foot(area, bears_puck=bears_puck and not beside),
        puck_x=area.x + radius + _PADDING / 2 if beside else area.x + area.width / 2,
        puck_radius=radius,
    )
    unprinted = replace(ground, label="", inscription="")
    return next((worded for worded in _wordings(ground) if _fits_at_least(worded)), unprinted)


def _wordings(ground: _Ground) -> Iterator[_Ground]:
    """The whole printing, then shorter; at last it takes the room of the chips, which cover it as they do on any felt."""
    for height in (ground.height, ground.area.height):
        for inscription in dict.fromkeys((ground.inscription, "")):
            for label in dict.fromkeys((ground.label, ground.area.short or ground.label)):
                yield replace(ground, label=label, inscription=inscription, height=height)


def _fits_at_least(ground: _Ground) -> bool:
    """Whether the printing fits in the smallest sizes there are."""
    return _fits(ground, (_DICE_AND_WORDS if ground.area.dice else _LABEL_AND_WORDS)[-1])


def _foot(area: Area, *, bears_puck: bool) -> int:
    """What the printing leaves free below itself: for chips, or for a puck."""
    if bears_puck:
        return area.height * 2 // 3
    if _printed_beside(area):
        return 0
    chips = _pile_sizes(area)[0].height
    return chips + 2 if area.wager and area.height >= chips + _LEAST_PRINTING else 0


def _fitting(alike: list[_Ground]) -> _Sizes:
    """The largest sizes in which label, or dice, and inscription fit the room of every area; else the smallest there are."""
    pairs = _DICE_AND_WORDS if alike[0].area.dice else _LABEL_AND_WORDS
    return next((sizes for sizes in pairs if all(_fits(ground, sizes) for ground in alike)), pairs[-1])


def _fits(ground: _Ground, sizes: _Sizes) -> bool:
    _, height = _heights(ground, sizes)
    return height <= ground.height - 4 and _widest(ground, sizes) <= ground.width - _PADDING


def _texts(ground: _Ground, sizes: _Sizes) -> tuple[tuple[str, ...], tuple[str, ...]]:
    room = ground.width - _PADDING
    labels = () if ground.area.dice else wrap(ground.label, room, sizes[0])
    return labels, wrap(ground.inscription, room, sizes[1], bold=False)


def _heights(ground: _Ground, sizes: _Sizes) -> tuple[float, float]:
    """The height of the label or dice, and of everything."""
    labels, inscriptions = _texts(ground, sizes)
    heading = sizes[0] + 3 if ground.area.dice else len(labels) * sizes[0] * _LEADING
    return heading, heading + len(inscriptions) * sizes[1] * _LEADING


def _widest(ground: _Ground, sizes: _Sizes) -> float:
    labels, inscriptions = _texts(ground, sizes)
    return max(
        len(ground.area.dice) * (sizes[0] + 4),
        *(text_width(text, sizes[0]) for text in labels),
        *(text_width(text, sizes[1], bold=False) for text in inscriptions),
        0,
    )


def _drawn(ground: _Ground, sizes: _Sizes) -> DrawnArea:
    """The area printed in these sizes."""
    area, (large, small) = ground.area, sizes
    labels, inscriptions = _texts(ground, sizes)
    heading, height = _heights(ground, sizes)
    # On a betting area the printing keeps to the top, out of the chips' way, and so it does where cards or tiles lie.
    spare = (ground.height - height) / 2
    under = (area.wager and not _printed_beside(area)) or area.tone in _AT_THE_TOP
    top = area.y + (min(spare, _PADDING) if under else spare)
    centre = ground.x + ground.width / 2
    return DrawnArea(
        area=area,
        lines=(
            *_lines(labels, large, "label", centre, top),
            *_lines(inscriptions, small, "inscription", centre, top + heading),
        ),
        title=_whole_title(ground),
        dice=tuple(_row_of_dice(area.dice, large, centre, top)),
        puck_x=ground.puck_x,
        puck_y=area.y + area.height / 2,
        puck_radius=ground.puck_radius,
    )


def _whole_title(ground: _Ground) -> str:
    """The whole printing of an area on which less is printed."""
    whole = (ground.area.label, ground.area.inscription)
    if ground.area.tone == "logo":
        return ""
    return ": ".join(filter(None, whole)) if whole != (ground.label, ground.inscription) else ""


def _lines(texts: tuple[str, ...], size: int, role: str, x: float, top: float) -> Iterator[TextLine]:
    for number, text in enumerate(texts, 1):
        # From the foot of the line up to where its letters stand.
        yield TextLine(text, round(x, 1), round(top + number * size * _LEADING - size * 0.28, 1), size, role)


def _row_of_dice(dice: tuple[int, ...], size: int, x: float, top: float) -> Iterator[PicturedDie]:
    left = x - len(dice) * (size + 4) / 2 + 2
    for number, face in enumerate(dice):
        yield PicturedDie(face, round(left + number * (size + 4), 1), round(top, 1), size)


def text_width(text: str, size: int, *, bold: bool = True) -> float:
    """About how wide a text prints, on the wide side, in whatever typeface the system has."""
    return size * sum(_letter_width(letter) for letter in text) * (1 if bold else 0.88)


def _letter_width(letter: str) -> float:
    if letter in " ·.,ijltfr\N{NO-BREAK SPACE}":
        return 0.42
    if letter in "mwMW":
        return 0.98
    return 0.78 if letter.isupper() else 0.7


@cache
def wrap(text: str, width: float, size: int, *, bold: bool = True) -> tuple[str, ...]:
    """The text in lines no wider than the width, broken between words, or between odds if it lists any."""
    apart = " · " if " · " in text else " "
    lines: list[str] = []
    for part in text.split(apart) if text else ():
        if lines and text_width(f"{lines[-1]}{apart}{part}", size, bold=bold) <= width:
            lines[-1] += f"{apart}{part}"
        elif apart != " " and text_width(part, size, bold=bold) > width:
            # What pays and how much go on two lines rather than beyond the edge; odds stay whole.
            whole = _ODDS.sub(lambda odds: odds[0].replace(" ", _JOINED), part)
            lines.extend(line.replace(_JOINED, " ") for line in wrap(whole, width, size, bold=bold))
        else:
            lines.append(part)
    return tuple(lines)


_JOINED = "\N{NO-BREAK SPACE}"
_ODDS = re.compile(r"[\d,]+ (?:to|for) [\d,]+")


def seat_of(area: Area) -> int:
    """The position whose own betting area this is, or 0 where all players bet on one area."""
    wager, _, seat = area.id.rpartition("-")
    its_own = "-".join(filter(None, (area.wager, area.pick)))
    return int(seat) if wager and wager == its_own and seat.isdigit() else 0


def in_turn(areas: tuple[DrawnArea, ...], in_use: Container[str]) -> tuple[DrawnArea, ...]:
    """The areas to be shown: of those that share one place, the one in use, else the first."""
    sharing: dict[tuple[int, int, int, int], list[DrawnArea]] = {}
    for drawn in areas:
        area = drawn.area
        sharing.setdefault((area.x, area.y, area.width, area.height), []).append(drawn)
    return tuple(
        next((drawn for drawn in group if drawn.area.id in in_use), group[0]) for group in sharing.values()
    )


def stacks(layout: Layout, bets: Iterable[BetView]) -> Iterator[Stack]:
    """Where each player's chips lie: along the foot of the area, in rows from below."""
    by_area: dict[tuple[str, str], list[BetView]] = {}
    for bet in bets:
        by_area.setdefault((bet.wager, bet.pick), []).append(bet)
    for area in layout.areas:
        if area.wager:
            here = by_area.get((area.wager, area.pick), ())
            own = [bet for bet in here if seat_of(area) in (0, bet.seat)]
            yield from _piled(area, sorted(own, key=lambda bet: bet.seat))


def _piled(area: Area, bets: list[BetView]) -> Iterator[Stack]:
    sizes = _pile_sizes(area)
    size = next((size for size in sizes if len(bets) <= size.room(area)[1]), sizes[-1])
    across, room = size.room(area)
    start = area.x + _printed_beside(area)
    own = bets if len(bets) <= room else bets[: room - 1]
    piles = [(bet.seat, bet.amount, bet.button) for bet in own]
    if len(own) < len(bets):
        piles.append((0, sum(bet.amount for bet in bets[len(own) :]), ""))
    for index, (seat, amount, button) in enumerate(piles):
        row, column = divmod(index, across)
        in_row = min(across, len(piles) - row * across)
        left = start + (area.x + area.width - start - in_row * size.width) / 2
        yield Stack(
            area=area.id,
            seat=seat,
            amount=amount,
            x=left + column * size.width,
            y=area.y + area.height - 2 - (row + 1) * size.height,
            chips=1 + (amount >= 2500) + (amount >= 10_000),
            scale=size.scale,
            bare=size.bare,
            button=button,
        )


_PIPS: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}


def pips(face: int) -> tuple[tuple[int, int], ...]:
    """Where the pips of a face lie, on a die of a hundred units."""
    return tuple((25 + 25 * x, 25 + 25 * y) for x, y in _PIPS[face])
