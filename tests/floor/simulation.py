"""A whole house from one seed: tables of every game, people, coupons, orders, clocks, faults of the storage, restarts and upgrades.

What happens follows from the seed alone, to the last bit of the record: the same seed ends with the same hash.
"""

import random
import re
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.counter_checks.orders import ReceiveBook, SignOutBook
from houseway.backoffice.coupons.barcode import payload
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.schema import serials
from houseway.backoffice.coupons.serials import coupon_of, find, totals_by_state
from houseway.backoffice.office import REFUSALS
from houseway.backoffice.orders import Fact, Order
from houseway.backoffice.people import Position
from houseway.backoffice.policy import rule_for
from houseway.backoffice.postings.book import PostPerson
from houseway.cli.office_checking import sums
from houseway.floor import BadMove, Floor, StaleView, TableInService
from houseway.floor.property import Mode
from houseway.floor.replay import Folding, fold
from houseway.floor.snapshots import table_of, taken_of
from houseway.games import games, submission_for
from houseway.journal import Journal, JournalUnavailable, Outside, Signer
from houseway.journal.checkpoint import stated
from houseway.journal.proofs import prove_growth
from houseway.journal.witness import Witness
from houseway.law import RuleViolation
from houseway.table.card_game import CardGame
from houseway.table.days import GamingDays
from houseway.table.events import FELT
from houseway.table.moves import Move
from houseway.table.rules import Lawful
from tests.backoffice.coupons.crew import (
    TEN,
    OfficeHouse,
    count_of,
    form,
    hand_out,
    issue_to_marketing,
    receive,
    sign,
)
from tests.backoffice.house import who
from tests.cards import game_of, loaded
from tests.floor.coupon_house import DEALER, STAMP, House
from tests.floor.failing_calls import Calls, Fault
from tests.floor.later_versions import Versions
from tests.games.sessions import concrete, made_ready
from tests.journal.test_witness import request
from tests.service import TRAY, Service

HOUSE = Signer("houseway/riverside", bytes(range(32)))
SEER = Signer("witness.example/w1", bytes(range(32, 64)), witness=True)
# In May 2014, when the house is simulated, this game's usual edition is not in force.
_OPTIONS = {"three-card-poker": {"edition": "649a-2014"}}
# A table is played so long or so long, and then another of its game takes its place.
_LIVES = (400, 2_000, 10_000)
# What ends play at a table, and what asks storage for pieces that are no matter here.
_NEVER = frozenset({"close-table", "issue-dice", "bring-deck", "bring-batch", "report"})
_STUCK = 12
_COUPONS = sa.select(serials.c.state, sa.func.count()).group_by(serials.c.state)
_NUMBERED = re.compile(r"[A-Z]+-[0-9]+")


class AtTheTable(Service):
    """A table of the floor, which is made ready: every move goes through the floor, with pieces that no other table has."""

    def __init__(self, floor: Floor, name: str) -> None:
        super().__init__(floor.table(name).game)
        self.floor, self.name, self.now = floor, name, floor.clock()
        self.state = floor.table(name).state

    def today(self) -> date:
        """The gaming day of the house, which does not end at midnight."""
        return self.floor.office.days.day_of(self.now)

    def do(self, *moves: Move) -> list[Any]:
        """Make moves at the table."""
        for move in moves:
            own = {
                field: f"{self.name} {value}"
                for field, value in msgspec.structs.asdict(move).items()
                if isinstance(value, str) and _NUMBERED.fullmatch(value)
            }
            self.events.extend(
                self.floor.submit(self.name, msgspec.structs.replace(move, **own), who=self.who).events
            )
            self.state = self.floor.table(self.name).state
        return self.events

    def in_play(self) -> None:
        """Open the table for two players."""
        game = self.table.game
        if isinstance(game, CardGame):
            self.opened().seated(seat_1=500_000, seat_3=500_000)
            loaded(self, *(f"{self.name} D-{number}" for number in range(1, 1 + game_of(self).choices.decks)))
        else:
            made_ready(self, 500_000)


class _Crew(OfficeHouse):
    """People who give an order again, under the same key, where it is not known whether it was done."""

    def __init__(self, house: "Simulation") -> None:
        super().__init__(house.floor.office, house.clock)
        self.house = house

    def give(self, order: Order) -> tuple[Fact, ...]:
        """Have an order signed by everybody it takes."""
        self.close()
        self.keys += 1
        key = f"{type(order).__name__} {self.keys}"
        done: Any = self.house.attempt(lambda: sign(self.house.floor.office, order, key))
        return tuple(done.facts)


