"""Edges: each wager's exact house edge and what goes with it, as records anyone can recompute."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from houseway import __version__
from houseway.games import UnknownGame, game_under, games, submission_for
from houseway.lab.walk import Distribution, outcomes
from houseway.law import RuleViolation
from houseway.submission import require_lawful
from houseway.table.events import Result
from houseway.table.game import Game

METHOD = "exact: every throw of the game's own states"


class EdgeRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One wager's mathematics: the player's expected loss per unit wagered, and the shape around it.

    `edge` and everything in `exact` are fractions written "a/b"; the other numbers are those rounded for display.
    `interval` is null because nothing was estimated.
    """

    game: str
    wager: str
    option: str
    paytable: str
    edge: str
    edge_decimal: float
    win_p: float
    push_p: float
    lose_p: float
    hit_frequency: float
    variance: float
    exact: dict[str, str]
    method: str
    interval: tuple[float, float] | None
    readings: tuple[str, ...]
    submission: str
    version: str


def edges(
    game: str | None = None, wager: str | None = None, options: Mapping[str, Any] | None = None
) -> Iterator[EdgeRecord]:
    """The records of every game, of one game, or of one wager; `options` change a game's submission."""
    if game is not None and game not in games():
        raise UnknownGame(game)
    for name in games() if game is None else (game,):
        submission = submission_for(name, options)
        require_lawful(submission)
        played = game_under(submission)
        if wager is not None and wager not in played.catalogue:
            if game is not None:
                raise RuleViolation(
                    played.betting.clauses.catalogue,
                    f"{played.title} has no wager {wager!r}",
                    fix=f"choose one of: {', '.join(played.catalogue)}",
                )
            continue
        chosen = [
            w
            for w in played.catalogue.values()
            if w.name in played.betting.offered and wager in (None, w.name)
        ]
        found = outcomes(played, [(w.name, w.picks[0]) for w in chosen])
        for w in chosen:
            yield _record(
                played, w.name, found[w.name, w.picks[0]], _option_text(options), submission.digest()
            )


def _record(game: Game[Any], wager: str, distribution: Distribution, option: str, digest: str) -> EdgeRecord:
    net = {key: _net(*key) for key in distribution}
    expected = sum((net[key] * p for key, p in distribution.items()), Fraction(0))
    square = sum((net[key] ** 2 * p for key, p in distribution.items()), Fraction(0))
    share = {
        result: sum((p for key, p in distribution.items() if key[0] is result), Fraction(0))
        for result in Result
    }
    exact = {
        "win_p": share[Result.WIN],
        "push_p": share[Result.PUSH] + share[Result.RETURNED],
        "lose_p": share[Result.LOSE],
        "hit_frequency": share[Result.WIN],
        "variance": square - expected**2,
    }
    return EdgeRecord(
        game=game.name,
        wager=wager,
        option=option,
        paytable="",
        edge=_fraction(-expected),
        edge_decimal=float(-expected),
        **{name: float(value) for name, value in exact.items()},
        exact={name: _fraction(value) for name, value in exact.items()},
        method=METHOD,
        interval=None,
        readings=tuple(reading.id for reading in game.catalogue[wager].readings),
        submission=digest,
        version=__version__,
    )


def _net(result: Result, paid: Fraction) -> Fraction:
    return Fraction(-1) if result is Result.LOSE else paid


def _fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _option_text(options: Mapping[str, Any] | None) -> str:
    return ",".join(f"{name}={value}" for name, value in (options or {}).items())
