"""The drop boxes: every coupon in them is looked at, and what is wrong with it is named (603a.20(m)(1))."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from houseway.backoffice.coupons.programme import Controls, can_scan
from houseway.backoffice.coupons.quantities import Denomination
from houseway.backoffice.coupons.runs import Run, Runs, Serial, runs_of
from houseway.backoffice.coupons.schema import serials
from houseway.backoffice.coupons.serials import CouponRecord, State, find_all
from houseway.backoffice.coupons.variances import VarianceFound, VarianceKind, of_run
from houseway.backoffice.orders import Words
from houseway.law import RuleViolation, implements, pa
from houseway.money import Cents, dollars

COUNTED = pa("603a.20(m)(1)")

# Where a coupon is that no patron was ever given.
_NEVER_DISTRIBUTED = (State.STOCK, State.ISSUED, State.HELD, State.RETURNED)


class Altered(msgspec.Struct, frozen=True, kw_only=True):
    """A coupon that shows another value than its serial was printed with."""

    serial: Serial
    shows: Cents


class Drop(msgspec.Struct, frozen=True, kw_only=True):
    """The coupons in one table's drop box."""

    table: Words
    serials: tuple[Serial, ...]
    altered: tuple[Altered, ...] = ()


class CountedRedemption(msgspec.Struct, frozen=True, kw_only=True):
    """A coupon whose redemption is known from the count only."""

    serial: int
    denomination: Denomination
    table: str
    source: State


class Boxes(NamedTuple):
    """What the drop boxes turned out to hold."""

    cancelled: Runs
    redeemed: tuple[CountedRedemption, ...]
    seen: frozenset[int]
    variances: tuple[VarianceFound, ...]


@implements("603a.20(m)(1)", "603a.20(q)(6)", readings=("C-33",))
def examine(connection: sa.Connection, day: date, drops: tuple[Drop, ...], controls: Controls) -> Boxes:
    """Look at every coupon in every drop box: whether it is the house's, whole, and rightly there, once."""
    pieces = [(drop.table, serial) for drop in drops for serial in drop.serials]
    known = find_all(connection, sorted({serial for _, serial in pieces}))
    cancelled: list[int] = []
    redeemed: list[CountedRedemption] = []
    found: list[VarianceFound] = []
    seen: set[int] = set()

    def note(kind: VarianceKind, serial: int, detail: str) -> None:
        found.append(of_run(kind, day, Run(serial, serial), COUNTED, detail))

    for table, serial in pieces:
        coupon = known.get(serial)
        if serial in seen:
            note(VarianceKind.COUNTED_TWICE, serial, f"once more in the box of table {table}")
            continue
        seen.add(serial)
        if coupon is None:
            note(VarianceKind.NEVER_RECEIVED, serial, f"in the box of table {table}")
            continue
        kind, detail = _judge(coupon, table, day, controls)
        if kind is not None:
            note(kind, serial, detail)
        if _is_taken(coupon, day):
            redeemed.append(
                CountedRedemption(
                    serial=serial, denomination=coupon.denomination, table=table, source=coupon.state
                )
            )
        elif (
            _was_dropped(coupon)
            and coupon.cancelled_on is None
            # Its own day's count looks for it, and cancels it.
            and not _is_of_later_day(coupon, day)
        ):
            cancelled.append(serial)
    found.extend(_altered(day, drops, known))
    found.extend(_missing(connection, day, seen))
    return Boxes(runs_of(cancelled), tuple(redeemed), frozenset(seen), tuple(found))


@implements("603a.20(m)(1)", readings=("C-33",))
def _judge(
    coupon: CouponRecord, table: str, day: date, controls: Controls
) -> tuple[VarianceKind | None, str]:
    """What is wrong with one coupon in a drop box, if anything is."""
    where = f"in the box of table {table}"
    match coupon.state:
        case _ if _was_dropped(coupon):
            return _judge_dropped(coupon, table, day, where)
        case State.VOIDED:
            return VarianceKind.VOID_IN_BOX, where
        case State.EXPIRED:
            return VarianceKind.EXPIRED_IN_BOX, where
        case State.DISTRIBUTED if coupon.expires < day:
            return VarianceKind.EXPIRED_IN_BOX, f"{where}, after its last day {coupon.expires}"
        case State.DISTRIBUTED if coupon.distributed_on is not None and coupon.distributed_on > day:
            return (
                VarianceKind.NEVER_DISTRIBUTED,
                f"{where}, before it was handed out on {coupon.distributed_on}",
            )
        case State.DISTRIBUTED if can_scan(controls, table):
            return VarianceKind.NOT_SCANNED, where
        case state if state in _NEVER_DISTRIBUTED:
            return VarianceKind.NEVER_DISTRIBUTED, f"{where}, and on the books as {state}"
    return None, ""


def _was_dropped(coupon: CouponRecord) -> bool:
    """Whether a table took the coupon: it is redeemed, or void because its wager never stood, and belongs in that box."""
    return coupon.redeemed_on is not None


def _judge_dropped(
    coupon: CouponRecord, table: str, day: date, where: str
) -> tuple[VarianceKind | None, str]:
    """What is wrong with a coupon that a table took: it was counted before, or this is not its day or its box."""
    if coupon.cancelled_on is not None:
        return VarianceKind.COUNTED_TWICE, f"{where}, and counted on {coupon.cancelled_on}"
    if _is_of_later_day(coupon, day):
        return VarianceKind.LATER_DAY, f"{where}, and redeemed on {coupon.redeemed_on}"
    if coupon.table != table:
        return VarianceKind.OTHER_TABLE, f"{where}, and redeemed at table {coupon.table}"
    return None, ""


def _is_of_later_day(coupon: CouponRecord, day: date) -> bool:
    return coupon.redeemed_on is not None and coupon.redeemed_on > day


@implements("603a.20(q)(6)", readings=("C-33",))
def _is_taken(coupon: CouponRecord, day: date) -> bool:
    """Whether a coupon in a drop box is redeemed by the count: no table had cancelled it, and it was still good."""
    if coupon.state is State.DISTRIBUTED:
        return coupon.expires >= day
    return coupon.state in _NEVER_DISTRIBUTED


def _altered(
    day: date, drops: tuple[Drop, ...], known: Mapping[int, CouponRecord]
) -> Iterator[VarianceFound]:
    """Coupons that show another value than they were printed with."""
    for drop in drops:
        for piece in drop.altered:
            if piece.serial not in drop.serials:
                raise RuleViolation(
                    COUNTED,
                    f"coupon {piece.serial} is called altered and was not counted at table {drop.table}",
                )
            coupon = known.get(piece.serial)
            if coupon is not None and coupon.denomination != piece.shows:
                detail = f"shows {dollars(piece.shows)}, was printed with {dollars(coupon.denomination)}"
                run = Run(piece.serial, piece.serial)
                yield of_run(VarianceKind.ALTERED_VALUE, day, run, COUNTED, detail)


def _missing(connection: sa.Connection, day: date, seen: set[int]) -> Iterator[VarianceFound]:
    """Coupons that a table redeemed that day and that are in no box."""
    query = (
        sa.select(serials.c.serial, serials.c.table)
        .where(serials.c.redeemed_on == day, serials.c.cancelled_on.is_(None))
        .order_by(serials.c.serial)
    )
    for serial, table in connection.execute(query):
        if serial not in seen:
            detail = f"redeemed at table {table}"
            yield of_run(VarianceKind.MISSING_FROM_BOX, day, Run(serial, serial), COUNTED, detail)
