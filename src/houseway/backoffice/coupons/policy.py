"""Who may do what with coupons, and which duties nobody may have together (603a.20(d), (r)(2))."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

from houseway.backoffice.coupons.count import CountCoupons
from houseway.backoffice.coupons.design import SubmitCouponDesign
from houseway.backoffice.coupons.distribution import BY_MARKETING, DistributeCoupons, OpenCarriedCoupons
from houseway.backoffice.coupons.inventory import TakeCouponInventory
from houseway.backoffice.coupons.issue import BEFORE_HAND_OVER, EnterCouponIssue, TakeOverCoupons
from houseway.backoffice.coupons.outside import SealCouponBarcodes
from houseway.backoffice.coupons.printing import PrintCoupons
from houseway.backoffice.coupons.programme import (
    CONTROLS_APPROVED,
    IN_HOUSE,
    NEEDED,
    AdoptCouponControls,
    ApprovalKind,
    Distributor,
    RecordCouponApproval,
)
from houseway.backoffice.coupons.quarterly import REPORT, FileCouponReport
from houseway.backoffice.coupons.receipt import (
    OPENED_BY_TWO,
    TOLD,
    CheckCouponDelivery,
    EnterCouponReceipt,
    Recipient,
    ReportCouponDeviation,
)
from houseway.backoffice.coupons.reconciliation import ReconcileCoupons
from houseway.backoffice.coupons.redemption import RedeemCoupon, RedeemCouponBySerial, ReleaseCoupon
from houseway.backoffice.coupons.requisition import RequisitionCoupons
from houseway.backoffice.coupons.returns import ReturnCoupons
from houseway.backoffice.coupons.voids import Custody, VoidCoupons
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Department, Position
from houseway.backoffice.policy import Part, Permit, Rule, Separation, anyone_of, at_least
from houseway.law import Clause, pa

SEPARATE_DUTIES = pa("603a.20(r)(2)#2")
KEEPS_LEDGER = pa("603a.20(d)#3")
DOES_ACCOUNTING = pa("603a.20(d)#4")
CUSTODY = pa("603a.20(i)#1")
DESIGN_SUBMITTED = pa("603a.20(b)(1)")
PREPARER = pa("603a.20(g)(4)")
AUTHORISER = pa("603a.20(g)(5)")
ISSUER = pa("603a.20(h)(3)")
RECONCILER = pa("603a.20(j)(8)")
CARRIED_OVER = pa("603a.20(k)#3")
VOIDED_AT_MARKETING = pa("603a.20(j)(6)")
RETURNED_BY_BOTH = pa("603a.20(l)(5)")
RECORDED = pa("603a.20(m)(4)")
REDEEMER = pa("603a.21(b)#1")


@dataclass(frozen=True, slots=True)
class Crew:
    """Who, in a department that runs the programme, is a member of it, and who a supervisor."""

    member: Position
    supervisor: Position


CREWS: Mapping[Distributor, Crew] = MappingProxyType(
    {
        Distributor.MARKETING: Crew(Position.MARKETING_REPRESENTATIVE, Position.MARKETING_SUPERVISOR),
        # Not those who redeem coupons at the tables.
        Distributor.TABLE_GAMES: Crew(Position.FLOORPERSON, Position.PIT_MANAGER),
        Distributor.SECURITY: Crew(Position.SECURITY_OFFICER, Position.SECURITY_SUPERVISOR),
    }
)


def _is_of(distributor: Distributor, order: Any) -> bool:
    return bool(order.department is distributor)


def _is_marketings(distributor: Distributor, order: VoidCoupons) -> bool:
    return order.custody is Custody.MARKETING and order.department is distributor


def _has_variations(distributor: Distributor, order: ReconcileCoupons) -> bool:
    """Whether a form explains or corrects anything: one that should and does not is refused."""
    return order.department is distributor and bool(order.explanation.strip() or order.unrecorded)


def _is_approval_of(kind: ApprovalKind, order: RecordCouponApproval) -> bool:
    return order.approval.kind is kind


def _is_to(recipient: Recipient, order: ReportCouponDeviation) -> bool:
    return order.to is recipient


def _by_distributor(
    order: type[Order],
    parts: Callable[[Crew], tuple[Part, ...]],
    applies: Callable[[Distributor, Any], bool] = _is_of,
    case: str = "",
) -> tuple[Rule, ...]:
    """The rule for marketing, and the same for each department that may stand in for it."""
    return tuple(
        Rule(
            order,
            parts(crew),
            case=", ".join(filter(None, (case, "" if name is Distributor.MARKETING else f"run by {name}"))),
            applies=partial(applies, name),
        )
        for name, crew in CREWS.items()
    )


_REDEEMERS = (Permit(Position.DEALER, or_above=False), Permit(Position.BOXPERSON, or_above=False))
_FINANCE = anyone_of(Department.FINANCE)
_FINANCE_SUPERVISOR = at_least(Position.FINANCE_SUPERVISOR)


def _approved(clause: Clause) -> tuple[Part, ...]:
    """An approval is entered by those who run the programme, and confirmed by somebody who does not."""
    return (
        Part("entered", (*at_least(Position.MARKETING_SUPERVISOR), *_FINANCE_SUPERVISOR), clause),
        Part(
            "confirmed", (*at_least(Position.AUDITOR), *at_least(Position.COMPLIANCE_REPRESENTATIVE)), clause
        ),
    )


RULES: tuple[Rule, ...] = (
    Rule(AdoptCouponControls, _approved(CONTROLS_APPROVED)),
    Rule(
        SubmitCouponDesign,
        (
            Part(
                "submitted",
                (*at_least(Position.MARKETING_SUPERVISOR), *_FINANCE_SUPERVISOR),
                DESIGN_SUBMITTED,
            ),
        ),
    ),
    *(
        Rule(RecordCouponApproval, _approved(clause), case=str(kind), applies=partial(_is_approval_of, kind))
        for kind, clause in NEEDED.items()
    ),
    *_by_distributor(
        CheckCouponDelivery,
        lambda crew: (
            Part("opened for finance", _FINANCE, OPENED_BY_TWO),
            Part("opened for marketing", at_least(crew.member), OPENED_BY_TWO),
        ),
    ),
    *(
        Rule(
            ReportCouponDeviation,
            (Part("reported", _FINANCE_SUPERVISOR, clause),),
            case=f"to the {recipient}",
            applies=partial(_is_to, recipient),
        )
        for recipient, clause in TOLD.items()
    ),
    Rule(EnterCouponReceipt, (Part("recorded", _FINANCE_SUPERVISOR, KEEPS_LEDGER),)),
    # By those who have the stock in custody: what is printed lies in it.
    Rule(PrintCoupons, (Part("printed", _FINANCE_SUPERVISOR, IN_HOUSE),)),
    # What makes a paper a coupon leaves the house: by those who keep the ledger that it is entered in.
    Rule(SealCouponBarcodes, (Part("sealed", _FINANCE_SUPERVISOR, KEEPS_LEDGER),)),
    *_by_distributor(
        RequisitionCoupons,
        lambda crew: (
            Part("prepared", at_least(crew.supervisor), PREPARER),
            Part("authorised", _FINANCE_SUPERVISOR, AUTHORISER),
        ),
    ),
    Rule(EnterCouponIssue, (Part("issued", _FINANCE_SUPERVISOR, ISSUER),)),
    *_by_distributor(
        TakeOverCoupons, lambda crew: (Part("taken over", at_least(crew.supervisor), BEFORE_HAND_OVER),)
    ),
    *_by_distributor(
        OpenCarriedCoupons, lambda crew: (Part("opened", at_least(crew.supervisor), CARRIED_OVER),)
    ),
    *_by_distributor(
        DistributeCoupons, lambda crew: (Part("handed out", at_least(crew.member), BY_MARKETING),)
    ),
    Rule(
        VoidCoupons,
        (Part("voided", _FINANCE_SUPERVISOR, CUSTODY),),
        case="out of finance's stock",
        applies=lambda order: order.custody is Custody.FINANCE,
    ),
    *_by_distributor(
        VoidCoupons,
        lambda crew: (Part("voided", at_least(crew.supervisor), VOIDED_AT_MARKETING),),
        _is_marketings,
    ),
    # A form with variations changes what the books say of coupons: somebody of finance has seen it.
    *_by_distributor(
        ReconcileCoupons,
        lambda crew: (
            Part("completed", at_least(crew.supervisor), RECONCILER),
            Part("acknowledged", _FINANCE_SUPERVISOR, SEPARATE_DUTIES),
        ),
        _has_variations,
        "with variations",
    ),
    *_by_distributor(
        ReconcileCoupons, lambda crew: (Part("completed", at_least(crew.supervisor), RECONCILER),)
    ),
    *_by_distributor(
        ReturnCoupons,
        lambda crew: (
            Part("returned", at_least(crew.supervisor), RETURNED_BY_BOTH),
            Part("received", _FINANCE_SUPERVISOR, RETURNED_BY_BOTH),
        ),
    ),
    Rule(
        CountCoupons,
        (
            Part("counted", _FINANCE, DOES_ACCOUNTING),
            Part("recorded", _FINANCE_SUPERVISOR, RECORDED),
        ),
    ),
    Rule(
        RedeemCouponBySerial,
        (
            Part("redeemed", _REDEEMERS, REDEEMER),
            Part("supervised", at_least(Position.FLOORPERSON), SEPARATE_DUTIES),
        ),
        at_table=True,
    ),
    *(
        Rule(
            order,
            (Part(part, _REDEEMERS, REDEEMER),),
            # Only a table knows that a coupon lay on it, and that its wager was not decided.
            at_table=True,
        )
        for order, part in ((RedeemCoupon, "redeemed"), (ReleaseCoupon, "given back"))
    ),
    Rule(
        TakeCouponInventory,
        (
            # Not by a finance supervisor, who has the stock in custody.
            Part(
                "counted",
                (Permit(Position.FINANCE_CLERK, or_above=False), *at_least(Position.AUDITOR)),
                KEEPS_LEDGER,
            ),
            Part("recorded", _FINANCE_SUPERVISOR, KEEPS_LEDGER),
        ),
    ),
    Rule(FileCouponReport, (Part("filed", _FINANCE_SUPERVISOR, REPORT),)),
)


def _apart(one: type[Order], *others: type[Order]) -> tuple[Separation, ...]:
    return tuple(Separation(one, other, SEPARATE_DUTIES) for other in others)


# Whoever had a hand in a day's coupons neither reconciles nor counts them, even after a change of department; whoever
# opened a delivery neither enters it nor is the one to report what it lacks.
SEPARATIONS: tuple[Separation, ...] = (
    *_apart(CheckCouponDelivery, EnterCouponReceipt, ReportCouponDeviation),
    *_apart(
        ReconcileCoupons,
        RequisitionCoupons,
        TakeOverCoupons,
        OpenCarriedCoupons,
        DistributeCoupons,
        VoidCoupons,
        RedeemCoupon,
        RedeemCouponBySerial,
        ReleaseCoupon,
    ),
    *_apart(
        CountCoupons,
        RequisitionCoupons,
        EnterCouponIssue,
        TakeOverCoupons,
        OpenCarriedCoupons,
        DistributeCoupons,
        VoidCoupons,
        ReconcileCoupons,
        ReturnCoupons,
        RedeemCoupon,
        RedeemCouponBySerial,
        ReleaseCoupon,
    ),
    *_apart(DistributeCoupons, RedeemCoupon, RedeemCouponBySerial, ReleaseCoupon),
)
