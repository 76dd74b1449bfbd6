"""What hands come to and what a round has shown, told by the same words on the felt, in the record and in the result."""

import random

import pytest

from houseway.equipment.cards import FIFTY_TWO, Hand
from houseway.games.five_card_hi_lo.moves import CollectForfeits
from houseway.games.five_card_hi_lo.points import SPLITS, high_total, is_lawful, low_total
from houseway.games.five_card_hi_lo.setting import five, split
from houseway.games.five_card_hi_lo.words import hands_in_words, poker_in_words, unset_in_words
from houseway.table.events import Event
from houseway.table.words import told
from tests.games.five_card_hi_lo.dealing import H18_L5, H27_L9, H31_L11, HiLo

ONE = {1: {"ante": 1000}}


def hand(written: str) -> Hand:
    return tuple(written.split())


def some_hands(count: int) -> list[Hand]:
    draw = random.Random(663)
    return [tuple(draw.sample(FIFTY_TWO, 5)) for _ in range(count)]


def test_both_hands_are_named_by_their_points_and_what_is_unlawful_says_why() -> None:
    for dealt in some_hands(300):
        for setting in SPLITS:
            high, low = split(dealt, setting)
            named = hands_in_words(high, low)
            held = five(dealt)
            assert named.names == (
                f"{high_total(*held, setting)} points",
                f"{low_total(*held, setting)} points",
            )
            assert bool(named.foul) is not is_lawful(*held, setting)


@pytest.mark.parametrize(
    ("high", "low", "foul"),
    [
        ("Kd Kc 7d", "6d 3s", ""),
        ("Kd Kc 6d", "7d 3s", "low 7♦ is worth more than high 6♦"),
        ("Kd 7d 3s", "Ac 9s", "low 9♠ is worth more than high 3♠"),
        ("Kd Tc 7d", "Ac As", "only one ace may lie low"),
        ("Ad Ac As", "Ah Kd", ""),
    ],
)
def test_a_setting_says_what_is_wrong_with_it(high: str, low: str, foul: str) -> None:
    assert hands_in_words(hand(high), hand(low)).foul == foul


@pytest.mark.parametrize(
    ("dealt", "words"),
    [
        (H27_L9, "27 high and 9 low"),
        (H31_L11, "31 high and 11 low, or 29 high and 3 low"),
        ("Ad Ac As Ah Kd", "33 high and 11 low"),
    ],
)
def test_a_hand_not_yet_set_is_named_by_what_it_may_come_to(dealt: str, words: str) -> None:
    assert unset_in_words(hand(dealt)) == words


@pytest.mark.parametrize(
    ("dealt", "words"),
    [
        ("6s 6d Qh 5c 3d", "pair of sixes"),
        ("6s 6d Qh Qc 3d", "two pair, queens and sixes"),
        ("6s 6d 6h Qc Qd", "full house, sixes over queens"),
        ("As 2d 3h 4c 5d", "straight, five high"),
        ("As Ks Qs Js Ts", "royal flush"),
        ("As Ks Qs Js 9s", "flush, ace high"),
        ("As Ad Ah Ac 9s", "four aces"),
    ],
)
def test_five_cards_are_called_as_a_poker_hand(dealt: str, words: str) -> None:
    assert poker_in_words(hand(dealt)) == words


def shown(table: HiLo) -> dict[str, str]:
    return table.game.display(table.state).names


def said(table: HiLo, events: list[Event]) -> list[str]:
    return [told(table.game, event) for event in events]


def test_hands_are_named_on_the_felt_once_they_lie_open() -> None:
    bets = {1: {"ante": 1000}, 2: {"ante": 1000, "poker_bonus": 500}}
    table = HiLo(bets).dealt(seat_1=H31_L11, seat_2="6s 6c Qh 5c 3d", dealer=H27_L9)
    assert shown(table) == {
        "hand-1": "31 high and 11 low, or 29 high and 3 low",
        "hand-2": "22 high and 8 low",
    }
    table.decided("play", "fold")
    assert "hand-2" not in shown(table), "a folded hand lies face down"
    table.set(1, "As 2c")
    assert shown(table) == {}
    turned = table.dealer()
    assert shown(table) == {"high-dealer": "27 points", "low-dealer": "9 points"}
    assert "The dealer shows 27 high, K♦ K♣ 7♦, and 9 low, 6♦ 3♠" in said(table, turned)
    assert table.game.result_in_words(turned) == "Dealer 27 points high, 9 low"
    folded, played = table.reveal(), table.reveal()
    assert said(table, folded)[0] == "Position 2, who folded, shows 6♠ 6♣ Q♥ 5♣ 3♦: pair of sixes"
    assert "Position 1 shows 29 high, J♦ 10♣ 9♥, and 3 low, A♠ 2♣" in said(table, played)
    assert shown(table) == {
        "high-dealer": "27 points",
        "low-dealer": "9 points",
        "hand-2": "Pair of sixes",
        "high-1": "29 points",
        "low-1": "3 points",
    }


def test_a_dealers_hand_set_wrongly_is_no_result_until_it_is_put_right() -> None:
    table = HiLo(ONE).dealt(seat_1=H18_L5, dealer=H27_L9).decided()
    table.set(1)
    events = table.dealer(low=("7d", "3s"))
    assert "The dealer's hands are set wrongly: high K♦ K♣ 6♦, low 7♦ 3♠" in said(table, events)
    assert table.game.result_in_words(events) == ""


def test_nothing_is_said_to_be_collected_where_nobody_folded() -> None:
    table = HiLo(ONE).dealt(seat_1=H31_L11, dealer=H27_L9)
    table.play()
    assert table.game.display(table.state).words == "All play: the hands are set next"
    (collect,) = (act for act in table.game.legal(table.state) if act.move == "collect-forfeits")
    assert collect.label == "Nobody folded: on to setting the hands"
    assert table.do(CollectForfeits()) == []
    folds = HiLo({1: {"ante": 1000}, 2: {"ante": 1000}}).dealt(seat_1=H31_L11, dealer=H27_L9)
    folds.fold()
    folds.play()
    (collect,) = (act for act in folds.game.legal(folds.state) if act.move == "collect-forfeits")
    assert collect.label == "Collect what was forfeited"
