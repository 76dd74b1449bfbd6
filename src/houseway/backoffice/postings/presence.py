"""How long a screen may be left alone, and how long a proof of presence is good: a setting of the property."""

from typing import NamedTuple

import sqlalchemy as sa

from houseway.backoffice.postings.postings import metadata


class Presence(NamedTuple):
    """Minutes until a screen that nobody touches locks, and for which a password or passkey once shown is proof enough."""

    idle: int
    presence: int


# Where the house has ordered nothing else.
USUAL = Presence(idle=15, presence=15)

presence = sa.Table(
    "staff_presence",
    metadata,
    sa.Column("idle", sa.Integer, primary_key=True),
    sa.Column("presence", sa.Integer, nullable=False),
)


def presence_of(connection: sa.Connection) -> Presence:
    """What holds in the house today."""
    found = connection.execute(sa.select(presence.c.idle, presence.c.presence)).first()
    return Presence._make(found) if found else USUAL


def keep_presence(connection: sa.Connection, ordered: Presence) -> None:
    """Keep what was ordered, in place of what held before."""
    connection.execute(presence.delete())
    connection.execute(presence.insert(), ordered._asdict())
