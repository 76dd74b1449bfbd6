"""Challenges: what a passkey is asked to sign, fresh each time, and taken once."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from hmac import compare_digest
from secrets import token_hex

import msgspec
import sqlalchemy as sa

from houseway.backoffice.passkeys.assertion import BadAssertion, challenge_for
from houseway.backoffice.passkeys.keyring import Key
from houseway.backoffice.schema import NUMBER
from houseway.journal import Transaction

metadata = sa.MetaData()

# The nonces that passkeys have answered, until they would be too old anyway: each is good for one answer.
nonces = sa.Table(
    "access_nonces",
    metadata,
    sa.Column("nonce", sa.Text, primary_key=True),
    sa.Column("until", NUMBER, nullable=False),
)

# How often each passkey said it was used: one that is copied falls behind the other. Marked, so that nobody turns it back.
uses = sa.Table(
    "access_passkey_uses",
    metadata,
    sa.Column("passkey", sa.Text, primary_key=True),
    sa.Column("used", NUMBER, nullable=False),
    sa.Column("mark", sa.Text, nullable=False),
)

Mark = Callable[[str, bytes], str]

# So long somebody may look for the device.
GOOD_FOR = timedelta(minutes=5)
_NONCE, _USES = "nonces", "passkey uses"


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What a browser is told to ask of a passkey: the nonce and the challenge, and the passkeys that may answer, if known.

    `key` is that under which an order is given that is to be signed: it comes back with the answer.
    """

    nonce: str
    challenge: str
    host: str
    passkeys: tuple[str, ...] = ()
    key: str = ""


def new_nonce(now: datetime, act: str, mark: Mark) -> str:
    """A nonce that this house alone can make, good for an act and a while."""
    said = f"{_milliseconds(now + GOOD_FOR)}.{token_hex(16)}"
    return f"{said}.{mark(_NONCE, f'{act} {said}'.encode())}"


def asked_of(
    house: str, act: str, digest: str, keys: Iterable[Key], nonce: str, credential: str, key: str
) -> Asked:
    """The challenge of a nonce, for the passkeys of somebody."""
    known = tuple(keys)
    return Asked(
        nonce=nonce,
        challenge=challenge_for(house, act, digest, credential, nonce),
        host=known[0].host if known else "",
        passkeys=tuple(one.passkey for one in known),
        key=key,
    )


def is_given_for(nonce: str, act: str, mark: Mark) -> bool:
    """Whether this house made a nonce, for an act."""
    said, _, found = nonce.rpartition(".")
    return compare_digest(found.encode(), mark(_NONCE, f"{act} {said}".encode()).encode())


def require_fresh(nonce: str, act: str, mark: Mark, now: datetime) -> int:
    """Until when a nonce is good that this house gave for an act a short while ago; any other is refused."""
    until = nonce.partition(".")[0]
    if not is_given_for(nonce, act, mark) or not until.isdecimal() or int(until) <= _milliseconds(now):
        raise BadAssertion("this house did not ask for it, or too long ago")
    return int(until)


def take(transaction: Transaction, nonce: str, act: str, now: datetime) -> None:
    """Take a nonce, once."""
    connection, at = transaction.connection, _milliseconds(now)
    until = require_fresh(nonce, act, transaction.tag, now)
    connection.execute(nonces.delete().where(nonces.c.until <= at))
    if connection.execute(sa.select(nonces).where(nonces.c.nonce == nonce)).first() is not None:
        raise BadAssertion("it was shown before")
    connection.execute(nonces.insert(), {"nonce": nonce, "until": until})


def count_on(transaction: Transaction, key: Key, used: int) -> None:
    """Keep how often a passkey was used; one that does not count says 0 each time."""
    connection = transaction.connection
    found = connection.execute(sa.select(uses).where(uses.c.passkey == key.passkey)).first()
    if found is not None and not compare_digest(found.mark, transaction.tag(_USES, _said(key, found.used))):
        raise BadAssertion(
            "its count of uses was changed in the books: have it removed, and register another"
        )
    if found is not None and found.used and used <= found.used:
        raise BadAssertion("its count of uses goes back: somebody may have a copy; have it removed")
    values = {"used": used, "mark": transaction.tag(_USES, _said(key, used))}
    if found is None:
        connection.execute(uses.insert(), {"passkey": key.passkey, **values})
    else:
        connection.execute(uses.update().where(uses.c.passkey == key.passkey).values(**values))


def _said(key: Key, used: int) -> bytes:
    return f"{key.passkey} {used}".encode()


def _milliseconds(at: datetime) -> int:
    return int(at.timestamp() * 1000)
