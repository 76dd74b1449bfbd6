"""The roster with the fewest floorpersons: lawful, the best there is, or why there is none (465a.35)."""

import os
import time
from collections.abc import Sequence
from datetime import date
from itertools import combinations_with_replacement, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.backoffice.rosters.choices import CameraChoice, SpanChoice, StaffingChoices
from houseway.backoffice.rosters.crew import Crew, Part
from houseway.backoffice.rosters.fewest import fewest_at_poker, fewest_groups
from houseway.backoffice.rosters.opening import Standards, floor_findings, standards_on
from houseway.backoffice.rosters.roster import BadPeople, Person, Place, Roster, propose_roster
from houseway.backoffice.rosters.spans import Span
from houseway.backoffice.rosters.supervision import span_of
from houseway.backoffice.rosters.tables import Automation, BadTable, OpenTable
from tests.backoffice.rosters.floor_plan import (
    AUTOMATED,
    ELECTRONIC,
    GAMES,
    ORDINARY,
    fewest_by_trying_all,
    full_coverage,
    may_supervise,
    most_filled,
    poker_by_trying_all,
    table,
    tables,
)

DAY = date(2014, 5, 1)
STANDARDS = standards_on(
    DAY, StaffingChoices(cameras=(CameraChoice(game="baccarat", cameras=2, reason="approved plan"),))
)
# Every mix of up to so many tables is compared with trying all divisions; 6 is the full proof.
MOST_TABLES = int(os.environ.get("HOUSEWAY_ROSTER_TABLES", "3"))

DEALERS = [Person(credential=f"D{n}", parts=(Part.DEALER,)) for n in range(1, 7)]
STICK = Person(credential="S1", parts=(Part.DEALER, Part.STICKPERSON))
STICK2 = Person(credential="S2", parts=(Part.STICKPERSON,))
BOX = Person(credential="B1", parts=(Part.BOXPERSON,))
FLOOR = [Person(credential=f"F{n}", parts=(Part.FLOORPERSON,)) for n in range(1, 5)]


def roster(every: Sequence[OpenTable], people: Sequence[Person], held: Standards = STANDARDS) -> Roster:
    """A proposed roster; one that says it is lawful has been checked by the rules for a floor in operation."""
    found = propose_roster(every, people, held)
    if found.lawful:
        working = [member for crew in found.crews.values() for member in crew.members]
        working += [one.assignment.floorperson for one in found.supervised]
        assert len(working) == len({*working})
        assert {*working} <= {person.credential for person in people}
        seating = {person.credential for person in people if person.seats_players}
        assert all(
            one.assignment.seats_players is (one.assignment.floorperson in seating)
            for one in found.supervised
        )
        unlawful = floor_findings(
            every,
            crews=found.crews,
            plan=full_coverage(every),
            assignments=[one.assignment for one in found.supervised],
            standards=held,
        )
        assert unlawful == ()
        assert len(found.supervised) == found.floorpersons
    return found


def floorpersons(every: Sequence[OpenTable]) -> int:
    """The fewest floorpersons for tables without Poker, after checking every group against the text read anew."""
    groups = fewest_groups(every, STANDARDS.spans)
    assert sorted(one.name for group in groups for one in group.tables) == sorted(one.name for one in every)
    for group in groups:
        assert may_supervise(group.tables), group
    return len(groups)


@pytest.mark.parametrize("side_by_side", [False, True])
def test_no_mix_of_a_few_tables_can_do_with_fewer_floorpersons(side_by_side: bool) -> None:
    types = [(game, automation) for game in GAMES for automation in (ORDINARY, ELECTRONIC)]
    for size in range(MOST_TABLES + 1):
        for games in combinations_with_replacement(types, size):
            every = tables(*games, side_by_side=side_by_side)
            fewest = fewest_by_trying_all(every)
            assert floorpersons(every) == fewest, games


# The games that spans mix with each other are where a search can go wrong.
MIXED = st.sampled_from(("blackjack", "midibaccarat", "pai-gow", "craps", "three-dice-football"))
ANY = st.tuples(st.one_of(MIXED, st.sampled_from(GAMES)), st.sampled_from((ELECTRONIC, ORDINARY, AUTOMATED)))


