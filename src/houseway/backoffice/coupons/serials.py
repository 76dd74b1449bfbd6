"""The life of a serial: the states a coupon can be in, and the one way in which it goes from one to another.

Received = stock + issued + held + distributed + redeemed + voided + returned + expired, at every moment: coupons enter
only by a receipt, and every later step takes them out of one state and puts them into another.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from houseway.backoffice.coupons.design import SERIAL, Design
from houseway.backoffice.coupons.quantities import Quantities, quantities
from houseway.backoffice.coupons.runs import Run, Runs, joined, size, spelled
from houseway.backoffice.coupons.schema import days, designs, movements, serials, totals
from houseway.law import Clause, RuleViolation, implements
from houseway.money import Cents
from houseway.table.coupons import Coupon


class State(StrEnum):
    """Where a coupon is."""

    STOCK = "stock"
    ISSUED = "issued"
    HELD = "held"
    DISTRIBUTED = "distributed"
    REDEEMED = "redeemed"
    VOIDED = "voided"
    RETURNED = "returned"
    EXPIRED = "expired"


# Where coupons come from before the house has them.
SUPPLIER = "supplier"

# Databases take only so many values in one statement.
_AT_ONCE = 5000


class Group(NamedTuple):
    """Coupons that are alike: so many of one design and last day, in one state."""

    design: str
    denomination: Cents
    expires: date
    state: State
    coupons: int


class CouponRecord(NamedTuple):
    """One coupon as it stands, with the day on which its design was approved."""

    serial: int
    design: str
    denomination: Cents
    expires: date
    state: State
    distributed_on: date | None
    redeemed_on: date | None
    table: str | None
    round: str | None
    cancelled_on: date | None
    approved_on: date | None


# Looking coupons up.

_STANDING = sa.select(
    *(serials.c[name] for name in CouponRecord._fields if name != "approved_on"),
    designs.c.approved_on,
).join(designs, designs.c.id == serials.c.design)
_ONE = _STANDING.where(serials.c.serial == sa.bindparam("serial"))
_SOME = _STANDING.where(serials.c.serial.in_(sa.bindparam("wanted", expanding=True)))
_WITHIN = serials.c.serial.between(sa.bindparam("first"), sa.bindparam("last"))
_GROUPS = (
    sa.select(
        serials.c.design,
        serials.c.denomination,
        serials.c.expires,
        serials.c.state,
        sa.func.count().label("n"),
    )
    .where(_WITHIN)
    .group_by(serials.c.design, serials.c.denomination, serials.c.expires, serials.c.state)
)


def _runs(*where: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """The coupons for which something holds, by runs: the database joins them, however many there are."""
    place = serials.c.serial - sa.func.row_number().over(order_by=serials.c.serial)
    found = sa.select(serials.c.serial, place.label("place")).where(*where).subquery()
    first = sa.func.min(found.c.serial)
    return sa.select(first, sa.func.max(found.c.serial)).group_by(found.c.place).order_by(first)


_IN_STATES = serials.c.state.in_(sa.bindparam("states", expanding=True))
_RUNS = _runs(_IN_STATES)
_EXPIRED_RUNS = _runs(_IN_STATES, serials.c.expires <= sa.bindparam("by"))


def find(connection: sa.Connection, serial: int) -> CouponRecord | None:
    """How one coupon stands, or None where the house never received it."""
    row = connection.execute(_ONE, {"serial": serial}).first()
    return None if row is None else _standing(row)


def find_all(connection: sa.Connection, wanted: Sequence[int]) -> Mapping[int, CouponRecord]:
    """How these coupons stand; those that the house never received are not in the answer."""
    found: dict[int, CouponRecord] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        rows = connection.execute(_SOME, {"wanted": wanted[start : start + _AT_ONCE]})
        found.update((row.serial, _standing(row)) for row in rows)
    return found


def _standing(row: Any) -> CouponRecord:
    standing = CouponRecord(*row)
    return standing._replace(state=State(standing.state))


def coupon_of(connection: sa.Connection, serial: int) -> Coupon | None:
    """A coupon as the house has it on its books, to hold against one that is presented."""
    query = (
        sa.select(serials.c.expires, designs.c.content)
        .join(designs, designs.c.id == serials.c.design)
        .where(serials.c.serial == serial)
    )
    row = connection.execute(query).first()
    if row is None:
        return None
    design = msgspec.json.decode(row.content, type=Design)
    return Coupon(serial=serial, value=design.value, expires=row.expires, terms=design.terms)


def groups_in(connection: sa.Connection, runs: Iterable[Run]) -> tuple[Group, ...]:
    """The coupons of these runs, those that are alike together."""
    found: dict[Group, int] = {}
    for run in runs:
        for row in connection.execute(_GROUPS, {"first": run.first, "last": run.last}):
            kind = Group(row.design, row.denomination, row.expires, State(row.state), 0)
            found[kind] = found.get(kind, 0) + row.n
    return tuple(kind._replace(coupons=count) for kind, count in found.items())


def quantities_in(groups: Iterable[Group]) -> Quantities:
    """How many coupons of each denomination there are."""
    found: dict[Cents, int] = {}
    for group in groups:
        found[group.denomination] = found.get(group.denomination, 0) + group.coupons
    return quantities(found)


def runs_in(connection: sa.Connection, *states: State, expired_by: date | None = None) -> Runs:
    """Every coupon in these states, by runs; with a day, those only whose last day was that day or before it."""
    if expired_by is None:
        rows = connection.execute(_RUNS, {"states": states})
    else:
        rows = connection.execute(_EXPIRED_RUNS, {"states": states, "by": expired_by})
    return tuple(Run(first, last) for first, last in rows)


def runs_among(connection: sa.Connection, runs: Iterable[Run], *where: sa.ColumnElement[bool]) -> Runs:
    """Those coupons of these runs that the house received and for which something holds.

    A run as somebody wrote it down may be of any length: its serials are never gone through one by one.
    """
    query = _runs(_WITHIN, *where)
    rows = (row for run in runs for row in connection.execute(query, {"first": run.first, "last": run.last}))
    return joined(Run(first, last) for first, last in rows)


@implements("603a.20(c)(3)")
def require_state(
    connection: sa.Connection, runs: Runs, state: State, clause: Clause, what: str
) -> tuple[Group, ...]:
    """The coupons of these runs, once all of them were received and all are in one state."""
    groups = groups_in(connection, runs)
    unknown = size(runs) - sum(group.coupons for group in groups)
    if unknown:
        raise RuleViolation(SERIAL, f"{what}: {unknown} of the coupons {spelled(runs)} were never received")
    for group in groups:
        if group.state is not state:
            raise RuleViolation(
                clause,
                f"{what}: {group.coupons} of the coupons {spelled(runs)} are {group.state}, not {state}",
            )
    return groups


# Moving them.


class Miscounted(Exception):
    """The rows of the book do not hold what its facts say: it must be made anew from the journal."""


@cache
def _moving(columns: tuple[str, ...]) -> sa.Update:
    return (
        serials.update()
        .where(
            serials.c.serial.between(sa.bindparam("first"), sa.bindparam("last")),
            # Spelled so that no database walks all coupons in that state instead of the few in the run.
            serials.c.state.concat("") == sa.bindparam("source"),
        )
        .values({name: sa.bindparam(f"new {name}") for name in columns})
    )


def move(
    connection: sa.Connection,
    runs: Iterable[Run],
    some: Quantities,
    source: State,
    target: State,
    day: date,
    **changes: object,
) -> None:
    """Take coupons out of one state and put them into another, on a gaming day."""
    values = {"state": target, "changed_on": day, **changes}
    statement = _moving(tuple(values))
    parameters = {f"new {name}": value for name, value in values.items()} | {"source": source}
    moved = 0
    for run in runs:
        moved += connection.execute(statement, {**parameters, "first": run.first, "last": run.last}).rowcount
    note_move(connection, some, source, target, day, moved)


def note_move(
    connection: sa.Connection, some: Quantities, source: State, target: State, day: date, moved: int
) -> None:
    """Add what moved to the figures of the day and to the totals, having seen that it is as many as the fact says."""
    if moved != sum(quantity.count for quantity in some):
        raise Miscounted(f"{moved} coupons went from {source} to {target} on {day}, not {some}")
    for quantity in some:
        _add(connection, day, quantity.denomination, source, target, quantity.count)
        connection.execute(
            _SHIFT, {"of": quantity.denomination, "source": source, "target": target, "by": quantity.count}
        )


_SHIFT = (
    totals.update()
    .where(
        totals.c.denomination == sa.bindparam("of"),
        totals.c.state.in_((sa.bindparam("source"), sa.bindparam("target"))),
    )
    .values(
        count=totals.c.count
        + sa.case((totals.c.state == sa.bindparam("target"), 1), else_=-1)
        * sa.bindparam("by", type_=sa.Integer)
    )
)
_ADD = (
    movements.update()
    .where(
        movements.c.day == sa.bindparam("on"),
        movements.c.denomination == sa.bindparam("of"),
        movements.c.source == sa.bindparam("out"),
        movements.c.target == sa.bindparam("into"),
    )
    .values(count=movements.c.count + sa.bindparam("by", type_=sa.Integer))
)


def _add(
    connection: sa.Connection, day: date, denomination: Cents, source: str, target: str, by: int
) -> None:
    values = {"on": day, "of": denomination, "out": source, "into": target, "by": by}
    if connection.execute(_ADD, values).rowcount:
        return
    row = {"day": day, "denomination": denomination, "source": source, "target": target, "count": by}
    connection.execute(movements.insert(), row)
    if source != SUPPLIER:
        open_day(connection, day)


def open_day(connection: sa.Connection, day: date) -> None:
    """Coupons moved on this day: its papers are owed."""
    if connection.execute(sa.select(days.c.day).where(days.c.day == day)).first() is None:
        row = {"day": day, "at_marketing": False, "reconciled": False, "counted": False}
        connection.execute(days.insert(), row)


@implements("603a.20(c)(3)")
def receive(
    connection: sa.Connection,
    run: Run,
    design: str,
    denomination: Cents,
    expires: date,
    day: date,
    state: State = State.STOCK,
    **values: object,
) -> None:
    """Enter new coupons, one row for each serial of the run: in stock, or with patrons where they were mailed to them."""
    numbers = sa.select(sa.literal(run.first).label("serial")).cte("numbers", recursive=True)
    numbers = numbers.union_all(sa.select(numbers.c.serial + 1).where(numbers.c.serial < run.last))
    row = {
        "design": design,
        "denomination": denomination,
        "expires": expires,
        "state": state.value,
        "changed_on": day,
        **values,
    }
    chosen = sa.select(
        numbers.c.serial, *(sa.literal(value, serials.c[name].type) for name, value in row.items())
    )
    connection.execute(serials.insert().from_select(["serial", *row], chosen))
    _make_totals(connection, denomination)
    _add(connection, day, denomination, SUPPLIER, state, len(run))
    added = {"of": denomination, "source": SUPPLIER, "target": state, "by": len(run)}
    connection.execute(_SHIFT, added)


def _make_totals(connection: sa.Connection, denomination: Cents) -> None:
    known = sa.select(totals.c.state).where(totals.c.denomination == denomination)
    if connection.execute(known).first() is None:
        rows = [{"denomination": denomination, "state": state, "count": 0} for state in State]
        connection.execute(totals.insert(), rows)


# Figures.


def totals_by_state(connection: sa.Connection) -> Mapping[State, Mapping[Cents, int]]:
    """How many coupons of each denomination are in each state now."""
    found: dict[State, dict[Cents, int]] = {state: {} for state in State}
    for denomination, state, count in connection.execute(
        sa.select(totals.c.denomination, totals.c.state, totals.c.count)
    ):
        found[State(state)][denomination] = count
    return found


class Movement(NamedTuple):
    """So many coupons of a denomination that went from one state to another."""

    denomination: Cents
    source: str
    target: str
    coupons: int


def moved_between(connection: sa.Connection, first: date, last: date) -> tuple[Movement, ...]:
    """What moved from a day to another, both included."""
    columns = (movements.c.denomination, movements.c.source, movements.c.target)
    query = (
        sa.select(*columns, sa.func.sum(movements.c.count))
        .where(movements.c.day.between(first, last))
        .group_by(*columns)
        .order_by(*columns)
    )
    return tuple(Movement(*row[:3], int(row[3])) for row in connection.execute(query))


def went(found: Iterable[Movement], source: str, target: str) -> Quantities:
    """What went from one state to another."""
    return quantities(
        {one.denomination: one.coupons for one in found if (one.source, one.target) == (source, target)}
    )


def stayed(found: Iterable[Movement], source: str, target: str) -> Quantities:
    """What went from one state to another, less what was taken back."""
    all_of_it = tuple(found)
    back = {one.denomination: one.count for one in went(all_of_it, target, source)}
    return quantities(
        {
            one.denomination: one.count - back.get(one.denomination, 0)
            for one in went(all_of_it, source, target)
        }
    )
