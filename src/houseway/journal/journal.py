"""The journal: entries are added at the end of streams, read, checked, and never changed."""

import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.pool import PoolProxiedConnection

from houseway.journal import schema
from houseway.journal.audit import Note, Report, Row, audit
from houseway.journal.canonical import canonical
from houseway.journal.checkpoint import PublicKey, Signer
from houseway.journal.database import VERIFY, Database, open_database
from houseway.journal.entry import Entry, Head, entry_hash, is_name, is_timestamp, timestamp
from houseway.journal.errors import Conflict, JournalDamaged, JournalUnavailable, NotCanonical
from houseway.journal.export import entry_line, first_line

Result = TypeVar("Result")
# `execute` of a driver connection, which `sqlite3` and `psycopg` have alike.
Execute = Callable[..., Any]

_PAGE = 1000
_CHECKPOINT_EVERY = 1000

_HEAD = sa.select(schema.head.c.position, schema.head.c.hash)
# In PostgreSQL the row lock lets one append in at a time; SQLite has locked the whole file already.
_LOCK_HEAD = _HEAD.with_for_update()
# A statement of its own, run after the lock is held: only then does it see what the last append left.
_VERSION = sa.select(sa.func.coalesce(sa.func.max(schema.entries.c.version), sa.literal_column("0"))).where(
    schema.entries.c.stream == sa.bindparam("stream")
)
_INSERT = schema.entries.insert()
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


