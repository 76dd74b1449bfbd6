"""How wagers are decided and paid (659a.11(f)-(h), 659a.12): fouls, copies, paytables, and the payout limit."""

from itertools import product

import pytest

from houseway.games.asia_poker import ranking
from houseway.games.asia_poker.setting import SetHands, foul_of, read_hands
from houseway.games.asia_poker.settlement import facts_of, payable
from houseway.games.asia_poker.wagers import CATALOGUES, PAYTABLES, Facts, Foul
from houseway.law import pa
from houseway.table.events import Result

MAIN = CATALOGUES["A"]["asia-poker"]


def hands(written: str) -> SetHands:
    """Three hands as they lie."""
    return read_hands(written, pa("659a.11(b)#1"))


@pytest.mark.clause("659a.11(f)", "659a.11(f)(1)(i)", "659a.11(f)(1)(ii)", "659a.11(f)(2)")
def test_two_higher_hands_win_and_every_other_outcome_loses() -> None:
    for high, medium, low in product((-1, 0, 1), repeat=3):
        verdict = MAIN.decide(Facts(high, medium, low), "")
        wins = (high, medium, low).count(1) >= 2
        assert verdict.result is (Result.WIN if wins else Result.LOSE)
        assert verdict.clause.id == ("659a.11(f)(2)" if wins else "659a.11(f)(1)(i)")
        assert (verdict.line is not None) is wins


@pytest.mark.clause(
    "659a.11(f)(1)", "659a.11(f)(1)(iii)", "659a.11(f)(1)(iv)", "659a.11(f)(1)(v)", "659a.11(f)(2)"
)
@pytest.mark.parametrize(
    ("foul", "clause"),
    [
        (Foul.HIGH_NOT_ABOVE_MEDIUM, "659a.11(f)(1)(iii)"),
        (Foul.MEDIUM_NOT_ABOVE_LOW, "659a.11(f)(1)(iv)"),
        (Foul.OTHERWISE, "659a.11(f)(1)(v)"),
    ],
)
def test_a_foul_loses_even_with_three_higher_hands(foul: Foul, clause: str) -> None:
    verdict = MAIN.decide(Facts(1, 1, 1, foul), "")
    assert (verdict.result, verdict.clause.id) == (Result.LOSE, clause)


@pytest.mark.clause(
    "659a.11(f)(1)(iii)", "659a.11(f)(1)(iv)", "659a.11(f)(1)(v)", "659a.11(b)#1", "659a.11(b)#2"
)
@pytest.mark.parametrize(
    ("written", "foul"),
    [
        ("7s7h3d2c 7d7c Ac", Foul.NONE),
        ("As9h5d3c AdQc 2c", Foul.HIGH_NOT_ABOVE_MEDIUM),
        ("7s7h3d2c 8d8c Ac", Foul.HIGH_NOT_ABOVE_MEDIUM),
        ("KsKh5d3c KdQc Ac", Foul.MEDIUM_NOT_ABOVE_LOW),
        ("KsKh5d3c As5c Ac", Foul.NONE),
        ("AsKsQsJs 2d3c 4c", Foul.MEDIUM_NOT_ABOVE_LOW),
        ("AsKsQs 2d2c Jc4c", Foul.OTHERWISE),
        ("AsKsQsJs2d 2c Jc", Foul.OTHERWISE),
    ],
)
def test_what_makes_a_setting_foul(written: str, foul: Foul) -> None:
    assert foul_of(hands(written), 0) is foul


@pytest.mark.clause("659a.11(f)(1)(iii)")
def test_an_option_for_a234_can_not_make_a_foul_of_a_straight() -> None:
    straight = hands("Ah4s3d2c KdKc Qs")
    assert foul_of(straight, 0) is foul_of(straight, ranking.A234_LOWEST_STRAIGHT) is Foul.NONE


