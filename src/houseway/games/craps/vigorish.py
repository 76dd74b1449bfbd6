"""Vigorish: the one charge of the chapter, on Buy and Lay Bets (623a.5(g)(3), 623a.5(i))."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from houseway.games.craps.groups import Group
from houseway.games.craps.wagers import CATALOGUE
from houseway.law import Clause, implements, pa
from houseway.money import Cents


class When(StrEnum):
    """When the house takes the vigorish, as its submission says."""

    PLACED = "placed"
    WON = "won"


@dataclass(frozen=True, slots=True)
class Vigorish:
    """What the submission charges on Buy and Lay Bets: a share of the amount wagered, and when."""

    rate: Fraction
    when: When


# The clause behind each way of charging.
TAKEN_BY: dict[When, Clause] = {
    When.PLACED: pa("623a.5(g)(3)#1"),
    When.WON: pa("623a.5(g)(3)#2"),
}


# The highest rate, however it is charged.
MAXIMUM_RATE = Fraction(int(TAKEN_BY[When.PLACED].parameters["vigorish_max"].removesuffix("%")), 100)

# The only wagers that bear a charge.
VIGORISH_WAGERS = frozenset(
    wager.name for wager in CATALOGUE.values() if wager.group in (Group.BUY, Group.LAY)
)


@implements("623a.5(g)(3)#1", "623a.5(g)(3)#2", readings=("B-CR-16",))
def vigorish(amount: Cents, rate: Fraction, smallest_chip: Cents) -> Cents:
    """The charge on an amount wagered, down to the last whole chip: the rate is a cap, so nothing may go above it."""
    # In whole numbers, because every wager that may be made is asked for its charge.
    return rate.numerator * amount // (rate.denominator * smallest_chip) * smallest_chip


@implements("623a.5(g)(3)#1", "623a.5(i)", readings=("B-CR-16",))
def due_on_placing(
    charge: Vigorish | None, wager: str, before: Cents, after: Cents, smallest_chip: Cents
) -> Cents:
    """What is taken when a wager is made or raised from `before` to `after`."""
    if charge is None or charge.when is not When.PLACED or wager not in VIGORISH_WAGERS:
        return 0
    return vigorish(after, charge.rate, smallest_chip) - vigorish(before, charge.rate, smallest_chip)


@implements("623a.5(g)(3)#1", readings=("B-CR-16",))
def refund_on_reducing(
    charge: Vigorish | None, wager: str, before: Cents, after: Cents, smallest_chip: Cents
) -> Cents:
    """What goes back when a wager not yet decided is reduced from `before` to `after`, or to nothing."""
    return due_on_placing(charge, wager, after, before, smallest_chip)


@implements("623a.5(g)(3)#2", "623a.5(i)", readings=("B-CR-16",))
def due_on_win(charge: Vigorish | None, wager: str, amount: Cents, smallest_chip: Cents) -> Cents:
    """What is taken from a winner, on the amount wagered like a charge on placing."""
    if charge is None or charge.when is not When.WON or wager not in VIGORISH_WAGERS:
        return 0
    return vigorish(amount, charge.rate, smallest_chip)
