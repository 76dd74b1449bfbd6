"""The complete rules of a game, laid out for the public to read (125-149:RAF(24)#2)."""

from datetime import date
from typing import Any

from houseway.backoffice.approvals.choices import every_choice
from houseway.backoffice.approvals.sign import odds_grid
from houseway.backoffice.approvals.texts import by_section, clauses_of, edition_of
from houseway.backoffice.paper import Field, Grid, Paper
from houseway.games import game_under
from houseway.law import implements, pa
from houseway.submission import Submission
from houseway.table.game import Game

PUBLIC_INSPECTION = pa("125-149:RAF(24)#2")


def number_of_rules(game: Game[Any], day: date) -> str:
    """Under which number the complete rules of a game lie on a day: that of the text they tell."""
    return edition_of(game, day).id


@implements("125-149:RAF(24)#2")
def complete_rules(submission: Submission, day: date) -> Paper:
    """Every clause of the game's text in our own words, the odds, and what this operator chose."""
    game = game_under(submission)
    edition = edition_of(game, day)
    sections = (
        Grid(
            title=section,
            headings=("Clause", "Rule"),
            rows=tuple((edition.cite(clause), clause.told) for clause in clauses),
            clause=PUBLIC_INSPECTION,
        )
        for section, clauses in by_section(clauses_of(game, edition))
    )
    chosen = Grid(
        title="What this house chose",
        headings=("Option", "Chosen"),
        rows=every_choice(submission, game),
        clause=PUBLIC_INSPECTION,
    )
    return Paper(
        title=f"Complete rules of {game.title}",
        number=number_of_rules(game, day),
        holder=submission.certificate_holder,
        day=day,
        clause=PUBLIC_INSPECTION,
        fields=(
            Field(label="Game", value=game.title, clause=PUBLIC_INSPECTION),
            Field(label="Text", value=edition.title, clause=PUBLIC_INSPECTION),
        ),
        grids=(chosen, *((odds_grid(game),) if game.catalogue else ()), *sections),
        notes=(
            f"The text: {edition.status}.",
            "The rules are told in the house's own words; the regulation itself governs.",
        ),
    )
