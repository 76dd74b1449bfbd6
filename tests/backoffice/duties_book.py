"""A small book for testing the office itself: every shape of duty there is, and nothing else to go wrong."""

from typing import Any

import sqlalchemy as sa

from houseway.backoffice.book import Book, Desk
from houseway.backoffice.orders import Fact, Order
from houseway.backoffice.people import Position
from houseway.backoffice.policy import Part, Rule, Separation, at_least
from houseway.law import pa

CLAUSE = pa("603a.20(r)(2)#2")


class Give(Order, frozen=True, kw_only=True):
    """Marketing gives something away: one signature."""

    matter: str

    def matters(self) -> tuple[str, ...]:
        return (self.matter,)


class Count(Order, frozen=True, kw_only=True):
    """Finance counts what was given: one signature, never by a giver."""

    matter: str

    def matters(self) -> tuple[str, ...]:
        return (self.matter,)


class Receive(Order, frozen=True, kw_only=True):
    """Checked by finance and marketing, recorded by a finance supervisor, who may be the one who checked."""

    matter: str

    def matters(self) -> tuple[str, ...]:
        return (self.matter,)


class Audit(Order, frozen=True, kw_only=True):
    """Proposed by finance, executed by internal audit, in a matter where neither gave."""

    matter: str

    def matters(self) -> tuple[str, ...]:
        return (self.matter,)


class Done(Fact, frozen=True, kw_only=True):
    """Something was done."""

    what: str


metadata = sa.MetaData()
done = sa.Table(
    "duties_done",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("what", sa.Text, nullable=False),
)


class DutiesBook(Book):
    """The test's own book."""

    name = "duties"
    title = "Duties"
    rules = (
        Rule(Give, (Part("given", at_least(Position.MARKETING_REPRESENTATIVE), CLAUSE),)),
        Rule(Count, (Part("counted", at_least(Position.FINANCE_CLERK), CLAUSE),)),
        Rule(
            Receive,
            (
                Part("checked by finance", at_least(Position.FINANCE_CLERK), CLAUSE),
                Part("checked by marketing", at_least(Position.MARKETING_REPRESENTATIVE), CLAUSE),
                Part(
                    "recorded",
                    at_least(Position.FINANCE_SUPERVISOR),
                    CLAUSE,
                    may_be=("checked by finance",),
                ),
            ),
        ),
        Rule(
            Audit,
            (
                Part("asked", at_least(Position.FINANCE_CLERK), CLAUSE),
                Part("audited", at_least(Position.AUDITOR), CLAUSE),
            ),
        ),
    )
    separations = (Separation(Give, Count, CLAUSE), Separation(Give, Audit, CLAUSE))
    facts = Done
    tables = metadata

    def decide(self, order: Any, desk: Desk) -> tuple[Fact, ...]:
        return (Done(what=f"{type(order).__name__} {order.matter}", clause=CLAUSE.id),)

    def post(self, fact: Any, desk: Desk) -> None:
        desk.connection.execute(done.insert(), {"what": fact.what})


BOOK = DutiesBook()
