"""What the record of a table says beside its acts: how it was set up and ruled, what was counted into its tray, and its end.

Every table has a stream of its own. Its acts are the floor's to record; what orders of the back office change at a table is
recorded there in one transaction with the order, so that the stream alone tells the whole of the table.
"""

from collections.abc import Iterator
from datetime import date, time
from enum import StrEnum
from zoneinfo import ZoneInfo

import msgspec
import sqlalchemy as sa

from houseway.journal.schema import entries
from houseway.money import Cents
from houseway.table.days import GamingDays

TABLE_STREAM = "table/"
SET_UP = "table-set-up"
ACT = "act"


class Mode(StrEnum):
    """Where a table's dice come from: seen by the crew, or thrown by the built-in generator for training."""

    LIVE = "live"
    TRAINING = "training"


class HouseClock(msgspec.Struct, frozen=True, kw_only=True):
    """By whose clock the gaming days of a house begin, and at which hour."""

    zone: str
    starts: time

    @classmethod
    def of(cls, days: GamingDays) -> "HouseClock":
        """The clock of these gaming days."""
        return cls(zone=days.zone.key, starts=days.starts)

    @property
    def days(self) -> GamingDays:
        """The gaming days by this clock."""
        return GamingDays(ZoneInfo(self.zone), self.starts)


class TableSetUp(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table as it came to the floor: its game, the submission it runs under, and the chips in its tray.

    Without a clock it was recorded before tables knew the gaming days of the house.
    """

    table: str
    title: str
    game: str
    mode: Mode
    tray: Cents
    submission: dict[str, object]
    submission_hash: str
    clock: HouseClock | None = None
    place: str = ""


class Change(msgspec.Struct, frozen=True, kw_only=True, tag_field="change"):
    """What an order of the back office changes at a table."""


class Ruled(Change, frozen=True, kw_only=True, tag="table-ruled"):
    """From a gaming day on the table runs under another submission, once it is closed."""

    since: date
    submission: dict[str, object]
    submission_hash: str


class Renamed(Change, frozen=True, kw_only=True, tag="table-renamed"):
    """The table is called otherwise; its number stays."""

    title: str


class Moved(Change, frozen=True, kw_only=True, tag="table-moved"):
    """The table stands elsewhere."""

    place: str


class Retired(Change, frozen=True, kw_only=True, tag="table-retired"):
    """The table left the floor for good."""

    on: date


class TrayCounted(Change, frozen=True, kw_only=True, tag="tray-counted"):
    """The tray holds what the opener of a gaming day says."""

    day: date
    cents: Cents


class TrayChanged(Change, frozen=True, kw_only=True, tag="tray-changed"):
    """A slip brought chips from the cage, or took them there."""

    slip: str
    cents: Cents


Changes = Ruled | Renamed | Moved | Retired | TrayCounted | TrayChanged


def kind_of(told: TableSetUp | Change) -> str:
    """The kind under which the journal keeps what an order did at a table."""
    return SET_UP if isinstance(told, TableSetUp) else str(told.__struct_config__.tag)


# What the journal says of a table, for whoever decides without playing it again.


def first_entry(connection: sa.Connection, table: str) -> TableSetUp | None:
    """How a table came to the floor, also one that no order brought there; None where there is no such table."""
    query = sa.select(entries.c.body).where(entries.c.stream == TABLE_STREAM + table, entries.c.version == 1)
    body = connection.execute(query).scalar()
    return None if body is None else msgspec.json.decode(body, type=TableSetUp)


class _Move(msgspec.Struct, frozen=True):
    move: str


class _Act(msgspec.Struct, frozen=True):
    move: _Move


class _Recorded(msgspec.Struct, frozen=True):
    act: _Act


def is_open(connection: sa.Connection, table: str) -> bool:
    """Whether a table is open for play: of its openings and closings the last one tells."""
    return next((name == "open-table" for name in _moves_back(connection, table) if name in _DOORS), False)


_DOORS = ("open-table", "close-table")
_AT_ONCE = 200


def _moves_back(connection: sa.Connection, table: str) -> Iterator[str]:
    """The names of a table's moves, the last one first."""
    of_table = (entries.c.stream == TABLE_STREAM + table, entries.c.kind == ACT)
    query = sa.select(entries.c.version, entries.c.body).order_by(entries.c.version.desc()).limit(_AT_ONCE)
    rows = connection.execute(query.where(*of_table)).all()
    while rows:
        yield from (msgspec.json.decode(row.body, type=_Recorded).act.move.move for row in rows)
        rows = connection.execute(query.where(*of_table, entries.c.version < rows[-1].version)).all()
