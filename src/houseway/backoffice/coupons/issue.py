"""Issue: finance enters in the ledger which coupons a requisition gets, and then hands them over (603a.20(h))."""

from datetime import date

import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.days import begin_at_marketing, matter, require_ready_for
from houseway.backoffice.coupons.documents import Document, PaperKind
from houseway.backoffice.coupons.programme import (
    Distributor,
    controls_on,
    require_approved_designs,
    require_distributor,
)
from houseway.backoffice.coupons.quantities import Quantities, counted, require_equal, spelled
from houseway.backoffice.coupons.requisition import RequisitionAuthorised
from houseway.backoffice.coupons.runs import Runs, common, joined, require_runs
from houseway.backoffice.coupons.runs import spelled as spelled_runs
from houseway.backoffice.coupons.schema import serials
from houseway.backoffice.coupons.serials import (
    Group,
    State,
    groups_in,
    move,
    quantities_in,
    require_state,
    runs_among,
)
from houseway.backoffice.coupons.voids import Custody, VoidLines, voided_facts
from houseway.backoffice.orders import Fact, Order, Words
from houseway.law import RuleViolation, implements, pa

BEFORE_HAND_OVER = pa("603a.20(h)")
SERIALS_ISSUED = pa("603a.20(h)(1)")
QUANTITY_ISSUED = pa("603a.20(h)(2)")
VOIDED_AT_ISSUE = pa("603a.20(h)(4)")


def issue_matter(requisition: str) -> str:
    """What the duties of an issue are about, on whatever day it is taken over."""
    return f"coupon-issue/{requisition}"


class EnterCouponIssue(Order, frozen=True, kw_only=True):
    """Finance enters in the ledger which coupons a requisition gets, before they are handed over."""

    requisition: Words
    day: date
    serials: Runs
    quantities: Quantities
    voided: VoidLines = ()

    def matters(self) -> tuple[str, ...]:
        """The day for which the coupons are issued, and the issue itself: a promotion may take it over on a later day."""
        return (matter(self.day), issue_matter(self.requisition))


class TakeOverCoupons(Order, frozen=True, kw_only=True):
    """Marketing takes the issued coupons over from finance."""

    department: Distributor = Distributor.MARKETING
    requisition: Words
    day: date
    serials: Runs

    def matters(self) -> tuple[str, ...]:
        """The day on which marketing has them."""
        return (matter(self.day),)


class IssueEntered(Fact, frozen=True, kw_only=True):
    """The issue of coupons stands in the ledger; they are with finance until they are taken over, by a day at the latest."""

    requisition: str
    day: date
    until: date
    serials: Runs
    quantities: Quantities
    voided: VoidLines


class CouponsTakenOver(Fact, frozen=True, kw_only=True):
    """Marketing has the coupons."""

    requisition: str
    day: date
    serials: Runs
    quantities: Quantities


# Entering it.


@implements("603a.20(h)", "603a.20(h)(4)")
def enter_issue(order: EnterCouponIssue, desk: Desk) -> tuple[Fact, ...]:
    """Enter an issue for an authorised requisition, from stock that is nobody else's, may be issued and will not expire."""
    controls_on(desk.connection, desk.day)
    asked = _require_requisition(order, desk)
    runs = require_runs(order.serials, SERIALS_ISSUED)
    groups = _require_stock(desk.connection, runs, order, desk.day)
    _require_quantities(order, groups, asked.fact)
    if order.voided and order.day != desk.day:
        # The void is of today, and so is the duty of whoever voids.
        raise RuleViolation(
            VOIDED_AT_ISSUE,
            f"coupons voided today, {desk.day}, do not stand in an issue for {order.day}",
            fix="void them by themselves",
        )
    voided = voided_facts(desk, order.voided, Custody.FINANCE, desk.day, VOIDED_AT_ISSUE)
    overlap = common(runs, (line.run for line in order.voided))
    if overlap:
        raise RuleViolation(VOIDED_AT_ISSUE, f"{spelled_runs(overlap)} cannot be issued and voided")
    entered = IssueEntered(
        requisition=order.requisition,
        day=order.day,
        until=asked.fact.until,
        serials=runs,
        quantities=quantities_in(groups),
        voided=order.voided,
        clause=BEFORE_HAND_OVER.id,
    )
    return (entered, *voided)


@implements("603a.20(h)")
def _require_requisition(order: EnterCouponIssue, desk: Desk) -> Document[RequisitionAuthorised]:
    """An issue answers a requisition that was authorised and not yet served, for the day that it names."""
    asked = documents.find(desk.connection, PaperKind.REQUISITION, order.requisition, RequisitionAuthorised)
    if asked is None:
        raise RuleViolation(
            BEFORE_HAND_OVER,
            f"there is no authorised requisition {order.requisition}",
            fix="have marketing prepare one and finance authorise it",
        )
    if not asked.open:
        raise RuleViolation(
            BEFORE_HAND_OVER, f"coupons were issued for requisition {order.requisition} before"
        )
    if order.day != asked.fact.needed_on or asked.fact.until < desk.day:
        raise RuleViolation(
            BEFORE_HAND_OVER,
            f"requisition {order.requisition} is for {asked.fact.needed_on}, not for {order.day} or a day before today",
        )
    return asked


