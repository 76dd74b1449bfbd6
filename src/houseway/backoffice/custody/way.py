"""What every stage of the way to a table has in common: the set must be there, in condition, and in the right hands."""

from collections.abc import Iterable

from houseway.backoffice.book import Desk
from houseway.backoffice.custody.choice import ONE_OF_THREE, check_way, choice_on
from houseway.backoffice.custody.guide import next_steps, stage_for
from houseway.backoffice.custody.ledger import FAIRNESS, signer
from houseway.backoffice.custody.orders import DiceStep
from houseway.backoffice.custody.piece import Alternative, Person, Piece, PieceKind, Whereabouts
from houseway.backoffice.custody.schema import piece_of
from houseway.backoffice.custody.stages import Stage, paragraph
from houseway.backoffice.orders import Order, name_of
from houseway.law import Clause, RuleViolation, implements
from houseway.law import clause as clause_of

_DAMAGED = paragraph("(3)(vi)")
_NO_SUCH_STAGE = {
    # Whoever inspected Sic Bo dice loads the shaker himself.
    ("hand-to-table", Alternative.AT_THE_PIT): paragraph("(2)(iii)(B)#1"),
    ("hand-to-pit", Alternative.AT_THE_PIT): paragraph("(2)(i)(C)"),
    ("put-in-use", Alternative.IN_STORAGE): paragraph("(3)(v)(B)#2"),
    ("fasten-shaker", Alternative.IN_STORAGE): paragraph("(3)(v)(B)#4"),
}


def stage_of(order: Order) -> Stage:
    """The stage that an order is to take; refused where the alternative has none for the game."""
    assert isinstance(order, DiceStep), f"{order!r} is a step of dice"
    stage = stage_for(order)
    if stage is None:
        name = name_of(order)
        raise RuleViolation(
            _NO_SUCH_STAGE.get((name, order.alternative), ONE_OF_THREE),
            f"alternative {order.alternative.value} has no such step for {order.game}: {name}",
            fix="see what comes next for the set",
        )
    return stage


def find(desk: Desk, serial: str, clause: Clause) -> Piece:
    """A piece that is in the house; refused where the book knows none, or it has left."""
    piece = piece_of(desk.connection, serial)
    if piece is None:
        raise RuleViolation(
            clause, f"no piece {serial} was ever received", fix="receive it into storage first"
        )
    if piece.standing is Whereabouts.GONE:
        raise RuleViolation(clause, f"{piece} has left the house: {piece.why_out}")
    return piece


def take_up(order: Order, serial: str, desk: Desk) -> tuple[Stage, Piece]:
    """The stage of an order and its set, once nothing speaks against taking it."""
    stage = stage_of(order)
    piece = find(desk, serial, stage.clause)
    assert isinstance(order, DiceStep), "stages are for steps of dice"
    if piece.kind is not PieceKind.DICE or piece.game != order.game:
        raise RuleViolation(stage.clause, f"{piece} is not a set of {order.game} dice")
    check_in_service(piece)
    choice = choice_on(desk)
    check_seal_holds(stage, piece)
    check_way(stage, piece, choice, desk.day)
    check_condition(stage, piece)
    check_place(stage, piece, choice.alternative)
    if stage.single not in (None, piece.single):
        what = "a single die" if piece.single else "a set"
        raise RuleViolation(stage.clause, f"{piece} is {what}, which this step is not for")
    return stage, piece


@implements("603a.13(g)#1", "603a.13(g)#2")
def check_in_service(piece: Piece) -> None:
    """Refuse whatever would bring dice back that were taken out of use."""
    if piece.standing is Whereabouts.OUT:
        raise RuleViolation(
            clause_of(piece.out_by), f"{piece} is out of use: {piece.why_out}", fix="take another set"
        )


@implements("603a.13(f)(3)(vi)")
def check_seal_holds(stage: Stage, piece: Piece) -> None:
    """Refuse to take dice on under seal whose seal was found damaged."""
    if piece.barred and stage.alternative is Alternative.IN_STORAGE:
        raise RuleViolation(
            _DAMAGED,
            f"the seal of {piece} was found damaged",
            fix="have the dice inspected under alternative 1 or 2",
        )


@implements(
    "603a.13(f)(1)(iii)",
    "603a.13(f)(1)(iv)#3",
    "603a.13(f)(2)(iii)",
    "603a.13(f)(2)(iv)(B)",
    "603a.13(f)(2)(v)",
    "603a.13(f)(3)(iv)",
    "603a.13(f)(3)(v)",
    readings=("C-15",),
)
def check_condition(stage: Stage, piece: Piece) -> None:
    """Refuse a stage for dice that have not been inspected, or sealed, as it wants them."""
    if piece.condition in stage.needs:
        return
    by = stage.unready_reserve if piece.reserve and stage.unready_reserve else stage.unready
    raise RuleViolation(
        by or stage.clause,
        f"{piece} is {piece.condition}; {name_of(stage.order)} wants it {' or '.join(stage.needs)}",
        fix="inspect or seal the dice first, as the alternative says",
    )


@implements("603a.13(f)(1)(ii)#1", "603a.13(f)(3)(v)")
def check_place(stage: Stage, piece: Piece, chosen: Alternative) -> None:
    """Refuse a stage out of its order: a set comes to a table through the hands that the alternative names."""
    if piece.standing in stage.after:
        return
    following = "; or ".join(map(str, next_steps(piece, chosen)))
    raise RuleViolation(
        stage.clause,
        f"{piece} is {piece.standing}; {name_of(stage.order)} wants it {' or '.join(stage.after)}",
        fix=f"next: {following}" if following else "",
    )


def check_table(stage: Stage, piece: Piece, table: str) -> None:
    """Refuse to do at one table what a set was brought to another for."""
    if piece.table != table:
        raise RuleViolation(stage.clause, f"{piece} was brought to table {piece.table}, not to {table}")


def check_signers(clause: Clause, desk: Desk, wanted: Iterable[tuple[str, Person | None]], why: str) -> None:
    """Refuse a signature under a part by anybody but the one person who can give it."""
    for part, only in wanted:
        signed = signer(desk, part)
        if signed is not None and only is not None and signed.person != only.person:
            raise RuleViolation(
                clause,
                f"{signed.name} cannot sign as {part}: {why} {only.name}",
                fix=f"have {only.name} sign",
            )


@implements("603a.13(g)#1")
def check_told(*, wrong: bool, finding: str) -> None:
    """Refuse dice that are rejected for no reason, and a finding about dice that are then used: it would be hidden."""
    if wrong and not finding.strip():
        raise RuleViolation(FAIRNESS, "what is wrong with the dice was not said", fix="write what was found")
    if finding.strip() and not wrong:
        raise RuleViolation(
            FAIRNESS, f"dice of which {finding!r} was found are not sound", fix="reject them, or find nothing"
        )


def carriers(piece: Piece) -> tuple[tuple[str, Person | None], ...]:
    """Who took a piece out of storage, and so hands it on."""
    manager, security = piece.holders
    return ("shift manager", manager), ("security", security)
