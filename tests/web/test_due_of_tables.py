"""What live tables leave to be done is told to those who read the book in which it is done."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.floor import Floor
from houseway.journal import Journal
from houseway.web.office_view import floor_due_views
from tests.floor.live import STAMP, move, play_at

TABLE = "CR-2"


@pytest.fixture
def house(demo_house: Path) -> Iterator[Floor]:
    with Journal.open(demo_house, create=False) as journal:
        yield Floor(journal, stamps=[STAMP])


@pytest.mark.clause("125-149:RAF(16)#1")
def test_a_table_that_is_not_held_to_its_record_is_told_to_who_reads_the_revenue_book(house: Floor) -> None:
    assert list(floor_due_views(house, {"coupons", "revenue"})) == []
    play_at(house, TABLE)
    move(house, TABLE, "close-table", "floorperson")
    (due,) = floor_due_views(house, {"coupons", "revenue"})
    assert (due.book, due.clause) == ("revenue", "125-149:RAF(16)#1")
    assert f"hold the count of table {TABLE}" in due.what
    assert list(floor_due_views(house, {"coupons"})) == []
