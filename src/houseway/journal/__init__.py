"""The journal: an append-only, hash-chained record of everything that happened."""

from houseway.journal.audit import Outside, Report
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
from houseway.journal.keys import change_key, enter_key, recorded_keys
from houseway.journal.program import PROGRAM_STREAM, enter_program, programs
from houseway.journal.succession import KEYS_STREAM

__all__ = [
    "KEYS_STREAM",
    "NO_HASH",
    "PROGRAM_STREAM",
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
    "Outside",
    "PublicKey",
    "Report",
    "Signer",
    "Transaction",
    "canonical",
    "change_key",
    "check_key_name",
    "enter_key",
    "enter_program",
    "entry_hash",
    "parse",
    "programs",
    "recorded_keys",
    "timestamp",
    "verify_export",
]
