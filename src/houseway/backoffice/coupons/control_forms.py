"""The forms beside the ledger: delivery check, requisition, daily reconciliation, print log and count."""

from collections.abc import Iterator

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import count, policy, printing, receipt, reconciliation, requisition
from houseway.backoffice.coupons.days import CARRIED_OVER, DAILY_FORM
from houseway.backoffice.coupons.documents import Document, PaperKind
from houseway.backoffice.coupons.drop_boxes import COUNTED
from houseway.backoffice.coupons.form_shape import Line, Said, balance, coupon_form, day, serials, some
from houseway.backoffice.coupons.ledger import spelled_voids
from houseway.backoffice.coupons.programme import IN_HOUSE
from houseway.backoffice.coupons.quantities import spelled
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.runs import spelled as spelled_runs
from houseway.backoffice.coupons.variances import variances_of
from houseway.backoffice.listing import in_order
from houseway.backoffice.paper import Field, Grid
from houseway.law import Clause, implements
from houseway.table.words import capital


@implements("603a.20(e)#1", "603a.20(e)#2", "603a.20(e)#3")
def _delivery(_: Desk, document: Document[receipt.DeliveryChecked]) -> Said:
    """The check of a delivery, with every deviation from its invoice."""
    fact = document.fact
    lots = (("invoiced", fact.invoiced), ("found", fact.found))
    return Said(
        fields=(
            day("Opened and checked on", fact.checked_on, receipt.OPENED_BY_TWO),
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


@implements(
    "603a.20(g)#2", "603a.20(g)(1)", "603a.20(g)(2)", "603a.20(g)(3)", "603a.20(g)(4)", "603a.20(g)(5)"
)
def _requisition(_: Desk, document: Document[requisition.RequisitionAuthorised]) -> Said:
    """Marketing's requisition."""
    fact = document.fact
    period = (
        "the gaming day"
        if fact.until == fact.needed_on
        else f"the promotion {fact.promotion} until {fact.until}"
    )
    return Said(
        fields=(
            day("Prepared on", fact.prepared_on, requisition.PREPARED_ON),
            day("Needed on", fact.needed_on, requisition.NEEDED_ON),
            Field(
                label=f"Estimated need of {period}",
                value=spelled(fact.estimated),
                clause=requisition.ESTIMATE,
            ),
        ),
        grids=(some("Coupons requested", fact.requested, requisition.REQUESTED),),
        signed=(
            ("prepared", "Prepared by", policy.PREPARER),
            ("authorised", "Authorised by", policy.AUTHORISER),
        ),
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
def _reconciliation(_: Desk, document: Document[reconciliation.DayReconciled]) -> Said:
    """Marketing's daily reconciliation form."""
    fact = document.fact

    def grid(clause: Clause, title: str, **columns: str) -> Grid:
        return balance(title, fact.lines, clause, {heading: name for name, heading in columns.items()})

    return Said(
        fields=(
            day("Date", fact.day, reconciliation.DATE),
            # Two boxes that are short stand beside each other, so that the form of a usual day is one page.
            Field(label="Voided", value=spelled_voids(fact.voided), clause=reconciliation.VOIDED),
            serials("Received from finance", fact.received, reconciliation.RECEIVED),
            serials("Remaining", fact.remaining, reconciliation.REMAINING),
            serials("Of these, held for the next gaming day", fact.held, CARRIED_OVER),
            Field(
                label="Explanation of variations",
                value=fact.explanation or "none",
                clause=reconciliation.VARIATIONS,
            ),
        ),
        grids=(
            grid(
                reconciliation.AVAILABLE,
                "Available",
                opening="Carried over",
                received="Received",
                available="Available",
            ),
            grid(reconciliation.DISTRIBUTED, "Distributed", distributed="Distributed"),
            grid(reconciliation.REMAINING, "Remaining", remaining="Remaining"),
            grid(reconciliation.VARIATIONS, "Variations", voided="Voided", variance="Variance"),
        ),
        signed=(
            ("completed", "Completed by", policy.RECONCILER),
            # Somebody of finance has seen a form with variations.
            *((_ACKNOWLEDGED,) if document.signed_as(_ACKNOWLEDGED[0]) else ()),
        ),
    )


_ACKNOWLEDGED: Line = ("acknowledged", "Acknowledged by finance", policy.SEPARATE_DUTIES)


@implements("603a.20(p)", readings=("C-31",))
def _print(_: Desk, document: Document[printing.CouponsPrinted]) -> Said:
    """What was printed in the house at one time: the paper that its production is reconciled with."""
    fact = document.fact
    return Said(
        fields=(
            day("Printed on", fact.printed_on, IN_HOUSE),
            Field(label="Design", value=fact.design, clause=IN_HOUSE),
            serials("Serials", fact.serials, IN_HOUSE),
            day("Last day", fact.expires, IN_HOUSE),
        ),
        grids=(some("Coupons printed", fact.quantities, IN_HOUSE),),
        signed=(("printed", "Printed by", IN_HOUSE),),
    )


@implements("603a.20(m)(1)", "603a.20(m)(2)#1", "603a.20(m)(2)#2", "603a.20(m)(3)", "603a.20(m)(4)")
def _count(desk: Desk, document: Document[count.DayCounted]) -> Said:
    """Finance's count of a day."""
    fact = document.fact
    names = ("given", "distributed", "voided", "returned", "held", "redeemed", "difference")
    found = variances_of(desk.connection, fact.day, fact.day)
    return Said(
        fields=(
            day("Coupons of", fact.day, count.FORWARDED_DAILY),
            day("Counted on", fact.counted_on, COUNTED),
            serials("Void, cancelled", fact.voided, count.CANCELLED),
            serials("Expired, cancelled", fact.expired, count.CANCELLED),
            serials("Returned for reissue", fact.restocked, count.BALANCED),
            Field(label="Given back at the tables", value=f"{fact.released:,}", clause=COUNTED),
        ),
        grids=(
            Grid(
                title="Drop boxes",
                headings=("Table", "Coupons"),
                rows=tuple(_boxes(fact)),
                totals=1 if fact.tables else 0,
                clause=COUNTED,
            ),
            balance("Balance", fact.lines, count.BALANCED, {name.capitalize(): name for name in names}),
            Grid(
                title="Signatures reviewed",
                headings=("Paper", "Proper", "Remark"),
                rows=tuple(
                    (_in_words(one.document), "yes" if one.proper else "no", one.remark)
                    for one in fact.reviews
                ),
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


def _boxes(fact: count.DayCounted) -> Iterator[tuple[str, str]]:
    """The coupons in each table's drop box, and in all of them."""
    for one in sorted(fact.tables, key=lambda one: in_order(one.table)):
        yield one.table, f"{one.coupons:,}"
    if fact.tables:
        yield "Total", f"{sum(one.coupons for one in fact.tables):,}"


def _in_words(document: str) -> str:
    """A paper that was reviewed, called as its own heading calls it."""
    kind, _, subject = document.partition("/")
    return f"{capital(kind)} {subject}"


DELIVERY, REQUISITION, RECONCILIATION, PRINT, COUNT = (
    coupon_form(
        PaperKind.DELIVERY,
        "Check of a delivery",
        "Check of a Delivery of Match Play Coupons",
        receipt.OPENED_BY_TWO,
        receipt.DeliveryChecked,
        _delivery,
    ),
    coupon_form(
        PaperKind.REQUISITION,
        "Requisition",
        "Match Play Coupon Requisition",
        requisition.REQUISITION,
        requisition.RequisitionAuthorised,
        _requisition,
    ),
    coupon_form(
        PaperKind.RECONCILIATION,
        "Reconciliation form",
        "Match Play Coupon Reconciliation Form",
        DAILY_FORM,
        reconciliation.DayReconciled,
        _reconciliation,
    ),
    coupon_form(
        PaperKind.PRINT, "Print log", "Match Play Coupon Print Log", IN_HOUSE, printing.CouponsPrinted, _print
    ),
    coupon_form(
        PaperKind.COUNT, "Count", "Match Play Coupon Count", count.FORWARDED_DAILY, count.DayCounted, _count
    ),
)
