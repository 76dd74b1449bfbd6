"""Tallies: what is counted along a table's record, so that nobody has to read all of it again to know how it stands.

A tally is a fold over the acts. It goes on from where it was when somebody asked last, and is kept with the snapshot of the table.
"""

from collections.abc import Callable
from typing import TypeVar

import msgspec

from houseway.floor.property import HouseClock
from houseway.floor.record import Recorded
from houseway.floor.table import TableInService
from houseway.table.days import GamingDays


class Tally(msgspec.Struct, kw_only=True):
    """Something counted along a table's record, by gaming day; `counted` is how many acts it covers so far."""

    clock: HouseClock
    counted: int = 0

    def begin(self, place: TableInService) -> None:
        """Take note of how the table came to the floor."""

    def add(self, place: TableInService, days: GamingDays, recorded: Recorded) -> None:
        """Count one more act."""
        raise NotImplementedError


T = TypeVar("T", bound=Tally)
Seen = TypeVar("Seen")


def tallied(place: TableInService, kind: type[T], days: GamingDays, see: Callable[[T], Seen]) -> Seen:
    """What a tally that has come to the end of a table's record says."""
    with place.tallying:
        # One that fails on the way is not kept.
        known = place.tallies.pop(kind.__name__, None)
        clock = HouseClock.of(days)
        if isinstance(known, kind) and known.clock == clock:
            tally = known
        else:
            tally = kind(clock=clock)
            tally.begin(place)
        for recorded in place.record.counted_from(tally.counted):
            tally.add(place, days, recorded)
            tally.counted += 1
        place.tallies[kind.__name__] = tally
        return see(tally)
