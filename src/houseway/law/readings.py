"""Readings: how the ambiguous, contradictory or silent places of the texts are read.

Nobody outside has confirmed these readings; whoever shows one says so.
"""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

UNCONFIRMED = "A working reading; no regulator has confirmed it."


@dataclass(frozen=True, slots=True)
class Reading:
    """One ambiguity and how it is read; `setting` marks those the operator's Rules Submission may decide."""

    id: str
    weight: str
    title: str
    where: tuple[str, ...]
    problem: str
    reading: str
    why: str
    setting: bool


@cache
def readings() -> Mapping[str, Reading]:
    """Every reading by its id."""
    text = files("houseway.law").joinpath("readings.csv").read_text("utf-8")
    return MappingProxyType(
        {
            row["id"]: Reading(
                id=row["id"],
                weight=row["weight"],
                title=row["title"],
                where=tuple(row["where"].split()),
                problem=row["problem"],
                reading=row["reading"],
                why=row["why"],
                setting=row["setting"] == "yes",
            )
            for row in csv.DictReader(text.splitlines())
        }
    )


def reading(reading_id: str) -> Reading:
    """The reading with this id; an unknown one fails when the citing module is imported."""
    try:
        return readings()[reading_id]
    except KeyError:
        raise LookupError(f"no reading {reading_id!r} is recorded") from None


def readings_for(clause_id: str) -> tuple[Reading, ...]:
    """The readings whose place is this clause or a paragraph around it."""
    return tuple(r for r in readings().values() if any(_covers(place, clause_id) for place in r.where))


def _covers(place: str, clause_id: str) -> bool:
    return clause_id == place or (clause_id.startswith(place) and clause_id[len(place)] in "(#[")
