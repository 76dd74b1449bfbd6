"""The best play of twenty-one: worked out exactly, held against other ways of counting, and against rounds played at random."""

from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

from houseway.games.double_attack_blackjack.submission import DoubleAttackSubmission
from houseway.games.double_attack_blackjack.wagers import OnSurrender
from houseway.lab import simulated, strategy, twenty_one_simulation
from houseway.lab.compiling import at_once, compiled
from houseway.lab.double_attack_blackjack import asking, best
from houseway.lab.edge import edges
from houseway.lab.strategy import StrategyTable
from houseway.lab.twenty_one import Best
from houseway.lab.twenty_one_hands import (
    ACE,
    DEALT,
    DRAWS,
    GIVES_UP,
    PLAIN,
    SPLITS,
    STANDS,
    TEN,
    VALUES,
    _bits,
    _codes,
    _Inquiry,
    dealers_hands,
    hands_of,
)
from houseway.lab.twenty_one_simulation import MOST_PARTS, halves, nets, play_rounds
from houseway.lab.twenty_one_solver import Play, Solver, no_play
from houseway.lab.twenty_one_solving import dealers_chances

# Eight decks without tens.
SHOE = (*(32 for _ in range(9)), 96)
ATTACKED = tuple(range(1, 8))


@pytest.fixture(scope="module")
def found() -> Best:
    return best(DoubleAttackSubmission())


@cache
def drawn_out(up: int, held: tuple[int, ...], left: tuple[int, ...]) -> dict[int, Fraction]:
    """How a dealer who stands on every 17 comes out, card by card; 0 is past 21, -1 a Blackjack."""
    values = (up, *held)
    count = sum(value + 1 for value in values)
    reached = count + 10 if ACE in values and count <= 11 else count
    if len(values) == 2 and reached == 21:
        return {-1: Fraction(1)}
    if len(values) > 1 and reached >= 17:
        return {reached if reached <= 21 else 0: Fraction(1)}
    found: dict[int, Fraction] = {}
    for value, many in enumerate(left):
        if many:
            fewer = tuple(cards - (other == value) for other, cards in enumerate(left))
            for result, chance in drawn_out(up, tuple(sorted((*held, value))), fewer).items():
                found[result] = found.get(result, Fraction(0)) + chance * Fraction(many, sum(left))
    return found


@pytest.mark.parametrize("up", [ACE, 5, TEN])
def test_the_dealers_results_are_as_likely_as_card_by_card(found: Best, up: int) -> None:
    left = tuple(cards - (value == up) - (value == 3) for value, cards in enumerate(SHOE))
    solver = Solver(found.hands, 17, False)
    terms = solver.terms(0, 0.0)[DEALT]
    chances = np.zeros(6)
    dealer = solver.dealers[up]
    arguments = np.array(left, float), sum(left), dealer, terms, np.zeros(len(dealer.parent)), chances
    compiled(dealers_chances)(*arguments)
    expected = drawn_out(up, (), left)
    assert chances == pytest.approx(
        [float(expected[result]) for result in (17, 18, 19, 20, 21, 0)], abs=1e-13
    )
    assert 1 - chances.sum() == pytest.approx(float(expected.get(-1, 0)), abs=1e-13)


def test_the_dealer_draws_to_a_soft_total_where_the_rules_say_so() -> None:
    assert dealers_hands(5, 17, True).ways.sum() > dealers_hands(5, 17, False).ways.sum()


def test_a_hand_that_stands_is_worth_what_the_dealer_makes_of_it(found: Best) -> None:
    row = _row(found, 9, 7)
    for up in (1, 5, TEN):
        if found.play.hands[DEALT, up, row] != STANDS:
            continue
        left = tuple(cards - (value == up) - (value in (7, 9)) for value, cards in enumerate(SHOE))
        dealer = drawn_out(up, (), left)
        worth = sum(
            chance * ((result < 18) - (result > 18)) for result, chance in dealer.items() if result >= 0
        )
        stake = 2 if up in ATTACKED else 1
        assert found.worth[up, row] == worth * stake


def test_a_drawn_card_leads_to_what_the_next_hands_are_worth(found: Best) -> None:
    """Thirteen against a ten, by one card more."""
    up, row = TEN, _row(found, 9, 2)
    assert found.play.hands[DEALT, up, row] == DRAWS
    left = np.array([cards - (value == up) - (value in (2, 9)) for value, cards in enumerate(SHOE)])
    solver = Solver(found.hands, 17, False)
    worths = solver._against(up, found.play, 0.0) / found.hands.parts
    drawn = sum(left[value] * worths[found.hands.after[row, value]] for value in range(8))
    lost = left[8:].sum() * (1 - left[ACE] / (left.sum() - 1))
    assert worths[row] == pytest.approx((drawn - lost) / left.sum())
    assert float(found.worth[up, row]) == pytest.approx(worths[row], abs=1e-13)


