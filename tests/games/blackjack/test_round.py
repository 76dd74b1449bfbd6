"""A round of Blackjack: who is dealt what, asked what, and when (633a.7-633a.11)."""

import pytest

from houseway.games.blackjack.events import EvenMoneyTaken
from houseway.games.blackjack.moves import TakeEvenMoney
from houseway.table.card_play import PlayArea
from houseway.table.events import Settled, Surrendered
from houseway.table.moves import PlaceWager, Report, TakeDownWager
from houseway.table.redemption import CouponPaid
from houseway.table.roles import Role
from houseway.table.shoe_play import CardDrawn, Decide
from houseway.table.twenty_one_play import (
    BlackjackAnnounced,
    CheckHole,
    HoleChecked,
    InsuranceOffered,
    TurnHole,
)
from tests.games.blackjack.dealing import bet, table
from tests.games.twenty_one_dealing import check, deal, lines, open_to, say, turn
from tests.table.coupon_tables import only, present

# The deal.


@pytest.mark.clause("common:blackjack/deal", "633a.7(h)#2")
def test_a_card_to_each_box_one_up_a_second_to_each_and_one_down() -> None:
    service = bet(table(4, 2, 6), 4, 2, 6)
    dealt = [event for event in deal(service, "8c 9c 2c 7c 8d 9d 2d 3h") if isinstance(event, CardDrawn)]
    assert [(card.seat, card.face) for card in dealt] == [
        *((seat, "up") for seat in (2, 4, 6, 0, 2, 4, 6)),
        (0, "down"),
    ]
    assert {card.clause for card in dealt} == {"common:blackjack/deal"}
    assert dealt[-1].also == ("633a.7(h)#2",)


@pytest.mark.clause("633a.6(d)", "633a.6(e)", "665a.6(c)")
def test_everything_goes_with_a_blackjack_wager_which_stands_as_it_was_made() -> None:
    service = table()
    assert service.refused(PlaceWager(seat=1, wager="house-money", amount=1_000)).clause.id == "633a.6(e)"
    bet(service)
    assert service.refused(PlaceWager(seat=1, wager="blackjack", amount=1_000)).clause.id == "665a.6(c)"
    assert service.refused(TakeDownWager(seat=1, wager="blackjack")).clause.id == "665a.6(c)"
    assert service.refused(PlaceWager(seat=1, wager="split", pick="2", amount=1_000)).fix == (
        "make the decision instead"
    )
    deal(service, "Ac 7c Ad 3h")
    assert service.refused(PlaceWager(seat=1, wager="house-money", amount=1_000)).clause.id == "665a.7(e)#1"


@pytest.mark.clause("633a.6(f)")
def test_a_player_may_bet_as_many_neighbouring_boxes_as_the_submission_says() -> None:
    service = table(1, adjacent_areas=2)
    service.do(PlayArea(seat=1, area=2))
    assert service.refused(PlayArea(seat=1, area=3)).clause.id == "633a.6(f)"


# Players' turns.


@pytest.mark.clause("633a.10[double]")
def test_two_cards_may_be_doubled_for_up_to_the_wager_and_take_one_card() -> None:
    service = bet(table())
    deal(service, "5c 6c 6d Th")
    assert open_to(service) == ("draw", "stand", "double-down", "surrender")
    over = service.refused(Decide(seat=1, decision="double-down", amount=1_200))
    assert over.clause.id == "633a.10[double]"
    say(service, "double-down", amount=600)
    events = deal(service, "2d")
    assert service.state.play.phase == "hole-card"
    turn(service)
    events = deal(service, "9d")
    assert lines(events) == [(1, "blackjack", "win", 1_000), (1, "double-down", "win", 600)]


@pytest.mark.parametrize(
    ("first", "likeliest"), [("5c", "draw"), ("6c", "stand"), ("Th", "stand"), ("Ah", "draw")]
)
def test_another_card_comes_first_where_nobody_would_stand(first: str, likeliest: str) -> None:
    service = bet(table())
    deal(service, f"{first} 6c 6d Th")
    assert open_to(service)[0] == likeliest


