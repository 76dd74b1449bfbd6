"""A table at a moment: whether it is open, what lies at it, what its play has come to, and the acts that the journal keeps."""

from datetime import date, datetime
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from houseway.equipment.dice import DiceInUse
from houseway.money import Cents
from houseway.table.felt import Felt
from houseway.table.redemption import Coupons

State = TypeVar("State", bound=Felt)
M = TypeVar("M")


class Status(StrEnum):
    """Whether the table is in service."""

    CLOSED = "closed"
    OPEN = "open"


class Act(msgspec.Struct, Generic[M], frozen=True, kw_only=True, omit_defaults=True):
    """A move with the person who is said to have made it, and the moment: what the journal keeps.

    `entered_by` is the credential of whoever was signed in at the screen, where anybody was; `witnessed_by` that of whoever
    signed for having seen it, and proved to be that person. `through` is the token with which a program entered it in the stead of
    whoever was signed in.
    """

    move: M
    who: str
    at: datetime
    entered_by: str = ""
    witnessed_by: str = ""
    through: str = ""

    @property
    def signer(self) -> str:
        """Who signs what the back office has to record of it: nobody signs for somebody else."""
        return self.entered_by or self.who


class TableState(msgspec.Struct, Generic[State], frozen=True, kw_only=True):
    """Everything about a table; a fold over its acts."""

    play: State
    status: Status = Status.CLOSED
    gaming_day: date | None = None
    opened_at: datetime | None = None
    edition: str = ""
    attested: tuple[str, ...] = ()
    dice: DiceInUse | None = None
    used_dice: tuple[str, ...] = ()
    # When each deck or set of tiles came to the table, also of those that have left it since.
    decks: dict[str, datetime] = {}
    chips: dict[str, Cents] = {}
    coupons: Coupons = Coupons()


class Moment(NamedTuple):
    """A table at a moment: what the rules of its own moves look at."""

    state: TableState[Any]
    at: datetime
    who: str = ""

    @property
    def phase(self) -> Status:
        """Whether the table is in service."""
        return self.state.status
