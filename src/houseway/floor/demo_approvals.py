"""The demo property before the Board: everything that its tables need is filed, reviewed, approved and put up."""

from collections.abc import Iterator
from itertools import groupby

from houseway.backoffice.approvals.filings import Filing, every_filing
from houseway.backoffice.approvals.gates import demands_of
from houseway.backoffice.approvals.kinds import Authority, FilingKind, authority_named_by, kind_asked_by
from houseway.backoffice.approvals.orders import (
    ApprovePlace,
    FileControls,
    FileDevice,
    FileEquipment,
    FileGuide,
    FileLayout,
    FilePlace,
    FileSign,
    FileStaffing,
    FileSubmission,
    FileTraining,
    PostSign,
    RecordApproval,
    RecordReview,
)
from houseway.backoffice.approvals.schematics import layout_digest
from houseway.backoffice.approvals.texts import in_maryland
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Position
from houseway.floor.demo_clerk import Clerk
from houseway.floor.demo_people import (
    AUDITOR,
    COMPLIANCE_SUPERVISOR,
    DIRECTOR,
    FLOORPERSON,
    PIT_MANAGER,
    SHIFT_MANAGER,
)
from houseway.floor.demo_tables import LIVE_TABLES, TABLES, chosen_options, submissions
from houseway.floor.property import Mode
from houseway.games import game_under
from houseway.submission import Submission
from houseway.table.checklist import ChecklistStep

_FILERS = (SHIFT_MANAGER, AUDITOR, DIRECTOR)
_LETTERS = (SHIFT_MANAGER, AUDITOR)
# Days before the opening day.
_FILED, _REVIEWED, _APPROVED, _PUT_UP = 42, 30, 28, 21


_LIVE = frozenset(table.name for table in LIVE_TABLES)


def have_approved(clerk: Clerk) -> None:
    """Have everything approved under which a table of this house can open."""
    clerk.go_to(_FILED)
    for key, order in _filings(submissions(), clerk):
        clerk.give(f"file/{key}", order, *_FILERS)
    with clerk.office.desk() as desk:
        filed = every_filing(desk.connection)
    clerk.go_to(_REVIEWED)
    for filing in filed:
        if filing.reviewer is not None:
            _review(clerk, filing)
    clerk.go_to(_APPROVED)
    for filing in filed:
        if filing.kind is not FilingKind.PLACE or filing.approver is Authority.COMMISSION:
            _approve(clerk, filing)
    clerk.go_to(_PUT_UP)
    _put_up(clerk)


# What is filed.


def _filings(under: dict[str, Submission], clerk: Clerk) -> Iterator[tuple[str, Order]]:
    for table in TABLES:
        variant = "training" if table.mode is Mode.TRAINING else ""
        options = chosen_options(table.options)
        yield table.name, FileSubmission(game=table.game, variant=variant, options=options)
    drawn = {layout_digest(submission): submission for submission in reversed(under.values())}
    for submission in drawn.values():
        yield f"layout {submission.digest()}", FileLayout(submission=submission.digest())
    # Patrons play at live tables alone: signs and the guide tell of those.
    signed = [submission for table, submission in under.items() if _has_sign(table, submission, clerk)]
    for submission in signed:
        yield f"sign {submission.digest()}", FileSign(submission=submission.digest())
    yield "guide", FileGuide(submissions=tuple(submission.digest() for submission in signed))
    yield from _pieces(under)
    yield from _programmes()


def _has_sign(table: str, submission: Submission, clerk: Clerk) -> bool:
    """Whether signs and the guide tell of a table: one for training, and one under Maryland's rules, do without."""
    return table in _LIVE and not in_maryland(game_under(submission), clerk.today)


