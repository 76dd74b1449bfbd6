"""Rolls that do not count, and dice that may not be used again (623a.7(d), 623a.8(b)-(e), 623a.9(b)-(c))."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from houseway.games.craps.crew import Crew
from houseway.games.craps.round import AT_REST, IN_THE_AIR, CrapsFelt, Phase
from houseway.games.craps.shooter import DIE_LOST
from houseway.law import Clause, implements, pa
from houseway.table import irregularities
from houseway.table.dice_play import check_reason
from houseway.table.events import DiceRetired, IrregularityCalled
from houseway.table.felt import Step
from houseway.table.irregularities import Remedy
from houseway.table.moves import Report
from houseway.table.rules import require_role

if TYPE_CHECKING:
    from houseway.games.craps.game import Craps

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

_INVALID = "the roll is invalid; throw again"
_CALLED = "no roll; throw again"
_VOID = "void; throw again"


@implements("623a.8(b)", "623a.8(c)", "623a.9(b)#2", "623a.9(c)", readings=("B-CR-29", "B-CR-30"))
def remedies(crew: Crew) -> Mapping[str, Remedy]:
    """What makes a roll void by itself, what by a call of no roll, and what by the order of whoever decides disputes."""
    by_itself = (
        ("die-off-table", "A die left the table and was found", INVALID_BY_ITSELF, _INVALID, _invalid),
        ("die-lost", "A die left the table and is lost", INVALID_BY_ITSELF, _INVALID, _lost),
        ("die-stacked", "One die lies on the other", INVALID_BY_ITSELF, _INVALID, _invalid),
        ("die-propped", "A die leans on things by several sides", SEVERAL_SIDES, _VOID, _void),
    )
    by_a_call = (
        *((*ground, crew.calls_no_roll) for ground in GROUNDS),
        ("improper-throw", "The throw was improper", IMPROPER, crew.finds_improper),
    )
    found = (
        *(
            Remedy(name, title, crew.everyone, clause, orders, IN_THE_AIR, do=do)
            for name, title, clause, orders, do in by_itself
        ),
        *(
            Remedy(name, title, by, clause, _CALLED, IN_THE_AIR, also=(NO_ROLL, crew.no_roll), do=_invalid)
            for name, title, clause, by in by_a_call
        ),
        Remedy(
            "disputed-face",
            "A disputed face is ordered thrown again",
            crew.decides_dispute,
            crew.dispute,
            _VOID,
            IN_THE_AIR,
            do=_void,
        ),
        Remedy(
            "dice-unfit",
            "Dice look tampered with, damaged or unfit",
            crew.everyone,
            DICE_UNFIT,
            "take a new set of dice",
            AT_REST,
            when=_dice_are_there,
            do=_unfit,
        ),
    )
    return {remedy.irregularity: remedy for remedy in found}


@implements("623a.8(d)", "623a.8(e)", "623a.8(e)(1)", "623a.8(e)(2)", readings=("B-CR-30",))
def report(game: "Craps", state: CrapsFelt, move: Report) -> Step[CrapsFelt]:
    """A roll is void by itself or by a call; whoever may call no roll at all, but not on this ground, is told the ground."""
    check_reason(game, move, touched=TOUCHED_CHIPS, no_roll=NO_ROLL)
    remedy = game.irregularities[move.irregularity]
    if remedy.orders == _CALLED and move.by not in game.crew.calls_no_roll:
        require_role(move, remedy.by, game.crew.no_roll, f"call: {remedy.title}")
    return irregularities.report(game, state, move)


@implements("623a.8(b)", "623a.8(c)", "623a.9(b)#2", readings=("B-CR-30",))
def _void(game: "Craps", state: CrapsFelt, called: IrregularityCalled) -> Step[CrapsFelt]:
    """The roll changes no bet and marks no number: the dice go back to the shooter."""
    return Step(msgspec.structs.replace(state, phase=Phase.CENTRE, cocked=(), faces=None), (called,))


def _invalid(game: "Craps", state: CrapsFelt, called: IrregularityCalled) -> Step[CrapsFelt]:
    """A void roll that the shooter did wrong, which counts against him."""
    counted = msgspec.structs.replace(state, invalid_rolls=state.invalid_rolls + 1)
    return _void(game, counted, called)


@implements("623a.7(d)#3")
def _lost(game: "Craps", state: CrapsFelt, called: IrregularityCalled) -> Step[CrapsFelt]:
    """An invalid roll whose lost die makes a new set necessary."""
    return _without_dice(game, _invalid(game, state, called).state, called, DIE_LOST)


@implements("623a.7(d)#4")
def _unfit(game: "Craps", state: CrapsFelt, called: IrregularityCalled) -> Step[CrapsFelt]:
    """Dice that are unfit make a new set necessary."""
    return _without_dice(game, state, called, DICE_UNFIT)


def _without_dice(
    game: "Craps", state: CrapsFelt, called: IrregularityCalled, clause: Clause
) -> Step[CrapsFelt]:
    retired = DiceRetired(reason=game.irregularities[called.irregularity].title, clause=clause.id)
    return Step(msgspec.structs.replace(state, selection=None, dice_gone=True), (called, retired))


@implements("623a.7(d)#4", readings=("B-CR-30",))
def _dice_are_there(game: "Craps", state: CrapsFelt) -> bool:
    """Whether there is a set that could be found unfit."""
    return not state.dice_gone
