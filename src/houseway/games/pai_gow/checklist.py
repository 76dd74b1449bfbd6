"""What people attest before and while a Pai Gow table runs (621a.2, 621a.3(a), 621a.8(b))."""

from collections.abc import Iterator

from houseway.games.pai_gow.submission import PaiGowSubmission
from houseway.law import pa
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.roles import DEALERS, FLOORPERSONS, PIT_MANAGERS, Role

_ANY_TABLE = (
    ChecklistStep(
        "layout-approved",
        Stage.APPROVAL,
        "The layout was submitted to the Bureau of Gaming Operations and approved",
        PIT_MANAGERS,
        pa("621a.2(b)"),
    ),
    ChecklistStep(
        "dealer-opposite",
        Stage.APPROVAL,
        "The dealer's place is across the table from the six betting positions",
        PIT_MANAGERS,
        pa("621a.2(a)#2"),
    ),
    ChecklistStep(
        "boxes-fixed",
        Stage.APPROVAL,
        "Drop box and tip box are on the dealer's side, one to either hand",
        PIT_MANAGERS,
        pa("621a.2(c)#1"),
    ),
    ChecklistStep(
        "boxes-approved",
        Stage.APPROVAL,
        "Casino Compliance approved where the two boxes are",
        PIT_MANAGERS,
        pa("621a.2(c)#2"),
    ),
    ChecklistStep(
        "tiles-to-standard",
        Stage.APPROVAL,
        "The tiles are made to the standard of the equipment chapter",
        PIT_MANAGERS,
        pa("621a.3(a)#1"),
    ),
    ChecklistStep(
        "tiles-bear-their-spots",
        Stage.OPENING,
        "Every tile bears the spots of one of the tiles in the ranking",
        DEALERS,
        pa("621a.3(a)#2"),
    ),
    ChecklistStep(
        "own-tiles-set",
        Stage.OPENING,
        "Each player sets his own hands, and nobody else but the dealer touches his tiles",
        DEALERS,
        pa("621a.8(b)#1"),
    ),
    ChecklistStep(
        "tiles-in-view",
        Stage.OPENING,
        "Players keep their four tiles where the dealer sees them",
        DEALERS,
        pa("621a.8(b)#3"),
    ),
)

_SHAKER = (
    ChecklistStep(
        "shaker-approved",
        Stage.APPROVAL,
        "The shaker is an approved one",
        PIT_MANAGERS,
        pa("621a.2(d)#1"),
    ),
    ChecklistStep(
        "shaker-built",
        Stage.APPROVAL,
        "The shaker is designed and built to protect the game",
        PIT_MANAGERS,
        pa("621a.2(d)#4"),
    ),
    ChecklistStep(
        "shaker-holds-three-dice",
        Stage.APPROVAL,
        "The shaker has room for three dice",
        PIT_MANAGERS,
        pa("621a.2(d)(1)#1"),
    ),
    ChecklistStep(
        "shaker-hides-dice",
        Stage.APPROVAL,
        "The shaker hides the dice while they are shaken",
        PIT_MANAGERS,
        pa("621a.2(d)(2)"),
    ),
    ChecklistStep(
        "shaker-logo",
        Stage.APPROVAL,
        "The certificate holder's name or logo is imprinted or impressed on the shaker",
        PIT_MANAGERS,
        pa("621a.2(d)(3)"),
    ),
    ChecklistStep(
        "shaker-attended",
        Stage.OPENING,
        "The dealer answers for the shaker, which is never left unattended at the table",
        DEALERS,
        pa("621a.2(d)#3"),
    ),
    ChecklistStep(
        "dice-in-shaker",
        Stage.DICE,
        "The dice were put into the shaker before the dealer",
        FLOORPERSONS,
        pa("603a.13(f)(1)(iii)(D)"),
        witness=Role.DEALER,
    ),
    ChecklistStep(
        "dice-kept-in-shaker",
        Stage.DICE,
        "The dice stay in the shaker whenever they are not shaken",
        DEALERS,
        pa("621a.2(d)(1)#2"),
    ),
)

_GENERATOR = ChecklistStep(
    "generator-approved",
    Stage.APPROVAL,
    "Gaming Laboratory Operations approved the random number generator",
    PIT_MANAGERS,
    pa("621a.2(e)"),
)


def checklist(submission: PaiGowSubmission) -> tuple[ChecklistStep, ...]:
    """The check-list of a table under a submission."""
    return (*_ANY_TABLE, *_by_choice(submission))


def _by_choice(submission: PaiGowSubmission) -> Iterator[ChecklistStep]:
    if submission.uses_shaker:
        yield from _SHAKER
    if submission.uses_generator:
        yield _GENERATOR
