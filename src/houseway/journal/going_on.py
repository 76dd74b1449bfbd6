"""Verification that goes on: from a checkpoint up to which somebody has verified the journal before, to its end.

Of the entries before it the hashes are read, and have to give the root that was signed; what those entries say is not read again. So
an entry before it whose text was changed, and whose hash was left as it is, is found by a full verification alone.
"""

from typing import Any

import sqlalchemy as sa

from houseway.journal import schema
from houseway.journal.audit import Before, Report, Row, changed, signed_by_any
from houseway.journal.checkpoint import PublicKey
from houseway.journal.merkle import Frontier
from houseway.journal.succession import KEYS_STREAM

_HASHES = sa.select(schema.entries.c.hash).order_by(schema.entries.c.position)
_STREAMS = schema.latest_of_streams(schema.entries.c.version)


class NotAsVerified(Exception):
    """The journal does not begin as the one that was verified before."""

    def __init__(self, first_bad: int | None, problem: str) -> None:
        self.report = Report(False, 0, first_bad, problem)
        super().__init__(problem)


def verified_before(connection: sa.Connection, note: str, keys: tuple[PublicKey, ...]) -> Before:
    """What is known of the entries that a checkpoint covers, or raise `NotAsVerified` where they are not those that it was signed for."""
    checkpoint = signed_by_any(keys, note)
    covered = schema.entries.c.position <= checkpoint.entries
    hashes = list(connection.execute(_HASHES.where(covered)).scalars())
    if len(hashes) < checkpoint.entries:
        said = "fewer entries are there than were verified before; the journal was rolled back"
        raise NotAsVerified(len(hashes) + 1, said)
    tree = Frontier().grown(hashes) if all(isinstance(one, bytes) for one in hashes) else Frontier()
    if not hashes or checkpoint.hash not in (tree.root(), hashes[-1]):
        said = f"entries 1 to {checkpoint.entries} are not those that were verified before; a full verification names the first"
        raise NotAsVerified(None, said)
    # What the rest goes on from is read again: the latest entry of each stream, and the keys.
    entries = sa.select(schema.entries).where(covered)
    streams = [stream for stream, _ in connection.execute(_STREAMS)]
    versions: dict[str, int] = {}
    for stream in streams:
        of_stream = entries.where(schema.entries.c.stream == stream)
        latest = of_stream.order_by(schema.entries.c.version.desc()).limit(1)
        for row in _genuine(connection, latest):
            versions[stream] = row.version
    named = entries.where(schema.entries.c.stream == KEYS_STREAM).order_by(schema.entries.c.version)
    return Before(checkpoint.entries, hashes[-1], tree, versions, keys=tuple(_genuine(connection, named)))


def _genuine(connection: sa.Connection, query: sa.Select[Any]) -> list[Row]:
    """Entries that fit their own hashes."""
    rows = [Row(*found) for found in connection.execute(query)]
    for row in rows:
        if fault := changed(row):
            raise NotAsVerified(fault.position, fault.problem)
    return rows
