"""A round of Double Attack Blackjack: who is dealt what, asked what, and when (665a.7-665a.11)."""

from typing import Any

import pytest

from houseway.games.double_attack_blackjack.moves import CloseDoubleAttack
from houseway.money import Breakage
from houseway.table.card_play import Deal
from houseway.table.events import Settled, Surrendered, WagerPlaced
from houseway.table.moves import PlaceWager, TakeDownWager
from houseway.table.places import Place
from houseway.table.roles import Role
from houseway.table.shoe_play import CardDrawn, CardTurnedUp, Decide, RoundBegun
from houseway.table.twenty_one_play import (
    BlackjackAnnounced,
    CheckHole,
    HoleChecked,
    InsuranceOffered,
    TurnHole,
)
from houseway.table.wagers import Limits
from tests.games.double_attack_blackjack.dealing import attack, bet, first, table
from tests.games.twenty_one_dealing import check, deal, lines, lit, open_to, say, turn

# The deal.


@pytest.mark.clause(
    "665a.7(e)#1", "665a.7(e)#2", "665a.7(f)", "665a.7(f)(1)", "665a.7(f)(2)", "665a.7(f)(3)", "665a.6(e)"
)
def test_the_up_card_comes_first_then_double_attack_then_two_rounds_clockwise_and_the_hole_card() -> None:
    service = bet(table(4, 2, 6), 4, 2, 6)
    begun, up = deal(service, "7c")
    assert isinstance(begun, RoundBegun)
    assert isinstance(up, CardDrawn)
    assert (up.seat, up.face, up.clause) == (0, "up", "665a.7(e)#1")
    assert service.refused(Deal(cards=("8c",))).message == "nobody is to be dealt a card"
    assert lit(service) == {"double-attack-4", "double-attack-2", "double-attack-6"}
    (placed,) = attack(service, 2)
    assert lit(service) == {"double-attack-4", "double-attack-6"}, "who has made it is asked no more"
    assert isinstance(placed, WagerPlaced)
    assert placed.clause == "665a.6(e)"
    assert service.refused(CloseDoubleAttack(by=Role.PLAYER)).clause.id == "665a.7(f)"
    (over,) = service.do(CloseDoubleAttack())
    assert over.clause == "665a.7(f)"
    assert service.refused(CloseDoubleAttack()).message == "no Double Attack Wagers are being made"
    assert service.refused(PlaceWager(seat=4, wager="double-attack", amount=1_000)).clause.id == "665a.7(e)#2"
    dealt = [event for event in deal(service, "8c 9c 2c 8d 9d 2d 3h") if isinstance(event, CardDrawn)]
    assert [(card.seat, card.face) for card in dealt] == [
        *((seat, "up") for seat in (2, 4, 6, 2, 4, 6)),
        (0, "down"),
    ]
    assert [card.clause for card in dealt] == ["665a.7(f)(1)"] * 3 + ["665a.7(f)(2)"] * 3 + ["665a.7(f)(3)"]


@pytest.mark.clause("665a.6(c)", "665a.6(d)", "665a.6(e)", "665a.6(f)", "665a.7(e)#1")
def test_what_goes_with_a_bet_needs_one_is_no_larger_and_stays_as_it_was_made() -> None:
    service = table(1, 2)
    alone = service.refused(PlaceWager(seat=1, wager="bust-it", amount=500))
    assert alone.clause.id == "665a.6(d)"
    bet(service, 1)
    assert service.refused(PlaceWager(seat=1, wager="bust-it", amount=1_100)).clause.id == "665a.6(f)"
    service.do(PlaceWager(seat=1, wager="bust-it", amount=1_000))
    assert service.refused(PlaceWager(seat=1, wager="bet", amount=1_000)).clause.id == "665a.6(c)"
    assert service.refused(TakeDownWager(seat=1, wager="bet")).clause.id == "665a.6(c)"
    deal(service, "7c")
    assert service.refused(PlaceWager(seat=2, wager="bet", amount=1_000)).clause.id == "665a.7(e)#1"
    assert service.refused(PlaceWager(seat=1, wager="double-attack", amount=1_200)).clause.id == "665a.6(e)"
    assert service.refused(PlaceWager(seat=2, wager="double-attack", amount=600)).clause.id == "665a.6(d)"
    attack(service)


