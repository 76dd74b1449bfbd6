"""People who run coupons: the same steps on a bare database, for speed, or through the office with everybody's signature."""

import sqlite3
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Protocol

import msgspec
import pytest
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.count import CountCoupons, Review, papers_of
from houseway.backoffice.coupons.design import Design, SubmitCouponDesign
from houseway.backoffice.coupons.distribution import DistributeCoupons, OpenCarriedCoupons
from houseway.backoffice.coupons.drop_boxes import Drop
from houseway.backoffice.coupons.issue import EnterCouponIssue, TakeOverCoupons, taken_over_on
from houseway.backoffice.coupons.programme import (
    AdoptCouponControls,
    Approval,
    ApprovalKind,
    Authority,
    Controls,
    InHouseControls,
    RecordCouponApproval,
    SystemControls,
)
from houseway.backoffice.coupons.quantities import Quantities, Quantity, counted, quantities
from houseway.backoffice.coupons.receipt import (
    CheckCouponDelivery,
    EnterCouponReceipt,
    Lot,
    Source,
    next_serial,
)
from houseway.backoffice.coupons.reconciliation import ReconcileCoupons
from houseway.backoffice.coupons.redemption import RedeemCoupon
from houseway.backoffice.coupons.requisition import RequisitionCoupons
from houseway.backoffice.coupons.returns import ReturnCoupons, coupons_to_return, voids_to_return
from houseway.backoffice.coupons.runs import Run, Runs
from houseway.backoffice.coupons.serials import (
    State,
    find,
    groups_in,
    moved_between,
    quantities_in,
    runs_in,
    totals_by_state,
    went,
)
from houseway.backoffice.coupons.variances import VarianceFound, VarianceKind
from houseway.backoffice.coupons.voids import Custody, voids_of
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Fact, Order, Signed
from houseway.backoffice.people import Position
from houseway.backoffice.policy import rule_for
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.postings.postings import house, metadata
from houseway.backoffice.records import OrderRecord
from houseway.law import RuleViolation
from tests.backoffice.house import HOUSE, Clock, make_office, who

MAY_DAY = date(2014, 5, 1)
BY_SUMMERS_END = date(2014, 8, 31)
VAULT = "cage vault, shelf 3"
CABINET = "players club, locked cabinet"

CONTROLS = Controls(
    reference="IC-2014-07",
    approver=Authority.BOARD,
    approved_on=date(2012, 8, 1),
    submitted_on=date(2012, 5, 1),
    procedure="465a.2",
    subjects=("inventory", "distribution", "redemption"),
    storage=VAULT,
    overnight=CABINET,
    inventory_method="two people count every run of serials",
    in_house=InHouseControls(
        reference="IC-2014-08", production="print log", reconciliation="log against stock"
    ),
    system=SystemControls(production="by order", recording="in the journal", reconciliation="daily"),
    tables_without_scanner=("7",),
)
TEN = Design(id="MP-10", holder=HOUSE, value=1000)
TWENTY_FIVE = Design(id="MP-25", holder=HOUSE, value=2500)


def approval(kind: ApprovalKind, name: str, **changes: Any) -> Approval:
    """An approval letter as the law wants it."""
    by, procedure = {
        ApprovalKind.DESIGN: (Authority.GAMING_OPERATIONS, "601a.10(a)"),
        ApprovalKind.STORAGE: (Authority.CASINO_COMPLIANCE, "601a.10(g)"),
        ApprovalKind.OVERNIGHT_STORAGE: (Authority.CASINO_COMPLIANCE, "601a.10(f)"),
        ApprovalKind.IN_HOUSE_PRINTING: (Authority.BOARD, ""),
    }[kind]
    letter = Approval(
        kind=kind,
        name=name,
        approver=by,
        procedure=procedure,
        reference=f"letter on {name}",
        approved_on=date(2012, 9, 1),
        submitted_on=date(2012, 8, 15),
    )
    return msgspec.structs.replace(letter, **changes)


