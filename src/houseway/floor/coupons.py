"""Coupons between a table and the back office: scanned, held against the ledger, redeemed at once, given back on a push.

A coupon is redeemed in the ledger before the table records it, under the number that the table's entry will have. An
interruption between the two leaves a coupon that is redeemed for an entry which the table does not have: presented
there again, it is taken for the first time.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from houseway.backoffice.book import Due
from houseway.backoffice.coupons.barcode import Stamp, read, require_entry
from houseway.backoffice.coupons.redemption import RedeemCoupon, Release, ReleaseCoupon
from houseway.backoffice.coupons.serials import CouponRecord, State, coupon_of, find, find_all
from houseway.backoffice.mailing.entries import resolve
from houseway.backoffice.office import Office
from houseway.floor.table import Recorded, TableInService
from houseway.table.coupons import DROPPED, Coupon, serial_number
from houseway.table.procedure import Act
from houseway.table.redemption import CouponReturned, CouponReversed, PresentCoupon, WhyReturned

_Unspent = CouponReturned | CouponReversed
_ENTRY = re.compile(r"entry ([0-9]{1,18})")


def scanned_coupon(office: Office, code: str, stamps: Sequence[Stamp]) -> Coupon:
    """The coupon of the ledger that a barcode stands for; the paper must say what the ledger says, and the mailing list where it was mailed (603a.20(q)(3))."""
    scanned = read(code, stamps)
    with office.desk() as desk:
        coupon = coupon_of(desk.connection, scanned.serial)
        known = find(desk.connection, scanned.serial)
        resolve(desk.connection, scanned)
    require_entry(scanned, coupon, known.design if known else "")
    assert coupon is not None, "what the house has no entry of is refused"
    return coupon


class CouponGate:
    """Redeems a coupon in the ledger before it lies on a live table, and releases it when it goes back to its patron."""

    def __init__(self, office: Office) -> None:
        self._office = office

    def before(self, place: TableInService, act: Act[Any], events: Sequence[Any]) -> None:
        """Redeem the coupon that is presented; it can then be presented nowhere else."""
        if not isinstance(act.move, PresentCoupon):
            return
        coupon, entry, day = act.move.coupon, place.version + 1, self._office.days.day_of(act.at)
        taken = self._taken_at(place, coupon.serial)
        if taken is not None and not _is_recorded(place, taken):
            if (_entry_of(taken), taken.redeemed_on) == (entry, day):
                # This very act was interrupted before the table recorded it.
                return
            self._release(place, taken, Release.TAKEN_DOWN, act.signer)
        order = RedeemCoupon(
            serial=coupon.serial, value=coupon.value, table=place.name, round=f"entry {entry}", day=day
        )
        key = f"table/{place.name}/{entry}/redeem/{coupon.serial}/{day}"
        self._office.carry_out(order, who=act.signer, key=key, at_table=True)

    def after(self, place: TableInService, recorded: Recorded) -> None:
        """Release the coupons that went back to their patrons, and those that void hands left unspent in the drop box."""
        for event in _unspent(recorded):
            self._give_back(place, recorded.version, event)

    def undone(self, place: TableInService, act: Act[Any], entry: int) -> None:
        """Release a coupon that was redeemed for an entry which the table has given to another act."""
        if not isinstance(act.move, PresentCoupon):
            return
        taken = self._taken_at(place, act.move.coupon.serial)
        if taken is not None and _entry_of(taken) == entry and not _is_recorded(place, taken):
            self._release(place, taken, Release.TAKEN_DOWN, act.signer)

    def _give_back(self, place: TableInService, version: int, event: _Unspent) -> None:
        taken = self._taken_at(place, event.serial)
        presented = _presented(place, version, event.serial)
        if taken is None or _entry_of(taken) != presented.version:
            # Told again after an interruption: it is the patron's already, or has been presented anew.
            return
        # It comes back with a patron's move as often as with the dealer's: whoever took it gives it back.
        self._release(place, taken, _reason_of(event), presented.act.signer, event)

    def _taken_at(self, place: TableInService, serial: int) -> CouponRecord | None:
        """The coupon as the ledger has it, if it is redeemed at this table."""
        with self._office.desk() as desk:
            found = find(desk.connection, serial)
        return found if found is not None and _is_redeemed_at(place, found) else None

    def _release(
        self,
        place: TableInService,
        taken: CouponRecord,
        reason: Release,
        who: str,
        event: _Unspent | None = None,
    ) -> None:
        assert taken.redeemed_on is not None, "a coupon that a table has taken was taken on a day"
        order = ReleaseCoupon(
            serial=taken.serial,
            table=place.name,
            round=taken.round or "",
            day=taken.redeemed_on,
            reason=reason,
            why=_told(event) if event is not None and reason is Release.VOID else "",
            in_drop_box=isinstance(event, CouponReversed),
        )
        key = f"table/{place.name}/{_entry_of(taken)}/release/{taken.serial}/{taken.redeemed_on}"
        self._office.carry_out(order, who=who, key=key, at_table=True)


def still_redeemed(office: Office, places: Iterable[TableInService]) -> tuple[Due, ...]:
    """The coupons that live tables left unspent, that the ledger did not release, and that their patrons could still play."""
    back = [
        (place, recorded, event)
        for place in places
        if not place.training
        for recorded in place.record
        for event in _unspent(recorded)
    ]
    found: list[Due] = []
    with office.desk() as desk:
        ledger = find_all(desk.connection, sorted({event.serial for _, _, event in back}))
        for place, recorded, event in back:
            taken = ledger.get(event.serial)
            presented = _presented(place, recorded.version, event.serial)
            if taken is None or not _is_redeemed_at(place, taken) or _entry_of(taken) != presented.version:
                continue
            if taken.expires < desk.day:
                continue
            by = office.days.day_of(recorded.act.at)
            left = "left in its drop box" if isinstance(event, CouponReversed) else "gave back"
            what = f"release coupon {serial_number(event.serial)}, which table {place.name} {left}: {_told(event)}"
            found.append(Due(what=what, by=by, clause=DROPPED, late=by < desk.day))
    return tuple(found)


def _unspent(recorded: Recorded) -> Iterator[_Unspent]:
    """The coupons that an act left unspent: given back, or in the drop box with the hands void (C-20)."""
    return (event for event in recorded.events if isinstance(event, _Unspent))


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


def _is_redeemed_at(place: TableInService, taken: CouponRecord) -> bool:
    return taken.state is State.REDEEMED and taken.table == place.name


def _presented(place: TableInService, version: int, serial: int) -> Recorded:
    """The act by which a coupon came to the table before it went back."""
    return next(
        entry for entry in reversed(place.record) if entry.version <= version and _presents(entry, serial)
    )


def _entry_of(taken: CouponRecord) -> int | None:
    """The entry of the table's record for which a coupon was redeemed; none if it was redeemed elsewhere than here."""
    found = _ENTRY.fullmatch(taken.round or "")
    return int(found[1]) if found else None


def _is_recorded(place: TableInService, taken: CouponRecord) -> bool:
    """Whether the table took the coupon, or somebody redeemed it for it by hand."""
    entry = _entry_of(taken)
    if entry is None:
        return True
    return any(one.version == entry and _presents(one, taken.serial) for one in place.record)


def _presents(recorded: Recorded, serial: int) -> bool:
    move = recorded.act.move
    return isinstance(move, PresentCoupon) and move.coupon.serial == serial
