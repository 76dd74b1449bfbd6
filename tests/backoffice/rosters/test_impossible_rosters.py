"""Random floors with random people: the roster against trying everything, and every clause that is named against the floor without it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random

import msgspec
import pytest

from houseway.backoffice.rosters.crew import Part
from houseway.backoffice.rosters.opening import standards_on
from houseway.backoffice.rosters.roster import Person, Place, Roster, propose_roster
from houseway.backoffice.rosters.tables import OpenTable
from tests.backoffice.rosters.floor_plan import (
    AUTOMATED,
    ELECTRONIC,
    GAMES,
    ORDINARY,
    fewest_by_trying_all,
    most_filled,
    poker_by_trying_all,
    table,
)

STANDARDS = standards_on(date(2014, 5, 1))
FLOORS = 250

# The crew of each game as the text has it: which clause asks for whom; the stickperson is one of the dealers.
STICK = "465a.35(b)(3)#2"
_DICE = {"465a.35(b)(3)#1": ["dealer", "dealer"], STICK: ["stickperson"]}
_ONE = {"465a.35(b)(1)": ["dealer"]}
CREWS: Mapping[str, Mapping[str, list[str]]] = {
    "blackjack": _ONE,
    "midibaccarat": _ONE,
    "mini-craps": _ONE,
    "pai-gow": _ONE,
    "poker": _ONE,
    "baccarat": {"465a.35(b)(2)": ["dealer", "dealer"]},
    "craps": {**_DICE, "465a.35(b)(4)": ["boxperson"]},
    "three-dice-football": _DICE,
}
# A clause with the ceilings that stand in it.
CEILINGS = {
    "465a.35(c)(1)": (1,),
    "465a.35(c)(2)": (2,),
    "465a.35(c)(12)": (12,),
    "465a.35(c)(13)#1": (13,),
    "465a.35(c)(13)#2": (14,),
}
EVERY_TABLE = "465a.35(c)#1"
FREE = "floorperson without seating duties"


@dataclass(frozen=True)
class Tried:
    """What trying everything says: how many people are missing, and the fewest floorpersons if none are."""

    missing: int
    floorpersons: int


def crew_without(at: OpenTable, clause: str) -> list[str]:
    """Who works at a table if a clause did not stand in the text."""
    if at.automation is AUTOMATED:
        return []
    if at.with_stickperson:
        # A dealer and a stickperson, or the span of two such tables is not for it (465a.35(c)(8)).
        return ["dealer", "stickperson"]
    asked = CREWS[at.game]
    # Without a stickperson, the three dealers are three dealers all the same (C-03).
    stays = ["dealer"] if clause == STICK and clause in asked else []
    return [place for cited, places in asked.items() if cited != clause for place in places] + stays


def try_all(every: Sequence[OpenTable], people: Sequence[Person], clause: str = "") -> Tried:
    """The best roster there is, in which a clause counts for nothing."""
    poker = [one for one in every if one.game == "poker"]
    electronic = sum(one.automation is ELECTRONIC for one in poker)
    banked = [one for one in every if one.game != "poker"]
    groups = fewest_by_trying_all(banked, lifted=CEILINGS.get(clause, ()))
    crew = [place for one in every for place in crew_without(one, clause)]
    able = [frozenset(abilities(person)) for person in people]
    found: list[Tried] = []
    for free in range(4 if poker else 1):
        at_poker = poker_by_trying_all(len(poker) - electronic, electronic, free, CEILINGS.get(clause, ()))
        without = min(free, at_poker)
        floor = [FREE] * without + ["floorperson"] * (groups + at_poker - without)
        places = crew if clause == EVERY_TABLE else [*crew, *floor]
        found.append(Tried(len(places) - most_filled(places, able), groups + at_poker))
    return min(found, key=lambda tried: (tried.missing, tried.floorpersons))


def abilities(person: Person) -> Iterator[str]:
    """The places that somebody can fill."""
    yield from map(str, person.parts)
    if Part.STICKPERSON in person.parts:
        yield "dealer"
    if Part.FLOORPERSON in person.parts and not person.seats_players:
        yield FREE


def random_floor(chance: Random) -> list[OpenTable]:
    """A few tables, the Pai Gow tables of a pit in a row, around it, or apart; and sometimes a Poker room."""
    games = chance.sample(GAMES, chance.randint(1, 4))
    automations = chance.choice(((ORDINARY,), (ELECTRONIC,), (ORDINARY, ELECTRONIC, AUTOMATED)))
    found: list[OpenTable] = []
    row: list[str] = []
    for number in range(chance.randint(1, 6)):
        game, name = chance.choice(games), f"T{number}"
        beside: tuple[str, ...] = ()
        if game == "pai-gow":
            beside = tuple(row[-1:]) if chance.random() < 0.7 else ()
            row = [*row, name] if beside else [name]
        found.append(table(game, name, chance.choice(automations), beside))
    room = chance.choice((0, 0, 1, 8, 9, 10, 11, 17, 18, 21))
    return [*found, *(table("poker", f"P{n}", chance.choice(automations)) for n in range(room))]


def random_people(chance: Random, every: Sequence[OpenTable]) -> list[Person]:
    """About as many people as the tables take, most of them trained for one place and some for several."""
    places = [Part(place) for one in every for place in crew_without(one, "")]
    places += [Part.FLOORPERSON] * chance.randint(0, len(every))
    chance.shuffle(places)
    people = []
    for number, part in enumerate(places[chance.randint(0, 3) :]):
        parts = {part} | {chance.choice(tuple(Part)) for _ in range(chance.choice((0, 0, 0, 1, 2)))}
        seats_players = chance.random() < 0.5
        people.append(Person(credential=f"X{number}", parts=tuple(parts), seats_players=seats_players))
    return people


def named(found: Roster) -> set[str]:
    """The clauses that make a roster impossible."""
    return {clause for short in found.shortages for clause in short.clauses}


@pytest.mark.long
def test_a_roster_is_the_best_there_is_or_names_what_makes_it_impossible() -> None:
    chance = Random(4_659_035)
    impossible = 0
    for _ in range(FLOORS):
        every = random_floor(chance)
        people = random_people(chance, every)
        found, tried = propose_roster(every, people, STANDARDS), try_all(every, people)
        assert found.lawful is (tried.missing == 0), (every, people)
        if found.lawful:
            assert found.floorpersons == tried.floorpersons, (every, people)
            continue
        impossible += 1
        assert sum(short.missing for short in found.shortages) == tried.missing
        check_clauses(every, people, found, tried.missing)
        check_more_people_would_do(every, people, found)
    assert FLOORS // 4 < impossible < FLOORS * 3 // 4, "both are tried"


def check_clauses(every: Sequence[OpenTable], people: Sequence[Person], found: Roster, missing: int) -> None:
    """A clause of the crew or a ceiling is named exactly if without it fewer people are missing.

    A large Poker room may be short in two ways, with and without a floorperson free of seating duties; one is told.
    """
    crew = {clause for asked in CREWS.values() for clause in asked}
    one_way = sum(one.game == "poker" for one in every) <= 8
    for clause in (*sorted(crew - {STICK}), EVERY_TABLE, *CEILINGS):
        helps = try_all(every, people, clause).missing < missing
        if clause == "465a.35(c)(12)":
            # It has a condition as well: that whoever has ten tables does not seat the players.
            unasked = [msgspec.structs.replace(person, seats_players=False) for person in people]
            helps |= try_all(every, unasked).missing < missing
        assert helps if clause in named(found) else not (helps and one_way), (clause, every, people, found)
    if not any(one.with_stickperson for one in every):
        dealers = [Person(credential=f"D{number}", parts=(Part.DEALER,)) for number in range(3 * len(every))]
        with_dealers = [*people, *dealers]
        helps = try_all(every, with_dealers, STICK).missing < try_all(every, with_dealers).missing
        assert (STICK in named(found)) is helps, (every, people, found)


def check_more_people_would_do(every: Sequence[OpenTable], people: Sequence[Person], found: Roster) -> None:
    """As many more as are missing, trained for what they are missing for, make the roster lawful; one fewer do not."""
    new = [
        Person(credential=f"new-{number}-{one}", parts=_trained_for(short.places))
        for number, short in enumerate(found.shortages)
        for one in range(short.missing)
    ]
    assert propose_roster(every, [*people, *new], STANDARDS).lawful
    assert not propose_roster(every, [*people, *new[1:]], STANDARDS).lawful


def _trained_for(places: Sequence[Place]) -> tuple[Part, ...]:
    """The parts of some places; nobody new has to seat players."""
    parts = (Part.FLOORPERSON if place is Place.WITHOUT_SEATING else Part(place) for place in places)
    return tuple(dict.fromkeys(parts))
