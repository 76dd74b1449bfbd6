"""Redemption: a coupon is redeemed at a table once, and given back where its wager was not decided (603a.20(q)(6), 603a.21)."""

from datetime import date
from enum import StrEnum
from typing import Annotated

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.days import find_day, matter
from houseway.backoffice.coupons.design import SERIAL, VALUE
from houseway.backoffice.coupons.distribution import BY_MARKETING
from houseway.backoffice.coupons.documents import PaperKind
from houseway.backoffice.coupons.outside import bears_barcode
from houseway.backoffice.coupons.programme import controls_on, unapproved
from houseway.backoffice.coupons.quantities import Quantity
from houseway.backoffice.coupons.runs import Run, Serial
from houseway.backoffice.coupons.serials import CouponRecord, State, coupon_of, find, move
from houseway.backoffice.coupons.voids import CouponsVoided, Custody, VoidLine
from houseway.backoffice.orders import Fact, Order, Words
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.money import Cents, dollars
from houseway.table.coupons import Coupon, OnPush, check_not_expired, serial_number

CANCELLED_AT_ONCE = pa("603a.20(q)(6)")
CANCELLED = pa("603a.20(m)(2)#2")
SPENT = pa("603a.21(e)#1")
LAST_DAY = pa("603a.20(c)(5)")

_CALL = "keep the coupon, do not redeem it, and call the floorperson"
# Why a coupon that no patron was given, or that was used up, is refused.
_NOT_GOOD: dict[State, Clause] = {
    State.STOCK: BY_MARKETING,
    State.ISSUED: BY_MARKETING,
    State.HELD: BY_MARKETING,
    State.RETURNED: BY_MARKETING,
    State.REDEEMED: CANCELLED_AT_ONCE,
    State.VOIDED: CANCELLED,
    State.EXPIRED: CANCELLED,
}


class Release(StrEnum):
    """Why a coupon goes back to its patron."""

    PUSH = "push"
    TAKEN_DOWN = "taken down"
    # The hands or the throw were void, or the round was called off: the wager never stood.
    VOID = "void"


class RedeemCoupon(Order, frozen=True, kw_only=True):
    """A dealer or boxperson takes a coupon with a wager; `value` is what it shows, `round` what the table calls the round."""

    serial: Serial
    value: Annotated[Cents, msgspec.Meta(ge=1)]
    table: Words
    round: Words
    day: date

    def matters(self) -> tuple[str, ...]:
        """The day."""
        return (matter(self.day),)


class RedeemCouponBySerial(Order, frozen=True, kw_only=True):
    """A dealer or boxperson takes a coupon that bears no barcode, by what is printed on it, before a supervisor who signs."""

    serial: Serial
    value: Annotated[Cents, msgspec.Meta(ge=1)]
    expires: date
    table: Words
    round: Words
    day: date

    def matters(self) -> tuple[str, ...]:
        """The day."""
        return (matter(self.day),)


class ReleaseCoupon(Order, frozen=True, kw_only=True):
    """A coupon goes back to its patron: its wager was not decided, was taken down, or is void; `day` is when it was taken.

    What made a wager void is told in `why`; by then its coupon may lie in the drop box, which no table opens.
    """

    serial: Serial
    table: Words
    round: Words
    day: date
    reason: Release
    why: Annotated[str, msgspec.Meta(max_length=300)] = ""
    in_drop_box: bool = False

    def matters(self) -> tuple[str, ...]:
        """The day."""
        return (matter(self.day),)


class CouponRedeemed(Fact, frozen=True, kw_only=True):
    """A coupon was redeemed, and cannot be again."""

    serial: int
    denomination: Cents
    table: str
    round: str
    day: date
    by_serial: bool = False


class CouponReleased(Fact, frozen=True, kw_only=True):
    """A coupon is its patron's again."""

    serial: int
    denomination: Cents
    table: str
    round: str
    day: date
    reason: Release
    why: str
    in_drop_box: bool


