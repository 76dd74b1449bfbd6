"""Who files and who checks, who enters the Board's letters and who confirms them, and what Compliance approves."""

from houseway.backoffice.approvals.filing import CONTROLS
from houseway.backoffice.approvals.gates import SIGN_POSTED
from houseway.backoffice.approvals.kinds import (
    FILED_PER_GAME,
    GENERAL_APPROVAL,
    GUIDE_UPDATED,
    LABORATORY,
    LAYOUTS_SUBMITTED,
    PLACES,
    THROUGH_GAMING_OPERATIONS,
    FilingKind,
)
from houseway.backoffice.approvals.letters import LETTER
from houseway.backoffice.approvals.orders import (
    ApprovePlace,
    EndApproval,
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
    RecordDenial,
    RecordReview,
    TakeDownSign,
    WithdrawFiling,
)
from houseway.backoffice.people import Position
from houseway.backoffice.policy import SEPARATE_DUTIES, Part, Permit, Rule, at_least
from houseway.law import Clause

_TABLE_GAMES = at_least(Position.SHIFT_MANAGER)
_FINANCE = at_least(Position.FINANCE_SUPERVISOR)
_DIRECTORS = (Permit(Position.DIRECTOR_OF_TABLE_GAMES), Permit(Position.DIRECTOR_OF_FINANCE))


def _filed_by_two_departments(
    clause: Clause, drafters: tuple[Permit, ...] = _TABLE_GAMES, filers: tuple[Permit, ...] = _DIRECTORS[:1]
) -> tuple[Part, ...]:
    """Drafted by management, checked by internal audit, filed by the department's director, all of one content."""
    return _through_audit("drafted", "filed", clause, drafters, filers)


def _through_audit(
    first: str, last: str, clause: Clause, drafters: tuple[Permit, ...], filers: tuple[Permit, ...]
) -> tuple[Part, ...]:
    return (
        Part(first, drafters, clause),
        Part("checked", at_least(Position.AUDITOR), SEPARATE_DUTIES),
        Part(last, filers, THROUGH_GAMING_OPERATIONS, may_be=(first,)),
    )


def _withdrawn(drafters: tuple[Permit, ...], filers: tuple[Permit, ...]) -> tuple[Part, ...]:
    """Taken back by those who may file it."""
    return _through_audit("asked", "withdrawn", THROUGH_GAMING_OPERATIONS, drafters, filers)


def _is_of_both(order: WithdrawFiling) -> bool:
    """Whether finance files such things as well as table games."""
    return order.kind in (FilingKind.PLACE, FilingKind.CONTROLS)


def _of_management_and_audit(clause: Clause) -> tuple[Part, ...]:
    """A letter is entered by management and confirmed by internal audit, who compares it with the paper."""
    return (
        Part("entered", (*_TABLE_GAMES, *_FINANCE), clause),
        Part("confirmed", at_least(Position.AUDITOR), SEPARATE_DUTIES),
    )


RULES = (
    Rule(FileSubmission, _filed_by_two_departments(FILED_PER_GAME)),
    Rule(FileLayout, _filed_by_two_departments(LAYOUTS_SUBMITTED)),
    Rule(FileSign, _filed_by_two_departments(GENERAL_APPROVAL)),
    Rule(FileGuide, _filed_by_two_departments(GUIDE_UPDATED)),
    Rule(FileEquipment, _filed_by_two_departments(GENERAL_APPROVAL)),
    Rule(FileDevice, _filed_by_two_departments(LABORATORY)),
    Rule(FilePlace, _filed_by_two_departments(PLACES, (*_TABLE_GAMES, *_FINANCE), _DIRECTORS)),
    Rule(FileTraining, _filed_by_two_departments(THROUGH_GAMING_OPERATIONS)),
    Rule(FileStaffing, _filed_by_two_departments(THROUGH_GAMING_OPERATIONS)),
    Rule(FileControls, _filed_by_two_departments(CONTROLS, (*_TABLE_GAMES, *_FINANCE), _DIRECTORS)),
    Rule(
        WithdrawFiling,
        _withdrawn((*_TABLE_GAMES, *_FINANCE), _DIRECTORS),
        case="a place or internal controls",
        applies=_is_of_both,
    ),
    Rule(WithdrawFiling, _withdrawn(_TABLE_GAMES, _DIRECTORS[:1])),
    Rule(RecordReview, _of_management_and_audit(THROUGH_GAMING_OPERATIONS)),
    Rule(RecordApproval, _of_management_and_audit(LETTER)),
    Rule(RecordDenial, _of_management_and_audit(LETTER)),
    Rule(EndApproval, _of_management_and_audit(LETTER)),
    Rule(
        ApprovePlace,
        (
            Part("requested", at_least(Position.PIT_MANAGER), PLACES),
            Part("approved", at_least(Position.COMPLIANCE_SUPERVISOR), PLACES),
        ),
    ),
    Rule(PostSign, (Part("posted", at_least(Position.FLOORPERSON), SIGN_POSTED),)),
    Rule(TakeDownSign, (Part("taken down", at_least(Position.FLOORPERSON), SIGN_POSTED),)),
)
