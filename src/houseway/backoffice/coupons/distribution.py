"""Distribution: marketing opens what it held overnight and hands coupons to patrons (603a.20(d)#2, (k)#3)."""

from collections import Counter
from datetime import date, timedelta

import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.days import (
    CARRIED_OVER,
    begin_at_marketing,
    matter,
    require_open_at_marketing,
    require_ready_for,
)
from houseway.backoffice.coupons.documents import Document, PaperKind
from houseway.backoffice.coupons.programme import (
    Distributor,
    require_approved_designs,
    require_distributor,
)
from houseway.backoffice.coupons.quantities import Quantities, counted, quantities, require_equal
from houseway.backoffice.coupons.runs import Runs, common, joined, require_runs, spelled
from houseway.backoffice.coupons.schema import serials
from houseway.backoffice.coupons.serials import (
    State,
    groups_in,
    move,
    quantities_in,
    require_state,
    runs_among,
    runs_in,
)
from houseway.backoffice.coupons.voids import CouponsVoided
from houseway.backoffice.orders import Fact, Order, Words
from houseway.law import RuleViolation, implements, pa
from houseway.money import Cents

BY_MARKETING = pa("603a.20(d)#2")
EXPIRED_GO_BACK = pa("603a.20(k)#4")
UNSPENT = pa("603a.21(e)#1")

_ONE_DAY = timedelta(days=1)


class OpenCarriedCoupons(Order, frozen=True, kw_only=True):
    """Marketing takes what it held overnight out of its locked area: the day's opening stock."""

    department: Distributor = Distributor.MARKETING
    day: date
    serials: Runs

    def matters(self) -> tuple[str, ...]:
        """The day that they are opened for."""
        return (matter(self.day),)


class DistributeCoupons(Order, frozen=True, kw_only=True):
    """Coupons are handed to patrons."""

    department: Distributor = Distributor.MARKETING
    day: date
    serials: Runs
    # The desk, mailing or promotion at which they were handed out.
    place: Words
    # The void papers of coupons in a drop box whose patrons are given these in their place.
    replaces: tuple[Words, ...] = ()

    def matters(self) -> tuple[str, ...]:
        """The day on which they are handed out."""
        return (matter(self.day),)


class CarriedCouponsOpened(Fact, frozen=True, kw_only=True):
    """Coupons held overnight are the day's opening stock; those opened after the day they were held for can only go back."""

    day: date
    serials: Runs
    quantities: Quantities
    late: Runs = ()


class CouponsDistributed(Fact, frozen=True, kw_only=True):
    """Patrons have the coupons."""

    day: date
    serials: Runs
    quantities: Quantities
    place: str
    replaces: tuple[str, ...] = ()


@implements("603a.20(k)#3", readings=("C-25", "C-27"))
def open_carried(order: OpenCarriedCoupons, desk: Desk) -> tuple[Fact, ...]:
    """The opening stock is exactly what was held: nothing of it may be left off the new day's form.

    What was held is for the next gaming day; when that is over, it is taken out to be returned.
    """
    require_distributor(desk.connection, order.department, desk.day)
    if order.day != desk.day:
        raise RuleViolation(CARRIED_OVER, f"coupons are opened for today, {desk.day}, not for {order.day}")
    require_ready_for(desk.connection, order.day)
    held = runs_in(desk.connection, State.HELD)
    if not held or require_runs(order.serials, CARRIED_OVER) != held:
        raise RuleViolation(
            CARRIED_OVER, f"{spelled(order.serials)} are opened, but held overnight were {spelled(held)}"
        )
    opened = quantities_in(groups_in(desk.connection, held))
    late = runs_among(desk.connection, held, serials.c.changed_on < order.day - _ONE_DAY)
    return (
        CarriedCouponsOpened(
            day=order.day,
            serials=held,
            quantities=opened,
            late=late,
            clause=CARRIED_OVER.id,
        ),
    )


