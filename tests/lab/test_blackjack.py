"""Blackjack in the lab: what the first cards decide, Straight Jack by basic strategy, and the main wager as best played."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from houseway.games.blackjack.submission import BlackjackSubmission
from houseway.lab import NoSuchFigure, edges
from houseway.lab.basic_strategy import basic
from houseway.lab.blackjack import (
    best,
    by_basic_strategy,
    choices,
    figures,
    house_money_added,
    price,
    simulate,
)
from houseway.lab.figures import Figure, Priced
from houseway.lab.twenty_one import Best, Way
from houseway.lab.twenty_one_hands import ACE, DEALT, DOUBLES, DRAWS, GIVES_UP, SPLITS, STANDS, TEN, VALUES
from houseway.lab.twenty_one_solver import Solver
from houseway.submission import UnlawfulSubmission
from houseway.table.events import Result

DECKS = (1, 2, 4, 6, 8)


def priced(wager: str, option: str, decks: int) -> Priced:
    figure = Figure(wager, f"decks={decks}{option}")
    return price(figure, BlackjackSubmission(**choices(figure)))


def edge(found: Priced) -> Fraction:
    won = sum((outcome.net * count for outcome, count in found.tally.items()), Fraction(0))
    return -won / sum(found.tally.values())


@pytest.mark.parametrize("decks", DECKS)
def test_house_money_is_what_counting_pairs_by_hand_gives(decks: int) -> None:
    """Thirteen neighbouring ranks in either order, of one suit or not, and thirteen pairs."""
    cards, of_rank = 52 * decks, 4 * decks
    ways = cards * (cards - 1)
    pairs = 13 * of_rank * (of_rank - 1)
    flushes, straights = 12 * 2 * 4 * decks**2, 13 * 2 * 4 * 3 * decks**2
    ace_king = 2 * 4 * decks**2
    won = 9 * ace_king + (5 if decks == 1 else 4) * flushes + 3 * pairs + straights
    lost = ways - ace_king - flushes - pairs - straights
    assert edge(priced("house-money", ",payout=taken", decks)) == Fraction(lost - won, ways)


def test_the_known_figure_of_house_money() -> None:
    assert edge(priced("house-money", ",payout=taken", 6)) == Fraction(1071, 4043)


@pytest.mark.parametrize("decks", DECKS)
def test_insurance_is_lost_unless_the_hole_card_counts_ten(decks: int) -> None:
    assert edge(priced("insurance", "", decks)) == 1 - Fraction(3 * 16 * decks, 52 * decks - 1)


@pytest.mark.parametrize("decks", DECKS)
def test_straight_jack_wins_as_often_as_two_cards_are_a_straight(decks: int) -> None:
    found = priced("straight-jack", ",strategy=basic,meter=0", decks)
    won = sum(count for outcome, count in found.tally.items() if outcome.result is Result.WIN)
    every = sum(found.tally.values())
    assert Fraction(won, every) == Fraction(13 * 2 * (4 * decks) ** 2, 52 * decks * (52 * decks - 1))
    paid = {outcome.net for outcome in found.tally}
    assert paid == {Fraction(net) for net in (-1, 3, 15, 50, 200)}


RANKS = "A23456789TJQK"
# Every run of ranks, an ace low or high, and what so many cards of one pay.
RUNS = [
    set(order[at : at + size])
    for order in (RANKS, RANKS[1:] + "A")
    for size in range(2, 7)
    for at in range(14 - size)
]
PAYS = (0, 0, 3, 15, 50, 200, 200)


def played_on(hand: str, up: str) -> str:
    """Hit, stand or double, by the chart of four decks and more whose dealer stands on every 17; no pair lies next to itself."""
    hard = sum(1 if rank == "A" else 10 if rank in "TJQK" else int(rank) for rank in hand)
    soft = "A" in hand and hard <= 11
    total = hard + 10 if soft else hard
    showing = 11 if up == "A" else 10 if up in "TJQK" else int(up)
    doubles = {9: (3, 6), 10: (2, 9), 11: (2, 10)}
    if soft:
        doubles = {12: (5, 6), 13: (5, 6), 14: (5, 6), 15: (4, 6), 16: (4, 6), 17: (3, 6), 18: (3, 6)}
    low, high = doubles.get(total, (0, 0))
    if len(hand) == 2 and low <= showing <= high:
        return "double"
    if soft:
        return "stand" if total >= 19 or (total == 18 and showing <= 8) else "hit"
    firm = total >= 17 or (total >= 13 and showing <= 6) or (total == 12 and 4 <= showing <= 6)
    return "stand" if firm else "hit"


def in_a_run(hand: str) -> bool:
    count = sum(1 if rank == "A" else 10 if rank in "TJQK" else int(rank) for rank in hand)
    return count <= 21 and len({*hand}) == len(hand) and {*hand} in RUNS


def brought(hand: str, up: str, left: dict[str, int]) -> Fraction:
    """What a run of two brings on the average by further cards; the dealer's hole card is one of those left, and was looked at."""
    cards = sum(left.values())
    won, plays = Fraction(PAYS[len(hand)]), played_on(hand, up)
    if plays == "stand":
        return won
    expected = Fraction(0)
    for rank, copies in left.items():
        longer = in_a_run(hand + rank)
        further = won
        if longer and plays == "double":
            further = Fraction(PAYS[len(hand) + 1])
        elif longer:
            further = brought(hand + rank, up, {**left, rank: copies - 1})
        expected += Fraction(copies, cards) * further
    return expected


