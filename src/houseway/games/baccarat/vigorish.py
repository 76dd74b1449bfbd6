"""Vigorish: the house's share of what a Banker Wager wins, taken with the payment or marked and collected later."""

from enum import StrEnum
from fractions import Fraction

from houseway.games.baccarat.forms import common
from houseway.law import implements
from houseway.money import Breakage, Cents, make_in_chips

VIGORISH = common("vigorish")
USUAL_PERCENT = int(VIGORISH.parameters["vigorish"].removesuffix("%"))


class When(StrEnum):
    """When the house takes its vigorish, as the Rules Submission says."""

    PAYOUT = "payout"
    MARKED = "marked"


@implements("common:baccarat/vigorish", readings=("C-48",))
def vigorish(won: Cents, rate: Fraction) -> Fraction:
    """The vigorish on an amount won, to the last fraction of a cent."""
    return rate * won


@implements("common:baccarat/vigorish", readings=("C-48", "X-03", "BAC-02"))
def in_chips(won: Cents, rate: Fraction, smallest_chip: Cents, breakage: Breakage) -> Cents:
    """What chips make of the vigorish on an amount won, by the table's breakage rule for what is paid so much less.

    Without one it is never more than is due, the house bearing what is less than a chip.
    """
    rule = Breakage.UP if breakage is Breakage.REFUSE else breakage
    less = make_in_chips(-vigorish(won, rate), smallest_chip, rule)
    assert less is not None, "only a table without a rule refuses"
    return -less
