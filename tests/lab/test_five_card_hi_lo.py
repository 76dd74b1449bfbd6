from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from houseway.games.five_card_hi_lo.points import SPLITS, dealers_setting, high_total, is_lawful, low_total
from houseway.games.five_card_hi_lo.wagers import CATALOGUE, CATALOGUES, Showdown
from houseway.lab import strategy
from houseway.lab.cache import plain
from houseway.lab.compiling import compiled
from houseway.lab.five_card_hi_lo import (
    DEALERS,
    Choice,
    Deals,
    Points,
    ante_play,
    best_choices,
    count_deals,
    deals,
    five_card_hands,
    poker_bonus,
    tie,
)
from houseway.lab.hands import Counts
from houseway.lab.tally import Tally, net_together


def edge(tally: Tally) -> Fraction:
    return -sum((outcome.net * count for outcome, count in tally.items()), Fraction(0)) / tally.total()


def test_every_deal_is_counted() -> None:
    assert (deals().counts.sum(axis=1) == DEALERS).all()
    assert sum(hand.hands for hand in deals().hands) == comb(52, 5)
    assert len(deals().hands) == 1993


def test_every_lawful_setting_is_priced_and_no_other() -> None:
    for hand in deals().hands:
        lawful = {
            (high_total(*hand.cards, split), low_total(*hand.cards, split))
            for split in SPLITS
            if is_lawful(*hand.cards, split)
        }
        assert set(hand.settings) == lawful


def by_settings(found: Deals) -> dict[tuple[tuple[Points, ...], int], Counts]:
    met: dict[tuple[tuple[Points, ...], int], Counts] = {}
    for hand, counts in zip(found.hands, found.counts, strict=True):
        key = hand.settings, hand.aces
        met[key] = met.get(key, np.zeros(len(found.dealers), np.int64)) + hand.hands * counts
    return met


def test_cards_of_equal_points_are_alike_in_every_way_that_counts() -> None:
    by_rank = count_deals(tuple(tuple(range(rank * 4, rank * 4 + 4)) for rank in range(13)))
    assert len(by_rank.hands) == 6175
    assert by_rank.dealers == deals().dealers
    one, other = by_settings(by_rank), by_settings(deals())
    assert one.keys() == other.keys()
    assert all(np.array_equal(one[key], other[key]) for key in one)


def _meet_every_dealer(held: int, counts: Counts) -> None:
    """Count the points of every dealer's hand without the cards held."""
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        if held & (1 << a | 1 << b | 1 << c | 1 << d | 1 << e) == 0:
                            setting = dealers_setting(a, b, c, d, e)
                            counts[high_total(a, b, c, d, e, setting), low_total(a, b, c, d, e, setting)] += 1