@pytest.mark.clause("665a.9(b)(1)")
def test_a_bet_is_made_in_halves_that_chips_can_make() -> None:
    service = table(smallest_chip=100)
    refusal = service.refused(PlaceWager(seat=1, wager="bet", amount=2_500))
    assert (refusal.clause.id, refusal.fix) == ("665a.9(b)(1)", "wager $24 or $26, in steps of $2")
    bet(service, amount=2_400)


@pytest.mark.clause("665a.9(b)(1)")
@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({}, 1_250),
        ({"smallest_chip": 100, "breakage": Breakage.UP}, 1_200),
        ({"smallest_chip": 100, "breakage": Breakage.DOWN}, 1_300),
    ],
)
def test_half_a_bet_goes_back_in_half_dollars_or_as_the_breakage_has_it(
    options: dict[str, Any], kept: int
) -> None:
    service = bet(table(**options), amount=2_500)
    first(service, "Kc", "8c 8d 5h")
    check(service)
    assert lines(say(service, "surrender")) == [(1, "bet", "surrendered", -kept)]


# The hole card and Insurance.


@pytest.mark.clause("665a.7(g)#1", "665a.8(a)", "665a.8(b)#1", "665a.8(b)#3", "665a.8(d)", "665a.7(g)#2")
def test_insurance_is_open_on_an_ace_until_the_check_and_is_lost_without_a_blackjack() -> None:
    service = bet(table(1, 2), 1, 2, amount=2_000)
    offered = first(service, "Ac", "8c 9c 8d 9d 5h")[-1]
    assert isinstance(offered, InsuranceOffered)
    too_much = service.refused(PlaceWager(seat=1, wager="insurance", amount=1_200))
    assert too_much.clause.id == "665a.8(b)#1"
    service.do(PlaceWager(seat=1, wager="insurance", amount=1_000))
    assert lit(service) == {"insurance-2"}
    service.do(PlaceWager(seat=2, wager="insurance", amount=400))
    assert service.refused(Decide(seat=1, decision="stand")).message == "no player is asked to decide now"
    checked, *rest = check(service)
    assert isinstance(checked, HoleChecked)
    assert not checked.blackjack
    # From the dealer's far right, counterclockwise (665-25).
    assert lines(rest) == [(2, "insurance", "lose", -400), (1, "insurance", "lose", -1_000)]
    late = service.refused(PlaceWager(seat=1, wager="insurance", amount=400))
    assert late.clause.id == "665a.8(b)#3"
    assert open_to(service)


@pytest.mark.clause("665a.8(b)#2")
def test_half_a_bet_that_chips_cannot_make_or_pay_is_rounded_up() -> None:
    service = bet(table(smallest_chip=100), amount=1_000)
    first(service, "Ac", "8c 8d 5h")
    # Half is $5, which pays $12.50 at 5 to 2; in dollar chips $6 is the next that can be paid.
    assert service.refused(PlaceWager(seat=1, wager="insurance", amount=800)).clause.id == "665a.8(b)#1"
    service.do(PlaceWager(seat=1, wager="insurance", amount=600))


@pytest.mark.clause(
    "665a.7(g)#4",
    "665a.7(o)(2)",
    "665a.8(c)",
    "665a.12(b)",
    "665a.9(b)(2)(i)",
    "665a.7(o)(1)(ii)(A)",
    "665a.9(d)",
)
def test_a_dealers_blackjack_ends_the_round_and_only_the_bet_and_bust_it_are_lost() -> None:
    service = bet(table(1, 2), 1, 2, amount=2_000, bust_it=600)
    first(service, "Ad", "8c Ac 8d Kd Qh", 1, 2)
    service.do(PlaceWager(seat=1, wager="insurance", amount=1_000))
    (checked,) = check(service)
    assert isinstance(checked, HoleChecked)
    assert checked.blackjack
    nobody = service.refused(Decide(seat=1, decision="surrender"))
    assert (nobody.message, nobody.clause.id) == ("no player is asked to decide now", "665a.7(g)#4")
    settled = turn(service)
    assert lines(settled) == [
        (2, "bust-it", "lose", -600),
        (1, "bust-it", "lose", -600),
        (2, "bet", "push", 0),
        (2, "double-attack", "push", 0),
        (1, "bet", "lose", -2_000),
        (1, "double-attack", "returned", 0),
        (1, "insurance", "win", 2_500),
    ]
    assert {event.order for event in settled if isinstance(event, Settled)} == {"665a.7(m)(1)", "665a.7(g)#4"}


