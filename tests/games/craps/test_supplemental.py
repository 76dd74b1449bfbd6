"""Taking and laying odds: behind which wagers, and up to how much (623a.6)."""

import pytest

from houseway.games.craps.supplemental import (
    OddsMultiples,
    check_multiples,
    check_supplemental,
    most_odds,
    multiples,
    odds_limits,
    unit_of,
)
from houseway.law import RuleViolation
from houseway.table.wagers import Bet, Bets, Limits

ONCE = OddsMultiples()
TEN_TIMES = multiples("10x")
POINTS = (4, 5, 6, 8, 9, 10)


def test_multiples_are_written_as_on_a_sign() -> None:
    assert multiples("2x") == OddsMultiples(on_4_10=2, on_5_9=2, on_6_8=2)
    by_point = multiples("3-4-5x")
    assert [by_point.on(point) for point in POINTS] == [3, 4, 5, 5, 4, 3]
    assert [str(multiples(text)) for text in ("1x", "3-4-5x", "10x")] == ["1x", "3-4-5x", "10x"]
    for text in ("", "x", "3-4x", "2", "3-4-5-6x", "-1x"):
        with pytest.raises(ValueError, match="not a limit of odds"):
            multiples(text)


@pytest.mark.clause("623a.6(e)#1", "623a.6(e)#2")
def test_a_table_may_go_from_once_to_ten_times() -> None:
    lawful = [n for n in range(-1, 14) if not list(check_multiples(multiples_of(n)))]
    assert lawful == list(range(1, 11))
    assert [clause.id for clause, _ in check_multiples(multiples_of(11))] == ["623a.6(e)#1", "623a.6(e)#2"]
    assert list(check_multiples(OddsMultiples(on_4_10=10, on_5_9=10, on_6_8=11)))
    assert not list(check_multiples(multiples("3-4-5x")))


def multiples_of(number: int) -> OddsMultiples:
    return OddsMultiples(on_4_10=number, on_5_9=number, on_6_8=number)


# The most that goes behind a wager of 30 dollars, once and ten times: the stake for the do side, the win for the don't.


@pytest.mark.parametrize(
    ("base", "once", "ten_times"),
    [
        pytest.param(
            base, once, ten, marks=pytest.mark.clause(f"623a.6({letter})#2", f"623a.6(e)#{part}"), id=base
        )
        for base, letter, part, once, ten in (
            ("pass", "a", 1, [30] * 6, [300] * 6),
            ("dont-pass", "b", 2, [60, 45, 36, 36, 45, 60], [600, 450, 360, 360, 450, 600]),
            ("come", "c", 1, [30] * 6, [300] * 6),
            ("dont-come", "d", 2, [60, 45, 36, 36, 45, 60], [600, 450, 360, 360, 450, 600]),
        )
    ],
)
def test_odds_go_to_so_many_times_the_stake_or_to_so_many_times_the_win(
    base: str, once: list[int], ten_times: list[int]
) -> None:
    for multiple, expected in ((1, once), (10, ten_times)):
        most = [most_odds(base, point, 3_000, multiple, 100) for point in POINTS]
        assert most == [dollars * 100 for dollars in expected]


@pytest.mark.clause("623a.6(e)#2")
def test_laying_against_three_four_and_five_times_comes_to_six_times_on_every_point() -> None:
    by_point = multiples("3-4-5x")
    most = [most_odds("dont-pass", point, 1_000, by_point.on(point), 100) for point in POINTS]
    assert most == [6_000] * 6


# The excess that payouts need: up to the next amount that chips can pay, and no further (623a.6(f)).


