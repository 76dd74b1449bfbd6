"""Coupons between a table and the back office: scanned, held against the ledger, redeemed at once, given back on a push.

A coupon is redeemed in the ledger in the transaction in which the table records that it lies, under the number of the
table's entry, and released in that in which the table records that it went back.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import Any

import msgspec

from houseway.backoffice.book import Desk, Due
from houseway.backoffice.coupons.barcode import Stamp, read, require_entry
from houseway.backoffice.coupons.redemption import (
    RedeemCoupon,
    RedeemCouponBySerial,
    Release,
    ReleaseCoupon,
)
from houseway.backoffice.coupons.serials import CouponRecord, State, coupon_of, find, find_all
from houseway.backoffice.mailing.entries import resolve
from houseway.backoffice.office import Office
from houseway.backoffice.orders import TableOrder
from houseway.floor.table import Recorded, TableInService
from houseway.floor.tallies import Tally, tallied
from houseway.money import Cents
from houseway.table.coupons import DROPPED, Coupon, serial_number
from houseway.table.days import GamingDays
from houseway.table.redemption import CouponReturned, CouponReversed, PresentCoupon, WhyReturned
from houseway.table.table_state import Act

_Unspent = CouponReturned | CouponReversed


class CouponSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A coupon without a barcode by what is printed on it, and the supervisor who saw it and signs for it."""

    serial: int
    value: Cents
    expires: date
    witnessed_by: str


def coupon_shown(office: Office, shown: str | CouponSeen, stamps: Sequence[Stamp]) -> Coupon:
    """The coupon of the ledger that is laid on a table: by the text of its barcode, or as it was seen."""
    return _coupon_seen(office, shown) if isinstance(shown, CouponSeen) else _scanned(office, shown, stamps)


def _scanned(office: Office, code: str, stamps: Sequence[Stamp]) -> Coupon:
    """The coupon of the ledger that a barcode stands for; the paper must say what the ledger says, and the mailing list where it was mailed (603a.20(q)(3))."""
    scanned = read(code, stamps)
    with office.desk() as desk:
        coupon = coupon_of(desk.connection, scanned.serial)
        known = find(desk.connection, scanned.serial)
        resolve(desk.connection, scanned)
    require_entry(scanned, coupon, known.design if known else "")
    assert coupon is not None, "what the house has no entry of is refused"
    return coupon


def _coupon_seen(office: Office, seen: CouponSeen) -> Coupon:
    """The coupon of the ledger with the serial that was seen; whether it may be taken so the ledger says."""
    with office.desk() as desk:
        coupon = coupon_of(desk.connection, seen.serial)
    if coupon is None:
        # The ledger's own words for it come with its refusal.
        return Coupon(serial=seen.serial, value=seen.value, expires=seen.expires)
    return msgspec.structs.replace(coupon, value=seen.value, expires=seen.expires)


class CouponGate:
    """Redeems a coupon in the ledger as it is laid on a live table, and releases it as it goes back to its patron."""

    def __init__(self, days: GamingDays) -> None:
        self._days = days

    def orders(
        self, desk: Desk, place: TableInService, act: Act[Any], events: Sequence[Any]
    ) -> Iterator[TableOrder]:
        """Redeem the coupon that is presented, or it does not lie; release those that the act leaves unspent."""
        if isinstance(act.move, PresentCoupon):
            yield self._redeemed(place, act, act.move.coupon)
        for event in _unspent(events):
            yield self._released(place, event)

    def _redeemed(self, place: TableInService, act: Act[Any], coupon: Coupon) -> TableOrder:
        entry, day = place.version + 1, self._days.day_of(act.at)
        key = f"table/{place.name}/{entry}/redeem/{coupon.serial}/{day}"
        if act.witnessed_by:
            # It bears no barcode, and somebody above saw what it shows.
            by_serial = RedeemCouponBySerial(
                serial=coupon.serial,
                value=coupon.value,
                expires=coupon.expires,
                table=place.name,
                round=_round(entry),
                day=day,
            )
            return TableOrder(by_serial, act.signer, key, binding=True, second=act.witnessed_by)
        order = RedeemCoupon(
            serial=coupon.serial, value=coupon.value, table=place.name, round=_round(entry), day=day
        )
        return TableOrder(order, act.signer, key, binding=True)

    def _released(self, place: TableInService, event: _Unspent) -> TableOrder:
        """The table has given it back, whatever the ledger says: of a day that is counted, nothing is released any more."""
        presented = _presented(place, place.version, event.serial)
        entry, day, reason = presented.version, self._days.day_of(presented.act.at), _reason_of(event)
        order = ReleaseCoupon(
            serial=event.serial,
            table=place.name,
            round=_round(entry),
            day=day,
            reason=reason,
            why=_told(event) if reason is Release.VOID else "",
            in_drop_box=isinstance(event, CouponReversed),
        )
        key = f"table/{place.name}/{entry}/release/{event.serial}/{day}"
        # It comes back with a patron's move as often as with the dealer's: whoever took it gives it back.
        return TableOrder(order, presented.act.signer, key, binding=False)


