"""The moves of a round of Double Attack Blackjack, besides those that every shoe game has."""

from enum import StrEnum

from houseway.equipment.cards import CardCode
from houseway.table.moves import Move, Seat
from houseway.table.roles import Role
from houseway.table.shoe_play import HandNumber


class CloseDoubleAttack(Move, frozen=True, kw_only=True):
    """The dealer has given everybody the chance of a Double Attack Wager."""

    by: Role = Role.DEALER


class CheckHole(Move, frozen=True, kw_only=True):
    """The hole card goes through the card reader; `blackjack` is what it says, where the table does not know the card."""

    blackjack: bool | None = None
    by: Role = Role.DEALER


class TurnHole(Move, frozen=True, kw_only=True):
    """The dealer turns the hole card over, and tells it unless the table knows it."""

    cards: tuple[CardCode, ...] = ()
    by: Role = Role.DEALER


class PassBy(Move, frozen=True, kw_only=True):
    """A position was passed by for the card that was due to it."""

    seat: Seat
    hand: HandNumber = 1
    by: Role = Role.DEALER


class DiscardDrawn(Move, frozen=True, kw_only=True):
    """A card that was drawn and that nobody may use goes to the discard rack."""

    card: CardCode
    by: Role = Role.DEALER


class RestoreReader(Move, frozen=True, kw_only=True):
    """The card reader was repaired or replaced."""

    by: Role = Role.FLOORPERSON


class Ruling(StrEnum):
    """What a floorperson may decide where the chapter is silent."""

    PLAY_ON = "play-on"
    VOID = "void"


class RuleOnStop(Move, frozen=True, kw_only=True):
    """A floorperson decides what becomes of a round that has stopped."""

    ruling: Ruling
    by: Role = Role.FLOORPERSON
