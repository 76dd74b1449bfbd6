"""The papers of table accounting: slips, count sheets, the master game report and the tax return."""

from datetime import date
from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk, Form
from houseway.backoffice.orders import Signed
from houseway.backoffice.paper import Field, Grid, Paper, Signature, signature_of
from houseway.backoffice.policy import SEPARATE_DUTIES
from houseway.backoffice.revenue import tables
from houseway.backoffice.revenue.certificate import by_game, return_for, table_days
from houseway.backoffice.revenue.chips import Contents, Pieces, worth
from houseway.backoffice.revenue.meters import readings
from houseway.backoffice.revenue.orders import SlipKind
from houseway.backoffice.revenue.tax import TaxReturn, exact_dollars, percent, rate_on
from houseway.backoffice.revenue.terms import all_terms, first_uncertified, next_return, terms_on
from houseway.backoffice.revenue.win import win
from houseway.backoffice.staff.postings import house_name
from houseway.law import implements, pa
from houseway.money import dollars
from houseway.table.progressive import Amount

REVENUE = pa("125-149:RAF(16)#1")
LOCAL_SHARE = pa("125-149:RAF(15)")
COUPONS = pa("125-166:Preamble/Fiscal")


def _signatures(kept: bytes) -> tuple[Signature, ...]:
    return tuple(
        signature_of(signed, SEPARATE_DUTIES) for signed in msgspec.json.decode(kept, type=tuple[Signed, ...])
    )


def _chips(title: str, kept: bytes) -> Grid:
    pieces = msgspec.json.decode(kept, type=tuple[Pieces, ...])
    lines = tuple((dollars(line.value), str(line.count), dollars(line.value * line.count)) for line in pieces)
    total = ("Total", str(sum(line.count for line in pieces)), dollars(worth(pieces)))
    return Grid(title=title, headings=("Denomination", "Pieces", "Amount"), rows=(*lines, total))


def _find(desk: Desk, query: sa.Select[Any], what: str, subject: str) -> Any:
    found = desk.connection.execute(query).first()
    if found is None:
        raise LookupError(f"there is no {what} {subject!r}")
    return found


def _split(subject: str, what: str, parts: int) -> tuple[date, list[str]]:
    day, *rest = subject.split(".")
    try:
        if len(rest) == parts:
            return date.fromisoformat(day), rest
    except ValueError:
        pass
    raise LookupError(f"there is no {what} {subject!r}")


# Opener and closer.


def _tray_subjects(desk: Desk, *, closed: bool) -> tuple[str, ...]:
    kept = tables.trays
    query = sa.select(kept.c.day, kept.c.gaming_table, kept.c.session)
    if closed:
        query = query.where(kept.c.closer_cents.is_not(None))
    ordered = query.order_by(kept.c.day.desc(), kept.c.gaming_table, kept.c.session)
    return tuple(f"{row.day}.{row.gaming_table}.{row.session}" for row in desk.connection.execute(ordered))


def _tray(desk: Desk, subject: str, what: str) -> Any:
    day, (table, session) = _split(subject, what, 2)
    kept = tables.trays
    query = sa.select(kept).where(kept.c.day == day, kept.c.gaming_table == table)
    return _find(desk, query.where(sa.cast(kept.c.session, sa.Text) == session), what, subject)


def inventory_slip(desk: Desk, subject: str, *, closed: bool) -> Paper:
    """The table inventory slip at opening or at closing."""
    what = "closer" if closed else "opener"
    row = _tray(desk, subject, what)
    if closed and row.closer is None:
        raise LookupError(f"there is no closer {subject!r}: the table is open")
    chips, cents, signed = (
        (row.closer, row.closer_cents, row.closer_signatures)
        if closed
        else (row.opener, row.opener_cents, row.opener_signatures)
    )
    return Paper(
        title=f"Table inventory slip: {what}",
        number=subject,
        holder=house_name(desk.connection),
        day=row.day,
        clause=REVENUE,
        fields=(
            Field(label="Table", value=row.gaming_table),
            Field(label="Game", value=row.game),
            Field(label="Opening of the day", value=str(row.session)),
            Field(label=what.capitalize(), value=dollars(cents), clause=REVENUE),
        ),
        grids=(_chips("Chips in the tray", chips),),
        signatures=_signatures(signed),
    )


# Fills and credits.


