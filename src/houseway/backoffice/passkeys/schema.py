"""The passkeys of the house as they were given: public keys only, which are nobody's secret."""

from datetime import date
from typing import NamedTuple

import sqlalchemy as sa

metadata = sa.MetaData()

passkeys = sa.Table(
    "passkeys_given",
    metadata,
    sa.Column("passkey", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("credential", sa.Text, nullable=False, index=True),
    sa.Column("public_key", sa.Text, nullable=False),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("given_on", sa.Date, nullable=False),
    sa.Column("removed_on", sa.Date),
    sa.Column("reason", sa.Text, nullable=False),
)


class Given(NamedTuple):
    """A passkey as the book shows it."""

    name: str
    host: str
    given_on: date
    removed_on: date | None


def passkeys_of(connection: sa.Connection, credential: str) -> tuple[Given, ...]:
    """The passkeys that somebody was given, oldest first."""
    columns = (passkeys.c.name, passkeys.c.host, passkeys.c.given_on, passkeys.c.removed_on)
    query = sa.select(*columns).where(passkeys.c.credential == credential).order_by(passkeys.c.given_on)
    return tuple(Given._make(row) for row in connection.execute(query))


def has_passkey(connection: sa.Connection, credential: str) -> bool:
    """Whether somebody has a passkey, so that their orders are signed with it and with nothing else."""
    mine = (passkeys.c.credential == credential, passkeys.c.removed_on.is_(None))
    return connection.execute(sa.select(passkeys.c.passkey).where(*mine).limit(1)).first() is not None
