"""The count: finance counts, examines, cancels and reconciles what a day brought back (603a.20(m))."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import documents, drop_boxes
from houseway.backoffice.coupons.days import days_to_count, find_day, matter, note_counted
from houseway.backoffice.coupons.documents import PaperKind
from houseway.backoffice.coupons.drop_boxes import COUNTED, CountedRedemption, Drop
from houseway.backoffice.coupons.issue import CouponsTakenOver, issue_matter
from houseway.backoffice.coupons.programme import controls_on, require_storage
from houseway.backoffice.coupons.quantities import Denomination, Quantities, counted, quantities
from houseway.backoffice.coupons.reconciliation import DayReconciled, form_of
from houseway.backoffice.coupons.returns import is_returned, returns_of
from houseway.backoffice.coupons.runs import (
    Run,
    Runs,
    common,
    joined,
    less,
    require_runs,
    runs_of,
)
from houseway.backoffice.coupons.schema import serials
from houseway.backoffice.coupons.serials import (
    Movement,
    State,
    find_all,
    groups_in,
    move,
    moved_between,
    note_move,
    quantities_in,
    runs_among,
    runs_in,
    stayed,
    went,
)
from houseway.backoffice.coupons.variances import VarianceFound, VarianceKind, of_run
from houseway.backoffice.coupons.voids import CouponsVoided, Custody, VoidLine, voids_of
from houseway.backoffice.orders import Fact, Order, Remark, Words
from houseway.law import RuleViolation, implements, pa
from houseway.money import Cents, dollars

FORWARDED_DAILY = pa("603a.20(m)")
SIGNATURES = pa("603a.20(m)(2)#1")
CANCELLED = pa("603a.20(m)(2)#2")
BALANCED = pa("603a.20(m)(3)")
RECORDED = pa("603a.20(m)(4)")

# The papers of a day whose signatures finance looks at.
_REVIEWED = (
    PaperKind.REQUISITION,
    PaperKind.ISSUE,
    PaperKind.TAKE_OVER,
    PaperKind.VOID,
    PaperKind.RECONCILIATION,
    PaperKind.RETURN,
)
# Of a promotion, they may be of an earlier day than the hand-over.
_BEFORE_TAKE_OVER = (PaperKind.REQUISITION, PaperKind.ISSUE)
# What lapses after its last day: what patrons have, and what was never issued.
_LAPSING = (State.DISTRIBUTED, State.STOCK)
_VOID = serials.c.state == State.VOIDED
_AT_ONCE = 500


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the signatures under a paper are proper; papers are named by kind and number, as in `return/2014-05-01/1`."""

    document: Words
    proper: bool
    remark: Remark = ""


class CountCoupons(Order, frozen=True, kw_only=True):
    """Finance counts the coupons of a day: from the drop boxes, the void ones, and those that came back unused."""

    day: date
    drops: tuple[Drop, ...]
    voided: Runs = ()
    returned: Runs = ()
    reviews: tuple[Review, ...]
    # Where the coupons that can be issued again are locked up.
    stored_in: Remark = ""

    def matters(self) -> tuple[str, ...]:
        """The day, and the issues whose papers are looked at with it, whenever they were entered."""
        issued = (review.document.partition("/") for review in self.reviews)
        return (
            matter(self.day),
            *(issue_matter(requisition) for kind, _, requisition in issued if kind == PaperKind.ISSUE),
        )


class TableCount(msgspec.Struct, frozen=True, kw_only=True):
    """What was in one table's drop box."""

    table: str
    coupons: int


class CountLine(msgspec.Struct, frozen=True, kw_only=True):
    """One denomination of the day's balance: all that marketing was given was handed out, voided, returned or held."""

    denomination: int
    given: int
    distributed: int
    voided: int
    returned: int
    held: int
    redeemed: int

    @property
    def difference(self) -> int:
        """What does not balance."""
        return difference(self.given, self.distributed, self.voided, self.returned, self.held)


class Lapsed(msgspec.Struct, frozen=True, kw_only=True):
    """Coupons of one denomination whose last day is over."""

    source: State
    denomination: Denomination
    count: int


class DayCounted(Fact, frozen=True, kw_only=True):
    """A day's coupons were counted, examined and reconciled; the used, void and expired ones are cancelled."""

    day: date
    counted_on: date
    lines: tuple[CountLine, ...]
    tables: tuple[TableCount, ...]
    # Redeemed at a table and now found in a drop box.
    cancelled: Runs
    redeemed: tuple[CountedRedemption, ...]
    # Given back at the tables after they had been taken.
    released: int
    voided: Runs
    restocked: Runs
    restocked_quantities: Quantities
    expired: Runs
    expired_quantities: Quantities
    # Last day over, wherever they are.
    lapsed: tuple[Lapsed, ...]
    reviews: tuple[Review, ...]
    stored_in: str
    variances: int


