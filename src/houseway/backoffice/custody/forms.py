"""The papers of this book: inspection log, storage ledger, chain of custody, seal labels, Dice Discrepancy Report."""

from datetime import date

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk, Form
from houseway.backoffice.custody.choice import ONE_OF_THREE
from houseway.backoffice.custody.facts import (
    DiceInspected,
    DiceRejected,
    PieceDrawn,
    PieceGone,
    PieceReceived,
    PieceStored,
    ReportFiled,
)
from houseway.backoffice.custody.games import DICE, title_of
from houseway.backoffice.custody.piece import Discrepancy, Piece, PieceKind, Whereabouts
from houseway.backoffice.custody.removal import REPORT
from houseway.backoffice.custody.schema import Line, all_pieces, lines, lines_of, piece_of, reports
from houseway.backoffice.orders import Signed
from houseway.backoffice.paper import Field, Grid, Paper, Signature, by_clock, signature_of
from houseway.backoffice.policy import SEPARATE_DUTIES
from houseway.backoffice.postings.postings import house_name
from houseway.equipment.dice import ALL_INSTRUMENTS, DiceGame, known_by
from houseway.law import Clause, citation_of, clause, implements
from houseway.table.words import spoken

_INSPECTIONS = tuple(kind.__struct_config__.tag for kind in (DiceInspected, DiceRejected))
_MOVEMENTS = {
    PieceReceived.__struct_config__.tag: "received",
    PieceDrawn.__struct_config__.tag: "drawn",
    PieceStored.__struct_config__.tag: "stored again",
    PieceGone.__struct_config__.tag: "gone",
}
# Where a piece may lie under a seal.
_MAY_BE_SEALED = tuple(
    standing
    for standing in Whereabouts
    if standing not in (Whereabouts.IN_USE, Whereabouts.OUT, Whereabouts.GONE)
)


def _days(desk: Desk, *acts: object) -> tuple[str, ...]:
    query = sa.select(lines.c.day).where(lines.c.act.in_(acts)).distinct().order_by(lines.c.day)
    return tuple(row.day.isoformat() for row in desk.connection.execute(query))


def _day(subject: str) -> date:
    try:
        return date.fromisoformat(subject)
    except ValueError:
        raise LookupError(f"{subject!r} is no day; write it as 2014-05-01") from None


def _signed(line: Line) -> str:
    return ", ".join(f"{one.name} ({one.part}, {one.credential})" for one in line.signatures)


def _piece(desk: Desk, serial: str) -> Piece:
    piece = piece_of(desk.connection, serial)
    if piece is None:
        raise LookupError(f"no piece {serial!r} was ever received")
    return piece


# The inspection log of a day.


def _inspection_days(desk: Desk) -> tuple[str, ...]:
    return _days(desk, *_INSPECTIONS)


def inspection_log(desk: Desk, subject: str) -> Paper:
    """Every inspection of dice on a gaming day: where, with which instruments, by whom and before whom."""
    day = _day(subject)
    found = lines_of(desk.connection, lines.c.day == day, lines.c.act.in_(_INSPECTIONS))
    return Paper(
        title="Dice Inspection Log",
        number=f"dice {day.isoformat()}",
        holder=house_name(desk.connection),
        day=day,
        clause=ONE_OF_THREE,
        grids=(
            Grid(
                title="Inspections",
                headings=(
                    "Time",
                    "Set",
                    "Game",
                    "Alternative",
                    "Where",
                    "Instruments",
                    "Signed by",
                    "Result",
                ),
                rows=tuple(_inspection_row(line, desk) for line in found),
                clause=ALL_INSTRUMENTS,
            ),
        ),
    )


def _inspection_row(line: Line, desk: Desk) -> tuple[str, ...]:
    piece = _piece(desk, line.serial)
    fact: DiceInspected | DiceRejected = msgspec.convert(line.fact, DiceInspected | DiceRejected)
    return (
        by_clock(line.at, desk.at),
        piece.serial,
        title_of(piece),
        str(fact.alternative.value) if fact.alternative else "",
        fact.table or fact.pit or "storage area",
        ", ".join(map(spoken, fact.instruments)),
        _signed(line),
        "passed" if isinstance(fact, DiceInspected) else f"rejected: {fact.finding}",
    )


# The storage ledger of a day.


def _movement_days(desk: Desk) -> tuple[str, ...]:
    return _days(desk, *_MOVEMENTS)


