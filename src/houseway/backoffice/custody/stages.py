"""A stage of the way that dice take to a table: who acts, before whom, where, and what the set must be before (603a.13(f)).

The policy asks the stages who must sign, the orders ask them what a set must be and what is looked at, and the guide
asks them what comes next. Who may act is read from the register, where a plus sign says "or above".
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from houseway.backoffice.custody.orders import (
    DiceStep,
    DrawDice,
    FastenShaker,
    HandToPit,
    Into,
    IssueSet,
    PutInUse,
    ReserveDice,
)
from houseway.backoffice.custody.piece import Alternative, Condition, Container, Piece, Whereabouts
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Department, Position
from houseway.backoffice.policy import Part, Permit, anyone_of
from houseway.equipment.dice import DiceGame
from houseway.law import Clause, pa

# Games by the way that their dice go; Asia Poker as Pai Gow Poker (reading 659-24).
EVERY_GAME = tuple(DiceGame)
CRAPS = (DiceGame.CRAPS,)
MINI_CRAPS = (DiceGame.MINI_CRAPS,)
FOOTBALL = (DiceGame.THREE_DICE_FOOTBALL,)
CUPPED = (*CRAPS, *MINI_CRAPS, *FOOTBALL)
MANUAL_SIC_BO = (DiceGame.SIC_BO,)
AUTOMATED_SIC_BO = (DiceGame.SIC_BO_AUTOMATED,)
SIC_BO = (*MANUAL_SIC_BO, *AUTOMATED_SIC_BO)
PAI_GOW = (DiceGame.PAI_GOW, DiceGame.PAI_GOW_POKER, DiceGame.ASIA_POKER)

CUP = (Container.CUP,)
SHAKER = (Container.SHAKER,)
PACKET = (Container.ENVELOPE, Container.CONTAINER)
ANY = tuple(Condition)
RAW = (Condition.UNINSPECTED,)
PASSED = (Condition.INSPECTED,)
UNDER_SEAL = (Condition.SEALED,)

ALL_FOUR = "all four instruments were used"
IN_VIEW = "the surface is flat and in view of surveillance and of people nearby"
SEAL_SOUND = "the seal is unbroken and nothing shows tampering"
CLOSED = "the shaker is sealed or locked"
KEYS = "the keys are with the pit manager or above"
# Reading B-SB-12: fastened so that the dealer can still lift it.
TETHERED = "the shaker is fastened, yet can be lifted and shaken"


class Place(StrEnum):
    """Where a stage takes place."""

    STORAGE = "approved storage area"
    PIT = "pit"
    PIT_STAND = "pit stand"
    TABLE = "table"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One stage: the order that records it, who signs, and what the set must be before.

    `reserve`, `told`, `single` and `inspected_by` narrow a stage to sets of which that is so; None is either.
    """

    order: type[Order]
    alternative: Alternative
    games: tuple[DiceGame, ...] = EVERY_GAME
    parts: tuple[Part, ...]
    place: Place
    clause: Clause
    also: tuple[Clause, ...] = ()
    after: tuple[Whereabouts, ...]
    needs: tuple[Condition, ...] = ANY
    # By which a set in another condition is refused, if not the stage's own; and one that comes out of the reserve.
    unready: Clause | None = None
    unready_reserve: Clause | None = None
    containers: tuple[Container, ...] = ()
    checks: tuple[str, ...] = ()
    variant: tuple[str, ...] = ()
    reserve: bool | None = None
    told: bool | None = None
    single: bool | None = None
    inspected_by: tuple[str, ...] = ()

    @property
    def also_cited(self) -> tuple[str, ...]:
        """The ids of the further clauses that the stage fulfils."""
        return tuple(clause.id for clause in self.also)

    def is_for(self, order: object) -> bool:
        """Whether an order is to take this stage."""
        return (
            isinstance(order, self.order)
            and isinstance(order, DiceStep)
            and order.alternative is self.alternative
            and order.game in self.games
            and order.variant == self.variant
        )

    def awaits(self, piece: Piece, alternative: Alternative) -> bool:
        """Whether a set that goes this way is ready for the stage."""
        return (
            alternative is self.alternative
            and piece.game in self.games
            and piece.standing in self.after
            and piece.condition in self.needs
            and self.reserve in (None, piece.reserve)
            and self.told in (None, piece.told_at is not None)
            and self.single in (None, piece.single)
            and (not self.inspected_by or self.inspected_by == inspecting_parts(piece))
        )


# What a step is in every alternative; each adds its clauses, its people and what else it asks for.
drawn = partial(Stage, order=DrawDice, place=Place.STORAGE, after=(Whereabouts.STORED,))
reserved = partial(Stage, order=ReserveDice, place=Place.PIT_STAND, checks=(KEYS,))
issued = partial(Stage, order=IssueSet, place=Place.TABLE, single=False)
placed = partial(Stage, order=PutInUse, place=Place.TABLE)
fastened = partial(Stage, order=FastenShaker, place=Place.TABLE)


def brought(
    alternative: Alternative, parts: tuple[Part, ...], into: Into, clause: Clause, **asked: Any
) -> Stage:
    """Those who drew dice give them to the pit's manager, or lock them in the stand to which he has the keys."""
    in_hand = into is Into.PIT_MANAGER
    manager = people(clause, "to" if "to" in clause.parameters else "keys")
    return Stage(
        order=HandToPit,
        alternative=alternative,
        variant=(into,),
        parts=(*parts, Part("pit manager", manager, clause)),
        place=Place.PIT if in_hand else Place.PIT_STAND,
        clause=clause,
        after=(Whereabouts.DRAWN,),
        **{"checks": () if in_hand else (KEYS,), **asked},
    )


def inspecting_parts(piece: Piece) -> tuple[str, ...]:
    """The parts that the inspectors of a set signed."""
    return piece.inspection.parts if piece.inspection else ()


def paragraph(row: str) -> Clause:
    """A row of 603a.13(f), by what follows that."""
    return pa(f"603a.13(f){row}")


def people(clause: Clause, name: str) -> tuple[Permit, ...]:
    """Those whom a clause names, one permit for each; places among them are nobody."""
    words = clause.parameters[name].split("|")
    return tuple(permit for permit in map(_permit, words) if permit is not None)


def _permit(word: str) -> Permit | None:
    if word in ("security", "security_employee"):
        return anyone_of(Department.SECURITY)[0]
    if word == "locked_pit_stand_compartment":
        return None
    return Permit(Position(word.removesuffix("+").replace("_", " ")), or_above=word.endswith("+"))


def carried_by(clause: Clause, name: str) -> tuple[Part, Part]:
    """The two who bring dice from storage: the manager of the shift, and security."""
    manager, security = people(clause, name)
    return Part("shift manager", (manager,), clause), Part("security", (security,), clause)


_CLOSURES = {
    "sealed_envelope": Container.ENVELOPE,
    "sealed_container": Container.CONTAINER,
    "sealed_shaker": Container.SHAKER,
    "sealed_or_locked_shaker": Container.SHAKER,
}


def closures(clause: Clause) -> tuple[Container, ...]:
    """What a clause lets dice be sealed in."""
    return tuple(_CLOSURES[word] for word in clause.parameters["closure"].split("|"))
