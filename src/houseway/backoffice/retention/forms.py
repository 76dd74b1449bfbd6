"""The papers of retention: the schedule of what is kept how long, and certificates of destruction and erasure."""

from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk, Form
from houseway.backoffice.books import all_books
from houseway.backoffice.orders import Signed
from houseway.backoffice.paper import Field, Grid, Paper, Signature, signature_of
from houseway.backoffice.postings.postings import house_name
from houseway.backoffice.retention.classes import BOOKS, CLASSES, RecordKind, class_of
from houseway.backoffice.retention.schema import destructions, erasures, records

_SCHEDULE = "schedule"


def _signatures(kept: bytes) -> tuple[Signature, ...]:
    return tuple(
        signature_of(signed, BOOKS.clause) for signed in msgspec.json.decode(kept, type=tuple[Signed, ...])
    )


def _numbers(desk: Desk, table: sa.Table) -> tuple[str, ...]:
    query = sa.select(table.c.number).order_by(table.c.number.desc())
    return tuple(map(str, desk.connection.execute(query).scalars()))


def _dated(desk: Desk, table: sa.Table) -> dict[str, str]:
    """Certificates by their numbers, each with its day."""
    rows = desk.connection.execute(sa.select(table.c.number, table.c.day))
    return {str(row.number): f"{row.number:06d}: {row.day}" for row in rows}


def _find(desk: Desk, table: sa.Table, subject: str, what: str) -> Any:
    query = sa.select(table).where(sa.cast(table.c.number, sa.Text) == subject)
    row = desk.connection.execute(query).first()
    if row is None:
        raise LookupError(f"there is no {what} {subject!r}")
    return row


def schedule(desk: Desk, subject: str) -> Paper:
    """How long each kind of record is kept at least, by which clause."""
    if subject != _SCHEDULE:
        raise LookupError(f"there is no retention schedule {subject!r}")
    papers = class_of(RecordKind.PAPERS)
    kinds = {
        kept: ", ".join(
            kind for kind in RecordKind if class_of(kind) is kept and kind is not RecordKind.JOURNAL
        )
        for kept in CLASSES
    }
    return Paper(
        title="Retention schedule",
        number=_SCHEDULE,
        holder=house_name(desk.connection),
        day=desk.day,
        clause=BOOKS.clause,
        fields=tuple(
            Field(label=f"{kept.name.capitalize()}: at least", value=str(kept), clause=kept.clause)
            for kept in CLASSES
        ),
        grids=(
            Grid(
                title="Records",
                headings=("Class", "Kinds of record", "Kept at least", "Clause"),
                rows=tuple((kept.name, kinds[kept], str(kept), kept.clause.citation) for kept in CLASSES),
                clause=BOOKS.clause,
            ),
            Grid(
                title="Kept by themselves: what is signed in a book on a gaming day",
                headings=("Book", "Papers", "Kept at least", "Clause"),
                rows=tuple(
                    (
                        book.title,
                        ", ".join(form.title for form in book.forms) or "none beside its orders",
                        str(papers),
                        papers.clause.citation,
                    )
                    for book in all_books()
                ),
                clause=papers.clause,
            ),
        ),
        notes=(
            "Time counts from the day of the record, for coupons from that of their last change of state.",
            "What a mailing says of a patron is sealed, kept as long as the papers of its list, and erased after them.",
            "A record under a hold is kept whatever its age. Entries of the journal are never destroyed.",
        ),
    )


def destruction_certificate(desk: Desk, subject: str) -> Paper:
    """What was destroyed, how, and who agreed."""
    row = _find(desk, destructions, subject, "certificate of destruction")
    query = sa.select(records).where(records.c.certificate == row.number).order_by(records.c.reference)
    gone = tuple(
        (
            kept.kind,
            kept.reference,
            kept.where,
            str(kept.since),
            str(kept.may_go),
            class_of(RecordKind(kept.kind)).clause.citation,
        )
        for kept in desk.connection.execute(query)
    )
    return Paper(
        title="Certificate of destruction",
        number=f"{row.number:06d}",
        holder=house_name(desk.connection),
        day=row.day,
        clause=BOOKS.clause,
        fields=(
            Field(label="Method", value=row.method),
            Field(label="Records", value=str(len(gone)), clause=BOOKS.clause),
            Field(label="Remark", value=row.remark),
        ),
        grids=(
            Grid(
                title="Records destroyed",
                headings=("Kind", "Reference", "Where kept", "Since", "Free from", "Clause"),
                rows=gone,
                clause=BOOKS.clause,
            ),
        ),
        signatures=_signatures(row.signatures),
    )


def erasure_certificate(desk: Desk, subject: str) -> Paper:
    """Whose personal data was made unreadable, why, and who agreed."""
    row = _find(desk, erasures, subject, "certificate of erasure")
    return Paper(
        title="Certificate of erasure",
        number=f"{row.number:06d}",
        holder=house_name(desk.connection),
        day=row.day,
        clause=BOOKS.clause,
        fields=(
            Field(label="Patron", value=row.subject),
            Field(label="Reason", value=row.reason),
            Field(label="Records that needed the data", value="gone, or free to go", clause=BOOKS.clause),
        ),
        signatures=_signatures(row.signatures),
    )


FORMS = (
    Form("schedule", "Retention schedule", BOOKS.clause, lambda desk: (_SCHEDULE,), schedule),
    Form(
        "destruction-certificate",
        "Certificate of destruction",
        BOOKS.clause,
        lambda desk: _numbers(desk, destructions),
        destruction_certificate,
        told=lambda desk: _dated(desk, destructions),
    ),
    Form(
        "erasure-certificate",
        "Certificate of erasure",
        BOOKS.clause,
        lambda desk: _numbers(desk, erasures),
        erasure_certificate,
        told=lambda desk: _dated(desk, erasures),
    ),
)
