"""The felt of a Poker table: an oval of up to ten positions, bets before the players, the pots, the board and the burns.

Nothing that the sources print of 637a says how it is drawn.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from houseway.games.poker.clauses import INTO_THE_POT, in_each
from houseway.games.poker.events import POT
from houseway.games.poker.submission import PokerSubmission
from houseway.games.poker.variants import VARIANTS, Variant
from houseway.law import implements
from houseway.table.layout import Area, Layout, Marker, Position, Requirement

_WIDTH, _HEIGHT = 1200, 680
_MIDDLE = (600, 338)
# From which angle to which the positions lie, clockwise from the dealer; the dealer has the rest.
_FIRST, _LAST = 42, 318
_BET_WIDTH, _BET_HEIGHT = 104, 36
_SPOT = 34
_BOARD_WIDTH, _BOARD_HEIGHT = 316, 112
_BOARD_TOP = 222
# The holder's name has the place of a board that there is not.
_LOGO, _LOGO_WITHOUT_A_BOARD = 176, 306
_POT_TOP, _POT_HEIGHT, _POT_WIDTH = 340, 44, 156
_POTS_ACROSS, _POTS_APART = 3, 4
_PILE_WIDTH, _PILE_HEIGHT = 88, 96
# How far the button lies beside the bet, or below it where the bet has other players at its sides.
_BESIDE, _BELOW = 74, 34
_UPRIGHT = 0.8


class _Room(NamedTuple):
    """How large the cards of a position may lie, and how far from the middle, across and down, they and its bet do."""

    hand: tuple[int, int] = (176, 120)
    cards: tuple[int, int] = (486, 238)
    bet: tuple[int, int] = (318, 124)


_USUAL = _Room()
# Ten sit closer than nine.
_CROWD, _CROWDED = 10, _Room(hand=(176, 104))
# Five or six who share no board have the middle of the table for larger cards.
_FEW, _WITHOUT_A_BOARD = (5, 6), _Room(hand=(224, 144), cards=(460, 224), bet=(270, 98))

BOARD_AREA, BURNED = "board-dealer", "burned-dealer"
BUTTON = "button"


def hand_area(seat: int) -> str:
    """Where the cards of a position lie."""
    return f"cards-{seat}"


def bet_area(seat: int) -> str:
    """Where what a player bets on this street lies."""
    return f"bet-{seat}"


def pot_area(number: int) -> str:
    """Where a pot lies: the main pot is 0."""
    return f"pot-{number}"


def button_area(seat: int) -> str:
    """Where the button lies before a position."""
    return f"{BUTTON}-{seat}"


def _angle(seat: int, seats: int) -> float:
    """Where a position lies, clockwise from the dealer: position 1 at the dealer's left."""
    return _FIRST + (_LAST - _FIRST) * (seat - 1) / (seats - 1)


def _room(seats: int, *, board: bool) -> _Room:
    if seats >= _CROWD:
        return _CROWDED
    return _WITHOUT_A_BOARD if seats in _FEW and not board else _USUAL


def _point(angle: float, away: tuple[int, int]) -> tuple[int, int]:
    turned = angle * pi / 180
    return round(_MIDDLE[0] + away[0] * sin(turned)), round(_MIDDLE[1] - away[1] * cos(turned))


def _area(
    name: str, label: str, at: tuple[int, int], size: tuple[int, int], tone: str, said: str = ""
) -> Area:
    """An area around its middle."""
    (x, y), (width, height) = at, size
    left, top = x - width // 2, y - height // 2
    return Area(name, label, left, top, width, height, INTO_THE_POT, tone=tone, said=said)


def _position(seat: int, seats: int, room: _Room) -> Iterator[Area]:
    angle = _angle(seat, seats)
    bet = _point(angle, room.bet)
    yield _area(hand_area(seat), "", _point(angle, room.cards), room.hand, "cards")
    yield _area(bet_area(seat), "", bet, (_BET_WIDTH, _BET_HEIGHT), "chips")
    yield _area(button_area(seat), "", _button_at(angle, bet), (_SPOT, _SPOT), "bare-spot")


