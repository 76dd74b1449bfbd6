"""Vigorish (621a.8(k)): what the house keeps of an amount won, to the cent or up to the next quarter."""

from enum import StrEnum
from fractions import Fraction
from math import ceil, floor

from houseway.law import implements, pa
from houseway.money import Cents

VIGORISH = pa("621a.8(k)#2")
ROUNDED = pa("621a.8(k)#3")
AT_PAYOUT = pa("621a.8(k)#4")

RATE = Fraction(int(VIGORISH.parameters["vigorish"].removesuffix("%")), 100)
_QUARTER = int(Fraction(ROUNDED.parameters["unit"]) * 100)


class VigorishRounding(StrEnum):
    """How vigorish is rounded, as the Rules Submission says (reading B-PG-11)."""

    EXACT = "exact"
    QUARTER_UP = "quarter-up"


@implements("621a.8(k)#2", "621a.8(k)#3", readings=("B-PG-11",))
def vigorish(won: Cents, rounding: VigorishRounding) -> Fraction:
    """The vigorish due on an amount won, in cents: five percent, or the next multiple of 25 cents that is no less."""
    due = won * RATE
    if rounding is VigorishRounding.QUARTER_UP:
        return Fraction(ceil(due / _QUARTER) * _QUARTER)
    return due


@implements("621a.8(k)#2", "621a.8(k)#3", readings=("B-PG-11",))
def is_collectable(won: Cents, rounding: VigorishRounding, smallest_chip: Cents) -> bool:
    """Whether chips can make the vigorish due."""
    return vigorish(won, rounding) % smallest_chip == 0


@implements("621a.8(k)#2", "621a.8(k)#3", readings=("B-PG-11",))
def collected(won: Cents, rounding: VigorishRounding, smallest_chip: Cents) -> Cents:
    """What chips can make of the vigorish due; never more, the house bearing what is less than a chip."""
    return floor(vigorish(won, rounding) / smallest_chip) * smallest_chip
