"""Dice that players throw: the moves and events of handing them round, and the rules that games of thrown dice share."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from houseway.equipment.dice import FACES, check_faces
from houseway.law import Clause, RuleViolation, implements
from houseway.table.events import Event
from houseway.table.moves import Move, Report, Seat
from houseway.table.roles import Role
from houseway.table.seats import clockwise

if TYPE_CHECKING:
    from houseway.table.game import Game

State = TypeVar("State", bound=Any)
_TOUCHED_CHIPS = "touched-other-chips"


class OfferDice(Move, frozen=True, kw_only=True):
    """Whoever controls the dice offers them to a player."""

    seat: Seat
    by: Role = Role.STICKPERSON


class DeclineDice(Move, frozen=True, kw_only=True):
    """A player who was offered the dice does not want them or does not answer, or whoever has them gives them up."""

    seat: Seat
    by: Role = Role.PLAYER


class ThrowDice(Move, frozen=True, kw_only=True):
    """The dice leave the player's hand."""

    seat: Seat
    by: Role = Role.PLAYER


class PassDice(Move, frozen=True, kw_only=True):
    """The dice go back to the player who throws them, with the stick."""

    by: Role = Role.STICKPERSON


class DiceOffered(Event, frozen=True, kw_only=True):
    """The dice were offered to a player."""

    seat: int


class DiceDeclined(Event, frozen=True, kw_only=True):
    """A player did not want the dice, or gave them up."""

    seat: int


class DiceCollected(Event, frozen=True, kw_only=True):
    """The dice were brought to the centre of the table."""


class DicePassed(Event, frozen=True, kw_only=True):
    """The dice went back to the player who throws them."""

    seat: int


def next_in_turn(seats: Collection[int], declined: Collection[int], *, after: int) -> int:
    """Who is offered the dice next: clockwise, past those who declined, and all again once everyone has; 0 for nobody."""
    around = list(clockwise(seats, after=after))
    return next((seat for seat in around if seat not in declined), around[0] if around else 0)


def check_turn(turn: int, seat: int, clause: Clause) -> None:
    """Refuse to offer the dice out of turn."""
    if seat != turn:
        who = f"position {turn}" if turn else "nobody, the table is empty"
        raise RuleViolation(clause, f"the dice go to {who}, not to position {seat}")


def read_cocked(state: State, die: str | int, resting: int, clause: Clause) -> tuple[State, int]:
    """A leaning die shows the face opposite the one it rests on: the state that knows it, and the face."""
    check_faces((resting,), clause)
    # Opposite faces add up to seven.
    top = len(FACES) + 1 - resting
    others = tuple((other, face) for other, face in state.cocked if other != die)
    return msgspec.structs.replace(state, cocked=(*others, (die, top))), top


@implements("623a.8(d)", "661a.5(d)")
def check_reason(game: "Game[Any]", move: Report, *, touched: Clause, no_roll: Clause) -> None:
    """Refuse to void a throw for what the chapter does not know, or because dice touched chips other than the bank's."""
    if move.irregularity == _TOUCHED_CHIPS:
        raise RuleViolation(touched, "dice may touch any chips but those of the bank; the roll counts")
    if move.irregularity not in game.irregularities:
        raise RuleViolation(
            no_roll,
            f"there is no irregularity {move.irregularity!r}",
            fix=f"choose: {', '.join(game.irregularities)}",
        )
