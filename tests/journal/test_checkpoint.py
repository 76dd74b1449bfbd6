import base64
import hashlib
import os
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from houseway.journal import (
    BadCheckpoint,
    Checkpoint,
    Journal,
    JournalUnavailable,
    Outside,
    PublicKey,
    Signer,
)
from houseway.journal.merkle import leaf
from tests.journal.houses import NOON, Raw
from tests.journal.test_merkle import root_of

HASH = bytes(range(32))


@pytest.fixture(scope="module")
def signer() -> Signer:
    return Signer.create("houseway/riverside")


def test_the_text_is_a_signed_note_that_anybody_can_check(signer: Signer) -> None:
    note = signer.sign(12000, HASH)
    origin, entries, head_hash, empty, signature, end = note.split("\n")
    assert (origin, entries, empty, end) == ("houseway/riverside", "12000", "", "")
    assert base64.b64decode(head_hash) == HASH

    dash, name, encoded = signature.split(" ")
    assert (dash, name) == ("—", "houseway/riverside")
    key_id, signed = base64.b64decode(encoded)[:4], base64.b64decode(encoded)[4:]
    assert key_id == hashlib.sha256(b"houseway/riverside\n\x01" + signer.public.raw).digest()[:4]
    Ed25519PublicKey.from_public_bytes(signer.public.raw).verify(
        signed, note.split("\n\n")[0].encode() + b"\n"
    )


def test_the_public_key_travels_as_text(signer: Signer) -> None:
    key = PublicKey.parse(signer.public.text())
    assert key == signer.public
    assert key.check(signer.sign(7, HASH)) == Checkpoint("houseway/riverside", 7, HASH)


def test_any_changed_character_of_a_checkpoint_is_noticed(signer: Signer) -> None:
    note = signer.sign(12000, HASH)
    for index in range(len(note)):
        for other in {chr(ord(note[index]) ^ 1), "", "\n", " "} - {note[index]}:
            with pytest.raises(BadCheckpoint):
                signer.public.check(note[:index] + other + note[index + 1 :])


def test_any_changed_character_of_a_public_key_is_noticed(signer: Signer) -> None:
    text = signer.public.text()
    for index in range(len(text)):
        with pytest.raises(BadCheckpoint):
            PublicKey.parse(text[:index] + chr(ord(text[index]) ^ 1) + text[index + 1 :])


def test_a_checkpoint_of_another_key_is_refused(signer: Signer) -> None:
    stranger = Signer.create("houseway/riverside")
    with pytest.raises(BadCheckpoint, match="not signed with the key"):
        signer.public.check(stranger.sign(1, HASH))


@pytest.mark.parametrize("name", ["", "two words", "a+b", "line\nbreak"])
def test_a_key_needs_a_name_without_spaces(name: str) -> None:
    with pytest.raises(BadCheckpoint):
        Signer.create(name)


def test_the_private_key_is_kept_in_a_file_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "journal.key"
    made = Signer.load_or_create(path, "houseway/riverside")
    assert path.stat().st_mode & 0o777 == 0o600
    assert Signer.load_or_create(path, "houseway/riverside").public == made.public


def test_a_key_file_that_others_may_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.key"
    Signer.load_or_create(path, "houseway/riverside")
    path.chmod(0o644)
    with pytest.raises(JournalUnavailable, match="can be read by others"):
        Signer.load_or_create(path, "houseway/riverside")


def test_the_key_of_another_property_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.key"
    Signer.load_or_create(path, "houseway/riverside")
    with pytest.raises(JournalUnavailable, match="belongs to houseway/riverside, not to houseway/hilltop"):
        Signer.load_or_create(path, "houseway/hilltop")


@pytest.mark.parametrize("text", ["", "nonsense", "PRIVATE+KEY+a+00000000+AAAA", "ключ"])
def test_a_file_that_holds_no_key_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "journal.key"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)
    with pytest.raises(JournalUnavailable, match="does not hold a signing key"):
        Signer.load_or_create(path, "houseway/riverside")


def test_a_key_cannot_be_made_where_there_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(JournalUnavailable, match="cannot be made"):
        Signer.load_or_create(tmp_path / "missing" / "journal.key", "houseway/riverside")


def test_a_journal_signs_on_demand_and_keeps_what_it_signed(place: str, signer: Signer) -> None:
    with Journal.open(place, signer=signer) as journal:
        entry = journal.append("table/1", 0, "opened", {}, NOON)
        note = journal.checkpoint()
        assert signer.public.check(note) == Checkpoint("houseway/riverside", 1, leaf(entry.hash))
        assert journal.checkpoint() == note
        assert journal.checkpoints() == [note]
        assert journal.verify(Outside((signer.public,), (note,))).ok