def second_straight_jack(decks: int) -> Fraction:
    """The edge with the dealer's hole card dealt before any other is drawn: with a Blackjack a run of two is all there is."""
    left = dict.fromkeys(RANKS, 4 * decks)
    lost = Fraction(1)

    def taken(cards: dict[str, int], *ranks: str) -> tuple[Fraction, dict[str, int]]:
        chance = Fraction(1)
        for rank in ranks:
            chance *= Fraction(cards[rank], sum(cards.values()))
            cards = {**cards, rank: cards[rank] - 1}
        return chance, cards

    for first, second in product(RANKS, repeat=2):
        if not in_a_run(first + second):
            continue
        dealt, after = taken(left, first, second)
        for up, hole in product(RANKS, repeat=2):
            chance, rest = taken(after, up, hole)
            blackjack = {up, hole} & {"A"} and {up, hole} & {*"TJQK"}
            win = Fraction(PAYS[2]) if blackjack else brought(first + second, up, rest)
            lost -= dealt * chance * (win + 1)
    return lost


@pytest.mark.parametrize(
    "decks", [1, 6, *(pytest.param(decks, marks=pytest.mark.long) for decks in (2, 4, 8))]
)
def test_straight_jack_counted_with_every_hole_card_comes_to_the_same(decks: int) -> None:
    assert edge(priced("straight-jack", ",strategy=basic,meter=0", decks)) == second_straight_jack(decks)


def test_basic_strategy_is_the_published_chart() -> None:
    everything = STANDS | DRAWS | DOUBLES | SPLITS | GIVES_UP
    assert basic(16, False, None, TEN, everything) == DRAWS
    assert basic(12, False, None, 3, everything) == STANDS
    assert basic(11, False, None, TEN, everything) == DOUBLES
    assert basic(11, False, None, ACE, everything) == DRAWS
    assert basic(11, False, None, 5, STANDS | DRAWS) == DRAWS
    assert basic(18, True, None, 3, everything) == DOUBLES
    assert basic(18, True, None, 3, STANDS | DRAWS) == STANDS
    assert basic(16, False, 7, TEN, everything) == SPLITS
    assert basic(18, False, 8, 6, everything) == STANDS
    assert basic(20, False, TEN, 5, everything) == STANDS


# The main wager.


@pytest.fixture(scope="module")
def six() -> Best:
    return best(BlackjackSubmission(batch=6))


def test_six_decks_are_worth_what_others_found(six: Best) -> None:
    """Published for six decks, standing on 17, doubling after splits, late surrender, aces split once: about a third of a percent."""
    assert float(-six.expected) == pytest.approx(0.0033026214, abs=1e-9)
    assert roughly(six.way) == pytest.approx(float(six.expected), abs=1e-12)


def roughly(way: Way) -> float:
    """What a way to play is worth in floating point."""
    solver = Solver(way.hands, way.rules.stands_from, way.rules.draws_to_soft)
    return sum(solver._roughly(up, way.play) for up in range(VALUES))


def test_rounds_at_random_bear_the_exact_edge_out(six: Best) -> None:
    found = simulate(BlackjackSubmission(batch=6), "best", rounds=400_000, seed=1)
    rounds = sum(found.tally.values())
    mean = float(-edge(found))
    square = float(sum(outcome.net**2 * count for outcome, count in found.tally.items()) / rounds)
    assert abs(mean - float(six.expected)) < 1.96 * ((square - mean**2) / rounds) ** 0.5


def test_basic_strategy_costs_little_against_the_best_play(six: Best) -> None:
    """Without surrender, published as four tenths of a percent."""
    expected = roughly(by_basic_strategy(BlackjackSubmission(batch=6)))
    assert -expected == pytest.approx(0.0040592242, abs=1e-9)
    assert expected < float(six.expected)


def test_the_best_play_of_first_hands_is_basic_strategy_but_for_known_exceptions(six: Best) -> None:
    """By their first cards two hands are better played otherwise than their totals."""
    hands, play = six.hands, by_basic_strategy(BlackjackSubmission(batch=6)).play
    otherwise = [
        (tuple(hands.composition[row].nonzero()[0].tolist()), up)
        for row, up in product((hands.cards == 2).nonzero()[0].tolist(), range(10))
        if six.play.hands[DEALT, up, row] not in (play.hands[DEALT, up, row], GIVES_UP)
    ]
    # A ten and a two against a four; the only other hands that differ are of an ace and lie close by.
    assert ((1, 9), 3) in otherwise
    assert len(otherwise) <= 6


