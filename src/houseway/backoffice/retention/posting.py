"""Keeping the facts of the retention book in its tables, and destroying the keys of what is erased."""

from datetime import date
from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice import attachments
from houseway.backoffice.book import Desk
from houseway.backoffice.retention.classes import RecordKind, may_go_from
from houseway.backoffice.retention.kept import Kept, named
from houseway.backoffice.retention.orders import (
    CouponStateChanged,
    HoldLifted,
    HoldPlaced,
    PersonalDataErased,
    RecordKeptOn,
    RecordRegistered,
    RecordsDestroyed,
)
from houseway.backoffice.retention.schema import destructions, erasures, holds, records, subjects
from houseway.backoffice.vault import destroy


def post(fact: Any, desk: Desk) -> None:
    """Keep a fact."""
    execute = desk.connection.execute
    signatures = msgspec.json.encode(desk.signatures)
    row: dict[str, Any]
    match fact:
        case RecordRegistered(record=record):
            free = may_go_from(record.kind, record.since, record.state)
            _note(
                desk,
                Kept(
                    record.reference,
                    record.kind,
                    record.since,
                    record.where,
                    record.coupon,
                    record.state,
                    may_go=free,
                    review_from=free,
                ),
            )
            for subject in dict.fromkeys(record.subjects):
                execute(subjects.insert(), {"subject": subject, "reference": record.reference})
        case CouponStateChanged():
            free = may_go_from(RecordKind.COUPON, fact.on, fact.state)
            values = {"state": fact.state, "since": fact.on, "may_go": free}
            _change(
                desk, fact.reference, **values, review_from=max(free, _kept_on_until(desk, fact.reference))
            )
        case HoldPlaced():
            row = {"reference": fact.reference, "hold": fact.hold, "reason": fact.reason}
            execute(holds.insert(), row | {"placed_on": desk.day})
        case HoldLifted():
            execute(holds.delete().where(holds.c.reference == fact.reference, holds.c.hold == fact.hold))
        case RecordKeptOn():
            _change(desk, fact.reference, review_from=fact.until)
        case RecordsDestroyed():
            row = {"number": fact.number, "method": fact.method, "remark": fact.remark}
            execute(destructions.insert(), row | {"day": desk.day, "signatures": signatures})
            for reference in fact.references:
                _change(desk, reference, destroyed_on=desk.day, certificate=fact.number)
            if fact.letters:
                attachments.destroy(desk.connection, fact.letters, desk.at)
        case PersonalDataErased():
            # Also when the projection is made anew: a key that came back with an old copy goes again.
            destroy(desk.connection, fact.keys)
            row = {"number": fact.number, "subject": fact.subject, "reason": fact.reason}
            execute(erasures.insert(), row | {"day": desk.day, "signatures": signatures})


def _note(desk: Desk, kept: Kept) -> None:
    desk.connection.execute(records.insert(), kept._asdict())


def _change(desk: Desk, reference: str, **values: Any) -> None:
    """Change what is noted of a record; of one that is kept by itself, nothing is noted before."""
    changed = desk.connection.execute(records.update().where(records.c.reference == reference).values(values))
    by_itself = named(reference)
    if changed.rowcount == 0 and by_itself is not None:
        _note(desk, by_itself._replace(**values))


def _kept_on_until(desk: Desk, reference: str) -> date:
    """The day until which a record was decided to be kept on, if it was."""
    decided = sa.select(records.c.review_from).where(
        records.c.reference == reference, records.c.review_from > records.c.may_go
    )
    return desk.connection.execute(decided).scalar() or date.min
