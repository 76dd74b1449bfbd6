"""Backups: a whole house copied while it is open, and brought back; the keys that sign and mark travel apart.

A backup is a journal in a file, whatever database the house lies in: every entry and checkpoint as it is, and beside them
what the journal does not hold: accounts, the keys of patrons' sealed data, and attached letters. The books are made anew from the entries.
"""

from collections.abc import Iterator

import sqlalchemy as sa

from houseway.backoffice import attachments, vault
from houseway.backoffice.access import schema as access
from houseway.backoffice.passkeys import once
from houseway.journal import Head, Journal, JournalUnavailable

# Who is signed in, and who failed to, is of the day; everybody signs in anew at a house that was brought back.
_OF_THE_DAY = frozenset(
    {"access_sessions", "access_session_marks", "access_presence", "access_failures", "access_nonces"}
)
_AT_ONCE = 2_000


def copy_house(source: Journal, target: Journal) -> Head:
    """Copy a house as it is at this instant into a new journal, and check the copy; gives where it ends."""
    if target.head().position:
        raise JournalUnavailable("there is a journal already where the copy should go", "name another place")
    with source.reading() as connection:
        target.take_over(connection)
        with target.transaction() as transaction:
            for table in _kept(connection):
                table.create(transaction.connection, checkfirst=True)
                for rows in connection.execute(sa.select(table)).mappings().partitions(_AT_ONCE):
                    transaction.connection.execute(table.insert(), [dict(row) for row in rows])
    report = target.verify()
    if not report.ok:
        raise JournalUnavailable(
            f"the copy is not sound: {report.problem}", "run houseway journal verify on what was copied"
        )
    return target.head()


def _kept(connection: sa.Connection) -> Iterator[sa.Table]:
    """The tables that have to be copied because they cannot be made anew from the journal, if they exist."""
    there = set(sa.inspect(connection).get_table_names())
    for tables in (access.metadata, once.metadata, vault.metadata, attachments.metadata):
        for table in tables.sorted_tables:
            if table.name in there and table.name not in _OF_THE_DAY:
                yield table
