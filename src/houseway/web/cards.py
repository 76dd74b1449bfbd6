"""Cards as a drawing: the places of each hand on a felt, the cards that lie there, and what is printed on each."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from markupsafe import Markup, escape

from houseway.equipment.cards import CODES, SUITS, UNSEEN
from houseway.table.layout import Area, Layout
from houseway.web.printing import LEAST_SIZE, NAME_HEIGHT, text_width

# A card as it is drawn, before it is scaled to its place.
CARD_WIDTH, CARD_HEIGHT = 100, 140
_TALLEST = 140
_PADDING = 4
# How much of a card must show beside the next one: its rank and suit; where nobody sits, cards lie upon each other.
_LEAST_SHOWN = 0.45
_PILED = 0.07
_LITTLE_SMALLER = 0.9
_BETWEEN = 5
# A name is written larger where a place is so tall; or in several lines, as long as they leave so much to the cards.
_TALL, _LARGE, _LINE, _LEFT_TO_CARDS = 100, 18, 17, 60
# How far letters reach up from their foot.
_HALF_AS_TALL = 0.36
# How much further apart the letters of a part stand.
_SPACED = 0.06

DEALER = "dealer"
# What is printed where a hand lies, be it of cards or of tiles.
_PLACES = ("cards", "tiles", "tiles-across")
_RANKS = {"T": "10", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
_OF_SIGN = dict(zip("♣♦♥♠", SUITS, strict=True))
_SIGN = re.compile(rf"\b(10|[2-9JQKA])([{''.join(_OF_SIGN)}])")
_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


@dataclass(frozen=True, slots=True)
class Spot:
    """Where one card lies, and how much smaller than drawn."""

    x: float
    y: float
    scale: float


@dataclass(frozen=True, slots=True)
class HandPlace:
    """A place on the felt for cards: which part of whose hand; `whose` is a position or the dealer."""

    area: str
    part: str
    whose: str
    x: int
    y: int
    width: int
    height: int
    pile: bool = False  # where nobody sits, what is dealt lies in a pile without a name
    said: str = ""  # how it is told, where it lies before the dealer and is no hand of the dealer


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card on the felt; `code` is empty for one that lies face down."""

    key: str
    code: str
    spot: Spot


@dataclass(frozen=True, slots=True)
class DrawnName:
    """What is said at the foot of a place: which part of a hand lies there, and what it is called; `whole` if that is cut."""

    part: str
    called: str
    whole: str
    x: float
    y: float
    size: int = LEAST_SIZE
    above: tuple[str, ...] = ()  # the lines above, where the name is too long for one


@dataclass(frozen=True, slots=True)
class DrawnHand:
    """Cards that lie together, and how they are told to whoever cannot see them."""

    key: str
    words: str
    cards: tuple[DrawnCard, ...]
    name: DrawnName


def hand_places(layout: Layout) -> Mapping[str, tuple[HandPlace, ...]]:
    """The places for cards or tiles, by whose they are, in the order of the felt."""
    free = {str(position.seat) for position in layout.positions if not position.taken}
    found: dict[str, list[HandPlace]] = {}
    for area in layout.areas:
        part, _, whose = area.id.rpartition("-")
        if area.tone in _PLACES and part and (whose.isdigit() or whose == DEALER):
            found.setdefault(whose, []).append(_place(area, part, whose, pile=whose in free))
    return {whose: tuple(places) for whose, places in found.items()}


def _place(area: Area, part: str, whose: str, *, pile: bool) -> HandPlace:
    return HandPlace(area.id, part, whose, area.x, area.y, area.width, area.height, pile, area.said)


def whole(places: tuple[HandPlace, ...]) -> HandPlace:
    """All places of one hand together, for cards that are not set yet."""
    left, top = min(place.x for place in places), min(place.y for place in places)
    right = max(place.x + place.width for place in places)
    bottom = max(place.y + place.height for place in places)
    whose = places[0].whose
    return HandPlace(f"hand-{whose}", "hand", whose, left, top, right - left, bottom - top, places[0].pile)


def unset_place(layout: Layout, places: tuple[HandPlace, ...]) -> HandPlace:
    """Where a hand lies that is not set yet: in all its places together, or the largest of them where wagers lie between."""
    everywhere = whole(places)
    if not any(area.wager and _overlaps(everywhere, area) for area in layout.areas):
        return everywhere
    largest = max(places, key=lambda place: place.width * place.height)
    return replace(largest, area=everywhere.area, part=everywhere.part)


