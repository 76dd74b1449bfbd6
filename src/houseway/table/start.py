"""Where a deal starts: the moves and events of a shaker or a generator that finds it, in games dealt from a counted place."""

from houseway.table.events import Event
from houseway.table.moves import Move
from houseway.table.roles import Role


class ShakeDice(Move, frozen=True, kw_only=True):
    """The dealer, or a player who banks, shakes the covered shaker so many times."""

    times: int
    by: Role = Role.DEALER


class UncoverDice(Move, frozen=True, kw_only=True):
    """The dealer uncovers the shaker, and the three dice tell where the deal starts."""

    die_1: int
    die_2: int
    die_3: int
    by: Role = Role.DEALER


class ShowNumber(Move, frozen=True, kw_only=True):
    """The random number generator shows a number."""

    number: int
    by: Role = Role.DEVICE


class CoverShaker(Move, frozen=True, kw_only=True):
    """After the deal the dealer covers the shaker, shakes it once and puts it to the right."""

    by: Role = Role.DEALER


class DiceUncovered(Event, frozen=True, kw_only=True):
    """The dealer uncovered the dice, added them up and announced the total."""

    dice: tuple[int, ...]
    total: int


class NumberShown(Event, frozen=True, kw_only=True):
    """The random number generator showed a number."""

    number: int


class StartMethodChanged(Event, frozen=True, kw_only=True):
    """The starting position is found in another way from now on."""

    method: str
    by: str


class StartFixed(Event, frozen=True, kw_only=True):
    """The deal starts at this place; 0 is the dealer."""

    seat: int


class ShakerCovered(Event, frozen=True, kw_only=True):
    """The shaker was covered, shaken once and put to the dealer's right."""


class StacksCollected(Event, frozen=True, kw_only=True):
    """What was dealt to places without a wager was gathered, seen by nobody."""

    seats: tuple[int, ...]
