"""The moves at a Pai Gow table."""

from enum import StrEnum
from typing import Annotated

import msgspec

from houseway.equipment.tiles import TileCode
from houseway.games.pai_gow.delivery import LEVELS, STACKS, Delivery
from houseway.games.pai_gow.positions import PLACES
from houseway.games.pai_gow.submission import StartMethod
from houseway.table.moves import Move, Seat, Words
from houseway.table.roles import Role

# One of the eight stacks, counted from the dealer's left.
StackNumber = Annotated[int, msgspec.Meta(ge=1, le=STACKS)]


# Moves with the tiles (621a.4).


class BringTiles(Move, frozen=True, kw_only=True):
    """A set of tiles comes to the table."""

    serial: Words
    by: Role = Role.FLOORPERSON


class InspectTiles(Move, frozen=True, kw_only=True):
    """The dealer sorts the set into pairs and looks at every tile; `tiles` as found, or nothing if the set is whole."""

    tiles: tuple[TileCode, ...] = ()
    by: Role = Role.DEALER


class VerifyTiles(Move, frozen=True, kw_only=True):
    """The floorperson of the table confirms the dealer's inspection."""

    by: Role = Role.FLOORPERSON


class RejectTiles(Move, frozen=True, kw_only=True):
    """The dealer finds the set unsuitable."""

    reason: Words
    by: Role = Role.DEALER


class SealTiles(Move, frozen=True, kw_only=True):
    """The unsuitable set is sealed, labelled and signed by dealer and floorperson, and leaves the table."""

    witness: Role = Role.FLOORPERSON
    by: Role = Role.DEALER


class ShowTiles(Move, frozen=True, kw_only=True):
    """The tiles are laid face up in sixteen pairs, the Supreme Pair first."""

    by: Role = Role.DEALER


class DisplayTiles(Move, frozen=True, kw_only=True):
    """Nobody plays, though players may be seated: the dealer lays the tiles face up in pairs until somebody does."""

    by: Role = Role.DEALER


class ViewTiles(Move, frozen=True, kw_only=True):
    """The first player at the table has had a look at the pairs."""

    by: Role = Role.DEALER


class MixTiles(Move, frozen=True, kw_only=True):
    """The tiles are turned face down and mixed, each hand making so many circles."""

    times: int
    by: Role = Role.DEALER


class StackTiles(Move, frozen=True, kw_only=True):
    """The tiles are stacked: all 32 from the dealer's left, each stack from its top, or "??" for every one."""

    tiles: tuple[TileCode, ...]
    by: Role = Role.DEALER


class RemoveTiles(Move, frozen=True, kw_only=True):
    """The set leaves the table for good."""

    by: Role = Role.FLOORPERSON


# Moves with the bank (621a.9(c)-(h)).


class OfferBank(Move, frozen=True, kw_only=True):
    """The dealer offers the bank to a player."""

    seat: Seat
    by: Role = Role.DEALER


class AcceptBank(Move, frozen=True, kw_only=True):
    """The player who is offered the bank takes it."""

    seat: Seat
    by: Role = Role.PLAYER


class PassBank(Move, frozen=True, kw_only=True):
    """The player who is offered the bank passes it on."""

    seat: Seat
    by: Role = Role.PLAYER


class ReleaseBank(Move, frozen=True, kw_only=True):
    """The bank gives the coming round up, or the dealer can no longer confirm what is asked of a bank."""

    seat: Seat
    by: Role = Role.PLAYER


class RequestCoBank(Move, frozen=True, kw_only=True):
    """The bank asks the dealer to stand behind half of the winning wagers."""

    seat: Seat
    by: Role = Role.PLAYER


class End(StrEnum):
    """An end of the row of stacks, as the dealer sees it."""

    LEFT = "left"
    RIGHT = "right"


class CutTiles(Move, frozen=True, kw_only=True):
    """The bank has neighbouring stacks moved to an end, and if `opposite` so many of them, its last, to the other end."""

    first: StackNumber
    count: StackNumber
    to: End
    opposite: Annotated[int, msgspec.Meta(ge=0, le=STACKS)] = 0
    by: Role = Role.PLAYER


class DirectDealerWager(Move, frozen=True, kw_only=True):
    """The bank directs the dealer to wager so much and no more; nothing at all if 0."""

    amount: int
    by: Role = Role.PLAYER


class StakeDealerWager(Move, frozen=True, kw_only=True):
    """The dealer puts the wager against the bank before the table inventory container.

    `amount` is told where the bank's chips do not cover all that is due; 0 is all of it.
    """

    amount: int = 0
    by: Role = Role.DEALER


# Moves of the deal (621a.6, 621a.7, 621a.9(i)).


class ChooseDelivery(Move, frozen=True, kw_only=True):
    """Dealer or bank chooses the style of delivery."""

    style: Delivery
    by: Role = Role.DEALER


class ChangeStartMethod(Move, frozen=True, kw_only=True):
    """A floorperson or above takes up another filed method of finding the starting position."""

    method: StartMethod
    by: Role = Role.FLOORPERSON


class DeliverTiles(Move, frozen=True, kw_only=True):
    """So many of the next positions are served."""

    hands: Annotated[int, msgspec.Meta(ge=1, le=PLACES)]
    by: Role = Role.DEALER


# Moves with the hands (621a.8, 621a.10).


class ExposeTile(Move, frozen=True, kw_only=True):
    """The dealer has exposed a tile of a player, who may void the hand; `tile` in the order dealt, 0 if that is not told."""

    seat: Seat
    tile: Annotated[int, msgspec.Meta(ge=0, le=LEVELS)] = 0
    by: Role = Role.DEALER


class SetHands(Move, frozen=True, kw_only=True):
    """A player lays two hands face down; `low` names the tiles of the low hand, or nothing while nobody is told."""

    seat: Seat
    low: tuple[TileCode, ...] = ()
    by: Role = Role.PLAYER


class TurnDealerTiles(Move, frozen=True, kw_only=True):
    """The dealer's tiles, or a co-bank's, are turned over, and told where the table does not know them."""

    tiles: tuple[TileCode, ...] = ()
    by: Role = Role.DEALER


class SetDealerHands(Move, frozen=True, kw_only=True):
    """The dealer sets the tiles just turned over, face up; `low` names those of the low hand."""

    low: tuple[TileCode, ...]
    by: Role = Role.DEALER


class CorrectTile(Move, frozen=True, kw_only=True):
    """A floorperson or above puts right a tile that was told wrongly when the dealer's tiles were turned over."""

    was: TileCode
    tile: TileCode
    by: Role = Role.FLOORPERSON


class ExposeBank(Move, frozen=True, kw_only=True):
    """The dealer turns the bank's hands over, and tells how they lie where the table does not know."""

    high: tuple[TileCode, ...] = ()
    low: tuple[TileCode, ...] = ()
    by: Role = Role.DEALER


class Surrender(Move, frozen=True, kw_only=True):
    """A player gives up the wager, so that the tiles are not shown."""

    seat: Seat
    by: Role = Role.PLAYER


class RevealHands(Move, frozen=True, kw_only=True):
    """The dealer turns a player's two hands over, and tells how they lie where the table does not know."""

    seat: Seat
    high: tuple[TileCode, ...] = ()
    low: tuple[TileCode, ...] = ()
    by: Role = Role.DEALER


class Abandon(Move, frozen=True, kw_only=True):
    """A floorperson or above rules, with a reason, that a player who left has abandoned the wager of that position."""

    seat: Seat
    reason: Words
    by: Role = Role.FLOORPERSON
