"""What people attest before a Poker table runs (637a.7(a), and what the sources print of its cards)."""

from houseway.games.poker.cards import SIX_HOURS
from houseway.games.poker.submission import POKER_ROOM, PokerSubmission
from houseway.law import pa
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.roles import FLOORPERSONS, PIT_MANAGERS

_ANY_TABLE = (
    ChecklistStep(
        "poker-room-approved",
        Stage.APPROVAL,
        "The table stands in the approved Poker room",
        PIT_MANAGERS,
        POKER_ROOM,
    ),
    ChecklistStep(
        "decks-cleaned",
        Stage.OPENING,
        "Cards that were used before were looked through, and cleaned where they needed it",
        FLOORPERSONS,
        SIX_HOURS,
    ),
)
_JACKPOT_BOX = ChecklistStep(
    "jackpot-box",
    Stage.APPROVAL,
    "Casino Compliance approved where the box of the bad beat jackpot hangs",
    PIT_MANAGERS,
    pa("125-149:Preamble/General#7"),
)


def checklist(submission: PokerSubmission) -> tuple[ChecklistStep, ...]:
    """The check-list of a table under a submission."""
    sign = ChecklistStep(
        "sign-posted",
        Stage.OPENING,
        "The sign shows the terms of antes, Blinds, kill and straddle as submitted",
        FLOORPERSONS,
        submission.chosen.section.terms_sign,
    )
    return (*_ANY_TABLE, sign, *((_JACKPOT_BOX,) if submission.jackpot_box else ()))
