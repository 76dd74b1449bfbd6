"""Storage under two keys: a delivery comes in, pieces go back, and what is done with leaves the house.

The paragraphs on receipt and on the two locks (603a.13(a)-(d), 603a.16, 603a.19) are not in the register; what no
registered clause orders rests on the separation of duties.
"""

from houseway.backoffice.book import Desk
from houseway.backoffice.custody.facts import PieceGone, PieceReceived, PieceStored
from houseway.backoffice.custody.games import DICE, card_rules, check_count, plays_tiles
from houseway.backoffice.custody.orders import (
    DisposeOf,
    NewPiece,
    ReceivePieces,
    StoreAgain,
)
from houseway.backoffice.custody.piece import AT_A_TABLE, Alternative, Piece, PieceKind, Whereabouts
from houseway.backoffice.custody.removal import REPORT
from houseway.backoffice.custody.schema import chosen_on, piece_of
from houseway.backoffice.custody.stages import paragraph
from houseway.backoffice.custody.way import check_in_service, find
from houseway.backoffice.orders import Fact
from houseway.backoffice.policy import SEPARATE_DUTIES
from houseway.equipment.dice import DiceGame, known_by
from houseway.law import RuleViolation, implements, pa

_SOUND_TILES = pa("125-149:Preamble/621a#1")
_SEALED_IN_FIVES = paragraph("(2)(v)(A)#1")
# Where a piece may come back from: nobody has played with it.
_UNUSED = (
    Whereabouts.DRAWN,
    Whereabouts.WITH_PIT_MANAGER,
    Whereabouts.IN_PIT_STAND,
    Whereabouts.WITH_INSPECTORS,
    Whereabouts.AT_TABLE,
    Whereabouts.LOADED,
)


def receive(order: ReceivePieces, desk: Desk) -> tuple[Fact, ...]:
    """Lock a delivery away: every piece known by its own serial number, and made as its game wants it."""
    if not order.seals_intact and not order.examined:
        raise RuleViolation(
            SEPARATE_DUTIES,
            f"boxes of delivery {order.delivery} have no sound seal and were not looked through",
            fix="examine their contents before they are stored",
        )
    seen: set[str] = set()
    for new in order.pieces:
        serial = known_by(new.serial)
        if serial in seen or piece_of(desk.connection, new.serial) is not None:
            raise RuleViolation(SEPARATE_DUTIES, f"the serial number {new.serial} is another piece's")
        seen.add(serial)
        _check_new(new, desk)
    return tuple(
        PieceReceived(
            serial=new.serial,
            piece=new,
            delivery=order.delivery,
            supplier=order.supplier,
            clause=SEPARATE_DUTIES.id,
        )
        for new in order.pieces
    )


def _check_new(new: NewPiece, desk: Desk) -> None:
    """Refuse a piece that no game here is played with."""
    played = {
        PieceKind.DICE: new.game in list(DiceGame),
        PieceKind.CARDS: card_rules(new.game) is not None,
        PieceKind.TILES: plays_tiles(new.game),
    }
    if not played[new.kind]:
        raise RuleViolation(SEPARATE_DUTIES, f"no game {new.game!r} is played here with {new.kind}")
    piece = Piece(serial=new.serial, kind=new.kind, game=new.game, colours=new.colours, count=new.count)
    if new.kind is not PieceKind.DICE:
        check_count(piece)
        return
    if len(new.colours) != new.count:
        dice = f"{new.count} {'die' if new.count == 1 else 'dice'}"
        named = f"{len(new.colours)} colour{' is' if len(new.colours) == 1 else 's are'} named"
        raise RuleViolation(
            SEPARATE_DUTIES,
            f"{new.serial} is delivered as {dice}, but {named}",
            fix="name a colour for each die",
        )
    if not piece.single and not _is_printed_packet(piece, desk):
        check_count(piece)


@implements("603a.13(f)(2)(v)(A)#1", "603a.13(f)(3)(iv)(A)#1", readings=("C-11",))
def _is_printed_packet(piece: Piece, desk: Desk) -> bool:
    """Whether a packet of Three Dice Football dice holds the printed number, for an operator who goes by that."""
    choice = chosen_on(desk.connection, desk.day)
    if choice is None or piece.game != DiceGame.THREE_DICE_FOOTBALL:
        return False
    printed = _SEALED_IN_FIVES.integer("dice_per_seal")
    whole = list(DICE[DiceGame.THREE_DICE_FOOTBALL].colours)
    for colour in piece.colours:
        if colour not in whole:
            return False
        whole.remove(colour)
    return choice.football_dice_per_seal == printed == len(piece.colours)


@implements("125-149:Preamble/621a#1")
def store_again(order: StoreAgain, desk: Desk) -> tuple[Fact, ...]:
    """Take pieces back into storage: unused ones, and tiles that were found sound after play."""
    facts = []
    for serial in order.serials:
        piece = find(desk, serial, SEPARATE_DUTIES)
        by = SEPARATE_DUTIES
        if piece.kind is PieceKind.TILES and piece.was_used:
            by = _SOUND_TILES
            if piece.standing is not Whereabouts.OUT or not order.found_sound:
                raise RuleViolation(
                    _SOUND_TILES,
                    f"{piece} were played with",
                    fix="take them out of use, and inspect them before they are stored again",
                )
        else:
            check_in_service(piece)
            if piece.was_used or piece.standing not in _UNUSED or _may_have_been_played_with(piece):
                raise RuleViolation(
                    SEPARATE_DUTIES, f"{piece} is {piece.standing} and cannot go back into storage"
                )
        facts.append(PieceStored(serial=piece.serial, clause=by.id))
    return tuple(facts)


def _may_have_been_played_with(piece: Piece) -> bool:
    """Whether a table could take dice up without anybody telling this book: where it inspects them itself."""
    return piece.standing in AT_A_TABLE and piece.alternative is Alternative.AT_THE_TABLE


@implements("603a.13(g)#3")
def dispose(order: DisposeOf, desk: Desk) -> tuple[Fact, ...]:
    """Let pieces leave the house; what has to be reported is reported first."""
    facts = []
    for serial in order.serials:
        piece = find(desk, serial, SEPARATE_DUTIES)
        if piece.discrepancy is not None and not piece.discrepancy.report:
            raise RuleViolation(
                REPORT, f"{piece} awaits a Dice Discrepancy Report", fix="file the report first"
            )
        if piece.standing not in (Whereabouts.OUT, Whereabouts.STORED):
            raise RuleViolation(
                SEPARATE_DUTIES, f"{piece} is {piece.standing}", fix="take it out of use, or store it again"
            )
        facts.append(PieceGone(serial=piece.serial, how=order.how, clause=SEPARATE_DUTIES.id))
    return tuple(facts)
