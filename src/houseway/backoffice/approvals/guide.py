"""The gaming guide: a summary of every game that the house offers (125-149:RAF(24)#3)."""

from collections.abc import Iterable, Iterator, Mapping
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
    games: dict[str, list[Submission]] = {}
    for submission in submissions:
        games.setdefault(game_under(submission).title, []).append(submission)
    return Paper(
        title="Gaming guide",
        number=day.isoformat(),
        holder=holder,
        day=day,
        clause=SUMMARISED,
        fields=(Field(label="Games", value=", ".join(games), clause=SUMMARISED),),
        grids=tuple(grid for alike in games.values() for grid in _of_game(alike, day, tables)),
        notes=(
            "The complete rules of every game may be inspected on request.",
            "Limits are posted at each table.",
        ),
    )


def _of_game(
    submissions: list[Submission], day: date, tables: Mapping[str, tuple[str, ...]]
) -> Iterator[Grid]:
    """What the guide says of one game, each thing once, with the tables where that is not so at all of them."""
    for alike in zip(*(_summary(submission, day) for submission in submissions), strict=True):
        where: dict[Grid, list[str]] = {}
        for submission, grid in zip(submissions, alike, strict=True):
            where.setdefault(grid, []).extend(tables.get(submission.digest(), ()))
        for grid, at in where.items():
            told = f"{grid.title}, at {', '.join(sorted(at))}" if len(where) > 1 and at else grid.title
            yield structs.replace(grid, title=told)


def _summary(submission: Submission, day: date) -> Iterator[Grid]:
    game = game_under(submission)
    clauses = tuple(filter(game.plays_by, clauses_of(game, edition_of(game, day))))
    yield from _wagers(submission, game) if game.catalogue else (_terms(game),)
    yield Grid(
        title=f"{game.title}: what this house chose",
        headings=("Option", "Chosen"),
        rows=(*common_choices(submission, game), *own_choices(submission)),
        clause=SUMMARISED,
    )
    yield Grid(
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


def _wagers(submission: Submission, game: Game[Any]) -> Iterator[Grid]:
    """What may be wagered against the house, and what that pays."""
    limits = submission.limits
    yield Grid(
        title=f"{game.title}: wagers from {dollars(limits.minimum)} to {dollars(limits.maximum)}",
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
