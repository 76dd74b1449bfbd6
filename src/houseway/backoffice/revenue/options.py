"""What the texts leave open about revenue, and the certificate holder has to decide."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

import msgspec

from houseway.law import pa

COUPONS = pa("125-166:Preamble/Fiscal")

Percent = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,2}(\.[0-9]{1,4})?%$")]


def fraction_of(percent: str) -> Fraction:
    """A percentage as it is written, such as 14%, as an exact fraction."""
    return Fraction(percent.removesuffix("%")) / 100


class CouponTreatment(StrEnum):
    """What the face value of the coupons in a drop box does to revenue; a setting, since only a preamble speaks of it."""

    UNTOUCHED = "neither included nor deducted"
    INCLUDED = "included"
    DEDUCTED = "deducted"


def _says(name: str) -> bool:
    return COUPONS.parameters[name] == "true"


# What the preamble says (C-37); anything else is the certificate holder's choice, on an authority it names.
LAWFUL_TREATMENT = (
    CouponTreatment.INCLUDED
    if _says("match_play_in_gross")
    else CouponTreatment.DEDUCTED
    if _says("deducted")
    else CouponTreatment.UNTOUCHED
)


class TaxPeriod(StrEnum):
    """How long the periods are for which tax returns are filed."""

    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
