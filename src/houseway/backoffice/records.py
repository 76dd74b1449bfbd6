"""Orders as they stand in the books: what is recorded of each, kept in the office's own tables and found again."""

from enum import StrEnum
from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.orders import Signed
from houseway.backoffice.tables import duties, orders, projections
from houseway.journal import Entry
from houseway.law import implements

STREAM = "office/"
# Raised whenever the office's own tables change: they are then made anew from the journal.
FORM = 1


class BadOrder(ValueError):
    """Something that is no order of the back office at all."""


class State(StrEnum):
    """How far an order has come."""

    PROPOSED = "proposed"
    EXECUTED = "executed"
    WITHDRAWN = "withdrawn"


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """An order in the books: its content hash, who has signed it, and what followed from it."""

    key: str
    digest: str
    book: str
    state: State
    order: dict[str, Any]
    signatures: tuple[Signed, ...]
    facts: tuple[dict[str, Any], ...] = ()


class Signing(msgspec.Struct, frozen=True, kw_only=True):
    """What is recorded of an order: at each step its content hash, and whatever the step adds."""

    key: str
    digest: str
    order: dict[str, Any] | None = None
    signature: Signed | None = None
    facts: tuple[dict[str, Any], ...] = ()
    matters: tuple[str, ...] = ()


@implements("603a.20(r)(2)#1")
def keep(connection: sa.Connection, entry: Entry) -> None:
    """Keep one entry in the office's own tables: who signed what, when, and what followed from it."""
    body = msgspec.json.decode(entry.body, type=Signing)
    known = connection.execute(sa.select(orders).where(orders.c.key == body.key)).first()
    before = msgspec.json.decode(known.signatures, type=tuple[Signed, ...]) if known else ()
    signatures = (*before, body.signature) if body.signature else before
    values = {
        "state": str(entry.kind),
        "signatures": msgspec.json.encode(signatures),
        "facts": msgspec.json.encode(body.facts),
        "position": entry.position,
    }
    if known is None:
        content = msgspec.json.encode(body.order)
        book = entry.stream.removeprefix(STREAM)
        fixed = {"key": body.key, "digest": body.digest, "book": book, "content": content}
        connection.execute(orders.insert(), fixed | values)
    else:
        connection.execute(orders.update().where(orders.c.key == body.key).values(**values))
    if entry.kind == State.EXECUTED:
        given = body.order or msgspec.json.decode(known.content)  # type: ignore[union-attr]
        _keep_duties(connection, str(given["order"]), body.matters, signatures)


def _keep_duties(
    connection: sa.Connection, order: str, matters: tuple[str, ...], signatures: tuple[Signed, ...]
) -> None:
    for matter in matters:
        for person in {signed.person for signed in signatures}:
            row = {"matter": matter, "order": order, "person": person}
            where = [duties.c[name] == value for name, value in row.items()]
            if connection.execute(sa.select(duties).where(*where)).first() is None:
                connection.execute(duties.insert(), row)


def find(connection: sa.Connection, digest: str) -> Standing:
    """An order by its content hash."""
    found = connection.execute(sa.select(orders).where(orders.c.digest == digest)).first()
    if found is None:
        raise BadOrder(f"there is no order with the content hash {digest}")
    return standing_of(found)


def standing_of(row: Any) -> Standing:
    """An order from its row."""
    return Standing(
        key=row.key,
        digest=row.digest,
        book=row.book,
        state=State(row.state),
        order=msgspec.json.decode(row.content),
        signatures=msgspec.json.decode(row.signatures, type=tuple[Signed, ...]),
        facts=msgspec.json.decode(row.facts, type=tuple[dict[str, Any], ...]),
    )


def signatures_of(connection: sa.Connection, digest: str) -> tuple[Signed, ...]:
    """Who has signed an order."""
    found = connection.execute(sa.select(orders.c.signatures).where(orders.c.digest == digest)).scalar()
    return msgspec.json.decode(found, type=tuple[Signed, ...]) if found else ()


def reached(connection: sa.Connection, name: str, form: int) -> int | None:
    """How far a projection has come, 0 where it is new, or None where it is of another form."""
    found = connection.execute(sa.select(projections).where(projections.c.name == name)).first()
    if found is None:
        return 0
    return int(found.position) if found.form == form else None


def reach(connection: sa.Connection, name: str, form: int, position: int) -> None:
    """Note how far a projection has come."""
    values = {"form": form, "position": position}
    changed = connection.execute(projections.update().where(projections.c.name == name).values(**values))
    if changed.rowcount == 0:
        connection.execute(projections.insert(), {"name": name, **values})