def refused_releases(office: Office, places: Iterable[TableInService]) -> tuple[Due, ...]:
    """The coupons that live tables left unspent, that the ledger refused to release, and that could still be played."""
    back = [
        (place, one)
        for place in places
        if not place.training
        for one in tallied(place, UnspentCoupons, office.days, lambda tally: tuple(tally.left))
    ]
    found: list[Due] = []
    with office.desk() as desk:
        ledger = find_all(desk.connection, sorted({one.event.serial for _, one in back}))
        for place, one in back:
            event, taken = one.event, ledger.get(one.event.serial)
            if taken is None or not _is_redeemed(taken, place, one.presented) or taken.expires < desk.day:
                continue
            by = office.days.day_of(one.at)
            left = "left in its drop box" if isinstance(event, CouponReversed) else "gave back"
            what = f"release coupon {serial_number(event.serial)}, which table {place.name} {left}: {_told(event)}"
            found.append(Due(what=what, by=by, clause=DROPPED, late=by < desk.day))
    return tuple(found)


class Unspent(msgspec.Struct, frozen=True):
    """A coupon that an act left unspent, and the version at which it was presented."""

    presented: int
    at: datetime
    event: _Unspent


class UnspentCoupons(Tally, kw_only=True):
    """The coupons that a table left unspent."""

    left: list[Unspent] = msgspec.field(default_factory=list)

    def add(self, place: TableInService, days: GamingDays, recorded: Recorded) -> None:
        """Count one more act."""
        for event in _unspent(recorded.events):
            presented = _presented(place, recorded.version, event.serial).version
            self.left.append(Unspent(presented, recorded.act.at, event))


def _round(entry: int) -> str:
    """What the ledger calls the entry of a table's record by which a coupon was taken."""
    return f"entry {entry}"


def _unspent(events: Sequence[Any]) -> Iterator[_Unspent]:
    """The coupons that an act left unspent: given back, or in the drop box with the hands void (C-20)."""
    return (event for event in events if isinstance(event, _Unspent))


def _reason_of(event: _Unspent) -> Release:
    """Why the ledger releases a coupon; only a push is for the terms of the coupon to decide."""
    if isinstance(event, CouponReversed) or event.reason is WhyReturned.CALLED_OFF:
        return Release.VOID
    return Release.PUSH if event.reason is WhyReturned.PUSH else Release.TAKEN_DOWN


def _told(event: _Unspent) -> str:
    """Why a coupon was left unspent; where its wager never stood, with the clause by which it was called off."""
    if isinstance(event, CouponReversed):
        return f"the hands were void after it was dropped ({event.clause})"
    return f"{event.reason} ({event.also[0]})" if event.also else event.reason.value


def _is_redeemed(coupon: CouponRecord, place: TableInService, entry: int) -> bool:
    """Whether the ledger has a coupon as redeemed by this entry of the table's record."""
    return (coupon.state, coupon.table, coupon.round) == (State.REDEEMED, place.name, _round(entry))


def _presented(place: TableInService, version: int, serial: int) -> Recorded:
    """The act by which a coupon came to the table before it went back."""
    return next(entry for entry in place.record.back_from(version) if _presents(entry, serial))


def _presents(recorded: Recorded, serial: int) -> bool:
    move = recorded.act.move
    return isinstance(move, PresentCoupon) and move.coupon.serial == serial