@implements("603a.20(c)(3)", "603a.20(c)(5)", readings=("C-33", "C-141"))
def redeem_by_serial(order: RedeemCouponBySerial, desk: Desk) -> tuple[Fact, ...]:
    """Redeem a coupon that was printed outside without a barcode: all that its paper says is the ledger's, and two sign."""
    known = find(desk.connection, order.serial)
    if known is not None and known.expires != order.expires:
        raise RuleViolation(
            LAST_DAY,
            f"coupon {serial_number(order.serial)} shows {order.expires} as its last day, which is {known.expires}",
            fix=_CALL,
        )
    if known is not None and bears_barcode(desk.connection, order.serial):
        raise RuleViolation(
            SERIAL, f"coupon {serial_number(order.serial)} bears a barcode", fix="scan its barcode"
        )
    return _redeemed(order, desk, by_serial=True)


@implements("603a.20(b)", "603a.20(q)(6)", readings=("C-33",))
def redeem(order: RedeemCoupon, desk: Desk) -> tuple[Fact, ...]:
    """Redeem a coupon by its barcode."""
    return _redeemed(order, desk, by_serial=False)


def _redeemed(order: RedeemCoupon | RedeemCouponBySerial, desk: Desk, *, by_serial: bool) -> tuple[Fact, ...]:
    """Redeem a coupon that a patron was given, whole, unexpired and for the first time; it is cancelled by that."""
    controls_on(desk.connection, desk.day)
    if order.day != desk.day:
        raise RuleViolation(CANCELLED_AT_ONCE, f"coupons are redeemed today, {desk.day}, not on {order.day}")
    coupon = _require_genuine(desk.connection, order)
    _require_good(coupon)
    if coupon.approved_on is None or coupon.approved_on > desk.day:
        raise unapproved(coupon.design)
    check_not_expired(
        Coupon(serial=coupon.serial, value=coupon.denomination, expires=coupon.expires), order.day
    )
    return (
        CouponRedeemed(
            serial=order.serial,
            denomination=coupon.denomination,
            table=order.table,
            round=order.round,
            day=order.day,
            by_serial=by_serial,
            clause=CANCELLED_AT_ONCE.id,
        ),
    )


@implements("603a.20(c)(2)", "603a.20(c)(3)")
def _require_genuine(connection: sa.Connection, order: RedeemCoupon | RedeemCouponBySerial) -> CouponRecord:
    """The house received a coupon with this serial, and of the value that it shows."""
    coupon = find(connection, order.serial)
    if coupon is None:
        raise RuleViolation(
            SERIAL, f"the house never received a coupon {serial_number(order.serial)}", fix=_CALL
        )
    if order.value != coupon.denomination:
        raise RuleViolation(
            VALUE,
            f"coupon {serial_number(order.serial)} shows {dollars(order.value)} and is one of "
            f"{dollars(coupon.denomination)}",
            fix=_CALL,
        )
    return coupon


@implements("603a.20(d)#2", "603a.20(m)(2)#2", "603a.20(q)(6)")
def _require_good(coupon: CouponRecord) -> None:
    """A patron has it: it was handed out, and neither redeemed nor voided nor cancelled since."""
    if coupon.state is State.DISTRIBUTED:
        return
    name = f"coupon {serial_number(coupon.serial)}"
    if coupon.state is State.REDEEMED:
        said = f"{name} was redeemed at table {coupon.table} on {coupon.redeemed_on}"
    elif coupon.state in (State.VOIDED, State.EXPIRED):
        said = f"{name} is {coupon.state}"
    else:
        said = f"{name} was never handed to a patron"
    raise RuleViolation(_NOT_GOOD[coupon.state], said, fix=_CALL)


def post_redeemed(fact: CouponRedeemed, desk: Desk) -> None:
    """The coupon is used up."""
    move(
        desk.connection,
        (Run(fact.serial, fact.serial),),
        (Quantity(fact.denomination, 1),),
        State.DISTRIBUTED,
        State.REDEEMED,
        fact.day,
        redeemed_on=fact.day,
        table=fact.table,
        round=fact.round,
    )