def test_the_worth_of_a_split_counts_every_hand_that_it_becomes(found: Best) -> None:
    """Were every hand worth one wager, a split would be worth as many as hands are made of it."""
    hands = found.hands
    alike = hands._replace(
        worth=np.full_like(hands.worth, hands.parts), past_21=np.full_like(hands.past_21, hands.parts)
    )
    solver = Solver(alike, 17, False)
    play = no_play(hands)
    play.hands[:] = play.doubled[:] = STANDS
    play.hands[DEALT][:, hands.composition.max(1) == 2] = SPLITS
    for value, up in ((7, 5), (7, 7), (ACE, 3)):
        terms = solver.terms(0, 0.0)[value + 1]
        made = solver._split(value, up, play, terms, choosing=False) / hands.parts
        left = [cards - (other == up) for other, cards in enumerate(SHOE)]
        assert made == pytest.approx(
            float(_hands_made(left[value] - 2, sum(left) - 2, 2, 2, 2 if value == ACE else 4))
        )


def _hands_made(alike: int, left: int, made: int, waiting: int, most: int) -> Fraction:
    """How many hands a pair becomes on the average, second card by second card."""
    if not waiting:
        return Fraction(made)
    again = Fraction(alike, left) if made < most else Fraction(0)
    split = _hands_made(alike - 1, left - 1, made + 1, waiting + 1, most) if again else 0
    return again * split + (1 - again) * _hands_made(alike, left - 1, made, waiting - 1, most)


def test_the_exact_worth_is_what_floating_point_finds(found: Best) -> None:
    solver = Solver(found.hands, 17, False)
    for up in (ACE, 6):
        worths = solver._against(up, found.play, 0.0) / found.hands.parts
        for row in solver.twos.tolist():
            assert float(found.worth[up, row]) == pytest.approx(worths[row], abs=1e-12)


def test_no_other_play_of_a_hand_is_better(found: Best) -> None:
    """Each first hand played otherwise, as far as it may be, and on as is best: never worth more."""
    solver = Solver(found.hands, 17, False)
    for row, action in product(
        (_row(found, 9, 5), _row(found, 0, 6), _row(found, 7, 7)), (STANDS, DRAWS, GIVES_UP)
    ):
        hands = found.play.hands.copy()
        hands[DEALT, :, row] = action
        other = Play(hands, found.play.doubled, found.play.wagered)
        for up in (1, 6, TEN):
            worth = solver._against(up, other, 0.0)[row] / found.hands.parts
            assert worth <= float(found.worth[up, row]) + 1e-12


def test_a_large_hand_is_asked_as_others_of_its_total_and_size(found: Best) -> None:
    """Of hands of more than three cards one stands for all of a total and number of cards: others are asked here."""
    hands, inquiry = found.hands, _Inquiry(asking(DoubleAttackSubmission()))
    for row in range(400, len(hands.cards), 131):
        hand = _codes((tuple(hands.composition[row].tolist()), ""))
        assert hands.may[DEALT, row] == _bits(inquiry._open(hand))
        asked = [float(net) for net in inquiry._nets(hand, PLAIN)]
        assert (hands.worth[0, 0, PLAIN, row] / hands.parts).tolist() == asked


# Rounds at random.


def test_rounds_at_random_bear_the_exact_edge_out(found: Best) -> None:
    record = simulated("double-attack-blackjack", "best", rounds=400_000, seed=4)
    assert record.wager == "bet"
    assert record.interval is not None
    low, high = record.interval
    assert low < -float(found.expected) < high


def test_rounds_are_played_alike_by_the_plain_and_the_compiled_functions(found: Best) -> None:
    counts = [np.zeros(2 * MOST_PARTS + 1, np.int64) for _ in range(2)]
    for play, kept in zip((play_rounds, compiled(play_rounds)), counts, strict=True):
        assert play(halves(8, 0, 300), 300, found.way.shoe, found.way.tables, kept) == 0
    assert counts[0].tolist() == counts[1].tolist()
    assert counts[0].sum() == 300


@pytest.mark.parametrize("processors", [1, 3])
def test_a_result_depends_on_seed_and_rounds_alone(
    found: Best, processors: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: processors)
    counts = nets(found.way.tables, found.way.shoe, rounds=120_000, seed=9)
    assert counts.sum() == 120_000
    assert int(counts @ (np.arange(len(counts)) - MOST_PARTS)) == -2574


