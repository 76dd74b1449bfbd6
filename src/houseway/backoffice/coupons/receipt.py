"""Receipt: coupons are opened and checked by finance and marketing, and then entered in the ledger (603a.20(e), (f))."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from enum import StrEnum
from types import MappingProxyType

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.design import SERIAL, require_design
from houseway.backoffice.coupons.documents import Document, PaperKind
from houseway.backoffice.coupons.edition import Text, text_on
from houseway.backoffice.coupons.programme import (
    Distributor,
    controls_on,
    require_distributor,
    require_in_house_printing,
    require_storage,
    taken_up_on,
)
from houseway.backoffice.coupons.quantities import Denomination, Quantities, quantities, require_equal
from houseway.backoffice.coupons.runs import Run, Runs, Serial, common, joined, less, require_runs, spelled
from houseway.backoffice.coupons.schema import deliveries, notices
from houseway.backoffice.coupons.schema import documents as papers
from houseway.backoffice.coupons.sealed import all_sealed
from houseway.backoffice.coupons.serials import receive
from houseway.backoffice.orders import Fact, Order, Signed, Words
from houseway.backoffice.people import Department, department_of
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.money import Cents
from houseway.table.coupons import serial_number

OPENED_BY_TWO = pa("603a.20(e)#1")
TO_SUPERVISOR = pa("603a.20(e)#2")
TO_COMPLIANCE = pa("603a.20(e)#3")
AFTER_THE_CHECK = pa("603a.20(f)")
RECEIVED_ON = pa("603a.20(f)(1)")
QUANTITY_RECEIVED = pa("603a.20(f)(2)")
SERIALS_RECEIVED = pa("603a.20(f)(3)")
CHECKERS = pa("603a.20(f)(4)")
CUSTODY = pa("603a.20(i)#1")


class Source(StrEnum):
    """Where coupons come from."""

    PROVIDER = "gaming service provider"
    IN_HOUSE = "printed in the house"


class Lot(msgspec.Struct, frozen=True, kw_only=True):
    """A run of coupons of one design and last day."""

    design: Words
    expires: date
    first: Serial
    last: Serial

    @property
    def run(self) -> Run:
        """Its serials."""
        return Run(self.first, self.last)


class Recipient(StrEnum):
    """Who is told of a deviation."""

    FINANCE_SUPERVISOR = "finance supervisor"
    CASINO_COMPLIANCE = "Bureau of Casino Compliance"


# Who is told of a deviation, by which clause.
TOLD: Mapping[Recipient, Clause] = MappingProxyType(
    {Recipient.FINANCE_SUPERVISOR: TO_SUPERVISOR, Recipient.CASINO_COMPLIANCE: TO_COMPLIANCE}
)


class CheckCouponDelivery(Order, frozen=True, kw_only=True):
    """A delivery is opened, and what is in it is held against its invoice.

    Coupons printed in the house come with a production order or print log in place of an invoice (reading C-31).
    """

    department: Distributor = Distributor.MARKETING
    delivery: Words
    source: Source
    supplier: Words
    invoice: Words
    invoiced: tuple[Lot, ...]
    found: tuple[Lot, ...]
    # Coupons whose numbers the house has had before, or that are in the delivery twice.
    duplicates: Runs = ()

    def matters(self) -> tuple[str, ...]:
        """The delivery."""
        return (f"coupon-delivery/{self.delivery}",)


class ReportCouponDeviation(Order, frozen=True, kw_only=True):
    """Somebody who has to know of a deviation was told."""

    delivery: Words
    to: Recipient
    reference: Words

    def matters(self) -> tuple[str, ...]:
        """The delivery."""
        return (f"coupon-delivery/{self.delivery}",)


class EnterCouponReceipt(Order, frozen=True, kw_only=True):
    """Checked coupons are entered in the ledger and go into the storage area."""

    delivery: Words
    received_on: date
    quantities: Quantities
    serials: Runs
    stored_in: Words
    locked_up: bool

    def matters(self) -> tuple[str, ...]:
        """The delivery."""
        return (f"coupon-delivery/{self.delivery}",)


class DeviationKind(StrEnum):
    """How what came differs from what was invoiced."""

    MISSING = "invoiced and not there"
    EXTRA = "there and not invoiced"
    DIFFERENT = "of another design or last day than invoiced"
    DUPLICATE = "with a number that is there twice"


class Deviation(msgspec.Struct, frozen=True, kw_only=True):
    """Coupons of a delivery that are not as invoiced."""

    kind: DeviationKind
    first: int
    last: int


class DeliveryChecked(Fact, frozen=True, kw_only=True):
    """A delivery was opened and checked."""

    delivery: str
    source: Source
    supplier: str
    invoice: str
    checked_on: date
    invoiced: tuple[Lot, ...]
    found: tuple[Lot, ...]
    deviations: tuple[Deviation, ...]
    # The numbers that the delivery takes up: those of its invoice, whether the coupons are there or not.
    first: int
    last: int

    @property
    def good(self) -> tuple[Lot, ...]:
        """What was found and can go into stock; a number that was not invoiced is a deviation and nothing else."""
        invoiced = (Run(self.first, self.last),)
        return tuple(
            msgspec.structs.replace(lot, first=run.first, last=run.last)
            for lot in self.found
            for run in common((lot.run,), invoiced)
        )


class DeviationToReport(Fact, frozen=True, kw_only=True):
    """A deviation must be reported; `at_once` as the permanent text has it."""

    delivery: str
    to: Recipient
    at_once: bool
    found_on: date


class DeviationReported(Fact, frozen=True, kw_only=True):
    """A deviation was reported."""

    delivery: str
    to: Recipient
    reference: str
    reported_on: date


class ReceivedLot(msgspec.Struct, frozen=True, kw_only=True):
    """A run of coupons of one design, denomination and last day."""

    design: str
    denomination: Denomination
    expires: date
    first: int
    last: int


class CouponsReceived(Fact, frozen=True, kw_only=True):
    """Coupons were entered in the ledger."""

    delivery: str
    received_on: date
    lots: tuple[ReceivedLot, ...]
    quantities: Quantities
    serials: Runs
    checkers: tuple[Signed, ...]
    stored_in: str


# Opening and checking.


def check_delivery(order: CheckCouponDelivery, desk: Desk) -> tuple[Fact, ...]:
    """What the two who opened a delivery found; a deviation is to be reported to two offices."""
    controls = require_distributor(desk.connection, order.department, desk.day)
    if order.source is Source.IN_HOUSE:
        require_in_house_printing(desk.connection, controls, desk.day)
    if is_taken_up(desk.connection, order.delivery):
        raise RuleViolation(OPENED_BY_TWO, f"delivery {order.delivery} was checked before")
    for lot in (*order.invoiced, *order.found):
        require_design(desk.connection, lot.design)
    span = _require_sequence(desk.connection, order)
    _require_as_sealed(desk.connection, order)
    duplicates = require_runs(order.duplicates, TO_SUPERVISOR)
    deviations = tuple(deviations_of(order.invoiced, order.found, duplicates))
    checked = DeliveryChecked(
        delivery=order.delivery,
        source=order.source,
        supplier=order.supplier,
        invoice=order.invoice,
        checked_on=desk.day,
        invoiced=order.invoiced,
        found=order.found,
        deviations=deviations,
        first=span.first,
        last=span.last,
        clause=OPENED_BY_TWO.id,
    )
    return (checked, *(_to_report(order.delivery, desk.day) if deviations else ()))


@implements("603a.20(c)(3)")
def _require_sequence(connection: sa.Connection, order: CheckCouponDelivery) -> Run:
    """Serials continue where the last delivery ended, without a gap, no number is taken twice, and only the invoice takes any."""
    invoiced = require_runs((lot.run for lot in order.invoiced), SERIAL)
    found = require_runs((lot.run for lot in order.found), SERIAL)
    following = next_serial(connection)
    if not invoiced or invoiced[0].first != following or len(invoiced) > 1:
        raise RuleViolation(
            SERIAL,
            f"the invoice is for {spelled(invoiced)}; serials go on without a gap from {serial_number(following)}",
            fix="send the coupons back to be numbered anew",
        )
    known = common(found, (Run(1, following - 1),) if following > 1 else ())
    if known:
        raise RuleViolation(
            SERIAL,
            f"the house has had the serials {spelled(known)} before",
            fix="state them as duplicates, which are reported and never issued",
        )
    return invoiced[0]


@implements("603a.20(c)(3)", readings=("C-141",))
def _require_as_sealed(connection: sa.Connection, order: CheckCouponDelivery) -> None:
    """Refuse coupons of another design or last day than the barcodes say that were sealed for their printer."""
    for sealed in all_sealed(connection):
        for lot in order.invoiced:
            told = (lot.design, lot.expires)
            if common((lot.run,), (sealed.run,)) and told != (sealed.design, sealed.expires):
                raise RuleViolation(
                    SERIAL,
                    f"the barcodes of {spelled((sealed.run,))} are for design {sealed.design} until {sealed.expires}, "
                    f"and the invoice is for {lot.design} until {lot.expires}",
                    fix="send the coupons back: no table could take them",
                )


def next_serial(connection: sa.Connection) -> int:
    """The number with which the next coupons begin."""
    return (connection.execute(sa.select(sa.func.max(deliveries.c.last))).scalar() or 0) + 1


def is_taken_up(connection: sa.Connection, delivery: str) -> bool:
    """Whether a delivery, or a mailing under that name, has its numbers."""
    query = sa.select(deliveries.c.delivery).where(deliveries.c.delivery == delivery)
    return connection.execute(query).first() is not None


def take_up(connection: sa.Connection, delivery: str, run: Run) -> None:
    """Note the numbers that a delivery takes up: the next one begins after them."""
    row = {"delivery": delivery, "first": run.first, "last": run.last}
    connection.execute(deliveries.insert(), row)


@implements("603a.20(e)#2", "603a.20(e)#3", readings=("C-31",))
def deviations_of(
    invoiced: Iterable[Lot], found: Iterable[Lot], duplicates: Iterable[Run]
) -> Iterator[Deviation]:
    """Everything in which a delivery differs from its invoice, production order or print log."""
    asked, there = tuple(invoiced), tuple(found)
    asked_runs, there_runs = joined(lot.run for lot in asked), joined(lot.run for lot in there)
    other = joined(
        run
        for one in asked
        for lot in there
        if (one.design, one.expires) != (lot.design, lot.expires)
        for run in common((one.run,), (lot.run,))
    )
    for kind, runs in (
        (DeviationKind.MISSING, less(asked_runs, there_runs)),
        (DeviationKind.EXTRA, less(there_runs, asked_runs)),
        (DeviationKind.DIFFERENT, other),
        (DeviationKind.DUPLICATE, joined(duplicates)),
    ):
        for run in runs:
            yield Deviation(kind=kind, first=run.first, last=run.last)


@implements("603a.20(e)#2", "603a.20(e)#3")
def _to_report(delivery: str, day: date) -> tuple[Fact, ...]:
    """A finance supervisor and Casino Compliance are told; the temporary text did not say at once."""
    at_once = text_on(day) is Text.PERMANENT
    return tuple(
        DeviationToReport(delivery=delivery, to=to, at_once=at_once, found_on=day, clause=clause.id)
        for to, clause in TOLD.items()
    )


def post_checked(fact: DeliveryChecked, desk: Desk) -> None:
    """Keep the paper, and the numbers that the delivery takes up."""
    documents.keep(desk, PaperKind.DELIVERY, fact.delivery, fact.checked_on, fact, is_open=True)
    take_up(desk.connection, fact.delivery, Run(fact.first, fact.last))


def post_to_report(fact: DeviationToReport, desk: Desk) -> None:
    """Keep what is to be reported."""
    row = {
        "delivery": fact.delivery,
        "recipient": fact.to,
        "at_once": fact.at_once,
        "found_on": fact.found_on,
        "reference": "",
    }
    desk.connection.execute(notices.insert(), row)


# Reporting a deviation.


@implements("603a.20(e)#2", "603a.20(e)#3")
def report(order: ReportCouponDeviation, desk: Desk) -> tuple[Fact, ...]:
    """Note that a deviation was reported, once to each who has to know."""
    clause = TOLD[order.to]
    if order.to not in _unreported(desk.connection, order.delivery):
        raise RuleViolation(
            clause, f"nothing of delivery {order.delivery} is left to report to the {order.to}"
        )
    return (
        DeviationReported(
            delivery=order.delivery,
            to=order.to,
            reference=order.reference,
            reported_on=desk.day,
            clause=clause.id,
        ),
    )


def _unreported(connection: sa.Connection, delivery: str) -> tuple[Recipient, ...]:
    query = sa.select(notices.c.recipient).where(notices.c.delivery == delivery, notices.c.sent_on.is_(None))
    awaited = set(connection.execute(query).scalars())
    return tuple(recipient for recipient in Recipient if recipient in awaited)


def post_reported(fact: DeviationReported, desk: Desk) -> None:
    """Keep the report."""
    desk.connection.execute(
        notices.update()
        .where(notices.c.delivery == fact.delivery, notices.c.recipient == fact.to)
        .values(sent_on=fact.reported_on, reference=fact.reference)
    )


# Entering the receipt.


@implements("603a.20(f)")
def enter_receipt(order: EnterCouponReceipt, desk: Desk) -> tuple[Fact, ...]:
    """Enter a checked delivery, once, with every figure that the ledger wants."""
    check = documents.find(desk.connection, PaperKind.DELIVERY, order.delivery, DeliveryChecked)
    if check is None:
        raise RuleViolation(
            AFTER_THE_CHECK,
            f"delivery {order.delivery} has not been checked",
            fix="have finance and marketing open and check it first",
        )
    if not check.open:
        raise RuleViolation(AFTER_THE_CHECK, f"delivery {order.delivery} was entered before")
    _require_reported(desk, check.fact)
    _require_date(order, check.fact, desk)
    lots = tuple(_received(desk.connection, lot) for lot in check.fact.good)
    _require_figures(order, lots)
    _require_custody(order, desk)
    return (
        CouponsReceived(
            delivery=order.delivery,
            received_on=order.received_on,
            lots=lots,
            quantities=quantities_of(lots),
            serials=joined(Run(lot.first, lot.last) for lot in lots),
            checkers=checkers_of(check),
            stored_in=order.stored_in,
            clause=AFTER_THE_CHECK.id,
        ),
    )


@implements("603a.20(e)#2", "603a.20(e)#3")
def _require_reported(desk: Desk, check: DeliveryChecked) -> None:
    """A deviation found under the permanent text is reported before anything else is done with the delivery."""
    if text_on(check.checked_on) is Text.TEMPORARY:
        return
    for to in _unreported(desk.connection, check.delivery):
        raise RuleViolation(
            TOLD[to],
            f"the deviation of delivery {check.delivery} has not been reported to the {to}",
            fix="report it at once",
        )


@implements("603a.20(f)(1)")
def _require_date(order: EnterCouponReceipt, check: DeliveryChecked, desk: Desk) -> None:
    """The day of receipt is no later than the check, and no earlier than the programme and the deliveries before it."""
    if order.received_on > min(check.checked_on, desk.day):
        raise RuleViolation(
            RECEIVED_ON,
            f"delivery {order.delivery} was checked on {check.checked_on}, and so not received on {order.received_on}",
        )
    for since, what in (
        (taken_up_on(desk.connection), "the house has had coupons since"),
        (_received_before(desk.connection, check), "coupons with lower numbers were received on"),
    ):
        if since is not None and order.received_on < since:
            raise RuleViolation(
                RECEIVED_ON,
                f"delivery {order.delivery} cannot have been received on {order.received_on}: {what} {since}",
            )


def _received_before(connection: sa.Connection, check: DeliveryChecked) -> date | None:
    """When the last of the deliveries with lower numbers was received, of those that are entered."""
    query = (
        sa.select(sa.func.max(papers.c.day))
        .join(deliveries, deliveries.c.delivery == papers.c.subject)
        .where(papers.c.kind == PaperKind.RECEIPT, deliveries.c.last < check.first)
    )
    last: date | None = connection.execute(query).scalar()
    return last


def _received(connection: sa.Connection, lot: Lot) -> ReceivedLot:
    return ReceivedLot(
        design=lot.design,
        denomination=require_design(connection, lot.design).value,
        expires=lot.expires,
        first=lot.first,
        last=lot.last,
    )


def quantities_of(lots: Iterable[ReceivedLot]) -> Quantities:
    """How many coupons of each denomination the lots hold."""
    found: dict[Cents, int] = {}
    for lot in lots:
        found[lot.denomination] = found.get(lot.denomination, 0) + len(Run(lot.first, lot.last))
    return quantities(found)


@implements("603a.20(f)(2)", "603a.20(f)(3)")
def _require_figures(order: EnterCouponReceipt, lots: tuple[ReceivedLot, ...]) -> None:
    """The entry states the denominations, quantities and serials that were found."""
    require_equal(order.quantities, quantities_of(lots), QUANTITY_RECEIVED, f"delivery {order.delivery}")
    found = joined(Run(lot.first, lot.last) for lot in lots)
    if require_runs(order.serials, SERIALS_RECEIVED) != found:
        raise RuleViolation(
            SERIALS_RECEIVED,
            f"delivery {order.delivery} states the serials {spelled(order.serials)}, but they are {spelled(found)}",
        )


@implements("603a.20(i)#1")
def _require_custody(order: EnterCouponReceipt, desk: Desk) -> None:
    """The supervisor attests that the coupons are under lock in the approved area."""
    controls = controls_on(desk.connection, desk.day)
    require_storage(desk.connection, controls, order.stored_in, desk.day)
    if not order.locked_up:
        raise RuleViolation(CUSTODY, f"the coupons of delivery {order.delivery} are not locked up")


@implements("603a.20(f)(4)")
def checkers_of(check: Document[DeliveryChecked]) -> tuple[Signed, ...]:
    """Who checked the coupons, by name, credential and signature: somebody of finance, and somebody else."""
    departments = {department_of(signed.position) for signed in check.signatures}
    if Department.FINANCE not in departments or len(departments) == 1:
        raise RuleViolation(
            CHECKERS,
            f"the check of delivery {check.subject} does not bear the signatures of both departments",
        )
    return check.signatures


def post_received(fact: CouponsReceived, desk: Desk) -> None:
    """Put the coupons into stock, and keep the entry."""
    for lot in fact.lots:
        run = Run(lot.first, lot.last)
        receive(desk.connection, run, lot.design, lot.denomination, lot.expires, fact.received_on)
    documents.close(desk.connection, PaperKind.DELIVERY, fact.delivery)
    documents.keep(desk, PaperKind.RECEIPT, fact.delivery, fact.received_on, fact)
