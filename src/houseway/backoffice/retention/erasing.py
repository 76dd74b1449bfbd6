"""Whose personal data nobody needs any more: patrons of the register, and patrons who are known from mailing lists alone.

What a mailing says of a patron is sealed in its list, and so falls under the papers of the days on which the list was
signed: it may be erased once none of those papers has to be kept. This is told from the books, which is quick; the
erasure itself asks the journal (`destruction.needing`).
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from houseway.backoffice.mailing.mailings import MailingStep
from houseway.backoffice.mailing.schema import entries, excluded, steps, stripped
from houseway.backoffice.orders import Signed
from houseway.backoffice.postings.opening import days_of
from houseway.backoffice.records import State
from houseway.backoffice.retention.destruction import needing
from houseway.backoffice.retention.kept import Kept, lookup, papers_signed
from houseway.backoffice.retention.schema import holds, records, subjects
from houseway.backoffice.schema import orders
from houseway.backoffice.vault import keys, keys_of
from houseway.law import implements

_MAILING = "mailing"
_KEYS = re.compile(rb"sealed\.([0-9a-f]{32})\.")


class Erasable(NamedTuple):
    """A patron whose data may be erased: since when, and whether all papers that needed it are gone since then."""

    subject: str
    since: date
    gone: bool
    # The last mailing with the patron on its list; none for a patron of the register.
    mailing: str = ""


def registered_patrons(connection: sa.Connection) -> Iterator[Erasable]:
    """Patrons all of whose registered records are gone while their data can still be read."""
    query = (
        sa.select(subjects.c.subject)
        .join(records, subjects.c.reference == records.c.reference)
        .group_by(subjects.c.subject)
        .having(sa.func.count() == sa.func.count(records.c.destroyed_on))
        .order_by(subjects.c.subject)
    )
    for subject in connection.execute(query).scalars().all():
        sealed_under = keys_of(connection, subject)
        needed = needing(connection, subject, sealed_under) if sealed_under else ()
        days = [kept.destroyed_on for kept in needed if kept.destroyed_on is not None]
        if days and len(days) == len(needed):
            yield Erasable(subject, max(days), gone=True)


@implements("465a.6(c)", readings=("C-08",))
def mailed_patrons(connection: sa.Connection, day: date) -> tuple[Erasable, ...]:
    """Patrons known from mailing lists alone whose papers have all gone or may go on a day, while their data can be read."""
    if not all(sa.inspect(connection).has_table(table.name) for table in (entries, keys)):
        return ()
    papers = _Papers(connection, day)
    free = {mailing: since for mailing, since in _lists(connection, papers) if since is not None}
    if not free:
        return ()
    rows = connection.execute(_readable(free)).all()
    needed = papers.keys_in_orders_not_executed()
    spared = {row.patron for row in rows if row.key in needed}
    lists: dict[str, list[tuple[date, str, bool]]] = {}
    for row in rows:
        if row.patron not in spared:
            since, gone = free[row.mailing]
            lists.setdefault(row.patron, []).append((since, row.mailing, gone))
    found = (
        Erasable(patron, max(on)[0], gone=all(gone for *_, gone in on), mailing=max(on)[1])
        for patron, on in lists.items()
    )
    return tuple(sorted(found, key=lambda one: (one.since, one.subject)))


def _readable(free: Iterable[str]) -> sa.Select[Any]:
    """Whose key is in the vault, of those on the lists of these mailings and on no other, in no register and on no exclusion list."""
    listed = sa.union_all(
        *(sa.select(table.c.patron, table.c.mailing) for table in (entries, stripped))
    ).subquery()
    others = sa.select(listed.c.patron).where(listed.c.mailing.not_in(free))
    return (
        sa.select(listed.c.patron, keys.c.id.label("key"), listed.c.mailing)
        .join(keys, keys.c.subject == listed.c.patron)
        .where(
            listed.c.mailing.in_(free),
            listed.c.patron.not_in(others),
            listed.c.patron.not_in(sa.select(subjects.c.subject)),
            listed.c.patron.not_in(sa.select(excluded.c.person)),
        )
    )


class _Papers:
    """The papers of the mailing book, each looked up once: since when it may go, and whether it is gone."""

    def __init__(self, connection: sa.Connection, day: date) -> None:
        self._connection = connection
        self._day = day
        self._days = days_of(connection)
        self._held = frozenset(connection.execute(sa.select(holds.c.reference)).scalars())
        self._known: dict[str, tuple[date, bool] | None] = {}

    def free(self, signatures: bytes) -> tuple[date, bool] | None:
        """Since when all papers that these signatures stand on may go, and whether all are gone; None while one is kept."""
        signed = msgspec.json.decode(signatures, type=tuple[Signed, ...])
        found = [self._free(kept) for kept in papers_signed(_MAILING, signed, self._days)]
        days = [one for one in found if one is not None]
        if not days or len(days) < len(found):
            return None
        return max(since for since, _ in days), all(gone for _, gone in days)

    def _free(self, papers: Kept) -> tuple[date, bool] | None:
        if papers.reference not in self._known:
            self._known[papers.reference] = self._look_up(papers)
        return self._known[papers.reference]

    def _look_up(self, papers: Kept) -> tuple[date, bool] | None:
        if papers.may_go > self._day:
            return None
        kept = lookup(self._connection, papers.reference) or papers
        if kept.destroyed_on is not None:
            return kept.destroyed_on, True
        if kept.review_from > self._day or kept.reference in self._held:
            return None
        return kept.review_from, False

    def keys_in_orders_not_executed(self) -> frozenset[str]:
        """The keys in lists that were proposed and came to nothing, while the papers of those are kept."""
        query = sa.select(orders.c.content, orders.c.signatures).where(
            orders.c.book == _MAILING, orders.c.state != State.EXECUTED
        )
        return frozenset(
            key.decode()
            for row in self._connection.execute(query)
            if self.free(row.signatures) is None
            for key in _KEYS.findall(row.content)
        )


def _lists(connection: sa.Connection, papers: _Papers) -> Iterator[tuple[str, tuple[date, bool] | None]]:
    """Every mailing, and since when the papers of its list may go."""
    query = sa.select(steps.c.mailing, steps.c.signatures).where(steps.c.step == MailingStep.LISTED)
    for row in connection.execute(query.order_by(steps.c.mailing)):
        yield row.mailing, papers.free(row.signatures)
