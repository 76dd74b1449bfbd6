"""Cards and tiles from storage to the table, where their time begins to run; the table records what is done with them there."""

from houseway.backoffice.book import Desk
from houseway.backoffice.custody.clocks import start_clock
from houseway.backoffice.custody.facts import BroughtToPit, BroughtToTable, PieceDrawn, PutToUse
from houseway.backoffice.custody.games import life_of_deck
from houseway.backoffice.custody.orders import BringToPit, BringToTable, DrawDecks, Into
from houseway.backoffice.custody.piece import Piece, PieceKind, Whereabouts
from houseway.backoffice.custody.way import carriers, check_signers, find
from houseway.backoffice.orders import Fact
from houseway.backoffice.policy import SEPARATE_DUTIES
from houseway.law import RuleViolation, clause


def draw_decks(order: DrawDecks, desk: Desk) -> tuple[Fact, ...]:
    """Take decks or tiles out of storage."""
    drawn = (_find(desk, serial, Whereabouts.STORED) for serial in order.serials)
    return tuple(PieceDrawn(serial=piece.serial, clause=SEPARATE_DUTIES.id) for piece in drawn)


def bring_to_pit(order: BringToPit, desk: Desk) -> tuple[Fact, ...]:
    """Lock decks or tiles in a pit stand: by those who drew them, before the pit's manager."""
    facts = []
    for serial in order.serials:
        piece = _find(desk, serial, Whereabouts.DRAWN)
        check_signers(SEPARATE_DUTIES, desk, carriers(piece), "it was taken out of storage by")
        facts.append(
            BroughtToPit(serial=piece.serial, pit=order.pit, into=Into.PIT_STAND, clause=SEPARATE_DUTIES.id)
        )
    return tuple(facts)


def bring_to_table(order: BringToTable, desk: Desk) -> tuple[Fact, ...]:
    """Bring a deck or set of tiles to a table; its time runs from then on (reading C-137)."""
    piece = _find(desk, order.serial, Whereabouts.IN_PIT_STAND)
    life = life_of_deck(piece, by_hand=order.by_hand)
    clock = start_clock(piece, life, desk.at, desk.at)
    return (
        BroughtToTable(serial=piece.serial, table=order.table, clock=clock, clause=life.clause.id),
        PutToUse(serial=piece.serial, table=order.table, container=None, clock=clock, clause=life.clause.id),
    )


def _find(desk: Desk, serial: str, standing: Whereabouts) -> Piece:
    piece = find(desk, serial, SEPARATE_DUTIES)
    if piece.kind is PieceKind.DICE:
        raise RuleViolation(SEPARATE_DUTIES, f"{piece} are dice", fix="take the steps for dice")
    if piece.standing is Whereabouts.OUT:
        raise RuleViolation(
            clause(piece.out_by), f"{piece} is out of use: {piece.why_out}", fix="bring another"
        )
    if piece.standing is not standing:
        raise RuleViolation(SEPARATE_DUTIES, f"{piece} is {piece.standing}, not {standing}")
    return piece
