"""The text that a game is played under: its edition, and the clauses of the register that stand in it."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

from houseway.law import Clause, Edition, Origin, editions_of, register
from houseway.table.game import Game

_SECTION = re.compile(r"36\.05\.14\.\d+|\d+a\.\d+")
_COMMON = "Common practice"
_ADDED = re.compile(r"(?:Added by [^()]*\([^()]*\b|added )(\d{4})\b")


def edition_of(game: Game[Any], day: date) -> Edition:
    """The text that a submission names, else the one in force on the day, else the latest."""
    known = editions_of(game.name)
    named = (edition for edition in known if edition.id == game.edition)
    covering = (edition for edition in known if edition.covers(day))
    return next(named, None) or next(covering, known[-1])


def in_maryland(game: Game[Any], day: date) -> bool:
    """Whether the game is played under Maryland's rules."""
    return edition_of(game, day).is_maryland


def clauses_of(game: Game[Any], edition: Edition) -> tuple[Clause, ...]:
    """Every clause of the text, and of the chapters that the game's wagers and their payments cite besides."""
    own = f"md-{edition.register_chapter}" if edition.is_maryland else edition.register_chapter
    wagers = game.catalogue.values()
    cited = (
        clause for wager in wagers for clause in (wager.clause, *(line.clause for line in wager.paytable))
    )
    chapters = dict.fromkeys((own, *(clause.chapter for clause in cited)))
    return tuple(
        clause
        for chapter in chapters
        for clause in register().values()
        if clause.chapter == chapter and _stands_in(clause, edition)
    )


def _stands_in(clause: Clause, edition: Edition) -> bool:
    """Whether a clause stood in the text already; the register notes which rulemaking added it later."""
    added = _ADDED.match(clause.edition_note)
    return added is None or int(added[1]) <= int(edition.id.rpartition("-")[2])


def _is_common(clause: Clause) -> bool:
    return clause.origin is Origin.COMMON_PRACTICE


def by_section(clauses: tuple[Clause, ...]) -> Iterator[tuple[str, tuple[Clause, ...]]]:
    """The clauses of each section, in their order; what is common practice stands together behind them."""
    sections: dict[str, list[Clause]] = {}
    for clause in sorted(clauses, key=_is_common):
        found = _SECTION.match(clause.id)
        section = _COMMON if _is_common(clause) else found[0] if found else clause.paragraph
        sections.setdefault(section, []).append(clause)
    for section, rows in sections.items():
        yield section, tuple(rows)