APPROVALS = (
    approval(ApprovalKind.DESIGN, TEN.id),
    approval(ApprovalKind.DESIGN, TWENTY_FIVE.id),
    approval(ApprovalKind.STORAGE, VAULT),
    approval(ApprovalKind.OVERNIGHT_STORAGE, CABINET),
    approval(ApprovalKind.IN_HOUSE_PRINTING, "IC-2014-08"),
)


class Steps(Protocol):
    """Whoever carries orders out, on whatever day it is."""

    @property
    def day(self) -> date: ...

    @property
    def connection(self) -> sa.Connection: ...

    def give(self, order: Order) -> tuple[Fact, ...]: ...

    def at(self, day: date) -> None: ...


class BareHouse:
    """The book alone over a database in memory: decides and posts, everybody signing as they should."""

    def __init__(self, day: date = MAY_DAY, copied: "BareHouse | None" = None) -> None:
        self.day = day
        self.database = sqlite3.connect(":memory:")
        self.connection = sa.create_engine(
            "sqlite://", creator=lambda: self.database, poolclass=sa.StaticPool
        ).connect()
        if copied is None:
            for tables in (BOOK.tables, metadata):
                tables.create_all(self.connection)
            self.connection.execute(house.insert(), {"name": HOUSE})
        else:
            copied.connection.commit()
            copied.database.backup(self.database)

    def at(self, day: date) -> None:
        """Let it be another day."""
        self.day = day

    def desk(self, order: Order | None = None) -> Desk:
        """The desk, with everybody's signature under an order."""
        now = datetime.combine(self.day, time(16), UTC)
        parts = rule_for(BOOK.rules, order).parts if order else ()
        return Desk(
            self.connection,
            now,
            self.day,
            tuple(_signed(part.name, part.permits[0].least, now) for part in parts),
        )

    def give(self, order: Order) -> tuple[Fact, ...]:
        """Carry an order out."""
        desk = self.desk(order)
        facts = BOOK.decide(order, desk)
        for fact in facts:
            BOOK.post(fact, desk)
        return facts


def _signed(part: str, position: Position, at: datetime) -> Signed:
    return Signed(
        part=part,
        person=f"{position.replace(' ', '-')}-1",
        credential=who(position),
        name=f"{position.title()} 1",
        position=position,
        at=at,
    )


def open_office(place: str, clock: Clock, **options: Any) -> Office:
    """An office with the staff's and the coupons' books."""
    return make_office(place, clock, books=(STAFF, BOOK), **options)


# Whoever of finance acknowledges a form with variations does not count the day: the supervisors have other duties in it.
_SIGNS = {"acknowledged": Position.DIRECTOR_OF_FINANCE}
# Those who close and count a day had no hand in it before.
_SECOND_PEOPLE = (ReconcileCoupons, CountCoupons)


class OfficeHouse:
    """The book behind the office: every order is proposed, signed and executed by people with credentials."""

    def __init__(self, office: Office, clock: Clock) -> None:
        self.office = office
        self.clock = clock
        self.keys = 0
        self._reading: Any = None

    @property
    def day(self) -> date:
        """The gaming day."""
        return self.office.days.day_of(self.clock.now)

    @property
    def connection(self) -> sa.Connection:
        """The books as they stand now."""
        self.close()
        self._reading = self.office.desk()
        desk: Desk = self._reading.__enter__()
        return desk.connection

    def close(self) -> None:
        """Put the books down."""
        if self._reading is not None:
            self._reading.__exit__(None, None, None)
            self._reading = None

    def at(self, day: date) -> None:
        """Let it be the afternoon of another day."""
        self.clock.now = datetime.combine(day, time(18), UTC)

    def give(self, order: Order) -> tuple[Fact, ...]:
        """Have an order signed by everybody it takes."""
        self.close()
        self.keys += 1
        done = sign(self.office, order, f"{type(order).__name__} {self.keys}")
        return tuple(msgspec.convert(fact, BOOK.facts) for fact in done.facts)


def people_for(order: Order, number: int = 0) -> list[str]:
    """Who signs an order: of each position that it takes the first person, or the second."""
    number = number or (2 if isinstance(order, _SECOND_PEOPLE) else 1)
    parts = rule_for(BOOK.rules, order).parts
    return [who(_SIGNS.get(part.name, part.permits[0].least), number) for part in parts]


