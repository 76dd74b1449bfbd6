"""The journal: entries are added at the end of streams, read, checked, and never changed."""

import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, NamedTuple, Self, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.pool import PoolProxiedConnection

from houseway.journal import schema
from houseway.journal.audit import BEGINNING, CHECKPOINT_EVERY, NOTHING, Note, Outside, Report, Row, audit
from houseway.journal.canonical import canonical
from houseway.journal.checkpoint import PublicKey, Signer
from houseway.journal.database import VERIFY, Database, open_database
from houseway.journal.entry import Entry, Head, entry_hash, is_name, is_timestamp, timestamp
from houseway.journal.errors import Conflict, JournalDamaged, JournalUnavailable, NotCanonical
from houseway.journal.export import entry_line, first_line
from houseway.journal.going_on import NotAsVerified, verified_before
from houseway.journal.group import Group
from houseway.journal.growing import Growing
from houseway.journal.schema import missing_triggers

Result = TypeVar("Result")
Thing = TypeVar("Thing")
# `execute` of a driver connection, which `sqlite3` and `psycopg` have alike.
Execute = Callable[..., Any]

_PAGE = 1000
# What PostgreSQL calls the channel of announcements, and for how many seconds at a time somebody listens.
_CHANNEL, _LISTENS_FOR = "houseway", 0.5
# So many entries, or questions about streams, go into one statement.
_AT_ONCE = 100
_ANNOUNCE = f"SELECT pg_notify('{_CHANNEL}', '')"
# So many connections are kept open for questions of one statement.
_READERS = 16

_HEAD = sa.select(schema.head.c.position, schema.head.c.hash)
# In PostgreSQL the row lock lets one append in at a time; SQLite has locked the whole file already.
_LOCK_HEAD = _HEAD.with_for_update()
# A statement of its own, run after the lock is held: only then does it see what the last append left.
_VERSION = sa.select(sa.func.coalesce(sa.func.max(schema.entries.c.version), sa.literal_column("0"))).where(
    schema.entries.c.stream == sa.bindparam("stream")
)
_HASHES = (
    sa.select(schema.entries.c.hash)
    .where(
        schema.entries.c.position > sa.bindparam("after"), schema.entries.c.position <= sa.bindparam("until")
    )
    .order_by(schema.entries.c.position)
)
_INSERT = schema.entries.insert()
_STREAMS = schema.latest_of_streams(schema.entries.c.version)
_CHECKPOINT = sa.select(schema.checkpoints.c.note).where(
    schema.checkpoints.c.position == sa.bindparam("position"), schema.checkpoints.c.key == sa.bindparam("key")
)


class Draft(msgspec.Struct, frozen=True):
    """What is to be recorded: `body` is any value with a canonical form, `recorded_at` as `timestamp` writes it."""

    stream: str
    expected_version: int
    kind: str
    body: object
    recorded_at: str


# A draft with its canonical bytes.
Checked = tuple[Draft, bytes]


