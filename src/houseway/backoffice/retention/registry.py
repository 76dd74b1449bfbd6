"""The register of what is kept: entering records, coupons that change state, holds, and keeping on."""

import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.orders import Fact
from houseway.backoffice.retention.classes import COUPONS, RecordKind, class_of
from houseway.backoffice.retention.kept import Kept, lookup, named
from houseway.backoffice.retention.orders import (
    ChangeCouponState,
    CouponStateChanged,
    HoldLifted,
    HoldPlaced,
    KeepOn,
    LiftHold,
    PlaceHold,
    Record,
    RecordKeptOn,
    RecordRegistered,
    RegisterRecords,
)
from houseway.backoffice.retention.schema import holds
from houseway.law import Clause, RuleViolation, implements, pa

KEPT = pa("465a.6(c)")


def find(desk: Desk, reference: str, clause: Clause = KEPT) -> Kept:
    """A record that is kept."""
    kept = lookup(desk.connection, reference)
    if kept is None:
        raise RuleViolation(
            clause, f"{reference!r} is not in the register of what is kept", fix="register it"
        )
    if kept.destroyed_on is not None:
        raise RuleViolation(clause, f"{reference} was destroyed on {kept.destroyed_on}")
    return kept


def holds_on(connection: sa.Connection, reference: str) -> tuple[str, ...]:
    """The holds that a record is under."""
    query = sa.select(holds.c.hold).where(holds.c.reference == reference).order_by(holds.c.hold)
    return tuple(connection.execute(query).scalars())


def check_once(references: tuple[str, ...]) -> None:
    """Refuse an order that names the same record twice."""
    seen = set()
    for reference in references:
        if reference in seen:
            raise RuleViolation(KEPT, f"{reference} is named twice")
        seen.add(reference)


@implements("465a.6(c)")
def register_records(order: RegisterRecords, desk: Desk) -> tuple[Fact, ...]:
    """Enter records, each under a reference of its own and never from a day to come."""
    check_once(tuple(record.reference for record in order.records))
    for record in order.records:
        _check_whole(record)
        clause = class_of(record.kind).clause
        if record.since > desk.day:
            raise RuleViolation(clause, f"{record.reference} is from {record.since}, a day to come")
        if named(record.reference) is not None:
            raise RuleViolation(
                clause,
                f"{record.reference!r} is how the papers and coupons of a day are called, which are kept by themselves",
                fix="give it a reference of its own",
            )
        if lookup(desk.connection, record.reference) is not None:
            raise RuleViolation(
                clause,
                f"{record.reference!r} is in the register already",
                fix="give it a reference of its own",
            )
    return tuple(
        RecordRegistered(record=record, clause=class_of(record.kind).clause.id) for record in order.records
    )


@implements("465a.6(c)(2)", readings=("C-08",))
def _check_whole(record: Record) -> None:
    """Coupons are registered with what they entitle to and what last became of them; nothing else is."""
    is_coupon = record.kind is RecordKind.COUPON
    if is_coupon and (record.coupon is None or record.state is None):
        raise RuleViolation(
            COUPONS.clause, f"{record.reference}: coupons are kept by their type and their last state"
        )
    if not is_coupon and (record.coupon is not None or record.state is not None):
        raise RuleViolation(
            COUPONS.clause,
            f"{record.reference}: a {record.kind} is no coupon, and is kept for {class_of(record.kind)}",
        )


@implements("465a.6(c)(2)", readings=("C-08",))
def change_state(order: ChangeCouponState, desk: Desk) -> tuple[Fact, ...]:
    """Count the time of coupons anew from their last change of state, which never lies before an earlier one."""
    kept = find(desk, order.reference, COUPONS.clause)
    if kept.kind is not RecordKind.COUPON:
        raise RuleViolation(COUPONS.clause, f"{order.reference} is a {kept.kind}, which has no state")
    if named(order.reference) is not None:
        raise RuleViolation(COUPONS.clause, f"the coupon book alone says what becomes of {order.reference}")
    if not kept.since <= order.on <= desk.day:
        raise RuleViolation(
            COUPONS.clause,
            f"{order.reference} changed last on {kept.since} and cannot have changed on {order.on}",
        )
    return (
        CouponStateChanged(
            reference=order.reference, state=order.state, on=order.on, clause=COUPONS.clause.id
        ),
    )


def place_hold(order: PlaceHold, desk: Desk) -> tuple[Fact, ...]:
    """Hold records, each once under the same hold."""
    check_once(order.references)
    for reference in order.references:
        find(desk, reference)
        if order.hold in holds_on(desk.connection, reference):
            raise RuleViolation(KEPT, f"{reference} is under the hold {order.hold!r} already")
    return tuple(
        HoldPlaced(hold=order.hold, reference=reference, reason=order.reason, clause=KEPT.id)
        for reference in order.references
    )


def lift_hold(order: LiftHold, desk: Desk) -> tuple[Fact, ...]:
    """Lift a hold from the records named."""
    check_once(order.references)
    for reference in order.references:
        if order.hold not in holds_on(desk.connection, reference):
            raise RuleViolation(KEPT, f"{reference} is not under the hold {order.hold!r}")
    return tuple(
        HoldLifted(hold=order.hold, reference=reference, reason=order.reason, clause=KEPT.id)
        for reference in order.references
    )


def keep_on(order: KeepOn, desk: Desk) -> tuple[Fact, ...]:
    """Keep records on beyond their time."""
    check_once(order.references)
    if order.until <= desk.day:
        raise RuleViolation(KEPT, f"records are kept on until a day to come, not until {order.until}")
    for reference in order.references:
        kept = find(desk, reference)
        if order.until < kept.may_go:
            raise RuleViolation(KEPT, f"{reference} is kept until {kept.may_go} in any case")
    return tuple(
        RecordKeptOn(reference=reference, until=order.until, reason=order.reason, clause=KEPT.id)
        for reference in order.references
    )
