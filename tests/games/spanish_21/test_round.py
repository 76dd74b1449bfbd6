"""Rounds of Spanish 21: first cards, Match the Dealer, turns, rescue, bonuses, all to the cent."""

import pytest

from houseway.equipment.decks import Back
from houseway.games.spanish_21 import Spanish21
from houseway.games.spanish_21.editions import TextInForce
from houseway.table.card_play import BringDeck, Deal, InspectDeck, PlayArea
from houseway.table.events import Surrendered
from houseway.table.moves import PlaceWager
from houseway.table.shoe_felt import Face
from houseway.table.shoe_play import CardDrawn, Decide
from houseway.table.wagers import Limits
from tests.games.spanish_21.dealing import bet, bonuses, table
from tests.games.twenty_one_dealing import check, deal, lines, open_to, say, turn
from tests.service import Service

# Before the players' turns.


@pytest.mark.clause("common:spanish-21/deal", "635a.3[decks]")
def test_cards_go_round_twice_with_the_up_card_between_and_the_hole_card_last() -> None:
    service = bet(table(1, 3), 1, 3)
    dealt = [event for event in deal(service, "2c 3c 9s 4c 5c 8h") if isinstance(event, CardDrawn)]
    assert [(event.seat, event.card) for event in dealt] == [
        *((1, "2c"), (3, "3c"), (0, "9s")),
        *((1, "4c"), (3, "5c"), (0, "8h")),
    ]
    assert [event.face for event in dealt].count(Face.DOWN) == 1
    assert {event.clause for event in dealt} == {"common:spanish-21/deal"}
    late = service.refused(PlaceWager(seat=1, wager="match-the-dealer", amount=500))
    assert late.clause.id == "common:spanish-21/deal"
    # Six decks of 48 cards: a seventh copy of a card is refused.
    assert service.state.play.live.left == 6 * 48 - 7
    short = Service(Spanish21()).opened()
    for number in range(5):
        short.do(BringDeck(serial=f"R-{number}", back=Back.RED))
    assert short.refused(InspectDeck(deck="R-0")).clause.id == "635a.3[decks]"


@pytest.mark.clause("common:spanish-21/match-the-dealer")
def test_match_the_dealer_is_settled_before_anything_else_from_the_far_right() -> None:
    service = bet(table(1, 2, 3), 1, 2, 3, match=500)
    settled = deal(service, "9c 9s 2c 9s 9d 3c 9s 8h")
    assert lines(settled) == [
        (3, "match-the-dealer", "win", 4_500),
        (2, "match-the-dealer", "win", 4_500),
        (1, "match-the-dealer", "win", 4_000),
    ]
    eight = bet(table(batch=8), match=500)
    assert lines(deal(eight, "9s 9s 9c 8h")) == [(1, "match-the-dealer", "win", 7_500)]
    none = bet(table(), match=500)
    assert lines(deal(none, "8s 9s 7c 8h")) == [(1, "match-the-dealer", "lose", -500)]


@pytest.mark.clause("common:spanish-21/insurance", "635a.12(a)", "common:spanish-21/player-21")
def test_insurance_pays_2_to_1_and_a_blackjack_wins_against_a_blackjack() -> None:
    service = bet(table(1, 2), 1, 2)
    deal(service, "Kc 9c As Ad 9d Qh")
    much = service.refused(PlaceWager(seat=2, wager="insurance", amount=600))
    assert much.clause.id == "common:spanish-21/insurance"
    service.do(PlaceWager(seat=2, wager="insurance", amount=500))
    check(service)
    assert lines(turn(service)) == [
        (2, "spanish-21", "lose", -1_000),
        (2, "insurance", "win", 1_000),
        (1, "spanish-21", "win", 1_500),
    ]
    service = bet(table())
    deal(service, "9c As 9d 5h")
    service.do(PlaceWager(seat=1, wager="insurance", amount=500))
    assert lines(check(service)) == [(1, "insurance", "lose", -500)]