def storage_ledger(desk: Desk, subject: str) -> Paper:
    """What came into the storage area and went out of it on a gaming day, and what lies there now."""
    day = _day(subject)
    moved = lines_of(desk.connection, lines.c.day == day, lines.c.act.in_(_MOVEMENTS))
    stored: dict[tuple[str, str], list[int]] = {}
    for piece in all_pieces(desk.connection, Whereabouts.STORED):
        stored.setdefault((piece.kind, title_of(piece)), []).append(piece.count)
    return Paper(
        title="Storage Ledger of Dice, Cards and Tiles",
        number=f"storage {day.isoformat()}",
        holder=house_name(desk.connection),
        day=day,
        clause=SEPARATE_DUTIES,
        grids=(
            Grid(
                title="Movements",
                headings=("Time", "Piece", "Game", "Movement", "Signed by"),
                rows=tuple(_movement_row(line, desk) for line in moved),
                clause=SEPARATE_DUTIES,
            ),
            Grid(
                title="In storage now",
                headings=("What", "Game", "Sets or decks", "Pieces"),
                rows=tuple(
                    (kind, game, str(len(counts)), str(sum(counts)))
                    for (kind, game), counts in sorted(stored.items())
                ),
            ),
        ),
    )


def _movement_row(line: Line, desk: Desk) -> tuple[str, ...]:
    piece = _piece(desk, line.serial)
    how = str(line.fact.get("how", ""))
    movement = f"{_MOVEMENTS[line.act]}: {how}" if how else _MOVEMENTS[line.act]
    return by_clock(line.at, desk.at), piece.serial, title_of(piece), movement, _signed(line)


# The chain of custody of a piece.


def _serials(desk: Desk) -> tuple[str, ...]:
    return tuple(piece.serial for piece in all_pieces(desk.connection))


def chain_of_custody(desk: Desk, subject: str) -> Paper:
    """Everything that happened to one piece, and who signed for it."""
    piece = _piece(desk, subject)
    history = lines_of(desk.connection, lines.c.serial == known_by(subject))
    return Paper(
        title="Chain of Custody",
        number=f"piece {piece.serial}",
        holder=house_name(desk.connection),
        day=desk.day,
        clause=SEPARATE_DUTIES,
        fields=(
            Field(label="Serial number", value=piece.serial),
            Field(label="Game", value=title_of(piece)),
            Field(label="Contents", value=contents(piece)),
            Field(label="Where it is", value=whereabouts(piece)),
        ),
        grids=(
            Grid(
                title="History",
                headings=("Time", "What happened", "Then", "Clause", "Signed by"),
                rows=tuple(
                    (
                        by_clock(line.at, desk.at),
                        line.act.replace("-", " "),
                        line.standing,
                        citation_of(str(line.fact["clause"])),
                        _signed(line),
                    )
                    for line in history
                ),
                clause=SEPARATE_DUTIES,
            ),
        ),
    )


def contents(piece: Piece) -> str:
    """What is in a set, packet or deck."""
    if len(set(piece.colours)) == 1:
        return f"{piece.count} {piece.kind}, {piece.colours[0]}"
    return f"{piece.count} {piece.kind}: {', '.join(piece.colours)}"


# Reading C-11.
INCOMPLETE = "incomplete: too few dice for a set of this game"


def is_incomplete(piece: Piece) -> bool:
    """Whether a packet of dice is too small to open a table."""
    if piece.kind is not PieceKind.DICE or piece.single:
        return False
    return len(piece.colours) < len(DICE[DiceGame(piece.game)].colours)


def whereabouts(piece: Piece) -> str:
    """Where a piece is, and in whose hands."""
    where = {Whereabouts.IN_PIT_STAND: piece.pit, Whereabouts.WITH_PIT_MANAGER: piece.pit}.get(piece.standing)
    if piece.standing in (Whereabouts.AT_TABLE, Whereabouts.LOADED, Whereabouts.IN_USE):
        where = piece.table
    held = " and ".join(one.name for one in piece.holders)
    return ", ".join(part for part in (str(piece.standing), where, held, piece.why_out) if part)


# Seal labels.


def _sealed(desk: Desk) -> tuple[str, ...]:
    here = all_pieces(desk.connection, *_MAY_BE_SEALED)
    return tuple(piece.serial for piece in here if piece.seal is not None)


