"""What is still to be done about mailings: sending and screening by the day of the mailing, entering what went out."""

from collections.abc import Iterator
from datetime import date

from houseway.backoffice.book import Desk, Due
from houseway.backoffice.coupons.mailed import mailed
from houseway.backoffice.mailing.delivery import SendMailingList
from houseway.backoffice.mailing.entries import has_coupons
from houseway.backoffice.mailing.exclusion import SCREENED, STRIPPED, EnterExclusionList, newest
from houseway.backoffice.mailing.ledger import EnterMailedCoupons
from houseway.backoffice.mailing.mailings import FINANCE_KEEPS, LIST, Mailing, every_mailing
from houseway.backoffice.mailing.screening import ScreenMailing, is_to_be_screened
from houseway.backoffice.orders import Order
from houseway.law import Clause, implements


def due(desk: Desk) -> tuple[Due, ...]:
    """Everything that is owed on the desk's day, late or not."""
    not_entered = [
        one for one in every_mailing(desk.connection) if mailed(desk.connection, one.mailing) is None
    ]
    open_ones = tuple(one for one in not_entered if one.cancelled_on is None)
    owed = (
        *_lists(desk, open_ones),
        *(step for one in open_ones for step in _steps(desk, one)),
        *(step for one in not_entered for step in _voids(desk, one)),
    )
    return tuple(sorted(owed, key=lambda one: (one.by, one.what)))


def _owed(desk: Desk, order: type[Order], what: str, by: date, clause: Clause) -> Due:
    return Due(what=what, by=by, clause=clause, late=by < desk.day, order=order)


@implements("603a.20(q)(2)", "603a.20(q)(4)", "603a.20(q)(7)")
def _steps(desk: Desk, mailing: Mailing) -> Iterator[Due]:
    """The steps of one mailing, all by the day on which it is to go out."""
    name = mailing.mailing
    if mailing.sent_on is None:
        what = f"send the list of mailing {name} to {mailing.provider}"
        yield _owed(desk, SendMailingList, what, mailing.mail_on, LIST)
    if is_to_be_screened(desk.connection, name, desk.day):
        what = f"screen mailing {name} before the print"
        yield _owed(desk, ScreenMailing, what, mailing.mail_on, STRIPPED)
    what = f"enter the mailed coupons of mailing {name}"
    yield _owed(desk, EnterMailedCoupons, what, mailing.mail_on, FINANCE_KEEPS)


@implements("603a.20(q)(4)")
def _voids(desk: Desk, mailing: Mailing) -> Iterator[Due]:
    """The coupons of a cancelled mailing, which the ledger has as void once they are entered."""
    if mailing.cancelled_on is not None and has_coupons(desk.connection, mailing.mailing):
        what = f"enter the coupons of the cancelled mailing {mailing.mailing} as void"
        yield _owed(desk, EnterMailedCoupons, what, mailing.cancelled_on, FINANCE_KEEPS)


@implements("603a.20(q)(7)")
def _lists(desk: Desk, open_ones: tuple[Mailing, ...]) -> Iterator[Due]:
    """A new list from the Board, where a mailing is on its way and the old one runs out before it goes."""
    if not open_ones:
        return
    last = max(one.mail_on for one in open_ones)
    for kind in SCREENED:
        found = newest(desk.connection, kind, desk.day)
        if found is not None and found.good_through < max(last, desk.day):
            what = f"enter a new {kind.called}"
            yield _owed(desk, EnterExclusionList, what, found.good_through, STRIPPED)