# Turns.


@pytest.mark.clause("635a.10(a)#1", "635a.12(a)")
def test_a_blackjack_is_paid_3_to_2_in_its_turn_and_not_doubled_down_on() -> None:
    service = bet(table(1, 2), 1, 2)
    assert lines(deal(service, "Ac 9c 6s Kc 9d 8h")) == [(1, "spanish-21", "win", 1_500)]
    refused = service.refused(Decide(seat=1, decision="double-down", amount=1_000))
    assert refused.clause.id == "635a.10(a)#1"


@pytest.mark.clause("635a.10(a)#2", "635a.10(a)#3", "635a.10(a)#5", "635a.12(b)")
def test_a_double_down_on_any_cards_takes_one_more_and_has_no_bonus() -> None:
    service = bet(table())
    deal(service, "6c 6s 2c 8h")
    say(service, "draw")
    deal(service, "5c")
    much = service.refused(Decide(seat=1, decision="double-down", amount=1_100))
    assert (much.clause.id, much.fix) == ("635a.10(a)#2", "put up $0.50 to $10 in steps of $0.50")
    said, placed = say(service, "double-down", amount=700)
    assert (said.clause, placed.clause) == ("635a.10(a)#3", "635a.10(a)#2")
    deal(service, "3c")  # 16
    assert open_to(service) == ("stand", "rescue")
    assert service.refused(Decide(seat=1, decision="draw")).clause.id == "635a.10(a)#5"
    say(service, "stand")
    turn(service)
    assert lines(deal(service, "Kd")) == [(1, "spanish-21", "win", 1_000), (1, "double-down", "win", 700)]
    # 21 of five cards, but doubled down on: 1 to 1, by the row that says so.
    bet(service)
    deal(service, "2c 6s 3c 4h")
    for card in ("4c", "5c"):
        say(service, "draw")
        deal(service, card)
    say(service, "double-down")
    deal(service, "7c")
    turn(service)
    paid = deal(service, "9c")
    assert lines(paid) == [(1, "spanish-21", "win", 1_000), (1, "double-down", "win", 1_000)]
    assert {getattr(line, "pays", "") for line in paid} >= {"635a.12(b)"}


@pytest.mark.clause("635a.10(a)#3")
def test_before_the_amendment_only_the_first_two_cards_are_doubled_down_on() -> None:
    service = bet(table(edition=TextInForce.ADOPTED))
    deal(service, "3c 6s 2c 8h")
    assert "double-down" in open_to(service)
    say(service, "draw")
    deal(service, "5c")
    assert "double-down" not in open_to(service)
    assert service.refused(Decide(seat=1, decision="double-down")).clause.id == "635a.10(a)#3"


@pytest.mark.clause("common:spanish-21/rescue")
def test_a_rescue_gives_the_first_wager_up_and_takes_the_added_one_back() -> None:
    service = bet(table(1, 2), 1, 2)
    deal(service, "6c Kc 9s 5c Kd 8h")
    say(service, "double-down")
    deal(service, "2c")  # 13
    rescued = say(service, "rescue")
    assert rescued[0].clause == "common:spanish-21/rescue"
    assert lines(rescued) == [(1, "spanish-21", "lose", -1_000), (1, "double-down", "returned", 0)]
    assert open_to(service)[0] == "stand"
    without = bet(table(rescue=False))
    deal(without, "6c 9s 5c 8h")
    say(without, "double-down")
    deal(without, "2c")
    assert open_to(without) == ()
    assert without.state.play.phase == "hole-card"
    # 21 is done, and 22 lost: neither is rescued.
    done = bet(table())
    deal(done, "6c 9s 5c 8h")
    say(done, "double-down")
    deal(done, "Kc")
    assert open_to(done) == ()