@implements(
    "603a.13(f)(2)(v)(A)#2",
    "603a.13(f)(2)(v)(B)#2",
    "603a.13(f)(2)(v)(C)#2",
    "603a.13(f)(3)(iv)(A)#2",
    "603a.13(f)(3)(iv)(B)#1",
    "603a.13(f)(3)(iv)(B)#2",
    "603a.13(f)(3)(iv)(C)",
    "603a.13(f)(3)(iv)(D)",
)
def seal_label(desk: Desk, subject: str) -> Paper:
    """What the label over a seal says: the dice, the day of their inspection, and a signature of each inspector."""
    piece = _piece(desk, subject)
    seal = piece.seal
    if seal is None:
        raise LookupError(f"{piece} is not under a seal")
    asked_by = clause(seal.clause)
    return Paper(
        title="Dice Seal Label",
        number=piece.serial,
        holder=house_name(desk.connection),
        day=seal.inspected_on,
        clause=asked_by,
        fields=(
            Field(label="Game", value=title_of(piece)),
            Field(label="Contents", value=contents(piece)),
            Field(label="Serial number", value=piece.serial),
            Field(label="Sealed in", value=f"{seal.container}, closed by {seal.closed_by}"),
            Field(label="Date of inspection", value=seal.inspected_on.isoformat(), clause=asked_by),
        ),
        signatures=tuple(
            Signature(
                part="inspector",
                name=one.name,
                credential=one.credential,
                position=one.position,
                clause=asked_by,
            )
            for one in seal.signed_by
        ),
        notes=(INCOMPLETE,) if is_incomplete(piece) else (),
        label=True,
    )


# The Dice Discrepancy Report.


def _report_numbers(desk: Desk) -> tuple[str, ...]:
    query = sa.select(reports.c.number).order_by(reports.c.number)
    return tuple(row.number for row in desk.connection.execute(query))


@implements("603a.13(g)#3", readings=("C-17",))
def discrepancy_report(desk: Desk, subject: str) -> Paper:
    """The report that a removal calls for.

    The paragraph with its fields is not in the sources (reading C-17): the moment of discovery, the table, the set,
    what was found, and the names and signatures of whoever found it, dealt, supervised and received the report.
    """
    row = desk.connection.execute(sa.select(reports).where(reports.c.number == subject)).first()
    if row is None:
        raise LookupError(f"there is no Dice Discrepancy Report {subject!r}")
    filed = msgspec.json.decode(row.content, type=ReportFiled)
    found = msgspec.json.decode(row.discrepancy, type=Discrepancy)
    piece = _piece(desk, filed.serial)
    found_by = clause(found.clause)
    return Paper(
        title="Dice Discrepancy Report",
        number=filed.number,
        holder=house_name(desk.connection),
        day=row.day,
        clause=REPORT,
        fields=(
            _line("Date and time of discovery", by_clock(filed.discovered_at, desk.at)),
            _line("Table", found.table or "not at a table"),
            _line("Game", title_of(piece)),
            _line("Serial number", piece.serial),
            _line("Dice", contents(piece)),
            Field(label="What was found", value=found.finding, clause=found_by),
            _line("Found at", by_clock(found.at, desk.at)),
            _line("Found by", f"{found.by.name} ({found.by.position}, {found.by.credential})"),
            _line("Description", filed.description),
            _line("Dealer at the table", filed.dealer),
            _line("Where the dice are", whereabouts(piece)),
        ),
        signatures=tuple(
            signature_of(one, REPORT) for one in msgspec.json.decode(row.signatures, type=tuple[Signed, ...])
        ),
    )


def _line(label: str, value: str, asked_by: Clause = REPORT) -> Field:
    return Field(label=label, value=value, clause=asked_by)


FORMS = (
    Form("dice-inspection-log", "Dice inspection log", ONE_OF_THREE, _inspection_days, inspection_log),
    Form("storage-ledger", "Storage ledger", SEPARATE_DUTIES, _movement_days, storage_ledger),
    Form("chain-of-custody", "Chain of custody", SEPARATE_DUTIES, _serials, chain_of_custody),
    Form("dice-seal-label", "Dice seal label", ONE_OF_THREE, _sealed, seal_label),
    Form("dice-discrepancy-report", "Dice Discrepancy Report", REPORT, _report_numbers, discrepancy_report),
)
