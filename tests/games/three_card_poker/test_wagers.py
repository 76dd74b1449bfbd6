"""How each wager is decided and paid (36.05.14.11C, .11D, .12; 649a.12(g))."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from houseway.equipment.cards import cards
from houseway.games.three_card_poker.paytables import PAIR_PLUS, SIX_CARD_BONUS, EditionName
from houseway.games.three_card_poker.ranking import three_card
from houseway.games.three_card_poker.showdown import Showdown, showdown
from houseway.games.three_card_poker.wagers import ante_bonus, catalogue, envy_line
from houseway.table.wagers import PayLine, Verdict
from tests.games.three_card_poker.dealing import MD, submission

STRAIGHT_FLUSH, TRIPS, STRAIGHT, FLUSH, PAIR, NOTHING = (
    "9s 8s 7s",
    "5c 5d 5h",
    "9c 8d 7h",
    "Kc 9c 2c",
    "4c 4d 9h",
    "Kc 9d 2h",
)


def three(codes: str) -> tuple[int, int, int]:
    first, second, third = cards(codes.split())
    return first, second, third


def decide(
    wager: str, player: str, dealer: str = "Qh Jd 4c", *, folded: bool = False, **options: Any
) -> Verdict:
    """How a wager comes out."""
    wagers = submission(**options).chosen_catalogue()
    return wagers[wager].decide(showdown(three(player), three(dealer), folded=folded), "")


def paid(line: PayLine | None) -> tuple[str, str] | None:
    """What a line pays and the clause it stands in, without the chapter."""
    return (str(line.odds), line.clause.id.removeprefix(MD)) if line else None


# Ante and Play.


@pytest.mark.parametrize(
    ("wager", "player", "dealer", "result", "clause"),
    [
        pytest.param(
            "ante", "2c 3d 7h", "Js Td 8c", "win", ".11D(3)(c)#1",
            marks=pytest.mark.clause("36.05.14.11D(3)(c)#1"), id="no qualifier, ante",
        ),
        pytest.param(
            "play", "2c 3d 7h", "Js Td 8c", "push", ".11D(3)(c)#2",
            marks=pytest.mark.clause("36.05.14.11D(3)(c)#2"), id="no qualifier, play",
        ),
        pytest.param(
            "ante", "2c 3d 7h", "Qs Td 8c", "lose", ".11D(3)(d)(i)",
            marks=pytest.mark.clause("36.05.14.11D(3)(d)(i)"), id="lower, ante",
        ),
        pytest.param(
            "play", "2c 3d 7h", "Qs Td 8c", "lose", ".11D(3)(d)(i)",
            marks=pytest.mark.clause("36.05.14.11D(3)(d)(i)"), id="lower, play",
        ),
        pytest.param(
            "ante", "Kc 3d 7h", "Qs Td 8c", "win", ".11D(3)(d)(ii)",
            marks=pytest.mark.clause("36.05.14.11D(3)(d)(ii)", "36.05.14.12A#1"), id="higher, ante",
        ),
        pytest.param(
            "play", "Kc 3d 7h", "Qs Td 8c", "win", ".11D(3)(d)(ii)",
            marks=pytest.mark.clause("36.05.14.11D(3)(d)(ii)", "36.05.14.12A#2"), id="higher, play",
        ),
        pytest.param(
            "ante", "Qc Th 8d", "Qs Td 8c", "push", ".11D(3)(d)(iii)",
            marks=pytest.mark.clause("36.05.14.11D(3)(d)(iii)"), id="level, ante",
        ),
        pytest.param(
            "play", "Qc Th 8d", "Qs Td 8c", "push", ".11D(3)(d)(iii)",
            marks=pytest.mark.clause("36.05.14.11D(3)(d)(iii)"), id="level, play",
        ),
    ],
)  # fmt: skip
def test_ante_and_play_against_the_dealer(
    wager: str, player: str, dealer: str, result: str, clause: str
) -> None:
    verdict = decide(wager, player, dealer)
    assert (verdict.result, verdict.clause.id) == (result, MD + clause)
    if result == "win":
        assert paid(verdict.line) == ("1 to 1", f".12A#{1 if wager == 'ante' else 2}")


def test_a_non_qualifying_dealer_pays_even_a_hand_that_is_lower() -> None:
    assert three_card(*three("2c 3d 7h")) < three_card(*three("Js Td 8c"))
    assert decide("ante", "2c 3d 7h", "Js Td 8c").result == "win"


# The Ante Bonus.

_BONUS_ODDS = {"A": (5, 4, 1), "B": (5, 3, 1), "C": (4, 3, 1)}


def _bonus_tables() -> list[Any]:
    cases = []
    for number, (table, odds) in enumerate(_BONUS_ODDS.items(), start=1):
        for version, paragraph, letters in (
            ("separate", ".12B", "abc"),
            ("both-compulsory", ".12C", "cde"),
        ):
            wanted = [
                (f"{win} to 1", f"{paragraph}({number})({line})")
                for win, line in zip(odds, letters, strict=True)
            ]
            marks = pytest.mark.clause(
                f"{MD}{paragraph}({number})", f"{MD}.12B#1", f"{MD}.12B#2", f"{MD}.12C"
            )
            cases.append(pytest.param(table, version, wanted, marks=marks, id=f"{paragraph}({number})"))
    return cases


@pytest.mark.parametrize(("table", "version", "wanted"), _bonus_tables())
def test_the_ante_bonus_pays_by_its_table(table: str, version: str, wanted: list[tuple[str, str]]) -> None:
    chosen = submission(ante_bonus=table, version=version).ante_bonus_table()
    found = [
        paid(ante_bonus(chosen, showdown(three(hand), three("Qh Jd 4c"))))
        for hand in ("As Ks Qs", STRAIGHT_FLUSH, TRIPS, STRAIGHT, FLUSH, PAIR, NOTHING)
    ]
    # A suited ace, king and queen is a straight flush like any other where no line says more.
    assert found == [wanted[0], *wanted, None, None, None]


@pytest.mark.clause("36.05.14.12B#1", "36.05.14.12C")
@pytest.mark.parametrize(
    "dealer",
    ["Js Td 8c", "Kh Qd 9s", "9h 8c 7d", "6c 6d 6h"],
    ids=["no qualifier", "beaten", "level", "higher"],
)
def test_the_ante_bonus_does_not_ask_what_the_dealer_holds(dealer: str) -> None:
    table = submission().ante_bonus_table()
    assert paid(ante_bonus(table, showdown(three("9c 8d 7h"), three(dealer)))) == ("1 to 1", ".12B(1)(c)")


@pytest.mark.clause("36.05.14.12B#1")
def test_a_folded_hand_earns_no_ante_bonus() -> None:
    table = submission().ante_bonus_table()
    assert ante_bonus(table, showdown(three(TRIPS), three("Js Td 8c"), folded=True)) is None


# Pair Plus.

_PAIR_PLUS_ODDS = {
    "A": (40, 30, 5, 4, 1),
    "B": (40, 30, 6, 3, 1),
    "C": (40, 30, 6, 4, 1),
    "D": (40, 25, 6, 4, 1),
}


@pytest.mark.parametrize(
    ("table", "number"),
    [
        pytest.param(table, number, marks=pytest.mark.clause(f"{MD}.12D", f"{MD}.12D({number})"), id=table)
        for number, table in enumerate(_PAIR_PLUS_ODDS, start=1)
    ],
)
def test_pair_plus_pays_by_its_table(table: str, number: int) -> None:
    hands = (STRAIGHT_FLUSH, TRIPS, STRAIGHT, FLUSH, PAIR)
    for hand, win, letter in zip(hands, _PAIR_PLUS_ODDS[table], "abcde", strict=True):
        verdict = decide("pair-plus", hand, pair_plus=table)
        assert paid(verdict.line) == (f"{win} to 1", f".12D({number})({letter})")
    assert decide("pair-plus", "As Ks Qs", pair_plus=table) == decide(
        "pair-plus", STRAIGHT_FLUSH, pair_plus=table
    )
    assert decide("pair-plus", NOTHING, pair_plus=table).result == "lose"


@pytest.mark.clause("36.05.14.11D(4)#2", "36.05.14.07E(2)")
def test_pair_plus_does_not_ask_what_the_dealer_holds() -> None:
    for dealer in ("Js Td 8c", "6c 6d 6h"):
        assert paid(decide("pair-plus", PAIR, dealer).line) == ("1 to 1", ".12D(3)(e)")


def test_pair_plus_costs_the_player_what_the_published_figure_says() -> None:
    wager = catalogue(pair_plus=PAIR_PLUS["C"])["pair-plus"]
    net = Fraction(0)
    for hand in combinations(range(52), 3):
        verdict = wager.decide(Showdown(player=three_card(*hand), dealer=0), "")
        net += verdict.line.odds.pay(1) if verdict.line else -1
    assert -net / 22_100 == Fraction(128, 5525)


# Folding (.11C).


@pytest.mark.clause(
    "36.05.14.11B", "36.05.14.11C(1)", "36.05.14.11C(2)#1", "36.05.14.11C(3)", "36.05.14.11D(4)#2"
)
def test_a_fold_gives_up_ante_pair_plus_and_progressive_but_not_the_six_card_bonus() -> None:
    """Even where each of them would have been paid (C-109, C-110)."""
    verdicts = {
        wager: decide(wager, TRIPS, "Js Td 8c", folded=True)
        for wager in ("ante", "pair-plus", "progressive", "six-card-bonus")
    }
    assert {wager: (v.result, v.clause.id.removeprefix(MD)) for wager, v in verdicts.items()} == {
        "ante": ("lose", ".11B"),
        "pair-plus": ("lose", ".11C(1)"),
        "progressive": ("lose", ".11C(2)#1"),
        "six-card-bonus": ("win", ".11D(8)(c)"),
    }


# The progressive.

_PROGRESSIVE = {
    "A": (("As Ks Qs", "100% of the meter"), ("Ah Kh Qh", "500 for 1"), (STRAIGHT_FLUSH, "70 for 1"), (TRIPS, "60 for 1"), (STRAIGHT, "6 for 1")),
    "B": (("As Ks Qs", "100% of the meter"), ("Ad Kd Qd", "500 for 1"), (STRAIGHT_FLUSH, "100 for 1"), (TRIPS, "90 for 1")),
}  # fmt: skip


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(
            "A", marks=pytest.mark.clause("36.05.14.12E(1)(a)", "36.05.14.01B(6)", "36.05.14.12E(2)")
        ),
        pytest.param(
            "B", marks=pytest.mark.clause("36.05.14.12E(1)(b)", "36.05.14.01B(6)", "36.05.14.12E(2)")
        ),
    ],
)
def test_the_progressive_pays_only_the_highest_line_of_its_table(table: str) -> None:
    for (hand, odds), line in zip(_PROGRESSIVE[table], ("i", "ii", "iii", "iv", "v"), strict=False):
        verdict = decide("progressive", hand, "6c 6d 6h", progressive=table)
        assert paid(verdict.line) == (odds, f".12E(1)({table.lower()})({line})")
    assert decide("progressive", FLUSH, progressive=table).result == "lose"
    assert (decide("progressive", STRAIGHT, progressive="B").result, decide("progressive", PAIR).result) == (
        "lose",
        "lose",
    )


@pytest.mark.clause("36.05.14.11D(6)")
def test_a_progressive_win_does_not_ask_what_the_dealer_holds() -> None:
    verdict = decide("progressive", STRAIGHT, "As Ks Qs")
    assert (verdict.result, verdict.clause.id) == ("win", f"{MD}.11D(6)")


@pytest.mark.parametrize(
    ("stake", "hand", "amount", "line"),
    [
        pytest.param(
            stake, hand, amount, line,
            marks=pytest.mark.clause(f"{MD}.12E(5)", f"{MD}.12E(5)({line[0]})", f"{MD}.01B(2)"),
        )
        for stake, hand, amount, line in (
            (100, "As Ks Qs", "$100", "a(i)"),
            (100, "Ac Kc Qc", "$25", "a(ii)"),
            (500, "As Ks Qs", "$500", "b(i)"),
            (500, "Ad Kd Qd", "$125", "b(ii)"),
        )
    ],
)  # fmt: skip
def test_the_envy_bonus_goes_by_the_recipients_own_wager(
    stake: int, hand: str, amount: str, line: str
) -> None:
    facts = showdown(three(hand), three("2c 3d 7h"))
    assert paid(envy_line(stake, facts.royal_suit)) == (amount, f".12E(5)({line[0]}){line[1:]}")


@pytest.mark.clause("36.05.14.01B(2)")
@pytest.mark.parametrize("hand", ["As Ks Qd", "Ks Qs Js", "As 2s 3s", "Ac Ad Ah"])
def test_no_other_hand_earns_an_envy_bonus(hand: str) -> None:
    facts = showdown(three(hand), three("2c 3d 7h"))
    assert envy_line(100, facts.royal_suit) is None


# The Six Card Bonus.

# A player's and a dealer's three cards that together make each hand.
_SIX = {
    "royal flush": ("Ah Kh Qh", "Jh Th 2c"),
    "straight flush": ("9h 8h 7h", "6h 5h Kd"),
    "four of a kind": ("9h 9c Kd", "9d 9s 2c"),
    "full house": ("9h 9c Kd", "9d Ks 2c"),
    "flush": ("9h 2h Kh", "4h 7h 2c"),
    "straight": ("9h 8c 7d", "6h 5s Kd"),
    "three of a kind": ("9h 9c Kd", "9d 2s 4c"),
}
_NO_TRIPS = ("9h 9c Kd", "Kc 2s 4c")
_SUPER_ROYALS = {"diamonds": ("Ad Kd Qd", "Jd Td 9d"), "spades": ("Js Ts 9s", "As Ks Qs")}

_OLD = {
    "A": (1000, 200, 50, 25, 20, 10, 5),
    "B": (1000, 200, 100, 20, 15, 9, 8),
    "C": (1000, 200, 100, 20, 15, 10, 7),
    "D": (1000, 200, 50, 25, 15, 10, 5),
    "E": (1000, 200, 50, 20, 15, 10, 5),
}
_NEW = {"A": (1000, 200, 50, 20, 15, 10, 5), "B": (1000, 200, 50, 20, 15, 10, 5)}


def _six_card_tables() -> list[Any]:
    cases = []
    for edition, tables in (("md-2013", _OLD), ("649a-2014", _OLD), ("md-2014", _NEW)):
        for table, odds in tables.items():
            marks = pytest.mark.clause(
                f"{MD}.12F", f"{MD}.12F(1)", f"{MD}.12F(2)", f"{MD}.11D(8)(b)", f"{MD}.11D(8)(c)"
            )
            cases.append(pytest.param(edition, table, odds, marks=marks, id=f"{edition}-{table}"))
    return cases


@pytest.mark.parametrize(("edition", "table", "odds"), _six_card_tables())
def test_the_six_card_bonus_pays_by_the_table_of_its_edition(
    edition: str, table: str, odds: tuple[int, ...]
) -> None:
    for (player, dealer), win in zip(_SIX.values(), odds, strict=True):
        verdict = decide("six-card-bonus", player, dealer, edition=edition, six_card_bonus=table)
        assert verdict.line is not None
        assert (verdict.clause.id, str(verdict.line.odds)) == (f"{MD}.11D(8)(c)", f"{win} to 1")
    assert decide("six-card-bonus", *_NO_TRIPS, edition=edition, six_card_bonus=table).result == "lose"


_LINES = {
    ("md-2013", "A"): [f".12F(1)({letter})#1" for letter in "abcdefg"],
    # The lines that stand there now are the amendment's, so the old ones cite their heading.
    ("md-2013", "B"): [".12F(2)"] * 7,
    ("md-2013", "C"): [".12F(3)"] * 7,
    ("md-2013", "D"): [".12F(4)"] * 7,
    ("md-2013", "E"): [".12F(5)"] * 9,
    ("md-2014", "A"): [*(f".12F(1)({letter})#2" for letter in "abcdefg"), ".12F(1)(h)", ".12F(1)(i)"],
    ("md-2014", "B"): [f".12F(2)({letter})" for letter in "abcdefgh"],
}


@pytest.mark.parametrize(("edition", "table"), list(_LINES))
def test_every_line_of_a_six_card_table_is_cited_as_its_edition_has_it(edition: str, table: str) -> None:
    lines = SIX_CARD_BONUS[EditionName(edition)][table].values()
    assert [line.clause.id.removeprefix(MD) for line in lines] == _LINES[edition, table]


@pytest.mark.parametrize(
    ("edition", "table", "suit", "pays"),
    [
        ("md-2013", "E", "diamonds", "$1,000,000"),
        ("md-2013", "E", "spades", "$100,000"),
        ("md-2014", "A", "diamonds", "$1,000,000"),
        ("md-2014", "A", "spades", "$100,000"),
        ("md-2014", "B", "diamonds", "$100,000"),
        ("md-2014", "B", "spades", "$100,000"),
        ("649a-2014", "E", "diamonds", "$1,000,000"),
        ("649a-2014", "E", "spades", "$100,000"),
    ],
)
@pytest.mark.clause(
    "36.05.14.06F(8)#2", "36.05.14.07E(5)(a)", "36.05.14.11D(8)(d)", "649a.6(d)(8)#2", "649a.6(d)(8)#1"
)
def test_a_super_royal_reads_all_six_cards_under_a_table_that_lists_it(
    edition: str, table: str, suit: str, pays: str
) -> None:
    verdict = decide("six-card-bonus", *_SUPER_ROYALS[suit], edition=edition, six_card_bonus=table)
    assert verdict.line is not None
    assert (verdict.clause.id, str(verdict.line.odds)) == (f"{MD}.11D(8)(d)", pays)
    assert verdict.line.odds.pay(500) == verdict.line.odds.pay(10_000)


@pytest.mark.parametrize("edition", ["md-2013", "649a-2014"])
@pytest.mark.parametrize("table", ["A", "B", "C", "D"])
def test_under_any_other_table_a_super_royal_is_a_royal_flush(edition: str, table: str) -> None:
    verdict = decide("six-card-bonus", *_SUPER_ROYALS["diamonds"], edition=edition, six_card_bonus=table)
    assert verdict.line is not None
    assert str(verdict.line.odds) == "1000 to 1"


@pytest.mark.clause("36.05.14.11D(8)(a)")
def test_the_six_card_bonus_does_not_ask_what_became_of_the_other_wagers() -> None:
    player, dealer = _SIX["full house"]
    kept, folded = (decide("six-card-bonus", player, dealer, folded=folded) for folded in (False, True))
    assert kept == folded


def test_ace_to_five_is_a_run_in_the_six_card_bonus() -> None:
    """Reading C-114."""
    assert str(getattr(decide("six-card-bonus", "Ac 2d 3h", "4s 5c Kd").line, "odds", "")) == "10 to 1"


# Pennsylvania's mini-royal.


@pytest.mark.clause("649a.6(e)#1", "649a.6(e)#2", "649a.12(g)")
def test_a_mini_royal_line_pays_only_the_suited_ace_king_and_queen() -> None:
    options: dict[str, Any] = {"edition": "649a-2014", "mini_royal_ante_bonus": 6, "mini_royal_pair_plus": 50}
    royal, other = "Ah Kh Qh", "Kh Qh Jh"
    assert paid(decide("pair-plus", royal, **options).line) == ("50 to 1", "649a.12(g)(2)")
    assert paid(decide("pair-plus", other, **options).line) == ("40 to 1", ".12D(3)(a)")
    assert paid(decide("pair-plus", "Ah Kh Qd", **options).line) == ("6 to 1", ".12D(3)(c)")
    table = submission(**options).ante_bonus_table()
    facts = {hand: showdown(three(hand), three("2c 3d 7h")) for hand in (royal, other)}
    assert paid(ante_bonus(table, facts[royal])) == ("6 to 1", "649a.12(g)(1)")
    assert paid(ante_bonus(table, facts[other])) == ("5 to 1", ".12B(1)(a)")
