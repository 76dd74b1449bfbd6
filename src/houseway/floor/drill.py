"""A drill: a question with its choices, which of them is right, why, and by which clauses."""

from collections.abc import Sequence
from random import Random

import msgspec

from houseway.equipment.decks import Clauses
from houseway.table.words import capital

CHOICES = 4


class Drill(msgspec.Struct, frozen=True, kw_only=True):
    """A question with its choices, which of them is right, why, and by which clauses."""

    question: str
    choices: tuple[str, ...]
    right: int
    why: str
    clauses: tuple[str, ...]


def make_drill(
    question: str, right: str, wrong: Sequence[str], why: str, clauses: Clauses, chance: Random
) -> Drill:
    """A drill with its choices mixed, the right one among some that are wrong."""
    shown = [right, *chance.sample(list(wrong), min(CHOICES - 1, len(wrong)))]
    chance.shuffle(shown)
    ids = tuple(dict.fromkeys(clause.id for clause in clauses))
    return Drill(
        question=question,
        choices=tuple(shown),
        right=shown.index(right),
        why=f"{capital(why)}.",
        clauses=ids,
    )
