"""The shaker: mixing the dice, by hand or by the device, and putting a failed one aside (625a.5(b), 625a.7(d))."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.equipment.dice import DiceRules
from houseway.equipment.life import Life
from houseway.games.sic_bo.checklist import AUTOMATED_SHAKER_RUN, MANUAL_SHAKER_CLAUSES
from houseway.games.sic_bo.events import (
    AutomatedShakerRestored,
    DiceRemoved,
    DiceShaken,
    ManualShakerBrought,
    ShakerActivated,
    ShakerMarkedOutOfOrder,
)
from houseway.games.sic_bo.moves import (
    ActivateShaker,
    BringManualShaker,
    MarkOutOfOrder,
    RemoveDice,
    RestoreAutomatedShaker,
)
from houseway.games.sic_bo.round import BETWEEN_ROUNDS, Phase, Round, ShakerStatus
from houseway.games.sic_bo.submission import Shaker
from houseway.law import RuleViolation, implements, pa
from houseway.table.dice_handling import DiceHandling
from houseway.table.events import DiceRetired
from houseway.table.felt import Step
from houseway.table.roles import DEALERS, FLOORPERSONS
from houseway.table.start import ShakeDice

if TYPE_CHECKING:
    from houseway.games.sic_bo.game import SicBo
    from houseway.table.game import Game

AUTOMATED_SHAKER = pa("625a.1(d)(2)")
THREE_DICE = pa("625a.2(a)#1")
KEPT_IN_SHAKER = pa("625a.2(a)#2")
A_DAY_IN_A_MANUAL_SHAKER = pa("625a.2(b)#1")
A_MONTH_LOCKED = pa("625a.2(b)#2")
MIXED_EACH_ROUND = pa("625a.5(b)")
SHAKEN_BY_HAND = pa("625a.5(b)(1)")
TOSSED_BY_DEVICE = pa("625a.5(b)(2)")
NO_MORE_BETS = pa("625a.5(c)")
UNCOVERED_UNTIL_PAID = pa("625a.5(e)#3")
LIGHTS_CLEARED = pa("625a.5(f)")
GAMING_CEASES = pa("625a.7(b)#2")
OUT_OF_ORDER = pa("625a.7(d)")

CREW = (*DEALERS, *FLOORPERSONS)
LEAST_SHAKES = SHAKEN_BY_HAND.integer("min_shakes")

_DAY = Life(A_DAY_IN_A_MANUAL_SHAKER, hours=A_DAY_IN_A_MANUAL_SHAKER.integer("max_hours"))
_MONTH = Life(A_MONTH_LOCKED, months=int(A_MONTH_LOCKED.parameters["max"].removesuffix("_month")))
# The chapter names no colour; white is what a set is shown as.
COLOUR = "white"
_COLOURS = (COLOUR,) * THREE_DICE.integer("dice")
DICE = {
    Shaker.MANUAL: DiceRules(_COLOURS, THREE_DICE, _DAY, any_colour=True),
    Shaker.AUTOMATED: DiceRules(_COLOURS, THREE_DICE, _DAY, locked_life=_MONTH, any_colour=True),
}


class ShakerDice(DiceHandling[Round]):
    """The dice in the shaker."""

    def wanted(self, game: "Game[Any]", state: Round) -> DiceRules | None:
        """Dice in a manual shaker last a day, also where it stands in for an automated one (B-SB-06)."""
        return DICE[Shaker.MANUAL] if state.shaker is ShakerStatus.MANUAL else game.dice


# Why no manual shaker may be shaken yet.
_PUTTING_ASIDE = {
    ShakerStatus.MANUAL: "one is in use",
    ShakerStatus.AUTOMATED: "the automated one is in use",
    ShakerStatus.FAILED: "the dice are still in the automated one",
    ShakerStatus.EMPTIED: "the automated one is neither covered nor signed out of order",
    ShakerStatus.OUT_OF_ORDER: "it has not been brought",
}


@implements("625a.7(b)#2", readings=("B-SB-08",))
def check_gaming(state: Round) -> None:
    """Nothing is wagered or tossed while the table stands still for its device."""
    if state.phase is Phase.STOPPED:
        raise RuleViolation(
            GAMING_CEASES, "gaming has ceased until the device is fixed", fix="have the device fixed"
        )


@implements("625a.5(b)", "625a.5(f)")
def _check_may_mix(state: Round) -> None:
    """Dice are mixed once, at the start of a round, with the last one settled and its lights cleared."""
    check_gaming(state)
    match state.phase:
        case Phase.MIXED | Phase.NO_MORE_BETS:
            raise RuleViolation(MIXED_EACH_ROUND, "the dice of this round are mixed")
        case Phase.REVEALED | Phase.MISENTERED | Phase.BY_HAND:
            by_hand = state.shaker is ShakerStatus.MANUAL
            raise RuleViolation(
                UNCOVERED_UNTIL_PAID if by_hand else MIXED_EACH_ROUND,
                "the dice stay as they lie until all winners are paid",
            )
        case Phase.LIT:
            raise RuleViolation(
                LIGHTS_CLEARED, "the winning combinations are still lit", fix="clear the lights"
            )


def check_may_shake(game: "SicBo", state: Round) -> None:
    """Refuse to shake by hand but at the start of a round, with the manual shaker in use."""
    _check_may_mix(state)
    if state.shaker is ShakerStatus.AUTOMATED:
        raise RuleViolation(
            TOSSED_BY_DEVICE, "an automated shaker is in use", fix="activate the automated shaker"
        )
    if state.shaker is not ShakerStatus.MANUAL:
        raise RuleViolation(OUT_OF_ORDER, f"no manual shaker is in use yet: {_PUTTING_ASIDE[state.shaker]}")


@implements("625a.5(b)")
def shake(game: "SicBo", state: Round, move: ShakeDice) -> Step[Round]:
    """The dealer mixes the dice in the covered manual shaker, not less than the least number of shakes."""
    if move.times < LEAST_SHAKES:
        raise RuleViolation(
            SHAKEN_BY_HAND,
            f"{move.times} shakes are too few to mix the dice",
            fix=f"shake at least {LEAST_SHAKES} times",
        )
    shaken = DiceShaken(times=move.times, clause=SHAKEN_BY_HAND.id, also=(MIXED_EACH_ROUND.id,))
    return Step(_mixed(state), (shaken,))


def check_automated(game: "SicBo", state: Round) -> None:
    """Refuse an automated shaker that the submission does not have."""
    if game.submission.shaker is not Shaker.AUTOMATED:
        raise RuleViolation(
            AUTOMATED_SHAKER,
            "the Rules Submission of this table has no automated shaker",
            fix="shake the manual shaker",
        )


def check_may_activate(game: "SicBo", state: Round) -> None:
    """Refuse the automated shaker but at the start of a round, where it is in use."""
    check_automated(game, state)
    _check_may_mix(state)
    if state.shaker is not ShakerStatus.AUTOMATED:
        raise RuleViolation(
            OUT_OF_ORDER, "the automated shaker is not in use", fix="restore the automated shaker first"
        )


@implements("625a.1(d)(2)", "625a.5(b)")
def activate(game: "SicBo", state: Round, move: ActivateShaker) -> Step[Round]:
    """The automated shaker, where the submission has one, mixes the dice."""
    activated = ShakerActivated(clause=TOSSED_BY_DEVICE.id, also=(MIXED_EACH_ROUND.id,))
    return Step(_mixed(state), (activated,))


def _mixed(state: Round) -> Round:
    return msgspec.structs.replace(state, phase=Phase.MIXED, toss=None)


# An automated shaker that cannot be used, and the manual one in its place (625a.7(d)).


def put_aside(status: ShakerStatus) -> Callable[["SicBo", Round], bool]:
    """That an automated shaker has been put aside so far, between rounds."""
    return lambda game, state: state.shaker is status and state.phase in BETWEEN_ROUNDS


def may_restore(game: "SicBo", state: Round) -> bool:
    """Whether the automated shaker is not in use, between rounds."""
    return state.shaker is not ShakerStatus.AUTOMATED and state.phase in BETWEEN_ROUNDS


@implements("625a.7(d)")
def remove_dice(game: "SicBo", state: Round, move: RemoveDice) -> Step[Round]:
    """First its dice come out; they do not go into another shaker."""
    removed = DiceRemoved(by=move.by, clause=OUT_OF_ORDER.id)
    retired = DiceRetired(reason="removed from the automated shaker", clause=OUT_OF_ORDER.id)
    return Step(msgspec.structs.replace(state, shaker=ShakerStatus.EMPTIED), (removed, retired))


@implements("625a.7(d)")
def mark_out_of_order(game: "SicBo", state: Round, move: MarkOutOfOrder) -> Step[Round]:
    """Then it is covered or signed."""
    marked = ShakerMarkedOutOfOrder(how=move.how, clause=OUT_OF_ORDER.id)
    return Step(msgspec.structs.replace(state, shaker=ShakerStatus.OUT_OF_ORDER), (marked,))


@implements("625a.7(d)")
def bring_manual_shaker(game: "SicBo", state: Round, move: BringManualShaker) -> Step[Round]:
    """Only then may a manual shaker be used."""
    brought = ManualShakerBrought(
        by=move.by,
        clause=OUT_OF_ORDER.id,
        also=tuple(clause.id for clause in MANUAL_SHAKER_CLAUSES),
    )
    return Step(msgspec.structs.replace(state, shaker=ShakerStatus.MANUAL), (brought,))


@implements("625a.1(d)(2)")
def restore_automated_shaker(game: "SicBo", state: Round, move: RestoreAutomatedShaker) -> Step[Round]:
    """The automated shaker is in order again; dice from a manual shaker do not go into it."""
    restored = AutomatedShakerRestored(
        by=move.by, clause=AUTOMATED_SHAKER.id, also=(AUTOMATED_SHAKER_RUN.clause.id,)
    )
    left = DiceRetired(reason="the manual shaker left the table", clause=KEPT_IN_SHAKER.id)
    events = (restored, left) if state.shaker is ShakerStatus.MANUAL else (restored,)
    return Step(msgspec.structs.replace(state, shaker=ShakerStatus.AUTOMATED), events)
