"""Pots: chips on the felt that are nobody's wager, each on the area that bears the name of its account."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from houseway.money import Cents
from houseway.table.layout import Layout
from houseway.web.chips import chips_of

_CHIP = 6
# Half of what chips and amount take beside each other, from the middle of the chips.
_HALF = 40


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips in a pot, and where they lie."""

    area: str
    title: str
    amount: Cents
    chips: tuple[Cents, ...]
    x: float
    y: float


def pots(layout: Layout, chips: Mapping[str, Cents]) -> Iterator[Pot]:
    """The pots that hold anything, by their areas."""
    for account, area in layout.pots.items():
        if chips.get(account):
            foot = area.y + area.height - 2 * _CHIP
            amount = chips[account]
            yield Pot(area.id, area.label, amount, chips_of(amount), area.x + area.width / 2 - _HALF, foot)
