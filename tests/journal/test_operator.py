"""Whoever holds database, disk and the house's own keys rewrites the record so that everything in it fits: a witness's copy tells.

HOUSEWAY_EDITS says how many records are rewritten (in full 10,000), HOUSEWAY_CLEAN_JOURNALS how many honest ones are
checked (in full 1,000). What is made up depends on the number alone: a failure names it.
"""

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from houseway.journal import (
    NO_HASH,
    Draft,
    Journal,
    Outside,
    Signer,
    canonical,
    change_key,
    enter_key,
    entry_hash,
)
from houseway.journal.checkpoint import stated
from houseway.journal.merkle import Frontier
from houseway.journal.succession import KEYS_STREAM
from tests.journal.houses import NOON
from tests.journal.test_trust import HOUSE, OTHER, Line, both, lines_of
from tools.reliability import note

EDITS = int(os.environ.get("HOUSEWAY_EDITS", "110"))
CLEAN = int(os.environ.get("HOUSEWAY_CLEAN_JOURNALS", "8"))
SEER = Signer("witness.example/w1", bytes(range(32, 64)), witness=True)


class Kept(NamedTuple):
    """An honest journal as it was written out, who signed it at last, and the notes that a witness has kept of it."""

    lines: list[Line]
    signer: Signer
    notes: tuple[str, ...]

    @property
    def sizes(self) -> list[int]:
        """How long the journal was each time the witness signed."""
        return [stated(note).entries for note in self.notes]


