import pytest

from houseway.games.five_card_hi_lo.events import (
    DealerSet,
    DealerTurnedOver,
    FoldedHandShown,
    HandKept,
    HandRevealed,
    HandSet,
    PokerHandFormed,
    ResultAnnounced,
    SettingCorrected,
    SetWrongly,
)
from houseway.games.five_card_hi_lo.moves import (
    CollectForfeits,
    CorrectSetting,
    RevealHand,
    SetHand,
    TurnDealer,
)
from houseway.games.five_card_hi_lo.round import DEALER_SETS, DECIDING, REVEALING, SETTING
from houseway.games.five_card_hi_lo.turns import asked, revealed_next
from houseway.table.card_play import (
    Abandon,
    Deal,
    DiscardStub,
    Fold,
    HandDiscarded,
    RoundCompleted,
    WagersAbandoned,
)
from houseway.table.events import BonusPaid, Settled
from houseway.table.moves import CallNoMoreBets, PlaceWager
from houseway.table.roles import Role
from tests.cards import SHARED
from tests.crew import lines
from tests.games.five_card_hi_lo.dealing import (
    FOUR_ACES,
    FOUR_ACES_AND_A_TWO,
    H18_L5,
    H27_L9,
    H30_L18,
    H31_L11,
    THREE_ACES,
    HiLo,
)

ONE = {1: {"ante": 1000}}
EVERYTHING = {"ante": 1000, "tie": 500, "poker_bonus": 500}


def three_players() -> HiLo:
    return HiLo({2: {"ante": 1000}, 4: {"ante": 1000}, 5: {"ante": 1000}})


# Asking: fold or play (663a.11(a)-(c)).


@pytest.mark.clause("663a.11(a)")
def test_players_look_at_their_cards_only_once_the_deal_is_complete() -> None:
    table = HiLo(ONE)
    table.do(CallNoMoreBets(), Deal(cards=("As", "Kd")))
    assert table.refused(Fold(seat=1)).clause.id == "663a.11(a)"
    assert table.game.display(table.state).cards["hand-1"] == ("??",)
    table.do(Deal(cards=table.cards()))
    assert table.refused(Fold(seat=1)).clause.id == "663a.11(a)"
    table.do(DiscardStub())
    assert table.state.phase == DECIDING
    assert table.game.display(table.state).cards["hand-1"] == table.state.hand(1)


@pytest.mark.clause("663a.11(b)#1")
def test_players_are_asked_clockwise_from_the_dealers_left() -> None:
    table = three_players().dealt()
    assert table.refused(Fold(seat=4)).clause.id == "663a.11(b)#1"
    assert table.refused(PlaceWager(seat=5, wager="play", amount=1000)).clause.id == "663a.11(b)#1"
    order = []
    for answer in (table.play, table.fold, table.play):
        order.append(asked(table.state))
        answer()
    assert order == [2, 4, 5]
    assert asked(table.state) == 0
    assert table.refused(Fold(seat=4)).clause.id == "663a.11(b)#1"


@pytest.mark.clause("663a.11(c)#1")
def test_forfeits_are_collected_once_everyone_has_answered() -> None:
    table = three_players().dealt()
    table.fold()
    assert table.refused(CollectForfeits()).clause.id == "663a.11(c)#1"
    assert lines(table.events) == []
    table.play()
    table.fold()
    events = table.do(CollectForfeits())
    assert lines(events) == [(2, "ante", "lose", 0), (5, "ante", "lose", 0)]
    discarded = [(event.seat, event.clause) for event in events if isinstance(event, HandDiscarded)]
    assert discarded == [(2, "663a.11(c)#1"), (5, "663a.11(c)#1")]
    assert {line.clause for line in table.happened(Settled)} == {"663a.11(b)#1"}
    assert table.refused(CollectForfeits()).clause.id == "663a.11(c)#1"


