"""What is kept: records that were entered in the register, and those that come under it by themselves.

Whatever was signed in a book on a gaming day is kept as the papers of that day, such as `revenue/2014-05-01`, and the
coupons that were redeemed or voided, or expired, on a day as well, such as `coupons/2014-05-01/redeemed`. Both are read
from the office's own tables and the coupon book: nobody enters them, and nobody can forget to or give them another date.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from typing import Any, NamedTuple

import sqlalchemy as sa

from houseway.backoffice.coupons.schema import movements
from houseway.backoffice.coupons.serials import State
from houseway.backoffice.orders import Signed
from houseway.backoffice.postings.opening import days_of
from houseway.backoffice.records import STREAM
from houseway.backoffice.retention.classes import (
    CouponState,
    CouponType,
    RecordKind,
    class_of,
    may_go_from,
)
from houseway.backoffice.retention.schema import records
from houseway.backoffice.schema import signed_days
from houseway.equipment.life import months_later
from houseway.journal.schema import entries
from houseway.law import implements
from houseway.table.days import GamingDays

# What coupons come to rest in; returned ones are stock again, or expired, once they are counted.
AT_REST = (CouponState.REDEEMED, CouponState.VOIDED, CouponState.EXPIRED)

_NAMED = re.compile(rf"([a-z_]+)/(\d{{4}}-\d\d-\d\d)(?:/({'|'.join(AT_REST)}))?")
_COUPONS = "coupons"


class Kept(NamedTuple):
    """Something that is kept: since when, and from which day it may go, or is to be decided on again."""

    reference: str
    kind: RecordKind
    since: date
    where: str
    coupon: CouponType | None
    state: CouponState | None
    may_go: date
    review_from: date
    certificate: int | None = None
    destroyed_on: date | None = None


# What is kept by itself.


@implements("465a.6(c)", "465a.6(c)(2)", readings=("C-08",))
def named(reference: str) -> Kept | None:
    """What a reference means that names the papers of a day, or the coupons that came to rest on it."""
    found = _NAMED.fullmatch(reference)
    if found is None or (found[3] and found[1] != _COUPONS):
        return None
    try:
        day = date.fromisoformat(found[2])
        return _coupons(day, CouponState(found[3])) if found[3] else _papers(found[1], day)
    except ValueError:
        # No day of any calendar, or one whose years no calendar holds.
        return None


def _papers(book: str, day: date, free: date | None = None) -> Kept:
    """The papers of a book and a day; whoever has many of one day knows already from when they may go."""
    free = free or may_go_from(RecordKind.PAPERS, day)
    where = f"files of the book of {book.replace('_', ' ')}"
    return Kept(f"{book}/{day}", RecordKind.PAPERS, day, where, None, None, free, free)


def _coupons(day: date, state: CouponState) -> Kept:
    free = may_go_from(RecordKind.COUPON, day, state)
    reference = f"{_COUPONS}/{day}/{state}"
    return Kept(reference, RecordKind.COUPON, day, "finance", CouponType.MATCH_PLAY, state, free, free)


def exists(connection: sa.Connection, kept: Kept) -> bool:
    """Whether anything was signed in that book on that day, or coupons came to rest on it."""
    if kept.state is not None:
        return kept in _resting(connection, kept.since)
    book = kept.reference.partition("/")[0]
    signed = sa.select(signed_days).where(signed_days.c.book == book, signed_days.c.day == kept.since)
    return connection.execute(signed).first() is not None


def _by_itself(connection: sa.Connection, free_by: date | None) -> Iterator[Kept]:
    """The papers of every book and gaming day, and the coupons that came to rest; young papers may be left out."""
    signed = sa.select(signed_days).order_by(signed_days.c.book, signed_days.c.day)
    if free_by is not None:
        signed = signed.where(signed_days.c.day <= months_later(free_by, -class_of(RecordKind.PAPERS).months))
    free: dict[date, date] = {}
    for book, day in connection.execute(signed):
        if day not in free:
            free[day] = may_go_from(RecordKind.PAPERS, day)
        yield _papers(book, day, free[day])
    yield from _resting(connection)


def papers_signed(book: str, signatures: Iterable[Signed], days: GamingDays) -> tuple[Kept, ...]:
    """The papers of the days on which these signatures were given in a book, the first day first."""
    return tuple(_papers(book, day) for day in sorted({days.day_of(signed.at) for signed in signatures}))


def signed_with(connection: sa.Connection, keys: Iterable[str]) -> Iterator[Kept]:
    """The papers with text that is sealed under one of these keys."""
    # Both take the bytes first and then what is looked for in them.
    clock = days_of(connection)
    position = sa.func.instr if connection.dialect.name == "sqlite" else sa.func.pg_catalog.position
    for key in keys:
        sealed = position(entries.c.body, key.encode()) > 0
        of_books = entries.c.stream.startswith(STREAM, autoescape=True)
        signed = connection.execute(
            sa.select(entries.c.stream, entries.c.recorded_at).where(of_books, sealed)
        )
        days = {(stream, clock.day_of(datetime.fromisoformat(moment))) for stream, moment in signed}
        yield from (_papers(stream.removeprefix(STREAM), day) for stream, day in sorted(days))


def _resting(connection: sa.Connection, day: date | None = None) -> Iterator[Kept]:
    """The coupons that came to rest, on one day or on any."""
    if not sa.inspect(connection).has_table(movements.name):
        return
    # What expires in patrons' hands never comes back to be kept.
    in_hand = sa.or_(movements.c.target != State.EXPIRED, movements.c.source != State.DISTRIBUTED)
    query = (
        sa.select(movements.c.day, movements.c.target)
        .where(movements.c.target.in_([State(state) for state in AT_REST]), in_hand)
        .distinct()
    )
    if day is not None:
        query = query.where(movements.c.day == day)
    for row in connection.execute(query.order_by(movements.c.day, movements.c.target)):
        yield _coupons(row.day, CouponState(row.target))


# Everything together.


def everything(connection: sa.Connection, free_by: date) -> tuple[Kept, ...]:
    """What is kept or was destroyed, the first to be free first: at least all that is free by a day."""
    return _first_free(_all_noted(connection), _by_itself(connection, free_by))


def entered(connection: sa.Connection) -> tuple[Kept, ...]:
    """What people entered, the first to be free first."""
    noted = _all_noted(connection)
    return _first_free({name: kept for name, kept in noted.items() if named(name) is None}, ())


def by_itself(connection: sa.Connection) -> tuple[Kept, ...]:
    """What nobody needs to enter, the first to be free first; of some of it, something was decided."""
    noted = _all_noted(connection)
    decided = {name: kept for name, kept in noted.items() if named(name) is not None}
    return _first_free(decided, _by_itself(connection, None))


def _all_noted(connection: sa.Connection) -> dict[str, Kept]:
    return {kept.reference: kept for kept in _noted(connection.execute(sa.select(records)))}


def _first_free(noted: Mapping[str, Kept], others: Iterable[Kept]) -> tuple[Kept, ...]:
    """What is noted, and of the others what is not."""
    unnoted = (kept for kept in others if kept.reference not in noted)
    return tuple(sorted((*noted.values(), *unnoted), key=lambda kept: (kept.review_from, kept.reference)))


def lookup(connection: sa.Connection, reference: str) -> Kept | None:
    """Something that is kept or was destroyed, by its reference."""
    noted = connection.execute(sa.select(records).where(records.c.reference == reference))
    for kept in _noted(noted):
        return kept
    kept_so = named(reference)
    return kept_so if kept_so and exists(connection, kept_so) else None


def _noted(rows: Iterable[Any]) -> Iterator[Kept]:
    for row in rows:
        yield Kept(
            row.reference,
            RecordKind(row.kind),
            row.since,
            row.where,
            row.coupon and CouponType(row.coupon),
            row.state and CouponState(row.state),
            row.may_go,
            row.review_from,
            row.certificate,
            row.destroyed_on,
        )
