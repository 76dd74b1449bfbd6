"""A crew that walks through the years: it does what is due, and sometimes forgets.

Each agenda keeps its own account of what was done and says, with dates that it works out for itself, what must be
outstanding on a day. It asks the books for nothing.
"""

from abc import ABC, abstractmethod
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import ClassVar

from houseway.backoffice.approvals.filings import every_filing
from houseway.backoffice.approvals.kinds import Authority
from houseway.backoffice.approvals.orders import FileControls, RecordApproval, RecordReview
from houseway.backoffice.book import Due
from houseway.backoffice.counter_checks.orders import ReceiveBook, SignInBook, SignOutBook
from houseway.backoffice.coupons.inventory import TakeCouponInventory
from houseway.backoffice.coupons.quarterly import FileCouponReport
from houseway.backoffice.custody.orders import (
    ChooseAlternative,
    DrawDice,
    HandToPit,
    InstrumentPlace,
    Into,
    IssueSet,
    KeepInstruments,
    Reason,
    ReceivePieces,
    TakeOutOfUse,
)
from houseway.backoffice.custody.piece import Alternative
from houseway.backoffice.deadlines import Deadline, deadlines
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Position, or_above
from houseway.backoffice.policy import NotPermitted, Part, rule_for
from houseway.backoffice.records import OrderRecord
from houseway.backoffice.retention import orders as keeping
from houseway.backoffice.retention.classes import CouponState, CouponType, RecordKind
from houseway.backoffice.revenue import orders as revenue
from houseway.backoffice.revenue.chips import Pieces
from houseway.backoffice.revenue.options import TaxPeriod
from houseway.equipment.dice import DiceGame, Instrument
from tests.backoffice.coupons.crew import OfficeHouse, launch, receive
from tests.backoffice.custody.crew import inspection_1, new_dice, placing
from tests.backoffice.house import Clock, make_office, who

ONE_DAY = timedelta(days=1)
# What is outstanding: by which day, and whether that is over.
Outstanding = Counter[tuple[date, bool]]


def noon(day: date) -> datetime:
    """A moment in the middle of a gaming day."""
    return datetime(day.year, day.month, day.day, 17, tzinfo=UTC)