@pytest.mark.clause("633a.10[double]", "633a.9[surrender]")
def test_a_hand_that_was_drawn_to_is_neither_doubled_nor_given_up() -> None:
    service = bet(table())
    deal(service, "5c 6c 2d Th")
    say(service, "draw")
    deal(service, "3h")
    assert open_to(service) == ("draw", "stand")
    refused = service.refused(Decide(seat=1, decision="double-down"))
    assert refused.clause.id == "633a.10[double]"
    assert service.refused(Decide(seat=1, decision="surrender")).clause.id == "633a.9[surrender]"


@pytest.mark.clause("633a.11[split]", "633a.10[double]", "633a.3(e)")
def test_cards_of_equal_value_are_split_for_an_equal_wager_to_four_hands() -> None:
    service = bet(table())
    deal(service, "Kc 6c Td 5h")
    assert "split" in open_to(service)
    assert service.refused(Decide(seat=1, decision="split", amount=800)).clause.id == "633a.11[split]"
    say(service, "split")
    deal(service, "Qc")
    say(service, "split")
    deal(service, "Jc")
    say(service, "split")
    deal(service, "Kd")
    # Four hands are as many as there may be.
    assert service.refused(Decide(seat=1, decision="split")).clause.id == "633a.11[split]"
    say(service, "stand")
    deal(service, "3c")
    say(service, "double-down", hand=2)
    deal(service, "8c")
    deal(service, "9c")
    say(service, "stand", hand=3)
    deal(service, "9d")
    say(service, "stand", hand=4)
    turn(service)
    events = deal(service, "8h")
    assert lines(events) == [
        (1, "blackjack", "win", 1_000),
        (1, "split", "win", 1_000),
        (1, "double-down", "win", 1_000),
        (1, "split", "push", 0),
        (1, "split", "push", 0),
    ]


def test_split_aces_take_one_card_each_and_are_no_blackjack() -> None:
    service = bet(table())
    deal(service, "Ac 6c Ad Th")
    say(service, "split")
    deal(service, "Kc")
    deal(service, "Ah")
    assert service.state.play.phase == "hole-card"
    turn(service)
    events = deal(service, "5h")
    assert lines(events) == [(1, "blackjack", "push", 0), (1, "split", "lose", -1_000)]


def test_aces_may_be_split_again_and_drawn_to_where_the_operator_says_so() -> None:
    service = bet(table(resplit_aces=True, split_aces_draw=True))
    deal(service, "Ac 6c Ad Th")
    say(service, "split")
    deal(service, "Ah")
    assert open_to(service) == ("draw", "stand", "double-down", "split")
    say(service, "split")
    assert [hand.hand for hand in service.state.play.hands if hand.seat] == [1, 2, 3]


@pytest.mark.clause("633a.11[split]")
def test_aces_may_be_split_again_though_each_takes_one_card() -> None:
    service = bet(table(resplit_aces=True))
    deal(service, "Ac 6c Ad Th")
    say(service, "split")
    deal(service, "Ah")
    assert open_to(service) == ("stand", "split")
    say(service, "split")
    # A two for the first hand, an ace for the second, which is not split once more, and a nine for the third.
    deal(service, "2c")
    deal(service, "As")
    say(service, "stand", hand=2)
    deal(service, "9c")
    assert service.state.play.phase == "hole-card"
    turn(service)
    assert lines(deal(service, "5h")) == [
        (1, "blackjack", "lose", -1_000),
        (1, "split", "lose", -1_000),
        (1, "split", "lose", -1_000),
    ]


def test_a_pair_is_split_into_as_many_hands_as_the_operator_says() -> None:
    service = bet(table(most_hands=2))
    deal(service, "8c 6c 8d Th")
    say(service, "split")
    deal(service, "8h")
    assert "split" not in open_to(service)


