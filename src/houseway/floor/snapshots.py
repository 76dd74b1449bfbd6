"""Snapshots of tables: how each stood at a version, so that a house that opens replays only what came after.

A snapshot is a projection beside the journal, and never believed against it: one that another program wrote, that stands on no
entry of the journal, that the house did not mark as its own or that cannot be read is passed over, and the table is replayed
from its first entry. `houseway journal verify` and `houseway office verify` replay every table and hold its snapshot against it.
"""

import logging
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from houseway import __version__
from houseway.backoffice.tables.entries import Ruled
from houseway.floor.coupons import UnspentCoupons
from houseway.floor.figures import DailyFigures
from houseway.floor.property import TableSetUp
from houseway.floor.record import AT_HAND, Record
from houseway.floor.table import TABLE_STREAM, Difference, TableInService, TrayMoved
from houseway.floor.tallies import Tally, tallied
from houseway.journal import Journal, canonical
from houseway.journal.schema import entries
from houseway.table.days import GamingDays
from houseway.table.table_state import TableState

_LOG = logging.getLogger(__name__)
# A table is kept anew once so many entries were added to its record.
EVERY = AT_HAND
# And when the house opens, after so many: what was just replayed is not replayed again at every opening of a table that lies idle.
AT_OPENING = 20
_PURPOSE = "table snapshot"

