"""Reconciliation: marketing's form of the day, and what it holds overnight (603a.20(j), (k))."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.days import CARRIED_OVER, DAILY_FORM, find_day, matter, note_reconciled
from houseway.backoffice.coupons.distribution import EXPIRED_GO_BACK, opened_late, require_in_time
from houseway.backoffice.coupons.documents import PaperKind
from houseway.backoffice.coupons.issue import taken_over_on
from houseway.backoffice.coupons.programme import (
    Controls,
    Distributor,
    require_distributor,
    require_overnight,
)
from houseway.backoffice.coupons.quantities import Quantities, counted, quantities, require_equal
from houseway.backoffice.coupons.runs import Runs, common, less, require_runs, spelled
from houseway.backoffice.coupons.schema import serials
from houseway.backoffice.coupons.serials import (
    State,
    groups_in,
    move,
    moved_between,
    quantities_in,
    runs_among,
    runs_in,
    went,
)
from houseway.backoffice.coupons.variances import VarianceFound, VarianceKind, of_run
from houseway.backoffice.coupons.voids import (
    CouponsVoided,
    Custody,
    VoidLine,
    VoidLines,
    require_listed,
    voids_of,
)
from houseway.backoffice.orders import Fact, Order, Remark
from houseway.law import RuleViolation, implements, pa
from houseway.money import dollars

DATE = pa("603a.20(j)(1)")
RECEIVED = pa("603a.20(j)(2)")
AVAILABLE = pa("603a.20(j)(3)")
DISTRIBUTED = pa("603a.20(j)(4)")
REMAINING = pa("603a.20(j)(5)")
VOIDED = pa("603a.20(j)(6)")
VARIATIONS = pa("603a.20(j)(7)")


class ReconcileCoupons(Order, frozen=True, kw_only=True):
    """Marketing's reconciliation form of a day: what it had, handed out, voided and has left, as counted by hand."""

    department: Distributor = Distributor.MARKETING
    day: date
    received: Runs
    available: Quantities
    distributed: Quantities
    remaining: Runs
    voided: VoidLines = ()
    # Coupons that were handed out without being recorded at the time.
    unrecorded: Runs = ()
    # What of the remaining coupons is held for the next gaming day; the rest goes back to finance.
    held: Runs = ()
    explanation: Remark = ""

    def matters(self) -> tuple[str, ...]:
        """The day."""
        return (matter(self.day),)


class FormLine(msgspec.Struct, frozen=True, kw_only=True):
    """One denomination of the form."""

    denomination: int
    opening: int
    received: int
    distributed: int
    voided: int
    remaining: int

    @property
    def available(self) -> int:
        """What marketing had to hand out: what was carried over, and what came (reading C-35)."""
        return self.opening + self.received

    @property
    def variance(self) -> int:
        """What is neither handed out nor void nor left."""
        return variance(self.available, self.distributed, self.voided, self.remaining)


class DayReconciled(Fact, frozen=True, kw_only=True):
    """The day has its reconciliation form."""

    day: date
    received: Runs
    lines: tuple[FormLine, ...]
    remaining: Runs
    held: Runs
    voided: VoidLines
    explanation: str


class DistributionCorrected(Fact, frozen=True, kw_only=True):
    """Coupons were handed out without being recorded, or recorded without being handed out."""

    day: date
    handed_out: Runs
    handed_out_quantities: Quantities
    in_hand: Runs
    in_hand_quantities: Quantities


class CouponsHeld(Fact, frozen=True, kw_only=True):
    """Coupons are in marketing's locked area for the next gaming day."""

    day: date
    serials: Runs
    quantities: Quantities


@implements("603a.20(j)(7)")
def variance(available: int, distributed: int, voided: int, remaining: int) -> int:
    """What the form cannot account for."""
    return available - distributed - voided - remaining


class _Physical(NamedTuple):
    """How what marketing has in hand differs from what it should have."""

    lost: Runs
    unrecorded: Runs
    in_hand: Runs
    foreign: Runs


