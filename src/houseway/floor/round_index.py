"""The rounds of a table by what they are looked for by: read once, kept up as the table goes on, and asked in an instant.

A round is looked for among those that have its rarest word, wager, day or clause, the latest first, and each of these is then
held to everything that was asked. What is kept is made from the record alone and can be made anew at any time.
"""

import heapq
import threading
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from houseway.floor.floor import Floor
from houseway.floor.rounds import (
    LineInBrief,
    PlayedRound,
    Sought,
    brief,
    has_line,
    is_below,
    is_sought,
    number_of,
    played_round,
    words_of,
)
from houseway.floor.table import Recorded, TableInService
from houseway.table.days import GamingDays

# So many acts are read while nobody else can look at the table.
ACTS_AT_ONCE = 2000


class Listed(NamedTuple):
    """Where a round stands in the record of its table, by the count of acts, and its lines in brief."""

    start: int
    end: int
    lines: tuple[LineInBrief, ...]


class RoundIndex:
    """What the rounds of one table are looked for by."""

    def __init__(self) -> None:
        self._rounds: list[Listed] = []
        # For a word, wager, day and so on: the rounds that have it, each by its number less one, in ascending order.
        self._having: dict[tuple[str, str], array[int]] = {}
        self._lines: dict[LineInBrief, LineInBrief] = {}
        # The largest amount of each round.
        self._largest: array[int] = array("q")
        # How many acts have been read, and where the round began that is not over yet.
        self._read = 0
        self._begun: int | None = None
        self._under_way: list[Recorded] = []
        self._last: Recorded | None = None

    def read_on(self, place: TableInService, days: GamingDays, most: int = ACTS_AT_ONCE) -> bool:
        """Read further acts of the table; whether there are more."""
        for recorded in islice(place.record.counted_from(self._read), most):
            if place.begins_round(recorded):
                if self._begun is not None:
                    self._enter(place, self._begun, days)
                self._begun, self._under_way = self._read, []
            if self._begun is not None:
                self._under_way.append(recorded)
            self._read, self._last = self._read + 1, recorded
        return self._read < len(place.record)

    def is_of(self, place: TableInService) -> bool:
        """Whether it is the record of this table that was read so far."""
        return not self._read or (
            len(place.record) >= self._read and place.record[self._read - 1] == self._last
        )

    def _enter(self, place: TableInService, start: int, days: GamingDays) -> None:
        number = len(self._rounds)
        one = played_round(place, number + 1, self._under_way, days)
        self._largest.append(max((brief(line).amount for line in one.lines), default=0))
        self._rounds.append(
            Listed(start, self._read, tuple(self._kept(line) for line in map(brief, one.lines)))
        )
        for key in _keys(one):
            self._having.setdefault(key, array("L")).append(number)

    def _kept(self, line: LineInBrief) -> LineInBrief:
        """The same line once: most rounds have lines that others had before."""
        return self._lines.setdefault(line, line)

    def acts(self, place: TableInService, number: int) -> Sequence[Recorded]:
        """The acts of the round of that number, the first being 1; none where there is no such round."""
        if 1 <= number <= len(self._rounds):
            found = self._rounds[number - 1]
            return place.record[found.start : found.end]
        if number == len(self._rounds) + 1 and self._begun is not None:
            return tuple(self._under_way)
        return ()

    def found(self, place: TableInService, days: GamingDays, sought: Sought) -> Iterator[PlayedRound]:
        """The rounds that match, the latest first, among those indexed so far."""
        latest = self.acts(place, len(self._rounds) + 1)
        if latest:
            one = played_round(place, len(self._rounds) + 1, latest, days)
            if is_sought(one, sought):
                yield one
        for number in self._candidates(sought):
            one = played_round(place, number + 1, self.acts(place, number + 1), days)
            if is_sought(one, sought):
                yield one

    def _candidates(self, sought: Sought) -> Iterator[int]:
        """The rounds that match as far as the index can tell, the latest first."""
        everything = range(len(self._rounds))
        asked = [self._with(key) for key in _asked(sought)]
        # A key that every round has narrows nothing down.
        fewest, *others = sorted((one for one in asked if len(one) < len(everything)), key=len) or [
            everything
        ]
        for number in reversed(fewest):
            if (
                self._largest[number] >= sought.least
                and all(_has(other, number) for other in others)
                and has_line(self._rounds[number].lines, sought)
            ):
                yield number

    def _with(self, key: tuple[str, str]) -> Sequence[int]:
        """The rounds that have a key, in ascending order; a word also matches every longer word that contains it."""
        kind, value = key
        if kind == "word":
            found: list[Sequence[int]] = [
                self._having[one] for one in self._having if one[0] == kind and value in one[1]
            ]
            if (number := number_of(value)) is not None and 1 <= number <= len(self._rounds):
                found.append([number - 1])
        elif kind == "clause":
            found = [self._having[one] for one in self._having if one[0] == kind and is_below(one[1], value)]
        else:
            return self._having.get(key, array("L"))
        return found[0] if len(found) == 1 else sorted(set().union(*found))


class RoundsOfFloor:
    """The rounds of every table of a floor, found again, the latest first."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._indexes: dict[str, RoundIndex] = {}
        self._lock = threading.Lock()

    def found(self, tables: Iterable[str], sought: Sought, skip: int, most: int) -> tuple[PlayedRound, ...]:
        """So many of the rounds that are looked for at these tables, the latest first, after leaving out some."""
        days = self._floor.office.days
        with self._lock:
            by_table = [self._index(table).found(self._floor.table(table), days, sought) for table in tables]
            latest_first = heapq.merge(*by_table, key=lambda one: one.at, reverse=True)
            return tuple(islice(latest_first, skip, skip + most))

    def acts(self, table: str, number: int) -> Sequence[Recorded]:
        """The acts of one round; none where there is no such round."""
        with self._lock:
            return self._index(table).acts(self._floor.table(table), number)

    def _index(self, table: str) -> RoundIndex:
        """What the rounds of a table are looked for by, up to date; between two parts of a long record others have their turn."""
        index = self._indexes.setdefault(table, RoundIndex())
        if not index.is_of(self._floor.table(table)):
            index = self._indexes[table] = RoundIndex()
        days = self._floor.office.days
        while self._floor.look(table, lambda place: index.read_on(place, days)):
            pass
        return index


def _has(ascending: Sequence[int], number: int) -> bool:
    place = bisect_left(ascending, number)
    return place < len(ascending) and ascending[place] == number


def _keys(one: PlayedRound) -> set[tuple[str, str]]:
    found = {("word", word) for word in words_of(one).split()}
    found.add(("day", one.day.isoformat()))
    for line in one.lines:
        found |= {("seat", str(line.seat)), ("wager", line.wager), *(("clause", id) for id in line.cited)}
    if one.irregularities:
        found.add(("irregular", ""))
    if one.coupons:
        found.add(("coupon", ""))
    return found


def _asked(sought: Sought) -> Iterator[tuple[str, str]]:
    yield from (("word", word) for word in sought.words.casefold().split())
    if sought.day:
        yield "day", sought.day.isoformat()
    if sought.seat:
        yield "seat", str(sought.seat)
    if sought.wager:
        yield "wager", sought.wager
    if sought.clause:
        yield "clause", sought.clause
    if sought.irregular:
        yield "irregular", ""
    if sought.coupon:
        yield "coupon", ""
