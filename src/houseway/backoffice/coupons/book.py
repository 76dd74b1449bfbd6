"""The coupon book: Match Play Coupons from the design to the drop box (603a.20)."""

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import Any

from houseway.backoffice.book import Desk, Due, IndexedBook
from houseway.backoffice.coupons import (
    count,
    design,
    distribution,
    inventory,
    issue,
    mailed,
    outside,
    printing,
    programme,
    quarterly,
    receipt,
    reconciliation,
    redemption,
    requisition,
    returns,
    variances,
    voids,
)
from houseway.backoffice.coupons.due import due
from houseway.backoffice.coupons.forms import FORMS
from houseway.backoffice.coupons.policy import RULES, SEPARATIONS
from houseway.backoffice.coupons.schema import metadata
from houseway.backoffice.coupons.sheets import SHEETS
from houseway.backoffice.orders import Fact, Order

_DECIDED: Mapping[type[Order], Callable[[Any, Desk], tuple[Fact, ...]]] = MappingProxyType(
    {
        programme.AdoptCouponControls: programme.adopt,
        programme.RecordCouponApproval: programme.record_approval,
        design.SubmitCouponDesign: design.submit,
        receipt.CheckCouponDelivery: receipt.check_delivery,
        receipt.ReportCouponDeviation: receipt.report,
        receipt.EnterCouponReceipt: receipt.enter_receipt,
        printing.PrintCoupons: printing.print_coupons,
        outside.SealCouponBarcodes: outside.seal_barcodes,
        requisition.RequisitionCoupons: requisition.requisition,
        issue.EnterCouponIssue: issue.enter_issue,
        issue.TakeOverCoupons: issue.take_over,
        distribution.OpenCarriedCoupons: distribution.open_carried,
        distribution.DistributeCoupons: distribution.distribute,
        voids.VoidCoupons: voids.void,
        reconciliation.ReconcileCoupons: reconciliation.reconcile,
        returns.ReturnCoupons: returns.take_back,
        count.CountCoupons: count.count,
        redemption.RedeemCoupon: redemption.redeem,
        redemption.RedeemCouponBySerial: redemption.redeem_by_serial,
        redemption.ReleaseCoupon: redemption.release,
        inventory.TakeCouponInventory: inventory.take,
        quarterly.FileCouponReport: quarterly.file,
    }
)
_POSTED: Mapping[type[Fact], Callable[[Any, Desk], None]] = MappingProxyType(
    {
        programme.ControlsAdopted: programme.post_adopted,
        programme.ApprovalRecorded: programme.post_approval,
        design.DesignSubmitted: design.post_submitted,
        receipt.DeliveryChecked: receipt.post_checked,
        receipt.DeviationToReport: receipt.post_to_report,
        receipt.DeviationReported: receipt.post_reported,
        receipt.CouponsReceived: receipt.post_received,
        printing.CouponsPrinted: printing.post_printed,
        outside.BarcodesSealed: outside.post_sealed,
        mailed.MailingSerialsReserved: mailed.post_reserved,
        mailed.CouponsMailed: mailed.post_mailed,
        requisition.RequisitionAuthorised: requisition.post_requisition,
        issue.IssueEntered: issue.post_issue,
        issue.CouponsTakenOver: issue.post_taken_over,
        distribution.CarriedCouponsOpened: distribution.post_opened,
        distribution.CouponsDistributed: distribution.post_distributed,
        voids.CouponsVoided: voids.post_voided,
        reconciliation.DayReconciled: reconciliation.post_reconciled,
        reconciliation.DistributionCorrected: reconciliation.post_corrected,
        reconciliation.CouponsHeld: reconciliation.post_held,
        returns.CouponsReturned: returns.post_returned,
        count.DayCounted: count.post_counted,
        redemption.CouponRedeemed: redemption.post_redeemed,
        redemption.CouponReleased: redemption.post_released,
        inventory.InventoryTaken: inventory.post_taken,
        quarterly.ReportFiled: quarterly.post_filed,
        variances.VarianceFound: variances.post_variance,
    }
)


class CouponBook(IndexedBook):
    """Match Play Coupons."""

    name = "coupons"
    title = "Match Play Coupons"
    moves_value = True
    rules = RULES
    separations = SEPARATIONS
    decided = _DECIDED
    posted = _POSTED
    facts = reduce(or_, _POSTED)
    tables = metadata
    form = 2
    forms = FORMS
    sheets = SHEETS

    def due(self, desk: Desk) -> tuple[Due, ...]:
        """What is owed."""
        return due(desk)


BOOK = CouponBook()
