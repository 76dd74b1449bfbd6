"""The ledger on paper: receipts, issues, voids, returns and inventories as they stand in it, and its page of a month."""

from houseway.backoffice.book import Desk, Form
from houseway.backoffice.coupons import inventory, issue, policy, receipt, returns, voids
from houseway.backoffice.coupons.documents import Document, PaperKind
from houseway.backoffice.coupons.form_shape import Said, coupon_form, day, notes, serials, some
from houseway.backoffice.coupons.ledger import days_in, entries, months, spelled_voids
from houseway.backoffice.coupons.programme import INVENTORY_METHOD
from houseway.backoffice.coupons.runs import spelled as spelled_runs
from houseway.backoffice.paper import Field, Grid, Paper, signature_of
from houseway.backoffice.postings.postings import house_name
from houseway.law import implements, pa


@implements("603a.20(f)", "603a.20(f)(1)", "603a.20(f)(2)", "603a.20(f)(3)", "603a.20(f)(4)")
def _receipt(_: Desk, document: Document[receipt.CouponsReceived]) -> Said:
    """A receipt as it stands in the ledger."""
    fact = document.fact
    return Said(
        fields=(
            day("Received on", fact.received_on, receipt.RECEIVED_ON),
            serials("Serials", fact.serials, receipt.SERIALS_RECEIVED),
            Field(label="Locked up in", value=fact.stored_in, clause=receipt.CUSTODY),
        ),
        grids=(some("Coupons received", fact.quantities, receipt.QUANTITY_RECEIVED),),
        signatures=(signature_of(one, receipt.CHECKERS, f"Checked, {one.part}") for one in fact.checkers),
        signed=(("recorded", "Recorded by", receipt.AFTER_THE_CHECK),),
    )


@implements("603a.20(h)(1)", "603a.20(h)(2)", "603a.20(h)(3)", "603a.20(h)(4)")
def _issue(_: Desk, document: Document[issue.IssueEntered]) -> Said:
    """An issue as it stands in the ledger."""
    fact = document.fact
    return Said(
        fields=(
            Field(label="Requisition", value=fact.requisition, clause=issue.BEFORE_HAND_OVER),
            serials("Serials", fact.serials, issue.SERIALS_ISSUED),
            Field(label="Voided", value=spelled_voids(fact.voided), clause=issue.VOIDED_AT_ISSUE),
        ),
        grids=(some("Coupons issued", fact.quantities, issue.QUANTITY_ISSUED),),
        signed=(("issued", "Issued by", policy.ISSUER),),
    )


@implements("603a.20(h)(4)", "603a.20(j)(6)", readings=("C-36",))
def _void(_: Desk, document: Document[voids.CouponsVoided]) -> Said:
    """Void coupons as they stand in the ledger, with the reason for each, and where they are."""
    fact = document.fact
    clause = pa(fact.clause)
    where = "to finance with the papers of the day"
    if fact.missing or fact.in_drop_box:
        where = "nowhere to be found" if fact.missing else "in a drop box, to be found by the count"
    return Said(
        fields=(
            day("Voided on", fact.day, clause),
            Field(label="Where they are", value=where, clause=clause),
        ),
        grids=(
            Grid(
                title="Void coupons",
                headings=("Serials", "Reason"),
                rows=tuple((spelled_runs((line.run,)), line.reason) for line in fact.voided),
                clause=clause,
            ),
            some("Quantities", fact.quantities, clause),
        ),
        signatures=(signature_of(one, clause, one.part.capitalize()) for one in document.signatures),
    )


@implements("603a.20(l)", "603a.20(l)(1)", "603a.20(l)(2)", "603a.20(l)(3)", "603a.20(l)(4)", "603a.20(l)(5)")
def _return(_: Desk, document: Document[returns.CouponsReturned]) -> Said:
    """A return as it stands in the ledger."""
    fact = document.fact
    return Said(
        fields=(
            day("Returned on", fact.returned_on, returns.RETURNED_ON),
            serials("Serials", fact.serials, returns.SERIALS_RETURNED),
            Field(label="Voided", value=spelled_voids(fact.voided), clause=returns.VOIDED_WITH_RETURN),
        ),
        grids=(some("Coupons returned", fact.quantities, returns.QUANTITY_RETURNED),),
        signed=(
            ("returned", "Returned by", policy.RETURNED_BY_BOTH),
            ("received", "Received by", policy.RETURNED_BY_BOTH),
        ),
    )


@implements("603a.20(n)#2", "603a.20(n)#3")
def _inventory(_: Desk, document: Document[inventory.InventoryTaken]) -> Said:
    """An inventory as it stands in the ledger."""
    fact = document.fact
    return Said(
        fields=(
            day("Taken on", fact.taken_on, inventory.MONTHLY),
            Field(label="Method", value=fact.method, clause=INVENTORY_METHOD),
            serials("With finance", fact.at_finance, inventory.IN_THE_LEDGER),
            serials("With marketing", fact.at_marketing, inventory.IN_THE_LEDGER),
            serials("On the books and not there", fact.short, inventory.IN_THE_LEDGER),
            serials("There and not on the books", fact.over, inventory.IN_THE_LEDGER),
            Field(label="Explanation", value=fact.explanation or "none", clause=inventory.IN_THE_LEDGER),
        ),
        grids=(
            some("Counted", fact.counted, inventory.IN_THE_LEDGER),
            some("On the books", fact.on_the_books, inventory.IN_THE_LEDGER),
        ),
        signed=(
            ("counted", "Counted by", inventory.MONTHLY),
            ("recorded", "Recorded by", policy.KEEPS_LEDGER),
        ),
    )


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
        notes=notes(last),
    )


def _in_lines(listed: str, between: str, within: str = "") -> str:
    """What a narrow column lists, each on a line of its own that is not broken at the word in its middle."""
    lines = listed.replace(between, f"{between.strip()}\n")
    return lines.replace(within, within.replace(" ", "\N{NO-BREAK SPACE}")) if within else lines


RECEIPT, ISSUE, VOID, RETURN, INVENTORY = (
    coupon_form(
        PaperKind.RECEIPT,
        "Receipt",
        "Match Play Coupon Ledger: Receipt",
        receipt.AFTER_THE_CHECK,
        receipt.CouponsReceived,
        _receipt,
    ),
    coupon_form(
        PaperKind.ISSUE,
        "Issue",
        "Match Play Coupon Ledger: Issue",
        issue.BEFORE_HAND_OVER,
        issue.IssueEntered,
        _issue,
    ),
    coupon_form(
        PaperKind.VOID,
        "Void",
        "Match Play Coupon Ledger: Void",
        voids.VOIDED_AT_FINANCE,
        voids.CouponsVoided,
        _void,
    ),
    coupon_form(
        PaperKind.RETURN,
        "Return",
        "Match Play Coupon Ledger: Return",
        returns.RETURN,
        returns.CouponsReturned,
        _return,
    ),
    coupon_form(
        PaperKind.INVENTORY,
        "Inventory",
        "Match Play Coupon Ledger: Inventory",
        inventory.IN_THE_LEDGER,
        inventory.InventoryTaken,
        _inventory,
    ),
)
LEDGER_PAGE = Form(
    name="ledger",
    title="Ledger",
    clause=policy.KEEPS_LEDGER,
    subjects=lambda desk: months(desk.connection),
    make=ledger_page,
)
