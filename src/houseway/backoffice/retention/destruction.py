"""Destruction: only what is registered, old enough and not held; and the erasure of a patron's data after it."""

from collections.abc import Iterable
from datetime import date

import sqlalchemy as sa

from houseway.backoffice.approvals.filings import letters_entered_on
from houseway.backoffice.book import Desk
from houseway.backoffice.orders import Fact
from houseway.backoffice.retention.classes import check_may_go, class_of
from houseway.backoffice.retention.kept import Kept, everything, lookup, named, signed_with
from houseway.backoffice.retention.orders import (
    DestroyRecords,
    ErasePersonalData,
    PersonalDataErased,
    RecordsDestroyed,
)
from houseway.backoffice.retention.registry import KEPT, check_once, find, holds_on
from houseway.backoffice.retention.schema import destructions, erasures, holds, records, subjects
from houseway.backoffice.vault import keys_of
from houseway.law import RuleViolation, implements

APPROVALS = "approvals"


def may_be_destroyed(connection: sa.Connection, day: date) -> tuple[Kept, ...]:
    """The records that may go on a day: kept long enough, not held, and not kept on by decision."""
    held = frozenset(connection.execute(sa.select(holds.c.reference)).scalars())
    return tuple(
        kept
        for kept in everything(connection, free_by=day)
        if kept.destroyed_on is None and kept.review_from <= day and kept.reference not in held
    )


@implements("465a.6(c)", "465a.6(c)(1)", "465a.6(c)(2)")
def _check_free(desk: Desk, kept: Kept) -> None:
    """Refuse to let a record go that is not old enough, is held, or was decided to be kept on."""
    check_may_go(kept.kind, kept.reference, kept.since, desk.day, kept.state)
    clause = class_of(kept.kind).clause
    if held := holds_on(desk.connection, kept.reference):
        raise RuleViolation(
            clause, f"{kept.reference} is held: {', '.join(held)}", fix="have the hold lifted first"
        )
    if desk.day < kept.review_from:
        raise RuleViolation(clause, f"{kept.reference} is kept on until {kept.review_from} by decision")


@implements("465a.6(c)")
def destroy_records(order: DestroyRecords, desk: Desk) -> tuple[Fact, ...]:
    """Destroy records, all of those named or none."""
    check_once(order.references)
    for reference in order.references:
        _check_free(desk, find(desk, reference))
    return (
        RecordsDestroyed(
            number=_next(desk, destructions),
            references=order.references,
            method=order.method,
            remark=order.remark,
            letters=_letters_with(desk, order.references),
            clause=KEPT.id,
        ),
    )


def _letters_with(desk: Desk, references: Iterable[str]) -> tuple[str, ...]:
    """The letters that belong to these papers of the book of approvals, and to none that is still kept."""
    papers = (named(reference) for reference in references)
    days = [kept.since for kept in papers if kept is not None and kept.reference.startswith(f"{APPROVALS}/")]
    return letters_entered_on(desk.connection, days) if days else ()


def destroyed_letters(connection: sa.Connection) -> tuple[str, ...]:
    """The letters of the book of approvals whose papers were all destroyed."""
    query = sa.select(records.c.since).where(
        records.c.destroyed_on.is_not(None), records.c.reference.startswith(f"{APPROVALS}/", autoescape=True)
    )
    return letters_entered_on(connection, connection.execute(query).scalars().all())


@implements("465a.6(c)")
def erase_personal_data(order: ErasePersonalData, desk: Desk) -> tuple[Fact, ...]:
    """Erase a patron's data once every record that needs it has gone or may go; where none is known, it stays."""
    keys = keys_of(desk.connection, order.subject)
    needed = needing(desk.connection, order.subject, keys)
    if not needed:
        raise RuleViolation(
            KEPT,
            f"no record is kept that names {order.subject}, so nobody can say that its time is over",
            fix="register the records that need this data",
        )
    for kept in needed:
        if kept.destroyed_on is None:
            _check_free(desk, kept)
    if not keys:
        raise RuleViolation(KEPT, f"nothing is sealed for {order.subject}: it was never kept, or is erased")
    return (
        PersonalDataErased(
            number=_next(desk, erasures),
            subject=order.subject,
            keys=keys,
            reason=order.reason,
            clause=KEPT.id,
        ),
    )


def needing(connection: sa.Connection, subject: str, keys: tuple[str, ...]) -> tuple[Kept, ...]:
    """The records that need a patron's data: those that say so, and the papers that were signed with it."""
    saying = sa.select(subjects.c.reference).where(subjects.c.subject == subject)
    references = {
        *connection.execute(saying).scalars(),
        *(kept.reference for kept in signed_with(connection, keys)),
    }
    found = (lookup(connection, reference) for reference in sorted(references))
    return tuple(kept for kept in found if kept is not None)


def _next(desk: Desk, table: sa.Table) -> int:
    last = sa.select(sa.func.coalesce(sa.func.max(table.c.number), 0))
    return int(desk.connection.execute(last).scalar_one()) + 1
