"""What people attest before and while a Blackjack table runs (633a.2, 633a.7)."""

from collections.abc import Iterator

from houseway.games.blackjack.cards import SIDES
from houseway.games.blackjack.progressive import DEVICE_AT_EACH_POSITION, NEEDS_A_SYSTEM, SYSTEM_MONITORS
from houseway.games.blackjack.submission import BlackjackSubmission, ProgressiveWager
from houseway.games.blackjack.wagers import HOUSE_MONEY
from houseway.games.double_attack_blackjack.checklist import TIP_BOX_ELSEWHERE
from houseway.law import Clause, pa
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.roles import DEALERS, FLOORPERSONS, PIT_MANAGERS, Role


def _approval(name: str, text: str, clause: Clause) -> ChecklistStep:
    return ChecklistStep(name, Stage.APPROVAL, text, PIT_MANAGERS, clause)


def _opening(name: str, text: str, clause: Clause, by: tuple[Role, ...] = DEALERS) -> ChecklistStep:
    return ChecklistStep(name, Stage.OPENING, text, by, clause)


_ANY_TABLE = (
    _approval("layout-approved", "The Bureau of Gaming Operations approved the layout", pa("633a.2(b)")),
    _opening(
        "reader-face-down",
        "The hole card goes into the reader face down, seen by nobody, the dealer included",
        pa("633a.7(h)#2"),
    ),
)
_ONE_DESIGN = _opening(
    "sides-of-one-design",
    "The cards in both sides of the shoe are of the same design",
    SIDES,
    FLOORPERSONS,
)
_HOUSE_MONEY = _opening(
    "house-money-untouched",
    "Players keep their hands off a House Money payout; the dealer hands it over or places it",
    pa("633a.7(g)(10)(ii)(B)#1"),
)
_PROGRESSIVE = (
    _approval("progressive-system", "The table has an approved progressive system", NEEDS_A_SYSTEM),
    _opening(
        "progressive-devices",
        "The wagering device at each position acknowledges a progressive wager",
        DEVICE_AT_EACH_POSITION,
        FLOORPERSONS,
    ),
    _opening(
        "progressive-monitor",
        "The device that monitors the progressive wagers works, with its lock-out button",
        SYSTEM_MONITORS,
        FLOORPERSONS,
    ),
)
_BAD_BEAT = (
    _approval(
        "bad-beat-system",
        "The table has an approved progressive system and an electronic wagering system for Bad Beat",
        pa("633a.2(c)#1"),
    ),
    _opening(
        "bad-beat-devices",
        "Each position has electronic wagering for Bad Beat, locked out with the first card",
        pa("633a.2(c)#2"),
        FLOORPERSONS,
    ),
)
_VERIFIED = {
    ProgressiveWager.STRAIGHT_JACK: _opening(
        "winning-hands-verified",
        "The dealer verifies every winning Straight Jack hand",
        pa("633a.7(o)(3)(ii)(A)"),
    ),
    ProgressiveWager.HIT_AND_RUN: _opening(
        "winning-hands-verified",
        "The dealer verifies every winning Hit and Run hand",
        pa("633a.7(o)(2)(ii)(A)"),
    ),
}


def checklist(submission: BlackjackSubmission) -> tuple[ChecklistStep, ...]:
    """The check-list of a table under a submission."""
    return (*_ANY_TABLE, *_by_choice(submission))


def _by_choice(submission: BlackjackSubmission) -> Iterator[ChecklistStep]:
    if submission.tip_box_elsewhere:
        # As the sister chapter has it (633-01).
        yield TIP_BOX_ELSEWHERE
    if submission.double_shoe:
        yield _ONE_DESIGN
    if submission.offers(HOUSE_MONEY):
        yield _HOUSE_MONEY
    if submission.progressive is not ProgressiveWager.NONE:
        yield from _PROGRESSIVE
        yield _VERIFIED[submission.progressive]
    if submission.bad_beat:
        yield from _BAD_BEAT
