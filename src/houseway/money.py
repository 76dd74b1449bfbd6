"""Money: whole cents, exact odds, breakage, and balanced transfers between accounts."""

import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor
from types import MappingProxyType
from typing import Annotated

import msgspec

from houseway.law import Clause

# The mark tells forms, which ask people for dollars, that a number is money.
CENTS = "cents"
# What a progressive meter counts in: ten-thousandths of a cent.
METER_PARTS = "meter parts"
Cents = Annotated[int, msgspec.Meta(extra={"unit": CENTS})]


def dollars(cents: Cents) -> str:
    """The amount as a dealer reads it: $1,234.50."""
    sign = "-" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{part:02d}" if part else f"{sign}${whole:,}"


class Odds(msgspec.Struct, frozen=True):
    """Exact payout odds: `to` pays on top of the stake, `for` counts the stake as part of the payout."""

    win: int
    stake: int
    counts_stake: bool = False

    def __post_init__(self) -> None:
        if self.win < 0 or self.stake < 1:
            raise ValueError(f"{self.win} to {self.stake} are not odds")

    def __str__(self) -> str:
        return f"{self.win} {'for' if self.counts_stake else 'to'} {self.stake}"

    @property
    def ratio(self) -> Fraction:
        """What is paid on top of a stake of one."""
        return Fraction(self.win, self.stake) - (1 if self.counts_stake else 0)

    def pay(self, stake: Cents) -> Fraction:
        """The exact payment on top of the stake, before any breakage."""
        return self.ratio * stake


def signed(cents: Cents) -> str:
    """A net amount: what was won, lost or neither, told without any colour."""
    return f"+{dollars(cents)}" if cents > 0 else f"\N{MINUS SIGN}{dollars(-cents)}" if cents < 0 else "= $0"


def to(win: int, stake: int = 1) -> Odds:
    """Odds of `win` to `stake`: the stake is returned as well."""
    return Odds(win, stake)


def for_(win: int, stake: int = 1) -> Odds:
    """Odds of `win` for `stake`: the stake is part of the payment."""
    return Odds(win, stake, counts_stake=True)


class FlatAmount(msgspec.Struct, frozen=True):
    """A fixed sum that a line pays whatever the stake, which is returned as well."""

    cents: Cents

    def __str__(self) -> str:
        return dollars(self.cents)

    def pay(self, stake: Cents) -> Fraction:
        """The sum itself."""
        return Fraction(self.cents)


class MeterShare(msgspec.Struct, frozen=True):
    """A part of what a progressive meter shows when the winner's turn to be paid comes."""

    percent: int

    def __str__(self) -> str:
        return f"{self.percent}% of the meter"

    def pay(self, stake: Cents) -> Fraction:
        """Nothing that the stake decides: the meter is paid as it stands."""
        return Fraction(0)


class MeterShareAndOdds(msgspec.Struct, frozen=True):
    """A part of what a progressive meter shows, and odds on the stake besides."""

    share: MeterShare
    odds: Odds

    def __str__(self) -> str:
        return f"{self.share} and {self.odds}"

    def pay(self, stake: Cents) -> Fraction:
        """What the odds pay: the meter is paid as it stands."""
        return self.odds.pay(stake)


Payment = Odds | FlatAmount | MeterShare | MeterShareAndOdds


def odds_of(clause: Clause, name: str = "odds") -> Odds:
    """The odds that a paytable clause prints, read from the register so that code states no number twice.

    A clause that prints several odds names the others, such as those of one suit.
    """
    (odds,) = all_odds_of(clause, name)
    return odds


def all_odds_of(clause: Clause, name: str) -> tuple[Odds, ...]:
    """The odds that a paytable clause prints one after the other for the same thing."""
    pairs = (odds.split(":") for odds in clause.parameters[name].split("|"))
    counts_stake = clause.parameters.get("form") == "for"
    return tuple(Odds(int(win), int(stake), counts_stake=counts_stake) for win, stake in pairs)


def _amount_of(clause: Clause) -> FlatAmount:
    return FlatAmount(clause.integer("amount") * 100)


def _share_of(clause: Clause) -> MeterShare:
    percent = Fraction(clause.parameters["meter_share"]) * 100
    if percent.denominator != 1:
        raise ValueError(f"{clause} prints a share of {percent}%, which is no whole number")
    return MeterShare(int(percent))


def _share_and_odds_of(clause: Clause) -> MeterShareAndOdds:
    return MeterShareAndOdds(_share_of(clause), odds_of(clause))


# What reads a clause, by everything it prints of a payment.
_READERS: Mapping[frozenset[str], Callable[[Clause], Payment]] = MappingProxyType(
    {
        frozenset({"odds"}): odds_of,
        frozenset({"amount"}): _amount_of,
        frozenset({"meter_share"}): _share_of,
        frozenset({"meter_share", "odds"}): _share_and_odds_of,
    }
)
_ODDS = re.compile(r"\d+:\d+")


def payment_of(clause: Clause) -> Payment:
    """What a paytable clause prints: odds, a fixed sum of dollars, a share of the meter, or a share with odds.

    A clause that prints more than one reader takes fails here, when the paytable is imported: no part is dropped.
    """
    printed = frozenset(
        name
        for name, value in clause.parameters.items()
        if name in ("odds", "amount", "meter_share") or _ODDS.fullmatch(value)
    )
    if printed not in _READERS:
        raise ValueError(
            f"{clause} prints {', '.join(sorted(printed)) or 'no payment'}: nothing reads that as one"
        )
    return _READERS[printed](clause)


class Breakage(StrEnum):
    """What the Rules Submission says of a payment that chips cannot make (reading X-03)."""

    REFUSE = "refuse"
    UP = "up"
    DOWN = "down"
    NEAREST = "nearest"


def make_in_chips(amount: Fraction, smallest_chip: Cents, breakage: Breakage) -> Cents | None:
    """The payment in whole chips, never a chip or more below the printed odds; None if chips cannot make it."""
    chips = amount / smallest_chip
    match breakage:
        case Breakage.REFUSE:
            return int(amount) if chips.denominator == 1 else None
        case Breakage.UP:
            return ceil(chips) * smallest_chip
        case Breakage.DOWN:
            return floor(chips) * smallest_chip
        case Breakage.NEAREST:
            return floor(chips + Fraction(1, 2)) * smallest_chip


class Transfer(msgspec.Struct, frozen=True):
    """One movement of value between two accounts; always balanced, never negative."""

    source: str
    target: str
    cents: Cents


Accounts = Mapping[str, Cents]


class Overdrawn(ValueError):
    """An account would fall below zero: it holds less than is to be taken from it."""

    def __init__(self, account: str, holds: Cents, wanted: Cents) -> None:
        super().__init__(
            f"{account} holds {dollars(holds)}, {dollars(wanted - holds)} short of {dollars(wanted)}"
        )
        self.account = account
        self.holds = holds
        self.wanted = wanted


def post(accounts: Accounts, transfers: Iterable[Transfer], *, may_overdraw: frozenset[str]) -> Accounts:
    """The accounts after the transfers; refuses to overdraw any account but the ones named."""
    balances = dict(accounts)
    for transfer in transfers:
        if transfer.cents < 0:
            raise ValueError(f"a transfer moves {transfer.cents} cents backwards")
        holds = balances.get(transfer.source, 0)
        if holds < transfer.cents and transfer.source not in may_overdraw:
            raise Overdrawn(transfer.source, holds, transfer.cents)
        balances[transfer.source] = holds - transfer.cents
        balances[transfer.target] = balances.get(transfer.target, 0) + transfer.cents
    return MappingProxyType(balances)
