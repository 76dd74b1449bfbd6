"""The floor: opens tables from the journal, takes moves, records them, replays them."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec

from houseway.equipment.chance import below
from houseway.equipment.dice import known_by
from houseway.floor.property import (
    PROPERTY_STREAM,
    DemoCompleted,
    Employee,
    Mode,
    PropertyNamed,
    PropertyRecord,
    TableSetUp,
)
from houseway.floor.table import ACT, SET_UP, TABLE_STREAM, Recorded, TableInService, act_body
from houseway.journal import Conflict, Entry, Journal, canonical, timestamp
from houseway.law import RuleViolation
from houseway.money import Cents
from houseway.submission import Submission, require_lawful
from houseway.table.events import Event
from houseway.table.procedure import Act, IssueDice

Clock = Callable[[], datetime]
Seen = TypeVar("Seen")

_LONGEST_NAME = 100


class UnknownTable(LookupError):
    """A table that is not on this floor."""


class BadMove(ValueError):
    """Something that is no move of the game at all."""


class StaleView(Exception):
    """Somebody else moved first; look again and decide anew."""

    def __init__(self, table: str, seen: int, version: int) -> None:
        super().__init__(f"table {table} is at version {version}, not at {seen}; look again and decide anew")
        self.version = version


class ReplayDiffers(Exception):
    """An entry that cannot be replayed, or whose replay does not give the events that the journal holds."""

    def __init__(self, cause: str) -> None:
        self.cause = cause
        self.fix = "run houseway journal verify"
        super().__init__(f"{cause}; {self.fix}")


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """An acknowledged move: it is durable, at this version, with these events."""

    table: str
    version: int
    events: tuple[Any, ...]


def _now() -> datetime:
    return datetime.now(UTC)


class Floor:
    """All tables of a property over one journal; safe to use from several threads."""

    def __init__(self, journal: Journal, clock: Clock = _now) -> None:
        self.journal = journal
        self.clock = clock
        self._lock = threading.RLock()
        self._tables: dict[str, TableInService] = {}
        self._people: dict[str, Employee] = {}
        self._property = ""
        self._demo_completed = False
        self._read_property()
        for stream in journal.streams():
            if stream.startswith(TABLE_STREAM):
                self._catch_up(stream.removeprefix(TABLE_STREAM))

    # The property.

    @property
    def property_name(self) -> str:
        """The name over the door."""
        return self._property

    @property
    def demo_completed(self) -> bool:
        """Whether the demo property was made to its end."""
        return self._demo_completed

    @property
    def people(self) -> Mapping[str, Employee]:
        """Who works here, by credential number."""
        return self._people

    def name_property(self, name: str) -> None:
        """Open the property's books."""
        self._record_property(PropertyNamed(name=name))

    def enter_employee(self, employee: Employee) -> None:
        """Enter someone who works here."""
        self._record_property(employee)

    def complete_demo(self) -> None:
        """Note that the demo property is whole."""
        self._record_property(DemoCompleted())

    def _record_property(self, record: PropertyRecord) -> None:
        with self._lock:
            version = self.journal.version(PROPERTY_STREAM)
            kind = str(record.__struct_config__.tag)
            self.journal.append(PROPERTY_STREAM, version, kind, record, timestamp(self.clock()))
            self._take_property(record)

    def _read_property(self) -> None:
        for entry in self.journal.read(PROPERTY_STREAM):
            with _named_if_bad(entry):
                self._take_property(msgspec.json.decode(entry.body, type=PropertyRecord))

    def _take_property(self, record: PropertyRecord) -> None:
        match record:
            case PropertyNamed():
                self._property = record.name
            case Employee():
                self._people[record.credential] = record
            case DemoCompleted():
                self._demo_completed = True

    # The tables.

    def set_up_table(
        self, table: str, title: str, submission: Submission, *, mode: Mode, tray: Cents
    ) -> TableInService:
        """Bring a table to the floor under a submission that the law allows."""
        require_lawful(submission)
        set_up = TableSetUp(
            table=table,
            title=title,
            game=str(submission.__struct_config__.tag),
            mode=mode,
            tray=tray,
            submission=msgspec.to_builtins(submission),
            submission_hash=submission.digest(),
        )
        with self._lock:
            self.journal.append(TABLE_STREAM + table, 0, SET_UP, set_up, timestamp(self.clock()))
            return self._catch_up(table)

    def tables(self) -> Mapping[str, TableInService]:
        """Every table on the floor, by its number, also those that another process brought."""
        with self._lock:
            for stream in self.journal.streams():
                if stream.removeprefix(TABLE_STREAM) not in self._tables and stream.startswith(TABLE_STREAM):
                    self._catch_up(stream.removeprefix(TABLE_STREAM))
            return dict(sorted(self._tables.items()))

    def table(self, name: str) -> TableInService:
        """The table of that number, up to date with the journal."""
        with self._lock:
            known = self._tables.get(name)
            if known is None or self.journal.version(TABLE_STREAM + name) != known.version:
                known = self._catch_up(name)
            return known

    def look(self, name: str, see: Callable[[TableInService], Seen]) -> Seen:
        """What someone sees of a table at one instant: nobody moves in between."""
        with self._lock:
            return see(self.table(name))

    def submit(
        self, table: str, move: Mapping[str, Any] | msgspec.Struct, *, who: str, seen: int | None = None
    ) -> Outcome:
        """Carry out a move; returns only once it is durable. `seen` is the version the mover looked at."""
        _check_who(who)
        with self._lock:
            place = self.table(table)
            if seen is not None and seen != place.version:
                raise StaleView(table, seen, place.version)
            act = Act(move=self._read_move(place, move), who=who, at=self.clock())
            self._check_pieces_are_new(place, act.move)

            def keep(events: tuple[Event, ...]) -> None:
                body = act_body(act, events, place.set_up.submission_hash)
                self.journal.append(TABLE_STREAM + table, place.version, ACT, body, timestamp(act.at))

            try:
                recorded = place.carry_out(act, keep)
            except Conflict as conflict:
                raise StaleView(table, place.version, conflict.actual) from None
            return Outcome(table=table, version=recorded.version, events=recorded.events)

    def throw(self, table: str, *, who: str, seen: int | None = None) -> Outcome:
        """Let the built-in generator decide what dice or cards show, at a training table."""
        place = self.table(table)
        if not place.training:
            raise BadMove(f"table {table} is live: tell what its dice or cards showed")
        for lawful in place.legal(self.clock()):
            if lawful.move in place.game.chance:
                drawn = place.game.drawn(place.state.play, lawful, below)
                return self.submit(
                    table, {"move": lawful.move, "by": lawful.by[0], **drawn}, who=who, seen=seen
                )
        raise BadMove(f"no dice are rolling and no cards are being dealt at table {table}")

    def replay(self, table: str, until: int | None = None) -> TableInService:
        """The table as it stood at a version, rebuilt from the journal alone."""
        return replay_table(self.journal, table, until)

    def _check_pieces_are_new(self, place: TableInService, move: Any) -> None:
        """Refuse dice, a deck or tiles that another table has used: at a new table their life would begin again."""
        if isinstance(move, IssueDice) and place.game.dice is not None:
            life, serial = place.game.dice.life, known_by(move.serial)
            for name, other in self.tables().items():
                if name != place.name and serial in other.state.used_dice:
                    raise RuleViolation(life.clause, f"set {move.serial} has been in use at table {name}")
        if brought := place.game.brought_by(move):
            serial, life = brought
            for name, other in self.tables().items():
                if name != place.name and known_by(serial) in other.state.decks:
                    raise RuleViolation(life.clause, f"{serial} has been in use at table {name}")

    def _read_move(self, place: TableInService, move: Mapping[str, Any] | msgspec.Struct) -> Any:
        if isinstance(move, msgspec.Struct):
            return move
        try:
            return msgspec.convert(move, place.rules.move_type)
        except msgspec.ValidationError as invalid:
            raise BadMove(f"not a move of {place.game.title}: {invalid}") from None

    def _catch_up(self, table: str) -> TableInService:
        self._tables[table] = _fold(self.journal, table, self._tables.get(table), None)
        return self._tables[table]


