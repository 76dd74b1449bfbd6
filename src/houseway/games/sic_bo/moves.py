"""The moves of a Sic Bo round."""

from enum import StrEnum

from houseway.table.moves import Move
from houseway.table.roles import Role


class ActivateShaker(Move, frozen=True, kw_only=True):
    """The dealer sets off the automated shaker."""

    by: Role = Role.DEALER


class RevealDice(Move, frozen=True, kw_only=True):
    """The dice are shown and the dealer announces each of them; an automated shaker may show them itself."""

    die_1: int
    die_2: int
    die_3: int
    by: Role = Role.DEALER


class EnterDice(Move, frozen=True, kw_only=True):
    """The dealer enters each die into the electrical device."""

    die_1: int
    die_2: int
    die_3: int
    by: Role = Role.DEALER


class CorrectEntry(Move, frozen=True, kw_only=True):
    """A floorperson or above puts a wrong entry right."""

    die_1: int
    die_2: int
    die_3: int
    by: Role = Role.FLOORPERSON


class ClearLights(Move, frozen=True, kw_only=True):
    """The dealer clears the winning combinations from the table."""

    by: Role = Role.DEALER


class SettleByHand(Move, frozen=True, kw_only=True):
    """The device being out of order, the dealer settles before a floorperson or above."""

    witness: Role | None = None
    by: Role = Role.DEALER


class FixDevice(Move, frozen=True, kw_only=True):
    """A floorperson or above finds fixed what had failed."""

    by: Role = Role.FLOORPERSON


class RemoveDice(Move, frozen=True, kw_only=True):
    """The dice are taken out of the automated shaker that cannot be used."""

    by: Role = Role.DEALER


class Mark(StrEnum):
    """How a shaker is shown to be out of order."""

    COVERED = "covered"
    SIGN = "sign"


class MarkOutOfOrder(Move, frozen=True, kw_only=True):
    """The emptied automated shaker is covered, or a sign on it says that it is out of order."""

    how: Mark
    by: Role = Role.DEALER


class BringManualShaker(Move, frozen=True, kw_only=True):
    """A floorperson or above brings a manual shaker in place of the automated one, and answers for it."""

    by: Role = Role.FLOORPERSON


class RestoreAutomatedShaker(Move, frozen=True, kw_only=True):
    """A floorperson or above, having run the automated shaker, takes it back into use."""

    by: Role = Role.FLOORPERSON