@pytest.mark.clause("663a.11(b)(1)", "663a.11(c)#1")
def test_a_fold_with_a_tie_wager_loses_both() -> None:
    table = HiLo({1: {"ante": 1000, "tie": 500}, 2: {"ante": 1000}}).dealt()
    table.fold()
    table.play()
    events = table.do(CollectForfeits())
    assert lines(events) == [(1, "ante", "lose", 0), (1, "tie", "lose", 0)]
    assert [line.clause for line in table.happened(Settled)] == ["663a.11(b)#1", "663a.11(b)(1)"]


@pytest.mark.clause("663a.11(b)(2)", "663a.11(c)#2", "663a.11(j)(2)")
def test_a_fold_leaves_cards_and_poker_bonus_on_the_table_until_it_is_settled() -> None:
    table = HiLo({1: {"ante": 1000, "poker_bonus": 500}, 2: {"ante": 1000}})
    table.dealt(seat_1="9s 9d 4c 3d 2h", seat_2=H31_L11, dealer=H27_L9)
    table.fold()
    table.play()
    events = table.do(CollectForfeits())
    assert lines(events) == [(1, "ante", "lose", 0)]
    assert [event.seat for event in events if isinstance(event, HandKept)] == [1]
    table.set(2, "9h 2c")
    table.dealer()
    table.reveal()
    assert table.refused(RevealHand(seat=1, low=("3d", "2h"))).clause.id == "663a.11(c)#2"
    events = table.reveal()
    assert lines(events) == [(1, "poker-bonus", "win", 500)]
    (shown,) = [event for event in events if isinstance(event, FoldedHandShown)]
    assert shown.cards == ("9s", "9d", "4c", "3d", "2h")


@pytest.mark.clause("663a.11(b)(1)", "663a.11(b)(2)")
def test_a_fold_with_both_optional_wagers_loses_the_tie_and_keeps_the_poker_bonus() -> None:
    table = HiLo({1: EVERYTHING}).dealt(seat_1="Kh Qd 4c 3d 2h", dealer=H27_L9)
    table.fold()
    events = table.do(CollectForfeits())
    assert lines(events) == [(1, "ante", "lose", 0), (1, "tie", "lose", 0)]
    assert events[0].also == ("663a.11(b)(1)", "663a.11(b)(2)")
    table.dealer()
    events = table.reveal()
    assert lines(events) == [(1, "poker-bonus", "lose", 0)]
    assert table.state.bets == ()


@pytest.mark.clause("663a.11(h)#1")
def test_a_player_with_three_aces_is_told_what_a_fold_gives_up() -> None:
    table = HiLo(ONE).dealt(seat_1=THREE_ACES, dealer=H27_L9)
    refusal = table.refused(Fold(seat=1))
    assert (refusal.clause.id, refusal.fix) == (
        "663a.11(h)#1",
        "make the Play Wager, or fold knowing this",
    )
    (fold,) = table.lawful("fold")
    assert (fold.label, fold.fields["knowing"]) == ("Position 1 folds, giving up the Ante Bonus", (True,))
    table.do(Fold(seat=1, knowing=True), CollectForfeits())
    assert table.happened(BonusPaid) == []
    without = HiLo(ONE).dealt(seat_1=H31_L11, dealer=H27_L9)
    assert without.refused(Fold(seat=1, knowing=True)).clause.id == "663a.11(h)#1"
    assert without.lawful("fold")[0].fields["knowing"] == (False,)


def test_a_round_in_which_all_fold_is_over_when_the_forfeits_are_collected() -> None:
    table = three_players().dealt()
    for _ in range(3):
        table.fold()
    events = table.do(CollectForfeits())
    assert isinstance(events[-1], RoundCompleted)
    assert table.game.between_rounds(table.state)
    assert table.happened(DealerTurnedOver) == []


# Setting (663a.11(d), 663a.7(f)).


@pytest.mark.clause("663a.11(d)#1", "663a.11(d)#2")
def test_players_with_a_play_wager_then_set_a_high_and_a_low_hand() -> None:
    table = HiLo(ONE).dealt(seat_1=H31_L11, dealer=H27_L9)
    assert table.refused(SetHand(seat=1, low=("9h", "2c"))).clause.id == "663a.11(d)#1"
    table.decided("play")
    assert table.state.phase == SETTING
    (act,) = table.lawful("set-hand")
    assert act.fields == {"seat": (1,), "low": (("As", "2c"), ("9h", "2c"), ())}
    (laid,) = table.set(1, "2c As")
    assert isinstance(laid, HandSet)
    assert (laid.high, laid.low) == (("Jd", "Tc", "9h"), ("As", "2c"))


