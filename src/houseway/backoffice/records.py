"""Orders as they stand in the books: what is recorded of each, kept in the office's own tables and found again."""

from datetime import date
from enum import StrEnum
from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.orders import Signed
from houseway.backoffice.schema import duties, orders, projections, signed_days
from houseway.journal import Entry
from houseway.law import implements

STREAM = "office/"
# The office's own projection, beside those of the books.
OFFICE = "office"
# Raised whenever the office's own tables change: they are then made anew from the journal.
FORM = 2


class BadOrder(ValueError):
    """Something that is no order of the back office at all."""


class State(StrEnum):
    """How far an order has come."""

    PROPOSED = "proposed"
    EXECUTED = "executed"
    WITHDRAWN = "withdrawn"


class OrderRecord(msgspec.Struct, frozen=True, kw_only=True):
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


# Statements are built once: a step of an order takes ten of them.
_BY_KEY = sa.select(orders).where(orders.c.key == sa.bindparam("key"))
_BY_DIGEST = sa.select(orders).where(orders.c.digest == sa.bindparam("digest"))
_ENTER = orders.insert()
_CHANGE = orders.update().where(orders.c.key == sa.bindparam("of_key"))
_DUTIES_KNOWN = sa.select(duties.c.matter, duties.c.person).where(
    duties.c.order == sa.bindparam("order"),
    duties.c.matter.in_(sa.bindparam("matters", expanding=True)),
)
# Both databases know this form of an insertion, for which the library has two different ones.
_SIGNED_ON = sa.text(
    f"INSERT INTO {signed_days.name} (book, day) VALUES (:book, :day) ON CONFLICT DO NOTHING"
).bindparams(sa.bindparam("day", type_=sa.Date))
_ADVANCE = (
    projections.update()
    .where(projections.c.name.in_(sa.bindparam("names", expanding=True)))
    .values(position=sa.bindparam("reached"))
)


def signing_of(entry: Entry) -> Signing:
    """What an entry says, exactly as it was recorded."""
    return msgspec.json.decode(entry.body, type=Signing)


@implements("603a.20(r)(2)#1")
def keep(
    connection: sa.Connection, entry: Entry, day: date, body: Signing, known: OrderRecord | None
) -> OrderRecord:
    """Keep one entry of a gaming day in the office's own tables: who signed what, when, and what followed from it."""
    before = known.signatures if known else ()
    content = known.order if known else body.order or {}
    standing = OrderRecord(
        key=body.key,
        digest=body.digest,
        book=entry.stream.removeprefix(STREAM),
        state=State(entry.kind),
        order=content,
        signatures=(*before, body.signature) if body.signature else before,
        facts=body.facts,
    )
    values = {
        "state": standing.state,
        "signatures": msgspec.json.encode(standing.signatures),
        "facts": msgspec.json.encode(standing.facts),
        "position": entry.position,
    }
    if known is None:
        fixed = {"key": standing.key, "digest": standing.digest, "book": standing.book}
        connection.execute(_ENTER, fixed | values | {"content": msgspec.json.encode(content)})
    else:
        connection.execute(_CHANGE, values | {"of_key": standing.key})
    connection.execute(_SIGNED_ON, {"book": standing.book, "day": day})
    if standing.state is State.EXECUTED:
        _keep_duties(connection, str(content["order"]), body.matters, standing.signatures)
    return standing


def _keep_duties(
    connection: sa.Connection, order: str, matters: tuple[str, ...], signatures: tuple[Signed, ...]
) -> None:
    if not matters:
        return
    had = {tuple(row) for row in connection.execute(_DUTIES_KNOWN, {"order": order, "matters": matters})}
    have = {(matter, signed.person) for matter in matters for signed in signatures}
    rows = [{"matter": matter, "order": order, "person": person} for matter, person in sorted(have - had)]
    if rows:
        connection.execute(duties.insert(), rows)


def find_key(connection: sa.Connection, key: str) -> OrderRecord | None:
    """The order that was given under a key."""
    found = connection.execute(_BY_KEY, {"key": key}).first()
    return standing_of(found) if found else None


def find(connection: sa.Connection, digest: str) -> OrderRecord:
    """An order by its content hash."""
    found = connection.execute(_BY_DIGEST, {"digest": digest}).first()
    if found is None:
        raise BadOrder(f"there is no order with the content hash {digest}")
    return standing_of(found)


def standing_of(row: Any) -> OrderRecord:
    """An order from its row."""
    return OrderRecord(
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


def advance(connection: sa.Connection, names: tuple[str, ...], position: int) -> None:
    """Note that projections which were up to date have come one entry further."""
    connection.execute(_ADVANCE, {"names": names, "reached": position})
