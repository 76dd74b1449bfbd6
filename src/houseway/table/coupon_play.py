"""Coupon play: what a game says of Match Play Coupons at its table."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from houseway.money import Cents
from houseway.table.events import Event, Settled


def _always(state: Any) -> bool:
    return True


def _free_of_charge(wager: str, won: Cents) -> Cents:
    return 0


def _in_full(line: Settled, events: Iterable[Event], owed: Cents) -> Cents:
    return owed


@dataclass(frozen=True, slots=True)
class CouponPlay:
    """Where coupons may lie, and what a win on one bears.

    `wagers` are those on which any coupon may lie, `if_named` those that a coupon may name in its printed terms; where the
    law lists the boxes of a game itself, it decides alone (603a.21(c), readings C-23 and X-04). Patrons wager
    `against_the_house` as things stand, or no coupon may be played; `charge_on_win` is the vigorish on an amount that a
    wager won, and `payable` what is paid of a sum owed on a coupon beside all that was paid with it.
    """

    wagers: tuple[str, ...] = ()
    if_named: tuple[str, ...] = ()
    against_the_house: Callable[[Any], bool] = _always
    charge_on_win: Callable[[str, Cents], Cents] = _free_of_charge
    payable: Callable[[Settled, Iterable[Event], Cents], Cents] = _in_full
