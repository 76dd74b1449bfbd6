from itertools import product

import pytest

from houseway.equipment.cards import cards
from houseway.games.five_card_hi_lo.points import FOUR_ACES, FOUR_ACES_AND_A_TWO, THREE_ACES
from houseway.games.five_card_hi_lo.wagers import (
    ANTE_BONUS,
    CATALOGUE,
    CATALOGUES,
    Showdown,
    ante_bonus,
    ante_bonus_due,
)
from houseway.table.poker_hands import five_card

ROYAL = "As Ks Qs Js Ts"
PAIR_OF = {number: f"{number}s {number}d Ac Kd 2h" for number in (5, 6, 7)}


def decided(wager: str, facts: Showdown) -> tuple[str, str]:
    verdict = CATALOGUE[wager].decide(facts, "")
    return verdict.result, verdict.clause.id


def points(high: int, low: int) -> Showdown:
    """A played hand against a dealer with 25 over 9."""
    return Showdown(player_high=high, player_low=low, dealer_high=25, dealer_low=9)


def bonus(hand: str, paytable: str) -> tuple[str, str, str]:
    """Result, odds and line of a Poker Bonus Wager."""
    a, b, c, d, e = cards(hand.split())
    verdict = CATALOGUES["A", paytable]["poker-bonus"].decide(Showdown(poker=five_card(a, b, c, d, e)), "")
    if verdict.line is None:
        return verdict.result, "", verdict.clause.id
    return verdict.result, str(verdict.line.odds), verdict.line.clause.id


@pytest.mark.clause("663a.11(g)", "663a.11(g)(1)", "663a.12(a)")
@pytest.mark.parametrize("wager", ["ante", "play"])
def test_a_higher_high_and_a_lower_low_hand_win_even_money(wager: str) -> None:
    verdict = CATALOGUE[wager].decide(points(26, 8), "")
    assert (verdict.result, verdict.clause.id) == ("win", "663a.11(g)(1)")
    assert verdict.line is not None
    assert (str(verdict.line.odds), verdict.line.clause.id) == ("1 to 1", "663a.12(a)")


@pytest.mark.clause("663a.11(g)(2)")
@pytest.mark.parametrize(("high", "low"), [(25, 9), (25, 10), (24, 9), (24, 10)])
@pytest.mark.parametrize("wager", ["ante", "play"])
def test_a_hand_level_or_worse_on_both_sides_loses(wager: str, high: int, low: int) -> None:
    assert decided(wager, points(high, low)) == ("lose", "663a.11(g)(2)")


@pytest.mark.clause("663a.11(g)(3)", "663a.11(g)(3)(i)", "663a.11(g)(3)(ii)")
@pytest.mark.parametrize("wager", ["ante", "play"])
def test_one_hand_that_beats_the_dealer_is_a_tie(wager: str) -> None:
    for low in (9, 10):
        assert decided(wager, points(26, low)) == ("push", "663a.11(g)(3)(i)")
    for high in (25, 24):
        assert decided(wager, points(high, 8)) == ("push", "663a.11(g)(3)(ii)")


@pytest.mark.clause("663a.11(g)")
def test_win_lose_and_tie_cover_every_meeting_of_hands_once() -> None:
    found = [decided("ante", points(high, low))[0] for high, low in product((24, 25, 26), (8, 9, 10))]
    assert {result: found.count(result) for result in set(found)} == {"win": 1, "lose": 4, "push": 4}


@pytest.mark.clause("663a.12(c)", "663a.11(j)(1)", "663a.11(j)(1)(i)", "663a.7(e)(1)")
@pytest.mark.parametrize(
    ("high", "low", "odds", "line"),
    [
        (25, 8, "4 to 1", "663a.12(c)[high_tie]"),
        (26, 9, "4 to 1", "663a.12(c)[low_tie]"),
        (25, 9, "20 to 1", "663a.12(c)[both_tie]"),
    ],
)
def test_the_tie_wager_wins_on_a_level_high_or_low_hand_and_more_on_both(
    high: int, low: int, odds: str, line: str
) -> None:
    verdict = CATALOGUE["tie"].decide(points(high, low), "")
    assert (verdict.result, verdict.clause.id) == ("win", "663a.11(j)(1)(i)")
    assert verdict.line is not None
    assert (str(verdict.line.odds), verdict.line.clause.id) == (odds, line)


@pytest.mark.clause("663a.11(j)(1)(ii)")
def test_the_tie_wager_loses_only_when_neither_hand_is_level() -> None:
    assert decided("tie", points(24, 8)) == ("lose", "663a.11(j)(1)(ii)")
    # High is compared with high and low with low, never across.
    assert decided("tie", points(9, 25)) == ("lose", "663a.11(j)(1)(ii)")


@pytest.mark.clause("663a.11(b)(1)")
def test_a_fold_loses_ante_and_tie_whatever_the_points() -> None:
    folded = Showdown(player_high=26, player_low=9, dealer_high=25, dealer_low=9, played=False)
    assert decided("ante", folded) == ("lose", "663a.11(b)#1")
    assert decided("tie", folded) == ("lose", "663a.11(b)(1)")


