"""Supervision: which tables a floorperson has, whether one listed span holds them, and what is unsupervised (465a.35(c))."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

import msgspec

from houseway.backoffice.rosters.findings import finding
from houseway.backoffice.rosters.spans import (
    FOUR_TABLES,
    HALF_AS_MANY_AGAIN,
    NOT_FULLY_AUTOMATED,
    ONE_SPAN,
    Span,
    exclusions,
    fits,
)
from houseway.backoffice.rosters.tables import Automation, OpenTable
from houseway.law import implements, pa
from houseway.submission import Finding
from houseway.table.kinds import TableKind

EVERY_TABLE = pa("465a.35(c)#1")


class Assignment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The tables of one floorperson, by name; `seats_players` if seating Poker players is among the duties."""

    floorperson: str
    tables: tuple[str, ...]
    seats_players: bool = False


def span_of(
    tables: Sequence[OpenTable], spans: Sequence[Span], *, seats_players: bool = False
) -> Span | None:
    """A listed span that holds all these tables of one floorperson, if there is one."""
    return next((span for span in spans if fits(span, tables, seats_players=seats_players)), None)


@implements("465a.35(c)#1")
def unsupervised(tables: Sequence[OpenTable], assignments: Sequence[Assignment]) -> Iterator[Finding]:
    """The open tables that no floorperson has."""
    supervised = {name for assignment in assignments for name in assignment.tables}
    for table in tables:
        if table.name not in supervised:
            yield finding(EVERY_TABLE, table.name, "no floorperson supervises the table")


@implements("465a.35(c)#1", "465a.35(c)#2")
def supervision_findings(
    tables: Sequence[OpenTable],
    assignments: Sequence[Assignment],
    spans: Sequence[Span],
    gaming_day: date,
) -> Iterator[Finding]:
    """Everything unlawful in who supervises which of the open tables; tables that are closed count for nothing."""
    yield from unsupervised(tables, assignments)
    for floorperson, names in _together(assignments).items():
        own = tuple(table for table in tables if table.name in names)
        seats_players = any(
            assignment.seats_players for assignment in assignments if assignment.floorperson == floorperson
        )
        yield from span_findings(floorperson, own, spans, gaming_day, seats_players=seats_players)


def _together(assignments: Sequence[Assignment]) -> Mapping[str, frozenset[str]]:
    """All tables of each floorperson, however many assignments name them."""
    found: dict[str, frozenset[str]] = {}
    for assignment in assignments:
        found[assignment.floorperson] = found.get(assignment.floorperson, frozenset()) | {*assignment.tables}
    return found


@implements(
    "465a.35(c)(1)",
    "465a.35(c)(1)(i)",
    "465a.35(c)(1)(ii)",
    "465a.35(c)(1)(iii)",
    "465a.35(c)(1)(iv)",
    "465a.35(c)(1)(v)",
    "465a.35(c)(1)(vi)",
    "465a.35(c)(2)",
    "465a.35(c)(12)",
    "465a.35(d)#1",
    "465a.35(d)#2",
    "577.9(c)",
    readings=("C-05",),
)
def span_findings(
    floorperson: str,
    tables: Sequence[OpenTable],
    spans: Sequence[Span],
    gaming_day: date,
    *,
    seats_players: bool = False,
) -> Iterator[Finding]:
    """Why no span holds a floorperson's tables: nothing where one does."""
    if not tables or span_of(tables, spans, seats_players=seats_players):
        return
    kinds = {table.kind for table in tables}
    if len(kinds) == 1:
        yield from _too_many(floorperson, tables, spans, seats_players=seats_players)
    else:
        yield from _ill_mixed(floorperson, tables, gaming_day)
    if any(table.automation is not Automation.NONE for table in tables):
        electronic = [msgspec.structs.replace(table, automation=Automation.ELECTRONIC) for table in tables]
        if span_of(electronic, spans, seats_players=seats_players):
            yield from _not_all_electronic(floorperson, tables)


def _too_many(
    floorperson: str, tables: Sequence[OpenTable], spans: Sequence[Span], *, seats_players: bool
) -> Iterator[Finding]:
    """More tables of one kind than the largest of its spans holds, or in a state that the span does not allow."""
    (kind,) = {table.kind for table in tables}
    own = [span for span in spans if span.lead is None and kind in span.kinds]
    if not own:
        yield finding(ONE_SPAN, floorperson, f"no span in force here holds a {kind} table")
        return
    largest = max(own, key=lambda span: span.tables)
    yield finding(
        largest.clause,
        floorperson,
        f"{len(tables)} tables ({_names(tables)}) do not fit {largest}"
        + (" for a floorperson who seats players" if seats_players and largest.without_seating else ""),
    )


def _ill_mixed(floorperson: str, tables: Sequence[OpenTable], gaming_day: date) -> Iterator[Finding]:
    """Kinds of table that one floorperson cannot have together: those kept out of the mixed span are named."""
    yield finding(ONE_SPAN, floorperson, f"no one span holds {_names(tables)} together")
    excluded = exclusions(gaming_day)
    for table in tables:
        if table.kind in excluded:
            yield finding(
                excluded[table.kind],
                floorperson,
                f"{table.name} ({table.played}) cannot be among the mixed tables",
            )
        elif table.kind is TableKind.POKER:
            yield finding(FOUR_TABLES, floorperson, f"{table.name} (poker) is no banking game")


def _not_all_electronic(floorperson: str, tables: Sequence[OpenTable]) -> Iterator[Finding]:
    """The tables that keep the floorperson from half as many again."""
    automated = [table for table in tables if table.automation is Automation.FULLY_AUTOMATED]
    ordinary = [table for table in tables if table.automation is Automation.NONE]
    if automated:
        yield finding(
            NOT_FULLY_AUTOMATED, floorperson, f"{_names(automated)}: fully automated, earns no larger span"
        )
    if ordinary:
        yield finding(
            HALF_AS_MANY_AGAIN,
            floorperson,
            f"{_names(ordinary)}: not electronic, so the span is not enlarged",
        )


def _names(tables: Sequence[OpenTable]) -> str:
    return ", ".join(table.name for table in tables)