@settings(max_examples=250, derandomize=True)
@given(st.lists(ANY, min_size=4, max_size=8), st.booleans())
def test_nor_can_larger_ones(games: list[tuple[str, Automation]], side_by_side: bool) -> None:
    every = tables(*games, side_by_side=side_by_side)
    assert floorpersons(every) == fewest_by_trying_all(every)


def test_three_electronic_pai_gow_tables_in_a_row_are_sometimes_better_apart() -> None:
    games = [("pai-gow", ELECTRONIC)] * 3 + [("midibaccarat", ELECTRONIC)] * 5 + [("blackjack", ELECTRONIC)]
    every = tables(*games, side_by_side=True)
    assert floorpersons(every) == 3
    assert floorpersons(every[:3]) == 1


def test_pai_gow_tables_around_a_pit_are_paired_over_its_first_table() -> None:
    ring = [table("pai-gow", f"P{n}", beside=(f"P{n % 6 + 1}",)) for n in range(1, 7)]
    assert len(fewest_groups(ring, STANDARDS.spans)) == 3
    without_p3_and_p4 = [one for one in ring if one.name not in ("P3", "P4")]
    assert len(fewest_groups(without_p3_and_p4, STANDARDS.spans)) == 2


def test_poker_takes_the_fewest_floorpersons_with_any_number_free_of_seating_duties() -> None:
    for ordinary, electronic, free in product(
        (0, 1, 7, 8, 9, 10, 11, 17, 21), (0, 1, 12, 13, 16, 26), range(4)
    ):
        games = [("poker", ORDINARY)] * ordinary + [("poker", ELECTRONIC)] * electronic
        groups = fewest_at_poker(tables(*games), STANDARDS.spans, free)
        assert groups is not None
        assert len(groups) == poker_by_trying_all(ordinary, electronic, free), (ordinary, electronic, free)
        assert sum(group.span.without_seating for group in groups) <= free
        assert sum(len(group.tables) for group in groups) == ordinary + electronic


def test_a_hundred_tables_are_rostered_well_within_a_second() -> None:
    chance = Random(20140501)
    games = [
        (
            chance.choice(["blackjack", "blackjack", "roulette", "sic-bo", *GAMES]),
            chance.choice((ORDINARY, ELECTRONIC)),
        )
        for _ in range(90)
    ]
    every = tables(*games, *["poker"] * 10, side_by_side=True)
    people = [Person(credential=f"S{n}", parts=(Part.STICKPERSON,)) for n in range(300)]
    people += [Person(credential=f"B{n}", parts=(Part.BOXPERSON, Part.DEALER)) for n in range(40)]
    people += [Person(credential=f"F{n}", parts=(Part.FLOORPERSON,), seats_players=n > 2) for n in range(90)]
    began = time.process_time()
    found = propose_roster(every, people, STANDARDS)
    took = time.process_time() - began
    assert found.lawful
    assert took < 1


@pytest.mark.clause("465a.35(b)", "465a.35(c)#1")
def test_a_small_pit_is_rostered_with_one_floorperson_for_craps_and_two_others() -> None:
    every = tables("craps", "blackjack", "sic-bo")
    found = roster(every, [*DEALERS[:4], STICK, BOX, *FLOOR])
    assert found.lawful
    assert found.floorpersons == 1
    assert found.supervised[0].assignment.tables == ("T1", "T2", "T3")
    assert found.crews["T1"].stickperson == "S1"
    assert found.crews["T1"].boxpersons == ("B1",)
    assert len(found.crews["T1"].dealers) == 3


def test_a_closed_house_needs_nobody() -> None:
    assert roster((), ()) == Roster()


@pytest.mark.clause("465a.35(b)(1)", "465a.35(b)(3)#1")
def test_too_few_dealers_are_counted() -> None:
    found = roster(tables("craps", "blackjack"), [*DEALERS[:1], STICK, BOX, *FLOOR])
    assert not found.lawful
    (short,) = found.shortages
    assert short.places == (Place.DEALER, Place.STICKPERSON)
    assert short.missing == 2
    assert short.clauses == ("465a.35(b)(3)#1", "465a.35(b)(1)"), "the stick asks for no more of them"
    (short,) = roster(tables("blackjack", "sic-bo", "roulette"), [*DEALERS[:1], *FLOOR]).shortages
    assert (short.places, short.missing, short.clauses) == ((Place.DEALER,), 2, ("465a.35(b)(1)",))


