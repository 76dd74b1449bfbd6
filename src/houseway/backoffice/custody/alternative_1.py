"""Alternative 1: dice are inspected at the table when it opens (603a.13(f)(1))."""

from houseway.backoffice.custody.orders import (
    InspectDice,
    Into,
)
from houseway.backoffice.custody.piece import Alternative, Container, Whereabouts
from houseway.backoffice.custody.stages import (
    ALL_FOUR,
    CLOSED,
    CRAPS,
    CUP,
    FOOTBALL,
    IN_VIEW,
    MINI_CRAPS,
    PAI_GOW,
    PASSED,
    RAW,
    SHAKER,
    SIC_BO,
    TETHERED,
    Place,
    Stage,
    brought,
    carried_by,
    drawn,
    fastened,
    issued,
    paragraph,
    people,
    placed,
    reserved,
)
from houseway.backoffice.people import Position
from houseway.backoffice.policy import Part, at_least
from houseway.equipment.dice import DiceGame
from houseway.law import Clause

_ONE = Alternative.AT_THE_TABLE

_TO_PIT_MANAGER = paragraph("(1)(i)#1")
_TO_PIT_STAND = paragraph("(1)(i)#2")
_ISSUED = paragraph("(1)(ii)#1")
_BY_BOXPERSON = paragraph("(1)(ii)#2")
_BY_FLOORPERSON = paragraph("(1)(ii)#3")
_WITNESSED = paragraph("(1)(ii)#4")
_INSTRUMENTS = paragraph("(1)(ii)#5")
_IN_VIEW = paragraph("(1)(ii)#7")
_AFTER_INSPECTION = paragraph("(1)(iii)")
_SIC_BO_LOADED = paragraph("(1)(iii)(C)#1")
_SIC_BO_FASTENED = paragraph("(1)(iii)(C)#2")
_RESERVED = paragraph("(1)(iv)#1")
_RESERVE_LOCKED = paragraph("(1)(iv)#2")
_RESERVE_INSPECTED = paragraph("(1)(iv)#3")

_CARRIED = carried_by(_TO_PIT_MANAGER, "from")
_DEALER = people(_WITNESSED, "witness")


def _inspected(games: tuple[DiceGame, ...], clause: Clause) -> Stage:
    return Stage(
        order=InspectDice,
        alternative=_ONE,
        games=games,
        parts=(Part("inspector", people(clause, "inspector"), clause), Part("witness", _DEALER, _WITNESSED)),
        place=Place.TABLE,
        clause=clause,
        also=(_WITNESSED, _INSTRUMENTS, _IN_VIEW),
        after=(Whereabouts.AT_TABLE,),
        needs=RAW,
        checks=(ALL_FOUR, IN_VIEW),
    )


def _placed(games: tuple[DiceGame, ...], clause: Clause, into: tuple[Container, ...]) -> Stage:
    return placed(
        alternative=_ONE,
        games=games,
        parts=(
            Part("placer", people(clause, "actor"), clause),
            Part("witness", people(clause, "witness"), clause),
        ),
        clause=clause,
        after=(Whereabouts.AT_TABLE,),
        needs=PASSED,
        unready=_AFTER_INSPECTION,
        unready_reserve=_RESERVE_INSPECTED,
        containers=into,
        checks=(CLOSED,) if "closure" in clause.parameters else (),
    )


STAGES = (
    drawn(alternative=_ONE, parts=_CARRIED, clause=_TO_PIT_MANAGER),
    brought(_ONE, _CARRIED, Into.PIT_MANAGER, _TO_PIT_MANAGER),
    brought(_ONE, _CARRIED, Into.PIT_STAND, _TO_PIT_STAND),
    reserved(
        alternative=_ONE,
        parts=(Part("pit manager", people(_RESERVE_LOCKED, "keys"), _RESERVED),),
        clause=_RESERVED,
        also=(_RESERVE_LOCKED,),
        after=(Whereabouts.WITH_PIT_MANAGER,),
    ),
    issued(
        alternative=_ONE,
        parts=(Part("pit manager", at_least(Position.PIT_MANAGER), _ISSUED),),
        clause=_ISSUED,
        after=(Whereabouts.WITH_PIT_MANAGER, Whereabouts.IN_PIT_STAND),
    ),
    _inspected(CRAPS, _BY_BOXPERSON),
    _inspected((*MINI_CRAPS, *FOOTBALL, *SIC_BO, *PAI_GOW), _BY_FLOORPERSON),
    _placed(CRAPS, paragraph("(1)(iii)(A)"), CUP),
    _placed((*MINI_CRAPS, *FOOTBALL), paragraph("(1)(iii)(B)"), CUP),
    _placed(SIC_BO, _SIC_BO_LOADED, SHAKER),
    _placed(PAI_GOW, paragraph("(1)(iii)(D)"), SHAKER),
    fastened(
        alternative=_ONE,
        games=SIC_BO,
        parts=(
            Part("placer", people(_SIC_BO_LOADED, "actor"), _SIC_BO_FASTENED),
            Part("witness", _DEALER, _SIC_BO_FASTENED),
        ),
        clause=_SIC_BO_FASTENED,
        after=(Whereabouts.LOADED,),
        needs=PASSED,
        checks=(TETHERED, "the dealer is the one who watched the inspection"),
    ),
)
