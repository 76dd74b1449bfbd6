"""Seals: inspected dice under a dated and signed label, and what follows when a seal is found damaged."""

from houseway.backoffice.book import Desk
from houseway.backoffice.custody.choice import choice_on
from houseway.backoffice.custody.facts import AlternativeChosen, DiceSealed, SealFoundDamaged
from houseway.backoffice.custody.games import DICE
from houseway.backoffice.custody.handing import the_two
from houseway.backoffice.custody.ledger import FAIRNESS
from houseway.backoffice.custody.orders import ReportSeal, SealDice, SealFault
from houseway.backoffice.custody.piece import Alternative, Closure, Condition, Container, Person, Piece
from houseway.backoffice.custody.stages import Stage, inspecting_parts, paragraph
from houseway.backoffice.custody.way import check_in_service, check_signers, find, take_up
from houseway.backoffice.orders import Fact
from houseway.equipment.dice import DiceGame
from houseway.law import RuleViolation, implements

_SEALED_BY_INSPECTORS = paragraph("(3)(iv)")
_DAMAGED = paragraph("(3)(vi)")
_KEPT_SEALED = paragraph("(2)(v)")


def seal(order: SealDice, desk: Desk) -> tuple[Fact, ...]:
    """Seal a set as its game and alternative want it."""
    stage, piece = take_up(order, order.serial, desk)
    check_container(stage, order, piece)
    incomplete = check_packet(stage, order, piece, choice_on(desk))
    check_label(stage, order, piece)
    check_sealers(stage, piece, desk)
    return (
        DiceSealed(
            serial=piece.serial,
            alternative=order.alternative,
            container=order.container,
            closed_by=order.closed_by,
            inspected_on=order.inspected_on,
            dice=order.dice,
            label=stage.parts[0].clause.id,
            incomplete=incomplete,
            clause=stage.clause.id,
            also=stage.also_cited,
        ),
    )


@implements(
    "603a.13(f)(2)(v)(A)#1",
    "603a.13(f)(2)(v)(B)#1",
    "603a.13(f)(2)(v)(C)#1",
    "603a.13(f)(3)(iv)(A)#1",
    "603a.13(f)(3)(iv)(B)#1",
    "603a.13(f)(3)(iv)(B)#2",
    "603a.13(f)(3)(iv)(C)",
    "603a.13(f)(3)(iv)(D)",
)
def check_container(stage: Stage, order: SealDice, piece: Piece) -> None:
    """Refuse dice sealed in something else than the clause names; only a Sic Bo shaker may be locked instead."""
    if order.container not in stage.containers:
        raise RuleViolation(
            stage.clause,
            f"{piece} is not sealed in a {order.container}",
            fix=f"seal it in a {' or '.join(stage.containers)}",
        )
    lockable = order.container is Container.SHAKER and "locked" in stage.clause.parameters["closure"]
    if order.closed_by is Closure.LOCK and not lockable:
        raise RuleViolation(
            stage.clause, f"the {order.container} is sealed, not locked", fix="put a seal on it"
        )


@implements(
    "603a.13(f)(2)(v)(A)#1",
    "603a.13(f)(2)(v)(B)#1",
    "603a.13(f)(2)(v)(C)#1",
    "603a.13(f)(3)(iv)(A)#1",
    "603a.13(f)(3)(iv)(B)#1",
    "603a.13(f)(3)(iv)(B)#2",
    "603a.13(f)(3)(iv)(C)",
    "603a.13(f)(3)(iv)(D)",
    readings=("C-11", "661-13"),
)
def check_packet(stage: Stage, order: SealDice, piece: Piece, choice: AlternativeChosen) -> bool:
    """Refuse a packet of the wrong number of dice; whether it is too small to make a set of its game.

    Three Dice Football is named with the games of five, yet its set is six: a whole set is sealed, unless the
    operator goes by the printed number, and then the packet is marked as incomplete.
    """
    wanted = stage.clause.integer("dice_per_seal")
    football = piece.game == DiceGame.THREE_DICE_FOOTBALL and not piece.single
    if football:
        wanted = choice.football_dice_per_seal
    if order.dice != wanted or len(piece.colours) != wanted:
        raise RuleViolation(
            stage.clause,
            f"{piece} has {len(piece.colours)} dice and {order.dice} were counted; a packet holds {wanted}",
            fix=f"seal {wanted} dice",
        )
    return football and wanted < len(DICE[DiceGame(piece.game)].colours)


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
def check_label(stage: Stage, order: SealDice, piece: Piece) -> None:
    """Refuse a label that shows another day than that of the inspection."""
    assert piece.inspection is not None, "dice are sealed after their inspection"
    if order.inspected_on != piece.inspection.day:
        raise RuleViolation(
            stage.parts[0].clause,
            f"the label says {order.inspected_on}, but {piece} was inspected on {piece.inspection.day}",
            fix="write the day of the inspection on the label",
        )


@implements("603a.13(f)(3)(iv)", "603a.13(f)(2)(v)")
def check_sealers(stage: Stage, piece: Piece, desk: Desk) -> None:
    """Refuse a seal by anybody but those who inspected the dice."""
    wanted: tuple[tuple[str, Person | None], ...]
    if stage.alternative is Alternative.IN_STORAGE:
        assert piece.inspection is not None, "dice are sealed after their inspection"
        inspected_by = inspecting_parts(piece)
        if stage.inspected_by != inspected_by:
            raise RuleViolation(
                _SEALED_BY_INSPECTORS,
                f"{piece} was inspected by the {' and the '.join(inspected_by)}, who must seal it",
                fix="say who inspected the dice",
            )
        wanted = tuple(zip(inspected_by, piece.inspection.inspectors, strict=True))
    else:
        wanted = the_two(piece)
    by = _SEALED_BY_INSPECTORS if stage.alternative is Alternative.IN_STORAGE else stage.parts[0].clause
    check_signers(by, desk, wanted, "these dice were inspected before")


@implements("603a.13(f)(3)(vi)", "603a.13(f)(2)(v)", "603a.13(g)#1")
def report_seal(order: ReportSeal, desk: Desk) -> tuple[Fact, ...]:
    """Bar dice whose seal is damaged, broken or tampered with, until they are inspected anew; report the tampering."""
    piece = find(desk, order.serial, _DAMAGED)
    check_in_service(piece)
    if piece.condition is not Condition.SEALED:
        raise RuleViolation(_DAMAGED, f"{piece} is not under a seal", fix="remove the dice instead")
    assert piece.inspection is not None, "sealed dice are inspected"
    from_storage = piece.inspection.alternative is Alternative.IN_STORAGE
    clause = _DAMAGED if from_storage else _KEPT_SEALED
    return (
        SealFoundDamaged(
            serial=piece.serial,
            fault=order.fault,
            finding=f"seal {order.fault}: {order.finding}",
            clause=clause.id,
            also=(FAIRNESS.id,) if order.fault is SealFault.TAMPERED else (),
        ),
    )


@implements("603a.13(f)(3)(vi)", "603a.13(f)(2)(v)")
def check_seal(stage: Stage, piece: Piece, *, intact: bool, untouched: bool) -> None:
    """Refuse to use dice out of a packet or shaker whose seal is not sound."""
    if intact and untouched:
        return
    raise RuleViolation(
        _DAMAGED if stage.alternative is Alternative.IN_STORAGE else _KEPT_SEALED,
        f"the seal of {piece} was not found sound",
        fix="report the seal, and have the dice inspected under alternative 1 or 2",
    )