@pytest.mark.clause("465a.35(b)(2)")
def test_baccarat_is_short_of_its_second_dealer() -> None:
    (short,) = roster(tables("baccarat"), [*DEALERS[:1], *FLOOR]).shortages
    assert (short.missing, short.clauses) == (1, ("465a.35(b)(2)",))


@pytest.mark.clause("465a.35(b)(3)#2")
def test_nobody_can_handle_the_stick() -> None:
    (short,) = roster(tables("craps"), [*DEALERS, BOX, *FLOOR]).shortages
    assert short.places == (Place.STICKPERSON,)
    assert (short.missing, short.clauses) == (1, ("465a.35(b)(3)#2",))


@pytest.mark.clause("465a.35(b)(4)")
def test_nobody_can_box() -> None:
    (short,) = roster(tables("craps", "three-dice-football"), [*DEALERS, STICK, STICK2, *FLOOR]).shortages
    assert short.places == (Place.BOXPERSON,)
    assert (short.missing, short.clauses) == (1, ("465a.35(b)(4)",))


@pytest.mark.clause("465a.35(c)#1", "465a.35(c)(2)")
def test_too_few_floorpersons_are_counted() -> None:
    found = roster(tables(*["baccarat"] * 3), [*DEALERS, *FLOOR[:1]])
    (short,) = found.shortages
    assert short.places == (Place.FLOORPERSON,)
    assert (short.missing, short.clauses) == (2, ("465a.35(c)#1", "465a.35(c)(2)"))
    assert short.problem == (
        "2 too few for the places of floorperson; one floorperson has at most 1 of baccarat [465a.35(c)(2)]"
    )
    assert found.floorpersons == 3


@pytest.mark.clause("465a.35(c)(1)")
def test_only_the_ceilings_that_cost_a_floorperson_are_named() -> None:
    five = tables(*["blackjack"] * 5, "baccarat")
    dealers = [Person(credential=f"D{n}", parts=(Part.DEALER,)) for n in range(7)]
    (short,) = roster(five, [*dealers, *FLOOR[:2]]).shortages
    assert short.clauses == ("465a.35(c)#1", "465a.35(c)(1)")
    (short,) = roster(five[4:], [*dealers, *FLOOR[:1]]).shortages
    assert short.clauses == ("465a.35(c)#1",), "no larger span would hold both games"


def test_what_different_people_lack_is_said_apart() -> None:
    short = roster(tables("craps", "baccarat"), [*DEALERS, STICK, *FLOOR[:1]]).shortages
    assert [(one.places, one.missing, one.clauses) for one in short] == [
        ((Place.BOXPERSON,), 1, ("465a.35(b)(4)",)),
        ((Place.FLOORPERSON,), 1, ("465a.35(c)#1",)),
    ]


@pytest.mark.clause("465a.35(c)#1")
def test_a_boxperson_who_is_the_only_floorperson_cannot_be_both() -> None:
    both = Person(credential="X1", parts=(Part.BOXPERSON, Part.FLOORPERSON))
    (short,) = roster(tables("craps"), [*DEALERS, STICK, both]).shortages
    assert short.places == (Place.BOXPERSON, Place.FLOORPERSON)
    assert (short.missing, short.clauses) == (1, ("465a.35(b)(4)", "465a.35(c)#1"))


@pytest.mark.clause("465a.35(c)(12)", "465a.35(c)#1")
def test_ten_poker_tables_take_one_floorperson_free_of_seating_duties_or_two() -> None:
    ten = tables(*["poker"] * 10)
    dealers = [Person(credential=f"D{n}", parts=(Part.DEALER,)) for n in range(10)]
    free = Person(credential="F1", parts=(Part.FLOORPERSON,))
    seating = [Person(credential=f"F{n}", parts=(Part.FLOORPERSON,), seats_players=True) for n in (2, 3)]
    assert roster(ten, [*dealers, free, *seating]).floorpersons == 1
    assert roster(ten, [*dealers, *seating]).floorpersons == 2
    (short,) = roster(ten, [*dealers, seating[0]]).shortages
    assert short.missing == 1
    assert short.clauses == ("465a.35(c)#1", "465a.35(c)(12)", "465a.35(c)#2"), "ten, or more than eight"