# What must have come before.


@implements("603a.20(m)")
def _require_forwarded(connection: sa.Connection, day: date, today: date) -> None:
    """A day is counted once it is over and everything of it is with finance, and days are counted one after the other."""
    found = find_day(connection, day)
    if found is None or day >= today:
        raise RuleViolation(FORWARDED_DAILY, f"there is nothing of {day} to count yet")
    if found.counted:
        raise RuleViolation(FORWARDED_DAILY, f"the coupons of {day} were counted before")
    earliest = days_to_count(connection)[0].day
    if earliest < day:
        raise RuleViolation(
            FORWARDED_DAILY, f"the coupons of {earliest} have not been counted", fix="count that day first"
        )
    if found.at_marketing and not (found.reconciled and is_returned(connection, day)):
        raise RuleViolation(
            FORWARDED_DAILY,
            f"marketing has not forwarded its form and coupons of {day}",
            fix="have the form completed and the unused and void coupons returned",
        )


@implements("603a.20(m)(2)#1")
def _require_reviews(connection: sa.Connection, order: CountCoupons) -> None:
    """Somebody has looked at the signatures under every paper of the day."""
    papers = papers_of(connection, order.day)
    reviewed = [review.document for review in order.reviews]
    missing = [name for name in papers if name not in reviewed]
    strange = [name for name in reviewed if name not in papers or reviewed.count(name) > 1]
    if missing or strange:
        raise RuleViolation(
            SIGNATURES,
            f"the signatures of {', '.join(missing) or 'no paper'} were not reviewed"
            if missing
            else f"{', '.join(strange)} is no paper of {order.day}, or was reviewed twice",
        )


def papers_of(connection: sa.Connection, day: date) -> tuple[str, ...]:
    """The signed papers of a day, by kind and number, with those on which what was taken over that day rests."""
    taken = documents.subjects_on(connection, PaperKind.TAKE_OVER, day)
    return tuple(
        f"{kind}/{subject}"
        for kind in _REVIEWED
        for subject in dict.fromkeys(
            (*documents.subjects_on(connection, kind, day), *(taken if kind in _BEFORE_TAKE_OVER else ()))
        )
    )


# What was forwarded.


@implements("603a.20(m)(1)")
def _examine_voids(connection: sa.Connection, order: CountCoupons, dropped: Runs) -> Iterator[VarianceFound]:
    """The day's void coupons are all there, nothing that is not void, and none that was in a drop box as well."""
    expected = joined(
        Run(void.first, void.last) for void in voids_of(connection, order.day, *Custody) if not void.missing
    )
    for run in less(expected, order.voided):
        yield of_run(VarianceKind.VOID_NOT_FORWARDED, order.day, run, COUNTED)
    for run in less(order.voided, runs_among(connection, order.voided, _VOID)):
        yield of_run(VarianceKind.NOT_VOID, order.day, run, COUNTED)
    before = runs_among(connection, order.voided, _VOID, serials.c.cancelled_on.is_not(None))
    twice = runs_among(connection, common(order.voided, dropped), _VOID)
    for run in joined((*before, *twice)):
        yield of_run(VarianceKind.COUNTED_TWICE, order.day, run, COUNTED)


class _Back(NamedTuple):
    """What came back unused."""

    restocked: Runs
    expired: Runs
    lost: Runs
    variances: tuple[VarianceFound, ...]


@implements("603a.20(m)(1)", "603a.20(m)(2)#2", readings=("C-26",))
def _examine_returned(
    connection: sa.Connection, order: CountCoupons, today: date, seen: frozenset[int]
) -> _Back:
    """Unused coupons can be issued again; those whose last day is over are cancelled; those that are not there are void."""
    entered = joined(run for document in returns_of(connection, order.day) for run in document.fact.serials)
    expected = less(common(entered, runs_in(connection, State.RETURNED)), runs_of(seen))
    returned = require_runs(order.returned, COUNTED)
    there = common(returned, expected)
    # A coupon that is good on the counted day only, or is over by the day of the count, can be issued no more.
    last_day = max(order.day, date.fromordinal(today.toordinal() - 1))
    expired = common(there, runs_in(connection, State.RETURNED, expired_by=last_day))
    lost = less(expected, returned)
    found = [
        of_run(kind, order.day, run, COUNTED)
        for kind, runs in (
            (VarianceKind.NOT_RETURNED, lost),
            (VarianceKind.NOT_ENTERED, less(returned, expected)),
        )
        for run in runs
    ]
    return _Back(less(there, expired), expired, lost, tuple(found))


# The balance.


