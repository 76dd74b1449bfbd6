"""Filing: what is checked before anything goes to the Board, and the number and version that it gets."""

from typing import Any

import msgspec

from houseway.backoffice.approvals.choices import unreadable
from houseway.backoffice.approvals.filings import (
    LAID_DOWN,
    Filing,
    every_filing,
    filed_submission,
    filings,
    filings_of,
    next_number,
)
from houseway.backoffice.approvals.gates import demands_of
from houseway.backoffice.approvals.kinds import (
    FILED_PER_GAME,
    GUIDE_UPDATED,
    FilingKind,
    kind_asked_by,
    route_of,
)
from houseway.backoffice.approvals.offered import offered
from houseway.backoffice.approvals.orders import (
    FileControls,
    Filed,
    FileDevice,
    FileEquipment,
    FileGuide,
    FileLayout,
    FilePlace,
    FileSign,
    FileStaffing,
    FileSubmission,
    FileTraining,
)
from houseway.backoffice.approvals.schematics import (
    content_digest,
    guide_digest,
    layout_digest,
    sign_digest,
)
from houseway.backoffice.approvals.texts import in_maryland
from houseway.backoffice.book import Desk
from houseway.backoffice.people import Position
from houseway.backoffice.postings.postings import everyone, house_name
from houseway.games import UnknownGame, game_under, submission_for
from houseway.law import Clause, RuleViolation, UnknownClause, clause, implements, pa
from houseway.submission import Submission, UnlawfulSubmission, require_lawful

CHECKLIST = pa("125-149:RAF(13)#3")
OPTIONS_CHANGED = pa("125-166:Preamble/Paperwork#2")
CONTROLS = route_of(FilingKind.CONTROLS).clause

Filable = (
    FileSubmission
    | FileLayout
    | FileSign
    | FileGuide
    | FileEquipment
    | FileDevice
    | FilePlace
    | FileTraining
    | FileStaffing
    | FileControls
)


def file(order: Filable, desk: Desk) -> tuple[Filed]:
    """File something, unless the same content stands filed or approved for its subject already."""
    match order:
        case FileSubmission():
            fact = file_submission(order, desk)
        case FileLayout():
            fact = file_layout(order, desk)
        case FileSign():
            fact = file_sign(order, desk)
        case FileGuide():
            fact = file_guide(order, desk)
        case FileEquipment() | FileDevice() | FilePlace():
            fact = file_described(order, desk)
        case FileTraining() | FileStaffing():
            fact = file_programme(order, desk)
        case FileControls():
            fact = file_controls(order, desk)
    require_change(fact, desk)
    return (fact,)


def require_change(fact: Filed, desk: Desk) -> None:
    """Refuse to file what stands filed or approved for its subject already."""
    standing = [
        filing
        for filing in filings_of(desk.connection, fact.kind, fact.subject)
        if filing.state not in LAID_DOWN and filing.until is None
    ]
    if standing and standing[-1].digest == fact.digest:
        raise RuleViolation(
            clause(fact.clause),
            f"nothing has changed since {standing[-1].title}, filed under number {standing[-1].number}",
        )


@implements(
    "125-149:RAF(13)#3",
    "125-149:RAF(24)#4",
    "125-166:Preamble/Paperwork#2",
    "125-166:Preamble/Fiscal#2",
    readings=("B-PW-05", "B-ED-07"),
)
def file_submission(order: FileSubmission, desk: Desk) -> Filed:
    """A Rules Submission of this house that the law allows; where one is in force for its game, the updated one."""
    submission = _lawful(order)
    house = house_name(desk.connection)
    if submission.certificate_holder != house:
        raise RuleViolation(
            FILED_PER_GAME,
            f"the certificate holder is {house}, not {submission.certificate_holder}",
            fix=f"file it with the certificate_holder {house}",
        )
    _require_one_subject(order.subject, submission.digest(), desk)
    updates = any(
        earlier.in_force(desk.day)
        for earlier in filings_of(desk.connection, FilingKind.SUBMISSION, order.subject)
    )
    return filed(
        desk,
        FilingKind.SUBMISSION,
        order.subject,
        digest=submission.digest(),
        content=msgspec.to_builtins(submission),
        cited=OPTIONS_CHANGED if updates else FILED_PER_GAME,
        maryland=in_maryland(game_under(submission), desk.day),
    )


