"""The felt: what the state of every game holds, and what a lawful move leads to."""

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

import msgspec

from houseway.table.events import Event
from houseway.table.wagers import Bets


class Felt(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What the state of every game holds: the occupied seats and the wagers on the layout.

    A state is frozen all through, so that it is never part of a cycle and nobody need look for one (`gc`).
    """

    seats: tuple[int, ...] = ()
    bets: Bets = ()


State = TypeVar("State")


class Step(msgspec.Struct, Generic[State], frozen=True, gc=False):
    """What a lawful move leads to: `state, events = game.apply(state, move)`."""

    state: State
    events: tuple[Event, ...]

    def __iter__(self) -> Iterator[Any]:
        return iter((self.state, self.events))
