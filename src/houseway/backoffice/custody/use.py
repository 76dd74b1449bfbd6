"""Dice into the cup or shaker, the shaker onto the table, and a single die in the place of another (603a.13(f))."""

from houseway.backoffice.book import Desk
from houseway.backoffice.custody.choice import choice_on
from houseway.backoffice.custody.clocks import check_time, dice_clock
from houseway.backoffice.custody.facts import DieReplaced, DieSpent, PutToUse, ShakerLoaded
from houseway.backoffice.custody.games import DICE, check_count
from houseway.backoffice.custody.handing import the_two
from houseway.backoffice.custody.orders import FastenShaker, Lack, PutInUse, ReplaceDie
from houseway.backoffice.custody.piece import (
    Alternative,
    Closure,
    Condition,
    Container,
    Person,
    Piece,
    PieceKind,
    Whereabouts,
)
from houseway.backoffice.custody.schema import pieces_at
from houseway.backoffice.custody.sealing import check_seal
from houseway.backoffice.custody.stages import SIC_BO, UNDER_SEAL, Stage, paragraph
from houseway.backoffice.custody.way import (
    check_in_service,
    check_signers,
    check_table,
    check_told,
    find,
    take_up,
)
from houseway.backoffice.orders import Fact
from houseway.equipment.dice import DiceGame
from houseway.law import RuleViolation, implements

_SINGLE = paragraph("(3)(iv)(D)")
_DAMAGED = paragraph("(3)(vi)")


@implements(
    "603a.13(f)(1)(iii)(A)",
    "603a.13(f)(1)(iii)(B)",
    "603a.13(f)(1)(iii)(C)#1",
    "603a.13(f)(1)(iii)(D)",
    "603a.13(f)(2)(iii)(A)#2",
    "603a.13(f)(2)(iii)(B)#1",
    "603a.13(f)(2)(iii)(C)#2",
    "603a.13(f)(2)(iii)(D)#2",
    "603a.13(f)(3)(v)(A)#2",
    "603a.13(f)(3)(v)(B)#4",
    "603a.13(f)(3)(v)(C)#2",
    readings=("C-12", "C-13"),
)
def put_in_use(order: PutInUse, desk: Desk) -> tuple[Fact, ...]:
    """Put dice into the cup or shaker; a Sic Bo shaker on alternatives 1 and 2 is still to be fastened."""
    stage, piece = take_up(order, order.serial, desk)
    if piece.standing is Whereabouts.AT_TABLE:
        check_table(stage, piece, order.table)
    if order.container not in stage.containers:
        raise RuleViolation(
            stage.clause,
            f"{piece} does not go into a {order.container}",
            fix=f"put the dice into the {' or '.join(stage.containers)}",
        )
    if stage.needs == UNDER_SEAL:
        check_seal(stage, piece, intact=order.seal_intact, untouched=order.free_of_tampering)
    check_placer(stage, piece, desk)
    check_count(piece)
    check_table_is_free(piece, order.table, desk)
    if piece.game in SIC_BO and order.alternative is not Alternative.IN_STORAGE:
        if order.closed_by is None:
            raise RuleViolation(stage.clause, "the shaker was not closed", fix="seal or lock the shaker")
        loaded = ShakerLoaded(
            serial=piece.serial,
            alternative=order.alternative,
            table=order.table,
            closed_by=order.closed_by,
            clock=dice_clock(piece, order.closed_by, choice_on(desk), desk),
            clause=stage.clause.id,
            also=stage.also_cited,
        )
        return (loaded,)
    return (_in_use(stage, piece, order.table, order.container, order.closed_by, desk),)


@implements(
    "603a.13(f)(2)(iii)(A)#2",
    "603a.13(f)(2)(iii)(B)#1",
    "603a.13(f)(2)(iii)(C)#2",
    "603a.13(f)(2)(iii)(D)#2",
)
def check_placer(stage: Stage, piece: Piece, desk: Desk) -> None:
    """Refuse dice of the pit placed by anybody but their recipient or, at Sic Bo, their inspector before the witness."""
    if stage.alternative is not Alternative.AT_THE_PIT or stage.variant:
        return
    if piece.game in SIC_BO:
        check_signers(stage.clause, desk, the_two(piece), "these dice were inspected before")
    else:
        check_signers(stage.clause, desk, [("placer", piece.holders[0])], "the dice were given to")


def check_table_is_free(piece: Piece, table: str, desk: Desk) -> None:
    """Refuse a second set of dice in use at one table."""
    here = pieces_at(desk.connection, table, Whereabouts.IN_USE, Whereabouts.LOADED)
    for other in here:
        if other.kind is PieceKind.DICE and other.serial != piece.serial:
            raise RuleViolation(
                DICE[DiceGame(piece.game)].composition_clause,
                f"{other} is in use at table {table}",
                fix="take it out of use first",
            )