@pytest.mark.clause("common:spanish-21/surrender")
def test_half_is_given_up_after_two_cards_and_not_later() -> None:
    service = bet(table(1, 2), 1, 2)
    deal(service, "Kc 8c 9s 6c 8d 8h")
    (given_up,) = [line for line in say(service, "surrender") if isinstance(line, Surrendered)]
    assert (given_up.kept, given_up.clause) == (500, "common:spanish-21/surrender")
    say(service, "split", seat=2)
    deal(service, "5d")
    assert service.refused(Decide(seat=2, decision="surrender")).clause.id == "common:spanish-21/surrender"
    without = bet(table(surrender=False))
    deal(without, "Kc 9s 6c 8h")
    assert "surrender" not in open_to(without)


def test_a_hand_that_nobody_was_dealt_is_not_asked_for_a_decision() -> None:
    service = bet(table())
    deal(service, "Ac 9s Ad 8h")
    say(service, "split")
    assert "no player is asked" in str(service.refused(Decide(seat=1, hand=50, decision="stand")))


@pytest.mark.clause("common:spanish-21/split", "635a.10(a)#4")
def test_aces_are_split_to_four_hands_drawn_to_and_doubled_down_on() -> None:
    service = bet(table())
    deal(service, "Ac 9s Ad 8h")
    say(service, "split")
    deal(service, "Ah")
    say(service, "split")
    deal(service, "As")
    say(service, "split")
    deal(service, "Ac")
    assert service.refused(Decide(seat=1, decision="split")).clause.id == "common:spanish-21/split"
    say(service, "draw")
    deal(service, "5c")  # soft 17
    assert say(service, "double-down")[0].clause == "635a.10(a)#4"
    deal(service, "2c")  # 19
    say(service, "stand")
    for hand, card in ((2, "Kc"), (3, "7c"), (4, "8c")):
        deal(service, card)
        if hand > 2:
            say(service, "stand", hand=hand)
    # A court card on a split ace is 21, and no Blackjack: 1 to 1.
    assert lines(turn(service)) == [
        (1, "spanish-21", "win", 1_000),
        (1, "double-down", "win", 1_000),
        (1, "split", "win", 1_000),
        (1, "split", "win", 1_000),
        (1, "split", "win", 1_000),
    ]
    two = bet(table(split_hands=2))
    deal(two, "8c 9s 8d 8h")
    say(two, "split")
    deal(two, "8h")
    assert "split" not in open_to(two)


# The dealer's hand, and what is paid more.


@pytest.mark.clause("common:spanish-21/soft-17", "common:spanish-21/player-21")
def test_the_dealer_stands_on_soft_17_unless_the_house_draws_to_it() -> None:
    service = bet(table())
    deal(service, "9c 6s 8c Ah")
    say(service, "stand")
    assert lines(turn(service)) == [(1, "spanish-21", "push", 0)]
    drawn = bet(table(draws_to_soft_17=True))
    deal(drawn, "9c 6s 8c Ah")
    say(drawn, "stand")
    turn(drawn)
    last, *settled = deal(drawn, "4h")
    assert last.clause == "common:spanish-21/soft-17"
    assert lines(settled) == [(1, "spanish-21", "lose", -1_000)]
    # 21 of a player wins against the dealer's 21 of three cards.
    bet(drawn)
    deal(drawn, "9c 6s 8c 5h")
    say(drawn, "draw")
    deal(drawn, "4c")
    turn(drawn)
    assert lines(deal(drawn, "Kh")) == [(1, "spanish-21", "win", 1_000)]


@pytest.mark.clause("635a.12(b)(2)", "635a.12(b)(5)")
def test_bonuses_are_paid_on_split_hands_as_well() -> None:
    service = bet(table())
    deal(service, "6s 9s 6h Kd")
    say(service, "split")
    deal(service, "7s")
    say(service, "draw")
    deal(service, "8s")  # 6-7-8 of spades
    deal(service, "2c")
    for card in ("3c", "4c"):
        say(service, "draw", hand=2)
        deal(service, card)
    say(service, "draw", hand=2)
    deal(service, "6c")  # 21 of five cards
    paid = turn(service)
    assert lines(paid) == [(1, "spanish-21", "win", 3_000), (1, "split", "win", 1_500)]
    assert [getattr(line, "pays", "") for line in paid][1:3] == ["635a.12(b)(2)", "635a.12(b)(5)"]


