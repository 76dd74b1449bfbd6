"""What is awaited or owed: the bureau's review, a guide that tells of new options, signs of the rules in force."""

from collections.abc import Iterator
from datetime import timedelta

from houseway.backoffice.approvals.filings import (
    State,
    every_filing,
    filings,
    signed_tables,
)
from houseway.backoffice.approvals.gates import GUIDE_CHANGED, SIGN_POSTED
from houseway.backoffice.approvals.kinds import REVIEW_DAYS, THROUGH_GAMING_OPERATIONS, Authority, FilingKind
from houseway.backoffice.approvals.offered import offered
from houseway.backoffice.approvals.orders import PostSign, RecordReview
from houseway.backoffice.book import Desk, Due
from houseway.law import implements


def due(desk: Desk) -> tuple[Due, ...]:
    """Everything that is awaited or owed on the desk's day."""
    return (*_reviews(desk), *_guides(desk), *_signs(desk))


@implements("125-149:Preamble/General#2", "601a.10(c)", readings=("B-ED-07",))
def _reviews(desk: Desk) -> Iterator[Due]:
    """Gaming Operations reviews a filing within so many calendar days; the laboratory's tests have no such time."""
    for filing in every_filing(desk.connection, filings.c.state == State.FILED):
        if filing.reviewer is Authority.GAMING_OPERATIONS:
            by = filing.filed_on + timedelta(days=REVIEW_DAYS)
            what = f"The {filing.reviewer} reviews {filing.title}, number {filing.number}"
            yield Due(what, by, THROUGH_GAMING_OPERATIONS, desk.day > by, RecordReview)


@implements("125-166:Preamble/Paperwork#1")
def _guides(desk: Desk) -> Iterator[Due]:
    """Before a submission comes into force, a guide that tells of it is approved."""
    approved = every_filing(desk.connection, filings.c.state == State.APPROVED)
    standing = [filing for filing in approved if filing.until is None or filing.until > desk.day]
    guides = [filing for filing in standing if filing.kind is FilingKind.GUIDE]
    told = {digest for guide in guides for digest in guide.content["submissions"]}
    played = {filing.number for filing in offered(desk.connection, desk.day)}
    for filing in standing:
        if filing.kind is not FilingKind.SUBMISSION or filing.is_marylands or filing.digest in told:
            continue
        if filing.in_force(desk.day) and filing.number not in played:
            continue
        if filing.in_force_from is not None:
            by = filing.in_force_from - timedelta(days=1)
            yield Due(f"The gaming guide tells of {filing.title}", by, GUIDE_CHANGED, desk.day > by)


@implements("125-149:RAF(24)#1")
def _signs(desk: Desk) -> Iterator[Due]:
    """A sign is taken down with the submission that it tells of."""
    for table, digest in signed_tables(desk.connection).items():
        begun = every_filing(
            desk.connection,
            filings.c.kind == FilingKind.SUBMISSION,
            filings.c.digest == digest,
            filings.c.in_force_from <= desk.day,
        )
        ends = [filing.until for filing in begun]
        by = max((until for until in ends if until is not None), default=None)
        if by is not None and None not in ends:
            what = f"The sign at table {table} gives way to that of the rules in force"
            yield Due(what, by, SIGN_POSTED, desk.day > by, PostSign)
