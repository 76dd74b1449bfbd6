"""The instants of an act: before each statement that the database is given, and before each commit."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from houseway.journal import Journal


class PowerCut(Exception):
    """The house is interrupted here."""


@contextmanager
def at_each_instant(journal: Journal, happens: Callable[[], None]) -> Iterator[None]:
    """Let something happen before each statement and before each commit of a journal."""
    with journal.reading() as connection:
        engine = connection.engine

    def statement(*_: Any) -> None:
        happens()

    listeners = ("before_cursor_execute", "commit")
    for name in listeners:
        sa.event.listen(engine, name, statement)
    try:
        yield
    finally:
        for name in listeners:
            sa.event.remove(engine, name, statement)


def power_cuts(journal: Journal, act: Callable[[], object]) -> Iterator[int]:
    """Interrupt an act at its first instant, at its second, and so on, each time giving its number; at last let it be done."""
    instant = 0
    while True:
        left = iter(range(instant))

        def cut(left: Iterator[int] = left) -> None:
            if next(left, None) is None:
                raise PowerCut

        try:
            with at_each_instant(journal, cut):
                act()
        except PowerCut:
            yield instant
            instant += 1
        else:
            assert instant, "it never reached the database"
            return
