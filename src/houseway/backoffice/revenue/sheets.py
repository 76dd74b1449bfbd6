"""What the revenue book shows of itself: tables today, days, meters, variances and returns."""

from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk, Sheet
from houseway.backoffice.paper import Grid
from houseway.backoffice.revenue import schema
from houseway.backoffice.revenue.certificate import Missing, table_days, unfinished
from houseway.backoffice.revenue.denominations import APPROVED
from houseway.backoffice.revenue.tax import exact_dollars, percent, rate_on
from houseway.backoffice.revenue.terms import all_terms, terms_on
from houseway.backoffice.revenue.win import win
from houseway.games import title_of
from houseway.law import pa
from houseway.money import dollars
from houseway.table.meter import Amount

REVENUE = pa("125-149:RAF(16)#1")
LOCAL_SHARE = pa("125-149:RAF(15)")


def _latest(desk: Desk, table: sa.Table, by: str) -> tuple[Any, ...]:
    return tuple(desk.connection.execute(sa.select(table).order_by(table.c[by].desc())))


def _today(desk: Desk) -> tuple[Grid, ...]:
    known = all_terms(desk.connection)
    missing = dict(unfinished(desk.connection, desk.day))
    rows = []
    for table in table_days(desk.connection, desk.day):
        lacks = missing.get(table.table)
        is_open = lacks is Missing.CLOSER
        rows.append(
            (
                table.table,
                title_of(table.game),
                dollars(table.opener),
                dollars(table.fills),
                dollars(table.credits),
                "open" if is_open else dollars(table.closer),
                "" if lacks else dollars(table.drop),
                dollars(table.payouts),
                "" if lacks else dollars(win(table, terms_on(known, desk.day).coupons)),
            )
        )
    headings = ("Table", "Game", "Opener", "Fills", "Credits", "Closer", "Drop", "Paid by the cage", "Win")
    return (Grid(title=f"Tables on {desk.day}", headings=headings, rows=tuple(rows), clause=REVENUE),)


def _days(desk: Desk) -> tuple[Grid, ...]:
    known = all_terms(desk.connection)
    rows = []
    for row in _latest(desk, schema.days, "day"):
        rate = rate_on(row.day, terms_on(known, row.day).commenced)
        rows.append(
            (
                str(row.day),
                dollars(row.gross),
                dollars(row.taxable),
                str(rate),
                exact_dollars(row.taxable * rate.share),
                dollars(row.coupon_face),
                str(Amount(row.liability_parts)),
            )
        )
    headings = ("Day", "Gross revenue", "Taxed", "Rate", "Exact tax", "Coupons, no money", "Owed on meters")
    return (Grid(title="Certified days", headings=headings, rows=tuple(rows), clause=REVENUE),)


def _variances(desk: Desk) -> tuple[Grid, ...]:
    rows = tuple(
        (
            str(row.day),
            row.gaming_table,
            row.kind,
            dollars(row.expected),
            dollars(row.counted),
            dollars(row.counted - row.expected),
            row.explanation,
        )
        for row in _latest(desk, schema.variances, "day")
    )
    headings = ("Day", "Table", "Where", "Expected", "Counted", "Variance", "Explanation")
    return (Grid(title="Variances", headings=headings, rows=rows, clause=REVENUE),)


def _meters(desk: Desk) -> tuple[Grid, ...]:
    rows = tuple(
        (row.meter, title_of(row.game), str(row.day), str(Amount(row.parts)))
        for row in _latest(desk, schema.meters, "day")
    )
    headings = ("Meter", "Game", "Day", "Owed")
    return (Grid(title="Progressive meters", headings=headings, rows=rows, clause=REVENUE),)


def _returns(desk: Desk) -> tuple[Grid, ...]:
    filed = tuple(
        (
            str(row.first),
            str(row.last),
            dollars(row.taxable),
            dollars(row.tax),
            dollars(row.local_share),
        )
        for row in _latest(desk, schema.returns, "first")
    )
    stated = tuple(
        (
            str(terms.since),
            str(terms.commenced),
            percent(terms.local_share),
            str(terms.period),
            str(terms.coupons),
            terms.authority,
        )
        for terms in all_terms(desk.connection)
    )
    return (
        Grid(
            title="Tax returns",
            headings=("From", "To", "Taxed revenue", "Tax", "Local share"),
            rows=filed,
            clause=REVENUE,
        ),
        Grid(
            title="Terms",
            headings=("Since", "Tables since", "Local share", "Period", "Coupons", "Authority"),
            rows=stated,
            clause=LOCAL_SHARE,
        ),
    )


def _denominations(desk: Desk) -> tuple[Grid, ...]:
    kept = schema.denominations
    rows = tuple(
        (str(row.since), _listed(row.chips), _listed(row.plaques), row.authority)
        for row in desk.connection.execute(sa.select(kept).order_by(kept.c.since.desc()))
    )
    headings = ("Since", "Chips", "Plaques", "Authority")
    return (Grid(title="Denominations", headings=headings, rows=rows, clause=APPROVED),)


def _listed(values: bytes) -> str:
    return ", ".join(map(dollars, msgspec.json.decode(values, type=tuple[int, ...])))


SHEETS = (
    Sheet(
        "today",
        "Tables today",
        _today,
        ("No table has been opened today: [open-tray].",),
    ),
    Sheet(
        "days",
        "Certified days",
        _days,
        (
            "No day is certified yet. A day is, once every tray is closed and every box counted: [certify-day].",
        ),
    ),
    Sheet(
        "variances",
        "Variances",
        _variances,
        ("No table has differed from its own record.",),
    ),
    Sheet(
        "meters",
        "Progressive meters",
        _meters,
        ("No progressive meter has been read yet: [read-meter].",),
    ),
    Sheet(
        "denominations",
        "Chips and plaques",
        _denominations,
        ("The approved values of chips and plaques are not stated yet: [register-denominations].",),
    ),
    Sheet(
        "returns",
        "Tax returns and terms",
        _returns,
        (
            "No return is filed yet. One is due for each period: [file-return].",
            "The terms of tax are not stated yet: [set-revenue-terms].",
        ),
    ),
)
