"""Sessions: kept under the hash of their token, for as long as somebody is there and no longer than a shift."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa

from houseway.backoffice.access.records import Ending, SignedOut, record
from houseway.backoffice.access.schema import accounts, moment_of, number_of, sessions
from houseway.backoffice.access.tokens import hash_of
from houseway.backoffice.people import Posting
from houseway.journal import Transaction


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who has signed in and is still there: who that is today, and what the session's pages show."""

    posting: Posting
    csrf: str
    demo: bool
    address: str
    ends_at: datetime


class Kept(NamedTuple):
    """A session as it is kept."""

    token_hash: str
    credential: str
    address: str
    opened_at: int
    seen_at: int
    demo: bool


@dataclass(frozen=True, slots=True)
class Stay:
    """How long a session lasts: without anybody there, and at all."""

    idle: timedelta
    lifetime: timedelta

    def end_of(self, kept: Kept) -> datetime:
        """When a session is over at the latest."""
        return moment_of(kept.opened_at) + self.lifetime

    def why_over(self, kept: Kept, now: datetime) -> Ending | None:
        """Why a session is over, if it is."""
        if now >= self.end_of(kept):
            return Ending.LIFETIME
        if now >= moment_of(kept.seen_at) + self.idle:
            return Ending.IDLE
        return None


_KEPT = sa.select(*sessions.c, accounts.c.demo).join_from(
    sessions, accounts, sessions.c.credential == accounts.c.credential
)


def find(connection: sa.Connection, token: str) -> Kept | None:
    """The session of a token, over or not."""
    found = connection.execute(_KEPT.where(sessions.c.token_hash == hash_of(token))).first()
    return Kept._make(found) if found else None


def keep(connection: sa.Connection, token: str, credential: str, address: str, now: datetime) -> None:
    """Keep a new session."""
    at = number_of(now)
    connection.execute(
        sessions.insert(),
        {
            "token_hash": hash_of(token),
            "credential": credential,
            "address": address,
            "opened_at": at,
            "seen_at": at,
        },
    )


def note_presence(connection: sa.Connection, kept: Kept, now: datetime) -> None:
    """Note that somebody is still there."""
    mine = sessions.c.token_hash == kept.token_hash
    connection.execute(
        sessions.update().where(mine, sessions.c.seen_at < number_of(now)).values(seen_at=number_of(now))
    )


def end(transaction: Transaction, kept: Kept, why: Ending, now: datetime) -> None:
    """End a session, and record why; one that ended meanwhile is not ended twice."""
    mine = sessions.c.token_hash == kept.token_hash
    if transaction.connection.execute(sessions.delete().where(mine)).rowcount:
        record(transaction, SignedOut(credential=kept.credential, reason=why), now)


def end_those_over(transaction: Transaction, stay: Stay, now: datetime) -> None:
    """End the sessions that nobody came back to."""
    for row in transaction.connection.execute(_KEPT).all():
        kept = Kept._make(row)
        if why := stay.why_over(kept, now):
            end(transaction, kept, why, now)


def end_others(transaction: Transaction, token: str, credential: str, why: Ending, now: datetime) -> None:
    """End every session of somebody but one; all of them where no token is given."""
    query = _KEPT.where(sessions.c.credential == credential, sessions.c.token_hash != hash_of(token))
    for row in transaction.connection.execute(query).all():
        end(transaction, Kept._make(row), why, now)
