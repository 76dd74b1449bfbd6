"""What the coupon book shows of itself: where the coupons are, the ledger, the approvals, the variances, the need to come."""

from datetime import timedelta

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk, Sheet
from houseway.backoffice.coupons.design import DESIGN_APPROVED, Design
from houseway.backoffice.coupons.drop_boxes import COUNTED
from houseway.backoffice.coupons.ledger import entries
from houseway.backoffice.coupons.policy import KEEPS_LEDGER
from houseway.backoffice.coupons.programme import CONTROLS_APPROVED, NEEDED, Approval, Controls
from houseway.backoffice.coupons.requisition import ESTIMATE, estimate
from houseway.backoffice.coupons.schema import approvals, controls, designs
from houseway.backoffice.coupons.serials import State, totals_by_state
from houseway.backoffice.coupons.variances import variances_of
from houseway.backoffice.paper import Grid
from houseway.money import dollars

# A page shows so much of what goes back years; the forms have the rest.
_SHOWN = timedelta(days=31)


def _coupons(desk: Desk) -> tuple[Grid, ...]:
    totals = totals_by_state(desk.connection)
    denominations = sorted({denomination for counts in totals.values() for denomination in counts})
    rows = []
    for denomination in denominations:
        counts = [totals[state].get(denomination, 0) for state in State]
        rows.append((dollars(denomination), f"{sum(counts):,}", *(f"{count:,}" for count in counts)))
    return (
        Grid(
            title="Where the coupons are",
            headings=("Denomination", "Received", *(state.capitalize() for state in State)),
            rows=tuple(rows),
            clause=KEEPS_LEDGER,
        ),
    )


def _ledger(desk: Desk) -> tuple[Grid, ...]:
    lines = entries(desk.connection, desk.day - _SHOWN, desk.day)
    rows = tuple((str(line.number), line.day.isoformat(), *line[2:]) for line in reversed(lines))
    return (
        Grid(
            title="Match Play Coupon ledger, the last month",
            headings=("No.", "Date", "Entry", "Serials", "Quantities", "Voided", "Signed"),
            rows=rows,
            clause=KEEPS_LEDGER,
        ),
    )


def _programme(desk: Desk) -> tuple[Grid, ...]:
    connection = desk.connection
    adopted = [
        (row.since, msgspec.json.decode(row.content, type=Controls))
        for row in connection.execute(sa.select(controls).order_by(controls.c.since.desc()))
    ]
    letters = [
        msgspec.json.decode(row.content, type=Approval)
        for row in connection.execute(sa.select(approvals).order_by(approvals.c.approved_on.desc()))
    ]
    drawn = [
        (msgspec.json.decode(row.content, type=Design), row.approved_on)
        for row in connection.execute(sa.select(designs).order_by(designs.c.id))
    ]
    return (
        Grid(
            title="Internal controls",
            headings=("Since", "Reference", "Run by", "Stored in", "Overnight", "Inventory"),
            rows=tuple(
                (
                    since.isoformat(),
                    said.reference,
                    f"{said.department} and finance",
                    said.storage,
                    said.overnight or "nothing is held",
                    said.inventory_method,
                )
                for since, said in adopted
            ),
            clause=CONTROLS_APPROVED,
        ),
        Grid(
            title="Approvals",
            headings=("Of", "Name", "By", "Reference", "On", "Clause"),
            rows=tuple(
                (
                    one.kind.value,
                    one.name,
                    one.approver.replace("_", " "),
                    one.reference,
                    one.approved_on.isoformat(),
                    NEEDED[one.kind].id,
                )
                for one in letters
            ),
        ),
        Grid(
            title="Designs",
            headings=("Design", "Value", "Approved"),
            rows=tuple(
                (design.id, dollars(design.value), approved_on.isoformat() if approved_on else "not yet")
                for design, approved_on in drawn
            ),
            clause=DESIGN_APPROVED,
        ),
    )


def _variances(desk: Desk) -> tuple[Grid, ...]:
    found = variances_of(desk.connection, desk.day - _SHOWN, desk.day)
    rows = tuple((one.day.isoformat(), *one.told, one.clause) for one in reversed(found))
    headings = ("Day", "Serials", "Variance", "Detail", "Clause")
    return (Grid(title="Variances, the last month", headings=headings, rows=rows, clause=COUNTED),)


def _need(desk: Desk) -> tuple[Grid, ...]:
    rows: list[tuple[str, ...]] = []
    for number in range(1, 8):
        day = desk.day + timedelta(days=number)
        rows.extend(
            (day.isoformat(), dollars(one.denomination), f"{one.count:,}")
            for one in estimate(desk.connection, day, day)
        )
    headings = ("Day", "Denomination", "Estimate")
    return (
        Grid(title="Estimated need of the next week", headings=headings, rows=tuple(rows), clause=ESTIMATE),
    )


SHEETS = (
    Sheet(
        name="coupons",
        title="Coupons",
        show=_coupons,
        empty=(
            "No coupons have come to the house yet. Once the programme stands, a delivery is checked by two: [check-coupon-delivery].",
        ),
    ),
    Sheet(
        name="ledger",
        title="Ledger",
        show=_ledger,
        empty=(
            "Nothing was entered in the last month. The ledger begins with a receipt: [enter-coupon-receipt].",
        ),
    ),
    Sheet(
        name="variances",
        title="Variances",
        show=_variances,
        empty=("Nothing differed in the last month.",),
    ),
    Sheet(
        name="programme",
        title="Programme",
        show=_programme,
        empty=(
            "The programme begins with its internal controls: [adopt-coupon-controls].",
            "No approval is entered yet: [record-coupon-approval].",
            "No design is submitted yet: [submit-coupon-design].",
        ),
    ),
    Sheet(
        name="need",
        title="Estimated need",
        show=_need,
        empty=(
            "There is nothing to estimate from yet: a day needs what the same weekdays before it needed.",
        ),
    ),
)
