"""What people attest before a Three Card Poker table opens (36.05.14.02, .05I, .08A), as its submission demands."""

from collections.abc import Iterator

from houseway.equipment.decks import Dealing, Shuffler
from houseway.games.three_card_poker.paytables import EditionName
from houseway.games.three_card_poker.submission import ThreeCardPokerSubmission
from houseway.games.three_card_poker.wagers import PROGRESSIVE_WAGER, SIX_CARD_BONUS_WAGER
from houseway.law import implements, md
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.roles import FLOORPERSONS, PIT_MANAGERS

LAYOUT_APPROVED = ChecklistStep(
    "layout-approved",
    Stage.APPROVAL,
    "The layout was submitted to the Commission and approved",
    PIT_MANAGERS,
    md(".02B"),
)
BOXES_PLACED = ChecklistStep(
    "boxes-placed",
    Stage.APPROVAL,
    "Drop box and tip box hang on the dealer's side, one to the left and one to the right, as approved",
    PIT_MANAGERS,
    md(".02D(1)"),
)
TIP_BOX_ELSEWHERE = ChecklistStep(
    "tip-box-elsewhere",
    Stage.APPROVAL,
    "The Commission approved another place for the tip box, equipment standing in the way of the usual one",
    PIT_MANAGERS,
    md(".02E"),
)
DISCARD_RACK = ChecklistStep(
    "discard-rack",
    Stage.OPENING,
    "A discard rack is fastened to the top of the dealer's side of the table",
    FLOORPERSONS,
    md(".02D(2)"),
)
PROGRESSIVE_SYSTEM = ChecklistStep(
    "progressive-system",
    Stage.APPROVAL,
    "The table has a progressive system that the Commission approved",
    PIT_MANAGERS,
    md(".02C"),
)
PROGRESSIVE_DEVICES = ChecklistStep(
    "progressive-devices",
    Stage.OPENING,
    "The wagering device at each position accepts a progressive wager",
    FLOORPERSONS,
    md(".02C(1)"),
)
PROGRESSIVE_MONITOR = ChecklistStep(
    "progressive-monitor",
    Stage.OPENING,
    "The device that monitors the progressive wagers works, with its lock-out button",
    FLOORPERSONS,
    md(".02C(2)#1"),
)
MANUAL_SHOE = ChecklistStep(
    "manual-shoe-located",
    Stage.APPROVAL,
    "The Commission approved where the manual shoe stands on the table",
    PIT_MANAGERS,
    md(".08A"),
)
CONTINUOUS_SHUFFLER = ChecklistStep(
    "continuous-shuffler-approved",
    Stage.APPROVAL,
    "The Commission approved the device that reshuffles and counts the cards by itself",
    PIT_MANAGERS,
    md(".05I"),
)
# The draft leaves two sets of lines under the heading of A (reading C-104).
PAYTABLE_A_CONFIRMED = ChecklistStep(
    "six-card-paytable-a-confirmed",
    Stage.APPROVAL,
    "The Commission confirmed that Six Card Bonus Paytable A has the Super Royal lines",
    PIT_MANAGERS,
    md(".12F(1)"),
)


def checklist(submission: ThreeCardPokerSubmission) -> tuple[ChecklistStep, ...]:
    """The lines that may apply under a submission; `applies` tells which do as the cards are dealt."""
    return tuple(_steps(submission))


@implements(
    "36.05.14.02B", "36.05.14.02C", "36.05.14.02E", "36.05.14.05I", "36.05.14.08A", readings=("C-104",)
)
def _steps(submission: ThreeCardPokerSubmission) -> Iterator[ChecklistStep]:
    yield LAYOUT_APPROVED
    yield TIP_BOX_ELSEWHERE if submission.tip_box_elsewhere else BOXES_PLACED
    yield DISCARD_RACK
    if submission.offers(PROGRESSIVE_WAGER):
        yield PROGRESSIVE_SYSTEM
        yield PROGRESSIVE_DEVICES
        yield PROGRESSIVE_MONITOR
    # Any table may come to deal from a manual shoe when its own way of dealing fails.
    yield MANUAL_SHOE
    if submission.shuffler is Shuffler.CONTINUOUS:
        yield CONTINUOUS_SHUFFLER
    super_royal_in_a = submission.edition is EditionName.MD_2014 and submission.six_card_bonus == "A"
    if super_royal_in_a and submission.offers(SIX_CARD_BONUS_WAGER):
        yield PAYTABLE_A_CONFIRMED


@implements("36.05.14.08A")
def applies(step: ChecklistStep, dealing: Dealing) -> bool:
    """Whether a line is asked for while the cards are dealt in this way: the shoe's place only from that shoe."""
    return step is not MANUAL_SHOE or dealing is Dealing.MANUAL_SHOE
