"""What this book shows of itself: where every piece is and how long it may be used, and what comes next for it."""

from datetime import datetime

from houseway.backoffice.book import Desk, Sheet
from houseway.backoffice.custody.choice import ONE_OF_THREE
from houseway.backoffice.custody.clocks import clock_warnings
from houseway.backoffice.custody.facts import AlternativeChosen
from houseway.backoffice.custody.forms import INCOMPLETE, contents, is_incomplete, whereabouts
from houseway.backoffice.custody.games import title_of
from houseway.backoffice.custody.guide import next_steps
from houseway.backoffice.custody.piece import AT_A_TABLE, Piece, PieceKind, Whereabouts
from houseway.backoffice.custody.schema import all_pieces, chosen_on
from houseway.backoffice.paper import Grid

_HERE = tuple(standing for standing in Whereabouts if standing is not Whereabouts.GONE)


def _until(piece: Piece, at: datetime) -> str:
    if piece.clock is None:
        return ""
    ends = piece.clock.ends.astimezone(at.tzinfo)
    return f"{ends:%Y-%m-%d %H:%M}" if at < ends else f"{ends:%Y-%m-%d %H:%M} (over)"


def _condition(piece: Piece) -> str:
    if piece.kind is not PieceKind.DICE:
        return ""
    if piece.barred:
        return "barred: seal damaged"
    return f"{piece.condition}, {INCOMPLETE}" if is_incomplete(piece) else str(piece.condition)


def _following(piece: Piece, chosen: AlternativeChosen | None) -> str:
    steps = next_steps(piece, chosen.alternative) if chosen is not None else ()
    return "; or ".join(map(str, steps))


def where_every_piece_is(desk: Desk) -> tuple[Grid, ...]:
    """Every piece in the house, those that are out of use last."""
    chosen = chosen_on(desk.connection, desk.day)
    here = sorted(all_pieces(desk.connection, *_HERE), key=lambda piece: piece.standing is Whereabouts.OUT)
    return (
        Grid(
            title="Where every piece is",
            headings=("Serial", "Game", "Contents", "Where", "Condition", "In use until", "Next"),
            rows=tuple(
                (
                    piece.serial,
                    title_of(piece),
                    contents(piece),
                    whereabouts(piece),
                    _condition(piece),
                    _until(piece, desk.at),
                    _following(piece, chosen),
                )
                for piece in here
            ),
            clause=ONE_OF_THREE,
        ),
    )


def in_use(desk: Desk) -> tuple[Grid, ...]:
    """What lies on the tables, the shortest time left first, with a warning before it runs out."""
    used = [piece for piece in all_pieces(desk.connection, *AT_A_TABLE) if piece.clock is not None]
    used.sort(key=lambda piece: piece.clock.ends if piece.clock else desk.at)
    warnings = {one.serial: str(one) for one in clock_warnings(desk)}
    return (
        Grid(
            title="At the tables",
            headings=("Table", "Serial", "Game", "In use until", "By", "Warning"),
            rows=tuple(
                (
                    piece.table,
                    piece.serial,
                    title_of(piece),
                    _until(piece, desk.at),
                    piece.clock.clause,
                    warnings.get(piece.serial, ""),
                )
                for piece in used
                if piece.clock is not None
            ),
        ),
    )


SHEETS = (
    Sheet(
        "where",
        "Where every piece is",
        where_every_piece_is,
        ("No dice, cards or tiles have come to the house yet: [receive-pieces].",),
    ),
    Sheet(
        "in-use",
        "In use, with clocks",
        in_use,
        ("Nothing is in use at a table. It begins in storage: [draw-dice], [draw-decks].",),
    ),
)
