"""What the retention book still has to do: decide on records whose time is over, and erase data nobody needs."""

from collections.abc import Iterator
from datetime import timedelta

import sqlalchemy as sa

from houseway.backoffice.book import Desk, Due
from houseway.backoffice.retention.classes import class_of
from houseway.backoffice.retention.destruction import may_be_destroyed, needing
from houseway.backoffice.retention.registry import KEPT
from houseway.backoffice.retention.tables import records, subjects
from houseway.backoffice.vault import keys_of

# The law sets the least time and no latest day; the house decides within a month, so that nothing about a patron is
# kept for no reason.
REVIEW_DAYS = timedelta(days=30)


def deadlines(desk: Desk) -> Iterator[Due]:
    """Everything outstanding."""
    yield from _reviews(desk)
    yield from _erasures(desk)


def _reviews(desk: Desk) -> Iterator[Due]:
    """Records of one class that came free on one day are decided on together."""
    waiting = {
        (kept.review_from, class_of(kept.kind)) for kept in may_be_destroyed(desk.connection, desk.day)
    }
    for free, kept_as in sorted(waiting, key=lambda row: (row[0], row[1].name)):
        by = free + REVIEW_DAYS
        what = f"destroy or keep on the {kept_as.name} that may go since {free}"
        yield Due(what, by, kept_as.clause, desk.day > by)


def _erasures(desk: Desk) -> Iterator[Due]:
    """Patrons all of whose records are gone while their data can still be read."""
    query = (
        sa.select(subjects.c.subject)
        .join(records, subjects.c.reference == records.c.reference)
        .group_by(subjects.c.subject)
        .having(sa.func.count() == sa.func.count(records.c.destroyed_on))
        .order_by(subjects.c.subject)
    )
    for subject in desk.connection.execute(query).scalars().all():
        keys = keys_of(desk.connection, subject)
        gone = [kept.destroyed_on for kept in needing(desk.connection, subject, keys)] if keys else []
        days = [day for day in gone if day is not None]
        if days and len(days) == len(gone):
            by = max(days) + REVIEW_DAYS
            yield Due(f"erase the personal data of {subject}", by, KEPT, desk.day > by)