def test_a_block_whose_words_run_out_reads_on(found: Best, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twenty_one_simulation, "_WORDS_FOR_ROUND", 1)
    assert nets(found.way.tables, found.way.shoe, rounds=5_000, seed=9).sum() == 5_000


# Double Attack Blackjack.


def test_the_bet_is_priced_as_best_played(found: Best) -> None:
    (record,) = edges("double-attack-blackjack", "bet")
    assert Fraction(record.edge) == -found.expected
    assert record.edge_decimal == pytest.approx(0.004804293246)
    assert (record.interval, record.exact) == (None, {})
    assert record.method.startswith("exact: best play")


def test_double_attack_is_made_and_hands_given_up_as_is_published(found: Best) -> None:
    """What others worked out for the same rules: attack a two to an eight, and give up nothing but 17 against an ace."""
    assert tuple(np.flatnonzero(found.play.wagered)) == ATTACKED
    given_up = found.play.hands[DEALT] == GIVES_UP
    ups, rows = np.nonzero(given_up & (found.hands.cards == 2))
    assert set(ups.tolist()) == {ACE}
    assert set(found.hands.reached[rows].tolist()) == {17}


@pytest.mark.long
@pytest.mark.parametrize(
    ("splits_once", "gives_up_as_dealt", "edge"),
    [
        pytest.param(True, False, 0.005715, id="pairs split once"),
        pytest.param(False, True, 0.005303, id="hands given up as dealt or not at all"),
        pytest.param(True, True, 0.006212, id="both, which reproduces the printed edge"),
    ],
)
def test_the_edge_that_is_printed_can_be_reproduced_by_fewer_rights(
    found: Best, splits_once: bool, gives_up_as_dealt: bool, edge: float
) -> None:
    """Commonly printed is 0.62 %, which these make; the chapter lets pairs become four hands, and hands be given up until they stand."""
    hands = found.hands
    if splits_once:
        hands = hands._replace(most_hands=np.minimum(hands.most_hands, 2))
    if gives_up_as_dealt:
        may = hands.may & ~GIVES_UP
        may[DEALT, hands.cards == 2] = hands.may[DEALT, hands.cards == 2]
        hands = hands._replace(may=may, may_doubled=hands.may_doubled & ~GIVES_UP)
    fewer = Solver(hands, found.rules.stands_from, found.rules.draws_to_soft)
    best_against = at_once(fewer._best_against, range(VALUES))
    assert -sum(max(expected for expected, _ in ways) for ways in best_against) == pytest.approx(
        edge, abs=5e-7
    )


@pytest.mark.long
def test_what_a_surrender_takes_of_a_double_down_wager_changes_the_edge() -> None:
    """Against a nine, for instance, where many hands that were doubled down on are given up."""
    chosen = (DoubleAttackSubmission(double_down_on_surrender=one) for one in OnSurrender)
    half, back, kept = (Solver(hands_of(asking(one)), 17, False)._best_against(8)[0][0] for one in chosen)
    assert kept < half < back


def test_the_chart_says_what_is_done_with_every_first_hand() -> None:
    told = strategy("double-attack-blackjack")
    tables = {table.title: table for table in told.tables}
    assert _cell(tables["First two cards, hard"], "17", "A") == "R"
    assert _cell(tables["First two cards, hard"], "14", "3") == "H"
    drawn = [table for table in told.tables if table.letters]
    assert [table.title for table in told.tables if not table.letters] == [
        "Exceptions by the first two cards"
    ]
    assert {one for table in drawn for row in table.rows for cell in row[1:] for one in cell} <= set(
        drawn[0].letters
    )
    assert _cell(tables["First two cards, hard"], "11", "10") == "D*"
    assert _cell(tables["First two cards, soft"], "A-6", "4") == "D"
    assert _cell(tables["Pairs"], "8-8", "A") == "P"
    assert tables["Exceptions by the first two cards"].rows == (("2-9", "10", "draw", "double down"),)
    assert _cell(tables["Once doubled down on"], "17", "A") == "R"
    assert any("Double Attack Wager against 2, 3, 4, 5, 6, 7, 8," in line for line in told.rule)


def _cell(table: StrategyTable, hand: str, up: str) -> str:
    (row,) = (row for row in table.rows if row[0] == hand)
    return row[table.columns.index(up)]


def _row(found: Best, *values: int) -> int:
    held = np.bincount(values, minlength=VALUES)
    (row,) = np.flatnonzero((found.hands.composition == held).all(1))
    return int(row)
