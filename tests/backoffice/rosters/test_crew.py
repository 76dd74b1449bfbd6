"""The minimum crew of a table (465a.35(b), 577.9(b))."""

from datetime import date
from importlib.resources import files

import pytest

from houseway.backoffice.rosters.choices import StaffingChoices
from houseway.backoffice.rosters.crew import Crew, Part, crew_findings, crew_needed
from houseway.backoffice.rosters.tables import BadTable, OpenTable, check_tables
from houseway.games import games
from houseway.law import NoEdition
from houseway.table.kinds import TableKind
from tests.backoffice.rosters.floor_plan import AUTOMATED, table

FINAL = date(2014, 2, 1)
TEMPORARY = date(2014, 1, 31)
FIRST = date(2012, 7, 28)


def needs(game: str, day: date = FINAL) -> dict[Part, tuple[int, str]]:
    """How many of each part a table of a game needs, and by which clause."""
    return {need.part: (need.number, need.clause.id) for need in crew_needed(table(game), day)}


def lacks(game: str, crew: Crew, day: date = FINAL) -> list[str]:
    """The clauses that a crew falls short of."""
    at = table(game)
    return [found.clause for found in crew_findings(at, crew, crew_needed(at, day))]


@pytest.mark.clause("465a.35(b)(1)")
@pytest.mark.parametrize(
    "game", ["blackjack", "roulette", "sic-bo", "pai-gow", "midibaccarat", "mini-craps", "poker"]
)
def test_one_dealer_is_enough_at_most_games(game: str) -> None:
    assert needs(game) == {Part.DEALER: (1, "465a.35(b)(1)")}
    assert lacks(game, Crew(dealers=("Dana",))) == []
    assert lacks(game, Crew()) == ["465a.35(b)(1)"]


@pytest.mark.clause("465a.35(b)(2)")
def test_a_baccarat_table_runs_with_two_dealers() -> None:
    assert needs("baccarat") == {Part.DEALER: (2, "465a.35(b)(2)")}
    assert lacks("baccarat", Crew(dealers=("Dana",))) == ["465a.35(b)(2)"]
    assert lacks("baccarat", Crew(dealers=("Dana", "Dana"))) == ["465a.35(b)(2)"]
    assert lacks("baccarat", Crew(dealers=("Dana", "Iris"))) == []


@pytest.mark.clause("465a.35(b)(3)#1", "465a.35(b)(3)#2", "465a.35(b)(4)")
def test_a_craps_table_runs_with_three_dealers_one_at_the_stick_and_a_boxperson() -> None:
    assert needs("craps") == {
        Part.DEALER: (3, "465a.35(b)(3)#1"),
        Part.STICKPERSON: (1, "465a.35(b)(3)#2"),
        Part.BOXPERSON: (1, "465a.35(b)(4)"),
    }
    whole = Crew(dealers=("Dana", "Iris", "Ben"), stickperson="Iris", boxpersons=("Rosa",))
    assert lacks("craps", whole) == []
    assert lacks("craps", Crew()) == ["465a.35(b)(3)#1", "465a.35(b)(3)#2", "465a.35(b)(4)"]
    two = Crew(dealers=("Dana", "Iris"), stickperson="Iris", boxpersons=("Rosa",))
    assert lacks("craps", two) == ["465a.35(b)(3)#1"]
    nobody_at_the_stick = Crew(dealers=("Dana", "Iris", "Ben"), boxpersons=("Rosa",))
    assert lacks("craps", nobody_at_the_stick) == ["465a.35(b)(3)#2"]


@pytest.mark.clause("465a.35(b)(3)#2")
def test_the_stickperson_is_one_of_the_three_dealers() -> None:
    beside = Crew(dealers=("Dana", "Iris", "Ben"), stickperson="Tom", boxpersons=("Rosa",))
    assert lacks("craps", beside) == ["465a.35(b)(3)#2", "465a.35(b)(3)#2"]