class Simulation:
    """A house, and everything that happens in it from a seed on."""

    def __init__(self, place: Path, seed: int, calls: Calls, versions: Versions, *, calm: int = 1) -> None:
        """The house goes down so many times less often as it is `calm`, and is seen by its witness as the square of that."""
        self.place, self.calls, self.versions, self.calm = place, calls, versions, calm
        self.chance = random.Random(f"house {seed}")
        self.journal = Journal.open(place, signer=HOUSE)
        house = House(self.journal)
        self.clock = house.clock
        versions.enter(self.journal, self.clock())
        self.floor = house.floor
        self.crew = _Crew(self)
        self.last_serial = 10
        self.told: Counter[str] = Counter()
        self.tables: dict[str, str] = {}
        # Of each table that is played how long it will be, and the table as its record made it so far.
        self._lives: dict[str, int] = {}
        self._replayed: dict[str, TableInService] = {}
        self._verified = ""
        self._entries_verified_whole = 0
        self.day = self.crew.day
        self._stuck: Counter[str] = Counter()
        self._numbers = 0
        self.witness = Witness(SEER, [HOUSE.public], place.with_suffix(".seen"), lambda: 1_700_000_000.0)
        for game in games():
            self._set_up(game)

    def _set_up(self, game: str) -> None:
        """Another table of a game, opened before the gates are asked."""
        self._numbers += 1
        name = f"{self._numbers:03} {game}"
        floor = Floor(self.journal, self.clock)
        floor.set_up_table(
            name, name, submission_for(game, _OPTIONS.get(game, {})), mode=Mode.LIVE, tray=TRAY
        )
        AtTheTable(floor, name).in_play()
        self.tables[game] = name
        self._lives[name] = self.chance.choice(_LIVES)
        self.told["tables"] += 1

    # What happens.

    def go_on(self, events: int) -> None:
        """Let so many things happen."""
        happenings = (
            self.move,
            self.present,
            self.ask_for_too_much,
            self.give_an_order,
            self.restart,
            self.be_seen,
        )
        weights = (300, 25, 12, 6, 1 / self.calm, 2 / self.calm**2)
        for _ in range(events):
            self.clock.forward(seconds=self.chance.randrange(5))
            if self.crew.day != self.day:
                self.end_the_day()
            self.chance.choices(happenings, weights)[0]()

    def attempt(self, act: Callable[[], object]) -> object:
        """Do something; now and then the storage fails, and whoever was told so does it again."""
        if self.chance.random() < 0.03:
            (fault,) = self.chance.choices(tuple(Fault), (1, 1, 1 / self.calm))
            try:
                with self.calls.failing(self.chance.randrange(30), fault):
                    return act()
            except JournalUnavailable:
                self.told[f"fault: {fault}"] += 1
                if fault is Fault.GONE:
                    self._open_anew()
        return act()

    def move(self) -> None:
        """Somebody moves at a table, as the table says is lawful."""
        game = self.chance.choice(list(self.tables))
        name = self.tables[game]
        place = self.floor.table(name)
        if place.version > self._lives[name] or self._stuck[name] > _STUCK:
            self._check_replay(name, whole=True)
            self._replayed.pop(name, None)
            self._set_up(game)
            return
        legal = [one for one in self.floor.legal(place, self.clock()) if one.move not in _NEVER]
        if not legal:
            self._stuck[name] += 1
            return
        made = concrete(_Seen(place), self._chosen(place, legal), self.chance.choice)  # type: ignore[arg-type]
        seen = place.version
        try:
            self.attempt(lambda: self.floor.submit(name, made, who=DEALER, seen=seen))
        except StaleView:
            # It was done, though whoever did it was told that the storage failed.
            self.told["done unheard"] += 1
        except RuleViolation:
            # The office has a say at live tables that the list of lawful moves does not know.
            self._stuck[name] += 1
            self.told["refused"] += 1
            assert self.floor.table(name).version == seen
            return
        self._stuck[name] = 0
        assert self.floor.table(name).version == seen + 1
        self.told["moves"] += 1

    def _chosen(self, place: Any, legal: list[Lawful]) -> Lawful:
        book = place.game.book
        onward = [one for one in legal if one.move in (*book.routine, *book.chance)]
        betting = [one for one in legal if one.move in ("place-wager", "buy-in", "take-seat")]
        return self.chance.choice(self.chance.choice((onward, onward, onward, betting, legal)) or legal)

    def present(self) -> None:
        """A patron lays a coupon where a wager may be made; the ledger knows whether it is good."""
        name = self.tables[self.chance.choice(list(self.tables))]
        place = self.floor.table(name)
        wagers = [one for one in place.legal(self.clock()) if one.move == "place-wager" and one.amount]
        serial = self.chance.randint(1, self.last_serial)
        if not wagers:
            return
        wager = self.chance.choice(wagers)
        assert wager.amount is not None
        where = {name: self.chance.choice(options) for name, options in wager.fields.items()}
        with self.floor.office.desk() as desk:
            coupon, known = coupon_of(desk.connection, serial), find(desk.connection, serial)
        assert coupon is not None
        assert known is not None
        code, seen = payload(coupon, known.design, STAMP), place.version
        laid = {field: where[field] for field in ("seat", "wager", "pick") if field in where}
        amount = max(wager.amount.low, coupon.value)
        try:
            self.attempt(
                lambda: self.floor.present_coupon(name, code, amount=amount, who=DEALER, seen=seen, **laid)
            )
            self.told["coupons"] += 1
        except StaleView:
            self.told["done unheard"] += 1
        except (RuleViolation, BadMove):
            self.told["coupons refused"] += 1
            assert self.floor.table(name).version == seen

    def ask_for_too_much(self) -> None:
        """Somebody makes another table's move, or one that was looked at too long ago: nothing changes."""
        mine, other = (self.floor.table(self.tables[self.chance.choice(list(self.tables))]) for _ in range(2))
        legal = self.floor.legal(other, self.clock())
        if not legal:
            return
        before = self.journal.head()
        made = concrete(_Seen(other), self.chance.choice(legal), self.chance.choice)  # type: ignore[arg-type]
        try:
            self.floor.submit(mine.name, msgspec.to_builtins(made), who=DEALER, seen=max(0, mine.version - 1))
        except StaleView:
            assert self.journal.head() == before
            self.told["too late"] += 1

    def give_an_order(self) -> None:
        """People of the office do something in their books."""
        self.chance.choice((self._more_coupons, self._a_book_of_checks, self._somebody_new))()

    def _more_coupons(self) -> None:
        run: Run = receive(self.crew, 10, TEN, name=f"D-{self.last_serial + 1}")
        self.last_serial = run.last
        issue_to_marketing(self.crew, f"R-{run.first + 1}", run)
        hand_out(self.crew, run)
        self.crew.close()
        self.told["orders"] += 5

    def _a_book_of_checks(self) -> None:
        number = self.told["books"]
        book, first = f"B-{number}", 50 * number + 1
        self._signed(ReceiveBook(book=book, first=first, last=first + 49), f"receipt of {book}")
        today = self.floor.office.days.day_of(self.clock())
        try:
            # This house has filed no procedure for that; the refusal is recorded.
            self._signed(SignOutBook(book=book, return_by=today), f"{book} out")
        except RuleViolation:
            self.told["orders refused"] += 1
        self.told["books"] += 1

    def _somebody_new(self) -> None:
        number = self.told["people"]
        order = PostPerson(
            person=f"new-{number}",
            credential=f"PA-9{number:05}",
            name=f"Dealer {number}",
            position=Position.DEALER,
            since=self.floor.office.days.day_of(self.clock()),
        )
        self._signed(order, f"hired {number}")
        self.told["people"] += 1

    def _signed(self, order: Order, key: str) -> None:
        """An order with the signature of somebody for each of its parts, none of them the same person."""
        office, asked = self.floor.office, Counter[Position]()
        people = []
        for part in rule_for(office.rules, order).parts:
            position = part.permits[0].least
            asked[position] += 1
            people.append(who(position, asked[position]))
        if len(people) == 1:
            self.attempt(lambda: self.floor.office.carry_out(order, who=people[0], key=key))
        else:
            done: Any = self.attempt(lambda: self.floor.office.propose(order, who=people[0], key=key))
            for person in people[1:-1]:
                self.attempt(lambda person=person: self.floor.office.approve(done.digest, who=person))  # type: ignore[misc]
            self.attempt(lambda: self.floor.office.execute(done.digest, who=people[-1]))
        self.told["orders"] += 1

    def end_the_day(self) -> None:
        """A gaming day is over: marketing reconciles its coupons, and finance counts what lies in the drop boxes."""
        day, self.day = self.day, self.crew.day
        self.crew.give(form(self.crew, day=day))
        self.crew.give(count_of(self.crew, day))
        self.crew.close()
        self.told["days"] += 1

    def restart(self) -> None:
        """The house is closed and opened again; every table is as it was."""
        before = self._tables()
        self._open_anew()
        assert self._tables() == before
        self.told["restarts"] += 1

    def upgrade(self) -> None:
        """The house is closed, and opened by a later version: every table and every book is as it was, whatever is made anew for it."""
        tables, books, refused = self._tables(), sums(self.floor.office), self.journal.version(REFUSALS)
        self.versions.go_on()
        # Also where the storage fails meanwhile: whoever opens it does so again.
        self.attempt(self._open_anew)
        self.versions.enter(self.journal, self.clock())
        assert self._tables() == tables
        assert sums(self.floor.office) == books
        assert self.journal.version(REFUSALS) == refused
        for name in self._replayed:
            # The version before does not know the forms of what is recorded from now on.
            self._replayed[name] = table_of(taken_of(self.floor.table(name), GamingDays()), None)
        self.told["upgrades"] += 1

    def _open_anew(self) -> None:
        self.crew.close()
        self.journal.close()
        self.journal = Journal.open(self.place, create=False, signer=HOUSE)
        self.floor = Floor(self.journal, self.clock, stamps=(STAMP,))
        self.crew.office = self.floor.office

    def _tables(self) -> dict[str, tuple[int, Any]]:
        """How every table stands, also those that are played no more."""
        return {name: (place.version, place.state) for name, place in self.floor.tables().items()}

    def be_seen(self) -> None:
        """A witness is shown the record, and signs for it."""
        note = self.journal.checkpoint()
        size, last = stated(note).entries, self.witness.last(HOUSE.public.name)
        old = stated(last).entries if last else 0
        proof = tuple(prove_growth(self.journal, old, size)) if old else ()
        assert self.witness.add(request(old, proof, note)).status == 200
        self.told["seen"] += 1

    # What must hold.

    def check(self, *, whole: bool = True) -> None:
        """Chips are conserved, tables are what their record makes them, coupons add up, and the record is whole.

        All of the record is read where the `whole` is asked for or it is twice as long as when that was done last; of the
        rest what came since the last look, and of what was before its hashes.
        """
        self.crew.close()
        whole = whole or self.journal.head().position > 2 * self._entries_verified_whole
        for name in self.tables.values():
            place = self.floor.table(name)
            chips = place.state.chips
            assert sum(chips.values()) == TRAY, name
            assert chips.get(FELT, 0) == sum(bet.amount for bet in place.state.play.bets), name
            assert all(
                cents >= 0 for account, cents in chips.items() if account not in ("tray", "outside")
            ), name
            self._check_replay(name, whole=whole)
        assert self.floor.set_aside() == ()
        with self.floor.office.desk() as desk:
            totals = totals_by_state(desk.connection)
            lines: dict[str, int] = dict(desk.connection.execute(_COUPONS).all())
        assert {state: count for state, counts in totals.items() if (count := sum(counts.values()))} == lines
        assert sum(sum(counts.values()) for counts in totals.values()) == self.last_serial
        assert self.journal.version(REFUSALS) >= self.told["orders refused"]
        self.be_seen()
        kept = self.witness.last(HOUSE.public.name)
        trusted = Outside((HOUSE.public, SEER.public), (kept,))
        report = self.journal.verify(trusted, since="" if whole else self._verified)
        assert report.ok, report.problem
        assert report.entries == self.journal.head().position
        self._verified = kept
        if whole:
            self._entries_verified_whole = report.entries
            self.told["looks at everything from the first entry on"] += 1
        self.told["looks"] += 1

    def _check_replay(self, name: str, *, whole: bool) -> None:
        """A table is what its record makes it: all of the record, or the acts since it was last made of it."""
        known = None if whole else self._replayed.get(name)
        replayed = self._replayed[name] = fold(self.journal, name, Folding(known))
        place = self.floor.table(name)
        assert (replayed.version, replayed.state) == (place.version, place.state), name


class _Seen:
    """What `concrete` asks of a table: how its moves are read, and how much has happened."""

    def __init__(self, place: Any) -> None:
        self.table, self.events = place.rules, place.record
