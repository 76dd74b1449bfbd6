"""The opening of a house: what it settled once for all, as the journal's record of it says.

The house's clock and the origin of its checkpoints are never changed later: gaming days already kept, deadlines that
run, and checkpoints that others hold all stand on them.
"""

from dataclasses import dataclass
from datetime import time
from zoneinfo import ZoneInfo

import msgspec
import sqlalchemy as sa

from houseway.backoffice.postings.book import BOOK, HouseOpened, OpenHouse
from houseway.backoffice.records import STREAM, signing_of
from houseway.journal import Entry
from houseway.journal.schema import entries
from houseway.table.days import GamingDays

# What the checkpoints of a house are signed as that was opened without a word about it.
ORIGIN = "houseway"
_MARK = 8
_FIRST = sa.select(entries).where(entries.c.stream == STREAM + BOOK.name, entries.c.version == 1)


@dataclass(frozen=True, slots=True)
class Opening:
    """What the opening of a house settled, and the hash of the entry behind it, which no other house has."""

    hash: str
    days: GamingDays
    origin: str

    @property
    def mark(self) -> str:
        """A short mark that no other house has."""
        return self.hash[:_MARK]


def opening_of(connection: sa.Connection) -> Opening | None:
    """How a house was opened; nothing where none was yet."""
    row = connection.execute(_FIRST).first()
    if row is None:
        return None
    entry = Entry(*row)
    for told in signing_of(entry).facts:
        fact = msgspec.convert(told, BOOK.facts)
        if isinstance(fact, HouseOpened):
            return Opening(entry.hash.hex(), clock_of(fact), fact.origin or ORIGIN)
    return None


def days_of(connection: sa.Connection) -> GamingDays:
    """The gaming days by the clock of the house."""
    opening = opening_of(connection)
    return opening.days if opening else GamingDays()


def clock_of(opened: HouseOpened | OpenHouse) -> GamingDays:
    """The gaming days of a house; one opened without a word about them has the usual ones."""
    usual = GamingDays()
    return GamingDays(
        zone=ZoneInfo(opened.zone) if opened.zone else usual.zone,
        starts=time.fromisoformat(opened.gaming_day_starts) if opened.gaming_day_starts else usual.starts,
    )
