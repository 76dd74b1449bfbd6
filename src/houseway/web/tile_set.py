"""The set of tiles at a table, as a glance at it tells."""

from datetime import datetime

import msgspec

from houseway.equipment.dice import known_by
from houseway.floor import TableInService
from houseway.table.words import spoken


class TileSetView(msgspec.Struct, frozen=True, kw_only=True):
    """A set of tiles: what it has been through, since when it is there, and until when another round may begin with it."""

    serial: str
    words: str
    since: datetime
    use_before: datetime | None


def tile_set_view(place: TableInService) -> TileSetView | None:
    """The set of tiles at a table, if the game is played with tiles and one is there."""
    play = place.state.play
    if place.game.tiles is None or play.tiles is None:
        return None
    since = place.state.decks[known_by(play.tiles.serial)]
    lives = [life for serial, life in place.game.pieces_in_use(play) if serial == play.tiles.serial]
    return TileSetView(
        serial=play.tiles.serial,
        words=spoken(play.tiles.condition),
        since=since,
        use_before=lives[0].ends(since) if lives else None,
    )
