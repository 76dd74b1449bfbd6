"""Classes of records and how long each is kept at least (465a.6(c))."""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from houseway.equipment.life import months_later
from houseway.law import Clause, RuleViolation, implements, pa

# The journal is the trail that everything else is proved by.
AUDIT_TRAIL = pa("603a.20(r)(2)#1")


@dataclass(frozen=True, slots=True)
class RetentionClass:
    """Records that are kept alike: for so many months at least, by a clause."""

    name: str
    months: int
    clause: Clause

    def __str__(self) -> str:
        years, months = divmod(self.months, 12)
        return f"{months} months" if months else f"{years} years"


def _years(name: str, clause: Clause) -> RetentionClass:
    return RetentionClass(name, 12 * clause.integer("min_retention_years"), clause)


def _months(name: str, clause: Clause) -> RetentionClass:
    return RetentionClass(name, clause.integer("min_retention_months"), clause)


BOOKS = _years("books, records and documents", pa("465a.6(c)"))
SUSPECT_VOUCHERS = _years("paperwork about suspect vouchers", pa("465a.6(c)(1)"))
COUPONS = _months("coupons", pa("465a.6(c)(2)"))
CLASSES = (BOOKS, SUSPECT_VOUCHERS, COUPONS)


class RecordKind(StrEnum):
    """What sort of record is kept."""

    BOOK = "book"
    LEDGER = "ledger"
    REQUISITION = "requisition"
    RECONCILIATION_FORM = "reconciliation form"
    COUNT_SHEET = "count sheet"
    SLIP = "slip"
    LOG = "log"
    REPORT = "report"
    TAX_RETURN = "tax return"
    CORRESPONDENCE = "correspondence"
    OTHER = "other document"
    SUSPECT_VOUCHER = "suspect voucher paperwork"
    COUPON = "coupons"
    # Everything that was signed in one book on one gaming day.
    PAPERS = "papers of a day"
    JOURNAL = "journal"


class CouponType(StrEnum):
    """What a coupon entitles a patron to."""

    CASH = "cash"
    MATCH_PLAY = "match_play"
    SLOT_CREDITS = "slot_credits"


class CouponState(StrEnum):
    """What last became of a coupon; the time for which it is kept counts from there."""

    UNUSED = "unused"
    VOIDED = "voided"
    REDEEMED = "redeemed"
    EXPIRED = "expired"
    RETURNED = "returned"


@implements("465a.6(c)", "465a.6(c)(1)", "465a.6(c)(2)", readings=("C-07", "C-08"))
def class_of(kind: RecordKind) -> RetentionClass:
    """How long a record is kept: the exceptions are read narrowly, so the paper around coupons is no coupon."""
    if kind is RecordKind.SUSPECT_VOUCHER:
        return SUSPECT_VOUCHERS
    if kind is RecordKind.COUPON:
        return COUPONS
    return BOOKS


@implements("465a.6(c)", "465a.6(c)(1)", "465a.6(c)(2)", readings=("C-07", "C-08"))
def may_go_from(kind: RecordKind, since: date, state: CouponState | None = None) -> date:
    """The first day on which a record may be destroyed: the one after the last for which it must be kept.

    The journal never goes, nor does a coupon while it is unused: its time counts from its last change of state.
    """
    if kind is RecordKind.JOURNAL or state is CouponState.UNUSED:
        return date.max
    return months_later(since, class_of(kind).months) + timedelta(days=1)


@implements("465a.6(c)", "465a.6(c)(1)", "465a.6(c)(2)", readings=("C-07", "C-08"))
def check_may_go(
    kind: RecordKind, reference: str, since: date, day: date, state: CouponState | None = None
) -> None:
    """Refuse to let a record go before its time, and the journal at any time."""
    if kind is RecordKind.JOURNAL:
        raise RuleViolation(AUDIT_TRAIL, f"{reference}: entries of the journal are never destroyed")
    kept = class_of(kind)
    if state is CouponState.UNUSED:
        raise RuleViolation(
            kept.clause,
            f"{reference} is unused, so the {kept} for which it is kept have not begun",
            fix="note when it was redeemed, voided or returned, or that it has expired",
        )
    free = may_go_from(kind, since, state)
    if day < free:
        raise RuleViolation(
            kept.clause,
            f"{reference} is kept for {kept} from {since} at least, and may not go before {free}",
            fix=f"keep it until {free}",
        )