@pytest.mark.clause("663a.11(d)#2")
@pytest.mark.parametrize("low", ["Jd 2c", "As 9h", "Jd Tc"])
def test_a_hand_is_not_laid_down_otherwise_than_it_may_be_set(low: str) -> None:
    table = HiLo(ONE).dealt(seat_1=H31_L11, dealer=H27_L9).decided("play")
    refusal = table.refused(SetHand(seat=1, low=tuple(low.split())))
    assert (refusal.clause.id, refusal.fix) == ("663a.11(d)#2", "put low: A♠ 2♣ or 9♥ 2♣")


@pytest.mark.clause("663a.11(d)#2")
@pytest.mark.parametrize("low", ["2c", "9h 9h", "9h 2c Tc", "Ks 2c"])
def test_a_low_hand_is_two_cards_of_the_players_own(low: str) -> None:
    table = HiLo(ONE).dealt(seat_1=H31_L11, dealer=H27_L9).decided("play")
    assert table.refused(SetHand(seat=1, low=tuple(low.split()))).clause.id == "663a.11(d)#2"


@pytest.mark.clause("663a.11(a)(3)")
def test_a_hand_laid_down_is_not_touched_again() -> None:
    table = three_players().dealt(seat_2=H31_L11).decided()
    table.set(2, "9h 2c")
    assert table.refused(SetHand(seat=2, low=("As", "2c"))).clause.id == "663a.11(a)(3)"


def test_a_folded_hand_is_not_set() -> None:
    table = three_players().dealt().decided("fold")
    assert table.refused(SetHand(seat=2)).clause.id == "663a.11(d)#1"
    assert [act.fields["seat"] for act in table.lawful("set-hand")] == [(4,), (5,)]


# The dealer (663a.11(e)).


@pytest.mark.clause("663a.11(e)#1", "663a.11(e)#2", "663a.11(e)#3")
def test_the_dealers_cards_are_turned_over_and_set_once_all_players_have_set() -> None:
    table = three_players().dealt(dealer=H31_L11).decided()
    for seat in (4, 2):
        table.set(seat)
        assert table.refused(TurnDealer()).clause.id == "663a.11(e)#1"
    table.set(5)
    assert table.state.phase == DEALER_SETS
    turned, laid = table.dealer()
    assert isinstance(turned, DealerTurnedOver)
    assert isinstance(laid, DealerSet)
    assert (laid.high_points, laid.low_points, laid.low) == (31, 11, ("9h", "2c"))
    assert laid.also == ("663a.11(e)#3",)
    assert table.state.phase == REVEALING
    assert table.game.display(table.state).cards["low-dealer"] == ("9h", "2c")


@pytest.mark.clause("663a.11(e)#2")
@pytest.mark.parametrize(
    ("hand", "wrong", "right"),
    [(H31_L11, "As 2c", "9h 2c"), (H27_L9, "Kd 3s", "6d 3s"), (FOUR_ACES, "Ah Ac", "Ah 5h")],
)
def test_a_dealers_wrong_setting_is_corrected_before_a_floorperson(hand: str, wrong: str, right: str) -> None:
    table = HiLo(ONE).dealt(seat_1=H18_L5, dealer=hand).decided()
    table.set(1, "3c 2d")
    _, found = table.dealer(low=tuple(wrong.split()))
    assert isinstance(found, SetWrongly)
    assert (found.seat, found.clause) == (0, "663a.11(e)#2")
    assert table.refused(TurnDealer()).clause.id == "663a.11(e)#2"
    by_dealer = CorrectSetting(seat=0, by=Role.DEALER)
    assert table.refused(by_dealer).clause.id == "663a.11(e)#2"
    corrected, laid = table.do(CorrectSetting(seat=0))
    assert isinstance(corrected, SettingCorrected)
    assert (corrected.low, corrected.by) == (tuple(right.split()), "floorperson")
    assert isinstance(laid, DealerSet)
    assert table.state.phase == REVEALING


