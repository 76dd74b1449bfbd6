"""Rolls that do not count, and dice that may not be used again (623a.7(d), 623a.8(b)-(e), 623a.9(b)-(c))."""

from collections.abc import Mapping

import msgspec

from houseway.games.craps.play import IN_THE_AIR, CrapsFelt, Phase
from houseway.games.craps.shooter import Crew
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.table.events import DiceRetired, Event, IrregularityCalled
from houseway.table.felt import Step
from houseway.table.irregularities import Remedy
from houseway.table.moves import Report
from houseway.table.roles import Role
from houseway.table.rules import require_role

DIE_LOST = pa("623a.7(d)#3")
DICE_UNFIT = pa("623a.7(d)#4")
INVALID_BY_ITSELF = pa("623a.8(b)")
NO_ROLL = pa("623a.8(c)")
TOUCHED_CHIPS = pa("623a.8(d)")
SEVERAL_SIDES = pa("623a.9(b)#2")

IMPROPER = pa("623a.8(c)(6)")

# The grounds on which no roll may be called.
GROUNDS: tuple[tuple[str, str, Clause], ...] = (
    ("not-together", "The dice did not leave the hand together", pa("623a.8(c)(1)")),
    ("short-throw", "A die missed the far end", pa("623a.8(c)(2)")),
    ("on-the-bank", "A die stopped on the chips of the bank", pa("623a.8(c)(3)")),
    ("cup-or-rail", "A die stopped in the cup or on a rail", pa("623a.8(c)(4)")),
    ("cheating", "A rigged device or technique was used", pa("623a.8(c)(5)")),
)

AT_REST = frozenset(Phase) - IN_THE_AIR
_OTHER_CHIPS = "touched-other-chips"
_INVALID = "the roll is invalid; throw again"
_CALLED = "no roll; throw again"
_VOID = "void; throw again"


@implements("623a.8(b)", "623a.8(c)", "623a.9(b)#2", "623a.9(c)", readings=("B-CR-29", "B-CR-30"))
def remedies(crew: Crew) -> Mapping[str, Remedy]:
    """What makes a roll void by itself, what by a call of no roll, and what by the order of whoever decides disputes."""
    found = (
        _void(
            "die-off-table", "A die left the table and was found", crew.everyone, INVALID_BY_ITSELF, _INVALID
        ),
        _void("die-lost", "A die left the table and is lost", crew.everyone, INVALID_BY_ITSELF, _INVALID),
        _void("die-stacked", "One die lies on the other", crew.everyone, INVALID_BY_ITSELF, _INVALID),
        _void("die-propped", "A die leans on things by several sides", crew.everyone, SEVERAL_SIDES, _VOID),
        *(_void(name, title, crew.calls_no_roll, clause, _CALLED) for name, title, clause in GROUNDS),
        _void("improper-throw", "The throw was improper", crew.finds_improper, IMPROPER, _CALLED),
        _void(
            "disputed-face",
            "A disputed face is ordered thrown again",
            crew.decides_dispute,
            crew.dispute,
            _VOID,
        ),
        Remedy(
            "dice-unfit",
            "Dice look tampered with, damaged or unfit",
            crew.everyone,
            DICE_UNFIT,
            "take a new set of dice",
            AT_REST,
        ),
    )
    return {remedy.irregularity: remedy for remedy in found}


def _void(name: str, title: str, by: tuple[Role, ...], clause: Clause, orders: str) -> Remedy:
    return Remedy(name, title, by, clause, orders, IN_THE_AIR)


@implements(
    "623a.7(d)#3",
    "623a.8(b)",
    "623a.8(c)",
    "623a.8(e)",
    "623a.8(e)(1)",
    "623a.8(e)(2)",
    "623a.9(b)#2",
    readings=("B-CR-30",),
)
def report(crew: Crew, known: Mapping[str, Remedy], state: CrapsFelt, move: Report) -> Step[CrapsFelt]:
    """A roll is void by itself or by a call, until its settlement starts; it changes no bet and marks no number."""
    remedy = _remedy(known, move.irregularity)
    called_no_roll = remedy.orders == _CALLED
    # Who may call no roll at all, but not on this ground, is told the ground.
    may_call = move.by in crew.calls_no_roll
    whose = crew.no_roll if called_no_roll and not may_call else remedy.clause
    require_role(move, remedy.by, whose, f"call: {remedy.title}")
    if not may_be_called(remedy, state):
        when = (
            "between throws, of dice that are there"
            if remedy.clause is DICE_UNFIT
            else "from the throw until its settlement starts"
        )
        raise RuleViolation(remedy.clause, f"that can be called only {when}: {remedy.title}")
    called = IrregularityCalled(
        irregularity=remedy.irregularity,
        by=move.by,
        remedy=remedy.orders,
        clause=remedy.clause.id,
        also=(NO_ROLL.id, crew.no_roll.id) if called_no_roll else (),
    )
    retired = _retired(remedy)
    if retired:
        state = msgspec.structs.replace(state, selection=None, dice_gone=True)
    if state.phase in IN_THE_AIR:
        # Only what the shooter did wrong counts against him.
        invalid = state.invalid_rolls + (remedy.orders in (_INVALID, _CALLED))
        state = msgspec.structs.replace(
            state, phase=Phase.CENTRE, cocked=(), faces=None, invalid_rolls=invalid
        )
    return Step(state, (called, *retired))


@implements("623a.7(d)#4", "623a.8(b)", "623a.8(c)", readings=("B-CR-30",))
def may_be_called(remedy: Remedy, state: CrapsFelt) -> bool:
    """Whether it can have happened: a bad throw until it is settled, unfit dice between throws and where a set is."""
    return state.phase in remedy.phases and not (remedy.clause is DICE_UNFIT and state.dice_gone)


@implements("623a.8(d)")
def _remedy(known: Mapping[str, Remedy], irregularity: str) -> Remedy:
    """What is ordered for an irregularity; that dice touched chips other than the bank's is none."""
    if irregularity == _OTHER_CHIPS:
        raise RuleViolation(TOUCHED_CHIPS, "dice may touch any chips but those of the bank; the roll counts")
    if irregularity not in known:
        raise RuleViolation(
            NO_ROLL, f"there is no irregularity {irregularity!r}", fix=f"choose: {', '.join(known)}"
        )
    return known[irregularity]


@implements("623a.7(d)#3")
def _retired(remedy: Remedy) -> tuple[Event, ...]:
    """A lost die, or dice that are unfit, make a new set necessary."""
    clause = {"die-lost": DIE_LOST, "dice-unfit": DICE_UNFIT}.get(remedy.irregularity)
    return (DiceRetired(reason=remedy.title, clause=clause.id),) if clause else ()
