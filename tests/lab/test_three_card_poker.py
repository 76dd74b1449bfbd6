from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from houseway.equipment.cards import cards
from houseway.games.three_card_poker.paytables import (
    ANTE_BONUS,
    MINI_ROYAL_IN_ANTE_BONUS,
    PAIR_PLUS,
    SIX_CARD_BONUS,
    EditionName,
    Paytable,
    with_mini_royal,
)
from houseway.games.three_card_poker.ranking import three_card
from houseway.games.three_card_poker.showdown import Showdown, showdown
from houseway.games.three_card_poker.wagers import CATALOGUE, ante_bonus, catalogue
from houseway.lab import strategy
from houseway.lab.cache import plain
from houseway.lab.tally import Tally, net_of, net_together, paid_on
from houseway.lab.three_card_poker import (
    ante_play,
    best_choices,
    count_deals,
    deals,
    pair_plus,
    six_card_bonus,
    six_cards,
    standing,
)
from houseway.table.poker_hands import best_of_six, category


def edge(tally: Tally) -> Fraction:
    return -sum((outcome.net * count for outcome, count in tally.items()), Fraction(0)) / tally.total()


def test_every_deal_is_counted() -> None:
    _, sizes, _, counts, _ = plain(count_deals)()
    assert (counts.sum(axis=1) == comb(49, 3)).all()
    assert sizes.astype(np.int64) @ counts.sum(axis=1) == 407_170_400


def test_all_deals_of_one_standing_are_decided_alike() -> None:
    facts = deals().facts
    wagers = CATALOGUE["ante"], CATALOGUE["play"]
    expected = {
        (value, stands): [w.decide(one, "") for w in wagers]
        for value, met in facts.items()
        for stands, one in met.items()
    }
    for value in list(facts)[::3]:
        for dealer in facts:
            one = Showdown(value, dealer)
            stands = standing(value, dealer)
            if stands in facts[value]:
                assert [w.decide(one, "") for w in wagers] == expected[value, stands]


def test_what_playing_is_worth_agrees_with_dealing_every_hand_to_the_dealer() -> None:
    for choice in list(best_choices(ANTE_BONUS["A"]))[7::500]:
        total = Fraction(0)
        for d, e, f in combinations(set(range(52)) - set(choice.cards), 3):
            facts = Showdown(three_card(*choice.cards), three_card(d, e, f))
            line = ante_bonus(ANTE_BONUS["A"], facts)
            total += net_together(CATALOGUE[name].decide(facts, "") for name in ("ante", "play"))
            total += paid_on(line) if line else 0
        assert choice.playing == total / comb(49, 3)


def test_folding_loses_the_ante() -> None:
    assert {choice.folding for choice in best_choices(ANTE_BONUS["A"])} == {Fraction(-1)}


def test_the_best_play_is_queen_six_four() -> None:
    found = strategy("three-card-poker")
    assert found.rule == ("Play Q-6-4 or better and fold everything below it.",)
    (table,) = found.tables
    decisions = [(row[1], row[2], row[4]) for row in table.rows]
    assert ("Q-3-2", "Q-6-3", "fold") in decisions
    assert ("Q-6-4", "Q-J-9", "play") in decisions
    assert sum(int(row[3].replace(",", "")) for row in table.rows) == comb(52, 3)


@pytest.mark.parametrize("paytable", ["A", "B", "C", "D"])
def test_pair_plus_agrees_with_counting_by_hand(paytable: str) -> None:
    straight_flushes, threes, pairs = 12 * 4, 13 * 4, 13 * 6 * 48
    straights = 12 * 64 - straight_flushes
    flushes = 4 * comb(13, 3) - straight_flushes
    hands = (straight_flushes, threes, straights, flushes, pairs)
    lines = tuple(PAIR_PLUS[paytable].values())
    won = sum(n * line.odds.pay(1) for n, line in zip(hands, lines, strict=True))
    lost = comb(52, 3) - sum(hands)
    found = edge(pair_plus(catalogue(pair_plus=PAIR_PLUS[paytable])["pair-plus"]))
    assert found == (lost - won) / comb(52, 3)


# The best five of six cards, as commonly published.
KNOWN_SIXES = (6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188)


def test_six_cards_fall_into_the_known_numbers_and_super_royals_by_suit() -> None:
    sixes, counts = plain(six_cards)()
    by_category = [0] * 10
    super_royals = []
    for (a, b, c, d, e, f), count in zip(sixes.tolist(), counts.tolist(), strict=True):
        by_category[category(best_of_six(a, b, c, d, e, f))] += count
        suit = showdown((a, b, c), (d, e, f)).super_royal
        if suit >= 0:
            super_royals.append((suit, count))
    assert tuple(by_category) == KNOWN_SIXES
    assert sum(KNOWN_SIXES) == comb(52, 6)
    assert sorted(super_royals) == [(0, 1), (1, 1), (2, 1), (3, 1)]


@pytest.mark.parametrize("paytable", ["A", "B", "C", "D"])
def test_the_six_card_bonus_agrees_with_the_known_numbers(paytable: str) -> None:
    table = SIX_CARD_BONUS[EditionName.MD_2013][paytable]
    won = sum(KNOWN_SIXES[hand] * line.odds.pay(1) for hand, line in table.items())
    lost = sum(n for hand, n in enumerate(KNOWN_SIXES) if hand not in table)
    found = edge(six_card_bonus(catalogue(six_card_bonus=table)["six-card-bonus"], 500))
    assert found == Fraction(lost - won) / comb(52, 6)


def test_the_ante_bonus_is_paid_to_every_straight_or_better() -> None:
    """Such hands are always played, so that tables differ by what their lines differ."""
    hands = (12 * 4, 13 * 4, 12 * 60)

    def worth(paytable: Paytable) -> Fraction:
        return sum(
            (n * line.odds.pay(1) for n, line in zip(hands, paytable.values(), strict=True)), Fraction(0)
        ) / comb(52, 3)

    a, b, c = ANTE_BONUS.values()
    assert edge(ante_play(b)) - edge(ante_play(a)) == worth(a) - worth(b) > 0
    assert edge(ante_play(c)) - edge(ante_play(b)) == worth(b) - worth(c) > 0
    # Four suited ace, king and queen are paid five instead of what the table pays a straight flush.
    mini_royal = with_mini_royal(c, 5, MINI_ROYAL_IN_ANTE_BONUS)
    more = 5 - next(iter(c.values())).odds.pay(1)
    assert edge(ante_play(c)) - edge(ante_play(mini_royal)) == 4 * more / comb(52, 3) > 0


def test_a_super_royal_is_worth_less_to_a_larger_wager() -> None:
    table = SIX_CARD_BONUS[EditionName.MD_2014]["A"]
    wager = catalogue(six_card_bonus=table)["six-card-bonus"]
    at_five, at_ten = (six_card_bonus(wager, stake) for stake in (500, 1000))
    # One diamond Super Royal of $1,000,000 and three of $100,000, in units of the stake.
    assert edge(at_ten) - edge(at_five) == Fraction(1_300_000, 5 * comb(52, 6)) - Fraction(
        1_300_000, 10 * comb(52, 6)
    )


def test_a_returned_wager_is_worth_nothing_and_a_lost_one_its_stake() -> None:
    level = three_card(*cards(("Qs", "6h", "4d")))
    facts = Showdown(level, level)
    assert net_of(CATALOGUE["ante"].decide(facts, "")) == 0
    assert net_of(CATALOGUE["ante"].decide(Showdown(level - 1, level), "")) == -1
