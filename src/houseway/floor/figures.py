"""What a table's own record says of a gaming day: its tray, drop box, coupons, meter and dice, to be held against the books."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from houseway.backoffice.book import Desk, Due
from houseway.backoffice.office import Office
from houseway.backoffice.records import OrderRecord
from houseway.backoffice.revenue.orders import RecordExpected
from houseway.backoffice.revenue.schema import expectations, meters, trays
from houseway.backoffice.revenue.terms import last_certified
from houseway.backoffice.revenue.win import house_keeps
from houseway.floor.table import TABLE_STREAM, Recorded, TableInService
from houseway.law import RuleViolation, pa
from houseway.money import Cents
from houseway.table.chip_steps import DROP_BOX, OUTSIDE
from houseway.table.days import GamingDays
from houseway.table.dice_steps import DiceIssued
from houseway.table.events import TRAY, VigorishCollected, VigorishRefunded
from houseway.table.meter import Amount
from houseway.table.procedure import CloseTable, OpenTable
from houseway.table.progressive_events import MeterContributed, MeterReset, MeterReversed
from houseway.table.redemption import CouponDropped

REVENUE = pa("125-149:RAF(16)#1")

_MOVES_THE_METER = (MeterContributed, MeterReset, MeterReversed)
# One number alone is told of a generator, never of dice.
_FEWEST_DICE = 2


class NoFigures(LookupError):
    """A table that was not open on a gaming day."""


class TableFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A table's gaming day by its record.

    `slips` is what fills, credits and later openers brought into the tray beside play, which the cage signs for.
    `payouts` are wins that the cage paid and the tray did not. `progressive` is what stood on the meter in the end,
    which is owed to patrons; none where the table has no meter.
    """

    table: str
    day: date
    first_entry: int
    last_entry: int
    opener: Cents
    closer: Cents
    slips: Cents
    drop: Cents
    payouts: Cents
    vigorish: Cents
    coupons: int
    coupon_face: Cents
    progressive: Amount | None
    still_open: bool

    @property
    def change(self) -> Cents:
        """What play brought into the tray, or took out of it."""
        return self.closer - self.opener - self.slips

    @property
    def win(self) -> Cents:
        """What the house kept."""
        return house_keeps(self.change, self.drop, self.payouts)


def figures_of(place: TableInService, day: date, days: GamingDays) -> TableFigures:
    """The figures of a table for a gaming day, over all its openings on that day."""
    found = figures_by_day(place, days).get(day)
    if found is None:
        raise NoFigures(f"table {place.name} was not open on {day}")
    return found


def figures_by_day(place: TableInService, days: GamingDays) -> dict[date, TableFigures]:
    """The figures of a table for every gaming day on which it was open."""
    tray, meter = place.set_up.tray, _meter_at_first(place)
    found: dict[date, TableFigures] = {}
    open_on: date | None = None
    slips, waiting = 0, deque(place.tray_moves)
    for recorded, today in _by_gaming_day(place, days):
        while waiting and waiting[0].version < recorded.version:
            slips += waiting[0].cents
            tray += waiting.popleft().cents
        before = tray
        tray += _into(recorded, TRAY)
        meter = next((event.meter for event in reversed(_of(recorded, _MOVES_THE_METER))), meter)
        open_on = None if isinstance(recorded.act.move, CloseTable) else today
        if today is not None:
            so_far = found.get(today)
            if so_far is None:
                # What was brought before its first act is the opener, or in it.
                so_far, slips = _nothing_yet(place, today, recorded.version, before), 0
            found[today] = _and_then(replace(so_far, slips=so_far.slips + slips), recorded, tray, meter)
            slips = 0
    if open_on is not None:
        found[open_on] = replace(found[open_on], still_open=True)
    return found


def _nothing_yet(place: TableInService, day: date, entry: int, tray: Cents) -> TableFigures:
    return TableFigures(
        table=place.name,
        day=day,
        first_entry=entry,
        last_entry=entry,
        opener=tray,
        closer=tray,
        slips=0,
        drop=0,
        payouts=0,
        vigorish=0,
        coupons=0,
        coupon_face=0,
        progressive=None,
        still_open=False,
    )


