"""The papers of the coupon book: what was entered under which number, and who signed it."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Generic, TypeVar

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons.runs import Runs, joined
from houseway.backoffice.coupons.schema import documents
from houseway.backoffice.orders import Fact, Signed

F = TypeVar("F", bound=Fact)


class PaperKind(StrEnum):
    """A kind of paper."""

    DELIVERY = "delivery"
    RECEIPT = "receipt"
    PRINT = "print"
    # Barcodes that went to a gaming service provider, sealed.
    BARCODES = "barcodes"
    REQUISITION = "requisition"
    ISSUE = "issue"
    TAKE_OVER = "take-over"
    LATE_OPENING = "late opening"
    RECONCILIATION = "reconciliation"
    RETURN = "return"
    VOID = "void"
    COUNT = "count"
    INVENTORY = "inventory"
    REPORT = "report"
    # What a gaming service provider printed and mailed to patrons.
    MAILING = "mailing"


# What finance enters in the Match Play Coupon ledger (603a.20(f), (h), (l), (m), (n)).
LEDGER = (
    PaperKind.RECEIPT,
    PaperKind.MAILING,
    PaperKind.ISSUE,
    PaperKind.RETURN,
    PaperKind.VOID,
    PaperKind.COUNT,
    PaperKind.INVENTORY,
)


@dataclass(frozen=True, slots=True)
class Document(Generic[F]):
    """One paper."""

    kind: PaperKind
    subject: str
    number: int
    day: date
    open: bool
    fact: F
    signatures: tuple[Signed, ...]

    def signed_as(self, part: str) -> Signed | None:
        """Who signed a part of it."""
        return next((signed for signed in self.signatures if signed.part == part), None)


def keep(desk: Desk, kind: PaperKind, subject: str, day: date, fact: Fact, *, is_open: bool = False) -> None:
    """Keep a paper with its signatures under the next number; an open one awaits what has to follow it."""
    last = desk.connection.execute(sa.select(sa.func.max(documents.c.number))).scalar() or 0
    row = {
        "kind": kind,
        "subject": subject,
        "number": last + 1,
        "day": day,
        "open": is_open,
        "content": msgspec.json.encode(fact),
        "signatures": msgspec.json.encode(desk.signatures),
    }
    desk.connection.execute(documents.insert(), row)


def close(connection: sa.Connection, kind: PaperKind, subject: str) -> None:
    """What had to follow a paper has followed."""
    here = (documents.c.kind == kind, documents.c.subject == subject)
    connection.execute(documents.update().where(*here).values(open=False))


def find(connection: sa.Connection, kind: PaperKind, subject: str, fact: type[F]) -> Document[F] | None:
    """A paper by its subject."""
    here = (documents.c.kind == kind, documents.c.subject == subject)
    row = connection.execute(sa.select(documents).where(*here)).first()
    return None if row is None else _document(row, fact)


def open_ones(connection: sa.Connection, kind: PaperKind, fact: type[F]) -> tuple[Document[F], ...]:
    """The papers of a kind that await what has to follow them."""
    return _all(connection, fact, documents.c.kind == kind, documents.c.open.is_(True))


def of_day(connection: sa.Connection, kind: PaperKind, day: date, fact: type[F]) -> tuple[Document[F], ...]:
    """The papers of a kind for a gaming day."""
    return _all(connection, fact, documents.c.kind == kind, documents.c.day == day)


def in_ledger(connection: sa.Connection, fact: Any, first: date, last: date) -> tuple[Document[Any], ...]:
    """The entries of the ledger from a day to another, both included."""
    return _all(connection, fact, documents.c.kind.in_(LEDGER), documents.c.day.between(first, last))


class _Promise(msgspec.Struct, frozen=True, kw_only=True):
    """What of an issue says which coupons it is of, and until when they may be taken over."""

    serials: Runs
    until: date


def promised(connection: sa.Connection, today: date) -> Runs:
    """The stock that is entered for requisitions and may still be taken over."""
    query = sa.select(documents.c.content).where(
        documents.c.kind == PaperKind.ISSUE, documents.c.open.is_(True)
    )
    contents = connection.execute(query).scalars()
    issues = (msgspec.json.decode(content, type=_Promise) for content in contents)
    return joined(run for issue in issues if issue.until >= today for run in issue.serials)


def subjects_of(connection: sa.Connection, kind: PaperKind) -> tuple[str, ...]:
    """What there are papers of a kind for, the newest first."""
    query = sa.select(documents.c.subject).where(documents.c.kind == kind)
    return tuple(connection.execute(query.order_by(documents.c.number.desc())).scalars())


def subjects_on(connection: sa.Connection, kind: PaperKind, day: date) -> tuple[str, ...]:
    """What there are papers of a kind for on a gaming day, in the order in which they were made."""
    query = sa.select(documents.c.subject).where(documents.c.kind == kind, documents.c.day == day)
    return tuple(connection.execute(query.order_by(documents.c.number)).scalars())


def days_of(connection: sa.Connection, kinds: tuple[PaperKind, ...]) -> tuple[date, ...]:
    """The days for which there are papers of these kinds."""
    query = sa.select(documents.c.day).where(documents.c.kind.in_(kinds)).distinct()
    return tuple(connection.execute(query).scalars())


def last_day_of(connection: sa.Connection, kind: PaperKind) -> date | None:
    """The last day for which there is a paper of a kind."""
    last: date | None = connection.execute(
        sa.select(sa.func.max(documents.c.day)).where(documents.c.kind == kind)
    ).scalar()
    return last


def first_day_of(connection: sa.Connection, *kinds: PaperKind) -> date | None:
    """The first day for which there is a paper of one of these kinds."""
    first: date | None = connection.execute(
        sa.select(sa.func.min(documents.c.day)).where(documents.c.kind.in_(kinds))
    ).scalar()
    return first


def count_of(connection: sa.Connection, kind: PaperKind, day: date) -> int:
    """How many papers of a kind there are for a gaming day."""
    return len(subjects_on(connection, kind, day))


def _all(connection: sa.Connection, fact: Any, *where: sa.ColumnElement[bool]) -> tuple[Document[Any], ...]:
    query = sa.select(documents).where(*where).order_by(documents.c.number)
    return tuple(_document(row, fact) for row in connection.execute(query))


def _document(row: Any, fact: Any) -> Document[Any]:
    return Document(
        kind=PaperKind(row.kind),
        subject=row.subject,
        number=row.number,
        day=row.day,
        open=row.open,
        fact=msgspec.json.decode(row.content, type=fact),
        signatures=msgspec.json.decode(row.signatures, type=tuple[Signed, ...]),
    )
