"""The papers that the coupon book prints: ledger entries and forms, each line with the clause that asks for it."""

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from houseway.backoffice.book import Desk, Form
from houseway.backoffice.coupons import (
    count,
    inventory,
    issue,
    policy,
    printing,
    receipt,
    reconciliation,
    requisition,
    returns,
    voids,
)
from houseway.backoffice.coupons import documents as papers
from houseway.backoffice.coupons.days import CARRIED_OVER, DAILY_FORM
from houseway.backoffice.coupons.documents import Document, Kind
from houseway.backoffice.coupons.drop_boxes import COUNTED
from houseway.backoffice.coupons.edition import Text
from houseway.backoffice.coupons.ledger import days_in, entries, months, spelled_voids
from houseway.backoffice.coupons.programme import IN_HOUSE, INVENTORY_METHOD
from houseway.backoffice.coupons.quantities import Quantities, spelled, value_of
from houseway.backoffice.coupons.quarterly import (
    REPORT,
    Quarter,
    ReportFiled,
    distributed_in,
    quarter_named,
    quarters_to_report,
    redeemed_in,
)
from houseway.backoffice.coupons.runs import Run, Runs
from houseway.backoffice.coupons.runs import spelled as spelled_runs
from houseway.backoffice.coupons.variances import variances_of
from houseway.backoffice.paper import Field, Grid, Paper, Signature, signature_of
from houseway.backoffice.staff.postings import house_name
from houseway.law import Clause, implements, pa
from houseway.money import dollars
from houseway.table.coupons import PERMANENT_TEXT

# A part of an order as its form names it, with the clause that wants the signature.
_Line = tuple[str, str, Clause]


# What all forms share.


def _paper(
    desk: Desk,
    document: Document[Any],
    title: str,
    clause: Clause,
    *,
    fields: Iterable[Field] = (),
    grids: Iterable[Grid] = (),
    signed: Iterable[_Line] = (),
    signatures: Iterable[Signature] = (),
) -> Paper:
    return Paper(
        title=title,
        number=f"{document.kind} {document.subject}",
        holder=house_name(desk.connection),
        day=document.day,
        clause=clause,
        fields=tuple(fields),
        grids=tuple(grids),
        signatures=(*signatures, *(_signature(document, line) for line in signed)),
        notes=_notes(document.day),
    )


def _notes(day: date) -> tuple[str, ...]:
    """Papers of days under the temporary text say so; the clauses are those of the permanent one."""
    if day >= PERMANENT_TEXT:
        return ()
    return (
        f"This paper was made under {Text.TEMPORARY}; clauses are cited as {Text.PERMANENT} numbers them.",
    )


def _signature(document: Document[Any], line: _Line) -> Signature:
    part, label, clause = line
    signed = document.signed_as(part)
    return Signature(part=label, clause=clause) if signed is None else signature_of(signed, clause, label)


def _day(label: str, day: date, clause: Clause) -> Field:
    return Field(label=label, value=day.isoformat(), clause=clause)


def _serials(label: str, runs: Runs, clause: Clause) -> Field:
    return Field(label=label, value=spelled_runs(runs), clause=clause)


def _some(title: str, some: Quantities, clause: Clause) -> Grid:
    rows = tuple((dollars(one.denomination), f"{one.count:,}") for one in some)
    return Grid(title=title, headings=("Denomination", "Quantity"), rows=rows, clause=clause)


def _form(
    kind: Kind, title: str, clause: Clause, fact: type[Any], make: Callable[[Desk, Document[Any]], Paper]
) -> Form:
    def made(desk: Desk, subject: str) -> Paper:
        found = papers.find(desk.connection, kind, subject, fact)
        if found is None:
            raise LookupError(f"there is no {kind} {subject!r} in the coupon book")
        return make(desk, found)

    return Form(
        name=kind.value,
        title=title,
        clause=clause,
        subjects=lambda desk: papers.subjects_of(desk.connection, kind),
        make=made,
    )


# One form after the other.


