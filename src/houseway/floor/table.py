"""A table in service: a fold over its journal entries, live and replayed by the same function."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import msgspec

from houseway.backoffice.tables.entries import (
    ACT,
    SET_UP,
    TABLE_STREAM,
    Changes,
    Mode,
    Moved,
    Renamed,
    Retired,
    Ruled,
    TableSetUp,
    TrayChanged,
    TrayCounted,
)
from houseway.games import game_under, submission_for
from houseway.law import Edition, editions_of
from houseway.money import Cents
from houseway.submission import Submission
from houseway.table.days import GamingDays
from houseway.table.events import TRAY, Event
from houseway.table.game import Game
from houseway.table.procedure import CloseTable, Table
from houseway.table.rules import Lawful
from houseway.table.table_state import Act, Status, TableState

__all__ = ["ACT", "SET_UP", "TABLE_STREAM", "Recorded", "TableInService", "TrayMoved", "act_body"]


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """An accepted act with its events and its version in the table's stream."""

    version: int
    act: Act[Any]
    events: tuple[Any, ...]


class TrayMoved(msgspec.Struct, frozen=True, kw_only=True):
    """What the revenue book brought into the tray, or took out of it, at a version of the table."""

    version: int
    cents: Cents


class TableInService:
    """One table: its rules, its state, and everything that happened at it."""

    def __init__(self, set_up: TableSetUp, days: GamingDays | None = None) -> None:
        self.set_up = set_up
        recorded = set_up.clock.days if set_up.clock is not None else None
        # A table recorded before it knew the house's days is shown by those of the house that looks at it.
        self._days = recorded or days or GamingDays()
        self._recorded_days = recorded
        self._rulings: list[Ruled] = []
        self._play_by(set_up)
        self.state: TableState[Any] = self.rules.start(set_up.tray)
        self.version = 1
        self.record: list[Recorded] = []
        self.tray_moves: list[TrayMoved] = []
        # The gaming day for which its opener was counted since it last closed.
        self.counted_for: date | None = None
        self.retired_on: date | None = None
        # How many rounds were dealt here, or how often the dice were thrown.
        self.rounds = 0

    def _play_by(self, set_up: TableSetUp) -> None:
        options = {name: value for name, value in set_up.submission.items() if name != "game"}
        self.set_up = set_up
        self.submission: Submission = submission_for(set_up.game, options)
        self.game: Game[Any] = game_under(self.submission)
        self.rules: Table[Any] = Table(self.game, self._recorded_days)

    @property
    def name(self) -> str:
        """The table's number on the floor plan."""
        return self.set_up.table

    @property
    def training(self) -> bool:
        """Whether the built-in generator may throw here."""
        return self.set_up.mode is Mode.TRAINING

    def follow(self, change: Changes) -> None:
        """Take note of what an order of the back office changed here; it is the next entry of the table's record."""
        self.version += 1
        match change:
            case Ruled():
                self._rulings.append(change)
            case Renamed():
                self.set_up = msgspec.structs.replace(self.set_up, title=change.title)
            case Moved():
                self.set_up = msgspec.structs.replace(self.set_up, place=change.place)
            case Retired():
                self.retired_on = change.on
            case TrayCounted() if not self.training:
                self._move_tray(change.cents - self.state.chips[TRAY])
                self.counted_for = change.day
            case TrayChanged() if not self.training:
                self._move_tray(change.cents)

    def _move_tray(self, cents: Cents) -> None:
        chips = {**self.state.chips, TRAY: self.state.chips[TRAY] + cents}
        self.state = msgspec.structs.replace(self.state, chips=chips)
        self.tray_moves.append(TrayMoved(version=self.version, cents=cents))

    def come_to(self, at: datetime) -> None:
        """Go over to the rules that an order gave the table for the gaming day of a moment, once it is closed.

        Its tray, its meter and the pieces that it used stay; everything is to be attested anew.
        """
        if self.state.status is not Status.CLOSED or not self._rulings:
            return
        today = self._days.day_of(at)
        by_then = [(one.since, number) for number, one in enumerate(self._rulings) if one.since <= today]
        if not by_then:
            return
        ruling = self._rulings[max(by_then)[1]]
        if ruling.submission_hash == self.set_up.submission_hash:
            return
        self._play_by(
            msgspec.structs.replace(
                self.set_up, submission=ruling.submission, submission_hash=ruling.submission_hash
            )
        )
        before = self.state
        play = self.game.open()
        if getattr(before.play, "progressive", None) is not None:
            # No order changes the meter: what stands on it is owed to patrons.
            play = msgspec.structs.replace(play, progressive=before.play.progressive)
        self.state = msgspec.structs.replace(before, play=play, attested=())

    @property
    def edition(self) -> Edition:
        """The text the table is open under, or the latest while it is closed."""
        known = editions_of(self.game.name)
        named = self.state.edition or self.game.edition
        return next((edition for edition in known if edition.id == named), known[-1])

    def legal(self, at: datetime) -> tuple[Lawful, ...]:
        """What may lawfully happen next, nothing once it is retired; the gaming day to open for is the house's own."""
        if self.retired_on is not None:
            return ()
        today = self._days.day_of(at)
        return tuple(_on(today, lawful) for lawful in self.rules.legal(self.state, at))

    def carry_out(self, act: Act[Any], keep: Callable[[tuple[Event, ...]], None]) -> Recorded:
        """Apply an act, hand its events to `keep`, and only then move on to the new state."""
        self.come_to(act.at)
        state, events = self.rules.apply(self.state, act)
        keep(events)
        recorded = Recorded(version=self.version + 1, act=act, events=events)
        self.state, self.version = state, recorded.version
        self.record.append(recorded)
        if isinstance(act.move, CloseTable):
            self.counted_for = None
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
