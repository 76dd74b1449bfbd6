"""Writing checks: by people the internal controls name, number after number, and making them void with a reason."""

from houseway.backoffice.approvals.gates import controls_in_force
from houseway.backoffice.book import Desk
from houseway.backoffice.counter_checks.custody import check_access, hand_of, is_named, signer
from houseway.backoffice.counter_checks.orders import (
    CheckPrepared,
    CheckVoided,
    Facts,
    PrepareCheck,
    VoidCheck,
)
from houseway.backoffice.counter_checks.stock import ACCESS, CheckBook, State, find_book, states_of
from houseway.law import RuleViolation, implements

# The procedure of the internal controls that names who may write a check; the text does not (reading C-39).
PREPARATION_PROCEDURE = "counter_check_preparation"


@implements("609a.13(c)(3)#1", readings=("C-39",))
def prepare_check(order: PrepareCheck, desk: Desk) -> tuple[Facts, ...]:
    """The next check of a book is written by somebody who has access to it and whom the internal controls name."""
    book = find_book(desk.connection, order.book)
    writer = signer(desk, "prepared")
    controls = controls_in_force(desk.connection, PREPARATION_PROCEDURE, desk.day)
    if writer is not None:
        check_access(book, writer)
        if controls is None or not is_named(controls, writer):
            raise RuleViolation(
                ACCESS,
                f"the approved internal controls do not name {writer.name}, a {writer.position}, to prepare a check",
                fix=f"have the procedure {PREPARATION_PROCEDURE} name the position or the person",
            )
    if not book.with_finance and not order.table.strip():
        raise RuleViolation(
            ACCESS,
            f"the book {book.book} is out: a check from it is given at a table",
            fix="name the table whose chips it is given for",
        )
    _check_next(book, order.number)
    return (
        CheckPrepared(
            book=book.book,
            number=order.number,
            amount=order.amount,
            credit_file=order.credit_file,
            table=order.table.strip(),
            day=desk.day,
            by=hand_of(desk, "prepared"),
            at=desk.at,
            clause=ACCESS.id,
        ),
    )


@implements("609a.13(c)(3)#1", readings=("C-39",))
def void_check(order: VoidCheck, desk: Desk) -> tuple[Facts, ...]:
    """A written check, or the next one, is made void before a witness."""
    book = find_book(desk.connection, order.book)
    maker = signer(desk, "voided")
    if maker is not None:
        check_access(book, maker)
    state = states_of(desk.connection, book.book).get(order.number)
    if state is None:
        _check_next(book, order.number)
    elif state is not State.PREPARED:
        raise RuleViolation(ACCESS, f"check {order.number} is {state} already")
    return (
        CheckVoided(
            book=book.book,
            number=order.number,
            reason=order.reason,
            by=hand_of(desk, "voided"),
            at=desk.at,
            clause=ACCESS.id,
        ),
    )


@implements("609a.13(c)(3)#1", readings=("C-39",))
def _check_next(book: CheckBook, number: int) -> None:
    """Refuse a number that is not the next: the checks of a book are used one after the other."""
    if book.is_used_up:
        raise RuleViolation(ACCESS, f"no check is left in the book {book.book}")
    if number != book.next:
        raise RuleViolation(
            ACCESS,
            f"check {number} is not the next of the book {book.book}: number {book.next} is",
            fix=f"use number {book.next}, make it void, or report it missing",
        )