def _slip_numbers(desk: Desk, kind: SlipKind) -> tuple[str, ...]:
    query = sa.select(tables.slips.c.number).where(tables.slips.c.kind == kind.value)
    numbers = desk.connection.execute(query.order_by(tables.slips.c.number.desc())).scalars()
    return tuple(map(str, numbers))


def slip(desk: Desk, subject: str, kind: SlipKind) -> Paper:
    """A numbered fill or credit slip."""
    kept = tables.slips
    query = sa.select(kept).where(kept.c.kind == kind.value, sa.cast(kept.c.number, sa.Text) == subject)
    row = _find(desk, query, f"{kind} slip", subject)
    way = "cage to table" if kind is SlipKind.FILL else "table to cage"
    return Paper(
        title=f"{kind.capitalize()} slip",
        number=f"{row.number:06d}",
        holder=house_name(desk.connection),
        day=row.day,
        clause=REVENUE,
        fields=(
            Field(label="Table", value=row.gaming_table),
            Field(label="From and to", value=way),
            Field(label=kind.capitalize(), value=dollars(row.cents), clause=REVENUE),
        ),
        grids=(_chips("Chips", row.chips),),
        signatures=_signatures(row.signatures),
    )


# What the cage paid.


def _payout_numbers(desk: Desk) -> tuple[str, ...]:
    query = sa.select(tables.payouts.c.number).order_by(tables.payouts.c.number.desc())
    return tuple(map(str, desk.connection.execute(query).scalars()))


@implements("125-149:RAF(16)#1", readings=("B-PW-02",))
def payout_slip(desk: Desk, subject: str) -> Paper:
    """A win that the cage paid for a table."""
    kept = tables.payouts
    query = sa.select(kept).where(sa.cast(kept.c.number, sa.Text) == subject)
    row = _find(desk, query, "payout slip", subject)
    return Paper(
        title="Payout slip",
        number=f"{row.number:06d}",
        holder=house_name(desk.connection),
        day=row.day,
        clause=REVENUE,
        fields=(
            Field(label="Table", value=row.gaming_table),
            Field(label="Paid by the cage", value=dollars(row.cents), clause=REVENUE),
            Field(label="Papers", value=row.reference),
        ),
        signatures=_signatures(row.signatures),
    )


# The count.


def _count_subjects(desk: Desk) -> tuple[str, ...]:
    kept = tables.counts
    query = sa.select(kept.c.day, kept.c.gaming_table).order_by(kept.c.day.desc(), kept.c.gaming_table)
    return tuple(f"{row.day}.{row.gaming_table}" for row in desk.connection.execute(query))


@implements("125-166:Preamble/Fiscal", readings=("C-37",))
def count_sheet(desk: Desk, subject: str) -> Paper:
    """What a drop box held: money, and coupons apart, whose value is in no total of money."""
    day, (table,) = _split(subject, "count sheet", 1)
    kept = tables.counts
    query = sa.select(kept).where(kept.c.day == day, kept.c.gaming_table == table)
    row = _find(desk, query, "count sheet", subject)
    contents = msgspec.json.decode(row.contents, type=tuple[Contents, ...])
    money = Grid(
        title="Money",
        headings=("Instrument", "Amount"),
        rows=(
            *((str(line.instrument), dollars(line.cents)) for line in contents),
            ("Drop", dollars(row.drop_cents)),
        ),
        clause=REVENUE,
    )
    coupons = msgspec.structs.replace(
        _chips("Coupons, counted apart: not money", row.coupons), clause=COUPONS
    )
    return Paper(
        title="Drop count sheet",
        number=subject,
        holder=house_name(desk.connection),
        day=row.day,
        clause=REVENUE,
        fields=(
            Field(label="Table", value=row.gaming_table),
            Field(label="Drop", value=dollars(row.drop_cents), clause=REVENUE),
            Field(label="Coupons, face value", value=dollars(row.coupon_face), clause=COUPONS),
            Field(label="Remark", value=row.remark),
        ),
        grids=(money, coupons),
        signatures=_signatures(row.signatures),
    )


# The master game report.


def _day_subjects(desk: Desk) -> tuple[str, ...]:
    query = sa.select(tables.days.c.day).order_by(tables.days.c.day.desc())
    return tuple(map(str, desk.connection.execute(query).scalars()))


