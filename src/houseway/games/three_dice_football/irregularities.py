"""Throws that do not count, and dice that may not be used again (661a.4(d), 661a.5(b)-(g))."""

from typing import TYPE_CHECKING

import msgspec

from houseway.games.three_dice_football.quarterback import DIE_LOST, at_the_centre, unless_abandoned
from houseway.games.three_dice_football.round import Drive, Phase
from houseway.law import implements, pa
from houseway.table import irregularities
from houseway.table.dice_play import check_reason
from houseway.table.events import DiceRetired, DiceToReinspect, Event, IrregularityCalled
from houseway.table.felt import Step
from houseway.table.irregularities import Remedy
from houseway.table.moves import Report
from houseway.table.roles import DEALERS, FLOORPERSONS, STICKPERSONS

if TYPE_CHECKING:
    from houseway.games.three_dice_football.game import ThreeDiceFootball

_CREW = (*STICKPERSONS, *DEALERS, *FLOORPERSONS)
_THROWN = frozenset({Phase.THROWN})
_AT_REST = frozenset(Phase) - _THROWN

DICE_UNFIT = pa("661a.4(d)#4")
LEFT_THE_TABLE = pa("661a.5(b)#1")
STACKED = pa("661a.5(b)#2")
# The stickperson's own authority to void a throw, against the rolls that are invalid by themselves.
NO_ROLL_CALLS = pa("661a.5(c)")
NOT_A_REASON = pa("661a.5(d)")
SEVERAL_SIDES = pa("661a.5(f)#2")
DISPUTED = pa("661a.5(g)")

_INVALID = "the roll is invalid; throw again"
_NO_ROLL = "no roll; throw again"
_VOID = "void; throw again"

# The grounds on which the stickperson may call no roll.
_GROUNDS = (
    ("not-together", "The dice did not leave the hand together", pa("661a.5(c)(1)")),
    ("short-throw", "A die missed the far end", pa("661a.5(c)(2)")),
    ("on-the-bank", "A die stopped on the bank's chips", pa("661a.5(c)(3)")),
    ("cup-or-rail", "A die stopped in the cup or on a rail", pa("661a.5(c)(4)")),
    ("cheating", "A rigged device or technique was used", pa("661a.5(c)(5)")),
    ("improper-throw", "The stickperson finds the throw improper", pa("661a.5(c)(6)")),
)


@implements("661a.5(d)")
def report(game: "ThreeDiceFootball", state: Drive, move: Report) -> Step[Drive]:
    """A throw is void, before its numbers are called, or the dice are found unfit; other chips touched are no reason."""
    check_reason(game, move, touched=NOT_A_REASON, no_roll=NO_ROLL_CALLS)
    return irregularities.report(game, state, move)


@implements("661a.5(b)#1", "661a.5(b)#2", "661a.5(f)#2", readings=("661-15", "661-16"))
def _thrown_again(game: "ThreeDiceFootball", state: Drive, called: IrregularityCalled) -> Step[Drive]:
    """The throw counts for nothing: the dice go back to whoever threw them."""
    return _void(state, called)


def _found(game: "ThreeDiceFootball", state: Drive, called: IrregularityCalled) -> Step[Drive]:
    """The throw counts for nothing, and the dice are looked at before the next."""
    title = game.irregularities[called.irregularity].title
    return _void(state, called, DiceToReinspect(reason=title, clause=called.clause))


def _lost(game: "ThreeDiceFootball", state: Drive, called: IrregularityCalled) -> Step[Drive]:
    """The throw counts for nothing, and a new set is thrown next."""
    retired = DiceRetired(reason=game.irregularities[called.irregularity].title, clause=DIE_LOST.id)
    return _void(msgspec.structs.replace(state, selection=None), called, retired)


def _void(state: Drive, *events: Event) -> Step[Drive]:
    return Step(unless_abandoned(at_the_centre(msgspec.structs.replace(state, cocked=()))), events)


def _unfit(game: "ThreeDiceFootball", state: Drive, called: IrregularityCalled) -> Step[Drive]:
    """The set is not used again."""
    retired = DiceRetired(reason=game.irregularities[called.irregularity].title, clause=called.clause)
    return Step(msgspec.structs.replace(state, selection=None), (called, retired))


REMEDIES = {
    remedy.irregularity: remedy
    for remedy in (
        *(
            Remedy(name, title, _CREW, clause, orders, _THROWN, do=do)
            for name, title, clause, orders, do in (
                ("die-off-table", "A die left the table and was found", LEFT_THE_TABLE, _INVALID, _found),
                ("die-lost", "A die left the table and is lost", LEFT_THE_TABLE, _INVALID, _lost),
                ("die-stacked", "One die lies on another", STACKED, _INVALID, _thrown_again),
                (
                    "die-propped",
                    "A die leans on things by several sides",
                    SEVERAL_SIDES,
                    _VOID,
                    _thrown_again,
                ),
            )
        ),
        *(
            Remedy(
                name,
                title,
                STICKPERSONS,
                clause,
                _NO_ROLL,
                _THROWN,
                also=(NO_ROLL_CALLS,),
                do=_thrown_again,
            )
            for name, title, clause in _GROUNDS
        ),
        Remedy(
            "disputed-face",
            "A top face is disputed and ordered thrown again",
            STICKPERSONS,
            DISPUTED,
            _VOID,
            _THROWN,
            do=_thrown_again,
        ),
        Remedy(
            "dice-unfit",
            "Dice look tampered with, damaged or unfit",
            _CREW,
            DICE_UNFIT,
            "take a new set of dice",
            _AT_REST,
            do=_unfit,
        ),
    )
}
