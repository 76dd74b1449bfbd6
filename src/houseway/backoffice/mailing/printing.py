"""Printing: which coupons the provider may print and mail, and since when (603a.20(q)(1)-(3), (7)).

The house makes the sheets, since only its key makes barcodes that its tables read; each mailing's are made once, and who
made them is recorded: a second set would be as good as the first.
"""

from collections.abc import Mapping
from datetime import date

import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons.design import SERIAL
from houseway.backoffice.mailing.delivery import require_not_gone, require_sent
from houseway.backoffice.mailing.entries import coupon_for, entries_of, require_unexpired
from houseway.backoffice.mailing.mailings import (
    DIRECT_MAIL,
    Mailing,
    MailingStep,
    change,
    keep_step,
    matter,
    require_direct_mail,
    require_mailing,
)
from houseway.backoffice.mailing.screening import require_screened
from houseway.backoffice.orders import Fact, Order, Words
from houseway.law import RuleViolation, implements
from houseway.table.coupons import Coupon


class PrintMailing(Order, frozen=True, kw_only=True):
    """The coupons of a mailing are printed with their barcodes, for the provider to mail."""

    mailing: Words

    def matters(self) -> tuple[str, ...]:
        """The mailing."""
        return (matter(self.mailing),)


class MailingPrinted(Fact, frozen=True, kw_only=True):
    """The coupons of a mailing are on paper."""

    mailing: str
    coupons: int
    printed_on: date


@implements("603a.20(q)", "603a.20(q)(2)", "603a.20(q)(7)")
def require_clear(connection: sa.Connection, name: str, day: date) -> None:
    """A mailing that may go out on a day: by the list that the provider has, screened against the newest lists."""
    require_direct_mail(connection, day)
    mailing = require_mailing(connection, name)
    require_screened(connection, mailing, day)
    require_sent(mailing, day)


def coupons_to_print(connection: sa.Connection, name: str, day: date) -> Mapping[str, tuple[Coupon, ...]]:
    """The coupons of a mailing that may go out, has not, and is not printed; by design, in the order of their serials."""
    require_clear(connection, name, day)
    require_not_gone(connection, name)
    require_unexpired(connection, name, day)
    _require_first_time(require_mailing(connection, name))
    found: dict[str, list[Coupon]] = {}
    for entry in entries_of(connection, name):
        found.setdefault(entry.design, []).append(coupon_for(connection, entry))
    return {design: tuple(coupons) for design, coupons in found.items()}


@implements("603a.20(c)(3)")
def _require_first_time(mailing: Mailing) -> None:
    """Two papers with one number would be two coupons."""
    if mailing.printed_on is not None:
        raise RuleViolation(
            SERIAL,
            f"the coupons of mailing {mailing.mailing} were printed on {mailing.printed_on}",
            fix="cancel the mailing if they are lost, and list a new one",
        )


@implements("603a.20(q)")
def print_mailing(order: PrintMailing, desk: Desk) -> tuple[Fact, ...]:
    """Print the coupons of a mailing that may go out, once."""
    found = coupons_to_print(desk.connection, order.mailing, desk.day)
    return (
        MailingPrinted(
            mailing=order.mailing,
            coupons=sum(map(len, found.values())),
            printed_on=desk.day,
            clause=DIRECT_MAIL.id,
        ),
    )


def post_printed(fact: MailingPrinted, desk: Desk) -> None:
    """The coupons are on paper."""
    change(desk.connection, fact.mailing, printed_on=fact.printed_on)
    keep_step(desk, fact.mailing, MailingStep.PRINTED)
