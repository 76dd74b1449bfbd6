"""The wagers of Sic Bo: on what each wins, and what it pays to the cent (625a.3, 625a.6)."""

from collections import Counter
from itertools import combinations, product
from typing import Any

import pytest

from houseway.games.sic_bo.toss import Toss
from houseway.games.sic_bo.wagers import CATALOGUES, TwoOfAKind, winning_areas
from houseway.table.events import Result
from houseway.table.moves import PlaceWager, TakeSeat
from tests.games.sic_bo.dealing import Dealing

ALL_TOSSES = [Toss(*faces) for faces in product(range(1, 7), repeat=3)]

# The chapter's pay table, typed from the text: wager, pick, dice that win it, payment on $5, the table's line.
PAID = [
    ("three-of-a-kind", "4", (4, 4, 4), 75_000, "625a.3(1)", "three_of_a_kind"),
    ("two-of-a-kind", "4", (4, 1, 4), 4_000, "625a.3(2)", "two_of_a_kind"),
    ("any-three-of-a-kind", "", (2, 2, 2), 12_000, "625a.3(3)", "any_three_of_a_kind"),
    ("total-4", "", (1, 1, 2), 25_000, "625a.3(4)", "total_4"),
    ("total-5", "", (1, 3, 1), 9_000, "625a.3(4)", "total_5"),
    ("total-6", "", (1, 2, 3), 7_000, "625a.3(4)", "total_6"),
    ("total-7", "", (1, 2, 4), 6_000, "625a.3(4)", "total_7"),
    ("total-8", "", (1, 2, 5), 4_000, "625a.3(4)", "total_8"),
    ("total-9", "", (1, 2, 6), 3_000, "625a.3(4)", "total_9"),
    ("total-10", "", (1, 3, 6), 3_000, "625a.3(4)", "total_10"),
    ("total-11", "", (1, 4, 6), 3_000, "625a.3(4)", "total_11"),
    ("total-12", "", (1, 5, 6), 3_000, "625a.3(4)", "total_12"),
    ("total-13", "", (1, 6, 6), 4_000, "625a.3(4)", "total_13"),
    ("total-14", "", (2, 6, 6), 6_000, "625a.3(4)", "total_14"),
    ("total-15", "", (3, 6, 6), 7_000, "625a.3(4)", "total_15"),
    ("total-16", "", (4, 6, 6), 9_000, "625a.3(4)", "total_16"),
    ("total-17", "", (5, 6, 6), 25_000, "625a.3(4)", "total_17"),
    ("two-dice-combination", "2-5", (5, 1, 2), 2_500, "625a.3(5)", "two_dice_combination"),
    ("small", "", (1, 2, 3), 500, "625a.3(6)#1", "small"),
    ("big", "", (4, 5, 6), 500, "625a.3(7)#1", "big"),
]


def _paid(row: tuple[Any, ...]) -> Any:
    *_, rule, line = row
    return pytest.param(*row, marks=pytest.mark.clause(rule, f"625a.6(a)[{line}]"), id=row[0])


@pytest.mark.clause("625a.5(e)#2", "625a.6(a)")
@pytest.mark.parametrize(("wager", "pick", "dice", "paid", "rule", "line"), [_paid(row) for row in PAID])
def test_a_winner_is_paid_at_the_odds_of_the_pay_table(
    wager: str, pick: str, dice: tuple[int, int, int], paid: int, rule: str, line: str
) -> None:
    sic_bo = Dealing()
    sic_bo.wager(wager, pick)
    (settled,) = sic_bo.toss(*dice)
    assert (settled.result, settled.stake, settled.paid) == (Result.WIN, 500, paid)
    assert (settled.clause, settled.pays) == (rule, f"625a.6(a)[{line}]")


@pytest.mark.clause("625a.3(8)", "625a.6(b)")
@pytest.mark.parametrize(
    ("dice", "paid", "line"),
    [
        pytest.param(dice, paid, line, marks=pytest.mark.clause(line))
        for dice, paid, line in [
            ((3, 1, 2), 700, "625a.6(b)(1)"),
            ((3, 1, 3), 1_400, "625a.6(b)(2)"),
            ((3, 3, 3), 2_100, "625a.6(b)(3)"),
        ]
    ],
)
def test_one_of_a_kind_is_paid_by_how_many_dice_show_the_number(
    dice: tuple[int, int, int], paid: int, line: str
) -> None:
    sic_bo = Dealing()
    sic_bo.wager("one-of-a-kind", "3", amount=700)
    (settled,) = sic_bo.toss(*dice)
    assert (settled.result, settled.paid, settled.pays) == (Result.WIN, paid, line)


