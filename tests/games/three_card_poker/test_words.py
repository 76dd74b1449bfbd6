"""What hands are called and what a round has shown, told by the same words on the felt, in the record and in the result."""

import random
from itertools import combinations

import pytest

from houseway.equipment.cards import FIFTY_TWO
from houseway.games.three_card_poker.moves import TurnDealer
from houseway.games.three_card_poker.ranking import category, qualifies, three_card
from houseway.games.three_card_poker.showdown import three
from houseway.games.three_card_poker.words import dealers_hand_in_words, hand_in_words
from houseway.table.card_play import HandsVoided
from houseway.table.moves import Report
from houseway.table.roles import Role
from houseway.table.words import told
from tests.games.three_card_poker.dealing import Pit, poker

# How a name begins or ends, by the category of the ranking.
KINDS = (" high", "pair of ", "flush, ", "straight, ", "three ", "straight flush, ")


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("Jd 9c 2s", "jack high"),
        ("9d 9c Ks", "pair of nines"),
        ("6d Ac 6s", "pair of sixes"),
        ("Kd 7d 2d", "flush, king high"),
        ("Ad 2c 3s", "straight, three high"),
        ("Ad Kc Qs", "straight, ace high"),
        ("Th Tc Ts", "three tens"),
        ("9h 8h 7h", "straight flush, nine high"),
    ],
)
def test_a_hand_is_called_by_its_kind_and_rank(hand: str, name: str) -> None:
    assert hand_in_words(tuple(hand.split())) == name


def test_what_a_hand_is_called_follows_from_its_value_alone() -> None:
    """Hands of one value have one name, and a name never stands for two kinds of hands."""
    hands = random.Random(13).sample(list(combinations(FIFTY_TWO, 3)), 4000)
    names: dict[int, str] = {}
    for hand in hands:
        value = three_card(*three(hand))
        name = hand_in_words(hand)
        assert names.setdefault(value, name) == name
        kind = KINDS[category(value)]
        assert name.startswith(kind) or (category(value) == 0 and name.endswith(kind) and "," not in name)
        assert (
            dealers_hand_in_words(hand)
            == f"{name}, {'qualifies' if qualifies(value) else 'does not qualify'}"
        )


def shown(pit: Pit) -> dict[str, str]:
    return pit.game.display(pit.play).names


def test_hands_are_named_on_the_felt_once_they_lie_open() -> None:
    pit = Pit(1, 2).wager(1, ante=10).wager(2, ante=10)
    assert shown(pit) == {}
    pit.deal(seat_1="9d 9c 4s", seat_2="Kd 7d 2d", dealer="Jh 8c 2s")
    assert shown(pit) == {"cards-1": "Pair of nines", "cards-2": "Flush, king high"}
    pit.plays(1).folds(2)
    assert shown(pit) == {"cards-1": "Pair of nines"}, "a folded hand lies face down"
    events = pit.showdown(1)
    assert shown(pit)["cards-dealer"] == "Jack high, does not qualify"
    said = [told(pit.game, event) for event in events]
    assert "The dealer shows J♥ 8♣ 2♠: jack high, does not qualify" in said
    assert "Position 1 shows 9♦ 9♣ 4♠: pair of nines" in said
    assert pit.game.result_in_words(events) == "Dealer jack high, does not qualify"


@pytest.mark.parametrize(
    ("dealer", "words"),
    [("Qh 8c 2s", "Dealer queen high, qualifies"), ("Qh Qc 2s", "Dealer pair of queens, qualifies")],
)
def test_a_result_says_whether_the_dealer_qualifies(dealer: str, words: str) -> None:
    pit = Pit(1).wager(1, ante=10).deal(seat_1="9d 9c 4s", dealer=dealer).plays(1)
    assert pit.game.result_in_words(pit.showdown(1)) == words


def test_nothing_is_said_until_the_dealer_has_shown_and_a_void_round_says_why() -> None:
    assert poker().result_in_words([]) == ""
    pit = Pit(1).wager(1, ante=10).deal(seat_1="9d 9c 4s", dealer="Qh 8c 2s").plays(1)
    events = [
        *pit.service.do(TurnDealer()),
        *pit.service.do(Report(irregularity="wrong-number-of-cards", by=Role.DEALER)),
    ]
    (voided,) = (event for event in events if isinstance(event, HandsVoided))
    assert pit.game.result_in_words(events) == f"All hands are void: {voided.reason}"