@pytest.mark.clause("663a.11(b)(2)")
def test_a_fold_leaves_the_poker_bonus_to_its_cards() -> None:
    a, b, c, d, e = cards(ROYAL.split())
    facts = Showdown(poker=five_card(a, b, c, d, e), played=False)
    assert decided("poker-bonus", facts) == ("win", "663a.11(j)(2)(i)")


ANTE_BONUS_ODDS = {
    "A": {"four_aces_and_2": 1000, "four_aces": 100, "three_aces": 10},
    "B": {"four_aces_and_2": 500, "four_aces": 50, "three_aces": 5},
    "C": {"four_aces_and_2": 200, "four_aces": 50, "three_aces": 5},
    "D": {"four_aces_and_2": 100, "four_aces": 50, "three_aces": 5},
}


@pytest.mark.clause("663a.12(b)", "663a.11(h)#1", "663a.11(h)#2")
@pytest.mark.parametrize("paytable", ANTE_BONUS_ODDS)
def test_the_ante_bonus_pays_the_printed_multiple_of_the_ante(paytable: str) -> None:
    named = {"three_aces": THREE_ACES, "four_aces": FOUR_ACES, "four_aces_and_2": FOUR_ACES_AND_A_TWO}
    for name, aces in named.items():
        line = ante_bonus(paytable, Showdown(aces=aces))
        assert line is not None
        multiple = ANTE_BONUS_ODDS[paytable][name]
        assert line.clause.id == f"663a.12(b)[{paytable}:{name}]"
        assert str(line.odds) == f"{multiple} for 1"
        assert ante_bonus_due(line, 1500) == 1500 * multiple
    assert ante_bonus(paytable, Showdown(aces=0)) is None


@pytest.mark.clause("663a.11(h)#1")
def test_a_folded_hand_earns_no_ante_bonus() -> None:
    assert ante_bonus("A", Showdown(aces=FOUR_ACES, played=False)) is None


def test_the_ante_carries_the_bonus_lines_of_its_paytable() -> None:
    for paytable, lines in ANTE_BONUS.items():
        assert CATALOGUES[paytable, "B"]["ante"].paytable[1:] == tuple(lines.values())


POKER_HANDS = {
    "royal_flush": (ROYAL, "250 to 1", "500 to 1"),
    "straight_flush": ("As 2s 3s 4s 5s", "50 to 1", "100 to 1"),
    "four_of_a_kind": ("9s 9d 9c 9h 2s", "25 to 1", "40 to 1"),
    "full_house": ("9s 9d 9c 2h 2s", "15 to 1", "15 to 1"),
    "flush": ("Ks 9s 7s 4s 2s", "10 to 1", "8 to 1"),
    "straight": ("As Kd Qs Js Ts", "8 to 1", "6 to 1"),
    "three_of_a_kind": ("2s 2d 2c 9h Ks", "5 to 1", "4 to 1"),
    "two_pair": ("2s 2d 3c 3h Ks", "3 to 1", "3 to 1"),
}


@pytest.mark.clause(
    "663a.6(b)",
    "663a.6(b)(1)",
    "663a.6(b)(2)",
    "663a.6(b)(3)",
    "663a.6(b)(4)",
    "663a.6(b)(5)",
    "663a.6(b)(6)",
    "663a.6(b)(7)",
    "663a.6(b)(8)",
    "663a.7(e)(2)",
    "663a.11(j)(2)(i)",
    "663a.12(d)",
)
@pytest.mark.parametrize("line", POKER_HANDS)
def test_the_poker_bonus_pays_each_hand_by_its_paytable(line: str) -> None:
    hand, *odds = POKER_HANDS[line]
    for paytable, printed in zip("AB", odds, strict=True):
        assert bonus(hand, paytable) == ("win", printed, f"663a.12(d)[{paytable}:{line}]")


@pytest.mark.clause("663a.6(b)(9)", "663a.11(j)(2)(i)", "663a.11(j)(2)(ii)")
def test_the_least_winning_pair_is_sevens_on_paytable_a_and_sixes_on_b() -> None:
    assert bonus(PAIR_OF[7], "A") == ("win", "1 to 1", "663a.12(d)[A:pair_7s_or_better]")
    assert bonus(PAIR_OF[6], "A") == ("lose", "", "663a.11(j)(2)(ii)")
    assert bonus(PAIR_OF[6], "B") == ("win", "1 to 1", "663a.12(d)[B:pair_6s_or_better]")
    assert bonus(PAIR_OF[5], "B") == ("lose", "", "663a.11(j)(2)(ii)")
    assert bonus("As Ad 4c 3d 2h", "A")[0] == "win"


@pytest.mark.clause("663a.6(b)(2)", "663a.6(b)(6)")
def test_an_ace_does_not_join_king_and_two() -> None:
    assert bonus("Qs Kd Ac 2s 3h", "A")[0] == "lose"
    assert bonus("Qs Ks As 2s 3s", "A") == ("win", "10 to 1", "663a.12(d)[A:flush]")


@pytest.mark.clause("663a.11(j)(2)(ii)")
def test_no_pair_loses_the_poker_bonus() -> None:
    assert bonus("As Kd Qc Js 9h", "B") == ("lose", "", "663a.11(j)(2)(ii)")
