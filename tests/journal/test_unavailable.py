import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from houseway.journal import Draft, Journal, JournalUnavailable
from tests.floor.failing_calls import Fault, install
from tests.journal.houses import NOON, Raw

NOBODY = 65534


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that any user may enter, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)
        Path(folder).chmod(0o755)


def as_nobody(act: Callable[[], object]) -> str:
    """Run something without the rights of root, who may write everywhere, and give the refusal it met."""
    receive, send = os.pipe()
    child = os.fork()
    if child == 0:
        said = "no refusal"
        try:
            if os.getuid() == 0:
                os.setuid(NOBODY)
            act()
        except JournalUnavailable as refusal:
            said = str(refusal)
        except BaseException as error:
            said = repr(error)
        os.write(send, said.encode())
        os._exit(0)
    os.close(send)
    with os.fdopen(receive) as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said


def test_a_locked_journal_is_reported_and_usable_afterwards(journal: Journal, place: str) -> None:
    journal.append("table/1", 0, "move", {}, NOON)
    with Journal.open(place, busy_timeout=0.1) as impatient, Raw(place) as other:
        other.run("BEGIN IMMEDIATE" if other.is_sqlite else "BEGIN")
        other.run("UPDATE head SET position = position")
        for _ in range(2):
            with pytest.raises(JournalUnavailable, match="is locked by another process; wait") as refusal:
                impatient.append("table/1", 1, "move", {}, NOON)
        assert "wait until the other process has finished" in refusal.value.fix
        assert impatient.version("table/1") == 1, "reading goes on"
        other.run("ROLLBACK")
        assert impatient.append("table/1", 1, "move", {}, NOON).version == 2
        # This time the impatient one has appended before, and knows the head.
        other.run("BEGIN IMMEDIATE" if other.is_sqlite else "BEGIN")
        other.run("UPDATE head SET position = position")
        with pytest.raises(JournalUnavailable, match="is locked"):
            impatient.append("table/1", 2, "move", {}, NOON)
        other.run("ROLLBACK")
        assert impatient.append("table/1", 2, "move", {}, NOON).version == 3
        assert impatient.verify().ok


def test_a_file_that_cannot_be_written_is_refused(public_folder: Path) -> None:
    place = public_folder / "journal.db"
    with Journal.open(place) as journal:
        journal.append("table/1", 0, "move", {}, NOON)
    place.chmod(0o444)
    said = as_nobody(lambda: Journal.open(place))
    assert said == f"the journal {place} is read-only; " + (
        "give this process the right to write there, or open the journal for reading only"
    )


def test_a_folder_that_cannot_be_written_is_refused(public_folder: Path) -> None:
    public_folder.chmod(0o555)
    said = as_nobody(lambda: Journal.open(public_folder / "journal.db"))
    assert "cannot be opened" in said


def test_a_copy_on_a_medium_that_cannot_be_written_can_still_be_read(public_folder: Path) -> None:
    place = public_folder / "journal.db"
    with Journal.open(place) as journal:
        journal.append("table/1", 0, "move", {}, NOON)
    place.chmod(0o444)
    public_folder.chmod(0o555)

    def read() -> None:
        with Journal.open(place, read_only=True) as journal:
            assert journal.version("table/1") == 1
            assert journal.verify().ok

    assert as_nobody(read) == "no refusal"


def test_a_journal_that_turns_read_only_is_reported(postgresql_database: str) -> None:
    name = sa.make_url(postgresql_database).database
    with Journal.open(postgresql_database) as journal:
        journal.append("table/1", 0, "move", {}, NOON)
    with psycopg.connect(postgresql_database, autocommit=True) as connection:
        connection.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on'.encode())
    with Journal.open(postgresql_database) as journal:
        with pytest.raises(JournalUnavailable, match="is read-only"):
            journal.append("table/1", 1, "move", {}, NOON)
        assert journal.verify().ok