@pytest.mark.clause("633a.9[surrender]")
def test_a_hand_given_up_loses_half() -> None:
    service = bet(table())
    deal(service, "Kc 9c 6d 7h")
    events = say(service, "surrender")
    (given_up,) = [event for event in events if isinstance(event, Surrendered)]
    assert (given_up.kept, given_up.clause) == (500, "633a.9[surrender]")


@pytest.mark.clause("common:blackjack/bust")
def test_a_hand_past_21_loses_at_once() -> None:
    service = bet(table(1, 2), 1, 2)
    deal(service, "Kc Kd 9c 6d 7d 7h")
    say(service, "draw")
    events = deal(service, "8c")
    assert lines(events) == [(1, "blackjack", "lose", -1_000)]
    assert [event.clause for event in events if isinstance(event, Settled)] == ["common:blackjack/bust"]


@pytest.mark.clause("633a.1[blackjack]", "633a.13(a)", "633a.7(p)")
def test_a_blackjack_is_paid_three_to_two_when_its_turn_comes() -> None:
    service = bet(table())
    events = deal(service, "Ac 9c Kd 7h")
    assert [type(event) for event in events][-2:] == [BlackjackAnnounced, Settled]
    assert lines(events) == [(1, "blackjack", "win", 1_500)]


@pytest.mark.clause("633a.1[blackjack]", "633a.7(p)")
def test_three_cards_of_21_are_no_blackjack() -> None:
    service = bet(table(1, 2), 1, 2)
    deal(service, "9c 9d 7c 2c 2d 4h")
    say(service, "draw")
    deal(service, "Kc")  # 21 of three cards
    say(service, "double-down", seat=2)
    deal(service, "9s")
    turn(service)
    # The dealer's 21 of three cards takes what was added too, and ties with the other.
    assert lines(deal(service, "Kd")) == [
        (2, "blackjack", "lose", -1_000),
        (2, "double-down", "lose", -1_000),
        (1, "blackjack", "push", 0),
    ]


# The dealer.


@pytest.mark.clause("633a.7[dealer]")
@pytest.mark.parametrize(("hole", "more"), [("6h", ""), ("Th", ""), ("5h", "2c"), ("2h", "3c 5c")])
def test_the_dealer_draws_to_sixteen_and_stands_on_every_seventeen(hole: str, more: str) -> None:
    service = bet(table())
    up = "Ac" if hole in ("6h", "5h", "2h") else "7c"
    deal(service, f"Kc {up} 9d {hole}")
    if up == "Ac":
        check(service)
    say(service, "stand")
    turn(service)
    for card in more.split():
        assert service.state.play.phase == "drawing-out"
        deal(service, card)
    assert service.state.play.phase == "betting"


def test_the_dealer_does_not_draw_where_no_wager_depends_on_it() -> None:
    service = bet(table(draws_out=False))
    deal(service, "Kc 9c 6d 2h")
    say(service, "surrender")
    turn(service)
    assert service.state.play.phase == "betting"


# Insurance, even money, and a dealer's Blackjack.


@pytest.mark.clause("633a.7(h)#1", "common:blackjack/insurance", "633a.7(h)#2")
def test_an_ace_up_means_insurance_of_up_to_half_before_the_hole_card_is_checked() -> None:
    service = bet(table())
    (offered,) = [event for event in deal(service, "Kc Ac 9d 7h") if isinstance(event, InsuranceOffered)]
    assert offered.clause == "633a.7(h)#1"
    over = service.refused(PlaceWager(seat=1, wager="insurance", amount=600))
    assert over.clause.id == "common:blackjack/insurance"
    service.do(PlaceWager(seat=1, wager="insurance", amount=500))
    events = check(service)
    (checked,) = [event for event in events if isinstance(event, HoleChecked)]
    assert (checked.blackjack, checked.clause, checked.also) == (False, "633a.7(h)#1", ("633a.7(h)#2",))
    assert lines(events) == [(1, "insurance", "lose", -500)]
    late = service.refused(PlaceWager(seat=1, wager="insurance", amount=500))
    assert late.clause.id == "633a.7(h)#1"