def later(day: date, months: int) -> date:
    """The same day some months later, or the last one that there is, found by counting down."""
    month = day.year * 12 + day.month - 1 + months
    for number in range(day.day, 0, -1):
        try:
            return date(month // 12, month % 12 + 1, number)
        except ValueError:
            continue
    raise AssertionError("every month has a first")


def last_of_month(day: date) -> date:
    """The last day of a day's month, found by walking."""
    while (day + ONE_DAY).month == day.month:
        day += ONE_DAY
    return day


class House:
    """A fully staffed house with every book there is, and a crew that forgets by chance."""

    def __init__(self, place: str, first: date, seed: int) -> None:
        self.clock = Clock(noon(first))
        self.office: Office = make_office(place, self.clock)
        self.seed = seed
        self.given = 0

    @property
    def today(self) -> date:
        """The gaming day."""
        return self.office.days.day_of(self.clock.now)

    def deadlines(self) -> tuple[Deadline, ...]:
        """What the books say is outstanding."""
        with self.office.desk() as desk:
            return deadlines(desk)

    def sign(self, order: Order) -> OrderRecord:
        """Have an order signed by anybody who may."""
        self.given += 1
        parts = rule_for(self.office.rules, order).parts
        signed: list[str] = []
        standing: OrderRecord | None = None
        for part in parts:
            for person in _able(part):
                if person in signed:
                    continue
                try:
                    standing = self._step(order, person, standing, last=part is parts[-1])
                except NotPermitted:
                    continue
                signed.append(person)
                break
        assert standing is not None
        assert len(signed) == len(parts), f"{part.name} of {order} found nobody to sign"
        return standing

    def _step(self, order: Order, person: str, standing: OrderRecord | None, *, last: bool) -> OrderRecord:
        key = f"order {self.given}"
        if standing is None:
            act = self.office.carry_out if last else self.office.propose
            return act(order, who=person, key=key)
        if last:
            return self.office.execute(standing.digest, who=person)
        return self.office.approve(standing.digest, who=person)


def _able(part: Part) -> tuple[str, ...]:
    positions: list[Position] = []
    for permit in part.permits:
        positions += or_above(permit.least) if permit.or_above else (permit.least,)
    return tuple(who(position, number) for position in positions for number in (1, 2))


class Agenda(ABC):
    """What the crew has to do in one book."""

    book: ClassVar[str]

    def __init__(self, house: House) -> None:
        self.house = house
        # Each has its own luck, so that what one crew forgets does not hang on what another does.
        self.chance = Random(f"{house.seed} {self.book}")
        self.begin()

    def does(self, probability: float) -> bool:
        """Whether the crew gets round to something today."""
        return self.chance.random() < probability

    @abstractmethod
    def begin(self) -> None:
        """Make the house ready for these duties."""

    @abstractmethod
    def work(self, day: date) -> None:
        """Do some of what there is to do."""

    @abstractmethod
    def outstanding(self, day: date) -> Outstanding:
        """What is to be done and not done yet."""


def _owed(by: date, day: date) -> tuple[date, bool]:
    return by, day > by


class TableAccounts(Agenda):
    """Trays to close, boxes to count, days to certify by the next, monthly returns within ten days."""

    book = "revenue"

    def begin(self) -> None:
        today = self.house.today
        self.house.sign(
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
        self.house.sign(revenue.RegisterDenominations(since=today, chips=(2_500,), authority="approval"))
        self.to_close: dict[str, date] = {}
        self.to_count: dict[str, date] = {}
        self.to_certify = today
        self.to_file = today

    def work(self, day: date) -> None:
        for table in ("BJ-1", "BJ-2"):
            if table not in self.to_close and table not in self.to_count and self.does(0.3):
                self._open(table, day)
            if table in self.to_close and self.does(0.7):
                self._close(table)
            if table in self.to_count and self.does(0.7):
                self._count(table)
        while self.to_certify < day and not self._lacks(self.to_certify) and self.does(0.8):
            self.house.sign(revenue.CertifyDay(day=self.to_certify))
            self.to_certify += ONE_DAY
        while last_of_month(self.to_file) < self.to_certify and self.does(0.15):
            self.house.sign(revenue.FileReturn(first=self.to_file))
            self.to_file = last_of_month(self.to_file) + ONE_DAY

    def _open(self, table: str, day: date) -> None:
        tray = (Pieces(value=2_500, count=40),)
        self.house.sign(revenue.OpenTray(day=day, table=table, game="blackjack", chips=tray))
        self.to_close[table] = day

    def _close(self, table: str) -> None:
        day = self.to_close.pop(table)
        tray = (Pieces(value=2_500, count=40),)
        self.house.sign(revenue.CloseTray(day=day, table=table, chips=tray))
        self.to_count[table] = day

    def _count(self, table: str) -> None:
        day = self.to_count.pop(table)
        self.house.sign(revenue.CountDrop(day=day, table=table, contents=()))

    def _lacks(self, day: date) -> bool:
        return day in (*self.to_close.values(), *self.to_count.values())

    def outstanding(self, day: date) -> Outstanding:
        owed = Counter(_owed(opened, day) for opened in self.to_close.values())
        owed += Counter(_owed(opened + ONE_DAY, day) for opened in self.to_count.values())
        pending = self.to_certify
        while pending < day:
            owed[_owed(pending + ONE_DAY, day)] += 1
            pending += ONE_DAY
        first = self.to_file
        while (last := last_of_month(first)) < day:
            owed[_owed(last + 10 * ONE_DAY, day)] += 1
            first = last + ONE_DAY
        return owed


class Archive(Agenda):
    """Records to be decided on within thirty days once they have been kept for their years or months."""

    book = "retention"
    MONTHS: ClassVar = {RecordKind.SLIP: 60, RecordKind.SUSPECT_VOUCHER: 24, RecordKind.COUPON: 6}

    def begin(self) -> None:
        # Reference, kind and the first day on which the record comes up for a decision.
        self.kept: dict[str, tuple[RecordKind, date]] = {}
        self.held: set[str] = set()
        self.number = 0
        for kind, months in self.MONTHS.items():
            for ahead in (-40, -5, 0, 3, 20, 200, 500, 900):
                self._keep(kind, later(self.house.today + ahead * ONE_DAY, -months))

    def _keep(self, kind: RecordKind, since: date) -> None:
        since = min(since, self.house.today)
        self.number += 1
        reference = f"{kind} {self.number}"
        coupon = (CouponType.MATCH_PLAY, CouponState.REDEEMED) if kind is RecordKind.COUPON else (None, None)
        record = keeping.Record(
            kind=kind, reference=reference, since=since, where="vault", coupon=coupon[0], state=coupon[1]
        )
        self.house.sign(keeping.RegisterRecords(records=(record,)))
        self.kept[reference] = kind, later(since, self.MONTHS[kind]) + ONE_DAY

    def work(self, day: date) -> None:
        if self.does(0.03):
            self._keep(self.chance.choice(list(self.MONTHS)), day)
        for reference, (kind, free) in list(self.kept.items()):
            if reference in self.held:
                if self.does(0.05):
                    self.house.sign(
                        keeping.LiftHold(hold="inquiry", references=(reference,), reason="closed")
                    )
                    self.held.discard(reference)
            elif free <= day and self.does(0.06):
                self._decide(reference, kind, day)

    def _decide(self, reference: str, kind: RecordKind, day: date) -> None:
        references = (reference,)
        match self.chance.choice(["destroy", "destroy", "keep on", "hold"]):
            case "destroy":
                self.house.sign(keeping.DestroyRecords(references=references, method="shredder"))
                del self.kept[reference]
            case "keep on":
                until = day + 40 * ONE_DAY
                self.house.sign(keeping.KeepOn(references=references, until=until, reason="audit"))
                self.kept[reference] = kind, until
            case "hold":
                self.house.sign(keeping.PlaceHold(hold="inquiry", references=references, reason="inquiry"))
                self.held.add(reference)

    def outstanding(self, day: date) -> Outstanding:
        # Records of one class that came up on one day are decided on together.
        due = {
            (kind, free)
            for reference, (kind, free) in self.kept.items()
            if free <= day and reference not in self.held
        }
        return Counter(_owed(free + 30 * ONE_DAY, day) for _, free in due)


class CheckBooks(Agenda):
    """Counter check books that have to be back by the day that was agreed."""

    book = "counter_checks"

    def begin(self) -> None:
        filed = self.house.sign(FileControls(procedure="book_sign_in_out", words="as approved"))
        number = filed.facts[0]["number"]
        today = self.house.today
        with self.house.office.desk() as desk:
            (filing,) = every_filing(desk.connection)
        if filing.reviewer is not None:
            self.house.sign(RecordReview(filing=number, reference="report", dated=today))
        self.house.sign(
            RecordApproval(
                filing=number,
                reference="letter",
                dated=today,
                approver=Authority(filing.approver),
                in_force_from=today,
            )
        )
        for start, book in ((100, "A"), (200, "B")):
            self.house.sign(ReceiveBook(book=book, first=start, last=start + 9))
        self.numbers = {"A": 100, "B": 200}
        self.back_by: dict[str, date] = {}

    def work(self, day: date) -> None:
        for book, number in self.numbers.items():
            if book in self.back_by:
                if self.does(0.4):
                    self.house.sign(SignInBook(book=book, next_number=number))
                    del self.back_by[book]
            elif self.does(0.1):
                by = day + self.chance.randrange(4) * ONE_DAY
                self.house.sign(SignOutBook(book=book, return_by=by))
                self.back_by[book] = by

    def outstanding(self, day: date) -> Outstanding:
        return Counter(_owed(by, day) for by in self.back_by.values())


class Dice(Agenda):
    """Dice that are changed within 24 hours."""

    book = "pieces"
    TABLE = "MC-1"
    GAME = DiceGame.MINI_CRAPS
    WAY = Alternative.AT_THE_TABLE

    def begin(self) -> None:
        self.house.sign(ChooseAlternative(alternative=self.WAY, since=self.house.today))
        self.house.sign(
            KeepInstruments(
                alternative=self.WAY,
                place=InstrumentPlace.PIT_STAND,
                where="Pit 1",
                instruments=tuple(Instrument),
                locked=True,
            )
        )
        self.number = 0
        self.in_use: tuple[str, datetime] | None = None

    def work(self, day: date) -> None:
        if self.in_use is not None:
            if not self.does(0.8):
                return
            self.house.sign(TakeOutOfUse(serial=self.in_use[0], reason=Reason.TIME_UP))
            self.in_use = None
        if self.does(0.35):
            self._bring()

    def _bring(self) -> None:
        self.number += 1
        serial = f"D-{self.number:04}"
        self.house.sign(
            ReceivePieces(
                delivery=f"delivery {self.number}",
                supplier="Dice & Co",
                pieces=(new_dice(serial, self.GAME),),
                seals_intact=True,
            )
        )
        self.house.sign(DrawDice(serials=(serial,), alternative=self.WAY, game=self.GAME))
        self.house.sign(
            HandToPit(
                serials=(serial,), alternative=self.WAY, game=self.GAME, pit="Pit 1", into=Into.PIT_MANAGER
            )
        )
        self.house.sign(IssueSet(serial=serial, alternative=self.WAY, game=self.GAME, table=self.TABLE))
        self.house.sign(inspection_1(serial, self.GAME, self.TABLE))
        self.house.sign(placing(serial, self.GAME, self.WAY, self.TABLE))
        self.in_use = serial, self.house.clock.now

    def outstanding(self, day: date) -> Outstanding:
        if self.in_use is None:
            return Counter()
        ends = self.in_use[1] + timedelta(hours=24)
        return Counter({(ends.date(), self.house.clock.now >= ends): 1})


class Coupons(Agenda):
    """An inventory within a month of the last, and a report within a month after each quarter."""

    book = "coupons"

    def begin(self) -> None:
        crew = OfficeHouse(self.house.office, self.house.clock)
        launch(crew)
        received = receive(crew, 100, expires=date(2030, 12, 31))
        crew.close()
        self.stock = (received,)
        self.counted = self.house.today
        self.to_report = self._quarter(self.house.today)

    @staticmethod
    def _quarter(day: date) -> tuple[int, int]:
        return day.year, (day.month + 2) // 3

    @staticmethod
    def _last(quarter: tuple[int, int]) -> date:
        year, number = quarter
        return last_of_month(date(year, 3 * number, 1))

    def work(self, day: date) -> None:
        if later(self.counted, 1) - day < 4 * ONE_DAY and self.does(0.15):
            order = TakeCouponInventory(taken_on=day, at_finance=self.stock, at_marketing=())
            self.house.sign(order)
            self.counted = day
        if self._last(self.to_report) < day and self.does(0.04):
            year, number = self.to_report
            self.house.sign(FileCouponReport(year=year, quarter=number, redeemed=(), reference="by mail"))
            self.to_report = self._quarter(self._last(self.to_report) + ONE_DAY)

    def outstanding(self, day: date) -> Outstanding:
        owed = Counter([_owed(later(self.counted, 1), day)])
        quarter = self.to_report
        while (last := self._last(quarter)) < day:
            owed[_owed(last_of_month(last + ONE_DAY), day)] += 1
            quarter = self._quarter(last + ONE_DAY)
        return owed


AGENDAS: tuple[type[Agenda], ...] = (TableAccounts, Archive, CheckBooks, Dice, Coupons)


def counted(found: tuple[Due, ...]) -> Outstanding:
    """What the books say, in the agenda's own terms."""
    return Counter((due.by, due.late) for due in found)