def _overlaps(place: HandPlace, area: Area) -> bool:
    beside = place.x + place.width <= area.x or area.x + area.width <= place.x
    return not beside and place.y < area.y + area.height and area.y < place.y + place.height


def draw_hands(
    layout: Layout, cards: Mapping[str, tuple[str, ...]], names: Mapping[str, str] = MappingProxyType({})
) -> Iterator[DrawnHand]:
    """The cards of a display, hand by hand; what has no place on this felt is not drawn."""
    for places in hand_places(layout).values():
        for place in {place.area: place for place in (*places, unset_place(layout, places))}.values():
            held = cards.get(place.area, ())
            if held:
                yield draw_hand(place, held, names.get(place.area, ""))


def draw_hand(place: HandPlace, held: tuple[str, ...], called: str = "") -> DrawnHand:
    """The cards of one hand in their place, and what it is called."""
    part = _part(place)
    name = named(place, part, called)
    lie = replace(place, height=place.height - _LINE * len(name.above))
    return DrawnHand(
        key=place.area,
        words=f"{_whose(place, part)}: {with_name(in_words(held), called)}",
        cards=tuple(
            DrawnCard(f"card-{place.area}-{number}", "" if code == UNSEEN else code, spot)
            for number, (code, spot) in enumerate(zip(held, spots(lie, len(held)), strict=True))
        ),
        name=name,
    )


def named(place: HandPlace, part: str, called: str) -> DrawnName:
    """What is said at the foot of a place, as large as there is room: in one line, else in several, and cut only at the last.

    The name of a hand goes before its part.
    """
    x, foot = place.x + place.width / 2, place.y + place.height - NAME_HEIGHT / 2
    room = place.width - 4
    if place.pile:
        return DrawnName("", "", "", x, foot + LEAST_SIZE * _HALF_AS_TALL)
    sizes = (_LARGE, LEAST_SIZE) if place.height >= _TALL else (LEAST_SIZE,)
    both = f"{part.upper()} {called}" if part and called else part.upper() or called
    for size in sizes:
        if text_width(both, size) + _SPACED * size * len(part) <= room:
            return DrawnName(part, called, "", x, foot + size * _HALF_AS_TALL, size)
    y = foot + LEAST_SIZE * _HALF_AS_TALL
    if text_width(called, LEAST_SIZE) <= room:
        return DrawnName("", called, "", x, y)
    lines = _lines(called, room)
    wide = max(text_width(line, LEAST_SIZE) for line in lines)
    if wide <= room and place.height - NAME_HEIGHT - _LINE * (len(lines) - 1) >= _LEFT_TO_CARDS:
        return DrawnName("", lines[-1], "", x, y, above=lines[:-1])
    cut = called
    while text_width(cut, LEAST_SIZE) > room:
        cut = cut.removesuffix("…")[:-1].rstrip() + "…"
    return DrawnName("", cut, called, x, y)


def _lines(name: str, room: float) -> tuple[str, ...]:
    """A name broken behind its commas, as much of it on each line as there is room for."""
    lines: list[str] = []
    for part in name.replace(", ", ",\n").splitlines():
        if lines and text_width(f"{lines[-1]} {part}", LEAST_SIZE) <= room:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return tuple(lines)


def _whose(place: HandPlace, part: str) -> str:
    whose = "Dealer" if place.whose == DEALER else f"Position {place.whose}"
    # One of several hands is told by its number, a part of one hand by its name.
    said = f"{part} hand" if part[:1].isdigit() else part
    return place.said or (f"{whose}, {said}" if said else whose)


def _part(place: HandPlace) -> str:
    """Which part of a hand lies in a place, or which of the hands before the dealer; nothing where it is all there is."""
    return "" if place.part in ("hand", "cards") else place.part


def in_words(held: tuple[str, ...]) -> str:
    """Cards as one would read them out."""
    down = sum(code == UNSEEN for code in held)
    said = [within(card_name(code)) for code in held if code != UNSEEN]
    if down:
        said.append("one card face down" if down == 1 else f"{down} cards face down")
    return ", ".join(said)


def with_name(lying: str, called: str) -> str:
    """What lies in a place and, apart from it, what the hand is called, if anything."""
    return f"{lying}; {within(called)}" if called else lying


