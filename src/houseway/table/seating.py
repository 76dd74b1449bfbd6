"""Seats: who comes to the table and who leaves it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.law import Clause, RuleViolation, is_allowed
from houseway.table.events import SeatLeft, SeatTaken
from houseway.table.felt import Step
from houseway.table.moves import LeaveSeat, TakeSeat
from houseway.table.roles import PLAYERS
from houseway.table.rules import Offer, Rule

if TYPE_CHECKING:
    from houseway.table.game import Game


def take(game: "Game[Any]", state: Any, move: TakeSeat) -> Step[Any]:
    """A player comes to a free position."""
    clause = game.seats_clause
    if not 1 <= move.seat <= game.seats:
        raise RuleViolation(clause, f"there is no position {move.seat}; this table has {game.seats}")
    if move.seat in state.seats:
        raise RuleViolation(clause, f"position {move.seat} is taken")
    seated = msgspec.structs.replace(state, seats=tuple(sorted((*state.seats, move.seat))))
    return Step(seated, (SeatTaken(seat=move.seat, clause=clause.id),))


def _free(game: "Game[Any]", state: Any) -> Iterator[Offer]:
    free = tuple(seat for seat in range(1, game.seats + 1) if seat not in state.seats)
    if free:
        yield Offer({"seat": free})


def leave(game: "Game[Any]", state: Any, move: LeaveSeat) -> Step[Any]:
    """A player who has no part in the game any more leaves."""
    game.check_seated(state, move.seat)
    game.check_leaving(state, move.seat)
    left = msgspec.structs.replace(state, seats=tuple(seat for seat in state.seats if seat != move.seat))
    after = game.leaving(left, move.seat)
    return Step(after.state, (SeatLeft(seat=move.seat, clause=game.leaving_clause.id), *after.events))


def _idle(game: "Game[Any]", state: Any) -> Iterator[Offer]:
    idle = tuple(seat for seat in state.seats if is_allowed(game.check_leaving, state, seat))
    if idle:
        yield Offer({"seat": idle})


def _seats(game: "Game[Any]", state: Any) -> tuple[Clause, ...]:
    return (game.seats_clause,)


def _leaving(game: "Game[Any]", state: Any) -> tuple[Clause, ...]:
    return (game.leaving_clause,)


SEAT_RULES = (
    Rule(TakeSeat, PLAYERS, _seats, "Take a seat", take, offers=_free),
    Rule(LeaveSeat, PLAYERS, _leaving, "Leave the table", leave, offers=_idle),
)
