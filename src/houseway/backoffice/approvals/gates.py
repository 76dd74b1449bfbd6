"""Gates: what a table may run under, and what is still missing before it may open."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.approvals.filings import (
    Filing,
    State,
    every_filing,
    filed_submission,
    filings,
    sign_at,
)
from houseway.backoffice.approvals.kinds import (
    FILED_PER_GAME,
    GENERAL_APPROVAL,
    LAYOUTS_SUBMITTED,
    FilingKind,
    kind_asked_by,
)
from houseway.backoffice.approvals.schematics import layout_digest, sign_digest
from houseway.backoffice.approvals.texts import in_maryland
from houseway.games import game_under
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.submission import Submission
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.game import Game

OPTIONS_CHANGED = pa("125-166:Preamble/Paperwork#2")
SIGN_POSTED = pa("125-149:RAF(24)#1")
GUIDE_PRODUCED = pa("125-149:RAF(24)#3")
GUIDE_CHANGED = pa("125-166:Preamble/Paperwork#1")


class Missing(msgspec.Struct, frozen=True, kw_only=True):
    """Something without which a table may not open, and the clause that asks for it."""

    what: str
    clause: Clause


class Controls(msgspec.Struct, frozen=True, kw_only=True):
    """A procedure of the approved internal controls, and the positions and credentials it names."""

    filing: int
    words: str
    named: tuple[str, ...]


# What is in force.


def approvals_in_force(connection: sa.Connection, kind: FilingKind, day: date) -> tuple[Filing, ...]:
    """Everything of a kind that is approved and in force on a gaming day, oldest first."""
    return tuple(
        filing
        for filing in every_filing(connection, filings.c.kind == kind, filings.c.state == State.APPROVED)
        if filing.in_force(day)
    )


def approvals_for(connection: sa.Connection, kind: FilingKind, subject: str, day: date) -> tuple[Filing, ...]:
    """What is approved and in force for a subject on a gaming day."""
    return tuple(filing for filing in approvals_in_force(connection, kind, day) if filing.subject == subject)


def approved_submission(connection: sa.Connection, digest: str, day: date) -> Filing | None:
    """The approval under which rounds of a submission may be played on a gaming day."""
    found = approvals_in_force(connection, FilingKind.SUBMISSION, day)
    return next((filing for filing in found if filing.digest == digest), None)


def controls_in_force(connection: sa.Connection, procedure: str, day: date) -> Controls | None:
    """A procedure, if the approved internal controls contain it on a gaming day."""
    for filing in approvals_for(connection, FilingKind.CONTROLS, procedure, day):
        return Controls(
            filing=filing.number, words=filing.content["words"], named=tuple(filing.content["named"])
        )
    return None


# What a table needs.


def demands_of(game: Game[Any]) -> Iterator[ChecklistStep]:
    """The lines of a game's check-list that ask for somebody's approval."""
    for step in game.checklist:
        if step.stage is Stage.APPROVAL and kind_asked_by(step.clause) is not None:
            yield step


def missing_for_table(
    connection: sa.Connection, table: str, submission: Submission, day: date
) -> tuple[Missing, ...]:
    """Everything that keeps a table under a submission from opening on a gaming day; nothing, when it may open."""
    game = game_under(submission)
    missing = [
        *_submission_missing(connection, submission, day),
        *_layout_missing(connection, submission, game, day),
        *_pieces_missing(connection, table, submission, game, day),
    ]
    # Signs and guides are Pennsylvania's paperwork; Maryland's asks the Commission for the layout alone.
    if not in_maryland(game, day):
        missing += _sign_missing(connection, table, submission, day)
        missing += _guide_missing(connection, submission, day)
    return tuple(missing)


def require_approved(connection: sa.Connection, table: str, submission: Submission, day: date) -> None:
    """Refuse to open a table while anything is missing."""
    missing = missing_for_table(connection, table, submission, day)
    if missing:
        raise RuleViolation(
            missing[0].clause,
            f"table {table} may not open: " + "; ".join(f"{lack.what} [{lack.clause}]" for lack in missing),
            fix="have it approved first",
        )


@implements(
    "125-149:RAF(24)#4",
    "125-166:Preamble/Paperwork#2",
    "125-166:Preamble/Fiscal#2",
    readings=("B-PW-05", "B-ED-07"),
)
def _submission_missing(connection: sa.Connection, submission: Submission, day: date) -> Iterator[Missing]:
    """A table runs only under a submission that is approved and in force, as it was filed."""
    if approved_submission(connection, submission.digest(), day) is not None:
        return
    name = str(submission.__struct_config__.tag)
    in_force = approvals_in_force(connection, FilingKind.SUBMISSION, day)
    if any(filing.content["game"] == name for filing in in_force):
        yield Missing(
            what=f"these options of {name} are in no approved Rules Submission that is in force",
            clause=OPTIONS_CHANGED,
        )
    else:
        yield Missing(what=f"no approved Rules Submission for {name} is in force", clause=FILED_PER_GAME)


@implements(
    "125-149:RAF(13)#1",
    "125-149:Preamble/General#1",
    "125-149:Preamble/General#5",
    "125-149:Preamble/General#6",
)
def approvals_answering(
    connection: sa.Connection, table: str, submission: Submission, step: ChecklistStep, day: date
) -> tuple[Filing, ...]:
    """The approvals in force that a line of a table's check-list rests on.

    Equipment, devices and procedures are approved for their clause, places for their clause and table. What a clause
    asks nobody's approval for is answered for under the approval of the rules.
    """
    kind = kind_asked_by(step.clause)
    match kind:
        case None:
            rules = approved_submission(connection, submission.digest(), day)
            return (rules,) if rules else ()
        case FilingKind.LAYOUT:
            return _layouts_in_force(connection, submission, day)
        case FilingKind.PLACE:
            found = approvals_for(connection, kind, table, day)
        case _:
            found = approvals_in_force(connection, kind, day)
    return tuple(filing for filing in found if step.clause.id in filing.clauses)


def _layouts_in_force(connection: sa.Connection, submission: Submission, day: date) -> tuple[Filing, ...]:
    """The layouts that were approved and show what that of the submission shows.

    Both are drawn now, since a later version may draw every layout anew.
    """
    digest = layout_digest(submission)

    def shows_the_same(filing: Filing) -> bool:
        filed = filed_submission(connection, filing.content["submission"])
        return filed is not None and layout_digest(filed.submission()) == digest

    return tuple(filter(shows_the_same, approvals_in_force(connection, FilingKind.LAYOUT, day)))


@implements("125-149:RAF(13)#1")
def _layout_missing(
    connection: sa.Connection, submission: Submission, game: Game[Any], day: date
) -> Iterator[Missing]:
    """The layout in use is one that was approved."""
    if _layouts_in_force(connection, submission, day):
        return
    asking = [step.clause for step in demands_of(game) if kind_asked_by(step.clause) is FilingKind.LAYOUT]
    yield Missing(
        what=f"the layout of {game.title} is not approved ({', '.join(map(str, asking))})",
        clause=LAYOUTS_SUBMITTED,
    )


@implements("125-149:Preamble/General#1", "125-149:Preamble/General#5", "125-149:Preamble/General#6")
def _pieces_missing(
    connection: sa.Connection, table: str, submission: Submission, game: Game[Any], day: date
) -> Iterator[Missing]:
    """Equipment, devices, procedures and places that the check-list asks to be approved, and are not."""
    for step in demands_of(game):
        kind = kind_asked_by(step.clause)
        if kind is FilingKind.LAYOUT:
            continue
        if not approvals_answering(connection, table, submission, step, day):
            yield Missing(what=f"{step.text}: no approval of {kind} is in force", clause=step.clause)


@implements("125-149:RAF(24)#1", "125-149:Preamble/General#1")
def _sign_missing(
    connection: sa.Connection, table: str, submission: Submission, day: date
) -> Iterator[Missing]:
    """The sign is approved as it reads, and stands at the table."""
    digest = sign_digest(submission, day)
    if not any(filing.digest == digest for filing in approvals_in_force(connection, FilingKind.SIGN, day)):
        yield Missing(what="the table sign is not approved as it reads", clause=GENERAL_APPROVAL)
    if sign_at(connection, table) != submission.digest():
        yield Missing(what=f"no sign for these rules is posted at table {table}", clause=SIGN_POSTED)


@implements("125-149:RAF(24)#3", "125-149:RAF(13)#2", "125-166:Preamble/Paperwork#1")
def _guide_missing(connection: sa.Connection, submission: Submission, day: date) -> Iterator[Missing]:
    """The gaming guide in force tells of this submission; changed options need an updated one."""
    guides = approvals_in_force(connection, FilingKind.GUIDE, day)
    if any(submission.digest() in guide.content["submissions"] for guide in guides):
        return
    if guides:
        yield Missing(what="the gaming guide was not updated to these options", clause=GUIDE_CHANGED)
    else:
        yield Missing(what="no approved gaming guide is in force", clause=GUIDE_PRODUCED)