@implements(
    "603a.13(f)(1)(iii)(C)#2",
    "603a.13(f)(2)(iii)(B)#2",
    "603a.13(f)(3)(v)(B)#2",
    readings=("B-SB-12",),
)
def fasten(order: FastenShaker, desk: Desk) -> tuple[Fact, ...]:
    """Fasten a closed Sic Bo shaker to its table: from now on its dice are in use."""
    stage, piece = take_up(order, order.serial, desk)
    check_table(stage, piece, order.table)
    if order.alternative is Alternative.IN_STORAGE:
        check_seal(stage, piece, intact=order.seal_intact, untouched=order.free_of_tampering)
        check_count(piece)
        check_table_is_free(piece, order.table, desk)
    check_signers(
        stage.clause, desk, _watched_by(stage, piece), "these dice were watched or inspected before by"
    )
    return (_in_use(stage, piece, order.table, Container.SHAKER, piece.closed_by, desk),)


def _watched_by(stage: Stage, piece: Piece) -> tuple[tuple[str, Person | None], ...]:
    """Who alone may fasten a shaker, and who alone may watch it."""
    inspection = piece.inspection
    assert inspection is not None, "dice in a shaker are inspected"
    match stage.alternative:
        case Alternative.AT_THE_TABLE:
            return (("witness", inspection.witness),)
        case Alternative.AT_THE_PIT:
            # Out of a sealed reserve: whoever loaded it, before the dealer who watched that.
            return the_two(piece) if not stage.variant else (("witness", piece.holders[-1]),)
        case Alternative.IN_STORAGE:
            return ()


def _in_use(
    stage: Stage, piece: Piece, table: str, container: Container, closed_by: Closure | None, desk: Desk
) -> PutToUse:
    return PutToUse(
        serial=piece.serial,
        alternative=stage.alternative,
        table=table,
        container=container,
        closed_by=closed_by,
        clock=dice_clock(piece, closed_by, choice_on(desk), desk),
        clause=stage.clause.id,
        also=stage.also_cited,
    )


@implements("603a.13(f)(3)(iv)(D)", readings=("C-16",))
def replace_die(order: ReplaceDie, desk: Desk) -> tuple[Fact, ...]:
    """Let a single sealed die take the place of another, if it is of the same colour and serial number as the set."""
    piece = find(desk, order.serial, _SINGLE)
    if piece.kind is not PieceKind.DICE or piece.single or piece.game != order.game:
        raise RuleViolation(_SINGLE, f"{piece} is not a set of {order.game} dice")
    check_in_service(piece)
    if piece.standing not in (Whereabouts.AT_TABLE, Whereabouts.IN_USE) or piece.table != order.table:
        raise RuleViolation(_SINGLE, f"{piece} is {piece.standing} {piece.table}, not at table {order.table}")
    check_time(piece, desk.at)
    new_set = DICE[order.game].new_set_if_lost
    if order.lack is Lack.LOST_IN_PLAY and new_set is not None:
        raise RuleViolation(
            new_set,
            "after a die was lost in play a new set is used",
            fix="change the set",
        )
    check_told(wrong=order.lack is Lack.REJECTED, finding=order.finding)
    single = find(desk, order.single, _SINGLE)
    check_single(order, piece, single)
    replaced = DieReplaced(
        serial=piece.serial,
        single=single.serial,
        colour=order.colour,
        added=order.lack is Lack.MISSING,
        rejected=order.finding if order.lack is Lack.REJECTED else "",
        clause=_SINGLE.id,
    )
    return replaced, DieSpent(serial=single.serial, joined=piece.serial, clause=_SINGLE.id)


@implements("603a.13(f)(3)(iv)(D)", readings=("C-16",))
def check_single(order: ReplaceDie, piece: Piece, single: Piece) -> None:
    """Refuse a die that is not one of the sealed reserve, or does not match the set."""
    if not single.single or single.game != piece.game:
        raise RuleViolation(_SINGLE, f"{single} is not a single die for {piece.game}", fix="change the set")
    check_in_service(single)
    reserved = single.standing in (Whereabouts.IN_PIT_STAND, Whereabouts.WITH_PIT_MANAGER)
    if single.condition is not Condition.SEALED or not reserved:
        raise RuleViolation(
            _SINGLE, f"{single} is {single.condition}, {single.standing}", fix="change the set"
        )
    if not (order.seal_intact and order.free_of_tampering):
        raise RuleViolation(_DAMAGED, f"the seal of {single} was not found sound", fix="report the seal")
    if single.imprint != piece.imprint or single.colours != (order.colour,):
        raise RuleViolation(
            _SINGLE,
            f"{single} is {single.colours[0]} and bears {single.imprint}; the set bears {piece.imprint}",
            fix="change the set",
        )
    rules = DICE[DiceGame(piece.game)]
    if order.lack is Lack.MISSING:
        if len(piece.colours) >= len(rules.colours):
            raise RuleViolation(_SINGLE, f"{piece} lacks no die")
    elif order.colour not in piece.colours:
        raise RuleViolation(_SINGLE, f"{piece} has no {order.colour} die to replace", fix="change the set")