def _button_at(angle: float, bet: tuple[int, int]) -> tuple[int, int]:
    """The button lies at the outer side of the bets above and below the middle, and below those at its sides."""
    (x, y), turned = bet, angle * pi / 180
    if abs(cos(turned)) < _UPRIGHT:
        return x, y + _BELOW
    return (x + _BESIDE if sin(turned) > 0 else x - _BESIDE), y


def _pots(seats: int) -> Iterator[Area]:
    """As many places as there can be pots, three beside each other, the main pot in the middle of the first row."""
    middle = _MIDDLE[0]
    for number in range(max(seats - 1, 1)):
        row, column = divmod(number, _POTS_ACROSS)
        across = (0, -1, 1)[column] * (_POT_WIDTH + _POTS_APART)
        at = (middle + across, _POT_TOP + _POT_HEIGHT // 2 + row * _POT_HEIGHT)
        label = "Main pot" if not number else f"Side pot {number}"
        yield _area(pot_area(number), label, at, (_POT_WIDTH, _POT_HEIGHT), "chips")


@lru_cache(maxsize=64)
def felt(name: str, seats: int) -> Layout:
    """The felt of a variant for so many players."""
    variant = VARIANTS[name]
    middle = _MIDDLE[0]
    every = range(1, seats + 1)
    has_board = any(street.board for street in variant.streets)
    room = _room(seats, board=has_board)
    designs = {seat: tuple(_position(seat, seats, room)) for seat in every}
    board = (
        (
            _area(
                BOARD_AREA,
                "BOARD",
                (middle, _BOARD_TOP + _BOARD_HEIGHT // 2),
                (_BOARD_WIDTH, _BOARD_HEIGHT),
                "cards",
                said="Board",
            ),
        )
        if has_board
        else ()
    )
    rows = -(-max(seats - 1, 1) // _POTS_ACROSS)
    pot = _area(
        POT,
        "Pot",
        (middle, _POT_TOP + rows * _POT_HEIGHT // 2),
        (_POTS_ACROSS * (_POT_WIDTH + _POTS_APART), rows * _POT_HEIGHT),
        "pot",
    )
    burned = _area(BURNED, "BURNED", (middle - 150, 90), (_PILE_WIDTH, _PILE_HEIGHT), "cards", said="Burned")
    tray = _area("tray", "Dealer", (middle, 60), (180, 44), "legend")
    logo = _area("logo", "", (middle, _LOGO if has_board else _LOGO_WITHOUT_A_BOARD), (360, 44), "logo")
    positions = tuple(
        Position(
            seat,
            designs[seat][0].x,
            designs[seat][0].y,
            *room.hand,
            designs[seat],
            (room.hand[0] // 2, _number_at(seat, seats, room)),
        )
        for seat in every
    )
    return Layout(
        width=_WIDTH,
        height=_HEIGHT,
        areas=(
            tray,
            logo,
            burned,
            *board,
            pot,
            *_pots(seats),
            *(area for design in designs.values() for area in design),
        ),
        markers=(Marker(BUTTON, "Dealer button", tuple(map(button_area, every)), variant.section.button),),
        requirements=tuple(_requirements(variant, seats)),
        positions=positions,
        oval=True,
    )


def _number_at(seat: int, seats: int, room: _Room) -> int:
    """The number stands above the cards of the upper half, and below those of the lower."""
    upper = cos(_angle(seat, seats) * pi / 180) > 0
    return -16 if upper else room.hand[1] + 16


@implements(*in_each("(c)"))
def _requirements(variant: Variant, seats: int) -> Iterator[Requirement]:
    """What the table shows: one pot for all bets, and where the button can lie."""
    yield Requirement("One pot, into which the dealer puts all bets", INTO_THE_POT, (POT,))
    if not variant.brings_in:
        yield Requirement(
            "A button, which fixes the order of dealing and betting",
            variant.section.button,
            tuple(button_area(seat) for seat in range(1, seats + 1)),
        )


def layout_of(submission: PokerSubmission) -> Layout:
    """The felt under a submission."""
    return felt(submission.variant, submission.seats)
