"""Bonus Craps: numbers thrown before a 7 (623a.3(a)(43), 623a.5(h), 623a.12)."""

from itertools import combinations, permutations

import pytest

from houseway.games.craps.decisions import (
    ALL_OR_NOTHING_AT_ALL,
    ALL_SMALL,
    ALL_TALL,
    LOSE,
    STANDS,
    WIN,
    bonus,
    marked,
)
from houseway.games.craps.events import BonusButtonsCleared, BonusButtonSet
from houseway.games.craps.roll import Roll
from houseway.games.craps.settlement import Settlement, Terms, settle_roll
from houseway.games.craps.wagers import CATALOGUE
from houseway.law import pa
from houseway.table.events import Event, Result, Settled
from houseway.table.wagers import Bet
from tests.games.craps.dealing import DICE

SMALL = (2, 3, 4, 5, 6)
TALL = (8, 9, 10, 11, 12)
NUMBERS = (*SMALL, *TALL)
WAGERS = {"all-small": SMALL, "all-tall": TALL, "all-or-nothing-at-all": NUMBERS}


def shoot(*totals: int, wagers: tuple[str, ...] = tuple(WAGERS)) -> tuple[list[Event], Settlement]:
    """Throw these totals one after the other with five dollars on each of the wagers."""
    terms = Terms(CATALOGUE, smallest_chip=100, order=pa("623a.9(d)#2"))
    events: list[Event] = []
    after = Settlement((), tuple(Bet(1, wager, "", 500) for wager in wagers), 0, 0, 0)
    for total in totals:
        roll = Roll(*DICE[total], point=after.point, bonus=after.bonus)
        after = settle_roll(terms, after.bets, roll)
        events += after.events
    return events, after


def settled(events: list[Event]) -> list[tuple[str, Result, int]]:
    return [(event.wager, event.result, event.paid) for event in events if isinstance(event, Settled)]


def buttons(*numbers: int) -> int:
    return sum(1 << number for number in numbers)


@pytest.mark.clause("623a.3(a)(43)(i)", "623a.3(a)(43)(ii)", "623a.3(a)(43)(iii)", "623a.12(5)")
def test_a_wager_wins_when_its_last_number_is_thrown_and_loses_to_any_seven() -> None:
    sets = [chosen for size in range(11) for chosen in combinations(NUMBERS, size)]
    needs = ((ALL_SMALL, SMALL), (ALL_TALL, TALL), (ALL_OR_NOTHING_AT_ALL, NUMBERS))
    for lying in sets:
        mask = buttons(*lying)
        for needed, numbers in needs:
            assert bonus(needed, mask, 7) == LOSE
            for total in NUMBERS:
                complete = set(numbers) <= {*lying, total}
                assert bonus(needed, mask, total) == (WIN if complete else STANDS)


@pytest.mark.clause("623a.12(5)", "623a.12(6)")
def test_every_number_but_the_seven_is_marked_once_and_the_seven_clears_them() -> None:
    mask = 0
    for total in (12, 2, 5, 5, 12):
        mask = marked(mask, total)
    assert mask == buttons(2, 5, 12)
    assert marked(mask, 7) == 0


@pytest.mark.clause("623a.5(h)")
@pytest.mark.parametrize(
    ("wager", "paid", "rule", "pays"),
    [
        pytest.param(*row, marks=pytest.mark.clause(row[2], row[3], "623a.12(4)#1"))
        for row in [
            ("all-small", 34, "623a.3(a)(43)(i)", "623a.5(h)(1)"),
            ("all-or-nothing-at-all", 175, "623a.3(a)(43)(ii)", "623a.5(h)(2)"),
            ("all-tall", 34, "623a.3(a)(43)(iii)", "623a.5(h)(3)"),
        ]
    ],
)
def test_a_winner_is_paid_at_once(wager: str, paid: int, rule: str, pays: str) -> None:
    *early, last = WAGERS[wager]
    assert settled(shoot(*early, wagers=(wager,))[0]) == []
    events, after = shoot(*early, last, wagers=(wager,))
    assert settled(events) == [(wager, Result.WIN, paid * 500)]
    (win,) = (event for event in events if isinstance(event, Settled))
    assert (win.clause, win.pays) == (rule, pays)
    assert (after.bets, after.bonus) == ((), 0)


