"""Dice from storage to the pit and to the table: drawn, handed on, locked away, issued (603a.13(f)(1)(i)-(ii), (2), (3)(v))."""

from houseway.backoffice.book import Desk
from houseway.backoffice.custody.choice import choice_on
from houseway.backoffice.custody.clocks import dice_clock
from houseway.backoffice.custody.facts import (
    BroughtToPit,
    BroughtToTable,
    GivenToInspectors,
    PieceDrawn,
    PutInReserve,
)
from houseway.backoffice.custody.orders import (
    DrawDice,
    HandToInspectors,
    HandToPit,
    HandToTable,
    InstrumentPlace,
    IssueSet,
    ReserveDice,
)
from houseway.backoffice.custody.piece import Alternative, Person, Piece
from houseway.backoffice.custody.schema import instruments_at
from houseway.backoffice.custody.stages import Stage, paragraph
from houseway.backoffice.custody.way import carriers, check_signers, take_up
from houseway.backoffice.orders import Fact
from houseway.law import RuleViolation, implements

_SECOND_SET = paragraph("(3)(viii)#1")
_DREW_THEM = "these dice were taken out of storage by"


@implements("603a.13(f)(1)(i)#1", "603a.13(f)(2)(i)", "603a.13(f)(3)(v)")
def draw(order: DrawDice, desk: Desk) -> tuple[Fact, ...]:
    """Take dice out of storage; in alternative 3 only under seal."""
    drawn = (take_up(order, serial, desk) for serial in order.serials)
    return tuple(
        PieceDrawn(serial=piece.serial, alternative=order.alternative, clause=stage.clause.id)
        for stage, piece in drawn
    )


@implements(
    "603a.13(f)(1)(i)#1",
    "603a.13(f)(1)(i)#2",
    "603a.13(f)(2)(i)(C)",
    "603a.13(f)(3)(v)(A)#1",
    "603a.13(f)(3)(v)(B)#1",
    "603a.13(f)(3)(v)(B)#3",
    "603a.13(f)(3)(v)(C)#1",
    readings=("C-12", "C-13", "C-14"),
)
def hand_to_pit(order: HandToPit, desk: Desk) -> tuple[Fact, ...]:
    """Bring dice to a pit: by those who drew them, to its manager or into its locked stand."""
    facts = []
    for serial in order.serials:
        stage, piece = take_up(order, serial, desk)
        check_signers(stage.clause, desk, carriers(piece), _DREW_THEM)
        if order.alternative is Alternative.IN_STORAGE and not instruments_at(
            desk.connection, InstrumentPlace.PIT_STAND, order.pit, locked=True
        ):
            raise RuleViolation(
                _SECOND_SET,
                f"the pit stand of {order.pit} has no set of instruments under lock",
                fix="lock a set of the four instruments in the stand",
            )
        facts.append(
            BroughtToPit(
                serial=piece.serial,
                alternative=order.alternative,
                pit=order.pit,
                into=order.into,
                # At the pit of alternative 2 only the reserve comes to the manager.
                reserve=order.alternative is Alternative.AT_THE_PIT,
                clause=stage.clause.id,
            )
        )
    return tuple(facts)


@implements("603a.13(f)(2)(i)(A)", "603a.13(f)(2)(i)(B)")
def hand_to_inspectors(order: HandToInspectors, desk: Desk) -> tuple[Fact, ...]:
    """Give dice to the two who inspect them in the pit."""
    facts = []
    for serial in order.serials:
        stage, piece = take_up(order, serial, desk)
        check_signers(stage.clause, desk, carriers(piece), _DREW_THEM)
        facts.append(
            GivenToInspectors(
                serial=piece.serial,
                alternative=order.alternative,
                pit=order.pit,
                assigned_to=(order.inspector_assigned_to, order.witness_assigned_to),
                clause=stage.clause.id,
            )
        )
    return tuple(facts)


@implements(
    "603a.13(f)(1)(iv)#1",
    "603a.13(f)(1)(iv)#2",
    "603a.13(f)(2)(iv)",
    "603a.13(f)(2)(iv)(A)",
    "603a.13(f)(3)(vii)#1",
    "603a.13(f)(3)(vii)#2",
)
def reserve(order: ReserveDice, desk: Desk) -> tuple[Fact, ...]:
    """Lock spare dice in the stand of the pit that they were brought to."""
    facts = []
    for serial in order.serials:
        stage, piece = take_up(order, serial, desk)
        if piece.pit != order.pit:
            raise RuleViolation(stage.clause, f"{piece} was brought to {piece.pit}, not to {order.pit}")
        facts.append(
            PutInReserve(
                serial=piece.serial,
                alternative=order.alternative,
                pit=order.pit,
                clause=stage.clause.id,
                also=stage.also_cited,
            )
        )
    return tuple(facts)


@implements("603a.13(f)(1)(ii)#1", "603a.13(f)(2)(v)")
def issue(order: IssueSet, desk: Desk) -> tuple[Fact, ...]:
    """Issue a set to a table."""
    return (_brought_to_table(order, *take_up(order, order.serial, desk), desk),)


@implements("603a.13(f)(2)(iii)(A)#1", "603a.13(f)(2)(iii)(C)#1", "603a.13(f)(2)(iii)(D)#1")
def hand_to_table(order: HandToTable, desk: Desk) -> tuple[Fact, ...]:
    """Give a set that was inspected at the pit to a table: by the inspector, before the one who watched."""
    stage, piece = take_up(order, order.serial, desk)
    check_signers(stage.clause, desk, the_two(piece), "these dice were inspected before")
    return (_brought_to_table(order, stage, piece, desk),)


def _brought_to_table(
    order: IssueSet | HandToTable, stage: Stage, piece: Piece, desk: Desk
) -> BroughtToTable:
    return BroughtToTable(
        serial=piece.serial,
        alternative=order.alternative,
        table=order.table,
        clock=dice_clock(piece, None, choice_on(desk), desk),
        clause=stage.clause.id,
    )


def the_two(piece: Piece) -> tuple[tuple[str, Person | None], ...]:
    """Who inspected a set at the pit, and who watched."""
    inspection = piece.inspection
    assert inspection is not None, "these dice are inspected"
    return ("inspector", inspection.inspectors[0]), ("witness", inspection.witness)