# Revealing and settling (663a.11(f)-(k)).


@pytest.mark.clause("663a.11(f)#1")
def test_hands_are_revealed_counterclockwise_from_the_dealers_right_once_the_dealer_has_set() -> None:
    table = three_players().dealt().decided()
    for seat in (2, 4, 5):
        table.set(seat, " ".join(table.lawful("set-hand")[0].fields["low"][0]))
    assert table.refused(RevealHand(seat=5)).clause.id == "663a.11(f)#1"
    table.dealer()
    assert table.refused(RevealHand(seat=2)).clause.id == "663a.11(f)#1"
    order = []
    while table.state.hands:
        order.append(revealed_next(table.state))
        table.reveal()
    assert order == [5, 4, 2]


@pytest.mark.clause("663a.11(f)#2")
@pytest.mark.parametrize(
    ("player", "dealer", "low", "announced"),
    [
        (H31_L11, H27_L9, "As 2c", "win"),
        (H31_L11, H27_L9, "9h 2c", "tie"),
        (H18_L5, H27_L9, "", "tie"),
        (H30_L18, H31_L11, "", "lose"),
    ],
)
def test_points_are_compared_hand_by_hand_and_the_result_announced(
    player: str, dealer: str, low: str, announced: str
) -> None:
    events = HiLo(ONE).shown_down(player, dealer, low)
    (result,) = [event for event in events if isinstance(event, ResultAnnounced)]
    assert result.result == announced
    (revealed,) = [event for event in events if isinstance(event, HandRevealed)]
    assert revealed.high_points > revealed.low_points


@pytest.mark.clause("663a.11(g)", "663a.11(g)(1)", "663a.11(g)(2)", "663a.11(g)(3)", "663a.12(a)")
def test_ante_and_play_win_even_money_lose_or_come_back_together() -> None:
    won = HiLo(ONE).shown_down(H31_L11, H27_L9, "As 2c")
    assert lines(won) == [(1, "ante", "win", 1000), (1, "play", "win", 1000)]
    lost = HiLo(ONE).shown_down(H30_L18, H31_L11)
    assert lines(lost) == [(1, "ante", "lose", 0), (1, "play", "lose", 0)]
    tied = HiLo(ONE).shown_down(H31_L11, H27_L9, "9h 2c")
    assert lines(tied) == [(1, "ante", "push", 0), (1, "play", "push", 0)]


@pytest.mark.clause("663a.11(h)#1", "663a.11(h)#2", "663a.12(b)")
@pytest.mark.parametrize(
    ("hand", "paytable", "paid", "line"),
    [
        (THREE_ACES, "A", 10_000, "663a.12(b)[A:three_aces]"),
        (FOUR_ACES, "B", 50_000, "663a.12(b)[B:four_aces]"),
        (FOUR_ACES_AND_A_TWO, "C", 200_000, "663a.12(b)[C:four_aces_and_2]"),
    ],
)
def test_the_ante_bonus_is_paid_besides_on_the_best_line_alone(
    hand: str, paytable: str, paid: int, line: str
) -> None:
    events = HiLo(ONE, ante_bonus=paytable).shown_down(hand, H27_L9)
    (bonus,) = [event for event in events if isinstance(event, BonusPaid)]
    assert (bonus.paid, bonus.pays, bonus.clause) == (paid, line, "663a.11(h)#1")


@pytest.mark.clause("663a.11(h)#1")
def test_the_ante_bonus_is_paid_even_when_ante_and_play_lose() -> None:
    # 31 over 9, an ace being low, against 31 over 5.
    events = HiLo(ONE).shown_down("Ah Ac Ad 9h 8h", "As Ks Kd 3c 2c", "Ad 8h")
    assert lines(events) == [(1, "ante", "lose", 0), (1, "play", "lose", 0)]
    assert [event.paid for event in events if isinstance(event, BonusPaid)] == [10_000]


