"""What each game demands of its dice, cards and tiles, and how long they may be used: asked of the game itself."""

from collections.abc import Mapping
from datetime import datetime

from houseway.backoffice.custody.piece import DiceGame, Piece, PieceKind
from houseway.equipment.decks import Back, CardRules, Dealing, Deck
from houseway.equipment.dice import DiceInUse, DiceRules, DiceSet
from houseway.equipment.life import Life
from houseway.equipment.tiles import FULL_SET
from houseway.games import games
from houseway.games.asia_poker.start import DICE as ASIA_POKER_DICE
from houseway.games.craps.shooter import DICE as CRAPS_DICE
from houseway.games.pai_gow.dealing import DICE as PAI_GOW_DICE
from houseway.games.pai_gow.game import PaiGow
from houseway.games.pai_gow.mixing import LIFE as LIFE_OF_TILES
from houseway.games.sic_bo.shaker import DICE as SIC_BO_DICE
from houseway.games.sic_bo.submission import Shaker
from houseway.games.three_dice_football import ThreeDiceFootball
from houseway.law import RuleViolation, pa

_TILES = pa("621a.3(a)#2")
_LOST_AT_CRAPS = pa("623a.7(d)#3")

# The chapter of Pai Gow Poker is not in the sources: the same dice and the same shaker as Pai Gow (reading C-13).
DICE: Mapping[DiceGame, DiceRules] = {
    DiceGame.CRAPS: CRAPS_DICE,
    DiceGame.MINI_CRAPS: CRAPS_DICE,
    DiceGame.THREE_DICE_FOOTBALL: ThreeDiceFootball.dice,
    DiceGame.SIC_BO: SIC_BO_DICE[Shaker.MANUAL],
    DiceGame.SIC_BO_AUTOMATED: SIC_BO_DICE[Shaker.AUTOMATED],
    DiceGame.PAI_GOW: PAI_GOW_DICE,
    DiceGame.PAI_GOW_POKER: PAI_GOW_DICE,
    DiceGame.ASIA_POKER: ASIA_POKER_DICE,
}
TITLES: Mapping[DiceGame, str] = {
    DiceGame.CRAPS: "Craps",
    DiceGame.MINI_CRAPS: "Mini-Craps",
    DiceGame.THREE_DICE_FOOTBALL: "Three Dice Football",
    DiceGame.SIC_BO: "Sic Bo (manual shaker)",
    DiceGame.SIC_BO_AUTOMATED: "Sic Bo (automated shaker)",
    DiceGame.PAI_GOW: "Pai Gow",
    DiceGame.PAI_GOW_POKER: "Pai Gow Poker",
    DiceGame.ASIA_POKER: "Asia Poker",
}
# By which a die that left the table in play and was lost calls for a new set.
NEW_SET_IF_LOST = {
    DiceGame.CRAPS: _LOST_AT_CRAPS,
    DiceGame.MINI_CRAPS: _LOST_AT_CRAPS,
    DiceGame.THREE_DICE_FOOTBALL: pa("661a.4(d)#3"),
}


def title_of(piece: Piece) -> str:
    """The name of the game that a piece is for."""
    return TITLES[DiceGame(piece.game)] if piece.kind is PieceKind.DICE else str(games()[piece.game].title)


def card_rules(game: str) -> CardRules | None:
    """A card game's demands on its decks; None where a game is not played with cards."""
    found = games().get(game)
    return getattr(found, "cards", None)


def check_count(piece: Piece) -> None:
    """Refuse a set, deck or set of tiles that its game is not played with."""
    match piece.kind:
        case PieceKind.DICE:
            DICE[DiceGame(piece.game)].check_set(_dice_set(piece))
        case PieceKind.CARDS:
            rules = card_rules(piece.game)
            assert rules is not None, "decks are received for card games only"
            spare = max(rules.jokers_made - rules.jokers, 0)
            if not rules.size <= piece.count <= rules.size + spare:
                raise RuleViolation(
                    rules.one_deck[0],
                    f"{piece} holds {piece.count} cards; {title_of(piece)} is played with {rules.size}",
                )
        case PieceKind.TILES:
            if piece.count != len(FULL_SET):
                raise RuleViolation(_TILES, f"{piece} are {piece.count}; a set has {len(FULL_SET)}")


def plays_tiles(game: str) -> bool:
    """Whether a game is played with tiles."""
    return game == PaiGow.name


def life_of_dice(piece: Piece, since: datetime, *, locked: bool) -> Life:
    """How long a set of dice may be used; the longer time only for dice made for it and locked up."""
    in_use = DiceInUse(set=_dice_set(piece), since=since, inspected=True, locked=locked)
    return DICE[DiceGame(piece.game)].life_of(in_use)


def life_of_deck(piece: Piece, *, by_hand: bool) -> Life:
    """How long a deck or set of tiles may be used."""
    if piece.kind is PieceKind.TILES:
        return LIFE_OF_TILES
    rules = card_rules(piece.game)
    assert rules is not None, "decks are received for card games only"
    deck = Deck(serial=piece.serial, back=Back.RED, by_hand=by_hand)
    return rules.life(deck, Dealing.HAND if by_hand else Dealing.MANUAL_SHOE)


def _dice_set(piece: Piece) -> DiceSet:
    return DiceSet(serial=piece.serial, colours=piece.colours, for_locked_shaker=piece.for_locked_shaker)
