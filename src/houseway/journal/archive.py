r"""Archives: what was recorded on one gaming day, in a file that is verified alone, or in a row with those of the days around it.

An archive is an export of some entries, its first line says which, and what ties them to all others:

    {"after":1000,"begins":…,"checkpoint":…,"day":"2026-11-18","ends":…,"entries":234,"format":"houseway archive 1","parts":[…],
     "previous":"9f…","proof":[…]}

The entries of a day are those from the first that was recorded after it began up to the first that was recorded after it ended: one
archive ends where the next begins, whatever a clock says. The journal keeps all of them; an archive is a copy for another place.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import islice
from typing import NamedTuple

import msgspec

from houseway.journal.audit import Before, Fault, Outside, Report, Row, Walk, signed_by_any
from houseway.journal.canonical import canonical, parse
from houseway.journal.checkpoint import stated
from houseway.journal.entry import is_timestamp, timestamp
from houseway.journal.errors import BadCheckpoint
from houseway.journal.export import entry_line, rows_of, unhex
from houseway.journal.journal import Journal
from houseway.journal.merkle import Frontier, consistencies, is_consistent, leaf
from houseway.table.days import GamingDays

_FORMAT = "houseway archive 1"
_A_DAY = timedelta(days=1)


class Described(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of an archive."""

    format: str
    day: str
    begins: str
    ends: str
    # How many entries there are before it, the hash of the last of them, and the roots of the full trees over them.
    after: int
    previous: str
    parts: tuple[str, ...]
    entries: int
    # A checkpoint that covers it, and what proves that the journal up to the end of the archive is the beginning of that one.
    checkpoint: str
    proof: tuple[str, ...]


class Span(NamedTuple):
    """A gaming day that is over, and the entries that were recorded on it: those after one position, up to another."""

    day: date
    begins: str
    ends: str
    after: int
    until: int


def spans(moments: Iterable[tuple[int, str]], days: GamingDays) -> Iterator[Span]:
    """The gaming days that are over, from the positions and moments of all entries: a day is over once something was recorded after it."""
    day: date | None = None
    after, begins, ends = 0, "", ""
    for position, moment in moments:
        if day is None:
            day = days.day_of(datetime.fromisoformat(moment))
            begins, ends = _bounds(day, days)
        while moment >= ends:
            yield Span(day, begins, ends, after, position - 1)
            day, after = day + _A_DAY, position - 1
            begins, ends = _bounds(day, days)


def _bounds(day: date, days: GamingDays) -> tuple[str, str]:
    return timestamp(days.start_of(day)), timestamp(days.start_of(day + _A_DAY))


def archives(
    journal: Journal, note: str, days: GamingDays, wanted: Callable[[Span], bool]
) -> Iterator[tuple[Span, Iterator[bytes]]]:
    """The lines of the archive of each gaming day that is over and is wanted; a checkpoint of the journal's end ties them together."""
    hashes = journal.hashes(stated(note).entries)
    chosen = [span for span in spans(journal.moments(len(hashes)), days) if wanted(span)]
    proofs = consistencies([leaf(one) for one in hashes], [span.until for span in chosen])
    before = Frontier()
    for span, proof in zip(chosen, proofs, strict=True):
        before = before.grown(hashes[before.size : span.after])
        described = Described(
            format=_FORMAT,
            day=span.day.isoformat(),
            begins=span.begins,
            ends=span.ends,
            after=span.after,
            previous=(hashes[span.after - 1] if span.after else bytes(32)).hex(),
            parts=tuple(part.hex() for part in before.roots),
            entries=span.until - span.after,
            checkpoint=note,
            proof=tuple(part.hex() for part in proof),
        )
        yield span, _lines(journal, described)


def _lines(journal: Journal, described: Described) -> Iterator[bytes]:
    yield canonical(described) + b"\n"
    for entry in islice(journal.read_all(after=described.after), described.entries):
        yield entry_line(Row(*msgspec.structs.astuple(entry))) + b"\n"


