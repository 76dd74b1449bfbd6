"""The demo property's dice, cards and tiles: received, in storage under two keys, and the sets of its live dice tables issued (603a.13)."""

from typing import NamedTuple

from houseway.backoffice.custody.games import DICE, card_rules, plays_tiles
from houseway.backoffice.custody.orders import (
    BringToPit,
    BringToTable,
    ChooseAlternative,
    DrawDecks,
    DrawDice,
    HandToPit,
    InspectDice,
    InstrumentPlace,
    Into,
    IssueSet,
    KeepInstruments,
    NewPiece,
    PutInUse,
    Reason,
    ReceivePieces,
    ReserveDice,
    TakeOutOfUse,
)
from houseway.backoffice.custody.piece import Alternative, Container, PieceKind
from houseway.backoffice.custody.stages import CUPPED
from houseway.backoffice.orders import Order
from houseway.equipment.cards import FIFTY_TWO
from houseway.equipment.decks import Dealing
from houseway.equipment.dice import DiceGame, Instrument
from houseway.equipment.shoes import ShoeChoices
from houseway.equipment.tiles import FULL_SET
from houseway.floor.demo_clerk import Clerk
from houseway.floor.demo_people import (
    ASSISTANT_SHIFT_MANAGER,
    AUDITOR,
    DEALER,
    DIRECTOR,
    FLOORPERSON,
    PIT_MANAGER,
    SECURITY,
)
from houseway.floor.demo_tables import LIVE_TABLES, submissions
from houseway.games import game_under
from houseway.table.deck_table import DeckTable

PIT = "Pit 1"
# What the live tables with dice play, as the rules of dice tell games apart; and the live tables with tiles.
DICE_TABLES: dict[str, DiceGame] = {table.name: table.dice for table in LIVE_TABLES if table.dice}
TILE_TABLES = {table.name: table.game for table in LIVE_TABLES if plays_tiles(table.game)}
# The backs of the batches that take turns.
_BACKS = ("red", "blue")
_WAY = Alternative.AT_THE_TABLE
_KEYS = (ASSISTANT_SHIFT_MANAGER, SECURITY)
_CHOSEN, _RECEIVED = 27, 14


class _CardTable(NamedTuple):
    """A live table with cards: what is played there, the backs of its decks, and whether these are dealt from the hand."""

    game: str
    backs: tuple[str, ...]
    by_hand: bool


def _card_tables() -> dict[str, _CardTable]:
    """The live tables with cards, and the decks that each is to have by its submission."""
    found: dict[str, _CardTable] = {}
    under = submissions()
    for table in LIVE_TABLES:
        game = game_under(under[table.name])
        if isinstance(game, DeckTable):
            choices = game.choices
            batch = choices.batch if isinstance(choices, ShoeChoices) else 1
            backs = tuple(back for back in _BACKS[: choices.decks] for _ in range(batch))
            found[table.name] = _CardTable(table.game, backs, choices.dealing is Dealing.HAND)
    return found


def bring_pieces(clerk: Clerk) -> None:
    """Choose a way to inspect dice, receive pieces, and give each live table what it plays with; dice with another set in the pit's reserve."""
    clerk.go_to(_CHOSEN)
    chosen = ChooseAlternative(alternative=_WAY, since=clerk.today)
    clerk.give("dice/alternative", chosen, DIRECTOR, AUDITOR)
    kept = KeepInstruments(
        alternative=_WAY,
        place=InstrumentPlace.PIT_STAND,
        where=PIT,
        instruments=tuple(Instrument),
        locked=True,
    )
    clerk.give("dice/instruments", kept, PIT_MANAGER)
    clerk.go_to(_RECEIVED)
    for delivery, pieces in (("dice 1", _dice()), ("cards 1", _cards()), ("tiles 1", _tiles())):
        if not pieces:
            continue
        received = ReceivePieces(
            delivery=delivery, supplier="Valley Gaming Supply", pieces=pieces, seals_intact=True
        )
        clerk.give(f"pieces/{delivery}", received, *_KEYS)
    for order, signers in _used_up():
        clerk.give(f"dice/used/{type(order).__name__}", order, *signers)
    clerk.go_to(0)
    for table, game in DICE_TABLES.items():
        for order, signers in _carried(table, game):
            clerk.give(f"dice/{table}/{type(order).__name__}", order, *signers)
    _bring_decks(clerk)


