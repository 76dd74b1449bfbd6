"""What a table's own record says of a gaming day: its tray, its drop box, its coupons and its dice, to be held against the count."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

import msgspec

from houseway.backoffice.days import GamingDays
from houseway.backoffice.revenue.orders import RecordExpected
from houseway.backoffice.revenue.win import TableDay
from houseway.floor.table import TABLE_STREAM, Recorded, TableInService
from houseway.money import Cents
from houseway.table.events import TRAY, VigorishCollected, VigorishRefunded
from houseway.table.procedure import DROP_BOX, CloseTable, DiceIssued, OpenTable
from houseway.table.progressive import Amount, MeterContributed, MeterReset, MeterReversed
from houseway.table.redemption import CouponDropped

_MOVES_THE_METER = (MeterContributed, MeterReset, MeterReversed)
# One number alone is told of a generator, never of dice.
_FEWEST_DICE = 2


class NoFigures(LookupError):
    """A table that was not open on a gaming day."""


class TableFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A table's gaming day by its record; fills and credits are not in it, since the cage signs for those.

    `progressive` is what stood on the meter in the end, which is owed to patrons; none where the table has no meter.
    """

    table: str
    day: date
    first_entry: int
    last_entry: int
    opener: Cents
    closer: Cents
    drop: Cents
    vigorish: Cents
    coupons: int
    coupon_face: Cents
    progressive: Amount | None
    still_open: bool

    @property
    def change(self) -> Cents:
        """What play brought into the tray, or took out of it."""
        return self.closer - self.opener

    @property
    def win(self) -> Cents:
        """What the house kept: chips sold stand as money in the box."""
        return self.change + self.drop


def figures_of(place: TableInService, day: date, days: GamingDays) -> TableFigures:
    """The figures of a table for a gaming day, over all its openings on that day."""
    tray, meter = place.set_up.tray, _meter_at_first(place)
    opener, closer, progressive = tray, tray, meter
    entries: list[Recorded] = []
    is_open = False
    for recorded, today in _by_gaming_day(place, days):
        is_open = today == day and not isinstance(recorded.act.move, CloseTable)
        if today == day and not entries:
            opener = tray
        tray += _into(recorded, TRAY)
        meter = next((event.meter for event in reversed(_of(recorded, _MOVES_THE_METER))), meter)
        if today == day:
            entries.append(recorded)
            closer, progressive = tray, meter
    if not entries:
        raise NoFigures(f"table {place.name} was not open on {day}")
    dropped = [event for recorded in entries for event in _of(recorded, (CouponDropped,))]
    return TableFigures(
        table=place.name,
        day=day,
        first_entry=entries[0].version,
        last_entry=entries[-1].version,
        opener=opener,
        closer=closer,
        drop=sum(_into(recorded, DROP_BOX) for recorded in entries),
        vigorish=sum(_vigorish(event) for recorded in entries for event in recorded.events),
        coupons=len(dropped),
        coupon_face=sum(event.value for event in dropped),
        progressive=progressive,
        still_open=is_open,
    )


def _by_gaming_day(place: TableInService, days: GamingDays) -> Iterator[tuple[Recorded, date | None]]:
    """Every act with the gaming day that the table was open for: the one it opened for, and those that began since."""
    opened: tuple[date, date] | None = None
    for recorded in place.record:
        move, on = recorded.act.move, days.day_of(recorded.act.at)
        if isinstance(move, OpenTable):
            opened = move.gaming_day, on
        yield recorded, opened[0] + (on - opened[1]) if opened else None
        if isinstance(move, CloseTable):
            opened = None


def expected_by(figures: TableFigures, counted: TableDay) -> RecordExpected:
    """What the revenue book is to expect of a table, from its record and from the chips that were counted into its tray.

    Where it opened more than once, openers and closers are sums: what lay in the tray in the end follows from all of them.
    """
    earlier_closers = counted.closer - counted.last_closer
    chips_in = counted.opener - earlier_closers + counted.fills - counted.credits
    return RecordExpected(
        day=figures.day,
        table=figures.table,
        closer=chips_in + figures.change,
        drop=figures.drop,
        coupon_face=figures.coupon_face,
        win=figures.win,
        source=f"{TABLE_STREAM}{figures.table}, entries {figures.first_entry} to {figures.last_entry}",
    )


def throws_by_set(place: TableInService) -> Mapping[str, tuple[tuple[int, ...], ...]]:
    """What each set of dice showed at the table, throw by throw, by its serial number, the faces in the order they are told."""
    serial, found = "", dict[str, list[tuple[int, ...]]]()
    for recorded in place.record:
        for issued in _of(recorded, (DiceIssued,)):
            serial = issued.serial
        faces = tuple(_faces(place, recorded.act.move))
        if serial and len(faces) >= _FEWEST_DICE:
            found.setdefault(serial, []).append(faces)
    return {name: tuple(throws) for name, throws in found.items()}


def _faces(place: TableInService, move: Any) -> Iterator[int]:
    """The faces that a move tells, where it tells what dice show."""
    if move.__struct_config__.tag in place.game.chance:
        for name in move.__struct_fields__:
            value = getattr(move, name)
            if type(value) is int:
                yield value


def _of(recorded: Recorded, kinds: tuple[type, ...]) -> list[Any]:
    return [event for event in recorded.events if isinstance(event, kinds)]


def _into(recorded: Recorded, account: str) -> Cents:
    """What an act brought into an account, less what it took out."""
    transfers = [transfer for event in recorded.events for transfer in event.transfers()]
    return sum(
        transfer.cents * ((transfer.target == account) - (transfer.source == account))
        for transfer in transfers
    )


def _vigorish(event: Any) -> Cents:
    match event:
        case VigorishCollected():
            return event.amount
        case VigorishRefunded():
            return -event.amount
    charged: Cents = getattr(event, "vigorish", 0)
    return charged


def _meter_at_first(place: TableInService) -> Amount | None:
    progressive = getattr(place.game.open(), "progressive", None)
    return progressive.meter.amount if progressive is not None else None
