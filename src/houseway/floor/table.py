"""A table in service: a fold over its journal entries, live and replayed by the same function."""

import threading
from collections.abc import Callable, Mapping
from copy import copy
from datetime import date, datetime
from typing import Any, Self

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
from houseway.floor.record import Record, Recorded
from houseway.games import game_under, submission_for
from houseway.journal import Entry, canonical
from houseway.law import Edition, editions_of
from houseway.money import Cents
from houseway.submission import Submission
from houseway.table.chip_steps import post_chips
from houseway.table.days import GamingDays
from houseway.table.events import FELT, TRAY, Event
from houseway.table.forms import Reader, conversion, marked
from houseway.table.game import Game
from houseway.table.procedure import CloseTable, Table
from houseway.table.rules import Lawful
from houseway.table.table_state import Act, Status, TableState

__all__ = [
    "ACT",
    "SET_UP",
    "TABLE_STREAM",
    "Difference",
    "Recorded",
    "TableInService",
    "TrayMoved",
    "act_body",
]


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """An act of which the record says something else than the rules of today would: what was recorded stands."""

    version: int
    said: str


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
        # What orders gave it to run under, and from which day on.
        self.rulings: list[Ruled] = []
        self._play_by(set_up)
        self.state: TableState[Any] = self.rules.start(set_up.tray)
        self.version = 1
        self.record = Record(others=(self.version,))
        self.differences: list[Difference] = []
        self.tray_moves: list[TrayMoved] = []
        # The gaming day for which its opener was counted since it last closed.
        self.counted_for: date | None = None
        self.retired_on: date | None = None
        # How many rounds were dealt here, or how often the dice were thrown.
        self.rounds = 0
        # Who moves here, or brings it up to date, holds this.
        self.lock = threading.RLock()
        # Whether whoever holds it has brought it up to date.
        self.is_held = False
        # What is counted along the record, by its kind (see `houseway.floor.tallies`).
        self.tallies: dict[str, Any] = {}
        self.tallying = threading.Lock()

    def as_now(self) -> Self:
        """The table as it is at this instant, for whoever looks at it while others go on."""
        now = copy(self)
        now.record = self.record.as_now()
        return now

    def _play_by(self, set_up: TableSetUp) -> None:
        options = {name: value for name, value in set_up.submission.items() if name != "game"}
        self.set_up = set_up
        self.submission: Submission = submission_for(set_up.game, options)
        self.game: Game[Any] = game_under(self.submission)
        self.rules: Table[Any] = Table(self.game, self._recorded_days)
        self._moves, self._events = Reader(self.rules.move_type), Reader(self.rules.event_type)

    def moves_value(self, move: Mapping[str, Any]) -> bool:
        """Whether a move, as it was sent here, moves value that is not on the layout; at a training table none does."""
        named = move.get("move")
        return not self.training and any(
            rule.moves_value and rule.name == named for rule in self.game.book.of.values()
        )

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
        self.record.pass_over(self.version)
        match change:
            case Ruled():
                self.rulings.append(change)
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
        if self.state.status is not Status.CLOSED or not self.rulings:
            return
        today = self._days.day_of(at)
        by_then = [(one.since, number) for number, one in enumerate(self.rulings) if one.since <= today]
        if not by_then:
            return
        ruling = self.rulings[max(by_then)[1]]
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
        return self._move_on(act, state, events)

    def replay(self, body: bytes) -> None:
        """Carry out a recorded act again; where the rules of today give other events, those that were recorded stand.

        The chips then lie where the record says. Where its wagers and those of today's rules would not agree the table cannot go on,
        and `ValueError` or `RuleViolation` says why.
        """
        told, day, act = self._read_act(body)
        self.come_to(act.at)
        state, events = self.rules.apply(self.state, act)
        if canonical(act_body(act, events, self.set_up.submission_hash)) != body:
            if told["submission"] != self.set_up.submission_hash:
                raise ValueError("it was played under another submission than the table had")
            recorded = self._read_events(told["events"], day)
            if recorded != events:
                state = self._as_recorded(state, recorded)
                said = _told_apart(recorded, events)
                self.differences.append(Difference(version=self.version + 1, said=said))
                events = recorded
        self._move_on(act, state, events)

    def read_back(self, entry: Entry) -> Recorded:
        """An act of the record as its entry tells it."""
        told, day, act = self._read_act(entry.body)
        return Recorded(version=entry.version, act=act, events=self._read_events(told["events"], day))

    def _read_act(self, body: bytes) -> tuple[dict[str, Any], date, Act[Any]]:
        told = msgspec.json.decode(body, type=dict[str, Any])
        day = self._days.day_of(datetime.fromisoformat(told["act"]["at"]))
        move = self._moves.today(told["act"]["move"], day)
        return told, day, msgspec.convert({**told["act"], "move": move}, self.rules.act_type)

    def _read_events(self, told: list[dict[str, Any]], day: date) -> tuple[Event, ...]:
        today = [self._events.today(one, day) for one in told]
        several: Any = tuple  # which events there are is known only here, at run time
        events: tuple[Event, ...] = conversion(several[self.rules.event_type, ...])(today)
        return events

    def _as_recorded(self, state: TableState[Any], recorded: tuple[Event, ...]) -> TableState[Any]:
        moved = [transfer for event in recorded for transfer in event.transfers()]
        on_felt = self.state.chips.get(FELT, 0) + sum(
            transfer.cents * ((transfer.target == FELT) - (transfer.source == FELT)) for transfer in moved
        )
        if on_felt != sum(bet.amount for bet in state.play.bets):
            raise ValueError("today's rules leave other wagers on the layout than were recorded")
        return post_chips(self.game, msgspec.structs.replace(state, chips=self.state.chips), recorded)

    def _move_on(self, act: Act[Any], state: TableState[Any], events: tuple[Event, ...]) -> Recorded:
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
    """Past midnight a table could open for either of two gaming days; only the current one is offered."""
    if today not in lawful.fields.get("gaming_day", ()):
        return lawful
    return msgspec.structs.replace(lawful, fields={**lawful.fields, "gaming_day": (today,)})


def _told_apart(recorded: tuple[Event, ...], by_rules: tuple[Event, ...]) -> str:
    """The first difference between the recorded events and those that today's rules give, in words."""
    for was, now in zip(recorded, by_rules, strict=False):
        if type(was) is not type(now):
            break
        for field in was.__struct_fields__:
            if (told := getattr(was, field)) != (given := getattr(now, field)):
                return f"{_tag(was)}: {field} is recorded as {told!r}, today's rules give {given!r}"
    said = (", ".join(map(_tag, events)) or "nothing" for events in (recorded, by_rules))
    return "recorded is {}; today's rules give {}".format(*said)


def _tag(event: Event) -> str:
    return str(event.__struct_config__.tag)


def act_body(act: Act[Any], events: tuple[Event, ...], submission_hash: str) -> Mapping[str, object]:
    """What the journal keeps of an act."""
    told = msgspec.to_builtins(act)
    return {
        "act": {**told, "move": marked(type(act.move), told["move"])},
        "events": [marked(type(event), msgspec.to_builtins(event)) for event in events],
        "submission": submission_hash,
    }
