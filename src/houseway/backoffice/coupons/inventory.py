"""The monthly inventory of the coupons that patrons do not have (603a.20(n))."""

from collections.abc import Iterator
from datetime import date

import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.documents import PaperKind
from houseway.backoffice.coupons.programme import INVENTORY_METHOD, controls_on
from houseway.backoffice.coupons.quantities import Quantities
from houseway.backoffice.coupons.runs import Runs, less, require_runs
from houseway.backoffice.coupons.serials import State, groups_in, quantities_in, runs_in
from houseway.backoffice.coupons.variances import VarianceFound, VarianceKind, of_run
from houseway.backoffice.orders import Fact, Order, Remark
from houseway.equipment.life import months_later
from houseway.law import RuleViolation, implements, pa

MONTHLY = pa("603a.20(n)#1")
IN_THE_LEDGER = pa("603a.20(n)#2")

# With finance are the stock and what came back and awaits its count; with marketing, what it has today or holds overnight.
AT_FINANCE = (State.STOCK, State.RETURNED)
AT_MARKETING = (State.ISSUED, State.HELD)


class TakeCouponInventory(Order, frozen=True, kw_only=True):
    """The coupons that patrons do not have are counted, wherever they are, by the method of the internal controls."""

    taken_on: date
    at_finance: Runs
    at_marketing: Runs
    explanation: Remark = ""


class InventoryTaken(Fact, frozen=True, kw_only=True):
    """The result of an inventory, with what is on the books and not there, or there and not on the books."""

    taken_on: date
    method: str
    at_finance: Runs
    at_marketing: Runs
    counted: Quantities
    on_the_books: Quantities
    short: Runs
    over: Runs
    explanation: str


@implements("603a.20(n)#1", "603a.20(n)#2", "603a.20(n)#3")
def take(order: TakeCouponInventory, desk: Desk) -> tuple[Fact, ...]:
    """Hold the coupons that were counted against the books, and record the result with every variance."""
    connection = desk.connection
    controls = controls_on(connection, desk.day)
    if not controls.inventory_method:
        raise RuleViolation(INVENTORY_METHOD, "the internal controls do not say how coupons are inventoried")
    if order.taken_on != desk.day:
        raise RuleViolation(MONTHLY, f"the inventory is taken today, {desk.day}, not on {order.taken_on}")
    if documents.last_day_of(connection, PaperKind.INVENTORY) == order.taken_on:
        raise RuleViolation(IN_THE_LEDGER, f"an inventory of {order.taken_on} is in the ledger already")
    at_finance = require_runs(order.at_finance, MONTHLY)
    at_marketing = require_runs(order.at_marketing, MONTHLY)
    books = {states: runs_in(connection, *states) for states in (AT_FINANCE, AT_MARKETING)}
    short = (*less(books[AT_FINANCE], at_finance), *less(books[AT_MARKETING], at_marketing))
    over = (*less(at_finance, books[AT_FINANCE]), *less(at_marketing, books[AT_MARKETING]))
    variances = tuple(_variances(order.taken_on, short, over))
    if variances and not order.explanation.strip():
        raise RuleViolation(
            IN_THE_LEDGER,
            f"the inventory of {order.taken_on} does not agree with the books in {len(variances)} places",
            fix="count again, or explain the difference",
        )
    on_the_books = quantities_in(group for states in books for group in groups_in(connection, books[states]))
    counted = quantities_in((*groups_in(connection, at_finance), *groups_in(connection, at_marketing)))
    taken = InventoryTaken(
        taken_on=order.taken_on,
        method=controls.inventory_method,
        at_finance=at_finance,
        at_marketing=at_marketing,
        counted=counted,
        on_the_books=on_the_books,
        short=short,
        over=over,
        explanation=order.explanation,
        clause=IN_THE_LEDGER.id,
    )
    return (taken, *variances)


def _variances(day: date, short: Runs, over: Runs) -> Iterator[VarianceFound]:
    for kind, runs in ((VarianceKind.SHORT, short), (VarianceKind.OVER, over)):
        yield from (of_run(kind, day, run, IN_THE_LEDGER) for run in runs)


def post_taken(fact: InventoryTaken, desk: Desk) -> None:
    """Keep the result in the ledger."""
    documents.keep(desk, PaperKind.INVENTORY, fact.taken_on.isoformat(), fact.taken_on, fact)


@implements("603a.20(n)#1")
def next_inventory(connection: sa.Connection) -> date | None:
    """The day by which the next inventory must be taken: a month after the last one, or after the first receipt."""
    last = documents.last_day_of(connection, PaperKind.INVENTORY) or documents.first_day_of(
        connection, PaperKind.RECEIPT
    )
    return None if last is None else months_later(last, int(MONTHLY.parameters["max_interval"].split("_")[0]))
