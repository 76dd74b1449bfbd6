"""The two databases a journal may live in: how each is opened, made durable, and says what is wrong."""

import logging
import math
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError

from houseway.journal.errors import JournalDamaged, JournalMissing, JournalUnavailable
from houseway.journal.schema import STEPS, VERSION_TABLE

_LOG = logging.getLogger(__name__)
_OWNER_ONLY, _OTHERS = 0o600, 0o077

# What each setting reads back as once it holds; fullfsync matters on macOS only.
_DURABLE_SQLITE = (
    ("journal_mode", "WAL", "wal"),
    ("synchronous", "FULL", 2),
    ("fullfsync", "ON", 1),
    ("foreign_keys", "ON", 1),
)
_DURABLE_POSTGRESQL = {"fsync": {"on"}, "synchronous_commit": {"on", "remote_apply"}}

_READ_ONLY = "give this process the right to write there, or open the journal for reading only"
_LOCKED = "wait until the other process has finished, or stop it, then try again"
_FULL = "free some space, then try again"
_OTHER = "name the file or database of a journal, or one that is new and empty"
VERIFY = "run `houseway journal verify` and restore what it names from a copy"
_NEWER = "use the version of Houseway that wrote it, or a newer one"
_REACH = "check that the server runs and that the address, name and password are right, then read again"

_SQLITE_PROBLEMS = {
    sqlite3.SQLITE_PERM: ("may not be used by this process", _READ_ONLY),
    sqlite3.SQLITE_BUSY: ("is locked by another process", _LOCKED),
    sqlite3.SQLITE_LOCKED: ("is locked by another process", _LOCKED),
    sqlite3.SQLITE_READONLY: ("is read-only", _READ_ONLY),
    sqlite3.SQLITE_IOERR: (
        "cannot be read or written: the disk reports an error",
        "check the disk, then try again",
    ),
    sqlite3.SQLITE_FULL: ("cannot grow: the disk is full", _FULL),
    sqlite3.SQLITE_CANTOPEN: (
        "cannot be opened",
        "check that the folder exists and that this process may use it",
    ),
    sqlite3.SQLITE_NOTADB: ("is not a Houseway journal", _OTHER),
}
_POSTGRESQL_PROBLEMS = {
    "25006": ("is read-only", _READ_ONLY),
    "42501": ("may not be used by this user", _READ_ONLY),
    "53100": ("cannot grow: the disk is full", _FULL),
    "55P03": ("is locked by another process", _LOCKED),
}


