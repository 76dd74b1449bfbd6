"""Alternative 3: dice are inspected and sealed in the storage area, and reach the tables under seal (603a.13(f)(3))."""

from houseway.backoffice.custody.orders import (
    InspectDice,
    InspectedBy,
    Into,
    SealDice,
    TellSurveillance,
)
from houseway.backoffice.custody.piece import Alternative, Container, Whereabouts
from houseway.backoffice.custody.stages import (
    ALL_FOUR,
    AUTOMATED_SIC_BO,
    CRAPS,
    CUP,
    CUPPED,
    EVERY_GAME,
    FOOTBALL,
    MANUAL_SIC_BO,
    MINI_CRAPS,
    PACKET,
    PAI_GOW,
    PASSED,
    RAW,
    SEAL_SOUND,
    SHAKER,
    TETHERED,
    UNDER_SEAL,
    Place,
    Stage,
    brought,
    carried_by,
    closures,
    drawn,
    fastened,
    issued,
    paragraph,
    people,
    placed,
    reserved,
)
from houseway.backoffice.people import Department, Position
from houseway.backoffice.policy import Part, Permit, anyone_of, at_least
from houseway.equipment.dice import DiceGame
from houseway.law import Clause

_THREE = Alternative.IN_STORAGE

_PRESENT = paragraph("(3)(i)")
_TOLD = paragraph("(3)(ii)")
_INSPECTED = paragraph("(3)(iii)#1")
_SEALED = paragraph("(3)(iv)")
_SINGLE = paragraph("(3)(iv)(D)")
_DISTRIBUTED = paragraph("(3)(v)")
_CUPPED = paragraph("(3)(v)(A)#2")
_MANUAL_FASTENED = paragraph("(3)(v)(B)#2")
_AUTOMATED_LOADED = paragraph("(3)(v)(B)#4")
_SHAKER_LOADED = paragraph("(3)(v)(C)#2")
_RESERVED = paragraph("(3)(vii)#1")
_RESERVE_LOCKED = paragraph("(3)(vii)#2")
_IN_VIEW = paragraph("(3)(viii)#2")

_FLOOR, _MANAGER, _SECURITY = people(_PRESENT, "present")
# Either of these two inspects, or both do.
_INSPECTORS = {InspectedBy.SHIFT_MANAGER.value: _MANAGER, InspectedBy.FLOOR_SUPERVISOR.value: _FLOOR}
_CARRIED = carried_by(_DISTRIBUTED, "by")
_BOXPERSON = people(_CUPPED, "craps")
_FLOORPERSON = people(_CUPPED, "mini_craps")


def _sealed(
    games: tuple[DiceGame, ...],
    clause: Clause,
    label: Clause,
    into: tuple[Container, ...],
    *,
    single: bool = False,
) -> tuple[Stage, ...]:
    return tuple(
        Stage(
            order=SealDice,
            alternative=_THREE,
            games=games,
            variant=("single", by) if single else (by,),
            parts=tuple(Part(part, (_INSPECTORS[part],), label) for part in by.parts),
            place=Place.STORAGE,
            clause=clause,
            also=(label, _SEALED),
            after=(Whereabouts.STORED,),
            needs=PASSED,
            unready=_SEALED,
            containers=into,
            single=single,
            inspected_by=by.parts,
        )
        for by in InspectedBy
    )


def _brought(games: tuple[DiceGame, ...], row: str) -> tuple[Stage, ...]:
    clause = paragraph(row)
    return tuple(
        brought(_THREE, _CARRIED, into, clause, games=games, needs=UNDER_SEAL, unready=_DISTRIBUTED)
        for into in Into
    )


def _issued(games: tuple[DiceGame, ...], clause: Clause) -> Stage:
    return issued(
        alternative=_THREE,
        games=games,
        parts=(Part("pit manager", at_least(Position.PIT_MANAGER), clause),),
        clause=clause,
        after=(Whereabouts.WITH_PIT_MANAGER, Whereabouts.IN_PIT_STAND),
        needs=UNDER_SEAL,
        unready=_DISTRIBUTED,
    )


