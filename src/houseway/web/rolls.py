"""Rolls: what the dice showed lately, and all that each roll decided."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import get_args

import msgspec

from houseway.floor import Recorded, TableInService
from houseway.floor.settlement import round_name
from houseway.table.events import Event
from houseway.web.view import EventView, events_view

_SHOWN_ROLLS = 12
_DIE = "die_"


@dataclass(frozen=True, slots=True)
class RollView:
    """A roll as it was called, and what came of it."""

    version: int
    name: str
    faces: tuple[int, ...]
    total: int
    events: tuple[EventView, ...]


def last_rolls(place: TableInService) -> tuple[RollView, ...]:
    """The latest rolls that were called with their total, the last one first; nobody looks for them where none ever is."""
    called = any(_calls_total(kind.__struct_fields__) for kind in get_args(place.rules.event_type))
    return tuple(_rolls(place)) if called else ()


def _calls_total(fields: Collection[str]) -> bool:
    """Whether an event with these fields calls the dice with their total."""
    return "total" in fields and any(name.startswith(_DIE) for name in fields)


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
        if _calls_total(event.__struct_fields__):
            told = msgspec.structs.asdict(event)
            return tuple(face for name, face in told.items() if name.startswith(_DIE)), told["total"]
    return None
