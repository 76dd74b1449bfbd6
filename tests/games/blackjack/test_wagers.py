"""How the wagers of Blackjack are decided and paid (633a.6(e), 633a.7(g), 633a.7(o)-(p), 633a.13)."""

from itertools import product

import pytest

from houseway.equipment.cards import cards
from houseway.games.blackjack.hands import (
    FLUSH,
    NO_THREE_CARD_HAND,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    is_any_20,
    is_king_of_spades_pair,
    is_queen_of_hearts_pair,
    is_triple_match,
    three_card_hand,
)
from houseway.games.blackjack.stated import Form, StatedLine
from houseway.games.blackjack.straight_jack import SIX_CARDS, run_length, straight_jack_line
from houseway.games.blackjack.wagers import (
    LOST,
    DealersHand,
    Drawn,
    Opening,
    Outcome,
    against_the_dealer,
    catalogue,
)
from houseway.table.wagers import Verdict

WAGERS = catalogue(
    6,
    hit_and_run=(
        StatedLine(hand="blackjack", odds=3, form=Form.FOR),
        StatedLine(hand="5", odds=4),
        StatedLine(hand="6", odds=20),
        StatedLine(hand="7", odds=100, meter=10),
        StatedLine(hand="8", meter=100),
    ),
    three_card=tuple(
        StatedLine(hand=hand, odds=9) for hand in ("straight-flush", "three-of-a-kind", "straight", "flush")
    ),
)
ONE_DECK = catalogue(1)


def paid(verdict: Verdict) -> str:
    return str(verdict.line.odds) if verdict.line else ""


# The Blackjack Wager.


@pytest.mark.clause("633a.7(p)", "633a.13(a)", "633a.7(h)#4", "common:blackjack/bust")
def test_a_hand_wins_or_loses_by_totals_and_a_blackjack_pays_three_to_two() -> None:
    cases = {
        Outcome(player=20, dealer=19): ("win", "1 to 1", "633a.7(p)"),
        Outcome(player=12, dealer=22): ("win", "1 to 1", "633a.7(p)"),
        Outcome(player=21, dealer=21, blackjack=True): ("win", "3 to 2", "633a.7(p)"),
        Outcome(player=21, dealer=21, dealer_blackjack=True): ("lose", "", "633a.7(h)#4"),
        Outcome(player=20, dealer=21, dealer_blackjack=True): ("lose", "", "633a.7(h)#4"),
        Outcome(player=22, dealer=22): ("lose", "", "common:blackjack/bust"),
        Outcome(player=18, dealer=19): ("lose", "", "633a.7(p)"),
        Outcome(player=19, dealer=19): ("push", "", "633a.7(p)"),
        Outcome(player=21, dealer=21, blackjack=True, dealer_blackjack=True): ("push", "", "633a.7(p)"),
    }
    for facts, came_out in cases.items():
        verdict = WAGERS["blackjack"].decide(facts, "")
        assert (str(verdict.result), paid(verdict), verdict.clause.id) == came_out, facts
    # Past 21 a hand has lost whatever the dealer comes to, in figures of the lab as well.
    assert against_the_dealer(22, 26, False, False) == LOST


@pytest.mark.clause("633a.8[even_money]")
def test_even_money_is_paid_whatever_the_dealer_has() -> None:
    facts = Outcome(player=21, blackjack=True, even_money=True)
    verdict = WAGERS["blackjack"].decide(facts, "")
    assert (paid(verdict), verdict.clause.id) == ("1 to 1", "633a.8[even_money]")


@pytest.mark.clause("633a.9[surrender]")
def test_half_of_a_hand_given_up_is_lost() -> None:
    verdict = WAGERS["blackjack"].decide(Outcome(player=16, given_up=True), "")
    assert str(verdict.result) == "surrendered"
    assert verdict.kept * 2 == 1


@pytest.mark.clause("633a.11[dealer_blackjack]")
@pytest.mark.parametrize(("wager", "pick"), [("split", "2"), ("double-down", "1")])
def test_only_the_original_wager_is_lost_to_a_blackjack(wager: str, pick: str) -> None:
    facts = Outcome(player=20, dealer=21, dealer_blackjack=True)
    assert str(WAGERS[wager].decide(facts, pick).result) == "returned"
    assert paid(WAGERS[wager].decide(Outcome(player=20, dealer=18), pick)) == "1 to 1"


