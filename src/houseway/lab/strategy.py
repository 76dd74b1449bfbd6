"""Strategies: the best play of a game as a rule that a player can follow, and as tables."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, cast

import msgspec

from houseway import __version__
from houseway.games import UnknownGame, as_written, games, submission_for
from houseway.lab.figures import lab_module, option_text
from houseway.submission import require_lawful


class StrategyTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of decisions: what is seen, and what is best done.

    Of a table that can be drawn, `letters` are what its cells say, each with its meaning, and `across` is what its columns are.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    letters: dict[str, str] = {}
    across: str = ""


class BestPlay(msgspec.Struct, frozen=True, kw_only=True):
    """The best play: the rule in words, its exceptions among them, the tables behind it, and how it was found."""

    rule: tuple[str, ...]
    tables: tuple[StrategyTable, ...]
    method: str


class Strategy(BestPlay, frozen=True, kw_only=True):
    """The best play of a game under a submission."""

    game: str
    option: str
    submission: str
    version: str


class GameOfDecisions(Protocol):
    """What the lab's module of a game offers whose players decide something once the cards are dealt."""

    def best_play(self, submission: Any) -> BestPlay:
        """The best play of a table under this submission."""


class NothingToDecide(LookupError):
    """A game for which no best play has been worked out."""

    def __init__(self, game: str) -> None:
        known = [name for name in games() if _decided(name)]
        super().__init__(f"no best play of {game} is worked out; there is one of: {', '.join(known)}")


class NothingToCount(LookupError):
    """A game for which the worth of counting cards is not worked out."""

    def __init__(self, game: str) -> None:
        known = [name for name in games() if shoe_counted(name)]
        super().__init__(f"no counting of {game} is worked out; there is one of: {', '.join(known)}")


def shoe_counted(game: str) -> Callable[[Any], Any] | None:
    """What finds the best play of a submission, at a game whose shoe can be counted."""
    return getattr(lab_module(game), "best", None)


def strategy(game: str, options: Mapping[str, Any] | None = None) -> Strategy:
    """The best play of a game; `options` change its submission."""
    if game not in games():
        raise UnknownGame(game)
    decided = _decided(game)
    if decided is None:
        raise NothingToDecide(game)
    submission = submission_for(game, as_written(game, options or {}))
    require_lawful(submission)
    return Strategy(
        game=game,
        option=option_text(options),
        submission=submission.digest(),
        version=__version__,
        **msgspec.structs.asdict(decided.best_play(submission)),
    )


def has_best_play(game: str) -> bool:
    """Whether a best play of a game is worked out, as far as one knows without working it out."""
    return _decided(game) is not None


def _decided(game: str) -> GameOfDecisions | None:
    module = lab_module(game)
    return cast(GameOfDecisions, module) if hasattr(module, "best_play") else None
