"""On site: places that Casino Compliance approves at the table, and signs that are put up."""

from houseway.backoffice.approvals.filing import asking_clauses, filed, require_change
from houseway.backoffice.approvals.filings import sign_at
from houseway.backoffice.approvals.gates import SIGN_POSTED, approved_submission
from houseway.backoffice.approvals.kinds import PLACES, Authority, FilingKind, authority_named_by
from houseway.backoffice.approvals.letters import superseded_by
from houseway.backoffice.approvals.orders import (
    Approved,
    ApprovePlace,
    Filed,
    PostSign,
    SignPosted,
    SignTakenDown,
    Superseded,
    TakeDownSign,
)
from houseway.backoffice.approvals.schematics import content_digest
from houseway.backoffice.book import Desk
from houseway.law import RuleViolation, implements


@implements("125-149:Preamble/General#5", "125-149:Preamble/General#7", readings=("C-28",))
def approve_place(order: ApprovePlace, desk: Desk) -> tuple[Filed | Superseded | Approved, ...]:
    """A place approved by the supervisor at the table holds from today on: a table opens only after it."""
    for asked in asking_clauses(order.clauses, FilingKind.PLACE):
        if authority_named_by(asked) is not Authority.CASINO_COMPLIANCE:
            raise RuleViolation(PLACES, f"{asked} asks for the approval of another than Casino Compliance")
    content = {"description": order.description}
    place = filed(
        desk,
        FilingKind.PLACE,
        order.subject,
        digest=content_digest([order.subject, content, order.clauses]),
        content=content,
        clauses=order.clauses,
    )
    require_change(place, desk)
    approved = Approved(
        number=place.number,
        reference=f"on site, number {place.number}",
        dated=desk.day,
        approver=place.approver,
        in_force_from=desk.day,
        clause=PLACES.id,
    )
    return (place, *superseded_by(place, desk.day, desk), approved)


@implements("125-149:RAF(24)#1")
def post_sign(order: PostSign, desk: Desk) -> tuple[SignPosted]:
    """The sign of a submission that is in force is put up at a table."""
    if approved_submission(desk.connection, order.submission, desk.day) is None:
        raise RuleViolation(
            SIGN_POSTED,
            f"no approved submission with the content hash {order.submission} is in force",
            fix="post the sign of a submission that is in force today",
        )
    return (
        SignPosted(table=order.table, submission=order.submission, posted_on=desk.day, clause=SIGN_POSTED.id),
    )


@implements("125-149:RAF(24)#1")
def take_down_sign(order: TakeDownSign, desk: Desk) -> tuple[SignTakenDown]:
    """The sign of a table that is no longer played at comes down."""
    if sign_at(desk.connection, order.table) is None:
        raise RuleViolation(SIGN_POSTED, f"no sign stands at table {order.table}")
    return (SignTakenDown(table=order.table, clause=SIGN_POSTED.id),)
