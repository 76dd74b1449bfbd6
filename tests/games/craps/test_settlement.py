"""Settling a roll over the whole layout: who is paid what, to the cent, and what lies on (623a.5, 623a.6, 623a.9)."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from houseway.games.craps.events import WagerMoved
from houseway.games.craps.roll import Roll
from houseway.games.craps.settlement import Called, Settlement, Terms, acts, settle_roll
from houseway.games.craps.vigorish import Vigorish, When
from houseway.games.craps.wagers import CATALOGUE, PARTS
from houseway.law import pa
from houseway.table.events import FELT, TRAY, Result, Settled, VigorishCollected, rack
from houseway.table.wagers import Bet, Bets

ORDER = pa("623a.9(d)#2")
DICE = [(die_1, die_2) for die_1 in range(1, 7) for die_2 in range(1, 7)]
POINTS = (4, 5, 6, 8, 9, 10)


def terms(**choices: Any) -> Terms:
    """Terms of a table with dollar chips, new for every roll so that each test sees the rules decide."""
    return Terms(CATALOGUE, **{"smallest_chip": 100, "order": ORDER, **choices})


def settle(bets: Bets, roll: Roll, called: Called = frozenset(), **choices: Any) -> Settlement:
    return settle_roll(terms(**choices), bets, roll, called)


def lines(settlement: Settlement) -> list[tuple[str, Result, int, int]]:
    """The settlement lines: wager, result, stake and payment."""
    return [
        (event.wager, event.result, event.stake, event.paid)
        for event in settlement.events
        if isinstance(event, Settled)
    ]


def net(settlement: Settlement) -> int:
    """What a settlement leaves the players richer or poorer by."""
    gained: Counter[str] = Counter()
    for event in settlement.events:
        for transfer in event.transfers():
            gained[transfer.source] -= transfer.cents
            gained[transfer.target] += transfer.cents
    return -gained[TRAY]


# What each line of the pay tables pays, typed from the text: wager, pick, point, dice, stake and payment in dollars.
PAID: list[tuple[str, str, int, tuple[int, int], int, int, str]] = [
    ("pass", "", 0, (3, 4), 5, 5, "623a.5(a)[pass]"),
    ("dont-pass", "", 0, (1, 1), 5, 5, "623a.5(a)[dont_pass]"),
    ("come", "", 6, (5, 6), 5, 5, "623a.5(a)[come]"),
    ("dont-come", "", 6, (1, 2), 5, 5, "623a.5(a)[dont_come]"),
    ("place-to-win-4", "", 6, (1, 3), 5, 9, "623a.5(a)[place_win_4]"),
    ("place-to-win-5", "", 6, (1, 4), 5, 7, "623a.5(a)[place_win_5]"),
    ("place-to-win-6", "", 5, (1, 5), 6, 7, "623a.5(a)[place_win_6]"),
    ("place-to-win-8", "", 6, (2, 6), 6, 7, "623a.5(a)[place_win_8]"),
    ("place-to-win-9", "", 6, (3, 6), 5, 7, "623a.5(a)[place_win_9]"),
    ("place-to-win-10", "", 6, (4, 6), 5, 9, "623a.5(a)[place_win_10]"),
    ("place-to-lose-4", "", 6, (3, 4), 11, 5, "623a.5(a)[place_lose_4]"),
    ("place-to-lose-5", "", 6, (3, 4), 8, 5, "623a.5(a)[place_lose_5]"),
    ("place-to-lose-6", "", 5, (3, 4), 5, 4, "623a.5(a)[place_lose_6]"),
    ("place-to-lose-8", "", 6, (3, 4), 5, 4, "623a.5(a)[place_lose_8]"),
    ("place-to-lose-9", "", 6, (3, 4), 8, 5, "623a.5(a)[place_lose_9]"),
    ("place-to-lose-10", "", 6, (3, 4), 11, 5, "623a.5(a)[place_lose_10]"),
    ("four-the-hardway", "", 6, (2, 2), 1, 7, "623a.5(a)[hard_4]"),
    ("six-the-hardway", "", 5, (3, 3), 1, 9, "623a.5(a)[hard_6]"),
    ("eight-the-hardway", "", 6, (4, 4), 1, 9, "623a.5(a)[hard_8]"),
    ("ten-the-hardway", "", 6, (5, 5), 1, 7, "623a.5(a)[hard_10]"),
    ("field", "", 6, (1, 2), 5, 5, "623a.5(a)[field_3_4_9_10_11]"),
    ("field", "", 6, (6, 6), 5, 10, "623a.5(a)[field_2_12]"),
    ("any-seven", "", 6, (1, 6), 1, 4, "623a.5(a)[any_seven]"),
    ("any-craps", "", 6, (1, 2), 1, 7, "623a.5(a)[any_craps]"),
    ("craps-two", "", 6, (1, 1), 1, 30, "623a.5(a)[craps_2]"),
    ("craps-three", "", 6, (1, 2), 1, 15, "623a.5(a)[craps_3]"),
    ("craps-twelve", "", 6, (6, 6), 1, 30, "623a.5(a)[craps_12]"),
    ("eleven", "", 6, (5, 6), 1, 15, "623a.5(a)[eleven]"),
    ("four-the-hardway-on-the-hop", "", 0, (2, 2), 1, 30, "623a.5(a)[hop_2_2]"),
    ("six-the-hardway-on-the-hop", "", 0, (3, 3), 1, 30, "623a.5(a)[hop_3_3]"),
    ("eight-the-hardway-on-the-hop", "", 0, (4, 4), 1, 30, "623a.5(a)[hop_4_4]"),
    ("ten-the-hardway-on-the-hop", "", 0, (5, 5), 1, 30, "623a.5(a)[hop_5_5]"),
    *(
        (f"{low}-{high}-on-the-hop", "", 0, (high, low), 1, 15, f"623a.5(a)[hop_{low}_{high}]")
        for low, high in (
            *((1, 3), (1, 4), (1, 5), (1, 6), (2, 3), (2, 4), (2, 5)),
            *((2, 6), (3, 4), (3, 5), (3, 6), (4, 5), (4, 6)),
        )
    ),
    ("six-seven-eight", "", 0, (2, 4), 5, 5, "623a.5(a)[678_easy_or_7]"),
    ("six-seven-eight", "", 0, (4, 4), 5, 10, "623a.5(a)[678_hard]"),
    ("buy-4", "", 6, (1, 3), 20, 40, "623a.5(g)(1)[buy_4]"),
    ("buy-5", "", 6, (1, 4), 20, 30, "623a.5(g)(1)[buy_5]"),
    ("buy-6", "", 5, (1, 5), 20, 24, "623a.5(g)(1)[buy_6]"),
    ("buy-8", "", 6, (2, 6), 20, 24, "623a.5(g)(1)[buy_8]"),
    ("buy-9", "", 6, (3, 6), 20, 30, "623a.5(g)(1)[buy_9]"),
    ("buy-10", "", 6, (4, 6), 20, 40, "623a.5(g)(1)[buy_10]"),
    ("lay-4", "", 6, (3, 4), 40, 20, "623a.5(g)(2)[lay_4]"),
    ("lay-5", "", 6, (3, 4), 30, 20, "623a.5(g)(2)[lay_5]"),
    ("lay-6", "", 5, (3, 4), 24, 20, "623a.5(g)(2)[lay_6]"),
    ("lay-8", "", 6, (3, 4), 24, 20, "623a.5(g)(2)[lay_8]"),
    ("lay-9", "", 6, (3, 4), 30, 20, "623a.5(g)(2)[lay_9]"),
    ("lay-10", "", 6, (3, 4), 40, 20, "623a.5(g)(2)[lay_10]"),
    *(
        (f"{base}-odds", str(number), 6 if "come" in base else number, dice[number], 30, paid[number], clause)
        for base, paragraph, dice, paid in (
            (
                "pass",
                "623a.6(a)",
                {4: (1, 3), 5: (1, 4), 6: (1, 5), 8: (2, 6), 9: (3, 6), 10: (4, 6)},
                {4: 60, 10: 60, 5: 45, 9: 45, 6: 36, 8: 36},
            ),
            (
                "dont-pass",
                "623a.6(b)",
                dict.fromkeys(POINTS, (3, 4)),
                {4: 15, 10: 15, 5: 20, 9: 20, 6: 25, 8: 25},
            ),
            (
                "come",
                "623a.6(c)",
                {4: (1, 3), 5: (1, 4), 6: (1, 5), 8: (2, 6), 9: (3, 6), 10: (4, 6)},
                {4: 60, 10: 60, 5: 45, 9: 45, 6: 36, 8: 36},
            ),
            (
                "dont-come",
                "623a.6(d)",
                dict.fromkeys(POINTS, (3, 4)),
                {4: 15, 10: 15, 5: 20, 9: 20, 6: 25, 8: 25},
            ),
        )
        for part, pair in (("(i)", (4, 10)), ("(ii)", (5, 9)), ("(iii)", (6, 8)))
        for number in pair
        for clause in (f"{paragraph}(2){part}",)
    ),
]


def _paid(row: tuple[Any, ...]) -> Any:
    wager, pick, *_, pays = row
    return pytest.param(*row, marks=pytest.mark.clause(pays), id=f"{wager}{pick}-{pays}")


@pytest.mark.clause("623a.5(a)", "623a.5(g)(1)", "623a.5(g)(2)")
@pytest.mark.clause("623a.6(a)(2)", "623a.6(b)(2)", "623a.6(c)(2)", "623a.6(d)(2)", "623a.6(e)#3")
@pytest.mark.parametrize(
    ("wager", "pick", "point", "dice", "stake", "paid", "pays"), [_paid(row) for row in PAID]
)
def test_a_winner_is_paid_at_the_odds_of_the_pay_table(
    wager: str, pick: str, point: int, dice: tuple[int, int], stake: int, paid: int, pays: str
) -> None:
    bet = Bet(1, wager, pick, stake * 100)
    settled = settle((bet,), Roll(*dice, point=point))
    (event,) = settled.events
    assert isinstance(event, Settled)
    assert (event.result, event.stake, event.paid) == (Result.WIN, stake * 100, paid * 100)
    assert (event.wager, event.pick, event.pays, event.order) == (wager, pick, pays, ORDER.id)
    line = next(line for line in CATALOGUE[wager].paytable if line.clause.id == pays)
    assert event.odds == str(line.odds)
    assert settled.bets == ()
    assert net(settled) == paid * 100


@pytest.mark.clause("623a.6(a)(1)", "623a.6(b)(1)", "623a.6(c)(1)", "623a.6(d)(1)", "623a.6(e)#3")
@pytest.mark.parametrize(
    ("base", "pick", "dice", "odds_paid"),
    [
        ("pass", "", (2, 2), 200),
        ("dont-pass", "", (3, 4), 50),
        ("come", "4", (2, 2), 200),
        ("dont-come", "4", (3, 4), 50),
    ],
)
@pytest.mark.parametrize("multiple", [1, 10])
def test_the_original_wager_is_paid_even_money_and_its_odds_true_odds_however_large(
    base: str, pick: str, dice: tuple[int, int], odds_paid: int, multiple: int
) -> None:
    bets = (Bet(1, base, pick, 10_000), Bet(1, f"{base}-odds", "4", 10_000 * multiple))
    settled = settle(bets, Roll(*dice, point=4))
    assert lines(settled) == [
        (base, Result.WIN, 10_000, 10_000),
        (f"{base}-odds", Result.WIN, 10_000 * multiple, odds_paid * 100 * multiple),
    ]


@pytest.mark.clause("623a.6(a)(2)", "623a.6(c)(2)")
def test_odds_are_lost_with_the_wager_that_they_support() -> None:
    bets = (
        Bet(1, "pass", "", 1_000),
        Bet(1, "pass-odds", "4", 2_000),
        Bet(2, "come", "9", 1_000),
        Bet(2, "come-odds", "9", 2_000),
        Bet(3, "dont-come", "5", 1_000),
        Bet(3, "dont-come-odds", "5", 3_000),
    )
    lost = settle(bets, Roll(3, 4, point=4))
    assert [(wager, result) for wager, result, _, _ in lines(lost)] == [
        ("pass", Result.LOSE),
        ("pass-odds", Result.LOSE),
        ("come", Result.LOSE),
        ("come-odds", Result.LOSE),
        ("dont-come", Result.WIN),
        ("dont-come-odds", Result.WIN),
    ]
    standing = settle(bets, Roll(5, 5, point=4))
    assert (standing.events, standing.bets, standing.point) == ((), bets, 4)


# Payments that chips cannot make (reading B-CR-15): owed exactly, and paid up to the next chip.


@pytest.mark.clause("623a.5(a)")
@pytest.mark.parametrize(
    ("wager", "stake", "dice", "owed", "in_dollar_chips", "in_cents"),
    [
        ("place-to-win-6", 500, (1, 5), Fraction(3500, 6), 600, 584),
        ("place-to-win-4", 100, (1, 3), Fraction(180), 200, 180),
        ("place-to-lose-4", 1_000, (3, 4), Fraction(5000, 11), 500, 455),
        ("place-to-win-6", 600, (1, 5), Fraction(700), 700, 700),
    ],
)
def test_a_payment_that_does_not_divide_is_never_less_than_the_odds(
    wager: str, stake: int, dice: tuple[int, int], owed: Fraction, in_dollar_chips: int, in_cents: int
) -> None:
    for chip, paid in ((100, in_dollar_chips), (1, in_cents)):
        settled = settle((Bet(1, wager, "", stake),), Roll(*dice, point=5), smallest_chip=chip)
        assert lines(settled) == [(wager, Result.WIN, stake, paid)]
        assert 0 <= paid - owed < chip


# Combinations (reading B-CR-18): the net of each, with the losing parts collected.


@pytest.mark.parametrize(
    ("wager", "dollars", "dice", "won", "nets", "clause"),
    [
        pytest.param(*row, marks=pytest.mark.clause(row[-1]), id=f"{row[0]}-{sum(row[2])}")
        for row in [
            ("c-and-e", 2, (1, 1), 1, 6, "623a.5(b)"),
            ("c-and-e", 2, (1, 2), 1, 6, "623a.5(b)"),
            ("c-and-e", 2, (6, 6), 1, 6, "623a.5(b)"),
            ("c-and-e", 2, (5, 6), 1, 14, "623a.5(b)"),
            ("horn", 4, (1, 1), 1, 27, "623a.5(c)"),
            ("horn", 4, (1, 2), 1, 12, "623a.5(c)"),
            ("horn", 4, (5, 6), 1, 12, "623a.5(c)"),
            ("horn", 4, (6, 6), 1, 27, "623a.5(c)"),
            ("horn-high-12", 5, (6, 6), 2, 57, "623a.5(d)"),
            ("horn-high-12", 5, (1, 1), 1, 26, "623a.5(d)"),
            ("horn-high-12", 5, (1, 2), 1, 11, "623a.5(d)"),
            ("horn-high-12", 5, (5, 6), 1, 11, "623a.5(d)"),
            ("horn-high-2", 5, (1, 1), 2, 57, "623a.5(d)"),
            ("horn-high-3", 5, (1, 2), 2, 27, "623a.5(d)"),
            ("horn-high-11", 5, (5, 6), 2, 27, "623a.5(d)"),
            ("whirl", 5, (1, 1), 1, 26, "623a.5(e)"),
            ("whirl", 5, (1, 2), 1, 11, "623a.5(e)"),
            ("whirl", 5, (3, 4), 1, 0, "623a.5(e)"),
            ("whirl", 5, (5, 6), 1, 11, "623a.5(e)"),
            ("whirl", 5, (6, 6), 1, 26, "623a.5(e)"),
        ]
    ],
)
def test_a_combination_pays_the_part_that_won_and_loses_the_rest(
    wager: str, dollars: int, dice: tuple[int, int], won: int, nets: int, clause: str
) -> None:
    settled = settle((Bet(1, wager, "", dollars * 100),), Roll(*dice, point=4))
    winning, losing = settled.events
    assert isinstance(winning, Settled)
    assert isinstance(losing, Settled)
    assert (winning.result, winning.stake, winning.pays) == (Result.WIN, won * 100, clause)
    assert (losing.result, losing.stake, losing.clause) == (Result.LOSE, (dollars - won) * 100, clause)
    assert net(settled) == nets * 100
    assert settled.bets == ()


@pytest.mark.clause("623a.3(a)(18)(ii)", "623a.3(a)(19)(ii)", "623a.3(a)(20)(ii)", "623a.3(a)(21)(ii)")
def test_a_combination_that_loses_is_lost_whole() -> None:
    bets = tuple(Bet(1, wager, "", 2_000) for wager in PARTS)
    settled = settle(bets, Roll(2, 3))
    assert lines(settled) == [(wager, Result.LOSE, 2_000, 0) for wager in PARTS]


# Moving Come and Don't Come Bets.


@pytest.mark.clause("623a.3(a)(3)#2", "623a.3(a)(4)#2")
@pytest.mark.parametrize(
    ("dice", "number"),
    [((1, 3), "4"), ((2, 3), "5"), ((3, 3), "6"), ((4, 4), "8"), ((4, 5), "9"), ((4, 6), "10")],
)
def test_a_point_number_moves_a_come_bet_to_its_box(dice: tuple[int, int], number: str) -> None:
    bets = (Bet(1, "come", "", 500), Bet(2, "dont-come", "", 1_000))
    settled = settle(bets, Roll(*dice, point=6))
    assert settled.events == (
        WagerMoved(seat=1, wager="come", from_pick="", to_pick=number, amount=500, clause="623a.3(a)(3)#2"),
        WagerMoved(
            seat=2, wager="dont-come", from_pick="", to_pick=number, amount=1_000, clause="623a.3(a)(4)#2"
        ),
    )
    assert settled.bets == (Bet(1, "come", number, 500), Bet(2, "dont-come", number, 1_000))


@pytest.mark.clause("623a.3(a)(3)#2", "623a.3(a)(4)#2", "623a.3(a)(3)(i)(B)", "623a.3(a)(4)(ii)(B)")
def test_a_come_bet_takes_the_place_of_the_one_that_its_number_has_just_decided() -> None:
    bets = (
        Bet(1, "come", "8", 500),
        Bet(1, "come", "", 700),
        Bet(1, "dont-come", "8", 900),
        Bet(1, "dont-come", "", 1_100),
    )
    settled = settle(bets, Roll(2, 6, point=6))
    assert lines(settled) == [("come", Result.WIN, 500, 500), ("dont-come", Result.LOSE, 900, 0)]
    assert settled.bets == (Bet(1, "come", "8", 700), Bet(1, "dont-come", "8", 1_100))


@pytest.mark.clause("623a.3(a)(3)(ii)(B)", "623a.3(a)(4)(i)(B)", "623a.3(a)(1)(i)(A)")
def test_a_come_out_seven_decides_the_come_bets_on_their_numbers() -> None:
    bets = (Bet(1, "come", "8", 500), Bet(2, "dont-come", "8", 500), Bet(3, "pass", "", 500))
    assert lines(settle(bets, Roll(3, 4))) == [
        ("come", Result.LOSE, 500, 0),
        ("dont-come", Result.WIN, 500, 500),
        ("pass", Result.WIN, 500, 500),
    ]


@pytest.mark.clause("623a.3(a)(2)(iii)", "623a.3(a)(4)(iii)")
def test_a_twelve_returns_dont_pass_and_dont_come_bets() -> None:
    for wager, point in (("dont-pass", 0), ("dont-come", 5)):
        settled = settle((Bet(1, wager, "", 500),), Roll(6, 6, point=point))
        assert lines(settled) == [(wager, Result.PUSH, 500, 0)]
        assert net(settled) == 0
        (event,) = settled.events
        assert [(t.source, t.target, t.cents) for t in event.transfers()] == [(FELT, rack(1), 500)]


# On and off on a come out roll (readings B-CR-13, B-CR-14).

ON_OFF = [
    pytest.param(wager, dice, marks=pytest.mark.clause(f"623a.3(a)({paragraph})#2"), id=wager)
    for wager, paragraph, dice in [
        ("place-to-win-6", 5, (1, 5)),
        ("place-to-lose-6", 6, (1, 5)),
        ("four-the-hardway", 7, (2, 2)),
        ("six-the-hardway", 8, (3, 3)),
        ("eight-the-hardway", 9, (4, 4)),
        ("ten-the-hardway", 10, (5, 5)),
        ("buy-6", 41, (1, 5)),
    ]
]


@pytest.mark.parametrize(("wager", "dice"), ON_OFF)
def test_a_wager_rests_on_a_come_out_roll_unless_its_player_calls_it_on(
    wager: str, dice: tuple[int, int]
) -> None:
    bets = (Bet(1, wager, "", 3_000), Bet(2, wager, "", 3_000))
    for thrown in (dice, (3, 4)):
        assert settle(bets, Roll(*thrown)).bets == bets
        assert settle(bets, Roll(*thrown, point=9)).bets == ()
        called = settle(bets, Roll(*thrown), frozenset({(2, wager, "")}))
        assert called.bets == bets[:1]
        # A call is for come out rolls alone: nothing turns a wager off under a point.
        assert settle(bets, Roll(*thrown, point=9), frozenset({(2, wager, "")})).bets == ()


@pytest.mark.clause("623a.3(a)(42)#2", "623a.3(a)(42)(i)", "623a.3(a)(42)(ii)")
def test_a_lay_bet_acts_on_a_come_out_roll_unless_its_player_calls_it_off() -> None:
    bets = (Bet(1, "lay-4", "", 4_000), Bet(2, "lay-4", "", 4_000))
    off = frozenset({(2, "lay-4", "")})
    assert lines(settle(bets, Roll(3, 4), off)) == [("lay-4", Result.WIN, 4_000, 2_000)]
    assert settle(bets, Roll(2, 2), off).bets == bets[1:]
    assert settle(bets, Roll(2, 2)).bets == ()
    assert settle(bets, Roll(2, 2, point=9), off).bets == ()


def test_all_other_wagers_act_on_every_roll() -> None:
    for wager in CATALOGUE:
        if not wager.startswith(("place", "buy", "lay")) and not wager.endswith("hardway"):
            assert acts(terms(), wager, Roll(3, 4), called=False)


# Odds behind Come Bets on a come out roll (reading B-CR-11): they work, unless the submission rests them.

COME_WITH_ODDS = (Bet(1, "come", "8", 500), Bet(1, "come-odds", "8", 1_000))


@pytest.mark.clause("623a.6(c)(2)")
def test_odds_behind_a_come_bet_work_on_a_come_out_roll() -> None:
    assert lines(settle(COME_WITH_ODDS, Roll(3, 4))) == [
        ("come", Result.LOSE, 500, 0),
        ("come-odds", Result.LOSE, 1_000, 0),
    ]
    assert net(settle(COME_WITH_ODDS, Roll(4, 4))) == 1_700


@pytest.mark.parametrize(
    ("dice", "come"), [((3, 4), (Result.LOSE, 500, 0)), ((4, 4), (Result.WIN, 500, 500))]
)
def test_resting_odds_come_back_with_the_decision_of_their_come_bet(
    dice: tuple[int, int], come: tuple[Result, int, int]
) -> None:
    settled = settle(COME_WITH_ODDS, Roll(*dice), come_odds_rest=True)
    assert lines(settled) == [("come", *come), ("come-odds", Result.RETURNED, 1_000, 0)]
    assert settled.bets == ()
    on = frozenset({(1, "come-odds", "8")})
    assert lines(settle(COME_WITH_ODDS, Roll(*dice), on, come_odds_rest=True))[1][1] is come[0]
    assert lines(settle(COME_WITH_ODDS, Roll(*dice, point=5), come_odds_rest=True))[1][1] is come[0]


def test_resting_odds_stay_behind_a_come_bet_that_stands() -> None:
    assert settle(COME_WITH_ODDS, Roll(2, 3), come_odds_rest=True).bets == COME_WITH_ODDS
    laid = (Bet(1, "dont-come", "8", 500), Bet(1, "dont-come-odds", "8", 600))
    assert lines(settle(laid, Roll(3, 4), come_odds_rest=True))[1] == ("dont-come-odds", Result.WIN, 600, 500)


# Vigorish on winning Buy and Lay Bets.


@pytest.mark.clause("623a.5(g)(3)#2", "623a.5(i)")
def test_vigorish_on_the_win_is_taken_from_winning_buy_and_lay_bets_alone() -> None:
    on_win = Vigorish(Fraction(5, 100), When.WON)
    bets = (
        Bet(1, "lay-4", "", 4_000),
        Bet(2, "buy-4", "", 4_000),
        Bet(3, "place-to-lose-4", "", 1_100),
    )
    settled = settle(bets, Roll(3, 4, point=6), vigorish=on_win)
    assert [type(event) for event in settled.events] == [Settled, VigorishCollected, Settled, Settled]
    assert settled.events[1] == VigorishCollected(
        seat=1, wager="lay-4", pick="", amount=200, clause="623a.5(g)(3)#2"
    )
    assert net(settle((Bet(1, "lay-4", "", 4_000),), Roll(3, 4, point=6), vigorish=on_win)) == 1_800
    assert net(settle((Bet(1, "buy-4", "", 4_000),), Roll(2, 2, point=6), vigorish=on_win)) == 7_800


@pytest.mark.clause("623a.5(g)(3)#2")
def test_vigorish_taken_when_the_wager_is_made_is_not_taken_again_on_the_win() -> None:
    placed = Vigorish(Fraction(5, 100), When.PLACED)
    assert net(settle((Bet(1, "lay-4", "", 4_000),), Roll(3, 4, point=6), vigorish=placed)) == 2_000
    # Below twenty dollars a charge of 5 % does not make one dollar chip, and none is taken.
    on_win = Vigorish(Fraction(5, 100), When.WON)
    assert len(settle((Bet(1, "buy-4", "", 1_500),), Roll(2, 2, point=6), vigorish=on_win).events) == 1


# The whole layout.


def _every_area() -> tuple[Bet, ...]:
    return tuple(
        Bet(1, wager.name, pick, 6_600 * 20)
        for wager in CATALOGUE.values()
        for pick in (*wager.picks, *wager.moved_to)
    )


@pytest.mark.parametrize("point", [0, *POINTS])
def test_every_roll_settles_each_area_as_its_wager_is_decided_and_conserves_the_chips(point: int) -> None:
    bets = _every_area()
    for dice in DICE:
        roll = Roll(*dice, point=point)
        called = frozenset((bet.seat, bet.wager, bet.pick) for bet in bets if not bet.wager.startswith("lay"))
        settled = settle(bets, roll, called)
        decided = {
            (bet.wager, bet.pick): result
            for bet in bets
            if (result := CATALOGUE[bet.wager].decide(roll, bet.pick).result) is not Result.STANDS
        }
        found: dict[tuple[str, str], Result] = {}
        staked: Counter[tuple[str, str]] = Counter()
        for event in settled.events:
            if isinstance(event, Settled):
                found.setdefault((event.wager, event.pick), event.result)
                staked[event.wager, event.pick] += event.stake
        assert found == decided
        assert set(staked.values()) == {6_600 * 20}
        # What leaves the felt was on it, and what is left of it lies there still.
        off = sum(t.cents for event in settled.events for t in event.transfers() if t.source == FELT)
        assert off + sum(bet.amount for bet in settled.bets) == sum(bet.amount for bet in bets)


def test_each_player_is_settled_by_what_lies_before_that_player() -> None:
    bets = (Bet(1, "pass", "", 500), Bet(2, "dont-pass", "", 700), Bet(3, "pass", "", 900))
    settled = settle(bets, Roll(5, 6))
    assert [(event.seat, event.result) for event in settled.events if isinstance(event, Settled)] == [
        (1, Result.WIN),
        (2, Result.LOSE),
        (3, Result.WIN),
    ]
    assert (settled.point, settled.fire, settled.bonus) == (0, 0, 0)


@pytest.mark.clause("623a.1[come_out_roll]", "623a.1[come_out_point]")
def test_a_hand_from_come_out_to_loser_seven() -> None:
    bets: tuple[Bet, ...] = (Bet(1, "pass", "", 500),)
    settled = settle(bets, Roll(4, 4))
    assert (settled.events, settled.point, settled.bets) == ((), 8, bets)
    settled = settle(bets, Roll(6, 6, point=8))
    assert (settled.events, settled.point, settled.bets) == ((), 8, bets)
    settled = settle(bets, Roll(2, 6, point=8))
    assert (lines(settled), settled.point) == ([("pass", Result.WIN, 500, 500)], 0)
    settled = settle(bets, Roll(3, 4, point=8))
    assert (lines(settled), settled.point) == ([("pass", Result.LOSE, 500, 0)], 0)