def _pieces(under: dict[str, Submission]) -> Iterator[tuple[str, Order]]:
    """Equipment and devices of each game, and the places that are Maryland's to approve."""
    for game, of_game in groupby(TABLES, key=lambda table: table.game):
        tables = [table.name for table in of_game]
        for kind, kind_of_order in ((FilingKind.EQUIPMENT, FileEquipment), (FilingKind.DEVICE, FileDevice)):
            asked = {step.clause.id: step for table in tables for step in _asking(under[table], kind)}
            if asked:
                yield (
                    f"{kind} {game}",
                    kind_of_order(
                        subject=f"{kind} of {game}",
                        description="; ".join(step.text for step in asked.values()),
                        clauses=tuple(asked),
                    ),
                )
        for table in tables:
            elsewhere = [step for step in _places(under[table]) if not _is_on_site(step)]
            if elsewhere:
                yield (
                    f"place {table}",
                    FilePlace(
                        subject=table,
                        description="; ".join(step.text for step in elsewhere),
                        clauses=tuple(step.clause.id for step in elsewhere),
                    ),
                )
        controls = {
            step.clause.id: step for table in tables for step in _asking(under[table], FilingKind.CONTROLS)
        }
        if controls:
            yield (
                f"controls {game}",
                FileControls(
                    procedure=f"devices of {game}",
                    words="; ".join(step.text for step in controls.values()),
                    named=(str(Position.PIT_MANAGER), str(Position.FLOORPERSON)),
                    clauses=tuple(controls),
                ),
            )


def _asking(submission: Submission, kind: FilingKind) -> Iterator[ChecklistStep]:
    return (step for step in demands_of(game_under(submission)) if kind_asked_by(step.clause) is kind)


def _places(submission: Submission) -> Iterator[ChecklistStep]:
    return _asking(submission, FilingKind.PLACE)


def _is_on_site(step: ChecklistStep) -> bool:
    return authority_named_by(step.clause) is Authority.CASINO_COMPLIANCE


def _programmes() -> Iterator[tuple[str, Order]]:
    """What the house does everywhere: its books of counter checks, its training, its staffing."""
    yield (
        "controls on books",
        FileControls(
            procedure="book_sign_in_out",
            words="A book goes out and comes back between finance and a floorperson, both signing, within a gaming day.",
        ),
    )
    yield (
        "controls on checks",
        FileControls(
            procedure="counter_check_preparation",
            words="A floorperson writes the check, the patron signs it at the table.",
            named=(str(Position.FLOORPERSON), str(Position.FINANCE_CLERK)),
        ),
    )
    yield (
        "training",
        FileTraining(subject="dealer school", description="Twelve weeks, each game under its own chapter."),
    )
    yield (
        "staffing",
        FileStaffing(subject="minimum staffing", description="As 465a.35 asks, at every table that is open."),
    )


# What comes back, and what is put up.


def _review(clerk: Clerk, filing: Filing) -> None:
    order = RecordReview(filing=filing.number, reference=f"BGO report {filing.number}", dated=clerk.today)
    clerk.give(f"review/{filing.number}", order, *_LETTERS)


def _approve(clerk: Clerk, filing: Filing) -> None:
    order = RecordApproval(
        filing=filing.number,
        reference=f"letter {filing.number}",
        dated=clerk.today,
        approver=filing.approver,
        in_force_from=clerk.today,
    )
    clerk.give(f"approve/{filing.number}", order, *_LETTERS)


def _put_up(clerk: Clerk) -> None:
    """The places that Casino Compliance approves at the tables, and the signs there."""
    for table, submission in submissions().items():
        here = [step for step in _places(submission) if _is_on_site(step)]
        if here:
            order = ApprovePlace(
                subject=table,
                description="; ".join(step.text for step in here),
                clauses=tuple(step.clause.id for step in here),
            )
            clerk.give(f"place/{table}", order, PIT_MANAGER, COMPLIANCE_SUPERVISOR)
        if _has_sign(table, submission, clerk):
            sign = PostSign(table=table, submission=submission.digest())
            clerk.give(f"sign/{table}", sign, FLOORPERSON)
