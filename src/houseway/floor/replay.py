"""Replay: a table made again from its record alone, as far as the record can be read."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from houseway.backoffice.postings.opening import opening_of
from houseway.backoffice.tables.entries import Changes, Retired
from houseway.floor.property import TableSetUp
from houseway.floor.record import AT_HAND
from houseway.floor.snapshots import is_untrue, kept_snapshots, tell
from houseway.floor.table import ACT, TABLE_STREAM, TableInService
from houseway.journal import Entry, Journal
from houseway.table.days import GamingDays

_RETIRED = str(Retired.__struct_config__.tag)


class UnknownTable(LookupError):
    """A table that is not on this floor."""


class ReplayDiffers(Exception):
    """An entry that cannot be replayed: somebody changed it, or this version of Houseway has other rules."""

    def __init__(self, cause: str) -> None:
        self.cause = cause
        self.fix = (
            "run houseway journal verify; if the record is genuine, the version that recorded it replays it"
        )
        super().__init__(f"{cause}; {self.fix}")


class SetAside(ReplayDiffers):
    """A table whose record cannot be replayed to its end: nobody plays there, and the rest of the house is open."""

    def __init__(self, table: str, cause: str, known: TableInService | None) -> None:
        super().__init__(f"table {table} is set aside: {cause}")
        self.table = table
        # The table as far as it could be replayed.
        self.known = known

    @property
    def title(self) -> str:
        """What the table is called, where that could be read."""
        return self.known.set_up.title if self.known else ""


def replay_table(journal: Journal, table: str, until: int | None = None) -> TableInService:
    """One table as it stood at a version, rebuilt from the journal without looking at any other."""
    return fold(journal, table, Folding(), until=until)


@dataclass
class Folding:
    """How far a table has been replayed."""

    place: TableInService | None = None

    @property
    def version(self) -> int:
        """The version that it has come to."""
        return self.place.version if self.place else 0


def fold(
    journal: Journal,
    table: str,
    folding: Folding,
    *,
    until: int | None = None,
    days: GamingDays | None = None,
    on_the_way: Callable[[TableInService], None] = lambda place: None,
) -> TableInService:
    """Replay a table from where it is; where an entry cannot be replayed, `folding` holds the table before it.

    `on_the_way` is called at the first version, and before an act may no longer be at hand.
    """
    for entry in journal.read(TABLE_STREAM + table, after=folding.version, until=until):
        with named_if_bad(entry):
            _check_version(folding.place, entry)
            if folding.place is None:
                folding.place = TableInService(msgspec.json.decode(entry.body, type=TableSetUp), days)
            elif entry.kind == ACT:
                folding.place.replay(entry.body)
            else:
                folding.place.follow(msgspec.json.decode(entry.body, type=Changes))
        if entry.version % AT_HAND == 1:
            on_the_way(folding.place)
    if folding.place is None:
        raise UnknownTable(f"there is no table {table!r} on this floor")
    return folding.place


@contextmanager
def named_if_bad(entry: Entry) -> Iterator[None]:
    """Name the entry that cannot be folded: somebody changed it, or the rules are others now. No table stops the others."""
    try:
        yield
    except ReplayDiffers:
        raise
    except Exception as error:
        said = f"it cannot be replayed ({type(error).__name__}: {error})"
        raise _differs(entry, said) from error


def _differs(entry: Entry, problem: str) -> ReplayDiffers:
    return ReplayDiffers(f"{entry.stream} version {entry.version}: {problem}")


def _check_version(place: TableInService | None, entry: Entry) -> None:
    due = place.version + 1 if place else 1
    if entry.version != due:
        raise _differs(entry, f"version {due} is missing before it")


class Finding(NamedTuple):
    """A place where the record of a table differs from today's rules, or cannot be read by them."""

    table: str
    version: int
    said: str


def check_tables(journal: Journal) -> Iterator[Finding]:
    """Replay every table, and say where today's rules do not follow the record, or a snapshot does not follow the replay."""
    with journal.reading() as connection:
        opening = opening_of(connection)
    days = opening.days if opening else GamingDays()
    kept = kept_snapshots(journal)
    for stream in journal.streams():
        if not stream.startswith(TABLE_STREAM):
            continue
        folding, table = Folding(), stream.removeprefix(TABLE_STREAM)
        untrue: Finding | None = None
        try:
            if (snapshot := kept.get(stream)) is not None:
                at_snapshot = fold(
                    journal,
                    table,
                    folding,
                    until=snapshot.version,
                    days=days,
                    on_the_way=lambda place: tell(place, days),
                )
                if is_untrue(snapshot, at_snapshot, days):
                    said = "the snapshot of the table is not what its record gives"
                    untrue = Finding(table, snapshot.version, said)
            fold(journal, table, folding, days=days)
        except ReplayDiffers as differs:
            yield Finding(table, folding.version + 1, differs.cause)
        for difference in folding.place.differences if folding.place else ():
            yield Finding(table, difference.version, difference.said)
        if untrue is not None:
            yield untrue


def was_retired(journal: Journal, table: str) -> bool:
    """Whether a table has left the floor, also one that cannot be replayed."""
    return any(entry.kind == _RETIRED for entry in journal.read(TABLE_STREAM + table))
