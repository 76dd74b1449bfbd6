"""Match Play Coupons (603a.1, 603a.21; before them 525.22): what a coupon says, and where, with what and how it is played.

Whether a coupon is genuine, was given to this patron and has not been played before is for the back office to say.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

import msgspec

from houseway.law import Clause, RuleViolation, editions_of, implements, pa
from houseway.law.editions import COUPONS
from houseway.money import Cents, Payment, dollars
from houseway.table.events import Result
from houseway.table.moves import Words

NEEDS_CHIPS = pa("603a.1[match_play_coupon]#2")
IN_THE_WAGER = pa("603a.1[match_play_coupon]#3")
ACCEPTED = pa("603a.10(a)#3")
ONE_SERIAL_EACH = pa("603a.20(c)(3)")
RESTRICTIONS = pa("603a.20(c)(4)")
NOT_EXPIRED = pa("603a.20(q)(5)")
AGAINST_THE_HOUSE = pa("603a.21(a)")
REDEEMED_WITH_CHIPS = pa("603a.21(b)#1")
UNDER_THE_CHIPS = pa("603a.21(b)#2")
BROKEN_DOWN = pa("603a.21(b)#3")
BY_ITS_TERMS = pa("603a.21(b)#4")
IN_POSITION = pa("603a.21(c)")
IN_THE_BETTING_AREA = pa("603a.21(c)(1)")
ON_THE_LINE = pa("603a.21(c)(2)")
ON_THE_ROULETTE_LAYOUT = pa("603a.21(c)(3)")
ONE_PER_ROUND = pa("603a.21(d)")
DROPPED = pa("603a.21(e)#1")
AS_IT_IS_SETTLED = pa("603a.21(e)#2")

# 525.22 gave way to the permanent text on the day of the second (C-18).
FIRST_TEXT, PERMANENT_TEXT = (text.in_force_from for text in editions_of(COUPONS))


# What a coupon says.


class Pays(StrEnum):
    """How a coupon is paid when its wager wins (reading C-21)."""

    WAGER_ODDS = "wager-odds"
    EVEN_MONEY = "even-money"


class OnPush(StrEnum):
    """What becomes of a coupon whose wager is neither won nor lost (reading C-20)."""

    RETURNED = "returned"
    STAYS = "stays"


class CouponTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The printed terms: where it may be played, if not everywhere, whether chips must match it, and how it is paid."""

    games: tuple[Words, ...] = ()
    wagers: tuple[Words, ...] = ()
    matching: bool = True
    pays: Pays = Pays.WAGER_ODDS
    on_push: OnPush = OnPush.RETURNED