@pytest.mark.clause("635a.12(c)(1)", "common:spanish-21/super-bonus-over-25", "635a.12(b)(4)")
@pytest.mark.parametrize(
    ("amount", "options", "paid"),
    [
        (600, {}, [(2, "Super Bonus", 100_000, "635a.12(c)(1)")]),
        (2_400, {}, [(2, "Super Bonus", 100_000, "635a.12(c)(1)")]),
        (2_600, {}, [(2, "Super Bonus", 500_000, "common:spanish-21/super-bonus-over-25")]),
        (2_600, {"super_bonus": 0}, []),
    ],
)
def test_suited_sevens_against_a_seven_bring_a_super_bonus_and_envy(
    amount: int, options: dict[str, int], paid: list[tuple[int, str, int, str]]
) -> None:
    service = bet(table(1, 2, 3, **options), 1, 2, 3, amount=amount)
    deal(service, "Kc 7h 9c 7c 5c 7h 9d Kh")
    say(service, "stand")
    say(service, "draw", seat=2)
    deal(service, "7h")
    say(service, "stand", seat=3)
    settled = turn(service)
    envy = [(seat, "Envy Bonus", 5_000, "common:spanish-21/super-bonus-over-25") for seat in (3, 1)]
    assert bonuses(settled) == ([*paid, *envy] if paid else [])
    assert (2, "spanish-21", "win", 2 * amount) in lines(settled)


@pytest.mark.clause("common:spanish-21/super-bonus-over-25")
def test_envy_is_paid_once_to_each_other_player_however_many_positions_are_played() -> None:
    service = table(1, 3, adjacent_areas=2)
    service.do(PlayArea(seat=1, area=2))
    service.do(PlayArea(seat=3, area=4))
    bet(service, 1, 2, 3, 4)
    deal(service, "7h Kc 9c 8d 7c 7h Kd 9d Jc Kh")
    say(service, "draw")
    deal(service, "7h")
    for seat in (2, 3, 4):
        say(service, "stand", seat=seat)
    settled = turn(service)
    assert [(seat, bonus) for seat, bonus, _, _ in bonuses(settled)] == [
        (1, "Super Bonus"),
        (4, "Envy Bonus"),
    ]


@pytest.mark.clause("635a.12(c)(1)")
def test_no_super_bonus_on_a_small_wager_after_a_split_or_a_double_down() -> None:
    small = table(limits=Limits(minimum=200))
    bet(small, amount=400)
    deal(small, "7h 7c 7h Kh")
    say(small, "draw")
    deal(small, "7h")
    assert bonuses(turn(small)) == []
    split = bet(table())
    deal(split, "7h 7c 7h Kh")
    say(split, "split")
    deal(split, "7h")
    say(split, "draw")
    deal(split, "7h")
    deal(split, "Kc")
    say(split, "stand", hand=2)
    assert bonuses(turn(split)) == []
    doubled = bet(table())
    deal(doubled, "7h 7c 7h Kh")
    say(doubled, "double-down")
    deal(doubled, "7h")
    paid = turn(doubled)
    assert bonuses(paid) == []
    assert lines(paid) == [(1, "spanish-21", "win", 1_000), (1, "double-down", "win", 1_000)]


def test_a_hand_past_21_is_lost_at_once() -> None:
    service = bet(table(1, 2), 1, 2)
    deal(service, "Kc 9c 9s 6c 9d 8h")
    say(service, "draw")
    assert lines(deal(service, "Qc")) == [(1, "spanish-21", "lose", -1_000)]
    assert service.refused(Deal(cards=("2c",))).message == "position 2 is to decide"
