"""The tax return of a period, as it is filed or once it can be."""

from datetime import date

import sqlalchemy as sa

from houseway.backoffice.book import Desk, Form
from houseway.backoffice.paper import Field, Grid, Paper
from houseway.backoffice.postings.postings import house_name
from houseway.backoffice.revenue import schema
from houseway.backoffice.revenue.certificate import return_for
from houseway.backoffice.revenue.paper_parts import signatures
from houseway.backoffice.revenue.tax import TaxReturn, exact_dollars, percent
from houseway.backoffice.revenue.terms import all_terms, first_uncertified, next_return
from houseway.law import implements, pa
from houseway.money import dollars

REVENUE = pa("125-149:RAF(16)#1")
LOCAL_SHARE = pa("125-149:RAF(15)")


def _periods(desk: Desk) -> dict[str, date]:
    """The last day of every period with a filed return, and of the next one once all its days are certified."""
    filed = desk.connection.execute(sa.select(schema.returns).order_by(schema.returns.c.first.desc())).all()
    period = next_return(desk.connection, all_terms(desk.connection))
    pending = first_uncertified(desk.connection)
    ready = (period,) if period and pending and pending > period[1] else ()
    return {str(first): last for first, last in (*ready, *((row.first, row.last) for row in filed))}


@implements("125-149:RAF(16)#1", "125-149:RAF(16)#2", readings=("B-PW-01", "B-PW-03"))
def tax_return_paper(desk: Desk, subject: str) -> Paper:
    """The return of a period: each rate on its own days, exact, and the sums rounded once."""
    last = _periods(desk).get(subject)
    if last is None:
        raise LookupError(f"there is no tax return {subject!r}")
    first = date.fromisoformat(subject)
    signed = desk.connection.execute(
        sa.select(schema.returns.c.signatures).where(schema.returns.c.first == first)
    ).scalar()
    made = return_for(desk.connection, first, last)
    return Paper(
        title="Table game tax return",
        number=subject,
        holder=house_name(desk.connection),
        day=last,
        clause=REVENUE,
        fields=(
            Field(label="From", value=str(first)),
            Field(label="To", value=str(last)),
            Field(label="Gross table game revenue", value=dollars(made.gross), clause=REVENUE),
            Field(label="Taxed revenue", value=dollars(made.taxable), clause=REVENUE),
            *(
                Field(label=f"Tax at {line.rate}", value=exact_dollars(line.tax), clause=line.rate.clause)
                for line in made.lines
            ),
            Field(label="Tax due", value=dollars(made.tax), clause=REVENUE),
            Field(label="Local share due", value=dollars(made.local_share), clause=LOCAL_SHARE),
        ),
        grids=(_rates(made), _shares(made)),
        signatures=signatures(signed) if signed else (),
        notes=(
            "Every gaming day is taxed at its own rate; a losing game of a day is set off against nothing.",
            "Exact fractions of a cent are added up over the period; the sum is rounded once, half a cent upwards.",
        ),
    )


def _rates(made: TaxReturn) -> Grid:
    return Grid(
        title="Tax by rate",
        headings=("Rate", "From", "To", "Days", "Gross revenue", "Taxed revenue", "Exact tax", "Clause"),
        rows=tuple(
            (
                str(line.rate),
                str(line.first),
                str(line.last),
                str(line.days),
                dollars(line.gross),
                dollars(line.taxable),
                exact_dollars(line.tax),
                line.rate.clause.citation,
            )
            for line in made.lines
        ),
        clause=REVENUE,
    )


def _shares(made: TaxReturn) -> Grid:
    return Grid(
        title="Local share by rate",
        headings=("Rate", "From", "To", "Taxed revenue", "Exact share"),
        rows=tuple(
            (
                percent(line.rate),
                str(line.first),
                str(line.last),
                dollars(line.taxable),
                exact_dollars(line.share),
            )
            for line in made.local
        ),
        clause=LOCAL_SHARE,
    )


TAX_RETURN = Form(
    "tax-return", "Table game tax return", REVENUE, lambda desk: tuple(_periods(desk)), tax_return_paper
)
