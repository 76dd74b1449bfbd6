"""The terms on which revenue is reported, dated: how they are set, and which hold on a day."""

from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction

import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.orders import Fact
from houseway.backoffice.revenue.options import CouponTreatment, TaxPeriod, fraction_of
from houseway.backoffice.revenue.orders import RevenueTermsSet, SetRevenueTerms
from houseway.backoffice.revenue.schema import days, returns, terms
from houseway.equipment.life import months_later
from houseway.law import RuleViolation, implements, pa

REVENUE = pa("125-149:RAF(16)#1")
LOCAL_SHARE = pa("125-149:RAF(15)")

_MONTHS = {TaxPeriod.MONTH: 1, TaxPeriod.QUARTER: 3}


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms that hold from a day on."""

    since: date
    commenced: date
    local_share: Fraction
    period: TaxPeriod
    return_due_days: int
    report_due_days: int
    authority: str
    coupons: CouponTreatment


def all_terms(connection: sa.Connection) -> tuple[Terms, ...]:
    """Every set of terms, oldest first."""
    return tuple(
        Terms(
            since=row.since,
            commenced=row.commenced,
            local_share=fraction_of(row.local_share),
            period=TaxPeriod(row.period),
            return_due_days=row.return_due_days,
            report_due_days=row.report_due_days,
            authority=row.authority,
            coupons=CouponTreatment(row.coupons),
        )
        for row in connection.execute(sa.select(terms).order_by(terms.c.since))
    )


@implements("125-149:RAF(15)", readings=("B-PW-03",))
def terms_on(known: tuple[Terms, ...], day: date) -> Terms:
    """The terms in force on a day; there is no rate for the local share but the one that was set."""
    in_force = [row for row in known if row.since <= day]
    if not in_force:
        raise RuleViolation(
            LOCAL_SHARE,
            f"no revenue terms are in force on {day}: the rate of the local share is not stated",
            fix="have the director of finance set the revenue terms",
        )
    return in_force[-1]


def last_certified(connection: sa.Connection) -> date | None:
    """The last gaming day whose revenue is certified."""
    return connection.execute(sa.select(sa.func.max(days.c.day))).scalar()


def first_uncertified(connection: sa.Connection) -> date | None:
    """The next gaming day to be certified: days are certified without a gap from the first day of the terms on."""
    last = last_certified(connection)
    if last is not None:
        return last + timedelta(days=1)
    return connection.execute(sa.select(sa.func.min(terms.c.since))).scalar()


def last_day_of_period(first: date, period: TaxPeriod) -> date:
    """The last day of the calendar week, month or quarter that a day is in; weeks end on Sunday."""
    if period is TaxPeriod.WEEK:
        return first + timedelta(days=6 - first.weekday())
    months = _MONTHS[period]
    begins = date(first.year, (first.month - 1) // months * months + 1, 1)
    return months_later(begins, months) - timedelta(days=1)


def next_return(connection: sa.Connection, known: tuple[Terms, ...]) -> tuple[date, date] | None:
    """The period of the next tax return: from where the last one ended, to the end of its calendar period."""
    last = connection.execute(sa.select(sa.func.max(returns.c.last))).scalar()
    if last is None and not known:
        return None
    first = known[0].since if last is None else last + timedelta(days=1)
    return first, last_day_of_period(first, terms_on(known, first).period)


def set_terms(order: SetRevenueTerms, desk: Desk) -> tuple[Fact, ...]:
    """Refuse terms that reach back before the books or into what is certified, or that move the first gaming day."""
    known = all_terms(desk.connection)
    if order.commenced > order.since:
        raise RuleViolation(
            REVENUE,
            f"revenue cannot be reported from {order.since}, before tables opened on {order.commenced}",
        )
    if not known and order.since < desk.day:
        # No table opens without terms, so there is nothing before them to report, and no day to certify.
        raise RuleViolation(
            REVENUE,
            f"no table could open before today, {desk.day}, without terms",
            fix="name today or a later day; when operations commenced is stated by itself",
        )
    if known and order.since < known[-1].since:
        raise RuleViolation(
            REVENUE, f"terms from {known[-1].since} on are set already", fix="name that day or a later one"
        )
    certified = last_certified(desk.connection)
    if certified is not None and order.since <= certified:
        raise RuleViolation(
            REVENUE, f"the revenue of {certified} is certified on the present terms", fix="name a later day"
        )
    kept = [row for row in known if row.since < order.since]
    if kept and order.commenced != kept[0].commenced:
        raise RuleViolation(
            REVENUE,
            f"table operations commenced on {kept[0].commenced}, and the rate of tax hangs on that day",
        )
    content = {name: getattr(order, name) for name in order.__struct_fields__}
    return (RevenueTermsSet(**content, clause=LOCAL_SHARE.id),)
