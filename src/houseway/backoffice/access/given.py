"""What the journal says of accounts and tokens: which there are, and which entry gave each what it has.

The tables of access hold secrets and stand beside the journal. Whoever can write to them can bring back a row of an
earlier day or take one away; the journal tells.
"""

import threading
from typing import Self

import msgspec
import sqlalchemy as sa

from houseway.backoffice.access.records import (
    STREAM,
    AccountClosed,
    AccountOpened,
    PasswordChanged,
    TokenCollected,
    kind_of,
)
from houseway.journal.schema import entries

_OPENED, _CHANGED = kind_of(AccountOpened), kind_of(PasswordChanged)
_CLOSED, _COLLECTED = kind_of(AccountClosed), kind_of(TokenCollected)
_LAST = sa.select(sa.func.max(entries.c.version)).where(entries.c.stream == STREAM)
_NEWER = (
    sa.select(entries.c.version, entries.c.kind, entries.c.body)
    .where(
        entries.c.stream == STREAM,
        entries.c.version > sa.bindparam("after"),
        entries.c.kind.in_((_OPENED, _CHANGED, _CLOSED, _COLLECTED)),
    )
    .order_by(entries.c.version)
)


class _Whose(msgspec.Struct, frozen=True):
    credential: str
    token: str = ""


class Given:
    """The accounts and tokens of a house as its journal has them; safe to be brought up to date by several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._read = 0
        # By credential and by token: the version of the entry that gave the row what it has.
        self.accounts: dict[str, int] = {}
        self.tokens: dict[str, int] = {}
        # When an account was last closed, by credential.
        self.closed: dict[str, int] = {}
        self._tokens_of: dict[str, list[str]] = {}

    @classmethod
    def as_of(cls, connection: sa.Connection) -> Self:
        """What the journal says as a connection sees it."""
        given = cls()
        given.follow(connection)
        return given

    def follow(self, connection: sa.Connection) -> None:
        """Read what was recorded since; not within a transaction that has recorded something and may be undone."""
        with self._lock:
            last = connection.execute(_LAST).scalar() or 0
            if last <= self._read:
                return
            for version, kind, body in connection.execute(_NEWER, {"after": self._read}).all():
                self._take(version, kind, msgspec.json.decode(body, type=_Whose))
            self._read = last

    def _take(self, version: int, kind: str, whose: _Whose) -> None:
        if kind == _COLLECTED:
            self.tokens[whose.token] = version
            self._tokens_of.setdefault(whose.credential, []).append(whose.token)
            return
        self.accounts[whose.credential] = version
        if kind == _CLOSED:
            self.closed[whose.credential] = version
            for token in self._tokens_of.pop(whose.credential, ()):
                self.tokens[token] = version

    def is_open(self, credential: str) -> bool:
        """Whether an account was opened, and not closed since."""
        last = self.accounts.get(credential, 0)
        return last > 0 and self.closed.get(credential) != last
