"""The sign at a table: limits of every wager, odds, what was chosen, and the notices of the layout (B-PW-04)."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

from houseway.backoffice.approvals.choices import common_choices, own_choices
from houseway.backoffice.approvals.texts import edition_of
from houseway.backoffice.paper import Field, Grid, Paper
from houseway.games import game_under
from houseway.law import implements, pa
from houseway.submission import Submission
from houseway.table.documents import odds_sign
from houseway.table.game import Game
from houseway.table.wagers import POSTED_LIMITS
from houseway.table.words import capital

POSTED = pa("125-149:RAF(24)#1")

NOTICE = "Notice"


@implements("125-149:RAF(24)#1", "125-149:RAF(10)#2", readings=("B-PW-04",))
def table_sign(submission: Submission, day: date, table: str = "") -> Paper:
    """The sign of a submission, made out for a table or for any table that plays under it."""
    game = game_under(submission)
    return Paper(
        title=f"{game.title}: {'wagers, odds and limits' if game.catalogue else 'terms of the game'}",
        number=table or "any table",
        holder=submission.certificate_holder,
        day=day,
        clause=POSTED,
        fields=(
            Field(label="Table", value=table, clause=POSTED),
            Field(label="Game", value=game.title, clause=POSTED),
            Field(label="Rules", value=edition_of(game, day).title, clause=POSTED),
            *(Field(label=line.text, value=line.detail, clause=line.clause) for line in game.sign()),
            *_notices(game),
        ),
        grids=(*(_wagers(game) if game.catalogue else ()), _options(submission, game)),
    )


def odds_grid(game: Game[Any]) -> Grid:
    """The odds of every wager on offer, line by line of its paytable."""
    return Grid(
        title="Payout odds",
        headings=("Wager", "Outcome", "Pays"),
        rows=tuple((wager, *line) for wager, (_, lines) in _lines(game).items() for line in lines),
        clause=POSTED_LIMITS,
    )


def _wagers(game: Game[Any]) -> tuple[Grid, Grid]:
    """A sign is read from a seat: wagers with the same limits stand together, and so do those that pay the same."""
    alike: dict[str, list[str]] = {}
    paid: dict[str, list[str]] = {}
    for wager, (limits, lines) in _lines(game).items():
        if limits:
            alike.setdefault(limits, []).append(wager)
        said = [pays if len(lines) == 1 else f"{outcome}: {pays}" for outcome, pays in lines]
        paid.setdefault("\n".join(said), []).append(wager)
    return (
        Grid(
            title="Least and greatest wager",
            headings=("Limits", "Wagers"),
            rows=tuple((limits, ", ".join(wagers)) for limits, wagers in alike.items()),
            clause=POSTED_LIMITS,
        ),
        Grid(
            title="Payout odds",
            headings=("Wagers", "Pays"),
            rows=tuple((", ".join(wagers), pays) for pays, wagers in paid.items()),
            clause=POSTED_LIMITS,
        ),
    )


def _lines(game: Game[Any]) -> dict[str, tuple[str, list[tuple[str, str]]]]:
    """What the table's sign says of each wager: its limits, and the outcomes that pay with their odds."""
    wagers: dict[str, tuple[str, list[tuple[str, str]]]] = {}
    wager = ""
    for line in odds_sign(game):
        if line.clause == POSTED_LIMITS:
            wager = line.text
            wagers[wager] = (line.detail, [])
        else:
            wagers[wager][1].append((_outcome(line.text, wager), line.detail))
    return wagers


def _outcome(label: str, wager: str) -> str:
    """A paytable line that stands beside its wager need not repeat its name; but an Ante Bonus is more than an Ante."""
    return capital(re.sub(rf"^{re.escape(wager)}( Wager)?([,:] | (?=[a-z]))", "", label, count=1))


def _options(submission: Submission, game: Game[Any]) -> Grid:
    return Grid(
        title="Options chosen at this table",
        headings=("Option", "Chosen"),
        rows=(*common_choices(submission, game), *own_choices(submission)),
        clause=POSTED,
    )


def _notices(game: Game[Any]) -> Iterator[Field]:
    """The words that the chapter itself wants before the patrons, such as that no call bets are taken."""
    for requirement in game.layout.requirements:
        words = requirement.clause.parameters.get("text")
        if words:
            yield Field(label=NOTICE, value=words.upper(), clause=requirement.clause)
