"""An archive for tests: an office with its retention book, and people who register, hold and destroy records."""

from datetime import UTC, date, datetime
from typing import Any

from houseway.backoffice.book import Book
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order, name_of
from houseway.backoffice.people import Position
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.records import OrderRecord
from houseway.backoffice.retention import orders as do
from houseway.backoffice.retention.book import BOOK as RETENTION
from houseway.backoffice.retention.classes import CouponState, CouponType, RecordKind
from houseway.backoffice.vault import seal
from tests.backoffice.house import Clock, make_office, who

TODAY = date(2014, 5, 1)

CLERK, CLERK_2 = who(Position.FINANCE_CLERK), who(Position.FINANCE_CLERK, 2)
ACCOUNTS = who(Position.FINANCE_SUPERVISOR)
AUDIT = who(Position.AUDITOR)
AUDIT_DIRECTOR = who(Position.DIRECTOR_OF_AUDIT)
COMPLIANCE = who(Position.COMPLIANCE_REPRESENTATIVE)

CREW: dict[type[Order], tuple[str, ...]] = {
    do.RegisterRecords: (CLERK,),
    do.ChangeCouponState: (CLERK_2,),
    do.PlaceHold: (COMPLIANCE,),
    do.LiftHold: (AUDIT_DIRECTOR, COMPLIANCE),
    do.KeepOn: (ACCOUNTS,),
    do.DestroyRecords: (ACCOUNTS, AUDIT),
    do.ErasePersonalData: (ACCOUNTS, AUDIT),
}


class Archive:
    """An office with its retention book."""

    def __init__(self, place: str, *others: Book) -> None:
        self.clock = Clock()
        self.office: Office = make_office(place, self.clock, books=(STAFF, RETENTION, *others))
        self.go_to(TODAY)
        self.given = 0

    def go_to(self, day: date) -> None:
        self.clock.now = datetime(day.year, day.month, day.day, 17, tzinfo=UTC)

    def sign(self, order: Order, crew: tuple[str, ...] | None = None) -> OrderRecord:
        """Have an order signed by all of its people."""
        self.given += 1
        key = f"{name_of(order)} {self.given}"
        first, *others = crew or CREW[type(order)]
        if not others:
            return self.office.carry_out(order, who=first, key=key)
        digest = self.office.propose(order, who=first, key=key).digest
        return self.office.execute(digest, who=others[0])

    def keep(
        self, reference: str, kind: RecordKind = RecordKind.COUNT_SHEET, since: date = TODAY, **more: Any
    ) -> OrderRecord:
        """Register a record."""
        if kind is RecordKind.COUPON:
            more = {"coupon": CouponType.MATCH_PLAY, "state": CouponState.REDEEMED} | more
        record = do.Record(kind=kind, reference=reference, since=since, where="vault 2, shelf 4", **more)
        return self.sign(do.RegisterRecords(records=(record,)))

    def erase(self, subject: str, **more: Any) -> OrderRecord:
        order = do.ErasePersonalData(subject=subject, reason="patron's request")
        return self.sign(order, **more)

    def destroy(self, *references: str) -> OrderRecord:
        return self.sign(do.DestroyRecords(references=references, method="cross-cut shredder"))

    def hold(self, *references: str, name: str = "dispute 12") -> OrderRecord:
        return self.sign(do.PlaceHold(hold=name, references=references, reason="patron dispute"))

    def lift(self, *references: str, name: str = "dispute 12") -> OrderRecord:
        return self.sign(do.LiftHold(hold=name, references=references, reason="settled"))

    def seal(self, subject: str, text: str) -> str:
        with self.office.journal.transaction() as transaction:
            return seal(transaction.connection, subject, text)
