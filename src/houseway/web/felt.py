"""The felt as a drawing: every area, puck and chip of a game's layout with its place, for one template to draw."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import sqrt
from types import MappingProxyType

from houseway.money import Cents, dollars, signed
from houseway.table.layout import Area, Layout
from houseway.table.seated import DOT
from houseway.web.cards import hand_places
from houseway.web.cards import whole as whole_hand
from houseway.web.chips import chips_of
from houseway.web.printing import LEAST_SIZE, NAME_HEIGHT, text_width, wrap
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


_WORDS = (16, 15, LEAST_SIZE)
_LABEL_AND_WORDS = _largest_first((22, 20, 18, 16, 15, LEAST_SIZE), _WORDS, 0.65)
_DICE_AND_WORDS = _largest_first((46, 38, 32, 28, 24, 20, 18), _WORDS, 0.45)

# A player's chips with their amount beside them take at least so much; chips alone that only say whose they are.
PILE_WIDTH, PILE_HEIGHT = 62, 28
# Where there is room chips that only say whose they are lie as far apart as their numbers read best.
_BARE, _BARE_APART = 21, 27
# Where the printing leaves room for it chips are drawn so much larger.
_LARGER = (1.6, 1.4, 1.2)
_AMOUNT = 18  # how tall an amount is drawn
# A chip as it is drawn, seen at an angle: half its width and half its height.
CHIP_ACROSS, CHIP_DOWN = 11, 6.5
_PUCK = 19
# A place for a marker, which covers the printing.
_SPOT = "spot"
# Where something else than wagers comes to lie below the printing.
_POT = "pot"
_AT_THE_TOP = ("stack", _POT)
_POT_HEIGHT = 22
# What stands in the place of a wager that cannot be made yet.
_WAITING = "waiting"
# What a line of printing needs at least beside the chips.
_LEAST_PRINTING = 18
# An area so much longer than high is printed at its left end, a low one earlier; and the widest that this may be.
_LONG, _LOW, _LONG_WHEN_LOW = 3.5, 60, 2.5
_WIDEST_PRINTING = 250
# Narrower, it has no room for printing and chips beside each other.
_LEAST_WIDTH_FOR_BOTH = 160
# What the printing of a round area leaves free at either side: there it is narrower only above and below.
_ROUND_EDGE = 2
_ROUND_FOOT = 0.8
# Bold letters may come out wider than reckoned: a straight edge leaves room for that, a round one does not.
_AS_WIDE = 1.03
# And what printing along a curve leaves free at either end.
_CURVE_EDGE = 20
# Where hands lie, the foot says which and what they are called.
_WITH_NAMES = ("cards", "tiles", "tiles-across")


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
    free: bool
    dice: tuple[PicturedDie, ...]
    puck_x: float
    puck_y: float
    puck_radius: float


@dataclass(frozen=True, slots=True)
class Stack:
    """A player's chips on an area, from the middle of their foot; seat 0 is the rest that found no room of its own.

    `chips` are what they are worth, from below, and drawn larger by `scale`; the middle of the amount is `amount_x` and
    `amount_y` from the foot. `shared` chips say whose they are, `bare` ones nothing else; `button` is what lies on them,
    such as "on" or "off".
    """

    area: str
    seat: int
    amount: Cents
    x: float
    y: float
    chips: tuple[Cents, ...]
    scale: float
    amount_x: float
    amount_y: float
    amount_width: float
    shared: bool
    bare: bool
    button: str


@dataclass(frozen=True, slots=True)
class _PileSize:
    """How much room each player's chips take."""

    width: int
    height: int
    below: float = 0  # how far the amount stands below the chips, where it is not beside them
    bare: bool = False
    one_row: bool = False
    scale: float = 1

    @property
    def is_beside(self) -> bool:
        """Whether the amount stands beside the chips."""
        return not self.bare and not self.below

    def room(self, area: Area) -> tuple[int, int]:
        """How many piles go beside each other on an area, and how many in all; only a crowd covers the printing."""
        printed_beside = _printed_beside(area)
        across = max(1, int((area.width - printed_beside - 2) // self.width))
        free = 4 if printed_beside else min(_LEAST_PRINTING, max(0, area.height - self.height))
        above = 0 if self.bare else free
        return across, across * max(1, (area.height - above) // self.height)


def _printed_beside(area: Area) -> int:
    """How much of a long betting area is left to the printing, beside the chips and not above them."""
    long = _LONG_WHEN_LOW if area.height < _LOW else _LONG
    bears_chips = area.wager or area.tone == _WAITING
    if not bears_chips or area.width < max(long * area.height, _LEAST_WIDTH_FOR_BOTH):
        return 0
    return min(area.width // 2, _WIDEST_PRINTING)


def _pile_sizes(amounts: Sequence[Cents], free: float = 0) -> tuple[_PileSize, ...]:
    """The sizes in which chips may lie on an area: with the amount beside or below them, before a single pile, or bare.

    The first, larger ones before it where so much height is free, also leave room for the mark that takes the place of the
    amount once it is lost.
    """
    widest = round(max((text_width(dollars(amount), LEAST_SIZE) for amount in amounts), default=0))
    marked = round(max((mark_width(signed(-amount), shared=True) for amount in amounts), default=0))
    larger = (
        _PileSize(
            max(PILE_WIDTH, marked + 2 * CHIP_ACROSS) + round(2 * CHIP_ACROSS * (scale - 1)),
            round(PILE_HEIGHT * scale),
            one_row=True,
            scale=scale,
        )
        for scale in _LARGER
        if PILE_HEIGHT * scale <= free
    )
    return (
        *larger,
        _PileSize(max(PILE_WIDTH, marked + 2 * CHIP_ACROSS), PILE_HEIGHT, one_row=True),
        _PileSize(max(PILE_WIDTH, widest + 2 * CHIP_ACROSS + 10), PILE_HEIGHT),
        _PileSize(widest + 8, PILE_HEIGHT + _AMOUNT, below=_AMOUNT),
        *([_PileSize(widest + 8, PILE_HEIGHT, below=_AMOUNT / 2)] if len(amounts) == 1 else []),
        _PileSize(_BARE, _BARE, bare=True),
    )


def draw(layout: Layout, holder: str) -> tuple[DrawnArea, ...]:
    """Every area of a layout, printed; the certificate holder's name goes to the logo."""
    marked = {place for marker in layout.markers for place in marker.stands_on}
    # What looks alike is printed alike, whether or not a puck may stand on each.
    tall = {area.tone for area in layout.areas if area.id in marked and area.width < area.height}
    grounds = [
        _ground(layout, area, holder, above=area.tone in tall and area.width < area.height)
        for area in layout.areas
    ]
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
    free: bool
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


def _ground(layout: Layout, area: Area, holder: str, *, above: bool) -> _Ground:
    covers = area.tone == _SPOT
    bears_puck = not covers and any(area.id in marker.stands_on for marker in layout.markers)
    beside = bears_puck and area.width > area.height
    radius = min(_PUCK, area.height / 2 - 3, area.width / (5 if beside else 2) - 1)
    left = 2 * radius + _PADDING if beside else 0
    owner = next((one for one in layout.positions if area.id in {its.id for its in one.design}), None)
    numbered = owner is not None and area.label.rpartition(" ")[2] == str(owner.seat)
    free = owner is not None and not owner.taken
    label = "" if numbered or free else area.label
    narrower = 2 * _ROUND_EDGE - _PADDING if area.round else 2 * _CURVE_EDGE if area.curve else 0
    ground = _Ground(
        area=area,
        label=holder if area.tone == "logo" else label,
        inscription="" if free else area.inscription,
        free=free,
        x=area.x + left + narrower / 2,
        width=(_printed_beside(area) or area.width) - left - narrower,
        height=NAME_HEIGHT
        if area.tone in _WITH_NAMES
        else area.height - _foot(area, bears_puck=(bears_puck or above) and not (covers or beside)),
        puck_x=area.x + radius + _PADDING / 2 if beside else area.x + area.width / 2,
        puck_radius=radius,
    )
    unprinted = replace(ground, label="", inscription="")
    return next((worded for worded in _wordings(ground) if _fits_at_least(worded)), unprinted)


def _wordings(ground: _Ground) -> Iterator[_Ground]:
    """The whole printing, then shorter; at last it takes the room of the chips, which cover it as they do on any felt."""
    heights = (ground.height,) if ground.area.tone in _WITH_NAMES else (ground.height, ground.area.height)
    for inscription in dict.fromkeys((ground.inscription, "")):
        for height in heights:
            for label in dict.fromkeys((ground.label, ground.area.short or ground.label, *_initials(ground))):
                yield replace(ground, label=label, inscription=inscription, height=height)


def _initials(ground: _Ground) -> Iterator[str]:
    """What is left to print on a player's own spot where even the short form has no room."""
    if ground.label and ground.area.round and ground.area.wager:
        words = ground.label.split()
        yield "".join(word[0] for word in words) if len(words) > 1 else ground.label[:3]


def _fits_at_least(ground: _Ground) -> bool:
    """Whether the printing fits in the smallest sizes there are."""
    return _fits(ground, (_DICE_AND_WORDS if ground.area.dice else _LABEL_AND_WORDS)[-1])


def _foot(area: Area, *, bears_puck: bool) -> int:
    """What the printing leaves free below itself: for chips, or for a puck."""
    if bears_puck:
        return area.height * 2 // 3
    if _printed_beside(area):
        return 0
    # On a spot of its own a player's chips cover the printing.
    if not (area.wager or area.tone == _POT) or area.round:
        return 0
    foot = _POT_HEIGHT if area.tone == _POT else PILE_HEIGHT
    return foot + 2 if area.height >= foot + _LEAST_PRINTING else 0


def _fitting(alike: list[_Ground]) -> _Sizes:
    """The largest sizes in which label, or dice, and inscription fit the room of every area; else the smallest there are."""
    pairs = _DICE_AND_WORDS if alike[0].area.dice else _LABEL_AND_WORDS
    return next((sizes for sizes in pairs if all(_fits(ground, sizes) for ground in alike)), pairs[-1])


def _fits(ground: _Ground, sizes: _Sizes) -> bool:
    _, height = _heights(ground, sizes)
    return (
        height <= ground.height - 4
        and _widest(ground, sizes) <= ground.width - _PADDING
        and (not ground.area.round or _within_the_circle(ground, sizes, height))
    )


def _within_the_circle(ground: _Ground, sizes: _Sizes, height: float) -> bool:
    """Whether the corners of every line lie within the round edge."""
    labels, inscriptions = _texts(ground, sizes)
    lines = [
        *((text, sizes[0], True) for text in labels),
        *((text, sizes[1], False) for text in inscriptions),
    ]
    radius, above = min(ground.area.width, ground.area.height) / 2, -height / 2
    for text, size, bold in lines:
        # Letters stand on their line and reach up to about three quarters of their size.
        foot = above + size * (_LEADING - 0.28)
        farthest = max(abs(foot), abs(foot - size * 0.74))
        if farthest >= radius or text_width(text, size, bold=bold) * _AS_WIDE / 2 > sqrt(
            radius**2 - farthest**2
        ):
            return False
        above += size * _LEADING
    return True


def _texts(ground: _Ground, sizes: _Sizes) -> tuple[tuple[str, ...], tuple[str, ...]]:
    room = ground.width - _PADDING
    labels = () if ground.area.dice else wrap(ground.label, room, sizes[0])
    if ground.area.curve:
        labels = (ground.label,)
    # The foot of a circle is narrower than its middle.
    below = room * _ROUND_FOOT if ground.area.round else room
    return labels, wrap(ground.inscription, below, sizes[1], bold=False)


def _heights(ground: _Ground, sizes: _Sizes) -> tuple[float, float]:
    """The height of the label or dice, and of everything."""
    labels, inscriptions = _texts(ground, sizes)
    heading = sizes[0] + 3 if ground.area.dice else len(labels) * sizes[0] * _LEADING
    return heading, heading + len(inscriptions) * sizes[1] * _LEADING


def _widest(ground: _Ground, sizes: _Sizes) -> float:
    labels, inscriptions = _texts(ground, sizes)
    foot = _ROUND_FOOT if ground.area.round else 1
    return max(
        len(ground.area.dice) * (sizes[0] + 4),
        *(text_width(text, sizes[0]) for text in labels),
        *(text_width(text, sizes[1], bold=False) / foot for text in inscriptions),
        0,
    )


def _drawn(ground: _Ground, sizes: _Sizes) -> DrawnArea:
    """The area printed in these sizes."""
    area, (large, small) = ground.area, sizes
    labels, inscriptions = _texts(ground, sizes)
    heading, height = _heights(ground, sizes)
    # On a betting area the printing keeps to the top, out of the chips' way, and so it does where cards or tiles lie.
    spare = (ground.height - height) / 2
    under = (area.wager and not _printed_beside(area) and not area.round) or area.tone in _AT_THE_TOP
    if area.tone in _WITH_NAMES:
        top = area.y + area.height - NAME_HEIGHT + (NAME_HEIGHT - height) / 2
    else:
        top = area.y + (min(spare, _PADDING) if under else spare)
    centre = ground.x + ground.width / 2
    return DrawnArea(
        area=area,
        lines=(
            *_lines(labels, large, "label", centre, top),
            *_lines(inscriptions, small, "inscription", centre, top + heading),
        ),
        title=_whole_title(ground),
        free=ground.free,
        dice=tuple(_row_of_dice(area.dice, large, centre, top)),
        puck_x=ground.puck_x,
        puck_y=area.y + area.height / 2,
        puck_radius=ground.puck_radius,
    )


def _whole_title(ground: _Ground) -> str:
    """The whole printing of an area on which less is printed."""
    whole = (ground.area.label, ground.area.inscription)
    if ground.area.tone in ("logo", *_WITH_NAMES) or ground.free:
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


def seat_of(area: Area) -> int:
    """The position whose own betting area this is, or 0 where all players bet on one area."""
    wager, _, seat = area.id.rpartition("-")
    its_own = "-".join(filter(None, (area.wager, area.pick)))
    return int(seat) if wager and wager == its_own and seat.isdigit() else 0


@dataclass(frozen=True, slots=True)
class DrawnNumber:
    """The number of a position, and whether somebody sits there."""

    seat: int
    x: float
    y: float
    taken: bool


def numbers(layout: Layout) -> Iterator[DrawnNumber]:
    """Where the numbers of the positions stand on a felt whose positions lie on an arc or all around it."""
    for position in layout.positions:
        if layout.oval:
            across, down = position.number
            yield DrawnNumber(position.seat, position.x + across, position.y + down, position.taken)
            continue
        if layout.arc is None or not position.taken:
            yield DrawnNumber(position.seat, position.x + position.width / 2, position.y + DOT / 2, False)
            continue
        across, down = position.number
        share = position.width / layout.arc.width
        yield DrawnNumber(position.seat, round(position.x + across * share, 1), position.y + down, True)


def in_turn(areas: tuple[DrawnArea, ...], in_use: Container[str]) -> tuple[DrawnArea, ...]:
    """The areas to be shown: of those that share one place, the one in use, else the first."""
    sharing: dict[tuple[int, int, int, int], list[DrawnArea]] = {}
    for drawn in areas:
        area = drawn.area
        sharing.setdefault((area.x, area.y, area.width, area.height), []).append(drawn)
    return tuple(
        next((drawn for drawn in group if drawn.area.id in in_use), group[0]) for group in sharing.values()
    )


def joined(layout: Layout, areas: tuple[DrawnArea, ...], lying: Container[str]) -> tuple[DrawnArea, ...]:
    """The areas with those places drawn as one that a hand has for itself until it is split: nothing is printed on them."""
    drawn = {area.area.id: area for area in areas}
    found: dict[str, DrawnArea | None] = {}
    for places in hand_places(layout).values():
        parts = [drawn[place.area] for place in places if place.area in drawn]
        if len(parts) < 2 or places[0].pile or any(one.area.label or one.area.id in lying for one in parts):
            continue
        hand = whole_hand(places)
        one = replace(parts[0].area, id=hand.area, x=hand.x, y=hand.y, width=hand.width, height=hand.height)
        found |= {part.area.id: None for part in parts} | {parts[0].area.id: replace(parts[0], area=one)}
    return tuple(area for area in (found.get(one.area.id, one) for one in areas) if area is not None)


def free_below(drawn: Iterable[DrawnArea]) -> dict[str, float]:
    """How much height the printing of each betting area leaves free below itself, or beside itself where it stands there."""
    return {
        one.area.id: one.area.height - 4
        if _printed_beside(one.area)
        else one.area.y + one.area.height - _foot_of_printing(one)
        for one in drawn
        if one.area.wager and not one.area.outline
    }


def _foot_of_printing(drawn: DrawnArea) -> float:
    printed = (line.y + line.size * 0.28 for line in drawn.lines)
    return max((drawn.area.y, *printed, *(die.y + die.size for die in drawn.dice))) + 2


def stacks(
    layout: Layout, bets: Iterable[BetView], free: Mapping[str, float] = MappingProxyType({})
) -> Iterator[Stack]:
    """Where each player's chips lie: along the foot of the area, in rows from below; larger where so much height is free."""
    marked = {place for marker in layout.markers for place in marker.stands_on}
    by_area: dict[tuple[str, str], list[BetView]] = {}
    for bet in bets:
        by_area.setdefault((bet.wager, bet.pick), []).append(bet)
    for area in layout.areas:
        if area.wager:
            here = by_area.get((area.wager, area.pick), ())
            own = [bet for bet in here if seat_of(area) in (0, bet.seat)]
            room = 0 if area.id in marked else free.get(area.id, 0)
            yield from _piled(area, sorted(own, key=lambda bet: bet.seat), room)


def _piled(area: Area, bets: list[BetView], free: float) -> Iterator[Stack]:
    if area.round and seat_of(area):
        yield from (_in_its_circle(area, bet) for bet in bets)
        return
    sizes = _pile_sizes([bet.amount for bet in bets], free)
    size = next((size for size in sizes if _has_room(size, area, len(bets))), sizes[-1])
    across, room = size.room(area)
    start = area.x + _printed_beside(area)
    own = bets if len(bets) <= room else bets[: room - 1]
    piles = [(bet.seat, bet.amount, bet.button) for bet in own]
    if len(own) < len(bets):
        piles.append((0, sum(bet.amount for bet in bets[len(own) :]), ""))
    beside = area.x + area.width - start
    # The mark of chips that were settled is wider than their amount: they lie as far apart as that needs, if they can.
    if size.bare:
        marked = _BARE_APART
    else:
        marked = max(size.width, sizes[0].width if size.is_beside and size.scale == 1 else 0)
    chip_across, chip_down = CHIP_ACROSS * size.scale, CHIP_DOWN * size.scale
    for index, (seat, amount, button) in enumerate(piles):
        row, column = divmod(index, across)
        in_row = min(across, len(piles) - row * across)
        apart = max(size.width, min(marked, (beside - 2) / min(across, len(piles))))
        left = start + (beside - in_row * apart) / 2 + column * apart + (apart - size.width) / 2
        foot = area.y + area.height - 2 - row * size.height
        yield Stack(
            area=area.id,
            seat=seat,
            amount=amount,
            x=left + (size.width / 2 if size.bare or size.below else chip_across + 2),
            y=foot - chip_down - (size.below or 2),
            chips=chips_of(amount),
            scale=size.scale,
            amount_x=0 if size.below else size.width / 2 - 1,
            amount_y=chip_down + (size.below - _AMOUNT / 2 if size.below else 2 - size.height / 2),
            amount_width=size.width - (2 if size.below else 2 * chip_across + 6),
            shared=True,
            bare=size.bare,
            button=button,
        )


def _has_room(size: _PileSize, area: Area, count: int) -> bool:
    fits = size.width <= area.width - _printed_beside(area) and size.height <= area.height
    across, room = size.room(area)
    return fits and count <= (across if size.one_row else room)


def mark_width(mark: str, *, shared: bool = False) -> float:
    """How wide the mark is drawn that says what settled chips have brought; narrower where several players have chips."""
    return 9 + 8.9 * len(mark) if shared else 14 + 8.4 * len(mark)


def _in_its_circle(area: Area, bet: BetView) -> Stack:
    """A player's chips on a spot of their own: as large as the circle lets them be, the amount at its foot."""
    scale = round(area.width * 0.62 / (2 * CHIP_ACROSS), 2)
    amount_y = area.y + area.height - _AMOUNT / 2
    foot = area.y + area.height - _AMOUNT - CHIP_DOWN * scale
    return Stack(
        area=area.id,
        seat=bet.seat,
        amount=bet.amount,
        x=area.x + area.width / 2,
        y=round(foot, 1),
        chips=chips_of(bet.amount),
        scale=scale,
        amount_x=0,
        amount_y=round(amount_y - foot, 1),
        amount_width=round(text_width(dollars(bet.amount), LEAST_SIZE)) + 8,
        shared=False,
        bare=False,
        button=bet.button,
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
