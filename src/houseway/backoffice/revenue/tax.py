"""Tax and local share on gross table game revenue, exact by the day and rounded once for a period.

The rate is that of the gaming day (B-PW-01). A game's losing day is shown and takes nothing off what other games or
other days are taxed on (B-PW-02). Fractions of a cent are added up over the whole period; only the sum is rounded,
to the nearest cent, half a cent upwards.
"""

from collections.abc import Iterable
from datetime import date, timedelta
from fractions import Fraction
from itertools import groupby
from math import floor

import msgspec

from houseway.backoffice.revenue.options import fraction_of
from houseway.backoffice.revenue.terms import Terms, terms_on
from houseway.equipment.life import months_later
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.money import Cents

FIRST_YEARS = pa("125-149:RAF(16)#1")
LATER_YEARS = pa("125-149:RAF(16)#2")


class Rate(msgspec.Struct, frozen=True):
    """A rate of tax and the clause that sets it."""

    share: Fraction
    clause: Clause

    def __str__(self) -> str:
        return self.clause.parameters["rate"]


def _rate(clause: Clause) -> Rate:
    return Rate(fraction_of(clause.parameters["rate"]), clause)


EARLY = _rate(FIRST_YEARS)
LATE = _rate(LATER_YEARS)


@implements("125-149:RAF(16)#2", readings=("B-PW-01",))
def lower_rate_from(commenced: date) -> date:
    """The first day at the lower rate: the anniversary of the first gaming day after the years that the clause gives."""
    anniversary = months_later(commenced, 12 * LATER_YEARS.integer("after_years"))
    # The years from a 29th of February are over with the 28th.
    return anniversary if anniversary.day == commenced.day else anniversary + timedelta(days=1)


@implements("125-149:RAF(16)#1", "125-149:RAF(16)#2", readings=("B-PW-01",))
def rate_on(day: date, commenced: date) -> Rate:
    """The rate at which a gaming day's revenue is taxed; there is none before table operations begin."""
    if day < commenced:
        raise RuleViolation(FIRST_YEARS, f"no table was in operation on {day}, before {commenced}")
    return EARLY if day < lower_rate_from(commenced) else LATE


@implements("125-149:RAF(16)#1", readings=("B-PW-02",))
def taxable(win: Cents) -> Cents:
    """What of a game's win on a gaming day is taxed: all of it, and nothing of a loss, which is offset against nothing."""
    return max(win, 0)


def whole_cents(amount: Fraction) -> Cents:
    """An exact sum as it is paid: to the nearest cent, half a cent upwards."""
    return floor(amount + Fraction(1, 2))


def exact_dollars(cents: Fraction) -> str:
    """A sum with all its fractions of a cent: $1,234.5006."""
    whole, rest = divmod(abs(cents), 1)
    sign = "-" if cents < 0 else ""
    text = f"{sign}${int(whole) // 100:,}.{int(whole) % 100:02d}"
    while rest:
        # Rates are written in decimals, so the fractions of a cent end.
        digit, rest = divmod(rest * 10, 1)
        text += str(int(digit))
    return text


def percent(share: Fraction) -> str:
    """A rate as it is written."""
    return f"{exact_dollars(share * 10_000).removeprefix('$').rstrip('0').rstrip('.')}%"


class DayRevenue(msgspec.Struct, frozen=True, kw_only=True):
    """A certified gaming day: its gross revenue, and what of it is taxed."""

    day: date
    gross: Cents
    taxable: Cents


class TaxLine(msgspec.Struct, frozen=True, kw_only=True):
    """The days of a period that are taxed alike."""

    rate: Rate
    first: date
    last: date
    days: int
    gross: Cents
    taxable: Cents

    @property
    def tax(self) -> Fraction:
        """The exact tax on these days, in cents."""
        return self.taxable * self.rate.share


class ShareLine(msgspec.Struct, frozen=True, kw_only=True):
    """The days of a period that bear the same local share."""

    rate: Fraction
    first: date
    last: date
    taxable: Cents

    @property
    def share(self) -> Fraction:
        """The exact local share of these days, in cents."""
        return self.taxable * self.rate


class TaxReturn(msgspec.Struct, frozen=True, kw_only=True):
    """What is owed for a period."""

    first: date
    last: date
    lines: tuple[TaxLine, ...]
    local: tuple[ShareLine, ...]

    @property
    def gross(self) -> Cents:
        """Gross table game revenue of the period, losing days included."""
        return sum(line.gross for line in self.lines)

    @property
    def taxable(self) -> Cents:
        """What of it is taxed."""
        return sum(line.taxable for line in self.lines)

    @property
    def tax(self) -> Cents:
        """The tax of the period, rounded once."""
        return whole_cents(sum((line.tax for line in self.lines), Fraction(0)))

    @property
    def local_share(self) -> Cents:
        """The local share of the period, rounded once."""
        return whole_cents(sum((line.share for line in self.local), Fraction(0)))


@implements("125-149:RAF(16)#1", "125-149:RAF(16)#2", readings=("B-PW-01",))
def tax_return(first: date, last: date, days: Iterable[DayRevenue], known: tuple[Terms, ...]) -> TaxReturn:
    """The return of a period, each day at its own rate."""
    dated = tuple(days)

    def rate_of(day: DayRevenue) -> Rate:
        return rate_on(day.day, terms_on(known, day.day).commenced)

    def share_of(day: DayRevenue) -> Fraction:
        return terms_on(known, day.day).local_share

    return TaxReturn(
        first=first,
        last=last,
        lines=tuple(_tax_line(rate, tuple(alike)) for rate, alike in groupby(dated, rate_of)),
        local=tuple(_share_line(rate, tuple(alike)) for rate, alike in groupby(dated, share_of)),
    )


def _tax_line(rate: Rate, days: tuple[DayRevenue, ...]) -> TaxLine:
    return TaxLine(
        rate=rate,
        first=days[0].day,
        last=days[-1].day,
        days=len(days),
        gross=sum(day.gross for day in days),
        taxable=sum(day.taxable for day in days),
    )


def _share_line(rate: Fraction, days: tuple[DayRevenue, ...]) -> ShareLine:
    return ShareLine(
        rate=rate, first=days[0].day, last=days[-1].day, taxable=sum(day.taxable for day in days)
    )