def _require_one_subject(subject: str, digest: str, desk: Desk) -> None:
    """Refuse the same rules under two names: when one approval of them is taken back, no other may be left."""
    same = every_filing(desk.connection, filings.c.kind == FilingKind.SUBMISSION, filings.c.digest == digest)
    for filing in same:
        over = filing.state in LAID_DOWN or (filing.until is not None and filing.until <= desk.day)
        if filing.subject != subject and not over:
            raise RuleViolation(FILED_PER_GAME, f"these rules stand filed as {filing.title} already")


@implements("125-149:RAF(13)#1", "125-149:Preamble/General#1")
def file_layout(order: FileLayout, desk: Desk) -> Filed:
    """The layout as the submission draws it."""
    filing, submission = _submission(order.submission, desk)
    game = game_under(submission)
    asked = tuple(
        step.clause.id for step in demands_of(game) if kind_asked_by(step.clause) is FilingKind.LAYOUT
    )
    return filed(
        desk,
        FilingKind.LAYOUT,
        filing.subject,
        digest=layout_digest(submission),
        content={"submission": filing.digest},
        clauses=asked,
        maryland=in_maryland(game, desk.day),
    )


@implements("125-149:Preamble/General#1")
def file_sign(order: FileSign, desk: Desk) -> Filed:
    """The table sign as the submission words it."""
    filing, submission = _submission(order.submission, desk)
    return filed(
        desk,
        FilingKind.SIGN,
        filing.subject,
        digest=sign_digest(submission, desk.day),
        content={"submission": filing.digest},
        maryland=in_maryland(game_under(submission), desk.day),
    )


@implements("125-149:RAF(13)#2", "125-166:Preamble/Paperwork#1")
def file_guide(order: FileGuide, desk: Desk) -> Filed:
    """The guide to the games of these submissions, leaving out none that the house plays on in Pennsylvania."""
    found = {digest: _submission(digest, desk) for digest in dict.fromkeys(order.submissions)}
    covered = {filing.subject for filing, _ in found.values()}
    for filing in offered(desk.connection, desk.day):
        if filing.subject not in covered:
            raise RuleViolation(
                GUIDE_UPDATED,
                f"the guide leaves out {filing.subject}, which the house offers",
                fix=f"add the submission {filing.digest}, or end its approval first",
            )
    submissions = [submission for _, submission in found.values()]
    return filed(
        desk,
        FilingKind.GUIDE,
        "gaming guide",
        digest=guide_digest(house_name(desk.connection), submissions, desk.day),
        content={"submissions": list(found)},
    )


def file_described(order: FileEquipment | FileDevice | FilePlace, desk: Desk) -> Filed:
    """Equipment, a device or a place, for the clauses that ask for its approval."""
    kind = {FileEquipment: FilingKind.EQUIPMENT, FileDevice: FilingKind.DEVICE, FilePlace: FilingKind.PLACE}[
        type(order)
    ]
    asking = asking_clauses(order.clauses, kind)
    content = {"description": order.description}
    return filed(
        desk,
        kind,
        order.subject,
        digest=content_digest([order.subject, content, order.clauses]),
        content=content,
        clauses=order.clauses,
        maryland=any(asked.chapter.startswith("md-") for asked in asking),
    )