@implements("125-149:RAF(16)#1", readings=("B-PW-01", "B-PW-02"))
def master_game_report(desk: Desk, subject: str) -> Paper:
    """The certified revenue of a gaming day by table and game, with its exact tax and what the meters owe."""
    day, _ = _split(subject, "master game report", 0)
    row = _find(desk, sa.select(tables.days).where(tables.days.c.day == day), "master game report", subject)
    known = all_terms(desk.connection)
    terms = terms_on(known, day)
    opened = table_days(desk.connection, day)
    rate = rate_on(day, terms.commenced)
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
        rows=tuple(
            (
                table.table,
                table.game,
                *map(dollars, (table.opener, table.fills, table.credits, table.closer, table.drop)),
                dollars(table.payouts),
                dollars(table.coupon_face),
                dollars(win(table, terms.coupons)),
            )
            for table in opened
        ),
        clause=REVENUE,
    )
    games = Grid(
        title="Games",
        headings=("Game", "Win", "Taxed"),
        rows=(
            *(
                (game.game, dollars(game.win), dollars(game.taxable))
                for game in by_game(opened, terms.coupons)
            ),
            ("All games", dollars(row.gross), dollars(row.taxable)),
        ),
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
        signatures=_signatures(row.signatures),
        notes=(
            "Win = closer + credits + drop - opener - fills - paid by the cage.",
            f"Coupons are {terms.coupons}.",
            "A losing game is shown and set off against nothing.",
            "Fractions of a cent are carried into the period's return and rounded there once.",
        ),
    )


def _records(desk: Desk, day: date) -> Grid:
    """What the figures of each table were held against."""
    kept = tables.expectations
    query = sa.select(kept.c.gaming_table, kept.c.source).where(kept.c.day == day)
    sources = {row.gaming_table: row.source for row in desk.connection.execute(query)}
    return Grid(
        title="The tables' own records",
        headings=("Table", "Held against"),
        rows=tuple(
            (one.table, sources.get(one.table, "nothing")) for one in table_days(desk.connection, day)
        ),
        clause=REVENUE,
    )


def _exceptions(desk: Desk, day: date) -> tuple[Grid, ...]:
    """The meters, corrections and variances of a day, where there are any."""
    corrected = desk.connection.execute(sa.select(tables.corrections).where(tables.corrections.c.day == day))
    differing = desk.connection.execute(sa.select(tables.variances).where(tables.variances.c.day == day))
    grids = (
        Grid(
            title="Progressive meters",
            headings=("Meter", "Game", "Read for", "Owed"),
            rows=tuple(
                (row.meter, row.game, str(row.day), str(Amount(row.parts)))
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
                    ", ".join(signed.name for signed in _signatures(row.signatures)),
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


# The tax return.


def _periods(desk: Desk) -> dict[str, date]:
    """The last day of every period with a filed return, and of the next one once all its days are certified."""
    filed = desk.connection.execute(sa.select(tables.returns).order_by(tables.returns.c.first.desc())).all()
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
        sa.select(tables.returns.c.signatures).where(tables.returns.c.first == first)
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
        signatures=_signatures(signed) if signed else (),
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
                line.rate.clause.id,
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


FORMS = (
    Form(
        "opener-slip",
        "Opener slip",
        REVENUE,
        lambda desk: _tray_subjects(desk, closed=False),
        lambda desk, subject: inventory_slip(desk, subject, closed=False),
    ),
    Form(
        "closer-slip",
        "Closer slip",
        REVENUE,
        lambda desk: _tray_subjects(desk, closed=True),
        lambda desk, subject: inventory_slip(desk, subject, closed=True),
    ),
    Form(
        "fill-slip",
        "Fill slip",
        REVENUE,
        lambda desk: _slip_numbers(desk, SlipKind.FILL),
        lambda desk, subject: slip(desk, subject, SlipKind.FILL),
    ),
    Form(
        "credit-slip",
        "Credit slip",
        REVENUE,
        lambda desk: _slip_numbers(desk, SlipKind.CREDIT),
        lambda desk, subject: slip(desk, subject, SlipKind.CREDIT),
    ),
    Form("payout-slip", "Payout slip", REVENUE, _payout_numbers, payout_slip),
    Form("count-sheet", "Drop count sheet", COUPONS, _count_subjects, count_sheet),
    Form("master-game-report", "Master game report", REVENUE, _day_subjects, master_game_report),
    Form(
        "tax-return", "Table game tax return", REVENUE, lambda desk: tuple(_periods(desk)), tax_return_paper
    ),
)
