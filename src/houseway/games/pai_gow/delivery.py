"""Delivering the tiles (621a.6(d), 621a.7): the ordinary deal and nine other styles, tile by tile.

Eight stacks of four stand side by side. Stacks are numbered 0 to 7 from the dealer's left, the levels of a stack 0 to 3
from the top. Hands come in the order in which positions are served, beginning with the starting position.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeVar

from houseway.law import Clause, implements, pa, register

_STACKED = pa("621a.4(d)#4")
STACKS = _STACKED.integer("stacks")
LEVELS = _STACKED.integer("tiles_per_stack")

# A tile by its stack and level, the four of a hand, and what each position is given in turn.
Place = tuple[int, int]
Four = tuple[Place, ...]
Hands = list[Four]

_T = TypeVar("_T")


class Served(NamedTuple):
    """What a position is given: its number in the order of service, from 1, and where its tiles are taken from."""

    position: int
    tiles: Four


class Delivery(StrEnum):
    """A style of delivery."""

    HOUSE_WAY_FROM_RIGHT = "house-way-from-right"
    HOUSE_WAY_FROM_LEFT = "house-way-from-left"
    CUP_SAY_FROM_RIGHT = "cup-say-from-right"
    CUP_SAY_FROM_LEFT = "cup-say-from-left"
    JUNG_QUAT = "jung-quat"
    CHEE_YEE = "chee-yee"
    PIN_SAY_FROM_RIGHT = "pin-say-from-right"
    PIN_SAY_FROM_LEFT = "pin-say-from-left"
    DRAGON_HEAD_FROM_RIGHT = "dragon-head-from-right"
    DRAGON_HEAD_FROM_LEFT = "dragon-head-from-left"

    @property
    def label(self) -> str:
        """The style as the trade names it."""
        return _HOW[self].label

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """What the tiles are delivered by."""
        return _HOW[self].clauses

    @property
    def signal(self) -> Clause | None:
        """What asks the dealer to show the style beforehand; the ordinary deal needs no sign."""
        return _HOW[self].signal

    @property
    def signal_words(self) -> str:
        """What the dealer does to show the style."""
        return _HOW[self].signal_words


ORDINARY = Delivery.HOUSE_WAY_FROM_RIGHT
# The styles that a Rules Submission may name besides.
ALTERNATIVES = tuple(style for style in Delivery if style is not ORDINARY)


# Which stack is first, second and so on from one side.
Side = Callable[[int], int]


def from_left(number: int) -> int:
    """The stack with this number, from 1, counted from the dealer's left."""
    return number - 1


def from_right(number: int) -> int:
    """The stack with this number, from 1, counted from the dealer's right."""
    return STACKS - number


@implements("621a.6(d)#1", "621a.6(d)#2", "621a.7(a)(1)#2")
def _house_way(side: Side) -> Hands:
    """Whole stacks, from one side to the other."""
    return [tuple((side(number), level) for level in range(LEVELS)) for number in range(1, STACKS + 1)]


@implements(
    "621a.7(a)(2)#2",
    "621a.7(a)(3)#2",
    "621a.7(a)(4)#2",
    "621a.7(a)(5)#2",
    "621a.7(a)(8)#2",
    "621a.7(a)(9)#2",
)
def _pick_four(pairs: Iterable[tuple[int, int]]) -> Hands:
    """Two stacks at a time: the top two tiles of both to one position, the four below them to the next."""
    return [
        tuple((stack, level + below) for stack in pair for below in (0, 1))
        for pair in pairs
        for level in (0, 2)
    ]


@implements("621a.7(a)(2)#3", "621a.7(a)(3)#3")
def _cup_say(side: Side) -> Hands:
    """Two stacks at a time, from one side to the other."""
    return _pick_four((side(number), side(number + 1)) for number in range(1, STACKS, 2))


@implements("621a.7(a)(4)#2", "621a.7(a)(4)#3")
def _jung_quat() -> Hands:
    """The two stacks in the centre, then those that close up there, until the ends are reached."""
    return _pick_four((from_right(number), from_left(number)) for number in range(4, 0, -1))


@implements("621a.7(a)(5)#2", "621a.7(a)(5)#3")
def _chee_yee() -> Hands:
    """The stacks at both ends, then those that are ends now, until the centre is reached."""
    return _pick_four((from_right(number), from_left(number)) for number in range(1, 5))


