"""A table in service: a fold over its journal entries, live and replayed by the same function."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import msgspec

from houseway.backoffice.table_record import ACT, SET_UP, TABLE_STREAM
from houseway.floor.property import Mode, TableSetUp
from houseway.games import game_under, submission_for
from houseway.law import Edition, editions_of
from houseway.submission import Submission
from houseway.table.days import GamingDays
from houseway.table.events import Event
from houseway.table.game import Game
from houseway.table.procedure import Table
from houseway.table.rules import Lawful
from houseway.table.table_state import Act, TableState

__all__ = ["ACT", "SET_UP", "TABLE_STREAM", "Recorded", "TableInService", "act_body"]


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """An accepted act with its events and its version in the table's stream."""

    version: int
    act: Act[Any]
    events: tuple[Any, ...]


class TableInService:
    """One table: its rules, its state, and everything that happened at it."""

    def __init__(self, set_up: TableSetUp, days: GamingDays | None = None) -> None:
        options = {name: value for name, value in set_up.submission.items() if name != "game"}
        self.set_up = set_up
        recorded = set_up.clock.days if set_up.clock is not None else None
        # A table recorded before it knew the house's days is shown by those of the house that looks at it.
        self._days = recorded or days or GamingDays()
        self.submission: Submission = submission_for(set_up.game, options)
        self.game: Game[Any] = game_under(self.submission)
        self.rules: Table[Any] = Table(self.game, recorded)
        self.state: TableState[Any] = self.rules.start(set_up.tray)
        self.version = 1
        self.record: list[Recorded] = []
        # How many rounds were dealt here, or how often the dice were thrown.
        self.rounds = 0

    @property
    def name(self) -> str:
        """The table's number on the floor plan."""
        return self.set_up.table

    @property
    def training(self) -> bool:
        """Whether the built-in generator may throw here."""
        return self.set_up.mode is Mode.TRAINING

    @property
    def edition(self) -> Edition:
        """The text the table is open under, or the latest while it is closed."""
        known = editions_of(self.game.name)
        named = self.state.edition or self.game.edition
        return next((edition for edition in known if edition.id == named), known[-1])

    def legal(self, at: datetime) -> tuple[Lawful, ...]:
        """What may lawfully happen next; the gaming day to open for is the house's own."""
        today = self._days.day_of(at)
        return tuple(_on(today, lawful) for lawful in self.rules.legal(self.state, at))

    def carry_out(self, act: Act[Any], keep: Callable[[tuple[Event, ...]], None]) -> Recorded:
        """Apply an act, hand its events to `keep`, and only then move on to the new state."""
        state, events = self.rules.apply(self.state, act)
        keep(events)
        recorded = Recorded(version=self.version + 1, act=act, events=events)
        self.state, self.version = state, recorded.version
        self.record.append(recorded)
        self.rounds += self.begins_round(recorded)
        return recorded

    def begins_round(self, recorded: Recorded) -> bool:
        """Whether an act begins a round, or throws the dice where each throw is its own."""
        if self.game.pieces is None:
            return type(recorded.act.move) in self.game.book.throws
        return any(event.begins_round for event in recorded.events)


def _on(today: date, lawful: Lawful) -> Lawful:
    """Past midnight a table may open for either of two days: on the floor it is the one that the house is at."""
    if today not in lawful.fields.get("gaming_day", ()):
        return lawful
    return msgspec.structs.replace(lawful, fields={**lawful.fields, "gaming_day": (today,)})


def act_body(act: Act[Any], events: tuple[Event, ...], submission_hash: str) -> dict[str, object]:
    """What the journal keeps of an act."""
    return {
        "act": msgspec.to_builtins(act),
        "events": msgspec.to_builtins(events),
        "submission": submission_hash,
    }
