"""A pit for tests: its crew opens, fills, credits and closes tables, counts boxes and certifies days."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from houseway.backoffice.book import Book
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order, name_of
from houseway.backoffice.people import Position
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.records import OrderRecord
from houseway.backoffice.revenue import orders as do
from houseway.backoffice.revenue.book import BOOK as REVENUE
from houseway.backoffice.revenue.chips import Contents, Instrument, Pieces
from houseway.backoffice.revenue.options import TaxPeriod
from houseway.table.meter import of_cents
from tests.backoffice.house import Clock, make_office, who

FIRST = date(2014, 5, 1)
TABLE = "BJ-1"

DEALER, DEALER_2 = who(Position.DEALER), who(Position.DEALER, 2)
FLOOR, FLOOR_2 = who(Position.FLOORPERSON), who(Position.FLOORPERSON, 2)
CAGE, CAGE_2 = who(Position.FINANCE_CLERK), who(Position.FINANCE_CLERK, 2)
SECURITY = who(Position.SECURITY_OFFICER)
WATCH = who(Position.SURVEILLANCE_OPERATOR)
ACCOUNTS, ACCOUNTS_2 = who(Position.FINANCE_SUPERVISOR), who(Position.FINANCE_SUPERVISOR, 2)
FINANCE = who(Position.DIRECTOR_OF_FINANCE)
AUDIT, AUDIT_2 = who(Position.AUDITOR), who(Position.AUDITOR, 2)

# Who signs each order, in turn: the first proposes, the last executes. Nobody who handles chips counts a box.
CREW: dict[type[Order], tuple[str, ...]] = {
    do.SetRevenueTerms: (FINANCE, AUDIT),
    do.RegisterDenominations: (FINANCE, AUDIT),
    do.OpenTray: (DEALER, FLOOR),
    do.FillTable: (FLOOR, CAGE, SECURITY, DEALER, FLOOR),
    do.CreditTable: (FLOOR, DEALER, SECURITY, CAGE),
    do.CloseTray: (DEALER, FLOOR),
    do.PayFromCage: (FLOOR, CAGE),
    do.CountDrop: (CAGE_2, WATCH, ACCOUNTS_2),
    do.CorrectFigure: (who(Position.DIRECTOR_OF_FINANCE, 2), who(Position.DIRECTOR_OF_AUDIT)),
    do.RecordExpected: (AUDIT_2,),
    do.ReadMeter: (FLOOR_2, CAGE_2),
    do.CertifyDay: (ACCOUNTS, AUDIT),
    do.FileReturn: (ACCOUNTS, AUDIT),
}


def chips(**counts: int) -> tuple[Pieces, ...]:
    """Chips by colour: whites are $1, reds $5, greens $25, blacks $100."""
    values = {"white": 100, "red": 500, "green": 2_500, "black": 10_000}
    return tuple(Pieces(value=values[colour], count=count) for colour, count in counts.items())


def cash(cents: int) -> tuple[Contents, ...]:
    return (Contents(instrument=Instrument.CASH, cents=cents),)


def noon(day: date) -> datetime:
    """A moment in the middle of a gaming day."""
    return datetime(day.year, day.month, day.day, 17, tzinfo=UTC)


class Pit:
    """An office with its revenue book, and people who know what to sign."""

    def __init__(self, place: str, books: Sequence[Book] = (STAFF, REVENUE)) -> None:
        self.clock = Clock(noon(FIRST))
        self.office: Office = make_office(place, self.clock, books=books)
        self.given = 0
        self.has_chips = False

    @property
    def today(self) -> date:
        return self.office.days.day_of(self.clock.now)

    def go_to(self, day: date) -> None:
        self.clock.now = noon(day)

    def next_day(self) -> None:
        self.clock.forward(days=1)

    def sign(self, order: Order, crew: Sequence[str] | None = None) -> OrderRecord:
        """Have an order signed by all of its people."""
        self.given += 1
        key = f"{name_of(order)} {self.given}"
        first, *others = crew or CREW[type(order)]
        if not others:
            at_table = type(order) is do.RecordExpected
            return self.office.carry_out(order, who=first, key=key, at_table=at_table)
        digest = self.office.propose(order, who=first, key=key).digest
        for signer in others[:-1]:
            self.office.approve(digest, who=signer)
        return self.office.execute(digest, who=others[-1])

    # The orders, with the figures that tests do not care about filled in.

    def set_terms(self, **terms: Any) -> OrderRecord:
        usual: dict[str, Any] = {
            "since": FIRST,
            "commenced": FIRST,
            "local_share": "2%",
            "period": TaxPeriod.MONTH,
            "return_due_days": 10,
            "report_due_days": 1,
            "authority": "letter of the Department of Revenue, 2014-04-02",
        }
        if not self.has_chips:
            self.register()
        return self.sign(do.SetRevenueTerms(**usual | terms))

    def register(self, *values: int, plaques: tuple[int, ...] = (), since: date | None = None) -> OrderRecord:
        chips = values or (100, 500, 2_500, 10_000)
        self.has_chips = True
        usual: dict[str, Any] = {"since": since or self.today, "authority": "approval of the chips"}
        return self.sign(do.RegisterDenominations(chips=chips, plaques=plaques, **usual))

    def open(self, opener: tuple[Pieces, ...], table: str = TABLE, **more: Any) -> OrderRecord:
        usual: dict[str, Any] = {"day": self.today, "table": table, "game": "blackjack", "chips": opener}
        return self.sign(do.OpenTray(**usual | more))

    def fill(self, filled: tuple[Pieces, ...], table: str = TABLE) -> OrderRecord:
        return self.sign(do.FillTable(day=self.today, table=table, chips=filled))

    def credit(self, credited: tuple[Pieces, ...], table: str = TABLE, **more: Any) -> OrderRecord:
        return self.sign(do.CreditTable(day=self.today, table=table, chips=credited, **more))

    def close(self, closer: tuple[Pieces, ...], table: str = TABLE, day: date | None = None) -> OrderRecord:
        return self.sign(do.CloseTray(day=day or self.today, table=table, chips=closer))

    def pay(
        self, cents: int, table: str = TABLE, day: date | None = None, reference: str = ""
    ) -> OrderRecord:
        papers = reference or f"J-{self.given}"
        return self.sign(do.PayFromCage(day=day or self.today, table=table, cents=cents, reference=papers))

    def count(self, cents: int, table: str = TABLE, day: date | None = None, **more: Any) -> OrderRecord:
        return self.sign(do.CountDrop(day=day or self.today, table=table, contents=cash(cents), **more))

    def certify(self, day: date | None = None, explanation: str = "") -> OrderRecord:
        return self.sign(do.CertifyDay(day=day or self.today - timedelta(days=1), explanation=explanation))

    def play(self, win: int, table: str = TABLE, **more: Any) -> None:
        """A whole day of a table whose tray stays as it is and whose box holds what it won, in dollars."""
        tray = chips(black=1_000)
        self.open(tray, table, **more)
        if win < 0:
            self.fill(chips(white=-win), table)
        self.close(tray, table)
        self.count(max(win, 0) * 100, table)

    def days_of(self, *wins: int) -> None:
        """So many days, each certified the day after."""
        for win in wins:
            self.play(win)
            self.next_day()
            self.certify()


def meter(contributed: int, paid: int = 0, seed: int = 100_000, resets: int = 0) -> dict[str, Any]:
    """A meter's account in cents; the meter keeps ten-thousandths of them."""
    account = {"seed": seed, "contributed": contributed, "paid": paid, "resets": resets}
    account["shown"] = seed + contributed - paid + resets
    return {name: of_cents(cents).parts for name, cents in account.items()}


def read(pit: Pit, account: dict[str, Any], name: str = "3CP-1", **more: Any) -> None:
    usual: dict[str, Any] = {"day": pit.today, "meter": name, "game": "three-card-poker"}
    pit.sign(do.ReadMeter(**usual | account | more))
