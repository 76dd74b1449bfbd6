"""Second areas: a player who plays neighbouring betting areas as well, from the chips before one seat."""

from typing import TypeVar

import msgspec

from houseway.law import Clause, RuleViolation
from houseway.law.upholding import upholds
from houseway.table.felt import Felt


class AreaFelt(Felt, frozen=True, kw_only=True):
    """A felt on which a player may hold several areas: `areas` are the second ones, each with its owner's seat."""

    areas: tuple[tuple[int, int], ...] = ()


State = TypeVar("State", bound=AreaFelt)


def owner_of(state: AreaFelt, seat: int) -> int:
    """The seat of the player who plays a position."""
    return next((owner for area, owner in state.areas if area == seat), seat)


def positions_of(state: AreaFelt, seat: int) -> tuple[int, ...]:
    """The player's seat and the neighbouring areas played as well."""
    return (seat, *second_areas_of(state, seat))


def second_areas_of(state: AreaFelt, seat: int) -> tuple[int, ...]:
    """The areas that a player plays besides the one at the seat."""
    return tuple(area for area, owner in state.areas if owner == seat)


@upholds("adjacent_areas")
def check_area(state: AreaFelt, seat: int, area: int, *, seats: int, most: int, clause: Clause) -> None:
    """Refuse an area that is not free or not next to one the player holds, and any area beyond the most a player may hold."""
    if owner_of(state, seat) != seat:
        raise RuleViolation(clause, f"position {seat} is itself the second area of a player")
    held = positions_of(state, seat)
    if len(held) >= most:
        raise RuleViolation(clause, f"a player may bet {most} {'area' if most == 1 else 'areas'} here")
    if not 1 <= area <= seats or area in state.seats:
        raise RuleViolation(clause, f"position {area} is not free")
    if not any(abs(area - mine) == 1 for mine in held):
        raise RuleViolation(clause, f"position {area} is not next to position {seat}")


def with_area(state: State, seat: int, area: int) -> State:
    """The felt with this area played by the player at the seat."""
    return msgspec.structs.replace(
        state, seats=tuple(sorted((*state.seats, area))), areas=(*state.areas, (area, seat))
    )


def without_areas_of(state: State, seat: int) -> State:
    """The felt without the areas that the player who left the seat had held."""
    held = second_areas_of(state, seat)
    return msgspec.structs.replace(
        state,
        seats=tuple(other for other in state.seats if other not in held),
        areas=tuple(pair for pair in state.areas if seat not in pair),
    )