_metadata = sa.MetaData()
snapshots = sa.Table(
    "table_snapshots",
    _metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("version", sa.BigInteger, nullable=False),
    # The hash of the entry of that version.
    sa.Column("hash", sa.LargeBinary, nullable=False),
    sa.Column("program", sa.Text, nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
    # A mark that only the house can make; empty where it has no key.
    sa.Column("tag", sa.Text, nullable=False),
)
TALLIES: Mapping[str, type[Tally]] = {kind.__name__: kind for kind in (DailyFigures, UnspentCoupons)}


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A table at a version of its record."""

    version: int
    set_up: TableSetUp
    rulings: tuple[Ruled, ...]
    state: msgspec.Raw
    others: tuple[int, ...]
    differences: tuple[Difference, ...]
    tray_moves: tuple[TrayMoved, ...]
    counted_for: date | None
    retired_on: date | None
    rounds: int
    tallies: dict[str, msgspec.Raw]


def taken_of(place: TableInService, days: GamingDays) -> bytes:
    """A table as a snapshot keeps it."""
    tell(place, days)
    taken = Snapshot(
        version=place.version,
        set_up=place.set_up,
        rulings=tuple(place.rulings),
        state=msgspec.Raw(msgspec.json.encode(place.state)),
        others=place.record.others,
        differences=tuple(place.differences),
        tray_moves=tuple(place.tray_moves),
        counted_for=place.counted_for,
        retired_on=place.retired_on,
        rounds=place.rounds,
        tallies={name: msgspec.Raw(msgspec.json.encode(place.tallies[name])) for name in TALLIES},
    )
    return msgspec.json.encode(taken)


def tell(place: TableInService, days: GamingDays) -> None:
    """Have every tally come to the end of a table's record, while that is at hand."""
    for name, kind in TALLIES.items():
        try:
            tallied(place, kind, days, lambda _: None)
        except Exception as error:
            # Whoever asks for it is told; the table goes on.
            _LOG.warning("%s of table %s cannot be told: %s", name, place.name, error)


def table_of(content: bytes, days: GamingDays | None) -> TableInService:
    """The table that a snapshot was taken of; what cannot be read raises `msgspec.DecodeError` or whatever is wrong with it."""
    taken = msgspec.json.decode(content, type=Snapshot)
    place = TableInService(taken.set_up, days)
    state: Any = TableState  # whose play it is is known only here, at run time
    place.state = msgspec.json.decode(taken.state, type=state[type(place.state.play)])
    place.version = taken.version
    place.record = Record(others=taken.others, acts=taken.version - len(taken.others))
    place.rulings = list(taken.rulings)
    place.differences = list(taken.differences)
    place.tray_moves = list(taken.tray_moves)
    place.counted_for, place.retired_on, place.rounds = taken.counted_for, taken.retired_on, taken.rounds
    place.tallies = {name: msgspec.json.decode(taken.tallies[name], type=TALLIES[name]) for name in TALLIES}
    return place


class Kept(NamedTuple):
    """A snapshot as it is kept, and the hash of the entry that it stands on."""

    stream: str
    version: int
    hash: bytes
    program: str
    content: bytes
    tag: str = ""
    stands_on: bytes = b""

    @property
    def said(self) -> bytes:
        """What the house puts its mark under."""
        content = sha256(self.content).hexdigest()
        return canonical([self.stream, self.version, self.hash.hex(), self.program, content])


def kept_snapshots(journal: Journal) -> dict[str, Kept]:
    """The snapshots that stand on an entry of the journal, by stream."""
    stands = (snapshots.c.stream == entries.c.stream) & (snapshots.c.version == entries.c.version)
    with journal.reading() as connection:
        if not sa.inspect(connection).has_table(snapshots.name):
            return {}
        found = connection.execute(sa.select(snapshots, entries.c.hash).join(entries, stands))
        return {row[0]: Kept(*row) for row in found}


def is_untrue(kept: Kept, place: TableInService, days: GamingDays) -> bool:
    """Whether a snapshot that this program would load differs from the table replayed to the same version."""
    if kept.program != program_of(place) or kept.hash != kept.stands_on:
        return False
    try:
        said = msgspec.json.decode(kept.content)
    except msgspec.DecodeError:
        return True
    return bool(said != msgspec.json.decode(taken_of(place, days)))


class Snapshots:
    """The snapshots of a journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._kept: dict[str, int] = {}

    def read(self, days: GamingDays) -> Iterator[TableInService]:
        """Every table of which there is a snapshot that can be believed."""
        for kept in kept_snapshots(self._journal).values():
            if kept.hash != kept.stands_on or kept.tag != self._journal.tag(_PURPOSE, kept.said):
                continue
            try:
                place = table_of(kept.content, days)
            except Exception as error:
                _LOG.info("the snapshot of %s is passed over: %s", kept.stream, error)
                continue
            told = (TABLE_STREAM + place.name, place.version, program_of(place))
            if told == (kept.stream, kept.version, kept.program):
                self._kept[place.name] = place.version
                yield place

    def keep(self, place: TableInService, days: GamingDays, *, at_opening: bool = False) -> None:
        """Keep a table as it stands after its last entry, if enough was added; what cannot be kept is replayed next time."""
        enough = min(EVERY, AT_OPENING) if at_opening else EVERY
        if self._journal.read_only or place.version - self._kept.get(place.name, 0) < enough:
            return
        # Also where it fails: it is tried again only once as much was added again.
        self._kept[place.name] = place.version
        stream, program = TABLE_STREAM + place.name, program_of(place)
        try:
            content = taken_of(place, days)
            with self._journal.transaction() as transaction:
                connection = transaction.connection
                _metadata.create_all(connection)
                of_entry = (entries.c.stream == stream, entries.c.version == place.version)
                hash = connection.execute(sa.select(entries.c.hash).where(*of_entry)).scalar_one()
                connection.execute(snapshots.delete().where(snapshots.c.stream == stream))
                kept = Kept(stream, place.version, hash, program, content)
                tag = self._journal.tag(_PURPOSE, kept.said)
                row = dict(zip(snapshots.c.keys(), (*kept[:5], tag), strict=True))
                connection.execute(snapshots.insert(), row)
        except Exception as error:
            # What was recorded is recorded, whatever becomes of the snapshot.
            _LOG.warning("no snapshot was kept of table %s: %s", place.name, error)


def program_of(place: TableInService) -> str:
    """Which program plays a table: the version, and a hash over the code of Houseway and of the game's own package."""
    packages = {"houseway", type(place.game).__module__.partition(".")[0]}
    return f"{__version__} {' '.join(map(_code_of, sorted(packages)))}"


@cache
def _code_of(package: str) -> str:
    """A hash over the code of a package; rules that change without a new version make every snapshot a foreign one."""
    hashing = sha256()
    for folder in sorted(import_module(package).__path__):
        for file in sorted(Path(folder).rglob("*.py")):
            hashing.update(canonical([str(file.relative_to(folder)), file.read_text("utf-8")]))
    return hashing.hexdigest()[:16]
