"""The master game report: the certified revenue of a gaming day, table by table and game by game."""

from datetime import date

import sqlalchemy as sa

from houseway.backoffice.book import Desk, Form
from houseway.backoffice.listing import in_order
from houseway.backoffice.paper import Field, Grid, Paper
from houseway.backoffice.postings.postings import house_name
from houseway.backoffice.revenue import schema
from houseway.backoffice.revenue.certificate import by_game, table_days
from houseway.backoffice.revenue.meters import readings
from houseway.backoffice.revenue.paper_parts import find, signatures, subjects
from houseway.backoffice.revenue.tax import exact_dollars, rate_on
from houseway.backoffice.revenue.terms import all_terms, terms_on
from houseway.backoffice.revenue.win import TableDay, win
from houseway.games import title_of
from houseway.law import implements, pa
from houseway.money import dollars
from houseway.table.meter import Amount

REVENUE = pa("125-149:RAF(16)#1")
LOCAL_SHARE = pa("125-149:RAF(15)")
COUPONS = pa("125-166:Preamble/Fiscal")

_DAYS = sa.select(schema.days)


@implements("125-149:RAF(16)#1", readings=("B-PW-01", "B-PW-02"))
def master_game_report(desk: Desk, subject: str) -> Paper:
    """The certified revenue of a gaming day by table and game, with its exact tax and what the meters owe."""
    row = find(desk, _DAYS, "master game report", subject, schema.days.c.day)
    day = row.day
    known = all_terms(desk.connection)
    terms = terms_on(known, day)
    opened = _in_order(desk, day)
    rate = rate_on(day, terms.commenced)
    figures = [
        (
            table.opener,
            table.fills,
            table.credits,
            table.closer,
            table.drop,
            table.payouts,
            table.coupon_face,
            win(table, terms.coupons),
        )
        for table in opened
    ]
    by_table = Grid(
        title="Tables",
        headings=(
            "Table",
            "Game",
            "Opener",
            "Fills",
            "Credits",
            "Closer",
            "Drop",
            "Paid by the cage",
            "Coupons, no money",
            "Win",
        ),
        rows=(
            *(
                (table.table, title_of(table.game), *map(dollars, line))
                for table, line in zip(opened, figures, strict=True)
            ),
            ("All tables", "", *(dollars(sum(column)) for column in zip(*figures, strict=True))),
        )
        if opened
        else (),
        totals=1 if opened else 0,
        clause=REVENUE,
    )
    games = Grid(
        title="Games",
        headings=("Game", "Win", "Taxed"),
        rows=(
            *(
                (title_of(game.game), dollars(game.win), dollars(game.taxable))
                for game in by_game(tuple(opened), terms.coupons)
            ),
            ("All games", dollars(row.gross), dollars(row.taxable)),
        ),
        totals=1,
        clause=REVENUE,
    )
    return Paper(
        title="Master game report",
        number=subject,
        holder=house_name(desk.connection),
        day=day,
        clause=REVENUE,
        fields=(
            Field(label="Gross table game revenue", value=dollars(row.gross), clause=REVENUE),
            Field(label="Taxed revenue", value=dollars(row.taxable), clause=REVENUE),
            Field(label=f"Tax at {rate}", value=exact_dollars(row.taxable * rate.share), clause=rate.clause),
            Field(
                label="Local share", value=exact_dollars(row.taxable * terms.local_share), clause=LOCAL_SHARE
            ),
            Field(label="Coupons in the boxes, face value", value=dollars(row.coupon_face), clause=COUPONS),
            Field(label="Owed on progressive meters", value=str(Amount(row.liability_parts)), clause=REVENUE),
            Field(label="Explanation of variances", value=row.explanation),
        ),
        grids=(by_table, games, _records(desk, day), *_exceptions(desk, day)),
        signatures=signatures(row.signatures),
        notes=(
            "Win = closer + credits + drop - opener - fills - paid by the cage.",
            f"Coupons are {terms.coupons}.",
            "A losing game is shown and set off against nothing.",
            "Fractions of a cent are carried into the period's return and rounded there once.",
        ),
    )


def _in_order(desk: Desk, day: date) -> list[TableDay]:
    """The tables of a day in the order of their numbers, the tenth after the ninth."""
    return sorted(table_days(desk.connection, day), key=lambda one: in_order(one.table))


def _records(desk: Desk, day: date) -> Grid:
    """What the figures of each table were held against."""
    kept = schema.expectations
    query = sa.select(kept.c.gaming_table, kept.c.source).where(kept.c.day == day)
    sources = {row.gaming_table: row.source for row in desk.connection.execute(query)}
    return Grid(
        title="The tables' own records",
        headings=("Table", "Held against"),
        rows=tuple(
            (one.table, _told(one.table, sources.get(one.table, "nothing"))) for one in _in_order(desk, day)
        ),
        clause=REVENUE,
    )


def _told(table: str, source: str) -> str:
    """Where a table's figures come from: a record that has its own name is its own."""
    entries = source.removeprefix(f"table/{table}").lstrip(", ")
    return f"its own record, {entries}" if entries != source else source


def _exceptions(desk: Desk, day: date) -> tuple[Grid, ...]:
    """The meters, corrections and variances of a day, where there are any."""
    corrected = desk.connection.execute(sa.select(schema.corrections).where(schema.corrections.c.day == day))
    differing = desk.connection.execute(sa.select(schema.variances).where(schema.variances.c.day == day))
    grids = (
        Grid(
            title="Progressive meters",
            headings=("Meter", "Game", "Read for", "Owed"),
            rows=tuple(
                (row.meter, title_of(row.game), str(row.day), str(Amount(row.parts)))
                for row in readings(desk.connection, day)
                if row.day == day
            ),
            clause=REVENUE,
        ),
        Grid(
            title="Figures put right",
            headings=("Table", "Figure", "Difference", "Reason", "By"),
            rows=tuple(
                (
                    row.gaming_table,
                    row.figure,
                    dollars(row.cents),
                    row.reason,
                    ", ".join(signed.name for signed in signatures(row.signatures)),
                )
                for row in corrected
            ),
            clause=REVENUE,
        ),
        Grid(
            title="Variances",
            headings=("Table", "Where", "Expected", "Counted", "Variance", "Explanation"),
            rows=tuple(
                (
                    row.gaming_table,
                    row.kind,
                    dollars(row.expected),
                    dollars(row.counted),
                    dollars(row.counted - row.expected),
                    row.explanation,
                )
                for row in differing
            ),
            clause=REVENUE,
        ),
    )
    return tuple(grid for grid in grids if grid.rows)


MASTER_GAME_REPORT = Form(
    "master-game-report",
    "Master game report",
    REVENUE,
    lambda desk: subjects(desk, _DAYS, schema.days.c.day),
    master_game_report,
)
