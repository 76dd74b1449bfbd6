"""What hands are called and what a round has shown, told by the same words on the felt, in the record and in the result."""

import random
from itertools import combinations

import pytest

from houseway.equipment.cards import CODES, Hand, cards
from houseway.games.asia_poker.house_way import Part
from houseway.games.asia_poker.irregularities import WRONG_START_VOIDED
from houseway.games.asia_poker.moves import PlaceHands, SetDealerHands, TurnDealerCards
from houseway.games.asia_poker.ranking import category, high_hand
from houseway.games.asia_poker.setting import every_setting, foul_of, read_hands
from houseway.games.asia_poker.submission import HOUSE_WAY
from houseway.games.asia_poker.wagers import Foul
from houseway.games.asia_poker.words import hand_in_words, hands_in_words
from houseway.table.card_play import CorrectDealerCard, HandsVoided
from houseway.table.moves import Report
from houseway.table.roles import Role
from houseway.table.words import told
from tests.games.asia_poker.dealing import DEALER, DEALER_SET, Dealing, only

# What a name begins with, by the category of the ranking; the first has no beginning of its own.
KINDS = (
    "",
    "pair of ",
    "two pair, ",
    "three ",
    "straight, ",
    "flush, ",
    "four ",
    "straight flush, ",
    "royal flush",
    "four aces",
)


def hand(written: str) -> Hand:
    return tuple(written.split())


@pytest.mark.parametrize(
    ("part", "dealt", "name"),
    [
        (Part.HIGH, "Kd 9s 4h 2s", "king high"),
        (Part.HIGH, "Jd Js 4h 2s", "pair of jacks"),
        (Part.HIGH, "Jd Js 4h 4s", "two pair, jacks and fours"),
        (Part.HIGH, "6d 6s 6h 2s", "three sixes"),
        (Part.HIGH, "5d 4s 3h 2s", "straight, five high"),
        (Part.HIGH, "Kd Qs Jh Ts", "straight, king high"),
        (Part.HIGH, "Ad Ks Qh Js", "straight, ace high"),
        (Part.HIGH, "Ad 2s 3h 4s", "straight, ace to four"),
        (Part.HIGH, "Kd 9d 4d 2d", "flush, king high"),
        (Part.HIGH, "Kd 9d 4d Jo", "flush, ace high"),
        (Part.HIGH, "6d 6s 6h 6c", "four sixes"),
        (Part.HIGH, "9h 8h 7h 6h", "straight flush, nine high"),
        (Part.HIGH, "9h 8h Jo 6h", "straight flush, nine high"),
        (Part.HIGH, "Ah 2h 3h 4h", "straight flush, ace to four"),
        (Part.HIGH, "Ah Kh Qh Jh", "royal flush"),
        (Part.HIGH, "Ah Ad As Jo", "four aces"),
        (Part.MEDIUM, "Kd Qs", "king high"),
        (Part.MEDIUM, "Jo As", "pair of aces"),
        (Part.LOW, "Qs", "queen"),
        (Part.LOW, "Jo", "ace"),
    ],
)
def test_a_hand_is_called_by_its_kind_and_rank(part: Part, dealt: str, name: str) -> None:
    assert hand_in_words(part, hand(dealt), 0) == name


@pytest.mark.parametrize("options", range(4))
def test_what_a_hand_is_called_follows_from_its_value_alone(options: int) -> None:
    """Hands of one value have one name, and the name is that of the value's own kind."""
    names: dict[int, str] = {}
    for held in random.Random(659 + options).sample(list(combinations(CODES, 4)), 3000):
        first, second, third, fourth = cards(held)
        value = high_hand(first, second, third, fourth, options)
        name = hand_in_words(Part.HIGH, held, options)
        assert names.setdefault(value, name) == name
        assert name.startswith(KINDS[category(value)])
        assert category(value) or (name.endswith(" high") and "," not in name)