@pytest.mark.clause("465a.35(b)(4)")
def test_nobody_deals_and_boxes_at_once() -> None:
    twice = Crew(dealers=("Dana", "Iris", "Ben"), stickperson="Iris", boxpersons=("Dana",))
    assert lacks("craps", twice) == ["465a.35(b)(4)", "465a.35(b)(3)#1"]
    said = list(crew_findings(table("craps"), twice, crew_needed(table("craps"), FINAL)))
    assert said[0].problem == "Dana cannot deal and box at once"
    assert said[1].problem == "2 of 3 dealers assigned: 1 missing"


@pytest.mark.clause("465a.35(b)(1)", "465a.35(b)(3)#1", "465a.35(b)(3)#2")
def test_three_dice_football_takes_three_dealers_and_no_boxperson() -> None:
    assert needs("three-dice-football") == {
        Part.DEALER: (3, "465a.35(b)(3)#1"),
        Part.STICKPERSON: (1, "465a.35(b)(3)#2"),
    }


@pytest.mark.clause("577.9(b)")
@pytest.mark.parametrize("day", [FIRST, TEMPORARY])
def test_the_temporary_chapter_asked_for_the_same_crew(day: date) -> None:
    assert needs("three-dice-football", day) == {
        Part.DEALER: (3, "577.9(b)"),
        Part.STICKPERSON: (1, "577.9(b)"),
    }
    two = Crew(dealers=("Dana", "Iris"), stickperson="Iris")
    assert lacks("three-dice-football", two, day) == ["577.9(b)"]
    assert lacks("three-dice-football", two, FINAL) == ["465a.35(b)(3)#1"]
    assert needs("craps", day)[Part.DEALER] == (3, "465a.35(b)(3)#1")


def test_mini_craps_counted_with_a_stickperson_needs_one_beside_the_dealer() -> None:
    assert needs("mini-craps+") == {
        Part.DEALER: (2, "465a.35(c)#2"),
        Part.STICKPERSON: (1, "465a.35(c)#2"),
    }


def test_a_fully_automated_table_needs_a_crew_only_where_the_property_keeps_one() -> None:
    at = table("blackjack", automation=AUTOMATED)
    assert crew_needed(at, FINAL) == ()
    kept = StaffingChoices(crew_at_fully_automated="until the Board confirms 465a.35(a)")
    assert [need.number for need in crew_needed(at, FINAL, kept)] == [1]


def test_every_game_of_the_house_is_known_to_staffing() -> None:
    priced = files("houseway.games").joinpath("wagers.csv").read_text("utf-8").splitlines()[1:]
    for game in {*games(), *(row.split(",")[0] for row in priced)}:
        check_tables([table(game)], FINAL)
        assert isinstance(table(game).kind, TableKind)
    assert OpenTable(name="CR-2", game="craps", form="mini-craps").kind is TableKind.MINI_CRAPS
    assert OpenTable(name="MB-1", game="baccarat", form="midibaccarat").kind is TableKind.MIDIBACCARAT


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ((table("faro"),), "no game 'faro'"),
        ((table("craps"), table("craps")), "two tables are named craps-1"),
        ((OpenTable(name="B-1", game="blackjack", form="mini"),), "blackjack has no form 'mini'"),
        ((OpenTable(name="C-1", game="craps", form="crapless"),), "choose one of: craps, mini-craps"),
        ((table("pai-gow", "P1", beside=("P1",)),), "P1 cannot stand beside itself"),
        ((OpenTable(name=" ", game="craps"),), "needs a name"),
        ((OpenTable(name="B-1", game="blackjack", with_stickperson=True),), "only at Mini-Craps"),
    ],
)
def test_tables_that_cannot_be_are_named(bad: tuple[OpenTable, ...], said: str) -> None:
    with pytest.raises(BadTable, match=said):
        check_tables(bad, FINAL)


def test_a_table_has_two_sides_only() -> None:
    crowded = [table("pai-gow", f"P{number}", beside=("P1",) * (number > 1)) for number in range(1, 5)]
    with pytest.raises(BadTable, match="P1 stands beside P2, P3, P4"):
        check_tables(crowded, FINAL)


def test_no_text_staffs_three_dice_football_before_its_first_day() -> None:
    check_tables([table("three-dice-football")], FIRST)
    with pytest.raises(NoEdition, match="2012-07-27"):
        check_tables([table("three-dice-football")], date(2012, 7, 27))
