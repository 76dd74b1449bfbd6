"""Layouts: a felt as data, from which the page, the layout drawing, the check-list and the sign are made."""

import re
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from houseway.law import Clause
from houseway.money import Cents
from houseway.table.arc import Arc
from houseway.table.places import Place

# Where a marker stands before a position: on the rail, or on the felt.
_BEFORE_A_POSITION = re.compile(r"(?:seat|position)-(\d+)")
_POT = "pot"
# What stands in an area that the chapter wants on the layout but the operator does not offer.
NOT_OFFERED = "not offered"


@dataclass(frozen=True, slots=True)
class Area:
    """A place on the felt, in felt units from the top left; `wager` and `pick` make it a betting area.

    `dice` are faces pictured there, which a drawing may show in the place of the label; `short` is said where the label
    would be too small to read. An area is a rectangle, or `round`, or has an `outline` within it, as an SVG path; the
    label stands along a `curve` within it, where there is one. `said` is how cards are told that lie there and are no hand of
    the dealer, though they lie before the dealer.
    """

    id: str
    label: str
    x: int
    y: int
    width: int
    height: int
    clause: Clause
    wager: str = ""
    pick: str = ""
    inscription: str = ""
    tone: str = "plain"
    dice: tuple[int, ...] = ()
    short: str = ""
    round: bool = False
    outline: str = ""
    curve: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class Position:
    """A player's part of a felt: its box, and what it was designed with, from the top left of a whole position.

    `number` is where the number of the position stands.
    """

    seat: int
    x: int
    y: int
    width: int
    height: int
    design: tuple[Area, ...]
    number: tuple[int, int]
    taken: bool = True


@dataclass(frozen=True, slots=True)
class Marker:
    """A puck or marker and the areas it can stand on."""

    id: str
    label: str
    stands_on: tuple[str, ...]
    clause: Clause


@dataclass(frozen=True, slots=True)
class Requirement:
    """Something the layout or the table's sign must show, and where this layout shows it."""

    text: str
    clause: Clause
    shown_by: tuple[str, ...]


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """A result on a road: its column and row from the top left, one or two letters, what it means, and its tone.

    A tone is one of few that every page can draw: "first", "second" or "neither"; `count` is how often the same came after it.
    """

    column: int
    row: int
    text: str
    means: str
    tone: str
    count: int = 0


class Road(msgspec.Struct, frozen=True, kw_only=True):
    """A board on which the results of a shoe are kept, for players to look back on."""

    title: str
    rows: int
    marks: tuple[Mark, ...]

    @property
    def columns(self) -> int:
        """How many columns are begun."""
        return 1 + max((mark.column for mark in self.marks), default=-1)


class Display(msgspec.Struct, frozen=True, kw_only=True):
    """What a glance at the felt tells: where markers stand, what is lit, dice and cards, and one line of words.

    `cards` and `tiles` are by the area they lie on, "??" for one that lies face down; "hand-<seat>" is a hand not yet set.
    `names` are what hands, points and pairs that lie open are called, by the same areas. `roads` are boards with earlier
    results; `beside` is what is to be known of the player at a position, such as what is owed. `places` are whose hands lie
    on areas that do not tell by their names.
    """

    words: str
    markers: dict[str, str] = {}
    lit: tuple[str, ...] = ()
    dice: tuple[tuple[str, int], ...] = ()
    cards: dict[str, tuple[str, ...]] = {}
    tiles: dict[str, tuple[str, ...]] = {}
    names: dict[str, str] = {}
    roads: tuple[Road, ...] = ()
    beside: dict[int, str] = {}
    places: dict[str, Place] = {}
    # Chips that are nobody's wager, by the area they lie on; their names are in `names`.
    chips: dict[str, Cents] = {}

    @property
    def singled_out(self) -> int:
        """The position that a marker stands before, such as the shooter's or the bank's; 0 if none does."""
        before = (_BEFORE_A_POSITION.fullmatch(area) for area in self.markers.values())
        return next((int(found[1]) for found in before if found), 0)


class Box(NamedTuple):
    """A rectangle on the felt."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole felt; where positions lie on an `arc`, they come from left to right as the players see them.

    `shoe` and `rack` are where the cards come from and where they go, which stand on the table and are no part of its print.
    """

    width: int
    height: int
    areas: tuple[Area, ...]
    markers: tuple[Marker, ...]
    requirements: tuple[Requirement, ...]
    positions: tuple[Position, ...] = ()
    arc: Arc | None = None
    # Whether the table is an oval, with positions all around it.
    oval: bool = False
    shoe: Box | None = None
    rack: Box | None = None

    @property
    def pots(self) -> dict[str, Area]:
        """Where chips lie that are nobody's wager, by the name of their account."""
        return {area.id.replace("-", " "): area for area in self.areas if area.tone == _POT}

    def area(self, area_id: str) -> Area:
        """The area with this id."""
        return next(area for area in self.areas if area.id == area_id)