def _opened(
    games: tuple[DiceGame, ...], by: tuple[Permit, ...], clause: Clause, into: tuple[Container, ...]
) -> Stage:
    return placed(
        alternative=_THREE,
        games=games,
        parts=(Part("placer", by, clause), Part("witness", people(clause, "witness"), clause)),
        clause=clause,
        after=(Whereabouts.AT_TABLE,),
        needs=UNDER_SEAL,
        unready=_SEALED,
        containers=into,
        checks=(SEAL_SOUND,),
    )


def _sealed_as(
    games: tuple[DiceGame, ...], row: str, label: str = "", *, single: bool = False
) -> tuple[Stage, ...]:
    clause = paragraph(row)
    return _sealed(games, clause, paragraph(label or row), closures(clause), single=single)


STAGES = (
    Stage(
        order=TellSurveillance,
        alternative=_THREE,
        parts=(
            Part("told by", (_FLOOR,), _TOLD),
            Part("surveillance", anyone_of(Department.SURVEILLANCE), _TOLD),
        ),
        place=Place.STORAGE,
        clause=_TOLD,
        after=(Whereabouts.STORED,),
        needs=RAW,
        told=False,
    ),
    Stage(
        order=InspectDice,
        alternative=_THREE,
        # A shift manager is above a floorperson, and so is asked for first.
        parts=(
            Part("shift manager", (_MANAGER,), _PRESENT),
            Part("floor supervisor", (_FLOOR,), _PRESENT),
            Part("security", (_SECURITY,), _PRESENT),
        ),
        place=Place.STORAGE,
        clause=_INSPECTED,
        also=(_PRESENT, _IN_VIEW),
        after=(Whereabouts.STORED,),
        needs=RAW,
        checks=(ALL_FOUR, "the surface is flat and in view of surveillance"),
        told=True,
    ),
    *_sealed_as(CUPPED, "(3)(iv)(A)#1", "(3)(iv)(A)#2"),
    *_sealed_as(MANUAL_SIC_BO, "(3)(iv)(B)#1"),
    *_sealed_as(AUTOMATED_SIC_BO, "(3)(iv)(B)#2"),
    *_sealed_as(PAI_GOW, "(3)(iv)(C)"),
    *_sealed(EVERY_GAME, _SINGLE, _SINGLE, PACKET, single=True),
    drawn(
        alternative=_THREE,
        parts=_CARRIED,
        clause=_DISTRIBUTED,
        needs=UNDER_SEAL,
    ),
    # Reading C-12: Three Dice Football goes the way of Mini-Craps.
    *_brought(CUPPED, "(3)(v)(A)#1"),
    *_brought(MANUAL_SIC_BO, "(3)(v)(B)#1"),
    *_brought(AUTOMATED_SIC_BO, "(3)(v)(B)#3"),
    *_brought(PAI_GOW, "(3)(v)(C)#1"),
    reserved(
        alternative=_THREE,
        parts=(Part("pit manager", people(_RESERVE_LOCKED, "keys"), _RESERVED),),
        clause=_RESERVED,
        also=(_RESERVE_LOCKED,),
        after=(Whereabouts.WITH_PIT_MANAGER,),
        needs=UNDER_SEAL,
        unready=_SEALED,
    ),
    _issued(CUPPED, _CUPPED),
    _issued(MANUAL_SIC_BO, _MANUAL_FASTENED),
    _issued(AUTOMATED_SIC_BO, _AUTOMATED_LOADED),
    _issued(PAI_GOW, _SHAKER_LOADED),
    _opened(CRAPS, _BOXPERSON, _CUPPED, CUP),
    _opened((*MINI_CRAPS, *FOOTBALL), _FLOORPERSON, _CUPPED, CUP),
    _opened(AUTOMATED_SIC_BO, _FLOORPERSON, _AUTOMATED_LOADED, SHAKER),
    _opened(PAI_GOW, _FLOORPERSON, _SHAKER_LOADED, SHAKER),
    fastened(
        alternative=_THREE,
        games=MANUAL_SIC_BO,
        parts=(Part("placer", at_least(Position.FLOORPERSON), _MANUAL_FASTENED),),
        clause=_MANUAL_FASTENED,
        after=(Whereabouts.AT_TABLE,),
        needs=UNDER_SEAL,
        unready=_SEALED,
        checks=(SEAL_SOUND, TETHERED),
    ),
)