@implements("603a.20(m)(3)")
def difference(given: int, distributed: int, voided: int, returned: int, held: int) -> int:
    """What marketing was given, less all that became of it: what was handed out, voided, returned and held."""
    return given - distributed - voided - returned - held


@implements("603a.20(m)(3)")
def balance(found: tuple[Movement, ...], at_count: Iterable[CountedRedemption]) -> tuple[CountLine, ...]:
    """The day's figures by denomination, from what moved on it."""
    opening = counted(went(found, State.HELD, State.ISSUED))
    given = opening + counted(went(found, State.STOCK, State.ISSUED))
    distributed = counted(stayed(found, State.ISSUED, State.DISTRIBUTED))
    voided = counted(went(found, State.ISSUED, State.VOIDED))
    returned = counted(went(found, State.ISSUED, State.RETURNED))
    held = counted(went(found, State.ISSUED, State.HELD))
    redeemed = counted(stayed(found, State.DISTRIBUTED, State.REDEEMED))
    redeemed += Counter(one.denomination for one in at_count)
    return tuple(
        CountLine(
            denomination=denomination,
            given=given[denomination],
            distributed=distributed[denomination],
            voided=voided[denomination],
            returned=returned[denomination],
            held=held[denomination],
            redeemed=redeemed[denomination],
        )
        for denomination in sorted({*given, *distributed, *voided, *returned, *held, *redeemed})
    )


@implements("603a.20(m)(1)", "603a.20(m)(3)")
def _examine_papers(
    connection: sa.Connection, day: date, lines: tuple[CountLine, ...]
) -> Iterator[VarianceFound]:
    """Whether the day balances, and its papers say the same as its records."""
    for line in lines:
        if line.difference:
            yield VarianceFound(
                day=day,
                kind=VarianceKind.DOES_NOT_BALANCE,
                detail=f"{dollars(line.denomination)}: {line.difference} of {line.given} given to marketing",
                clause=BALANCED.id,
            )
    form = form_of(connection, day)
    if form is not None:
        yield from _examine_form(connection, form.fact, lines)


def _examine_form(
    connection: sa.Connection, form: DayReconciled, lines: tuple[CountLine, ...]
) -> Iterator[VarianceFound]:
    taken: Counter[Cents] = Counter()
    for document in documents.of_day(connection, PaperKind.TAKE_OVER, form.day, CouponsTakenOver):
        taken += counted(document.fact.quantities)
    recorded = {line.denomination: line for line in lines}
    for line in form.lines:
        books = recorded.get(line.denomination)
        # A difference that the form itself shows and explains is not a second one.
        is_open = line.variance != 0 or (books is not None and books.distributed == line.distributed)
        if (
            books is None
            or not is_open
            or books.given != line.available
            or taken[line.denomination] != line.received
        ):
            yield VarianceFound(
                day=form.day,
                kind=VarianceKind.FORM_DIFFERS,
                detail=f"{dollars(line.denomination)}: the form shows {line.received} received, {line.available} "
                f"available and {line.distributed} handed out",
                clause=COUNTED.id,
            )


# The whole count.


@implements("603a.20(m)(4)")
def count(order: CountCoupons, desk: Desk) -> tuple[Fact, ...]:
    """Count a day: record what was found, cancel what is used up, take back what can be issued again."""
    connection = desk.connection
    controls = controls_on(connection, desk.day)
    _require_forwarded(connection, order.day, desk.day)
    _require_reviews(connection, order)
    # Whether a table scanned is told by the controls of that day; where stock lies, by today's.
    boxes = drop_boxes.examine(connection, order.day, order.drops, controls_on(connection, order.day))
    require_runs(order.voided, COUNTED)
    back = _examine_returned(connection, order, desk.day, boxes.seen)
    if back.restocked:
        require_storage(connection, controls, order.stored_in, desk.day)
    lines = balance(moved_between(connection, order.day, order.day), boxes.redeemed)
    improper = (
        VarianceFound(
            day=order.day,
            kind=VarianceKind.IMPROPER_SIGNATURE,
            detail=f"{review.document}: {review.remark}",
            clause=SIGNATURES.id,
        )
        for review in order.reviews
        if not review.proper
    )
    variances = (
        *boxes.variances,
        *_examine_voids(connection, order, boxes.cancelled),
        *back.variances,
        *_examine_papers(connection, order.day, lines),
        *improper,
    )
    counted_day = DayCounted(
        day=order.day,
        counted_on=desk.day,
        lines=lines,
        tables=tuple(TableCount(table=drop.table, coupons=len(drop.serials)) for drop in order.drops),
        cancelled=boxes.cancelled,
        redeemed=boxes.redeemed,
        released=_released(connection, order.day),
        voided=_voided(connection, order.voided),
        restocked=back.restocked,
        restocked_quantities=quantities_in(groups_in(connection, back.restocked)),
        expired=back.expired,
        expired_quantities=quantities_in(groups_in(connection, back.expired)),
        lapsed=_lapsed(connection, order.day, boxes.redeemed),
        reviews=order.reviews,
        stored_in=order.stored_in if back.restocked else "",
        variances=len(variances),
        clause=RECORDED.id,
    )
    return (counted_day, *variances, *_lost(connection, order.day, back.lost))


