"""Alternative 2: dice are inspected in the pit by two supervisors, one of whom watches (603a.13(f)(2))."""

from houseway.backoffice.custody.orders import (
    HandToInspectors,
    HandToTable,
    InspectDice,
    Into,
    SealDice,
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
    SEAL_SOUND,
    SHAKER,
    SIC_BO,
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
from houseway.backoffice.people import Position
from houseway.backoffice.policy import Part, Permit, at_least
from houseway.equipment.dice import DiceGame
from houseway.law import Clause

_TWO = Alternative.AT_THE_PIT

_DRAWN = paragraph("(2)(i)")
_CRAPS_PAIR = paragraph("(2)(i)(A)")
_OTHER_PAIR = paragraph("(2)(i)(B)")
_TO_RESERVE = paragraph("(2)(i)(C)")
_INSPECTED = paragraph("(2)(ii)#1")
_IN_VIEW = paragraph("(2)(ii)#3")
_AFTER_INSPECTION = paragraph("(2)(iii)")
_HANDED_AT_CRAPS = paragraph("(2)(iii)(A)#1")
_CUPPED_AT_CRAPS = paragraph("(2)(iii)(A)#2")
_SIC_BO_LOADED = paragraph("(2)(iii)(B)#1")
_SIC_BO_FASTENED = paragraph("(2)(iii)(B)#2")
_HANDED_AT_PAI_GOW = paragraph("(2)(iii)(C)#1")
_SHAKER_AT_PAI_GOW = paragraph("(2)(iii)(C)#2")
_HANDED_AT_FOOTBALL = paragraph("(2)(iii)(D)#1")
_CUPPED_AT_FOOTBALL = paragraph("(2)(iii)(D)#2")
_RESERVED = paragraph("(2)(iv)")
_RESERVE_LOCKED = paragraph("(2)(iv)(A)")
_AGAIN = paragraph("(2)(iv)(B)")
_KEPT_SEALED = paragraph("(2)(v)")
_SEALED_IN_FIVES = paragraph("(2)(v)(A)#1")
_SIC_BO_SEALED = paragraph("(2)(v)(B)#1")
_PAI_GOW_SEALED = paragraph("(2)(v)(C)#1")

# Who inspects, by the games that they supervise.
_CRAPS_GAMES = (*CRAPS, *MINI_CRAPS)
_OTHER_GAMES = (*SIC_BO, *FOOTBALL, *PAI_GOW)
_PAIRS = ((_CRAPS_GAMES, _CRAPS_PAIR), (_OTHER_GAMES, _OTHER_PAIR))

_CARRIED = carried_by(_DRAWN, "from")
_BOXPERSON = people(_HANDED_AT_CRAPS, "craps_recipient")
_FLOORPERSON = people(_OTHER_PAIR, "inspector")
_DEALER = people(_CUPPED_AT_CRAPS, "witness")
_SAME_TWO = "by the inspector, before the one who watched the inspection"


def _pair(named_in: Clause, inspecting: Clause) -> tuple[Part, Part]:
    """Inspector and witness, as a clause names them."""
    return (
        Part("inspector", people(named_in, "inspector"), inspecting),
        Part("witness", people(named_in, "witness"), named_in),
    )


def _either(named_in: Clause) -> tuple[Permit, ...]:
    """Whoever may have inspected a set: first of all, or anew out of the reserve; which of them it was is on record."""
    at_first = people(named_in, "inspector")
    anew = people(_AGAIN, "reinspect_by")
    return (*(permit for permit in at_first if permit.least not in {other.least for other in anew}), *anew)


def _same_pair(named_in: Clause, cited: Clause) -> tuple[Part, Part]:
    return Part("inspector", _either(named_in), cited), Part("witness", _either(named_in), cited)


def _given(games: tuple[DiceGame, ...], clause: Clause) -> Stage:
    return Stage(
        order=HandToInspectors,
        alternative=_TWO,
        games=games,
        parts=(*_CARRIED, *_pair(clause, clause)),
        place=Place.PIT,
        clause=clause,
        after=(Whereabouts.DRAWN,),
        checks=("both are assigned to supervise such a game",),
    )


def _inspected(games: tuple[DiceGame, ...], clause: Clause) -> Stage:
    return Stage(
        order=InspectDice,
        alternative=_TWO,
        games=games,
        parts=_pair(clause, _INSPECTED),
        place=Place.PIT_STAND,
        clause=_INSPECTED,
        also=(clause, _IN_VIEW),
        after=(Whereabouts.WITH_INSPECTORS,),
        needs=RAW,
        checks=(ALL_FOUR, IN_VIEW),
    )


def _handed(games: tuple[DiceGame, ...], pair: Clause, clause: Clause, recipient: str) -> Stage:
    return Stage(
        order=HandToTable,
        alternative=_TWO,
        games=games,
        parts=(*_same_pair(pair, clause), Part("recipient", people(clause, recipient), clause)),
        place=Place.TABLE,
        clause=clause,
        after=(Whereabouts.WITH_INSPECTORS,),
        needs=PASSED,
        unready=_AFTER_INSPECTION,
        unready_reserve=_AGAIN,
        checks=(_SAME_TWO,),
    )


def _cupped(games: tuple[DiceGame, ...], by: tuple[Permit, ...], clause: Clause) -> Stage:
    return placed(
        alternative=_TWO,
        games=games,
        parts=(Part("placer", by, clause), Part("witness", people(clause, "witness"), clause)),
        clause=clause,
        after=(Whereabouts.AT_TABLE,),
        needs=PASSED,
        unready=_AFTER_INSPECTION,
        unready_reserve=_AGAIN,
        containers=CUP,
        checks=("whoever received the dice places them",),
    )


def _sealed(games: tuple[DiceGame, ...], pair: Clause, clause: Clause, label: str) -> Stage:
    signed = paragraph(label)
    return Stage(
        order=SealDice,
        alternative=_TWO,
        games=games,
        parts=_same_pair(pair, signed),
        place=Place.PIT_STAND,
        clause=clause,
        also=(signed,),
        after=(Whereabouts.WITH_INSPECTORS,),
        needs=PASSED,
        unready=_KEPT_SEALED,
        containers=closures(clause),
        single=False,
    )


def _opened(
    games: tuple[DiceGame, ...], by: tuple[Permit, ...], clause: Clause, into: tuple[Container, ...]
) -> Stage:
    """The text names nobody who opens a sealed reserve: as in alternative 3, the table's supervisor before a dealer."""
    return placed(
        alternative=_TWO,
        games=games,
        variant=("sealed reserve",),
        parts=(Part("placer", by, clause), Part("witness", _DEALER, clause)),
        clause=clause,
        also=(_KEPT_SEALED,),
        after=(Whereabouts.AT_TABLE,),
        needs=UNDER_SEAL,
        unready=_KEPT_SEALED,
        unready_reserve=_AGAIN,
        containers=into,
        checks=(SEAL_SOUND,),
    )


STAGES = (
    drawn(
        alternative=_TWO,
        parts=_CARRIED,
        clause=_DRAWN,
    ),
    *(_given(games, pair) for games, pair in _PAIRS),
    brought(_TWO, _CARRIED, Into.PIT_MANAGER, _TO_RESERVE, checks=("the dice are for the reserve",)),
    *(_inspected(games, pair) for games, pair in _PAIRS),
    _handed(CRAPS, _CRAPS_PAIR, _HANDED_AT_CRAPS, "craps_recipient"),
    _handed(MINI_CRAPS, _CRAPS_PAIR, _HANDED_AT_CRAPS, "mini_craps_recipient"),
    _handed(PAI_GOW, _OTHER_PAIR, _HANDED_AT_PAI_GOW, "recipient"),
    _handed(FOOTBALL, _OTHER_PAIR, _HANDED_AT_FOOTBALL, "recipient"),
    _cupped(CRAPS, _BOXPERSON, _CUPPED_AT_CRAPS),
    _cupped(MINI_CRAPS, people(_HANDED_AT_CRAPS, "mini_craps_recipient"), _CUPPED_AT_CRAPS),
    _cupped(FOOTBALL, people(_HANDED_AT_FOOTBALL, "recipient"), _CUPPED_AT_FOOTBALL),
    placed(
        alternative=_TWO,
        games=PAI_GOW,
        parts=(Part("placer", people(_HANDED_AT_PAI_GOW, "recipient"), _SHAKER_AT_PAI_GOW),),
        clause=_SHAKER_AT_PAI_GOW,
        after=(Whereabouts.AT_TABLE,),
        needs=PASSED,
        unready=_AFTER_INSPECTION,
        unready_reserve=_AGAIN,
        containers=SHAKER,
        checks=("the dealer who received the dice places them at once",),
    ),
    placed(
        alternative=_TWO,
        games=SIC_BO,
        parts=_same_pair(_OTHER_PAIR, _SIC_BO_LOADED),
        clause=_SIC_BO_LOADED,
        after=(Whereabouts.WITH_INSPECTORS,),
        needs=PASSED,
        unready=_AFTER_INSPECTION,
        unready_reserve=_AGAIN,
        containers=SHAKER,
        checks=(CLOSED, _SAME_TWO),
    ),
    fastened(
        alternative=_TWO,
        games=SIC_BO,
        parts=_same_pair(_OTHER_PAIR, _SIC_BO_FASTENED),
        clause=_SIC_BO_FASTENED,
        after=(Whereabouts.LOADED,),
        needs=PASSED,
        checks=(TETHERED, _SAME_TWO),
    ),
    reserved(
        alternative=_TWO,
        parts=(Part("pit manager", people(_RESERVE_LOCKED, "keys"), _RESERVED),),
        clause=_RESERVED,
        also=(_RESERVE_LOCKED,),
        after=(Whereabouts.WITH_PIT_MANAGER, Whereabouts.WITH_INSPECTORS),
    ),
    Stage(
        order=InspectDice,
        alternative=_TWO,
        variant=("again",),
        # Reading C-15: no boxperson inspects what comes out of the reserve.
        parts=(
            Part("inspector", people(_AGAIN, "reinspect_by"), _AGAIN),
            Part("witness", people(_AGAIN, "witness"), _AGAIN),
        ),
        place=Place.PIT_STAND,
        clause=_AGAIN,
        also=(_INSPECTED, _IN_VIEW),
        # At a table lies what was found there under a damaged seal.
        after=(Whereabouts.IN_PIT_STAND, Whereabouts.AT_TABLE),
        needs=RAW,
        checks=(ALL_FOUR, IN_VIEW),
    ),
    _sealed(_CRAPS_GAMES, _CRAPS_PAIR, _SEALED_IN_FIVES, "(2)(v)(A)#2"),
    _sealed(FOOTBALL, _OTHER_PAIR, _SEALED_IN_FIVES, "(2)(v)(A)#2"),
    _sealed(SIC_BO, _OTHER_PAIR, _SIC_BO_SEALED, "(2)(v)(B)#2"),
    _sealed(PAI_GOW, _OTHER_PAIR, _PAI_GOW_SEALED, "(2)(v)(C)#2"),
    issued(
        alternative=_TWO,
        parts=(Part("pit manager", at_least(Position.PIT_MANAGER), _KEPT_SEALED),),
        clause=_KEPT_SEALED,
        after=(Whereabouts.IN_PIT_STAND,),
        needs=UNDER_SEAL,
        unready_reserve=_AGAIN,
    ),
    _opened(CRAPS, _BOXPERSON, _SEALED_IN_FIVES, CUP),
    _opened((*MINI_CRAPS, *FOOTBALL), _FLOORPERSON, _SEALED_IN_FIVES, CUP),
    _opened(SIC_BO, _FLOORPERSON, _SIC_BO_SEALED, SHAKER),
    _opened(PAI_GOW, _FLOORPERSON, _PAI_GOW_SEALED, SHAKER),
    fastened(
        alternative=_TWO,
        games=SIC_BO,
        variant=("sealed reserve",),
        parts=(Part("placer", _FLOORPERSON, _SIC_BO_FASTENED), Part("witness", _DEALER, _SIC_BO_FASTENED)),
        clause=_SIC_BO_FASTENED,
        after=(Whereabouts.LOADED,),
        needs=UNDER_SEAL,
        checks=(TETHERED,),
    ),
)
