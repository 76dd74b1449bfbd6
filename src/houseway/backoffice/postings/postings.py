"""The postings of the house, as the office looks them up."""

from collections.abc import Iterable
from datetime import date
from typing import Any

import sqlalchemy as sa

from houseway.backoffice.people import Position, Posting

metadata = sa.MetaData()

postings = sa.Table(
    "staff_postings",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("since", sa.Date, primary_key=True),
    sa.Column("credential", sa.Text, nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("position", sa.Text, nullable=False),
    sa.Column("until", sa.Date),
)


house = sa.Table("staff_house", metadata, sa.Column("name", sa.Text, primary_key=True))

# What is held on a day; a posting ends before its last day's end.
ON_THE_DAY = sa.and_(
    postings.c.since <= sa.bindparam("day"),
    sa.or_(postings.c.until.is_(None), postings.c.until > sa.bindparam("day")),
)
_HELD = sa.select(postings).where(postings.c.credential == sa.bindparam("held"), ON_THE_DAY)


def house_name(connection: sa.Connection) -> str:
    """The name over the door, empty before the house is opened."""
    return connection.execute(sa.select(house.c.name)).scalar() or ""


def posting_of(connection: sa.Connection, credential: str, day: date) -> Posting | None:
    """What the holder of a credential is employed as on a day."""
    return next(iter(_postings(connection.execute(_HELD, {"held": credential, "day": day}))), None)


def postings_of(connection: sa.Connection, person: str) -> tuple[Posting, ...]:
    """Every posting of a person, oldest first."""
    query = sa.select(postings).where(postings.c.person == person).order_by(postings.c.since)
    return _postings(connection.execute(query))


def everyone(connection: sa.Connection) -> tuple[Posting, ...]:
    """Every posting of the house, by person and day."""
    query = sa.select(postings).order_by(postings.c.person, postings.c.since)
    return _postings(connection.execute(query))


def _postings(rows: Iterable[Any]) -> tuple[Posting, ...]:
    return tuple(
        Posting(
            person=row.person,
            credential=row.credential,
            name=row.name,
            position=Position(row.position),
            since=row.since,
            until=row.until,
        )
        for row in rows
    )
