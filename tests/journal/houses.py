"""What the journal's tests share: a moment, and a way around the journal into its database."""

import sqlite3
from types import TracebackType
from typing import Any, Self

import psycopg

NOON = "2024-05-01T12:00:00.000000Z"


class Raw:
    """A plain connection to the database of a journal, with `?` for parameters in both."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.is_sqlite = "://" not in place
        self._connection: Any = (
            sqlite3.connect(place, isolation_level=None)
            if self.is_sqlite
            else psycopg.connect(place, autocommit=True)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def run(self, sql: str, *parameters: object) -> Any:
        return self._connection.execute(sql if self.is_sqlite else sql.replace("?", "%s"), parameters)

    def rows(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = self.run(sql, *parameters).fetchall()
        return found

    def drop_triggers(self) -> None:
        if self.is_sqlite:
            for (name,) in self.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
                self.run(f"DROP TRIGGER {name}")
        else:
            for table in ("entries", "checkpoints"):
                self.run(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
