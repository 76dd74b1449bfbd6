"""Printing in the house: who printed which coupons, and none of them twice (603a.20(p))."""

from datetime import date

import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.design import CONTENT, SERIAL
from houseway.backoffice.coupons.documents import PaperKind
from houseway.backoffice.coupons.programme import (
    IN_HOUSE,
    controls_on,
    require_approved_designs,
    require_in_house_printing,
)
from houseway.backoffice.coupons.quantities import Quantities
from houseway.backoffice.coupons.receipt import DeliveryChecked, Source
from houseway.backoffice.coupons.runs import Run, Runs, Serial, less, require_runs, spelled
from houseway.backoffice.coupons.schema import serials
from houseway.backoffice.coupons.serials import (
    Group,
    State,
    quantities_in,
    require_state,
    runs_among,
)
from houseway.backoffice.orders import Fact, Order
from houseway.law import RuleViolation, implements


class PrintCoupons(Order, frozen=True, kw_only=True):
    """Coupons of one design, in stock and of the house's own production, are printed with their barcodes."""

    first: Serial
    last: Serial

    def matters(self) -> tuple[str, ...]:
        """The run of serials."""
        return (f"coupon-print/{self.first}-{self.last}",)


class CouponsPrinted(Fact, frozen=True, kw_only=True):
    """Coupons were printed: a line of the print log that their production is reconciled with (reading C-31)."""

    number: str
    printed_on: date
    design: str
    expires: date
    serials: Runs
    quantities: Quantities


@implements("603a.20(p)", readings=("C-31",))
def print_coupons(order: PrintCoupons, desk: Desk) -> tuple[Fact, ...]:
    """Print coupons that lie in stock, in a house that the Board lets print, each of them once."""
    connection = desk.connection
    require_in_house_printing(connection, controls_on(connection, desk.day), desk.day)
    runs = require_runs((Run(order.first, order.last),), SERIAL)
    # Whatever has left the stock lies somewhere on paper already, and a second one could be played as well.
    groups = require_state(connection, runs, State.STOCK, IN_HOUSE, "printing")
    one = _require_one_kind(groups, runs, desk.day)
    require_approved_designs(connection, (one.design,), desk.day)
    _require_own(connection, runs)
    _require_first_time(connection, runs)
    return (
        CouponsPrinted(
            number=f"{desk.day}/{documents.count_of(connection, PaperKind.PRINT, desk.day) + 1}",
            printed_on=desk.day,
            design=one.design,
            expires=one.expires,
            serials=runs,
            quantities=quantities_in(groups),
            clause=IN_HOUSE.id,
        ),
    )


def _require_one_kind(groups: tuple[Group, ...], runs: Runs, day: date) -> Group:
    """One printing is of one design and one last day, which is not over."""
    if len(groups) != 1:
        kinds = ", ".join(sorted(f"{group.design} until {group.expires}" for group in groups))
        raise RuleViolation(
            CONTENT, f"{spelled(runs)} are of several kinds: {kinds}", fix="print each by itself"
        )
    if groups[0].expires < day:
        raise RuleViolation(CONTENT, f"{spelled(runs)} were good through {groups[0].expires} only")
    return groups[0]


@implements("603a.20(p)")
def _require_own(connection: sa.Connection, runs: Runs) -> None:
    """Refuse coupons that a gaming service provider has made: they are on paper already."""
    bought = less(runs, _delivered(connection, Source.IN_HOUSE))
    if bought:
        raise RuleViolation(IN_HOUSE, f"{spelled(bought)} were not produced in the house")


def provided(connection: sa.Connection) -> tuple[Run, ...]:
    """The serials that gaming service providers have delivered on paper."""
    return _delivered(connection, Source.PROVIDER)


def _delivered(connection: sa.Connection, source: Source) -> tuple[Run, ...]:
    names = documents.subjects_of(connection, PaperKind.DELIVERY)
    checks = (documents.find(connection, PaperKind.DELIVERY, name, DeliveryChecked) for name in names)
    return tuple(
        lot.run for check in checks if check and check.fact.source is source for lot in check.fact.good
    )


@implements("603a.20(c)(3)", "603a.20(p)")
def _require_first_time(connection: sa.Connection, runs: Runs) -> None:
    """Two papers with one number would be two coupons."""
    before = runs_among(connection, runs, serials.c.printed_on.is_not(None))
    if before:
        raise RuleViolation(
            SERIAL,
            f"{spelled(before)} were printed before",
            fix="void what was spoiled, and print other serials",
        )


def post_printed(fact: CouponsPrinted, desk: Desk) -> None:
    """Keep the line of the print log."""
    for run in fact.serials:
        here = serials.c.serial.between(run.first, run.last)
        desk.connection.execute(serials.update().where(here).values(printed_on=fact.printed_on))
    documents.keep(desk, PaperKind.PRINT, fact.number, fact.printed_on, fact)