def test_a_full_disk_is_reported_and_nothing_is_half_done(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        entry = journal.append("table/1", 0, "move", {}, NOON)
        # A real refusal of SQLite to grow, without filling a real disk; the limit is one of the connection.
        assert journal._writer is not None
        writer = journal._writer.driver_connection
        assert writer is not None
        writer.execute("PRAGMA max_page_count = 1").fetchone()
        with pytest.raises(JournalUnavailable, match="the disk is full; free some space"):
            journal.append("table/1", 1, "move", {"text": "x" * 100_000}, NOON)
        assert list(journal.read_all()) == [entry]
        assert journal.verify().ok
        assert journal.append("table/1", 1, "move", {}, NOON).version == 2


FILLER = """
import resource, sys
from houseway.journal import Draft, Journal, JournalUnavailable
journal = Journal.open(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
version = 0
try:
    while True:
        version = journal.append("table/1", version, "move", {"text": "x" * 5000}).version
except JournalUnavailable as refusal:
    print(version, refusal)
"""


def test_a_disk_that_refuses_to_write_is_reported(tmp_path: Path) -> None:
    place = tmp_path / "journal.db"
    filler = subprocess.run([sys.executable, "-c", FILLER, place], capture_output=True, text=True, check=True)
    version, refusal = filler.stdout.split(" ", 1)
    assert "the disk" in refusal
    with Journal.open(place) as journal:
        assert journal.verify().ok
        assert journal.version("table/1") == int(version)


def test_a_journal_that_is_not_there_is_reported(tmp_path: Path) -> None:
    with pytest.raises(JournalUnavailable, match="there is no journal"):
        Journal.open(tmp_path / "journal.db", create=False)
    with pytest.raises(JournalUnavailable, match="there is no journal"):
        Journal.open(tmp_path / "journal.db", read_only=True)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(JournalUnavailable, match="cannot be opened"):
        Journal.open(tmp_path / "missing" / "journal.db")


def test_an_empty_database_is_not_taken_for_a_journal_unasked(postgresql: str, tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    for place in (postgresql, tmp_path / "empty.db"):
        with pytest.raises(JournalUnavailable, match="is empty"):
            Journal.open(place, create=False)
        with pytest.raises(JournalUnavailable, match="is empty"):
            Journal.open(place, read_only=True)
        Journal.open(place).close()


def test_a_database_that_is_not_there_is_reported(postgresql_database: str) -> None:
    elsewhere = sa.make_url(postgresql_database).set(database="nowhere").render_as_string(hide_password=False)
    with pytest.raises(JournalUnavailable, match=r"cannot be reached or used .*nowhere"):
        Journal.open(elsewhere)
    with pytest.raises(JournalUnavailable, match="cannot be reached") as refusal:
        Journal.open("postgresql://houseway:secret@127.0.0.1:1/houseway", busy_timeout=1)
    assert "secret" not in str(refusal.value)


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear regulator, " * 100)
    for read_only in (False, True):
        with pytest.raises(JournalUnavailable, match="is not a Houseway journal"):
            Journal.open(letter, read_only=read_only)
    assert letter.read_text() == "Dear regulator, " * 100


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    place = tmp_path / "books.db"
    connection = sqlite3.connect(place)
    connection.execute("CREATE TABLE books (title TEXT)")
    connection.close()
    before = place.read_bytes()
    with pytest.raises(JournalUnavailable, match="is not a Houseway journal; name the file or database"):
        Journal.open(place)
    assert place.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["books.db"]


def test_the_postgresql_database_of_another_program_is_left_alone(postgresql_database: str) -> None:
    with psycopg.connect(postgresql_database, autocommit=True) as connection:
        connection.execute("CREATE TABLE books (title TEXT)")
        with pytest.raises(JournalUnavailable, match="is not a Houseway journal"):
            Journal.open(postgresql_database)
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert tables == [("books",)]


def test_a_journal_of_an_unknown_form_is_left_alone(place: str) -> None:
    Journal.open(place).close()
    with Raw(place) as raw:
        raw.run("UPDATE journal_version SET version_num = '9999'")
    with pytest.raises(JournalUnavailable, match="of a form that this Houseway does not know"):
        Journal.open(place)


@pytest.mark.parametrize(
    ("place", "cause"),
    [
        (":memory:", "would not outlive this process"),
        ("sqlite://", "would not outlive this process"),
        ("mysql://houseway:secret@localhost/houseway", "names no database that Houseway knows"),
        ("nonsense://", "names no database that Houseway knows"),
        ("://", "names no database that Houseway knows"),
    ],
)
def test_a_place_that_cannot_hold_a_journal_is_reported(place: str, cause: str) -> None:
    with pytest.raises(JournalUnavailable, match=cause) as refusal:
        Journal.open(place)
    assert "secret" not in str(refusal.value)


def test_a_folder_is_not_a_journal(tmp_path: Path) -> None:
    with pytest.raises(JournalUnavailable, match="is a folder; name a file"):
        Journal.open(tmp_path)


def test_a_path_may_hold_any_character(tmp_path: Path) -> None:
    place = tmp_path / "night shift?mode=ro&x=%41#1.db"
    with Journal.open(place) as journal:
        journal.append("table/1", 0, "move", {}, NOON)
    with Journal.open(f"sqlite:///{tmp_path}/plain.db") as journal:
        journal.append("table/1", 0, "move", {}, NOON)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"night shift?mode=ro&x=%41#1.db", "plain.db"}


def test_a_connection_that_was_lost_is_replaced(postgresql_database: str) -> None:
    with Journal.open(postgresql_database) as journal:
        journal.append("table/1", 0, "move", {}, NOON)
        with Raw(postgresql_database) as other:
            other.run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        with pytest.raises(JournalUnavailable, match="cannot be reached"):
            journal.append("table/1", 1, "move", {}, NOON)
        assert journal.append("table/1", 1, "move", {}, NOON).version == 2


def test_an_append_whose_answer_was_lost_holds_up_none_that_comes_after(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = install(monkeypatch)
    with Journal.open(place) as journal, Journal.open(place) as other:
        journal.append("table/1", 0, "move", {}, NOON)
        other.append("table/2", 0, "move", {}, NOON)
        # Begin, the journal's end, and then the versions, which nobody hears.
        with (
            calls.failing(2, Fault.ANSWER_LOST),
            pytest.raises(JournalUnavailable) as kept,
        ):
            journal.append_all([Draft(f"table/{number}", 1, "move", {}, NOON) for number in (1, 2)])
        other.append("table/2", 1, "move", {}, NOON)
        assert journal.append("table/1", 1, "move", {}, NOON).position == 4
        assert calls.failed
        assert kept.value.fix