@pytest.mark.parametrize(
    ("wager", "pick", "dice", "rule"),
    [
        pytest.param(*row, marks=pytest.mark.clause(row[-1]), id=f"{row[0]}-{row[2]}")
        for row in [
            ("three-of-a-kind", "4", (4, 4, 5), "625a.3(1)"),
            ("three-of-a-kind", "4", (5, 5, 5), "625a.3(1)"),
            ("two-of-a-kind", "4", (4, 5, 5), "625a.3(2)"),
            ("any-three-of-a-kind", "", (6, 6, 5), "625a.3(3)"),
            ("total-9", "", (3, 3, 4), "625a.3(4)"),
            ("two-dice-combination", "2-5", (2, 2, 2), "625a.3(5)"),
            ("small", "", (1, 4, 6), "625a.3(6)#2"),
            ("big", "", (1, 3, 6), "625a.3(7)#2"),
            ("one-of-a-kind", "3", (1, 2, 4), "625a.3(8)"),
        ]
    ],
)
def test_a_loser_goes_to_the_tray(wager: str, pick: str, dice: tuple[int, int, int], rule: str) -> None:
    sic_bo = Dealing()
    sic_bo.wager(wager, pick)
    (settled,) = sic_bo.toss(*dice)
    assert (settled.result, settled.stake, settled.paid) == (Result.LOSE, 500, 0)
    assert (settled.clause, settled.pays) == (rule, "")


@pytest.mark.clause("625a.3(6)#2", "625a.3(7)#2", "625a.3(4)", "625a.3(3)")
def test_small_and_big_lose_on_a_triple_that_the_total_wins_on() -> None:
    sic_bo = Dealing()
    for wager in ("small", "big", "total-6", "any-three-of-a-kind"):
        sic_bo.wager(wager)
    settled = {line.wager: (line.result, line.paid) for line in sic_bo.toss(2, 2, 2)}
    assert settled == {
        "small": (Result.LOSE, 0),
        "big": (Result.LOSE, 0),
        "total-6": (Result.WIN, 7_000),
        "any-three-of-a-kind": (Result.WIN, 12_000),
    }


@pytest.mark.clause("625a.3(7)#2")
def test_big_loses_on_a_triple_within_its_totals() -> None:
    sic_bo = Dealing()
    sic_bo.wager("big")
    (settled,) = sic_bo.toss(5, 5, 5)
    assert (settled.result, settled.clause) == (Result.LOSE, "625a.3(7)#2")


@pytest.mark.clause("625a.3(2)", "625a.6(a)[two_of_a_kind]")
def test_two_of_a_kind_wins_on_a_triple_unless_the_submission_says_exactly_two() -> None:
    at_least, exactly = Dealing(), Dealing(two_of_a_kind="exactly-two")
    for sic_bo in (at_least, exactly):
        sic_bo.wager("two-of-a-kind", "6")
    (wins,), (loses,) = at_least.toss(6, 6, 6), exactly.toss(6, 6, 6)
    assert (wins.result, wins.paid, wins.pays) == (Result.WIN, 4_000, "625a.6(a)[two_of_a_kind]")
    assert (loses.result, loses.paid, loses.clause) == (Result.LOSE, 0, "625a.3(2)")
    assert ("two-of-a-kind", "6") in at_least.state.lit
    assert ("two-of-a-kind", "6") not in exactly.state.lit


@pytest.mark.clause("625a.3(5)", "625a.6(a)[two_dice_combination]")
def test_a_combination_is_paid_once_though_a_number_shows_twice() -> None:
    sic_bo = Dealing()
    sic_bo.wager("two-dice-combination", "2-5")
    (settled,) = sic_bo.toss(2, 5, 5)
    assert settled.paid == 2_500


# How many of the 216 tosses win each pick, counted from the text.
WINNING_TOSSES = {
    "three-of-a-kind": 1,
    "any-three-of-a-kind": 6,
    "total-4": 3,
    "total-5": 6,
    "total-6": 10,
    "total-7": 15,
    "total-8": 21,
    "total-9": 25,
    "total-10": 27,
    "total-11": 27,
    "total-12": 25,
    "total-13": 21,
    "total-14": 15,
    "total-15": 10,
    "total-16": 6,
    "total-17": 3,
    "two-dice-combination": 30,
    "small": 105,
    "big": 105,
    "one-of-a-kind": 91,
}