WITNESS = (SEER.public,)
BOTH_KEYS = (HOUSE.public, SEER.public)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal in which nothing is recorded yet."""
    place = tmp_path_factory.mktemp("empty") / "journal.db"
    Journal.open(place).close()
    return place


def _body(chance: random.Random) -> Any:
    return chance.choice(
        (
            {},
            {"pays": chance.randrange(-(2**63), 2**63)},
            {"seat": chance.randrange(8), "cards": ["As", "Td"], "who": {"name": "Zoë", "of": None}},
            {"words": "\u2028 a line's end, a tab\t, a quote\" and 九" * chance.randrange(3), "done": True},
        )
    )


def _play(journal: Journal, chance: random.Random, entries: int) -> None:
    """Some people move at some tables, one entry at a time or several together."""
    left = entries
    while left:
        stream, some = f"table/{chance.randrange(4)}", chance.randint(1, min(left, 5))
        at = journal.version(stream)
        journal.append_all(
            Draft(stream, at + number, chance.choice(("act", "refused")), _body(chance), NOON)
            for number in range(some)
        )
        left -= some


def honest(empty: Path, place: Path, seed: object) -> Kept:
    """A journal that nobody has touched: any length, any bodies, another key now and then, a witness at some of its ends."""
    chance, signer, notes = random.Random(f"honest {seed}"), HOUSE, []
    shutil.copy(empty, place)
    parts = chance.randint(1, 4)
    handed_over = parts > 1 and chance.random() < 0.3
    for part in range(parts):
        with Journal.open(place, signer=signer) as journal:
            enter_key(journal, signer.public)
            _play(journal, chance, chance.randint(1, 25))
            if part == parts - 1 or chance.random() < 0.7:
                note = journal.checkpoint()
                notes.append(note + SEER.cosign(note, 1_700_000_000 + part))
                if chance.random() < 0.5:
                    journal.keep_cosigned(notes[-1], SEER.public)
            if handed_over and part == 0:
                change_key(journal, HOUSE, OTHER.public, ("SA-1", "IA-1"))
                signer = OTHER
            if part == parts - 1:
                assert journal.verify(Outside(BOTH_KEYS, tuple(notes))).ok, seed
                lines = lines_of(journal)
    return Kept(lines, signer, tuple(notes))


def test_no_honest_journal_is_suspected(empty: Path, memory_path: Path) -> None:
    for seed in range(CLEAN):
        kept = honest(empty, memory_path / f"{seed}.db", seed)
        (memory_path / f"{seed}.db").unlink()
        for outside in (
            Outside(),
            Outside((HOUSE.public,)),
            Outside(WITNESS, kept.notes),
            Outside(BOTH_KEYS, kept.notes),
        ):
            assert both(kept.lines, outside) == (True, None), seed
    note("operator", "honest journals", f"{CLEAN:,}, none suspected", "1,000, none suspected")


# The operator.


def rewritten(kept: Kept, entries: list[Line]) -> list[Line]:
    """The record with other entries: numbers, versions, hashes, head and every checkpoint of the house made anew to fit.

    What the witness signed cannot be made anew, and is left out.
    """
    previous, tree, roots = NO_HASH, Frontier(), {}
    versions: dict[str, int] = {}
    made: list[Line] = []
    for position, entry in enumerate(entries, 1):
        version = versions[entry["stream"]] = versions.get(entry["stream"], 0) + 1
        said = (entry["stream"], version, entry["kind"], entry["recorded_at"], canonical(entry["body"]))
        own = entry_hash(previous, position, *said)
        made.append(
            entry | {"position": position, "version": version, "previous": previous.hex(), "hash": own.hex()}
        )
        previous, tree = own, tree.grown([own])
        roots[position] = tree.root()
    notes = [
        {"position": size, "key": kept.signer.public.text(), "note": kept.signer.sign(size, roots[size])}
        for size in sorted({note["position"] for note in kept.lines[0]["checkpoints"]})
        if size in roots
    ]
    first = kept.lines[0] | {"entries": len(made), "hash": previous.hex(), "checkpoints": notes}
    return [first, *made]


Edit = Callable[[random.Random, list[Line], int], list[Line]]


def _at(chance: random.Random, entries: list[Line], before: int) -> int:
    """The place of an entry that the witness has seen; those that name keys are left as they are."""
    return chance.choice(
        [place for place, entry in enumerate(entries[:before]) if entry["stream"] != KEYS_STREAM]
    )


def _changed(chance: random.Random, entry: Line) -> Line:
    return entry | {"body": {"pays": chance.randrange(10**9), "made": "up"}}


def _made_up(chance: random.Random) -> Line:
    return _changed(chance, {"stream": f"table/{chance.randrange(4)}", "kind": "act", "recorded_at": NOON})


def _edits() -> dict[str, Edit]:
    def body(chance: random.Random, entries: list[Line], before: int) -> list[Line]:
        at = _at(chance, entries, before)
        return [*entries[:at], _changed(chance, entries[at]), *entries[at + 1 :]]

    def told_otherwise(chance: random.Random, entries: list[Line], before: int) -> list[Line]:
        at = _at(chance, entries, before)
        other = chance.choice(
            ({"stream": "table/9"}, {"kind": "corrected"}, {"recorded_at": "2024-05-01T12:00:00.000001Z"})
        )
        return [*entries[:at], entries[at] | other, *entries[at + 1 :]]

    def removed(chance: random.Random, entries: list[Line], before: int) -> list[Line]:
        at = _at(chance, entries, before)
        return [*entries[:at], *entries[at + 1 :]]

    def removed_and_made_up_for(chance: random.Random, entries: list[Line], before: int) -> list[Line]:
        return [*removed(chance, entries, before), _made_up(chance)]

    def inserted(chance: random.Random, entries: list[Line], before: int) -> list[Line]:
        at = _at(chance, entries, before)
        return [*entries[:at], _made_up(chance), *entries[at:]]

    def doubled(chance: random.Random, entries: list[Line], before: int) -> list[Line]:
        at = _at(chance, entries, before)
        return [*entries[: at + 1], *entries[at:]]

    def moved(chance: random.Random, entries: list[Line], before: int) -> list[Line]:
        at = _at(chance, entries, before)
        rest = [*entries[:at], *entries[at + 1 :]]
        to = chance.randrange(len(entries))
        return [*rest[:to], entries[at], *rest[to:]]

    def tail_cut_off(chance: random.Random, entries: list[Line], before: int) -> list[Line]:
        return entries[: _at(chance, entries, before)]

    def forked(chance: random.Random, entries: list[Line], before: int) -> list[Line]:
        common = tail_cut_off(chance, entries, before)
        return [*common, *(_made_up(chance) for _ in range(chance.randrange(2 * len(entries))))]

    def backup_put_back_and_played_on(chance: random.Random, entries: list[Line], before: int) -> list[Line]:
        older = entries[: chance.randrange(before)]
        return [*older, *(_made_up(chance) for _ in range(chance.randrange(len(entries))))]

    def another_house(chance: random.Random, entries: list[Line], before: int) -> list[Line]:
        return [_changed(chance, entry) if entry["stream"] != KEYS_STREAM else entry for entry in entries]

    edits = (
        body, told_otherwise, removed, removed_and_made_up_for, inserted, doubled, moved, tail_cut_off, forked,
        backup_put_back_and_played_on, another_house,
    )  # fmt: skip
    return {edit.__name__: edit for edit in edits}


@pytest.fixture(scope="module")
def kept(empty: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Kept]:
    """Honest journals of several lengths."""
    folder = tmp_path_factory.mktemp("kept")
    return [honest(empty, folder / f"{seed}.db", f"kept {seed}") for seed in range(6)]


def found_at(kept: Kept, forged: list[Line]) -> int:
    """The entry that must be named: where the witness first signed something else, or the first that is no longer there."""
    true = [entry["hash"] for entry in kept.lines[1:]]
    false = [entry["hash"] for entry in forged[1:]]
    for size in kept.sizes:
        if len(false) < size:
            return len(false) + 1
        if false[size - 1] != true[size - 1]:
            return size
    raise AssertionError("nothing that the witness has seen was changed")


@pytest.mark.parametrize("name", _edits())
def test_a_record_made_to_fit_with_the_houses_keys_is_found_by_a_witnesss_copy(
    name: str, kept: list[Kept]
) -> None:
    rewrites, edit = -(-EDITS // len(_edits())), _edits()[name]
    untouched = 0
    for number in range(rewrites):
        chance, one = random.Random(f"{name} {number}"), kept[number % len(kept)]
        true = one.lines[1:]
        entries = edit(chance, json.loads(json.dumps(true)), one.sizes[-1])
        forged = rewritten(one, entries)
        if [entry["hash"] for entry in forged[1 : one.sizes[-1] + 1]] == [
            entry["hash"] for entry in true[: one.sizes[-1]]
        ]:
            # Moved or made up where nothing differs, or after the witness has last signed.
            untouched += 1
            continue
        found = found_at(one, forged)
        for outside in (Outside(WITNESS, one.notes), Outside(BOTH_KEYS, one.notes)):
            assert both(forged, outside) == (False, found), f"{name} {number}"
    assert untouched < rewrites / 3, "most were made to lie"
    made = f"{rewrites - untouched:,}, all found by a witness's copy"
    note("operator", f"records made to fit with the house's keys: {name.replace('_', ' ')}", made)


def test_without_a_witness_whoever_has_the_keys_can_make_anything_fit(kept: list[Kept]) -> None:
    one = kept[0]
    forged = rewritten(one, _edits()["another_house"](random.Random(1), one.lines[1:], one.sizes[-1]))
    assert both(forged, Outside((HOUSE.public,))) == (True, None)