@pytest.mark.clause("659a.6(c)#2", "659a.11(e)#2")
def test_each_hand_is_compared_with_the_dealers_of_the_same_name() -> None:
    dealer = hands("Kd9s4h2s Kh8d 7c")
    assert facts_of(hands("KcQhJd3c KsTc 8s"), dealer, 0) == Facts(1, 1, 1)
    assert facts_of(hands("Kc9h4d2c Ks8c 7d"), dealer, 0) == Facts(0, 0, 0)
    assert facts_of(hands("Kc8h4d2c Qs8c 7h"), dealer, 0) == Facts(-1, -1, 0)
    assert facts_of(hands("KsQhJd Tc9c Kc7h"), dealer, 0).foul is Foul.OTHERWISE
    fouled = facts_of(hands("As9h5d3c AdQc 8c"), dealer, 0)
    assert fouled == Facts(1, 1, 1, Foul.HIGH_NOT_ABOVE_MEDIUM)


@pytest.mark.clause("659a.11(h)", "659a.6(d)")
def test_the_bonus_hand_is_formed_of_all_seven_cards_however_they_were_set() -> None:
    dealer = hands("Kd9s4h2s Kh8d 7c")
    for written in ("AsJs6s3s KsQd 2s", "AsKsQd2s Js6s 3s", "As3d2s Js6s KsQd"):
        assert facts_of(hands(written), dealer, 0).bonus == ranking.BONUS_FLUSH


ODDS = {
    "A": (5000, 800, 200, 80, 40, 30, 10, 5, 4, 3, 2),
    "B": (5000, 800, 200, 50, 40, 30, 10, 5, 4, 3, 2),
    "C": (5000, 800, 200, 50, 40, 25, 10, 5, 4, 3, 2),
}
LINES = (
    "trips_and_four_8s",
    "five_aces",
    "royal_flush",
    "natural_straight_flush",
    "straight_flush_joker",
    "four_of_a_kind",
    "nine_high",
    "full_house",
    "flush",
    "three_of_a_kind",
    "straight",
)


@pytest.mark.clause("659a.11(h)(1)", "659a.11(h)(2)", "659a.12(b)")
@pytest.mark.parametrize("paytable", "ABC")
def test_a_bonus_hand_is_paid_on_its_own_line_and_anything_else_loses(paytable: str) -> None:
    wager = CATALOGUES[paytable]["bonus"]
    for place, (odds, line) in enumerate(zip(ODDS[paytable], LINES, strict=True)):
        verdict = wager.decide(Facts(-1, -1, -1, bonus=11 - place), "")
        assert verdict.result is Result.WIN
        assert verdict.clause.id == "659a.11(h)(2)"
        assert verdict.line is not None
        assert verdict.line.clause.id == f"659a.12(b)[{paytable}:{line}]"
        assert str(verdict.line.odds) == f"{odds} to 1"
        assert verdict.line.odds.pay(500) == 500 * odds
    lost = wager.decide(Facts(1, 1, 1), "")
    assert (lost.result, lost.clause.id) == (Result.LOSE, "659a.11(h)(1)")


@pytest.mark.clause("659a.11(h)(2)")
def test_a_bonus_wager_wins_on_hands_below_nine_high_too_and_with_fouled_hands() -> None:
    wager = CATALOGUES["A"]["bonus"]
    for bonus in (ranking.BONUS_FULL_HOUSE, ranking.BONUS_STRAIGHT):
        assert wager.decide(Facts(-1, -1, -1, Foul.OTHERWISE, bonus), "").result is Result.WIN


def test_the_paytables_list_every_bonus_hand_from_the_highest() -> None:
    for lines in PAYTABLES.values():
        assert list(lines) == list(range(11, 0, -1))


@pytest.mark.clause("659a.12(c)#1")
def test_what_is_paid_on_one_hand_stays_within_the_limit() -> None:
    assert payable(2_500_000, 50_000, None) == 2_500_000
    assert payable(2_500_000, 50_000, 5_000_000) == 2_500_000
    assert payable(5_000_000, 50_000, 5_000_000) == 4_950_000
    assert payable(5_000_000, 0, 5_000_000) == 5_000_000
