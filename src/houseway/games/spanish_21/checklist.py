"""What people attest before and while a Spanish 21 table runs: as at the sister game (635-01), but for the card of a double down."""

from dataclasses import replace

from houseway.games.double_attack_blackjack.checklist import SIDEWAYS as SISTERS_SIDEWAYS
from houseway.games.double_attack_blackjack.checklist import checklist as sisters
from houseway.games.spanish_21.cards import SIDEWAYS
from houseway.games.spanish_21.submission import Spanish21Submission
from houseway.table.checklist import ChecklistStep

_LAID_SIDEWAYS = replace(SISTERS_SIDEWAYS, clause=SIDEWAYS)


def checklist(submission: Spanish21Submission) -> tuple[ChecklistStep, ...]:
    """The check-list of a table under a submission."""
    return tuple(_LAID_SIDEWAYS if step == SISTERS_SIDEWAYS else step for step in sisters(submission))
