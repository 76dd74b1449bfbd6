"""What people attest before and while a Craps or Mini-Craps table runs (623a.2, 623a.7(a), 623a.11, 623a.12)."""

from collections.abc import Iterator

from houseway.games.craps.bonus import BONUS_WAGERS
from houseway.games.craps.fire import FIRE_BET
from houseway.games.craps.submission import CrapsSubmission, Form
from houseway.law import implements, pa
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.roles import BOXPERSONS, DEALERS, FLOORPERSONS, PIT_MANAGERS, STICKPERSONS, Role

_CRAPS_LENGTH = pa("623a.2(b)")
_MINI_LENGTH = pa("623a.2(c)#1")
_SET = pa("623a.7(a)#1")

_ANY_TABLE = (
    ChecklistStep(
        "table-shape",
        Stage.APPROVAL,
        "The table is oblong, its corners rounded and its walls high",
        PIT_MANAGERS,
        pa("623a.2(a)"),
    ),
    ChecklistStep(
        "layout-approved",
        Stage.APPROVAL,
        "The layout was filed with Gaming Operations and approved",
        PIT_MANAGERS,
        pa("623a.2(d)"),
    ),
    ChecklistStep(
        "boxes-placed",
        Stage.APPROVAL,
        "Drop box and tip box hang where Casino Compliance approved it",
        PIT_MANAGERS,
        pa("623a.2(e)"),
    ),
    ChecklistStep(
        "dice-at-table",
        Stage.DICE,
        f"{_SET.integer('dice')} dice were counted at the table, and they stay there during play",
        FLOORPERSONS,
        _SET,
    ),
)

# Reading B-CR-38: the length over all, measured once.
_LENGTHS = {
    Form.CRAPS: ChecklistStep(
        "table-length",
        Stage.APPROVAL,
        f"The table is at most {_CRAPS_LENGTH.parameters['max_length_ft']} feet long over all",
        PIT_MANAGERS,
        _CRAPS_LENGTH,
    ),
    Form.MINI_CRAPS: ChecklistStep(
        "table-length",
        Stage.APPROVAL,
        f"The table is at most {_MINI_LENGTH.parameters['max_length_ft']} feet long over all",
        PIT_MANAGERS,
        _MINI_LENGTH,
    ),
}
_CUPPED = "The inspected dice were put into the cup on the table"
_CUPPED_BY = {
    Form.CRAPS: ChecklistStep(
        "dice-cupped",
        Stage.DICE,
        _CUPPED,
        BOXPERSONS,
        pa("603a.13(f)(1)(iii)(A)"),
        witness=Role.DEALER,
    ),
    Form.MINI_CRAPS: ChecklistStep(
        "dice-cupped",
        Stage.DICE,
        _CUPPED,
        FLOORPERSONS,
        pa("603a.13(f)(1)(iii)(B)"),
        witness=Role.DEALER,
    ),
}
_STICKPERSON_IN_CONTROL = ChecklistStep(
    "dice-in-control",
    Stage.OPENING,
    "The stickperson answers for the dice",
    STICKPERSONS,
    pa("623a.7(a)#2"),
)
_DEALER_IN_CONTROL = ChecklistStep(
    "dice-in-control",
    Stage.OPENING,
    "No stickperson works this table: the dealer answers for the dice",
    DEALERS,
    pa("623a.7(a)#3"),
)
_FIRE_MARKERS_DISTINCT = ChecklistStep(
    "fire-markers",
    Stage.APPROVAL,
    "The Fire markers are larger than any value chip and cannot be taken for one",
    PIT_MANAGERS,
    pa("623a.11(a)(4)#2"),
)
_BONUS_BUTTONS_DISTINCT = ChecklistStep(
    "bonus-buttons",
    Stage.APPROVAL,
    "The Bonus Craps buttons are larger than any value chip and cannot be taken for one",
    PIT_MANAGERS,
    pa("623a.12(3)#2"),
)


def _kept(submission: CrapsSubmission, name: str, pieces: str, clause: str) -> ChecklistStep:
    """Who keeps the markers: the boxperson or a dealer; at Mini-Craps no boxperson sits."""
    keepers = (*BOXPERSONS, *DEALERS) if submission.form is Form.CRAPS else DEALERS
    return ChecklistStep(name, Stage.OPENING, f"I keep the {pieces} of this table", keepers, pa(clause))


def _cup(submission: CrapsSubmission) -> ChecklistStep:
    """Whoever controls the dice keeps those that nobody throws in the cup."""
    return ChecklistStep(
        "dice-cup",
        Stage.OPENING,
        "The table has its dice cup, and the dice that nobody throws are kept in it",
        STICKPERSONS if submission.has_stickperson else DEALERS,
        pa("623a.7(a)#4"),
    )


@implements(
    "603a.13(f)(1)(iii)(A)",
    "603a.13(f)(1)(iii)(B)",
    "623a.2(a)",
    "623a.2(b)",
    "623a.2(c)#1",
    "623a.2(d)",
    "623a.2(e)",
    "623a.7(a)#1",
    "623a.7(a)#2",
    "623a.7(a)#3",
    "623a.7(a)#4",
    "623a.11(a)(4)#2",
    "623a.11(a)(4)#3",
    "623a.12(3)#2",
    "623a.12(3)#3",
    readings=("B-CR-05", "B-CR-31", "B-CR-38"),
)
def checklist(submission: CrapsSubmission) -> tuple[ChecklistStep, ...]:
    """What is attested at a table under a submission, over what its moves record by themselves."""
    return (*_ANY_TABLE, *_by_choice(submission))


def _by_choice(submission: CrapsSubmission) -> Iterator[ChecklistStep]:
    yield _LENGTHS[submission.form]
    yield _CUPPED_BY[submission.form]
    yield _STICKPERSON_IN_CONTROL if submission.has_stickperson else _DEALER_IN_CONTROL
    yield _cup(submission)
    offered = submission.offered(submission.chosen)
    if FIRE_BET in offered:
        yield _FIRE_MARKERS_DISTINCT
        yield _kept(submission, "fire-markers-kept", "Fire markers", "623a.11(a)(4)#3")
    if not offered.isdisjoint(BONUS_WAGERS):
        yield _BONUS_BUTTONS_DISTINCT
        yield _kept(submission, "bonus-buttons-kept", "Bonus Craps buttons", "623a.12(3)#3")