@pytest.mark.clause(
    "625a.3(1)",
    "625a.3(2)",
    "625a.3(3)",
    "625a.3(4)",
    "625a.3(5)",
    "625a.3(6)#1",
    "625a.3(6)#2",
    "625a.3(7)#1",
    "625a.3(7)#2",
    "625a.3(8)",
)
@pytest.mark.parametrize(("option", "two_of_a_kind"), [("at-least-two", 16), ("exactly-two", 15)])
def test_every_pick_wins_on_as_many_of_the_216_tosses_as_the_text_gives_it(
    option: str, two_of_a_kind: int
) -> None:
    expected = {**WINNING_TOSSES, "two-of-a-kind": two_of_a_kind}
    catalogue = CATALOGUES[TwoOfAKind(option)]
    assert set(catalogue) == set(expected)
    for name, wager in catalogue.items():
        for pick in wager.picks:
            winning = sum(wager.decide(toss, pick).result is Result.WIN for toss in ALL_TOSSES)
            assert winning == expected[name], (name, pick)


@pytest.mark.clause("625a.6(b)")
def test_one_of_a_kind_shows_once_75_times_twice_15_times_and_thrice_once() -> None:
    wager = CATALOGUES[TwoOfAKind.AT_LEAST_TWO]["one-of-a-kind"]
    paid = Counter(str(line.odds) for toss in ALL_TOSSES if (line := wager.decide(toss, "2").line))
    assert paid == {"1 to 1": 75, "2 to 1": 15, "3 to 1": 1}


def _wins_by_the_text(faces: tuple[int, ...]) -> set[tuple[str, str]]:
    """What wins, worked out from the listed faces by another road than the engine takes."""
    shows = Counter(faces)
    total = sum(faces)
    won = {("one-of-a-kind", str(number)) for number in shows}
    won |= {("two-of-a-kind", str(number)) for number, times in shows.items() if times in (2, 3)}
    won |= {("two-dice-combination", f"{low}-{high}") for low, high in combinations(sorted(shows), 2)}
    if len(shows) == 1:
        won |= {("three-of-a-kind", str(faces[0])), ("any-three-of-a-kind", "")}
    else:
        won.add(("small" if total < 11 else "big", ""))
    if total not in (3, 18):
        won.add((f"total-{total}", ""))
    return won


@pytest.mark.clause("625a.1(b)#3", "625a.5(d)#3")
def test_the_device_lights_exactly_the_winning_combinations_of_all_216_tosses() -> None:
    catalogue = CATALOGUES[TwoOfAKind.AT_LEAST_TWO]
    for toss in ALL_TOSSES:
        lit = winning_areas(catalogue, toss)
        assert len(lit) == len(set(lit))
        assert set(lit) == _wins_by_the_text(toss.faces), toss


@pytest.mark.clause("625a.3")
@pytest.mark.parametrize("total", [3, 18])
def test_there_is_no_wager_on_a_total_that_has_no_odds(total: int) -> None:
    sic_bo = Dealing()
    sic_bo.make(TakeSeat(seat=1))
    refusal = sic_bo.refused(PlaceWager(seat=1, wager=f"total-{total}", amount=500))
    assert refusal.clause.id == "625a.3"


@pytest.mark.parametrize(
    ("wager", "pick", "rule"),
    [
        pytest.param(*row, marks=pytest.mark.clause(row[-1]))
        for row in [
            ("three-of-a-kind", "7", "625a.3(1)"),
            ("two-of-a-kind", "", "625a.3(2)"),
            ("two-dice-combination", "3-3", "625a.3(5)"),
            ("two-dice-combination", "5-2", "625a.3(5)"),
            ("small", "1", "625a.3(6)#1"),
            ("one-of-a-kind", "0", "625a.3(8)"),
        ]
    ],
)
def test_a_pick_that_the_wager_does_not_have_is_refused(wager: str, pick: str, rule: str) -> None:
    sic_bo = Dealing()
    sic_bo.make(TakeSeat(seat=1))
    refusal = sic_bo.refused(PlaceWager(seat=1, wager=wager, pick=pick, amount=500))
    assert refusal.clause.id == rule
