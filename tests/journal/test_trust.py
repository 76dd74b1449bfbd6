"""Nobody rewrites history, the operator with the house's own key included: two verifiers find it, and name the same entry."""

import io
import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houseway.journal import (
    NO_HASH,
    BadCheckpoint,
    Draft,
    Journal,
    JournalUnavailable,
    Outside,
    PublicKey,
    Signer,
    canonical,
    change_key,
    enter_key,
    entry_hash,
    recorded_keys,
    second_verifier,
    verify_export,
)
from houseway.journal.merkle import Frontier
from houseway.journal.proofs import EntryProof, check_entry, prove_entry
from tests.journal.houses import NOON, Raw
from tools import reliability

HOUSE = Signer("houseway/riverside", bytes(range(32)))
OTHER = Signer("houseway/riverside", bytes(range(1, 33)))
# How many random edits are tried; `make proofs` asks for more.
EDITS = int(os.environ.get("HOUSEWAY_EDITS", "300"))
Line = dict[str, Any]


def lines_of(journal: Journal) -> list[Line]:
    file = io.BytesIO()
    journal.export(file)
    return [json.loads(line) for line in file.getvalue().splitlines()]


def written(lines: list[Line]) -> list[bytes]:
    return [canonical(line) + b"\n" for line in lines]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> list[Line]:
    """A journal with a key, two streams and three checkpoints."""
    with Journal.open(tmp_path_factory.mktemp("house") / "journal.db", signer=HOUSE) as journal:
        enter_key(journal, HOUSE.public)
        for part in range(3):
            journal.append_all(
                Draft(f"table/{number % 2}", part * 4 + number // 2, "move", {"pays": number}, NOON)
                for number in range(8)
            )
            journal.checkpoint()
        return lines_of(journal)


@pytest.fixture(scope="module")
def kept_outside(house: list[Line]) -> str:
    """What a witness has kept: the last checkpoint."""
    return str(house[0]["checkpoints"][-1]["note"])


NOTHING = Outside()


def both(lines: list[Line] | list[bytes], outside: Outside = NOTHING) -> tuple[bool, int | None]:
    """What both verifiers say: whether all is well, and the first bad entry; they must say the same."""
    data = [line if isinstance(line, bytes) else canonical(line) + b"\n" for line in lines]
    try:
        report = verify_export(data, outside)
        said = (report.ok, report.first_bad)
    except BadCheckpoint:
        said = (False, None)
    try:
        second_verifier.verify(data, [key.text() for key in outside.keys], outside.checkpoints)
        second: tuple[bool, int | None] = (True, None)
    except second_verifier.Bad as bad:
        second = (False, bad.entry)
    assert said == second, "the two verifiers agree"
    return said


TRUSTED = Outside((HOUSE.public,))


def rehash(lines: list[Line], signer: Signer | None) -> list[Line]:
    """What an operator does who has database, disk and a key: every hash, the head and all checkpoints made anew."""
    first, *entries = json.loads(json.dumps(lines))
    previous, tree, roots = NO_HASH, Frontier(), {}
    for position, entry in enumerate(entries, 1):
        said = (
            entry["stream"],
            entry["version"],
            entry["kind"],
            entry["recorded_at"],
            canonical(entry["body"]),
        )
        entry["position"], entry["previous"] = position, previous.hex()
        previous = entry_hash(previous, position, *said)
        entry["hash"] = previous.hex()
        tree = tree.grown([previous])
        roots[position] = tree.root()
    first["entries"], first["hash"] = len(entries), previous.hex()
    notes = [note for note in first["checkpoints"] if signer is not None and note["position"] <= len(entries)]
    for note in notes:
        assert signer is not None
        note["key"], note["note"] = (
            signer.public.text(),
            signer.sign(note["position"], roots[note["position"]]),
        )
    first["checkpoints"] = notes
    return [first, *entries]


def test_a_clean_journal_passes_both_verifiers(house: list[Line], kept_outside: str) -> None:
    assert both(house) == (True, None)
    assert both(house, TRUSTED) == (True, None)
    assert both(house, Outside((HOUSE.public,), (kept_outside,))) == (True, None)


def test_a_record_rewritten_with_the_houses_own_key_is_found_by_what_was_kept_outside(
    house: list[Line], kept_outside: str
) -> None:
    changed = json.loads(json.dumps(house))
    changed[9]["body"]["pays"] = 1_000_000
    forged = rehash(changed, HOUSE)
    assert both(forged, TRUSTED) == (True, None), "with the key everything can be made to fit"
    assert both(forged, Outside((HOUSE.public,), (kept_outside,))) == (False, 25)
    earlier = str(house[0]["checkpoints"][0]["note"])
    assert both(forged, Outside((HOUSE.public,), (earlier, kept_outside))) == (False, 9)


def test_a_tail_that_was_cut_off_is_found_by_what_was_kept_outside(
    house: list[Line], kept_outside: str
) -> None:
    forged = rehash(house[:-3], HOUSE)
    forged[0]["checkpoints"] = [note for note in forged[0]["checkpoints"] if note["position"] < 20]
    assert both(forged, TRUSTED) == (True, None)
    assert both(forged, Outside((HOUSE.public,), (kept_outside,))) == (False, 23)


def test_a_record_signed_again_with_another_key_is_found(house: list[Line]) -> None:
    assert both(rehash(house, OTHER), TRUSTED) == (False, None)
    with_its_own_key = json.loads(json.dumps(house))
    with_its_own_key[1]["body"]["key"] = OTHER.public.text()
    forged = rehash(with_its_own_key, OTHER)
    assert both(forged) == (True, None), "nothing in the journal itself can tell"
    assert both(forged, TRUSTED) == (False, 1)


def test_a_checkpoint_kept_outside_is_nothing_without_a_key_that_signed_it(
    house: list[Line], kept_outside: str
) -> None:
    assert both(house, Outside((OTHER.public,), (kept_outside,))) == (False, None)


def _edits() -> dict[str, Callable[[random.Random, list[Line]], None]]:
    def body(chance: random.Random, lines: list[Line]) -> None:
        chance.choice(lines[2:])["body"]["pays"] = chance.randrange(10**9)

    def text(chance: random.Random, lines: list[Line]) -> None:
        field = chance.choice(["stream", "kind", "recorded_at", "hash", "previous"])
        entry = chance.choice(lines[1:])
        entry[field] = entry[field][:-1] + chance.choice("0a")

    def number(chance: random.Random, lines: list[Line]) -> None:
        chance.choice(lines[1:])[chance.choice(["position", "version"])] += chance.choice([-1, 1])

    def removed(chance: random.Random, lines: list[Line]) -> None:
        del lines[chance.randrange(1, len(lines))]

    def swapped(chance: random.Random, lines: list[Line]) -> None:
        one, other = chance.sample(range(1, len(lines)), 2)
        lines[one], lines[other] = lines[other], lines[one]

    def doubled(chance: random.Random, lines: list[Line]) -> None:
        lines.insert(chance.randrange(1, len(lines)), dict(chance.choice(lines[1:])))

    def inserted(chance: random.Random, lines: list[Line]) -> None:
        at = chance.randrange(2, len(lines))
        entry = {**lines[at], "body": {"pays": 7}}
        said = (
            entry["stream"],
            entry["version"],
            entry["kind"],
            entry["recorded_at"],
            canonical(entry["body"]),
        )
        entry["previous"] = lines[at - 1]["hash"]
        entry["hash"] = entry_hash(bytes.fromhex(entry["previous"]), entry["position"], *said).hex()
        if chance.random() < 0.5:
            lines[at] = entry
        else:
            lines.insert(at, entry)
            for later in lines[at + 1 :]:
                later["position"] += 1

    def head(chance: random.Random, lines: list[Line]) -> None:
        lines[0]["entries"] += chance.choice([-1, 1])

    def note(chance: random.Random, lines: list[Line]) -> None:
        kept = chance.choice(lines[0]["checkpoints"])
        kept["position"] += chance.choice([-1, 1])

    def signature(chance: random.Random, lines: list[Line]) -> None:
        kept = chance.choice(lines[0]["checkpoints"])
        at = chance.randrange(len(kept["note"]))
        kept["note"] = kept["note"][:at] + chance.choice("Ax0 ") + kept["note"][at + 1 :]

    def rehashed(chance: random.Random, lines: list[Line]) -> None:
        chance.choice(lines[2:])["body"]["pays"] = chance.randrange(10**9)
        notes = lines[0]["checkpoints"]
        lines[:] = rehash(lines, None)
        lines[0]["checkpoints"] = notes

    edits = (body, text, number, removed, swapped, doubled, inserted, head, note, signature, rehashed)
    return {edit.__name__: edit for edit in edits}


@pytest.mark.parametrize("name", _edits())
def test_the_two_verifiers_find_every_edit_and_name_the_same_entry(name: str, house: list[Line]) -> None:
    for seed in range(EDITS // 10):
        lines = json.loads(json.dumps(house))
        _edits()[name](random.Random(f"{name} {seed}"), lines)
        if lines != house:
            assert both(lines, TRUSTED)[0] is False, f"{name} {seed} was not found"
    reliability.note(
        "operator", f"edits of an exported journal: {name.replace('_', ' ')}", f"{EDITS // 10:,}, all found"
    )


@pytest.mark.parametrize("seed", range(EDITS // 10))
def test_the_two_verifiers_agree_on_a_file_with_any_changed_byte(seed: int, house: list[Line]) -> None:
    chance, data = random.Random(seed), bytearray(b"".join(written(house)))
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    both(bytes(data).splitlines(keepends=True), TRUSTED)


def test_a_checkpoint_that_is_due_and_missing_is_found(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db", signer=HOUSE) as journal:
        enter_key(journal, HOUSE.public)
        journal.append_all(Draft("table/1", number, "move", {}, NOON) for number in range(1_050))
        lines = lines_of(journal)
    assert both(lines) == (True, None)
    lines[0]["checkpoints"] = []
    assert both(lines) == (False, 1000)


def test_a_database_that_no_longer_refuses_changes_is_found(place: str) -> None:
    with Journal.open(place) as journal, Raw(place) as raw:
        journal.append("table/1", 0, "opened", {}, NOON)
        assert journal.verify().ok
        raw.drop_triggers()
        report = journal.verify()
        assert not report.ok
        assert "the database no longer refuses changes: entries_next" in report.problem


def test_another_key_takes_over_by_the_word_of_the_one_before(place: str) -> None:
    with Journal.open(place, signer=HOUSE) as journal:
        enter_key(journal, HOUSE.public)
        with pytest.raises(JournalUnavailable, match="the journal is signed with the key"):
            enter_key(journal, OTHER.public)
        journal.checkpoint()
        change_key(journal, HOUSE, OTHER.public, ("SA-1", "IA-1"))
        assert recorded_keys(journal) == (HOUSE.public, OTHER.public)
    with Journal.open(place, signer=OTHER) as journal:
        enter_key(journal, OTHER.public)
        journal.checkpoint()
        lines = lines_of(journal)
        for trusted in (HOUSE, OTHER):
            assert journal.verify(Outside((trusted.public,))).ok
            assert both(lines, Outside((trusted.public,))) == (True, None)
        stranger = Outside((Signer.create("houseway/riverside").public,))
        assert both(lines, stranger) == (False, 1)
    forged = json.loads(json.dumps(lines))
    forged[2]["body"]["signed"] = forged[2]["body"]["signed"][::-1]
    assert both(rehash(forged, HOUSE)) == (False, 2)


def test_one_entry_is_proved_without_the_others(place: str) -> None:
    with Journal.open(place, signer=HOUSE) as journal:
        for number in range(7):
            journal.append("table/1", number, "move", {"pays": number}, NOON)
        proofs = [prove_entry(journal, position, journal.checkpoint()) for position in range(1, 8)]
        with pytest.raises(ValueError, match="covers the entries 1 to 7"):
            prove_entry(journal, 8, journal.checkpoint())
    for position, proof in enumerate(proofs, 1):
        assert check_entry(proof, HOUSE.public).entries == 7
        assert proof.entry["body"] == {"pays": position - 1}
        told = {**proof.entry, "body": {"pays": 99}}
        for false in (
            EntryProof(format=proof.format, entry=told, proof=proof.proof, checkpoint=proof.checkpoint),
            EntryProof(format=proof.format, entry=proof.entry, proof=(), checkpoint=proof.checkpoint),
            EntryProof(format="", entry=proof.entry, proof=proof.proof, checkpoint=proof.checkpoint),
            EntryProof(format=proof.format, entry={}, proof=proof.proof, checkpoint=proof.checkpoint),
        ):
            with pytest.raises(BadCheckpoint):
                check_entry(false, HOUSE.public)
        with pytest.raises(BadCheckpoint, match="not signed with the key"):
            check_entry(proof, OTHER.public)


def test_the_second_verifier_runs_alone(
    house: list[Line],
    kept_outside: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file, note = tmp_path / "journal.jsonl", tmp_path / "kept.txt"
    file.write_bytes(b"".join(written(house)))
    note.write_text(kept_outside, "utf-8")
    monkeypatch.setattr(
        "sys.argv", ["verifier", str(file), "--key", HOUSE.public.text(), "--checkpoint", str(note)]
    )
    assert second_verifier.main() == 0
    assert capsys.readouterr().out == "25 entries verified.\n"
    file.write_bytes(b"".join(written(house[:-1])))
    assert second_verifier.main() == 1
    assert capsys.readouterr().out.startswith("NOT VERIFIED: entry 25: ")
    assert "houseway" not in {name for name in _imported() if name != "houseway journal entry 1"}
    assert PublicKey.parse(HOUSE.public.text()) == HOUSE.public


def _imported() -> set[str]:
    source = Path(second_verifier.__file__).read_text("utf-8")
    return {
        line.split()[1].split(".")[0]
        for line in source.splitlines()
        if line.lstrip().startswith(("import ", "from "))
    }
