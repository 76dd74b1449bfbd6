"""The failures of a property: counted per account and per address, forgotten after a success or a day."""

from collections.abc import Iterable
from datetime import datetime, timedelta

import sqlalchemy as sa

from houseway.backoffice.access.backoff import FORGOTTEN_AFTER, Guesser, wait_after
from houseway.backoffice.access.schema import failures, number_of


def wait_left(connection: sa.Connection, guessers: Iterable[Guesser], now: datetime) -> timedelta:
    """How long whichever of the guessers must wait longest still has to wait."""
    until = connection.execute(sa.select(sa.func.max(failures.c.until)).where(_of(guessers))).scalar()
    return max(timedelta(milliseconds=(until or 0) - number_of(now)), timedelta(0))


def count_failure(connection: sa.Connection, guesser: Guesser, now: datetime) -> tuple[int, timedelta]:
    """Count one failure more: how many there are now, and how long to wait before the next attempt."""
    connection.execute(failures.delete().where(failures.c.last_at <= number_of(now - FORGOTTEN_AFTER)))
    mine = failures.c.guesser == guesser.key
    before = connection.execute(sa.select(failures.c.count).where(mine)).scalar() or 0
    wait = wait_after(before + 1, guesser.free)
    values = {
        "count": before + 1,
        "last_at": number_of(now),
        "until": number_of(now + wait),
        "told": False,
    }
    if before:
        connection.execute(failures.update().where(mine).values(**values))
    else:
        connection.execute(failures.insert(), {"guesser": guesser.key, **values})
    return before + 1, wait


def is_untold(connection: sa.Connection, guessers: Iterable[Guesser], now: datetime) -> bool:
    """Whether a wait that still lasts has not been recorded as a lock-out yet."""
    return connection.execute(sa.select(failures.c.guesser).where(_untold(guessers, now))).first() is not None


def mark_told(connection: sa.Connection, guessers: Iterable[Guesser], now: datetime) -> bool:
    """Note that the waits that still last are recorded as lock-outs; whether any was not yet."""
    return connection.execute(failures.update().where(_untold(guessers, now)).values(told=True)).rowcount > 0


def forget(connection: sa.Connection, guessers: Iterable[Guesser]) -> None:
    """Hold nothing more against an account and an address: the right password was given."""
    connection.execute(failures.delete().where(_of(guessers)))


def _of(guessers: Iterable[Guesser]) -> sa.ColumnElement[bool]:
    return failures.c.guesser.in_([guesser.key for guesser in guessers])


def _untold(guessers: Iterable[Guesser], now: datetime) -> sa.ColumnElement[bool]:
    return sa.and_(_of(guessers), failures.c.until > number_of(now), failures.c.told.is_(sa.false()))
