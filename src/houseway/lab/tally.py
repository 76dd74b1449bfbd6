"""Tallies: in how many deals a wager comes out one way or another, counted in whole numbers."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from houseway.money import Cents, Payment
from houseway.table.events import Result
from houseway.table.wagers import PayLine, Verdict

# A stake that every odds of a paytable pays to the cent; only fixed sums depend on it.
UNIT: Cents = 500


class Outcome(NamedTuple):
    """How a wager came out, what the player is up, and what was staked in all, per unit of the first wager made.

    Only where `staked` tells of what was added to a wager is the edge that of everything staked.
    """

    result: Result
    net: Fraction
    staked: Fraction = Fraction(1)


# Deals by outcome.
Tally = Counter[Outcome]


def net_of(verdict: Verdict, stake: Cents = UNIT) -> Fraction:
    """What a verdict makes of one unit: lost whole or in part, kept, or kept and paid on its line."""
    if verdict.result is Result.LOSE:
        return Fraction(-1)
    if verdict.result is Result.SURRENDERED:
        return -verdict.kept
    return paid_on(verdict.line, stake) if verdict.line is not None else Fraction(0)


def paid_on(line: PayLine, stake: Cents = UNIT) -> Fraction:
    """What a line pays on top of one unit, the stake being so large."""
    return _paid(line.odds, stake)


@cache
def _paid(odds: Payment, stake: Cents) -> Fraction:
    return odds.pay(stake) / stake


def outcome_of(verdict: Verdict, stake: Cents = UNIT) -> Outcome:
    """How one wager came out."""
    return Outcome(verdict.result, net_of(verdict, stake))


def net_together(verdicts: Iterable[Verdict]) -> Fraction:
    """What several verdicts make of one unit on each."""
    return sum(map(net_of, verdicts), Fraction(0))


def outcome_together(net: Fraction) -> Outcome:
    """How several wagers came out together: won if the player is up, lost if down."""
    return Outcome(Result.WIN if net > 0 else Result.LOSE if net < 0 else Result.PUSH, net)
