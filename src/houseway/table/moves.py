"""Moves: what people do at a table, told to the game as plain values."""

import re
from enum import StrEnum
from typing import Annotated, ClassVar

import msgspec

from houseway.table.forms import Renewable
from houseway.table.roles import Role


def kebab(name: str) -> str:
    """The name of a move or event on the wire: `PlaceWager` is `place-wager`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Move(Renewable, frozen=True, tag_field="move", tag=kebab, kw_only=True, forbid_unknown_fields=True):
    """Something a person does; `by` is the part that person plays."""

    # Whether everybody sees the pieces that it names.
    shows: ClassVar[bool] = False

    by: Role


Seat = Annotated[int, msgspec.Meta(ge=1)]
# What people write is recorded for good; nobody needs more than a line.
Words = Annotated[str, msgspec.Meta(max_length=80)]


class Instrument(StrEnum):
    """What a wager is made with."""

    VALUE_CHIPS = "value-chips"
    PLAQUES = "plaques"
    OTHER_APPROVED = "other-approved"
    VERBAL_WITH_CASH = "verbal-with-cash"
    NONCASHABLE_CREDIT = "noncashable-credit"
    MATCH_PLAY_COUPON = "match-play-coupon"


class PlaceWager(Move, frozen=True, kw_only=True):
    """Chips go down on a betting area, as a new wager or on top of one already there."""

    seat: Seat
    wager: Words
    amount: int
    pick: Words = ""
    instrument: Instrument = Instrument.VALUE_CHIPS
    by: Role = Role.PLAYER


class TakeDownWager(Move, frozen=True, kw_only=True):
    """A player takes a wager back, whole."""

    seat: Seat
    wager: Words
    pick: Words = ""
    by: Role = Role.PLAYER


class TakeSeat(Move, frozen=True, kw_only=True):
    """A player comes to a position at the table."""

    seat: Seat
    by: Role = Role.PLAYER


class LeaveSeat(Move, frozen=True, kw_only=True):
    """A player leaves the table."""

    seat: Seat
    by: Role = Role.PLAYER


class Report(Move, frozen=True, kw_only=True):
    """An irregularity is called; the game's remedy for it follows."""

    irregularity: Words
    by: Role


class CallNoMoreBets(Move, frozen=True, kw_only=True):
    """The dealer announces no more bets."""

    by: Role = Role.DEALER