@implements("603a.20(e)#1", "603a.20(e)#2", "603a.20(e)#3")
def _delivery(desk: Desk, document: Document[receipt.DeliveryChecked]) -> Paper:
    """The check of a delivery, with every deviation from its invoice."""
    fact = document.fact
    lots = (("invoiced", fact.invoiced), ("found", fact.found))
    return _paper(
        desk,
        document,
        "Check of a Delivery of Match Play Coupons",
        receipt.OPENED_BY_TWO,
        fields=(
            _day("Opened and checked on", fact.checked_on, receipt.OPENED_BY_TWO),
            Field(label="Supplier", value=f"{fact.supplier}, {fact.source}", clause=receipt.OPENED_BY_TWO),
            Field(label="Invoice or print log", value=fact.invoice, clause=receipt.TO_SUPERVISOR),
        ),
        grids=(
            Grid(
                title="Coupons",
                headings=("", "Design", "Last day", "Serials"),
                rows=tuple(
                    (word, lot.design, lot.expires.isoformat(), spelled_runs((lot.run,)))
                    for word, some in lots
                    for lot in some
                ),
                clause=receipt.OPENED_BY_TWO,
            ),
            Grid(
                title="Deviations reported to a finance supervisor and to the Bureau of Casino Compliance",
                headings=("Serials", "Deviation"),
                rows=tuple(
                    (spelled_runs((Run(one.first, one.last),)), one.kind.value) for one in fact.deviations
                ),
                clause=receipt.TO_COMPLIANCE,
            ),
        ),
        signed=(
            ("opened for finance", "Opened and checked, finance", receipt.OPENED_BY_TWO),
            ("opened for marketing", "Opened and checked, marketing", receipt.OPENED_BY_TWO),
        ),
    )


@implements("603a.20(f)", "603a.20(f)(1)", "603a.20(f)(2)", "603a.20(f)(3)", "603a.20(f)(4)")
def _receipt(desk: Desk, document: Document[receipt.CouponsReceived]) -> Paper:
    """A receipt as it stands in the ledger."""
    fact = document.fact
    return _paper(
        desk,
        document,
        "Match Play Coupon Ledger: Receipt",
        receipt.AFTER_THE_CHECK,
        fields=(
            _day("Received on", fact.received_on, receipt.RECEIVED_ON),
            _serials("Serials", fact.serials, receipt.SERIALS_RECEIVED),
            Field(label="Locked up in", value=fact.stored_in, clause=receipt.CUSTODY),
        ),
        grids=(_some("Coupons received", fact.quantities, receipt.QUANTITY_RECEIVED),),
        signatures=(signature_of(one, receipt.CHECKERS, f"Checked, {one.part}") for one in fact.checkers),
        signed=(("recorded", "Recorded by", receipt.AFTER_THE_CHECK),),
    )


@implements(
    "603a.20(g)#2", "603a.20(g)(1)", "603a.20(g)(2)", "603a.20(g)(3)", "603a.20(g)(4)", "603a.20(g)(5)"
)
def _requisition(desk: Desk, document: Document[requisition.RequisitionAuthorised]) -> Paper:
    """Marketing's requisition."""
    fact = document.fact
    period = (
        "the gaming day"
        if fact.until == fact.needed_on
        else f"the promotion {fact.promotion} until {fact.until}"
    )
    return _paper(
        desk,
        document,
        "Match Play Coupon Requisition",
        requisition.REQUISITION,
        fields=(
            _day("Prepared on", fact.prepared_on, requisition.PREPARED_ON),
            _day("Needed on", fact.needed_on, requisition.NEEDED_ON),
            Field(
                label=f"Estimated need of {period}",
                value=spelled(fact.estimated),
                clause=requisition.ESTIMATE,
            ),
        ),
        grids=(_some("Coupons requested", fact.requested, requisition.REQUESTED),),
        signed=(
            ("prepared", "Prepared by", policy.PREPARER),
            ("authorised", "Authorised by", policy.AUTHORISER),
        ),
    )


@implements("603a.20(h)(1)", "603a.20(h)(2)", "603a.20(h)(3)", "603a.20(h)(4)")
def _issue(desk: Desk, document: Document[issue.IssueEntered]) -> Paper:
    """An issue as it stands in the ledger."""
    fact = document.fact
    return _paper(
        desk,
        document,
        "Match Play Coupon Ledger: Issue",
        issue.BEFORE_HAND_OVER,
        fields=(
            Field(label="Requisition", value=fact.requisition, clause=issue.BEFORE_HAND_OVER),
            _serials("Serials", fact.serials, issue.SERIALS_ISSUED),
            Field(label="Voided", value=spelled_voids(fact.voided), clause=issue.VOIDED_AT_ISSUE),
        ),
        grids=(_some("Coupons issued", fact.quantities, issue.QUANTITY_ISSUED),),
        signed=(("issued", "Issued by", policy.ISSUER),),
    )


