"""Out of use: when time is up, at once when anything may be unfair, or when the Board asks (603a.13(g))."""

import sqlalchemy as sa

from houseway.backoffice.book import Desk, Due
from houseway.backoffice.custody.facts import ReportFiled, TakenOut
from houseway.backoffice.custody.games import DICE
from houseway.backoffice.custody.ledger import FAIRNESS
from houseway.backoffice.custody.orders import (
    FileDiscrepancyReport,
    Reason,
    RemoveDice,
    RemoveForBoard,
    RetireDice,
    TakeOutOfUse,
)
from houseway.backoffice.custody.piece import AT_A_TABLE, Piece, PieceKind, Whereabouts
from houseway.backoffice.custody.playing import check_given
from houseway.backoffice.custody.schema import awaiting_report, reports
from houseway.backoffice.custody.way import find
from houseway.backoffice.orders import Fact
from houseway.backoffice.policy import SEPARATE_DUTIES
from houseway.equipment.dice import DiceGame
from houseway.law import Clause, RuleViolation, clause, implements, pa

BOARD_REQUEST = pa("603a.13(g)#2")
REPORT = pa("603a.13(g)#3")


def take_out(order: TakeOutOfUse, desk: Desk) -> tuple[Fact, ...]:
    """Take a piece off its table in the ordinary way; it cannot come back to one."""
    piece = find(desk, order.serial, SEPARATE_DUTIES)
    if piece.standing not in AT_A_TABLE:
        raise RuleViolation(
            SEPARATE_DUTIES, f"{piece} is {piece.standing}, not at a table", fix="store it again instead"
        )
    by = _changed_by(order.reason, piece)
    return (TakenOut(serial=piece.serial, why=order.reason, clause=by.id),)


@implements("603a.13(g)#1")
def retire(order: RetireDice, desk: Desk) -> tuple[Fact, ...]:
    """Take a set out of use because its table has; where the table found it unfit, that is to be reported."""
    piece = _find_dice(desk, order.serial, FAIRNESS)
    check_given(piece, order.table, SEPARATE_DUTIES)
    by = FAIRNESS if order.finding else _changed_by(order.reason, piece)
    return (
        TakenOut(serial=piece.serial, why=order.finding or order.reason, finding=order.finding, clause=by.id),
    )


def _changed_by(reason: Reason, piece: Piece) -> Clause:
    """The clause by which a piece is changed, as far as one speaks of the reason."""
    if piece.kind is PieceKind.DICE:
        game = DiceGame(piece.game)
        reopening = DICE[game].new_set_on_reopening
        if reason is Reason.TABLE_CLOSED and reopening is not None:
            return reopening
        lost = DICE[game].new_set_if_lost
        if reason is Reason.DIE_LOST and lost is not None:
            return lost
    return clause(piece.clock.clause) if piece.clock is not None else SEPARATE_DUTIES


@implements("603a.13(g)#1")
def remove(order: RemoveDice, desk: Desk) -> tuple[Fact, ...]:
    """Take dice out of use at once, wherever they are, when anything about them may be unfair."""
    piece = _find_dice(desk, order.serial, FAIRNESS)
    return (TakenOut(serial=piece.serial, why=order.suspicion, finding=order.finding, clause=FAIRNESS.id),)


@implements("603a.13(g)#2")
def remove_for_board(order: RemoveForBoard, desk: Desk) -> tuple[Fact, ...]:
    """Take dice out of use because somebody of the Board asks for it."""
    piece = _find_dice(desk, order.serial, BOARD_REQUEST)
    return (
        TakenOut(
            serial=piece.serial,
            why="at the Board's request",
            finding=f"asked for by the Board: {order.request}",
            clause=BOARD_REQUEST.id,
        ),
    )


def _find_dice(desk: Desk, serial: str, by: Clause) -> Piece:
    piece = find(desk, serial, by)
    if piece.kind is not PieceKind.DICE:
        raise RuleViolation(by, f"{piece} is no set of dice", fix="take it out of use instead")
    found = piece.discrepancy
    if piece.standing is Whereabouts.OUT and found is not None and not found.report:
        raise RuleViolation(by, f"{piece} awaits a Dice Discrepancy Report already", fix="file the report")
    return piece


@implements("603a.13(g)#3", readings=("C-17",))
def file_report(order: FileDiscrepancyReport, desk: Desk) -> tuple[Fact, ...]:
    """File the Dice Discrepancy Report that a removal calls for, once for each."""
    piece = find(desk, order.serial, REPORT)
    found = piece.discrepancy
    if found is None or found.report:
        raise RuleViolation(REPORT, f"nothing about {piece} is to be reported")
    if order.discovered_at.tzinfo is None:
        raise RuleViolation(REPORT, "when it was discovered is told without a time zone", fix="give the zone")
    assert piece.received_at is not None, "every piece was received"
    if not piece.received_at <= order.discovered_at <= found.at:
        raise RuleViolation(
            REPORT,
            f"nothing about {piece} was discovered at {order.discovered_at:%Y-%m-%d %H:%M %Z}: "
            f"it was received at {piece.received_at:%Y-%m-%d %H:%M %Z} "
            f"and found wrong at {found.at:%Y-%m-%d %H:%M %Z}",
            fix="say when it was discovered",
        )
    number = (desk.connection.execute(sa.select(sa.func.count()).select_from(reports)).scalar() or 0) + 1
    return (
        ReportFiled(
            serial=piece.serial,
            number=f"DDR-{number:06}",
            discovered_at=order.discovered_at,
            dealer=order.dealer,
            description=order.description,
            clause=REPORT.id,
            also=(found.clause,),
        ),
    )


@implements("603a.13(g)#3")
def reports_due(desk: Desk) -> tuple[Due, ...]:
    """The reports that are still to be filed, for the day of the removal."""
    return tuple(
        Due(
            what=f"file a Dice Discrepancy Report on {piece}",
            by=piece.discrepancy.day,
            clause=REPORT,
            late=desk.day > piece.discrepancy.day,
            order=FileDiscrepancyReport,
        )
        for piece in awaiting_report(desk.connection)
        if piece.discrepancy is not None
    )
