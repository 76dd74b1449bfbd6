"""The office: takes orders, asks the policy, lets the book decide, and records all of it in one transaction.

An order with one part is carried out by one person. One with several is proposed, approved and executed, each by a
signature over the same content hash. Every refusal is recorded. A key given with each order makes it safe to repeat:
the same person giving the same order under the same key again gets the same answer, and nothing happens twice.
"""

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Book, Desk, Form
from houseway.backoffice.books import all_books
from houseway.backoffice.grants import Grant
from houseway.backoffice.orders import Order, TableOrder, content_of, digest_of, name_of
from houseway.backoffice.paper import Paper
from houseway.backoffice.passkeys.assertion import Assertion
from houseway.backoffice.people import Posting
from houseway.backoffice.policy import SEPARATE_DUTIES, NotPermitted, Part, Rule, rule_for
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.postings.book import OpenHouse
from houseway.backoffice.postings.opening import Opening, clock_of, opening_of
from houseway.backoffice.postings.postings import everyone, house_name
from houseway.backoffice.read_access import read_form, reads, reads_everything, require_book
from houseway.backoffice.records import (
    FORM,
    OFFICE,
    STREAM,
    BadOrder,
    OrderRecord,
    Signing,
    State,
    advance,
    find,
    find_key,
    keep,
    reach,
    reached,
    signatures_of,
    signing_of,
    standing_of,
)
from houseway.backoffice.schema import duties, metadata, orders, projections, signed_days
from houseway.backoffice.steps import OrderStep
from houseway.journal import Draft, Entry, Journal, JournalUnavailable, Transaction, timestamp
from houseway.journal.schema import entries, latest_of_streams
from houseway.law import RuleViolation
from houseway.table.days import GamingDays
from houseway.table.forms import Reader, conversion, marked

REFUSALS = "office-refusals"
_OPENING = "the opening of the house"
_LATEST = latest_of_streams(entries.c.position)
_READ = "read "
PASSKEYS = "passkeys"
_TOLD_EVERY = timedelta(minutes=10)


