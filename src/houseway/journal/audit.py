"""The audit: walk the whole record and name the first entry that is not as it was written."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from houseway.journal.canonical import parse
from houseway.journal.checkpoint import Checkpoint, PublicKey
from houseway.journal.entry import NO_HASH, Head, entry_hash, is_name, is_timestamp
from houseway.journal.errors import BadCheckpoint, JournalDamaged, NotCanonical
from houseway.journal.merkle import Frontier
from houseway.journal.succession import KEYS_STREAM, Succession

# How often the journal signs a checkpoint by itself.
CHECKPOINT_EVERY = 1000


class Report(msgspec.Struct, frozen=True):
    """What the audit found: `entries` good ones, and the first bad one with what is wrong with it."""

    ok: bool
    entries: int
    first_bad: int | None
    problem: str


class Row(NamedTuple):
    """An entry as found: nothing about it is trusted, not even its types."""

    position: Any
    stream: Any
    version: Any
    kind: Any
    recorded_at: Any
    body: Any
    previous: Any
    hash: Any


class Note(NamedTuple):
    """A stored checkpoint as found: after which entry, with which public key, the signed text."""

    position: Any
    key: Any
    note: Any


class Outside(NamedTuple):
    """What whoever checks brings along, from a source other than the journal: keys that they trust, and checkpoints."""

    keys: tuple[PublicKey, ...] = ()
    checkpoints: tuple[str, ...] = ()


NOTHING = Outside()


class Before(NamedTuple):
    """What is known of the entries before those that are looked at: their number, the last hash, the tree over them."""

    entries: int = 0
    hash: bytes = NO_HASH
    tree: Frontier = Frontier()
    # Of each stream its version; where not every stream is named here, one that is not may go on from any.
    versions: Mapping[str, int] = MappingProxyType({})
    every_stream: bool = True
    # Those among them that name keys.
    keys: Sequence[Row] = ()


BEGINNING = Before()


# For a number of entries, the hashes that signed checkpoints name for them.
_Witnesses = Mapping[int, set[bytes]]


class Fault(NamedTuple):
    """What is wrong, and with which entry, if it is one in particular."""

    position: int | None
    problem: str


def audit(
    rows: Iterable[Row],
    head: Head | None,
    notes: Iterable[Note],
    outside: Outside = NOTHING,
    before: Before = BEGINNING,
) -> Report:
    """Check order, versions, hashes, bodies, head, keys and checkpoints, against what is brought from outside."""
    stored = list(notes)
    witnesses: dict[int, set[bytes]] = {}
    for checkpoint in outside.checkpoints:
        stated = signed_by_any(outside.keys, checkpoint)
        witnesses.setdefault(stated.entries, set()).add(stated.hash)
    forged = None
    for note in stored:
        fault = _note_fault(note, witnesses)
        forged = forged or fault

    walk = Walk(before)
    fault = (
        walk.follow_keys(before.keys)
        or walk.through(rows, witnesses)
        or walk.end(head, witnesses)
        or forged
        or walk.keys_fault(outside.keys)
        or walk.notes_fault(stored, outside.keys)
    )
    if fault is None:
        return Report(True, walk.count, None, "")
    return Report(False, walk.count, fault.position, fault.problem)


def signed_by_any(keys: tuple[PublicKey, ...], checkpoint: str) -> Checkpoint:
    """What a checkpoint from outside states, if any key that is trusted has signed it."""
    if not keys:
        raise ValueError("a checkpoint proves nothing without the public key that it is to be checked with")
    refused: BadCheckpoint | None = None
    for key in keys:
        try:
            return key.check(checkpoint)
        except BadCheckpoint as bad:
            refused = refused or bad
    assert refused is not None
    raise refused


def _note_fault(note: Note, witnesses: dict[int, set[bytes]]) -> Fault | None:
    """Check one stored checkpoint; a sound one becomes a witness of the hash it names."""
    try:
        stated = PublicKey.parse(note.key).check(note.note)
        if stated.entries != note.position:
            raise BadCheckpoint(f"it speaks of {stated.entries} entries")
    except (BadCheckpoint, AttributeError, TypeError) as error:
        return Fault(None, f"the checkpoint stored after entry {note.position} is not genuine: {error}")
    witnesses.setdefault(stated.entries, set()).add(stated.hash)
    return None


class Walk:
    """How far the audit has come."""

    def __init__(self, before: Before = BEGINNING) -> None:
        self.count = before.entries
        self.last_hash = before.hash
        self.hash_before_last: bytes | None = None
        self.last: Row | None = None
        self.versions = dict(before.versions)
        self._every_stream = before.every_stream
        self.keys = Succession()
        # From which entry on each key signs.
        self.keys_since: list[int] = []
        self._tree = before.tree
        self._beyond_tree: list[bytes] = []

    @property
    def tree(self) -> Frontier:
        """The tree over all entries so far."""
        self._tree = self._tree.grown(self._beyond_tree)
        self._beyond_tree.clear()
        return self._tree

    def follow_keys(self, rows: Iterable[Row]) -> Fault | None:
        """Take up the keys that earlier entries name."""
        return next((fault for row in rows if (fault := self.key_fault(row))), None)

    def through(self, rows: Iterable[Row], witnesses: _Witnesses = MappingProxyType({})) -> Fault | None:
        """Go from entry to entry until one is bad."""
        try:
            for row in rows:
                fault = self.fault(row)
                if fault is None:
                    self._beyond_tree.append(row.hash)
                named = witnesses.get(row.position)
                if fault is None and named and not named <= {row.hash, self.tree.root()}:
                    fault = Fault(
                        row.position,
                        f"{_call(row)}: the checkpoint of {row.position} entries was signed over another hash; "
                        "this entry or one before it was rewritten",
                    )
                if fault is not None:
                    return fault
                self.count = row.position
                self.hash_before_last, self.last_hash, self.last = self.last_hash, row.hash, row
                self.versions[row.stream] = row.version
        except JournalDamaged as error:
            return Fault(self.count + 1, f"entry {self.count + 1} cannot be read: {error.cause}")
        return None

    def fault(self, row: Row) -> Fault | None:
        """Say what is wrong with the entry that comes next."""
        expected = self.count + 1
        if type(row.position) is not int or row.position != expected:
            return Fault(
                expected, f"entry {expected} is missing; what is stored next is numbered {row.position!r}"
            )
        unreadable = _unreadable_field(row)
        if unreadable is None and row.previous != self.last_hash:
            return self.broken_link(row)
        if fault := changed(row):
            return fault
        due = self.versions.get(row.stream, 0) + 1
        if row.version != due and (row.stream in self.versions or self._every_stream):
            return Fault(expected, f"{_call(row)}: version {due} of its stream was due")
        try:
            parse(row.body)
        except NotCanonical as error:
            return Fault(expected, f"{_call(row)}: its body is not canonical ({error})")
        if row.stream == KEYS_STREAM:
            return self.key_fault(row)
        return None

    def key_fault(self, row: Row) -> Fault | None:
        """Take up the key that an entry names."""
        try:
            self.keys.follow(row.body)
        except BadCheckpoint as error:
            return Fault(row.position, f"{_call(row)}: it is no key of this journal: {error}")
        self.keys_since.append(row.position)
        return None

    def keys_fault(self, trusted: tuple[PublicKey, ...]) -> Fault | None:
        """Whether the journal's keys are none of those that are trusted."""
        houses = {key for key in trusted if not key.witness}
        if houses and self.keys.keys and not houses & set(self.keys.keys):
            return Fault(
                self.keys_since[0],
                f"the journal names the key {self.keys.keys[0].text()}, which is none of those that are trusted",
            )
        return None

    def notes_fault(self, stored: list[Note], trusted: tuple[PublicKey, ...]) -> Fault | None:
        """Whether a checkpoint that is due is missing, or one is signed with a key that nobody knows."""
        houses = {key.text() for key in trusted if not key.witness}
        known = {key.text() for key in self.keys.keys} or houses
        known |= houses
        for note in stored:
            if known and not PublicKey.parse(note.key).witness and note.key not in known:
                return Fault(
                    None, f"the checkpoint stored after entry {note.position} is signed with an unknown key"
                )
        if self.keys_since:
            kept = {note.position for note in stored if note.key in known}
            first = self.keys_since[0] + -self.keys_since[0] % CHECKPOINT_EVERY
            for due in range(first, self.count + 1, CHECKPOINT_EVERY):
                if due not in kept:
                    return Fault(due, f"the checkpoint that is due after entry {due} is missing")
        return None

    def broken_link(self, row: Row) -> Fault:
        """Decide which of two neighbours is the wrong one when they do not hang together."""
        if self.last is not None and row.previous == self.hash_before_last:
            return Fault(
                self.count, f"{_call(self.last)}: it was inserted; the entry after it does not know it"
            )
        if self.last is not None and _own_hash(row) == row.hash:
            return Fault(
                self.count, f"{_call(self.last)}: it was replaced; the entry after it followed another one"
            )
        return Fault(row.position, f"{_call(row)}: it does not continue the entry before it")

    def end(self, head: Head | None, witnesses: _Witnesses) -> Fault | None:
        """Compare where the walk ended with where the journal says it ends."""
        if head is None:
            return Fault(
                None, "the head record is missing or unreadable, so entries may be missing at the end"
            )
        if head.position > self.count:
            return Fault(
                self.count + 1, f"entries {self.count + 1} to {head.position} are missing at the end"
            )
        if head.position < self.count:
            return Fault(
                head.position + 1,
                f"entry {head.position + 1} is not part of the journal, which ends before it",
            )
        if head.hash != self.last_hash:
            called = "the head record" if self.last is None else _call(self.last)
            return Fault(self.count or None, f"{called}: the journal ends with another hash; it was replaced")
        beyond = [entries for entries in witnesses if entries > self.count]
        if beyond:
            return Fault(
                self.count + 1,
                f"entries {self.count + 1} to {max(beyond)} are missing at the end: a signed checkpoint "
                "counted them; the journal was rolled back",
            )
        return None