class Transaction:
    """A transaction that holds the journal's end: what is read on `connection` stays so until it commits."""

    def __init__(
        self,
        connection: sa.Connection,
        checkpoint: Callable[[sa.Connection, Head, Entry], Note | None],
        tag: Callable[[str, bytes], str],
    ) -> None:
        self.connection = connection
        # A mark that only the house can make, see `Journal.tag`.
        self.tag = tag
        self._checkpoint = checkpoint
        found = connection.execute(_LOCK_HEAD).first()
        if found is None:
            raise JournalDamaged("the journal has no head record", VERIFY)
        # Where the journal ended as the transaction began, where it ends now, and the streams that it has come to since.
        self.head = self.began_at = Head(*found)
        self.versions: dict[str, int] = {}

    def append(self, stream: str, kind: str, body: object, recorded_at: str) -> Entry:
        """Record one entry as the next version of its stream; it is durable once the transaction is."""
        version = int(self.connection.execute(_VERSION, {"stream": stream}).scalar_one())
        return self._add(Draft(stream, version, kind, body, recorded_at))

    def append_draft(self, draft: Draft) -> Entry:
        """Record one entry as the version of its stream that it expects to be, or raise `Conflict` if that is taken."""
        version = int(self.connection.execute(_VERSION, {"stream": draft.stream}).scalar_one())
        if version != draft.expected_version:
            raise Conflict(draft.stream, draft.expected_version, version)
        return self._add(draft)

    @contextmanager
    def part(self) -> Iterator[None]:
        """A part of the transaction that may fail alone: where it raises, it is undone, and the rest stays."""
        head, versions = self.head, dict(self.versions)
        try:
            with self.connection.begin_nested():
                yield
        except BaseException:
            self.head, self.versions = head, versions
            raise

    def _add(self, draft: Draft) -> Entry:
        entry = _next_entry(self.head, draft, _checked_body(draft))
        self.connection.execute(_INSERT, msgspec.structs.asdict(entry))
        if note := self._checkpoint(self.connection, self.began_at, entry):
            self.connection.execute(schema.checkpoints.insert(), note._asdict())
        self.head = Head(entry.position, entry.hash)
        self.versions[entry.stream] = entry.version
        return entry


class _Reader(NamedTuple):
    """A connection that answers questions of one statement; it is none of the pool's, where transactions are at home."""

    connection: PoolProxiedConnection
    driver: Any

    @classmethod
    def of(cls, connection: PoolProxiedConnection) -> "_Reader":
        driver = connection.driver_connection
        connection.detach()
        return cls(connection, driver)


