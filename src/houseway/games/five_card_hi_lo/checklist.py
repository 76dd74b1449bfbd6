"""What people attest before and while a Five Card Hi-Lo table runs (663a.2, 663a.3, 663a.5, 663a.8, 663a.9, 663a.11)."""

from collections.abc import Iterator

from houseway.equipment.decks import Dealing, Shuffler
from houseway.games.five_card_hi_lo.submission import HiLoSubmission
from houseway.law import pa
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.roles import DEALERS, FLOORPERSONS, PIT_MANAGERS

_ANY_TABLE = (
    ChecklistStep(
        "layout-approved",
        Stage.APPROVAL,
        "The Bureau of Gaming Operations approved the layout",
        PIT_MANAGERS,
        pa("663a.2(b)"),
    ),
    ChecklistStep(
        "discard-rack-fixed",
        Stage.APPROVAL,
        "A discard rack is fixed to the table top on the dealer's side",
        PIT_MANAGERS,
        pa("663a.2(d)"),
    ),
    ChecklistStep(
        "own-hands-set",
        Stage.OPENING,
        "Each player sets the hands of his own position",
        DEALERS,
        pa("663a.11(a)(1)#1"),
    ),
    ChecklistStep(
        "cards-untouched",
        Stage.OPENING,
        "Nobody but the dealer and the player touches a player's cards",
        DEALERS,
        pa("663a.11(a)(1)#2"),
    ),
    ChecklistStep(
        "cards-in-view",
        Stage.OPENING,
        "Players keep their five cards where the dealer sees them",
        DEALERS,
        pa("663a.11(a)(2)"),
    ),
    ChecklistStep(
        "discards-in-order",
        Stage.OPENING,
        "Discards are stacked so that every hand can be rebuilt",
        DEALERS,
        pa("663a.11(l)"),
    ),
)

_BOXES = ChecklistStep(
    "boxes-placed",
    Stage.APPROVAL,
    "Drop box and tip box hang on the dealer's side, one to either hand, as Casino Compliance approved",
    PIT_MANAGERS,
    pa("663a.2(c)#1"),
)
_TIP_BOX_ELSEWHERE = ChecklistStep(
    "tip-box-elsewhere",
    Stage.APPROVAL,
    "Casino Compliance approved another place for the tip box, because equipment takes its own",
    PIT_MANAGERS,
    pa("663a.2(c)#2"),
)
_ONE_DESIGN = ChecklistStep(
    "decks-of-one-design",
    Stage.OPENING,
    "Both decks are of the same design",
    FLOORPERSONS,
    pa("663a.3(b)(1)#1"),
)
_DEVICE_APPROVED = ChecklistStep(
    "shuffling-device-approved",
    Stage.APPROVAL,
    "Gaming Laboratory Operations approved the device that reshuffles and counts by itself",
    PIT_MANAGERS,
    pa("663a.5(g)#1"),
)

# What applies only while the cards are dealt in that way.
BY_DEALING = {
    Dealing.MANUAL_SHOE: (
        ChecklistStep(
            "shoe-located",
            Stage.APPROVAL,
            "The manual shoe stands where Casino Compliance approved",
            PIT_MANAGERS,
            pa("663a.8(a)#1"),
        ),
        ChecklistStep(
            "shoe-drawn-with-near-hand",
            Stage.OPENING,
            "The dealer draws with the hand nearer the shoe and places cards face down with the other",
            DEALERS,
            pa("663a.8(c)"),
        ),
    ),
    Dealing.HAND: (
        ChecklistStep(
            "one-hand-holds",
            Stage.OPENING,
            "The dealer keeps the deck in the same hand throughout a round",
            DEALERS,
            pa("663a.9(a)(2)#1"),
        ),
        ChecklistStep(
            "deck-over-tray",
            Stage.OPENING,
            "The deck in hand stays over the chip tray and before the dealer",
            DEALERS,
            pa("663a.9(a)(2)#2"),
        ),
        ChecklistStep(
            "top-card-face-down",
            Stage.OPENING,
            "The free hand takes the top card and places it face down",
            DEALERS,
            pa("663a.9(b)#1"),
        ),
    ),
    Dealing.AUTOMATED_SHOE: (),
}


def checklist(submission: HiLoSubmission) -> tuple[ChecklistStep, ...]:
    """The check-list of a table under a submission."""
    return (*_ANY_TABLE, *_by_choice(submission), *(step for steps in BY_DEALING.values() for step in steps))


def _by_choice(submission: HiLoSubmission) -> Iterator[ChecklistStep]:
    yield _TIP_BOX_ELSEWHERE if submission.tip_box_elsewhere else _BOXES
    if submission.decks == 2:
        yield _ONE_DESIGN
    if submission.shuffler is Shuffler.CONTINUOUS:
        yield _DEVICE_APPROVED


def applies(step: ChecklistStep, dealing: Dealing) -> bool:
    """Whether a step is asked for while the cards are dealt in this way."""
    return all(step not in steps for way, steps in BY_DEALING.items() if way is not dealing)
