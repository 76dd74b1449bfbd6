"""What a table's own record says of a gaming day: its tray, drop box, coupons, meter and dice, to be held against the books."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime
from typing import Any, TypeVar

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
from houseway.floor.tallies import Tally, tallied
from houseway.law import RuleViolation, pa
from houseway.money import Cents
from houseway.table.chip_steps import DROP_BOX, OUTSIDE
from houseway.table.days import GamingDays
from houseway.table.dice_steps import DiceIssued
from houseway.table.events import TRAY, IrregularityCalled, VigorishCollected, VigorishRefunded
from houseway.table.meter import Amount
from houseway.table.procedure import CloseTable, OpenTable
from houseway.table.progressive_events import MeterContributed, MeterReset, MeterReversed
from houseway.table.redemption import CouponDropped

REVENUE = pa("125-149:RAF(16)#1")

_MOVES_THE_METER = (MeterContributed, MeterReset, MeterReversed)
# One number alone is told of a generator, never of dice.
_FEWEST_DICE = 2
# The gaming day at the table and by the clock may be two.
_DAYS_BY_HOUR = 2


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
    found, open_on = tallied(place, DailyFigures, days, lambda tally: (dict(tally.found), tally.open_on))
    if open_on is not None:
        found[open_on] = replace(found[open_on], still_open=True)
    return found


class DailyFigures(Tally, kw_only=True):
    """The figures of every gaming day, and of the latest two what the pit looks at from hour to hour."""

    found: dict[date, TableFigures] = msgspec.field(default_factory=dict)
    # The day it opened for, and the one on which that was.
    opened: tuple[date, date] | None = None
    open_on: date | None = None
    # What lies in the tray, and what was brought there since the last act while it was open.
    in_tray: Cents = 0
    slips: Cents = 0
    slips_seen: int = 0
    meter: Amount | None = None
    by_hour: dict[date, dict[datetime, Cents]] = msgspec.field(default_factory=dict)
    begun: dict[date, list[datetime]] = msgspec.field(default_factory=dict)
    called: dict[date, list[str]] = msgspec.field(default_factory=dict)

    def begin(self, place: TableInService) -> None:
        """Begin with the tray and the meter that the table came with."""
        self.in_tray, self.meter = place.set_up.tray, _meter_at_first(place)

    def add(self, place: TableInService, days: GamingDays, recorded: Recorded) -> None:
        """Count one more act."""
        on = days.day_of(recorded.act.at)
        if place.begins_round(recorded):
            _of_day(self.begun, on, list).append(recorded.act.at)
        if irregular := _of(recorded, (IrregularityCalled,)):
            _of_day(self.called, on, list).extend(event.irregularity for event in irregular)
        if isinstance(recorded.act.move, OpenTable):
            self.opened = recorded.act.move.gaming_day, on
        # The day it opened for, or one that began since.
        today = self.opened[0] + (on - self.opened[1]) if self.opened else None
        closes = isinstance(recorded.act.move, CloseTable)
        if closes:
            self.opened = None
        tray = self._tray_before(place, recorded)
        self.in_tray = tray + _into(recorded, TRAY)
        self.meter = next((event.meter for event in reversed(_of(recorded, _MOVES_THE_METER))), self.meter)
        if today is not None:
            self._add_to(today, place, recorded, tray)
            self.open_on = None if closes else today

    def _tray_before(self, place: TableInService, recorded: Recorded) -> Cents:
        """What lay in the tray before an act, with what was brought from the cage until then."""
        brought = 0
        while (
            self.slips_seen < len(place.tray_moves)
            and place.tray_moves[self.slips_seen].version < recorded.version
        ):
            brought += place.tray_moves[self.slips_seen].cents
            self.slips_seen += 1
        self.slips += brought
        return self.in_tray + brought

    def _add_to(self, today: date, place: TableInService, recorded: Recorded, before: Cents) -> None:
        so_far = self.found.get(today)
        won = so_far.win if so_far else 0
        if so_far is None:
            # What was brought before its first act is the opener, or in it.
            so_far, self.slips = _nothing_yet(place, today, recorded.version, before), 0
        figures = _and_then(
            replace(so_far, slips=so_far.slips + self.slips), recorded, self.in_tray, self.meter
        )
        self.found[today], self.slips = figures, 0
        hours = _of_day(self.by_hour, today, dict)
        hour = recorded.act.at.replace(minute=0, second=0, microsecond=0)
        hours[hour] = hours.get(hour, 0) + figures.win - won


_Kept = TypeVar("_Kept", list[Any], dict[Any, Any])


def _of_day(kept: dict[date, _Kept], day: date, new: Callable[[], _Kept]) -> _Kept:
    """What is kept of a day; nothing stays of days before the last two."""
    if day not in kept:
        kept[day] = new()
        for old in sorted(kept)[:-_DAYS_BY_HOUR]:
            del kept[old]
    return kept[day] if day in kept else new()


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


def expected_by(figures: TableFigures) -> RecordExpected:
    """What the revenue book is to expect of a table by its record."""
    return RecordExpected(
        day=figures.day,
        table=figures.table,
        change=figures.change,
        drop=figures.drop,
        payouts=figures.payouts,
        coupon_face=figures.coupon_face,
        source=source_of(figures),
    )


def source_of(figures: TableFigures) -> str:
    """Which entries of a table's record its figures are made from."""
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


def held_records(desk: Desk) -> Mapping[tuple[date, str], str]:
    """From which entries the revenue book has what it expects of a table, by day and table."""
    return _Books.of(desk).records


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
    elif not found.still_open and books.records.get((found.day, found.table)) != source_of(found):
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
