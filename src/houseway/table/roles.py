"""Roles: who may do what at a table, and who stands above whom."""

from enum import StrEnum


class Role(StrEnum):
    """A part someone plays at the table; people and their credentials are the back office's business."""

    PLAYER = "player"
    DEALER = "dealer"
    STICKPERSON = "stickperson"
    BOXPERSON = "boxperson"
    FLOORPERSON = "floorperson"
    PIT_MANAGER = "pit-manager"
    SHIFT_MANAGER = "shift-manager"
    COMPLIANCE = "compliance"
    DEVICE = "device"


# From the supervisor at the table upwards; the law's "or above" walks this line.
_LINE_OF_COMMAND = (Role.FLOORPERSON, Role.PIT_MANAGER, Role.SHIFT_MANAGER)


def or_above(role: Role) -> tuple[Role, ...]:
    """The role and every supervisor above it."""
    return _LINE_OF_COMMAND[_LINE_OF_COMMAND.index(role) :]


# Those who oversee the dealers of a table, from the one who sits at it upwards.
OVERSEERS = (Role.BOXPERSON, *_LINE_OF_COMMAND)
PLAYERS = (Role.PLAYER,)
DEALERS = (Role.DEALER,)
STICKPERSONS = (Role.STICKPERSON,)
BOXPERSONS = (Role.BOXPERSON,)
FLOORPERSONS = or_above(Role.FLOORPERSON)
PIT_MANAGERS = or_above(Role.PIT_MANAGER)
# A dealer may move a player's chips on the player's instructions.
BETTORS = (Role.PLAYER, Role.DEALER)
