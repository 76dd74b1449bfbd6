"""The moves and events that every game of twenty-one has besides those of its shoe: hole card, Insurance, hands passed by."""

from enum import StrEnum
from typing import ClassVar

from houseway.equipment.cards import CardCode
from houseway.table.events import Event
from houseway.table.moves import Move, Seat
from houseway.table.roles import Role
from houseway.table.shoe_play import HandNumber


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

    shows: ClassVar[bool] = True

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


class InsuranceOffered(Event, frozen=True, kw_only=True):
    """An ace is up, and Insurance may be made."""


class HoleChecked(Event, frozen=True, kw_only=True):
    """The hole card went through the card reader, face down."""

    blackjack: bool


class BlackjackAnnounced(Event, frozen=True, kw_only=True):
    """A player has Blackjack, is paid at once and has no more cards before him."""

    seat: int


class HandPassedBy(Event, frozen=True, kw_only=True):
    """A position did not get the card that was due to it."""

    seat: int
    hand: int


class StopRuledOn(Event, frozen=True, kw_only=True):
    """A floorperson decided about a round that had stopped."""

    ruling: str
    by: str
