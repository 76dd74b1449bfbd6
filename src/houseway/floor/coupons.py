"""Coupons between a table and the back office: scanned, held against the ledger, redeemed at once, given back on a push.

A coupon is redeemed in the ledger before the table records it: an interruption between the two leaves a coupon that
the same act, repeated, finds redeemed for it already.
"""

from collections.abc import Sequence
from typing import Any

from houseway.backoffice.coupons.barcode import BARCODE, Stamp, read, terms_mark
from houseway.backoffice.coupons.redemption import RedeemCoupon, Release, ReleaseCoupon
from houseway.backoffice.coupons.serials import coupon_of, find
from houseway.backoffice.office import Office
from houseway.floor.table import TableInService
from houseway.law import RuleViolation
from houseway.table.coupons import Coupon, serial_number
from houseway.table.procedure import Act
from houseway.table.redemption import UNDECIDED, CouponReturned, PresentCoupon

_CALL = "keep the coupon, do not redeem it, and call the floorperson"


def scanned_coupon(office: Office, code: str, stamps: Sequence[Stamp]) -> Coupon:
    """The coupon of the ledger that a barcode stands for; the paper must say what the ledger says (603a.20(q)(3))."""
    scanned = read(code, stamps)
    with office.desk() as desk:
        coupon = coupon_of(desk.connection, scanned.serial)
    if coupon is None or (scanned.value, scanned.expires, scanned.terms) != (
        coupon.value,
        coupon.expires,
        terms_mark(coupon.terms),
    ):
        raise RuleViolation(
            BARCODE, f"coupon {serial_number(scanned.serial)} is not the one on the books", fix=_CALL
        )
    return coupon


class CouponGate:
    """Redeems a coupon in the ledger before it lies on a live table, and releases it when it goes back to its patron."""

    def __init__(self, office: Office) -> None:
        self._office = office

    def before(self, place: TableInService, act: Act[Any], events: Sequence[Any]) -> None:
        """Redeem the coupon that is presented; it can then be presented nowhere else."""
        if not isinstance(act.move, PresentCoupon):
            return
        coupon = act.move.coupon
        order = RedeemCoupon(
            serial=coupon.serial,
            value=coupon.value,
            table=place.name,
            round=str(place.version),
            day=self._office.days.day_of(act.at),
        )
        self._office.carry_out(
            order, who=act.who, key=_key(place.name, place.version, "redeem", coupon.serial)
        )

    def after(self, place: TableInService, act: Act[Any], events: Sequence[Any]) -> None:
        """Release the coupons that went back to their patrons."""
        for event in events:
            if isinstance(event, CouponReturned):
                self._release(place, event)

    def _release(self, place: TableInService, event: CouponReturned) -> None:
        with self._office.desk() as desk:
            taken = find(desk.connection, event.serial)
        if taken is None or taken.redeemed_on is None or taken.round is None:
            # Told again after an interruption: it is the patron's already.
            return
        order = ReleaseCoupon(
            serial=event.serial,
            table=place.name,
            round=taken.round,
            day=taken.redeemed_on,
            reason=Release.PUSH if event.reason == UNDECIDED else Release.TAKEN_DOWN,
        )
        key = _key(place.name, place.version, "release", event.serial)
        # It comes back with a patron's move as often as with the dealer's: whoever took it gives it back.
        self._office.carry_out(order, who=_taken_by(place, event.serial), key=key)


def _taken_by(place: TableInService, serial: int) -> str:
    moves = ((recorded.act.move, recorded.act.who) for recorded in reversed(place.record))
    return next(
        who for move, who in moves if isinstance(move, PresentCoupon) and move.coupon.serial == serial
    )


def _key(table: str, version: int, deed: str, serial: int) -> str:
    return f"table/{table}/{version}/{deed}/{serial}"
