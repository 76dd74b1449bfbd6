"""Figures: what is priced, by the names that the list of wagers gives; and what pricing one comes to."""

import csv
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, cast

from houseway.games import games
from houseway.lab.tally import Tally
from houseway.law import Reading


class Figure(NamedTuple):
    """A wager, the options that it is priced with, and its paytable, as the list of wagers names them."""

    wager: str
    option: str = ""
    paytable: str = ""

    @property
    def options(self) -> Mapping[str, str]:
        """The options by name."""
        return dict(part.split("=") for part in self.option.split(",") if part)


class Priced(NamedTuple):
    """In how many deals a wager comes out which way, how that was found, and on which readings it rests.

    What was played at random instead of counted is `estimated`; where only what a player `expected` was worked out exactly, the
    tally is of rounds that were played. Rounds of the same deal are not independent: where each deal was played from both sides,
    `pairs` are the two together, by which the estimate strays. `also` are counts, and edges by other measures. `wager` is told where the way to play,
    and not the figure, says which wager was made.
    """

    tally: Tally
    method: str
    readings: tuple[Reading, ...]
    estimated: bool = False
    also: Mapping[str, Fraction] = MappingProxyType({})
    wager: str = ""
    expected: Fraction | None = None
    pairs: Tally | None = None


class CountedGame(Protocol):
    """What the lab's module of a game offers whose wagers it prices itself."""

    def choices(self, figure: Figure) -> dict[str, Any]:
        """What an operator chooses in the Rules Submission for this figure to hold."""

    def figures(self, submission: Any) -> tuple[Figure, ...]:
        """The figures of a table under this submission."""

    def price(self, figure: Figure, submission: Any) -> Priced:
        """Count the deals or walk the rolls of a figure."""


def counted_game(name: str) -> CountedGame | None:
    """The lab's module for a game that it prices figure by figure, or None for one that is walked state by state."""
    return cast(CountedGame | None, lab_module(name))


def lab_module(name: str) -> object | None:
    """The lab's module named as the game is, or the one that a game from outside brings along, if there is any."""
    own = f"{__package__}.{name.replace('-', '_')}"
    brought = f"{games()[name].__module__.rpartition('.')[0]}.lab"
    return next((import_module(module) for module in (own, brought) if find_spec(module)), None)


@cache
def listed(game: str) -> tuple[Figure, ...]:
    """Every figure of a game that the list of wagers asks for."""
    text = files("houseway.games").joinpath("wagers.csv").read_text("utf-8")
    rows = csv.DictReader(text.splitlines())
    return tuple(Figure(row["wager"], row["option"], row["paytable"]) for row in rows if row["game"] == game)


def names_of_ways(game: str) -> frozenset[str]:
    """The names of the options by which the list tells figures of a game apart, such as how many decks are dealt from."""
    return frozenset(option for figure in listed(game) for option in figure.options)
