"""The Fire Bet: different points until a loser 7, and one payment (623a.3(a)(40), 623a.5(f), 623a.11)."""

from itertools import combinations, permutations, product

import pytest

from houseway.games.craps.decisions import LOSE, POINTS, STANDS, WIN, fire, fire_points, unique_points
from houseway.games.craps.events import FireMarkerSet
from houseway.games.craps.fire import FirePaytable
from houseway.games.craps.roll import Roll
from houseway.games.craps.settlement import Settlement, Terms, closed_fire, settle_roll
from houseway.games.craps.wagers import CATALOGUE, catalogue
from houseway.law import pa
from houseway.table.events import Event, Result, Settled
from houseway.table.wagers import Bet
from tests.games.craps.dealing import DICE

ORDER = pa("623a.9(d)#2")
SETS = [chosen for size in range(7) for chosen in combinations(POINTS, size)]


def markers(*points: int) -> int:
    return sum(1 << point for point in points)


def shoot(
    *totals: int, bets: tuple[Bet, ...] = (Bet(3, "fire-bet", "box", 500),), paytable: str = "A"
) -> tuple[list[Event], Settlement]:
    """Throw these totals one after the other with nothing but Fire Bets on the layout."""
    terms = Terms(catalogue(fire=FirePaytable(paytable)), smallest_chip=100, order=ORDER)
    events: list[Event] = []
    after = Settlement((), bets, 0, 0, 0)
    for total in totals:
        roll = Roll(*DICE[total], point=after.point, fire=after.fire)
        after = settle_roll(terms, after.bets, roll)
        events += after.events
    return events, after


def made(*points: int) -> tuple[int, ...]:
    """The rolls that set and make each of the points."""
    return tuple(total for point in points for total in (point, point))


def settled(events: list[Event]) -> list[tuple[Result, int, str, str]]:
    return [(e.result, e.paid, e.clause, e.pays) for e in events if isinstance(e, Settled)]


@pytest.mark.clause("623a.3(a)(40)(i)", "623a.3(a)(40)(ii)", "623a.11(a)(5)")
def test_only_a_loser_seven_decides_and_four_different_points_win() -> None:
    for points, point, total in product(SETS, (0, *POINTS), range(2, 13)):
        decision = fire(markers(*points), point, total)
        if point and total == 7:
            assert decision == (WIN if len(points) >= 4 else LOSE)
        else:
            assert decision == STANDS


@pytest.mark.clause("623a.11(b)(2)", "623a.11(b)(3)")
def test_points_count_once_in_any_order() -> None:
    for points, point, total in product(SETS, (0, *POINTS), range(2, 13)):
        counted = fire_points(markers(*points), point, total)
        more = point and total == point and point not in points
        assert unique_points(counted) == len(points) + bool(more)
        assert counted == markers(*points, *([point] if more else []))
    for order in permutations((4, 6, 9, 10)):
        events, _ = shoot(*made(*order), 5, 7)
        assert settled(events)[0][:2] == (Result.WIN, 12_000)


@pytest.mark.clause("623a.5(f)#1", "623a.5(f)#2")
@pytest.mark.parametrize(
    ("points", "paytable", "paid", "pays"),
    [
        pytest.param(*row, marks=pytest.mark.clause(row[-1]))
        for row in [
            (4, "A", 24, "623a.5(f)[4_points]"),
            (5, "A", 249, "623a.5(f)[5_points]"),
            (6, "A", 999, "623a.5(f)[6_points]"),
            (4, "B", 39, "623a.5(f)[4_points]"),
            (5, "B", 199, "623a.5(f)[5_points]"),
            (6, "B", 499, "623a.5(f)[6_points]"),
        ]
    ],
)
def test_a_winner_is_paid_once_at_the_most_points_made(
    points: int, paytable: str, paid: int, pays: str
) -> None:
    events, after = shoot(*made(*POINTS[:points]), 8, 7, paytable=paytable)
    assert settled(events) == [(Result.WIN, paid * 500, "623a.3(a)(40)(i)", pays)]
    assert after.bets == ()
    assert after.fire == 0


