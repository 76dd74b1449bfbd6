"""The calendar: three years in which a crew sometimes forgets, and nothing is ever missed without being told.

The everyday size is two months; HOUSEWAY_CALENDAR_DAYS=1096 walks three years.
"""

import os
from collections import defaultdict
from datetime import date, timedelta
from pathlib import Path

from houseway.backoffice.books import all_books
from houseway.backoffice.deadlines import Deadline
from houseway.backoffice.orders import name_of
from tests.backoffice.calendar_crew import AGENDAS, Agenda, House, counted, noon

DAYS = int(os.environ.get("HOUSEWAY_CALENDAR_DAYS", "60"))
# Twelve days before a month and a quarter end, so that a short walk meets both.
FIRST = date(2014, 3, 20)
SEED = 20140320


class Watcher:
    """Sees that nothing leaves the list of what is due unless something was recorded in its book."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.before: tuple[Deadline, ...] = ()
        self.versions = self._versions()

    def _versions(self) -> dict[str, int]:
        streams = self.house.office.journal.streams()
        return {name: streams.get(f"office/{name}", 0) for name in self.house.office.books}

    def look(self, now: tuple[Deadline, ...]) -> None:
        versions = self._versions()
        today = self.house.today
        shown = {(row.book, row.due.what) for row in now}
        for row in self.before:
            if versions[row.book] == self.versions[row.book]:
                assert (row.book, row.due.what) in shown, f"{today}: {row} vanished and nothing was done"
        for row in now:
            assert row.late or today <= row.due.by, f"{today}: {row} is late and does not say so"
            assert not row.late or today >= row.due.by, f"{today}: {row} is called late before its day"
            book = self.house.office.books[row.book]
            assert row.due.order in (None, *book.orders), f"{row.book} has no order that settles {row}"
            if row.due.order and row.due.what[0].islower():
                # What is to be done begins with the verb of the order that does it.
                assert name_of(row.due.order).split("-")[0] == row.due.what.split()[0], row
        self.before, self.versions = now, versions


def test_nothing_is_missed_silently_in_three_years(tmp_path: Path) -> None:
    house = House(str(tmp_path / "journal.db"), FIRST, SEED)
    with house.office.journal:
        agendas: list[Agenda] = [agenda(house) for agenda in AGENDAS]
        watcher = Watcher(house)
        late: dict[str, set[tuple[str, date]]] = defaultdict(set)
        met: dict[str, set[tuple[str, date]]] = defaultdict(set)
        for number in range(DAYS):
            today = FIRST + timedelta(days=number)
            house.clock.now = noon(today)
            watcher.look(house.deadlines())
            for agenda in agendas:
                agenda.work(today)
            now = house.deadlines()
            watcher.look(now)
            for agenda in agendas:
                said = tuple(row.due for row in now if row.book == agenda.book)
                assert counted(said) == agenda.outstanding(today), f"{today}: {agenda.book}: {said}"
                late[agenda.book] |= {(due.what, due.by) for due in said if due.late}
                met[agenda.book] |= {(due.what, due.by) for due in said}
        assert house.office.journal.verify().ok
    for agenda in agendas:
        assert met[agenda.book], f"{agenda.book} had no deadline in all the walk"
        assert late[agenda.book], f"nobody forgot anything in {agenda.book}: the walk proves nothing of it"
        assert met[agenda.book] > late[agenda.book], f"everything was late in {agenda.book}"


def test_the_walk_goes_through_every_book_that_has_deadlines(tmp_path: Path) -> None:
    house = House(str(tmp_path / "journal.db"), FIRST, SEED)
    with house.office.journal:
        assert set(house.office.books) == {book.name for book in all_books()}
        assert house.deadlines() == ()
    assert {agenda.book for agenda in AGENDAS} <= set(house.office.books)