def reconcile(order: ReconcileCoupons, desk: Desk) -> tuple[Fact, ...]:
    """Close marketing's day: every field agrees with the records, or the difference is shown and explained."""
    connection = desk.connection
    controls = require_distributor(connection, order.department, desk.day)
    _require_day(connection, order, desk.day)
    _require_received(connection, order)
    found = moved_between(connection, order.day, order.day)
    opening = counted(went(found, State.HELD, State.ISSUED))
    taken = counted(went(found, State.STOCK, State.ISSUED))
    _require_available(order, quantities(opening + taken))
    require_listed(order.voided, voids_of(connection, order.day, Custody.MARKETING), VOIDED, "the form")
    remaining = require_runs(order.remaining, REMAINING)
    physical = _compare(connection, order, remaining)
    left = counted(quantities_in(groups_in(connection, remaining)))
    voided = counted(went(found, State.ISSUED, State.VOIDED))
    distributed = counted(order.distributed)
    lines = tuple(
        FormLine(
            denomination=denomination,
            opening=opening[denomination],
            received=taken[denomination],
            distributed=distributed[denomination],
            voided=voided[denomination],
            remaining=left[denomination],
        )
        for denomination in sorted({*opening, *taken, *distributed, *left})
    )
    variances = tuple(_variances(order, lines, physical))
    _require_explanation(order, variances)
    held = _require_held(desk, controls, order, less(remaining, physical.foreign))
    form = DayReconciled(
        day=order.day,
        received=taken_over_on(connection, order.day),
        lines=lines,
        remaining=remaining,
        held=held,
        voided=order.voided,
        explanation=order.explanation,
        clause=DAILY_FORM.id,
    )
    return (
        form,
        *variances,
        *_corrections(desk, order, physical),
        *(_holding(connection, order.day, held) if held else ()),
    )


@implements("603a.20(j)", "603a.20(j)(1)", "603a.20(k)#3")
def _require_day(connection: sa.Connection, order: ReconcileCoupons, today: date) -> None:
    """One form for each day on which marketing had coupons, with everything that was held for it."""
    found = find_day(connection, order.day)
    if order.day > today or found is None or not found.at_marketing:
        raise RuleViolation(DATE, f"marketing had no coupons on {order.day}")
    if found.reconciled:
        raise RuleViolation(DAILY_FORM, f"the coupons of {order.day} were reconciled already")
    held = runs_in(connection, State.HELD)
    # Once the day is over they were not opened on it, and belong on no other form than that of their return.
    if held and order.day == today:
        raise RuleViolation(
            CARRIED_OVER,
            f"{spelled(held)} were held overnight and are not on the form of {order.day}",
            fix="open them for the day first",
        )


@implements("603a.20(j)(2)")
def _require_received(connection: sa.Connection, order: ReconcileCoupons) -> None:
    """The form states the serials that came from finance that day."""
    taken = taken_over_on(connection, order.day)
    if require_runs(order.received, RECEIVED) != taken:
        raise RuleViolation(
            RECEIVED, f"the form states {spelled(order.received)} as received, but it was {spelled(taken)}"
        )


@implements("603a.20(j)(3)", readings=("C-35",))
def _require_available(order: ReconcileCoupons, available: Quantities) -> None:
    """The form states what marketing had at hand: carried over and received."""
    require_equal(order.available, available, AVAILABLE, "the form's stock")


@implements("603a.20(j)(5)")
def _compare(connection: sa.Connection, order: ReconcileCoupons, remaining: Runs) -> _Physical:
    """Hold the coupons that marketing counted, serial by serial, against those that it should have."""
    on_the_books = runs_in(connection, State.ISSUED)
    absent = less(on_the_books, remaining)
    unrecorded = require_runs(order.unrecorded, DISTRIBUTED)
    strange = less(unrecorded, absent)
    if strange:
        raise RuleViolation(
            DISTRIBUTED,
            f"{spelled(strange)} cannot have been handed out unrecorded: they are in hand, or were not marketing's",
        )
    surplus = less(remaining, on_the_books)
    in_hand = runs_among(
        connection,
        surplus,
        serials.c.state == State.DISTRIBUTED,
        serials.c.distributed_on == order.day,
    )
    return _Physical(less(absent, unrecorded), unrecorded, in_hand, less(surplus, in_hand))


@implements("603a.20(j)(4)", "603a.20(j)(7)")
def _variances(
    order: ReconcileCoupons, lines: tuple[FormLine, ...], physical: _Physical
) -> Iterator[VarianceFound]:
    """What does not add up by denomination, and every serial that is not where it should be."""
    for line in lines:
        if line.variance:
            yield VarianceFound(
                day=order.day,
                kind=VarianceKind.DOES_NOT_ADD_UP,
                detail=f"{dollars(line.denomination)}: {line.available} available less {line.distributed} handed out, "
                f"{line.voided} void and {line.remaining} left is {line.variance}",
                clause=VARIATIONS.id,
            )
    for kind, runs in (
        (VarianceKind.LOST, physical.lost),
        (VarianceKind.UNRECORDED, physical.unrecorded),
        (VarianceKind.STILL_IN_HAND, physical.in_hand),
        (VarianceKind.FOREIGN, physical.foreign),
    ):
        yield from (of_run(kind, order.day, run, VARIATIONS) for run in runs)


