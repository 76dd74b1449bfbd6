"""Filings as the book keeps them, and how they are found again."""

from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.approvals.kinds import Authority, FilingKind
from houseway.backoffice.approvals.orders import (
    Approved,
    Denied,
    Ended,
    Facts,
    Filed,
    Reviewed,
    SignPosted,
    SignTakenDown,
    Superseded,
    Withdrawn,
)
from houseway.backoffice.schema import NUMBER
from houseway.games import games, submission_for
from houseway.law import Clause, RuleViolation
from houseway.submission import Submission

metadata = sa.MetaData()

filings = sa.Table(
    "approvals_filings",
    metadata,
    sa.Column("number", NUMBER, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("digest", sa.Text, nullable=False, index=True),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Column("clauses", sa.LargeBinary, nullable=False),
    sa.Column("reviewer", sa.Text),
    sa.Column("approver", sa.Text, nullable=False),
    sa.Column("filed_on", sa.Date, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("review_reference", sa.Text, nullable=False),
    sa.Column("reviewed_on", sa.Date),
    sa.Column("reference", sa.Text, nullable=False),
    sa.Column("dated", sa.Date),
    sa.Column("in_force_from", sa.Date),
    sa.Column("until", sa.Date),
    sa.Column("words", sa.Text, nullable=False),
)
sa.Index("approvals_filings_subjects", filings.c.kind, filings.c.subject)

signs = sa.Table(
    "approvals_signs",
    metadata,
    sa.Column("table", sa.Text, primary_key=True),
    sa.Column("submission", sa.Text, nullable=False),
    sa.Column("posted_on", sa.Date, nullable=False),
)

# The letters that came back on filings, by the hash of each, with the gaming day whose papers they belong to.
letters = sa.Table(
    "approvals_letters",
    metadata,
    sa.Column("filing", NUMBER, nullable=False),
    sa.Column("about", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False, index=True),
    sa.Column("day", sa.Date, nullable=False),
    sa.PrimaryKeyConstraint("filing", "about"),
)


class State(StrEnum):
    """How far a filing has come."""

    FILED = "filed"
    REVIEWED = "reviewed"
    OBJECTED = "returned with objections"
    APPROVED = "approved"
    DENIED = "denied"
    WITHDRAWN = "withdrawn"


# What no answer is awaited for any more, and none ever allowed: its subject is free for another filing.
LAID_DOWN = (State.OBJECTED, State.DENIED, State.WITHDRAWN)
# What the house waits for an answer to.
PENDING = (State.FILED, State.REVIEWED)


class Filing(msgspec.Struct, frozen=True, kw_only=True):
    """One filing with all that came of it; approved, it is in force from a day until the day before another."""

    number: int
    kind: FilingKind
    subject: str
    version: int
    digest: str
    content: dict[str, Any]
    clauses: tuple[str, ...]
    reviewer: Authority | None
    approver: Authority
    filed_on: date
    state: State
    review_reference: str
    reviewed_on: date | None
    reference: str
    dated: date | None
    in_force_from: date | None
    until: date | None
    # What the bureau objected to, why it was denied or withdrawn, or why it ended.
    words: str

    @property
    def title(self) -> str:
        """The filing as people speak of it."""
        what = self.about if self.about.startswith(self.kind) else f"{self.kind} {self.about}"
        return f"{what}, version {self.version}"

    @property
    def about(self) -> str:
        """What is filed, in words."""
        # What stands first may be a game, by its name on the wire.
        first, comma, rest = self.subject.partition(",")
        named = games()[first].title if first in games() else first.replace("_", " ")
        return f"{named}{comma}{rest.replace('_', ' ')}"

    @property
    def is_marylands(self) -> bool:
        """Whether it goes to Maryland's Commission, which asks for neither signs nor a guide."""
        return self.approver is Authority.COMMISSION

    def in_force(self, day: date) -> bool:
        """Whether it is approved and holds on a gaming day."""
        return (
            self.in_force_from is not None
            and self.in_force_from <= day
            and (self.until is None or day < self.until)
        )

    def submission(self) -> Submission:
        """The Rules Submission that was filed."""
        options = {name: value for name, value in self.content.items() if name != "game"}
        return submission_for(str(self.content["game"]), options)


def every_filing(connection: sa.Connection, *where: sa.ColumnElement[bool]) -> tuple[Filing, ...]:
    """The filings for which all of this is so, oldest first."""
    query = sa.select(filings).where(*where).order_by(filings.c.number)
    return _filings(connection.execute(query))


def find_filing(connection: sa.Connection, number: int, clause: Clause) -> Filing:
    """The filing of that number; the clause is the one to name where there is none."""
    found = every_filing(connection, filings.c.number == number)
    if not found:
        raise RuleViolation(clause, f"nothing was filed under number {number}")
    return found[0]


def filings_of(connection: sa.Connection, kind: FilingKind, subject: str) -> tuple[Filing, ...]:
    """Every filing of that kind for that subject, oldest first."""
    return every_filing(connection, filings.c.kind == kind, filings.c.subject == subject)


def filed_submission(connection: sa.Connection, digest: str) -> Filing | None:
    """The latest filing of a submission with that content, unless the Board sent it back or the house took it back."""
    where = (
        filings.c.kind == FilingKind.SUBMISSION,
        filings.c.digest == digest,
        filings.c.state.notin_(LAID_DOWN),
    )
    found = every_filing(connection, *where)
    return found[-1] if found else None


def next_number(connection: sa.Connection) -> int:
    """The number under which the next thing is filed."""
    return (connection.execute(sa.select(sa.func.max(filings.c.number))).scalar() or 0) + 1


def sign_at(connection: sa.Connection, table: str) -> str | None:
    """The submission whose sign stands at a table."""
    query = sa.select(signs.c.submission).where(signs.c.table == table)
    found: str | None = connection.execute(query).scalar()
    return found


def signed_tables(connection: sa.Connection) -> dict[str, str]:
    """The submission whose sign stands at each table."""
    return {row.table: row.submission for row in connection.execute(sa.select(signs).order_by(signs.c.table))}


def letters_on(connection: sa.Connection, number: int) -> dict[str, str]:
    """The hashes of the letters on a filing: of the review, and of the approval or denial."""
    query = sa.select(letters.c.about, letters.c.digest).where(letters.c.filing == number)
    return {row.about: row.digest for row in connection.execute(query)}


def latest_letters(connection: sa.Connection) -> dict[int, str]:
    """The hash of the latest letter on each filing that has one: the decision's rather than the review's."""
    query = sa.select(letters.c.filing, letters.c.digest).order_by(letters.c.about.desc())
    return {row.filing: row.digest for row in connection.execute(query)}


def letters_entered_on(connection: sa.Connection, days: Iterable[date]) -> tuple[str, ...]:
    """The letters that belong to the papers of these days, and to those of no other."""
    on = {*days}
    other = sa.select(letters.c.digest).where(letters.c.day.not_in(on))
    query = (
        sa.select(letters.c.digest).where(letters.c.day.in_(on), letters.c.digest.not_in(other)).distinct()
    )
    return tuple(connection.execute(query.order_by(letters.c.digest)).scalars())


def keep(connection: sa.Connection, fact: Facts, day: date) -> None:
    """Keep a fact of a gaming day in the tables."""
    if isinstance(fact, Reviewed | Approved | Denied) and fact.letter:
        about = "review" if isinstance(fact, Reviewed) else "decision"
        row = {"filing": fact.number, "about": about, "digest": fact.letter, "day": day}
        connection.execute(letters.insert(), row)
    match fact:
        case Filed():
            _keep_filed(connection, fact)
        case Reviewed():
            state = State.OBJECTED if fact.objections else State.REVIEWED
            _change(
                connection,
                fact.number,
                state=state,
                review_reference=fact.reference,
                reviewed_on=fact.dated,
                words=fact.objections,
            )
        case Approved():
            _change(
                connection,
                fact.number,
                state=State.APPROVED,
                reference=fact.reference,
                dated=fact.dated,
                in_force_from=fact.in_force_from,
            )
        case Superseded():
            _change(connection, fact.number, until=fact.until, words=f"superseded by number {fact.by}")
        case Denied():
            _change(
                connection,
                fact.number,
                state=State.DENIED,
                reference=fact.reference,
                dated=fact.dated,
                words=fact.reason,
            )
        case Withdrawn():
            told = f"withdrawn on {fact.withdrawn_on}: {fact.reason}"
            _change(connection, fact.number, state=State.WITHDRAWN, words=told)
        case Ended():
            _change(connection, fact.number, until=fact.until, words=fact.reason)
        case SignPosted():
            connection.execute(signs.delete().where(signs.c.table == fact.table))
            row = {"table": fact.table, "submission": fact.submission, "posted_on": fact.posted_on}
            connection.execute(signs.insert(), row)
        case SignTakenDown():
            connection.execute(signs.delete().where(signs.c.table == fact.table))


def _keep_filed(connection: sa.Connection, fact: Filed) -> None:
    values = {
        name: getattr(fact, name)
        for name in ("number", "kind", "subject", "version", "digest", "reviewer", "approver", "filed_on")
    }
    written = {
        # Sorted as the journal sorts it, so that the table is the same when it is made anew.
        "content": msgspec.json.encode(fact.content, order="sorted"),
        "clauses": msgspec.json.encode(fact.clauses),
        "state": State.FILED,
        "review_reference": "",
        "reference": "",
        "words": "",
    }
    connection.execute(filings.insert(), values | written)


def _change(connection: sa.Connection, number: int, **values: Any) -> None:
    connection.execute(filings.update().where(filings.c.number == number).values(**values))


def _filings(rows: Iterable[Any]) -> tuple[Filing, ...]:
    read = (
        {
            **{name: getattr(row, name) for name in Filing.__struct_fields__},
            "content": msgspec.json.decode(row.content),
            "clauses": msgspec.json.decode(row.clauses),
        }
        for row in rows
    )
    return tuple(msgspec.convert(row, Filing) for row in read)