def _released(connection: sa.Connection, day: date) -> int:
    found = moved_between(connection, day, day)
    return sum(one.count for one in went(found, State.REDEEMED, State.DISTRIBUTED))


def _voided(connection: sa.Connection, forwarded: Runs) -> Runs:
    """The forwarded coupons that are void and not cancelled yet."""
    return runs_among(connection, forwarded, _VOID, serials.c.cancelled_on.is_(None))


@implements("603a.20(m)(2)#2")
def _lapsed(
    connection: sa.Connection, day: date, redeemed: Iterable[CountedRedemption]
) -> tuple[Lapsed, ...]:
    """What patrons have, and what is in stock, whose last day was the counted day or before: it is cancelled too."""
    query = (
        sa.select(serials.c.state, serials.c.denomination, sa.func.count())
        .where(serials.c.state.in_(_LAPSING), serials.c.expires <= day)
        .group_by(serials.c.state, serials.c.denomination)
    )
    counts = Counter({(State(row[0]), row[1]): row[2] for row in connection.execute(query)})
    taken = [one for one in redeemed if one.source in _LAPSING]
    standing = find_all(connection, [one.serial for one in taken])
    counts.subtract((one.source, one.denomination) for one in taken if standing[one.serial].expires <= day)
    return tuple(
        Lapsed(source=source, denomination=denomination, count=count)
        for (source, denomination), count in sorted(counts.items())
        if count
    )


def _lost(connection: sa.Connection, day: date, lost: Runs) -> tuple[Fact, ...]:
    """Coupons that were entered as returned and are not there can be used by nobody any more."""
    if not lost:
        return ()
    return (
        CouponsVoided(
            number=f"{day}/not returned",
            day=day,
            custody=Custody.FINANCE,
            source=State.RETURNED,
            voided=tuple(
                VoidLine(first=run.first, last=run.last, reason=f"not there at the count of {day}")
                for run in lost
            ),
            quantities=quantities_in(groups_in(connection, lost)),
            missing=True,
            clause=COUNTED.id,
        ),
    )


def post_counted(fact: DayCounted, desk: Desk) -> None:
    """Cancel, restock and keep the count."""
    connection, day, on = desk.connection, fact.day, fact.counted_on
    for runs in (fact.cancelled, fact.voided):
        for run in runs:
            connection.execute(
                serials.update().where(serials.c.serial.between(run.first, run.last)).values(cancelled_on=on)
            )
    _post_redeemed(connection, fact)
    move(connection, fact.restocked, fact.restocked_quantities, State.RETURNED, State.STOCK, day)
    move(
        connection, fact.expired, fact.expired_quantities, State.RETURNED, State.EXPIRED, day, cancelled_on=on
    )
    for source in _LAPSING:
        some = quantities({one.denomination: one.count for one in fact.lapsed if one.source is source})
        lapsing = connection.execute(
            serials.update()
            .where(serials.c.state == source, serials.c.expires <= day)
            .values(state=State.EXPIRED, changed_on=day, cancelled_on=on)
        )
        note_move(connection, some, source, State.EXPIRED, day, lapsing.rowcount)
    note_counted(connection, day)
    documents.keep(desk, PaperKind.COUNT, day.isoformat(), day, fact)


def _post_redeemed(connection: sa.Connection, fact: DayCounted) -> None:
    """Redeem by the count what no table had cancelled."""
    together: dict[tuple[State, str], list[CountedRedemption]] = {}
    for one in fact.redeemed:
        together.setdefault((one.source, one.table), []).append(one)
    for (source, table), some in together.items():
        changed = 0
        for start in range(0, len(some), _AT_ONCE):
            wanted = [one.serial for one in some[start : start + _AT_ONCE]]
            changed += connection.execute(
                serials.update()
                # Spelled so that no database walks all coupons in that state instead of these few.
                .where(serials.c.serial.in_(wanted), serials.c.state.concat("") == source)
                .values(
                    state=State.REDEEMED,
                    changed_on=fact.day,
                    redeemed_on=fact.day,
                    table=table,
                    cancelled_on=fact.counted_on,
                )
            ).rowcount
        moving = quantities(Counter(one.denomination for one in some))
        note_move(connection, moving, source, State.REDEEMED, fact.day, changed)