def within(name: str) -> str:
    """A name in the middle of a sentence."""
    return f"{name[:1].lower()}{name[1:]}"


def card_name(code: str) -> str:
    """A card by its full name."""
    return "Joker" if code == CODES[-1] else f"{_RANKS.get(code[0], code[0])} of {_SUITS[code[1]]}"


def aloud(words: str) -> Markup:
    """Words in which whoever cannot see the sign of a card, such as K♦, is told its name."""
    return Markup(_SIGN.sub(_named_sign, str(escape(words))))


def _named_sign(sign: re.Match[str]) -> str:
    name = f"{_RANKS.get(sign[1], sign[1]).lower()} of {_SUITS[_OF_SIGN[sign[2]]]}"
    return f'<span role="img" aria-label="{name}">{sign[0]}</span>'


def spots(place: HandPlace, count: int) -> tuple[Spot, ...]:
    """Where so many cards lie in a place: in as many rows as make them largest, overlapping where they must."""
    rows = max(range(1, count + 1), key=lambda rows: (_width(place, count, rows), -rows))
    width = _width(place, count, rows)
    height = width * CARD_HEIGHT / CARD_WIDTH
    across = -(-count // rows)
    # The cards lie at the foot of their place, above its name.
    top = place.y + place.height - _foot(place) - rows * (height + _PADDING)
    return tuple(
        spot
        for row in range(rows)
        for spot in _row(place, min(across, count - row * across), width, top + row * (height + _PADDING))
    )


def _width(place: HandPlace, count: int, rows: int) -> float:
    """How wide cards can be drawn in so many rows."""
    height = min((place.height - _foot(place) - _PADDING) / rows - _PADDING, _TALLEST)
    across = -(-count // rows)
    shown = _PILED if place.pile else _LEAST_SHOWN
    room = place.width - 2 * _PADDING
    width = min(height * CARD_WIDTH / CARD_HEIGHT, room / (1 + shown * (across - 1)))
    # Cards that lie apart read better than those a little larger that overlap.
    apart = (room - (across - 1) * _BETWEEN) / across
    return min(width, apart) if apart >= _LITTLE_SMALLER * width else width


def _foot(place: HandPlace) -> int:
    return 0 if place.pile else NAME_HEIGHT


def _row(place: HandPlace, count: int, width: float, top: float) -> Iterator[Spot]:
    room = place.width - 2 * _PADDING
    apart = min(width + _BETWEEN, (room - width) / (count - 1)) if count > 1 else 0
    left = place.x + (place.width - width - apart * (count - 1)) / 2
    for number in range(count):
        yield Spot(round(left + number * apart, 1), round(top, 1), round(width / CARD_WIDTH, 3))


# What is printed on a card.


@dataclass(frozen=True, slots=True)
class Pip:
    """A suit mark on the face of a card; those of the lower half stand on their heads."""

    x: int
    y: int
    size: int
    turned: bool


_LEFT, _MIDDLE, _RIGHT = 49, 68, 87
_COLUMN_OF_FOUR = (28, 56, 84, 112)
_PAIRS = {
    4: (28, 112),
    5: (28, 112),
    6: (28, 70, 112),
    7: (28, 70, 112),
    8: (28, 70, 112),
    9: _COLUMN_OF_FOUR,
    10: _COLUMN_OF_FOUR,
}
_CENTRE = {2: (28, 112), 3: (28, 70, 112), 5: (70,), 7: (49,), 8: (49, 91), 9: (70,), 10: (42, 98)}


def rank_of(code: str) -> str:
    """The rank as it stands in the corner of a card."""
    return "10" if code[0] == "T" else code[0]


def pips_of(code: str) -> tuple[Pip, ...]:
    """The suit marks of a number card or an ace; court cards and the joker have none."""
    if code == CODES[-1] or code[0] in "JQK":
        return ()
    if code[0] == "A":
        return (Pip(_MIDDLE, 70, 46, False),)
    number = 10 if code[0] == "T" else int(code[0])
    size = 20 if number < 9 else 17
    columns = [(x, y) for y in _PAIRS.get(number, ()) for x in (_LEFT, _RIGHT)]
    marks = (*columns, *((_MIDDLE, y) for y in _CENTRE.get(number, ())))
    return tuple(Pip(x, y, size, turned=y > 70) for x, y in marks)