@pytest.mark.clause("465a.35(c)#2")
def test_a_game_whose_span_the_property_took_away_cannot_be_rostered() -> None:
    off = StaffingChoices(spans=(SpanChoice(paragraph="465a.35(c)(7)", tables=0, reason="not confirmed"),))
    found = roster(tables("mini-craps", "blackjack"), [*DEALERS, *FLOOR], standards_on(DAY, off))
    assert not found.lawful
    assert [(one.where, one.clause) for one in found.findings] == [("T1", "465a.35(c)#2")]


@pytest.mark.parametrize(
    "off",
    [
        ("465a.35(c)(9)",),
        ("465a.35(c)(10)",),
        ("465a.35(c)(3)", "465a.35(c)(10)"),
        ("465a.35(c)(4)", "465a.35(c)(9)"),
    ],
)
def test_the_search_stays_right_when_the_property_takes_spans_away(off: tuple[str, ...]) -> None:
    choices = StaffingChoices(
        spans=tuple(SpanChoice(paragraph=paragraph, tables=0, reason="-") for paragraph in off)
    )
    check_search(standards_on(DAY, choices), ("midibaccarat", "pai-gow", "blackjack"))


def test_the_search_is_right_under_the_temporary_chapter() -> None:
    check_search(standards_on(date(2013, 5, 1)), ("three-dice-football", "craps", "blackjack"))


def check_search(held: Standards, games: Sequence[str]) -> None:
    """Compare the search with trying every division, for some tables of these games."""
    chance = Random(1)
    for _ in range(40):
        chosen = [(chance.choice(games), chance.choice((ORDINARY, ELECTRONIC))) for _ in range(6)]
        every = tables(*chosen, side_by_side=True)
        assert len(fewest_groups(every, held.spans)) == fewest_within(every, held.spans)


def fewest_within(every: Sequence[OpenTable], spans: Sequence[Span]) -> int:
    """The fewest floorpersons under these spans, by adding tables one by one to every group there is."""
    fewest = len(every)
    waiting: list[tuple[int, list[list[OpenTable]]]] = [(0, [])]
    while waiting:
        place, groups = waiting.pop()
        if place == len(every):
            if all(span_of(group, spans) for group in groups):
                fewest = min(fewest, len(groups))
            continue
        for number in range(len(groups) + 1):
            extended = [list(group) for group in groups]
            extended[number:number] = [[]] if number == len(groups) else []
            extended[number].append(every[place])
            if len(extended) < fewest:
                waiting.append((place + 1, extended))
    return fewest


PARTS = st.lists(st.sampled_from(tuple(Part)), unique=True, max_size=3)


@settings(max_examples=200, derandomize=True)
@given(st.lists(PARTS, max_size=9), st.lists(st.sampled_from(("craps", "blackjack", "baccarat")), max_size=2))
def test_a_roster_is_found_exactly_when_there_are_people_for_every_place(
    abilities: list[list[Part]], games: list[str]
) -> None:
    people = [Person(credential=f"P{number}", parts=tuple(parts)) for number, parts in enumerate(abilities)]
    every = tables(*games)
    found = roster(every, people)
    places = ["floorperson"] * fewest_by_trying_all(every)
    for game in games:
        places += {
            "craps": ["dealer", "dealer", "stickperson", "boxperson"],
            "blackjack": ["dealer"],
            "baccarat": ["dealer", "dealer"],
        }[game]
    deals = frozenset({"dealer", "stickperson"})
    able = [frozenset(parts) | (deals if Part.STICKPERSON in parts else frozenset()) for parts in abilities]
    missing = len(places) - most_filled(places, able)
    assert found.lawful == (missing == 0)
    if missing:
        assert sum(short.missing for short in found.shortages) == missing
        assert all(short.missing > 0 and short.clauses for short in found.shortages)


def test_nobody_is_rostered_twice_and_bad_tables_are_named() -> None:
    with pytest.raises(BadPeople, match="D1: nobody can be rostered twice"):
        roster(tables("blackjack"), [DEALERS[0], DEALERS[0]])
    with pytest.raises(BadTable, match="no game 'faro'"):
        roster([table("faro")], [])


def test_a_fully_automated_table_is_supervised_without_a_crew() -> None:
    found = roster(tables(("blackjack", AUTOMATED)), FLOOR[:1])
    assert found.lawful
    assert found.crews == {"T1": Crew()}