@implements(
    "621a.7(a)(6)#2",
    "621a.7(a)(6)#3",
    "621a.7(a)(6)#4",
    "621a.7(a)(7)#2",
    "621a.7(a)(7)#3",
    "621a.7(a)(7)#4",
    "621a.7(a)(8)#3",
    "621a.7(a)(9)#3",
)
def _slice(side: Side, level: int) -> Four:
    """One level of the four stacks at a side."""
    return tuple((side(number), level) for number in range(1, 5))


@implements(
    "621a.7(a)(6)#2",
    "621a.7(a)(6)#3",
    "621a.7(a)(6)#4",
    "621a.7(a)(7)#2",
    "621a.7(a)(7)#3",
    "621a.7(a)(7)#4",
)
def _pin_say(first: Side, second: Side) -> Hands:
    """Level by level: the four stacks at one side, then the four at the other."""
    return [_slice(side, level) for level in range(LEVELS) for side in (first, second)]


@implements(
    "621a.7(a)(8)#2",
    "621a.7(a)(8)#3",
    "621a.7(a)(8)#4",
    "621a.7(a)(9)#2",
    "621a.7(a)(9)#3",
    "621a.7(a)(9)#4",
    readings=("B-PG-23",),
)
def _dragon_head(dragon: Side, phoenix: Side) -> Hands:
    """In turn two tiles of each of the dragon's two tall stacks, and a level of the four stacks at the other side.

    The first stack stands on the third and the second on the fourth, so that those below are picked when they are bare.
    """
    heads = _pick_four(((dragon(1), dragon(2)), (dragon(3), dragon(4))))
    tails = [_slice(phoenix, level) for level in range(LEVELS)]
    return [hand for both in zip(heads, tails, strict=True) for hand in both]


@dataclass(frozen=True)
class _How:
    label: str
    clauses: tuple[Clause, ...]
    hands: Callable[[], Hands]
    signal: Clause | None = None
    signal_words: str = ""


def _alternative(paragraph: int, hands: Callable[[], Hands], signal_words: str) -> _How:
    """The style of one paragraph: its first row is the dealer's sign, the others say who is given what."""
    signal, *served = (row for row in register().values() if row.paragraph == f"621a.7(a)({paragraph})")
    return _How(signal.parameters["style"], tuple(served), hands, signal, signal_words)


_HOW = {
    Delivery.HOUSE_WAY_FROM_RIGHT: _How(
        "House Way From the Right",
        (pa("621a.6(d)#1"), pa("621a.6(d)#2")),
        lambda: _house_way(from_right),
    ),
    Delivery.HOUSE_WAY_FROM_LEFT: _alternative(
        1, lambda: _house_way(from_left), "push the leftmost stack forward"
    ),
    Delivery.CUP_SAY_FROM_RIGHT: _alternative(
        2, lambda: _cup_say(from_right), "push the two rightmost stacks forward"
    ),
    Delivery.CUP_SAY_FROM_LEFT: _alternative(
        3, lambda: _cup_say(from_left), "push the two leftmost stacks forward"
    ),
    Delivery.JUNG_QUAT: _alternative(4, _jung_quat, "push the two stacks in the centre forward"),
    Delivery.CHEE_YEE: _alternative(5, _chee_yee, "push the stack at either end forward"),
    Delivery.PIN_SAY_FROM_RIGHT: _alternative(
        6,
        lambda: _pin_say(from_right, from_left),
        "lay the top tile of the rightmost stack across the next three",
    ),
    Delivery.PIN_SAY_FROM_LEFT: _alternative(
        7,
        lambda: _pin_say(from_left, from_right),
        "lay the top tile of the leftmost stack across the next three",
    ),
    Delivery.DRAGON_HEAD_FROM_RIGHT: _alternative(
        8,
        lambda: _dragon_head(from_right, from_left),
        "put the two rightmost stacks on the next two and push the top two tiles of both forward",
    ),
    Delivery.DRAGON_HEAD_FROM_LEFT: _alternative(
        9,
        lambda: _dragon_head(from_left, from_right),
        "put the two leftmost stacks on the next two and push the top two tiles of both forward",
    ),
}


@implements("621a.6(d)#2", "621a.9(k)#1")
def steps(style: Delivery) -> tuple[Served, ...]:
    """What each position is given, in the order of service."""
    return tuple(Served(number, tiles) for number, tiles in enumerate(_HOW[style].hands(), start=1))


def deliver(style: Delivery, stacks: Sequence[Sequence[_T]]) -> tuple[tuple[_T, ...], ...]:
    """The eight hands that stacks make, in the order of service."""
    return tuple(tuple(stacks[stack][level] for stack, level in served.tiles) for served in steps(style))
