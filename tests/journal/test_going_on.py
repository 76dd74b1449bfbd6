"""Verification goes on from a checkpoint that whoever verifies has kept; what it does not read again a full one finds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.journal import Draft, Journal, Outside, Signer, change_key, enter_key
from tests.journal.houses import NOON, Raw
from tests.journal.test_trust import HOUSE, OTHER

TRUSTED = Outside((HOUSE.public,))
BEFORE = 12


@pytest.fixture
def journal(place: str) -> Iterator[Journal]:
    with Journal.open(place, signer=HOUSE) as opened:
        enter_key(opened, HOUSE.public)
        played(opened, BEFORE - 1)
        yield opened


@pytest.fixture
def verified(journal: Journal) -> str:
    """What somebody has kept who verified twelve entries; nine were recorded since."""
    note = journal.checkpoint()
    assert journal.verify(TRUSTED).ok
    played(journal, 9)
    return note


def played(journal: Journal, entries: int) -> None:
    for number in range(entries):
        stream = f"table/{number % 3}"
        journal.append(stream, journal.version(stream), "move", {"pays": number}, NOON)


def test_it_goes_on_from_what_was_verified(journal: Journal, verified: str) -> None:
    report = journal.verify(TRUSTED, verified)
    assert (report.ok, report.entries) == (True, 21)
    assert journal.verify(TRUSTED, journal.checkpoint()).ok, "nothing is left to verify"
    journal.append("table/new", 0, "opened", {}, NOON)
    assert journal.verify(TRUSTED, verified).entries == 22


def test_it_takes_the_word_of_nobody_whose_key_is_not_trusted(journal: Journal, verified: str) -> None:
    with pytest.raises(ValueError, match="not signed with the key"):
        journal.verify(Outside((OTHER.public,)), verified)
    with pytest.raises(ValueError, match="without the public key"):
        journal.verify(Outside(), verified)


def test_a_witnesss_checkpoint_does_as_well(journal: Journal, verified: str) -> None:
    seer = Signer("witness.example/w1", bytes(range(32, 64)), witness=True)
    seen = verified + seer.cosign(verified, 1_700_000_000)
    assert journal.verify(Outside((seer.public,)), seen).entries == 21


@pytest.mark.parametrize("position", range(BEFORE + 1, 22))
def test_whatever_is_changed_after_it_is_found(
    journal: Journal, verified: str, raw: Raw, position: int
) -> None:
    raw.run("UPDATE entries SET body = ? WHERE position = ?", b'{"pays":99}', position)
    report = journal.verify(TRUSTED, verified)
    assert (report.ok, report.first_bad) == (False, position)


@pytest.mark.parametrize("position", range(1, BEFORE + 1))
def test_a_body_changed_before_it_is_found_by_a_full_verification(
    journal: Journal, verified: str, raw: Raw, position: int
) -> None:
    raw.run("UPDATE entries SET body = ? WHERE position = ?", b'{"pays":99}', position)
    whole = journal.verify(TRUSTED)
    assert (whole.ok, whole.first_bad) == (False, position)
    # What the rest goes on from is read again: the key, and the latest entry of each of the three streams.
    known = position == 1 or position > BEFORE - 3
    report = journal.verify(TRUSTED, verified)
    assert "its hash do not fit" in report.problem if known else "switched off" in report.problem


def test_the_hashes_must_give_the_root_that_was_verified(journal: Journal, verified: str, raw: Raw) -> None:
    raw.run("UPDATE entries SET hash = ? WHERE position = 5", bytes(32))
    assert "are not those that were verified before" in journal.verify(TRUSTED, verified).problem


def test_a_record_made_to_fit_is_not_the_one_that_was_verified(tmp_path: Path, verified: str) -> None:
    """Whole in itself, and signed with the house's own key."""
    with Journal.open(tmp_path / "made-up.db", signer=HOUSE) as journal:
        enter_key(journal, HOUSE.public)
        journal.append_all(Draft("table/0", number, "move", {"pays": 7}, NOON) for number in range(30))
        assert journal.verify(TRUSTED).ok
        assert "are not those that were verified before" in journal.verify(TRUSTED, verified).problem


def test_a_tail_that_was_cut_off_is_found(journal: Journal, verified: str, raw: Raw) -> None:
    raw.run("DELETE FROM entries WHERE position > 10")
    report = journal.verify(TRUSTED, verified)
    assert (report.first_bad, "rolled back" in report.problem) == (11, True)


def test_a_key_that_was_changed_before_it_is_known_after_it(journal: Journal, place: str) -> None:
    change_key(journal, HOUSE, OTHER.public, ("SA-1", "IA-1"))
    journal.close()
    with Journal.open(place, signer=OTHER) as later:
        note = later.checkpoint()
        played(later, 3)
        later.checkpoint()
        assert later.verify(Outside((OTHER.public,)), note).ok
        assert later.verify(Outside((HOUSE.public, OTHER.public)), note).ok
