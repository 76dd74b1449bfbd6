"""The floor: opens tables from the journal, takes moves, records them, replays them."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import Any, TypeVar

import msgspec

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons.barcode import Stamp
from houseway.backoffice.grants import Grant, require_table
from houseway.backoffice.office import Office
from houseway.backoffice.people import Posting
from houseway.backoffice.policy import SEPARATE_DUTIES, NotPermitted
from houseway.backoffice.postings.postings import posting_of, postings_of
from houseway.backoffice.tables.entries import Changes
from houseway.equipment.chance import below
from houseway.equipment.dice import known_by
from houseway.floor.coupons import coupon_by_serial, scanned_coupon
from houseway.floor.crew import check_business, check_entry, check_supervised
from houseway.floor.gates import Gate, approvals_to_name, assigned_to, gates_of
from houseway.floor.property import PROPERTY_STREAM, DemoCompleted, HouseClock, Mode, TableSetUp
from houseway.floor.table import ACT, SET_UP, TABLE_STREAM, Recorded, TableInService, act_body
from houseway.journal import Conflict, Draft, Entry, Journal, canonical, timestamp
from houseway.law import RuleViolation
from houseway.money import Cents
from houseway.submission import Submission, require_lawful
from houseway.table.checklist import Stage
from houseway.table.days import GamingDays
from houseway.table.dice_steps import IssueDice
from houseway.table.events import Event
from houseway.table.procedure import Attest
from houseway.table.redemption import PresentCoupon
from houseway.table.roles import Role
from houseway.table.rules import Lawful
from houseway.table.table_state import Act

Clock = Callable[[], datetime]
Seen = TypeVar("Seen")

_LONGEST_NAME = 100
_ATTEST = str(Attest.__struct_config__.tag)


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

    def __init__(
        self, journal: Journal, clock: Clock = _now, *, stamps: Sequence[Stamp] | None = None
    ) -> None:
        """`stamps` are the keys of the coupons' barcodes; with them, live tables go by the back office's gates."""
        self.journal = journal
        self.clock = clock
        # The house's people and everything else that is no table is the back office's, over the same journal.
        self.office = Office(journal, clock)
        self._stamps = stamps or ()
        self._gates: tuple[Gate, ...] = () if stamps is None else gates_of(self.office)
        self._lock = threading.RLock()
        self._tables: dict[str, TableInService] = {}
        self._demo_completed = False
        self._read_property()
        for stream in journal.streams():
            if stream.startswith(TABLE_STREAM):
                self._catch_up(stream.removeprefix(TABLE_STREAM))

    # The property.

    @property
    def demo_completed(self) -> bool:
        """Whether the demo property was made to its end."""
        return self._demo_completed

    def complete_demo(self) -> None:
        """Note that the demo property is whole."""
        with self._lock:
            record = DemoCompleted()
            version = self.journal.version(PROPERTY_STREAM)
            kind = str(record.__struct_config__.tag)
            self.journal.append(PROPERTY_STREAM, version, kind, record, timestamp(self.clock()))
            self._demo_completed = True

    def _read_property(self) -> None:
        for entry in self.journal.read(PROPERTY_STREAM):
            with _named_if_bad(entry):
                msgspec.json.decode(entry.body, type=DemoCompleted)
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
            clock=HouseClock.of(self.office.days),
        )
        with self._lock:
            self.journal.append(TABLE_STREAM + table, 0, SET_UP, set_up, timestamp(self.clock()))
            return self._catch_up(table)

    def tables(self) -> Mapping[str, TableInService]:
        """Every table by its number, also those that another process brought, and those that were retired."""
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
            known.come_to(self.clock())
            return known

    def look(self, name: str, see: Callable[[TableInService], Seen]) -> Seen:
        """What someone sees of a table at one instant: nobody moves in between."""
        with self._lock:
            return see(self.table(name))

    def submit(
        self,
        table: str,
        move: Mapping[str, Any] | msgspec.Struct,
        *,
        who: str,
        entered_by: str = "",
        grant: Grant | None = None,
        witnessed_by: str = "",
        seen: int | None = None,
    ) -> Outcome:
        """Carry out a move; returns only once it is durable. `seen` is the version the mover looked at.

        `who` made the move, as the table has it; `entered_by` is whoever was signed in, and signs for it, and
        `witnessed_by` whoever signed besides for having seen it: the front door has asked both who they are. `grant`,
        here and below, is that of the token with which a program moves in that person's stead.
        """
        _check_who(who)
        with self._lock:
            place = self.table(table)
            if seen is not None and seen != place.version:
                raise StaleView(table, seen, place.version)
            self._check_grant(place, entered_by, grant)
            act = Act(
                move=self._read_move(place, move),
                who=who,
                at=self.clock(),
                entered_by=entered_by,
                through=_named(grant),
                witnessed_by=witnessed_by,
            )
            if isinstance(act.move, PresentCoupon) and not place.training:
                raise BadMove("a coupon is presented at a live table by its barcode")
            return self._carry_out(place, act)

    def present_coupon(
        self,
        table: str,
        code: str,
        *,
        seat: int,
        wager: str,
        pick: str = "",
        amount: Cents = 0,
        by: Role = Role.DEALER,
        who: str,
        entered_by: str = "",
        grant: Grant | None = None,
        seen: int | None = None,
    ) -> Outcome:
        """Take a coupon with a wager, by the text of its barcode; it is cancelled in the ledger at once."""
        _check_who(who)
        with self._lock:
            place = self.table(table)
            if seen is not None and seen != place.version:
                raise StaleView(table, seen, place.version)
            if place.training:
                raise BadMove(f"table {table} is for training: no patron's coupon is played there")
            self._check_grant(place, entered_by, grant)
            if person := self._signed_in(place, entered_by):
                # Whoever has no business here learns nothing of the coupon either.
                with self.office.recording_refusals(person, f"move at {table}", through=_named(grant)):
                    check_business(place, person, by)
            coupon = scanned_coupon(self.office, code, self._stamps)
            move = PresentCoupon(seat=seat, wager=wager, pick=pick, amount=amount, coupon=coupon, by=by)
            act = Act(move=move, who=who, at=self.clock(), entered_by=entered_by, through=_named(grant))
            return self._carry_out(place, act)

    def present_coupon_by_serial(
        self,
        table: str,
        serial: int,
        *,
        value: Cents,
        expires: date,
        seat: int,
        wager: str,
        pick: str = "",
        amount: Cents = 0,
        by: Role = Role.DEALER,
        who: str,
        entered_by: str = "",
        witnessed_by: str,
        grant: Grant | None = None,
        seen: int | None = None,
    ) -> Outcome:
        """Take a coupon that bears no barcode, by what is printed on it, before a supervisor who signs for it."""
        _check_who(who)
        with self._lock:
            place = self.table(table)
            if seen is not None and seen != place.version:
                raise StaleView(table, seen, place.version)
            if place.training:
                raise BadMove(f"table {table} is for training: no patron's coupon is played there")
            self._check_grant(place, entered_by, grant)
            if person := self._signed_in(place, entered_by):
                with self.office.recording_refusals(person, f"move at {table}", through=_named(grant)):
                    check_business(place, person, by)
                    check_supervised(witnessed_by)
            check_supervised(witnessed_by)
            coupon = coupon_by_serial(self.office, serial, value, expires)
            move = PresentCoupon(seat=seat, wager=wager, pick=pick, amount=amount, coupon=coupon, by=by)
            act: Act[Any] = Act(
                move=move,
                who=who,
                at=self.clock(),
                entered_by=entered_by,
                witnessed_by=witnessed_by,
                through=_named(grant),
            )
            return self._carry_out(place, act)

    def _carry_out(self, place: TableInService, act: Act[Any]) -> Outcome:
        if place.retired_on is not None:
            raise UnknownTable(f"table {place.name} was retired on {place.retired_on}")
        self._check_entry(place, act)
        self._check_pieces_are_new(place, act.move)
        gates = self._gates if self.asks_office(place) else ()

        def keep(events: tuple[Event, ...]) -> None:
            given = tuple(order for gate in gates for order in gate.orders(place, act, events))
            body = act_body(act, events, place.set_up.submission_hash)
            stream, moment = TABLE_STREAM + place.name, timestamp(act.at)
            if given:
                draft = Draft(stream, place.version, ACT, body, moment)
                self.office.record_act(draft, given, through=act.through)
            else:
                # Most acts order nothing, and take the journal's shortest way.
                self.journal.append(stream, place.version, ACT, body, moment)

        seen = place.version
        try:
            recorded = place.carry_out(act, keep)
        except Conflict as conflict:
            self._catch_up(place.name)
            raise StaleView(place.name, seen, conflict.actual) from None
        return Outcome(table=place.name, version=recorded.version, events=recorded.events)

    def _check_entry(self, place: TableInService, act: Act[Any]) -> None:
        """Refuse what whoever is signed in may not enter, and record that they tried."""
        person = self._signed_in(place, act.entered_by)
        if person is None:
            return
        with self.office.desk() as desk:
            mover = posting_of(desk.connection, act.who, desk.day)
            own = {posting.credential for posting in postings_of(desk.connection, person.person)}
            witness = posting_of(desk.connection, act.witnessed_by, desk.day) if act.witnessed_by else None
        with self.office.recording_refusals(person, f"move at {place.name}", through=act.through):
            check_entry(place, act, person, mover=mover, own=own, witness=witness)

    def _check_grant(self, place: TableInService, entered_by: str, grant: Grant | None) -> None:
        """Refuse a program what its token was not given for, at training tables too, and record that it tried."""
        if grant is None:
            return
        person = self.office.people()[entered_by]
        with self.office.recording_refusals(person, f"move at {place.name}", through=grant.token):
            require_table(grant, place.name)

    def _signed_in(self, place: TableInService, entered_by: str) -> Posting | None:
        """Whoever is signed in at a live table.

        Nobody is where the floor moves by itself, for a program that holds the journal in its hands anyway; the front
        door lets nobody move at a live table so.
        """
        if not entered_by or place.training:
            return None
        with self.office.desk() as desk:
            person = posting_of(desk.connection, entered_by, desk.day)
        if person is None:
            raise NotPermitted(
                SEPARATE_DUTIES,
                f"{entered_by} does not work here today",
                fix="sign in with the credential that you hold now",
            )
        return person

    def asks_office(self, place: TableInService) -> bool:
        """Whether a table goes by the back office: a training table does not, nor any in a house without gates."""
        return bool(self._gates) and not place.training

    def legal(self, place: TableInService, at: datetime) -> tuple[Lawful, ...]:
        """What may lawfully happen next; at a live table an approval is chosen from those in force."""
        lawful = place.legal(at)
        if not self.asks_office(place):
            return lawful
        with self.office.desk() as desk:
            return tuple(_with_approvals(desk, place, lawful))

    def assigned(self, place: TableInService) -> dict[str, str]:
        """Who is assigned to a live table, by part; nobody, where the office is not asked."""
        if not self.asks_office(place):
            return {}
        with self.office.desk() as desk:
            return assigned_to(desk, place)

    def throw(
        self,
        table: str,
        *,
        who: str,
        entered_by: str = "",
        grant: Grant | None = None,
        seen: int | None = None,
    ) -> Outcome:
        """Let the built-in generator decide what dice or cards show, at a training table."""
        place = self.table(table)
        if not place.training:
            raise BadMove(f"table {table} is live: tell what its dice or cards showed")
        for lawful in place.legal(self.clock()):
            if lawful.move in place.game.book.chance:
                drawn = place.game.drawn(place.state.play, lawful, below)
                move = {"move": lawful.move, "by": lawful.by[0], **drawn}
                return self.submit(table, move, who=who, entered_by=entered_by, grant=grant, seen=seen)
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
            serial, life, _ = brought
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
        known = self._tables.get(table)
        self._tables[table] = _fold(self.journal, table, known, None, self.office.days)
        return self._tables[table]


def _named(grant: Grant | None) -> str:
    return grant.token if grant else ""


def replay_table(journal: Journal, table: str, until: int | None = None) -> TableInService:
    """One table as it stood at a version, rebuilt from the journal without looking at any other."""
    return _fold(journal, table, None, until)


def _fold(
    journal: Journal,
    table: str,
    place: TableInService | None,
    until: int | None,
    days: GamingDays | None = None,
) -> TableInService:
    for entry in journal.read(TABLE_STREAM + table, after=place.version if place else 0):
        if until is not None and entry.version > until:
            break
        with _named_if_bad(entry):
            _check_version(place, entry)
            if place is None:
                place = TableInService(msgspec.json.decode(entry.body, type=TableSetUp), days)
            elif entry.kind == ACT:
                _replay_entry(place, entry)
            else:
                place.follow(msgspec.json.decode(entry.body, type=Changes))
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


def _with_approvals(desk: Desk, place: TableInService, lawful: Iterable[Lawful]) -> Iterator[Lawful]:
    """What may be done, with the approvals in force to choose from; without any, there is nothing to answer for."""
    steps = {step.id: step for step in place.game.checklist if step.stage is Stage.APPROVAL}
    for act in lawful:
        step = steps.get(act.fields["step"][0]) if act.move == _ATTEST else None
        if step is None:
            yield act
        elif known := approvals_to_name(desk, place, step):
            yield msgspec.structs.replace(act, fields={**act.fields, "reference": known}, text=())


def _check_who(who: str) -> None:
    """Refuse a name that nobody could read in the record."""
    if not who.strip() or not who.isprintable() or len(who) > _LONGEST_NAME:
        raise BadMove(f"who moves is told in 1 to {_LONGEST_NAME} printable characters")