@implements("603a.20(j)(7)")
def _require_explanation(order: ReconcileCoupons, variances: tuple[VarianceFound, ...]) -> None:
    """Every variance comes with an explanation."""
    if variances and not order.explanation.strip():
        raise RuleViolation(
            VARIATIONS,
            f"the form of {order.day} does not explain: {'; '.join(one.detail for one in variances)}",
            fix="count again, or explain the difference",
        )


@implements("603a.20(k)#2", "603a.20(k)#3", "603a.20(k)#4", readings=("C-25",))
def _require_held(desk: Desk, controls: Controls, order: ReconcileCoupons, remaining: Runs) -> Runs:
    """What is held is left over, goes into an approved area, and is good on the next gaming day, which is not over yet."""
    held = require_runs(order.held, CARRIED_OVER)
    if not held:
        return ()
    require_overnight(desk.connection, controls, desk.day)
    if less(held, remaining):
        raise RuleViolation(
            CARRIED_OVER, f"{spelled(less(held, remaining))} are not left over, and cannot be held"
        )
    require_in_time(order.day, desk.day, held)
    late = common(held, opened_late(desk.connection, order.day))
    if late:
        raise RuleViolation(
            CARRIED_OVER, f"{spelled(late)} were held for one night already", fix="return them to finance"
        )
    for group in groups_in(desk.connection, held):
        if group.expires <= order.day:
            raise RuleViolation(
                EXPIRED_GO_BACK,
                f"{group.coupons} of the coupons to be held expired after {group.expires}",
                fix="return them to finance today",
            )
    return held


def _corrections(desk: Desk, order: ReconcileCoupons, physical: _Physical) -> Iterator[Fact]:
    """Lost coupons are void from now on; the records of handing out are put right."""
    connection = desk.connection
    if physical.unrecorded or physical.in_hand:
        yield DistributionCorrected(
            day=order.day,
            handed_out=physical.unrecorded,
            handed_out_quantities=quantities_in(groups_in(connection, physical.unrecorded)),
            in_hand=physical.in_hand,
            in_hand_quantities=quantities_in(groups_in(connection, physical.in_hand)),
            clause=VARIATIONS.id,
        )
    if physical.lost:
        yield CouponsVoided(
            number=f"{order.day}/lost",
            day=order.day,
            custody=Custody.MARKETING,
            source=State.ISSUED,
            voided=tuple(
                VoidLine(first=run.first, last=run.last, reason=f"lost: {order.explanation}"[:400])
                for run in physical.lost
            ),
            quantities=quantities_in(groups_in(connection, physical.lost)),
            missing=True,
            clause=VARIATIONS.id,
        )


def _holding(connection: sa.Connection, day: date, held: Runs) -> tuple[Fact, ...]:
    some = quantities_in(groups_in(connection, held))
    return (CouponsHeld(day=day, serials=held, quantities=some, clause=CARRIED_OVER.id),)


def post_reconciled(fact: DayReconciled, desk: Desk) -> None:
    """Keep the form; marketing's day is over."""
    documents.keep(desk, PaperKind.RECONCILIATION, fact.day.isoformat(), fact.day, fact)
    note_reconciled(desk.connection, fact.day)


def post_corrected(fact: DistributionCorrected, desk: Desk) -> None:
    """Put the records of handing out right."""
    connection, day = desk.connection, fact.day
    move(
        connection,
        fact.handed_out,
        fact.handed_out_quantities,
        State.ISSUED,
        State.DISTRIBUTED,
        day,
        distributed_on=day,
    )
    move(
        connection,
        fact.in_hand,
        fact.in_hand_quantities,
        State.DISTRIBUTED,
        State.ISSUED,
        day,
        distributed_on=None,
    )


def post_held(fact: CouponsHeld, desk: Desk) -> None:
    """The coupons are in marketing's locked area."""
    move(desk.connection, fact.serials, fact.quantities, State.ISSUED, State.HELD, fact.day)


def form_of(connection: sa.Connection, day: date) -> documents.Document[DayReconciled] | None:
    """The reconciliation form of a day."""
    return documents.find(connection, PaperKind.RECONCILIATION, day.isoformat(), DayReconciled)
