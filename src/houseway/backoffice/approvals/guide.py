"""The gaming guide: a summary of every game that the house offers (125-149:RAF(24)#3)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Any

from msgspec import structs

from houseway.backoffice.approvals.choices import common_choices, own_choices
from houseway.backoffice.approvals.sign import odds_grid
from houseway.backoffice.approvals.texts import clauses_of, edition_of
from houseway.backoffice.paper import Field, Grid, Paper
from houseway.games import game_under
from houseway.law import Clause, implements, pa
from houseway.money import dollars
from houseway.submission import Submission
from houseway.table.game import Game

SUMMARISED = pa("125-149:RAF(24)#3")

# What a newcomer to a table wants to know; where a chapter has no such clauses, how its game is dealt.
_PLAY = ("rotation", "play")
_DEALING = ("dealing",)


@dataclass(frozen=True, slots=True)
class _Offered:
    """A submission of a game, and the tables that play under it."""

    submission: Submission
    game: Game[Any]
    at: tuple[str, ...]


@implements("125-149:RAF(24)#3", "125-149:RAF(13)#2", "125-166:Preamble/Paperwork#1")
def gaming_guide(
    holder: str,
    submissions: Iterable[Submission],
    day: date,
    tables: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> Paper:
    """The guide to the games of these submissions: how each is played, what may be wagered and what it pays.

    A game stands there once; where its tables differ, the guide says at which tables it is so.
    """
    games: dict[str, list[_Offered]] = {}
    for submission in submissions:
        game = game_under(submission)
        offered = _Offered(submission, game, tables.get(submission.digest(), ()))
        games.setdefault(game.title, []).append(offered)
    return Paper(
        title="Gaming guide",
        number=day.isoformat(),
        holder=holder,
        day=day,
        clause=SUMMARISED,
        fields=(Field(label="Games", value=", ".join(games), clause=SUMMARISED),),
        grids=tuple(grid for title, offered in games.items() for grid in _of_game(title, offered, day)),
        notes=(
            "The complete rules of every game may be inspected on request.",
            "Limits are posted at each table.",
        ),
    )


def _of_game(title: str, offered: list[_Offered], day: date) -> Iterator[Grid]:
    """What the guide says of one game, each thing once, with the tables where that is not so at all of them."""
    limits = {one.submission.limits for one in offered}
    yield from _once((one.at, _risked(one, told=len(limits) == 1)) for one in offered)
    yield from _chosen(title, offered)
    yield from _once((one.at, (_played(one.game, day),)) for one in offered)


def _once(said: Iterable[tuple[tuple[str, ...], tuple[Grid, ...]]]) -> Iterator[Grid]:
    """Grids that several submissions have in the same order; one that is not the same for all says for which tables it is."""
    tables, grids = zip(*said, strict=True)
    for alike in zip(*grids, strict=True):
        where: dict[Grid, list[str]] = {}
        for at, grid in zip(tables, alike, strict=True):
            where.setdefault(grid, []).extend(at)
        for grid, names in where.items():
            told = f"{grid.title}, at {', '.join(sorted(names))}" if len(where) > 1 and names else grid.title
            yield structs.replace(grid, title=told)


def _chosen(title: str, offered: list[_Offered]) -> Iterator[Grid]:
    """What the house chose for all tables of a game; what it chose for some stands by itself, each choice once."""
    choices = [(*common_choices(one.submission, one.game), *own_choices(one.submission)) for one in offered]
    everywhere = set(choices[0]).intersection(*choices)
    for_all = tuple(choice for choice in choices[0] if choice in everywhere)
    if for_all:
        yield Grid(
            title=f"{title}: what this house chose",
            headings=("Option", "Chosen"),
            rows=for_all,
            clause=SUMMARISED,
        )
    where: dict[tuple[str, str], list[str]] = {}
    for one, chosen in zip(offered, choices, strict=True):
        for choice in chosen:
            if choice not in everywhere:
                where.setdefault(choice, []).extend(one.at)
    if where:
        yield Grid(
            title=f"{title}: where its tables differ",
            headings=("Option", "Chosen", "At"),
            rows=tuple((*choice, ", ".join(sorted(at)) or "no table yet") for choice, at in where.items()),
            clause=SUMMARISED,
        )


def _risked(one: _Offered, *, told: bool) -> tuple[Grid, ...]:
    """The wagers of a game and what they pay, with their limits where those are told; or the terms among players."""
    return tuple(_wagers(one.submission, one.game, told=told)) if one.game.catalogue else (_terms(one.game),)


def _played(game: Game[Any], day: date) -> Grid:
    """How a game is dealt and played."""
    clauses = tuple(filter(game.plays_by, clauses_of(game, edition_of(game, day))))
    return Grid(
        title=f"{game.title}: how it is played",
        headings=("Clause", "Rule"),
        rows=_of_kinds(clauses, _PLAY) or _of_kinds(clauses, _DEALING),
        clause=SUMMARISED,
    )


def _terms(game: Game[Any]) -> Grid:
    """The terms of a game in which players play each other."""
    return Grid(
        title=f"{game.title}: terms of the game",
        headings=("Term", "At this house"),
        rows=tuple((line.text, line.detail) for line in game.sign()),
        clause=SUMMARISED,
    )


def _wagers(submission: Submission, game: Game[Any], *, told: bool) -> Iterator[Grid]:
    """What may be wagered against the house, and what that pays."""
    limits = submission.limits
    between = f" from {dollars(limits.minimum)} to {dollars(limits.maximum)}" if told else ""
    yield Grid(
        title=f"{game.title}: wagers{between}",
        headings=("Wager", "How it is made or won"),
        rows=tuple(
            (wager.title, wager.clause.told)
            for wager in game.catalogue.values()
            if wager.name in game.betting.offered
        ),
        clause=SUMMARISED,
    )
    odds = odds_grid(game)
    yield Grid(
        title=f"{game.title}: what wagers pay", headings=odds.headings, rows=odds.rows, clause=SUMMARISED
    )


def _of_kinds(clauses: tuple[Clause, ...], kinds: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The rules of these kinds, each once, though common practice says the same as a clause."""
    rules: dict[str, Clause] = {}
    for clause in clauses:
        if clause.kind in kinds:
            rules.setdefault(clause.summary, clause)
    return tuple((clause.citation, clause.told) for clause in rules.values())
