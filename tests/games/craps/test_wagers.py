"""The wagers of Craps: on which of the 36 rolls, under each point, every one is won, lost or returned (623a.3(a))."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from houseway.games.craps.game import Craps
from houseway.games.craps.roll import Roll
from houseway.games.craps.wagers import (
    CATALOGUE,
    COME_OUT,
    EDITION_2011,
    PARTS,
    FirePaytable,
    broken_down,
    catalogue,
    winning_share,
)
from houseway.law import RuleViolation, pa
from houseway.money import Breakage
from houseway.table.events import Result
from houseway.table.moves import Instrument, PlaceWager
from houseway.table.wagers import BettingClauses, BettingRules, Limits
from houseway.table.words import wager_title

DICE = [(die_1, die_2) for die_1 in range(1, 7) for die_2 in range(1, 7)]
POINTS = (4, 5, 6, 8, 9, 10)
# No point, or each of the six.
UNDER = (0, *POINTS)
WIN, LOSE, PUSH, STANDS = Result.WIN, Result.LOSE, Result.PUSH, Result.STANDS


def decided(wager: str, dice: tuple[int, int], point: int, pick: str = "") -> tuple[Result, str, str, str]:
    """How a roll decides a wager: the result, the clause, and the odds and clause of the pay table."""
    verdict = CATALOGUE[wager].decide(Roll(*dice, point=point), pick)
    line = verdict.line
    return (
        verdict.result,
        verdict.clause.id,
        str(line.odds) if line else "",
        line.clause.id if line else "",
    )


def marked(*clauses: str, values: tuple[Any, ...], name: str = "") -> Any:
    return pytest.param(*values, marks=pytest.mark.clause(*clauses), id=name or str(values[0]))


@pytest.mark.clause("623a.9(a)#2")
def test_a_roll_is_the_sum_of_the_two_upper_faces() -> None:
    assert [Roll(*dice).total for dice in DICE] == [a + b for a, b in DICE]
    assert {str(Roll(*dice)) for dice in DICE if Roll(*dice).is_hard} == {f"{n}-{n}" for n in range(1, 7)}
    assert Roll(3, 4).is_come_out
    assert not Roll(3, 4, point=6).is_come_out


# Pass, Don't Pass, Come and Don't Come: the first roll of each, typed from the text, and the rolls under a number.

FIRST_ROLL_OF_PASS = {
    **dict.fromkeys((7, 11), (WIN, "(i)(A)")),
    **dict.fromkeys((2, 3, 12), (LOSE, "(ii)(A)")),
    **dict.fromkeys(POINTS, (STANDS, "")),
}
FIRST_ROLL_OF_DONT_PASS = {
    **dict.fromkeys((2, 3), (WIN, "(i)(A)")),
    **dict.fromkeys((7, 11), (LOSE, "(ii)(A)")),
    12: (PUSH, "(iii)"),
    **dict.fromkeys(POINTS, (STANDS, "")),
}
PASS_CLAUSES = ("(i)", "(i)(A)", "(i)(B)", "(ii)", "(ii)(A)", "(ii)(B)")
DONT_PASS_CLAUSES = (*PASS_CLAUSES, "(iii)")


def _under_a_number(number: int, total: int, *, with_the_shooter: bool) -> tuple[Result, str]:
    """What becomes of a wager whose number is set: the number again, a 7, or nothing."""
    if total == number:
        return (WIN, "(i)(B)") if with_the_shooter else (LOSE, "(ii)(B)")
    if total == 7:
        return (LOSE, "(ii)(B)") if with_the_shooter else (WIN, "(i)(B)")
    return (STANDS, "")


@pytest.mark.parametrize(
    ("wager", "paragraph", "first_roll", "with_the_shooter"),
    [
        marked(
            *(f"623a.3(a){paragraph}{part}" for part in (PASS_CLAUSES if with_ else DONT_PASS_CLAUSES)),
            values=(wager, f"623a.3(a){paragraph}", first_roll, with_),
        )
        for wager, paragraph, first_roll, with_ in (
            ("pass", "(1)", FIRST_ROLL_OF_PASS, True),
            ("dont-pass", "(2)", FIRST_ROLL_OF_DONT_PASS, False),
            ("come", "(3)", FIRST_ROLL_OF_PASS, True),
            ("dont-come", "(4)", FIRST_ROLL_OF_DONT_PASS, False),
        )
    ],
)
def test_a_wager_of_the_line_is_decided_by_its_first_roll_or_by_its_number_and_the_seven(
    wager: str, paragraph: str, first_roll: dict[int, tuple[Result, str]], with_the_shooter: bool
) -> None:
    moves = "come" in wager
    for dice, number, point in product(DICE, UNDER, UNDER):
        if not moves and number != point:
            continue  # the number of a Pass or Don't Pass Bet is the come out point
        pick = str(number) if moves and number else ""
        expected, part = (
            _under_a_number(number, sum(dice), with_the_shooter=with_the_shooter)
            if number
            else first_roll[sum(dice)]
        )
        result, clause, odds, pays = decided(wager, dice, point, pick)
        assert result is expected, (wager, dice, point, pick)
        if expected is not STANDS:
            assert clause == f"{paragraph}{part}"
        line = ("1 to 1", f"623a.5(a)[{wager.replace('-', '_')}]")
        assert (odds, pays) == (line if expected is WIN else ("", ""))


# Taking and laying odds.

TAKEN = {4: "2 to 1", 10: "2 to 1", 5: "3 to 2", 9: "3 to 2", 6: "6 to 5", 8: "6 to 5"}
LAID = {4: "1 to 2", 10: "1 to 2", 5: "2 to 3", 9: "2 to 3", 6: "5 to 6", 8: "5 to 6"}
LINE_OF = {4: "(i)", 10: "(i)", 5: "(ii)", 9: "(ii)", 6: "(iii)", 8: "(iii)"}


@pytest.mark.parametrize(
    ("base", "paragraph", "odds"),
    [
        (base, f"623a.6{paragraph}", odds)
        for base, paragraph, odds in (
            ("pass", "(a)", TAKEN),
            ("dont-pass", "(b)", LAID),
            ("come", "(c)", TAKEN),
            ("dont-come", "(d)", LAID),
        )
    ],
)
def test_odds_are_decided_with_the_wager_they_support_and_paid_true(
    base: str, paragraph: str, odds: dict[int, str]
) -> None:
    for dice, point, number in product(DICE, UNDER, POINTS):
        moves = "come" in base
        if not moves and number != point:
            continue
        supported = decided(base, dice, point, str(number) if moves else "")[0]
        result, _, paid_at, pays = decided(f"{base}-odds", dice, point, str(number))
        assert result is supported
        line = (odds[number], f"{paragraph}(2){LINE_OF[number]}")
        assert (paid_at, pays) == (line if result is WIN else ("", ""))
    assert [str(line.odds) for line in CATALOGUE[f"{base}-odds"].lines("9")] == [odds[9]]


# A number against the 7.

PLACE_TO_WIN = {4: "9 to 5", 5: "7 to 5", 6: "7 to 6", 8: "7 to 6", 9: "7 to 5", 10: "9 to 5"}
PLACE_TO_LOSE = {4: "5 to 11", 5: "5 to 8", 6: "4 to 5", 8: "4 to 5", 9: "5 to 8", 10: "5 to 11"}


@pytest.mark.parametrize(
    ("wager", "number", "on_number", "on_seven", "paragraph", "odds", "pays"),
    [
        marked(
            f"623a.3(a){paragraph}(i)",
            f"623a.3(a){paragraph}(ii)",
            values=(
                f"{name}-{number}",
                number,
                on_number,
                on_seven,
                f"623a.3(a){paragraph}",
                odds[number],
                pays.format(number),
            ),
        )
        for name, on_number, on_seven, paragraph, odds, pays in (
            ("place-to-win", WIN, LOSE, "(5)", PLACE_TO_WIN, "623a.5(a)[place_win_{}]"),
            ("place-to-lose", LOSE, WIN, "(6)", PLACE_TO_LOSE, "623a.5(a)[place_lose_{}]"),
            ("buy", WIN, LOSE, "(41)", TAKEN, "623a.5(g)(1)[buy_{}]"),
            ("lay", LOSE, WIN, "(42)", LAID, "623a.5(g)(2)[lay_{}]"),
        )
        for number in POINTS
    ],
)
def test_a_number_is_decided_against_the_seven(
    wager: str, number: int, on_number: Result, on_seven: Result, paragraph: str, odds: str, pays: str
) -> None:
    for dice, point in product(DICE, UNDER):
        expected = on_number if sum(dice) == number else on_seven if sum(dice) == 7 else STANDS
        result, clause, *line = decided(wager, dice, point)
        assert result is expected
        assert line == ([odds, pays] if expected is WIN else ["", ""])
        if expected is not STANDS:
            assert clause == f"{paragraph}{'(i)' if expected is WIN else '(ii)'}"


@pytest.mark.parametrize(
    ("wager", "pair", "paragraph", "odds"),
    [
        marked(
            f"{paragraph}(i)",
            f"{paragraph}(ii)",
            values=(f"{word}-the-hardway", pair, paragraph, odds),
        )
        for word, pair, paragraph, odds in (
            ("four", 2, "623a.3(a)(7)", "7 to 1"),
            ("six", 3, "623a.3(a)(8)", "9 to 1"),
            ("eight", 4, "623a.3(a)(9)", "9 to 1"),
            ("ten", 5, "623a.3(a)(10)", "7 to 1"),
        )
    ],
)
def test_a_hardway_needs_its_pair_before_any_other_way_and_before_a_seven(
    wager: str, pair: int, paragraph: str, odds: str
) -> None:
    for dice, point in product(DICE, UNDER):
        if dice == (pair, pair):
            expected = (WIN, f"{paragraph}(i)", odds, f"623a.5(a)[hard_{2 * pair}]")
            assert decided(wager, dice, point) == expected
        elif sum(dice) in (7, 2 * pair):
            assert decided(wager, dice, point) == (LOSE, f"{paragraph}(ii)", "", "")
        else:
            assert decided(wager, dice, point)[0] is STANDS


# Wagers for one roll, typed from the text: name, paragraph, and what pays on which dice.

Wins = Callable[[int, int], bool]


def on(*totals: int) -> Wins:
    return lambda a, b: a + b in totals


def faces(low: int, high: int) -> Wins:
    return lambda a, b: sorted((a, b)) == [low, high]


def easy(*totals: int) -> Wins:
    return lambda a, b: a + b in totals and a != b


def hard(*totals: int) -> Wins:
    return lambda a, b: a + b in totals and a == b


ONE_ROLL: list[tuple[str, int, list[tuple[Wins, str, str]]]] = [
    (
        "field",
        11,
        [(on(3, 4, 9, 10, 11), "1 to 1", "field_3_4_9_10_11"), (on(2, 12), "2 to 1", "field_2_12")],
    ),
    ("any-seven", 12, [(on(7), "4 to 1", "any_seven")]),
    ("any-craps", 13, [(on(2, 3, 12), "7 to 1", "any_craps")]),
    ("craps-two", 14, [(on(2), "30 to 1", "craps_2")]),
    ("craps-three", 15, [(on(3), "15 to 1", "craps_3")]),
    ("craps-twelve", 16, [(on(12), "30 to 1", "craps_12")]),
    ("eleven", 17, [(on(11), "15 to 1", "eleven")]),
    ("four-the-hardway-on-the-hop", 22, [(faces(2, 2), "30 to 1", "hop_2_2")]),
    ("six-the-hardway-on-the-hop", 23, [(faces(3, 3), "30 to 1", "hop_3_3")]),
    ("eight-the-hardway-on-the-hop", 24, [(faces(4, 4), "30 to 1", "hop_4_4")]),
    ("ten-the-hardway-on-the-hop", 25, [(faces(5, 5), "30 to 1", "hop_5_5")]),
    *(
        (f"{low}-{high}-on-the-hop", paragraph, [(faces(low, high), "15 to 1", f"hop_{low}_{high}")])
        for paragraph, low, high in (
            (26, 1, 3),
            (27, 1, 4),
            (28, 2, 3),
            (29, 1, 5),
            (30, 2, 4),
            (31, 1, 6),
            (32, 2, 5),
            (33, 3, 4),
            (34, 2, 6),
            (35, 3, 5),
            (36, 3, 6),
            (37, 4, 5),
            (38, 4, 6),
        )
    ),
    (
        "six-seven-eight",
        39,
        [
            (lambda a, b: a + b == 7 or easy(6, 8)(a, b), "1 to 1", "678_easy_or_7"),
            (hard(6, 8), "2 to 1", "678_hard"),
        ],
    ),
]


@pytest.mark.parametrize(
    ("wager", "paragraph", "lines"),
    [
        marked(
            f"623a.3(a)({number})(i)",
            f"623a.3(a)({number})(ii)",
            values=(wager, f"623a.3(a)({number})", lines),
        )
        for wager, number, lines in ONE_ROLL
    ],
)
def test_a_wager_for_one_roll_wins_or_loses_on_every_roll(
    wager: str, paragraph: str, lines: list[tuple[Wins, str, str]]
) -> None:
    for dice, point in product(DICE, UNDER):
        won = [(WIN, f"{paragraph}(i)", odds, f"623a.5(a)[{line}]") for on, odds, line in lines if on(*dice)]
        assert decided(wager, dice, point) == (won[0] if won else (LOSE, f"{paragraph}(ii)", "", ""))


# Combinations: the totals that win, and the part of the stake and its odds on each.

HORN_ODDS = {2: "30 to 1", 3: "15 to 1", 11: "15 to 1", 12: "30 to 1"}
COMBINATIONS: list[tuple[str, str, str, dict[int, tuple[Fraction, str]]]] = [
    (
        "c-and-e",
        "623a.3(a)(18)",
        "623a.5(b)",
        {total: (Fraction(1, 2), "15 to 1" if total == 11 else "7 to 1") for total in (2, 3, 11, 12)},
    ),
    (
        "horn",
        "623a.3(a)(19)",
        "623a.5(c)",
        {total: (Fraction(1, 4), odds) for total, odds in HORN_ODDS.items()},
    ),
    *(
        (
            f"horn-high-{high}",
            "623a.3(a)(20)",
            "623a.5(d)",
            {total: (Fraction(2 if total == high else 1, 5), odds) for total, odds in HORN_ODDS.items()},
        )
        for high in (2, 3, 11, 12)
    ),
    (
        "whirl",
        "623a.3(a)(21)",
        "623a.5(e)",
        {total: (Fraction(1, 5), odds) for total, odds in ({**HORN_ODDS, 7: "4 to 1"}).items()},
    ),
]


@pytest.mark.parametrize(
    ("wager", "paragraph", "pays", "won"),
    [marked(f"{row[1]}(i)", f"{row[1]}(ii)", row[2], values=row) for row in COMBINATIONS],
)
def test_a_combination_wins_by_the_part_that_the_roll_wins(
    wager: str, paragraph: str, pays: str, won: dict[int, tuple[Fraction, str]]
) -> None:
    for dice, point in product(DICE, UNDER):
        share, odds = won.get(sum(dice), (Fraction(0), ""))
        assert winning_share(wager, Roll(*dice, point=point)) == share
        expected = (WIN, f"{paragraph}(i)", odds, pays) if share else (LOSE, f"{paragraph}(ii)", "", "")
        assert decided(wager, dice, point) == expected


def test_a_combination_is_split_into_wagers_for_one_roll() -> None:
    assert all(sum(part.share for part in parts) == 1 for parts in PARTS.values())
    assert {part.wager for part in PARTS["c-and-e"]} == {"any-craps", "eleven"}
    assert [part.wager for part in PARTS["horn-high-3"]].count("craps-three") == 2
    assert {part.wager for part in PARTS["whirl"]} - {part.wager for part in PARTS["horn"]} == {"any-seven"}


@pytest.mark.parametrize(
    ("wager", "booked"),
    [
        marked("623a.3(a)(20)#3", values=("horn-high-2", (("horn", 400), ("craps-two", 100)))),
        marked("623a.3(a)(20)#3", values=("horn-high-3", (("horn", 400), ("craps-three", 100)))),
        marked("623a.3(a)(20)#3", values=("horn-high-11", (("horn", 400), ("eleven", 100)))),
        marked("623a.3(a)(20)#3", values=("horn-high-12", (("horn", 400), ("craps-twelve", 100)))),
        marked("623a.3(a)(21)#3", values=("whirl", (("horn", 400), ("any-seven", 100)))),
    ],
)
def test_a_wager_without_an_area_is_booked_as_a_horn_and_one_unit_more(
    wager: str, booked: tuple[tuple[str, int], ...]
) -> None:
    assert broken_down(wager, 500) == booked


# Units and limits of their own.


def betting(smallest_chip: int = 100, breakage: Breakage = Breakage.REFUSE) -> BettingRules:
    return BettingRules(
        wagers=CATALOGUE,
        offered=frozenset(CATALOGUE),
        limits=Limits(minimum=smallest_chip, maximum=50_000, increment=smallest_chip),
        wager_limits={},
        smallest_chip=smallest_chip,
        breakage=breakage,
        clauses=BettingClauses(
            catalogue=pa("623a.3(a)"),
            instruments=pa("623a.4(b)#1"),
            accepted=frozenset({Instrument.VALUE_CHIPS}),
            cash=pa("623a.4(b)#2"),
            minimum=pa("623a.3(b)(1)"),
            maximum=pa("623a.3(b)(2)"),
        ),
    )


def refused_by(rules: BettingRules, wager: str, amount: int) -> str:
    with pytest.raises(RuleViolation) as refused:
        rules.accept((), PlaceWager(seat=1, wager=wager, amount=amount))
    return refused.value.clause.id


@pytest.mark.parametrize(
    ("wager", "units", "clause"),
    [
        marked(clause, values=(wager, units, clause))
        for wager, units, clause in (
            ("c-and-e", 2, "623a.5(b)"),
            ("horn", 4, "623a.3(a)(19)#2"),
            ("horn-high-2", 5, "623a.3(a)(20)#2"),
            ("horn-high-3", 5, "623a.3(a)(20)#2"),
            ("horn-high-11", 5, "623a.3(a)(20)#2"),
            ("horn-high-12", 5, "623a.3(a)(20)#2"),
            ("whirl", 5, "623a.3(a)(21)#2"),
        )
    ],
)
@pytest.mark.parametrize("smallest_chip", [100, 500])
def test_a_combination_is_made_in_units_of_the_smallest_chip(
    wager: str, units: int, clause: str, smallest_chip: int
) -> None:
    rules = betting(smallest_chip)
    for chips in range(1, 3 * units):
        amount = chips * smallest_chip
        if chips % units:
            assert refused_by(rules, wager, amount) == clause
        else:
            assert rules.accept((), PlaceWager(seat=1, wager=wager, amount=amount)).amount == amount


@pytest.mark.clause("623a.11(b)(1)")
def test_a_fire_bet_is_one_to_five_dollars_whatever_the_table_posts() -> None:
    rules = replace(betting(), wagers=catalogue(), limits=Limits(minimum=2_500, maximum=50_000))
    taken = [
        rules.accept((), PlaceWager(seat=1, wager="fire-bet", amount=dollars * 100)).amount
        for dollars in range(1, 6)
    ]
    assert taken == [100, 200, 300, 400, 500]
    for amount in (50, 150, 550, 600):
        assert refused_by(rules, "fire-bet", amount) == "623a.11(b)(1)"


# What chips can pay (reading B-CR-15): the denominators of the odds, in smallest chips.
PAYABLE = {
    "place-to-win": {4: 5, 5: 5, 6: 6, 8: 6, 9: 5, 10: 5},
    "place-to-lose": {4: 11, 5: 8, 6: 5, 8: 5, 9: 8, 10: 11},
    "buy": {4: 1, 5: 2, 6: 5, 8: 5, 9: 2, 10: 1},
    "lay": {4: 2, 5: 3, 6: 6, 8: 6, 9: 3, 10: 2},
}


PAID_BY = {
    "place-to-win": "623a.5(a)[place_win_{}]",
    "place-to-lose": "623a.5(a)[place_lose_{}]",
    "buy": "623a.5(g)(1)[buy_{}]",
    "lay": "623a.5(g)(2)[lay_{}]",
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name,
            # One chip makes and pays a Buy Bet on 4 or 10, so that nothing is refused there.
            marks=pytest.mark.clause(
                *(PAID_BY[name].format(number) for number, unit in units.items() if unit > 1)
            ),
            id=name,
        )
        for name, units in PAYABLE.items()
    ],
)
def test_an_amount_that_chips_cannot_pay_is_refused_by_the_odds_that_it_would_be_paid_at(name: str) -> None:
    rules = betting()
    for number, unit in PAYABLE[name].items():
        wager = f"{name}-{number}"
        assert rules.steps[wager, ""] == unit * 100
        for chips in range(1, 2 * unit + 1):
            if chips % unit:
                assert refused_by(rules, wager, chips * 100) == PAID_BY[name].format(number)
            else:
                rules.accept((), PlaceWager(seat=1, wager=wager, amount=chips * 100))


# The list itself, and what acts on a come out roll.


def test_a_wager_is_called_by_its_number_but_not_by_where_the_crew_keeps_it() -> None:
    game = Craps()
    titles = {wager_title(game, "fire-bet", ""), wager_title(game, "fire-bet", "box")}
    assert titles == {"Fire Bet"}
    assert wager_title(game, "come", "6") == "Come 6"


@pytest.mark.clause("623a.3(a)")
def test_bonus_craps_came_with_the_text_of_2013() -> None:
    bonus = {"all-small", "all-tall", "all-or-nothing-at-all"}
    assert CATALOGUE.keys() - catalogue(EDITION_2011).keys() == bonus
    assert len(catalogue(EDITION_2011)) == 69


def test_place_buy_and_hardway_wagers_rest_on_a_come_out_roll_and_lay_bets_act() -> None:
    resting = {
        *(f"{name}-{number}" for name in ("place-to-win", "place-to-lose", "buy") for number in POINTS),
        *(f"{word}-the-hardway" for word in ("four", "six", "eight", "ten")),
    }
    assert {wager for wager, rule in COME_OUT.items() if not rule.acts} == resting
    assert COME_OUT.keys() - resting == {f"lay-{number}" for number in POINTS}
    assert (COME_OUT["lay-4"].rule.id, COME_OUT["lay-4"].call.id) == ("623a.3(a)(42)#2", "623a.3(a)(42)#3")
    assert COME_OUT["ten-the-hardway"].call.id == "623a.3(a)(10)#3"


def test_every_wager_names_the_clause_that_allows_it() -> None:
    allowed = {
        "pass": "623a.3(a)(1)",
        "come": "623a.3(a)(3)#1",
        "place-to-win-9": "623a.3(a)(5)#1",
        "eight-the-hardway": "623a.3(a)(9)#1",
        "horn-high-11": "623a.3(a)(20)#1",
        "2-4-on-the-hop": "623a.3(a)(30)",
        "fire-bet": "623a.3(a)(40)",
        "buy-4": "623a.3(a)(41)#1",
        "lay-10": "623a.3(a)(42)#1",
        "dont-come-odds": "623a.6(d)#1",
    }
    assert {name: CATALOGUE[name].clause.id for name in allowed} == allowed
    assert [CATALOGUE[name].moved_to for name in ("come", "dont-come")] == [
        ("4", "5", "6", "8", "9", "10")
    ] * 2
    assert catalogue(fire=FirePaytable.B)["fire-bet"].paytable[0] != CATALOGUE["fire-bet"].paytable[0]