class Coupon(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A coupon as it is printed; `expires` is the last gaming day on which it may be played."""

    serial: Annotated[int, msgspec.Meta(ge=0, le=999_999_999)]
    value: Cents
    expires: date
    terms: CouponTerms = CouponTerms()


def serial_number(serial: int) -> str:
    """A serial number as coupons bear it."""
    return f"{serial:09}"


# Where it may be played.


@implements("603a.21(a)")
def check_against_the_house(title: str, *, against_the_house: bool) -> None:
    """Refuse a coupon where patrons do not wager against the house, nor a round that a player banks, wholly or in part."""
    if not against_the_house:
        raise RuleViolation(
            AGAINST_THE_HOUSE,
            f"patrons do not wager against the house in this round of {title}",
            fix="keep the coupon for a round that the house banks",
        )


@dataclass(frozen=True, slots=True)
class Places:
    """The wagers of a game that take a coupon, and those that take one only if its printed terms name them."""

    wagers: tuple[str, ...]
    if_named: tuple[str, ...]
    clause: Clause


@implements(
    "603a.21(c)", "603a.21(c)(1)", "603a.21(c)(2)", "603a.21(c)(3)", readings=("C-23", "C-24", "X-04")
)
def places(game: str, betting_area: tuple[str, ...], if_named: tuple[str, ...] = ()) -> Places:
    """Where coupons lie: on the boxes that the law lists for a game, elsewhere on the base wager that the game names."""
    for clause in (ON_THE_LINE, ON_THE_ROULETTE_LAYOUT):
        listed = clause.parameters.get("games") or clause.parameters["game"]
        if game in _names(listed):
            return Places(_names(clause.parameters["positions"]), (), clause)
    return Places(betting_area, if_named, IN_THE_BETTING_AREA)


def _names(listed: str) -> tuple[str, ...]:
    return tuple(name.replace("_", "-") for name in listed.split("|"))


@implements("603a.21(c)", "603a.21(c)(1)", "603a.21(c)(2)", "603a.21(c)(3)", readings=("C-23", "X-04"))
def check_place(coupon: Coupon, at: Places, game: str, wager: str) -> None:
    """Refuse a coupon anywhere but where the law and its own printed terms let it lie."""
    terms = coupon.terms
    if terms.games and game not in terms.games:
        raise RuleViolation(
            RESTRICTIONS,
            f"coupon {serial_number(coupon.serial)} is not for {game}",
            fix=f"play it at: {', '.join(terms.games)}",
        )
    named = tuple(name for name in at.if_named if name in terms.wagers)
    allowed = (*at.wagers, *named)
    if wager not in allowed:
        raise RuleViolation(
            at.clause,
            f"a coupon may not lie on {wager}",
            fix=f"put it on: {', '.join(allowed)}" if allowed else "no wager of this game takes a coupon",
        )
    if terms.wagers and wager not in terms.wagers:
        raise RuleViolation(
            RESTRICTIONS,
            f"coupon {serial_number(coupon.serial)} is not for {wager}",
            fix=f"play it on: {', '.join(terms.wagers)}",
        )


@implements("603a.10(a)#3", readings=("C-10", "X-05"))
def check_permitted(gaming_day: date) -> None:
    """Refuse a coupon before the first text that has it among the instruments; from then on no chapter need list it."""
    if gaming_day < FIRST_TEXT:
        raise RuleViolation(
            ACCEPTED, f"no stored text lets a coupon be played before {FIRST_TEXT.isoformat()}"
        )


@implements("603a.20(q)(5)", readings=("C-32",))
def check_not_expired(coupon: Coupon, gaming_day: date) -> None:
    """Refuse any coupon, mailed or not, after its last gaming day."""
    if gaming_day > coupon.expires:
        raise RuleViolation(
            NOT_EXPIRED,
            f"coupon {serial_number(coupon.serial)} expired after {coupon.expires.isoformat()}",
        )


@implements("603a.21(d)", readings=("C-18", "C-19", "X-04"))
def check_only_one(gaming_day: date, *, on_the_wager: bool, in_the_round: bool) -> None:
    """Refuse a second coupon: of a patron in a round, on all areas together; before that text, on the same wager.

    A round lasts as long as the wager that the coupon lies on: at Craps from the come out roll to the decision of the
    line, at Three Dice Football the whole game.
    """
    if on_the_wager:
        raise RuleViolation(ONE_PER_ROUND, "a coupon lies on this wager already")
    if in_the_round and gaming_day >= PERMANENT_TEXT:
        raise RuleViolation(
            ONE_PER_ROUND,
            "the patron has a coupon down in this round",
            fix="keep the second coupon for another round",
        )


# The chips with it.


@implements("603a.1[match_play_coupon]#2", "603a.21(b)#1", readings=("C-22",))
def check_asks_for_match(terms: CouponTerms) -> None:
    """Refuse terms that do without matching chips: both Pennsylvania texts ask for them, 525.22(b) as well as 603a.21(b)."""
    if not terms.matching:
        raise RuleViolation(
            NEEDS_CHIPS,
            "its terms do not ask for chips of at least its value",
            fix="print coupons that are played with matching chips",
        )


@implements("603a.1[match_play_coupon]#2", "603a.21(b)#1", readings=("C-22",))
def is_matched(coupon: Coupon, chips: Cents) -> bool:
    """Whether chips of at least the coupon's value go with it; a coupon played without a match takes any wager."""
    return chips >= coupon.value or not coupon.terms.matching


def check_matched(coupon: Coupon, chips: Cents) -> None:
    """Refuse a coupon without the chips that it needs."""
    if not is_matched(coupon, chips):
        raise RuleViolation(
            NEEDS_CHIPS,
            f"{dollars(chips)} in chips do not match a coupon of {dollars(coupon.value)}",
            fix=f"wager at least {dollars(coupon.value)} in chips",
        )


@implements("603a.1[match_play_coupon]#3")
def whole_wager(coupon: Coupon, chips: Cents) -> Cents:
    """What the patron wagers: the chips, and the coupon's value with them."""
    return chips + coupon.value


@implements("603a.1[match_play_coupon]#3", readings=("X-04",))
def check_maximum(coupon: Coupon, chips: Cents, maximum: Cents, title: str) -> None:
    """Refuse a wager that its coupon takes above the posted maximum; the minimum is met by chips alone."""
    whole = whole_wager(coupon, chips)
    if whole > maximum:
        raise RuleViolation(
            IN_THE_WAGER,
            f"{dollars(whole)} on {title} with the coupon is above the posted maximum of {dollars(maximum)}",
            fix=f"wager at most {dollars(max(maximum - coupon.value, 0))} in chips",
        )


@implements("603a.21(b)#3", readings=("C-22",))
def broken_down(coupon: Coupon, chips: Cents) -> tuple[Cents, Cents]:
    """The chips that lie on the coupon, as much as it is worth, and those beside it."""
    on_coupon = min(chips, coupon.value)
    return on_coupon, chips - on_coupon


# How it ends.


@implements("603a.1[match_play_coupon]#3", "603a.21(b)#4", readings=("C-21",))
def due_on_win(coupon: Coupon, chips: Cents, odds: Payment, made: Callable[[Fraction], Cents]) -> Cents:
    """What a win pays because of the coupon: the wager's odds on chips and coupon together, or even money on the coupon.

    Only the wager's own win: a bonus on a wager is paid on its chips, and the coupon itself never comes back.
    """
    if coupon.terms.pays is Pays.EVEN_MONEY:
        return coupon.value
    return made(odds.pay(whole_wager(coupon, chips))) - made(odds.pay(chips))


@implements("603a.21(e)#1", readings=("C-20",))
def is_spent(result: Result) -> bool:
    """Whether a result spends the coupon: a win and a loss do, also in part; a push and a wager given back do not."""
    return result in (Result.WIN, Result.LOSE, Result.SURRENDERED)
