"""The fewest floorpersons for a set of tables: an exact search over how many tables of each kind go under which span.

Tables of one kind are alike, but for being electronic or not, so only their numbers matter (Pai Gow tables that stand
side by side are grouped first, see `rows`). A floorperson is either under an enlarged span, with electronic tables
only, or under an ordinary one, where electronic tables are as good as any. Kinds that a span mixes with each other are
searched together, all numbers of them; kinds that meet only in having banking tables beside them are searched apart,
because all that one such search tells the other is how many places for banking tables it leaves, at which cost. A way
that costs more and gives no more places than could be had by adding floorpersons with banking tables only is dropped:
whoever uses it can be replaced by that, so nothing better is lost.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import NamedTuple, TypeAlias

from houseway.backoffice.rosters.rows import Groups, groupings
from houseway.backoffice.rosters.spans import Span, most_tables
from houseway.backoffice.rosters.tables import OpenTable
from houseway.table.kinds import TableKind


@dataclass(frozen=True, slots=True)
class Group:
    """The tables of one floorperson and the span that holds them."""

    span: Span
    tables: tuple[OpenTable, ...]


class _Post(NamedTuple):
    """One floorperson under a span: how many tables of each kind, and how many places left for banking tables."""

    span: Span
    enlarged: bool
    takes: tuple[tuple[TableKind, int], ...]
    places: int


# What was done, last thing first: posts, whole groups of a row, and branches of two searches joined.
_Steps: TypeAlias = "tuple[_Post | Group | _Steps, _Steps] | tuple[()]"


class _Way(NamedTuple):
    """A way to staff some kinds: the floorpersons it takes, and the places it leaves for banking tables."""

    floorpersons: int
    places: int
    electronic_places: int
    steps: _Steps


_NOTHING = _Way(0, 0, 0, ())


@dataclass(frozen=True)
class _Banking:
    """The banking tables that go under any floorperson with room for them, and the span that holds only such."""

    span: Span
    ordinary: int
    electronic: int

    def add(self, way: _Way, post: _Post) -> _Way:
        """The way with one more floorperson; places beyond the tables there are count for nothing."""
        places, electronic = (0, post.places) if post.enlarged else (post.places, 0)
        return self._way(
            way.floorpersons + 1, way.places + places, way.electronic_places + electronic, (post, way.steps)
        )

    def join(self, one: _Way, other: _Way) -> _Way:
        """Two ways, for different tables, together."""
        return self._way(
            one.floorpersons + other.floorpersons,
            one.places + other.places,
            one.electronic_places + other.electronic_places,
            (one.steps, other.steps),
        )

    def _way(self, floorpersons: int, places: int, electronic_places: int, steps: _Steps) -> _Way:
        return _Way(
            floorpersons,
            min(places, self.ordinary + self.electronic),
            min(electronic_places, self.electronic),
            steps,
        )

    def best(self, ways: Iterable[_Way]) -> list[_Way]:
        """The ways that are worth keeping."""
        kept: list[_Way] = []
        for way in sorted(ways, key=lambda way: (way[0], -way[1], -way[2])):
            if not any(self._is_beaten(way, by) for by in kept):
                kept.append(way)
        return kept

    def _is_beaten(self, way: _Way, by: _Way) -> bool:
        """Whether the other way, with floorpersons for banking tables added up to the same cost, gives as many places."""
        spare = way.floorpersons - by.floorpersons
        added = max(0, -((by.places - way.places) // self._ordinary_size))
        if added > spare:
            return False
        places = by.places + added * self._ordinary_size
        electronic = by.electronic_places + (spare - added) * self._enlarged_size
        return places + electronic >= way.places + way.electronic_places

    def complete(self, way: _Way) -> _Way:
        """The way with the floorpersons that the banking tables without a place still need."""
        missing = max(0, -((way.places - self.ordinary) // self._ordinary_size))
        places = way.places + missing * self._ordinary_size
        left = self.ordinary + self.electronic - places - way.electronic_places
        for enlarged, number in ((False, missing), (True, max(0, -(-left // self._enlarged_size)))):
            post = _Post(self.span, enlarged, (), most_tables(self.span, enlarged=enlarged))
            for _ in range(number):
                way = self.add(way, post)
        return way

    @property
    def _ordinary_size(self) -> int:
        return most_tables(self.span, enlarged=False)

    @property
    def _enlarged_size(self) -> int:
        return most_tables(self.span, enlarged=True)


def fewest_groups(tables: Sequence[OpenTable], spans: Sequence[Span]) -> tuple[Group, ...]:
    """The tables, none of them Poker and each within some span, in as few lawful groups as there can be."""
    (mixed,) = (span for span in spans if span.kinds == {TableKind.BANKING} and span.lead is None)
    banking = [table for table in tables if table.kind is TableKind.BANKING]
    electronic = sum(table.electronic for table in banking)
    places = _Banking(mixed, len(banking) - electronic, electronic)
    ways = [_NOTHING]
    for kinds in _met_together({table.kind for table in tables} - {TableKind.BANKING}, spans):
        own = [table for table in tables if table.kind in kinds]
        found = _Search(kinds, own, spans, places).ways()
        ways = places.best(places.join(one, other) for one in ways for other in found)
    cheapest = min((places.complete(way) for way in ways), key=lambda way: way.floorpersons)
    return tuple(_seat(tuple(_flat(cheapest.steps)), tables))


def _met_together(kinds: set[TableKind], spans: Sequence[Span]) -> list[tuple[TableKind, ...]]:
    """The kinds, those that some span mixes with each other in one part."""
    parts = [{kind} for kind in kinds]
    for span in spans:
        mixed = (span.kinds | {span.lead}) & kinds if span.lead else set()
        touched = [part for part in parts if part & mixed]
        if len(touched) > 1:
            parts = [part for part in parts if not part & mixed] + [set(chain(*touched))]
    return sorted(tuple(sorted(part)) for part in parts)


class _Search:
    """The search over kinds of table that some span mixes with each other."""

    def __init__(
        self,
        kinds: tuple[TableKind, ...],
        tables: Sequence[OpenTable],
        spans: Sequence[Span],
        banking: _Banking,
    ) -> None:
        self.kinds = kinds
        self.spans = spans
        self.banking = banking
        self.row_span = next((span for span in spans if span.side_by_side and span.kinds & {*kinds}), None)
        self.row_kind = next(iter(self.row_span.kinds)) if self.row_span else None
        self.row_tables = [table for table in tables if table.kind is self.row_kind]
        self.numbers = {
            kind: (
                sum(table.kind is kind for table in tables),
                sum(table.kind is kind and table.electronic for table in tables),
            )
            for kind in kinds
        }
        self._known: dict[tuple[bool, tuple[int, ...]], list[_Way]] = {}

    def ways(self) -> list[_Way]:
        """Every way worth keeping to staff all the tables."""
        found: list[_Way] = []
        # Nothing that costs as much as some way does with every banking table placed can be worth more than that.
        enough: int | None = None
        for (ordinary, enlarged), (number, made) in groupings(self.row_tables, self.row_span).items():
            rows = _Way(number, 0, 0, _groups(made, self.row_span))
            for one, other in self._shares(ordinary, enlarged):
                if enough is not None and number + one[0][0] + other[0][0] >= enough:
                    continue
                for way, more in product(one, other):
                    found.append(self.banking.join(rows, self.banking.join(way, more)))
                    complete = self.banking.complete(found[-1]).floorpersons
                    enough = complete if enough is None else min(enough, complete)
        return self.banking.best(found)

    def _shares(self, ordinary: int, enlarged: int) -> Iterator[tuple[list[_Way], list[_Way]]]:
        """The ways under ordinary and under enlarged spans, for every number of electronic tables under these."""
        choices = (
            [(ordinary, enlarged)]
            if kind is self.row_kind
            else [(every - some, some) for some in range(electronic + 1)]
            for kind, (every, electronic) in self.numbers.items()
        )
        for shares in product(*choices):
            one, other = zip(*shares, strict=True)
            yield self._ways(False, one), self._ways(True, other)

    def _ways(self, enlarged: bool, numbers: tuple[int, ...]) -> list[_Way]:
        """Every way worth keeping to staff so many tables of each kind under spans that are enlarged, or are not."""
        if not any(numbers):
            return [_NOTHING]
        key = (enlarged, numbers)
        if key not in self._known:
            self._known[key] = self.banking.best(self._by_first(enlarged, numbers))
        return self._known[key]

    def _by_first(self, enlarged: bool, numbers: tuple[int, ...]) -> Iterator[_Way]:
        """Somebody has a table of the first kind that is left: every post that does, and the ways for the rest."""
        first = next(kind for kind, number in zip(self.kinds, numbers, strict=True) if number)
        left = dict(zip(self.kinds, numbers, strict=True))
        for post in self._posts(enlarged, left):
            takes = dict(post.takes)
            if takes.get(first):
                rest = tuple(left[kind] - takes.get(kind, 0) for kind in self.kinds)
                for way in self._ways(enlarged, rest):
                    yield self.banking.add(way, post)

    def _posts(self, enlarged: bool, left: dict[TableKind, int]) -> Iterator[_Post]:
        """What one floorperson may take of the tables that are left, as many as the span allows."""
        for span in self.spans:
            size = most_tables(span, enlarged=enlarged)
            if span.lead is None:
                for kind in span.kinds & left.keys():
                    # Tables in a row were grouped before; here each of them stands alone.
                    most = 1 if span.side_by_side else size
                    yield _Post(span, enlarged, ((kind, min(most, left[kind])),), 0)
            elif left.get(span.lead):
                others = sorted(span.kinds & left.keys())
                room = TableKind.BANKING in span.kinds
                for numbers in product(*(range(min(size - 1, left[kind]) + 1) for kind in others)):
                    free = size - 1 - sum(numbers)
                    if free >= 0:
                        takes = ((span.lead, 1), *zip(others, numbers, strict=True))
                        yield _Post(span, enlarged, takes, free if room else 0)


def _groups(made: Groups, span: Span | None) -> _Steps:
    steps: _Steps = ()
    while made and span is not None:
        group, made = made
        steps = (Group(span, group), steps)
    return steps


def _flat(steps: _Steps) -> Iterator[_Post | Group]:
    waiting: list[object] = [steps]
    while waiting:
        step = waiting.pop()
        if isinstance(step, _Post | Group):
            yield step
        elif isinstance(step, tuple):
            waiting.extend(step)


def _seat(steps: Sequence[_Post | Group], tables: Sequence[OpenTable]) -> Iterator[Group]:
    """Put the tables themselves where the search only counted them."""
    whole = [step for step in steps if isinstance(step, Group)]
    yield from whole
    grouped = {table.name for group in whole for table in group.tables}
    left = [table for table in tables if table.name not in grouped]
    # Enlarged spans first: they can hold electronic tables only, the others take whatever is left.
    for post in sorted(
        (step for step in steps if isinstance(step, _Post)), key=lambda post: not post.enlarged
    ):
        chosen = [table for kind, number in post.takes for table in _take(left, kind, number, post.enlarged)]
        chosen += _take(left, TableKind.BANKING, post.places, post.enlarged)
        if chosen:
            yield Group(post.span, tuple(chosen))


def _take(left: list[OpenTable], kind: TableKind, number: int, enlarged: bool) -> list[OpenTable]:
    """Take so many tables of a kind away from those that are left: electronic ones only, or those last."""
    fitting = [table for table in left if table.kind is kind and (table.electronic or not enlarged)]
    chosen = sorted(fitting, key=lambda table: table.electronic)[:number]
    for table in chosen:
        left.remove(table)
    return chosen


def fewest_at_poker(
    tables: Sequence[OpenTable], spans: Sequence[Span], without_seating: int
) -> tuple[Group, ...] | None:
    """Poker tables in as few groups as can be with so many floorpersons free of seating duties; None if it takes more."""
    electronic = sum(table.electronic for table in tables)
    ordinary = len(tables) - electronic
    free, seating = (_largest(spans, seats_players=seats_players) for seats_players in (False, True))
    for number in range(len(tables) + 1):
        with_free = min(number, without_seating)
        for some, others in product(range(with_free + 1), range(number - with_free + 1)):
            shares = ((free, with_free - some, some), (seating, number - with_free - others, others))
            posts = tuple(_poker_posts(shares))
            places = {
                enlarged: sum(post.takes[0][1] for post in posts if post.enlarged is enlarged)
                for enlarged in (False, True)
            }
            if len(posts) == number and places[False] >= ordinary and sum(places.values()) >= len(tables):
                return tuple(_seat(posts, tables))
    return None


def _poker_posts(shares: Iterable[tuple[Span | None, int, int]]) -> Iterator[_Post]:
    """Floorpersons at Poker: under each span so many ordinary ones and so many with electronic tables only."""
    for span, *numbers in shares:
        for enlarged, number in zip((False, True), numbers, strict=True):
            if span is not None:
                takes = ((TableKind.POKER, most_tables(span, enlarged=enlarged)),)
                yield from [_Post(span, enlarged, takes, 0)] * number


def _largest(spans: Sequence[Span], *, seats_players: bool) -> Span | None:
    """The largest span for a floorperson at Poker."""
    fitting = [
        span
        for span in spans
        if TableKind.POKER in span.kinds and not (span.without_seating and seats_players)
    ]
    return max(fitting, key=lambda span: span.tables, default=None)