@pytest.mark.clause("663a.11(i)")
def test_cards_go_to_the_rack_once_ante_and_play_are_settled() -> None:
    events = HiLo(ONE).shown_down(H31_L11, H27_L9)
    kinds = [type(event).__name__ for event in events]
    assert kinds == [
        "HandRevealed",
        "ResultAnnounced",
        "Settled",
        "Settled",
        "HandDiscarded",
        "RoundCompleted",
    ]
    assert events[4].clause == "663a.11(i)"


@pytest.mark.clause("663a.11(j)", "663a.11(j)(2)", "663a.11(k)", "663a.11(l)")
def test_optional_wagers_are_settled_after_ante_and_play_and_before_the_cards_go() -> None:
    events = HiLo({1: EVERYTHING}).shown_down(THREE_ACES, H27_L9)
    said = [event.wager if isinstance(event, Settled) else type(event).__name__ for event in events]
    assert said == [
        "HandRevealed",
        "ResultAnnounced",
        "ante",
        "play",
        "BonusPaid",
        "tie",
        "PokerHandFormed",
        "poker-bonus",
        "HandDiscarded",
        "RoundCompleted",
    ]
    discarded = events[-2]
    assert (discarded.clause, discarded.also) == ("663a.11(k)", ("663a.11(l)",))
    one_optional = HiLo({1: {"ante": 1000, "tie": 500}}).shown_down(THREE_ACES, H27_L9)
    assert one_optional[-2].clause == "663a.11(j)"
    assert [line.order for line in events if isinstance(line, Settled)] == [
        "663a.11(f)#2",
        "663a.11(f)#2",
        "663a.11(j)",
        "663a.11(j)",
    ]


@pytest.mark.clause("663a.11(j)(1)", "663a.12(c)[high_tie]", "663a.12(c)[low_tie]", "663a.12(c)[both_tie]")
def test_the_tie_wager_pays_for_level_hands() -> None:
    paid = {}
    for dealer in ("Kd Kc 7s 5d 3h", "Kh Ks 8s 5d 4h", "Kh Ks 7s 5d 4h", "Kh Ks 8s 5d 3h"):
        events = HiLo({1: {"ante": 1000, "tie": 500}}).shown_down("Qd Qc 7d 6d 3s", dealer)
        (tie,) = [event for event in events if isinstance(event, Settled) and event.wager == "tie"]
        paid[dealer] = tie.paid, tie.pays
    assert paid == {
        "Kd Kc 7s 5d 3h": (2000, "663a.12(c)[high_tie]"),
        "Kh Ks 8s 5d 4h": (2000, "663a.12(c)[low_tie]"),
        "Kh Ks 7s 5d 4h": (10_000, "663a.12(c)[both_tie]"),
        "Kh Ks 8s 5d 3h": (0, ""),
    }


@pytest.mark.clause(
    "663a.11(j)(2)(i)",
    *(
        f"663a.12(d)[{line}]"
        for line in (
            "A:royal_flush",
            "A:straight_flush",
            "A:four_of_a_kind",
            "A:full_house",
            "A:flush",
            "A:straight",
            "A:three_of_a_kind",
            "A:two_pair",
            "A:pair_7s_or_better",
            "B:royal_flush",
            "B:straight_flush",
            "B:four_of_a_kind",
            "B:full_house",
            "B:flush",
            "B:straight",
            "B:three_of_a_kind",
            "B:two_pair",
            "B:pair_6s_or_better",
        )
    ),
)
def test_the_poker_bonus_pays_every_line_of_both_paytables() -> None:
    hands = {
        "Ah Kh Qh Jh Th": (250, 500),
        "9h 8h 7h 6h 5h": (50, 100),
        "9h 9c 9d 9s 5h": (25, 40),
        "9h 9c 9d 5s 5h": (15, 15),
        "Ah Kh Qh Jh 9h": (10, 8),
        "Ah Kh Qh Jh Td": (8, 6),
        "9h 9c 9d 5s 4h": (5, 4),
        "9h 9c 5d 5s 4h": (3, 3),
        "7h 7c Kd 5s 4h": (1, 1),
    }
    for column, paytable in enumerate("AB"):
        for hand, pays in hands.items():
            dealer = "Kc Qc 8c 4c 2c"
            table = HiLo({1: {"ante": 1000, "poker_bonus": 500}}, poker_bonus=paytable)
            events = table.shown_down(hand, dealer)
            (line,) = [
                event for event in events if isinstance(event, Settled) and event.wager == "poker-bonus"
            ]
            assert line.paid == 500 * pays[column], (paytable, hand)


