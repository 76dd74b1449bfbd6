"""Documents: what the sign and the layout must show, as lines with their clauses, for whoever prints them."""

from collections.abc import Iterator
from typing import Any

from houseway.money import dollars
from houseway.table.document_line import DocumentLine
from houseway.table.game import Game
from houseway.table.wagers import POSTED_LIMITS


def odds_sign(game: Game[Any]) -> Iterator[DocumentLine]:
    """The table's sign: every wager offered with its posted limits and odds, and what bonuses pay without a wager."""
    for wager in game.catalogue.values():
        if wager.name in game.betting.offered:
            limits = game.betting.limits_of(wager.name)
            yield DocumentLine(
                wager.title, f"{dollars(limits.minimum)} to {dollars(limits.maximum)}", POSTED_LIMITS
            )
            for line in wager.paytable:
                yield DocumentLine(line.label, wager.pays(line), line.clause)
    for title, lines in game.bonuses.items():
        yield DocumentLine(title, "", POSTED_LIMITS)
        for line in lines:
            yield DocumentLine(line.label, str(line.odds), line.clause)


def layout_check(game: Game[Any]) -> Iterator[DocumentLine]:
    """The layout's check-list: what the chapter wants on the felt, and where this one has it."""
    known = {area.id for area in game.layout.areas} | {area.wager for area in game.layout.areas} | {"sign"}
    for requirement in game.layout.requirements:
        missing = [place for place in requirement.shown_by if place not in known]
        if missing:
            raise ValueError(f"{game.title}: the layout lacks {', '.join(missing)} ({requirement.clause})")
        yield DocumentLine(requirement.text, ", ".join(requirement.shown_by), requirement.clause)
