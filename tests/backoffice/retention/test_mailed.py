"""Patrons who are known from mailing lists alone: their data falls under the papers of the list, and is erased after them."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from houseway.backoffice.coupons.book import BOOK as COUPONS
from houseway.backoffice.mailing.book import BOOK as MAILING
from houseway.backoffice.mailing.entries import entries_of
from houseway.backoffice.mailing.exclusion import ExclusionList
from houseway.backoffice.people import Position
from houseway.backoffice.retention import orders as do
from houseway.backoffice.retention.book import BOOK
from houseway.backoffice.retention.classes import RecordKind
from houseway.backoffice.vault import unseal
from houseway.law import RuleViolation
from tests.backoffice.coupons.crew import receive
from tests.backoffice.house import who
from tests.backoffice.mailing.post_room import (
    IDA,
    JOHN,
    PATRONS,
    PostOffice,
    launch,
    listing,
    prepare,
    reserve,
    the_list,
)
from tests.backoffice.retention.archive import TODAY, Archive

PAPERS = f"mailing/{TODAY}"
LAST_KEPT, FREE = date(2019, 5, 1), date(2019, 5, 2)
PATRON = {name: f"patron/{number}" for number, name in enumerate(("Ida", "John", "Rachel"), 4711)}
CLAUSE = "465a.6(c)"


class Lists:
    """A house that mails on May Day 2014, and whose people sort its papers five years later."""

    def __init__(self, place: str) -> None:
        self.archive = Archive(place, COUPONS, MAILING)
        self.post = PostOffice(self.archive.office, self.archive.clock)
        launch(self.post)
        receive(self.post, 10)

    def due(self) -> list[tuple[str, date, str]]:
        """What is to be erased by when, by which clause."""
        self.post.close()
        with self.archive.office.desk() as desk:
            return [(row.what, row.by, row.clause.id) for row in BOOK.due(desk) if "erase" in row.what]

    def sheet(self) -> list[tuple[str, ...]]:
        """Whose data may be erased today."""
        self.post.close()
        (sheet,) = (sheet for sheet in BOOK.sheets if sheet.name == "may-erase")
        with self.archive.office.desk() as desk:
            (grid,) = sheet.show(desk)
        assert grid.clause is not None
        assert grid.clause.id == CLAUSE
        return list(grid.rows)

    def whose(self) -> list[str]:
        return [patron for patron, *_ in self.sheet()]

    def clear(self, mailing: str = "M-1") -> list[str | None]:
        """The names on a list, as far as they can be read."""
        self.post.close()
        with self.archive.office.desk() as desk:
            return [unseal(desk.connection, one.name) for one in entries_of(desk.connection, mailing)]


def opened(place: str) -> Iterator[Lists]:
    made = Lists(place)
    with made.archive.office.journal:
        yield made
        made.post.close()


@pytest.fixture
def lists(tmp_path: Path) -> Iterator[Lists]:
    yield from opened(str(tmp_path / "journal.db"))


@pytest.fixture
def lists_anywhere(place: str) -> Iterator[Lists]:
    """The same on either database."""
    yield from opened(place)


@pytest.mark.clause(CLAUSE)
def test_the_data_of_a_list_may_be_erased_once_its_papers_may_go_and_not_a_day_before(lists: Lists) -> None:
    prepare(lists.post, *PATRONS)
    archive = lists.archive
    archive.go_to(LAST_KEPT)
    assert lists.sheet() == []
    with pytest.raises(RuleViolation, match="is kept for 5 years") as refusal:
        archive.erase(PATRON["Ida"])
    assert refusal.value.clause.id == CLAUSE

    archive.go_to(FREE)
    assert lists.sheet() == [(patron, "M-1", str(FREE), "may go", CLAUSE) for patron in PATRON.values()]
    assert lists.due() == [], "the house may still decide to keep the papers"

    archive.erase(PATRON["Ida"])
    assert lists.whose() == [PATRON["John"], PATRON["Rachel"]]
    assert lists.clear() == [None, "John Brashear", "Rachel Carson"]
    assert archive.office.journal.verify().ok


@pytest.mark.clause(CLAUSE)
def test_once_the_papers_are_gone_the_patrons_of_a_list_are_due_for_erasure(lists_anywhere: Lists) -> None:
    lists = lists_anywhere
    prepare(lists.post, *PATRONS)
    archive = lists.archive
    archive.go_to(FREE)
    archive.destroy(PAPERS)
    assert lists.due() == [("erase the personal data of 3 patrons of mailing M-1", date(2019, 6, 1), CLAUSE)]
    assert {papers for *_, papers, _ in lists.sheet()} == {"gone"}
    for patron in (PATRON["Ida"], PATRON["John"]):
        archive.erase(patron)
    assert lists.due() == [("erase the personal data of 1 patron of mailing M-1", date(2019, 6, 1), CLAUSE)]
    archive.erase(PATRON["Rachel"])
    assert (lists.due(), lists.sheet()) == ([], [])


@pytest.mark.clause(CLAUSE)
def test_papers_that_are_held_or_kept_on_keep_the_data(lists: Lists) -> None:
    prepare(lists.post, *PATRONS)
    archive = lists.archive
    archive.go_to(FREE)
    archive.hold(PAPERS)
    assert lists.sheet() == []
    archive.lift(PAPERS)
    assert len(lists.sheet()) == len(PATRONS)
    until = date(2019, 8, 1)
    archive.sign(do.KeepOn(references=(PAPERS,), until=until, reason="the auditors are in the house"))
    assert lists.sheet() == []
    archive.go_to(until)
    assert {since for _, _, since, *_ in lists.sheet()} == {str(until)}


@pytest.mark.clause(CLAUSE)
def test_a_patron_of_a_later_list_is_kept_for_that_one(lists: Lists) -> None:
    prepare(lists.post, *PATRONS)
    archive = lists.archive
    later = date(2014, 5, 3)
    archive.go_to(later)
    prepare(lists.post, IDA, mailing="M-2")

    archive.go_to(FREE)
    assert lists.whose() == [PATRON["John"], PATRON["Rachel"]]
    with pytest.raises(RuleViolation, match=f"mailing/{later} is kept for 5 years"):
        archive.erase(PATRON["Ida"])
    archive.destroy(PAPERS)

    archive.go_to(date(2019, 5, 4))
    by_patron = {patron: rest for patron, *rest in lists.sheet()}
    assert by_patron[PATRON["Ida"]] == ["M-2", "2019-05-04", "may go", CLAUSE]
    assert [what for what, *_ in lists.due()] == ["erase the personal data of 2 patrons of mailing M-1"]
    archive.destroy(f"mailing/{later}")
    assert [what for what, *_ in lists.due()][1] == "erase the personal data of 1 patron of mailing M-2"


@pytest.mark.clause(CLAUSE)
def test_a_list_that_was_signed_on_two_days_is_kept_for_the_later(lists: Lists) -> None:
    reserve(lists.post, 1)
    order = the_list(lists.post, IDA)
    lists.post.close()
    office = lists.archive.office
    digest = office.propose(order, who=who(Position.MARKETING_SUPERVISOR), key="list").digest
    lists.archive.go_to(date(2014, 5, 2))
    office.execute(digest, who=who(Position.FINANCE_SUPERVISOR))

    lists.archive.go_to(FREE)
    assert lists.sheet() == []
    lists.archive.go_to(date(2019, 5, 3))
    lists.archive.hold(PAPERS)
    assert lists.sheet() == [], "the day on which it was proposed has papers too"
    lists.archive.lift(PAPERS)
    assert lists.whose() == [PATRON["Ida"]]


@pytest.mark.clause(CLAUSE)
def test_a_list_that_came_to_nothing_keeps_the_data_as_well(lists: Lists) -> None:
    prepare(lists.post, *PATRONS)
    archive = lists.archive
    archive.go_to(date(2014, 5, 3))
    reserve(lists.post, 1, "M-2")
    order = the_list(lists.post, IDA, mailing="M-2")
    lists.post.close()
    marketing = who(Position.MARKETING_SUPERVISOR)
    digest = archive.office.propose(order, who=marketing, key="list").digest
    archive.office.withdraw(digest, who=marketing)

    archive.go_to(FREE)
    assert lists.whose() == [PATRON["John"], PATRON["Rachel"]]
    with pytest.raises(RuleViolation, match="is kept for 5 years"):
        archive.erase(PATRON["Ida"])
    archive.go_to(date(2019, 5, 4))
    assert PATRON["Ida"] in lists.whose()
    archive.erase(PATRON["Ida"])


@pytest.mark.clause(CLAUSE)
def test_whoever_was_stripped_from_a_list_is_erased_like_the_others(lists: Lists) -> None:
    lists.post.give(listing(lists.post, ExclusionList.EXCLUSION, JOHN))
    prepare(lists.post, *PATRONS)
    lists.archive.go_to(FREE)
    assert lists.whose() == list(PATRON.values())


@pytest.mark.clause(CLAUSE)
def test_a_patron_of_the_register_is_told_once_and_by_the_register(lists: Lists) -> None:
    prepare(lists.post, *PATRONS)
    lists.post.close()
    archive = lists.archive
    archive.keep("complaint 7", RecordKind.CORRESPONDENCE, since=date(2009, 1, 1), subjects=(PATRON["Ida"],))
    archive.go_to(FREE)
    assert lists.whose() == [PATRON["John"], PATRON["Rachel"]]
    archive.destroy("complaint 7", PAPERS)
    assert lists.sheet()[0] == (PATRON["Ida"], "", str(FREE), "gone", CLAUSE)
    assert [what for what, *_ in lists.due()] == [
        f"erase the personal data of {PATRON['Ida']}",
        "erase the personal data of 2 patrons of mailing M-1",
    ]