class Transaction:
    """A transaction that holds the journal's end: what is read on `connection` stays so until it commits."""

    def __init__(self, connection: sa.Connection, checkpoint: Callable[[Entry], Note | None]) -> None:
        self.connection = connection
        self._checkpoint = checkpoint
        found = connection.execute(_LOCK_HEAD).first()
        if found is None:
            raise JournalDamaged("the journal has no head record", VERIFY)
        self._head = Head(*found)

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
        head = self._head
        try:
            with self.connection.begin_nested():
                yield
        except BaseException:
            self._head = head
            raise

    def _add(self, draft: Draft) -> Entry:
        entry = _next_entry(self._head, draft, _checked_body(draft))
        self.connection.execute(_INSERT, msgspec.structs.asdict(entry))
        if note := self._checkpoint(entry):
            self.connection.execute(schema.checkpoints.insert(), note._asdict())
        self._head = Head(entry.position, entry.hash)
        return entry


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
        # An append runs on the driver's own connection: the statements are written with SQLAlchemy, but going
        # through it each time would cost as much as the durable commit itself. Compiled once, they cost nothing.
        dialect = database.engine.dialect
        self._lock_head = str(_LOCK_HEAD.compile(dialect=dialect))
        self._version = str(_VERSION.compile(dialect=dialect))
        self._insert = str(_INSERT.compile(dialect=dialect))
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
        return self._write(
            lambda execute: self._record_at_once(execute, bodies) or self._record(execute, bodies)
        )

    @property
    def read_only(self) -> bool:
        """Whether nothing can be recorded here."""
        return self._read_only

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """Read, decide, record and keep projections in one transaction; all of it becomes durable, or nothing."""
        self._check_writable()
        with self._lock:
            if self._closed:
                raise JournalUnavailable(f"{self._database.name} was closed", "open it again")
            self._known_head = None
            connecting = self._database.engine.connect().execution_options(begin=self._database.begin)
            with self._database.explained(), connecting as connection, connection.begin():
                yield Transaction(connection, self._due_checkpoint)

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection that sees the journal and its projections as they are now."""
        with self._database.snapshot() as connection:
            yield connection

    def _due_checkpoint(self, entry: Entry) -> Note | None:
        if not self._is_checkpoint_due(entry):
            return None
        signer = self._signing()
        return Note(entry.position, signer.public.text(), signer.sign(entry.position, entry.hash))

    def _record_at_once(self, execute: Execute, bodies: list[tuple[Draft, bytes]]) -> tuple[Entry, ...]:
        """Try one entry in one statement: the database refuses it if anybody else has appended meanwhile."""
        head = self._known_head
        if head is None or len(bodies) != 1:
            return ()
        draft, body = bodies[0]
        if self._known_versions.get(draft.stream) != draft.expected_version:
            return ()
        entry = _next_entry(head, draft, body)
        if self._is_checkpoint_due(entry):
            return ()
        try:
            execute(self._insert, msgspec.structs.astuple(entry))
        except self._database.integrity_error:
            return ()
        self._known_versions[entry.stream] = entry.version
        self._known_head = Head(entry.position, entry.hash)
        return (entry,)

    def _record(self, execute: Execute, bodies: list[tuple[Draft, bytes]]) -> tuple[Entry, ...]:
        execute(self._database.begin)
        head = self._locked_head(execute)
        if head != self._known_head:
            self._known_versions.clear()
        versions: dict[str, int] = {}
        recorded = []
        for draft, body in bodies:
            stream = draft.stream
            if stream not in versions:
                (versions[stream],) = execute(self._version, (stream,)).fetchone()
            if versions[stream] != draft.expected_version:
                raise Conflict(stream, draft.expected_version, versions[stream])
            entry = _next_entry(head, draft, body)
            execute(self._insert, msgspec.structs.astuple(entry))
            if self._is_checkpoint_due(entry):
                self._add_checkpoint(execute, entry.position, entry.hash)
            head = Head(entry.position, entry.hash)
            versions[stream] = entry.version
            recorded.append(entry)
        execute("COMMIT")
        self._known_head = head
        self._known_versions.update(versions)
        return tuple(recorded)

    def checkpoint(self) -> str:
        """Sign how long the journal is now; keep the text here and return it, to be kept elsewhere too."""
        return self._write(self._sign_head)

    def _sign_head(self, execute: Execute) -> str:
        execute(self._database.begin)
        head = self._locked_head(execute)
        found = execute(self._find_checkpoint, (head.position, self._signing().public.text())).fetchone()
        note: str = found[0] if found else self._add_checkpoint(execute, head.position, head.hash)
        execute("COMMIT")
        return note

    def _signing(self) -> Signer:
        if self._signer is None:
            raise JournalUnavailable("this journal was opened without a signing key", "open it with one")
        return self._signer

    def _is_checkpoint_due(self, entry: Entry) -> bool:
        return self._signer is not None and entry.position % _CHECKPOINT_EVERY == 0

    def _add_checkpoint(self, execute: Execute, position: int, head_hash: bytes) -> str:
        signer = self._signing()
        note = signer.sign(position, head_hash)
        execute(self._insert_checkpoint, (position, signer.public.text(), note))
        return note

    def checkpoints(self) -> list[str]:
        """Give the signed checkpoints kept here, oldest first."""
        with self._database.snapshot() as connection:
            return [note.note for note in _notes(connection)]

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        """Give the entries of a stream, those after a version."""
        table = schema.entries
        query = sa.select(table).where(table.c.stream == stream).order_by(table.c.version).limit(_PAGE)
        return self._pages(query, table.c.version, after)

    def read_all(self, after: int = 0) -> Iterator[Entry]:
        """Give all entries in the order in which they were recorded, those after a position."""
        table = schema.entries
        return self._pages(sa.select(table).order_by(table.c.position).limit(_PAGE), table.c.position, after)

    def streams(self) -> Mapping[str, int]:
        """Give every stream with its version."""
        table = schema.entries
        query = sa.select(table.c.stream, sa.func.max(table.c.version)).group_by(table.c.stream)
        with self._database.snapshot() as connection:
            return {row[0]: row[1] for row in connection.execute(query.order_by(table.c.stream))}

    def version(self, stream: str) -> int:
        """Give the version of a stream, 0 where nothing was recorded yet."""
        with self._database.snapshot() as connection:
            return int(connection.execute(_VERSION, {"stream": stream}).scalar_one())

    def head(self) -> Head:
        """Give the number of entries and the hash of the last one."""
        with self._database.snapshot() as connection:
            found = _head(connection)
        if found is None:
            raise self._headless()
        return found

    def verify(self, *, checkpoint: str | None = None, key: PublicKey | None = None) -> Report:
        """Check everything stored, against a checkpoint kept outside if one is given, and name the first bad entry."""
        with self._database.snapshot() as connection, closing(self._rows(connection)) as rows:
            report = audit(rows, _head(connection), _notes(connection), checkpoint=checkpoint, key=key)
            if report.ok and self._database.engine.dialect.name == "sqlite":
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
                raise self._database.explain(error) from error
            except BaseException:
                self._roll_back()
                raise

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
                # The database rolled back by itself, or is gone: the next append takes a new connection.
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

    def _rows(self, connection: sa.Connection) -> Generator[Row]:
        query = sa.select(schema.entries).order_by(schema.entries.c.position)
        streaming = {"yield_per": _PAGE}
        with self._database.explained(), connection.execute(query, execution_options=streaming) as found:
            for row in found:
                yield Row(*row)


def _checked_body(draft: Draft) -> bytes:
    for name in (draft.stream, draft.kind):
        if not is_name(name):
            raise ValueError(f"{name!r} cannot name a stream or a kind: 1 to 200 printable ASCII characters")
    if not is_timestamp(draft.recorded_at):
        raise ValueError(f"{draft.recorded_at!r} is not a moment in UTC such as 2024-05-01T18:30:00.000000Z")
    return canonical(draft.body)


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