@implements("603a.20(m)(2)#2", "603a.21(e)#1", readings=("C-20",))
def release(order: ReleaseCoupon, desk: Desk) -> tuple[Fact, ...]:
    """Give a coupon back in the round it was taken in, unless its terms let it lie on or it is in the drop box."""
    coupon = find(desk.connection, order.serial)
    name = f"coupon {serial_number(order.serial)}"
    taken = coupon is not None and coupon.state is State.REDEEMED
    if coupon is None or not taken or (coupon.table, coupon.round) != (order.table, order.round):
        raise RuleViolation(SPENT, f"{name} was not taken in round {order.round} of table {order.table}")
    if coupon.redeemed_on != order.day:
        raise RuleViolation(SPENT, f"{name} was taken on {coupon.redeemed_on}, not on {order.day}")
    taken_on = find_day(desk.connection, order.day)
    if taken_on is not None and taken_on.counted:
        # Whether it was in the drop box or not: nothing of a counted day changes any more.
        raise RuleViolation(CANCELLED, f"{name} was taken on {order.day}, which is counted: it is used up")
    printed = coupon_of(desk.connection, order.serial)
    assert printed is not None, "every serial has a design"
    if order.reason is Release.PUSH and printed.terms.on_push is OnPush.STAYS:
        raise RuleViolation(SPENT, f"by its terms, {name} stays with the wager until it is decided")
    _require_told(order, name)
    released = CouponReleased(
        serial=order.serial,
        denomination=coupon.denomination,
        table=order.table,
        round=order.round,
        day=order.day,
        reason=order.reason,
        why=order.why,
        in_drop_box=order.in_drop_box,
        clause=SPENT.id,
    )
    return (released, _void_in_the_box(order, coupon, desk)) if order.in_drop_box else (released,)


def _require_told(order: ReleaseCoupon, name: str) -> None:
    """A void wager is named with what made it void; nothing else gives back a coupon that was dropped."""
    if order.reason is Release.VOID and not order.why.strip():
        raise RuleViolation(
            SPENT, f"{name}: what made its wager void is not told", fix="name the irregularity"
        )
    if order.in_drop_box and order.reason is not Release.VOID:
        raise RuleViolation(SPENT, f"{name} was dropped as its wager was decided: it is used up")


@implements("603a.20(m)(2)#2", "603a.21(e)#1", readings=("C-20", "C-36"))
def _void_in_the_box(order: ReleaseCoupon, coupon: CouponRecord, desk: Desk) -> CouponsVoided:
    """A coupon that was dropped and turns out unspent is not redeemed, but nobody can play it again: it is void.

    The count finds it in the box and cancels it; a copy of it is good for nothing, and its patron is given another.
    """
    return CouponsVoided(
        number=f"{order.day}/{documents.count_of(desk.connection, PaperKind.VOID, order.day) + 1}",
        day=order.day,
        custody=Custody.FINANCE,
        source=State.DISTRIBUTED,
        voided=(
            VoidLine(
                first=order.serial,
                last=order.serial,
                reason=f"unspent in the drop box: {order.why}",
            ),
        ),
        quantities=(Quantity(coupon.denomination, 1),),
        in_drop_box=True,
        clause=SPENT.id,
    )


def post_released(fact: CouponReleased, desk: Desk) -> None:
    """The patron has the coupon again; the day on which it was taken has one less.

    Where it was taken stays with one in the drop box: the count looks for it there.
    """
    taken: dict[str, object] = {} if fact.in_drop_box else {"redeemed_on": None, "table": None, "round": None}
    move(
        desk.connection,
        (Run(fact.serial, fact.serial),),
        (Quantity(fact.denomination, 1),),
        State.REDEEMED,
        State.DISTRIBUTED,
        fact.day,
        **taken,
    )
