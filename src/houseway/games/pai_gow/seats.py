"""Seats and areas (621a.5(b), (d), 621a.9(f)): who stays until the round is over, and who plays a second area."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from houseway.games.pai_gow.mixing import idle
from houseway.games.pai_gow.release import without_bank
from houseway.games.pai_gow.round import Phase, Round
from houseway.games.pai_gow.submission import TWO_AREAS
from houseway.games.pai_gow.wagering import BANK_HAS_ONE_AREA
from houseway.law import RuleViolation, implements, is_allowed, pa
from houseway.table.areas import (
    check_area,
    owner_of,
    positions_of,
    second_areas_of,
    with_area,
    without_areas_of,
)
from houseway.table.card_play import AreaTaken, PlayArea
from houseway.table.events import Event, SeatLeft
from houseway.table.felt import Step
from houseway.table.rules import Offer

if TYPE_CHECKING:
    from houseway.games.pai_gow.game import PaiGow

STAYS_SEATED = pa("621a.5(b)#2")


@implements("621a.5(b)#2")
def check_leaving(state: Round, seat: int) -> None:
    """A player with a part in the round, the bank among them, stays until it is over; an empty second area is given up before."""
    mine = (seat,) if seat != owner_of(state, seat) else positions_of(state, seat)
    wagered = any(bet.seat in mine for bet in state.bets)
    if wagered or (state.phase is not Phase.BETTING and owner_of(state, seat) in _in_the_round(state)):
        raise RuleViolation(
            STAYS_SEATED,
            f"the player at position {seat} has a part in this round",
            fix="wait for its end; a floorperson may rule the wager of one who left abandoned",
        )


def _in_the_round(state: Round) -> frozenset[int]:
    bank = (state.bank.seat,) if state.bank else ()
    return frozenset((*bank, *(seat for seat, _ in state.wagered)))


def leaving(state: Round, seat: int) -> Step[Round]:
    """The areas that the player held are free too; a table that all have left is idle."""
    past = state.past
    wagers = tuple(pair for pair in past.last_wagers if pair[0] != seat)
    left = msgspec.structs.replace(
        without_areas_of(state, seat),
        offered=0 if state.offered == seat else state.offered,
        passed=tuple(other for other in state.passed if other != seat),
        # Who comes to the seat next is somebody else.
        past=msgspec.structs.replace(
            past, last_wagers=wagers, last_bank=0 if past.last_bank == seat else past.last_bank
        ),
    )
    held = second_areas_of(state, seat)
    events: tuple[Event, ...] = tuple(SeatLeft(seat=area, clause=STAYS_SEATED.id) for area in held)
    if state.bank is not None and state.bank.seat == seat:
        released = without_bank(left, STAYS_SEATED, "the player left")
        left, events = released.state, (*events, *released.events)
    if not left.seats and left.phase is Phase.BETTING:
        left = idle(left)
    return Step(left, events)


@implements("621a.5(d)#1", "621a.9(f)", readings=("B-PG-16",))
def _check_area(game: "PaiGow", state: Round, seat: int, area: int) -> None:
    """A player takes a neighbouring area too, where the submission allows it; a bank never does."""
    if state.bank is not None and state.bank.seat == seat:
        raise RuleViolation(BANK_HAS_ONE_AREA, "the bank has one area only")
    most = game.submission.adjacent_areas
    check_area(state, seat, area, seats=game.seats, most=most, clause=TWO_AREAS)


def play_area(game: "PaiGow", state: Round, move: PlayArea) -> Step[Round]:
    """The area is the player's too."""
    game.check_seated(state, move.seat)
    _check_area(game, state, move.seat, move.area)
    taken = AreaTaken(seat=move.seat, area=move.area, clause=TWO_AREAS.id)
    return Step(with_area(state, move.seat, move.area), (taken,))


def free_areas(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """The areas next to each player that are free, where the submission allows a second one."""
    for seat in state.seats if game.submission.adjacent_areas > 1 else ():
        beside = (seat - 1, seat + 1)
        free = tuple(area for area in beside if is_allowed(_check_area, game, state, seat, area))
        if free:
            yield Offer({"seat": (seat,), "area": free})


def players(state: Round) -> tuple[int, ...]:
    """The seats of players, without their second areas."""
    return tuple(seat for seat in state.seats if owner_of(state, seat) == seat)
