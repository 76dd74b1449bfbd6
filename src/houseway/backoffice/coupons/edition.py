"""Which text governs coupons on a gaming day: 525.21 of the temporary regulations, or 603a.20 that replaced it."""

from datetime import date
from enum import StrEnum

from houseway.law import RuleViolation, pa
from houseway.table.coupons import FIRST_TEXT, PERMANENT_TEXT

_IN_FORCE = pa("603a.20(a)")


class Text(StrEnum):
    """A text on coupons, by the section that says how they are kept."""

    TEMPORARY = "525.21"
    PERMANENT = "603a.20"


def text_on(day: date) -> Text:
    """The text that governs a gaming day; nothing is known of days before the first."""
    if day < FIRST_TEXT:
        raise RuleViolation(_IN_FORCE, f"no stored text lets a house run coupons before {FIRST_TEXT}")
    return Text.PERMANENT if day >= PERMANENT_TEXT else Text.TEMPORARY