@pytest.mark.clause("665a.7(g)#2", "665a.7(h)")
@pytest.mark.parametrize("up", ["Ac", "Kc", "Qc", "Jc"])
def test_the_hole_card_is_checked_with_an_ace_or_a_court_card_up(up: str) -> None:
    service = bet(table())
    first(service, up, "8c 8d 5h")
    assert not open_to(service)
    check(service)
    assert open_to(service)
    assert service.refused(CheckHole()).clause.id == "665a.7(g)#2"


@pytest.mark.clause("665a.7(g)#2", "665a.7(h)")
@pytest.mark.parametrize("up", ["2c", "9c"])
def test_with_two_to_nine_up_players_are_asked_at_once(up: str) -> None:
    service = bet(table())
    first(service, up, "8c 8d 5h")
    assert open_to(service)
    assert service.refused(CheckHole()).clause.id == "665a.7(g)#2"


def test_at_a_live_table_the_reader_says_whether_the_hole_card_makes_a_blackjack() -> None:
    service = bet(table())
    first(service, "Kc", "8c 8d ??")
    assert service.refused(CheckHole()).fix == "say what it shows"
    service.do(CheckHole(blackjack=True))
    assert service.refused(TurnHole(cards=("5h",))).message == "the reader showed a Blackjack"
    assert lines(service.do(TurnHole(cards=("Ah",)))) == [(1, "bet", "lose", -1_000)]


# Players' turns.


@pytest.mark.clause(
    "665a.7(h)(1)#1", "665a.7(h)(1)#2", "665a.7(j)(1)", "665a.7(o)(1)(i)(C)", "665a.1[blackjack]"
)
def test_a_players_blackjack_is_paid_in_its_turn_and_bust_it_stays() -> None:
    service = bet(table(1, 2, 3), 1, 2, 3, bust_it=500)
    first(service, "6c", "8c Ac 9c 8d Kd 9d 5h", 2)
    events = say(service, "stand")
    announced = next(event for event in events if isinstance(event, BlackjackAnnounced))
    assert announced.clause == "665a.7(h)(1)#1"
    assert lines(events) == [(2, "bet", "win", 1_000), (2, "double-attack", "win", 1_000)]
    for decision in ("draw", "double-down"):
        assert service.refused(Decide(seat=2, decision=decision)).clause.id == "665a.7(j)(1)"
    say(service, "stand", seat=3)
    # Eleven and a ten: a dealer's 21 of three cards, and Bust It is lost.
    turn(service)
    settled = lines(deal(service, "Kh"))
    assert settled[:3] == [(seat, "bust-it", "lose", -500) for seat in (3, 2, 1)]


@pytest.mark.clause("665a.1[blackjack]")
def test_three_cards_of_21_are_no_blackjack() -> None:
    service = bet(table(1, 2), 1, 2)
    first(service, "7c", "9c 9d 2c 2d 4h", 2)
    say(service, "draw")
    deal(service, "Kc")  # 21 of three cards
    say(service, "stand", seat=2)
    turn(service)
    # The dealer's 21 of three cards takes the Double Attack Wager too, and ties with the other.
    assert lines(deal(service, "Kd")) == [
        (2, "bet", "lose", -1_000),
        (2, "double-attack", "lose", -1_000),
        (1, "bet", "push", 0),
    ]


