"""What the journal says of a table on the floor, for a book that holds people to it."""

from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.tables.entries import ACT, SET_UP, TABLE_STREAM
from houseway.games import games
from houseway.journal import timestamp
from houseway.journal.schema import entries
from houseway.money import Cents
from houseway.table.chip_steps import OUTSIDE
from houseway.table.events import TRAY, Event
from houseway.table.procedure import TABLE_EVENTS

_TRAINING = "training"


class _SetUp(msgspec.Struct, frozen=True):
    """What tells how to read a table's events."""

    game: str
    mode: str


class _Events(msgspec.Struct, frozen=True):
    """What followed from an act, as yet unread."""

    events: msgspec.Raw


def into_tray(connection: sa.Connection, table: str, since: datetime) -> Cents | None:
    """What play brought into a live table's tray since a moment, less what it took out; None of a table with no record."""
    own = entries.c.stream == f"{TABLE_STREAM}{table}"
    told = sa.select(entries.c.body).where(own, entries.c.kind == SET_UP).order_by(entries.c.version.desc())
    row = connection.execute(told.limit(1)).scalar()
    set_up = msgspec.json.decode(row, type=_SetUp) if row is not None else None
    if set_up is None or set_up.mode == _TRAINING:
        return None
    several: Any = tuple  # which events there are is known only here, at run time
    events = msgspec.json.Decoder(several[TABLE_EVENTS | games()[set_up.game].event_type, ...])
    acts = sa.select(entries.c.body).where(
        own, entries.c.kind == ACT, entries.c.recorded_at >= timestamp(since)
    )
    read = msgspec.json.Decoder(_Events)
    return sum(
        _into_tray(event)
        for body in connection.execute(acts.order_by(entries.c.version)).scalars()
        for event in events.decode(read.decode(body).events)
    )


def _into_tray(event: Event) -> Cents:
    # What comes from beyond the table, or goes there, comes and goes on slips.
    return sum(
        moved.cents * ((moved.target == TRAY) - (moved.source == TRAY))
        for moved in event.transfers()
        if OUTSIDE not in (moved.source, moved.target)
    )
