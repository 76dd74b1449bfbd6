"""Printing: which coupons the provider may print and mail, and since when (603a.20(q)(2), (7))."""

from collections.abc import Mapping
from datetime import date

import sqlalchemy as sa

from houseway.backoffice.mailing.delivery import require_not_gone, require_sent
from houseway.backoffice.mailing.entries import coupon_for, entries_of
from houseway.backoffice.mailing.mailings import Mailing, require_direct_mail, require_mailing
from houseway.backoffice.mailing.screening import require_screened
from houseway.law import implements
from houseway.table.coupons import Coupon


@implements("603a.20(q)", "603a.20(q)(2)", "603a.20(q)(7)")
def require_clear(connection: sa.Connection, name: str, day: date) -> Mailing:
    """A mailing that may go out on a day: by the list that the provider has, screened against the newest lists."""
    require_direct_mail(connection, day)
    mailing = require_mailing(connection, name)
    require_screened(connection, mailing, day)
    require_sent(mailing)
    return mailing


def coupons_to_print(connection: sa.Connection, name: str, day: date) -> Mapping[str, tuple[Coupon, ...]]:
    """The coupons of a mailing that may go out and has not, by design, in the order of their serials."""
    require_clear(connection, name, day)
    require_not_gone(connection, name)
    found: dict[str, list[Coupon]] = {}
    for entry in entries_of(connection, name):
        found.setdefault(entry.design, []).append(coupon_for(connection, entry))
    return {design: tuple(coupons) for design, coupons in found.items()}
