"""`houseway office verify`: a book that was altered behind the journal's back is found, and a genuine one is not."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

import houseway.cli.office_checking as checking
from houseway.backoffice.access import Access
from houseway.backoffice.office import Office
from houseway.cli.output import CHECK_FAILED, CONFLICT, UNAVAILABLE
from houseway.floor import Floor
from houseway.floor.demo import make_demo_property
from houseway.journal import Journal
from tests.backoffice.house import HOUSE, staff
from tests.cli.test_office import CLERK, REGISTER, Terminal, houseway

__all__ = ["houseway"]


def alter(houseway: Terminal, *statements: str) -> None:
    """Somebody with the database at hand changes it."""
    engine = sa.create_engine(f"sqlite:///{houseway.folder / 'house.db'}")
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(sa.text(statement))
    engine.dispose()


def test_books_as_the_journal_has_them_are_verified(houseway: Terminal) -> None:
    houseway.said("office", "order", houseway.file(REGISTER), "--as", CLERK)
    assert "made anew from the journal" in houseway.said("office", "verify")
    assert houseway.told("office", "verify") == {
        "ok": True,
        "differing": {},
        "letters": {},
        "tables": [],
        "untrue": [],
    }


@pytest.mark.long
@pytest.mark.parametrize(
    ("statement", "table", "lines"),
    [
        ("UPDATE retention_records SET since = '2004-05-01'", "retention_records", [1, 1]),
        ("UPDATE retention_records SET since = 'soup'", "retention_records", [1, 1]),
        ("DELETE FROM retention_records", "retention_records", [0, 1]),
        ("DELETE FROM office_duties", "office_duties", [0, 1]),
        (
            "UPDATE staff_postings SET position = 'dealer' WHERE person = 'boxperson-1'",
            "staff_postings",
            [46, 46],
        ),
    ],
)
def test_what_was_altered_in_the_tables_is_found(
    houseway: Terminal, statement: str, table: str, lines: list[int]
) -> None:
    houseway.said("office", "order", houseway.file(REGISTER), "--as", CLERK)
    alter(houseway, statement)
    assert houseway("journal", "verify")[0] == 0
    code, out, _ = houseway("office", "verify")
    assert code == CHECK_FAILED
    assert table in out
    code, out, _ = houseway("office", "verify", "--json")
    found = {"ok": False, "differing": {table: lines}, "letters": {}, "tables": [], "untrue": []}
    assert (code, json.loads(out)) == (CHECK_FAILED, found)


def test_a_letter_that_was_altered_is_found(houseway: Terminal) -> None:
    houseway.said("office", "order", houseway.file(REGISTER), "--as", CLERK)
    digest = "e" * 64
    alter(
        houseway,
        "CREATE TABLE attached_files (digest TEXT, type TEXT, content BLOB, kept_at TEXT)",
        f"INSERT INTO attached_files VALUES ('{digest}', 'application/pdf', x'25504446', '2014-05-01')",
        f"INSERT INTO approvals_letters VALUES (1, 'decision', '{digest}', '2014-05-01')",
    )
    code, out, _ = houseway("office", "verify")
    assert code == CHECK_FAILED
    assert "LETTERS NOT AS THEY CAME" in out
    assert "altered" in out


def test_letters_leave_with_the_journal_under_the_hash_that_it_names(houseway: Terminal) -> None:
    houseway.said("office", "order", houseway.file(REGISTER), "--as", CLERK)
    content = b"%PDF-1.7 a letter of the bureau"
    digest, gone = hashlib.sha256(content).hexdigest(), "e" * 64
    alter(
        houseway,
        "CREATE TABLE attached_files (digest TEXT, type TEXT, content BLOB, kept_at TEXT)",
        f"INSERT INTO attached_files VALUES ('{digest}', 'application/pdf', x'{content.hex()}', '2014-05-01')",
        f"INSERT INTO approvals_letters VALUES (1, 'decision', '{digest}', '2014-05-01')",
    )
    folder = houseway.folder
    told = houseway.told(
        "journal", "export", "--output", str(folder / "a.jsonl"), "--letters", str(folder / "a")
    )
    assert told["letters"] == 1
    (letter,) = (folder / "a").iterdir()
    assert (letter.name, letter.read_bytes()) == (f"{digest}.pdf", content)
    assert letter.stat().st_mode & 0o777 == 0o600
    assert "1 letters to" in houseway.said(
        "journal", "export", "--output", str(folder / "b.jsonl"), "--letters", str(folder / "b")
    )
    # A folder that is there already may hold anything.
    assert houseway("journal", "export", "--output", str(folder / "c.jsonl"), "--letters", str(folder / "a"))[
        0
    ]
    alter(houseway, f"INSERT INTO approvals_letters VALUES (2, 'decision', '{gone}', '2014-05-01')")
    said = houseway.refused(
        CHECK_FAILED, "journal", "export", "--output", str(folder / "d.jsonl"), "--letters", str(folder / "d")
    )
    assert f"{gone[:12]} is gone" in said
    assert len(list((folder / "d").iterdir())) == 1


def test_a_table_that_is_gone_is_told_plainly(houseway: Terminal) -> None:
    alter(houseway, "DROP TABLE retention_records")
    assert "no such table: retention_records" in houseway.refused(UNAVAILABLE, "office", "verify")


def test_a_journal_that_is_not_genuine_vouches_for_nothing(houseway: Terminal) -> None:
    with Journal.open(houseway.folder / "house.db") as journal, journal.reading() as connection:
        query = sa.text("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        guards = [f"DROP TRIGGER {name}" for (name,) in connection.execute(query)]
    forged = "UPDATE entries SET body = CAST(replace(CAST(body AS TEXT), 'Keystone', 'Corner') AS BLOB)"
    alter(houseway, *guards, forged)
    said = houseway.refused(CHECK_FAILED, "office", "verify")
    assert "the journal itself is not as it was written" in said
    assert "houseway journal verify" in said


def test_books_that_are_written_in_meanwhile_are_not_called_false(
    houseway: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = houseway.file(REGISTER)
    copy: Callable[[Journal, Journal], None] = checking._copy

    def and_somebody_writes(journal: Journal, copied: Journal) -> None:
        copy(journal, copied)
        houseway.said("office", "order", file, "--as", CLERK)

    monkeypatch.setattr(checking, "_copy", and_somebody_writes)
    assert "verify again while nobody writes" in houseway.refused(CONFLICT, "office", "verify")


def test_the_books_of_the_demo_property_are_what_its_journal_makes_them(
    houseway: Terminal, memory_path: Path
) -> None:
    with Journal.open(memory_path / "demo.db") as journal:
        make_demo_property(Floor(journal))
    assert "as it stands" in houseway.said("office", "verify", "--db", str(memory_path / "demo.db"))


@pytest.mark.long
def test_books_on_either_database_are_verified(place: str, houseway: Terminal) -> None:
    with Journal.open(place) as journal:
        office = Office(journal)
        office.open_house(HOUSE, staff())
        Access(office).open_demo_accounts((posting.credential for posting in staff()), "a long pass phrase")
    assert "as it stands" in houseway.said("office", "verify", "--db", place)