class Journal:
    """One open journal; it may be used from several threads."""

    def __init__(self, database: Database, *, read_only: bool, signer: Signer | None) -> None:
        self._database = database
        self._read_only = read_only
        self._signer = signer
        self._lock = threading.Lock()
        self._writer: PoolProxiedConnection | None = None
        self._closed = False
        # How the last append left the journal: a good guess of how it still is.
        self._known_head: Head | None = None
        self._known_versions: dict[str, int] = {}
        # Whether nobody else had appended between the last two appends.
        self._alone = False
        self._readers: list[_Reader] = []
        self._tree = Growing()
        self._group: Group[Checked, Entry] = Group(self._append_group)
        # An append runs on the driver's own connection: the statements are written with SQLAlchemy, but going
        # through it each time would cost as much as the durable commit itself. Compiled once, they cost nothing.
        dialect = database.engine.dialect
        self._lock_head = str(_LOCK_HEAD.compile(dialect=dialect))
        self._version = str(_VERSION.compile(dialect=dialect))
        self._asked: dict[sa.Select[Any], sa.Compiled] = {}
        self._insert = str(_INSERT.compile(dialect=dialect))
        self._hashes = str(_HASHES.compile(dialect=dialect))
        self._find_checkpoint = str(_CHECKPOINT.compile(dialect=dialect))
        self._insert_checkpoint = str(schema.checkpoints.insert().compile(dialect=dialect))

    @classmethod
    def open(
        cls,
        place: str | Path,
        *,
        create: bool = True,
        read_only: bool = False,
        signer: Signer | None = None,
        busy_timeout: float = 5.0,
    ) -> Self:
        """Open the journal in a file, at `sqlite:///…` or at `postgresql://…`, making it where there is none."""
        database = open_database(place, create=create, read_only=read_only, busy_timeout=busy_timeout)
        return cls(database, read_only=read_only, signer=signer)

    def close(self) -> None:
        """Give up all connections; what was acknowledged is safe without it."""
        with self._lock:
            self._closed = True
            if self._writer is not None:
                self._writer.close()
                self._writer = None
            while self._readers:
                self._readers.pop().driver.close()
            self._database.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def append(
        self, stream: str, expected_version: int, kind: str, body: object, recorded_at: str | None = None
    ) -> Entry:
        """Record one entry durably as the next version of its stream, or raise `Conflict` if that is taken."""
        moment = timestamp(datetime.now(UTC)) if recorded_at is None else recorded_at
        return self.append_all((Draft(stream, expected_version, kind, body, moment),))[0]

    def append_all(self, drafts: Iterable[Draft]) -> tuple[Entry, ...]:
        """Record several entries in one transaction: all of them durably, or none."""
        bodies = [(draft, _checked_body(draft)) for draft in drafts]
        if len(bodies) == 1:
            self._check_writable()
            return (self._group.write(bodies[0]),)
        return self._write(lambda execute: self._record(execute, bodies))

    @property
    def read_only(self) -> bool:
        """Whether nothing can be recorded here."""
        return self._read_only

    def tag(self, purpose: str, said: bytes) -> str:
        """A mark that whoever has the database alone cannot make: by the key that lies outside it; empty without one."""
        return self._signer.tag(purpose, said) if self._signer else ""

    @property
    def signs_with(self) -> PublicKey | None:
        """The key with which checkpoints are signed here, if any."""
        return self._signer.public if self._signer else None

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """Read, decide, record and keep projections in one transaction; all of it becomes durable, or nothing."""
        self._check_writable()
        with self._lock:
            if self._closed:
                raise JournalUnavailable(f"{self._database.name} was closed", "open it again")
            known, self._known_head = self._known_head, None
            with self._database.explained(), self._database.engine.connect() as connection:
                connection.execution_options(begin=self._database.begin)
                with connection.begin():
                    transaction = Transaction(connection, self._due_checkpoint, self.tag)
                    yield transaction
            self._note_end(known, transaction.began_at, transaction.head, transaction.versions)

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection that sees the journal and its projections as they are now."""
        with self._database.snapshot() as connection:
            yield connection

    def _due_checkpoint(self, connection: sa.Connection, began_at: Head, entry: Entry) -> Note | None:
        if not self._is_checkpoint_due(entry):
            return None
        signer = self._signing()
        root = self._tree.root(partial(_hashes, connection), began_at.position, entry.position)
        return Note(entry.position, signer.public.text(), signer.sign(entry.position, root))

    def _append_group(self, drafts: Sequence[Checked]) -> Sequence[Entry | Conflict]:
        """Record what several threads gave in one commit; of each, the entry, or that its version is taken."""
        return self._write(
            lambda execute: self._record_at_once(execute, drafts) or self._record_free(execute, drafts)
        )

    def _record_at_once(self, execute: Execute, drafts: Sequence[Checked]) -> Sequence[Entry]:
        """Try it without asking first, in one statement: the database refuses it if anybody else has appended meanwhile."""
        known = self._known_head
        if known is None or not self._alone or len(drafts) > _AT_ONCE:
            return ()
        if not self._are_known_to_be_next(drafts):
            return ()
        recorded = list(_entries_after(known, drafts))
        if any(map(self._is_checkpoint_due, recorded)):
            return ()
        try:
            self._insert_all(execute, recorded)
        except self._database.integrity_error:
            return ()
        self._note_end(known, known, _end_of(known, recorded), _versions_after(recorded))
        return recorded

    def _are_known_to_be_next(self, drafts: Sequence[Checked]) -> bool:
        """Whether each draft expects the version that, as far as is known, comes next in its stream."""
        versions: dict[str, int] = {}
        for draft, _ in drafts:
            if versions.get(draft.stream, self._known_versions.get(draft.stream)) != draft.expected_version:
                return False
            versions[draft.stream] = draft.expected_version + 1
        return True

    def _record_free(self, execute: Execute, drafts: Sequence[Checked]) -> Sequence[Entry | Conflict]:
        """Record those whose version is not taken."""
        execute(self._database.begin)
        head = self._locked_head(execute)
        versions = self._versions_of(execute, {draft.stream for draft, _ in drafts})
        free, conflicts = list[Checked](), dict[int, Conflict]()
        for number, (draft, body) in enumerate(drafts):
            if (version := versions[draft.stream]) == draft.expected_version:
                free.append((draft, body))
                versions[draft.stream] += 1
            else:
                conflicts[number] = Conflict(draft.stream, draft.expected_version, version)
        recorded = iter(self._record_after(execute, head, free))
        return [conflicts.get(number) or next(recorded) for number in range(len(drafts))]

    def _record(self, execute: Execute, drafts: Sequence[Checked]) -> tuple[Entry, ...]:
        """Record all of them; where the version of one is taken, none."""
        execute(self._database.begin)
        head = self._locked_head(execute)
        versions = self._versions_of(execute, {draft.stream for draft, _ in drafts})
        for draft, _ in drafts:
            if (version := versions[draft.stream]) != draft.expected_version:
                raise Conflict(draft.stream, draft.expected_version, version)
            versions[draft.stream] += 1
        return tuple(self._record_after(execute, head, drafts))

    def _record_after(self, execute: Execute, head: Head, drafts: Sequence[Checked]) -> Sequence[Entry]:
        """Record all of them in the transaction that holds the journal's end, and make it durable."""
        recorded = list(_entries_after(head, drafts))
        self._insert_all(execute, recorded)
        for entry in filter(self._is_checkpoint_due, recorded):
            self._add_checkpoint(execute, head, entry.position)
        execute("COMMIT")
        self._note_end(self._known_head, head, _end_of(head, recorded), _versions_after(recorded))
        return recorded

    def _note_end(self, known: Head | None, began_at: Head, end: Head, versions: Mapping[str, int]) -> None:
        """Remember the journal's end after an append; if it began elsewhere than `known`, another process writes too."""
        self._alone = began_at == known
        if not self._alone:
            self._known_versions.clear()
        self._known_versions.update(versions)
        self._known_head = end

    def _versions_of(self, execute: Execute, streams: Iterable[str]) -> dict[str, int]:
        """The versions of streams, many in one statement."""
        found: dict[str, int] = {}
        for some in _several(tuple(streams)):
            asked = ", ".join([f"({self._version})"] * len(some))
            found |= zip(some, execute(f"SELECT {asked}", some).fetchone(), strict=True)
        return found

    def _insert_all(self, execute: Execute, entries: Sequence[Entry]) -> None:
        """Insert entries, many in one statement, which adds all of them or none."""
        into, values, row = self._insert.partition("VALUES ")
        for some in _several(entries):
            rows = ", ".join([row] * len(some))
            execute(f"{into}{values}{rows}", tuple(chain.from_iterable(map(msgspec.structs.astuple, some))))

    def checkpoint(self) -> str:
        """Sign how long the journal is now; keep the text here and return it, to be kept elsewhere too."""
        self._signing()
        return self._write(self._sign_head)

    def _sign_head(self, execute: Execute) -> str:
        execute(self._database.begin)
        head = self._locked_head(execute)
        found = execute(self._find_checkpoint, (head.position, self._signing().public.text())).fetchone()
        note: str = found[0] if found else self._add_checkpoint(execute, head, head.position)
        execute("COMMIT")
        return note

    def _signing(self) -> Signer:
        if self._signer is None:
            raise JournalUnavailable("this journal was opened without a signing key", "open it with one")
        return self._signer

    def _is_checkpoint_due(self, entry: Entry) -> bool:
        return self._signer is not None and entry.position % CHECKPOINT_EVERY == 0

    def _add_checkpoint(self, execute: Execute, began_at: Head, position: int) -> str:
        def hashes(after: int, until: int) -> Iterable[bytes]:
            return (found for (found,) in execute(self._hashes, (after, until)))

        signer = self._signing()
        note = signer.sign(position, self._tree.root(hashes, began_at.position, position))
        execute(self._insert_checkpoint, (position, signer.public.text(), note))
        return note

    def keep_cosigned(self, note: str, witness: PublicKey) -> None:
        """Keep a checkpoint that a witness has signed as well."""
        at = witness.check(note).entries

        def keep(execute: Execute) -> None:
            execute(self._database.begin)
            if not execute(self._find_checkpoint, (at, witness.text())).fetchone():
                execute(self._insert_checkpoint, (at, witness.text(), note))
            execute("COMMIT")

        self._write(keep)

    def take_over(self, source: sa.Connection) -> None:
        """Take over every entry and checkpoint of another journal as they are; nothing must be recorded here yet."""
        with self.transaction() as transaction:
            for table in (schema.entries, schema.checkpoints):
                found = source.execution_options(yield_per=_PAGE).execute(
                    sa.select(table).order_by(*table.primary_key.columns)
                )
                for rows in found.mappings().partitions(_PAGE):
                    transaction.connection.execute(table.insert(), [dict(row) for row in rows])

    def hashes(self, size: int) -> list[bytes]:
        """The hashes of so many entries from the first on."""
        with self._database.snapshot() as connection:
            return list(_hashes(connection, 0, size))

    def moments(self, size: int) -> Iterator[tuple[int, str]]:
        """The position of each of so many entries from the first on, and when it was recorded."""
        table = schema.entries
        query = sa.select(table.c.position, table.c.recorded_at).where(table.c.position <= size)
        with self._database.snapshot() as connection:
            for row in connection.execution_options(yield_per=_PAGE).execute(
                query.order_by(table.c.position)
            ):
                yield row[0], row[1]

    def checkpoints(self) -> list[str]:
        """Give the signed checkpoints kept here, oldest first."""
        with self._database.snapshot() as connection:
            return [note.note for note in _notes(connection)]

    def read(self, stream: str, after: int = 0, until: int | None = None) -> Iterator[Entry]:
        """Give the entries of a stream, those after a version and up to another."""
        table = schema.entries
        query = sa.select(table).where(table.c.stream == stream).order_by(table.c.version).limit(_PAGE)
        if until is not None:
            query = query.where(table.c.version <= until)
        return self._pages(query, table.c.version, after)

    def read_all(self, after: int = 0) -> Iterator[Entry]:
        """Give all entries in the order in which they were recorded, those after a position."""
        table = schema.entries
        return self._pages(sa.select(table).order_by(table.c.position).limit(_PAGE), table.c.position, after)

    def streams(self) -> Mapping[str, int]:
        """Give every stream with its version."""
        with self._database.snapshot() as connection:
            return {row[0]: row[1] for row in connection.execute(_STREAMS)}

    def changed(self, after: int, until: int) -> Mapping[str, int]:
        """Give every stream to which anything was added after one position, up to another, with its version there."""
        table = schema.entries
        between = (table.c.position > after, table.c.position <= until)
        query = sa.select(table.c.stream, sa.func.max(table.c.version)).where(*between)
        with self._database.snapshot() as connection:
            return {row[0]: row[1] for row in connection.execute(query.group_by(table.c.stream))}

    @property
    def can_be_heard(self) -> bool:
        """Whether the database tells other processes when one of them has something to say."""
        return self._database.engine.dialect.name == "postgresql"

    def announce(self) -> None:
        """Tell every process that listens that something was recorded."""
        self._asked_at_once(_ANNOUNCE, ())

    def announcements(self, over: Callable[[], bool]) -> Iterator[None]:
        """Something for every announcement of any process, until it is over; on a connection of its own."""
        with self._database.explained():
            heard = _Reader.of(self._connect()).driver
            try:
                heard.execute(f"LISTEN {_CHANNEL}")
                while not over():
                    for _ in heard.notifies(timeout=_LISTENS_FOR, stop_after=1):
                        yield
            finally:
                heard.close()

    def version(self, stream: str) -> int:
        """Give the version of a stream, 0 where nothing was recorded yet."""
        (found,) = self.first(_VERSION, stream=stream)
        return int(found)

    def first(self, query: sa.Select[Any], **asked: object) -> Any:
        """The first row that a query gives, as the driver has it: for what is asked before every look and every move.

        It is one statement on the driver's own connection, and nothing besides. A query is compiled once: it is to be one that stays.
        """
        if (compiled := self._asked.get(query)) is None:
            compiled = self._asked[query] = query.compile(dialect=self._database.engine.dialect)
        return self._asked_at_once(
            compiled.string, tuple(asked[name] for name in getattr(compiled, "positiontup", None) or ())
        )

    def head(self) -> Head:
        """Give the number of entries and the hash of the last one."""
        with self._database.snapshot() as connection:
            found = _head(connection)
        if found is None:
            raise self._headless()
        return found

    def verify(self, outside: Outside = NOTHING, since: str = "") -> Report:
        """Check everything stored, against what is brought from outside, and name the first bad entry.

        `since` is a checkpoint, signed with a key that is trusted, up to which it was verified before: what is before that is not
        read again (see `houseway.journal.going_on`).
        """
        with self._database.snapshot() as connection:
            try:
                before = verified_before(connection, since, outside.keys) if since else BEGINNING
            except NotAsVerified as otherwise:
                return otherwise.report
            with closing(self._rows(connection, before.entries)) as rows:
                report = audit(rows, _head(connection), _notes(connection), outside, before)
            if report.ok and (missing := missing_triggers(connection)):
                said = f"the database no longer refuses changes: {', '.join(missing)} missing or switched off"
                return Report(False, report.entries, None, said)
            if report.ok and not since and self._database.engine.dialect.name == "sqlite":
                # The walk reads the table only; this also reads the index by which streams are found.
                damage = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
                if damage != "ok":
                    return Report(False, report.entries, None, f"the database file is damaged: {damage}")
            return report

    def export(self, file: BinaryIO) -> int:
        """Write the whole record as JSON lines (see `houseway.journal.export`) and give the number of entries."""
        with self._database.snapshot() as connection, closing(self._rows(connection)) as rows:
            found = _head(connection)
            if found is None:
                raise self._headless()
            file.write(first_line(found, _notes(connection)) + b"\n")
            for row in rows:
                try:
                    file.write(entry_line(row) + b"\n")
                except (NotCanonical, AttributeError, TypeError):
                    raise JournalDamaged(
                        f"entry {row.position} was changed and cannot be exported", VERIFY
                    ) from None
            return found.position

    def _write(self, act: Callable[[Execute], Result]) -> Result:
        self._check_writable()
        with self._lock:
            if self._closed:
                raise JournalUnavailable(f"{self._database.name} was closed", "open it again")
            try:
                if self._writer is None:
                    self._writer = self._connect()
                return act(self._writer.driver_connection.execute)  # type: ignore[union-attr]
            except self._database.driver_errors as error:
                self._roll_back()
                self._give_up_writer()
                raise self._database.explain(error) from error
            except BaseException:
                self._roll_back()
                raise

    def _asked_at_once(self, statement: str, parameters: tuple[Any, ...]) -> Any:
        """The row that one statement gives, on a connection that stays open for the next who asks."""
        try:
            reader = self._readers.pop()
        except IndexError:
            reader = None
        if reader is not None:
            try:
                return self._read_on(reader, statement, parameters)
            except self._database.driver_errors:
                # The server may have gone and come back since: a new connection tells.
                pass
        with self._database.explained():
            return self._read_on(_Reader.of(self._connect()), statement, parameters)

    def _read_on(self, reader: "_Reader", statement: str, parameters: tuple[Any, ...]) -> Any:
        try:
            found = reader.driver.execute(statement, parameters).fetchone()
        except BaseException:
            reader.driver.close()
            raise
        self._readers.append(reader)
        if self._closed or len(self._readers) > _READERS:
            self._readers.pop().driver.close()
        return found

    def _check_writable(self) -> None:
        if self._read_only:
            raise JournalUnavailable(
                f"{self._database.name} was opened for reading only", "open it for writing"
            )

    def _connect(self) -> PoolProxiedConnection:
        writer = self._database.engine.raw_connection()
        if self._database.engine.dialect.name == "postgresql":
            # As with SQLite, every BEGIN and COMMIT is ours.
            writer.driver_connection.autocommit = True  # type: ignore[union-attr]
        return writer

    def _roll_back(self) -> None:
        self._known_head = None
        if self._writer is not None:
            try:
                self._writer.driver_connection.execute("ROLLBACK")  # type: ignore[union-attr]
            except self._database.driver_errors:
                # The database rolled back by itself, or is gone.
                self._give_up_writer()

    def _give_up_writer(self) -> None:
        """The next append takes a new connection: on this one an answer that nobody took may hold an earlier state of the journal open."""
        if self._writer is not None:
            self._writer.invalidate()
            self._writer = None

    def _locked_head(self, execute: Execute) -> Head:
        found = execute(self._lock_head).fetchone()
        if found is None:
            raise self._headless()
        return Head(*found)

    def _headless(self) -> JournalDamaged:
        return JournalDamaged(f"{self._database.name} has no head record", VERIFY)

    def _pages(self, query: sa.Select[Any], counter: sa.Column[int], after: int) -> Iterator[Entry]:
        """Read in short transactions: entries never change, so page by page gives the same as all at once."""
        while True:
            with self._database.snapshot() as connection:
                page = [Entry(*row) for row in connection.execute(query.where(counter > after))]
            yield from page
            if len(page) < _PAGE:
                return
            after = getattr(page[-1], counter.name)

    def _rows(self, connection: sa.Connection, after: int = 0) -> Generator[Row]:
        table = schema.entries
        query = sa.select(table).where(table.c.position > after).order_by(table.c.position)
        streaming = {"yield_per": _PAGE}
        with self._database.explained(), connection.execute(query, execution_options=streaming) as found:
            for row in found:
                yield Row(*row)