@pytest.mark.clause("623a.3(a)(40)(ii)", "623a.11(a)(5)")
@pytest.mark.parametrize("points", range(4))
def test_fewer_than_four_points_lose_at_the_loser_seven(points: int) -> None:
    events, after = shoot(*made(*POINTS[:points]), 8, 7)
    assert settled(events) == [(Result.LOSE, 0, "623a.3(a)(40)(ii)", "")]
    assert (after.bets, after.fire) == ((), 0)


@pytest.mark.clause("623a.11(b)(2)")
def test_a_point_made_again_does_not_count_again() -> None:
    events, _ = shoot(*made(4, 4, 6, 4, 6, 9, 9), 8, 7)
    assert settled(events)[0][0] is Result.LOSE
    assert [(e.number, e.count) for e in events if isinstance(e, FireMarkerSet)] == [(4, 1), (6, 2), (9, 3)]


@pytest.mark.clause("623a.11(a)(5)", "623a.3(a)(40)(i)")
def test_a_come_out_seven_does_not_touch_a_fire_bet() -> None:
    events, after = shoot(7, *made(4), 7, 11, 2, 7)
    assert settled(events) == []
    assert (len(after.bets), after.fire) == (1, markers(4))
    # Nor do the other totals of a come out roll, or the rolls between a point and its repetition.
    assert shoot(2, 3, 11, 12, 6, 5, 8)[1].fire == 0


@pytest.mark.clause("623a.11(a)(5)", "623a.5(f)#2")
def test_six_points_are_paid_when_the_loser_seven_comes_and_not_before() -> None:
    events, after = shoot(*made(*POINTS))
    assert settled(events) == []
    assert after.fire == markers(*POINTS)
    events, _ = shoot(*made(*POINTS, 6, 8), 4, 7)
    assert settled(events)[0][1] == 999 * 500


@pytest.mark.clause("623a.11(a)(2)")
def test_the_points_of_a_shooter_who_gives_up_the_dice_count_on_to_the_successors_loser_seven() -> None:
    terms = Terms(CATALOGUE, smallest_chip=100, order=ORDER)
    _, first = shoot(*made(4, 5))
    # The successor takes the dice with two markers on the layout, makes two more points and then loses.
    bets, point, markers_out = first.bets, 0, first.fire
    for total in (*made(5, 6, 9), 8, 7):
        after = settle_roll(terms, bets, Roll(*DICE[total], point=point, fire=markers_out))
        bets, point, markers_out = after.bets, after.point, after.fire
    assert settled(list(after.events)) == [(Result.WIN, 24 * 500, "623a.3(a)(40)(i)", "623a.5(f)[4_points]")]


@pytest.mark.clause("623a.11(a)(4)#1", "623a.11(a)(6)")
def test_each_new_point_gets_a_marker_with_the_count_and_the_fourth_tells_surveillance() -> None:
    events, _ = shoot(*made(10, 4, 8, 5, 6))
    assert [(e.number, e.count, e.clause, e.also) for e in events if isinstance(e, FireMarkerSet)] == [
        (10, 1, "623a.11(a)(4)#1", ()),
        (4, 2, "623a.11(a)(4)#1", ()),
        (8, 3, "623a.11(a)(4)#1", ()),
        (5, 4, "623a.11(a)(4)#1", ("623a.11(a)(6)",)),
        (6, 5, "623a.11(a)(4)#1", ()),
    ]


def test_without_fire_bets_no_marker_lies_on_the_layout() -> None:
    events, after = shoot(*made(4, 5), bets=(Bet(1, "field", "", 500),))
    assert not any(isinstance(event, FireMarkerSet) for event in events)
    assert after.fire == 0


@pytest.mark.clause("623a.11(a)(2)")
@pytest.mark.parametrize("points", range(7))
def test_a_closing_table_returns_a_fire_bet_or_pays_what_it_has_reached(points: int) -> None:
    terms = Terms(CATALOGUE, smallest_chip=100, order=ORDER)
    bet = Bet(3, "fire-bet", "", 300)
    closed = closed_fire(terms, bet, markers(*POINTS[:points]))
    reached = {4: 24, 5: 249, 6: 999}.get(points)
    expected = (Result.WIN, reached * 300) if reached else (Result.RETURNED, 0)
    assert (closed.result, closed.paid) == expected
    assert (closed.seat, closed.stake, closed.clause) == (3, 300, "623a.11(a)(2)")
    assert closed.pays == (f"623a.5(f)[{points}_points]" if reached else "")
