"""A cage with counter check books: the shortest way through the policy for every order, and what is on record."""

from datetime import timedelta
from typing import Any

import sqlalchemy as sa

from houseway.backoffice.approvals.orders import FileControls
from houseway.backoffice.counter_checks.orders import (
    CountBook,
    ExplainGap,
    PrepareCheck,
    ReceiveBook,
    ReportBookLost,
    ReportMissing,
    SignInBook,
    SignOutBook,
    VoidCheck,
)
from houseway.backoffice.counter_checks.stock import CheckBook, checks, find_book, gaps, metadata, moves
from houseway.backoffice.people import Position
from tests.backoffice.approvals.board import SIGNERS, House

CLERK, SUPERVISOR, FLOOR = Position.FINANCE_CLERK, Position.FINANCE_SUPERVISOR, Position.FLOORPERSON
SIGNERS |= {
    ReceiveBook: (CLERK, SUPERVISOR),
    CountBook: (CLERK, SUPERVISOR),
    SignOutBook: (CLERK, FLOOR),
    SignInBook: (FLOOR, CLERK),
    PrepareCheck: (FLOOR,),
    VoidCheck: (FLOOR, Position.PIT_MANAGER),
    ReportMissing: (FLOOR, SUPERVISOR),
    ReportBookLost: (FLOOR, SUPERVISOR),
    ExplainGap: (SUPERVISOR, Position.AUDITOR),
}


class Cage(House):
    """A house with a book of ten checks, 101 to 110, in finance's stock."""

    def stock(self, book: str = "A", first: int = 101, last: int = 110) -> None:
        """Receive a book."""
        self.give(ReceiveBook(book=book, first=first, last=last))

    def have_controls(self, procedure: str, *named: str) -> int:
        """Have a procedure of the internal controls approved."""
        return self.have(FileControls(procedure=procedure, words="as approved", named=named))

    def send_out(self, book: str = "A", days: int = 0) -> None:
        """Sign a book out, to be back after so many days."""
        self.give(SignOutBook(book=book, return_by=self.today + timedelta(days=days)))

    def ready(self) -> None:
        """A book is out with a floorperson, and floorpersons and finance clerks may write checks."""
        self.stock()
        self.have_controls("book_sign_in_out")
        self.have_controls("counter_check_preparation", str(FLOOR), str(CLERK))
        self.send_out()

    def write(self, *numbers: int, by: Position = FLOOR) -> None:
        """Write checks for $500 each."""
        for number in numbers:
            check = PrepareCheck(book="A", number=number, amount=50_000, credit_file="CF-7", table="BJ-1")
            self.give(check, by)

    def book(self, name: str = "A") -> CheckBook:
        """A book as it stands."""
        with self.office.desk() as desk:
            return find_book(desk.connection, name)

    def states(self) -> dict[int, str]:
        """What became of each check."""
        return dict(self._rows(checks.c.number, checks.c.state))

    def gaps(self) -> list[tuple[int, int, str]]:
        """The gaps that were found."""
        return [tuple(row) for row in self._rows(gaps.c.first, gaps.c.last, gaps.c.problem)]

    def hand_overs(self) -> list[str]:
        """Transfers and returns, oldest first."""
        return [move for move, _ in self._rows(moves.c.move, moves.c.turn)]

    def everything(self) -> list[Any]:
        """All that is kept of books, to be compared."""
        with self.office.desk() as desk:
            return [
                [tuple(row) for row in desk.connection.execute(sa.select(table).order_by(*table.primary_key))]
                for table in metadata.sorted_tables
            ]

    def _rows(self, *columns: sa.Column[Any]) -> list[Any]:
        with self.office.desk() as desk:
            return list(desk.connection.execute(sa.select(*columns).order_by(*columns[-1:], *columns[:1])))
