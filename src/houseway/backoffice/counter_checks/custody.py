"""Custody: finance has the unused books, and hands one to table games only as the internal controls provide."""

from houseway.backoffice.approvals.gates import Controls, controls_in_force
from houseway.backoffice.book import Desk
from houseway.backoffice.counter_checks.gaps import count
from houseway.backoffice.counter_checks.orders import (
    BookReceived,
    BookSignedIn,
    BookSignedOut,
    CountBook,
    Facts,
    Hand,
    ReceiveBook,
    SignInBook,
    SignOutBook,
)
from houseway.backoffice.counter_checks.stock import ACCESS, CheckBook, every_book, find_book
from houseway.backoffice.orders import Signed
from houseway.backoffice.people import Position, department_of, or_above
from houseway.law import RuleViolation, implements, pa

MAY_HAND_OVER = pa("609a.13(c)(3)#2")
PROCEDURE = pa("609a.13(c)(3)#3")
LOGGED = pa("609a.13(c)(3)#4")

# The procedure of the internal controls without which no book leaves finance (reading C-40).
SIGN_OUT_PROCEDURE = PROCEDURE.parameters["internal_controls_field"]
# A book is small enough to be counted through by hand.
LARGEST_BOOK = 1000


@implements("609a.13(c)(3)#1", readings=("C-39",))
def receive_book(order: ReceiveBook, desk: Desk) -> tuple[Facts, ...]:
    """A new book goes into finance's stock; no number is ever in two books."""
    if not order.first <= order.last < order.first + LARGEST_BOOK:
        raise RuleViolation(
            ACCESS,
            f"a book has 1 to {LARGEST_BOOK} checks, numbered upwards; {order.first} to {order.last} is none",
        )
    for other in every_book(desk.connection):
        if other.book == order.book:
            raise RuleViolation(ACCESS, f"the book {order.book} was received on {other.received_on} already")
        if order.first <= other.last and other.first <= order.last:
            raise RuleViolation(
                ACCESS, f"checks {other.first} to {other.last} are in the book {other.book} already"
            )
    return (
        BookReceived(
            book=order.book, first=order.first, last=order.last, received_on=desk.day, clause=ACCESS.id
        ),
    )


@implements("609a.13(c)(3)#2", "609a.13(c)(3)#3", readings=("C-38", "C-39", "C-40"))
def sign_out(order: SignOutBook, desk: Desk) -> tuple[Facts, ...]:
    """Finance may hand a book over while the approved internal controls contain how it is signed out and in."""
    book = find_book(desk.connection, order.book)
    controls = controls_in_force(desk.connection, SIGN_OUT_PROCEDURE, desk.day)
    if controls is None:
        raise RuleViolation(
            PROCEDURE,
            "the approved internal controls contain no procedure for signing counter check books out and in",
            fix=f"have the procedure {SIGN_OUT_PROCEDURE} approved first",
        )
    if not book.with_finance:
        raise RuleViolation(MAY_HAND_OVER, f"the book {book.book} is with {book.department} already")
    if book.is_used_up:
        raise RuleViolation(MAY_HAND_OVER, f"no check is left in the book {book.book}")
    if order.return_by < desk.day:
        raise RuleViolation(PROCEDURE, f"the book cannot be due back on {order.return_by}, before today")
    taker = signer(desk, "received")
    if taker is not None and controls.named and not is_named(controls, taker):
        raise RuleViolation(
            PROCEDURE, f"the internal controls do not name {taker.name}, a {taker.position}, to take a book"
        )
    return (
        BookSignedOut(
            book=book.book,
            giver=hand_of(desk, "issued"),
            taker=hand_of(desk, "received"),
            at=desk.at,
            return_by=order.return_by,
            clause=LOGGED.id,
        ),
    )


@implements("609a.13(c)(3)#3", readings=("C-39", "C-40"))
def sign_in(order: SignInBook, desk: Desk) -> tuple[Facts, ...]:
    """The book comes back from whoever has it, or from the shift's management, and is counted."""
    book = find_book(desk.connection, order.book)
    if book.with_finance:
        raise RuleViolation(PROCEDURE, f"the book {book.book} is with finance: nobody signed it out")
    giver = signer(desk, "returned")
    if giver is not None and not _may_return(book, giver):
        raise RuleViolation(
            PROCEDURE,
            f"the book {book.book} is signed out to another than {giver.name}",
            fix="have the one who signed it out bring it back, or the shift manager",
        )
    signed_in = BookSignedIn(
        book=book.book,
        giver=hand_of(desk, "returned"),
        taker=hand_of(desk, "received"),
        at=desk.at,
        clause=LOGGED.id,
    )
    return (signed_in, *count(book, order, desk))


@implements("609a.13(c)(3)#1", readings=("C-39",))
def count_book(order: CountBook, desk: Desk) -> tuple[Facts, ...]:
    """Finance counts a book that it has itself."""
    book = find_book(desk.connection, order.book)
    if not book.with_finance:
        raise RuleViolation(ACCESS, f"the book {book.book} is with {book.department}", fix="sign it in first")
    return count(book, order, desk)


@implements("609a.13(c)(3)#1", readings=("C-39",))
def check_access(book: CheckBook, who: Signed) -> None:
    """Refuse a hand on the checks of a book that another department has: custody moves with the book."""
    if department_of(who.position) is not book.department:
        raise RuleViolation(
            ACCESS,
            f"{who.name} of {department_of(who.position)} has no access to the book {book.book}: "
            f"it is with {book.department}",
            fix=f"have somebody of {book.department} do it",
        )


def is_named(controls: Controls, who: Signed) -> bool:
    """Whether the internal controls name somebody, by position or by credential."""
    return str(who.position) in controls.named or who.credential in controls.named


def signer(desk: Desk, part: str) -> Signed | None:
    """Who signed a part, once somebody has."""
    return next((signed for signed in desk.signatures if signed.part == part), None)


def hand_of(desk: Desk, part: str) -> Hand:
    """The hands that a part stands for; nobody's while an order is only proposed."""
    signed = signer(desk, part)
    if signed is None:
        return Hand()
    return Hand(person=signed.person, credential=signed.credential, name=signed.name)


def _may_return(book: CheckBook, who: Signed) -> bool:
    return who.person == book.holder or who.position in or_above(Position.SHIFT_MANAGER)