def sign(office: Office, order: Order, key: str, number: int = 0) -> OrderRecord:
    """An order signed by the first or second person of each position that it takes."""
    rule, people = rule_for(BOOK.rules, order), people_for(order, number)
    if len(people) == 1:
        return office.carry_out(order, who=people[0], key=key, at_table=rule.at_table)
    digest = office.propose(order, who=people[0], key=key).digest
    for person in people[1:-1]:
        office.approve(digest, who=person)
    return office.execute(digest, who=people[-1])


# The usual steps.


def launch(crew: Steps, controls: Controls = CONTROLS) -> None:
    """A house with an approved programme and two approved designs."""
    crew.give(AdoptCouponControls(controls=controls))
    for design in (TEN, TWENTY_FIVE):
        crew.give(SubmitCouponDesign(design=design))
    for letter in APPROVALS:
        crew.give(RecordCouponApproval(approval=letter))


def lot(first: int, last: int, design: Design = TEN, expires: date = BY_SUMMERS_END) -> Lot:
    """A run of printed coupons."""
    return Lot(design=design.id, expires=expires, first=first, last=last)


def delivery(*lots: Lot, name: str = "D-1", **changes: Any) -> CheckCouponDelivery:
    """A delivery that is as invoiced."""
    check = CheckCouponDelivery(
        delivery=name,
        source=Source.PROVIDER,
        supplier="Valley Ticket",
        invoice=f"invoice {name}",
        invoiced=lots,
        found=lots,
    )
    return msgspec.structs.replace(check, **changes)


def receipt_of(check: CheckCouponDelivery, day: date) -> EnterCouponReceipt:
    """The entry of what was found in a delivery."""
    values = {TEN.id: TEN.value, TWENTY_FIVE.id: TWENTY_FIVE.value}
    counts = counted(Quantity(values[lot.design], len(lot.run)) for lot in check.found)
    return EnterCouponReceipt(
        delivery=check.delivery,
        received_on=day,
        quantities=quantities(counts),
        serials=tuple(lot.run for lot in check.found),
        stored_in=VAULT,
        locked_up=True,
    )


def receive(
    crew: Steps, count: int, design: Design = TEN, *, name: str = "D-1", expires: date = BY_SUMMERS_END
) -> Run:
    """Newly printed coupons go into stock."""
    first = next_serial(crew.connection)
    check = delivery(lot(first, first + count - 1, design, expires), name=name)
    crew.give(check)
    crew.give(receipt_of(check, crew.day))
    return Run(first, first + count - 1)


def requisition(number: str, day: date, some: Quantities, **changes: Any) -> RequisitionCoupons:
    """A requisition for a gaming day, prepared on it."""
    order = RequisitionCoupons(number=number, prepared_on=day, needed_on=day, estimated=some, requested=some)
    return msgspec.structs.replace(order, **changes)


def request(crew: Steps, number: str, runs: Runs) -> Quantities:
    """A requisition for as many coupons as these, authorised."""
    some = quantities_in(groups_in(crew.connection, runs))
    crew.give(requisition(number, crew.day, some))
    return some


def issue_to_marketing(crew: Steps, number: str, *runs: Run) -> None:
    """Requisition, issue and hand-over of these coupons, all on one day."""
    some = request(crew, number, runs)
    crew.give(EnterCouponIssue(requisition=number, day=crew.day, serials=runs, quantities=some))
    crew.give(TakeOverCoupons(requisition=number, day=crew.day, serials=runs))


def open_carried(crew: Steps) -> None:
    """Open what was held overnight."""
    held = runs_in(crew.connection, State.HELD)
    crew.give(OpenCarriedCoupons(day=crew.day, serials=held))


def hand_out(crew: Steps, *runs: Run) -> None:
    """Patrons are given these coupons at the players club."""
    crew.give(DistributeCoupons(day=crew.day, serials=runs, place="players club"))


