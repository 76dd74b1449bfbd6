"""What the retention book still has to do: decide on records whose time is over, and erase data nobody needs."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta

from houseway.backoffice.book import Desk, Due
from houseway.backoffice.retention.classes import class_of
from houseway.backoffice.retention.destruction import may_be_destroyed
from houseway.backoffice.retention.erasing import mailed_patrons, registered_patrons
from houseway.backoffice.retention.orders import ErasePersonalData
from houseway.backoffice.retention.registry import KEPT

# The law sets the least time and no latest day; the house decides within a month, so that nothing about a patron is
# kept for no reason.
REVIEW_DAYS = timedelta(days=30)


def deadlines(desk: Desk) -> Iterator[Due]:
    """Everything outstanding."""
    yield from _reviews(desk)
    yield from _erasures(desk)


def _reviews(desk: Desk) -> Iterator[Due]:
    """Records of one class that came free on one day are decided on together."""
    waiting = {
        (kept.review_from, class_of(kept.kind)) for kept in may_be_destroyed(desk.connection, desk.day)
    }
    for free, kept_as in sorted(waiting, key=lambda row: (row[0], row[1].name)):
        by = free + REVIEW_DAYS
        what = f"destroy or keep on the {kept_as.name} that may go since {free}"
        yield Due(what, by, kept_as.clause, desk.day > by)


def _erasures(desk: Desk) -> Iterator[Due]:
    """Patrons all of whose records are gone while their data can still be read; those of one mailing together."""
    for one in registered_patrons(desk.connection):
        yield _erasure(one.subject, one.since, desk)
    gone = [one for one in mailed_patrons(desk.connection, desk.day) if one.gone]
    for (since, mailing), patrons in sorted(Counter((one.since, one.mailing) for one in gone).items()):
        yield _erasure(f"{patrons:,} patron{'s' * (patrons > 1)} of mailing {mailing}", since, desk)


def _erasure(whose: str, since: date, desk: Desk) -> Due:
    by = since + REVIEW_DAYS
    return Due(f"erase the personal data of {whose}", by, KEPT, desk.day > by, ErasePersonalData)
