"""What hands are called and what a round has shown, told by the same words on the felt, in the record and in the result."""

from itertools import combinations

import pytest

from houseway.equipment.tiles import FULL_SET
from houseway.games.pai_gow.events import BankExposed, DealerHandsSet
from houseway.games.pai_gow.ranking import hand_name, is_pair, rank_of, value_of
from houseway.games.pai_gow.words import hands_in_words
from houseway.table.card_play import HandsVoided
from houseway.table.words import told
from tests.games.pai_gow.dealing import BOTH_WIN, DEALER, Dealing, at_second_round, only


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("2-4 1-2", "supreme pair"),
        ("6-6 6-6", "pair of teen"),
        ("1-1 1-1", "pair of day"),
        ("1-3 1-3", "pair of gor"),
        ("2-2 2-2", "pair of bon"),
        ("4-5 3-6", "mixed nines"),
        ("6-6 4-5", "wong"),
        ("1-1 4-4", "gong"),
        ("1-6 6-6", "9"),
        ("5-5 5-5", "pair of mooy"),
        ("5-5 4-6", "0"),
        ("1-3 3-3", "0"),
    ],
)
def test_a_hand_is_called_by_its_pair_or_its_value(hand: str, name: str) -> None:
    first, second = hand.split()
    assert hand_name((first, second)) == name


def test_every_hand_is_called_by_its_rank_and_a_foul_by_the_hand_above() -> None:
    names: dict[int, str] = {}
    for pair in combinations(FULL_SET, 2):
        rank, name = rank_of(pair), hand_name(pair)
        assert name.isdigit() is not is_pair(rank)
        if is_pair(rank):
            assert names.setdefault(rank, name) == name
        else:
            assert name == str(value_of(rank))
    matched = [name for name in names.values() if name.startswith("pair of ")]
    assert len(matched) == len(set(matched)) == 11, "every pair of two like tiles has a name of its own"


@pytest.mark.parametrize(
    ("high", "low", "foul"),
    [
        ("6-6 1-6", "4-6 1-3", ""),
        ("4-6 1-3", "6-6 1-6", "low 9 is above high 4"),
        ("4-6 4-5", "6-6 1-6", "low nine with the 6-6 high is above high nine with the 4-6 high"),
        ("6-6 4-4", "6-6 6-6", "low pair of teen is above high gong"),
        ("1-3 3-3", "5-5 4-6", ""),
    ],
)
def test_a_foul_says_which_hand_outranks_which(high: str, low: str, foul: str) -> None:
    assert hands_in_words(tuple(high.split()), tuple(low.split())).foul == foul


def test_hands_are_named_on_the_felt_once_they_are_turned_over() -> None:
    dealing = Dealing().bet(1)
    dealing.dealt({0: DEALER, 1: BOTH_WIN})
    dealing.all_set()
    assert dealing.game.display(dealing.state).names == {}
    events = dealing.dealer_sets()
    assert dealing.game.display(dealing.state).names == {"high-dealer": "9", "low-dealer": "3"}
    assert dealing.game.result_in_words(events) == "Dealer: high 9, low 3"
    (revealed, *_) = dealing.reveal(1)
    names = dealing.game.display(dealing.state).names
    assert {names["high-1"], names["low-1"]} <= {"Gong", "Wong", "Pair of teen", "9", "8"}
    assert told(dealing.game, revealed).startswith("Position 1 wins: high ")


def test_a_result_names_the_bank_and_nothing_before_it_is_exposed() -> None:
    dealing = at_second_round(1, 2).banked_by(1)
    dealing.bet(2)
    events = dealing.dealt()
    assert dealing.game.result_in_words(events) == ""
    events += dealing.to_showdown()
    words = dealing.game.result_in_words(events)
    exposed = only(events, BankExposed)
    high, low = hands_in_words(exposed.high, exposed.low).names
    assert words.endswith(f"Bank at position 1: high {high}, low {low}")
    assert [event for event in events if isinstance(event, DealerHandsSet)] == [] or words.startswith(
        "Dealer:"
    )


def test_a_void_round_says_why() -> None:
    game = Dealing().game
    voided = HandsVoided(reason="a tile of the dealer was exposed", clause="621a.10(e)")
    assert game.result_in_words((voided,)) == "All hands are void: a tile of the dealer was exposed"
