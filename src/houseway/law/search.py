"""Finding clauses and readings by the words they are told in."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple, TypeVar

from houseway.law.readings import Reading, readings
from houseway.law.register import Clause, register

_T = TypeVar("_T")
# How much alike a word must be to one that is likely meant: one letter of six may be wrong or missing.
_ALIKE = 0.82


class Found(NamedTuple):
    """The clauses and readings that have every word that was looked for."""

    clauses: tuple[Clause, ...]
    readings: tuple[Reading, ...]


def search(looked_for: str) -> Found:
    """Whatever has every one of these words; what is numbered so comes first, then what has them one after the other."""
    words = looked_for.casefold().split()
    if not words:
        return Found((), ())
    return Found(tuple(_having(words, _clauses())), tuple(_having(words, _readings())))


def meant(looked_for: str) -> str:
    """The words that are likeliest meant where nothing has those that were looked for; empty where none would find anything."""
    known = _words(len(register()))
    nearest = [
        word if word in known else next(iter(get_close_matches(word, known, 1, _ALIKE)), "")
        for word in looked_for.casefold().split()
    ]
    instead = " ".join(nearest) if all(nearest) else ""
    return instead if any(search(instead)) else ""


@cache
def _words(_: int) -> dict[str, None]:
    """Every word of the clauses and readings; in a fixed order, so that the same word is always the nearest."""
    told = (text for _, text, _ in (*_clauses(), *_readings()))
    return dict.fromkeys(sorted({word for text in told for word in re.findall(r"[a-z]{3,}", text)}))


def _having(words: list[str], entries: Iterable[tuple[str, str, _T]]) -> list[_T]:
    phrase = " ".join(words)
    found = [
        ((not number.startswith(words[0]), phrase not in text), entry)
        for number, text, entry in entries
        if all(word in text for word in words)
    ]
    # A stable sort: what is alike stays in the order of the register.
    return [entry for _, entry in sorted(found, key=lambda ranked: ranked[0])]


def _clauses() -> tuple[tuple[str, str, Clause], ...]:
    # A game from outside brings its own rows: what was told once is told anew when the register has grown.
    return _told_clauses(len(register()))


@cache
def _told_clauses(_: int) -> tuple[tuple[str, str, Clause], ...]:
    return tuple(
        (
            clause.id.casefold(),
            _told(clause.id, clause.summary, clause.kind, clause.actor, clause.duty),
            clause,
        )
        for clause in register().values()
    )


@cache
def _readings() -> tuple[tuple[str, str, Reading], ...]:
    return tuple(
        (one.id.casefold(), _told(one.id, one.title, one.problem, one.reading, one.why, *one.where), one)
        for one in readings().values()
    )


def _told(*texts: str) -> str:
    return " ".join(texts).casefold()
