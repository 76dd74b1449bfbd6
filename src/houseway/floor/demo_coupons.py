"""The demo property's Match Play Coupons: an approved programme, a printed run, yesterday's papers, and coupons in patrons' hands."""

from datetime import date, timedelta

from houseway.backoffice.coupons.count import CountCoupons, Review, papers_of
from houseway.backoffice.coupons.design import Design, SubmitCouponDesign
from houseway.backoffice.coupons.distribution import DistributeCoupons
from houseway.backoffice.coupons.inventory import TakeCouponInventory
from houseway.backoffice.coupons.issue import EnterCouponIssue, TakeOverCoupons
from houseway.backoffice.coupons.programme import (
    NEEDED,
    AdoptCouponControls,
    Approval,
    ApprovalKind,
    Authority,
    Controls,
    InHouseControls,
    RecordCouponApproval,
    SystemControls,
)
from houseway.backoffice.coupons.quantities import Quantities, quantities
from houseway.backoffice.coupons.receipt import CheckCouponDelivery, EnterCouponReceipt, Lot, Source
from houseway.backoffice.coupons.reconciliation import ReconcileCoupons
from houseway.backoffice.coupons.requisition import RequisitionCoupons
from houseway.backoffice.coupons.returns import ReturnCoupons
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.mailing.exclusion import SCREENED, EnterExclusionList
from houseway.floor.demo_clerk import Clerk
from houseway.floor.demo_people import (
    AUDITOR,
    CLERK,
    FINANCE,
    MARKETING,
    PROMOTER,
    PROPERTY,
    SECOND_CLERK,
    SECOND_FINANCE,
    SECOND_MARKETING,
    SURVEILLANCE,
)

TEN = Design(id="MP-10", holder=PROPERTY, value=1000)
TWENTY_FIVE = Design(id="MP-25", holder=PROPERTY, value=2500)
_VAULT, _CABINET = "cage vault, shelf 3", "players club, locked cabinet"
_PRINTING = "IC-8 printing in the house"
_DESK = "players club"
_DELIVERY = "print run 1"
_ADOPTED, _DELIVERED = 26, 12
# Last day of the coupons, in days after the opening day.
_GOOD_FOR = 90
_STOCK = {TEN.id: Run(1, 200), TWENTY_FIVE.id: Run(201, 300)}
YESTERDAYS, TODAYS = (Run(1, 40), Run(201, 220)), (Run(41, 80), Run(221, 240))
_HANDED_OUT_YESTERDAY = (Run(1, 30), Run(201, 212))
_LEFT_YESTERDAY = (Run(31, 40), Run(213, 220))
IN_PATRONS_HANDS_TODAY = (Run(41, 60), Run(221, 230))


def run_coupons(clerk: Clerk) -> None:
    """Launch the programme, receive a printed run, and run it for two days."""
    clerk.go_to(_ADOPTED)
    _launch(clerk)
    clerk.go_to(_DELIVERED)
    _receive(clerk)
    _enter_exclusion_lists(clerk)
    clerk.go_to(1)
    _issue(clerk, *YESTERDAYS)
    _hand_out(clerk, *_HANDED_OUT_YESTERDAY)
    _end_the_day(clerk)
    yesterday = clerk.today
    clerk.go_to(0)
    _count(clerk, yesterday)
    _issue(clerk, *TODAYS)
    _hand_out(clerk, *IN_PATRONS_HANDS_TODAY)


def _quantities(*runs: Run) -> Quantities:
    return quantities(
        {
            design.value: sum(len(run) for run in runs if run.first in range(stock.first, stock.last + 1))
            for design in (TEN, TWENTY_FIVE)
            for stock in (_STOCK[design.id],)
        }
    )


def _launch(clerk: Clerk) -> None:
    adopted = AdoptCouponControls(
        controls=Controls(
            reference="IC-7 Match Play Coupons",
            approver=Authority.BOARD,
            submitted_on=clerk.today,
            approved_on=clerk.today,
            procedure="465a.2",
            subjects=("inventory", "distribution", "redemption"),
            storage=_VAULT,
            overnight=_CABINET,
            inventory_method="Two people count every run of serials against the ledger.",
            direct_mail="Lists go to the provider through its portal, screened before anything is printed.",
            in_house=InHouseControls(
                reference=_PRINTING,
                production="Printed by finance in the order of the serials, each sheet in the print log.",
                reconciliation="The print log is held against what the delivery was found to hold.",
            ),
            system=SystemControls(
                production="By order", recording="In the journal", reconciliation="Daily, per serial"
            ),
        )
    )
    clerk.give("coupons/controls", adopted, MARKETING, AUDITOR)
    for design in (TEN, TWENTY_FIVE):
        clerk.give(f"coupons/design/{design.id}", SubmitCouponDesign(design=design), MARKETING)
    for kind, name in (
        (ApprovalKind.DESIGN, TEN.id),
        (ApprovalKind.DESIGN, TWENTY_FIVE.id),
        (ApprovalKind.STORAGE, _VAULT),
        (ApprovalKind.OVERNIGHT_STORAGE, _CABINET),
        (ApprovalKind.IN_HOUSE_PRINTING, _PRINTING),
    ):
        asked = NEEDED[kind].parameters
        letter = Approval(
            kind=kind,
            name=name,
            approver=Authority(asked["approver"]),
            procedure=asked.get("procedure", ""),
            reference=f"letter on {name}",
            submitted_on=clerk.today,
            approved_on=clerk.today,
        )
        clerk.give(f"coupons/approval/{name}", RecordCouponApproval(approval=letter), MARKETING, AUDITOR)


