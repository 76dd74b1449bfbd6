"""The denominations of the house: which chips, plaques and coupons there are, and that nothing else is counted or carried."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache
from heapq import heappop, heappush

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons.design import VALUE, coupon_values
from houseway.backoffice.coupons.schema import designs
from houseway.backoffice.orders import Fact, name_of
from houseway.backoffice.revenue.chips import Pieces
from houseway.backoffice.revenue.orders import DenominationsRegistered, RegisterDenominations
from houseway.backoffice.revenue.schema import denominations
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.money import Cents, dollars

# What chips and plaques look like, and so what is written on them, is submitted and approved.
APPROVED = pa("601a.10(b)")
PERMITTED = pa("603a.10(a)#1")


@dataclass(frozen=True, slots=True)
class Denominations:
    """The values of the chips and of the plaques that a house has from a day on."""

    since: date
    chips: tuple[Cents, ...]
    plaques: tuple[Cents, ...]
    authority: str

    @property
    def values(self) -> tuple[Cents, ...]:
        """All of them, the smallest first."""
        return tuple(sorted({*self.chips, *self.plaques}))


@implements("601a.10(b)", readings=("B-PW-07",))
def register_denominations(order: RegisterDenominations, desk: Desk) -> tuple[Fact, ...]:
    """Refuse values that stand in the list twice, and a list that reaches back over what was counted by another."""
    for what, values in (("chips", order.chips), ("plaques", order.plaques)):
        for value in values:
            if values.count(value) > 1:
                raise RuleViolation(
                    APPROVED, f"the list of {what} has {dollars(value)} twice", fix="list each once"
                )
    if order.since < desk.day:
        raise RuleViolation(
            APPROVED,
            f"what was counted before today, {desk.day}, was counted in other chips",
            fix="name today or a later day",
        )
    return (
        DenominationsRegistered(
            since=order.since,
            chips=tuple(sorted(order.chips)),
            plaques=tuple(sorted(order.plaques)),
            authority=order.authority,
            clause=APPROVED.id,
        ),
    )


_REGISTERED = (
    sa.select(denominations)
    .where(denominations.c.since <= sa.bindparam("day"))
    .order_by(denominations.c.since)
)


def registered(connection: sa.Connection, day: date) -> tuple[Denominations, ...]:
    """Every list of denominations until a day, the oldest first; the last is the one in force."""
    return tuple(
        Denominations(
            row.since,
            msgspec.json.decode(row.chips, type=tuple[int, ...]),
            msgspec.json.decode(row.plaques, type=tuple[int, ...]),
            row.authority,
        )
        for row in connection.execute(_REGISTERED, {"day": day})
    )


def in_force(connection: sa.Connection, day: date) -> Denominations | None:
    """The denominations that the house has on a day; None where none were ever registered."""
    known = registered(connection, day)
    return known[-1] if known else None


@implements("601a.10(b)", readings=("B-PW-07",))
def check_exist(desk: Desk, pieces: Iterable[Pieces], what: str) -> None:
    """Refuse chips of a value that the house never had; one that it has no more may still lie in a tray, or leave it."""
    known = _known(desk)
    _check(pieces, {value for one in known for value in one.values}, known[-1].values, what)


@implements("601a.10(b)", readings=("B-PW-07",))
def check_in_force(desk: Desk, pieces: Iterable[Pieces], what: str) -> None:
    """Refuse to bring a table chips of a value that the house does not have today."""
    present = _known(desk)[-1].values
    _check(pieces, set(present), present, what)


def _known(desk: Desk) -> tuple[Denominations, ...]:
    known = registered(desk.connection, desk.day)
    if not known:
        raise RuleViolation(
            APPROVED,
            "the house has registered no chips",
            fix=f"have the director of finance and an auditor register them: {name_of(RegisterDenominations)}",
        )
    return known


def _check(pieces: Iterable[Pieces], allowed: set[Cents], present: tuple[Cents, ...], what: str) -> None:
    for line in pieces:
        if line.value not in allowed:
            raise RuleViolation(
                APPROVED,
                f"{what} lists chips of {dollars(line.value)}, and the house has none",
                fix=f"it has {', '.join(map(dollars, present))}; others are registered with"
                f" {name_of(RegisterDenominations)}",
            )


@implements("603a.20(c)(2)")
def check_coupons_exist(desk: Desk, pieces: Iterable[Pieces]) -> None:
    """Refuse coupons of a value that no design of the house has; a house without the coupon book has nothing to say."""
    if not sa.inspect(desk.connection).has_table(designs.name):
        return
    known = coupon_values(desk.connection)
    for line in pieces:
        if line.value not in known:
            raise RuleViolation(
                VALUE,
                f"the coupon count lists coupons of {dollars(line.value)}, and no design of the house has that value",
                fix="count the house's own coupons, and tell of other papers in the remark",
            )


# What can be laid in chips.


@implements("603a.10(a)#1", readings=("B-PW-07",))
def check_in_chips(connection: sa.Connection, amount: Cents, day: date, clause: Clause = PERMITTED) -> None:
    """Refuse an amount that no chips of the house make up; a house from before there was a list goes on without one."""
    known = in_force(connection, day)
    if known is None or amount <= 0 or is_made_up(amount, known.values):
        return
    raise RuleViolation(
        clause,
        f"{dollars(amount)} cannot be laid in the chips of the house",
        fix=f"it has {', '.join(map(dollars, known.values))}",
    )


def is_made_up(amount: Cents, values: tuple[Cents, ...]) -> bool:
    """Whether chips of these values, as many of each as one likes, come to an amount."""
    smallest = min(values)
    least = _least(values).get(amount % smallest)
    return least is not None and least <= amount


@cache
def _least(values: tuple[Cents, ...]) -> dict[int, Cents]:
    """For each remainder by the smallest value, the least amount that has it and can be made up."""
    smallest, found, open_ends = min(values), dict[int, Cents](), [0]
    while open_ends:
        amount = heappop(open_ends)
        if amount % smallest in found:
            continue
        found[amount % smallest] = amount
        for value in values:
            heappush(open_ends, amount + value)
    return found
