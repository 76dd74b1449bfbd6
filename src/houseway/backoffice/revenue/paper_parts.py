"""What the papers of table accounting share: how one is found, its chips and its signatures."""

from datetime import date
from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.orders import Signed
from houseway.backoffice.paper import Grid, Signature, signature_of
from houseway.backoffice.policy import SEPARATE_DUTIES
from houseway.backoffice.revenue.chips import Pieces, worth
from houseway.money import dollars


def subjects(desk: Desk, query: sa.Select[Any], *by: sa.Column[Any]) -> tuple[str, ...]:
    """What papers there are, the latest first, each by the columns that together number it."""
    kept = desk.connection.execute(query.with_only_columns(*by).order_by(by[0].desc(), *by[1:]))
    return tuple(".".join(map(str, row)) for row in kept)


def find(desk: Desk, query: sa.Select[Any], what: str, subject: str, *by: sa.Column[Any]) -> Any:
    """The row that a paper is made from, by the columns that together number it."""
    written = subject.split(".")
    try:
        # A subject with more or fewer parts numbers nothing.
        same = [_is(column, part) for column, part in zip(by, written, strict=True)]
    except ValueError:
        found = None
    else:
        found = desk.connection.execute(query.where(*same)).first()
    if found is None:
        raise LookupError(f"there is no {what} {subject!r}")
    return found


def _is(column: sa.Column[Any], written: str) -> sa.ColumnElement[bool]:
    if isinstance(column.type, sa.Date):
        return column == date.fromisoformat(written)
    return sa.cast(column, sa.Text) == written


def signatures(kept: bytes) -> tuple[Signature, ...]:
    """The signatures under what was kept."""
    return tuple(
        signature_of(signed, SEPARATE_DUTIES) for signed in msgspec.json.decode(kept, type=tuple[Signed, ...])
    )


def chips(title: str, kept: bytes) -> Grid:
    """Chips or coupons by their value, with what they come to."""
    pieces = msgspec.json.decode(kept, type=tuple[Pieces, ...])
    lines = tuple(
        (dollars(line.value), f"{line.count:,}", dollars(line.value * line.count)) for line in pieces
    )
    total = ("Total", f"{sum(line.count for line in pieces):,}", dollars(worth(pieces)))
    return Grid(title=title, headings=("Denomination", "Pieces", "Amount"), rows=(*lines, total), totals=1)
