"""Ten years of a busy property in every book: how long each page and paper of the back office then takes.

`python -m bench.ten_years PLACE` fills a new journal at a place, to be looked at (`houseway serve --demo` would refuse it: it
is a house of its own, everybody's password is that of the demo). HOUSEWAY_BENCH_YEARS and HOUSEWAY_BENCH_TABLES say how many
years and tables; the pace of a day stays the same. The past is loaded by the books' own orders, decided and posted a week in one transaction without the journal;
what is open or was refused lately goes through the whole office.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import sqlalchemy as sa
from litestar.testing import TestClient

from bench import Measure, coupons
from houseway.backoffice.access import Access
from houseway.backoffice.approvals.kinds import Authority
from houseway.backoffice.approvals.orders import FileControls, FileSubmission, RecordApproval, RecordReview
from houseway.backoffice.book import Book, Desk
from houseway.backoffice.counter_checks.orders import ReceiveBook, SignInBook, SignOutBook
from houseway.backoffice.custody.orders import (
    ChooseAlternative,
    DrawDice,
    HandToPit,
    InstrumentPlace,
    Into,
    IssueSet,
    KeepInstruments,
    NewPiece,
    Reason,
    ReceivePieces,
    TakeOutOfUse,
)
from houseway.backoffice.custody.piece import Alternative, PieceKind
from houseway.backoffice.listing import in_order
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order, Signed, name_of
from houseway.backoffice.people import Position
from houseway.backoffice.policy import SEPARATE_DUTIES, rule_for
from houseway.backoffice.postings.book import PostPerson
from houseway.backoffice.records import State
from houseway.backoffice.retention.classes import RecordKind
from houseway.backoffice.retention.orders import Record, RegisterRecords
from houseway.backoffice.revenue import orders as revenue
from houseway.backoffice.revenue.chips import Contents, Pieces
from houseway.backoffice.revenue.chips import Instrument as Money
from houseway.backoffice.revenue.options import TaxPeriod
from houseway.backoffice.rosters.orders import PlanTable
from houseway.backoffice.rosters.tables import OpenTable
from houseway.backoffice.schema import orders as kept_orders
from houseway.backoffice.schema import signed_days
from houseway.equipment.dice import DiceGame, Instrument
from houseway.floor import Floor
from houseway.floor.demo import PASSWORD
from houseway.journal import Journal
from houseway.law import RuleViolation
from houseway.web import make_app

YEARS = float(os.environ.get("HOUSEWAY_BENCH_YEARS", "0.25"))
# Seconds that a page may take at the median, and the slowest of all.
_PAGE, _SLOWEST = 0.5, 3

_HOUSE = "Keystone Meadows"
_TABLES = tuple(f"TC-{number}" for number in range(1, 1 + int(os.environ.get("HOUSEWAY_BENCH_TABLES", "20"))))
_CHIP = 2_500
_COUPONS_A_DAY = {"MP-5": 60, "MP-10": 40, "MP-25": 20}
_WEEK, _MONTH, _YEAR = timedelta(days=7), 30, 365
_VARIANTS_A_YEAR, _HIRED_A_MONTH, _OPEN, _REFUSED = 40, 4, 80, 500
READER = coupons.credential_of(Position.DIRECTOR_OF_AUDIT, 1)


class Property:
    """A house in a database whose past is written by its books alone."""

    def __init__(self, journal: Journal, years: float) -> None:
        self.days = round(years * _YEAR)
        self.last = coupons.LAST
        self.clock = coupons.Clock(self.last - timedelta(days=self.days))
        self.office = Office(journal, self.clock)
        self.office.open_house(_HOUSE, coupons.staff())
        credentials = [one.credential for one in coupons.staff()]
        Access(self.office).open_demo_accounts(credentials, PASSWORD)
        self._book_of: dict[type[Order], Book] = {
            kind: book for book in self.office.books.values() for kind in book.orders
        }
        self._keepers = {name: book.keepers(self.office.books) for name, book in self.office.books.items()}
        self._connection: sa.Connection | None = None
        self._given = 0
        self._filings = 0
        self._trays: dict[str, tuple[Pieces, ...]] = {}

    @property
    def today(self) -> date:
        """The gaming day."""
        return self.office.days.day_of(self.clock())

    def go_to(self, day: date) -> None:
        """Let it be the afternoon of a day."""
        self.clock.at(day)

    @contextmanager
    def in_bulk(self) -> Iterator[None]:
        """Everything in one transaction, by the books alone."""
        with self.office.journal.transaction() as transaction:
            self._connection = transaction.connection
            try:
                yield
            finally:
                self._connection = None

    def give(self, order: Order) -> Any:
        """Have an order decided and posted, as if somebody of each position had signed it; the first fact that followed."""
        connection = self._connection
        assert connection is not None, "the past is written in bulk"
        book, self._given = self._book_of[type(order)], self._given + 1
        signatures = tuple(
            Signed(
                part=part.name,
                person=f"{part.permits[0].least}-1",
                credential=coupons.credential_of(part.permits[0].least, 1),
                name=f"{part.permits[0].least.value.title()} 1",
                position=part.permits[0].least,
                at=self.clock(),
            )
            for part in rule_for(book.rules, order).parts
        )
        desk = Desk(connection, self.clock(), self.today, signatures)
        facts = book.decide(order, desk)
        for fact in facts:
            self._keepers[book.name][type(fact)].post(fact, desk)
        key = f"past {self._given}"
        connection.execute(
            kept_orders.insert(),
            {
                "key": key,
                "digest": sha256(key.encode()).hexdigest(),
                "book": book.name,
                "state": State.EXECUTED,
                "content": msgspec.json.encode(order),
                "signatures": msgspec.json.encode(signatures),
                "facts": msgspec.json.encode(facts),
                "position": self._given,
            },
        )
        return facts[0]

    def approve(self, filing: Order) -> None:
        """File something, and have it reviewed and approved."""
        filed = self.give(filing)
        number, today = filed.number, self.today
        if filed.reviewer is not None:
            self.give(RecordReview(filing=number, reference=f"report {number}", dated=today))
        self.give(
            RecordApproval(
                filing=number,
                reference=f"letter {number}",
                dated=today,
                approver=Authority(filed.approver),
                in_force_from=today,
            )
        )

    # The years.

    def fill(self) -> None:
        """Everything from the first day to the last."""
        with self.in_bulk():
            self._begin()
        first = self.today
        for start in range(0, self.days, _WEEK.days):
            with self.in_bulk():
                for number in range(start, min(start + _WEEK.days, self.days)):
                    self.go_to(first + timedelta(days=number))
                    self._day(number)
        self._coupons(first)
        self.go_to(self.last)
        self._lately()

    def _begin(self) -> None:
        today = self.today
        self.give(
            revenue.SetRevenueTerms(
                since=today,
                commenced=today,
                local_share="2%",
                period=TaxPeriod.MONTH,
                return_due_days=10,
                report_due_days=1,
                authority="letter of the Department of Revenue",
            )
        )
        self.give(revenue.RegisterDenominations(since=today, chips=(_CHIP,), authority="IC-9"))
        self.approve(FileControls(procedure="book_sign_in_out", words="as approved"))
        for table in _TABLES:
            self.give(PlanTable(table=OpenTable(name=table, game="three-card-poker")))
        way = Alternative.AT_THE_TABLE
        self.give(ChooseAlternative(alternative=way, since=today))
        self.give(
            KeepInstruments(
                alternative=way,
                place=InstrumentPlace.PIT_STAND,
                where="Pit 1",
                instruments=tuple(Instrument),
                locked=True,
            )
        )

    def _day(self, number: int) -> None:
        assert self._connection is not None
        day = self.today
        for place, table in enumerate(_TABLES):
            self._table_day(day, table, (number * 7 + place * 13) % 60)
        if number:
            self.give(revenue.CertifyDay(day=day - timedelta(days=1)))
        self._dice(number)
        self._check_book(number)
        record = Record(
            kind=RecordKind.COUNT_SHEET, reference=f"count sheets of {day}", since=day, where="vault 2"
        )
        self.give(RegisterRecords(records=(record,)))
        if number % (_YEAR // _VARIANTS_A_YEAR) == 0:
            self._filings += 1
            options = {"certificate_holder": _HOUSE, "limits": {"minimum": 500 + 100 * self._filings}}
            self.approve(FileSubmission(game="sic-bo", variant=f"pit {self._filings}", options=options))
        if number % _MONTH == 0:
            for hired in range(_HIRED_A_MONTH):
                self._hire(number, hired)
        if number:
            rows = [{"book": name, "day": day} for name in self.office.books]
            self._connection.execute(signed_days.insert(), rows)

    def _table_day(self, day: date, table: str, luck: int) -> None:
        # A tray is opened with what it was closed with.
        tray = self._trays.get(table, (Pieces(value=_CHIP, count=400),))
        after = self._trays[table] = (Pieces(value=_CHIP, count=370 + luck),)
        self.give(revenue.OpenTray(day=day, table=table, game="three-card-poker", chips=tray))
        self.give(revenue.CloseTray(day=day, table=table, chips=after))
        cash = Contents(instrument=Money.CASH, cents=100_000 + 100 * luck)
        self.give(revenue.CountDrop(day=day, table=table, contents=(cash,)))

    def _dice(self, number: int) -> None:
        serial, game, way = f"D-{number:05}", DiceGame.MINI_CRAPS, Alternative.AT_THE_TABLE
        piece = NewPiece(serial=serial, kind=PieceKind.DICE, game=game, colours=("red",) * 5, count=5)
        self.give(
            ReceivePieces(
                delivery=f"delivery {number}", supplier="Dice & Co", pieces=(piece,), seals_intact=True
            )
        )
        self.give(DrawDice(serials=(serial,), alternative=way, game=game))
        self.give(
            HandToPit(serials=(serial,), alternative=way, game=game, pit="Pit 1", into=Into.PIT_MANAGER)
        )
        self.give(IssueSet(serial=serial, alternative=way, game=game, table="MC-1"))
        self.give(TakeOutOfUse(serial=serial, reason=Reason.TIME_UP))

    def _check_book(self, number: int) -> None:
        month, name = divmod(number, _MONTH)[0], f"B-{number // _MONTH:04}"
        first = 1 + 50 * month
        if number % _MONTH == 0:
            self.give(ReceiveBook(book=name, first=first, last=first + 49))
        self.give(SignOutBook(book=name, return_by=self.today))
        self.give(SignInBook(book=name, next_number=first))

    def _hire(self, number: int, hired: int) -> None:
        name = f"{number:05}-{hired}"
        self.give(
            PostPerson(
                person=f"hired-{name}",
                credential=f"PA-9{name}",
                name=f"Dealer {name}",
                position=Position.DEALER,
                since=self.today,
            )
        )

    def _coupons(self, first: date) -> None:
        """The coupon book by the generator of its own bench, at a pace that ten years can be loaded in minutes."""
        house = coupons.House(self.office, self.clock, first, given=dict(_COUPONS_A_DAY))
        house.go_to(first)
        coupons.launch(house)
        coupons.load(house, self.days)

    def _lately(self) -> None:
        """What awaits a signature, and what was refused."""
        clerk = coupons.credential_of(Position.SHIFT_MANAGER, 1)
        for number in range(_OPEN):
            order = FileControls(procedure=f"procedure {number + 1}", words="as amended")
            self.office.propose(order, who=clerk, key=f"open {number}")
        with self.office.journal.transaction() as transaction:
            for number in range(_REFUSED):
                refusal = RuleViolation(SEPARATE_DUTIES, f"attempt {number + 1} was not permitted")
                self.office.record_refusal(transaction, refusal, who=clerk, order=name_of(FileControls))


# What is measured.


def pages(office: Office) -> Iterator[str]:
    """The address of every page of the back office: books, sheets, forms, and the latest paper of each form."""
    yield from (
        "/office",
        "/office/due",
        "/office/people",
        "/office/policy",
        "/office/refusals",
        "/office/figures",
    )
    with office.desk() as desk:
        for book in office.books.values():
            yield f"/office/{book.name}"
            yield from (f"/office/{book.name}?sheet={sheet.name}" for sheet in book.sheets[1:])
            for form in book.forms:
                address = f"/office/{book.name}/forms/{form.name}"
                yield address
                latest = sorted(form.subjects(desk), key=in_order)[-1:]
                yield from (f"{address}/{quote(subject, safe='')}" for subject in latest)


def _timed(client: TestClient[Any], address: str) -> float:
    start = time.perf_counter()
    answer = client.get(address)
    assert answer.status_code == 200, f"{address}: {answer.status_code} {answer.text[:300]}"
    return time.perf_counter() - start


def measured(floor: Floor) -> dict[str, float]:
    """How long each page of the back office takes, the second time it is asked for."""
    with TestClient(make_app(floor), base_url="http://127.0.0.1") as client:
        credentials = {"credential": READER, "password": PASSWORD}
        assert client.post("/api/session", json=credentials).status_code == 201
        return {address: min(_timed(client, address) for _ in range(2)) for address in pages(floor.office)}


def run() -> Iterator[Measure]:
    """A house from nothing to its years, and every page of its back office."""
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder, "house.db")) as journal:
        house = Property(journal, YEARS)
        start = time.perf_counter()
        house.fill()
        yield Measure(
            f"{house.days:,} days of every book loaded", time.perf_counter() - start, "seconds", "", True
        )
        taken = measured(Floor(journal, house.clock))
    yield Measure("pages and papers of the back office", len(taken), "pages", "", True)
    middle, slowest = sorted(taken.values())[len(taken) // 2], max(taken, key=lambda one: taken[one])
    yield Measure("a page of the back office, median", middle, "seconds", f"< {_PAGE}", middle < _PAGE)
    name = f"the slowest, {slowest.removeprefix('/office/')}"
    yield Measure(name, taken[slowest], "seconds", f"< {_SLOWEST}", taken[slowest] < _SLOWEST)


if __name__ == "__main__":
    with Journal.open(sys.argv[1]) as journal:
        Property(journal, YEARS).fill()
