"""The passkeys of the house by the word of its journal alone: what stands in the tables of the books opens and signs nothing."""

from collections.abc import Callable, Iterable, Iterator
from hmac import compare_digest
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from houseway.backoffice.orders import SIGNATURES, said_by
from houseway.backoffice.passkeys.book import BOOK, PasskeyGiven, PasskeyRemoved
from houseway.backoffice.records import STREAM, Signing, State, signing_of
from houseway.journal import Entry
from houseway.journal.schema import entries

_ENTRIES = sa.select(entries).where(entries.c.stream == STREAM + BOOK.name).order_by(entries.c.version)
_CLOSED = sa.select(entries.c.body).where(
    entries.c.stream == "office-access",
    entries.c.kind == "account-closed",
    entries.c.position > sa.bindparam("since"),
)
_SIGNERS = 3


class Key(NamedTuple):
    """A passkey that was given: whose it is, its public key, the host where it answers, and since which entry."""

    passkey: str
    credential: str
    public_key: str
    host: str
    since: int


class _Closed(msgspec.Struct, frozen=True):
    credential: str


class Keyring:
    """The passkeys in force after so many entries of the journal, in the order in which those were recorded."""

    def __init__(self) -> None:
        self.keys: dict[str, Key] = {}

    def follow(self, entry: Entry, said: Signing) -> None:
        """Take up what an executed order of the book says."""
        if entry.stream != STREAM + BOOK.name or entry.kind != State.EXECUTED:
            return
        for told in said.facts:
            fact = msgspec.convert(told, BOOK.facts)
            if isinstance(fact, PasskeyGiven):
                given = (fact.passkey, fact.credential, fact.public_key, fact.host)
                self.keys[fact.passkey] = Key(*given, entry.position)
            elif isinstance(fact, PasskeyRemoved):
                self.keys.pop(fact.passkey, None)

    def of(self, credential: str) -> tuple[Key, ...]:
        """The passkeys of somebody."""
        return tuple(key for key in self.keys.values() if key.credential == credential)


def keys_in_force(connection: sa.Connection, tag: Callable[[str, bytes], str]) -> Keyring:
    """The passkeys that open and sign now: signed for by all three with the mark of the house, and not of a closed account."""
    ring, marked = Keyring(), dict[str, int]()
    for row in connection.execute(_ENTRIES).all():
        entry = Entry(*row)
        said = signing_of(entry)
        if _is_marked(said, tag):
            marked[said.digest] = marked.get(said.digest, 0) + 1
        removes = any(told.get("fact") == "passkey-removed" for told in said.facts)
        if removes or marked.get(said.digest, 0) == _SIGNERS:
            ring.follow(entry, said)
    if ring.keys:
        oldest = min(key.since for key in ring.keys.values())
        for key in list(_of_closed(connection, ring.keys.values(), oldest)):
            del ring.keys[key.passkey]
    return ring


def _is_marked(said: Signing, tag: Callable[[str, bytes], str]) -> bool:
    signed = said.signature
    return signed is not None and compare_digest(tag(SIGNATURES, said_by(signed, said.digest)), signed.tag)


def _of_closed(connection: sa.Connection, keys: Iterable[Key], oldest: int) -> Iterator[Key]:
    """Those whose owner's account was closed after they were given, be it open again."""
    query = _CLOSED.add_columns(entries.c.position)
    last: dict[str, int] = {}
    for body, position in connection.execute(query, {"since": oldest}).all():
        last[msgspec.json.decode(body, type=_Closed).credential] = position
    return (key for key in keys if last.get(key.credential, 0) > key.since)
