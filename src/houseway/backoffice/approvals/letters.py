"""Letters: what comes back from the Board, and from when to when an approval holds."""

from datetime import date

from houseway.backoffice.approvals.filings import PENDING, Filing, State, filings_of, find_filing
from houseway.backoffice.approvals.kinds import THROUGH_GAMING_OPERATIONS, FilingKind, route_of
from houseway.backoffice.approvals.orders import (
    Approved,
    Denied,
    EndApproval,
    Ended,
    Filed,
    RecordApproval,
    RecordDenial,
    RecordReview,
    Reviewed,
    Superseded,
    WithdrawFiling,
    Withdrawn,
)
from houseway.backoffice.attachments import is_kept
from houseway.backoffice.book import Desk
from houseway.games import game_under
from houseway.law import NoEdition, RuleViolation, edition_in_force, implements, pa

LETTER = pa("125-149:Preamble/General#4")

# One table has several places, one game several pieces: each is approved for the clauses that ask for it.
_BY_CLAUSE = (FilingKind.PLACE, FilingKind.EQUIPMENT, FilingKind.DEVICE)


@implements("125-149:Preamble/General#2", "125-149:Preamble/General#6", readings=("B-ED-07",))
def record_review(order: RecordReview, desk: Desk) -> tuple[Reviewed]:
    """The report of the bureau that reviews or tests; what it objects to is amended and filed anew."""
    filing = find_filing(desk.connection, order.filing, THROUGH_GAMING_OPERATIONS)
    if filing.reviewer is None:
        raise RuleViolation(
            THROUGH_GAMING_OPERATIONS, f"{filing.title} is approved by the {filing.approver} without a review"
        )
    if filing.state is not State.FILED:
        raise RuleViolation(THROUGH_GAMING_OPERATIONS, f"{filing.title} is {filing.state} already")
    _check_date(order.dated, filing, desk)
    return (
        Reviewed(
            number=filing.number,
            reference=order.reference,
            dated=order.dated,
            objections=order.objections,
            letter=_here(order.letter, desk),
            clause=THROUGH_GAMING_OPERATIONS.id,
        ),
    )


@implements("125-149:Preamble/General#2", "125-149:Preamble/General#4", readings=("B-ED-07", "B-PW-05"))
def record_approval(order: RecordApproval, desk: Desk) -> tuple[Approved | Superseded, ...]:
    """An approval after the review, by whoever approves such filings; it ends the one before it."""
    filing = _awaiting_decision(order.filing, order.dated, desk)
    if order.approver is not filing.approver:
        raise RuleViolation(
            THROUGH_GAMING_OPERATIONS,
            f"{filing.title} is approved by the {filing.approver}, not by the {order.approver}",
        )
    _check_beginning(filing, order, desk)
    ending = superseded_by(filing, order.in_force_from, desk)
    approved = Approved(
        number=filing.number,
        reference=order.reference,
        dated=order.dated,
        approver=order.approver,
        in_force_from=order.in_force_from,
        letter=_here(order.letter, desk),
        clause=LETTER.id,
    )
    return (*ending, approved)


@implements("125-149:Preamble/General#4")
def record_denial(order: RecordDenial, desk: Desk) -> tuple[Denied]:
    """A denial, with its reason."""
    filing = _awaiting_decision(order.filing, order.dated, desk)
    return (
        Denied(
            number=filing.number,
            reference=order.reference,
            dated=order.dated,
            reason=order.reason,
            letter=_here(order.letter, desk),
            clause=LETTER.id,
        ),
    )


@implements("125-149:Preamble/General#4")
def _here(letter: str, desk: Desk) -> str:
    """The letter that an order names, which has to be here."""
    if letter and not is_kept(desk.connection, letter):
        raise RuleViolation(
            LETTER, f"no letter with the hash {letter[:12]} is attached", fix="attach it first"
        )
    return letter


