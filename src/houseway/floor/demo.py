"""The demo property: a house with everything that the law asks of it, and an account for each of its people."""

from houseway.backoffice.access import Access
from houseway.backoffice.postings.postings import everyone
from houseway.floor.coupon_key import COUPON_KEYS
from houseway.floor.demo_accounts import keep_accounts, open_trays
from houseway.floor.demo_approvals import have_approved
from houseway.floor.demo_clerk import Clerk
from houseway.floor.demo_coupons import run_coupons
from houseway.floor.demo_mailing import mail_coupons
from houseway.floor.demo_people import PROPERTY, STAFF
from houseway.floor.demo_pieces import bring_pieces
from houseway.floor.demo_staffing import staff_tables
from houseway.floor.demo_tables import TABLES, make_tables
from houseway.floor.floor import Floor
from houseway.journal import KEYS_STREAM, PROGRAM_STREAM

__all__ = ["PASSWORD", "PROPERTY", "STAFF", "TABLES", "is_demo_due", "keep_books", "make_demo_property"]

# Every account of the demo property has this password, and its sign-in page says so.
PASSWORD = "keystone-meadows"


def is_demo_due(floor: Floor) -> bool:
    """Whether the demo property is still to be made: nothing is recorded yet, or its making was interrupted.

    A house of the same name with people of its own is none.
    """
    if floor.office.house == PROPERTY:
        with floor.office.desk() as desk:
            first = {posting.person for posting in everyone(desk.connection)}
        return not floor.demo_completed and {posting.person for posting in STAFF} <= first
    return floor.journal.streams().keys() <= {PROGRAM_STREAM, KEYS_STREAM, COUPON_KEYS}


def make_demo_property(floor: Floor) -> None:
    """Make the demo property, or what is missing of it: its people, its books, its tables."""
    if not floor.demo_completed:
        keep_books(floor)
        access = Access(floor.office)
        if not access.is_in_use():
            access.open_demo_accounts((posting.credential for posting in STAFF), PASSWORD)
    make_tables(floor, None if floor.demo_completed else Clerk(floor))
    if not floor.demo_completed:
        open_trays(Clerk(floor))
        floor.complete_demo()


def keep_books(floor: Floor) -> None:
    """Open the house and keep its books for six weeks, up to the day on which its tables can open."""
    clerk = Clerk(floor)
    if not clerk.office.house:
        clerk.office.open_house(PROPERTY, STAFF)
    have_approved(clerk)
    bring_pieces(clerk)
    staff_tables(clerk)
    run_coupons(clerk)
    mail_coupons(clerk)
    keep_accounts(clerk)
