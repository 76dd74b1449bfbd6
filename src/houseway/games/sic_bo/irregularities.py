"""What can go wrong with the dice, the device and the shaker, and what is ordered then (625a.7)."""

from typing import TYPE_CHECKING

import msgspec

from houseway.games.sic_bo.events import SettledByHand
from houseway.games.sic_bo.moves import FixDevice, SettleByHand
from houseway.games.sic_bo.round import DICE_SHOWN, Phase, Round, ShakerStatus
from houseway.games.sic_bo.settlement import settle
from houseway.games.sic_bo.shaker import CREW, GAMING_CEASES, OUT_OF_ORDER
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.table.events import GamingCeased, GamingResumed, IrregularityCalled
from houseway.table.felt import Step
from houseway.table.irregularities import Remedy
from houseway.table.roles import DEALERS, FLOORPERSONS
from houseway.table.wagers import returned

if TYPE_CHECKING:
    from houseway.games.sic_bo.game import SicBo

NO_ROLL = pa("625a.7(a)")
SETTLED_BY_HAND = pa("625a.7(b)#1")
SHAKER_FAILED = pa("625a.7(c)")

_AFTER_THE_TOSS = frozenset({Phase.MIXED, Phase.NO_MORE_BETS})
_WHILE_THE_DEVICE_IS_NEEDED = frozenset(Phase) - {Phase.BY_HAND, Phase.STOPPED}
# Reading B-SB-08 fills the gap before the dice are shown.
_DEVICE_ORDERS = "dice shown: settle by hand before a floorperson, then stop; else return all wagers and stop"
# What stands still until it is fixed, by the failure reported.
DEVICE_FAILURES = {
    "device-failed": "the electrical device",
    "area-failed": "the area that depicts the wagers",
}


def _nothing_failed_yet(game: "SicBo", state: Round) -> bool:
    return not state.failed


def _shaker_in_use(game: "SicBo", state: Round) -> bool:
    return state.shaker is ShakerStatus.AUTOMATED


def _no_roll(game: "SicBo", state: Round, called: IrregularityCalled) -> Step[Round]:
    after = _return_all(state, NO_ROLL)
    return Step(after.state, (called, *after.events))


def _shaker_failed(game: "SicBo", state: Round, called: IrregularityCalled) -> Step[Round]:
    failed = msgspec.structs.replace(state, shaker=ShakerStatus.FAILED)
    after = _return_all(failed, SHAKER_FAILED)
    return Step(after.state, (called, *after.events))


def _shaker_unusable(game: "SicBo", state: Round, called: IrregularityCalled) -> Step[Round]:
    return Step(msgspec.structs.replace(state, shaker=ShakerStatus.FAILED), (called,))


@implements("625a.7(a)", "625a.7(c)", readings=("B-SB-07",))
def _return_all(state: Round, clause: Clause) -> Step[Round]:
    """The round does not count: every wager goes back to its player, to the cent."""
    lines = tuple(returned(bet, clause) for bet in sorted(state.bets, key=lambda bet: bet.seat))
    emptied = msgspec.structs.replace(state, phase=Phase.BETTING, bets=(), toss=None)
    if not state.failed:
        return Step(emptied, lines)
    stopped = _stop(emptied)
    return Step(stopped.state, (*lines, *stopped.events))


@implements("625a.7(b)#2", readings=("B-SB-08",))
def _device_failed(game: "SicBo", state: Round, called: IrregularityCalled) -> Step[Round]:
    """By hand once the dice are shown, or tossed by an automated shaker; returned before; stopped after."""
    failed = msgspec.structs.replace(state, failed=called.irregularity)
    if state.phase in DICE_SHOWN:
        return Step(msgspec.structs.replace(failed, phase=Phase.BY_HAND, entered=None), (called,))
    if state.phase is Phase.LIT:
        after = _stop(failed)
    elif state.phase is not Phase.BETTING and state.shaker is ShakerStatus.AUTOMATED:
        # The text counts from the toss here, so the round runs on to its reveal and is settled by hand.
        return Step(failed, (called,))
    else:
        after = _return_all(failed, GAMING_CEASES)
    ceases = msgspec.structs.replace(called, clause=GAMING_CEASES.id)
    return Step(after.state, (ceases, *after.events))


@implements("625a.7(b)#2", readings=("B-SB-08",))
def _stop(state: Round) -> Step[Round]:
    """No more play until what failed is fixed."""
    ceased = GamingCeased(until=f"{DEVICE_FAILURES[state.failed]} is fixed", clause=GAMING_CEASES.id)
    return Step(msgspec.structs.replace(state, phase=Phase.STOPPED, lit=()), (ceased,))


@implements("625a.7(b)#1", "625a.7(b)#2", readings=("B-SB-08",))
def settle_by_hand(game: "SicBo", state: Round, move: SettleByHand) -> Step[Round]:
    """The dealer settles before a floorperson or above, and gaming ceases."""
    assert state.toss is not None, "dice that are settled by were announced"
    if move.witness not in FLOORPERSONS:
        raise RuleViolation(
            SETTLED_BY_HAND,
            "wagers are settled by hand only in the presence of a floorperson or above",
            fix=f"name the witness: {', '.join(FLOORPERSONS)}",
        )
    by_hand = SettledByHand(toss=state.toss, witness=move.witness, clause=SETTLED_BY_HAND.id)
    settled = settle(game.betting, state.bets, state.toss, SETTLED_BY_HAND)
    stopped = _stop(msgspec.structs.replace(state, bets=()))
    return Step(stopped.state, (by_hand, *settled, *stopped.events))


@implements("625a.7(b)#2", readings=("B-SB-08",))
def fix_device(game: "SicBo", state: Round, move: FixDevice) -> Step[Round]:
    """Play goes on once what had failed is fixed."""
    resumed = GamingResumed(fixed=DEVICE_FAILURES[state.failed], clause=GAMING_CEASES.id)
    return Step(msgspec.structs.replace(state, phase=Phase.BETTING, failed=""), (resumed,))


REMEDIES = {
    remedy.irregularity: remedy
    for remedy in (
        Remedy(
            "dice-not-flat",
            "The dice do not all lie flat in the shaker",
            DEALERS,
            NO_ROLL,
            "no roll; return all wagers",
            frozenset({Phase.NO_MORE_BETS}),
            do=_no_roll,
        ),
        *(
            Remedy(
                failure,
                title,
                CREW,
                SETTLED_BY_HAND,
                _DEVICE_ORDERS,
                _WHILE_THE_DEVICE_IS_NEEDED,
                when=_nothing_failed_yet,
                do=_device_failed,
            )
            for failure, title in (
                ("device-failed", "The electrical device that lights the combinations fails"),
                ("area-failed", "The area that depicts the wagers fails"),
            )
        ),
        Remedy(
            "shaker-failed",
            "The automated shaker failed when activated",
            CREW,
            SHAKER_FAILED,
            "the round is void; return all wagers",
            _AFTER_THE_TOSS,
            when=_shaker_in_use,
            do=_shaker_failed,
        ),
        Remedy(
            "shaker-unusable",
            "The automated shaker cannot be used",
            CREW,
            OUT_OF_ORDER,
            "remove its dice and cover it, or sign it out of order, before a manual shaker is used",
            frozenset({Phase.BETTING, Phase.STOPPED}),
            when=_shaker_in_use,
            do=_shaker_unusable,
        ),
    )
}
