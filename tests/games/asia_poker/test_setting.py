"""Betting, the end of the deal, and setting the hands (659a.7, 659a.8(f), 659a.11(a)-(c))."""

from typing import Any

import msgspec
import pytest

from houseway.equipment.cards import UNSEEN
from houseway.games.asia_poker.events import (
    DealerCardsTurned,
    DealerHandsReset,
    DealerHandsSet,
    HandsPlaced,
    HouseWayTold,
)
from houseway.games.asia_poker.moves import ExposeCard, PlaceHands, SetDealerHands, TurnDealerCards
from houseway.games.asia_poker.round import Phase
from houseway.table.card_play import CountStub, PlayArea
from houseway.table.events import NoMoreBetsCalled
from houseway.table.moves import CallNoMoreBets, LeaveSeat, PlaceWager, TakeDownWager, TakeSeat
from houseway.table.roles import Role
from houseway.table.set_hands import AskHouseWay
from houseway.table.start import CoverShaker, StacksCollected
from tests.games.asia_poker.dealing import DEALER, DEALER_SET, Dealing, cites, names, only

MINE = "Ks Qd Qh 9c 7d 4d 2c"
SET = "QdQh4d2c Ks9c 7d"
HANDS = {0: DEALER, 1: MINE, 4: "As Ah Td 8s 6h 5c 3h"}


def setting(**options: Any) -> Dealing:
    """Two players with cards before them."""
    return Dealing(**options).bet(1).bet(4).dealt(HANDS)


# Wagers.


@pytest.mark.clause("659a.7(b)#1")
def test_only_the_seated_wager() -> None:
    assert Dealing().refused(PlaceWager(seat=2, wager="asia-poker", amount=500)) == "659a.7(b)#1"
    assert Dealing().refused(TakeSeat(seat=7)) == "659a.7(b)#1"
    Dealing().bet(6)


@pytest.mark.clause("659a.7(d)", "659a.7(e)")
def test_a_bonus_wager_goes_only_with_an_asia_poker_wager() -> None:
    table = Dealing()
    table.make(TakeSeat(seat=1), TakeSeat(seat=2))
    bonus = PlaceWager(seat=1, wager="bonus", amount=500)
    assert table.refused(bonus) == "659a.7(e)"
    assert not [act for act in table.lawful("place-wager") if act.fields["wager"] == ("bonus",)]
    table.bet(1)
    table.make(bonus)
    (offered,) = [act for act in table.lawful("place-wager") if act.fields["wager"] == ("bonus",)]
    assert offered.fields["seat"] == (1,)
    assert table.refused(TakeDownWager(seat=1, wager="asia-poker")) == "659a.7(e)"
    table.make(TakeDownWager(seat=1, wager="bonus"), TakeDownWager(seat=1, wager="asia-poker"))


@pytest.mark.clause("659a.7(c)#1", "659a.7(c)#2", "659a.8(b)#1")
def test_after_no_more_bets_no_wager_is_made_raised_or_taken_back() -> None:
    table = Dealing().bet(1, bonus=500)
    table.make(TakeSeat(seat=2), PlaceWager(seat=1, wager="asia-poker", amount=500))
    called = only(table.make(CallNoMoreBets()), NoMoreBetsCalled)
    assert called.clause == "659a.8(b)#1"
    for move in (
        PlaceWager(seat=2, wager="asia-poker", amount=500),
        PlaceWager(seat=1, wager="asia-poker", amount=500),
        PlaceWager(seat=1, wager="bonus", amount=500),
        TakeDownWager(seat=1, wager="bonus"),
    ):
        assert table.refused(move) == "659a.7(c)#2"
    assert not table.lawful("place-wager") + table.lawful("take-down-wager")


@pytest.mark.clause("659a.7(b)#2")
def test_a_player_with_a_wager_stays_until_it_is_settled() -> None:
    assert setting().refused(LeaveSeat(seat=1)) == "659a.7(b)#2"


# The end of the deal.


@pytest.mark.clause("659a.8(f)")
def test_the_stacks_of_positions_without_a_wager_are_collected_unseen() -> None:
    table = Dealing().bet(1).bet(4)
    table.start()
    events = table.make(table.cards(HANDS), CountStub(stub=4))
    collected = only(events, StacksCollected)
    assert (collected.seats, collected.clause) == ((2, 3, 5, 6), "659a.8(f)")
    assert [hand.seat for hand in table.state.hands] == [0, 1, 4]


