"""Luck against expectation: what a table kept, round by round, beside what its wagers are expected to keep, and why it strays."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

import msgspec

from houseway.floor.rounds import PlayedRound
from houseway.floor.settlement import LineResult, SettlementLine
from houseway.lab import EdgeRecord
from houseway.money import Cents

# What is no wager won or lost: chips that only moved, and wagers that a void round gave back.
_NOT_PLAYED = (LineResult.MOVED, LineResult.RETURNED)
LARGEST = 8


class LuckPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A table after a round: what the house has kept, what it could expect, and how far luck strays as a rule."""

    number: int
    at: datetime
    kept: Cents
    expected: float
    deviation: float


class WagerLuck(msgspec.Struct, frozen=True, kw_only=True):
    """A wager over all rounds: how often it was settled, what was staked, kept and expected; no expectation where it has no price."""

    wager: str
    title: str
    times: int
    staked: Cents
    kept: Cents
    expected: float | None


class LargeLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line that moved much, with its round."""

    number: int
    line: SettlementLine


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """A table's luck over some rounds: point by point, wager by wager, and the lines that moved most."""

    points: tuple[LuckPoint, ...]
    wagers: tuple[WagerLuck, ...]
    largest: tuple[LargeLine, ...]

    @property
    def kept(self) -> Cents:
        """What the house has kept, or paid out where it is less than nothing."""
        return self.points[-1].kept if self.points else 0

    @property
    def expected(self) -> float:
        """What it could expect to keep."""
        return self.points[-1].expected if self.points else 0.0

    @property
    def deviations(self) -> float | None:
        """How many standard deviations the house is away from what it could expect; None where nothing was left to chance."""
        last = self.points[-1] if self.points else None
        return (last.kept - last.expected) / last.deviation if last and last.deviation else None

    @property
    def share_as_far(self) -> float | None:
        """The share of all such sessions in which luck strays at least this far, up or down."""
        return None if self.deviations is None else 2 * (1 - NormalDist().cdf(abs(self.deviations)))


def luck_of(rounds: Iterable[PlayedRound], records: Iterable[EdgeRecord]) -> Luck:
    """The luck of a table over rounds in their order, by the figures of the rules that it is played under.

    Where a figure is of a wager with what goes behind it, it is per unit first wagered: the first wager carries it.
    """
    figures = list(records)
    points: list[LuckPoint] = []
    lines: list[LargeLine] = []
    kept, expected, variance = 0, 0.0, 0.0
    wagers: dict[str, WagerLuck] = {}
    for one in rounds:
        for line in one.lines:
            if line.result in _NOT_PLAYED:
                continue
            priced = as_priced(line.wager, figures) if line.stake and line.wager else None
            kept -= line.net
            if priced is not None:
                expected += line.stake * priced.edge_decimal
                variance += line.stake**2 * priced.variance
            lines.append(LargeLine(number=one.number, line=line))
            wagers[line.wager or line.title] = _with(wagers.get(line.wager or line.title), line, priced)
        points.append(
            LuckPoint(number=one.number, at=one.at, kept=kept, expected=expected, deviation=sqrt(variance))
        )
    return Luck(
        points=tuple(points),
        wagers=tuple(sorted(wagers.values(), key=lambda one: one.kept)),
        largest=tuple(sorted(lines, key=lambda one: -abs(one.line.net))[:LARGEST]),
    )


def _with(before: WagerLuck | None, line: SettlementLine, priced: EdgeRecord | None) -> WagerLuck:
    expects = (
        None if priced is None else line.stake * priced.edge_decimal + ((before and before.expected) or 0.0)
    )
    return WagerLuck(
        wager=line.wager,
        title=before.title if before else line.title,
        times=(before.times if before else 0) + 1,
        staked=(before.staked if before else 0) + line.stake,
        kept=(before.kept if before else 0) - line.net,
        expected=expects,
    )


def as_priced(wager: str, records: Iterable[EdgeRecord]) -> EdgeRecord | None:
    """The figure of a wager, or of it with what goes behind it, as played best where several ways are priced."""
    found: Mapping[Fraction, EdgeRecord] = {
        Fraction(record.edge): record
        for record in records
        if record.wager == wager or record.wager.startswith(f"{wager}-")
    }
    exact = {edge: record for edge, record in found.items() if record.wager == wager} or found
    return exact[min(exact)] if exact else None
