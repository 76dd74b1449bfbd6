"""What people attest before and while an Asia Poker table runs (659a.2, 659a.5(f), 659a.8(a), 659a.11)."""

from collections.abc import Iterator

from houseway.equipment.decks import Dealing, Shuffler
from houseway.games.asia_poker.submission import AsiaPokerSubmission, StartMethod
from houseway.law import pa
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.roles import DEALERS, PIT_MANAGERS

_ANY_TABLE = (
    ChecklistStep(
        "layout-approved",
        Stage.APPROVAL,
        "The Bureau of Gaming Operations approved the layout",
        PIT_MANAGERS,
        pa("659a.2(b)"),
    ),
    ChecklistStep(
        "discard-rack-fixed",
        Stage.APPROVAL,
        "A discard rack is fixed to the table top on the dealer's side",
        PIT_MANAGERS,
        pa("659a.2(e)"),
    ),
    ChecklistStep(
        "own-hands-set",
        Stage.OPENING,
        "Each player sets his own hands",
        DEALERS,
        pa("659a.11(a)(1)#1"),
    ),
    ChecklistStep(
        "cards-untouched",
        Stage.OPENING,
        "Nobody but the dealer and the player touches a player's cards",
        DEALERS,
        pa("659a.11(a)(1)#2"),
    ),
    ChecklistStep(
        "cards-in-view",
        Stage.OPENING,
        "Players keep their seven cards where the dealer sees them",
        DEALERS,
        pa("659a.11(a)(2)"),
    ),
    ChecklistStep(
        "players-seated",
        Stage.OPENING,
        "Players with a wager and cards stay seated until the round ends",
        DEALERS,
        pa("659a.7(b)#2"),
    ),
    ChecklistStep(
        "discards-in-order",
        Stage.OPENING,
        "Discards are stacked so that every hand can be rebuilt",
        DEALERS,
        pa("659a.11(i)"),
    ),
)

_BOXES = ChecklistStep(
    "boxes-placed",
    Stage.APPROVAL,
    "Drop box and tip box hang on the dealer's side, one to either hand, where Casino Compliance approved",
    PIT_MANAGERS,
    pa("659a.2(d)#1"),
)
_TIP_BOX_ELSEWHERE = ChecklistStep(
    "tip-box-elsewhere",
    Stage.APPROVAL,
    "Casino Compliance approved another place for the tip box, because equipment takes its own",
    PIT_MANAGERS,
    pa("659a.2(d)#2"),
)

_BY_START_METHOD = {
    StartMethod.SHAKER: (
        ChecklistStep(
            "shaker-approved",
            Stage.APPROVAL,
            "The shaker is an approved one",
            PIT_MANAGERS,
            pa("659a.2(c)(1)#1"),
        ),
        ChecklistStep(
            "shaker-built",
            Stage.APPROVAL,
            "The shaker is built to protect the game",
            PIT_MANAGERS,
            pa("659a.2(c)(1)#2"),
        ),
        ChecklistStep(
            "shaker-hides-dice",
            Stage.APPROVAL,
            "The shaker hides the dice while it is shaken",
            PIT_MANAGERS,
            pa("659a.2(c)(1)(ii)"),
        ),
        ChecklistStep(
            "shaker-logo",
            Stage.APPROVAL,
            "The shaker bears the certificate holder's name or logo",
            PIT_MANAGERS,
            pa("659a.2(c)(1)(iii)"),
        ),
        ChecklistStep(
            "shaker-attended",
            Stage.OPENING,
            "The dealer answers for the shaker, which is never left unattended",
            DEALERS,
            pa("659a.2(c)(1)#3"),
        ),
        ChecklistStep(
            "dice-kept-in-shaker",
            Stage.DICE,
            "The three dice stay in the shaker whenever it is not shaken",
            DEALERS,
            pa("659a.2(c)(1)(i)#1"),
        ),
    ),
    StartMethod.RANDOM_NUMBER_GENERATOR: (
        ChecklistStep(
            "generator-approved",
            Stage.APPROVAL,
            "Gaming Laboratory Operations approved the random number generator",
            PIT_MANAGERS,
            pa("659a.2(c)(2)"),
        ),
    ),
    StartMethod.BUTTON: (
        ChecklistStep(
            "button-approved",
            Stage.APPROVAL,
            "The Bureau of Gaming Operations approved the flat button",
            PIT_MANAGERS,
            pa("659a.2(c)(3)"),
        ),
    ),
}

_ONE_DESIGN = ChecklistStep(
    "decks-of-one-design",
    Stage.OPENING,
    "Both decks are of the same design",
    DEALERS,
    pa("659a.3(b)(1)#1"),
)
_RESHUFFLER_APPROVED = ChecklistStep(
    "reshuffler-approved",
    Stage.APPROVAL,
    "Gaming Laboratory Operations approved the device that reshuffles by itself",
    PIT_MANAGERS,
    pa("659a.5(f)#1"),
)
# Reading 659-26: the general rule on where equipment stands applies to the shoe as well.
_SHOE_LOCATED = ChecklistStep(
    "shoe-located",
    Stage.APPROVAL,
    "The manual shoe stands where Casino Compliance approved",
    PIT_MANAGERS,
    pa("659a.8(a)#1"),
)


def checklist(submission: AsiaPokerSubmission) -> tuple[ChecklistStep, ...]:
    """The check-list of a table under a submission."""
    return (*_ANY_TABLE, *_by_choice(submission))


def _by_choice(submission: AsiaPokerSubmission) -> Iterator[ChecklistStep]:
    yield _TIP_BOX_ELSEWHERE if submission.tip_box_elsewhere else _BOXES
    for method in submission.start_methods:
        yield from _BY_START_METHOD[method]
    if submission.dealing is Dealing.MANUAL_SHOE:
        yield _SHOE_LOCATED
    if submission.decks == 2:
        yield _ONE_DESIGN
    if submission.shuffler is Shuffler.CONTINUOUS:
        yield _RESHUFFLER_APPROVED
