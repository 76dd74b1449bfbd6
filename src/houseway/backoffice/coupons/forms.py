"""The papers that the coupon book prints, in the order of a coupon's life."""

from houseway.backoffice.coupons.control_forms import COUNT, DELIVERY, PRINT, RECONCILIATION, REQUISITION
from houseway.backoffice.coupons.ledger_forms import INVENTORY, ISSUE, LEDGER_PAGE, RECEIPT, RETURN, VOID
from houseway.backoffice.coupons.quarterly_form import QUARTERLY_REPORT

FORMS = (
    DELIVERY,
    RECEIPT,
    REQUISITION,
    ISSUE,
    RECONCILIATION,
    VOID,
    PRINT,
    RETURN,
    COUNT,
    INVENTORY,
    QUARTERLY_REPORT,
    LEDGER_PAGE,
)
