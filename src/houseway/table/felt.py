"""The felt: what the state of every game holds, and what a lawful move leads to."""

from typing import Generic, NamedTuple, TypeVar

import msgspec

from houseway.table.events import Event
from houseway.table.wagers import Bets


class Felt(msgspec.Struct, frozen=True, kw_only=True):
    """What the state of every game holds: the occupied seats and the wagers on the layout."""

    seats: tuple[int, ...] = ()
    bets: Bets = ()


State = TypeVar("State")


class Step(NamedTuple, Generic[State]):
    """What a lawful move leads to."""

    state: State
    events: tuple[Event, ...]
