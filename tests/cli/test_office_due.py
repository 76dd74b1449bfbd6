"""`houseway office due`: what live tables leave to be done is told at the terminal as the page tells it."""

import json
from pathlib import Path

import pytest

from houseway.backoffice.deadlines import deadlines
from houseway.cli.app import run
from houseway.floor import Floor
from houseway.journal import Journal
from houseway.web.office_view import floor_due_views
from tests.floor.live import STAMP, move, play_at

TABLE = "CR-2"


def told(capsysbinary: pytest.CaptureFixture[bytes]) -> list[dict[str, object]]:
    capsysbinary.readouterr()
    assert run(["office", "due", "--json"]) in (0, 1)
    found: list[dict[str, object]] = json.loads(capsysbinary.readouterr().out)
    return found


@pytest.mark.clause("125-149:RAF(16)#1")
def test_the_terminal_tells_what_tables_leave_to_be_done_beside_what_the_books_do(
    demo_house: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setenv("HOUSEWAY_DB", str(demo_house))
    before = told(capsysbinary)
    with Journal.open(demo_house, create=False) as journal:
        floor = Floor(journal, stamps=[STAMP])
        play_at(floor, TABLE)
        move(floor, TABLE, "close-table", "floorperson")
        (left,) = floor_due_views(floor, floor.office.books)
        with floor.office.desk() as desk:
            in_books = deadlines(desk, floor.office.books.values())

    found = told(capsysbinary)

    assert f"hold the count of table {TABLE}" in left.what
    line = {
        "book": left.book,
        "what": left.what,
        "by": left.by.isoformat(),
        "late": left.late,
        "clause": left.clause,
    }
    assert line not in before
    assert [one for one in found if one == line] == [line]
    assert len(found) == len(in_books) + 1
    assert [one["by"] for one in found] == sorted(str(one["by"]) for one in found)
