"""A game of Three Dice Football as it stands."""

from enum import StrEnum

import msgspec

from houseway.games.three_dice_football.field import KICK_OFF, Ending, Field, Throw
from houseway.table.felt import Felt


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
