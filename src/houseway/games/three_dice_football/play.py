"""The moves, events and state of a Three Dice Football game."""

from enum import StrEnum

import msgspec

from houseway.games.three_dice_football.field import KICK_OFF, Ending, Field, Throw
from houseway.table.events import COMMON_EVENTS, Event
from houseway.table.felt import Felt
from houseway.table.moves import COMMON_MOVES, Move, Seat
from houseway.table.roles import Role


class OfferDice(Move, frozen=True, kw_only=True):
    """The stickperson offers the dice to a player."""

    seat: Seat
    by: Role = Role.STICKPERSON


class AcceptDice(Move, frozen=True, kw_only=True):
    """A player accepts the dice, becomes Quarterback, and picks two green dice and a red one by their places in the set."""

    seat: Seat
    green: tuple[int, int] = (1, 2)
    red: int = 1
    by: Role = Role.PLAYER


class DeclineDice(Move, frozen=True, kw_only=True):
    """A player declines the dice, or a Quarterback gives them up."""

    seat: Seat
    by: Role = Role.PLAYER


class SelectDice(Move, frozen=True, kw_only=True):
    """The Quarterback picks again, from a new set."""

    seat: Seat
    green: tuple[int, int] = (1, 2)
    red: int = 1
    by: Role = Role.PLAYER


class ThrowDice(Move, frozen=True, kw_only=True):
    """The dice leave the Quarterback's hand."""

    seat: Seat
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


class PassDice(Move, frozen=True, kw_only=True):
    """The stickperson passes the dice to the Quarterback with the stick."""

    by: Role = Role.STICKPERSON


MOVES = (
    COMMON_MOVES
    | OfferDice
    | AcceptDice
    | DeclineDice
    | SelectDice
    | ThrowDice
    | ReadCockedDie
    | CallNumbers
    | DecideDispute
    | PassDice
)


class DiceOffered(Event, frozen=True, kw_only=True):
    """The dice were offered to a player."""

    seat: int


class DiceDeclined(Event, frozen=True, kw_only=True):
    """A player did not want the dice, or gave them up."""

    seat: int


class QuarterbackNamed(Event, frozen=True, kw_only=True):
    """A player accepted the dice and picked three of them; the others went back into the cup."""

    seat: int
    green: tuple[int, int]
    red: int


class QuarterbackRetained(Event, frozen=True, kw_only=True):
    """The Quarterback scored and keeps the dice."""

    seat: int


class FieldSet(Event, frozen=True, kw_only=True):
    """The dealer put the markers at the start of a game."""

    field: Field


class DiceThrown(Event, frozen=True, kw_only=True):
    """The dice left the Quarterback's hand together, towards the far end."""

    seat: int
    play: int
    extra_point: bool


class CockedDieRead(Event, frozen=True, kw_only=True):
    """A leaning die was read as the face opposite the one it rests on."""

    die: str
    resting: int
    top: int


class NumbersCalled(Event, frozen=True, kw_only=True):
    """The stickperson called the top faces."""

    throw: Throw


class PlayMade(Event, frozen=True, kw_only=True):
    """What the throw was on the field."""

    kind: str
    yards: int


class MarkersMoved(Event, frozen=True, kw_only=True):
    """Where the markers stand after the play."""

    field: Field


class DiceCollected(Event, frozen=True, kw_only=True):
    """The stickperson brought the dice to the centre of the table."""


class DownAnnounced(Event, frozen=True, kw_only=True):
    """The dealer announced the downs used and the distance to the end zone."""

    plays: int
    down: str
    yards: int


class GameEnded(Event, frozen=True, kw_only=True):
    """The game ended."""

    how: str
    plays: int


class ExtraPointDue(Event, frozen=True, kw_only=True):
    """Somebody wagered on the extra point, so the Quarterback throws for it."""

    wagers: int


class DicePassed(Event, frozen=True, kw_only=True):
    """The dice went back to the Quarterback."""

    seat: int


EVENTS = (
    COMMON_EVENTS
    | DiceOffered
    | DiceDeclined
    | QuarterbackNamed
    | QuarterbackRetained
    | FieldSet
    | DiceThrown
    | CockedDieRead
    | NumbersCalled
    | PlayMade
    | MarkersMoved
    | DiceCollected
    | DownAnnounced
    | GameEnded
    | ExtraPointDue
    | DicePassed
)


class Phase(StrEnum):
    """Where the dice are."""

    CUP = "cup"  # nobody has the dice
    OFFERED = "offered"  # a player is asked
    CENTRE = "centre"  # in front of the stickperson, to be passed
    HAND = "hand"  # with the Quarterback
    THROWN = "thrown"  # rolling, or at rest and not yet called


class Drive(Felt, frozen=True, kw_only=True):
    """A game of Three Dice Football as it stands.

    `under_way` begins with the first throw, which locks full game wagers. `ending` is held only while the extra
    point roll is due. `last_quarterback` is where the next offer of the dice starts from.
    """

    phase: Phase = Phase.CUP
    field: Field = KICK_OFF
    under_way: bool = False
    ending: Ending | None = None
    quarterback: int = 0
    last_quarterback: int = 0
    offered: int = 0
    declined: tuple[int, ...] = ()
    selection: tuple[int, int, int] | None = None
    cocked: tuple[tuple[str, int], ...] = ()
    last_throw: Throw | None = None


DICE = ("green-1", "green-2", "red")


def top_faces(throw: Throw) -> dict[str, int]:
    """The called face of each die by its name."""
    return dict(zip(DICE, msgspec.structs.astuple(throw), strict=True))