@dataclass(frozen=True)
class Database:
    """An open database: its engine, how people call it, and how an append begins its transaction."""

    engine: sa.Engine
    name: str
    begin: str

    @property
    def driver_errors(self) -> tuple[type[Exception], ...]:
        """Name what the driver raises, by itself or through SQLAlchemy."""
        # SQLite quotes from a damaged schema in its messages, which then may not be text any more.
        return DBAPIError, self.engine.dialect.loaded_dbapi.Error, UnicodeDecodeError

    @property
    def integrity_error(self) -> type[Exception]:
        """Name what the driver raises when the schema refuses a row."""
        return self.engine.dialect.loaded_dbapi.IntegrityError

    @contextmanager
    def snapshot(self) -> Iterator[sa.Connection]:
        """Give a connection that sees the journal as it is now, however long it is used."""
        with self.explained(), self.engine.connect() as connection:
            if self.engine.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turn what the driver raises into cause and fix."""
        try:
            yield
        except self.driver_errors as error:
            raise self.explain(error) from error

    def explain(self, error: BaseException) -> JournalUnavailable:
        """Say in plain words what an error of the driver means."""
        original = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
        said = " ".join(str(original).split())
        if isinstance(original, self.integrity_error):
            return JournalDamaged(f"{self.name} contradicts its own head record ({said})", VERIFY)
        if self.engine.dialect.name == "sqlite":
            code = getattr(original, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            if code == sqlite3.SQLITE_CORRUPT or isinstance(original, UnicodeDecodeError):
                return JournalDamaged(f"{self.name} is damaged ({said})", VERIFY)
            problem, fix = _SQLITE_PROBLEMS.get(code, (f"cannot be used ({said})", VERIFY))
        else:
            state = getattr(original, "sqlstate", None) or ""
            if state.startswith("XX"):
                return JournalDamaged(f"{self.name} is damaged ({said})", VERIFY)
            problem, fix = _POSTGRESQL_PROBLEMS.get(state, (f"cannot be reached or used ({said})", _REACH))
        return JournalUnavailable(f"{self.name} {problem}", fix)


def open_database(place: str | Path, *, create: bool, read_only: bool, busy_timeout: float) -> Database:
    """Open the database named by a path or an address, with the newest schema in it."""
    try:
        url = sa.make_url(place) if isinstance(place, str) and "://" in place else None
    except ArgumentError:
        raise _unknown(str(place)) from None
    if url is None or url.get_backend_name() == "sqlite":
        path = Path(place if url is None else url.database or ":memory:")
        _check_file(path, create=create, read_only=read_only, busy_timeout=busy_timeout)
        if not read_only:
            _keep_private(path, create=create)
        database = _open_sqlite(path, create=create, read_only=read_only, busy_timeout=busy_timeout)
    elif url.get_backend_name() == "postgresql":
        database = _open_postgresql(url, read_only=read_only, busy_timeout=busy_timeout)
    else:
        raise _unknown(url.render_as_string(hide_password=True))
    try:
        with database.explained():
            _bring_up_to_date(database, create=create, read_only=read_only)
    except BaseException:
        database.engine.dispose()
        raise
    return database


def _unknown(place: str) -> JournalUnavailable:
    return JournalUnavailable(
        f"{place} names no database that Houseway knows", "give a file, sqlite:///FILE or postgresql://…"
    )


def _check_file(path: Path, *, create: bool, read_only: bool, busy_timeout: float) -> None:
    """Refuse what is no journal before anything is changed: a file of another program stays as it is."""
    if str(path) == ":memory:":
        raise JournalUnavailable("a journal in memory would not outlive this process", "name a file")
    if path.is_dir():
        raise JournalUnavailable(f"{path} is a folder", "name a file")
    if not path.exists():
        if read_only or not create:
            raise JournalMissing(f"there is no journal {path}", "check the name, or let one be made there")
        return
    if not read_only and not os.access(path, os.W_OK):
        raise JournalUnavailable(f"the journal {path} is read-only", _READ_ONLY)
    database = _open_sqlite(path, create=False, read_only=True, busy_timeout=busy_timeout)
    with database.explained():
        try:
            with database.engine.connect() as connection:
                _schema_version(database, connection)
        finally:
            database.engine.dispose()


def _keep_private(path: Path, *, create: bool) -> None:
    """Let the owner alone read the journal; the files that SQLite makes beside it take the same permissions."""
    if create and not path.exists():
        try:
            path.touch(mode=_OWNER_ONLY)
        except OSError:
            problem, fix = _SQLITE_PROBLEMS[sqlite3.SQLITE_CANTOPEN]
            raise JournalUnavailable(f"the journal {path} {problem}", fix) from None
    try:
        for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            if file.exists() and file.stat().st_mode & _OTHERS:
                file.chmod(_OWNER_ONLY)
    except PermissionError:
        _LOG.warning("others than its owner may read the journal %s; its owner can chmod 600 it", path)


def _open_sqlite(path: Path, *, create: bool, read_only: bool, busy_timeout: float) -> Database:
    mode = "mode=ro" if read_only else "mode=rwc" if create else "mode=rw"
    if read_only and not os.access(path.parent, os.W_OK) and not Path(f"{path}-wal").exists():
        # A finished copy on a medium that cannot be written: no side files can be made, none are needed.
        mode += "&immutable=1"
    address = f"file:{quote(str(path.absolute()))}?{mode}"

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(
            address, uri=True, timeout=busy_timeout, isolation_level=None, check_same_thread=False
        )
        # An entry whose text was damaged must still be readable, so that `verify` can name it.
        connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
        try:
            if not read_only:
                _make_durable_patiently(connection, busy_timeout)
        except BaseException:
            connection.close()
            raise
        return connection

    # Parameters by position, in both databases: an append is written once.
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)), creator=connect, paramstyle="qmark"
    )

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

    return Database(engine, f"the journal {path}", "BEGIN IMMEDIATE")


def _make_durable_patiently(connection: sqlite3.Connection, busy_timeout: float) -> None:
    """Make a connection durable, waiting for others: SQLite itself does not wait to change the journal mode."""
    give_up = time.monotonic() + busy_timeout
    while True:
        try:
            return make_sqlite_durable(connection)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                raise
            time.sleep(0.01)


def make_sqlite_durable(connection: sqlite3.Connection) -> None:
    """Set what a durable commit needs, and read it back: SQLite ignores silently what it cannot do."""
    for setting, value, expected in _DURABLE_SQLITE:
        connection.execute(f"PRAGMA {setting} = {value}").fetchall()
        (found,) = connection.execute(f"PRAGMA {setting}").fetchone()
        if found != expected:
            raise JournalUnavailable(
                f"SQLite does not keep {setting} at {value} here but at {found}",
                "keep the journal on a local disk that supports write-ahead logging",
            )


def _open_postgresql(url: sa.URL, *, read_only: bool, busy_timeout: float) -> Database:
    engine = sa.create_engine(
        url.set(drivername="postgresql+psycopg"),
        pool_pre_ping=True,
        paramstyle="format",
        connect_args={"connect_timeout": max(2, math.ceil(busy_timeout))},
    )
    name = f"the journal {url.render_as_string(hide_password=True)}"

    @sa.event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        try:
            # Settings made inside a transaction would vanish with it.
            connection.autocommit = True
            check(connection)
            connection.autocommit = False
        except BaseException:
            connection.close()
            raise

    def check(connection: Any) -> None:
        connection.execute(f"SET lock_timeout = {math.ceil(busy_timeout * 1000)}")
        if read_only:
            connection.execute("SET default_transaction_read_only = on")
            return
        for setting, wanted in _DURABLE_POSTGRESQL.items():
            (found,) = connection.execute(f"SHOW {setting}").fetchone()
            if found not in wanted:
                raise JournalUnavailable(
                    f"PostgreSQL would lose acknowledged entries: {setting} is {found}", f"set {setting} = on"
                )

    return Database(engine, name, "BEGIN ISOLATION LEVEL READ COMMITTED")


def _bring_up_to_date(database: Database, *, create: bool, read_only: bool) -> None:
    with database.engine.connect() as connection:
        found = _schema_version(database, connection)
    if found == STEPS[-1]:
        return
    if found is None and (read_only or not create):
        raise JournalMissing(f"{database.name} is empty", "check the name, or let a journal be made there")
    if read_only:
        raise JournalUnavailable(
            f"{database.name} is of an older form", "open it once for writing to renew it"
        )
    with database.engine.connect().execution_options(begin=database.begin) as connection, connection.begin():
        if database.engine.dialect.name == "postgresql":
            # Two processes may open a new journal at once; SQLite has taken its write lock already.
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtext("houseway journal"))))
        if _schema_version(database, connection) != STEPS[-1]:
            # Loaded only here: opening a journal that is up to date stays quick.
            from houseway.journal.migrations import upgrade

            upgrade(connection)


def _schema_version(database: Database, connection: sa.Connection) -> str | None:
    tables = sa.inspect(connection).get_table_names()
    if not tables:
        return None
    if VERSION_TABLE not in tables:
        raise JournalUnavailable(f"{database.name} is not a Houseway journal", _OTHER)
    found = connection.execute(
        sa.select(sa.column("version_num")).select_from(sa.table(VERSION_TABLE))
    ).scalar()
    if found not in STEPS:
        raise JournalUnavailable(f"{database.name} is of a form that this Houseway does not know", _NEWER)
    return str(found)
