"""The certified day: every table's figures put together, its games' wins, and the returns that rest on them."""

from datetime import date
from enum import StrEnum

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.orders import Fact
from houseway.backoffice.revenue.checks import differing_checks
from houseway.backoffice.revenue.meters import liability, unread
from houseway.backoffice.revenue.options import CouponTreatment
from houseway.backoffice.revenue.orders import (
    CertifyDay,
    DayCertified,
    ExpectedRecorded,
    Figure,
    FileReturn,
    GameDay,
    ReturnFiled,
    SlipKind,
)
from houseway.backoffice.revenue.schema import (
    corrections,
    counts,
    days,
    expectations,
    payouts,
    slips,
    trays,
)
from houseway.backoffice.revenue.tax import DayRevenue, TaxReturn, tax_return, taxable
from houseway.backoffice.revenue.terms import all_terms, first_uncertified, next_return, terms_on
from houseway.backoffice.revenue.win import TableDay, variances, win
from houseway.law import RuleViolation, implements, pa
from houseway.money import Cents

REVENUE = pa("125-149:RAF(16)#1")


def table_days(connection: sa.Connection, day: date) -> tuple[TableDay, ...]:
    """The figures of every table that was open on a day, as counted and put right; a tray still open closes at nothing."""
    found: dict[str, TableDay] = {}
    query = sa.select(trays).where(trays.c.day == day).order_by(trays.c.gaming_table, trays.c.session)
    for row in connection.execute(query):
        before = found.get(row.gaming_table)
        closer = row.closer_cents or 0
        found[row.gaming_table] = TableDay(
            day=day,
            table=row.gaming_table,
            game=row.game,
            opener=(before.opener if before else 0) + row.opener_cents,
            closer=(before.closer if before else 0) + closer,
            last_closer=closer,
            fills=0,
            credits=0,
            drop=0,
        )
    moved = sa.select(slips.c.gaming_table, slips.c.kind, sa.func.sum(slips.c.cents).label("cents"))
    for row in connection.execute(
        moved.where(slips.c.day == day).group_by(slips.c.gaming_table, slips.c.kind)
    ):
        figure = Figure.FILLS if row.kind == SlipKind.FILL else Figure.CREDITS
        found[row.gaming_table] = plus(found[row.gaming_table], figure, int(row.cents))
    for row in connection.execute(sa.select(payouts).where(payouts.c.day == day)):
        found[row.gaming_table] = plus(found[row.gaming_table], Figure.PAYOUTS, row.cents)
    for row in connection.execute(sa.select(counts).where(counts.c.day == day)):
        counted = plus(found[row.gaming_table], Figure.COUPON_FACE, row.coupon_face)
        found[row.gaming_table] = plus(counted, Figure.DROP, row.drop_cents)
    for row in connection.execute(sa.select(corrections).where(corrections.c.day == day)):
        found[row.gaming_table] = plus(found[row.gaming_table], Figure(row.figure), row.cents)
    return tuple(found.values())


def plus(table: TableDay, figure: Figure, cents: Cents) -> TableDay:
    """The table's figures with so much more in one of them."""
    field = figure.name.lower()
    changed = {field: getattr(table, field) + cents}
    if figure is Figure.CLOSER:
        changed["last_closer"] = table.last_closer + cents
    return msgspec.structs.replace(table, **changed)


@implements("125-149:RAF(16)#1", readings=("B-PW-02",))
def by_game(tables: tuple[TableDay, ...], coupons: CouponTreatment) -> tuple[GameDay, ...]:
    """What every game won on a day: its tables together, no game against another."""
    wins: dict[str, Cents] = {}
    for table in tables:
        wins[table.game] = wins.get(table.game, 0) + win(table, coupons)
    return tuple(GameDay(game=game, win=won, taxable=taxable(won)) for game, won in sorted(wins.items()))


