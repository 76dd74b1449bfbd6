"""Voids: a coupon is voided once, by whoever has it, and shown in every record it touches (603a.20(h)(4), (j)(6), (l)(4))."""

from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.days import matter, require_open_at_marketing
from houseway.backoffice.coupons.documents import PaperKind
from houseway.backoffice.coupons.programme import Distributor, controls_on, require_distributor
from houseway.backoffice.coupons.quantities import Quantities, quantities
from houseway.backoffice.coupons.runs import Run, Runs, Serial, common, require_runs, spelled
from houseway.backoffice.coupons.schema import voids
from houseway.backoffice.coupons.serials import State, groups_in, move, require_state
from houseway.backoffice.orders import Fact, Order, Words
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.money import Cents

VOIDED_AT_MARKETING = pa("603a.20(j)(6)")
VOIDED_AT_FINANCE = pa("603a.20(h)(4)")


class Custody(StrEnum):
    """Who has a coupon that is not a patron's."""

    FINANCE = "finance"
    MARKETING = "marketing"


# Where the coupons that each may void are.
_STATE = {Custody.FINANCE: State.STOCK, Custody.MARKETING: State.ISSUED}
_CLAUSE = {Custody.FINANCE: VOIDED_AT_FINANCE, Custody.MARKETING: VOIDED_AT_MARKETING}


class VoidLine(msgspec.Struct, frozen=True, order=True, kw_only=True):
    """Void coupons, and why they are void."""

    first: Serial
    last: Serial
    reason: Words

    @property
    def run(self) -> Run:
        """Its serials."""
        return Run(self.first, self.last)


VoidLines = tuple[VoidLine, ...]


class VoidCoupons(Order, frozen=True, kw_only=True):
    """Coupons that cannot be used are voided: by finance out of stock, by marketing out of what it has that day."""

    department: Distributor = Distributor.MARKETING
    custody: Custody
    day: date
    voided: VoidLines

    def matters(self) -> tuple[str, ...]:
        """The day on which they are voided."""
        return (matter(self.day),)


class CouponsVoided(Fact, frozen=True, kw_only=True):
    """Coupons are void; `missing` ones are nowhere to be found, the others go to finance with the day's papers.

    One `in_drop_box` comes to finance with the box, and its patron, whose wager never stood, is owed another.
    """

    number: str
    day: date
    custody: Custody
    source: State
    voided: VoidLines
    quantities: Quantities
    missing: bool = False
    in_drop_box: bool = False


class Void(NamedTuple):
    """A run of void coupons on the books."""

    first: int
    last: int
    day: date
    reason: str
    custody: Custody
    missing: bool

    @property
    def line(self) -> VoidLine:
        """As forms list it."""
        return VoidLine(first=self.first, last=self.last, reason=self.reason)


def void(order: VoidCoupons, desk: Desk) -> tuple[Fact, ...]:
    """Void coupons on the day they are found to be unusable."""
    clause = _CLAUSE[order.custody]
    if not order.voided:
        raise RuleViolation(clause, "no coupon to void is named")
    if order.custody is Custody.MARKETING:
        require_distributor(desk.connection, order.department, desk.day)
        require_open_at_marketing(desk.connection, order.day, desk.day)
    else:
        controls_on(desk.connection, desk.day)
        if order.day != desk.day:
            raise RuleViolation(clause, f"coupons are voided today, {desk.day}, not on {order.day}")
    return voided_facts(desk, order.voided, order.custody, order.day, clause)


@implements("603a.20(h)(4)", "603a.20(j)(6)", readings=("C-36",))
def voided_facts(
    desk: Desk, lines: VoidLines, custody: Custody, day: date, clause: Clause
) -> tuple[CouponsVoided, ...]:
    """One void for each serial, with its reason, by whoever has the coupon; voiding one twice is an error."""
    if not lines:
        return ()
    if not all(line.reason.strip() for line in lines):
        raise RuleViolation(clause, "a void coupon is listed without the reason")
    runs = require_runs((line.run for line in lines), clause)
    if any(group.state is State.VOIDED for group in groups_in(desk.connection, runs)):
        raise RuleViolation(clause, f"of the coupons {spelled(runs)} some were voided before")
    source = _STATE[custody]
    groups = require_state(desk.connection, runs, source, clause, "void")
    promised = common(runs, documents.promised(desk.connection, desk.day))
    if promised:
        raise RuleViolation(
            clause, f"{spelled(promised)} are entered for a requisition", fix="hand them over first"
        )
    counts: dict[Cents, int] = {}
    for group in groups:
        counts[group.denomination] = counts.get(group.denomination, 0) + group.coupons
    return (
        CouponsVoided(
            number=f"{day}/{documents.count_of(desk.connection, PaperKind.VOID, day) + 1}",
            day=day,
            custody=custody,
            source=source,
            voided=lines,
            quantities=quantities(counts),
            clause=clause.id,
        ),
    )


def post_voided(fact: CouponsVoided, desk: Desk) -> None:
    """The coupons are void from now on."""
    runs: Runs = tuple(line.run for line in fact.voided)
    move(desk.connection, runs, fact.quantities, fact.source, State.VOIDED, fact.day)
    rows = [
        {
            "first": line.first,
            "last": line.last,
            "day": fact.day,
            "reason": line.reason,
            "custody": fact.custody,
            "missing": fact.missing or fact.in_drop_box,
        }
        for line in fact.voided
    ]
    desk.connection.execute(voids.insert(), rows)
    documents.keep(desk, PaperKind.VOID, fact.number, fact.day, fact, is_open=fact.in_drop_box)


def voids_of(connection: sa.Connection, day: date, *custodies: Custody) -> tuple[Void, ...]:
    """What was voided on a day by those who had it, in the order of the serials."""
    query = sa.select(voids).where(voids.c.day == day, voids.c.custody.in_(custodies)).order_by(voids.c.first)
    return tuple(
        Void(row.first, row.last, row.day, row.reason, Custody(row.custody), row.missing)
        for row in connection.execute(query)
    )


@implements("603a.20(j)(6)", "603a.20(l)(4)", readings=("C-36",))
def require_listed(listed: Iterable[VoidLine], found: Iterable[Void], clause: Clause, what: str) -> None:
    """Refuse a form that lists other void coupons, or other reasons, than those that were voided."""
    true = sorted(void.line for void in found)
    if sorted(listed) != true:
        there = "; ".join(f"{spelled((line.run,))}: {line.reason}" for line in true) or "none"
        raise RuleViolation(clause, f"{what} does not list the void coupons as they are: {there}")