@implements("603a.20(h)(1)")
def _require_stock(
    connection: sa.Connection, runs: Runs, order: EnterCouponIssue, day: date
) -> tuple[Group, ...]:
    """The serials are in stock, promised to nobody else, of an approved design, and good on the day of their use."""
    groups = require_state(connection, runs, State.STOCK, SERIALS_ISSUED, f"issue {order.requisition}")
    taken = common(runs, documents.promised(connection, day))
    if taken:
        raise RuleViolation(SERIALS_ISSUED, f"{spelled_runs(taken)} are entered for another requisition")
    require_approved_designs(connection, (group.design for group in groups), day)
    for group in groups:
        if group.expires < order.day:
            raise RuleViolation(
                SERIALS_ISSUED,
                f"{group.coupons} of these coupons expire on {group.expires}, before {order.day}",
            )
    return groups


@implements("603a.20(h)(2)")
def _require_quantities(
    order: EnterCouponIssue, groups: tuple[Group, ...], asked: RequisitionAuthorised
) -> None:
    """The entry states what its serials are, which is some coupons and no more of a denomination than requested."""
    what = f"issue {order.requisition}"
    issued = quantities_in(groups)
    require_equal(order.quantities, issued, QUANTITY_ISSUED, what)
    if not issued or counted(issued) - counted(asked.requested):
        raise RuleViolation(
            QUANTITY_ISSUED, f"{what} is {spelled(issued)}; requested are {spelled(asked.requested)}"
        )


def post_issue(fact: IssueEntered, desk: Desk) -> None:
    """Keep the entry; it is open until marketing takes the coupons over."""
    documents.close(desk.connection, PaperKind.REQUISITION, fact.requisition)
    documents.keep(desk, PaperKind.ISSUE, fact.requisition, fact.day, fact, is_open=True)


# The hand-over.


@implements("603a.20(h)", "603a.20(h)(1)")
def take_over(order: TakeOverCoupons, desk: Desk) -> tuple[Fact, ...]:
    """Hand the coupons over, once they stand in the ledger, on a day for which they were requested.

    Marketing signs for all that is left of the issue: what turned up elsewhere or expired since is no part of it.
    """
    require_distributor(desk.connection, order.department, desk.day)
    issue = documents.find(desk.connection, PaperKind.ISSUE, order.requisition, IssueEntered)
    if issue is None:
        raise RuleViolation(
            BEFORE_HAND_OVER,
            f"no issue for requisition {order.requisition} stands in the ledger",
            fix="have a finance supervisor enter it first",
        )
    if not issue.open:
        raise RuleViolation(
            BEFORE_HAND_OVER, f"the coupons of requisition {order.requisition} were taken over before"
        )
    entered = issue.fact
    if order.day != desk.day or not entered.day <= order.day <= entered.until:
        raise RuleViolation(
            BEFORE_HAND_OVER,
            f"the coupons of requisition {order.requisition} are for {entered.day} to {entered.until}",
        )
    require_ready_for(desk.connection, order.day)
    left = runs_among(
        desk.connection, entered.serials, serials.c.state == State.STOCK, serials.c.expires >= order.day
    )
    if not left or require_runs(order.serials, SERIALS_ISSUED) != left:
        raise RuleViolation(
            SERIALS_ISSUED,
            f"{spelled_runs(order.serials)} were taken over, but entered, in stock and good on {order.day} "
            f"are {spelled_runs(left)}",
        )
    return (
        CouponsTakenOver(
            requisition=order.requisition,
            day=order.day,
            serials=left,
            quantities=quantities_in(groups_in(desk.connection, left)),
            clause=BEFORE_HAND_OVER.id,
        ),
    )


def post_taken_over(fact: CouponsTakenOver, desk: Desk) -> None:
    """Marketing has the coupons from now on."""
    connection = desk.connection
    move(connection, fact.serials, fact.quantities, State.STOCK, State.ISSUED, fact.day, issued_on=fact.day)
    begin_at_marketing(connection, fact.day)
    documents.close(connection, PaperKind.ISSUE, fact.requisition)
    documents.keep(desk, PaperKind.TAKE_OVER, fact.requisition, fact.day, fact)


def taken_over_on(connection: sa.Connection, day: date) -> Runs:
    """The coupons that marketing took over from finance on a day."""
    found = documents.of_day(connection, PaperKind.TAKE_OVER, day, CouponsTakenOver)
    return joined(run for document in found for run in document.fact.serials)
