"""Rolls: what the dice showed lately, and all that each roll decided."""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from houseway.floor import Recorded, TableInService
from houseway.floor.settlement import round_name
from houseway.table.events import Event
from houseway.web.view import EventView, events_view

_SHOWN_ROLLS = 12


@dataclass(frozen=True, slots=True)
class RollView:
    """A roll as it was called, and what came of it."""

    version: int
    name: str
    faces: tuple[int, ...]
    total: int
    events: tuple[EventView, ...]


def last_rolls(place: TableInService) -> tuple[RollView, ...]:
    """The latest rolls that were called with their total, the last one first."""
    return tuple(_rolls(place)) if place.game.dice is not None else ()


def _rolls(place: TableInService) -> Iterator[RollView]:
    book = place.game.book
    crew = {rule.name for rule in book.of.values() if (rule.routine or rule.chance) and not rule.throws}
    found, since = 0, list[Event]()
    number = place.rounds
    for recorded in reversed(place.record):
        number -= place.begins_round(recorded)
        if recorded.act.move.__struct_config__.tag not in crew:
            continue
        called = _called(recorded)
        if called is None:
            since[:0] = recorded.events
            continue
        faces, total = called
        name = round_name(place.game, number)
        yield RollView(recorded.version, name, faces, total, events_view(place.game, since))
        since.clear()
        found += 1
        if found == _SHOWN_ROLLS:
            return


def _called(recorded: Recorded) -> tuple[tuple[int, ...], int] | None:
    """The faces and the total that an act called, if it called any."""
    for event in recorded.events:
        told = msgspec.structs.asdict(event)
        faces = tuple(face for name, face in told.items() if name.startswith("die_"))
        if faces and "total" in told:
            return faces, told["total"]
    return None