@pytest.mark.clause("623a.12(6)", "623a.12(4)#1")
def test_the_numbers_may_come_in_any_order_and_between_others() -> None:
    for order in permutations(SMALL):
        events, _ = shoot(8, *order[:2], order[0], 12, *order[2:], wagers=("all-small",))
        assert settled(events) == [("all-small", Result.WIN, 17_000)]


@pytest.mark.clause("623a.12(4)#2")
def test_after_an_all_small_win_the_buttons_stay_for_a_live_all_or_nothing() -> None:
    both = ("all-small", "all-or-nothing-at-all")
    events, after = shoot(*SMALL, wagers=both)
    assert settled(events) == [("all-small", Result.WIN, 17_000)]
    assert after.bonus == buttons(*SMALL)
    assert not any(isinstance(event, BonusButtonsCleared) for event in events)
    # Until the other numbers it needs are thrown,
    events, after = shoot(*SMALL, *TALL, wagers=both)
    assert settled(events)[1:] == [("all-or-nothing-at-all", Result.WIN, 87_500)]
    assert (events[-1].clause, after.bonus) == ("623a.12(4)#2", 0)
    # or the shooter throws a 7.
    events, after = shoot(*SMALL, 9, 7, wagers=both)
    assert settled(events)[1:] == [("all-or-nothing-at-all", Result.LOSE, 0)]
    assert (events[-1], after.bonus) == (BonusButtonsCleared(clause="623a.12(5)"), 0)


@pytest.mark.clause("623a.12(5)")
@pytest.mark.parametrize("before", [(), (2, 11), (6, 8), (2, 3, 4, 5)])
def test_any_seven_loses_every_bonus_wager_on_a_come_out_roll_too(before: tuple[int, ...]) -> None:
    events, after = shoot(*before, 7)
    assert settled(events) == [(wager, Result.LOSE, 0) for wager in WAGERS]
    assert {event.clause for event in events if isinstance(event, Settled)} == {"623a.12(5)"}
    assert (after.bets, after.bonus) == ((), 0)
    cleared = [event for event in events if isinstance(event, BonusButtonsCleared)]
    assert cleared == ([BonusButtonsCleared(clause="623a.12(5)")] if before else [])


@pytest.mark.clause("623a.12(3)#1")
def test_a_button_goes_down_for_every_number_thrown_before_anyone_is_paid() -> None:
    events, _ = shoot(*SMALL, 6, wagers=("all-small", "all-tall"))
    assert [(event.number, event.clause) for event in events if isinstance(event, BonusButtonSet)] == [
        (number, "623a.12(3)#1") for number in SMALL
    ]
    assert [type(event) for event in events[-2:]] == [BonusButtonSet, Settled]
    # A come out roll marks its number as well: 2 never is a point.
    assert shoot(2)[1].bonus == buttons(2)


@pytest.mark.clause("623a.12(4)#1")
def test_one_roll_may_complete_two_wagers() -> None:
    events, after = shoot(*SMALL, *TALL)
    assert settled(events) == [
        ("all-small", Result.WIN, 17_000),
        ("all-tall", Result.WIN, 17_000),
        ("all-or-nothing-at-all", Result.WIN, 87_500),
    ]
    assert after.bonus == 0


def test_without_bonus_wagers_no_button_lies_on_the_layout() -> None:
    events, after = shoot(4, 5, 6, wagers=("eight-the-hardway",))
    assert (events, after.bonus) == ([], 0)