@implements(
    "603a.20(j)",
    "603a.20(j)(1)",
    "603a.20(j)(2)",
    "603a.20(j)(3)",
    "603a.20(j)(4)",
    "603a.20(j)(5)",
    "603a.20(j)(6)",
    "603a.20(j)(7)",
    "603a.20(j)(8)",
)
def _reconciliation(desk: Desk, document: Document[reconciliation.DayReconciled]) -> Paper:
    """Marketing's daily reconciliation form."""
    fact = document.fact

    def grid(title: str, clause: Clause, *columns: tuple[str, str]) -> Grid:
        return Grid(
            title=title,
            headings=("Denomination", *(heading for heading, _ in columns)),
            rows=tuple(
                (dollars(line.denomination), *(f"{getattr(line, name):,}" for _, name in columns))
                for line in fact.lines
            ),
            clause=clause,
        )

    return _paper(
        desk,
        document,
        "Match Play Coupon Reconciliation Form",
        DAILY_FORM,
        fields=(
            _day("Date", fact.day, reconciliation.DATE),
            _serials("Received from finance", fact.received, reconciliation.RECEIVED),
            _serials("Remaining", fact.remaining, reconciliation.REMAINING),
            _serials("Of these, held for the next gaming day", fact.held, CARRIED_OVER),
            Field(label="Voided", value=spelled_voids(fact.voided), clause=reconciliation.VOIDED),
            Field(
                label="Explanation of variations",
                value=fact.explanation or "none",
                clause=reconciliation.VARIATIONS,
            ),
        ),
        grids=(
            grid(
                "Available",
                reconciliation.AVAILABLE,
                ("Carried over", "opening"),
                ("Received", "received"),
                ("Available", "available"),
            ),
            grid("Distributed", reconciliation.DISTRIBUTED, ("Distributed", "distributed")),
            grid("Remaining", reconciliation.REMAINING, ("Remaining", "remaining")),
            grid("Variations", reconciliation.VARIATIONS, ("Voided", "voided"), ("Variance", "variance")),
        ),
        signed=(
            ("completed", "Completed by", policy.RECONCILER),
            # Somebody of finance has seen a form with variations.
            *((_ACKNOWLEDGED,) if document.signed_as(_ACKNOWLEDGED[0]) else ()),
        ),
    )


_ACKNOWLEDGED: _Line = ("acknowledged", "Acknowledged by finance", policy.SEPARATE_DUTIES)


@implements("603a.20(h)(4)", "603a.20(j)(6)", readings=("C-36",))
def _void(desk: Desk, document: Document[voids.CouponsVoided]) -> Paper:
    """Void coupons as they stand in the ledger, with the reason for each, and where they are."""
    fact = document.fact
    clause = pa(fact.clause)
    where = "to finance with the papers of the day"
    if fact.missing or fact.in_drop_box:
        where = "nowhere to be found" if fact.missing else "in a drop box, to be found by the count"
    return _paper(
        desk,
        document,
        "Match Play Coupon Ledger: Void",
        voids.VOIDED_AT_FINANCE,
        fields=(
            _day("Voided on", fact.day, clause),
            Field(label="Where they are", value=where, clause=clause),
        ),
        grids=(
            Grid(
                title="Void coupons",
                headings=("Serials", "Reason"),
                rows=tuple((spelled_runs((line.run,)), line.reason) for line in fact.voided),
                clause=clause,
            ),
            _some("Quantities", fact.quantities, clause),
        ),
        signatures=(signature_of(one, clause, one.part.capitalize()) for one in document.signatures),
    )


@implements("603a.20(p)", readings=("C-31",))
def _print(desk: Desk, document: Document[printing.CouponsPrinted]) -> Paper:
    """What was printed in the house at one time: the paper that its production is reconciled with."""
    fact = document.fact
    return _paper(
        desk,
        document,
        "Match Play Coupon Print Log",
        IN_HOUSE,
        fields=(
            _day("Printed on", fact.printed_on, IN_HOUSE),
            Field(label="Design", value=fact.design, clause=IN_HOUSE),
            _serials("Serials", fact.serials, IN_HOUSE),
            _day("Last day", fact.expires, IN_HOUSE),
        ),
        grids=(_some("Coupons printed", fact.quantities, IN_HOUSE),),
        signed=(("printed", "Printed by", IN_HOUSE),),
    )


