"""The drill: a house is copied while it is open, lost, and brought back, on either database."""

import os
import shutil
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houseway.backoffice.access import Access
from houseway.backoffice.backup import copy_house
from houseway.backoffice.vault import seal, unseal
from houseway.floor import Floor
from houseway.floor.demo import PASSWORD
from houseway.journal import Journal, JournalUnavailable, Signer
from tests.commands import run_command

FINANCE = "PA-2002"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def houseway(demo_house: Path) -> Run:
    """The command in the folder of the demo property."""

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        known = {**os.environ, "HOUSEWAY_DB": str(demo_house), **environment}
        return run_command(arguments, folder=demo_house.parent, typed="", environment=known)

    return run


def held(journal: Journal) -> Any:
    """What a house holds: its tables at their versions with their chips, and its people."""
    floor = Floor(journal)
    tables = {name: (table.version, table.state.chips) for name, table in floor.tables().items()}
    return tables, floor.office.house, sorted(floor.office.people())


def test_a_house_that_was_copied_and_brought_back_is_the_same_house(
    demo_house: Path, place: str, tmp_path: Path
) -> None:
    with Journal.open(demo_house, signer=Signer("houseway", bytes(range(32)))) as journal:
        with journal.transaction() as transaction:
            token = seal(transaction.connection, "patron/1", "Ida Tarbell")
        journal.checkpoint()
        before = held(journal)
        with Journal.open(tmp_path / "copy.db") as copied:
            assert copy_house(journal, copied) == journal.head()
    with Journal.open(tmp_path / "copy.db", read_only=True) as copied, Journal.open(place) as back:
        copy_house(copied, back)
        assert back.verify().ok
        assert len(back.checkpoints()) == 1
        assert held(back) == before
        floor = Floor(back)
        assert (
            Access(floor.office).sign_in(FINANCE, PASSWORD, host="here").session.posting.credential == FINANCE
        )
        with floor.office.desk() as desk:
            assert unseal(desk.connection, token) == "Ida Tarbell"
        with pytest.raises(JournalUnavailable, match="there is a journal already"):
            copy_house(copied, back)


def test_a_copy_made_while_others_write_is_whole(demo_house: Path, tmp_path: Path) -> None:
    stop = threading.Event()
    with Journal.open(demo_house) as journal:

        def write() -> None:
            while not stop.is_set():
                journal.append("elsewhere", journal.version("elsewhere"), "move", {})

        writer = threading.Thread(target=write)
        writer.start()
        try:
            with Journal.open(tmp_path / "copy.db") as copied:
                head = copy_house(journal, copied)
                assert copied.verify().ok
        finally:
            stop.set()
            writer.join()
        assert head.position <= journal.head().position
        assert list(journal.hashes(head.position))[-1] == head.hash


@pytest.mark.long
def test_the_drill_at_the_command_line(houseway: Run, demo_house: Path, tmp_path: Path) -> None:
    assert houseway("journal", "checkpoint").returncode == 0
    assert houseway("table", "next", "TDF-2").returncode == 0
    assert "beside the copy" in houseway("backup", "copy.db", "--keys", ".").stderr
    saved = houseway("backup", "backup/copy.db", "--keys", "safe")
    assert saved.returncode == 4
    demo_house.with_name("backup").mkdir()
    assert (
        " entries copied to backup/copy.db" in houseway("backup", "backup/copy.db", "--keys", "safe").stdout
    )
    assert houseway("backup", "backup/copy.db").returncode == 2
    key = demo_house.with_name(f"{demo_house.name}.key").read_text("ascii")
    # More is recorded after the backup, a witness sees it, and the machine is lost.
    assert houseway("office", "verify").returncode == 0
    with Journal.open(
        demo_house, signer=Signer.load(demo_house.with_name(f"{demo_house.name}.key"), "houseway")
    ) as journal:
        journal.append("elsewhere", 0, "move", {})
        assert journal.signs_with is not None
        public = journal.signs_with.text()
        demo_house.with_name("seen.txt").write_text(journal.checkpoint(), "utf-8")
    for file in demo_house.parent.glob(f"{demo_house.name}*"):
        file.unlink()
    against = ("--checkpoint", "seen.txt", "--key", public)
    back = houseway("restore", "backup/copy.db", "--keys", "safe", *against)
    assert back.returncode == 1, back.stderr
    assert "1 entries were recorded after it and are missing" in back.stdout
    assert demo_house.with_name(f"{demo_house.name}.key").read_text("ascii") == key
    assert demo_house.with_name(f"{demo_house.name}.key").stat().st_mode & 0o777 == 0o600
    assert houseway("journal", "verify", "--key", public).returncode == 0
    assert "rolled back" in houseway("journal", "verify", *against).stdout
    assert houseway("table", "next", "TDF-2").returncode == 0
    assert "there is a journal already" in houseway("restore", "backup/copy.db").stderr
    shutil.copy(demo_house.with_name("backup") / "copy.db", tmp_path / "altered.db")
    altered = tmp_path / "altered.db"
    data = altered.read_bytes()
    altered.write_bytes(data.replace(b'"seat":1', b'"seat":2', 1))
    assert "is not sound" in houseway("restore", str(altered), "--db", "other.db").stderr
