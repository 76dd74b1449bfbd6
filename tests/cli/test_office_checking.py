"""`houseway office verify`: a book that was altered behind the journal's back is found, and a genuine one is not."""

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
    assert houseway.told("office", "verify") == {"ok": True, "differing": {}}


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
    assert (code, json.loads(out)) == (CHECK_FAILED, {"ok": False, "differing": {table: lines}})


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


def test_books_on_either_database_are_verified(place: str, houseway: Terminal) -> None:
    with Journal.open(place) as journal:
        office = Office(journal)
        office.open_house(HOUSE, staff())
        Access(office).open_demo_accounts((posting.credential for posting in staff()), "a long pass phrase")
    assert "as it stands" in houseway.said("office", "verify", "--db", place)