@pytest.mark.clause("665a.7(h)(2)", "665a.7(i)", "665a.7(j)", "665a.7(j)(1)", "665a.7(o)(1)(ii)(B)")
def test_a_hand_draws_below_21_is_done_at_21_and_loses_at_once_past_it() -> None:
    service = bet(table(1, 2), 1, 2)
    first(service, "6c", "5c 6d 5d 6h Kh")
    assert open_to(service) == ("draw", "stand", "double-down", "split", "surrender")
    say(service, "draw")
    deal(service, "2c")
    say(service, "draw")
    deal(service, "9c")  # 21
    assert service.table.game.turn(service.state.play).place.seat == 2  # type: ignore[attr-defined]
    assert service.refused(Decide(seat=1, decision="draw")).clause.id == "665a.7(j)(1)"
    assert service.refused(Decide(seat=2, decision="late-card")).clause.id == "665a.7(h)(2)"
    say(service, "draw", seat=2)
    deal(service, "Kc")  # 22
    (busted,) = [event for event in service.events if isinstance(event, Settled)]
    assert (busted.seat, busted.clause) == (2, "665a.7(o)(1)(ii)(B)")
    turn(service)
    # The dealer goes past 21 as well: a hand that did so first has lost (665-01).
    assert lines(deal(service, "Kd")) == [(1, "bet", "win", 1_000)]


@pytest.mark.clause(
    "665a.10(a)#1", "665a.10(a)#2", "665a.10(a)#3", "665a.7(j)(2)", "665a.9(a)#2", "665a.7(k)"
)
def test_a_double_down_on_any_cards_takes_one_card_and_may_be_given_up_after_it() -> None:
    service = bet(table())
    first(service, "6c", "3c 3d Kh", 1)
    say(service, "draw")
    deal(service, "2c")
    too_much = service.refused(Decide(seat=1, decision="double-down", amount=2_200))
    assert (too_much.clause.id, "$5 to $20" in (too_much.fix or "")) == ("665a.10(a)#2", True)
    say(service, "double-down", amount=1_000)
    deal(service, "8c")  # 16
    assert open_to(service) == ("stand", "surrender")
    assert service.refused(Decide(seat=1, decision="draw")).clause.id == "665a.7(j)(2)"
    assert service.refused(Decide(seat=1, decision="double-down")).clause.id == "665a.10(a)#3"
    given_up = say(service, "surrender")
    assert given_up[0].clause == "665a.9(a)#2"
    assert [(line.wager, line.kept) for line in given_up if isinstance(line, Surrendered)] == [
        ("bet", 500),
        ("double-attack", 500),
        ("double-down", 500),
    ]


@pytest.mark.clause("665a.10(a)#2")
def test_the_bet_and_double_attack_may_be_doubled_whole_in_whatever_steps_each_is_made() -> None:
    in_fives = Limits(minimum=500, maximum=50_000, increment=500)
    in_ones = {"double-attack": Limits(minimum=100, maximum=50_000, increment=100)}
    service = bet(table(limits=in_fives, wager_limits=in_ones), amount=2_500)
    deal(service, "6c")
    attack(service, amount=300)
    service.do(CloseDoubleAttack())
    deal(service, "8c 3d Kh")
    say(service, "double-down")
    assert ("double-down", 2_800) in {(bet.wager, bet.amount) for bet in service.state.play.bets}


@pytest.mark.clause("665a.9(a)#3")
def test_who_stood_may_not_give_the_hand_up_after_all() -> None:
    service = bet(table(1, 2), 1, 2)
    first(service, "6c", "8c 9c 8d 9d Kh")
    say(service, "stand")
    assert service.refused(Decide(seat=1, decision="surrender")).clause.id == "665a.9(a)#3"
    assert say(service, "surrender", seat=2)[0].clause == "665a.9(a)#1"
    # The last who stood may not either, though no other player is asked.
    alone = bet(table())
    first(alone, "6c", "8c 8d Kh")
    say(alone, "stand")
    assert alone.refused(Decide(seat=1, decision="surrender")).clause.id == "665a.9(a)#3"


