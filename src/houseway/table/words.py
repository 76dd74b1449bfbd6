"""Events in plain words, for records that people read."""

import re
from typing import Any

import msgspec

from houseway.money import dollars
from houseway.table.events import Event, Settled

_MONEY = frozenset({"amount", "total", "stake", "paid"})
_UNSPOKEN = frozenset({"clause", "also"})


def in_words(event: Event) -> str:
    """An event as one line: what happened, then its particulars."""
    if isinstance(event, Settled):
        paid = f", paid {dollars(event.paid)} at {event.odds}" if event.paid else ""
        area = f"{event.wager} {event.pick}".strip()
        return f"position {event.seat}: {dollars(event.stake)} on {area}, {event.result}{paid}"
    name = re.sub(r"(?<!^)(?=[A-Z])", " ", type(event).__name__).lower()
    told = [
        f"{field.replace('_', ' ')} {_spoken(field, value)}"
        for field, value in msgspec.structs.asdict(event).items()
        if field not in _UNSPOKEN and value not in ("", ())
    ]
    return f"{name}: {', '.join(told)}" if told else name


def _spoken(field: str, value: Any) -> str:
    if field in _MONEY:
        return dollars(value)
    if isinstance(value, msgspec.Struct) and type(value).__str__ is object.__str__:
        return ", ".join(
            f"{name} {_spoken(name, item)}" for name, item in msgspec.structs.asdict(value).items()
        )
    if isinstance(value, tuple):
        return " ".join(_spoken(field, item) for item in value)
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
