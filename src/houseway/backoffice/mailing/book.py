"""The mailing book: Match Play Coupons that a gaming service provider prints and mails to patrons (603a.20(q))."""

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import Any

from houseway.backoffice.book import Desk, Due, IndexedBook
from houseway.backoffice.coupons.mailed import CouponsMailed, MailingSerialsReserved
from houseway.backoffice.mailing import delivery, exclusion, ledger, mailing_list, printing, screening
from houseway.backoffice.mailing.due import due
from houseway.backoffice.mailing.forms import FORMS
from houseway.backoffice.mailing.policy import RULES, SEPARATIONS
from houseway.backoffice.mailing.schema import metadata
from houseway.backoffice.mailing.sheets import SHEETS
from houseway.backoffice.orders import Fact, Order

_DECIDED: Mapping[type[Order], Callable[[Any, Desk], tuple[Fact, ...]]] = MappingProxyType(
    {
        exclusion.EnterExclusionList: exclusion.enter,
        ledger.ReserveMailingSerials: ledger.reserve,
        mailing_list.PrepareMailingList: mailing_list.prepare,
        delivery.SendMailingList: delivery.send,
        screening.ScreenMailing: screening.screen_for_print,
        printing.PrintMailing: printing.print_mailing,
        ledger.EnterMailedCoupons: ledger.enter,
        delivery.CancelMailing: delivery.cancel,
    }
)
_POSTED: Mapping[type[Fact], Callable[[Any, Desk], None]] = MappingProxyType(
    {
        exclusion.ExclusionListEntered: exclusion.post_entered,
        mailing_list.MailingListed: mailing_list.post_listed,
        delivery.MailingListSent: delivery.post_sent,
        screening.MailingScreened: screening.post_screened,
        printing.MailingPrinted: printing.post_printed,
        delivery.MailingCancelled: delivery.post_cancelled,
    }
)


class MailingBook(IndexedBook):
    """Mailings by a service provider; numbers and mailed coupons are kept by the coupon book."""

    name = "mailing"
    title = "Coupons by mail"
    moves_value = True
    rules = RULES
    separations = SEPARATIONS
    decided = _DECIDED
    posted = _POSTED
    facts = reduce(or_, (*_POSTED, MailingSerialsReserved, CouponsMailed))
    stands_on = ("coupons",)
    tables = metadata
    form = 2
    forms = FORMS
    sheets = SHEETS

    def due(self, desk: Desk) -> tuple[Due, ...]:
        """What is owed."""
        return due(desk)


BOOK = MailingBook()
