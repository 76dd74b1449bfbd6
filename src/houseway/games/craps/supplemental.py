"""Supplemental wagers: taking and laying odds, and how much of them (623a.6)."""

import re
from collections.abc import Iterator
from fractions import Fraction
from math import ceil

import msgspec

from houseway.games.craps.decisions import NO_POINT, POINTS
from houseway.games.craps.wagers import BASE_OF, CATALOGUE, ODDS_OF
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.money import Cents, Odds, dollars
from houseway.table.wagers import Bet, Bets, Limits, bet_at

# Where the crew's point, and not a number that the wager was moved to, is what the odds go behind.
BEHIND_THE_LINE = ("pass", "dont-pass")
# Their odds are limited by what they win, not by what is staked.
_LAID = ("dont-pass", "dont-come")
_TAKEN_UP_TO, _LAID_UP_TO = pa("623a.6(e)#1"), pa("623a.6(e)#2")
# The limit of one time the original wager, for a table that goes no further.
_ONCE: dict[str, Clause] = {
    "pass": pa("623a.6(a)#2"),
    "dont-pass": pa("623a.6(b)#2"),
    "come": pa("623a.6(c)#2"),
    "dont-come": pa("623a.6(d)#2"),
}


class OddsMultiples(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many times the original wager a table's odds go to, by point."""

    on_4_10: int = 1
    on_5_9: int = 1
    on_6_8: int = 1

    def __str__(self) -> str:
        each = (self.on_4_10, self.on_5_9, self.on_6_8)
        return "-".join(map(str, each if len(set(each)) > 1 else each[:1])) + "x"

    def on(self, point: int) -> int:
        """The multiple on a point."""
        return {4: self.on_4_10, 5: self.on_5_9, 6: self.on_6_8}[min(point, 14 - point)]


def multiples(text: str) -> OddsMultiples:
    """The multiples as a sign writes them: "10x", or "3-4-5x" by point."""
    stated = re.fullmatch(r"(\d+)(?:-(\d+)-(\d+))?x", text)
    if stated is None:
        raise ValueError(f"{text!r} is not a limit of odds such as 2x or 3-4-5x")
    first, *others = stated.groups()
    on_5_9, on_6_8 = (int(other or first) for other in others)
    return OddsMultiples(on_4_10=int(first), on_5_9=on_5_9, on_6_8=on_6_8)


@implements("623a.6(e)#1", "623a.6(e)#2", readings=("B-CR-32",))
def check_multiples(limit: OddsMultiples) -> Iterator[tuple[Clause, str]]:
    """What is unlawful about a table's multiples."""
    for clause in (_TAKEN_UP_TO, _LAID_UP_TO):
        most = clause.integer("max_multiple")
        for multiple in sorted({limit.on(point) for point in POINTS}):
            if not 1 <= multiple <= most:
                yield clause, f"odds of {multiple} times the wager; they go from once to {most} times"


def _odds_on(odds_wager: str, pick: str) -> Odds:
    (line,) = CATALOGUE[odds_wager].lines(pick)
    assert isinstance(line.odds, Odds)
    return line.odds


def unit_of(odds_wager: str, pick: str, smallest_chip: Cents) -> Cents:
    """The amount in steps of which a supplemental wager is paid in whole chips."""
    return _odds_on(odds_wager, pick).stake * smallest_chip


@implements(
    "623a.6(a)#2",
    "623a.6(b)#2",
    "623a.6(c)#2",
    "623a.6(d)#2",
    "623a.6(e)#1",
    "623a.6(e)#2",
    "623a.6(f)",
    readings=("B-CR-32",),
)
def most_odds(base_wager: str, point: int, base_amount: Cents, multiple: int, smallest_chip: Cents) -> Cents:
    """The most that may go behind a wager: so many times its stake, or its win for a Don't, up to the next payable unit."""
    odds_wager, pick = ODDS_OF[base_wager], str(point)
    limit = Fraction(multiple * base_amount)
    if base_wager in _LAID:
        limit /= _odds_on(odds_wager, pick).ratio
    unit = unit_of(odds_wager, pick, smallest_chip)
    return ceil(limit / unit) * unit


def supported(bets: Bets, seat: int, odds_wager: str, pick: str, point: int) -> Bet | None:
    """The wager of the line that a supplemental wager would go behind, once its point is set."""
    base = BASE_OF[odds_wager]
    if base in BEHIND_THE_LINE:
        return bet_at(bets, seat, base, "") if point != NO_POINT and pick == str(point) else None
    return bet_at(bets, seat, base, pick)


@implements(
    "623a.6(a)#1",
    "623a.6(b)#1",
    "623a.6(c)#1",
    "623a.6(d)#1",
    readings=("B-CR-32",),
)
def check_supplemental(bets: Bets, bet: Bet, point: int, limit: OddsMultiples, smallest_chip: Cents) -> None:
    """Refuse a supplemental wager, as it would stand, without a wager under a point before it, or above its limit."""
    wager = CATALOGUE[bet.wager]
    base = supported(bets, bet.seat, bet.wager, bet.pick, point)
    if base is None:
        raise RuleViolation(
            wager.clause,
            f"position {bet.seat} has no {CATALOGUE[BASE_OF[bet.wager]].title} Bet under a point of {bet.pick}",
            fix="odds go behind a wager whose point is set",
        )
    multiple = limit.on(int(bet.pick))
    most = most_odds(base.wager, int(bet.pick), base.amount, multiple, smallest_chip)
    if bet.amount > most:
        raise RuleViolation(
            _limited_by(base.wager, multiple),
            f"{dollars(bet.amount)} on {wager.title} is above {multiple} times "
            f"the wager of {dollars(base.amount)}",
            fix=f"wager at most {dollars(most)}",
        )


def _limited_by(base_wager: str, multiple: int) -> Clause:
    if multiple == 1:
        return _ONCE[base_wager]
    return _LAID_UP_TO if base_wager in _LAID else _TAKEN_UP_TO


@implements("623a.5(j)", "623a.6(f)", readings=("B-CR-32",))
def odds_limits(odds_wager: str, base: Limits, limit: OddsMultiples, smallest_chip: Cents) -> Limits:
    """The limits of a supplemental wager at the table: not the posted ones, but up to what the largest wager can bear."""
    most = max(
        most_odds(BASE_OF[odds_wager], point, base.maximum, limit.on(point), smallest_chip)
        for point in POINTS
    )
    return Limits(minimum=smallest_chip, maximum=most, increment=smallest_chip)
