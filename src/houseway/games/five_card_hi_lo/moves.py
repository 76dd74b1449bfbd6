"""The moves of a Five Card Hi-Lo round, besides those that other card tables have."""

from enum import StrEnum
from typing import Annotated

import msgspec

from houseway.equipment.cards import CardCode
from houseway.table.moves import Move, Seat
from houseway.table.roles import Role

# A position, or 0 for the dealer.
AnyHand = Annotated[int, msgspec.Meta(ge=0)]


class CollectForfeits(Move, frozen=True, kw_only=True):
    """The dealer collects what folded players gave up, and their cards."""

    by: Role = Role.DEALER


class SetHand(Move, frozen=True, kw_only=True):
    """A player lays both hands down; `low` names the two cards of the low hand, or nothing while nobody sees them."""

    seat: Seat
    low: tuple[CardCode, ...] = ()
    by: Role = Role.PLAYER


class TurnDealer(Move, frozen=True, kw_only=True):
    """The dealer turns over and sets five cards: `cards` if nobody has seen them, `low` if set by anything but rule."""

    cards: tuple[CardCode, ...] = ()
    low: tuple[CardCode, ...] = ()
    by: Role = Role.DEALER


class RevealHand(Move, frozen=True, kw_only=True):
    """The dealer reveals a player's hands: `cards` if nobody has seen them, `low` as the player had set them untold."""

    seat: Seat
    cards: tuple[CardCode, ...] = ()
    low: tuple[CardCode, ...] = ()
    by: Role = Role.DEALER


class CorrectSetting(Move, frozen=True, kw_only=True):
    """A floorperson has a wrongly set hand put right."""

    seat: AnyHand
    by: Role = Role.FLOORPERSON


class Ruling(StrEnum):
    """What a floorperson may decide where the chapter is silent."""

    PLAY_ON = "play-on"
    VOID = "void"


class RuleOnExposedCard(Move, frozen=True, kw_only=True):
    """A floorperson decides what becomes of a round in which the dealer exposed a player's card."""

    ruling: Ruling
    by: Role = Role.FLOORPERSON
