"""What may be ordered about the tables of the house, and what follows from it."""

from datetime import date
from typing import Annotated, Any

import msgspec

from houseway.backoffice.orders import Fact, Order, Words
from houseway.backoffice.revenue.chips import Money
from houseway.backoffice.revenue.orders import GameName, TableName
from houseway.backoffice.tables.entries import Mode
from houseway.money import Cents

Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
# What stands on the table's page, on one line.
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=r"^\S(.*\S)?$")]


class _OfTable(Order, frozen=True, kw_only=True):
    """An order about one table."""

    table: TableName

    def matters(self) -> tuple[str, ...]:
        """The table."""
        return (f"table/{self.table}",)


class SetUpTable(_OfTable, frozen=True, kw_only=True):
    """A table of the floor plan is set up for live play, under a submission that is approved and in force."""

    title: Title
    submission: Digest


class SetUpTrainingTable(_OfTable, frozen=True, kw_only=True):
    """A table is set up for training, under a filed submission, or as the game is played where none is named.

    `tray` is what lies in its tray, of chips that nobody can cash.
    """

    title: Title
    game: GameName
    submission: Digest | None = None
    tray: Money = 5_000_000


class RuleTable(_OfTable, frozen=True, kw_only=True):
    """From a gaming day on, a table runs under another submission of its game; it goes over to it while it is closed."""

    submission: Digest
    since: date


class RenameTable(_OfTable, frozen=True, kw_only=True):
    """A table is called otherwise; its number stays."""

    title: Title


class MoveTable(_OfTable, frozen=True, kw_only=True):
    """A closed table is put somewhere else: its cameras are then to be signed off anew."""

    place: Title


class RetireTable(_OfTable, frozen=True, kw_only=True):
    """A closed table leaves the floor for good; its number is not used again."""

    reason: Words


# Facts.


class TableBrought(Fact, frozen=True, kw_only=True):
    """A table came to the floor under a submission, with so much in its tray."""

    table: str
    title: str
    mode: Mode
    game: str
    submission: dict[str, Any]
    submission_hash: str
    tray: Cents


class TableRuled(Fact, frozen=True, kw_only=True):
    """A table runs under another submission from a gaming day on."""

    table: str
    since: date
    submission: dict[str, Any]
    submission_hash: str


class TableRenamed(Fact, frozen=True, kw_only=True):
    """A table is called otherwise."""

    table: str
    title: str


class TableMoved(Fact, frozen=True, kw_only=True):
    """A table stands elsewhere."""

    table: str
    place: str


class TableRetired(Fact, frozen=True, kw_only=True):
    """A table left the floor for good."""

    table: str
    on: date
    reason: str
