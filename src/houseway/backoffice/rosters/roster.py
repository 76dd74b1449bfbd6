"""The roster: a lawful staffing of the open tables with the fewest floorpersons, or why there can be none (465a.35)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import chain, combinations
from typing import TypeAlias

import msgspec

from houseway.backoffice.rosters.crew import Crew, Need, Part, crew_needed
from houseway.backoffice.rosters.fewest import Group, fewest_at_poker, fewest_groups
from houseway.backoffice.rosters.findings import finding
from houseway.backoffice.rosters.opening import Standards
from houseway.backoffice.rosters.spans import ONE_SPAN, Span
from houseway.backoffice.rosters.supervision import EVERY_TABLE, Assignment, span_of
from houseway.backoffice.rosters.tables import OpenTable, check_tables
from houseway.law import implements
from houseway.submission import Finding
from houseway.table.kinds import TableKind


class Place(StrEnum):
    """What a roster needs people for."""

    DEALER = "dealer"
    STICKPERSON = "stickperson"
    BOXPERSON = "boxperson"
    FLOORPERSON = "floorperson"
    WITHOUT_SEATING = "floorperson without seating duties"


class BadPeople(ValueError):
    """People that a roster can make nothing of."""


class Person(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who may be rostered: the parts the person is trained for, and whether seating players is a duty."""

    credential: str
    parts: tuple[Part, ...]
    seats_players: bool = False

    @property
    def places(self) -> frozenset[Place]:
        """The places that the person can fill; whoever handles the stick deals too."""
        found = {Place(part) for part in self.parts}
        if Place.STICKPERSON in found:
            found.add(Place.DEALER)
        if Place.FLOORPERSON in found and not self.seats_players:
            found.add(Place.WITHOUT_SEATING)
        return frozenset(found)


class Supervised(msgspec.Struct, frozen=True, kw_only=True):
    """The tables of one floorperson in a roster, with the span that holds them."""

    assignment: Assignment
    span: str
    clause: str


class Shortage(msgspec.Struct, frozen=True, kw_only=True):
    """Why there is no lawful roster: so many people too few for these places, and the clauses that ask for them.

    A clause is named because without it fewer people would be missing; that of the stickperson, who is one of the
    dealers, because somebody would be missing with any number of dealers.
    """

    places: tuple[Place, ...]
    missing: int
    clauses: tuple[str, ...]
    problem: str


