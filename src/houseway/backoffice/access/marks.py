"""Marks of the house on accounts and on tokens that were collected: a row that somebody wrote opens nothing."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

import sqlalchemy as sa

from houseway.backoffice.access.given import Given
from houseway.backoffice.access.records import MARKS_STREAM, AccessMarked, record_marked
from houseway.backoffice.access.schema import accounts, marks, secrets
from houseway.backoffice.access.sessions import Mark
from houseway.backoffice.access.tokens import is_same
from houseway.journal import NotCanonical, Transaction, canonical
from houseway.journal.schema import entries

_PURPOSE = "access"


class Kind(StrEnum):
    """What is marked."""

    ACCOUNT = "account"
    TOKEN = "token"


# What a mark stands under of each row; when a token was last used is nobody's secret and nobody's right.
_ROWS = {
    Kind.ACCOUNT: sa.select(
        accounts.c.credential.label("subject"), accounts.c.password, accounts.c.demo, accounts.c.opened_at
    ),
    Kind.TOKEN: sa.select(
        secrets.c.token.label("subject"),
        secrets.c.secret_hash,
        secrets.c.credential,
        secrets.c.collected_at,
        secrets.c.ended,
    ),
}
_MARKED = sa.select(marks.c.version, marks.c.mark).where(
    marks.c.kind == sa.bindparam("kind"), marks.c.subject == sa.bindparam("subject")
)
_HAS_BEGUN = sa.select(entries.c.version).where(entries.c.stream == MARKS_STREAM, entries.c.version == 1)


def has_begun(connection: sa.Connection) -> bool:
    """Whether the house marks its accounts and tokens, as the journal says: marks that are missing then are a finding."""
    return connection.execute(_HAS_BEGUN).first() is not None


def put_on(transaction: Transaction, kind: Kind, subjects: Iterable[str], version: int) -> None:
    """Mark rows as they stand now, as an entry of the journal gave them what they have."""
    for subject in subjects:
        _put(transaction.connection, kind, subject, version, transaction.tag)


def renew(transaction: Transaction, kind: Kind, subject: str) -> None:
    """Mark a row whose secret the house keeps in another way since; the entry behind it is the same."""
    found = transaction.connection.execute(_MARKED, {"kind": kind, "subject": subject}).first()
    _put(transaction.connection, kind, subject, found.version if found else 0, transaction.tag)


def is_genuine(
    connection: sa.Connection, kind: Kind, subject: str, given: Given, tags: Iterable[Mark]
) -> bool:
    """Whether the house itself wrote a row as it stands, for its latest entry about it; without a key nobody can tell."""
    found = connection.execute(_MARKED, {"kind": kind, "subject": subject}).first()
    known = given.accounts if kind is Kind.ACCOUNT else given.tokens
    version, mark = (found.version, found.mark) if found else (0, "")
    try:
        said = _said(connection, kind, subject, version)
    except NotCanonical:  # a value that the house would not have written in any form
        return False
    due = [tag(_PURPOSE, said) for tag in tags]
    if "" in due:
        return True
    return version == known.get(subject, 0) and any(is_same(mark, one) for one in due)


def begin(transaction: Transaction, at: datetime) -> None:
    """Mark, once, what was kept before the house marked anything, and record it: nobody is locked out by an upgrade."""
    if not transaction.tag(_PURPOSE, b"") or has_begun(transaction.connection):
        return
    counted = mark_all(transaction, transaction.tag)
    record_marked(transaction, AccessMarked(accounts=counted[Kind.ACCOUNT], tokens=counted[Kind.TOKEN]), at)


def mark_all(transaction: Transaction, tag: Mark) -> dict[Kind, int]:
    """Mark every row for the latest entry about it; gives how many of each kind there are."""
    given = Given.as_of(transaction.connection)
    counted = {}
    for kind, known in ((Kind.ACCOUNT, given.accounts), (Kind.TOKEN, given.tokens)):
        found = subjects(transaction.connection, kind)
        for subject in found:
            _put(transaction.connection, kind, subject, known.get(subject, 0), tag)
        counted[kind] = len(found)
    return counted


def mark_anew(transaction: Transaction, tag: Mark) -> None:
    """Mark every row that this house marked with another key from now on; one that it did not mark stays as it is."""
    given = Given.as_of(transaction.connection)
    for kind, known in ((Kind.ACCOUNT, given.accounts), (Kind.TOKEN, given.tokens)):
        for subject in subjects(transaction.connection, kind):
            if is_genuine(transaction.connection, kind, subject, given, (transaction.tag,)):
                _put(transaction.connection, kind, subject, known.get(subject, 0), tag)


def subjects(connection: sa.Connection, kind: Kind) -> list[str]:
    """What there is of a kind, by name."""
    return sorted(row.subject for row in connection.execute(_ROWS[kind]).all())


def _put(connection: sa.Connection, kind: Kind, subject: str, version: int, tag: Mark) -> None:
    mine = sa.and_(marks.c.kind == kind, marks.c.subject == subject)
    values = {"version": version, "mark": tag(_PURPOSE, _said(connection, kind, subject, version))}
    if not connection.execute(marks.update().where(mine).values(**values)).rowcount:
        connection.execute(marks.insert(), {"kind": kind, "subject": subject, **values})


def _said(connection: sa.Connection, kind: Kind, subject: str, version: int) -> bytes:
    rows = _ROWS[kind].subquery()
    found = connection.execute(sa.select(rows).where(rows.c.subject == subject)).first()
    return canonical([kind, version, *(found or (subject,))])
