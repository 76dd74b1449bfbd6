"""Quantities: how many coupons of which denomination, as every entry of the ledger states them (603a.20(f)(2))."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated

import msgspec

from houseway.law import Clause, RuleViolation, implements
from houseway.money import Cents, dollars

# No coupon is worth more.
DEAREST: Cents = 999_999_999
Denomination = Annotated[Cents, msgspec.Meta(ge=1, le=DEAREST)]


class Quantity(msgspec.Struct, frozen=True, order=True):
    """So many coupons of one denomination."""

    denomination: Denomination
    count: Annotated[int, msgspec.Meta(ge=0, le=999_999_999)]


Quantities = tuple[Quantity, ...]


def counted(quantities: Iterable[Quantity]) -> Counter[Cents]:
    """The quantities as a count by denomination, without those of which there are none."""
    found: Counter[Cents] = Counter()
    for quantity in quantities:
        found[quantity.denomination] += quantity.count
    return Counter({denomination: count for denomination, count in found.items() if count})


def quantities(counts: Mapping[Cents, int]) -> Quantities:
    """A count by denomination as quantities, the smallest denomination first."""
    return tuple(Quantity(denomination, count) for denomination, count in sorted(counts.items()) if count)


@implements("603a.20(f)(2)", "603a.20(h)(2)", "603a.20(j)(3)", "603a.20(l)(3)", "603a.20(o)")
def require_equal(stated: Iterable[Quantity], true: Iterable[Quantity], clause: Clause, what: str) -> None:
    """Refuse an entry that states another quantity of a denomination than there is."""
    if counted(stated) != counted(true):
        raise RuleViolation(
            clause,
            f"{what} states {spelled(stated)}, but it is {spelled(true)}",
            fix="state the quantity of each denomination",
        )


def value_of(some: Iterable[Quantity]) -> Cents:
    """What the coupons are worth together."""
    return sum(quantity.denomination * quantity.count for quantity in some)


def spelled(some: Iterable[Quantity]) -> str:
    """The quantities as a form shows them."""
    return ", ".join(f"{one.count:,} of {dollars(one.denomination)}" for one in some if one.count) or "none"
