"""The tray: opener, fills, credits and closer, one table at a time, each on a slip that several people sign."""

from datetime import date
from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.orders import Fact
from houseway.backoffice.revenue.chips import Pieces, check_counted_once, denominations, worth
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
from houseway.law import RuleViolation, pa
from houseway.money import dollars

REVENUE = pa("125-149:RAF(16)#1")


def open_tray(order: OpenTray, desk: Desk) -> tuple[Fact, ...]:
    """Open a table's tray; where the last closer said otherwise the difference is recorded with an explanation."""
    if order.day != desk.day:
        raise RuleViolation(REVENUE, f"a tray is opened for today, {desk.day}, not for {order.day}")
    terms_on(all_terms(desk.connection), order.day)
    check_counted_once(denominations(order.chips), REVENUE, "the opener")
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


def move_chips(order: FillTable | CreditTable, desk: Desk) -> tuple[Fact, ...]:
    """Move chips between cage and an open table, on the next slip of its kind."""
    kind = SlipKind.FILL if isinstance(order, FillTable) else SlipKind.CREDIT
    _open_tray_of(desk, order.table, order.day)
    check_counted_once(denominations(order.chips), REVENUE, f"the {kind}")
    if not worth(order.chips):
        raise RuleViolation(REVENUE, f"a {kind} of nothing is no {kind}", fix="list the chips")
    last = sa.select(sa.func.coalesce(sa.func.max(slips.c.number), 0)).where(slips.c.kind == kind)
    return (
        ChipsMoved(
            kind=kind,
            number=desk.connection.execute(last).scalar_one() + 1,
            day=order.day,
            table=order.table,
            chips=order.chips,
            cents=worth(order.chips),
            clause=REVENUE.id,
        ),
    )


def close_tray(order: CloseTray, desk: Desk) -> tuple[Fact, ...]:
    """Close the tray of an open table."""
    tray = _open_tray_of(desk, order.table, order.day)
    check_counted_once(denominations(order.chips), REVENUE, "the closer")
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
