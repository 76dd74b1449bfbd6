"""What each game demands of its dice, cards and tiles, and how long they may be used: asked of the game itself."""

from collections.abc import Mapping
from datetime import datetime

from houseway.backoffice.custody.piece import Piece, PieceKind
from houseway.equipment.decks import Back, Dealing, Deck, PackRules
from houseway.equipment.dice import DiceGame, DiceInUse, DiceRules, DiceSet
from houseway.equipment.life import Life
from houseway.equipment.tiles import FULL_SET, TileRules
from houseway.games import games
from houseway.law import RuleViolation

# Each game's dice, by the name that 603a.13 has for it.
DICE: Mapping[DiceGame, DiceRules] = {
    name: rules for game in games().values() for name, rules in game.stored_dice.items()
}


def title_of(piece: Piece) -> str:
    """The name of the game that a piece is for."""
    return DiceGame(piece.game).words if piece.kind is PieceKind.DICE else str(games()[piece.game].title)


def card_rules(game: str) -> PackRules | None:
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
            if rules.jokers_in(piece.count) is None:
                raise RuleViolation(
                    rules.composition[0],
                    f"{piece} holds {piece.count} cards; {title_of(piece)} is played with {rules.size}",
                )
        case PieceKind.TILES:
            if piece.count != len(FULL_SET):
                raise RuleViolation(
                    _tiles(piece.game).full_set, f"{piece} are {piece.count}; a set has {len(FULL_SET)}"
                )


def plays_tiles(game: str) -> bool:
    """Whether a game is played with tiles."""
    return game in games() and games()[game].tiles is not None


def _tiles(game: str) -> TileRules:
    rules = games()[game].tiles
    assert rules is not None, "tiles are received for games of tiles only"
    return rules


def life_of_dice(piece: Piece, since: datetime, *, locked: bool) -> Life:
    """How long a set of dice may be used; the longer time only for dice made for it and locked up."""
    in_use = DiceInUse(set=_dice_set(piece), since=since, inspected=True, locked=locked)
    return DICE[DiceGame(piece.game)].life_of(in_use)


def life_of_deck(piece: Piece, *, by_hand: bool) -> Life:
    """How long a deck or set of tiles may be used."""
    if piece.kind is PieceKind.TILES:
        return _tiles(piece.game).life
    rules = card_rules(piece.game)
    assert rules is not None, "decks are received for card games only"
    deck = Deck(serial=piece.serial, back=Back.RED, by_hand=by_hand)
    return rules.life(deck, Dealing.HAND if by_hand else Dealing.MANUAL_SHOE)


def _dice_set(piece: Piece) -> DiceSet:
    return DiceSet(serial=piece.serial, colours=piece.colours, for_locked_shaker=piece.for_locked_shaker)
