"""The moves of a game of Craps; those of offering, throwing and passing dice are in table/dice_play.py."""

from enum import StrEnum

from houseway.table.moves import Move, Seat, Words
from houseway.table.roles import Role

# Two of the five dice of the set, by their places in it.
Selection = tuple[int, int]


class AcceptDice(Move, frozen=True, kw_only=True):
    """A player accepts the dice, becomes the shooter and picks two of the set."""

    seat: Seat
    dice: Selection = (1, 2)
    by: Role = Role.PLAYER


class RollForComeBets(Move, frozen=True, kw_only=True):
    """Nobody betting the line, the last shooter picks two dice to decide the Come and Don't Come Bets left."""

    seat: Seat
    dice: Selection = (1, 2)
    by: Role = Role.PLAYER


class SelectDice(Move, frozen=True, kw_only=True):
    """The shooter picks two dice of a new set."""

    seat: Seat
    dice: Selection = (1, 2)
    by: Role = Role.PLAYER


class ReadCockedDie(Move, frozen=True, kw_only=True):
    """A die leans on something: which of the two, and which of its faces rests there."""

    die: int
    resting: int
    by: Role = Role.STICKPERSON


class CallThrow(Move, frozen=True, kw_only=True):
    """The dice are at rest and their upper faces called."""

    die_1: int
    die_2: int
    by: Role = Role.STICKPERSON


class DecideDispute(Move, frozen=True, kw_only=True):
    """The upper faces are disputed, and whoever the chapter names decides which they are."""

    die_1: int
    die_2: int
    by: Role = Role.BOXPERSON


class SettleBets(Move, frozen=True, kw_only=True):
    """The dice at the centre of the table, the dealer settles the wagers that the throw decided."""

    by: Role = Role.DEALER


class TakenFor(StrEnum):
    """Why a shooter may be ordered to pass the dice."""

    DELAY = "delay"
    INVALID_ROLLS = "invalid-rolls"
    VIOLATION = "violation"


class TakeDice(Move, frozen=True, kw_only=True):
    """The shooter is ordered to pass the dice."""

    reason: TakenFor
    by: Role = Role.BOXPERSON


class ReduceWager(Move, frozen=True, kw_only=True):
    """A player takes part of a wager back; `amount` is what is taken away."""

    seat: Seat
    wager: Words
    amount: int
    pick: Words = ""
    by: Role = Role.PLAYER


class CallOn(Move, frozen=True, kw_only=True):
    """A player calls a wager on for the come out roll, and the dealer confirms it with a button."""

    seat: Seat
    wager: Words
    pick: Words = ""
    by: Role = Role.PLAYER


class CallOff(Move, frozen=True, kw_only=True):
    """A player calls a wager off for the come out roll, and the dealer confirms it with a button."""

    seat: Seat
    wager: Words
    pick: Words = ""
    by: Role = Role.PLAYER


class BringInFireBets(Move, frozen=True, kw_only=True):
    """All Fire Bets placed, the dealer brings them in, spot by spot in the order of their numbers."""

    by: Role = Role.DEALER


class NotifySurveillance(Move, frozen=True, kw_only=True):
    """Four different points made, surveillance is told, to confirm the Fire Bets and their payment."""

    by: Role = Role.BOXPERSON


class WindUpTable(Move, frozen=True, kw_only=True):
    """Nobody at the table wanting the dice, a floorperson or above closes the wagers that nobody will throw for."""

    by: Role = Role.FLOORPERSON