class Roster(msgspec.Struct, frozen=True, kw_only=True):
    """Who works where: lawful unless something is listed that makes a lawful roster impossible."""

    floorpersons: int = 0
    supervised: tuple[Supervised, ...] = ()
    crews: dict[str, Crew] = {}
    shortages: tuple[Shortage, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def lawful(self) -> bool:
        """Whether the tables can be opened with it."""
        return not self.shortages and not self.findings


# How many of the people with the same abilities go to each place.
_Supply: TypeAlias = Counter[frozenset[Place]]
_Demand: TypeAlias = dict[Place, int]
# How many people are missing, and for which places together.
_Short: TypeAlias = tuple[int, tuple[Place, ...]]


@implements("465a.35(b)", "465a.35(c)#1")
def propose_roster(tables: Sequence[OpenTable], people: Sequence[Person], standards: Standards) -> Roster:
    """A lawful roster with as few floorpersons as there can be, or the clauses that make it impossible."""
    check_tables(tables, standards.gaming_day)
    _check_people(people)
    outside = tuple(_outside_every_span(tables, standards))
    if outside:
        return Roster(findings=outside)
    needs = {table.name: crew_needed(table, standards.gaming_day, standards.choices) for table in tables}
    supply = Counter(person.places for person in people)
    (missing, places), groups = _least_short(tables, standards.spans, needs, supply)
    if missing:
        in_the_way = [
            span
            for span, eased in _eased(tables, standards.spans)
            if _least_short(tables, eased, needs, supply)[0][0] < missing
        ]
        demand = _demand(needs, groups)
        return Roster(
            floorpersons=len(groups),
            shortages=tuple(_shortages(places, demand, supply, needs, tuple(dict.fromkeys(in_the_way)))),
        )
    filled = _fill(_demand(needs, groups), people)
    return Roster(
        floorpersons=len(groups),
        supervised=tuple(_supervise(groups, filled)),
        crews={name: _crew(needed, filled) for name, needed in needs.items()},
    )


def _check_people(people: Sequence[Person]) -> None:
    credentials = Counter(person.credential for person in people)
    twice = [credential for credential, number in credentials.items() if number > 1]
    if twice:
        raise BadPeople(f"{', '.join(twice)}: nobody can be rostered twice")


def _outside_every_span(tables: Sequence[OpenTable], standards: Standards) -> Iterator[Finding]:
    """Tables that no floorperson could have even alone, because the property took their span away."""
    for table in tables:
        if span_of((table,), standards.spans) is None:
            yield finding(ONE_SPAN, table.name, f"no span in force here holds a {table.kind} table")


def _groupings(tables: Sequence[OpenTable], spans: Sequence[Span]) -> Iterator[tuple[Group, ...]]:
    """The fewest groups of tables, for each number of floorpersons that Poker may have without seating duties."""
    banked = fewest_groups([table for table in tables if table.kind is not TableKind.POKER], spans)
    poker = [table for table in tables if table.kind is TableKind.POKER]
    for without_seating in range(len(poker) + 1):
        at_poker = fewest_at_poker(poker, spans, without_seating)
        if at_poker is not None:
            yield (*banked, *at_poker)
            if len(at_poker) <= without_seating:
                return


def _least_short(
    tables: Sequence[OpenTable],
    spans: Sequence[Span],
    needs: Mapping[str, tuple[Need, ...]],
    supply: _Supply,
) -> tuple[_Short, tuple[Group, ...]]:
    """The groups of tables for which the fewest people are missing, and of those the fewest."""
    return min(
        ((_shortage(_demand(needs, groups), supply), groups) for groups in _groupings(tables, spans)),
        key=lambda found: (found[0][0], len(found[1])),
    )


def _eased(tables: Sequence[OpenTable], spans: Sequence[Span]) -> Iterator[tuple[Span, tuple[Span, ...]]]:
    """Each span with all spans as they would be if it had no ceiling, or did not ask who seats the players."""
    for number, span in enumerate(spans):
        eased = [replace(span, tables=len(tables))]
        if span.without_seating:
            eased.append(replace(span, without_seating=False))
        for one in eased:
            yield span, (*spans[:number], one, *spans[number + 1 :])


def _demand(needs: Mapping[str, tuple[Need, ...]], groups: Sequence[Group]) -> _Demand:
    """How many people the crews and the groups take, in every place."""
    wanted: Counter[Place] = Counter()
    for need in (need for needed in needs.values() for need in needed):
        wanted[Place(need.part)] += need.number
    # The stickperson is one of the dealers (C-03).
    wanted[Place.DEALER] -= wanted[Place.STICKPERSON]
    wanted[Place.WITHOUT_SEATING] = sum(group.span.without_seating for group in groups)
    wanted[Place.FLOORPERSON] = len(groups) - wanted[Place.WITHOUT_SEATING]
    return dict(wanted)


def _shortage(demand: _Demand, supply: _Supply) -> _Short:
    """How many people are missing, and for which places together: none exactly when everyone can be placed (Hall)."""
    return max(
        (
            (_missing(demand, supply, places), places)
            for size in range(len(Place) + 1)
            for places in combinations(Place, size)
        ),
        key=lambda found: (found[0], -len(found[1])),
    )


def _missing(demand: _Demand, supply: _Supply, places: tuple[Place, ...]) -> int:
    return sum(demand.get(place, 0) for place in places) - _able(supply, frozenset(places))


def _apart(places: tuple[Place, ...], supply: _Supply) -> list[tuple[Place, ...]]:
    """The places for which people are missing, those that the same people could fill in one part."""
    parts = [{place} for place in places]
    for abilities in supply:
        touched = [part for part in parts if part & abilities]
        if len(touched) > 1:
            parts = [part for part in parts if not part & abilities] + [set(chain(*touched))]
    return sorted(tuple(place for place in Place if place in part) for part in parts)


def _able(supply: _Supply, places: frozenset[Place]) -> int:
    return sum(number for abilities, number in supply.items() if abilities & places)


def _fill(demand: _Demand, people: Sequence[Person]) -> dict[Place, list[Person]]:
    """People for every place, from those whom the other places can do without."""
    demand = dict(demand)
    free: dict[frozenset[Place], list[Person]] = {}
    for person in people:
        free.setdefault(person.places, []).append(person)
    filled: dict[Place, list[Person]] = {place: [] for place in Place}
    for place in Place:
        for abilities in sorted(
            (each for each in free if place in each), key=lambda each: (len(each), sorted(each))
        ):
            supply = Counter({each: len(persons) for each, persons in free.items()})
            number = min(demand.get(place, 0), supply[abilities], _spared(place, abilities, demand, supply))
            filled[place] += free[abilities][:number]
            del free[abilities][:number]
            demand[place] = demand.get(place, 0) - number
    return filled


def _spared(place: Place, abilities: frozenset[Place], demand: _Demand, supply: _Supply) -> int:
    """How many people of these abilities the places other than this one can spare."""
    others = [other for other in Place if other is not place]
    slack = [
        _able(supply, frozenset(places)) - sum(demand.get(other, 0) for other in places)
        for size in range(1, len(others) + 1)
        for places in combinations(others, size)
        if abilities & {*places}
    ]
    return min(slack, default=supply[abilities])


def _crew(needed: Sequence[Need], filled: Mapping[Place, list[Person]]) -> Crew:
    """Take a table's crew from the people set aside for each place."""
    numbers = {Place(need.part): need.number for need in needed}
    stick = _taken(filled[Place.STICKPERSON], numbers.get(Place.STICKPERSON, 0))
    dealers = _taken(filled[Place.DEALER], numbers.get(Place.DEALER, 0) - len(stick))
    return Crew(
        dealers=(*stick, *dealers),
        stickperson=stick[0] if stick else "",
        boxpersons=_taken(filled[Place.BOXPERSON], numbers.get(Place.BOXPERSON, 0)),
    )


def _taken(people: list[Person], number: int) -> tuple[str, ...]:
    taken = tuple(person.credential for person in people[:number])
    del people[:number]
    return taken


def _supervise(groups: Sequence[Group], filled: Mapping[Place, list[Person]]) -> Iterator[Supervised]:
    for group in groups:
        place = Place.WITHOUT_SEATING if group.span.without_seating else Place.FLOORPERSON
        person = filled[place].pop(0)
        names = tuple(table.name for table in group.tables)
        yield Supervised(
            assignment=Assignment(
                floorperson=person.credential, tables=names, seats_players=person.seats_players
            ),
            span=str(group.span),
            clause=group.span.clause.id,
        )


def _shortages(
    places: tuple[Place, ...],
    demand: _Demand,
    supply: _Supply,
    needs: Mapping[str, tuple[Need, ...]],
    in_the_way: Sequence[Span],
) -> Iterator[Shortage]:
    """What is missing for these places, apart where different people are, each with the clauses that ask for them."""
    # Whoever handles the stick is one of the dealers (C-03), so that it takes as many of them without a stickperson.
    _, with_any_dealers = _shortage({**demand, Place.DEALER: 0}, supply)
    for part in _apart(places, supply):
        asking = [place for place in part if place is not Place.STICKPERSON or place in with_any_dealers]
        missing = _missing(demand, supply, part)
        problem = f"{missing} too few for the places of {', '.join(part)}"
        clauses = dict.fromkeys(
            need.clause for place in asking for need in chain(*needs.values()) if Place(need.part) is place
        )
        if Place.FLOORPERSON in part or Place.WITHOUT_SEATING in part:
            clauses |= dict.fromkeys((EVERY_TABLE, *(span.clause for span in in_the_way)))
            if in_the_way:
                problem += f"; one floorperson has at most {' or '.join(map(str, in_the_way))}"
        ids = tuple(clause.id for clause in clauses)
        yield Shortage(places=part, missing=missing, clauses=ids, problem=problem)
