"""The quarterly report on paper: drawn up before it is filed, and as it was filed."""

from houseway.backoffice.book import Desk, Form
from houseway.backoffice.coupons import documents as papers
from houseway.backoffice.coupons.documents import Document, PaperKind
from houseway.backoffice.coupons.form_shape import notes, signature, some
from houseway.backoffice.coupons.quantities import spelled, value_of
from houseway.backoffice.coupons.quarterly import (
    REPORT,
    Quarter,
    ReportFiled,
    distributed_in,
    quarter_named,
    quarters_to_report,
    redeemed_in,
)
from houseway.backoffice.paper import Field, Paper, Signature
from houseway.backoffice.postings.postings import house_name
from houseway.law import implements
from houseway.money import dollars


@implements("603a.20(o)", readings=("C-34",))
def quarterly_report(desk: Desk, subject: str) -> Paper:
    """The report of a quarter to the Bureau of Casino Compliance, as filed, or as it stands."""
    quarter = quarter_named(subject)
    filed = papers.find(desk.connection, PaperKind.REPORT, subject, ReportFiled)
    redeemed = filed.fact.redeemed if filed else redeemed_in(desk.connection, quarter)
    distributed = filed.fact.distributed if filed else distributed_in(desk.connection, quarter)
    signatures = (
        (signature(filed, ("filed", "Filed by", REPORT)),) if filed else (Signature(part="Filed by"),)
    )
    return Paper(
        title="Quarterly Report of Match Play Coupons Redeemed",
        number=subject,
        holder=house_name(desk.connection),
        day=filed.fact.filed_on if filed else desk.day,
        clause=REPORT,
        fields=(
            Field(label="Quarter", value=f"{quarter.first} to {quarter.last}", clause=REPORT),
            Field(label="To", value="Bureau of Casino Compliance", clause=REPORT),
            Field(label="Total value redeemed", value=dollars(value_of(redeemed)), clause=REPORT),
            Field(label="Filed", value=_filing(filed, quarter), clause=REPORT),
            Field(label="Handed to patrons in the quarter, for comparison", value=spelled(distributed)),
        ),
        grids=(some("Coupons redeemed by patrons", redeemed, REPORT),),
        signatures=signatures,
        notes=notes(quarter.last),
    )


def _filing(filed: Document[ReportFiled] | None, quarter: Quarter) -> str:
    if filed is None:
        return f"not yet; due by {quarter.due}"
    return f"{filed.fact.filed_on}, {filed.fact.reference}"


def _quarters(desk: Desk) -> tuple[str, ...]:
    filed = papers.subjects_of(desk.connection, PaperKind.REPORT)
    return (*(str(one) for one in reversed(quarters_to_report(desk.connection, desk.day))), *filed)


QUARTERLY_REPORT = Form(
    name=PaperKind.REPORT.value,
    title="Quarterly report",
    clause=REPORT,
    subjects=_quarters,
    make=quarterly_report,
)