@pytest.mark.clause("623a.6(f)")
def test_odds_may_go_above_the_limit_only_to_the_next_payable_unit() -> None:
    units = {
        "pass-odds": [1, 2, 5, 5, 2, 1],
        "come-odds": [1, 2, 5, 5, 2, 1],
        "dont-pass-odds": [2, 3, 6, 6, 3, 2],
        "dont-come-odds": [2, 3, 6, 6, 3, 2],
    }
    for odds, expected in units.items():
        assert [unit_of(odds, str(point), 100) for point in POINTS] == [chips * 100 for chips in expected]
    # Five dollars on Pass under a 5 cannot take five dollars at 3 to 2 in dollar chips, but may take six.
    assert most_odds("pass", 5, 500, 1, 100) == 600
    assert most_odds("pass", 6, 700, 1, 100) == 1_000
    assert most_odds("pass", 4, 700, 1, 100) == 700
    assert most_odds("dont-pass", 6, 700, 1, 100) == 1_200
    assert most_odds("dont-pass", 9, 500, 1, 100) == 900
    assert most_odds("pass", 5, 500, 1, 500) == 1_000


# Behind which wager.


def refused(bets: Bets, bet: Bet, point: int, limit: OddsMultiples = ONCE) -> str:
    with pytest.raises(RuleViolation) as violation:
        check_supplemental(bets, bet, point, limit, 100)
    return violation.value.clause.id


@pytest.mark.parametrize(
    ("base", "clause"),
    [
        pytest.param(base, clause, marks=pytest.mark.clause(clause))
        for base, clause in (
            ("pass", "623a.6(a)#1"),
            ("dont-pass", "623a.6(b)#1"),
            ("come", "623a.6(c)#1"),
            ("dont-come", "623a.6(d)#1"),
        )
    ],
)
def test_odds_go_behind_a_wager_of_the_same_player_whose_point_is_set(base: str, clause: str) -> None:
    placed, on_four = Bet(1, base, "", 1_000), Bet(1, base, "4", 1_000)
    odds = Bet(1, f"{base}-odds", "4", 1_000)
    if "come" in base:
        check_supplemental((on_four,), odds, 6, ONCE, 100)
        check_supplemental((on_four,), odds, 0, ONCE, 100)
        assert refused((placed,), odds, 6) == clause
        assert refused((placed,), odds, 4) == clause
        assert refused((Bet(1, base, "10", 1_000),), odds, 4) == clause
        assert refused((Bet(2, base, "4", 1_000),), odds, 4) == clause
    else:
        check_supplemental((placed,), odds, 4, ONCE, 100)
        assert refused((placed,), odds, 0) == clause
        assert refused((placed,), odds, 10) == clause
        assert refused((Bet(2, base, "", 1_000),), odds, 4) == clause
    assert refused((), odds, 4) == clause


@pytest.mark.parametrize(
    ("base", "most", "limit", "clause"),
    [
        pytest.param(*row, marks=pytest.mark.clause(row[-1]), id=f"{row[0]}-{row[2]}")
        for row in (
            ("pass", 10, ONCE, "623a.6(a)#2"),
            ("dont-pass", 20, ONCE, "623a.6(b)#2"),
            ("come", 10, ONCE, "623a.6(c)#2"),
            ("dont-come", 20, ONCE, "623a.6(d)#2"),
            ("pass", 100, TEN_TIMES, "623a.6(e)#1"),
            ("come", 100, TEN_TIMES, "623a.6(e)#1"),
            ("dont-pass", 200, TEN_TIMES, "623a.6(e)#2"),
            ("dont-come", 200, TEN_TIMES, "623a.6(e)#2"),
        )
    ],
)
def test_more_than_the_limit_is_refused(base: str, most: int, limit: OddsMultiples, clause: str) -> None:
    bets = (Bet(1, base, "4" if "come" in base else "", 1_000),)
    check_supplemental(bets, Bet(1, f"{base}-odds", "4", most * 100), 4, limit, 100)
    assert refused(bets, Bet(1, f"{base}-odds", "4", (most + 2) * 100), 4, limit) == clause


@pytest.mark.clause("623a.5(j)", "623a.6(f)")
def test_odds_are_not_held_to_the_posted_maximum() -> None:
    posted = Limits(minimum=1_000, maximum=50_000, increment=500)
    assert odds_limits("pass-odds", posted, TEN_TIMES, 100) == Limits(
        minimum=100, maximum=500_000, increment=100
    )
    assert odds_limits("dont-come-odds", posted, TEN_TIMES, 100).maximum == 1_000_000
    assert odds_limits("pass-odds", posted, multiples("3-4-5x"), 100).maximum == 250_000
