"""Throws that do not count, and dice that may not be used again (661a.4(d), 661a.5(b)-(g))."""

from houseway.games.three_dice_football.play import Phase
from houseway.law import Clause, pa
from houseway.table.irregularities import Remedy
from houseway.table.roles import DEALERS, FLOORPERSONS, STICKPERSONS, Role

_CREW = (*STICKPERSONS, *DEALERS, *FLOORPERSONS)
_THROWN = frozenset({Phase.THROWN})
_AT_REST = frozenset(Phase) - _THROWN

DIE_LOST = pa("661a.4(d)#3")
NOT_A_REASON = pa("661a.5(d)")


def _void(name: str, title: str, by: tuple[Role, ...], clause: Clause, orders: str) -> Remedy:
    return Remedy(name, title, by, clause, orders, _THROWN)


_INVALID = "the roll is invalid; throw again"
NO_ROLL = "no roll; throw again"

REMEDIES = {
    remedy.irregularity: remedy
    for remedy in (
        _void("die-off-table", "A die left the table and was found", _CREW, pa("661a.5(b)#1"), _INVALID),
        _void("die-lost", "A die left the table and is lost", _CREW, pa("661a.5(b)#1"), _INVALID),
        _void("die-stacked", "One die lies on another", _CREW, pa("661a.5(b)#2"), _INVALID),
        _void(
            "die-propped",
            "A die leans on things by several sides",
            _CREW,
            pa("661a.5(f)#2"),
            "void; throw again",
        ),
        _void(
            "not-together",
            "The dice did not leave the hand together",
            STICKPERSONS,
            pa("661a.5(c)(1)"),
            NO_ROLL,
        ),
        _void("short-throw", "A die missed the far end", STICKPERSONS, pa("661a.5(c)(2)"), NO_ROLL),
        _void("on-the-bank", "A die stopped on the bank's chips", STICKPERSONS, pa("661a.5(c)(3)"), NO_ROLL),
        _void(
            "cup-or-rail", "A die stopped in the cup or on a rail", STICKPERSONS, pa("661a.5(c)(4)"), NO_ROLL
        ),
        _void("cheating", "A rigged device or technique was used", STICKPERSONS, pa("661a.5(c)(5)"), NO_ROLL),
        _void(
            "improper-throw",
            "The stickperson finds the throw improper",
            STICKPERSONS,
            pa("661a.5(c)(6)"),
            NO_ROLL,
        ),
        _void(
            "disputed-face",
            "A top face is disputed and ordered thrown again",
            STICKPERSONS,
            pa("661a.5(g)"),
            "void; throw again",
        ),
        Remedy(
            "dice-unfit",
            "Dice look tampered with, damaged or unfit",
            _CREW,
            pa("661a.4(d)#4"),
            "take a new set of dice",
            _AT_REST,
        ),
    )
}

# The stickperson's own authority to void a throw, against the rolls that are invalid by themselves.
NO_ROLL_CALLS = pa("661a.5(c)")
