"""Sessions: kept under the hash of their token, for as long as somebody is there and no longer than a shift.

Who asks with a token is looked up with every request: one statement gives all that it depends on, as it stands at that instant.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import islice
from typing import NamedTuple, Self

import msgspec
import sqlalchemy as sa

from houseway.backoffice.access.records import Ending, SignedOut, record
from houseway.backoffice.access.schema import (
    accounts,
    moment_of,
    number_of,
    presence,
    session_marks,
    sessions,
)
from houseway.backoffice.access.tokens import hash_of, is_same
from houseway.backoffice.office import Office
from houseway.backoffice.people import Posting
from houseway.backoffice.postings.postings import ON_THE_DAY, postings
from houseway.backoffice.postings.presence import USUAL, Presence
from houseway.backoffice.postings.presence import presence as house_presence
from houseway.journal import Transaction


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who has signed in and is still there: who that is today, and what the session's pages show."""

    posting: Posting
    csrf: str
    demo: bool
    address: str
    ends_at: datetime
    # When its owner last showed a password or a passkey.
    proved_at: datetime


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


# Gives the mark of the house on something, empty where the house has no key.
Mark = Callable[[str, bytes], str]
_PURPOSE = "sessions"


def is_genuine(connection: sa.Connection, kept: Kept, mark: Mark) -> bool:
    """Whether the house itself opened a session as it stands; a house without a key cannot tell."""
    mine = session_marks.c.token_hash == kept.token_hash
    return _is_marked(kept, connection.execute(sa.select(session_marks.c.mark).where(mine)).scalar(), mark)


def _is_marked(kept: Kept, found: str | None, mark: Mark) -> bool:
    due = mark(_PURPOSE, _said(kept))
    return not due or is_same(found or "", due)


def _said(kept: Kept) -> bytes:
    return "\n".join((kept.token_hash, kept.credential, kept.address, str(kept.opened_at))).encode()


def keep(
    connection: sa.Connection, token: str, credential: str, address: str, now: datetime, mark: Mark
) -> None:
    """Keep a new session, with the mark of the house on it."""
    at = number_of(now)
    made = Kept(hash_of(token), credential, address, at, at, demo=False)
    connection.execute(
        session_marks.insert(), {"token_hash": made.token_hash, "mark": mark(_PURPOSE, _said(made))}
    )
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


_PRESENCE = "presence"


_KNOWN = (
    _KEPT.add_columns(session_marks.c.mark, presence.c.proved_at, presence.c.mark)
    .add_columns(*(house_presence.c[name] for name in Presence._fields))
    .add_columns(*(postings.c[name] for name in Posting.__struct_fields__))
    .outerjoin(session_marks, session_marks.c.token_hash == sessions.c.token_hash)
    .outerjoin(presence, presence.c.token_hash == sessions.c.token_hash)
    .outerjoin(house_presence, sa.true())
    .outerjoin(postings, sa.and_(postings.c.credential == sessions.c.credential, ON_THE_DAY))
    .where(sessions.c.token_hash == sa.bindparam("shown"))
)


class Known(NamedTuple):
    """A session with all that it depends on, as it stands at one instant; `posting` is none of somebody who is employed no more."""

    kept: Kept
    genuine: bool
    proved_at: datetime
    house: Presence
    posting: Posting | None

    @classmethod
    def by(cls, token: str, day: date, office: Office) -> Self | None:
        """The session of a token, over or not, on a gaming day."""
        found = office.first(_KNOWN, shown=hash_of(token), day=day.isoformat())
        if found is None:
            return None
        values, tag = iter(found), office.journal.tag
        kept = Kept._make(islice(values, len(Kept._fields)))
        # SQLite keeps what is true as a number.
        kept = kept._replace(demo=bool(kept.demo))
        mark, proved_at, proof = islice(values, 3)
        house = Presence._make(islice(values, len(Presence._fields)))
        posting = dict(zip(Posting.__struct_fields__, values, strict=True))
        return cls(
            kept,
            _is_marked(kept, mark, tag),
            _proved_at(kept, proved_at, proof, tag),
            USUAL if house.idle is None else house,
            None if posting["person"] is None else msgspec.convert(posting, Posting),
        )


def _proved_at(kept: Kept, at: int | None, proof: str | None, mark: Mark) -> datetime:
    """When the owner of a session last proved to be there; what the house has not noted itself proves nothing."""
    if at is not None and proof is not None and is_same(proof, mark(_PRESENCE, _proof(kept, at))):
        return moment_of(at)
    return moment_of(kept.opened_at)


def note_proof(connection: sa.Connection, kept: Kept, now: datetime, mark: Mark) -> None:
    """Note that the owner of a session has proved to be there."""
    at = number_of(now)
    row = {"token_hash": kept.token_hash, "proved_at": at, "mark": mark(_PRESENCE, _proof(kept, at))}
    connection.execute(presence.delete().where(presence.c.token_hash == kept.token_hash))
    connection.execute(presence.insert(), row)


def _proof(kept: Kept, at: int) -> bytes:
    return f"{kept.token_hash}\n{kept.credential}\n{at}".encode()


def every(connection: sa.Connection) -> tuple[Kept, ...]:
    """All sessions that are kept."""
    return tuple(Kept._make(row) for row in connection.execute(_KEPT).all())


def note_presence(connection: sa.Connection, kept: Kept, now: datetime) -> None:
    """Note that somebody is still there."""
    mine = sessions.c.token_hash == kept.token_hash
    connection.execute(
        sessions.update().where(mine, sessions.c.seen_at < number_of(now)).values(seen_at=number_of(now))
    )


def end(transaction: Transaction, kept: Kept, why: Ending, now: datetime) -> None:
    """End a session, and record why; one that ended meanwhile is not ended twice."""
    mine = sessions.c.token_hash == kept.token_hash
    marked = session_marks.c.token_hash == kept.token_hash
    transaction.connection.execute(session_marks.delete().where(marked))
    transaction.connection.execute(presence.delete().where(presence.c.token_hash == kept.token_hash))
    if transaction.connection.execute(sessions.delete().where(mine)).rowcount:
        record(transaction, SignedOut(credential=kept.credential, reason=why), now)


def end_those_over(transaction: Transaction, stay: Stay, now: datetime) -> None:
    """End the sessions that nobody came back to."""
    for kept in every(transaction.connection):
        if why := stay.why_over(kept, now):
            end(transaction, kept, why, now)


def end_others(transaction: Transaction, token: str, credential: str, why: Ending, now: datetime) -> None:
    """End every session of somebody but one; all of them where no token is given."""
    query = _KEPT.where(sessions.c.credential == credential, sessions.c.token_hash != hash_of(token))
    for row in transaction.connection.execute(query).all():
        end(transaction, Kept._make(row), why, now)
