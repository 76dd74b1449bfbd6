"""A round from the deal to the last hand settled (36.05.14.11)."""

import pytest

from houseway.games.three_card_poker.events import DealerTurnedOver, HandRevealed, HandsExamined
from houseway.games.three_card_poker.moves import RevealHand, TurnDealer
from houseway.games.three_card_poker.turns import asked
from houseway.table.card_play import (
    CorrectDealerCard,
    DealerCardCorrected,
    Fold,
    HandDiscarded,
    RoundCompleted,
)
from houseway.table.events import Event, Settled
from houseway.table.moves import PlaceWager
from houseway.table.roles import Role
from tests.cards import deal_unseen, reloaded, stub_away
from tests.games.three_card_poker.dealing import MD, Pit, cited, lines
from tests.service import TRAY


def of_kind(events: list[Event], kind: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


# Looking, playing and folding.


@pytest.mark.clause("36.05.14.11A", "36.05.14.11A(2)", "36.05.14.11A(3)")
def test_the_players_look_once_the_stub_is_away() -> None:
    pit = Pit().wager(1, ante=10).deal(seat_1="2c 3d 7h", dealer="Qh Js 4c")
    (examined,) = of_kind(pit.service.events, HandsExamined)
    assert {examined.clause, *examined.also} == {f"{MD}.11A", f"{MD}.11A(2)", f"{MD}.11A(3)"}


@pytest.mark.clause("36.05.14.11B", "36.05.14.07E(1)")
def test_ante_players_are_asked_clockwise_to_match_the_ante_or_give_it_up() -> None:
    pit = Pit(1, 3, 5, 7).wager(1, ante=10).wager(3, pair_plus=5).wager(5, ante=20).wager(7, ante=5)
    pit.deal()
    assert asked(pit.play) == 1
    assert pit.service.refused(PlaceWager(seat=5, wager="play", amount=2_000)).clause.id == f"{MD}.11B"
    assert pit.service.refused(Fold(seat=7)).clause.id == f"{MD}.11B"
    for amount in (500, 1_500):
        assert (
            pit.service.refused(PlaceWager(seat=1, wager="play", amount=amount)).clause.id == f"{MD}.07E(1)"
        )
    assert pit.service.refused(Fold(seat=1, by=Role.FLOORPERSON)).clause.id == f"{MD}.11B"
    pit.plays(1)
    assert asked(pit.play) == 5, "a Pair Plus player is not asked"
    pit.folds(5)
    assert pit.service.refused(TurnDealer()).clause.id == f"{MD}.11D"
    pit.plays(7)
    assert asked(pit.play) == 0
    assert pit.service.refused(Fold(seat=0)).clause.id == f"{MD}.11B", "nobody is asked any more"


@pytest.mark.clause("36.05.14.11D", "36.05.14.11D(2)")
def test_the_dealer_turns_over_only_when_all_have_answered_and_only_once() -> None:
    pit = Pit().wager(1, ante=10)
    assert pit.service.refused(TurnDealer()).clause.id == f"{MD}.11D(2)"
    pit.deal()
    assert pit.service.refused(TurnDealer()).clause.id == f"{MD}.11D"
    pit.plays(1).showdown()
    assert pit.service.refused(TurnDealer()).clause.id == f"{MD}.11D(2)"


def test_a_player_without_the_chips_for_a_play_wager_can_only_fold() -> None:
    pit = Pit(chips=1_500).wager(1, ante=10).deal()
    moves = {act.move for act in pit.service.table.legal(pit.service.state, pit.service.now)}
    assert "fold" in moves
    assert "place-wager" not in moves


# What a fold forfeits (.11C).


@pytest.mark.clause("36.05.14.11C(1)", "36.05.14.11D(1)")
def test_a_fold_with_ante_and_pair_plus_loses_both_even_a_winning_hand() -> None:
    pit = Pit().wager(1, ante=10, pair_plus=5).deal(seat_1="5c 5d 5h", dealer="Js Td 8c")
    assert pit.service.refused(Fold(seat=1)).clause.id == f"{MD}.11C(1)", "the player is warned"
    (fold,) = pit.listed("fold")
    assert fold.fields["knowing"] == (True,)
    events = pit.folds(1).showdown()
    assert lines(events) == [(1, "ante", "lose", 0), (1, "pair-plus", "lose", 0)]
    assert {event.order for event in events if isinstance(event, Settled)} == {f"{MD}.11D(1)"}
    assert pit.rack(1) == 1_000_000 - 1_500


@pytest.mark.clause("36.05.14.11C(1)")
def test_nobody_is_warned_of_a_pair_plus_hand_that_pays_nothing() -> None:
    pit = Pit().wager(1, ante=10, pair_plus=5).deal(seat_1="2c 3d 7h", dealer="Js Td 8c")
    (fold,) = pit.listed("fold")
    assert (fold.label, fold.fields["knowing"]) == ("Position 1 folds", (False,))
    assert pit.service.refused(Fold(seat=1, knowing=True)).clause.id == f"{MD}.11C(1)"
    pit.service.do(Fold(seat=1))


@pytest.mark.clause("36.05.14.11C(2)#1")
def test_a_fold_with_ante_and_progressive_loses_both() -> None:
    pit = Pit().wager(1, ante=10, progressive=5).deal(seat_1="As Ks Qs", dealer="Js Td 8c")
    events = pit.folds(1).showdown()
    assert lines(events) == [(1, "ante", "lose", 0), (1, "progressive", "lose", 0)]
    assert pit.rack(1) == 1_000_000 - 1_500


@pytest.mark.clause("36.05.14.11C(3)", "36.05.14.11D(1)", "36.05.14.11D(8)(a)")
def test_the_six_card_bonus_lives_on_after_a_fold_and_its_cards_stay() -> None:
    pit = Pit(1, 2).wager(1, ante=10, pair_plus=5, six_card_bonus=5).wager(2, ante=10)
    pit.deal(seat_1="9h 9c Kd", seat_2="2c 3d 7h", dealer="9d Ks 2h").folds(1, 2)
    events = pit.showdown()
    assert lines(events) == [(1, "ante", "lose", 0), (1, "pair-plus", "lose", 0), (2, "ante", "lose", 0)]
    assert [event.seat for event in events if isinstance(event, HandDiscarded)] == [2]
    events = pit.service.do(RevealHand(seat=1))
    assert lines(events) == [(1, "six-card-bonus", "win", 100)]
    assert ".11C(3)" in cited(events)


def test_a_fold_with_all_four_wagers_leaves_only_the_six_card_bonus() -> None:
    """Reading C-110, and likewise for Ante and Six Card Bonus without the others."""
    pit = Pit().wager(1, ante=10, pair_plus=5, progressive=1, six_card_bonus=5)
    events = pit.deal(seat_1="9h 9c Kd", dealer="9d Ks 2h").folds(1).showdown(1)
    assert lines(events) == [
        (1, "ante", "lose", 0),
        (1, "pair-plus", "lose", 0),
        (1, "progressive", "lose", 0),
        (1, "six-card-bonus", "win", 100),
    ]
    pit = Pit().wager(1, ante=10, six_card_bonus=5)
    events = pit.deal(seat_1="9h 9c Kd", dealer="9d Ks 2h").folds(1).showdown(1)
    assert lines(events) == [(1, "ante", "lose", 0), (1, "six-card-bonus", "win", 100)]


# The sweep.


@pytest.mark.clause(
    "36.05.14.11D(2)", "36.05.14.11D(3)", "36.05.14.11D(3)(a)", "36.05.14.11D(3)(b)", "36.05.14.11E"
)
def test_players_are_turned_over_and_settled_counterclockwise_from_the_dealers_right() -> None:
    pit = Pit(1, 4, 6).wager(1, ante=10).wager(4, pair_plus=5).wager(6, ante=5)
    pit.deal(seat_1="Ac Kd 2h", seat_4="9c 9d 2c", seat_6="3c 4d 8h", dealer="Qh Js 4c").plays(1, 6)
    events = pit.showdown()
    (turned,) = of_kind(events, DealerTurnedOver)
    assert turned == DealerTurnedOver(
        cards=("Qh", "Js", "4c"), hand="queen high", qualifies=True, clause=f"{MD}.11D(2)"
    )
    assert pit.service.refused(RevealHand(seat=1)).clause.id == f"{MD}.11D(3)"
    for seat in (6, 4, 1):
        events = pit.service.do(RevealHand(seat=seat))
        shown = of_kind(events, HandRevealed)[0]
        assert (shown.clause, shown.also) == (f"{MD}.11D(3)(a)", (f"{MD}.11D(3)(b)",))
        assert [event.clause for event in of_kind(events, HandDiscarded)] == [f"{MD}.11E"]
    assert of_kind(events, RoundCompleted)
    assert pit.play.phase == "betting"


@pytest.mark.clause(
    "36.05.14.11D(3)(d)(ii)", "36.05.14.12A#1", "36.05.14.12A#2", "36.05.14.12B#1", "36.05.14.11D(4)#1",
    "36.05.14.11D(5)", "36.05.14.11D(8)",
)  # fmt: skip
def test_each_wager_of_a_position_is_settled_in_its_order() -> None:
    pit = Pit().wager(1, ante=10, pair_plus=5, progressive=1, six_card_bonus=5)
    events = pit.deal(seat_1="9c 9d 9h", dealer="9s Kd 2h").plays(1).showdown(1)
    assert lines(events) == [
        (1, "ante", "win", 10),
        (1, "play", "win", 10),
        (1, "Ante Bonus", "paid", 40),
        (1, "pair-plus", "win", 150),
    ]
    pit = Pit(progressive="B", meter={"rate": 2_000}).wager(
        1, ante=10, pair_plus=5, progressive=1, six_card_bonus=5
    )
    events = pit.deal(seat_1="9c 8d 7h", dealer="Kd Kc 2h").plays(1).showdown(1)
    settled = [event for event in events if isinstance(event, Settled)]
    assert [(line.wager, line.order.removeprefix(MD)) for line in settled] == [
        ("ante", ".11D(3)"),
        ("play", ".11D(3)"),
        ("pair-plus", ".11D(4)#1"),
        ("progressive", ".11D(5)"),
        ("six-card-bonus", ".11D(8)"),
    ]


@pytest.mark.parametrize(
    ("dealer", "paid", "rack"),
    [
        pytest.param(
            "Js Td 8c", [(1, "ante", "win", 10), (1, "play", "push", 0), (1, "Ante Bonus", "paid", 10)], 20,
            id="no qualifier",
            marks=pytest.mark.clause("36.05.14.11D(3)(c)#1", "36.05.14.11D(3)(c)#2", "36.05.14.12B#1"),
        ),
        pytest.param(
            "Kh Qd 9s", [(1, "ante", "win", 10), (1, "play", "win", 10), (1, "Ante Bonus", "paid", 10)], 30,
            id="beaten", marks=pytest.mark.clause("36.05.14.11D(3)(d)(ii)", "36.05.14.12B#1"),
        ),
        pytest.param(
            "9h 8c 7d", [(1, "ante", "push", 0), (1, "play", "push", 0), (1, "Ante Bonus", "paid", 10)], 10,
            id="level", marks=pytest.mark.clause("36.05.14.11D(3)(d)(iii)", "36.05.14.12B#1"),
        ),
        pytest.param(
            "6c 6d 6h", [(1, "ante", "lose", 0), (1, "play", "lose", 0), (1, "Ante Bonus", "paid", 10)], -10,
            id="higher", marks=pytest.mark.clause("36.05.14.11D(3)(d)(i)", "36.05.14.12B#1"),
        ),
    ],
)  # fmt: skip
def test_the_ante_bonus_is_paid_however_the_hand_came_out(
    dealer: str, paid: list[tuple[int, str, str, int]], rack: int
) -> None:
    pit = Pit().wager(1, ante=10).deal(seat_1="9c 8d 7h", dealer=dealer).plays(1)
    assert lines(pit.showdown(1)) == paid
    assert pit.rack(1) == 1_000_000 + rack * 100
    assert pit.service.chips() == TRAY


@pytest.mark.clause("36.05.14.12C")
def test_the_variant_game_pays_its_own_ante_bonus_whatever_the_dealer_holds() -> None:
    pit = Pit(version="both-compulsory").wager(1, ante=10, pair_plus=5)
    events = pit.deal(seat_1="9c 8d 7h", dealer="6c 6d 6h").plays(1).showdown(1)
    assert (1, "Ante Bonus", "paid", 10) in lines(events)
    assert ".12C(1)(e)" in cited(events)


@pytest.mark.clause("36.05.14.11D(4)#2")
def test_a_pair_plus_player_alone_is_settled_without_being_asked() -> None:
    pit = Pit().wager(1, pair_plus=5).deal(seat_1="9c 9d 2h", dealer="6c 6d 6h")
    assert lines(pit.showdown(1)) == [(1, "pair-plus", "win", 5)]


@pytest.mark.clause("649a.12(g)(1)", "649a.12(g)(2)", "649a.6(e)#2")
def test_a_mini_royal_is_paid_on_its_own_lines_in_pennsylvania() -> None:
    pit = Pit(edition="649a-2014", mini_royal_ante_bonus=9, mini_royal_pair_plus=100)
    events = (
        pit.wager(1, ante=10, pair_plus=5).deal(seat_1="Ah Kh Qh", dealer="Js Td 8c").plays(1).showdown(1)
    )
    assert (1, "Ante Bonus", "paid", 90) in lines(events)
    assert (1, "pair-plus", "win", 500) in lines(events)


# Cards that nobody saw until they were turned over.


@pytest.mark.clause("36.05.14.11D(2)", "36.05.14.11D(3)(a)")
def test_at_a_table_without_a_reading_shoe_cards_are_told_as_they_are_turned_over() -> None:
    pit = Pit().wager(1, ante=10, pair_plus=5).close()
    stub_away(deal_unseen(pit.service))
    pit.plays(1)
    (turn,) = [act for act in pit.game.legal(pit.play) if act.move == "turn-dealer"]
    assert turn.text == ("cards",)
    assert pit.service.refused(TurnDealer()).clause.id == f"{MD}.11D(2)"
    assert pit.service.refused(TurnDealer(cards=("Qh", "Js", "??"))).clause.id == f"{MD}.11D(2)"
    assert pit.service.refused(TurnDealer(cards=("Qh", "Js", "Xx"))).clause.id == f"{MD}.03A(1)"
    pit.service.do(TurnDealer(cards=("Qh", "Js", "4c")))
    assert pit.service.refused(RevealHand(seat=1, cards=("Qh", "9c", "9d"))).clause.id == f"{MD}.03A(1)"
    events = pit.service.do(RevealHand(seat=1, cards=("2h", "9c", "9d")))
    assert lines(events) == [(1, "ante", "win", 10), (1, "play", "win", 10), (1, "pair-plus", "win", 5)]


def test_cards_told_again_must_be_those_that_were_dealt() -> None:
    pit = Pit().wager(1, ante=10).deal(seat_1="2c 3d 7h", dealer="Qh Js 4c").plays(1)
    assert pit.service.refused(TurnDealer(cards=("Qh", "Js", "5c"))).clause.id == f"{MD}.11D(2)"
    pit.service.do(TurnDealer(cards=("4c", "Js", "Qh")))


def test_five_rounds_one_after_the_other_lose_no_chip() -> None:
    pit = Pit(2, 5)
    for _ in range(5):
        pit.wager(2, ante=10, pair_plus=5, six_card_bonus=5).wager(5, ante=5, progressive=1)
        pit.deal(dealer="Qh Js 4c", seat_2="Ac Kd 2h", seat_5="3c 4d 8h").plays(2).folds(5).showdown(2)
        assert pit.play.phase == "betting"
        assert pit.service.chips() == TRAY
        reloaded(pit.service)
    assert pit.rack(2) == 1_000_000 + 5 * (2_000 - 500 - 500)
    assert pit.rack(5) == 1_000_000 - 5 * 600


def test_a_dealers_hand_put_right_is_announced_again_and_may_no_longer_qualify() -> None:
    pit = Pit().wager(1, ante=5)
    pit.deal(seat_1="Ac Kd 2h", dealer="Qh 8s 4c").plays(1)
    pit.service.do(TurnDealer())
    corrected, announced = pit.service.do(CorrectDealerCard(was="Qh", card="Jh"))
    assert isinstance(corrected, DealerCardCorrected)
    assert isinstance(announced, DealerTurnedOver)
    assert (announced.cards, announced.hand, announced.qualifies) == (("Jh", "8s", "4c"), "jack high", False)
    settled = {
        line.wager: line.result for line in pit.service.do(RevealHand(seat=1)) if isinstance(line, Settled)
    }
    assert settled == {"ante": "win", "play": "push"}
