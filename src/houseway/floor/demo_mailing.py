"""The demo property's coupons by mail: a list of three patrons, screened, and with the provider who is to print and mail them."""

from datetime import date, timedelta

from houseway.backoffice.coupons.mailed import reserved
from houseway.backoffice.mailing.delivery import SendMailingList, provider_file
from houseway.backoffice.mailing.ledger import ReserveMailingSerials
from houseway.backoffice.mailing.mailing_list import MailingEntry, PrepareMailingList, seal_entry
from houseway.backoffice.mailing.matching import Identity
from houseway.backoffice.mailing.screening import ScreenMailing
from houseway.floor.demo_clerk import Clerk
from houseway.floor.demo_coupons import TEN
from houseway.floor.demo_people import CLERK, FINANCE, MARKETING, SURVEILLANCE

_MAILING = "spring letter"
# Nobody lives there: what a demo mails to are people of long ago.
_PATRONS = (
    Identity(name="Ida Tarbell", address="12 Oil Street, Titusville PA 16354", born=date(1957, 11, 5)),
    Identity(name="John Brashear", address="1 Lens Avenue, Pittsburgh PA 15214", born=date(1940, 11, 24)),
    Identity(name="Rachel Carson", address="6 River Road, Springdale PA 15144", born=date(1967, 5, 27)),
)
_GOOD_FOR = timedelta(days=60)


def mail_coupons(clerk: Clerk) -> None:
    """Reserve numbers, prepare the list, send it to the provider, and screen it before anything is printed."""
    clerk.go_to(0)
    number = ReserveMailingSerials(mailing=_MAILING, coupons=len(_PATRONS))
    clerk.give("mailing/serials", number, FINANCE)
    with clerk.office.desk() as desk:
        run = reserved(desk.connection, _MAILING)
    assert run is not None, "reserved above"
    entries = tuple(_entry(clerk, patron, run.first + place, place) for place, patron in enumerate(_PATRONS))
    listed = PrepareMailingList(
        mailing=_MAILING, provider="Valley Ticket", mail_on=clerk.today + timedelta(days=1), entries=entries
    )
    clerk.give("mailing/list", listed, MARKETING, CLERK)
    with clerk.office.desk() as desk:
        file = provider_file(desk.connection, _MAILING)
    sent = SendMailingList(mailing=_MAILING, sha256=file.sha256, channel="provider's portal")
    clerk.give("mailing/sent", sent, MARKETING)
    clerk.give("mailing/screened", ScreenMailing(mailing=_MAILING), SURVEILLANCE)


def _entry(clerk: Clerk, patron: Identity, serial: int, place: int) -> MailingEntry:
    with clerk.office.journal.transaction() as transaction:
        return seal_entry(
            transaction.connection, f"patron/{place + 1}", patron, TEN, clerk.today + _GOOD_FOR, serial
        )
