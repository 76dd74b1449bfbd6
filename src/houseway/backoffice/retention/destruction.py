"""Destruction: only what is registered, old enough and not held; and the erasure of a patron's data after it."""

from datetime import date
from typing import Any

import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.orders import Fact
from houseway.backoffice.retention.classes import RecordKind, check_may_go, class_of
from houseway.backoffice.retention.orders import (
    DestroyRecords,
    ErasePersonalData,
    PersonalDataErased,
    RecordsDestroyed,
)
from houseway.backoffice.retention.registry import KEPT, check_once, find, holds_on
from houseway.backoffice.retention.tables import destructions, erasures, holds, records, subjects
from houseway.backoffice.vault import keys_of
from houseway.law import RuleViolation, implements


def may_be_destroyed(connection: sa.Connection, day: date) -> tuple[Any, ...]:
    """The records that may go on a day: kept long enough, not held, and not kept on by decision."""
    held = sa.select(holds.c.reference)
    query = sa.select(records).where(
        records.c.destroyed_on.is_(None),
        records.c.review_from <= day,
        records.c.kind != RecordKind.JOURNAL.value,
        records.c.reference.not_in(held),
    )
    return tuple(connection.execute(query.order_by(records.c.review_from, records.c.reference)))


@implements("465a.6(c)", "465a.6(c)(1)", "465a.6(c)(2)")
def _check_free(desk: Desk, row: Any) -> None:
    """Refuse to let a record go that is not old enough, is held, or was decided to be kept on."""
    kind = RecordKind(row.kind)
    check_may_go(kind, row.reference, row.since, desk.day)
    clause = class_of(kind).clause
    if held := holds_on(desk.connection, row.reference):
        raise RuleViolation(
            clause, f"{row.reference} is held: {', '.join(held)}", fix="have the hold lifted first"
        )
    if desk.day < row.review_from:
        raise RuleViolation(clause, f"{row.reference} is kept on until {row.review_from} by decision")


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
            clause=KEPT.id,
        ),
    )


@implements("465a.6(c)")
def erase_personal_data(order: ErasePersonalData, desk: Desk) -> tuple[Fact, ...]:
    """Erase a patron's data once every record that needs it has gone or may go; where none is known, it stays."""
    query = (
        sa.select(records)
        .join(subjects, subjects.c.reference == records.c.reference)
        .where(subjects.c.subject == order.subject)
        .order_by(records.c.reference)
    )
    rows = desk.connection.execute(query).all()
    if not rows:
        raise RuleViolation(
            KEPT,
            f"no record is registered that names {order.subject}, so nobody can say that its time is over",
            fix="register the records that need this data",
        )
    for row in rows:
        if row.destroyed_on is None:
            _check_free(desk, row)
    keys = keys_of(desk.connection, order.subject)
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


def _next(desk: Desk, table: sa.Table) -> int:
    last = sa.select(sa.func.coalesce(sa.func.max(table.c.number), 0))
    return int(desk.connection.execute(last).scalar_one()) + 1
