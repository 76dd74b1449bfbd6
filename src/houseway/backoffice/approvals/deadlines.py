"""What is awaited or owed: the bureau's review, a guide that tells of new options, signs of the rules in force."""

from collections.abc import Iterator
from datetime import timedelta

from houseway.backoffice.approvals.filings import (
    State,
    every_filing,
    filed_submission,
    filings,
    signed_tables,
)
from houseway.backoffice.approvals.gates import GUIDE_CHANGED, SIGN_POSTED
from houseway.backoffice.approvals.kinds import REVIEW_DAYS, THROUGH_GAMING_OPERATIONS, Authority, Kind
from houseway.backoffice.book import Desk, Due
from houseway.law import implements


def due(desk: Desk) -> tuple[Due, ...]:
    """Everything that is awaited or owed on the desk's day."""
    return (*_reviews(desk), *_guides(desk), *_signs(desk))


@implements("125-149:Preamble/General#2", readings=("B-ED-07",))
def _reviews(desk: Desk) -> Iterator[Due]:
    """A filing is to be reviewed within so many calendar days; after that the house asks where it is."""
    for filing in every_filing(desk.connection, filings.c.state == State.FILED):
        if filing.reviewer is not None:
            by = filing.filed_on + timedelta(days=REVIEW_DAYS)
            what = f"The {filing.reviewer} reviews {filing.title}, number {filing.number}"
            yield Due(what, by, THROUGH_GAMING_OPERATIONS, desk.day > by)


@implements("125-166:Preamble/Paperwork#1")
def _guides(desk: Desk) -> Iterator[Due]:
    """Before a submission comes into force, a guide that tells of it is approved."""
    approved = every_filing(desk.connection, filings.c.state == State.APPROVED)
    standing = [filing for filing in approved if filing.until is None or filing.until > desk.day]
    guides = [filing for filing in standing if filing.kind is Kind.GUIDE]
    told = {digest for guide in guides for digest in guide.content["submissions"]}
    # Maryland asks for no guide.
    owed = (filing for filing in standing if filing.approver is not Authority.COMMISSION)
    for filing in owed:
        begins = filing.in_force_from
        if filing.kind is Kind.SUBMISSION and begins is not None and filing.digest not in told:
            by = begins - timedelta(days=1)
            yield Due(f"The gaming guide tells of {filing.title}", by, GUIDE_CHANGED, desk.day > by)


@implements("125-149:RAF(24)#1")
def _signs(desk: Desk) -> Iterator[Due]:
    """A sign is taken down with the submission that it tells of."""
    for table, digest in signed_tables(desk.connection).items():
        filing = filed_submission(desk.connection, digest)
        if filing is not None and filing.until is not None:
            what = f"The sign at table {table} gives way to that of the rules in force"
            yield Due(what, filing.until, SIGN_POSTED, desk.day > filing.until)