@implements("125-149:Preamble/General#2")
def file_programme(order: FileTraining | FileStaffing, desk: Desk) -> Filed:
    """A dealer training programme or a minimum staffing plan."""
    content = {"description": order.description}
    kind = FilingKind.TRAINING if isinstance(order, FileTraining) else FilingKind.STAFFING
    return filed(desk, kind, order.subject, digest=content_digest([order.subject, content]), content=content)


@implements("125-149:Preamble/General#2", "125-166:Preamble/Fiscal#2")
def file_controls(order: FileControls, desk: Desk) -> Filed:
    """A procedure of the internal controls, naming only positions and people of the house."""
    if order.clauses:
        asking_clauses(order.clauses, FilingKind.CONTROLS)
    known = {*map(str, Position), *(posting.credential for posting in everyone(desk.connection))}
    for name in order.named:
        if name not in known:
            raise RuleViolation(
                CONTROLS,
                f"{name!r} is no position and no credential of this house",
                fix="name a position, or the credential of somebody who works here",
            )
    content = {"words": order.words, "named": list(order.named)}
    return filed(
        desk,
        FilingKind.CONTROLS,
        order.procedure,
        digest=content_digest([order.procedure, content, order.clauses]),
        content=content,
        clauses=order.clauses,
    )


@implements("125-149:Preamble/General#1", "125-149:Preamble/General#6", readings=("B-ED-07", "C-28"))
def asking_clauses(ids: tuple[str, ...], kind: FilingKind) -> tuple[Clause, ...]:
    """The clauses under which an approval is asked for: at least one, and each asks for approval of that kind."""
    named = route_of(kind).clause
    if not ids:
        raise RuleViolation(named, f"the filing names no clause that asks for approval of this {kind}")
    if len({*ids}) < len(ids):
        raise RuleViolation(named, f"a clause is named twice among {', '.join(ids)}")
    for clause_id in ids:
        try:
            asked = kind_asked_by(clause(clause_id))
        except UnknownClause as unknown:
            raise RuleViolation(named, str(unknown)) from None
        if asked is not kind:
            raise RuleViolation(
                named,
                f"{clause_id} asks for {f'approval of {asked}' if asked else 'no approval'}, not of {kind}",
            )
    return tuple(map(clause, ids))


def filed(
    desk: Desk,
    kind: FilingKind,
    subject: str,
    *,
    digest: str,
    content: dict[str, Any],
    clauses: tuple[str, ...] = (),
    cited: Clause | None = None,
    maryland: bool = False,
) -> Filed:
    """The next version of a subject, under the next number, on its way to whoever reviews and approves it."""
    route = route_of(kind, maryland=maryland)
    return Filed(
        number=next_number(desk.connection),
        kind=kind,
        subject=subject,
        version=len(filings_of(desk.connection, kind, subject)) + 1,
        digest=digest,
        content=content,
        clauses=clauses,
        reviewer=route.reviewer,
        approver=route.approver,
        filed_on=desk.day,
        clause=(cited or route.clause).id,
    )


def _submission(digest: str, desk: Desk) -> tuple[Filing, Submission]:
    filing = filed_submission(desk.connection, digest)
    if filing is None:
        raise RuleViolation(
            FILED_PER_GAME,
            f"no Rules Submission with the content hash {digest} stands filed",
            fix="file the submission first",
        )
    return filing, filing.submission()


@implements("125-149:RAF(13)#3", readings=("B-PW-05",))
def _lawful(order: FileSubmission) -> Submission:
    """The submission as the game reads it, with everything in it that the law does not allow said at once."""
    try:
        submission = submission_for(order.game, order.options)
        require_lawful(submission)
    except UnknownGame as unknown:
        raise RuleViolation(FILED_PER_GAME, str(unknown)) from None
    except msgspec.ValidationError:
        raise unreadable(order.game, order.options, CHECKLIST) from None
    except UnlawfulSubmission as unlawful:
        raise RuleViolation(clause(unlawful.findings[0].clause), str(unlawful)) from None
    return submission
