"""What a table in service asks of this book: what it was given to play with, and whether it may play with that now."""

from houseway.backoffice.book import Desk
from houseway.backoffice.custody.clocks import check_time
from houseway.backoffice.custody.piece import AT_A_TABLE, Alternative, Piece, PieceKind, Whereabouts
from houseway.backoffice.custody.schema import chosen_on, piece_of, pieces_at, was_received
from houseway.backoffice.custody.stages import paragraph
from houseway.backoffice.custody.way import check_in_service
from houseway.law import Clause, RuleViolation, implements

_DAMAGED = paragraph("(3)(vi)")
# By which dice come to a table.
_COME_BY = {
    Alternative.AT_THE_TABLE: paragraph("(1)(ii)#1"),
    Alternative.AT_THE_PIT: paragraph("(2)(iii)"),
    Alternative.IN_STORAGE: paragraph("(3)(v)"),
}


def dice_given(desk: Desk, table: str) -> tuple[Piece, ...] | None:
    """The sets that a table was given and may begin to play with; None where the house keeps no book of dice."""
    if chosen_on(desk.connection, desk.day) is None:
        return None
    here = pieces_at(desk.connection, table, *AT_A_TABLE)
    return tuple(piece for piece in here if piece.kind is PieceKind.DICE and _may_be_played_with(piece, desk))


def _may_be_played_with(piece: Piece, desk: Desk) -> bool:
    try:
        check_ready(piece, desk)
    except RuleViolation:
        return False
    return True


@implements("603a.13(f)(1)(ii)#1", "603a.13(f)(2)(iii)", "603a.13(f)(3)(v)")
def find_dice(desk: Desk, serial: str, table: str) -> Piece | None:
    """A set that a table may play with now; None where the house keeps no book of dice and knows no such set."""
    piece, chosen = piece_of(desk.connection, serial), chosen_on(desk.connection, desk.day)
    if piece is None:
        if chosen is None:
            return None
        raise RuleViolation(
            _COME_BY[chosen.alternative],
            f"the storage area never received dice {serial}",
            fix="play with a set that was issued to this table",
        )
    if piece.kind is not PieceKind.DICE:
        raise RuleViolation(_COME_BY[Alternative.AT_THE_TABLE], f"{serial} is in the books as {piece.kind}")
    way = piece.alternative or (chosen.alternative if chosen else Alternative.AT_THE_TABLE)
    check_given(piece, table, _COME_BY[way])
    check_ready(piece, desk)
    return piece


def decks_given(desk: Desk, table: str, kind: PieceKind) -> tuple[Piece, ...] | None:
    """The decks or tiles that a table was given and may play with; None where the house keeps no book of them."""
    if not was_received(desk.connection, kind):
        return None
    here = pieces_at(desk.connection, table, *AT_A_TABLE)
    return tuple(piece for piece in here if piece.kind is kind and _may_be_played_with(piece, desk))


def find_deck(desk: Desk, serial: str, table: str, kind: PieceKind, by: Clause) -> Piece | None:
    """A deck or set of tiles that a table may play with now; None where the house keeps no book of such pieces.

    No registered clause says how cards and tiles come out of storage; `by` is the chapter's own, of what a table
    receives or how long it may use it, read as: of what storage keeps, a table plays with what storage gave it.
    """
    piece = piece_of(desk.connection, serial)
    if piece is None:
        given = decks_given(desk, table, kind)
        if given is None:
            return None
        raise RuleViolation(
            by,
            f"the storage area never received {kind} {serial}",
            fix=f"play with what was given to this table: {', '.join(one.serial for one in given) or 'nothing yet'}",
        )
    if piece.kind is not kind:
        raise RuleViolation(by, f"{serial} is in the books as {piece.kind}")
    check_given(piece, table, by)
    check_time(piece, desk.at)
    return piece


@implements("603a.13(f)(1)(ii)#1", "603a.13(f)(2)(iii)", "603a.13(f)(3)(v)")
def check_given(piece: Piece, table: str, by: Clause) -> None:
    """Refuse a piece that was not given to the table, or was taken away from it again."""
    check_in_service(piece)
    if piece.standing not in AT_A_TABLE or piece.table != table:
        raise RuleViolation(
            by,
            f"{piece} was not given to table {table}: it is {piece.standing}",
            fix="have it brought to this table as the back office wants it",
        )


@implements("603a.13(f)(2)(iii)", "603a.13(f)(3)(v)", "603a.13(f)(3)(vi)")
def check_ready(piece: Piece, desk: Desk) -> None:
    """Refuse dice at a table that may not be played with: their seal was damaged, they were not put to use, or their time is over.

    Under alternative 1 the inspection is the table's own, made on receipt, and so the table itself sees to it. Under
    the other two the dice were inspected elsewhere, and are taken out of the inspectors' hands or out of their seal
    before witnesses who sign in this book.
    """
    if piece.barred:
        raise RuleViolation(
            _DAMAGED,
            f"the seal of {piece} was found damaged",
            fix="have the dice inspected under alternative 1 or 2",
        )
    way = piece.alternative or Alternative.AT_THE_TABLE
    if way is not Alternative.AT_THE_TABLE and piece.standing is not Whereabouts.IN_USE:
        raise RuleViolation(
            _COME_BY[way],
            f"{piece} is {piece.standing} and not in use yet",
            fix="put the dice to use as the alternative says",
        )
    check_time(piece, desk.at)