@pytest.mark.clause("common:blackjack/insurance")
def test_insurance_pays_two_to_one_on_the_dealers_blackjack() -> None:
    assert paid(WAGERS["insurance"].decide(Outcome(dealer_blackjack=True), "")) == "2 to 1"
    assert str(WAGERS["insurance"].decide(Outcome(), "").result) == "lose"


# House Money.


@pytest.mark.clause(
    "633a.1[ace_king_suited]",
    "633a.1[two_card_straight]",
    "633a.1[two_card_straight_flush]",
    "633a.6(e)(12)",
    "633a.7(g)(10)",
    "633a.7(g)(10)(ii)#1",
)
def test_house_money_is_paid_on_the_best_of_four_opening_hands() -> None:
    cases = {
        "As Ks": ("9 to 1", "9 to 1"),
        "Kd Ad": ("9 to 1", "9 to 1"),
        "As Kd": ("1 to 1", "1 to 1"),
        "As 2s": ("5 to 1", "4 to 1"),
        "2h As": ("1 to 1", "1 to 1"),
        "9c Tc": ("5 to 1", "4 to 1"),
        "Td 9c": ("1 to 1", "1 to 1"),
        "Kc Qh": ("1 to 1", "1 to 1"),
        "Kc Kh": ("3 to 1", "3 to 1"),
        "Kc Jh": ("", ""),
        "As Qs": ("", ""),
        "Ks 2s": ("", ""),
    }
    for told, (one_deck, more) in cases.items():
        first, second = cards(told.split())
        facts = Opening(first, second, 0)
        assert paid(ONE_DECK["house-money"].decide(facts, "")) == one_deck, told
        verdict = WAGERS["house-money"].decide(facts, "")
        assert paid(verdict) == more, told
        assert verdict.clause.id == ("633a.7(g)(10)(ii)#1" if more else "633a.7(g)(10)")


# Straight Jack.


@pytest.mark.clause(
    "633a.6(e)(11)",
    "633a.7(g)(9)",
    "633a.7(o)(3)(i)#1",
    "633a.7(o)(3)(i)#2",
    "633a.7(o)(3)(i)#3",
    "633a.7(o)(3)(i)(A)",
    "633a.7(o)(3)(i)(B)",
    "633a.7(o)(3)(i)(C)",
    "633a.7(o)(3)(i)(D)",
    "633a.7(o)(3)(ii)(C)#1",
    "633a.13(m)(1)",
)
def test_straight_jack_is_paid_on_the_run_as_it_was_drawn() -> None:
    cases = {
        "4c 5d": "3 to 1",
        "4c 5d 6h": "15 to 1",
        "4c 5d 3h 6s": "50 to 1",
        "4c 5d 2h 3s": "3 to 1",
        # The seven passes 21 and does not count.
        "4c 5d 6h 7s": "15 to 1",
        "As Kd": "3 to 1",
        "As 2d": "3 to 1",
        # No run goes on over the ace.
        "As Kd 2c": "3 to 1",
        "As 2d Kc": "3 to 1",
        "2d 3c Ah": "15 to 1",
        "2d 3c Ah 4s 5d": "200 to 1",
        "2d 3c 4s 5d 6c": "200 to 1",
        "2d 3c As 4s 5d 6c": "100% of the meter and 200 to 1",
        "As 2d 3c 4s 5d 6c": "100% of the meter and 200 to 1",
        "2d 3c Ah 4s 5d 6c": "10% of the meter and 200 to 1",
        "Ad 2d 3c 4s 5d 6c": "10% of the meter and 200 to 1",
        "Ac 2d 3c 4s 5d 6c": "10% of the meter and 200 to 1",
        # A card that comes twice ends the run for good.
        "4c 5d 5h 6s": "3 to 1",
        "Kc Qd Jc": "3 to 1",
        "4c 6d 5h": "",
        "Kc Kd": "",
    }
    for told, odds in cases.items():
        verdict = WAGERS["straight-jack"].decide(Drawn(cards(told.split())), "")
        assert paid(verdict) == odds, told
        assert verdict.clause.id == ("633a.7(o)(3)(ii)(C)#1" if odds else "633a.7(g)(9)")


