"""What is known already: the tables, people, books and papers that whoever fills in an order may mean.

A field that must name one of them is asked for as a choice; one that may, beside what is new, has them as suggestions.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

import msgspec
import sqlalchemy as sa

from houseway.backoffice.approvals.filings import LAID_DOWN, PENDING, Filing, State, every_filing
from houseway.backoffice.approvals.kinds import FilingKind
from houseway.backoffice.book import Desk
from houseway.backoffice.counter_checks.stock import every_book
from houseway.backoffice.coupons.count import papers_of
from houseway.backoffice.coupons.days import days_to_count
from houseway.backoffice.coupons.design import coupon_values
from houseway.backoffice.coupons.documents import PaperKind
from houseway.backoffice.coupons.programme import ApprovalKind
from houseway.backoffice.coupons.receipt import next_serial
from houseway.backoffice.coupons.schema import approvals, deliveries, designs, documents
from houseway.backoffice.custody.piece import Whereabouts
from houseway.backoffice.custody.schema import all_pieces
from houseway.backoffice.mailing.schema import mailings
from houseway.backoffice.people import Posting
from houseway.backoffice.postings.postings import everyone
from houseway.backoffice.retention.schema import holds, records
from houseway.backoffice.revenue.denominations import registered
from houseway.backoffice.revenue.schema import meters
from houseway.backoffice.rosters.assignments import cameras, tables_on_floor
from houseway.floor import Floor
from houseway.games import games, title_of
from houseway.money import Cents, dollars
from houseway.web.office_content import Line
from houseway.web.office_fields import Field, FieldChoice, FieldKind

# The latest of what there are very many of; anything else is typed.
_MOST = 200


@dataclass(frozen=True, slots=True)
class Known:
    """Something that may be meant: as it is written, and what it is."""

    value: str
    words: str = ""


Found = Callable[[Floor, Desk], Iterable[Known]]


def _tables(floor: Floor, desk: Desk) -> Iterator[Known]:
    standing = ((name, table) for name, table in floor.tables().items() if table.retired_on is None)
    planned = tables_on_floor(desk.connection)
    known = {name: title_of(table.game) for name, table in planned.items()}
    known |= {name: title_of(table.set_up.game) for name, table in standing}
    return (Known(name, words) for name, words in sorted(known.items()))


def _games(floor: Floor, desk: Desk) -> Iterator[Known]:
    return (Known(name, game.title) for name, game in games().items())


def _today(desk: Desk) -> Iterator[Posting]:
    return (one for one in everyone(desk.connection) if one.covers(desk.day))


def _credentials(floor: Floor, desk: Desk) -> Iterator[Known]:
    return (Known(one.credential, f"{one.name}, {one.position}") for one in _today(desk))


def _persons(floor: Floor, desk: Desk) -> Iterator[Known]:
    return (Known(one.person, f"{one.name}, {one.position}") for one in _today(desk))


def _filings(floor: Floor, desk: Desk) -> Iterator[Known]:
    for filing in reversed(every_filing(desk.connection)):
        yield Known(str(filing.number), f"{filing.number}: {filing.title}, {filing.state}")


def _in_state(holds: Callable[[Filing, Desk], bool]) -> Found:
    """The filings that an order can be about as they stand, the latest first."""
    return lambda floor, desk: (
        Known(str(filing.number), f"{filing.number}: {filing.title}, {filing.state}")
        for filing in reversed(every_filing(desk.connection))
        if holds(filing, desk)
    )


def _holds_on(filing: Filing, desk: Desk) -> bool:
    """Whether an approval holds or is still to hold."""
    return filing.state is State.APPROVED and (filing.until is None or filing.until > desk.day)


_AWAITED = _in_state(lambda filing, _: filing.state in PENDING)
_UNREVIEWED = _in_state(lambda filing, _: filing.state is State.FILED and filing.reviewer is not None)
_APPROVED = _in_state(_holds_on)


def _submissions(floor: Floor, desk: Desk) -> Iterator[Known]:
    for filing in reversed(every_filing(desk.connection)):
        if filing.kind is FilingKind.SUBMISSION and filing.state not in LAID_DOWN:
            yield Known(filing.digest, f"{filing.subject}, version {filing.version}, {filing.state}")


def _submissions_approved(floor: Floor, desk: Desk) -> Iterator[Known]:
    for filing in reversed(every_filing(desk.connection)):
        if filing.kind is FilingKind.SUBMISSION and filing.state is State.APPROVED:
            yield Known(
                filing.digest, f"{filing.subject}, version {filing.version}, from {filing.in_force_from}"
            )


def _check_books(floor: Floor, desk: Desk) -> Iterator[Known]:
    return (Known(book.book, f"with {book.department}") for book in every_book(desk.connection))


def _pieces(floor: Floor, desk: Desk) -> Iterator[Known]:
    here = (standing for standing in Whereabouts if standing is not Whereabouts.GONE)
    return (
        Known(piece.serial, f"{piece.game}, {piece.standing}") for piece in all_pieces(desk.connection, *here)
    )


def _papers_to_review(floor: Floor, desk: Desk) -> Iterator[Known]:
    for one in days_to_count(desk.connection):
        yield from (Known(paper, f"of {one.day}") for paper in papers_of(desk.connection, one.day))


def _chips(desk: Desk) -> Iterator[Cents]:
    """The values of every chip and plaque that may lie in a tray."""
    yield from sorted({value for one in registered(desk.connection, desk.day) for value in one.values})


def _coupons(desk: Desk) -> Iterator[Cents]:
    yield from coupon_values(desk.connection)


def _column(column: sa.Column[str], *where: sa.ColumnElement[bool]) -> Found:
    """The values of a column, the last ones first."""
    query = sa.select(column).where(*where).distinct().order_by(column.desc()).limit(_MOST)
    return lambda floor, desk: map(Known, desk.connection.execute(query).scalars())


_RECORDS = _column(records.c.reference, records.c.destroyed_on.is_(None))

# Fields that must name something known, by their types; what else they take would only be refused.
_CHOICES: Mapping[str, Found] = {
    "EndApproval.filing": _APPROVED,
    "FileGuide.submissions": _submissions,
    "FileLayout.submission": _submissions,
    "FileSign.submission": _submissions,
    "PostSign.submission": _submissions,
    "RecordApproval.filing": _AWAITED,
    "RecordDenial.filing": _AWAITED,
    "RecordReview.filing": _UNREVIEWED,
    "RuleTable.submission": _submissions_approved,
    "SetUpTable.submission": _submissions_approved,
    "WithdrawFiling.filing": _AWAITED,
}
# Values of chips and coupons, by the type and field of their rows, and if need be by the field that has the rows.
_VALUES: Mapping[str, Callable[[Desk], Iterable[Cents]]] = {
    "Pieces.value": _chips,
    "Pieces.value of coupons": _coupons,
    "Quantity.denomination": _coupons,
}
# Suggestions in every book, and those that a book has for its own orders: by type and field, or by the field's name.
_EVERYWHERE: Mapping[str, Found] = {
    "beside": _tables,
    "boxpersons": _credentials,
    "coming": _credentials,
    "dealer": _credentials,
    "dealers": _credentials,
    "floorperson": _credentials,
    "game": _games,
    "games": _games,
    "inspector_assigned_to": _tables,
    "leaving": _credentials,
    "stickperson": _credentials,
    "table": _tables,
    "tables": _tables,
    "tables_without_scanner": _tables,
    "witness_assigned_to": _tables,
    "OpenTable.name": _tables,
}
_IN_BOOK: Mapping[str, Mapping[str, Found]] = {
    "counter_checks": {"book": _check_books},
    "coupons": {
        "delivery": _column(deliveries.c.delivery),
        "design": _column(designs.c.id),
        "requisition": _column(documents.c.subject, documents.c.kind == PaperKind.REQUISITION),
        "Review.document": _papers_to_review,
        "stored_in": _column(approvals.c.name, approvals.c.kind == ApprovalKind.STORAGE),
    },
    "mailing": {"design": _column(designs.c.id), "mailing": _column(mailings.c.mailing)},
    "pieces": {"serial": _pieces, "serials": _pieces, "single": _pieces},
    "retention": {
        "hold": _column(holds.c.hold),
        "references": _RECORDS,
        "ChangeCouponState.reference": _RECORDS,
    },
    "revenue": {"meter": _column(meters.c.meter)},
    "staff": {"person": _persons},
    "staffing": {"camera": _column(cameras.c.camera, cameras.c.until.is_(None))},
}


def _only_storage(desk: Desk) -> str:
    """The storage area, where there is but one."""
    areas = sa.select(approvals.c.name).where(approvals.c.kind == ApprovalKind.STORAGE).distinct()
    found = desk.connection.execute(areas).scalars().all()
    return found[0] if len(found) == 1 else ""


# What a field begins with, by the books: the number that comes next, the only place there is.
_STARTS: Mapping[str, Callable[[Desk], str]] = {
    "CountCoupons.stored_in": _only_storage,
    "EnterCouponReceipt.stored_in": _only_storage,
    "Lot.first": lambda desk: str(next_serial(desk.connection)),
    "ReceiveBook.first": lambda desk: str(
        max((book.last for book in every_book(desk.connection)), default=0) + 1
    ),
}
# What is new has no name yet that anybody could be reminded of.
_NEW = frozenset({"NewPiece.serial", "ReceiveBook.book", "PlaceHold.hold", "SealDice.single"})


def with_known(
    fields: tuple[Field, ...], book: str, floor: Floor, desk: Desk
) -> tuple[tuple[Field, ...], Mapping[str, tuple[Known, ...]]]:
    """The fields of an order of a book with what is known to choose from, and the suggestions by their names."""
    found = {**_EVERYWHERE, **_IN_BOOK.get(book, {})}
    lists: dict[str, tuple[Known, ...]] = {}

    def informed(field: Field, rows: str = "") -> Field:
        if field.fields:
            return replace(field, fields=tuple(informed(one, field.name) for one in field.fields))
        if values := _VALUES.get(f"{field.known} of {rows}") or _VALUES.get(field.known):
            return _of_values(field, tuple(values(desk)))
        if field.known in _CHOICES:
            return _to_choose(field, _CHOICES[field.known](floor, desk))
        if field.known in _STARTS and not field.start:
            field = replace(field, start=_STARTS[field.known](desk))
        name = field.known if field.known in found else field.name
        if name not in found or field.known in _NEW or field.kind not in (FieldKind.TEXT, FieldKind.LINES):
            return field
        if name not in lists:
            lists[name] = tuple(islice(found[name](floor, desk), _MOST))
        return replace(field, suggestions=name if lists[name] else "")

    return tuple(map(informed, fields)), lists


def _of_values(field: Field, values: tuple[Cents, ...]) -> Field:
    """A value as a choice of those that there are; typed where there are none yet, and then refused."""
    if not values:
        return field
    choices = tuple(FieldChoice(str(value), dollars(value)) for value in values)
    return replace(field, kind=FieldKind.CHOICE, choices=choices)


def _to_choose(field: Field, known: Iterable[Known]) -> Field:
    kind = FieldKind.TICKS if field.kind is FieldKind.LINES else FieldKind.CHOICE
    choices = (
        FieldChoice(
            one.value if field.kind is FieldKind.NUMBER else msgspec.json.encode(one.value).decode(),
            one.words,
        )
        for one in known
    )
    return replace(field, kind=kind, choices=tuple(choices))


def by_name(lines: tuple[Line, ...], floor: Floor, desk: Desk) -> tuple[Line, ...]:
    """What an order says, with what was chosen called as it was when it was chosen: nobody reads a hash."""

    def called(line: Line) -> Line:
        if line.known not in _CHOICES:
            return line
        # What was awaited when it was chosen may have been answered since.
        known = _filings if line.known.endswith(".filing") else _CHOICES[line.known]
        words = {one.value: one.words for one in known(floor, desk)}
        return replace(line, words="\n".join(words.get(part, part) for part in line.words.split(", ")))

    return tuple(map(called, lines))
