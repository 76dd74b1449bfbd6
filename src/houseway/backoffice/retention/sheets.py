"""What the retention book shows of itself: what is kept, what may go today, what is held and what is gone."""

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from houseway.backoffice.book import Desk, Sheet
from houseway.backoffice.paper import Grid
from houseway.backoffice.retention.classes import BOOKS, RecordKind, class_of
from houseway.backoffice.retention.destruction import may_be_destroyed
from houseway.backoffice.retention.tables import holds, records

# A page shows so many of what may be very many.
_SHOWN = 200


def _grid(title: str, rows: Iterable[Any]) -> Grid:
    return Grid(
        title=title,
        headings=("Kind", "Reference", "Where", "Since", "State", "Free from", "Clause"),
        rows=tuple(
            (
                row.kind,
                row.reference,
                row.where,
                str(row.since),
                row.state or "",
                str(row.review_from),
                class_of(RecordKind(row.kind)).clause.id,
            )
            for row in rows
        ),
        clause=BOOKS.clause,
    )


def _kept(desk: Desk) -> tuple[Grid, ...]:
    query = sa.select(records).where(records.c.destroyed_on.is_(None)).limit(_SHOWN)
    rows = desk.connection.execute(query.order_by(records.c.review_from, records.c.reference))
    return (_grid("Kept, the first to be free first", rows),)


def _may_go(desk: Desk) -> tuple[Grid, ...]:
    return (_grid(f"May be destroyed on {desk.day}", may_be_destroyed(desk.connection, desk.day)[:_SHOWN]),)


def _held(desk: Desk) -> tuple[Grid, ...]:
    query = sa.select(holds).order_by(holds.c.hold, holds.c.reference)
    rows = tuple(
        (row.hold, row.reference, str(row.placed_on), row.reason) for row in desk.connection.execute(query)
    )
    headings = ("Hold", "Reference", "Since", "Reason")
    return (Grid(title="Held", headings=headings, rows=rows, clause=BOOKS.clause),)


def _gone(desk: Desk) -> tuple[Grid, ...]:
    query = sa.select(records).where(records.c.destroyed_on.is_not(None)).limit(_SHOWN)
    rows = tuple(
        (row.kind, row.reference, str(row.since), str(row.destroyed_on), f"{row.certificate:06d}")
        for row in desk.connection.execute(query.order_by(records.c.destroyed_on.desc(), records.c.reference))
    )
    headings = ("Kind", "Reference", "Since", "Destroyed on", "Certificate")
    return (Grid(title="Destroyed", headings=headings, rows=rows, clause=BOOKS.clause),)


SHEETS = (
    Sheet("kept", "What is kept", _kept),
    Sheet("may-go", "What may be destroyed today", _may_go),
    Sheet("held", "What is held", _held),
    Sheet("destroyed", "What was destroyed", _gone),
)
