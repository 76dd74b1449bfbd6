"""What the retention book shows of itself: what is kept, what may go today, what is held and what is gone."""

from collections.abc import Iterable
from datetime import date

import sqlalchemy as sa

from houseway.backoffice.book import Desk, Sheet
from houseway.backoffice.paper import Grid
from houseway.backoffice.retention.classes import BOOKS, class_of
from houseway.backoffice.retention.destruction import may_be_destroyed
from houseway.backoffice.retention.erasing import mailed_patrons, registered_patrons
from houseway.backoffice.retention.kept import Kept, by_itself, entered
from houseway.backoffice.retention.schema import holds, records


def _grid(title: str, rows: Iterable[Kept]) -> Grid:
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
                str(row.review_from) if row.review_from < date.max else "",
                class_of(row.kind).clause.id,
            )
            for row in rows
        ),
        clause=BOOKS.clause,
    )


def _kept(found: Iterable[Kept]) -> tuple[Grid, ...]:
    return (_grid("Kept, the first to be free first", (kept for kept in found if not kept.destroyed_on)),)


def _may_go(desk: Desk) -> tuple[Grid, ...]:
    """All that may go: whoever destroys by this list misses nothing."""
    return (_grid(f"May be destroyed on {desk.day}", may_be_destroyed(desk.connection, desk.day)),)


def _may_erase(desk: Desk) -> tuple[Grid, ...]:
    """Patrons whose data no paper needs any more; those of the register once their records are gone."""
    found = (*registered_patrons(desk.connection), *mailed_patrons(desk.connection, desk.day))
    rows = tuple(
        (one.subject, one.mailing, str(one.since), "gone" if one.gone else "may go", BOOKS.clause.id)
        for one in found
    )
    headings = ("Patron", "Last mailing", "Since", "Papers", "Clause")
    title = f"Personal data that may be erased on {desk.day}"
    return (Grid(title=title, headings=headings, rows=rows, clause=BOOKS.clause),)


def _held(desk: Desk) -> tuple[Grid, ...]:
    query = sa.select(holds).order_by(holds.c.hold, holds.c.reference)
    rows = tuple(
        (row.hold, row.reference, str(row.placed_on), row.reason) for row in desk.connection.execute(query)
    )
    headings = ("Hold", "Reference", "Since", "Reason")
    return (Grid(title="Held", headings=headings, rows=rows, clause=BOOKS.clause),)


def _gone(desk: Desk) -> tuple[Grid, ...]:
    query = sa.select(records).where(records.c.destroyed_on.is_not(None))
    gone = desk.connection.execute(query.order_by(records.c.destroyed_on.desc(), records.c.reference)).all()
    rows = tuple(
        (row.kind, row.reference, str(row.since), str(row.destroyed_on), f"{row.certificate:06d}")
        for row in gone
    )
    headings = ("Kind", "Reference", "Since", "Destroyed on", "Certificate")
    return (Grid(title="Destroyed", headings=headings, rows=rows, clause=BOOKS.clause),)


SHEETS = (
    Sheet(
        "kept",
        "What was entered and is kept",
        lambda desk: _kept(entered(desk.connection)),
        ("No paper kept elsewhere has been entered yet: [register-records].",),
    ),
    Sheet(
        "by-itself",
        "What is kept by itself",
        lambda desk: _kept(by_itself(desk.connection)),
        ("Nothing has been signed in any book yet; what is will be kept by itself.",),
    ),
    Sheet(
        "may-go",
        "What may be destroyed today",
        _may_go,
        ("The time of no record is over today.",),
    ),
    Sheet(
        "may-erase",
        "Whose data may be erased today",
        _may_erase,
        ("The papers of every patron who is known here are still to be kept.",),
    ),
    Sheet(
        "held",
        "What is held",
        _held,
        ("Nothing is held. What an inquiry asks for is kept whatever its age: [place-hold].",),
    ),
    Sheet(
        "destroyed",
        "What was destroyed",
        _gone,
        (
            "Nothing has been destroyed yet. What may go is chosen under What may be destroyed today: [destroy-records].",
        ),
    ),
)