def _and_then(figures: TableFigures, recorded: Recorded, tray: Cents, meter: Amount | None) -> TableFigures:
    """The figures of a day after one more act, which left so much in the tray and on the meter."""
    dropped = _of(recorded, (CouponDropped,))
    return replace(
        figures,
        last_entry=recorded.version,
        closer=tray,
        drop=figures.drop + _into(recorded, DROP_BOX),
        payouts=figures.payouts + _paid_from_outside(recorded),
        vigorish=figures.vigorish + sum(map(_vigorish, recorded.events)),
        coupons=figures.coupons + len(dropped),
        coupon_face=figures.coupon_face + sum(event.value for event in dropped),
        progressive=meter,
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


def expected_by(figures: TableFigures) -> RecordExpected:
    """What the revenue book is to expect of a table by its record."""
    return RecordExpected(
        day=figures.day,
        table=figures.table,
        change=figures.change,
        drop=figures.drop,
        payouts=figures.payouts,
        coupon_face=figures.coupon_face,
        source=_source(figures),
    )


def _source(figures: TableFigures) -> str:
    return f"{TABLE_STREAM}{figures.table}, entries {figures.first_entry} to {figures.last_entry}"


# Holding the books against the tables.


def hold_against_record(office: Office, place: TableInService, day: date, *, who: str) -> OrderRecord:
    """Put a table's own figures into the revenue book, so that nobody can certify the day past them."""
    found = figures_of(place, day, office.days)
    if found.still_open:
        raise RuleViolation(
            REVENUE,
            f"table {place.name} is still open on the floor",
            fix="close it, then hold it to its record",
        )
    order = expected_by(found)
    return office.carry_out(order, who=who, key=f"{order.source} for {day}", at_table=True)


def unsettled(office: Office, places: Iterable[TableInService]) -> tuple[Due, ...]:
    """What live tables did of which the revenue book knows nothing, or something else."""
    with office.desk() as desk:
        books = _Books.of(desk)
        return tuple(
            Due(what, found.day, REVENUE, desk.day > found.day)
            for place in places
            if not place.training
            for found in figures_by_day(place, office.days).values()
            for what in (*_in_the_book(books, found, place.set_up.game), *_on_the_meter(books, found))
        )


class _Books(msgspec.Struct, frozen=True):
    """What the revenue book has of tables and meters, by day and name."""

    games: dict[tuple[date, str], str]
    records: dict[tuple[date, str], str]
    meters: dict[tuple[date, str], Amount]
    certified: date | None

    @classmethod
    def of(cls, desk: Desk) -> "_Books":
        """The book as it stands."""

        def by_day(name: sa.Column[str], value: sa.Column[Any]) -> dict[tuple[date, str], Any]:
            rows = desk.connection.execute(sa.select(name.table.c.day, name, value))
            return {(day, table): said for day, table, said in rows}

        parts = by_day(meters.c.meter, meters.c.parts)
        return cls(
            games=by_day(trays.c.gaming_table, trays.c.game),
            records=by_day(expectations.c.gaming_table, expectations.c.source),
            meters={key: Amount(number) for key, number in parts.items()},
            certified=last_certified(desk.connection),
        )


def _in_the_book(books: _Books, found: TableFigures, game: str) -> Iterator[str]:
    booked = books.games.get((found.day, found.table))
    if booked is None:
        yield f"table {found.table} was open on {found.day} and is not in the revenue book"
    elif booked != game:
        yield f"table {found.table} was {game} on {found.day}, not {booked}"
    elif not found.still_open and books.records.get((found.day, found.table)) != _source(found):
        yield f"hold the count of table {found.table} for {found.day} against its record"


def _on_the_meter(books: _Books, found: TableFigures) -> Iterator[str]:
    if found.progressive is None or found.still_open:
        return
    read = books.meters.get((found.day, found.table))
    if read is None:
        # Once the day is certified it is too late to read anything.
        if books.certified is None or books.certified < found.day:
            yield f"read the meter {found.table} for {found.day}"
    elif read != found.progressive:
        yield f"the meter {found.table} stood at {found.progressive} on {found.day} by its record, not at {read}"


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
    if move.__struct_config__.tag in place.game.book.chance:
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


def _paid_from_outside(recorded: Recorded) -> Cents:
    """What came to players from beyond the table; money for chips goes into the drop box."""
    transfers = [transfer for event in recorded.events for transfer in event.transfers()]
    return sum(
        transfer.cents for transfer in transfers if transfer.source == OUTSIDE and transfer.target != DROP_BOX
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