def changed(row: Row) -> Fault | None:
    """What is wrong with an entry, looked at alone: it cannot be read, or does not fit its own hash."""
    unreadable = _unreadable_field(row)
    if unreadable is not None:
        said = f"its {unreadable} is nothing the journal could have written"
    elif _own_hash(row) != row.hash:
        said = "what it says and its hash do not fit; it was changed"
    else:
        return None
    return Fault(row.position, f"{_call(row)}: {said}")


def _call(row: Row) -> str:
    return f"entry {row.position} ({row.stream}, version {row.version})"


def _own_hash(row: Row) -> bytes:
    return entry_hash(
        row.previous, row.position, row.stream, row.version, row.kind, row.recorded_at, row.body
    )


def _unreadable_field(row: Row) -> str | None:
    for field in ("stream", "kind"):
        if not (isinstance(getattr(row, field), str) and is_name(getattr(row, field))):
            return field
    if not (type(row.version) is int and 1 <= row.version < 2**63):
        return "version"
    if not (isinstance(row.recorded_at, str) and is_timestamp(row.recorded_at)):
        return "recorded_at"
    if not isinstance(row.body, bytes):
        return "body"
    for field in ("previous", "hash"):
        if not (isinstance(getattr(row, field), bytes) and len(getattr(row, field)) == 32):
            return field
    return None