@pytest.mark.clause("663a.6(b)(9)", "663a.11(j)(2)(ii)")
@pytest.mark.parametrize(("paytable", "result"), [("A", "lose"), ("B", "win")])
def test_a_pair_of_sixes_wins_only_on_paytable_b(paytable: str, result: str) -> None:
    table = HiLo({1: {"ante": 1000, "poker_bonus": 500}}, poker_bonus=paytable)
    events = table.shown_down("6h 6c Kd 5s 4h", "Kc Qc 8c 4c 2c")
    assert lines(events)[-1][1:3] == ("poker-bonus", result)
    (formed,) = [event for event in events if isinstance(event, PokerHandFormed)]
    assert formed.hand == "a pair"


# Cards that nobody sees before they are turned over.


def test_a_round_is_played_with_cards_told_only_when_they_are_revealed() -> None:
    table = HiLo({1: EVERYTHING, 2: {"ante": 500, "poker_bonus": 500}}).dealt_unseen().decided("play", "fold")
    assert table.refused(SetHand(seat=1, low=("As", "2c"))).clause.id == "663a.11(d)#2"
    (laid,) = table.set(1)
    assert isinstance(laid, HandSet)
    assert (laid.high, laid.low) == ((), ())
    assert table.refused(TurnDealer()).clause.id == "663a.11(e)#1"
    assert table.lawful("turn-dealer")[0].text == ("cards", "low")
    table.dealer(cards=tuple(H27_L9.split()))
    assert lines(table.reveal("9s 9d 4c 3d 2h")) == [(2, "poker-bonus", "win", 500)]
    twice = RevealHand(seat=1, cards=("Kd", "Jd", "Tc", "9h", "2c"), low=("9h", "2c"))
    assert table.refused(twice).clause.id == "663a.3(a)"
    assert table.refused(RevealHand(seat=1)).clause.id == "663a.11(f)#1"
    events = table.reveal(H31_L11, "As 2c")
    assert lines(events)[:2] == [(1, "ante", "win", 1000), (1, "play", "win", 1000)]


@pytest.mark.clause("663a.11(d)#2")
def test_a_players_wrong_setting_is_corrected_before_a_floorperson_and_then_settled() -> None:
    table = HiLo(ONE).dealt(seat_1=H31_L11, dealer=H27_L9).decided()
    table.set(1)
    table.dealer()
    (act,) = table.lawful("reveal-hand")
    assert act.fields["low"][:2] == (("As", "2c"), ("9h", "2c"))
    assert len(act.fields["low"]) == 20
    (found,) = table.reveal(low="As Jd")
    assert isinstance(found, SetWrongly)
    assert (found.seat, found.low, found.clause) == (1, ("As", "Jd"), "663a.11(d)#2")
    own = {rule.name for rule in table.game.rules if rule.move not in SHARED}
    assert [act.move for act in table.game.legal(table.state) if act.move in own] == ["correct-setting"]
    assert table.refused(RevealHand(seat=1)).clause.id == "663a.11(d)#2"
    assert table.refused(CorrectSetting(seat=1, by=Role.DEALER)).clause.id == "663a.11(d)#2"
    events = table.do(CorrectSetting(seat=1))
    assert isinstance(events[0], SettingCorrected)
    assert (events[0].low, events[0].by) == (("As", "2c"), "floorperson")
    assert lines(events) == [(1, "ante", "win", 1000), (1, "play", "win", 1000)]