@implements("603a.20(l)", "603a.20(l)(1)", "603a.20(l)(2)", "603a.20(l)(3)", "603a.20(l)(4)", "603a.20(l)(5)")
def _return(desk: Desk, document: Document[returns.CouponsReturned]) -> Paper:
    """A return as it stands in the ledger."""
    fact = document.fact
    return _paper(
        desk,
        document,
        "Match Play Coupon Ledger: Return",
        returns.RETURN,
        fields=(
            _day("Returned on", fact.returned_on, returns.RETURNED_ON),
            _serials("Serials", fact.serials, returns.SERIALS_RETURNED),
            Field(label="Voided", value=spelled_voids(fact.voided), clause=returns.VOIDED_WITH_RETURN),
        ),
        grids=(_some("Coupons returned", fact.quantities, returns.QUANTITY_RETURNED),),
        signed=(
            ("returned", "Returned by", policy.RETURNED_BY_BOTH),
            ("received", "Received by", policy.RETURNED_BY_BOTH),
        ),
    )


@implements("603a.20(m)(1)", "603a.20(m)(2)#1", "603a.20(m)(2)#2", "603a.20(m)(3)", "603a.20(m)(4)")
def _count(desk: Desk, document: Document[count.DayCounted]) -> Paper:
    """Finance's count of a day."""
    fact = document.fact
    names = ("given", "distributed", "voided", "returned", "held", "redeemed", "difference")
    found = variances_of(desk.connection, fact.day, fact.day)
    return _paper(
        desk,
        document,
        "Match Play Coupon Count",
        count.FORWARDED_DAILY,
        fields=(
            _day("Coupons of", fact.day, count.FORWARDED_DAILY),
            _day("Counted on", fact.counted_on, COUNTED),
            _serials("Void, cancelled", fact.voided, count.CANCELLED),
            _serials("Expired, cancelled", fact.expired, count.CANCELLED),
            _serials("Returned for reissue", fact.restocked, count.BALANCED),
            Field(label="Given back at the tables", value=f"{fact.released:,}", clause=COUNTED),
        ),
        grids=(
            Grid(
                title="Drop boxes",
                headings=("Table", "Coupons"),
                rows=tuple((one.table, f"{one.coupons:,}") for one in fact.tables),
                clause=COUNTED,
            ),
            Grid(
                title="Balance",
                headings=("Denomination", *(name.capitalize() for name in names)),
                rows=tuple(
                    (dollars(line.denomination), *(f"{getattr(line, name):,}" for name in names))
                    for line in fact.lines
                ),
                clause=count.BALANCED,
            ),
            Grid(
                title="Signatures reviewed",
                headings=("Paper", "Proper", "Remark"),
                rows=tuple((one.document, "yes" if one.proper else "no", one.remark) for one in fact.reviews),
                clause=count.SIGNATURES,
            ),
            Grid(
                title="Variances",
                headings=("Serials", "Variance", "Detail"),
                rows=tuple(one.told for one in found),
                clause=COUNTED,
            ),
        ),
        signed=(
            ("counted", "Counted by", policy.DOES_ACCOUNTING),
            ("recorded", "Recorded by", count.RECORDED),
        ),
    )


@implements("603a.20(n)#2", "603a.20(n)#3")
def _inventory(desk: Desk, document: Document[inventory.InventoryTaken]) -> Paper:
    """An inventory as it stands in the ledger."""
    fact = document.fact
    return _paper(
        desk,
        document,
        "Match Play Coupon Ledger: Inventory",
        inventory.IN_THE_LEDGER,
        fields=(
            _day("Taken on", fact.taken_on, inventory.MONTHLY),
            Field(label="Method", value=fact.method, clause=INVENTORY_METHOD),
            _serials("With finance", fact.at_finance, inventory.IN_THE_LEDGER),
            _serials("With marketing", fact.at_marketing, inventory.IN_THE_LEDGER),
            _serials("On the books and not there", fact.short, inventory.IN_THE_LEDGER),
            _serials("There and not on the books", fact.over, inventory.IN_THE_LEDGER),
            Field(label="Explanation", value=fact.explanation or "none", clause=inventory.IN_THE_LEDGER),
        ),
        grids=(
            _some("Counted", fact.counted, inventory.IN_THE_LEDGER),
            _some("On the books", fact.on_the_books, inventory.IN_THE_LEDGER),
        ),
        signed=(
            ("counted", "Counted by", inventory.MONTHLY),
            ("recorded", "Recorded by", policy.KEEPS_LEDGER),
        ),
    )


# The quarterly report, which is drawn up before it is filed, and the ledger of a month.