def replay_table(journal: Journal, table: str, until: int | None = None) -> TableInService:
    """One table as it stood at a version, rebuilt from the journal without looking at any other."""
    return _fold(journal, table, None, until)


def _fold(journal: Journal, table: str, place: TableInService | None, until: int | None) -> TableInService:
    for entry in journal.read(TABLE_STREAM + table, after=place.version if place else 0):
        if until is not None and entry.version > until:
            break
        with _named_if_bad(entry):
            _check_version(place, entry)
            if place is None:
                place = TableInService(msgspec.json.decode(entry.body, type=TableSetUp))
            else:
                _replay_entry(place, entry)
    if place is None:
        raise UnknownTable(f"there is no table {table!r} on this floor")
    return place


@contextmanager
def _named_if_bad(entry: Entry) -> Iterator[None]:
    """Name the entry that cannot be folded: the floor never wrote it so, somebody changed it."""
    try:
        yield
    except (LookupError, TypeError, ValueError, msgspec.MsgspecError, RuleViolation) as error:
        said = f"it cannot be replayed ({type(error).__name__}: {error})"
        raise _differs(entry, said) from error


def _differs(entry: Entry, problem: str) -> ReplayDiffers:
    return ReplayDiffers(f"{entry.stream} version {entry.version}: {problem}")


def _check_version(place: TableInService | None, entry: Entry) -> None:
    due = place.version + 1 if place else 1
    if entry.version != due:
        raise _differs(entry, f"version {due} is missing before it")


def _replay_entry(place: TableInService, entry: Entry) -> Recorded:
    """Carry out a recorded act again; the rules must give the very events that were recorded."""
    act = msgspec.convert(msgspec.json.decode(entry.body, type=dict[str, Any])["act"], place.rules.act_type)

    def compare(events: tuple[Event, ...]) -> None:
        if canonical(act_body(act, events, place.set_up.submission_hash)) != entry.body:
            raise _differs(entry, "the rules give other events than the journal holds")

    return place.carry_out(act, compare)


def _check_who(who: str) -> None:
    """Refuse a name that nobody could read in the record."""
    if not who.strip() or not who.isprintable() or len(who) > _LONGEST_NAME:
        raise BadMove(f"who moves is told in 1 to {_LONGEST_NAME} printable characters")
