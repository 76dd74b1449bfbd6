"""Storage that fails when it is told to: the real databases, with one call to their drivers that does not go well.

Every statement, commit and rollback that any connection of this process makes is a call, and so is opening one.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Any, TypeVar

import psycopg
import pytest

Result = TypeVar("Result")


class Fault(StrEnum):
    """How a call fails."""

    REFUSED = "it is not carried out"
    ANSWER_LOST = "it is carried out, and its answer is lost"
    GONE = "neither it nor any call after it is carried out"


class Calls:
    """Counts the calls to the drivers, and lets the one that is due fail."""

    def __init__(self) -> None:
        self.made = 0
        self._due: int | None = None
        self._fault = Fault.REFUSED
        self.failed = False

    @contextmanager
    def failing(self, number: int | None, fault: Fault = Fault.REFUSED) -> Iterator[None]:
        """Let the call of this number fail, the first from here on being 0; None lets all go well and counts them."""
        self.made, self._due, self._fault, self.failed = 0, number, fault, False
        try:
            yield
        finally:
            self._due = None

    def call(self, act: Callable[[], Result], failure: Callable[[], Exception]) -> Result:
        """Make a call, or let it fail."""
        number, self.made = self.made, self.made + 1
        due = self._due is not None and (
            number == self._due or (number > self._due and self._fault is Fault.GONE)
        )
        if not due:
            return act()
        self.failed = True
        if self._fault is Fault.ANSWER_LOST:
            made = act()
            if isinstance(made, sqlite3.Connection | psycopg.Connection):
                # Nobody has it; the other side notices that nobody is there.
                made.close()
        raise failure()


def _disk_error() -> Exception:
    failure = sqlite3.OperationalError("disk I/O error")
    failure.sqlite_errorcode = sqlite3.SQLITE_IOERR
    return failure


def _lost() -> Exception:
    return psycopg.OperationalError("server closed the connection unexpectedly")


def install(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Let every connection that is opened from now on count its calls."""
    calls = Calls()
    open_sqlite, open_postgresql = sqlite3.connect, psycopg.Connection.connect

    class SqliteCursor(sqlite3.Cursor):
        def execute(self, *given: Any) -> Any:
            return calls.call(lambda: super(SqliteCursor, self).execute(*given), _disk_error)

        def executemany(self, *given: Any) -> Any:
            return calls.call(lambda: super(SqliteCursor, self).executemany(*given), _disk_error)

    class SqliteConnection(sqlite3.Connection):
        def cursor(self, factory: Any = None) -> Any:
            return super().cursor(SqliteCursor)

        def execute(self, *given: Any) -> Any:
            return self.cursor().execute(*given)

        def commit(self) -> None:
            calls.call(super().commit, _disk_error)

        def rollback(self) -> None:
            calls.call(super().rollback, _disk_error)

    class Cursor(psycopg.Cursor[Any]):
        def execute(self, *given: Any, **named: Any) -> Any:
            return calls.call(lambda: super(Cursor, self).execute(*given, **named), _lost)

        def executemany(self, *given: Any, **named: Any) -> Any:
            return calls.call(lambda: super(Cursor, self).executemany(*given, **named), _lost)

    class Connection(psycopg.Connection[Any]):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            self.cursor_factory = Cursor

        def commit(self) -> None:
            calls.call(super().commit, _lost)

        def rollback(self) -> None:
            calls.call(super().rollback, _lost)

    def sqlite(*given: Any, **named: Any) -> Any:
        return calls.call(lambda: open_sqlite(*given, factory=SqliteConnection, **named), _disk_error)

    def postgresql(*given: Any, **named: Any) -> Any:
        return calls.call(lambda: open_postgresql.__func__(Connection, *given, **named), _lost)  # type: ignore[attr-defined]

    monkeypatch.setattr(sqlite3, "connect", sqlite)
    monkeypatch.setattr(psycopg, "connect", postgresql)
    return calls