@pytest.mark.clause("659a.9(e)", "659a.10(e)")
@pytest.mark.parametrize(("dealing", "clause"), [("hand", "659a.9(e)"), ("automated-shoe", "659a.10(e)")])
def test_they_are_collected_whatever_the_way_of_dealing(dealing: str, clause: str) -> None:
    table = Dealing(dealing=dealing, shuffler="automated").bet(3)
    table.start()
    collected = only(table.make(table.cards({}), CountStub(stub=4)), StacksCollected)
    assert (collected.seats, collected.clause) == ((1, 2, 4, 5, 6), clause)


def test_with_six_players_nothing_is_collected() -> None:
    table = Dealing()
    for seat in range(1, 7):
        table.bet(seat)
    table.start()
    assert "StacksCollected" not in names(table.make(table.cards({}), CountStub(stub=4)))


# Players set their hands.


@pytest.mark.clause("659a.11(b)#1", "659a.11(b)#2", "659a.11(a)(3)")
def test_a_player_lays_seven_cards_as_four_two_and_one() -> None:
    table = setting()
    placed = only(table.places(seat_1=SET), HandsPlaced)
    assert (placed.seat, placed.hands) == (1, SET)
    assert cites(placed) == {"659a.11(b)#1", "659a.11(b)#2", "659a.11(a)(3)"}
    display = table.game.display(table.state)
    assert display.cards["high-1"] == (UNSEEN,) * 4
    assert display.cards["hand-4"] == tuple(HANDS[4].split())
    assert display.cards["hand-dealer"] == (UNSEEN,) * 7


@pytest.mark.clause("659a.11(b)#1")
@pytest.mark.parametrize(
    "wrong",
    [
        "QdQh4d Ks9c2c 7d",
        "QdQh4d2c7d Ks 9c",
        "QdQh4d2c Ks9c 8d",
        "QdQh4d2c Ks9c",
        "QdQh4d2c Ks9c 7d 7d",
        "QdQh4d2c Ks9c 7d8d",
        "QdQh4d2c KsKs 7d",
        "QdQh4dXx Ks9c 7d",
        "QdQh4d2c Ks9c7d",
        "QdQh4d2cKs9c7d",
        "QdQh 4d2c Ks9c 7d",
        "the house way",
    ],
)
def test_what_is_not_a_split_of_the_players_own_cards_is_refused(wrong: str) -> None:
    assert setting().refused(PlaceHands(seat=1, setting=wrong)) == "659a.11(b)#1"


@pytest.mark.clause("659a.11(b)#2")
@pytest.mark.parametrize("foul", ["Ks9c4d2c QdQh 7d", "QdQh4d2c 9c7d Ks"])
def test_hands_out_of_order_are_refused_where_the_table_knows_the_cards(foul: str) -> None:
    table = setting()
    assert table.refused(PlaceHands(seat=1, setting=foul)) == "659a.11(b)#2"
    listed = next(act for act in table.lawful("place-hands") if act.fields["seat"] == (1,))
    settings = listed.fields["setting"]
    assert foul not in settings
    for each in settings:
        table.game.apply(table.state, PlaceHands(seat=1, setting=each))


@pytest.mark.clause("659a.11(a)(3)")
def test_hands_that_lie_set_are_not_touched_again() -> None:
    table = setting()
    table.places(seat_1=SET)
    assert table.refused(PlaceHands(seat=1, setting=SET)) == "659a.11(a)(3)"
    assert not [act for act in table.lawful("place-hands") if act.fields["seat"] == (1,)]


@pytest.mark.clause("659a.11(a)")
def test_nobody_sets_before_the_deal_is_complete_or_without_a_wager() -> None:
    table = Dealing().bet(1)
    assert table.refused(PlaceHands(seat=1)) == "659a.11(a)"
    table.start()
    table.make(table.cards(HANDS))
    assert table.refused(PlaceHands(seat=1, setting=SET)) == "659a.11(a)"
    assert table.refused(AskHouseWay(seat=1)) == "659a.11(a)"
    table = setting()
    assert table.refused(PlaceHands(seat=2)) == "659a.11(a)"


@pytest.mark.clause("659a.11(a)(1)#1")
def test_a_floorperson_does_not_set_a_players_hands() -> None:
    by_floor = PlaceHands(seat=1, setting=SET, by=Role.FLOORPERSON)
    assert setting().refused(by_floor) == "659a.11(a)(1)#1"


@pytest.mark.clause("659a.11(a)(1)#3")
def test_a_player_who_asks_is_told_the_house_way_for_the_cards_at_hand() -> None:
    table = setting()
    told = only(table.make(AskHouseWay(seat=1)), HouseWayTold)
    assert told.hands == "QhQd4d2c Ks9c 7d"
    assert told.way.startswith("the highest medium hand")
    first = next(act for act in table.lawful("place-hands") if act.fields["seat"] == (1,))
    assert first.fields["setting"][0] == told.hands
    unseen = Dealing().bet(1).dealt({}, unseen=True)
    told = only(unseen.make(AskHouseWay(seat=1)), HouseWayTold)
    assert (told.hands, bool(told.way)) == ("", True)