def test_a_journal_signs_by_itself_every_thousand_entries(tmp_path: Path, signer: Signer) -> None:
    with Journal.open(tmp_path / "journal.db", signer=signer) as journal:
        for version in range(2001):
            journal.append("table/1", version, "move", {}, NOON)
        leaves = [leaf(entry.hash) for entry in journal.read_all()]
        stated = [signer.public.check(note) for note in journal.checkpoints()]
        assert [checkpoint.entries for checkpoint in stated] == [1000, 2000]
        assert all(root_of(leaves[: checkpoint.entries]) == checkpoint.hash for checkpoint in stated)
        assert journal.verify(Outside((signer.public,))).ok


def test_without_a_key_a_journal_cannot_sign(journal: Journal) -> None:
    with pytest.raises(JournalUnavailable, match="without a signing key"):
        journal.checkpoint()
    journal.append("table/1", 0, "move", {}, NOON)


def test_a_stored_checkpoint_that_was_changed_is_found(place: str, signer: Signer) -> None:
    with Journal.open(place, signer=signer) as journal, Raw(place) as raw:
        journal.append("table/1", 0, "opened", {}, NOON)
        note = journal.checkpoint()
        raw.drop_triggers()
        for column, value in {
            "position": 2,
            "key": Signer.create("houseway/riverside").public.text(),
            "note": signer.sign(1, HASH),
        }.items():
            ((kept,),) = raw.rows(f"SELECT {column} FROM checkpoints")
            raw.run(f"UPDATE checkpoints SET {column} = ?", value)
            assert not journal.verify().ok
            assert not journal.verify(Outside((signer.public,))).ok
            raw.run(f"UPDATE checkpoints SET {column} = ?", kept)
        for index in range(len(note)):
            raw.run(
                "UPDATE checkpoints SET note = ?",
                note[:index] + chr(ord(note[index]) ^ 1) + note[index + 1 :],
            )
            report = journal.verify()
            assert not report.ok
            assert "the checkpoint stored after entry 1 is not genuine" in report.problem
        raw.run("UPDATE checkpoints SET note = ?", note)
        assert "no longer refuses changes" in journal.verify(Outside((signer.public,))).problem


def test_checkpoints_signed_anew_by_a_stranger_do_not_pass_for_ours(place: str, signer: Signer) -> None:
    with Journal.open(place, signer=Signer.create("houseway/riverside")) as journal:
        journal.append("table/1", 0, "opened", {}, NOON)
        journal.checkpoint()
        assert journal.verify().ok
        assert "signed with an unknown key" in journal.verify(Outside((signer.public,))).problem


def test_an_outside_checkpoint_finds_a_journal_that_was_rolled_back(tmp_path: Path, signer: Signer) -> None:
    place, earlier = tmp_path / "journal.db", tmp_path / "earlier.db"
    with Journal.open(place) as journal:
        journal.append("table/1", 0, "opened", {}, NOON)
    earlier.write_bytes(place.read_bytes())
    with Journal.open(place, signer=signer) as journal:
        journal.append("table/1", 1, "move", {}, NOON)
        note = journal.checkpoint()
    os.replace(earlier, place)
    with Journal.open(place) as journal:
        assert journal.verify().ok
        report = journal.verify(Outside((signer.public,), (note,)))
    assert (report.ok, report.entries, report.first_bad) == (False, 1, 2)
    assert "rolled back" in report.problem


def test_an_outside_checkpoint_finds_a_journal_that_was_written_anew(tmp_path: Path, signer: Signer) -> None:
    with Journal.open(tmp_path / "true.db", signer=signer) as journal:
        journal.append("table/1", 0, "opened", {"limit": 500}, NOON)
        note = journal.checkpoint()
    with Journal.open(tmp_path / "false.db", signer=Signer.create("houseway/riverside")) as journal:
        journal.append("table/1", 0, "opened", {"limit": 900}, NOON)
        journal.append("table/1", 1, "move", {}, NOON)
        assert journal.verify().ok
        report = journal.verify(Outside((signer.public,), (note,)))
    assert (report.ok, report.first_bad) == (False, 1)
    assert "rewritten" in report.problem


def test_an_outside_checkpoint_must_itself_be_genuine(journal: Journal, signer: Signer) -> None:
    with pytest.raises(BadCheckpoint):
        journal.verify(Outside((signer.public,), ("nonsense",)))
    with pytest.raises(ValueError, match="public key"):
        journal.verify(Outside((), (signer.sign(0, bytes(32)),)))
