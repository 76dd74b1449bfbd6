"""The tray: opener, fills, credits and closer, one table at a time, each on a slip that several people sign."""

from collections import Counter
from datetime import date
from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.orders import Fact, Signed
from houseway.backoffice.revenue.chips import Pieces, check_counted_once, denominations, worth
from houseway.backoffice.revenue.denominations import check_exist, check_in_force
from houseway.backoffice.revenue.orders import (
    ChipsMoved,
    CloseTray,
    CreditTable,
    FillTable,
    OpenTray,
    SlipKind,
    TrayClosed,
    TrayOpened,
    VarianceFound,
    VarianceKind,
)
from houseway.backoffice.revenue.schema import counts, slips, trays
from houseway.backoffice.revenue.terms import all_terms, first_uncertified, terms_on
from houseway.backoffice.table_record import into_tray
from houseway.law import RuleViolation, implements, pa
from houseway.money import Cents, dollars

REVENUE = pa("125-149:RAF(16)#1")


def open_tray(order: OpenTray, desk: Desk) -> tuple[Fact, ...]:
    """Open a table's tray; where the last closer said otherwise the difference is recorded with an explanation."""
    if order.day != desk.day:
        raise RuleViolation(REVENUE, f"a tray is opened for today, {desk.day}, not for {order.day}")
    terms_on(all_terms(desk.connection), order.day)
    check_counted_once(denominations(order.chips), REVENUE, "the opener")
    check_exist(desk, order.chips, "the opener")
    before = _last_tray(desk.connection, order.table)
    session = 1
    differs: tuple[Fact, ...] = ()
    if before is not None:
        if before.closer_cents is None:
            raise RuleViolation(
                REVENUE, f"table {order.table} is open since {before.day}", fix="close its tray first"
            )
        if before.day == order.day:
            _check_reopening(order, desk, before)
            session = before.session + 1
        differs = _against_closer(order, before)
    opened = TrayOpened(
        day=order.day,
        table=order.table,
        session=session,
        game=order.game,
        chips=order.chips,
        cents=worth(order.chips),
        clause=REVENUE.id,
    )
    return (opened, *differs)


def _check_reopening(order: OpenTray, desk: Desk, before: Any) -> None:
    if order.game != before.game:
        raise RuleViolation(
            REVENUE,
            f"table {order.table} was {before.game} today, and its win is reported under one game",
            fix="open it as another game on the next gaming day",
        )
    query = sa.select(counts.c.day).where(counts.c.day == order.day, counts.c.gaming_table == order.table)
    if desk.connection.execute(query).first() is not None:
        raise RuleViolation(REVENUE, f"the drop of table {order.table} for {order.day} is counted already")


def _against_closer(order: OpenTray, before: Any) -> tuple[Fact, ...]:
    left = msgspec.json.decode(before.closer, type=tuple[Pieces, ...])
    if _by_value(left) == _by_value(order.chips):
        return ()
    if not order.explanation.strip():
        raise RuleViolation(
            REVENUE,
            f"table {order.table} was closed with {dollars(worth(left))} and is opened with"
            f" {dollars(worth(order.chips))} in other chips",
            fix="count again, or explain the difference",
        )
    return (
        VarianceFound(
            day=order.day,
            table=order.table,
            kind=VarianceKind.OPENER,
            expected=worth(left),
            counted=worth(order.chips),
            explanation=order.explanation,
            clause=REVENUE.id,
        ),
    )


def fill_table(order: FillTable, desk: Desk) -> tuple[Fact, ...]:
    """Carry chips that the house has today from the cage to an open table, on the next fill slip."""
    _open_tray_of(desk, order.table, order.day)
    _check_some(order.chips, SlipKind.FILL)
    check_in_force(desk, order.chips, "the fill")
    return (_moved(order, SlipKind.FILL, desk),)


def credit_table(order: CreditTable, desk: Desk) -> tuple[Fact, ...]:
    """Carry chips that the tray holds from an open table to the cage, on the next credit slip."""
    tray = _open_tray_of(desk, order.table, order.day)
    _check_some(order.chips, SlipKind.CREDIT)
    check_counted_once(denominations(order.tray), REVENUE, "the count of the tray")
    check_exist(desk, (*order.chips, *order.tray), "the credit")
    _check_held(order, desk, tray)
    return (_moved(order, SlipKind.CREDIT, desk, order.tray), *_against_record(order, desk, tray))


def _check_some(chips: tuple[Pieces, ...], kind: SlipKind) -> None:
    check_counted_once(denominations(chips), REVENUE, f"the {kind}")
    if not worth(chips):
        raise RuleViolation(REVENUE, f"a {kind} of nothing is no {kind}", fix="list the chips")


def _moved(
    order: FillTable | CreditTable, kind: SlipKind, desk: Desk, tray: tuple[Pieces, ...] = ()
) -> ChipsMoved:
    last = sa.select(sa.func.coalesce(sa.func.max(slips.c.number), 0)).where(slips.c.kind == kind)
    return ChipsMoved(
        kind=kind,
        number=desk.connection.execute(last).scalar_one() + 1,
        day=order.day,
        table=order.table,
        chips=order.chips,
        cents=worth(order.chips),
        tray=tray,
        clause=REVENUE.id,
    )


# What a tray holds, as far as the books can know.