def test_a_table_that_was_not_told_the_cards_is_not_told_the_hands() -> None:
    table = Dealing().bet(1).dealt({}, unseen=True)
    refusal = table.refusal(PlaceHands(seat=1, setting=SET))
    assert (refusal.clause.id, refusal.fix.partition(";")[0]) == (
        "659a.11(b)#1",
        "lay the hands face down untold",
    )
    (act,) = table.lawful("place-hands")
    assert act.fields["setting"] == ("",)
    table.places(seat_1="")
    assert table.phase == Phase.TURNING


# Two areas (659a.7(f)).


def two_areas(mine: int, theirs: int) -> Dealing:
    """The player of position 3 plays position 2 as well, a stranger position 5."""
    table = Dealing(adjacent_areas=2)
    table.make(TakeSeat(seat=3), PlayArea(seat=3, area=2))
    return table.bet(3, mine).bet(2, theirs).bet(5).dealt({})


@pytest.mark.clause("659a.7(f)#3", "659a.7(f)#2")
@pytest.mark.parametrize(("mine", "theirs", "first", "second"), [(500, 1_000, 2, 3), (1_000, 500, 3, 2)])
def test_of_two_areas_the_larger_wager_is_set_first(mine: int, theirs: int, first: int, second: int) -> None:
    table = two_areas(mine, theirs)
    assert table.refused(PlaceHands(seat=second)) == "659a.7(f)#3"
    assert {act.fields["seat"] for act in table.lawful("place-hands")} == {(first,), (5,)}
    placed = only(table.make(PlaceHands(seat=first)), HandsPlaced)
    assert "659a.7(f)#3" in placed.also
    table.make(PlaceHands(seat=second))


@pytest.mark.clause("659a.7(f)#4")
def test_of_two_equal_areas_the_one_nearer_the_dealers_right_is_set_first() -> None:
    table = two_areas(1_000, 1_000)
    assert table.refused(PlaceHands(seat=2)) == "659a.7(f)#4"
    table.make(PlaceHands(seat=3), PlaceHands(seat=2))


@pytest.mark.clause("659a.7(f)#5")
def test_a_set_area_stays_while_the_other_is_set() -> None:
    table = two_areas(1_000, 1_000)
    table.make(PlaceHands(seat=3))
    assert table.refused(PlaceHands(seat=3)) == "659a.7(f)#5"


def test_one_area_of_two_without_a_wager_does_not_hold_up_the_other() -> None:
    table = Dealing(adjacent_areas=2)
    table.make(TakeSeat(seat=3), PlayArea(seat=3, area=2))
    table.bet(2).dealt({})
    table.make(PlaceHands(seat=2))
    assert table.phase == Phase.TURNING


# The dealer sets (659a.11(c)).


@pytest.mark.clause("659a.11(c)#1", "659a.11(c)#2", "659a.11(c)#3")
def test_the_dealers_cards_are_turned_when_all_players_have_set_and_set_the_house_way() -> None:
    table = setting()
    table.places(seat_1=SET)
    assert table.refused(TurnDealerCards()) == "659a.11(c)#1"
    table.places(seat_4="")
    assert table.refused(SetDealerHands(setting=DEALER_SET)) == "659a.11(c)#1"
    turned = only(table.make(TurnDealerCards()), DealerCardsTurned)
    assert turned.cards == tuple(DEALER.split())
    (act,) = table.lawful("set-dealer-hands")
    assert act.label == "Set the dealer's hands, face up"
    assert act.fields["setting"][0] == DEALER_SET
    assert len(act.fields["setting"]) == len(set(act.fields["setting"])) == 105
    events = table.make(SetDealerHands(setting=DEALER_SET))
    assert names(events) == ["DealerHandsSet"]
    assert cites(only(events, DealerHandsSet)) == {"659a.11(c)#1", "659a.11(c)#2", "659a.11(c)#3"}
    assert table.game.display(table.state).cards["low-dealer"] == ("7c",)
    assert table.refused(TurnDealerCards()) == "659a.11(c)#1"