def _hashes(connection: sa.Connection, after: int, until: int) -> Iterable[bytes]:
    return connection.execute(_HASHES, {"after": after, "until": until}).scalars()


def _checked_body(draft: Draft) -> bytes:
    for name in (draft.stream, draft.kind):
        if not is_name(name):
            raise ValueError(f"{name!r} cannot name a stream or a kind: 1 to 200 printable ASCII characters")
    if not is_timestamp(draft.recorded_at):
        raise ValueError(f"{draft.recorded_at!r} is not a moment in UTC such as 2024-05-01T18:30:00.000000Z")
    return canonical(draft.body)


def _several(things: Sequence[Thing]) -> Iterator[Sequence[Thing]]:
    for start in range(0, len(things), _AT_ONCE):
        yield things[start : start + _AT_ONCE]


def _entries_after(head: Head, drafts: Iterable[Checked]) -> Iterator[Entry]:
    for draft, body in drafts:
        entry = _next_entry(head, draft, body)
        head = _end_of(head, (entry,))
        yield entry


def _end_of(head: Head, recorded: Sequence[Entry]) -> Head:
    """Where the journal ends once these were recorded after a head."""
    return Head(recorded[-1].position, recorded[-1].hash) if recorded else head


def _versions_after(recorded: Iterable[Entry]) -> dict[str, int]:
    return {entry.stream: entry.version for entry in recorded}


def _next_entry(head: Head, draft: Draft, body: bytes) -> Entry:
    said = (head.position + 1, draft.stream, draft.expected_version + 1, draft.kind, draft.recorded_at, body)
    return Entry(*said, head.hash, entry_hash(head.hash, *said))


def _head(connection: sa.Connection) -> Head | None:
    found = connection.execute(_HEAD).first()
    if found is None or type(found.position) is not int or not isinstance(found.hash, bytes):
        return None
    return Head(found.position, found.hash)


def _notes(connection: sa.Connection) -> list[Note]:
    table = schema.checkpoints
    return [
        Note(*row) for row in connection.execute(sa.select(table).order_by(table.c.position, table.c.key))
    ]