def test_a_foul_names_the_hand_that_is_above_one_that_must_be_above_it() -> None:
    draw = random.Random(11)
    for _ in range(60):
        for hands in every_setting(tuple(draw.sample(CODES, 7))):
            foul = foul_of(hands, 0)
            said = hands_in_words(hands, 0)
            above = {Foul.NONE: "", Foul.HIGH_NOT_ABOVE_MEDIUM: "medium", Foul.MEDIUM_NOT_ABOVE_LOW: "low"}[
                foul
            ]
            assert said.foul.startswith(above)
            assert bool(said.foul) is bool(above)
            if said.foul:
                higher, lower = said.foul.split(" is above ")
                assert higher.partition(" ")[2] != lower.partition(" ")[2], "two hands of a name tell nothing"


@pytest.mark.parametrize(
    ("written", "foul"),
    [
        ("Qh9c8s4h Kd5d 2c", "medium king high is above high queen high"),
        ("Qh9c8s4h QdJd 2c", "medium queen-jack high is above high queen-nine high"),
        ("KhKc8s4h QdJd Ac", "low ace is above medium queen high"),
        ("AhKc8s4h 2d2h 3c", "medium pair of twos is above high ace high"),
        ("KhKc8s4h QdJd 2c", ""),
    ],
)
def test_a_foul_is_said_in_words(written: str, foul: str) -> None:
    assert hands_in_words(read_hands(written, HOUSE_WAY), 0).foul == foul


PLAYER = "Ad Ac 9d 8h 7s 4c 2d"


def at_the_showdown() -> Dealing:
    dealing = Dealing().bet(1).dealt({0: DEALER, 1: PLAYER})
    dealing.places(seat_1="AdAc4c2d 9d8h 7s")
    return dealing


def test_hands_are_named_on_the_felt_once_they_are_turned_over() -> None:
    dealing = at_the_showdown()
    assert dealing.game.display(dealing.state).names == {}
    events = dealing.dealer_sets()
    dealers = {"high-dealer": "King high", "medium-dealer": "King high", "low-dealer": "Seven"}
    assert dealing.game.display(dealing.state).names == dealers
    words = [told(dealing.game, event) for event in events]
    assert (
        words[-1] == "The dealer shows high king high (K♦ 9♠ 4♥ 2♠), medium king high (K♥ 8♦), low seven (7♣)"
    )
    assert dealing.game.result_in_words(events) == "Dealer: high king high, medium king high, low seven"
    (revealed, *_) = dealing.reveal(1)
    assert told(dealing.game, revealed) == (
        "Position 1 loses: high pair of aces (A♦ A♣ 4♣ 2♦), medium nine high (9♦ 8♥), low seven (7♠)"
    )
    players = {"high-1": "Pair of aces", "medium-1": "Nine high", "low-1": "Seven"}
    assert dealing.game.display(dealing.state).names == dealers | players


def test_the_refusal_of_a_foul_says_which_hand_outranks_which() -> None:
    dealing = Dealing().bet(1).dealt({0: DEALER, 1: "Kc Qh 9c 8s 5d 4c 2c"})
    refusal = dealing.refusal(PlaceHands(seat=1, setting="Qh9c8s4c Kc5d 2c"))
    assert refusal.message == "this is a foul: medium king high is above high queen high"


def test_a_card_of_the_dealer_put_right_takes_the_result_back_and_a_void_round_says_why() -> None:
    dealing = at_the_showdown()
    events = dealing.dealer_sets()
    assert dealing.game.result_in_words(events)
    void = dealing.make(Report(irregularity=WRONG_START_VOIDED, by=Role.FLOORPERSON))
    assert dealing.game.result_in_words((*events, *void)) == (
        f"All hands are void: {only(void, HandsVoided).reason}"
    )
    dealing = Dealing().bet(1).dealt({1: PLAYER}, unseen=True)
    dealing.places(seat_1="AdAc4c2d 9d8h 7s")
    dealing.make(TurnDealerCards(cards=hand(DEALER)))
    events = dealing.make(SetDealerHands(setting=DEALER_SET))
    corrected = dealing.make(CorrectDealerCard(was="7c", card="6c"))
    assert dealing.game.result_in_words((*events, *corrected)) == ""
