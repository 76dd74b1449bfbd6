"""The games: one room each. A folder that exports `GAME` is a game; nothing else lists them. One that does not
is played by commands of its own and has no table in service.

A game of somebody else's is a package of its own that names its `GAME` as an entry point of `houseway.games`.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.metadata import entry_points
from importlib.resources import files
from typing import Any

import msgspec

from houseway.submission import Submission, read_submission
from houseway.table.game import Game
from houseway.table.words import spoken


@cache
def games() -> Mapping[str, type[Game[Any]]]:
    """Every game by its canonical name."""
    rooms = (importlib.import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__))
    own = (room.GAME for room in rooms if hasattr(room, "GAME"))
    others = (point.load() for point in entry_points(group=__name__))
    return {game.name: game for game in sorted((*own, *others), key=lambda game: str(game.name))}


def title_of(name: str) -> str:
    """A game as people call it; a table may be of a game that has no pages here."""
    return str(games()[name].title) if name in games() else spoken(name).title()


def brought_along(game: str, file: str) -> str | None:
    """What a game has in a file of its folder beside its code, such as a written round to begin with; None without it."""
    brought = files(games()[game].__module__.rpartition(".")[0]) / file
    return brought.read_text(encoding="utf-8") if brought.is_file() else None


class UnknownGame(LookupError):
    """A name that no game bears."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no game {name!r}; choose one of: {', '.join(games())}")


def submission_for(name: str, options: Mapping[str, Any] | None = None) -> Submission:
    """A game's Rules Submission from plain values, such as a file holds; what it cannot hold raises `BadOption`."""
    if name not in games():
        raise UnknownGame(name)
    return read_submission(games()[name].submission_type, options or {})


def as_written(name: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a Rules Submission as somebody wrote them, with what goes without saying once these are chosen."""
    if name not in games():
        raise UnknownGame(name)
    return {**games()[name].submission_type.implied(options), **options}


def game_under(submission: Submission) -> Game[Any]:
    """The game that a submission is for, played under it; one for all tables with the same submission."""
    name = str(submission.__struct_config__.tag)
    return _set_up(name, msgspec.json.encode(submission))


# A game holds nothing but what follows from its submission, and its felt and wagers take a while to lay out.
@lru_cache(maxsize=64)
def _set_up(name: str, submission: bytes) -> Game[Any]:
    return games()[name].under(msgspec.json.decode(submission, type=games()[name].submission_type))


def forget_set_up_games() -> None:
    """Have every game set up anew, for whoever watches that happen."""
    _set_up.cache_clear()
