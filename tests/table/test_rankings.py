"""Which cards make a hand: any five, or exactly two of one's own and three of the board."""

from itertools import combinations
from math import comb

import pytest

from houseway.equipment.cards import cards
from houseway.table.low_hands import ace_to_five, badugi, eight_or_better
from houseway.table.poker_hands import FLUSH, FOUR_OF_A_KIND, HIGH_CARD, category, five_card
from houseway.table.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    EIGHT_OR_BETTER,
    HIGH,
    NO_HAND,
    OMAHA_EIGHT_OR_BETTER,
    OMAHA_HIGH,
    RANKINGS,
    showing_high,
    showing_low,
)


def held(text: str) -> tuple[int, ...]:
    return cards(text.split())


@pytest.mark.clause("637a.19(k)#2", "637a.19(l)(2)#2")
def test_omaha_takes_exactly_two_own_cards_and_three_of_the_board() -> None:
    board = held("Kc Qc Jc 2c 3d")
    # One club beside four on the board is no flush; four kings of one's own are a pair of them.
    assert category(OMAHA_HIGH.value(held("Ac 4d 5h 9s"), board)) == HIGH_CARD
    assert category(OMAHA_HIGH.value(held("9c 4c 5h 9s"), board)) == FLUSH
    assert category(OMAHA_HIGH.value(held("Kd Kh Ks 9s 9d"), held("2c 3d 7h Jc Qd"))) == 1
    for own in ("Ac 4d 5h 9s", "Ac 4d 5h 9s 7d"):
        dealt = held(own)
        made = [five_card(*two, *three) for two in combinations(dealt, 2) for three in combinations(board, 3)]
        assert len(made) == comb(len(dealt), 2) * comb(5, 3) == len(OMAHA_HIGH.choose(len(dealt), 5))
        assert OMAHA_HIGH.value(dealt, board) == max(made)


@pytest.mark.clause("637a.19(l)(2)#2", "637a.19(l)(2)#3", "637a.19(l)(2)#4")
def test_high_and_low_are_chosen_apart_and_the_same_five_may_serve_both() -> None:
    own, board = held("Ac 2d Kh Ks 9c"), held("3h 4s 5c Kd Qc")
    wheel = (0, 1, 5, 6, 7)
    assert wheel in OMAHA_EIGHT_OR_BETTER.best(own, board)
    assert OMAHA_HIGH.best(own, board) == (wheel,)
    apart = held("Ac 2d Kh Ks 9c"), held("3h 4s 7c Kd Qc")
    assert OMAHA_HIGH.best(*apart) == ((2, 3, 7, 8, 9),)
    assert OMAHA_EIGHT_OR_BETTER.best(*apart) == ((0, 1, 5, 6, 7),)


@pytest.mark.clause("637a.19(l)(2)#2")
def test_a_low_needs_two_low_cards_of_ones_own() -> None:
    board = held("2c 3d 4h 5s Kd")
    assert OMAHA_EIGHT_OR_BETTER.value(held("Ac Kh Ks Qc 9d"), board) == NO_HAND
    assert OMAHA_EIGHT_OR_BETTER.value(held("Ac 2h Ks Qc 9d"), board) == eight_or_better(
        *held("Ac 2h 3d 4h 5s")
    )


@pytest.mark.parametrize(
    "seven",
    ["As Ks Qs Js Ts 9s 8s", "2c 2d 2h 9s 9d 9c Kd", "Ac 2d 3c 4h 5s 6c 7d", "2c 2d 5h 5s 9d 9c Kd"],
)
def test_the_best_five_of_seven_cards_are_the_best_of_all_twenty_one(seven: str) -> None:
    fives = list(combinations(held(seven), 5))
    assert len(fives) == comb(7, 5)
    assert HIGH.value(held(seven)) == max(five_card(*five) for five in fives)


def test_seven_cards_make_their_best_five_wherever_they_lie() -> None:
    own, board = held("9c 9d"), held("9h 9s Ac 3d 4h")
    assert (
        HIGH.value(own, board)
        == HIGH.value(own + board)
        == max(five_card(*five) for five in combinations(own + board, 5))
    )
    assert category(HIGH.value(own, board)) == FOUR_OF_A_KIND
    assert [len(chosen) for chosen in HIGH.best(own, board)] == [5]
    razz = held("Kc 2d 2h 5s 4c 6d Ac")
    assert ACE_TO_FIVE.value(razz) == ace_to_five(*held("6d 5s 4c 2d Ac"))
    assert EIGHT_OR_BETTER.value(razz) == ACE_TO_FIVE.value(razz)
    assert EIGHT_OR_BETTER.value(held("Kc 2d 2h 5s 4c 9d Ac")) == NO_HAND
    assert BADUGI.value(held("Ac 2d 3h 4s")) == badugi(*held("Ac 2d 3h 4s"))


def test_rankings_go_by_their_names() -> None:
    assert all(ranking.name == name for name, ranking in RANKINGS.items())
    assert HIGH.in_words(HIGH.value(held("9c 9d 9h 9s Ac"))) == "four nines"


def test_cards_face_up_rank_by_matching_cards_and_then_from_the_highest() -> None:
    for showing, best_to_worst in (
        (showing_high, ("2c 2d 2h 5s", "3c 3d 2h 2s", "Ac Ad 3h 2s", "Ac Kd 3h 2s", "Kc Qd Jh Ts")),
        (showing_low, ("4c 3d 2h As", "5c 3d 2h As", "Kc Qd Jh Ts", "Ac Ad 3h 2s", "Kc Kd Ah As")),
        (showing_high, ("Ac", "Kd", "2s")),
        (showing_low, ("Ac", "2s", "Kd")),
    ):
        values = [showing(held(up)) for up in best_to_worst]
        assert values == sorted(set(values), reverse=True)
    assert showing_high(held("2c 3d")) == showing_high(held("3h 2s"))
