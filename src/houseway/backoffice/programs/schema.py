"""The tokens of the house as they were given; the secret of none stands here, nor anywhere in the journal."""

from datetime import date
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from houseway.backoffice.grants import Grant
from houseway.backoffice.people import Position

metadata = sa.MetaData()

tokens = sa.Table(
    "programs_tokens",
    metadata,
    sa.Column("token", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, nullable=False, index=True),
    sa.Column("credential", sa.Text, nullable=False),
    # The first day of the posting under which it was asked for: with that posting the token ends.
    sa.Column("since", sa.Date, nullable=False),
    sa.Column("grant", sa.LargeBinary, nullable=False),
    sa.Column("given_on", sa.Date, nullable=False),
    sa.Column("last_day", sa.Date, nullable=False),
    sa.Column("revoked_on", sa.Date),
    sa.Column("revoked_by", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
)


class Given(NamedTuple):
    """A token as it was given: whose it is, what it may do, until when, and whether it was revoked since."""

    token: str
    person: str
    credential: str
    since: date
    grant: Grant
    given_on: date
    last_day: date
    revoked_on: date | None
    revoked_by: str
    reason: str

    @property
    def for_what(self) -> str:
        """Which program it is for."""
        return self.grant.service or "its owner"


def given_token(connection: sa.Connection, token: str) -> Given | None:
    """The token of that name."""
    found = connection.execute(sa.select(tokens).where(tokens.c.token == token)).first()
    return _given(found) if found else None


def every_token(connection: sa.Connection) -> tuple[Given, ...]:
    """Every token that was ever given, by name."""
    return tuple(map(_given, connection.execute(sa.select(tokens).order_by(tokens.c.token)).all()))


def _given(row: sa.Row[tuple[object, ...]]) -> Given:
    values = dict(row._mapping)
    return Given(**{**values, "grant": msgspec.json.decode(values["grant"], type=Grant)})


def duties_of(grant: Grant) -> str:
    """What a token may do, in words."""
    if grant.is_personal:
        return "all that its owner may, but what is signed in person"
    told = (
        f"reads as the {Position(grant.reads_as)}" if grant.reads_as else "",
        f"orders {', '.join(grant.orders)}" if grant.orders else "",
        f"moves at {', '.join(grant.tables)}" if grant.tables else "",
        "reads the figures of the server" if grant.metrics else "",
    )
    return "; ".join(filter(None, told)) or "reads the floor"