@implements("603a.20(o)", readings=("C-34",))
def quarterly_report(desk: Desk, subject: str) -> Paper:
    """The report of a quarter to the Bureau of Casino Compliance, as filed, or as it stands."""
    quarter = quarter_named(subject)
    filed = papers.find(desk.connection, Kind.REPORT, subject, ReportFiled)
    redeemed = filed.fact.redeemed if filed else redeemed_in(desk.connection, quarter)
    distributed = filed.fact.distributed if filed else distributed_in(desk.connection, quarter)
    rows = tuple(
        (dollars(one.denomination), f"{one.count:,}", dollars(one.denomination * one.count))
        for one in redeemed
    )
    signatures = (
        (_signature(filed, ("filed", "Filed by", REPORT)),) if filed else (Signature(part="Filed by"),)
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
        grids=(
            Grid(
                title="Coupons redeemed by patrons",
                headings=("Denomination", "Quantity", "Total value"),
                rows=rows,
                clause=REPORT,
            ),
        ),
        signatures=signatures,
        notes=_notes(quarter.last),
    )


def _filing(filed: Document[ReportFiled] | None, quarter: Quarter) -> str:
    if filed is None:
        return f"not yet; due by {quarter.due}"
    return f"{filed.fact.filed_on}, {filed.fact.reference}"


def _quarters(desk: Desk) -> tuple[str, ...]:
    filed = papers.subjects_of(desk.connection, Kind.REPORT)
    return (*(str(one) for one in reversed(quarters_to_report(desk.connection, desk.day))), *filed)


@implements("603a.20(d)#3", "603a.20(r)(2)#1")
def ledger_page(desk: Desk, subject: str) -> Paper:
    """The ledger of a month, entry by entry."""
    first, last = days_in(subject)
    rows = tuple(
        (
            str(line.number),
            line.day.isoformat(),
            line.entry,
            _in_lines(line.serials, ", ", " to "),
            _in_lines(line.quantities, ", ", " of "),
            line.voided,
            _in_lines(line.signed, "; "),
        )
        for line in entries(desk.connection, first, last)
    )
    return Paper(
        title="Match Play Coupon Ledger",
        number=subject,
        holder=house_name(desk.connection),
        # A page of the month under way goes up to today.
        day=min(last, desk.day),
        clause=policy.KEEPS_LEDGER,
        grids=(
            Grid(
                title="Entries",
                headings=("No.", "Date", "Entry", "Serials", "Quantities", "Voided", "Signed"),
                rows=rows,
                clause=policy.KEEPS_LEDGER,
            ),
        ),
        notes=_notes(last),
    )


def _in_lines(listed: str, between: str, within: str = "") -> str:
    """What a narrow column lists, each on a line of its own that is not broken at the word in its middle."""
    lines = listed.replace(between, f"{between.strip()}\n")
    return lines.replace(within, within.replace(" ", "\N{NO-BREAK SPACE}")) if within else lines


FORMS = (
    _form(Kind.DELIVERY, "Check of a delivery", receipt.OPENED_BY_TWO, receipt.DeliveryChecked, _delivery),
    _form(Kind.RECEIPT, "Receipt", receipt.AFTER_THE_CHECK, receipt.CouponsReceived, _receipt),
    _form(
        Kind.REQUISITION,
        "Requisition",
        requisition.REQUISITION,
        requisition.RequisitionAuthorised,
        _requisition,
    ),
    _form(Kind.ISSUE, "Issue", issue.BEFORE_HAND_OVER, issue.IssueEntered, _issue),
    _form(
        Kind.RECONCILIATION,
        "Reconciliation form",
        DAILY_FORM,
        reconciliation.DayReconciled,
        _reconciliation,
    ),
    _form(Kind.VOID, "Void", voids.VOIDED_AT_FINANCE, voids.CouponsVoided, _void),
    _form(Kind.PRINT, "Print log", IN_HOUSE, printing.CouponsPrinted, _print),
    _form(Kind.RETURN, "Return", returns.RETURN, returns.CouponsReturned, _return),
    _form(Kind.COUNT, "Count", count.FORWARDED_DAILY, count.DayCounted, _count),
    _form(Kind.INVENTORY, "Inventory", inventory.IN_THE_LEDGER, inventory.InventoryTaken, _inventory),
    Form(
        name=Kind.REPORT.value,
        title="Quarterly report",
        clause=REPORT,
        subjects=_quarters,
        make=quarterly_report,
    ),
    Form(
        name="ledger",
        title="Ledger",
        clause=policy.KEEPS_LEDGER,
        subjects=lambda desk: months(desk.connection),
        make=ledger_page,
    ),
)
