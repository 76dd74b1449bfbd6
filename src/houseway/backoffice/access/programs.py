"""Programs: the secrets of their tokens, collected once by the owner and kept as a hash, and who comes in with one."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

import sqlalchemy as sa

from houseway.backoffice.access import marks
from houseway.backoffice.access.accounts import account_of, is_usual_place, note_place
from houseway.backoffice.access.marks import Kind
from houseway.backoffice.access.records import TokenCollected, TokenUsed, record
from houseway.backoffice.access.refusals import NoToken, WrongToken
from houseway.backoffice.access.schema import moment_of, number_of, secrets
from houseway.backoffice.access.tokens import hash_of
from houseway.backoffice.book import Desk
from houseway.backoffice.grants import Grant
from houseway.backoffice.people import Posting
from houseway.backoffice.postings.postings import posting_of
from houseway.backoffice.programs.book import state_of
from houseway.backoffice.programs.schema import Given, every_token, given_token
from houseway.journal import Transaction

_CLOSED = "the account was closed"


@dataclass(frozen=True, slots=True)
class Bearer:
    """A program that has come in: for whom it acts today, what it was given to do, and until when."""

    posting: Posting
    grant: Grant
    last_day: date


@dataclass(frozen=True, slots=True)
class TokenStanding:
    """A token as it stands: as it was given, why it opens nothing if so, and when it was collected and last used."""

    given: Given
    ended: str
    collected_at: datetime | None
    used_at: datetime | None


class Kept(NamedTuple):
    """A secret as it is kept."""

    token: str
    secret_hash: str
    credential: str
    collected_at: int
    used_at: int | None
    ended: str


def find(connection: sa.Connection, secret: str) -> Kept | None:
    """The token that a secret belongs to."""
    return _kept(connection, secrets.c.secret_hash == hash_of(secret))


def _kept(connection: sa.Connection, which: sa.ColumnElement[bool]) -> Kept | None:
    found = connection.execute(sa.select(secrets).where(which)).first()
    return Kept._make(found) if found else None


def bearer_of(desk: Desk, kept: Kept) -> Bearer:
    """Who comes in with a token that was collected; refused once anything has ended it."""
    given = given_token(desk.connection, kept.token)
    if given is None:
        raise WrongToken("its book does not have it")
    if ended := _why_ended(desk, given, kept):
        raise WrongToken(ended)
    posting = posting_of(desk.connection, given.credential, desk.day)
    assert posting is not None
    return Bearer(posting, given.grant, given.last_day)


def _why_ended(desk: Desk, given: Given, kept: Kept | None) -> str:
    """Why a token opens nothing, if so: nobody acts for somebody whose account is closed, or whose posting is over."""
    if told := state_of(given, desk):
        return told
    if kept is not None and kept.ended:
        return kept.ended
    known = account_of(desk.connection, given.credential)
    return "" if known is not None and known.password else _CLOSED


def collect(transaction: Transaction, desk: Desk, token: str, owner: Posting, secret: str) -> None:
    """Keep the hash of a secret that the owner of a token is shown, this once."""
    connection = transaction.connection
    given = given_token(connection, token)
    if given is None or given.person != owner.person:
        raise NoToken(f"{owner.credential} was given no token {token!r}")
    if ended := _why_ended(desk, given, None):
        raise NoToken(f"the token {token} opens nothing any more: {ended}")
    if _kept(connection, secrets.c.token == token) is not None:
        raise NoToken(f"the secret of the token {token} was shown already; revoke it and ask for another")
    row = {
        "token": token,
        "secret_hash": hash_of(secret),
        "credential": given.credential,
        "collected_at": number_of(desk.at),
        "used_at": None,
        "ended": "",
    }
    connection.execute(secrets.insert(), row)
    version = record(transaction, TokenCollected(token=token, credential=owner.credential), desk.at)
    marks.put_on(transaction, Kind.TOKEN, (token,), version)


def end_all(transaction: Transaction, credential: str, version: int) -> None:
    """Let no token of a credential open anything any more, for good: its account was closed by an entry of this version."""
    connection = transaction.connection
    mine = sa.and_(secrets.c.credential == credential, secrets.c.ended == "")
    ended = connection.execute(sa.select(secrets.c.token).where(mine)).scalars().all()
    connection.execute(secrets.update().where(mine).values(ended=_CLOSED))
    marks.put_on(transaction, Kind.TOKEN, ended, version)


def is_first_from(connection: sa.Connection, kept: Kept, host: str) -> bool:
    """Whether a token has never been used from an address."""
    return not is_usual_place(connection, _place(kept), host)


def note_use(transaction: Transaction, kept: Kept, host: str, now: datetime) -> None:
    """Note when a token was used, and record it where that is the first time from an address."""
    connection, mine = transaction.connection, secrets.c.token == kept.token
    connection.execute(secrets.update().where(mine).values(used_at=number_of(now)))
    if is_first_from(connection, kept, host):
        note_place(connection, _place(kept), host)
        record(transaction, TokenUsed(token=kept.token, credential=kept.credential, address=host), now)


def _place(kept: Kept) -> str:
    return f"token {kept.token}"


def standing_tokens(desk: Desk) -> Iterator[TokenStanding]:
    """Every token as it stands, by name."""
    known = {row.token: Kept._make(row) for row in desk.connection.execute(sa.select(secrets)).all()}
    for given in every_token(desk.connection):
        kept = known.get(given.token)
        yield TokenStanding(
            given=given,
            ended=_why_ended(desk, given, kept),
            collected_at=moment_of(kept.collected_at) if kept else None,
            used_at=moment_of(kept.used_at) if kept and kept.used_at is not None else None,
        )
