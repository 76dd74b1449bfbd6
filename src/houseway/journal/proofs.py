"""Proofs about a journal: that one entry stands in it, without the others, and that it only grew."""

import base64
from collections.abc import Sequence
from typing import Any

import msgspec

from houseway.journal.canonical import canonical, parse
from houseway.journal.checkpoint import Checkpoint, PublicKey, stated
from houseway.journal.entry import Entry, entry_hash
from houseway.journal.errors import BadCheckpoint
from houseway.journal.journal import Journal
from houseway.journal.merkle import consistency, includes, inclusions, leaf

_FORMAT = "houseway entry proof 1"


class EntryProof(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of a journal, a signed checkpoint, and what shows that the checkpoint covers the entry."""

    format: str
    entry: dict[str, Any]
    proof: tuple[str, ...]
    checkpoint: str


def prove_entry(journal: Journal, position: int, note: str) -> EntryProof:
    """Prove by a checkpoint that an entry stands in the journal."""
    covered = stated(note).entries
    if not 1 <= position <= covered:
        raise ValueError(f"the checkpoint covers the entries 1 to {covered}")
    (proof,) = prove_entries(journal, (next(journal.read_all(after=position - 1)),), note)
    return proof


def prove_entries(journal: Journal, entries: Sequence[Entry], note: str) -> tuple[EntryProof, ...]:
    """Prove by a checkpoint that these entries stand in the journal."""
    leaves = _leaves(journal, stated(note).entries)
    shown = inclusions(leaves, (entry.position - 1 for entry in entries))
    return tuple(
        EntryProof(
            format=_FORMAT,
            entry={
                **msgspec.structs.asdict(entry),
                "body": parse(entry.body),
                "hash": entry.hash.hex(),
                "previous": entry.previous.hex(),
            },
            proof=tuple(map(_base64, proof)),
            checkpoint=note,
        )
        for entry, proof in zip(entries, shown, strict=True)
    )


def check_entry(proof: EntryProof, key: PublicKey) -> Checkpoint:
    """Give the checkpoint that covers an entry, or raise `BadCheckpoint` where the proof does not show it."""
    checkpoint = key.check(proof.checkpoint)
    try:
        told = proof.entry
        own = entry_hash(
            bytes.fromhex(told["previous"]),
            told["position"],
            told["stream"],
            told["version"],
            told["kind"],
            told["recorded_at"],
            canonical(told["body"]),
        )
        shown = [base64.b64decode(one, validate=True) for one in proof.proof]
        covered = includes(checkpoint.hash, checkpoint.entries, told["position"] - 1, own, shown)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadCheckpoint(f"it is no proof of an entry ({error})") from None
    if proof.format != _FORMAT or not covered:
        raise BadCheckpoint("the checkpoint does not cover the entry as it is told")
    return checkpoint


def prove_growth(journal: Journal, old: int, new: int) -> tuple[bytes, ...]:
    """Prove that the journal of `new` entries begins with that of `old` ones."""
    return consistency(_leaves(journal, new), old)


def _leaves(journal: Journal, size: int) -> list[bytes]:
    return [leaf(found) for found in journal.hashes(size)]


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