class Refused(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A refusal, as it is recorded; `through` is the token of the program that asked, if one did."""

    who: str
    order: str
    digest: str
    clause: str
    message: str
    through: str = ""


class Office:
    """The back office of a property over one journal; safe to use from several threads and processes."""

    def __init__(
        self,
        journal: Journal,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        *,
        books: Iterable[Book] | None = None,
        days: GamingDays | None = None,
    ) -> None:
        self.journal = journal
        self.clock = clock
        self._days = days
        self._opening: Opening | None = None
        self.books: Mapping[str, Book] = {book.name: book for book in books or all_books()}
        # Who may do what, and which duties exclude each other, of every book.
        self.rules: tuple[Rule, ...] = tuple(rule for book in self.books.values() for rule in book.rules)
        self.separations = tuple(row for book in self.books.values() for row in book.separations)
        self._book_of = {kind: book for book in self.books.values() for kind in book.orders}
        # Which book keeps each fact that follows from the orders of a book, by the latter's name.
        self._keepers = {book.name: book.keepers(self.books) for book in self.books.values()}
        kinds = tuple(self._book_of)
        self._order_type: Any = reduce(or_, kinds)
        self._orders = Reader(self._order_type)
        self._lock = threading.Lock()
        self._ready = False
        # When each person, or their program, was last refused to read something.
        self._refused_reading: dict[tuple[str, str, str], datetime] = {}

    # What may be asked.

    @property
    def opening(self) -> Opening | None:
        """What the opening of the house settled; nothing before it is opened."""
        self._read_opening()
        return self._opening

    def _read_opening(self) -> None:
        if self._opening is None:
            with self.journal.reading() as connection:
                self._opening = opening_of(connection)

    @property
    def days(self) -> GamingDays:
        """The gaming days by the clock of the house."""
        if self._days is not None:
            return self._days
        return self.opening.days if self.opening else GamingDays()

    def read_order(self, content: Mapping[str, Any]) -> Order:
        """An order from plain data; what is wrong with it is said by name."""
        try:
            order: Order = conversion(self._order_type)(dict(content))
        except msgspec.ValidationError as invalid:
            raise BadOrder(f"not an order of the back office: {invalid}") from None
        return order

    def moves_value(self, order: Order) -> bool:
        """Whether an order is of a book whose orders move value: whoever signs it has proved presence a short while ago."""
        book = self._book_of.get(type(order))
        return book is not None and book.moves_value

    def recorded_order(self, standing: OrderRecord) -> Order:
        """An order of the books, read in the form that it has today."""
        signed = standing.signatures[0].at if standing.signatures else self.clock()
        return self.read_order(self._orders.today(standing.order, self.days.day_of(signed)))

    # Giving orders.

    def open_house(
        self,
        name: str,
        people: Iterable[Posting],
        *,
        zone: str = "",
        gaming_day_starts: str = "",
        origin: str = "",
    ) -> None:
        """Name a new house and enter its first people; after that, staff are entered by two departments."""
        self._make_ready()
        order = OpenHouse(
            name=name,
            people=tuple(people),
            zone=zone,
            gaming_day_starts=gaming_day_starts,
            origin=origin,
        )
        days = self._days or clock_of(order)
        with self.journal.transaction() as transaction:
            desk = Desk(transaction.connection, now := self.clock(), days.day_of(now))
            if not (known := house_name(desk.connection)):
                facts = STAFF.decide(order, desk)
                body = Signing(
                    key=_OPENING,
                    digest=digest_of(order, _OPENING),
                    order=content_of(order),
                    facts=tuple(marked(type(fact), msgspec.to_builtins(fact)) for fact in facts),
                )
                entry = transaction.append(STREAM + STAFF.name, State.EXECUTED, body, timestamp(now))
                keep(desk.connection, entry, desk.day, STAFF.signing(entry, desk.day), None)
                for fact in facts:
                    STAFF.post(fact, desk)
                advance(desk.connection, (OFFICE, STAFF.name), entry.position)
                return
            refusal = RuleViolation(SEPARATE_DUTIES, f"{known} is open already", fix="propose a posting")
            self.record_refusal(transaction, refusal, who="", order=name_of(order))
        raise refusal

    @property
    def house(self) -> str:
        """The name over the door, empty before the house is opened."""
        with self.desk() as desk:
            return house_name(desk.connection)

    def people(self) -> Mapping[str, Posting]:
        """Who works here today, by credential."""
        with self.desk() as desk:
            return {
                posting.credential: posting
                for posting in everyone(desk.connection)
                if posting.covers(desk.day)
            }

    def carry_out(
        self,
        order: Order,
        *,
        who: str,
        key: str,
        at_table: bool = False,
        grant: Grant | None = None,
        assertion: Assertion | None = None,
    ) -> OrderRecord:
        """Carry out an order that one person may give alone; returns once it is durable.

        `at_table` is for the floor alone: some orders are given by a table in service and not at a desk. `grant`, here
        and below, is that of the token with which a program asks for it in that person's stead, `assertion` what the
        person's passkey signed.
        """
        return self._step(order, who, key, lambda work: work.carry_out(at_table=at_table), grant, assertion)

    def record_act(self, act: Draft, given: Sequence[TableOrder], *, through: str = "") -> None:
        """Record an act at a table and carry out the orders it gives, all in one transaction: everything, or nothing.

        Raises `Conflict` where the table has moved on. `through` is the token with which a program acted, if one did.
        """
        self._make_ready()
        at = datetime.fromisoformat(act.recorded_at)
        try:
            with self.journal.transaction() as transaction:
                transaction.append_draft(act)
                for asked in given:
                    self._follow(transaction, asked, at, through)
        except RuleViolation as violation:
            # In a transaction of its own: the act and all that it ordered are gone.
            with self.journal.transaction() as transaction:
                self._record_refused(transaction, violation, asked, through)
            raise

    def propose(
        self,
        order: Order,
        *,
        who: str,
        key: str,
        at_table: bool = False,
        grant: Grant | None = None,
        assertion: Assertion | None = None,
    ) -> OrderRecord:
        """Put an order to others, signing the first part of it that one's position permits; `at_table` as above."""
        return self._step(order, who, key, lambda work: work.propose(at_table=at_table), grant, assertion)

    def approve(
        self, digest: str, *, who: str, grant: Grant | None = None, assertion: Assertion | None = None
    ) -> OrderRecord:
        """Sign a part of a proposed order that is not its last."""
        return self._step_of(digest, who, lambda work: work.approve(), grant, assertion)

    def execute(
        self, digest: str, *, who: str, grant: Grant | None = None, assertion: Assertion | None = None
    ) -> OrderRecord:
        """Sign the last part of an order that all others have signed: it happens."""
        return self._step_of(digest, who, lambda work: work.execute(), grant, assertion)

    def withdraw(
        self, digest: str, *, who: str, grant: Grant | None = None, assertion: Assertion | None = None
    ) -> OrderRecord:
        """Take back an order that was not executed; anyone who may sign a part of it may."""
        return self._step_of(digest, who, lambda work: work.withdraw(), grant, assertion)

    # Looking at the books.

    @contextmanager
    def desk(self) -> Iterator[Desk]:
        """The books as they stand now, to be looked at by the clock of the house."""
        self._make_ready()
        with self.journal.reading() as connection:
            now = self.clock().astimezone(self.days.zone)
            yield Desk(connection, now, self.days.day_of(now))

    def first(self, query: sa.Select[Any], **asked: object) -> Any:
        """The first row that a query gives of the books as they stand now, see `Journal.first`."""
        self._make_ready()
        return self.journal.first(query, **asked)

    def open_book(self, name: str, reader: Posting) -> Book:
        """A book for somebody who may read it: every page, call and command that shows what is in one asks here."""
        book = self.books[name]
        with self.recording_refusals(reader, f"read {name}"):
            require_book(book, reader.position)
        return book

    def books_for(self, reader: Posting) -> Mapping[str, Book]:
        """The books that somebody may read."""
        return {name: book for name, book in self.books.items() if reads(book, reader.position)}

    def make_paper(self, desk: Desk, form: Form, subject: str, reader: Posting) -> Paper:
        """A form made for somebody who may read it, once the book is open to them."""
        with self.recording_refusals(reader, f"read {form.name}"):
            return read_form(desk, form, subject, reader.position)

    @contextmanager
    def recording_refusals(self, person: Posting, what: str, *, through: str = "") -> Iterator[None]:
        """Record it where somebody is not permitted what they try, outside an order."""
        try:
            yield
        except NotPermitted as violation:
            if self._is_news(person.credential, what, through):
                with self.journal.transaction() as transaction:
                    self.record_refusal(
                        transaction, violation, who=person.credential, order=what, through=through
                    )
            raise

    def _is_news(self, who: str, what: str, through: str) -> bool:
        """Whether a refusal should be recorded; of a page that keeps asking for what it may not read, only the first is."""
        if not what.startswith(_READ):
            return True
        now = self.clock()
        with self._lock:
            last = self._refused_reading.get((who, what, through))
            if last is not None and timedelta(0) <= now - last < _TOLD_EVERY:
                return False
            self._refused_reading[who, what, through] = now
        return True

    def standing(self, digest: str) -> OrderRecord:
        """An order by its content hash."""
        with self.desk() as desk:
            return find(desk.connection, digest)

    def proposals(self) -> tuple[OrderRecord, ...]:
        """The orders that await a signature, oldest first."""
        query = sa.select(orders).where(orders.c.state == State.PROPOSED).order_by(orders.c.position)
        with self.desk() as desk:
            return tuple(standing_of(row) for row in desk.connection.execute(query))

    def awaiting(self, standing: OrderRecord) -> tuple[Part, ...]:
        """The parts of a proposed order that nobody has signed yet."""
        rule = rule_for(self.rules, self.recorded_order(standing))
        signed = {signature.part for signature in standing.signatures}
        return tuple(part for part in rule.parts if part.name not in signed)

    def refusals(self) -> tuple[tuple[datetime, Refused], ...]:
        """Every refusal with its moment, oldest first."""
        return tuple(
            (datetime.fromisoformat(entry.recorded_at), msgspec.json.decode(entry.body, type=Refused))
            for entry in self.journal.read(REFUSALS)
        )

    def refusals_for(self, reader: Posting) -> tuple[tuple[datetime, Refused], ...]:
        """The refusals that somebody may read: their own, and those in the books they read; auditors read all."""
        told = {name_of(kind) for book in self.books_for(reader).values() for kind in book.orders}
        return tuple(
            (at, refused)
            for at, refused in self.refusals()
            if reads_everything(reader.position) or refused.who == reader.credential or refused.order in told
        )

    # One step, in one transaction.

    def _step(
        self,
        order: Order,
        who: str,
        key: str,
        act: "Callable[[OrderStep], OrderRecord]",
        grant: Grant | None,
        assertion: Assertion | None,
    ) -> OrderRecord:
        order = self._readable(order, key)
        digest = digest_of(order, key)
        return self._in_one_transaction(
            who, digest, lambda connection: (order, key, find_key(connection, key)), act, grant, assertion
        )

    def _follow(self, transaction: Transaction, given: TableOrder, at: datetime, through: str) -> None:
        """Carry out an order that an act gives; where it does not bind the act, its refusal is recorded in its place."""
        order = self._readable(given.order, given.key)

        def carry_out() -> None:
            digest = digest_of(order, given.key)

            def step(who: str) -> OrderStep:
                known = find_key(transaction.connection, given.key)
                return self._step_in(
                    transaction, order, digest, who, given.key, known, at, through=through, at_a_table=True
                )

            if given.second:
                step(given.who).propose(at_table=True)
                step(given.second).execute()
            else:
                step(given.who).carry_out(at_table=True)

        if given.binding:
            carry_out()
            return
        try:
            with transaction.part():
                carry_out()
        except RuleViolation as violation:
            self._record_refused(transaction, violation, given, through)

    def _readable(self, order: Order, key: str) -> Order:
        """The order as it will be read again: what could not be read must not be recorded."""
        if type(order) not in self._book_of:
            raise BadOrder(f"{name_of(order)} is no order of this office")
        _check_key(key)
        return self.read_order(msgspec.to_builtins(order))

    def _step_in(
        self,
        transaction: Transaction,
        order: Order,
        digest: str,
        who: str,
        key: str,
        known: OrderRecord | None,
        at: datetime,
        *,
        grant: Grant | None = None,
        through: str = "",
        assertion: Assertion | None = None,
        at_a_table: bool = False,
    ) -> OrderStep:
        book = self._book_of[type(order)]
        return OrderStep(
            transaction=transaction,
            book=book,
            keepers=self._keepers[book.name],
            separations=self.separations,
            days=self.days,
            at=at,
            order=order,
            digest=digest,
            who=who,
            key=key,
            known=known,
            grant=grant,
            through=through,
            house=self._opening.hash if self._opening else "",
            assertion=assertion,
            at_a_table=at_a_table,
            has_passkeys=PASSKEYS in self.books,
        )

    def _step_of(
        self,
        digest: str,
        who: str,
        act: "Callable[[OrderStep], OrderRecord]",
        grant: Grant | None,
        assertion: Assertion | None,
    ) -> OrderRecord:
        def known(connection: sa.Connection) -> tuple[Order, str, OrderRecord]:
            found = find(connection, digest)
            return self.recorded_order(found), found.key, found

        return self._in_one_transaction(who, digest, known, act, grant, assertion)

    def _in_one_transaction(
        self,
        who: str,
        digest: str,
        given: "Callable[[sa.Connection], tuple[Order, str, OrderRecord | None]]",
        act: "Callable[[OrderStep], OrderRecord]",
        grant: Grant | None,
        assertion: Assertion | None,
    ) -> OrderRecord:
        """Take a step of an order while nobody else can write; `given` reads the order, its key and its record."""
        self._make_ready()
        self._read_opening()
        name = ""
        try:
            with self.journal.transaction() as transaction:
                order, key, known = given(transaction.connection)
                name = name_of(order)
                now = self.clock()
                step = self._step_in(
                    transaction, order, digest, who, key, known, now, grant=grant, assertion=assertion
                )
                return act(step)
        except RuleViolation as violation:
            # In a transaction of its own: whatever the step may have written already is gone.
            with self.journal.transaction() as transaction:
                through = grant.token if grant else ""
                self.record_refusal(
                    transaction, violation, who=who, order=name, digest=digest, through=through
                )
            raise

    def record_refusal(
        self,
        transaction: Transaction,
        violation: RuleViolation,
        *,
        who: str,
        order: str,
        digest: str = "",
        through: str = "",
    ) -> None:
        """Record that somebody was refused something, and by which clause."""
        refused = Refused(
            who=who,
            order=order,
            digest=digest,
            clause=violation.clause.id,
            message=violation.message,
            through=through,
        )
        transaction.append(REFUSALS, "refused", refused, timestamp(self.clock()))

    def _record_refused(
        self, transaction: Transaction, violation: RuleViolation, given: TableOrder, through: str
    ) -> None:
        digest = digest_of(given.order, given.key)
        self.record_refusal(
            transaction,
            violation,
            who=given.who,
            order=name_of(given.order),
            digest=digest,
            through=through,
        )

    # The projection.

    def _make_ready(self) -> None:
        """Make the tables and bring them up to date with the journal, once."""
        with self._lock:
            if self._ready:
                return
            # Before any transaction: inside one, a second connection to the database would be needed for it.
            self._read_opening()
            if self.journal.read_only:
                self._check_readable()
            else:
                self._bring_up_to_date()
            self._ready = True

    def _check_readable(self) -> None:
        with self.journal.reading() as connection:
            if not sa.inspect(connection).has_table(projections.name):
                raise JournalUnavailable(
                    "the back office's books are not made here yet", "open them once for writing"
                )

    def _bring_up_to_date(self) -> None:
        with self.journal.transaction() as transaction:
            connection = transaction.connection
            metadata.create_all(connection)
            # Nothing is added to the journal meanwhile; of the database, both are asked once for all books.
            latest: dict[str, int] = dict(connection.execute(_LATEST).all())
            self._fold_kernel(connection, latest)
            there = frozenset(sa.inspect(connection).get_table_names())
            for book in self.books.values():
                self._fold_book(connection, book, latest, there)

    def _fold_kernel(self, connection: sa.Connection, latest: Mapping[str, int]) -> None:
        after = reached(connection, OFFICE, FORM)
        if after is None:
            # How far each book has come stays: the books' own tables are not made anew with these.
            metadata.drop_all(connection, tables=[orders, duties, signed_days])
            metadata.create_all(connection)
            after = 0
        for entry in self._entries(connection, after, latest):
            day = self.days.day_of(datetime.fromisoformat(entry.recorded_at))
            book = self.books.get(entry.stream.removeprefix(STREAM))
            body = book.signing(entry, day) if book else signing_of(entry)
            keep(connection, entry, day, body, find_key(connection, body.key))
            after = entry.position
        reach(connection, OFFICE, FORM, after)

    def _fold_book(
        self, connection: sa.Connection, book: Book, latest: Mapping[str, int], there: frozenset[str]
    ) -> None:
        """Post what a book keeps of its own orders, and of those of books that stand on it, as the journal has them."""
        after = reached(connection, book.name, book.form)
        if after is None:
            book.tables.drop_all(connection)
            there -= book.tables.tables.keys()
            after = 0
        if missing := [table for table in book.tables.sorted_tables if table.name not in there]:
            book.tables.create_all(connection, missing, checkfirst=False)
        sources = {
            STREAM + one.name: one for one in self.books.values() if book.name in (one.name, *one.stands_on)
        }
        for entry in self._entries(connection, after, latest, sources):
            source = sources[entry.stream]
            at = datetime.fromisoformat(entry.recorded_at)
            day = self.days.day_of(at)
            desk = Desk(connection, at, day, signatures_of(connection, signing_of(entry).digest))
            for fact in source.facts_of(entry, day):
                if self._keepers[source.name][type(fact)] is book:
                    book.post(fact, desk)
            after = entry.position
        reach(connection, book.name, book.form, after)

    def _entries(
        self,
        connection: sa.Connection,
        after: int,
        latest: Mapping[str, int],
        streams: Collection[str] = (),
    ) -> Iterator[Entry]:
        # Most of a journal is of no concern here: of the streams that are, those with anything new are read alone.
        newer = [
            stream
            for stream, position in latest.items()
            if position > after and (stream in streams if streams else stream.startswith(STREAM))
        ]
        if newer:
            of_these = (entries.c.position > after, entries.c.stream.in_(newer))
            query = sa.select(entries).where(*of_these).order_by(entries.c.position)
            for row in connection.execute(query).all():
                yield Entry(*row)


def _check_key(key: str) -> None:
    if not key.strip() or not key.isprintable() or len(key) > 200:
        raise BadOrder("the key of an order is 1 to 200 printable characters")
