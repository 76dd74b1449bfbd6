"""The journal: an append-only, hash-chained record of everything that happened."""

from houseway.journal.audit import Report
from houseway.journal.canonical import canonical, parse
from houseway.journal.checkpoint import Checkpoint, PublicKey, Signer
from houseway.journal.entry import NO_HASH, Entry, Head, entry_hash, timestamp
from houseway.journal.errors import BadCheckpoint, Conflict, JournalDamaged, JournalUnavailable, NotCanonical
from houseway.journal.export import verify_export
from houseway.journal.journal import Draft, Journal, Transaction

__all__ = [
    "NO_HASH",
    "BadCheckpoint",
    "Checkpoint",
    "Conflict",
    "Draft",
    "Entry",
    "Head",
    "Journal",
    "JournalDamaged",
    "JournalUnavailable",
    "NotCanonical",
    "PublicKey",
    "Report",
    "Signer",
    "Transaction",
    "canonical",
    "entry_hash",
    "parse",
    "timestamp",
    "verify_export",
]
