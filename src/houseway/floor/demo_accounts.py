"""The demo property's accounts: table revenue and its terms, a book of counter checks, and the register of what is kept."""

from datetime import timedelta

from houseway.backoffice.counter_checks.orders import (
    PrepareCheck,
    ReceiveBook,
    SignInBook,
    SignOutBook,
    VoidCheck,
)
from houseway.backoffice.retention.classes import RecordKind
from houseway.backoffice.retention.orders import DestroyRecords, PlaceHold, Record, RegisterRecords
from houseway.backoffice.revenue.chips import Contents, Instrument, Pieces
from houseway.backoffice.revenue.options import TaxPeriod
from houseway.backoffice.revenue.orders import (
    CertifyDay,
    CloseTray,
    CountDrop,
    FillTable,
    OpenTray,
    RegisterDenominations,
    SetRevenueTerms,
)
from houseway.floor.demo_clerk import Clerk
from houseway.floor.demo_people import (
    AUDITOR,
    CLERK,
    COMPLIANCE,
    DEALER,
    FINANCE,
    FLOORPERSON,
    PIT_MANAGER,
    SECOND_AUDITOR,
    SECOND_CLERK,
    SECOND_FINANCE,
    SECURITY,
    SURVEILLANCE,
)
from houseway.floor.demo_tables import LIVE_TABLES

# Chips of a full tray: $50,000, as every table of the house begins.
_TRAY = (
    Pieces(value=25, count=400),
    Pieces(value=50, count=200),
    Pieces(value=100, count=800),
    Pieces(value=500, count=800),
    Pieces(value=2_500, count=800),
    Pieces(value=10_000, count=250),
)
# The live table whose day stands in the books; where the house does not deal its game, the first there is.
_PLAYED = next((table for table in LIVE_TABLES if table.name == "3CP-2"), LIVE_TABLES[0])
_TABLE, _GAME = _PLAYED.name, _PLAYED.game
_FILL = (Pieces(value=2_500, count=32),)
_DROP = 120_000
_BOOK, _FIRST, _LAST = "A", 101, 125
_CHECKS = {_FIRST: 50_000, _FIRST + 1: 200_000}


def keep_accounts(clerk: Clerk) -> None:
    """Yesterday's revenue, a book of counter checks that went out and came back, and what is kept for how long."""
    clerk.go_to(1)
    _write_checks(clerk)
    _play_a_day(clerk)
    yesterday = clerk.today
    clerk.go_to(0)
    clerk.give("revenue/certificate", CertifyDay(day=yesterday), SECOND_FINANCE, AUDITOR)
    _keep_records(clerk)


def open_trays(clerk: Clerk) -> None:
    """Today's opener of every live table, so that each can open."""
    clerk.go_to(0)
    for table in LIVE_TABLES:
        opener = OpenTray(day=clerk.today, table=table.name, game=table.game, chips=_TRAY)
        clerk.give(f"revenue/opener/{table.name}", opener, DEALER, FLOORPERSON)


def _play_a_day(clerk: Clerk) -> None:
    day = clerk.today
    terms = SetRevenueTerms(
        since=day,
        commenced=day,
        local_share="2%",
        period=TaxPeriod.MONTH,
        return_due_days=10,
        report_due_days=1,
        authority="letter of the Department of Revenue",
    )
    clerk.give("revenue/terms", terms, SECOND_FINANCE, AUDITOR)
    registered = RegisterDenominations(
        since=day,
        chips=(25, 50, 100, 500, 2_500, 10_000),
        plaques=(50_000, 100_000),
        authority="approval of the chips and plaques",
    )
    clerk.give("revenue/denominations", registered, SECOND_FINANCE, AUDITOR)
    opened = OpenTray(day=day, table=_TABLE, game=_GAME, chips=_TRAY)
    clerk.give("revenue/opener", opened, DEALER, FLOORPERSON)
    filled = FillTable(day=day, table=_TABLE, chips=_FILL)
    clerk.give("revenue/fill", filled, FLOORPERSON, CLERK, SECURITY, DEALER, FLOORPERSON)
    closed = CloseTray(day=day, table=_TABLE, chips=_TRAY)
    clerk.give("revenue/closer", closed, DEALER, FLOORPERSON)
    dropped = (
        Contents(instrument=Instrument.CASH, cents=_DROP),
        Contents(instrument=Instrument.COUNTER_CHECK, cents=sum(_CHECKS.values())),
    )
    counted = CountDrop(day=day, table=_TABLE, contents=dropped, checks=tuple(_CHECKS))
    clerk.give("revenue/count", counted, SECOND_CLERK, SURVEILLANCE, FINANCE)


def _write_checks(clerk: Clerk) -> None:
    received = ReceiveBook(book=_BOOK, first=_FIRST, last=_LAST)
    clerk.give("checks/receipt", received, CLERK, FINANCE)
    out = SignOutBook(book=_BOOK, return_by=clerk.today)
    clerk.give("checks/out", out, CLERK, FLOORPERSON)
    for number, amount in _CHECKS.items():
        written = PrepareCheck(
            book=_BOOK, number=number, amount=amount, credit_file=f"CF-{number}", table=_TABLE
        )
        clerk.give(f"checks/{number}", written, FLOORPERSON)
    spoiled = _FIRST + len(_CHECKS)
    void = VoidCheck(book=_BOOK, number=spoiled, reason="the amount was misspelled")
    clerk.give("checks/void", void, FLOORPERSON, PIT_MANAGER)
    back = SignInBook(book=_BOOK, next_number=spoiled + 1, voided=(spoiled,))
    clerk.give("checks/in", back, FLOORPERSON, CLERK)


def _keep_records(clerk: Clerk) -> None:
    """Papers of the first year that no book knows of: one goes, and one is held back by a dispute."""
    years_ago = clerk.today - timedelta(days=6 * 366)
    records = (
        Record(kind=RecordKind.LOG, reference="pit log, first year", since=years_ago, where="archive"),
        Record(kind=RecordKind.LOG, reference="key log, first year", since=years_ago, where="archive"),
    )
    clerk.give("records/register", RegisterRecords(records=records), SECOND_CLERK)
    hold = PlaceHold(hold="dispute 12", references=("pit log, first year",), reason="a patron's complaint")
    clerk.give("records/hold", hold, COMPLIANCE)
    gone = DestroyRecords(references=("key log, first year",), method="cross-cut shredder")
    clerk.give("records/destroyed", gone, FINANCE, SECOND_AUDITOR)