@implements("603a.20(k)#3")
def require_in_time(day: date, today: date, runs: Runs) -> None:
    """Coupons of a day are kept for the next gaming day only; when that is over there is nothing to keep them for."""
    if today > day + _ONE_DAY:
        raise RuleViolation(
            CARRIED_OVER,
            f"{spelled(runs)} of {day} cannot be held on {today}: the next gaming day is over",
            fix="return them to finance",
        )


def opened_late(connection: sa.Connection, day: date) -> Runs:
    """What marketing took out of its locked area on a day after the one that it was held for."""
    found = documents.of_day(connection, PaperKind.LATE_OPENING, day, CarriedCouponsOpened)
    return joined(run for document in found for run in document.fact.late)


def post_opened(fact: CarriedCouponsOpened, desk: Desk) -> None:
    """Marketing has the coupons at hand."""
    move(desk.connection, fact.serials, fact.quantities, State.HELD, State.ISSUED, fact.day)
    begin_at_marketing(desk.connection, fact.day)
    if fact.late:
        documents.keep(desk, PaperKind.LATE_OPENING, fact.day.isoformat(), fact.day, fact)


@implements("603a.20(d)#2", "603a.20(k)#3", "603a.20(k)#4")
def distribute(order: DistributeCoupons, desk: Desk) -> tuple[Fact, ...]:
    """Hand out coupons that marketing has today, of approved designs, that have not expired."""
    require_distributor(desk.connection, order.department, desk.day)
    require_open_at_marketing(desk.connection, order.day, desk.day)
    runs = require_runs(order.serials, BY_MARKETING)
    groups = require_state(desk.connection, runs, State.ISSUED, BY_MARKETING, "distribution")
    if not groups:
        raise RuleViolation(BY_MARKETING, "no coupon to hand out is named")
    require_approved_designs(desk.connection, (group.design for group in groups), desk.day)
    late = common(runs, opened_late(desk.connection, order.day))
    if late:
        raise RuleViolation(
            CARRIED_OVER,
            f"{spelled(late)} were held for an earlier day than {order.day}",
            fix="return them to finance",
        )
    for group in groups:
        if group.expires < order.day:
            raise RuleViolation(
                EXPIRED_GO_BACK,
                f"{group.coupons} of the coupons {spelled(runs)} expired after {group.expires}",
                fix="return them to finance today",
            )
    some = quantities_in(groups)
    if order.replaces:
        _require_replaced(desk.connection, order.replaces, some)
    return (
        CouponsDistributed(
            day=order.day,
            serials=runs,
            quantities=some,
            place=order.place,
            replaces=order.replaces,
            clause=BY_MARKETING.id,
        ),
    )


@implements("603a.21(e)#1", readings=("C-20",))
def _require_replaced(connection: sa.Connection, papers: tuple[str, ...], some: Quantities) -> None:
    """Patrons whose coupons lie unspent in a drop box are given as many of the same denominations, once."""
    owed = {paper.subject: paper.fact for paper in unspent_in_boxes(connection)}
    for name in papers:
        if name not in owed or papers.count(name) > 1:
            raise RuleViolation(UNSPENT, f"no patron is owed a coupon for the void paper {name}")
    counts = sum((counted(owed[name].quantities) for name in papers), Counter[Cents]())
    require_equal(some, quantities(counts), UNSPENT, f"in place of {', '.join(papers)}")


def unspent_in_boxes(connection: sa.Connection) -> tuple[Document[CouponsVoided], ...]:
    """The void papers of coupons in drop boxes whose wagers never stood, and whose patrons have not been given others."""
    return documents.open_ones(connection, PaperKind.VOID, CouponsVoided)


def post_distributed(fact: CouponsDistributed, desk: Desk) -> None:
    """Patrons have the coupons from now on."""
    for paper in fact.replaces:
        documents.close(desk.connection, PaperKind.VOID, paper)
    move(
        desk.connection,
        fact.serials,
        fact.quantities,
        State.ISSUED,
        State.DISTRIBUTED,
        fact.day,
        distributed_on=fact.day,
    )
