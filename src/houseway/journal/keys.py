"""Entering and changing the key with which the checkpoints of a journal are signed."""

import base64
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from houseway.journal.checkpoint import PublicKey, Signer
from houseway.journal.entry import timestamp
from houseway.journal.errors import Conflict, JournalUnavailable
from houseway.journal.journal import Draft, Journal, Transaction
from houseway.journal.succession import KEYS_STREAM, KeyEntered, Succession, succession

_KIND = "key-entered"


def recorded_keys(journal: Journal) -> tuple[PublicKey, ...]:
    """The keys that a journal names, oldest first."""
    found = Succession()
    for entry in journal.read(KEYS_STREAM):
        found.follow(entry.body)
    return tuple(found.keys)


def enter_key(journal: Journal, key: PublicKey) -> None:
    """Record the key of a journal that has none yet; any other than the one it has is refused."""
    known = recorded_keys(journal)
    if not known:
        try:
            journal.append(KEYS_STREAM, 0, _KIND, KeyEntered(key=key.text()))
        except Conflict:
            known = recorded_keys(journal)
    if known and known[-1] != key:
        raise JournalUnavailable(
            f"the journal is signed with the key {known[-1].name}+{known[-1].id().hex()}, "
            f"and this is {key.name}+{key.id().hex()}",
            "name the file of the right key, or restore it from its copy",
        )


def _nothing(_: Transaction) -> None:
    """Nothing else carries the key."""


def change_key(
    journal: Journal,
    old: Signer,
    new: PublicKey,
    by: Iterable[str],
    also: Callable[[Transaction], None] = _nothing,
) -> None:
    """Let another key sign from now on, by the word of the one before and of those who order it.

    What else must change together with the key is done in the same transaction.
    """
    enter_key(journal, old.public)
    version = journal.version(KEYS_STREAM)
    signed = base64.b64encode(old.sign_bytes(succession(old.public.text(), new.text()))).decode()
    entered = KeyEntered(key=new.text(), signed=signed, by=tuple(by))
    with journal.transaction() as transaction:
        transaction.append_draft(Draft(KEYS_STREAM, version, _KIND, entered, timestamp(datetime.now(UTC))))
        also(transaction)
