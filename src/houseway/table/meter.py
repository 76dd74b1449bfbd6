"""A progressive meter: its amount to the ten-thousandth of a cent, how it came to it, and the least that the law lets it be."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from houseway.law import Clause
from houseway.law.upholding import upholds
from houseway.money import Cents, dollars

# Parts of a cent on a meter; a rate is told in as many parts, hundredths of a percent.
PARTS = 10_000


class Amount(msgspec.Struct, frozen=True, order=True):
    """Money on a meter, in ten-thousandths of a cent."""

    parts: int

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(self.parts + other.parts)

    def __sub__(self, other: "Amount") -> "Amount":
        return Amount(self.parts - other.parts)

    @property
    def cents(self) -> Cents:
        """The whole cents, as the meter shows them."""
        return self.parts // PARTS

    def __str__(self) -> str:
        whole, rest = divmod(self.parts, PARTS)
        if not rest:
            return dollars(whole)
        return f"{dollars(whole - whole % 100)}.{whole % 100:02d}{rest:04d}".rstrip("0")


NOTHING = Amount(0)


def of_cents(cents: Cents) -> Amount:
    """So many whole cents on a meter."""
    return Amount(cents * PARTS)


class MeterSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the operator submits of a meter: its rate of progression in hundredths of a percent, its seed and reset."""

    rate: int = 1_400
    seed: Cents = 100_000
    reset: Cents = 100_000

    def contribution(self, wagered: Cents) -> Amount:
        """What so much wagered adds to the meter."""
        return Amount(wagered * self.rate)


class Shortfall(NamedTuple):
    """A setting below what the law demands: by which clause, which setting, and what is wrong."""

    clause: Clause
    where: str
    problem: str


@dataclass(frozen=True, slots=True)
class MeterMinimums:
    """The least rate (in hundredths of a percent) and the least seed and reset that a chapter allows."""

    rate: int
    rate_clause: Clause
    amount: Cents
    amount_clause: Clause

    @upholds("rate_clause", "amount_clause")
    def shortfalls(self, settings: MeterSettings) -> Iterator[Shortfall]:
        """Every setting that is below its minimum."""
        if settings.rate < self.rate:
            yield Shortfall(
                self.rate_clause,
                "rate",
                f"the meter grows by at least {_percent(self.rate)} of each wager, not {_percent(settings.rate)}",
            )
        if settings.rate > PARTS:
            yield Shortfall(self.rate_clause, "rate", "the meter cannot grow by more than is wagered")
        for where, amount in (("seed", settings.seed), ("reset", settings.reset)):
            if amount < self.amount:
                yield Shortfall(
                    self.amount_clause,
                    where,
                    f"the {where} is at least {dollars(self.amount)}, not {dollars(amount)}",
                )


def _percent(rate: int) -> str:
    whole, part = divmod(rate, 100)
    return f"{whole}.{part:02d}%" if part else f"{whole}%"


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """A meter and the account of how it came to its amount; one that does not add up cannot be made."""

    amount: Amount
    seed: Amount
    contributed: Amount = NOTHING
    paid: Amount = NOTHING
    resets: Amount = NOTHING

    def __post_init__(self) -> None:
        if self.amount != self.seed + self.contributed - self.paid + self.resets:
            raise ValueError(f"the meter shows {self.amount}, which its account does not come to")

    def grown(self, by: Amount) -> "Meter":
        """The meter after contributions; a negative amount takes them back."""
        return msgspec.structs.replace(self, amount=self.amount + by, contributed=self.contributed + by)

    def share(self, percent: int) -> Cents:
        """A part of what the meter shows, in whole cents."""
        return self.amount.cents * percent // 100

    def after_paying(self, paid: Cents, reset: Cents) -> "Meter":
        """The meter after a payment and a reset; what is less than a cent stays on it."""
        return msgspec.structs.replace(
            self,
            amount=self.amount - of_cents(paid) + of_cents(reset),
            paid=self.paid + of_cents(paid),
            resets=self.resets + of_cents(reset),
        )
