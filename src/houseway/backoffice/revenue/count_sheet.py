"""The count sheet: what a table's drop box held on a gaming day."""

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk, Form
from houseway.backoffice.counter_checks.stock import ACCESS
from houseway.backoffice.paper import Field, Grid, Paper
from houseway.backoffice.postings.postings import house_name
from houseway.backoffice.revenue import schema
from houseway.backoffice.revenue.chips import Contents
from houseway.backoffice.revenue.paper_parts import chips, find, signatures, subjects
from houseway.law import implements, pa
from houseway.money import dollars

REVENUE = pa("125-149:RAF(16)#1")
COUPONS = pa("125-166:Preamble/Fiscal")

_COUNTS = sa.select(schema.counts)
_BY = (schema.counts.c.day, schema.counts.c.gaming_table)


@implements("125-166:Preamble/Fiscal", readings=("C-37",))
def count_sheet(desk: Desk, subject: str) -> Paper:
    """What a drop box held: money, and coupons apart, whose value is in no total of money."""
    row = find(desk, _COUNTS, "count sheet", subject, *_BY)
    contents = msgspec.json.decode(row.contents, type=tuple[Contents, ...])
    money = Grid(
        title="Money",
        headings=("Instrument", "Amount"),
        rows=(
            *((str(line.instrument), dollars(line.cents)) for line in contents),
            ("Drop", dollars(row.drop_cents)),
        ),
        totals=1,
        clause=REVENUE,
    )
    coupons = msgspec.structs.replace(chips("Coupons, counted apart: not money", row.coupons), clause=COUPONS)
    return Paper(
        title="Drop count sheet",
        number=subject,
        holder=house_name(desk.connection),
        day=row.day,
        clause=REVENUE,
        fields=(
            Field(label="Table", value=row.gaming_table),
            Field(label="Drop", value=dollars(row.drop_cents), clause=REVENUE),
            Field(label="Counter checks", value=_numbers(row.checks), clause=ACCESS),
            Field(label="Coupons, face value", value=dollars(row.coupon_face), clause=COUPONS),
            Field(label="Remark", value=row.remark),
        ),
        grids=(money, coupons),
        signatures=signatures(row.signatures),
    )


def _numbers(kept: bytes) -> str:
    """The counter checks of a box by their numbers."""
    return ", ".join(map(str, msgspec.json.decode(kept, type=tuple[int, ...]))) or "none"


COUNT_SHEET = Form(
    "count-sheet", "Drop count sheet", COUPONS, lambda desk: subjects(desk, _COUNTS, *_BY), count_sheet
)
