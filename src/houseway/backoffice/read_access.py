"""Who may read what: papers that say who patrons are, or which of them play, are shown only to people whose duty needs them.

Every door, be it a page, the API, the command line or a PDF, makes a form for somebody through `read_form`.
"""

from houseway.backoffice.book import Book, Desk, Form
from houseway.backoffice.paper import Paper
from houseway.backoffice.people import Department, Position, department_of
from houseway.backoffice.policy import SEPARATE_DUTIES, NotPermitted, Permit
from houseway.law import Clause, implements

# A rule of the house, for the law only says who signs: a book is read by the departments that sign in it, and every
# book by those who have to look into all of them.
_READ_EVERYTHING = (Department.INTERNAL_AUDIT, Department.CASINO_COMPLIANCE)


def reads_everything(position: Position) -> bool:
    """Whether somebody in a position looks into every book."""
    return department_of(position) in _READ_EVERYTHING


def reads(book: Book, position: Position) -> bool:
    """Whether a book is for somebody in a position."""
    signing = (permit for rule in book.rules for part in rule.parts for permit in part.permits)
    mine = department_of(position)
    return reads_everything(position) or any(permit.department is mine for permit in signing)


@implements("603a.20(r)(2)#2")
def require_book(book: Book, position: Position) -> None:
    """Refuse to show a book to a department that has no duty in it."""
    if not reads(book, position):
        raise NotPermitted(
            SEPARATE_DUTIES,
            f"the book {book.title!r} is not for {department_of(position)}",
            fix="ask somebody whose department signs in it, or internal audit",
        )


def may_read(form: Form, position: Position | None) -> bool:
    """Whether a form is for somebody in a position, or for whoever looks where nobody is signed in."""
    return not form.readers or _admitted(form.readers, position)


def read_form(desk: Desk, form: Form, subject: str, position: Position | None) -> Paper:
    """A form made for a subject, to be shown to somebody in a position."""
    if form.readers:
        require_reader(form.readers, position, form.title.lower(), form.clause)
    return form.make(desk, subject)


def require_reader(readers: tuple[Permit, ...], position: Position | None, what: str, clause: Clause) -> None:
    """Refuse to show something to anybody but those whom it is for."""
    if not _admitted(readers, position):
        wanted = " or ".join(map(str, readers))
        raise NotPermitted(
            clause,
            f"the {what} is not for {'the ' + position if position else 'somebody who is not signed in'}",
            fix=f"have the {wanted} look it up",
        )


def _admitted(readers: tuple[Permit, ...], position: Position | None) -> bool:
    return position is not None and any(permit.admits(position) for permit in readers)