def verify_archives(files: Iterable[Iterable[bytes]], outside: Outside) -> Report:
    """Check one archive, or several of days that follow each other, against keys and checkpoints brought from outside."""
    if not outside.keys:
        raise ValueError(
            "an archive proves nothing without the public key that its checkpoint is to be checked with"
        )
    witnesses: dict[int, set[bytes]] = {}
    for note in outside.checkpoints:
        kept = signed_by_any(outside.keys, note)
        witnesses.setdefault(kept.entries, set()).add(kept.hash)
    row: _ArchiveRow | None = None
    for lines in files:
        remaining = iter(lines)
        described = _described(next(remaining, b""))
        if described is None:
            read = row.verified if row else 0
            return Report(False, read, None, "the first line of a file does not describe an archive")
        row = row or _ArchiveRow(described)
        fault = row.follow(described, rows_of(remaining), outside, witnesses)
        if fault is not None:
            return Report(
                False, row.verified, fault.position, f"the archive of {described.day}: {fault.problem}"
            )
    return Report(True, row.verified if row else 0, None, "")


class _ArchiveRow:
    """How far a row of archives has been verified."""

    def __init__(self, first: Described) -> None:
        self._first = first.after
        self._ends = ""
        tree = Frontier(first.after, tuple(map(unhex, first.parts)))
        self._walk = Walk(Before(first.after, unhex(first.previous), tree, every_stream=first.after == 0))

    @property
    def verified(self) -> int:
        """How many entries were good."""
        return self._walk.count - self._first

    def follow(
        self, described: Described, rows: Iterable[Row], outside: Outside, witnesses: dict[int, set[bytes]]
    ) -> Fault | None:
        """Go through the next archive."""
        within = _Within(described, rows)
        return (
            self._connected(described)
            or self._walk.through(within, witnesses)
            or within.fault
            or self._ended(described)
            or self._signed(described, outside)
        )

    def _connected(self, described: Described) -> Fault | None:
        walk, count = self._walk, self._walk.count
        if described.after > count:
            return Fault(count + 1, f"entries {count + 1} to {described.after} are in no archive")
        if described.after < count or described.begins < self._ends:
            return Fault(described.after + 1, "it does not begin where the one before ended")
        if (described.previous, described.parts) != (
            walk.last_hash.hex(),
            tuple(part.hex() for part in walk.tree.roots),
        ):
            return Fault(count + 1, "it does not go on from the one before")
        self._ends = described.ends
        return None

    def _ended(self, described: Described) -> Fault | None:
        until = described.after + described.entries
        if self._walk.count < until:
            return Fault(
                self._walk.count + 1, f"entries {self._walk.count + 1} to {until} are missing at its end"
            )
        if self._walk.count > until:
            return Fault(until + 1, f"entry {until + 1} is none of its own")
        return None

    def _signed(self, described: Described, outside: Outside) -> Fault | None:
        walk = self._walk
        try:
            covers = signed_by_any(outside.keys, described.checkpoint)
        except BadCheckpoint as bad:
            return Fault(None, f"its checkpoint is not genuine: {bad}")
        proof = tuple(map(unhex, described.proof))
        if not is_consistent(walk.tree.root(), walk.count, covers.hash, covers.entries, proof):
            return Fault(None, "its entries are not those that its checkpoint was signed for")
        return None


class _Within:
    """Entries on their way, up to the first good one that does not belong to the day."""

    def __init__(self, described: Described, rows: Iterable[Row]) -> None:
        self._described, self._rows = described, rows
        self.fault: Fault | None = None

    def __iter__(self) -> Iterator[Row]:
        begins, ends, first = self._described.begins, self._described.ends, self._described.after + 1
        for row in self._rows:
            yield row
            if row.recorded_at >= ends or (row.position == first and row.recorded_at < begins):
                said = f"entry {row.position} was not recorded on that day"
                self.fault = Fault(row.position, said)
                return


def _described(line: bytes) -> Described | None:
    """The first line, if it is that of an archive and everything in it has its form."""
    try:
        told = msgspec.convert(parse(line.removesuffix(b"\n")), Described)
        hashes: Sequence[bytes] = [unhex(one) for one in (told.previous, *told.parts, *told.proof)]
        day = date.fromisoformat(told.day)
    except (ValueError, msgspec.ValidationError):
        return None
    sound = (
        told.format == _FORMAT
        and canonical(told) == line.removesuffix(b"\n")
        and told.day == day.isoformat()
        and all(map(is_timestamp, (told.begins, told.ends)))
        and told.begins < told.ends
        and all(len(one) == 32 for one in hashes)
        and told.after >= 0
        and told.entries >= 0
        and len(told.parts) == told.after.bit_count()
        and (told.after > 0 or not any(hashes[0]))
    )
    return told if sound else None