def test_no_run_of_six_is_without_an_ace_and_none_is_longer() -> None:
    """C-57: whatever is drawn in whatever order, six cards that run and do not pass 21 are the ace to the six."""
    runs: set[tuple[int, ...]] = {(low * 4, high * 4) for low, high in product(range(13), repeat=2)}
    longest: set[tuple[int, ...]] = set()
    while runs:
        whole = {run for run in runs if run_length(run) == len(run)}
        longest |= {run for run in whole if len(run) >= SIX_CARDS}
        runs = {(*run, rank * 4) for run in whole for rank in range(13)}
    assert {tuple(sorted(card // 4 for card in run)) for run in longest} == {(0, 1, 2, 3, 4, 12)}
    assert {straight_jack_line(run) for run in longest} == {SIX_CARDS}


# Hit and Run, and what three cards make.


@pytest.mark.clause("633a.6(e)(10)", "633a.7(o)(2)(i)#1", "633a.7(o)(2)(i)#2", "633a.7(o)(2)(ii)(C)#1")
def test_hit_and_run_is_paid_on_the_dealers_blackjack_or_number_of_cards() -> None:
    cases = {
        DealersHand(2, blackjack=True): "3 for 1",
        DealersHand(4): "",
        DealersHand(5): "4 to 1",
        DealersHand(6): "20 to 1",
        DealersHand(7): "10% of the meter and 100 to 1",
        DealersHand(8): "100% of the meter",
        DealersHand(11): "100% of the meter",
    }
    for facts, odds in cases.items():
        assert paid(WAGERS["hit-and-run"].decide(facts, "")) == odds, facts


@pytest.mark.clause("633a.7(g)(8)")
def test_three_card_poker_is_paid_from_a_flush_on() -> None:
    cases = {
        "5c 6c 7c": STRAIGHT_FLUSH,
        "Ac 2c 3c": STRAIGHT_FLUSH,
        "Qd Kd Ad": STRAIGHT_FLUSH,
        "5c 7d 6c": STRAIGHT,
        "3d Ac 2c": STRAIGHT,
        "Kd Ac 2c": NO_THREE_CARD_HAND,
        "7c 7c 7c": THREE_OF_A_KIND,
        "7c 7d 7c": THREE_OF_A_KIND,
        "7c 7c 9c": FLUSH,
        "Ac 3c 5c": FLUSH,
        "Ac 3c 5d": NO_THREE_CARD_HAND,
        "7c 7d 9c": NO_THREE_CARD_HAND,
    }
    for told, hand in cases.items():
        first, second, up = cards(told.split())
        assert three_card_hand(first, second, up) == hand, told
        verdict = WAGERS["three-card-poker"].decide(Opening(first, second, up), "")
        assert paid(verdict) == ("9 to 1" if hand else "")


@pytest.mark.clause("633a.1[any_20]")
def test_any_20_is_two_cards_of_different_suits() -> None:
    cases = {"Kc Qd": True, "Kc Qc": False, "Ac 9d": True, "Kc 9d": False}
    assert {told: is_any_20(*cards(told.split())) for told in cases} == cases


@pytest.mark.clause("633a.1[triple_match]")
def test_a_triple_match_is_three_cards_of_one_rank() -> None:
    cases = {"7c 7d 7c": True, "7c 7d 8c": False, "8c 7d 7c": False}
    assert {told: is_triple_match(*cards(told.split())) for told in cases} == cases


def test_the_top_pairs_are_two_copies_of_one_card() -> None:
    queen, king, other = cards(("Qh", "Ks", "Qd"))
    assert is_queen_of_hearts_pair(queen, queen)
    assert not is_queen_of_hearts_pair(queen, other)
    assert is_king_of_spades_pair(king, king)
    assert not is_king_of_spades_pair(king, queen)
