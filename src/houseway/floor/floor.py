"""The floor: opens tables from the journal, takes moves, records them, replays them."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons.barcode import Stamp
from houseway.backoffice.grants import Grant, require_table
from houseway.backoffice.office import Office
from houseway.backoffice.orders import TableOrder
from houseway.backoffice.people import Posting
from houseway.backoffice.policy import SEPARATE_DUTIES, NotPermitted
from houseway.backoffice.postings.postings import posting_of, postings_of
from houseway.backoffice.rosters.assignments import crew_of, crews
from houseway.backoffice.rosters.crew import Crew
from houseway.equipment.chance import below
from houseway.equipment.dice import known_by
from houseway.floor.coupons import CouponSeen, coupon_shown
from houseway.floor.crew import check_business, check_entry, check_supervised
from houseway.floor.gates import Gate, approvals_to_name, assigned_to, gates_of
from houseway.floor.property import PROPERTY_STREAM, DemoCompleted, HouseClock, Mode, TableSetUp
from houseway.floor.replay import (
    Folding,
    ReplayDiffers,
    SetAside,
    UnknownTable,
    fold,
    named_if_bad,
    replay_table,
    was_retired,
)
from houseway.floor.snapshots import Snapshots, tell
from houseway.floor.table import ACT, SET_UP, TABLE_STREAM, Recorded, TableInService, act_body
from houseway.journal import Conflict, Draft, Journal, timestamp
from houseway.law import RuleViolation
from houseway.money import Cents
from houseway.submission import Submission, require_lawful
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.dice_steps import IssueDice
from houseway.table.events import Event
from houseway.table.forms import conversion
from houseway.table.procedure import Attest
from houseway.table.redemption import PresentCoupon
from houseway.table.roles import Role
from houseway.table.rules import Lawful
from houseway.table.table_state import Act

Clock = Callable[[], datetime]
Seen = TypeVar("Seen")

_LONGEST_NAME = 100
_ATTEST = str(Attest.__struct_config__.tag)


class BadMove(ValueError):
    """Something that is no move of the game at all."""


class StaleView(Exception):
    """Somebody else moved first; look again and decide anew."""

    def __init__(self, table: str, seen: int, version: int) -> None:
        super().__init__(
            f"somebody else moved first at table {table}, step {version} and not {seen}: look again and decide anew"
        )
        self.version = version


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
        self.stamps: Sequence[Stamp] = stamps or ()
        self._gates: tuple[Gate, ...] = () if stamps is None else gates_of(self.office.days)
        # Which tables there are. Whoever holds a table's own lock may ask for this one, and nobody the other way round.
        self._lock = threading.RLock()
        # Pieces come to one table at a time, so that no two bring the same.
        self._bringing = threading.RLock()
        self._tables: dict[str, TableInService] = {}
        self._set_aside: dict[str, SetAside] = {}
        self._snapshots = Snapshots(journal)
        self._demo_completed = False
        self._read_property()
        for place in self._snapshots.read(self.office.days):
            with suppress(SetAside):
                self._catch_up(place.name, self._ready(place))
        for place in self.tables().values():
            self._snapshots.keep(place, self.office.days, at_opening=True)

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
            with named_if_bad(entry):
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
        self.journal.append(TABLE_STREAM + table, 0, SET_UP, set_up, timestamp(self.clock()))
        return self._known(table)

    def tables(self) -> Mapping[str, TableInService]:
        """Every table by its number, also those that another process brought, and those that were retired.

        Tables that cannot be read are not among them: those are set aside.
        """
        for stream in self.journal.streams():
            if stream.startswith(TABLE_STREAM):
                with suppress(SetAside):
                    self._known(stream.removeprefix(TABLE_STREAM))
        with self._lock:
            return dict(sorted(self._tables.items()))

    def set_aside(self) -> tuple[SetAside, ...]:
        """The tables that cannot be read by this version of Houseway, and why; one that was retired is nobody's concern."""
        self.tables()
        with self._lock:
            aside = sorted(self._set_aside.items())
        return tuple(one for name, one in aside if not was_retired(self.journal, name))

    def table(self, name: str) -> TableInService:
        """The table of that number, up to date with the journal."""
        with self.held(name) as place:
            return place

    def look(self, name: str, see: Callable[[TableInService], Seen]) -> Seen:
        """What someone sees of a table at one instant; whoever moves there meanwhile need not wait for it."""
        with self.held(name) as place:
            now = place.as_now()
        return see(now)

    @contextmanager
    def held(self, name: str) -> Iterator[TableInService]:
        """The table of that number, up to date with the journal; nobody else of this process moves there as long as it is held.

        Who holds it already is not told anew what another process has done there meanwhile: a move then comes too late.
        """
        place = self._known(name)
        with place.lock:
            # It may have been set aside by whoever held it before.
            self._known(name)
            if place.is_held:
                yield place
                return
            if self.journal.version(TABLE_STREAM + name) != place.version:
                self._catch_up(name, place)
            place.come_to(self.clock())
            place.is_held = True
            try:
                yield place
            finally:
                place.is_held = False

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
        with self.held(table) as place:
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
        shown: str | CouponSeen,
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
        """Take a coupon with a wager, by the text of its barcode or, without one, as a supervisor saw it; it is cancelled in the ledger at once."""
        _check_who(who)
        with self.held(table) as place:
            if seen is not None and seen != place.version:
                raise StaleView(table, seen, place.version)
            if place.training:
                raise BadMove(f"table {table} is for training: no patron's coupon is played there")
            self._check_grant(place, entered_by, grant)
            witnessed_by = shown.witnessed_by if isinstance(shown, CouponSeen) else None
            if person := self._signed_in(place, entered_by):
                # Whoever has no business here learns nothing of the coupon either.
                with self.office.recording_refusals(person, f"move at {table}", through=_named(grant)):
                    check_business(place, person, by)
                    check_supervised(witnessed_by)
            check_supervised(witnessed_by)
            coupon = coupon_shown(self.office, shown, self.stamps)
            act: Act[Any] = Act(
                move=PresentCoupon(seat=seat, wager=wager, pick=pick, amount=amount, coupon=coupon, by=by),
                who=who,
                at=self.clock(),
                entered_by=entered_by,
                witnessed_by=witnessed_by or "",
                through=_named(grant),
            )
            return self._carry_out(place, act)

    def _carry_out(self, place: TableInService, act: Act[Any]) -> Outcome:
        if place.retired_on is not None:
            raise UnknownTable(f"table {place.name} was retired on {place.retired_on}")
        self._check_entry(place, act)
        brings = isinstance(act.move, IssueDice) or place.game.brought_by(act.move)
        with self._bringing if brings else nullcontext():
            self._check_pieces_are_new(place, act.move)
            outcome = self._record(place, act)
        self._snapshots.keep(place, self.office.days)
        return outcome

    def _record(self, place: TableInService, act: Act[Any]) -> Outcome:
        def keep(events: tuple[Event, ...]) -> None:
            given = self._ordered(place, act, events)
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
            self._catch_up(place.name, place)
            raise StaleView(place.name, seen, conflict.actual) from None
        return Outcome(table=place.name, version=recorded.version, events=recorded.events)

    def _ordered(
        self, place: TableInService, act: Act[Any], events: tuple[Event, ...]
    ) -> tuple[TableOrder, ...]:
        """What an act orders of the back office, where every gate agrees to it."""
        if not self.asks_office(place):
            return ()
        with self.office.desk() as desk:
            return tuple(order for gate in self._gates for order in gate.orders(desk, place, act, events))

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
        approvals = {step.id: step for step in place.game.checklist if step.stage is Stage.APPROVAL}
        if not any(_answered_for(act, approvals) for act in lawful):
            return lawful
        with self.office.desk() as desk:
            return tuple(_with_approvals(desk, place, lawful, approvals))

    def assigned(self, place: TableInService) -> dict[str, str]:
        """Who is assigned to a live table, by part; nobody, where the office is not asked."""
        if not self.asks_office(place):
            return {}
        with self.office.desk() as desk:
            return assigned_to(crew_of(desk.connection, place.name))

    def assigned_to_each(self, places: Iterable[TableInService]) -> dict[str, dict[str, str]]:
        """Who is assigned to each of some tables, by part, read once for all of them."""
        with self.office.desk() as desk:
            known = crews(desk.connection)
        return {
            place.name: assigned_to(known.get(place.name, Crew())) if self.asks_office(place) else {}
            for place in places
        }

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
                drawn = place.game.drawn(place.rules.counted(place.state), lawful, below)
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
            for name, other in self._ever_played():
                if name != place.name and serial in other.state.used_dice:
                    raise RuleViolation(life.clause, f"set {move.serial} has been in use at table {name}")
        if brought := place.game.brought_by(move):
            serial, life, _ = brought
            for name, other in self._ever_played():
                if name != place.name and known_by(serial) in other.state.decks:
                    raise RuleViolation(life.clause, f"{serial} has been in use at table {name}")

    def _ever_played(self) -> Iterator[tuple[str, TableInService]]:
        """Every table, and what is known of those that are set aside."""
        yield from self.tables().items()
        yield from ((aside.table, aside.known) for aside in self._set_aside.values() if aside.known)

    def _read_move(self, place: TableInService, move: Mapping[str, Any] | msgspec.Struct) -> Any:
        if isinstance(move, msgspec.Struct):
            return move
        try:
            return conversion(place.rules.move_type)(move)
        except msgspec.ValidationError as invalid:
            raise BadMove(f"not a move of {place.game.title}: {invalid}") from None

    def _known(self, table: str) -> TableInService:
        """A table of this floor, which is brought there if another process has set it up meanwhile."""
        with self._lock:
            if (aside := self._set_aside.get(table)) is not None:
                raise aside
            return self._tables.get(table) or self._catch_up(table, None)

    def _catch_up(self, table: str, known: TableInService | None) -> TableInService:
        """Bring a table up to date with the journal, by whoever holds it; one that cannot be read is set aside."""
        folding, days = Folding(known), self.office.days
        try:
            place = fold(
                self.journal,
                table,
                folding,
                days=days,
                on_the_way=lambda place: tell(self._ready(place), days),
            )
        except ReplayDiffers as differs:
            with self._lock:
                self._tables.pop(table, None)
                aside = self._set_aside[table] = SetAside(table, differs.cause, folding.place)
            raise aside from differs
        with self._lock:
            self._tables[table] = place
        self._snapshots.keep(place, days)
        return place

    def _ready(self, place: TableInService) -> TableInService:
        """A table whose earlier acts are read from the journal when somebody asks for them."""

        def read(first: int, last: int) -> Iterator[Recorded]:
            for entry in self.journal.read(TABLE_STREAM + place.name, after=first - 1, until=last):
                if entry.kind == ACT:
                    yield place.read_back(entry)

        place.record.read_by(read)
        return place


def _named(grant: Grant | None) -> str:
    return grant.token if grant else ""


def _answered_for(act: Lawful, approvals: Mapping[str, ChecklistStep]) -> ChecklistStep | None:
    """The approval for which an act answers, if it does."""
    return approvals.get(act.fields["step"][0]) if act.move == _ATTEST else None


def _with_approvals(
    desk: Desk, place: TableInService, lawful: Iterable[Lawful], approvals: Mapping[str, ChecklistStep]
) -> Iterator[Lawful]:
    """What may be done, with the approvals in force to choose from; without any, there is nothing to answer for."""
    for act in lawful:
        step = _answered_for(act, approvals)
        if step is None:
            yield act
        elif known := approvals_to_name(desk, place, step):
            yield msgspec.structs.replace(act, fields={**act.fields, "reference": known}, text=())


def _check_who(who: str) -> None:
    """Refuse a name that nobody could read in the record."""
    if not who.strip() or not who.isprintable() or len(who) > _LONGEST_NAME:
        raise BadMove(f"who moves is told in 1 to {_LONGEST_NAME} printable characters")
