"""Chips in a tray, money in a drop box and coupons beside it, as they are counted on the slips."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

import msgspec

from houseway.law import Clause, RuleViolation
from houseway.money import Cents, dollars

Value = Annotated[Cents, msgspec.Meta(ge=1, le=100_000_00)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
# What one line of a count sheet can hold; sums of lines stay well within what the books can.
Money = Annotated[Cents, msgspec.Meta(ge=0, le=10_000_000_000_00)]


class Pieces(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many chips, plaques or coupons of one value."""

    value: Value
    count: _Count


class Instrument(StrEnum):
    """What patrons give for chips, and so what counts as money in a drop box."""

    CASH = "cash"
    COUNTER_CHECK = "counter check"
    GAMING_VOUCHER = "gaming voucher"


class Contents(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So much money of one kind in a drop box."""

    instrument: Instrument
    cents: Money


def worth(pieces: Iterable[Pieces]) -> Cents:
    """What the pieces come to."""
    return sum(line.value * line.count for line in pieces)


def amount_of(contents: Iterable[Contents]) -> Cents:
    """What the money of a drop box comes to."""
    return sum(line.cents for line in contents)


def check_counted_once(kinds: Iterable[str], clause: Clause, what: str) -> None:
    """Refuse a slip on which the same denomination or instrument stands twice."""
    seen = set()
    for kind in kinds:
        if kind in seen:
            raise RuleViolation(clause, f"{what} lists {kind} twice", fix="add the two lines together")
        seen.add(kind)


def denominations(pieces: Iterable[Pieces]) -> tuple[str, ...]:
    """The denominations of the lines, as people call them."""
    return tuple(dollars(line.value) for line in pieces)
