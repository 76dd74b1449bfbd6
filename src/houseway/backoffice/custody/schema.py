"""The tables of this book, and how the other modules look things up in them."""

from collections.abc import Iterator
from datetime import date

import msgspec
import sqlalchemy as sa

from houseway.backoffice.custody.facts import AlternativeChosen
from houseway.backoffice.custody.orders import InstrumentPlace
from houseway.backoffice.custody.piece import Piece, PieceKind, Whereabouts
from houseway.backoffice.orders import Signed
from houseway.equipment.dice import known_by

metadata = sa.MetaData()

pieces = sa.Table(
    "pieces_pieces",
    metadata,
    sa.Column("serial", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False, index=True),
    sa.Column("standing", sa.Text, nullable=False, index=True),
    sa.Column("table", sa.Text, nullable=False, index=True),
    sa.Column("awaits_report", sa.Boolean, nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
)

# What happened to each piece, oldest first: the chain of custody and the storage ledger.
lines = sa.Table(
    "pieces_lines",
    metadata,
    sa.Column("serial", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("day", sa.Date, nullable=False, index=True),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("act", sa.Text, nullable=False),
    sa.Column("fact", sa.LargeBinary, nullable=False),
    sa.Column("standing", sa.Text, nullable=False),
    sa.Column("signatures", sa.LargeBinary, nullable=False),
)

sa.Index("pieces_lines_acts", lines.c.act, lines.c.day)

choices = sa.Table(
    "pieces_choices",
    metadata,
    sa.Column("since", sa.Date, primary_key=True),
    sa.Column("content", sa.LargeBinary, nullable=False),
)

instruments = sa.Table(
    "pieces_instruments",
    metadata,
    sa.Column("place", sa.Text, primary_key=True),
    sa.Column("where", sa.Text, primary_key=True),
    sa.Column("locked", sa.Boolean, nullable=False),
    sa.Column("since", sa.Date, nullable=False),
)

reports = sa.Table(
    "pieces_reports",
    metadata,
    sa.Column("number", sa.Text, primary_key=True),
    sa.Column("serial", sa.Text, nullable=False),
    sa.Column("day", sa.Date, nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Column("discrepancy", sa.LargeBinary, nullable=False),
    sa.Column("signatures", sa.LargeBinary, nullable=False),
)


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the ledger."""

    serial: str
    number: int
    at: str
    act: str
    fact: dict[str, object]
    standing: str
    signatures: tuple[Signed, ...]


def piece_of(connection: sa.Connection, serial: str) -> Piece | None:
    """A piece by its serial number, however that is typed."""
    query = sa.select(pieces.c.content).where(pieces.c.serial == known_by(serial))
    found = connection.execute(query).scalar()
    return msgspec.json.decode(found, type=Piece) if found is not None else None


def all_pieces(connection: sa.Connection, *standings: Whereabouts) -> tuple[Piece, ...]:
    """The pieces that stand so, or all of them, by serial number."""
    query = sa.select(pieces.c.content).order_by(pieces.c.serial)
    if standings:
        query = query.where(pieces.c.standing.in_([str(standing) for standing in standings]))
    return tuple(msgspec.json.decode(row.content, type=Piece) for row in connection.execute(query))


def pieces_at(connection: sa.Connection, table: str, *standings: Whereabouts) -> tuple[Piece, ...]:
    """The pieces that stand so at a table."""
    query = sa.select(pieces.c.content).where(
        pieces.c.table == table, pieces.c.standing.in_([str(standing) for standing in standings])
    )
    return tuple(msgspec.json.decode(row.content, type=Piece) for row in connection.execute(query))


def was_received(connection: sa.Connection, kind: PieceKind) -> bool:
    """Whether storage ever received a piece of a kind."""
    query = sa.select(pieces.c.serial).where(pieces.c.kind == str(kind)).limit(1)
    return connection.execute(query).first() is not None


def awaiting_report(connection: sa.Connection) -> tuple[Piece, ...]:
    """The pieces of which a Dice Discrepancy Report is still to be filed."""
    query = sa.select(pieces.c.content).where(pieces.c.awaits_report).order_by(pieces.c.serial)
    return tuple(msgspec.json.decode(row.content, type=Piece) for row in connection.execute(query))


def lines_of(connection: sa.Connection, *conditions: sa.ColumnElement[bool]) -> Iterator[Line]:
    """Lines of the ledger in the order in which they were written."""
    query = sa.select(lines).where(*conditions).order_by(lines.c.at, lines.c.serial, lines.c.number)
    for row in connection.execute(query):
        yield Line(
            serial=row.serial,
            number=row.number,
            at=row.at,
            act=row.act,
            fact=msgspec.json.decode(row.fact),
            standing=row.standing,
            signatures=msgspec.json.decode(row.signatures, type=tuple[Signed, ...]),
        )


def chosen_on(connection: sa.Connection, day: date) -> AlternativeChosen | None:
    """What the operator has chosen for a gaming day."""
    query = sa.select(choices.c.content).where(choices.c.since <= day).order_by(choices.c.since.desc())
    found = connection.execute(query.limit(1)).scalar()
    return msgspec.json.decode(found, type=AlternativeChosen) if found is not None else None


def instruments_at(
    connection: sa.Connection, place: InstrumentPlace, where: str, *, locked: bool = False
) -> bool:
    """Whether a set of instruments is kept at a place, and `locked` up there where it has to be."""
    query = sa.select(instruments.c.locked).where(
        instruments.c.place == str(place), instruments.c.where == where
    )
    kept = connection.execute(query).first()
    return kept is not None and (kept.locked or not locked)
