"""The shape of the coupon book's forms: one document, what it says and who signed it, each line with its clause."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

from houseway.backoffice.book import Desk, Form
from houseway.backoffice.coupons import documents as papers
from houseway.backoffice.coupons.documents import Document, PaperKind
from houseway.backoffice.coupons.edition import Text
from houseway.backoffice.coupons.quantities import Quantities, value_of
from houseway.backoffice.coupons.runs import Runs, spelled
from houseway.backoffice.paper import Field, Grid, Paper, Signature, signature_of
from houseway.backoffice.postings.postings import house_name
from houseway.law import Clause
from houseway.money import Cents, dollars
from houseway.table.coupons import PERMANENT_TEXT

# A part of an order as its form names it, with the clause that wants the signature.
Line = tuple[str, str, Clause]


class OfDenomination(Protocol):
    """A line of a form that tells of one denomination."""

    @property
    def denomination(self) -> Cents:
        """What each coupon of the line is worth."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a form says of its document: boxes, grids, and the parts that are signed."""

    fields: Iterable[Field] = ()
    grids: Iterable[Grid] = ()
    signed: Iterable[Line] = ()
    signatures: Iterable[Signature] = ()


def coupon_form(
    kind: PaperKind,
    title: str,
    heading: str,
    clause: Clause,
    fact: type[Any],
    says: Callable[[Desk, Document[Any]], Said],
) -> Form:
    """A form for every document of a kind, by the title in the list of forms and the heading on its paper."""

    def made(desk: Desk, subject: str) -> Paper:
        document = papers.find(desk.connection, kind, subject, fact)
        if document is None:
            raise LookupError(f"there is no {kind} {subject!r} in the coupon book")
        said = says(desk, document)
        return Paper(
            title=heading,
            number=f"{document.kind} {document.subject}",
            holder=house_name(desk.connection),
            day=document.day,
            clause=clause,
            fields=tuple(said.fields),
            grids=tuple(said.grids),
            signatures=(*said.signatures, *(signature(document, line) for line in said.signed)),
            notes=notes(document.day),
        )

    return Form(
        name=kind.value,
        title=title,
        clause=clause,
        subjects=lambda desk: papers.subjects_of(desk.connection, kind),
        make=made,
    )


def notes(day: date) -> tuple[str, ...]:
    """Papers of days under the temporary text say so; the clauses are those of the permanent one."""
    if day >= PERMANENT_TEXT:
        return ()
    return (
        f"This paper was made under {Text.TEMPORARY}; clauses are cited as {Text.PERMANENT} numbers them.",
    )


def signature(document: Document[Any], line: Line) -> Signature:
    """Who signed a part of a document, or a line to sign on."""
    part, label, clause = line
    signed = document.signed_as(part)
    return Signature(part=label, clause=clause) if signed is None else signature_of(signed, clause, label)


def day(label: str, value: date, clause: Clause) -> Field:
    """A box with a day."""
    return Field(label=label, value=value.isoformat(), clause=clause)


def serials(label: str, runs: Runs, clause: Clause) -> Field:
    """A box with serial numbers."""
    return Field(label=label, value=spelled(runs), clause=clause)


def some(title: str, quantities: Quantities, clause: Clause) -> Grid:
    """So many coupons of each denomination, and what they are worth; below, how many and how much that is in all."""
    rows = [
        (dollars(one.denomination), f"{one.count:,}", dollars(one.denomination * one.count))
        for one in quantities
    ]
    if rows:
        rows.append(("Total", f"{sum(one.count for one in quantities):,}", dollars(value_of(quantities))))
    headings = ("Denomination", "Quantity", "Total value")
    return Grid(title=title, headings=headings, rows=tuple(rows), clause=clause, totals=1 if rows else 0)


def balance(title: str, lines: Sequence[OfDenomination], clause: Clause, columns: Mapping[str, str]) -> Grid:
    """Several quantities of each denomination, by heading and name; below, how many each is in all and its value."""

    def of(line: OfDenomination) -> tuple[int, ...]:
        return tuple(getattr(line, name) for name in columns.values())

    rows = [(dollars(line.denomination), *(f"{count:,}" for count in of(line))) for line in lines]
    if rows:
        counts = zip(*map(of, lines), strict=True)
        worth = zip(*([line.denomination * count for count in of(line)] for line in lines), strict=True)
        rows.append(("Total", *(f"{sum(column):,}" for column in counts)))
        rows.append(("Total value", *(dollars(sum(column)) for column in worth)))
    return Grid(
        title=title,
        headings=("Denomination", *columns),
        rows=tuple(rows),
        clause=clause,
        totals=2 if rows else 0,
    )
