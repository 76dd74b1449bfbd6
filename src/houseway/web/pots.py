"""Pots: chips on the felt that are nobody's wager, each on the area that bears the name of its account."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from houseway.money import Cents
from houseway.table.layout import Area, Display, Layout
from houseway.table.words import spoken
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
    # What is said above it, where several lie beside each other.
    called: str = ""


def pots(layout: Layout, chips: Mapping[str, Cents], display: Display) -> Iterator[Pot]:
    """The pots that hold anything, by their areas: as the game says they lie, or else each account on its own."""
    if display.chips:
        yield from (_lying(layout.area(area), amount, display) for area, amount in display.chips.items())
        return
    for account, area in layout.pots.items():
        if chips.get(account):
            yield _lying(area, chips[account], display)


def _lying(area: Area, amount: Cents, display: Display) -> Pot:
    foot = area.y + area.height - 2 * _CHIP
    called = display.names.get(area.id, "")
    title = called or area.label or spoken(area.id)
    return Pot(area.id, title, amount, chips_of(amount), area.x + area.width / 2 - _HALF, foot, called=called)