@pytest.mark.clause("665a.9(a)#1", "665a.9(b)", "665a.9(b)(1)", "665a.9(c)")
def test_a_first_hand_given_up_loses_half_at_once_and_bust_it_stays() -> None:
    service = bet(table(1, 2), 1, 2, bust_it=500)
    first(service, "6c", "8c 9c 8d 9d Kh", 1)
    decided, *rest = say(service, "surrender")
    assert decided.clause == "665a.9(a)#1"
    given_up = [line for line in rest if isinstance(line, Surrendered)]
    assert [(line.wager, line.kept, line.clause) for line in given_up] == [
        ("bet", 500, "665a.9(b)(1)"),
        ("double-attack", 500, "665a.9(b)(1)"),
    ]
    say(service, "stand", seat=2)
    assert service.refused(Decide(seat=2, decision="surrender")).message == "no player is asked to decide now"
    turn(service)
    assert lines(deal(service, "9h"))[:2] == [(2, "bust-it", "win", 3_000), (1, "bust-it", "win", 3_000)]


@pytest.mark.clause("665a.9(b)(2)", "665a.9(b)(2)(ii)")
def test_with_a_court_card_up_a_hand_is_given_up_once_the_check_showed_no_blackjack() -> None:
    service = bet(table())
    first(service, "Kc", "8c 8d 5h")
    check(service)
    (line,) = [event for event in say(service, "surrender") if isinstance(event, Surrendered)]
    assert (line.kept, line.clause) == (500, "665a.9(b)(2)(ii)")


@pytest.mark.parametrize(("chosen", "net"), [("half", -500), ("returned", 0), ("forfeited", -1_000)])
def test_what_a_surrender_does_to_a_double_down_is_the_operators_reading(chosen: str, net: int) -> None:
    service = bet(table(double_down_on_surrender=chosen))
    first(service, "6c", "8c 3d Kh")
    say(service, "double-down")
    deal(service, "2c")
    assert lines(say(service, "surrender"))[-1][:2] == (1, "double-down")
    assert lines(service.events)[1][3] == net


@pytest.mark.clause(
    "665a.11(a)#1", "665a.11(a)#2", "665a.11(b)", "665a.11(c)#1", "665a.11(c)#2", "665a.11(c)#3"
)
def test_cards_of_equal_value_are_split_up_to_four_hands_played_one_by_one() -> None:
    service = bet(table())
    first(service, "6c", "Kc Qd 5h", 1)
    short = service.refused(Decide(seat=1, decision="split", amount=1_000))
    assert (short.clause.id, short.fix) == ("665a.11(a)#2", "put up $20")
    say(service, "split")
    deal(service, "Jc")
    say(service, "split")
    deal(service, "Kd")
    say(service, "split")
    deal(service, "Ks")
    assert open_to(service) == ("stand", "draw", "double-down", "surrender")  # four hands are there
    assert service.refused(Decide(seat=1, decision="split")).clause.id == "665a.11(c)#3"
    say(service, "stand")
    for hand, card in ((2, "9c"), (3, "8c"), (4, "Ac")):
        assert service.state.play.at(Place(1, hand))[1:] == ()
        deal(service, card)
        if hand < 4:
            assert service.refused(Decide(seat=1, hand=hand, decision="split")).clause.id == "665a.11(a)#1"
            assert say(service, "draw", hand=hand)[0].clause == "665a.11(c)#1"
            deal(service, "2c" if hand == 3 else "Ah")
            say(service, "stand", hand=hand)
    # Ace and king on a split hand are 21 and no Blackjack (665-08): it is done, and ties a dealer's 21.
    turn(service)
    assert lines(deal(service, "Kh")) == [
        (1, "bet", "lose", -1_000),
        (1, "double-attack", "lose", -1_000),
        (1, "split", "lose", -2_000),
        (1, "split", "lose", -2_000),
        (1, "split", "push", 0),
    ]


