"""Returns: unused and expired coupons and the day's voids go back to finance, signed for by both (603a.20(k), (l))."""

from datetime import date

import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.days import BACK_AT_DAYS_END, find_day, last_day_at_marketing, matter
from houseway.backoffice.coupons.documents import PaperKind
from houseway.backoffice.coupons.programme import Distributor, require_distributor
from houseway.backoffice.coupons.quantities import Quantities, require_equal
from houseway.backoffice.coupons.runs import Runs, joined, less, require_runs, spelled
from houseway.backoffice.coupons.serials import Group, State, groups_in, move, quantities_in, runs_in
from houseway.backoffice.coupons.voids import Custody, Void, VoidLines, require_listed, voids_of
from houseway.backoffice.orders import Fact, Order
from houseway.law import RuleViolation, implements, pa

RETURN = pa("603a.20(l)")
RETURNED_ON = pa("603a.20(l)(1)")
SERIALS_RETURNED = pa("603a.20(l)(2)")
QUANTITY_RETURNED = pa("603a.20(l)(3)")
VOIDED_WITH_RETURN = pa("603a.20(l)(4)")


class ReturnCoupons(Order, frozen=True, kw_only=True):
    """Marketing gives the coupons of a day that it neither handed out nor holds, and its voids, back to finance."""

    department: Distributor = Distributor.MARKETING
    day: date
    returned_on: date
    serials: Runs
    quantities: Quantities
    voided: VoidLines = ()

    def matters(self) -> tuple[str, ...]:
        """The day that they were issued for."""
        return (matter(self.day),)


class CouponsReturned(Fact, frozen=True, kw_only=True):
    """Coupons are back with finance, until the count puts them into stock or cancels them."""

    number: str
    day: date
    returned_on: date
    serials: Runs
    quantities: Quantities
    voided: VoidLines


@implements("603a.20(k)#1")
def take_back(order: ReturnCoupons, desk: Desk) -> tuple[Fact, ...]:
    """Take coupons back with the copy of the form, and so after it; everything is entered as it is."""
    connection = desk.connection
    require_distributor(connection, order.department, desk.day)
    found = find_day(connection, order.day)
    if found is None or not found.reconciled:
        raise RuleViolation(
            BACK_AT_DAYS_END,
            f"there is no reconciliation form of {order.day} to go back with the coupons",
            fix="complete the form first",
        )
    _require_date(order, desk.day)
    groups = _require_serials(connection, order)
    require_equal(order.quantities, quantities_in(groups), QUANTITY_RETURNED, f"the return of {order.day}")
    _require_voids(connection, order)
    if not order.serials and not order.voided:
        raise RuleViolation(RETURN, f"nothing of {order.day} is left to return")
    return (
        CouponsReturned(
            number=f"{order.day}/{documents.count_of(connection, PaperKind.RETURN, order.day) + 1}",
            day=order.day,
            returned_on=order.returned_on,
            serials=joined(order.serials),
            quantities=quantities_in(groups),
            voided=order.voided,
            clause=RETURN.id,
        ),
    )


@implements("603a.20(l)(1)")
def _require_date(order: ReturnCoupons, today: date) -> None:
    """The entry bears the day on which the coupons come back."""
    if order.returned_on != today:
        raise RuleViolation(RETURNED_ON, f"the coupons come back today, {today}, not on {order.returned_on}")


@implements("603a.20(l)(2)")
def _require_serials(connection: sa.Connection, order: ReturnCoupons) -> tuple[Group, ...]:
    """What comes back is what marketing still has of the day."""
    runs = require_runs(order.serials, SERIALS_RETURNED)
    strange = less(runs, coupons_to_return(connection, order.day))
    if strange:
        raise RuleViolation(
            SERIALS_RETURNED, f"{spelled(strange)} are not marketing's to return of {order.day}"
        )
    return groups_in(connection, runs)


@implements("603a.20(l)(4)", readings=("C-36",))
def _require_voids(connection: sa.Connection, order: ReturnCoupons) -> None:
    """The first return of a day brings all of its void coupons that there are, each with its reason."""
    require_listed(
        order.voided, voids_to_return(connection, order.day), VOIDED_WITH_RETURN, f"the return of {order.day}"
    )


def voids_to_return(connection: sa.Connection, day: date) -> tuple[Void, ...]:
    """The void coupons that marketing still has of a day."""
    if documents.count_of(connection, PaperKind.RETURN, day):
        return ()
    return tuple(void for void in voids_of(connection, day, Custody.MARKETING) if not void.missing)


def coupons_to_return(connection: sa.Connection, day: date) -> Runs:
    """The unused coupons that marketing still has of a day; those of a later day are of no earlier one."""
    return () if last_day_at_marketing(connection) != day else runs_in(connection, State.ISSUED)


def is_returned(connection: sa.Connection, day: date) -> bool:
    """Whether nothing of a reconciled day is with marketing any more, but for what it holds."""
    return not coupons_to_return(connection, day) and not voids_to_return(connection, day)


def post_returned(fact: CouponsReturned, desk: Desk) -> None:
    """Finance has the coupons, and keeps the entry."""
    move(desk.connection, fact.serials, fact.quantities, State.ISSUED, State.RETURNED, fact.day)
    documents.keep(desk, PaperKind.RETURN, fact.number, fact.day, fact)


def returns_of(connection: sa.Connection, day: date) -> tuple[documents.Document[CouponsReturned], ...]:
    """The return entries of a day."""
    return documents.of_day(connection, PaperKind.RETURN, day, CouponsReturned)
