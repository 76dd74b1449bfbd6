"""What a hand of 21 is paid on, and how first cards match the up card (635a.12)."""

import pytest

from houseway.equipment.cards import cards
from houseway.games.spanish_21 import bonuses
from houseway.games.spanish_21.bonuses import bonus_line, is_super_bonus, match_line
from houseway.games.spanish_21.wagers import (
    BLACKJACK_WON,
    CATALOGUES,
    LOST,
    MATCH,
    SPANISH_21,
    TIED,
    WON,
    Opening,
    Outcome,
    against_the_dealer,
    line_of,
)
from houseway.table.events import Result
from houseway.table.twenty_one import total

HANDS = (
    ("6c 7d 8h", bonuses.MIXED_678, "3 to 2"),
    ("8d 6d 7d", bonuses.SUITED_678, "2 to 1"),
    ("7s 8s 6s", bonuses.SPADES_678, "3 to 1"),
    ("7s 7s 7h", bonuses.MIXED_777, "3 to 2"),
    ("7h 7h 7h", bonuses.SUITED_777, "2 to 1"),
    ("7s 7s 7s", bonuses.SPADES_777, "3 to 1"),
    ("6c 6d 9h", bonuses.NO_BONUS, "1 to 1"),
    ("5c 7d 9h", bonuses.NO_BONUS, "1 to 1"),
    ("Kc 5d 6h", bonuses.NO_BONUS, "1 to 1"),
    ("2c 3d 7h 9h", bonuses.NO_BONUS, "1 to 1"),
    ("2c 2d 3d 5h 9h", bonuses.FIVE_CARDS, "3 to 2"),
    ("2c 2d 2h 3d 3h 9h", bonuses.SIX_CARDS, "2 to 1"),
    ("2c 2d 2h 2s 3d 3h 7h", bonuses.SEVEN_CARDS, "3 to 1"),
    ("Ac 2d 2h 2s 2d 3h 3d 6h", bonuses.SEVEN_CARDS, "3 to 1"),
)


@pytest.mark.clause("635a.12(b)(1)", "635a.12(b)(2)", "635a.12(b)(3)", "635a.12(b)(4)")
@pytest.mark.clause("635a.12(b)(5)", "635a.12(b)(6)", "635a.12(b)(7)")
def test_a_hand_of_21_is_paid_by_its_cards() -> None:
    for hand, line, odds in HANDS:
        held = cards(hand.split())
        assert total(hand.split()).points == 21
        assert bonus_line(held) == line
        facts = Outcome(cards=held, player=21, dealer=20)
        assert str(line_of(SPANISH_21, facts).odds) == odds
        assert str(line_of("split", facts).odds) == odds


@pytest.mark.clause("635a.12(a)", "635a.12(b)")
def test_a_blackjack_is_paid_3_to_2_and_a_hand_doubled_down_on_no_bonus() -> None:
    blackjack = Outcome(cards=cards(("As", "Ks")), player=21, dealer=21, blackjack=True)
    assert str(line_of(SPANISH_21, blackjack).odds) == "3 to 2"
    doubled = line_of(SPANISH_21, Outcome(cards=cards(("7s", "7s", "7s")), player=21, doubled=True))
    assert (str(doubled.odds), doubled.clause.id) == ("1 to 1", "635a.12(b)")
    assert line_of(SPANISH_21, Outcome(cards=cards(("Ks", "Qs")), player=20)).clause.id == "635a.12(a)"


@pytest.mark.clause("635a.12(c)(1)")
def test_the_super_bonus_is_for_suited_sevens_against_a_seven() -> None:
    assert is_super_bonus(*cards(("7h", "7h", "7h", "7c")))
    assert is_super_bonus(*cards(("7s", "7s", "7s", "7s")))
    assert not is_super_bonus(*cards(("7h", "7h", "7d", "7c")))
    assert not is_super_bonus(*cards(("7h", "7h", "7h", "8h")))


@pytest.mark.clause("common:spanish-21/player-21")
@pytest.mark.parametrize(
    ("player", "dealer", "blackjack", "dealer_blackjack", "how"),
    [
        (21, 21, True, True, BLACKJACK_WON),
        (21, 21, False, True, LOST),
        (21, 21, False, False, WON),
        (20, 21, False, False, LOST),
        (20, 20, False, False, TIED),
        (20, 19, False, False, WON),
        (12, 22, False, False, WON),
        (22, 22, False, False, LOST),
    ],
)
def test_a_players_21_beats_all_but_a_blackjack_which_it_beats_as_one(
    player: int, dealer: int, blackjack: bool, dealer_blackjack: bool, how: int
) -> None:
    assert against_the_dealer(player, dealer, blackjack, dealer_blackjack) == how


@pytest.mark.clause("common:spanish-21/match-the-dealer")
@pytest.mark.parametrize(
    ("first", "second", "six", "eight"),
    [
        ("9c", "8d", None, None),
        ("9c", "7d", "4 to 1", "3 to 1"),
        ("7c", "7d", "8 to 1", "6 to 1"),
        ("7s", "2d", "9 to 1", "12 to 1"),
        ("7d", "7s", "13 to 1", "15 to 1"),
        ("7s", "7s", "18 to 1", "24 to 1"),
    ],
)
def test_each_first_card_that_matches_the_up_card_is_paid_for_itself(
    first: str, second: str, six: str | None, eight: str | None
) -> None:
    facts = Opening(*cards((first, second, "7s")))
    assert bool(match_line(facts.first, facts.second, facts.up)) is (six is not None)
    for decks, odds in ((6, six), (8, eight)):
        verdict = CATALOGUES[decks][MATCH].decide(facts, "")
        assert verdict.result is (Result.WIN if odds else Result.LOSE)
        assert (str(verdict.line.odds) if verdict.line else None) == odds
