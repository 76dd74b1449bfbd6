"""Pots: chips on the felt that are nobody's wager, each on the area that bears the name of its account."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from houseway.money import Cents, dollars
from houseway.table.layout import Area, Display, Layout
from houseway.table.words import spoken
from houseway.web.chips import chips_of
from houseway.web.printing import LEAST_SIZE, text_width

_CHIP_ACROSS, _CHIP_DOWN = 11, 6
_AMOUNT_SIZE = 15
_APART = 4
# Where a place is as wide as this the chips are drawn as they are elsewhere; in a wider one they are larger, up to a limit.
_USUAL_WIDTH, _LARGEST = 72, 1.5


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips in a pot, and where they lie."""

    area: str
    title: str
    amount: Cents
    chips: tuple[Cents, ...]
    # The middle of the foot of the chips, which are drawn larger by the scale, and from there the middle of the amount.
    x: float
    y: float
    scale: float
    amount_x: float
    amount_width: float
    # What is said above it, where several lie beside each other, and how far the middle of that is from the chips.
    called: str = ""
    called_x: float = 0


def pots(layout: Layout, chips: Mapping[str, Cents], display: Display) -> Iterator[Pot]:
    """The pots that hold anything, by their areas: as the game says they lie, or else each account on its own."""
    if display.chips:
        yield from (_lying(layout.area(area), amount, display) for area, amount in display.chips.items())
        return
    for account, area in layout.pots.items():
        if chips.get(account):
            yield _lying(area, chips[account], display)


def _lying(area: Area, amount: Cents, display: Display) -> Pot:
    called = display.names.get(area.id, "")
    # Below a name the chips leave it its line.
    scale = 1 if called else round(min(max(area.width / _USUAL_WIDTH, 1), _LARGEST), 2)
    beside = round(text_width(dollars(amount), _AMOUNT_SIZE)) + 8
    foot = area.y + area.height - (_CHIP_DOWN if called else 2 * _CHIP_DOWN)
    title = called or area.label or spoken(area.id)
    # Chips and amount lie beside each other, both of them in the middle.
    across = round(area.x + area.width / 2 - (_APART + beside) / 2, 1)
    return Pot(
        area=area.id,
        title=title,
        amount=amount,
        chips=chips_of(amount),
        x=across,
        y=foot,
        scale=scale,
        amount_x=round(_CHIP_ACROSS * scale + _APART + beside / 2, 1),
        amount_width=beside,
        called=_fitting(called, area.width),
        called_x=round(area.x + area.width / 2 - across, 1),
    )


def _fitting(called: str, room: float) -> str:
    """What a pot is called with whoever can win it, or without them where they are too many for its place."""
    fits = text_width(called, LEAST_SIZE, bold=False) <= room
    return called if fits else called.partition(":")[0]