@implements("125-149:Preamble/General#2", readings=("B-ED-07",))
def withdraw_filing(order: WithdrawFiling, desk: Desk) -> tuple[Withdrawn]:
    """What the house filed it may take back until it is answered; from then on no letter makes it hold."""
    filing = find_filing(desk.connection, order.filing, THROUGH_GAMING_OPERATIONS)
    clause = route_of(filing.kind, maryland=filing.is_marylands).clause
    if order.kind is not filing.kind:
        raise RuleViolation(
            clause,
            f"number {filing.number} is {filing.title}, no {order.kind}",
            fix=f"name it a {filing.kind}",
        )
    if filing.state not in PENDING:
        raise RuleViolation(
            clause,
            f"{filing.title} is {filing.state} already",
            fix="end its approval" if filing.state is State.APPROVED else "",
        )
    return (Withdrawn(number=filing.number, withdrawn_on=desk.day, reason=order.reason, clause=clause.id),)


def end_approval(order: EndApproval, desk: Desk) -> tuple[Ended]:
    """An approval is given up or taken back, from today on at the earliest."""
    filing = find_filing(desk.connection, order.filing, LETTER)
    if filing.state is not State.APPROVED:
        raise RuleViolation(LETTER, f"{filing.title} is {filing.state}: it has no approval to end")
    if filing.until is not None and filing.until <= order.until:
        raise RuleViolation(LETTER, f"the approval of {filing.title} ends on {filing.until} already")
    if order.until < desk.day:
        raise RuleViolation(LETTER, f"an approval cannot end on {order.until}, before today")
    return (Ended(number=filing.number, until=order.until, reason=order.reason, clause=LETTER.id),)


@implements("125-149:Preamble/General#2")
def _awaiting_decision(number: int, dated: date, desk: Desk) -> Filing:
    """The filing, once it has been reviewed where a bureau reviews it."""
    filing = find_filing(desk.connection, number, LETTER)
    awaited = State.REVIEWED if filing.reviewer else State.FILED
    if filing.state is not awaited:
        missing = filing.state is State.FILED
        raise RuleViolation(
            THROUGH_GAMING_OPERATIONS if missing else LETTER,
            f"{filing.title} is {filing.state}" + (", and not reviewed yet" if missing else " already"),
            fix=f"record the review of the {filing.reviewer} first" if missing else "",
        )
    _check_date(dated, filing, desk)
    return filing


def _check_date(dated: date, filing: Filing, desk: Desk) -> None:
    """Refuse a letter dated before what it answers, or in the future."""
    since = filing.reviewed_on or filing.filed_on
    if not since <= dated <= desk.day:
        raise RuleViolation(
            LETTER, f"a letter on {filing.title} is dated from {since} to {desk.day}, not {dated}"
        )


def _check_beginning(filing: Filing, order: RecordApproval, desk: Desk) -> None:
    """Refuse a beginning before the letter is on record, or under a text that does not govern that day.

    Under what a table ran on a day that is over is settled: no letter that is entered later changes it.
    """
    if order.in_force_from < desk.day:
        raise RuleViolation(
            LETTER,
            f"an approval that is entered on {desk.day} cannot hold from {order.in_force_from} on",
            fix=f"let it hold from {desk.day} on, or later",
        )
    if filing.kind is FilingKind.SUBMISSION:
        game = game_under(filing.submission())
        try:
            edition_in_force(game.name, order.in_force_from, game.edition)
        except NoEdition as none:
            raise RuleViolation(LETTER, str(none)) from None


def superseded_by(filing: Filing | Filed, since: date, desk: Desk) -> tuple[Superseded, ...]:
    """The approvals that end when this one comes into force: those for its subject, and for no clause besides its own."""
    standing = [
        earlier
        for earlier in filings_of(desk.connection, filing.kind, filing.subject)
        if earlier.state is State.APPROVED
        and (earlier.until is None or earlier.until > max(since, _begins(earlier)))
        and (filing.kind not in _BY_CLAUSE or {*earlier.clauses} <= {*filing.clauses})
    ]
    for earlier in standing:
        if _begins(earlier) > since:
            raise RuleViolation(
                LETTER,
                f"{earlier.title} comes into force on {earlier.in_force_from}, after this one",
                fix=f"end the approval of number {earlier.number} first",
            )
    return tuple(
        Superseded(number=earlier.number, by=filing.number, until=since, clause=LETTER.id)
        for earlier in standing
    )


def _begins(filing: Filing) -> date:
    return filing.in_force_from or filing.filed_on