@implements("125-149:RAF(16)#1", "609a.13(c)(3)#1", readings=("C-39",))
def certify_day(order: CertifyDay, desk: Desk) -> tuple[Fact, ...]:
    """Certify the next day in turn once it is over: trays closed, boxes counted, meters read, variances explained."""
    known = all_terms(desk.connection)
    terms = terms_on(known, order.day)
    pending = first_uncertified(desk.connection)
    if order.day != pending:
        raise RuleViolation(
            REVENUE, f"days are certified in turn without a gap, and the next is {pending}, not {order.day}"
        )
    if order.day >= desk.day:
        raise RuleViolation(REVENUE, f"the gaming day {order.day} is not over", fix="certify it tomorrow")
    for table, problem in unfinished(desk.connection, order.day):
        raise RuleViolation(REVENUE, f"table {table} is {problem}", fix="finish it first")
    for meter in unread(desk.connection, order.day):
        raise RuleViolation(REVENUE, f"the meter {meter} is not read for {order.day}", fix="read it first")
    tables = table_days(desk.connection, order.day)
    found = tuple(
        variance
        for table in tables
        if (wanted := _expected(desk.connection, table)) is not None
        for variance in variances(table, wanted, terms.coupons, order.explanation)
    )
    found += tuple(
        differing.as_variance(order.explanation) for differing in differing_checks(desk.connection, order.day)
    )
    if found and not order.explanation.strip():
        first = found[0]
        raise RuleViolation(
            REVENUE,
            f"table {first.table}: {first.kind} differs, {len(found)} variances in all",
            fix="explain them",
        )
    games = by_game(tables, terms.coupons)
    certified = DayCertified(
        day=order.day,
        games=games,
        gross=sum(game.win for game in games),
        taxable=sum(game.taxable for game in games),
        coupon_face=sum(table.coupon_face for table in tables),
        liability_parts=liability(desk.connection, order.day).parts,
        explanation=order.explanation,
        clause=REVENUE.id,
    )
    return (certified, *found)


class Missing(StrEnum):
    """What a table's day still lacks."""

    CLOSER = "not closed"
    COUNT = "not counted"


def unfinished(connection: sa.Connection, day: date) -> tuple[tuple[str, Missing], ...]:
    """The tables of a day that are still open or whose drop is not counted, each with what is missing."""
    counted = set(connection.execute(sa.select(counts.c.gaming_table).where(counts.c.day == day)).scalars())
    query = sa.select(trays.c.gaming_table, trays.c.closer_cents).where(trays.c.day == day)
    missing: dict[str, Missing] = {}
    for row in connection.execute(query.order_by(trays.c.gaming_table)):
        if row.closer_cents is None:
            missing[row.gaming_table] = Missing.CLOSER
        elif row.gaming_table not in counted:
            missing.setdefault(row.gaming_table, Missing.COUNT)
    return tuple(missing.items())


def _expected(connection: sa.Connection, table: TableDay) -> ExpectedRecorded | None:
    query = sa.select(expectations).where(
        expectations.c.day == table.day, expectations.c.gaming_table == table.table
    )
    row = connection.execute(query).first()
    if row is None:
        return None
    return ExpectedRecorded(
        day=row.day,
        table=row.gaming_table,
        change=row.change,
        drop=row.drop_cents,
        payouts=row.payouts,
        coupon_face=row.coupon_face,
        source=row.source,
        clause=REVENUE.id,
    )


def return_for(connection: sa.Connection, first: date, last: date) -> TaxReturn:
    """The return of a period from its certified days."""
    query = sa.select(days).where(days.c.day >= first, days.c.day <= last).order_by(days.c.day)
    certified = (
        DayRevenue(day=row.day, gross=row.gross, taxable=row.taxable) for row in connection.execute(query)
    )
    return tax_return(first, last, certified, all_terms(connection))


@implements("125-149:RAF(16)#1")
def file_return(order: FileReturn, desk: Desk) -> tuple[Fact, ...]:
    """File the return of the next period in turn, once every one of its days is certified."""
    period = next_return(desk.connection, all_terms(desk.connection))
    if period is None or order.first != period[0]:
        raise RuleViolation(
            REVENUE,
            f"returns are filed in turn, and the next begins on {period[0] if period else 'no day yet'},"
            f" not on {order.first}",
        )
    first, last = period
    pending = first_uncertified(desk.connection)
    if pending is None or pending <= last:
        raise RuleViolation(
            REVENUE, f"the revenue of {pending} is not certified", fix=f"certify every day up to {last}"
        )
    made = return_for(desk.connection, first, last)
    return (
        ReturnFiled(
            first=first,
            last=last,
            taxable=made.taxable,
            tax=made.tax,
            local_share=made.local_share,
            clause=REVENUE.id,
        ),
    )