def test_a_payout_that_is_added_is_worth_more_by_what_its_hand_is_worth() -> None:
    submission = BlackjackSubmission(batch=6)
    wager = submission.chosen["house-money"]
    added = house_money_added(wager, submission)
    assert float(-added) == pytest.approx(0.1423395416, abs=1e-9)
    half = house_money_added(wager, BlackjackSubmission(batch=6, house_money_percent=50))
    taken = -edge(priced("house-money", ",payout=taken", 6))
    assert taken + (added - taken) / 2 == half


def test_a_table_lists_what_it_offers() -> None:
    named = [(figure.wager, figure.option) for figure in figures(BlackjackSubmission(batch=2))]
    assert named == [
        ("house-money", "decks=2,payout=taken"),
        ("house-money", "decks=2,payout=added"),
        ("blackjack", "decks=2,strategy=best"),
        ("insurance", "decks=2"),
    ]


METER = {"rate": 1000, "seed": 500_000, "reset": 500_000}
STATED: dict[str, dict[str, Any]] = {
    "three-card-poker": {
        "three_card_poker": [
            {"hand": "straight-flush", "odds": 40},
            {"hand": "three-of-a-kind", "odds": 30},
            {"hand": "straight", "odds": 6},
            {"hand": "flush", "odds": 4},
        ]
    },
    "hit-and-run": {
        "progressive": "hit-and-run",
        "meter": METER,
        "hit_and_run": [
            {"hand": "blackjack", "odds": 3},
            {"hand": "5", "odds": 4},
            {"hand": "6", "odds": 120, "form": "for"},
            {"hand": "7", "meter": 100},
        ],
    },
    "kings-bounty": {"kings_bounty": [{"hand": "king-of-spades-pair-and-dealer-blackjack", "odds": 1000}]},
}


def stated(wager: str, decks: int) -> Fraction:
    """The edge of a wager at a table that states what it pays."""
    (record,) = edges("blackjack", wager, {"batch": decks, "by_hand": decks == 1, **STATED[wager]})
    assert record.interval is None
    return Fraction(record.edge)


@pytest.mark.long
def test_three_card_poker_is_what_hands_of_three_cards_out_of_one_deck_pay() -> None:
    paid = 48 * 40 + 52 * 30 + 720 * 6 + 1096 * 4
    assert stated("three-card-poker", 1) == Fraction(22_100 - (48 + 52 + 720 + 1096) - paid, 22_100)


@pytest.mark.long
def test_hit_and_run_counts_the_cards_of_a_dealer_who_draws_to_the_end() -> None:
    left = {value: 16 if value == 10 else 4 for value in range(1, 11)}

    def expected(held: tuple[int, ...]) -> Fraction:
        count = sum(held)
        reached = count + 10 if 1 in held and count <= 11 else count
        if len(held) > 1 and reached >= 17:
            if len(held) == 2 and reached == 21:
                return Fraction(3)
            return (
                Fraction((4, 119)[len(held) - 5] if len(held) < 7 else 0) if len(held) > 4 else Fraction(-1)
            )
        found = Fraction(0)
        for value in [value for value, copies in left.items() if copies]:
            likely = Fraction(left[value], sum(left.values()))
            left[value] -= 1
            found += likely * expected((*held, value))
            left[value] += 1
        return found

    assert stated("hit-and-run", 1) == -expected(())


@pytest.mark.long
def test_the_top_award_of_kings_bounty_needs_both_kings_of_spades_and_a_dealers_blackjack() -> None:
    both_kings = Fraction(2 * 1, 104 * 103)
    blackjack = Fraction(2 * 8 * (32 - 2), 102 * 101)
    assert stated("kings-bounty", 2) == 1 - 1001 * both_kings * blackjack


def test_figures_are_found_by_what_tells_them_apart_in_the_list() -> None:
    (listed,) = edges("blackjack", "house-money", {"decks": 6, "payout": "taken"})
    assert (listed.option, listed.edge) == ("decks=6,payout=taken", "1071/4043")
    (same,) = edges("blackjack", None, {"decks": "6", "strategy": "basic", "meter": 0})
    assert (same.wager, same.option) == ("straight-jack", "decks=6,strategy=basic,meter=0")
    (by_hand,) = edges("blackjack", "insurance", {"decks": 1, "by_hand": True})
    assert (by_hand.option, by_hand.edge) == ("decks=1,by_hand=true", "1/17")
    with pytest.raises(
        NoSuchFigure, match=r"no figure of blackjack has decks=3; there is one for: decks=1, decks=2"
    ):
        list(edges("blackjack", None, {"decks": 3}))
    with pytest.raises(UnlawfulSubmission, match="8 decks are dealt from a shoe, not from the hand"):
        list(edges("blackjack", "insurance", {"decks": 8, "by_hand": True}))