@pytest.mark.clause("663a.11(d)#2")
def test_hands_laid_on_each_others_place_are_put_right_too() -> None:
    table = HiLo(ONE).dealt(seat_1=H31_L11, dealer=H27_L9).decided()
    table.set(1)
    table.dealer()
    (found,) = table.reveal(low="As Jd Tc")
    assert isinstance(found, SetWrongly)
    assert (found.high, found.low) == (("9h", "2c"), ("As", "Jd", "Tc"))
    assert table.refused(CorrectSetting(seat=0)).clause.id == "663a.11(e)#2"
    events = table.do(CorrectSetting(seat=1))
    assert isinstance(events[0], SettingCorrected)
    assert (events[0].high, events[0].low) == (("As", "Jd", "Tc"), ("9h", "2c"))


def test_a_hand_partly_seen_is_told_with_the_cards_that_were_seen() -> None:
    table = HiLo(ONE)
    table.do(CallNoMoreBets(), Deal(cards=("As", *["??"] * 9)), DiscardStub())
    table.decided()
    table.set(1)
    table.dealer(cards=tuple(H27_L9.split()))
    without_the_ace = RevealHand(seat=1, cards=("Ah", "Jd", "Tc", "9h", "2c"), low=("9h", "2c"))
    assert table.refused(without_the_ace).clause.id == "663a.11(f)#1"
    twice = RevealHand(seat=1, cards=("As", "As", "Tc", "9h", "2c"), low=("9h", "2c"))
    assert table.refused(twice).clause.id == "663a.3(a)"
    assert isinstance(table.reveal(H31_L11, "9h 2c")[-1], RoundCompleted)


@pytest.mark.clause("663a.11(a)(3)")
def test_hands_are_revealed_as_they_were_laid_down() -> None:
    table = HiLo(ONE).dealt(seat_1=H31_L11, dealer=H27_L9).decided()
    table.set(1, "9h 2c")
    table.dealer()
    assert table.refused(RevealHand(seat=1, low=("As", "2c"))).clause.id == "663a.11(a)(3)"
    assert table.refused(RevealHand(seat=1, low=("Ks", "2c"))).clause.id == "663a.11(d)#2"
    other_cards = RevealHand(seat=1, cards=("As", "Jd", "Tc", "9h", "3c"))
    assert table.refused(other_cards).clause.id == "663a.11(f)#1"


def test_nothing_is_corrected_that_was_not_found_wrong() -> None:
    table = HiLo(ONE).dealt(seat_1=H31_L11, dealer=H27_L9).decided()
    assert table.refused(CorrectSetting(seat=1)).clause.id == "663a.11(d)#2"
    assert table.refused(CorrectSetting(seat=0)).clause.id == "663a.11(e)#2"


# Leaving (663a.7(b), X-09).


@pytest.mark.clause("663a.7(b)#3")
@pytest.mark.parametrize("left_at", ["deciding", "setting", "revealing"])
def test_a_floorperson_may_rule_the_wagers_of_who_left_abandoned_and_the_round_goes_on(left_at: str) -> None:
    table = HiLo({1: EVERYTHING, 2: {"ante": 500}}).dealt(seat_1=H31_L11, seat_2=H18_L5, dealer=H27_L9)
    if left_at != "deciding":
        table.decided()
    if left_at == "revealing":
        table.set(1)
        table.set(2)
        table.dealer()
    assert table.refused(Abandon(seat=1, by=Role.DEALER)).clause.id == "663a.7(b)#3"
    events = table.do(Abandon(seat=1))
    assert [event.by for event in events if isinstance(event, WagersAbandoned)] == ["floorperson"]
    assert {result for _, _, result, _ in lines(events)} == {"lose"}
    assert {bet.seat for bet in table.state.bets} == {2}
    if left_at == "deciding":
        table.decided()
    if left_at != "revealing":
        table.set(2)
        table.dealer()
    assert isinstance(table.reveal(low="3c 2d")[-1], RoundCompleted)


@pytest.mark.clause("663a.7(b)#3")
def test_a_round_ends_when_its_last_hand_is_abandoned() -> None:
    table = HiLo(ONE).dealt().decided()
    assert isinstance(table.do(Abandon(seat=1))[-1], RoundCompleted)
    assert table.game.between_rounds(table.state)
    assert table.state.bets == ()
