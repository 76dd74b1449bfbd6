"""The journal: an append-only, hash-chained record of everything that happened."""

from houseway.journal.audit import Report
from houseway.journal.canonical import canonical, parse
from houseway.journal.checkpoint import Checkpoint, PublicKey, Signer, check_key_name
from houseway.journal.entry import NO_HASH, Entry, Head, entry_hash, timestamp
from houseway.journal.errors import (
    BadCheckpoint,
    Conflict,
    JournalDamaged,
    JournalMissing,
    JournalUnavailable,
    NotCanonical,
)
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
    "JournalMissing",
    "JournalUnavailable",
    "NotCanonical",
    "PublicKey",
    "Report",
    "Signer",
    "Transaction",
    "canonical",
    "check_key_name",
    "entry_hash",
    "parse",
    "timestamp",
    "verify_export",
]
