"""A round proved: its entries are those that were recorded, and a signed checkpoint of the journal covers each of them."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec

from houseway.floor.table import TABLE_STREAM
from houseway.journal import BadCheckpoint, Entry, Journal
from houseway.journal.proofs import EntryProof, check_entry, prove_entries


class RoundProof(msgspec.Struct, frozen=True, kw_only=True):
    """The entries of a round with their proofs, how much of the journal the checkpoint covers, and what does not hold.

    `key` is the public key by which it was checked, empty where the house signs nothing.
    """

    key: str
    covered: int
    proofs: tuple[EntryProof, ...]
    problem: str = ""

    @property
    def holds(self) -> bool:
        """Whether every entry is proved."""
        return not self.problem

    @property
    def words(self) -> str:
        """What was found, in a sentence; no hash is in it, which could be tried against every card that lies face down."""
        if self.problem:
            return f"Not proved: {self.problem}."
        first, last = self.proofs[0].entry, self.proofs[-1].entry
        return (
            f"Proved: the entries {first['version']} to {last['version']} of {first['stream']} "
            f"({first['position']} to {last['position']} of the journal) "
            f"are covered by a signed checkpoint of {self.covered} entries, checked with the key {self.key}."
        )


def entries_of(journal: Journal, table: str, first: int, last: int) -> tuple[Entry, ...]:
    """The entries of a table's record from one version to another."""
    return tuple(islice(journal.read(TABLE_STREAM + table, after=first - 1), last - first + 1))


def submission_of(entries: Sequence[Entry]) -> str:
    """The hash of the submission that the last of these entries was recorded under, if one names any."""
    told: list[dict[str, Any]] = [msgspec.json.decode(entry.body) for entry in entries]
    return next((str(one["submission"]) for one in reversed(told) if "submission" in one), "")


NOT_YET = RoundProof(key="", covered=0, proofs=(), problem="the round is not over yet")


def prove_round(journal: Journal, entries: Sequence[Entry]) -> RoundProof:
    """Sign how long the journal is, prove every entry by it, and check every proof as anybody outside would."""
    key = journal.signs_with
    if key is None:
        return RoundProof(
            key="", covered=0, proofs=(), problem="this house was opened without a key to sign with"
        )
    try:
        note = journal.checkpoint()
        proofs = prove_entries(journal, entries, note)
        covered = [check_entry(proof, key).entries for proof in proofs]
    except BadCheckpoint as bad:
        return RoundProof(key=key.text(), covered=0, proofs=(), problem=str(bad))
    return RoundProof(key=key.text(), covered=max(covered), proofs=proofs)