@pytest.mark.clause("665a.11(e)#1", "665a.11(e)#2")
def test_aces_are_split_once_and_take_one_card_each() -> None:
    service = bet(table())
    first(service, "6c", "Ac Ad 5h")
    say(service, "split")
    deal(service, "As")
    assert open_to(service) == ("stand", "surrender")
    assert service.refused(Decide(seat=1, decision="draw")).clause.id == "665a.11(e)#1"
    assert service.refused(Decide(seat=1, decision="split")).clause.id == "665a.11(e)#2"
    say(service, "stand")
    deal(service, "Kc")  # 21
    turn(service)
    assert lines(deal(service, "Kh")) == [(1, "bet", "lose", -1_000), (1, "split", "push", 0)]


# The dealer.


@pytest.mark.clause(
    "665a.7(l)",
    "665a.7(n)",
    "665a.3(d)",
    "665a.3(d)(1)",
    "665a.3(d)(3)",
    "665a.1[soft_total]",
    "665a.1[hard_total]",
)
def test_the_dealer_draws_to_a_hard_or_soft_seventeen() -> None:
    service = bet(table())
    first(service, "6c", "9c 9d 5h")
    say(service, "stand")
    assert service.refused(Deal(cards=("2c",))).message == "nobody is to be dealt a card"
    assert [event.clause for event in turn(service) if isinstance(event, CardTurnedUp)] == ["665a.7(l)"]
    deal(service, "3c")
    assert lines(deal(service, "3d")) == [(1, "bet", "win", 1_000)]  # 6 5 3 3 are 17
    bet(service)
    first(service, "6d", "9h 9s Ah")
    say(service, "stand")
    assert lines(turn(service)) == [(1, "bet", "win", 1_000)]  # a soft 17 stands


@pytest.mark.clause("665a.7(m)", "665a.7(m)(1)", "665a.7(m)(2)", "665a.7(m)(2)(ii)", "665a.7(p)#1")
def test_bust_it_is_settled_on_two_cards_of_seventeen_or_on_the_third_and_before_all_others() -> None:
    service = bet(table(1, 2), 1, 2, bust_it=500)
    first(service, "9c", "9d Kc 9h Kd 8h")
    say(service, "stand")
    say(service, "stand", seat=2)
    assert lines(turn(service)) == [
        (2, "bust-it", "lose", -500),
        (1, "bust-it", "lose", -500),
        (2, "bet", "win", 1_000),
        (1, "bet", "win", 1_000),
    ]
    bet(service, 1, bust_it=500)
    first(service, "2c", "9s 9c 3h")
    say(service, "stand")
    turn(service)
    deal(service, "8c")  # 13: lost, though the dealer goes past 21 later
    assert lines(deal(service, "Ks")) == [(1, "bet", "win", 1_000)]
    assert [line for line in lines(service.events) if line[1] == "bust-it"][-1] == (
        1,
        "bust-it",
        "lose",
        -500,
    )


@pytest.mark.clause(
    "665a.7(o)(1)(i)(B)", "665a.7(o)(1)(ii)(C)", "665a.7(o)(1)(iii)", "665a.7(o)", "665a.7(p)#1"
)
def test_higher_totals_win_lower_ones_lose_and_equal_ones_tie_from_the_far_right() -> None:
    service = bet(table(1, 3, 5), 1, 3, 5)
    first(service, "9c", "Kc Kd 9d 7c 9h Kh 9s")
    for seat in (1, 3, 5):
        say(service, "stand", seat=seat)
    assert lines(turn(service)) == [
        (5, "bet", "win", 1_000),
        (3, "bet", "win", 1_000),
        (1, "bet", "lose", -1_000),
    ]
    bet(service)
    first(service, "9c", "Kc 8c 9s")
    say(service, "stand")
    assert lines(turn(service)) == [(1, "bet", "push", 0)]


def test_a_house_may_let_the_dealer_stop_where_no_wager_depends_on_another_card() -> None:
    service = bet(table(draws_out=False))
    first(service, "6c", "8c 8d 5h")
    say(service, "surrender")
    turn(service)
    assert service.state.play.phase == "betting"
    drawn_out = bet(table())
    first(drawn_out, "6c", "8c 8d 5h")
    say(drawn_out, "surrender")
    turn(drawn_out)
    deal(drawn_out, "9c")
    assert drawn_out.state.play.phase == "betting"
