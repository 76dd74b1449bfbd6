"""Counter checks in drop boxes, held against those that were written at the tables: finance answers for every number."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from houseway.backoffice.counter_checks.stock import ACCESS, told_of, written_for
from houseway.backoffice.revenue.chips import Contents, Instrument
from houseway.backoffice.revenue.orders import VarianceFound, VarianceKind
from houseway.backoffice.revenue.schema import counts, trays
from houseway.law import implements
from houseway.money import Cents


class ChecksDiffer(NamedTuple):
    """A table's gaming day on which other counter checks were in its box than were written at it."""

    day: date
    table: str
    expected: Cents
    counted: Cents
    # Which numbers are missing, and which were not expected there.
    words: str

    def as_variance(self, explanation: str) -> VarianceFound:
        """The variance, with what the house says of it."""
        return VarianceFound(
            day=self.day,
            table=self.table,
            kind=VarianceKind.COUNTER_CHECKS,
            expected=self.expected,
            counted=self.counted,
            explanation=f"{self.words}; {explanation}",
            clause=ACCESS.id,
        )


@implements("609a.13(c)(3)#1", readings=("C-39",))
def differing_checks(connection: sa.Connection, day: date) -> tuple[ChecksDiffer, ...]:
    """Every table whose box held other counter checks than were written at it that day, void ones apart.

    Of a check whose number was not told with the money nobody can say that it was there. A table that never opened has
    no box.
    """
    written = written_for(connection, day)
    if written is None:
        return ()
    boxes = _boxes(connection, day)
    opened = connection.execute(sa.select(trays.c.gaming_table).where(trays.c.day == day)).scalars()
    found: list[ChecksDiffer] = []
    for table in sorted({*boxes, *(written.keys() - {*opened})}):
        wanted = written.get(table, {})
        numbers, counted = boxes.get(table, ((), 0))
        expected = sum(wanted.values())
        words = "; ".join(_differing(connection, wanted, numbers))
        if words or expected != counted:
            told = f"written were {_listed(wanted)}" if wanted else "none was written"
            found.append(ChecksDiffer(day, table, expected, counted, words or told))
    return tuple(found)


def _differing(connection: sa.Connection, written: Iterable[int], numbers: Iterable[int]) -> Iterator[str]:
    wanted, found = set(written), set(numbers)
    if missing := wanted - found:
        yield f"missing {_listed(missing)}"
    if unexpected := found - wanted:
        told = (f"{number} ({told_of(connection, number)})" for number in sorted(unexpected))
        yield f"unexpected {', '.join(told)}"


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))


def _boxes(connection: sa.Connection, day: date) -> dict[str, tuple[tuple[int, ...], Cents]]:
    """The numbers and the amount of the counter checks in every box that was counted for a day."""
    boxes: dict[str, tuple[tuple[int, ...], Cents]] = {}
    for row in connection.execute(sa.select(counts).where(counts.c.day == day)):
        contents = msgspec.json.decode(row.contents, type=tuple[Contents, ...])
        checks = sum(line.cents for line in contents if line.instrument is Instrument.COUNTER_CHECK)
        boxes[row.gaming_table] = msgspec.json.decode(row.checks, type=tuple[int, ...]), checks
    return boxes