@implements("125-149:RAF(16)#1", readings=("B-PW-07",))
def _check_held(order: CreditTable, desk: Desk, tray: Any) -> None:
    """Refuse to take more of a value than the tray holds, or more in all than the table's record leaves in it.

    Of each value the book knows what came and went on slips. What came over the felt besides it learns only where the
    dealer counts the tray before the credit.
    """
    present = by_slips(desk.connection, tray)
    held = _by_value(order.tray) if order.tray else present
    for line in order.chips:
        if line.count > held.get(line.value, 0):
            told = "was counted with" if order.tray else "holds by its slips"
            raise RuleViolation(
                REVENUE,
                f"the credit takes {line.count:,} chips of {dollars(line.value)} from table {order.table},"
                f" whose tray {told} {held.get(line.value, 0):,} of them",
                fix="take what is there"
                if order.tray
                else "take what is there, or count the whole tray for the credit if more came over the felt",
            )
    played = _played(desk, tray)
    if played is not None and worth(order.chips) > (left := _worth(present) + played):
        raise RuleViolation(
            REVENUE,
            f"the credit takes {dollars(worth(order.chips))} from table {order.table}, whose record leaves"
            f" {dollars(max(left, 0))} in its tray",
            fix="count the tray again, and take what is there",
        )


def _against_record(order: CreditTable, desk: Desk, tray: Any) -> tuple[Fact, ...]:
    """A tray that was counted for a credit and comes to something else than the table's record is a variance."""
    played = _played(desk, tray) if order.tray else None
    if played is None:
        return ()
    expected, counted = _worth(by_slips(desk.connection, tray)) + played, worth(order.tray)
    if expected == counted:
        return ()
    if not order.explanation.strip():
        raise RuleViolation(
            REVENUE,
            f"the tray of table {order.table} was counted at {dollars(counted)}, and comes to {dollars(expected)} by"
            " its slips and its record",
            fix="count again, or explain the difference",
        )
    return (
        VarianceFound(
            day=order.day,
            table=order.table,
            kind=VarianceKind.TRAY,
            expected=expected,
            counted=counted,
            explanation=order.explanation,
            clause=REVENUE.id,
        ),
    )


def by_slips(connection: sa.Connection, tray: Any) -> dict[Cents, int]:
    """How many chips of each value came to an open tray on slips since it was opened, less those that went."""
    held = Counter(_by_value(msgspec.json.decode(tray.opener, type=tuple[Pieces, ...])))
    query = sa.select(slips.c.kind, slips.c.chips).where(
        slips.c.gaming_table == tray.gaming_table, slips.c.day == tray.day, slips.c.session == tray.session
    )
    for row in connection.execute(query):
        sign = 1 if row.kind == SlipKind.FILL else -1
        for value, count in _by_value(msgspec.json.decode(row.chips, type=tuple[Pieces, ...])).items():
            held[value] += sign * count
    return dict(held)


def _played(desk: Desk, tray: Any) -> Cents | None:
    """What play brought into a live table's tray since its opener; None of a table that has no record."""
    signatures = msgspec.json.decode(tray.opener_signatures, type=tuple[Signed, ...])
    return into_tray(desk.connection, tray.gaming_table, max(signed.at for signed in signatures))


def _worth(held: dict[Cents, int]) -> Cents:
    return sum(value * count for value, count in held.items())


def close_tray(order: CloseTray, desk: Desk) -> tuple[Fact, ...]:
    """Close the tray of an open table."""
    tray = _open_tray_of(desk, order.table, order.day)
    check_counted_once(denominations(order.chips), REVENUE, "the closer")
    check_exist(desk, order.chips, "the closer")
    return (
        TrayClosed(
            day=order.day,
            table=order.table,
            session=tray.session,
            chips=order.chips,
            cents=worth(order.chips),
            clause=REVENUE.id,
        ),
    )


def open_tray_of(connection: sa.Connection, table: str) -> tuple[date, str] | None:
    """The gaming day and the game for which a table's tray stands open; none while it is closed."""
    tray = _last_tray(connection, table)
    return None if tray is None or tray.closer_cents is not None else (tray.day, tray.game)


def check_not_certified(desk: Desk, day: date) -> None:
    """Refuse to touch a day whose revenue is certified."""
    if is_certified(desk, day):
        raise RuleViolation(
            REVENUE,
            f"the revenue of {day} is certified",
            fix="correct a figure of the first day that is not, and say why",
        )


def is_certified(desk: Desk, day: date) -> bool:
    """Whether a day's revenue is certified; days before the first are as good as certified."""
    pending = first_uncertified(desk.connection)
    return pending is not None and day < pending


def _open_tray_of(desk: Desk, table: str, day: date) -> Any:
    tray = _last_tray(desk.connection, table)
    if tray is None or tray.closer_cents is not None:
        raise RuleViolation(REVENUE, f"table {table} is not open", fix="open its tray first")
    if tray.day != day:
        raise RuleViolation(REVENUE, f"table {table} is open for {tray.day}, not for {day}")
    return tray


def _last_tray(connection: sa.Connection, table: str) -> Any:
    query = sa.select(trays).where(trays.c.gaming_table == table)
    return connection.execute(query.order_by(trays.c.day.desc(), trays.c.session.desc()).limit(1)).first()


def _by_value(chips: tuple[Pieces, ...]) -> dict[int, int]:
    return {line.value: line.count for line in chips if line.count}