def redeem(crew: Steps, serial: int, table: str = "1", round: str = "1") -> None:
    """A coupon is redeemed at a table."""
    coupon = find(crew.connection, serial)
    value = coupon.denomination if coupon else TEN.value
    crew.give(RedeemCoupon(serial=serial, value=value, table=table, round=round, day=crew.day))


def form(crew: Steps, *, day: date | None = None, **changes: Any) -> ReconcileCoupons:
    """The reconciliation form of a day as everything was recorded; nothing is held."""
    day = day or crew.day
    connection = crew.connection
    found = moved_between(connection, day, day)
    available = counted(went(found, State.HELD, State.ISSUED)) + counted(
        went(found, State.STOCK, State.ISSUED)
    )
    order = ReconcileCoupons(
        day=day,
        received=taken_over_on(connection, day),
        available=quantities(available),
        distributed=went(found, State.ISSUED, State.DISTRIBUTED),
        remaining=runs_in(connection, State.ISSUED),
        voided=tuple(void.line for void in voids_of(connection, day, Custody.MARKETING)),
    )
    return msgspec.structs.replace(order, **changes)


def return_form(crew: Steps, day: date, **changes: Any) -> ReturnCoupons:
    """The return of all that is left of a day."""
    connection = crew.connection
    left = coupons_to_return(connection, day)
    order = ReturnCoupons(
        day=day,
        returned_on=crew.day,
        serials=left,
        quantities=quantities_in(groups_in(connection, left)),
        voided=tuple(void.line for void in voids_to_return(connection, day)),
    )
    return msgspec.structs.replace(order, **changes)


def close_day(crew: Steps, *, hold: bool = False) -> None:
    """Marketing's day ends as it should: the form is right, what is left is held, or returned with the voids."""
    day = crew.day
    order = form(crew)
    crew.give(msgspec.structs.replace(order, held=order.remaining) if hold else order)
    back = return_form(crew, day)
    if back.serials or back.voided:
        crew.give(back)


def count_of(crew: Steps, day: date, *drops: Drop, **changes: Any) -> CountCoupons:
    """The count of a day with everything there that should be; the drop boxes hold what tables redeemed, unless given."""
    connection = crew.connection
    voided = tuple(
        Run(void.first, void.last) for void in voids_of(connection, day, *Custody) if not void.missing
    )
    order = CountCoupons(
        day=day,
        drops=drops or drops_of(connection, day),
        voided=voided,
        returned=runs_in(connection, State.RETURNED),
        reviews=tuple(Review(document=name, proper=True) for name in papers_of(connection, day)),
        stored_in=VAULT,
    )
    return msgspec.structs.replace(order, **changes)


def drops_of(connection: sa.Connection, day: date) -> tuple[Drop, ...]:
    """What is in the drop boxes if every table dropped what it redeemed."""
    rows = connection.execute(
        sa.text(
            'SELECT "table", serial FROM coupons_serials WHERE redeemed_on = :day AND cancelled_on IS NULL '
            "ORDER BY serial"
        ).bindparams(sa.bindparam("day", day, sa.Date))
    )
    boxes: dict[str, list[int]] = {}
    for table, serial in rows:
        boxes.setdefault(table, []).append(serial)
    return tuple(Drop(table=table, serials=tuple(serials)) for table, serials in sorted(boxes.items()))


def next_day(crew: Steps) -> None:
    """The day after."""
    crew.at(crew.day + timedelta(days=1))


def refused(crew: Steps, order: Order, clause: str) -> str:
    """An order is refused under a clause; what the refusal says."""
    with pytest.raises(RuleViolation) as refusal:
        crew.give(order)
    assert refusal.value.clause.id == clause, refusal.value
    return refusal.value.message


def found(facts: tuple[Fact, ...]) -> set[tuple[VarianceKind, int]]:
    """The variances among facts, each with its first serial."""
    return {(fact.kind, fact.first) for fact in facts if isinstance(fact, VarianceFound)}


def states(crew: Steps) -> dict[State, int]:
    """How many coupons are in each state, those with none left out."""
    counts = {state: sum(some.values()) for state, some in totals_by_state(crew.connection).items()}
    return {state: count for state, count in counts.items() if count}
