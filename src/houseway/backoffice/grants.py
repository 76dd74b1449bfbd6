"""Grants: what a token lets a program do, never more than whoever it acts for may do in person."""

import msgspec

from houseway.backoffice.people import LADDERS, Position, department_of
from houseway.backoffice.policy import SEPARATE_DUTIES, NotPermitted, Rule
from houseway.law import implements


class Grant(msgspec.Struct, frozen=True, kw_only=True):
    """What the holder of a token may do: all that its owner may, or, for a service, only the duties given to it.

    A service acts under the credential of whoever asked for it, so that nobody can sign beside their own program.
    """

    token: str
    # The name of the program; empty for a token that acts as its owner does.
    service: str = ""
    # The office is read as somebody in this position reads it; a service without one reads nothing there.
    reads_as: Position | None = None
    orders: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    metrics: bool = False

    def __str__(self) -> str:
        return (
            f"the service {self.service} (token {self.token})" if self.service else f"the token {self.token}"
        )

    @property
    def is_personal(self) -> bool:
        """Whether it acts in everything as its owner."""
        return not self.service

    def reads_office(self) -> bool:
        """Whether the books of the back office are open to it at all."""
        return self.is_personal or self.reads_as is not None

    def reads_metrics(self) -> bool:
        """Whether it may read the figures of the running server."""
        return self.metrics


def or_below(position: Position) -> tuple[Position, ...]:
    """The position and every one below it in its department: what their holder may let a program read as."""
    ladder = LADDERS[department_of(position)]
    return ladder[: ladder.index(position) + 1]


@implements("603a.20(r)(2)#2")
def require_order(grant: Grant | None, rule: Rule) -> None:
    """Refuse an order through a token that was not given for it, and what people must sign themselves."""
    if grant is None:
        return
    if rule.in_person:
        raise NotPermitted(
            SEPARATE_DUTIES,
            f"{rule.name} is signed in person, not through {grant}",
            fix="sign in with your password and sign it yourself",
        )
    if not grant.is_personal and rule.name not in grant.orders:
        raise NotPermitted(
            SEPARATE_DUTIES,
            f"{grant} has no duty to {rule.name}",
            fix="sign it in person, or ask for a token that has this duty",
        )


@implements("603a.20(r)(2)#2")
def require_table(grant: Grant | None, table: str) -> None:
    """Refuse a move through a token that was not given for the table."""
    if grant is not None and not grant.is_personal and table not in grant.tables:
        raise NotPermitted(
            SEPARATE_DUTIES,
            f"{grant} has no duty at table {table}",
            fix="move in person, or ask for a token that has this duty",
        )


@implements("603a.20(r)(2)#2")
def require_reading(grant: Grant | None) -> None:
    """Refuse the books to a service that was not given them to read."""
    if grant is not None and not grant.reads_office():
        raise NotPermitted(
            SEPARATE_DUTIES,
            f"{grant} has no duty to read in the back office",
            fix="look it up in person, or ask for a token that has this duty",
        )