def choice_of(hand: str) -> Choice:
    """The choice for five cards, told by points as 2-3-9-A-A is."""
    wanted = sorted(hand.split("-"))
    names = {8: "10", 9: "10", 10: "10", 11: "10", 12: "A"}
    for choice in best_choices():
        if sorted(names.get(card // 4, str(card // 4 + 2)) for card in choice.hand.cards) == wanted:
            return choice
    raise LookupError(hand)


@pytest.mark.parametrize("hand", ["4-5-5-5-10", "2-3-3-9-A", "7-9-10-A-A"])
def test_what_each_setting_is_worth_agrees_with_dealing_every_hand_to_the_dealer(hand: str) -> None:
    choice = choice_of(hand)
    counts = np.zeros((34, 22), np.int64)
    compiled(_meet_every_dealer)(sum(1 << card for card in choice.hand.cards), counts)
    assert counts.sum() == DEALERS
    for (high, low), worth in choice.worth.items():
        total = Fraction(0)
        for dealer_high, dealer_low in np.argwhere(counts).tolist():
            facts = Showdown(high, low, dealer_high, dealer_low)
            net = net_together(CATALOGUE[name].decide(facts, "") for name in ("ante", "play"))
            total += net * int(counts[dealer_high, dealer_low])
        assert worth == total / DEALERS


def test_the_ante_bonus_is_paid_to_every_hand_of_three_or_four_aces() -> None:
    """Such hands are always played, so that the bonus adds its whole worth."""
    three, four_and_two = comb(4, 3) * comb(48, 2), 4
    four = 48 - four_and_two
    without = edge(ante_play())
    for paytable, (top, middle, least) in {
        "A": (1000, 100, 10),
        "B": (500, 50, 5),
        "C": (200, 50, 5),
        "D": (100, 50, 5),
    }.items():
        worth = Fraction(top * four_and_two + middle * four + least * three, comb(52, 5))
        assert edge(ante_play(paytable)) == without - worth


@pytest.mark.parametrize("paytable", ["A", "B", "C", "D"])
def test_no_ante_bonus_changes_how_a_hand_is_best_played(paytable: str) -> None:
    """So that the play on which the Tie Wager is priced is the same at every table."""
    without = [choice.points for choice in best_choices()]
    assert [choice.points for choice in best_choices(paytable)] == without


def test_the_poker_bonus_agrees_with_counting_by_hand() -> None:
    pairs = comb(4, 2) * comb(12, 3) * 4**3
    others = (4, 36, 624, 3744, 5108, 10200, 54912, 123552)
    for paytable, ranks, odds in (
        ("A", 8, (250, 50, 25, 15, 10, 8, 5, 3)),
        ("B", 9, (500, 100, 40, 15, 8, 6, 4, 3)),
    ):
        won = ranks * pairs + sum(n * pays for n, pays in zip(others, odds, strict=True))
        lost = comb(52, 5) - ranks * pairs - sum(others)
        found = edge(poker_bonus(CATALOGUES["A", paytable]["poker-bonus"]))
        assert found == Fraction(lost - won, comb(52, 5))


def test_five_card_hands_have_the_known_number_of_different_values() -> None:
    values, counts = plain(five_card_hands)()
    assert len(values) == 7462
    assert counts.sum() == comb(52, 5)


def test_the_tie_wager_goes_with_the_hands_that_are_played() -> None:
    tally = tie()
    assert {int(outcome.net) for outcome in tally} == {-1, 4, 20}
    assert tally.total() == comb(52, 5) * DEALERS


def test_the_best_play_as_a_rule_and_as_tables() -> None:
    found = strategy("five-card-hi-lo")
    assert found.rule[0].endswith(
        "at most 21 with 9; at most 24 with 10; at most 25 with 11; at most 26 with 12; at most 27 with 13 to 17."
    )
    assert found.rule[1] == "Except: play 4-5-5-6-10, 4-5-5-5-10, 4-5-5-5-5."
    assert "2-3-3-9-A all aces stay high" in found.rule[3]
    fold, aces = found.tables
    assert fold.rows[1] == ("10", "24", "")
    assert ("3-4", "from 27", "from 27", "always") in aces.rows


def test_the_rule_and_its_exceptions_are_the_best_play_of_every_hand() -> None:
    """Follow the printed tables for all kinds of hands and compare with what was worked out."""
    fold, placement = strategy("five-card-hi-lo").tables
    folds = {int(low): (int(high), set(but.split(", "))) for low, high, but in fold.rows}
    stays = {row[0]: row[1:] for row in placement.rows}
    excepted = strategy("five-card-hi-lo").rule[3]
    decisions = Counter[str]()
    for choice in best_choices("A"):
        points = sorted(min(card // 4 + 2, 10) if card < 48 else 11 for card in choice.hand.cards)
        name = "-".join("A" if p == 11 else str(p) for p in points)
        settings = choice.hand.settings
        made = settings[0]
        if len(settings) == 2:
            cell = stays.get("-".join(map(str, points[:2])), ("never",) * 3)[points.count(11) - 1]
            least = {"always": 0, "never": 99}.get(cell) if " " not in cell else int(cell.split()[1])
            assert least is not None
            high = made[0] >= least
            if f" {name} " in excepted:
                high = not high
            made = settings[0] if high else settings[1]
        limit, but = folds.get(made[1], (-1, set()))
        folded = made[0] <= limit and name not in but
        assert choice.points == (None if folded else made), name
        decisions["fold" if folded else "play"] += choice.hand.hands
    assert decisions["fold"] == 80_836


def test_four_aces_leave_one_low() -> None:
    choice = choice_of("2-A-A-A-A")
    assert choice.hand.settings == ((33, 3),)
