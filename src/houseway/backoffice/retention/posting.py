"""Keeping the facts of the retention book in its tables, and destroying the keys of what is erased."""

from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.retention.classes import RecordKind, may_go_from
from houseway.backoffice.retention.orders import (
    CouponStateChanged,
    HoldLifted,
    HoldPlaced,
    PersonalDataErased,
    RecordKeptOn,
    RecordRegistered,
    RecordsDestroyed,
)
from houseway.backoffice.retention.tables import destructions, erasures, holds, records, subjects
from houseway.backoffice.vault import destroy


def post(fact: Any, desk: Desk) -> None:
    """Keep a fact."""
    execute = desk.connection.execute
    signatures = msgspec.json.encode(desk.signatures)
    row: dict[str, Any]
    match fact:
        case RecordRegistered(record=record):
            free = may_go_from(record.kind, record.since)
            row = {
                "reference": record.reference,
                "kind": record.kind.value,
                "since": record.since,
                "where": record.where,
                "coupon": record.coupon and record.coupon.value,
                "state": record.state and record.state.value,
                "may_go": free,
                "review_from": free,
                "registered_on": desk.day,
            }
            execute(records.insert(), row)
            for subject in dict.fromkeys(record.subjects):
                execute(subjects.insert(), {"subject": subject, "reference": record.reference})
        case CouponStateChanged():
            free = may_go_from(RecordKind.COUPON, fact.on)
            kept_on = execute(
                sa.select(records.c.review_from).where(records.c.reference == fact.reference)
            ).scalar_one()
            values = {"state": fact.state.value, "since": fact.on, "may_go": free}
            _change(desk, fact.reference, **values, review_from=max(free, kept_on))
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
        case PersonalDataErased():
            # Also when the projection is made anew: a key that came back with an old copy goes again.
            destroy(desk.connection, fact.keys)
            row = {"number": fact.number, "subject": fact.subject, "reason": fact.reason}
            execute(erasures.insert(), row | {"day": desk.day, "signatures": signatures})


def _change(desk: Desk, reference: str, **values: Any) -> None:
    desk.connection.execute(records.update().where(records.c.reference == reference).values(**values))