@pytest.mark.clause("659a.11(c)#2")
@pytest.mark.parametrize(
    ("way", "expected"),
    [("highest-high", "KhKd9s8d 7c4h 2s"), ("highest-low", "Kh8d4h2s Kd7c 9s")],
)
def test_the_house_way_is_the_one_that_the_operator_filed(way: str, expected: str) -> None:
    table = setting(house_way=way)
    table.places(seat_1=SET, seat_4="")
    events = table.dealer_sets(expected)
    assert names(events) == ["DealerCardsTurned", "DealerHandsSet"]


@pytest.mark.clause("659a.13(i)")
@pytest.mark.parametrize(
    "wrong", ["KdKh4h2s 9s8d 7c", "9s8d4h2s KdKh 7c", "KdKh4h 9s8d2s 7c", "KdKh4h2s 9s8d7c"]
)
def test_hands_not_set_the_house_way_are_reset_and_the_round_goes_on(wrong: str) -> None:
    table = setting()
    table.places(seat_1=SET, seat_4="")
    reset = only(table.dealer_sets(wrong), DealerHandsReset)
    assert (reset.wrong, reset.hands, reset.clause) == (wrong, DEALER_SET, "659a.13(i)")
    assert str(table.state.shown[0].hands) == DEALER_SET
    assert table.phase == Phase.SHOWDOWN


def test_cards_of_the_same_rank_are_as_good_as_each_other_in_the_house_way() -> None:
    table = setting()
    table.places(seat_1=SET, seat_4="")
    events = table.dealer_sets("Kh9s4h2s Kd8d 7c")
    assert names(events) == ["DealerCardsTurned", "DealerHandsSet"]


@pytest.mark.clause("659a.11(c)#2")
def test_the_dealer_sets_the_dealers_own_cards() -> None:
    table = setting()
    table.places(seat_1=SET, seat_4="")
    table.make(TurnDealerCards())
    assert table.refused(SetDealerHands(setting="KdKh4h2s 9s8d 7h")) == "659a.11(c)#2"


@pytest.mark.clause("659a.11(c)#1")
@pytest.mark.parametrize(
    ("told", "clause"),
    [
        ((), "659a.11(c)#1"),
        (("Kd", "Kh", "9s"), "659a.11(c)#1"),
        (("Kd", "Kh", "9s", "8d", "7c", "4h"), "659a.11(c)#1"),
        (("Kd", "Kh", "9s", "8d", "7c", "4h", "2s", "3s"), "659a.11(c)#1"),
        (("Kd", "Kh", "9s", "8d", "7c", "4h", "??"), "659a.11(c)#1"),
        # One deck holds each card once, and no other.
        (("Kd", "Kh", "9s", "8d", "7c", "4h", "4h"), "659a.3(a)#1"),
        (("Kd", "Kh", "9s", "8d", "7c", "4h", "Ks"), "659a.3(a)#1"),
        (("Kd", "Kh", "9s", "8d", "7c", "4h", "1s"), "659a.3(a)#1"),
    ],
)
def test_cards_that_nobody_knew_are_told_when_they_are_turned(told: tuple[str, ...], clause: str) -> None:
    table = Dealing().bet(1).dealt({1: MINE}, unseen=True)
    table.places(seat_1=SET)
    assert table.refused(TurnDealerCards(cards=told)) == clause
    (act,) = table.lawful("turn-dealer-cards")
    assert act.text == ("cards",)
    table.make(TurnDealerCards(cards=tuple(DEALER.split())))
    assert table.state.hand(0) == tuple(DEALER.split())


def test_players_look_at_their_cards_when_the_deal_is_complete_and_not_at_an_exposed_hand() -> None:
    table = Dealing().bet(1).bet(4)
    table.start()
    table.make(table.cards(HANDS), CountStub(stub=4))
    face_down = (UNSEEN,) * 7
    shown = table.game.display(table.state).cards
    assert shown == {"hand-dealer": face_down, "hand-1": face_down, "hand-4": face_down}
    table.make(CoverShaker(), ExposeCard(seat=4))
    shown = table.game.display(table.state).cards
    assert shown == {"hand-dealer": face_down, "hand-1": tuple(MINE.split()), "hand-4": face_down}


def test_the_table_shows_the_moment_in_words() -> None:
    table = Dealing().bet(1)
    said = [table.game.display(table.state).words]
    table.make(CallNoMoreBets())
    said.append(table.game.display(table.state).words)
    table.state = msgspec.structs.replace(table.state, shaken=True)
    said.append(table.game.display(table.state).words)
    table.state = msgspec.structs.replace(table.state, shaken=False, start=0)
    said.append(table.game.display(table.state).words)
    assert said == [
        "Place your bets",
        "No more bets; shake the dice",
        "No more bets; uncover the dice",
        "No more bets; deal from the dealer",
    ]
