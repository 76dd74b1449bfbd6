"""The check-list of a layout: what the chapter wants on the felt and on the sign, and where this one has it."""

import re
from collections.abc import Iterable, Mapping
from datetime import date

from houseway.backoffice.approvals.kinds import LAYOUTS_SUBMITTED
from houseway.backoffice.approvals.texts import edition_of
from houseway.backoffice.paper import Field, Grid, Paper, Signature
from houseway.games import game_under
from houseway.submission import Submission
from houseway.table.documents import layout_check
from houseway.table.words import spoken

_NUMBERED = re.compile(r"(?P<name>.+?)(?:-\d+)+")


def layout_check_list(submission: Submission, day: date) -> Paper:
    """What whoever looks a layout over ticks off, line by line."""
    game = game_under(submission)
    edition = edition_of(game, day)
    titles = {name: wager.title for name, wager in game.catalogue.items()}
    return Paper(
        title=f"Layout check-list: {game.title}",
        number=edition.id,
        holder=submission.certificate_holder,
        day=day,
        clause=LAYOUTS_SUBMITTED,
        fields=(
            Field(label="Game", value=game.title, clause=LAYOUTS_SUBMITTED),
            Field(label="Rules", value=edition.title, clause=LAYOUTS_SUBMITTED),
            Field(label="Submission, content hash", value=submission.digest()),
        ),
        grids=(
            Grid(
                title="What the layout and the sign must show",
                headings=("Clause", "What", "Where it is", "Seen"),
                rows=tuple(
                    (
                        edition.cite(line.clause),
                        line.text,
                        places_in_words(line.detail.split(", "), titles),
                        "",
                    )
                    for line in layout_check(game)
                ),
                clause=LAYOUTS_SUBMITTED,
            ),
        ),
        signatures=(Signature(part="looked over by", clause=LAYOUTS_SUBMITTED),),
    )


def places_in_words(areas: Iterable[str], titles: Mapping[str, str]) -> str:
    """Areas as people call them, by the wagers made there; those that only a number tells apart are counted together."""
    alike: dict[str, list[str]] = {}
    for area in areas:
        numbered = _NUMBERED.fullmatch(area)
        alike.setdefault(numbered["name"] if numbered else area, []).append(area)
    return ", ".join(
        titles.get(areas[0], spoken(areas[0]))
        if len(areas) == 1
        else f"{titles.get(name, spoken(name))} ({len(areas)} places)"
        for name, areas in alike.items()
    )
