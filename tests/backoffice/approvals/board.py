"""A house that files with the Board: orders signed by everyone whose signature they take, and letters that come back."""

from datetime import date
from itertools import count
from pathlib import Path
from typing import Any, Self

import msgspec

from houseway.backoffice.approvals.book import BOOK
from houseway.backoffice.approvals.filings import Filing, every_filing
from houseway.backoffice.approvals.gates import Missing, missing_for_table
from houseway.backoffice.approvals.kinds import Authority
from houseway.backoffice.approvals.orders import (
    ApprovePlace,
    FileGuide,
    FileLayout,
    FileSign,
    FileSubmission,
    PostSign,
    RecordApproval,
    RecordReview,
    TakeDownSign,
)
from houseway.backoffice.book import Due
from houseway.backoffice.counter_checks.book import BOOK as COUNTER_CHECKS
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order
from houseway.backoffice.paper import Grid, Paper
from houseway.backoffice.people import Position
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.schema import projections
from houseway.games import submission_for
from houseway.submission import Submission
from tests.backoffice.house import HOUSE, WHO, Clock, make_office

BOOKS = (STAFF, BOOK, COUNTER_CHECKS)
_FILING = (Position.SHIFT_MANAGER, Position.AUDITOR, Position.DIRECTOR_OF_TABLE_GAMES)
_LETTER = (Position.SHIFT_MANAGER, Position.AUDITOR)
SIGNERS = {
    ApprovePlace: (Position.PIT_MANAGER, Position.COMPLIANCE_SUPERVISOR),
    PostSign: (Position.FLOORPERSON,),
    TakeDownSign: (Position.FLOORPERSON,),
}


class House:
    """An office with its clock, and the shortest way through the policy for every order."""

    def __init__(self, place: str | Path) -> None:
        self.clock = Clock()
        self.office = make_office(str(place), self.clock, books=BOOKS)
        self._keys = (f"key {number}" for number in count(1))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.office.journal.close()

    @property
    def today(self) -> date:
        """The gaming day."""
        return self.office.days.day_of(self.clock())

    def give(self, order: Order, *positions: Position) -> tuple[dict[str, Any], ...]:
        """Give an order with the signatures of people in these positions, in turn; what followed from it."""
        signers = positions or SIGNERS.get(type(order), ())
        if not signers:
            signers = _FILING if type(order).__name__.startswith("File") else _LETTER
        return self.sign(order, *(WHO[position] for position in signers))

    def sign(self, order: Order, *who: str) -> tuple[dict[str, Any], ...]:
        """Give an order with the signatures of these people, in turn."""
        key = next(self._keys)
        if len(who) == 1:
            return self.office.carry_out(order, who=who[0], key=key).facts
        digest = self.office.propose(order, who=who[0], key=key).digest
        for middle in who[1:-1]:
            self.office.approve(digest, who=middle)
        return self.office.execute(digest, who=who[-1]).facts

    # Filing and letters.

    def file(self, order: Order) -> int:
        """File something; its number."""
        number: int = self.give(order)[0]["number"]
        return number

    def approve(self, number: int, since: date | None = None) -> None:
        """Have a filing reviewed, where it is, and approved by whoever approves it."""
        filing = self.filing(number)
        if filing.reviewer is not None:
            self.give(RecordReview(filing=number, reference=f"report {number}", dated=self.today))
        self.give(
            RecordApproval(
                filing=number,
                reference=f"letter {number}",
                dated=self.today,
                approver=filing.approver,
                in_force_from=since or self.today,
            )
        )

    def have(self, order: Order, since: date | None = None) -> int:
        """File something and have it approved; its number."""
        number = self.file(order)
        self.approve(number, since)
        return number

    def have_submission(self, game: str, since: date | None = None, **options: Any) -> Submission:
        """Have a Rules Submission approved."""
        self.have(FileSubmission(game=game, options=chosen(options)), since)
        return submission_for(game, chosen(options))

    def have_papers(self, *submissions: Submission, since: date | None = None) -> None:
        """Have the guide of submissions approved, and their layouts and signs where those have changed."""
        for submission in submissions:
            missing = plain(self.missing("", submission, since))
            if "125-149:RAF(13)#1" in missing:
                self.have(FileLayout(submission=submission.digest()), since)
            if "125-149:Preamble/General#1" in missing:
                self.have(FileSign(submission=submission.digest()), since)
        self.have(FileGuide(submissions=tuple(submission.digest() for submission in submissions)), since)

    # Looking.

    def filing(self, number: int) -> Filing:
        """A filing by its number."""
        return self.filings()[number - 1]

    def filings(self) -> tuple[Filing, ...]:
        """Everything that was filed."""
        with self.office.desk() as desk:
            return every_filing(desk.connection)

    def missing(self, table: str, submission: Submission, day: date | None = None) -> tuple[Missing, ...]:
        """What keeps a table from opening."""
        with self.office.desk() as desk:
            return missing_for_table(desk.connection, table, submission, day or desk.day)

    def paper(self, form: str, subject: str) -> Paper:
        """A paper of one of the books."""
        forms = {made.name: made for book in self.office.books.values() for made in book.forms}
        with self.office.desk() as desk:
            return forms[form].make(desk, subject)

    def subjects(self, form: str) -> tuple[str, ...]:
        """What a paper may be asked for."""
        forms = {made.name: made for book in self.office.books.values() for made in book.forms}
        with self.office.desk() as desk:
            return forms[form].subjects(desk)

    def due(self) -> tuple[Due, ...]:
        """What is awaited or owed, in every book."""
        with self.office.desk() as desk:
            return tuple(row for book in self.office.books.values() for row in book.due(desk))


def chosen(options: dict[str, Any]) -> dict[str, Any]:
    """Options of a submission of this house."""
    return {"certificate_holder": HOUSE, **options}


def grid(paper: Paper, title: str) -> Grid:
    """The grid of a paper with that title."""
    return next(grid for grid in paper.grids if grid.title == title)


def rows(paper: Paper, title: str) -> dict[str, str]:
    """The rows of a grid of two columns."""
    return dict(grid(paper, title).rows)  # type: ignore[arg-type]


def plain(missing: tuple[Missing, ...]) -> list[str]:
    """The clauses behind what is missing."""
    return [lack.clause.id for lack in missing]


def made_anew(house: House, book: str) -> Office:
    """The office with the tables of a book thrown away and made again from the journal."""
    office = house.office
    with office.journal.transaction() as transaction:
        for table in reversed(office.books[book].tables.sorted_tables):
            transaction.connection.execute(table.delete())
        outdated = projections.update().where(projections.c.name == book).values(form=0)
        transaction.connection.execute(outdated)
    return Office(office.journal, house.clock, books=office.books.values())


def as_values(house: House) -> list[Any]:
    """Every filing as plain values, to be compared."""
    return [msgspec.to_builtins(filing) for filing in house.filings()]


DIRECTOR = Authority.EXECUTIVE_DIRECTOR