@pytest.mark.clause("633a.7(h)#3", "633a.7(h)#4")
@pytest.mark.parametrize("up", ["Ac", "Tc", "Jc", "Qc", "Kc"])
def test_a_dealers_blackjack_ends_the_round_from_the_far_right(up: str) -> None:
    service = bet(table(1, 3), 1, 3)
    hole = "Kh" if up == "Ac" else "Ah"
    deal(service, f"9c Ad {up} 9d Kd {hole}")
    if up == "Ac":
        service.do(PlaceWager(seat=1, wager="insurance", amount=500))
    check(service)
    events = turn(service)
    insured = [(1, "insurance", "win", 1_000)] if up == "Ac" else []
    assert lines(events) == [(3, "blackjack", "push", 0), (1, "blackjack", "lose", -1_000), *insured]
    assert {event.order for event in events if isinstance(event, Settled)} == {"633a.7(h)#4"}


@pytest.mark.clause("633a.8[even_money]")
def test_a_blackjack_may_take_even_money_against_an_ace() -> None:
    service = bet(table(1, 2), 1, 2)
    deal(service, "Ad 9c Ac Kd 9d Kh")
    assert service.refused(TakeEvenMoney(seat=2)).clause.id == "633a.8[even_money]"
    events = service.do(TakeEvenMoney(seat=1))
    assert isinstance(events[0], EvenMoneyTaken)
    assert lines(events) == [(1, "blackjack", "win", 1_000)]
    assert service.refused(TakeEvenMoney(seat=1)).clause.id == "633a.8[even_money]"
    check(service)
    assert lines(turn(service)) == [(2, "blackjack", "lose", -1_000)]


@pytest.mark.clause("633a.8[even_money]")
def test_an_insured_blackjack_has_no_even_money_nor_has_one_without_an_ace_up() -> None:
    service = bet(table())
    assert service.refused(TakeEvenMoney(seat=1)).clause.id == "633a.8[even_money]"
    deal(service, "Ad Ac Kd 5h")
    service.do(PlaceWager(seat=1, wager="insurance", amount=500))
    assert service.refused(TakeEvenMoney(seat=1)).message == "the Blackjack of position 1 is insured"


@pytest.mark.clause("633a.8[even_money]", "603a.21(b)#4")
def test_a_coupon_under_a_blackjack_wins_even_money_where_its_player_takes_that() -> None:
    service = table()
    service.do(present("blackjack"))
    deal(service, "Ad Ac Kd 5h")
    events = service.do(TakeEvenMoney(seat=1))
    assert lines(events) == [(1, "blackjack", "win", 1_000)]
    paid = only(events, CouponPaid)
    assert (paid.paid, paid.odds, paid.pays) == (1_000, "1 to 1", "633a.8[even_money]")


def test_a_table_without_even_money_pays_none() -> None:
    service = bet(table(even_money=False))
    deal(service, "Ad Ac Kd 5h")
    assert service.refused(TakeEvenMoney(seat=1)).message == "this table does not pay even money"


@pytest.mark.clause("633a.11[dealer_blackjack]")
def test_a_blackjack_that_the_reader_missed_takes_the_original_wager_alone() -> None:
    service = bet(table())
    deal(service, "8c Kc 8d ??")
    service.do(CheckHole(blackjack=False))
    say(service, "split")
    deal(service, "3c")
    say(service, "double-down")
    deal(service, "9c")
    deal(service, "Kd")
    say(service, "stand", hand=2)
    assert service.refused(TurnHole(cards=("Ah",))).clause.id == "633a.11[dealer_blackjack]"
    service.do(Report(irregularity="blackjack-missed", by=Role.FLOORPERSON))
    events = service.do(TurnHole(cards=("Ah",)))
    assert lines(events) == [
        (1, "blackjack", "lose", -1_000),
        (1, "double-down", "returned", 0),
        (1, "split", "returned", 0),
    ]
