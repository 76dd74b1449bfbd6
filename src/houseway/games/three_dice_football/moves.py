"""The moves of a Three Dice Football game; those of offering, throwing and passing dice are in table/dice_play.py."""

from houseway.table.moves import Move, Seat
from houseway.table.roles import Role


class AcceptDice(Move, frozen=True, kw_only=True):
    """A player accepts the dice, becomes Quarterback, and picks two green dice and a red one by their places in the set."""

    seat: Seat
    green: tuple[int, int] = (1, 2)
    red: int = 1
    by: Role = Role.PLAYER


class SelectDice(Move, frozen=True, kw_only=True):
    """The Quarterback picks again, from a new set."""

    seat: Seat
    green: tuple[int, int] = (1, 2)
    red: int = 1
    by: Role = Role.PLAYER


class ReadCockedDie(Move, frozen=True, kw_only=True):
    """A die leans on something: the stickperson tells which die and which of its faces rests there."""

    die: str
    resting: int
    by: Role = Role.STICKPERSON


class CallNumbers(Move, frozen=True, kw_only=True):
    """The stickperson calls the three top faces."""

    green_1: int
    green_2: int
    red: int
    by: Role = Role.STICKPERSON


class DecideDispute(Move, frozen=True, kw_only=True):
    """The top faces are disputed: the stickperson decides which they are and calls them."""

    green_1: int
    green_2: int
    red: int
    by: Role = Role.STICKPERSON