def _bring_decks(clerk: Clerk) -> None:
    """Decks and tiles out of storage, into the pit stand, and to the live tables that play with them."""
    decks = {
        deck_of(table, number): (table, by_hand)
        for table, (_, backs, by_hand) in _card_tables().items()
        for number, _ in enumerate(backs, 1)
    } | {tiles_of(table, 1): (table, False) for table in TILE_TABLES}
    drawn = tuple(decks)
    clerk.give("decks/drawn", DrawDecks(serials=drawn), *_KEYS)
    clerk.give("decks/pit", BringToPit(serials=drawn, pit=PIT), *_KEYS, PIT_MANAGER)
    for serial, (table, by_hand) in decks.items():
        brought = BringToTable(serial=serial, table=table, by_hand=by_hand)
        clerk.give(f"decks/{serial}", brought, FLOORPERSON, DEALER)


def deck_of(table: str, number: int) -> str:
    """The serial number of a deck that was bought for a table."""
    return f"{table}-D{number}"


def tiles_of(table: str, number: int) -> str:
    """The serial number of a set of tiles that was bought for a table."""
    return f"{table}-T{number}"


def set_of(table: str, number: int) -> str:
    """The serial number of a set that was bought for a table."""
    return f"{table}-S{number}"


def _dice() -> tuple[NewPiece, ...]:
    return tuple(
        NewPiece(
            serial=set_of(table, number),
            kind=PieceKind.DICE,
            game=game,
            colours=DICE[game].colours,
            count=len(DICE[game].colours),
        )
        for table, game in DICE_TABLES.items()
        for number in range(1, 6)
    )


def _cards() -> tuple[NewPiece, ...]:
    tables = _card_tables()
    games = sorted(table.game for table in tables.values())
    spare = [_deck(f"{game}-{back}-1", game, back) for game in games for back in _BACKS]
    of_tables = [
        _deck(deck_of(table, number), game, back)
        for table, (game, backs, _) in tables.items()
        for number, back in enumerate(backs, 1)
    ]
    return (*spare, *of_tables)


def _deck(serial: str, game: str, back: str) -> NewPiece:
    rules = card_rules(game)
    assert rules is not None, "these are played with cards"
    # As decks are made: ranks that a game does without are taken out when they are inspected.
    count = max(rules.size, len(FIFTY_TWO))
    return NewPiece(serial=serial, kind=PieceKind.CARDS, game=game, colours=(back,), count=count)


def _tiles() -> tuple[NewPiece, ...]:
    return tuple(
        NewPiece(serial=serial, kind=PieceKind.TILES, game=game, colours=("black",), count=len(FULL_SET))
        for table, game in TILE_TABLES.items()
        for serial in (f"{game}-1", tiles_of(table, 1))
    )


def _used_up() -> tuple[tuple[Order, tuple[str, ...]], ...]:
    """A set that went to its table, was inspected there, played with for an evening and taken away."""
    first = next((table for table, game in DICE_TABLES.items() if game in CUPPED), None)
    return _used_at(first, DICE_TABLES[first]) if first else ()


def _used_at(table: str, game: DiceGame) -> tuple[tuple[Order, tuple[str, ...]], ...]:
    serial = set_of(table, 5)
    inspection = InspectDice(
        serial=serial,
        alternative=_WAY,
        game=game,
        table=table,
        instruments=tuple(Instrument),
        flat_surface=True,
        seen_by_surveillance=True,
        seen_from_around=True,
    )
    in_use = PutInUse(serial=serial, alternative=_WAY, game=game, table=table, container=Container.CUP)
    return (
        (DrawDice(serials=(serial,), alternative=_WAY, game=game), _KEYS),
        (
            HandToPit(serials=(serial,), alternative=_WAY, game=game, pit=PIT, into=Into.PIT_MANAGER),
            (*_KEYS, PIT_MANAGER),
        ),
        (IssueSet(serial=serial, alternative=_WAY, game=game, table=table), (PIT_MANAGER,)),
        (inspection, (FLOORPERSON, DEALER)),
        (in_use, (FLOORPERSON, DEALER)),
        (TakeOutOfUse(serial=serial, reason=Reason.TABLE_CLOSED), (FLOORPERSON,)),
    )


def _carried(table: str, game: DiceGame) -> tuple[tuple[Order, tuple[str, ...]], ...]:
    """Two sets out of storage: one to the table, one into the pit's reserve."""
    first, second = set_of(table, 1), set_of(table, 2)
    both = (first, second)
    return (
        (DrawDice(serials=both, alternative=_WAY, game=game), _KEYS),
        (
            HandToPit(serials=both, alternative=_WAY, game=game, pit=PIT, into=Into.PIT_MANAGER),
            (*_KEYS, PIT_MANAGER),
        ),
        (ReserveDice(serials=(second,), alternative=_WAY, game=game, pit=PIT), (PIT_MANAGER,)),
        (IssueSet(serial=first, alternative=_WAY, game=game, table=table), (PIT_MANAGER,)),
    )