def _receive(clerk: Clerk) -> None:
    """The first run, printed in the house, opened and entered."""
    expires = clerk.office.days.day_of(clerk.opening_day) + timedelta(days=_GOOD_FOR)
    lots = tuple(
        Lot(design=design, expires=expires, first=run.first, last=run.last) for design, run in _STOCK.items()
    )
    check = CheckCouponDelivery(
        delivery=_DELIVERY,
        source=Source.IN_HOUSE,
        supplier=PROPERTY,
        invoice="print log 1",
        invoiced=lots,
        found=lots,
    )
    clerk.give("coupons/delivery", check, CLERK, PROMOTER)
    entry = EnterCouponReceipt(
        delivery=_DELIVERY,
        received_on=clerk.today,
        quantities=_quantities(*_STOCK.values()),
        serials=(Run(1, 300),),
        stored_in=_VAULT,
        locked_up=True,
    )
    clerk.give("coupons/receipt", entry, FINANCE)
    counted = TakeCouponInventory(taken_on=clerk.today, at_finance=(Run(1, 300),), at_marketing=())
    clerk.give("coupons/inventory", counted, SECOND_CLERK, SECOND_FINANCE)


def _enter_exclusion_lists(clerk: Clerk) -> None:
    """What the Board sent, without a person on it: nobody of a demo is excluded from anything."""
    for kind in SCREENED:
        entered = EnterExclusionList(
            list=kind,
            as_of=clerk.today,
            good_through=clerk.today + timedelta(days=_GOOD_FOR),
            reference=f"letter with the {kind.called}",
            stated=0,
            people=(),
        )
        clerk.give(f"coupons/{kind.called}", entered, SURVEILLANCE, AUDITOR)


def _issue(clerk: Clerk, *runs: Run) -> None:
    """A day's requisition, issue and hand-over."""
    day, some = clerk.today, _quantities(*runs)
    number = f"R-{day}"
    asked = RequisitionCoupons(number=number, prepared_on=day, needed_on=day, estimated=some, requested=some)
    clerk.give(f"coupons/{day}/requisition", asked, MARKETING, FINANCE)
    issued = EnterCouponIssue(requisition=number, day=day, serials=runs, quantities=some)
    clerk.give(f"coupons/{day}/issue", issued, FINANCE)
    taken = TakeOverCoupons(requisition=number, day=day, serials=runs)
    clerk.give(f"coupons/{day}/hand-over", taken, MARKETING)


def _hand_out(clerk: Clerk, *runs: Run) -> None:
    order = DistributeCoupons(day=clerk.today, serials=runs, place=_DESK)
    clerk.give(f"coupons/{clerk.today}/hand-out", order, PROMOTER)


def _end_the_day(clerk: Clerk) -> None:
    """The reconciliation form, and what is left goes back to finance."""
    day = clerk.today
    form = ReconcileCoupons(
        day=day,
        received=YESTERDAYS,
        available=_quantities(*YESTERDAYS),
        distributed=_quantities(*_HANDED_OUT_YESTERDAY),
        remaining=_LEFT_YESTERDAY,
    )
    clerk.give(f"coupons/{day}/form", form, SECOND_MARKETING)
    back = ReturnCoupons(
        day=day, returned_on=day, serials=_LEFT_YESTERDAY, quantities=_quantities(*_LEFT_YESTERDAY)
    )
    clerk.give(f"coupons/{day}/return", back, SECOND_MARKETING, FINANCE)


def _count(clerk: Clerk, day: date) -> None:
    """Finance counts a day that no coupon was redeemed on."""
    with clerk.office.desk() as desk:
        papers = papers_of(desk.connection, day)
    order = CountCoupons(
        day=day,
        drops=(),
        returned=_LEFT_YESTERDAY,
        reviews=tuple(Review(document=name, proper=True) for name in papers),
        stored_in=_VAULT,
    )
    clerk.give(f"coupons/{day}/count", order, SECOND_CLERK, SECOND_FINANCE)
